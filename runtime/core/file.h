// runtime/core/file.h: writing files that the program may do without.
#ifndef RT_FILE_H
#define RT_FILE_H

#include <stddef.h>
#include <sys/types.h>

// open, but never as standard input, output or error: where the program has
// closed these, log lines would go to the file. Not inherited by exec.
int rt_file_open(const char *path, int flags, mode_t mode);
// Writes "n" bytes at "at" of the file; 0, or the error's number. Where the
// process may not write that far (ulimit -f) that is EFBIG, not SIGXFSZ, which
// would end it.
int rt_file_write(int fd, const void *data, size_t n, off_t at);

#endif
