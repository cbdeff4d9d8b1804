// rewrites/pass_scan_out.c: scans of rows leave the loop over them.
//
//   loop (i < n) (w = c) {             t = alloc n * m
//     scan (j < m) [op s] (v = w) {    map (i < n) {
//       A(i, j)                          loop (j < m) (x = s) {
//     } then (j, _, x) {           =>      x' = op(x, A(i, j)); t[i,j] = x' } }
//       v[i,j] = B(x, v[i-1,j]) } }    loop (i < n) (w = c) {
//                                        map (j < m) (v = w) {
//                                          v[i,j] = B(t[i,j], v[i-1,j]) } }
//
// Integral images: the rows' sums need none of the rows above. A scan is five
// launches on a GPU, and the loop that remains may be one (pass map-down).
#include "rewrites/rw_private.h"

bool pass_scan_out(loft_cx *cx, ir_func *f, rw_options *o);

// Elements of a row for each row from which on rows are scanned one by one: a
// work-item needs about 50 ns for an element, the launches of a scan 25 us.
enum { LONG_ROWS = 256 };

typedef struct splitter {
  ir_func *f;
  ir_loop loop;
  ir_soac scan;
  ir_val *sums; // the array of the running values
} splitter;

// -- Conditions -----------------------------------------------------------
// The only scan in the body of "l", when all else there are scalars.
static ir_op *
find_scan(const ir_loop *l) {
  ir_op *found = NULL;
  ir_foreach_op (op, l->body) {
    bool read =
        op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], l->body);
    if (op->code == IR_OP_SCAN && !found)
      found = op;
    else if (op->code != IR_OP_YIELD && !read && !ir_is_scalar_op(op->code))
      return NULL;
  }
  return found;
}

// True when the values that are scanned are made of scalars and of arrays that
// the loop does not change.
static bool
are_values_apart(const splitter *z) {
  ir_foreach_op (op, z->scan.body) {
    if (op->code == IR_OP_YIELD || ir_is_scalar_op(op->code))
      continue;
    if (op->code != IR_OP_INDEX || !ir_is_outside(op->ins.at[0], z->loop.body))
      return false;
  }
  return true;
}

// True when "op" is a loop over rows whose scans can go first. Sums of floats
// stay: rows that are scanned alone have an order of their own.
static bool
match_rows(splitter *z, ir_op *op) {
  if (op->code != IR_OP_LOOP || op->level != IR_LEVEL_NONE || op->has_while ||
      !ir_match_loop(op, &z->loop) || !z->loop.extent || z->loop.n_carried != 1)
    return false;
  ir_op *scan = find_scan(&z->loop);
  ir_count_uses_in(z->loop.body);
  return scan && scan->level == IR_LEVEL_NONE &&
         ir_match_fold(scan, &z->scan) && z->scan.n_dims == 1 &&
         z->scan.n_red == 1 && z->scan.n_dests == 1 && !z->scan.combine &&
         z->scan.dests[0] == z->loop.carried[0] &&
         z->loop.yields[0] == z->scan.dest_outs[0] &&
         ir_is_outside(z->scan.extents[0], z->loop.body) &&
         !z->scan.results[0]->n_uses && !z->scan.before[0]->n_uses &&
         ir_is_int(z->scan.results[0]->type.elem) && are_values_apart(z);
}

// -- Building -------------------------------------------------------------
// An op of "code" over "extent" at "b" that carries "array" as what *w is
// inside, and whose index is *i.
static ir_op *
build_over(ir_builder *b, ir_opcode code, ir_val *extent, const ir_val *index,
           ir_val *array, ir_val **i, ir_val **w) {
  ir_op *op = ir_build_raw(b, code);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, extent);
  *i = ir_region_add_param(r, ir_ty(IR_I64), index->name);
  *w = rw_add_dest(op, array);
  return op;
}

// The ops of the loop's body but the scan and the yield, at "b".
static void
clone_scalars(const splitter *z, ir_builder *b, map *subst) {
  ir_foreach_op (op, z->loop.body)
    if (op != z->scan.op && op->code != IR_OP_YIELD)
      ir_clone_op(b, op, subst);
}

// i * m + j.
static ir_val *
build_place(const splitter *z, ir_builder *b, ir_val *i, ir_val *j) {
  ir_val *row = ir_build2(b, IR_OP_MUL, i, z->scan.extents[0]);
  return ir_build2(b, IR_OP_ADD, row, j);
}

// The map of the running values of all rows, at "b"; sets z->sums.
static void
build_sums(splitter *z, ir_builder *b) {
  const ir_soac *s = &z->scan;
  ir_scalar elem = s->results[0]->type.elem;
  ir_val *zero = ir_build_int(b, IR_I64, 0), *i, *j, *w, *v, *x;
  ir_val *n = ir_build2(b, IR_OP_MAX, z->loop.extent, zero);
  ir_val *m = ir_build2(b, IR_OP_MAX, s->extents[0], zero);
  ir_val *t = ir_build_alloc(b, elem, ir_build2(b, IR_OP_MUL, n, m),
                             IR_SPACE_GLOBAL, "sums");
  ir_op *rows = build_over(b, IR_OP_MAP, n, z->loop.i, t, &i, &w);
  ir_builder in = ir_at_end(rows->regions[0]);
  map *subst = map_new(z->f->module->arena);
  map_put(subst, z->loop.i, i);
  clone_scalars(z, &in, subst);
  ir_op *row = ir_start_loop(&in, IR_OP_LOOP, m, s->idx[0]->name);
  ir_region *r = row->regions[0];
  j = r->params.at[0];
  x = ir_add_carried(row, ir_substituted(subst, s->inits[0]),
                     s->results[0]->name, s->results[0]->name);
  v = rw_add_dest(row, w);
  map_put(subst, s->idx[0], j);
  ir_builder body = ir_at_end(r);
  ir_val *value;
  ir_clone_region_ops(&body, s->body, subst, &value);
  ir_val *next[2] = {ir_build2(&body, s->op->red_ops[0], x, value)};
  next[1] = ir_build_update(&body, v, build_place(z, &body, i, j), next[0]);
  ir_build_yield(&body, next, 2);
  ir_build_yield(&in, &row->outs.at[1], 1);
  z->sums = rows->outs.at[0];
}

// The loop over rows with a map of them instead of the scan, at "b".
static ir_op *
build_rest(const splitter *z, ir_builder *b) {
  const ir_soac *s = &z->scan;
  ir_val *i, *j, *w, *v, *out;
  ir_op *loop = build_over(b, IR_OP_LOOP, z->loop.extent, z->loop.i,
                           z->loop.inits[0], &i, &w);
  ir_builder in = ir_at_end(loop->regions[0]);
  map *subst = map_new(z->f->module->arena);
  map_put(subst, z->loop.i, i);
  clone_scalars(z, &in, subst);
  ir_op *row =
      build_over(&in, IR_OP_MAP, s->extents[0], s->then_idx[0], w, &j, &v);
  ir_builder body = ir_at_end(row->regions[0]);
  ir_val *at = build_place(z, &body, i, j);
  map_put(subst, s->then_idx[0], j);
  map_put(subst, s->then_dests[0], v);
  map_put(subst, s->after[0], ir_build_index(&body, z->sums, at));
  ir_clone_region_ops(&body, s->then, subst, &out);
  ir_build_yield(&body, &out, 1);
  ir_build_yield(&in, row->outs.at, 1);
  return loop;
}

// loop (i < n) { scan (j < m) {A} then (x) {B} } =>
//     if m <= 256 * n {
//       map (i) { loop (j) { t[i,j] = x op A } }; loop (i) { map (j)
//       {B(t[i,j])} }
//     } else { the loop }
// when: integers; one scan, of which only the running values are used, by what
//       comes behind it; A reads nothing that the loop writes.
// why:  five launches a row become one kernel, where rows are not so long that
//       each must be parallel.
// src:  Allen and Kennedy, loop distribution
static bool
try_split(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  splitter z = {.f = f};
  if (!match_rows(&z, op) || !rw_fired(o, RW_RULE_scan_out))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *most = ir_build2(&b, IR_OP_MUL, z.loop.extent,
                           ir_build_int(&b, IR_I64, LONG_ROWS));
  ir_val *fits = ir_build2(&b, IR_OP_LE, z.scan.extents[0], most);
  ir_op *choice = ir_start_if(&b, fits);
  ir_builder in = ir_at_end(ir_add_region(choice));
  build_sums(&z, &in);
  ir_op *rest = build_rest(&z, &in);
  ir_build_yield(&in, rest->outs.at, 1);
  rw_add_else(f, choice, op);
  return true;
}

bool
pass_scan_out(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_split);
}
