// recognizer/shapes/hoist.c: loads of scalars behind pointers leave their
// loops, which need not run. (Other invariant ops move in pass hoist.)
//
// What C writes as *n or p->m inside a loop is loaded in each iteration, where
// it hides that a count or a stride does not change. When the array is never
// written and the place fixed, one load before the loops does, made if they
// run:
//
//   loop (%i < %n) { ... loop (%j < %m) { %x = index %p, 0 ...
//   => %x = if %n > 0 && %m > 0 { index %p, 0 } else { 0 }
//
// An element that was loaded before the loop, as w[i] for the bound of
// for (j = w[i]; j < m; j++), is not loaded in it again; nor is one that was
// loaded for the condition, where that held: while (i < m && j < end[v]).
#include "recognizer/shapes/elements.h"

// The outermost loop around "op", or NULL when something else than counted
// loops, or a condition, decides whether "op" is executed.
static ir_op *
outermost_loop(const ir_op *op) {
  ir_op *outer = NULL;
  for (const ir_region *r = op->parent; r->parent_op;
       r = r->parent_op->parent) {
    outer = r->parent_op;
    if (outer->code != IR_OP_LOOP || !outer->n_dims || outer->has_while)
      return NULL;
  }
  return outer;
}

// True when "op", a load, reads the same element of an unwritten array each
// time, and the counts of the loops around it are known before "outer".
static bool
can_hoist(const ir_op *op, const ir_op *outer) {
  const ir_region *body = outer->regions[0];
  const ir_val *array = op->ins.at[0];
  if (array->param_of != body->func->body ||
      !an_is_invariant(op->ins.at[1], body))
    return false;
  for (const ir_op *up = op->parent->parent_op; up != outer;
       up = up->parent->parent_op)
    if (!an_is_invariant(up->ins.at[0], body))
      return false;
  return true;
}

ir_val *
rec_build_runs(ir_builder *b, const ir_op *op, const ir_op *outer) {
  ir_val *all = NULL;
  for (const ir_op *up = op->parent->parent_op;; up = up->parent->parent_op) {
    ir_val *extent = an_copy_invariant(b, up->ins.at[0], outer->regions[0]);
    if (!an_is_positive_at(outer->parent->func->module->arena, extent, outer)) {
      ir_val *c = ir_build2(b, IR_OP_GT, extent, ir_build_int(b, IR_I64, 0));
      all = all ? ir_build2(b, IR_OP_AND, c, all) : c;
    }
    if (up == outer)
      return all;
  }
}

ir_val *
rec_build_load(ir_builder *b, ir_val *runs, ir_val *array, ir_val *at) {
  if (!runs)
    return ir_build_index(b, array, at);
  ir_builder yes, no;
  ir_build_if(b, runs, &yes, &no);
  yes.loc = b->loc;
  ir_val *load = ir_build_index(&yes, array, at);
  ir_val *none = ir_build_int(&no, array->type.elem, 0);
  return ir_end_if(&yes, load, &no, none, array->name);
}

// Makes the load "op" before "outer".
static void
hoist_load(ir_func *f, ir_op *op, ir_op *outer) {
  ir_builder b = ir_before(outer);
  b.loc = op->loc;
  ir_val *out = op->outs.at[0], *array = op->ins.at[0];
  ir_val *c = rec_build_runs(&b, op, outer);
  ir_val *at = an_copy_invariant(&b, op->ins.at[1], outer->regions[0]);
  ir_val *v = rec_build_load(&b, c, array, at);
  v->name = out->name ? out->name : array->name;
  ir_replace_uses(f, out, v);
  ir_remove(op);
}

// The element that "op" loads, where a load before a region around "op" has it;
// NULL: none has.
static ir_val *
loaded_before(const ir_func *f, const ir_op *op) {
  for (const ir_region *r = op->parent; r->parent_op; r = r->parent_op->parent)
    for (const ir_op *p = r->parent_op->prev; p; p = p->prev)
      if (p->code == IR_OP_INDEX && p->ins.at[0] == op->ins.at[0] &&
          an_same_value(f->module->arena, p->ins.at[1], op->ins.at[1]))
        return p->outs.at[0];
  return NULL;
}

// True when "cond" only holds where the element that "op" loads was loaded for
// it.
static bool
is_loaded_for(const ir_val *cond, const ir_op *op) {
  ir_val *both[2];
  if (!an_match_both(cond, false, both))
    return false;
  if (cond->def->code == IR_OP_IF)
    ir_foreach_op (p, cond->def->regions[0])
      if (p->code == IR_OP_INDEX && p->ins.at[0] == op->ins.at[0] &&
          an_same_value(op->parent->func->module->arena, p->ins.at[1],
                        op->ins.at[1]))
        return true;
  return is_loaded_for(both[0], op) || is_loaded_for(both[1], op);
}

// The while loop around "op", a load, before whose first iteration the same
// element was loaded for the loop's condition; NULL: there is none.
static ir_op *
find_asking_loop(const ir_op *op) {
  const ir_func *f = op->parent->func;
  ir_op *up = op->parent->parent_op;
  while (up && up->code == IR_OP_IF)
    up = up->parent->parent_op;
  bool asks = up && up->code == IR_OP_LOOP && up->has_while &&
              op->ins.at[0]->param_of == f->body &&
              an_is_invariant(op->ins.at[1], up->regions[0]) &&
              is_loaded_for(up->ins.at[up->n_dims], op);
  return asks ? up : NULL;
}

// Makes the load "op" before while loop "loop", if that runs.
static void
hoist_asked(ir_func *f, ir_op *op, ir_op *loop) {
  ir_builder b = ir_before(loop);
  b.loc = op->loc;
  ir_val *at = an_copy_invariant(&b, op->ins.at[1], loop->regions[0]);
  ir_val *runs = loop->ins.at[loop->n_dims];
  ir_val *v = rec_build_load(&b, runs, op->ins.at[0], at);
  ir_replace_uses(f, op->outs.at[0], v);
  ir_remove(op);
}

// ir_walk_fn: hoists "op" if it is such a load. Outer ones come first, so that
// counts they are part of are known when inner ones are looked at.
static bool
visit(void *user, ir_op *op) {
  if (op->code != IR_OP_INDEX)
    return true;
  ir_val *before = loaded_before(user, op);
  if (before) {
    ir_replace_uses(user, op->outs.at[0], before);
    ir_remove(op);
    return true;
  }
  ir_op *outer = outermost_loop(op), *asking = find_asking_loop(op);
  if (asking)
    hoist_asked(user, op, asking);
  else if (outer && can_hoist(op, outer))
    hoist_load(user, op, outer);
  return true;
}

void
rec_hoist_loads(ir_func *f) {
  ir_walk(f->body, visit, f);
}
