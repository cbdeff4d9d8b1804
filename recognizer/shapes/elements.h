// recognizer/shapes/elements.h: array elements as scalars and as
// copies, and stores that others replace.
//
//   hoist.c        loads of scalars behind pointers
//   ahead.c        values computed without what their loops write
//   stores.c       elements that are stored, read and stored again
//   promote.c      array elements as scalars
//   chosen.c       elements that conditions set, as scalars
//   moving.c       elements that the next iterations read, as scalars
//   widened.c      such scalars, and others, as integers that fit
//   snapshot.c     arrays that a loop reads ahead of its writes
//   gathered.c     the same, by steps that are no constant
//   trimmed.c      loops whose first or last iterations do nothing
//   overwritten.c  stores that later iterations overwrite
//   latest.c       stores at a counter of which the latest stays
//   turned.c       ifs that store where their conditions do not hold
//   under.c        ifs that loops and writes are put under
#ifndef LOFT_REC_ELEMENTS_H
#define LOFT_REC_ELEMENTS_H

#include "recognizer/footprint/footprint.h"

// -- hoist.c -----------------------------------------------------------------
// Loads at fixed places of unwritten arrays move out of all loops.
void rec_hoist_loads(ir_func *f);
// Whether all loops around "op", from "outer" inwards, run, at "b"; NULL when
// they certainly do. Their counts must be invariant in the body of "outer".
ir_val *rec_build_runs(ir_builder *b, const ir_op *op, const ir_op *outer);
// Element "at" of "array" if "runs", else 0; NULL: it does.
ir_val *rec_build_load(ir_builder *b, ir_val *runs, ir_val *array, ir_val *at);

// -- ahead.c -----------------------------------------------------------------
// Lets "f", which gives scalars alone, read memory as it is at the start, where
// it is proven that no iteration has written the element before.
void rec_read_ahead(loft_cx *cx, ir_func *f);

// -- stores.c ----------------------------------------------------------------
// A store of an element that an if behind it may replace becomes one with it;
// reads in between become the value.
void rec_join_stores(ir_func *f);
// Ifs of the body of "loop", both regions of which end by storing an element at
// one place, leave the value, which is stored behind them.
void rec_join_arms(ir_func *f, ir_op *loop);

// -- promote.c ---------------------------------------------------------------
// Array elements that loops work on become carried scalars.
void rec_promote(loft_cx *cx, ir_func *f);
// Elements at fixed places that "op", a counting loop, sets under conditions,
// one of an array, become scalars that it carries. Returns it; NULL when there
// are none.
ir_op *rec_promote_chosen(loft_cx *cx, ir_func *f, ir_op *op);
// True when array "k" of "l" stays in its storage, which no other carried array
// shares, and which is no array of the body.
bool rec_is_own_storage(const an_classes *c, const ir_loop *l, int k);

// -- chosen.c ----------------------------------------------------------------
// Array elements that a condition of a loop's body compares and sets become
// scalars that the loop carries.
void rec_take_chosen(loft_cx *cx, ir_func *f);

// -- moving.c ----------------------------------------------------------------
// Elements of arrays that move with the iterations of "op", a counting loop,
// become scalars that it carries. False when there are none.
bool rec_move_elements(loft_cx *cx, ir_func *f, ir_op *op);

// -- widened.c ---------------------------------------------------------------
// A loop in front of "op", which counts, that says in *hold whether "op" may
// carry integers (elements that move with it, too) that bounds are folded on,
// instead of narrower or wider ones. NULL: there are none.
ir_op *rec_build_fits(loft_cx *cx, ir_func *f, ir_op *op, ir_val **hold);
// Lets "op" carry these, given that they fit. False: it cannot.
bool rec_widen(loft_cx *cx, ir_func *f, ir_op *op);

// -- snapshot.c --------------------------------------------------------------
// Lets loop "op", which counts, read an array that it also writes, ahead of its
// writes, from a copy of the elements, made by a loop in front of it, which is
// returned. NULL where there is no such array, or it may read what it wrote.
ir_op *rec_take_snapshot(loft_cx *cx, ir_func *f, ir_op *op);

// -- gathered.c --------------------------------------------------------------
// Whether "op" may be a loop that rec_gather_ahead changes.
bool rec_may_gather(ir_op *op);
// Lets loop "op", which counts, read elements of an array ahead of its writes
// to it from a copy of what one read gets, made by a loop in front of it, which
// is returned. NULL where there is no such read, or it may read what it wrote.
ir_op *rec_gather_ahead(loft_cx *cx, ir_func *f, ir_op *op);

// -- trimmed.c ---------------------------------------------------------------
// Leaves iterations that do nothing, by a condition of their number, out of
// "op", a counting loop. Returns it; NULL when there are none.
ir_op *rec_trim(loft_cx *cx, ir_func *f, ir_op *op);

// -- overwritten.c -----------------------------------------------------------
// Leaves stores that later iterations of "op", a counting loop, overwrite
// before anything reads the element to the last iterations. Returns "op"; NULL
// when there are none.
ir_op *rec_drop_overwritten(loft_cx *cx, ir_func *f, ir_op *op);

// -- latest.c ----------------------------------------------------------------
// Lets what "op", a counting loop, stores where a counter stands wait until
// that moves, or until the last iteration, which makes it an append. Returns
// "op"; NULL when there are no such stores.
ir_op *rec_keep_latest(loft_cx *cx, ir_func *f, ir_op *op);

// -- turned.c ----------------------------------------------------------------
// Turns ifs of loop "op" that store where their conditions do not hold into an
// array that these ask. "op", or NULL: there are none.
ir_op *rec_turn_ifs(loft_cx *cx, ir_func *f, ir_op *op);

// -- under.c -----------------------------------------------------------------
// An if of "cond" in front of "op", with results as op's, and a copy of that,
// by "subst", in its first region, which is returned; the other one is empty
// yet.
ir_op *rec_choose_copy(ir_op *op, ir_val *cond, map *subst);
// Moves "op", whose results are used no more, to the other region of that if.
void rec_move_to_other(ir_op *op, ir_op *choice);
// Lets write "op" be made only where bool "cond" holds.
void rec_guard_write(ir_func *f, ir_op *op, ir_val *cond);

#endif
