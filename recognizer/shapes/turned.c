// recognizer/shapes/turned.c: ifs that store where their conditions do not
// hold.
//
//   if (wall[p] || seen[p]) continue;  =>  if (!wall[p] && !seen[p]) {
//   seen[p] = 1; ..                          seen[p] = 1; .. }
//
// Claims (claim.c) are looked for where a condition holds. So ifs that do
// nothing there, and otherwise store into an array that they ask, are turned.
#include "analysis/analysis.h"
#include "recognizer/shapes/elements.h"

// How deep conditions are looked at.
enum { DEPTH = 12 };

// True when "v", of loop body "body", is made of an element of "array".
static bool
asks_array(ir_val *v, const ir_val *array, ir_region *body, int depth) {
  ir_op *op = v->def;
  if (!op || depth == 0 || ir_is_outside(v, body))
    return false;
  if (op->code == IR_OP_INDEX)
    return ir_storage_root(op->ins.at[0], body) == array;
  if (op->code != IR_OP_IF && !ir_is_scalar_op(op->code))
    return false;
  bool asks = false;
  for (int k = 0; k < op->ins.n; k++)
    asks |= asks_array(op->ins.at[k], array, body, depth - 1);
  for (int r = 0; r < op->n_regions; r++)
    asks |= asks_array(op->regions[r]->last->ins.at[v->index], array, body,
                       depth - 1);
  return asks;
}

// True when "op" in loop body "body" is an if that does nothing where its
// condition holds, and else stores into an array that it asks.
static bool
is_turned(ir_op *op, ir_region *body) {
  if (op->code != IR_OP_IF || op->regions[0]->first != op->regions[0]->last ||
      op->regions[1]->first == op->regions[1]->last)
    return false;
  for (int k = 0; k < op->outs.n; k++) {
    ir_val *v = op->outs.at[k];
    if (v->type.array &&
        asks_array(op->ins.at[0], ir_storage_root(v, body), body, DEPTH))
      return true;
  }
  return false;
}

static ir_val *build_not(ir_builder *b, ir_val *v);

// The contrary of comparison "op" of integers, at "b": of what is compared with
// 0 as it was before it got wider.
static ir_val *
build_not_compare(ir_builder *b, const ir_op *op) {
  ir_val *x = op->ins.at[0], *y = op->ins.at[1];
  ir_opcode code = ir_negated(op->code, x->type.elem);
  int64_t zero;
  if ((code == IR_OP_EQ || code == IR_OP_NE) && ir_match_int(y, &zero) &&
      !zero) {
    x = (ir_val *)(uintptr_t)rec_unwidened(x);
    y = ir_build_int(b, x->type.elem, 0);
  }
  return ir_build2(b, code, x, y);
}

// The contrary of "v", an if that says whether both of two conditions hold, or
// whether "any" does, at "b".
static ir_val *
build_not_choice(ir_builder *b, ir_val *v, bool any) {
  const ir_op *op = v->def;
  ir_val *cond = any ? build_not(b, op->ins.at[0]) : op->ins.at[0], *out;
  ir_builder yes, no;
  ir_build_if(b, cond, &yes, &no);
  ir_clone_region_ops(&yes, op->regions[any], map_new(b->func->module->arena),
                      &out);
  out = build_not(&yes, out);
  ir_val *other = ir_build_int(&no, IR_BOOL, !any);
  return ir_end_if(&yes, out, &no, other, v->name);
}

// The contrary of bool "v" at "b".
static ir_val *
build_not(ir_builder *b, ir_val *v) {
  ir_op *op = v->def;
  ir_val *both[2];
  if (op && op->code == IR_OP_NOT)
    return op->ins.at[0];
  if (op && ir_op_table[op->code].cls == IR_CLASS_CMP &&
      ir_is_int(op->ins.at[0]->type.elem))
    return build_not_compare(b, op);
  if (op && (op->code == IR_OP_AND || op->code == IR_OP_OR)) {
    for (int i = 0; i < 2; i++)
      both[i] = build_not(b, op->ins.at[i]);
    return ir_build2(b, op->code == IR_OP_AND ? IR_OP_OR : IR_OP_AND, both[0],
                     both[1]);
  }
  for (int any = 0; any < 2; any++)
    if (op && op->code == IR_OP_IF && op->outs.n == 1 &&
        an_match_both(v, any, both))
      return build_not_choice(b, v, any);
  return ir_build1(b, IR_OP_NOT, v);
}

// A walk that turns ifs.
typedef struct turning {
  ir_region *body;
  bool any;
} turning;

// ir_walk_fn: turns "op" if it is such an if.
static bool
turn(void *user, ir_op *op) {
  turning *t = user;
  if (!is_turned(op, t->body))
    return true;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  op->ins.at[0] = build_not(&b, op->ins.at[0]);
  ir_region *first = op->regions[0];
  op->regions[0] = op->regions[1];
  op->regions[1] = first;
  t->any = true;
  return true;
}

ir_op *
rec_turn_ifs(loft_cx *cx, ir_func *f, ir_op *op) {
  (void)cx, (void)f;
  turning t = {.body = op->regions[0]};
  if (op->code != IR_OP_LOOP)
    return NULL;
  ir_walk(t.body, turn, &t);
  if (t.any)
    rec_remove_unused(t.body);
  return t.any ? op : NULL;
}
