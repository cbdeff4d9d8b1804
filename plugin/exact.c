// plugin/exact.c: which regions give the bits of the original loop, so that
// the runtime may choose either by its speed.
#include "plugin/plugin.h"

// Whether "op" gives the bits of what Clang makes of its C: not where floats
// are folded by the tree, nor where functions of <math.h> are loft's own. What
// fmin and fmax give for two zeros is left to the C library.
static bool
is_same_op(void *user, ir_op *op) {
  bool strict = !*(const bool *)user, is_float = false;
  for (int k = 0; k < op->outs.n; k++)
    is_float |= ir_is_float(op->outs.at[k]->type.elem);
  if (!is_float)
    return true;
  ir_class c = ir_op_table[op->code].cls;
  bool folds = op->code == IR_OP_REDUCE && op->n_red > 0 && !op->seq;
  return strict && !folds && c != IR_CLASS_MATH1 && c != IR_CLASS_MATH2 &&
         op->code != IR_OP_MIN && op->code != IR_OP_MAX;
}

bool
plugin_is_exact(const rec_region *r) {
  bool loose = r->source->loose;
  return ir_walk(r->func->body, is_same_op, &loose);
}
