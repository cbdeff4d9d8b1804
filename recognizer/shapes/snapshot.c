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
// What such a read gets neither an earlier iteration has written nor its own
// before, so it is what was there before the loop. Reads are by the loop's
// index, by a constant number of elements an iteration, and made by every
// iteration. So are writes; or they append one element an iteration at most,
// from a place that is no further (a filter in place). Where a distance is not
// constant, the region checks that it goes the right way. Other reads stay.
#include "recognizer/shapes/shapes.h"

enum { MOST_STEP = 1024 };

typedef struct snapshot {
  ir_func *f;
  ir_loop l;
  int k; // the carried array
  rec_an *an;
  rec_accesses reads, writes; // of it; the reads that can be of a copy
  int64_t step;               // of the places read
  int least, most;            // the lowest read and the highest one
} snapshot;

// -- Matching -------------------------------------------------------------
// How far ahead of place "w" of a write, of the same iteration, the read "r"
// is; bad: not known to be the same in all.
static rec_poly
distance(const snapshot *s, const rec_poly *w, const rec_access *r) {
  rec_poly d = rec_poly_add(s->an->a, &r->poly, w, -1);
  if (s->step < 0)
    d = rec_poly_scale(s->an->a, &d, -1);
  d.bad |= rec_poly_varies(s->an, &d);
  return d;
}

// The place that "x" writes, or one that is no lower where iterations append.
static rec_poly
place_written(const snapshot *s, const rec_access *x) {
  rec_single single;
  if (!rec_appends_singly(&s->l, &s->writes, &single) || s->step != single.sign)
    return x->poly;
  rec_poly at = rec_read_exact(x->dom, single.init);
  rec_poly i = rec_poly_atom(s->an->a, rec_an_atom(s->an, s->l.i));
  at = rec_poly_plus(s->an->a, &at, single.offset);
  return rec_poly_add(s->an->a, &at, &i, single.sign);
}

// True when "r" reads nothing that "w" has written by then; what that relies on
// goes to the assumptions.
static bool
is_ahead(const snapshot *s, const rec_access *w, const rec_access *r) {
  rec_poly at = place_written(s, w);
  rec_poly d = distance(s, &at, r);
  bool first = ir_comes_before(r->op, ir_ancestor_in(w->op, s->l.body));
  int64_t c;
  if (!d.bad && rec_poly_is_const(&d, &c))
    return c > -llabs(s->step) && (c || first);
  if (d.bad || !first)
    return false;
  if (!rec_prove_ge(w->dom, &d))
    vec_push(s->an->a, &s->an->assumes, ((rec_assume){s->l.op, d, NULL}));
  return true;
}

// Adds "r" to the reads, which move by the same step, if it can be of a copy.
static void
add_read(snapshot *s, const rec_access *r) {
  int64_t step = rec_an_step(s->an, s->l.i, &r->poly), low = 0, high = 0;
  if (r->op->parent != s->l.body || !step || llabs(step) > MOST_STEP ||
      (s->reads.n && step != s->step) ||
      !rec_is_recomputable(r->op->ins.at[1], s->l.body))
    return;
  s->step = step;
  if (s->reads.n) {
    const rec_access *least = &s->reads.at[s->least];
    const rec_access *most = &s->reads.at[s->most];
    rec_poly d = rec_poly_add(s->an->a, &r->poly, &least->poly, -1);
    rec_poly e = rec_poly_add(s->an->a, &r->poly, &most->poly, -1);
    if (!rec_poly_is_const(&d, &low) || !rec_poly_is_const(&e, &high))
      return;
  }
  int assumed = s->an->assumes.n;
  for (int i = 0; i < s->writes.n; i++)
    if (!is_ahead(s, &s->writes.at[i], r)) {
      s->an->assumes.n = assumed;
      return;
    }
  s->least = low < 0 ? s->reads.n : s->least;
  s->most = high > 0 ? s->reads.n : s->most;
  vec_push(s->an->a, &s->reads, *r);
}

// True when reads of array "k" of loop "op" can be of a copy, where what the
// analysis assumes holds.
static bool
match(loft_cx *cx, ir_func *f, ir_op *op, int k, snapshot *s) {
  *s = (snapshot){.f = f, .k = k};
  ir_match_loop(op, &s->l);
  if (!s->l.carried[k]->type.array)
    return false;
  rec_accesses all = {0};
  rec_classes *classes = rec_classes_new(cx->arena, f, op);
  s->an = rec_an_new(cx, f, s->l.body);
  rec_find_accesses(cx->arena, classes, s->l.body, &all);
  rec_accesses xs =
      rec_read_class(s->an, &all, rec_class_of(classes, s->l.carried[k]));
  bool plain = true;
  for (int i = 0; i < xs.n; i++) {
    plain &= xs.at[i].op->code != IR_OP_COMBINE;
    if (xs.at[i].write)
      vec_push(cx->arena, &s->writes, xs.at[i]);
  }
  for (int i = 0; i < xs.n && plain; i++)
    if (!xs.at[i].write)
      add_read(s, &xs.at[i]);
  bool ok = plain && rec_is_own_storage(classes, &s->l, k) && s->reads.n &&
            s->writes.n && rec_an_ok(s->an);
  rec_an_free(s->an);
  return ok && rec_emit_guards(cx, f, s->an);
}

// -- Rewriting ------------------------------------------------------------
ir_val *
rec_build_copy(ir_builder *b, ir_val *from, ir_val *lo, ir_val *n,
               ir_op **loop) {
  ir_val *t =
      ir_build_alloc(b, from->type.elem, n, IR_SPACE_GLOBAL, from->name);
  ir_op *op = *loop = ir_build_raw(b, IR_OP_LOOP);
  op->n_dims = 1;
  ir_add_in(op, n);
  ir_val *j = ir_region_add_param(ir_add_region(op), ir_ty(IR_I64), "j");
  ir_val *to = ir_add_carried(op, t, from->name, from->name);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *v = ir_build_index(&in, from, ir_build2(&in, IR_OP_ADD, lo, j));
  ir_val *done = ir_build_update(&in, to, j, v);
  ir_build_yield(&in, &done, 1);
  return op->outs.at[0];
}

ir_op *
rec_take_snapshot(loft_cx *cx, ir_func *f, ir_op *op) {
  snapshot s;
  int k = op->outs.n - 1;
  while (k >= 0 && !match(cx, f, op, k, &s))
    k--;
  if (k < 0)
    return NULL;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  const rec_access *low = &s.reads.at[s.least], *high = &s.reads.at[s.most];
  rec_poly wide = rec_poly_add(cx->arena, &high->poly, &low->poly, -1);
  int64_t more = 0;
  rec_poly_is_const(&wide, &more);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *last =
      ir_build2(&b, IR_OP_SUB, s.l.extent, ir_build_int(&b, IR_I64, 1));
  ir_val *lo =
      rec_recompute(&b, low->op->ins.at[1], s.l.body, s.step > 0 ? zero : last);
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
