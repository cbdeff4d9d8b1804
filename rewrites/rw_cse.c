// rewrites/rw_cse.c: common subexpressions, scoped by regions.
//
// An array value names contents, so two reads of the same value at the same
// index agree, wherever they stand; no alias analysis. One table serves all
// regions of a walk in program order: a value counts while its region is the
// one at hand or around it, and gives way to the next one when it is neither.
#include "rewrites/rw_private.h"

// The values known in "region".
struct rw_scope {
  const ir_region *region;
  smap *known; // key text -> ir_val, shared by the scopes of a walk
};

rw_scope *
rw_scope_new(arena *a, const ir_region *r, const rw_scope *outer) {
  rw_scope *s = NEW(a, rw_scope);
  s->region = r;
  s->known = outer ? outer->known : smap_new(a);
  return s;
}

// Most operands of an op with a key, and room for its code, type, bits and
// operands as numbers of up to 22 digits and a comma.
enum { MAX_INS = 3, KEY_SIZE = (3 + MAX_INS) * 23 + 1 };

// Puts "n" to "at"; returns where it ends.
static char *
put_number(char *at, ir_bits n) {
  do
    *at++ = (char)('0' + n % 64);
  while (n /= 64);
  *at++ = ',';
  return at;
}

// The key of the value of "op": equal keys, equal values.
static void
key_of(const ir_op *op, char key[KEY_SIZE]) {
  int n = op->ins.n;
  bool swap = n == 2 && (ir_op_table[op->code].flags & IR_F_COMM) &&
              !ir_is_float(op->ins.at[0]->type.elem) &&
              (uintptr_t)op->ins.at[1] < (uintptr_t)op->ins.at[0];
  key = put_number(key, op->code);
  key = put_number(key, rw_out_elem(op));
  key = put_number(key, op->bits);
  for (int k = 0; k < n; k++)
    key = put_number(key, (uintptr_t)op->ins.at[swap ? n - 1 - k : k]);
  *key = 0;
}

// The value known under "key" here or further out.
static ir_val *
look_up(const rw_scope *s, const char *key) {
  ir_val *v = smap_get(s->known, key);
  const ir_region *r = s->region;
  while (v && r && r != v->def->parent)
    r = r->parent_op ? r->parent_op->parent : NULL;
  return r ? v : NULL;
}

ir_val *
rw_scope_find(const rw_scope *s, ir_op *op) {
  char key[KEY_SIZE];
  if ((!ir_is_scalar_op(op->code) && op->code != IR_OP_INDEX) ||
      op->ins.n > MAX_INS)
    return NULL;
  key_of(op, key);
  ir_val *v = look_up(s, key);
  if (!v)
    smap_put(s->known, key, op->outs.at[0]);
  return v;
}

ir_val *
rw_scope_find_read(const rw_scope *s, ir_val *array, ir_val *index) {
  char key[KEY_SIZE];
  ir_val *ins[2] = {array, index}, out = {.type = ir_ty(array->type.elem)};
  ir_val *outs[1] = {&out};
  ir_op op = {.code = IR_OP_INDEX, .ins = {ins, 2, 2}, .outs = {outs, 1, 1}};
  key_of(&op, key);
  return look_up(s, key);
}
