// kernel/lower_scan_cpu.c: the fixed scan on CPU threads.
//
// One item is a group of 256 values, whose runs follow each other in registers:
//
//   for (q < runs) {
//     for (j < 16) { fold = j ? op(fold, value) : value
//                    own = q ? op(before, fold) : fold
//                    use own }
//     before = own
//   }
//
// The chain of a run waits for nothing of the run before it, so that the core
// has several of them under way.
#include "kernel/lower_scan_private.h"

// A group while it is built.
typedef struct group {
  kn_scan_pass *p;
  kn_reg *index, *base, *size; // its number, first value, how many
  kn_reg **fold;               // of the run at hand
  kn_reg **runs;               // of the runs before
  kn_reg **own;                // of the group up to the value at hand
  kn_reg **left;               // of the groups before, from TOP on
  kn_reg **all, **before;      // from TOP on: running values
} group;

// Sets the variables "to" to "from".
static void
put_copies(group *g, kn_reg **to, kn_reg *const *from) {
  for (int k = 0; k < g->p->s->n_red; k++)
    kn_put_copy(g->p->k, to[k], from[k]);
}

// to = first ? x : op(left, x)
static void
put_fold_unless(group *g, kn_reg *first, kn_reg **to, kn_reg *const *left,
                kn_reg *const *x) {
  kn_fn *k = g->p->k;
  kn_stmt *s = kn_put_if(k, first);
  kn_block *back = kn_enter(k, &s->body[0]);
  put_copies(g, to, x);
  kn_enter(k, &s->body[1]);
  kn_reg **out = NEW_ARRAY(k->low->arena, kn_reg *, g->p->s->n_red);
  kn_put_operator(k, g->p->s, left, x, out);
  kn_put_parallel_copy(k, to, out, g->p->s->n_red);
  kn_enter(k, back);
}

// all = the running values of value "i".
static void
put_all(group *g, kn_reg *i) {
  kn_scan_pass *p = g->p;
  kn_fn *k = p->k;
  kn_block *back = k->at;
  if (p->kind == KN_SCAN_THEN) {
    kn_stmt *last = kn_put_if(k, kn_put_is_last(k, i, p->count));
    kn_enter(k, &last->body[0]);
    kn_put_tuple_load(k, p->s, p->folds, g->index, g->all);
    kn_enter(k, &last->body[1]);
  }
  put_copies(g, g->all, g->left);
  kn_put_fold(k, p->s, g->all, g->own);
  kn_enter(k, back);
}

// What the pass does with value "i", of which "own" is known.
static void
put_use(group *g, kn_reg *i) {
  kn_scan_pass *p = g->p;
  if (p->kind == KN_SCAN_LEVEL)
    kn_put_tuple_store(p->k, p->s, p->folds, kn_put_in_level(p, i), g->own);
  if (p->kind < KN_SCAN_TOP)
    return;
  put_all(g, i);
  if (p->kind == KN_SCAN_THEN)
    kn_put_then(p, i, g->before, g->all);
  else
    kn_put_tuple_store(p->k, p->s, p->folds, kn_put_in_level(p, i), g->all);
  put_copies(g, g->before, g->all);
}

// The run that begins with value "first", number "q" of the group.
static void
put_run(group *g, kn_reg *q, kn_reg *first) {
  kn_fn *k = g->p->k;
  kn_reg *end = kn_put2(k, IR_OP_ADD, g->base, g->size, NULL);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, end, first, NULL);
  kn_reg *n = kn_put2i(k, IR_OP_MIN, rest, IR_SCAN_RUN, NULL);
  kn_stmt *loop = kn_put_loop(k, n, false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *i = kn_put2(k, IR_OP_ADD, first, loop->dst, "i");
  kn_reg **value = kn_tuple_new(k, g->p->s, "value");
  kn_put_scan_values(g->p, i, value);
  put_fold_unless(g, kn_put2i(k, IR_OP_EQ, loop->dst, 0, NULL), g->fold,
                  g->fold, value);
  put_fold_unless(g, kn_put2i(k, IR_OP_EQ, q, 0, NULL), g->own, g->runs,
                  g->fold);
  put_use(g, i);
  kn_enter(k, back);
  put_copies(g, g->runs, g->own);
}

// All runs of the group, which has some value.
static void
put_runs(group *g) {
  kn_fn *k = g->p->k;
  kn_reg *n = kn_put_ceil_div(k, g->size, IR_SCAN_RUN, "runs");
  kn_stmt *loop = kn_put_loop(k, n, false, "q");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, IR_SCAN_RUN, NULL);
  put_run(g, loop->dst, kn_put2(k, IR_OP_ADD, g->base, skip, "first"));
  kn_enter(k, back);
}

// The group's variables, and what comes before it.
static void
init_group(group *g) {
  kn_fn *k = g->p->k;
  const ir_soac *s = g->p->s;
  g->base = kn_put2i(k, IR_OP_MUL, g->index, IR_SCAN_GROUP, "base");
  kn_reg *rest = kn_put2(k, IR_OP_SUB, g->p->count, g->base, NULL);
  g->size = kn_put2i(k, IR_OP_MIN, rest, IR_SCAN_GROUP, "size");
  g->fold = kn_tuple_new(k, s, "fold");
  g->runs = kn_tuple_new(k, s, "runs");
  g->own = kn_tuple_new(k, s, "own");
  if (g->p->kind < KN_SCAN_TOP)
    return;
  g->left = g->p->inits;
  g->all = kn_tuple_new(k, s, "all");
  g->before = kn_tuple_new(k, s, "before");
  if (g->p->kind == KN_SCAN_THEN) {
    g->left = kn_tuple_new(k, s, "left");
    kn_put_left(g->p, g->index, g->index, g->left);
  }
  put_copies(g, g->before, g->left);
}

// Where the fold of a group goes: the level above.
static void
put_group_fold(group *g) {
  kn_scan_pass *p = g->p;
  kn_reg *at = g->index;
  if (p->kind == KN_SCAN_LEVEL)
    at = kn_put2(p->k, IR_OP_ADD,
                 kn_put2(p->k, IR_OP_ADD, p->offset, p->count, NULL), at, NULL);
  if (p->kind < KN_SCAN_TOP)
    kn_put_tuple_store(p->k, p->s, p->folds, at, g->own);
}

// The result of everything: the last running values, or the initial ones.
static void
put_results(group *g) {
  kn_scan_pass *p = g->p;
  kn_fn *k = p->k;
  for (int r = 0; r < p->s->n_red; r++)
    kn_put_store(k, kn_capture_buf(k, p->scan->results[r]), kn_put_i64(k, 0),
                 g->before[r]);
}

void
kn_scan_cpu(kn_scan_pass *p) {
  kn_fn *k = p->k, *h = p->scan->host;
  kn_reg *lo = kn_put_builtin(k, KN_RANGE_LO, "lo");
  kn_reg *hi = kn_put_builtin(k, KN_RANGE_HI, "hi");
  kn_reg *count = kn_put2(k, IR_OP_SUB, hi, lo, NULL);
  kn_stmt *loop = kn_put_loop(k, count, false, "g");
  kn_block *back = kn_enter(k, &loop->body[0]);
  group g = {.p = p, .index = kn_put2(k, IR_OP_ADD, lo, loop->dst, "group")};
  init_group(&g);
  put_runs(&g);
  put_group_fold(&g);
  if (p->kind == KN_SCAN_TOP)
    put_results(&g);
  kn_enter(k, back);
  bool body = p->kind == KN_SCAN_GROUPS || p->kind == KN_SCAN_THEN;
  kn_reg *items = body ? p->scan->n_groups
                       : kn_put_ceil_div(h, p->scan->m, IR_SCAN_GROUP, NULL);
  if (p->kind == KN_SCAN_TOP)
    items = kn_put_i64(h, 1); // also without values
  kn_put_scan_launch(p, items, IR_SCAN_GROUP);
}
