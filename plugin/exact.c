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
// own.
static bool
is_same_op(void *user, ir_op *op) {
  bool strict = !*(const bool *)user, is_float = false;
  for (int k = 0; k < op->outs.n; k++)
    is_float |= ir_is_float(op->outs.at[k]->type.elem);
  if (!is_float)
    return true;
  return strict && !folds_floats(op) &&
         ir_weight_of(op->code) != IR_WEIGHT_MATH && !ir_combines_floats(op);
}

// -- Zeros of either sign -----------------------------------------------------
// The result of fmin and fmax for two zeros is left to the C library: the
// values that a zero of the other sign may be instead of.
typedef map zeros;

// The effect of a zero of the other sign among the operands of an op.
typedef enum effect {
  HIDDEN,  // nothing
  CARRIED, // at most that a result is a zero of the other sign, too
  SHOWN    // more
} effect;

// True when "v" is a constant other than a zero of either sign.
static bool
is_nonzero(const ir_val *v) {
  ir_bits bits;
  return ir_match_bits(v, &bits) &&
         bits & ~((ir_bits)1 << (ir_width(v->type.elem) - 1));
}

// True when a result of "code" is the same whatever sign a zero operand has,
// but for the sign of a zero.
static bool
carries_zeros(ir_opcode code) {
  static const ir_opcode codes[] = {
      IR_OP_ADD,    IR_OP_SUB,    IR_OP_MUL,   IR_OP_DIV,  IR_OP_FMA,
      IR_OP_NEG,    IR_OP_SQRT,   IR_OP_FLOOR, IR_OP_CEIL, IR_OP_TRUNC,
      IR_OP_RINT,   IR_OP_MIN,    IR_OP_MAX,   IR_OP_CMIN, IR_OP_CMAX,
      IR_OP_SELECT, IR_OP_CONVERT};
  for (int k = 0; k < LOFT_COUNT(codes); k++)
    if (codes[k] == code)
      return true;
  return false;
}

// The effect of the sign of a zero "v" on "op", one of whose operands it is.
static effect
effect_on(const ir_op *op, const ir_val *v) {
  const ir_op *around = op->parent->parent_op;
  bool sum = op->code == IR_OP_ADD || op->code == IR_OP_SUB;
  if (op->code == IR_OP_YIELD)
    return around && around->code == IR_OP_IF ? CARRIED : SHOWN;
  if (op->code == IR_OP_ABS || ir_op_table[op->code].cls == IR_CLASS_CMP ||
      (sum && is_nonzero(op->ins.at[op->ins.at[0] == v])) ||
      (op->code == IR_OP_CONVERT && !ir_is_float(op->outs.at[0]->type.elem)))
    return HIDDEN;
  bool divisor = op->code == IR_OP_DIV && op->ins.at[1] == v;
  return carries_zeros(op->code) && !divisor ? CARRIED : SHOWN;
}

// ir_walk_fn: notes results that may be zeros of the other sign; ends the walk
// where that shows in more than a zero.
static bool
hides_zeros(void *user, ir_op *op) {
  zeros *z = user;
  bool extremum = op->code == IR_OP_MIN || op->code == IR_OP_MAX;
  if (extremum && ir_is_float(op->outs.at[0]->type.elem))
    map_put(z, op->outs.at[0], op);
  for (int k = 0; k < op->ins.n; k++) {
    if (!map_has(z, op->ins.at[k]))
      continue;
    effect e = effect_on(op, op->ins.at[k]);
    if (e == SHOWN)
      return false;
    if (e == CARRIED && op->code == IR_OP_YIELD)
      map_put(z, op->parent->parent_op->outs.at[k], op);
    else if (e == CARRIED)
      map_put(z, op->outs.at[0], op);
  }
  return true;
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
  case IR_CLASS_CALL:
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
  return ir_walk(r->func->body, is_same_op, &loose) &&
         ir_walk(r->func->body, hides_zeros, map_new(r->func->module->arena));
}

// -- Parts of regions that are not exact --------------------------------------

// Whether "op" alone, in the IR as it was recognised, makes a region inexact.
static bool
is_inexact_op(ir_op *op) {
  bool loose = false;
  bool extremum = op->code == IR_OP_MIN || op->code == IR_OP_MAX;
  return !is_same_op(&loose, op) ||
         (extremum && ir_is_float(op->outs.at[0]->type.elem));
}

// Whether the ops of "r" outside of parallel ops are exact.
static bool
is_exact_between(const ir_region *r) {
  ir_foreach_op (op, r) {
    if (ir_is_soac(op))
      continue;
    if (is_inexact_op(op))
      return false;
    for (int k = 0; k < op->n_regions; k++)
      if (!is_exact_between(op->regions[k]))
        return false;
  }
  return true;
}

bool
plugin_is_exact_between(const rec_region *r) {
  return !r->loose && is_exact_between(r->func->body);
}

// Adds "n" to a sum, mixed so that other members give another sum.
static void
add_number(plugin_inexact *sum, uint64_t n) {
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9u;
  n = (n ^ n >> 27) * 0x94d049bb133111ebu;
  sum->sum += n ^ n >> 31;
}

// ir_walk_fn: adds ops that are inexact, but for folds, by where they are in
// the source. Sums by key depend on the extents of arrays, which are not those
// of the region around.
static bool
add_op(void *user, ir_op *op) {
  plugin_inexact *sum = user;
  sum->unknown |= ir_combines_floats(op);
  if (ir_is_soac(op) || !is_inexact_op(op))
    return true;
  sum->unknown |= op->loc.raw == 0;
  add_number(sum, (uint64_t)op->loc.raw << 32 | (uint64_t)op->code);
  return true;
}

// ir_walk_fn: adds folds of floats that are not in C's order, by the facts that
// their order follows from. (Their place is that of a loop they were fused
// with.)
static bool
add_fold(void *user, ir_op *op) {
  uint64_t n = (uint64_t)op->code << 16 | (uint64_t)op->n_dims << 8;
  if (!folds_floats(op))
    return true;
  for (int k = 0; k < op->n_red; k++)
    add_number(user, n << 32 |
                         (uint64_t)(op->red_ops ? op->red_ops[k] : 0) << 8 |
                         (uint64_t)op->outs.at[k]->type.elem);
  return true;
}

plugin_inexact
plugin_find_inexact(const rec_region *r, const ir_func *common) {
  plugin_inexact sum = {.unknown = r->loose};
  ir_walk(r->func->body, add_op, &sum);
  ir_walk(common->body, add_fold, &sum);
  return sum;
}
