// rewrites/pass_sink.c: reads that only kernels need happen in the kernels.
//
//   %s = index %cell, 0             map (..) {grid} {
//   map (..) {grid} { .. %s .. } =>   %s = index %cell, 0; .. %s .. }
//
// A read by the host waits for the device and splits the region into two
// submissions. What the host needs itself is read as late as possible.
// requires: levels. For GPUs.
#include "rewrites/rw_private.h"

bool pass_sink(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct sinker {
  arena *a;
  ir_func *f;
  rw_options *o;
  bool changed;
} sinker;

// True when "op" consumes "array", itself or inside.
static bool
is_consumed_by(sinker *z, ir_op *op, const ir_val *array) {
  an_uses t = an_uses_of(z->a, op);
  return ir_vals_has(&t.consumes, array);
}

// True when "op" uses "v" somewhere.
static bool
is_used_by(sinker *z, ir_op *op, const ir_val *v) {
  an_uses t = an_uses_of(z->a, op);
  return ir_vals_has(&t.uses, v);
}

// Gives each kernel in "op" that uses the result of "read" a read of its own.
static void
copy_into_kernels(sinker *z, ir_op *op, const ir_op *read) {
  ir_val *v = read->outs.at[0];
  for (int k = 0; k < op->n_regions; k++) {
    ir_region *r = op->regions[k];
    if (op->level != IR_LEVEL_GRID) {
      ir_foreach_op (inner, r)
        copy_into_kernels(z, inner, read);
      continue;
    }
    bool used = false;
    ir_foreach_op (inner, r)
      used |= is_used_by(z, inner, v);
    if (!used || !rw_fired(z->o, RW_RULE_sink_read))
      continue;
    ir_builder b = ir_before(r->first);
    ir_val *own = ir_build_index(&b, read->ins.at[0], read->ins.at[1]);
    own->name = v->name;
    rw_replace_inside(r, v, own);
    z->changed = true;
  }
}

// index a i; map {grid} { A } => map {grid} { index a i; A }
// when: some op made the array's contents (a parameter's are at hand on the
//       host), and nothing consumes it before or in the kernel.
// why:  no waiting, one submission.
// src:  Note [Mapped IR]
static void
sink_read(sinker *z, ir_op *read) {
  ir_val *array = read->ins.at[0], *v = read->outs.at[0];
  if (!array->def || array->def->code == IR_OP_ALLOC)
    return;
  ir_op *op = read->next;
  for (; op && !is_consumed_by(z, op, array); op = op->next)
    copy_into_kernels(z, op, read);
  ir_op *to = read->next;
  while (to && to != op && to->code != IR_OP_YIELD && !is_used_by(z, to, v))
    to = to->next;
  if (to == read->next)
    return;
  ir_move(read, read->parent, to);
  z->changed = true;
}

// Sinks the reads of host region "r", last ones first: each is seen once.
static void
visit_region(sinker *z, ir_region *r) {
  for (ir_op *op = r->last, *prev; op; op = prev) {
    prev = op->prev;
    if (op->code == IR_OP_INDEX)
      sink_read(z, op);
    for (int k = 0; k < op->n_regions && op->level != IR_LEVEL_GRID; k++)
      visit_region(z, op->regions[k]);
  }
}

bool
pass_sink(loft_cx *cx, ir_func *f, rw_options *o) {
  sinker z = {.a = cx->arena, .f = f, .o = o};
  visit_region(&z, f->body);
  return z.changed;
}
