// A structure that is copied is copied scalar by scalar; large ones would fill
// a device's registers.
struct s {
  double table[100];
  int used;
};
void f(int n, double *x, const struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    struct s t = p[i];
    x[i] = t.table[t.used];
  }
}
// -- instead
struct s {
  double table[100];
  int used;
};
void f(int n, double *x, const struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    const struct s *t = &p[i];
    x[i] = t->table[t->used];
  }
}
