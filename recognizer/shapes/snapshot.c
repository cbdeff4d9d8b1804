// recognizer/shapes/snapshot.c: arrays that a loop reads ahead of its writes.
//
//   loop (%i < %n) (%w = %y) {                        y[i] = f(y[i + 1])
//     %e = index %w, %i + 1 ... yield update %w, %i, %v
//   }
//   => %t = alloc %n; %t1 = the elements 1 to %n of %y
//      loop (%i < %n) (%w = %y) {
//        %e = index %t1, %i ... yield update %w, %i, %v
//      }
//
// The element of such a read was written by no earlier iteration, nor by its
// own before, so it is the one from before the loop. Reads are by the loop's
// index, by a constant number of elements an iteration. So are writes, by the
// same or, where all reads are proven to be further, by another one; or they
// append no more elements an iteration, from a place that is no further (a
// filter in place), or all behind what is read (a queue). Where a distance is
// not constant, the region checks that it goes the right way. Of an array of
// the caller's, reads may be under a condition: the copy reads what C may not,
// which the runtime looks at before. Other reads stay.
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/growth.h"
#include "recognizer/shapes/parts.h"

enum { MOST_STEP = 1024 };

typedef struct snapshot {
  ir_func *f;
  ir_loop l;
  int k; // the carried array
  rec_an *an;
  rec_accesses all;           // of it
  rec_accesses reads, writes; // the reads that can be of a copy
  int64_t step;               // of the places read
  int least, most;            // the lowest read and the highest one
  bool is_ahead;              // one is of more than its iteration's own element
  bool probes;                // one is under a condition
} snapshot;

// -- Matching -------------------------------------------------------------
// The distance, in elements, from place "w" of a write to the read "r" of the
// same iteration; bad: not known to be the same in all.
static an_poly
distance(const snapshot *s, const an_poly *w, const rec_access *r) {
  an_poly d = an_poly_add(s->an->a, &r->poly, w, -1);
  if (s->step < 0)
    d = an_poly_scale(s->an->a, &d, -1);
  d.bad |= rec_poly_varies(s->an, &d);
  return d;
}

// The place that "x" writes, or one that is further where iterations append;
// *scale: what it writes is a multiple of so many elements before.
static an_poly
place_written(const snapshot *s, const rec_access *x, int64_t *scale) {
  rec_reach r;
  *scale = llabs(s->step);
  if (!rec_match_reach(&s->l, &s->writes, x->op, &r) || s->step != r.step)
    return x->poly;
  an_poly at = rec_read_exact(x->dom, r.init);
  an_poly i = an_poly_atom(s->an->a, rec_an_atom(s->an, s->l.i));
  *scale = r.scale;
  at = an_poly_scale(s->an->a, &at, r.scale);
  at = an_poly_plus(s->an->a, &at, r.offset);
  if (r.base) {
    an_poly base = rec_read_exact(x->dom, r.base);
    at = an_poly_add(s->an->a, &at, &base, r.base_scale);
  }
  return an_poly_add(s->an->a, &at, &i, r.step);
}

// True when, in an iteration, "x" is not executed behind "y".
static bool
comes_first(const snapshot *s, const ir_op *x, const ir_op *y) {
  while (x->parent != s->l.body && !ir_ancestor_in(y, x->parent))
    x = x->parent->parent_op;
  const ir_op *up = ir_ancestor_in(y, x->parent);
  return up == x || ir_comes_before(x, up);
}

// True when "d" is no multiple of "scale".
static bool
is_between(const an_poly *d, int64_t scale) {
  int64_t c = 0;
  for (int i = 0; i < d->t.n; i++) {
    if (d->t.at[i].n && d->t.at[i].coef % scale)
      return false;
    c = d->t.at[i].n ? c : d->t.at[i].coef;
  }
  return c % scale;
}

// The initial value of "v", a counter of the loop or of loops inside, perhaps
// and a constant; NULL: it is none.
static ir_val *
start_of(const snapshot *s, const ir_val *v) {
  int64_t c;
  v = rec_unwidened(v);
  while (v->def && v->def->code == IR_OP_ADD &&
         ir_match_int(v->def->ins.at[1], &c))
    v = rec_unwidened(v->def->ins.at[0]);
  while (!v->def && v->param_of->parent_op && !ir_is_index(v)) {
    const ir_op *op = v->param_of->parent_op;
    ir_val *init = op->code == IR_OP_LOOP ? op->ins.at[v->index] : NULL;
    if (!init || op == s->l.op)
      return init;
    v = init;
  }
  return NULL;
}

// The initial value of the loop's counter that place "v" is a value of, and
// that goes "up", or down. NULL: there is none.
static ir_val *
start_of_counter(const snapshot *s, const ir_val *v, int up) {
  const ir_loop *l = &s->l;
  rec_counter c;
  v = rec_unwidened(v);
  for (int k = 0; k < l->n_carried; k++)
    if (rec_match_counter(l, k, &c) && c.sign == up &&
        !rec_may_wrap(l->carried[k]->type.elem) &&
        rec_growth(&c, v, l->carried[k], NULL, false) >= 0)
      return l->inits[k];
  return NULL;
}

// The distance from the end of all that "r" reads to place "bound", if all
// places that "w" writes are there or further "up" (or down), as "counts" says;
// bad: they may not be.
static an_poly
room_before(const snapshot *s, const rec_access *w, const rec_access *r,
            const an_poly *bound, int up, bool counts) {
  arena *a = s->an->a;
  an_poly n = rec_read_exact(w->dom, s->l.extent);
  bool in_last = (s->step > 0) == (up > 0);
  an_poly far = in_last ? an_poly_plus(a, &n, -1) : an_poly_const(a, 0);
  far = an_poly_replace(a, &r->poly, rec_an_atom(s->an, s->l.i), &far);
  an_poly grown = an_poly_add(a, &w->poly, bound, -1);
  an_poly room = an_poly_add(a, bound, &far, -1);
  grown = an_poly_scale(a, &grown, up);
  room = an_poly_scale(a, &room, up);
  room = an_poly_plus(a, &room, -1);
  room.bad |= !counts && (grown.bad || !rec_prove_ge(w->dom, &grown));
  return room;
}

// True when the place that "r" reads first is known. Counters of what is read
// from there on mostly start there too, to take elements out in place.
static bool
starts_at_constant(const snapshot *s, const rec_access *r) {
  int64_t c;
  an_poly zero = an_poly_const(s->an->a, 0);
  int i = rec_an_atom(s->an, s->l.i);
  an_poly first = an_poly_replace(s->an->a, &r->poly, i, &zero);
  return an_poly_is_const(&first, &c);
}

// The same where "w" appends to what "r" reads, a queue, of which the counter
// begins beyond all that is read; bad: it may not.
static an_poly
room_in_queue(const snapshot *s, const rec_access *w, const rec_access *r) {
  const ir_val *v = w->op->ins.at[1];
  ir_val *start = start_of(s, v), *from;
  an_poly room = {.bad = true}, at = room;
  if (start)
    at = rec_read_exact(w->dom, start);
  for (int up = 1; up >= -1 && room.bad; up -= 2) {
    an_poly next = an_poly_plus(s->an->a, &at, up);
    if (start)
      room = room_before(s, w, r, &next, up, false);
    if (start && room.bad)
      room = room_before(s, w, r, &at, up, false);
    if (room.bad && (from = start_of_counter(s, v, up))) {
      at = rec_read_exact(w->dom, from);
      room = room_before(s, w, r, &at, up, true);
    }
    room.bad |= !room.bad && !rec_may_hold(w->dom, &room);
  }
  return room;
}

// True when the loop is one of two versions in a loop around, and "p" >= 0 says
// of data in that that they are not above 0. No guard knows of which iterations
// alone it would have to hold; of all of them it does as good as never.
static bool
is_of_some_runs(const snapshot *s, const an_poly *p) {
  const ir_op *up = s->l.op->parent->parent_op;
  while (up && !up->versions)
    up = up->parent->parent_op;
  const ir_op *loop = up ? rec_loop_around(up) : NULL;
  bool below = false, above = false;
  for (int i = 0; loop && i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++) {
      const ir_val *v = s->an->atoms.at[p->t.at[i].f[k]].val;
      if (v && ir_is_outside(v, loop->regions[0]))
        continue;
      below |= p->t.at[i].coef < 0;
      above |= p->t.at[i].coef > 0;
    }
  return below && !above;
}

// True when "p" >= 0 holds, or "q" >= 0, each if not bad; or is assumed to.
static bool
hold_or_assume(snapshot *s, const rec_access *w, const an_poly *p,
               const an_poly *q) {
  if (p->bad && q->bad)
    return false;
  if ((!p->bad && rec_prove_ge(w->dom, p)) ||
      (!q->bad && rec_prove_ge(w->dom, q)))
    return true;
  if (is_of_some_runs(s, p) || is_of_some_runs(s, q) ||
      ((p->bad || !rec_may_hold(w->dom, p)) &&
       (q->bad || !rec_may_hold(w->dom, q))))
    return false;
  an_poly *other = NULL;
  if (!p->bad && !q->bad) {
    other = NEW(s->an->a, an_poly);
    *other = *q;
  }
  vec_push(s->an->a, &s->an->assumes,
           ((rec_assume){.at = s->l.body->last,
                         .poly = p->bad ? *q : *p,
                         .other = other}));
  return true;
}

// True when "r" reads nothing that "w", which writes no further than "at", has
// changed by then: "w" stores elements at places before theirs, or at their
// own, and "r" reads none but those of the iteration before at most. What that
// relies on goes to the assumptions.
static bool
is_kept(snapshot *s, const rec_access *w, const an_poly *at,
        const rec_access *r, bool first) {
  const ir_val *v = w->op->ins.at[2];
  const rec_access *from = NULL;
  int64_t c, moves;
  for (int i = 0; i < s->all.n; i++)
    if (v->def && s->all.at[i].op == v->def)
      from = &s->all.at[i];
  if (!from || !comes_first(s, from->op, w->op))
    return false;
  an_poly d = distance(s, &from->poly, r);
  an_poly back = distance(s, at, from), none = {.bad = true};
  if (d.bad || back.bad || !an_poly_is_const(&d, &c) || c < -llabs(s->step) ||
      (c < 0 && !first) || rec_an_step(s->an, s->l.i, &from->poly) != s->step)
    return false;
  if (an_poly_is_const(&back, &moves))
    return moves >= 0;
  return rec_may_hold(w->dom, &back) && hold_or_assume(s, w, &back, &none);
}

// True when "r" reads in each iteration at place "at" or further, to which
// writes have come by then, though not by the same distance: x[i] = x[2*i]. If
// not "first", the iteration itself has written there.
static bool
goes_ahead(const snapshot *s, const an_poly *at, const rec_access *r,
           bool first) {
  arena *a = s->an->a;
  int64_t step = rec_an_step(s->an, s->l.i, at);
  an_poly i = an_poly_atom(a, rec_an_atom(s->an, s->l.i));
  an_poly rest = an_poly_add(a, at, &i, -step);
  an_poly d = an_poly_add(a, &r->poly, at, -1);
  d = an_poly_scale(a, &d, s->step < 0 ? -1 : 1);
  d = an_poly_plus(a, &d, first ? 0 : -1);
  return step && (step > 0) == (s->step > 0) && !d.bad && !rest.bad &&
         !rec_poly_varies(s->an, &rest) && rec_prove_ge(r->dom, &d);
}

// True when "r" reads nothing that "w" has written by then; what that relies on
// goes to the assumptions.
static bool
is_ahead(snapshot *s, const rec_access *w, const rec_access *r) {
  int64_t c, scale;
  an_poly at = place_written(s, w, &scale);
  an_poly d = distance(s, &at, r);
  bool first = comes_first(s, r->op, w->op);
  bool is_const = !d.bad && an_poly_is_const(&d, &c);
  s->is_ahead |= !is_const || c;
  if (is_const && c > -scale && (c || first))
    return true;
  if (is_kept(s, w, &at, r, first) || (d.bad && goes_ahead(s, &at, r, first)))
    return true;
  if (is_const)
    return false;
  if (!d.bad && is_between(&d, scale))
    return true;
  an_poly room = room_in_queue(s, w, r);
  d.bad |= !first;
  if (d.bad && !room.bad && starts_at_constant(s, r) &&
      !rec_prove_ge(w->dom, &room))
    return false;
  return hold_or_assume(s, w, &d, &room);
}

// True when "op", a read, may be made by every iteration: it is, or the runtime
// can look at what it reads.
static bool
may_read(snapshot *s, const ir_op *op) {
  const ir_op *up = op->parent->parent_op;
  bool asks = up != s->l.op;
  while (up != s->l.op && up->code == IR_OP_IF)
    up = up->parent->parent_op;
  const ir_val *root = ir_storage_root(s->l.inits[s->k], NULL);
  bool can = !root->def && !root->param_of->parent_op;
  s->probes |= asks;
  return up == s->l.op && (!asks || can);
}

// Adds "r" to the reads, which move by the same step, if it can be of a copy;
// "own" says
// whether it is one of the element of its iteration alone.
static void
add_read(snapshot *s, const rec_access *r, bool own) {
  int64_t step = rec_an_step(s->an, s->l.i, &r->poly), low = 0, high = 0;
  if (!step || llabs(step) > MOST_STEP || !may_read(s, r->op) ||
      (s->reads.n && step != s->step) ||
      !an_is_recomputable(r->op->ins.at[1], s->l.body))
    return;
  s->step = step;
  if (s->reads.n) {
    const rec_access *least = &s->reads.at[s->least];
    const rec_access *most = &s->reads.at[s->most];
    an_poly d = an_poly_add(s->an->a, &r->poly, &least->poly, -1);
    an_poly e = an_poly_add(s->an->a, &r->poly, &most->poly, -1);
    if (!an_poly_is_const(&d, &low) || !an_poly_is_const(&e, &high))
      return;
  }
  int assumed = s->an->assumes.n;
  bool was_ahead = s->is_ahead, fits = true;
  s->is_ahead = false;
  for (int i = 0; i < s->writes.n && fits; i++)
    fits = is_ahead(s, &s->writes.at[i], r);
  fits = fits && s->is_ahead != own;
  s->is_ahead |= was_ahead;
  if (!fits) {
    s->an->assumes.n = assumed;
    return;
  }
  s->least = low < 0 ? s->reads.n : s->least;
  s->most = high > 0 ? s->reads.n : s->most;
  vec_push(s->an->a, &s->reads, *r);
}

// True when reads of array "k" of loop "op" can be of a copy, where what the
// analysis assumes holds: with "fits", that subscripts do not wrap, too.
static bool
match(loft_cx *cx, ir_func *f, ir_op *op, int k, bool fits, snapshot *s) {
  *s = (snapshot){.f = f, .k = k};
  ir_match_loop(op, &s->l);
  if (!s->l.carried[k]->type.array)
    return false;
  an_classes *classes = an_classes_new(cx->arena, f, op);
  s->an = rec_an_new(cx, f, s->l.body);
  s->an->may_assume = fits;
  rec_accesses xs = rec_carried_accesses(s->an, classes, &s->l, k);
  bool plain = true;
  s->all = xs;
  for (int i = 0; i < xs.n; i++) {
    plain &= xs.at[i].op->code != IR_OP_COMBINE;
    if (xs.at[i].write)
      vec_push(cx->arena, &s->writes, xs.at[i]);
  }
  for (int i = 0; i < 2 * xs.n && plain; i++)
    if (!xs.at[i % xs.n].write)
      add_read(s, &xs.at[i % xs.n], i >= xs.n);
  bool ok = plain && rec_is_own_storage(classes, &s->l, k) && s->reads.n &&
            s->is_ahead && s->writes.n && rec_an_ok(s->an);
  rec_an_free(s->an);
  return ok && rec_emit_guards(cx, f, s->an);
}

// -- Rewriting ------------------------------------------------------------
ir_op *
rec_take_snapshot(loft_cx *cx, ir_func *f, ir_op *op) {
  snapshot s;
  int k = op->outs.n - 1;
  while (k >= 0 && !match(cx, f, op, k, false, &s) &&
         !match(cx, f, op, k, true, &s))
    k--;
  if (k < 0)
    return NULL;
  if (s.probes)
    f->param_mode[ir_storage_root(s.l.inits[k], NULL)->index] |= IR_PROBE;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  const rec_access *low = &s.reads.at[s.least], *high = &s.reads.at[s.most];
  an_poly wide = an_poly_add(cx->arena, &high->poly, &low->poly, -1);
  int64_t more = 0;
  an_poly_is_const(&wide, &more);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *last =
      ir_build2(&b, IR_OP_SUB, s.l.extent, ir_build_int(&b, IR_I64, 1));
  ir_val *lo =
      an_recompute(&b, low->op->ins.at[1], s.l.body, s.step > 0 ? zero : last);
  ir_val *step = ir_build_int(&b, IR_I64, llabs(s.step));
  ir_val *n = ir_build2(&b, IR_OP_ADD, ir_build2(&b, IR_OP_MUL, last, step),
                        ir_build_int(&b, IR_I64, more + 1));
  ir_val *runs = ir_build2(&b, IR_OP_GT, s.l.extent, zero);
  n = ir_build3(&b, IR_OP_SELECT, runs, n, zero);
  ir_op *copy;
  ir_val *t = rec_build_copy(&b, s.l.inits[s.k], lo, n, &copy);
  for (int i = 0; i < s.reads.n; i++) {
    ir_op *read = s.reads.at[i].op;
    ir_builder at = ir_before(read);
    read->ins.at[1] = ir_build2(&at, IR_OP_SUB, read->ins.at[1], lo);
    read->ins.at[0] = t;
  }
  return copy;
}
