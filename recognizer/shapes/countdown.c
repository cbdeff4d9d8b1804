// recognizer/shapes/countdown.c: elements that iterations count down to a
// number.
//
//   for v: for e: w = to[e]           for v: for e: deg[to[e]]--
//     if (--deg[w] == 0)              for v: for e: any |= deg[to[e]] < 0
//       q[n++] = w             =>     if (any) .. in order
//                                     else for v: for e: w = to[e]
//                                       if (deg[w] == 0 && last[w] == (v, e))
//                                         q[n++] = w
//
// An element only falls, so it has the value of the test once at most: where it
// ends with it, the last iteration that counts it down sees it, which stamps
// tell (scatter.c). One that gets below is seen by an iteration in between, or
// was below before: then all that was counted is put back, and the loop stays
// in order. How often elements are counted must not depend on them.
#include "analysis/analysis.h"
#include "recognizer/domain/domain.h"
#include "recognizer/shapes/claim.h"
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/keyed.h"

// An array of a loop whose elements it counts down.
typedef struct countdown {
  rec_keying r;
  int64_t step; // added to an element: negative
  ir_op *test;  // whether what is stored, or was before, equals "side"
  ir_val *side;
  bool was;    // ... what was before
  bool nested; // an inner loop counts
} countdown;

// -- Matching -----------------------------------------------------------------
// ir_walk_fn: notes the test, stops at another use of the element.
static bool
note_use(void *user, ir_op *op) {
  countdown *c = user;
  const ir_val *was = c->r.read->outs.at[0], *is = c->r.update->ins.at[2];
  for (int k = 0; k < op->ins.n; k++) {
    const ir_val *v = op->ins.at[k];
    if ((v != was && v != is) || op == c->r.update || op == is->def)
      continue;
    if (c->test || op->code != IR_OP_EQ)
      return false;
    c->test = op;
    c->was = v == was;
    c->side = op->ins.at[1 - k];
  }
  return true;
}

// Fills *c for carried array "k" of its loop.
static bool
match_array(countdown *c, int k) {
  rec_keying *r = &c->r;
  const ir_val *array = r->l.carried[k];
  if (array->type.elem != IR_I32 && array->type.elem != IR_I64)
    return false; // C may let others start again from above
  if (!rec_match_keying(r, k))
    return false;
  c->step = rec_countdown_step(r->a, r->update);
  return c->step < 0 && c->step > INT32_MIN &&
         ir_walk(r->l.body, note_use, c) && c->test &&
         an_is_invariant(c->side, r->l.body) &&
         ir_ancestor_in(c->test, r->update->parent) &&
         rec_loop_in(&r->l, c->test->parent) ==
             rec_loop_in(&r->l, r->update->parent) &&
         rec_is_numbered(&r->l, r->update->parent, &c->nested);
}

// Fills *c for loop "op"; false: it counts no elements down.
static bool
match(ir_func *f, ir_op *op, countdown *c) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while)
    return false;
  for (int k = 0; k < l.n_carried; k++) {
    *c = (countdown){.r = {.a = f->module->arena, .f = f, .l = l}};
    if (match_array(c, k))
      return true;
  }
  return false;
}

ir_val *
rec_build_countdown(ir_func *f, ir_op *op) {
  countdown c;
  if (!match(f, op, &c))
    return NULL;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *all = rec_build_truth(&b, &c.r.l, c.r.k);
  return rec_build_numbers_fit(&b, &c.r.l, c.nested, all);
}

// -- Loops in front -----------------------------------------------------------
// Lets the loop start from array "v" in place of the one that it counts in.
static void
start_from(countdown *c, ir_val *v) {
  ir_op *op = c->r.l.op;
  op->ins.at[op->n_dims + c->r.k] = v;
  ir_match_loop(op, &c->r.l);
}

// A loop in front of the loop that adds "step" where that counts: the array.
static ir_val *
build_steps(countdown *c, int64_t step, rec_ahead *out) {
  map *subst = map_new(c->r.a);
  ir_op *op = rec_start_folds(&c->r, subst);
  ir_op *update = ir_substituted(subst, c->r.update->outs.at[0])->def;
  ir_val *was = ir_substituted(subst, c->r.read->outs.at[0]);
  ir_builder b = ir_before(update);
  update->ins.at[2] =
      ir_build2(&b, IR_OP_ADD, was, ir_build_int(&b, was->type.elem, step));
  rec_drop_unchanged(c->r.f, op);
  vec_push(c->r.a, &out->ahead, op);
  return op->outs.at[0];
}

// Lets the loops around region "in" of loop body "body" carry what that does.
static void
carry_in(const ir_region *body, const ir_region *in) {
  if (in == body)
    return;
  ir_op *up = in->parent_op;
  carry_in(body, up->parent);
  ir_val *v = rec_carried_last(body, up->parent);
  if (up->code == IR_OP_LOOP)
    ir_add_carried(up, v, v->name, v->name);
}

// "v", which the loop asks its elements for, in front of it.
static ir_val *
hoisted_side(const countdown *c, ir_builder *b) {
  ir_val *v = an_copy_invariant(b, c->side, c->r.l.body);
  ir_val *step = ir_build_int(b, v->type.elem, c->was ? c->step : 0);
  return ir_build2(b, IR_OP_ADD, v, step);
}

// Whether the loop counts an element that is less than "side", by a loop in
// front of it.
static ir_val *
build_below(countdown *c, ir_val *side, rec_ahead *out) {
  map *subst = map_new(c->r.a);
  ir_op *op = rec_start_folds(&c->r, subst);
  ir_op *update = ir_substituted(subst, c->r.update->outs.at[0])->def;
  ir_builder before = ir_before(op), b = ir_before(update);
  ir_region *body = op->regions[0];
  ir_add_carried(op, ir_build_int(&before, IR_BOOL, 0), "below", "below");
  carry_in(body, update->parent);
  ir_val *v = ir_substituted(subst, c->r.read->outs.at[0]);
  v = ir_build2(&b, IR_OP_LT, v, side);
  v = ir_build2(&b, IR_OP_OR, rec_carried_last(body, update->parent), v);
  rec_carry_out(body, update->parent, v);
  ir_replace_uses(c->r.f, update->outs.at[0], update->ins.at[0]);
  ir_remove(update);
  rec_drop_unchanged(c->r.f, op);
  vec_push(c->r.a, &out->ahead, op);
  return op->outs.at[0];
}

// -- The loop -----------------------------------------------------------------
// Lets "copy", one of the loop by "subst", start from what was there before it
// was counted.
static void
put_back(const countdown *c, ir_op *copy, const map *subst, rec_ahead *out) {
  countdown again = *c;
  ir_match_loop(copy, &again.r.l);
  again.r.read = ir_substituted(subst, c->r.read->outs.at[0])->def;
  again.r.update = ir_substituted(subst, c->r.update->outs.at[0])->def;
  start_from(&again, build_steps(&again, -c->step, out));
}

// Lets the loop run only where "cond" does not hold, and elsewhere a copy, by
// "subst", which is returned.
static ir_op *
run_copy_where(countdown *c, ir_val *cond, map *subst) {
  ir_op *op = c->r.l.op, *copy = rec_choose_copy(op, cond, subst);
  ir_op *choice = copy->parent->parent_op;
  for (int k = 0; k < op->outs.n; k++)
    ir_replace_uses(c->r.f, op->outs.at[k], choice->outs.at[k]);
  rec_move_to_other(op, choice);
  return copy;
}

// Lets the loop, which starts from elements that are counted, ask who counted
// them last.
static void
ask_last(countdown *c, ir_val *side) {
  rec_keying *r = &c->r;
  ir_op *update = r->update, *loop = r->l.op;
  ir_builder b = ir_before(update), at = ir_before(c->test);
  ir_val *is = r->read->outs.at[0];
  ir_val *last = ir_build2(&at, IR_OP_EQ, is, side);
  ir_replace_uses(r->f, c->test->outs.at[0], last);
  update->ins.at[2] = is;
  rec_guard_write(r->f, update, ir_build2(&b, IR_OP_EQ, is, side));
  rec_asks asks = {0};
  vec_push(r->a, &asks, ((rec_ask){last, update->ins.at[1]}));
  rec_build_one(r->f, loop, r->k, &asks, false);
  ir_replace_uses(r->f, update->outs.at[0], update->ins.at[0]);
  ir_remove(update);
  rec_drop_unchanged(r->f, loop);
}

ir_op *
rec_count_down(ir_func *f, ir_op *op, rec_ahead *out) {
  countdown c;
  match(f, op, &c);
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *side = hoisted_side(&c, &b);
  start_from(&c, build_steps(&c, c.step, out));
  ir_val *below = build_below(&c, side, out);
  map *subst = map_new(c.r.a);
  put_back(&c, run_copy_where(&c, below, subst), subst, out);
  ask_last(&c, side);
  return op;
}
