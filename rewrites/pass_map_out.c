// rewrites/pass_map_out.c: a loop around a map becomes a map around the loop.
//
//   loop (k < p) (w = c) {             map (j < m) (v = c) {
//     x = f(k)                           loop (k < p) (u = v) {
//     w1 = map (j < m) (v = w) {   =>      x = f(k)
//       A(k, j, x) }                       A(k, j, x) } }
//     yield w1 }
//
// Each j runs through its k in the same order; as no j touches what another
// writes, at any k, nothing changes. Then the loop may turn out to be a fold
// (promote), and the map perfects a nest (flatten).
#include "rewrites/rw_private.h"

bool pass_map_out(loft_cx *cx, ir_func *f, rw_options *o);

// -- Conditions ---------------------------------------------------------

// True when "v" is fixed while the loop runs, or an index of the map or of a
// loop inside it around the access "x".
static bool
is_free_of_loop(const an_access *x, const ir_val *v, const ir_loop *l,
                const ir_op *map) {
  if (ir_is_outside(v, l->body) || v->param_of == map->regions[0])
    return true;
  for (int q = 0; q < x->n_inner; q++)
    if (x->inner[q].idx == v)
      return ir_is_outside(x->inner[q].extent, l->body);
  return false;
}

// True when the elements of "x" are the same in each iteration of the loop.
static bool
is_same_each_time(const an_access *x, const ir_loop *l, const ir_op *map) {
  for (int t = 0; t < x->at.terms.n; t++)
    for (int i = 0; i < x->at.terms.at[t].n_factors; i++)
      if (!is_free_of_loop(x, x->at.terms.at[t].factors[i], l, map))
        return false;
  return true;
}

// True when every access to a written array, over all k, is to elements of its
// own iteration j: all have one form, injective in j and free of k.
static bool
are_elements_private(arena *a, const ir_loop *l, ir_op *map) {
  an_accesses all;
  if (!an_accesses_of(a, map, &all))
    return false;
  for (int k = 0; k < all.n; k++) {
    const an_access *w = &all.at[k];
    if (!w->is_write)
      continue;
    if (!is_same_each_time(w, l, map) || !an_is_injective(a, w, map))
      return false;
    for (int i = 0; i < all.n; i++)
      if (all.at[i].root == w->root &&
          !an_same_elements(a, &all.at[i], map, w, map))
        return false;
  }
  return true;
}

// True when the extents of the map stand outside the loop.
static bool
are_extents_outside(const ir_loop *l, const ir_soac *m) {
  for (int k = 0; k < m->n_dims; k++)
    if (!ir_is_outside(m->extents[k], l->body))
      return false;
  return true;
}

// -- The pass -----------------------------------------------------------

// loop (k) { x = f(k); map (j) {A} } => map (j) { loop (k) { x = f(k); A } }
// when: nothing else in the loop; the extents of the map do not change; the map
//       writes, and reads of what it writes, only elements that j alone, at any
//       k, touches.
// why:  one parallel space instead of p smaller ones, and the loop inside may
// be
//       a fold.
// src:  Henriksen et al., map-loop interchange (G7, backwards)
static bool
try_turn(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  const rw_rule_id rule = RW_RULE_map_out;
  ir_loop l;
  ir_soac m;
  if (op->level != IR_LEVEL_NONE || !ir_match_loop(op, &l) || op->has_while ||
      !l.extent || !ir_match_soac(rw_find_map(&l), &m))
    return false;
  if (!rw_are_dests_carried(&l, &m) || !are_extents_outside(&l, &m))
    return rw_refused(o, rule, op,
                      "the parallel loop changes with the sequential one");
  if (!are_elements_private(cx->arena, &l, m.op))
    return rw_refused(o, rule, op, "a step needs what another element had");
  if (!rw_fired(o, rule))
    return false;
  rw_turn_loop(f, &l, &m);
  return true;
}

bool
pass_map_out(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_turn);
}
