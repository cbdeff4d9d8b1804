// rewrites/rw_algebra.c: identities on one scalar op that need to look around
// it, or are for rewrites alone; the others are in ir/algebra.def.
//
// Exact for every operand: integers modulo 2^n, floats bit for bit (signed
// zeros and NaNs included, NaN payloads aside). Each rule looks at "op", gives
// the value to use instead, or NULL. Rules on integers skip floats and back.
#include "rewrites/rw_private.h"

#include <math.h>

// Operands of "op".
static ir_val *
lhs(const ir_op *op) {
  return op->ins.at[0];
}
// The second operand.
static ir_val *
rhs(const ir_op *op) {
  return op->ins.at[1];
}

// The op that made "v" when it has code "code", else NULL.
static ir_op *
made_by(const ir_val *v, ir_opcode code) {
  return v->def && v->def->code == code ? v->def : NULL;
}

// True when the operands are integers or bool.
static bool
is_integral(const ir_op *op) {
  return op->ins.n && !ir_is_float(op->ins.at[0]->type.elem);
}

// The value of "op" for operands with these bits, built at "b".
static ir_val *
build_folded(ir_builder *b, const ir_op *op, const ir_bits *args) {
  ir_scalar in = op->ins.at[op->ins.n - 1]->type.elem, out = rw_out_elem(op);
  return ir_build_bits(b, out, ir_eval_scalar(op->code, in, out, args));
}

// x / 2^k => x * 2^-k
// when: floats; 2^k and 2^-k are both normal numbers: both sides round the
//       same real number once.
// why:  a division costs ten multiplications, and some GPUs divide inexactly.
// src:  folklore
static ir_val *
div_pow2(rw_simp *s, ir_op *op) {
  (void)s;
  double c;
  int e;
  if (op->code != IR_OP_DIV || !ir_match_float(rhs(op), &c) || !isnormal(c) ||
      fabs(frexp(c, &e)) != 0.5)
    return NULL;
  ir_scalar t = rw_out_elem(op);
  int limit = t == IR_F32 ? 126 : 1022;
  if (e - 1 > limit || e - 1 < -limit)
    return NULL;
  ir_builder b = ir_before(op);
  return ir_build2(&b, IR_OP_MUL, lhs(op), ir_build_float(&b, t, 1 / c));
}

// The condition of "v" when it is one of two constant floats; these in "k".
static ir_val *
two_floats(const ir_val *v, ir_bits k[2]) {
  const ir_op *op = v->def;
  if (!op || !ir_is_float(v->type.elem))
    return NULL;
  if (op->code == IR_OP_CONVERT && lhs(op)->type.elem == IR_BOOL) {
    for (ir_bits b = 0; b < 2; b++)
      k[!b] = ir_eval_scalar(IR_OP_CONVERT, IR_BOOL, v->type.elem, &b);
    return lhs(op);
  }
  return op->code == IR_OP_SELECT && ir_match_bits(rhs(op), &k[0]) &&
                 ir_match_bits(op->ins.at[2], &k[1])
             ? lhs(op)
             : NULL;
}

// op(c ? k1 : k2, k) => c ? op(k1, k) : op(k2, k)
// when: all k are constants; floats; no choice itself and no <math.h> function.
// why:  an op less.
// src:  folklore
static ir_val *
select_fold(rw_simp *s, ir_op *op) {
  (void)s;
  ir_bits args[2][3] = {{0}};
  ir_val *cond = NULL;
  if (!ir_is_computed(op->code) || op->code == IR_OP_SELECT)
    return NULL;
  for (int k = 0; k < op->ins.n; k++) {
    ir_bits two[2];
    ir_val *c = two_floats(op->ins.at[k], two);
    if (!c && ir_match_bits(op->ins.at[k], &two[0]))
      two[1] = two[0];
    else if (!c || (cond && c != cond))
      return NULL;
    cond = c ? c : cond;
    args[0][k] = two[0];
    args[1][k] = two[1];
  }
  if (!cond)
    return NULL;
  ir_builder b = ir_before(op);
  ir_val *arm[2];
  for (int k = 0; k < 2; k++)
    arm[k] = build_folded(&b, op, args[k]);
  return ir_build3(&b, IR_OP_SELECT, cond, arm[0], arm[1]);
}

// The i64 that "v", a signed narrower integer, is converted from without loss.
static ir_val *
wide_source(const ir_val *v) {
  ir_op *conv = made_by(v, IR_OP_CONVERT);
  if (!conv || lhs(conv)->type.elem != IR_I64 || !ir_is_signed(v->type.elem))
    return NULL;
  an_range r = an_range_of(lhs(conv));
  int64_t top = (1ll << (ir_width(v->type.elem) - 1)) - 1;
  return r.lo >= -top - 1 && r.hi <= top ? lhs(conv) : NULL;
}

// (i32)x < y => x < (i64)y
// when: x is an i64 within i32 (an index below an int extent).
// why:  conditions on indices meet extents and subscripts in one type.
// src:  folklore
static ir_val *
compare_wide(rw_simp *s, ir_op *op) {
  (void)s;
  if (ir_op_table[op->code].cls != IR_CLASS_CMP)
    return NULL;
  ir_val *x = wide_source(lhs(op)), *y = wide_source(rhs(op));
  if (!x && !y)
    return NULL;
  ir_builder b = ir_before(op);
  x = x ? x : ir_build_convert(&b, lhs(op), IR_I64);
  y = y ? y : ir_build_convert(&b, rhs(op), IR_I64);
  return ir_build2(&b, op->code, x, y);
}

// 1 when "code" holds for all bounded values, 0 when for none, -1 else.
static int
decide(ir_opcode code, an_range x, an_range y) {
  if (code == IR_OP_LT)
    return x.hi < y.lo ? 1 : x.lo >= y.hi ? 0 : -1;
  if (code == IR_OP_LE)
    return x.hi <= y.lo ? 1 : x.lo > y.hi ? 0 : -1;
  if (x.hi < y.lo || x.lo > y.hi)
    return code == IR_OP_NE ? 1 : code == IR_OP_EQ ? 0 : -1;
  return -1;
}

// decide for u64, whose bounds are beyond an_range: nothing is below 0.
static int
decide_u64(const ir_op *op) {
  if (!rw_is_int(rhs(op), 0))
    return -1;
  return op->code == IR_OP_LT ? 0 : op->code == IR_OP_GE ? 1 : -1;
}

// x < y => true or false
// when: the bounds of x and y settle it (types, constants, extents).
// why:  guards that always hold disappear, and ifs with them.
// src:  folklore
static ir_val *
compare_range(rw_simp *s, ir_op *op) {
  (void)s;
  if (ir_op_table[op->code].cls != IR_CLASS_CMP || !is_integral(op))
    return NULL;
  an_range x = an_range_of(lhs(op)), y = an_range_of(rhs(op));
  ir_opcode code = op->code;
  int known;
  if (lhs(op)->type.elem == IR_U64)
    known = decide_u64(op);
  else if (code == IR_OP_GT)
    known = decide(IR_OP_LT, y, x);
  else if (code == IR_OP_GE)
    known = decide(IR_OP_LE, y, x);
  else
    known = decide(code, x, y);
  if (known < 0)
    return NULL;
  ir_builder b = ir_before(op);
  return ir_build_int(&b, IR_BOOL, known);
}

const rw_scalar_rule rw_algebra_rules[] = {
    {RW_RULE_div_pow2, div_pow2},
    {RW_RULE_select_fold, select_fold},
    {RW_RULE_compare_range, compare_range},
    {RW_RULE_compare_wide, compare_wide},
};
const int rw_n_algebra_rules = LOFT_COUNT(rw_algebra_rules);
