// The lifted loop is a call: it gives back numbers and places in arrays, which
// the function then returns, but neither structures nor null pointers.
struct place {
  int row, column;
};
struct place f(int n, int m, struct place *x) {
  struct place none = {-1, -1};
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i].row == m)
      return x[i];
  return none;
}
// -- instead
struct place {
  int row, column;
};
struct place f(int n, int m, struct place *x) {
  int at = -1;
  struct place none = {-1, -1};
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i].row == m) {
      at = i;
      break;
    }
  return at < 0 ? none : x[at];
}
