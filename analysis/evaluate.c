// analysis/evaluate.c: values that follow from one that is known.
#include "analysis/analysis.h"

enum { MOST_OPS = 400 };

// One value of a loop's body that is known.
typedef struct given {
  const ir_region *body;
  const ir_val *v;
  ir_bits bits; // its value
  bool floats;  // these are computed, too
  int left;     // ops that may yet be looked at
} given;

static bool evaluate(given *g, const ir_val *v, ir_bits *bits);

// The value that "c" has on the side that is taken.
static bool
evaluate_side(given *g, const an_choice *c, ir_bits *bits) {
  ir_bits holds;
  return evaluate(g, c->c, &holds) && evaluate(g, holds ? c->y : c->z, bits);
}

// The value of the bool op "v", where one operand of it decides.
static bool
evaluate_decided(given *g, const ir_val *v, ir_bits *bits) {
  const ir_op *op = v->def;
  bool decides = op->code == IR_OP_OR;
  if (v->type.elem != IR_BOOL || (!decides && op->code != IR_OP_AND))
    return false;
  for (int i = 0; i < 2; i++)
    if (evaluate(g, op->ins.at[i], bits) && !*bits == !decides)
      return true;
  return false;
}

// True when "v" follows from "g"; *bits: its value.
static bool
evaluate(given *g, const ir_val *v, ir_bits *bits) {
  const ir_op *op = v->def;
  if (v->type.array || (ir_is_float(v->type.elem) && !g->floats) ||
      g->left-- <= 0)
    return false;
  *bits = v == g->v ? g->bits : op ? op->bits : 0;
  if (v == g->v || (op && op->code == IR_OP_CONST))
    return true;
  if (!op || ir_is_outside(v, g->body))
    return false;
  an_choice c;
  if (an_match_either(v, &c))
    return evaluate_side(g, &c, bits);
  if (evaluate_decided(g, v, bits))
    return true;
  ir_bits args[3];
  if (!ir_is_scalar_op(op->code) || op->ins.n > 3 || op->ins.n < 1)
    return false;
  for (int i = 0; i < op->ins.n; i++)
    if (!evaluate(g, op->ins.at[i], &args[i]))
      return false;
  *bits =
      ir_eval_scalar(op->code, op->ins.at[0]->type.elem, v->type.elem, args);
  return true;
}

bool
an_value_given(const ir_val *v, const ir_region *body, const ir_val *known,
               ir_bits is, ir_bits *bits) {
  given g = {.body = body, .v = known, .bits = is, .left = MOST_OPS};
  return evaluate(&g, v, bits);
}

bool
an_estimate_given(const ir_val *v, const ir_region *body, const ir_val *known,
                  ir_bits is, ir_bits *bits) {
  given g = {
      .body = body, .v = known, .bits = is, .floats = true, .left = MOST_OPS};
  return evaluate(&g, v, bits);
}
