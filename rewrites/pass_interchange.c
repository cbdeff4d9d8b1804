// rewrites/pass_interchange.c: a fold inside a map becomes a loop around maps.
//
//   map (i < n, j < m) (w = c) {          map (b < m/16, t < n/4) (w = c) {
//     s = reduce (k < p) seq add (0) {      acc0..3 = alloc 16
//       a[i,k] * b[k,j] }                   map (l < 16) { acc0..3[l] = 0 }
//     w[i,j] = f(s) }                       loop (k < p) {
//                                      =>     map (l < 16) {
//                                               acc0[l] += a[4t,k] *
//                                               b[k,16b+l]; acc1[l] +=
//                                               a[4t+1,k] * ..; .. }
//                                           }
//                                           map (l < 16) {
//                                             w[4t,16b+l] = f(acc0[l]); .. } }
//
// Each accumulator still folds k in order, so not a bit changes. The innermost
// loop has independent iterations on consecutive elements; the accumulators
// stay in registers or the first cache; a panel of b in the second, while i
// runs. Where rows (the last dimension but one) share reads, four go together,
// so that each read serves four times; without such rows a block has 64 lanes.
// A block that is not full of lanes or rows is a copy with its own length, row
// by row, so that the full one has constant lengths.
// Where there are many rows, the elements that a block reads along k are copied
// first (rw_packs.c). A loop with carried scalars takes
// the place of a fold as well; where it ends by itself, lanes that have ended
// keep what they carry until the last has. For CPUs; a GPU's work-items run
// along j, and wait for each other, by themselves.
#include "rewrites/rw_lanes.h"

bool pass_interchange(loft_cx *cx, ir_func *f, rw_options *o);

enum {
  MAX_LANES = 64,
  WIDE_BYTES = 1 << 14, // of the accumulators of a wide block
  ROW_BYTES = 64, // four, two or one vectors: 4 rows of them fit 16 registers
  MAX_ACCUMULATORS = 12
};

// -- Conditions -------------------------------------------------------

// True when "v" varies with the inner index.
static bool
depends_on_j(const rw_nest *z, const ir_val *v) {
  return rw_varies(z->map.body, v, z->j);
}

// rw_any: true for iterations, memory and stores.
static bool
iterates(const ir_op *op) {
  return rw_iterates(op) || ir_writes_element(op);
}

// True when "op" writes elements otherwise than by storing or combining a value
// in each iteration.
static bool
writes_otherwise(ir_op *op) {
  return op->code != IR_OP_UPDATE && op->code != IR_OP_COMBINE &&
         rw_any(op, iterates);
}

// True when "op" may stand before the fold: it can be computed again, until the
// iteration writes its results behind the fold.
static bool
may_precede(const rw_nest *z, ir_op *op) {
  return op->code == IR_OP_INDEX || an_is_repeatable(&z->map, op) ||
         (op->code == IR_OP_IF && !rw_any(op, iterates));
}

// True when the fold's body is a straight line, but for branches that pass rare
// leaves out.
static bool
is_step(const rw_nest *z) {
  ir_foreach_op (op, z->fold.s.body)
    if (rw_any(op, z->fold.s.n_dests ? rw_iterates : iterates))
      return rw_has_rare(z->a, z->fold.s.body);
  return true;
}

// True when the arrays that the loop z->fold writes are dests of the map, which
// nothing in front of it reads, and lanes need not end by themselves; fills
// z->place.
static bool
match_written(rw_nest *z) {
  const ir_soac *s = &z->fold.s;
  if (s->n_dests && s->op->has_while)
    return false;
  z->place = rw_dests_of(&z->map, s);
  if (!z->place)
    return false;
  for (ir_op *op = z->map.body->first; op != s->op && s->n_dests; op = op->next)
    if (op->code == IR_OP_INDEX && ir_dest_of(&z->map, op->ins.at[0]) >= 0)
      return false;
  return true;
}

// True for a fold or a loop whose carried scalars take its place; fills
// z->fold.
static bool
match_fold(rw_nest *z, ir_op *op) {
  return rw_match_fold(op, &z->fold) || rw_match_loop_fold(op, &z->fold);
}

// The body must be: repeatable ops, one fold without dests, or a loop, other
// ops without loops. Fills z->fold.
static bool
match_body(rw_nest *z) {
  ir_op *red = NULL;
  ir_foreach_op (op, z->map.body) {
    if ((op->code == IR_OP_REDUCE || op->code == IR_OP_LOOP) && !red)
      red = op;
    else if (!red ? !may_precede(z, op) : writes_otherwise(op))
      return false;
  }
  if (!red || !match_fold(z, red) || z->fold.s.n_red > MAX_ACCUMULATORS ||
      !match_written(z))
    return false;
  if (!is_step(z))
    return false;
  for (int k = 0; k < z->fold.s.n_dims; k++)
    if (depends_on_j(z, z->fold.s.extents[k]))
      return false;
  return true;
}

// True when the fold's iterations are few, constant, and of few ops together,
// so that LLVM unrolls them and vectorises over j by itself. It leaves a loop
// of many ops alone: 32 iterations with an exponential in each took three times
// as long as lanes do (AVX-512, one thread).
static bool
is_short(const ir_soac *red) {
  enum { MAX_UNROLLED = 800 };
  int64_t n, all = 1;
  for (int k = 0; k < red->n_dims; k++) {
    if (!ir_match_int(red->extents[k], &n) || n > 32)
      return false;
    all *= n;
  }
  return all <= 32 && all * rw_size(red->body) <= MAX_UNROLLED;
}

// True when "op" is a read that each step of the fold makes anew, of the same
// element.
static bool
is_fixed(const rw_nest *z, const ir_op *op) {
  return op->parent == z->fold.s.body && rw_is_fixed_read(op, z->fold.s.body);
}

// True when running along j is better than along the fold's last index: fewer
// strided reads, or as few and none, as a fold in order does not vectorise.
// Reads of the same element are made once either way.
static bool
is_worthwhile(rw_nest *z) {
  an_accesses all;
  int along_k = 0, along_j = 0;
  ir_val *k = z->fold.s.idx[z->fold.s.n_dims - 1];
  if (is_short(&z->fold.s) || !an_accesses_of(z->a, z->fold.s.op, &all))
    return false;
  for (int i = 0; i < all.n; i++) {
    if (is_fixed(z, all.at[i].op))
      continue;
    along_k += !an_affine_is_near(&all.at[i].at, k);
    along_j += !an_affine_is_near(&all.at[i].at, z->j);
  }
  return along_j < along_k || along_j == 0;
}

// True when rows may be jammed: they fold floats, and their order changes bits,
// so that one waits for each addition (pass winner takes others); all reads run
// along the fold's last index, and all rows take as many steps; the bodies of
// four are no large loop.
static bool
may_jam(rw_nest *z) {
  enum { MAX_OPS = 40 };
  an_accesses all;
  if (is_short(&z->fold.s) || rw_size(z->map.body) > MAX_OPS ||
      !an_accesses_of(z->a, z->fold.s.op, &all))
    return false;
  for (int k = 0; k < z->fold.s.n_red; k++) {
    ir_scalar type = z->fold.s.results[k]->type.elem;
    const ir_opcode *ops = z->fold.s.op->red_ops;
    if (!ir_is_float(type) || (ops && !ir_fold_rounds(ops[k], type)))
      return false;
  }
  for (int k = 0; k < all.n; k++)
    if (!an_affine_is_near(&all.at[k].at, z->fold.s.idx[z->fold.s.n_dims - 1]))
      return false;
  return all.n > 0;
}

// The number of rows to jam: additions that wait for the ones before them for
// four cycles, two of which begin in each, would be eight; of eight rows LLVM's
// SLP vectoriser makes vectors, by collecting their elements one by one. A
// matrix of 1024 x 1024 f32 takes 286 us with four, 176 with seven, 455 with
// eight (one core of Zen 5, AVX-512).
static int
rows_to_jam(const rw_nest *z) {
  enum { SMALL_OPS = 20 };
  return rw_size(z->map.body) <= SMALL_OPS ? RW_MOST_ROWS : 4;
}

// Sees the map as one of a single column, whose rows its last dimension is.
static void
add_column(rw_nest *z) {
  int n = z->map.n_dims++;
  ir_builder b = ir_before(z->map.op);
  ir_val **extents = NEW_ARRAY(z->a, ir_val *, n + 1);
  ir_val **idx = NEW_ARRAY(z->a, ir_val *, n + 1);
  memcpy(extents, z->map.extents, (size_t)n * sizeof *extents);
  memcpy(idx, z->map.idx, (size_t)n * sizeof *idx);
  extents[n] = ir_build_int(&b, IR_I64, 1);
  idx[n] = z->j = NEW(z->a, ir_val);
  *z->j = (ir_val){.name = "column", .type = ir_ty(IR_I64)};
  z->map.extents = extents;
  z->map.idx = idx;
  z->tile = rows_to_jam(z);
  z->lanes = 1;
}

// Whether the fold ends lane by lane.
static bool
ends_by_itself(const rw_nest *z) {
  return z->fold.loop.op && z->fold.loop.op->has_while;
}

// The bytes of the widest value that the fold carries.
static int
widest_carried(const rw_nest *z) {
  int widest = 1;
  for (int k = 0; k < z->fold.s.n_red; k++) {
    int size = ir_size(z->fold.s.results[k]->type.elem);
    widest = size > widest ? size : widest;
  }
  return widest;
}

// True when "op" is nothing for lanes that have ended, as it is no arithmetic,
// or nothing for vectors.
static bool
stops_lockstep(const ir_op *op) {
  bool divides = op->code == IR_OP_DIV || op->code == IR_OP_REM;
  if (divides)
    return !ir_is_float(op->outs.at[0]->type.elem);
  return !ir_is_scalar_op(op->code) && op->code != IR_OP_IF &&
         op->code != IR_OP_YIELD;
}

// Chooses the lanes of a loop that ends by itself: four vectors of them, so
// that one waits while others compute. False when lanes are not worth it: each
// step must be floating arithmetic, which has latency to hide; and as lanes
// wait for the last of them, there must be gain to spare: four in a vector.
static bool
choose_lockstep(rw_nest *z, const rw_options *o) {
  enum { MAX_STEP = 200, LEAST_IN_VECTOR = 4, VECTORS = 4 };
  bool floats = false;
  int in_vector = o->vector_bytes / widest_carried(z);
  for (int k = 0; k < z->fold.s.n_red; k++)
    floats |= ir_is_float(z->fold.s.results[k]->type.elem);
  ir_foreach_op (op, z->fold.s.body)
    if (rw_any(op, stops_lockstep))
      return false;
  z->lanes = VECTORS * in_vector;
  return floats && o->selects && in_vector >= LEAST_IN_VECTOR &&
         rw_size(z->fold.s.body) <= MAX_STEP;
}

// True when recomputing "v" each time costs more than reading it back: a read,
// a division or root, or something made of one.
static bool
is_heavy(const rw_nest *z, const ir_val *v) {
  if (!v->def || ir_is_outside(v, z->map.body) || !depends_on_j(z, v))
    return false;
  ir_opcode c = v->def->code;
  if (c == IR_OP_INDEX || c == IR_OP_IF ||
      ir_weight_of(c) >= IR_WEIGHT_DIVISION)
    return true;
  for (int k = 0; k < v->def->ins.n; k++)
    if (is_heavy(z, v->def->ins.at[k]))
      return true;
  return false;
}

// Notes which values from before the fold its body needs kept.
static bool
find_saved(rw_nest *z) {
  an_uses t = an_uses_of(z->a, z->fold.s.op);
  for (int k = 0; k < t.uses.n; k++)
    if (!t.uses.at[k]->type.array && is_heavy(z, t.uses.at[k])) {
      bool init = false, body = false;
      for (int i = 0; i < z->fold.s.n_red; i++)
        init |= z->fold.s.inits[i] == t.uses.at[k];
      ir_foreach_op (op, z->fold.s.body)
        for (int i = 0; i < op->ins.n; i++)
          body |= op->ins.at[i] == t.uses.at[k] || op->n_regions;
      if (!init || body)
        vec_push(z->a, &z->saved, t.uses.at[k]);
    }
  return z->saved.n + z->fold.s.n_red <= MAX_ACCUMULATORS;
}

// Decides on rows: four together when some read does not depend on the row, all
// extents neither, and the body is small enough to stand there four times.
static void
choose_tile(rw_nest *z) {
  enum { MAX_OPS = 40 };
  an_accesses all;
  int shared = 0;
  z->lanes = MAX_LANES;
  if (z->map.n_dims < 2 || z->fold.s.n_dests ||
      rw_size(z->map.body) > MAX_OPS ||
      !an_accesses_of(z->a, z->fold.s.op, &all))
    return;
  const ir_val *i = z->map.idx[z->map.n_dims - 2];
  for (int k = 0; k < z->fold.s.n_dims; k++)
    if (rw_varies(z->map.body, z->fold.s.extents[k], i))
      return;
  for (int k = 0; k < all.n; k++) {
    int64_t stride;
    int along_j = an_affine_stride(&all.at[k].at, z->j, &stride);
    shared += along_j && !an_affine_stride(&all.at[k].at, i, &stride);
  }
  if (!shared)
    return;
  int widest = widest_carried(z);
  z->tile = 4;
  z->lanes = ROW_BYTES / widest < MAX_LANES ? ROW_BYTES / widest : MAX_LANES;
}

// Decides on wide blocks, of as many lanes as have accumulators in the first
// cache: a block of 64 lanes would leave the rest of a row, and of its page, to
// other blocks. 32 MiB of f32 in columns of 1024 or more take 21 ms in blocks
// of 64, 7 to 12 in wide ones, C's loop 6 to 9 (one thread of a Zen 5).
static void
choose_wide(rw_nest *z) {
  int n = z->fold.s.n_red + z->saved.n;
  if (z->lanes != MAX_LANES || z->tile || z->packs.n || z->fold.s.n_dests ||
      !an_streams_rows(z->a, z->fold.s.op, z->fold.s.idx[z->fold.s.n_dims - 1],
                       z->j))
    return;
  z->wide = WIDE_BYTES / (n * widest_carried(z)) / MAX_LANES * MAX_LANES;
  if (z->wide <= MAX_LANES)
    z->wide = 0;
}

// -- What all steps share ---------------------------------------------

// Whether the fold has a step, before it.
static ir_val *
build_starts(rw_nest *z, ir_builder *b) {
  ir_val *all = NULL, *zero = ir_build_int(b, IR_I64, 0);
  for (int k = 0; k < z->fold.s.n_dims; k++) {
    ir_val *some = ir_build2(b, IR_OP_GT, z->fold.s.extents[k], zero);
    all = all ? ir_build2(b, IR_OP_AND, all, some) : some;
  }
  return all;
}

// starts ? the read "op" : 0, in front of the fold.
static ir_val *
build_first_read(rw_nest *z, ir_op *op) {
  ir_builder b = ir_before(z->fold.s.op);
  const ir_val *read = op->outs.at[0];
  ir_builder yes, no;
  ir_build_if(&b, z->starts, &yes, &no);
  ir_val *v = ir_build_index(&yes, op->ins.at[0], op->ins.at[1]);
  ir_val *none = ir_build_bits(&no, read->type.elem, 0);
  return ir_end_if(&yes, v, &no, none, read->name);
}

// True when "op" computes the same scalar in each step of the fold.
static bool
is_invariant(const rw_nest *z, const ir_op *op) {
  if (!ir_is_scalar_op(op->code) || op->code == IR_OP_CONST)
    return false;
  for (int k = 0; k < op->ins.n; k++)
    if (!ir_is_outside(op->ins.at[k], z->fold.s.body))
      return false;
  return true;
}

// s = reduce (k < p) { x[i] * y[k] } =>
//   v = p > 0 ? x[i] : 0; s = reduce (k < p) { v * y[k] }
// when: the read and what is computed from it are the same in each step; the
//       fold may have none (else pass hoist moves reads).
// why:  lanes read and convert it once, and along memory.
// src:  folklore (LICM with a guard)
static bool
share_reads(rw_nest *z, rw_options *o) {
  ir_builder b = ir_before(z->fold.s.op);
  ir_foreach_op_safe (op, z->fold.s.body) {
    if (z->starts && is_invariant(z, op))
      ir_move(op, z->map.body, z->fold.s.op);
    if (!is_fixed(z, op) || !rw_fired(o, RW_RULE_share_read))
      continue;
    if (!z->starts)
      z->starts = build_starts(z, &b);
    ir_val *read = build_first_read(z, op);
    ir_replace_uses(z->f, op->outs.at[0], read);
    ir_remove(op);
  }
  return z->starts && match_fold(z, z->fold.s.op);
}

// -- Building --------------------------------------------------------

// Which dimension of the new map dimension "d" of the old one is: the blocks of
// j go before the last other one, so that their panel is used again and again;
// a loop that ends by itself has none.
static int
new_dim(const rw_nest *z, int d) {
  int n = z->map.n_dims;
  if (n < 2 || ends_by_itself(z))
    return d;
  return d == n - 1 ? n - 2 : d == n - 2 ? n - 1 : d;
}

// The lanes of a block, at "b": wide ones where 64 are not all. Where blocks
// are all that threads can share, there are about eight of 256 lanes and more.
static ir_val *
build_lanes(const rw_nest *z, ir_builder *b) {
  enum { SHARES = 8, LEAST_WIDE = 256 };
  ir_val *lanes = ir_build_int(b, IR_I64, z->lanes);
  if (!z->wide)
    return lanes;
  ir_val *all = z->map.extents[z->map.n_dims - 1];
  ir_val *wide = ir_build_int(b, IR_I64, z->wide);
  if (z->map.n_dims == 1) {
    ir_val *size = ir_build_ceil_div(b, all, SHARES * z->lanes);
    size = ir_build2(b, IR_OP_MUL, size, lanes);
    size = ir_build2(b, IR_OP_MAX, size, ir_build_int(b, IR_I64, LEAST_WIDE));
    wide = ir_build2(b, IR_OP_MIN, size, wide);
  }
  return ir_build3(b, IR_OP_SELECT, ir_build2(b, IR_OP_LE, all, lanes), lanes,
                   wide);
}

// The blocks of "size" that "n" takes, at "b".
static ir_val *
build_blocks(ir_builder *b, ir_val *n, ir_val *size) {
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *up = ir_build2(b, IR_OP_SUB, size, one);
  return ir_build2(b, IR_OP_DIV, ir_build2(b, IR_OP_ADD, n, up), size);
}

// The new map at "b": extents, indices, dests.
static ir_op *
build_outer(rw_nest *z, ir_builder *b, map *outer, ir_vals *dests) {
  int n = z->map.n_dims;
  z->size = build_lanes(z, b);
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_builder before = ir_before(op);
  ir_add_region(op);
  for (int d = 0; d < n; d++) {
    int from = new_dim(z, d); // its own inverse
    ir_val *extent = z->map.extents[from];
    bool blocked = from == n - 1 || (from == n - 2 && z->tile);
    if (blocked && from == n - 1)
      extent = build_blocks(&before, extent, z->size);
    else if (blocked)
      extent = ir_build_ceil_div(&before, extent, z->tile);
    ir_val *i = z->map.idx[from];
    rw_add_dim(op, extent, i, blocked ? "block" : i->name, outer);
  }
  for (int k = 0; k < z->map.n_dests; k++)
    vec_push(z->a, dests, rw_add_dest_of(op, &z->map, k));
  return op;
}

// block * size, and how many of dimension "d" are left from there.
static ir_val *
build_base(rw_nest *z, ir_builder *b, ir_val *block, ir_val *size, int d,
           ir_val **rest) {
  ir_val *base = ir_build2(b, IR_OP_MUL, block, size);
  *rest = ir_build2(b, IR_OP_SUB, z->map.extents[d], base);
  return base;
}

// The blocked map at "b".
static ir_op *
build_blocked(rw_nest *z, ir_builder *at) {
  ir_vals dests = {0};
  map *outer = map_new(z->a);
  int n = z->map.n_dims;
  ir_op *op = build_outer(z, at, outer, &dests);
  ir_builder b = ir_at_end(op->regions[0]);
  z->block = ir_substituted(outer, z->j);
  ir_val *rest, *rows = NULL, *row0 = NULL;
  ir_val *lanes = ir_build_int(&b, IR_I64, z->lanes);
  z->base = build_base(z, &b, z->block, z->size, n - 1, &rest);
  ir_val *full = ir_build2(&b, z->wide ? IR_OP_EQ : IR_OP_GE, rest, lanes);
  if (z->tile) {
    ir_val *rows_max = ir_build_int(&b, IR_I64, z->tile);
    row0 = build_base(z, &b, ir_substituted(outer, z->map.idx[n - 2]), rows_max,
                      n - 2, &rows);
    ir_val *enough = ir_build2(&b, IR_OP_GE, rows, rows_max);
    full = ir_build2(&b, IR_OP_AND, full, enough);
    rows = ir_build2(&b, IR_OP_MIN, rows, rows_max);
  }
  rest = ir_build2(&b, IR_OP_MIN, rest, z->size);
  ir_op *choice = ir_start_if(&b, full);
  rw_lanes_full(z, ir_add_region(choice), outer, row0, &dests);
  rw_lanes_rest(z, ir_add_region(choice), outer, row0, rows, rest, &dests);
  ir_add_outs(choice, dests.at, dests.n);
  ir_build_yield(&b, choice->outs.at, choice->outs.n);
  return op;
}

// Replaces the map by the blocked one; true.
static bool
rewrite(rw_nest *z, rw_options *o) {
  ir_builder b = ir_before(z->map.op);
  rw_tiled(o, z->tile ? z->tile : 1, z->wide ? z->wide : z->lanes);
  if (z->packs.n && rw_fired(o, RW_RULE_pack))
    rw_packs_build(z, &b);
  ir_op *op = build_blocked(z, &b);
  for (int k = 0; k < z->map.n_dests; k++)
    ir_replace_uses(z->f, z->map.dest_outs[k], op->outs.at[k]);
  ir_remove(z->map.op);
  return true;
}

// map (j) { s = reduce (k) seq {A}; B } =>
//   map (j/64) { loop (k) { map (l < 64) {A} }; map (l < 64) {B} }
// when: the body is scalar ops and reads, one fold in order without dests whose
//       extent does not depend on j, then ops without loops, which may combine;
//       j walks memory better than k does. A loop in place of the fold may also
//       write arrays of the map that nothing in front of it reads: iterations
//       of the map share no elements, so steps of several ones mix.
// why:  unit stride, and vectors where a fold in order allows none.
// src:  Berenyi et al., map-rnz exchange; Henriksen et al., interchange
//
// map (i) { s = reduce (k) seq {A}; B } =>
//   map (i/7) { s0, ..., s6 = loop (k) { A0; ...; A6 }; B0; ...; B6 }
// when: may_jam, where interchange has no gain.
// why:  an addition waits for the one before it: seven wait together, or four
// of
//       larger rows, and a read that rows share serves them all.
// src:  Carr and Kennedy, unroll-and-jam
//
// map (j) { s = loop while c {A}; B } =>
//   map (j/16) { loop while any { any = reduce (l < 16) [or] {c ? A : s} };
//                map (l < 16) {B} }
// when: choose_lockstep.
// why:  vectors where lanes end at different times.
// src:  Allen and Kennedy, if-conversion; GPUs
static bool
try_interchange(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  rw_nest z = {.a = cx->arena, .f = f};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z.map))
    return false;
  z.j = z.map.idx[z.map.n_dims - 1];
  if (!match_body(&z))
    return false;
  if (ends_by_itself(&z))
    return choose_lockstep(&z, o) && find_saved(&z) &&
           rw_fired(o, RW_RULE_lockstep) && rewrite(&z, o);
  if (!is_worthwhile(&z) && !z.fold.s.n_dests && may_jam(&z) &&
      rw_fired(o, RW_RULE_jam)) {
    add_column(&z);
    return rewrite(&z, o);
  }
  if (!is_worthwhile(&z))
    return rw_refused(o, RW_RULE_interchange, op,
                      "the sum walks memory as well as the loop around it");
  bool changed = share_reads(&z, o);
  if (!find_saved(&z) || !rw_fired(o, RW_RULE_interchange))
    return changed;
  choose_tile(&z);
  rw_packs_find(&z);
  choose_wide(&z);
  return rewrite(&z, o);
}

bool
pass_interchange(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_interchange);
}
