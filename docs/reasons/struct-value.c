// A structure that is copied from memory to memory is copied scalar by scalar,
// its arrays of scalars by loops; very large ones would fill a device's
// registers. Of one that is copied to a variable, what is not used does not count.
struct item {
  char key;
  short weight;
};
struct s {
  struct item items[260];
};
void f(int n, struct s *x, const struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = p[i];
}
// -- instead
struct item {
  char key;
  short weight;
};
struct s {
  struct item items[260];
};
void f(int n, struct s *x, const struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 260; k++)
      x[i].items[k] = p[i].items[k];
}
