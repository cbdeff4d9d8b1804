// A case label inside another statement jumps into its middle (Duff's
// device).
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    switch (x[i]) {
    case 0:
      if (i & 1) {
      case 1:
        x[i] += 2;
      }
    }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    switch (x[i]) {
    case 0:
      if (i & 1)
        x[i] += 2;
      break;
    case 1:
      x[i] += 2;
    }
}
