// recognizer/rec_private.c: work arrays of one iteration.
//
// An array declared outside of a loop, of small constant size, dead after it,
// and written before it is read in each iteration, is a private array of each
// iteration: its alloc moves into the body.
#include "recognizer/rec_soac_private.h"

enum { MAX_PRIVATE_BYTES = 4096 };

// The alloc behind carried value "k" of "op" when neither its contents before
// nor after the loop matter; n_uses must be valid.
static ir_op *
find_alloc(ir_op *op, int k) {
  ir_val *out = op->outs.at[k], *init = op->ins.at[op->n_dims + k];
  while (!init->def) {
    ir_op *outer = init->param_of->parent_op;
    int j = outer ? init->index - outer->n_dims : -1;
    if (j < 0 || outer->code != IR_OP_LOOP || init->n_uses != 1 ||
        out->n_uses != 1 || outer->regions[0]->last->ins.at[j] != out)
      return NULL;
    out = outer->outs.at[j];
    init = outer->ins.at[outer->n_dims + j];
  }
  return !out->n_uses && init->def->code == IR_OP_ALLOC ? init->def : NULL;
}

bool
rec_can_privatise(loft_cx *cx, ir_func *f, ir_op *op, int k) {
  int64_t n;
  ir_count_uses(f);
  ir_op *alloc = find_alloc(op, k);
  if (!alloc || !ir_match_int(alloc->ins.at[0], &n) || n <= 0 ||
      n > MAX_PRIVATE_BYTES / ir_size(alloc->outs.at[0]->type.elem))
    return false;
  return rec_written_first(cx, f, op,
                           op->regions[0]->params.at[op->n_dims + k]);
}

void
rec_privatise(ir_func *f, ir_op *op, int k) {
  ir_count_uses(f);
  ir_op *alloc = find_alloc(op, k);
  ir_region *body = op->regions[0];
  ir_val *param = body->params.at[op->n_dims + k];
  ir_builder b = ir_before(body->first);
  b.loc = alloc->loc;
  int64_t n = 0;
  ir_match_int(alloc->ins.at[0], &n);
  ir_val *own =
      ir_build_alloc(&b, param->type.elem, ir_build_int(&b, IR_I64, n),
                     IR_SPACE_PRIVATE, param->name);
  ir_replace_uses(f, param, own);
  ir_replace_uses(f, op->outs.at[k], op->ins.at[op->n_dims + k]);
  rec_drop_result(op, k);
}
