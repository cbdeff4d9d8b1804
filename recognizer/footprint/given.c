// recognizer/footprint/given.c: values that are known when the region starts.
//
// Guards and footprints run before the region, in functions of the same
// parameters. What follows from these alone can be computed there too: at the
// region's top level by scalar ops, reads of what it is given, and ifs of such;
// anywhere else by scalar ops without floats, which a device may compute with
// (its subnormal numbers need not be the host's). In
//   loop (%y < %h) { %end = sub %w, 1; loop (%c < %end) { ...
// %end does not vary, though it stays in its loop: what is relied on about it
// is relied on only if the loop runs.
#include "recognizer/footprint/footprint.h"

// The region that "v" is defined in.
static const ir_region *
home_of(const ir_val *v) {
  return v->def ? v->def->parent : v->param_of;
}

// True when "op", without its operands, may be evaluated before the region
// starts; it is at the top level, or in such an op.
static bool
can_copy(const rec_an *an, const ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return op->ins.at[0]->param_of == an->f->body;
  if (op->code != IR_OP_IF)
    return ir_is_scalar_op(op->code);
  for (int k = 0; k < op->n_regions; k++)
    ir_foreach_op (inner, op->regions[k])
      if (inner->code != IR_OP_YIELD && !can_copy(an, inner))
        return false;
  return true;
}

// True when "op", anywhere, is the same wherever it is evaluated.
static bool
is_exact(const ir_op *op) {
  bool exact = ir_is_scalar_op(op->code);
  for (int i = 0; i < op->ins.n && exact; i++)
    exact = !ir_is_float(op->ins.at[i]->type.elem);
  return exact && !ir_is_float(op->outs.at[0]->type.elem);
}

// The op whose operands are looked at, and what about them.
typedef struct operands {
  rec_an *an;
  rec_emit *e; // they are emitted; NULL: are they given?
  const ir_op *root;
  bool ok;
} operands;

// ir_walk_fn: looks at what "op" uses from outside of the root, an op at the
// top level or without regions.
static bool
look_at_operands(void *user, ir_op *op) {
  operands *o = user;
  for (int i = 0; i < op->ins.n && o->ok; i++) {
    ir_val *v = op->ins.at[i];
    if (op != o->root && home_of(v) != o->an->f->body)
      continue;
    o->ok = o->e ? rec_emit_value(o->e, v) != NULL : rec_is_given(o->an, v);
  }
  return o->ok;
}

// look_at_operands for all of "op".
static bool
all_operands(rec_an *an, rec_emit *e, ir_op *op) {
  operands o = {an, e, op, true};
  look_at_operands(&o, op);
  for (int k = 0; k < op->n_regions && o.ok; k++)
    ir_walk(op->regions[k], look_at_operands, &o);
  return o.ok;
}

bool
rec_is_given(rec_an *an, const ir_val *v) {
  ir_op *op = v->def;
  if (!op)
    return v->param_of == an->f->body;
  if (!map_has(an->given, op)) {
    bool ok = op->parent == an->f->body ? can_copy(an, op) : is_exact(op);
    ok = ok && all_operands(an, NULL, op);
    map_put(an->given, op, ok ? op : NULL);
  }
  return map_get(an->given, op) != NULL;
}

ir_val *
rec_emit_value(rec_emit *e, ir_val *v) {
  if (map_has(e->subst, v))
    return map_get(e->subst, v);
  ir_op *op = v->def;
  if (!op || !rec_is_given(e->an, v) || !all_operands(e->an, e, op))
    return NULL;
  // copies of what is inside of it are not seen outside
  map *within = op->n_regions ? map_copy(e->an->a, e->subst) : e->subst;
  ir_op *copy = ir_clone_op(e->b, op, within);
  for (int k = 0; k < copy->outs.n; k++)
    map_put(e->subst, op->outs.at[k], copy->outs.at[k]);
  return map_get(e->subst, v);
}
