// recognizer/common/copy.c: copies of arrays.
#include "recognizer/common/common.h"

ir_val *
rec_build_copy(ir_builder *b, ir_val *from, ir_val *lo, ir_val *n,
               ir_op **loop) {
  ir_val *t =
      ir_build_alloc(b, from->type.elem, n, IR_SPACE_GLOBAL, from->name);
  ir_op *op = *loop = ir_start_loop(b, IR_OP_LOOP, n, "j");
  ir_val *j = op->regions[0]->params.at[0];
  ir_val *to = ir_add_carried(op, t, from->name, from->name);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *v = ir_build_index(&in, from, ir_build2(&in, IR_OP_ADD, lo, j));
  ir_val *done = ir_build_update(&in, to, j, v);
  ir_build_yield(&in, &done, 1);
  return op->outs.at[0];
}
