// recognizer/domain/told.c: what constant tables of C hold.
//
// The IR has a table as an array like any other. The range of its values, and
// how many there are, are noted by the parameter that it is.
#include "recognizer/domain/domain.h"

// What is noted of a table.
typedef struct told {
  an_range values;
  int64_t length;
} told;

void
rec_note_table(loft_cx *cx, const ir_val *array, int64_t length, int64_t least,
               int64_t most) {
  told *t = NEW(cx->arena, told);
  *t = (told){{least, most}, length};
  if (!cx->tables)
    cx->tables = map_new(cx->arena);
  map_put(cx->tables, array, t);
}

// What is noted of "array"; NULL: it is no table.
static const told *
find_table(const loft_cx *cx, const ir_val *array) {
  return cx->tables ? map_get(cx->tables,
                              ir_storage_root((ir_val *)(uintptr_t)array, NULL))
                    : NULL;
}

int64_t
rec_told_length(const loft_cx *cx, const ir_val *array) {
  const told *t = find_table(cx, array);
  return t ? t->length : 0;
}

an_range
rec_told_range(const loft_cx *cx, const ir_val *v) {
  const ir_op *op = rec_unwidened(v)->def;
  const told *t =
      op && op->code == IR_OP_INDEX ? find_table(cx, op->ins.at[0]) : NULL;
  return t ? t->values : an_range_of(v);
}
