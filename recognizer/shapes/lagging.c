// recognizer/shapes/lagging.c: scalars that lag behind, and start in line.
//
//   for (i ..) { *--d = f(*--s); s -= 3; d = s; }
//
// From the second iteration on d is what the iteration before made it, s; in
// the first it is what it was before the loop. Where the value of the iteration
// follows from the index, and that is what an iteration -1 would have left, it
// is a function of the index in all iterations. The guard checks that.
#include "analysis/analysis.h"
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/scalars.h"

// What the iteration before number "i" of "l", which may be the first, leaves
// in carried value "k", at "b".
static ir_val *
build_before(ir_builder *b, const ir_loop *l, int k, ir_val *i) {
  ir_val *at = ir_build2(b, IR_OP_SUB, i, ir_build_int(b, IR_I64, 1));
  ir_val *v = an_recompute(b, l->yields[k], l->body, at);
  v->name = l->carried[k]->name;
  return v;
}

// Lets the region run only where carried value "k" of "l" starts as an
// iteration -1 would leave it. False when that cannot be checked.
static bool
guard_start(loft_cx *cx, ir_func *f, const ir_loop *l, int k) {
  ir_builder b = ir_before(l->op);
  ir_val *was = build_before(&b, l, k, ir_build_int(&b, IR_I64, 0));
  ir_val *off = ir_build2(&b, IR_OP_SUB, ir_build_convert(&b, was, IR_I64),
                          ir_build_convert(&b, l->inits[k], IR_I64));
  return rec_guard_between(cx, f, l, off, 0, 0);
}

// Carried value "k" of "op" as a function of the index. False when it is none.
static bool
close_lagging(loft_cx *cx, ir_func *f, ir_op *op, int k) {
  ir_loop l;
  ir_match_loop(op, &l);
  ir_val *p = l.carried[k], *y = l.yields[k];
  if (p->type.array || !ir_is_int(p->type.elem) || y == p ||
      !an_is_recomputable(y, l.body) || !guard_start(cx, f, &l, k))
    return false;
  ir_builder in = ir_before(l.body->first), after = ir_before(op->next);
  ir_val *n =
      ir_build2(&after, IR_OP_MAX, l.extent, ir_build_int(&after, IR_I64, 0));
  ir_replace_uses(f, p, build_before(&in, &l, k, l.i));
  ir_replace_uses(f, l.outs[k], build_before(&after, &l, k, n));
  ir_drop_result(op, k);
  return true;
}

ir_op *
rec_close_lagging(loft_cx *cx, ir_func *f, ir_op *op) {
  bool any = false;
  if (!op->n_dims || op->has_while)
    return NULL;
  for (int k = op->outs.n - 1; k >= 0; k--)
    any |= close_lagging(cx, f, op, k);
  if (any)
    rec_close_loop(f, op);
  return any ? op : NULL;
}
