// recognizer/shapes/independent.h: loops without dependences, and the reasons
// for others.
//
//   independent.c  loops without dependences
//   private.c      work arrays of one iteration
//   probes.c       what runs where C would not run it
//   carried.c      how iterations hand a scalar on, as a reason
//   dependence.c   how iterations meet in an array, as a reason
//   ends.c         why nobody knows how often a loop runs, as a reason
#ifndef LOFT_REC_INDEPENDENT_H
#define LOFT_REC_INDEPENDENT_H

#include "recognizer/footprint/footprint.h"

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
  bool floats;          // some of them of floats
  bool reorders; // and these of sums, or of others that the order changes
} rec_changes;
// The analysis (its isl part freed; "assumes" has its assumptions) when no
// iteration of loop "op" touches an array element that another one writes,
// after "changes", which are added. Else NULL and *why. "inside": within a map
// or reduce.
rec_an *rec_loop_independent(loft_cx *cx, ir_func *f, ir_op *op, bool inside,
                             rec_changes *changes, rec_why *why);

// -- private.c ---------------------------------------------------------------
// "copy_out": also when the array is needed after the loop.
bool rec_match_work_array(loft_cx *cx, ir_func *f, ir_op *op, int k,
                          bool copy_out, rec_work_array *out);
// Gives each iteration its own. Higher "k" first.
void rec_privatise(ir_func *f, ir_op *op, const rec_work_array *w);

// -- probes.c ----------------------------------------------------------------
// True when the runtime can test beforehand whether the element of "read" is
// readable, where C would not read it: one of an array of the caller's.
bool rec_may_probe(const ir_op *read);
// ir_walk_fn: stops at an op that may not be speculated, or a read that the
// runtime cannot test before. "user" is the region that is walked.
bool rec_is_harmless(void *user, ir_op *op);
// True when loop "copy" may run where C does not: it sets nothing but scalars,
// by what no iteration stores. n_uses must be valid.
bool rec_may_run_ahead(const ir_loop *copy);
// Notes the arrays that "r" reads where C may not have read.
void rec_note_probes(loft_cx *cx, ir_func *f, ir_region *r);

// -- carried.c ---------------------------------------------------------------
// True when the next value of carried scalar "k" of "l" follows from its value.
bool rec_is_handed_on(arena *a, const ir_loop *l, int k);
// True when whether "l", which has no count, goes on follows from it.
bool rec_decides_end(arena *a, const ir_loop *l, int k);
// The reason for which carried scalar "k" keeps loop "l" in order.
rec_reason rec_carried_reason(arena *a, const ir_loop *l, int k);
// The same for an element that its iterations hand on at one place of an array,
// where "xs" are all accesses.
rec_reason rec_place_reason(arena *a, const ir_loop *l, const rec_accesses *xs);

// -- dependence.c ------------------------------------------------------------
// Says how iterations of loop "op" meet in the array that *why blames.
void rec_explain_array(loft_cx *cx, ir_func *f, ir_op *op, rec_why *why);

// -- ends.c ------------------------------------------------------------------
// The reason for which the number of iterations of "l" is not known; *what: the
// scalar that it is about, or NULL.
rec_reason rec_end_reason(arena *a, const ir_loop *l, const char **what);

#endif
