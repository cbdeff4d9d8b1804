// recognizer/front/lower_wide.c: integers of 128 bits.
//
// Such an integer is a structure of two words of 64 bits, as a value a pair of
// them, which are u64 whatever its sign: sums and differences are modulo 2^128,
// so they are C's where C has a result. Quotients are lifted where the divisor
// has one word and the dividend no sign: in two steps of half a word each, as
// Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D, does them.
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

typedef struct wide {
  ir_val *lo, *hi;
} wide;

static const int64_t LOW_HALF = 0xffffffff;

// -- Parts ----------------------------------------------------------------

// The word "c".
static ir_val *
word(rec_lower *lower, int64_t c) {
  return rec_lower_int(lower, IR_U64, c);
}

// The scalar "v" as a wide integer: with its sign, if its type has one.
static wide
extend(rec_lower *lower, ir_val *v) {
  ir_val *lo = rec_lower_convert(lower, v, IR_U64);
  if (!ir_is_signed(v->type.elem) || rec_lower_range(lower, v).lo >= 0)
    return (wide){lo, word(lower, 0)};
  ir_val *below =
      rec_lower_op2(lower, IR_OP_LT, v, rec_lower_zero(lower, v->type.elem));
  return (wide){lo, rec_lower_op3(lower, IR_OP_SELECT, below, word(lower, -1),
                                  word(lower, 0))};
}

// The integer at "place", of "type"; "e" is the expression.
static wide
load(rec_lower *lower, rec_ptr place, const lt_type *type, const lt_expr *e) {
  if (!rec_lower_is_wide(type))
    return extend(lower, rec_lower_load(lower, place, type, e->loc));
  ir_val *x[2];
  rec_lower_load_parts(lower, place, type, e, x);
  return (wide){x[0], x[1]};
}

// Stores "x" as the "type" at "place"; "e" is the expression.
static void
store(rec_lower *lower, rec_ptr place, const lt_type *type, wide x,
      const lt_expr *e) {
  if (!rec_lower_is_wide(type)) {
    ir_val *v = rec_lower_convert(lower, x.lo, type->elem);
    rec_lower_store(lower, place, v, e->loc);
    return;
  }
  rec_lower_store_parts(lower, place, type, e, (ir_val *[]){x.lo, x.hi});
}

// -- Words ----------------------------------------------------------------

// The carry of a sum, or borrow of a difference: 1 where x < y.
static ir_val *
carry(rec_lower *lower, ir_val *x, ir_val *y) {
  return rec_lower_convert(lower, rec_lower_op2(lower, IR_OP_LT, x, y), IR_U64);
}

// "x" shifted by a constant number of bits.
static ir_val *
shift(rec_lower *lower, ir_opcode op, ir_val *x, int bits) {
  return rec_lower_op2(lower, op, x, word(lower, bits));
}

// The lower half of word "x".
static ir_val *
half(rec_lower *lower, ir_val *x) {
  return rec_lower_op2(lower, IR_OP_AND, x, word(lower, LOW_HALF));
}

// -- Operations -------------------------------------------------------------

// x + y
static wide
add(rec_lower *lower, wide x, wide y) {
  ir_val *lo = rec_lower_op2(lower, IR_OP_ADD, x.lo, y.lo);
  ir_val *hi = rec_lower_op2(lower, IR_OP_ADD, x.hi, y.hi);
  return (wide){lo,
                rec_lower_op2(lower, IR_OP_ADD, hi, carry(lower, lo, y.lo))};
}

// x - y
static wide
subtract(rec_lower *lower, wide x, wide y) {
  ir_val *hi = rec_lower_op2(lower, IR_OP_SUB, x.hi, y.hi);
  return (wide){rec_lower_op2(lower, IR_OP_SUB, x.lo, y.lo),
                rec_lower_op2(lower, IR_OP_SUB, hi, carry(lower, x.lo, y.lo))};
}

// x * y
static wide
multiply(rec_lower *lower, wide x, wide y) {
  ir_val *hi = rec_lower_op2(lower, IR_OP_ADD,
                             rec_lower_op2(lower, IR_OP_MUL, x.lo, y.hi),
                             rec_lower_op2(lower, IR_OP_MUL, x.hi, y.lo));
  return (wide){rec_lower_op2(lower, IR_OP_MUL, x.lo, y.lo),
                rec_lower_op2(lower, IR_OP_ADD,
                              rec_lower_op2(lower, IR_OP_MULH, x.lo, y.lo),
                              hi)};
}

// The bits that a shift by "s" moves from the other word "y" into a word: y >>
// (64 - s), or y << (64 - s); 0 for s = 0.
static ir_val *
shifted_in(rec_lower *lower, ir_opcode back, ir_val *y, ir_val *s) {
  ir_val *rest = rec_lower_op2(lower, IR_OP_SUB, word(lower, 63), s);
  return rec_lower_op2(lower, back, shift(lower, back, y, 1), rest);
}

// x << n or x >> n; "is_signed": x is.
static wide
shift_wide(rec_lower *lower, lt_op op, wide x, ir_val *n, bool is_signed) {
  bool left = op == LT_SHL;
  ir_opcode to = left ? IR_OP_SHL : IR_OP_SHR;
  ir_opcode back = left ? IR_OP_SHR : IR_OP_SHL;
  ir_val *s = rec_lower_op2(lower, IR_OP_AND, n, word(lower, 63));
  ir_val *far = rec_lower_op2(
      lower, IR_OP_NE, rec_lower_op2(lower, IR_OP_AND, n, word(lower, 64)),
      word(lower, 0));
  ir_val *from = left ? x.lo : x.hi, *other = left ? x.hi : x.lo;
  ir_val *moved = rec_lower_op2(lower, to, from, s), *empty = word(lower, 0);
  if (!left && is_signed) {
    ir_val *high = rec_lower_convert(lower, x.hi, IR_I64);
    ir_val *by = rec_lower_convert(lower, s, IR_I64);
    moved = rec_lower_convert(lower, rec_lower_op2(lower, IR_OP_SHR, high, by),
                              IR_U64);
    empty = rec_lower_convert(
        lower,
        rec_lower_op2(lower, IR_OP_SHR, high, rec_lower_int(lower, IR_I64, 63)),
        IR_U64);
  }
  ir_val *near =
      rec_lower_op2(lower, IR_OP_OR, rec_lower_op2(lower, to, other, s),
                    shifted_in(lower, back, from, s));
  ir_val *outer = rec_lower_op3(lower, IR_OP_SELECT, far, moved, near);
  ir_val *inner = rec_lower_op3(lower, IR_OP_SELECT, far, empty, moved);
  return left ? (wide){inner, outer} : (wide){outer, inner};
}

// -- Quotients ----------------------------------------------------------------

// A quotient and remainder, words.
typedef struct quotient {
  ir_val *q, *r;
} quotient;

// Bits that "*v" is shifted left by to have its highest bit set, if it is not
// 0; *v: the shifted word.
static ir_val *
normalize(rec_lower *lower, ir_val **v) {
  ir_val *bits = word(lower, 0);
  for (int k = 32; k > 0; k /= 2) {
    ir_val *low = rec_lower_op2(
        lower, IR_OP_EQ, shift(lower, IR_OP_SHR, *v, 64 - k), word(lower, 0));
    *v = rec_lower_op3(lower, IR_OP_SELECT, low, shift(lower, IR_OP_SHL, *v, k),
                       *v);
    bits = rec_lower_op3(lower, IR_OP_SELECT, low,
                         rec_lower_op2(lower, IR_OP_ADD, bits, word(lower, k)),
                         bits);
  }
  return bits;
}

// Lowers the digit "*d", estimated too large, by one where *d * y is above
// *r * 2^32 + next, and *r is a half; *r, its remainder by the higher half "x"
// of the divisor, grows by that.
static void
correct(rec_lower *lower, quotient *d, ir_val *x, ir_val *y, ir_val *next) {
  ir_val *one = word(lower, 1), *limit = word(lower, LOW_HALF);
  ir_val *above = rec_lower_op2(
      lower, IR_OP_GT, rec_lower_op2(lower, IR_OP_MUL, d->q, y),
      rec_lower_op2(lower, IR_OP_OR, shift(lower, IR_OP_SHL, d->r, 32), next));
  above = rec_lower_op2(lower, IR_OP_OR, above,
                        rec_lower_op2(lower, IR_OP_GT, d->q, limit));
  above = rec_lower_op2(lower, IR_OP_AND, above,
                        rec_lower_op2(lower, IR_OP_LE, d->r, limit));
  d->q = rec_lower_op3(lower, IR_OP_SELECT, above,
                       rec_lower_op2(lower, IR_OP_SUB, d->q, one), d->q);
  d->r = rec_lower_op3(lower, IR_OP_SELECT, above,
                       rec_lower_op2(lower, IR_OP_ADD, d->r, x), d->r);
}

// One digit of half a word: of r * 2^32 + next by v, normalized; r < v. *r
// becomes the remainder.
static ir_val *
digit(rec_lower *lower, ir_val **r, ir_val *next, ir_val *v) {
  ir_val *x = shift(lower, IR_OP_SHR, v, 32), *y = half(lower, v);
  quotient d = {rec_lower_op2(lower, IR_OP_DIV, *r, x),
                rec_lower_op2(lower, IR_OP_REM, *r, x)};
  correct(lower, &d, x, y, next);
  correct(lower, &d, x, y, next);
  ir_val *all =
      rec_lower_op2(lower, IR_OP_ADD, shift(lower, IR_OP_SHL, *r, 32), next);
  *r = rec_lower_op2(lower, IR_OP_SUB, all,
                     rec_lower_op2(lower, IR_OP_MUL, d.q, v));
  return d.q;
}

// hi * 2^64 + lo by v, where hi < v.
static quotient
divide_words(rec_lower *lower, ir_val *hi, ir_val *lo, ir_val *v) {
  ir_val *s = normalize(lower, &v);
  ir_val *r =
      rec_lower_op2(lower, IR_OP_OR, rec_lower_op2(lower, IR_OP_SHL, hi, s),
                    shifted_in(lower, IR_OP_SHR, lo, s));
  lo = rec_lower_op2(lower, IR_OP_SHL, lo, s);
  ir_val *q = digit(lower, &r, shift(lower, IR_OP_SHR, lo, 32), v);
  ir_val *p = digit(lower, &r, half(lower, lo), v);
  q = rec_lower_op2(lower, IR_OP_ADD, shift(lower, IR_OP_SHL, q, 32), p);
  return (quotient){q, rec_lower_op2(lower, IR_OP_SHR, r, s)};
}

// Whether the word "v" is known to be 0.
static bool
is_zero(const ir_val *v) {
  int64_t c;
  return rec_lower_is_int(v, &c) && c == 0;
}

// x / y or x % y; "e" is the expression.
static wide
divide(rec_lower *lower, const lt_expr *e, wide x, wide y, bool is_signed) {
  if (!is_zero(y.hi) || (is_signed && !is_zero(x.hi))) {
    rec_lower_refuse(lower, e->loc, REC_WIDE_QUOTIENT,
                     rec_lower_text(lower->a, e));
    return x;
  }
  ir_val *none = word(lower, 0);
  if (is_zero(x.hi))
    return (wide){rec_lower_op2(lower, rec_lower_opcode(e->op), x.lo, y.lo),
                  none};
  ir_val *rest = rec_lower_op2(lower, IR_OP_REM, x.hi, y.lo);
  quotient low = divide_words(lower, rest, x.lo, y.lo);
  if (e->op == LT_REM)
    return (wide){low.r, none};
  return (wide){low.q, rec_lower_op2(lower, IR_OP_DIV, x.hi, y.lo)};
}

// x op y word by word
static wide
by_words(rec_lower *lower, ir_opcode op, wide x, wide y) {
  return (wide){rec_lower_op2(lower, op, x.lo, y.lo),
                rec_lower_op2(lower, op, x.hi, y.hi)};
}

// x op y, of "type"; "e" is the expression.
static wide
operate(rec_lower *lower, const lt_expr *e, const lt_type *type, wide x,
        wide y) {
  bool is_signed = type->record && type->record->is_signed;
  switch ((int)e->op) {
  case LT_ADD:
    return add(lower, x, y);
  case LT_SUB:
    return subtract(lower, x, y);
  case LT_MUL:
    return multiply(lower, x, y);
  case LT_SHL:
  case LT_SHR:
    return shift_wide(lower, e->op, x, y.lo, is_signed);
  case LT_DIV:
  case LT_REM:
    return divide(lower, e, x, y, is_signed);
  default:
    return by_words(lower, rec_lower_opcode(e->op), x, y);
  }
}

// -- Expressions ----------------------------------------------------------

static wide value(rec_lower *lower, const lt_expr *e);

// a op= b, ++ and --: the value that the expression has.
static wide
update(rec_lower *lower, const lt_expr *e) {
  bool by_one = e->kind == LT_INCDEC;
  wide y = by_one ? (wide){word(lower, 1), word(lower, 0)} : value(lower, e->b);
  rec_ptr place = rec_lower_place(lower, e->a);
  wide x = load(lower, place, e->a->type, e);
  wide z = operate(lower, e, by_one ? e->a->type : e->compute, x, y);
  store(lower, place, e->a->type, z, e);
  return by_one && e->post ? x : z;
}

// -x, ~x and +x
static wide
unary(rec_lower *lower, const lt_expr *e) {
  wide x = value(lower, e->a), none = {word(lower, 0), word(lower, 0)};
  if (e->op == LT_NEG)
    return subtract(lower, none, x);
  if (e->op == LT_BITNOT)
    return (wide){rec_lower_op1(lower, IR_OP_NOT, x.lo),
                  rec_lower_op1(lower, IR_OP_NOT, x.hi)};
  return x;
}

// The scalar "e" as a wide integer.
static wide
scalar_value(rec_lower *lower, const lt_expr *e) {
  ir_val *v = rec_lower_expr(lower, e);
  if (ir_is_float(v->type.elem)) {
    rec_lower_refuse(lower, e->loc, REC_INT128, rec_lower_text(lower->a, e));
    v = word(lower, 0);
  }
  return extend(lower, v);
}

// The value of "e" by its kind.
static wide
value_of_kind(rec_lower *lower, const lt_expr *e) {
  if (!rec_lower_is_wide(e->type))
    return scalar_value(lower, e);
  if (e->kind == LT_BINARY) {
    wide x = value(lower, e->a);
    return operate(lower, e, e->type, x, value(lower, e->b));
  }
  if (e->kind == LT_UNARY)
    return unary(lower, e);
  if (e->kind == LT_CAST)
    return value(lower, e->a);
  if (e->kind == LT_ASSIGN_OP || e->kind == LT_INCDEC)
    return update(lower, e);
  if (e->kind == LT_CALL) {
    rec_ptr p = {0};
    rec_lower_call(lower, e, &p);
    return load(lower, p, e->type, e);
  }
  return load(lower, rec_lower_struct(lower, e), e->type, e);
}

// The integer "e", wide or not.
static wide
value(rec_lower *lower, const lt_expr *e) {
  if (!rec_lower_step(lower, e->loc))
    return (wide){word(lower, 0), word(lower, 0)};
  lower->depth++;
  wide x = value_of_kind(lower, e);
  lower->depth--;
  return x;
}

rec_ptr
rec_lower_wide(rec_lower *lower, const lt_expr *e) {
  wide x = value(lower, e);
  rec_ptr to = rec_lower_new_struct(lower, "value", e->type, e->loc);
  store(lower, to, e->type, x, e);
  return to;
}

ir_val *
rec_lower_wide_low(rec_lower *lower, const lt_expr *e) {
  return value(lower, e).lo;
}

ir_val *
rec_lower_wide_update(rec_lower *lower, const lt_expr *e) {
  ir_val *v = update(lower, e).lo;
  return rec_lower_is_wide(e->type)
             ? v
             : rec_lower_convert(lower, v, e->type->elem);
}

ir_val *
rec_lower_wide_truth(rec_lower *lower, const lt_expr *e) {
  wide x = value(lower, e);
  return rec_lower_truth(lower, rec_lower_op2(lower, IR_OP_OR, x.lo, x.hi));
}

// x < y; "is_signed": they are.
static ir_val *
is_less(rec_lower *lower, wide x, wide y, bool is_signed) {
  ir_val *same = rec_lower_op2(lower, IR_OP_EQ, x.hi, y.hi);
  if (is_signed) {
    x.hi = rec_lower_convert(lower, x.hi, IR_I64);
    y.hi = rec_lower_convert(lower, y.hi, IR_I64);
  }
  return rec_lower_op3(lower, IR_OP_SELECT, same,
                       rec_lower_op2(lower, IR_OP_LT, x.lo, y.lo),
                       rec_lower_op2(lower, IR_OP_LT, x.hi, y.hi));
}

ir_val *
rec_lower_wide_compare(rec_lower *lower, const lt_expr *e) {
  wide x = value(lower, e->a), y = value(lower, e->b);
  if (e->op == LT_EQ || e->op == LT_NE) {
    wide d = by_words(lower, IR_OP_XOR, x, y);
    ir_val *any =
        rec_lower_truth(lower, rec_lower_op2(lower, IR_OP_OR, d.lo, d.hi));
    return e->op == LT_NE ? any : rec_lower_op1(lower, IR_OP_NOT, any);
  }
  bool turned = e->op == LT_GT || e->op == LT_LE;
  bool is_signed = e->a->type->record && e->a->type->record->is_signed;
  ir_val *less = is_less(lower, turned ? y : x, turned ? x : y, is_signed);
  return e->op == LT_LE || e->op == LT_GE
             ? rec_lower_op1(lower, IR_OP_NOT, less)
             : less;
}
