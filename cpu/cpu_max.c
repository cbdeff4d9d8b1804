// cpu/cpu_max.c: greatest absolute values, whose order nobody can see.
//
//   peak = 0; for (..) { v = abs(x); peak = max(peak, v) }
//
// A fold in order keeps the first of 0.0 and -0.0, and what it keeps of NaNs
// depends on which operand has one. Here the register starts with numbers from
// 0.0 on, and an absolute value is no -0.0 either; a NaN among these is
// skipped, as 0.0 would be. What is left compares as it is, in any order.
#include "cpu/cpu_private.h"

// True when the constant "s" is a float from 0.0 on, not -0.0.
static bool
is_plain_number(const kn_stmt *s) {
  return s->bits <=
         (s->dst->type == IR_F32 ? 0x7f800000u : 0x7ff0000000000000u);
}

// A property that every assignment of a register has to have.
typedef bool (*fits_fn)(const kn_func *fn, const kn_stmt *fold,
                        const kn_stmt *s);

// True when all assignments of "r" in "block" are as "fits" says.
static bool
all_fit(const kn_func *fn, const kn_stmt *fold, const kn_block *block,
        const kn_reg *r, fits_fn fits) {
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    if ((s->dst == r && !fits(fn, fold, s)) ||
        !all_fit(fn, fold, &s->body[0], r, fits) ||
        !all_fit(fn, fold, &s->body[1], r, fits))
      return false;
  }
  return true;
}

// True when "r" is no parameter of "fn", and all its assignments are as "fits"
// says.
static bool
is_always(const kn_func *fn, const kn_stmt *fold, const kn_reg *r,
          fits_fn fits) {
  for (int k = 0; k < fn->params.n; k++)
    if (fn->params.at[k].reg == r)
      return false;
  return all_fit(fn, fold, &fn->body, r, fits);
}

// True when "s" assigns a number from 0.0 on.
static bool
is_start(const kn_func *fn, const kn_stmt *fold, const kn_stmt *s) {
  (void)fn;
  (void)fold;
  return s->kind == KN_CONST && is_plain_number(s);
}

// True when "s" is the fold, or gives it a number from 0.0 on to start with.
static bool
is_fold_or_start(const kn_func *fn, const kn_stmt *fold, const kn_stmt *s) {
  if (s->kind == KN_COPY)
    return is_always(fn, fold, s->args[0], is_start);
  return s == fold || is_start(fn, fold, s);
}

// True when "s" assigns an absolute value.
static bool
is_magnitude(const kn_func *fn, const kn_stmt *fold, const kn_stmt *s) {
  (void)fn;
  (void)fold;
  return s->kind == KN_OP && s->op == IR_OP_ABS;
}

bool
cpu_is_free_max(const kn_func *fn, const kn_stmt *s) {
  return s->kind == KN_OP && (s->op == IR_OP_MAX || s->op == IR_OP_CMAX) &&
         ir_is_float(s->dst->type) && s->dst == s->args[0] &&
         s->dst != s->args[1] && is_always(fn, s, s->dst, is_fold_or_start) &&
         is_always(fn, s, s->args[1], is_magnitude);
}
