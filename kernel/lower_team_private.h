// kernel/lower_team_private.h: shared by the files of maps whose rows a
// work-group works on together.
//
//   lower_map_group.c    the map with a fold, the launch
//   lower_team_rows.c    the ops before and behind the fold
//   lower_team_tile.c    tiles of values, and folding them
//   lower_team_ragged.c  rows of different lengths, side by side
//   lower_team_elements.c  the same, one behind the other
//   lower_team_pieces.c  rows that are folded in pieces
//   lower_team_share.c   rows of elements that nobody folds
#ifndef LOFT_LOWER_TEAM_PRIVATE_H
#define LOFT_LOWER_TEAM_PRIVATE_H

#include "analysis/analysis.h"
#include "kernel/kernel_private.h"

enum {
  KN_TEAM_ITEMS = 128,
  KN_TEAM_REGULAR_ROWS = 16,
  KN_TEAM_RAGGED_ROWS = 32,
  KN_TEAM_PLACE_ROWS = 64, // ragged ones whose fold uses places alone
  KN_TEAM_FOLDS = 8,       // steps that are written out
  KN_TEAM_GAP = 32, // slots from an unused one to the next, against conflicts
  KN_TEAM_MAX_LIVE = 16,
  KN_TEAM_MAX_COLUMNS = 4,   // values of an iteration
  KN_TEAM_LOOPS_AROUND = 128 // iterations of a tile that is not full, of sums
};

// Elements of t->sums. Of all rows of a group together, each taken to have 2^23
// iterations at most: their number, and the most of a row * KN_TEAM_ITEMS +
// that row; and whether there are several runs (lower_team_elements.c).
enum { KN_TEAM_ALL, KN_TEAM_LONGEST, KN_TEAM_BREAKS, KN_TEAM_SUMS };

// The fold, as a reduce or as a loop; or a map, which folds nothing.
typedef struct kn_team_fold {
  ir_op *op;
  ir_region *body;
  ir_val *extent, *i;
  ir_soac s;    // a reduce or map
  ir_loop loop; // a loop
  map *late;    // its ops that need the state
  int n;        // values of the state
  ir_val **inits, **results;
  ir_val *columns[KN_TEAM_MAX_COLUMNS]; // values of an iteration
  int n_columns;
} kn_team_fold;

// A value of the map's body that the fold uses, of each row.
typedef struct kn_team_live {
  ir_val *val;
  kn_reg *own; // the row's work-item's
  kn_buf *rows;
} kn_team_live;

// The host's list of the pieces of rows that have more than one.
typedef struct kn_team_list {
  kn_reg *room;     // pieces that it has room for
  kn_buf *counts;   // see lower_team_pieces.c
  kn_buf *rows;     // of each piece: its row
  kn_buf *numbers;  // of each piece: its number in the row
  kn_buf **results; // of each piece: what its fold gave
} kn_team_list;

// The kernel while it is built.
typedef struct kn_team {
  kn_fn *k;
  const ir_soac *map;
  const an_pieces *pieces; // of a row, each of which has the fold; or NULL
  kn_team_list *list;      // where there are pieces
  bool first_pieces;       // the kernel is of first pieces alone
  kn_team_fold fold;
  ir_op *const *guards; // ifs around it, outermost first
  int n_guards;
  bool regular;
  map *places;  // ragged: the ops that make places, t->live, which are all that
                // the fold uses of its row and iteration; NULL: it uses others
  bool by_rows; // a tile has as many iterations of each row
  int rows;     // of a group; of a map, at most
  int tile;     // iterations of a tile
  int length_in_tile;    // by rows: of each
  kn_reg *local, *group; // work-item, work-group
  kn_reg *first;         // the group's first row
  kn_reg *own;           // whether the work-item has a row
  kn_reg *n_rows;        // of the group
  kn_reg *length;        // by rows: iterations of the longest, else of all
  kn_reg *count;         // ragged: iterations of the own row
  kn_reg *is_long;       // pieces: whether the own row has more than one,
  kn_reg *listed;        // and whether these are in the list
  kn_buf *starts;        // not regular: of the rows, or runs, and behind the
                         // last; side by side the rows' iterations
  kn_buf *sums;          // ragged: KN_TEAM_SUMS of them
  kn_buf *values[KN_TEAM_MAX_COLUMNS];
  kn_reg **acc; // the own row's state
  kn_team_live live[KN_TEAM_MAX_LIVE];
  int n_live;
} kn_team;

// Where a value of a tile lies, of which row it is, and which iteration.
typedef struct kn_team_place {
  kn_reg *slot, *row, *i;
} kn_team_place;

// -- lower_team_rows.c --------------------------------------------------------
// True when "v" belongs to an iteration of the map: it is made by its body or
// one of its indices.
bool kn_team_is_of_row(const kn_team *t, const ir_val *v);
// True when "v" is the same in the first piece of all rows: made of the piece's
// number and constants.
bool kn_team_is_of_number(const kn_team *t, const ir_val *v);
// Finds the values of its row that the fold uses. False: too many.
bool kn_team_find_live(kn_team *t);
// Finds the places that are all that the fold uses of its row and iteration,
// instead of the values of its row. False: it uses others, or too many.
bool kn_team_find_places(kn_team *t, arena *a);
// Bytes of shared memory that it takes for all rows of a group.
int kn_team_live_bytes(const kn_team *t);
// A shared array of "n" elements.
kn_buf *kn_team_shared(kn_team *t, ir_scalar type, int64_t n, const char *name);
// Begins the kernel: the work-item's place in its group, the group's number.
void kn_team_begin(kn_team *t);
// The kernel's registers for the rows number "batch" * t->rows and up of "n",
// and arrays for the values that the fold uses of them.
void kn_team_init(kn_team *t, kn_reg *n, kn_reg *batch);
// Enters "if (own)".
kn_block *kn_team_enter_own(kn_team *t);
// Enters "for (e = item; e < n; e += items)"; *e is e.
kn_block *kn_team_enter_elements(kn_fn *k, kn_reg *n, kn_reg *item,
                                 int64_t items, kn_reg **e);
// The values of row "row" of the group that the fold uses.
kn_reg **kn_team_put_live(kn_team *t, kn_reg *row);
// The ops of row "row" before the fold; enters the ifs around that.
void kn_team_enter_row(kn_team *t, kn_reg *row);
// t->count = 0, for work-items without a row.
void kn_team_new_count(kn_team *t);
// Puts the start of the own row: the initial state, the values that the fold
// uses, and in t->count its iterations.
void kn_team_put_own(kn_team *t);
// Puts the values that the fold uses and that are the same in all rows, by all
// work-items.
void kn_team_put_consts(kn_team *t);
// The ops before the fold, by each row's work-item; constants by all.
void kn_team_put_before(kn_team *t);
// Binds the values that the fold uses to the own row's again, behind the fold.
void kn_team_bind_own(kn_team *t);
// The ops behind the fold, by each row's work-item.
void kn_team_put_after(kn_team *t);
// "value" into element 0 of "to", by the first work-item.
void kn_team_put_first(kn_team *t, kn_buf *to, kn_reg *value);
// t->starts[r] = the sum of "count" over the work-items of the rows before r:
// by doubling how many rows before it a start covers. Barriers are around it,
// but for the first.
void kn_team_put_starts(kn_team *t, kn_reg *count);
// Row "mid" if it begins at element "e" of the group or before, else "row".
kn_reg *kn_team_put_halve(kn_team *t, kn_reg *row, kn_reg *mid, kn_reg *e);
// The row whose elements include number "e" of the group: the last one that
// begins at it or before, by t->starts.
kn_reg *kn_team_put_find_row(kn_team *t, kn_reg *e);

// -- lower_team_tile.c --------------------------------------------------------
// How many iterations a tile has, of each of t->rows and in all. False: there
// is no room for the tile.
bool kn_team_find_tile(kn_team *t);
// The slot of element "e" of a tile whose elements are one behind the other.
kn_reg *kn_team_put_slot(kn_team *t, kn_reg *e);
// The kernel's registers and arrays, for "n" rows in all.
void kn_team_init_fold(kn_team *t, kn_reg *n);
// The values of iteration "i" of the row that "row_live" is of.
kn_reg **kn_team_put_value(kn_team *t, kn_reg *const *row_live, kn_reg *i);
// Stores the values of an iteration in the tile.
void kn_team_put_store(kn_team *t, kn_reg *slot, kn_reg *const *value);
// How many values a work-item of a full tile works on at a time; finding the
// rows of ragged ones costs more.
int kn_team_n_at_once(const kn_team *t);
// The places of the work-item's values number "at" to at + n - 1 of a tile that
// begins with iteration "from".
kn_team_place *kn_team_put_places(kn_team *t, kn_reg *from, kn_reg *at, int n);
// Folds "count" of the own row's values from element "at" of the tile on.
// Counted in 32 bits: NVIDIA's compiler rounds count / 8 up in 64.
void kn_team_put_row(kn_team *t, kn_reg *at, kn_reg *count);
// Folds the part of the own row that is in the tile from iteration "from" on.
void kn_team_put_own_part(kn_team *t, kn_reg *from);
// All tiles. Those whose values are few for each work-item are read while the
// one before is folded.
void kn_team_put_tiles(kn_team *t);

// -- lower_team_ragged.c ------------------------------------------------------
// t->sums = 0, by the first work-items; a barrier is behind.
void kn_team_clear_sums(kn_team *t);
// Fills t->sums, and t->starts with the rows' iterations; a barrier is behind.
void kn_team_put_sums(kn_team *t);
// All tiles of ragged rows: by rows where that takes at most twice as many, and
// each row is short enough for t->sums.
void kn_team_put_ragged_tiles(kn_team *t);

// -- lower_team_elements.c ----------------------------------------------------
// All tiles of ragged rows, one row behind the other.
void kn_team_put_elements(kn_team *t);
// An upper bound of a work-item's loop iterations for each iteration of the
// longest row, laid out in tiles in any way; KN_TEAM_LOOPS_AROUND are beside
// them.
int kn_team_loops(const kn_team *t);

// -- lower_team_pieces.c ------------------------------------------------------
// Host: an empty list for the pieces of rows.
void kn_team_new_list(kn_team *t, kn_fn *h);
// kn_team_put_before, in which rows of more than one piece are listed and have
// no iterations of the group's.
void kn_team_put_before_pieces(kn_team *t);
// kn_team_put_after, of rows that are not listed.
void kn_team_put_after_pieces(kn_team *t);
// Host: launches the kernels for the listed pieces; the list is gone then.
void kn_team_put_long_rows(kn_team *t, kn_fn *h);

// -- lower_team_share.c -------------------------------------------------------
// Lowers the map "r", of "n" rows, the map in which has level `group`. False
// when that cannot be shared out.
bool kn_team_put_share(kn_fn *h, const an_ragged *r, kn_reg *n);

#endif
