// rewrites/rw_steps.c: steps of folds in maps, written out. For passes that let
// a GPU's work-item take several at a time.
#include "rewrites/rw_private.h"

// -- Matching -----------------------------------------------------------------
// rw_any test: "op" reads an element.
static bool
reads(const ir_op *op) {
  return op->code == IR_OP_INDEX;
}

bool
rw_match_steps(rw_steps *z, ir_op *op) {
  int64_t n;
  z->fold = (rw_fold){0};
  if (op->level != IR_LEVEL_NONE || op->n_dims != 1 || op->has_while ||
      !rw_match_fold(op, &z->fold) ||
      (ir_match_int(z->fold.s.extents[0], &n) && n < 2 * RW_LEAST_STEPS))
    return false;
  bool any = !z->fold.carried;
  ir_foreach_op (inner, z->fold.s.body) {
    any |= rw_any(inner, reads);
    if (rw_any(inner, rw_iterates))
      return false;
  }
  z->late = an_ops_needing(z->a, z->fold.s.body, z->fold.carried,
                           z->fold.carried ? z->fold.s.n_red : 0);
  return any;
}

// Tries the folds in the body "r" of z->map.
static bool
try_in_map(rw_steps *z, rw_options *o, ir_region *r, rw_steps_fn try) {
  bool changed = false;
  ir_foreach_op_safe (op, r) {
    for (int k = 0; k < op->n_regions; k++)
      changed |= try_in_map(z, o, op->regions[k], try);
    changed |= try(z, o, op);
  }
  return changed;
}

bool
rw_try_steps_in(rw_steps *z, rw_options *o, rw_steps_fn try) {
  return try_in_map(z, o, z->map.body, try);
}

// Looks for the maps of the host in "r".
static bool
try_in_host(rw_steps *z, rw_options *o, ir_region *r, rw_steps_fn try) {
  bool changed = false;
  ir_foreach_op (op, r)
    for (int k = 0; k < op->n_regions; k++)
      changed |= ir_match_soac(op, &z->map)
                     ? rw_try_steps_in(z, o, try)
                     : try_in_host(z, o, op->regions[k], try);
  return changed;
}

bool
rw_try_steps(ir_func *f, rw_options *o, rw_steps_fn try) {
  rw_steps z = {.a = f->module->arena, .f = f};
  return try_in_host(&z, o, f->body, try);
}

// -- Building -----------------------------------------------------------------
ir_val *
rw_add_state(ir_op *op, const rw_steps *z, int k, ir_val *init) {
  const ir_val *like = z->fold.s.results[k];
  return ir_add_carried(op, init, like->name, like->name);
}

// Clones the ops of the fold's body that need the state ("late"), or do not.
static void
clone_ops(const rw_steps *z, ir_builder *b, bool late, map *subst) {
  ir_foreach_op (op, z->fold.s.body)
    if (op->code != IR_OP_YIELD && map_has(z->late, op) == late &&
        !(op->code == IR_OP_INDEX && map_has(subst, op->outs.at[0])))
      ir_clone_op(b, op, subst);
}

void
rw_put_values(const rw_steps *z, ir_builder *b, map *subst) {
  clone_ops(z, b, false, subst);
}

void
rw_put_step(const rw_steps *z, ir_builder *b, map *subst, ir_val **state) {
  const ir_soac *s = &z->fold.s;
  ir_val **next = NEW_ARRAY(z->a, ir_val *, s->n_red);
  for (int k = 0; z->fold.carried && k < s->n_red; k++)
    map_put(subst, z->fold.carried[k], state[k]);
  clone_ops(z, b, true, subst);
  for (int k = 0; k < s->n_red; k++) {
    next[k] = ir_substituted(subst, s->values[k]);
    if (!z->fold.carried)
      next[k] = ir_build2(b, s->op->red_ops[k], state[k], next[k]);
  }
  for (int k = 0; k < s->n_red; k++)
    state[k] = next[k];
}

void
rw_put_rest(rw_steps *z, ir_builder *b, ir_val *done, ir_val **state) {
  const ir_soac *s = &z->fold.s;
  ir_val *n = ir_build2(b, IR_OP_SUB, s->extents[0], done);
  ir_op *op = rw_build_fold(b, &z->fold, &n, s->n_red);
  ir_region *r = op->regions[0];
  ir_builder in = ir_at_end(r);
  map *subst = map_new(z->a);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    state[k] = rw_add_fold(op, &z->fold, k, state[k], subst);
  map_put(subst, s->idx[0], ir_build2(&in, IR_OP_ADD, done, r->params.at[0]));
  ir_clone_region_ops(&in, s->body, subst, values);
  ir_build_yield(&in, values, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    ir_replace_uses(z->f, s->results[k], state[k]);
  ir_remove(s->op);
}
