// recognizer/front/lower_numeral.c: numbers that are written in texts: atof,
// strtod, strtof, atoi, atol, strtol and their like.
//
// A loop over the characters follows a table of phases. The digits make an
// integer that is exact, and so is the power of ten that it is multiplied or
// divided by: what that rounds to is the number that C reads (W. D. Clinger,
// How to read floating point numbers accurately, PLDI 1990). Where a text is
// another number the original loop runs, as for a call that does not return
// (lower_trap.c): one of more digits, of a far exponent, out of range,
// infinite, with a prefix (0x), or in a long text. So errno is never set.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// So many characters are read at most.
enum { LONGEST = 64 };

// What was read so far.
enum {
  PHASE_BLANKS,
  PHASE_SIGN,
  PHASE_POINT, // and no digit
  PHASE_WHOLE,
  PHASE_FRACTION, // and a digit, before or behind the point
  PHASE_LETTER,
  PHASE_LETTER_SIGN,
  PHASE_EXPONENT,
  PHASE_END = 15 // the character does not belong
};

// What a character is, and the phase that it leads to from each of the eight:
// four bits for one, the lowest ones for the first.
#define ON_DIGIT 0x77743433
#define ON_POINT 0xffff4f22
#define ON_LETTER 0xfff55fff
#define ON_SIGN 0xff6ffff1
#define ON_BLANK 0xfffffff0
#define ON_OTHER 0xffffffff

// A number being read: its state is what the loop carries.
typedef struct numeral {
  rec_lower *lower;
  const rec_numeral_format *how;
  ir_val *c; // u8, the character at hand
  // Objects:
  rec_obj *phase;    // u32
  rec_obj *end;      // u8: the last character
  rec_obj *digits;   // u64: the number, without sign and point
  rec_obj *scale;    // i32: the power of ten that it is multiplied by, ...
  rec_obj *exponent; // i32: ... without what is behind the letter, if positive
  rec_obj *negative, *shrinks; // bool: the sign of number and exponent
  rec_obj *large;              // bool: has more digits than are exact
  rec_obj *open;               // bool: more characters may belong to it
} numeral;

// -- Ops ----------------------------------------------------------------------
// "x" op the constant "c".
static ir_val *
with(const numeral *x, ir_opcode op, ir_val *v, int64_t c) {
  return rec_lower_op2(x->lower, op, v,
                       rec_lower_int(x->lower, v->type.elem, c));
}

// Whether both hold.
static ir_val *
both(const numeral *x, ir_val *a, ir_val *b) {
  return rec_lower_op2(x->lower, IR_OP_AND, a, b);
}

// Whether either holds.
static ir_val *
either(const numeral *x, ir_val *a, ir_val *b) {
  return rec_lower_op2(x->lower, IR_OP_OR, a, b);
}

// Sets "o" to "v" where "cond" holds.
static void
set_where(const numeral *x, rec_obj *o, ir_val *cond, ir_val *v) {
  o->now.val = rec_lower_op3(x->lower, IR_OP_SELECT, cond, v, o->now.val);
}

// Whether character "c" is "one", or the same letter of the other case.
static ir_val *
is_letter(const numeral *x, ir_val *c, char one) {
  return with(x, IR_OP_EQ, with(x, IR_OP_OR, c, 0x20), one);
}

// The largest integer that the digits may make.
static uint64_t
largest(const rec_numeral_format *how) {
  return how->floats ? UINT64_C(1) << how->digits : (uint64_t)INT64_MAX;
}

// -- The loop -----------------------------------------------------------------
// A local "name" of type "elem" that starts as 0, and that the loop of "fx" may
// change.
static rec_obj *
add_state(rec_lower *lower, rec_effects *fx, const char *name, ir_scalar elem) {
  lt_var *var = NEW(lower->a, lt_var);
  *var = (lt_var){.name = name, .type = lt_scalar_type(elem)};
  rec_obj *o = rec_lower_local(lower, REC_OBJ_SCALAR, name, var->type);
  o->var = var;
  o->now.val = rec_lower_bits(lower, elem, 0);
  map_put(fx->assigned, var, var);
  return o;
}

// What the character is worth as a digit; as much as the base or more where it
// is none.
static ir_val *
digit_value(const numeral *x) {
  ir_val *v = with(x, IR_OP_SUB, x->c, '0');
  if (x->how->base <= 10)
    return v;
  ir_val *letter = with(x, IR_OP_SUB, with(x, IR_OP_OR, x->c, 0x20), 'a');
  letter = with(x, IR_OP_MIN, letter, 'z' - 'a' + 1);
  return rec_lower_op3(x->lower, IR_OP_SELECT, with(x, IR_OP_LT, v, 10), v,
                       with(x, IR_OP_ADD, letter, 10));
}

// The phase that the character leads to.
static ir_val *
next_phase(const numeral *x, ir_val *is_digit, ir_val *is_sign) {
  rec_lower *lower = x->lower;
  ir_val *blank = either(x, with(x, IR_OP_EQ, x->c, ' '),
                         with(x, IR_OP_LT, with(x, IR_OP_SUB, x->c, '\t'), 5));
  struct {
    ir_val *is;
    uint32_t leads_to;
  } kinds[] = {
      {blank, ON_BLANK},
      {is_sign, ON_SIGN},
      {with(x, IR_OP_EQ, x->c, '.'), x->how->floats ? ON_POINT : ON_OTHER},
      {is_letter(x, x->c, 'e'), x->how->floats ? ON_LETTER : ON_OTHER},
      {is_digit, ON_DIGIT}};
  ir_val *all = rec_lower_bits(lower, IR_U32, ON_OTHER);
  for (int k = 0; k < LOFT_COUNT(kinds); k++)
    all = rec_lower_op3(lower, IR_OP_SELECT, kinds[k].is,
                        rec_lower_bits(lower, IR_U32, kinds[k].leads_to), all);
  ir_val *at = with(x, IR_OP_MUL, x->phase->now.val, 4);
  return with(x, IR_OP_AND, rec_lower_op2(lower, IR_OP_SHR, all, at),
              PHASE_END);
}

// Reads one more digit, of value "v", where "phase" is one of digits.
static void
read_digit(const numeral *x, ir_val *is_digit, ir_val *v, ir_val *phase) {
  rec_lower *lower = x->lower;
  ir_val *number = both(x, is_digit, with(x, IR_OP_LE, phase, PHASE_FRACTION));
  ir_val *before = x->digits->now.val;
  int base = x->how->base;
  int64_t most =
      (int64_t)((largest(x->how) - (uint64_t)(base - 1)) / (uint64_t)base);
  x->large->now.val = either(x, x->large->now.val,
                             both(x, number, with(x, IR_OP_GT, before, most)));
  ir_val *more = with(x, IR_OP_MUL, before, base);
  more = rec_lower_op2(lower, IR_OP_ADD, more,
                       rec_lower_convert(lower, v, IR_U64));
  set_where(x, x->digits, number, more);
  if (!x->how->floats)
    return;
  ir_val *behind = both(x, number, with(x, IR_OP_EQ, phase, PHASE_FRACTION));
  set_where(x, x->scale, behind, with(x, IR_OP_SUB, x->scale->now.val, 1));
  ir_val *far = with(x, IR_OP_MIN, x->exponent->now.val, LONGEST * 10);
  far = rec_lower_op2(lower, IR_OP_ADD, with(x, IR_OP_MUL, far, 10),
                      rec_lower_convert(lower, v, IR_I32));
  set_where(x, x->exponent, with(x, IR_OP_EQ, phase, PHASE_EXPONENT), far);
}

// Reads the character.
static void
read_character(numeral *x) {
  ir_val *v = digit_value(x);
  ir_val *is_digit = with(x, IR_OP_LT, v, x->how->base);
  ir_val *is_minus = with(x, IR_OP_EQ, x->c, '-');
  ir_val *is_sign = either(x, is_minus, with(x, IR_OP_EQ, x->c, '+'));
  ir_val *phase = next_phase(x, is_digit, is_sign);
  ir_val *sign = both(x, is_minus, with(x, IR_OP_EQ, phase, PHASE_SIGN));
  x->negative->now.val = either(x, x->negative->now.val, sign);
  if (x->how->floats) {
    sign = both(x, is_minus, with(x, IR_OP_EQ, phase, PHASE_LETTER_SIGN));
    x->shrinks->now.val = either(x, x->shrinks->now.val, sign);
  }
  read_digit(x, is_digit, v, phase);
  ir_val *more = with(x, IR_OP_NE, phase, PHASE_END);
  x->end->now.val = x->c;
  x->open->now.val = more;
  set_where(x, x->phase, more, phase);
}

// How many characters from "text" on may be read: no more than are in it, where
// that is known.
static ir_val *
find_most(rec_lower *lower, const rec_bytes *text) {
  ir_val *most = rec_lower_int(lower, IR_I64, LONGEST);
  int capture = text->at.obj->capture;
  int64_t declared = capture < 0 ? -1 : lower->captures.at[capture].declared;
  if (declared < 0)
    return most;
  ir_val *all = rec_lower_int(lower, IR_I64, declared);
  ir_val *rest = rec_lower_op2(lower, IR_OP_SUB, all, text->at.off);
  return rec_lower_op2(lower, IR_OP_MIN, most, rest);
}

// Reads "text" as far as it is a number.
static void
read_text(numeral *x, const rec_bytes *text, loft_loc loc) {
  rec_lower *lower = x->lower;
  rec_effects *fx = NEW(lower->a, rec_effects);
  rec_effects_init(lower->a, fx);
  x->phase = add_state(lower, fx, "phase", IR_U32);
  x->end = add_state(lower, fx, "end", IR_U8);
  x->digits = add_state(lower, fx, "digits", IR_U64);
  x->scale = add_state(lower, fx, "scale", IR_I32);
  x->exponent = add_state(lower, fx, "exponent", IR_I32);
  x->negative = add_state(lower, fx, "negative", IR_BOOL);
  x->shrinks = add_state(lower, fx, "shrinks", IR_BOOL);
  x->large = add_state(lower, fx, "large", IR_BOOL);
  x->open = add_state(lower, fx, "open", IR_BOOL);
  ir_val *i, *most = find_most(lower, text);
  ir_val *yes = rec_lower_int(lower, IR_BOOL, 1);
  rec_frame *fr = rec_lower_begin_loop(lower, fx, most, yes, "k", &i);
  x->c = rec_lower_load_word(lower, text, i, loc);
  read_character(x);
  // A zero ends every number: rows behind pointers are found by that.
  ir_val *go = both(x, with(x, IR_OP_NE, x->c, 0), x->open->now.val);
  rec_lower_end_loop(lower, fr, go);
}

// -- The value ----------------------------------------------------------------
// Ten to the power of "e", of 0 to 31, of type "elem": exact as far as the type
// has that.
static ir_val *
power_of_ten(const numeral *x, ir_val *e, ir_scalar elem) {
  rec_lower *lower = x->lower;
  ir_val *one = rec_lower_convert(lower, rec_lower_int(lower, IR_I32, 1), elem);
  ir_val *all = one;
  uint64_t ten = 10;
  for (int bit = 1; bit <= x->how->power; bit *= 2, ten *= ten) {
    ir_val *is = with(x, IR_OP_NE, with(x, IR_OP_AND, e, bit), 0);
    ir_val *by =
        rec_lower_convert(lower, rec_lower_bits(lower, IR_U64, ten), elem);
    by = rec_lower_op3(lower, IR_OP_SELECT, is, by, one);
    all = bit == 1 ? by : rec_lower_op2(lower, IR_OP_MUL, all, by);
  }
  return all;
}

// The float that was read; adds to *other where it is another one.
static ir_val *
float_value(const numeral *x, ir_scalar elem, ir_val **other) {
  rec_lower *lower = x->lower;
  ir_val *e = x->exponent->now.val, *m = x->digits->now.val;
  e = rec_lower_op3(lower, IR_OP_SELECT, x->shrinks->now.val,
                    rec_lower_op1(lower, IR_OP_NEG, e), e);
  e = rec_lower_op2(lower, IR_OP_ADD, e, x->scale->now.val);
  ir_val *shift = rec_lower_op1(lower, IR_OP_ABS, e);
  ir_val *some = with(x, IR_OP_NE, m, 0), *end = x->end->now.val;
  *other =
      either(x, *other, both(x, some, with(x, IR_OP_GT, shift, x->how->power)));
  ir_val *phase = x->phase->now.val;
  ir_val *name = either(x, is_letter(x, end, 'i'), is_letter(x, end, 'n'));
  name = both(x, name, with(x, IR_OP_LE, phase, PHASE_SIGN));
  ir_val *hex =
      both(x, is_letter(x, end, 'x'), rec_lower_op1(lower, IR_OP_NOT, some));
  *other = either(x, *other, either(x, name, hex));
  ir_val *by = power_of_ten(x, shift, elem);
  ir_val *v = rec_lower_convert(lower, m, elem);
  v = rec_lower_op3(lower, IR_OP_SELECT, with(x, IR_OP_LT, e, 0),
                    rec_lower_op2(lower, IR_OP_DIV, v, by),
                    rec_lower_op2(lower, IR_OP_MUL, v, by));
  v = rec_lower_op3(lower, IR_OP_SELECT, some, v,
                    rec_lower_bits(lower, elem, 0));
  // A sign without a number is a 0 without one.
  ir_val *sign =
      both(x, x->negative->now.val, with(x, IR_OP_GE, phase, PHASE_WHOLE));
  return rec_lower_op3(lower, IR_OP_SELECT, sign,
                       rec_lower_op1(lower, IR_OP_NEG, v), v);
}

// The integer that was read; adds to *other where it is another one.
static ir_val *
int_value(const numeral *x, ir_scalar elem, ir_val **other) {
  rec_lower *lower = x->lower;
  ir_val *v = rec_lower_convert(lower, x->digits->now.val, IR_I64);
  int base = x->how->base;
  if (base == 16 || base == 2) { // 0x, and 0b of C23
    ir_val *none = with(x, IR_OP_EQ, v, 0);
    ir_val *prefix = is_letter(x, x->end->now.val, base == 2 ? 'b' : 'x');
    *other = either(x, *other, both(x, none, prefix));
  }
  if (x->how->narrow)
    *other = either(x, *other, with(x, IR_OP_GT, v, INT32_MAX));
  v = rec_lower_op3(lower, IR_OP_SELECT, x->negative->now.val,
                    rec_lower_op1(lower, IR_OP_NEG, v), v);
  return rec_lower_convert(lower, v, elem);
}

// -- The call -----------------------------------------------------------------
ir_val *
rec_lower_numeral(rec_lower *lower, const lt_expr *e) {
  rec_numeral_format format, *how = &format;
  rec_bytes text;
  if (!rec_lower_numeral_format(e, how) || !lower->trap ||
      !rec_lower_find_text(lower, e->args[0], &text))
    return NULL;
  rec_lower_require_library(lower, "loft_reads_plain_numerals");
  int n_locals = lower->locals.n;
  numeral x = {.lower = lower, .how = how};
  read_text(&x, &text, e->loc);
  ir_val *other = either(&x, x.large->now.val, x.open->now.val);
  ir_scalar elem = e->type->elem;
  ir_val *v =
      how->floats ? float_value(&x, elem, &other) : int_value(&x, elem, &other);
  rec_lower_drop_locals(lower, n_locals);
  rec_lower_trap_where(lower, e, other);
  return v;
}
