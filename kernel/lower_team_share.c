// kernel/lower_team_share.c: rows of elements that a work-group shares out.
//
//   map (i < n) { before; map (k < c(i)) {A} {group} }
// =>
//   if (own) { before; live[row] = .. }
//   starts[row + 1] = own ? c(i) : 0
//   barrier; starts = their sums; barrier
//   for (e = item; e < starts[rows]; e += items) {
//     row = the last that begins at e or before; A(row, e - starts[row])
//   }
//
// How many rows a group has is a power of two that the host chooses by their
// number. (Van Gils, section 4.1.6: n-per-block, with its prefix sum in
// parallel, listing 9, and the search written out, section 5.3; one row a group
// is his 1-per-block through shared memory.)
#include "kernel/lower_team_private.h"

// Groups that keep a large GPU busy (an H200 has 132 processors, each with 16
// groups of these): fewer rows a group rather than fewer groups.
enum { LOG_GROUPS = 11, LOG_MOST_ROWS = 7 };
_Static_assert(1 << LOG_MOST_ROWS == KN_TEAM_ITEMS, "an item has a row");
_Static_assert(KN_TEAM_ITEMS == IR_MAX_GROUP_ROWS, "an item has a row");

kn_reg *
kn_team_put_log_rows(kn_fn *h, const ir_op *inner, kn_reg *n) {
  if (inner->rows)
    return kn_put_i64(h, __builtin_ctz((unsigned)inner->rows));
  kn_reg *log = kn_put_i64(h, 0);
  for (int k = 1; k <= LOG_MOST_ROWS; k++) {
    kn_reg *more = kn_put2i(h, IR_OP_GE, n, 1LL << (LOG_GROUPS + k), NULL);
    log = kn_put_select(h, more, kn_put_i64(h, k), log);
  }
  return log;
}

// starts[r] = elements of the rows before r, for all up to t->rows: by doubling
// how many rows before it a start covers.
static void
put_starts(kn_team *t) {
  kn_fn *k = t->k;
  kn_reg *own = kn_put2i(k, IR_OP_ADD, t->local, 1, "own");
  kn_stmt *first = kn_put_if(k, kn_put2i(k, IR_OP_EQ, t->local, 0, NULL));
  kn_block *back = kn_enter(k, &first->body[0]);
  kn_put_store(k, t->starts, kn_put_i64(k, 0), kn_put_i64(k, 0));
  kn_enter(k, back);
  kn_put_store(k, t->starts, own, t->count);
  kn_put(k, KN_BARRIER);
  kn_reg *one = kn_put_i64(k, 1);
  kn_stmt *loop = kn_put_loop(k, t->log_rows, false, "b");
  kn_enter(k, &loop->body[0]);
  kn_reg *covered = kn_put2(k, IR_OP_SHL, one, loop->dst, "covered");
  kn_reg *from = kn_put2(k, IR_OP_SUB, own, covered, NULL);
  from = kn_put2i(k, IR_OP_MAX, from, 0, "from");
  kn_reg *sum = kn_put_load(k, t->starts, own, NULL);
  sum = kn_put2(k, IR_OP_ADD, sum, kn_put_load(k, t->starts, from, NULL), NULL);
  kn_put(k, KN_BARRIER);
  kn_put_store(k, t->starts, own, sum);
  kn_put(k, KN_BARRIER);
  kn_enter(k, back);
}

// The row of element "e": a search by halves of the group's rows; steps larger
// than these are skipped by all work-items alike.
static kn_reg *
put_find_row(kn_team *t, kn_reg *e) {
  kn_fn *k = t->k;
  kn_reg *row = kn_reg_new(k->low->arena, k->fn, IR_I64, "row");
  kn_put_copy(k, row, kn_put_i64(k, 0));
  int most = t->fold.op->rows ? t->fold.op->rows : t->rows;
  for (int step = most / 2; step > 0; step /= 2) {
    int log = __builtin_ctz((unsigned)step);
    kn_stmt *s = kn_put_if(k, kn_put2i(k, IR_OP_GT, t->log_rows, log, NULL));
    kn_block *back = kn_enter(k, &s->body[0]);
    kn_reg *mid = kn_put2i(k, IR_OP_ADD, row, step, NULL);
    kn_reg *begins =
        kn_put2(k, IR_OP_LE, kn_put_load(k, t->starts, mid, NULL), e, NULL);
    kn_put_copy(k, row, kn_put_select(k, begins, mid, row));
    kn_enter(k, back);
  }
  return row;
}

void
kn_team_put_elements(kn_team *t) {
  kn_fn *k = t->k;
  const ir_soac *s = &t->fold.s;
  put_starts(t);
  kn_reg *n_rows = kn_put2(k, IR_OP_SHL, kn_put_i64(k, 1), t->log_rows, NULL);
  kn_reg *all = kn_put_load(k, t->starts, n_rows, "all");
  kn_reg *rest = kn_put2(k, IR_OP_SUB, all, t->local, NULL);
  kn_reg *times = kn_put_ceil_div(k, kn_put2i(k, IR_OP_MAX, rest, 0, NULL),
                                  KN_TEAM_ITEMS, "times");
  kn_stmt *loop = kn_put_loop(k, times, false, "p");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *e = kn_put2i(k, IR_OP_MUL, loop->dst, KN_TEAM_ITEMS, NULL);
  e = kn_put2(k, IR_OP_ADD, e, t->local, "e");
  kn_reg *row = put_find_row(t, e);
  kn_reg **live = kn_team_put_live(t, row);
  for (int n = 0; n < t->n_live; n++)
    kn_bind_reg(k, t->live[n].val, live[n]);
  kn_reg *start = kn_put_load(k, t->starts, row, NULL);
  kn_reg *i = kn_put2(k, IR_OP_SUB, e, start, "i");
  kn_lower_soac_body(k, s, &i);
  kn_enter(k, back);
  for (int d = 0; d < s->n_dests; d++)
    kn_bind_buf(k, s->dest_outs[d], kn_array(k, s->dests[d]));
}
