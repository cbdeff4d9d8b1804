// recognizer/shapes/order.c: folds that keep C's order leave the rest parallel.
//
//   s, y = reduce (i < n) [add s0] (y = y0) { A; yield e, y1 } {exact}
//   => t = alloc n
//      y, t = map (i < n) (y = y0, t = t) { A; yield y1, update t, i, e }
//      s = reduce (i < n) [add s0] { yield index t, i } {exact}
// A fold in order takes a few cycles an iteration, one after the other, and a
// processor computes a light A meanwhile: only when A is far more work than the
// fold does it pay to put its values into memory.
#include "recognizer/shapes/parts.h"

enum { WORTHWHILE = 40 };

// Roughly the scalar operations of one execution of "r"; WORTHWHILE at once
// when there are iterations in it.
static int
count_cost(const ir_region *r) {
  int n = 0;
  ir_foreach_op (op, r) {
    ir_class cls = ir_op_table[op->code].cls;
    if (cls == IR_CLASS_LOOP || cls == IR_CLASS_SOAC)
      return WORTHWHILE;
    n += an_latency(op);
    for (int k = 0; k < op->n_regions; k++)
      n += count_cost(op->regions[k]);
  }
  return n < WORTHWHILE ? n : WORTHWHILE;
}

// True when fold "k" of "op" must not be reassociated.
static bool
is_ordered(const ir_op *op, int k) {
  return ir_is_float(op->outs.at[k]->type.elem);
}

// The ops in place of a fold in order and all around it.
typedef struct split {
  ir_func *f;
  ir_op *old, *rest, *fold;
  ir_soac s;      // of "old"
  ir_vals arrays; // the values of the folds in order, as made by "rest"
} split;

// The number of iterations of "old", as an element count.
static ir_val *
build_count(const split *x, ir_builder *b) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *n = NULL;
  for (int k = 0; k < x->s.n_dims; k++) {
    ir_val *one = ir_build2(b, IR_OP_MAX, x->s.extents[k], zero);
    n = n ? ir_build2(b, IR_OP_MUL, n, one) : one;
  }
  return n;
}

// An op over the space of "old", in front of it, with a region of its indices.
static ir_op *
start_op(const split *x, ir_opcode code) {
  ir_builder b = ir_before(x->old);
  b.loc = x->old->loc;
  ir_op *op = ir_build_raw(&b, code);
  ir_region *r = ir_add_region(op);
  op->n_dims = x->s.n_dims;
  for (int k = 0; k < op->n_dims; k++) {
    ir_add_in(op, x->s.extents[k]);
    ir_region_add_param(r, ir_ty(IR_I64), x->s.idx[k]->name);
  }
  return op;
}

// Adds the folds of "old" that are in order (or those that are not) to "op".
static void
add_folds(const split *x, ir_op *op, bool ordered) {
  op->red_ops = NEW_ARRAY(x->f->module->arena, ir_opcode, x->s.n_red);
  for (int k = 0; k < x->s.n_red; k++) {
    if (is_ordered(x->old, k) != ordered)
      continue;
    op->red_ops[op->n_red++] = x->old->red_ops[k];
    ir_add_in(op, x->s.inits[k]);
    ir_val *old = x->s.results[k];
    ir_replace_uses(x->f, old, ir_add_out(op, old->type, old->name));
  }
}

// Moves the body of "old" into x->rest.
static void
move_body(split *x) {
  ir_region *r = x->rest->regions[0];
  for (int k = 0; k < x->s.n_dims; k++)
    ir_replace_uses(x->f, x->s.idx[k], r->params.at[k]);
  ir_foreach_op_safe (op, x->s.body)
    if (op->code != IR_OP_YIELD)
      ir_move(op, r, NULL);
}

// All of "old" but the folds in order, whose values go to arrays.
static void
build_rest(split *x) {
  arena *a = x->f->module->arena;
  ir_vals yields = {0}, stores = {0};
  add_folds(x, x->rest, false);
  for (int k = 0; k < x->s.n_dests; k++) {
    ir_val *param =
        ir_add_carried(x->rest, x->s.dests[k], x->s.dest_params[k]->name,
                       x->s.dest_params[k]->name);
    ir_replace_uses(x->f, x->s.dest_params[k], param);
    ir_replace_uses(x->f, x->s.dest_outs[k], vec_last(&x->rest->outs));
  }
  move_body(x); // renames indices, which may be yielded
  const ir_vals *values = &x->s.body->last->ins;
  for (int k = 0; k < values->n; k++)
    if (k >= x->s.n_red || !is_ordered(x->old, k))
      vec_push(a, &yields, values->at[k]);
  ir_builder before = ir_before(x->rest), in = ir_at_end(x->rest->regions[0]);
  ir_val *n = build_count(x, &before);
  ir_val *at = ir_build_row_major(&in, NULL, x->rest->regions[0]->params.at,
                                  x->s.extents, x->s.n_dims);
  for (int k = 0; k < x->s.n_red; k++) {
    ir_val *v = values->at[k];
    if (!is_ordered(x->old, k))
      continue;
    ir_val *t =
        ir_build_alloc(&before, v->type.elem, n, IR_SPACE_GLOBAL, "terms");
    ir_val *param = ir_add_carried(x->rest, t, "terms", "terms");
    vec_push(a, &x->arrays, vec_last(&x->rest->outs));
    vec_push(a, &stores, ir_build_update(&in, param, at, v));
  }
  for (int k = 0; k < stores.n; k++)
    vec_push(a, &yields, stores.at[k]);
  ir_build_yield(&in, yields.at, yields.n);
}

// The folds in order, of the arrays' elements.
static void
build_fold(split *x) {
  ir_vals yields = {0};
  x->fold = start_op(x, IR_OP_REDUCE);
  x->fold->seq = x->fold->exact = true;
  add_folds(x, x->fold, true);
  ir_builder in = ir_at_end(x->fold->regions[0]);
  ir_val *at = ir_build_row_major(&in, NULL, x->fold->regions[0]->params.at,
                                  x->s.extents, x->s.n_dims);
  for (int k = 0; k < x->arrays.n; k++)
    vec_push(x->f->module->arena, &yields,
             ir_build_index(&in, x->arrays.at[k], at));
  ir_build_yield(&in, yields.at, yields.n);
}

ir_op *
rec_split_order(ir_func *f, ir_op *op) {
  split x = {.f = f, .old = op};
  bool all = true;
  if (count_cost(op->regions[0]) < WORTHWHILE || !ir_match_soac(op, &x.s))
    return NULL;
  for (int k = 0; k < op->n_red; k++)
    all = all && is_ordered(op, k);
  x.rest = start_op(&x, all ? IR_OP_MAP : IR_OP_REDUCE);
  build_rest(&x);
  build_fold(&x);
  ir_remove(op);
  return x.rest;
}
