// plugin/exact.c: which regions give the bits of the original loop, so that
// the runtime may choose either by its speed; and which depend on the floating
// environment.
#include "plugin/plugin.h"

// ir_walk_fn: stops at an op that computes a float.
static bool
computes_no_float(void *user, ir_op *op) {
  (void)user;
  ir_class c = ir_op_table[op->code].cls;
  bool moves = c == IR_CLASS_CONST || c == IR_CLASS_SELECT ||
               c == IR_CLASS_IF || c == IR_CLASS_INDEX || c == IR_CLASS_YIELD;
  for (int k = 0; k < op->outs.n; k++)
    if (!moves && ir_is_float(op->outs.at[k]->type.elem))
      return false;
  return true;
}

// True when the operator "r" (NULL: opcodes) compares floats and chooses, so
// that any order of folding gives the same bits.
static bool
chooses_only(ir_region *r) {
  return r && ir_walk(r, computes_no_float, NULL);
}

// Whether "op" folds floats in another order than C, where that shows.
static bool
folds_floats(const ir_op *op) {
  if (!ir_is_soac(op) || op->seq || chooses_only(ir_operator_region(op)))
    return false;
  for (int k = 0; k < op->n_red; k++)
    if (ir_is_float(op->outs.at[k]->type.elem))
      return true;
  return false;
}

// Whether "op" gives the bits of what Clang makes of its C: not where floats
// are folded by the tree or by key, nor where functions of <math.h> are loft's
// own. What fmin and fmax give for two zeros is left to the C library.
static bool
is_same_op(void *user, ir_op *op) {
  bool strict = !*(const bool *)user, is_float = false;
  for (int k = 0; k < op->outs.n; k++)
    is_float |= ir_is_float(op->outs.at[k]->type.elem);
  if (!is_float)
    return true;
  return strict && !folds_floats(op) &&
         ir_weight_of(op->code) != IR_WEIGHT_MATH && op->code != IR_OP_MIN &&
         op->code != IR_OP_MAX && !ir_combines_floats(op);
}

// Whether "op" moves floats, or leaves them to the ops inside it; an operator
// that folds them computes.
static bool
moves_floats(const ir_op *op) {
  switch (ir_op_table[op->code].cls) {
  case IR_CLASS_CONV:
    return op->code == IR_OP_BITCAST;
  case IR_CLASS_BIN:
  case IR_CLASS_UN:
  case IR_CLASS_TERN:
  case IR_CLASS_CMP:
  case IR_CLASS_MATH1:
  case IR_CLASS_MATH2:
    return false;
  case IR_CLASS_SOAC:
    return op->n_red == 0;
  case IR_CLASS_UPDATE:
    return !ir_reads_element(op);
  case IR_CLASS_CONST:
  case IR_CLASS_SELECT:
  case IR_CLASS_IF:
  case IR_CLASS_LOOP:
  case IR_CLASS_YIELD:
  case IR_CLASS_ALLOC:
  case IR_CLASS_INDEX:
  case IR_CLASS_BOUND:
  case IR_CLASS_READABLE:
    break;
  }
  return true;
}

// True when "v" is a floating scalar.
static bool
is_float_scalar(const ir_val *v) {
  return !v->type.array && ir_is_float(v->type.elem);
}

// ir_walk_fn: ends the walk at an op that computes with floats.
static bool
is_without_floats(void *user, ir_op *op) {
  bool any = false;
  (void)user;
  for (int k = 0; k < op->ins.n; k++)
    any |= is_float_scalar(op->ins.at[k]);
  for (int k = 0; k < op->outs.n; k++)
    any |= is_float_scalar(op->outs.at[k]);
  return !any || moves_floats(op);
}

bool
plugin_computes_floats(const rec_region *r) {
  return !ir_walk(r->func->body, is_without_floats, NULL);
}

bool
plugin_is_exact(const rec_region *r) {
  bool loose = r->loose;
  return ir_walk(r->func->body, is_same_op, &loose);
}
