// recognizer/footprint/chunk.c: a region for some iterations of its outermost
// loop alone, so that arrays larger than a device go through it in chunks.
//
// A function qualifies whose body is one map or fold after scalar ops: chunks
// in order are the same as the whole then. The iterations of a map are
// independent. A fold goes on from what the chunk before has left, which gives
// the same bits where it is in order, or its operator is associative: that of
// integers, but not of floats. These are folded by a tree, of which a chunk is
// a piece; the values of pieces are joined. (Note [Chunks] in
// docs/design-notes.md)
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/shapes.h"

// The one SOAC at the top level of "f"; NULL: there are none, or several, or
// ops that are neither scalar nor loads of what the region does not write.
static ir_op *
only_soac(const ir_func *f) {
  ir_op *found = NULL;
  ir_foreach_op (op, f->body) {
    const ir_val *from = op->code == IR_OP_INDEX ? op->ins.at[0] : NULL;
    bool is_load = from && !found && from->param_of == f->body &&
                   !(f->param_mode[from->index] & IR_WRITE);
    if (ir_is_soac(op) && !found && op->code != IR_OP_SCAN)
      found = op;
    else if (op->code != IR_OP_YIELD && !is_load &&
             (!ir_is_scalar_op(op->code) || (found && !ir_is_speculatable(op))))
      return NULL;
  }
  return found;
}

// ir_walk_fn: false at an op that depends on which iterations there are: it
// asks for bounds of arrays, or adds up floats by key.
static bool
is_same_in_chunks(void *user, ir_op *op) {
  (void)user;
  ir_class c = ir_op_table[op->code].cls;
  return c != IR_CLASS_BOUND && c != IR_CLASS_READABLE &&
         !ir_combines_floats(op);
}

// Whether the bits of what "op" folds depend on where the pieces of its tree
// begin and end; else folds may go on from where another chunk ended.
static bool
is_tree(const ir_op *op) {
  for (int k = 0; k < op->n_red && !op->seq; k++)
    if (ir_is_float(op->outs.at[k]->type.elem))
      return true;
  return false;
}

// Whether all arrays that "f" gives are parameters of its, and none is read
// where C does not.
static bool
has_plain_arrays(const ir_func *f) {
  const ir_vals *out = &f->body->last->ins;
  for (int k = 0; k < out->n; k++)
    if (out->at[k]->type.array &&
        ir_storage_root(out->at[k], NULL)->param_of != f->body)
      return false;
  for (int k = 0; k < f->body->params.n; k++)
    if (f->param_mode[k] & IR_PROBE)
      return false;
  return true;
}

// What keeps "f", whose SOAC is "op", from chunks; NULL: nothing.
static const char *
find_obstacle(const ir_func *f, const ir_op *op) {
  if (!op)
    return "it is not one parallel loop";
  if (is_tree(op) && !op->red_ops)
    return "it folds floats by an operator of its own";
  if (!ir_walk(f->body, is_same_in_chunks, NULL))
    return "its iterations share more than arrays";
  return has_plain_arrays(f) ? NULL : "it has arrays of its own";
}

// Makes "f", a copy, a function of iterations "first" up to below "end" of the
// outermost dimension of its SOAC "op", and of what its folds start from; what
// these end with are its last results.
static void
restrict_iterations(ir_func *f, ir_op *op) {
  ir_val *first = ir_func_add_param(f, ir_ty(IR_I64), "first", 0);
  ir_val *end = ir_func_add_param(f, ir_ty(IR_I64), "end", 0);
  ir_builder b = ir_before(op);
  ir_region *body = op->regions[0];
  op->ins.at[0] = ir_build2(&b, IR_OP_SUB, end, first);
  b = ir_before(body->first);
  ir_val *i = body->params.at[0], *at = ir_build2(&b, IR_OP_ADD, i, first);
  ir_replace_uses(f, i, at);
  at->def->ins.at[0] = i;
  for (int k = 0; k < op->n_red; k++) {
    ir_val **start = &op->ins.at[op->n_dims + k];
    *start = ir_func_add_param(f, (*start)->type, "start", 0);
    vec_push(f->module->arena, &f->body->last->ins, op->outs.at[k]);
  }
}

// Cleans up "f", which reads arrays at its top level at most.
static void
settle(ir_func *f) {
  rec_remove_unused(f->body);
  for (int k = 0; k < f->body->params.n; k++)
    f->param_mode[k] = 0;
  ir_foreach_op (x, f->body)
    if (x->code == IR_OP_INDEX)
      f->param_mode[x->ins.at[0]->index] = IR_READ;
}

// The iterations of all dimensions of "op" but the outermost.
static ir_val *
multiply_inner(ir_builder *b, const ir_op *op) {
  ir_val *n = ir_build_int(b, IR_I64, 1);
  for (int k = 1; k < op->n_dims; k++)
    n = ir_build2(b, IR_OP_MUL, n, op->ins.at[k]);
  return n;
}

// Makes "f", a copy, a function of how many iterations the outermost dimension
// of its SOAC "op" has, of what the folds of a chunk start from, and, of trees,
// how many values each of these iterations has.
static void
leave_range(ir_func *f, ir_op *op) {
  arena *a = f->module->arena;
  ir_vals out = {0};
  ir_builder b = ir_before(op);
  vec_push(a, &out, op->ins.at[0]);
  for (int k = 0; k < op->n_red; k++) {
    ir_val *start = op->ins.at[op->n_dims + k];
    ir_scalar t = start->type.elem;
    if (is_tree(op))
      start = ir_build_bits(&b, t, ir_red_identity(op->red_ops[k], t));
    vec_push(a, &out, start);
  }
  if (is_tree(op))
    vec_push(a, &out, multiply_inner(&b, op));
  const ir_op *before = op->prev;
  while (f->body->last != before)
    ir_remove(f->body->last);
  b = ir_at_end(f->body);
  ir_build_yield(&b, out.at, out.n);
  settle(f);
}

// A function "name" of two values of each fold of "op" that gives the folds of
// both.
static ir_func *
build_join(ir_module *m, const char *name, const ir_op *op) {
  ir_func *f = ir_func_new(m, name);
  ir_vals out = {0};
  int n = op->n_red;
  for (int k = 0; k < 2 * n; k++)
    ir_func_add_param(f, op->outs.at[k % n]->type, k < n ? "left" : "right", 0);
  ir_builder b = ir_at_end(f->body);
  ir_val **p = f->body->params.at;
  for (int k = 0; k < n; k++)
    vec_push(m->arena, &out, ir_build2(&b, op->red_ops[k], p[k], p[n + k]));
  ir_build_yield(&b, out.at, out.n);
  return f;
}

// Makes "f", a copy, a function of the values of the trees of its SOAC "op",
// the last parameters, that gives the scalars among the results.
static void
leave_end(ir_func *f, ir_op *op) {
  ir_builder b = ir_before(op);
  for (int k = 0; k < op->n_red; k++) {
    ir_val *start = op->ins.at[op->n_dims + k];
    ir_val *tree = ir_func_add_param(f, start->type, "tree", 0);
    ir_replace_uses(f, op->outs.at[k],
                    ir_build2(&b, op->red_ops[k], start, tree));
  }
  ir_vals *out = &f->body->last->ins;
  for (int k = 0; k < out->n; k++)
    if (out->at[k]->type.array)
      out->at[k] = ir_build_int(&b, IR_I64, 0);
  ir_remove(op);
  settle(f);
}

// What is told about the parameters of "f", of which the first "n" are those
// that "told" is about.
static rec_told *
tell_all(arena *a, const ir_func *f, const rec_told *told, int n) {
  rec_told *all = NEW_ARRAY(a, rec_told, f->body->params.n);
  for (int k = 0; k < f->body->params.n; k++)
    all[k] = told && k < n ? told[k] : (rec_told){.declared = -1};
  return all;
}

const char *
rec_build_chunk(loft_cx *cx, const ir_func *f, const rec_told *told,
                rec_chunk *out) {
  arena *a = cx->arena;
  loft_cx quiet = {.arena = a};
  const char *obstacle = find_obstacle(f, only_soac(f));
  ir_func *estimate;
  if (obstacle)
    return obstacle;
  ir_module *m = ir_module_new(a);
  out->range = ir_clone_func(m, f, arena_printf(a, "%s_range", f->name));
  leave_range(out->range, only_soac(out->range));
  out->func = ir_clone_func(m, f, arena_printf(a, "%s_chunk", f->name));
  ir_op *op = only_soac(out->func);
  out->n_folds = op->n_red;
  out->join = out->end = NULL;
  if (is_tree(op)) {
    out->join = build_join(m, arena_printf(a, "%s_join", f->name), op);
    out->end = ir_clone_func(m, f, arena_printf(a, "%s_end", f->name));
    leave_end(out->end, only_soac(out->end));
  }
  restrict_iterations(out->func, op);
  const rec_told *all = tell_all(a, out->func, told, f->body->params.n);
  out->footprint = rec_build_footprint(&quiet, out->func, all, &estimate);
  return out->footprint ? NULL : "the footprints of its chunks are not known";
}
