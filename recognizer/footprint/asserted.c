// recognizer/footprint/asserted.c: bounds of what is loaded, from assertions.
//
// Whether a call that does not return is reached is a fold of its own
// (common/trap.c). Behind it none of its values was true:
//
//   %out = reduce (%i < %n) [or false] { not (index %k, %i) < %m }
//   if %out { } else { loop (%j < %n) { index %k, %j      is below %m
//
// The value of iteration j of the fold says what iteration j of the loop
// loads: the loops around the load are as long as the fold, dimension by
// dimension, and what both load is the same computation.
#include "recognizer/footprint/footprint.h"

// A load, and a fold of conditions none of which held when it is made.
typedef struct assertion {
  rec_dom *d;
  ir_op *load;
  const ir_region *arm;  // where the fold is known to have found nothing
  const ir_region *body; // of the fold
  ir_vals given; // values of the fold, each followed by that of the load's path
} assertion;

// The value of the load's path that "v", of the fold, is there; NULL: none is.
static ir_val *
find_counterpart(const assertion *x, const ir_val *v) {
  arena *a = x->d->an->a;
  for (int i = 0; i < x->given.n; i += 2)
    if (x->given.at[i] == v)
      return x->given.at[i + 1];
  ir_op *last = x->load;
  for (const ir_region *r = last->parent;; r = last->parent) {
    ir_foreach_op (op, r) {
      if (op->outs.n == 1 &&
          an_same_value_given(a, v, op->outs.at[0], &x->given))
        return op->outs.at[0];
      if (op == last)
        break;
    }
    if (r == x->arm)
      return NULL;
    last = r->parent_op;
  }
}

// "p", of values of the fold, for the load's iteration; bad where a value has
// no counterpart.
static an_poly
instantiate(const assertion *x, an_poly p) {
  rec_an *an = x->d->an;
  an_poly out = {.bad = p.bad};
  for (int i = 0; i < p.t.n; i++) {
    an_poly term = an_poly_const(an->a, p.t.at[i].coef);
    for (int k = 0; k < p.t.at[i].n; k++) {
      int atom = p.t.at[i].f[k];
      ir_val *v = an->atoms.at[atom].val;
      ir_val *to = v && !ir_is_outside(v, x->body) ? find_counterpart(x, v) : v;
      an_poly f = {.bad = true};
      if (to)
        f = an_poly_atom(an->a, to == v ? atom : rec_an_atom(an, to));
      term = an_poly_mul(an->a, &term, &f);
    }
    out = an_poly_add(an->a, &out, &term, 1);
  }
  return out;
}

// Makes all atoms of "p" part of the domain.
static void
meet_all(rec_dom *d, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++)
      rec_dom_add_atom(d, p->t.at[i].f[k]);
}

// Formula "f" of the fold for the load's iteration; parts without counterpart
// say nothing.
static rec_form *
instantiate_form(const assertion *x, const rec_form *f) {
  rec_an *an = x->d->an;
  if (f->kind == REC_FORM_AND || f->kind == REC_FORM_OR) {
    rec_form *l = instantiate_form(x, f->a), *r = instantiate_form(x, f->b);
    if (f->kind == REC_FORM_AND)
      return rec_form_and(an, l, r);
    bool any = l->kind == REC_FORM_TRUE || r->kind == REC_FORM_TRUE;
    return any ? rec_form_true(an) : rec_form_or(an, l, r);
  }
  if (f->kind == REC_FORM_TRUE)
    return rec_form_true(an);
  an_poly p = instantiate(x, f->p);
  if (p.bad)
    return rec_form_true(an);
  meet_all(x->d, &p);
  return f->kind == REC_FORM_GE ? rec_form_ge(an, &p) : rec_form_eq(an, &p);
}

// Pairs the indices of fold "s" with those of the loops around the load, from
// number *at on. False where one is of another length.
static bool
pair_indices(assertion *x, const ir_soac *s, int *at) {
  ir_vals index = {0}, extent = {0};
  arena *a = x->d->an->a;
  for (const ir_region *r = x->load->parent; r != x->arm;
       r = r->parent_op->parent)
    for (int k = r->parent_op->n_dims - 1; k >= 0; k--) {
      vec_push(a, &index, r->params.at[k]);
      vec_push(a, &extent, r->parent_op->ins.at[k]);
    }
  for (int k = 0; k < s->n_dims; k++) {
    int outer = index.n - 1 - (*at)++;
    if (outer < 0 ||
        !an_same_value_given(a, s->extents[k], extent.at[outer], &x->given))
      return false;
    vec_push(a, &x->given, s->idx[k]);
    vec_push(a, &x->given, index.at[outer]);
  }
  return true;
}

// Adds that "v", a value of the fold in region "r" (NULL: outside), was false;
// "at": how many of the loops around the load have an index of the fold.
static void
add_false(assertion *x, ir_val *v, const ir_region *r, int at) {
  rec_an *an = x->d->an;
  ir_soac s;
  ir_op *op = v->def;
  if (op && op->code == IR_OP_OR) {
    add_false(x, op->ins.at[0], r, at);
    add_false(x, op->ins.at[1], r, at);
    return;
  }
  if (op && ir_match_soac(op, &s)) {
    int n = x->given.n;
    const ir_region *body = x->body;
    x->body = body ? body : s.body;
    if (v->index < s.n_red && s.red_ops[v->index] == IR_OP_OR &&
        pair_indices(x, &s, &at))
      add_false(x, s.values[v->index], s.body, at);
    x->given.n = n;
    x->body = body;
    return;
  }
  if (!r)
    return;
  bool may_assume = an->may_assume;
  an->may_assume = false;
  rec_dom *within = rec_dom_new(an, r->last, false);
  rec_form *f = instantiate_form(x, rec_read_cond(within, v, true));
  an->may_assume = may_assume;
  rec_dom_add(x->d, f);
  ir_val *loaded = x->load->outs.at[0];
  an_poly least = an_poly_atom(an->a, rec_an_atom(an, loaded));
  if (f->kind != REC_FORM_TRUE && ir_is_unsigned(loaded->type.elem))
    rec_dom_add(x->d, rec_form_ge(an, &least));
}

void
rec_emit_asserted(rec_dom *d, ir_op *load) {
  for (const ir_region *r = load->parent; r->parent_op;
       r = r->parent_op->parent) {
    ir_op *up = r->parent_op;
    assertion x = {.d = d, .load = load, .arm = r};
    if (up->code == IR_OP_IF && r == up->regions[1])
      add_false(&x, up->ins.at[0], NULL, 0);
  }
}
