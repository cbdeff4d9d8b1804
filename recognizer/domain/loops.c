// recognizer/domain/loops.c: the constraints on what loops carry and leave.
//
// An integer that a loop carries is what it starts as or what an iteration
// makes of it. What some iterations set is, behind the loop, what it was before
// or what one of them sets: that one's indices are atoms of their own.
#include "recognizer/domain/domain.h"

// True when "p" only has atoms that loop body "body" does not change.
static bool
is_invariant_poly(const rec_an *an, const rec_poly *p, const ir_region *body) {
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
form_within(rec_an *an, const rec_poly *x, const ir_op *op, int k, int64_t lo,
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
  rec_poly low = rec_poly_const(an->a, lo), high = rec_poly_const(an->a, hi);
  rec_form *above =
      all || lo > min ? rec_form_ge2(an, x, &low, 0) : rec_form_true(an);
  rec_form *below =
      all || hi < max ? rec_form_ge2(an, &high, x, 0) : rec_form_true(an);
  return rec_form_and(an, above, below);
}

// What an iteration of loop "op" makes of carried value "k", x. That it does
// not wrap is only assumed where x and it have a sum that stays: of what else
// varies from iteration to iteration nobody can check that before the loop.
static rec_poly
read_next(rec_dom *d, const rec_poly *x, ir_op *op, int k) {
  rec_an *an = d->an;
  ir_val *y = op->regions[0]->last->ins.at[k];
  bool may_assume = an->may_assume;
  an->may_assume = false;
  rec_poly next = rec_read(d, y);
  rec_poly sum = rec_poly_add(an->a, &next, x, 1);
  an->may_assume = may_assume && is_invariant_poly(an, &sum, op->regions[0]);
  next = rec_read_exact(d, y);
  an->may_assume = may_assume;
  return next;
}

void
rec_add_carried(rec_dom *d, const rec_poly *x, ir_op *op, int k) {
  rec_an *an = d->an;
  ir_region *body = op->regions[0];
  ir_val *y = body->last->ins.at[k];
  int64_t lo, hi, one;
  bool flip = y->def && y->def->code == IR_OP_XOR &&
              y->def->ins.at[0] == body->params.at[op->n_dims + k] &&
              ir_match_int(y->def->ins.at[1], &one) && one == 1;
  rec_poly init = rec_read_exact(d, op->ins.at[op->n_dims + k]);
  if (op->n_dims)
    rec_dom_meet(d, rec_an_atom(an, body->params.at[0]));
  rec_add_growth(d, x, op, k, &init);
  rec_form *first = rec_form_eq2(an, x, &init), *later = NULL;
  rec_poly next = {.bad = true};
  if (!flip)
    next = read_next(d, x, op, k);
  rec_poly sum = rec_poly_add(an->a, &next, x, 1);
  rec_poly other = rec_poly_add(an->a, &sum, &init, -1);
  if (flip) {
    rec_poly up = rec_poly_plus(an->a, &init, 1);
    rec_poly down = rec_poly_plus(an->a, &init, -1);
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

// The iterations of a loop, reduce or scan.
typedef struct iterations {
  const ir_region *body;
  ir_val *const *idx, *const *extents;
  int n_dims;
} iterations;

// "p", of some iteration of "it", with atoms for its indices that no other
// value has; *in gets that these are in range. Bad where it depends on more
// than indices and what is outside.
static rec_poly
poly_of_some(rec_dom *d, const iterations *it, const rec_poly *p,
             rec_form **in) {
  rec_an *an = d->an;
  rec_poly out = *p, zero = rec_poly_const(an->a, 0);
  int first = an->atoms.n;
  *in = rec_form_true(an);
  for (int k = 0; k < it->n_dims; k++) {
    rec_poly n = rec_read_exact(d, it->extents[k]);
    int i = rec_an_atom(an, it->idx[k]);
    int atom = rec_an_virtual(an, NEW(an->a, char));
    rec_poly t = rec_poly_atom(an->a, atom);
    out = rec_poly_replace(an->a, &out, i, &t);
    out.bad |= n.bad;
    *in = rec_form_and(an, *in, rec_form_ge2(an, &t, &zero, 0));
    *in = rec_form_and(an, *in, rec_form_ge2(an, &n, &t, 1));
    rec_dom_meet(d, atom);
  }
  for (int i = 0; i < out.t.n; i++)
    for (int k = 0; k < out.t.at[i].n; k++) {
      int atom = out.t.at[i].f[k];
      const ir_val *v = an->atoms.at[atom].val;
      out.bad |= atom < first && an->atoms.at[atom].is_dim &&
                 (!v || !ir_is_outside(v, it->body));
      if (!out.bad)
        rec_dom_meet(d, atom);
    }
  return out;
}

// x is "v", computed from the indices and invariants of "it", in some
// iteration; NULL where "v" is computed from more.
static rec_form *
set_in_some(rec_dom *d, const rec_poly *x, const iterations *it, ir_val *v) {
  rec_an *an = d->an;
  rec_form *in;
  if (!rec_is_recomputable(v, it->body))
    return NULL;
  rec_dom *within = rec_dom_new(an, it->body->last, false);
  rec_poly p = rec_read_exact(within, v);
  p = poly_of_some(d, it, &p, &in);
  return p.bad ? NULL : rec_form_and(an, in, rec_form_eq2(an, x, &p));
}

// x is what "l" leaves of its carried value "k", "v" being chosen at last: what
// was there before, or what some iteration sets. NULL: not known.
static rec_form *
set_or_kept(rec_dom *d, const rec_poly *x, const ir_loop *l, int k, ir_val *v,
            int depth) {
  rec_choice c;
  if (v == l->carried[k]) {
    rec_poly init = rec_read_exact(d, l->inits[k]);
    return init.bad ? NULL : rec_form_eq2(d->an, x, &init);
  }
  if (depth == 0 || !rec_match_choice(v, &c))
    return set_in_some(d, x, &(iterations){l->body, &l->i, &l->extent, 1}, v);
  rec_form *y = set_or_kept(d, x, l, k, c.y, depth - 1);
  rec_form *z = y ? set_or_kept(d, x, l, k, c.z, depth - 1) : NULL;
  return z ? rec_form_or(d->an, y, z) : NULL;
}

void
rec_add_last_set(rec_dom *d, const rec_poly *x, ir_op *op, int k) {
  enum { DEPTH = 4 };
  ir_loop l;
  rec_choice c;
  if (d->an->follows_set || !ir_match_loop(op, &l) || !l.extent ||
      op->has_while || !rec_match_choice(l.yields[k], &c))
    return;
  d->an->follows_set = true; // what it is set to may be such a value in turn
  rec_form *f = set_or_kept(d, x, &l, k, l.yields[k], DEPTH);
  d->an->follows_set = false;
  rec_poly init = rec_read_exact(d, l.inits[k]);
  if (f && !init.bad)
    rec_dom_add(d, rec_form_or(d->an, rec_form_eq2(d->an, x, &init), f));
}

// set_in_some of "v" or what it is chosen from, down to "depth" choices.
static rec_form *
set_in_any(rec_dom *d, const rec_poly *x, const iterations *it, ir_val *v,
           int depth) {
  rec_choice c;
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
  rec_choice c;
  if (v == left || v == right)
    return true;
  return depth > 0 && rec_match_choice(v, &c) &&
         is_either(c.y, left, right, depth - 1) &&
         is_either(c.z, left, right, depth - 1);
}

void
rec_add_winner(rec_dom *d, const rec_poly *x, ir_op *op, int k) {
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
  rec_poly init = rec_read_exact(d, s.inits[k]);
  if (f && !init.bad)
    rec_dom_add(d, rec_form_or(an, rec_form_eq2(an, x, &init), f));
}
