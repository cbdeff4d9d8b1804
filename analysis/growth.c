// analysis/growth.c: loops that go through a range in chunks that grow.
#include "analysis/analysis.h"

// True when value "k" that loop "l" carries is the size of its chunks: it
// becomes "min(size * factor, most)".
static bool
match_size(const ir_loop *l, int k, an_growth *g) {
  const ir_op *least = l->yields[k]->def;
  const ir_op *grown =
      least && least->code == IR_OP_MIN ? least->ins.at[0]->def : NULL;
  *g = (an_growth){.carried = k, .size = l->carried[k]};
  return grown && grown->code == IR_OP_MUL && grown->ins.at[0] == g->size &&
         ir_match_int(l->inits[k], &g->first) &&
         ir_match_int(least->ins.at[1], &g->most) &&
         ir_match_int(grown->ins.at[1], &g->factor) && g->first > 0 &&
         g->factor > 1;
}

ir_val *
an_range_of_chunk(const an_growth *g, const ir_val *v) {
  const ir_op *op = v->def;
  if (!op || op->code != IR_OP_MIN || op->ins.at[0] != g->size)
    return NULL;
  const ir_op *left = op->ins.at[1]->def;
  return left && left->code == IR_OP_SUB ? left->ins.at[0] : NULL;
}

// The range that "g", of loop "op", is the chunks of; or NULL.
static ir_val *
find_range(const an_growth *g, const ir_op *op) {
  ir_foreach_op (x, op->regions[0]) {
    ir_val *range = x->outs.n ? an_range_of_chunk(g, x->outs.at[0]) : NULL;
    if (range)
      return range;
  }
  return NULL;
}

bool
an_match_growth(ir_op *op, an_growth *g) {
  ir_loop l;
  if (!op || op->code != IR_OP_LOOP || op->n_dims || !ir_match_loop(op, &l))
    return false;
  for (int k = 0; k < l.n_carried; k++)
    if (match_size(&l, k, g) && (g->range = find_range(g, op)))
      return true;
  return false;
}
