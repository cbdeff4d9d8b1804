// Where there is no room for a longer report that is an error, and the report
// stays as it was.
// RUN: %clang-plain -I%root -I/usr/lib/llvm-%llvm/include %s %root/plugin/report_file.c %root/base/*.c -o %t
// RUN: rm -f %t.json && %t %t.json && cat %t.json | FileCheck %s
// CHECK: [
// CHECK-NEXT: {"source": "a"}
// CHECK-NEXT: ]
#include "plugin/plugin.h"
#include <errno.h>
#include <unistd.h>

// A disk with room for one entry, which it finds out late.
int
posix_fallocate(int fd, off_t at, off_t size) {
  if (at + size <= 20)
    return 0;
  return ftruncate(fd, at + size - 1) ? errno : ENOSPC;
}

int
main(int argc, char **argv) {
  arena *a = arena_create();
  const char *none =
      plugin_put_entry(a, argv[1], "{\"source\": \"a\"", "{\"source\": \"a\"}");
  const char *full =
      plugin_put_entry(a, argv[1], "{\"source\": \"b\"", "{\"source\": \"b\"}");
  return argc != 2 || none || !full || strcmp(full, strerror(ENOSPC));
}
