// Libraries with regions come and go: at the same place or another, with the
// same regions or others, and what the runtime tells stays readable.
// RUN: %clang -O2 -fPIC -shared -DPART=1 %s -o %t.1.so %link
// RUN: %clang -O2 -fPIC -shared -DPART=2 %s -o %t.2.so %link
// RUN: %clang-plain -O1 %s -o %t -ldl -rdynamic %link
// RUN: env LOFT_OFFLOAD=cpu %run%t %t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe %run%t %t | FileCheck %s
// REQUIRES: vulkan
// CHECK: all good
#ifdef PART
void
work(int n, int *a) {
#pragma loft
  for (int i = 0; i < n; i++)
    a[i] = a[i] * PART + PART;
}
#else
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "loft/loft.h"

enum { N = 2000 };
static int a[N];

// Opens library "part", runs its region, closes it; whether all was well.
static int
visit(const char *prefix, int part) {
  char path[4096];
  loft_region_report report;
  snprintf(path, sizeof path, "%s.%d.so", prefix, part);
  void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!lib)
    return puts(dlerror()), 0;
  void (*work)(int, int *) = (void (*)(int, int *))dlsym(lib, "work");
  for (int i = 0; i < N; i++)
    a[i] = i;
  work(N, a);
  dlclose(lib);
  loft_last_region(&report, sizeof report);
  for (int i = 0; i < N; i++)
    if (a[i] != i * part + part)
      return 0;
  return report.where != LOFT_RAN_ORIGINAL && !strcmp(report.name, "work") &&
         strstr(report.file, "unload.c") != NULL;
}

int
main(int argc, char **argv) {
  for (int k = 0; k < 12; k++)
    if (argc < 2 || !visit(argv[1], k % 3 == 0 ? 2 : 1))
      return printf("bad in round %d\n", k), 1;
  puts("all good");
}
#endif
