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
  return same && !x->composed && !y->composed && !x->other == !y->other &&
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

// Whether "p" >= 0 all over "d", at e->b; NULL when that cannot be told.
static ir_val *
emit_holds(rec_emit *e, rec_dom *d, const an_poly *p) {
  rec_bounds b;
  if (p->bad)
    return NULL;
  if (rec_prove_ge(d, p))
    return ir_build_int(e->b, IR_BOOL, 1);
  if (!rec_emit_bounds(e, d, p, &b))
    return NULL;
  ir_val *zero = ir_build_int(e->b, IR_I64, 0);
  ir_val *none = ir_build1(e->b, IR_OP_NOT, b.some);
  return ir_build2(e->b, IR_OP_OR, none, ir_build2(e->b, IR_OP_GE, b.lo, zero));
}

// True when "v" is the constant true.
static bool
is_true(const ir_val *v) {
  int64_t c;
  return ir_match_int(v, &c) && c;
}

// Whether one of the two polynomials of assumption "as" is >= 0, or the first
// where the other cannot be told; NULL: it cannot be.
static ir_val *
emit_polys(rec_emit *e, const rec_assume *as) {
  for (int way = 0; way < 2 * REC_LOADS__COUNT; way++) {
    bool alone = way >= REC_LOADS__COUNT;
    rec_dom *d = rec_dom_with(e->an, as->at, way % REC_LOADS__COUNT);
    an_poly p = rec_poly_translate(e->an, d, &as->poly);
    ir_val *fine = emit_holds(e, d, &p), *other = NULL;
    if (fine && as->other && !alone && !is_true(fine)) {
      p = rec_poly_translate(e->an, d, as->other);
      other = emit_holds(e, d, &p);
      if (!other)
        continue;
    }
    if (fine)
      return other ? ir_build2(e->b, IR_OP_OR, fine, other) : fine;
  }
  return NULL;
}

// The elements that the accesses "xs" touch, in *out. False when that cannot be
// told.
static bool
emit_group(rec_emit *e, const rec_accesses *xs, rec_extent *out) {
  *out = (rec_extent){0};
  for (int i = 0; i < xs->n; i++) {
    rec_bounds b;
    bool told = false;
    e->checked = xs->at[i].op;
    for (int k = 0; k < REC_LOADS__COUNT && !told; k++) {
      rec_dom *d = rec_dom_with(e->an, xs->at[i].op, k);
      an_poly p = rec_poly_translate(e->an, d, &xs->at[i].poly);
      told = !p.bad && rec_emit_bounds(e, d, &p, &b);
    }
    if (!told)
      return false;
    rec_build_widened(e->b, out, &b);
  }
  return true;
}

// Whether all elements of "x" are before all of "y", or behind.
static ir_val *
build_apart(ir_builder *b, const rec_extent *x, const rec_extent *y) {
  ir_val *before = ir_build2(b, IR_OP_LE, x->hi, y->lo);
  return ir_build2(b, IR_OP_OR, before, ir_build2(b, IR_OP_LE, y->hi, x->lo));
}

// Whether the groups "apart" are apart; NULL: that cannot be told.
static ir_val *
emit_apart(rec_emit *e, const rec_apart *apart) {
  int n = apart->groups.n;
  rec_extent *of = NEW_ARRAY(e->an->a, rec_extent, n);
  ir_val *all = ir_build_int(e->b, IR_BOOL, 1);
  for (int x = 0; x < n; x++) {
    const rec_accesses *one = &apart->groups.at[x];
    if (!emit_group(e, one, &of[x]))
      return NULL;
    for (int y = 0; y < x; y++)
      if (rec_group_writes(one) || rec_group_writes(&apart->groups.at[y]))
        all =
            ir_build2(e->b, IR_OP_AND, all, build_apart(e->b, &of[x], &of[y]));
  }
  return all;
}

static ir_val *emit_assumption(rec_emit *e, const rec_assume *as);

// Whether all of "all" hold; NULL: that cannot be told.
static ir_val *
emit_all(rec_emit *e, const rec_assumes *all) {
  ir_val *both = ir_build_int(e->b, IR_BOOL, 1);
  for (int i = 0; i < all->n && both; i++) {
    e->checked = all->at[i].at;
    ir_val *one = emit_assumption(e, &all->at[i]);
    both = one ? ir_build2(e->b, IR_OP_AND, both, one) : NULL;
  }
  return both;
}

// x || y, of which one may be NULL.
static ir_val *
either(ir_builder *b, ir_val *x, ir_val *y) {
  return !x ? y : !y ? x : ir_build2(b, IR_OP_OR, x, y);
}

// Whether assumption "as" of e->an holds, at e->b, by those of its alternatives
// that can be told; NULL: none can.
static ir_val *
emit_assumption(rec_emit *e, const rec_assume *as) {
  ir_val *fine = as->composed ? NULL : emit_polys(e, as);
  for (int k = 0; k < as->instead.n; k++)
    fine = either(e->b, fine, emit_all(e, &as->instead.at[k]));
  if (as->apart)
    fine = either(e->b, fine, emit_apart(e, as->apart));
  e->checked = as->at;
  return fine;
}

bool
rec_emit_assumptions(rec_emit *e, int *n) {
  const rec_assumes *all = &e->an->assumes;
  for (; *n < all->n; ++*n) {
    rec_assume as = all->at[*n];
    e->checked = as.at;
    bool known = is_repeated(all, *n);
    ir_val *fine = known ? NULL : emit_assumption(e, &as);
    e->checked = NULL;
    if (!known && !fine)
      return false;
    if (fine && !is_true(fine))
      rec_emit_check(e, fine);
  }
  return true;
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
