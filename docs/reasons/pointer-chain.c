// Addresses in memory are loaded when the region starts, and only where the loop
// runs: one by way of another, as long as each is in one structure. Of an array
// of structures the pointers are followed twice, and not to further pointers. The places of all must stay as they are in the loop.
struct node {
  int k;
  short x, y;
};
struct mesh {
  struct node *node;
};
struct world {
  struct mesh *mesh;
};
struct solver {
  struct world *world;
};
static struct mesh m;
static struct world w = {&m};
static struct solver all[2] = {{&w}, {&w}}, *s = all;
void f(int n, struct node *x, int *y) {
  m.node = x;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = s[1].world->mesh->node[i].k + s->world->mesh->node[i].x;
}
// -- instead
struct node {
  int k;
  short x, y;
};
struct mesh {
  struct node *node;
};
struct world {
  struct mesh *mesh;
};
struct solver {
  struct world *world;
};
static struct mesh m;
static struct world w = {&m};
static struct solver all[2] = {{&w}, {&w}}, *s = all;
void f(int n, struct node *x, int *y) {
  m.node = x;
  struct mesh *mesh = s[1].world->mesh, *other = s->world->mesh;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = mesh->node[i].k + other->node[i].x;
}
