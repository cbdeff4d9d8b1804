// recognizer/front/lower_scaled.c: ranges of scalars that loops of unknown
// length multiply, divide and step.
//
//   for (int h = 1; h < n; h *= 2)
//     for (int i = 0; i < n; i += 2 * h)
//
// A scalar that starts at 1 or more and is only multiplied or increased stays
// so, as signed integers do not overflow and others are bounded by the loop's
// test; one that is divided stays at 0 or more. In an iteration the test holds
// of it besides. So the inner loop is known to step upwards.
#include <math.h>

#include "recognizer/front/lower_number.h"

// The effect of an iteration on a scalar.
typedef struct scaling {
  rec_lower *lower;
  const lt_stmt *loop;
  const rec_obj *obj;
  bool starts_positive;       // or at 0
  bool rises, shrinks, other; // it is multiplied or increased; divided; else
  bool in_test;               // the loop's test does that
  bool wraps;      // in a type that wraps, or is another than its own
  double factor;   // it becomes so many times as much at most, and more by
  double increase; // so much; infinite in an inner loop
  VEC(lt_expr *) shifts; // of it to the left by constants
} scaling;

// "e", which may be the scalar, without conversions that keep its value.
static lt_expr *
strip(const scaling *s, lt_expr *e) {
  ir_scalar from = s->obj->elem;
  while (
      e->kind == LT_CAST && e->type->kind == LT_TYPE_SCALAR &&
      ir_is_int(e->type->elem) && ir_size(e->type->elem) >= ir_size(from) &&
      (s->starts_positive || ir_is_signed(e->type->elem) == ir_is_signed(from)))
    e = e->a;
  return e;
}

// True when "e" is the scalar by its name.
static bool
is_name(const scaling *s, const lt_expr *e) {
  return e && e->kind == LT_VAR && map_get(s->lower->vars, e->var) == s->obj;
}

// True when "e" has the value of the scalar.
static bool
is_scalar(const scaling *s, lt_expr *e) {
  return is_name(s, strip(s, e));
}

// True when "e" is a constant from 0 to 2^30, *k.
static bool
is_constant(const lt_expr *e, int64_t *k) {
  while (e->kind == LT_CAST && e->type->kind == LT_TYPE_SCALAR &&
         ir_is_int(e->type->elem) && ir_size(e->type->elem) >= 4)
    e = e->a;
  *k = (int64_t)e->bits;
  return e->kind == LT_INT && *k >= 0 && *k <= 1 << 30;
}

// Notes that the scalar becomes up to "by" times as much.
static void
note_factor(scaling *s, double by, bool repeats) {
  s->rises = true;
  s->factor *= repeats ? HUGE_VAL : by;
}

// Notes that the scalar becomes itself by the op of "e", computed in "type",
// with the constant "k".
static void
note_op(scaling *s, lt_expr *e, const lt_type *type, int64_t k, bool repeats) {
  enum { MOST_SHIFT = 30 };
  if (type->kind != LT_TYPE_SCALAR || !ir_is_int(type->elem)) {
    s->other = true;
    return;
  }
  s->wraps |=
      !ir_is_signed(type->elem) || ir_size(type->elem) != ir_size(s->obj->elem);
  switch ((int)e->op) {
  case LT_ADD:
    s->rises = true;
    s->increase += repeats ? HUGE_VAL : (double)k;
    return;
  case LT_MUL:
    s->other |= k < 1;
    note_factor(s, (double)k, repeats);
    return;
  case LT_SHL:
    vec_push(s->lower->a, &s->shifts, e);
    s->other |= k > MOST_SHIFT;
    note_factor(s, ldexp(1, (int)k), repeats);
    return;
  case LT_DIV:
  case LT_SHR:
    s->other |= e->op == LT_DIV ? k < 1 : k > MOST_SHIFT;
    s->shrinks = true;
    return;
  default:
    s->other = true;
  }
}

// Notes that the scalar becomes "e".
static void
note_value(scaling *s, lt_expr *e, bool repeats) {
  int64_t k;
  e = strip(s, e);
  bool commutes = e->op == LT_MUL || e->op == LT_ADD;
  if (e->kind == LT_BINARY && is_scalar(s, e->a) && is_constant(e->b, &k))
    note_op(s, e, e->type, k, repeats);
  else if (e->kind == LT_BINARY && commutes && is_scalar(s, e->b) &&
           is_constant(e->a, &k))
    note_op(s, e, e->type, k, repeats);
  else
    s->other = true;
}

// Notes the effect of "e" on the scalar.
static void
visit_expr(scaling *s, lt_expr *e, bool repeats) {
  int64_t k;
  if (!e)
    return;
  bool is_target = is_name(s, e->a);
  if (is_target && e->kind == LT_ASSIGN)
    note_value(s, e->b, repeats);
  else if (is_target && e->kind == LT_ASSIGN_OP && is_constant(e->b, &k))
    note_op(s, e, e->compute, k, repeats);
  else if (is_target && e->kind == LT_INCDEC)
    note_op(s, e, e->a->type, 1, repeats);
  else if (is_target && (e->kind == LT_ASSIGN_OP || e->kind == LT_ADDR))
    s->other = true;
  visit_expr(s, e->a, repeats);
  visit_expr(s, e->b, repeats);
  visit_expr(s, e->c, repeats);
  for (int i = 0; i < e->n_args; i++)
    visit_expr(s, e->args[i], repeats);
}

// Notes what "st", in the loop, does to it; "repeats": more than once in an
// iteration.
static void
visit_stmt(scaling *s, const lt_stmt *st, bool repeats) {
  if (!st)
    return;
  bool is_loop = st->kind == LT_FOR || st->kind == LT_WHILE ||
                 st->kind == LT_DO || st->kind == LT_GOTO;
  repeats |= st != s->loop && is_loop;
  if (st->kind == LT_GOTO)
    s->factor = HUGE_VAL;
  if (st != s->loop)
    visit_stmt(s, st->init, repeats);
  visit_expr(s, st->expr, repeats);
  if (st == s->loop)
    s->in_test = s->rises || s->shrinks;
  visit_expr(s, st->step, repeats);
  for (int i = 0; i < st->n_body; i++)
    visit_stmt(s, st->body[i], repeats);
}

// The range of what the scalar is compared with, where the loop leaves it as it
// is.
static an_range
limit_range(const scaling *s, const rec_effects *fx, lt_expr *e) {
  int64_t k;
  an_range none = {INT64_MIN, INT64_MAX};
  if (is_constant(e, &k))
    return (an_range){k, k};
  e = strip(s, e);
  const rec_obj *obj =
      e->kind == LT_VAR ? map_get(s->lower->vars, e->var) : NULL;
  if (!obj || obj->kind != REC_OBJ_SCALAR || map_has(fx->assigned, e->var) ||
      !ir_is_int(obj->elem) || !obj->now.val)
    return none;
  return rec_lower_range(s->lower, obj->now.val);
}

// Narrows *r to what the comparison "op" with "e" lets the scalar be.
static void
narrow_by(const scaling *s, const rec_effects *fx, lt_op op, lt_expr *e,
          an_range *r) {
  an_range limit = limit_range(s, fx, e);
  bool below = op == LT_LT || op == LT_LE, above = op == LT_GT || op == LT_GE;
  if (below && limit.hi != INT64_MAX && limit.hi - (op == LT_LT) < r->hi)
    r->hi = limit.hi - (op == LT_LT);
  if (above && limit.lo >= 0 && limit.lo + (op == LT_GT) > r->lo)
    r->lo = limit.lo + (op == LT_GT);
  if (op == LT_NE && limit.lo == 0 && limit.hi == 0 && r->lo == 0)
    r->lo = 1;
}

// Narrows *r, from 0 on, to the scalar's values where "e" holds.
static void
narrow(const scaling *s, const rec_effects *fx, lt_expr *e, an_range *r) {
  static const lt_op turned[] = {[LT_LT] = LT_GT,
                                 [LT_GT] = LT_LT,
                                 [LT_LE] = LT_GE,
                                 [LT_GE] = LT_LE,
                                 [LT_NE] = LT_NE};
  if (is_scalar(s, e) && r->lo == 0)
    r->lo = 1;
  if (e->kind != LT_BINARY)
    return;
  if (e->op == LT_LAND) {
    narrow(s, fx, e->a, r);
    narrow(s, fx, e->b, r);
  } else if (e->op >= LT_NE && e->op <= LT_GE) {
    if (is_scalar(s, e->a))
      narrow_by(s, fx, e->op, e->b, r);
    else if (is_scalar(s, e->b))
      narrow_by(s, fx, turned[e->op], e->a, r);
  }
}

// Makes products of the shifts, with the same bits: what is a multiple of the
// scalar can be told of these alone.
static void
multiply(const scaling *s) {
  for (int i = 0; i < s->shifts.n; i++) {
    lt_expr *e = s->shifts.at[i], *by = NEW(s->lower->a, lt_expr);
    int64_t k = 0;
    is_constant(e->b, &k);
    *by = (lt_expr){.kind = LT_INT,
                    .type = e->kind == LT_ASSIGN_OP ? e->compute : e->type,
                    .loc = e->b->loc,
                    .bits = UINT64_C(1) << k};
    e->op = LT_MUL;
    e->b = by;
  }
}

// The range of the scalar at the start of the iterations of a loop; false:
// nothing is known.
static bool
find_range(rec_lower *lower, const lt_stmt *loop, const rec_effects *fx,
           const rec_carried *c, an_range *r) {
  scaling s = {.lower = lower, .loop = loop, .obj = c->obj, .factor = 1};
  ir_scalar elem = c->obj->elem;
  if (c->obj->kind != REC_OBJ_SCALAR || c->obj->exposed || !ir_is_int(elem) ||
      ir_size(elem) < 4)
    return false;
  int64_t start = rec_lower_range(lower, c->init).lo;
  s.starts_positive = start >= 0;
  visit_stmt(&s, loop, false);
  if (s.other || !(s.rises || s.shrinks))
    return false;
  *r = (an_range){start < 0 ? INT64_MIN : start >= 1 && !s.shrinks, INT64_MAX};
  if (loop->kind != LT_DO && loop->expr && !s.in_test)
    narrow(&s, fx, loop->expr, r);
  an_range type = an_type_range(elem);
  bool wraps = s.wraps || !ir_is_signed(elem) || lower->src->wrapv;
  double most = (double)r->hi * s.factor + s.factor * s.increase;
  if (wraps && s.rises && !(most < (double)type.hi))
    return false;
  r->hi = r->hi < type.hi ? r->hi : type.hi;
  multiply(&s);
  return 0 <= r->lo && r->lo <= r->hi;
}

void
rec_lower_bound_scaled(rec_lower *lower, const rec_frame *fr,
                       const lt_stmt *loop) {
  for (int k = 0; k < fr->carried.n; k++) {
    const rec_carried *c = &fr->carried.at[k];
    an_range *r = NEW(lower->a, an_range);
    if (c->obj->now.val == c->param &&
        find_range(lower, loop, fr->effects, c, r))
      map_put(lower->ranges, c->param, r);
  }
}
