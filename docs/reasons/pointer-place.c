// An address that a loop leaves behind does not say which of several arrays it
// is in. An index does, beside a number for the array. (A place in one array is
// read as its index.)
int f(int n, const int *p, const int *q, int k) {
  const int *hit = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i] == k)
      hit = p + i;
    else if (q[i] == k)
      hit = q + i;
  return hit ? *hit : 0;
}
// -- instead
int f(int n, const int *p, const int *q, int k) {
  int hit = -1, which = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i] == k || q[i] == k) {
      hit = i;
      which = p[i] != k;
    }
  return hit < 0 ? 0 : which ? q[hit] : p[hit];
}
