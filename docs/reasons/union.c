// What a union holds depends on what was written last.
union u {
  int a;
  float b;
};
void f(int n, int *x, union u *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = p->a;
}
// -- instead
union u {
  int a;
  float b;
};
void f(int n, int *x, union u *p) {
  int a = p->a;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = a;
}
