#include "part.h"

void
part_scale(int n, int *a) {
#pragma loft map
  for (int i = 0; i < n; i++)
    a[i] = 3 * a[i] + 1;
}
