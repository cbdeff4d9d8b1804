// A bit-field shares its bytes with its neighbours and has no address.
struct s {
  int b : 3;
};
void f(int n, int *x, struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = p->b;
}
// -- instead
struct s {
  int b : 3;
};
void f(int n, int *x, struct s *p) {
  int b = p->b;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = b;
}
