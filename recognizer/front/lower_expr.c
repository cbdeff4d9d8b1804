// recognizer/front/lower_expr.c: scalar expressions.
//
// One function per kind of expression. A value of C type T is an ir_val of T's
// scalar type; conversions are explicit in the tree. Comparisons and logical
// operators are int in C: their bool is converted, and unwrapped again where a
// condition is wanted.
#include "recognizer/front/lower_private.h"

// The scalar type of "t"; int for what has none (refused elsewhere).
static ir_scalar
scalar_of(const lt_type *t) {
  return t->kind == LT_TYPE_SCALAR ? t->elem : IR_I32;
}

static bool
is_compare(lt_op op) {
  return op == LT_EQ || op == LT_NE || op == LT_LT || op == LT_LE ||
         op == LT_GT || op == LT_GE;
}

// -- Arithmetic -----------------------------------------------------------

ir_opcode
rec_low_opcode(lt_op op) {
  switch (op) {
  case LT_ADD:
    return IR_OP_ADD;
  case LT_SUB:
    return IR_OP_SUB;
  case LT_MUL:
    return IR_OP_MUL;
  case LT_DIV:
    return IR_OP_DIV;
  case LT_REM:
    return IR_OP_REM;
  case LT_SHL:
    return IR_OP_SHL;
  case LT_SHR:
    return IR_OP_SHR;
  case LT_AND:
  case LT_LAND:
    return IR_OP_AND;
  case LT_OR:
  case LT_LOR:
    return IR_OP_OR;
  case LT_XOR:
    return IR_OP_XOR;
  case LT_EQ:
    return IR_OP_EQ;
  case LT_NE:
    return IR_OP_NE;
  case LT_LT:
    return IR_OP_LT;
  case LT_LE:
    return IR_OP_LE;
  case LT_GT:
    return IR_OP_GT;
  case LT_GE:
    return IR_OP_GE;
  case LT_NEG:
  case LT_BITNOT:
  case LT_NOT:
  case LT_PLUS:
    break;
  }
  return IR_OP_ADD;
}

// The unsigned type of the same width.
static ir_scalar
unsigned_of(ir_scalar t) {
  return ir_is_signed(t) ? (ir_scalar)(t - IR_I8 + IR_U8) : t; // ORDER SCALAR
}

ir_val *
rec_low_arith(rec_low *lx, lt_op op, ir_val *x, ir_val *y) {
  ir_scalar t = x->type.elem;
  if (op == LT_SHL || op == LT_SHR)
    y = rec_low_convert(lx, y, t);
  bool wraps = op == LT_ADD || op == LT_SUB || op == LT_MUL || op == LT_SHL;
  if (!wraps || !lx->src->wrapv || !ir_is_signed(t))
    return rec_low_op2(lx, rec_low_opcode(op), x, y);
  ir_scalar u = unsigned_of(t);
  return rec_low_convert(lx,
                         rec_low_op2(lx, rec_low_opcode(op),
                                     rec_low_convert(lx, x, u),
                                     rec_low_convert(lx, y, u)),
                         t);
}

// -x in x's type.
static ir_val *
negate(rec_low *lx, ir_val *x) {
  ir_scalar t = x->type.elem;
  if (!lx->src->wrapv || !ir_is_signed(t))
    return rec_low_op1(lx, IR_OP_NEG, x);
  ir_val *u = rec_low_convert(lx, x, unsigned_of(t));
  return rec_low_convert(lx, rec_low_op1(lx, IR_OP_NEG, u), t);
}

// -- Conditions -----------------------------------------------------------

// True when "t" is a pointer or decays to one.
static bool
is_address(const lt_type *t) {
  return t->kind == LT_TYPE_POINTER || t->kind == LT_TYPE_ARRAY;
}

// a && b, a || b with C's evaluation order.
static ir_val *
lower_logical(rec_low *lx, const lt_expr *e) {
  bool is_and = e->op == LT_LAND;
  ir_val *a = rec_low_cond(lx, e->a);
  int64_t known;
  if (rec_low_is_int(a, &known))
    return (known != 0) == is_and ? rec_low_cond(lx, e->b) : a;
  int n = lx->locals.n;
  rec_obj *tmp = rec_low_flag(lx, is_and ? "and" : "or", !is_and);
  rec_frame *fr = rec_low_begin_if(lx, a);
  if (is_and)
    tmp->now.val = rec_low_cond(lx, e->b);
  rec_low_else(lx, fr);
  if (!is_and)
    tmp->now.val = rec_low_cond(lx, e->b);
  rec_low_end_if(lx, fr);
  ir_val *v = tmp->now.val;
  rec_low_drop_locals(lx, n);
  return v;
}

// A comparison or logical operator as a bool.
static ir_val *
lower_test(rec_low *lx, const lt_expr *e) {
  if (e->op == LT_LAND || e->op == LT_LOR)
    return lower_logical(lx, e);
  if (is_address(e->a->type) || is_address(e->b->type))
    return rec_low_pointer_binary(lx, e);
  if (rec_low_is_complex(e->a->type) || rec_low_is_complex(e->b->type))
    return rec_low_complex_equal(lx, e);
  bool ordered = e->op != LT_EQ && e->op != LT_NE;
  bool signs = e->b->kind == LT_INT && !e->b->bits;
  ir_val *x = signs ? rec_low_memcmp(lx, e->a, ordered) : NULL;
  x = x ? rec_low_convert(lx, x, scalar_of(e->a->type))
        : rec_low_expr(lx, e->a);
  ir_val *y = rec_low_expr(lx, e->b);
  return rec_low_op2(lx, rec_low_opcode(e->op), x, y);
}

// True when "e" gives 0 or 1 by a test.
static bool
is_test(const lt_expr *e) {
  return e->kind == LT_BINARY &&
         (is_compare(e->op) || e->op == LT_LAND || e->op == LT_LOR);
}

ir_val *
rec_low_cond(rec_low *lx, const lt_expr *e) {
  if (is_test(e))
    return lower_test(lx, e);
  if (e->kind == LT_UNARY && e->op == LT_NOT)
    return rec_low_op1(lx, IR_OP_NOT, rec_low_cond(lx, e->a));
  if (is_address(e->type)) {
    ir_val *is_set = rec_low_is_set(lx, rec_low_pointer(lx, e));
    if (!is_set)
      rec_low_refuse(lx, e->loc, REC_POINTER_NULL, rec_low_text(lx->a, e));
    return is_set ? is_set : rec_low_int(lx, IR_BOOL, 1);
  }
  if (rec_low_is_complex(e->type))
    return rec_low_complex_truth(lx, e);
  ir_val *sign = rec_low_memcmp(lx, e, false);
  return rec_low_truth(lx, sign ? sign : rec_low_expr(lx, e));
}

// -- Kinds ----------------------------------------------------------------

// op a
static ir_val *
lower_unary(rec_low *lx, const lt_expr *e) {
  if (e->op == LT_NOT)
    return rec_low_convert(lx, rec_low_cond(lx, e), scalar_of(e->type));
  ir_val *x = rec_low_expr(lx, e->a);
  if (e->op == LT_NEG)
    return negate(lx, x);
  return e->op == LT_BITNOT ? rec_low_op1(lx, IR_OP_NOT, x) : x;
}

// -- Sums of products ---------------------------------------------------------
//
// Where the target multiplies and adds in one instruction, Clang has a product
// fused into the sum that it is an operand of (-ffp-contract=on). The answer
// depends on it, so this is Clang's rule to the letter: the product itself, or
// its negative, the left one of two; not what comes from a variable or a call.

// The operand that "e" passes on, for what Clang emits no code of its own.
static const lt_expr *
passed_on(const lt_expr *e) {
  if (e->kind == LT_UNARY && e->op == LT_PLUS)
    return e->a;
  if (e->kind == LT_COMMA)
    return e->b;
  if (e->kind == LT_COND && e->a->kind == LT_INT)
    return e->a->bits ? e->b : e->c;
  return NULL;
}

// True when "e" is a product, or the negative of one.
static bool
is_product(const lt_expr *e, bool negated) {
  const lt_expr *inner = passed_on(e);
  if (inner)
    return is_product(inner, negated);
  if (e->kind == LT_UNARY && e->op == LT_NEG)
    return !negated && is_product(e->a, true);
  return e->kind == LT_BINARY && e->op == LT_MUL;
}

// The factors of the product "e", the sign on the first.
static void
lower_factors(rec_low *lx, const lt_expr *e, ir_val **x, ir_val **y) {
  if (e->kind == LT_COMMA)
    rec_low_effect(lx, e->a);
  const lt_expr *inner = passed_on(e);
  if (inner) {
    lower_factors(lx, inner, x, y);
  } else if (e->kind == LT_UNARY) {
    lower_factors(lx, e->a, x, y);
    *x = rec_low_op1(lx, IR_OP_NEG, *x);
  } else {
    *x = rec_low_expr(lx, e->a);
    *y = rec_low_expr(lx, e->b);
  }
}

// z op x * y, rounded once.
static ir_val *
build_fused(rec_low *lx, lt_op op, ir_val *z, ir_val *x, ir_val *y) {
  if (op == LT_SUB)
    x = rec_low_op1(lx, IR_OP_NEG, x);
  return rec_low_op3(lx, IR_OP_FMA, x, y, z);
}

// The sum "e" on floats; NULL when it has no product to fuse.
static ir_val *
lower_fused(rec_low *lx, const lt_expr *e) {
  ir_val *x, *y;
  if (!rec_low_fuses(lx, e) || !ir_is_float(scalar_of(e->type)))
    return NULL;
  if (is_product(e->a, false)) {
    lower_factors(lx, e->a, &x, &y);
    ir_val *z = rec_low_expr(lx, e->b);
    if (e->op == LT_SUB)
      z = rec_low_op1(lx, IR_OP_NEG, z);
    return rec_low_op3(lx, IR_OP_FMA, x, y, z);
  }
  if (!is_product(e->b, false))
    return NULL;
  ir_val *z = rec_low_expr(lx, e->a);
  lower_factors(lx, e->b, &x, &y);
  return build_fused(lx, e->op, z, x, y);
}

// a op b
static ir_val *
lower_binary(rec_low *lx, const lt_expr *e) {
  if (is_test(e))
    return rec_low_convert(lx, lower_test(lx, e), scalar_of(e->type));
  if (is_address(e->a->type))
    return rec_low_convert(lx, rec_low_pointer_binary(lx, e),
                           scalar_of(e->type));
  ir_val *fused = lower_fused(lx, e);
  if (fused)
    return fused;
  ir_val *x = rec_low_expr(lx, e->a);
  ir_val *y = rec_low_expr(lx, e->b);
  return rec_low_arith(lx, e->op, x, y);
}

// (type)a
static ir_val *
lower_cast(rec_low *lx, const lt_expr *e) {
  if (e->type->kind == LT_TYPE_VOID) {
    rec_low_effect(lx, e->a);
    return rec_low_zero(lx, IR_I32);
  }
  if (is_address(e->a->type)) {
    if (scalar_of(e->type) == IR_BOOL)
      return rec_low_cond(lx, e->a);
    rec_low_refuse(lx, e->loc, REC_POINTER_CAST, rec_low_text(lx->a, e->a));
    return rec_low_zero(lx, scalar_of(e->type));
  }
  ir_scalar to = scalar_of(e->type), from = scalar_of(e->a->type);
  if (to == IR_BOOL)
    return rec_low_cond(lx, e->a);
  if (rec_low_is_complex(e->a->type))
    return rec_low_convert(lx, rec_low_complex_real(lx, e->a), to);
  ir_val *v = rec_low_expr(lx, e->a);
  bool to_64 = ir_is_int(to) && ir_size(to) == 8;
  if (to_64 && ir_is_signed(from) && ir_size(from) == 4)
    v = rec_low_widen(lx, v);
  return rec_low_convert(lx, v, to);
}

// a ? b : c
static ir_val *
lower_choice(rec_low *lx, const lt_expr *e) {
  ir_val *c = rec_low_cond(lx, e->a);
  bool is_void = e->type->kind == LT_TYPE_VOID;
  int64_t known;
  if (rec_low_is_int(c, &known))
    return rec_low_expr(lx, known ? e->b : e->c);
  int n = lx->locals.n;
  rec_obj *tmp = rec_low_local(lx, REC_OBJ_SCALAR, "c", e->type);
  tmp->elem = scalar_of(e->type);
  rec_frame *fr = rec_low_begin_if(lx, c);
  ir_val *b = rec_low_expr(lx, e->b);
  tmp->now.val = is_void ? NULL : b;
  rec_low_else(lx, fr);
  ir_val *d = rec_low_expr(lx, e->c);
  tmp->now.val = is_void ? NULL : d;
  rec_low_end_if(lx, fr);
  ir_val *v = tmp->now.val;
  rec_low_drop_locals(lx, n);
  return v ? v : rec_low_zero(lx, tmp->elem);
}

const rec_step *
rec_low_find_step(const rec_low *lx, const lt_expr *e) {
  for (int i = 0; i < lx->stepping.steps.n; i++)
    if (lx->stepping.steps.at[i].expr == e)
      return &lx->stepping.steps.at[i];
  return NULL;
}

ir_val *
rec_low_step_inside(rec_low *lx, const rec_step *s) {
  rec_obj *o = lx->stepping.obj;
  ir_val *old = o->now.val;
  o->now.val = s->val;
  return s->expr->kind == LT_INCDEC && s->expr->post ? old : s->val;
}

// What assigning "v" to "place" gives: of a bit-field, what it holds then.
static ir_val *
assigned(rec_low *lx, rec_ptr place, ir_val *v) {
  const lt_field *bits = place.bits  ? place.bits
                         : place.obj ? place.obj->bits
                                     : NULL;
  return bits ? rec_low_narrow(lx, v, bits) : v;
}

// a = b
static ir_val *
lower_assign(rec_low *lx, const lt_expr *e) {
  const rec_step *step = rec_low_find_step(lx, e);
  if (step)
    return rec_low_step_inside(lx, step);
  ir_val *v = rec_low_expr(lx, e->b);
  rec_ptr place = rec_low_place(lx, e->a);
  rec_low_store(lx, place, v, e->loc);
  return assigned(lx, place, v);
}

// a op= b, computed in its own type; ++ and --: by one.
static ir_val *
lower_update(rec_low *lx, const lt_expr *e) {
  const rec_step *step = rec_low_find_step(lx, e);
  if (step)
    return rec_low_step_inside(lx, step);
  ir_scalar t = scalar_of(e->a->type);
  bool by_one = e->kind == LT_INCDEC;
  ir_scalar compute =
      by_one ? (ir_size(t) < 4 ? IR_I32 : t) : scalar_of(e->compute);
  bool fused = !by_one && rec_low_fuses(lx, e) && ir_is_float(compute) &&
               is_product(e->b, false);
  ir_val *y, *factor;
  if (fused)
    lower_factors(lx, e->b, &factor, &y);
  else
    y = by_one ? rec_low_int(lx, compute, 1) : rec_low_expr(lx, e->b);
  rec_ptr place = rec_low_place(lx, e->a);
  ir_val *old = rec_low_load(lx, place, e->a->type, e->loc);
  ir_val *x = rec_low_convert(lx, old, compute);
  ir_val *v = fused ? build_fused(lx, e->op, x, factor, y)
                    : rec_low_arith(lx, e->op, x, y);
  v = rec_low_convert(lx, v, t);
  rec_low_store(lx, place, v, e->loc);
  return by_one && e->post ? old : assigned(lx, place, v);
}

// An expression of address type whose value as a scalar nobody needs.
static ir_val *
lower_address(rec_low *lx, const lt_expr *e) {
  rec_low_pointer(lx, e);
  return rec_low_zero(lx, IR_I32);
}

// An expression of structure type whose value nobody needs.
static ir_val *
lower_struct(rec_low *lx, const lt_expr *e) {
  rec_low_struct(lx, e);
  return rec_low_zero(lx, IR_I32);
}

// A node the shim could not translate.
static ir_val *
lower_unsupported(rec_low *lx, const lt_expr *e) {
  rec_reason reason = REC_EXPR_OTHER;
  rec_reason_from_id(e->reason, &reason);
  rec_low_refuse(lx, e->loc, reason, e->text);
  return rec_low_zero(lx, scalar_of(e->type));
}

// A variable, element, field or *p as a value.
static ir_val *
lower_lvalue(rec_low *lx, const lt_expr *e) {
  if (e->type->kind != LT_TYPE_SCALAR) {
    rec_low_refuse(lx, e->loc, REC_STRUCT_VALUE, rec_low_text(lx->a, e));
    return rec_low_zero(lx, IR_I32);
  }
  return rec_low_load(lx, rec_low_place(lx, e), e->type, e->loc);
}

static ir_val *
lower_kind(rec_low *lx, const lt_expr *e) {
  switch (e->kind) {
  case LT_INT:
  case LT_FLOAT:
    return rec_low_bits(lx, scalar_of(e->type), e->bits);
  case LT_VAR:
  case LT_INDEX:
  case LT_DEREF:
  case LT_MEMBER:
  case LT_COMPOUND:
    return lower_lvalue(lx, e);
  case LT_ADDR:
    return lower_address(lx, e);
  case LT_UNARY:
    return lower_unary(lx, e);
  case LT_BINARY:
    return lower_binary(lx, e);
  case LT_ASSIGN:
    return lower_assign(lx, e);
  case LT_ASSIGN_OP:
    return rec_low_is_complex(e->compute) ? rec_low_complex_update(lx, e)
                                          : lower_update(lx, e);
  case LT_INCDEC:
    return lower_update(lx, e);
  case LT_COND:
    return lower_choice(lx, e);
  case LT_COMMA:
    rec_low_effect(lx, e->a);
    return rec_low_expr(lx, e->b);
  case LT_CAST:
    return lower_cast(lx, e);
  case LT_CALL: {
    ir_val *v = rec_low_call(lx, e, NULL);
    return v ? v : rec_low_zero(lx, scalar_of(e->type));
  }
  case LT_INIT_LIST:
    return e->n_args ? rec_low_expr(lx, e->args[0])
                     : rec_low_zero(lx, scalar_of(e->type));
  case LT_EXPR_UNSUPPORTED:
    break;
  }
  return lower_unsupported(lx, e);
}

ir_val *
rec_low_expr(rec_low *lx, const lt_expr *e) {
  if (!rec_low_step(lx, e->loc))
    return rec_low_zero(lx, scalar_of(e->type));
  loft_loc saved = lx->b.loc;
  lx->b.loc = rec_low_loc(lx, e->loc);
  lx->depth++;
  ir_val *v = !rec_low_check_floats(lx, e)
                  ? rec_low_zero(lx, scalar_of(e->type))
              : is_address(e->type)             ? lower_address(lx, e)
              : e->type->kind == LT_TYPE_STRUCT ? lower_struct(lx, e)
                                                : lower_kind(lx, e);
  lx->depth--;
  lx->b.loc = saved;
  return v;
}

void
rec_low_effect(rec_low *lx, const lt_expr *e) {
  if (!rec_low_combine(lx, e))
    rec_low_expr(lx, e);
}
