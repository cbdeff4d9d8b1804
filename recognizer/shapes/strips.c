// recognizer/shapes/strips.c: loops strip by strip, and recurrences that are
// parallel so (cycle shrinking).
//
//   for (i < n) y[i + d] = g * y[i] + x[i];
//   => if (d >= FEWEST)
//        for (q < ceil(n / d))
//          for (j < min(d, n - q * d)) { i = q * d + j; ... }
//      else the loop
//
// An iteration depends on none of the d - 1 before it where the least distance
// of a dependence is d, so that strips of d iterations are parallel. The loop
// in strips does the same as the loop for any d from 1 on: whether strips are
// parallel is found out for them as for all loops.
#include "recognizer/shapes/nests.h"

enum { FEWEST = 16 }; // iterations of a strip

// -- Strips -------------------------------------------------------------------
rec_strips
rec_build_strips(const ir_loop *l, ir_val *m, const char *name) {
  rec_strips s;
  ir_val *q;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_val *one = ir_build_int(&b, IR_I64, 1);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *n = ir_build2(&b, IR_OP_SUB, l->extent, one);
  n = ir_build2(&b, IR_OP_ADD, ir_build2(&b, IR_OP_DIV, n, m), one);
  ir_val *some = ir_build2(&b, IR_OP_GT, l->extent, zero);
  n = ir_build3(&b, IR_OP_SELECT, some, n, zero);
  s.outer = rec_build_loop(&b, l, n, l->inits, name, &q);
  ir_region *outer = s.outer->regions[0];
  ir_builder in = ir_at_end(outer);
  ir_val *done = ir_build2(&in, IR_OP_MUL, q, m);
  ir_val *left = ir_build2(&in, IR_OP_SUB, l->extent, done);
  left = ir_build2(&in, IR_OP_MIN, left, m);
  s.inner = rec_build_loop(&in, l, left, outer->params.at + 1, "j", &s.j);
  ir_build_yield(&in, s.inner->outs.at, s.inner->outs.n);
  ir_builder body = ir_at_end(s.inner->regions[0]);
  s.at = ir_build2(&body, IR_OP_ADD, done, s.j);
  return s;
}

void
rec_fill_strips(ir_func *f, const ir_loop *l, const rec_strips *s) {
  rec_replace_loop(f, l, s->outer, s->inner->regions[0], s->at);
}

// -- Distances ----------------------------------------------------------------
// How many elements are between what two accesses touch in one iteration, at
// least, where both move by "step": the first writes what the second touches in
// a later iteration where that is positive, if it "flows"; where it is
// negative, if it "ebbs".
typedef struct distance {
  an_poly by; // in the direction of the step
  int64_t step;
  bool flows, ebbs;
} distance;

typedef struct distances {
  ir_loop l;
  rec_an *an;
  VEC(distance) all; // the least ones
} distances;

// True when "p" is no less than "q" wherever that is positive: it is a multiple
// of it, or more by a constant.
static bool
is_no_less(const rec_an *an, const an_poly *p, const an_poly *q) {
  int64_t c;
  an_poly d = an_poly_add(an->a, p, q, -1);
  if (an_poly_is_const(&d, &c))
    return c >= 0;
  int64_t times = p->t.at[0].coef / q->t.at[0].coef;
  an_poly multiple = an_poly_scale(an->a, q, times);
  return times >= 1 && an_poly_eq(p, &multiple);
}

// Adds "d" to the distances, unless others are no more; these go where they are
// no less.
static void
add_distance(distances *ds, distance d) {
  arena *a = ds->an->a;
  an_poly minus = an_poly_scale(a, &d.by, -1);
  for (int i = 0; i < ds->all.n; i++) {
    distance *e = &ds->all.at[i];
    bool turned = an_poly_eq(&e->by, &minus);
    bool less = e->step == d.step && is_no_less(ds->an, &e->by, &d.by);
    if (!turned && !less && !is_no_less(ds->an, &d.by, &e->by))
      continue;
    bool flows = e->flows || (turned ? d.ebbs : d.flows);
    bool ebbs = e->ebbs || (turned ? d.flows : d.ebbs);
    if (less)
      *e = d;
    e->flows = flows;
    e->ebbs = ebbs;
    return;
  }
  vec_push(a, &ds->all, d);
}

// The part of "p", of access "x", that is the same in all iterations, if the
// rest is never negative; else a bad one.
static an_poly
least_of(const rec_an *an, const rec_access *x, const an_poly *p) {
  an_poly fixed = {.bad = p->bad};
  for (int k = 0; k < p->t.n; k++)
    if (!rec_mono_varies(an, &p->t.at[k]))
      an_poly_push(an->a, &fixed, &p->t.at[k]);
  an_poly rest = an_poly_add(an->a, p, &fixed, -1);
  fixed.bad |= rest.bad || (rest.t.n && !rec_prove_ge(x->dom, &rest));
  return fixed;
}

// True when "p", of access "x", may be as much as the fewest steps of strips.
static bool
may_be_enough(const rec_an *an, const rec_access *x, const an_poly *p,
              int64_t step) {
  an_poly more = an_poly_plus(an->a, p, -FEWEST * step);
  return !more.bad && rec_may_hold(x->dom, &more);
}

// Adds the distance between write "w" and access "x", if that has a bound.
// Elements that are read in front of where they are written do not flow.
static void
add_pair(distances *ds, const rec_access *w, const rec_access *x) {
  rec_an *an = ds->an;
  int64_t c = 1, step = rec_an_step(an, ds->l.i, &w->poly);
  if (!step || step != rec_an_step(an, ds->l.i, &x->poly))
    return;
  an_poly by = an_poly_add(an->a, &w->poly, &x->poly, -1);
  by = an_poly_scale(an->a, &by, step < 0 ? -1 : 1);
  by = least_of(an, x, &by);
  step = step < 0 ? -step : step;
  bool is_const = an_poly_is_const(&by, &c);
  if (by.bad || !by.t.n || (is_const && c < 0 && !x->write) ||
      (!is_const && !x->write && !may_be_enough(an, x, &by, step)))
    return;
  add_distance(ds, (distance){.by = by,
                              .step = step,
                              .flows = x->read || c > 0,
                              .ebbs = x->write && c < 0});
}

// Finds the distances of "ds" between accesses to all arrays that the loop
// carries.
static void
find_distances(ir_func *f, distances *ds) {
  rec_accesses all = {0};
  an_classes *classes = an_classes_new(ds->an->a, f, ds->l.op);
  rec_find_accesses(ds->an->a, classes, ds->l.body, &all);
  for (int k = 0; k < ds->l.n_carried; k++) {
    if (!ds->l.carried[k]->type.array)
      continue;
    rec_accesses xs =
        rec_read_class(ds->an, &all, an_class_of(classes, ds->l.carried[k]));
    for (int w = 0; w < xs.n; w++)
      for (int x = 0; x < xs.n && xs.at[w].write; x++)
        add_pair(ds, &xs.at[w], &xs.at[x]);
  }
}

// The product "m" of values that are the same in all iterations, at "b"; NULL:
// it has others.
static ir_val *
build_product(ir_builder *b, const distances *ds, const an_mono *m) {
  ir_val *v = ir_build_int(b, IR_I64, m->coef);
  for (int k = 0; k < m->n && v; k++) {
    ir_val *x = ds->an->atoms.at[m->f[k]].val;
    if (!x || !an_is_invariant(x, ds->l.body))
      return NULL;
    x = an_copy_invariant(b, x, ds->l.body);
    if (x->type.elem == IR_U64) // known to fit; strips may be shorter
      x = ir_build2(b, IR_OP_MIN, x, ir_build_int(b, IR_U64, INT64_C(1) << 40));
    x = ir_build_convert(b, x, IR_I64);
    v = k == 0 && m->coef == 1 ? x : ir_build2(b, IR_OP_MUL, v, x);
  }
  return v;
}

// How many iterations "d" is, at "b": 0 or less where nothing flows. What would
// be between two elements that are touched is left out. NULL: not known.
static ir_val *
build_distance(ir_builder *b, const distances *ds, const distance *d) {
  int64_t c;
  if (an_poly_is_const(&d->by, &c))
    return ir_build_int(b, IR_I64, (c < 0 ? -c : c) / d->step);
  ir_val *v = NULL;
  for (int k = 0; k < d->by.t.n; k++) {
    ir_val *x = build_product(b, ds, &d->by.t.at[k]);
    if (!x)
      return NULL;
    v = v ? ir_build2(b, IR_OP_ADD, v, x) : x;
  }
  if (d->ebbs) {
    ir_val *down = ir_build1(b, IR_OP_NEG, v);
    v = d->flows ? ir_build2(b, IR_OP_MAX, down, v) : down;
  }
  ir_val *step = ir_build_int(b, IR_I64, d->step);
  return d->step > 1 ? ir_build2(b, IR_OP_DIV, v, step) : v;
}

ir_val *
rec_build_shrinkage(loft_cx *cx, ir_func *f, ir_op *op) {
  enum { MOST = 2 };
  distances ds = {0};
  if (!ir_match_loop(op, &ds.l) || !ds.l.extent || op->has_while)
    return NULL;
  ds.an = rec_an_new(cx, f, ds.l.body);
  ds.an->may_assume = true; // whether strips are parallel is asked later
  find_distances(f, &ds);
  bool ok = rec_an_ok(ds.an) && ds.all.n <= MOST;
  rec_an_free(ds.an);
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *m = NULL;
  for (int i = 0; i < ds.all.n && ok; i++) {
    int64_t c;
    ir_val *v = build_distance(&b, &ds, &ds.all.at[i]);
    ok = v && (!ir_match_int(v, &c) || c >= FEWEST);
    m = m ? ir_build2(&b, IR_OP_MIN, m, v) : v;
  }
  return ok ? m : NULL;
}

ir_val *
rec_build_can_shrink(ir_builder *b, ir_val *m) {
  return ir_build2(b, IR_OP_GE, m, ir_build_int(b, IR_I64, FEWEST));
}

bool
rec_guard_shrinkage(loft_cx *cx, ir_func *f, ir_op *op, ir_val *m) {
  rec_an *an = rec_an_new(cx, f, f->body);
  rec_dom *d = rec_dom_new(an, op, false);
  an_poly p = rec_read_exact(d, m);
  p = an_poly_plus(an->a, &p, -FEWEST);
  vec_push(an->a, &an->assumes, ((rec_assume){.at = op, .poly = p}));
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}
