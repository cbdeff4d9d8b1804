// recognizer/front/lower_range.c: static ranges, and conditions that become
// guards of the region.
//
// Trip counts are computed in i64. Where the C computes a bound in another
// type, or the count might not fit, a condition must hold: it is proven from
// static ranges, or checked when the region starts (a guard), or the loop is
// read as a `while` loop, which needs no condition.
#include "recognizer/front/lower_number.h"

enum { RANGE_DEPTH = 24, HOIST_DEPTH = 24, LOADS_DEPTH = 8 };
// 64-bit parameters that bound loops are taken to be below this (a guard).
static const int64_t assumed_max = (int64_t)1 << 48;

static const an_range unknown_range = {INT64_MIN, INT64_MAX};

// -- The start of the region -----------------------------------------------

// True when "v" can be computed when the region starts.
static bool
is_hoistable(const rec_lower *lower, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (v->type.array || depth <= 0)
    return false;
  if (!op)
    return v->param_of == lower->f->body;
  bool reads = op->code == IR_OP_INDEX && op->parent == lower->f->body &&
               op->ins.at[0]->param_of == lower->f->body;
  if (!reads && !ir_is_scalar_op(op->code))
    return false;
  for (int i = reads; i < op->ins.n; i++)
    if (!is_hoistable(lower, op->ins.at[i], depth - 1))
      return false;
  return true;
}

// "v", hoistable, built where lower->b stands: the region's start.
static ir_val *
hoist(rec_lower *lower, ir_val *v) {
  const ir_op *op = v->def;
  if (!op)
    return v;
  if (op->code == IR_OP_CONST)
    return rec_lower_bits(lower, v->type.elem, op->bits);
  if (op->code == IR_OP_INDEX)
    return rec_lower_index(lower, op->ins.at[0], hoist(lower, op->ins.at[1]));
  ir_val *in[3];
  for (int i = 0; i < op->ins.n; i++)
    in[i] = hoist(lower, op->ins.at[i]);
  if (op->code == IR_OP_CONVERT)
    return rec_lower_convert(lower, in[0], v->type.elem);
  if (op->code == IR_OP_BITCAST)
    return ir_build_bitcast(&lower->b, in[0], v->type.elem);
  return op->ins.n == 1   ? rec_lower_op1(lower, op->code, in[0])
         : op->ins.n == 2 ? rec_lower_op2(lower, op->code, in[0], in[1])
                          : rec_lower_op3(lower, op->code, in[0], in[1], in[2]);
}

// -- Ranges -------------------------------------------------------------------

// True when the bounds are known.
static bool
is_known(an_range r) {
  return r.lo != INT64_MIN && r.hi != INT64_MAX;
}

// "r" where its bounds leave room to compute with; else unknown.
static an_range
settle(an_range r) {
  const int64_t limit = INT64_C(1) << 62;
  return r.lo < -limit || r.hi > limit ? unknown_range : r;
}

// The guard |v| < 2^48, added once, for "v" of 64 bits, which the region starts
// with; its range.
static an_range
assume(rec_lower *lower, ir_val *v) {
  bool is_signed = ir_is_signed(v->type.elem);
  if (!map_has(lower->assumed, v)) {
    ir_builder saved = lower->b;
    lower->b = ir_before(lower->entry_end);
    ir_scalar t = v->type.elem;
    ir_val *x = hoist(lower, v);
    ir_val *ok =
        rec_lower_op2(lower, IR_OP_LE, x, rec_lower_int(lower, t, assumed_max));
    if (is_signed)
      ok = rec_lower_op2(lower, IR_OP_AND, ok,
                         rec_lower_op2(lower, IR_OP_GE, x,
                                       rec_lower_int(lower, t, -assumed_max)));
    lower->b = saved;
    map_put(lower->assumed, v, v);
    vec_push(lower->a, &lower->assumptions, ok);
  }
  return (an_range){is_signed ? -assumed_max : 0, assumed_max};
}

static an_range range_of(rec_lower *lower, ir_val *v, int depth);

// The range of + - * and of a negation.
static an_range
arith_range(rec_lower *lower, const ir_op *op, int depth) {
  an_range in[2] = {0};
  for (int k = 0; k < op->ins.n; k++)
    in[k] = range_of(lower, op->ins.at[k], depth);
  return is_known(in[0]) && is_known(in[1])
             ? settle(an_range_of_op(op, in))
             : an_type_range(op->outs.at[0]->type.elem);
}

// The range of min, max, select, and of conversions.
static an_range
choice_range(rec_lower *lower, const ir_op *op, int depth) {
  an_range in[3] = {0};
  if (ir_is_float(op->ins.at[0]->type.elem))
    return an_type_range(op->outs.at[0]->type.elem);
  for (int k = op->code == IR_OP_SELECT; k < op->ins.n; k++)
    in[k] = range_of(lower, op->ins.at[k], depth);
  return an_range_of_op(op, in);
}

// The range of an op that has the constant "c", which is not negative, on the
// right.
static an_range
constant_range(rec_lower *lower, const ir_op *op, int64_t c, int depth) {
  an_range in[2] = {an_type_range(op->outs.at[0]->type.elem), {c, c}};
  if (op->code != IR_OP_AND)
    in[0] = range_of(lower, op->ins.at[0], depth);
  return an_range_of_op(op, in);
}

// The range of the result of "op".
static an_range
op_range(rec_lower *lower, const ir_op *op, int depth) {
  an_range t = an_type_range(op->outs.at[0]->type.elem), x;
  int64_t c;
  switch ((int)op->code) {
  case IR_OP_ADD:
  case IR_OP_SUB:
  case IR_OP_MUL:
  case IR_OP_NEG:
    return arith_range(lower, op, depth);
  case IR_OP_MIN:
  case IR_OP_MAX:
  case IR_OP_SELECT:
  case IR_OP_CONVERT:
    return choice_range(lower, op, depth);
  case IR_OP_SHL: // what is not negative is doubled, and does not overflow
    x = range_of(lower, op->ins.at[0], depth);
    return x.lo >= 0 && t.lo < 0 && !lower->src->wrapv ? (an_range){x.lo, t.hi}
                                                       : t;
  case IR_OP_DIV:
  case IR_OP_SHR:
  case IR_OP_REM:
  case IR_OP_AND:
    return rec_lower_is_int(op->ins.at[1], &c) && c >= 0
               ? constant_range(lower, op, c, depth)
               : t;
  default:
    return t;
  }
}

// rec_lower_range, "depth" ops down.
static an_range
range_of(rec_lower *lower, ir_val *v, int depth) {
  int64_t c;
  const an_range *known = map_get(lower->ranges, v);
  ir_scalar t = v->type.elem;
  if (known)
    return *known;
  if (rec_lower_is_int(v, &c))
    return t == IR_U64 && c < 0 ? unknown_range : (an_range){c, c};
  bool is_wide = ir_is_int(t) && ir_size(t) == 8;
  if (is_wide && (v->param_of == lower->f->body || map_has(lower->assumed, v)))
    return assume(lower, v);
  if (!v->def || depth <= 0)
    return an_type_range(t);
  return op_range(lower, v->def, depth - 1);
}

an_range
rec_lower_range(rec_lower *lower, ir_val *v) {
  return range_of(lower, v, RANGE_DEPTH);
}

// -- Guards ---------------------------------------------------------------

// Adds "cond", hoistable, to the conditions "all" of the region's start. False
// when it is known not to hold.
static bool
add_condition(rec_lower *lower, ir_val *cond, ir_vals *all) {
  int64_t c;
  ir_builder saved = lower->b;
  lower->b = ir_before(lower->entry_end);
  ir_val *guard = hoist(lower, cond);
  lower->b = saved;
  if (rec_lower_is_int(guard, &c))
    return c;
  for (int i = 0; i < all->n; i++)
    if (all->at[i] == guard)
      return true;
  vec_push(lower->a, all, guard);
  return true;
}

bool
rec_lower_require(rec_lower *lower, ir_val *cond) {
  int64_t c;
  if (rec_lower_is_int(cond, &c))
    return c;
  return is_hoistable(lower, cond, HOIST_DEPTH) &&
         add_condition(lower, cond, &lower->guards);
}

void
rec_lower_require_library(rec_lower *lower, const char *function) {
  for (int i = 0; i < lower->libraries.n; i++)
    if (!strcmp(lower->libraries.at[i], function))
      return;
  vec_push(lower->a, &lower->libraries, function);
  ir_builder saved = lower->b;
  lower->b = ir_before(lower->entry_end);
  ir_val *is = ir_build_call(&lower->b, function, IR_I32, 0, NULL);
  vec_push(lower->a, &lower->guards, rec_lower_truth(lower, is));
  lower->b = saved;
}

// True when "e" is an integer made of variables, their members and constants.
static bool
is_plain(const lt_expr *e) {
  if (e->kind == LT_VAR || e->kind == LT_MEMBER)
    return e->type->kind == LT_TYPE_SCALAR && !ir_is_float(e->type->elem);
  bool made = e->kind == LT_CAST || e->kind == LT_UNARY ||
              e->kind == LT_BINARY || e->kind == LT_INT;
  return made && e->type->kind == LT_TYPE_SCALAR && (!e->a || is_plain(e->a)) &&
         (!e->b || is_plain(e->b));
}

// True when "v", hoistable, can be computed whether C gets there or not: it
// divides by constants alone.
static bool
is_safe(const ir_val *v) {
  const ir_op *op = v->def;
  int64_t c;
  bool divides = op && (op->code == IR_OP_DIV || op->code == IR_OP_REM);
  bool ok = !divides || (ir_match_int(op->ins.at[1], &c) && c > 0);
  for (int i = 0; op && i < op->ins.n && ok; i++)
    ok = is_safe(op->ins.at[i]);
  return ok;
}

void
rec_lower_assume(rec_lower *lower, const lt_expr *e) {
  if (!is_plain(e))
    return;
  int n_refusals = lower->refusals.n;
  ir_val *cond = rec_lower_cond(lower, e);
  if (lower->refusals.n == n_refusals && is_safe(cond) &&
      is_hoistable(lower, cond, HOIST_DEPTH))
    add_condition(lower, cond, &lower->told);
  lower->refusals.n = n_refusals;
}

static ir_val *extreme(rec_lower *lower, ir_val *v, bool max, int depth);

// The largest or smallest value of a product with known signs.
static ir_val *
extreme_product(rec_lower *lower, const ir_op *op, bool max, int depth) {
  int64_t c;
  ir_val *x = op->ins.at[0], *y = op->ins.at[1];
  if (rec_lower_is_int(y, &c)) {
    ir_val *e = extreme(lower, x, c >= 0 ? max : !max, depth);
    return e ? rec_lower_op2(lower, IR_OP_MUL, e, y) : NULL;
  }
  if (rec_lower_range(lower, x).lo < 0 || rec_lower_range(lower, y).lo < 0)
    return NULL;
  x = extreme(lower, x, max, depth);
  y = x ? extreme(lower, y, max, depth) : NULL;
  return y ? rec_lower_op2(lower, IR_OP_MUL, x, y) : NULL;
}

// The largest (or smallest) value the i64 "v" takes over all iterations of the
// loops around it, as something hoistable; NULL when unknown.
static ir_val *
extreme(rec_lower *lower, ir_val *v, bool max, int depth) {
  if (depth <= 0 || is_hoistable(lower, v, HOIST_DEPTH))
    return depth <= 0 ? NULL : v;
  ir_val *trip = map_get(lower->trips, v);
  if (trip && !max)
    return rec_lower_int(lower, IR_I64, 0);
  if (trip) {
    ir_val *e = extreme(lower, trip, true, depth - 1);
    return e ? rec_lower_op2(lower, IR_OP_ADD, e,
                             rec_lower_int(lower, IR_I64, -1))
             : NULL;
  }
  const ir_op *op = v->def;
  if (!op || v->type.elem != IR_I64 || !is_known(rec_lower_range(lower, v)))
    return NULL;
  if (op->code == IR_OP_MUL)
    return extreme_product(lower, op, max, depth - 1);
  if (op->code != IR_OP_ADD && op->code != IR_OP_SUB)
    return NULL;
  ir_val *x = extreme(lower, op->ins.at[0], max, depth - 1);
  bool second = op->code == IR_OP_SUB ? !max : max;
  ir_val *y = x ? extreme(lower, op->ins.at[1], second, depth - 1) : NULL;
  return y ? rec_lower_op2(lower, op->code, x, y) : NULL;
}

// Makes assumptions of the integers of 64 bits that "v" is computed from and
// that the region starts with in memory (p->size), or that are signed ones
// converted, which may wrap ((size_t)m). Only for counts: of data nothing is
// assumed.
static void
assume_loads(rec_lower *lower, ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (!op || depth <= 0 || !ir_is_int(v->type.elem))
    return;
  if (ir_is_scalar_op(op->code))
    for (int i = 0; i < op->ins.n; i++)
      assume_loads(lower, op->ins.at[i], depth - 1);
  bool may_wrap = op->code == IR_OP_CONVERT && v->type.elem == IR_U64 &&
                  ir_is_int(op->ins.at[0]->type.elem) &&
                  !is_known(rec_lower_range(lower, v));
  bool is_read = op->code == IR_OP_INDEX && ir_size(v->type.elem) == 8;
  if ((may_wrap || is_read) && is_hoistable(lower, v, HOIST_DEPTH))
    assume(lower, v);
}

bool
rec_lower_require_in(rec_lower *lower, ir_val *v, an_range r) {
  an_range known = rec_lower_range(lower, v);
  if (!is_known(known)) {
    assume_loads(lower, v, LOADS_DEPTH);
    known = rec_lower_range(lower, v);
  }
  if (!is_known(known))
    return false;
  if (known.lo < r.lo) {
    ir_val *least = extreme(lower, v, false, RANGE_DEPTH);
    if (!least || !rec_lower_require(
                      lower, rec_lower_op2(lower, IR_OP_GE, least,
                                           rec_lower_int(lower, IR_I64, r.lo))))
      return false;
  }
  if (known.hi > r.hi) {
    ir_val *most = extreme(lower, v, true, RANGE_DEPTH);
    if (!most || !rec_lower_require(
                     lower, rec_lower_op2(lower, IR_OP_LE, most,
                                          rec_lower_int(lower, IR_I64, r.hi))))
      return false;
  }
  return true;
}
