// An address that each iteration loads from memory is no place in an array
// whose start is known before the loop.
struct node {
  int value;
  struct node *next;
};
int f(int n, const int *x) {
  struct node nodes[64], *end = &nodes[n & 63];
  for (int i = 0; i < 64; i++)
    nodes[i] = (struct node){x[i], &nodes[x[i] & 63]};
  int s = 0;
#pragma loft
  for (int i = 0; i < 64; i++)
    if (nodes[i].next == end)
      s += nodes[i].value;
  return s;
}
// -- instead
struct node {
  int value;
  int next;
};
int f(int n, const int *x) {
  struct node nodes[64];
  int end = n & 63;
  for (int i = 0; i < 64; i++)
    nodes[i] = (struct node){x[i], x[i] & 63};
  int s = 0;
#pragma loft
  for (int i = 0; i < 64; i++)
    if (nodes[i].next == end)
      s += nodes[i].value;
  return s;
}
