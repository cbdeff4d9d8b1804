// plugin/report_file.c: one report, many compilations.
//
// A report is a JSON array with one translation unit a line:
//   [
//   {"source": "a.c", "output": "a.o", ...},
//   {"source": "b.c", "output": "b.o", ...}
//   ]
// so that an entry is found by the beginning of its line and replaced when the
// file is compiled again. The file is locked while it is read and rewritten, so
// any number of compilations may share it; what is no report is left alone.
#define _GNU_SOURCE // flock
#include "plugin/plugin.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// The content of "fd", NUL-terminated; NULL on error.
static char *
read_all(arena *a, int fd, size_t size) {
  char *text = arena_alloc(a, size + 1);
  size_t n = 0;
  while (n < size) {
    ssize_t got = pread(fd, text + n, size - n, (off_t)n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return NULL;
    n += (size_t)got;
  }
  return text;
}

// Writes "size" bytes to "fd", from its start.
static bool
write_all(int fd, const char *text, size_t size) {
  size_t n = 0;
  while (n < size) {
    ssize_t put = write(fd, text + n, size - n);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    n += (size_t)put;
  }
  return true;
}

// Adds the lines of the report "old" to "out" but for the one with "key". False
// when it is no report.
static bool
keep_others(sb *out, const char *old, const char *key) {
  if (strncmp(old, "[\n", 2))
    return false;
  const char *line = old + 2;
  while (strcmp(line, "]\n")) {
    size_t n = strcspn(line, "\n");
    bool more = n && line[n - 1] == ',';
    if (n < 2 || line[0] != '{' || !line[n])
      return false;
    if (strncmp(line, key, strlen(key)))
      sb_printf(out, "%.*s,\n", (int)(n - more), line);
    line += n + 1;
  }
  return true;
}

// Makes room for "size" bytes in a regular file of "old" bytes, so that writing
// them does not fail half way; an error number, and the file as it was.
static int
make_room(int fd, off_t old, off_t size) {
  int error = size > old ? posix_fallocate(fd, 0, size) : 0;
  if (error == 0 || error == EOPNOTSUPP || error == EINVAL)
    return 0;
  return ftruncate(fd, old) ? errno : error;
}

// Replaces the entry in the open and locked file "fd".
static const char *
put_locked(arena *a, int fd, const char *key, const char *entry) {
  struct stat st;
  sb out;
  sb_init(&out, a);
  sb_add(&out, "[\n");
  if (fstat(fd, &st))
    return strerror(errno);
  bool regular = S_ISREG(st.st_mode);
  if (regular && st.st_size) {
    char *old = read_all(a, fd, (size_t)st.st_size);
    if (!old || !keep_others(&out, old, key))
      return "it is there and is no report of loft";
  }
  sb_printf(&out, "%s\n]\n", entry);
  int error = regular ? make_room(fd, st.st_size, out.n) : 0;
  if (error)
    return strerror(error);
  if (!write_all(fd, out.at, (size_t)out.n) ||
      (regular && ftruncate(fd, out.n)))
    return strerror(errno);
  return NULL;
}

const char *
plugin_put_entry(arena *a, const char *path, const char *key,
                 const char *entry) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EACCES)
    fd = open(path, O_WRONLY | O_CLOEXEC); // a pipe or terminal
  if (fd < 0)
    return strerror(errno);
  while (flock(fd, LOCK_EX) && errno == EINTR)
    ;
  const char *why = put_locked(a, fd, key, entry);
  close(fd);
  return why;
}
