// rewrites/rw_memory.c: reads and writes of one array in a row.
//
// Follows the chain of updates an array value was made by, within a region or
// from a region into those around it; stops at parameters and other ops.
#include "rewrites/rw_private.h"

// index (update a i v) i => v
// index (update a i v) j => index a j, when that is known already
// when: the indices are equal, or differ by a constant (polynomial forms).
// why:  the store's value is at hand; a temporary then has no reader left.
// src:  Note [In-place arrays]
static ir_val *
forward_store(const rw_scope *scope, ir_op *op) {
  ir_val *array = op->ins.at[0], *i = op->ins.at[1];
  int64_t d;
  while (array->def && array->def->code == IR_OP_UPDATE) {
    ir_op *up = array->def;
    if (!rw_index_distance(i, up->ins.at[1], &d))
      return i == up->ins.at[1] ? up->ins.at[2] : NULL;
    if (d == 0)
      return up->ins.at[2];
    array = up->ins.at[0];
    ir_val *known = rw_scope_find_read(scope, array, i);
    if (known)
      return known;
  }
  return NULL;
}

// update a i (index a i) => a
// when: the array value and the index are the same.
// why:  a store less; the element keeps its value either way.
// src:  Note [In-place arrays]
static ir_val *
store_of_load(const ir_op *op) {
  const ir_op *load = op->ins.at[2]->def;
  if (!load || load->code != IR_OP_INDEX || load->ins.at[0] != op->ins.at[0])
    return NULL;
  bool same = rw_same_index(load->ins.at[1], op->ins.at[1]);
  return same ? op->ins.at[0] : NULL;
}

// update (update a i v) i w => update a i w
// when: nothing reads the array in between.
// why:  a store less.
// src:  Note [In-place arrays]
static bool
is_dead_store(const ir_op *op) {
  const ir_op *first = op->ins.at[0]->def;
  return first && first->code == IR_OP_UPDATE &&
         rw_same_index(first->ins.at[1], op->ins.at[1]) &&
         rw_n_uses(first->outs.at[0]) == 1;
}

ir_val *
rw_simplify_memory(rw_simp *s, const rw_scope *scope, ir_op *op) {
  ir_val *v;
  if (op->code == IR_OP_INDEX) {
    v = forward_store(scope, op);
    return v && rw_fired(s->o, RW_RULE_forward_store) ? v : NULL;
  }
  if (op->code != IR_OP_UPDATE)
    return NULL;
  v = store_of_load(op);
  if (v)
    return rw_fired(s->o, RW_RULE_store_of_load) ? v : NULL;
  if (is_dead_store(op) && rw_fired(s->o, RW_RULE_dead_store)) {
    ir_op *first = op->ins.at[0]->def;
    op->ins.at[0] = first->ins.at[0];
    ir_remove(first);
    s->changed = true;
  }
  return NULL;
}
