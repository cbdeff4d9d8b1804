// Calls are inlined up to a depth that ordinary code does not reach.
#define G(a, b) static int a(int x) { return b(x) + 1; }
static int g0(int x) { return x; }
G(g1, g0) G(g2, g1) G(g3, g2) G(g4, g3) G(g5, g4) G(g6, g5) G(g7, g6)
G(g8, g7) G(g9, g8) G(g10, g9) G(g11, g10) G(g12, g11) G(g13, g12)
G(g14, g13) G(g15, g14) G(g16, g15) G(g17, g16) G(g18, g17) G(g19, g18)
G(g20, g19) G(g21, g20) G(g22, g21) G(g23, g22) G(g24, g23) G(g25, g24)
G(g26, g25) G(g27, g26) G(g28, g27) G(g29, g28) G(g30, g29)
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g30(i);
}
// -- instead
static int g30(int x) { return x + 30; }
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g30(i);
}
