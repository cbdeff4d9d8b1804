// A call with little work passes by and says so, in each region and thread,
// unless something is asked for: then it is entered as any other, and again
// when that is over.
// RUN: %clang -O2 %s -o %t %link
// RUN: %run%t 2>&1 | FileCheck %s

// CHECK: add: original: too little work
// CHECK-NEXT: twice: original: too little work
// CHECK-NEXT: add: original: too little work
// CHECK-NEXT: thread: no region yet
// CHECK-NEXT: twice: original: too little work
// CHECK-NEXT: add: original: too little work
// CHECK-NEXT: add: cpu: LOFT_OFFLOAD=cpu
// CHECK-NEXT: add: original: too little work
// CHECK-NEXT: loft: add ({{.*}}): original: too little work
// CHECK-NEXT: add: original: too little work
// CHECK-NEXT: sum 24
#include <pthread.h>
#include <stdio.h>

#include "loft/loft.h"

static int x[4];

// Adds 1 to all elements.
static void
add(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

// Doubles all elements.
static void
twice(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

// Says where the last region of the thread ran, and why.
static void
say(void) {
  static const char *const names[] = {[LOFT_RAN_ORIGINAL] = "original",
                                      [LOFT_RAN_CPU] = "cpu"};
  loft_region_report r;
  loft_last_region(&r, sizeof r);
  printf("%s: %s: %s\n", r.name, names[r.where], r.why);
  fflush(stdout);
}

// Another thread: first without a region of its own.
static void *
run_thread(void *unused) {
  loft_region_report r;
  int none = loft_last_region(&r, sizeof r) == LOFT_RAN_NOTHING;
  printf("thread: %s\n", none ? "no region yet" : "a region");
  twice(4);
  say();
  return unused;
}

int
main(void) {
  pthread_t thread;
  int sum = 0;
  add(4);
  say();
  twice(4);
  say();
  add(4);
  say();
  pthread_create(&thread, NULL, run_thread, NULL);
  pthread_join(thread, NULL);
  say();
  loft_set("LOFT_OFFLOAD", "cpu");
  add(0);
  say();
  loft_set("LOFT_OFFLOAD", "default");
  add(0);
  say();
  loft_set("LOFT_LOG", "1");
  add(0);
  loft_set("LOFT_LOG", "0");
  add(0);
  say();
  for (int k = 0; k < 4; k++)
    sum += x[k];
  printf("sum %d\n", sum);
}
