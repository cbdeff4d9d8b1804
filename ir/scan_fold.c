// ir/scan_fold.c: the fixed scan (docs/numerics.md), on tuples.
//
// Operands never change places, so the operator need not commute, and no
// neutral element is needed:
//
//   runs    IR_SCAN_RUN tuples, folded in order
//   groups  IR_SCAN_GROUP tuples: a tuple's fold is that of the runs before it,
//           in order, then that of its run
//   all     the groups' folds are scanned in the same way, from the initial
//           value on; a tuple's fold is that of the groups before its own, then
//           that in its group. The last tuple of a group takes the scan of the
//           groups' folds itself, so that the next group goes on from it.
//   blocks  more than IR_SCAN_BLOCK tuples: so many at a time, in order, from
//           what the block before ended with
#include "ir/ir.h"

typedef struct scanner {
  arena *arena;
  const ir_operator *op;
  size_t bytes;  // of a tuple
  ir_bits *fold; // one tuple of scratch
} scanner;

// at = op(left, at).
static bool
put_left(scanner *s, const ir_bits *left, ir_bits *at) {
  memcpy(s->fold, left, s->bytes);
  if (!s->op->apply(s->op->user, s->fold, at))
    return false;
  memcpy(at, s->fold, s->bytes);
  return true;
}

// Scans the "n" tuples of a group.
static bool
scan_group(scanner *s, ir_bits *tuples, int64_t n) {
  int w = s->op->width;
  for (int64_t i = 1; i < n; i++)
    if (i % IR_SCAN_RUN && !put_left(s, tuples + (i - 1) * w, tuples + i * w))
      return false;
  for (int64_t i = IR_SCAN_RUN; i < n; i++)
    if (!put_left(s, tuples + (i / IR_SCAN_RUN * IR_SCAN_RUN - 1) * w,
                  tuples + i * w))
      return false;
  return true;
}

// at_i = op(left, at_i) for "n" tuples.
static bool
put_left_of_all(scanner *s, const ir_bits *left, ir_bits *tuples, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    if (!put_left(s, left, tuples + i * s->op->width))
      return false;
  return true;
}

// Scans "n" > 0 tuples from "init" on.
static bool
scan(scanner *s, const ir_bits *init, ir_bits *tuples, int64_t n) {
  int w = s->op->width;
  int64_t n_groups = (n + IR_SCAN_GROUP - 1) / IR_SCAN_GROUP;
  ir_bits *folds = NEW_ARRAY(s->arena, ir_bits, n_groups * w);
  for (int64_t g = 0, i = 0; g < n_groups; g++, i += IR_SCAN_GROUP) {
    int64_t size = n - i < IR_SCAN_GROUP ? n - i : IR_SCAN_GROUP;
    if (!scan_group(s, tuples + i * w, size))
      return false;
    memcpy(folds + g * w, tuples + (i + size - 1) * w, s->bytes);
  }
  if (n_groups == 1)
    return put_left_of_all(s, init, tuples, n);
  if (!scan(s, init, folds, n_groups))
    return false;
  for (int64_t g = 0, i = 0; g < n_groups; g++, i += IR_SCAN_GROUP) {
    int64_t size = n - i < IR_SCAN_GROUP ? n - i : IR_SCAN_GROUP;
    const ir_bits *left = g ? folds + (g - 1) * w : init;
    if (!put_left_of_all(s, left, tuples + i * w, size - 1))
      return false;
    memcpy(tuples + (i + size - 1) * w, folds + g * w, s->bytes);
  }
  return true;
}

bool
ir_scan_fold(arena *a, const ir_operator *op, const ir_bits *init,
             ir_bits *tuples, int64_t n) {
  scanner s = {.arena = a, .op = op};
  s.bytes = sizeof *tuples * (size_t)op->width;
  s.fold = NEW_ARRAY(a, ir_bits, op->width);
  for (int64_t i = 0; i < n; i += IR_SCAN_BLOCK) {
    int64_t size = n - i < IR_SCAN_BLOCK ? n - i : IR_SCAN_BLOCK;
    if (!scan(&s, init, tuples + i * op->width, size))
      return false;
    init = tuples + (i + size - 1) * op->width;
  }
  return true;
}
