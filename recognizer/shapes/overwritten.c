// recognizer/shapes/overwritten.c: stores that later iterations overwrite.
//
//   loop (%i < %n) { ... update %y, %i, %v ... update %y, %i + 1, %w ... }
//   => loop (%i < %n) { ... update %y, %i, %v ...
//        if %i + 1 >= %n { update %y, %i + 1, %w } ... }
//
// The next iteration stores another value in the element before anything reads
// it, so that what the last iterations store alone is left. Both stores are
// made by every iteration, and move by the same constant number of elements.
#include "recognizer/shapes/elements.h"

typedef struct pairing {
  ir_loop l;
  rec_an *an;
  rec_accesses xs; // to the array
  int64_t step;    // of the stores
} pairing;

// After how many iterations "x" touches what store "w" has touched, if it does;
// *never: it does not. False: that is not the same for all.
static bool
find_lag(const pairing *s, const rec_access *w, const rec_access *x,
         int64_t *lag, bool *never) {
  an_poly d = an_poly_add(s->an->a, &w->poly, &x->poly, -1);
  int64_t c;
  if (d.bad || !an_poly_is_const(&d, &c))
    return false;
  *never = c % s->step != 0;
  *lag = c / s->step;
  return true;
}

// True when "x" comes before "y" in an iteration; both are in the loop's body.
static bool
comes_first(const pairing *s, const ir_op *x, const ir_op *y) {
  return ir_comes_before(ir_ancestor_in(x, s->l.body),
                         ir_ancestor_in(y, s->l.body));
}

// True when nothing reads what "w" stores before "over" does, "lag" iterations
// later.
static bool
is_unread(const pairing *s, const rec_access *w, const rec_access *over,
          int64_t lag) {
  for (int i = 0; i < s->xs.n; i++) {
    const rec_access *x = &s->xs.at[i];
    int64_t at;
    bool never;
    if (!x->read)
      continue;
    if (!find_lag(s, w, x, &at, &never))
      return false;
    bool before = at < 0 || (at == 0 && comes_first(s, x->op, w->op));
    bool behind = at > lag || (at == lag && comes_first(s, over->op, x->op));
    if (!never && !before && !behind)
      return false;
  }
  return true;
}

// After how many iterations store "w" is overwritten, unread; 0: it may not be.
static int64_t
find_overwriting(pairing *s, const rec_access *w) {
  s->step = rec_an_step(s->an, s->l.i, &w->poly);
  if (w->op->parent != s->l.body || w->op->code != IR_OP_UPDATE || !s->step)
    return 0;
  for (int i = 0; i < s->xs.n; i++) {
    const rec_access *x = &s->xs.at[i];
    int64_t lag;
    bool never;
    if (x->op->code == IR_OP_UPDATE && x->op->parent == s->l.body &&
        find_lag(s, w, x, &lag, &never) && !never && lag > 0 &&
        is_unread(s, w, x, lag))
      return lag;
  }
  return 0;
}

// Whether an iteration of "l" is one of the last "lag", at "b".
static ir_val *
build_is_last(ir_builder *b, const ir_loop *l, int64_t lag) {
  ir_val *next = ir_build2(b, IR_OP_ADD, l->i, ir_build_int(b, IR_I64, lag));
  return ir_build2(b, IR_OP_GE, next, l->extent);
}

// Lets "op", a store, happen in the last "lag" iterations of "l" alone.
static void
keep_last(ir_func *f, const ir_loop *l, ir_op *op, int64_t lag) {
  ir_builder b = ir_before(op);
  rec_guard_write(f, op, build_is_last(&b, l, lag));
}

// Finds the accesses of loop "op" to the array it carries as "k".
static void
find_accesses(loft_cx *cx, ir_func *f, ir_op *op, int k, pairing *s) {
  an_classes *classes = an_classes_new(cx->arena, f, op);
  ir_match_loop(op, &s->l);
  s->an = rec_an_new(cx, f, s->l.body);
  s->xs = rec_carried_accesses(s->an, classes, &s->l, k);
  if (!rec_is_own_storage(classes, &s->l, k))
    s->xs.n = 0;
}

ir_op *
rec_drop_overwritten(loft_cx *cx, ir_func *f, ir_op *op) {
  bool any = false;
  for (int k = 0; k < op->outs.n; k++) {
    if (!op->outs.at[k]->type.array)
      continue;
    pairing s = {0};
    find_accesses(cx, f, op, k, &s);
    for (int i = 0; i < s.xs.n; i++) {
      int64_t lag = find_overwriting(&s, &s.xs.at[i]);
      if (!lag || !rec_an_ok(s.an))
        continue;
      keep_last(f, &s.l, s.xs.at[i].op, lag);
      any = true;
    }
    rec_an_free(s.an);
  }
  return any ? op : NULL;
}
