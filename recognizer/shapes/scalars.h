// recognizer/shapes/scalars.h: carried scalars as functions of the
// index, or of what an iteration looks at.
//
//   known.c     values that follow from a condition
//   scalars.c   induction variables, last values
//   periodic.c  scalars that go through a few values, round and round
//   reversed.c  counters with their bits reversed
//   wrap.c      integers that count around
//   state.c     states that an iteration sets whatever they were
//   first.c     scalars that the first of some iterations sets
//   lagging.c   scalars that lag behind, and start in line
//   kept.c      appends that look at what was appended last
//   settled.c   values that are set where they differ
//   runs.c      runs of equal elements
//   steps.c     counters that a loop steps together
//   walks.c     while loops that go on from place to place
//   restarts.c  integers that count up to a number, or until data say
//   last.c      scalars that live on after a loop
//   limit.c     counters that stop at a limit
//   lengths.c   counters that go on by the lengths of rows
#ifndef LOFT_REC_SCALARS_H
#define LOFT_REC_SCALARS_H

#include "recognizer/footprint/footprint.h"

// -- known.c -----------------------------------------------------------------
// Simplifies the ops of "r", given that "v", a bool of it, is true wherever "r"
// is executed.
void rec_assume_true(ir_func *f, ir_region *r, const ir_val *v);
// The value of bool "cond" wherever "at", an op in loop body "body", is
// executed, by the ifs around that: 1, 0, or -1 where they do not tell.
int rec_known_at(const ir_op *at, const ir_region *body, const ir_val *cond);
// True when they tell that integers "x" and "y" differ there.
bool rec_known_to_differ(const ir_op *at, const ir_region *body,
                         const ir_val *x, const ir_val *y);
// The one value that the choices which "v" is made of give it where bool "c" is
// "holds"; NULL: they give it several.
ir_val *rec_value_where(arena *a, ir_val *v, const ir_val *c, bool holds);
// Lets conditions take the place of bools in "r" that ifs set to whether they
// hold, and simplifies its ops.
void rec_take_conditions(ir_func *f, ir_region *r);

// -- scalars.c ---------------------------------------------------------------
// Lets "wide" take the place of conversions of "v" in "r" to i64, where the
// type of "v" holds what that is.
void rec_widen_uses(ir_func *f, ir_region *r, const ir_val *v, ir_val *wide);
// Scalars that loop "op" carries, and that lag behind its index, or behind
// other such scalars, become functions of the index inside it.
void rec_close_lags(ir_func *f, ir_op *op);
// Induction variables of counting loop "op" become functions of its index
// inside it, and are carried as before.
void rec_close_inside(ir_func *f, ir_op *op);
// Induction variables of every loop of "f" become functions of its index,
// values after a loop too where that is known. Inner loops first.
void rec_close_scalars(loft_cx *cx, ir_func *f);
// The same of loop "op" alone.
void rec_close_loop(ir_func *f, ir_op *op);
// Closes the loops of "f" by "close", inner ones first, and drops what is dead
// then.
typedef void rec_close_fn(loft_cx *cx, ir_func *f, ir_op *op);
void rec_close_loops(loft_cx *cx, ir_func *f, rec_close_fn *close);
// Carried scalar "k" of "l", a counting loop without other ends, when iteration
// "at" starts, at "b"; NULL where the index does not tell, nor what the
// iteration before loaded. Other ops may come before the loop.
ir_val *rec_value_before(ir_builder *b, const ir_loop *l, int k, ir_val *at);

// The type that closed forms of integers of "type" are computed in: C's
// arithmetic type.
ir_scalar rec_compute_type(ir_scalar type);
// Whether it is known of bool "cond" that it is *holds.
typedef bool rec_knows_fn(void *user, const ir_val *cond, bool *holds);
// True when the iterations of "l" of which "knows" tells conditions add
// constant *step to carried integer "k", modulo its width.
bool rec_constant_step(const ir_loop *l, int k, rec_knows_fn *knows, void *user,
                       int64_t *step);

// -- periodic.c --------------------------------------------------------------
// Scalars of loops of "f" that go through a few values, round and round, and
// start as a constant, become functions of the index, and so do integers that
// add constants where those have one of the values.
void rec_close_periods(loft_cx *cx, ir_func *f);
// Closes so carried value "k" of "op", a counting loop, wherever it starts,
// which is guarded, and the integers that count by it. False when it is not
// periodic.
bool rec_close_period(loft_cx *cx, ir_func *f, ir_op *op, int k);
// Those of "op", a counting loop, do wherever among the values they start,
// which is guarded. Returns it; NULL when there are none.
ir_op *rec_close_guarded(loft_cx *cx, ir_func *f, ir_op *op);

// -- reversed.c --------------------------------------------------------------
// Counters of "op", a counting loop, that count with their bits reversed become
// functions of its index; that the highest one is a power of two is guarded.
// Returns it; NULL when there are none.
ir_op *rec_close_reversed(loft_cx *cx, ir_func *f, ir_op *op);

// -- wrap.c ------------------------------------------------------------------
// Integers of loops of "f" that count from 0 up to a number or down from it,
// and start again, become functions of the index.
void rec_close_wraps(loft_cx *cx, ir_func *f);

// -- state.c -----------------------------------------------------------------
// Lets iterations of loop "op" set scalars without reading them, where the new
// values do not depend on the old ones.
void rec_settle_states(loft_cx *cx, ir_func *f, ir_op *op);
// The values that loop "like", a copy of "l", would yield, one for each that it
// carries, if its carried scalars k[i], "n" of them, were was[i]; built at the
// end of the body of "l".
ir_val **rec_yields_where(ir_func *f, const ir_loop *l, const ir_op *like,
                          const int *k, const int64_t *was, int n);
// Moves the ops of loop "copy", which has the parameters of "l", to the end of
// the body of "l"; the values that it yields.
ir_val **rec_move_to_end(const ir_loop *l, ir_op *copy);

// -- first.c -----------------------------------------------------------------
// Lets "op", a counting loop, carry which iteration was the first to set
// scalars, in place of testing them for whether they are set. Returns it; NULL
// when there are none.
ir_op *rec_carry_first(loft_cx *cx, ir_func *f, ir_op *op);

// -- lagging.c ---------------------------------------------------------------
// Makes scalars that "op", a counting loop, computes from its index alone, but
// for their initial values, functions of the index; the initial values are
// guarded. Returns the loop; NULL when there are no such scalars.
ir_op *rec_close_lagging(loft_cx *cx, ir_func *f, ir_op *op);

// -- kept.c ------------------------------------------------------------------
// Lets "op", a counting loop that looks at the element it appended last, carry
// that. Returns it; NULL when it is none.
ir_op *rec_carry_kept(loft_cx *cx, ir_func *f, ir_op *op);

// -- settled.c ---------------------------------------------------------------
// Lets "op", a counting loop, load the element of the iteration before again,
// in place of scalars, or elements at them, that are set where they differ from
// it. Returns "op"; NULL when it has no such scalars.
ir_op *rec_settle_runs(loft_cx *cx, ir_func *f, ir_op *op);

// -- runs.c ------------------------------------------------------------------
// A loop in place of the while loop "op", the inner loop of which searches for
// the place where the next iteration goes on: a loop over all places that it
// tests. NULL when "op" is no such loop.
ir_op *rec_flatten_runs(loft_cx *cx, ir_func *f, ir_op *op);

// -- walks.c -----------------------------------------------------------------
// A while loop that goes on from place to place.
typedef struct rec_walk {
  ir_loop l;
  int k;           // its carried place
  ir_vals next;    // values that are one more
  bool is_bounded; // it asks whether the next place is below a bound
  ir_vals here;    // of a do loop: values that are the place
  ir_val *go;      // what it goes on by, but for a bound; NULL: all of that
} rec_walk;
// Fills "w", which has loop w->l in loop body "scope", if carried value "k" is
// its place. False when it is none.
bool rec_match_walk(loft_cx *cx, ir_func *f, const ir_region *scope, int k,
                    rec_walk *w);
// Lets the walk, which is counted as far as "n", go on by what it asks for
// besides that bound. False when it does not ask for that first.
bool rec_drop_bound(arena *a, rec_walk *w, const ir_val *n);
// True when the walk is entered where it goes on behind a step.
bool rec_walk_asks_first(arena *a, const rec_walk *w);
// A loop in front of the walk with its results, which counts the places below
// "end"; places: where its iterations are, as i64 and in the place's type.
ir_op *rec_count_walk(arena *a, const rec_walk *w, ir_val *end,
                      ir_val **places);
// Fills "w" for do loop "op" in loop body "scope", which folds what it passes
// and goes on by the place alone, from where "starts" allows. False when it is
// no such loop.
typedef bool rec_do_starts(const void *user, const ir_val *from);
bool rec_match_do(loft_cx *cx, ir_func *f, const ir_region *scope, ir_op *op,
                  rec_do_starts *starts, const void *user, rec_walk *w);
// The same loop as rec_count_walk for a do loop, from its second place on.
ir_op *rec_count_do(arena *a, const rec_walk *w, ir_val *end, ir_val **places);

// -- steps.c -----------------------------------------------------------------
// A loop in place of while loop "op" that carries how often it has stepped its
// counters, in place of them; its extent is C's where no counter wraps below a
// bound. NULL when it does not step them together, and nothing changes.
ir_op *rec_join_counters(loft_cx *cx, ir_func *f, ir_op *op);

// -- skips.c -----------------------------------------------------------------
// Lets while loop "op", if it skips elements one by one and walks through those
// that it does not skip, walk through a run of either kind in each iteration.
// False when it does no such thing; what was built then is not used.
bool rec_join_skips(loft_cx *cx, ir_func *f, ir_op *op);

// -- prefixes.c --------------------------------------------------------------
// Lets the inner loop of while loop "op", if it starts where that is, or one
// element behind, start there in any case.
void rec_join_prefix(loft_cx *cx, ir_func *f, ir_op *op);

// -- restarts.c --------------------------------------------------------------
// Lets counters of "op", a counting loop, that start again at a number, or
// where data say, count on where that is a number. Returns "op"; NULL when it
// has none.
ir_op *rec_lift_restarts(loft_cx *cx, ir_func *f, ir_op *op);

// -- last.c ------------------------------------------------------------------
// The inner loop, an op of the body of "l", that alone uses carried "k" and
// gives its next value, which has no other use, and runs a number of times that
// does not change; *j is its number there. NULL when there is none. n_uses must
// be valid.
ir_op *rec_passes_on(const ir_loop *l, int k, int *j);
// Whether loop "l" is in its last iteration, and "outer" (may be NULL) holds.
ir_val *rec_build_is_last(ir_builder *b, const ir_loop *l, ir_val *outer);
// True when carried scalar "k" of "l" is assigned in each iteration and read
// in none. n_uses must be valid.
bool rec_is_last_value(const ir_loop *l, int k);
// Makes it an array of one element that the last iteration writes.
void rec_keep_last_value(ir_func *f, ir_op *op, int k);

// -- limit.c -----------------------------------------------------------------
// Lets "op", a counting loop, count on behind limits that stop counters of its
// own, which then follow. Returns it; NULL when it has none.
ir_op *rec_lift_limits(loft_cx *cx, ir_func *f, ir_op *op);

// -- lengths.c ---------------------------------------------------------------
// Lets counters of loop "op" go on by numbers of elements where they go on by
// lengths of rows, which the region's guard then asks to be none below 0. NULL:
// none does.
ir_op *rec_take_lengths(loft_cx *cx, ir_func *f, ir_op *op);

#endif
