// rewrites/pass_flatten.c: perfect nests of maps become one map.
//
//   map (i < n) (w = a) {             map (i < n, j < m) (v = a) {
//     x = f(i)                          x = f(i)
//     w1 = map (j < m) (v = w) {   =>   A(i, j, x)
//       A(i, j, x)                      yield v'
//       yield v' }                    }
//     yield w1 }
//
// Inner nests first, so any depth collapses. Lowers the nesting.
#include "rewrites/rw_private.h"

bool pass_flatten(loft_cx *cx, ir_func *f, rw_options *o);

// The only op with regions in "r" when it is a map and all others but the
// yield may run once an inner iteration instead: scalar ops, and reads of
// arrays from outside the outer map.
static ir_op *
find_inner_map(ir_region *r) {
  ir_op *inner = NULL;
  ir_foreach_op (op, r) {
    if (op->code == IR_OP_MAP && !inner && op->level == IR_LEVEL_NONE)
      inner = op;
    else if (op->code == IR_OP_YIELD)
      continue;
    else if (inner)
      return NULL;
    else if (op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], r))
      continue;
    else if (!ir_is_scalar_op(op->code) ||
             ir_weight_of(op->code) == IR_WEIGHT_MATH)
      return NULL;
  }
  return inner;
}

// True when the dests of "outer" go through "inner" and nothing else does.
static bool
are_dests_passed(const ir_soac *outer, const ir_soac *inner) {
  if (outer->n_dests != inner->n_dests)
    return false;
  for (int k = 0; k < outer->n_dests; k++) {
    int j = 0;
    while (j < inner->n_dests && inner->dests[j] != outer->dest_params[k])
      j++;
    if (j == inner->n_dests || outer->dest_yields[k] != inner->dest_outs[j])
      return false;
  }
  return true;
}

// Moves the ops that compute "v" in "r" before "outer".
static void
move_out(const ir_val *v, ir_region *r, ir_op *outer) {
  if (ir_is_outside(v, r))
    return;
  for (int k = 0; k < v->def->ins.n; k++)
    move_out(v->def->ins.at[k], r, outer);
  ir_move(v->def, outer->parent, outer);
}

// Builds the map over both spaces before "outer" and replaces it.
static void
merge(ir_func *f, ir_soac *outer, ir_soac *inner) {
  arena *a = f->module->arena;
  map *subst = map_new(a);
  ir_builder b = ir_before(outer->op);
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  for (int k = 0; k < outer->n_dims + inner->n_dims; k++) {
    const ir_soac *s = k < outer->n_dims ? outer : inner;
    int d = k < outer->n_dims ? k : k - outer->n_dims;
    rw_add_dim(op, s->extents[d], s->idx[d], s->idx[d]->name, subst);
  }
  for (int k = 0; k < inner->n_dests; k++) {
    int at = inner->dests[k]->index - outer->n_dims;
    ir_val *from = outer->dests[at];
    ir_add_in(op, from);
    ir_val *out = ir_add_out(op, from->type, outer->dest_outs[at]->name);
    map_put(subst, inner->dest_params[k],
            ir_region_add_param(r, from->type, inner->dest_params[k]->name));
    ir_replace_uses(f, outer->dest_outs[at], out);
  }
  ir_builder in = ir_at_end(r);
  ir_foreach_op (p, outer->body)
    if (p != inner->op && p->code != IR_OP_YIELD)
      ir_clone_op(&in, p, subst);
  ir_val **yields = NEW_ARRAY(a, ir_val *, inner->n_dests + 1);
  ir_clone_region_ops(&in, inner->body, subst, yields);
  ir_build_yield(&in, yields, inner->n_dests);
  ir_remove(outer->op);
}

// map (i) { x = f(i); map (j) {A} } => map (i, j) { x = f(i); A }
// when: nothing else in the outer body but scalar ops and reads of arrays that
//       neither map writes; the inner extents do not depend on i.
// why:  one space of n*m iterations instead of n: the grid fills.
// src:  Berenyi et al., flatten; Henriksen et al., map nests
static bool
try_flatten(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  const rw_rule_id rule = RW_RULE_flatten;
  ir_soac outer, inner;
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &outer) ||
      !ir_match_soac(find_inner_map(outer.body), &inner))
    return false;
  if (!are_dests_passed(&outer, &inner))
    return rw_refused(o, rule, op, "the outer loop writes arrays as well");
  for (int k = 0; k < inner.n_dims; k++)
    if (!an_is_invariant(inner.extents[k], outer.body))
      return rw_refused(o, rule, op,
                        "the count of the inner loop depends on the outer one");
  if (!rw_fired(o, rule))
    return false;
  for (int k = 0; k < inner.n_dims; k++)
    move_out(inner.extents[k], outer.body, op);
  merge(f, &outer, &inner);
  return true;
}

bool
pass_flatten(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_flatten);
}
