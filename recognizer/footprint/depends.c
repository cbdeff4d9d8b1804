// recognizer/footprint/depends.c: values that are computed from others.
#include "recognizer/footprint/footprint.h"

typedef struct search {
  rec_value_test *is_it;
  const void *user;
  map *free; // a set: values that were visited, none of which depends on it
  bool conditions; // of selects count
  bool found;
} search;

static bool depends(search *s, const ir_val *v);

// ir_walk_fn: stops at an op with an operand that depends on what is asked
// for.
static bool
is_free(void *user, ir_op *op) {
  search *s = user;
  int k = op->code == IR_OP_SELECT && !s->conditions;
  for (; k < op->ins.n && !s->found; k++)
    s->found = depends(s, op->ins.at[k]);
  return !s->found;
}

// rec_depends; an index does where the extent of its loop does.
static bool
depends(search *s, const ir_val *v) {
  bool is_it = s->is_it(s->user, v);
  if (is_it || map_has(s->free, v))
    return is_it;
  search in = *s;
  ir_op *op = v->def ? v->def : v->param_of->parent_op;
  map_put(s->free, v, (void *)(uintptr_t)v);
  if (!op)
    return false;
  is_free(&in, op);
  for (int k = 0; k < op->n_regions && !ir_is_index(v) && !in.found; k++)
    ir_walk(op->regions[k], is_free, &in);
  return in.found;
}

// rec_value_test: "v" is "user".
static bool
is_value(const void *user, const ir_val *v) {
  return v == user;
}

bool
rec_depends(arena *a, const ir_val *v, const ir_val *of, bool conditions) {
  search s = {is_value, of, map_new(a), conditions, false};
  return depends(&s, v);
}

bool
rec_depends_on(arena *a, const ir_val *v, rec_value_test *is_it,
               const void *user) {
  search s = {is_it, user, map_new(a), true, false};
  return depends(&s, v);
}
