// spirv/gen_hide.c: workarounds for errors of drivers' compilers.
//
// NVIDIA's compiler miscompiles operations on 64-bit integers whose range it
// has inferred (docs/numerics.md):
// - the larger of two. The operands are or-ed with an opaque zero.
// - x & 1 in any disguise, in kernels that call a function, as divisions of
//   f64 and of 64-bit integers do. It takes the lowest bit of a 64-bit x for
//   set. Of a 32-bit x it does not, and halves that are shifted by a number
//   are 32-bit ones to it, whatever follows.
// - the opposite of the least i8, i16 or i32 once it was widened: -x is
//   taken to be of x's type. So x * 2^31 and x << 31, which it makes of the
//   opposite, come out as 2^62 where they are -2^62. The operand is
//   subtracted from a zero, as an i32 at least, one scaled by so much is
//   or-ed with one.
// - addresses made of quotients of 64 bits, several in a row (x[k / 3],
//   x[k - k % 4]), and of several remainders. The quotient is or-ed with a
//   zero; opaque dividends do not help.
// - addresses made of integers of 8 and 16 bits that are computed: it drops
//   that x[(u8)(i + 295)] wraps. They are or-ed with a zero once widened.
// - the order of a constant and an i64 whose lowest bit is known (2 * x <= 5,
//   ~(2 * i) >= 7): they are compared as unsigned. The second is xor-ed with a
//   zero; to know neither the constant nor the bit is enough.
// - x & c, where c is a bool made a number, and x comes of another (y + d, -d):
//   in the loop of a kernel that folds, it takes the lowest bit of x for its
//   opposite. Numbers made of bools are or-ed with a zero.
// Mesa's, up to 23.1 at least, takes -2^31 for 2^31 when it compares a constant
// with an i32 that was widened to 64 bits: -1 < 40 is false, 40 < x true. Which
// values are constants is seen by the driver alone (after unrolling), so of two
// i64 whose order is asked for, the second is xor-ed with a zero (-1 or-ed with
// anything is known), as is a dividend: drivers ask for its sign.
// Zeros and number are 0 at run time; a compiler for which SPV_GEN_SPEC_HIDE,
// and for orders SPV_GEN_SPEC_WIDE, does not hold sees that.
#include "spirv/gen_private.h"

uint64_t
gen_ones(ir_scalar s) {
  return ir_size(s) == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * ir_size(s))) - 1;
}

bool
gen_is_constant(const gen *g, const kn_reg *r, uint64_t *bits) {
  const gen_reg *state = &g->regs[r->id];
  if (state->writes != 1 || !state->known)
    return false;
  *bits = state->known->bits & gen_ones(r->type);
  return true;
}

int
gen_log2(const gen *g, const kn_reg *r) {
  uint64_t bits;
  bool is_power = gen_is_constant(g, r, &bits) && bits && !(bits & (bits - 1));
  return is_power ? __builtin_ctzll(bits) : -1;
}

uint32_t
gen_hide(gen *g, uint32_t x) {
  return GEN(g, SpvOpBitwiseOr, gen_type(g, IR_U64), x,
             g->unknown[SPV_GEN_SPEC_HIDE]);
}

uint32_t
gen_unknown_zero(gen *g, ir_scalar type) {
  uint32_t zero = g->unknown[SPV_GEN_SPEC_HIDE];
  return ir_size(type) == 8 ? zero
                            : GEN(g, SpvOpUConvert, gen_type(g, type), zero);
}

uint32_t
gen_hide_order(gen *g, uint32_t x) {
  return GEN(g, SpvOpBitwiseXor, gen_type(g, IR_I64), x,
             g->unknown[SPV_GEN_SPEC_WIDE]);
}

uint32_t
gen_hide_compared(gen *g, uint32_t x) {
  return GEN(g, SpvOpBitwiseXor, gen_type(g, IR_I64), gen_hide_order(g, x),
             g->unknown[SPV_GEN_SPEC_HIDE]);
}

uint32_t
gen_screen(gen *g, ir_scalar type, uint32_t x) {
  uint32_t u32 = gen_type(g, IR_U32), u64 = gen_type(g, IR_U64);
  uint32_t by = GEN(g, SpvOpUConvert, u32, g->unknown[SPV_GEN_SPEC_HIDE]);
  if (ir_size(type) < 8)
    return GEN(g, SpvOpShiftRightLogical, gen_type(g, type), x, by);
  uint32_t high = GEN(g, SpvOpShiftRightLogical, u64, x, gen_u32(g, 32));
  uint32_t half[2] = {x, high};
  for (int i = 0; i < 2; i++) {
    uint32_t narrow = GEN(g, SpvOpUConvert, u32, half[i]);
    narrow = GEN(g, SpvOpShiftRightLogical, u32, narrow, by);
    half[i] = GEN(g, SpvOpUConvert, u64, narrow);
  }
  high = GEN(g, SpvOpShiftLeftLogical, u64, half[1], gen_u32(g, 32));
  return GEN(g, SpvOpBitwiseOr, u64, half[0], high);
}

bool
gen_op_calls(ir_opcode op, ir_scalar type) {
  if (op == IR_OP_DIV || op == IR_OP_REM)
    return ir_is_float(type) || ir_size(type) == 8;
  return op == IR_OP_SQRT;
}

bool
gen_op_orders(ir_opcode op, ir_scalar type) {
  static const ir_opcode ops[] = {IR_OP_LT,  IR_OP_LE,  IR_OP_GT,   IR_OP_GE,
                                  IR_OP_MIN, IR_OP_MAX, IR_OP_CMIN, IR_OP_CMAX,
                                  IR_OP_ABS, IR_OP_DIV, IR_OP_REM};
  for (int i = 0; i < LOFT_COUNT(ops); i++)
    if (ops[i] == op)
      return type == IR_I64;
  return false;
}

bool
gen_op_widens(ir_opcode op, ir_scalar in, ir_scalar out) {
  return op == IR_OP_CONVERT && in != IR_BOOL && !ir_is_float(in) &&
         !ir_is_float(out) && ir_size(in) < 4 && ir_size(out) >= 4;
}

bool
gen_may_wrap(const gen *g, ir_opcode op, ir_scalar out, const kn_reg *arg) {
  uint64_t bits;
  return gen_op_widens(op, arg->type, out) && !gen_is_constant(g, arg, &bits) &&
         !gen_is_element(g, arg);
}

bool
gen_is_truth(const gen *g, ir_opcode op, ir_scalar out, kn_reg *const *args) {
  uint64_t yes, no;
  if (ir_is_float(out) || out == IR_BOOL)
    return false;
  if (op == IR_OP_CONVERT)
    return args[0]->type == IR_BOOL;
  return op == IR_OP_SELECT && gen_is_constant(g, args[1], &yes) &&
         gen_is_constant(g, args[2], &no) && yes + no == 1;
}

bool
gen_op_works_on_bits(ir_opcode op, ir_scalar out) {
  return !ir_is_float(out) && out != IR_BOOL &&
         (op == IR_OP_AND || op == IR_OP_OR || op == IR_OP_SHR ||
          op == IR_OP_DIV || op == IR_OP_REM);
}

bool
gen_op_chooses(ir_opcode op, ir_scalar out) {
  static const ir_opcode ops[] = {IR_OP_DIV,    IR_OP_REM,  IR_OP_MIN,
                                  IR_OP_MAX,    IR_OP_CMIN, IR_OP_CMAX,
                                  IR_OP_SELECT, IR_OP_ABS,  IR_OP_CONVERT};
  for (int i = 0; i < LOFT_COUNT(ops); i++)
    if (ops[i] == op)
      return !ir_is_float(out) && ir_size(out) == 8;
  return false;
}

// Whether "mask" has several low bits and no others. Indices in tiles have
// such masks; they are harmless, and faster where they are known.
static bool
is_low_mask(uint64_t mask) {
  return mask > 1 && (mask & (mask + 1)) == 0;
}

// Whether dividing by "bits" may leave a single bit: the remainder by 2 or -2,
// or the highest bit of something narrower.
static bool
leaves_bit(uint64_t bits, ir_scalar type) {
  return bits == 2 || bits == gen_ones(type) - 1 || bits == 0x80 ||
         bits == 0x8000 || bits == 0x80000000 || bits == UINT64_C(1) << 63;
}

bool
gen_may_be_bit(const gen *g, ir_opcode op, ir_scalar type,
               kn_reg *const *args) {
  uint64_t a, b;
  if (!g->calls || !gen_op_works_on_bits(op, type))
    return false;
  bool left = gen_is_constant(g, args[0], &a);
  bool right = gen_is_constant(g, args[1], &b);
  if (op == IR_OP_AND)
    return !(left && is_low_mask(a)) && !(right && is_low_mask(b));
  if (op == IR_OP_OR)
    return left || right;
  return right && (op == IR_OP_SHR || leaves_bit(b, type));
}

bool
gen_op_negates(const gen *g, ir_opcode op, ir_scalar type,
               kn_reg *const *args) {
  uint64_t bits;
  if (!ir_is_signed(type))
    return false;
  return op == IR_OP_NEG || op == IR_OP_ABS ||
         (op == IR_OP_SUB && gen_is_constant(g, args[0], &bits) && !bits);
}

// Whether scaling by 2^"by" may become scaling by 2^31, by what is next to it.
static bool
is_high(int by) {
  return by >= 16 && by < 32;
}

int
gen_scaled_operand(const gen *g, ir_opcode op, ir_scalar type,
                   kn_reg *const *args) {
  uint64_t bits;
  if (ir_is_float(type) || ir_size(type) != 8)
    return -1;
  if (op == IR_OP_SHL)
    return gen_is_constant(g, args[1], &bits) && is_high((int)bits) ? 0 : -1;
  for (int i = 0; i < 2 && op == IR_OP_MUL; i++)
    if (is_high(gen_log2(g, args[i])))
      return 1 - i;
  return -1;
}
