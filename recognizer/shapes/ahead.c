// recognizer/shapes/ahead.c: a value of a loop, computed without what the loop
// writes.
//
//   loop (%i < %n) (%y = %y0, %s = 0) {          for (i < n) {
//     %e = index %y, %i                            assert(y[i] > 0);
//     %y1 = update %y, %i, f(%e)                   y[i] = f(y[i]);
//     yield %y1, %s or not %e > 0 }              }
//   => %s: loop (%i < %n) (%s = 0) {
//     %e = index %y0, %i
//     yield %s or not %e > 0 }
//
// Where no iteration touches what another one writes, an element that its own
// has not written yet is what it was before the loop. One that it has just
// written is the value that was stored. An element at one place is a scalar
// (promote.c). What then is written is not read, and goes.
#include "recognizer/shapes/elements.h"

// ir_walk_fn: replaces "op", a load of what the op before on its array stores,
// by that.
static bool
forward_store(void *user, ir_op *op) {
  ir_func *f = user;
  const ir_op *from = op->code == IR_OP_INDEX ? op->ins.at[0]->def : NULL;
  if (!from || from->code != IR_OP_UPDATE ||
      !an_same_value(f->module->arena, from->ins.at[1], op->ins.at[1]))
    return true;
  ir_replace_uses(f, op->outs.at[0], from->ins.at[2]);
  ir_remove(op);
  return true;
}

// Lets loads of carried array "k" of "l", of which "all" are the accesses, be
// of what it was before the loop, where iterations do not meet in it.
static void
read_start(rec_an *an, const an_classes *c, const ir_loop *l, int k,
           const rec_accesses *all) {
  rec_why unused = {0};
  rec_accesses xs = rec_read_class(an, all, an_class_of(c, l->carried[k]));
  if (!rec_is_own_storage(c, l, k) ||
      !rec_class_independent(an, &xs, rec_an_atom(an, l->i), &unused) ||
      an->assumes.n || !rec_an_ok(an))
    return;
  for (int i = 0; i < xs.n; i++)
    if (xs.at[i].op->code == IR_OP_INDEX &&
        xs.at[i].op->ins.at[0] == l->carried[k])
      xs.at[i].op->ins.at[0] = l->inits[k];
}

// read_start for the arrays that loop "op" of "f" carries.
static void
read_starts(loft_cx *cx, ir_func *f, ir_op *op) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while)
    return;
  an_classes *c = an_classes_new(cx->arena, f, op);
  rec_an *an = rec_an_new(cx, f, l.body);
  rec_accesses all = {0};
  rec_find_accesses(cx->arena, c, l.body, &all);
  for (int k = 0; k < l.n_carried; k++)
    if (l.carried[k]->type.array)
      read_start(an, c, &l, k, &all);
  rec_an_free(an);
}

// Makes scalars of the elements that the loops of "r" set under conditions.
static void
promote_chosen(loft_cx *cx, ir_func *f, ir_region *r) {
  ir_foreach_op (op, r) {
    ir_loop l;
    if (ir_match_loop(op, &l) && l.extent && !op->has_while)
      rec_promote_chosen(cx, f, op);
    for (int k = 0; k < op->n_regions; k++)
      promote_chosen(cx, f, op->regions[k]);
  }
}

// read_starts for the loops of "r", inner ones first.
static void
read_region(loft_cx *cx, ir_func *f, ir_region *r) {
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->n_regions; k++)
      read_region(cx, f, op->regions[k]);
    read_starts(cx, f, op);
  }
}

void
rec_read_ahead(loft_cx *cx, ir_func *f) {
  rec_clean(cx, f);
  rec_promote(cx, f);
  promote_chosen(cx, f, f->body);
  ir_walk(f->body, forward_store, f);
  read_region(cx, f, f->body);
  rec_clean(cx, f);
  rec_remove_unused(f->body);
}
