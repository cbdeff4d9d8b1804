// recognizer/footprint/guard.c: what a parallel form relies on, checked at run
// time.
//
// Assumptions made by the dependence analysis (a row is at least as long as the
// loop over it, an unsigned subscript does not wrap) become conditions of the
// region's guard function, NAME_guard, which the footprint includes.
#include "recognizer/footprint/footprint.h"

ir_func *
rec_new_companion(ir_func *f, const char *name, map *subst) {
  ir_func *g = ir_func_new(f->module, name);
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *p = f->body->params.at[i];
    int mode = p->type.array ? IR_READ : 0;
    map_put(subst, p, ir_func_add_param(g, p->type, p->name, mode));
  }
  return g;
}

const char *
rec_guard_name(arena *a, const ir_func *f) {
  return arena_printf(a, "%s_guard", f->name);
}

ir_func *
rec_guard_find(arena *a, const ir_func *f) {
  return ir_func_find(f->module, rec_guard_name(a, f));
}

// Narrows "lo" and "hi" by what comparison "op", which holds, says about
// parameter "index".
static void
narrow(const ir_op *op, int index, int64_t *lo, int64_t *hi) {
  int64_t c;
  if (op->code != IR_OP_LE && op->code != IR_OP_GE)
    return;
  const ir_val *x = op->ins.at[0];
  if (x->param_of != op->parent || x->index != index ||
      !ir_match_int(op->ins.at[1], &c) ||
      (c < 0 && !ir_is_signed(x->type.elem)))
    return;
  if (op->code == IR_OP_LE && c < *hi)
    *hi = c;
  if (op->code == IR_OP_GE && c > *lo)
    *lo = c;
}

void
rec_guard_bounds(arena *a, const ir_func *guard, int index, int64_t *lo,
                 int64_t *hi) {
  const ir_op *end = guard ? guard->body->last : NULL;
  if (!end)
    return;
  map *held = map_new(a); // a set: each is looked at once
  map_put(held, end->ins.at[0], held);
  for (const ir_op *op = end->prev; op; op = op->prev) {
    if (op->outs.n != 1 || !map_has(held, op->outs.at[0]))
      continue;
    for (int k = 0; k < 2 && op->code == IR_OP_AND; k++)
      map_put(held, op->ins.at[k], held);
    narrow(op, index, lo, hi);
  }
}

// True when "x" and "y", of functions with the same parameters, are computed in
// the same way.
static bool
is_same_value(const ir_val *x, const ir_val *y, int depth) {
  const ir_op *p = x->def, *q = y->def;
  if (x->type.elem != y->type.elem || x->type.array != y->type.array ||
      !p != !q || depth <= 0)
    return false;
  if (!p)
    return x->index == y->index;
  if (p->code != q->code || p->ins.n != q->ins.n || p->bits != q->bits ||
      p->n_regions || x->index != y->index)
    return false;
  for (int k = 0; k < p->ins.n; k++)
    if (!is_same_value(p->ins.at[k], q->ins.at[k], depth - 1))
      return false;
  return true;
}

// Adds the conditions that "v" joins to "out".
static void
add_conditions(arena *a, ir_val *v, ir_vals *out) {
  if (v->def && v->def->code == IR_OP_AND) {
    add_conditions(a, v->def->ins.at[0], out);
    add_conditions(a, v->def->ins.at[1], out);
  } else
    vec_push(a, out, v);
}

bool
rec_guard_covers(arena *a, const ir_func *guard, const ir_func *other) {
  enum { DEPTH = 24 };
  ir_vals held = {0}, asked = {0};
  if (guard)
    add_conditions(a, guard->body->last->ins.at[0], &held);
  if (other)
    add_conditions(a, other->body->last->ins.at[0], &asked);
  for (int i = 0; i < asked.n; i++) {
    bool found = false;
    for (int k = 0; k < held.n && !found; k++)
      found = is_same_value(asked.at[i], held.at[k], DEPTH);
    if (!found)
      return false;
  }
  return true;
}

// The guard function of "f", "known" or else a new one that always holds;
// "subst" maps the parameters.
static ir_func *
get_guard(loft_cx *cx, ir_func *f, ir_func *known, map *subst) {
  if (known) {
    for (int i = 0; i < f->body->params.n; i++)
      map_put(subst, f->body->params.at[i], known->body->params.at[i]);
    return known;
  }
  ir_func *g = rec_new_companion(f, rec_guard_name(cx->arena, f), subst);
  ir_builder b = ir_at_end(g->body);
  ir_val *yes = ir_build_int(&b, IR_BOOL, 1);
  ir_build_yield(&b, &yes, 1);
  return g;
}

// True when assumption "i" was made before.
static bool
is_repeated(const rec_assumes *all, int i) {
  for (int k = 0; k < i; k++)
    if (all->at[k].at->parent == all->at[i].at->parent &&
        rec_poly_eq(&all->at[k].poly, &all->at[i].poly))
      return true;
  return false;
}

// Emits the check of assumption "as" of e->an. False when that is impossible.
static bool
emit_assumption(rec_emit *e, const rec_assume *as) {
  for (int range = 0; range < 2; range++) {
    rec_dom *d = rec_dom_new(e->an, as->at, range != 0);
    rec_poly p = rec_poly_translate(e->an, d, &as->poly);
    rec_bounds b;
    if (p.bad)
      return false;
    if (rec_prove_ge(d, &p))
      return true;
    if (!rec_emit_bounds(e, d, &p, &b))
      continue;
    ir_val *zero = ir_build_int(e->b, IR_I64, 0);
    ir_val *fine = ir_build2(e->b, IR_OP_GE, b.lo, zero);
    ir_val *none = ir_build1(e->b, IR_OP_NOT, b.some);
    rec_emit_check(e, ir_build2(e->b, IR_OP_OR, none, fine));
    return true;
  }
  return false;
}

bool
rec_emit_assumptions(rec_emit *e, int *n) {
  const rec_assumes *all = &e->an->assumes;
  for (; *n < all->n; ++*n) {
    rec_assume as = all->at[*n];
    e->checked = as.at;
    bool ok = is_repeated(all, *n) || emit_assumption(e, &as);
    e->checked = NULL;
    if (!ok)
      return false;
  }
  return true;
}

// Makes the assumptions of "from" ones of "an". False when that is impossible.
static bool
take_assumptions(rec_an *an, const rec_an *from) {
  for (int i = 0; i < from->assumes.n; i++) {
    ir_op *at = from->assumes.at[i].at;
    rec_dom *d = rec_dom_new(an, at, false);
    rec_poly p = rec_poly_translate(from, d, &from->assumes.at[i].poly);
    if (p.bad)
      return false;
    vec_push(an->a, &an->assumes, ((rec_assume){at, p}));
  }
  return true;
}

rec_guard_mark
rec_mark_guard(arena *a, const ir_func *f) {
  ir_func *g = rec_guard_find(a, f);
  if (!g)
    return (rec_guard_mark){0};
  ir_op *yield = g->body->last;
  return (rec_guard_mark){g, yield->prev, yield->ins.at[0]};
}

void
rec_reset_guard(arena *a, ir_func *f, const rec_guard_mark *to) {
  ir_func *g = rec_guard_find(a, f);
  if (to->guard) {
    g->body->last->ins.at[0] = to->ok;
    while (g->body->last->prev != to->last)
      ir_remove(g->body->last->prev);
  } else if (g) {
    ir_func **at = &f->module->funcs;
    while (*at != g)
      at = &(*at)->next;
    *at = g->next;
  }
}

bool
rec_emit_guards(loft_cx *cx, ir_func *f, const rec_an *from) {
  if (!from->assumes.n && !from->rows.n)
    return true;
  map *subst = map_new(cx->arena);
  rec_guard_mark known = rec_mark_guard(cx->arena, f);
  ir_op *yield = get_guard(cx, f, known.guard, subst)->body->last;
  ir_builder b = ir_before(yield);
  rec_an *an = rec_an_new(cx, f, f->body);
  rec_emit e;
  rec_emit_init(&e, an, &b, subst);
  e.ok = yield->ins.at[0];
  an->may_assume = true;
  int n = 0;
  bool ok = take_assumptions(an, from) && rec_emit_assumptions(&e, &n);
  for (int i = 0; i < from->rows.n && ok; i++)
    ok = rec_emit_rows(&e, &from->rows.at[i]);
  ok = ok && rec_an_ok(an);
  if (ok && e.ok != yield->ins.at[0])
    yield->ins.at[0] = e.ok;
  else
    rec_reset_guard(cx->arena, f, &known); // failed, or nothing was left
  rec_emit_fini(&e);
  rec_an_free(an);
  return ok;
}
