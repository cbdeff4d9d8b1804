// recognizer/footprint/unknown.c: why nobody knows what a region touches, as a
// reason.
#include "recognizer/footprint/footprint.h"

// A walk back over the operands of a value.
typedef struct search {
  const an_classes *classes;
  const rec_accesses *all; // of the region
  map *seen;
} search;

static bool needs_written(const search *s, ir_val *v);

// True when the region writes "array".
static bool
is_written(const search *s, ir_val *array) {
  const ir_val *cls = an_class_of(s->classes, array);
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

// A search for what a while loop takes from the end of what it puts there.
typedef struct stacking {
  ir_loop l;
  const ir_val *stack; // the loop's parameter that it takes from
  bool puts;
} stacking;

// ir_walk_fn: notes the array that "op" reads right below a counter that the
// loop carries; stops there.
static bool
find_take(void *user, ir_op *op) {
  stacking *s = user;
  const ir_op *at =
      op->code == IR_OP_INDEX ? rec_unconverted(op->ins.at[1])->def : NULL;
  int64_t c;
  if (!at || (at->code != IR_OP_ADD && at->code != IR_OP_SUB) ||
      !ir_match_int(at->ins.at[1], &c) || (at->code == IR_OP_ADD) != (c < 0))
    return true;
  const ir_val *root = ir_storage_root(op->ins.at[0], s->l.body);
  for (int k = 0; k < s->l.n_carried; k++)
    if (s->l.carried[k] == rec_unconverted(at->ins.at[0]) &&
        s->l.yields[k] != at->outs.at[0] && root->param_of == s->l.body)
      s->stack = root;
  return !s->stack;
}

// ir_walk_fn: stops at a write to the array that is taken from.
static bool
find_put(void *user, ir_op *op) {
  stacking *s = user;
  s->puts |= ir_writes_element(op) &&
             ir_storage_root(op->ins.at[0], s->l.body) == s->stack;
  return !s->puts;
}

// True when a while loop around "op" takes its next element from where it, or
// an earlier iteration, put one last.
static bool
is_in_stack_loop(const ir_op *op) {
  for (ir_op *up = op->parent->parent_op; up; up = up->parent->parent_op) {
    stacking s = {0};
    if (up->code != IR_OP_LOOP || !up->has_while || !ir_match_loop(up, &s.l))
      continue;
    ir_walk(s.l.body, find_take, &s);
    if (s.stack)
      ir_walk(s.l.body, find_put, &s);
    if (s.puts)
      return true;
  }
  return false;
}

// What a loop does with an array that it carries.
typedef struct listing {
  ir_loop l;
  const ir_val *array;
  bool takes, puts;
} listing;

// True when "v" is made of what is loaded, by at most "depth" scalar ops.
static bool
is_of_load(const ir_val *v, int depth) {
  const ir_op *op = v->def;
  bool loads = op && op->code == IR_OP_INDEX;
  for (int k = 0; op && depth && ir_is_scalar_op(op->code) && k < op->ins.n;
       k++)
    loads |= is_of_load(op->ins.at[k], depth - 1);
  return loads;
}

// ir_walk_fn: notes reads of the array, and writes of what is found elsewhere.
static bool
note_use(void *user, ir_op *op) {
  enum { DEPTH = 8 };
  listing *s = user;
  bool writes = ir_writes_element(op);
  if ((writes || op->code == IR_OP_INDEX) &&
      ir_storage_root(op->ins.at[0], s->l.body) == s->array)
    *(writes ? &s->puts : &s->takes) |=
        !writes || is_of_load(op->ins.at[2], DEPTH);
  return true;
}

// True when "op" touches an array that a while loop around it takes elements
// from, and appends elements to.
static bool
is_in_queue_loop(const ir_op *op) {
  for (ir_op *up = op->parent->parent_op; up; up = up->parent->parent_op) {
    listing s = {0};
    if (up->code != IR_OP_LOOP || !up->has_while || !ir_match_loop(up, &s.l))
      continue;
    s.array = ir_storage_root(op->ins.at[0], s.l.body);
    if (s.array->param_of == s.l.body)
      ir_walk(s.l.body, note_use, &s);
    if (s.takes && s.puts)
      return true;
  }
  return false;
}

rec_reason
rec_unknown_reason(arena *a, const an_classes *classes, const rec_accesses *all,
                   const ir_op *op) {
  search s = {classes, all, map_new(a)};
  if (is_in_stack_loop(op))
    return REC_FOOTPRINT_STACK;
  if (needs_written(&s, op->ins.at[1]))
    return is_in_queue_loop(op) ? REC_FOOTPRINT_QUEUE : REC_FOOTPRINT_WRITTEN;
  for (ir_op *up = op->parent->parent_op; up; up = up->parent->parent_op)
    for (int k = 0; k < up->n_dims; k++)
      if (needs_written(&s, up->ins.at[k]))
        return REC_FOOTPRINT_WRITTEN;
  return REC_FOOTPRINT;
}
