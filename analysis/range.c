// analysis/range.c: bounds of integer values, and extents that are positive.
//
// A value's bounds follow from its definition: constants, the extent of the
// loop an index belongs to, what arithmetic does to bounds. Signed arithmetic
// of C types does not overflow (see ir_ops.def), so its bounds are clipped to
// the type; unsigned arithmetic that may wrap gives the whole type.
#include "analysis/analysis.h"

enum { MAX_DEPTH = 8 };
typedef __int128 wide;

static an_range range_of(const ir_val *v, int depth);

an_range
an_type_range(ir_scalar s) {
  if (s == IR_BOOL)
    return (an_range){0, 1};
  if (s == IR_U64 || s == IR_I64 || ir_is_float(s))
    return (an_range){INT64_MIN, INT64_MAX};
  int w = 8 * ir_size(s);
  if (ir_is_signed(s))
    return (an_range){-(1ll << (w - 1)), (1ll << (w - 1)) - 1};
  return (an_range){0, (1ll << w) - 1};
}

// lo..hi inside the type: clipped for signed types, all of it when an
// unsigned type could wrap.
static an_range
fit(ir_scalar s, wide lo, wide hi) {
  an_range t = an_type_range(s);
  bool inside = lo >= t.lo && hi <= t.hi;
  if (!inside && !ir_is_signed(s))
    return t;
  lo = lo < t.lo ? t.lo : lo > t.hi ? t.hi : lo;
  hi = hi > t.hi ? t.hi : hi < t.lo ? t.lo : hi;
  return (an_range){(int64_t)lo, (int64_t)hi};
}

// The smallest and largest of the four products.
static an_range
range_of_product(ir_scalar s, an_range x, an_range y) {
  wide p[4] = {(wide)x.lo * y.lo, (wide)x.lo * y.hi, (wide)x.hi * y.lo,
               (wide)x.hi * y.hi};
  wide lo = p[0], hi = p[0];
  for (int k = 1; k < 4; k++) {
    lo = p[k] < lo ? p[k] : lo;
    hi = p[k] > hi ? p[k] : hi;
  }
  return fit(s, lo, hi);
}

// Index parameter "v": 0 .. extent-1.
static an_range
range_of_index(const ir_val *v) {
  const ir_op *op = v->param_of->parent_op;
  if (op->ins.n <= v->index)
    return an_type_range(v->type.elem);
  an_range n = range_of(op->ins.at[v->index], 1);
  return (an_range){0, n.hi > 0 ? n.hi - 1 : 0};
}

// True when the float "v" is zero, positive, or NaN.
static bool
is_not_negative(const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (!op || depth > MAX_DEPTH)
    return false;
  bool first = op->ins.n > 0 && ir_is_float(op->ins.at[0]->type.elem) &&
               is_not_negative(op->ins.at[0], depth + 1);
  ir_opcode code = op->code;
  if (code == IR_OP_ABS || code == IR_OP_SQRT)
    return true;
  if (code == IR_OP_CONVERT && ir_is_int(op->ins.at[0]->type.elem))
    return range_of(op->ins.at[0], depth + 1).lo >= 0;
  if (code == IR_OP_MUL && op->ins.at[0] == op->ins.at[1])
    return true;
  if (code == IR_OP_ADD || code == IR_OP_MUL || code == IR_OP_DIV)
    return first && is_not_negative(op->ins.at[1], depth + 1);
  return first &&
         (code == IR_OP_CONVERT || code == IR_OP_FLOOR || code == IR_OP_CEIL ||
          code == IR_OP_TRUNC || code == IR_OP_RINT);
}

// A conversion of integers keeps bounds that fit, else gives the type's.
static an_range
range_of_convert(const ir_op *op, an_range x) {
  ir_scalar from = op->ins.at[0]->type.elem, to = op->outs.at[0]->type.elem;
  an_range t = an_type_range(to);
  bool same = (from != IR_U64 && to != IR_U64) || x.lo >= 0;
  return same && x.lo >= t.lo && x.hi <= t.hi ? x : t;
}

// Float "x" as an integer of type "to": truncated; NaN becomes 0.
static an_range
range_of_truncated(const ir_val *x, ir_scalar to, int depth) {
  an_range t = an_type_range(to);
  if (t.lo < 0 && is_not_negative(x, depth))
    t.lo = 0;
  return t;
}

// Division or remainder by a positive constant; else the type's bounds.
static an_range
range_of_division(const ir_op *op, an_range x, an_range y) {
  if (y.lo != y.hi || y.lo <= 0)
    return an_type_range(op->outs.at[0]->type.elem);
  if (op->code == IR_OP_DIV)
    return (an_range){x.lo / y.lo, x.hi / y.lo};
  int64_t most = y.lo - 1;
  if (op->outs.at[0]->type.elem == IR_U64 && x.lo < 0)
    return (an_range){0, most};
  if (x.lo >= 0)
    return (an_range){0, x.hi < most ? x.hi : most};
  return (an_range){-most, most};
}

// x & y with a non-negative side stays below it.
static an_range
range_of_and(ir_scalar s, an_range x, an_range y) {
  if (x.lo >= 0 && y.lo >= 0)
    return (an_range){0, x.hi < y.hi ? x.hi : y.hi};
  if (y.lo >= 0)
    return (an_range){0, y.hi};
  return x.lo >= 0 ? (an_range){0, x.hi} : an_type_range(s);
}

// The bits at and below the highest of "x" >= 0.
static int64_t
fill_bits(int64_t x) {
  for (int k = 1; k < 64; k *= 2)
    x |= x >> k;
  return x;
}

// x | y or x ^ y: no bit above those of both, unless a side may be negative.
static an_range
range_of_bits(const ir_op *op, an_range x, an_range y) {
  if (x.lo < 0 || y.lo < 0)
    return an_type_range(op->outs.at[0]->type.elem);
  int64_t least = x.lo > y.lo ? x.lo : y.lo;
  return (an_range){op->code == IR_OP_OR ? least : 0, fill_bits(x.hi | y.hi)};
}

// x << y by a constant, where no bit of x is lost; x >> y, where x is of a
// signed type or not negative, or y a constant.
static an_range
range_of_shift(const ir_op *op, an_range x, an_range y) {
  ir_scalar s = op->outs.at[0]->type.elem;
  an_range t = an_type_range(s);
  bool known = y.lo == y.hi && y.lo >= 0 && y.lo < 8 * ir_size(s);
  if (s == IR_U64 && x.lo < 0 && op->code == IR_OP_SHR && known && y.lo > 0)
    return (an_range){0, INT64_MAX >> (y.lo - 1)};
  if (x.lo < 0 && (op->code == IR_OP_SHL || !ir_is_signed(s)))
    return t;
  if (op->code == IR_OP_SHR)
    return known ? (an_range){x.lo >> y.lo, x.hi >> y.lo}
                 : (an_range){x.lo < 0 ? x.lo : 0, x.hi > 0 ? x.hi : 0};
  bool fits = known && x.hi <= t.hi >> y.lo;
  return fits ? (an_range){x.lo << y.lo, x.hi << y.lo} : t;
}

// The hull of both.
static an_range
join(an_range x, an_range y) {
  return (an_range){x.lo < y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi};
}

// A two-operand integer op.
static an_range
range_of_binary(const ir_op *op, an_range x, an_range y) {
  ir_scalar s = op->outs.at[0]->type.elem;
  bool low = x.lo >= 0 && y.lo >= 0 && (op->code != IR_OP_SUB || x.lo >= y.hi);
  if (s == IR_U64 && !low && op->code != IR_OP_AND && op->code != IR_OP_REM &&
      op->code != IR_OP_SHR)
    return an_type_range(s);
  if (op->code == IR_OP_ADD)
    return fit(s, (wide)x.lo + y.lo, (wide)x.hi + y.hi);
  if (op->code == IR_OP_SUB)
    return fit(s, (wide)x.lo - y.hi, (wide)x.hi - y.lo);
  if (op->code == IR_OP_MUL)
    return range_of_product(s, x, y);
  if (op->code == IR_OP_DIV || op->code == IR_OP_REM)
    return range_of_division(op, x, y);
  if (op->code == IR_OP_AND)
    return range_of_and(s, x, y);
  if (op->code == IR_OP_OR || op->code == IR_OP_XOR)
    return range_of_bits(op, x, y);
  if (op->code == IR_OP_SHL || op->code == IR_OP_SHR)
    return range_of_shift(op, x, y);
  if (ir_is_lesser(op->code))
    return (an_range){x.lo < y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi};
  if (ir_is_greater(op->code))
    return (an_range){x.lo > y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi};
  return an_type_range(s);
}

an_range
an_range_of_op(const ir_op *op, const an_range *in) {
  if (op->code == IR_OP_CONVERT)
    return range_of_convert(op, in[0]);
  if (op->code == IR_OP_SELECT)
    return join(in[1], in[2]);
  if (op->code == IR_OP_NEG && ir_is_signed(op->outs.at[0]->type.elem))
    return fit(op->outs.at[0]->type.elem, -(wide)in[0].hi, -(wide)in[0].lo);
  if (ir_op_table[op->code].cls == IR_CLASS_BIN)
    return range_of_binary(op, in[0], in[1]);
  return an_type_range(op->outs.at[0]->type.elem);
}

// The bounds of the result of scalar op "op".
static an_range
range_of_scalar(const ir_op *op, int depth) {
  an_range in[3] = {0};
  ir_scalar s = op->outs.at[0]->type.elem;
  if (op->code == IR_OP_CONVERT && ir_is_float(op->ins.at[0]->type.elem))
    return range_of_truncated(op->ins.at[0], s, depth);
  if (op->code != IR_OP_CONVERT && op->code != IR_OP_SELECT &&
      op->code != IR_OP_NEG && ir_op_table[op->code].cls != IR_CLASS_BIN)
    return an_type_range(s);
  for (int k = op->code == IR_OP_SELECT; k < op->ins.n; k++)
    in[k] = range_of(op->ins.at[k], depth);
  return an_range_of_op(op, in);
}

// The bounds of a result of an if: those of both yielded values.
static an_range
range_of_if(const ir_val *v, int depth) {
  ir_region *const *r = v->def->regions;
  return join(range_of(r[0]->last->ins.at[v->index], depth),
              range_of(r[1]->last->ins.at[v->index], depth));
}

// an_range_of, "depth" ops down.
static an_range
range_of(const ir_val *v, int depth) {
  int64_t c;
  ir_scalar s = v->type.elem;
  if (v->type.array || ir_is_float(s) || depth > MAX_DEPTH)
    return an_type_range(s);
  if (ir_is_index(v))
    return range_of_index(v);
  if (ir_match_int(v, &c))
    return (an_range){c, c};
  if (v->def && v->def->code == IR_OP_IF)
    return range_of_if(v, depth + 1);
  if (!v->def || v->def->outs.n != 1)
    return an_type_range(s);
  return range_of_scalar(v->def, depth + 1);
}

an_range
an_range_of(const ir_val *v) {
  return range_of(v, 0);
}

bool
an_fits_i32(const ir_val *v) {
  an_range r = an_range_of(v);
  return r.lo >= INT32_MIN && r.hi <= INT32_MAX;
}

// -- Extents ----------------------------------------------------------
// True when "x" and "y" are the same sum of products.
static bool
is_same_form(arena *a, ir_val *x, ir_val *y) {
  if (x == y)
    return true;
  an_affine p = an_affine_of(a, x), q = an_affine_of(a, y);
  return an_affine_eq(a, &p, &q);
}

bool
an_is_positive_at(arena *a, ir_val *n, const ir_op *at) {
  if (an_range_of(n).lo >= 1)
    return true;
  for (const ir_op *op = at->parent->parent_op; op; op = op->parent->parent_op)
    for (int k = 0; k < op->n_dims; k++)
      if (is_same_form(a, op->ins.at[k], n))
        return true;
  return false;
}
