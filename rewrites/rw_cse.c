// rewrites/rw_cse.c: common subexpressions, scoped by regions.
//
// An array value names contents, so two reads of the same value at the same
// index agree, wherever they stand; no alias analysis.
#include "rewrites/rw_private.h"

// Known values of one region; "outer" is the surrounding region's.
struct rw_scope {
  rw_scope *outer;
  smap *known; // key text -> ir_val
};

rw_scope *
rw_scope_new(arena *a, rw_scope *outer) {
  rw_scope *s = NEW(a, rw_scope);
  s->outer = outer;
  s->known = smap_new(a);
  return s;
}

// What identifies the value of "op": equal keys, equal values.
static const char *
key_of(arena *a, const ir_op *op) {
  sb key;
  sb_init(&key, a);
  sb_printf(&key, "%d:%d:%llx", (int)op->code, (int)rw_out_elem(op),
            (unsigned long long)op->bits);
  int n = op->ins.n;
  bool swap = n == 2 && (ir_op_table[op->code].flags & IR_F_COMM) &&
              !ir_is_float(op->ins.at[0]->type.elem) &&
              (uintptr_t)op->ins.at[1] < (uintptr_t)op->ins.at[0];
  for (int k = 0; k < n; k++)
    sb_printf(&key, ",%p", (void *)op->ins.at[swap ? n - 1 - k : k]);
  return sb_str(&key);
}

// The value known under "key" here or further out.
static ir_val *
look_up(rw_scope *s, const char *key) {
  for (; s; s = s->outer)
    if (smap_has(s->known, key))
      return smap_get(s->known, key);
  return NULL;
}

ir_val *
rw_scope_find(arena *a, rw_scope *s, ir_op *op) {
  if (!ir_is_scalar_op(op->code) && op->code != IR_OP_INDEX)
    return NULL;
  const char *key = key_of(a, op);
  ir_val *v = look_up(s, key);
  if (!v)
    smap_put(s->known, key, op->outs.at[0]);
  return v;
}

ir_val *
rw_scope_find_read(arena *a, rw_scope *s, ir_val *array, ir_val *index) {
  ir_val *ins[2] = {array, index}, out = {.type = ir_ty(array->type.elem)};
  ir_val *outs[1] = {&out};
  ir_op op = {.code = IR_OP_INDEX, .ins = {ins, 2, 2}, .outs = {outs, 1, 1}};
  return look_up(s, key_of(a, &op));
}
