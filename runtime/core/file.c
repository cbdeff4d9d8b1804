// runtime/core/file.c: writing files that the program may do without; see
// file.h.
#include "runtime/core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

// Whether files of the process may have that many bytes.
static int
may_be_long(off_t bytes) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
         limit.rlim_cur == RLIM_INFINITY || (rlim_t)bytes <= limit.rlim_cur;
}

int
rt_file_open(const char *path, int flags, mode_t mode) {
  int fd = open(path, flags | O_CLOEXEC, mode);
  if (fd < 0 || fd > STDERR_FILENO)
    return fd;
  int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), error = errno;
  close(fd);
  errno = error;
  return moved;
}

int
rt_file_write(int fd, const void *data, size_t n, off_t at) {
  if (!may_be_long(at + (off_t)n))
    return EFBIG;
  for (size_t done = 0; done < n;) {
    ssize_t k =
        pwrite(fd, (const char *)data + done, n - done, at + (off_t)done);
    if (k < 0 && errno == EINTR)
      continue;
    if (k <= 0)
      return k < 0 ? errno : ENOSPC;
    done += (size_t)k;
  }
  return 0;
}
