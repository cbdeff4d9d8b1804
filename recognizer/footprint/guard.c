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

// Groups "apart" of "from" as ones of "an".
static const rec_apart *
take_apart(rec_an *an, const rec_an *from, const rec_apart *apart) {
  rec_apart *out = NEW(an->a, rec_apart);
  for (int g = 0; g < apart->groups.n; g++) {
    rec_accesses own = {0};
    for (int i = 0; i < apart->groups.at[g].n; i++) {
      rec_access x = apart->groups.at[g].at[i];
      x.dom = rec_dom_new(an, x.op, false);
      x.poly = rec_poly_translate(from, x.dom, &x.poly);
      vec_push(an->a, &own, x);
    }
    vec_push(an->a, &out->groups, own);
  }
  return out;
}

// Adds the assumptions "all" of "from" to "out", as ones of "an". False when
// that is impossible.
static bool
take_assumptions(rec_an *an, const rec_an *from, const rec_assumes *all,
                 rec_assumes *out) {
  for (int i = 0; i < all->n; i++) {
    rec_assume as = all->at[i];
    rec_dom *d = rec_dom_new(an, as.at, false);
    if (!as.composed)
      as.poly = rec_poly_translate(from, d, &as.poly);
    if (as.other) {
      an_poly *other = NEW(an->a, an_poly);
      *other = rec_poly_translate(from, d, as.other);
      as.other = other->bad ? NULL : other;
    }
    as.instead = (rec_ways){0};
    for (int k = 0; k < all->at[i].instead.n; k++) {
      rec_assumes way = {0};
      if (take_assumptions(an, from, &all->at[i].instead.at[k], &way))
        vec_push(an->a, &as.instead, way);
    }
    if (as.apart)
      as.apart = take_apart(an, from, as.apart);
    if (as.poly.bad)
      return false;
    vec_push(an->a, out, as);
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
  e.each = rec_emit_evolved_check;
  e.ok = yield->ins.at[0];
  an->may_assume = true;
  an->in_version = true;
  int n = 0;
  bool ok = take_assumptions(an, from, &from->assumes, &an->assumes) &&
            rec_emit_assumptions(&e, &n);
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

void
rec_guard_holds(loft_cx *cx, ir_func *f, ir_val *cond) {
  map *subst = map_new(cx->arena);
  ir_func *known = rec_guard_find(cx->arena, f);
  ir_op *yield = get_guard(cx, f, known, subst)->body->last;
  ir_builder b = ir_before(yield);
  ir_val *holds = an_copy_slice(&b, cond, f->body, subst);
  yield->ins.at[0] = ir_build2(&b, IR_OP_AND, yield->ins.at[0], holds);
}

bool
rec_guard_between(loft_cx *cx, ir_func *f, const ir_loop *l, ir_val *v,
                  int64_t least, int64_t most) {
  rec_an *an = rec_an_new(cx, f, l->body);
  rec_dom *d = rec_dom_new(an, l->op, false);
  an_poly x = rec_read_exact(d, v);
  an_poly low = an_poly_plus(an->a, &x, -least);
  vec_push(an->a, &an->assumes, ((rec_assume){.at = l->op, .poly = low}));
  if (most < INT64_MAX) {
    an_poly high = an_poly_scale(an->a, &x, -1);
    high = an_poly_plus(an->a, &high, most);
    vec_push(an->a, &an->assumes, ((rec_assume){.at = l->op, .poly = high}));
  }
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}

bool
rec_guard_near(loft_cx *cx, ir_func *f, const ir_loop *l, ir_val *v) {
  const int64_t far = INT64_C(1) << 48;
  int64_t least = ir_is_signed(v->type.elem) ? -far : 0;
  an_range r = an_range_of(v);
  return ir_size(v->type.elem) < 8 || (r.lo >= least && r.hi <= far) ||
         rec_guard_between(cx, f, l, v, least, far);
}
