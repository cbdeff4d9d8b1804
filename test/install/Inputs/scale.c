// Scales an array in a lifted loop and says where that ran.
#include <loft/loft.h>
#include <stdio.h>

static int a[100000];

int
main(void) {
  int n = 100000;
  LOFT(map)
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
  loft_region_report report;
  static const char *const where[] = {"not lifted", "original", "cpu"};
  int ran = loft_last_region(&report, sizeof report);
  printf("%d %s\n", a[n - 1], where[ran + 1]);
  return 0;
}
