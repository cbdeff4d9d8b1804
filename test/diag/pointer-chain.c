// Addresses that an element of an array leads to by way of others, and addresses
// as numbers.
// COVERS: POINTER_CHAIN POINTER_NUMBER
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct cell {
  float v;
  int k;
};
struct grid {
  struct cell *cells;
  int n;
  struct grid *next;
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
    x[i] = r[1].grid->next->cells[i].v; // expected-warning{{the address 'r[1].grid->next' is loaded from memory, and leads to another one that is; copy 'r[1].grid->next' to a local pointer before the loop, and use that [LOFT176]}}
}

void followed(const struct run *r, float *x) {
#pragma loft
  for (int i = 0; i < 90; i++)
    x[i] = r[1].grid->cells[i].v;
}

void cells_of_local(const struct run *r, float *x) {
  const struct grid *g = r[1].grid;
#pragma loft
  for (int i = 0; i < g->n; i++)
    x[i] = g->cells[i].v;
}

void size(const struct all *a, int *x, int which) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < 90; i++)
    x[i] = a[which].run->grid->next->n; // expected-warning{{the address 'a[which].run->grid' is loaded from memory}}
}

void changing(const struct all *a, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < 90; i++)
    x[i] = a[i].run->grid->next->n; // expected-warning{{'a[i].run->grid->next' is an address loaded from memory that changes}}
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
