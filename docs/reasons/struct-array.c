// A packed structure of numbers, of arrays of them and of other packed structures is an
// array of bytes, of which each number is several. Where one holds a structure that is not
// packed, or a pointer, at an odd address, that is an element of no array.
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
struct place {
  float x, y;
} __attribute__((packed));
struct point {
  char kind;
  struct place at;
} __attribute__((packed));
void f(int n, struct point *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].at.x += 1;
}
