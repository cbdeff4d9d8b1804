// Lookups in hash tables by open addressing: what they read follows from the
// mask, the size, or where the ring begins again; a mask that is negative, and
// a size of 0, run the original.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: masked ({{.*}}): cpu
// CHECK-DAG: unsigned_mask ({{.*}}): cpu
// CHECK-DAG: member ({{.*}}): cpu
// CHECK-DAG: divided ({{.*}}): cpu
// CHECK-DAG: ring ({{.*}}): cpu
// CHECK-DAG: masked ({{.*}}): original
#include <stdint.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { SIZE = 1 << 12, KEYS = 3000, LOOKUPS = 20000 };

typedef struct table {
  const uint32_t *slot;
  int mask;
} table;

static uint32_t slots[SIZE], odd[SIZE], key[LOOKUPS];
static int at[LOOKUPS];

__attribute__((noinline)) static int
masked(int n, const uint32_t *k, const uint32_t *t, int mask, int *found) {
  int hits = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = k[i] & mask;
    while (t[s] != 0 && t[s] != k[i])
      s = (s + 1) & mask;
    found[i] = t[s] == k[i] ? s : -1;
    if (t[s])
      hits++;
  }
  return hits;
}

__attribute__((noinline)) static void
unsigned_mask(int n, const uint32_t *k, const uint32_t *t, uint32_t mask,
              int *found) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    uint32_t s = k[i] & mask;
    while (t[s] != 0 && t[s] != k[i])
      s = (s + 1) & mask;
    found[i] = t[s] == k[i] ? (int)s : -1;
  }
}

__attribute__((noinline)) static void
member(int n, const uint32_t *k, const table *t, int *found) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = k[i] & t->mask;
    while (t->slot[s] && t->slot[s] != k[i])
      s = (s + 1) & t->mask;
    found[i] = t->slot[s] ? s : -1;
  }
}

__attribute__((noinline)) static void
divided(int n, const uint32_t *k, const uint32_t *t, int size, int *found) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = k[i] % size;
    while (t[s] != 0 && t[s] != k[i])
      s = (s + 1) % size;
    found[i] = t[s] == k[i] ? s : -1;
  }
}

__attribute__((noinline)) static void
ring(int n, const uint32_t *k, const uint32_t *t, uint32_t size, int *found) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    uint32_t s = k[i] % size;
    while (t[s] != 0 && t[s] != k[i])
      if (++s == size)
        s = 0;
    found[i] = t[s] == k[i] ? (int)s : -1;
  }
}

static void
show(const char *what) {
  printf("%s %08x\n", what, hash(at, sizeof at));
}

int
main(void) {
  uint32_t s = 1;
  for (int i = 0; i < LOOKUPS; i++) {
    s = s * 1664525 + 1013904223;
    key[i] = (s >> 7) | 1;
  }
  for (int i = 0; i < KEYS; i++) {
    uint32_t p = key[i] & (SIZE - 1), q = key[i] % (SIZE - 1);
    while (slots[p])
      p = (p + 1) & (SIZE - 1);
    slots[p] = key[i];
    while (odd[q])
      q = (q + 1) % (SIZE - 1);
    odd[q] = key[i];
  }
  printf("%d\n", masked(LOOKUPS, key, slots, SIZE - 1, at));
  show("masked");
  unsigned_mask(LOOKUPS, key, slots, SIZE - 1, at);
  show("unsigned_mask");
  table t = {slots, SIZE - 1};
  member(LOOKUPS, key, &t, at);
  show("member");
  divided(LOOKUPS, key, odd, SIZE - 1, at);
  show("divided");
  ring(LOOKUPS, key, odd, SIZE - 1, at);
  show("ring");
  uint32_t none = 0;
  while (slots[none])
    none++;
  printf("%d\n", masked(1, &none, slots, -1, at));
  ring(0, key, odd, 0, at);
  show("none");
}
