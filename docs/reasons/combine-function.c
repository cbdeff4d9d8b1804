// The clause names another function than the loop calls.
typedef struct {
  int lo, hi;
} range;
static range join(range a, range b) {
  return (range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
range f(int n, const int *x) {
  range r = {x[0], x[0]};
#pragma loft combine(joined : r)
  for (int i = 1; i < n; i++)
    r = join(r, (range){x[i], x[i]});
  return r;
}
// -- instead
typedef struct {
  int lo, hi;
} range;
static range join(range a, range b) {
  return (range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
range f(int n, const int *x) {
  range r = {x[0], x[0]};
#pragma loft combine(join : r)
  for (int i = 1; i < n; i++)
    r = join(r, (range){x[i], x[i]});
  return r;
}
