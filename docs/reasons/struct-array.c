// Scalars that packing leaves at odd addresses are elements of no array.
struct point {
  char kind;
  float x, y;
} __attribute__((packed));
void f(int n, struct point *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x += 1;
}
// -- instead
struct point {
  char kind;
  float x, y;
} __attribute__((packed));
void f(int n, struct point *p) {
  float x[64];
  for (int i = 0; i < n; i++)
    x[i] = p[i].x;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += 1;
  for (int i = 0; i < n; i++)
    p[i].x = x[i];
}
