// An address that a loop leaves behind says neither which array it is in nor, to
// iterations that run at once, which of two is the better one. An index does,
// beside the value that it was chosen by.
struct point {
  int x, y;
};
int f(int n, const struct point *p) {
  const struct point *best = p;
#pragma loft
  for (int i = 1; i < n; i++)
    if (p[i].x > best->x)
      best = &p[i];
  return best->y;
}
// -- instead
struct point {
  int x, y;
};
int f(int n, const struct point *p) {
  int best = 0, x = p[0].x;
#pragma loft
  for (int i = 1; i < n; i++)
    if (p[i].x > x) {
      x = p[i].x;
      best = i;
    }
  return p[best].y;
}
