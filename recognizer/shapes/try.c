// recognizer/shapes/try.c: loops are tried as one shape after the other.
//
// Outermost loops first, each in the first shape that it has. A
// loop that stays is searched for parallel loops inside. The shapes that make
// other loops of one let these be tried in their turn.
#include "recognizer/shapes/driver.h"

// -- Trying ---------------------------------------------------------------

// Why loop "op" is not parallel as it is, "why" being the reason found.
static rec_obstacle
find_obstacle(ir_op *op, const rec_why *why) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while)
    return REC_BY_EXIT;
  if (!why->any)
    return REC_BY_NOTHING;
  if (why->reason == REC_LOOP_CARRIED)
    return REC_BY_ARRAY;
  return why->reason == REC_LOOP_CARRIED_SCALAR ? REC_BY_SCALAR : REC_BY_OTHER;
}

// Makes "op" parallel in the form that "form" gives it.
static ir_op *
try_form(rec_driver *d, ir_op *op, rec_form_loop *form, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *other = form(d->cx, d->f, rec_copy_to_try(&t));
  return rec_finish(&t, other ? rec_try_loop(d, other, why) : NULL);
}

// Makes "op" parallel in the first of "shapes" that it has.
static ir_op *
try_shapes(rec_driver *d, const rec_shapes *shapes, ir_op *op, rec_why *why) {
  rec_why first = {0}, order = {0};
  ir_op *call = ir_find_call(op->regions[0]);
  for (int i = 0; i < shapes->n; i++) {
    const rec_shape_row *shape = &shapes->at[i];
    if (!(shape->needs & find_obstacle(op, &first)) ||
        (call && !(shape->needs & REC_CALLS)))
      continue;
    rec_mark mark = rec_mark_driver(d);
    rec_why own = {0};
    ir_op *done = shape->try ? shape->try(d, op, &own)
                             : try_form(d, op, shape->form, &own);
    if (done) {
      *why = own;
      return done;
    }
    rec_reset_driver(d, &mark);
    if (!first.any)
      first = own;
    else if (own.reason == REC_EXACT_REDUCTION)
      order = own;
  }
  *why = order.any ? order : first;
  if (call && !why->any)
    rec_why_set(why, REC_CALL_AHEAD, call->loc, call->callee);
  return NULL;
}

ir_op *
rec_try_loop(rec_driver *d, ir_op *op, rec_why *why) {
  return try_shapes(d, &d->outer, op, why);
}

// -- Searching ------------------------------------------------------------

// True when "op", a loop in a map that stays for "why", is a scan, or keeps the
// winner of comparisons: like all that a map runs it is in order, and no reason
// is to be given.
static bool
is_fold_inside(rec_driver *d, ir_op *op, const rec_why *why) {
  return why->any && why->reason == REC_LOOP_CARRIED_SCALAR && d->cx->remarks &&
         (rec_is_scan(d, op) || rec_keeps_winner(d, op));
}

void
rec_search_loops(rec_driver *d, ir_region *r, bool inside) {
  for (ir_op *op = r->first, *next; op; op = next) {
    next = op->next;
    bool in = inside;
    int stayed = -1;
    long steps = 0;
    if (op->code == IR_OP_LOOP) {
      rec_why why = {0};
      ir_op *done = try_shapes(d, inside ? &d->inner : &d->outer, op, &why);
      d->n_found += done && !done->exact;
      if (inside && (why.reason == REC_LOOP_EXIT ||
                     (!done && is_fold_inside(d, op, &why))))
        why.any = false; // in order like all that a map runs
      if (why.any && done)
        vec_push(d->cx->arena, &d->stayed, why);
      else if (why.any)
        stayed = rec_note_stayed(d, op, why);
      steps = d->cx->n_steps;
      if (done)
        op = done;
    }
    in |= ir_is_soac(op);
    for (int k = 0; k < op->n_regions; k++)
      rec_search_loops(d, op->regions[k], in);
    if (stayed >= 0)
      rec_settle_stayed(d, op, stayed, steps);
  }
}
