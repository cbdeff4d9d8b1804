// What an iteration does depends on the state that the one before left. Not
// knowing that, it could say for each state what becomes of it, as a table; and
// two tables, one behind the other, are a table again. That pays for a handful
// of states. (A state that is set without a look at the old one is lifted as it
// is.)
int f(int n, const int *x) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s == 0 && x[i] > 9)
      s = 1;
    else if (s == 1)
      s = x[i] > 4 ? 2 : 0;
    else if (x[i] == 1)
      s = 0;
  }
  return s;
}
// -- instead
typedef struct {
  int of[3];
} table;
static table then(table a, table b) {
  return (table){{b.of[a.of[0]], b.of[a.of[1]], b.of[a.of[2]]}};
}
int f(int n, const int *x) {
  table t = {{0, 1, 2}};
#pragma loft combine(then : t)
  for (int i = 0; i < n; i++) {
    table one = {{x[i] > 9, x[i] > 4 ? 2 : 0, x[i] == 1 ? 0 : 2}};
    one.of[0] = x[i] > 9 ? 1 : x[i] == 1 ? 0 : 0;
    t = then(t, one);
  }
  return t.of[0];
}
