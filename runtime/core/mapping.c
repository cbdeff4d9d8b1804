// runtime/core/mapping.c: the mappings of this process; see mapping.h.
//
// Linux tells of one mapping since 6.11 (PROCMAP_QUERY, about 0.3 us); before,
// all of them have to be read as text, which takes some 20 us. Opening the file
// takes longer than asking, so it is kept open. A program may close it, and get
// its number for another file, of which that cannot be asked.
#include "runtime/core/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "runtime/core/fault.h"

// What <linux/fs.h> has from Linux 6.11 on.
struct query {
  uint64_t size, flags, query_addr, vma_start, vma_end, vma_flags, page_size,
      offset, inode;
  uint32_t major, minor, vma_name_size, build_id_size;
  uint64_t vma_name_addr, build_id_addr;
};
enum { IS_SHARED = 8, OR_NEXT = 16 }; // PROCMAP_QUERY_*
static const unsigned long procmap_query = _IOWR('f', 17, struct query);

// The file that is kept open; -1: not yet.
static atomic_int kept = -1;
// Whether the system takes no queries.
static atomic_bool is_old;

// Opens /proc/self/maps.
static int
open_maps(void) {
  return open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
}

// A device's number as one.
static uint64_t
device(uint32_t major, uint32_t minor) {
  return (uint64_t)major << 32 | minor;
}

// There is no mapping.
static bool
find_none(rt_mapping *m) {
  *m = (rt_mapping){.start = UINT64_MAX, .end = UINT64_MAX};
  return true;
}

// Finds the mapping in lines of text.
static bool
read_text(FILE *maps, uintptr_t at, rt_mapping *m) {
  char *line = NULL, permissions[5];
  size_t size = 0;
  bool found = false, good = true;
  while (!found && good && getline(&line, &size, maps) > 0) {
    uint32_t major, minor;
    m->name[0] = '\0';
    good = sscanf(line,
                  "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %" SCNx32 ":%" SCNx32
                  " %" SCNu64 " %127[^\n]",
                  &m->start, &m->end, permissions, &m->offset, &major, &minor,
                  &m->inode, m->name) >= 7;
    m->device = device(major, minor);
    m->shared = good && permissions[3] != 'p';
    found = good && at < m->end;
  }
  free(line);
  good = good && !ferror(maps);
  return found || (good && find_none(m));
}

// Finds it in the file's text.
static bool
find_in_text(uintptr_t at, rt_mapping *m) {
  int fd = open_maps();
  FILE *maps = fd >= 0 ? fdopen(fd, "r") : NULL;
  bool good = maps && read_text(maps, at, m);
  if (maps)
    fclose(maps);
  else if (fd >= 0)
    close(fd);
  return good;
}

// Asks the system for it. False with errno.
static bool
ask(int fd, uintptr_t at, bool named, rt_mapping *m) {
  struct query q = {.size = sizeof q, .flags = OR_NEXT, .query_addr = at};
  if (ioctl(fd, procmap_query, &q) != 0)
    return errno == ENOENT && find_none(m);
  m->start = q.vma_start;
  m->end = q.vma_end;
  m->offset = q.offset;
  m->inode = q.inode;
  m->device = device(q.major, q.minor);
  m->shared = (q.vma_flags & IS_SHARED) != 0;
  m->name[0] = '\0';
  if (q.inode != 0 || !named)
    return true;
  q.vma_name_size = sizeof m->name;
  q.vma_name_addr = (uintptr_t)m->name;
  return ioctl(fd, procmap_query, &q) == 0;
}

// Opens the file to keep it; the number of the one that is kept, or -1.
static int
keep(void) {
  int none = -1, fd = open_maps();
  if (fd < 0 || atomic_compare_exchange_strong(&kept, &none, fd))
    return fd;
  close(fd);
  return none;
}

// Asks through the file that is kept, or through a new one where that fails.
// False: the system does not answer.
static bool
ask_kept(uintptr_t at, bool named, rt_mapping *m) {
  int fd = atomic_load(&kept);
  if (fd >= 0 && ask(fd, at, named, m))
    return true;
  if (fd >= 0)
    atomic_compare_exchange_strong(&kept, &fd, -1);
  fd = keep();
  if (fd < 0)
    return false;
  if (ask(fd, at, named, m))
    return true;
  atomic_store(&is_old, errno == ENOTTY);
  return false;
}

bool
rt_mapping_find(uintptr_t at, bool named, rt_mapping *m) {
  bool asks = !atomic_load(&is_old) && !rt_fault_system("PROCMAP_QUERY");
  return (asks && ask_kept(at, named, m)) || find_in_text(at, m);
}

// -- Memory of one address ----------------------------------------------------

// Of this process, and of those that it forks: found out once.
static struct {
  pthread_once_t once;
  uintptr_t heap;           // where the heap begins; UINTPTR_MAX: not known
  uintptr_t data, data_end; // variables of the program
} own = {.once = PTHREAD_ONCE_INIT};

// Notes where the program's variables are; the program comes first.
static int
note_data(struct dl_phdr_info *program, size_t size, void *data) {
  (void)size, (void)data;
  for (int k = 0; k < program->dlpi_phnum; k++) {
    const ElfW(Phdr) *p = &program->dlpi_phdr[k];
    if (p->p_type == PT_LOAD && (p->p_flags & PF_W)) {
      own.data = program->dlpi_addr + p->p_vaddr;
      own.data_end = own.data + p->p_memsz;
    }
  }
  return 1;
}

// Finds out where both are.
static void
find_own(void) {
  rt_mapping m;
  uintptr_t end = (uintptr_t)sbrk(0);
  bool found = rt_mapping_find(end - 1, true, &m) &&
               strcmp(m.name, "[heap]") == 0 && !m.shared && m.start < end;
  own.heap = found ? m.start : UINTPTR_MAX;
  dl_iterate_phdr(note_data, NULL);
}

bool
rt_mapping_is_known(uintptr_t from, uintptr_t to) {
  pthread_once(&own.once, find_own);
  return (own.heap <= from && to <= (uintptr_t)sbrk(0)) ||
         (own.data <= from && to <= own.data_end);
}

void
rt_mapping_after_fork(void) {
  rt_mapping m;
  int fd = atomic_exchange(&kept, -1);
  if (fd >= 0 && ask(fd, 0, false, &m)) // else it is the program's by now
    close(fd);
}
