// recognizer/shapes/settled.c: values that are set where they differ.
//
//   if (x[t] == c) run++; else { run = 1; c = x[t]; }         ..; c = x[t];
//   if (x[t] != x[i]) { ..; i = t; }         =>  if (x[t] != x[t - 1]) { .. }
//
// Where a value that is not set equals what it would be set to, it is that in
// any case: what the iteration before looked at. The same holds for the element
// at a place that is kept where elements are equal. Integers alone: zeros of
// two signs are equal, too.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/scalars.h"

// A loop in which values are set where they differ.
typedef struct settling {
  arena *a;
  ir_func *f;
  ir_loop l;
  rec_an *an;
  int k;                   // the carried scalar
  ir_val *set;             // what it is set to, ...
  const ir_op *at, *other; // loads at it, and at what it is set to
} settling;

// The comparison that is true of unequal integers ("holds"), or false, wherever
// bool "v" does not set; NULL: there is none.
static const ir_op *
find_question(const ir_val *v, bool holds) {
  const ir_op *op = v->def;
  ir_val *both[2];
  if (op && op->code == IR_OP_NOT)
    return find_question(op->ins.at[0], !holds);
  if (an_match_both(v, holds, both)) {
    const ir_op *first = find_question(both[0], holds);
    return first ? first : find_question(both[1], holds);
  }
  bool asks = op && op->code == (holds ? IR_OP_NE : IR_OP_EQ);
  return asks && ir_is_int(op->ins.at[0]->type.elem) ? op : NULL;
}

// Finds the value that carried scalar s->k is set to, and gives the comparison
// that keeps it; NULL: it is not set so.
static const ir_op *
match_set(settling *s) {
  const ir_val *p = s->l.carried[s->k];
  an_choice c;
  if (p->type.array || !ir_is_int(p->type.elem) ||
      !an_match_either(s->l.yields[s->k], &c) || (c.y == p) == (c.z == p))
    return NULL;
  s->set = c.y == p ? c.z : c.y;
  return find_question(c.c, c.z == p);
}

// The value that the scalar is set to, at the end of the body, if "op" compares
// it with that; NULL: it does not.
static ir_val *
compared_with(const settling *s, const ir_op *op) {
  const ir_val *p = s->l.carried[s->k];
  for (int i = 0; i < 2; i++) {
    const ir_val *v = rec_unwidened(op->ins.at[i]);
    if (rec_unwidened(op->ins.at[1 - i]) != p ||
        !ir_type_eq(v->type, p->type) ||
        !an_same_value(s->a, v, rec_unwidened(s->set)))
      continue;
    if (ir_home_of(v) == s->l.body || ir_is_outside(v, s->l.body))
      return (ir_val *)(uintptr_t)v;
    return ir_home_of(s->set) == s->l.body ? s->set : NULL;
  }
  return NULL;
}

// True when "v" is made of the scalar and what is outside by scalar ops.
static bool
is_of_scalar(const settling *s, const ir_val *v) {
  ir_vals of = {.at = &s->l.carried[s->k], .n = 1};
  return an_is_computed_from(v, s->l.body, &of);
}

// The subscript of load "op", as it is, or as where the scalar is what it is
// set to.
static an_poly
read_place(const settling *s, const ir_op *op, bool set) {
  ir_op *load = (ir_op *)(uintptr_t)op;
  rec_dom *d = rec_dom_new(s->an, load, false);
  an_poly p = rec_read(d, load->ins.at[1]);
  if (!set || p.bad)
    return p;
  an_poly to = rec_read_exact(d, s->set);
  int at = rec_an_atom(s->an, s->l.carried[s->k]);
  p.bad |= to.bad;
  return p.bad ? p : an_poly_replace(s->a, &p, at, &to);
}

// True when "op" compares an element at the scalar with that at the place it is
// set to, of an array that does not change; finds both.
static bool
match_places(settling *s, const ir_op *op) {
  for (int i = 0; i < 2; i++) {
    s->at = rec_unwidened(op->ins.at[i])->def;
    s->other = rec_unwidened(op->ins.at[1 - i])->def;
    if (!s->at || !s->other || s->at->code != IR_OP_INDEX ||
        s->other->code != IR_OP_INDEX ||
        s->at->ins.at[0] != s->other->ins.at[0] ||
        !ir_is_outside(s->at->ins.at[0], s->l.body) ||
        !is_of_scalar(s, s->at->ins.at[1]) ||
        !an_is_recomputable(s->other->ins.at[1], s->l.body))
      continue;
    an_poly p = read_place(s, s->at, true), q = read_place(s, s->other, false);
    if (!p.bad && !q.bad && an_poly_eq(&p, &q))
      return true;
  }
  return false;
}

// The element that the iteration before looked at, or in the first iteration
// that at the place which the loop starts with, at "b".
static ir_val *
build_before(const settling *s, ir_builder *b) {
  ir_val *array = s->at->ins.at[0], *one = ir_build_int(b, IR_I64, 1);
  ir_val *first = ir_build2(b, IR_OP_LT, s->l.i, one);
  ir_builder yes, no;
  ir_build_if(b, first, &yes, &no);
  map *subst = map_new(s->a);
  map_put(subst, s->l.carried[s->k], s->l.inits[s->k]);
  ir_val *at = an_copy_slice(&yes, s->at->ins.at[1], s->l.body, subst);
  ir_val *v = ir_build_index(&yes, array, at);
  at = ir_build2(&no, IR_OP_SUB, s->l.i, ir_build_int(&no, IR_I64, 1));
  at = an_recompute(&no, s->other->ins.at[1], s->l.body, at);
  ir_val *w = ir_build_index(&no, array, at);
  return ir_end_if(&yes, v, &no, w, w->name);
}

// A walk over the loads at the scalar.
typedef struct replacing {
  const settling *s;
  an_poly at;
  VEC(ir_op *) loads;
} replacing;

// ir_walk_fn: collects "op", if it is such a load.
static bool
collect_load(void *user, ir_op *op) {
  replacing *r = user;
  if (op->code != IR_OP_INDEX || op->ins.at[0] != r->s->at->ins.at[0] ||
      !is_of_scalar(r->s, op->ins.at[1]))
    return true;
  an_poly p = read_place(r->s, op, false);
  if (!p.bad && an_poly_eq(&p, &r->at))
    vec_push(r->s->a, &r->loads, op);
  return true;
}

// Lets the loads at the scalar be of what the iteration before looked at.
static void
replace_loads(const settling *s) {
  replacing r = {.s = s, .at = read_place(s, s->at, false)};
  ir_walk(s->l.body, collect_load, &r);
  for (int i = 0; i < r.loads.n; i++) {
    ir_op *op = r.loads.at[i];
    ir_builder b = ir_before(op);
    ir_replace_uses(s->f, op->outs.at[0], build_before(s, &b));
  }
}

// Settles carried scalar "k", or the elements at it. False: it is set where
// more than equality is asked.
static bool
settle(settling *s, int k) {
  s->k = k;
  const ir_op *op = match_set(s);
  ir_val *v = op ? compared_with(s, op) : NULL;
  if (v)
    s->l.body->last->ins.at[k] = v;
  bool places = op && !v && match_places(s, op);
  if (places)
    replace_loads(s);
  return v || places;
}

ir_op *
rec_settle_runs(loft_cx *cx, ir_func *f, ir_op *op) {
  settling s = {.a = cx->arena, .f = f};
  bool any = false;
  if (!ir_match_loop(op, &s.l) || !s.l.extent || op->has_while)
    return NULL;
  s.an = rec_an_new(cx, f, s.l.body);
  for (int k = 0; k < s.l.n_carried; k++)
    any |= settle(&s, k);
  rec_an_free(s.an);
  rec_remove_unused(s.l.body);
  return any ? op : NULL;
}
