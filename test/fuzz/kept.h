/* What programs of kept.py do with memory. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* "size" bytes in whole pages. */
static size_t
whole(size_t size) {
  return (size + PAGE - 1) / PAGE * PAGE;
}

/* Fills memory with small numbers. */
static void
scatter(void *p, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)p)[i] = i % 8 < 1 ? draw() % 100 : 0;
}

/* Memory of the heap. */
static void *
heap(size_t size) {
  void *p = malloc(size);
  scatter(p, size);
  return p;
}

/* Another place for it, perhaps, with the same contents; "more" bytes larger
 * for a while. */
static void *
grow(void *p, size_t size, size_t more) {
  p = realloc(p, size + more);
  scatter((char *)p + size, more);
  return realloc(p, size);
}

/* Pages of their own. */
static void *
map(size_t size) {
  void *p = mmap(NULL, whole(size), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  scatter(p, size);
  return p;
}

/* Ends that. */
static void
unmap(void *p, size_t size) {
  munmap(p, whole(size));
}

/* Other memory in the place of pages. */
static void
again(void *p, size_t size) {
  munmap(p, whole(size));
  mmap(p, whole(size), PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  scatter(p, size / 2);
}

/* The pages at another place, and others where they were. */
static void *
move(void *p, size_t size) {
  void *q = mremap(p, whole(size), whole(size) * 2, MREMAP_MAYMOVE);
  if (q == MAP_FAILED)
    return p;
  return mremap(q, whole(size) * 2, whole(size), 0);
}

/* Gives the page of that number back; zeros are there now. */
static void
drop(void *p, size_t size, size_t number) {
  if ((number + 1) * PAGE <= whole(size))
    madvise((char *)p + number * PAGE, PAGE, MADV_DONTNEED);
}

/* Makes pages unwritable for a while. */
static void
protect(void *p, size_t size) {
  mprotect(p, whole(size), PROT_READ);
  mix(((unsigned char *)p)[size / 2]);
  mprotect(p, whole(size), PROT_READ | PROT_WRITE);
}

/* Reads zeros from a file. */
static void
take(void *p, size_t size) {
  int fd = open("/dev/zero", O_RDONLY);
  mix(read(fd, p, size));
  close(fd);
}

/* A child writes to its own memory. */
static void
in_child(void *p, size_t size) {
  pid_t child = fork();
  if (child == 0) {
    memset(p, 1, size);
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

/* A child writes to this process's memory; where it may not, this process
 * does. */
static void
from_child(void *p, size_t size) {
  int status;
  char bytes[5000 * 8];
  pid_t parent = getpid(), child;
  memset(bytes, 5, size);
  child = fork();
  if (child == 0) {
    struct iovec from = {bytes, size}, to = {p, size};
    _exit(process_vm_writev(parent, &from, 1, &to, 1, 0) != (ssize_t)size);
  }
  waitpid(child, &status, 0);
  if (status != 0)
    memcpy(p, bytes, size);
}
