// graph.h: a small graph, by rows of edges and as a list of them.

enum { N = 61 };

static int first[N + 1], to[8 * N], from[8 * N];

// Gives node v (v * "times" % "most") edges, at most 8; how many that are.
static int
build_graph(int times, int most) {
  int m = 0;
  for (int v = 0; v < N; v++) {
    first[v] = m;
    for (int k = 0; k < v * times % most; k++, m++) {
      from[m] = v;
      to[m] = (v * 31 + k * k * 17) % N;
    }
  }
  first[N] = m;
  return m;
}
