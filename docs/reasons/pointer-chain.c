// An address in memory is loaded when the region starts, and only where the loop
// runs; one that is found by way of another is not. The places of both must stay
// as they are in the loop.
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
static struct mesh m;
static struct solver all = {&m}, *s = &all;
void f(int n, struct node *x, int *y) {
  m.node = x;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = s->mesh->node[i].k + s->mesh->node[i].x;
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
static struct mesh m;
static struct solver all = {&m}, *s = &all;
void f(int n, struct node *x, int *y) {
  m.node = x;
  struct mesh *mesh = s->mesh;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = mesh->node[i].k + mesh->node[i].x;
}
