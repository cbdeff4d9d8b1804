// recognizer/shapes/overwritten.c: stores that later iterations overwrite.
//
//   loop (%i < %n) { ... update %y, %i, %v ... update %y, %i + 1, %w ... }
//   => loop (%i < %n) { ... update %y, %i, %v ...
//        if %i + 1 >= %n { update %y, %i + 1, %w } ... }
//
// The next iteration stores another value in the element before anything reads
// it, so that what the last iterations store alone is left. Both stores are
// made by every iteration, and move by the same constant number of elements.
//
//   loop (%i < %n) (%y, %k) { update %y, %k, %v ... yield %y1, %k + %c }
//   => loop (%i < %n) (%y, %k) {
//        if %i + 1 >= %n { update %y, %k, %v }
//        else { if %k1 != %k { update %y, %k, %v } } ... }
//
// So does the next iteration with what is stored where a counter is, if that
// has not moved: a filter without branches. Nothing else touches the array.
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/growth.h"

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

// Lets "op", a store, happen where "cond" holds alone; the region where it does
// not.
static ir_region *
store_if(ir_func *f, ir_op *op, ir_val *cond) {
  ir_builder b = ir_before(op);
  ir_op *choice = ir_build_raw(&b, IR_OP_IF);
  ir_add_in(choice, cond);
  ir_region *yes = ir_add_region(choice), *no = ir_add_region(choice);
  ir_val *stored = op->outs.at[0], *old = op->ins.at[0];
  ir_replace_uses(f, stored, ir_add_out(choice, stored->type, stored->name));
  ir_move(op, yes, NULL);
  b = ir_at_end(yes);
  ir_build_yield(&b, &stored, 1);
  b = ir_at_end(no);
  ir_build_yield(&b, &old, 1);
  return no;
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
  store_if(f, op, build_is_last(&b, l, lag));
}

// -- Counters -----------------------------------------------------------------
// The carried counter where "s" stores, which alone touches the array; -1:
// none.
static int
find_standing(const pairing *s) {
  const ir_op *op = s->xs.n == 1 ? s->xs.at[0].op : NULL;
  rec_counter c;
  if (!op || op->code != IR_OP_UPDATE || op->parent != s->l.body)
    return -1;
  const ir_val *at = op->ins.at[1];
  if (at->def && at->def->code == IR_OP_CONVERT)
    at = at->def->ins.at[0];
  for (int k = 0; k < s->l.n_carried; k++)
    if (rec_match_counter(&s->l, k, &c) &&
        rec_uncounted(&c, at) == s->l.carried[k] &&
        s->l.yields[k] != s->l.carried[k])
      return k;
  return -1;
}

// Lets the store of "s" happen in the last iteration of its loop, and where
// counter "k" moves.
static void
keep_moving(ir_func *f, const pairing *s, int k) {
  ir_op *op = s->xs.at[0].op;
  const ir_loop *l = &s->l;
  ir_move(op, l->body, l->body->last);
  ir_builder b = ir_before(op);
  ir_val *last = build_is_last(&b, l, 1);
  ir_val *moves = ir_build2(&b, IR_OP_NE, l->yields[k], l->carried[k]);
  ir_region *no = store_if(f, op, last);
  b = ir_before(no->last);
  ir_val *w = ir_build_update(&b, op->ins.at[0], op->ins.at[1], op->ins.at[2]);
  no->last->ins.at[0] = w;
  store_if(f, w->def, moves);
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
    int standing = find_standing(&s);
    if (standing >= 0)
      keep_moving(f, &s, standing);
    any |= standing >= 0;
    for (int i = 0; i < s.xs.n && standing < 0; i++) {
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
