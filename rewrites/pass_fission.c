// rewrites/pass_fission.c: rows are folded apart from what folds their results.
//
//   s = reduce (i < n) [op] (w = a) {    t = alloc n
//     x = reduce (k < m) {A}             map (i < n) (w = a, t) {
//     w[i] = f(x)                  =>      x = reduce (k < m) {A}
//     g(x) }                               w[i] = f(x); t[i] = g(x) }
//                                        s = reduce (i < n) [op] { t[i] }
//
// The reverse of fusing a map into a reduction, for GPUs: a work-group shares
// the rows of a map alone (pass_group.c), and one work-item of a reduction
// would walk along rows of which its neighbours have others. One-shot: the
// reduction has no rows afterwards.
#include "rewrites/rw_private.h"

bool pass_fission(loft_cx *cx, ir_func *f, rw_options *o);

// The map of the rows of "s" before "b", with the arrays "values", whose last
// contents it replaces. The reduction's arrays are its own.
static void
build_rows(ir_func *f, ir_builder *b, const ir_soac *s, ir_val **values) {
  arena *a = f->module->arena;
  int n_yields = s->n_dests + s->n_red;
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *body = ir_add_region(op);
  map *subst = map_new(a);
  op->n_dims = 1;
  ir_add_in(op, s->extents[0]);
  ir_val *i = ir_region_add_param(body, ir_ty(IR_I64), s->idx[0]->name);
  map_put(subst, s->idx[0], i);
  for (int k = 0; k < s->n_dests; k++)
    map_put(subst, s->dest_params[k], rw_add_dest(op, s->dests[k]));
  ir_val **stored = NEW_ARRAY(a, ir_val *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    stored[k] = rw_add_dest(op, values[k]);
  ir_builder in = ir_at_end(body);
  ir_val **results = NEW_ARRAY(a, ir_val *, n_yields),
         **yields = NEW_ARRAY(a, ir_val *, n_yields);
  ir_clone_region_ops(&in, s->body, subst, results);
  for (int k = 0; k < s->n_dests; k++)
    yields[k] = results[s->n_red + k];
  for (int k = 0; k < s->n_red; k++) {
    ir_val *v = results[k];
    v = ir_build_convert(&in, v, rw_stored_type(v->type.elem));
    yields[s->n_dests + k] = ir_build_update(&in, stored[k], i, v);
  }
  ir_build_yield(&in, yields, n_yields);
  for (int k = 0; k < s->n_dests; k++)
    ir_replace_uses(f, s->dest_outs[k], op->outs.at[k]);
  for (int k = 0; k < s->n_red; k++)
    values[k] = op->outs.at[s->n_dests + k];
}

// The reduction of "values" before "b".
static void
build_reduction(ir_func *f, ir_builder *b, const ir_soac *s, ir_val **values) {
  arena *a = f->module->arena;
  ir_op *op = ir_build_raw(b, IR_OP_REDUCE);
  ir_region *body = ir_add_region(op);
  op->n_dims = 1;
  op->n_red = s->n_red;
  op->seq = s->op->seq;
  op->exact = s->op->exact;
  op->red_ops = NEW_ARRAY(a, ir_opcode, s->n_red);
  ir_add_in(op, s->extents[0]);
  ir_val *i = ir_region_add_param(body, ir_ty(IR_I64), s->idx[0]->name);
  ir_builder in = ir_at_end(body);
  ir_val **yields = NEW_ARRAY(a, ir_val *, s->n_red);
  for (int k = 0; k < s->n_red; k++) {
    op->red_ops[k] = s->op->red_ops[k];
    ir_add_in(op, s->inits[k]);
    ir_val *out = ir_add_out(op, s->results[k]->type, s->results[k]->name);
    ir_replace_uses(f, s->results[k], out);
    yields[k] = rw_build_load(&in, values[k], i, out->type.elem);
  }
  ir_build_yield(&in, yields, s->n_red);
}

// reduce (i) [op] {A; v} => map (i) {A; t[i] = v}; reduce (i) [op] {t[i]}
// when: at host level, one-dimensional; a row has a fold that a group may share
// why:  reads of a row side by side, and rows of any length share a group's
//       work-items: PageRank of examples/graph.c, 216 ms, 44 by this (H100)
// src:  loop distribution (Kennedy and Allen); the reverse of rule fuse
static bool
try_fission(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  ir_soac s;
  if (op->code != IR_OP_REDUCE || op->n_dims != 1 || op->n_red < 1 ||
      !rw_group_fold(cx, op, &s) || !rw_fired(o, RW_RULE_fission))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val **values = NEW_ARRAY(f->module->arena, ir_val *, s.n_red);
  ir_val *n =
      ir_build2(&b, IR_OP_MAX, s.extents[0], ir_build_int(&b, IR_I64, 0));
  for (int k = 0; k < s.n_red; k++)
    values[k] = ir_build_alloc(&b, rw_stored_type(s.results[k]->type.elem), n,
                               IR_SPACE_GLOBAL, s.results[k]->name);
  build_rows(f, &b, &s, values);
  build_reduction(f, &b, &s, values);
  ir_remove(op);
  return true;
}

bool
pass_fission(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_fission);
}
