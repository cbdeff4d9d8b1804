// recognizer/domain/origins.c: where subscripts are counted from.
//
// Accesses of one array are tried with their subscripts as they are, counted
// from the first element that all may touch, and from the last: i*n + 5 and
// i*n + 6 meet where i*n and i*n + 1 do, which ask for less room in a row.
#include "recognizer/domain/domain.h"

rec_accesses
rec_without_repeated(rec_an *an, const rec_accesses *all) {
  rec_accesses out = {0};
  for (int i = 0; i < all->n; i++) {
    const rec_access *x = &all->at[i];
    bool known = false;
    for (int k = 0; k < out.n && !known; k++)
      known = out.at[k].write == x->write &&
              out.at[k].op->parent == x->op->parent &&
              an_poly_eq(&out.at[k].poly, &x->poly);
    if (!known || x->poly.bad)
      vec_push(an->a, &out, *x);
  }
  return out;
}

// The coefficient of the factors of "m" in "p".
static int64_t
coef_of(const an_poly *p, const an_mono *m) {
  for (int k = 0; k < p->t.n; k++)
    if (an_mono_compare(&p->t.at[k], m) == 0)
      return p->t.at[k].coef;
  return 0;
}

int64_t
rec_common_coef(const rec_accesses *xs, const an_mono *m) {
  int64_t c = coef_of(&xs->at[0].poly, m);
  for (int k = 1; k < xs->n; k++)
    if (coef_of(&xs->at[k].poly, m) != c)
      return 0;
  return c;
}

// The coefficient of the invariant product "m" that all of "xs" have, or else
// the least if that is below 0: in p[k*v - h] and p[k*v], p[k*v - h] is the
// first.
static int64_t
end_coef(const rec_accesses *xs, const an_mono *m) {
  int64_t least = rec_common_coef(xs, m);
  for (int k = 0; k < xs->n && !rec_common_coef(xs, m); k++)
    least = coef_of(&xs->at[k].poly, m) < least ? coef_of(&xs->at[k].poly, m)
                                                : least;
  return least;
}

// True when access "x" has an invariant product that not all of "xs" have.
static bool
has_own_part(const rec_an *an, const rec_accesses *xs, const rec_access *x) {
  for (int i = 0; i < x->poly.t.n; i++) {
    const an_mono *m = &x->poly.t.at[i];
    if (m->n && !rec_mono_varies(an, m) && rec_common_coef(xs, m) != m->coef)
      return true;
  }
  return false;
}

// The least constant of "xs", the greatest when "most"; of those without parts
// of their own if there are any.
static int64_t
common_constant(const rec_an *an, const rec_accesses *xs, bool most) {
  int64_t end = 0;
  bool any = false;
  for (int own = 0; own < 2 && !any; own++)
    for (int k = 0; k < xs->n; k++) {
      int64_t c = coef_of(&xs->at[k].poly, &(an_mono){0});
      if (has_own_part(an, xs, &xs->at[k]) != (own != 0))
        continue;
      end = !any || (c < end) != most ? c : end;
      any = true;
    }
  return end;
}

// The accesses "xs" with subscripts counted from the first element that all
// may touch, or from the last when "most", which mirror() is for: i*n + 5 and
// i*n + 6 meet where i*n and i*n + 1 do, which ask for less room in a row.
static rec_accesses
without_offset(rec_an *an, const rec_accesses *xs, bool most) {
  an_poly offset = {0};
  rec_accesses out = {0};
  if (!xs->n)
    return out;
  an_mono m = {.coef = common_constant(an, xs, most)};
  an_poly_push(an->a, &offset, &m);
  for (int k = 0; k < xs->n; k++)
    for (int i = 0; i < xs->at[k].poly.t.n; i++) {
      m = xs->at[k].poly.t.at[i];
      if (!m.n || rec_mono_varies(an, &m) || coef_of(&offset, &m))
        continue;
      m.coef = end_coef(xs, &m);
      if (m.coef)
        an_poly_push(an->a, &offset, &m);
    }
  for (int k = 0; k < xs->n; k++) {
    rec_access x = xs->at[k];
    x.poly = an_poly_add(an->a, &x.poly, &offset, -1);
    vec_push(an->a, &out, x);
  }
  return out;
}

// True when "xs" and "ys" have the same subscripts, of which no part that
// varies is subtracted.
static bool
is_same_way(const rec_an *an, const rec_accesses *xs, const rec_accesses *ys) {
  for (int k = 0; k < xs->n; k++) {
    const an_poly *p = &xs->at[k].poly;
    for (int i = 0; i < p->t.n; i++)
      if (p->t.at[i].coef < 0 && rec_mono_varies(an, &p->t.at[i]))
        return false;
    if (!an_poly_eq(p, &ys->at[k].poly))
      return false;
  }
  return true;
}

// The ways to count the accesses "all", which may be none, in the order in
// which they are tried. Where some have parts of their own (columns 0 and
// n - 1) nothing tells which come first: as they are, they fit C's rows.
static void
find_ways(rec_an *an, const rec_accesses *all, rec_way ways[REC_WAYS]) {
  bool own = false;
  for (int k = 0; k < all->n; k++)
    own |= has_own_part(an, all, &all->at[k]);
  ways[own ? 0 : 2] = (rec_way){*all, false};
  ways[own ? 1 : 0] = (rec_way){without_offset(an, all, false), true};
  ways[own ? 2 : 1] = (rec_way){without_offset(an, all, true), true};
  for (int k = 1; k < REC_WAYS; k++)
    if (is_same_way(an, &ways[0].xs, &ways[k].xs))
      ways[k].xs.n = 0;
}

void
rec_find_origins(rec_an *an, const rec_accesses *xs, rec_origins *out) {
  out->whole[0] = rec_sizes_of(an, xs);
  out->whole[1] = *xs;
  for (int k = 0; k < 2; k++)
    find_ways(an, &out->whole[k], out->ways[k]);
}
