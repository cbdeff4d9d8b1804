// A pointer made of another in the same function is a place in the same array:
// what one iteration writes through one and another reads through the other is
// a dependence, known when this is compiled.
// RUN: %clang -fsyntax-only %s 2>&1 | FileCheck %s

void comb(float *restrict buf, int n) {
  float *prev = buf - 1;
#pragma loft
  for (int i = 1; i < n; i++)
    // CHECK: carried-derived.c:[[#@LINE+1]]:{{.*}} warning: {{.*}}[LOFT140]
    buf[i] += 0.5f / prev[i];
}

// CHECK-NOT: warning:
void channels(float *buf, int n) {
  float *l = buf, *r = l + 1;
#pragma loft map
  for (int i = 0; i < n; i++)
    l[2 * i] += r[2 * i];
}

// the value of a pointer that is changed is not known
void walk(float *buf, int n) {
  float *p = buf;
  p += n;
#pragma loft map
  for (int i = 1; i < n; i++)
    p[i] = buf[i];
}

static float *table[4];

// nor is one that is read from memory
void load(float *buf, int n) {
  float *p = table[1];
#pragma loft map
  for (int i = 0; i < n; i++)
    p[i] = buf[i];
}
