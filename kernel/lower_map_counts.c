// kernel/lower_map_counts.c: maps whose iterations count, on a GPU.
//
// An iteration has counters, a private array, and a loop of level `group` that
// adds to one of them at a time, or increments one and stores by its old value:
//
//   map (t < n) {
//     own = alloc B {private}
//     own[d] = start(d), for d < B
//     loop (j < m) {group} { old = own[d(j)]; own[d(j)] = old + v(j); .. old ..
//     }
//     .. own[d] .., for d < B
//   }
//
// A work-group has one iteration, and its counters in shared memory. Where
// nothing is stored, work-items add to them at once. Else the group takes the
// steps by tiles, in the order of their counters (lower_map_ranks.c), so that
// neighbours store to neighbouring elements:
//
//   word[j] = d(j), j, for the steps of the tile; barrier
//   the words in the order of d; barrier
//   shift[d] = base[d] - q, where word q is the first of d; barrier
//   step j of word q, with old = shift[d] + q; base[d] = old + 1, if q is the
//   last of d; barrier
//
// All barriers are reached by all work-items.
#include "analysis/analysis.h"
#include "kernel/kernel_private.h"

enum { ITEMS = KN_RANK_ITEMS, TILE = KN_RANK_TILE, RUN = TILE / ITEMS };

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
  map *needed;   // ops of the steps that the counters need
  int at_once;   // steps of a full tile that a work-item does at a time
  int n_updates; // of a step
  kn_ranks ranks;
  kn_buf *base, *shift;
  kn_reg *local, *n_steps;   // iterations of the loop
  kn_reg *first, *n_in_tile; // the tile's first iteration, its iterations
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
      z->n > KN_RANK_KEYS ||
      !kn_combines_in_group(IR_OP_ADD, first->type.elem) ||
      !match_each(z, z->init, &z->starts) ||
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

// True when the steps store, not only count.
static bool
is_ranked(const counting *z) {
  return z->steps.n_carried > 1;
}

// True when a step adds 1 to its counter.
static bool
counts_on(const counting *z) {
  int64_t added;
  return ir_match_int(z->added, &added) && added == 1;
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
         (!is_ranked(z) || counts_on(z)) &&
         kn_add_slice(z->needed, z->update->ins.at[1], z->steps.body, true) &&
         kn_add_slice(z->needed, z->added, z->steps.body, true);
}

// -- The kernel ---------------------------------------------------------------
// A shared array with an element a counter.
static kn_buf *
new_counters(counting *z, const char *name) {
  ir_scalar type = z->steps.carried[z->own]->type.elem;
  return kn_buf_new(z->k->low->arena, z->k->fn, type, KN_SHARED, z->n, name);
}

// Enters "for (at < count) {": a work-item has the numbers local, local + ITEMS
// and so on. The block to return to.
static kn_block *
enter_each(counting *z, kn_reg *count, kn_reg **at) {
  kn_fn *k = z->k;
  kn_stmt *loop =
      kn_put_loop(k, kn_put_ceil_div(k, count, ITEMS, NULL), false, "r");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *row = kn_put2i(k, IR_OP_MUL, loop->dst, ITEMS, NULL);
  *at = kn_put2(k, IR_OP_ADD, row, z->local, NULL);
  kn_reg *is_one = kn_put2(k, IR_OP_LT, *at, count, NULL);
  kn_enter(k, &kn_put_if(k, is_one)->body[0]);
  return back;
}

// The counters before the steps: where they start. A barrier is behind.
static void
put_starts(counting *z) {
  kn_fn *k = z->k;
  const ir_op *set = z->starts.yields[0]->def;
  kn_reg *d;
  kn_block *back = enter_each(z, kn_put_i64(k, z->n), &d);
  kn_bind_reg(k, z->starts.i, d);
  ir_foreach_op (op, z->starts.body)
    if (op != set)
      kn_lower_ops(k, op, op->next);
  kn_put_store(k, z->base, d, kn_scalar(k, set->ins.at[2]));
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// Which counter step "j" has.
static kn_reg *
put_counter(counting *z, kn_reg *j) {
  kn_bind_reg(z->k, z->steps.i, j);
  ir_foreach_op (op, z->steps.body)
    if (map_has(z->needed, op))
      kn_lower_ops(z->k, op, op->next);
  return kn_scalar(z->k, z->update->ins.at[1]);
}

// The steps where they store nothing; a barrier is behind.
static void
put_sums(counting *z) {
  kn_fn *k = z->k;
  kn_reg *j;
  kn_block *back = enter_each(z, z->n_steps, &j);
  kn_reg *d = put_counter(z, j);
  kn_put_atomic(k, IR_OP_ADD, z->base, d, kn_scalar(k, (ir_val *)z->added));
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// -- A tile of steps that store -----------------------------------------------
// Puts a phase's code for the numbers at[0] to at[n - 1] of a tile.
typedef void numbers_fn(counting *z, kn_reg **at, int n);

// "put" for the numbers below z->n_in_tile: several at a time in a full tile,
// so that their loads are under way together.
static void
put_numbers(counting *z, numbers_fn *put) {
  kn_fn *k = z->k;
  kn_reg *at[RUN];
  kn_reg *full = kn_put2i(k, IR_OP_EQ, z->n_in_tile, TILE, "full");
  kn_stmt *choice = kn_put_if(k, full);
  kn_block *back = kn_enter(k, &choice->body[0]);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, RUN / z->at_once), false, "r");
  kn_enter(k, &loop->body[0]);
  for (int c = 0; c < z->at_once; c++) {
    kn_reg *row = kn_put2i(k, IR_OP_MUL, loop->dst, z->at_once * ITEMS, NULL);
    row = kn_put2i(k, IR_OP_ADD, row, c * ITEMS, NULL);
    at[c] = kn_put2(k, IR_OP_ADD, row, z->local, NULL);
  }
  put(z, at, z->at_once);
  kn_enter(k, &choice->body[1]);
  enter_each(z, z->n_in_tile, at);
  put(z, at, 1);
  kn_enter(k, back);
}

// Fills a tile that is not full with words that sort behind all others.
static void
put_last_words(counting *z) {
  kn_fn *k = z->k;
  kn_reg *at;
  kn_reg *some = kn_put2i(k, IR_OP_LT, z->n_in_tile, TILE, NULL);
  kn_block *back = kn_enter(k, &kn_put_if(k, some)->body[0]);
  enter_each(z, kn_put_i64(k, TILE), &at);
  kn_put_set_word(&z->ranks, kn_put_convert(k, at, IR_I32),
                  kn_put_const(k, IR_I32, KN_RANK_LAST, NULL));
  kn_enter(k, back);
}

// numbers_fn: the steps' words, of the counter and the number in the tile.
static void
put_words(counting *z, kn_reg **at, int n) {
  kn_fn *k = z->k;
  kn_reg *keys[RUN];
  for (int c = 0; c < n; c++) {
    kn_reg *j = kn_put2(k, IR_OP_ADD, z->first, at[c], NULL);
    keys[c] = kn_put_convert(k, put_counter(z, j), IR_I32);
  }
  for (int c = 0; c < n; c++) {
    kn_reg *number = kn_put_convert(k, at[c], IR_I32);
    kn_reg *word = kn_put2i(z->k, IR_OP_SHL, keys[c], KN_RANK_SHIFT, NULL);
    word = kn_put2(k, IR_OP_OR, word, number, NULL);
    kn_put_set_word(&z->ranks, number, word);
  }
}

// The counter of "word".
static kn_reg *
put_key(counting *z, kn_reg *word) {
  return kn_put2i(z->k, IR_OP_SHR, word, KN_RANK_SHIFT, NULL);
}

// Whether the counter of "word" is not "key", or "end".
static kn_reg *
put_differs(counting *z, kn_reg *end, kn_reg *word, kn_reg *key) {
  kn_reg *differs = kn_put2(z->k, IR_OP_NE, put_key(z, word), key, NULL);
  return kn_put2(z->k, IR_OP_OR, differs, end, NULL);
}

// "x" as a value of the counters' type.
static kn_reg *
put_as_counter(counting *z, kn_reg *x) {
  return kn_put_convert(z->k, x, z->base->elem);
}

// numbers_fn: shift[d] where word "at" is the first of counter d.
static void
put_shifts(counting *z, kn_reg **at, int n) {
  kn_fn *k = z->k;
  kn_reg *q[RUN], *keys[RUN], *first[RUN];
  for (int c = 0; c < n; c++) {
    q[c] = kn_put_convert(k, at[c], IR_I32);
    kn_reg *before = kn_put2i(z->k, IR_OP_SUB, q[c], 1, NULL);
    before = kn_put_word(&z->ranks, kn_put2i(z->k, IR_OP_MAX, before, 0, NULL));
    keys[c] = put_key(z, kn_put_word(&z->ranks, q[c]));
    first[c] = put_differs(z, kn_put2i(z->k, IR_OP_EQ, q[c], 0, NULL), before,
                           keys[c]);
  }
  for (int c = 0; c < n; c++) {
    kn_block *back = kn_enter(k, &kn_put_if(k, first[c])->body[0]);
    kn_reg *d = kn_put_convert(k, keys[c], IR_I64);
    kn_reg *shift = kn_put2(k, IR_OP_SUB, kn_put_load(k, z->base, d, NULL),
                            put_as_counter(z, q[c]), NULL);
    kn_put_store(k, z->shift, d, shift);
    kn_enter(k, back);
  }
}

// A step of a tile: its word's number, its counter, whether it is the last of
// that; the operands of the updates.
typedef struct step {
  kn_reg *q, *d, *is_last;
  kn_reg **at, **value;
} step;

// Word "at" as a step.
static step
put_order(counting *z, kn_reg *at) {
  kn_fn *k = z->k;
  kn_reg *q = kn_put_convert(k, at, IR_I32);
  kn_reg *word = kn_put_word(&z->ranks, q), *key = put_key(z, word);
  kn_reg *end = kn_put2i(z->k, IR_OP_ADD, q, 1, NULL);
  kn_reg *behind =
      kn_put_word(&z->ranks, kn_put2i(z->k, IR_OP_MIN, end, TILE - 1, NULL));
  kn_reg *n = kn_put_convert(k, z->n_in_tile, IR_I32);
  kn_reg *is_end = kn_put2(k, IR_OP_EQ, end, n, NULL);
  kn_reg *number = kn_put2i(z->k, IR_OP_AND, word, KN_RANK_LOW, NULL);
  kn_bind_reg(
      k, z->steps.i,
      kn_put2(k, IR_OP_ADD, z->first, kn_put_convert(k, number, IR_I64), NULL));
  return (step){.q = q,
                .d = kn_put_convert(k, key, IR_I64),
                .is_last = put_differs(z, is_end, behind, key)};
}

// The step of word "at" without its updates.
static step
put_step(counting *z, kn_reg *at) {
  kn_fn *k = z->k;
  step s = put_order(z, at);
  kn_reg *shift = kn_put_load(k, z->shift, s.d, NULL);
  const ir_val *old = z->old->outs.at[0];
  kn_bind_reg(k, (ir_val *)old,
              kn_put2(k, IR_OP_ADD, shift, put_as_counter(z, s.q), old->name));
  s.at = NEW_ARRAY(k->low->arena, kn_reg *, z->n_updates);
  s.value = NEW_ARRAY(k->low->arena, kn_reg *, z->n_updates);
  int u = 0;
  ir_foreach_op (op, z->steps.body) {
    if (op->code == IR_OP_UPDATE) {
      s.at[u] = kn_scalar(k, op->ins.at[1]);
      s.value[u++] = kn_scalar(k, op->ins.at[2]);
    } else if (op != z->old) {
      kn_lower_ops(k, op, op->next);
    }
  }
  return s;
}

// The updates of step "s".
static void
put_updates(counting *z, const step *s) {
  kn_fn *k = z->k;
  int u = 0;
  ir_foreach_op (op, z->steps.body) {
    if (op->code != IR_OP_UPDATE)
      continue;
    if (op == z->update) {
      kn_block *back = kn_enter(k, &kn_put_if(k, s->is_last)->body[0]);
      kn_put_store(k, z->base, s->d, s->value[u]);
      kn_enter(k, back);
    } else {
      kn_bind_reg(k, op->ins.at[1], s->at[u]);
      kn_bind_reg(k, op->ins.at[2], s->value[u]);
      kn_lower_ops(k, op, op->next);
    }
    u++;
  }
}

// numbers_fn: the steps, in the order of their counters.
static void
put_steps(counting *z, kn_reg **at, int n) {
  step steps[RUN];
  for (int c = 0; c < n; c++)
    steps[c] = put_step(z, at[c]);
  for (int c = 0; c < n; c++)
    put_updates(z, &steps[c]);
}

// "put" for the numbers of the tile; a barrier is behind.
static void
put_phase(counting *z, numbers_fn *put) {
  put_numbers(z, put);
  kn_put(z->k, KN_BARRIER);
}

// Sets how many steps a work-item does at a time: 4 to 16 take the same time on
// an H200 (128M f32 by 20 bits: 2.2 ms for 8 of them), 1 takes 3.7 ms.
static void
set_at_once(counting *z) {
  enum { MOST_OPS = 128 };
  int ops = 0;
  ir_foreach_op (op, z->steps.body) {
    ops++;
    z->n_updates += op->code == IR_OP_UPDATE;
  }
  z->at_once = RUN;
  while (z->at_once > 1 && z->at_once * ops > MOST_OPS)
    z->at_once /= 2;
}

// All steps, tile by tile.
static void
put_tiles(counting *z) {
  kn_fn *k = z->k;
  set_at_once(z);
  kn_reg *tiles = kn_put_ceil_div(k, z->n_steps, TILE, "tiles");
  kn_stmt *loop = kn_put_loop(k, tiles, false, "tile");
  kn_block *back = kn_enter(k, &loop->body[0]);
  z->first = kn_put2i(k, IR_OP_MUL, loop->dst, TILE, "first");
  kn_reg *left = kn_put2(k, IR_OP_SUB, z->n_steps, z->first, NULL);
  z->n_in_tile = kn_put2i(k, IR_OP_MIN, left, TILE, "n");
  put_last_words(z);
  put_phase(z, put_words);
  for (int round = 0; round * KN_RANK_BITS < KN_RANK_KEY_BITS; round++)
    if (z->n > 1 << round * KN_RANK_BITS)
      kn_put_rank_round(&z->ranks, round);
  put_phase(z, put_shifts);
  put_phase(z, put_steps);
  kn_enter(k, back);
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

// The loop behind the steps, which reads the counters.
static void
put_told(counting *z) {
  kn_fn *k = z->k;
  const ir_val *end = z->steps.outs[z->own];
  bind_carried(z, &z->told);
  kn_reg *d;
  kn_block *back = enter_each(z, kn_put_i64(k, z->n), &d);
  kn_bind_reg(k, z->told.i, d);
  kn_reg *value = kn_put_load(k, z->base, d, NULL);
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
  kn_fn *k = z->k;
  bind_carried(z, &z->steps);
  z->n_steps = kn_scalar(k, z->steps.extent);
  z->n_steps = kn_put2i(k, IR_OP_MAX, z->n_steps, 0, "steps");
  put_starts(z);
  if (is_ranked(z))
    put_tiles(z);
  else
    put_sums(z);
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
  z.local = kn_put_builtin(k, KN_LOCAL_X, "local");
  z.base = new_counters(&z, "base");
  if (is_ranked(&z)) {
    z.shift = new_counters(&z, "shift");
    z.ranks = kn_ranks_new(k, z.local);
  }
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
