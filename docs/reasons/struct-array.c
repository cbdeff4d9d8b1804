// An array of structures interleaves its fields; loft works on arrays of one
// type.
struct point {
  float x, y;
};
void f(int n, struct point *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x += 1;
}
// -- instead
struct points {
  float *x, *y;
};
void f(int n, struct points *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p->x[i] += 1;
}
