// recognizer/front/lower_effects.c: the effects of a piece of C, from its text
// alone: over-approximated, with the bodies of the functions it calls.
#include "recognizer/front/lower_flow.h"

void
rec_effects_init(arena *a, rec_effects *fx) {
  *fx = (rec_effects){0};
  fx->assigned = map_new(a);
  fx->named = map_new(a);
  fx->seen = map_new(a);
}

// Whether variables of "type" may be pointers, or hold some, or arrays.
static bool
has_pointers(const lt_type *type) {
  return rec_lower_is_pointer(type) || type->kind == LT_TYPE_STRUCT ||
         rec_lower_is_union(type);
}

// Notes that the variable "v" is made.
static void
declare_effects(rec_effects *fx, lt_var *v) {
  map_put(fx->assigned, v, v);
  fx->stores |=
      v->type->kind == LT_TYPE_ARRAY || v->type->kind == LT_TYPE_STRUCT;
  fx->pointers |= has_pointers(v->type);
}

// Notes an assignment to the lvalue "e".
static void
assign_effects(rec_effects *fx, const lt_expr *e) {
  fx->stores |= e->type->kind == LT_TYPE_STRUCT; // arrays in it
  while (e->kind == LT_MEMBER && !e->arrow)
    e = e->a;
  if (e->kind != LT_VAR) {
    fx->stores = true;
    return;
  }
  map_put(fx->assigned, e->var, e->var);
  fx->pointers |= has_pointers(e->var->type);
}

const lt_var rec_lower_said = {.name = "messages written"};
const lt_var rec_lower_drawn = {.name = "calls of rand"};

rec_draw
rec_lower_draws(const lt_expr *e) {
  static const struct {
    const char *name;
    rec_draw draw;
  } calls[] = {{"rand", REC_DRAW_RAND},
               {"random", REC_DRAW_RAND},
               {"drand48", REC_DRAW_48_DOUBLE},
               {"lrand48", REC_DRAW_48_LONG},
               {"mrand48", REC_DRAW_48_SIGNED}};
  bool may_be = e->kind == LT_CALL && e->is_library && e->n_args == 0;
  for (int k = 0; k < LOFT_COUNT(calls) && may_be; k++)
    if (!strcmp(e->func->name, calls[k].name))
      return calls[k].draw;
  return REC_NO_DRAW;
}

// A call's effects: those of the body.
static void
call_effects(rec_effects *fx, const lt_expr *e) {
  if (!e->func)
    return;
  if (rec_lower_draws(e)) {
    map_put(fx->assigned, &rec_lower_drawn, fx->assigned);
    return;
  }
  if (e->is_said) {
    map_put(fx->assigned, &rec_lower_said, fx->assigned);
    fx->stores = true;
    return;
  }
  fx->traps |= e->func->is_noreturn || rec_lower_numeral_format(e, NULL);
  fx->stores |= e->is_library && !e->func->is_noreturn; // memcpy
  if (!e->func->body || e->func->is_noreturn || map_has(fx->seen, e->func))
    return;
  map_put(fx->seen, e->func, e->func);
  bool returns = fx->returns;
  rec_lower_stmt_effects(fx, e->func->body);
  fx->returns = returns;
  for (int i = 0; i < e->func->n_params; i++)
    declare_effects(fx, e->func->params[i]);
}

// True when "e" does not count in "fx".
static bool
is_without(const rec_effects *fx, const lt_expr *e) {
  for (int i = 0; i < fx->without.n; i++)
    if (fx->without.at[i] == e)
      return true;
  return false;
}

void
rec_lower_expr_effects(rec_effects *fx, const lt_expr *e) {
  if (!e || is_without(fx, e))
    return;
  if (e->is_left) {
    fx->traps = true;
    return;
  }
  if (e->kind == LT_VAR)
    map_put(fx->named, e->var, e->var);
  if (e->kind == LT_ASSIGN || e->kind == LT_ASSIGN_OP || e->kind == LT_INCDEC)
    assign_effects(fx, e->a);
  if (e->kind == LT_ADDR) {
    const lt_expr *x = e->a;
    while (x->kind == LT_MEMBER && !x->arrow)
      x = x->a;
    if (x->kind == LT_VAR)
      map_put(fx->assigned, x->var, x->var);
  }
  if (e->kind == LT_CALL)
    call_effects(fx, e);
  if (e->kind == LT_COMPOUND)
    declare_effects(fx, e->var);
  rec_lower_expr_effects(fx, e->a);
  rec_lower_expr_effects(fx, e->b);
  rec_lower_expr_effects(fx, e->c);
  for (int i = 0; i < e->n_args; i++)
    rec_lower_expr_effects(fx, e->args[i]);
}

void
rec_lower_stmt_effects(rec_effects *fx, const lt_stmt *s) {
  if (!s || s->kind == LT_ASSUME)
    return;
  fx->returns |= s->kind == LT_GOTO;
  if (s->kind == LT_RETURN) {
    fx->returns = true;
    fx->stores |= s->expr && s->expr->type->kind == LT_TYPE_STRUCT;
  }
  if (s->kind == LT_DECL)
    declare_effects(fx, s->var);
  rec_lower_expr_effects(fx, s->expr);
  rec_lower_expr_effects(fx, s->step);
  rec_lower_stmt_effects(fx, s->init);
  for (int i = 0; i < s->n_body; i++)
    rec_lower_stmt_effects(fx, s->body[i]);
}

bool
rec_lower_is_type_check(rec_lower *lower, const lt_expr *e) {
  if (e->kind != LT_BINARY || e->op != LT_MUL)
    return false;
  const lt_expr *zero = e->a->kind == LT_INT ? e->a : e->b;
  const lt_expr *by = zero == e->a ? e->b : e->a;
  while (by->kind == LT_CAST)
    by = by->a;
  if (zero->kind != LT_INT || zero->bits || by->kind != LT_BINARY ||
      by->op != LT_SUB || !rec_lower_is_pointer(by->a->type) ||
      !rec_lower_is_pointer(by->b->type))
    return false;
  rec_effects fx;
  rec_effects_init(lower->a, &fx);
  rec_lower_expr_effects(&fx, by);
  return !fx.stores && !map_count(fx.assigned);
}
