// recognizer/front/lower_overflow.c: __builtin_add_overflow and its like, also
// as ckd_add.
//
// They store an exact sum, difference or product in the type of what their
// last argument points to, and say whether it does not fit. Of operands of 32
// bits it is computed in 64; of longer ones, if all have the type that is
// stored, without a sign.
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// A call's operator and operands, and the type that it stores.
typedef struct checked {
  ir_opcode op;
  ir_val *x, *y;
  ir_scalar to;
} checked;

// The operator of the builtin "name": add_overflow, usubl_overflow; false:
// there is none.
static bool
find_operator(const char *name, ir_opcode *op) {
  static const struct {
    const char *name;
    ir_opcode op;
  } ops[] = {{"add", IR_OP_ADD}, {"sub", IR_OP_SUB}, {"mul", IR_OP_MUL}};
  static const char *const ends[] = {"_overflow", "l_overflow", "ll_overflow"};
  bool is_typed = *name == 's' ? strncmp(name, "sub_", 4) != 0 : *name == 'u';
  name += is_typed;
  for (int i = 0; i < LOFT_COUNT(ops); i++)
    for (int j = 0; j < LOFT_COUNT(ends); j++)
      if (!strncmp(name, ops[i].name, 3) && !strcmp(name + 3, ends[j])) {
        *op = ops[i].op;
        return true;
      }
  return false;
}

// Whether integer "v" has no sign.
static bool
is_unsigned(const ir_val *v) {
  return !ir_is_signed(v->type.elem);
}

// "v" < 0.
static ir_val *
is_below(rec_lower *lower, ir_val *v) {
  return rec_lower_op2(lower, IR_OP_LT, v,
                       rec_lower_int(lower, v->type.elem, 0));
}

// Operands of 32 bits at most: what is stored, and in *lost whether it is not
// the result.
static ir_val *
lower_short(rec_lower *lower, const checked *c, ir_val **lost) {
  bool is_plain = c->op == IR_OP_MUL && is_unsigned(c->x) && is_unsigned(c->y);
  ir_scalar wide = is_plain ? IR_U64 : IR_I64;
  ir_val *exact =
      rec_lower_op2(lower, c->op, rec_lower_convert(lower, c->x, wide),
                    rec_lower_convert(lower, c->y, wide));
  ir_val *out = rec_lower_convert(lower, exact, c->to);
  *lost = rec_lower_op2(lower, IR_OP_NE, exact,
                        rec_lower_convert(lower, out, wide));
  if (ir_size(c->to) == 8 && ir_is_signed(c->to) == is_plain) {
    ir_val *sign = rec_lower_convert(lower, exact, IR_I64);
    *lost = rec_lower_op2(lower, IR_OP_OR, *lost, is_below(lower, sign));
  }
  return out;
}

// How far "v" is from 0.
static ir_val *
magnitude(rec_lower *lower, ir_val *v) {
  ir_val *bits = rec_lower_convert(lower, v, IR_U64);
  ir_val *zero = rec_lower_int(lower, IR_U64, 0);
  return rec_lower_op3(lower, IR_OP_SELECT, is_below(lower, v),
                       rec_lower_op2(lower, IR_OP_SUB, zero, bits), bits);
}

// The product of "x" and "y", of 64 bits without a sign, and in *lost whether
// it is larger.
static ir_val *
multiply(rec_lower *lower, ir_val *x, ir_val *y, ir_val **lost) {
  ir_val *zero = rec_lower_int(lower, IR_U64, 0);
  ir_val *one = rec_lower_int(lower, IR_U64, 1);
  ir_val *none = rec_lower_op2(lower, IR_OP_EQ, x, zero);
  ir_val *by = rec_lower_op3(lower, IR_OP_SELECT, none, one, x);
  ir_val *out = rec_lower_op2(lower, IR_OP_MUL, x, y);
  ir_val *back = rec_lower_op2(lower, IR_OP_DIV, out, by);
  *lost = rec_lower_op3(lower, IR_OP_SELECT, none,
                        rec_lower_bits(lower, IR_BOOL, 0),
                        rec_lower_op2(lower, IR_OP_NE, back, y));
  return out;
}

// Whether the sum or difference "out", computed without a sign, of numbers with
// one is not theirs: its sign is none that it can have.
static ir_val *
wraps(rec_lower *lower, const checked *c, ir_val *out) {
  ir_val *x = rec_lower_convert(lower, c->x, IR_U64);
  ir_val *y = rec_lower_convert(lower, c->y, IR_U64);
  ir_val *from = rec_lower_op2(lower, IR_OP_XOR, x, out);
  ir_val *other = c->op == IR_OP_ADD ? out : x;
  ir_val *with = rec_lower_op2(lower, IR_OP_XOR, y, other);
  ir_val *both = rec_lower_op2(lower, IR_OP_AND, from, with);
  return is_below(lower, rec_lower_convert(lower, both, IR_I64));
}

// Operands of 64 bits, of the type that is stored: that, and in *lost whether
// it is not the result.
static ir_val *
lower_long(rec_lower *lower, const checked *c, ir_val **lost) {
  bool is_plain = !ir_is_signed(c->to), multiplies = c->op == IR_OP_MUL;
  if (is_plain && multiplies)
    return multiply(lower, c->x, c->y, lost);
  if (multiplies) {
    ir_val *minus = rec_lower_op2(lower, IR_OP_XOR, is_below(lower, c->x),
                                  is_below(lower, c->y));
    ir_val *out =
        multiply(lower, magnitude(lower, c->x), magnitude(lower, c->y), lost);
    ir_val *most = rec_lower_op2(lower, IR_OP_ADD,
                                 rec_lower_bits(lower, IR_U64, INT64_MAX),
                                 rec_lower_convert(lower, minus, IR_U64));
    *lost = rec_lower_op2(lower, IR_OP_OR, *lost,
                          rec_lower_op2(lower, IR_OP_LT, most, out));
    ir_val *opposite =
        rec_lower_op2(lower, IR_OP_SUB, rec_lower_int(lower, IR_U64, 0), out);
    out = rec_lower_op3(lower, IR_OP_SELECT, minus, opposite, out);
    return rec_lower_convert(lower, out, c->to);
  }
  ir_val *x = rec_lower_convert(lower, c->x, IR_U64);
  ir_val *y = rec_lower_convert(lower, c->y, IR_U64);
  ir_val *out = rec_lower_op2(lower, c->op, x, y);
  bool adds = c->op == IR_OP_ADD;
  *lost = !is_plain
              ? wraps(lower, c, out)
              : rec_lower_op2(lower, IR_OP_LT, adds ? out : x, adds ? x : y);
  return rec_lower_convert(lower, out, c->to);
}

// "v" as a "to" of the same value; NULL where that cannot hold some of its
// values.
static ir_val *
fit(rec_lower *lower, ir_val *v, ir_scalar to) {
  an_range r = rec_lower_range(lower, v);
  bool holds = is_unsigned(v) ? ir_size(v->type.elem) < 8 || !ir_is_signed(to)
                              : ir_is_signed(to) || r.lo >= 0;
  return holds ? rec_lower_convert(lower, v, to) : NULL;
}

// Whether "type" is an integer of at most 64 bits; *elem: which.
static bool
is_word(const lt_type *type, ir_scalar *elem) {
  return type->kind == LT_TYPE_SCALAR && rec_lower_elem(type, elem) &&
         ir_is_int(*elem);
}

ir_val *
rec_lower_overflow(rec_lower *lower, const lt_expr *e, ir_scalar out) {
  checked c;
  ir_scalar in[2];
  if (e->n_args != 3 || !find_operator(e->func->name, &c.op) ||
      !rec_lower_is_pointer(e->args[2]->type) ||
      !is_word(e->args[2]->type->to, &c.to) ||
      !is_word(e->args[0]->type, &in[0]) || !is_word(e->args[1]->type, &in[1]))
    return NULL;
  c.x = rec_lower_expr(lower, e->args[0]);
  c.y = rec_lower_expr(lower, e->args[1]);
  bool is_short = ir_size(in[0]) < 8 && ir_size(in[1]) < 8;
  if (!is_short) {
    c.x = ir_size(c.to) == 8 ? fit(lower, c.x, c.to) : NULL;
    c.y = c.x ? fit(lower, c.y, c.to) : NULL;
  }
  if (!c.x || !c.y)
    return NULL;
  rec_ptr place = rec_lower_place(lower, rec_lower_pointee(lower, e->args[2]));
  ir_val *lost;
  ir_val *v =
      is_short ? lower_short(lower, &c, &lost) : lower_long(lower, &c, &lost);
  rec_lower_store(lower, place, v, e->loc);
  return rec_lower_convert(lower, lost, out);
}
