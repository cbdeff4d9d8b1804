// recognizer/shapes/explain.c: why a loop stays, more closely.
//
// What a loop was tried as needs to know that an array or a scalar is in the
// way, and no more. Where it stays, the reason is found that its reader can do
// something with: in which direction iterations depend on each other, how a
// scalar is handed on, and where that is written.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/winner.h"

// The number of the scalar called "name" among those that "l" carries, or -1.
static int
scalar_named(const ir_loop *l, const char *name) {
  for (int k = 0; k < l->n_carried; k++)
    if (!l->carried[k]->type.array && l->carried[k]->name && name &&
        !strcmp(l->carried[k]->name, name))
      return k;
  return -1;
}

// The scalar that keeps "l" in order: number "k" that was blamed, or, where no
// iteration needs what an earlier one made of that, the first of which it does.
static int
find_culprit(arena *a, const ir_loop *l, int k) {
  rec_red unused;
  for (int n = 0; n < l->n_carried; n++) {
    int j = (k + n) % l->n_carried;
    if (!l->carried[j]->type.array && rec_is_handed_on(a, l, j) &&
        !rec_match_reduction(l, j, &unused))
      return j;
  }
  return k;
}

// True when carried scalar "k" of loop "op" is a fold of floats, if in another
// order.
static bool
folds_freely(const rec_driver *d, ir_op *op, int k) {
  ir_builder b = ir_before(op);
  ir_loop l;
  rec_scan s;
  ir_op *copy = ir_clone_op(&b, op, map_new(d->cx->arena));
  ir_match_loop(copy, &l);
  bool is_float = ir_is_float(l.carried[k]->type.elem) && l.extent;
  for (int j = 0; j < l.n_carried; j++)
    if (j != k)
      l.body->last->ins.at[j] = l.carried[j];
  rec_drop_unchanged(d->f, copy);
  bool folds = is_float && !copy->has_while && rec_match_scan(d->f, copy, &s);
  if (folds)
    rec_forget_scan(&s);
  ir_remove(copy);
  return folds;
}

bool
rec_is_scan(const rec_driver *d, ir_op *op) {
  ir_loop l;
  rec_scan s;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while ||
      !rec_match_scan(d->f, op, &s))
    return false;
  rec_forget_scan(&s);
  return true;
}

bool
rec_keeps_winner(rec_driver *d, ir_op *op) {
  rec_trial t = rec_start(d, op);
  rec_contests all = {0};
  bool any = rec_build_contests(d->cx, d->f, rec_copy_to_try(&t), NULL, &all);
  rec_finish(&t, NULL);
  return any;
}

// True when the scalars that loop "op" carries would be folds, or one scan, if
// it wrote no arrays.
static bool
scalars_fold(const rec_driver *d, ir_op *op) {
  ir_builder b = ir_before(op);
  ir_loop l;
  rec_scan s;
  ir_op *copy = ir_clone_op(&b, op, map_new(d->cx->arena));
  ir_match_loop(copy, &l);
  bool counts = l.extent && !copy->has_while, arrays = false;
  for (int j = 0; j < l.n_carried; j++)
    if (l.carried[j]->type.array) {
      l.body->last->ins.at[j] = l.carried[j];
      arrays = true;
    }
  rec_drop_unchanged(d->f, copy);
  bool folds = counts && arrays && rec_match_scan(d->f, copy, &s);
  if (folds)
    rec_forget_scan(&s);
  ir_remove(copy);
  return folds;
}

// ir_walk_fn: stops at an access whose subscript is in the set *user.
static bool
is_elsewhere(void *user, ir_op *op) {
  return !ir_accesses_element(op) || !map_has(user, op->ins.at[1]);
}

// True when loop "op" touches arrays at places that do not follow from the
// scalars that it carries.
static bool
has_own_places(const rec_driver *d, const ir_op *op) {
  ir_loop l;
  bool own = ir_match_loop((ir_op *)op, &l);
  for (int k = 0; k < l.n_carried && own; k++)
    own = l.carried[k]->type.array ||
          ir_walk(l.body, is_elsewhere, rec_find_needs(d->cx->arena, &l, k));
  return own;
}

// Blames the array in which iterations of loop "op" meet, whatever becomes of
// its scalars. False when there is none.
static bool
blame_array(const rec_driver *d, ir_op *op, rec_why *why) {
  ir_builder b = ir_before(op);
  ir_loop l;
  if (!has_own_places(d, op))
    return false;
  ir_op *copy = ir_clone_op(&b, op, map_new(d->cx->arena));
  ir_match_loop(copy, &l);
  for (int j = 0; j < l.n_carried; j++)
    if (!l.carried[j]->type.array)
      l.body->last->ins.at[j] = l.carried[j];
  rec_why own = {0};
  rec_changes changes = {0};
  rec_an *an = rec_loop_independent(d->cx, d->f, copy, false, &changes, &own);
  bool meet = !an && own.any &&
              (own.reason == REC_LOOP_CARRIED || own.reason == REC_NON_AFFINE);
  ir_remove(copy);
  if (!meet)
    return false;
  *why = own;
  rec_explain_array(d->cx, d->f, op, why);
  return true;
}

// Says how scalar "why->what" of loop "op" is handed on, or another one; or
// that an array is in the way of a fold of it.
static void
explain_scalar(const rec_driver *d, ir_op *op, rec_why *why) {
  ir_loop l;
  arena *a = d->cx->arena;
  int k = ir_match_loop(op, &l) ? scalar_named(&l, why->what) : -1;
  if (k < 0)
    return;
  int at = find_culprit(a, &l, k);
  if (at != k) {
    why->any = false;
    rec_blame_scalar(d->cx, &l, at, why->reason, why);
  }
  rec_reason reason = rec_carried_reason(a, &l, at);
  if (reason == REC_COMPENSATED && !d->assoc)
    reason = REC_LOOP_CARRIED_SCALAR;
  if (reason == REC_LOOP_CARRIED_SCALAR && !d->assoc && folds_freely(d, op, at))
    reason = REC_EXACT_REDUCTION;
  if (reason != REC_LOOP_CARRIED_SCALAR || !scalars_fold(d, op) ||
      !blame_array(d, op, why))
    why->reason = reason;
}

// Says why loop "op" has no count.
static void
explain_end(const rec_driver *d, ir_op *op, rec_why *why) {
  ir_loop l;
  if (!ir_match_loop(op, &l))
    return;
  why->reason = rec_end_reason(d->cx->arena, &l, &why->what);
  loft_loc loc = rec_assigned_at(d->cx, why->what, op->loc);
  if (loc.line)
    why->loc = loc;
}

void
rec_explain(const rec_driver *d, ir_op *op, rec_why *why) {
  long steps = d->cx->n_steps;
  if (why->reason == REC_LOOP_CARRIED_SCALAR)
    explain_scalar(d, op, why);
  else if (why->reason == REC_LOOP_CARRIED || why->reason == REC_NON_AFFINE)
    rec_explain_array(d->cx, d->f, op, why);
  else if (why->reason == REC_LOOP_EXIT)
    explain_end(d, op, why);
  d->cx->n_steps = steps;
}

// True when somebody reads why a loop stays: where others became parallel, a
// remark says so.
static bool
is_read(const rec_driver *d) {
  return d->cx->diag && (!d->n_found || d->cx->remarks);
}

int
rec_note_stayed(rec_driver *d, ir_op *op, rec_why why) {
  if (is_read(d) && d->cx->remarks)
    rec_explain(d, op, &why);
  for (const ir_op *up = op->parent->parent_op; up; up = up->parent->parent_op)
    why.depth += ir_iterates(up);
  vec_push(d->cx->arena, &d->stayed, why);
  return d->stayed.n - 1;
}

void
rec_settle_stayed(rec_driver *d, ir_op *op, int k, long steps) {
  long now = d->cx->n_steps;
  if (!is_read(d) || d->cx->remarks)
    return;
  d->cx->n_steps = steps;
  rec_explain(d, op, &d->stayed.at[k]);
  d->cx->n_steps = now;
}
