// kernel/lower_team_share.c: rows of elements that a work-group shares out.
//
//   map (i < n) { before; map (k < c(i)) {A} {group} }
// =>
//   if (own) { before; live[row] = .. }
//   starts[row + 1] = own ? c(i) : 0
//   barrier; starts = their sums; barrier
//   for (e = from + item; e < to; e += items) {
//     row = the last that begins at e or before; A(row, e - starts[row])
//   }
//
// A batch is a work-item a row, so many rows as the attribute says or a
// work-group has items. (Van Gils, section 4.1.6: n-per-block, with its prefix
// sum in parallel, listing 9, and the search written out, section 5.3; one row
// a group is his 1-per-block through shared memory.) Where the attribute says
// nothing, a batch is several groups': each computes the starts of all its rows
// and takes an equal part of its elements (from .. to), or none where the
// others have all. So the lengths decide, batch by batch, how many groups share
// them, and nobody waits for these. A group that has elements enough combines
// into copies of its own where these fit (lower_copies.c).
//
// A row of more than LONG elements is all groups' in a second kernel, whose
// fixed number of groups look for such rows. So nobody has to wait for the
// lengths, as a choice by the host would (0.1 ms for a region of 0.05, H100).
#include "kernel/lower_team_private.h"

// A batch is so many groups' that there are at least these in all, for a large
// GPU runs 2000 of them at once (H200); but a group that has elements has
// LEAST_PART of them, or all of its batch.
enum { LOG_GROUPS = 11, LOG_ITEMS = 7, LEAST_PART = 1024 };
_Static_assert(1 << LOG_ITEMS == KN_TEAM_ITEMS, "an item has a row");
_Static_assert(KN_TEAM_ITEMS == IR_MAX_GROUP_ROWS, "an item has a row");

enum {
  LONG = 1 << 15,      // elements of a row that one group works on
  LONG_GROUPS = 512,   // of the second kernel
  WINDOWS = 1 << 8,    // marks for batches with long rows; more share them
  BINS_AN_ELEMENT = 2, // at most, for copies to gain
};

// The map while it is lowered.
typedef struct share {
  kn_fn *h;
  kn_team t;           // of the kernel that is built
  kn_reg *n, *batches; // host: rows, batches
  kn_reg *log_groups;  // host: of the groups of a batch; NULL: each has one
  kn_buf *long_rows;   // host: the first that is longer of each batch, and
                       // behind the last, from the batch's first; or NULL
  kn_buf *marks; // of windows, i.e. KN_TEAM_ITEMS batches, number w % WINDOWS
                 // that have long rows; the last of all
  kn_reg *from;  // the group's first element of its batch
  kn_copies copies; // n is 0 where there are none
  kn_reg *enough;   // host: elements of a group from which they gain
} share;

// -- What there is to do ------------------------------------------------------
// Sorts out the map "r". False when its rows need too much shared memory.
static bool
match_share(share *x, const an_ragged *r) {
  kn_team *t = &x->t;
  kn_team_fold *f = &t->fold;
  t->map = &r->rows;
  t->guards = r->guards;
  t->n_guards = r->n_guards;
  f->op = r->inner.op;
  t->rows = f->op->rows ? f->op->rows : IR_MAX_GROUP_ROWS;
  f->s = r->inner;
  f->body = f->s.body;
  f->extent = f->s.extents[0];
  return kn_team_find_live(t) && kn_team_live_bytes(t) <= KN_LEAST_SHARED / 2;
}

// Host: the logarithm of how many groups a batch has.
static kn_reg *
put_log_groups(const share *x) {
  kn_fn *h = x->h;
  kn_reg *log = kn_put_i64(h, LOG_ITEMS);
  for (int k = 1; k <= LOG_ITEMS; k++) {
    kn_reg *more = kn_put2i(h, IR_OP_GE, x->n, 1LL << (LOG_GROUPS + k), NULL);
    log = kn_put_select(h, more, kn_put_i64(h, LOG_ITEMS - k), log);
  }
  return log;
}

// Finds the copies, and from how many elements of a group they gain.
static void
find_copies(share *x) {
  const int marks = (WINDOWS + 1) * ir_size(IR_I32);
  int own = (KN_TEAM_ITEMS + 1) * ir_size(IR_I64) + 2 * ir_size(IR_I32) +
            kn_team_live_bytes(&x->t);
  int room = KN_LEAST_SHARED - (own > marks ? own : marks);
  kn_fn *h = x->h;
  kn_copies *c = &x->copies;
  if (!kn_find_copies(c, h, x->t.map, room / ir_size(IR_I32))) {
    c->n = 0;
    return;
  }
  kn_reg *fit = kn_put_copies_fit(c), *bins = c->at[0].bins;
  for (int i = 1; i < c->n; i++)
    bins = kn_put2(h, IR_OP_ADD, bins, c->at[i].bins, NULL);
  bins = kn_put2i(h, IR_OP_DIV, bins, BINS_AN_ELEMENT, NULL);
  x->enough = kn_put_select(h, fit, bins, kn_put_i64(h, INT64_MAX));
}

// -- Loop bounds ------------------------------------------------------------

// Host: x op y, of f64.
static kn_reg *
put_f64(kn_fn *h, kn_reg *x, ir_opcode op, double y) {
  uint64_t bits;
  memcpy(&bits, &y, sizeof bits);
  return kn_put2(h, op, x, kn_put_const(h, IR_F64, bits, NULL), NULL);
}

// Host: the loop iterations of a work-item that has "elements", an f64, and
// "others"; -1 where those of an element are not known, or "known" does not
// hold.
static kn_reg *
put_loops(const share *x, kn_reg *elements, double others, kn_reg *known) {
  kn_fn *h = x->h;
  kn_reg *each = kn_put_bound(h, x->t.fold.body, 1, 0);
  kn_reg *of_each = kn_put2i(h, IR_OP_GE, each, 0, NULL);
  if (known)
    of_each = kn_put2(h, IR_OP_AND, of_each, known, NULL);
  each = put_f64(h, kn_put_convert(h, each, IR_F64), IR_OP_ADD, 1);
  kn_reg *all = kn_put2(h, IR_OP_MUL, elements, each, NULL);
  all = kn_put_convert(h, put_f64(h, all, IR_OP_ADD, others), IR_I64);
  return kn_put_select(h, of_each, all, kn_put_i64(h, -1));
}

// Host: no less than the elements of a row; -1: not known.
static kn_reg *
put_row_bound(const share *x) {
  return kn_put_bound(x->h, x->t.map->body, 1, 0);
}

// Host: the loop iterations of a work-item of a batch. Those over bins
// and over rows are the others.
static kn_reg *
put_group_loops(const share *x, kn_reg *row) {
  enum {
    OTHERS = 2 * (KN_LEAST_SHARED / 4 / KN_TEAM_ITEMS + KN_MOST_COPIES) + 16
  };
  kn_fn *h = x->h;
  kn_reg *known = kn_put2i(h, IR_OP_GE, row, 0, NULL), *most = row;
  if (x->long_rows) {
    most = kn_put_select(h, known, row, kn_put_i64(h, LONG));
    most = kn_put2i(h, IR_OP_MIN, most, LONG, NULL);
    known = NULL;
  }
  most = kn_put_convert(h, most, IR_F64);
  most = put_f64(h, most, IR_OP_MUL, x->t.rows);
  if (x->log_groups) {
    kn_reg *parts =
        kn_put2(h, IR_OP_SHL, kn_put_i64(h, 1), x->log_groups, NULL);
    most = kn_put2(h, IR_OP_DIV, most, kn_put_convert(h, parts, IR_F64), NULL);
    most = put_f64(h, most, IR_OP_MAX, LEAST_PART);
  }
  most = put_f64(h, most, IR_OP_DIV, KN_TEAM_ITEMS);
  return put_loops(x, put_f64(h, most, IR_OP_ADD, 2), OTHERS, known);
}

// Host: those of a work-item of the groups that share long rows, if all are.
// Each row is an element more, for the loops that look for it.
static kn_reg *
put_long_loops(const share *x, kn_reg *row) {
  enum { OTHERS = 1 << 10 };
  kn_fn *h = x->h;
  kn_reg *known = kn_put2i(h, IR_OP_GE, row, 0, NULL);
  kn_reg *all = kn_put_convert(h, row, IR_F64);
  all = put_f64(h, all, IR_OP_DIV, LONG_GROUPS * KN_TEAM_ITEMS);
  all = put_f64(h, all, IR_OP_ADD, 4);
  all = kn_put2(h, IR_OP_MUL, all, kn_put_convert(h, x->n, IR_F64), NULL);
  return put_loops(x, all, OTHERS, known);
}

// -- A batch's rows -----------------------------------------------------------
// range = the long rows of the batch, none yet; a barrier is behind.
static kn_buf *
put_no_long_rows(kn_team *t) {
  kn_fn *k = t->k;
  kn_buf *range = kn_team_shared(t, IR_I32, 2, "range");
  kn_reg *none = kn_put_const(k, IR_I32, KN_TEAM_ITEMS, NULL);
  kn_stmt *first = kn_put_if(k, kn_put2i(k, IR_OP_EQ, t->local, 0, NULL));
  kn_block *back = kn_enter(k, &first->body[0]);
  kn_put_store(k, range, kn_put_i64(k, 0), none);
  kn_put_store(k, range, kn_put_i64(k, 1), kn_put_const(k, IR_I32, 0, NULL));
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
  return range;
}

// Adds the own row to "range" and has no elements of it here, where it is long.
static void
put_leave_long(kn_team *t, kn_buf *range) {
  kn_fn *k = t->k;
  kn_stmt *s = kn_put_if(k, kn_put2i(k, IR_OP_GT, t->count, LONG, "long"));
  kn_block *back = kn_enter(k, &s->body[0]);
  kn_reg *row = kn_put_convert(k, t->local, IR_I32);
  kn_reg *next = kn_put2i(k, IR_OP_ADD, t->local, 1, NULL);
  kn_put_atomic(k, IR_OP_MIN, range, kn_put_i64(k, 0), row);
  kn_put_atomic(k, IR_OP_MAX, range, kn_put_i64(k, 1),
                kn_put_convert(k, next, IR_I32));
  kn_put_copy(k, t->count, kn_put_i64(k, 0));
  kn_enter(k, back);
}

// Element "end" of the range of long rows of batch "b", in memory.
static kn_reg *
put_long_place(kn_fn *k, kn_reg *b, int end) {
  return kn_put2i(k, IR_OP_ADD, kn_put2i(k, IR_OP_MUL, b, 2, NULL), end, NULL);
}

// "range", of "batch", into memory, by the first of its groups.
static void
put_store_range(share *x, kn_buf *range, kn_reg *batch, kn_reg *part) {
  kn_team *t = &x->t;
  kn_fn *k = t->k;
  kn_reg *first = kn_put2i(k, IR_OP_EQ, part, 0, NULL);
  kn_reg *two = kn_put2i(k, IR_OP_LT, t->local, 2, NULL);
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_AND, first, two, NULL));
  kn_block *back = kn_enter(k, &s->body[0]);
  kn_reg *at =
      kn_put2(k, IR_OP_ADD, put_long_place(k, batch, 0), t->local, NULL);
  kn_put_store(k, kn_capture_buf(k, x->long_rows), at,
               kn_put_load(k, range, t->local, NULL));
  kn_enter(k, back);
}

// Each of the group's "count" elements, the first of which is x->from.
static void
put_each(share *x, kn_reg *count) {
  kn_team *t = &x->t;
  kn_fn *k = t->k;
  kn_reg *e;
  kn_block *back =
      kn_team_enter_elements(k, count, t->local, KN_TEAM_ITEMS, &e);
  e = kn_put2(k, IR_OP_ADD, e, x->from, NULL);
  kn_reg *row = kn_team_put_find_row(t, e);
  kn_reg **live = kn_team_put_live(t, row);
  for (int n = 0; n < t->n_live; n++)
    kn_bind_reg(k, t->live[n].val, live[n]);
  kn_reg *start = kn_put_load(k, t->starts, row, NULL);
  kn_reg *i = kn_put2(k, IR_OP_SUB, e, start, "i");
  kn_lower_soac_body(k, &t->fold.s, &i);
  kn_enter(k, back);
}

// "work" in the kernel, about "about", into copies where "gains" holds.
static void
put_with_copies(share *x, kn_reg *gains, void (*work)(share *, kn_reg *),
                kn_reg *about) {
  kn_team *t = &x->t;
  kn_fn *k = t->k;
  kn_stmt *s = kn_put_if(k, gains);
  kn_block *back = kn_enter(k, &s->body[0]);
  kn_put_copies(&x->copies, k, t->local);
  kn_put(k, KN_BARRIER);
  work(x, about);
  kn_put(k, KN_BARRIER);
  kn_put_copies_back(&x->copies, t->local);
  kn_enter(k, &s->body[1]);
  work(x, about);
  kn_enter(k, back);
}

// The group's "count" elements, into copies where these are "enough".
static void
put_elements(share *x, kn_reg *count) {
  kn_fn *k = x->t.k;
  if (!x->copies.n) {
    put_each(x, count);
    return;
  }
  kn_reg *enough = kn_capture_reg(k, x->enough);
  put_with_copies(x, kn_put2(k, IR_OP_GE, count, enough, "gains"), put_each,
                  count);
}

// How many of the batch's "all" elements the group has, which is number "part"
// of the batch's; x->from is the first.
static kn_reg *
put_part(share *x, kn_reg *all, kn_reg *part) {
  kn_fn *k = x->t.k;
  if (!part) {
    x->from = kn_put_i64(k, 0);
    return all;
  }
  kn_reg *log = kn_capture_reg(k, x->log_groups);
  kn_reg *parts = kn_put2(k, IR_OP_SHL, kn_put_i64(k, 1), log, "parts");
  kn_reg *up = kn_put2(k, IR_OP_ADD, all, parts, NULL);
  up = kn_put2i(k, IR_OP_SUB, up, 1, NULL);
  kn_reg *each = kn_put2(k, IR_OP_SHR, up, log, NULL);
  each = kn_put2i(k, IR_OP_MAX, each, LEAST_PART, "each");
  x->from = kn_put2(k, IR_OP_MUL, each, part, "from");
  kn_reg *rest = kn_put2(k, IR_OP_SUB, all, x->from, NULL);
  rest = kn_put2i(k, IR_OP_MAX, rest, 0, NULL);
  return kn_put2(k, IR_OP_MIN, rest, each, "count");
}

// Binds the results of the map in the row, and of the ifs around it, to its
// arrays.
static void
bind_dests(kn_team *t) {
  const ir_soac *s = &t->fold.s;
  for (int d = 0; d < s->n_dests; d++)
    kn_bind_buf(t->k, s->dest_outs[d], kn_array(t->k, s->dests[d]));
  for (int g = t->n_guards - 1; g >= 0; g--) {
    const ir_op *guard = t->guards[g], *yield = guard->regions[0]->last;
    for (int k = 0; k < guard->outs.n; k++)
      kn_bind_buf(t->k, guard->outs.at[k], kn_array(t->k, yield->ins.at[k]));
  }
  kn_lower_soac_end(t->k, t->map);
}

// A kernel for the map that does "what".
static void
new_kernel(share *x, const char *what) {
  arena *a = x->h->low->arena;
  const ir_soac *s = x->t.map;
  x->t.k = kn_kernel_new(x->h, s->op,
                         arena_printf(a, "map %dd, %s", s->n_dims, what));
}

// Ends the kernel, launched with "groups", a host's number of work-groups.
static void
launch(share *x, kn_reg *groups, kn_reg *bound) {
  kn_fn *h = x->h;
  kn_finish(x->t.k);
  kn_reg *items = kn_put2i(h, IR_OP_MUL, groups, KN_TEAM_ITEMS, "items");
  kn_put_launch(x->t.k, (kn_reg *[3]){items}, bound,
                kn_put_work(h, x->t.map->body, 1));
}

// In the kernel: the group's batch; *part is its number among the batch's
// groups, NULL where it is alone.
static kn_reg *
put_batch(share *x, kn_reg **part) {
  kn_team *t = &x->t;
  *part = NULL;
  if (!x->log_groups)
    return t->group;
  kn_reg *log = kn_capture_reg(t->k, x->log_groups);
  kn_reg *batch = kn_put2(t->k, IR_OP_SHR, t->group, log, "batch");
  kn_reg *before = kn_put2(t->k, IR_OP_SHL, batch, log, NULL);
  *part = kn_put2(t->k, IR_OP_SUB, t->group, before, "part");
  return batch;
}

// The kernel of groups that have batches, no row of which is longer than "row",
// if that is known.
static void
put_kernel(share *x, kn_reg *row) {
  kn_team *t = &x->t;
  kn_fn *h = x->h;
  kn_buf *range = NULL;
  kn_reg *part;
  new_kernel(x, "rows shared out");
  kn_fn *k = t->k;
  kn_team_begin(t);
  kn_reg *batch = put_batch(x, &part);
  kn_team_init(t, kn_capture_reg(k, x->n), batch);
  if (x->long_rows)
    range = put_no_long_rows(t);
  kn_team_put_before(t);
  if (range)
    put_leave_long(t, range);
  t->starts = kn_team_shared(t, IR_I64, KN_TEAM_ITEMS + 1, "starts");
  kn_team_put_starts(t, t->count);
  if (range)
    put_store_range(x, range, batch, part);
  kn_reg *all = kn_put_load(k, t->starts, kn_put_i64(k, t->rows), "all");
  put_elements(x, put_part(x, all, part));
  bind_dests(t);
  kn_reg *groups = x->batches;
  if (x->log_groups)
    groups = kn_put2(h, IR_OP_SHL, groups, x->log_groups, "groups");
  launch(x, groups, put_group_loops(x, row));
}

// -- Long rows ----------------------------------------------------------------
// Marks the windows in which batches have long rows; whether there is one.
static kn_reg *
put_marks(share *x, kn_reg *batches) {
  kn_team *t = &x->t;
  kn_fn *k = t->k;
  kn_buf *long_rows = kn_capture_buf(k, x->long_rows);
  kn_buf *marks = kn_team_shared(t, IR_I32, WINDOWS + 1, "marks");
  x->marks = marks;
  kn_reg *zero = kn_put_const(k, IR_I32, 0, NULL), *b;
  kn_reg *one = kn_put_const(k, IR_I32, 1, NULL);
  kn_block *back = kn_team_enter_elements(k, kn_put_i64(k, WINDOWS + 1),
                                          t->local, KN_TEAM_ITEMS, &b);
  kn_put_store(k, marks, b, zero);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
  back = kn_team_enter_elements(k, batches, t->local, KN_TEAM_ITEMS, &b);
  kn_reg *n = kn_put_load(k, long_rows, put_long_place(k, b, 1), NULL);
  kn_stmt *some = kn_put_if(k, kn_put2(k, IR_OP_GT, n, zero, NULL));
  kn_enter(k, &some->body[0]);
  kn_reg *w = kn_put2i(k, IR_OP_SHR, b, LOG_ITEMS, NULL);
  w = kn_put2i(k, IR_OP_AND, w, WINDOWS - 1, "w");
  kn_put_atomic(k, IR_OP_MAX, marks, w, one);
  kn_put_atomic(k, IR_OP_MAX, marks, kn_put_i64(k, WINDOWS), one);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
  kn_reg *any = kn_put_load(k, marks, kn_put_i64(k, WINDOWS), NULL);
  return kn_put2(k, IR_OP_GT, any, zero, "any");
}

// The elements of row "row", if it is long: all work-items share them.
static void
put_long_row(share *x, kn_reg *row) {
  kn_team *t = &x->t;
  kn_fn *k = t->k;
  kn_block *back = k->at;
  kn_reg *i;
  kn_team_enter_row(t, row);
  kn_reg *count = kn_scalar(k, t->fold.extent);
  kn_stmt *s = kn_put_if(k, kn_put2i(k, IR_OP_GT, count, LONG, "long"));
  kn_enter(k, &s->body[0]);
  kn_reg *item = kn_put2i(k, IR_OP_MUL, t->group, KN_TEAM_ITEMS, NULL);
  item = kn_put2(k, IR_OP_ADD, item, t->local, "item");
  kn_team_enter_elements(k, count, item, LONG_GROUPS * KN_TEAM_ITEMS, &i);
  kn_lower_soac_body(k, &t->fold.s, &i);
  kn_enter(k, back);
}

// The long rows of batch "b", the last of which is before "end" of it.
static void
put_long_rows_of(share *x, kn_reg *b, kn_reg *end) {
  kn_fn *k = x->t.k;
  kn_buf *long_rows = kn_capture_buf(k, x->long_rows);
  kn_reg *from = kn_put_load(k, long_rows, put_long_place(k, b, 0), NULL);
  from = kn_put_convert(k, from, IR_I64);
  kn_reg *first = kn_put2i(k, IR_OP_MUL, b, x->t.rows, NULL);
  first = kn_put2(k, IR_OP_ADD, first, from, "first");
  kn_reg *count =
      kn_put2(k, IR_OP_SUB, kn_put_convert(k, end, IR_I64), from, "count");
  kn_stmt *loop = kn_put_loop(k, count, false, "r");
  kn_block *back = kn_enter(k, &loop->body[0]);
  put_long_row(x, kn_put2(k, IR_OP_ADD, first, loop->dst, "row"));
  kn_enter(k, back);
}

// The long rows of all batches: where a window of these is marked in x->marks,
// one by one.
static void
put_windows(share *x, kn_reg *batches) {
  kn_fn *k = x->t.k;
  kn_buf *long_rows = kn_capture_buf(k, x->long_rows);
  kn_reg *zero = kn_put_const(k, IR_I32, 0, NULL);
  kn_reg *windows = kn_put_ceil_div(k, batches, KN_TEAM_ITEMS, "windows");
  kn_stmt *loop = kn_put_loop(k, windows, false, "w");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *mark = kn_put2i(k, IR_OP_AND, loop->dst, WINDOWS - 1, NULL);
  mark = kn_put_load(k, x->marks, mark, NULL);
  kn_stmt *some = kn_put_if(k, kn_put2(k, IR_OP_GT, mark, zero, NULL));
  kn_enter(k, &some->body[0]);
  kn_reg *from = kn_put2i(k, IR_OP_MUL, loop->dst, KN_TEAM_ITEMS, "from");
  kn_reg *count = kn_put2(k, IR_OP_SUB, batches, from, NULL);
  count = kn_put2i(k, IR_OP_MIN, count, KN_TEAM_ITEMS, NULL);
  kn_stmt *inner = kn_put_loop(k, count, false, "q");
  kn_enter(k, &inner->body[0]);
  kn_reg *b = kn_put2(k, IR_OP_ADD, from, inner->dst, "g");
  kn_reg *end = kn_put_load(k, long_rows, put_long_place(k, b, 1), NULL);
  some = kn_put_if(k, kn_put2(k, IR_OP_GT, end, zero, NULL));
  kn_enter(k, &some->body[0]);
  put_long_rows_of(x, b, end);
  kn_enter(k, back);
}

// The kernel of groups that share each long row, none longer than "row".
static void
put_long_kernel(share *x, kn_reg *row) {
  kn_team *t = &x->t;
  new_kernel(x, "long rows shared out");
  kn_fn *k = t->k;
  kn_team_begin(t);
  kn_reg *batches = kn_capture_reg(k, x->batches);
  kn_stmt *s = kn_put_if(k, put_marks(x, batches));
  kn_block *back = kn_enter(k, &s->body[0]);
  if (x->copies.n) {
    kn_reg *enough = kn_capture_reg(k, x->enough);
    kn_reg *fit = kn_put2i(k, IR_OP_LT, enough, INT64_MAX, "fit");
    put_with_copies(x, fit, put_windows, batches);
  } else {
    put_windows(x, batches);
  }
  kn_enter(k, back);
  bind_dests(t);
  launch(x, kn_put_i64(x->h, LONG_GROUPS), put_long_loops(x, row));
}

bool
kn_team_put_share(kn_fn *h, const an_ragged *r, kn_reg *n) {
  share x = {.h = h, .n = n};
  const ir_op *inner = r->inner.op;
  if (!match_share(&x, r))
    return false;
  x.batches = kn_put_ceil_div(h, n, x.t.rows, "batches");
  find_copies(&x);
  if (!inner->rows) {
    x.log_groups = put_log_groups(&x);
    kn_reg *room = kn_put2i(h, IR_OP_MAX, x.batches, 1, NULL);
    room = kn_put2i(h, IR_OP_MUL, room, 2, NULL);
    x.long_rows = kn_put_alloc(h, IR_I32, room, "long_rows");
  }
  kn_reg *row = put_row_bound(&x);
  put_kernel(&x, row);
  if (inner->rows)
    return true;
  kn_reg *unknown = kn_put2i(h, IR_OP_LT, row, 0, NULL);
  kn_reg *more = kn_put2i(h, IR_OP_GT, row, LONG, NULL);
  kn_stmt *some = kn_put_if(h, kn_put2(h, IR_OP_OR, unknown, more, NULL));
  kn_block *back = kn_enter(h, &some->body[0]);
  put_long_kernel(&x, row);
  kn_enter(h, back);
  kn_put_free(h, x.long_rows);
  return true;
}
