// recognizer/domain/told.c: what constant tables of C hold.
//
// The IR has a table as an array like any other. The range of its values is
// noted by the parameter that it is.
#include "recognizer/domain/domain.h"

void
rec_note_table(loft_cx *cx, const ir_val *array, int64_t least, int64_t most) {
  an_range *r = NEW(cx->arena, an_range);
  *r = (an_range){least, most};
  if (!cx->tables)
    cx->tables = map_new(cx->arena);
  map_put(cx->tables, array, r);
}

an_range
rec_told_range(const loft_cx *cx, const ir_val *v) {
  an_range own = an_range_of(v);
  const ir_op *op = rec_unwidened(v)->def;
  if (!op || op->code != IR_OP_INDEX || !cx->tables)
    return own;
  const an_range *r = map_get(cx->tables, ir_storage_root(op->ins.at[0], NULL));
  return r ? *r : own;
}
