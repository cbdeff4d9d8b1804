// A program that writes numbers with a comma has its texts read by the original
// loop: here it says so itself, for want of an installed locale that does.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static char *point = ".";

struct lconv *
localeconv(void) {
  static struct lconv conv;
  conv.decimal_point = point;
  return &conv;
}

static const char *const texts[] = {"1", "22.5", "-3e2", "4"};

__attribute__((noinline)) static void
sum(int n) {
  double s = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    s += atof(texts[i]);
  fprintf(stderr, "%g\n", s);
}

int
main(void) {
  // CHECK: sum ({{.*}}): cpu
  // CHECK-NEXT: -272.5
  sum(4);
  point = ",";
  // CHECK-NEXT: sum ({{.*}}): original: {{.*}}
  // CHECK-NEXT: -272.5
  sum(4);
  return 0;
}
