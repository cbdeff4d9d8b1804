// recognizer/shapes/nest.c: a nest of perfect loops as one loop over all of
// them.
//
//   loop (%i < %n) (%s = %s0) { loop (%j < %m) (%t = %s) { ..., yield %t1 } }
//   => loop (%at < %n * %m) (%t = %s0) {
//        %j = %at % %m, %i = %at / %m
//        ..., yield %t1
//      }
//
// The result is a scan or fold over the nest's indices, which take
// the place of %i and %j; over %at alone where these are needed for nothing but
// %i * %m + %j.
#include "recognizer/shapes/nests.h"

// The product of extents, none of which is negative (rec_guard_flat).
static ir_val *
build_count(ir_builder *b, const ir_vals *extents) {
  ir_val *count = extents->at[0];
  for (int d = 1; d < extents->n; d++)
    count = ir_build2(b, IR_OP_MUL, count, extents->at[d]);
  return count;
}

// The indices of "nest" in iteration "at" of the one loop, and the positions
// that they and those before them tell.
static void
build_indices(ir_builder *b, ir_val *at, const rec_nest *nest, rec_flat *flat,
              ir_val **position) {
  arena *a = b->func->module->arena;
  int n = flat->extents.n;
  ir_val **index = NEW_ARRAY(a, ir_val *, n);
  for (int d = n - 1; d > 0; d--) {
    position[d] = at;
    index[d] = ir_build2(b, IR_OP_REM, at, flat->extents.at[d]);
    at = ir_build2(b, IR_OP_DIV, at, flat->extents.at[d]);
  }
  position[0] = index[0] = at;
  for (int d = 0; d < n; d++) {
    index[d]->name = nest->loops[d].i->name;
    vec_push(a, &flat->indices, index[d]);
  }
}

// True when "v" is x * y, or y * x.
static bool
is_product(arena *a, const ir_val *v, const ir_val *x, const ir_val *y) {
  if (!v->def || v->def->code != IR_OP_MUL)
    return false;
  ir_val *const *in = v->def->ins.at;
  return (in[0] == x && an_same_value(a, in[1], y)) ||
         (in[1] == x && an_same_value(a, in[0], y));
}

// Makes sums in "r" that are positions use these. True when nothing else needs
// the indices.
static bool
use_positions(ir_func *f, ir_region *r, const rec_flat *flat,
              ir_val *const *position) {
  bool needed = false;
  for (int d = 1; d < flat->indices.n; d++)
    ir_foreach_op (op, r)
      for (int k = 0; k < 2 && op->code == IR_OP_ADD; k++)
        if (op->ins.at[k] == flat->indices.at[d] &&
            is_product(f->module->arena, op->ins.at[1 - k], position[d - 1],
                       flat->extents.at[d]))
          ir_replace_uses(f, op->outs.at[0], position[d]);
  rec_remove_unused(r);
  ir_count_uses_in(r);
  for (int d = 0; d < flat->indices.n; d++)
    needed |= flat->indices.at[d]->n_uses > 0;
  return !needed;
}

// The loop with what the nest carries, in the order of its innermost loop;
// "subst" maps the carried values of all its loops.
static ir_op *
build_loop(ir_builder *b, const rec_nest *nest, ir_val *count, map *subst) {
  const ir_loop *outer = &nest->loops[0], *inner = &nest->loops[nest->n - 1];
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, count, "at");
  for (int k = 0; k < inner->n_carried; k++) {
    int j = nest->place[0][k];
    ir_val *p = ir_add_carried(op, outer->inits[j], outer->outs[j]->name,
                               inner->carried[k]->name);
    for (int level = 0; level < nest->n; level++)
      map_put(subst, nest->loops[level].carried[nest->place[level][k]], p);
  }
  return op;
}

// rec_flatten, by positions where "positions".
static ir_op *
flatten(const rec_nest *nest, rec_flat *flat, bool positions) {
  const ir_loop *outer = &nest->loops[0], *inner = &nest->loops[nest->n - 1];
  arena *a = outer->body->func->module->arena;
  map *subst = map_new(a);
  ir_builder b = ir_before(outer->op);
  b.loc = outer->op->loc;
  *flat = (rec_flat){0};
  for (int d = 0; d < nest->n; d++)
    vec_push(a, &flat->extents,
             an_copy_invariant(&b, nest->loops[d].extent, outer->body));
  ir_op *op = build_loop(&b, nest, build_count(&b, &flat->extents), subst);
  ir_region *r = op->regions[0];
  ir_builder in = ir_at_end(r);
  ir_val **position = NEW_ARRAY(a, ir_val *, nest->n);
  build_indices(&in, r->params.at[0], nest, flat, position);
  for (int d = 0; d < nest->n; d++) {
    ir_op *next = d + 1 < nest->n ? nest->loops[d + 1].op : NULL;
    map_put(subst, nest->loops[d].i, flat->indices.at[d]);
    ir_foreach_op (each, nest->loops[d].body)
      if (each != next && each->code != IR_OP_YIELD)
        ir_clone_op(&in, each, subst);
  }
  ir_vals yields = {0};
  for (int k = 0; k < inner->n_carried; k++)
    vec_push(a, &yields, ir_substituted(subst, inner->yields[k]));
  ir_build_yield(&in, yields.at, yields.n);
  flat->is_one = positions && use_positions(b.func, r, flat, position);
  return op;
}

ir_op *
rec_flatten(const rec_nest *nest, rec_flat *flat) {
  ir_op *op = flatten(nest, flat, true);
  if (flat->is_one)
    return op;
  ir_remove(op);
  return flatten(nest, flat, false);
}

bool
rec_guard_flat(loft_cx *cx, ir_func *f, const rec_nest *nest) {
  rec_an *an = rec_an_new(cx, f, nest->loops[0].body);
  for (int d = 0; d < nest->n; d++) {
    ir_op *op = nest->loops[0].op;
    rec_dom *dom = rec_dom_new(an, op, false);
    rec_assume a = {.at = op, .poly = rec_read(dom, nest->loops[d].extent)};
    vec_push(an->a, &an->assumes, a);
  }
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}
