// rewrites/pass_square.c: inner maps whose length changes with an outer one get
// the greatest of their lengths.
//
//   map (i < n) {                     e = max(f(0), f(n - 1))
//     map (j < f(i)) (w = c) {        map (i < n) {
//       A } }                   =>      map (j < e) (w = c) {
//                                         if j < f(i) { A } else { w } } }
//
// Triangles are half full then, and pass flatten makes them one space. For
// GPUs: a work-item for each element, which may have nothing to do, instead of
// one for each row. One-shot: the new lengths do not change.
#include "rewrites/rw_private.h"

bool pass_square(loft_cx *cx, ir_func *f, rw_options *o);

enum { DEPTH = 12 };

typedef struct squarer {
  arena *a;
  ir_func *f;
  rw_options *o;
  ir_soac outer, inner;
} squarer;

// -- Conditions -----------------------------------------------------------
// True when "v" is computed by scalar ops from what is outside of the outer
// map, and from its index "i" (NULL: not from that either).
static bool
is_made_of(const squarer *z, const ir_val *v, const ir_val *i, int depth) {
  if (v == i || ir_is_outside(v, z->outer.body))
    return true;
  if (!v->def || !depth || !ir_is_scalar_op(v->def->code))
    return false;
  for (int k = 0; k < v->def->ins.n; k++)
    if (!is_made_of(z, v->def->ins.at[k], i, depth - 1))
      return false;
  return true;
}

// True when pass distribute can cut "r", the body of a map, around an inner
// one.
static bool
can_be_cut(const ir_region *r) {
  ir_foreach_op (op, r)
    if (op->code == IR_OP_ALLOC)
      return false;
  return true;
}

// The index of the outer map that extent "e" is linear in, and made of; or -1.
static int
find_index(const squarer *z, ir_val *e) {
  for (int d = 0; d < z->outer.n_dims; d++) {
    ir_val *i = z->outer.idx[d];
    an_affine form = an_affine_of(z->a, e), stride;
    if (an_form_uses(&form, i) && is_made_of(z, e, i, DEPTH) &&
        an_form_stride(z->a, &form, i, &stride) && !an_form_uses(&stride, i))
      return d;
  }
  return -1;
}

// -- Building -------------------------------------------------------------
// The greatest value of "e", which is linear in index "d" of the outer map, in
// front of that.
static ir_val *
build_greatest(squarer *z, ir_val *e, int d) {
  ir_builder b = ir_before(z->outer.op);
  map *first = map_new(z->a), *last = map_new(z->a);
  ir_val *one = ir_build_int(&b, IR_I64, 1);
  map_put(first, z->outer.idx[d], ir_build_int(&b, IR_I64, 0));
  map_put(last, z->outer.idx[d],
          ir_build2(&b, IR_OP_SUB, z->outer.extents[d], one));
  ir_val *x = an_copy_slice(&b, e, z->outer.body, first);
  return ir_build2(&b, IR_OP_MAX, x, an_copy_slice(&b, e, z->outer.body, last));
}

// Puts the body of the inner map under the condition "runs", of its own.
static void
guard_body(squarer *z, ir_val *runs) {
  ir_region *body = z->inner.body;
  ir_op *yield = body->last;
  ir_builder b = ir_before(yield);
  ir_builder in, out;
  ir_op *choice = ir_build_if(&b, runs, &in, &out);
  for (ir_op *op = runs->def->next, *next; op != choice; op = next) {
    next = op->next;
    ir_move(op, in.region, NULL);
  }
  ir_build_yield(&in, yield->ins.at, yield->ins.n);
  ir_build_yield(&out, z->inner.dest_params, z->inner.n_dests);
  for (int k = 0; k < z->inner.n_dests; k++) {
    const ir_val *w = z->inner.dest_params[k];
    yield->ins.at[k] = ir_add_out(choice, w->type, w->name);
  }
}

// map (i < n) { map (j < f(i)) {A} } =>
//     map (i < n) { map (j < max(f(0), f(n - 1))) { if j < f(i) {A} } }
// when: the outer map is at host level and makes no arrays; f is linear in its
//       index, and made of nothing else of its body.
// why:  a perfect nest becomes one space: n*m work-items, at least half of
// which
//       have work, instead of n.
// src:  Berenyi et al., flatten, of triangles
static bool
try_square(squarer *z, ir_op *op) {
  ir_val *lengths[8], *runs = NULL;
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z->inner) || z->inner.n_dims > 8)
    return false;
  bool any = false;
  for (int d = 0; d < z->inner.n_dims; d++) {
    ir_val *e = z->inner.extents[d];
    int at = is_made_of(z, e, NULL, DEPTH) ? -1 : find_index(z, e);
    lengths[d] = at < 0 ? NULL : e;
    any |= at >= 0;
  }
  if (!any || !rw_fired(z->o, RW_RULE_square))
    return false;
  ir_builder b = ir_before(z->inner.body->first);
  for (int d = 0; d < z->inner.n_dims; d++) {
    if (!lengths[d])
      continue;
    op->ins.at[d] = build_greatest(z, lengths[d], find_index(z, lengths[d]));
    ir_val *one = ir_build2(&b, IR_OP_LT, z->inner.idx[d], lengths[d]);
    runs = runs ? ir_build2(&b, IR_OP_AND, runs, one) : one;
  }
  guard_body(z, runs);
  return true;
}

// Tries the maps in the maps of "r", which is at host level.
static bool
visit_region(squarer *z, ir_region *r) {
  bool changed = false;
  ir_foreach_op (op, r) {
    if (op->code != IR_OP_MAP || !ir_match_soac(op, &z->outer)) {
      for (int k = 0; k < op->n_regions && !ir_is_soac(op); k++)
        changed |= visit_region(z, op->regions[k]);
      continue;
    }
    ir_foreach_op (inner, op->regions[0])
      changed |= can_be_cut(op->regions[0]) && try_square(z, inner);
  }
  return changed;
}

bool
pass_square(loft_cx *cx, ir_func *f, rw_options *o) {
  squarer z = {.a = cx->arena, .f = f, .o = o};
  return visit_region(&z, f->body);
}
