// kernel/lower_scan_then.c: the running values of a whole group, on CPU
// threads.
//
// Folding them one after the other, with what comes before the run and before
// the group, is a chain of three folds a value, and the second region between
// them. Apart, only the folds within the runs are chains, of which the core has
// several under way; the rest are vectors:
//
//   folds:   fold[16 q + j] = j ? op(fold[16 q + j - 1], value) : value
//   runs:    runs[q + 1] = op(runs[q], fold[16 q + 15]), the last the group's
//   all:     all[i + 1] = op(left, op(runs[i / 16], fold[i]))
//   then:    before = all[i], after = all[i + 1]
#include "kernel/lower_scan_private.h"

enum { RUNS = IR_SCAN_GROUP / IR_SCAN_RUN };

struct kn_apart {
  kn_fn *k;
  kn_scan_pass *p;
  const ir_soac *s;
  kn_buf **fold, **runs, **all;
};

// Private arrays of "n" elements, for each fold.
static kn_buf **
new_arrays(kn_apart *g, int64_t n, const char *name) {
  kn_fn *k = g->k;
  kn_buf **out = NEW_ARRAY(k->low->arena, kn_buf *, g->s->n_red);
  for (int r = 0; r < g->s->n_red; r++)
    out[r] = kn_buf_new(k->low->arena, k->fn, kn_red_type(g->s, r), KN_PRIVATE,
                        n, name);
  return out;
}

// i + n
static kn_reg *
put_plus(kn_apart *g, kn_reg *i, int64_t n) {
  return kn_put2i(g->k, IR_OP_ADD, i, n, NULL);
}

// The folds within the run that begins with value "first" of the group from
// "base" on.
static void
put_run(kn_apart *g, kn_reg *base, kn_reg *first) {
  kn_fn *k = g->k;
  kn_reg **fold = kn_tuple_new(k, g->s, "fold");
  kn_reg **value = kn_tuple_new(k, g->s, "value");
  kn_put_scan_values(g->p, kn_put2(k, IR_OP_ADD, base, first, "i"), fold);
  kn_put_tuple_store(k, g->s, g->fold, first, fold);
  kn_reg *second = put_plus(g, first, 1);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, IR_SCAN_RUN - 1), false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *at = kn_put2(k, IR_OP_ADD, second, loop->dst, NULL);
  kn_put_scan_values(g->p, kn_put2(k, IR_OP_ADD, base, at, "i"), value);
  kn_put_fold(k, g->s, fold, value);
  kn_put_tuple_store(k, g->s, g->fold, at, fold);
  kn_enter(k, back);
}

// The folds within all runs.
static void
put_folds(kn_apart *g, kn_reg *base) {
  kn_fn *k = g->k;
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, RUNS), false, "q");
  kn_block *back = kn_enter(k, &loop->body[0]);
  put_run(g, base, kn_put2i(k, IR_OP_MUL, loop->dst, IR_SCAN_RUN, NULL));
  kn_enter(k, back);
}

// The folds of the runs before each but the first; own = the group's.
static void
put_runs(kn_apart *g, kn_reg **own) {
  kn_fn *k = g->k;
  kn_reg **fold = kn_tuple_new(k, g->s, "fold");
  kn_put_tuple_load(k, g->s, g->fold, kn_put_i64(k, IR_SCAN_RUN - 1), own);
  kn_put_tuple_store(k, g->s, g->runs, kn_put_i64(k, 1), own);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, RUNS - 2), false, "q");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, IR_SCAN_RUN, NULL);
  kn_put_tuple_load(k, g->s, g->fold, put_plus(g, skip, 2 * IR_SCAN_RUN - 1),
                    fold);
  kn_put_fold(k, g->s, own, fold);
  kn_put_tuple_store(k, g->s, g->runs, put_plus(g, loop->dst, 2), own);
  kn_enter(k, back);
  kn_put_tuple_load(k, g->s, g->fold, kn_put_i64(k, IR_SCAN_GROUP - 1), fold);
  kn_put_fold(k, g->s, own, fold);
}

// The running values of a run, which begins with value "first" of the group:
// those of "left", then "runs" (NULL: none), then its own.
static void
put_all(kn_apart *g, kn_reg *const *left, kn_reg *const *runs, kn_reg *first) {
  kn_fn *k = g->k;
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, IR_SCAN_RUN), true, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg **own = kn_tuple_new(k, g->s, "own");
  kn_reg **all = kn_tuple_new(k, g->s, "all");
  kn_reg *at = kn_put2(k, IR_OP_ADD, first, loop->dst, NULL);
  kn_put_tuple_load(k, g->s, g->fold, at, own);
  if (runs)
    kn_put_fold_to(k, g->s, own, runs, own);
  kn_put_fold_to(k, g->s, all, left, own);
  kn_put_tuple_store(k, g->s, g->all, put_plus(g, at, 1), all);
  kn_enter(k, back);
}

// The running values of the group: "left" before it, "last" of its last value.
static void
put_all_runs(kn_apart *g, kn_reg *const *left, kn_reg *const *last) {
  kn_fn *k = g->k;
  kn_reg *zero = kn_put_i64(k, 0);
  kn_reg **runs = kn_tuple_new(k, g->s, "runs");
  kn_put_tuple_store(k, g->s, g->all, zero, left);
  put_all(g, left, NULL, zero);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, RUNS - 1), false, "q");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *q = put_plus(g, loop->dst, 1);
  kn_put_tuple_load(k, g->s, g->runs, q, runs);
  put_all(g, left, runs, kn_put2i(k, IR_OP_MUL, q, IR_SCAN_RUN, NULL));
  kn_enter(k, back);
  kn_put_tuple_store(k, g->s, g->all, kn_put_i64(k, IR_SCAN_GROUP), last);
}

void
kn_put_group_folds(kn_scan_pass *p, kn_reg *base, kn_reg **total) {
  kn_apart *g = NEW(p->k->low->arena, kn_apart);
  *g = (kn_apart){.k = p->k, .p = p, .s = p->s};
  g->fold = new_arrays(g, IR_SCAN_GROUP, "fold");
  g->runs = new_arrays(g, RUNS, "runs");
  g->all = new_arrays(g, IR_SCAN_GROUP + 1, "all");
  p->apart = g;
  put_folds(g, base);
  put_runs(g, total);
}

void
kn_put_group_then(kn_scan_pass *p, kn_reg *base, kn_reg *const *left,
                  kn_reg *const *last) {
  kn_fn *k = p->k;
  kn_apart *g = p->apart;
  put_all_runs(g, left, last);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, IR_SCAN_GROUP),
                              kn_is_vectorisable(p->s->then), "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg **before = kn_tuple_new(k, p->s, "before");
  kn_reg **after = kn_tuple_new(k, p->s, "after");
  kn_put_tuple_load(k, p->s, g->all, loop->dst, before);
  kn_put_tuple_load(k, p->s, g->all, put_plus(g, loop->dst, 1), after);
  kn_put_then(p, kn_put2(k, IR_OP_ADD, base, loop->dst, "i"), before, after);
  kn_enter(k, back);
}
