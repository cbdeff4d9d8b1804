// recognizer/footprint/assumptions.c: checks of what the analysis assumed, as
// IR.
//
// An assumption is that a polynomial is not negative wherever an op runs: its
// lower bound over the op's domain is. Where that goes along with a scalar that
// nothing but its type bounds, each iteration is asked (rec_emit.each).
#include "recognizer/footprint/footprint.h"

// True when "x" and "y" are assumed of the same executions, with the same
// alternative.
static bool
is_same_assumption(const rec_assume *x, const rec_assume *y) {
  bool same = x->at->parent == y->at->parent && an_poly_eq(&x->poly, &y->poly);
  return same && !x->composed && !y->composed && !x->other == !y->other &&
         (!x->other || an_poly_eq(x->other, y->other));
}

// True when assumption "i" was made before.
static bool
is_repeated(const rec_assumes *all, int i) {
  for (int k = 0; k < i; k++)
    if (is_same_assumption(&all->at[k], &all->at[i]))
      return true;
  return false;
}

// Whether "p" >= 0 all over "d", at e->b; NULL when that cannot be told, or
// does not hold whatever the sizes are, unless nothing runs.
static ir_val *
emit_holds(rec_emit *e, rec_dom *d, const an_poly *p) {
  rec_bounds b;
  if (p->bad)
    return NULL;
  if (rec_prove_ge(d, p))
    return ir_build_int(e->b, IR_BOOL, 1);
  if (!rec_emit_bounds(e, d, p, &b) || an_range_of(b.lo).hi < 0)
    return NULL;
  ir_val *zero = ir_build_int(e->b, IR_I64, 0);
  ir_val *none = ir_build1(e->b, IR_OP_NOT, b.some);
  return ir_build2(e->b, IR_OP_OR, none, ir_build2(e->b, IR_OP_GE, b.lo, zero));
}

// True when "v" is the constant true.
static bool
is_true(const ir_val *v) {
  int64_t c;
  return ir_match_int(v, &c) && c;
}

// Whether one of the two polynomials of assumption "as" is >= 0, or the first
// where the other cannot be told; NULL: it cannot be.
static ir_val *
emit_polys(rec_emit *e, const rec_assume *as) {
  for (int way = 0; way < 2 * REC_LOADS__COUNT; way++) {
    bool alone = way >= REC_LOADS__COUNT;
    rec_dom *d = rec_dom_with(e->an, as->at, way % REC_LOADS__COUNT);
    an_poly p = rec_poly_translate(e->an, d, &as->poly);
    ir_val *fine = emit_holds(e, d, &p), *other = NULL;
    if (fine && as->other && !alone && !is_true(fine)) {
      p = rec_poly_translate(e->an, d, as->other);
      other = emit_holds(e, d, &p);
      if (!other)
        continue;
    }
    if (fine)
      return other ? ir_build2(e->b, IR_OP_OR, fine, other) : fine;
  }
  return NULL;
}

// The elements that the accesses "xs" touch, in *out. False when that cannot be
// told.
static bool
emit_group(rec_emit *e, const rec_accesses *xs, rec_extent *out) {
  *out = (rec_extent){0};
  for (int i = 0; i < xs->n; i++) {
    rec_bounds b;
    bool told = false;
    e->checked = xs->at[i].op;
    for (int k = 0; k < REC_LOADS__COUNT && !told; k++) {
      rec_dom *d = rec_dom_with(e->an, xs->at[i].op, k);
      an_poly p = rec_poly_translate(e->an, d, &xs->at[i].poly);
      told = !p.bad && rec_emit_bounds(e, d, &p, &b);
    }
    if (!told)
      return false;
    rec_build_widened(e->b, out, &b);
  }
  return true;
}

// Whether all elements of "x" are before all of "y", or behind.
static ir_val *
build_apart(ir_builder *b, const rec_extent *x, const rec_extent *y) {
  ir_val *before = ir_build2(b, IR_OP_LE, x->hi, y->lo);
  return ir_build2(b, IR_OP_OR, before, ir_build2(b, IR_OP_LE, y->hi, x->lo));
}

// Whether the groups "apart" are apart; NULL: that cannot be told.
static ir_val *
emit_apart(rec_emit *e, const rec_apart *apart) {
  int n = apart->groups.n;
  rec_extent *of = NEW_ARRAY(e->an->a, rec_extent, n);
  ir_val *all = ir_build_int(e->b, IR_BOOL, 1);
  for (int x = 0; x < n; x++) {
    const rec_accesses *one = &apart->groups.at[x];
    if (!emit_group(e, one, &of[x]))
      return NULL;
    for (int y = 0; y < x; y++)
      if (rec_group_writes(one) || rec_group_writes(&apart->groups.at[y]))
        all =
            ir_build2(e->b, IR_OP_AND, all, build_apart(e->b, &of[x], &of[y]));
  }
  return all;
}

static ir_val *emit_assumption(rec_emit *e, const rec_assume *as);

// Whether all of "all" hold; NULL: that cannot be told.
static ir_val *
emit_all(rec_emit *e, const rec_assumes *all) {
  ir_val *both = ir_build_int(e->b, IR_BOOL, 1);
  for (int i = 0; i < all->n && both; i++) {
    e->checked = all->at[i].at;
    ir_val *one = emit_assumption(e, &all->at[i]);
    both = one ? ir_build2(e->b, IR_OP_AND, both, one) : NULL;
  }
  return both;
}

// x || y, of which one may be NULL.
static ir_val *
either(ir_builder *b, ir_val *x, ir_val *y) {
  return !x ? y : !y ? x : ir_build2(b, IR_OP_OR, x, y);
}

// True when "all" has it that groups of accesses are apart.
static bool
asks_apart(const rec_assumes *all) {
  for (int i = 0; i < all->n; i++)
    if (all->at[i].apart)
      return true;
  return false;
}

// Whether one of the alternatives of "as" that can be told holds, at e->b;
// NULL: none can. Groups that are apart are asked for beside others, not alone.
static ir_val *
emit_ways(rec_emit *e, const rec_assume *as) {
  ir_val *one = NULL, *other = NULL;
  bool beside = false;
  for (int k = 0; k < as->instead.n; k++) {
    const rec_assumes *way = &as->instead.at[k];
    bool apart = asks_apart(way);
    ir_val **to = apart ? &other : &one;
    beside |= !apart;
    *to = either(e->b, *to, emit_all(e, way));
  }
  return beside && !one ? NULL : either(e->b, one, other);
}

// Whether assumption "as" of e->an holds, at e->b, by those of its alternatives
// that can be told; NULL: none can.
static ir_val *
emit_assumption(rec_emit *e, const rec_assume *as) {
  ir_val *fine = as->composed || !e->each ? NULL : e->each(e, as);
  if (!fine && !as->composed)
    fine = emit_polys(e, as);
  fine = either(e->b, fine, emit_ways(e, as));
  if (as->apart)
    fine = either(e->b, fine, emit_apart(e, as->apart));
  e->checked = as->at;
  return fine;
}

bool
rec_emit_assumptions(rec_emit *e, int *n) {
  const rec_assumes *all = &e->an->assumes;
  for (; *n < all->n; ++*n) {
    rec_assume as = all->at[*n];
    e->checked = as.at;
    bool known = is_repeated(all, *n);
    ir_val *fine = known ? NULL : emit_assumption(e, &as);
    e->checked = NULL;
    if (!known && !fine)
      return false;
    if (fine && !is_true(fine))
      rec_emit_check(e, fine);
  }
  return true;
}
