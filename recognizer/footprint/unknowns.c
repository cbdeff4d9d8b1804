// recognizer/footprint/unknowns.c: the unknowns of a fixpoint, and bounds over
// their intervals so far.
#include "recognizer/footprint/fixpoint.h"

// -- Unknowns -------------------------------------------------------------
ir_val *
rec_fixpoint_carry(rec_fixpoint *fx, int64_t init) {
  ir_builder before = ir_before(fx->loop);
  return ir_add_carried(fx->loop, ir_build_int(&before, IR_I64, init), NULL,
                        NULL);
}

ir_val *
rec_fixpoint_carried(const rec_fixpoint *fx, const rec_unknown *u, int k) {
  return fx->loop->regions[0]->params.at[u->first + k];
}

// The atom of "x", a value of the loop's body or behind it.
static int
atom_of(rec_emit *e, ir_val *x) {
  map_put(e->subst, x, x);
  return rec_an_atom(e->an, x);
}

ir_val *
rec_fixpoint_has_value(rec_fixpoint *fx, const rec_unknown *u) {
  return ir_build2(&fx->b, IR_OP_LE, rec_fixpoint_carried(fx, u, REC_LO),
                   rec_fixpoint_carried(fx, u, REC_HI));
}

rec_unknown *
rec_fixpoint_unknown(rec_fixpoint *fx, ir_val *v) {
  rec_unknown *u = map_get(fx->of, v);
  if (u)
    return u;
  u = NEW(fx->e.an->a, rec_unknown);
  u->v = v;
  map_put(fx->of, v, u);
  vec_push(fx->e.an->a, &fx->unknowns, u);
  u->first = fx->loop->regions[0]->params.n;
  int n =
      v->def && v->def->code == IR_OP_INDEX ? REC_N_OF_LOAD : REC_N_OF_VALUE;
  for (int k = 0; k < n; k++) {
    ir_val *x = rec_fixpoint_carry(fx, k % 2 == REC_LO ? INT64_MAX : INT64_MIN);
    *(k < REC_FIRST_SEEN ? &u->next[k] : &u->seen[k - REC_FIRST_SEEN]) = x;
  }
  ir_val *some = rec_fixpoint_has_value(fx, u),
         *none = ir_build_int(&fx->b, IR_I64, 0);
  for (int k = REC_LO; k <= REC_HI; k++) {
    ir_val *x = ir_build3(&fx->b, IR_OP_SELECT, some,
                          rec_fixpoint_carried(fx, u, k), none);
    *(k == REC_LO ? &u->lo : &u->hi) = atom_of(&fx->e, x);
  }
  return u;
}

const rec_unknown *
rec_fixpoint_same(const rec_fixpoint *fx, const an_poly *p) {
  const an_mono *m = p->t.n == 1 ? &p->t.at[0] : NULL;
  ir_val *v =
      m && m->n == 1 && m->coef == 1 ? fx->e.an->atoms.at[m->f[0]].val : NULL;
  return v ? map_get(fx->of, rec_range_key(v)) : NULL;
}

// -- Bounds ---------------------------------------------------------------
// True for values that can be unknowns.
static bool
may_be_unknown(const ir_val *v) {
  const ir_op *op = v->def ? v->def : v->param_of->parent_op;
  if (v->type.array || !ir_is_int(v->type.elem) || !op)
    return false;
  if (v->def && (op->code == IR_OP_INDEX || op->code == IR_OP_IF))
    return true;
  return op->code == IR_OP_LOOP && !ir_is_index(v);
}

// Bounds of what has "key" that another loop found before, as atoms; false:
// there are none.
static bool
find_known(rec_fixpoint *fx, ir_val *key, int *lo, int *hi) {
  const int *known = map_get(fx->outer->ranges, key);
  if (!known || !known[0])
    return false;
  *lo = atom_of(&fx->e, fx->outer->an->atoms.at[known[1]].val);
  *hi = atom_of(&fx->e, fx->outer->an->atoms.at[known[2]].val);
  return true;
}

// rec_inspector.range within the iteration.
static bool
find_range(rec_emit *e, ir_val *v, int *lo, int *hi) {
  rec_fixpoint *fx = (rec_fixpoint *)e;
  if (!may_be_unknown(v))
    return false;
  ir_val *key = rec_range_key(v);
  if (find_known(fx, key, lo, hi))
    return true;
  if (fx->is_steady && map_has(fx->growing, key))
    return false;
  rec_unknown *u = rec_fixpoint_unknown(fx, key);
  vec_push(e->an->a, &fx->used, u);
  *lo = u->lo;
  *hi = u->hi;
  return true;
}

// rec_inspector.total within the iteration: none is known.
static bool
find_no_total(rec_emit *e, ir_op *op, ir_val *v, int *atom) {
  (void)e, (void)op, (void)v, (void)atom;
  return false;
}

const rec_inspector rec_fixpoint_inspector = {.range = find_range,
                                              .total = find_no_total,
                                              .assertions = rec_emit_asserted,
                                              .can_load = rec_emit_can_load,
                                              .value = rec_emit_poly,
                                              .from_zero = rec_emit_from_zero};

bool
rec_fixpoint_bounds(rec_fixpoint *fx, rec_dom *d, const an_poly *p,
                    rec_bounds *out) {
  if (fx->is_draft) {
    ir_val *zero = ir_build_int(&fx->b, IR_I64, 0);
    *out = (rec_bounds){zero, zero, ir_build_int(&fx->b, IR_BOOL, 1)};
    return !p->bad;
  }
  an_poly parts = *p; // as a sum they would grow row by row
  if (p->bad || ((!rec_split_quotients(d, &parts) ||
                  !rec_emit_bounds(&fx->e, d, &parts, out)) &&
                 !rec_emit_bounds(&fx->e, d, p, out)))
    return false;
  for (int i = 0; i < fx->used.n; i++)
    out->some = ir_build2(&fx->b, IR_OP_AND, out->some,
                          rec_fixpoint_has_value(fx, fx->used.at[i]));
  return true;
}

rec_dom *
rec_fixpoint_source(rec_fixpoint *fx, ir_op *op, rec_source what) {
  fx->used.n = 0;
  fx->is_steady = what == REC_STEADY || (what == REC_PLACE && !fx->is_draft);
  return rec_dom_new(fx->e.an, op, true);
}

an_poly
rec_fixpoint_read(rec_dom *d, ir_val *v, bool *wraps) {
  const ir_op *op = v->def;
  an_poly p = rec_read_exact(d, v),
          own = an_poly_atom(d->an->a, rec_an_atom(d->an, v));
  *wraps = op && (op->code == IR_OP_ADD || op->code == IR_OP_SUB) &&
           an_poly_eq(&p, &own);
  return *wraps ? rec_read_modulo(d, v) : p;
}

void
rec_fixpoint_wrap(rec_fixpoint *fx, const ir_val *v, rec_bounds *x) {
  ir_builder *b = &fx->b;
  int64_t min, max;
  rec_type_range(v->type.elem, &min, &max);
  ir_val *least = ir_build_int(b, IR_I64, min);
  ir_val *most = ir_build_int(b, IR_I64, max);
  ir_val *fits = ir_build2(b, IR_OP_AND, ir_build2(b, IR_OP_GE, x->lo, least),
                           ir_build2(b, IR_OP_LE, x->hi, most));
  x->lo = ir_build3(b, IR_OP_SELECT, fits, x->lo, least);
  x->hi = ir_build3(b, IR_OP_SELECT, fits, x->hi, most);
}

void
rec_fixpoint_widen(rec_fixpoint *fx, ir_val **bounds, const rec_bounds *x) {
  ir_builder *b = &fx->b;
  ir_val *none[2];
  rec_build_nothing(b, none);
  ir_val *lo = ir_build3(b, IR_OP_SELECT, x->some, x->lo, none[0]);
  ir_val *hi = ir_build3(b, IR_OP_SELECT, x->some, x->hi, none[1]);
  bounds[REC_LO] = ir_build2(b, IR_OP_MIN, bounds[REC_LO], lo);
  bounds[REC_HI] = ir_build2(b, IR_OP_MAX, bounds[REC_HI], hi);
}

ir_val *
rec_fixpoint_is_small(rec_fixpoint *fx, ir_val *v, int bits) {
  ir_builder *b = &fx->b;
  ir_val *most = ir_build_int(b, IR_I64, INT64_C(1) << bits);
  ir_val *least = ir_build_int(b, IR_I64, -(INT64_C(1) << bits));
  return ir_build2(b, IR_OP_AND, ir_build2(b, IR_OP_LT, v, most),
                   ir_build2(b, IR_OP_GT, v, least));
}

void
rec_fixpoint_flow(rec_fixpoint *fx, rec_unknown *u, const an_poly *p) {
  const rec_unknown *same = rec_fixpoint_same(fx, p);
  if (!rec_poly_varies(fx->e.an, p))
    return;
  for (int i = 0; i < fx->used.n; i++)
    if (!same || same == fx->used.at[i])
      vec_push(fx->e.an->a, &fx->flows, ((rec_flow){fx->used.at[i], u, !same}));
}

bool
rec_fixpoint_writes(const rec_access *x, const ir_val *cls) {
  return x->cls == cls && x->write && !rec_is_in_version(x->op);
}

ir_vals
rec_fixpoint_arrays(const rec_fixpoint *fx, const ir_val *cls) {
  const ir_vals *params = &fx->e.an->f->body->params;
  ir_vals arrays = {0};
  for (int i = 0; i < params->n; i++) {
    ir_val *v = params->at[i];
    if (v->type.array && an_class_of(fx->e.classes, v) == cls)
      vec_push(fx->e.an->a, &arrays, v);
  }
  return arrays;
}
