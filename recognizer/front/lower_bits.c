// recognizer/front/lower_bits.c: GCC's builtins that count or move bits.
//
// The IR has no such ops: they are made of shifts and masks (H. S. Warren,
// Hacker's Delight, chapters 5 and 7), of which LLVM makes the processor's
// instructions where it can. Of 0, clz and ctz are undefined in C; here they
// give the number of bits.
#include "recognizer/front/lower_number.h"

// "x" op the constant "c".
static ir_val *
with(rec_lower *lower, ir_opcode op, ir_val *x, uint64_t c) {
  return rec_lower_op2(lower, op, x, rec_lower_bits(lower, x->type.elem, c));
}

// "byte" in all bytes of a value of the type of "x".
static uint64_t
repeated(const ir_val *x, uint64_t byte) {
  uint64_t all = byte * 0x0101010101010101u;
  return all >> (64 - 8 * ir_size(x->type.elem));
}

// How many bits of "x" are 1.
static ir_val *
count_ones(rec_lower *lower, ir_val *x) {
  int bits = 8 * ir_size(x->type.elem);
  ir_val *odd = with(lower, IR_OP_SHR, x, 1);
  x = rec_lower_op2(lower, IR_OP_SUB, x,
                    with(lower, IR_OP_AND, odd, repeated(x, 0x55)));
  ir_val *high = with(lower, IR_OP_SHR, x, 2);
  x = rec_lower_op2(lower, IR_OP_ADD,
                    with(lower, IR_OP_AND, x, repeated(x, 0x33)),
                    with(lower, IR_OP_AND, high, repeated(x, 0x33)));
  x = rec_lower_op2(lower, IR_OP_ADD, x, with(lower, IR_OP_SHR, x, 4));
  x = with(lower, IR_OP_AND, x, repeated(x, 0x0f));
  return with(lower, IR_OP_SHR, with(lower, IR_OP_MUL, x, repeated(x, 1)),
              (uint64_t)bits - 8);
}

// How many 0 are below the lowest 1 of "x".
static ir_val *
count_below(rec_lower *lower, ir_val *x) {
  ir_val *less = with(lower, IR_OP_SUB, x, 1);
  ir_val *not = rec_lower_op1(lower, IR_OP_NOT, x);
  return count_ones(lower, rec_lower_op2(lower, IR_OP_AND, not, less));
}

// How many 0 are above the highest 1 of "x".
static ir_val *
count_above(rec_lower *lower, ir_val *x) {
  int bits = 8 * ir_size(x->type.elem);
  for (int by = 1; by < bits; by *= 2)
    x = rec_lower_op2(lower, IR_OP_OR, x,
                      with(lower, IR_OP_SHR, x, (uint64_t)by));
  return count_ones(lower, rec_lower_op1(lower, IR_OP_NOT, x));
}

// The bytes of "x" the other way round.
static ir_val *
swap_bytes(rec_lower *lower, ir_val *x) {
  int bytes = ir_size(x->type.elem);
  ir_val *out = NULL;
  for (int k = 0; k < bytes; k++) {
    ir_val *byte = with(lower, IR_OP_SHR, x, 8 * (uint64_t)k);
    byte = with(lower, IR_OP_AND, byte, 0xff);
    byte = with(lower, IR_OP_SHL, byte, 8 * (uint64_t)(bytes - 1 - k));
    out = out ? rec_lower_op2(lower, IR_OP_OR, out, byte) : byte;
  }
  return out;
}

// "x" with each of its halves' bits, quarters' bits and so on exchanged: the
// first bit is the last one.
static ir_val *
reverse_bits(rec_lower *lower, ir_val *x) {
  static const uint64_t masks[] = {0x55, 0x33, 0x0f};
  for (int k = 0; k < LOFT_COUNT(masks); k++) {
    uint64_t mask = repeated(x, masks[k]), by = (uint64_t)1 << k;
    ir_val *low = with(lower, IR_OP_SHL, with(lower, IR_OP_AND, x, mask), by);
    ir_val *high = with(lower, IR_OP_SHR, x, by);
    x = rec_lower_op2(lower, IR_OP_OR, low, with(lower, IR_OP_AND, high, mask));
  }
  return swap_bytes(lower, x);
}

// The call "e", of an "in", if it rotates that (rotateleft32) or reverses its
// bits (bitreverse8); else NULL. The IR takes counts of shifts modulo the
// width.
static ir_val *
lower_moved(rec_lower *lower, const lt_expr *e, ir_scalar in) {
  const char *name = e->func->name;
  bool left = !strncmp(name, "rotateleft", 10);
  bool right = !strncmp(name, "rotateright", 11);
  if (!strncmp(name, "bitreverse", 10) && e->n_args == 1)
    return reverse_bits(lower, rec_lower_expr(lower, e->args[0]));
  if ((!left && !right) || e->n_args != 2)
    return NULL;
  ir_val *x = rec_lower_expr(lower, e->args[0]);
  ir_val *by = rec_lower_convert(lower, rec_lower_expr(lower, e->args[1]), in);
  ir_val *zero = rec_lower_int(lower, in, 0);
  ir_val *back = rec_lower_op2(lower, IR_OP_SUB, zero, by);
  ir_val *low = rec_lower_op2(lower, left ? IR_OP_SHL : IR_OP_SHR, x, by);
  ir_val *high = rec_lower_op2(lower, left ? IR_OP_SHR : IR_OP_SHL, x, back);
  return rec_lower_op2(lower, IR_OP_OR, low, high);
}

// True when "name" is "base" of an int, or with the letters of longer types, or
// of any one (g).
static bool
is_family(const char *name, const char *base) {
  size_t n = strlen(base);
  return !strncmp(name, base, n) &&
         (!name[n] || !strcmp(name + n, "l") || !strcmp(name + n, "ll") ||
          !strcmp(name + n, "g"));
}

ir_val *
rec_lower_bit_function(rec_lower *lower, const lt_expr *e, ir_scalar in,
                       ir_scalar out) {
  const char *name = e->func->name;
  bool swaps = !strncmp(name, "bswap", 5);
  bool ones = is_family(name, "popcount"), parity = is_family(name, "parity");
  bool above = is_family(name, "clz"), below = is_family(name, "ctz");
  bool first = is_family(name, "ffs");
  ir_val *moved = ir_is_int(in) ? lower_moved(lower, e, in) : NULL;
  if (moved || e->n_args != 1)
    return moved;
  if ((!swaps && !ones && !parity && !above && !below && !first) ||
      !ir_is_int(in) || (!swaps && ir_size(in) < 4))
    return NULL;
  ir_val *x = rec_lower_expr(lower, e->args[0]);
  if (swaps)
    return swap_bytes(lower, x);
  x = rec_lower_convert(lower, x, ir_size(in) == 8 ? IR_U64 : IR_U32);
  ir_val *n = above            ? count_above(lower, x)
              : below || first ? count_below(lower, x)
                               : count_ones(lower, x);
  n = rec_lower_convert(lower, n, out);
  if (parity)
    return with(lower, IR_OP_AND, n, 1);
  if (!first)
    return n;
  ir_val *none =
      rec_lower_op2(lower, IR_OP_EQ, x, rec_lower_bits(lower, x->type.elem, 0));
  return rec_lower_op3(lower, IR_OP_SELECT, none, rec_lower_int(lower, out, 0),
                       with(lower, IR_OP_ADD, n, 1));
}
