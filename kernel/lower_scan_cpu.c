// kernel/lower_scan_cpu.c: the fixed scan on CPU threads.
//
// One item is a group of 256 values, whose runs follow each other in registers:
//
//   for (q < runs) {
//     for (j < 16) { fold = j ? op(fold, value) : value
//                    own = q ? op(runs before, fold) : fold
//                    use own }
//     runs before = own
//   }
//
// The chain of a run waits for nothing of the run before it, so that the core
// has several of them under way. Folds that may be in any order, of integers by
// opcodes, are one chain. In a whole group the first run, and the first
// value of each, stand apart, so that no value asks whether it is one, where
// the body is short.
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

// How many values a group of pass "p" has: those of a level are folds.
static int64_t
group_size(const kn_scan_pass *p) {
  bool body = p->kind == KN_SCAN_GROUPS || p->kind == KN_SCAN_THEN;
  return body ? kn_scan_group(p->scan) : IR_SCAN_GROUP;
}

// Sets the variables "to" to "from".
static void
put_copies(group *g, kn_reg **to, kn_reg *const *from) {
  for (int k = 0; k < g->p->s->n_red; k++)
    kn_put_copy(g->p->k, to[k], from[k]);
}

// to = number "at" is 0 ? x : op(left, x); "at" NULL: the first, or a later
// one, as "first" says.
static void
put_fold_unless(group *g, kn_reg *at, bool first, kn_reg **to,
                kn_reg *const *left, kn_reg *const *x) {
  kn_fn *k = g->p->k;
  kn_block *back = k->at;
  kn_stmt *s = NULL;
  if (at) {
    s = kn_put_if(k, kn_put2i(k, IR_OP_EQ, at, 0, NULL));
    kn_enter(k, &s->body[0]);
  }
  if (at || first)
    put_copies(g, to, x);
  if (at)
    kn_enter(k, &s->body[1]);
  if (at || !first)
    kn_put_fold_to(k, g->p->s, to, left, x);
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

// Where a value is: number "j" of run "q" of its group. NULL: the first, or a
// later one.
typedef struct place {
  kn_reg *q, *j;
  bool first_q, first_j;
} place;

// Value "i", at "at".
static void
put_value(group *g, const place *at, kn_reg *i) {
  kn_fn *k = g->p->k;
  kn_reg **value = kn_tuple_new(k, g->p->s, "value");
  kn_put_scan_values(g->p, i, value);
  put_fold_unless(g, at->j, at->first_j, g->fold, g->fold, value);
  if (g->p->kind != KN_SCAN_GROUPS) {
    put_fold_unless(g, at->q, at->first_q, g->own, g->runs, g->fold);
    put_use(g, i);
  }
  kn_put_scan_step(g->p, 1);
}

// "n" values from "first" on, at "at", whose "j" counts them unless "at" says
// which they are.
static void
put_values(group *g, place at, kn_reg *first, kn_reg *n, bool counts) {
  kn_fn *k = g->p->k;
  kn_stmt *loop = kn_put_loop(k, n, false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  at.j = counts ? loop->dst : NULL;
  put_value(g, &at, kn_put2(k, IR_OP_ADD, first, loop->dst, "i"));
  kn_enter(k, back);
}

// Ends a run of the group: its fold, with those before.
static void
end_run(group *g, const place *at) {
  if (g->p->kind == KN_SCAN_GROUPS)
    put_fold_unless(g, at->q, at->first_q, g->own, g->runs, g->fold);
  put_copies(g, g->runs, g->own);
}

// Values from "first" on as one run, the group's first or a later one.
static void
put_whole_run(group *g, bool is_first, kn_reg *first) {
  kn_fn *k = g->p->k;
  place at = {.first_q = is_first, .first_j = true};
  put_value(g, &at, first);
  at.first_j = false;
  kn_reg *next = kn_put2i(k, IR_OP_ADD, first, 1, NULL);
  put_values(g, at, next, kn_put_i64(k, IR_SCAN_RUN - 1), false);
  end_run(g, &at);
}

// All runs of a whole group.
static void
put_whole_runs(group *g) {
  enum { RUNS = IR_SCAN_GROUP / IR_SCAN_RUN };
  kn_fn *k = g->p->k;
  put_whole_run(g, true, g->base);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, RUNS - 1), false, "q");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_ADD, loop->dst, 1, NULL);
  skip = kn_put2i(k, IR_OP_MUL, skip, IR_SCAN_RUN, NULL);
  put_whole_run(g, false, kn_put2(k, IR_OP_ADD, g->base, skip, "first"));
  kn_enter(k, back);
}

// Arrays of one element a run, for each fold.
static kn_buf **
new_runs(group *g) {
  kn_fn *k = g->p->k;
  const ir_soac *s = g->p->s;
  kn_buf **runs = NEW_ARRAY(k->low->arena, kn_buf *, s->n_red);
  for (int r = 0; r < s->n_red; r++)
    runs[r] = kn_buf_new(k->low->arena, k->fn, kn_red_type(s, r), KN_PRIVATE,
                         IR_SCAN_GROUP / IR_SCAN_RUN, s->results[r]->name);
  return runs;
}

// The values of all runs, each "at" from its begin: the first ones, or folded
// with what is in "runs".
static void
put_step(group *g, kn_buf **runs, kn_reg *at, bool is_first) {
  kn_fn *k = g->p->k;
  const ir_soac *s = g->p->s;
  kn_reg *n = kn_put_i64(k, IR_SCAN_GROUP / IR_SCAN_RUN);
  kn_stmt *loop = kn_put_loop(k, n, kn_is_vectorisable(s->body), "q");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *run = kn_put2i(k, IR_OP_MUL, loop->dst, IR_SCAN_RUN, NULL);
  kn_reg **value = kn_tuple_new(k, s, "value");
  kn_reg **fold = kn_tuple_new(k, s, "fold");
  kn_put_scan_values(g->p, kn_put2(k, IR_OP_ADD, at, run, "i"), value);
  if (is_first) {
    put_copies(g, fold, value);
  } else {
    kn_put_tuple_load(k, s, runs, loop->dst, fold);
    kn_put_fold(k, s, fold, value);
  }
  kn_put_tuple_store(k, s, runs, loop->dst, fold);
  kn_enter(k, back);
}

// The fold of a whole group whose values nothing else uses: its runs side by
// side, in vector registers. A gather costs more than the chains of an addition
// (Zen 5: 12.5 ms for 2^24 f32, 5 one by one), less than those of a choice
// (18 ms against 37).
static void
put_runs_abreast(group *g) {
  kn_fn *k = g->p->k;
  const ir_soac *s = g->p->s;
  kn_buf **runs = new_runs(g);
  put_step(g, runs, g->base, true);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, IR_SCAN_RUN - 1), false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *at = kn_put2(k, IR_OP_ADD, g->base, loop->dst, NULL);
  put_step(g, runs, kn_put2i(k, IR_OP_ADD, at, 1, NULL), false);
  kn_enter(k, back);
  kn_put_tuple_load(k, s, runs, kn_put_i64(k, 0), g->own);
  loop = kn_put_loop(k, kn_put_i64(k, IR_SCAN_GROUP / IR_SCAN_RUN - 1), false,
                     "q");
  kn_enter(k, &loop->body[0]);
  kn_put_tuple_load(k, s, runs, kn_put2i(k, IR_OP_ADD, loop->dst, 1, NULL),
                    g->fold);
  kn_put_fold(k, s, g->own, g->fold);
  kn_enter(k, back);
}

// The run "q" of a group, from "first" on.
static void
put_run(group *g, kn_reg *q, kn_reg *first) {
  kn_fn *k = g->p->k;
  place at = {.q = q};
  kn_reg *end = kn_put2(k, IR_OP_ADD, g->base, g->size, NULL);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, end, first, NULL);
  kn_reg *n = kn_put2i(k, IR_OP_MIN, rest, IR_SCAN_RUN, NULL);
  put_values(g, at, first, n, true);
  end_run(g, &at);
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

// All values of a group whose folds may be in any order: one after the other,
// from the identities on, or from what is before the group.
static void
put_in_order(group *g) {
  kn_scan_pass *p = g->p;
  kn_fn *k = p->k;
  const ir_soac *s = p->s;
  kn_reg **value = kn_tuple_new(k, s, "value");
  if (p->kind >= KN_SCAN_TOP)
    put_copies(g, g->own, g->left);
  else
    for (int r = 0; r < s->n_red; r++)
      kn_put_copy(k, g->own[r], kn_put_identity(k, s, r));
  kn_stmt *loop = kn_put_loop(k, g->size, false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *i = kn_put2(k, IR_OP_ADD, g->base, loop->dst, "i");
  kn_put_scan_values(p, i, value);
  if (p->kind >= KN_SCAN_TOP)
    put_copies(g, g->before, g->own);
  kn_put_fold(k, s, g->own, value);
  if (p->kind == KN_SCAN_THEN)
    kn_put_then(p, i, g->before, g->own);
  else if (p->kind != KN_SCAN_GROUPS)
    kn_put_tuple_store(k, s, p->folds, kn_put_in_level(p, i), g->own);
  kn_put_scan_step(p, 1);
  kn_enter(k, back);
  if (p->kind >= KN_SCAN_TOP)
    put_copies(g, g->before, g->own);
}

// Whether region "r" (may be NULL) is so short that it may stand there several
// times.
static bool
is_short(const ir_region *r) {
  enum { MOST = 24 };
  int n = 0;
  for (const ir_op *op = r ? r->first : NULL; op; op = op->next)
    n += op->n_regions > 0 ? MOST : 1;
  return n < MOST;
}

// The group's runs, whole groups apart where that pays.
static void
put_group(group *g) {
  enum { APART = 2 }; // folds at most that go through memory in between
  kn_fn *k = g->p->k;
  const ir_soac *s = g->p->s;
  if (kn_scan_is_free(g->p->scan)) {
    put_in_order(g);
    return;
  }
  if (!is_short(s->body) || !is_short(s->then) || !is_short(s->combine)) {
    put_runs(g);
    return;
  }
  kn_reg *whole = kn_put2i(k, IR_OP_EQ, g->size, group_size(g->p), "whole");
  kn_stmt *both = kn_put_if(k, whole);
  kn_block *back = kn_enter(k, &both->body[0]);
  if (g->p->kind == KN_SCAN_GROUPS && g->p->scan->choice)
    kn_put_choice_group(g->p, g->p->scan->choice, g->base, g->own);
  else if (g->p->kind == KN_SCAN_GROUPS && s->combine && s->n_dims == 1)
    put_runs_abreast(g);
  else if (g->p->kind == KN_SCAN_THEN && s->n_dims == 1 && s->n_red <= APART)
    kn_put_then_group(g->p, g->index, g->base, g->left);
  else
    put_whole_runs(g);
  kn_enter(k, &both->body[1]);
  put_runs(g);
  kn_enter(k, back);
}

// The group's variables, and what comes before it.
static void
init_group(group *g) {
  kn_fn *k = g->p->k;
  const ir_soac *s = g->p->s;
  int64_t size = group_size(g->p);
  g->base = kn_put2i(k, IR_OP_MUL, g->index, size, "base");
  kn_reg *rest = kn_put2(k, IR_OP_SUB, g->p->count, g->base, NULL);
  g->size = kn_put2i(k, IR_OP_MIN, rest, size, "size");
  kn_put_scan_order(g->p, g->base);
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

// The fold of the group to the level above, below TOP.
static void
put_group_fold(group *g) {
  kn_scan_pass *p = g->p;
  if (p->kind < KN_SCAN_TOP)
    kn_put_tuple_store(p->k, p->s, p->folds, kn_put_above(p, g->index), g->own);
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
  put_group(&g);
  put_group_fold(&g);
  if (p->kind == KN_SCAN_TOP)
    put_results(&g);
  kn_enter(k, back);
  bool body = p->kind == KN_SCAN_GROUPS || p->kind == KN_SCAN_THEN;
  kn_reg *items = body ? p->scan->n_groups
                       : kn_put_ceil_div(h, p->scan->m, IR_SCAN_GROUP, NULL);
  if (p->kind == KN_SCAN_TOP)
    items = kn_put_i64(h, 1); // also without values
  kn_put_scan_launch(p, items, group_size(p));
}
