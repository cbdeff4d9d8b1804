// Where the next element is, is not known before this one is read. A walk along
// the list that does nothing else is quick; what is done with its elements can
// then be done with all at once.
struct node {
  int value;
  struct node *next;
};
int f(int n, const int *x) {
  struct node nodes[64], *p = nodes;
  for (int i = 0; i < 64; i++)
    nodes[i] = (struct node){x[i], i < n ? &nodes[i + 1] : 0};
  int s = 0;
#pragma loft
  for (; p; p = p->next)
    s += p->value * p->value;
  return s;
}
// -- instead
struct node {
  int value;
  struct node *next;
};
int f(int n, const int *x) {
  struct node nodes[64], *p = nodes;
  for (int i = 0; i < 64; i++)
    nodes[i] = (struct node){x[i], i < n ? &nodes[i + 1] : 0};
  int s = 0, values[64], count = 0;
  for (; p; p = p->next)
    values[count++] = p->value;
#pragma loft
  for (int i = 0; i < count; i++)
    s += values[i] * values[i];
  return s;
}
