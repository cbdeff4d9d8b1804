// recognizer/footprint/repeated.c: passes over data that were made before.
//
//   for (e = ptr[v]; e < ptr[v + 1]; e++) n += d[col[e]] < 0;
//   for (e = ptr[v]; e < ptr[v + 1]; e++) if (d[col[e]] < 0) ..
//
// Shapes make several loops of one, which load the same. Two passes are the
// same where the loops and conditions around what they fold are, one by one.
#include "recognizer/footprint/footprint.h"

bool
rec_is_in_else(const ir_op *choice, const ir_op *op) {
  const ir_region *r = op->parent;
  while (r->parent_op != choice)
    r = r->parent_op->parent;
  return r == choice->regions[1];
}

// Adds the indices of loops "x" and "y", as equal, to "given". False: their
// trip counts are not.
static bool
pair_loops(arena *a, const ir_op *x, const ir_op *y, ir_vals *given) {
  if (x->n_dims != y->n_dims || x->has_while || y->has_while)
    return false;
  for (int k = 0; k < x->n_dims; k++) {
    if (!an_same_value_given(a, x->ins.at[k], y->ins.at[k], given))
      return false;
    vec_push(a, given, x->regions[0]->params.at[k]);
    vec_push(a, given, y->regions[0]->params.at[k]);
  }
  return true;
}

// True when op "k" of both paths, an if or a loop, lets the rest run as often.
static bool
is_same_step(arena *a, const rec_pass *x, const rec_pass *y, int k,
             ir_vals *given) {
  const ir_op *p = x->path[k], *q = y->path[k];
  bool is_if = p->code == IR_OP_IF;
  if (is_if != (q->code == IR_OP_IF))
    return false;
  if (!is_if)
    return pair_loops(a, p, q, given);
  return rec_is_in_else(p, x->path[k + 1]) ==
             rec_is_in_else(q, y->path[k + 1]) &&
         an_same_value_given(a, p->ins.at[0], q->ins.at[0], given);
}

// True when both passes fold the same.
static bool
is_same(arena *a, const rec_pass *x, const rec_pass *y) {
  ir_vals given = {0};
  bool same = x->n == y->n && x->sum == y->sum && x->sampled == y->sampled;
  for (int k = 0; k < x->n && same; k++)
    same = is_same_step(a, x, y, k, &given);
  return same && an_same_value_given(a, x->leaf, y->leaf, &given);
}

bool
rec_find_pass(const rec_emit *e, rec_pass *p) {
  for (int i = 0; i < e->passes.n; i++) {
    const rec_pass *before = &e->passes.at[i];
    if (!is_same(e->an->a, before, p))
      continue;
    p->out[0] = before->out[0];
    p->out[1] = before->out[1];
    return true;
  }
  return false;
}

bool
rec_is_in_version(const ir_op *op) {
  for (const ir_region *r = op->parent; r->parent_op; r = r->parent_op->parent)
    if (r->parent_op->versions && r == r->parent_op->regions[0])
      return true;
  return false;
}
