// The trip count must be known before the first iteration runs, or be found by
// running ahead, which a loop that writes elements its condition reads cannot.
// One that only looks for the end can, and then the iterations are
// known. (Loops that leave by break, return or a condition are lifted where it
// follows from what was there before whether an iteration is the last. So are
// loops along a text up to its zero, with places of tokens by the letters before
// and behind, or a flag: two counters, one for starts, one for ends.)
int f(int n, int *x) {
  int i = 0;
#pragma loft
  while (x[i] < 17 && i < n) {
    x[i] = 1;
    i++;
  }
  return i;
}
// -- instead
int f(int n, int *x) {
  int end = 0;
#pragma loft
  while (x[end] < 17 && end < n)
    end++;
#pragma loft
  for (int i = 0; i < end; i++)
    x[i] = 1;
  return end;
}
