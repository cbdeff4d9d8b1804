// rewrites/pass_unite.c: a fold of rows that lie one behind the other is a fold
// of their elements.
//
//   s = reduce (i < n) [max a] {           ok = reduce (i < n) [and true]
//     t = reduce (k < p[i+1] - p[i])                 { p[i] <= p[i+1] }
//           [max least] { x[p[i] + k] }  =>  s = if n > 0 & ok {
//     t }                                      reduce (j < p[n] - p[0]) [max a]
//                                                    { x[p[0] + j] } }
//                                            else { as it was }
//
// For CPUs, whose vectors short rows do not fill: above all what looks for the
// range of an index array before a region runs. One-shot: what is left has no
// fold inside.
#include "rewrites/rw_private.h"

bool pass_unite(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct uniter {
  arena *a;
  ir_func *f;
  ir_soac rows, row;   // the fold of rows, the fold in it
  ir_val *begin, *end; // of a row
} uniter;

// -- Conditions -------------------------------------------------------

// The read that "v" is, or is converted from; or NULL.
static ir_op *
read_of(const ir_val *v) {
  ir_op *op = v->def;
  if (op && op->code == IR_OP_CONVERT)
    op = op->ins.at[0]->def;
  return op && op->code == IR_OP_INDEX ? op : NULL;
}

// True when the row goes from p[i] to p[i + 1], an array from outside.
static bool
match_ends(uniter *z) {
  const ir_op *length = z->row.extents[0]->def;
  int64_t distance, stride;
  if (!length || length->code != IR_OP_SUB)
    return false;
  z->end = length->ins.at[0];
  z->begin = length->ins.at[1];
  ir_op *e = read_of(z->end), *b = read_of(z->begin);
  if (!e || !b || e->ins.at[0] != b->ins.at[0] ||
      !ir_is_outside(b->ins.at[0], z->rows.body) ||
      !rw_index_distance(e->ins.at[1], b->ins.at[1], &distance))
    return false;
  an_affine at = an_affine_of(z->a, b->ins.at[1]);
  return distance == 1 && an_affine_stride(&at, z->rows.idx[0], &stride) == 1 &&
         stride == 1;
}

// ir_walk_fn: true when "op" has the row's index and its begin as a sum alone.
static bool
uses_place(void *user, ir_op *op) {
  const uniter *z = user;
  const ir_val *k = z->row.idx[0];
  bool index = false, begin = false;
  for (int i = 0; i < op->ins.n; i++) {
    index |= op->ins.at[i] == k;
    begin |= op->ins.at[i] == z->begin;
  }
  return index == begin && (!index || op->code == IR_OP_ADD);
}

// True when an element of a row is the same computation for all rows, of where
// it is.
static bool
is_by_place(uniter *z) {
  an_uses t = an_uses_of(z->a, z->row.op);
  for (int k = 0; k < t.uses.n; k++) {
    const ir_val *v = t.uses.at[k];
    if (v != z->begin && v != z->row.extents[0] &&
        !ir_is_outside(v, z->rows.body) &&
        !(v->def && v->def->code == IR_OP_CONST))
      return false;
  }
  return ir_walk(z->row.body, uses_place, z);
}

// True when both fold integers by the same operators, the row from what changes
// nothing, and the fold of rows has a row's results alone.
static bool
is_one_fold(const uniter *z) {
  if (z->rows.n_dests || z->row.n_dests || z->rows.n_red != z->row.n_red)
    return false;
  for (int k = 0; k < z->rows.n_red; k++) {
    ir_scalar type = z->row.results[k]->type.elem;
    ir_opcode op = z->row.op->red_ops[k];
    const ir_op *init = z->row.inits[k]->def;
    if (ir_is_float(type) || z->rows.op->red_ops[k] != op ||
        z->rows.body->last->ins.at[k] != z->row.results[k] || !init ||
        init->code != IR_OP_CONST || init->bits != ir_red_identity(op, type))
      return false;
  }
  return true;
}

// Finds the fold in the fold of rows "op".
static bool
match(uniter *z, ir_op *op) {
  if (op->code != IR_OP_REDUCE || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z->rows) || z->rows.n_dims != 1)
    return false;
  ir_op *row = z->rows.body->last->prev;
  if (!row || row->code != IR_OP_REDUCE || !ir_match_soac(row, &z->row) ||
      z->row.n_dims != 1)
    return false;
  for (ir_op *p = row->prev; p; p = p->prev)
    if (!ir_is_scalar_op(p->code) && p->code != IR_OP_INDEX)
      return false;
  return is_one_fold(z) && match_ends(z) && is_by_place(z);
}

// -- Building ---------------------------------------------------------

// "v" of row "i" at "b".
static ir_val *
build_end(uniter *z, ir_builder *b, ir_val *v, ir_val *i) {
  map *subst = map_new(z->a);
  map_put(subst, z->rows.idx[0], i);
  return an_copy_slice(b, v, z->rows.body, subst);
}

// Whether no row begins behind its end.
static ir_val *
build_order(uniter *z, ir_builder *b) {
  ir_val *i, *yes = ir_build_int(b, IR_BOOL, 1);
  ir_region *r = ir_start_fold(b, IR_OP_AND, z->rows.extents[0], yes, false,
                               z->rows.idx[0]->name, &i);
  ir_builder in = ir_at_end(r);
  ir_val *begin = build_end(z, &in, z->begin, i);
  ir_val *good = ir_build2(&in, IR_OP_LE, begin, build_end(z, &in, z->end, i));
  return ir_end_fold(&in, good, "rows");
}

// The first row's begin and the last row's end; 0 and -1 if there are no rows.
static void
build_ends(uniter *z, ir_builder *b, ir_val **ends) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *n = z->rows.extents[0];
  ir_val *last = ir_build2(b, IR_OP_SUB, n, one);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, ir_build2(b, IR_OP_GT, n, zero), &yes, &no);
  ends[0] = build_end(z, &yes, z->begin, zero);
  ends[1] = build_end(z, &yes, z->end, last);
  ir_build_yield(&yes, ends, 2);
  ends[0] = ir_build_int(&no, IR_I64, 0);
  ends[1] = ir_build_int(&no, IR_I64, -1);
  ir_build_yield(&no, ends, 2);
  ends[0] = ir_add_out(choice, ir_ty(IR_I64), "first");
  ends[1] = ir_add_out(choice, ir_ty(IR_I64), "last");
}

// The fold of "n" elements from "first" on in "r", a branch; ends it.
static void
build_flat(uniter *z, ir_region *r, ir_val *first, ir_val *n) {
  ir_builder b = ir_at_end(r);
  ir_op *op = ir_build_raw(&b, IR_OP_REDUCE);
  ir_region *body = ir_add_region(op);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, z->row.n_red + 1);
  map *subst = map_new(z->a);
  op->n_dims = 1;
  op->n_red = z->rows.n_red;
  op->red_ops = z->rows.op->red_ops;
  op->loc = z->rows.op->loc;
  ir_add_in(op, n);
  map_put(subst, z->row.idx[0],
          ir_region_add_param(body, ir_ty(IR_I64), z->row.idx[0]->name));
  map_put(subst, z->begin, first);
  for (int k = 0; k < op->n_red; k++) {
    ir_add_in(op, z->rows.inits[k]);
    ir_add_out(op, z->rows.results[k]->type, z->rows.results[k]->name);
  }
  ir_builder in = ir_at_end(body);
  for (ir_op *p = z->rows.body->first; p != z->row.op; p = p->next)
    if (p->code == IR_OP_CONST)
      ir_clone_op(&in, p, subst);
  ir_clone_region_ops(&in, z->row.body, subst, values);
  ir_build_yield(&in, values, op->n_red);
  ir_build_yield(&b, op->outs.at, op->outs.n);
}

// reduce (i < n) { reduce (k < p[i+1] - p[i]) { x[p[i] + k] } } =>
//   if rows { reduce (j < p[n] - p[0]) { x[p[0] + j] } } else { .. }
// when: at host level; integers, folded by the same operators; a row's begin
//       and index occur as their sum alone; each row begins where the one
//       before ends, and the run finds that none ends before it begins, nor do
//       all together.
// why:  one loop that fills vectors, instead of one to start for each row.
// src:  folklore (loop coalescing)
static bool
try_unite(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  uniter z = {.a = cx->arena, .f = f};
  ir_val *ends[2];
  if (!match(&z, op) || !rw_fired(o, RW_RULE_unite))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *good = build_order(&z, &b);
  build_ends(&z, &b, ends);
  ir_val *n = ir_build2(&b, IR_OP_SUB, ends[1], ends[0]);
  ir_val *some = ir_build2(&b, IR_OP_GE, n, ir_build_int(&b, IR_I64, 0));
  ir_op *choice = ir_start_if(&b, ir_build2(&b, IR_OP_AND, good, some));
  build_flat(&z, ir_add_region(choice), ends[0], n);
  rw_add_else(f, choice, op);
  return true;
}

bool
pass_unite(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_unite);
}
