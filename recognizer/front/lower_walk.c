// recognizer/front/lower_walk.c: the walk down the loop tree.
//
// Reading a node reads its parts, which may be of any kind. The files that know
// the kinds call the functions here for the parts, and these go on to the file
// of the part's kind through the table of lower.c: so none of them needs to
// know another. Work and depth are limited here.
#include "recognizer/front/lower_number.h"

enum { MAX_STEPS = 200000, MAX_DEPTH = 300, MAX_REFUSALS = 32 };

// -- Reasons --------------------------------------------------------------

void
rec_lower_refuse(rec_lower *lower, loft_loc loc, rec_reason reason,
                 const char *what) {
  for (int i = 0; i < lower->refusals.n; i++)
    if (lower->refusals.at[i].reason == reason &&
        lower->refusals.at[i].loc.line == loc.line &&
        lower->refusals.at[i].loc.col == loc.col)
      return;
  rec_refusal r = {.reason = reason, .loc = loc, .what = what};
  if (lower->system_call) {
    r.loc = lower->system_call->loc;
    r.what = rec_lower_callee(lower->a, lower->system_call);
    r.inner = loc;
  }
  if (lower->refusals.n < MAX_REFUSALS)
    vec_push(lower->a, &lower->refusals, r);
}

loft_loc
rec_lower_loc(const rec_lower *lower, loft_loc loc) {
  return lower->system_call ? lower->system_call->loc : loc;
}

bool
rec_lower_step(rec_lower *lower, loft_loc loc) {
  if (++lower->n_steps <= MAX_STEPS && lower->depth < MAX_DEPTH)
    return true;
  lower->n_steps = MAX_STEPS; // stays exhausted
  for (int i = 0; i < lower->refusals.n; i++)
    if (lower->refusals.at[i].reason == REC_BUDGET)
      return false;
  rec_lower_refuse(lower, loc, REC_BUDGET, NULL);
  return false;
}

const rec_step *
rec_lower_find_step(const rec_lower *lower, const lt_expr *e) {
  for (int i = 0; i < lower->stepping.steps.n; i++)
    if (lower->stepping.steps.at[i].expr == e)
      return &lower->stepping.steps.at[i];
  return NULL;
}

ir_val *
rec_lower_step_inside(rec_lower *lower, const rec_step *s) {
  rec_obj *o = lower->stepping.obj;
  ir_val *old = o->now.val;
  o->now.val = s->val;
  return s->expr->kind == LT_INCDEC && s->expr->post ? old : s->val;
}

// -- The parts of a node ------------------------------------------------------

ir_val *
rec_lower_expr(rec_lower *lower, const lt_expr *e) {
  if (!rec_lower_step(lower, e->loc))
    return rec_lower_zero(lower, e->type->kind == LT_TYPE_SCALAR ? e->type->elem
                                                                 : IR_I32);
  loft_loc saved = lower->b.loc;
  lower->b.loc = rec_lower_loc(lower, e->loc);
  lower->depth++;
  ir_val *v = lower->walk->value(lower, e);
  lower->depth--;
  lower->b.loc = saved;
  return v;
}

ir_val *
rec_lower_cond(rec_lower *lower, const lt_expr *e) {
  return lower->walk->cond(lower, e);
}

const lt_expr *
rec_lower_pointee(rec_lower *lower, const lt_expr *pointer) {
  lt_expr *e = NEW(lower->a, lt_expr);
  *e = (lt_expr){.kind = LT_DEREF, .a = (lt_expr *)pointer};
  e->type = pointer->type->to;
  e->loc = pointer->loc;
  return e;
}

void
rec_lower_effect(rec_lower *lower, const lt_expr *e) {
  if (!lower->walk->combine(lower, e))
    rec_lower_expr(lower, e);
}

rec_ptr
rec_lower_pointer(rec_lower *lower, const lt_expr *e) {
  if (!rec_lower_step(lower, e->loc))
    return (rec_ptr){0};
  lower->depth++;
  rec_ptr p = lower->walk->pointer(lower, e);
  lower->depth--;
  return p;
}

rec_ptr
rec_lower_struct(rec_lower *lower, const lt_expr *e) {
  if (!rec_lower_is_computed(e))
    return lower->walk->structure(lower, e);
  return rec_lower_is_wide(e->type) ? lower->walk->wide_value(lower, e)
                                    : lower->walk->complex_value(lower, e);
}

ir_val *
rec_lower_call(rec_lower *lower, const lt_expr *e, rec_ptr *p) {
  return lower->walk->call(lower, e, p);
}

void
rec_lower_stmt(rec_lower *lower, const lt_stmt *s) {
  if (!s || !rec_lower_step(lower, s->loc))
    return;
  loft_loc saved = lower->b.loc;
  lower->b.loc = rec_lower_loc(lower, s->loc);
  lower->depth++;
  lower->walk->stmt(lower, s);
  lower->depth--;
  lower->b.loc = saved;
}
