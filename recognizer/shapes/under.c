// recognizer/shapes/under.c: ifs that loops and writes are put under.
#include "recognizer/shapes/elements.h"

ir_op *
rec_choose_copy(ir_op *op, ir_val *cond, map *subst) {
  ir_builder b = ir_before(op);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(&b, cond, &yes, &no);
  ir_op *copy = ir_clone_op(&yes, op, subst);
  ir_build_yield(&yes, copy->outs.at, copy->outs.n);
  ir_add_outs(choice, op->outs.at, op->outs.n);
  return copy;
}

void
rec_move_to_other(ir_op *op, ir_op *choice) {
  ir_region *other = choice->regions[1];
  ir_move(op, other, NULL);
  ir_builder end = ir_at_end(other);
  ir_build_yield(&end, op->outs.at, op->outs.n);
}

void
rec_guard_write(ir_func *f, ir_op *op, ir_val *cond) {
  ir_builder b = ir_before(op);
  ir_val *array = op->ins.at[0];
  ir_builder yes, no;
  ir_op *choice = ir_build_if(&b, cond, &yes, &no);
  ir_val *out = ir_add_out(choice, array->type, array->name);
  ir_replace_uses(f, op->outs.at[0], out);
  ir_move(op, yes.region, NULL);
  ir_build_yield(&yes, &op->outs.at[0], 1);
  ir_build_yield(&no, &array, 1);
}
