// Addresses in memory are loaded when the region starts, and only where the loop
// runs: one by way of another, as long as each is in one structure, and not in
// an array of such. The places of all must stay as they are in the loop.
struct node {
  int k;
  short x, y;
};
struct mesh {
  struct node *node;
};
struct solver {
  struct mesh *mesh;
};
static struct mesh m[2];
static struct solver all = {m}, *s = &all;
void f(int n, struct node *x, int *y) {
  m[0].node = m[1].node = x;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = s->mesh[1].node[i].k + s->mesh->node[i].x;
}
// -- instead
struct node {
  int k;
  short x, y;
};
struct mesh {
  struct node *node;
};
struct solver {
  struct mesh *mesh;
};
static struct mesh m[2];
static struct solver all = {m}, *s = &all;
void f(int n, struct node *x, int *y) {
  m[0].node = m[1].node = x;
  struct node *second = s->mesh[1].node;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = second[i].k + s->mesh->node[i].x;
}
