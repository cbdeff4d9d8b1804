// kernel/lower_reduce_gpu.c: the reduction tree on a GPU. The kernels are
// reduce_gpu.skel; here are their numbers, holes and launches: the first one
// makes the partials, and the host repeats the second one until one of each is
// left (2^26 values need one run).
//
// A lane folds 128 values one after the other. Where the body stores, a lane's
// loads wait for the stores before, and where it loops it takes long anyway; so
// a group works on one block then (conjugate gradients of 2^17 rows on an H200:
// 58 us a step before; 2^26 rows took 3 % longer). Where it only reads, 2^26
// values take up to 1.5 times as long that way.
#include "kernel/kernel_private.h"

static const char skeleton[] = {
#include "reduce_gpu_text.h" // made of reduce_gpu.skel by CMakeLists.txt
    0};

enum {
  GROUP = 256,       // work-items
  ITEM_PARTIALS = 8, // partials per work-item
  FOLD = ITEM_PARTIALS * GROUP,
  ROWS = IR_TREE_BLOCK / IR_TREE_LANES,
  TILES = IR_TREE_BLOCK / GROUP // of a block
};

// The first kernel, which makes partials of values, or the second one.
typedef enum kernel_kind { BLOCKS, TILED, PARTIALS } kernel_kind;
_Static_assert(KN_GROUP_BLOCKS == GROUP / IR_TREE_LANES,
               "32 work-items for each block");

// A kernel of the tree while it is built.
typedef struct tree {
  kn_reduction *r;
  kn_fn *k;
  kn_skeleton *text;
  kn_buf **shared; // by reduction
  int *turn;       // by reduction, from 0 up
  int from, to;    // the reductions whose turn it is
  int stride;      // from one value to the next
  kn_reg **idx;    // of the value at hand
  kn_reg **step;   // "stride" values on
  kn_reg **extents;
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

// -- Holes: "user" is the tree ------------------------------------------------
// The reductions of the next turn, [from, to), are at hand.
static kn_reg *
next_turn(void *user, const kn_hole_arg *args) {
  tree *t = user;
  (void)args;
  t->from = t->to;
  while (t->to < t->r->s.n_red && t->turn[t->to] == t->turn[t->from])
    t->to++;
  kn_skeleton_folds(t->text, t->from, t->to);
  return NULL;
}

// Values come from number args[0] on, "stride" apart.
static kn_reg *
put_order(void *user, const kn_hole_arg *args) {
  tree *t = user;
  kn_fn *k = t->k;
  int n = t->r->s.n_dims;
  kn_reg *stride = kn_put_i64(k, t->stride);
  t->extents = kn_capture_extents(k, &t->r->s, 1, n);
  t->idx = NEW_ARRAY(k->low->arena, kn_reg *, n);
  t->step = NEW_ARRAY(k->low->arena, kn_reg *, n);
  kn_decode(k, args[0].reg, t->extents, n, t->idx);
  kn_decode(k, stride, t->extents, n, t->step);
  return NULL;
}

// The values at hand.
static kn_reg **
value(void *user, const kn_hole_arg *args) {
  const tree *t = user;
  (void)args;
  kn_lower_soac_body(t->k, &t->r->s, t->idx);
  return kn_fold_values(t->k, &t->r->s);
}

// On to the next value: idx += step in the mixed radix of the extents, one
// carry per digit.
static kn_reg *
put_step(void *user, const kn_hole_arg *args) {
  tree *t = user;
  kn_fn *k = t->k;
  kn_reg *carry = NULL;
  (void)args;
  for (int d = t->r->s.n_dims - 1; d >= 0; d--) {
    kn_reg *sum = kn_put2(k, IR_OP_ADD, t->idx[d], t->step[d], NULL);
    if (carry)
      sum = kn_put2(k, IR_OP_ADD, sum, carry, NULL);
    if (d == 0) {
      kn_put_copy(k, t->idx[0], sum);
      break;
    }
    kn_reg *over = kn_put2(k, IR_OP_GE, sum, t->extents[d], NULL);
    kn_reg *less = kn_put2(k, IR_OP_SUB, sum, t->extents[d], NULL);
    kn_put_copy(k, t->idx[d], kn_put_select(k, over, less, sum));
    carry = kn_put_convert(k, over, IR_I64);
  }
  return NULL;
}

// -- The kernels --------------------------------------------------------------
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
  t->text = kn_skeleton_new(t->k, &r->s);
}

// Puts the kernel.
static void
put_kernel(tree *t, kernel_kind kind) {
  kn_skeleton *x = t->text;
  t->stride = kind == TILED ? GROUP : IR_TREE_LANES;
  kn_let_number(x, "BLOCKS", kind == BLOCKS);
  kn_let_number(x, "TILED", kind == TILED);
  kn_let_number(x, "ITEMS", GROUP);
  kn_let_number(x, "LANES", IR_TREE_LANES);
  kn_let_number(x, "ROWS", ROWS);
  kn_let_number(x, "GROUP_BLOCKS", KN_GROUP_BLOCKS);
  kn_let_number(x, "ITEM_PARTIALS", ITEM_PARTIALS);
  kn_let_number(x, "FOLD", FOLD);
  kn_let_number(x, "TURNS", t->turn[t->r->s.n_red - 1] + 1);
  kn_let_arrays(x, "S", t->shared);
  kn_let_arrays(x, "P", kn_capture_bufs(t->k, t->r->partials, t->r->s.n_red));
  kn_let_hole(x, "next_turn", next_turn, t);
  kn_let_hole(x, "put_order", put_order, t);
  kn_let_hole(x, "put_step", put_step, t);
  kn_let_tuple(x, "identities", kn_put_identities(t->k, &t->r->s));
  kn_let_tuple_hole(x, "value", value, t);
  kn_put_skeleton(x, "reduce_gpu.skel", skeleton);
  kn_finish(t->k);
}

// First kernel: values to partials.
static void
put_blocks(kn_reduction *r, kernel_kind kind) {
  tree t;
  kn_fn *h = r->host;
  int times = kind == TILED ? TILES : ROWS;
  init_tree(&t, r, kind == TILED ? "tiled blocks" : "blocks");
  kn_let_reg(t.text, "n", kn_capture_reg(t.k, r->n));
  if (kind == BLOCKS)
    kn_let_reg(t.text, "n_blocks", kn_capture_reg(t.k, r->n_blocks));
  put_kernel(&t, kind);
  kn_reg *items[3] = {kn_put2i(h, IR_OP_MUL, r->n_partials, GROUP, "items")};
  kn_reg *bound = kn_put_bound(h, r->s.body, times, 1);
  kn_put_launch(t.k, items, bound, kn_put_work(h, r->s.body, times));
}

// ir_walk_fn: false at a loop.
static bool
loops_nothing(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_LOOP && ir_op_table[op->code].cls != IR_CLASS_SOAC;
}

bool
kn_reduce_gpu_tiles(const ir_soac *s) {
  return (s->n_dests > 0 || !ir_walk(s->body, loops_nothing, NULL)) &&
         GROUP * kn_tuple_bytes(s) <= KN_LEAST_SHARED;
}

// Second kernel: "m" partials to "out", both the host's.
static kn_fn *
build_fold(kn_reduction *r, kn_reg *m, kn_buf **out) {
  tree t;
  init_tree(&t, r, "fold");
  kn_let_reg(t.text, "m", kn_capture_reg(t.k, m));
  kn_let_arrays(t.text, "OUT", kn_capture_bufs(t.k, out, r->s.n_red));
  kn_let_tuple(t.text, "inits", kn_fold_inits(t.k, &r->s));
  put_kernel(&t, PARTIALS);
  return t.k;
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
  put_blocks(r, kn_reduce_gpu_tiles(&r->s) ? TILED : BLOCKS);
  put_fold(r);
}
