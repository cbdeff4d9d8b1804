// Each iteration reads an element that the one before wrote, so iterations run
// in order, and no copy changes that. Linear recurrences, x[i] = a[i] *
// x[i - 1] + b[i], and sums or extrema of all elements so far are lifted as
// scans, in one branch of a condition too (a row of an alignment, c ? d :
// max(x[i - 1], y[i]), of int, or of short, char or long where all of it fits).
// Others over a distance, x[i - d], run in strips of d iterations where that is
// 16 or more when the loop starts; a constant below that is this reason.
// So is a loop around this one whose iterations do not need each other: here
// one for each row.
void f(int n, int x[64][64]) {
  for (int k = 0; k < n; k++)
#pragma loft
    for (int i = 1; i < n; i++)
      x[k][i] = (x[k][i - 1] * x[k][i - 1] + x[k][i]) % 1000;
}
// -- instead
void f(int n, int x[64][64]) {
#pragma loft
  for (int k = 0; k < n; k++)
    for (int i = 1; i < n; i++)
      x[k][i] = (x[k][i - 1] * x[k][i - 1] + x[k][i]) % 1000;
}
