// Where the next element is, is not known before this one is read. A walk along
// the list that does nothing else is quick; what is done with its elements can
// then be done with all at once.
void f(int n, const int *next, const int *x, int *y) {
  int at = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = x[at] / 3;
    at = next[at];
  }
}
// -- instead
void f(int n, const int *next, const int *x, int *y) {
  int places[64];
  for (int i = 0, at = 0; i < n; i++, at = next[at])
    places[i] = at;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[places[i]] / 3;
}
