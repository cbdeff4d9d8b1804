// recognizer/shapes/distinct.c: places that are different in all iterations,
// which the run sees.
//
//   for (i < n) out[h[key[i]]++] = x[i];
//
// Places that a running fold by key gives (keyed.c), by steps of 1 or -1, are
// different for one key; those of two keys are where the ranges that the loop
// goes through in both elements do not meet. That is so where each range ends
// before the next one begins, as in a sort by counting. (Elements that no
// iteration touches are in between: whatever they are, order is transitive.)
// The elements are copied in front of the folds, and behind them; C may not
// read all of them.
#include "analysis/analysis.h"
#include "recognizer/shapes/keyed.h"

// The step of "folds", 1 or -1, that adds 32 bits or more; 0: it has another
// one, or goes around.
static int
step_of(const an_keyed *folds) {
  int64_t step;
  bool one = an_keyed_step(folds, &step) && (step == 1 || step == -1);
  return one && an_fits_i32(folds->l.extent) &&
                 ir_size(folds->read->outs.at[0]->type.elem) >= 4
             ? (int)step
             : 0;
}

// The loop of folds in front of "op" that gives the place "at" in it, another
// one in each iteration for a key; false: there is none. *step is its step.
static bool
find_folds(const ir_loop *l, const ir_val *at, an_keyed *folds, int *step) {
  const ir_op *op = rec_all_bits(at)->def;
  if (op && (op->code == IR_OP_ADD || op->code == IR_OP_SUB))
    op = an_is_invariant(op->ins.at[1], l->body)
             ? rec_all_bits(op->ins.at[0])->def
             : NULL;
  ir_op *from = op && op->code == IR_OP_INDEX && op->ins.at[1] == l->i
                    ? op->ins.at[0]->def
                    : NULL;
  if (!from || from->parent != l->op->parent || !an_match_keyed(from, folds) ||
      folds->update->parent != folds->read->parent ||
      op->ins.at[0] != folds->l.outs[1 - folds->h])
    return false;
  *step = step_of(folds);
  return *step;
}

// A copy at "b" of the "n" elements of "h" from "begin" on.
static ir_val *
build_copy(ir_builder *b, ir_val *h, ir_val *begin, ir_val *n) {
  ir_val *t = ir_build_alloc(b, h->type.elem, n, IR_SPACE_GLOBAL, h->name);
  ir_op *op = ir_start_loop(b, IR_OP_MAP, n, "bin");
  ir_val *bin = op->regions[0]->params.at[0];
  t = ir_add_carried(op, t, h->name, h->name);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *at = ir_build2(&in, IR_OP_ADD, begin, bin);
  t = ir_build_update(&in, t, bin, ir_build_index(&in, h, at));
  ir_build_yield(&in, &t, 1);
  return op->outs.at[0];
}

// Whether the ranges of "n" elements from "low" up to "high" go upwards without
// meeting, at "b".
static ir_val *
build_ascending(ir_builder *b, ir_val *low, ir_val *high, ir_val *n) {
  ir_val *bin, *yes = ir_build_int(b, IR_BOOL, 1);
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *last = ir_build2(b, IR_OP_SUB, n, one);
  ir_builder in =
      ir_at_end(ir_start_fold(b, IR_OP_AND, n, yes, false, "bin", &bin));
  ir_val *next = ir_build2(&in, IR_OP_ADD, bin, one);
  next = ir_build2(&in, IR_OP_MIN, next, last);
  ir_val *lo = ir_build_index(&in, low, bin);
  ir_val *hi = ir_build_index(&in, high, bin);
  ir_val *behind = ir_build_index(&in, low, next);
  ir_val *is_last = ir_build2(&in, IR_OP_EQ, bin, last);
  ir_val *apart = ir_build2(&in, IR_OP_LE, hi, behind);
  apart = ir_build2(&in, IR_OP_OR, apart, is_last);
  apart = ir_build2(&in, IR_OP_AND, apart, ir_build2(&in, IR_OP_LE, lo, hi));
  return ir_end_fold(&in, apart, "distinct");
}

ir_val *
rec_build_distinct(const ir_loop *l, const ir_val *at) {
  an_keyed folds;
  int step;
  if (!find_folds(l, at, &folds, &step))
    return NULL;
  ir_builder before = ir_before(folds.l.op), b = ir_before(l->op);
  before.loc = b.loc = l->op->loc;
  ir_val *h = folds.l.inits[folds.h];
  const ir_val *root = ir_storage_root(h, NULL);
  if (!root->def)
    b.func->param_mode[root->index] |= IR_PROBE;
  ir_val *begin = ir_build_bound(&before, IR_OP_BEGIN, h);
  ir_val *end = ir_build_bound(&before, IR_OP_END, h);
  ir_val *n = ir_build2(&before, IR_OP_SUB, end, begin);
  ir_val *from = build_copy(&before, h, begin, n);
  ir_val *to = build_copy(&b, folds.l.outs[folds.h], begin, n);
  return step > 0 ? build_ascending(&b, from, to, n)
                  : build_ascending(&b, to, from, n);
}
