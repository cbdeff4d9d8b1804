// What an iteration does depends on the state that the one before left. Not
// knowing that, it can say for each state what becomes of it, as a table; and
// two tables, one behind the other, are a table again. That pays for a handful
// of states, and which they are has to be known: small numbers from 0 on.
int f(int n, const int *x) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s == 0 && x[i] > 9)
      s = 'a';
    else if (s == 'a')
      s = x[i] > 4 ? 'b' : 0;
    else if (x[i] == 1)
      s = 0;
  }
  return s;
}
// -- instead
int f(int n, const int *x) {
  enum { NONE, A, B } s = NONE;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s == NONE && x[i] > 9)
      s = A;
    else if (s == A)
      s = x[i] > 4 ? B : NONE;
    else if (x[i] == 1)
      s = NONE;
  }
  return s == A ? 'a' : s == B ? 'b' : 0;
}
