// The greatest value so far is not carried, but read again in each iteration
// where it was found. Of a place in one array that is known by its index, this
// is seen; of structures with pointers in them, it is not. A pair of the value
// and its place is what iterations can be combined by.
struct node {
  struct node *next;
  int value;
};
int f(int n, const struct node *p) {
  const struct node *best = p;
#pragma loft
  for (int i = 1; i < n; i++)
    if (p[i].value > best->value)
      best = &p[i];
  return best->value;
}
// -- instead
struct node {
  struct node *next;
  int value;
};
int f(int n, const struct node *p) {
  int at = 0, greatest = p[0].value;
#pragma loft
  for (int i = 1; i < n; i++)
    if (p[i].value > greatest) {
      greatest = p[i].value;
      at = i;
    }
  return p[at].value;
}
