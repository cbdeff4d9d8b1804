// Other languages have constructs with meanings of their own behind the same
// syntax.
// flags: -x c++
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
