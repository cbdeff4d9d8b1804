// recognizer/shapes/tries.c: loops that are parallel in another form.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/winner.h"
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/keyed.h"
#include "recognizer/shapes/nests.h"
#include "recognizer/shapes/parts.h"
#include "recognizer/shapes/scalars.h"
#include "recognizer/shapes/search.h"

typedef VEC(ir_op *) ops;

// Makes the loops "copies", of elements that another loop overwrites, parallel.
static void
try_copies(rec_driver *d, const ops *copies) {
  for (int i = 0; i < copies->n; i++) {
    rec_why unused = {0};
    rec_try_loop(d, copies->at[i], &unused);
  }
}

// Makes "op" a scan, if need be of copies of what it reads ahead of its writes.
static ir_op *
try_scan_ahead(rec_driver *d, ir_op *op, rec_why *why) {
  ir_op *done = rec_try_scan(d, op, why), *copy;
  ops copies = {0};
  while (!done && (copy = rec_take_snapshot(d->cx, d->f, op))) {
    vec_push(d->cx->arena, &copies, copy);
    *why = (rec_why){0};
    done = rec_try_scan(d, op, why);
  }
  if (done)
    try_copies(d, &copies);
  return done;
}

ir_op *
rec_try_moving(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_builder b = ir_before(op);
  ir_op *copy = ir_clone_op(&b, op, map_new(d->cx->arena));
  ir_op *done = NULL;
  if (rec_move_elements(d->cx, d->f, copy)) {
    rec_use_instead(&t, copy->outs.at);
    done = try_scan_ahead(d, copy, why);
  }
  return rec_finish(&t, done);
}

// Replaces scalars of loop "op" by what the iteration before computed, and what
// it leaves of them by what the last one did, where that does not depend on
// others. False when there are none.
static bool
look_back_once(rec_driver *d, ir_op *op) {
  ir_loop l;
  bool any = false;
  ir_match_loop(op, &l);
  for (int k = l.n_carried - 1; k >= 0; k--) {
    ir_val *p = l.carried[k];
    ir_builder b = ir_before(l.body->first), after = ir_before(op->next);
    ir_val *v = p->type.array || l.yields[k] == p
                    ? NULL
                    : rec_value_before(&b, &l, k, l.i);
    if (!v)
      continue;
    ir_val *zero = ir_build_int(&after, IR_I64, 0);
    ir_val *n = ir_build2(&after, IR_OP_MAX, l.extent, zero);
    ir_val *last = rec_value_before(&after, &l, k, n); // while it reads p
    ir_replace_uses(d->f, p, v);
    ir_replace_uses(d->f, l.outs[k], last);
    ir_drop_result(op, k);
    any = true;
  }
  return any;
}

// The same of scalars that keep what such scalars were, too.
static bool
look_back(rec_driver *d, ir_op *op) {
  bool any = false;
  while (look_back_once(d, op))
    any = true;
  return any;
}

ir_op *
rec_try_look_back(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *copy = rec_copy_to_try(&t);
  rec_settle_states(d->cx, d->f, copy);
  bool any = look_back(d, copy);
  return rec_finish(&t, any ? rec_try_alone(d, copy, why) : NULL);
}

// True when "op" reads an array ahead of its writes.
static bool
reads_ahead(rec_driver *d, ir_op *op) {
  rec_mark mark = rec_mark_driver(d);
  rec_trial t = rec_start(d, op);
  bool ahead = rec_take_snapshot(d->cx, d->f, rec_copy_to_try(&t));
  rec_finish(&t, NULL);
  rec_reset_driver(d, &mark);
  return ahead;
}

ir_op *
rec_try_snapshot(rec_driver *d, ir_op *op, rec_why *why) {
  if (!reads_ahead(d, op))
    return NULL;
  ir_op *copy, *done = rec_try_all_parts(d, op, why); // these need no copy
  if (done)
    return done;
  rec_trial t = rec_start(d, op);
  ir_op *again = rec_copy_to_try(&t);
  ops copies = {0};
  while (!done && (copy = rec_take_snapshot(d->cx, d->f, again))) {
    vec_push(d->cx->arena, &copies, copy);
    *why = (rec_why){0};
    done = rec_try_alone(d, again, why);
    if (!done)
      done = rec_try_look_back(d, again, why); // at elements of the copy
  }
  if (!done && copies.n)
    done = rec_try_claims(d, again, why); // what the front of a queue finds
  if (!done && copies.n)
    done = rec_try_countdown(d, again, why);
  if (done)
    try_copies(d, &copies);
  return rec_finish(&t, done);
}

ir_op *
rec_try_gathered(rec_driver *d, ir_op *op, rec_why *why) {
  if (!rec_may_gather(op))
    return NULL;
  rec_trial t = rec_start(d, op);
  ir_op *again = rec_copy_to_try(&t), *copy, *done = NULL;
  ops copies = {0};
  while ((copy = rec_gather_ahead(d->cx, d->f, again)))
    vec_push(d->cx->arena, &copies, copy);
  if (copies.n)
    done = rec_try_loop(d, again, why);
  if (done)
    try_copies(d, &copies);
  return rec_finish(&t, done);
}

// Lets t->op run only where "hold" does not, and elsewhere a copy, which is
// returned, as another version.
static ir_op *
choose_copy(rec_trial *t, ir_val *hold) {
  ir_op *again = rec_choose_copy(t->op, hold, map_new(t->d->cx->arena));
  ir_op *choice = again->parent->parent_op;
  choice->versions = true;
  rec_use_instead(t, choice->outs.at);
  rec_move_to_other(t->op, choice);
  return again;
}

// Makes the loops of "with" parallel where they are.
static void
try_ahead(rec_driver *d, const rec_ahead *with) {
  rec_why unused = {0};
  for (int i = 0; i < with->ahead.n; i++)
    rec_try_loop(d, with->ahead.at[i], &unused);
}

ir_op *
rec_try_claims(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  rec_ahead with = {0};
  ir_val *hold = rec_build_claims(d->f, op, &with);
  if (!hold)
    return NULL;
  for (int i = 0; i < with.probes.n; i++)
    rec_note_probes(d->cx, d->f, with.probes.at[i]->regions[0]);
  ir_op *again = choose_copy(&t, hold);
  ir_op *choice = again->parent->parent_op;
  ir_op *copy = rec_copy_claimed(d->f, again, &with);
  ir_op *done =
      copy ? rec_try_nest(d, again, why) : rec_try_loop(d, again, why);
  if (!done) {
    ir_move(op, choice->parent, choice->next);
    return rec_finish(&t, NULL);
  }
  rec_why unused = {0};
  if (copy)
    rec_note_probes(d->cx, d->f, copy->regions[0]);
  if (copy)
    rec_try_loop(d, copy, &unused);
  try_ahead(d, &with);
  return done;
}

// True when "op" counts elements down.
static bool
counts_down(rec_driver *d, ir_op *op) {
  rec_trial t = rec_start(d, op);
  bool any = rec_build_countdown(d->f, rec_copy_to_try(&t)) != NULL;
  rec_finish(&t, NULL);
  return any;
}

ir_op *
rec_try_countdown(rec_driver *d, ir_op *op, rec_why *why) {
  if (!counts_down(d, op))
    return NULL;
  rec_trial t = rec_start(d, op);
  ir_op *again = choose_copy(&t, rec_build_countdown(d->f, op));
  ir_op *choice = again->parent->parent_op;
  rec_ahead with = {0};
  ir_op *done = rec_try_loop(d, rec_count_down(d->f, again, &with), why);
  if (!done) {
    ir_move(op, choice->parent, choice->next);
    return rec_finish(&t, NULL);
  }
  try_ahead(d, &with);
  return done;
}

ir_op *
rec_try_keyed(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *copy = rec_copy_to_try(&t);
  bool any = rec_build_keyed(d->f, copy);
  return rec_finish(&t, any ? rec_try_loop(d, copy, why) : NULL);
}

ir_op *
rec_try_exchange(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *copy = rec_copy_to_try(&t);
  rec_ahead with = {0};
  bool any = rec_build_exchange(d->f, copy, &with);
  ir_op *done = any ? rec_try_loop(d, copy, why) : NULL;
  if (done)
    try_ahead(d, &with);
  return rec_finish(&t, done);
}

ir_op *
rec_try_flat_keyed(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *table;
  ir_op *flat = rec_flatten_keyed(d->cx, d->f, rec_copy_to_try(&t), &table);
  ir_op *done = flat ? rec_try_keyed(d, flat, why) : NULL;
  if (flat && !done)
    done = rec_try_exchange(d, flat, why);
  rec_why unused = {0};
  if (done && table)
    rec_try_loop(d, table, &unused);
  return rec_finish(&t, done);
}

// Lets the loop of trial "t" run again, as it is, behind "copy" where one of
// the bools "odd" is true. False where both may not run, as they write.
static bool
build_again(rec_trial *t, ir_op *copy, const ir_vals *odd) {
  arena *a = t->d->cx->arena;
  ir_builder b = ir_before(t->op), yes, no;
  for (int k = 0; k < t->op->outs.n; k++)
    if (t->op->outs.at[k]->type.array)
      return false;
  ir_val *any = odd->at[0];
  for (int i = 1; i < odd->n; i++)
    any = ir_build2(&b, IR_OP_OR, any, odd->at[i]);
  ir_op *choice = ir_build_if(&b, any, &yes, &no);
  ir_op *again = ir_clone_op(&yes, t->op, map_new(a));
  ir_build_yield(&yes, again->outs.at, again->outs.n);
  ir_build_yield(&no, copy->outs.at, t->op->outs.n);
  ir_add_outs(choice, t->op->outs.at, t->op->outs.n);
  rec_use_instead(t, choice->outs.at);
  return true;
}

ir_op *
rec_try_winner(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *copy = rec_copy_to_try(&t);
  rec_contests all = {0};
  bool any = rec_build_contests(d->cx, d->f, copy, NULL, &all) &&
             (!all.odd.n || build_again(&t, copy, &all.odd));
  for (int i = 0; i < all.ahead.n && any; i++)
    rec_note_probes(d->cx, d->f, all.ahead.at[i]);
  ir_op *done = NULL;
  if (any)
    done = all.odd.n ? rec_try_scan(d, copy, why) : rec_try_loop(d, copy, why);
  return rec_finish(&t, done);
}

// Lets the if around loop "op" leave what the loop starts from in its place.
// Ifs that had it as their other version have none then.
static void
drop_loop(rec_driver *d, ir_op *op) {
  ir_region *r = op->parent;
  while (r->parent_op && r->parent_op->versions &&
         r == r->parent_op->regions[1]) {
    r->parent_op->versions = false;
    r = r->parent_op->parent;
  }
  for (int k = 0; k < op->outs.n; k++)
    ir_replace_uses(d->f, op->outs.at[k], op->ins.at[op->n_dims + k]);
  ir_remove(op);
}

// Makes "op", which runs where another version does not, parallel with
// "offsets", or loops in it. NULL: none is.
static ir_op *
try_rest(rec_driver *d, ir_op *op, rec_offsets offsets) {
  rec_why unused = {0};
  int before = d->cx->offsets, n_found = d->n_found;
  d->cx->offsets = offsets;
  ir_op *done = rec_try_loop(d, op, &unused);
  d->cx->offsets = before;
  if (done)
    return done;
  rec_search_loops(d, op->regions[0], false);
  bool any = d->n_found > n_found;
  d->n_found = n_found; // of which the other version is one
  return any ? op : NULL;
}

// Makes "op" a loop over strips of "m" iterations, which are parallel.
static ir_op *
try_strips(rec_driver *d, ir_op *op, ir_val *m, rec_why *why) {
  ir_loop l;
  ir_match_loop(op, &l);
  rec_strips s = rec_build_strips(&l, m, "strip");
  rec_fill_strips(d->f, &l, &s);
  rec_mark mark = rec_mark_driver(d);
  ir_op *done = rec_try_nest(d, s.inner, why);
  if (done)
    return done;
  rec_reset_driver(d, &mark);
  *why = (rec_why){0};
  return rec_try_snapshot(d, s.inner, why);
}

// What was "done" to the copy of "op" in one branch of "choice"; NULL: nothing,
// and "op" is as it was.
static ir_op *
end_choice(rec_trial *t, ir_op *op, ir_op *choice, ir_op *done) {
  if (done)
    return done;
  ir_move(op, choice->parent, choice->next);
  return rec_finish(t, NULL);
}

// The loop of each iteration of loop "op", if it is the only one, as long in
// all of them, and carries scalars that are no folds of their own; else NULL.
static ir_op *
find_recurrence(const ir_op *op) {
  ir_op *only = ir_only_loop(op->regions[0]);
  ir_loop l;
  rec_red red;
  bool any = false;
  if (!only || !ir_match_loop(only, &l) || !l.extent || only->has_while ||
      !an_is_invariant(l.extent, op->regions[0]))
    return NULL;
  for (int k = 0; k < l.n_carried; k++)
    any |= !l.carried[k]->type.array && !rec_match_reduction(&l, k, &red);
  return any ? only : NULL;
}

// Iterations that are few: with a thread for each, others are idle; and how
// many each must have of the loop in it for a scan of these to pay.
enum { MOST_ROWS = 8, LEAST_LENGTH = 1 << 15 };

ir_op *
rec_try_long_rows(rec_driver *d, ir_op *op, rec_why *why) {
  ir_loop l;
  int64_t n, length;
  bool few = ir_match_loop(op, &l) && l.extent && ir_match_int(l.extent, &n) &&
             n >= 2 && n <= MOST_ROWS;
  ir_op *in = few ? find_recurrence(op) : NULL;
  if (!in || (ir_match_int(in->ins.at[0], &length) && length < LEAST_LENGTH))
    return NULL;
  rec_trial t = rec_start(d, op);
  ir_builder b = ir_before(op);
  ir_val *m = an_copy_invariant(&b, in->ins.at[0], op->regions[0]);
  ir_val *least = ir_build_int(&b, IR_I64, LEAST_LENGTH);
  ir_op *again = choose_copy(&t, ir_build2(&b, IR_OP_GE, m, least));
  ir_op *choice = again->parent->parent_op;
  rec_why unused = {0};
  ir_op *scan = rec_try_scan(d, find_recurrence(again), &unused);
  return end_choice(&t, op, choice, scan ? rec_try_nest(d, op, why) : NULL);
}

// Makes "op" strips where distances allow for them; elsewhere it is tried with
// "offsets".
static ir_op *
try_shrunk(rec_driver *d, ir_op *op, rec_offsets offsets, rec_why *why) {
  rec_trial t = rec_start(d, op);
  int64_t known;
  ir_val *m = d->is_shrunk ? NULL : rec_build_shrinkage(d->cx, d->f, op);
  if (!m)
    return rec_finish(&t, NULL);
  if (ir_match_int(m, &known))
    return rec_finish(&t, try_strips(d, rec_copy_to_try(&t), m, why));
  ir_builder b = ir_before(op);
  ir_op *again = choose_copy(&t, rec_build_can_shrink(&b, m));
  ir_op *choice = again->parent->parent_op;
  d->is_shrunk = true;
  ir_op *done = try_strips(d, again, m, why);
  ir_op *other = done ? try_rest(d, op, offsets) : NULL;
  d->is_shrunk = false;
  if (done && !other && !rec_loop_around(choice) &&
      rec_guard_shrinkage(d->cx, d->f, choice, m))
    drop_loop(d, op);
  return end_choice(&t, op, choice, done);
}

ir_op *
rec_try_shrunk(rec_driver *d, ir_op *op, rec_why *why) {
  return d->is_apart ? NULL : try_shrunk(d, op, d->cx->offsets, why);
}

// Makes "op" a map where its accesses are apart; elsewhere it is tried with
// "offsets".
static ir_op *
try_apart(rec_driver *d, ir_op *op, rec_offsets offsets, rec_why *why) {
  rec_trial t = rec_start(d, op);
  rec_separation apart = {0};
  ir_val *hold = d->is_apart ? NULL : rec_build_apart(d->cx, d->f, op, &apart);
  if (!hold)
    return rec_finish(&t, NULL);
  ir_op *again = choose_copy(&t, hold);
  ir_op *choice = again->parent->parent_op;
  d->is_apart = true;
  ir_op *done = rec_try_loop(d, again, why), *other = NULL;
  rec_mark mark = rec_mark_driver(d);
  rec_why unused = {0};
  if (done)
    other = try_shrunk(d, op, offsets, &unused);
  if (done && !other) {
    rec_reset_driver(d, &mark);
    other = try_rest(d, op, offsets);
  }
  d->is_apart = false;
  if (done && !other && !rec_loop_around(choice) &&
      rec_guard_apart(d->cx, d->f, choice, &apart))
    drop_loop(d, op);
  return end_choice(&t, op, choice, done);
}

ir_op *
rec_try_apart(rec_driver *d, ir_op *op, rec_why *why) {
  bool near = d->cx->offsets == REC_OFFSETS_MET;
  if (near)
    d->cx->offsets = REC_OFFSETS_FAR;
  ir_op *done = try_apart(d, op, near ? REC_OFFSETS_NEAR : d->cx->offsets, why);
  if (!done && near)
    done = try_shrunk(d, op, REC_OFFSETS_NEAR, why);
  if (done || !near)
    return done;
  *why = (rec_why){0};
  d->cx->offsets = REC_OFFSETS_NEAR;
  done = rec_try_loop(d, op, why);
  d->cx->offsets = REC_OFFSETS_FAR;
  return done;
}

ir_op *
rec_try_partners(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *ask;
  ir_val *hold = rec_build_partners(op, &ask);
  if (!hold)
    return rec_finish(&t, NULL);
  ir_op *again = choose_copy(&t, hold);
  ir_op *choice = again->parent->parent_op;
  rec_note_partners(d->cx, again);
  ir_op *done = rec_try_nest(d, again, why);
  rec_why unused = {0};
  if (done)
    rec_try_loop(d, ask, &unused);
  return end_choice(&t, op, choice, done);
}

ir_op *
rec_try_inspected(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_val *hold = rec_build_inspection(d->f, op);
  if (!hold)
    return rec_finish(&t, NULL);
  ir_op *again = choose_copy(&t, hold);
  ir_op *choice = again->parent->parent_op;
  ir_op *copy = rec_copy_inspected(d->f, again);
  ir_op *done = copy ? rec_try_loop(d, again, why) : NULL;
  rec_why unused = {0};
  if (done) {
    rec_note_probes(d->cx, d->f, copy->regions[0]);
    rec_try_loop(d, copy, &unused);
  }
  return end_choice(&t, op, choice, done);
}

// Removes what was built for the trial in front of "choice" and is not used.
static void
drop_unused(const rec_trial *t, ir_op *choice) {
  arena *a = t->d->cx->arena;
  map *used = map_new(a);
  bool ahead = false;
  for (ir_op *op = choice->parent->last, *prev; op != t->before; op = prev) {
    prev = op->prev;
    bool needed = !ahead;
    for (int k = 0; k < op->outs.n && !needed; k++)
      needed = map_has(used, op->outs.at[k]);
    ahead |= op == choice;
    if (!needed) {
      ir_remove(op);
      continue;
    }
    an_uses u = an_uses_of(a, op);
    for (int i = 0; i < u.uses.n; i++)
      map_put(used, u.uses.at[i], u.uses.at[i]);
  }
}

// True when nothing that was built for the trial in front of "choice" changes
// an array that it uses: what is asked first may copy stores of the loop, which
// are left out where it does not read what they stored.
static bool
asks_alone(const rec_trial *t, ir_op *choice) {
  drop_unused(t, choice);
  an_uses u = an_uses_of(t->d->cx->arena, choice);
  return choice->prev == t->before ||
         an_keeps(t->d->cx->arena, &u.uses,
                  t->before ? t->before->next : choice->parent->first,
                  choice->prev);
}

ir_op *
rec_try_widened(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_val *hold;
  ir_op *ask = rec_build_fits(d->cx, d->f, op, &hold);
  if (!ask)
    return rec_finish(&t, NULL);
  ir_op *again = choose_copy(&t, hold);
  ir_op *choice = again->parent->parent_op;
  bool fits = rec_widen(d->cx, d->f, again);
  ir_op *done = fits ? rec_try_scan(d, again, why) : NULL;
  if (fits && !done) // something else reads the running values
    done = rec_try_expand(d, again, why);
  rec_why unused = {0};
  if (done && !(rec_try_loop(d, ask, &unused) && asks_alone(&t, choice)))
    done = NULL;
  return end_choice(&t, op, choice, done);
}

// Makes "op" a map where its rows lie one behind another, which "ask" says, and
// elsewhere a loop that combines, or stays.
static ir_op *
try_ordered(rec_driver *d, rec_trial *t, ir_op *ask, rec_why *why) {
  ir_op *op = t->op, *again = choose_copy(t, ask->outs.at[0]);
  ir_op *choice = again->parent->parent_op;
  rec_why unused = {0};
  d->cx->rows = REC_ROWS_ORDERED;
  ir_op *done = rec_try_nest(d, again, why);
  d->cx->rows = REC_ROWS_MEET;
  if (done)
    rec_try_loop(d, op, &unused);
  else
    ir_move(op, choice->parent, choice->next);
  d->cx->rows = REC_ROWS_OPEN;
  if (done)
    rec_try_loop(d, ask, &unused);
  return done;
}

ir_op *
rec_try_meeting(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *ask = NULL, *done = NULL;
  if (d->cx->rows || !rec_find_meeting(d->cx, d->f, op, &ask))
    return NULL;
  if (ask && (done = try_ordered(d, &t, ask, why)))
    return done;
  rec_finish(&t, NULL);
  for (int rows = REC_ROWS_MEET; !done && rows <= REC_ROWS_GUARDED; rows++) {
    *why = (rec_why){0};
    d->cx->rows = rows;
    done = rec_try_loop(d, op, why);
  }
  d->cx->rows = REC_ROWS_OPEN;
  return done;
}

ir_op *
rec_try_worklist(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  rec_mark mark = rec_mark_driver(d);
  ir_op *round = rec_build_worklist(d->cx, d->f, rec_copy_to_try(&t));
  ir_op *done = round ? rec_try_loop(d, round, why) : NULL;
  if (!done)
    rec_reset_driver(d, &mark);
  return rec_finish(&t, done);
}

ir_op *
rec_try_relax(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *copy, *round = rec_build_relax(d->f, rec_copy_to_try(&t), &copy);
  ir_op *done = round ? rec_try_loop(d, round, why) : NULL;
  rec_why unused = {0};
  if (done)
    rec_try_loop(d, copy, &unused);
  return rec_finish(&t, done);
}

ir_op *
rec_try_rounds(rec_driver *d, ir_op *op, rec_why *why) {
  rec_trial t = rec_start(d, op);
  ir_op *round = rec_build_rounds(d->cx, d->f, rec_copy_to_try(&t));
  return rec_finish(&t, round ? rec_try_alone(d, round, why) : NULL);
}

// Makes "op" a search whose loops are parallel, by what "ending" says;
// *running: it asks for running values.
static ir_op *
try_search(rec_driver *d, ir_op *op, rec_ending ending, bool *running,
           rec_why *why) {
  rec_mark mark = rec_mark_driver(d);
  rec_trial t = rec_start(d, op);
  rec_search s;
  ir_op *done = NULL;
  bool built = rec_build_search(d->f, op, ending, &s);
  *running = s.running.n > 0;
  if (built)
    rec_note_probes(d->cx, d->f, s.ahead);
  if (built && s.chunk)
    built = rec_try_loop(d, s.chunk, why) != NULL;
  if (built)
    done = s.going.op ? rec_try_loop(d, s.going.op, why) : s.rounds;
  if (done && !done->exact) {
    rec_keep_search(&s);
    return s.rounds;
  }
  if (built && !done && s.going.op)
    rec_explain(d, s.going.op, why);
  else
    *why = (rec_why){0};
  rec_why_set(why, REC_LOOP_EXIT, op->loc, NULL);
  rec_reset_driver(d, &mark);
  return rec_finish(&t, NULL);
}

ir_op *
rec_try_search(rec_driver *d, ir_op *op, rec_why *why) {
  bool running;
  ir_op *done = try_search(d, op, REC_END_BY_LIMIT, &running, why);
  return done || !running
             ? done
             : try_search(d, op, REC_END_BY_RUNNING, &running, why);
}
