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
struct place {
  char kind;
  float x, y;
};
void f(int n, struct place *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x += 1;
}
