// rewrites/pass_subdiv.c: maps that stride either way go in square blocks.
//
//   map (i < n, j < m) { y[j*n+i] = x[i*m+j] }
// =>
//   map (bi < n/32, bj < m/32) {
//     map (i < min(32, n-32bi), j < min(32, m-32bj)) {
//       y[(32bj+j)*n + 32bi+i] = x[(32bi+i)*m + 32bj+j] } }
//
// For CPUs: the lines that a block touches stay in the cache until all their
// elements were used. One-shot: what was split is a nest, which is not looked
// at again.
#include "rewrites/rw_private.h"

bool pass_subdiv(loft_cx *cx, ir_func *f, rw_options *o);

enum { SIDE = 32 };

// One map to be cut along its last two dimensions.
typedef struct blocker {
  arena *a;
  ir_func *f;
  ir_soac map;
} blocker;

// How an access walks along "x": 0 not at all, 1 to the neighbour, 2 further.
static int
step_along(const an_affine *f, const ir_val *x) {
  int64_t stride = 0;
  int kind = an_affine_stride(f, x, &stride);
  if (kind == 0)
    return 0;
  return kind == 1 && stride >= -1 && stride <= 1 ? 1 : 2;
}

// True when some accesses jump along the last dimension but not along the one
// before it, and others the other way round; all outside of inner loops.
static bool
strides_either_way(blocker *z) {
  an_accesses all;
  bool rows = false, columns = false;
  const ir_val *i = z->map.idx[z->map.n_dims - 2];
  const ir_val *j = z->map.idx[z->map.n_dims - 1];
  if (!an_accesses_of(z->a, z->map.op, &all))
    return false;
  for (int k = 0; k < all.n; k++) {
    if (all.at[k].n_inner)
      return false;
    int along_i = step_along(&all.at[k].at, i);
    int along_j = step_along(&all.at[k].at, j);
    rows |= along_j == 1 && along_i == 2;
    columns |= along_i == 1 && along_j == 2;
  }
  return rows && columns;
}

// Adds the dests "dests" to "op" and replaces them by its parameters.
static void
add_dests(ir_op *op, ir_vals *dests, const ir_soac *like) {
  for (int k = 0; k < dests->n; k++) {
    dests->at[k] = ir_add_carried(op, dests->at[k], like->dest_outs[k]->name,
                                  like->dest_params[k]->name);
  }
}

// The map over blocks; "start" gets where each of the two dimensions begins,
// *subst the other indices.
static ir_op *
build_outer(blocker *z, map *subst, ir_vals *dests, ir_val **start) {
  ir_builder b = ir_before(z->map.op);
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_builder before = ir_before(op);
  ir_region *r = ir_add_region(op);
  for (int d = 0; d < z->map.n_dims; d++) {
    bool cut = d >= z->map.n_dims - 2;
    ir_val *n = z->map.extents[d];
    rw_add_dim(op, cut ? ir_build_ceil_div(&before, n, SIDE) : n, z->map.idx[d],
               cut ? "block" : z->map.idx[d]->name, subst);
  }
  ir_builder in = ir_at_end(r);
  for (int k = 0; k < 2; k++) {
    ir_val *block = r->params.at[op->n_dims - 2 + k];
    start[k] =
        ir_build2(&in, IR_OP_MUL, block, ir_build_int(&in, IR_I64, SIDE));
  }
  add_dests(op, dests, &z->map);
  return op;
}

// The map over one block, at the end of the outer one's body.
static void
build_inner(blocker *z, ir_op *outer, map *subst, ir_vals *dests,
            ir_val **start) {
  ir_builder b = ir_at_end(outer->regions[0]);
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_builder before = ir_before(op);
  ir_region *r = ir_add_region(op);
  ir_builder in = ir_at_end(r);
  op->n_dims = 2;
  for (int k = 0; k < 2; k++) {
    int d = z->map.n_dims - 2 + k;
    ir_val *left = ir_build2(&before, IR_OP_SUB, z->map.extents[d], start[k]);
    ir_val *side = ir_build_int(&before, IR_I64, SIDE);
    ir_add_in(op, ir_build2(&before, IR_OP_MIN, left, side));
    ir_val *i = ir_region_add_param(r, ir_ty(IR_I64), z->map.idx[d]->name);
    map_put(subst, z->map.idx[d], ir_build2(&in, IR_OP_ADD, start[k], i));
  }
  add_dests(op, dests, &z->map);
  for (int k = 0; k < dests->n; k++)
    map_put(subst, z->map.dest_params[k], dests->at[k]);
  ir_val **yields = NEW_ARRAY(z->a, ir_val *, dests->n + 1);
  ir_clone_region_ops(&in, z->map.body, subst, yields);
  ir_build_yield(&in, yields, dests->n);
  ir_build_yield(&b, op->outs.at, op->outs.n);
}

// map (i, j) {A} => map (bi, bj) { map (i, j of the block) {A} }
// when: at host level; some accesses jump along i only, others along j only.
// why:  either order alone would fetch a cache line for each element.
// src:  Berenyi et al., subdiv
static bool
try_subdiv(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  arena *a = cx->arena;
  blocker z = {.a = a, .f = f};
  ir_vals dests = {0};
  ir_val *start[2];
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE || op->n_dims < 2 ||
      !ir_match_soac(op, &z.map) || !strides_either_way(&z) ||
      !rw_fired(o, RW_RULE_subdiv))
    return false;
  for (int k = 0; k < z.map.n_dests; k++)
    vec_push(a, &dests, z.map.dests[k]);
  map *subst = map_new(a);
  ir_op *outer = build_outer(&z, subst, &dests, start);
  build_inner(&z, outer, subst, &dests, start);
  for (int k = 0; k < z.map.n_dests; k++)
    ir_replace_uses(f, z.map.dest_outs[k], outer->outs.at[k]);
  ir_remove(op);
  return true;
}

bool
pass_subdiv(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_subdiv);
}
