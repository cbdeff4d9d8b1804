// kernel/lower_map_counts.c: maps whose iterations count, on a GPU.
//
// An iteration has counters, a private array, and a loop of level `group` that
// adds to one of them at a time and stores to where it was, or nothing:
//
//   map (t < n) {
//     own = alloc B {private}
//     own[d] = start(d), for d < B
//     loop (j < m) {group} { old = own[d(j)]; own[d(j)] = old + v(j); .. old ..
//     }
//     .. own[d] .., for d < B
//   }
//
// A work-group has one iteration, a work-item a run of its loop, and counters
// of its own in shared memory. It counts its run; then its counters start at
// the sum of the runs before, and it goes through the run again, storing:
//
//   cells[.][local] = 0; if (local < B) base[local] = start(local)
//   count the run; barrier
//   sums[local] = sum of B cells, each replaced by those before it; barrier
//   cells += base + the sums before them in their row; barrier
//   the run with its stores; barrier
//   if (local < B) { .. the last cell of row local .. }
//
// Row d has counter d of each work-item. Each 16 cells are followed by an
// unused one, so that the work-items of a subgroup meet different banks. All
// barriers are reached by all work-items. (Merrill and Grimshaw, High
// performance and scalable radix sorting: a rank within a block.)
#include "analysis/analysis.h"
#include "kernel/kernel_private.h"

enum { ITEMS = 128, MOST_COUNTERS = 16, GAP_SHIFT = 4 };

// The map while it is lowered.
typedef struct counting {
  kn_fn *k;
  const ir_soac *map;
  const ir_op *alloc, *init, *count, *tell; // tell: NULL where none is read
  ir_loop starts, steps, told;
  int own;   // which carried value of the steps the counters are
  int64_t n; // counters
  const ir_op *old, *update;
  const ir_val *added;
  map *needed; // ops of the steps that the counters need
  kn_buf *cells, *base, *sums;
  kn_reg *local, *run, *first; // iterations of the own run, its first
} counting;

// -- What there is to do ------------------------------------------------------
// The counted loop of level `group` in the body of "map" that carries arrays.
static ir_op *
find_steps(const ir_soac *map, ir_loop *l) {
  ir_foreach_op (op, map->body) {
    if (op->code != IR_OP_LOOP || op->level != IR_LEVEL_GROUP ||
        !ir_match_loop(op, l))
      continue;
    for (int k = 0; k < l->n_carried; k++)
      if (l->carried[k]->type.array)
        return op;
  }
  return NULL;
}

// Sees the loop "op" as one over all counters, which carries one array.
static bool
match_each(const counting *z, const ir_op *op, ir_loop *l) {
  int64_t n;
  return op && op->code == IR_OP_LOOP && !op->has_while && op->n_dims == 1 &&
         op->parent == z->map->body && ir_match_loop((ir_op *)op, l) &&
         l->n_carried == 1 && l->carried[0]->type.array &&
         ir_match_int(l->extent, &n) && n == z->n;
}

// The counters are made and started in the body of the map.
static bool
match_starts(counting *z) {
  const ir_val *first = z->steps.inits[z->own];
  z->init = first->def;
  z->alloc = ir_storage_root((ir_val *)first, NULL)->def;
  if (!ir_match_int(z->alloc->ins.at[0], &z->n) || z->n < 1 ||
      z->n > MOST_COUNTERS || ITEMS % z->n || !ir_is_int(first->type.elem) ||
      ir_size(first->type.elem) > 4 || !match_each(z, z->init, &z->starts) ||
      z->starts.inits[0]->def != z->alloc)
    return false;
  const ir_op *set = z->starts.yields[0]->def;
  return set && set->code == IR_OP_UPDATE && set->parent == z->starts.body &&
         set->ins.at[0] == z->starts.carried[0] &&
         set->ins.at[1] == z->starts.i;
}

// True when "op", in the steps, leaves the counters and what the loop stores
// to alone, or is one of the two that move a counter on.
static bool
is_step(const counting *z, const ir_op *op) {
  const ir_val *own = z->steps.carried[z->own];
  if (op == z->old || op == z->update || op->code == IR_OP_YIELD)
    return true;
  for (int k = 0; k < op->ins.n; k++) {
    const ir_val *v = op->ins.at[k];
    bool stored = op->code == IR_OP_UPDATE && k == 0 && v != own;
    if (v->type.array && !stored && !ir_is_outside(v, z->steps.body))
      return false;
  }
  return op->n_regions == 0 && op->code != IR_OP_ALLOC;
}

// A step adds to one counter.
static bool
match_step(counting *z) {
  const ir_val *own = z->steps.carried[z->own];
  z->update = z->steps.yields[z->own]->def;
  if (!z->update || z->update->code != IR_OP_UPDATE ||
      z->update->parent != z->steps.body || z->update->ins.at[0] != own)
    return false;
  const ir_op *add = z->update->ins.at[2]->def;
  if (!add || add->code != IR_OP_ADD || add->parent != z->steps.body)
    return false;
  for (int k = 0; k < 2; k++) {
    const ir_op *old = add->ins.at[k]->def;
    if (old && old->code == IR_OP_INDEX && old->ins.at[0] == own &&
        old->ins.at[1] == z->update->ins.at[1]) {
      z->old = old;
      z->added = add->ins.at[1 - k];
    }
  }
  if (!z->old || z->added == z->old->outs.at[0])
    return false;
  ir_foreach_op (op, z->steps.body)
    if (!is_step(z, op))
      return false;
  return true;
}

// True when the counters are read behind the steps by "op" alone, each in the
// iteration that has its number.
static bool
match_told(counting *z, const ir_op *op) {
  const ir_val *end = z->steps.outs[z->own];
  if (!match_each(z, op, &z->told))
    return false;
  ir_foreach_op (inner, z->told.body)
    for (int k = 0; k < inner->ins.n; k++)
      if (inner->ins.at[k] == end &&
          (inner->code != IR_OP_INDEX || inner->ins.at[1] != z->told.i))
        return false;
  z->tell = op;
  return true;
}

// True when all else in the body of the map is scalar, or reads.
static bool
match_rest(counting *z) {
  ir_foreach_op (op, z->map->body) {
    if (op == z->alloc || op == z->init || op == z->count ||
        op->code == IR_OP_YIELD)
      continue;
    bool plain = ir_is_scalar_op(op->code) || op->code == IR_OP_INDEX;
    if (!plain && (z->tell || !match_told(z, op)))
      return false;
  }
  return true;
}

// Sees the map "s" as one whose iterations count.
static bool
match_counting(counting *z, kn_fn *h, const ir_soac *s) {
  *z = (counting){.map = s, .own = -1, .needed = map_new(h->low->arena)};
  z->count = find_steps(s, &z->steps);
  if (!z->count)
    return false;
  for (int k = 0; k < z->steps.n_carried; k++) {
    ir_val *init = z->steps.inits[k];
    if (!init->type.array)
      return false;
    const ir_val *root = ir_storage_root(init, NULL);
    bool is_private = root->def && root->def->code == IR_OP_ALLOC &&
                      root->def->parent == s->body;
    if (is_private && z->own >= 0)
      return false;
    if (is_private)
      z->own = k;
  }
  return z->own >= 0 && match_starts(z) && match_step(z) && match_rest(z) &&
         kn_add_slice(z->needed, z->update->ins.at[1], z->steps.body, true) &&
         kn_add_slice(z->needed, z->added, z->steps.body, true);
}

// -- The kernel ---------------------------------------------------------------
// Where cell "at", of all rows behind one another, lies.
static kn_reg *
put_slot(counting *z, kn_reg *at) {
  kn_reg *gaps = kn_put2i(z->k, IR_OP_SHR, at, GAP_SHIFT, NULL);
  return kn_put2(z->k, IR_OP_ADD, at, gaps, NULL);
}

// Where the own cell of counter "d" lies.
static kn_reg *
put_own_slot(counting *z, kn_reg *d) {
  kn_reg *row = kn_put2i(z->k, IR_OP_MUL, d, ITEMS, NULL);
  return put_slot(z, kn_put2(z->k, IR_OP_ADD, row, z->local, NULL));
}

// buf[at] += value, which no other work-item touches meanwhile.
static void
put_add(counting *z, kn_buf *buf, kn_reg *at, kn_reg *value) {
  kn_reg *old = kn_put_load(z->k, buf, at, NULL);
  kn_put_store(z->k, buf, at, kn_put2(z->k, IR_OP_ADD, old, value, NULL));
}

// A shared array of "n" counters.
static kn_buf *
new_shared(counting *z, int64_t n, const char *name) {
  ir_scalar type = z->steps.carried[z->own]->type.elem;
  return kn_buf_new(z->k->low->arena, z->k->fn, type, KN_SHARED, n, name);
}

// The counters before the run: none counted, where they start.
static void
put_starts(counting *z) {
  kn_fn *k = z->k;
  const ir_op *set = z->starts.yields[0]->def;
  kn_stmt *each = kn_put_loop(k, kn_put_i64(k, z->n), false, "d");
  kn_block *back = kn_enter(k, &each->body[0]);
  kn_reg *none = kn_put_const(k, z->cells->elem, 0, NULL);
  kn_put_store(k, z->cells, put_own_slot(z, each->dst), none);
  kn_enter(k, back);
  kn_stmt *one = kn_put_if(k, kn_put2i(k, IR_OP_LT, z->local, z->n, NULL));
  kn_enter(k, &one->body[0]);
  kn_bind_reg(k, z->starts.i, z->local);
  ir_foreach_op (op, z->starts.body)
    if (op != set)
      kn_lower_ops(k, op, op->next);
  kn_put_store(k, z->base, z->local, kn_scalar(k, set->ins.at[2]));
  kn_enter(k, back);
}

// The run of the work-item: shares of the steps, in order.
static void
put_run(counting *z) {
  kn_fn *k = z->k;
  kn_reg *steps = kn_scalar(k, z->steps.extent);
  steps = kn_put2i(k, IR_OP_MAX, steps, 0, "steps");
  kn_reg *share = kn_put_ceil_div(k, steps, ITEMS, "share");
  z->first = kn_put2(k, IR_OP_MUL, z->local, share, "first");
  kn_reg *rest = kn_put2(k, IR_OP_SUB, steps, z->first, NULL);
  rest = kn_put2i(k, IR_OP_MAX, rest, 0, NULL);
  z->run = kn_put2(k, IR_OP_MIN, rest, share, "run");
}

// Enters the loop over the steps of the run.
static kn_block *
enter_run(counting *z) {
  kn_fn *k = z->k;
  kn_stmt *loop = kn_put_loop(k, z->run, false, "r");
  kn_block *back = kn_enter(k, &loop->body[0]);
  const char *name = z->steps.i->name;
  kn_bind_reg(k, z->steps.i, kn_put2(k, IR_OP_ADD, z->first, loop->dst, name));
  return back;
}

// The own cell of the step's counter.
static kn_reg *
put_cell(counting *z) {
  return put_own_slot(z, kn_scalar(z->k, z->update->ins.at[1]));
}

// The run without its stores; a barrier is behind.
static void
put_count(counting *z) {
  kn_fn *k = z->k;
  kn_block *back = enter_run(z);
  ir_foreach_op (op, z->steps.body)
    if (map_has(z->needed, op))
      kn_lower_ops(k, op, op->next);
  kn_reg *added = kn_scalar(k, (ir_val *)z->added);
  put_add(z, z->cells, put_cell(z), added);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// Enters a loop over the z->n cells that the work-item adds up; *slot is where
// the cell lies.
static kn_block *
enter_part(counting *z, kn_reg **slot) {
  kn_fn *k = z->k;
  kn_reg *from = kn_put2i(k, IR_OP_MUL, z->local, z->n, NULL);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, z->n), false, "c");
  kn_block *back = kn_enter(k, &loop->body[0]);
  *slot = put_slot(z, kn_put2(k, IR_OP_ADD, from, loop->dst, NULL));
  return back;
}

// z->sums of all parts, cells replaced by the sums before them in their part; a
// barrier is behind.
static void
put_part_sums(counting *z) {
  kn_fn *k = z->k;
  kn_reg *slot, *sum = kn_reg_new(k->low->arena, k->fn, z->cells->elem, "sum");
  kn_put_copy(k, sum, kn_put_const(k, sum->type, 0, NULL));
  kn_block *back = enter_part(z, &slot);
  kn_reg *own = kn_put_load(k, z->cells, slot, NULL);
  kn_put_store(k, z->cells, slot, sum);
  kn_put_copy(k, sum, kn_put2(k, IR_OP_ADD, sum, own, NULL));
  kn_enter(k, back);
  kn_put_store(k, z->sums, z->local, sum);
  kn_put(k, KN_BARRIER);
}

// base[row] + the sums of the first "n" parts of "row".
static kn_reg *
put_before(counting *z, kn_reg *row, kn_reg *n) {
  kn_fn *k = z->k;
  kn_reg *sum = kn_reg_new(k->low->arena, k->fn, z->cells->elem, "before");
  kn_put_copy(k, sum, kn_put_load(k, z->base, row, NULL));
  kn_reg *from = kn_put2i(k, IR_OP_MUL, row, ITEMS / z->n, NULL);
  kn_stmt *loop = kn_put_loop(k, n, false, "p");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *at = kn_put2(k, IR_OP_ADD, from, loop->dst, NULL);
  kn_reg *part = kn_put_load(k, z->sums, at, NULL);
  kn_put_copy(k, sum, kn_put2(k, IR_OP_ADD, sum, part, NULL));
  kn_enter(k, back);
  return sum;
}

// Cells become where counters start in the runs; a barrier is behind.
static void
put_places(counting *z) {
  kn_fn *k = z->k;
  kn_reg *slot;
  kn_reg *row = kn_put2i(k, IR_OP_DIV, z->local, ITEMS / z->n, "row");
  kn_reg *part = kn_put2i(k, IR_OP_REM, z->local, ITEMS / z->n, "part");
  kn_reg *before = put_before(z, row, part);
  kn_block *back = enter_part(z, &slot);
  put_add(z, z->cells, slot, before);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// The run with its stores; a barrier is behind.
static void
put_steps(counting *z) {
  kn_fn *k = z->k;
  kn_block *back = enter_run(z);
  ir_foreach_op (op, z->steps.body) {
    if (op == z->old)
      kn_bind_reg(k, op->outs.at[0],
                  kn_put_load(k, z->cells, put_cell(z), op->outs.at[0]->name));
    else if (op == z->update)
      kn_put_store(k, z->cells, put_cell(z), kn_scalar(k, op->ins.at[2]));
    else
      kn_lower_ops(k, op, op->next);
  }
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// What counter "local" ends at: the last cell of its row, or, where the steps
// store nothing, the row's sum.
static kn_reg *
put_end(counting *z) {
  kn_fn *k = z->k;
  if (z->steps.n_carried == 1)
    return put_before(z, z->local, kn_put_i64(k, ITEMS / z->n));
  kn_reg *last = kn_put2i(k, IR_OP_MUL, z->local, ITEMS, NULL);
  last = kn_put2i(k, IR_OP_ADD, last, ITEMS - 1, NULL);
  return kn_put_load(k, z->cells, put_slot(z, last), NULL);
}

// Binds the arrays that "l" carries, and its results, to their storage.
static void
bind_carried(counting *z, const ir_loop *l) {
  for (int k = 0; k < l->n_carried; k++) {
    if (l == &z->steps && k == z->own)
      continue;
    kn_buf *buf = kn_array(z->k, l->inits[k]);
    kn_bind_buf(z->k, l->carried[k], buf);
    kn_bind_buf(z->k, l->outs[k], buf);
  }
}

// The loop behind the steps, an iteration a work-item.
static void
put_told(counting *z) {
  kn_fn *k = z->k;
  const ir_val *end = z->steps.outs[z->own];
  bind_carried(z, &z->told);
  kn_stmt *one = kn_put_if(k, kn_put2i(k, IR_OP_LT, z->local, z->n, NULL));
  kn_block *back = kn_enter(k, &one->body[0]);
  kn_bind_reg(k, z->told.i, z->local);
  kn_reg *value = put_end(z);
  ir_foreach_op (op, z->told.body) {
    if (op->code == IR_OP_INDEX && op->ins.at[0] == end)
      kn_bind_reg(k, op->outs.at[0], value);
    else
      kn_lower_ops(k, op, op->next);
  }
  kn_enter(k, back);
}

// All steps of the map's iteration.
static void
put_all_steps(counting *z) {
  bind_carried(z, &z->steps);
  put_run(z);
  put_starts(z);
  put_count(z);
  put_part_sums(z);
  if (z->steps.n_carried > 1) {
    put_places(z);
    put_steps(z);
  }
}

// The body of the map, of the group's iteration.
static void
put_body(counting *z) {
  kn_fn *k = z->k;
  const ir_soac *s = z->map;
  kn_reg **idx = NEW_ARRAY(k->low->arena, kn_reg *, s->n_dims);
  kn_reg **extents = kn_capture_extents(k, s, 1, s->n_dims);
  kn_reg *group = kn_put_builtin(k, KN_GROUP_X, s->idx[s->n_dims - 1]->name);
  kn_decode(k, group, extents, s->n_dims, idx);
  kn_lower_soac_begin(k, s, idx);
  ir_foreach_op (op, s->body) {
    if (op == z->count)
      put_all_steps(z);
    else if (op == z->tell)
      put_told(z);
    else if (op != z->alloc && op != z->init)
      kn_lower_ops(k, op, op->next);
  }
  kn_lower_soac_end(k, s);
}

bool
kn_put_map_counts(kn_fn *h, const ir_soac *s, kn_reg **extents) {
  counting z;
  if (!match_counting(&z, h, s))
    return false;
  kn_fn *k = z.k = kn_kernel_new(
      h, s->op,
      arena_printf(h->low->arena, "map %dd, counting by groups", s->n_dims));
  k->fn->dims = 1;
  k->fn->local[0] = ITEMS;
  k->fn->local[1] = k->fn->local[2] = 1;
  z.cells = new_shared(&z, ITEMS * z.n + (ITEMS * z.n >> GAP_SHIFT), "cells");
  z.base = new_shared(&z, z.n, "base");
  z.sums = new_shared(&z, ITEMS, "sums");
  z.local = kn_put_builtin(k, KN_LOCAL_X, "local");
  put_body(&z);
  kn_finish(k);
  kn_reg *n = kn_product(h, extents, s->n_dims);
  kn_reg *items = kn_put2i(h, IR_OP_MUL, n, ITEMS, "items");
  kn_reg *work = kn_put_work(h, s->body, 2);
  work = kn_put2i(h, IR_OP_DIV, work, ITEMS, NULL);
  kn_put_launch(k, (kn_reg *[3]){items}, kn_put_bound(h, s->body, 2, 64),
                kn_put2i(h, IR_OP_MAX, work, 1, NULL));
  return true;
}
