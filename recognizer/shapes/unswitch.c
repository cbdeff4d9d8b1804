// recognizer/shapes/unswitch.c: conditions that are the same in all iterations,
// around two loops.
//
//   loop (%i < %n) { ... if %c { A } else { B } ... }
//   => if %c { loop (%i < %n) { ... A ... } }
//      else { loop (%i < %n) { ... B ... } }
//
// Each of the loops may have a shape of its own.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/scalars.h"

// A condition that is looked for.
typedef struct wanted {
  const ir_region *body;
  ir_val *cond; // NULL: not found yet
} wanted;

// ir_walk_fn: stops at a choice by a condition that is invariant.
static bool
varies(void *user, ir_op *op) {
  wanted *w = user;
  int64_t known;
  bool chooses = op->code == IR_OP_IF || op->code == IR_OP_SELECT;
  ir_val *c = chooses ? op->ins.at[0] : NULL;
  if (c && !ir_match_int(c, &known) && an_is_invariant(c, w->body))
    w->cond = c;
  return !w->cond;
}

// An if of "cond" in front of t->op, whose results take the place of those of
// t->op, with a copy of it in both regions, "forms", in which the condition is
// known.
static void
build_forms(rec_trial *t, ir_val *cond, ir_op *forms[2]) {
  ir_op *op = t->op;
  ir_builder b = ir_before(op);
  ir_op *choice = ir_start_if(&b, an_copy_invariant(&b, cond, op->regions[0]));
  ir_add_outs(choice, op->outs.at, op->outs.n);
  for (int r = 0; r < 2; r++) {
    map *subst = map_new(t->d->cx->arena);
    b = ir_at_end(ir_add_region(choice));
    forms[r] = ir_clone_op(&b, op, subst);
    ir_build_yield(&b, forms[r]->outs.at, forms[r]->outs.n);
    ir_region *body = forms[r]->regions[0];
    ir_val *holds = ir_substituted(subst, cond);
    b = ir_before(body->last);
    rec_assume_true(t->d->f, body, r ? ir_build1(&b, IR_OP_NOT, holds) : holds);
  }
  rec_use_instead(t, choice->outs.at);
  for (int r = 0; r < 2; r++)
    rec_drop_unchanged(t->d->f, forms[r]);
}

// Makes "form" parallel, or else loops inside; NULL where it is not itself.
static ir_op *
try_form(rec_driver *d, ir_op *form, rec_why *why) {
  if (!form->outs.n) { // it does nothing
    ir_remove(form);
    return NULL;
  }
  ir_op *done = rec_try_loop(d, form, why);
  if (done)
    return done;
  rec_settle_stayed(d, form, rec_note_stayed(d, form, *why), d->cx->n_steps);
  rec_search_loops(d, form->regions[0], false);
  return NULL;
}

ir_op *
rec_try_unswitch(rec_driver *d, ir_op *op, rec_why *why) {
  enum { MOST = 2 };
  ir_op *forms[2];
  wanted w = {.body = op->regions[0]};
  ir_walk(op->regions[0], varies, &w);
  if (!w.cond || d->n_switches == MOST)
    return NULL;
  d->n_switches++;
  rec_trial t = rec_start(d, op);
  int n_found = d->n_found;
  build_forms(&t, w.cond, forms);
  rec_why own[2] = {0};
  ir_op *yes = try_form(d, forms[0], &own[0]);
  ir_op *no = try_form(d, forms[1], &own[1]);
  d->n_switches--;
  d->n_found = yes || no ? d->n_found : n_found;
  *why = own[!yes];
  return rec_finish(&t, yes ? yes : no);
}
