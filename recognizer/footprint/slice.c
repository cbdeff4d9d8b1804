// recognizer/footprint/slice.c: values recomputed before the region runs.
//
// A value of the region is rebuilt elsewhere with all that it is made of, ifs
// and inner loops that give scalars included, given the indices of the loops
// around it. Only reads that the region makes itself are made, of arrays as
// they are at its start.
#include "recognizer/footprint/footprint.h"

rec_slicer
rec_slicer_new(rec_emit *e) {
  return (rec_slicer){
      .e = e, .subst = map_copy(e->an->a, e->subst), .can = map_new(e->an->a)};
}

static bool can_slice(rec_slicer *s, ir_val *v, int depth);

// True when "op" is executed wherever "s" asks for.
static bool
is_certain(const rec_slicer *s, const ir_op *op) {
  const ir_region *r = s->inner;
  if (!s->home || !op->parent->parent_op)
    return true;
  while (r != op->parent && r != s->home)
    r = r->parent_op->parent;
  return r == op->parent;
}

// Whether a SOAC or loop is around "op".
static bool
is_nested(const ir_op *op) {
  for (op = op->parent->parent_op; op; op = op->parent->parent_op)
    if (ir_is_soac(op) || op->code == IR_OP_LOOP)
      return true;
  return false;
}

// ir_walk_fn: false when "op" computes a float, rather than to choose one.
static bool
chooses_floats(void *user, ir_op *op) {
  (void)user;
  for (int k = 0; k < op->outs.n; k++)
    if (ir_is_float(op->outs.at[k]->type.elem) && op->code != IR_OP_SELECT &&
        op->code != IR_OP_CONST)
      return false;
  return true;
}

// Whether fold "op", which an operator's region makes, could not be made inside
// another one with the same bits: there it is in order.
static bool
needs_tree(const ir_op *op) {
  ir_region *by = ir_operator_region(op);
  return by && !op->seq && is_nested(op) && !ir_walk(by, chooses_floats, NULL);
}

// True when "op", which is copied as a part of "root", only computes scalars
// from the region's parameters.
static bool
is_pure(const rec_slicer *s, ir_op *op, const ir_op *root) {
  for (int i = 0; i < op->outs.n; i++)
    if (op->outs.at[i]->type.array)
      return false;
  if (op->code == IR_OP_INDEX)
    return rec_emit_is_input(s->e, op->ins.at[0]) && is_certain(s, root) &&
           rec_emit_may_read(s->e, op);
  if (needs_tree(op))
    return false;
  return op->n_regions > 0 || op->code == IR_OP_YIELD ||
         ir_is_scalar_op(op->code);
}

// A walk over the op being copied.
typedef struct copying {
  rec_slicer *s;
  ir_op *root;
  ir_builder *b; // NULL: only ask
  int depth;
  bool ok;
} copying;

// ir_walk_fn: sees to the values that "op" uses from outside of the op being
// copied.
static bool
copy_operands(void *user, ir_op *op) {
  copying *c = user;
  c->ok = c->ok && is_pure(c->s, op, c->root);
  for (int i = op->code == IR_OP_INDEX; i < op->ins.n && c->ok; i++) {
    ir_val *v = op->ins.at[i];
    if (ir_is_within(v, c->root))
      continue;
    if (c->b)
      rec_build_slice(c->s, c->b, v);
    else
      c->ok = can_slice(c->s, v, c->depth + 1);
  }
  return c->ok;
}

// copy_operands for "op" and all in it.
static bool
copy_all_operands(copying *c) {
  c->ok = true;
  copy_operands(c, c->root);
  for (int k = 0; k < c->root->n_regions && c->ok; k++)
    ir_walk(c->root->regions[k], copy_operands, c);
  return c->ok;
}

// can_slice for a value not seen before.
static bool
can_slice_fresh(rec_slicer *s, ir_val *v, int depth) {
  enum { MAX_DEPTH = 200 };
  if (depth > MAX_DEPTH)
    return false;
  if (!v->def) {
    const ir_op *op = v->param_of->parent_op;
    return !s->home && ir_is_index(v) && v->param_of == op->regions[0] &&
           !op->has_while;
  }
  copying c = {.s = s, .root = v->def, .depth = depth};
  return copy_all_operands(&c);
}

// True when "v" can be recomputed given the loop indices around it.
static bool
can_slice(rec_slicer *s, ir_val *v, int depth) {
  if (map_has(s->subst, v))
    return true;
  if (!map_has(s->can, v))
    map_put(s->can, v, can_slice_fresh(s, v, depth) ? v : NULL);
  return map_get(s->can, v) != NULL;
}

// ir_walk_fn: lets "op", a fold inside others, be in order.
static bool
set_in_order(void *user, ir_op *op) {
  (void)user;
  op->seq |= ir_operator_region(op) && is_nested(op);
  return true;
}

ir_val *
rec_build_slice(rec_slicer *s, ir_builder *b, ir_val *v) {
  if (!map_has(s->subst, v)) {
    copying c = {.s = s, .root = v->def, .b = b};
    copy_all_operands(&c);
    ir_op *copy = ir_clone_op(b, v->def, s->subst);
    set_in_order(NULL, copy);
    for (int k = 0; k < copy->n_regions; k++)
      ir_walk(copy->regions[k], set_in_order, NULL);
  }
  return map_get(s->subst, v);
}

bool
rec_can_slice(rec_slicer *s, ir_val *v) {
  return can_slice(s, v, 0);
}
