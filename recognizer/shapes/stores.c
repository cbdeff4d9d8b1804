// recognizer/shapes/stores.c: elements that are stored, read and stored again.
//
// C corrects in memory what it has just computed:
//   %y1 = update %y, %k, %v
//   %e = index %y1, %k ... if %c { update %y1, %k, %w } else { %y1 }
//   => ... %s = if %c { %w } else { %v }; update %y, %k, %s
// So one store is left, of a value whose range the condition bounds. Or it
// stores in either case, which is one store behind the if:
//   if %c { update %y, %k, %v } else { update %y, %k, %w }
//   => %s = if %c { %v } else { %w }; update %y, %k, %s
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/folds.h"

// Reads of an element behind its store.
typedef struct reads {
  const ir_op *store;
  ir_vals values;
} reads;

// ir_walk_fn: notes "op" if it reads the element just stored.
static bool
note_read(void *user, ir_op *op) {
  reads *x = user;
  if (op->code == IR_OP_INDEX && op->ins.at[0] == x->store->outs.at[0] &&
      op->ins.at[1] == x->store->ins.at[1])
    vec_push(op->parent->func->module->arena, &x->values, op->outs.at[0]);
  return true;
}

// The store in branch "r" of an if that yields it as value "k", to the element
// that "first" stores and nothing else of it; or NULL.
static ir_op *
find_second(const ir_region *r, int k, const ir_op *first) {
  ir_val *v = r->last->ins.at[k];
  ir_op *op = v->def;
  bool same = op && op->code == IR_OP_UPDATE && op->parent == r &&
              op->ins.at[0] == first->outs.at[0] &&
              op->ins.at[1] == first->ins.at[1];
  return same && v->n_uses == 1 ? op : NULL;
}

// Leaves one store behind the if "op" of the array that is its result "k", if
// it is stored to before and in one branch. n_uses must be valid.
static bool
join_stores(ir_func *f, ir_op *op, int k) {
  for (int branch = 0; branch < 2; branch++) {
    ir_val *kept = op->regions[!branch]->last->ins.at[k];
    ir_op *first = kept->def;
    if (!first || first->code != IR_OP_UPDATE || first->parent != op->parent)
      continue;
    ir_op *second = find_second(op->regions[branch], k, first);
    reads behind = {.store = first};
    ir_walk(first->parent, note_read, &behind);
    if (!second || kept->n_uses != 2 + behind.values.n)
      continue;
    for (int i = 0; i < behind.values.n; i++) {
      ir_replace_uses(f, behind.values.at[i], first->ins.at[2]);
      ir_remove(behind.values.at[i]->def);
    }
    ir_val *array = op->outs.at[k];
    ir_val *v = ir_add_out(op, ir_ty(array->type.elem), array->name);
    ir_add_in(op->regions[branch]->last, second->ins.at[2]);
    ir_add_in(op->regions[!branch]->last, first->ins.at[2]);
    ir_builder b = ir_before(op->next);
    b.loc = first->loc;
    ir_val *stored = ir_build_update(&b, first->ins.at[0], first->ins.at[1], v);
    stored->name = array->name;
    ir_replace_uses(f, array, stored);
    ir_drop_result(op, k);
    ir_remove(second);
    ir_remove(first);
    return true;
  }
  return false;
}

// ir_walk_fn: join_stores for all results of an if.
static bool
join_in_if(void *user, ir_op *op) {
  for (int k = op->outs.n - 1; op->code == IR_OP_IF && k >= 0; k--)
    if (op->outs.at[k]->type.array && join_stores(user, op, k))
      ir_count_uses(user);
  return true;
}

void
rec_join_stores(ir_func *f) {
  ir_count_uses(f);
  ir_walk(f->body, join_in_if, f);
}

// -- Stores in both regions ---------------------------------------------------
// The store in "r" that it yields as value "k", and uses for nothing else; or
// NULL.
static ir_op *
find_last(const ir_region *r, int k) {
  ir_val *v = r->last->ins.at[k];
  ir_op *op = v->def;
  bool stores = op && op->code == IR_OP_UPDATE && op->parent == r;
  return stores && v->n_uses == 1 ? op : NULL;
}

// Leaves one store behind the if "op" of the array that is its result "k", if
// both regions end by storing at one place, which follows from the index of the
// loop with body "body". n_uses must be valid.
static void
join_arms(ir_func *f, const ir_region *body, ir_op *op, int k) {
  ir_op *one = find_last(op->regions[0], k);
  ir_op *other = find_last(op->regions[1], k);
  ir_val *array = op->outs.at[k];
  if (!one || !other || one->ins.at[0] != other->ins.at[0] ||
      ir_is_within(one->ins.at[0], op) ||
      !an_in_slice(one->ins.at[1], body, true, false) ||
      !an_same_value(f->module->arena, one->ins.at[1], other->ins.at[1]))
    return;
  ir_val *at = rec_lift(op, one->ins.at[1]);
  if (!at)
    return;
  ir_val *v = ir_add_out(op, ir_ty(array->type.elem), array->name);
  ir_add_in(op->regions[0]->last, one->ins.at[2]);
  ir_add_in(op->regions[1]->last, other->ins.at[2]);
  ir_builder b = ir_before(op->next);
  b.loc = one->loc;
  ir_val *stored = ir_build_update(&b, one->ins.at[0], at, v);
  stored->name = array->name;
  ir_replace_uses(f, array, stored);
  ir_drop_result(op, k);
  ir_remove(one);
  ir_remove(other);
  ir_count_uses(f);
}

// Joins the stores of ifs in "r", inner ones first.
static void
join_in(ir_func *f, const ir_region *body, ir_region *r) {
  ir_foreach_op_safe (op, r) {
    if (op->code != IR_OP_IF)
      continue;
    for (int i = 0; i < op->n_regions; i++)
      join_in(f, body, op->regions[i]);
    for (int k = op->outs.n - 1; k >= 0; k--)
      if (op->outs.at[k]->type.array)
        join_arms(f, body, op, k);
  }
}

void
rec_join_arms(ir_func *f, ir_op *loop) {
  ir_count_uses(f);
  join_in(f, loop->regions[0], loop->regions[0]);
}
