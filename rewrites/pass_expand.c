// rewrites/pass_expand.c: nests of rows whose lengths are data go by elements.
//
//   map (i < n) (w = a) {             t = reduce (i < n) [add 0] { max(c(i), 0)
//   } {                                 o = scan (i < n) [add 0] (v = alloc n)
//   {
//     x = f(i)                          max(c(i), 0)
//     map (k < c(i)) (v = w) {   =>   } then { v[i] = sum before i }
//       A(i, k, x) } }                map (p < t) (w = a) {
//                                       i = the last with o[i] <= p
//                                       A(i, p - o[i], f(i)) }
//
// Only for the divisions of work "scan" and "shuffled": the host waits for the
// sum of the lengths, while work-groups that share rows out wait for nothing
// (pass_group.c). Shuffled, work-item q takes element p = q * PRIME mod t, so
// that neighbours take elements of rows far from one another: what they combine
// into seldom meets. One-shot: the map of elements has no rows.
#include "rewrites/rw_private.h"

bool pass_expand(loft_cx *cx, ir_func *f, rw_options *o);

// A prime above the number of elements that are shuffled: products with those
// fit i64.
static const int64_t prime = 2654435761, most_shuffled = INT64_C(1) << 31;

typedef struct expander {
  arena *a;
  ir_func *f;
  bool shuffles;
  an_ragged r;             // the map, and the one in it
  map *needed;             // ops of the map that the lengths are made of
  ir_op *place;            // where lengths are looked at
  ir_val *offsets, *total; // of the rows, all elements
} expander;

// -- Lengths ----------------------------------------------------------
// Notes that the lengths are made of "v".
static void
need(expander *x, ir_val *v) {
  ir_op *op = v->def;
  if (!op || op->parent != x->r.rows.body || map_has(x->needed, op))
    return;
  map_put(x->needed, op, op);
  for (int k = 0; k < op->ins.n; k++)
    need(x, op->ins.at[k]);
}

// True when the lengths are the same in all iterations of the loop "up", and it
// is known before it whether the loops in it run.
static bool
is_fixed_in(const expander *x, const ir_op *up) {
  const ir_region *r = up->regions[0];
  const ir_op *loop = x->r.rows.op->parent->parent_op;
  for (; loop != up; loop = loop->parent->parent_op)
    for (int k = 0; k < loop->n_dims + loop->has_while; k++)
      if (!ir_is_outside(loop->ins.at[k], r))
        return false;
  if (!ir_is_outside(x->r.rows.extents[0], r))
    return false;
  ir_foreach_op (op, x->r.rows.body)
    for (int k = 0; k < op->ins.n && map_has(x->needed, op); k++)
      if (ir_is_outside(op->ins.at[k], x->r.rows.body) &&
          !ir_is_outside(op->ins.at[k], r))
        return false;
  return true;
}

// Finds x->place, outside of all loops. False when there is none.
static bool
find_place(expander *x) {
  bool loops = true;
  x->needed = map_new(x->a);
  need(x, x->r.inner.extents[0]);
  x->place = x->r.rows.op;
  for (ir_op *up = x->place->parent->parent_op; up;
       up = up->parent->parent_op) {
    if (up->code != IR_OP_LOOP) {
      loops = false; // what is in a branch runs there alone
      continue;
    }
    if (!loops || !is_fixed_in(x, up))
      return false;
    x->place = up;
  }
  return true;
}

// The number of rows to look at in x->place, at "b": none where the loops
// between there and the map do not run, for nothing is read then.
static ir_val *
build_count(const expander *x, ir_builder *b) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *n = x->r.rows.extents[0];
  const ir_op *up = x->r.rows.op;
  while (up != x->place) {
    up = up->parent->parent_op;
    if (up->n_dims)
      n = ir_build3(b, IR_OP_SELECT,
                    ir_build2(b, IR_OP_GT, up->ins.at[0], zero), n, zero);
    if (up->has_while)
      n = ir_build3(b, IR_OP_SELECT, up->ins.at[up->n_dims], n, zero);
  }
  return n;
}

// Copies the ops of a row to "b"; "all": not only those that lengths need.
static void
copy_row(const expander *x, ir_builder *b, map *subst, bool all) {
  ir_foreach_op (op, x->r.rows.body)
    if (op != x->r.inner.op && op->code != IR_OP_YIELD &&
        (all || map_has(x->needed, op)))
      ir_clone_op(b, op, subst);
}

// An op over "n" rows at "b" that sums up their lengths, with the dest "array"
// unless NULL.
static ir_op *
start_fold(const expander *x, ir_builder *b, ir_opcode code, ir_val *n,
           ir_val *array) {
  ir_op *op = ir_build_raw(b, code);
  ir_builder before = ir_before(op);
  op->n_dims = op->n_red = 1;
  op->red_ops = NEW(x->f->module->arena, ir_opcode);
  op->red_ops[0] = IR_OP_ADD;
  ir_add_in(op, n);
  ir_add_in(op, ir_build_int(&before, IR_I64, 0));
  ir_add_out(op, ir_ty(IR_I64), "total");
  ir_region *r = ir_add_region(op);
  map *subst = map_new(x->a);
  map_put(subst, x->r.rows.idx[0],
          ir_region_add_param(r, ir_ty(IR_I64), x->r.rows.idx[0]->name));
  if (array) {
    ir_add_in(op, array);
    ir_region_add_param(r, array->type, array->name);
  }
  ir_builder in = ir_at_end(r);
  copy_row(x, &in, subst, false);
  ir_val *length = ir_substituted(subst, x->r.inner.extents[0]);
  length = ir_build2(&in, IR_OP_MAX, length, ir_build_int(&in, IR_I64, 0));
  ir_build_yield(&in, &length, 1);
  return op;
}

// The offsets of all rows, at "b".
static void
build_offsets(expander *x, ir_builder *b) {
  ir_val *n =
      ir_build2(b, IR_OP_MAX, x->r.rows.extents[0], ir_build_int(b, IR_I64, 0));
  ir_val *all = ir_build_alloc(b, IR_I64, n, IR_SPACE_GLOBAL, "offsets");
  ir_op *scan = start_fold(x, b, IR_OP_SCAN, x->r.rows.extents[0], all);
  ir_region *r = ir_add_region(scan);
  ir_val *i = ir_region_add_param(r, ir_ty(IR_I64), "row");
  ir_val *before = ir_region_add_param(r, ir_ty(IR_I64), "before");
  ir_region_add_param(r, ir_ty(IR_I64), "after");
  ir_val *w = ir_region_add_param(r, all->type, "offsets");
  ir_builder in = ir_at_end(r);
  w = ir_build_update(&in, w, i, before);
  ir_build_yield(&in, &w, 1);
  x->offsets = ir_add_out(scan, all->type, "offsets");
}

// -- Elements ---------------------------------------------------------
// The row of element "p": a search of the offsets by halves, at "b".
static ir_val *
build_search(const expander *x, ir_builder *b, ir_val *p) {
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *n = x->r.rows.extents[0];
  // devices that end long loops want to know a limit
  ir_val *most = ir_build_int(b, IR_I64, 64);
  ir_op *loop = ir_start_loop(b, IR_OP_LOOP, most, "half");
  ir_builder before = ir_before(loop);
  ir_region *r = loop->regions[0];
  loop->has_while = true;
  ir_add_carried(loop, ir_build2(&before, IR_OP_GT, n, one), "go", "go");
  ir_val *lo =
      ir_add_carried(loop, ir_build_int(&before, IR_I64, 0), "row", "row");
  ir_val *hi = ir_add_carried(loop, n, "end", "end");
  ir_builder in = ir_at_end(r);
  ir_val *mid = ir_build2(&in, IR_OP_ADD, lo, hi);
  mid = ir_build2(&in, IR_OP_SHR, mid, one);
  ir_val *at = ir_build_index(&in, x->offsets, mid);
  ir_val *behind = ir_build2(&in, IR_OP_LE, at, p);
  ir_val *next[3];
  next[1] = ir_build3(&in, IR_OP_SELECT, behind, mid, lo);
  next[2] = ir_build3(&in, IR_OP_SELECT, behind, hi, mid);
  ir_val *gap = ir_build2(&in, IR_OP_SUB, next[2], next[1]);
  next[0] = ir_build2(&in, IR_OP_GT, gap, one);
  ir_build_yield(&in, next, 3);
  return loop->outs.at[1];
}

// The element that work-item "q" takes, at "b": another one for each, as the
// prime and the number of elements have no divisor in common.
static ir_val *
build_shuffled(const expander *x, ir_builder *b, ir_val *q) {
  if (!x->shuffles)
    return q;
  ir_val *p = ir_build2(b, IR_OP_MUL, q, ir_build_int(b, IR_I64, prime));
  p = ir_build2(b, IR_OP_REM, p, x->total);
  ir_val *most = ir_build_int(b, IR_I64, most_shuffled);
  ir_val *few = ir_build2(b, IR_OP_LT, x->total, most);
  return ir_build3(b, IR_OP_SELECT, few, p, q);
}

// The map of elements at "b"; it takes the place of the map of rows.
static void
build_elements(expander *x, ir_builder *b) {
  int n = x->r.rows.n_dests;
  build_offsets(x, b);
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *body = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, x->total);
  ir_val *p = ir_region_add_param(body, ir_ty(IR_I64), "p");
  map *subst = map_new(x->a);
  for (int k = 0; k < n; k++) {
    int j = x->r.rows.dest_yields[k]->index;
    map_put(subst, x->r.inner.dest_params[j],
            rw_add_dest(op, x->r.rows.dests[k]));
  }
  ir_builder in = ir_at_end(body);
  p = build_shuffled(x, &in, p);
  ir_val *row = build_search(x, &in, p);
  map_put(subst, x->r.rows.idx[0], row);
  copy_row(x, &in, subst, true);
  ir_val *first = ir_build_index(&in, x->offsets, row);
  map_put(subst, x->r.inner.idx[0], ir_build2(&in, IR_OP_SUB, p, first));
  ir_val **all = NEW_ARRAY(x->a, ir_val *, n),
         **yields = NEW_ARRAY(x->a, ir_val *, n);
  ir_clone_region_ops(&in, x->r.inner.body, subst, all);
  for (int k = 0; k < n; k++)
    yields[k] = all[x->r.rows.dest_yields[k]->index];
  ir_build_yield(&in, yields, n);
  for (int k = 0; k < n; k++)
    ir_replace_uses(x->f, x->r.rows.dest_outs[k], op->outs.at[k]);
  ir_remove(x->r.rows.op);
}

// map (i < n) { map (k < c(i)) {A} } => map (p < sum c) {A}
// when: asked for; at host level; a row is one map and scalars that can be
//       computed again; c is read from memory, and the same in all iterations
//       of loops around
// why:  all work-items have the same number of elements, wherever the rows are.
// src:  van Gils, Fusion of Expand and Permute in Accelerate: expand by a scan
//       of the counts and a search (his future work)
static bool
try_expand(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  expander x = {.a = f->module->arena,
                .f = f,
                .shuffles = o->division == RW_DIVISION_SHUFFLED};
  if (op->level != IR_LEVEL_NONE || !rw_match_ragged(op, &x.r) ||
      x.r.n_guards || !find_place(&x) || !rw_fired(o, RW_RULE_expand))
    return false;
  ir_builder b = ir_before(op), before = ir_before(x.place);
  b.loc = before.loc = op->loc;
  x.total =
      start_fold(&x, &before, IR_OP_REDUCE, build_count(&x, &before), NULL)
          ->outs.at[0];
  build_elements(&x, &b);
  return true;
}

bool
pass_expand(loft_cx *cx, ir_func *f, rw_options *o) {
  return (o->division == RW_DIVISION_SCAN ||
          o->division == RW_DIVISION_SHUFFLED) &&
         rw_try_host(cx, f, o, try_expand);
}
