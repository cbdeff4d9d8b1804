// kernel/lower_scan_choice_gpu.c: folds by a choice, on a GPU.
//
// Any bracketing of such a fold gives the same tuple (lower_scan_choice.c), so
// a work-item chooses among values that are a work-group apart, in registers:
//
//   best = value local; place = local
//   for (j < 64) if (value j * 128 + local goes before best) take it
//   shared[local] = best, place
//   for (half = 64 .. 1) if (local < half) take the better of local + half
//
// A place says which of two came first where neither goes before the other.
#include "kernel/lower_scan_private.h"

enum { ITEMS = 128, ROWS = KN_GPU_CHOICE_GROUP / ITEMS };

// A group while it is built.
typedef struct team {
  kn_scan_pass *p;
  kn_fn *k;
  const ir_soac *s;
  ir_val *cond;
  kn_reg *local, *group, *base;
  kn_reg **best, *place; // the work-item's
  kn_buf **shared, *places;
} team;

// Starts the kernel.
static void
init_team(team *t, kn_scan_pass *p) {
  kn_fn *k = p->k;
  arena *a = k->low->arena;
  *t = (team){.p = p, .k = k, .s = p->s, .cond = p->scan->choice};
  k->fn->local[0] = ITEMS;
  k->fn->local[1] = k->fn->local[2] = 1;
  t->shared = kn_fold_arrays(k, t->s, KN_SHARED, ITEMS);
  t->places = kn_buf_new(a, k->fn, IR_I32, KN_SHARED, ITEMS, "places");
  t->local = kn_put_builtin(k, KN_LOCAL_X, "local");
  t->group = kn_put_builtin(k, KN_GROUP_X, "group");
  t->base = kn_put2i(k, IR_OP_MUL, t->group, KN_GPU_CHOICE_GROUP, "base");
  t->best = kn_tuple_new(k, t->s, "best");
  t->place = kn_reg_new(a, k->fn, IR_I32, "place");
}

// "to" and the place become "from" and "place" where "c".
static void
put_take(team *t, kn_reg *c, kn_reg *const *from, kn_reg *place) {
  kn_fn *k = t->k;
  for (int r = 0; r < t->s->n_red; r++)
    kn_put_copy(k, t->best[r], kn_put_select(k, c, from[r], t->best[r]));
  kn_put_copy(k, t->place, kn_put_select(k, c, place, t->place));
}

// Value number "number" of the group, i64.
static kn_reg **
put_value(team *t, kn_reg *number) {
  kn_reg **value = kn_tuple_new(t->k, t->s, "value");
  kn_reg *i = kn_put2(t->k, IR_OP_ADD, t->base, number, "i");
  kn_put_scan_values(t->p, i, value);
  return value;
}

// The best of "n" rows of the work-item's values, from row "row" on.
static void
put_rows(team *t, kn_reg *row, int n) {
  kn_fn *k = t->k;
  arena *a = k->low->arena;
  kn_reg ***value = NEW_ARRAY(a, kn_reg **, n);
  kn_reg **number = NEW_ARRAY(a, kn_reg *, n);
  kn_reg *first = kn_put2i(k, IR_OP_MUL, row, ITEMS, NULL);
  first = kn_put2(k, IR_OP_ADD, first, t->local, NULL);
  for (int c = 0; c < n; c++) {
    number[c] = kn_put2i(k, IR_OP_ADD, first, (int64_t)c * ITEMS, NULL);
    value[c] = put_value(t, number[c]);
  }
  for (int c = 0; c < n; c++)
    put_take(t, kn_put_choice(k, t->s, t->cond, t->best, value[c]), value[c],
             kn_put_convert(k, number[c], IR_I32));
}

// The best of the work-item's values; there is a first one.
static void
put_own(team *t) {
  kn_fn *k = t->k;
  kn_reg **value = put_value(t, t->local);
  kn_put_parallel_copy(k, t->best, value, t->s->n_red);
  kn_put_copy(k, t->place, kn_put_convert(k, t->local, IR_I32));
  kn_reg *end = kn_put2i(k, IR_OP_ADD, t->base, KN_GPU_CHOICE_GROUP, NULL);
  kn_stmt *full = kn_put_if(k, kn_put2(k, IR_OP_LE, end, t->p->count, "full"));
  kn_block *back = kn_enter(k, &full->body[0]);
  int n = kn_n_at_once(t->s, t->s->body);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, ROWS / n), false, "j");
  kn_enter(k, &loop->body[0]);
  put_rows(t, kn_put2i(k, IR_OP_MUL, loop->dst, n, NULL), n);
  kn_enter(k, &full->body[1]);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, t->p->count, t->base, NULL);
  rest = kn_put2(k, IR_OP_SUB, rest, t->local, NULL);
  kn_reg *rows = kn_put_ceil_div(k, rest, ITEMS, "rows");
  loop = kn_put_loop(k, rows, false, "j");
  kn_enter(k, &loop->body[0]);
  put_rows(t, loop->dst, 1);
  kn_enter(k, back);
}

// The work-item's choice to shared memory.
static void
put_share(team *t) {
  kn_put_tuple_store(t->k, t->s, t->shared, t->local, t->best);
  kn_put_store(t->k, t->places, t->local, t->place);
}

// Work-items below "half" take the better value of theirs and "half" on.
static void
put_merge(team *t, int64_t half, kn_reg *items) {
  kn_fn *k = t->k;
  kn_reg *other = kn_put2i(k, IR_OP_ADD, t->local, half, NULL);
  kn_reg *below = kn_put2i(k, IR_OP_LT, t->local, half, NULL);
  kn_reg *has = kn_put2(k, IR_OP_LT, other, items, NULL);
  kn_stmt *some = kn_put_if(k, kn_put2(k, IR_OP_AND, below, has, NULL));
  kn_block *back = kn_enter(k, &some->body[0]);
  kn_reg **y = kn_tuple_new(k, t->s, "y");
  kn_put_tuple_load(k, t->s, t->shared, other, y);
  kn_reg *place = kn_put_load(k, t->places, other, NULL);
  kn_reg *far = kn_put2(k, IR_OP_SUB, place, t->place, NULL);
  put_take(t, kn_put_better(k, t->s, t->cond, t->best, y, far), y, place);
  put_share(t);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

void
kn_scan_gpu_choice(kn_scan_pass *p) {
  team t;
  kn_fn *k = p->k, *h = p->scan->host;
  init_team(&t, p);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, p->count, t.base, NULL);
  kn_reg *items = kn_put2i(k, IR_OP_MIN, rest, ITEMS, "items");
  kn_stmt *some = kn_put_if(k, kn_put2(k, IR_OP_LT, t.local, items, NULL));
  kn_block *back = kn_enter(k, &some->body[0]);
  put_own(&t);
  put_share(&t);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
  for (int64_t half = ITEMS / 2; half > 0; half /= 2)
    put_merge(&t, half, items);
  kn_stmt *one = kn_put_if(k, kn_put2i(k, IR_OP_EQ, t.local, 0, NULL));
  kn_enter(k, &one->body[0]);
  kn_put_tuple_store(k, t.s, p->folds, kn_put_above(p, t.group), t.best);
  kn_enter(k, back);
  kn_reg *launch = kn_put2i(h, IR_OP_MUL, p->scan->n_groups, ITEMS, "items");
  kn_put_scan_launch(p, launch, ROWS);
}
