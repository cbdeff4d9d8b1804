// kernel/lower_map_ranks.c: words of a work-group in the order of their keys.
//
// A tile of words lies in shared memory, in each the key above bit
// KN_RANK_SHIFT. A round sorts them stably by 4 bits of the key. Each work-item
// has a run of words in registers, and counters of its own for the 16 digits,
// two to a cell, those of digits 8 and up in the high halves:
//
//   own = the run's words; cells[.][local] = 0
//   rank[c] = counter of own[c]'s digit, counted on; barrier
//   sums[local] = sum of 8 cells, each replaced by those before it; barrier
//   tops[local] = sum of 8 sums, local < 16; barrier
//   cells += the sums before them; the high halves, also all low ones; barrier
//   words[counter of own[c]'s digit + rank[c]] = own[c]; barrier
//
// Runs and cells are followed by unused elements, so that the work-items of a
// subgroup meet different banks. All barriers are reached by all work-items.
// (Merrill and Grimshaw, High performance and scalable radix sorting: ranks
// within a block, by packed counters.)
#include "kernel/kernel_private.h"

enum {
  ITEMS = KN_RANK_ITEMS,
  RUN = KN_RANK_TILE / ITEMS,
  RUN_GAP = 4, // an unused word behind 1 << RUN_GAP
  ROWS = 8,    // of cells
  CELL_GAP = 3,
  TOPS = ITEMS / ROWS,
  DIGIT = 15,
  HALF = 16,
  LOW = 0xffff
};

// x + y, i32.
static kn_reg *
put_add(const kn_ranks *z, kn_reg *x, kn_reg *y) {
  return kn_put2(z->k, IR_OP_ADD, x, y, NULL);
}

// Where element "at" of a shared array lies that has an unused one behind
// 1 << "gap".
static kn_reg *
put_slot(const kn_ranks *z, kn_reg *at, int gap) {
  at = put_add(z, at, kn_put2i(z->k, IR_OP_SHR, at, gap, NULL));
  return kn_put_convert(z->k, at, IR_I64);
}

// buf[at]
static kn_reg *
put_load(const kn_ranks *z, kn_buf *buf, kn_reg *at) {
  return kn_put_load(z->k, buf, at, NULL);
}

// A barrier of the work-group.
static void
put_barrier(const kn_ranks *z) {
  kn_put(z->k, KN_BARRIER);
}

// A shared array of "n" elements and one for each 1 << "gap".
static kn_buf *
new_shared(kn_fn *k, int n, int gap, const char *name) {
  return kn_buf_new(k->low->arena, k->fn, IR_I32, KN_SHARED, n + (n >> gap),
                    name);
}

kn_ranks
kn_ranks_new(kn_fn *k, kn_reg *local) {
  enum { NO_GAP = 30 };
  return (kn_ranks){
      .k = k,
      .local = kn_put_convert(k, local, IR_I32),
      .words = new_shared(k, KN_RANK_TILE, RUN_GAP, "words"),
      .cells = new_shared(k, ROWS * ITEMS, CELL_GAP, "cells"),
      .sums = new_shared(k, ITEMS, NO_GAP, "sums"),
      .tops = new_shared(k, TOPS, NO_GAP, "tops"),
  };
}

kn_reg *
kn_put_word(const kn_ranks *z, kn_reg *at) {
  return put_load(z, z->words, put_slot(z, at, RUN_GAP));
}

void
kn_put_set_word(const kn_ranks *z, kn_reg *at, kn_reg *word) {
  kn_put_store(z->k, z->words, put_slot(z, at, RUN_GAP), word);
}

// -- A round ------------------------------------------------------------------
// A word of the own run.
typedef struct ranked {
  kn_reg *word, *rank;
  kn_reg *cell; // its counter's place, in cells
  kn_reg *half; // and the lowest bit there
} ranked;

// Where the own cell of row "row" lies.
static kn_reg *
put_own_cell(const kn_ranks *z, kn_reg *row) {
  kn_reg *at =
      kn_put2i(z->k, IR_OP_MUL, row, ITEMS + (ITEMS >> CELL_GAP), NULL);
  at = put_add(z, at,
               put_add(z, z->local,
                       kn_put2i(z->k, IR_OP_SHR, z->local, CELL_GAP, NULL)));
  return kn_put_convert(z->k, at, IR_I64);
}

// Where number "c" of the elements lies that the work-item has side by side,
// "n" places for each work-item.
static kn_reg *
put_own(const kn_ranks *z, int n, int c) {
  kn_reg *at = kn_put2i(z->k, IR_OP_MUL, z->local, n, NULL);
  return kn_put_convert(z->k, kn_put2i(z->k, IR_OP_ADD, at, c, NULL), IR_I64);
}

// The own counters are 0.
static void
put_clear(const kn_ranks *z) {
  kn_reg *none = kn_put_const(z->k, IR_I32, 0, NULL);
  for (int row = 0; row < ROWS; row++) {
    kn_reg *at = kn_put_const(z->k, IR_I32, (ir_bits)row, NULL);
    kn_put_store(z->k, z->cells, put_own_cell(z, at), none);
  }
}

// The value of the word's counter in "cell".
static kn_reg *
put_counter(const kn_ranks *z, const ranked *w, kn_reg *cell) {
  return kn_put2i(z->k, IR_OP_AND,
                  kn_put2(z->k, IR_OP_SHR, cell, w->half, NULL), LOW, NULL);
}

// Counts own word "c" by 4 bits from "shift" on.
static ranked
put_count(const kn_ranks *z, int c, int shift) {
  ranked w = {.word = put_load(z, z->words, put_own(z, RUN + 1, c))};
  kn_reg *digit = kn_put2i(z->k, IR_OP_SHR, w.word, shift, NULL);
  digit = kn_put2i(z->k, IR_OP_AND, digit, DIGIT, NULL);
  w.cell = put_own_cell(z, kn_put2i(z->k, IR_OP_AND, digit, ROWS - 1, NULL));
  w.half = kn_put2i(z->k, IR_OP_AND, kn_put2i(z->k, IR_OP_MUL, digit, 2, NULL),
                    HALF, NULL);
  kn_reg *old = put_load(z, z->cells, w.cell);
  kn_reg *one = kn_put_const(z->k, IR_I32, 1, NULL);
  one = kn_put2(z->k, IR_OP_SHL, one, w.half, NULL);
  kn_put_store(z->k, z->cells, w.cell, put_add(z, old, one));
  w.rank = put_counter(z, &w, old);
  return w;
}

// sums[local] = the sum of the cells number ROWS * local and on, each replaced
// by those before it.
static void
put_part_sums(const kn_ranks *z) {
  kn_reg *slots[ROWS], *values[ROWS];
  for (int c = 0; c < ROWS; c++) {
    slots[c] = put_own(z, ROWS + 1, c);
    values[c] = put_load(z, z->cells, slots[c]);
  }
  kn_reg *sum = kn_put_const(z->k, IR_I32, 0, NULL);
  for (int c = 0; c < ROWS; c++) {
    kn_put_store(z->k, z->cells, slots[c], sum);
    sum = put_add(z, sum, values[c]);
  }
  kn_put_store(z->k, z->sums, kn_put_convert(z->k, z->local, IR_I64), sum);
  put_barrier(z);
}

// tops[local] = the sum of sums number ROWS * local and on.
static void
put_tops(const kn_ranks *z) {
  kn_fn *k = z->k;
  kn_block *back = kn_enter(
      k,
      &kn_put_if(k, kn_put2i(z->k, IR_OP_LT, z->local, TOPS, NULL))->body[0]);
  kn_reg *sum = NULL;
  for (int c = 0; c < ROWS; c++) {
    kn_reg *own = put_load(z, z->sums, put_own(z, ROWS, c));
    sum = sum ? put_add(z, sum, own) : own;
  }
  kn_put_store(k, z->tops, kn_put_convert(k, z->local, IR_I64), sum);
  kn_enter(k, back);
  put_barrier(z);
}

// sum + (c ? value : 0)
static kn_reg *
put_add_if(const kn_ranks *z, kn_reg *sum, kn_reg *c, kn_reg *value) {
  kn_reg *none = kn_put_const(z->k, IR_I32, 0, NULL);
  return put_add(z, sum, kn_put_select(z->k, c, value, none));
}

// The sum of the cells before the work-item's part.
static kn_reg *
put_before(const kn_ranks *z) {
  kn_fn *k = z->k;
  kn_reg *top = kn_put2i(z->k, IR_OP_DIV, z->local, ROWS, NULL);
  kn_reg *part = kn_put2i(z->k, IR_OP_REM, z->local, ROWS, NULL);
  kn_reg *before = kn_put_const(k, IR_I32, 0, NULL), *all = before;
  for (int c = 0; c < TOPS; c++) {
    kn_reg *value = put_load(z, z->tops, kn_put_i64(k, c));
    before =
        put_add_if(z, before, kn_put2i(z->k, IR_OP_GT, top, c, NULL), value);
    all = put_add(z, all, value);
  }
  kn_reg *first = kn_put2i(z->k, IR_OP_MUL, top, ROWS, NULL);
  for (int c = 0; c < ROWS - 1; c++) {
    kn_reg *at =
        kn_put_convert(k, kn_put2i(z->k, IR_OP_ADD, first, c, NULL), IR_I64);
    kn_reg *value = put_load(z, z->sums, at);
    before =
        put_add_if(z, before, kn_put2i(z->k, IR_OP_GT, part, c, NULL), value);
  }
  kn_reg *low = kn_put2i(z->k, IR_OP_AND, all, LOW, NULL);
  return put_add(z, before, kn_put2i(z->k, IR_OP_SHL, low, HALF, NULL));
}

// Cells become where the digits of runs start in the tile.
static void
put_places(const kn_ranks *z) {
  kn_reg *before = put_before(z);
  for (int c = 0; c < ROWS; c++) {
    kn_reg *slot = put_own(z, ROWS + 1, c);
    kn_reg *sum = put_add(z, before, put_load(z, z->cells, slot));
    kn_put_store(z->k, z->cells, slot, sum);
  }
  put_barrier(z);
}

void
kn_put_rank_round(const kn_ranks *z, int round) {
  ranked own[RUN];
  put_clear(z);
  for (int c = 0; c < RUN; c++)
    own[c] = put_count(z, c, KN_RANK_SHIFT + round * KN_RANK_BITS);
  put_barrier(z);
  put_part_sums(z);
  put_tops(z);
  put_places(z);
  for (int c = 0; c < RUN; c++) {
    kn_reg *start = put_counter(z, &own[c], put_load(z, z->cells, own[c].cell));
    kn_put_set_word(z, put_add(z, start, own[c].rank), own[c].word);
  }
  put_barrier(z);
}
