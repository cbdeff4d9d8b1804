// kernel/lower_uses.c: which scalars the host needs to know.
//
// The result of a reduction, or an element of an array, is best left in device
// memory when kernels alone want it: then nothing waits for the device. There
// are no use lists, so uses are looked for where they can be, in the ops that
// follow.
#include "kernel/kernel_private.h"

// True when "op" at host level becomes kernels.
static bool
is_launched(const ir_op *op) {
  return ir_op_table[op->code].cls == IR_CLASS_SOAC;
}

// True when operand "k" of "op" is the initial value of a reduction.
static bool
is_init(const ir_op *op, int k) {
  return is_launched(op) && k >= op->n_dims && k < op->n_dims + op->n_red;
}

bool
kn_is_host_use(ir_op *op, const ir_val *v) {
  for (int k = 0; k < op->ins.n; k++)
    if (op->ins.at[k] == v && !is_init(op, k))
      return true;
  if (is_launched(op))
    return false;
  for (int r = 0; r < op->n_regions; r++)
    ir_foreach_op (inner, op->regions[r]) {
      if (kn_is_host_use(inner, v))
        return true;
    }
  return false;
}

typedef struct search {
  const ir_val *v;
  bool reads_too; // reading an element counts
} search;

// ir_walk_fn: stops at an op that uses the value.
static bool
is_no_use(void *user, ir_op *op) {
  const search *s = user;
  int first = op->code == IR_OP_INDEX && !s->reads_too ? 1 : 0;
  for (int k = first; k < op->ins.n; k++)
    if (op->ins.at[k] == s->v)
      return false;
  return true;
}

// True when "op", or an op nested in it, uses "v"; with "reads_too" off, in
// another way than reading an element, which for an array is consuming it.
static bool
uses(ir_op *op, const ir_val *v, bool reads_too) {
  search s = {v, reads_too};
  if (!is_no_use(&s, op))
    return true;
  for (int r = 0; r < op->n_regions; r++)
    if (!ir_walk(op->regions[r], is_no_use, &s))
      return true;
  return false;
}

bool
kn_can_defer(ir_op *op) {
  const ir_val *array = op->ins.at[0], *v = op->outs.at[0];
  bool changed = false;
  for (ir_op *o = op->next; o; o = o->next) {
    changed |= uses(o, array, false);
    if (uses(o, v, true) && (changed || kn_is_host_use(o, v)))
      return false;
  }
  return true;
}

bool
kn_can_stay(const ir_loop *l, int k) {
  const ir_val *next = l->yields[k];
  if (l->carried[k]->type.array || (k == 0 && l->op->has_while))
    return false;
  if (!next->def || next->def->code != IR_OP_REDUCE ||
      next->def->parent != l->body)
    return false;
  ir_foreach_op (op, l->body)
    if (op != l->body->last &&
        (kn_is_host_use(op, next) || kn_is_host_use(op, l->carried[k])))
      return false;
  for (int i = 0; i < l->n_carried; i++)
    if (l->yields[i] == l->carried[k] || (i != k && l->yields[i] == next))
      return false;
  return true;
}
