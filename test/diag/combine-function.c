// Clauses combine(function: variable) that loft cannot take, each reported where
// the function is named.
// COVERS: COMBINE_FUNCTION COMBINE_TYPES COMBINE_FORM COMBINE_EFFECTS
// RUN: %clang -fsyntax-only -Xclang -verify %s
typedef struct {
  double n, mean;
} stat;
static int count;
static stat
merge(stat a, stat b) {
  return (stat){a.n + b.n, a.mean + b.mean};
}
static stat
push(stat a, double x) {
  return (stat){a.n + 1, a.mean + x};
}
static stat
counted(stat a, stat b) {
  count++;
  return merge(a, b);
}
double f(int n, double *x) {
  stat s = {0}, t = {0};
#pragma loft combine(+: s) // expected-warning{{'+' is not expected here; write reduce(op: variable, variable), combine(function: variable), keep(array, array) or assume(condition) [LOFT103]}}
  for (int i = 0; i < n; i++)
    s = merge(s, (stat){1, x[i]});
#pragma loft combine // expected-warning{{'end of line' is not expected here}}
  for (int i = 0; i < n; i++)
    s = merge(s, (stat){1, x[i]});
#pragma loft combine(merge: t) // expected-warning{{'t' is not a variable of this loop}}
  for (int i = 0; i < n; i++)
    s = merge(s, (stat){1, x[i]});
#pragma loft combine(join: s) // expected-warning{{'join' is no function that this loop calls; name the function f of acc = f(acc, value) [LOFT116]}} expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s = merge(s, (stat){1, x[i]});
#pragma loft combine(push: s) // expected-warning{{'push' does not take two values of its variable's type and return a third}} expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s = push(s, x[i]);
#pragma loft combine(merge: s) // expected-warning{{'s' is not combined by that function in this loop; write acc = merge(acc, value) as a statement [LOFT118]}} expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s.n = merge(s, (stat){1, x[i]}).n;
#pragma loft combine(counted: s) // expected-warning{{'counted' uses memory that is not its own}} expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s = counted(s, (stat){1, x[i]});
#pragma loft exact combine(merge: s) // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s = merge(s, (stat){1, x[i]}); // expected-warning{{'s.n' is a floating reduction that 'exact' keeps in order}}
  return s.mean + t.n;
}
