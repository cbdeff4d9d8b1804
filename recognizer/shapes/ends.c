// recognizer/shapes/ends.c: why nobody knows how often a loop runs, as a
// reason.
//
// Loops that run until a value has grown by factors, that go on in one of
// several sequences, or that follow a list have ways of their own to be written
// with a count. One that only looks where something ends has nothing left for a
// loop that knows the count.
#include "recognizer/shapes/shapes.h"

// True when carried scalar "k" of "l" is multiplied or divided by an invariant
// in each iteration.
static bool
is_scaled(const ir_loop *l, int k) {
  const ir_op *op = ir_before_converts(l->yields[k])->def;
  if (!op || ir_is_float(l->carried[k]->type.elem))
    return false;
  bool left = op->code == IR_OP_MUL || op->code == IR_OP_DIV ||
              op->code == IR_OP_SHL || op->code == IR_OP_SHR;
  for (int side = 0; side < (op->code == IR_OP_MUL ? 2 : 1) && left; side++)
    if (ir_before_converts(op->ins.at[side]) == l->carried[k] &&
        rec_is_invariant(op->ins.at[1 - side], l->body))
      return true;
  return false;
}

// True when carried scalar "k" of "l" goes on in some iterations alone.
static bool
is_chosen(const ir_loop *l, int k) {
  const ir_op *op = l->yields[k]->def;
  return op && (op->code == IR_OP_IF || op->code == IR_OP_SELECT);
}

// ir_walk_fn: stops at a read.
static bool
is_no_read(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_INDEX;
}

// True when "l", which has no bound, does no more than to step until what it
// reads ends it.
static bool
only_looks(const ir_loop *l) {
  int64_t step;
  for (int k = l->op->has_while; k < l->n_carried; k++)
    if (l->carried[k]->type.array || !ir_is_int(l->carried[k]->type.elem) ||
        !rec_constant_step(l, k, NULL, NULL, &step))
      return false;
  return l->op->has_while && !l->extent && !ir_walk(l->body, is_no_read, NULL);
}

rec_reason
rec_end_reason(arena *a, const ir_loop *l, const char **what) {
  int taken = 0;
  for (int k = l->op->has_while; k < l->n_carried && !l->extent; k++) {
    if (l->carried[k]->type.array)
      continue;
    *what = l->carried[k]->name;
    if (is_scaled(l, k) && rec_decides_end(a, l, k))
      return REC_LOOP_SCALED;
    rec_reason reason = rec_carried_reason(a, l, k);
    if (reason == REC_CARRIED_LIST)
      return reason;
    taken += reason == REC_CARRIED_PLACE && is_chosen(l, k);
  }
  *what = NULL;
  if (only_looks(l))
    return REC_LOOP_ENDLESS;
  return taken > 1 ? REC_LOOP_MERGES : REC_LOOP_EXIT;
}
