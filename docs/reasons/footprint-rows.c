// Rows behind pointers are found before the loop runs, and brought together if
// they are far apart. What the loop reads of them to find out which rows there
// are, and how long, is read through the pointers, where the types of the loop's
// variables bound the numbers of rows and elements. Rows that are read from the
// beginning, element by element, up to the first that is 0 are measured.
void f(long n, const int *x, int *y) {
  int data[64][64];
  const int *rows[64];
  for (int i = 0; i < 64; i++) {
    rows[i] = data[i];
    for (int j = 0; j < 64; j++)
      data[i][j] = x[i] + j;
  }
  const int **row = rows;
#pragma loft
  for (long i = 0; i < n; i++) {
    int s = 0;
    for (int j = 1; j <= row[i][0]; j++)
      s += row[i][j];
    y[i] = s;
  }
}
// -- instead
void f(long n, const int *x, int *y) {
  int data[64][64], count = (int)n;
  const int *rows[64];
  for (int i = 0; i < 64; i++) {
    rows[i] = data[i];
    for (int j = 0; j < 64; j++)
      data[i][j] = x[i] + j;
  }
  const int **row = rows;
#pragma loft
  for (int i = 0; i < count; i++) {
    int s = 0;
    for (int j = 1; j <= row[i][0]; j++)
      s += row[i][j];
    y[i] = s;
  }
}
