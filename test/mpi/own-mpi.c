// Regions of a program that begins MPI itself are shared where it asks for
// that alone.
// REQUIRES: mpi
// RUN: %clang -O2 %s -o %t -isystem %mpi-include -lloftmpi %link -lmpich
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 mpiexec -n 2 %t > %t.out 2>&1
// RUN: FileCheck %s --input-file=%t.out
// CHECK-NOT: error
// CHECK-DAG: own ({{.*}}): cpu, 1 thread: total
// CHECK-DAG: all ({{.*}}): cpu, rank 0 of 2: 2500 of 5000 iterations
// CHECK-DAG: all ({{.*}}): cpu, rank 1 of 2: 2500 of 5000 iterations
// CHECK-DAG: 0 of 2: 12502500
// CHECK-DAG: 1 of 2: 12507500
// RUN: not grep 'own .*rank' %t.out
#include "loft/loft_mpi.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int x[5000];

__attribute__((noinline)) static void
own(int n, int a) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += a;
}

__attribute__((noinline)) static void
all(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}

int
main(int argc, char **argv) {
  setenv("LOFT_THREADS", "1", 1);
  MPI_Init(&argc, &argv);
  loft_mpi_share(1);
  all(5000);
  loft_mpi_share(0);
  own(5000, 1 + loft_mpi_rank());
  int sum = 0;
  for (int i = 0; i < 5000; i++)
    sum += x[i];
  printf("%d of %d: %d\n", loft_mpi_rank(), loft_mpi_size(), sum);
  MPI_Finalize();
  return 0;
}
