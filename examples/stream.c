// Events with an amount and a kind: running sums, the events of one kind, small
// and large ones apart, how many and how much there is of each kind.
#include "demo.h"

enum { KINDS = 16 };

typedef struct event {
  float amount;
  int kind;
} event;

// total[i]: the amounts up to event "i", in cents.
static void
running(int n, const event *e, int64_t *total) {
  int64_t sum = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    sum += (int64_t)(e[i].amount * 100);
    total[i] = sum;
  }
}

// The events above "least" of kind "kind", in their order; how many.
static int
select_events(int n, const event *e, int kind, float least, event *out) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (e[i].kind == kind && e[i].amount > least)
      out[found++] = e[i];
  return found;
}

// Events below "limit" to "low", the others to "high"; how many are low.
static int
divide(int n, const event *e, float limit, event *low, event *high) {
  int lows = 0, highs = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (e[i].amount < limit)
      low[lows++] = e[i];
    else
      high[highs++] = e[i];
  return lows;
}

// How many events there are of each kind, and the cents of them.
static void
tally(int n, const event *e, int *count, int64_t *cents) {
#pragma loft
  for (int i = 0; i < n; i++) {
    count[e[i].kind]++;
    cents[e[i].kind] += (int64_t)(e[i].amount * 100);
  }
}

int
main(void) {
  const int n = demo_scaled(1 << 22, 1);
  event *e = demo_alloc((size_t)n * sizeof *e);
  event *low = demo_alloc((size_t)n * sizeof *low);
  event *high = demo_alloc((size_t)n * sizeof *high);
  int64_t *total = demo_alloc((size_t)n * sizeof *total), cents[KINDS];
  int found = 0, count[KINDS];
  for (int i = 0; i < n; i++) {
    double r = demo_random();
    e[i] = (event){(float)(1000 * demo_random()), (int)(KINDS * r * r)};
  }

  DEMO_RUN("running", running(n, e, total));
  demo_result("running", total, (size_t)n, sizeof *total, 'q');
  DEMO_RUN("select_events", found = select_events(n, e, 3, 250, low));
  demo_result("select_events", low, 2 * (size_t)found, sizeof(int), 'i');
  DEMO_RUN("divide", found = divide(n, e, 500, low, high));
  demo_result("divide", low, 2 * (size_t)found, sizeof(int), 'i');
  demo_result("divide", high, 2 * (size_t)(n - found), sizeof(int), 'i');
  DEMO_RUN("tally", {
    memset(count, 0, sizeof count);
    memset(cents, 0, sizeof cents);
    tally(n, e, count, cents);
  });
  demo_result("tally", count, KINDS, sizeof *count, 'i');
  demo_result("tally", cents, KINDS, sizeof *cents, 'q');

  free(e);
  free(low);
  free(high);
  free(total);
  return 0;
}
