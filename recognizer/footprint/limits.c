// recognizer/footprint/limits.c: counters that claims make grow, as unknowns.
//
// A counter is no more than what it starts as and one for each element that can
// be claimed (domain/claimed.c). These are counted on the data, where the
// claims' places are known to be; and the iteration fails where the region may
// store something into the array that could be claimed again. What claims store
// may be one more than what they read of the array, as distances are: then no
// element is larger than the largest read at first and one for each claim.
#include "recognizer/footprint/fixpoint.h"

// Whether a value in bounds "x" passes the test of "c", compared with "side".
static ir_val *
may_pass(ir_builder *b, const rec_claimed_at *c, const rec_bounds *x,
         ir_val *side) {
  ir_val *low = ir_build2(b, c->compare, x->lo, side);
  ir_val *high = ir_build2(b, c->compare, x->hi, side);
  ir_val *below = ir_build2(b, IR_OP_LE, x->lo, side);
  ir_val *in = ir_build2(b, IR_OP_GE, x->hi, side);
  in = ir_build2(b, IR_OP_AND, in, below);
  return c->compare == IR_OP_EQ ? in : ir_build2(b, IR_OP_OR, low, high);
}

// How many elements of "array" in bounds "x" pass the test of "c".
static ir_val *
build_passing(ir_builder *b, ir_val *array, const rec_bounds *x,
              const rec_claimed_at *c, ir_val *side) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *n = ir_build2(b, IR_OP_SUB, x->hi, x->lo);
  n = ir_build2(b, IR_OP_ADD, n, one);
  ir_val *i;
  ir_region *r = ir_start_fold(b, IR_OP_ADD, n, zero, true, "i", &i);
  ir_builder in = ir_at_end(r);
  ir_val *e = ir_build_index(&in, array, ir_build2(&in, IR_OP_ADD, i, x->lo));
  e = ir_build_convert(&in, e, IR_I64);
  ir_val *passes = ir_build2(&in, c->compare, e, side);
  return ir_end_fold(&in, ir_build_convert(&in, passes, IR_I64), NULL);
}

// Adds the elements from "lo" to before "end" that may be claimed to *n; the
// iteration fails where they cannot be read.
static void
add_claimable(rec_fixpoint *fx, const rec_limit *l, ir_val *lo, ir_val *end,
              ir_val *side, ir_val **n) {
  ir_builder *b = &fx->b;
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *array = map_get(fx->e.subst, l->array);
  end = ir_build2(b, IR_OP_MAX, lo, end);
  rec_emit_check(&fx->e, ir_build_readable(b, array, lo, end));
  ir_val *asks = ir_build2(b, IR_OP_LT, lo, end);
  asks = ir_build2(b, IR_OP_AND, asks, fx->e.ok);
  ir_builder yes, no;
  ir_build_if(b, asks, &yes, &no);
  rec_bounds x = {lo, ir_build2(&yes, IR_OP_SUB, end, one), NULL};
  ir_val *more = build_passing(&yes, array, &x, &l->c.claims.at[0], side);
  more = ir_build2(&yes, IR_OP_ADD, *n, more);
  *n = ir_end_if(&yes, more, &no, *n, NULL);
}

// The number of elements in bounds "x" that may be claimed: all, where the
// region "made" some. Those that the iterations before counted are not counted
// again.
static ir_val *
count_claimable(rec_fixpoint *fx, rec_limit *l, const rec_bounds *x,
                ir_val *side, ir_val *made) {
  ir_builder *b = &fx->b;
  ir_val **seen = &fx->loop->regions[0]->params.at[l->first];
  ir_val *one = ir_build_int(b, IR_I64, 1), *n = seen[REC_N_FOUND];
  ir_val *lo = ir_build3(b, IR_OP_SELECT, x->some, x->lo, seen[0]);
  ir_val *end = ir_build2(b, IR_OP_ADD, x->hi, one);
  end = ir_build3(b, IR_OP_SELECT, x->some, end, seen[1]);
  ir_val *none = ir_build2(b, IR_OP_EQ, seen[0], seen[1]);
  ir_val *from = ir_build3(b, IR_OP_SELECT, none, lo, seen[0]);
  ir_val *to = ir_build3(b, IR_OP_SELECT, none, lo, seen[1]);
  add_claimable(fx, l, lo, from, side, &n);
  add_claimable(fx, l, to, end, side, &n);
  l->next[0] = ir_build2(b, IR_OP_MIN, lo, from);
  l->next[1] = ir_build2(b, IR_OP_MAX, end, to);
  ir_val *all = ir_build2(b, IR_OP_SUB, l->next[1], l->next[0]);
  all = ir_build3(b, IR_OP_SELECT, made, all, n);
  return l->next[REC_N_FOUND] = ir_build2(b, IR_OP_MAX, n, all);
}

// Bounds of the places that the claims of "l" store to. False: not known.
static bool
find_claimed_places(rec_fixpoint *fx, const rec_limit *l, rec_bounds *out) {
  ir_builder *b = &fx->b;
  ir_val *places[2];
  rec_build_nothing(b, places);
  for (int i = 0; i < l->c.claims.n; i++) {
    ir_op *op = l->c.claims.at[i].store;
    rec_dom *d = rec_fixpoint_source(fx, op, REC_PLACE);
    an_poly p = rec_read(d, op->ins.at[1]);
    rec_bounds x;
    if (!rec_fixpoint_bounds(fx, d, &p, &x))
      return false;
    rec_fixpoint_widen(fx, places, &x);
  }
  *out = (rec_bounds){places[REC_LO], places[REC_HI],
                      ir_build2(b, IR_OP_LE, places[REC_LO], places[REC_HI])};
  return true;
}

// True when the region runs loop "op" once at most.
static bool
runs_once(const ir_op *op) {
  for (op = op->parent->parent_op; op; op = op->parent->parent_op)
    if (op->code != IR_OP_IF)
      return false;
  return true;
}

// Lets the iteration fail where the counter's loop, which may run again, may
// store into the array of "l" what could be claimed again; *made: whether the
// region may before it runs once, so that what was there says nothing. False:
// not known.
static bool
check_claimed(rec_fixpoint *fx, const rec_limit *l, ir_val *side,
              ir_val **made) {
  ir_builder *b = &fx->b;
  *made = ir_build_int(b, IR_BOOL, 0);
  for (int i = 0; i < fx->all.n; i++) {
    const rec_access *store = &fx->all.at[i];
    rec_bounds x;
    bool again = ir_ancestor_in(store->op, l->c.loop->regions[0]) ||
                 !runs_once(l->c.loop);
    if (!rec_fixpoint_writes(store, l->cls) ||
        rec_counts_down(fx->e.an->a, store->op))
      continue;
    if (store->op->code != IR_OP_UPDATE && again)
      return false;
    if (store->op->code != IR_OP_UPDATE) {
      *made = ir_build_int(b, IR_BOOL, 1);
      continue;
    }
    rec_dom *d = rec_fixpoint_source(fx, store->op, REC_ANY);
    bool wraps;
    an_poly p = rec_fixpoint_read(d, store->op->ins.at[2], &wraps);
    if (!rec_fixpoint_bounds(fx, d, &p, &x))
      return false;
    if (wraps)
      rec_fixpoint_wrap(fx, store->op->ins.at[2], &x);
    ir_val *passes = may_pass(b, &l->c.claims.at[0], &x, side);
    passes = ir_build2(b, IR_OP_AND, passes, x.some);
    if (again)
      rec_emit_check(&fx->e, ir_build1(b, IR_OP_NOT, passes));
    else
      *made = ir_build2(b, IR_OP_OR, *made, passes);
  }
  return true;
}

// The number of elements that the claims of "l" find in all, or NULL.
static ir_val *
build_limit(rec_fixpoint *fx, rec_limit *l) {
  const rec_claimed_at *c = &l->c.claims.at[0];
  rec_bounds x;
  rec_dom *d = rec_fixpoint_source(fx, c->store, REC_PLACE);
  an_poly p = rec_read_exact(d, c->side);
  ir_val *side = p.bad ? NULL : rec_emit_poly(&fx->e, &p);
  ir_val *made;
  if (!side || !check_claimed(fx, l, side, &made) ||
      !find_claimed_places(fx, l, &x))
    return NULL;
  return count_claimable(fx, l, &x, side, made);
}

// True when "op" is the store of one of the claims of "l".
static bool
is_claim(const rec_limit *l, const ir_op *op) {
  for (int i = 0; i < l->c.claims.n; i++)
    if (l->c.claims.at[i].store == op)
      return true;
  return false;
}

// Takes a load of the array of "l" out of the sum "p", which is stored into it;
// NULL: there is none.
static ir_val *
take_load(rec_fixpoint *fx, const rec_limit *l, an_poly *p) {
  rec_an *an = fx->e.an;
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    ir_val *v = m->n == 1 && m->coef == 1 ? an->atoms.at[m->f[0]].val : NULL;
    if (!v || !v->def || v->def->code != IR_OP_INDEX ||
        an_class_of(fx->e.classes, v->def->ins.at[0]) != l->cls)
      continue;
    an_poly load = an_poly_atom(an->a, m->f[0]);
    *p = an_poly_add(an->a, p, &load, -1);
    return p->bad ? NULL : v;
  }
  return NULL;
}

// Finds the loads of the array of "l" that its claims store sums with.
static void
find_terms(rec_fixpoint *fx, rec_limit *l) {
  for (int i = 0; i < l->c.claims.n; i++) {
    ir_op *op = l->c.claims.at[i].store;
    if (rec_counts_down(fx->e.an->a, op))
      continue;
    rec_dom *d = rec_fixpoint_source(fx, op, REC_ANY);
    bool wraps;
    an_poly p = rec_fixpoint_read(d, op->ins.at[2], &wraps);
    ir_val *v = p.bad ? NULL : take_load(fx, l, &p);
    if (v)
      vec_push(fx->e.an->a, &l->terms, rec_range_key(v));
  }
}

// The limit of counter "c", made when missing; NULL: not known.
static rec_limit *
find_limit(rec_fixpoint *fx, const rec_claimed *c) {
  arena *a = fx->e.an->a;
  for (int i = 0; i < fx->limits.n; i++)
    if (fx->limits.at[i]->c.loop == c->loop && fx->limits.at[i]->c.k == c->k)
      return fx->limits.at[i];
  rec_limit *l = NEW(a, rec_limit);
  l->c = *c;
  l->cls = an_class_of(fx->e.classes, c->claims.at[0].store->ins.at[0]);
  ir_vals arrays = rec_fixpoint_arrays(fx, l->cls);
  l->array = arrays.n == 1 ? arrays.at[0] : NULL;
  for (int i = 0; i < c->claims.n; i++)
    if (an_class_of(fx->e.classes, c->claims.at[i].store->ins.at[0]) != l->cls)
      return NULL;
  if (!l->array || l->array->type.elem == IR_U64)
    return NULL;
  l->first = fx->loop->regions[0]->params.n;
  for (int k = 0; k < REC_N_OF_LIMIT; k++)
    l->next[k] = rec_fixpoint_carry(fx, k == REC_LARGEST ? INT64_MIN : 0);
  vec_push(a, &fx->limits, l);
  find_terms(fx, l);
  return build_limit(fx, l) ? l : NULL;
}

bool
rec_fixpoint_counter(rec_fixpoint *fx, rec_unknown *u, const rec_claimed *c) {
  ir_builder *b = &fx->b;
  rec_limit *l = find_limit(fx, c);
  rec_bounds x;
  int most = 0;
  int64_t min, max;
  if (!l)
    return false;
  for (int i = 0; i < c->claims.n; i++)
    if (c->claims.at[i].growth > most)
      most = c->claims.at[i].growth;
  rec_dom *d = rec_fixpoint_source(fx, c->loop, REC_PLACE);
  an_poly p = rec_read_exact(d, c->loop->ins.at[c->loop->n_dims + c->k]);
  if (!rec_fixpoint_bounds(fx, d, &p, &x))
    return false;
  rec_fixpoint_flow(fx, u, &p);
  ir_val *n = ir_build2(b, IR_OP_MUL, l->next[REC_N_FOUND],
                        ir_build_int(b, IR_I64, most));
  x.hi = ir_build2(b, IR_OP_ADD, x.hi, n);
  rec_type_range(u->v->type.elem, &min, &max);
  ir_val *fits = ir_build2(b, IR_OP_LE, x.hi, ir_build_int(b, IR_I64, max));
  fits = ir_build2(b, IR_OP_OR, fits, ir_build1(b, IR_OP_NOT, x.some));
  rec_emit_check(&fx->e, fits);
  rec_fixpoint_widen(fx, u->next, &x);
  l->u = u;
  return true;
}

rec_limit *
rec_fixpoint_limit_of(const rec_fixpoint *fx, const ir_val *cls) {
  for (int i = 0; i < fx->limits.n; i++)
    if (fx->limits.at[i]->cls == cls)
      return fx->limits.at[i];
  return NULL;
}

// True when what the source at hand is bounded by grows itself.
static bool
uses_growing(const rec_fixpoint *fx) {
  for (int i = 0; i < fx->used.n; i++)
    if (map_has(fx->growing, fx->used.at[i]->v))
      return true;
  return false;
}

// Widens *from, the largest value that the array of "l" may hold without its
// claims, or *step, what a claim adds at most, to what "store" stores. False:
// not known.
static bool
add_stored(rec_fixpoint *fx, const rec_limit *l, ir_op *store, ir_val **from,
           ir_val **step) {
  ir_builder *b = &fx->b;
  bool wraps; // not where check_claimed lets the iteration go on
  rec_bounds x;
  rec_dom *d = rec_fixpoint_source(fx, store, REC_ANY);
  an_poly p = rec_fixpoint_read(d, store->ins.at[2], &wraps);
  if (p.bad)
    return false;
  bool sum = is_claim(l, store) && take_load(fx, l, &p);
  if (!rec_fixpoint_bounds(fx, d, &p, &x) || (!sum && uses_growing(fx)))
    return false;
  ir_val **most = sum ? step : from;
  *most = ir_build3(b, IR_OP_SELECT, x.some,
                    ir_build2(b, IR_OP_MAX, *most, x.hi), *most);
  return true;
}

ir_val *
rec_fixpoint_most(rec_fixpoint *fx, const rec_limit *l) {
  enum { STEP_BITS = 20, NUMBER_BITS = 40 };
  ir_builder *b = &fx->b;
  ir_val *step = ir_build_int(b, IR_I64, 0), *n = l->next[REC_N_FOUND];
  ir_val *from = fx->loop->regions[0]->params.at[l->first + REC_LARGEST];
  from = ir_build2(b, IR_OP_MAX, from, step);
  for (int i = 0; i < fx->all.n; i++)
    if (rec_fixpoint_writes(&fx->all.at[i], l->cls) &&
        !add_stored(fx, l, fx->all.at[i].op, &from, &step))
      return NULL;
  int64_t min, max;
  rec_type_range(l->array->type.elem, &min, &max);
  ir_val *any = ir_build_int(b, IR_I64, max);
  ir_val *fits =
      ir_build2(b, IR_OP_AND, rec_fixpoint_is_small(fx, step, STEP_BITS),
                rec_fixpoint_is_small(fx, n, NUMBER_BITS));
  ir_val *most = ir_build2(b, IR_OP_MUL, n, step);
  most = ir_build2(b, IR_OP_MIN, ir_build2(b, IR_OP_ADD, from, most), any);
  return ir_build3(b, IR_OP_SELECT, fits, most, any);
}
