// rewrites/pass_table.c: functions of an inner index alone, in a table.
//
//   map (i < n) {                   t = map (k < m) { update t, k, sin(f(k)) }
//     s = reduce (k < m) {      =>  map (i < n) {
//       A(i, sin(f(k))) } }           s = reduce (k < m) { A(i, index t, k) } }
//
// Where m is larger than a cache, or n small, the map stays as it is.
// requires: hoist (what does not depend on k stands outside); before math,
// whose ops are what a table saves.
#include "rewrites/rw_private.h"

bool pass_table(loft_cx *cx, ir_func *f, rw_options *o);

enum { MAX_ELEMENTS = 1 << 14, LEAST_READS = 16, MAX_OPS = 200, DEPTH = 10 };

// A loop or fold in a map or reduce, and its values worth a table.
typedef struct tabler {
  arena *a;
  ir_soac outer;
  ir_op *inner;
  ir_val *k, *n; // of "inner"
  ir_vals values;
} tabler;

// True when scalar ops make "v" of the inner index and of what is outside of
// the outer op.
static bool
is_of_index(const tabler *z, const ir_val *v, int depth) {
  if (v == z->k || ir_is_outside(v, z->outer.body))
    return true;
  const ir_op *op = v->def;
  if (!op || !depth || !ir_is_scalar_op(op->code))
    return false;
  for (int k = 0; k < op->ins.n; k++)
    if (!is_of_index(z, op->ins.at[k], depth - 1))
      return false;
  return true;
}

// True when a function of <math.h> is among what makes "v" of the inner index.
static bool
is_dear(const tabler *z, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (!op || !depth || ir_is_outside(v, z->inner->regions[0]))
    return false;
  ir_class cls = ir_op_table[op->code].cls;
  if (cls == IR_CLASS_MATH1 || cls == IR_CLASS_MATH2)
    return true;
  for (int k = 0; k < op->ins.n; k++)
    if (is_dear(z, op->ins.at[k], depth - 1))
      return true;
  return false;
}

// Notes the operands of "op" that belong in a table, unless its own results do.
static bool
note_operands(void *user, ir_op *op) {
  tabler *z = user;
  if (op->outs.n == 1 && is_of_index(z, op->outs.at[0], DEPTH))
    return true;
  for (int k = 0; k < op->ins.n; k++) {
    ir_val *v = op->ins.at[k];
    if (v->def && v->def->parent == z->inner->regions[0] &&
        ir_is_float(v->type.elem) && !v->type.array &&
        !ir_vals_has(&z->values, v) && is_of_index(z, v, DEPTH) &&
        is_dear(z, v, DEPTH))
      vec_push(z->a, &z->values, v);
  }
  return true;
}

// Sees "op", in the outer op, as a loop or fold over one index with values
// worth a table.
static bool
match_inner(tabler *z, ir_op *op) {
  if (!ir_iterates(op) || op->n_dims != 1 || op->has_while ||
      op->level != IR_LEVEL_NONE ||
      !ir_is_outside(op->ins.at[0], z->outer.body))
    return false;
  z->inner = op;
  z->n = op->ins.at[0];
  z->k = op->regions[0]->params.at[0];
  z->values = (ir_vals){0};
  ir_walk(op->regions[0], note_operands, z);
  return z->values.n > 0;
}

// Whether a table pays: it is small, and the outer op reads each element often.
static ir_val *
build_test(const tabler *z, ir_builder *b) {
  ir_val *most = ir_build_int(b, IR_I64, MAX_ELEMENTS);
  ir_val *least = ir_build_int(b, IR_I64, LEAST_READS);
  ir_val *often = NULL;
  for (int k = 0; k < z->outer.n_dims; k++) {
    ir_val *many = ir_build2(b, IR_OP_GE, z->outer.extents[k], least);
    often = often ? ir_build2(b, IR_OP_OR, often, many) : many;
  }
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *some = ir_build2(b, IR_OP_GT, z->n, zero);
  ir_val *few = ir_build2(b, IR_OP_LE, z->n, most);
  return ir_build2(b, IR_OP_AND, ir_build2(b, IR_OP_AND, some, few), often);
}

// One map that fills the tables of all values, which go to "tables".
static void
build_tables(const tabler *z, ir_builder *b, ir_vals *tables) {
  for (int k = 0; k < z->values.n; k++)
    vec_push(z->a, tables,
             ir_build_alloc(b, z->values.at[k]->type.elem, z->n,
                            IR_SPACE_GLOBAL, "table"));
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, z->n);
  ir_val *i = ir_region_add_param(r, ir_ty(IR_I64), z->k->name);
  ir_builder in = ir_at_end(r);
  map *subst = map_new(z->a);
  map_put(subst, z->k, i);
  ir_vals yields = {0};
  for (int k = 0; k < tables->n; k++) {
    ir_val *t = rw_add_dest(op, tables->at[k]);
    ir_val *v = an_copy_slice(&in, z->values.at[k], z->outer.body, subst);
    vec_push(z->a, &yields, ir_build_update(&in, t, i, v));
  }
  ir_build_yield(&in, yields.at, yields.n);
  for (int k = 0; k < tables->n; k++)
    tables->at[k] = op->outs.at[k];
}

// Replaces the outer op by a choice between itself and one that reads tables.
static void
rewrite(const tabler *z, ir_func *f) {
  ir_builder b = ir_before(z->outer.op);
  ir_val *pays = build_test(z, &b);
  ir_op *choice = ir_start_if(&b, pays);
  ir_region *r = ir_add_region(choice);
  ir_builder in = ir_at_end(r);
  ir_vals tables = {0};
  build_tables(z, &in, &tables);
  map *subst = map_new(z->a);
  rw_end_with_copy(r, z->outer.op, subst);
  ir_val *k = map_get(subst, z->k);
  ir_region *body = k->param_of;
  ir_builder first = ir_before(body->first);
  for (int t = 0; t < tables.n; t++)
    rw_replace_inside(body, map_get(subst, z->values.at[t]),
                      ir_build_index(&first, tables.at[t], k));
  rw_add_else(f, choice, z->outer.op);
}

// map (i) { reduce (k < m) {A(i, sin(f(k)))} } =>
//   t = map (k < m) {sin(f(k))}; map (i) { reduce (k < m) {A(i, t[k])} }
// when: a function of <math.h> of the inner index alone, in a loop or fold in a
//       map or reduce at host level; m is at most 16384, and one extent of the
//       map at least 16, asked when it runs; a small body
// why:  the function once for each k, not once for each i and k.
// src:  code motion across a loop nest with expansion of the scalar, folklore
static bool
try_table(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  tabler z = {.a = f->module->arena};
  if (op->level != IR_LEVEL_NONE || !ir_match_soac(op, &z.outer) ||
      rw_size(z.outer.body) > MAX_OPS)
    return false;
  ir_foreach_op (inner, z.outer.body)
    if (match_inner(&z, inner)) {
      if (!rw_fired(o, RW_RULE_table))
        return false;
      rewrite(&z, f);
      return true;
    }
  return false;
}

bool
pass_table(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_table);
}
