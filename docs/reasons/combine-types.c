// A function that adds one element to a result cannot combine two results, as threads
// that have folded parts of the loop must.
typedef struct {
  unsigned factor, value;
} hash;
static hash push(hash a, unsigned x) {
  return (hash){31 * a.factor, 31 * a.value + x / 2};
}
unsigned f(int n, const unsigned *x) {
  hash h = {1, 0};
#pragma loft combine(push : h)
  for (int i = 0; i < n; i++)
    h = push(h, x[i]);
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
