// A bit-field shares its bytes with its neighbours. Those of structures in arrays,
// behind pointers and in local variables are written; those of variables that live
// outside of the loop are only read.
struct s {
  int key;
  unsigned kind : 3, seen : 20;
};
struct s all;
int f(int n, const struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    all.seen += p[i].kind == 2;
  return all.seen;
}
// -- instead
struct s {
  int key;
  unsigned kind : 3, seen : 20;
};
struct {
  int key;
  unsigned kind : 3;
  unsigned seen;
} all;
int f(int n, const struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    all.seen += p[i].kind == 2;
  return all.seen;
}
