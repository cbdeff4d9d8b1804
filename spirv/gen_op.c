// spirv/gen_op.c: scalar ops, with exactly the meaning of ir/ir_ops.def.
//
// Ops that SPIR-V leaves undefined or inexact are written out: division by
// zero, shifts by too much, conversions out of range, NaNs in min and max, and
// f32 division and square root (gen_exact.c). Every floating op is decorated
// NoContraction unless contraction is allowed.
#include "spirv/gen_private.h"

#include <math.h>

// The decorated result of floating arithmetic.
static uint32_t
exact(gen *g, uint32_t id, ir_scalar type) {
  if (ir_is_float(type) && !g->options->contract)
    spvw_decorate(&g->w, id, SpvDecorationNoContraction, 0, NULL);
  return id;
}

// One instruction of GLSL.std.450 on "n" operands.
static uint32_t
glsl(gen *g, uint32_t inst, ir_scalar type, int n, const uint32_t *x) {
  uint32_t words[5] = {g->glsl, inst};
  for (int i = 0; i < n; i++)
    words[2 + i] = x[i];
  return gen_inst(g, SpvOpExtInst, gen_type(g, type), 2 + n, words);
}

// c ? a : b, which is not seen to be the larger or the smaller of the two.
static uint32_t
choose(gen *g, ir_scalar type, uint32_t c, uint32_t a, uint32_t b) {
  bool wide = ir_size(type) == 8 && !ir_is_float(type);
  return GEN(g, SpvOpSelect, gen_type(g, type), c, wide ? gen_hide(g, a) : a,
             b);
}

// The bits of the smallest value of an integer type.
static uint64_t
min_bits(ir_scalar s) {
  return ir_is_signed(s) ? UINT64_C(1) << (8 * ir_size(s) - 1) : 0;
}

// -- Tables: one instruction each -----------------------------------------

// The instruction of an op by kind of operand; SpvOpNop where there is none.
typedef struct op_row {
  ir_opcode code;
  SpvOp on_signed, on_unsigned, on_float, on_bool;
} op_row;

static const op_row op_rows[] = {
    {IR_OP_ADD, SpvOpIAdd, SpvOpIAdd, SpvOpFAdd, SpvOpNop},
    {IR_OP_SUB, SpvOpISub, SpvOpISub, SpvOpFSub, SpvOpNop},
    {IR_OP_MUL, SpvOpIMul, SpvOpIMul, SpvOpFMul, SpvOpNop},
    {IR_OP_DIV, SpvOpSDiv, SpvOpUDiv, SpvOpFDiv, SpvOpNop},
    {IR_OP_REM, SpvOpNop, SpvOpUMod, SpvOpNop, SpvOpNop},
    {IR_OP_NEG, SpvOpSNegate, SpvOpSNegate, SpvOpFNegate, SpvOpNop},
    {IR_OP_AND, SpvOpBitwiseAnd, SpvOpBitwiseAnd, SpvOpNop, SpvOpLogicalAnd},
    {IR_OP_OR, SpvOpBitwiseOr, SpvOpBitwiseOr, SpvOpNop, SpvOpLogicalOr},
    {IR_OP_XOR, SpvOpBitwiseXor, SpvOpBitwiseXor, SpvOpNop,
     SpvOpLogicalNotEqual},
    {IR_OP_NOT, SpvOpNot, SpvOpNot, SpvOpNop, SpvOpLogicalNot},
    {IR_OP_SHL, SpvOpShiftLeftLogical, SpvOpShiftLeftLogical, SpvOpNop,
     SpvOpNop},
    {IR_OP_SHR, SpvOpShiftRightArithmetic, SpvOpShiftRightLogical, SpvOpNop,
     SpvOpNop},
    {IR_OP_EQ, SpvOpIEqual, SpvOpIEqual, SpvOpFOrdEqual, SpvOpLogicalEqual},
    {IR_OP_NE, SpvOpINotEqual, SpvOpINotEqual, SpvOpFUnordNotEqual,
     SpvOpLogicalNotEqual},
    {IR_OP_LT, SpvOpSLessThan, SpvOpULessThan, SpvOpFOrdLessThan, SpvOpNop},
    {IR_OP_LE, SpvOpSLessThanEqual, SpvOpULessThanEqual, SpvOpFOrdLessThanEqual,
     SpvOpNop},
    {IR_OP_GT, SpvOpSGreaterThan, SpvOpUGreaterThan, SpvOpFOrdGreaterThan,
     SpvOpNop},
    {IR_OP_GE, SpvOpSGreaterThanEqual, SpvOpUGreaterThanEqual,
     SpvOpFOrdGreaterThanEqual, SpvOpNop},
};

// The instruction for "code" on operands of "type"; SpvOpNop when none.
static SpvOp
row_op(ir_opcode code, ir_scalar type) {
  for (int i = 0; i < LOFT_COUNT(op_rows); i++) {
    const op_row *r = &op_rows[i];
    if (r->code != code)
      continue;
    return type == IR_BOOL      ? r->on_bool
           : ir_is_float(type)  ? r->on_float
           : ir_is_signed(type) ? r->on_signed
                                : r->on_unsigned;
  }
  return SpvOpNop;
}

// The plain instruction of the table.
static uint32_t
gen_row(gen *g, ir_opcode code, ir_scalar type, ir_scalar out, int n,
        const uint32_t *x) {
  SpvOp inst = row_op(code, type);
  if (inst == SpvOpNop) {
    gen_fail(g, ir_op_table[code].mnemonic);
    return 0;
  }
  return exact(g, gen_inst(g, inst, gen_type(g, out), n, x), out);
}

// A comparison or other binary op by its opcode; an order as drivers get right.
static uint32_t
binary(gen *g, ir_opcode code, ir_scalar type, ir_scalar out, uint32_t a,
       uint32_t b) {
  if (ir_op_table[code].cls == IR_CLASS_CMP && gen_op_orders(code, type))
    b = gen_hide_compared(g, b);
  return gen_row(g, code, type, out, 2, (uint32_t[]){a, b});
}

// -- Division, shifts, roots ----------------------------------------------

// Whether "r" always holds a constant by which dividing is defined.
static bool
is_safe_divisor(const gen *g, const kn_reg *r) {
  uint64_t bits;
  return gen_is_constant(g, r, &bits) && bits != 0 && bits != gen_ones(r->type);
}

// The condition under which a/b is undefined: b == 0, or MIN/-1.
static uint32_t
division_undefined(gen *g, ir_scalar type, uint32_t a, uint32_t b) {
  uint32_t boolean = gen_type(g, IR_BOOL);
  uint32_t bad = binary(g, IR_OP_EQ, type, IR_BOOL, b, gen_const(g, type, 0));
  if (!ir_is_signed(type))
    return bad;
  uint32_t lowest =
      binary(g, IR_OP_EQ, type, IR_BOOL, a, gen_const(g, type, min_bits(type)));
  uint32_t minus_one =
      binary(g, IR_OP_EQ, type, IR_BOOL, b, gen_const(g, type, UINT64_MAX));
  uint32_t overflow = GEN(g, SpvOpLogicalAnd, boolean, lowest, minus_one);
  return GEN(g, SpvOpLogicalOr, boolean, bad, overflow);
}

// a/b or a%b for a valid divisor. The remainder of signed operands is made of
// the quotient: Vulkan leaves OpSRem undefined for negative ones (without
// maintenance8), and an H200 takes them as unsigned. A quotient of 64 bits is
// hidden, "masks": but for remainders that are masks.
static uint32_t
divide(gen *g, ir_opcode code, ir_scalar type, uint32_t a, uint32_t b,
       bool masks) {
  bool wide = ir_size(type) == 8;
  if (code == IR_OP_REM && !ir_is_signed(type) && (!wide || masks))
    return binary(g, code, type, type, a, b);
  uint32_t quotient = binary(g, IR_OP_DIV, type, type, a, b);
  if (wide)
    quotient = gen_hide(g, quotient);
  if (code == IR_OP_DIV)
    return quotient;
  uint32_t whole = binary(g, IR_OP_MUL, type, type, quotient, b);
  return binary(g, IR_OP_SUB, type, type, a, whole);
}

// Integer a/b or a%b; 0 where C leaves it undefined.
static uint32_t
int_division(gen *g, ir_opcode code, ir_scalar type, const uint32_t *x,
             const kn_reg *divisor) {
  bool masks = gen_log2(g, divisor) >= 0;
  uint32_t a = type == IR_I64 ? gen_hide_order(g, x[0]) : x[0];
  if (is_safe_divisor(g, divisor))
    return divide(g, code, type, a, x[1], masks);
  uint32_t bad = division_undefined(g, type, a, x[1]);
  uint32_t safe = choose(g, type, bad, gen_const(g, type, 1), x[1]);
  uint32_t result = divide(g, code, type, a, safe, masks);
  return choose(g, type, bad, gen_const(g, type, 0), result);
}

// Whether a register always holds 1.0f.
static bool
is_one(const gen *g, const kn_reg *r) {
  uint64_t bits;
  return gen_is_constant(g, r, &bits) && bits == 0x3f800000;
}

// 1 / sqrt(x), both rounded, or the device's own.
static uint32_t
inverse_root(gen *g, uint32_t x) {
  if (g->options->own_rounding)
    return glsl(g, GLSLstd450InverseSqrt, IR_F32, 1, &x);
  return gen_helper_call(g, GEN_INV_ROOT_F32, 1, &x);
}

// Correctly rounded division, or the device's own.
static uint32_t
float_division(gen *g, ir_scalar type, const uint32_t *x, kn_reg *const *args) {
  bool inverts = type == IR_F32 && is_one(g, args[0]);
  const kn_stmt *root = inverts ? gen_open_def(g, args[1], IR_OP_SQRT) : NULL;
  if (root)
    return inverse_root(g, gen_load_reg(g, root->args[0]));
  if (g->options->own_rounding)
    return binary(g, IR_OP_DIV, type, type, x[0], x[1]);
  if (inverts)
    return gen_helper_call(g, GEN_INV_F32, 1, &x[1]);
  return gen_helper_call(g, type == IR_F64 ? GEN_DIV_F64 : GEN_DIV_F32, 2, x);
}

// Correctly rounded square root.
static uint32_t
square_root(gen *g, ir_scalar type, uint32_t x) {
  if (g->options->own_rounding)
    return glsl(g, GLSLstd450Sqrt, type, 1, &x);
  return gen_helper_call(g, type == IR_F64 ? GEN_ROOT_F64 : GEN_ROOT_F32, 1,
                         &x);
}

// A shift by the count modulo the width.
static uint32_t
shift(gen *g, ir_opcode code, ir_scalar type, const uint32_t *x) {
  uint32_t mask = gen_const(g, type, 8 * (uint64_t)ir_size(type) - 1);
  uint32_t count = binary(g, IR_OP_AND, type, type, x[1], mask);
  return binary(g, code, type, type, x[0], count);
}

// -- Choice ---------------------------------------------------------------

// min, max, cmin, cmax: b is taken when it is strictly better than a (and,
// for min and max, when a is NaN).
static uint32_t
extremum(gen *g, ir_opcode code, ir_scalar type, const uint32_t *x) {
  bool smaller = ir_is_lesser(code);
  uint32_t better =
      binary(g, smaller ? IR_OP_LT : IR_OP_GT, type, IR_BOOL, x[1], x[0]);
  if (ir_is_float(type) && (code == IR_OP_MIN || code == IR_OP_MAX)) {
    uint32_t b = gen_type(g, IR_BOOL);
    uint32_t nan = GEN(g, SpvOpIsNan, b, x[0]);
    better = GEN(g, SpvOpLogicalOr, b, nan, better);
  }
  return choose(g, type, better, x[1], x[0]);
}

// Integer (or bool) "x" to integer "out" of any width.
static uint32_t
int_to_int(gen *g, ir_scalar in, ir_scalar out, uint32_t x) {
  if (ir_size(in) == ir_size(out))
    return x;
  return GEN(g, ir_is_signed(in) ? SpvOpSConvert : SpvOpUConvert,
             gen_type(g, out), x);
}

// -x of a signed integer, not by a negation that drivers know to be one.
static uint32_t
opposite(gen *g, ir_scalar type, uint32_t x) {
  ir_scalar wide = ir_size(type) < 4 ? IR_I32 : type;
  uint32_t zero = gen_unknown_zero(g, wide);
  uint32_t of = int_to_int(g, type, wide, x);
  return int_to_int(g, wide, type, binary(g, IR_OP_SUB, wide, wide, zero, of));
}

// |x|.
static uint32_t
absolute(gen *g, ir_scalar type, const uint32_t *x) {
  if (ir_is_float(type))
    return glsl(g, GLSLstd450FAbs, type, 1, x);
  if (!ir_is_signed(type))
    return x[0];
  uint32_t zero = gen_const(g, type, 0);
  uint32_t negative = binary(g, IR_OP_LT, type, IR_BOOL, x[0], zero);
  return choose(g, type, negative, opposite(g, type, x[0]), x[0]);
}

// -- Conversions ----------------------------------------------------------

// Float "x" to integer "out", saturating, NaN to 0. Goes through at least 32
// bits: drivers are weak at float to 8 and 16 bits.
static uint32_t
float_to_int(gen *g, ir_scalar in, ir_scalar out, uint32_t x) {
  bool sgn = ir_is_signed(out);
  int bits = 8 * ir_size(out);
  ir_scalar wide = bits == 64 ? out : sgn ? IR_I32 : IR_U32;
  double above = ldexp(1.0, sgn ? bits - 1 : bits); // first value too large
  double least = sgn ? -above : 0.0;
  uint32_t t = glsl(g, GLSLstd450Trunc, in, 1, &x);
  uint32_t over =
      binary(g, IR_OP_GE, in, IR_BOOL, t, gen_const_value(g, in, above));
  uint32_t low =
      binary(g, IR_OP_GE, in, IR_BOOL, t, gen_const_value(g, in, least));
  uint32_t high =
      binary(g, IR_OP_LT, in, IR_BOOL, t, gen_const_value(g, in, above));
  uint32_t fits = GEN(g, SpvOpLogicalAnd, gen_type(g, IR_BOOL), low, high);
  uint32_t safe = choose(g, in, fits, t, gen_const_value(g, in, 0));
  uint32_t value = GEN(g, sgn ? SpvOpConvertFToS : SpvOpConvertFToU,
                       gen_type(g, wide), safe);
  value = int_to_int(g, wide, out, value);
  uint64_t max = min_bits(out) - 1; // wraps to all ones when unsigned
  value = choose(g, out, over, gen_const(g, out, max), value);
  if (!sgn)
    return value;
  uint32_t under =
      binary(g, IR_OP_LT, in, IR_BOOL, t, gen_const_value(g, in, least));
  return choose(g, out, under, gen_const(g, out, min_bits(out)), value);
}

// Integer "x" to float "out"; narrow ones by way of 32 bits. Where drivers know
// that "x" is 0 (6 & (1 & i)), they must not know the float.
static uint32_t
int_to_float(gen *g, ir_scalar in, ir_scalar out, uint32_t x) {
  ir_scalar wide = ir_size(in) >= 4 ? in : ir_is_signed(in) ? IR_I32 : IR_U32;
  x = GEN(g, SpvOpBitwiseOr, gen_type(g, wide), int_to_int(g, in, wide, x),
          gen_opaque_zero(g, wide, 0));
  return GEN(g, ir_is_signed(in) ? SpvOpConvertSToF : SpvOpConvertUToF,
             gen_type(g, out), x);
}

// C's value conversion.
static uint32_t
convert(gen *g, ir_scalar in, ir_scalar out, uint32_t x) {
  if (in == out)
    return x;
  if (out == IR_BOOL)
    return binary(g, IR_OP_NE, in, IR_BOOL, x, gen_const(g, in, 0));
  if (in == IR_BOOL)
    return choose(g, out, x, gen_const_value(g, out, 1),
                  ir_is_float(out) ? gen_opaque_zero(g, out, 0)
                                   : gen_const(g, out, 0));
  if (ir_is_float(in) && ir_is_float(out))
    return GEN(g, SpvOpFConvert, gen_type(g, out), x);
  if (ir_is_float(in))
    return float_to_int(g, in, out, x);
  if (ir_is_float(out))
    return int_to_float(g, in, out, x);
  return int_to_int(g, in, out, x);
}

// The same bits as another type of the same width.
static uint32_t
bitcast(gen *g, ir_scalar in, ir_scalar out, uint32_t x) {
  if (ir_is_float(in) == ir_is_float(out))
    return x;
  return GEN(g, SpvOpBitcast, gen_type(g, out), x);
}

// The upper half of x0 * x1, of unsigned integers of 64 bits: by the products
// of halves.
static uint32_t
high_product(gen *g, const uint32_t *x) {
  uint32_t low = gen_const(g, IR_U64, UINT32_MAX),
           bits = gen_const(g, IR_U64, 32), a[2], b[2];
  a[0] = binary(g, IR_OP_AND, IR_U64, IR_U64, x[0], low);
  a[1] = binary(g, IR_OP_SHR, IR_U64, IR_U64, x[0], bits);
  b[0] = binary(g, IR_OP_AND, IR_U64, IR_U64, x[1], low);
  b[1] = binary(g, IR_OP_SHR, IR_U64, IR_U64, x[1], bits);
  uint32_t p = binary(g, IR_OP_MUL, IR_U64, IR_U64, a[0], b[0]);
  uint32_t q = binary(g, IR_OP_MUL, IR_U64, IR_U64, a[1], b[0]);
  uint32_t r = binary(g, IR_OP_MUL, IR_U64, IR_U64, a[0], b[1]);
  uint32_t s = binary(g, IR_OP_MUL, IR_U64, IR_U64, a[1], b[1]);
  p = binary(g, IR_OP_SHR, IR_U64, IR_U64, p, bits);
  q = binary(g, IR_OP_ADD, IR_U64, IR_U64, q, p);
  p = binary(g, IR_OP_AND, IR_U64, IR_U64, q, low);
  r = binary(g, IR_OP_ADD, IR_U64, IR_U64, r, p);
  q = binary(g, IR_OP_SHR, IR_U64, IR_U64, q, bits);
  r = binary(g, IR_OP_SHR, IR_U64, IR_U64, r, bits);
  s = binary(g, IR_OP_ADD, IR_U64, IR_U64, s, q);
  return binary(g, IR_OP_ADD, IR_U64, IR_U64, s, r);
}

// The excess of the upper half of a product of unsigned integers over the
// signed one for a negative "x": "y"; else 0.
static uint32_t
excess(gen *g, uint32_t x, uint32_t y) {
  uint32_t sign =
      binary(g, IR_OP_SHR, IR_I64, IR_I64, x, gen_const(g, IR_I64, 63));
  return binary(g, IR_OP_AND, IR_I64, IR_I64, sign, y);
}

// The upper half of x0 * x1; of smaller types by a product of 64 bits.
static uint32_t
mulh(gen *g, ir_scalar type, const uint32_t *x) {
  bool is_signed = ir_is_signed(type);
  ir_scalar wide = is_signed ? IR_I64 : IR_U64;
  uint32_t y[2];
  if (ir_size(type) == 8 && !is_signed)
    return high_product(g, x);
  for (int k = 0; k < 2; k++)
    y[k] = is_signed && type == wide ? bitcast(g, IR_I64, IR_U64, x[k])
                                     : convert(g, type, wide, x[k]);
  if (type == wide) {
    uint32_t p = bitcast(g, IR_U64, IR_I64, high_product(g, y));
    p = binary(g, IR_OP_SUB, type, type, p, excess(g, x[0], x[1]));
    return binary(g, IR_OP_SUB, type, type, p, excess(g, x[1], x[0]));
  }
  uint32_t p = binary(g, IR_OP_MUL, wide, wide, y[0], y[1]);
  p = binary(g, IR_OP_SHR, wide, wide, p,
             gen_const(g, wide, 8 * (uint64_t)ir_size(type)));
  return convert(g, wide, type, p);
}

// -- Dispatch -------------------------------------------------------------

// The GLSL.std.450 instruction of an exact rounding function.
static uint32_t
rounding(ir_opcode op) {
  return op == IR_OP_FLOOR   ? GLSLstd450Floor
         : op == IR_OP_CEIL  ? GLSLstd450Ceil
         : op == IR_OP_TRUNC ? GLSLstd450Trunc
                             : GLSLstd450RoundEven;
}

// The f64 "x" rounded to an even integer: a sum with 2^52 has no fraction.
static uint32_t
round_even(gen *g, uint32_t x) {
  uint32_t all = gen_const_value(g, IR_F64, 0x1p52);
  uint32_t a = absolute(g, IR_F64, &x);
  uint32_t r = binary(g, IR_OP_ADD, IR_F64, IR_F64, a, all);
  r = binary(g, IR_OP_SUB, IR_F64, IR_F64, r, all);
  uint32_t small = binary(g, IR_OP_LT, IR_F64, IR_BOOL, a, all);
  r = bitcast(g, IR_F64, IR_U64, choose(g, IR_F64, small, r, a));
  uint32_t sign =
      binary(g, IR_OP_AND, IR_U64, IR_U64, bitcast(g, IR_F64, IR_U64, x),
             gen_const(g, IR_U64, UINT64_C(1) << 63));
  r = binary(g, IR_OP_OR, IR_U64, IR_U64, r, sign);
  return bitcast(g, IR_U64, IR_F64, r);
}

// "x" rounded by "op". Where lavapipe's vectors have 256 bits its Trunc and
// RoundEven of f64 go by 32-bit integers, while Floor and Ceil are right.
static uint32_t
rounded(gen *g, ir_opcode op, ir_scalar type, uint32_t x) {
  if (type != IR_F64 || g->options->own_rounding ||
      (op != IR_OP_TRUNC && op != IR_OP_RINT))
    return glsl(g, rounding(op), type, 1, &x);
  if (op == IR_OP_RINT)
    return round_even(g, x);
  uint32_t below =
      binary(g, IR_OP_LT, IR_F64, IR_BOOL, x, gen_const_value(g, IR_F64, 0));
  return choose(g, IR_F64, below, glsl(g, GLSLstd450Ceil, type, 1, &x),
                glsl(g, GLSLstd450Floor, type, 1, &x));
}

// a*b+c rounded once.
static uint32_t
fused(gen *g, ir_scalar type, const uint32_t *x) {
  if (g->options->own_rounding)
    return glsl(g, GLSLstd450Fma, type, 3, x);
  return gen_helper_call(g, type == IR_F32 ? GEN_FMA_F32 : GEN_FMA_F64, 3, x);
}

// One scalar op, as gen_op, of operands that need no screen.
static uint32_t
plain_op(gen *g, ir_opcode op, ir_scalar type, ir_scalar out, const uint32_t *x,
         kn_reg *const *args) {
  switch (op) {
  case IR_OP_ADD:
  case IR_OP_SUB:
  case IR_OP_MUL:
  case IR_OP_AND:
  case IR_OP_OR:
  case IR_OP_XOR:
  case IR_OP_EQ:
  case IR_OP_NE:
  case IR_OP_LT:
  case IR_OP_LE:
  case IR_OP_GT:
  case IR_OP_GE:
    return binary(g, op, type, out, x[0], x[1]);
  case IR_OP_NEG:
    return ir_is_signed(type) ? opposite(g, type, x[0])
                              : gen_row(g, op, type, out, 1, x);
  case IR_OP_NOT:
    return gen_row(g, op, type, out, 1, x);
  case IR_OP_DIV:
  case IR_OP_REM:
    return ir_is_float(type) ? float_division(g, type, x, args)
                             : int_division(g, op, type, x, args[1]);
  case IR_OP_MULH:
    return mulh(g, type, x);
  case IR_OP_SHL:
  case IR_OP_SHR:
    return shift(g, op, type, x);
  case IR_OP_MIN:
  case IR_OP_MAX:
  case IR_OP_CMIN:
  case IR_OP_CMAX:
    return extremum(g, op, type, x);
  case IR_OP_SELECT:
    return choose(g, out, x[0], x[1], x[2]);
  case IR_OP_ABS:
    return absolute(g, type, x);
  case IR_OP_FLOOR:
  case IR_OP_CEIL:
  case IR_OP_TRUNC:
  case IR_OP_RINT:
    return rounded(g, op, type, x[0]);
  case IR_OP_SQRT:
    return square_root(g, type, x[0]);
  case IR_OP_FMA:
    return fused(g, type, x);
  case IR_OP_WITHIN: // nothing is assumed of what runs on a device
    return x[0];
  case IR_OP_CONVERT:
    return convert(g, type, out, x[0]);
  case IR_OP_BITCAST:
    return bitcast(g, type, out, x[0]);
  case IR_OP_CONST:
#define IR_MATH(ID, name, operands, doc) case IR_OP_##ID:
#include "ir/ir_math.def"
#undef IR_MATH
  case IR_OP_IF:
  case IR_OP_LOOP:
  case IR_OP_YIELD:
  case IR_OP_ALLOC:
  case IR_OP_INDEX:
  case IR_OP_UPDATE:
  case IR_OP_COMBINE:
  case IR_OP_BEGIN:
  case IR_OP_END:
  case IR_OP_READABLE:
  case IR_OP_CALL:
  case IR_OP_MAP:
  case IR_OP_REDUCE:
  case IR_OP_SCAN:
  case IR_OP__COUNT:
    break;
  }
  gen_fail(g, ir_op_table[op].mnemonic);
  return 0;
}

uint32_t
gen_op(gen *g, ir_opcode op, ir_scalar type, ir_scalar out, const uint32_t *x,
       kn_reg *const *args) {
  uint64_t bits;
  int scaled = gen_scaled_operand(g, op, type, args);
  if (op == IR_OP_SUB && gen_op_negates(g, op, type, args))
    return opposite(g, type, x[1]);
  if (scaled >= 0) {
    uint32_t hidden[2] = {x[0], x[1]};
    hidden[scaled] = gen_hide(g, x[scaled]);
    return plain_op(g, op, type, out, hidden, args);
  }
  if (gen_may_wrap(g, op, out, args[0]) || gen_is_truth(g, op, out, args))
    return GEN(g, SpvOpBitwiseOr, gen_type(g, out),
               plain_op(g, op, type, out, x, args), gen_unknown_zero(g, out));
  if (!gen_may_be_bit(g, op, out, args))
    return plain_op(g, op, type, out, x, args);
  uint32_t screened[2] = {x[0], x[1]};
  for (int i = 0; i < 2; i++)
    if (!gen_is_constant(g, args[i], &bits))
      screened[i] = gen_screen(g, type, x[i]);
  return plain_op(g, op, type, out, screened, args);
}
