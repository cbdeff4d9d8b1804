// recognizer/front/lower_held.c: loops that count by what is in memory.
//
//   while (p->pos < p->end)
//     *out++ = p->bytes[p->pos++];
//
// A place that the annotated loop compares and steps becomes a variable: read
// where the region starts, stored where it ends. Nothing else that the region
// touches may be that place: what else is captured lies apart from it by the
// run-time check, and another expression for it in the region, as in a function
// that it calls, is refused (rec_lower_field). The place is read where C may
// not do so, unless the condition reads it first, or its structure.
#include "recognizer/front/lower_memory.h"

// The operand of the condition "e" that is evaluated whatever the others are.
static const lt_expr *
first_operand(const lt_expr *e) {
  while (e->kind == LT_COND || e->kind == LT_COMMA ||
         (e->kind == LT_BINARY && (e->op == LT_LAND || e->op == LT_LOR)))
    e = e->a;
  return e;
}

// The structure that the field "e" is of, as an expression for its place, or
// the pointer to it.
static const lt_expr *
structure_of(const lt_expr *e) {
  return e->kind == LT_MEMBER || e->kind == LT_DEREF ? e->a : NULL;
}

// True when evaluating "e" reads the place "key", or one of the same structure,
// "around".
static bool
reads(rec_lower *lower, const lt_expr *e, const char *key, const char *around) {
  if (!e || first_operand(e) != e)
    return e && reads(lower, first_operand(e), key, around);
  const lt_expr *up = structure_of(e);
  if (up && (!strcmp(rec_lower_place_key(lower, e), key) ||
             !strcmp(rec_lower_place_key(lower, up), around)))
    return true;
  return reads(lower, e->a, key, around) || reads(lower, e->b, key, around) ||
         reads(lower, e->c, key, around);
}

// True when "e" steps the place "key".
static bool
steps(rec_lower *lower, const lt_expr *e, const char *key) {
  if (!e)
    return false;
  bool moves = e->kind == LT_ASSIGN_OP || e->kind == LT_INCDEC;
  if (moves && structure_of(e->a) && (e->op == LT_ADD || e->op == LT_SUB) &&
      !strcmp(rec_lower_place_key(lower, e->a), key))
    return true;
  for (int i = 0; i < e->n_args; i++)
    if (steps(lower, e->args[i], key))
      return true;
  return steps(lower, e->a, key) || steps(lower, e->b, key) ||
         steps(lower, e->c, key);
}

// True when an iteration of "s" does.
static bool
iteration_steps(rec_lower *lower, const lt_stmt *s, const char *key) {
  if (!s)
    return false;
  for (int i = 0; i < s->n_body; i++)
    if (iteration_steps(lower, s->body[i], key))
      return true;
  return iteration_steps(lower, s->init, key) || steps(lower, s->expr, key) ||
         steps(lower, s->step, key);
}

// Replaces the place "key" in "e" by variable "v".
static void
replace(rec_lower *lower, lt_expr *e, const char *key, lt_var *v) {
  if (!e)
    return;
  if (structure_of(e) && !strcmp(rec_lower_place_key(lower, e), key)) {
    *e = (lt_expr){.kind = LT_VAR, .type = e->type, .loc = e->loc, .var = v};
    return;
  }
  replace(lower, e->a, key, v);
  replace(lower, e->b, key, v);
  replace(lower, e->c, key, v);
  for (int i = 0; i < e->n_args; i++)
    replace(lower, e->args[i], key, v);
}

// Does that in "s".
static void
replace_all(rec_lower *lower, lt_stmt *s, const char *key, lt_var *v) {
  if (!s)
    return;
  replace_all(lower, s->init, key, v);
  replace(lower, s->expr, key, v);
  replace(lower, s->step, key, v);
  for (int i = 0; i < s->n_body; i++)
    replace_all(lower, s->body[i], key, v);
}

// True when "e", in the condition of "s", is a place that may be a variable.
static bool
can_hold(rec_lower *lower, const lt_stmt *s, const lt_expr *e) {
  const lt_type *t = e->type;
  const lt_expr *up = structure_of(e);
  if (!up || t->kind != LT_TYPE_SCALAR || !ir_is_int(t->elem) ||
      t->is_volatile || t->is_atomic ||
      (e->kind == LT_MEMBER && e->member->width) ||
      !rec_lower_stays_in_place(lower, e))
    return false;
  const char *key = rec_lower_place_key(lower, e);
  return iteration_steps(lower, s, key) &&
         reads(lower, s->expr, key, rec_lower_place_key(lower, up));
}

// Makes variables of such places in "e".
static bool
hold_in(rec_lower *lower, const lt_stmt *s, lt_expr *e) {
  if (!e)
    return false;
  if (!can_hold(lower, s, e)) {
    bool a = hold_in(lower, s, e->a), b = hold_in(lower, s, e->b);
    return hold_in(lower, s, e->c) || a || b;
  }
  lt_var *v = NEW(lower->a, lt_var);
  lt_expr *place = NEW(lower->a, lt_expr);
  *place = *e;
  *v = (lt_var){.name = rec_lower_text(lower->a, e),
                .type = e->type,
                .loc = e->loc,
                .address_taken = true,
                .is_assigned = true,
                .place = place};
  replace_all(lower, lower->src->stmt, rec_lower_place_key(lower, place), v);
  return true;
}

bool
rec_lower_hold(rec_lower *lower, const lt_stmt *s) {
  bool first = s == lower->src->stmt && s->kind != LT_DO && s->expr;
  if (!first || !hold_in(lower, s, s->expr))
    return false;
  lower->again = true;
  return true;
}
