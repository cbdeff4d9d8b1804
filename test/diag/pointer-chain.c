// Addresses that other addresses in memory lead to, and addresses as numbers.
// COVERS: POINTER_CHAIN POINTER_NUMBER
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct cell {
  float v;
  int k;
};
struct grid {
  struct cell *cells;
  int n;
};
struct run {
  struct grid *grid;
};
struct all {
  struct run *run;
};

void cells(const struct run *r, float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < 90; i++)
    x[i] = r->grid[1].cells[i].v; // expected-warning{{the address 'r->grid' is loaded from memory, and leads to another one that is; copy 'r->grid' to a local pointer before the loop, and use that [LOFT176]}}
}

void chained(const struct all *a, float *x) {
#pragma loft
  for (int i = 0; i < a->run->grid->n; i++)
    x[i] = a->run->grid->cells[i].v;
}

struct owner {
  char *data;
};

void numbers(const struct owner *o, unsigned long *x, int n) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = (unsigned long)o[i].data; // expected-warning{{the address 'o[i].data' becomes a number; convert it before the loop; of several, keep the numbers in an array [LOFT177]}}
}
