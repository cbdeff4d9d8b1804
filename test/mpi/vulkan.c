// A rank's part runs on a device where that is asked for; LOFT_MPI=0 shares
// nothing.
// REQUIRES: mpi, vulkan
// RUN: %clang -O2 %s -o %t -lloftmpi %link
// RUN: %ranks %t LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe
// RUN: FileCheck %s --input-file=%t.ranks.2
// RUN: %ranks %t LOFT_MPI=0
// RUN: FileCheck %s --input-file=%t.ranks.2 --check-prefix=OFF
// CHECK-DAG: map ({{.*}}): vulkan, rank 0 of 2: 2500 of 5000 iterations
// CHECK-DAG: map ({{.*}}): vulkan, rank 1 of 2: 2500 of 5000 iterations
// CHECK-DAG: sum ({{.*}}): vulkan, rank 1 of 2: 2500 of 5000 iterations
// OFF-NOT: rank
// OFF: map ({{.*}}): cpu
#include <stdio.h>

static int x[5000];

__attribute__((noinline)) static void
map(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i * i % 1001;
}

__attribute__((noinline)) static unsigned
sum(int n) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (unsigned)x[i] * (unsigned)i;
  return s;
}

int
main(void) {
  map(5000);
  printf("%u %d\n", sum(5000), x[4321]);
  return 0;
}
