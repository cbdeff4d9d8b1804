// What stays on a device are the elements of arrays; they are named by the variable or member that is an array, or a pointer.
struct grid {
  float *x, *y;
};
void halve(int n, const float *x, float *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5f;
}
void f(int n, int times, float *x, float *y) {
  struct grid g = {x, y};
#pragma loft keep(g)
  for (int k = 0; k < times; k++)
    halve(n, g.x, g.y);
}
// -- instead
struct grid {
  float *x, *y;
};
void halve(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5f;
}
void f(int n, int times, float *x, float *y) {
  struct grid g = {x, y};
#pragma loft keep(g.x, g.y)
  for (int k = 0; k < times; k++)
    halve(n, g.x, g.y);
}
