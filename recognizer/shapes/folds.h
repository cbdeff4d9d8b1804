// recognizer/shapes/folds.h: carried scalars as folds and scans.
//
//   reduce.c    reductions
//   compound.c  scalars folded together: least values with their places
//   ranking.c   ... by conditions of several comparisons
//   merge.c     scalars that a function of the program's combines
//   linear.c    scalars linear in one another: recurrences
//   maxplus.c   integers that are the best of sums with one another
//   modular.c   the same modulo a constant
//   clamp.c     integers that grow within bounds
//   shifted.c   integers whose bits move
//   bounded.c   floats that do
//   scan.c      the loops of these, and of folds that iterations see
#ifndef LOFT_REC_FOLDS_H
#define LOFT_REC_FOLDS_H

#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/nests.h"

// -- reduce.c ----------------------------------------------------------------
typedef enum rec_red_kind {
  REC_RED_FOLD,  // out = init op fold of values
  REC_RED_TRUTH, // as a bool: out = trips ? (T)(truth(init) op fold) : init
  REC_RED_SET    // out = any value ? "set" : init
} rec_red_kind;
typedef struct rec_plan rec_plan;
// Carried scalar "k" of a loop as a reduction.
typedef struct rec_red {
  rec_red_kind kind;
  ir_opcode op;
  ir_scalar type; // of the fold: the scalar's own, bool, or f64 for an f32
                  // that is added to in f64
  int k;          // which carried value
  bool reorders;  // combines contributions before folding, or rounds them: not
                  // C's loop, in order
  VEC(ir_region *) speculated; // read memory that C would not
  bool ties;                   // may differ from C in the sign of a zero
  bool resets;    // a NaN is taken, and let go for what comes next, as by
                  // s = s < e ? s : e
  bool is_flag;   // needs an initial value of 0 or 1
  bool running;   // others may use partial results
  ir_val *set;    // REC_RED_SET: the value, invariant
  rec_plan *plan; // how one iteration contributes
} rec_red;
// Carried scalar "k" of "l" as a reduction; changes nothing.
bool rec_match_reduction(const ir_loop *l, int k, rec_red *out);
// The same of a fold in the scalar's own type whose partial results may be used
// by anything; reads nothing that C would not.
bool rec_match_running(const ir_loop *l, int k, rec_red *out);
// The value one iteration contributes, of type r->type, visible at the end of
// the loop's body; rewrites the body so that it is computed.
ir_val *rec_contribution(const ir_loop *l, const rec_red *r);

typedef struct rec_comparison {
  ir_op *op;
  ir_val *lo, *hi;
  bool strict; // lo < hi, else lo <= hi
} rec_comparison;
// "c" as lo < hi or lo <= hi.
bool rec_match_comparison(const ir_val *c, rec_comparison *out);

// An element of an array as a fold: from "read", its value, to what "update"
// replaces it by, both in the loop's "body"; changes nothing.
bool rec_match_element(const ir_region *body, ir_val *read, ir_op *update,
                       rec_red *out);
// The value that "update" then folds into the element, of type r->type, built
// before it.
ir_val *rec_element_contribution(const rec_red *r, ir_op *update);

// -- ranking.c ---------------------------------------------------------------
// A bool of an iteration, and its value where values are set.
typedef struct rec_term {
  ir_val *v;
  bool holds;
} rec_term;
typedef VEC(rec_term) rec_terms;
// Adds the terms of the conjunction that "v" is "holds", in C's order. What is
// not in the set "within" is not taken apart; NULL: all is.
void rec_add_terms(arena *a, rec_terms *out, ir_val *v, bool holds,
                   const map *within);

enum { REC_MAX_KEYS = 3 };
// A part of a ranking. A comparison is of keys: twice the number of one, and 1
// on the right. Others are of steps before them; CONST is what "in[0]" says.
typedef struct rec_step {
  ir_opcode op; // that, NOT, AND, OR, SELECT, CONST
  int in[3];
} rec_step;
// Whether the right one of two tuples takes the place of the left one.
typedef struct rec_ranking {
  int n_keys;
  int pair[REC_MAX_KEYS]; // which pair it was read from
  bool is_float[REC_MAX_KEYS];
  bool is_bool;     // some key is a bool
  unsigned skips;   // a bit for each key of which no NaN is ever let in
  unsigned numbers; // for each other one of which none may be NaN, nor what the
                    // scalars start from
  VEC(rec_step) steps;
  ir_opcode extremum; // MIN, MAX: it is that of the only key, which is no bool;
                      // else IR_OP__COUNT
} rec_ranking;
// True when "v" compares values of the same of "pairs", each the value on the
// left and then that on the right.
bool rec_compares_pair(arena *a, const ir_vals *pairs, const ir_val *v);
// Reads "terms", of which "all" or any must hold, as comparisons of "pairs".
// False where it is more, or the operator is not associative. All that have a
// NaN where "skips" is set must be left out.
bool rec_read_ranking(arena *a, const ir_vals *pairs, const rec_terms *terms,
                      bool all, rec_ranking *r);
// The same at "b" of other values, one a key.
ir_val *rec_build_ranking(ir_builder *b, const rec_ranking *r,
                          ir_val *const *left, ir_val *const *right);

// -- compound.c --------------------------------------------------------------
// One of the values that a loop folds together.
typedef struct rec_column {
  int k; // the carried scalar that it is the running fold of; -1: none
  ir_scalar type;
  ir_opcode op; // where it is a fold of its own
  int choice;   // else which choice sets it; -1: its own, or of ...
  int system;   // ... a system, entry "row", "part" of its maps; -1
  int merge;    // or it is one of a merge's; -1
  int clamp;    // ... or "part" of the map of a clamped scalar; -1
  int row, part;
  int reset; // a fold: the column that says that it begins anew; -1: none
} rec_column;
// Scalars that one condition sets.
typedef struct rec_selection {
  ir_val *cond;
  bool on;       // what the condition is where they are set
  bool compares; // it is cmp(new value, old value) of scalar "key", ...
  ir_opcode cmp;
  int key;
  int column; // ... whose column this is; else that of the condition
  bool ranks; // it compares by "ranking", of scalars "keys"
  rec_ranking ranking;
  int keys[REC_MAX_KEYS];
  rec_terms given; // ... and all of these must hold besides
  int flag;        // the column that says so; -1: none
} rec_selection;
// Scalars that are linear in one another. An iteration maps their vector: its
// coefficients and its constant part are columns.
enum { REC_MAX_STATES = 4, REC_ZERO = -2, REC_ONE = -1 };
typedef struct rec_system {
  int n, k[REC_MAX_STATES];
  ir_scalar type;   // that it is computed in
  uint64_t modulus; // ... modulo this; 0: none
  ir_opcode best; // IR_OP_MAX, IR_OP_MIN: in place of sums, which are in place
                  // of products, and there is no constant part; else 0
  int column[REC_MAX_STATES][REC_MAX_STATES + 1]; // or what it always is
} rec_system;
// Scalars that a fold of one tuple goes on with.
typedef struct rec_merge {
  ir_op *fold;     // its operator needs nothing of the loop's body
  int *k;          // the carried scalars
  int first, flag; // their first column; that which says whether an iteration
                   // gives any values, -1: each does
} rec_merge;
// How a float is bounded: by IR_OP_MAX or IR_OP_MIN, or chosen by a comparison.
typedef struct rec_clamp_bound {
  ir_opcode op;
  bool greater; // the greater one is taken
  bool first;   // a comparison: the float is on its left
  bool taken;   // ... and is taken where it holds
} rec_clamp_bound;
// A scalar that grows within bounds.
typedef VEC(rec_ordered) rec_orders;
enum {
  REC_CLAMP_ADDEND,
  REC_CLAMP_LEAST,
  REC_CLAMP_MOST,
  REC_CLAMP_FACTOR, // floats
  REC_CLAMP_PARTS
};
typedef struct rec_clamp {
  int k;                       // the carried scalar
  int column[REC_CLAMP_PARTS]; // -1: it has no such part
  bool saturates;              // the addend stays where it is beyond all
  bool moves;                  // it is one whose bits move (shifted.c)
  rec_clamp_bound bound[REC_CLAMP_PARTS]; // floats
  ir_vals factors;                        // floats that must be above 0
  rec_orders ordered;                     // bounds that the region asks about
} rec_clamp;
// The carried scalars of a loop as one fold.
typedef struct rec_tuple {
  VEC(rec_column) columns;
  VEC(rec_selection) choices;
  VEC(rec_system) systems;
  VEC(rec_merge) merges;
  VEC(rec_clamp) clamps;
  ir_vals values; // of an iteration, one a column
} rec_tuple;
// The carried scalars of "l", a loop that is the caller's to change: the values
// are built into its body. False when one of them is neither a fold nor part of
// a choice, nor, with "linear", of a system, nor clamped.
bool rec_match_tuple(arena *a, const ir_loop *l, bool linear, rec_tuple *t);
// The initial value of column "c"; "inits" are the loop's.
ir_val *rec_build_tuple_init(ir_builder *b, const rec_tuple *t, int c,
                             ir_val *const *inits);
// The value of column "c"'s scalar, given the "folds" of all columns.
ir_val *rec_build_tuple_final(ir_builder *b, const rec_tuple *t, int c,
                              ir_val *const *folds, ir_val *const *inits);
// Fills the empty region "r" with the operator on tuples.
void rec_build_operator(ir_region *r, const rec_tuple *t);

// -- merge.c -----------------------------------------------------------------
// Adds the scalars of "l" that folds of one tuple go on with to "t": the values
// are built into its body.
void rec_add_merges(arena *a, const ir_loop *l, rec_tuple *t);
// True when scalar "k" is one of these.
bool rec_is_merged(const rec_tuple *t, int k);
// The folds of two tuples, of all columns, in the columns of "m".
void rec_build_merge(ir_builder *b, const rec_merge *m, ir_val *const *left,
                     ir_val *const *right, ir_val **out);
// Replaces the folds of one tuple in "r" by their operators.
void rec_inline_folds(ir_func *f, ir_region *r);

// -- linear.c ----------------------------------------------------------------
// Adds the scalars of "l" that are linear in one another to "t": the values are
// built into its body.
void rec_add_systems(arena *a, const ir_loop *l, rec_tuple *t);
// True when scalar "k" is in a system of "t".
bool rec_is_in_system(const rec_tuple *t, int k);
// The initial value of column "c" of "s", and its fold of two tuples.
ir_val *rec_build_system_init(ir_builder *b, const rec_system *s,
                              const rec_column *c, ir_val *const *inits);
ir_val *rec_build_system_fold(ir_builder *b, const rec_system *s,
                              const rec_column *c, ir_val *const *left,
                              ir_val *const *right);

// Adds the column of entry "i", "j" of the last system of "t": what it is in an
// iteration, "value". "is_scalar": it stands for scalar number "i".
void rec_add_entry(arena *a, rec_tuple *t, int i, int j, bool is_scalar,
                   ir_val *value);
// The values of the body of "l" that follow from carried scalar "k", a set;
// from any of them.
map *rec_find_needs(arena *a, const ir_loop *l, int k);
// Whether a value of "needs" chooses what "op" reads: as the condition of an if
// or a while loop, as an extent, or as the subscript.
bool rec_is_read_by(const map *needs, const ir_op *op);
// The same of any op in "r".
bool rec_chooses_reads(const map *needs, ir_region *r);
map *rec_find_all_needs(arena *a, const ir_loop *l);

// -- maxplus.c ---------------------------------------------------------------
// Adds the scalars of "l" as a system, if each is the best of sums with all of
// them: the values are built into its body.
void rec_add_maxplus(arena *a, const ir_loop *l, rec_tuple *t);
// rec_build_system_fold for such a one.
ir_val *rec_build_maxplus_fold(ir_builder *b, const rec_system *s,
                               const rec_column *c, ir_val *const *left,
                               ir_val *const *right);

// -- modular.c ---------------------------------------------------------------
// The coefficients (u64, NULL is 0) of "v", which each iteration of "l" takes
// modulo a constant, as a sum of carried scalars, and behind them the constant
// part; "needs" are the values that follow from carried scalars. NULL where it
// is no such sum, or C's may wrap although all scalars are below the constant.
ir_val **rec_read_modular(arena *a, const ir_loop *l, const map *needs,
                          ir_val *v, uint64_t *modulus);

// -- clamp.c -----------------------------------------------------------------
// Adds the integers of "l" that grow within bounds to "t": the values are built
// into its body.
void rec_add_clamps(arena *a, const ir_loop *l, rec_tuple *t);
// Adds carried scalar "k" with the columns of "part", of "type".
void rec_add_clamp(arena *a, rec_tuple *t, int k, ir_scalar type,
                   ir_val *const *part);
// "v", a value of a region of "op" or one outside, in front of "op", which
// computes it whatever it chooses. NULL: it cannot be computed there.
ir_val *rec_lift(ir_op *op, ir_val *v);
// The summand beside "q" in the sum "v"; NULL: "v" is no sum of "q".
ir_val *rec_added_to(arena *a, const ir_val *v, const ir_val *q);
// True when the choice "v" is "t" where "q" is, if the order *out holds, which
// is of invariants of "body": the lesser of "q" and another number, or the
// greater.
bool rec_keeps_if(arena *a, const ir_region *body, const ir_val *v,
                  const ir_val *q, ir_val *t, rec_ordered *out);
// True when scalar "k" is one of these.
bool rec_is_clamped(const rec_tuple *t, int k);
// The initial value of column "c" of "m", and its fold of two tuples.
ir_val *rec_build_clamp_init(ir_builder *b, const rec_clamp *m,
                             const rec_column *c, ir_val *const *inits);
ir_val *rec_build_clamp_fold(ir_builder *b, const rec_clamp *m,
                             const rec_column *c, ir_val *const *left,
                             ir_val *const *right);

// -- shifted.c ---------------------------------------------------------------
// Adds the integers of "l" whose bits move to "t", with columns like those of
// clamped ones: the values are built into its body.
void rec_add_shifts(arena *a, const ir_loop *l, rec_tuple *t);
// The initial value of column "c" of such a one, and its fold of two tuples.
ir_val *rec_build_shift_init(ir_builder *b, const rec_clamp *m,
                             const rec_column *c, ir_val *const *inits);
ir_val *rec_build_shift_fold(ir_builder *b, const rec_clamp *m,
                             const rec_column *c, ir_val *const *left,
                             ir_val *const *right);

// -- bounded.c ---------------------------------------------------------------
// Adds the floats of "l" that grow or decay within bounds to "t": the values
// are built into its body.
void rec_add_bounded(arena *a, const ir_loop *l, rec_tuple *t);
// rec_build_clamp_fold for such a one.
ir_val *rec_build_bounded_fold(ir_builder *b, const rec_clamp *m,
                               const rec_column *c, ir_val *const *left,
                               ir_val *const *right);

// -- scan.c ------------------------------------------------------------------
// A loop whose carried scalars are folds, running ones or together.
typedef struct rec_scan {
  ir_func *f;
  ir_loop old, copy; // the copy's body yields the values folded
  map *copies;       // values of "old" -> of "copy"
  rec_tuple tuple;
  const rec_flat *flat; // the nest that "old" is; NULL: a loop of its own
} rec_scan;
// Loop "op" of "f" as a scan or fold, with a copy of it in front, which must
// then be built or forgotten. False, and nothing changed, when a carried scalar
// is no fold, or a value folded needs a running fold or what the iteration
// wrote.
bool rec_match_scan(ir_func *f, ir_op *op, rec_scan *s);
void rec_forget_scan(rec_scan *s);
// Assumes lo <= v <= hi where "d" is executed.
void rec_assume_within(rec_dom *d, ir_val *v, int64_t lo, int64_t hi);
// Lets the region run only where what its folds start from, and how many they
// are, is as they take it. False when that cannot be checked.
bool rec_guard_scan(loft_cx *cx, const rec_scan *s);
// Builds it in place of the loop, whose iterations are independent but for the
// folds.
ir_op *rec_build_scan(rec_scan *s);

// Lets the region run only where no sum of the clamps of "s" overflows
// (clamp.c). False when that cannot be checked.
bool rec_guard_clamps(loft_cx *cx, const rec_scan *s);

#endif
