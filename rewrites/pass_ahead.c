// rewrites/pass_ahead.c: a loop around a map that reads rows ahead of those
// that it writes is a map.
//
//   loop (i < n) (w = c) {                  t = copy of c
//     map (j < m) (v = w) {                 map (i < n) (w = c) {
//       a = index v, i*m + j         =>       map (j < m) (v = w) {
//       b = index v, (i+k+1)*m + j              a = index v, i*m + j
//       update v, i*m + j, f(a, b) } }          b = index t, (i+k+1)*m + j
//                                               update v, i*m + j, f(a, b) } }
//
// What an iteration reads of rows that are written later, nobody has written
// yet; and its own row nobody else touches. So iterations are independent once
// these reads go to a copy. A product with a triangle in place (trmm) is then
// one space of elements. One-shot: the loop is gone.
#include "rewrites/rw_private.h"

bool pass_ahead(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct looker {
  arena *a;
  ir_func *f;
  rw_rows rows;
  VEC(ir_op *) ahead; // reads of rows to come, each ...
  VEC(int) from;      // ... of this carried array
} looker;

// -- Conditions -----------------------------------------------------------
// True when all accesses to carried array "k" are to the iteration's own row,
// or reads of rows ahead, which go to z->ahead.
static bool
match_array(looker *z, int k) {
  const ir_val *root = ir_storage_root(z->rows.loop.inits[k], NULL);
  an_affine stride;
  const an_access *w = rw_row_write(&z->rows, root, NULL, &stride);
  if (!w || !ir_has_bounds(z->rows.loop.inits[k]))
    return false;
  for (int i = 0; i < z->rows.all.n; i++) {
    const an_access *x = &z->rows.all.at[i];
    if (x->root != root || an_affine_eq(z->rows.a, &x->at, &w->at))
      continue;
    if (x->is_write || !rw_is_later(&z->rows, x, &w->at, &x->at, &stride))
      return false;
    vec_push(z->a, &z->ahead, x->op);
    vec_push(z->a, &z->from, k);
  }
  return true;
}

// -- Building -------------------------------------------------------------
// A copy of the footprint of "array", in front of the loop; *begin is its first
// index there.
static ir_val *
build_copy(looker *z, ir_val *array, ir_val **begin) {
  ir_builder b = ir_before(z->rows.loop.op);
  b.loc = z->rows.loop.op->loc;
  *begin = ir_build_bound(&b, IR_OP_BEGIN, array);
  ir_val *end = ir_build_bound(&b, IR_OP_END, array);
  ir_val *n = ir_build2(&b, IR_OP_SUB, end, *begin);
  ir_val *t =
      ir_build_alloc(&b, array->type.elem, n, IR_SPACE_GLOBAL, "before");
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  op->loc = b.loc;
  ir_add_in(op, n);
  ir_val *q = ir_region_add_param(r, ir_ty(IR_I64), "q");
  ir_val *w = rw_add_dest(op, t);
  ir_builder in = ir_at_end(r);
  ir_val *v = ir_build_index(&in, array, ir_build2(&in, IR_OP_ADD, *begin, q));
  w = ir_build_update(&in, w, q, v);
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// Lets the reads ahead of carried array "k" be of a copy.
static void
read_copy(looker *z, int k) {
  ir_val *begin, *t = NULL;
  for (int i = 0; i < z->ahead.n; i++) {
    ir_op *op = z->ahead.at[i];
    if (z->from.at[i] != k)
      continue;
    if (!t)
      t = build_copy(z, z->rows.loop.inits[k], &begin);
    ir_builder b = ir_before(op);
    op->ins.at[1] = ir_build2(&b, IR_OP_SUB, op->ins.at[1], begin);
    op->ins.at[0] = t;
  }
}

// loop (i) { map (j) { w[i,j] = A(w[i,j], w[i+k,j]) } } =>
//     t = w; map (i) { map (j) { w[i,j] = A(w[i,j], t[i+k,j]) } }
// when: at host level; the loop does nothing but run the map, which touches one
//       row an iteration, and may read rows of later ones (k > 0), of arrays
//       whose footprint is known.
// why:  one space of elements instead of a launch for each row; the copy is one
//       pass over the array.
// src:  array renaming against anti-dependences
static bool
try_ahead(looker *z, rw_options *o, ir_op *op) {
  const rw_rule_id rule = RW_RULE_ahead;
  if (!rw_match_rows(z->a, op, &z->rows))
    return false;
  for (int k = 0; k < z->rows.loop.n_carried; k++)
    if (!match_array(z, k))
      return rw_refused(o, rule, op, "an iteration needs what another wrote");
  if (!rw_fired(o, rule))
    return false;
  for (int k = 0; k < z->rows.loop.n_carried; k++)
    read_copy(z, k);
  op->code = IR_OP_MAP;
  return true;
}

// rw_try_fn.
static bool
try_op(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  looker z = {.a = cx->arena, .f = f};
  return op->code == IR_OP_LOOP && try_ahead(&z, o, op);
}

bool
pass_ahead(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host_down(cx, f, o, try_op);
}
