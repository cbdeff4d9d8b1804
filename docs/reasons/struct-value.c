// Structures are not copied as a whole; their fields are.
struct s {
  int a, b;
};
void f(int n, int *x, struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    struct s t = *p;
    x[i] = t.a;
  }
}
// -- instead
struct s {
  int a, b;
};
void f(int n, int *x, struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int a = p->a;
    x[i] = a;
  }
}
