// recognizer/front/lower_math.c: calls of <math.h> and of abs, by name.
//
// Most functions are one op. Those whose operands or results have several types
// are put together from ops: frexp is a mantissa and a stored exponent.
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

typedef struct math_fn {
  const char *name;
  ir_opcode op;
  int n_args;
} math_fn;

// Functions of one floating type; operands of another type (ldexp's exponent)
// are converted to it.
static const math_fn math_fns[] = {
    {"fabs", IR_OP_ABS, 1},        {"fmin", IR_OP_MIN, 2},
    {"fmax", IR_OP_MAX, 2},        {"floor", IR_OP_FLOOR, 1},
    {"ceil", IR_OP_CEIL, 1},       {"trunc", IR_OP_TRUNC, 1},
    {"rint", IR_OP_RINT, 1},       {"nearbyint", IR_OP_RINT, 1},
    {"roundeven", IR_OP_RINT, 1},  {"sqrt", IR_OP_SQRT, 1},
    {"fma", IR_OP_FMA, 3},         {"ldexp", IR_OP_SCALE_BY, 2},
    {"scalbn", IR_OP_SCALE_BY, 2}, {"scalbln", IR_OP_SCALE_BY, 2},
#define IR_MATH(ID, name, operands, doc) {#name, IR_OP_##ID, operands},
#include "ir/ir_math.def"
#undef IR_MATH
};

// Functions of a number that give an integer.
static const math_fn integer_fns[] = {
    {"lround", IR_OP_ROUND, 1},
    {"llround", IR_OP_ROUND, 1},
    {"lrint", IR_OP_RINT, 1},
    {"llrint", IR_OP_RINT, 1},
};

// x86's conversions of a number to an integer (what the plugin makes of
// _mm_cvtss_si32(_mm_set_ss(x))), of 32 and of 64 bits.
typedef struct x86_fn {
  const char *name; // without the number of bits
  ir_scalar in;
  ir_opcode op;
} x86_fn;

static const x86_fn x86_fns[] = {
    {"_mm_cvtss_si", IR_F32, IR_OP_RINT},
    {"_mm_cvtsd_si", IR_F64, IR_OP_RINT},
    {"_mm_cvttss_si", IR_F32, IR_OP_TRUNC},
    {"_mm_cvttsd_si", IR_F64, IR_OP_TRUNC},
    {"_mm_cvt_ss2si", IR_F32, IR_OP_RINT},
    {"_mm_cvtt_ss2si", IR_F32, IR_OP_TRUNC},
};

// Functions of x that give "value" and store "part" through a pointer to an
// int, or to x's type.
typedef struct parts_fn {
  const char *f64, *f32; // its names
  ir_opcode value, part;
  bool to_int;
} parts_fn;

static const parts_fn parts_fns[] = {
    {"frexp", "frexpf", IR_OP_FREXP_MANTISSA, IR_OP_FREXP_EXPONENT, true},
    {"modf", "modff", IR_OP_MODF_FRACTION, IR_OP_TRUNC, false},
    {"lgamma_r", "lgammaf_r", IR_OP_LGAMMA, IR_OP_LGAMMA_SIGN, true},
};

// Functions that may set errno, also in their forms for other floats.
static const char *const errno_fns[] = {
    "exp",       "exp2",   "expm1",  "log",    "log2",    "log10",  "log1p",
    "pow",       "sqrt",   "hypot",  "sin",    "cos",     "tan",    "asin",
    "acos",      "atan2",  "sinh",   "cosh",   "acosh",   "atanh",  "erf",
    "erfc",      "tgamma", "lgamma", "fmod",   "fdim",    "ldexp",  "remainder",
    "nextafter", "scalbn", "lrint",  "lround", "scalbln", "llrint", "llround",
    "lgamma_r",  "fma",    "cabs",   "remquo"};

// The function of "fns" called "name" for "type", if there is its op.
static const math_fn *
find_fn(const math_fn *fns, int n, const char *name, ir_scalar type) {
  for (int i = 0; i < n; i++)
    if (rec_lower_is_named(name, fns[i].name, type) &&
        (type != IR_F80 || ir_is_defined_on(fns[i].op, type)))
      return &fns[i];
  return NULL;
}

// A function with a result and operands of one floating type "t".
static ir_val *
lower_float(rec_lower *lower, const lt_expr *e, ir_scalar t) {
  const math_fn *fn = find_fn(math_fns, LOFT_COUNT(math_fns), e->func->name, t);
  if (!fn || fn->n_args != e->n_args)
    return NULL;
  ir_val *in[3];
  for (int i = 0; i < e->n_args; i++)
    in[i] = rec_lower_convert(lower, rec_lower_expr(lower, e->args[i]), t);
  return fn->n_args == 1   ? rec_lower_op1(lower, fn->op, in[0])
         : fn->n_args == 2 ? rec_lower_op2(lower, fn->op, in[0], in[1])
                           : rec_lower_op3(lower, fn->op, in[0], in[1], in[2]);
}

// A function that rounds a number to the integer type "out".
static ir_val *
lower_integer(rec_lower *lower, const lt_expr *e, ir_scalar in, ir_scalar out) {
  const math_fn *fn =
      find_fn(integer_fns, LOFT_COUNT(integer_fns), e->func->name, in);
  if (!fn)
    return NULL;
  ir_val *x = rec_lower_expr(lower, e->args[0]);
  return rec_lower_convert(lower, rec_lower_op1(lower, fn->op, x), out);
}

// A conversion of x86's from "in" to "out": what has no integer of that type, a
// NaN too, is the least of these. The IR's gives that for numbers below all.
static ir_val *
lower_x86(rec_lower *lower, const lt_expr *e, ir_scalar in, ir_scalar out) {
  const x86_fn *fn = NULL;
  for (int i = 0; i < LOFT_COUNT(x86_fns); i++)
    if (!strncmp(e->func->name, x86_fns[i].name, strlen(x86_fns[i].name)) &&
        x86_fns[i].in == in)
      fn = &x86_fns[i];
  if (!fn)
    return NULL;
  uint64_t least = (uint64_t)1 << (8 * ir_size(out) - 1);
  ir_val *x = rec_lower_op1(lower, fn->op, rec_lower_expr(lower, e->args[0]));
  ir_val *end =
      rec_lower_convert(lower, rec_lower_bits(lower, IR_U64, least), in);
  return rec_lower_op3(
      lower, IR_OP_SELECT, rec_lower_op2(lower, IR_OP_LT, x, end),
      rec_lower_convert(lower, x, out), rec_lower_bits(lower, out, least));
}

// Whether x, of type "t", has its sign bit set.
static ir_val *
sign_bit(rec_lower *lower, ir_val *x, ir_scalar t) {
  ir_scalar bits = t == IR_F32 ? IR_I32 : IR_I64;
  return rec_lower_op2(lower, IR_OP_LT, ir_build_bitcast(&lower->b, x, bits),
                       rec_lower_int(lower, bits, 0));
}

// A function of x, of type "t", and a pointer.
static ir_val *
lower_parts(rec_lower *lower, const lt_expr *e, ir_scalar t) {
  const parts_fn *fn = NULL;
  for (int i = 0; i < LOFT_COUNT(parts_fns); i++)
    if (!strcmp(e->func->name,
                t == IR_F32 ? parts_fns[i].f32 : parts_fns[i].f64))
      fn = &parts_fns[i];
  ir_scalar to;
  if (!fn || e->n_args != 2 || !rec_lower_is_pointer(e->args[1]->type) ||
      !rec_lower_elem(e->args[1]->type->to, &to) ||
      to != (fn->to_int ? IR_I32 : t))
    return NULL;
  ir_val *x = rec_lower_expr(lower, e->args[0]);
  rec_ptr place = rec_lower_place(lower, rec_lower_pointee(lower, e->args[1]));
  ir_val *part = rec_lower_op1(lower, fn->part, x);
  rec_lower_store(lower, place, rec_lower_convert(lower, part, to), e->loc);
  return rec_lower_op1(lower, fn->value, x);
}

// A division of "rest" by "y", as far as it has gone.
typedef struct division {
  ir_val *rest, *y, *quotient;
} division;

// Where "cond" holds, subtracts "n" times the divisor from the remainder, and
// adds "n" to the quotient.
static void
take_off(rec_lower *lower, division *d, int n, ir_val *cond) {
  ir_val *by = rec_lower_op2(lower, IR_OP_MUL, d->y,
                             ir_build_float(&lower->b, IR_F64, n));
  ir_val *less = rec_lower_op2(lower, IR_OP_SUB, d->rest, by);
  ir_val *more = rec_lower_op2(lower, IR_OP_ADD, d->quotient,
                               rec_lower_int(lower, IR_I32, n));
  d->rest = rec_lower_op3(lower, IR_OP_SELECT, cond, less, d->rest);
  d->quotient = rec_lower_op3(lower, IR_OP_SELECT, cond, more, d->quotient);
}

// Whether "n" times the divisor is at most the remainder.
static ir_val *
goes_into(rec_lower *lower, const division *d, int n) {
  return rec_lower_op2(lower, IR_OP_GE, d->rest,
                       rec_lower_op2(lower, IR_OP_MUL, d->y,
                                     ir_build_float(&lower->b, IR_F64, n)));
}

// The quotient's last three bits for numbers whose sizes are "x" and "y",
// rounded, half to even: up to 8.
static ir_val *
divide(rec_lower *lower, ir_val *x, ir_val *y) {
  ir_val *eight =
      rec_lower_op2(lower, IR_OP_MUL, y, ir_build_float(&lower->b, IR_F64, 8));
  division d = {rec_lower_op2(lower, IR_OP_FMOD, x, eight), y,
                rec_lower_int(lower, IR_I32, 0)};
  take_off(lower, &d, 4, goes_into(lower, &d, 4));
  take_off(lower, &d, 2, goes_into(lower, &d, 2));
  ir_val *twice = rec_lower_op2(lower, IR_OP_ADD, d.rest, d.rest);
  ir_val *up = rec_lower_op2(lower, IR_OP_GT, twice, y);
  take_off(lower, &d, 1, up);
  twice = rec_lower_op2(lower, IR_OP_ADD, d.rest, d.rest);
  ir_val *again = rec_lower_op2(lower, IR_OP_GE, twice, y);
  take_off(lower, &d, 1, rec_lower_op2(lower, IR_OP_AND, up, again));
  return d.quotient;
}

// remquo: the remainder, and of the quotient its sign and the last three bits,
// as the C library has them; 0 where there is none. The numbers are exact,
// those of f32 as f64.
static ir_val *
lower_remquo(rec_lower *lower, const lt_expr *e, ir_scalar t) {
  ir_scalar to;
  bool fits = e->n_args == 3 && (t == IR_F32 || t == IR_F64) &&
              rec_lower_is_named(e->func->name, "remquo", t) &&
              rec_lower_is_pointer(e->args[2]->type) &&
              rec_lower_elem(e->args[2]->type->to, &to) && to == IR_I32;
  if (!fits)
    return NULL;
  ir_val *in[2], *size[2], *sign[2];
  for (int k = 0; k < 2; k++) {
    in[k] = rec_lower_convert(lower, rec_lower_expr(lower, e->args[k]), t);
    sign[k] = sign_bit(lower, in[k], t);
    size[k] = rec_lower_convert(lower, rec_lower_op1(lower, IR_OP_ABS, in[k]),
                                IR_F64);
  }
  rec_ptr place = rec_lower_place(lower, rec_lower_pointee(lower, e->args[2]));
  ir_val *quotient = divide(lower, size[0], size[1]);
  ir_val *negative = rec_lower_op2(lower, IR_OP_NE, sign[0], sign[1]);
  quotient = rec_lower_op3(lower, IR_OP_SELECT, negative,
                           rec_lower_op1(lower, IR_OP_NEG, quotient), quotient);
  rec_lower_store(lower, place, quotient, e->loc);
  return rec_lower_op2(lower, IR_OP_REMAINDER, in[0], in[1]);
}

// isnan and friends of x, of type "in", as an "out".
static ir_val *
lower_classify(rec_lower *lower, const lt_expr *e, ir_scalar in,
               ir_scalar out) {
  const char *name = e->func->name;
  bool is_nan = !strcmp(name, "isnan"), is_finite = !strcmp(name, "isfinite");
  bool is_signed = !strcmp(name, "isinf_sign");
  bool is_inf = !strcmp(name, "isinf") || is_signed;
  bool is_sign = !strncmp(name, "signbit", 7);
  if ((!is_nan && !is_inf && !is_finite && !is_sign) ||
      (in == IR_F80 && (is_sign || is_signed)))
    return NULL;
  ir_val *x = rec_lower_expr(lower, e->args[0]);
  if (is_sign)
    return rec_lower_convert(lower, sign_bit(lower, x, in), out);
  if (is_nan)
    return rec_lower_convert(lower, rec_lower_op2(lower, IR_OP_NE, x, x), out);
  ir_val *b = rec_lower_op2(lower, is_inf ? IR_OP_EQ : IR_OP_LT,
                            rec_lower_op1(lower, IR_OP_ABS, x),
                            rec_lower_infinity(lower, in));
  b = rec_lower_convert(lower, b, out);
  if (!is_signed)
    return b;
  ir_val *minus = rec_lower_convert(lower, sign_bit(lower, x, in), out);
  ir_val *sign = rec_lower_op2(lower, IR_OP_SUB, rec_lower_int(lower, out, 1),
                               rec_lower_op2(lower, IR_OP_ADD, minus, minus));
  return rec_lower_op2(lower, IR_OP_MUL, b, sign);
}

// Which of "kinds", five values of a type, "x" of type "t" has: a NaN,
// infinite, normal, subnormal, zero.
static ir_val *
choose_kind(rec_lower *lower, ir_val *x, ir_scalar t, ir_val *const kinds[5]) {
  ir_scalar word = t == IR_F32 ? IR_U32 : IR_U64;
  ir_val *bits = rec_lower_same_bits(lower, rec_lower_op1(lower, IR_OP_ABS, x),
                                     word),
         *infinite =
             rec_lower_same_bits(lower, rec_lower_infinity(lower, t), word),
         *least = rec_lower_bits(lower, word,
                                 UINT64_C(1) << (t == IR_F32 ? 23 : 52)),
         *zero = rec_lower_bits(lower, word, 0);
  ir_val *small = rec_lower_op3(lower, IR_OP_SELECT,
                                rec_lower_op2(lower, IR_OP_EQ, bits, zero),
                                kinds[4], kinds[3]);
  ir_val *finite = rec_lower_op3(lower, IR_OP_SELECT,
                                 rec_lower_op2(lower, IR_OP_LT, bits, least),
                                 small, kinds[2]);
  ir_val *number = rec_lower_op3(lower, IR_OP_SELECT,
                                 rec_lower_op2(lower, IR_OP_EQ, bits, infinite),
                                 kinds[1], finite);
  return rec_lower_op3(lower, IR_OP_SELECT,
                       rec_lower_op2(lower, IR_OP_LT, infinite, bits), kinds[0],
                       number);
}

// fpclassify, whose first arguments are its five values, and isnormal, as an
// "out".
static ir_val *
lower_kind(rec_lower *lower, const lt_expr *e, ir_scalar out) {
  bool is_all = !strcmp(e->func->name, "fpclassify") && e->n_args == 6,
       is_normal = !strcmp(e->func->name, "isnormal") && e->n_args == 1;
  ir_scalar in;
  if ((!is_all && !is_normal) ||
      !rec_lower_elem(e->args[e->n_args - 1]->type, &in) ||
      (in != IR_F32 && in != IR_F64))
    return NULL;
  ir_val *kinds[5];
  for (int k = 0; k < 5; k++)
    kinds[k] =
        is_all
            ? rec_lower_convert(lower, rec_lower_expr(lower, e->args[k]), out)
            : rec_lower_int(lower, out, k == 2);
  ir_val *x = rec_lower_expr(lower, e->args[e->n_args - 1]);
  return choose_kind(lower, x, in, kinds);
}

// isless and friends of two numbers of type "in", as an "out": comparisons that
// set no flag.
static ir_val *
lower_ordering(rec_lower *lower, const lt_expr *e, ir_scalar in,
               ir_scalar out) {
  static const struct {
    const char *name;
    ir_opcode op, other; // the same: one comparison
  } all[] = {{"isless", IR_OP_LT, IR_OP_LT},
             {"islessequal", IR_OP_LE, IR_OP_LE},
             {"isgreater", IR_OP_GT, IR_OP_GT},
             {"isgreaterequal", IR_OP_GE, IR_OP_GE},
             {"islessgreater", IR_OP_LT, IR_OP_GT},
             {"isunordered", IR_OP_NE, IR_OP_NE}};
  ir_scalar second;
  for (int i = 0; i < LOFT_COUNT(all); i++) {
    if (strcmp(e->func->name, all[i].name) != 0 || e->n_args != 2 ||
        !rec_lower_elem(e->args[1]->type, &second) || second != in)
      continue;
    bool is_self = all[i].op == IR_OP_NE; // x != x: a NaN
    ir_val *x = rec_lower_expr(lower, e->args[0]);
    ir_val *y = rec_lower_expr(lower, e->args[1]);
    ir_val *b = rec_lower_op2(lower, all[i].op, x, is_self ? x : y);
    if (is_self || all[i].op != all[i].other)
      b = rec_lower_op2(lower, IR_OP_OR, b,
                        rec_lower_op2(lower, all[i].other, is_self ? y : x, y));
    return rec_lower_convert(lower, b, out);
  }
  return NULL;
}

bool
rec_lower_division(rec_lower *lower, const lt_expr *e, rec_ptr *p) {
  static const char *const names[] = {"div", "ldiv", "lldiv", "imaxdiv"};
  const lt_struct *s = e->type->record;
  int k = 0;
  while (k < LOFT_COUNT(names) && strcmp(e->func->name, names[k]) != 0)
    k++;
  if (k == LOFT_COUNT(names) || !e->is_library || e->n_args != 2 || !s ||
      s->n_fields != 2)
    return false;
  ir_val *x = rec_lower_expr(lower, e->args[0]),
         *y = rec_lower_expr(lower, e->args[1]);
  rec_ptr to = rec_lower_new_struct(lower, names[k], e->type, e->loc);
  for (int i = 0; i < 2; i++) {
    const lt_field *f = &s->fields[i];
    ir_opcode op = strcmp(f->name, "rem") ? IR_OP_DIV : IR_OP_REM;
    rec_lower_store(lower, rec_lower_member(lower, to, e->type, f, e),
                    rec_lower_op2(lower, op, x, y), e->loc);
  }
  if (p)
    *p = to;
  return true;
}

bool
rec_lower_check_state(rec_lower *lower, const lt_expr *e) {
  const char *name = e->func->name;
  bool sets_errno = !strcmp(name, "lgammaf_r");
  for (int i = 0; i < LOFT_COUNT(errno_fns); i++)
    sets_errno |= rec_lower_is_any(name, errno_fns[i]);
  if (rec_lower_is_any(name, "lgamma") && lower->src->uses_signgam)
    rec_lower_refuse(lower, e->loc, REC_CALL_SIGNGAM, name);
  else if (sets_errno && lower->src->uses_errno)
    rec_lower_refuse(lower, e->loc, REC_CALL_ERRNO, name);
  else
    return true;
  return false;
}

ir_val *
rec_lower_math(rec_lower *lower, const lt_expr *e) {
  const char *name = e->func->name;
  ir_scalar out, in;
  if (!e->n_args || e->type->kind != LT_TYPE_SCALAR ||
      !rec_lower_elem(e->type, &out))
    return NULL;
  if (ir_is_float(out)) {
    ir_val *v = rec_lower_complex_call(lower, e);
    if (!v)
      v = lower_float(lower, e, out);
    if (!v)
      v = lower_remquo(lower, e, out);
    return v ? v : lower_parts(lower, e, out);
  }
  ir_val *lost = rec_lower_overflow(lower, e, out);
  if (!lost && ir_is_int(out))
    lost = lower_kind(lower, e, out);
  if (lost || !rec_lower_elem(e->args[0]->type, &in) || !ir_is_int(out) ||
      rec_lower_is_wide(e->args[0]->type))
    return lost;
  if (e->n_args != 1 && ir_is_float(in))
    return lower_ordering(lower, e, in, out);
  if (e->n_args != 1)
    return rec_lower_bit_function(lower, e, in, out);
  bool is_abs =
      !strcmp(name, "abs") || !strcmp(name, "labs") || !strcmp(name, "llabs");
  if (is_abs && ir_is_signed(in))
    return rec_lower_op1(lower, IR_OP_ABS, rec_lower_expr(lower, e->args[0]));
  if (!ir_is_float(in))
    return rec_lower_bit_function(lower, e, in, out);
  ir_val *v = lower_classify(lower, e, in, out);
  v = v ? v : lower_integer(lower, e, in, out);
  return v ? v : lower_x86(lower, e, in, out);
}
