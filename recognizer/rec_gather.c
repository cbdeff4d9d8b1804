// recognizer/rec_gather.c: the range pass over index arrays.
//
// Where a subscript is data, x[idx[i]], its range is found by looking: the
// loops around the load are rebuilt as nested reduces of minimum and maximum,
// with the slices of code that their extents, conditions and the load's
// subscript need. Only reads the region makes itself are made. What depends on
// values the region computes cannot be looked at beforehand.
//
//   %lo, %hi = reduce (%i < %n) [min MAX, max MIN] {seq} { index %idx, %i ... }
#include "recognizer/rec_soac_private.h"

typedef struct gather {
  rec_emit *e;
  map *subst;
  ir_val *leaf; // the load, or the extent to sum up
  bool sum;
} gather;

// -- Slices -----------------------------------------------------------------
// True when "v" can be recomputed given the loop indices around it.
static bool
can_slice(const gather *g, ir_val *v, int depth) {
  enum { MAX_DEPTH = 60 };
  if (map_has(g->subst, v))
    return true;
  if (depth > MAX_DEPTH)
    return false;
  if (!v->def) {
    const ir_op *op = v->param_of->parent_op;
    return op && v->index < op->n_dims && !v->type.array;
  }
  bool load = v->def->code == IR_OP_INDEX;
  if (load && !rec_emit_is_input(g->e, v->def->ins.at[0]))
    return false;
  if (!load && !ir_is_scalar_op(v->def->code))
    return false;
  for (int i = load; i < v->def->ins.n; i++)
    if (!can_slice(g, v->def->ins.at[i], depth + 1))
      return false;
  return true;
}

// "v" at "b"; can_slice must hold and the indices be in the substitution.
static ir_val *
build_slice(gather *g, ir_builder *b, ir_val *v) {
  if (map_has(g->subst, v))
    return map_get(g->subst, v);
  for (int i = 0; i < v->def->ins.n; i++)
    build_slice(g, b, v->def->ins.at[i]);
  ir_clone_op(b, v->def, g->subst);
  return map_get(g->subst, v);
}

// True when everything around "op" up to the top level can be rebuilt.
static bool
can_rebuild(const gather *g, const ir_op *op) {
  for (const ir_region *r = op->parent; r->parent_op;
       r = r->parent_op->parent) {
    ir_op *up = r->parent_op;
    int n = up->code == IR_OP_IF ? 1 : up->n_dims;
    if (n == 0 || up->has_while)
      return false;
    for (int k = 0; k < n; k++)
      if (!can_slice(g, up->ins.at[k], 0))
        return false;
  }
  return true;
}

// -- Nests ------------------------------------------------------------------
// The value folded, at the innermost place.
static ir_val *
build_leaf(gather *g, ir_builder *b) {
  ir_val *v = build_slice(g, b, g->leaf);
  if (!g->sum)
    return ir_build_convert(b, v, IR_I64);
  v = ir_build2(b, IR_OP_MAX, v, ir_build_int(b, IR_I64, 0));
  return ir_build_convert(b, v, IR_F64);
}

// Where nothing is executed: min, max or sum of nothing. Returns the number.
static int
build_nothing(const gather *g, ir_builder *b, ir_val **out) {
  out[0] = g->sum ? ir_build_float(b, IR_F64, 0.0)
                  : ir_build_int(b, IR_I64, INT64_MAX);
  out[1] = g->sum ? NULL : ir_build_int(b, IR_I64, INT64_MIN);
  return g->sum ? 1 : 2;
}

static int build_nest(gather *g, ir_builder *b, ir_op **path, int n,
                      ir_val **out);

// The rest of the path in region "r" of "op"; ends it with a yield.
static void
build_inner(gather *g, ir_region *r, ir_op **path, int n) {
  ir_builder b = ir_at_end(r);
  ir_val *v[2];
  int n_out = build_nest(g, &b, path, n, v);
  ir_build_yield(&b, v, n_out);
}

// An if around the rest of the path.
static int
build_if(gather *g, ir_builder *b, ir_op **path, int n, ir_val **out) {
  ir_op *op = path[0];
  bool other = path[1]->parent == op->regions[1]; // path ends with the leaf
  ir_val *c = build_slice(g, b, op->ins.at[0]);
  ir_op *copy = ir_build_raw(b, IR_OP_IF);
  ir_add_in(copy, c);
  ir_region *r[2] = {ir_add_region(copy), ir_add_region(copy)};
  build_inner(g, r[other], path + 1, n - 1);
  ir_builder nb = ir_at_end(r[!other]);
  ir_val *none[2];
  int n_out = build_nothing(g, &nb, none);
  ir_build_yield(&nb, none, n_out);
  for (int k = 0; k < n_out; k++)
    out[k] = ir_add_out(copy, none[k]->type, NULL);
  return n_out;
}

// A reduce over the indices of path[0] around the rest of the path.
static int
build_reduce(gather *g, ir_builder *b, ir_op **path, int n, ir_val **out) {
  ir_op *op = path[0];
  ir_val *extents[8], *init[2];
  int n_dims = op->n_dims;
  for (int k = 0; k < n_dims; k++)
    extents[k] = build_slice(g, b, op->ins.at[k]);
  int n_out = build_nothing(g, b, init);
  ir_op *red = ir_build_raw(b, IR_OP_REDUCE);
  red->n_dims = n_dims;
  red->n_red = n_out;
  red->seq = true;
  red->red_ops = NEW_ARRAY(b->func->module->arena, ir_opcode, n_out);
  red->red_ops[0] = g->sum ? IR_OP_ADD : IR_OP_MIN;
  if (n_out > 1)
    red->red_ops[1] = IR_OP_MAX;
  for (int k = 0; k < n_dims; k++)
    ir_add_in(red, extents[k]);
  for (int k = 0; k < n_out; k++)
    ir_add_in(red, init[k]);
  ir_region *r = ir_add_region(red);
  for (int k = 0; k < n_dims; k++) {
    ir_val *i = op->regions[0]->params.at[k];
    map_put(g->subst, i, ir_region_add_param(r, i->type, i->name));
  }
  build_inner(g, r, path + 1, n - 1);
  for (int k = 0; k < n_out; k++)
    out[k] = ir_add_out(red, init[k]->type, NULL);
  return n_out;
}

// The path of "n" ops around the leaf (path[n] is the op the leaf is for).
static int
build_nest(gather *g, ir_builder *b, ir_op **path, int n, ir_val **out) {
  if (n == 0) {
    out[0] = build_leaf(g, b);
    out[1] = g->sum ? NULL : out[0];
    return g->sum ? 1 : 2;
  }
  if (path[0]->code == IR_OP_IF)
    return build_if(g, b, path, n, out);
  return build_reduce(g, b, path, n, out);
}

// A copy of the substitution: what is cloned in nests is of no use outside.
static map *
copy_subst(const rec_emit *e) {
  map *m = map_new(e->an->a);
  const void *key;
  void *value;
  for (int i = 0; i < map_count(e->subst); i++) {
    map_at(e->subst, i, &key, &value);
    map_put(m, key, value);
  }
  return m;
}

// Folds g->leaf over all executions of "at". False when it cannot be done.
static bool
run(gather *g, ir_op *at, ir_val **out) {
  enum { MAX_PATH = 16 };
  ir_op *path[MAX_PATH + 1];
  int n = 0;
  for (ir_op *op = at->parent->parent_op; op; op = op->parent->parent_op)
    if (++n > MAX_PATH || op->n_dims > 8)
      return false;
  int k = n;
  path[n] = at;
  for (ir_op *op = at->parent->parent_op; op; op = op->parent->parent_op)
    path[--k] = op;
  if (!can_rebuild(g, at) || !can_slice(g, g->leaf, 0))
    return false;
  build_nest(g, g->e->b, path, n, out);
  return true;
}

// -- Entry points -----------------------------------------------------------
// The bounds as atoms; 1 and 0 when there was no value at all.
static void
make_atoms(rec_emit *e, ir_val **v, int *lo, int *hi) {
  ir_builder *b = e->b;
  ir_val *some = ir_build2(b, IR_OP_LE, v[0], v[1]);
  ir_val *low =
      ir_build3(b, IR_OP_SELECT, some, v[0], ir_build_int(b, IR_I64, 1));
  ir_val *high =
      ir_build3(b, IR_OP_SELECT, some, v[1], ir_build_int(b, IR_I64, 0));
  map_put(e->subst, low, low);
  map_put(e->subst, high, high);
  *lo = rec_an_atom(e->an, low);
  *hi = rec_an_atom(e->an, high);
}

bool
rec_emit_range_pass(rec_emit *e, ir_val *v, int *lo, int *hi) {
  int *known = map_get(e->ranges, v);
  if (!known) {
    gather g = {.e = e, .subst = copy_subst(e), .leaf = v};
    ir_val *out[2];
    known = NEW_ARRAY(e->an->a, int, 3);
    known[0] = v->def && ir_is_int(v->type.elem) && run(&g, v->def, out);
    if (known[0])
      make_atoms(e, out, &known[1], &known[2]);
    map_put(e->ranges, v, known);
  }
  *lo = known[1];
  *hi = known[2];
  return known[0];
}

ir_val *
rec_emit_trip_sum(rec_emit *e, ir_op *op, int k) {
  gather g = {
      .e = e, .subst = copy_subst(e), .leaf = op->ins.at[k], .sum = true};
  ir_val *out[2];
  return run(&g, op, out) ? out[0] : NULL;
}
