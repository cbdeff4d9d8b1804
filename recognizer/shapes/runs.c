// recognizer/shapes/runs.c: runs of equal elements, as C walks through them.
//
//   while (i < n) {                               for (t = i + 1; t <= n; t++)
//     j = i + 1;                                    if (t == n || x[t] != x[i])
//     { while (j < n && x[j] == x[i]) j++;     =>       use(i, t); use(i, j);
//     i = t; i = j;                                        }
//   }
//
// The inner loop looks at the places behind i one by one, and the outer one
// goes on where that stops. So all of them are looked at once, in order, and
// one loop does it, that ends a run at each place where the inner loop would
// stop. What is done with a run must not write what the inner loop reads.
//
//   while (i < n) {                               for (t = i; t < n; t++) {
//     v = 0;                                        end = x[t] == c || t + 1 ==
//     n; while (j < n && x[j] != c)                    if (x[t] != c)
//       v = v * 10 + x[j++];                =>        v = v * 10 + x[t];
//     use(v);                                       if (end) { use(v); v = 0; }
//     i = j + 1;                                  }
//   }
//
// Scalars that the inner loop folds are carried from place to place, and start
// again behind the end of a run. An element between runs, which neither has, is
// looked at with the one before.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/scalars.h"

// -- Flattening -------------------------------------------------------------
// A value of an inner loop that is the place it looks at, and "more".
typedef struct place {
  ir_val *v;
  int64_t more;
} place;

// A value, and what it is known to be.
typedef struct known {
  ir_val *v;
  an_poly p;
} known;

// A while loop over runs, and the loop in it that looks for a run's end.
typedef struct flattening {
  arena *a;
  ir_func *f;
  ir_loop l, inner;
  rec_an *an;
  int k;          // the carried scalar that a run starts at
  ir_val *n;      // what that is below
  int at;         // what the inner loop carries of the place; others are folds
  bool apart;     // an element is between runs, ...
  bool is_last;   // ... and none is passed over at the end
  bool closed;    // the element that the inner loop stops at ends the run
  ir_val *length; // what the inner loop leaves where it stops in an iteration
  int64_t first;  // the inner loop looks at the start itself (0), or behind (1)
  ir_val *most;   // it looks at no more places than this; NULL: there is none
  an_poly place;  // that the inner loop looks at
  VEC(known) known;  // values that the body computes before the inner loop
  VEC(place) places; // values that are that, or a constant more
} flattening;

// True when bool "v" is x < y; *x.
static ir_val *
match_less(arena *a, const ir_val *v, const ir_val *y) {
  const ir_op *op = v->def;
  bool less = op && op->code == IR_OP_LT, more = op && op->code == IR_OP_GT;
  if ((!less && !more) || !an_same_value(a, op->ins.at[less], y))
    return NULL;
  return op->ins.at[more];
}

// Finds the scalar below a bound as long as the loop goes on.
static bool
match_start(flattening *z) {
  const ir_loop *l = &z->l;
  const ir_op *go = l->yields[0]->def;
  bool less = go && go->code == IR_OP_LT;
  if (!go || (!less && go->code != IR_OP_GT))
    return false;
  ir_val *next = go->ins.at[!less];
  z->n = go->ins.at[less];
  for (z->k = 1; z->k < l->n_carried && l->yields[z->k] != next; z->k++)
    continue;
  if (z->k == l->n_carried || !ir_is_outside(z->n, l->body) ||
      !ir_is_int(next->type.elem) || ir_size(next->type.elem) < 4)
    return false;
  ir_val *first = match_less(z->a, l->inits[0], z->n);
  return first && an_same_value(z->a, first, l->inits[z->k]);
}

// The domain of "op", in which the start of a run is below the bound: so the
// place behind it does not wrap.
static rec_dom *
domain_below(const flattening *z, ir_op *op) {
  rec_dom *d = rec_dom_new(z->an, op, false);
  an_poly start = rec_read_exact(d, z->l.carried[z->k]);
  an_poly n = rec_read_exact(d, z->n);
  rec_dom_add(d, rec_form_ge2(z->an, &n, &start, 1));
  return d;
}

// Notes what the body computes before the inner loop, as it is known there.
static void
note_known(flattening *z) {
  rec_dom *at = domain_below(z, z->inner.op);
  for (ir_op *o = z->l.body->first; o != z->inner.op; o = o->next) {
    ir_val *v = o->outs.n ? o->outs.at[0] : NULL;
    if (!v || !ir_is_scalar_op(o->code) || !ir_is_int(v->type.elem))
      continue;
    known x = {v, rec_read_exact(at, v)};
    if (!x.p.bad)
      vec_push(z->a, &z->known, x);
  }
}

// The same, in which what the body computes before the inner loop reads as it
// does there.
static rec_dom *
domain_of(const flattening *z, ir_op *op) {
  rec_dom *d = domain_below(z, op);
  for (int i = 0; i < z->known.n; i++)
    rec_read_as(d, z->known.at[i].v, &z->known.at[i].p);
  return d;
}

// The loop inside; NULL: there is none. One that steps several counters, or one
// before it tests, counts by one number from now on.
static ir_op *
find_inner(loft_cx *cx, ir_func *f, ir_region *r) {
  ir_foreach_op (op, r) {
    ir_op *counted = NULL;
    ir_loop in;
    an_choice c;
    if (op->code != IR_OP_LOOP)
      continue;
    if (op->outs.n > 2 || (op->outs.n == 2 && ir_match_loop(op, &in) &&
                           !an_match_either(in.yields[1], &c)))
      counted = rec_join_counters(cx, f, op);
    return counted ? counted : op;
  }
  return NULL;
}

// -- Ends in memory -----------------------------------------------------------
// Lets the region run only where loop "w", which stops where an element says
// so, stops at the last one below the bound: so it stays below that. False when
// that cannot be checked.
static bool
guard_stop(const flattening *z, loft_cx *cx, const rec_walk *w, bool is_do) {
  ir_builder b = ir_before(z->l.op);
  ir_val *last = ir_build_convert(&b, z->n, IR_I64), *p = w->l.carried[w->k];
  last =
      ir_build2(&b, IR_OP_SUB, last, ir_build_int(&b, IR_I64, is_do ? 1 : 2));
  ir_builder yes, no;
  ir_build_if(&b, z->l.inits[0], &yes, &no);
  map *subst = map_new(z->a);
  map_put(subst, p, ir_build_convert(&yes, last, p->type.elem));
  ir_val *go = an_copy_slice(&yes, w->l.yields[0], z->l.body, subst);
  go = ir_build_convert(&yes, go, IR_I64);
  go = ir_end_if(&yes, go, &no, ir_build_int(&no, IR_I64, 0), "go");
  return rec_guard_between(cx, z->f, &z->l, go, 0, 0);
}

// True when the loop runs at least once.
static bool
runs_once(const ir_loop *l) {
  int64_t yes;
  return ir_match_int(l->inits[0], &yes) && yes;
}

// True when "v", a part of what walk "w" goes on by, asks whether the next
// place is below the bound.
static bool
asks_bound(const flattening *z, const rec_walk *w, ir_val *v) {
  rec_comparison c;
  ir_val *both[2];
  if (an_match_both(v, false, both))
    return asks_bound(z, w, both[0]) || asks_bound(z, w, both[1]);
  return rec_match_comparison(v, &c) && c.strict &&
         ir_vals_has(&w->next, c.lo) && an_same_value(z->a, c.hi, z->n);
}

// Finds walk "op" of the body, if it goes on by the place alone: as far as the
// bound, or from where the outer loop is. False when it is none.
static bool
find_walk(const flattening *z, loft_cx *cx, ir_op *op, rec_walk *w) {
  ir_vals own = {0};
  if (op->code != IR_OP_LOOP || op->n_dims || !op->has_while ||
      !ir_match_loop(op, &w->l))
    return false;
  for (int k = 1; k < w->l.n_carried && !w->k; k++) {
    w->next.n = 0;
    if (!ir_is_int(w->l.carried[k]->type.elem) || w->l.carried[k]->type.array ||
        !rec_match_walk(cx, z->f, z->l.body, k, w))
      continue;
    w->is_bounded = !runs_once(&w->l) && asks_bound(z, w, w->l.yields[0]);
    if (!w->is_bounded && w->l.inits[k] != z->l.carried[z->k])
      w->k = 0;
  }
  if (!w->k)
    return false;
  vec_push(z->a, &own, w->l.carried[w->k]);
  return an_is_made_of(z->a, w->l.yields[0], z->l.body, &own);
}

// The loop in front of do loop "w" with its results, which counts the elements
// below the bound.
static ir_op *
count_steps(const flattening *z, const rec_walk *w) {
  const ir_loop *in = &w->l;
  ir_builder b = ir_before(in->op);
  b.loc = in->op->loc;
  ir_val *from = ir_build_convert(&b, in->inits[w->k], IR_I64);
  ir_val *left = ir_build_convert(&b, z->n, IR_I64);
  left = ir_build2(&b, IR_OP_SUB, left, from);
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, left, "at");
  ir_region *r = op->regions[0];
  map *subst = map_new(z->a);
  op->has_while = true;
  for (int j = 0; j < in->n_carried; j++)
    map_put(subst, in->carried[j],
            ir_add_carried(op, in->inits[j], in->outs[j]->name,
                           in->carried[j]->name));
  ir_builder body = ir_at_end(r);
  ir_val *at = ir_build2(&body, IR_OP_ADD, r->params.at[0], from);
  ir_val *p = ir_build_convert(&body, at, in->carried[w->k]->type.elem);
  map_put(subst, in->carried[w->k], p);
  ir_val **next = NEW_ARRAY(z->a, ir_val *, in->n_carried);
  ir_clone_region_ops(&body, in->body, subst, next);
  ir_build_yield(&body, next, in->n_carried);
  rec_widen_uses(z->f, r, p, at);
  return op;
}

// Lets loop "op" of the body, which nothing bounds but what it reads, count the
// elements that are left.
static void
bound_inner(const flattening *z, loft_cx *cx, ir_op *op) {
  rec_walk w = {0};
  ir_val *places[2];
  if (!find_walk(z, cx, op, &w))
    return;
  bool is_do = runs_once(&w.l);
  if ((!is_do && !rec_walk_asks_first(z->a, &w)) ||
      (!w.is_bounded && !guard_stop(z, cx, &w, is_do)))
    return;
  ir_op *counting =
      is_do ? count_steps(z, &w) : rec_count_walk(z->a, &w, z->n, places);
  for (int j = 0; j < w.l.n_carried; j++)
    ir_replace_uses(z->f, w.l.outs[j], counting->outs.at[j]);
  ir_remove(op);
}

// Lets loop "op" of the body, which counts, leave it to its extent whether
// there is a next iteration, where it asks that itself.
static void
drop_question(const flattening *z, ir_op *op) {
  ir_loop in;
  ir_val *both[2];
  int64_t one;
  if (op->code != IR_OP_LOOP || op->n_dims != 1 || !op->has_while ||
      !ir_match_loop(op, &in) || !an_match_both(in.yields[0], false, both))
    return;
  for (int i = 0; i < 2; i++) {
    const ir_op *c = both[i]->def, *next = c ? c->ins.at[0]->def : NULL;
    if (c && c->code == IR_OP_LT && next && next->code == IR_OP_ADD &&
        next->ins.at[0] == in.i && ir_match_int(next->ins.at[1], &one) &&
        one == 1 && an_same_value(z->a, c->ins.at[1], in.extent) &&
        ir_home_of(both[1 - i]) == in.body) {
      in.body->last->ins.at[0] = both[1 - i];
      return;
    }
  }
}

// -- Inner loops --------------------------------------------------------------
// True when the loop inside counts, and goes on while something is true.
static bool
match_inner(flattening *z, ir_op *op) {
  int64_t yes;
  return op && op->has_while && op->n_dims == 1 &&
         ir_match_loop(op, &z->inner) && z->inner.n_carried >= 2 &&
         ir_match_int(z->inner.inits[0], &yes) && yes;
}

// True when p + c is q.
static bool
is_more(const flattening *z, const an_poly *p, int64_t c, const an_poly *q) {
  an_poly more = an_poly_plus(z->a, p, c);
  return !p->bad && !q->bad && an_poly_eq(&more, q);
}

// The polynomial of "v" in "d", which is no more than C's int holds.
static an_poly
read_number(rec_dom *d, ir_val *v) {
  return rec_read_exact(d, (ir_val *)(uintptr_t)rec_unconverted(v));
}

// The value among those that "v" is computed from which "p" is more than by a
// constant, *more, and that is the same for all runs; NULL: there is none.
static ir_val *
find_fixed(flattening *z, rec_dom *d, ir_val *v, const an_poly *p,
           int64_t *more) {
  ir_val *found = NULL;
  if (an_is_invariant(v, z->l.body)) {
    an_poly q = rec_read_exact(d, v);
    q = an_poly_add(z->a, p, &q, -1);
    return !q.bad && an_poly_is_const(&q, more) ? v : NULL;
  }
  bool computed = v->def && ir_is_scalar_op(v->def->code);
  for (int i = 0; computed && i < v->def->ins.n && !found; i++)
    found = find_fixed(z, d, v->def->ins.at[i], p, more);
  return found;
}

// Notes "v" of the loop's body as the limit of all runs, if it is the same for
// all.
static bool
is_limit(flattening *z, rec_dom *d, ir_val *v) {
  an_poly p = rec_read_exact(d, v);
  ir_builder b = ir_before(z->l.op);
  int64_t c;
  if (p.bad)
    return false;
  if (an_poly_is_const(&p, &c)) {
    z->most = ir_build_int(&b, IR_I64, c);
    return true;
  }
  v = find_fixed(z, d, v, &p, &c);
  if (v) {
    v = ir_build_convert(&b, an_copy_invariant(&b, v, z->l.body), IR_I64);
    z->most = ir_build2(&b, IR_OP_ADD, v, ir_build_int(&b, IR_I64, c));
  }
  return v;
}

// "v", a number of places, without a choice of 0 where it would be below that.
static ir_val *
without_choice(flattening *z, rec_dom *d, ir_val *v) {
  rec_comparison less;
  an_choice c;
  int64_t none;
  if (!an_match_either(v, &c) || !ir_match_int(c.z, &none) || none ||
      !rec_match_comparison(c.c, &less) || !less.strict)
    return v;
  an_poly hi = rec_read_exact(d, less.hi), lo = rec_read_exact(d, less.lo);
  an_poly p = an_poly_add(z->a, &hi, &lo, -1), q = rec_read_exact(d, c.y);
  return !p.bad && !q.bad && an_poly_eq(&p, &q) ? c.y : v;
}

// The number of places that the inner loop may look at, but for such a limit.
static ir_val *
find_extent(flattening *z, rec_dom *d) {
  ir_val *extent = z->inner.extent;
  const ir_op *op = extent->def;
  for (int i = 0; i < 2 && op && op->code == IR_OP_MIN && !z->most; i++)
    if (is_limit(z, d, op->ins.at[i]))
      extent = op->ins.at[1 - i];
  int64_t least;
  op = extent->def;
  if (op && op->code == IR_OP_MAX && ir_match_int(op->ins.at[1], &least) &&
      least <= 1) // a run starts below the bound
    extent = op->ins.at[0];
  return without_choice(z, d, extent);
}

// What the next run starts at where the inner loop, which leaves where it stops
// as carried value "k", stops at an element.
static ir_val *
find_next(flattening *z, int k) {
  ir_val *next = z->l.yields[z->k], *stop = z->inner.outs[k];
  an_choice c;
  if (!an_match_either(next, &c) || c.z != stop)
    return next;
  const ir_val *below = match_less(z->a, c.c, z->n);
  z->is_last = below == stop;
  return z->is_last ? c.y : next;
}

// True when the inner loop looks at the places behind the start, and leaves
// where it stops as carried value "k", which what the next run starts at is
// made of.
static bool
match_ends_by(flattening *z, int k) {
  const ir_loop *l = &z->l, *in = &z->inner;
  arena *a = z->a;
  if (!ir_is_int(in->outs[k]->type.elem) || in->outs[k]->type.array)
    return false;
  z->length = rec_value_where(a, in->yields[k], in->yields[0], false);
  ir_val *on = rec_value_where(a, in->yields[k], in->yields[0], true);
  if (!z->length || !on)
    return false;
  rec_dom *d = domain_of(z, in->body->last);
  rec_dom *at = domain_of(z, in->op);
  rec_dom *end = domain_of(z, l->body->last);
  an_poly start = rec_read_exact(d, l->carried[z->k]);
  an_poly index = an_poly_atom(a, rec_an_atom(z->an, in->i));
  z->place = an_poly_add(a, &start, &index, 1);
  an_poly extent = rec_read_exact(at, find_extent(z, at));
  extent = an_poly_add(a, &extent, &start, 1);
  an_poly n = rec_read_exact(at, z->n);
  z->first = !is_more(z, &extent, 0, &n);
  z->place = an_poly_plus(a, &z->place, z->first);
  an_poly stop = read_number(d, z->length);
  an_poly go = read_number(d, on);
  an_poly less = an_poly_add(a, &stop, &z->place, -1);
  an_poly first = an_poly_add(a, &start, &less, 1);
  an_poly init = read_number(at, in->inits[k]);
  an_poly next = rec_read_modulo(end, find_next(z, k));
  an_poly left = an_poly_atom(a, rec_an_atom(z->an, in->outs[k]));
  next = an_poly_add(a, &next, &less, 1);
  z->closed = !z->first && !z->most && is_more(z, &z->place, 1, &stop) &&
              is_more(z, &stop, 0, &go) && is_more(z, &start, 0, &init);
  if (z->closed)
    return !z->is_last && is_more(z, &left, 1, &next);
  z->apart = !z->first && is_more(z, &left, 1, &next);
  return is_more(z, &stop, 1, &go) && is_more(z, &first, z->first, &init) &&
         is_more(z, &extent, z->first, &n) &&
         (z->apart || (!z->is_last && is_more(z, &left, 0, &next)));
}

// The same as any of its carried values.
static bool
match_ends(flattening *z) {
  for (z->at = 1; z->at < z->inner.n_carried; z->at++) {
    z->most = NULL;
    z->is_last = false;
    if (match_ends_by(z, z->at))
      return true;
  }
  return false;
}

// ir_walk_fn: collects the result of "op", if it is the place looked at, or a
// constant more.
static bool
collect_place(void *user, ir_op *op) {
  flattening *z = user;
  ir_val *v = op->outs.n ? op->outs.at[0] : NULL;
  if (!v || !ir_is_scalar_op(op->code) || !ir_is_int(v->type.elem) ||
      ir_size(v->type.elem) < 8)
    return true;
  rec_dom *d = domain_of(z, op);
  an_poly p = rec_read(d, v);
  int64_t more;
  p = an_poly_add(z->a, &p, &z->place, -1);
  if (!p.bad && an_poly_is_const(&p, &more))
    vec_push(z->a, &z->places, ((place){v, more}));
  return true;
}

// True when "v" is made of the place looked at, the start of the run, its folds
// before and what is outside, by scalar ops and loads of what the loops do not
// write.
static bool
is_of_place(const flattening *z, const ir_val *v) {
  bool fold = v->param_of == z->inner.body &&
              v->index > z->inner.carried[0]->index &&
              v != z->inner.carried[z->at];
  if (ir_is_outside(v, z->l.body) || v == z->l.carried[z->k] || fold)
    return true;
  for (int i = 0; i < z->places.n; i++)
    if (z->places.at[i].v == v)
      return true;
  const ir_op *op = v->def;
  an_choice c;
  if (an_match_either(v, &c))
    return is_of_place(z, c.c) && is_of_place(z, c.y) && is_of_place(z, c.z);
  bool ok = op && (ir_is_scalar_op(op->code) || op->code == IR_OP_INDEX);
  for (int i = 0; ok && i < op->ins.n; i++)
    ok = is_of_place(z, op->ins.at[i]);
  return ok;
}

// A walk that pairs the places looked at with values that are the start.
typedef struct pairing {
  const flattening *z;
  ir_vals given;
} pairing;

// Pairs the places with "start".
static void
add_pairs(pairing *p, ir_val *start) {
  const flattening *z = p->z;
  for (int k = 0; k < z->places.n; k++)
    if (!z->places.at[k].more) {
      vec_push(z->a, &p->given, z->places.at[k].v);
      vec_push(z->a, &p->given, start);
    }
}

// ir_walk_fn: pairs the places with the result of "op", if it is the start.
static bool
pair_start(void *user, ir_op *op) {
  pairing *p = user;
  if (op->code == IR_OP_CONVERT && op->ins.at[0] == p->z->l.carried[p->z->k])
    add_pairs(p, op->outs.at[0]);
  return true;
}

// True when the inner loop goes on at the start, as it compares that with
// itself: no run is empty.
static bool
passes_start(const flattening *z) {
  const ir_op *op = z->inner.yields[0]->def;
  pairing p = {.z = z};
  if (z->first || z->apart || z->closed)
    return true;
  add_pairs(&p, z->l.carried[z->k]);
  ir_walk(z->l.body, pair_start, &p);
  bool asks = op && op->code == IR_OP_EQ && ir_is_int(op->ins.at[0]->type.elem);
  return asks &&
         (an_same_value_given(z->a, op->ins.at[0], op->ins.at[1], &p.given) ||
          an_same_value_given(z->a, op->ins.at[1], op->ins.at[0], &p.given));
}

// -- Folds --------------------------------------------------------------------
// ir_walk_fn: stops at an op that is not scalar, no if, nor a load of what the
// loops do not write.
static bool
is_pure_inside(void *user, ir_op *op) {
  const flattening *z = user;
  return ir_is_scalar_op(op->code) || op->code == IR_OP_IF ||
         op->code == IR_OP_YIELD ||
         (op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], z->l.body));
}

// True when what the inner loop carries besides the place are integers that it
// folds of what it looks at, and that start again with each run.
static bool
has_folds(flattening *z) {
  const ir_loop *in = &z->inner;
  bool ok = in->n_carried == 2 || ir_walk(in->body, is_pure_inside, z);
  ir_vals start = {0};
  vec_push(z->a, &start, z->l.carried[z->k]);
  for (int k = 1; k < in->n_carried && ok; k++) {
    ok = k == z->at ||
         (!in->carried[k]->type.array && ir_is_int(in->carried[k]->type.elem) &&
          an_is_made_of(z->a, in->inits[k], z->l.body, &start) &&
          (z->closed || rec_value_where(z->a, in->yields[k], in->yields[0],
                                        false) == in->carried[k]));
  }
  return ok;
}

// The values that folds start a run with in which the inner loop looks at
// places from "at" on, at "b", as far as they have looked at the start itself.
static void
build_starts(const flattening *z, ir_builder *b, ir_val *at, ir_vals *out) {
  const ir_loop *in = &z->inner;
  map *subst = map_new(z->a), *next = map_new(z->a);
  ir_val *start = ir_build_convert(b, at, z->l.carried[z->k]->type.elem);
  map_put(subst, z->l.carried[z->k], start);
  for (int k = 1; k < in->n_carried; k++)
    if (k != z->at)
      map_put(next, in->carried[k],
              an_copy_slice(b, in->inits[k], z->l.body, subst));
  bool looks = !z->first && !z->apart && !z->closed;
  map_put(next, in->i, ir_build_int(b, IR_I64, 0));
  map_put(next, z->l.carried[z->k], start);
  for (int k = 0; looks && k < z->places.n; k++) {
    const place *p = &z->places.at[k];
    ir_val *v = ir_build_int(b, IR_I64, p->more);
    v = p->more ? ir_build2(b, IR_OP_ADD, at, v) : at;
    map_put(next, p->v, ir_build_convert(b, v, p->v->type.elem));
  }
  for (int k = 1; k < in->n_carried; k++)
    if (k != z->at)
      vec_push(z->a, out,
               looks ? an_copy_slice(b, in->yields[k], z->l.body, next)
                     : map_get(next, in->carried[k]));
}

// The same where that is below "n", so that there is such a run; else "other"
// (NULL: zeros).
static void
build_starts_if(const flattening *z, ir_builder *b, ir_val *at, ir_val *n,
                const ir_vals *other, ir_vals *out) {
  if (z->inner.n_carried == 2)
    return;
  ir_vals from = {0};
  ir_val *below = ir_build2(b, IR_OP_LT, at, n);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, below, &yes, &no);
  build_starts(z, &yes, at, &from);
  ir_build_yield(&yes, from.at, from.n);
  ir_vals rest = {0};
  for (int i = 0; i < from.n; i++)
    vec_push(z->a, &rest,
             other ? other->at[i]
                   : ir_build_bits(&no, from.at[i]->type.elem, 0));
  ir_build_yield(&no, rest.at, rest.n);
  for (int i = 0; i < from.n; i++)
    vec_push(z->a, out, ir_add_out(choice, from.at[i]->type, from.at[i]->name));
}

// True when what the inner loop yields otherwise is for itself.
static bool
is_private(const flattening *z) {
  ir_count_uses(z->f);
  return !z->inner.outs[0]->n_uses && !z->l.outs[0]->n_uses &&
         !z->l.carried[0]->n_uses && is_of_place(z, z->inner.yields[0]);
}

// True at "b" where "c" holds, and elsewhere what is built at *no.
static ir_val *
start_or(ir_builder *b, ir_val *c, ir_builder *no) {
  ir_builder yes;
  ir_op *choice = ir_build_if(b, c, &yes, no);
  ir_val *v = ir_build_int(&yes, IR_BOOL, 1);
  ir_build_yield(&yes, &v, 1);
  return ir_add_out(choice, ir_ty(IR_BOOL), "ends");
}

// Whether the run ends in front of place "at", at "b": as C asks, which looks
// at no place where it knows that the run is long enough.
static ir_val *
build_ends(const flattening *z, ir_builder *b, ir_val *at, ir_val *n,
           map *subst) {
  ir_builder in, last, *no = &in;
  ir_val *ends = start_or(b, ir_build2(b, IR_OP_EQ, at, n), no), *full = NULL;
  if (z->most) {
    ir_val *seen = ir_substituted(subst, z->inner.i);
    full = start_or(no, ir_build2(no, IR_OP_GE, seen, z->most), &last);
    no = &last;
  }
  ir_val *v = an_copy_slice(no, z->inner.yields[0], z->l.body, subst);
  v = ir_build1(no, IR_OP_NOT, v);
  ir_build_yield(no, &v, 1);
  if (full)
    ir_build_yield(&in, &full, 1);
  return ends;
}

// Adds to "subst" that the inner loop looks at place "at", at "b".
static void
put_place(const flattening *z, ir_builder *b, ir_val *at, map *subst) {
  ir_val *start = ir_substituted(subst, z->l.carried[z->k]);
  start = ir_build_convert(b, start, IR_I64);
  if (z->first)
    start = ir_build2(b, IR_OP_ADD, start, ir_build_int(b, IR_I64, 1));
  map_put(subst, z->inner.i, ir_build2(b, IR_OP_SUB, at, start));
  for (int k = 0; k < z->places.n; k++) {
    const place *p = &z->places.at[k];
    ir_val *v = ir_build_int(b, IR_I64, p->more);
    v = p->more ? ir_build2(b, IR_OP_ADD, at, v) : at;
    map_put(subst, p->v, ir_build_convert(b, v, p->v->type.elem));
  }
}

// Builds the ops behind a run that ends at "end" in region "r", which they end;
// "folds" are what its folds are then, and the next run starts at "at" if that
// is below "n".
static void
build_run(const flattening *z, ir_region *r, ir_val *end, ir_val *at, ir_val *n,
          const ir_vals *folds, map *subst) {
  ir_builder in = ir_at_end(r);
  ir_vals outs = {0};
  if (end != at) {
    put_place(z, &in, end, subst);
    at = ir_build2(&in, IR_OP_ADD, end, ir_build_int(&in, IR_I64, 1));
    at = z->is_last ? ir_build2(&in, IR_OP_MIN, at, n) : at;
  }
  end = an_copy_slice(&in, z->length, z->l.body, subst);
  map_put(subst, z->inner.outs[z->at], end);
  for (int k = 1, i = 0; k < z->inner.n_carried; k++)
    if (k != z->at)
      map_put(subst, z->inner.outs[k], folds->at[i++]);
  ir_foreach_op (op, z->l.body)
    if (op != z->inner.op && op != z->l.body->last)
      ir_clone_op(&in, op, subst);
  for (int k = 1; k < z->l.n_carried; k++)
    vec_push(z->a, &outs,
             k == z->k ? ir_build_convert(&in, at, z->l.carried[k]->type.elem)
                       : ir_substituted(subst, z->l.yields[k]));
  build_starts_if(z, &in, at, n, folds, &outs);
  ir_build_yield(&in, outs.at, outs.n);
}

// What the folds "was" become at the place looked at, at "b".
static ir_vals
build_folds(const flattening *z, ir_builder *b, const ir_vals *was,
            map *subst) {
  ir_vals out = {0};
  for (int k = 1, i = 0; k < z->inner.n_carried; k++)
    if (k != z->at)
      map_put(subst, z->inner.carried[k], was->at[i++]);
  for (int k = 1; k < z->inner.n_carried; k++)
    if (k != z->at)
      vec_push(z->a, &out,
               an_copy_slice(b, z->inner.yields[k], z->l.body, subst));
  return out;
}

// A flat loop over all places, in its body.
typedef struct flat {
  ir_op *op;
  ir_vals was, folds; // what it carries of the outer loop; of the inner one
  ir_val *at, *n;     // the place behind an element; the end
  map *subst;
} flat;

// Ends the body of the flat loop with what "choice" leaves: its second branch
// "no", where no run ends, goes on with "folds".
static void
build_end(const flattening *z, const flat *x, ir_builder *in, ir_op *choice,
          ir_builder *no, const ir_vals *folds) {
  ir_vals stay = {0};
  for (int k = 0; k < x->was.n; k++)
    vec_push(z->a, &stay, x->was.at[k]);
  for (int k = 0; k < folds->n; k++)
    vec_push(z->a, &stay, folds->at[k]);
  ir_build_yield(no, stay.at, stay.n);
  ir_add_outs(choice, stay.at, stay.n);
  ir_build_yield(in, choice->outs.at, choice->outs.n);
}

// Fills the body of the flat loop: at places where the inner loop stops a run
// ends.
static void
build_body(const flattening *z, flat *x, ir_builder *in) {
  put_place(z, in, x->at, x->subst);
  ir_val *ends = build_ends(z, in, x->at, x->n, map_copy(z->a, x->subst));
  ir_builder yes, no;
  ir_op *choice = ir_build_if(in, ends, &yes, &no);
  build_run(z, yes.region, x->at, x->at, x->n, &x->folds,
            map_copy(z->a, x->subst));
  ir_vals folds = build_folds(z, &no, &x->folds, map_copy(z->a, x->subst));
  build_end(z, x, in, choice, &no, &folds);
}

// The same where an element that is in no run is between them, or is the last
// one of the run before: it is looked at with that, which it ends, as the last
// element of all does.
static void
build_body_apart(const flattening *z, flat *x, ir_builder *in) {
  ir_val *one = ir_build_int(in, IR_I64, 1);
  ir_val *place = ir_build2(in, IR_OP_SUB, x->at, one);
  map *subst = map_copy(z->a, x->subst);
  put_place(z, in, place, subst);
  ir_val *go =
      an_copy_slice(in, z->inner.yields[0], z->l.body, map_copy(z->a, subst));
  if (z->most) {
    ir_val *seen = ir_substituted(subst, z->inner.i);
    go = ir_build2(in, IR_OP_AND, go, ir_build2(in, IR_OP_LT, seen, z->most));
  }
  ir_vals folds = build_folds(z, in, &x->folds, subst);
  ir_val *last = ir_build2(in, IR_OP_EQ, x->at, x->n);
  ir_val *ends = ir_build2(in, IR_OP_OR, ir_build1(in, IR_OP_NOT, go), last);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(in, ends, &yes, &no);
  ir_val *end =
      z->closed ? x->at : ir_build3(&yes, IR_OP_SELECT, go, x->at, place);
  build_run(z, yes.region, end, x->at, x->n, &folds, subst);
  build_end(z, x, in, choice, &no, &folds);
}

// The loop over all places, in front of the while loop.
static ir_op *
build_flat(flattening *z) {
  const ir_loop *l = &z->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_val *first = ir_build_convert(&b, l->inits[z->k], IR_I64);
  ir_val *n = ir_build_convert(&b, z->n, IR_I64);
  ir_val *extent = ir_build2(&b, IR_OP_SUB, n, first);
  ir_val *from = ir_build2(&b, IR_OP_ADD, first, ir_build_int(&b, IR_I64, 1));
  ir_vals starts = {0};
  build_starts_if(z, &b, first, n, NULL, &starts);
  flat x = {.op = ir_start_loop(&b, IR_OP_LOOP, extent, "at"),
            .n = n,
            .subst = map_new(z->a)};
  ir_region *r = x.op->regions[0];
  for (int k = 1; k < l->n_carried; k++) {
    vec_push(z->a, &x.was,
             ir_add_carried(x.op, l->inits[k], l->outs[k]->name,
                            l->carried[k]->name));
    map_put(x.subst, l->carried[k], vec_last(&x.was));
  }
  for (int k = 1, i = 0; k < z->inner.n_carried; k++)
    if (k != z->at) {
      vec_push(z->a, &x.folds,
               ir_add_carried(x.op, starts.at[i++], z->inner.outs[k]->name,
                              z->inner.carried[k]->name));
      map_put(x.subst, z->inner.carried[k], vec_last(&x.folds));
    }
  ir_builder in = ir_at_end(r);
  x.at = ir_build2(&in, IR_OP_ADD, r->params.at[0], from);
  if (z->apart || z->closed)
    build_body_apart(z, &x, &in);
  else
    build_body(z, &x, &in);
  return x.op;
}

ir_op *
rec_flatten_runs(loft_cx *cx, ir_func *f, ir_op *op) {
  flattening z = {.a = cx->arena, .f = f};
  if (!op->has_while || op->n_dims || !ir_match_loop(op, &z.l))
    return NULL;
  ir_foreach_op (each, z.l.body)
    if (each->code == IR_OP_LOOP)
      rec_take_conditions(f, each->regions[0]);
  if (ir_match_loop(op, &z.l) && match_start(&z))
    ir_foreach_op_safe (each, z.l.body) {
      drop_question(&z, each);
      bound_inner(&z, cx, each);
    }
  rec_join_skips(cx, f, op);
  rec_join_prefix(cx, f, op);
  ir_op *inner = find_inner(cx, f, z.l.body);
  if (!ir_match_loop(op, &z.l) || !match_start(&z) || !match_inner(&z, inner))
    return NULL;
  z.an = rec_an_new(cx, f, z.l.body);
  note_known(&z);
  bool found = match_ends(&z) && ir_walk(z.inner.body, collect_place, &z) &&
               passes_start(&z) && has_folds(&z) && is_private(&z);
  rec_an_free(z.an);
  if (!found || !rec_guard_near(cx, f, &z.l, z.n) ||
      !rec_guard_near(cx, f, &z.l, z.l.inits[z.k]))
    return NULL;
  ir_op *flat = build_flat(&z);
  for (int k = 1; k < z.l.n_carried; k++)
    ir_replace_uses(f, z.l.outs[k], flat->outs.at[k - 1]);
  ir_remove(op);
  rec_remove_unused(flat->regions[0]);
  return flat;
}
