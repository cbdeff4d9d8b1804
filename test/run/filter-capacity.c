// Filters that stop where there is no more room: asked before an element is
// stored, behind it, in the loop's own condition, and by a return.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-DAG: before (/{{.*}}: cpu
// RAN-DAG: behind (/{{.*}}: cpu
// RAN-DAG: whiles (/{{.*}}: cpu
// RAN-DAG: refuses (/{{.*}}: cpu
// RAN-DAG: down (/{{.*}}: cpu
#include <stdio.h>
#include <string.h>

#define FN __attribute__((noinline)) static
enum { N = 70000 };
static int x[N], out[N], at[N];

FN int
before(int n, int cap) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0) {
      if (k == cap)
        break;
      out[k++] = x[i];
    }
  return k;
}

FN int
behind(int n, int cap) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0) {
      out[k] = x[i];
      at[k] = i;
      k++;
      if (k >= cap)
        break;
    }
  return k;
}

FN int
whiles(int n, unsigned k, unsigned cap) {
  int i = 0;
#pragma loft
  while (i < n && k < cap) {
    if (x[i] % 3 == 0)
      out[k++] = i;
    i++;
  }
  return (int)k * 7 + i;
}

FN long
refuses(int n, long k, long cap) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] % 3)
      continue;
    if (k == cap)
      return -1 - i;
    out[k++] = -x[i];
  }
  return k;
}

FN int
down(int n, int k, int least) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0) {
      if (k == least)
        break;
      out[--k] = i;
    }
  return k;
}

static void
show(const char *name, long got) {
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)out[i] * 7 + (unsigned)at[i];
  printf("%s %ld %u\n", name, got, h);
  memset(out, 0, sizeof out);
  memset(at, 0, sizeof at);
}

int
main(void) {
  static const int caps[] = {0, 1, 5, 5461, 5462, 20000, N};
  for (int i = 0; i < N; i++)
    x[i] = (int)(i * 2654435761u >> 12);
  for (int c = 0; c < 7; c++) {
    show("before", before(N, caps[c]));
    show("behind", behind(N, caps[c]));
    show("whiles", whiles(N, 0, (unsigned)caps[c]));
    show("whiles", whiles(N, 3, (unsigned)caps[c]));
    show("refuses", refuses(N, 0, caps[c]));
    show("down", down(N, N, N - caps[c]));
  }
  show("before", before(N, -1)); // there is always room
  show("before", before(0, 4));
  show("refuses", refuses(N, 7, 5));
  show("down", down(N, 40000, 40001));
  return 0;
}
