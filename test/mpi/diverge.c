// Ranks that do not run alike end with an error before any data is wrong: other
// sizes, other scalars, other regions, fewer regions, none at all; and other data, where
// that is asked for.
// REQUIRES: mpi
// RUN: %clang -O2 %s -o %t -lloftmpi %link
// RUN: env LOFT_OFFLOAD=cpu mpiexec -n 3 %t same | FileCheck %s --check-prefix=SAME
// RUN: not env LOFT_OFFLOAD=cpu timeout 60 mpiexec -n 3 %t size 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: not env LOFT_OFFLOAD=cpu timeout 60 mpiexec -n 3 %t scalar 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: not env LOFT_OFFLOAD=cpu timeout 60 mpiexec -n 3 %t other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not env LOFT_OFFLOAD=cpu timeout 60 mpiexec -n 3 %t fewer 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: not env LOFT_OFFLOAD=cpu timeout 60 mpiexec -n 3 %t none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env LOFT_MPI=2 LOFT_OFFLOAD=cpu mpiexec -n 3 %t same | FileCheck %s --check-prefix=SAME
// RUN: not env LOFT_MPI=2 LOFT_OFFLOAD=cpu timeout 60 mpiexec -n 3 %t data 2>&1 | FileCheck %s --check-prefix=DATA
// SAME-COUNT-3: 2500
// VALUES: loft: error: ranks do not run alike: ranks {{[0-2]}} and {{[0-2]}} are at add ({{.*}}diverge.c:{{[0-9]+}}), with different sizes or values: all ranks end
// OTHER: loft: error: ranks do not run alike: rank {{[0-2]}} is at {{add|mul}} ({{.*}}), rank {{[0-2]}} at {{add|mul}} ({{.*}}): all ranks end
// FEWER: loft: error: ranks do not run alike: rank {{[0-2]}} is at {{.*}}its end
// DATA: loft: error: ranks do not run alike: ranks {{[0-2]}} and {{[0-2]}} are at the contents of x in add ({{.*}}diverge.c:{{[0-9]+}}), with different sizes or values: all ranks end
// NONE: loft: error: ranks do not run alike: rank {{[0-2]}} is at {{.*}}its end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int x[5000];

__attribute__((noinline)) static void
add(int n, int a) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += a;
}

__attribute__((noinline)) static void
mul(int n, int a) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] *= a;
}

int
main(int argc, char **argv) {
  const char *rank = getenv("PMI_RANK"), *how = argc > 1 ? argv[1] : "";
  int odd = rank && atoi(rank) == 1;
  if (odd && !strcmp(how, "none"))
    return 0;
  add(5000, 1);
  if (odd && !strcmp(how, "other"))
    mul(5000, 2);
  if (odd && !strcmp(how, "fewer"))
    return 0;
  add(odd && !strcmp(how, "size") ? 4000 : 5000,
      odd && !strcmp(how, "scalar") ? 2 : 1);
  if (odd && !strcmp(how, "data"))
    x[17]++;
  add(5000, 0);
  int n = 0;
  for (int i = 0; i < 5000; i++)
    n += x[i];
  printf("%d\n", n / 4);
  return 0;
}
