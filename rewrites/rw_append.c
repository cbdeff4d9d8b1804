// rewrites/rw_append.c: loops over appended rows, in the rows.
//
//   %k, %t1 = scan (i < n) [add 0] (w = %t) { max(c(i), 0) } then (before, w) {
//     map (j < c(i)) (v = w) { update v, before + j, e(i, j) }
//   }
//   %s = reduce (m < %k) [add %s0] { g(index %t1, m) }
// =>
//   %s = reduce (i < n) [add %s0] {
//     reduce (j < c(i)) [add 0] { g(e(i, j)) }
//   }
//
// A loop that needs the numbers of elements goes into the rows of the scan
// itself, where they are before + j.
#include "rewrites/rw_private.h"

enum { MAX_OPS = 300 }; // of a loop

// True when "op" takes longer than a sum.
static bool
is_heavy(const ir_op *op) {
  return ir_is_scalar_op(op->code) && ir_weight_of(op->code) > IR_WEIGHT_LIGHT;
}

// True when "q" is short and does light work: rows are shared out whole, so
// that few long ones have fewer threads than elements had.
static bool
is_light(const rw_consumer *q) {
  return rw_size(q->s.body) <= MAX_OPS && !rw_has_loops(q->s.body) &&
         !rw_any(q->s.op, is_heavy);
}

// Notes in "s" what the lengths and elements of rows are made of.
static bool
add_rows(arena *a, rw_slice *s, const rw_survivors *v, const rw_consumer *q) {
  s->r = v->s.then;
  s->row = v->row.body;
  s->known = map_new(a);
  return (!v->guard || rw_add_slice(a, s, v->guard->ins.at[0])) &&
         rw_add_slice(a, s, v->row.extents[0]) && rw_add_stored(a, s, q);
}

bool
rw_may_go_by_rows(arena *a, const rw_survivors *v, const rw_consumer *q) {
  rw_slice rows = {0};
  return !q->s.then && is_light(q) &&
         !rw_uses_number(q, q->s.body, q->s.idx[0]) &&
         add_rows(a, &rows, v, q) &&
         an_keeps(a, &rows.arrays, v->s.op, q->s.op);
}

bool
rw_may_join_rows(const rw_consumer *q) {
  return !q->s.then && !q->s.n_red && is_light(q) && rw_is_straight(q->s.body);
}

// The identities of q's folds, at "b".
static ir_vals
build_identities(arena *a, ir_builder *b, const rw_consumer *q) {
  ir_vals all = {0};
  for (int k = 0; k < q->s.n_red; k++) {
    ir_scalar type = q->s.results[k]->type.elem;
    ir_bits bits = ir_red_identity(q->s.op->red_ops[k], type);
    vec_push(a, &all, ir_build_bits(b, type, bits));
  }
  return all;
}

// Copies the ops of "r" that "known" has to "b" under "subst".
static void
put_known(ir_builder *b, const ir_region *r, const map *known, map *subst) {
  ir_foreach_op (op, r)
    if (map_has(known, op))
      ir_clone_op(b, op, subst);
}

// The loop over the elements of a row at "b", of "dests", under "subst"; what
// it leaves is for that over rows. "known": what rows are made of.
static ir_vals
put_row(arena *a, ir_builder *b, const rw_survivors *v, const rw_consumer *q,
        ir_val *const *dests, const map *known, map *subst) {
  ir_val *extent = ir_substituted(subst, v->row.extents[0]);
  ir_vals extents = {.at = &extent, .n = 1};
  ir_vals inits = build_identities(a, b, q);
  ir_op *op = rw_start_like(b, q, &extents, v->row.idx, inits.at);
  ir_region *r = op->regions[0];
  map *body = map_new(a);
  map_put(subst, v->row.idx[0], r->params.at[0]);
  for (int k = 0; k < q->s.n_dests; k++)
    map_put(body, q->s.dest_params[k], rw_add_dest(op, dests[k]));
  ir_builder in = ir_at_end(r);
  put_known(&in, v->row.body, known, subst);
  ir_val **yields = NEW_ARRAY(a, ir_val *, q->s.body->last->ins.n + 1);
  ir_clone_region_ops(&in, q->s.body, body, yields);
  ir_build_yield(&in, yields, q->s.body->last->ins.n);
  rw_put_reads(r, q, body, subst);
  return op->outs;
}

// put_row, where the guard of "v" holds.
static ir_vals
put_guarded_row(arena *a, ir_builder *b, const rw_survivors *v,
                const rw_consumer *q, ir_val *const *dests, const map *known,
                map *subst) {
  if (!v->guard)
    return put_row(a, b, v, q, dests, known, subst);
  ir_builder yes, no;
  ir_op *choice =
      ir_build_if(b, ir_substituted(subst, v->guard->ins.at[0]), &yes, &no);
  put_known(&yes, v->guard->regions[0], known, subst);
  ir_vals left = put_row(a, &yes, v, q, dests, known, subst);
  ir_build_yield(&yes, left.at, left.n);
  ir_vals other = build_identities(a, &no, q);
  for (int k = 0; k < q->s.n_dests; k++)
    vec_push(a, &other, dests[k]);
  ir_build_yield(&no, other.at, other.n);
  ir_add_outs(choice, left.at, left.n);
  return choice->outs;
}

void
rw_put_rows(ir_func *f, const rw_survivors *v, const rw_consumer *q) {
  arena *a = f->module->arena;
  rw_slice rows = {0};
  map *subst = map_new(a);
  ir_vals extents = {.at = v->s.extents, .n = v->s.n_dims};
  ir_builder b = ir_before(q->s.op);
  add_rows(a, &rows, v, q);
  ir_op *op = rw_start_like(&b, q, &extents, v->s.idx, q->s.inits);
  ir_region *r = op->regions[0];
  for (int d = 0; d < v->s.n_dims; d++)
    map_put(subst, v->s.then->params.at[d], r->params.at[d]);
  for (int k = 0; k < q->s.n_dests; k++)
    rw_add_dest_of(op, &q->s, k);
  ir_builder in = ir_at_end(r);
  put_known(&in, v->s.then, rows.known, subst);
  ir_vals left = put_guarded_row(a, &in, v, q, r->params.at + v->s.n_dims,
                                 rows.known, subst);
  ir_build_yield(&in, left.at, left.n);
  for (int k = 0; k < op->outs.n; k++)
    ir_replace_uses(f, q->s.op->outs.at[k], op->outs.at[k]);
  ir_remove(q->s.op);
}

// What the rows of "v" leave of the array that the scan's second region yields
// as number "k" at the end of an element, which they hand on unless they write
// it.
static ir_val **
find_in_row(const rw_survivors *v, int k) {
  ir_val **yield = &v->s.then->last->ins.at[k];
  ir_op *row = v->row.op, *guard = v->guard;
  ir_region *r = row->regions[0];
  if (guard && (*yield)->def != guard) {
    ir_add_in(guard->regions[0]->last, *yield);
    ir_add_in(guard->regions[1]->last, *yield);
    *yield = ir_add_out(guard, (*yield)->type, (*yield)->name);
  }
  if (guard)
    yield = &guard->regions[0]->last->ins.at[(*yield)->index];
  if ((*yield)->def != row) {
    ir_add_in(r->last, rw_add_dest(row, *yield));
    *yield = row->outs.at[row->outs.n - 1];
  }
  return &r->last->ins.at[(*yield)->index];
}

void
rw_join_rows(ir_func *f, const rw_survivors *v, const rw_consumer *q) {
  arena *a = f->module->arena;
  int n = q->s.n_dests, *slot = NEW_ARRAY(a, int, n + 1);
  ir_val ***left = NEW_ARRAY(a, ir_val **, n + 1);
  ir_val **yields = NEW_ARRAY(a, ir_val *, n + 1);
  map *subst = map_new(a), *stored = map_new(a);
  ir_region *r = v->row.op->regions[0];
  rw_add_scan_dests(&v->s, &q->s, slot);
  for (int k = 0; k < n; k++)
    find_in_row(v, slot[k]); // may move those found before
  for (int k = 0; k < n; k++) {
    left[k] = find_in_row(v, slot[k]);
    map_put(subst, q->s.dest_params[k], *left[k]);
  }
  ir_builder b = ir_before(r->last);
  ir_val *first = ir_build_convert(&b, v->before, IR_I64);
  map_put(subst, q->s.idx[0], ir_build2(&b, IR_OP_ADD, first, r->params.at[0]));
  ir_clone_region_ops(&b, q->s.body, subst, yields);
  rw_put_reads(r, q, subst, stored);
  for (int k = 0; k < n; k++) {
    *left[k] = yields[k];
    ir_replace_uses(f, q->s.dest_outs[k],
                    v->s.op->outs.at[v->s.op->n_red + slot[k]]);
  }
  ir_remove(q->s.op);
}
