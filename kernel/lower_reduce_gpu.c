// kernel/lower_reduce_gpu.c: the reduction tree on a GPU.
//
// First kernel: work-groups of 256 run 8 blocks side by side, 32 work-items
// each, so that neighbours read neighbours. A work-item folds one lane in a
// register; lanes meet in shared memory:
//
//   acc = identity
//   for (j < rows) acc = op(acc, value(base + lane + 32 * j))
//   shared[local] = acc; barrier
//   if (lane < h) shared[local] = op(shared[local], shared[local + h]); barrier
//   the 8 blocks' values meet, three levels of the tree over blocks
//   if (local == 0) partial[group] = shared[0]
//
// Second kernel: each work-item folds 8 partials in registers, three levels,
// and each group 2048 to one. As 8 and 2048 are powers of two, these are whole
// subtrees. The host repeats it until one is left (2^26 values need one run);
// the run that sees at most 2048 applies the initial value.
//
// Where the reductions of one loop do not fit into shared memory together, they
// meet there in turns, in the same buffers.
// All barriers are reached by all work-items: nothing above them depends on
// the work-item.
#include "kernel/kernel_private.h"

enum {
  GROUP = 256,       // work-items
  ITEM_PARTIALS = 8, // partials per work-item
  FOLD = ITEM_PARTIALS * GROUP
};
_Static_assert(KN_GROUP_BLOCKS == GROUP / IR_TREE_LANES,
               "32 work-items for each block");

// A kernel of the tree while it is built.
typedef struct tree {
  kn_reduction *r;
  kn_fn *k;
  kn_buf **shared; // by reduction
  int *turn;       // by reduction, from 0 up
  int from, to;    // the reductions whose turn it is
  kn_reg *local, *group;
} tree;

// The shared buffer that reduction "i" may use in its turn: none before it in
// that turn does. NULL: there is none.
static kn_buf *
free_buffer(const tree *t, int i) {
  for (int b = 0; b < t->k->fn->bufs.n; b++) {
    kn_buf *buf = t->k->fn->bufs.at[b];
    bool is_free =
        buf->space == KN_SHARED && buf->elem == kn_red_type(&t->r->s, i);
    for (int j = 0; j < i; j++)
      is_free &= t->shared[j] != buf || t->turn[j] != t->turn[i];
    if (is_free)
      return buf;
  }
  return NULL;
}

// Adds a shared buffer for reductions of the type of "i".
static kn_buf *
add_buffer(tree *t, int i) {
  return kn_buf_new(t->k->low->arena, t->k->fn, kn_red_type(&t->r->s, i),
                    KN_SHARED, GROUP, t->r->s.results[i]->name);
}

// Whether there is room for one more of them on every device.
static bool
has_room(const tree *t, int i) {
  return kn_shared_bytes(t->k->fn) +
             GROUP * ir_shared_size(kn_red_type(&t->r->s, i)) <=
         KN_LEAST_SHARED;
}

// Gives each reduction a turn and a shared buffer. Each type has one first, so
// that a new turn always has one.
static void
take_turns(tree *t) {
  int n = t->r->s.n_red;
  t->shared = NEW_ARRAY(t->k->low->arena, kn_buf *, n);
  t->turn = NEW_ARRAY(t->k->low->arena, int, n);
  for (int i = 0; i < n; i++)
    if (!free_buffer(t, i))
      add_buffer(t, i);
  for (int i = 0; i < n; i++) {
    t->turn[i] = i ? t->turn[i - 1] : 0;
    t->shared[i] = free_buffer(t, i);
    if (t->shared[i])
      continue;
    if (has_room(t, i)) {
      t->shared[i] = add_buffer(t, i);
    } else {
      t->turn[i]++;
      t->shared[i] = free_buffer(t, i);
    }
  }
}

// The next turn, [from, to); false when all had theirs.
static bool
next_turn(tree *t) {
  t->from = t->to;
  while (t->to < t->r->s.n_red && t->turn[t->to] == t->turn[t->from])
    t->to++;
  return t->from < t->to;
}

// Starts a kernel with work-groups of 256 and shared memory for the lanes.
static void
init_tree(tree *t, kn_reduction *r, const char *what) {
  arena *a = r->host->low->arena;
  *t = (tree){.r = r};
  t->k = kn_kernel_new(r->host, r->s.op,
                       arena_printf(a, "reduce %s %s", what, r->text));
  t->k->fn->local[0] = GROUP;
  t->k->fn->local[1] = t->k->fn->local[2] = 1;
  take_turns(t);
  t->local = kn_put_builtin(t->k, KN_LOCAL_X, "local");
  t->group = kn_put_builtin(t->k, KN_GROUP_X, "group");
}

// -- First kernel -------------------------------------------------------------
// A register for each reduction, set to the identity.
static kn_reg **
init_acc(tree *t) {
  kn_fn *k = t->k;
  int n = t->r->s.n_red;
  kn_reg **acc = NEW_ARRAY(k->low->arena, kn_reg *, n);
  for (int i = 0; i < n; i++) {
    acc[i] = kn_reg_new(k->low->arena, k->fn, kn_red_type(&t->r->s, i), "acc");
    kn_put_copy(k, acc[i], kn_put_identity(k, &t->r->s, i));
  }
  return acc;
}

// The body at "idx": acc = op(acc, value).
static void
put_value(tree *t, kn_reg **idx, kn_reg **acc) {
  kn_lower_soac_body(t->k, &t->r->s, idx);
  for (int i = 0; i < t->r->s.n_red; i++) {
    kn_reg *v = kn_scalar(t->k, t->r->s.values[i]);
    kn_put_copy(t->k, acc[i], kn_put_combine(t->k, &t->r->s, i, acc[i], v));
  }
}

// idx += step in the mixed radix of the extents, one carry per digit.
static void
put_step(kn_fn *k, kn_reg **idx, kn_reg **step, kn_reg **extents, int n) {
  kn_reg *carry = NULL;
  for (int d = n - 1; d >= 0; d--) {
    kn_reg *sum = kn_put2(k, IR_OP_ADD, idx[d], step[d], NULL);
    if (carry)
      sum = kn_put2(k, IR_OP_ADD, sum, carry, NULL);
    if (d == 0) {
      kn_put_copy(k, idx[0], sum);
      return;
    }
    kn_reg *over = kn_put2(k, IR_OP_GE, sum, extents[d], NULL);
    kn_reg *less = kn_put2(k, IR_OP_SUB, sum, extents[d], NULL);
    kn_reg *args[3] = {over, less, sum};
    kn_put_copy(k, idx[d], kn_put_op(k, IR_OP_SELECT, IR_I64, args, 3, NULL));
    carry = kn_put_op(k, IR_OP_CONVERT, IR_I64, &over, 1, NULL);
  }
}

// acc folds "rows" values, from linear index "first" in steps of 32.
static void
put_lane(tree *t, kn_reg *first, kn_reg *rows, kn_reg **acc) {
  kn_fn *k = t->k;
  int n = t->r->s.n_dims;
  kn_reg *lanes = kn_put_i64(k, IR_TREE_LANES);
  kn_reg **extents = NEW_ARRAY(k->low->arena, kn_reg *, n);
  kn_reg **idx = NEW_ARRAY(k->low->arena, kn_reg *, n);
  kn_reg **step = NEW_ARRAY(k->low->arena, kn_reg *, n);
  for (int d = 1; d < n; d++)
    extents[d] = kn_scalar(k, t->r->s.extents[d]);
  kn_decode(k, first, extents, n, idx);
  kn_decode(k, lanes, extents, n, step);
  kn_stmt *loop = kn_put_loop(k, rows, false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  put_value(t, idx, acc);
  put_step(k, idx, step, extents, n);
  kn_enter(k, back);
}

// How many of the values first, first + 32, ... of a block are below "n".
static kn_reg *
put_rows(kn_fn *k, kn_reg *n, kn_reg *first) {
  kn_reg *left = kn_put2(k, IR_OP_SUB, n, first, NULL);
  kn_reg *rows = kn_put_ceil_div(k, left, IR_TREE_LANES, NULL);
  rows = kn_put2i(k, IR_OP_MAX, rows, 0, NULL);
  return kn_put2i(k, IR_OP_MIN, rows, IR_TREE_BLOCK / IR_TREE_LANES, "rows");
}

// shared[local] = op(shared[local], shared[local + distance]) where "active".
static void
put_pairs(tree *t, kn_reg *active, int64_t distance) {
  kn_fn *k = t->k;
  kn_stmt *s = kn_put_if(k, active);
  kn_block *back = kn_enter(k, &s->body[0]);
  kn_reg *other = kn_put2i(k, IR_OP_ADD, t->local, distance, NULL);
  for (int i = t->from; i < t->to; i++) {
    kn_reg *x = kn_put_load(k, t->shared[i], t->local, NULL);
    kn_reg *y = kn_put_load(k, t->shared[i], other, NULL);
    kn_put_store(k, t->shared[i], t->local,
                 kn_put_combine(k, &t->r->s, i, x, y));
  }
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// Neighbours meet, up to the whole group: shared values at multiples of
// 2 * distance and those "distance" further on, if these are below "count".
static void
put_levels(tree *t, int64_t distance, kn_reg *count) {
  kn_fn *k = t->k;
  for (; distance < GROUP; distance *= 2) {
    kn_reg *low_bits = kn_put2i(k, IR_OP_AND, t->local, 2 * distance - 1, NULL);
    kn_reg *is_left = kn_put2i(k, IR_OP_EQ, low_bits, 0, NULL);
    kn_reg *other = kn_put2i(k, IR_OP_ADD, t->local, distance, NULL);
    kn_reg *exists = kn_put2(k, IR_OP_LT, other, count, NULL);
    put_pairs(t, kn_put2(k, IR_OP_AND, is_left, exists, NULL), distance);
  }
}

// Lanes meet, then the group's blocks that exist; "first_block" is its first.
static void
put_meet(tree *t, kn_reg *lane, kn_reg *first_block, kn_reg **acc) {
  kn_fn *k = t->k;
  for (int i = t->from; i < t->to; i++)
    kn_put_store(k, t->shared[i], t->local, acc[i]);
  kn_put(k, KN_BARRIER);
  for (int half = IR_TREE_LANES / 2; half > 0; half /= 2)
    put_pairs(t, kn_put2i(k, IR_OP_LT, lane, half, NULL), half);
  kn_reg *n_blocks = kn_capture_reg(k, t->r->n_blocks);
  kn_reg *left = kn_put2(k, IR_OP_SUB, n_blocks, first_block, NULL);
  put_levels(t, IR_TREE_LANES,
             kn_put2i(k, IR_OP_MUL, left, IR_TREE_LANES, NULL));
}

// The group's first work-item writes the partial.
static void
put_partial(tree *t) {
  kn_fn *k = t->k;
  kn_reg *zero = kn_put_i64(k, 0);
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_EQ, t->local, zero, NULL));
  kn_block *back = kn_enter(k, &s->body[0]);
  for (int i = t->from; i < t->to; i++)
    kn_put_store(k, kn_capture_buf(k, t->r->partials[i]), t->group,
                 kn_put_load(k, t->shared[i], zero, NULL));
  kn_enter(k, back);
}

static void
put_blocks(kn_reduction *r) {
  tree t;
  const int64_t rows_max = IR_TREE_BLOCK / IR_TREE_LANES;
  init_tree(&t, r, "blocks");
  kn_fn *k = t.k, *h = r->host;
  kn_reg *n = kn_capture_reg(k, r->n);
  kn_reg *lane = kn_put2i(k, IR_OP_REM, t.local, IR_TREE_LANES, "lane");
  kn_reg *sub = kn_put2i(k, IR_OP_DIV, t.local, IR_TREE_LANES, NULL);
  kn_reg *first_block = kn_put2i(k, IR_OP_MUL, t.group, KN_GROUP_BLOCKS, NULL);
  kn_reg *block = kn_put2(k, IR_OP_ADD, first_block, sub, "block");
  kn_reg *base = kn_put2i(k, IR_OP_MUL, block, IR_TREE_BLOCK, NULL);
  kn_reg *first = kn_put2(k, IR_OP_ADD, base, lane, "first");
  kn_reg **acc = init_acc(&t);
  put_lane(&t, first, put_rows(k, n, first), acc);
  while (next_turn(&t)) {
    put_meet(&t, lane, first_block, acc);
    put_partial(&t);
  }
  kn_reg *items[3] = {kn_put2i(h, IR_OP_MUL, r->n_partials, GROUP, "items")};
  kn_reg *bound = kn_put_bound(h, r->s.body, rows_max, 1);
  kn_finish(k);
  kn_put_launch(k, items, bound, kn_put_work(h, r->s.body, rows_max));
}

// -- Second kernel ----------------------------------------------------------
// The fold of the "n" partials from "first" on, of those below "m", which
// "first" is, to "out", of the reductions whose turn it is. Loads do not wait
// for each other: those beyond take the last.
static void
put_subtree(tree *t, kn_reg *first, kn_reg *m, kn_buf **p, int n,
            kn_reg **out) {
  kn_fn *k = t->k;
  if (n == 1) {
    kn_reg *last = kn_put2i(k, IR_OP_SUB, m, 1, NULL);
    kn_reg *at = kn_put2(k, IR_OP_MIN, first, last, NULL);
    for (int i = t->from; i < t->to; i++)
      out[i] = kn_put_load(k, p[i], at, NULL);
    return;
  }
  kn_reg **right = NEW_ARRAY(k->low->arena, kn_reg *, t->r->s.n_red);
  kn_reg *middle = kn_put2i(k, IR_OP_ADD, first, n / 2, NULL);
  kn_reg *exists = kn_put2(k, IR_OP_LT, middle, m, NULL);
  put_subtree(t, first, m, p, n / 2, out);
  put_subtree(t, middle, m, p, n / 2, right);
  for (int i = t->from; i < t->to; i++) {
    kn_reg *both = kn_put_combine(k, &t->r->s, i, out[i], right[i]);
    kn_reg *args[3] = {exists, both, out[i]};
    out[i] = kn_put_op(k, IR_OP_SELECT, both->type, args, 3, NULL);
  }
}

// shared[local] = the fold of this work-item's partials, if it has some.
static void
put_item(tree *t, kn_reg *base, kn_reg *m, kn_buf **p) {
  kn_fn *k = t->k;
  kn_reg **v = NEW_ARRAY(k->low->arena, kn_reg *, t->r->s.n_red);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, t->local, ITEM_PARTIALS, NULL);
  kn_reg *first = kn_put2(k, IR_OP_ADD, base, skip, "first");
  kn_stmt *any = kn_put_if(k, kn_put2(k, IR_OP_LT, first, m, NULL));
  kn_block *back = kn_enter(k, &any->body[0]);
  put_subtree(t, first, m, p, ITEM_PARTIALS, v);
  for (int i = t->from; i < t->to; i++)
    kn_put_store(k, t->shared[i], t->local, v[i]);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// out[group] = shared[0], in the last run op(init, shared[0]); init for m = 0.
static void
put_out(tree *t, kn_reg *m, kn_reg *init, kn_buf *out, int i) {
  kn_fn *k = t->k;
  kn_reg *zero = kn_put_i64(k, 0);
  kn_reg *v = kn_reg_new(k->low->arena, k->fn, out->elem, "v");
  kn_put_copy(k, v, init);
  kn_stmt *any = kn_put_if(k, kn_put2(k, IR_OP_GT, m, zero, NULL));
  kn_block *back = kn_enter(k, &any->body[0]);
  kn_put_copy(k, v, kn_put_load(k, t->shared[i], zero, NULL));
  kn_stmt *last = kn_put_if(k, kn_put2i(k, IR_OP_LE, m, FOLD, "last"));
  kn_enter(k, &last->body[0]);
  kn_put_copy(k, v, kn_put_combine(k, &t->r->s, i, init, v));
  kn_enter(k, back);
  kn_put_store(k, out, t->group, v);
}

// The second kernel: "host_m" partials to "out", both host variables.
static kn_fn *
build_fold(kn_reduction *r, kn_reg *host_m, kn_buf **host_out) {
  tree t;
  init_tree(&t, r, "fold");
  kn_fn *k = t.k;
  arena *a = k->low->arena;
  kn_buf **p = NEW_ARRAY(a, kn_buf *, r->s.n_red);
  kn_buf **out = NEW_ARRAY(a, kn_buf *, r->s.n_red);
  kn_reg *m = kn_capture_reg(k, host_m);
  for (int i = 0; i < r->s.n_red; i++) {
    p[i] = kn_capture_buf(k, r->partials[i]);
    out[i] = kn_capture_buf(k, host_out[i]);
  }
  kn_reg *base = kn_put2i(k, IR_OP_MUL, t.group, FOLD, NULL);
  kn_reg *left = kn_put2(k, IR_OP_SUB, m, base, "left");
  while (next_turn(&t)) {
    put_item(&t, base, m, p);
    put_levels(&t, 1, kn_put_ceil_div(k, left, ITEM_PARTIALS, "count"));
    kn_stmt *s = kn_put_if(k, kn_put2i(k, IR_OP_EQ, t.local, 0, NULL));
    kn_block *back = kn_enter(k, &s->body[0]);
    for (int i = t.from; i < t.to; i++)
      put_out(&t, m, kn_scalar(k, r->s.inits[i]), out[i], i);
    kn_enter(k, back);
  }
  kn_finish(k);
  return k;
}

// while (m > 2048) { out = fold(partials); partials = out; m = ceil(m / 2048) }
// results = fold(partials)
static void
put_fold(kn_reduction *r) {
  kn_fn *h = r->host;
  arena *a = h->low->arena;
  kn_buf **out = NEW_ARRAY(a, kn_buf *, r->s.n_red);
  kn_reg *m = kn_reg_new(a, h->fn, IR_I64, "m");
  kn_reg *work = kn_put_i64(h, 2 * ITEM_PARTIALS), *none = kn_put_i64(h, 0);
  kn_put_copy(h, m, r->n_partials);
  kn_reg *more = kn_put2i(h, IR_OP_GT, m, FOLD, "more");
  kn_stmt *loop = kn_put_while(h, more);
  kn_block *back = kn_enter(h, &loop->body[0]);
  kn_reg *groups = kn_put_ceil_div(h, m, FOLD, "groups");
  kn_reg *items[3] = {kn_put2i(h, IR_OP_MUL, groups, GROUP, "items")};
  for (int i = 0; i < r->s.n_red; i++)
    out[i] = kn_put_alloc(h, kn_red_type(&r->s, i), groups,
                          arena_printf(a, "%s_out", r->s.results[i]->name));
  kn_fn *k = build_fold(r, m, out);
  kn_put_launch(k, items, none, work);
  for (int i = 0; i < r->s.n_red; i++)
    kn_put_free(h, r->partials[i]);
  kn_put_parallel_rebind(h, r->partials, out, r->s.n_red);
  kn_put_copy(h, m, groups);
  kn_put_copy(h, more, kn_put2i(h, IR_OP_GT, m, FOLD, NULL));
  kn_enter(h, back);
  kn_put_parallel_rebind(h, out, r->results, r->s.n_red);
  items[0] = kn_put_i64(h, GROUP);
  kn_put_launch(k, items, none, work);
}

void
kn_reduce_gpu(kn_reduction *r) {
  put_blocks(r);
  put_fold(r);
}
