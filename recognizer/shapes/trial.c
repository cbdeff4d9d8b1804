// recognizer/shapes/trial.c: other forms of a loop, built in front of it to see
// whether they are parallel.
//
// The loop stays until its other form is known to be right. Building and
// cleaning that may replace what uses the results of the loop by other values,
// so these uses are noted, and restored where the trial fails.
#include "recognizer/shapes/driver.h"

rec_mark
rec_mark_driver(const rec_driver *d) {
  arena *a = d->cx->arena;
  int n = d->f->body->params.n;
  rec_mark m = {rec_mark_guard(a, d->f), NEW_ARRAY(a, int, n), d->stayed.n};
  for (int i = 0; i < n; i++)
    m.modes[i] = d->f->param_mode[i];
  return m;
}

void
rec_reset_driver(rec_driver *d, const rec_mark *to) {
  rec_reset_guard(d->cx->arena, d->f, &to->guard);
  for (int i = 0; i < d->f->body->params.n; i++)
    d->f->param_mode[i] = to->modes[i];
  d->stayed.n = to->n_stayed;
}

rec_trial
rec_start(rec_driver *d, ir_op *op) {
  return (rec_trial){.d = d, .op = op, .before = op->prev};
}

// ir_walk_fn: notes the operands of "op" that are results of the loop.
static bool
note_uses(void *user, ir_op *op) {
  rec_trial *t = user;
  for (int i = 0; i < op->ins.n; i++)
    if (op->ins.at[i]->def == t->op)
      vec_push(t->d->cx->arena, &t->uses,
               ((rec_use){op, i, op->ins.at[i]->index}));
  return true;
}

// Lets the users of t->op's results use "outs".
static void
replace_uses(const rec_trial *t, ir_val *const *outs) {
  for (int i = 0; i < t->uses.n; i++) {
    const rec_use *u = &t->uses.at[i];
    u->user->ins.at[u->operand] = outs[u->result];
  }
}

void
rec_use_instead(rec_trial *t, ir_val *const *outs) {
  for (ir_op *op = t->op->next; op; op = op->next) {
    note_uses(t, op);
    for (int r = 0; r < op->n_regions; r++)
      ir_walk(op->regions[r], note_uses, t);
  }
  replace_uses(t, outs);
}

ir_op *
rec_copy_to_try(rec_trial *t) {
  ir_builder b = ir_before(t->op);
  ir_op *copy = ir_clone_op(&b, t->op, map_new(t->d->cx->arena));
  rec_use_instead(t, copy->outs.at);
  return copy;
}

ir_op *
rec_finish(rec_trial *t, ir_op *done) {
  if (done) {
    ir_remove(t->op);
    return done;
  }
  replace_uses(t, t->op->outs.at);
  while (t->op->prev != t->before)
    ir_remove(t->op->prev);
  return NULL;
}
