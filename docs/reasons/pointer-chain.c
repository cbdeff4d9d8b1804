// Addresses in memory are loaded when the region starts, and only where the loop
// runs: one by way of another, as long as each is in one structure. Of an array
// of structures the pointers are followed once, to the numbers, and not to further
// pointers. The places of all must stay as they are in the loop.
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
static struct solver all[2] = {{&m}, {&m}}, *s = all;
void f(int n, struct node *x, int *y) {
  m.node = x;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = s[1].mesh->node[i].k + s->mesh->node[i].x;
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
static struct solver all[2] = {{&m}, {&m}}, *s = all;
void f(int n, struct node *x, int *y) {
  m.node = x;
  struct mesh *mesh = s[1].mesh, *other = s->mesh;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = mesh->node[i].k + other->node[i].x;
}
