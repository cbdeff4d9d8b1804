// A program that runs with other rights than its user's (setuid) loads nothing
// that the user's environment names: no OpenMP library is entered, no Vulkan
// driver or layer opened, no setting read, no file written.
// RUN: readelf -d %libdir/libloftrt.so | FileCheck %s --check-prefix=NEEDS
// NEEDS-NOT: omp
// RUN: %clang-plain -Wall -Werror -D_GNU_SOURCE %s -I%S/Inputs -o %t %link -ldl
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env LOFT_LOG=2 LOFT_TRACE=%t.dir/trace LOFT_CACHE=%t.dir \
// RUN:   OMP_NUM_THREADS=abc %run%t 2>&1 | FileCheck %s
// RUN: ls %t.dir | count 0
// CHECK-NOT: loft:
// CHECK: loft: not using Vulkan: the program runs with other rights than its user's
// CHECK-NOT: loft:
// CHECK: all good
#include "rt_test.h"

#include <dlfcn.h>
#include <sys/auxv.h>

// What the kernel says of such a program.
unsigned long
getauxval(unsigned long type) {
  unsigned long (*real)(unsigned long);
  *(void **)&real = dlsym(RTLD_NEXT, "getauxval");
  return type == AT_SECURE ? 1 : real(type);
}

// What the C library then does.
char *
secure_getenv(const char *name) {
  (void)name;
  return NULL;
}

int
main(void) {
  rt_region r;
  axpy_init(&r);
  r.desc.n_gpu_kernels = 1;
  r.desc.gpu_kernels = &r.gpu;
  CHECK(axpy_check(&r, 3000000) != LOFT_ON_VULKAN);
  CHECK(loft_set_device("llvmpipe") == 0);
  CHECK(axpy_check(&r, 3000000) == LOFT_ON_CPU);
  CHECK(!dlopen("libvulkan.so.1", RTLD_NOW | RTLD_NOLOAD));
  printf("all good\n");
  return 0;
}
