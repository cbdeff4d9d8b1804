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
//
//   if (!(i & k)) { float t = a[i]; a[i] = t + a[i | k]; a[i | k] = t - a[i]; }
//
// Of iterations whose numbers have none of the bits of k, which stay the same,
// no two meet either: i is no j | k, and from i | k follows i. So it is where
// all have k, if that is one bit, and touch elements i and i ^ k.
#include "recognizer/domain/domain.h"

// Elements i and l, each of "size" scalars.
typedef struct pair {
  an_poly far, own; // l, bad: it is none; i
  int64_t size;
  const ir_val *v, *by; // l is v ^ by, or v | by, and by does not vary; by is
                        // NULL where the pair is noted
  bool inverse;         // i follows from l as l does from i
} pair;

// The partner that the subscript of "x" is in, of which there is one atom.
static pair
pair_of(rec_an *an, const rec_access *x) {
  pair p = {.far = {.bad = true}};
  const an_mono *m = NULL;
  for (int k = 0; k < x->poly.t.n && !x->poly.bad; k++) {
    if (m && x->poly.t.at[k].n > 0)
      return p;
    m = x->poly.t.at[k].n == 1 ? &x->poly.t.at[k] : m;
  }
  if (!m || m->coef < 1)
    return p;
  const ir_val *v = an->atoms.at[m->f[0]].val;
  const ir_op *op = v ? v->def : NULL;
  map *noted_of = an->cx->partners;
  ir_val *own = noted_of && v ? map_get(noted_of, rec_same_number(v)) : NULL;
  bool noted = own && !ir_is_outside(own, an->scope);
  if (noted)
    p = (pair){.own = rec_read_exact(x->dom, own), .inverse = true};
  bool is_or = op && (op->code == IR_OP_XOR || op->code == IR_OP_OR);
  for (int k = 0; is_or && !noted && k < 2; k++)
    if (!rec_varies(an, op->ins.at[1 - k])) {
      p = (pair){.own = rec_read_exact(x->dom, op->ins.at[k]),
                 .v = op->ins.at[k],
                 .by = op->ins.at[1 - k],
                 .inverse = op->code == IR_OP_XOR};
      noted = true;
    }
  p.far = noted ? an_poly_atom(an->a, m->f[0]) : (an_poly){.bad = true};
  p.size = m->coef;
  return p;
}

// Whether "x" is in element "e" of "size" scalars.
static bool
is_in(const rec_an *an, const rec_access *x, const an_poly *e, int64_t size) {
  an_poly start = an_poly_scale(an->a, e, size);
  an_poly p = an_poly_add(an->a, &x->poly, &start, -1);
  int64_t place;
  return an_poly_is_const(&p, &place) && place >= 0 && place < size;
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

// -- Bits in common ---------------------------------------------------------

// The conditions of an iteration say that "v" has none of the bits of "by", or
// all of them.
typedef enum common { NONE_SET = 1, ALL_SET = 2 } common;

// Whether "p" is by one bit.
static bool
is_one_bit(const pair *p) {
  const ir_op *op = p->by->def;
  int64_t c;
  return ir_match_int(p->by, &c)
             ? c > 0 && (c & (c - 1)) == 0
             : op && op->code == IR_OP_SHL && ir_match_int(op->ins.at[0], &c) &&
                   c == 1;
}

// Whether "x" is v & by, or (v >> n) & 1 of 1 << n, which is 0 where that is.
static bool
is_common(arena *a, const pair *p, const ir_val *x) {
  const ir_op *op = rec_unwidened(x)->def, *bit = p->by->def;
  int64_t one;
  for (int k = 0; op && op->code == IR_OP_AND && k < 2; k++) {
    const ir_val *y = op->ins.at[k], *z = op->ins.at[1 - k];
    const ir_op *shift = y->def;
    if (an_same_value(a, y, p->v) && an_same_value(a, z, p->by))
      return true;
    if (shift && shift->code == IR_OP_SHR && bit && is_one_bit(p) &&
        bit->code == IR_OP_SHL && ir_match_int(z, &one) && one == 1 &&
        an_same_value(a, shift->ins.at[0], p->v) &&
        an_same_value(a, shift->ins.at[1], bit->ins.at[1]))
      return true;
  }
  return false;
}

// What follows from condition "c" where it "holds", or does not.
static int
common_of(arena *a, const pair *p, const ir_val *c, bool holds) {
  const ir_op *op = c->def;
  ir_val *both[2];
  int64_t zero;
  int out = 0;
  if (an_match_both(c, !holds, both))
    return common_of(a, p, both[0], holds) | common_of(a, p, both[1], holds);
  if (op && op->code == IR_OP_NOT)
    return common_of(a, p, op->ins.at[0], !holds);
  bool is_eq = op && op->code == IR_OP_EQ;
  if (!is_eq && (!op || op->code != IR_OP_NE))
    return 0;
  for (int k = 0; k < 2; k++) {
    const ir_val *x = op->ins.at[k], *y = op->ins.at[1 - k];
    if (!is_common(a, p, y))
      continue;
    if (ir_match_int(x, &zero) && zero == 0)
      out |= is_eq == holds ? NONE_SET : is_one_bit(p) ? ALL_SET : 0;
  }
  return out;
}

// What follows from all conditions around "op".
static int
common_at(rec_an *an, const pair *p, const ir_op *op) {
  int out = 0;
  for (const ir_region *r = op->parent; r != an->scope && r->parent_op;
       r = r->parent_op->parent)
    if (r->parent_op->code == IR_OP_IF)
      out |= common_of(an->a, p, r->parent_op->ins.at[0],
                       r == r->parent_op->regions[0]);
  return out;
}

// -- Meetings -----------------------------------------------------------------

// Whether the partner is above the element where "x" is made, or below.
static bool
is_beyond(rec_an *an, const rec_access *x, const pair *p, bool above) {
  an_poly far = an_poly_add(an->a, above ? &p->far : &p->own,
                            above ? &p->own : &p->far, -1);
  far = an_poly_plus(an->a, &far, -1);
  return !far.bad && rec_prove_ge(x->dom, &far);
}

bool
rec_meet_in_no_pair(rec_an *an, const rec_accesses *all, int i) {
  pair p = {.far = {.bad = true}};
  for (int k = 0; k < all->n && p.far.bad; k++) {
    p = pair_of(an, &all->at[k]);
    p.far.bad |= p.own.bad || !is_one_to_one(an, &p.own, i);
  }
  if (p.far.bad)
    return false;
  bool above = p.inverse, below = p.inverse;
  int common = !p.by ? 0 : p.inverse ? NONE_SET | ALL_SET : NONE_SET;
  for (int k = 0; k < all->n && (above || below || common); k++) {
    const rec_access *x = &all->at[k];
    if (x->poly.bad ||
        (!is_in(an, x, &p.far, p.size) && !is_in(an, x, &p.own, p.size)))
      return false;
    above = above && is_beyond(an, x, &p, true);
    below = below && is_beyond(an, x, &p, false);
    common &= common ? common_at(an, &p, x->op) : 0;
  }
  return above || below || common;
}
