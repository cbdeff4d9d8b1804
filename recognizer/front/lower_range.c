// recognizer/front/lower_range.c: static ranges, and conditions that become
// guards of the region.
//
// Trip counts are computed in i64. Where the C computes a bound in another
// type, or the count might not fit, a condition must hold: it is proven from
// static ranges, or checked when the region starts (a guard), or the loop is
// read as a `while` loop, which needs no condition.
#include "recognizer/front/lower_private.h"

enum { RANGE_DEPTH = 24, HOIST_DEPTH = 24 };
// 64-bit parameters that bound loops are taken to be below this (a guard).
static const int64_t assumed_max = (int64_t)1 << 48;

static const rec_range unknown_range = {INT64_MIN, INT64_MAX};

// -- Ranges -------------------------------------------------------------------

// True when the bounds are known.
static bool
is_known(rec_range r) {
  return r.lo != INT64_MIN && r.hi != INT64_MAX;
}

// The range with both bounds from the wider type, unknown on overflow.
static rec_range
make_range(__int128 lo, __int128 hi) {
  const __int128 limit = (__int128)1 << 62;
  if (lo < -limit || hi > limit)
    return unknown_range;
  return (rec_range){(int64_t)lo, (int64_t)hi};
}

// Products of bounds.
static rec_range
mul_range(rec_range x, rec_range y) {
  __int128 p[4] = {(__int128)x.lo * y.lo, (__int128)x.lo * y.hi,
                   (__int128)x.hi * y.lo, (__int128)x.hi * y.hi};
  __int128 lo = p[0], hi = p[0];
  for (int i = 1; i < 4; i++) {
    lo = p[i] < lo ? p[i] : lo;
    hi = p[i] > hi ? p[i] : hi;
  }
  return make_range(lo, hi);
}

// "r" where it fits the type, else what the type holds: a wrapped value is
// anything, a signed overflow does not happen.
static rec_range
fit_range(const rec_low *lx, rec_range r, ir_scalar type) {
  rec_range t = rec_low_type_range(type);
  if (r.lo >= t.lo && r.hi <= t.hi)
    return r;
  if (!ir_is_signed(type) || lx->src->wrapv)
    return t;
  r.lo = r.lo < t.lo ? t.lo : r.lo;
  r.hi = r.hi > t.hi ? t.hi : r.hi;
  return r.lo <= r.hi ? r : t;
}

// The guard |v| < 2^48 for the 64-bit parameter "v", added once; its range.
static rec_range
assume(rec_low *lx, ir_val *v) {
  bool is_signed = ir_is_signed(v->type.elem);
  if (!map_has(lx->assumed, v)) {
    ir_builder saved = lx->b;
    lx->b = ir_before(lx->entry_end);
    ir_scalar t = v->type.elem;
    ir_val *ok = rec_low_op2(lx, IR_OP_LE, v, rec_low_int(lx, t, assumed_max));
    if (is_signed)
      ok = rec_low_op2(
          lx, IR_OP_AND, ok,
          rec_low_op2(lx, IR_OP_GE, v, rec_low_int(lx, t, -assumed_max)));
    lx->b = saved;
    map_put(lx->assumed, v, v);
    vec_push(lx->a, &lx->assumptions, ok);
  }
  return (rec_range){is_signed ? -assumed_max : 0, assumed_max};
}

static rec_range range_of(rec_low *lx, ir_val *v, int depth);

// The range of + - * on "op"'s operands, as if in wide integers.
static rec_range
arith_range(rec_low *lx, const ir_op *op, int depth) {
  rec_range x = range_of(lx, op->ins.at[0], depth);
  rec_range y = range_of(lx, op->ins.at[1], depth);
  if (!is_known(x) || !is_known(y))
    return unknown_range;
  if (op->code == IR_OP_MUL)
    return mul_range(x, y);
  if (op->code == IR_OP_ADD)
    return make_range((__int128)x.lo + y.lo, (__int128)x.hi + y.hi);
  return make_range((__int128)x.lo - y.hi, (__int128)x.hi - y.lo);
}

// The range of min, max and select.
static rec_range
choice_range(rec_low *lx, const ir_op *op, int depth) {
  int first = op->code == IR_OP_SELECT;
  rec_range x = range_of(lx, op->ins.at[first], depth);
  rec_range y = range_of(lx, op->ins.at[first + 1], depth);
  int64_t lo_lo = x.lo < y.lo ? x.lo : y.lo, lo_hi = x.lo < y.lo ? y.lo : x.lo;
  int64_t hi_lo = x.hi < y.hi ? x.hi : y.hi, hi_hi = x.hi < y.hi ? y.hi : x.hi;
  if (op->code == IR_OP_MIN)
    return (rec_range){lo_lo, hi_lo};
  if (op->code == IR_OP_MAX)
    return (rec_range){lo_hi, hi_hi};
  return (rec_range){lo_lo, hi_hi};
}

// The range of an integer conversion.
static rec_range
convert_range(rec_low *lx, const ir_op *op, int depth) {
  ir_scalar from = op->ins.at[0]->type.elem, to = op->outs.at[0]->type.elem;
  if (ir_is_float(from))
    return rec_low_type_range(to);
  rec_range r = range_of(lx, op->ins.at[0], depth);
  rec_range t = rec_low_type_range(to);
  if (to == IR_U64)
    return r.lo >= 0 && is_known(r) ? r : unknown_range;
  return r.lo >= t.lo && r.hi <= t.hi ? r : t;
}

// The range of the result of "op".
static rec_range
op_range(rec_low *lx, const ir_op *op, int depth) {
  ir_scalar t = op->outs.at[0]->type.elem;
  int64_t c;
  rec_range x;
  switch ((int)op->code) {
  case IR_OP_ADD:
  case IR_OP_SUB:
  case IR_OP_MUL:
    x = arith_range(lx, op, depth);
    if (t == IR_U64)
      return x.lo >= 0 ? x : unknown_range;
    return fit_range(lx, x, t);
  case IR_OP_MIN:
  case IR_OP_MAX:
  case IR_OP_SELECT:
    return choice_range(lx, op, depth);
  case IR_OP_CONVERT:
    return convert_range(lx, op, depth);
  case IR_OP_DIV:
  case IR_OP_SHR:
    x = range_of(lx, op->ins.at[0], depth);
    return (x.lo >= 0 || is_known(x)) && rec_low_is_int(op->ins.at[1], &c) &&
                   c > 0
               ? (rec_range){x.lo < 0 ? x.lo : 0, x.hi > 0 ? x.hi : 0}
               : rec_low_type_range(t);
  case IR_OP_REM:
    x = range_of(lx, op->ins.at[0], depth);
    return x.lo >= 0 && rec_low_is_int(op->ins.at[1], &c) && c > 0
               ? (rec_range){0, c - 1}
               : rec_low_type_range(t);
  case IR_OP_AND:
    return rec_low_is_int(op->ins.at[1], &c) && c >= 0 ? (rec_range){0, c}
                                                       : rec_low_type_range(t);
  default:
    return rec_low_type_range(t);
  }
}

static rec_range
range_of(rec_low *lx, ir_val *v, int depth) {
  int64_t c;
  const rec_range *known = map_get(lx->ranges, v);
  ir_scalar t = v->type.elem;
  if (known)
    return *known;
  if (rec_low_is_int(v, &c))
    return t == IR_U64 && c < 0 ? unknown_range : (rec_range){c, c};
  if (v->param_of == lx->f->body && ir_is_int(t) && ir_size(t) == 8)
    return assume(lx, v);
  if (!v->def || depth <= 0)
    return rec_low_type_range(t);
  return op_range(lx, v->def, depth - 1);
}

rec_range
rec_low_range(rec_low *lx, ir_val *v) {
  return range_of(lx, v, RANGE_DEPTH);
}

// -- Guards ---------------------------------------------------------------

// True when "v" can be computed when the region starts.
static bool
is_hoistable(const rec_low *lx, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (v->type.array || depth <= 0)
    return false;
  if (!op)
    return v->param_of == lx->f->body;
  bool reads = op->code == IR_OP_INDEX && op->parent == lx->f->body &&
               op->ins.at[0]->param_of == lx->f->body;
  if (!reads && !ir_is_scalar_op(op->code))
    return false;
  for (int i = reads; i < op->ins.n; i++)
    if (!is_hoistable(lx, op->ins.at[i], depth - 1))
      return false;
  return true;
}

// "v", hoistable, built where lx->b stands: the region's start.
static ir_val *
hoist(rec_low *lx, ir_val *v) {
  const ir_op *op = v->def;
  if (!op)
    return v;
  if (op->code == IR_OP_CONST)
    return rec_low_bits(lx, v->type.elem, op->bits);
  if (op->code == IR_OP_INDEX)
    return rec_low_index(lx, op->ins.at[0], hoist(lx, op->ins.at[1]));
  ir_val *in[3];
  for (int i = 0; i < op->ins.n; i++)
    in[i] = hoist(lx, op->ins.at[i]);
  if (op->code == IR_OP_CONVERT)
    return rec_low_convert(lx, in[0], v->type.elem);
  if (op->code == IR_OP_BITCAST)
    return ir_build_bitcast(&lx->b, in[0], v->type.elem);
  return op->ins.n == 1   ? rec_low_op1(lx, op->code, in[0])
         : op->ins.n == 2 ? rec_low_op2(lx, op->code, in[0], in[1])
                          : rec_low_op3(lx, op->code, in[0], in[1], in[2]);
}

bool
rec_low_require(rec_low *lx, ir_val *cond) {
  int64_t c;
  if (rec_low_is_int(cond, &c))
    return c;
  if (!is_hoistable(lx, cond, HOIST_DEPTH))
    return false;
  ir_builder saved = lx->b;
  lx->b = ir_before(lx->entry_end);
  ir_val *guard = hoist(lx, cond);
  lx->b = saved;
  if (rec_low_is_int(guard, &c))
    return c;
  for (int i = 0; i < lx->guards.n; i++)
    if (lx->guards.at[i] == guard)
      return true;
  vec_push(lx->a, &lx->guards, guard);
  return true;
}

static ir_val *extreme(rec_low *lx, ir_val *v, bool max, int depth);

// The largest or smallest value of a product with known signs.
static ir_val *
extreme_product(rec_low *lx, const ir_op *op, bool max, int depth) {
  int64_t c;
  ir_val *x = op->ins.at[0], *y = op->ins.at[1];
  if (rec_low_is_int(y, &c)) {
    ir_val *e = extreme(lx, x, c >= 0 ? max : !max, depth);
    return e ? rec_low_op2(lx, IR_OP_MUL, e, y) : NULL;
  }
  if (rec_low_range(lx, x).lo < 0 || rec_low_range(lx, y).lo < 0)
    return NULL;
  x = extreme(lx, x, max, depth);
  y = x ? extreme(lx, y, max, depth) : NULL;
  return y ? rec_low_op2(lx, IR_OP_MUL, x, y) : NULL;
}

// The largest (or smallest) value the i64 "v" takes over all iterations of the
// loops around it, as something hoistable; NULL when unknown.
static ir_val *
extreme(rec_low *lx, ir_val *v, bool max, int depth) {
  if (depth <= 0 || is_hoistable(lx, v, HOIST_DEPTH))
    return depth <= 0 ? NULL : v;
  ir_val *trip = map_get(lx->trips, v);
  if (trip && !max)
    return rec_low_int(lx, IR_I64, 0);
  if (trip) {
    ir_val *e = extreme(lx, trip, true, depth - 1);
    return e ? rec_low_op2(lx, IR_OP_ADD, e, rec_low_int(lx, IR_I64, -1))
             : NULL;
  }
  const ir_op *op = v->def;
  if (!op || v->type.elem != IR_I64 || !is_known(rec_low_range(lx, v)))
    return NULL;
  if (op->code == IR_OP_MUL)
    return extreme_product(lx, op, max, depth - 1);
  if (op->code != IR_OP_ADD && op->code != IR_OP_SUB)
    return NULL;
  ir_val *x = extreme(lx, op->ins.at[0], max, depth - 1);
  bool second = op->code == IR_OP_SUB ? !max : max;
  ir_val *y = x ? extreme(lx, op->ins.at[1], second, depth - 1) : NULL;
  return y ? rec_low_op2(lx, op->code, x, y) : NULL;
}

bool
rec_low_require_in(rec_low *lx, ir_val *v, rec_range r) {
  rec_range known = rec_low_range(lx, v);
  if (!is_known(known))
    return false;
  if (known.lo < r.lo) {
    ir_val *least = extreme(lx, v, false, RANGE_DEPTH);
    if (!least ||
        !rec_low_require(lx, rec_low_op2(lx, IR_OP_GE, least,
                                         rec_low_int(lx, IR_I64, r.lo))))
      return false;
  }
  if (known.hi > r.hi) {
    ir_val *most = extreme(lx, v, true, RANGE_DEPTH);
    if (!most ||
        !rec_low_require(
            lx, rec_low_op2(lx, IR_OP_LE, most, rec_low_int(lx, IR_I64, r.hi))))
      return false;
  }
  return true;
}
