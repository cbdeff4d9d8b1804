// recognizer/domain/pairs.c: iterations that touch elements in pairs.
//
//   int l = i ^ k;
//   if (l > i) { int t = a[i]; a[i] = a[l]; a[l] = t; }
//
// An exclusive or with what stays the same is its own inverse, and so may be
// what data say (shapes/partners.c). Then another iteration that might touch
// elements i and l is iteration l alone, whose other element is i; where only
// the iteration with the lower (or higher) number of a pair touches both, no
// two meet.
#include "recognizer/domain/domain.h"

// The atom that "p" is; -1: it is none.
static int
atom_of(const an_poly *p) {
  bool is_atom =
      !p->bad && p->t.n == 1 && p->t.at[0].n == 1 && p->t.at[0].coef == 1;
  return is_atom ? p->t.at[0].f[0] : -1;
}

// What the subscript of "x" is the partner of, as it is there: the exclusive or
// with what does not vary, or one that is noted; bad: it is none.
static an_poly
partner_of(rec_an *an, const rec_access *x) {
  int i = atom_of(&x->poly);
  const ir_val *v = i < 0 ? NULL : an->atoms.at[i].val;
  const ir_op *op = v ? v->def : NULL;
  ir_val *own = an->cx->partners ? map_get(an->cx->partners, v) : NULL;
  if (own && !ir_is_outside(own, an->scope))
    return rec_read_exact(x->dom, own);
  for (int k = 0; op && op->code == IR_OP_XOR && k < 2; k++)
    if (!rec_varies(an, op->ins.at[1 - k]))
      return rec_read_exact(x->dom, op->ins.at[k]);
  return (an_poly){.bad = true};
}

// Whether iterations of index "i" have different values of "p".
static bool
is_one_to_one(const rec_an *an, const an_poly *p, int i) {
  int n = 0;
  for (int k = 0; k < p->t.n; k++) {
    const an_mono *m = &p->t.at[k];
    bool is_index = m->n == 1 && m->f[0] == i;
    if (!is_index && rec_mono_varies(an, m))
      return false;
    n += is_index;
  }
  return n == 1;
}

// Whether "partner" is above "own" where "x" is made, or below.
static bool
is_beyond(rec_an *an, const rec_access *x, const an_poly *partner,
          const an_poly *own, bool above) {
  an_poly far =
      an_poly_add(an->a, above ? partner : own, above ? own : partner, -1);
  far = an_poly_plus(an->a, &far, -1);
  return !far.bad && rec_prove_ge(x->dom, &far);
}

bool
rec_meet_in_no_pair(rec_an *an, const rec_accesses *all, int i) {
  const an_poly *partner = NULL;
  an_poly own = {.bad = true};
  for (int k = 0; k < all->n && !partner; k++) {
    own = partner_of(an, &all->at[k]);
    if (!own.bad && is_one_to_one(an, &own, i))
      partner = &all->at[k].poly;
  }
  bool above = partner != NULL, below = above;
  for (int k = 0; k < all->n && (above || below); k++) {
    const rec_access *x = &all->at[k];
    if (x->poly.bad ||
        (!an_poly_eq(&x->poly, partner) && !an_poly_eq(&x->poly, &own)))
      return false;
    above = above && is_beyond(an, x, partner, &own, true);
    below = below && is_beyond(an, x, partner, &own, false);
  }
  return above || below;
}
