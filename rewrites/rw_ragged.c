// rewrites/rw_ragged.c: maps of rows whose lengths are data.
#include "rewrites/rw_private.h"

#include <stdlib.h>

// True when "v" is computed, by "depth" ops at most, from loads in "body".
static bool
is_read(const ir_val *v, const ir_region *body, int depth) {
  const ir_op *op = v->def;
  if (!op || ir_is_outside(v, body) || depth == 0)
    return false;
  if (op->code == IR_OP_INDEX)
    return true;
  for (int k = 0; k < op->ins.n; k++)
    if (is_read(op->ins.at[k], body, depth - 1))
      return true;
  return false;
}

bool
rw_is_read(const ir_val *v, const ir_region *body) {
  return is_read(v, body, 12);
}

bool
rw_match_ragged(ir_op *op, an_ragged *r) {
  return op->n_dims == 1 && an_match_ragged(op, r) &&
         rw_is_read(r->inner.extents[0], r->rows.body);
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
  else if (!strcmp(text, "shuffled"))
    *division = RW_DIVISION_SHUFFLED;
  else if (*end || n < 1 || n > IR_MAX_GROUP_ROWS || (n & (n - 1)))
    return false;
  else
    *division = (int)n;
  return true;
}
