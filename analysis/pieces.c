// analysis/pieces.c: folds of rows that are cut in pieces.
//
//   s = reduce (p < max(n / 256 up, 1)) [add none] {
//     reduce or loop (k < min(c - 256 p, 256)) .. from p == 0 ? s0 : none
//   }
#include "analysis/analysis.h"

// True when "p" yields the results of its inner fold, and nothing else.
static bool
yields_fold(const an_pieces *p) {
  for (int k = 0; k < p->all.n_red; k++)
    if (p->all.values[k] != p->fold->outs.at[k])
      return false;
  return p->fold->outs.n == p->all.n_red;
}

// The iterations of all pieces, where the inner fold has min(those left,
// IR_PIECE); else NULL.
static ir_val *
find_count(const an_pieces *p) {
  int64_t most;
  const ir_op *n = p->fold->ins.at[0]->def;
  if (!n || n->code != IR_OP_MIN || !ir_match_int(n->ins.at[1], &most) ||
      most != IR_PIECE)
    return NULL;
  const ir_op *left = n->ins.at[0]->def;
  return left && left->code == IR_OP_SUB &&
                 ir_is_outside(left->ins.at[0], p->all.body)
             ? left->ins.at[0]
             : NULL;
}

bool
an_match_pieces(ir_op *op, an_pieces *p) {
  *p = (an_pieces){0};
  if (op->code != IR_OP_REDUCE || !op->seq || op->n_dims != 1 ||
      !ir_match_soac(op, &p->all) || p->all.n_dests || p->all.combine)
    return false;
  const ir_op *count = p->all.extents[0]->def;
  if (!count || count->code != IR_OP_MAX)
    return false;
  ir_foreach_op (inner, p->all.body)
    if (!p->fold && (inner->code == IR_OP_REDUCE || inner->code == IR_OP_LOOP))
      p->fold = inner;
    else if (!ir_is_scalar_op(inner->code) && inner->code != IR_OP_YIELD)
      return false;
  int64_t least;
  if (!p->fold || p->fold->n_dims != 1 || p->fold->has_while ||
      !ir_match_int(count->ins.at[1], &least) || least != 1 || !yields_fold(p))
    return false;
  p->count = find_count(p);
  return p->count != NULL;
}
