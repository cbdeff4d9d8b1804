// recognizer/shapes/under.c: ifs that loops and writes are put under.
#include "recognizer/shapes/elements.h"

ir_op *
rec_choose_copy(ir_op *op, ir_val *cond, map *subst) {
  ir_builder b = ir_before(op);
  ir_op *choice = ir_build_raw(&b, IR_OP_IF);
  ir_add_in(choice, cond);
  ir_builder yes = ir_at_end(ir_add_region(choice));
  ir_add_region(choice);
  ir_op *copy = ir_clone_op(&yes, op, subst);
  ir_build_yield(&yes, copy->outs.at, copy->outs.n);
  for (int k = 0; k < op->outs.n; k++)
    ir_add_out(choice, op->outs.at[k]->type, op->outs.at[k]->name);
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
  ir_op *choice = ir_build_raw(&b, IR_OP_IF);
  ir_add_in(choice, cond);
  ir_region *yes = ir_add_region(choice);
  ir_builder no = ir_at_end(ir_add_region(choice));
  ir_val *out = ir_add_out(choice, array->type, array->name);
  ir_replace_uses(f, op->outs.at[0], out);
  ir_move(op, yes, NULL);
  ir_builder end = ir_at_end(yes);
  ir_build_yield(&end, &op->outs.at[0], 1);
  ir_build_yield(&no, &array, 1);
}
