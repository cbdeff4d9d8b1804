// analysis/uses.c: the values from outside that an op uses, and the arrays
// among them that it consumes.
//
// An array value names contents, so order between two ops of a region follows
// from values alone: later after earlier when it uses a result of earlier, or
// when it consumes (writes in place) an array that earlier still reads.
#include "analysis/analysis.h"

// Adds "v" once.
static void
add_once(arena *a, ir_vals *vals, ir_val *v) {
  if (!ir_vals_has(vals, v))
    vec_push(a, vals, v);
}

// True when "v" is defined in or below "op".
static bool
is_own(const ir_val *v, const ir_op *op) {
  const ir_region *r = v->param_of ? v->param_of : v->def->parent;
  if (v->def == op)
    return true;
  for (; r->parent_op; r = r->parent_op->parent)
    if (r->parent_op == op)
      return true;
  return false;
}

// True when "op" consumes the array operand "k".
static bool
consumes(const ir_op *op, int k) {
  if (!op->ins.at[k]->type.array)
    return false;
  return ir_writes_element(op) || op->code == IR_OP_LOOP ||
         op->code == IR_OP_YIELD || ir_is_soac(op);
}

// Collects the values from outside of "root" that "op", part of it, uses.
static void
collect(arena *a, ir_op *op, const ir_op *root, an_uses *t) {
  for (int k = 0; k < op->ins.n; k++) {
    ir_val *v = op->ins.at[k];
    if (is_own(v, root))
      continue;
    add_once(a, &t->uses, v);
    if (consumes(op, k))
      add_once(a, &t->consumes, v);
  }
  for (int k = 0; k < op->n_regions; k++)
    ir_foreach_op (inner, op->regions[k])
      collect(a, inner, root, t);
}

an_uses
an_uses_of(arena *a, ir_op *op) {
  an_uses t = {0};
  collect(a, op, op, &t);
  return t;
}

bool
an_keeps(arena *a, const ir_vals *arrays, ir_op *from, const ir_op *to) {
  for (ir_op *op = from;; op = op->next) {
    an_uses t = an_uses_of(a, op);
    for (int k = 0; k < arrays->n; k++)
      if (ir_vals_has(&t.consumes, arrays->at[k]))
        return false;
    if (op == to)
      return true;
  }
}

bool
an_depends(const ir_op *earlier, const an_uses *te, const an_uses *tl) {
  for (int k = 0; k < tl->uses.n; k++)
    if (tl->uses.at[k]->def == earlier)
      return true;
  for (int k = 0; k < tl->consumes.n; k++)
    if (ir_vals_has(&te->uses, tl->consumes.at[k]))
      return true;
  return false;
}

map *
an_ops_needing(arena *a, const ir_region *r, ir_val *const *of, int n) {
  map *ops = map_new(a), *needing = map_new(a); // values
  for (int k = 0; k < n; k++)
    map_put(needing, of[k], of[k]);
  ir_foreach_op (op, r) {
    an_uses t = an_uses_of(a, op);
    bool needs = false;
    for (int k = 0; k < t.uses.n; k++)
      needs |= map_has(needing, t.uses.at[k]);
    if (!needs)
      continue;
    map_put(ops, op, op);
    for (int k = 0; k < op->outs.n; k++)
      map_put(needing, op->outs.at[k], op);
  }
  return ops;
}
