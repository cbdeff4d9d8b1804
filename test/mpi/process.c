// Threads, children of fork and exit, while results stay on ranks: regions of
// other threads and of children are run by each rank alone, and what stayed is
// complete in a child and at exit.
// REQUIRES: mpi
// RUN: %clang -O2 %s -o %t -lloftmpi %link
// RUN: env ARGUMENTS=thread %ranks %t
// RUN: FileCheck %s --input-file=%t.ranks.2 --check-prefix=THREAD
// RUN: env ARGUMENTS=fork %ranks %t
// RUN: FileCheck %s --input-file=%t.ranks.2 --check-prefix=FORK
// RUN: env ARGUMENTS=exit %ranks %t
// RUN: FileCheck %s --input-file=%t.ranks.2 --check-prefix=EXIT
// THREAD-DAG: add ({{.*}}): cpu, 1 thread
// THREAD-DAG: add ({{.*}}): cpu, rank 0 of 2: {{.*}}: 4 B came, 4 B went, results stay
// FORK-DAG: add ({{.*}}): cpu, 1 thread
// FORK-DAG: rank 0 of 2: what stayed comes back
// EXIT: rank 0 of 2: {{.*}}results stay
// EXIT: rank 0 of 2: what stayed comes back
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 5000 };
static int s[N], t[N];

__attribute__((noinline)) static void
add(int n, const int *restrict a, int *restrict b) {
#pragma loft
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1] * 3;
}

static unsigned
hash(const int *a, const int *b) {
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)(a[i] ^ b[i]);
  return h;
}

static void *
run_thread(void *unused) {
  for (int i = 0; i < N; i++)
    t[i] = i;
#pragma loft keep(t, s)
  add(N, t, s);
  return unused;
}

int
main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  static int x[N], y[N];
  int *a = x, *b = y;
  for (int i = 0; i < N; i++)
    x[i] = i;
#pragma loft keep(a, b)
  {
    add(N, a, b);
    add(N, b, a);
    if (!strcmp(how, "exit"))
      exit(0);
    if (!strcmp(how, "thread")) {
      pthread_t thread;
      pthread_create(&thread, NULL, run_thread, NULL);
      pthread_join(thread, NULL);
    }
    if (!strcmp(how, "fork") && fork() == 0) {
      add(N, a, b);
      printf("child %u\n", hash(x, y));
      fflush(stdout);
      _exit(0);
    }
    wait(NULL);
    add(N, a, b);
  }
  printf("%u %u\n", hash(x, y), hash(s, t));
  return 0;
}
