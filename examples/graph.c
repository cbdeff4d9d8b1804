// Graphs in rows of neighbours: breadth-first search, by levels over all nodes
// and with a queue, shortest paths and connected components of a grid, a random
// graph and one of few nodes with most edges (power law); PageRank of the last.
#include "demo.h"

enum { FAR = 1 << 30 };

// The neighbours of node v are to[first[v]] up to to[first[v + 1]].
typedef struct graph {
  int nodes, edges;
  int *first, *to;
  int *links;  // of each node
  int *length; // of each edge
} graph;

// Gives each node its distance from those that have 0; all others have -1.
static int
bfs(int n, const int *first, const int *to, int *distance) {
  int level = 0, changed;
#pragma loft
  do {
    changed = 0;
    for (int v = 0; v < n; v++)
      if (distance[v] == level)
        for (int e = first[v]; e < first[v + 1]; e++)
          if (distance[to[e]] < 0) {
            distance[to[e]] = level + 1;
            changed = 1;
          }
    level++;
  } while (changed);
  return level;
}

// The same with a queue, which holds the "tail" nodes that have 0 at first.
static int
queue(const int *restrict first, const int *restrict to, int *restrict distance,
      int *restrict list, int tail) {
  int head = 0;
#pragma loft
  while (head < tail) {
    int v = list[head++];
    for (int e = first[v]; e < first[v + 1]; e++) {
      int w = to[e];
      if (distance[w] < 0) {
        distance[w] = distance[v] + 1;
        list[tail++] = w;
      }
    }
  }
  return tail;
}

// Gives each node the length of the shortest path from those that have 0; all
// others have FAR.
static int
paths(int n, const int *first, const int *to, const int *length, int *distance,
      int *before) {
  int rounds = 0, changed;
#pragma loft
  do {
    changed = 0;
    for (int v = 0; v < n; v++)
      before[v] = distance[v];
    for (int v = 0; v < n; v++)
      for (int e = first[v]; e < first[v + 1]; e++)
        if (before[v] + length[e] < distance[to[e]]) {
          distance[to[e]] = before[v] + length[e];
          changed = 1;
        }
    rounds++;
  } while (changed);
  return rounds;
}

// Gives the nodes of each component the least of their numbers: each takes the
// least of its neighbours' until none changes.
static int
components(int n, const int *first, const int *to, int *label, int *next) {
  int rounds = 0, changed;
#pragma loft
  do {
    changed = 0;
    for (int v = 0; v < n; v++) {
      int least = label[v];
      for (int e = first[v]; e < first[v + 1]; e++)
        if (label[to[e]] < least)
          least = label[to[e]];
      next[v] = least;
    }
    for (int v = 0; v < n; v++) {
      changed |= next[v] != label[v];
      label[v] = next[v];
    }
    rounds++;
  } while (changed);
  return rounds;
}

// Ranks by the links that come in, until no rank changes by more than "close".
static int
pagerank(int n, const int *first, const int *to, const int *links, double close,
         double *rank, double *share, double *next) {
  int rounds = 0;
  double most = 1;
#pragma loft
  while (most > close && rounds < 200) {
    for (int v = 0; v < n; v++)
      share[v] = links[v] ? rank[v] / links[v] : 0;
    for (int v = 0; v < n; v++) {
      double sum = 0;
      for (int e = first[v]; e < first[v + 1]; e++)
        sum += share[to[e]];
      next[v] = 0.15 / n + 0.85 * sum;
    }
    most = 0;
    for (int v = 0; v < n; v++) {
      double d = fabs(next[v] - rank[v]);
      most = d > most ? d : most;
      rank[v] = next[v];
    }
    rounds++;
  }
  return rounds;
}

// Adds the number of edges of each node to count[node].
static void
count_edges(int pairs, const int *from, const int *to, int *count) {
  for (int k = 0; k < pairs; k++) {
    count[from[k]]++;
    count[to[k]]++;
  }
}

// The graph with edges between from[k] and to[k], both ways.
static graph
make_graph(int nodes, int pairs, const int *from, const int *to) {
  graph g = {.nodes = nodes, .edges = 2 * pairs};
  size_t rows = (size_t)nodes + 1;
  g.first = demo_alloc(rows * sizeof *g.first);
  g.to = demo_alloc((size_t)g.edges * sizeof *g.to);
  g.links = demo_alloc(rows * sizeof *g.links);
  memset(g.links, 0, rows * sizeof *g.links);
  count_edges(pairs, from, to, g.links);
  g.first[0] = 0;
  for (int v = 0; v < nodes; v++)
    g.first[v + 1] = g.first[v] + g.links[v];
  for (int k = pairs - 1; k >= 0; k--) { // rows are filled from their ends
    g.to[g.first[from[k]] + --g.links[from[k]]] = to[k];
    g.to[g.first[to[k]] + --g.links[to[k]]] = from[k];
  }
  for (int v = 0; v < nodes; v++)
    g.links[v] = g.first[v + 1] - g.first[v];
  g.length = demo_alloc((size_t)g.edges * sizeof *g.length);
  for (int e = 0; e < g.edges; e++)
    g.length[e] = 1 + (int)(100 * demo_random());
  return g;
}

// A grid of side by side nodes without one of eight edges.
static graph
make_grid(int side) {
  int nodes = side * side, pairs = 0;
  int *from = demo_alloc(2 * (size_t)nodes * sizeof *from);
  int *to = demo_alloc(2 * (size_t)nodes * sizeof *to);
  for (int v = 0; v < nodes; v++)
    for (int k = 0; k < 2; k++)
      if ((k ? v / side : v % side) + 1 < side && demo_random() < 0.875) {
        from[pairs] = v;
        to[pairs++] = k ? v + side : v + 1;
      }
  graph g = make_graph(nodes, pairs, from, to);
  free(from);
  free(to);
  return g;
}

// "pairs" random edges; with "skew" above 1, most are of nodes of low numbers.
static graph
make_random(int nodes, int pairs, double skew) {
  int *from = demo_alloc((size_t)pairs * sizeof *from);
  int *to = demo_alloc((size_t)pairs * sizeof *to);
  for (int k = 0; k < pairs; k++) {
    from[k] = (int)(nodes * pow(demo_random(), skew));
    to[k] = (int)(nodes * pow(demo_random(), skew));
  }
  graph g = make_graph(nodes, pairs, from, to);
  free(from);
  free(to);
  return g;
}

// Times the searches on "g", which is called "name".
static void
search(const char *name, const graph *g) {
  char text[40];
  size_t bytes = (size_t)g->nodes * sizeof(int);
  int *found = demo_alloc(bytes), *next = demo_alloc(bytes);
  snprintf(text, sizeof text, "bfs.%s", name);
  DEMO_RUN(text, {
    memset(found, -1, bytes);
    found[0] = 0;
    bfs(g->nodes, g->first, g->to, found);
  });
  demo_result(text, found, (size_t)g->nodes, sizeof *found, 'i');
  snprintf(text, sizeof text, "queue.%s", name);
  DEMO_RUN(text, {
    memset(found, -1, bytes);
    found[0] = next[0] = 0;
    queue(g->first, g->to, found, next, 1);
  });
  demo_result(text, found, (size_t)g->nodes, sizeof *found, 'i');
  snprintf(text, sizeof text, "paths.%s", name);
  DEMO_RUN(text, {
    for (int v = 0; v < g->nodes; v++)
      found[v] = v ? FAR : 0;
    paths(g->nodes, g->first, g->to, g->length, found, next);
  });
  demo_result(text, found, (size_t)g->nodes, sizeof *found, 'i');
  snprintf(text, sizeof text, "components.%s", name);
  DEMO_RUN(text, {
    for (int v = 0; v < g->nodes; v++)
      found[v] = v;
    components(g->nodes, g->first, g->to, found, next);
  });
  demo_result(text, found, (size_t)g->nodes, sizeof *found, 'i');
  free(found);
  free(next);
}

// Frees what "g" consists of.
static void
free_graph(const graph *g) {
  free(g->first);
  free(g->to);
  free(g->links);
  free(g->length);
}

int
main(void) {
  const int nodes = demo_scaled(1 << 18, 1), side = demo_scaled(128, 2);
  graph grid = make_grid(side), random = make_random(nodes, 8 * nodes, 1);
  graph power = make_random(nodes, 8 * nodes, 3);
  search("grid", &grid);
  search("random", &random);
  search("power", &power);

  double *rank = demo_alloc((size_t)nodes * sizeof *rank);
  double *share = demo_alloc((size_t)nodes * sizeof *share);
  double *next = demo_alloc((size_t)nodes * sizeof *next);
  DEMO_RUN("pagerank", {
    for (int v = 0; v < nodes; v++)
      rank[v] = 1.0 / nodes;
    pagerank(nodes, power.first, power.to, power.links, 1e-7, rank, share,
             next);
  });
  demo_result("pagerank", rank, (size_t)nodes, sizeof *rank, 'd');

  free(rank);
  free(share);
  free(next);
  free_graph(&grid);
  free_graph(&random);
  free_graph(&power);
  return 0;
}
