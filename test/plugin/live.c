// A variable that the region leaves changed is given back wherever something
// may read it: on some way only, out of the sight of an analysis of
// statements, or the next time around.
// RUN: %clang -O1 -fopenmp -Wno-uninitialized %s -o %t %link
// RUN: %three %t
#include <stdarg.h>
#include <stdio.h>

static int a[100];

// { k counts to n; a is changed, so that there is more }
#define COUNT                                                                  \
  _Pragma("loft required") for (k = 0; k < n; k++) a[k] = a[k] + k;

#define CASE(name) __attribute__((noinline)) static long name(int n, int c)

CASE(on_one_way) {
  int k;
  COUNT
  if (c)
    k = 3;
  return k;
}

CASE(through_goto) {
  int k = -1, seen = 0;
again:
  if (seen++ == 2)
    return k;
  COUNT
  if (c)
    goto again;
  return seen;
}

CASE(next_time) {
  int k = 5;
  long s = 0;
  for (int t = 0; t < 3; t++) {
    s += k;
    COUNT
  }
  return s;
}

CASE(in_the_condition) {
  int k, turns = 0;
  do {
    n++;
    COUNT
    turns++;
  } while (k < 60);
  return turns;
}

CASE(after_break) {
  int k = 0;
  for (;;) {
    COUNT
    if (c)
      break;
    k = 0;
    break;
  }
  return k;
}

CASE(through_switch) {
  int k;
  COUNT
  switch (c) {
  case 0:
    k = 1; // falls through
  case 1:
    return k;
  default:
    return 7;
  }
}

enum side { LEFT, RIGHT };

CASE(past_all_enumerators) {
  int k;
  COUNT
  switch ((enum side)(c + 2)) {
  case LEFT:
  case RIGHT:
    k = 1;
  }
  return k;
}

CASE(unless_a_number) {
  volatile double x = __builtin_nan("");
  int k;
  COUNT
  double y = x;
  if (y < 1 || y >= 1)
    k = 1;
  return k;
}

__attribute__((analyzer_noreturn)) __attribute__((noinline)) static void
complain(void) {
  a[98]++;
}

CASE(after_a_complaint) {
  int k;
  COUNT
  if (c)
    complain();
  else
    k = 1;
  return k;
}

CASE(added_to) {
  int k;
  COUNT
  k += c;
  return k;
}

CASE(increased) {
  int k;
  COUNT
  return c ? k++ : 3;
}

CASE(length_of_an_array) {
  int k;
  COUNT
  int v[k + 1];
  return (long)sizeof v;
}

CASE(length_behind_a_pointer) {
  int k;
  COUNT
  int(*p)[k + 1] = 0;
  return (long)sizeof *p;
}

CASE(length_in_a_cast) {
  int k;
  COUNT
  return ((int(*)[k + 1]) a)[1] - a;
}

CASE(length_in_sizeof) {
  int k;
  COUNT
  return (long)sizeof(int[k + 1]);
}

CASE(length_in_a_typedef) {
  int k;
  COUNT
  typedef int row[k + 1];
  k = 0;
  return (long)sizeof(row);
}

CASE(in_a_statement_expression) {
  int k;
  long r = ({
    COUNT
    k;
  });
  return r;
}

CASE(in_the_place_added_to) {
  int k = 0, v[60] = {0};
  v[k] += ({
    COUNT
    7;
  });
  return v[n];
}

CASE(in_another_thread) {
  int k;
  long r = 0;
  COUNT
#pragma omp parallel num_threads(2) reduction(+ : r)
  r += k;
  return r;
}

CASE(in_a_clause) {
  int k;
  long r = 0;
  COUNT
#pragma omp parallel num_threads(k > 5 ? 2 : 1) reduction(+ : r)
  r += 1;
  return r;
}

CASE(in_assembly) {
  int k;
  COUNT
  __asm__("addl $1, %0" : "+r"(k));
  return k;
}

CASE(in_a_selection) {
  int k;
  COUNT
  return _Generic(c, int : k, long : 0) + __builtin_choose_expr(1, k, 0);
}

CASE(by_a_computed_goto) {
  static void *const where[] = {&&zero, &&given};
  int k;
  COUNT
  goto *where[c];
zero:
  k = 0;
given:
  return k;
}

static void
note(int *at) {
  a[99] = *at;
}

CASE(by_a_cleanup) {
  {
    __attribute__((cleanup(note))) int k;
    COUNT
  }
  return a[99];
}

CASE(through_an_address) {
  int k, *at = &k;
  COUNT
  return c ? *at : 0;
}

CASE(in_another_region) {
  int k;
  long s = 0;
  COUNT
#pragma loft required
  for (int i = 0; i < n; i++)
    s += a[i] + k;
  return s;
}

// Here nobody reads it.
CASE(not_at_all) {
  int k;
  COUNT
  k = c;
  return k;
}

int
main(void) {
  long (*const cases[])(int, int) = {
      on_one_way,                through_goto,
      next_time,                 in_the_condition,
      after_break,               through_switch,
      past_all_enumerators,      unless_a_number,
      after_a_complaint,         added_to,
      increased,                 length_of_an_array,
      length_behind_a_pointer,   length_in_a_cast,
      length_in_sizeof,          length_in_a_typedef,
      in_a_statement_expression, in_the_place_added_to,
      in_another_thread,         in_a_clause,
      in_assembly,               in_a_selection,
      by_a_computed_goto,        by_a_cleanup,
      through_an_address,        in_another_region,
      not_at_all,
  };
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++)
    for (int n = 0; n < 60; n += 17)
      printf("%d: %ld %ld\n", i, cases[i](n, 0), cases[i](n, 1));
  printf("%d\n", a[20]);
}
