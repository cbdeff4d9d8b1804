// recognizer/domain/facts.c: the constraints that an atom adds to a domain.
//
// The definition of an atom that is no sum or product: quotients, remainders,
// values a loop carries, loads, and what choices.c knows. Each becomes formulas
// that the atom owns (Note [Relevance]).
#include "recognizer/domain/domain.h"

// -- Facts about atoms ----------------------------------------------------
// lo <= x <= hi, as far as known.
static void
add_bounds(rec_dom *d, int atom) {
  rec_an *an = d->an;
  rec_atom *at = &an->atoms.at[atom];
  an_poly x = an_poly_atom(an->a, atom);
  an_poly lo = an_poly_const(an->a, at->lo);
  an_poly hi = an_poly_const(an->a, at->hi);
  if (at->has_lo)
    rec_dom_add(d, rec_form_ge2(an, &x, &lo, 0));
  if (at->has_hi)
    rec_dom_add(d, rec_form_ge2(an, &hi, &x, 0));
}

// i + 1 <= (i + 1) * m <= y for an index i below y / m, where m is at least 1
// and varies.
static void
add_steps(rec_dom *d, const an_poly *i, const ir_op *extent) {
  rec_an *an = d->an;
  an_poly y = rec_read_exact(d, extent->ins.at[0]);
  an_poly m = rec_read_exact(d, extent->ins.at[1]);
  an_poly more = an_poly_plus(an->a, &m, -1);
  an_poly done = an_poly_mul(an->a, i, &m);
  done = an_poly_add(an->a, &done, &m, 1);
  if (!rec_poly_varies(an, &m) || done.bad || y.bad || !rec_prove_ge(d, &more))
    return;
  rec_dom_add(d, rec_form_ge2(an, &y, i, 1)); // bounds i, for its product
  rec_dom_add(d, rec_form_ge2(an, &y, &done, 0));
}

// 0 <= i < extent.
static void
add_index_facts(rec_dom *d, int atom, ir_val *v) {
  rec_an *an = d->an;
  an_poly x = an_poly_atom(an->a, atom);
  add_bounds(d, atom);
  ir_val *extent = v->param_of->parent_op->ins.at[v->index];
  an_poly e = rec_read_exact(d, extent);
  rec_dom_add(d, rec_form_ge2(an, &e, &x, 1));
  if (extent->def && extent->def->code == IR_OP_DIV &&
      ir_is_signed(extent->type.elem))
    add_steps(d, &x, extent->def);
}

// lo <= e - c*q <= hi.
static rec_form *
form_quotient(rec_an *an, const an_poly *e, const an_poly *q, int64_t c,
              int64_t lo, int64_t hi) {
  an_poly r = an_poly_add(an->a, e, q, -c);
  an_poly low = an_poly_const(an->a, lo), high = an_poly_const(an->a, hi);
  return rec_form_and(an, rec_form_ge2(an, &r, &low, 0),
                      rec_form_ge2(an, &high, &r, 0));
}

// q = e / c, truncated, c > 0.
static void
add_truncated(rec_dom *d, const an_poly *e, const an_poly *q, int64_t c) {
  rec_an *an = d->an;
  rec_form *pos = form_quotient(an, e, q, c, 0, c - 1);
  if (rec_prove_ge(d, e)) {
    rec_dom_add(d, pos);
    return;
  }
  an_poly zero = an_poly_const(an->a, 0);
  rec_form *neg = form_quotient(an, e, q, c, 1 - c, 0);
  rec_dom_add(
      d, rec_form_or(an, rec_form_and(an, rec_form_ge(an, e), pos),
                     rec_form_and(an, rec_form_ge2(an, &zero, e, 1), neg)));
}

// The constant right operand of "op", or 0.
static int64_t
right_constant(const ir_op *op) {
  int64_t c;
  return op->ins.n == 2 && ir_match_int(op->ins.at[1], &c) ? c : 0;
}

// Whether the bits of "c" are the lowest ones of an integer of 32 bits.
static bool
is_low_mask(int64_t c) {
  return c > 0 && c < INT32_MAX && (c & (c + 1)) == 0;
}

// x = v % m where v is not negative: less than m or -m, or 0. The latter is for
// m = 0, when C has no remainder, or does not ask for it.
static void
add_remainder_from_zero(rec_dom *d, const an_poly *x, const an_poly *m) {
  rec_an *an = d->an;
  an_poly zero = an_poly_const(an->a, 0);
  an_poly minus = an_poly_scale(an->a, m, -1);
  rec_form *less = rec_form_or(an, rec_form_ge2(an, m, x, 1),
                               rec_form_ge2(an, &minus, x, 1));
  rec_dom_add(d, rec_form_ge(an, x));
  rec_dom_add(d, rec_form_or(an, less, rec_form_ge2(an, &zero, x, 0)));
}

// True when "v", read as *p, is a size that is known before the region, or a
// size less 1, and at least "least", 0 or 1, which is checked unless its type
// says so.
static bool
is_size(rec_dom *d, ir_val *v, int least, an_poly *p) {
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
  an_poly far = an_poly_plus(an->a, p, -least);
  return an->emit && an->inspector->from_zero(an->emit, &far);
}

// True when "p" is a sum of products of numbers none of which is below 0.
static bool
is_of_positive(rec_dom *d, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    for (int k = 0; k < m->n; k++) {
      an_poly factor = an_poly_atom(d->an->a, m->f[k]);
      if (rec_prove_by_sums(d, &factor) != REC_PROOF_FOUND)
        return false;
    }
    if (m->coef < 0)
      return false;
  }
  return !p->bad;
}

// x = v % m where m is at least 1 wherever "d" is executed, or is checked to
// be, or v is not negative; false otherwise. Remainders are too many, in the
// conditions of each access, for isl to be asked.
static bool
add_remainder(rec_dom *d, const an_poly *x, ir_op *def, bool is_dim) {
  arena *a = d->an->a;
  if (def->code != IR_OP_REM || !ir_is_int(def->outs.at[0]->type.elem))
    return false;
  ir_val *v = def->ins.at[0];
  an_poly e = rec_read_exact(d, v), m = rec_read_exact(d, def->ins.at[1]);
  an_poly most = an_poly_plus(a, &m, -1), least = an_poly_const(a, 0);
  bool positive = rec_prove_by_sums(d, &most) == REC_PROOF_FOUND;
  bool known =
      rec_prove_by_sums(d, &e) == REC_PROOF_FOUND || is_of_positive(d, &e);
  bool from_zero = known || ir_is_unsigned(v->type.elem);
  if (!positive && !from_zero)
    return false;
  if (!positive && ir_is_unsigned(v->type.elem))
    positive = is_size(d, def->ins.at[1], 1, &m);
  if (known)
    rec_dom_add(d, rec_form_ge2(d->an, &e, x, 0));
  else if (!from_zero)
    least = an_poly_scale(a, &most, -1);
  if (positive)
    rec_dom_add_between(d, x, &least, &most);
  else
    add_remainder_from_zero(d, x, &m);
  d->inexact |= is_dim;
  return true;
}

// x = v / m where v is not negative: no further from 0 than v, and not negative
// where m is positive; false otherwise.
static bool
add_quotient(rec_dom *d, const an_poly *x, ir_op *def, bool is_dim) {
  bool is_unsigned = ir_is_unsigned(def->outs.at[0]->type.elem);
  if (def->code != IR_OP_DIV || !ir_is_int(def->outs.at[0]->type.elem))
    return false;
  an_poly e = rec_read_exact(d, def->ins.at[0]);
  an_poly m = rec_read_exact(d, def->ins.at[1]);
  if (!is_unsigned && rec_prove_by_sums(d, &e) != REC_PROOF_FOUND &&
      !is_of_positive(d, &e))
    return false;
  an_poly most = an_poly_plus(d->an->a, &m, -1);
  bool positive = is_unsigned || rec_prove_by_sums(d, &most) == REC_PROOF_FOUND;
  an_poly least = an_poly_scale(d->an->a, &e, positive ? 0 : -1);
  rec_dom_add_between(d, x, &least, &e);
  d->inexact |= is_dim;
  return true;
}

// x = v & m where m is known before the region, and is not negative; false
// otherwise.
static bool
add_masked(rec_dom *d, const an_poly *x, ir_op *def, bool is_dim) {
  bool any = false;
  for (int k = 0; k < 2 && def->code == IR_OP_AND; k++) {
    an_poly m;
    if (!is_size(d, def->ins.at[k], 0, &m))
      continue;
    an_poly zero = an_poly_const(d->an->a, 0);
    rec_dom_add_between(d, x, &zero, &m);
    d->inexact |= is_dim;
    any = true;
  }
  return any;
}

// x = v / c where "d" has the quotient behind v % c; false where it has not.
static bool
add_known_quotient(rec_dom *d, const an_poly *x, const ir_op *def) {
  rec_an *an = d->an;
  int rem = rec_find_partner(d, IR_OP_REM, def);
  int q = rem < 0 ? -1 : rec_an_virtual(an, an->atoms.at[rem].val->def);
  if (q < 0 || !rec_dom_has_atom(d, q))
    return false;
  an_poly quotient = an_poly_atom(an->a, q);
  rec_dom_add(d, rec_form_eq2(an, x, &quotient));
  return true;
}

// x = v / c, v % c, v >> c, v & (2^k - 1) with constant c; v % m, v / m, v & m;
// false when it is none of these.
static bool
add_division(rec_dom *d, const an_poly *x, ir_op *def, bool is_dim) {
  rec_an *an = d->an;
  int64_t c = right_constant(def);
  if (c <= 0 || c > INT32_MAX)
    return add_remainder(d, x, def, is_dim) ||
           add_quotient(d, x, def, is_dim) || add_masked(d, x, def, is_dim);
  if (def->code == IR_OP_DIV || def->code == IR_OP_SHR) {
    if (def->code == IR_OP_SHR && c > 30)
      return false;
    an_poly e = def->code == IR_OP_DIV ? rec_read_exact(d, def->ins.at[0])
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
  an_poly e =
      mask ? rec_read(d, def->ins.at[0]) : rec_read_exact(d, def->ins.at[0]);
  int div = mask ? -1 : rec_find_partner(d, IR_OP_DIV, def);
  int quotient = div >= 0 ? div : rec_an_virtual(an, def);
  rec_dom_add_atom(d, quotient);
  an_poly q = an_poly_atom(an->a, quotient);
  if (mask)
    rec_dom_add(d, form_quotient(an, &e, &q, m, 0, m - 1));
  else if (div < 0)
    add_truncated(d, &e, &q, m);
  an_poly r = an_poly_add(an->a, &e, &q, -m);
  an_poly lo = an_poly_const(an->a, mask ? 0 : 1 - m);
  an_poly hi = an_poly_const(an->a, m - 1);
  rec_dom_add(d, rec_form_eq2(an, x, &r));
  rec_dom_add_between(d, x, &lo, &hi); // where "e" is not affine
  return true;
}

// x = v ^ c, where c = 2^n - 1 turns round places in blocks of 2^n: with
// q = floor(v / 2^n), x = 2^n q + c - (v - 2^n q).
static void
add_flip(rec_dom *d, const an_poly *x, ir_op *def, int64_t c) {
  rec_an *an = d->an;
  an_poly e = rec_read_exact(d, def->ins.at[0]);
  int block = rec_an_virtual(an, def);
  rec_dom_add_atom(d, block);
  an_poly q = an_poly_atom(an->a, block);
  an_poly sum = an_poly_scale(an->a, &q, 2 * (c + 1));
  sum = an_poly_plus(an->a, &sum, c);
  an_poly turned = an_poly_add(an->a, &sum, &e, -1);
  rec_dom_add(d, rec_form_and(an, form_quotient(an, &e, &q, c + 1, 0, c),
                              rec_form_eq2(an, x, &turned)));
}

// True when "p" only has atoms that loop body "body" does not change.
static bool
is_invariant_poly(const rec_an *an, const an_poly *p, const ir_region *body) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++) {
      const ir_val *v = an->atoms.at[p->t.at[i].f[k]].val;
      if (!v || !ir_is_outside(v, body))
        return false;
    }
  return !p->bad;
}

// True when "v" is a sum of "from" and other values, on any way; "steps": ops
// that are looked through.
static bool
is_sum_with(const ir_val *v, const ir_val *from, int steps) {
  const ir_op *op = v->def;
  if (v == from)
    return true;
  if (!op || steps-- <= 0)
    return false;
  switch ((int)op->code) {
  case IR_OP_CONVERT:
  case IR_OP_SUB:
    return is_sum_with(op->ins.at[0], from, steps);
  case IR_OP_ADD:
    return is_sum_with(op->ins.at[0], from, steps) ||
           is_sum_with(op->ins.at[1], from, steps);
  case IR_OP_SELECT:
    return is_sum_with(op->ins.at[1], from, steps) &&
           is_sum_with(op->ins.at[2], from, steps);
  case IR_OP_IF:
    return is_sum_with(op->regions[0]->last->ins.at[v->index], from, steps) &&
           is_sum_with(op->regions[1]->last->ins.at[v->index], from, steps);
  case IR_OP_LOOP:
    return is_sum_with(op->ins.at[op->n_dims + v->index], from, steps) &&
           is_sum_with(op->regions[0]->last->ins.at[v->index],
                       op->regions[0]->params.at[op->n_dims + v->index], steps);
  default:
    return false;
  }
}

// lo <= x <= hi, of a value that loop "op" carries as "k". Footprints must see
// what is unbounded, the place where a walk goes next: for them the bounds of a
// type of 32 bits or more are none, unless it is a sum, which has no other.
static rec_form *
form_within(rec_an *an, const an_poly *x, const ir_op *op, int k, int64_t lo,
            int64_t hi) {
  enum { STEPS = 12 };
  int64_t min, max;
  const ir_region *body = op->regions[0];
  const ir_val *next = body->last->ins.at[k];
  ir_val *now = body->params.at[op->n_dims + k];
  rec_claimed claimed;
  rec_type_range(next->type.elem, &min, &max);
  bool all = !an->emit || ir_size(next->type.elem) < 4 ||
             (is_sum_with(next, now, STEPS) &&
              !rec_match_claimed(an->a, now, &claimed));
  an_poly low = an_poly_const(an->a, lo), high = an_poly_const(an->a, hi);
  rec_form *above =
      all || lo > min ? rec_form_ge2(an, x, &low, 0) : rec_form_true(an);
  rec_form *below =
      all || hi < max ? rec_form_ge2(an, &high, x, 0) : rec_form_true(an);
  return rec_form_and(an, above, below);
}

// What an iteration of loop "op" makes of carried value "k", x. That it does
// not wrap is only assumed where x and it have a sum that stays: of what else
// varies from iteration to iteration nobody can check that before the loop.
static an_poly
read_next(rec_dom *d, const an_poly *x, ir_op *op, int k) {
  rec_an *an = d->an;
  ir_val *y = op->regions[0]->last->ins.at[k];
  bool may_assume = an->may_assume;
  an->may_assume = false;
  an_poly next = rec_read(d, y);
  an_poly sum = an_poly_add(an->a, &next, x, 1);
  an->may_assume = may_assume && is_invariant_poly(an, &sum, op->regions[0]);
  next = rec_read_exact(d, y);
  an->may_assume = may_assume;
  return next;
}

// x is a value loop "op" carries as "k": what it starts as, or what an
// iteration made of it. Alternation (x = c - x, x ^= 1) and bounded results
// (x = e % 3) are understood.
static void
add_carried(rec_dom *d, const an_poly *x, ir_op *op, int k) {
  rec_an *an = d->an;
  ir_region *body = op->regions[0];
  ir_val *y = body->last->ins.at[k];
  int64_t lo, hi;
  bool flip = y->def && y->def->code == IR_OP_XOR &&
              y->def->ins.at[0] == body->params.at[op->n_dims + k] &&
              right_constant(y->def) == 1;
  an_poly init = rec_read_exact(d, op->ins.at[op->n_dims + k]);
  if (op->n_dims)
    rec_dom_add_atom(d, rec_an_atom(an, body->params.at[0]));
  rec_add_growth(d, x, op, k, &init);
  rec_form *first = rec_form_eq2(an, x, &init), *later = NULL;
  an_poly next = {.bad = true};
  if (!flip)
    next = read_next(d, x, op, k);
  an_poly sum = an_poly_add(an->a, &next, x, 1);
  an_poly other = an_poly_add(an->a, &sum, &init, -1);
  if (flip) {
    an_poly up = an_poly_plus(an->a, &init, 1);
    an_poly down = an_poly_plus(an->a, &init, -1);
    later =
        rec_form_or(an, rec_form_eq2(an, x, &up), rec_form_eq2(an, x, &down));
  } else if (is_invariant_poly(an, &sum, body)) {
    later = rec_form_eq2(an, x, &other);
  } else if (rec_poly_interval(an, &next, &lo, &hi)) {
    later = form_within(an, x, op, k, lo, hi);
  }
  if (later)
    rec_dom_add(d, rec_form_or(an, first, later));
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
add_range(rec_dom *d, const an_poly *x, ir_val *v) {
  rec_an *an = d->an;
  int lo, hi;
  if (!is_evaluated(d, v) || !an->inspector->range(an->emit, v, &lo, &hi))
    return;
  an_poly low = an_poly_atom(an->a, lo), high = an_poly_atom(an->a, hi);
  rec_dom_add(d, rec_form_ge2(an, x, &low, 0));
  rec_dom_add(d, rec_form_ge2(an, &high, x, 0));
  if (an->inspector->settled)
    rec_add_claimed(d, x, v, &high);
}

// The iterations of a loop, reduce or scan.
typedef struct iterations {
  const ir_region *body;
  ir_val *const *idx, *const *extents;
  int n_dims;
} iterations;

// "p", of some iteration of "it", with atoms for its indices that no other
// value has; *in gets that these are in range. Bad where it depends on more
// than indices and what is outside.
static an_poly
poly_of_some(rec_dom *d, const iterations *it, const an_poly *p,
             rec_form **in) {
  rec_an *an = d->an;
  an_poly out = *p, zero = an_poly_const(an->a, 0);
  int first = an->atoms.n;
  *in = rec_form_true(an);
  for (int k = 0; k < it->n_dims; k++) {
    an_poly n = rec_read_exact(d, it->extents[k]);
    int i = rec_an_atom(an, it->idx[k]);
    int atom = rec_an_virtual(an, NEW(an->a, char));
    an_poly t = an_poly_atom(an->a, atom);
    out = an_poly_replace(an->a, &out, i, &t);
    out.bad |= n.bad;
    *in = rec_form_and(an, *in, rec_form_ge2(an, &t, &zero, 0));
    *in = rec_form_and(an, *in, rec_form_ge2(an, &n, &t, 1));
    rec_dom_add_atom(d, atom);
  }
  for (int i = 0; i < out.t.n; i++)
    for (int k = 0; k < out.t.at[i].n; k++) {
      int atom = out.t.at[i].f[k];
      const ir_val *v = an->atoms.at[atom].val;
      out.bad |= atom < first && an->atoms.at[atom].is_dim &&
                 (!v || !ir_is_outside(v, it->body));
      if (!out.bad)
        rec_dom_add_atom(d, atom);
    }
  return out;
}

// x is "v", computed from the indices and invariants of "it", in some
// iteration; NULL where "v" is computed from more.
static rec_form *
set_in_some(rec_dom *d, const an_poly *x, const iterations *it, ir_val *v) {
  rec_an *an = d->an;
  rec_form *in;
  if (!an_is_recomputable(v, it->body))
    return NULL;
  rec_dom *within = rec_dom_new(an, it->body->last, false);
  an_poly p = rec_read_exact(within, v);
  p = poly_of_some(d, it, &p, &in);
  return p.bad ? NULL : rec_form_and(an, in, rec_form_eq2(an, x, &p));
}

// x is what "l" leaves of its carried value "k", "v" being chosen at last: what
// was there before, or what some iteration sets. NULL: not known.
static rec_form *
set_or_kept(rec_dom *d, const an_poly *x, const ir_loop *l, int k, ir_val *v,
            int depth) {
  an_choice c;
  if (v == l->carried[k]) {
    an_poly init = rec_read_exact(d, l->inits[k]);
    return init.bad ? NULL : rec_form_eq2(d->an, x, &init);
  }
  if (depth == 0 || !rec_match_choice(v, &c))
    return set_in_some(d, x, &(iterations){l->body, &l->i, &l->extent, 1}, v);
  rec_form *y = set_or_kept(d, x, l, k, c.y, depth - 1);
  rec_form *z = y ? set_or_kept(d, x, l, k, c.z, depth - 1) : NULL;
  return z ? rec_form_or(d->an, y, z) : NULL;
}

// x is what counting loop "op" leaves of carried value "k", which some of its
// iterations set: the place of a least element.
static void
add_last_set(rec_dom *d, const an_poly *x, ir_op *op, int k) {
  enum { DEPTH = 4 };
  ir_loop l;
  an_choice c;
  if (d->an->follows_set || !ir_match_loop(op, &l) || !l.extent ||
      op->has_while || !rec_match_choice(l.yields[k], &c))
    return;
  d->an->follows_set = true; // what it is set to may be such a value in turn
  rec_form *f = set_or_kept(d, x, &l, k, l.yields[k], DEPTH);
  d->an->follows_set = false;
  an_poly init = rec_read_exact(d, l.inits[k]);
  if (f && !init.bad)
    rec_dom_add(d, rec_form_or(d->an, rec_form_eq2(d->an, x, &init), f));
}

// set_in_some of "v" or what it is chosen from, down to "depth" choices.
static rec_form *
set_in_any(rec_dom *d, const an_poly *x, const iterations *it, ir_val *v,
           int depth) {
  an_choice c;
  if (depth == 0 || !rec_match_choice(v, &c))
    return set_in_some(d, x, it, v);
  rec_form *y = set_in_any(d, x, it, c.y, depth - 1);
  rec_form *z = y ? set_in_any(d, x, it, c.z, depth - 1) : NULL;
  return z ? rec_form_or(d->an, y, z) : NULL;
}

// True when "v", which an operator gives, is "left" or "right" whatever it
// compares, down to "depth" choices.
static bool
is_either(const ir_val *v, const ir_val *left, const ir_val *right, int depth) {
  an_choice c;
  if (v == left || v == right)
    return true;
  return depth > 0 && rec_match_choice(v, &c) &&
         is_either(c.y, left, right, depth - 1) &&
         is_either(c.z, left, right, depth - 1);
}

// x is result "k" of reduce "op", the place of a least element: what it starts
// as, or the value of some iteration.
static void
add_winner(rec_dom *d, const an_poly *x, ir_op *op, int k) {
  enum { DEPTH = 4 };
  rec_an *an = d->an;
  ir_soac s;
  if (an->follows_set || !ir_match_fold(op, &s) || !s.combine || k >= s.n_red)
    return;
  const ir_region *r = s.combine;
  if (!is_either(r->last->ins.at[k], r->params.at[k], r->params.at[s.n_red + k],
                 DEPTH))
    return;
  an->follows_set = true;
  iterations it = {s.body, s.idx, s.extents, s.n_dims};
  rec_form *f = set_in_any(d, x, &it, s.values[k], DEPTH);
  an->follows_set = false;
  an_poly init = rec_read_exact(d, s.inits[k]);
  if (f && !init.bad)
    rec_dom_add(d, rec_form_or(an, rec_form_eq2(an, x, &init), f));
}

// x = v, where a size v of 32 bits is made unsigned; false otherwise.
static bool
add_unsigned(rec_dom *d, const an_poly *x, const ir_op *def) {
  ir_val *v = def->code == IR_OP_CONVERT ? def->ins.at[0] : NULL;
  an_poly p;
  if (!v || v->type.elem != IR_I32 || def->outs.at[0]->type.elem != IR_U32 ||
      !is_size(d, v, 0, &p))
    return false;
  rec_dom_add(d, rec_form_eq2(d->an, x, &p));
  rec_dom_add(d, rec_form_ge(d->an, x));
  return true;
}

// Adds the facts in the definition of an integer; false when there are none.
static bool
add_definition(rec_dom *d, const an_poly *x, ir_val *v, bool is_dim) {
  ir_op *def = v->def;
  an_choice c;
  if (ir_is_lesser(def->code) || ir_is_greater(def->code))
    rec_add_extremum(d, x, def, ir_is_greater(def->code));
  else if (rec_match_choice(v, &c)) {
    rec_add_choice(d, x, &c);
    return !def->versions; // what the original has may be known besides
  } else if (def->code == IR_OP_IF)
    return false; // a load made if needed (shapes/hoist.c): a parameter
  else if (def->code == IR_OP_ABS)
    rec_add_abs(d, x, def->ins.at[0]);
  else if (def->code == IR_OP_XOR && is_low_mask(right_constant(def)))
    add_flip(d, x, def, right_constant(def));
  else if (def->code == IR_OP_CONVERT && def->ins.at[0]->type.elem == IR_BOOL)
    rec_add_bool(d, x, def->ins.at[0]);
  else
    return add_unsigned(d, x, def) || add_division(d, x, def, is_dim);
  return true;
}

// x = v where C may wrap v: the value p of its definition, if that lies in the
// range of its type; else another value. No bounds are added for p, so that
// footprints see what is unbounded.
static void
add_wrapped(rec_dom *d, const an_poly *x, ir_val *v) {
  rec_an *an = d->an;
  int64_t min, max;
  ir_scalar s = v->type.elem;
  rec_type_range(s, &min, &max);
  an_poly p = rec_read_modulo(d, v);
  an_poly least = an_poly_const(an->a, min), most = an_poly_const(an->a, max);
  an_poly low = an_poly_add(an->a, &p, &least, -1);
  an_poly high = an_poly_add(an->a, &most, &p, -1);
  an_poly next = an_poly_plus(an->a, &p, max + 1); // 64 bits: no more than x
  if (an_poly_eq(&p, x) || low.bad || high.bad || next.bad)
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
add_sum(rec_dom *d, int atom, const an_poly *p) {
  an_poly x = an_poly_atom(d->an->a, atom);
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++)
      rec_dom_add_atom(d, p->t.at[i].f[k]);
  rec_dom_add(d, rec_form_eq2(d->an, &x, p));
}

// True when the bounds that "at" has by its type, or by what it is computed
// from, are good enough for a footprint over "d".
static bool
is_near(const rec_dom *d, const rec_atom *at) {
  enum { NEAR = 1 << 7 };
  ir_scalar type = at->val->type.elem;
  bool typed = at->is_narrow || ir_size(type) < 4;
  bool open =
      at->is_narrow ? at->lo >= 0 || at->hi - at->lo < NEAR : type == IR_U8;
  return typed && (d->loads != REC_LOADS_OPEN || open);
}

// Adds the facts about "x", the value "v" of a loop, scan, or fold.
static void
add_loop_facts(rec_dom *d, const an_poly *x, ir_val *v) {
  ir_op *loop = v->param_of ? v->param_of->parent_op : v->def;
  int carried = v->param_of && loop ? v->index - loop->n_dims : v->index;
  if (!loop || !ir_is_int(v->type.elem))
    return;
  if (loop->code == IR_OP_LOOP) {
    if (loop->has_while)
      rec_add_invariants(d, x, loop, carried, v->param_of);
    if (v->param_of)
      add_carried(d, x, loop, carried);
    else
      add_last_set(d, x, loop, carried);
  }
  if (loop->code == IR_OP_SCAN || (loop->code == IR_OP_REDUCE && v->def)) {
    rec_add_summed(d, x, loop, v);
    if (v->def && loop->code == IR_OP_REDUCE)
      add_winner(d, x, loop, v->index);
  }
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
  an_poly x = an_poly_atom(d->an->a, atom);
  if (v->def && v->type.elem != IR_BOOL && !ir_is_float(v->type.elem) &&
      add_definition(d, &x, v, at.is_dim))
    return;
  d->inexact |= at.is_dim;
  add_loop_facts(d, &x, v);
  if (v->def && at.is_dim && ir_is_int(v->type.elem)) {
    add_wrapped(d, &x, v);
    rec_add_truncated(d, &x, v);
  }
  if (!d->an->emit || !at.is_dim || at.is_told || is_near(d, &at))
    add_bounds(d, atom); // footprints must see what is unbounded
  else if (at.has_lo && at.lo == 0 && ir_is_signed(v->type.elem))
    rec_dom_add(d, rec_form_ge(d->an, &x));
  if (v->def && v->def->code == IR_OP_INDEX && at.is_dim && d->an->emit &&
      is_evaluated(d, v))
    d->an->inspector->assertions(d, v->def);
  if (at.is_dim && !at.is_told && d->loads == REC_LOADS_PASSED && d->an->emit &&
      ir_is_int(v->type.elem))
    add_range(d, &x, v);
}

void
rec_dom_add_atom(rec_dom *d, int atom) {
  if (!rec_dom_note_atom(d, atom))
    return;
  int owner = d->owner;
  d->owner = atom;
  add_facts(d, atom);
  d->owner = owner;
}

void
rec_dom_add_assumed(rec_dom *d, const an_poly *p) {
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
