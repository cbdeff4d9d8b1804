// links.h: a graph by rows of edges, some of them double, of up to NODES nodes,
// which is defined before.

enum { EDGES = 8 * NODES };

static int ptr[NODES + 1], node[EDGES];

// Makes a graph of "n" nodes.
static void
make(int n) {
  int m = 0;
  for (int v = 0; v < n; v++) {
    ptr[v] = m;
    for (int k = 0; k < v % 6; k++)
      node[m++] = (v * 13 + k * k * k * 5) % n;
    if (v % 3 == 0 && v % 6)
      node[m] = node[m - 1], m++;
  }
  for (int v = n; v <= NODES; v++)
    ptr[v] = m;
}
