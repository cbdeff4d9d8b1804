// recognizer/footprint/unknown.c: why nobody knows what a region touches, as a
// reason.
#include "recognizer/footprint/footprint.h"

// A walk back over what a value is made of.
typedef struct search {
  const rec_classes *classes;
  const rec_accesses *all; // of the region
  map *seen;
} search;

static bool needs_written(const search *s, ir_val *v);

// True when the region writes "array".
static bool
is_written(const search *s, ir_val *array) {
  const ir_val *cls = rec_class_of(s->classes, array);
  for (int i = 0; i < s->all->n; i++)
    if (s->all->at[i].write && s->all->at[i].cls == cls)
      return true;
  return false;
}

// needs_written of parameter "v" of a region: an index needs the extents of its
// loop, a carried value what it starts from and becomes.
static bool
param_needs(const search *s, const ir_val *v) {
  ir_op *op = v->param_of->parent_op;
  ir_loop l;
  if (!op)
    return false;
  if (ir_is_index(v))
    return needs_written(s, op->ins.at[v->index]);
  if (!ir_match_loop(op, &l))
    return false;
  for (int k = 0; k < l.n_carried; k++)
    if (l.carried[k] == v)
      return needs_written(s, l.inits[k]) || needs_written(s, l.yields[k]);
  return false;
}

// needs_written of what fold "op" gives: it depends on all that it folds.
static bool
fold_needs(const search *s, ir_op *op) {
  ir_soac fold;
  bool needs = false;
  if (!ir_match_fold(op, &fold))
    return false;
  for (int k = 0; k < fold.n_red && !needs; k++)
    needs = needs_written(s, fold.values[k]);
  return needs;
}

// True when the scalar "v" is made of what an array holds that the region
// writes.
static bool
needs_written(const search *s, ir_val *v) {
  ir_op *op = v->def;
  ir_loop l;
  if (v->type.array || map_has(s->seen, v))
    return false;
  map_put(s->seen, v, v);
  if (!op)
    return param_needs(s, v);
  if (op->code == IR_OP_INDEX && is_written(s, op->ins.at[0]))
    return true;
  for (int k = 0; k < op->ins.n; k++)
    if (needs_written(s, op->ins.at[k]))
      return true;
  if (op->code == IR_OP_IF)
    return needs_written(s, op->regions[0]->last->ins.at[v->index]) ||
           needs_written(s, op->regions[1]->last->ins.at[v->index]);
  if (ir_is_soac(op))
    return fold_needs(s, op);
  return ir_match_loop(op, &l) &&
         needs_written(s, op->regions[0]->last->ins.at[v->index]);
}

rec_reason
rec_unknown_reason(arena *a, const rec_classes *classes,
                   const rec_accesses *all, const ir_op *op) {
  search s = {classes, all, map_new(a)};
  if (needs_written(&s, op->ins.at[1]))
    return REC_FOOTPRINT_WRITTEN;
  for (ir_op *up = op->parent->parent_op; up; up = up->parent->parent_op)
    for (int k = 0; k < up->n_dims; k++)
      if (needs_written(&s, up->ins.at[k]))
        return REC_FOOTPRINT_WRITTEN;
  return REC_FOOTPRINT;
}
