// analysis/ragged.c: maps of rows that have one map each.
#include "analysis/analysis.h"

bool
an_is_repeatable(const ir_soac *rows, const ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return ir_dest_of(rows, op->ins.at[0]) < 0;
  return ir_is_scalar_op(op->code) || op->code == IR_OP_YIELD;
}

// True when the if "op" does nothing in its other branch but to hand on values.
static bool
is_guard(const ir_op *op) {
  if (op->code != IR_OP_IF || op->regions[1]->first->code != IR_OP_YIELD)
    return false;
  for (int k = 0; k < op->outs.n; k++)
    if (!op->outs.at[k]->type.array)
      return false;
  return true;
}

// True for what a row of a ragged map may be but for what can be repeated.
static bool
is_map_or_guard(const ir_op *op) {
  return op->code == IR_OP_MAP || is_guard(op);
}

ir_op *
an_only_op(const ir_soac *rows, ir_region *r, bool (*is_it)(const ir_op *op)) {
  ir_op *only = NULL;
  ir_foreach_op (op, r) {
    if (!only && is_it(op))
      only = op;
    else if (!an_is_repeatable(rows, op))
      return NULL;
  }
  return only;
}

// True when "v", yielded by a row, is its array "param" after the inner map, or
// where a guard does not hold, before.
static bool
is_handed_on(const an_ragged *r, const ir_val *v, const ir_val *param) {
  for (int g = 0; g < r->n_guards; g++) {
    const ir_op *op = r->guards[g];
    if (v->def != op || op->regions[1]->last->ins.at[v->index] != param)
      return false;
    v = op->regions[0]->last->ins.at[v->index];
  }
  return v->def == r->inner.op && r->inner.dests[v->index] == param;
}

bool
an_match_ragged(ir_op *op, an_ragged *r) {
  *r = (an_ragged){0};
  if (op->code != IR_OP_MAP || !ir_match_soac(op, &r->rows))
    return false;
  ir_op *only = an_only_op(&r->rows, r->rows.body, is_map_or_guard);
  while (only && only->code == IR_OP_IF && r->n_guards < AN_MAX_GUARDS) {
    r->guards[r->n_guards++] = only;
    only = an_only_op(&r->rows, only->regions[0], is_map_or_guard);
  }
  if (!only || only->n_dims != 1 || !ir_match_soac(only, &r->inner) ||
      r->inner.n_dests != r->rows.n_dests)
    return false;
  for (int k = 0; k < r->rows.n_dests; k++)
    if (!is_handed_on(r, r->rows.dest_yields[k], r->rows.dest_params[k]))
      return false;
  return true;
}
