// recognizer/shapes/scatter.c: elements that iterations write at places that
// are data.
//
//   %h1 = update %h, %k, %v        =>      %h1 = combine update %h, %k, %v
//
// Where every access of a loop to an array stores one value, which is the same
// in all iterations, it does not matter which of them comes last: marks, flags,
// the multiples of primes.
#include "recognizer/shapes/shapes.h"

// The writes of a loop's body to an array it carries.
typedef struct stores {
  arena *a;
  const ir_region *body;
  const ir_val *array; // the body's parameter
  VEC(ir_op *) writes;
} stores;

// True when "op" stores what the writes seen before do.
static bool
stores_the_same(const stores *s, const ir_op *op) {
  const ir_val *v = op->ins.at[2];
  if (op->code == IR_OP_COMBINE)
    return op->combiner == IR_OP_UPDATE;
  return rec_is_invariant(v, s->body) &&
         (!s->writes.n || rec_same_value(s->a, s->writes.at[0]->ins.at[2], v));
}

// ir_walk_fn: adds the writes of the array, stops at any other access.
static bool
add_write(void *user, ir_op *op) {
  stores *s = user;
  bool writes = ir_writes_element(op);
  if ((op->code != IR_OP_INDEX && !writes) ||
      ir_storage_root(op->ins.at[0], s->body) != s->array)
    return true;
  if (!writes || !stores_the_same(s, op))
    return false;
  vec_push(s->a, &s->writes, op);
  return true;
}

// Fills *s for carried array "k" of "l"; false when it is not stored in alone.
static bool
match_stores(arena *a, const ir_loop *l, int k, stores *s) {
  *s = (stores){.a = a, .body = l->body, .array = l->carried[k]};
  return ir_walk(l->body, add_write, s) && s->writes.n;
}

bool
rec_stores_one_value(arena *a, const ir_loop *l, int k) {
  stores s;
  return match_stores(a, l, k, &s);
}

void
rec_build_stores(ir_func *f, const ir_loop *l, int k) {
  stores s;
  if (!match_stores(f->module->arena, l, k, &s))
    return;
  for (int i = 0; i < s.writes.n; i++) {
    s.writes.at[i]->code = IR_OP_COMBINE;
    s.writes.at[i]->combiner = IR_OP_UPDATE;
  }
}
