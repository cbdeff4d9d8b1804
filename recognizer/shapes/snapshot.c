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
// What an iteration reads no earlier one has written, so it is what was there
// before the loop. Reads are by the loop's index, by one element an iteration,
// and made by every iteration before it writes. So are writes; or they append
// one element an iteration at most, from a place that is no further (a filter
// in place). Where a distance is not constant, the region checks that it goes
// the right way.
#include "recognizer/shapes/shapes.h"

typedef struct snapshot {
  ir_func *f;
  ir_loop l;
  int k; // the carried array
  rec_an *an;
  rec_accesses reads, writes; // of it
  int64_t step;               // of the places read: 1 or -1
  int least, most;            // the lowest read and the highest one
} snapshot;

// -- Matching -------------------------------------------------------------
// How much "p" grows from one iteration to the next; 0: not by a constant.
static int64_t
step_of(const snapshot *s, const rec_poly *p) {
  arena *a = s->an->a;
  int i = rec_an_atom(s->an, s->l.i);
  rec_poly next = rec_poly_atom(a, i);
  next = rec_poly_plus(a, &next, 1);
  next = rec_poly_replace(a, p, i, &next);
  next = rec_poly_add(a, &next, p, -1);
  int64_t c;
  return !p->bad && rec_poly_is_const(&next, &c) ? c : 0;
}

// True when "x" comes before "y" in the loop's body, of which it is an op.
static bool
comes_first(const snapshot *s, const ir_op *x, const ir_op *y) {
  while (y->parent != s->l.body)
    y = y->parent->parent_op;
  for (x = x->next; x && x != y; x = x->next)
    continue;
  return x;
}

// True when all reads can be of a copy; sets step, least and most.
static bool
match_reads(snapshot *s) {
  const rec_accesses *xs = &s->reads;
  for (int i = 0; i < xs->n; i++) {
    const rec_access *x = &xs->at[i];
    int64_t low, high, step = step_of(s, &x->poly);
    if (x->op->parent != s->l.body || (step != 1 && step != -1) ||
        (i && step != s->step) ||
        !rec_is_recomputable(x->op->ins.at[1], s->l.body))
      return false;
    s->step = step;
    rec_poly d = rec_poly_add(s->an->a, &x->poly, &xs->at[s->least].poly, -1);
    rec_poly e = rec_poly_add(s->an->a, &x->poly, &xs->at[s->most].poly, -1);
    if (!rec_poly_is_const(&d, &low) || !rec_poly_is_const(&e, &high))
      return false;
    s->least = low < 0 ? i : s->least;
    s->most = high > 0 ? i : s->most;
  }
  return xs->n > 0;
}

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
  ir_val *init = rec_appends_singly(&s->l, &s->writes);
  if (!init || s->step < 0)
    return x->poly;
  rec_poly at = rec_read_exact(x->dom, init);
  rec_poly i = rec_poly_atom(s->an->a, rec_an_atom(s->an, s->l.i));
  return rec_poly_add(s->an->a, &at, &i, 1);
}

// True when no read is of what an earlier iteration, or the same one, wrote;
// what that relies on goes to the assumptions.
static bool
match_writes(snapshot *s) {
  for (int i = 0; i < s->writes.n; i++)
    for (int k = 0; k < s->reads.n; k++) {
      const rec_access *w = &s->writes.at[i], *r = &s->reads.at[k];
      rec_poly at = place_written(s, w);
      rec_poly d = distance(s, &at, r);
      if (d.bad || !comes_first(s, r->op, w->op))
        return false;
      int64_t c;
      if (rec_poly_is_const(&d, &c) && c < 0)
        return false;
      if (!rec_prove_ge(w->dom, &d))
        vec_push(s->an->a, &s->an->assumes, ((rec_assume){s->l.op, d}));
    }
  return s->writes.n > 0;
}

// True when array "k" of loop "op" can be read from a copy, where what the
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
    else
      vec_push(cx->arena, &s->reads, xs.at[i]);
  }
  bool ok = plain && rec_is_own_storage(classes, &s->l, k) && match_reads(s) &&
            match_writes(s) && rec_an_ok(s->an);
  rec_an_free(s->an);
  return ok && rec_emit_guards(cx, f, s->an);
}

// -- Rewriting ------------------------------------------------------------
// The loop that copies "n" elements of the array from place "lo" on; its
// result.
static ir_val *
build_copy(const snapshot *s, ir_builder *b, ir_val *lo, ir_val *n,
           ir_op **loop) {
  ir_val *from = s->l.inits[s->k];
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
  ir_val *n =
      ir_build2(&b, IR_OP_ADD, s.l.extent, ir_build_int(&b, IR_I64, more));
  ir_val *runs = ir_build2(&b, IR_OP_GT, s.l.extent, zero);
  n = ir_build3(&b, IR_OP_SELECT, runs, n, zero);
  ir_op *copy;
  ir_val *t = build_copy(&s, &b, lo, n, &copy);
  for (int i = 0; i < s.reads.n; i++) {
    ir_op *read = s.reads.at[i].op;
    ir_builder at = ir_before(read);
    read->ins.at[1] = ir_build2(&at, IR_OP_SUB, read->ins.at[1], lo);
    read->ins.at[0] = t;
  }
  return copy;
}
