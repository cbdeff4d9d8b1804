// recognizer/front/lower_expr.c: scalar expressions.
//
// One function per kind of expression. A value of C type T is an ir_val of T's
// scalar type; conversions are explicit in the tree. Comparisons and logical
// operators are int in C: their bool is converted, and unwrapped again where a
// condition is wanted.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// The scalar type of "t"; int where it has none (refused elsewhere).
static ir_scalar
scalar_of(const lt_type *t) {
  return t->kind == LT_TYPE_SCALAR ? t->elem : IR_I32;
}

// True for comparisons.
static bool
is_compare(lt_op op) {
  return op == LT_EQ || op == LT_NE || op == LT_LT || op == LT_LE ||
         op == LT_GT || op == LT_GE;
}

// -- Arithmetic -----------------------------------------------------------

// The unsigned type of the same width.
static ir_scalar
unsigned_of(ir_scalar t) {
  return ir_is_signed(t) ? (ir_scalar)(t - IR_I8 + IR_U8) : t; // ORDER SCALAR
}

// The value c where "y" is x / c * c; NULL: it is none.
static ir_val *
whole_part_by(const ir_val *x, const ir_val *y) {
  for (int k = 0; y->def && y->def->code == IR_OP_MUL && k < 2; k++) {
    const ir_op *q = y->def->ins.at[k]->def;
    if (q && q->code == IR_OP_DIV && q->ins.at[0] == x &&
        ir_is_int(x->type.elem) && q->ins.at[1] == y->def->ins.at[!k])
      return q->ins.at[1];
  }
  return NULL;
}

ir_val *
rec_lower_arith(rec_lower *lower, lt_op op, ir_val *x, ir_val *y) {
  ir_scalar t = x->type.elem;
  ir_val *c = op == LT_SUB ? whole_part_by(x, y) : NULL;
  if (c) // C divides by it: it is not 0
    return rec_lower_op2(lower, IR_OP_REM, x, c);
  if (op == LT_SHL || op == LT_SHR)
    y = rec_lower_convert(lower, y, t);
  bool wraps = op == LT_ADD || op == LT_SUB || op == LT_MUL || op == LT_SHL;
  if (!wraps || !lower->src->wrapv || !ir_is_signed(t))
    return rec_lower_op2(lower, rec_lower_opcode(op), x, y);
  ir_scalar u = unsigned_of(t);
  return rec_lower_convert(lower,
                           rec_lower_op2(lower, rec_lower_opcode(op),
                                         rec_lower_convert(lower, x, u),
                                         rec_lower_convert(lower, y, u)),
                           t);
}

// -x in x's type.
static ir_val *
negate(rec_lower *lower, ir_val *x) {
  ir_scalar t = x->type.elem;
  if (!lower->src->wrapv || !ir_is_signed(t))
    return rec_lower_op1(lower, IR_OP_NEG, x);
  ir_val *u = rec_lower_convert(lower, x, unsigned_of(t));
  return rec_lower_convert(lower, rec_lower_op1(lower, IR_OP_NEG, u), t);
}

// -- Conditions -----------------------------------------------------------

// True when "t" is a pointer or decays to one.
static bool
is_address(const lt_type *t) {
  return t->kind == LT_TYPE_POINTER || t->kind == LT_TYPE_ARRAY;
}

// a && b, a || b with C's evaluation order.
static ir_val *
lower_logical(rec_lower *lower, const lt_expr *e) {
  bool is_and = e->op == LT_LAND;
  ir_val *a = rec_lower_cond(lower, e->a);
  int64_t known;
  if (rec_lower_is_int(a, &known))
    return (known != 0) == is_and ? rec_lower_cond(lower, e->b) : a;
  int n = lower->locals.n;
  rec_obj *tmp = rec_lower_flag(lower, is_and ? "and" : "or", !is_and);
  rec_frame *fr = rec_lower_begin_if(lower, a);
  if (is_and)
    tmp->now.val = rec_lower_cond(lower, e->b);
  rec_lower_else(lower, fr);
  if (!is_and)
    tmp->now.val = rec_lower_cond(lower, e->b);
  rec_lower_end_if(lower, fr);
  ir_val *v = tmp->now.val;
  rec_lower_drop_locals(lower, n);
  return v;
}

// A comparison or logical operator as a bool.
static ir_val *
lower_test(rec_lower *lower, const lt_expr *e) {
  if (e->op == LT_LAND || e->op == LT_LOR)
    return lower_logical(lower, e);
  if (is_address(e->a->type) || is_address(e->b->type))
    return rec_lower_pointer_binary(lower, e);
  if (rec_lower_is_complex(e->a->type) || rec_lower_is_complex(e->b->type))
    return rec_lower_complex_equal(lower, e);
  if (rec_lower_is_wide(e->a->type) || rec_lower_is_wide(e->b->type))
    return rec_lower_wide_compare(lower, e);
  bool ordered = e->op != LT_EQ && e->op != LT_NE;
  bool signs = e->b->kind == LT_INT && !e->b->bits;
  ir_val *x = signs ? rec_lower_compare(lower, e->a, ordered) : NULL;
  x = x ? rec_lower_convert(lower, x, scalar_of(e->a->type))
        : rec_lower_expr(lower, e->a);
  ir_val *y = rec_lower_expr(lower, e->b);
  return rec_lower_op2(lower, rec_lower_opcode(e->op), x, y);
}

// True when "e" gives 0 or 1 by a test.
static bool
is_test(const lt_expr *e) {
  return e->kind == LT_BINARY &&
         (is_compare(e->op) || e->op == LT_LAND || e->op == LT_LOR);
}

ir_val *
rec_lower_kind_cond(rec_lower *lower, const lt_expr *e) {
  if (is_test(e))
    return lower_test(lower, e);
  if (e->kind == LT_UNARY && e->op == LT_NOT)
    return rec_lower_op1(lower, IR_OP_NOT, rec_lower_cond(lower, e->a));
  if (is_address(e->type)) {
    ir_val *is_set = rec_lower_member_is_set(lower, e);
    if (!is_set)
      is_set = rec_lower_is_set(lower, rec_lower_pointer(lower, e));
    if (!is_set)
      rec_lower_refuse(lower, e->loc, REC_POINTER_NULL,
                       rec_lower_text(lower->a, e));
    return is_set ? is_set : rec_lower_int(lower, IR_BOOL, 1);
  }
  if (rec_lower_is_complex(e->type))
    return rec_lower_complex_truth(lower, e);
  if (rec_lower_is_wide(e->type))
    return rec_lower_wide_truth(lower, e);
  ir_val *sign = rec_lower_compare(lower, e, false);
  return rec_lower_truth(lower, sign ? sign : rec_lower_expr(lower, e));
}

// -- Kinds ----------------------------------------------------------------

// op a
static ir_val *
lower_unary(rec_lower *lower, const lt_expr *e) {
  if (e->op == LT_NOT)
    return rec_lower_convert(lower, rec_lower_cond(lower, e),
                             scalar_of(e->type));
  ir_val *x = rec_lower_expr(lower, e->a);
  if (e->op == LT_FROM_HALF)
    return rec_lower_from_half(lower, x, e->a->type->half);
  if (e->op == LT_TO_HALF)
    return rec_lower_to_half(lower, x, e->type->half);
  if (e->op == LT_NEG)
    return negate(lower, x);
  return e->op == LT_BITNOT ? rec_lower_op1(lower, IR_OP_NOT, x) : x;
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
lower_factors(rec_lower *lower, const lt_expr *e, ir_val **x, ir_val **y) {
  if (e->kind == LT_COMMA)
    rec_lower_effect(lower, e->a);
  const lt_expr *inner = passed_on(e);
  if (inner) {
    lower_factors(lower, inner, x, y);
  } else if (e->kind == LT_UNARY) {
    lower_factors(lower, e->a, x, y);
    *x = rec_lower_op1(lower, IR_OP_NEG, *x);
  } else {
    *x = rec_lower_expr(lower, e->a);
    *y = rec_lower_expr(lower, e->b);
  }
}

// z op x * y, rounded once.
static ir_val *
build_fused(rec_lower *lower, lt_op op, ir_val *z, ir_val *x, ir_val *y) {
  if (op == LT_SUB)
    x = rec_lower_op1(lower, IR_OP_NEG, x);
  return rec_lower_op3(lower, IR_OP_FMA, x, y, z);
}

// The sum "e" on floats; NULL when it has no product to fuse.
static ir_val *
lower_fused(rec_lower *lower, const lt_expr *e) {
  ir_val *x, *y;
  if (!rec_lower_fuses(lower, e) || !ir_is_float(scalar_of(e->type)))
    return NULL;
  if (is_product(e->a, false)) {
    lower_factors(lower, e->a, &x, &y);
    ir_val *z = rec_lower_expr(lower, e->b);
    if (e->op == LT_SUB)
      z = rec_lower_op1(lower, IR_OP_NEG, z);
    return rec_lower_op3(lower, IR_OP_FMA, x, y, z);
  }
  if (!is_product(e->b, false))
    return NULL;
  ir_val *z = rec_lower_expr(lower, e->a);
  lower_factors(lower, e->b, &x, &y);
  return build_fused(lower, e->op, z, x, y);
}

// a op b
static ir_val *
lower_binary(rec_lower *lower, const lt_expr *e) {
  if (rec_lower_is_type_check(lower, e))
    return rec_lower_zero(lower, scalar_of(e->type));
  if (is_test(e))
    return rec_lower_convert(lower, lower_test(lower, e), scalar_of(e->type));
  if (is_address(e->a->type))
    return rec_lower_convert(lower, rec_lower_pointer_binary(lower, e),
                             scalar_of(e->type));
  ir_val *fused = lower_fused(lower, e);
  if (fused)
    return fused;
  ir_val *x = rec_lower_expr(lower, e->a);
  ir_val *y = rec_lower_expr(lower, e->b);
  return rec_lower_arith(lower, e->op, x, y);
}

// (type)a
static ir_val *
lower_cast(rec_lower *lower, const lt_expr *e) {
  if (e->type->kind == LT_TYPE_VOID) {
    rec_lower_effect(lower, e->a);
    return rec_lower_zero(lower, IR_I32);
  }
  if (is_address(e->a->type)) {
    if (scalar_of(e->type) == IR_BOOL)
      return rec_lower_cond(lower, e->a);
    rec_lower_refuse(lower, e->loc, REC_POINTER_NUMBER,
                     rec_lower_text(lower->a, e->a));
    return rec_lower_zero(lower, scalar_of(e->type));
  }
  ir_scalar to = scalar_of(e->type), from = scalar_of(e->a->type);
  if (to == IR_BOOL)
    return rec_lower_cond(lower, e->a);
  if (rec_lower_is_complex(e->a->type))
    return rec_lower_convert(lower, rec_lower_complex_real(lower, e->a), to);
  if (rec_lower_is_wide(e->a->type) && ir_is_float(to))
    rec_lower_refuse(lower, e->loc, REC_INT128, rec_lower_text(lower->a, e->a));
  ir_val *v = rec_lower_expr(lower, e->a);
  bool to_64 = ir_is_int(to) && ir_size(to) == 8;
  if (to_64 && ir_is_signed(from) && ir_size(from) == 4)
    v = rec_lower_widen(lower, v);
  return rec_lower_convert(lower, v, to);
}

// a ? b : c
static ir_val *
lower_choice(rec_lower *lower, const lt_expr *e) {
  ir_val *c = rec_lower_cond(lower, e->a);
  bool is_void = e->type->kind == LT_TYPE_VOID;
  int64_t known;
  if (rec_lower_is_int(c, &known))
    return rec_lower_expr(lower, known ? e->b : e->c);
  int n = lower->locals.n;
  rec_obj *tmp = rec_lower_local(lower, REC_OBJ_SCALAR, "c", e->type);
  tmp->elem = scalar_of(e->type);
  rec_frame *fr = rec_lower_begin_if(lower, c);
  ir_val *b = rec_lower_expr(lower, e->b);
  tmp->now.val = is_void ? NULL : b;
  rec_lower_else(lower, fr);
  ir_val *d = rec_lower_expr(lower, e->c);
  tmp->now.val = is_void ? NULL : d;
  rec_lower_end_if(lower, fr);
  ir_val *v = tmp->now.val;
  rec_lower_drop_locals(lower, n);
  return v ? v : rec_lower_zero(lower, tmp->elem);
}

// The value of assigning "v" to "place": that of a bit-field afterwards.
static ir_val *
assigned(rec_lower *lower, rec_ptr place, ir_val *v) {
  const lt_field *bits = place.bits  ? place.bits
                         : place.obj ? place.obj->bits
                                     : NULL;
  return bits ? rec_lower_narrow(lower, v, bits) : v;
}

// a = b
static ir_val *
lower_assign(rec_lower *lower, const lt_expr *e) {
  const rec_step *step = rec_lower_find_step(lower, e);
  if (step)
    return rec_lower_step_inside(lower, step);
  ir_val *v = rec_lower_expr(lower, e->b);
  rec_ptr place = rec_lower_place(lower, e->a);
  rec_lower_store(lower, place, v, e->loc);
  return assigned(lower, place, v);
}

// a op= b, computed in its own type; ++ and --: by one.
static ir_val *
lower_update(rec_lower *lower, const lt_expr *e) {
  const rec_step *step = rec_lower_find_step(lower, e);
  if (step)
    return rec_lower_step_inside(lower, step);
  ir_scalar t = scalar_of(e->a->type);
  bool by_one = e->kind == LT_INCDEC;
  ir_scalar compute =
      by_one ? (ir_size(t) < 4 ? IR_I32 : t) : scalar_of(e->compute);
  bool fused = !by_one && rec_lower_fuses(lower, e) && ir_is_float(compute) &&
               is_product(e->b, false);
  ir_val *y, *factor;
  if (fused)
    lower_factors(lower, e->b, &factor, &y);
  else
    y = by_one ? rec_lower_int(lower, compute, 1) : rec_lower_expr(lower, e->b);
  rec_ptr place = rec_lower_place(lower, e->a);
  ir_val *old = rec_lower_load(lower, place, e->a->type, e->loc);
  ir_val *x = rec_lower_convert(lower, old, compute);
  ir_val *v = fused ? build_fused(lower, e->op, x, factor, y)
                    : rec_lower_arith(lower, e->op, x, y);
  v = rec_lower_convert(lower, v, t);
  rec_lower_store(lower, place, v, e->loc);
  return by_one && e->post ? old : assigned(lower, place, v);
}

// An expression of address type whose value as a scalar nobody needs.
static ir_val *
lower_address(rec_lower *lower, const lt_expr *e) {
  rec_lower_pointer(lower, e);
  return rec_lower_zero(lower, IR_I32);
}

// An expression of structure type whose value nobody needs; of 128 bits: the
// lower word, which is all that subscripts and shifts need.
static ir_val *
lower_struct(rec_lower *lower, const lt_expr *e) {
  if (rec_lower_is_wide(e->type))
    return rec_lower_convert(lower, rec_lower_wide_low(lower, e), IR_I64);
  rec_lower_struct(lower, e);
  return rec_lower_zero(lower, IR_I32);
}

// A node the shim could not translate.
static ir_val *
lower_unsupported(rec_lower *lower, const lt_expr *e) {
  rec_reason reason = REC_EXPR_OTHER;
  rec_reason_from_id(e->reason, &reason);
  rec_lower_refuse(lower, e->loc, reason, e->text);
  return rec_lower_zero(lower, scalar_of(e->type));
}

// A variable, element, field or *p as a value.
static ir_val *
lower_lvalue(rec_lower *lower, const lt_expr *e) {
  if (e->type->kind != LT_TYPE_SCALAR) {
    bool is_union = rec_lower_is_union(e->type);
    rec_lower_refuse(lower, e->loc, is_union ? REC_UNION : REC_STRUCT_VALUE,
                     rec_lower_text(lower->a, e));
    return rec_lower_zero(lower, IR_I32);
  }
  return rec_lower_load(lower, rec_lower_place(lower, e), e->type, e->loc);
}

// The value of "e", of scalar type or none.
static ir_val *
lower_kind(rec_lower *lower, const lt_expr *e) {
  switch (e->kind) {
  case LT_INT:
  case LT_FLOAT:
    return rec_lower_bits(lower, scalar_of(e->type), e->bits);
  case LT_VAR:
  case LT_INDEX:
  case LT_DEREF:
  case LT_MEMBER:
  case LT_COMPOUND:
    return lower_lvalue(lower, e);
  case LT_ADDR:
    return lower_address(lower, e);
  case LT_UNARY:
    return lower_unary(lower, e);
  case LT_BINARY:
    return lower_binary(lower, e);
  case LT_ASSIGN:
    return lower_assign(lower, e);
  case LT_ASSIGN_OP:
    if (rec_lower_is_wide(e->compute))
      return rec_lower_wide_update(lower, e);
    return rec_lower_is_complex(e->compute) ? rec_lower_complex_update(lower, e)
                                            : lower_update(lower, e);
  case LT_INCDEC:
    return lower_update(lower, e);
  case LT_COND:
    return lower_choice(lower, e);
  case LT_COMMA:
    rec_lower_effect(lower, e->a);
    return rec_lower_expr(lower, e->b);
  case LT_CAST:
    return lower_cast(lower, e);
  case LT_CALL: {
    ir_val *v = rec_lower_call(lower, e, NULL);
    return v ? v : rec_lower_zero(lower, scalar_of(e->type));
  }
  case LT_INIT_LIST:
    return e->n_args ? rec_lower_expr(lower, e->args[0])
                     : rec_lower_zero(lower, scalar_of(e->type));
  case LT_EXPR_UNSUPPORTED:
    break;
  }
  return lower_unsupported(lower, e);
}

ir_val *
rec_lower_kind_expr(rec_lower *lower, const lt_expr *e) {
  if (!rec_lower_check_floats(lower, e))
    return rec_lower_zero(lower, scalar_of(e->type));
  if (is_address(e->type))
    return lower_address(lower, e);
  return e->type->kind == LT_TYPE_STRUCT ? lower_struct(lower, e)
                                         : lower_kind(lower, e);
}
