// rewrites/pass_distribute.c: an imperfect nest becomes several maps.
//
//   map (i < n) {                     t = alloc n
//     s = reduce (k < m) {A}          map (i < n) { s = reduce (k < m) {A}
//     map (j < m) { B(s) }      =>                  t[i] = s }
//     C(s) }                          map (i < n) { map (j < m) { B(t[i]) } }
//                                     map (i < n) { C(t[i]) }
//
// Iterations of a map do not see each other, so cutting the body is always
// right. The middle part is a perfect nest that flatten turns into one space
// of n*m iterations. For GPUs; a CPU keeps the row in its cache instead.
// One-shot: each cut leaves parts with fewer ops.
#include "rewrites/rw_private.h"

bool pass_distribute(loft_cx *cx, ir_func *f, rw_options *o);

// A value that crosses a cut and its array.
typedef struct spill {
  ir_val *val, *array; // array: contents now
} spill;

typedef struct cutter {
  arena *a;
  ir_func *f;
  ir_soac map;
  ir_op *inner;     // the inner map, a part by itself
  ir_val **version; // of each dest in the body, where the part starts
  ir_val **current; // of each dest outside
  VEC(spill) spills;
} cutter;

// -- Conditions -------------------------------------------------------

// True when "v" is computed from indices, invariants and arrays that the map
// does not write, by scalar ops and reads.
static bool
is_cheap(const cutter *z, const ir_val *v, int depth) {
  const ir_region *body = z->map.body;
  if (ir_is_outside(v, body) || (!v->type.array && v->param_of == body))
    return true;
  if (!v->def || !depth || v->def->parent != body)
    return false;
  bool read = v->def->code == IR_OP_INDEX;
  if (!read && (!ir_is_scalar_op(v->def->code) ||
                ir_weight_of(v->def->code) == IR_WEIGHT_MATH))
    return false;
  for (int k = 0; k < v->def->ins.n; k++)
    if (!is_cheap(z, v->def->ins.at[k], depth - 1))
      return false;
  return true;
}

// True when the inner map is worth a space of its own: extents known outside,
// and not just a few iterations.
static bool
is_wide(const cutter *z, const ir_soac *inner) {
  enum { FEW = 16 };
  int64_t n, all = 1;
  bool constant = true;
  for (int k = 0; k < inner->n_dims; k++) {
    if (!an_is_invariant(inner->extents[k], z->map.body))
      return false;
    constant &= ir_match_int(inner->extents[k], &n) && n <= FEW;
    all *= constant ? n : 1;
  }
  return !constant || all > FEW;
}

// Work that is not just repeated in the other parts.
static bool
is_work(const ir_op *op) {
  return !ir_is_scalar_op(op->code) && op->code != IR_OP_INDEX &&
         op->code != IR_OP_YIELD;
}

// The first wide inner map of a body that has other work as well.
static ir_op *
find_inner(const cutter *z) {
  ir_op *inner = NULL;
  int work = 0;
  ir_foreach_op (op, z->map.body) {
    ir_soac s;
    if (op->code == IR_OP_ALLOC)
      return NULL; // an array of the iteration's own would cross the cut
    work += is_work(op);
    if (!inner && op->code == IR_OP_MAP && ir_match_soac(op, &s) &&
        is_wide(z, &s))
      inner = op;
  }
  return work > 1 ? inner : NULL;
}

// -- Parts ------------------------------------------------------------

// True when an op of first..end (exclusive) defines "v".
static bool
is_made_by(const ir_val *v, const ir_op *first, const ir_op *end) {
  for (const ir_op *op = first; op != end; op = op->next)
    if (v->def == op)
      return true;
  return false;
}

// True when "op" or something behind it in the body uses "v".
static bool
is_used_from(cutter *z, ir_op *op, ir_val *v) {
  for (; op; op = op->next) {
    an_uses t = an_uses_of(z->a, op);
    if (ir_vals_has(&t.uses, v))
      return true;
  }
  return false;
}

// The spill of "v", or NULL.
static spill *
spill_of(cutter *z, const ir_val *v) {
  for (int k = 0; k < z->spills.n; k++)
    if (z->spills.at[k].val == v)
      return &z->spills.at[k];
  return NULL;
}

// Makes "v", of an earlier part, known in the part being built at "b".
static void
bring(cutter *z, ir_builder *b, map *subst, ir_val *v) {
  if (map_has(subst, v) || ir_is_outside(v, z->map.body))
    return;
  spill *s = spill_of(z, v);
  if (s) {
    map_put(subst, v,
            ir_build_index(b, s->array,
                           ir_build_row_major(b, subst, z->map.idx,
                                              z->map.extents, z->map.n_dims)));
    return;
  }
  for (int k = 0; k < v->def->ins.n; k++)
    bring(z, b, subst, v->def->ins.at[k]);
  ir_clone_op(b, v->def, subst);
}

// The value that "op" makes of the array "v", which it consumes.
static ir_val *
next_version(cutter *z, const ir_op *op, ir_val *v) {
  ir_val *root = ir_storage_root(v, z->map.body);
  for (int k = 0; k < op->outs.n; k++)
    if (op->outs.at[k]->type.array &&
        ir_storage_root(op->outs.at[k], z->map.body) == root)
      return op->outs.at[k];
  return NULL;
}

// Follows dest "k" through the part first..end; true when the part changes it.
static bool
advance(cutter *z, int k, ir_op *first, ir_op *end) {
  bool changed = false;
  for (ir_op *op = first; op != end; op = op->next) {
    an_uses t = an_uses_of(z->a, op);
    if (!ir_vals_has(&t.consumes, z->version[k]))
      continue;
    z->version[k] = next_version(z, op, z->version[k]);
    changed = true;
  }
  return changed;
}

// A map over the space of the old one, in front of it, without dests yet.
static ir_op *
start_part(cutter *z, map *subst) {
  ir_builder b = ir_before(z->map.op);
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_add_region(op);
  for (int k = 0; k < z->map.n_dims; k++)
    rw_add_dim(op, z->map.extents[k], z->map.idx[k], z->map.idx[k]->name,
               subst);
  return op;
}

// Adds the dests that the part first..end changes; others stand for what they
// are by now. "at" gets for each dest its result of "op", or -1.
static void
add_dests(cutter *z, ir_op *op, map *subst, ir_op *first, ir_op *end, int *at) {
  for (int k = 0; k < z->map.n_dests; k++) {
    ir_val *before = z->version[k];
    at[k] = -1;
    if (advance(z, k, first, end))
      at[k] = op->outs.n;
    map_put(subst, before,
            at[k] >= 0 ? rw_add_dest(op, z->current[k]) : z->current[k]);
  }
}

// Stores the scalars of the part that later parts cannot compute again.
static void
add_spills(cutter *z, ir_op *op, ir_builder *in, map *subst, ir_op *first,
           ir_op *end, ir_vals *yields) {
  ir_builder b = ir_before(op);
  for (ir_op *p = first; p != end; p = p->next)
    for (int k = 0; k < p->outs.n; k++) {
      ir_val *v = p->outs.at[k];
      if (v->type.array || is_cheap(z, v, 8) || !is_used_from(z, end, v))
        continue;
      ir_val *n = z->map.extents[0];
      for (int d = 1; d < z->map.n_dims; d++)
        n = ir_build2(&b, IR_OP_MUL, n, z->map.extents[d]);
      n = ir_build2(&b, IR_OP_MAX, n, ir_build_int(&b, IR_I64, 0));
      ir_val *array =
          ir_build_alloc(&b, v->type.elem, n, IR_SPACE_GLOBAL, v->name);
      ir_val *param = rw_add_dest(op, array);
      vec_push(
          z->a, yields,
          ir_build_update(in, param,
                          ir_build_row_major(in, subst, z->map.idx,
                                             z->map.extents, z->map.n_dims),
                          map_get(subst, v)));
      spill s = {v, vec_last(&op->outs)};
      vec_push(z->a, &z->spills, s);
    }
}

// Builds the part first..end (exclusive) as a map of its own.
static void
build_part(cutter *z, ir_op *first, ir_op *end) {
  map *subst = map_new(z->a);
  ir_vals yields = {0};
  int *at = NEW_ARRAY(z->a, int, z->map.n_dests + 1);
  ir_op *op = start_part(z, subst);
  ir_builder in = ir_at_end(op->regions[0]);
  add_dests(z, op, subst, first, end, at);
  for (ir_op *p = first; p != end; p = p->next) {
    an_uses t = an_uses_of(z->a, p);
    for (int k = 0; k < t.uses.n; k++)
      if (!t.uses.at[k]->type.array && !is_made_by(t.uses.at[k], first, p))
        bring(z, &in, subst, t.uses.at[k]);
    ir_clone_op(&in, p, subst);
  }
  for (int k = 0; k < z->map.n_dests; k++)
    if (at[k] >= 0)
      vec_push(z->a, &yields, map_get(subst, z->version[k]));
  add_spills(z, op, &in, subst, first, end, &yields);
  ir_build_yield(&in, yields.at, yields.n);
  for (int k = 0; k < z->map.n_dests; k++)
    if (at[k] >= 0)
      z->current[k] = op->outs.at[at[k]];
}

// map (i) { A; map (j) {B}; C } => map (i) {A}; map (i) { map (j) {B} };
//                                  map (i) {C}
// when: the extents of the inner map do not depend on i and are not just a few;
//       no array of the iteration's own. Scalars that cross a cut are computed
//       again when cheap, else stored in an array of one element an iteration.
// why:  the inner map gets n*m iterations instead of n.
// src:  Henriksen et al., map distribution
static bool
try_distribute(cutter *z, rw_options *o, ir_op *op) {
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z->map))
    return false;
  z->inner = find_inner(z);
  if (!z->inner || !rw_fired(o, RW_RULE_distribute))
    return false;
  z->version = NEW_ARRAY(z->a, ir_val *, z->map.n_dests + 1);
  z->current = NEW_ARRAY(z->a, ir_val *, z->map.n_dests + 1);
  for (int k = 0; k < z->map.n_dests; k++) {
    z->version[k] = z->map.dest_params[k];
    z->current[k] = z->map.dests[k];
  }
  build_part(z, z->map.body->first, z->inner);
  build_part(z, z->inner, z->inner->next);
  build_part(z, z->inner->next, z->map.body->last);
  for (int k = 0; k < z->map.n_dests; k++)
    ir_replace_uses(z->f, z->map.dest_outs[k], z->current[k]);
  ir_remove(op);
  return true;
}

// Cuts the maps of "r", which is outside of all maps; parts are cut again.
static bool
visit_region(arena *a, ir_func *f, rw_options *o, ir_region *r) {
  bool changed = false;
  ir_op *next;
  for (ir_op *op = r->first; op; op = next) {
    ir_op *before = op->prev;
    next = op->next;
    for (int k = 0; k < op->n_regions && !ir_is_soac(op); k++)
      changed |= visit_region(a, f, o, op->regions[k]);
    cutter z = {.a = a, .f = f};
    if (try_distribute(&z, o, op)) {
      changed = true;
      next = before ? before->next : r->first;
    }
  }
  return changed;
}

bool
pass_distribute(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  return visit_region(f->module->arena, f, o, f->body);
}
