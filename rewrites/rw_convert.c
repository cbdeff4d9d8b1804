// rewrites/rw_convert.c: conversions of one value.
//
// C promotes to int and converts to index types at every turn; these rules
// leave one conversion where several stood.
#include "rewrites/rw_private.h"

// The op that made operand 0 of the convert "op", when it is a convert too.
static ir_op *
inner_convert(const ir_op *op) {
  if (op->code != IR_OP_CONVERT)
    return NULL;
  ir_op *inner = op->ins.at[0]->def;
  return inner && inner->code == IR_OP_CONVERT ? inner : NULL;
}

// (C)(B)x => (C)x
// when: integers, and the bounds of x fit B (an index below an int extent).
// why:  `int i` used as a subscript becomes the index itself.
// src:  folklore
static ir_val *
convert_in_range(rw_simp *s, ir_op *op) {
  (void)s;
  ir_op *inner = inner_convert(op);
  if (!inner)
    return NULL;
  ir_val *x = inner->ins.at[0];
  ir_scalar mid = rw_out_elem(inner);
  if (!ir_is_int(x->type.elem) || !ir_is_int(mid) || x->type.elem == IR_U64)
    return NULL;
  an_range r = an_range_of(x);
  int w = ir_width(mid) - ir_is_signed(mid);
  int64_t hi = w >= 63 ? INT64_MAX : (1ll << w) - 1;
  int64_t lo = ir_is_signed(mid) ? -hi - 1 : 0;
  if (r.lo < lo || r.hi > hi)
    return NULL;
  ir_builder b = ir_before(op);
  return ir_build_convert(&b, x, rw_out_elem(op));
}

// (i64)(x + y) => (i64)x + (i64)y, likewise - and *, and -x
// when: x and y are signed and narrower: C's int does not overflow.
// why:  subscripts become sums of products over i64, equal ones meet in CSE.
// src:  C17 6.5p5
static ir_val *
widen_index(rw_simp *s, ir_op *op) {
  (void)s;
  if (op->code != IR_OP_CONVERT || rw_out_elem(op) != IR_I64)
    return NULL;
  ir_op *sum = op->ins.at[0]->def;
  if (!sum || (sum->code != IR_OP_ADD && sum->code != IR_OP_SUB &&
               sum->code != IR_OP_MUL && sum->code != IR_OP_NEG))
    return NULL;
  if (!ir_is_signed(rw_out_elem(sum)) || rw_out_elem(sum) == IR_I64)
    return NULL;
  ir_builder b = ir_before(op);
  ir_val *x = ir_build_convert(&b, sum->ins.at[0], IR_I64);
  if (sum->code == IR_OP_NEG)
    return ir_build1(&b, IR_OP_NEG, x);
  ir_val *y = ir_build_convert(&b, sum->ins.at[1], IR_I64);
  return ir_build2(&b, sum->code, x, y);
}

// A comparison of an integer, converted to a type that has its values or rounds
// them, with a constant.
typedef struct int_test {
  ir_scalar from, to; // of the conversion
  ir_scalar order;    // "from", or its unsigned type where "to" orders so
  ir_bits c;
  __int128 least, end; // the integers of "order": least <= x < end
} int_test;

// The outcome of comparison "code" for the integer "x".
static bool
test_int(const int_test *t, ir_opcode code, __int128 x) {
  ir_bits bits = (uint64_t)x & ~0ull >> (64 - ir_width(t->from));
  ir_bits args[2] = {ir_eval_scalar(IR_OP_CONVERT, t->from, t->to, &bits),
                     t->c};
  return ir_eval_scalar(code, t->to, IR_BOOL, args) != 0;
}

// The first integer for which "code", an order, does not come out as for the
// least; the end when there is none. Conversion is monotonic, so there is one
// border at most.
static __int128
find_border(const int_test *t, ir_opcode code) {
  __int128 lo = t->least, hi = t->end;
  bool first = test_int(t, code, lo);
  while (hi - lo > 1) {
    __int128 mid = lo + (hi - lo) / 2;
    *(test_int(t, code, mid) == first ? &lo : &hi) = mid;
  }
  return hi;
}

// "x" < c and the like, as a comparison of integers.
static ir_val *
compare_order(ir_builder *b, const int_test *t, ir_opcode code, ir_val *x) {
  bool first = test_int(t, code, t->least);
  __int128 border = find_border(t, code);
  if (border == t->end)
    return ir_build_int(b, IR_BOOL, first);
  return ir_build2(b, first ? IR_OP_LT : IR_OP_GE,
                   ir_build_convert(b, x, t->order),
                   ir_build_int(b, t->order, (int64_t)border));
}

// "x" == c or !=, as a comparison of integers; NULL when several are equal.
static ir_val *
compare_equal(ir_builder *b, const int_test *t, ir_opcode code, ir_val *x) {
  __int128 first =
      test_int(t, IR_OP_GE, t->least) ? t->least : find_border(t, IR_OP_GE);
  if (first == t->end || !test_int(t, IR_OP_EQ, first))
    return ir_build_int(b, IR_BOOL, code == IR_OP_NE);
  if (first + 1 < t->end && test_int(t, IR_OP_EQ, first + 1))
    return NULL;
  return ir_build2(b, code, x, ir_build_int(b, t->from, (int64_t)first));
}

// Whether "op" compares an integer, converted to a type that keeps the order of
// its type or of its unsigned type, with a constant: "t", and "x" of it.
static bool
match_int_test(const ir_op *op, int_test *t, ir_val **x) {
  if (ir_op_table[op->code].cls != IR_CLASS_CMP ||
      !ir_match_bits(op->ins.at[1], &t->c))
    return false;
  ir_op *conv = op->ins.at[0]->def;
  if (!conv || conv->code != IR_OP_CONVERT ||
      !ir_is_int(conv->ins.at[0]->type.elem))
    return false;
  *x = conv->ins.at[0];
  t->from = t->order = (*x)->type.elem;
  t->to = rw_out_elem(conv);
  if (!ir_is_float(t->to) && ir_width(t->to) <= ir_width(t->from))
    return false;
  if (ir_is_signed(t->from) && !ir_is_float(t->to) && !ir_is_signed(t->to))
    t->order = (ir_scalar)(t->from + IR_U8 - IR_I8);
  __int128 count = (__int128)1 << ir_width(t->from);
  t->least = ir_is_signed(t->order) ? -(count / 2) : 0;
  t->end = t->least + count;
  return true;
}

// (T)x < c => x < c'
// when: x is an integer, c a constant, T wider or floating; c' is where the
//       converted x passes c. == and != where one x at most is equal to c.
// why:  a conversion less; and GPUs' compilers that fold it themselves were
//       seen to mix up signs (docs/numerics.md).
// src:  folklore
static ir_val *
compare_converted_int(rw_simp *s, ir_op *op) {
  (void)s;
  int_test t;
  ir_val *x;
  if (!match_int_test(op, &t, &x))
    return NULL;
  ir_builder b = ir_before(op);
  return op->code == IR_OP_EQ || op->code == IR_OP_NE
             ? compare_equal(&b, &t, op->code, x)
             : compare_order(&b, &t, op->code, x);
}

const rw_scalar_rule rw_convert_rules[] = {
    {RW_RULE_convert_in_range, convert_in_range},
    {RW_RULE_widen_index, widen_index},
    {RW_RULE_compare_converted_int, compare_converted_int},
};
const int rw_n_convert_rules = LOFT_COUNT(rw_convert_rules);
