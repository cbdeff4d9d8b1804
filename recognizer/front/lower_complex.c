// recognizer/front/lower_complex.c: complex numbers.
//
// A complex number is a structure of its parts, as a value a pair of them. A
// real operand has no imaginary part, and is left out of what concerns that.
// The ops and their order are Clang's. A product is by the formula; where both
// parts are NaN, annex G.5.1 of C17 finds the infinity that it should be. That
// is __muldc3 of libgcc and of compiler-rt, which agree. Their quotients do not
// (__divdc3), so a quotient by a complex number is lifted only where Clang
// takes the formula for it (CX_LIMITED_RANGE).
#include "recognizer/front/lower_private.h"

typedef struct pair {
  ir_val *re, *im; // im: NULL for a real number
} pair;

bool
rec_low_is_complex(const lt_type *type) {
  return type->record && type->record->is_complex;
}

// -- Parts ----------------------------------------------------------------

// The place of part "k" of the complex number of "type" at "place".
static rec_ptr
part_place(rec_low *lx, rec_ptr place, const lt_type *type, int k,
           const lt_expr *e) {
  return rec_low_member(lx, place, type, &type->record->fields[k], e);
}

// The number at "place", which "e" is.
static pair
load_pair(rec_low *lx, rec_ptr place, const lt_expr *e) {
  const lt_type *t = e->type;
  if (!rec_low_is_complex(t))
    return (pair){.re = rec_low_load(lx, place, t, e->loc)};
  const lt_type *part = t->record->fields[0].type;
  ir_val *re = rec_low_load(lx, part_place(lx, place, t, 0, e), part, e->loc);
  return (pair){re,
                rec_low_load(lx, part_place(lx, place, t, 1, e), part, e->loc)};
}

// Stores "x" to "place", which "e" is.
static void
store_pair(rec_low *lx, rec_ptr place, pair x, const lt_expr *e) {
  if (!rec_low_is_complex(e->type)) {
    rec_low_store(lx, place, x.re, e->loc);
    return;
  }
  rec_low_store(lx, part_place(lx, place, e->type, 0, e), x.re, e->loc);
  rec_low_store(lx, part_place(lx, place, e->type, 1, e), x.im, e->loc);
}

// "x" as a number of "type".
static pair
convert(rec_low *lx, pair x, const lt_type *type) {
  ir_scalar elem;
  if (!rec_low_elem(type, &elem))
    return x;
  ir_val *im = NULL;
  if (rec_low_is_complex(type))
    im = x.im ? rec_low_convert(lx, x.im, elem) : rec_low_zero(lx, elem);
  return (pair){rec_low_convert(lx, x.re, elem), im};
}

// -- Products -------------------------------------------------------------

// The factors a + bi and c + di.
typedef struct factors {
  ir_val *v[4];
} factors;

static ir_val *
is_infinite(rec_low *lx, ir_val *x) {
  bool is_float = x->type.elem == IR_F32;
  ir_val *infinity = rec_low_bits(lx, x->type.elem,
                                  is_float ? 0x7f800000u : 0x7ff0000000000000u);
  return rec_low_op2(lx, IR_OP_EQ, rec_low_op1(lx, IR_OP_ABS, x), infinity);
}

static ir_val *
is_nan(rec_low *lx, ir_val *x) {
  return rec_low_op2(lx, IR_OP_NE, x, x);
}

// x * y op z * w
static ir_val *
two_products(rec_low *lx, ir_opcode op, ir_val *x, ir_val *y, ir_val *z,
             ir_val *w) {
  ir_val *p = rec_low_op2(lx, IR_OP_MUL, x, y);
  return rec_low_op2(lx, op, p, rec_low_op2(lx, IR_OP_MUL, z, w));
}

// The product by the formula.
static pair
plain_product(rec_low *lx, const factors *f) {
  ir_val *const *v = f->v;
  ir_val *re = two_products(lx, IR_OP_SUB, v[0], v[2], v[1], v[3]);
  return (pair){re, two_products(lx, IR_OP_ADD, v[0], v[3], v[1], v[2])};
}

// Where "c" holds: of the number at "k" of "f" an infinite part becomes 1 or
// -1, the other 0. The signs of zeros are not kept: where they are all that is
// left, the product is NaN.
static void
box_parts(rec_low *lx, factors *f, int k, ir_val *c) {
  ir_scalar t = f->v[k]->type.elem;
  ir_val *zero = rec_low_zero(lx, t), *one = rec_low_int(lx, t, 1);
  ir_val *minus = rec_low_int(lx, t, -1);
  for (int j = k; j < k + 2; j++) {
    ir_val *x = f->v[j];
    ir_val *unit = rec_low_op3(lx, IR_OP_SELECT,
                               rec_low_op2(lx, IR_OP_LT, x, zero), minus, one);
    unit = rec_low_op3(lx, IR_OP_SELECT, is_infinite(lx, x), unit, zero);
    f->v[j] = rec_low_op3(lx, IR_OP_SELECT, c, unit, x);
  }
}

// Where "c" holds: of the number at "k" of "f" a part that is NaN becomes 0.
static void
drop_nans(rec_low *lx, factors *f, int k, ir_val *c) {
  ir_val *zero = rec_low_zero(lx, f->v[k]->type.elem);
  for (int j = k; j < k + 2; j++) {
    ir_val *lost = rec_low_op2(lx, IR_OP_AND, c, is_nan(lx, f->v[j]));
    f->v[j] = rec_low_op3(lx, IR_OP_SELECT, lost, zero, f->v[j]);
  }
}

// Whether a product of parts is infinite.
static ir_val *
overflows(rec_low *lx, const factors *f) {
  ir_val *any = rec_low_int(lx, IR_BOOL, 0);
  for (int i = 0; i < 2; i++)
    for (int j = 2; j < 4; j++)
      any = rec_low_op2(
          lx, IR_OP_OR, any,
          is_infinite(lx, rec_low_op2(lx, IR_OP_MUL, f->v[i], f->v[j])));
  return any;
}

// The product "p" of "f", both parts of which are NaN by the formula.
static pair
recover(rec_low *lx, factors f, pair p) {
  ir_scalar t = p.re->type.elem;
  ir_val *over = overflows(lx, &f), *any = rec_low_int(lx, IR_BOOL, 0);
  for (int k = 0; k < 4; k += 2) {
    ir_val *c = rec_low_op2(lx, IR_OP_OR, is_infinite(lx, f.v[k]),
                            is_infinite(lx, f.v[k + 1]));
    box_parts(lx, &f, k, c);
    drop_nans(lx, &f, 2 - k, c);
    any = rec_low_op2(lx, IR_OP_OR, any, c);
  }
  ir_val *only =
      rec_low_op2(lx, IR_OP_AND, over, rec_low_op1(lx, IR_OP_NOT, any));
  drop_nans(lx, &f, 0, only);
  drop_nans(lx, &f, 2, only);
  any = rec_low_op2(lx, IR_OP_OR, any, over);
  pair q = plain_product(lx, &f);
  ir_val *infinity =
      rec_low_bits(lx, t, t == IR_F32 ? 0x7f800000u : 0x7ff0000000000000u);
  q.re = rec_low_op2(lx, IR_OP_MUL, infinity, q.re);
  q.im = rec_low_op2(lx, IR_OP_MUL, infinity, q.im);
  return (pair){rec_low_op3(lx, IR_OP_SELECT, any, q.re, p.re),
                rec_low_op3(lx, IR_OP_SELECT, any, q.im, p.im)};
}

// The product "p" of "f", or its recovery.
static pair
checked_product(rec_low *lx, const factors *f, pair p) {
  int n = lx->locals.n;
  rec_obj *re = rec_low_local(lx, REC_OBJ_SCALAR, "re", NULL);
  rec_obj *im = rec_low_local(lx, REC_OBJ_SCALAR, "im", NULL);
  re->elem = im->elem = p.re->type.elem;
  ir_val *both = rec_low_op2(lx, IR_OP_AND, is_nan(lx, p.re), is_nan(lx, p.im));
  rec_frame *fr = rec_low_begin_if(lx, both);
  pair q = recover(lx, *f, p);
  re->now.val = q.re;
  im->now.val = q.im;
  rec_low_else(lx, fr);
  re->now.val = p.re;
  im->now.val = p.im;
  rec_low_end_if(lx, fr);
  p = (pair){re->now.val, im->now.val};
  rec_low_drop_locals(lx, n);
  return p;
}

// x * y; "e" is the expression.
static pair
multiply(rec_low *lx, const lt_expr *e, pair x, pair y) {
  if (x.im && y.im) {
    factors f = {{x.re, x.im, y.re, y.im}};
    pair p = plain_product(lx, &f);
    if (e->fp & LT_FP_COMPLEX_PRODUCT)
      return p;
    if (!lt_has_plain_muldc3(rec_low_target(lx)))
      rec_low_refuse(lx, e->loc, REC_COMPLEX_LIBRARY, rec_low_text(lx->a, e));
    return checked_product(lx, &f, p);
  }
  ir_val *re = rec_low_op2(lx, IR_OP_MUL, x.re, y.re);
  ir_val *im = x.im ? rec_low_op2(lx, IR_OP_MUL, x.im, y.re)
                    : rec_low_op2(lx, IR_OP_MUL, x.re, y.im);
  return (pair){re, im};
}

// x / y; "e" is the expression.
static pair
divide(rec_low *lx, const lt_expr *e, pair x, pair y) {
  if (!y.im)
    return (pair){rec_low_op2(lx, IR_OP_DIV, x.re, y.re),
                  rec_low_op2(lx, IR_OP_DIV, x.im, y.re)};
  if (!(e->fp & LT_FP_COMPLEX_QUOTIENT))
    rec_low_refuse(lx, e->loc, REC_COMPLEX_LIBRARY, rec_low_text(lx->a, e));
  if (!x.im)
    x.im = rec_low_zero(lx, x.re->type.elem);
  ir_val *re = two_products(lx, IR_OP_ADD, x.re, y.re, x.im, y.im);
  ir_val *by = two_products(lx, IR_OP_ADD, y.re, y.re, y.im, y.im);
  ir_val *im = two_products(lx, IR_OP_SUB, x.im, y.re, x.re, y.im);
  return (pair){rec_low_op2(lx, IR_OP_DIV, re, by),
                rec_low_op2(lx, IR_OP_DIV, im, by)};
}

// -- Expressions ----------------------------------------------------------

static pair complex_value(rec_low *lx, const lt_expr *e);

// x op y; "e" is the expression.
static pair
operate(rec_low *lx, const lt_expr *e, pair x, pair y) {
  if (e->op == LT_MUL)
    return multiply(lx, e, x, y);
  if (e->op == LT_DIV)
    return divide(lx, e, x, y);
  ir_opcode op = e->op == LT_SUB ? IR_OP_SUB : IR_OP_ADD;
  ir_val *im = x.im ? x.im : y.im;
  if (x.im && y.im)
    im = rec_low_op2(lx, op, x.im, y.im);
  else if (y.im && op == IR_OP_SUB)
    im = rec_low_op1(lx, IR_OP_NEG, y.im);
  return (pair){rec_low_op2(lx, op, x.re, y.re), im};
}

// a op= b
static pair
update(rec_low *lx, const lt_expr *e) {
  pair y = complex_value(lx, e->b);
  rec_ptr place = rec_low_place(lx, e->a);
  pair x = load_pair(lx, place, e->a);
  ir_scalar elem;
  if (rec_low_elem(e->compute, &elem)) {
    x.re = rec_low_convert(lx, x.re, elem);
    x.im = x.im ? rec_low_convert(lx, x.im, elem) : NULL;
  }
  x = convert(lx, operate(lx, e, x, y), e->a->type);
  store_pair(lx, place, x, e->a);
  return x;
}

// conj and CMPLX
static bool
call_value(rec_low *lx, const lt_expr *e, pair *out) {
  const char *name = e->func->name;
  bool is_conj = !strcmp(name, "conj") || !strcmp(name, "conjf");
  if (e->kind != LT_CALL || !e->is_library)
    return false;
  if (is_conj && e->n_args == 1) {
    *out = complex_value(lx, e->args[0]);
    out->im = rec_low_op1(lx, IR_OP_NEG, out->im);
    return true;
  }
  if (strcmp(name, "complex") || e->n_args != 2)
    return false;
  out->re = rec_low_expr(lx, e->args[0]);
  out->im = rec_low_expr(lx, e->args[1]);
  return true;
}

// -x, ~x and +x
static pair
unary(rec_low *lx, const lt_expr *e) {
  pair x = complex_value(lx, e->a);
  if (e->op == LT_NEG)
    x.re = rec_low_op1(lx, IR_OP_NEG, x.re);
  if (e->op == LT_NEG || e->op == LT_BITNOT)
    x.im = rec_low_op1(lx, IR_OP_NEG, x.im);
  return x;
}

// The value of "e" by its kind.
static pair
value_of_kind(rec_low *lx, const lt_expr *e) {
  pair x;
  if (!rec_low_is_complex(e->type))
    return (pair){.re = rec_low_expr(lx, e)};
  if (e->kind == LT_BINARY) {
    x = complex_value(lx, e->a);
    return operate(lx, e, x, complex_value(lx, e->b));
  }
  if (e->kind == LT_UNARY)
    return unary(lx, e);
  if (e->kind == LT_CAST)
    return convert(lx, complex_value(lx, e->a), e->type);
  if (e->kind == LT_ASSIGN_OP)
    return update(lx, e);
  if (e->kind == LT_CALL && call_value(lx, e, &x))
    return x;
  if (e->kind == LT_CALL) {
    rec_ptr p = {0};
    rec_low_call(lx, e, &p);
    return load_pair(lx, p, e);
  }
  return load_pair(lx, rec_low_struct(lx, e), e);
}

// The number "e", complex or real.
static pair
complex_value(rec_low *lx, const lt_expr *e) {
  ir_scalar elem;
  if (!rec_low_elem(e->type, &elem))
    elem = IR_F64;
  ir_val *zero = rec_low_zero(lx, elem);
  if (!rec_low_step(lx, e->loc) || !rec_low_check_floats(lx, e))
    return (pair){zero, zero};
  lx->depth++;
  pair x = value_of_kind(lx, e);
  lx->depth--;
  return x;
}

rec_ptr
rec_low_complex(rec_low *lx, const lt_expr *e) {
  pair x = complex_value(lx, e);
  rec_ptr to = rec_low_new_struct(lx, "value", e->type, e->loc);
  store_pair(lx, to, x, e);
  return to;
}

bool
rec_low_is_complex_value(const lt_expr *e) {
  return rec_low_is_complex(e->type) &&
         (e->kind == LT_BINARY || e->kind == LT_UNARY || e->kind == LT_CAST ||
          e->kind == LT_ASSIGN_OP ||
          (e->kind == LT_CALL && e->is_library && !e->func->body));
}

ir_val *
rec_low_complex_update(rec_low *lx, const lt_expr *e) {
  return update(lx, e).re;
}

ir_val *
rec_low_complex_real(rec_low *lx, const lt_expr *e) {
  return complex_value(lx, e).re;
}

ir_val *
rec_low_complex_truth(rec_low *lx, const lt_expr *e) {
  pair x = complex_value(lx, e);
  return rec_low_op2(lx, IR_OP_OR, rec_low_truth(lx, x.re),
                     rec_low_truth(lx, x.im));
}

ir_val *
rec_low_complex_equal(rec_low *lx, const lt_expr *e) {
  pair x = complex_value(lx, e->a), y = complex_value(lx, e->b);
  ir_val *zero = rec_low_zero(lx, x.re->type.elem);
  ir_val *re = rec_low_op2(lx, IR_OP_EQ, x.re, y.re);
  ir_val *im =
      rec_low_op2(lx, IR_OP_EQ, x.im ? x.im : zero, y.im ? y.im : zero);
  ir_val *both = rec_low_op2(lx, IR_OP_AND, re, im);
  return e->op == LT_NE ? rec_low_op1(lx, IR_OP_NOT, both) : both;
}

ir_val *
rec_low_complex_call(rec_low *lx, const lt_expr *e) {
  static const char *const names[] = {"creal", "crealf", "cimag", "cimagf",
                                      "cabs",  "cabsf",  "carg",  "cargf"};
  int k = 0;
  while (k < LOFT_COUNT(names) && strcmp(e->func->name, names[k]) != 0)
    k++;
  if (k == LOFT_COUNT(names) || e->n_args != 1 ||
      !rec_low_is_complex(e->args[0]->type))
    return NULL;
  pair x = complex_value(lx, e->args[0]);
  return k < 2   ? x.re
         : k < 4 ? x.im
         : k < 6 ? rec_low_op2(lx, IR_OP_HYPOT, x.re, x.im)
                 : rec_low_op2(lx, IR_OP_ATAN2, x.im, x.re);
}
