// recognizer/shapes/shapes.h: loops as second-order ops.
//
//   driver.h    the driver, and the shapes that it tries
//   independent.c  loops without dependences
//   hoist.c     loads of scalars behind pointers
//   known.c     values that follow from a condition
//   promote.c   array elements as scalars
//   chosen.c    elements that conditions set, as scalars
//   moving.c    elements that the next iterations read, as scalars
//   snapshot.c  arrays that a loop reads ahead of its writes
//   overwritten.c  stores that later iterations overwrite
//   expand.c    running values that other folds need, as arrays
//   turned.c    ifs that store where their conditions do not hold
//   tallied.c   elements that are appended, and combined into afterwards
//   apart.c     accesses that are apart for some sizes
//   partners.c  iterations that touch elements in pairs that data make
//   meeting.c   rows of an array that may meet
//   split.c     loops cut where one access overtakes another
//   scalars.c   induction variables, last values
//   periodic.c  scalars that go through a few values, round and round
//   wrap.c      integers that count around
//   state.c     states that an iteration sets whatever they were
//   reduce.c    reductions
//   compound.c  scalars folded together: least values with their places
//   growth.c    counters that go one way
//   winner.h    values that one comparison sets, in other forms
//   append.c    elements that iterations append
//   limit.c     counters that stop at a limit
//   claim.h     elements that iterations claim
//   countdown.c  elements that iterations count down to a number
//   keyed.c     elements that iterations fold into, and read
//   under.c     ifs that loops and writes are put under
//   runs.c      runs of equal elements
//   strides.c   walks whose steps data say
//   survey.c    what iterations find, gathered before
//   combine.c   elements that iterations combine into
//   scatter.c   elements that iterations write at places that are data
//   distinct.c  places that are different in all iterations
//   merge.c     scalars that a function of the program's combines
//   linear.c    scalars linear in one another: recurrences
//   modular.c   the same modulo a constant
//   clamp.c     integers that grow within bounds
//   bounded.c   floats that do
//   maxplus.c   integers that are the best of sums with one another
//   reversed.c  counters with their bits reversed
//   nest.c      nests of loops as one
//   unflatten.c loops over all of a grid as nests
//   blocks.c    loops over parts of elements, element by element
//   rounds.c    loops over rings, round by round
//   scan.c      the loops of these, and of folds that iterations see
//   search.c    loops that end at the first hit
//   probes.c    what runs where C would not run it
//   order.c     folds in C's order apart from what is parallel
//   last.c      scalars that live on after a loop
//   ahead.c     values computed without what their loops write
//   private.c   work arrays of one iteration
//   carried.c   how iterations hand a scalar on, as a reason
//   dependence.c  how iterations meet in an array, as a reason
//   ends.c      why nobody knows how often a loop runs, as a reason
#ifndef LOFT_REC_SHAPES_H
#define LOFT_REC_SHAPES_H

#include "recognizer/footprint/footprint.h"

// -- ahead.c -----------------------------------------------------------------
// Lets "f", which gives scalars alone, read memory as it is at the start, where
// that is seen to be what it reads.
void rec_read_ahead(loft_cx *cx, ir_func *f);

// -- independent.c -----------------------------------------------------------
// Carried array "k" of a loop as a work array of one iteration.
typedef struct rec_work_array {
  int k;
  int depth;     // private to this many loops further inside
  int64_t count; // elements of the private array
  bool copy_out; // the last iteration leaves elements lo..hi behind
  int64_t lo, hi;
} rec_work_array;
typedef VEC(rec_work_array) rec_work_arrays;
// Changes of arrays that make iterations independent.
typedef struct rec_changes {
  rec_work_arrays work; // private to an iteration
  VEC(int) combines;    // numbers of carried arrays combined into
  VEC(int) stores;      // of those that one value is stored in
  VEC(int) scatters;    // of those where the last iteration wins
  bool reorders;        // some of them of floats
} rec_changes;
// The analysis (its isl part freed; what it relies on is in "assumes") when no
// iteration of loop "op" touches an array element that another one writes,
// after "changes", which are added. Else NULL and *why. "inside": within a map
// or reduce.
rec_an *rec_loop_independent(loft_cx *cx, ir_func *f, ir_op *op, bool inside,
                             rec_changes *changes, rec_why *why);

// -- stores.c ----------------------------------------------------------------
// A store of an element that an if behind it may replace becomes one with it;
// reads in between become the value.
void rec_join_stores(ir_func *f);

// -- hoist.c -----------------------------------------------------------------
// Loads at fixed places of unwritten arrays move out of all loops.
void rec_hoist_loads(ir_func *f);
// Whether all loops around "op", from "outer" inwards, run, at "b"; NULL when
// they certainly do. Their counts must be invariant in the body of "outer".
ir_val *rec_build_runs(ir_builder *b, const ir_op *op, const ir_op *outer);
// Element "at" of "array" if "runs", else 0; NULL: it does.
ir_val *rec_build_load(ir_builder *b, ir_val *runs, ir_val *array, ir_val *at);

// -- promote.c ---------------------------------------------------------------
// Array elements that loops work on become carried scalars.
void rec_promote(loft_cx *cx, ir_func *f);
// Elements at fixed places that "op", a counting loop, sets under conditions,
// one of an array, become scalars that it carries. Returns it; NULL when there
// are none.
ir_op *rec_promote_chosen(loft_cx *cx, ir_func *f, ir_op *op);
// True when array "k" of "l" stays in its storage, which no other carried array
// shares, and which is no array of the body.
bool rec_is_own_storage(const rec_classes *c, const ir_loop *l, int k);

// -- chosen.c ----------------------------------------------------------------
// Array elements that a condition of a loop's body compares and sets become
// scalars that the loop carries.
void rec_take_chosen(loft_cx *cx, ir_func *f);

// -- moving.c ----------------------------------------------------------------
// Elements of arrays that move with the iterations of "op", a counting loop,
// become scalars that it carries. False when there are none.
bool rec_move_elements(loft_cx *cx, ir_func *f, ir_op *op);

// -- snapshot.c --------------------------------------------------------------
// Lets loop "op", which counts, read an array that it also writes, ahead of its
// writes, from a copy of the elements, made by a loop in front of it, which is
// returned. NULL where there is no such array, or it may read what it wrote.
ir_op *rec_take_snapshot(loft_cx *cx, ir_func *f, ir_op *op);

// -- overwritten.c -----------------------------------------------------------
// Lets only the last iterations of "op", a counting loop, store what later
// iterations overwrite before anything reads it. Returns it; NULL when there is
// nothing.
ir_op *rec_drop_overwritten(loft_cx *cx, ir_func *f, ir_op *op);

// -- limit.c -----------------------------------------------------------------
// Lets "op", a counting loop, count on behind limits that stop counters of its
// own, which then follow. Returns it; NULL when it has none.
ir_op *rec_lift_limits(loft_cx *cx, ir_func *f, ir_op *op);

// -- lengths.c ---------------------------------------------------------------
// Lets counters of loop "op" go on by numbers of elements where they go on by
// lengths of rows, which the region's guard then asks to be none below 0. NULL:
// none does.
ir_op *rec_take_lengths(loft_cx *cx, ir_func *f, ir_op *op);

// -- survey.c ----------------------------------------------------------------
// A loop as long as loop "l", in front of it, that computes values of its
// iterations.
typedef struct rec_survey {
  const ir_loop *l;
  ir_op *op;
  ir_builder in; // at the end of its body
  map *subst;    // values of l's body: those of the survey's; arrays that "l"
                 // carries: what it starts with
} rec_survey;
// A loop at "b" that carries "init", under "name"; its yield is yet to be
// built.
rec_survey rec_start_survey(const ir_loop *l, ir_builder *b, ir_val *init,
                            const char *name);
// "v" of l's body, computed by scalar ops and loads, in the survey.
ir_val *rec_survey_value(rec_survey *s, ir_val *v);
// Loops built in front of another one.
typedef struct rec_ahead {
  VEC(ir_op *) ahead;  // those that gather reads come first, in their order
  VEC(ir_op *) probes; // those of them that read where C may not
} rec_ahead;
// A loop at "b", which goes to *out, that makes an array of what "read", of an
// array that "l" carries, finds in each iteration, if none writes that.
ir_op *rec_build_gather(const ir_loop *l, ir_builder *b, ir_op *read,
                        rec_ahead *out);
// Lets "read" be of the array that "gather" made.
void rec_read_gathered(const ir_loop *l, ir_op *read, const ir_op *gather);

// -- claim.c -----------------------------------------------------------------
// Whether loop "op", which counts, can do without reading the array whose
// elements it claims, in front of it; NULL: it claims none.
ir_val *rec_build_claims(ir_func *f, ir_op *op, rec_ahead *out);
// Lets it do so; the loop in front of it that makes a copy, which it reads.
// NULL: it needs none.
ir_op *rec_copy_claimed(ir_func *f, ir_op *op, const rec_ahead *with);

// -- under.c -----------------------------------------------------------------
// An if of "cond" in front of "op", with results as op's, and a copy of that,
// by "subst", in its first region, which is returned; the other one is empty
// yet.
ir_op *rec_choose_copy(ir_op *op, ir_val *cond, map *subst);
// Moves "op", whose results are used no more, to the other region of that if.
void rec_move_to_other(ir_op *op, ir_op *choice);
// Lets write "op" be made only where bool "cond" holds.
void rec_guard_write(ir_func *f, ir_op *op, ir_val *cond);

// -- keyed.c -----------------------------------------------------------------
// The accesses of a loop to an array that it folds into and reads, or that it
// exchanges elements of.
typedef struct rec_keying {
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;         // the carried array
  ir_op *read;   // of the element, before ...
  ir_op *update; // ... this one replaces it
  VEC(ir_op *) reads;
} rec_keying;
// Finds the accesses to carried array "k" of r->l: of one element, which is
// read and replaced, and which follows from the index; false: there are others.
bool rec_match_keying(rec_keying *r, int k);
// A loop in front of the loop that does what that does to the array, and
// nothing else; values of the loop's body go to "subst".
ir_op *rec_start_folds(rec_keying *r, map *subst);
// What loop body "body" and the loops in it, down to region "in", carry last.
ir_val *rec_carried_last(const ir_region *body, const ir_region *in);
// Lets loops and ifs hand on "v", made in region "in" of loop body "body", as
// what they carry last.
void rec_carry_out(const ir_region *body, ir_region *in, ir_val *v);
// A loop in front of "op", a counting loop, that folds into elements which "op"
// reads, in its place, and keeps what these were, which "op" then reads. NULL,
// and "op" may be changed, when there are no such elements.
ir_op *rec_build_keyed(ir_func *f, ir_op *op);
// The same for "op", a counting loop that reads elements, and replaces them by
// what does not depend on them; *out are more loops in front of it. False, and
// "op" may be changed, when there are no such elements.
bool rec_build_exchange(ir_func *f, ir_op *op, rec_ahead *out);

// -- countdown.c -------------------------------------------------------------
// Whether loop "op", which counts, may look only at the end who counted its
// elements down to what it asks for, in front of it; NULL: it counts none down,
// and "op" may be changed.
ir_val *rec_build_countdown(ir_func *f, ir_op *op);
// A loop in place of "op", which is such a loop, that does, and leaves "op" to
// the case that elements get below; *out: what is in front of both.
ir_op *rec_count_down(ir_func *f, ir_op *op, rec_ahead *out);

// -- distribute.c ------------------------------------------------------------
enum { REC_MAX_PARTS = 12 };
// Loops, built in front of another one, that do together what it does.
typedef struct rec_parts {
  ir_op *at[REC_MAX_PARTS];    // in order
  int n;                       // 0: none were built
  ir_val *outs[REC_MAX_PARTS]; // what takes the place of its results
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

// -- turned.c ----------------------------------------------------------------
// Turns ifs of loop "op" that store where their conditions do not hold into an
// array that these ask. "op", or NULL: there are none.
ir_op *rec_turn_ifs(loft_cx *cx, ir_func *f, ir_op *op);

// -- apart.c -----------------------------------------------------------------
// Pairs of accesses of a loop: the first is before the second where "before" is
// positive, and behind it where "behind" is.
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
// What is taken of rows that may meet: nothing yet, that they lie one behind
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

// -- split.c -----------------------------------------------------------------
// Builds three parts of "op", a counting loop: of the iterations before, in and
// behind that in which a read and a write of an array are at the same place;
// none, where there is no such iteration.
void rec_split(loft_cx *cx, ir_func *f, ir_op *op, rec_parts *p);

// -- scalars.c ---------------------------------------------------------------
// Scalars that loop "op" carries, and that lag behind its index, or behind what
// lags behind it, become functions of the index inside it.
void rec_close_lags(ir_func *f, ir_op *op);
// Induction variables of counting loop "op" become functions of its index
// inside it, and are carried as before.
void rec_close_inside(ir_func *f, ir_op *op);
// Induction variables of every loop of "f" become functions of its index,
// values after a loop too where that is known. Inner loops first.
void rec_close_scalars(loft_cx *cx, ir_func *f);
// The same of loop "op" alone.
void rec_close_loop(ir_func *f, ir_op *op);
// Carried scalar "k" of "l", a counting loop without other ends, when iteration
// "at" starts, at "b"; NULL where the index does not tell, nor what the
// iteration before loaded. Other ops may come before the loop.
ir_val *rec_value_before(ir_builder *b, const ir_loop *l, int k, ir_val *at);

// The type that closed forms of integers of "type" are computed in: C's
// arithmetic type.
ir_scalar rec_compute_type(ir_scalar type);
// The value of result "v" of "op", an if or select, where its condition
// "holds".
ir_val *rec_side_of(const ir_op *op, const ir_val *v, bool holds);
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
// which is guarded, and what counts by it. False when it is not periodic.
bool rec_close_period(loft_cx *cx, ir_func *f, ir_op *op, int k);
// Those of "op", a counting loop, do wherever among the values they start,
// which is guarded. Returns it; NULL when there are none.
ir_op *rec_close_guarded(loft_cx *cx, ir_func *f, ir_op *op);

// -- reversed.c --------------------------------------------------------------
// Counters of "op", a counting loop, that count with their bits reversed become
// functions of its index; that the highest one is a power of two is guarded.
// Returns it; NULL when there are none.
ir_op *rec_close_reversed(loft_cx *cx, ir_func *f, ir_op *op);
// True when integer or bool "v" of "body" follows from "known" being "is"; its
// value is *bits then.
bool rec_value_given(const ir_val *v, const ir_region *body,
                     const ir_val *known, uint64_t is, uint64_t *bits);

// -- blocks.c ----------------------------------------------------------------
// A nest in place of the counting loop "op": over the values of a quotient of
// its index by a constant, and the iterations of each; the results of "op" are
// replaced. NULL where there is no such quotient.
ir_op *rec_build_blocks(loft_cx *cx, ir_func *f, ir_op *op);

// -- wrap.c ------------------------------------------------------------------
// Integers of loops of "f" that count from 0 up to a number or down from it,
// and start again, become functions of the index.
void rec_close_wraps(loft_cx *cx, ir_func *f);

// -- state.c -----------------------------------------------------------------
// Lets iterations of loop "op" set scalars without looking at them, where what
// they become does not depend on what they were.
void rec_settle_states(ir_func *f, ir_op *op);
// What loop "like", a copy of "l", would yield if its carried scalars k[i], "n"
// of them, were was[i], built at the end of the body of "l": a value for each
// that it carries.
ir_val **rec_yields_where(ir_func *f, const ir_loop *l, const ir_op *like,
                          const int *k, const int64_t *was, int n);

// -- relax.c -----------------------------------------------------------------
// Lets the rounds of the while loop "op", which lower elements of an array
// until nothing changes, read what these were when a round started. Returns the
// loop in it; *copy: the one in front, that copies the array. NULL when it is
// none.
ir_op *rec_build_relax(ir_func *f, ir_op *op, ir_op **copy);

// -- lagging.c ---------------------------------------------------------------
// Makes what "op", a counting loop, carries from its index alone, but for where
// it starts, a function of the index, guarded by where it starts. Returns the
// loop; NULL when there is nothing like that.
ir_op *rec_close_lagging(loft_cx *cx, ir_func *f, ir_op *op);

// -- kept.c ------------------------------------------------------------------
// Lets "op", a counting loop that looks at the element it appended last, carry
// that. Returns it; NULL when it is none.
ir_op *rec_carry_kept(loft_cx *cx, ir_func *f, ir_op *op);

// -- runs.c ------------------------------------------------------------------
// Lets "op", a counting loop, look at what the iteration before looked at, in
// place of scalars, or elements at them, that are set where they differ from
// that. Returns it; NULL when it has none.
ir_op *rec_settle_runs(loft_cx *cx, ir_func *f, ir_op *op);
// A loop in place of the while loop "op", the inner loop of which looks for
// where the next iteration goes on: over all that it looks at. NULL when it is
// none.
ir_op *rec_flatten_runs(loft_cx *cx, ir_func *f, ir_op *op);

// -- strides.c ---------------------------------------------------------------
// A loop in place of the while loop "op", whose steps are small and data: over
// all places, of which it skips some. NULL when it is none.
ir_op *rec_build_strides(loft_cx *cx, ir_func *f, ir_op *op);

// -- machine.c ---------------------------------------------------------------
// Lets "op", a counting loop, carry what becomes of the few states that scalars
// of it have, in place of these. Returns it; NULL when it has none, or they may
// start otherwise.
ir_op *rec_build_machine(loft_cx *cx, ir_func *f, ir_op *op);

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
// What "update" then folds into the element, of type r->type, built before it.
ir_val *rec_element_contribution(const rec_red *r, ir_op *update);

// -- probes.c ----------------------------------------------------------------
// True when the runtime can look beforehand at what "read" reads, where C would
// not: an array of the caller's.
bool rec_may_probe(const ir_op *read);
// ir_walk_fn: stops at what may not be evaluated where C would not have, or
// reads what cannot be looked at before. "user" is the region that is walked.
bool rec_is_harmless(void *user, ir_op *op);
// Notes the arrays that "r" reads where C may not have read.
void rec_note_probes(loft_cx *cx, ir_func *f, ir_region *r);

// -- combine.c ---------------------------------------------------------------
// True when all that the iterations of "l" do to carried array "k" is combining
// values into its elements, by one operator whose order does not matter.
bool rec_combines(arena *a, const ir_loop *l, int k);
// Makes these accesses combine ops.
void rec_build_combines(ir_func *f, const ir_loop *l, int k);

// -- scatter.c ---------------------------------------------------------------
// True when all that the iterations of "l" do to carried array "k" is storing
// one value, the same in all of them.
bool rec_stores_one_value(arena *a, const ir_loop *l, int k);
// Makes these accesses combine ops by update.
void rec_build_stores(ir_func *f, const ir_loop *l, int k);
// True when all of "xs", the accesses of the iterations of "l" to carried array
// "k", are writes at places that can be told before the loop runs.
bool rec_scatters(arena *a, const ir_loop *l, int k, const rec_accesses *xs);
// True when it is given which element "op" touches, and whether it does, where
// what "read" reads of what the loop writes is taken for given.
bool rec_is_place_given(arena *a, const ir_loop *l, const ir_op *op,
                        const ir_op *read);
// True when "v" follows from the index of "l", what that does not change and
// what "read" reads.
bool rec_follows_index(arena *a, const ir_loop *l, const ir_val *v,
                       const ir_op *read);
// A bool of a loop's body that asks for a write of element "at".
typedef struct rec_ask {
  ir_val *test, *at;
} rec_ask;
typedef VEC(rec_ask) rec_asks;
// Replaces the bools "asks" for the writes that loop "op", which is outside of
// maps, makes to carried array "k", in C's order: by whether the write is the
// "first", or the last, of that element.
void rec_build_one(ir_func *f, ir_op *op, int k, const rec_asks *asks,
                   bool first);
// Lets only the last iteration of loop "op", which is outside of maps, write
// where several do, so that no two of them write the same element.
void rec_build_scatter(ir_func *f, ir_op *op, int k);

// -- distinct.c --------------------------------------------------------------
// Whether place "at" of an element is another one in each iteration of "l", a
// bool in front of it; NULL: nothing tells.
ir_val *rec_build_distinct(const ir_loop *l, const ir_val *at);

// -- growth.c ----------------------------------------------------------------
// A carried integer that a loop moves one way, by steps of its own.
typedef struct rec_counter {
  const ir_loop *l;
  int k;     // the carried scalar
  int sign;  // 1: upwards; -1: downwards
  int steps; // values that may still be looked at
} rec_counter;
enum { REC_UNKNOWN = -1 };
// Carried scalar "k" of "l" as a counter; false: it is none.
bool rec_match_counter(const ir_loop *l, int k, rec_counter *out);
// How far "v" is ahead of "from", both values of the counter in an iteration,
// at least or at most, in iterations that reach "at" (NULL: in all);
// REC_UNKNOWN where "v" is not made of "from" by steps, or by large ones.
int64_t rec_growth(rec_counter *c, const ir_val *v, const ir_val *from,
                   const ir_op *at, bool most);
// How far "v" is at least ahead of any element of the row that starts at "from"
// and that an inner loop of "trips" iterations goes along; else like that.
int64_t rec_growth_behind_row(rec_counter *c, const ir_val *v,
                              const ir_val *from, const ir_val *trips,
                              const ir_op *at);
// "v" before conversions that keep a counter narrower than int.
const ir_val *rec_uncounted(const rec_counter *c, const ir_val *v);
// The most that an iteration moves two counters of a loop, together.
int64_t rec_joint_growth(rec_counter *p, rec_counter *q);

// -- append.c ----------------------------------------------------------------
// True when the accesses "xs" of "l"'s body to an array touch only elements
// that their iteration appends to it, by counters that "l" carries: different
// ones in each iteration.
bool rec_appends(const ir_loop *l, const rec_accesses *xs);
// How far an access that appends gets: in iteration i it touches nothing beyond
// element scale * init + step * i + offset + base_scale * base, in the
// direction of the step; base does not change (NULL: 0).
typedef struct rec_reach {
  ir_val *init;
  int64_t scale, step, offset;
  ir_val *base;
  int64_t base_scale;
} rec_reach;
// That of "op", one of the accesses "xs" by one counter of "l"; false: they are
// none, or C may wrap it.
bool rec_match_reach(const ir_loop *l, const rec_accesses *xs, const ir_op *op,
                     rec_reach *out);

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

// -- bounded.c ---------------------------------------------------------------
// Adds the floats of "l" that grow or decay within bounds to "t": the values
// are built into its body.
void rec_add_bounded(arena *a, const ir_loop *l, rec_tuple *t);
// rec_build_clamp_fold for such a one.
ir_val *rec_build_bounded_fold(ir_builder *b, const rec_clamp *m,
                               const rec_column *c, ir_val *const *left,
                               ir_val *const *right);

// -- nest.c ------------------------------------------------------------------
// The perfect loops of a nest, outermost first; place[l][k]: the number of the
// innermost loop's carried value k in loop l.
typedef struct rec_nest {
  const ir_loop *loops;
  int n;
  int *const *place;
} rec_nest;
// The parts of one loop over a nest: the values of its body that are the
// nest's indices, and their extents.
typedef struct rec_flat {
  ir_vals extents, indices;
  bool is_one; // the body needs the position alone
} rec_flat;
// A loop that does what "nest" does, in front of it; its carried values are in
// the order of the innermost loop's.
ir_op *rec_flatten(const rec_nest *nest, rec_flat *flat);
// Lets the region run only where no extent of "nest", which that loop takes for
// granted, is negative. False, and nothing changed, when that cannot be
// checked.
bool rec_guard_flat(loft_cx *cx, ir_func *f, const rec_nest *nest);

// -- unflatten.c -------------------------------------------------------------
// A nest in place of the loop "op", whose index is divided by a factor of its
// trip count; the results of "op" are replaced. NULL, and nothing changed, when
// it is none, or no guard can check that the nest runs as often.
ir_op *rec_unflatten(loft_cx *cx, ir_func *f, ir_op *op);
// A loop at "b" of "extent" iterations that carries what "l" does, from "inits"
// on; *index gets its index.
ir_op *rec_build_loop(ir_builder *b, const ir_loop *l, ir_val *extent,
                      ir_val **inits, const char *name, ir_val **index);
// Moves the body of "l" into "r", the body of such a loop, for iteration "at".
void rec_move_body(ir_func *f, const ir_loop *l, ir_region *r, ir_val *at);

// -- worklist.c --------------------------------------------------------------
// Makes the while loop "op", which takes elements from a list that it appends
// to, one over rounds; the loop over a round. NULL, and nothing changed, where
// it is no such loop.
ir_op *rec_build_worklist(loft_cx *cx, ir_func *f, ir_op *op);

// -- rounds.c ----------------------------------------------------------------
// A loop over rounds in place of the loop "op", in each of which remainders of
// its index differ; the loop over a round. NULL, and nothing changed, where
// there are no such remainders, or no guard can check what they need.
ir_op *rec_build_rounds(loft_cx *cx, ir_func *f, ir_op *op);

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

// -- known.c -----------------------------------------------------------------
// Simplifies the ops of "r" by what follows from "v", a bool of it, being true
// wherever "r" is executed.
void rec_assume_true(ir_func *f, ir_region *r, const ir_val *v);
// What bool "cond" is wherever "at", an op in loop body "body", is executed, by
// the ifs around that: 1, 0, or -1 where they do not tell.
int rec_known_at(const ir_op *at, const ir_region *body, const ir_val *cond);
// True when they tell that integers "x" and "y" differ there.
bool rec_known_to_differ(const ir_op *at, const ir_region *body,
                         const ir_val *x, const ir_val *y);

// -- search.c ----------------------------------------------------------------
// What the end of a loop may depend on.
typedef enum rec_ending {
  REC_END_BY_INDEX,   // the index alone
  REC_END_BY_RUNNING, // integers that the iterations before left as well
  REC_END_BY_LIMIT,   // these, and "going" keeps conditions that bound them
} rec_ending;
// A loop that may end early, and the ops in its place.
typedef struct rec_search {
  ir_func *f;
  ir_loop old;
  ir_loop ask;      // a copy, whose body yields whether the loop goes on
  ir_loop going;    // over the iterations that go on: what "old" carries
  VEC(int) running; // scalars of "going" that whether it does depends on
  rec_ending ending;
  ir_op *rounds;    // looks for the iteration that ends it
  ir_op *chunk;     // a loop in a round that keeps these, to become parallel
  ir_region *ahead; // what runs of iterations that C would not have made
  ir_op *end;       // that iteration, with what the loop leaves
} rec_search;
// Builds what does the same as "op", a counting loop that may end early, in
// front of it: a loop over chunks that looks for the iteration that ends it,
// the iterations before that as the loop s->going, and that iteration. False
// when whether it ends does not follow from what it may; by the index alone,
// nothing is changed then.
bool rec_build_search(ir_func *f, ir_op *op, rec_ending ending, rec_search *s);
// Puts it in place of the loop.
void rec_keep_search(rec_search *s);

// -- counted.c ---------------------------------------------------------------
// Makes the loops of "f", which has a footprint, that count how often others
// run searches within that footprint, where they read one element behind
// another.
void rec_search_counts(loft_cx *cx, ir_func *f);
// Calls "fn" with the reads of while loops that the footprint of "f" runs too,
// until it returns false; what it returned last.
typedef bool rec_decides_fn(void *user, ir_op *read);
bool rec_each_deciding(loft_cx *cx, ir_func *f, rec_decides_fn *fn, void *user);

// -- order.c -----------------------------------------------------------------
// Splits the exact reduce "op" (outside of maps) into its folds in order and a
// parallel op for all else, when that is worth it. The latter, or NULL.
ir_op *rec_split_order(ir_func *f, ir_op *op);

// -- private.c ---------------------------------------------------------------
// "copy_out": also when the array is needed after the loop.
bool rec_match_work_array(loft_cx *cx, ir_func *f, ir_op *op, int k,
                          bool copy_out, rec_work_array *out);
// Gives each iteration its own. Higher "k" first.
void rec_privatise(ir_func *f, ir_op *op, const rec_work_array *w);

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

// -- carried.c ---------------------------------------------------------------
// True when what carried scalar "k" of "l" becomes follows from what it was.
bool rec_is_handed_on(arena *a, const ir_loop *l, int k);
// True when whether "l", which has no count, goes on follows from it.
bool rec_decides_end(arena *a, const ir_loop *l, int k);
// The reason for which carried scalar "k" keeps loop "l" in order.
rec_reason rec_carried_reason(arena *a, const ir_loop *l, int k);
// The same of what its iterations hand on at one place of an array, where "xs"
// are all accesses.
rec_reason rec_place_reason(arena *a, const ir_loop *l, const rec_accesses *xs);

// -- ends.c ------------------------------------------------------------------
// The reason for which the number of iterations of "l" is not known; *what: the
// scalar that it is about, or NULL.
rec_reason rec_end_reason(arena *a, const ir_loop *l, const char **what);

// -- dependence.c ------------------------------------------------------------
// Says how iterations of loop "op" meet in the array that *why blames.
void rec_explain_array(loft_cx *cx, ir_func *f, ir_op *op, rec_why *why);

#endif
