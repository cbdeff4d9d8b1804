// rewrites/pass_hoist.c: loop-invariant work moves out.
//
//   map (i < n) { map (j < m) { %r = mul %i, %m; .. } }
// =>
//   map (i < n) { %r = mul %i, %m; map (j < m) { .. } }
//
// Scalar ops never trap, so they may run although the loop does not; reads of
// memory move only where they run anyway, so that no fault appears. Inner
// regions first: an op moves out as far as it can in one visit.
#include "rewrites/rw_private.h"

bool pass_hoist(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct hoister {
  arena *a;
  rw_options *o;
  bool changed;
} hoister;

// True when "v" is a constant.
static bool
is_const(const ir_val *v) {
  return v->def && v->def->code == IR_OP_CONST;
}

// True when all operands of "op" are constants or defined outside "r".
static bool
is_invariant(const ir_op *op, const ir_region *r) {
  for (int k = 0; k < op->ins.n; k++)
    if (!is_const(op->ins.at[k]) && !ir_is_outside(op->ins.at[k], r))
      return false;
  return true;
}

// True when the body of "loop" surely runs.
static bool
surely_runs(const hoister *h, const ir_op *loop) {
  if (loop->has_while || !loop->n_dims)
    return false;
  for (int k = 0; k < loop->n_dims; k++)
    if (!an_is_positive_at(h->a, loop->ins.at[k], loop))
      return false;
  return true;
}

// x in { loop { x = op(y); A } } => { x = op(y); loop {A} }
// when: y is invariant; op is a scalar op that is no constant; or a read of an
//       array no iteration writes, in a loop that surely runs, inside a map
//       (reads stay out of host code: the host would wait for the device).
// why:  once instead of n times; and offsets of rows leave perfect nests.
// src:  folklore (LICM)
static bool
may_hoist(const hoister *h, const ir_op *op, const ir_op *loop) {
  const ir_region *r = loop->regions[0];
  if (!is_invariant(op, r))
    return false;
  if (op->code == IR_OP_INDEX)
    return surely_runs(h, loop) && rw_in_soac(loop->parent);
  return ir_is_scalar_op(op->code) && op->code != IR_OP_CONST;
}

// Moves "op" before "loop", with copies of the constants it uses.
static void
hoist(ir_op *op, ir_op *loop) {
  ir_builder b = ir_before(loop);
  for (int k = 0; k < op->ins.n; k++) {
    ir_val *v = op->ins.at[k];
    if (is_const(v) && !ir_is_outside(v, loop->regions[0]))
      op->ins.at[k] = ir_build_bits(&b, v->type.elem, v->def->bits);
  }
  ir_move(op, loop->parent, loop);
}

// -- Arrays -----------------------------------------------------------------

// The value that the array "v", made in "r", has at the end of "r".
static ir_val *
last_version(hoister *h, const ir_region *r, ir_val *v) {
  const ir_val *root = v;
  for (ir_op *op = v->def->next; op; op = op->next) {
    an_uses t = an_uses_of(h->a, op);
    if (!ir_vals_has(&t.consumes, v))
      continue;
    ir_val *next = NULL;
    for (int k = 0; k < op->outs.n; k++)
      if (op->outs.at[k]->type.array &&
          ir_storage_root(op->outs.at[k], r) == root)
        next = op->outs.at[k];
    if (!next)
      return NULL; // leaves the region
    v = next;
  }
  return v;
}

enum { LITTLE = 1 << 16 }; // elements that may be made in vain

// Whether "loop", which is followed by "b", has a first iteration; NULL:
// surely.
static ir_val *
build_starts(arena *a, ir_builder *b, const ir_op *loop) {
  ir_val *all = loop->has_while ? loop->ins.at[loop->n_dims] : NULL;
  for (int k = 0; k < loop->n_dims; k++) {
    ir_val *n = loop->ins.at[k], *zero;
    if (an_is_positive_at(a, n, loop))
      continue;
    zero = ir_build_int(b, IR_I64, 0);
    ir_val *some = ir_build2(b, IR_OP_GT, n, zero);
    all = all ? ir_build2(b, IR_OP_AND, all, some) : some;
  }
  return all;
}

void
rw_make_at_need(ir_op *op, const ir_op *loop) {
  ir_val *n = op->ins.at[0];
  an_range size = an_range_of(n);
  ir_builder b = ir_before(op);
  ir_val *starts =
      size.hi <= LITTLE ? NULL : build_starts(b.func->module->arena, &b, loop);
  if (!starts)
    return;
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  op->ins.at[0] = ir_build3(&b, IR_OP_SELECT, starts, n, zero);
  op->space = IR_SPACE_GLOBAL; // its size is none of the compiler's any more
}

// loop { t = alloc n; A } => t = alloc n; loop (t) { A }
// when: at host level; n is invariant; the array stays in its iteration. Where
//       the loop may not run, and n may be large, t is empty then.
// why:  one array for all time steps instead of one each.
// src:  Note [In-place arrays]: contents of an alloc are undefined
static bool
hoist_alloc(hoister *h, ir_op *op, ir_op *loop) {
  ir_region *r = loop->regions[0];
  if (op->code != IR_OP_ALLOC || loop->code != IR_OP_LOOP ||
      rw_in_soac(loop->parent) || !is_invariant(op, r))
    return false;
  ir_val *array = op->outs.at[0], *last = last_version(h, r, array);
  if (!last || !rw_fired(h->o, RW_RULE_hoist_alloc))
    return false;
  ir_val *param = ir_region_add_param(r, array->type, array->name);
  rw_replace_inside(r, array, param);
  vec_push(r->func->module->arena, &r->last->ins, last == array ? param : last);
  hoist(op, loop);
  rw_make_at_need(op, loop);
  ir_add_in(loop, array);
  ir_add_out(loop, array->type, array->name);
  return true;
}

// Visits "r": inner loops first, then the ops they leave here.
static void
visit_region(hoister *h, ir_region *r) {
  ir_foreach_op (op, r)
    for (int k = 0; k < op->n_regions; k++)
      visit_region(h, op->regions[k]);
  ir_foreach_op (loop, r) {
    if (!ir_iterates(loop))
      continue;
    ir_foreach_op_safe (op, loop->regions[0])
      if (may_hoist(h, op, loop) && rw_fired(h->o, RW_RULE_hoist)) {
        hoist(op, loop);
        h->changed = true;
      } else {
        h->changed |= hoist_alloc(h, op, loop);
      }
  }
}

bool
pass_hoist(loft_cx *cx, ir_func *f, rw_options *o) {
  hoister h = {.a = cx->arena, .o = o};
  visit_region(&h, f->body);
  return h.changed;
}
