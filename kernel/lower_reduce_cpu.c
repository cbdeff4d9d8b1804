// kernel/lower_reduce_cpu.c: the reduction tree on CPU threads. The kernels are
// reduce_cpu.skel; here are their numbers, holes and launches.
#include "kernel/kernel_private.h"

static const char skeleton[] = {
#include "reduce_cpu_text.h" // made of reduce_cpu.skel by CMakeLists.txt
    0};

enum { ROWS = IR_TREE_BLOCK / IR_TREE_LANES };

// A kernel while it is built.
typedef struct tree {
  kn_reduction *r;
  kn_fn *k;
  kn_skeleton *text;
  kn_reg **extents; // of the dimensions but the first
  kn_reg **idx;     // of the value at hand
} tree;

// -- Holes: "user" is the tree ------------------------------------------------
// The values at args[0] of the last dimension.
static kn_reg **
value(void *user, const kn_hole_arg *args) {
  const tree *t = user;
  const ir_soac *s = &t->r->s;
  int last = s->n_dims - 1;
  kn_reg **at = NEW_ARRAY(t->k->low->arena, kn_reg *, s->n_dims);
  for (int d = 0; d < last; d++)
    at[d] = t->idx[d];
  at[last] = args[0].reg;
  if (!at[last]->name)
    at[last]->name = s->idx[last]->name;
  kn_lower_soac_body(t->k, s, at);
  return kn_fold_values(t->k, s);
}

// Indices are those of value number args[0] from here on.
static kn_reg *
put_order(void *user, const kn_hole_arg *args) {
  const tree *t = user;
  kn_decode(t->k, args[0].reg, t->extents, t->r->s.n_dims, t->idx);
  return NULL;
}

// Indices are those of the value args[0] further on, which is not beyond the
// end of the row.
static kn_reg *
put_step(void *user, const kn_hole_arg *args) {
  const tree *t = user;
  int n = t->r->s.n_dims;
  kn_put_increase(t->k, t->idx[n - 1], args[0].reg);
  kn_put_carry(t->k, t->idx, t->extents, n);
  return NULL;
}

// The index in the last dimension.
static kn_reg *
last(void *user, const kn_hole_arg *args) {
  const tree *t = user;
  (void)args;
  return t->idx[t->r->s.n_dims - 1];
}

// The extent of the last dimension.
static kn_reg *
extent(void *user, const kn_hole_arg *args) {
  const tree *t = user;
  (void)args;
  return t->extents[t->r->s.n_dims - 1];
}

// -- The kernels --------------------------------------------------------------
// Whether whole blocks have lanes of their own: in one dimension, and where the
// body is so short that folding the lanes counts beside it.
static bool
tells_whole(const ir_soac *s) {
  enum { MOST = 16 };
  int n = 0;
  ir_foreach_op (op, s->body)
    n += op->n_regions > 0 ? MOST : 1;
  return s->n_dims == 1 && n < MOST;
}

// ir_walk_fn: stops at loops.
static bool
runs_once(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_LOOP && !ir_is_soac(op);
}

// Whether a block is one chain of folds.
static bool
is_chain(const ir_soac *s) {
  return s->n_dims == 1 && !s->combine && !kn_needs_tree(s->op) &&
         (!kn_is_vectorisable(s->body) || !ir_walk(s->body, runs_once, NULL));
}

// How many lanes are folded at a time, each from the first row to the last: of
// f80, of which no processor has vectors, as many as fit on the x87's stack
// beside what the body computes. Sums of doubles took twice as long as C's
// loop with the lanes in memory.
static int
count_columns(const ir_soac *s) {
  bool all = s->n_red > 0;
  for (int k = 0; k < s->n_red; k++)
    all = all && s->results[k]->type.elem == IR_F80;
  return all && tells_whole(s) && s->n_red <= 2 ? 4 / s->n_red : 0;
}

// Starts a kernel.
static void
init_tree(tree *t, kn_reduction *r, const char *what) {
  kn_fn *h = r->host;
  arena *a = h->low->arena;
  *t = (tree){.r = r};
  t->k =
      kn_kernel_new(h, r->s.op, arena_printf(a, "reduce %s %s", what, r->text));
  t->text = kn_skeleton_new(t->k, &r->s);
  kn_let_arrays(t->text, "P", kn_capture_bufs(t->k, r->partials, r->s.n_red));
}

// Puts the kernel: BLOCKS or the second one.
static void
put_kernel(tree *t, bool blocks) {
  kn_let_number(t->text, "BLOCKS", blocks);
  kn_put_skeleton(t->text, "reduce_cpu.skel", skeleton);
  kn_finish(t->k);
}

// Gives the names of the first kernel's values.
static void
let_values(tree *t) {
  const ir_soac *s = &t->r->s;
  kn_skeleton *x = t->text;
  bool chain = is_chain(s), whole = !chain && tells_whole(s);
  t->extents = kn_capture_extents(t->k, s, 1, s->n_dims);
  t->idx = NEW_ARRAY(t->k->low->arena, kn_reg *, s->n_dims);
  kn_let_blocks(x, t->k, s);
  kn_let_number(x, "ROWS", ROWS);
  kn_let_number(x, "LINE", s->n_dims == 1);
  kn_let_number(x, "VECTORS", kn_is_vectorisable(s->body));
  kn_let_number(x, "WHOLE", whole);
  kn_let_number(x, "COLUMNS", count_columns(s));
  kn_let_number(x, "CHAIN", chain);
  kn_let_reg(x, "n", kn_capture_reg(t->k, t->r->n));
  if (!chain)
    kn_let_arrays(x, "A", kn_fold_arrays(t->k, s, KN_PRIVATE, IR_TREE_LANES));
  if (whole)
    kn_let_arrays(x, "W", kn_fold_arrays(t->k, s, KN_PRIVATE, IR_TREE_LANES));
  kn_let_tuple_hole(x, "value", value, t);
  kn_let_hole(x, "put_order", put_order, t);
  kn_let_hole(x, "put_step", put_step, t);
  kn_let_hole(x, "last", last, t);
  kn_let_hole(x, "extent", extent, t);
}

// First kernel: one partial per block.
static void
put_blocks(kn_reduction *r) {
  tree t;
  kn_fn *h = r->host;
  init_tree(&t, r, "blocks");
  let_values(&t);
  put_kernel(&t, true);
  kn_reg *items[3] = {r->n_blocks};
  kn_reg *bound = kn_put_bound(h, r->s.body, IR_TREE_BLOCK, 1);
  kn_put_launch(t.k, items, bound, kn_put_work(h, r->s.body, IR_TREE_BLOCK));
}

// Second kernel: partials to results, by one item.
static void
put_fold(kn_reduction *r) {
  tree t;
  kn_fn *h = r->host;
  int n = r->s.n_red;
  init_tree(&t, r, "fold");
  kn_let_reg(t.text, "n_blocks", kn_capture_reg(t.k, r->n_blocks));
  kn_let_arrays(t.text, "R", kn_capture_bufs(t.k, r->results, n));
  kn_let_tuple(t.text, "inits", kn_fold_inits(t.k, &r->s));
  put_kernel(&t, false);
  kn_reg *items[3] = {kn_put_i64(h, 1)};
  kn_put_launch(t.k, items, kn_put2i(h, IR_OP_MUL, r->n_blocks, 2, NULL),
                r->n_blocks);
}

void
kn_reduce_cpu(kn_reduction *r) {
  put_blocks(r);
  put_fold(r);
}
