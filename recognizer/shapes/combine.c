// recognizer/shapes/combine.c: elements that iterations combine into.
//
//   %e = index %h, %k                      %h1 = combine add %h, %k, %x
//   %s = add %e, %x                  =>
//   %h1 = update %h, %k, %s
//
// Where every access of a loop to an array is of this kind, by one operator
// that does not mind the order, the loop's iterations may share its elements:
// histograms, sums by key. What becomes of the element is matched like the
// chain of a reduction (reduce.c), from the read to the update.
#include "recognizer/shapes/shapes.h"

// The accesses of a loop's body to an array it carries, as combines.
typedef struct combining {
  arena *a;
  const ir_region *body;
  const ir_val *array; // the body's parameter
  bool any;
  ir_opcode op; // of all of them
  VEC(ir_op *) updates;
  VEC(rec_red) folds; // one an update
  VEC(const ir_op *) reads;
} combining;

// Whether "op" touches the array.
static bool
is_access(const combining *c, const ir_op *op) {
  return (op->code == IR_OP_INDEX || ir_writes_element(op)) &&
         ir_storage_root(op->ins.at[0], c->body) == c->array;
}

// A search for the read of the element that an update replaces.
typedef struct reading {
  const ir_op *update;
  ir_op *found;
} reading;

// ir_walk_fn: stops at the read.
static bool
is_no_read(void *user, ir_op *op) {
  reading *r = user;
  if (op->code == IR_OP_INDEX && op->ins.at[0] == r->update->ins.at[0] &&
      op->ins.at[1] == r->update->ins.at[1])
    r->found = op;
  return !r->found;
}

// Makes "op" the operator of all; false when it is another already.
static bool
agree(combining *c, ir_opcode op) {
  bool same = !c->any || c->op == op;
  c->any = true;
  c->op = op;
  return same;
}

// Adds update "op" of the array; false when it is none of an element by itself
// and something else.
static bool
add_update(combining *c, ir_op *op) {
  rec_red red;
  reading r = {.update = op};
  if (op->code == IR_OP_COMBINE)
    return agree(c, op->combiner);
  ir_walk((ir_region *)c->body, is_no_read, &r);
  if (!r.found || !rec_match_element(c->body, r.found->outs.at[0], op, &red) ||
      !ir_may_combine(red.op, red.type) || !agree(c, red.op))
    return false;
  vec_push(c->a, &c->updates, op);
  vec_push(c->a, &c->folds, red);
  vec_push(c->a, &c->reads, r.found);
  return true;
}

// ir_walk_fn: adds the updates of the array, stops at one that is no combine.
static bool
add_updates(void *user, ir_op *op) {
  combining *c = user;
  return !ir_writes_element(op) || !is_access(c, op) || add_update(c, op);
}

// ir_walk_fn: stops at a read of the array that belongs to no update.
static bool
is_matched(void *user, ir_op *op) {
  const combining *c = user;
  bool known = op->code != IR_OP_INDEX || !is_access(c, op);
  for (int k = 0; k < c->reads.n && !known; k++)
    known = c->reads.at[k] == op;
  return known;
}

// Fills *c for carried array "k" of "l"; false when not all accesses to it are
// combines by one operator.
static bool
match_combines(arena *a, const ir_loop *l, int k, combining *c) {
  *c = (combining){.a = a, .body = l->body, .array = l->carried[k]};
  return ir_walk(l->body, add_updates, c) && c->any &&
         ir_walk(l->body, is_matched, c);
}

bool
rec_combines(arena *a, const ir_loop *l, int k) {
  combining c;
  return match_combines(a, l, k, &c);
}

void
rec_build_combines(ir_func *f, const ir_loop *l, int k) {
  combining c;
  arena *a = f->module->arena;
  if (!match_combines(a, l, k, &c))
    return;
  for (int i = 0; i < c.updates.n; i++) {
    ir_op *op = c.updates.at[i];
    ir_val *value = rec_element_contribution(&c.folds.at[i], op);
    ir_builder b = ir_before(op);
    ir_val *out =
        ir_build_combine(&b, c.op, op->ins.at[0], op->ins.at[1], value);
    out->name = op->outs.at[0]->name;
    ir_replace_uses(f, op->outs.at[0], out);
    ir_remove(op);
  }
  rec_remove_unused(l->body);
}
