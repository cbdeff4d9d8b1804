// What keep names, where it stands, and host code that needs results each time.
// COVERS: KEEP_VARIABLE KEEP_STATEMENT KEEP_TOUCHED
// RUN: %clang -fsyntax-only -Xclang -verify %s
// RUN: %clang -c -o %t.o -Xclang -verify %s
void step(int n, int *x, int *y);
struct pair {
  int *x, *y;
};

void
names(int n, int *x, int (*y)[4], struct pair s) {
  int z[4];
#pragma loft keep(x, y, z)
  step(n, x, (int *)y), step(n, x, z);
#pragma loft keep(n) // expected-warning{{'n' is no array, and no pointer to one; name an array, or a pointer, as x, s.x or g->x [LOFT125]}}
  step(n, x, x);
#pragma loft keep(s) // expected-warning{{[LOFT125]}}
  step(n, s.x, s.y);
#pragma loft keep(w) // expected-warning{{'w' is not a variable of this loop; name a variable that the loop updates [LOFT104]}}
  step(n, x, x);
#pragma loft keep(y) // expected-warning{{[LOFT104]}}
  step(n, x, x);
#pragma loft keep // expected-warning{{'end of line' is not expected here}}
  step(n, x, x);
#pragma loft keep(x) map // expected-warning{{'map' contradicts what the pragma said before}}
  step(n, x, x);
#pragma loft map keep(x) // expected-warning{{'keep' contradicts what the pragma said before}}
  step(n, x, x);
}

extern int unsized[], *outside, shadowed[4];
int *outside;

void
globals(int n, int *x) {
#pragma loft keep(outside, unsized) // also by functions that are called
  step(n, x, x);
#pragma loft keep(shadowed) // expected-warning{{'shadowed' is not a variable of this loop}}
  step(n, x, x);
#pragma loft keep(step) // expected-warning{{'step' is not a variable of this loop}}
  step(n, x, x);
#pragma loft keep(later) // expected-warning{{'later' is not a variable of this loop}}
  step(n, x, x);
  {
    int shadowed;
    (void)shadowed;
  }
}
int later[4];

struct grid {
  int n, *a, b[4][8];
  struct pair in, *far;
  struct {
    int *c;
  };
};

void
members(int n, struct grid *g, struct grid s) {
#pragma loft keep(g->a, g->b, g->in.x, g->far->y, g->c, s.a, s.b, s.far->x)
  step(n, g->a, s.a);
#pragma loft keep(g->n) // expected-warning{{'g->n' is no array, and no pointer to one}}
  step(n, g->a, s.a);
#pragma loft keep(g->in) // expected-warning{{'g->in' is no array, and no pointer to one}}
  step(n, g->a, s.a);
#pragma loft keep(g->d) // expected-warning{{'g->d' is no array, and no pointer to one}}
  step(n, g->a, s.a);
#pragma loft keep(g.a) // expected-warning{{'g.a' is no array, and no pointer to one}}
  step(n, g->a, s.a);
#pragma loft keep(s->a) // expected-warning{{'s->a' is no array, and no pointer to one}}
  step(n, g->a, s.a);
#pragma loft keep(g->a.n) // expected-warning{{'g->a.n' is no array, and no pointer to one}}
  step(n, g->a, s.a);
#pragma loft keep(h->a) // expected-warning{{'h' is not a variable of this loop}}
  step(n, g->a, s.a);
#pragma loft keep(g->) // expected-warning{{')' is not expected here}}
  step(n, g->a, s.a);
#pragma loft keep(g->b[1]) // expected-warning{{'[' is not expected here}}
  step(n, g->a, s.a);
#pragma loft keep(*g) // expected-warning{{'*' is not expected here}}
  step(n, g->a, s.a);
}

void
statements(int n, int *x, int *y) {
#pragma loft keep(x) // expected-warning{{arrays can only be kept in a statement that is entered at its beginning; put braces}}
  int k = x[0];
#pragma loft keep(x) // expected-warning{{[LOFT126]}}
  {
  again:
    step(n, x, y);
    if (k-- > 0)
      goto again;
  }
  switch (n) {
#pragma loft keep(x) // expected-warning{{[LOFT126]}}
  case 1:
    step(n, x, y);
    break;
  case 2:
#pragma loft keep(x)
    switch (k) {
    case 1:
      step(n, x, y);
    }
  }
}

int
touched(int n, int *x, int *y, int (*z)[4]) {
  int s = 0;
#pragma loft keep(x, y, z) // expected-note 3{{}}
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      y[i] = x[i] + z[i][1];
    for (int i = 0; i < n; i++)
      s += y[i]; // expected-warning{{'y' is kept on the device, but code outside of regions uses it here: it is copied back each time; annotate this code too, or end the kept statement before it [LOFT127]}}
    while (s > n)
      s -= *(y + 1);
    do
      *(x + 3) = s; // expected-warning{{'x' is kept}}
    while (s++ < 9);
    s += *(volatile int *)z[k]; // expected-warning{{'z' is kept}}
    step(n, &x[1], z[2]);
    step(n, x + 1, y);
  }
  return s;
}

// Of single elements only these are copied.
int
probed(int n, int *x, int *y, int (*z)[4]) {
  int s = 0;
#pragma loft keep(x, y, z)
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      y[i] = x[i] + z[i][1];
    s += y[k];
    s += *(y + 1);
    *(x + 3) = s;
    z[k][2]++;
    for (int i = 0; i < 3; i++)
      s += y[i];
  }
  return s;
}

int
members_touched(int n, struct grid *g, struct grid s, struct grid *h) {
  int k = 0;
#pragma loft keep(g->a, g->b, s.b, g->far->x) // expected-note 4{{}}
  {
    step(n, g->a, g->b[0]);
    for (int i = 0; i < n; i++) {
      k += g->a[1];         // expected-warning{{'g->a' is kept on the device}}
      k += (*g).b[1][2];    // expected-warning{{'g->b' is kept}}
      s.b[k][1]++;          // expected-warning{{'s.b' is kept}}
      g->far->x[3] = g->n;  // expected-warning{{'g->far->x' is kept}}
    }
  }
#pragma loft keep(g->b) // expected-note{{}}
  {
    step(n, g->a, g->b[0]);
    while (k++ < 3)
      *h = *g; // expected-warning{{'g->b' is kept}}
  }
#pragma loft keep(s.b) // expected-note{{}}
  {
    step(n, s.a, s.b[0]);
    while (k++ < 3)
      *h = s; // expected-warning{{'s.b' is kept}}
  }
#pragma loft keep(g->a, s.b, g->far->x)
  {
    step(n, g->a, s.b[0]);
    k += g->n + g->in.x[1] + g->far->y[2] + s.a[3] + h->a[1] + (g->a != 0);
    *h = *g;
    g->a = h->a;
    g->far = h->far;
    step(n, &g->a[1], s.b[k]);
  }
  return k;
}
