// recognizer/shapes/parts.h: one loop as several, or as several versions.
//
//   distribute.c  loops by what they carry
//   expand.c      running values that other folds need, as arrays
//   tallied.c     elements that are appended, and combined into afterwards
//   split.c       loops cut where one access overtakes another
//   apart.c       accesses that are apart for some sizes
//   partners.c    iterations that touch elements in pairs that data make
//   meeting.c     rows of an array that may meet
//   order.c       folds in C's order apart from what is parallel
#ifndef LOFT_REC_PARTS_H
#define LOFT_REC_PARTS_H

#include "recognizer/footprint/footprint.h"

// -- distribute.c ------------------------------------------------------------
enum { REC_MAX_PARTS = 12 };
// Loops, built in front of another one, that replace it together.
typedef struct rec_parts {
  ir_op *at[REC_MAX_PARTS];    // in order
  int n;                       // 0: none were built
  ir_val *outs[REC_MAX_PARTS]; // the replacements of its results
} rec_parts;
// Builds the parts of "op", a counting loop, each of some of what it carries,
// where there is more than one.
void rec_distribute(loft_cx *cx, ir_func *f, ir_op *op, rec_parts *p);

// -- expand.c ----------------------------------------------------------------
// Builds two parts of "op", a counting loop: of scalars that are computed
// without the others, and which the others need, and of the rest; none, where
// there are no such scalars.
void rec_expand(ir_func *f, ir_op *op, rec_parts *p);

// -- tallied.c ---------------------------------------------------------------
// Builds two parts of "op", a counting loop: of all that it does but for
// combining into elements that it has appended, and of that; none, where it
// does no such thing.
void rec_tally_apart(loft_cx *cx, ir_func *f, ir_op *op, rec_parts *p);

// -- split.c -----------------------------------------------------------------
// Builds three parts of "op", a counting loop: of the iterations before, in and
// behind that in which a read and a write of an array are at the same place;
// none, where there is no such iteration.
void rec_split(loft_cx *cx, ir_func *f, ir_op *op, rec_parts *p);

// -- apart.c -----------------------------------------------------------------
// Pairs of accesses of a loop, or groups of such at constant distances: the
// first is before the second where "before" is positive, and behind it where
// "behind" is; NULL: that is not asked.
typedef struct rec_separation {
  ir_vals before, behind;
} rec_separation;
// Whether the accesses of loop "op", which counts, that are not at a constant
// distance are all apart, as a bool in front of it; NULL: there are none, or
// that cannot be told.
ir_val *rec_build_apart(loft_cx *cx, ir_func *f, ir_op *op,
                        rec_separation *out);
// Lets the region run only where they are, whenever "op" is executed. False
// when that cannot be checked.
bool rec_guard_apart(loft_cx *cx, ir_func *f, ir_op *op,
                     const rec_separation *s);

// The innermost loop around "op"; NULL: there is none.
ir_op *rec_loop_around(const ir_op *op);

// -- partners.c --------------------------------------------------------------
// Whether the places that iterations of loop "op" touch besides their own lead
// back to these, by *ask in front of it; NULL: there are none.
ir_val *rec_build_partners(ir_op *op, ir_op **ask);
// Notes that those of loop "op" do.
void rec_note_partners(loft_cx *cx, ir_op *op);

// -- meeting.c ---------------------------------------------------------------
// The assumption about rows that may meet: none yet, that they lie one behind
// another, as was asked; that they meet; or the guard asks.
typedef enum rec_meeting {
  REC_ROWS_OPEN,
  REC_ROWS_ORDERED,
  REC_ROWS_MEET,
  REC_ROWS_GUARDED
} rec_meeting;
// True when the rows of carried array "k" of "l" may well meet, and iterations
// combine into the elements.
bool rec_rows_may_meet(rec_an *an, const ir_loop *l, int k,
                       const rec_rows *rows);
// True when loop "op" has such arrays. *ask gets a loop in front of it that
// says whether the rows lie one behind another, NULL where that is not told.
bool rec_find_meeting(loft_cx *cx, ir_func *f, ir_op *op, ir_op **ask);

// -- order.c -----------------------------------------------------------------
// Splits the exact reduce "op" (outside of maps) into its folds in order and a
// parallel op for all else, when that is worth it. The latter, or NULL.
ir_op *rec_split_order(ir_func *f, ir_op *op);

#endif
