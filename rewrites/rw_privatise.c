// rewrites/rw_privatise.c: maps that combine into few elements count on their
// own.
//
//   map (i < n) (w = h) { combine add w, k, v }
// =>
//   t = alloc c*l * bins                           l copies of h's footprint
//   map (r < c*l, b < bins) { t[r*bins + b] = 0 }  for each
//   map (r < c) (w = t) {                          of c chunks of iterations
//     loop (j < n/c) { w[(r*l + j mod l)*bins + k - begin h] += v } }
//   map (b < bins) (w = h) {
//     s = reduce (r < c*l) [add 0] { t[r*bins + b] }
//     if s != 0 { h[begin h + b] += s } }
//
// A load of what was stored just before has to wait for it: with l = 4 copies
// iterations in a row that meet the same element do not. Bytes of which 15 in
// 16 are the same, ns each: C and l = 1 2.0, l = 4 0.62 (Zen 4). Floats keep
// their order, l = 1.
//
// Of some iterations of a region alone (Note [Chunks]), floats have copies of
// as many iterations as the region says, and h goes on:
//   s = reduce (r < c) [add h[begin h + b]] {seq} { t[r*bins + b] }
//
// Only where the copies are small beside the work, which the run decides; else
// integers are combined by all iterations at once, floats in order. So pass
// "order" gives folds of floats one order on every device
// (docs/numerics.md, Sums by key), and pass "privatise" spares CPUs the atomic
// updates of integers, which take about ten times as long as plain ones.
// One-shot: what is left combines into its own copy.
#include "rewrites/rw_private.h"

// Iterations of a chunk for each element of the footprint at least, so that
// filling and folding copies costs little, and chunks at most: for integers
// about as many as CPUs have threads (for floats what keeps a GPU busy: ir.h).
// LANES: the copies of a chunk for integers, a power of two.
enum { LEAST_WORK = 128, MAX_CHUNKS = 64, LANES = 4 };

// A dest that iterations share elements of.
typedef struct shared {
  int k; // which dest
  ir_opcode op;
  ir_val *begin, *bins; // of its footprint
  ir_val *copies;       // the private copies
} shared;

typedef struct privatiser {
  arena *a;
  ir_func *f;
  bool floats;      // maps that combine these, else the others
  bool assumes;     // footprints may be assumed ones, which is checked
  int64_t combines; // in an iteration of the map, if constant; floats: 1
  ir_soac map;
  VEC(shared) shared;
  ir_val *n_chunks, *size; // of the outermost dimension
  ir_val *n_copies;        // of all chunks
  ir_val *piece;           // the size as the region says; NULL: it does not
  int64_t lanes;           // copies of a chunk
} privatiser;

// -- Conditions -------------------------------------------------------

// A walk over a map's body.
typedef struct combine_walk {
  privatiser *z;
  bool ok;
} combine_walk;

// True when all ops around "op" up to the map's body can run in order as they
// are, or as loops.
static bool
can_run_in_order(const privatiser *z, const ir_op *op) {
  for (op = op->parent->parent_op; op != z->map.op; op = op->parent->parent_op)
    if (ir_is_soac(op) && (op->code != IR_OP_MAP || op->n_dims != 1))
      return false;
  return true;
}

// True when "op" combines by an operator; a store of one value needs no copies.
static bool
folds(const ir_op *op) {
  return op->code == IR_OP_COMBINE && op->combiner != IR_OP_UPDATE;
}

// The iterations of the maps around "op" up to the map's body, as far as they
// are constant.
static int64_t
count_around(const privatiser *z, const ir_op *op) {
  enum { MOST = 1 << 20 };
  int64_t n, all = 1;
  for (op = op->parent->parent_op; op != z->map.op; op = op->parent->parent_op)
    if (op->code == IR_OP_MAP && ir_match_int(op->ins.at[0], &n) && n > 0 &&
        n <= MOST / all)
      all *= n;
  return all;
}

// ir_walk_fn: notes the dest that a combine is about.
static bool
note_combine(void *user, ir_op *op) {
  combine_walk *w = user;
  privatiser *z = w->z;
  if (!folds(op))
    return true;
  int k = ir_dest_of(&z->map, op->ins.at[0]);
  w->ok = k >= 0 && can_run_in_order(z, op) && ir_has_bounds(z->map.dests[k]);
  int64_t n = w->ok && !z->floats ? count_around(z, op) : 1;
  z->combines = n > z->combines ? n : z->combines;
  for (int i = 0; i < z->shared.n; i++)
    if (z->shared.at[i].k == k)
      return w->ok && z->shared.at[i].op == op->combiner;
  vec_push(z->a, &z->shared, ((shared){.k = k, .op = op->combiner}));
  return w->ok;
}

// True when the map combines what the pass is for; *copies: it can do so in
// copies. Fills z->shared.
static bool
match_map(privatiser *z, ir_op *op, bool *copies) {
  combine_walk w = {.z = z};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z->map) ||
      rw_any(op, ir_combines_floats) != z->floats)
    return false;
  *copies = ir_walk(z->map.body, note_combine, &w) && z->shared.n && w.ok;
  return *copies || z->floats;
}

// -- How many ---------------------------------------------------------

// The least number of times that the map combines, at "b": its iterations,
// times those of maps of constant length in it.
static ir_val *
build_total(privatiser *z, ir_builder *b) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *all = ir_build_int(b, IR_I64, z->combines);
  for (int d = 0; d < z->map.n_dims; d++) {
    ir_val *n = ir_build2(b, IR_OP_MAX, z->map.extents[d], zero);
    all = ir_build2(b, IR_OP_MUL, all, n);
  }
  return all;
}

// The number of chunks, and of copies, before the map: as many as the work pays
// for.
static void
build_counts(privatiser *z, ir_builder *b) {
  ir_val *one = ir_build_int(b, IR_I64, 1), *cells = NULL;
  for (int i = 0; i < z->shared.n; i++) {
    shared *s = &z->shared.at[i];
    ir_val *h = z->map.dests[s->k];
    s->begin = ir_build_bound(b, IR_OP_BEGIN, h);
    ir_val *end = ir_build_bound(b, IR_OP_END, h);
    s->bins = ir_build2(b, IR_OP_SUB, end, s->begin);
    cells = cells ? ir_build2(b, IR_OP_ADD, cells, s->bins) : s->bins;
  }
  if (z->piece) {
    ir_val *size = ir_build2(b, IR_OP_MAX, z->piece, one);
    ir_val *up = ir_build2(b, IR_OP_SUB, size, one);
    up = ir_build2(b, IR_OP_ADD, z->map.extents[0], up);
    z->n_chunks = z->n_copies = ir_build2(b, IR_OP_DIV, up, size);
    return;
  }
  cells = ir_build2(b, IR_OP_MAX, cells, one);
  ir_val *least =
      ir_build_int(b, IR_I64, z->floats ? IR_KEYED_LEAST : LEAST_WORK);
  ir_val *n = ir_build2(b, IR_OP_DIV, build_total(z, b),
                        ir_build2(b, IR_OP_MUL, cells, least));
  n = ir_build2(b, IR_OP_MIN, n, z->map.extents[0]);
  n = ir_build2(
      b, IR_OP_MIN, n,
      ir_build_int(b, IR_I64, z->floats ? IR_KEYED_MOST : MAX_CHUNKS));
  z->n_chunks = n;
  z->n_copies = ir_build2(b, IR_OP_MUL, n, ir_build_int(b, IR_I64, z->lanes));
}

// -- The copies -------------------------------------------------------

// %row * bins + %b at "b".
static ir_val *
build_cell(ir_builder *b, const shared *s, ir_val *row, ir_val *bin) {
  return ir_build2(b, IR_OP_ADD, ir_build2(b, IR_OP_MUL, row, s->bins), bin);
}

// The copies of "s", all elements the operator's identity.
static void
build_copies(privatiser *z, ir_builder *b, shared *s) {
  ir_scalar elem = z->map.dests[s->k]->type.elem;
  ir_val *count = ir_build2(b, IR_OP_MUL, z->n_copies, s->bins);
  ir_val *t = ir_build_alloc(b, elem, count, IR_SPACE_GLOBAL, "copies");
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 2;
  ir_add_in(op, z->n_copies);
  ir_add_in(op, s->bins);
  ir_val *row = ir_region_add_param(r, ir_ty(IR_I64), "copy");
  ir_val *bin = ir_region_add_param(r, ir_ty(IR_I64), "bin");
  ir_builder in = ir_at_end(r);
  ir_val *w = rw_add_dest(op, t);
  ir_val *none = ir_build_bits(&in, elem, ir_red_identity(s->op, elem));
  ir_val *set = ir_build_update(&in, w, build_cell(&in, s, row, bin), none);
  ir_build_yield(&in, &set, 1);
  s->copies = op->outs.at[0];
}

// -- The chunks -------------------------------------------------------

// A walk over a copy of the map's body.
typedef struct plain_walk {
  privatiser *z;
  const ir_region *body;
  ir_val *row;
  VEC(ir_op *) combines;
  VEC(const shared *) of;
} plain_walk;

// ir_walk_fn: collects the combines into copies, or those of floats where there
// are none. ("body" has the dests behind one index)
static bool
collect_combine(void *user, ir_op *op) {
  plain_walk *w = user;
  if (!folds(op))
    return true;
  if (!w->row && ir_combines_floats(op)) {
    vec_push(w->z->a, &w->combines, op);
    vec_push(w->z->a, &w->of, NULL);
  }
  if (!w->row)
    return true;
  const ir_val *root = ir_storage_root(op->ins.at[0], w->body);
  for (int i = 0; i < w->z->shared.n; i++) {
    const shared *s = &w->z->shared.at[i];
    if (root != w->body->params.at[1 + s->k])
      continue;
    vec_push(w->z->a, &w->combines, op);
    vec_push(w->z->a, &w->of, s);
  }
  return true;
}

// The maps around "op" up to region "r" become loops.
static void
make_loops(ir_op *op, const ir_region *r) {
  for (; op->parent != r; op = op->parent->parent_op)
    if (op->parent->parent_op->code == IR_OP_MAP)
      op->parent->parent_op->code = IR_OP_LOOP;
}

// The subscript "at" of an element of the footprint of "s", at "b".
static ir_val *
build_checked(const privatiser *z, ir_builder *b, const shared *s, ir_val *at) {
  if (!z->assumes)
    return at;
  ir_val *end = ir_build2(b, IR_OP_ADD, s->begin, s->bins);
  return ir_build3(b, IR_OP_WITHIN, at, s->begin, end);
}

// combine op w, k, v => update w, c, (op (index w, c), v) where c is k, or k's
// cell in copy "row" of "s"; all of the cell but k is invariant.
static void
make_plain(privatiser *z, ir_op *op, const shared *s, ir_val *row) {
  ir_builder b = ir_before(op);
  ir_val *w = op->ins.at[0], *at = op->ins.at[1];
  if (row) {
    ir_val *none = ir_build1(&b, IR_OP_NEG, s->begin);
    at = build_checked(z, &b, s, at);
    at = ir_build2(&b, IR_OP_ADD, at, build_cell(&b, s, row, none));
  }
  ir_val *old = ir_build_index(&b, w, at);
  ir_val *sum = ir_build2(&b, op->combiner, old, op->ins.at[2]);
  ir_val *out = ir_build_update(&b, w, at, sum);
  ir_replace_uses(z->f, op->outs.at[0], out);
  ir_remove(op);
}

// The copy of chunk "row" that an iteration combines into, that of a loop with
// body "r" at "b".
static ir_val *
build_lane(const privatiser *z, ir_builder *b, const ir_region *r,
           ir_val *row) {
  if (z->lanes == 1)
    return row;
  ir_val *rest = ir_build2(b, IR_OP_AND, r->params.at[0],
                           ir_build_int(b, IR_I64, z->lanes - 1));
  ir_val *first =
      ir_build2(b, IR_OP_MUL, row, ir_build_int(b, IR_I64, z->lanes));
  return ir_build2(b, IR_OP_ADD, first, rest);
}

// The map's body at the end of loop body "r", whose dests are behind its index,
// of chunk "row"; NULL: there are no copies.
static void
build_body(privatiser *z, ir_region *r, map *subst, ir_val *row) {
  ir_builder in = ir_at_end(r);
  row = row ? build_lane(z, &in, r, row) : NULL;
  plain_walk w = {.z = z, .body = r, .row = row};
  ir_val **yields = NEW_ARRAY(z->a, ir_val *, z->map.n_dests);
  for (int k = 0; k < z->map.n_dests; k++)
    map_put(subst, z->map.dest_params[k], r->params.at[1 + k]);
  ir_clone_region_ops(&in, z->map.body, subst, yields);
  ir_build_yield(&in, yields, z->map.n_dests);
  ir_walk(r, collect_combine, &w);
  for (int i = 0; i < w.combines.n; i++)
    make_loops(w.combines.at[i], r);
  for (int i = 0; i < w.combines.n; i++)
    make_plain(z, w.combines.at[i], w.of.at[i], row);
}

// A loop over "extent" at the end of "r" that carries "arrays", which become
// its results; its region.
static ir_region *
build_loop(privatiser *z, ir_region *r, ir_val *extent, const char *index,
           ir_val **arrays) {
  ir_builder b = ir_at_end(r);
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, extent, index);
  for (int k = 0; k < z->map.n_dests; k++) {
    rw_add_dest(op, arrays[k]);
    arrays[k] = op->outs.at[k];
  }
  return op->regions[0];
}

// The loops over dimensions "d" and up, around the body, in "r", which begins
// where "arrays" are given; ends it with a yield of them.
static void
build_nest(privatiser *z, ir_region *r, int d, map *subst, ir_val *row,
           ir_val **arrays) {
  if (d == z->map.n_dims) {
    build_body(z, r, subst, row);
    return;
  }
  ir_region *body =
      build_loop(z, r, z->map.extents[d], z->map.idx[d]->name, arrays);
  map_put(subst, z->map.idx[d], body->params.at[0]);
  ir_val **inner = NEW_ARRAY(z->a, ir_val *, z->map.n_dests);
  for (int k = 0; k < z->map.n_dests; k++)
    inner[k] = body->params.at[1 + k];
  build_nest(z, body, d + 1, subst, row, inner);
  ir_builder end = ir_at_end(r);
  ir_build_yield(&end, arrays, z->map.n_dests);
}

// The "n" iterations of chunk "row" from "first" on at the end of "r": what
// becomes of the dests, which are "arrays".
static void
build_iterations(privatiser *z, ir_region *r, ir_val *first, ir_val *n,
                 ir_val *row, ir_val **arrays) {
  ir_region *loop = build_loop(z, r, n, "j", arrays);
  map *subst = map_new(z->a);
  ir_builder start = ir_at_end(loop);
  map_put(subst, z->map.idx[0],
          ir_build2(&start, IR_OP_ADD, first, loop->params.at[0]));
  ir_val **inner = NEW_ARRAY(z->a, ir_val *, z->map.n_dests);
  for (int k = 0; k < z->map.n_dests; k++)
    inner[k] = loop->params.at[1 + k];
  build_nest(z, loop, 1, subst, row, inner);
}

// The same with as many iterations at a time as a chunk has copies: LLVM does
// not unroll loops that may be left in the middle (10^6 counts: 0.88 ms for
// 0.44, Zen 4).
static void
build_by_lanes(privatiser *z, ir_region *r, ir_val *first, ir_val *n,
               ir_val *row, ir_val **arrays) {
  ir_builder b = ir_at_end(r);
  ir_val *lanes = ir_build_int(&b, IR_I64, z->lanes);
  ir_val *steps = ir_build2(&b, IR_OP_DIV, n, lanes);
  ir_region *step = build_loop(z, r, steps, "step", arrays);
  ir_val **inner = NEW_ARRAY(z->a, ir_val *, z->map.n_dests);
  for (int k = 0; k < z->map.n_dests; k++)
    inner[k] = step->params.at[1 + k];
  b = ir_at_end(step);
  ir_val *at = ir_build2(&b, IR_OP_MUL, step->params.at[0], lanes);
  build_iterations(z, step, ir_build2(&b, IR_OP_ADD, first, at), lanes, row,
                   inner);
  b = ir_at_end(step);
  ir_build_yield(&b, inner, z->map.n_dests);
  b = ir_at_end(r);
  at = ir_build2(&b, IR_OP_MUL, steps, lanes);
  build_iterations(z, r, ir_build2(&b, IR_OP_ADD, first, at),
                   ir_build2(&b, IR_OP_SUB, n, at), row, arrays);
}

// The map over chunks at the end of "r": its results for the dests.
static void
build_chunks(privatiser *z, ir_region *r, ir_val **dests) {
  ir_builder b = ir_at_end(r);
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_region *body = ir_add_region(op);
  op->n_dims = 1;
  op->loc = z->map.op->loc;
  ir_add_in(op, z->n_chunks);
  ir_val *row = ir_region_add_param(body, ir_ty(IR_I64), "chunk");
  ir_val **arrays = NEW_ARRAY(z->a, ir_val *, z->map.n_dests);
  for (int k = 0; k < z->map.n_dests; k++)
    arrays[k] = rw_add_dest(op, dests[k]);
  ir_builder in = ir_at_end(body);
  ir_val *first = ir_build2(&in, IR_OP_MUL, row, z->size);
  ir_val *left = ir_build2(&in, IR_OP_SUB, z->map.extents[0], first);
  ir_val *n = ir_build2(&in, IR_OP_MIN, left, z->size);
  if (z->assumes && z->map.n_dims == 1)
    build_by_lanes(z, body, first, n, row, arrays);
  else
    build_iterations(z, body, first, n, row, arrays);
  in = ir_at_end(body);
  ir_build_yield(&in, arrays, z->map.n_dests);
  for (int k = 0; k < z->map.n_dests; k++)
    dests[k] = op->outs.at[k];
}

// -- The sums ---------------------------------------------------------

// reduce (r < c) [op identity] {seq} { index copies, r*bins + bin }
static ir_val *
build_fold(privatiser *z, ir_builder *b, const shared *s, ir_val *copies,
           ir_val *bin, ir_val *none) {
  ir_op *op = ir_build_raw(b, IR_OP_REDUCE);
  ir_region *r = ir_add_region(op);
  op->n_dims = op->n_red = 1;
  op->seq = true;
  op->red_ops = NEW_ARRAY(z->f->module->arena, ir_opcode, 1);
  op->red_ops[0] = s->op;
  ir_add_in(op, z->n_copies);
  ir_add_in(op, none);
  ir_val *row = ir_region_add_param(r, ir_ty(IR_I64), "copy");
  ir_builder in = ir_at_end(r);
  ir_val *e = ir_build_index(&in, copies, build_cell(&in, s, row, bin));
  ir_build_yield(&in, &e, 1);
  return ir_add_out(op, e->type, "sum");
}

// Whether "x" and "y" have other bits.
static ir_val *
build_differ(ir_builder *b, ir_val *x, ir_val *y) {
  if (ir_is_float(x->type.elem)) {
    ir_scalar bits = ir_size(x->type.elem) == 8 ? IR_U64 : IR_U32;
    x = ir_build_bitcast(b, x, bits);
    y = ir_build_bitcast(b, y, bits);
  }
  return ir_build2(b, IR_OP_NE, x, y);
}

// if sum != none { h[at] op= sum }, or = sum where that "goes on" from h[at],
// which is "none": elements that nothing is combined into are not written. The
// array then.
static ir_val *
build_add(ir_builder *b, const shared *s, ir_val *h, ir_val *at, ir_val *sum,
          ir_val *none, bool goes_on) {
  ir_builder in, other;
  ir_build_if(b, build_differ(b, sum, none), &in, &other);
  if (!goes_on)
    sum = ir_build2(&in, s->op, ir_build_index(&in, h, at), sum);
  ir_val *now = ir_build_update(&in, h, at, sum);
  return ir_end_if(&in, now, &other, h, h->name);
}

// The map that combines the copies into array "h", at "b": the array then.
static ir_val *
build_sums(privatiser *z, ir_builder *b, const shared *s, ir_val *copies,
           ir_val *h) {
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, s->bins);
  ir_val *bin = ir_region_add_param(r, ir_ty(IR_I64), "bin");
  ir_builder in = ir_at_end(r);
  ir_val *w = rw_add_dest(op, h);
  ir_val *at = ir_build2(&in, IR_OP_ADD, s->begin, bin);
  ir_val *none = z->piece ? ir_build_index(&in, w, at)
                          : ir_build_bits(&in, h->type.elem,
                                          ir_red_identity(s->op, h->type.elem));
  ir_val *sum = build_fold(z, &in, s, copies, bin, none);
  ir_val *out = build_add(&in, s, w, at, sum, none, z->piece != NULL);
  ir_build_yield(&in, &out, 1);
  return op->outs.at[0];
}

// -- The pass ---------------------------------------------------------

// The whole of it in "r", a branch; ends it.
static void
build_private(privatiser *z, ir_region *r) {
  ir_builder b = ir_at_end(r);
  ir_val **dests = NEW_ARRAY(z->a, ir_val *, z->map.n_dests);
  ir_val *up =
      ir_build2(&b, IR_OP_SUB, z->n_chunks, ir_build_int(&b, IR_I64, 1));
  up = ir_build2(&b, IR_OP_ADD, z->map.extents[0], up);
  z->size = z->piece ? z->piece : ir_build2(&b, IR_OP_DIV, up, z->n_chunks);
  for (int k = 0; k < z->map.n_dests; k++)
    dests[k] = z->map.dests[k];
  for (int i = 0; i < z->shared.n; i++) {
    build_copies(z, &b, &z->shared.at[i]);
    dests[z->shared.at[i].k] = z->shared.at[i].copies;
  }
  build_chunks(z, r, dests);
  b = ir_at_end(r);
  for (int i = 0; i < z->shared.n; i++) {
    const shared *s = &z->shared.at[i];
    dests[s->k] = build_sums(z, &b, s, dests[s->k], z->map.dests[s->k]);
  }
  ir_build_yield(&b, dests, z->map.n_dests);
}

// ir_walk_fn: checks the subscript of a combine of integers. ("body": that of
// the map)
static bool
check_combine(void *user, ir_op *op) {
  plain_walk *w = user;
  if (!folds(op))
    return true;
  const ir_val *root = ir_storage_root(op->ins.at[0], w->body);
  for (int i = 0; i < w->z->shared.n; i++) {
    const shared *s = &w->z->shared.at[i];
    ir_builder b = ir_before(op);
    if (root == w->body->params.at[w->z->map.n_dims + s->k])
      op->ins.at[1] = build_checked(w->z, &b, s, op->ins.at[1]);
  }
  return true;
}

// The map as it is in "r", a branch, floats combined in order; ends it.
static void
build_shared(privatiser *z, ir_region *r) {
  if (z->floats) {
    ir_val **arrays = NEW_ARRAY(z->a, ir_val *, z->map.n_dests);
    for (int k = 0; k < z->map.n_dests; k++)
      arrays[k] = z->map.dests[k];
    build_nest(z, r, 0, map_new(z->a), NULL, arrays);
    return;
  }
  rw_end_with_copy(r, z->map.op, map_new(z->a));
  ir_region *body = r->first->regions[0];
  plain_walk w = {.z = z, .body = body};
  if (z->assumes && z->n_copies)
    ir_walk(body, check_combine, &w);
}

// The condition for copies, at "b": a constant where there can be none.
static ir_val *
build_condition(privatiser *z, ir_builder *b, bool copies) {
  if (!copies)
    return ir_build_int(b, IR_BOOL, 0);
  build_counts(z, b);
  if (z->piece)
    return ir_build2(b, IR_OP_GT, z->piece, ir_build_int(b, IR_I64, 0));
  ir_val *one = ir_build_int(b, IR_I64, 1);
  return ir_build2(b, IR_OP_GT, z->n_chunks, one);
}

// The parameter that says how many iterations are in one copy; NULL: none.
static ir_val *
find_piece(const ir_func *f) {
  for (int k = 0; k < f->body->params.n; k++)
    if (f->param_mode[k] & IR_COPY)
      return f->body->params.at[k];
  return NULL;
}

// map {A combines} => if few { copies; map chunks; map sums } else { map {A} }
// when: at host level; what combines is in ifs, loops and maps of one
//       dimension. Floats: else { loops {A} }
// why:  an atomic update is about ten times as slow as a plain one (Zen 5), and
//       slower where threads share a line; and sums of floats get an order.
// src:  Henriksen et al., Compositional deep flattening: histograms by
//       subhistograms
bool
rw_privatise(ir_func *f, rw_options *o, bool floats, ir_op *op) {
  privatiser z = {.a = f->module->arena,
                  .f = f,
                  .floats = floats,
                  .assumes = o->assumes && !floats,
                  .piece = floats ? find_piece(f) : NULL,
                  .lanes = floats ? 1 : LANES};
  bool copies;
  if (!match_map(&z, op, &copies) ||
      !rw_fired(o, floats ? RW_RULE_order : RW_RULE_privatise))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *few = build_condition(&z, &b, copies);
  ir_op *choice = ir_start_if(&b, few);
  ir_builder first = ir_at_end(ir_add_region(choice));
  if (copies)
    build_private(&z, choice->regions[0]);
  else
    ir_build_yield(&first, z.map.dests, z.map.n_dests);
  build_shared(&z, ir_add_region(choice));
  rw_replace_by_choice(f, op, choice);
  return true;
}
