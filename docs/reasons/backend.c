// The loop is lifted and runs on the CPU; no shader could be made. No such
// loop is known: here the plugin is told to fail.
// flags: -c -fplugin-arg-loft-fail=gpu
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
