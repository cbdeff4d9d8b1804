// rewrites/rw_fold.c: folds in order, written as reduce or as a loop.
//
// s = fma(x, y, s) has no operator of its own to be a reduce, so it is a loop.
#include "rewrites/rw_private.h"

// Sees the loop "op" as a fold.
static bool
match_loop(ir_op *op, rw_fold *fold) {
  ir_loop *l = &fold->loop;
  if (!ir_match_loop(op, l) || !l->n_carried)
    return false;
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->type.array)
      return false;
  fold->carried = l->carried;
  fold->s = (ir_soac){.op = op,
                      .n_dims = op->n_dims,
                      .n_red = l->n_carried,
                      .extents = &l->extent,
                      .inits = l->inits,
                      .idx = &l->i,
                      .values = l->yields,
                      .results = l->outs,
                      .body = l->body};
  return true;
}

bool
rw_match_fold(ir_op *op, rw_fold *fold) {
  if (op->code == IR_OP_LOOP)
    return match_loop(op, fold);
  return ir_match_soac(op, &fold->s) && fold->s.n_red && op->seq &&
         !fold->s.n_dests;
}

ir_op *
rw_build_fold(ir_builder *b, const rw_fold *like, ir_val **extents, int n) {
  ir_op *op = ir_build_raw(b, like->s.op->code);
  ir_region *r = ir_add_region(op);
  op->n_dims = like->s.n_dims;
  op->seq = like->s.op->seq;
  op->exact = like->s.op->exact;
  if (!like->carried)
    op->red_ops = NEW_ARRAY(b->func->module->arena, ir_opcode, n);
  for (int d = 0; d < op->n_dims; d++) {
    ir_add_in(op, extents[d]);
    ir_region_add_param(r, ir_ty(IR_I64), like->s.idx[d]->name);
  }
  return op;
}

ir_val *
rw_add_fold(ir_op *op, const rw_fold *like, int k, ir_val *init, map *subst) {
  const ir_val *result = like->s.results[k];
  ir_add_in(op, init);
  if (like->carried) {
    const ir_val *state = like->carried[k];
    map_put(subst, state,
            ir_region_add_param(op->regions[0], state->type, state->name));
  } else {
    op->red_ops[op->n_red++] = like->s.op->red_ops[k];
  }
  return ir_add_out(op, result->type, result->name);
}
