// rewrites/rw_fold.c: folds in order, written as reduce or as a loop.
//
// s = fma(x, y, s) has no operator of its own to be a reduce, so it is a loop.
#include "rewrites/rw_private.h"

// Of "at", values beside those that "l" carries, the ones of its arrays, or of
// its scalars.
static ir_val **
select_carried(const ir_loop *l, ir_val **at, bool arrays) {
  ir_val **out =
      NEW_ARRAY(l->body->func->module->arena, ir_val *, l->n_carried);
  int n = 0;
  for (int k = 0; k < l->n_carried; k++)
    if (!!l->carried[k]->type.array == arrays)
      out[n++] = at[k];
  return out;
}

bool
rw_match_loop_fold(ir_op *op, rw_fold *fold) {
  ir_loop *l = &fold->loop;
  int n_red = 0;
  if (op->code != IR_OP_LOOP || !ir_match_loop(op, l) || !l->n_carried)
    return false;
  for (int k = 0; k < l->n_carried; k++)
    n_red += !l->carried[k]->type.array;
  fold->carried = select_carried(l, l->carried, false);
  fold->s = (ir_soac){.op = op,
                      .n_dims = op->n_dims,
                      .n_red = n_red,
                      .n_dests = l->n_carried - n_red,
                      .extents = &l->extent,
                      .inits = select_carried(l, l->inits, false),
                      .dests = select_carried(l, l->inits, true),
                      .idx = &l->i,
                      .dest_params = select_carried(l, l->carried, true),
                      .values = select_carried(l, l->yields, false),
                      .dest_yields = select_carried(l, l->yields, true),
                      .results = select_carried(l, l->outs, false),
                      .dest_outs = select_carried(l, l->outs, true),
                      .body = l->body};
  return true;
}

int *
rw_dests_of(const ir_soac *map, const ir_soac *s) {
  int *place = NEW_ARRAY(map->body->func->module->arena, int, s->n_dests + 1);
  for (int k = 0; k < s->n_dests; k++) {
    place[k] = ir_dest_of(map, s->dests[k]);
    if (place[k] < 0)
      return NULL;
  }
  return place;
}

bool
rw_match_fold(ir_op *op, rw_fold *fold) {
  if (op->code == IR_OP_LOOP)
    return rw_match_loop_fold(op, fold) && !fold->s.n_dests;
  return ir_match_soac(op, &fold->s) && fold->s.n_red && op->seq &&
         !fold->s.n_dests;
}

bool
rw_is_orderless(const rw_fold *fold) {
  const ir_opcode *ops = fold->s.op->red_ops;
  for (int k = 0; k < fold->s.n_red && ops; k++)
    if (ir_fold_rounds(ops[k], fold->s.results[k]->type.elem))
      return false;
  return ops;
}

ir_val *
rw_folded_value(const ir_val *v, const ir_val *carried, ir_opcode *code) {
  const ir_op *op = v->def;
  if (!op || op->ins.n != 2)
    return NULL;
  bool swaps = (ir_op_table[op->code].flags & IR_F_COMM) &&
               (op->code == IR_OP_ADD || op->code == IR_OP_MUL ||
                !ir_is_float(v->type.elem));
  bool left = op->ins.at[0] == carried;
  bool right = op->ins.at[1] == carried && swaps;
  *code = op->code == IR_OP_SUB && left ? IR_OP_ADD : op->code;
  if (left == right || !ir_is_fold(*code))
    return NULL;
  return op->ins.at[left ? 1 : 0];
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
