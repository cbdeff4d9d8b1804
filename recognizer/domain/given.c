// recognizer/domain/given.c: values that are known when the region starts.
//
// Guards and footprints run before the region, in functions of the same
// parameters. What follows from these alone can be computed there too: at the
// region's top level by scalar ops, reads of what it is given, and ifs and
// conjunctions of such;
// anywhere else by scalar ops without floats, which a device may compute with
// (its subnormal numbers need not be the host's). In
//   loop (%y < %h) { %end = sub %w, 1; loop (%c < %end) { ...
// %end does not vary, though it stays in its loop: what is relied on about it
// is relied on only if the loop runs.
#include "recognizer/domain/domain.h"

// True when "op" is a loop that ends as its condition says, of scalars.
static bool
is_counting(const ir_op *op) {
  bool ok = op->code == IR_OP_LOOP && op->has_while;
  for (int i = 0; i < op->outs.n && ok; i++)
    ok = !op->outs.at[i]->type.array && !ir_is_float(op->outs.at[i]->type.elem);
  return ok;
}

// True when "op" is a conjunction over integers: what shapes ask of all
// iterations (claim_build.c), in memory that C reads. Others are not worth a
// pass over data on the CPU.
static bool
is_question(const rec_an *an, const ir_op *op) {
  bool ok = op->code == IR_OP_REDUCE && op->red_ops && op->n_red == op->outs.n;
  for (int i = 0; ok && i < op->n_red; i++)
    ok = op->outs.at[i]->type.elem == IR_BOOL && op->red_ops[i] == IR_OP_AND;
  if (!ok)
    return false;
  ir_foreach_op (in, op->regions[0]) {
    const ir_val *from = in->code == IR_OP_INDEX ? in->ins.at[0] : NULL;
    if (from && from->param_of == an->f->body &&
        an->f->param_mode[from->index] & IR_PROBE)
      return false;
    for (int i = 0; i < in->outs.n; i++)
      ok = ok && !ir_is_float(in->outs.at[i]->type.elem);
  }
  return ok;
}

// True when "op", without its operands, may be evaluated before the region
// starts; it is at the top level, or in such an op.
static bool
can_copy(const rec_an *an, const ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return op->ins.at[0]->param_of == an->f->body;
  if (op->code != IR_OP_IF && !is_counting(op) && !is_question(an, op))
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
  rec_operand_fn *look;
  void *user;
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
    if (op != o->root && ir_home_of(v) != o->an->f->body)
      continue;
    o->ok = o->look(o->user, v);
  }
  return o->ok;
}

bool
rec_each_operand(rec_an *an, ir_op *op, rec_operand_fn *look, void *user) {
  operands o = {an, look, user, op, true};
  look_at_operands(&o, op);
  for (int k = 0; k < op->n_regions && o.ok; k++)
    ir_walk(op->regions[k], look_at_operands, &o);
  return o.ok;
}

// rec_operand_fn: the analysis "user" knows that "v" is given.
static bool
is_given(void *user, ir_val *v) {
  return rec_is_given(user, v);
}

bool
rec_is_given(rec_an *an, const ir_val *v) {
  ir_op *op = v->def;
  if (!op)
    return v->param_of == an->f->body ||
           (an->evolving && map_has(an->evolving, v));
  if (!map_has(an->given, op)) {
    bool ok = op->parent == an->f->body ? can_copy(an, op) : is_exact(op);
    ok = ok && rec_each_operand(an, op, is_given, an);
    map_put(an->given, op, ok ? op : NULL);
  }
  return map_get(an->given, op) != NULL;
}

bool
rec_is_of_parameters(const ir_val *v, int depth, rec_op_test *follows) {
  const ir_op *op = v->def;
  bool ok =
      op ? depth > 0 && follows(op) : !v->type.array && !v->param_of->parent_op;
  for (int i = 0; op && i < op->ins.n && ok; i++)
    ok = rec_is_of_parameters(op->ins.at[i], depth - 1, follows);
  return ok;
}

const ir_vals *
rec_assumed_conditions(rec_an *an) {
  enum { DEPTH = 8 };
  if (an->assumed)
    return an->assumed;
  an->assumed = NEW(an->a, ir_vals);
  const ir_vals *params = &an->f->body->params;
  const ir_func *from = rec_assumed_find(an->a, an->f);
  if (!from || from->body->params.n != params->n)
    return an->assumed;
  ir_func *image = ir_func_new(ir_module_new(an->a), from->name);
  ir_builder b = ir_at_end(image->body);
  map *subst = map_new(an->a);
  for (int i = 0; i < params->n; i++)
    map_put(subst, from->body->params.at[i], params->at[i]);
  ir_vals all = {0};
  rec_guard_split(an->a, from->body->last->ins.at[0], &all);
  for (int i = 0; i < all.n; i++)
    if (rec_is_of_parameters(all.at[i], DEPTH, is_exact))
      vec_push(an->a, an->assumed,
               an_copy_slice(&b, all.at[i], from->body, subst));
  return an->assumed;
}
