// Structures of scalars of several types are an array for each of the types, which
// holds its fields and nothing else. An array of numbers may be seen as smaller or
// larger ones, or as others of their size. What a value's bits are as another type
// is also asked of the value: memcpy of it is free of cost.
struct pair {
  int key;
  double value;
};
void f(int n, struct pair *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i].value += ((double *)x)[2 * i + 1];
}
// -- instead
struct pair {
  int key;
  double value;
};
void f(int n, struct pair *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i].value += x[i].value;
}
