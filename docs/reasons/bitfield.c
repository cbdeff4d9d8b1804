// A bit-field shares its bytes with its neighbours: to write one is to write
// them all. Bit-fields are read, and written in local variables.
struct s {
  int key;
  unsigned kind : 3, seen : 1;
};
void f(int n, struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].seen = p[i].kind == 2;
}
// -- instead
struct s {
  int key;
  unsigned kind : 3;
  _Bool seen;
};
void f(int n, struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].seen = p[i].kind == 2;
}
