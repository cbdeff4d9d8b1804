// recognizer/front/lower_complex.c: complex numbers.
//
// A complex number is a structure of its parts, as a value a pair of them. A
// real operand has no imaginary part, and is left out of what concerns that.
// The ops and their order are Clang's. A product is by the formula; where both
// parts are NaN, annex G.5.1 of C17 finds the infinity that it should be. That
// is __muldc3 of libgcc and of compiler-rt, which agree. Their quotients do not
// (__divdc3), so a quotient by a complex number is lifted only where Clang
// takes the formula for it (CX_LIMITED_RANGE).
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

typedef struct pair {
  ir_val *re, *im; // im: NULL for a real number
} pair;

// -- Parts ----------------------------------------------------------------

// The number at "place", which "e" is.
static pair
load_pair(rec_lower *lower, rec_ptr place, const lt_expr *e) {
  const lt_type *t = e->type;
  if (!rec_lower_is_complex(t))
    return (pair){.re = rec_lower_load(lower, place, t, e->loc)};
  ir_val *x[2];
  rec_lower_load_parts(lower, place, t, e, x);
  return (pair){x[0], x[1]};
}

// Stores "x" to "place", which "e" is.
static void
store_pair(rec_lower *lower, rec_ptr place, pair x, const lt_expr *e) {
  if (!rec_lower_is_complex(e->type)) {
    rec_lower_store(lower, place, x.re, e->loc);
    return;
  }
  rec_lower_store_parts(lower, place, e->type, e, (ir_val *[]){x.re, x.im});
}

// "x" as a number of "type".
static pair
convert(rec_lower *lower, pair x, const lt_type *type) {
  ir_scalar elem;
  if (!rec_lower_elem(type, &elem))
    return x;
  ir_val *im = NULL;
  if (rec_lower_is_complex(type))
    im = x.im ? rec_lower_convert(lower, x.im, elem)
              : rec_lower_zero(lower, elem);
  return (pair){rec_lower_convert(lower, x.re, elem), im};
}

// -- Products -------------------------------------------------------------

// The factors a + bi and c + di.
typedef struct factors {
  ir_val *v[4];
} factors;

// Whether "x" is an infinity, a bool.
static ir_val *
is_infinite(rec_lower *lower, ir_val *x) {
  return rec_lower_op2(lower, IR_OP_EQ, rec_lower_op1(lower, IR_OP_ABS, x),
                       rec_lower_infinity(lower, x->type.elem));
}

// Whether "x" is no number, a bool.
static ir_val *
is_nan(rec_lower *lower, ir_val *x) {
  return rec_lower_op2(lower, IR_OP_NE, x, x);
}

// x * y op z * w
static ir_val *
two_products(rec_lower *lower, ir_opcode op, ir_val *x, ir_val *y, ir_val *z,
             ir_val *w) {
  ir_val *p = rec_lower_op2(lower, IR_OP_MUL, x, y);
  return rec_lower_op2(lower, op, p, rec_lower_op2(lower, IR_OP_MUL, z, w));
}

// The product by the formula.
static pair
plain_product(rec_lower *lower, const factors *f) {
  ir_val *const *v = f->v;
  ir_val *re = two_products(lower, IR_OP_SUB, v[0], v[2], v[1], v[3]);
  return (pair){re, two_products(lower, IR_OP_ADD, v[0], v[3], v[1], v[2])};
}

// Where "c" holds: of the number at "k" of "f" an infinite part becomes 1 or
// -1, the other 0. The signs of zeros are not kept: where they are all that is
// left, the product is NaN.
static void
box_parts(rec_lower *lower, factors *f, int k, ir_val *c) {
  ir_scalar t = f->v[k]->type.elem;
  ir_val *zero = rec_lower_zero(lower, t), *one = rec_lower_int(lower, t, 1);
  ir_val *minus = rec_lower_int(lower, t, -1);
  for (int j = k; j < k + 2; j++) {
    ir_val *x = f->v[j];
    ir_val *unit =
        rec_lower_op3(lower, IR_OP_SELECT,
                      rec_lower_op2(lower, IR_OP_LT, x, zero), minus, one);
    unit =
        rec_lower_op3(lower, IR_OP_SELECT, is_infinite(lower, x), unit, zero);
    f->v[j] = rec_lower_op3(lower, IR_OP_SELECT, c, unit, x);
  }
}

// Where "c" holds: of the number at "k" of "f" a part that is NaN becomes 0.
static void
drop_nans(rec_lower *lower, factors *f, int k, ir_val *c) {
  ir_val *zero = rec_lower_zero(lower, f->v[k]->type.elem);
  for (int j = k; j < k + 2; j++) {
    ir_val *lost = rec_lower_op2(lower, IR_OP_AND, c, is_nan(lower, f->v[j]));
    f->v[j] = rec_lower_op3(lower, IR_OP_SELECT, lost, zero, f->v[j]);
  }
}

// Whether a product of parts is infinite.
static ir_val *
overflows(rec_lower *lower, const factors *f) {
  ir_val *any = rec_lower_int(lower, IR_BOOL, 0);
  for (int i = 0; i < 2; i++)
    for (int j = 2; j < 4; j++)
      any = rec_lower_op2(lower, IR_OP_OR, any,
                          is_infinite(lower, rec_lower_op2(lower, IR_OP_MUL,
                                                           f->v[i], f->v[j])));
  return any;
}

// The product "p" of "f", both parts of which are NaN by the formula.
static pair
recover(rec_lower *lower, factors f, pair p) {
  ir_scalar t = p.re->type.elem;
  ir_val *over = overflows(lower, &f), *any = rec_lower_int(lower, IR_BOOL, 0);
  for (int k = 0; k < 4; k += 2) {
    ir_val *c = rec_lower_op2(lower, IR_OP_OR, is_infinite(lower, f.v[k]),
                              is_infinite(lower, f.v[k + 1]));
    box_parts(lower, &f, k, c);
    drop_nans(lower, &f, 2 - k, c);
    any = rec_lower_op2(lower, IR_OP_OR, any, c);
  }
  ir_val *only = rec_lower_op2(lower, IR_OP_AND, over,
                               rec_lower_op1(lower, IR_OP_NOT, any));
  drop_nans(lower, &f, 0, only);
  drop_nans(lower, &f, 2, only);
  any = rec_lower_op2(lower, IR_OP_OR, any, over);
  pair q = plain_product(lower, &f);
  q.re = rec_lower_op2(lower, IR_OP_MUL, rec_lower_infinity(lower, t), q.re);
  q.im = rec_lower_op2(lower, IR_OP_MUL, rec_lower_infinity(lower, t), q.im);
  return (pair){rec_lower_op3(lower, IR_OP_SELECT, any, q.re, p.re),
                rec_lower_op3(lower, IR_OP_SELECT, any, q.im, p.im)};
}

// The product "p" of "f", or its recovery.
static pair
checked_product(rec_lower *lower, const factors *f, pair p) {
  int n = lower->locals.n;
  rec_obj *re = rec_lower_local(lower, REC_OBJ_SCALAR, "re", NULL);
  rec_obj *im = rec_lower_local(lower, REC_OBJ_SCALAR, "im", NULL);
  re->elem = im->elem = p.re->type.elem;
  ir_val *both =
      rec_lower_op2(lower, IR_OP_AND, is_nan(lower, p.re), is_nan(lower, p.im));
  rec_frame *fr = rec_lower_begin_if(lower, both);
  pair q = recover(lower, *f, p);
  re->now.val = q.re;
  im->now.val = q.im;
  rec_lower_else(lower, fr);
  re->now.val = p.re;
  im->now.val = p.im;
  rec_lower_end_if(lower, fr);
  p = (pair){re->now.val, im->now.val};
  rec_lower_drop_locals(lower, n);
  return p;
}

// x * y; "e" is the expression.
static pair
multiply(rec_lower *lower, const lt_expr *e, pair x, pair y) {
  if (x.im && y.im) {
    factors f = {{x.re, x.im, y.re, y.im}};
    pair p = plain_product(lower, &f);
    if (e->fp & LT_FP_COMPLEX_PRODUCT)
      return p;
    if (!lt_has_plain_muldc3(rec_lower_target(lower)))
      rec_lower_refuse(lower, e->loc, REC_COMPLEX_LIBRARY,
                       rec_lower_text(lower->a, e));
    return checked_product(lower, &f, p);
  }
  ir_val *re = rec_lower_op2(lower, IR_OP_MUL, x.re, y.re);
  ir_val *im = x.im ? rec_lower_op2(lower, IR_OP_MUL, x.im, y.re)
                    : rec_lower_op2(lower, IR_OP_MUL, x.re, y.im);
  return (pair){re, im};
}

// x / y; "e" is the expression.
static pair
divide(rec_lower *lower, const lt_expr *e, pair x, pair y) {
  if (!y.im)
    return (pair){rec_lower_op2(lower, IR_OP_DIV, x.re, y.re),
                  rec_lower_op2(lower, IR_OP_DIV, x.im, y.re)};
  if (!(e->fp & LT_FP_COMPLEX_QUOTIENT))
    rec_lower_refuse(lower, e->loc, REC_COMPLEX_LIBRARY,
                     rec_lower_text(lower->a, e));
  if (!x.im)
    x.im = rec_lower_zero(lower, x.re->type.elem);
  ir_val *re = two_products(lower, IR_OP_ADD, x.re, y.re, x.im, y.im);
  ir_val *by = two_products(lower, IR_OP_ADD, y.re, y.re, y.im, y.im);
  ir_val *im = two_products(lower, IR_OP_SUB, x.im, y.re, x.re, y.im);
  return (pair){rec_lower_op2(lower, IR_OP_DIV, re, by),
                rec_lower_op2(lower, IR_OP_DIV, im, by)};
}

// -- Expressions ----------------------------------------------------------

static pair complex_value(rec_lower *lower, const lt_expr *e);

// x op y; "e" is the expression.
static pair
operate(rec_lower *lower, const lt_expr *e, pair x, pair y) {
  if (e->op == LT_MUL)
    return multiply(lower, e, x, y);
  if (e->op == LT_DIV)
    return divide(lower, e, x, y);
  ir_opcode op = e->op == LT_SUB ? IR_OP_SUB : IR_OP_ADD;
  ir_val *im = x.im ? x.im : y.im;
  if (x.im && y.im)
    im = rec_lower_op2(lower, op, x.im, y.im);
  else if (y.im && op == IR_OP_SUB)
    im = rec_lower_op1(lower, IR_OP_NEG, y.im);
  return (pair){rec_lower_op2(lower, op, x.re, y.re), im};
}

// a op= b
static pair
update(rec_lower *lower, const lt_expr *e) {
  pair y = complex_value(lower, e->b);
  rec_ptr place = rec_lower_place(lower, e->a);
  pair x = load_pair(lower, place, e->a);
  ir_scalar elem;
  if (rec_lower_elem(e->compute, &elem)) {
    x.re = rec_lower_convert(lower, x.re, elem);
    x.im = x.im ? rec_lower_convert(lower, x.im, elem) : NULL;
  }
  x = convert(lower, operate(lower, e, x, y), e->a->type);
  store_pair(lower, place, x, e->a);
  return x;
}

// How the parts of a function's argument x + iy are the operands of its ops.
typedef enum order {
  STRAIGHT, // x, y
  TURNED,   // y, x: sin z = -i sinh(iz)
  OPPOSITE  // -y, x: cos z = cosh(iz)
} order;

// A function of <complex.h>: its parts as ops of the argument's.
typedef struct complex_fn {
  const char *name;
  ir_opcode re, im;
  order order;
} complex_fn;

static const complex_fn complex_fns[] = {
    {"cexp", IR_OP_CEXP_RE, IR_OP_CEXP_IM, STRAIGHT},
    {"csqrt", IR_OP_CSQRT_RE, IR_OP_CSQRT_IM, STRAIGHT},
    {"csinh", IR_OP_SINH_COS, IR_OP_COSH_SIN, STRAIGHT},
    {"ccosh", IR_OP_COSH_COS, IR_OP_SINH_SIN, STRAIGHT},
    {"ctanh", IR_OP_CTANH_RE, IR_OP_CTANH_IM, STRAIGHT},
    {"csin", IR_OP_COSH_SIN, IR_OP_SINH_COS, TURNED},
    {"ccos", IR_OP_COSH_COS, IR_OP_SINH_SIN, OPPOSITE},
    {"ctan", IR_OP_CTANH_IM, IR_OP_CTANH_RE, TURNED},
};

// True when the call "e" is one of "base", or of its form for floats.
static bool
calls(const lt_expr *e, const char *base) {
  return rec_lower_is_any(e->func->name, base);
}

// The function "fn" of "x".
static pair
apply(rec_lower *lower, const complex_fn *fn, pair x) {
  bool straight = fn->order == STRAIGHT;
  ir_val *a = straight ? x.re : x.im, *b = straight ? x.im : x.re;
  if (fn->order == OPPOSITE)
    a = rec_lower_op1(lower, IR_OP_NEG, a);
  return (pair){rec_lower_op2(lower, fn->re, a, b),
                rec_lower_op2(lower, fn->im, a, b)};
}

// log x = log |x| + i arg x.
static pair
logarithm(rec_lower *lower, pair x) {
  return (pair){rec_lower_op2(lower, IR_OP_CLOG_RE, x.re, x.im),
                rec_lower_op2(lower, IR_OP_ATAN2, x.im, x.re)};
}

// "x", or where a part is infinite the one infinity of Riemann's sphere.
static pair
project(rec_lower *lower, pair x) {
  ir_scalar t = x.re->type.elem;
  ir_val *zero =
      rec_lower_op2(lower, IR_OP_COPYSIGN, rec_lower_zero(lower, t), x.im);
  ir_val *any = rec_lower_op2(lower, IR_OP_OR, is_infinite(lower, x.re),
                              is_infinite(lower, x.im));
  return (pair){rec_lower_op3(lower, IR_OP_SELECT, any,
                              rec_lower_infinity(lower, t), x.re),
                rec_lower_op3(lower, IR_OP_SELECT, any, zero, x.im)};
}

// Argument "k" of the call "e".
static pair
argument(rec_lower *lower, const lt_expr *e, int k) {
  return convert(lower, complex_value(lower, e->args[k]), e->type);
}

// Fills "out" with the value of a call of a function of one complex number;
// false: "e" is none.
static bool
call_unary(rec_lower *lower, const lt_expr *e, pair *out) {
  for (int k = 0; k < LOFT_COUNT(complex_fns); k++) {
    if (!calls(e, complex_fns[k].name))
      continue;
    *out = apply(lower, &complex_fns[k], argument(lower, e, 0));
    return true;
  }
  bool is_conj = calls(e, "conj"), is_log = calls(e, "clog");
  if (!is_conj && !is_log && !calls(e, "cproj"))
    return false;
  pair x = argument(lower, e, 0);
  *out = is_conj  ? (pair){x.re, rec_lower_op1(lower, IR_OP_NEG, x.im)}
         : is_log ? logarithm(lower, x)
                  : project(lower, x);
  return true;
}

// Fills "out" with the value of a call of <complex.h> or of CMPLX; false: "e"
// is none. A power is e^(y log x), as in the C library.
static bool
call_value(rec_lower *lower, const lt_expr *e, pair *out) {
  if (e->kind != LT_CALL || !e->is_library)
    return false;
  if (e->n_args == 1)
    return call_unary(lower, e, out);
  if (e->n_args != 2)
    return false;
  if (calls(e, "cpow")) {
    pair x = argument(lower, e, 0);
    pair y = argument(lower, e, 1);
    *out = apply(lower, &complex_fns[0],
                 multiply(lower, e, y, logarithm(lower, x)));
    return true;
  }
  if (strcmp(e->func->name, "complex"))
    return false;
  out->re = rec_lower_expr(lower, e->args[0]);
  out->im = rec_lower_expr(lower, e->args[1]);
  return true;
}

// -x, ~x and +x
static pair
unary(rec_lower *lower, const lt_expr *e) {
  pair x = complex_value(lower, e->a);
  if (e->op == LT_NEG)
    x.re = rec_lower_op1(lower, IR_OP_NEG, x.re);
  if (e->op == LT_NEG || e->op == LT_BITNOT)
    x.im = rec_lower_op1(lower, IR_OP_NEG, x.im);
  return x;
}

// The value of "e" by its kind.
static pair
value_of_kind(rec_lower *lower, const lt_expr *e) {
  pair x;
  if (!rec_lower_is_complex(e->type))
    return (pair){.re = rec_lower_expr(lower, e)};
  if (e->kind == LT_BINARY) {
    x = complex_value(lower, e->a);
    return operate(lower, e, x, complex_value(lower, e->b));
  }
  if (e->kind == LT_UNARY)
    return unary(lower, e);
  if (e->kind == LT_CAST)
    return convert(lower, complex_value(lower, e->a), e->type);
  if (e->kind == LT_ASSIGN_OP)
    return update(lower, e);
  if (e->kind == LT_CALL && call_value(lower, e, &x))
    return x;
  if (e->kind == LT_CALL) {
    rec_ptr p = {0};
    rec_lower_call(lower, e, &p);
    return load_pair(lower, p, e);
  }
  return load_pair(lower, rec_lower_struct(lower, e), e);
}

// The number "e", complex or real.
static pair
complex_value(rec_lower *lower, const lt_expr *e) {
  ir_scalar elem;
  if (!rec_lower_elem(e->type, &elem))
    elem = IR_F64;
  ir_val *zero = rec_lower_zero(lower, elem);
  if (!rec_lower_step(lower, e->loc) || !rec_lower_check_floats(lower, e))
    return (pair){zero, zero};
  lower->depth++;
  pair x = value_of_kind(lower, e);
  lower->depth--;
  return x;
}

rec_ptr
rec_lower_complex(rec_lower *lower, const lt_expr *e) {
  pair x = complex_value(lower, e);
  rec_ptr to = rec_lower_new_struct(lower, "value", e->type, e->loc);
  store_pair(lower, to, x, e);
  return to;
}

ir_val *
rec_lower_complex_update(rec_lower *lower, const lt_expr *e) {
  return update(lower, e).re;
}

ir_val *
rec_lower_complex_real(rec_lower *lower, const lt_expr *e) {
  return complex_value(lower, e).re;
}

ir_val *
rec_lower_complex_truth(rec_lower *lower, const lt_expr *e) {
  pair x = complex_value(lower, e);
  return rec_lower_op2(lower, IR_OP_OR, rec_lower_truth(lower, x.re),
                       rec_lower_truth(lower, x.im));
}

ir_val *
rec_lower_complex_equal(rec_lower *lower, const lt_expr *e) {
  pair x = complex_value(lower, e->a), y = complex_value(lower, e->b);
  ir_val *zero = rec_lower_zero(lower, x.re->type.elem);
  ir_val *re = rec_lower_op2(lower, IR_OP_EQ, x.re, y.re);
  ir_val *im =
      rec_lower_op2(lower, IR_OP_EQ, x.im ? x.im : zero, y.im ? y.im : zero);
  ir_val *both = rec_lower_op2(lower, IR_OP_AND, re, im);
  return e->op == LT_NE ? rec_lower_op1(lower, IR_OP_NOT, both) : both;
}

ir_val *
rec_lower_complex_call(rec_lower *lower, const lt_expr *e) {
  static const char *const names[] = {"creal", "crealf", "cimag", "cimagf",
                                      "cabs",  "cabsf",  "carg",  "cargf"};
  int k = 0;
  while (k < LOFT_COUNT(names) && strcmp(e->func->name, names[k]) != 0)
    k++;
  if (k == LOFT_COUNT(names) || e->n_args != 1 ||
      !rec_lower_is_complex(e->args[0]->type))
    return NULL;
  pair x = complex_value(lower, e->args[0]);
  return k < 2   ? x.re
         : k < 4 ? x.im
         : k < 6 ? rec_lower_op2(lower, IR_OP_HYPOT, x.re, x.im)
                 : rec_lower_op2(lower, IR_OP_ATAN2, x.im, x.re);
}
