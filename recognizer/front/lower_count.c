// recognizer/front/lower_count.c: how often loops run that count.
//
// The number of iterations is computed in i64; where C computes in a type that
// could wrap or be too small, conditions are required (rec_lower_require), and
// without them the loop does not count.
#include "recognizer/front/lower_count.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// The largest magnitude trip counts are computed with.
static const int64_t big = (int64_t)1 << 60;

// -- Counting -------------------------------------------------------------

// The values of a variable of "type" at the end of a loop.
static an_range
end_range(ir_scalar type) {
  an_range r = an_type_range(type);
  if (ir_size(type) == 8)
    r = (an_range){ir_is_unsigned(type) ? 0 : -big, big};
  return r;
}

// True when i64 arithmetic on "v", a value of "type", is C's: no overflow, and
// no wrap of an unsigned type.
static bool
is_small(rec_lower *lower, ir_val *v, ir_scalar type) {
  if (ir_size(type) < 8)
    return true;
  an_range r = {ir_is_unsigned(type) ? 0 : -big, big};
  return rec_lower_require_in(lower, v, r);
}

// The conversions that the variable goes through before it is compared must
// keep its value (of sums see sum_fits). *nonneg: they do if it is not
// negative.
static bool
keeps_value(const lt_expr *e, const rec_count *c, bool *nonneg) {
  if (e->kind == LT_VAR || e->kind == LT_INCDEC)
    return true;
  if (e == c->sum && c->addend)
    return keeps_value(e->a == c->addend ? e->b : e->a, c, nonneg);
  if (e == c->product && c->square)
    return keeps_value(e->a, c, nonneg) && keeps_value(e->b, c, nonneg);
  if (e == c->product && c->factor > 1)
    return keeps_value(rec_count_variable(e->a) == c->var ? e->a : e->b, c,
                       nonneg);
  if (e->kind != LT_CAST)
    return false;
  ir_scalar from = e->a->type->elem, to = e->type->elem;
  bool wider = ir_size(to) > ir_size(from), same = ir_size(to) == ir_size(from);
  if (ir_is_signed(from) && ir_is_unsigned(to) && (wider || same))
    *nonneg = true;
  else if (!(wider || (same && ir_is_signed(from) == ir_is_signed(to))))
    return false;
  return keeps_value(e->a, c, nonneg);
}

// The values the count is computed from, all i64.
typedef struct terms {
  ir_val *start; // of the variable
  ir_val *lo;    // the same times the factor
  ir_val *add;   // the addend; NULL: none
  ir_val *raw;   // what variable and addend are compared with
  ir_val *bound; // what the variable is compared with: without the addend
  ir_val *step;  // per iteration, with sign
  ir_val *a;     // its magnitude times the factor; at first without sign
  bool up;
  bool small;   // all are small: no i64 arithmetic on them overflows
  ir_val *runs; // !small: lo rel bound, in C's type
} terms;

// Such numbers, and those by one larger, have roots up to 2^26 that are rounded
// neither to an integer nor away from one.
static const int64_t rootable = ((int64_t)1 << 52) - 1;

// The bound of a variable that is not negative, if its square is compared with
// "bound": x*x < y when x < ceil(sqrt(y)).
static ir_val *
square_root(rec_lower *lower, const rec_count *c, ir_val *bound) {
  ir_val *one = rec_lower_int(lower, IR_I64, 1), *y = bound;
  if (c->rel == LT_LE)
    y = rec_lower_op2(lower, IR_OP_ADD, y, one);
  y = rec_lower_op2(lower, IR_OP_MAX, y, rec_lower_int(lower, IR_I64, 0));
  ir_val *root =
      rec_lower_op1(lower, IR_OP_SQRT, rec_lower_convert(lower, y, IR_F64));
  root = rec_lower_op1(lower, IR_OP_CEIL, root);
  root = rec_lower_convert(lower, root, IR_I64);
  an_range *range = NEW(lower->a, an_range);
  *range = (an_range){0, 1 << 26};
  map_put(lower->ranges, root, range);
  return c->rel == LT_LE ? rec_lower_op2(lower, IR_OP_SUB, root, one) : root;
}

// Evaluates start, bound and step; the loop "exits" otherwise, too.
static bool
evaluate_terms(rec_lower *lower, const rec_count *c, terms *t, bool exits) {
  ir_val *zero = rec_lower_int(lower, IR_I64, 0);
  ir_val *one = rec_lower_int(lower, IR_I64, 1), *scale = NULL;
  bool was = lower->logging;
  lower->logging &= !c->other; // the bound may change
  if (c->obj->kind == REC_OBJ_POINTER) {
    rec_ptr b = rec_lower_pointer(lower, c->bound);
    const rec_ptr from = {.obj = c->obj->now.target, .off = c->obj->now.val};
    ir_val *meet = NULL;
    b = rec_lower_place_in(lower, from, b, &meet);
    if ((meet && c->rel == LT_NE && exits) || !b.obj || b.obj != from.obj ||
        c->addend)
      return false;
    scale = rec_lower_stride(lower, b, c->var->type->to, c->bound->loc);
    t->lo = c->obj->now.val ? c->obj->now.val : zero;
    t->bound = b.off ? b.off : zero;
  } else {
    t->lo = rec_lower_widen(lower, c->obj->now.val
                                       ? c->obj->now.val
                                       : rec_lower_zero(lower, c->obj->elem));
    t->bound = c->bound
                   ? rec_lower_widen(lower, rec_lower_expr(lower, c->bound))
                   : zero;
  }
  lower->logging = was;
  t->step = c->amount ? rec_lower_widen(lower, rec_lower_expr(lower, c->amount))
                      : one;
  if (scale)
    t->step = rec_lower_op2(lower, IR_OP_MUL, t->step, scale);
  t->start = t->lo;
  t->a = t->step;
  if (c->factor > 1) {
    ir_val *factor = rec_lower_int(lower, IR_I64, c->factor);
    t->lo = rec_lower_op2(lower, IR_OP_MUL, t->lo, factor);
    t->a = rec_lower_op2(lower, IR_OP_MUL, t->a, factor);
  }
  if (c->negative)
    t->step = rec_lower_op1(lower, IR_OP_NEG, t->step);
  if (c->square &&
      !rec_lower_require_in(lower, t->bound, (an_range){-rootable, rootable}))
    return false;
  if (c->square)
    t->bound = square_root(lower, c, t->bound);
  t->raw = t->bound;
  if (c->addend) {
    t->add = rec_lower_widen(lower, rec_lower_expr(lower, c->addend));
    t->bound = rec_lower_op2(lower, c->subtract ? IR_OP_ADD : IR_OP_SUB, t->raw,
                             t->add);
  }
  return true;
}

// Sets t->a to how fast variable and bound, which both move, come together;
// false where they do not, or C might wrap one of them: unsigned ones that meet
// in steps of one stay between those that they start as.
static bool
find_closing(rec_lower *lower, const rec_count *c, terms *t) {
  int64_t step, scale = 1;
  bool is_pointer = c->obj->kind == REC_OBJ_POINTER;
  ir_scalar type = c->obj->elem;
  if (!rec_lower_is_int(t->step, &step) ||
      (is_pointer &&
       !rec_lower_is_int(rec_lower_stride(lower,
                                          (rec_ptr){.obj = c->obj->now.target},
                                          c->var->type->to, c->bound->loc),
                         &scale)))
    return false;
  int64_t speed = step - c->closing * scale;
  bool meet = step == -c->closing && (step == 1 || step == -1) &&
              (c->rel == LT_LT || c->rel == LT_GT);
  if (!is_pointer &&
      (ir_size(type) < 4 || c->other->type->elem != type || lower->src->wrapv ||
       (ir_is_unsigned(type) && (!meet || c->at_end))))
    return false;
  t->up = c->rel == LT_NE ? speed > 0 : c->rel == LT_LT || c->rel == LT_LE;
  speed = t->up ? speed : -speed;
  t->a = rec_lower_int(lower, IR_I64, speed);
  return speed > 0;
}

// Which way the loop goes; false when its step and comparison disagree.
static bool
find_direction(rec_lower *lower, const rec_count *c, terms *t) {
  int64_t k;
  if (c->other)
    return find_closing(lower, c, t);
  bool is_const = rec_lower_is_int(t->step, &k);
  t->up = c->rel == LT_LT || c->rel == LT_LE || (c->rel == LT_NE && k > 0);
  if (c->rel == LT_NE && !is_const)
    return false;
  if (is_const && (k == 0 || (k > 0) != t->up || k < -big || k > big))
    return false;
  if (t->up == c->negative)
    t->a = rec_lower_op1(lower, IR_OP_NEG, t->a);
  return is_const || rec_lower_require_in(lower, t->a, (an_range){1, big});
}

// bound - lo, or lo - bound, plus one when the bound is included.
static ir_val *
distance(rec_lower *lower, const rec_count *c, const terms *t) {
  ir_val *d = t->up ? rec_lower_op2(lower, IR_OP_SUB, t->bound, t->lo)
                    : rec_lower_op2(lower, IR_OP_SUB, t->lo, t->bound);
  if (c->rel == LT_LE || c->rel == LT_GE)
    d = rec_lower_op2(lower, IR_OP_ADD, d, rec_lower_int(lower, IR_I64, 1));
  return d;
}

// By how much the comparison of a loop's end may exceed the bound.
static ir_val *
past_bound(rec_lower *lower, const rec_count *c, const terms *t) {
  int64_t past = c->rel == LT_LE || c->rel == LT_GE;
  return rec_lower_op2(lower, IR_OP_ADD, t->a,
                       rec_lower_int(lower, IR_I64, past - 1));
}

// The sum of variable and addend, where C would wrap it instead of overflowing,
// does not: a loop that goes up from 0 or more, i + 1 < n.
static bool
sum_fits(rec_lower *lower, const rec_count *c, const terms *t) {
  ir_scalar type = c->sum->type->elem;
  if (ir_is_signed(type) && !lower->src->wrapv)
    return true;
  if (!t->up || c->subtract || ir_is_signed(type) ||
      ir_is_signed(c->obj->elem) || !ir_is_unsigned(c->addend->type->elem))
    return false;
  an_range r = end_range(type);
  ir_val *last = t->raw;
  if (c->rel != LT_NE)
    last = rec_lower_op2(lower, IR_OP_ADD, t->raw, past_bound(lower, c, t));
  return rec_lower_require_in(lower, t->lo, r) &&
         rec_lower_require_in(lower, t->add, r) &&
         rec_lower_require_in(
             lower, rec_lower_op2(lower, IR_OP_ADD, t->lo, t->add), r) &&
         rec_lower_require_in(lower, last, (an_range){-big, r.hi});
}

// True when C would wrap the variable, of "type", instead of overflowing.
static bool
may_wrap(const rec_lower *lower, const rec_count *c, ir_scalar type) {
  bool wraps = ir_is_unsigned(type) || ir_size(type) < 4 || lower->src->wrapv;
  return wraps && c->obj->kind != REC_OBJ_POINTER;
}

// Whether the loop ends with its variable, of range "r", at the bound, as
// i > 0; i -= 2 does of an even number.
static bool
ends_at_bound(rec_lower *lower, const rec_count *c, const terms *t,
              an_range r) {
  int64_t step;
  if ((c->rel != LT_LT && c->rel != LT_GT) || c->at_end || c->addend ||
      c->other || c->factor > 1 || !rec_lower_is_int(t->a, &step) || step < 2)
    return false;
  ir_val *rest = rec_lower_op2(lower, IR_OP_REM, distance(lower, c, t), t->a);
  return rec_lower_require_in(lower, t->bound, r) &&
         rec_lower_require_in(lower, rest, (an_range){0, 0});
}

// The variable's type must hold its value after the last iteration where C
// would wrap instead of overflowing.
static bool
end_fits(rec_lower *lower, const rec_count *c, const terms *t, ir_scalar type) {
  if (!may_wrap(lower, c, type))
    return true;
  an_range r = end_range(type);
  if (c->factor > 1) // of a type of less than 8 bytes
    r = (an_range){(r.lo - 1) * c->factor + 1, (r.hi + 1) * c->factor - 1};
  ir_val *end = t->bound;
  if (c->rel != LT_NE)
    end = rec_lower_op2(lower, t->up ? IR_OP_ADD : IR_OP_SUB, end,
                        past_bound(lower, c, t));
  if (t->up && c->rel != LT_NE)
    r.lo = -big;
  else if (c->rel != LT_NE)
    r.hi = big;
  return rec_lower_require_in(lower, end, r) ||
         ends_at_bound(lower, c, t, end_range(type));
}

// The step after the first iteration of a do loop, which is made whatever the
// bound is, must not wrap either.
static bool
first_step_fits(rec_lower *lower, const rec_count *c, const terms *t,
                ir_scalar type) {
  if (c->old || !may_wrap(lower, c, type))
    return true;
  ir_val *next = rec_lower_op2(lower, IR_OP_ADD, t->start, t->step);
  return rec_lower_require_in(lower, next, end_range(type));
}

// The variable is not negative, and C does not wrap its square.
static bool
square_fits(rec_lower *lower, const rec_count *c, const terms *t) {
  ir_scalar type = c->product->type->elem;
  bool is_unsigned = ir_is_unsigned(type);
  if ((c->rel != LT_LT && c->rel != LT_LE) || c->at_end || c->other || !t->up ||
      !rec_lower_require_in(lower, t->lo, (an_range){0, big}))
    return false;
  if (!is_unsigned && !lower->src->wrapv)
    return true;
  int64_t most = ir_size(type) < 8 ? is_unsigned ? UINT16_MAX : 46340
                 : is_unsigned     ? UINT32_MAX
                                   : 3037000499;
  ir_val *last =
      rec_lower_op2(lower, IR_OP_ADD, t->bound, past_bound(lower, c, t));
  return rec_lower_require_in(lower, last, (an_range){-big, most});
}

// `!=` must be met exactly, in the direction of the step. A pointer that
// nothing else stops would leave its array otherwise, which C does not define.
static bool
meets_bound(rec_lower *lower, const rec_count *c, const terms *t, ir_val *d,
            bool exits) {
  if (c->rel != LT_NE)
    return true;
  bool passes = c->at_end && !c->old; // a bound that it starts at
  bool must = !exits && c->obj->kind == REC_OBJ_POINTER;
  if (!rec_lower_require_in(lower, d, (an_range){passes, INT64_MAX - 1}) &&
      !must)
    return false;
  ir_val *rest = rec_lower_op2(lower, IR_OP_REM, d, t->a);
  int64_t one;
  if (rec_lower_is_int(t->a, &one) && one == 1)
    return true;
  return rec_lower_require(lower,
                           rec_lower_op2(lower, IR_OP_EQ, rest,
                                         rec_lower_int(lower, IR_I64, 0))) ||
         must;
}

// Start and bound are small; or their comparison in C's type decides whether
// the loop runs at all, and counting up by one from there cannot wrap. Where
// the loop may end before, its count must fit, too: no loop comes to other
// ones.
static bool
check_sizes(rec_lower *lower, const rec_count *c, terms *t, ir_scalar type,
            ir_scalar compared, bool exits) {
  int n_guards = lower->guards.n;
  if (c->obj->kind == REC_OBJ_POINTER ||
      (is_small(lower, t->lo, type) && is_small(lower, t->bound, compared))) {
    t->small = true;
    return true;
  }
  lower->guards.n = n_guards;
  int64_t k;
  bool unit = rec_lower_is_int(t->a, &k) && k == 1;
  if (c->rel != LT_LT || !unit || c->addend || c->other || ir_size(type) != 8 ||
      lower->src->wrapv ||
      (exits &&
       (ir_is_signed(compared) || !is_small(lower, t->bound, compared))))
    return false;
  ir_val *x = rec_lower_convert(lower, t->lo, compared);
  t->runs = rec_lower_op2(lower, IR_OP_LT, x,
                          rec_lower_convert(lower, t->bound, compared));
  return true;
}

// The sum of variable and addend, of an unsigned type that C wraps, goes up by
// one while it is below a bound, which is small: so it does not wrap from what
// it starts as, whatever that is.
static bool
sum_counts(rec_lower *lower, const rec_count *c, terms *t) {
  ir_scalar type = c->sum->type->elem, own = c->obj->elem;
  int64_t k;
  bool unit = rec_lower_is_int(t->a, &k) && k == 1;
  if (c->obj->kind == REC_OBJ_POINTER || c->rel != LT_LT || !unit || !t->up ||
      c->subtract || c->other || c->factor > 1 || c->square || c->at_end ||
      !ir_is_unsigned(type) || ir_size(type) < 4 || lower->src->wrapv ||
      (may_wrap(lower, c, own) && ir_size(own) < ir_size(type)) ||
      !is_small(lower, t->raw, type))
    return false;
  ir_val *sum = rec_lower_op2(lower, IR_OP_ADD, t->lo, t->add);
  ir_val *first = rec_lower_convert(lower, sum, type);
  t->lo = rec_lower_widen(lower, first);
  t->bound = t->raw;
  t->runs = rec_lower_op2(lower, IR_OP_LT, first,
                          rec_lower_convert(lower, t->raw, type));
  return true;
}

// -- Counting down past 0 -------------------------------------------------
//
// for (size_t i = n - 1; i < n; i--): the variable goes on from 0 to the
// largest number of its type, at which the test fails. So it starts at s (of
// "type", w bits) and goes down to 0, if s < end. For s stands an i64 u that is
// the same modulo 2^w: n - 1, which is -1 where s is the largest number. With
//   -2^w <= u < 2^w, end - u <= 2^w, end <= 2^w - step
// s < end means 0 <= u < end, and that what it wraps to is not below "end".

// True when the bound is the largest number of "type".
static bool
ends_at_largest(const terms *t, ir_scalar type) {
  int64_t k;
  return rec_lower_is_int(t->bound, &k) &&
         k == (ir_size(type) == 8 ? -1 : an_type_range(type).hi);
}

// True when the loop counts on going down past 0.
static bool
goes_past_zero(const rec_count *c, const terms *t) {
  int64_t k;
  if (c->obj->kind != REC_OBJ_SCALAR || !ir_is_unsigned(c->obj->elem) ||
      c->addend || c->in_test || c->factor > 1 ||
      !rec_lower_is_int(t->step, &k) || k >= 0 || k < -big)
    return false;
  return c->rel == LT_LT || c->rel == LT_LE ||
         (c->rel == LT_NE && k == -1 && ends_at_largest(t, c->obj->elem));
}

// An i64 that is "v" modulo what its unsigned type holds: sums are not wrapped.
static ir_val *
unwrapped(rec_lower *lower, ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (depth == 0 || !op || !ir_is_unsigned(v->type.elem) ||
      (op->code != IR_OP_ADD && op->code != IR_OP_SUB))
    return rec_lower_widen(lower, v);
  ir_val *x = unwrapped(lower, op->ins.at[0], depth - 1);
  ir_val *y = unwrapped(lower, op->ins.at[1], depth - 1);
  return rec_lower_op2(lower, op->code, x, y);
}

// Requires what must hold of "u" and "end" (see above), NULL: 2^w - 1.
static bool
start_fits(rec_lower *lower, ir_val *u, ir_val *end, ir_scalar type) {
  an_range r = {-big, big};
  if (ir_size(type) < 8)
    r = (an_range){-an_type_range(type).hi - 1, an_type_range(type).hi};
  if (!end)
    r.lo = -1;
  if (!rec_lower_require_in(lower, u, r))
    return false;
  if (!end || ir_size(type) == 8)
    return true;
  ir_val *room = rec_lower_op2(lower, IR_OP_SUB, u, end);
  return rec_lower_require_in(lower, room,
                              (an_range){-an_type_range(type).hi - 1, big});
}

// The count of a loop that goes down past 0; NULL when it cannot be told.
static ir_val *
count_past_zero(rec_lower *lower, rec_count *c, terms *t) {
  enum { DEPTH = 4 };
  ir_scalar type = c->obj->elem, compared = c->side->type->elem;
  bool is_wide = ir_size(type) == 8;
  ir_val *end = NULL, *start = c->obj->now.val;
  ir_val *u = start ? unwrapped(lower, start, DEPTH) : t->lo;
  t->a = rec_lower_op1(lower, IR_OP_NEG, t->step);
  int64_t a = 0, most = is_wide ? big : an_type_range(type).hi;
  rec_lower_is_int(t->a, &a);
  if (c->rel == LT_LE || a > 1 || !ends_at_largest(t, type)) {
    end = t->bound;
    if (c->rel == LT_LE)
      end =
          rec_lower_op2(lower, IR_OP_ADD, end, rec_lower_int(lower, IR_I64, 1));
    if (!is_small(lower, t->bound, compared) ||
        !rec_lower_require_in(lower, end, (an_range){-big, most + 1 - a}))
      return NULL;
  }
  int n_guards = lower->guards.n;
  if (!start_fits(lower, u, end, type)) {
    lower->guards.n = n_guards;
    u = t->lo;
    if (!start_fits(lower, u, end, type))
      return NULL;
  }
  if (!end && !is_wide)
    end = rec_lower_int(lower, IR_I64, most);
  ir_val *n = rec_lower_op2(lower, IR_OP_ADD, u, t->a);
  n = rec_lower_op2(lower, IR_OP_DIV, n, t->a);
  t->start = u;
  c->wraps = true;
  if (!end || rec_lower_range(lower, u).hi < rec_lower_range(lower, end).lo ||
      rec_lower_range(lower, rec_lower_op2(lower, IR_OP_SUB, u, end)).hi < 0)
    return n;
  return rec_lower_op3(lower, IR_OP_SELECT,
                       rec_lower_op2(lower, IR_OP_LT, u, end), n,
                       rec_lower_int(lower, IR_I64, 0));
}

// -- Counts ---------------------------------------------------------------

// The count, given that all conditions can be met; NULL otherwise.
static ir_val *
count_trips(rec_lower *lower, rec_count *c, terms *t, bool exits) {
  bool nonneg = false;
  bool is_pointer = c->obj->kind == REC_OBJ_POINTER;
  ir_scalar type = is_pointer ? IR_I64 : c->obj->elem;
  ir_scalar compared = is_pointer ? IR_I64 : c->side->type->elem;
  if (!is_pointer && !keeps_value(c->side, c, &nonneg))
    return NULL;
  bool narrow = !c->amount || ir_size(c->amount->type->elem) < 8;
  if (c->factor > 1 && (lower->src->wrapv || ir_size(type) > 4 || !narrow))
    return NULL;
  if (!c->other && goes_past_zero(c, t))
    return c->at_end ? NULL : count_past_zero(lower, c, t);
  if (!find_direction(lower, c, t) || (c->square && !square_fits(lower, c, t)))
    return NULL;
  int n_guards = lower->guards.n;
  if (c->addend && (nonneg || !sum_fits(lower, c, t))) {
    lower->guards.n = n_guards;
    if (!sum_counts(lower, c, t))
      return NULL;
    nonneg = false;
  }
  if (c->addend)
    compared = IR_I64;
  if (!t->runs && !check_sizes(lower, c, t, type, compared, exits))
    return NULL;
  if (nonneg && !(t->up && t->small &&
                  rec_lower_require_in(lower, t->lo, (an_range){0, big})))
    return NULL;
  if (t->small && !c->bounded && !c->other && !end_fits(lower, c, t, type))
    return NULL;
  if (c->at_end && !first_step_fits(lower, c, t, type))
    return NULL;
  ir_val *d = distance(lower, c, t);
  if (!meets_bound(lower, c, t, d, exits))
    return NULL;
  ir_val *less =
      rec_lower_op2(lower, IR_OP_ADD, t->a, rec_lower_int(lower, IR_I64, -1));
  ir_val *n = rec_lower_op2(lower, IR_OP_DIV,
                            rec_lower_op2(lower, IR_OP_ADD, d, less), t->a);
  return t->runs ? rec_lower_op3(lower, IR_OP_SELECT, t->runs, n,
                                 rec_lower_int(lower, IR_I64, 0))
                 : n;
}

// The count by comparison "test" alone; NULL when it cannot be told.
static ir_val *
count_alone(rec_lower *lower, const rec_count *c, const lt_expr *test) {
  rec_count other = *c;
  terms t = {0};
  other.bounded = true;
  if (!rec_count_match_test(test, &other) ||
      !evaluate_terms(lower, &other, &t, true))
    return NULL;
  ir_val *n = count_trips(lower, &other, &t, true);
  return other.wraps ? NULL : n;
}

// Lowers c->trip to what the comparisons in c->also allow; one whose count
// cannot be told joins c->tests.
static void
count_also(rec_lower *lower, rec_count *c) {
  for (int i = 0; i < c->also.n; i++) {
    int n_guards = lower->guards.n, n_refusals = lower->refusals.n;
    bool was = lower->logging;
    lower->logging = true;
    ir_val *n = c->wraps ? NULL : count_alone(lower, c, c->also.at[i]);
    lower->logging = was;
    if (n) {
      c->trip = rec_lower_op2(lower, IR_OP_MIN, c->trip, n);
      continue;
    }
    lower->guards.n = n_guards;
    lower->refusals.n = n_refusals;
    vec_push(lower->a, &c->tests, c->also.at[i]);
  }
}

// The trips of a do loop: c->trip, and once at least; if it tests what the
// variable was, once more.
static ir_val *
at_least_once(rec_lower *lower, const rec_count *c) {
  ir_val *least = rec_lower_int(lower, IR_I64, !c->old);
  ir_val *n = rec_lower_range(lower, c->trip).lo >= !c->old
                  ? c->trip
                  : rec_lower_op2(lower, IR_OP_MAX, c->trip, least);
  return c->old ? rec_lower_op2(lower, IR_OP_ADD, n,
                                rec_lower_int(lower, IR_I64, 1))
                : n;
}

bool
rec_count_evaluate(rec_lower *lower, rec_count *c, bool exits) {
  terms t = {0};
  c->obj = map_get(lower->vars, c->var);
  if (!c->obj || (c->obj->kind == REC_OBJ_SCALAR) !=
                     (c->var->type->kind == LT_TYPE_SCALAR))
    return false;
  bool was = lower->logging;
  lower->logging = true;
  bool ok = evaluate_terms(lower, c, &t, exits);
  lower->logging = was;
  if (!ok)
    return false;
  c->trip = count_trips(lower, c, &t, exits);
  if (c->trip && c->at_end)
    c->trip = at_least_once(lower, c);
  c->lo = t.start;
  c->step = t.step;
  if (c->trip)
    count_also(lower, c);
  return c->trip;
}
