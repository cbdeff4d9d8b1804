// recognizer/domain/valued.c: values that follow from one that is known.
#include "recognizer/domain/domain.h"

enum { MOST_OPS = 400 };

ir_val *
rec_side_of(const ir_op *op, const ir_val *v, bool holds) {
  if (op->code == IR_OP_SELECT)
    return op->ins.at[holds ? 1 : 2];
  return op->regions[!holds]->last->ins.at[v->index];
}

// One value of a loop's body that is known.
typedef struct given {
  const ir_region *body;
  const ir_val *v;
  ir_bits bits; // its value
  int left;     // ops that may yet be looked at
} given;

static bool evaluate(given *g, const ir_val *v, ir_bits *bits);

// The value that "v", of an if or select, has on the side that is taken.
static bool
evaluate_side(given *g, const ir_val *v, ir_bits *bits) {
  const ir_op *op = v->def;
  ir_bits holds;
  if (!evaluate(g, op->ins.at[0], &holds))
    return false;
  return evaluate(g, rec_side_of(op, v, holds != 0), bits);
}

// True when integer or bool "v" follows from "g"; *bits: its value.
static bool
evaluate(given *g, const ir_val *v, ir_bits *bits) {
  const ir_op *op = v->def;
  if (v->type.array || ir_is_float(v->type.elem) || g->left-- <= 0)
    return false;
  *bits = v == g->v ? g->bits : op ? op->bits : 0;
  if (v == g->v || (op && op->code == IR_OP_CONST))
    return true;
  if (!op || ir_is_outside(v, g->body))
    return false;
  if (op->code == IR_OP_SELECT || op->code == IR_OP_IF)
    return evaluate_side(g, v, bits);
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
rec_value_given(const ir_val *v, const ir_region *body, const ir_val *known,
                ir_bits is, ir_bits *bits) {
  given g = {.body = body, .v = known, .bits = is, .left = MOST_OPS};
  return evaluate(&g, v, bits);
}
