// ir/folds.c: properties of the operators of folds, from folds.def.
#include "ir/ir.h"

// Neutral elements, on integers and on floats.
typedef enum neutral {
  NONE,
  ZERO,
  ONE,
  ONES,
  LEAST,
  MOST,
  MINUS_ZERO,
  QUIET_NAN,
  INF,
  MINUS_INF,
  NEUTRALS
} neutral;

typedef enum extreme { NEITHER, LESSER, GREATER } extreme;

typedef struct fold_info {
  neutral integer, floating;
  bool rounds;
  extreme extreme;
  const char *words; // NULL: no operator of a fold
} fold_info;

static const fold_info folds[IR_OP__COUNT] = {
#define IR_FOLD(ID, integer, floating, rounds, extreme, words)                 \
  [IR_OP_##ID] = {integer, floating, rounds, extreme, words},
#include "ir/folds.def"
#undef IR_FOLD
};

bool
ir_is_fold(ir_opcode op) {
  return folds[op].words;
}

// The largest (or smallest) value of integer type "s", as bits.
static uint64_t
int_limit(ir_scalar s, bool largest) {
  int width = 8 * ir_size(s);
  uint64_t ones = ~0ull >> (64 - width);
  if (!ir_is_signed(s))
    return largest ? ones : 0;
  return largest ? ones >> 1 : 1ull << (width - 1);
}

// The bits of an f80 of which the last 64 have the first one set.
#define F80(HIGH, LOW) ((ir_bits)(HIGH) << 64 | (ir_bits)1 << 63 | (LOW))
// The neutral elements of f32, f64 and f80.
static const ir_bits float_bits[][NEUTRALS] = {
    {[MINUS_ZERO] = 0x80000000u,
     [ONE] = 0x3f800000u,
     [QUIET_NAN] = 0x7fc00000u,
     [INF] = 0x7f800000u,
     [MINUS_INF] = 0xff800000u},
    {[MINUS_ZERO] = 0x8000000000000000ull,
     [ONE] = 0x3ff0000000000000ull,
     [QUIET_NAN] = 0x7ff8000000000000ull,
     [INF] = 0x7ff0000000000000ull,
     [MINUS_INF] = 0xfff0000000000000ull},
    {[MINUS_ZERO] = (ir_bits)0x8000 << 64,
     [ONE] = F80(0x3fff, 0),
     [QUIET_NAN] = F80(0x7fff, 1ull << 62),
     [INF] = F80(0x7fff, 0),
     [MINUS_INF] = F80(0xffff, 0)},
};
#undef F80

ir_bits
ir_red_identity(ir_opcode op, ir_scalar type) {
  if (ir_is_float(type))
    return float_bits[type - IR_F32][folds[op].floating]; // ORDER SCALAR
  neutral n = folds[op].integer;
  if (n == ONE || (n == ONES && type == IR_BOOL))
    return 1;
  if (n == ONES)
    return int_limit(type, true) | int_limit(type, false);
  return n == LEAST || n == MOST ? int_limit(type, n == MOST) : 0;
}

bool
ir_fold_rounds(ir_opcode op, ir_scalar type) {
  return ir_is_float(type) && folds[op].rounds;
}

bool
ir_is_lesser(ir_opcode op) {
  return folds[op].extreme == LESSER;
}

bool
ir_is_greater(ir_opcode op) {
  return folds[op].extreme == GREATER;
}

const char *
ir_fold_words(ir_opcode op) {
  return folds[op].words;
}

bool
ir_may_combine(ir_opcode op, ir_scalar type) {
  const ir_op_info *info = &ir_op_table[op];
  if (type == IR_F80) // no instruction replaces 10 bytes at once
    return false;
  if (op == IR_OP_UPDATE)
    return true;
  if (!ir_is_fold(op))
    return false;
  if (ir_is_float(type)) // in order
    return info->flags & IR_F_ANYT;
  return info->flags & IR_F_COMM &&
         (type != IR_BOOL || info->flags & IR_F_LOGIC);
}
