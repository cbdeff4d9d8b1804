// rewrites/pass_unswitch.c: a branch that a map does not change stands around
// it.
//
//   map (x) { if c {A} else {B} } => if c { map (x) {A} } else { map (x) {B} }
//
// For CPUs, inside maps: there the innermost map becomes vectors; and around a
// fold, so that it can be interchanged.
#include "rewrites/rw_private.h"

bool pass_unswitch(loft_cx *cx, ir_func *f, rw_options *o);

// True when "op", an if beside a fold, costs next to nothing: a read or two on
// either side.
static bool
is_small(ir_op *op) {
  enum { SMALL = 4 };
  return rw_size(op->regions[0]) <= SMALL && rw_size(op->regions[1]) <= SMALL &&
         !rw_any(op, rw_iterates) && !rw_any(op, ir_writes_element);
}

// The first if of the map's body whose condition comes from outside the map;
// in a map at host level, which has a fold, one that costs something.
static ir_op *
find_invariant_if(ir_op *op) {
  bool host = !rw_in_soac(op->parent);
  ir_foreach_op (p, op->regions[0])
    if (p->code == IR_OP_IF && ir_is_outside(p->ins.at[0], op->regions[0]) &&
        !(host && is_small(p)))
      return p;
  return NULL;
}

// A copy of "op" at the end of "r", with "cond" known to be "value"; "r" yields
// its results.
static void
build_branch(ir_region *r, ir_op *op, ir_val *cond, bool value) {
  ir_builder b = ir_at_end(r);
  map *subst = map_new(r->func->module->arena);
  map_put(subst, cond, ir_build_int(&b, IR_BOOL, value));
  rw_end_with_copy(r, op, subst);
}

// True when the map "op" has a fold in it.
static bool
has_fold(const ir_op *op) {
  ir_foreach_op (inner, op->regions[0])
    if (inner->code == IR_OP_REDUCE || inner->code == IR_OP_LOOP)
      return true;
  return false;
}

// map (x) { if c {A} else {B} } => if c { map (x) {A} } else { map (x) {B} }
// when: inside a map, or with a fold in it; c does not depend on x; a small
//       body.
// why:  the innermost loop has no branch; LLVM does this at -O3 only.
// src:  loop unswitching, folklore
static bool
try_unswitch(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  enum { MAX_OPS = 200 };
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      (!rw_in_soac(op->parent) && !has_fold(op)) ||
      rw_size(op->regions[0]) > MAX_OPS)
    return false;
  ir_op *choice = find_invariant_if(op);
  if (!choice || !rw_fired(o, RW_RULE_unswitch))
    return false;
  ir_val *cond = choice->ins.at[0];
  ir_builder b = ir_before(op);
  ir_op *outer = ir_start_if(&b, cond);
  build_branch(ir_add_region(outer), op, cond, true);
  build_branch(ir_add_region(outer), op, cond, false);
  rw_replace_by_choice(f, op, outer);
  return true;
}

bool
pass_unswitch(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_unswitch);
}
