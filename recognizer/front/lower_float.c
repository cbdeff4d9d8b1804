// recognizer/front/lower_float.c: the floating environment that an expression
// is computed in, and the freedom that the compiler has with it.
#include "recognizer/front/lower_number.h"

// The flags that let LLVM compute something else than IEEE 754 says.
enum {
  LOOSE = LT_FP_REASSOCIATE | LT_FP_RECIPROCAL | LT_FP_APPROXIMATE |
          LT_FP_NO_SIGNED_ZEROS | LT_FP_NO_NANS | LT_FP_NO_INFINITIES |
          LT_FP_CONTRACT_FAST
};

const lt_target *
rec_lower_target(const rec_lower *lower) {
  int n = lower->inlining.n;
  return n ? lower->inlining.at[n - 1]->target : lower->src->target;
}

// Whether "t" is a floating type, real or complex.
static bool
is_float(const lt_type *t) {
  if (rec_lower_is_complex(t))
    return true;
  return t->kind == LT_TYPE_SCALAR && ir_is_float(t->elem);
}

// Whether "e" itself computes with floating numbers, rather than moving one:
// its value, or the flags it sets, may depend on the environment.
static bool
computes_floats(const lt_expr *e) {
  bool any = is_float(e->type);
  switch (e->kind) {
  case LT_CAST:
    if (rec_lower_is_complex(e->type) || rec_lower_is_complex(e->a->type))
      return true;
    if (e->type->kind != LT_TYPE_SCALAR || e->type->elem == IR_BOOL ||
        e->a->type->kind != LT_TYPE_SCALAR)
      return false;
    return (any || is_float(e->a->type)) && e->type->elem != e->a->type->elem;
  case LT_UNARY:
    return any || is_float(e->a->type);
  case LT_INCDEC:
    return any;
  case LT_ASSIGN_OP:
    return any || is_float(e->compute);
  case LT_BINARY:
    return any || is_float(e->a->type) || is_float(e->b->type);
  case LT_CALL:
    for (int i = 0; i < e->n_args; i++)
      any |= is_float(e->args[i]->type);
    return any;
  case LT_INT:
  case LT_FLOAT:
  case LT_VAR:
  case LT_INDEX:
  case LT_DEREF:
  case LT_ADDR:
  case LT_MEMBER:
  case LT_ASSIGN:
  case LT_COND:
  case LT_COMMA:
  case LT_INIT_LIST:
  case LT_COMPOUND:
  case LT_EXPR_UNSUPPORTED:
    break;
  }
  return false;
}

bool
rec_lower_fuses(const rec_lower *lower, const lt_expr *e) {
  const lt_type *t = e->compute ? e->compute : e->type;
  return (e->op == LT_ADD || e->op == LT_SUB) && t->elem != IR_F80 &&
         (e->fp & (LT_FP_CONTRACT | LT_FP_CONTRACT_FAST)) &&
         lt_has_fma(rec_lower_target(lower));
}

bool
rec_lower_check_floats(rec_lower *lower, const lt_expr *e) {
  if (!computes_floats(e))
    return true;
  lower->out->loose |= (e->fp & LOOSE) != 0;
  if (e->fp & LT_FP_ENVIRONMENT)
    rec_lower_refuse(lower, e->loc, REC_FENV, e->text);
  else if (lt_has_excess_precision(rec_lower_target(lower)))
    rec_lower_refuse(lower, e->loc, REC_EVAL_METHOD, NULL);
  else
    return true;
  return false;
}
