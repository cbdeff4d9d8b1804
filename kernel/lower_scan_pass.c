// kernel/lower_scan_pass.c: a kernel of a scan: its values, the folds of the
// levels, the names of its skeleton, its launch.
#include "kernel/lower_scan_private.h"

int64_t
kn_scan_group(const kn_scan *scan) {
  if (!scan->choice)
    return IR_SCAN_GROUP;
  return scan->host->low->target == KN_CPU ? KN_CHOICE_GROUP
                                           : KN_GPU_CHOICE_GROUP;
}

bool
kn_scan_is_free(const kn_scan *scan) {
  return scan->host->low->target == KN_CPU && scan->s.then &&
         !scan->s.combine && !kn_needs_tree(scan->s.op);
}

// -- What passes have in common -----------------------------------------------
kn_scan_pass *
kn_scan_pass_new(kn_scan *scan, kn_scan_kind kind) {
  static const char *const names[] = {"groups", "level",  "top",  "chain",
                                      "spread", "prefix", "then", "line"};
  kn_fn *h = scan->host;
  arena *a = h->low->arena;
  kn_scan_pass *p = NEW(a, kn_scan_pass);
  p->scan = scan;
  p->s = &scan->s;
  p->kind = kind;
  p->k = kn_kernel_new(h, p->s->op,
                       arena_printf(a, "%s %s %s",
                                    scan->s.then ? "scan" : "reduce",
                                    names[kind], scan->text));
  bool level = kind >= KN_SCAN_LEVEL && kind <= KN_SCAN_SPREAD;
  p->count = kn_capture_reg(p->k, level ? scan->m : scan->n);
  p->offset = level ? kn_capture_reg(p->k, scan->offset) : NULL;
  p->folds = NEW_ARRAY(a, kn_buf *, p->s->n_red);
  for (int k = 0; k < p->s->n_red; k++)
    p->folds[k] = kn_capture_buf(p->k, scan->folds[k]);
  p->inits = NEW_ARRAY(a, kn_reg *, p->s->n_red);
  if (kind >= KN_SCAN_TOP || kn_scan_is_free(scan))
    for (int k = 0; k < p->s->n_red; k++)
      p->inits[k] = kn_scalar(p->k, p->s->inits[k]);
  p->extents = NEW_ARRAY(a, kn_reg *, p->s->n_dims);
  for (int d = 1; d < p->s->n_dims && !level; d++)
    p->extents[d] = kn_scalar(p->k, p->s->extents[d]);
  return p;
}

kn_reg *
kn_put_above(kn_scan_pass *p, kn_reg *group) {
  if (!p->offset)
    return group;
  kn_reg *end = kn_put2(p->k, IR_OP_ADD, p->offset, p->count, NULL);
  return kn_put2(p->k, IR_OP_ADD, end, group, NULL);
}

kn_reg *
kn_put_in_level(kn_scan_pass *p, kn_reg *i) {
  return p->offset ? kn_put2(p->k, IR_OP_ADD, p->offset, i, NULL) : i;
}

// The indices of iteration "i", row-major.
static kn_reg **
put_indices(kn_scan_pass *p, kn_reg *i) {
  int n = p->s->n_dims;
  kn_reg **at = NEW_ARRAY(p->k->low->arena, kn_reg *, n);
  if (p->idx)
    return p->idx;
  kn_decode(p->k, i, p->extents, n, at);
  return at;
}

void
kn_put_scan_order(kn_scan_pass *p, kn_reg *i) {
  int n = p->s->n_dims;
  arena *a = p->k->low->arena;
  p->idx = NULL;
  if (n == 1 || p->offset)
    return;
  kn_reg **at = put_indices(p, i);
  p->idx = NEW_ARRAY(a, kn_reg *, n);
  for (int d = 0; d < n; d++) {
    p->idx[d] = kn_reg_new(a, p->k->fn, IR_I64, p->s->idx[d]->name);
    kn_put_copy(p->k, p->idx[d], at[d]);
  }
}

void
kn_put_scan_step(kn_scan_pass *p, int64_t count) {
  int n = p->s->n_dims;
  if (!p->idx)
    return;
  kn_put_increase(p->k, p->idx[n - 1], kn_put_i64(p->k, count));
  kn_put_carry(p->k, p->idx, p->extents, n);
}

void
kn_put_scan_values(kn_scan_pass *p, kn_reg *i, kn_reg **out) {
  kn_fn *k = p->k;
  const ir_soac *s = p->s;
  if (p->offset) {
    kn_put_tuple_load(k, s, p->folds, kn_put_in_level(p, i), out);
    return;
  }
  kn_lower_soac_body(k, s, put_indices(p, i));
  for (int r = 0; r < s->n_red; r++)
    kn_put_copy(k, out[r], kn_scalar(k, s->values[r]));
}

void
kn_put_then(kn_scan_pass *p, kn_reg *i, kn_reg *const *before,
            kn_reg *const *after) {
  kn_lower_then(p->k, p->s, put_indices(p, i), before, after);
}

void
kn_put_left(kn_scan_pass *p, kn_reg *group, kn_reg *at, kn_reg **left) {
  kn_fn *k = p->k;
  kn_stmt *first = kn_put_if(k, kn_put2i(k, IR_OP_GT, group, 0, NULL));
  kn_block *back = kn_enter(k, &first->body[0]);
  kn_put_tuple_load(k, p->s, p->folds, kn_put2i(k, IR_OP_SUB, at, 1, NULL),
                    left);
  kn_enter(k, &first->body[1]);
  for (int r = 0; r < p->s->n_red; r++)
    kn_put_copy(k, left[r], p->inits[r]);
  kn_enter(k, back);
}

void
kn_put_scan_results(kn_scan_pass *p, kn_reg *const *tuple) {
  for (int r = 0; r < p->s->n_red; r++)
    kn_put_store(p->k, kn_capture_buf(p->k, p->scan->results[r]),
                 kn_put_i64(p->k, 0), tuple[r]);
}

// -- Holes: "user" is the kn_scan_pass ----------------------------------------
// Value number "i" into a tuple.
static kn_reg *
put_value(void *user, const kn_hole_arg *args) {
  kn_put_scan_values(user, args[0].reg, args[1].tuple);
  return NULL;
}

// The second region for value "i", its prefix, and the prefix with it.
static kn_reg *
put_then(void *user, const kn_hole_arg *args) {
  kn_put_then(user, args[0].reg, args[1].tuple, args[2].tuple);
  return NULL;
}

// The fold of all before a group, into a tuple.
static kn_reg *
put_left(void *user, const kn_hole_arg *args) {
  kn_put_left(user, args[0].reg, args[0].reg, args[1].tuple);
  return NULL;
}

// Whether value "i" is the last of its group or of all.
static kn_reg *
put_is_last(void *user, const kn_hole_arg *args) {
  const kn_scan_pass *p = user;
  return kn_put_is_last(p->k, args[0].reg, p->count);
}

// Where the fold of a group is in the level above.
static kn_reg *
put_above(void *user, const kn_hole_arg *args) {
  return kn_put_above(user, args[0].reg);
}

// Where value "i" is in the level.
static kn_reg *
put_in_level(void *user, const kn_hole_arg *args) {
  return kn_put_in_level(user, args[0].reg);
}

// Values come in order from "i" on.
static kn_reg *
put_order(void *user, const kn_hole_arg *args) {
  kn_put_scan_order(user, args[0].reg);
  return NULL;
}

// One value on.
static kn_reg *
put_step(void *user, const kn_hole_arg *args) {
  (void)args;
  kn_put_scan_step(user, 1);
  return NULL;
}

// A tuple is the result.
static kn_reg *
put_results(void *user, const kn_hole_arg *args) {
  kn_put_scan_results(user, args[0].tuple);
  return NULL;
}

void
kn_let_scan(kn_skeleton *t, kn_scan_pass *p) {
  kn_let_number(t, "RUN", IR_SCAN_RUN);
  kn_let_number(t, "GROUPS", p->kind == KN_SCAN_GROUPS);
  kn_let_number(t, "LEVEL", p->kind == KN_SCAN_LEVEL);
  kn_let_number(t, "TOP", p->kind == KN_SCAN_TOP);
  kn_let_number(t, "THEN", p->kind == KN_SCAN_THEN || p->kind == KN_SCAN_LINE);
  kn_let_reg(t, "count", p->count);
  kn_let_tuple(t, "inits", p->inits);
  kn_let_arrays(t, "F", p->folds);
  kn_let_hole(t, "put_value", put_value, p);
  kn_let_hole(t, "put_then", put_then, p);
  kn_let_hole(t, "put_left", put_left, p);
  kn_let_hole(t, "is_last", put_is_last, p);
  kn_let_hole(t, "above", put_above, p);
  kn_let_hole(t, "in_level", put_in_level, p);
  kn_let_hole(t, "put_order", put_order, p);
  kn_let_hole(t, "put_step", put_step, p);
  kn_let_hole(t, "put_results", put_results, p);
}

// -- Launches ---------------------------------------------------------------
// Host: the sum of two loop bounds; -1 where one is not known.
static kn_reg *
put_bound_sum(kn_fn *h, kn_reg *x, kn_reg *y) {
  kn_reg *least = kn_put2(h, IR_OP_MIN, x, y, NULL);
  kn_reg *args[3] = {kn_put2i(h, IR_OP_LT, least, 0, NULL), kn_put_i64(h, -1),
                     kn_put2(h, IR_OP_ADD, x, y, NULL)};
  return kn_put_op(h, IR_OP_SELECT, IR_I64, args, 3, NULL);
}

kn_reg *
kn_put_scan_work(kn_scan *scan) {
  kn_reg *body = kn_put_work(scan->host, scan->s.body, 1);
  kn_reg *then = kn_put_work(scan->host, scan->s.then, 1);
  return kn_put2(scan->host, IR_OP_ADD, body, then, NULL);
}

kn_reg *
kn_put_scan_threads(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_reg *work = kn_put2(h, IR_OP_MUL, scan->n, kn_put_scan_work(scan), NULL);
  kn_stmt *s = kn_put(h, KN_THREADS);
  s->args[s->n_args++] = work;
  s->dst = kn_reg_new(h->low->arena, h->fn, IR_I64, "threads");
  return s->dst;
}

void
kn_put_scan_launch(kn_scan_pass *p, kn_reg *items, int64_t times) {
  // a work-item's loops: values, its run, runs before it, folds, values again
  enum { FOLDS = 6 };
  kn_fn *h = p->scan->host;
  const ir_soac *s = p->s;
  bool body = p->kind == KN_SCAN_GROUPS || p->kind == KN_SCAN_THEN;
  kn_reg *bound = kn_put_i64(h, FOLDS * times);
  kn_reg *work = kn_put_i64(h, FOLDS * times);
  if (body) {
    bound = put_bound_sum(h, bound, kn_put_bound(h, s->body, times, 1));
    work = kn_put_work(h, s->body, times);
  }
  if (p->kind == KN_SCAN_THEN)
    bound = put_bound_sum(h, bound, kn_put_bound(h, s->then, times, 1));
  if (s->combine)
    bound =
        put_bound_sum(h, bound, kn_put_bound(h, s->combine, FOLDS * times, 1));
  kn_finish(p->k);
  kn_put_launch(p->k, (kn_reg *[3]){items}, bound, work);
}

kn_reg *
kn_put_is_last(kn_fn *k, kn_reg *i, kn_reg *count) {
  kn_reg *next = kn_put2i(k, IR_OP_ADD, i, 1, NULL);
  kn_reg *in_group = kn_put2i(k, IR_OP_REM, next, IR_SCAN_GROUP, NULL);
  kn_reg *full = kn_put2i(k, IR_OP_EQ, in_group, 0, NULL);
  kn_reg *end = kn_put2(k, IR_OP_EQ, next, count, NULL);
  return kn_put2(k, IR_OP_OR, full, end, "last");
}

// -- Runs -------------------------------------------------------------------

// ir_walk_fn: counts the ops of a region that may be written out several times.
static bool
count_short(void *user, ir_op *op) {
  int *n = user;
  ++*n;
  return op->code != IR_OP_LOOP && !ir_is_soac(op);
}

int
kn_n_at_once(const ir_soac *s, ir_region *r) {
  enum { MOST_OPS = 64, MOST_BYTES = 128 };
  int n = IR_SCAN_RUN, ops = 0;
  if (r && !ir_walk(r, count_short, &ops))
    return 1;
  while (n > 1 && (n * ops > MOST_OPS || n * kn_tuple_bytes(s) > MOST_BYTES))
    n /= 2;
  return n;
}
