// recognizer/shapes/worklist.c: work lists, round by round.
//
//   while (head < tail) {                  while (head < tail) {
//     v = q[head++];                         end = tail;
//     ... q[tail++] = w; ...          =>     for (i = head; i < end; i++) {
//   }                                          v = q[i]; ... q[tail++] = w; ...
//                                            }
//                                            head = end;
//                                          }
//
// The elements in the list when a round starts are taken in that round: the
// iterations are the same, in the same order, since the list only grows. Where
// the test is head != tail, the region checks that head starts behind nothing.
#include "analysis/analysis.h"
#include "recognizer/shapes/growth.h"
#include "recognizer/shapes/nests.h"
#include "recognizer/shapes/scalars.h"

// A while loop that takes elements at "head" as long as that is below "tail",
// by their numbers among what it carries.
typedef struct worklist {
  ir_loop l;
  int head, tail;
  bool unequal; // ... or as long as both differ
} worklist;

// The number of the carried value of which "v" is the next one; -1: none.
static int
find_carried(const ir_loop *l, const ir_val *v) {
  for (int k = l->op->has_while; k < l->n_carried; k++)
    if (!l->carried[k]->type.array && l->yields[k] == rec_unconverted(v))
      return k;
  return -1;
}

// True when carried value "k" grows by 1 in each iteration.
static bool
counts_up(const ir_loop *l, int k) {
  const ir_op *op = l->yields[k]->def;
  int64_t one;
  return op && op->code == IR_OP_ADD && op->ins.at[0] == l->carried[k] &&
         ir_match_int(op->ins.at[1], &one) && one == 1;
}

// Fills *w for loop "op"; false when it is none.
static bool
match(ir_op *op, worklist *w) {
  rec_counter tail;
  if (!ir_match_loop(op, &w->l) || w->l.extent || !op->has_while)
    return false;
  const ir_op *goes = w->l.yields[0]->def;
  w->unequal = goes && goes->code == IR_OP_NE;
  if (!goes ||
      (goes->code != IR_OP_LT && goes->code != IR_OP_GT && !w->unequal))
    return false;
  int first = find_carried(&w->l, goes->ins.at[0]);
  bool less = goes->code == IR_OP_LT ||
              (w->unequal && first >= 0 && counts_up(&w->l, first));
  w->head = find_carried(&w->l, goes->ins.at[!less]);
  w->tail = find_carried(&w->l, goes->ins.at[less]);
  return w->head >= 0 && w->tail >= 0 && w->head != w->tail &&
         counts_up(&w->l, w->head) && !counts_up(&w->l, w->tail) &&
         !rec_may_wrap(w->l.carried[w->head]->type.elem) &&
         !rec_may_wrap(w->l.carried[w->tail]->type.elem) &&
         rec_match_counter(&w->l, w->tail, &tail) && tail.sign > 0;
}

// Lets counters that go up as the head does be so many places from that, which
// is never behind the list's end. True when there are any, which *w is no more.
static bool
close_counters(ir_func *f, const worklist *w) {
  const ir_loop *l = &w->l;
  bool any = false;
  for (int k = l->n_carried - 1; k > 0; k--) {
    if (k == w->head || k == w->tail || l->carried[k]->type.array ||
        !counts_up(l, k))
      continue;
    ir_builder b = ir_before(l->op), in = ir_before(l->body->first);
    ir_builder after = ir_before(l->op->next);
    ir_scalar t = l->carried[k]->type.elem;
    ir_val *head = ir_build_convert(&b, l->inits[w->head], t);
    ir_val *from = ir_build2(&b, IR_OP_SUB, l->inits[k], head);
    head = ir_build_convert(&in, l->carried[w->head], t);
    ir_replace_uses(f, l->carried[k], ir_build2(&in, IR_OP_ADD, head, from));
    head = ir_build_convert(&after, l->outs[w->head], t);
    ir_replace_uses(f, l->outs[k], ir_build2(&after, IR_OP_ADD, head, from));
    ir_drop_result(l->op, k);
    any = true;
  }
  return any;
}

// The loop over a round in front of the body of "w", with the body moved into
// it; *at: its index.
static ir_op *
build_round(ir_func *f, const worklist *w, ir_val **at) {
  const ir_loop *l = &w->l;
  ir_builder b = ir_before(l->body->first);
  b.loc = l->op->loc;
  ir_op *round = ir_start_loop(&b, IR_OP_LOOP, NULL, "at");
  ir_region *r = round->regions[0];
  *at = r->params.at[0];
  for (int k = 1; k < l->n_carried; k++) {
    if (k == w->head)
      continue;
    ir_add_carried(round, l->carried[k], l->outs[k]->name, l->carried[k]->name);
    ir_replace_uses(f, l->carried[k], r->params.at[r->params.n - 1]);
    round->ins.at[round->ins.n - 1] = l->carried[k];
  }
  for (ir_op *op = round->next, *next; op != l->body->last; op = next) {
    next = op->next;
    ir_move(op, r, NULL);
  }
  return round;
}

// Lets the region run only where the list does not end in front of its head.
// False: that cannot be checked.
static bool
guard_order(loft_cx *cx, ir_func *f, const worklist *w) {
  if (w->l.op->parent != f->body)
    return false;
  rec_an *an = rec_an_new(cx, f, w->l.body);
  rec_dom *d = rec_dom_new(an, w->l.op, false);
  an_poly head = rec_read_exact(d, w->l.inits[w->head]);
  an_poly left = rec_read_exact(d, w->l.inits[w->tail]);
  left = an_poly_add(an->a, &left, &head, -1);
  vec_push(an->a, &an->assumes, ((rec_assume){.at = w->l.op, .poly = left}));
  bool ok = !left.bad && rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}

ir_op *
rec_build_worklist(loft_cx *cx, ir_func *f, ir_op *op) {
  worklist w;
  if (!match(op, &w) || (close_counters(f, &w) && !match(op, &w)) ||
      (w.unequal && !guard_order(cx, f, &w)))
    return NULL;
  const ir_loop *l = &w.l;
  ir_val *head = l->carried[w.head], *tail = l->carried[w.tail], *at;
  ir_op *round = build_round(f, &w, &at), *yield = l->body->last;
  ir_region *r = round->regions[0];
  ir_builder in = ir_before(r->first), b = ir_before(round);
  ir_val *first = ir_build_convert(&b, head, IR_I64);
  ir_val *end = ir_build_convert(&b, tail, IR_I64);
  at = ir_build2(&in, IR_OP_ADD, first, at);
  rec_widen_uses(f, r, head, at);
  ir_replace_uses(f, head, ir_build_convert(&in, at, head->type.elem));
  (first == head ? at : first)->def->ins.at[0] = head;
  round->ins.at[0] = ir_build2(&b, IR_OP_SUB, end, first);
  ir_vals next = {0};
  for (int k = 1, n = 0; k < l->n_carried; k++) {
    if (k == w.head)
      continue;
    vec_push(f->module->arena, &next, yield->ins.at[k]);
    yield->ins.at[k] = round->outs.at[n++];
  }
  ir_builder last = ir_at_end(r), after = ir_before(yield);
  ir_build_yield(&last, next.at, next.n);
  ir_val *grown = yield->ins.at[w.tail];
  yield->ins.at[w.head] = ir_build_convert(&after, tail, head->type.elem);
  yield->ins.at[0] = ir_build2(&after, IR_OP_LT, tail, grown);
  rec_remove_unused(r);
  return round;
}
