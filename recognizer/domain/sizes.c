// recognizer/domain/sizes.c: sizes that are sums, as w - 2 in r*(w - 2) + c.
//
// The coefficient of an index is a stride, and the strides of a shape are
// products of atoms (shape.c), so are the groups that bounds are put
// together from (footprint/range.c). A stride that is a sum is given an atom of
// its own, W = w - 2, and w is written as W + 2 all over: r*w - 2*r + c becomes
// r*W + c. Nothing is assumed by that: W is an integer, whatever w is, the new
// polynomials have the same value for the same atoms, and the domains learn
// what W is. Whether W is a size, larger than each c, is shown or checked as it
// is for any other.
#include "recognizer/domain/domain.h"

// -- Sums that indices are multiplied with ----------------------------------
// The one index among the factors of "m", or -1.
static int
index_of(const rec_an *an, const an_mono *m) {
  int index = -1, n = 0;
  for (int i = 0; i < m->n; i++)
    if (rec_an_is_index(an, m->f[i])) {
      index = m->f[i];
      n++;
    }
  return n == 1 ? index : -1;
}

// The coefficient of "index" in "p".
static an_poly
coefficient_of(const rec_an *an, const an_poly *p, int index) {
  an_poly c = {0};
  an_mono x = {.coef = 1, .n = 1, .f = {index}}, q;
  for (int i = 0; i < p->t.n; i++)
    if (index_of(an, &p->t.at[i]) == index) {
      an_mono_divide(&p->t.at[i], &x, &q);
      an_poly_push(an->a, &c, &q);
    }
  return c;
}

// The factors of "x" that are ones of "y" too.
static an_mono
common_factors(const an_mono *x, const an_mono *y) {
  an_mono out = {.coef = 1};
  for (int i = 0, k = 0; i < x->n; i++) {
    while (k < y->n && y->f[k] < x->f[i])
      k++;
    if (k < y->n && y->f[k] == x->f[i])
      out.f[out.n++] = y->f[k++];
  }
  return out;
}

// "p" without what all of its terms are multiplied with.
static an_poly
primitive_part(const rec_an *an, const an_poly *p) {
  an_poly out = {.bad = p->bad};
  an_mono common = p->t.at[0];
  int64_t c = 0;
  for (int i = 0; i < p->t.n; i++) {
    common = common_factors(&common, &p->t.at[i]);
    c = an_common_divisor(p->t.at[i].coef, c);
  }
  for (int i = 0; i < p->t.n; i++) {
    an_mono q;
    an_mono_divide(&p->t.at[i], &common, &q);
    q.coef /= c;
    an_poly_push(an->a, &out, &q);
  }
  return out;
}

// The term of "p" that is 1 or -1 times an atom that is in no other term, and
// is no such sum itself; -1 when there is none.
static int
unit_of(const rec_an *an, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    bool fits = m->n == 1 && (m->coef == 1 || m->coef == -1) &&
                !an->atoms.at[m->f[0]].sum;
    for (int k = 0; k < p->t.n && fits; k++) {
      an_mono q;
      fits = k == i || !an_mono_divide(&p->t.at[k], m, &q);
    }
    if (fits)
      return i;
  }
  return -1;
}

// True when "p" is at least 1 wherever "d" is executed.
static bool
is_positive(rec_dom *d, const an_poly *p) {
  an_poly less = an_poly_plus(d->an->a, p, -1);
  return rec_prove_ge(d, &less);
}

// "p" or -p: which of them is at least 1 wherever "d" is executed, if no atom
// of "p" is negative; where that is not known, what atoms are added in. Either
// is right, but only one of them can be a size.
static an_poly
as_size(rec_dom *d, const an_poly *p) {
  rec_an *an = d->an;
  an_poly minus = an_poly_scale(an->a, p, -1);
  int n = d->forms.n, owner = d->owner;
  bool added = false;
  d->owner = -1;
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    added |= m->n && m->coef > 0;
    if (m->n == 1) {
      an_poly x = an_poly_atom(an->a, m->f[0]);
      rec_dom_add(d, rec_form_ge(an, &x));
    }
  }
  bool keep = is_positive(d, p) || (added && !is_positive(d, &minus));
  d->forms.n = d->owners.n = n;
  d->owner = owner;
  return keep ? *p : minus;
}

// The sum with the fewest terms that an index is multiplied with in "p", over
// "d", when it has fewer than "most"; none: no terms.
static an_poly
find_sum(rec_dom *d, const an_poly *p, int most) {
  const rec_an *an = d->an;
  an_poly best = {0};
  for (int i = 0; i < p->t.n; i++) {
    int index = index_of(an, &p->t.at[i]);
    if (index < 0)
      continue;
    an_poly c = coefficient_of(an, p, index);
    c = primitive_part(an, &c);
    if (c.t.n > 1 && c.t.n < most && !c.bad && unit_of(an, &c) >= 0) {
      best = c;
      most = c.t.n;
    }
  }
  return best.t.n ? as_size(d, &best) : best;
}

// -- Atoms for them -----------------------------------------------------------
// The atom that stands for "sum".
static int
atom_of_sum(rec_an *an, const an_poly *sum) {
  for (int i = 0; i < an->atoms.n; i++)
    if (an->atoms.at[i].sum && an_poly_eq(an->atoms.at[i].sum, sum))
      return i;
  an_poly *own = NEW(an->a, an_poly);
  *own = *sum;
  vec_push(an->a, &an->atoms, ((rec_atom){.sum = own}));
  return an->atoms.n - 1;
}

// Writes "sum" as an atom in all of the "n" polynomials at "p", over "d".
static void
name_sum(rec_an *an, const an_poly *sum, rec_dom **d, an_poly *p, int n) {
  int unit = unit_of(an, sum), atom = atom_of_sum(an, sum);
  an_mono m = sum->t.at[unit]; // u = sign * (W - rest)
  an_poly value = an_poly_atom(an->a, atom);
  value = an_poly_add(an->a, &value, sum, -1);
  an_poly_push(an->a, &value, &m);
  value = an_poly_scale(an->a, &value, m.coef);
  for (int i = 0; i < n; i++) {
    p[i] = an_poly_replace(an->a, &p[i], m.f[0], &value);
    rec_dom_add_atom(d[i], atom);
  }
}

bool
rec_sizes_name(rec_an *an, rec_dom **d, an_poly *p, int n) {
  bool changed = false;
  for (int round = 0; round < REC_DIMS; round++) {
    an_poly sum = {0};
    for (int i = 0; i < n; i++) {
      an_poly one = find_sum(d[i], &p[i], sum.t.n ? sum.t.n : AN_POLY_TERMS);
      if (one.t.n)
        sum = one;
    }
    if (!sum.t.n)
      return changed;
    name_sum(an, &sum, d, p, n);
    changed = true;
  }
  return changed;
}

rec_accesses
rec_sizes_of(rec_an *an, const rec_accesses *xs) {
  rec_accesses out = {0};
  rec_dom **d = NEW_ARRAY(an->a, rec_dom *, xs->n);
  an_poly *p = NEW_ARRAY(an->a, an_poly, xs->n);
  for (int k = 0; k < xs->n; k++) {
    d[k] = xs->at[k].dom;
    p[k] = xs->at[k].poly;
  }
  bool changed = rec_sizes_name(an, d, p, xs->n);
  for (int k = 0; k < xs->n && changed; k++) {
    rec_access x = xs->at[k];
    x.poly = p[k];
    vec_push(an->a, &out, x);
  }
  return out;
}
