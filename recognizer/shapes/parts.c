// recognizer/shapes/parts.c: loops of which parts are parallel, one behind
// another.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/parts.h"

// Lets "p", built for t->op, be used in its place. False when there are none.
static bool
take_parts(rec_trial *t, const rec_parts *p) {
  if (p->n)
    rec_use_instead(t, p->outs);
  for (int k = 0; k < p->n; k++)
    rec_drop_unchanged(t->d->f, p->at[k]);
  return p->n > 0;
}

// Makes loops in the bodies of the parts, but of "done", parallel; "inside":
// the parts are in a map.
static void
search_parts(rec_driver *d, const rec_parts *p, const ir_op *done,
             bool inside) {
  for (int k = 0; k < p->n; k++)
    for (int r = 0; r < p->at[k]->n_regions && p->at[k] != done; r++)
      rec_search_loops(d, p->at[k]->regions[r], inside || ir_is_soac(p->at[k]));
}

ir_op *
rec_try_parts(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  rec_parts p = {0};
  ir_op *best = NULL;
  rec_distribute(d->cx, d->f, op, &p);
  take_parts(&t, &p);
  for (int k = 0; k < p.n; k++) {
    rec_why own = {0};
    ir_op *done = rec_try_loop(d, p.at[k], &own);
    if (own.any && !done)
      rec_settle_stayed(d, p.at[k], rec_note_stayed(d, p.at[k], own),
                        d->cx->n_steps);
    p.at[k] = done ? done : p.at[k];
    if (done && (!best || best->exact)) {
      best = done;
      *why = own;
    }
  }
  if (best)
    search_parts(d, &p, best, false);
  return rec_finish(&t, best);
}

ir_op *
rec_try_all_parts(rec_driver *d, ir_op *op, rec_why *why) {
  rec_mark mark = rec_mark_driver(d);
  rec_trial t = rec_start(d, op);
  rec_parts p = {0};
  rec_distribute(d->cx, d->f, op, &p);
  bool all = take_parts(&t, &p);
  for (int k = 0; k < p.n && all; k++) {
    p.at[k] = rec_try_alone(d, p.at[k], why);
    all = p.at[k] != NULL;
  }
  if (all)
    search_parts(d, &p, p.at[0], false);
  else
    rec_reset_driver(d, &mark);
  return rec_finish(&t, all ? p.at[0] : NULL);
}

// True when loop "op" carries a float.
static bool
has_float(const ir_op *op) {
  for (int k = 0; k < op->outs.n; k++)
    if (!op->outs.at[k]->type.array && ir_is_float(op->outs.at[k]->type.elem))
      return true;
  return false;
}

// Makes both of the parts "p" of t->op parallel, as "tries" do, or none.
static ir_op *
try_both(rec_trial *t, rec_parts *p, rec_try *const *tries, rec_why *why) {
  rec_driver *d = t->d;
  rec_mark mark = rec_mark_driver(d);
  bool all = take_parts(t, p);
  for (int k = 0; k < p->n && all; k++) {
    p->at[k] = tries[k](d, p->at[k], why);
    all = p->at[k] != NULL;
  }
  if (!all)
    rec_reset_driver(d, &mark);
  return rec_finish(t, all ? p->at[1] : NULL);
}

// Makes "op" parallel alone, or as several loops again (rec_try).
static ir_op *
try_expanded(rec_driver *d, ir_op *op, rec_why *why) {
  ir_op *done = rec_try_alone(d, op, why);
  return done ? done : rec_try_expand(d, op, why);
}

// Makes "op" parallel alone, or as loops that each are (rec_try).
static ir_op *
try_divided(rec_driver *d, ir_op *op, rec_why *why) {
  ir_op *done = rec_try_alone(d, op, why);
  return done ? done : rec_try_all_parts(d, op, why);
}

ir_op *
rec_try_expand(rec_driver *d, ir_op *op, rec_why *why) {
  if (has_float(op) && !d->assoc)
    return NULL;
  rec_trial t = rec_start(d, op);
  rec_parts p = {0};
  rec_expand(d->f, op, &p);
  return try_both(&t, &p, (rec_try *[]){try_divided, try_expanded}, why);
}

ir_op *
rec_try_tallied(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  rec_parts p = {0};
  rec_tally_apart(d->cx, d->f, op, &p);
  return try_both(&t, &p, (rec_try *[]){rec_try_loop, rec_try_loop}, why);
}

// Cuts "op" where that makes its first and last part parallel, of which
// "inside" says whether they are in a map.
static ir_op *
try_split(rec_driver *d, ir_op *op, bool inside, rec_why *why) {
  if (has_float(op) && !d->assoc)
    return NULL;
  rec_trial t = rec_start(d, op);
  rec_parts p = {0};
  rec_split(d->cx, d->f, op, &p);
  bool all = take_parts(&t, &p);
  for (int k = 0; k < p.n && all; k += 2) {
    p.at[k] = inside ? rec_try_inside(d, p.at[k], why)
                     : rec_try_nest(d, p.at[k], why);
    all = p.at[k] != NULL;
  }
  if (all)
    search_parts(d, &p, p.at[0], inside);
  return rec_finish(&t, all ? p.at[0] : NULL);
}

ir_op *
rec_try_split(rec_driver *d, ir_op *op, rec_why *why) {
  return try_split(d, op, false, why);
}

ir_op *
rec_try_split_inside(rec_driver *d, ir_op *op, rec_why *why) {
  return try_split(d, op, true, why);
}
