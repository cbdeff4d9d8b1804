// recognizer/shapes/probes.c: what runs where C would not run it.
//
// Iterations behind the one that ends a search, or of a state that a machine is
// not in, may read what C never reads. So they read arrays of the caller's
// alone, which the runtime looks at beforehand, or elements of arrays that have
// one for each iteration, and whatever these hold the loops in them end soon.
#include "recognizer/shapes/independent.h"

bool
rec_may_probe(const ir_op *read) {
  const ir_val *root = ir_storage_root(read->ins.at[0], NULL);
  return root->param_of && !root->param_of->parent_op;
}

// True when "read" loads the element of an iteration's number from an array
// that was allocated with one for each iteration of that loop.
static bool
is_own_element(const ir_op *read) {
  const ir_op *alloc = ir_storage_root(read->ins.at[0], NULL)->def;
  const ir_val *at = read->ins.at[1];
  const ir_op *loop = at->param_of ? at->param_of->parent_op : NULL;
  return alloc && alloc->code == IR_OP_ALLOC && loop && loop->n_dims == 1 &&
         at->index == 0 && loop->ins.at[0] == alloc->ins.at[0];
}

// True when "v" is the index of a counting loop.
static bool
is_index(const ir_val *v) {
  const ir_op *loop = v->param_of ? v->param_of->parent_op : NULL;
  return loop && loop->n_dims == 1 && v->index == 0;
}

// True when "v", of loop body "body", grows with the indices of loops no faster
// than in proportion, whatever memory holds.
static bool
is_proportional(const ir_val *v, const ir_region *body) {
  const ir_op *op = v->def;
  an_choice c;
  if (an_is_invariant(v, body) || is_index(v))
    return true;
  if (an_match_either(v, &c))
    return is_proportional(c.y, body) && is_proportional(c.z, body);
  if (!op || !ir_is_signed(v->type.elem))
    return false;
  bool product = op->code == IR_OP_MUL;
  if (product && !an_is_invariant(op->ins.at[0], body) &&
      !an_is_invariant(op->ins.at[1], body))
    return false;
  bool ok = product || op->code == IR_OP_ADD || op->code == IR_OP_SUB ||
            op->code == IR_OP_MIN || op->code == IR_OP_MAX ||
            op->code == IR_OP_CONVERT;
  for (int i = 0; ok && i < op->ins.n; i++)
    ok = is_proportional(op->ins.at[i], body);
  return ok;
}

bool
rec_is_harmless(void *user, ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return rec_may_probe(op) || is_own_element(op);
  if (op->code == IR_OP_LOOP)
    return op->n_dims == 1 && is_proportional(op->ins.at[0], user);
  return op->code == IR_OP_YIELD || op->code == IR_OP_IF ||
         ir_is_scalar_op(op->code);
}

bool
rec_may_run_ahead(const ir_loop *copy) {
  for (int k = 0; k < copy->n_carried; k++)
    if (copy->carried[k]->type.array && copy->carried[k]->n_uses > 1)
      return false; // beside the yield
  return ir_walk(copy->body, rec_is_harmless, copy->body);
}

void
rec_note_probes(loft_cx *cx, ir_func *f, ir_region *r) {
  rec_accesses all = {0};
  an_classes *c = an_classes_new(cx->arena, f, NULL);
  rec_find_accesses(cx->arena, c, r, &all);
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *v = f->body->params.at[i];
    for (int k = 0; k < all.n && v->type.array; k++)
      if (!all.at[k].write && all.at[k].cls == an_class_of(c, v))
        f->param_mode[i] |= IR_PROBE;
  }
}
