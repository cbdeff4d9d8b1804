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
#pragma loft keep(n) // expected-warning{{'n' is no array, and no pointer to one; name an array, or a pointer variable [LOFT125]}}
  step(n, x, x);
#pragma loft keep(s) // expected-warning{{[LOFT125]}}
  step(n, s.x, s.y);
#pragma loft keep(w) // expected-warning{{'w' is not a variable of this loop; name a variable that the loop updates [LOFT104]}}
  step(n, x, x);
#pragma loft keep(y) // expected-warning{{[LOFT104]}}
  step(n, x, x);
#pragma loft keep(s.x) // expected-warning{{'.' is not expected here}}
  step(n, s.x, s.y);
#pragma loft keep // expected-warning{{'end of line' is not expected here}}
  step(n, x, x);
#pragma loft keep(x) map // expected-warning{{'map' contradicts what the pragma said before}}
  step(n, x, x);
#pragma loft map keep(x) // expected-warning{{'keep' contradicts what the pragma said before}}
  step(n, x, x);
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
    s += y[k]; // expected-warning{{'y' is kept on the device, but code outside of regions uses it here: it is copied back each time; annotate this code too, or end the kept statement before it [LOFT127]}}
    s += *(y + 1);
    *(x + 3) = s; // expected-warning{{'x' is kept}}
    z[k][2]++;    // expected-warning{{'z' is kept}}
    step(n, &x[1], z[2]);
    step(n, x + 1, y);
  }
  return s;
}
