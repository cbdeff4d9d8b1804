// The function's result does not become the variable as it is.
typedef struct {
  unsigned factor, value;
} hash;
static hash merge(hash a, hash b) {
  return (hash){a.factor * b.factor, a.value * b.factor + b.value};
}
unsigned f(int n, const unsigned *x) {
  hash h = {1, 0};
#pragma loft combine(merge : h)
  for (int i = 0; i < n; i++) {
    hash t = merge(h, (hash){31, x[i] / 2});
    h = t;
  }
  return h.value;
}
// -- instead
typedef struct {
  unsigned factor, value;
} hash;
static hash merge(hash a, hash b) {
  return (hash){a.factor * b.factor, a.value * b.factor + b.value};
}
unsigned f(int n, const unsigned *x) {
  hash h = {1, 0};
#pragma loft combine(merge : h)
  for (int i = 0; i < n; i++)
    h = merge(h, (hash){31, x[i] / 2});
  return h.value;
}
