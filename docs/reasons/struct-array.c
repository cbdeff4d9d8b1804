// Where the fields of an array of structures have one type, loft sees an array
// of that type; arrays of several types at once it does not know.
struct point {
  float x, y;
  int id;
};
void f(int n, struct point *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x += 1;
}
// -- instead
struct place {
  float x, y;
};
void f(int n, struct place *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x += 1;
}
