// rewrites/pass_behind.c: terms that a loop around a map of rows adds to rows
// of earlier iterations are added after it.
//
//   loop (i < n) (w = c) {            w = loop (i < n) (w = c) {
//     map (j < m) (v = w) {                 map (j < m) { v[i,j] = A } }
//       loop (k < i) {           =>   map (k < n, j < m) {
//         v[k,j] += x }                 w[k,j] = reduce (i < n) [add w[k,j]] {
//       v[i,j] = A } }                               k < i ? x : none } }
//
// Row k is written by its own iteration, and then added to by later ones;
// nothing between reads it. So all rows may be written first. What is added is
// a fold of columns (pass columns), in C's order. One half of a product with a
// symmetric matrix (symm); pass ahead makes the other a map.
#include "rewrites/rw_private.h"

bool pass_behind(loft_cx *cx, ir_func *f, rw_options *o);

enum { DEPTH = 24 };

typedef struct splitter {
  arena *a;
  ir_func *f;
  rw_rows rows;
  ir_op *update, *read; // of an element behind; and ...
  ir_opcode fold;       // ... what is done to it, ...
  ir_val *value;        // ... by what, ...
  bool minus;           // ... or by its negative
} splitter;

// -- Conditions -----------------------------------------------------------
// True when "op" updates an element by a fold of it and a value; n_uses must be
// valid.
static bool
match_update(splitter *z, ir_op *op) {
  ir_op *sum = op->ins.at[2]->def;
  if (!sum || sum->ins.n != 2)
    return false;
  z->update = op;
  z->minus = sum->code == IR_OP_SUB;
  z->fold = z->minus ? IR_OP_ADD : sum->code;
  bool swap = sum->ins.at[0]->def != NULL &&
              sum->ins.at[0]->def->code != IR_OP_INDEX && !z->minus;
  z->read = sum->ins.at[swap]->def;
  z->value = sum->ins.at[!swap];
  return (z->fold == IR_OP_ADD || z->fold == IR_OP_MUL) && z->read &&
         z->read->code == IR_OP_INDEX && z->read->ins.at[0] == op->ins.at[0] &&
         rw_same_index(z->read->ins.at[1], op->ins.at[1]) &&
         z->read->outs.at[0]->n_uses == 1 && sum->outs.at[0]->n_uses == 1;
}

// True when "v" is made of indices and of arrays that the loop does not write.
static bool
can_bring(const splitter *z, const ir_val *v, int depth) {
  if (ir_is_outside(v, z->rows.loop.body) || ir_is_index(v))
    return true;
  if (!v->def || !depth)
    return false;
  if (v->def->code == IR_OP_INDEX &&
      !ir_is_outside(v->def->ins.at[0], z->rows.loop.body))
    return false;
  if (v->def->code != IR_OP_INDEX && !ir_is_scalar_op(v->def->code))
    return false;
  for (int k = 0; k < v->def->ins.n; k++)
    if (!can_bring(z, v->def->ins.at[k], depth - 1))
      return false;
  return true;
}

// True when "u", a write to "root", is of rows behind, and all else is of the
// iteration's own.
static bool
is_behind(const splitter *z, const an_access *u, const ir_val *root) {
  an_affine stride;
  const an_access *w = rw_row_write(&z->rows, root, u->op, &stride);
  if (!w || u->conditional || !u->n_inner ||
      !rw_is_later(&z->rows, u, &u->at, &w->at, &stride))
    return false;
  for (int i = 0; i < z->rows.all.n; i++) {
    const an_access *x = &z->rows.all.at[i];
    if (x->root == root && x->op != z->update && x->op != z->read &&
        !an_affine_eq(z->a, &x->at, &w->at))
      return false;
  }
  return true;
}

// The access that the loop "op" makes to rows behind, or NULL.
static const an_access *
find_behind(splitter *z, ir_op *op) {
  if (!rw_match_rows(z->a, op, &z->rows))
    return NULL;
  ir_count_uses(z->f);
  for (int i = 0; i < z->rows.all.n; i++) {
    const an_access *u = &z->rows.all.at[i];
    if (u->is_write && u->op->code == IR_OP_UPDATE && match_update(z, u->op) &&
        is_behind(z, u, u->root) && can_bring(z, z->value, DEPTH) &&
        can_bring(z, u->op->ins.at[1], DEPTH))
      return u;
  }
  return NULL;
}

// -- Building -------------------------------------------------------------
// A map over "extent" at "b", whose index stands for "idx", of "array"; the
// region's parameter of that goes to *inner.
static ir_op *
build_map(splitter *z, ir_builder *b, map *subst, const an_index *l,
          ir_val *array, ir_val **inner) {
  ir_val *n = an_copy_slice(b, l->extent, z->rows.loop.body, subst);
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_add_region(op);
  op->loc = z->update->loc;
  rw_add_dim(op, n, l->idx, l->idx->name, subst);
  *inner = rw_add_dest(op, array);
  return op;
}

// The nest of "n" maps that does nothing but combine into "array", at "b"; the
// array then. *combine is the op that does.
static ir_val *
build_nest(splitter *z, ir_builder *b, map *subst, const an_index *l, int n,
           ir_val *array, ir_op **combine) {
  const ir_region *body = z->rows.loop.body;
  if (n) {
    ir_val *w;
    ir_op *op = build_map(z, b, subst, l, array, &w);
    ir_builder in = ir_at_end(op->regions[0]);
    ir_val *v = build_nest(z, &in, subst, l + 1, n - 1, w, combine);
    ir_build_yield(&in, &v, 1);
    return op->outs.at[0];
  }
  ir_val *at = an_copy_slice(b, z->update->ins.at[1], body, subst);
  ir_val *v = an_copy_slice(b, z->value, body, subst);
  if (z->minus)
    v = ir_build1(b, IR_OP_NEG, v);
  ir_op *op = *combine = ir_build_raw(b, IR_OP_COMBINE);
  op->combiner = z->fold;
  op->loc = z->update->loc;
  ir_add_in(op, array);
  ir_add_in(op, at);
  ir_add_in(op, v);
  return ir_add_out(op, array->type, array->name);
}

// loop (i) { map (j) { w[k,j] op= x; w[i,j] = A } } =>
//     loop (i) { map (j) { w[i,j] = A } };
//     map (k, j) { w[k,j] = reduce (i) [op w[k,j]] {x} }
// when: at host level; k < i; nothing else touches the rows of other
// iterations;
//       x is made of indices and of arrays that the loop does not write; the
//       second half is a fold of columns.
// why:  both halves are spaces of elements; the loop was a launch for each row.
// src:  loop distribution
static bool
try_behind(splitter *z, rw_options *o, ir_op *op) {
  const an_access *u = find_behind(z, op);
  if (!u || !rw_fired(o, RW_RULE_behind))
    return false;
  int k = 0;
  while (ir_storage_root(z->rows.loop.inits[k], NULL) != u->root)
    k++;
  ir_val *array = z->rows.loop.outs[k];
  an_index loops[AN_MAX_INNER + 1] = {{z->rows.loop.i, z->rows.loop.extent}};
  memcpy(loops + 1, u->inner, sizeof u->inner);
  ir_builder b = ir_before(op->next);
  ir_op *combine;
  ir_val *out =
      build_nest(z, &b, map_new(z->a), loops, u->n_inner + 1, array, &combine);
  ir_op *nest = out->def;
  ir_replace_uses(z->f, array, out);
  nest->ins.at[1] = array;
  if (!rw_fold_columns(z->f, o, nest, combine)) {
    ir_replace_uses(z->f, out, array);
    ir_remove(nest);
    return false;
  }
  ir_op *sum = z->update->ins.at[2]->def;
  ir_replace_uses(z->f, z->update->outs.at[0], z->update->ins.at[0]);
  ir_remove(z->update);
  ir_remove(sum);
  ir_remove(z->read);
  return true;
}

// rw_try_fn.
static bool
try_op(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  splitter z = {.a = cx->arena, .f = f};
  return !ir_is_soac(op) && try_behind(&z, o, op);
}

bool
pass_behind(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host_down(cx, f, o, try_op);
}
