// recognizer/domain/facts.c: the constraints that an atom adds to a domain.
//
// The definition of an atom that is no sum or product: quotients, remainders,
// extrema, choices, values a loop carries, loads. Each becomes formulas that
// the atom owns (Note [Relevance] in isl.c).
#include "recognizer/domain/domain.h"

// -- Facts about atoms ----------------------------------------------------
// lo <= x <= hi, as far as known.
static void
add_bounds(rec_dom *d, int atom) {
  rec_an *an = d->an;
  rec_atom *at = &an->atoms.at[atom];
  rec_poly x = rec_poly_atom(an->a, atom);
  rec_poly lo = rec_poly_const(an->a, at->lo);
  rec_poly hi = rec_poly_const(an->a, at->hi);
  if (at->has_lo)
    rec_dom_add(d, rec_form_ge2(an, &x, &lo, 0));
  if (at->has_hi)
    rec_dom_add(d, rec_form_ge2(an, &hi, &x, 0));
}

// i + 1 <= (i + 1) * m <= y for an index i below y / m, where m is at least 1
// and varies.
static void
add_steps(rec_dom *d, const rec_poly *i, const ir_op *extent) {
  rec_an *an = d->an;
  rec_poly y = rec_read_exact(d, extent->ins.at[0]);
  rec_poly m = rec_read_exact(d, extent->ins.at[1]);
  rec_poly more = rec_poly_plus(an->a, &m, -1);
  rec_poly done = rec_poly_mul(an->a, i, &m);
  done = rec_poly_add(an->a, &done, &m, 1);
  if (!rec_poly_varies(an, &m) || done.bad || y.bad || !rec_prove_ge(d, &more))
    return;
  rec_dom_add(d, rec_form_ge2(an, &y, i, 1)); // bounds i, for its product
  rec_dom_add(d, rec_form_ge2(an, &y, &done, 0));
}

// 0 <= i < extent.
static void
add_index_facts(rec_dom *d, int atom, ir_val *v) {
  rec_an *an = d->an;
  rec_poly x = rec_poly_atom(an->a, atom);
  add_bounds(d, atom);
  ir_val *extent = v->param_of->parent_op->ins.at[v->index];
  rec_poly e = rec_read_exact(d, extent);
  rec_dom_add(d, rec_form_ge2(an, &e, &x, 1));
  if (extent->def && extent->def->code == IR_OP_DIV &&
      ir_is_signed(extent->type.elem))
    add_steps(d, &x, extent->def);
}

// lo <= e - c*q <= hi.
static rec_form *
form_quotient(rec_an *an, const rec_poly *e, const rec_poly *q, int64_t c,
              int64_t lo, int64_t hi) {
  rec_poly r = rec_poly_add(an->a, e, q, -c);
  rec_poly low = rec_poly_const(an->a, lo), high = rec_poly_const(an->a, hi);
  return rec_form_and(an, rec_form_ge2(an, &r, &low, 0),
                      rec_form_ge2(an, &high, &r, 0));
}

// q = e / c, truncated, c > 0.
static void
add_truncated(rec_dom *d, const rec_poly *e, const rec_poly *q, int64_t c) {
  rec_an *an = d->an;
  rec_form *pos = form_quotient(an, e, q, c, 0, c - 1);
  if (rec_prove_ge(d, e)) {
    rec_dom_add(d, pos);
    return;
  }
  rec_poly zero = rec_poly_const(an->a, 0);
  rec_form *neg = form_quotient(an, e, q, c, 1 - c, 0);
  rec_dom_add(
      d, rec_form_or(an, rec_form_and(an, rec_form_ge(an, e), pos),
                     rec_form_and(an, rec_form_ge2(an, &zero, e, 1), neg)));
}

// x = min(y, z), or max when "max".
static void
add_extremum(rec_dom *d, const rec_poly *x, ir_op *def, bool max) {
  rec_an *an = d->an;
  rec_poly y = rec_read_exact(d, def->ins.at[0]);
  rec_poly z = rec_read_exact(d, def->ins.at[1]);
  rec_dom_add(d, max ? rec_form_ge2(an, x, &y, 0) : rec_form_ge2(an, &y, x, 0));
  rec_dom_add(d, max ? rec_form_ge2(an, x, &z, 0) : rec_form_ge2(an, &z, x, 0));
  rec_dom_add(
      d, rec_form_or(an, rec_form_eq2(an, x, &y), rec_form_eq2(an, x, &z)));
}

// Says that x = c ? y : z is no larger (smaller) than either, if it is the
// minimum (maximum). That helps where y or z is not affine.
static void
add_ordered(rec_dom *d, const rec_poly *x, const ir_val *c, const rec_poly *y,
            const rec_poly *z) {
  rec_an *an = d->an;
  const ir_op *op = c->def;
  if (!op || !rec_is_int_compare(op) || op->code == IR_OP_EQ ||
      op->code == IR_OP_NE)
    return;
  bool may_assume = an->may_assume;
  an->may_assume = false;
  rec_poly a = rec_read_exact(d, op->ins.at[0]);
  rec_poly b = rec_read_exact(d, op->ins.at[1]);
  an->may_assume = may_assume;
  bool same = rec_poly_eq(&a, y) && rec_poly_eq(&b, z);
  if (!same && !(rec_poly_eq(&a, z) && rec_poly_eq(&b, y)))
    return;
  bool less = op->code == IR_OP_LT || op->code == IR_OP_LE;
  bool min = less == same;
  rec_dom_add(d, min ? rec_form_ge2(an, y, x, 0) : rec_form_ge2(an, x, y, 0));
  rec_dom_add(d, min ? rec_form_ge2(an, z, x, 0) : rec_form_ge2(an, x, z, 0));
}

// How deep choices in choices are taken apart: each is looked at again for
// every one it is in.
enum { CHOICES = 6 };

// True when none of what "v" is chosen from, down to "depth" choices further,
// wraps where it is chosen, with nothing assumed.
static bool
chosen_fits(rec_dom *d, ir_val *v, rec_form *path, int depth) {
  rec_an *an = d->an;
  bool may_assume = an->may_assume;
  rec_choice c;
  rec_poly p;
  if (depth < 0)
    return true;
  if (rec_match_choice(v, &c))
    return chosen_fits(d, c.y, rec_read_cond(d, c.c, false), depth - 1) &&
           chosen_fits(d, c.z, rec_read_cond(d, c.c, true), depth - 1);
  rec_read(d, v); // its parts as ever
  an->may_assume = false;
  bool fits = rec_fits_if(d, v, path, &p);
  an->may_assume = may_assume;
  return fits;
}

// True when "v", chosen where "path" holds, has to be taken apart: what keeps a
// part of it from wrapping is a condition that "v" itself depends on.
static bool
is_nested(rec_dom *d, ir_val *v, rec_form *path, int depth) {
  rec_choice c;
  return rec_match_choice(v, &c) && !chosen_fits(d, v, path, depth);
}

// The polynomial that "v" is where "path" holds.
static rec_poly
read_chosen(rec_dom *d, ir_val *v, rec_form *path) {
  rec_poly p;
  return rec_fits_if(d, v, path, &p) ? p : rec_read_exact(d, v);
}

// x = v where "path" holds.
static rec_form *
form_chosen(rec_dom *d, const rec_poly *x, ir_val *v, rec_form *path,
            int depth) {
  rec_an *an = d->an;
  rec_choice c;
  if (!is_nested(d, v, path, depth)) {
    rec_poly p = read_chosen(d, v, path);
    return rec_form_and(an, path, rec_form_eq2(an, x, &p));
  }
  rec_match_choice(v, &c);
  rec_form *yes = rec_form_and(an, path, rec_read_cond(d, c.c, false));
  rec_form *no = rec_form_and(an, path, rec_read_cond(d, c.c, true));
  return rec_form_or(an, form_chosen(d, x, c.y, yes, depth - 1),
                     form_chosen(d, x, c.z, no, depth - 1));
}

// x = c ? y : z.
static void
add_choice(rec_dom *d, const rec_poly *x, const rec_choice *c) {
  rec_an *an = d->an;
  rec_form *yes = rec_read_cond(d, c->c, false);
  rec_form *no = rec_read_cond(d, c->c, true);
  if (!is_nested(d, c->y, yes, CHOICES) && !is_nested(d, c->z, no, CHOICES)) {
    rec_poly y = read_chosen(d, c->y, yes), z = read_chosen(d, c->z, no);
    add_ordered(d, x, c->c, &y, &z);
  }
  rec_form *then = form_chosen(d, x, c->y, yes, CHOICES);
  rec_form *other = form_chosen(d, x, c->z, no, CHOICES);
  rec_dom_add(d, rec_form_or(an, then, other));
}

// x = bool c as 0 or 1.
static void
add_bool(rec_dom *d, const rec_poly *x, ir_val *c) {
  rec_an *an = d->an;
  rec_poly one = rec_poly_const(an->a, 1), zero = rec_poly_const(an->a, 0);
  rec_form *yes =
      rec_form_and(an, rec_read_cond(d, c, false), rec_form_eq2(an, x, &one));
  rec_form *no =
      rec_form_and(an, rec_read_cond(d, c, true), rec_form_eq2(an, x, &zero));
  rec_dom_add(d, rec_form_or(an, yes, no));
}

// x = |y|.
static void
add_abs(rec_dom *d, const rec_poly *x, ir_val *v) {
  rec_an *an = d->an;
  rec_poly y = rec_read_exact(d, v), zero = rec_poly_const(an->a, 0);
  rec_poly minus = rec_poly_scale(an->a, &y, -1);
  rec_form *pos =
      rec_form_and(an, rec_form_ge(an, &y), rec_form_eq2(an, x, &y));
  rec_form *neg = rec_form_and(an, rec_form_ge2(an, &zero, &y, 1),
                               rec_form_eq2(an, x, &minus));
  rec_dom_add(d, rec_form_or(an, pos, neg));
}

// The constant right operand of "op", or 0.
static int64_t
right_constant(const ir_op *op) {
  int64_t c;
  return op->ins.n == 2 && ir_match_int(op->ins.at[1], &c) ? c : 0;
}

// x = v % m where v is not negative: less than m or -m, or 0. The latter is for
// m = 0, when C has no remainder, or does not ask for it.
static void
add_remainder_from_zero(rec_dom *d, const rec_poly *x, const rec_poly *m) {
  rec_an *an = d->an;
  rec_poly zero = rec_poly_const(an->a, 0);
  rec_poly minus = rec_poly_scale(an->a, m, -1);
  rec_form *less = rec_form_or(an, rec_form_ge2(an, m, x, 1),
                               rec_form_ge2(an, &minus, x, 1));
  rec_dom_add(d, rec_form_ge(an, x));
  rec_dom_add(d, rec_form_or(an, less, rec_form_ge2(an, &zero, x, 0)));
}

// True when "v", read as *p, is a size that is known before the region, or a
// size less 1, and at least "least", 0 or 1, which is checked unless its type
// says so.
static bool
is_size(rec_dom *d, ir_val *v, int least, rec_poly *p) {
  rec_an *an = d->an;
  const ir_op *op = ir_before_converts(v)->def;
  if (op && op->code == IR_OP_IF) // a load made if needed (shapes/hoist.c)
    op = op->regions[0]->last->ins.at[ir_before_converts(v)->index]->def;
  if (!ir_is_int(v->type.elem) ||
      (op && op->code != IR_OP_INDEX && op->code != IR_OP_SUB))
    return false;
  *p = rec_read_exact(d, v);
  if (rec_poly_varies(an, p))
    return false;
  if (!least && !ir_is_signed(v->type.elem))
    return true;
  rec_poly far = rec_poly_plus(an->a, p, -least);
  return an->emit && an->inspector->from_zero(an->emit, &far);
}

// x = v % m where m is at least 1 wherever "d" is executed, or is checked to
// be, or v is not negative; false otherwise. Remainders are too many, in the
// conditions of each access, for isl to be asked.
static bool
add_remainder(rec_dom *d, const rec_poly *x, ir_op *def, bool is_dim) {
  arena *a = d->an->a;
  if (def->code != IR_OP_REM || !ir_is_int(def->outs.at[0]->type.elem))
    return false;
  ir_val *v = def->ins.at[0];
  rec_poly e = rec_read_exact(d, v), m = rec_read_exact(d, def->ins.at[1]);
  rec_poly most = rec_poly_plus(a, &m, -1), least = rec_poly_const(a, 0);
  bool positive = rec_prove_by_sums(d, &most) == REC_PROOF_FOUND;
  bool known = rec_prove_by_sums(d, &e) == REC_PROOF_FOUND;
  bool from_zero = known || ir_is_unsigned(v->type.elem);
  if (!positive && !from_zero)
    return false;
  if (!positive && ir_is_unsigned(v->type.elem))
    positive = is_size(d, def->ins.at[1], 1, &m);
  if (known)
    rec_dom_add(d, rec_form_ge2(d->an, &e, x, 0));
  else if (!from_zero)
    least = rec_poly_scale(a, &most, -1);
  if (positive)
    rec_dom_add_between(d, x, &least, &most);
  else
    add_remainder_from_zero(d, x, &m);
  d->inexact |= is_dim;
  return true;
}

// x = v & m where m is known before the region, and is not negative; false
// otherwise.
static bool
add_masked(rec_dom *d, const rec_poly *x, ir_op *def, bool is_dim) {
  bool any = false;
  for (int k = 0; k < 2 && def->code == IR_OP_AND; k++) {
    rec_poly m;
    if (!is_size(d, def->ins.at[k], 0, &m))
      continue;
    rec_poly zero = rec_poly_const(d->an->a, 0);
    rec_dom_add_between(d, x, &zero, &m);
    d->inexact |= is_dim;
    any = true;
  }
  return any;
}

// x = v / c where "d" has the quotient behind v % c; false where it has not.
static bool
add_known_quotient(rec_dom *d, const rec_poly *x, const ir_op *def) {
  rec_an *an = d->an;
  int rem = rec_find_partner(d, IR_OP_REM, def);
  int q = rem < 0 ? -1 : rec_an_virtual(an, an->atoms.at[rem].val->def);
  if (q < 0 || !rec_dom_has_met(d, q))
    return false;
  rec_poly quotient = rec_poly_atom(an->a, q);
  rec_dom_add(d, rec_form_eq2(an, x, &quotient));
  return true;
}

// x = v / c, v % c, v >> c, v & (2^k - 1) with constant c; v % m or v & m;
// false when it is none of these.
static bool
add_division(rec_dom *d, const rec_poly *x, ir_op *def, bool is_dim) {
  rec_an *an = d->an;
  int64_t c = right_constant(def);
  if (c <= 0 || c > INT32_MAX)
    return add_remainder(d, x, def, is_dim) || add_masked(d, x, def, is_dim);
  if (def->code == IR_OP_DIV || def->code == IR_OP_SHR) {
    if (def->code == IR_OP_SHR && c > 30)
      return false;
    rec_poly e = def->code == IR_OP_DIV ? rec_read_exact(d, def->ins.at[0])
                                        : rec_read_shifted(d, def, c);
    if (def->code == IR_OP_DIV && !add_known_quotient(d, x, def))
      add_truncated(d, &e, x, c);
    else if (def->code == IR_OP_SHR)
      rec_dom_add(d, form_quotient(an, &e, x, INT64_C(1) << c, 0,
                                   (INT64_C(1) << c) - 1));
    return true;
  }
  bool mask = def->code == IR_OP_AND && (c & (c + 1)) == 0;
  if (!mask && def->code != IR_OP_REM)
    return false;
  int64_t m = mask ? c + 1 : c;
  rec_poly e =
      mask ? rec_read(d, def->ins.at[0]) : rec_read_exact(d, def->ins.at[0]);
  int div = mask ? -1 : rec_find_partner(d, IR_OP_DIV, def);
  int quotient = div >= 0 ? div : rec_an_virtual(an, def);
  rec_dom_meet(d, quotient);
  rec_poly q = rec_poly_atom(an->a, quotient);
  if (mask)
    rec_dom_add(d, form_quotient(an, &e, &q, m, 0, m - 1));
  else if (div < 0)
    add_truncated(d, &e, &q, m);
  rec_poly r = rec_poly_add(an->a, &e, &q, -m);
  rec_poly lo = rec_poly_const(an->a, mask ? 0 : 1 - m);
  rec_poly hi = rec_poly_const(an->a, m - 1);
  rec_dom_add(d, rec_form_eq2(an, x, &r));
  rec_dom_add_between(d, x, &lo, &hi); // where "e" is not affine
  return true;
}

// x = v ^ 1.
static void
add_flip(rec_dom *d, const rec_poly *x, ir_op *def) {
  rec_an *an = d->an;
  rec_poly e = rec_read_exact(d, def->ins.at[0]);
  int half = rec_an_virtual(an, def);
  rec_dom_meet(d, half);
  rec_poly even = rec_poly_atom(an->a, half);
  even = rec_poly_scale(an->a, &even, 2);
  rec_poly odd = rec_poly_plus(an->a, &even, 1);
  rec_form *up =
      rec_form_and(an, rec_form_eq2(an, &e, &even), rec_form_eq2(an, x, &odd));
  rec_form *down =
      rec_form_and(an, rec_form_eq2(an, &e, &odd), rec_form_eq2(an, x, &even));
  rec_dom_add(d, rec_form_or(an, up, down));
}

// True when every execution of "d"'s op evaluates "v" before.
static bool
is_evaluated(const rec_dom *d, const ir_val *v) {
  const ir_region *home = ir_home_of(v);
  const ir_op *at = d->at;
  while (at && at->parent != home)
    at = at->parent->parent_op;
  return at && (!v->def || ir_comes_before(v->def, at));
}

// Bounds of what is loaded, carried by a loop, or chosen by an if, from passes
// over data.
static void
add_range(rec_dom *d, const rec_poly *x, ir_val *v) {
  rec_an *an = d->an;
  int lo, hi;
  if (!is_evaluated(d, v) || !an->inspector->range(an->emit, v, &lo, &hi))
    return;
  rec_poly low = rec_poly_atom(an->a, lo), high = rec_poly_atom(an->a, hi);
  rec_dom_add(d, rec_form_ge2(an, x, &low, 0));
  rec_dom_add(d, rec_form_ge2(an, &high, x, 0));
  if (an->inspector->settled)
    rec_add_claimed(d, x, v, &high);
}

// x = v, where a size v of 32 bits is made unsigned; false otherwise.
static bool
add_unsigned(rec_dom *d, const rec_poly *x, const ir_op *def) {
  ir_val *v = def->code == IR_OP_CONVERT ? def->ins.at[0] : NULL;
  rec_poly p;
  if (!v || v->type.elem != IR_I32 || def->outs.at[0]->type.elem != IR_U32 ||
      !is_size(d, v, 0, &p))
    return false;
  rec_dom_add(d, rec_form_eq2(d->an, x, &p));
  rec_dom_add(d, rec_form_ge(d->an, x));
  return true;
}

// Adds the facts in the definition of an integer; false when there are none.
static bool
add_definition(rec_dom *d, const rec_poly *x, ir_val *v, bool is_dim) {
  ir_op *def = v->def;
  rec_choice c;
  if (def->code == IR_OP_MIN || def->code == IR_OP_CMIN ||
      def->code == IR_OP_MAX || def->code == IR_OP_CMAX)
    add_extremum(d, x, def, def->code == IR_OP_MAX || def->code == IR_OP_CMAX);
  else if (rec_match_choice(v, &c)) {
    add_choice(d, x, &c);
    return !def->versions; // what the original has may be known besides
  } else if (def->code == IR_OP_IF)
    return false; // a load made if needed (shapes/hoist.c): a parameter
  else if (def->code == IR_OP_ABS)
    add_abs(d, x, def->ins.at[0]);
  else if (def->code == IR_OP_XOR && right_constant(def) == 1)
    add_flip(d, x, def);
  else if (def->code == IR_OP_CONVERT && def->ins.at[0]->type.elem == IR_BOOL)
    add_bool(d, x, def->ins.at[0]);
  else
    return add_unsigned(d, x, def) || add_division(d, x, def, is_dim);
  return true;
}

// x = v where C may wrap v: what its definition gives, p, if that lies in the
// range of its type; else another value. Of p nothing is said that is known:
// footprints must see what is unbounded.
static void
add_wrapped(rec_dom *d, const rec_poly *x, ir_val *v) {
  rec_an *an = d->an;
  int64_t min, max;
  ir_scalar s = v->type.elem;
  rec_type_range(s, &min, &max);
  rec_poly p = rec_read_modulo(d, v);
  rec_poly least = rec_poly_const(an->a, min),
           most = rec_poly_const(an->a, max);
  rec_poly low = rec_poly_add(an->a, &p, &least, -1);
  rec_poly high = rec_poly_add(an->a, &most, &p, -1);
  rec_poly next = rec_poly_plus(an->a, &p, max + 1); // 64 bits: no more than x
  if (rec_poly_eq(&p, x) || low.bad || high.bad || next.bad)
    return;
  rec_form *f = rec_form_eq2(an, x, &p);
  if (!rec_prove_ge(d, &low)) {
    rec_form *below = rec_form_ge2(an, &least, &p, 1);
    if (ir_is_unsigned(s) && rec_prove_ge(d, &next))
      below = rec_form_and(an, below,
                           ir_size(s) < 8 ? rec_form_eq2(an, x, &next)
                                          : rec_form_ge2(an, x, &most, 0));
    f = rec_form_or(an, rec_form_and(an, rec_form_ge(an, &low), f), below);
  }
  if (!rec_prove_ge(d, &high))
    f = rec_form_or(an, rec_form_and(an, rec_form_ge(an, &high), f),
                    rec_form_ge2(an, &p, &most, 1));
  rec_dom_add(d, f);
}

// x = the sum "p" of invariants.
static void
add_sum(rec_dom *d, int atom, const rec_poly *p) {
  rec_poly x = rec_poly_atom(d->an->a, atom);
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++)
      rec_dom_meet(d, p->t.at[i].f[k]);
  rec_dom_add(d, rec_form_eq2(d->an, &x, p));
}

// Adds the facts about "atom", which is new in "d".
static void
add_facts(rec_dom *d, int atom) {
  rec_atom at = d->an->atoms.at[atom];
  ir_val *v = at.val;
  if (at.sum)
    add_sum(d, atom, at.sum);
  if (!v)
    return;
  if (ir_is_index(v)) {
    add_index_facts(d, atom, v);
    return;
  }
  rec_poly x = rec_poly_atom(d->an->a, atom);
  if (v->def && v->type.elem != IR_BOOL && !ir_is_float(v->type.elem) &&
      add_definition(d, &x, v, at.is_dim))
    return;
  d->inexact |= at.is_dim;
  ir_op *loop = v->param_of ? v->param_of->parent_op : v->def;
  int carried = v->param_of && loop ? v->index - loop->n_dims : v->index;
  if (loop && loop->code == IR_OP_LOOP && ir_is_int(v->type.elem)) {
    if (loop->has_while)
      rec_add_invariants(d, &x, loop, carried, v->param_of);
    if (v->param_of)
      rec_add_carried(d, &x, loop, carried);
    else
      rec_add_last_set(d, &x, loop, carried);
  }
  if (loop &&
      (loop->code == IR_OP_SCAN || (loop->code == IR_OP_REDUCE && v->def)) &&
      ir_is_int(v->type.elem)) {
    rec_add_summed(d, &x, loop, v);
    if (v->def && loop->code == IR_OP_REDUCE)
      rec_add_winner(d, &x, loop, v->index);
  }
  if (v->def && at.is_dim && ir_is_int(v->type.elem)) {
    add_wrapped(d, &x, v);
    rec_add_truncated(d, &x, v);
  }
  if (!d->an->emit || !at.is_dim || at.is_told || at.is_narrow ||
      ir_size(v->type.elem) < 4)
    add_bounds(d, atom); // footprints must see what is unbounded
  else if (at.has_lo && at.lo == 0 && ir_is_signed(v->type.elem))
    rec_dom_add(d, rec_form_ge(d->an, &x));
  if (v->def && v->def->code == IR_OP_INDEX && at.is_dim && d->an->emit &&
      is_evaluated(d, v))
    d->an->inspector->assertions(d, v->def);
  if (at.is_dim && !at.is_told && d->want_range && d->an->emit &&
      ir_is_int(v->type.elem))
    add_range(d, &x, v);
}

void
rec_dom_meet(rec_dom *d, int atom) {
  if (!rec_dom_add_atom(d, atom))
    return;
  int owner = d->owner;
  d->owner = atom;
  add_facts(d, atom);
  d->owner = owner;
}

void
rec_dom_rely(rec_dom *d, const rec_poly *p) {
  int owner = d->owner, n = 0;
  for (int i = 0; i < d->open.n; i++) {
    int atom = d->open.at[i];
    bool in = false;
    for (int t = 0; t < p->t.n && !in; t++)
      for (int k = 0; k < p->t.at[t].n; k++)
        in |= p->t.at[t].f[k] == atom;
    if (!in)
      d->open.at[n++] = atom;
    d->owner = atom;
    if (in)
      add_facts(d, atom);
  }
  d->open.n = n;
  d->owner = owner;
}
