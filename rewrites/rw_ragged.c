// rewrites/rw_ragged.c: maps of rows whose lengths are data.
#include "rewrites/rw_private.h"

#include <stdlib.h>

// True when "op", of a row of "rows", can be computed again for each of its
// elements.
static bool
is_repeatable(const ir_soac *rows, const ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return ir_dest_of(rows, op->ins.at[0]) < 0;
  return ir_is_scalar_op(op->code) || op->code == IR_OP_YIELD;
}

// True when "v" is made of what is read in "body".
static bool
is_read(const ir_val *v, const ir_region *body, int depth) {
  const ir_op *op = v->def;
  if (!op || op->parent != body || depth == 0)
    return false;
  if (op->code == IR_OP_INDEX)
    return true;
  for (int k = 0; k < op->ins.n; k++)
    if (is_read(op->ins.at[k], body, depth - 1))
      return true;
  return false;
}

// The only map in the body of "rows", when all else there is repeatable.
static ir_op *
find_inner(const ir_soac *rows) {
  ir_op *inner = NULL;
  ir_foreach_op (op, rows->body) {
    if (op->code == IR_OP_MAP && !inner)
      inner = op;
    else if (!is_repeatable(rows, op))
      return NULL;
  }
  return inner;
}

bool
rw_match_ragged(ir_op *op, rw_ragged *r) {
  enum { DEPTH = 12 };
  if (op->code != IR_OP_MAP || op->n_dims != 1 || !ir_match_soac(op, &r->rows))
    return false;
  ir_op *inner = find_inner(&r->rows);
  if (!inner || inner->n_dims != 1 || !ir_match_soac(inner, &r->inner) ||
      r->inner.n_dests != r->rows.n_dests ||
      !is_read(r->inner.extents[0], r->rows.body, DEPTH))
    return false;
  for (int k = 0; k < r->rows.n_dests; k++)
    if (r->rows.dest_yields[k]->def != inner ||
        r->inner.dests[r->rows.dest_yields[k]->index] != r->rows.dest_params[k])
      return false;
  return true;
}

bool
rw_division(const char *text, int *division) {
  char *end;
  long n = strtol(text, &end, 10);
  if (!strcmp(text, "auto"))
    *division = RW_DIVISION_AUTO;
  else if (!strcmp(text, "lane"))
    *division = RW_DIVISION_LANE;
  else if (!strcmp(text, "scan"))
    *division = RW_DIVISION_SCAN;
  else if (*end || n < 1 || n > IR_MAX_GROUP_ROWS || (n & (n - 1)))
    return false;
  else
    *division = (int)n;
  return true;
}
