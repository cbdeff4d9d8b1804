// An array of pointers to rows, or to structures, is followed when the region
// starts, wherever these lie, and so is a pointer in each of the structures; not
// so where what that leads to leads to others in turn, as in a list or a tree:
// each of them has to be known before the next can be looked at.
struct node {
  int value;
  struct node *next;
};
void f(int n, const int *value, const int *next, int *x) {
  struct node nodes[64], *list[64];
  for (int i = 0; i < 64; i++) {
    nodes[i] = (struct node){value[i], &nodes[next[i]]};
    list[i] = &nodes[i];
  }
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = list[i]->next->next->value;
}
// -- instead
void f(int n, const int *value, const int *next, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = value[next[next[i]]];
}
