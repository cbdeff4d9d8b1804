// rewrites/pass_rare.c: branches that keep a map from becoming vectors, and
// that few iterations take, are left out of it where none does.
//
//   map (l < 64) { if c {A} else {B} } =>
//     if (reduce (l < 64) [or] { !c }) { map (l < 64) { if c {A} else {B} } }
//     else { map (l < 64) {A} }
//
// where B has an array of its own and A has none: the reduction of large
// arguments of sines, by a table of 2/pi, is such a branch. How many iterations
// take it is not known; where all do, the conditions were computed in vain,
// which is little beside B. A map at host level is cut into blocks of 64 first.
// For CPUs: on a GPU branches are the work-items' own.
#include "rewrites/rw_private.h"

bool pass_rare(loft_cx *cx, ir_func *f, rw_options *o);

enum { LANES = 64 };

// -- Rare branches ------------------------------------------------------------
// A branch that is taken where "choice" has this condition.
typedef struct rare {
  ir_op *choice;
  bool taken;
} rare;
typedef VEC(rare) rares;

// True when "op" keeps all around it from becoming vectors.
static bool
is_hopeless(const ir_op *op) {
  return ir_iterates(op) || op->code == IR_OP_COMBINE;
}

// True when "r" has no arrays of its own but in rare branches, which "list"
// gets.
static bool
find_arrays(arena *a, const ir_region *r, rares *list) {
  ir_foreach_op (op, r) {
    if (op->code == IR_OP_ALLOC)
      return false;
    if (op->code != IR_OP_IF)
      continue;
    rares in[2] = {{0}, {0}};
    bool ok[2] = {find_arrays(a, op->regions[0], &in[0]),
                  find_arrays(a, op->regions[1], &in[1])};
    if (!ok[0] && !ok[1])
      return false;
    for (int arm = 0; arm < 2; arm++)
      for (int k = 0; ok[arm] && k < in[arm].n; k++)
        vec_push(a, list, in[arm].at[k]);
    if (!ok[0] || !ok[1])
      vec_push(a, list, ((rare){op, !ok[0]}));
  }
  return true;
}

// True when "r" is a straight line but for rare branches, which "list" gets.
static bool
find_rares(arena *a, const ir_region *r, rares *list) {
  ir_foreach_op (op, r)
    if (rw_any(op, is_hopeless))
      return false;
  return find_arrays(a, r, list);
}

bool
rw_has_rare(arena *a, const ir_region *r) {
  rares list = {0};
  return find_rares(a, r, &list) && list.n > 0;
}

// -- One block ----------------------------------------------------------------
// True when "n" is at most the number of lanes of a block, as is seen.
static bool
is_block(const ir_val *n) {
  int64_t most;
  if (ir_match_int(n, &most))
    return most <= LANES;
  return n->def && n->def->code == IR_OP_MIN &&
         (is_block(n->def->ins.at[0]) || is_block(n->def->ins.at[1]));
}

// True when the conditions of all rare branches can be computed before "map".
static bool
are_foreseen(const ir_soac *map, const rares *list) {
  for (int k = 0; k < list->n; k++)
    if (!an_in_slice(list->at[k].choice->ins.at[0], map->body, true, true))
      return false;
  return list->n > 0;
}

// reduce (l < n) [or] { whether iteration l takes a rare branch }, at "b". A
// branch within others counts whatever their conditions are.
static ir_val *
build_any(ir_builder *b, const ir_soac *m, const rares *list) {
  ir_val *no = ir_build_int(b, IR_BOOL, 0), *any = NULL;
  ir_val *l;
  ir_region *r = ir_start_fold(b, IR_OP_OR, m->extents[0], no, true, "l", &l);
  map *subst = map_new(r->func->module->arena);
  map_put(subst, m->idx[0], l);
  ir_builder in = ir_at_end(r);
  for (int k = 0; k < list->n; k++) {
    const rare *branch = &list->at[k];
    ir_val *c = an_copy_slice(&in, branch->choice->ins.at[0], m->body, subst);
    if (!branch->taken)
      c = ir_build1(&in, IR_OP_NOT, c);
    any = any ? ir_build2(&in, IR_OP_OR, any, c) : c;
  }
  return ir_end_fold(&in, any, "any");
}

// Says in "op", a copy of the map, that no iteration takes a rare branch.
static void
leave_out(arena *a, ir_op *op) {
  rares list = {0};
  find_rares(a, op->regions[0], &list);
  for (int k = 0; k < list.n; k++) {
    ir_builder b = ir_before(list.at[k].choice);
    list.at[k].choice->ins.at[0] = ir_build_int(&b, IR_BOOL, !list.at[k].taken);
  }
}

// map (l < 64) { if c {A} else {B} } =>
//   if (reduce (l < 64) [or] { !c }) { the map } else { map (l < 64) {A} }
// when: B has an array, A has none, neither iterates; c is computed from
// indices and
//       elements of arrays that the map does not change; 64 iterations at most.
// why:  vectors.
// src:  vector libraries for functions (SVML, SLEEF): rare arguments aside
static bool
try_rare(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  ir_soac m;
  rares list = {0};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &m) || m.n_dims != 1 || !is_block(m.extents[0]) ||
      !rw_in_soac(op->parent) || !find_rares(cx->arena, m.body, &list) ||
      !are_foreseen(&m, &list) || !rw_fired(o, RW_RULE_rare))
    return false;
  ir_builder b = ir_before(op);
  ir_op *choice = ir_start_if(&b, build_any(&b, &m, &list));
  rw_end_with_copy(ir_add_region(choice), op, map_new(cx->arena));
  ir_region *common = ir_add_region(choice);
  rw_end_with_copy(common, op, map_new(cx->arena));
  leave_out(cx->arena, common->first);
  rw_replace_by_choice(f, op, choice);
  return true;
}

// -- Blocks -------------------------------------------------------------------
// Builds the map "m" anew with blocks for its last index: its op.
static ir_op *
build_blocks(arena *a, const ir_soac *m) {
  int last = m->n_dims - 1;
  ir_builder b = ir_before(m->op);
  ir_val *lanes = ir_build_int(&b, IR_I64, LANES);
  ir_val *up = ir_build2(&b, IR_OP_ADD, m->extents[last],
                         ir_build_int(&b, IR_I64, LANES - 1));
  ir_val *blocks = ir_build2(&b, IR_OP_DIV, up, lanes);
  ir_op *outer = ir_build_raw(&b, IR_OP_MAP);
  ir_region *r = ir_add_region(outer);
  map *subst = map_new(a);
  for (int d = 0; d < m->n_dims; d++)
    rw_add_dim(outer, d == last ? blocks : m->extents[d], m->idx[d],
               d == last ? "block" : m->idx[d]->name, subst);
  ir_builder in = ir_at_end(r);
  ir_val *base =
      ir_build2(&in, IR_OP_MUL, ir_substituted(subst, m->idx[last]), lanes);
  ir_val *rest = ir_build2(&in, IR_OP_SUB, m->extents[last], base);
  ir_op *inner = ir_build_raw(&in, IR_OP_MAP);
  in = ir_before(inner);
  ir_region *body = ir_add_region(inner);
  inner->n_dims = 1;
  ir_add_in(inner, ir_build2(&in, IR_OP_MIN, rest, lanes));
  ir_val *l = ir_region_add_param(body, ir_ty(IR_I64), "l");
  for (int k = 0; k < m->n_dests; k++)
    map_put(subst, m->dest_params[k],
            rw_add_dest(inner, rw_add_dest(outer, m->dests[k])));
  in = ir_at_end(body);
  map_put(subst, m->idx[last], ir_build2(&in, IR_OP_ADD, base, l));
  ir_val **yields = NEW_ARRAY(a, ir_val *, m->n_dests);
  ir_clone_region_ops(&in, m->body, subst, yields);
  ir_build_yield(&in, yields, m->n_dests);
  in = ir_at_end(r);
  ir_build_yield(&in, inner->outs.at, inner->outs.n);
  return outer;
}

// map (j < n) {A} => map (b < n/64) { map (l < min(64, n - 64b)) {A} }
// when: at host level; A is straight but for rare branches, and these are
//       foreseen.
// why:  rule rare is for blocks.
// src:  strip-mining, folklore
static bool
try_blocks(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  ir_soac m;
  rares list = {0};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &m) || !find_rares(cx->arena, m.body, &list) ||
      !are_foreseen(&m, &list) || !rw_fired(o, RW_RULE_rare_blocks))
    return false;
  ir_op *outer = build_blocks(cx->arena, &m);
  for (int k = 0; k < m.n_dests; k++)
    ir_replace_uses(f, m.dest_outs[k], outer->outs.at[k]);
  ir_remove(op);
  return true;
}

bool
pass_rare(loft_cx *cx, ir_func *f, rw_options *o) {
  bool changed = rw_try_host(cx, f, o, try_blocks);
  return rw_try_all(cx, f, o, try_rare) || changed;
}
