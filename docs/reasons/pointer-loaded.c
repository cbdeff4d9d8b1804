// An array of pointers to rows is followed when the region starts, whatever the
// distances of the rows are; not so where pointers lead to other pointers of
// the same kind, as in a list or a tree: each of them has to be known before the
// next can be looked at.
struct node {
  float value;
  struct node *next;
};
void f(int n, struct node **list, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = list[i]->next->value;
}
// -- instead
void f(int n, const int *next, const float *value, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = value[next[i]];
}
