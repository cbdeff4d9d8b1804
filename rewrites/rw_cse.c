// rewrites/rw_cse.c: common subexpressions, scoped by regions.
//
// An array value names contents, so two reads of the same value at the same
// index agree, wherever they stand; no alias analysis. One table serves all
// regions of a walk in program order.
#include "rewrites/rw_private.h"

// The values known in "region".
struct rw_scope {
  const ir_region *region;
  an_values *known; // shared by the scopes of a walk
};

rw_scope *
rw_scope_new(arena *a, const ir_region *r, const rw_scope *outer) {
  rw_scope *s = NEW(a, rw_scope);
  s->region = r;
  s->known = outer ? outer->known : an_values_new(a);
  return s;
}

ir_val *
rw_scope_find(const rw_scope *s, ir_op *op) {
  if ((!ir_is_scalar_op(op->code) && op->code != IR_OP_INDEX) ||
      op->ins.n > AN_KEY_INS)
    return NULL;
  an_key k =
      an_key_of(op->code, rw_out_elem(op), op->bits, op->ins.n, op->ins.at);
  ir_val *v = an_values_find(s->known, k, s->region);
  if (!v)
    an_values_put(s->known, k, op->outs.at[0]);
  return v;
}

ir_val *
rw_scope_find_read(const rw_scope *s, ir_val *array, ir_val *index) {
  an_key k = an_key_of(IR_OP_INDEX, array->type.elem, 0, 2,
                       (ir_val *[]){array, index});
  return an_values_find(s->known, k, s->region);
}
