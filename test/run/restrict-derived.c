// A pointer made of a restrict pointer may be used beside it: what C computes
// for a recurrence through the two stands, however the one was made.
// RUN: %clang -O2 -Wno-pass-failed %s -o %t %link 2>/dev/null
// RUN: %three %t original
#include <stdio.h>
#include <string.h>

enum { N = 40 };
typedef struct line { float *restrict x, *restrict y; } line;
static float *restrict file_x, *restrict file_y;
static float store[N + 2];

#define RECURRENCE(x, y) \
  _Pragma("loft") for (int i = 1; i < n; i++) x[i] += 0.5f * y[i - 1];

static void
moved(float *restrict x, int n) {
  float *y = x + 1;
  RECURRENCE(x, (y - 1))
}

static void
behind(float *restrict x, int n) {
  float *y = x - 1;
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] += 0.5f * y[i];
}

static void
element(float *restrict x, int n) {
  float *restrict y = &x[0];
  RECURRENCE(x, y)
}

static void
chosen(float *restrict x, int n, int c, float *restrict z) {
  float *y = c ? x : z;
  RECURRENCE(x, y)
}

static void
assigned(float *restrict x, int n) {
  float *y;
  y = x;
  RECURRENCE(x, y)
}

static void
argument(float *restrict x, float *restrict y, int n) {
  y = x;
  RECURRENCE(x, y)
}

static void
through(float *restrict x, float *restrict y, int n) {
  float **p = (float **)&y;
  *p = x;
  RECURRENCE(x, y)
}

static void
walked(float *restrict x, int n) {
  float *y = x;
  for (int k = 0; k < 3; k++) {
    RECURRENCE(x, y)
    y++;
  }
}

static void
byte(float *restrict x, int n) {
  float *y = (float *)((char *)x - sizeof *x);
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] += 0.5f * y[i];
}

static void
in_block(float *restrict x, int n) {
  {
    float *restrict y = x;
    {
      float *restrict z = y;
      RECURRENCE(x, z)
    }
  }
}

static void
in_structure(line *l, int n) {
  float *y = l->x;
  RECURRENCE(l->x, y)
  l->y = l->x;
  RECURRENCE(l->x, l->y)
}

static void
in_file(int n) {
  file_y = file_x;
  RECURRENCE(file_x, file_y)
}

static void
rows(int m, float (*restrict x)[m], int n) {
  float *y = x[0];
  RECURRENCE(x[0], y)
}

static inline void
inner(float *restrict x, const float *restrict y) {
  *x += 0.5f * *y;
}

static void
inlined(float *restrict x, int n) {
  const float *y = x - 1;
#pragma loft
  for (int i = 1; i < n; i++)
    inner(x + i, y + i);
}

static float *
begin(void) {
  memset(store, 0, sizeof store);
  store[1] = 1;
  store[N / 2] = 3;
  return store + 1;
}

static void
show(const char *what) {
  printf("%s:", what);
  for (int i = 0; i < N; i++)
    printf(" %a", store[i]);
  printf("\n");
}

int
main(void) {
  line l = {0};
  static float other[N];
  moved(begin(), N), show("moved");
  behind(begin(), N), show("behind");
  element(begin(), N), show("element");
  chosen(begin(), N, 1, other), show("chosen");
  assigned(begin(), N), show("assigned");
  argument(begin(), other, N), show("argument");
  through(begin(), other, N), show("through");
  walked(begin(), N - 4), show("walked");
  byte(begin(), N), show("byte");
  in_block(begin(), N), show("block");
  l.x = begin(), in_structure(&l, N), show("structure");
  file_x = begin(), in_file(N), show("file");
  rows(N, (void *)begin(), N), show("rows");
  inlined(begin(), N), show("inlined");
  return 0;
}
