// rewrites/pass_flag.c: whether rows of elements found something, as a flag.
//
//   s = reduce (i < n) [or f] (w = a) {   t = alloc 1; t[0] = 0
//     x = reduce (k < c(i)) [or false]    map (i < n) (w = a, t) {
//           (v = w) {                =>     map (k < c(i)) (v = w, t) {
//       A(i, k); p }                          A(i, k); if p { t[0] = 1 } } }
//     x }                                 s = f or t[0] != 0
//
// Work-groups share rows of maps out (pass_group.c), and rows of such
// reductions, as `changed = 1` in a loop over the edges of each node is, are
// then rows of a map. All that store to the flag store the same.
#include "rewrites/rw_private.h"

bool pass_flag(loft_cx *cx, ir_func *f, rw_options *o);

// Ops from a row to the reduction in it: ifs around that, and itself.
enum { MOST_PATH = 4 };

typedef struct flagger {
  arena *a;
  ir_func *f;
  ir_soac rows, inner;
  ir_op *path[MOST_PATH];
  int n_path;
} flagger;

// -- Conditions ---------------------------------------------------------------
static bool
is_false(const ir_val *v) {
  return v->def && v->def->code == IR_OP_CONST && v->type.elem == IR_BOOL &&
         !v->type.array && !v->def->bits;
}

// True when "op" is a reduction of one bool by "or", in one dimension.
static bool
match_or(ir_op *op, ir_soac *s) {
  return op->code == IR_OP_REDUCE && op->n_dims == 1 && op->n_red == 1 &&
         ir_match_soac(op, s) && s->red_ops[0] == IR_OP_OR &&
         s->results[0]->type.elem == IR_BOOL;
}

// True for a reduction or an if.
static bool
is_reduce_or_if(const ir_op *op) {
  return op->code == IR_OP_REDUCE || op->code == IR_OP_IF;
}

// True when the other branch of the if "op" only hands values on.
static bool
has_no_else(const ir_op *op) {
  ir_foreach_op (inner, op->regions[1])
    if (inner->code != IR_OP_CONST && inner->code != IR_OP_YIELD)
      return false;
  return true;
}

// True when "v", which a row yields, is value "k" of the reduction in it: its
// result (-1), or its array for param "param", or where an if does not hold,
// false or that param.
static bool
is_handed_on(const flagger *z, const ir_val *v, const ir_val *param) {
  for (int g = 0; g + 1 < z->n_path; g++) {
    const ir_op *op = z->path[g];
    if (v->def != op)
      return false;
    const ir_val *other = op->regions[1]->last->ins.at[v->index];
    if (param ? other != param : !is_false(other))
      return false;
    v = op->regions[0]->last->ins.at[v->index];
  }
  if (!param)
    return v == z->inner.results[0];
  for (int k = 0; k < z->inner.n_dests; k++)
    if (v == z->inner.dest_outs[k])
      return z->inner.dests[k] == param;
  return false;
}

// Sees "op" as such rows. Their lengths are data.
static bool
match_rows(flagger *z, ir_op *op) {
  if (op->level != IR_LEVEL_NONE || !match_or(op, &z->rows))
    return false;
  ir_region *r = z->rows.body;
  ir_op *only = NULL;
  while (z->n_path < MOST_PATH &&
         (only = an_only_op(&z->rows, r, is_reduce_or_if))) {
    z->path[z->n_path++] = only;
    if (only->code != IR_OP_IF)
      break;
    if (!has_no_else(only))
      return false;
    r = only->regions[0];
  }
  if (!only || !match_or(only, &z->inner) || !is_false(z->inner.inits[0]) ||
      z->inner.n_dests != z->rows.n_dests || !z->rows.n_dests ||
      !rw_is_read(z->inner.extents[0], z->rows.body) ||
      !is_handed_on(z, z->rows.values[0], NULL))
    return false;
  for (int k = 0; k < z->rows.n_dests; k++)
    if (!is_handed_on(z, z->rows.dest_yields[k], z->rows.dest_params[k]))
      return false;
  return true;
}

// -- Rewriting ----------------------------------------------------------------
// if p { t[0] = 1 }, at "b": t.
static ir_val *
build_mark(ir_builder *b, ir_val *p, ir_val *t) {
  ir_builder in, other;
  ir_build_if(b, p, &in, &other);
  ir_val *marked =
      ir_build_combine(&in, IR_OP_UPDATE, t, ir_build_int(&in, IR_I64, 0),
                       ir_build_int(&in, IR_I32, 1));
  return ir_end_if(&in, marked, &other, t, t->name);
}

// The map of the elements of a row, at "b": the rows' arrays and the flag, from
// before to after, are in "now".
static void
build_elements(const flagger *z, ir_builder *b, map *subst, ir_val **now) {
  const ir_soac *s = &z->inner;
  int n = s->n_dests;
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *body = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, ir_substituted(subst, s->extents[0]));
  map_put(subst, s->idx[0],
          ir_region_add_param(body, ir_ty(IR_I64), s->idx[0]->name));
  for (int k = 0; k < n; k++)
    for (int d = 0; d < n; d++)
      if (s->dests[d] == z->rows.dest_params[k])
        map_put(subst, s->dest_params[d], rw_add_dest(op, now[k]));
  ir_val *t = rw_add_dest(op, now[n]);
  ir_builder in = ir_at_end(body);
  ir_val **all = NEW_ARRAY(z->a, ir_val *, n + 1),
         **yields = NEW_ARRAY(z->a, ir_val *, n + 1);
  ir_clone_region_ops(&in, s->body, subst, all);
  for (int k = 0; k < n; k++)
    for (int d = 0; d < n; d++)
      if (s->dests[d] == z->rows.dest_params[k])
        yields[k] = all[1 + d];
  yields[n] = build_mark(&in, all[0], t);
  ir_build_yield(&in, yields, n + 1);
  for (int k = 0; k <= n; k++)
    now[k] = op->outs.at[k];
}

// The ops of region "r" of a row, at "b", with what is number "g" of the path
// in it.
static void
build_level(const flagger *z, ir_builder *b, ir_region *r, int g, map *subst,
            ir_val **now) {
  int n = z->inner.n_dests + 1;
  ir_op *next = z->path[g];
  ir_foreach_op (op, r)
    if (op != next && op->code != IR_OP_YIELD)
      ir_clone_op(b, op, subst);
  if (g + 1 == z->n_path) {
    build_elements(z, b, subst, now);
    return;
  }
  ir_builder in, other;
  ir_op *op =
      ir_build_if(b, ir_substituted(subst, next->ins.at[0]), &in, &other);
  ir_build_yield(&other, now, n);
  build_level(z, &in, next->regions[0], g + 1, subst, now);
  ir_build_yield(&in, now, n);
  for (int k = 0; k < n; k++)
    now[k] = ir_add_out(op, now[k]->type, now[k]->name);
}

// The map of rows before "b", with flag "t": the flag afterwards.
static ir_val *
build_rows(const flagger *z, ir_builder *b, ir_val *t) {
  const ir_soac *s = &z->rows;
  int n = s->n_dests;
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *body = ir_add_region(op);
  map *subst = map_new(z->a);
  ir_val **now = NEW_ARRAY(z->a, ir_val *, n + 1);
  op->n_dims = 1;
  ir_add_in(op, s->extents[0]);
  map_put(subst, s->idx[0],
          ir_region_add_param(body, ir_ty(IR_I64), s->idx[0]->name));
  for (int k = 0; k < n; k++)
    now[k] = rw_add_dest(op, s->dests[k]);
  now[n] = rw_add_dest(op, t);
  ir_builder in = ir_at_end(body);
  build_level(z, &in, s->body, 0, subst, now);
  ir_build_yield(&in, now, n + 1);
  for (int k = 0; k < n; k++)
    ir_replace_uses(z->f, s->dest_outs[k], op->outs.at[k]);
  return op->outs.at[n];
}

// reduce (i) [or] { reduce (k) [or] {A; p} } =>
//   t[0] = 0; map (i) { map (k) {A; if p { t[0] = 1 }} }; t[0] != 0
// when: at host level; a row is one reduction, perhaps in ifs without another
//       branch, and scalars; its length is read from memory
// why:  a node with many edges is the work of one thread of a GPU, and each
//       reads edges of its own, far from its neighbours'
// src:  Merrill, Garland and Grimshaw, Scalable GPU Graph Traversal: neighbours
//       gathered by groups
static bool
try_flag(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  flagger z = {.a = f->module->arena, .f = f};
  if (!match_rows(&z, op) || !rw_fired(o, RW_RULE_flag))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *zero = ir_build_int(&b, IR_I64, 0), *no = ir_build_int(&b, IR_I32, 0);
  ir_val *t = ir_build_alloc(&b, IR_I32, ir_build_int(&b, IR_I64, 1),
                             IR_SPACE_GLOBAL, z.rows.results[0]->name);
  t = build_rows(&z, &b, ir_build_update(&b, t, zero, no));
  ir_val *any = ir_build2(&b, IR_OP_NE, ir_build_index(&b, t, zero), no);
  ir_replace_uses(f, z.rows.results[0],
                  ir_build2(&b, IR_OP_OR, z.rows.inits[0], any));
  ir_remove(op);
  return true;
}

bool
pass_flag(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_flag);
}
