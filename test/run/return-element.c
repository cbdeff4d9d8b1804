// Searches that return a pointer to a structure, or to a field; those that
// return no place of an array stay.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s
// RUN: env LOFT_OFFLOAD=disabled %run%t >%t.original
// RUN: env LOFT_OFFLOAD=cpu %run%t >%t.cpu
// RUN: cmp %t.original %t.cpu
#include <stdio.h>
#define N 100
struct p {
  float x;
  int id;
  const char *name;
};
static const char *names[N];
static struct p a[N];

static struct p *
find(int n, struct p *p, int id) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i].id == id)
      return &p[i];
  return 0;
}

static float *
field(int n, struct p *p, int id) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i].id == id)
      return &p[i].x;
  return &p[0].x;
}

static const char *
name(int n, struct p *p, int id) {
#pragma loft
  // CHECK: [[@LINE+1]]:{{.*}}LOFT
  for (int i = 0; i < n; i++)
    if (p[i].id == id)
      return p[i].name;
  return "none";
}

static const char *
name_apart(int n, struct p *p, const char **name, int id) {
#pragma loft
  // CHECK: [[@LINE+1]]:{{.*}}LOFT
  for (int i = 0; i < n; i++)
    if (p[i].id == id)
      return name[i];
  return "none";
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    names[i] = i & 1 ? "odd" : "even";
    a[i] = (struct p){i, i * 7 % N, names[i]};
  }
  for (int id = 0; id < 120; id += 13) {
    struct p *found = find(N, a, id);
    printf("%d %d %s %s\n", found ? (int)(found - a) : -1,
           (int)*field(N, a, id), name(N, a, id),
           name_apart(N, a, names, id));
  }
}
