// Names of files in settings may be as long as the system's, in any language,
// whatever the program's locale.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t %t.dir 2>&1 | FileCheck %s
// CHECK-NOT: loft:
// CHECK: all good
#include "rt_test.h"

#include <locale.h>
#include <sys/stat.h>

int
main(int argc, char **argv) {
  char dir[4096], trace[4200];
  struct stat st;
  rt_region r;
  CHECK(argc > 1 && setlocale(LC_ALL, "C"));
  snprintf(dir, sizeof dir, "%s", argv[1]);
  for (int k = 0; k < 4; k++) {
    size_t n = strlen(dir);
    snprintf(dir + n, sizeof dir - n, "/J\u00f3zsef \u6f22%0120d", 0);
    CHECK(mkdir(dir, 0700) == 0);
  }
  snprintf(trace, sizeof trace, "%s/trace", dir);
  CHECK(loft_set("LOFT_TRACE", trace) == 0);
  snprintf(trace, sizeof trace, "%s/cache/a", dir);
  CHECK(loft_set("LOFT_CACHE", trace) == 0);
  axpy_init(&r);
  CHECK(axpy_check(&r, 3000) == LOFT_ON_VULKAN);
  CHECK(stat(trace, &st) == 0 && S_ISDIR(st.st_mode));
  snprintf(trace, sizeof trace, "%s/trace", dir);
  CHECK(stat(trace, &st) == 0 && st.st_size > 100);
  printf("all good\n");
  return 0;
}
