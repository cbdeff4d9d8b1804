// A precompiled header holds the loops as they were parsed; code is generated
// where it is used, without what is known here.
// flags: -x c-header
static void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
