// recognizer/shapes/scan.c: loops that fold scalars together, or see their
// running folds.
//
//   loop (%i < %n) (%s = %s0, %w = %y) {
//     %e = index %x, %i            the value folded
//     %t = add %s, %e              the running fold
//     %w1 = update %w, %i, %t      uses it
//     yield %t, %w1
//   }
//   => scan (%i < %n) [add %s0] (%w = %y) {
//     %e = index %x, %i
//     yield %e
//   } then (%k, %before, %after, %v) {
//     %v1 = update %v, %k, %after
//     yield %v1
//   }
//
// The first region is a copy of the body reduced to the values; the second is
// the body itself. So the values must need nothing that the iteration writes,
// but for arrays of its own, and no running fold. What both regions need, both
// compute. A loop that
// writes nothing has no second region: it becomes a reduce.
#include "recognizer/shapes/folds.h"

// -- The values -----------------------------------------------------------
// ir_walk_fn: stops at an op that writes an array, but for those that the body
// "user" makes, which are private to an iteration.
static bool
writes_own(void *user, ir_op *op) {
  for (int k = 0; k < op->outs.n; k++) {
    ir_val *v = op->outs.at[k];
    ir_val *root = v->type.array ? ir_storage_root(v, NULL) : NULL;
    if (root && (!root->def || ir_is_outside(root, user)))
      return false;
  }
  return true;
}

// Reduces the body of loop "l", a copy, to "values", which it then yields.
// False when these need a carried scalar or an array that the body wrote.
static bool
keep_values(const ir_loop *l, const ir_vals *values) {
  l->body->last->ins = *values;
  rec_remove_unused(l->body);
  for (int k = 0; k < l->n_carried; k++)
    if (!l->carried[k]->type.array && l->carried[k]->n_uses)
      return false;
  return ir_walk(l->body, writes_own, l->body);
}

// True when "l" carries a scalar, and not so many that no tuple holds them.
static bool
may_fit(const ir_loop *l) {
  int bytes = 0;
  for (int k = 0; k < l->n_carried; k++)
    if (!l->carried[k]->type.array)
      bytes += ir_shared_size(l->carried[k]->type.elem);
  return bytes > 0 && bytes <= IR_MAX_TUPLE;
}

bool
rec_match_scan(ir_func *f, ir_op *op, rec_scan *s) {
  arena *a = f->module->arena;
  ir_builder b = ir_before(op);
  *s = (rec_scan){.f = f};
  ir_match_loop(op, &s->old);
  if (!may_fit(&s->old))
    return false;
  for (int linear = 0; linear < 2; linear++) {
    s->copies = map_new(a);
    ir_match_loop(ir_clone_op(&b, op, s->copies), &s->copy);
    if (rec_match_tuple(a, &s->copy, linear, &s->tuple) &&
        keep_values(&s->copy, &s->tuple.values))
      return true;
    ir_remove(s->copy.op);
  }
  return false;
}

void
rec_forget_scan(rec_scan *s) {
  ir_remove(s->copy.op);
}

// -- Guards ---------------------------------------------------------------
// Adds to the assumptions of "d" that "v" is from "lo" to "hi".
void
rec_assume_within(rec_dom *d, ir_val *v, int64_t lo, int64_t hi) {
  rec_an *an = d->an;
  an_poly x = rec_read_exact(d, v), p = an_poly_const(an->a, hi);
  p = an_poly_add(an->a, &p, &x, -1);
  vec_push(an->a, &an->assumes, ((rec_assume){.at = d->at, .poly = p}));
  p = an_poly_plus(an->a, &x, -lo);
  vec_push(an->a, &an->assumes, ((rec_assume){.at = d->at, .poly = p}));
}

bool
rec_guard_scan(loft_cx *cx, const rec_scan *s) {
  const int64_t start = INT64_C(1) << 40, most = INT64_C(1) << 31;
  rec_an *an = rec_an_new(cx, s->f, s->old.body);
  rec_dom *d = rec_dom_new(an, s->old.op, false);
  for (int i = 0; i < s->tuple.clamps.n; i++) {
    const rec_clamp *c = &s->tuple.clamps.at[i];
    for (int j = 0; j < c->ordered.n; j++)
      vec_push(an->a, &an->ordered, c->ordered.at[j]);
    for (int j = 0; j < c->factors.n; j++)
      vec_push(an->a, &an->above_zero, c->factors.at[j]);
    if (c->saturates || c->moves || ir_is_float(s->old.inits[c->k]->type.elem))
      continue;
    rec_assume_within(d, s->old.extent, -start, most);
    rec_assume_within(d, s->old.inits[c->k], -start, start);
  }
  for (int i = 0; i < s->tuple.systems.n; i++) {
    const rec_system *m = &s->tuple.systems.at[i];
    if (m->best)
      rec_assume_within(d, s->old.extent, -start, INT64_C(1) << 27);
    for (int k = 0; k < m->n && m->modulus; k++)
      rec_assume_within(d, s->old.inits[m->k[k]], 0, (int64_t)m->modulus - 1);
  }
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, s->f, an);
}

// -- Building -------------------------------------------------------------
// True when "l" carries an array.
static bool
has_arrays(const ir_loop *l) {
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->type.array)
      return true;
  return false;
}

// Adds the operands of "op": extents, initial values, dests.
static void
add_operands(rec_scan *s, ir_op *op) {
  const ir_loop *l = &s->old;
  ir_builder b = ir_before(op);
  op->n_dims = s->flat ? s->flat->extents.n : 1;
  op->n_red = s->tuple.columns.n;
  for (int d = 0; d < op->n_dims; d++)
    ir_add_in(op, s->flat ? s->flat->extents.at[d] : l->extent);
  for (int c = 0; c < op->n_red; c++)
    ir_add_in(op, rec_build_tuple_init(&b, &s->tuple, c, l->inits));
  for (int k = 0; k < l->n_carried; k++)
    if (l->inits[k]->type.array)
      ir_add_in(op, l->inits[k]);
}

// A parameter of "r" in place of "old" everywhere.
static void
add_param_for(rec_scan *s, ir_region *r, ir_val *old) {
  ir_val *v = ir_region_add_param(r, old->type, old->name);
  ir_replace_uses(s->f, old, v);
}

// Parameters of "r" in place of the indices of "l", the loop or its copy. What
// computed a nest's is not needed then.
static void
add_indices(rec_scan *s, ir_region *r, const ir_loop *l) {
  if (!s->flat) {
    add_param_for(s, r, l->i);
    return;
  }
  for (int d = 0; d < s->flat->indices.n; d++) {
    ir_val *v = s->flat->indices.at[d];
    add_param_for(s, r, l == &s->old ? v : ir_substituted(s->copies, v));
  }
  ir_replace_uses(s->f, l->i, r->params.at[0]);
}

// Parameters of "r" in place of the arrays that loop "l" carries.
static void
add_dests(rec_scan *s, ir_region *r, const ir_loop *l) {
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->type.array)
      add_param_for(s, r, l->carried[k]);
}

// Moves the body of "l", all but its yield, to the end of "r".
static void
move_body(const ir_loop *l, ir_region *r) {
  ir_foreach_op_safe (op, l->body)
    if (op->code != IR_OP_YIELD)
      ir_move(op, r, NULL);
}

// The first region: the copy.
static void
build_values(rec_scan *s, ir_op *op) {
  ir_region *r = ir_add_region(op);
  add_indices(s, r, &s->copy);
  add_dests(s, r, &s->copy);
  move_body(&s->copy, r);
  ir_builder b = ir_at_end(r);
  const ir_vals *values = &s->copy.body->last->ins;
  ir_build_yield(&b, values->at, values->n);
  ir_remove(s->copy.op);
}

// The folds "at" of "r"'s parameters take the place of "scalars" of the loop,
// those that an iteration makes.
static void
replace_scalars(rec_scan *s, ir_region *r, int at, ir_val *const *scalars) {
  ir_builder b = ir_at_end(r);
  for (int c = 0; c < s->tuple.columns.n; c++) {
    int k = s->tuple.columns.at[c].k;
    if (k >= 0 && !ir_is_outside(scalars[k], s->old.body))
      ir_replace_uses(s->f, scalars[k],
                      rec_build_tuple_final(&b, &s->tuple, c, r->params.at + at,
                                            s->old.inits));
  }
}

// The second region: the loop's body with the running values.
static void
build_then(rec_scan *s, ir_op *op) {
  const ir_loop *l = &s->old;
  ir_region *r = ir_add_region(op);
  int n = s->tuple.columns.n;
  ir_vals yields = {0};
  add_indices(s, r, l);
  for (int i = 0; i < 2 * n; i++)
    ir_region_add_param(r, ir_ty(s->tuple.columns.at[i % n].type),
                        i < n ? "before" : "after");
  add_dests(s, r, l);
  replace_scalars(s, r, op->n_dims, l->carried);
  replace_scalars(s, r, op->n_dims + n, l->yields);
  move_body(l, r);
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->type.array)
      vec_push(s->f->module->arena, &yields, l->yields[k]);
  ir_builder b = ir_at_end(r);
  ir_build_yield(&b, yields.at, yields.n);
}

// Whether the folds are one another's: of choices, systems, merges or clamps,
// or such as begin anew.
static bool
is_joint(const rec_tuple *t) {
  bool joint = t->choices.n || t->systems.n || t->merges.n || t->clamps.n;
  for (int c = 0; c < t->columns.n; c++)
    joint |= t->columns.at[c].reset >= 0;
  return joint;
}

// The operators of the folds: opcodes, or a region where they are joint.
static void
build_operators(rec_scan *s, ir_op *op) {
  int n = s->tuple.columns.n;
  if (is_joint(&s->tuple)) {
    rec_build_operator(ir_add_region(op), &s->tuple);
    return;
  }
  op->red_ops = NEW_ARRAY(s->f->module->arena, ir_opcode, n);
  for (int c = 0; c < n; c++)
    op->red_ops[c] = s->tuple.columns.at[c].op;
}

// The results of "op" take the place of the loop's.
static void
build_results(rec_scan *s, ir_op *op) {
  const ir_loop *l = &s->old;
  ir_builder after = ir_before(op->next);
  for (int c = 0; c < s->tuple.columns.n; c++) {
    int k = s->tuple.columns.at[c].k;
    ir_add_out(op, ir_ty(s->tuple.columns.at[c].type),
               k < 0 ? "any" : l->outs[k]->name);
  }
  for (int c = 0; c < s->tuple.columns.n; c++)
    if (s->tuple.columns.at[c].k >= 0)
      ir_replace_uses(
          s->f, l->outs[s->tuple.columns.at[c].k],
          rec_build_tuple_final(&after, &s->tuple, c, op->outs.at, l->inits));
  for (int k = 0; k < l->n_carried; k++)
    if (l->outs[k]->type.array)
      ir_replace_uses(s->f, l->outs[k],
                      ir_add_out(op, l->outs[k]->type, l->outs[k]->name));
}

ir_op *
rec_build_scan(rec_scan *s) {
  bool writes = has_arrays(&s->old);
  ir_builder b = ir_before(s->old.op);
  b.loc = s->old.op->loc;
  ir_op *op = ir_build_raw(&b, writes ? IR_OP_SCAN : IR_OP_REDUCE);
  add_operands(s, op);
  build_values(s, op);
  if (writes)
    build_then(s, op);
  build_operators(s, op);
  build_results(s, op);
  ir_remove(s->old.op);
  return op;
}
