// A packed structure of numbers and arrays of them is an array of bytes, of which each
// number is several. Where one holds another structure, or a pointer, at an odd address,
// that is an element of no array.
struct place {
  float x, y;
};
struct point {
  char kind;
  struct place at;
} __attribute__((packed));
void f(int n, struct point *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].at.x += 1;
}
// -- instead
struct point {
  char kind;
  float x, y;
} __attribute__((packed));
void f(int n, struct point *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x += 1;
}
