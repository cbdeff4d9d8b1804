// recognizer/footprint/total.c: sums over iterations: by what was counted
// before, or by a pass over data.
#include "recognizer/footprint/footprint.h"

bool
rec_emit_total(rec_emit *e, ir_op *op, ir_val *v, int *atom) {
  int *known = map_get(e->totals, v);
  if (!known) {
    known = NEW_ARRAY(e->an->a, int, 2);
    map_put(e->totals, v, known);
    ir_val *total = rec_emit_count_of_all(e, v);
    if (!total)
      total = rec_emit_sum_pass(e, op, v);
    known[0] = total != NULL;
    if (total) {
      map_put(e->subst, total, total);
      known[1] = rec_an_atom(e->an, total);
    }
  }
  *atom = known[1];
  return known[0];
}
