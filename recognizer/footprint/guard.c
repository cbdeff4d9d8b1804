// recognizer/footprint/guard.c: the assumptions of a parallel form, checked at
// run time.
//
// Assumptions made by the dependence analysis (a row is at least as long as the
// loop over it, an unsigned subscript does not wrap) become conditions of the
// region's guard function, NAME_guard, which the footprint includes.
#include "recognizer/footprint/footprint.h"

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

// True when "x" and "y" are assumed of the same executions, with the same
// alternative.
static bool
is_same_assumption(const rec_assume *x, const rec_assume *y) {
  bool same = x->at->parent == y->at->parent && an_poly_eq(&x->poly, &y->poly);
  return same && !x->other == !y->other &&
         (!x->other || an_poly_eq(x->other, y->other));
}

// True when assumption "i" was made before.
static bool
is_repeated(const rec_assumes *all, int i) {
  for (int k = 0; k < i; k++)
    if (is_same_assumption(&all->at[k], &all->at[i]))
      return true;
  return false;
}

// Whether "p" >= 0 all over "d", at e->b, in *fine; NULL: it is proven. False
// when that cannot be told.
static bool
emit_holds(rec_emit *e, rec_dom *d, const an_poly *p, ir_val **fine) {
  rec_bounds b;
  *fine = NULL;
  if (p->bad)
    return false;
  if (rec_prove_ge(d, p))
    return true;
  if (!rec_emit_bounds(e, d, p, &b))
    return false;
  ir_val *zero = ir_build_int(e->b, IR_I64, 0);
  ir_val *none = ir_build1(e->b, IR_OP_NOT, b.some);
  *fine =
      ir_build2(e->b, IR_OP_OR, none, ir_build2(e->b, IR_OP_GE, b.lo, zero));
  return true;
}

// Emits the check of assumption "as" of e->an, without its alternative where
// that cannot be told. False when that is impossible.
static bool
emit_assumption(rec_emit *e, const rec_assume *as) {
  for (int way = 0; way < 2 * REC_LOADS__COUNT; way++) {
    bool alone = way >= REC_LOADS__COUNT;
    rec_dom *d = rec_dom_with(e->an, as->at, way % REC_LOADS__COUNT);
    an_poly p = rec_poly_translate(e->an, d, &as->poly);
    ir_val *fine, *other = NULL;
    if (!emit_holds(e, d, &p, &fine))
      continue;
    if (fine && as->other && !alone) {
      p = rec_poly_translate(e->an, d, as->other);
      if (!emit_holds(e, d, &p, &other))
        continue;
      fine = other ? ir_build2(e->b, IR_OP_OR, fine, other) : NULL;
    }
    if (fine)
      rec_emit_check(e, fine);
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
    rec_assume as = from->assumes.at[i];
    rec_dom *d = rec_dom_new(an, as.at, false);
    as.poly = rec_poly_translate(from, d, &as.poly);
    if (as.other) {
      an_poly *other = NEW(an->a, an_poly);
      *other = rec_poly_translate(from, d, as.other);
      as.other = other->bad ? NULL : other;
    }
    if (as.poly.bad)
      return false;
    vec_push(an->a, &an->assumes, as);
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

// Checks that the float "v" is above 0. False when it is not known before.
static bool
emit_above_zero(rec_emit *e, ir_val *v) {
  ir_val *x = rec_emit_value(e, v);
  if (!x)
    return false;
  ir_val *zero = ir_build_float(e->b, x->type.elem, 0);
  rec_emit_check(e, ir_build2(e->b, IR_OP_GT, x, zero));
  return true;
}

// Checks the order of "o". False when it is not known before.
static bool
emit_ordered(rec_emit *e, const rec_ordered *o) {
  ir_val *low = rec_emit_value(e, o->low), *high = rec_emit_value(e, o->high);
  if (low && high)
    rec_emit_check(e, ir_build2(e->b, IR_OP_LE, low, high));
  return low && high;
}

bool
rec_emit_guards(loft_cx *cx, ir_func *f, const rec_an *from) {
  if (!from->assumes.n && !from->rows.n && !from->chains.n &&
      !from->above_zero.n && !from->ordered.n)
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
  an->in_version = true;
  int n = 0;
  bool ok = take_assumptions(an, from) && rec_emit_assumptions(&e, &n);
  for (int i = 0; i < from->rows.n && ok; i++)
    ok = rec_emit_rows(&e, &from->rows.at[i]);
  for (int i = 0; i < from->chains.n && ok; i++)
    ok = rec_emit_chain(&e, &from->chains.at[i]);
  for (int i = 0; i < from->above_zero.n && ok; i++)
    ok = emit_above_zero(&e, from->above_zero.at[i]);
  for (int i = 0; i < from->ordered.n && ok; i++)
    ok = emit_ordered(&e, &from->ordered.at[i]);
  ok = ok && rec_an_ok(an);
  if (ok && e.ok != yield->ins.at[0])
    yield->ins.at[0] = e.ok;
  else
    rec_reset_guard(cx->arena, f, &known); // failed, or nothing was left
  rec_emit_fini(&e);
  rec_an_free(an);
  return ok;
}

bool
rec_guard_between(loft_cx *cx, ir_func *f, const ir_loop *l, ir_val *v,
                  int64_t least, int64_t most) {
  rec_an *an = rec_an_new(cx, f, l->body);
  rec_dom *d = rec_dom_new(an, l->op, false);
  an_poly x = rec_read_exact(d, v);
  an_poly low = an_poly_plus(an->a, &x, -least);
  vec_push(an->a, &an->assumes, ((rec_assume){l->op, low, NULL}));
  if (most < INT64_MAX) {
    an_poly high = an_poly_scale(an->a, &x, -1);
    high = an_poly_plus(an->a, &high, most);
    vec_push(an->a, &an->assumes, ((rec_assume){l->op, high, NULL}));
  }
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}
