// rewrites/rw_algebra.c: identities on one scalar op.
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

static bool
is_const(const ir_val *v) {
  return v->def && v->def->code == IR_OP_CONST;
}

// All ones of an integer type, or true.
static bool
is_all_ones(const ir_val *v) {
  uint64_t bits;
  int w = rw_width(v->type.elem);
  return rw_const_bits(v, &bits) && bits == ~0ull >> (64 - w);
}

// True when the bits of "op" follow from those of its operands: a scalar op,
// no <math.h> function (their bits are fixed by expansion, not by the host's
// libm).
static bool
is_foldable(const ir_op *op) {
  ir_class cls = ir_op_table[op->code].cls;
  return ir_is_scalar_op(op->code) && op->code != IR_OP_CONST &&
         cls != IR_CLASS_MATH1 && cls != IR_CLASS_MATH2;
}

// The value of foldable "op" for operands with these bits, built at "b".
static ir_val *
build_folded(ir_builder *b, const ir_op *op, const uint64_t *args) {
  ir_scalar in = op->ins.at[op->ins.n - 1]->type.elem, out = rw_out_elem(op);
  return ir_build_bits(b, out, ir_eval_scalar(op->code, in, out, args));
}

// op(c1, c2, ..) => c
// when: all operands are constants; no <math.h> function.
// why:  one op less, and control folds behind it.
// src:  folklore
static ir_val *
fold(rw_simp *s, ir_op *op) {
  (void)s;
  uint64_t args[3] = {0};
  if (!is_foldable(op))
    return NULL;
  for (int k = 0; k < op->ins.n; k++)
    if (!rw_const_bits(op->ins.at[k], &args[k]))
      return NULL;
  ir_builder b = ir_before(op);
  return build_folded(&b, op, args);
}

// c + x => x + c,  c < x => x > c
// when: the op commutes or is a comparison, and x is no constant.
// why:  rules look for constants on the right only.
// src:  folklore
static ir_val *
const_right(rw_simp *s, ir_op *op) {
  (void)s;
  if (op->ins.n != 2 || !is_const(lhs(op)) || is_const(rhs(op)))
    return NULL;
  ir_opcode to = ir_exchanged(op->code);
  // float min and max name one side in their definition: leave them
  bool comm = ir_op_table[op->code].flags & IR_F_COMM;
  if (ir_is_float(lhs(op)->type.elem) &&
      (op->code == IR_OP_MIN || op->code == IR_OP_MAX))
    comm = false;
  if (to == op->code && !comm)
    return NULL;
  ir_builder b = ir_before(op);
  return ir_build2(&b, to, rhs(op), lhs(op));
}

// True when "x op c" is x for the constant c on the right.
static bool
is_right_unit(const ir_op *op) {
  const ir_val *c = rhs(op);
  bool flt = ir_is_float(c->type.elem);
  if (op->code == IR_OP_ADD)
    return flt ? rw_is_float(c, -0.0) : rw_is_int(c, 0);
  if (op->code == IR_OP_SUB)
    return flt ? rw_is_float(c, 0.0) : rw_is_int(c, 0);
  if (op->code == IR_OP_MUL || op->code == IR_OP_DIV)
    return flt ? rw_is_float(c, 1.0) : rw_is_int(c, 1);
  if (op->code == IR_OP_OR || op->code == IR_OP_XOR || op->code == IR_OP_SHL ||
      op->code == IR_OP_SHR)
    return rw_is_int(c, 0);
  return op->code == IR_OP_AND && is_all_ones(c);
}

// x + 0 => x,  x * 1 => x,  x | 0 => x,  x & ~0 => x, ...
// when: the constant is the op's right unit; for floats -0 of add, +0 of sub,
//       1 of mul and div.
// why:  one op less.
// src:  folklore
static ir_val *
unit(rw_simp *s, ir_op *op) {
  (void)s;
  return op->ins.n == 2 && is_right_unit(op) ? lhs(op) : NULL;
}

// x * 0 => 0,  x & 0 => 0,  x | ~0 => ~0,  x % 1 => 0
// when: integers or bool.
// why:  one op less.
// src:  folklore
static ir_val *
zero(rw_simp *s, ir_op *op) {
  (void)s;
  if (op->ins.n != 2 || !is_integral(op))
    return NULL;
  bool by_zero = op->code == IR_OP_MUL || op->code == IR_OP_AND;
  if (by_zero && rw_is_int(rhs(op), 0))
    return rhs(op);
  if (op->code == IR_OP_OR && is_all_ones(rhs(op)))
    return rhs(op);
  if (op->code != IR_OP_REM || !rw_is_int(rhs(op), 1))
    return NULL;
  ir_builder b = ir_before(op);
  return ir_build_int(&b, rw_out_elem(op), 0);
}

// x - x => 0,  x ^ x => 0,  x & x => x,  min(x,x) => x,  x == x => true
// when: integers or bool (a NaN is not equal to itself).
// why:  one op less.
// src:  folklore
static ir_val *
same_operands(rw_simp *s, ir_op *op) {
  (void)s;
  static const ir_opcode keep[] = {IR_OP_AND, IR_OP_OR,   IR_OP_MIN,
                                   IR_OP_MAX, IR_OP_CMIN, IR_OP_CMAX};
  if (op->ins.n != 2 || lhs(op) != rhs(op) || !is_integral(op))
    return NULL;
  for (int k = 0; k < LOFT_COUNT(keep); k++)
    if (op->code == keep[k])
      return lhs(op);
  ir_builder b = ir_before(op);
  if (op->code == IR_OP_SUB || op->code == IR_OP_XOR)
    return ir_build_int(&b, rw_out_elem(op), 0);
  if (ir_op_table[op->code].cls != IR_CLASS_CMP)
    return NULL;
  bool holds =
      op->code == IR_OP_EQ || op->code == IR_OP_LE || op->code == IR_OP_GE;
  return ir_build_int(&b, IR_BOOL, holds);
}

// -(-x) => x,  ~~x => x
// when: always (both flip bits, or negate modulo 2^n).
// why:  two ops less.
// src:  folklore
static ir_val *
double_negation(rw_simp *s, ir_op *op) {
  (void)s;
  if (op->code != IR_OP_NEG && op->code != IR_OP_NOT)
    return NULL;
  ir_op *inner = made_by(lhs(op), op->code);
  return inner ? lhs(inner) : NULL;
}

// x - c => x + (-c)
// when: integers; -c exists in a signed type (so that no overflow appears
//       which widen_index would then rule out).
// why:  chains of additions then meet const_chain and CSE.
// src:  folklore
static ir_val *
sub_const(rw_simp *s, ir_op *op) {
  (void)s;
  uint64_t c;
  if (op->code != IR_OP_SUB || !is_integral(op) ||
      !rw_const_bits(rhs(op), &c) || c == 0)
    return NULL;
  ir_scalar t = rw_out_elem(op);
  uint64_t minus_c = -c & (~0ull >> (64 - rw_width(t)));
  if (minus_c == c)
    return NULL;
  ir_builder b = ir_before(op);
  ir_val *minus = ir_build_bits(&b, t, minus_c);
  return ir_build2(&b, IR_OP_ADD, lhs(op), minus);
}

// True when c1 op c2 is a value of the signed type "t" (or "t" wraps anyway).
static bool
combines(ir_opcode code, ir_scalar t, const ir_val *c1, const ir_val *c2) {
  int64_t x, y, z;
  if (!ir_is_signed(t))
    return true;
  if (!ir_match_int(c1, &x) || !ir_match_int(c2, &y))
    return false;
  bool over = code == IR_OP_ADD ? __builtin_add_overflow(x, y, &z)
                                : __builtin_mul_overflow(x, y, &z);
  int drop = 64 - rw_width(t);
  return !over && (int64_t)((uint64_t)z << drop) >> drop == z;
}

// (x + c1) + c2 => x + (c1 + c2),  (x * c1) * c2 => x * (c1 * c2)
// when: integers; the constants combine without overflow if signed.
// why:  one op less.
// src:  folklore
static ir_val *
const_chain(rw_simp *s, ir_op *op) {
  (void)s;
  if ((op->code != IR_OP_ADD && op->code != IR_OP_MUL) || !is_integral(op) ||
      !is_const(rhs(op)))
    return NULL;
  ir_op *inner = made_by(lhs(op), op->code);
  if (!inner || !is_const(rhs(inner)) ||
      !combines(op->code, rw_out_elem(op), rhs(inner), rhs(op)))
    return NULL;
  ir_builder b = ir_before(op);
  ir_val *c = ir_build2(&b, op->code, rhs(inner), rhs(op));
  return ir_build2(&b, op->code, lhs(inner), c);
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
  if (op->code != IR_OP_DIV || !rw_const_float(rhs(op), &c) || !isnormal(c) ||
      fabs(frexp(c, &e)) != 0.5)
    return NULL;
  ir_scalar t = rw_out_elem(op);
  int limit = t == IR_F32 ? 126 : 1022;
  if (e - 1 > limit || e - 1 < -limit)
    return NULL;
  ir_builder b = ir_before(op);
  return ir_build2(&b, IR_OP_MUL, lhs(op), ir_build_float(&b, t, 1 / c));
}

// c ? x : x => x,  true ? x : y => x,  c ? true : false => c
// when: always.
// why:  one op less.
// src:  folklore
static ir_val *
select_known(rw_simp *s, ir_op *op) {
  (void)s;
  uint64_t c;
  if (op->code != IR_OP_SELECT)
    return NULL;
  ir_val *x = op->ins.at[1], *y = op->ins.at[2];
  if (x == y)
    return x;
  if (rw_const_bits(lhs(op), &c))
    return c ? x : y;
  bool boolean = x->type.elem == IR_BOOL;
  return boolean && rw_is_int(x, 1) && rw_is_int(y, 0) ? lhs(op) : NULL;
}

// !c ? x : y => c ? y : x
// when: always.
// why:  one op less.
// src:  folklore
static ir_val *
select_not(rw_simp *s, ir_op *op) {
  (void)s;
  ir_op *inner = op->code == IR_OP_SELECT ? made_by(lhs(op), IR_OP_NOT) : NULL;
  if (!inner)
    return NULL;
  ir_builder b = ir_before(op);
  return ir_build3(&b, IR_OP_SELECT, lhs(inner), op->ins.at[2], op->ins.at[1]);
}

// c ? x : false => c & x,  c ? true : x => c | x
// when: bool.
// why:  a logical op is what && and || were.
// src:  folklore
static ir_val *
select_bool(rw_simp *s, ir_op *op) {
  (void)s;
  if (op->code != IR_OP_SELECT || rw_out_elem(op) != IR_BOOL)
    return NULL;
  ir_builder b = ir_before(op);
  if (rw_is_int(op->ins.at[2], 0))
    return ir_build2(&b, IR_OP_AND, lhs(op), op->ins.at[1]);
  if (rw_is_int(op->ins.at[1], 1))
    return ir_build2(&b, IR_OP_OR, lhs(op), op->ins.at[2]);
  return NULL;
}

// The condition of "v" when it is one of two constant floats; these in "k".
static ir_val *
two_floats(const ir_val *v, uint64_t k[2]) {
  const ir_op *op = v->def;
  if (!op || !ir_is_float(v->type.elem))
    return NULL;
  if (op->code == IR_OP_CONVERT && lhs(op)->type.elem == IR_BOOL) {
    for (uint64_t b = 0; b < 2; b++)
      k[!b] = ir_eval_scalar(IR_OP_CONVERT, IR_BOOL, v->type.elem, &b);
    return lhs(op);
  }
  return op->code == IR_OP_SELECT && rw_const_bits(rhs(op), &k[0]) &&
                 rw_const_bits(op->ins.at[2], &k[1])
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
  uint64_t args[2][3] = {{0}};
  ir_val *cond = NULL;
  if (!is_foldable(op) || op->code == IR_OP_SELECT)
    return NULL;
  for (int k = 0; k < op->ins.n; k++) {
    uint64_t two[2];
    ir_val *c = two_floats(op->ins.at[k], two);
    if (!c && rw_const_bits(op->ins.at[k], &two[0]))
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

// !(a < b) => a >= b, and so on
// when: integers, or eq and ne (exact complements on floats too).
// why:  one op less.
// src:  folklore
static ir_val *
not_compare(rw_simp *s, ir_op *op) {
  (void)s;
  ir_op *cmp = op->code == IR_OP_NOT ? lhs(op)->def : NULL;
  if (!cmp || ir_op_table[cmp->code].cls != IR_CLASS_CMP)
    return NULL;
  ir_opcode negated = ir_negated(cmp->code, lhs(cmp)->type.elem);
  if (negated == IR_OP__COUNT)
    return NULL;
  ir_builder b = ir_before(op);
  return ir_build2(&b, negated, lhs(cmp), rhs(cmp));
}

// b == true => b,  b != false => b,  b == false => !b
// when: bool.
// why:  one op less.
// src:  folklore
static ir_val *
compare_bool(rw_simp *s, ir_op *op) {
  (void)s;
  uint64_t c;
  if ((op->code != IR_OP_EQ && op->code != IR_OP_NE) ||
      lhs(op)->type.elem != IR_BOOL || !rw_const_bits(rhs(op), &c))
    return NULL;
  if ((op->code == IR_OP_EQ) == (c != 0))
    return lhs(op);
  ir_builder b = ir_before(op);
  return ir_build1(&b, IR_OP_NOT, lhs(op));
}

// (T)b != 0 => b,  (T)b < 1 => !b,  (T)b < 2 => true
// when: b is a bool converted to an integer, compared with a constant.
// why:  C turns comparisons to int and back.
// src:  folklore
static ir_val *
compare_converted_bool(rw_simp *s, ir_op *op) {
  (void)s;
  uint64_t c;
  if (ir_op_table[op->code].cls != IR_CLASS_CMP || !is_integral(op) ||
      !rw_const_bits(rhs(op), &c))
    return NULL;
  ir_op *conv = made_by(lhs(op), IR_OP_CONVERT);
  if (!conv || lhs(conv)->type.elem != IR_BOOL)
    return NULL;
  ir_scalar type = rhs(op)->type.elem;
  bool of_false = ir_eval_scalar(op->code, type, IR_BOOL, (uint64_t[]){0, c});
  bool of_true = ir_eval_scalar(op->code, type, IR_BOOL, (uint64_t[]){1, c});
  ir_builder b = ir_before(op);
  if (of_false == of_true)
    return ir_build_int(&b, IR_BOOL, of_true);
  return of_true ? lhs(conv) : ir_build1(&b, IR_OP_NOT, lhs(conv));
}

// The i64 that "v", a signed narrower integer, is converted from without loss.
static ir_val *
wide_source(const ir_val *v) {
  ir_op *conv = made_by(v, IR_OP_CONVERT);
  if (!conv || lhs(conv)->type.elem != IR_I64 || !ir_is_signed(v->type.elem))
    return NULL;
  an_range r = an_range_of(lhs(conv));
  int64_t top = (1ll << (rw_width(v->type.elem) - 1)) - 1;
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
    {RW_RULE_fold, fold},
    {RW_RULE_const_right, const_right},
    {RW_RULE_unit, unit},
    {RW_RULE_zero, zero},
    {RW_RULE_same_operands, same_operands},
    {RW_RULE_double_negation, double_negation},
    {RW_RULE_sub_const, sub_const},
    {RW_RULE_const_chain, const_chain},
    {RW_RULE_div_pow2, div_pow2},
    {RW_RULE_select_known, select_known},
    {RW_RULE_select_not, select_not},
    {RW_RULE_select_bool, select_bool},
    {RW_RULE_select_fold, select_fold},
    {RW_RULE_not_compare, not_compare},
    {RW_RULE_compare_bool, compare_bool},
    {RW_RULE_compare_converted_bool, compare_converted_bool},
    {RW_RULE_compare_range, compare_range},
    {RW_RULE_compare_wide, compare_wide},
};
const int rw_n_algebra_rules = LOFT_COUNT(rw_algebra_rules);
