// recognizer/domain/own.c: elements that one iteration alone touches.
//
//   loop (%i < %n) (%w = %mask) {
//     %m = index %w, %i  ...  update %w, %i, %v
//   }
//
// An iteration that reads an element at its start, at a place that no other one
// has, finds it as it was before the loop, if that is the only place of the
// array that the loop writes.
#include "recognizer/domain/domain.h"

bool
rec_is_own_place(const ir_loop *l, const ir_val *at) {
  const ir_op *op = rec_unwidened(at)->def;
  if (rec_unwidened(at) == l->i)
    return true;
  return op && (op->code == IR_OP_ADD || op->code == IR_OP_SUB) &&
         rec_is_own_place(l, op->ins.at[0]) &&
         an_is_invariant(op->ins.at[1], l->body);
}

// A search for writes to an array elsewhere than at one place.
typedef struct elsewhere {
  arena *a;
  const ir_region *body;
  const ir_val *array, *at;
} elsewhere;

// ir_walk_fn: stops at such a write.
static bool
writes_there(void *user, ir_op *op) {
  const elsewhere *e = user;
  return !ir_writes_element(op) ||
         ir_storage_root(op->ins.at[0], e->body) != e->array ||
         an_same_value(e->a, op->ins.at[1], e->at);
}

bool
rec_reads_own_first(arena *a, const ir_loop *l, const ir_op *read) {
  const ir_val *array = read->ins.at[0];
  elsewhere e = {a, l->body, array, read->ins.at[1]};
  return array->param_of == l->body && rec_is_own_place(l, read->ins.at[1]) &&
         ir_walk(l->body, writes_there, &e);
}
