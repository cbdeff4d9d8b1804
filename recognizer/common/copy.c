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

ir_op *
rec_read_copy(ir_builder *b, ir_val *from, ir_op *const *reads, int n) {
  ir_val *begin = ir_build_bound(b, IR_OP_BEGIN, from);
  ir_val *end = ir_build_bound(b, IR_OP_END, from);
  ir_val *size = ir_build2(b, IR_OP_SUB, end, begin);
  ir_op *copy;
  ir_val *t = rec_build_copy(b, from, begin, size, &copy);
  for (int i = 0; i < n; i++) {
    ir_builder at = ir_before(reads[i]);
    reads[i]->ins.at[1] = ir_build2(&at, IR_OP_SUB, reads[i]->ins.at[1], begin);
    reads[i]->ins.at[0] = t;
  }
  return copy;
}
