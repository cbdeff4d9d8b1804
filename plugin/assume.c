// plugin/assume.c: regions that may run by extents that nobody has looked up.
//
// A run on the CPU may take the footprint of an earlier call for that of this
// one (docs/design-notes.md, Note [Assumed extents]; runtime/core/recall.c), if
// the parameters are the same and the kernels check what a pass over data would
// have told: op "within", which ends a run that finds another element. For that
//   - what depends on data must be extents of arrays alone, and nothing else
//     that the guard asks;
//   - each access of the CPU's code must be at a place that does not depend on
//     data, or that is checked.
// Nothing is undone: a run that is given up has written nothing yet, which the
// runtime sees to (runtime/cpu/run.c).
#include "plugin/region_private.h"
#include "recognizer/domain/domain.h"

// A search for reads that values are computed from.
typedef struct reading {
  map *done; // values that need nothing
  bool found;
} reading;

static bool reads(reading *r, const ir_val *v);

// ir_walk_fn: notes elements that "op" reads, itself or for its operands.
static bool
note_reading(void *user, ir_op *op) {
  reading *r = user;
  r->found = r->found || op->code == IR_OP_INDEX || op->code == IR_OP_READABLE;
  for (int k = 0; k < op->ins.n && !r->found; k++)
    r->found = reads(r, op->ins.at[k]);
  return !r->found;
}

// Whether parameter "v" of a region depends on elements: an index on those that
// its extent does, all else on whatever is carried or handed in.
static bool
param_reads(reading *r, const ir_val *v) {
  const ir_op *up = v->param_of->parent_op;
  bool index = up && v->param_of == up->regions[0] && v->index < up->n_dims;
  return up && (!index || reads(r, up->ins.at[v->index]));
}

// Whether elements of arrays are read to compute scalar "v", other than in what
// was checked.
static bool
reads(reading *r, const ir_val *v) {
  ir_op *op = v->def;
  if (v->type.array || map_has(r->done, v) || (op && op->code == IR_OP_WITHIN))
    return false;
  bool found = !op && param_reads(r, v);
  if (op) {
    r->found = false;
    note_reading(r, op);
    for (int k = 0; k < op->n_regions && !r->found; k++)
      ir_walk(op->regions[k], note_reading, r);
    found = r->found;
  }
  if (!found)
    map_put(r->done, v, (void *)(uintptr_t)v);
  r->found = found;
  return found;
}

// Whether "v" asks that a number be of a sensible size, as all are in extents
// that were computed.
static bool
is_size_check(const ir_val *v) {
  const int64_t big = INT64_C(1) << REC_BIG_BITS;
  int64_t limit;
  const ir_op *op = v->def;
  if (!op || (op->code != IR_OP_LT && op->code != IR_OP_GT) ||
      !ir_match_int(op->ins.at[1], &limit))
    return false;
  return limit == (op->code == IR_OP_LT ? big : -big);
}

// Whether condition "ok" asks nothing else of elements.
static bool
asks_sizes(reading *r, const ir_val *ok) {
  const ir_op *op = ok->def;
  if (op && op->code == IR_OP_AND)
    return asks_sizes(r, op->ins.at[0]) && asks_sizes(r, op->ins.at[1]);
  return is_size_check(ok) || !reads(r, ok);
}

bool
plugin_may_assume(const rec_region *rec) {
  reading r = {.done = map_new(rec->module->arena)};
  const ir_vals *out = &rec->footprint->body->last->ins;
  bool any = false;
  for (int k = REC_FOOTPRINT_HEAD; k < out->n; k++)
    any |= reads(&r, out->at[k]);
  return any && rec->estimate && !rec->rows && asks_sizes(&r, out->at[0]);
}

// ir_walk_fn: stops at an access to a place that depends on unchecked data.
static bool
is_checked(void *user, ir_op *op) {
  bool access = op->code == IR_OP_INDEX || op->code == IR_OP_UPDATE ||
                op->code == IR_OP_COMBINE;
  return !access || !reads(user, op->ins.at[1]);
}

bool
plugin_checks_all(const ir_func *f) {
  reading r = {.done = map_new(f->module->arena)};
  return ir_walk(f->body, is_checked, &r);
}
