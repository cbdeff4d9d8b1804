// Stores at a counter, of which the latest stays: ends of runs, segments.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 3000 };
typedef struct run {
  int start, value, end;
} run;
static int x[N], starts[N], ends[N];
static float f[N];
static unsigned char small[N];
static run runs[N];

// Starts where the signal rises, ends where it falls.
static int
segments(int n, int k, int inside, int least)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int on = x[i] > least;
    if (on && !inside) {
      starts[k] = i;
      inside = 1;
    } else if (!on && inside) {
      ends[k++] = i;
      inside = 0;
    }
  }
  return 2 * k + inside;
}

// The same of floats, in one array of structures.
static int
records(int n, float least)
{
  int k = 0, inside = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (f[i] > least && !inside) {
      runs[k].start = i;
      runs[k].value = x[i];
      inside = 1;
    } else if (f[i] <= least && inside) {
      runs[k++].end = i;
      inside = 0;
    }
  }
  return k;
}

// The end of a segment is stored in each of its iterations.
static long
growing(int n)
{
  long k = 0;
  int inside = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 1) {
      if (!inside)
        starts[k] = i;
      ends[k] = i;
      inside = 1;
    } else if (inside) {
      k++;
      inside = 0;
    }
  }
  return k + inside;
}

// So is that of the run that was appended last.
static int
run_ends(int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] != x[i - 1]) {
      runs[k].start = i;
      runs[k].value = x[i];
      k++;
    }
    runs[k - 1].end = i + 1;
  }
  return k;
}

// Where the counter moves first, downwards, and under a condition.
static int
sometimes(int n, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 2)
      k--;
    if (x[i] != 1)
      ends[k] = i;
  }
  return k;
}

// A narrow counter, and values of a narrow type.
static int
narrow(int n, unsigned char k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] == 1)
      small[k] = (unsigned char)i;
    else if (x[i] == 3)
      k++;
  }
  return k;
}

// Two steps, of which each may move the counter.
static int
twice(int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] == 1)
      ends[k] = i;
    if (x[i] > 1)
      k++;
    k += x[i] > 2;
  }
  return k;
}

static void
show(const char *what, long k)
{
  unsigned h = 0;
  for (int i = 0; i < N; i++) {
    h = h * 31 + (unsigned)starts[i];
    h = h * 31 + (unsigned)ends[i];
    h = h * 31 + (unsigned)(runs[i].start + runs[i].value + runs[i].end);
    h = h * 31 + small[i];
    starts[i] = ends[i] = -i;
    runs[i] = (run){i, -i, 3 * i};
    small[i] = 0;
  }
  printf("%s %ld %u\n", what, k, h);
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = (int)(i * 2654435761u >> 29) % 4;
    f[i] = (float)x[i];
  }
  for (int n = 0; n < 5; n++)
    show("few", segments(n, 0, n & 1, 1));
  show("segments", segments(N, 0, 0, 1));
  show("from the middle", segments(N, 7, 1, 1));
  show("none", segments(N, 0, 0, 4));
  show("one", segments(N, 0, 0, -1));
  show("records", records(N, 1));
  show("growing", growing(N));
  show("growing", growing(1));
  show("runs", run_ends(N));
  show("runs", run_ends(1));
  show("runs", run_ends(0));
  show("sometimes", sometimes(N, N - 1));
  show("narrow", narrow(200, 0));
  show("narrow", narrow(50, 200));
  show("twice", twice(N));
  return 0;
}
