// recognizer/domain/groups.c: accesses to one array by what they are apart.
//
//   ch[k*s] = ..; ch[k*s + t] = ..; ch[k*s + 2*t] = ..;
//
// Nothing says how many s fit into t. Accesses whose subscripts are the same
// but for constants and strides (ch[(k + 1)*s]) are a group: iterations do not
// meet where they do not in any group, and groups are apart, all elements of
// one before all of another.
#include "recognizer/domain/domain.h"

// True when "m" is a stride of some of "xs", but for a constant: what is
// multiplied with a value that varies.
static bool
is_stride(const rec_an *an, const rec_accesses *xs, const an_mono *m) {
  an_mono stride, varying;
  for (int i = 0; i < xs->n; i++)
    for (int k = 0; k < xs->at[i].poly.t.n; k++) {
      rec_mono_split(an, &xs->at[i].poly.t.at[k], &stride, &varying);
      if (varying.n && an_mono_compare(&stride, m) == 0)
        return true;
    }
  return false;
}

// True when "x" and "y", subscripts of "xs", differ by constants and strides.
static bool
are_related(rec_an *an, const rec_accesses *xs, const an_poly *x,
            const an_poly *y) {
  an_poly d = an_poly_add(an->a, x, y, -1);
  bool related = !d.bad;
  for (int k = 0; k < d.t.n && related; k++)
    related = !d.t.at[k].n || is_stride(an, xs, &d.t.at[k]);
  return related;
}

bool
rec_find_groups(rec_an *an, const rec_accesses *xs, rec_apart *out) {
  enum { MANY = 8 };
  for (int i = 0; i < xs->n; i++) {
    int g = 0;
    if (xs->at[i].poly.bad)
      return false;
    while (g < out->groups.n &&
           !are_related(an, xs, &out->groups.at[g].at[0].poly, &xs->at[i].poly))
      g++;
    if (g == MANY)
      return false;
    if (g == out->groups.n)
      vec_push(an->a, &out->groups, (rec_accesses){0});
    vec_push(an->a, &out->groups.at[g], xs->at[i]);
  }
  return true;
}

bool
rec_group_writes(const rec_accesses *xs) {
  bool writes = false;
  for (int i = 0; i < xs->n; i++)
    writes |= xs->at[i].write;
  return writes;
}
