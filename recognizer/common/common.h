// recognizer/common/common.h: functions of regions as a whole.
//
//   clean.c      dead and unchanged values of loops and ifs
//   copy.c       copies of arrays
//   companion.c  functions of the same parameters: the guard
//   bound.c      computations that may run ahead of C
//   trap.c       calls that do not return
//   places.c     where C assigns the scalars that loops carry, and names of
//                elements
#ifndef LOFT_REC_COMMON_H
#define LOFT_REC_COMMON_H

#include "recognizer/recognizer.h"

// -- clean.c -----------------------------------------------------------------
// Removes scalars, carried ones too, that nothing needs; carried values that
// never change become what they start as.
void rec_clean(loft_cx *cx, ir_func *f);
// Removes the ops in "r", and the results of loops and ifs, that its yield does
// not need. n_uses are valid in "r" then.
void rec_remove_unused(ir_region *r);
// Drops what loop "op" carries without changing it, and what it computes for
// nothing.
void rec_drop_unchanged(ir_func *f, ir_op *op);
// Lets loop "op" carry and compute what its result "k" needs alone; the others
// have no uses.
void rec_keep_result(ir_func *f, ir_op *op, int k);

// -- companion.c -------------------------------------------------------------
// A function "name" with the parameters of "f", which it may read; "subst"
// maps the parameters.
ir_func *rec_new_companion(ir_func *f, const char *name, map *subst);
// Removes the ops that its results do not need from "g", and settles which
// parameters it reads.
void rec_settle_companion(loft_cx *cx, ir_func *g);
// Removes "g" from its module.
void rec_drop_companion(ir_func *g);
// The name of the guard function of "f".
const char *rec_guard_name(arena *a, const ir_func *f);
// The guard function of "f": the region runs only where it holds. NULL: none.
ir_func *rec_guard_find(arena *a, const ir_func *f);
// The name of the function of the conditions that C assumes for "f".
const char *rec_assumed_name(arena *a, const ir_func *f);
// That function: it gives a bool, which is part of the guard. NULL: none.
ir_func *rec_assumed_find(arena *a, const ir_func *f);
// Narrows "lo" and "hi" by what "guard" (or NULL) says about its integer
// parameter "index".
void rec_guard_bounds(arena *a, const ir_func *guard, int index, int64_t *lo,
                      int64_t *hi);
// Adds the conditions of which "v", a guard's value, is the conjunction.
void rec_guard_split(arena *a, ir_val *v, ir_vals *out);
// True when guard function "guard" checks every condition of "other", both of
// the same parameters; NULL: there are none.
bool rec_guard_covers(arena *a, const ir_func *guard, const ir_func *other);

// -- bound.c -----------------------------------------------------------------
// Lets "f", which answers yes or no, compute from any values, ahead of C, and
// end: perhaps by a yes. False where it cannot, with "f" half changed.
bool rec_bound(ir_func *f);

// -- copy.c ------------------------------------------------------------------
// Copies "n" elements of array "from" from place "lo" on, by *loop at "b"; the
// copy.
ir_val *rec_build_copy(ir_builder *b, ir_val *from, ir_val *lo, ir_val *n,
                       ir_op **loop);
// Lets the "n" "reads" be of a copy, made at "b", of all elements of "from"
// that there are. The loop that makes it.
ir_op *rec_read_copy(ir_builder *b, ir_val *from, ir_op *const *reads, int n);

// -- trap.c ------------------------------------------------------------------
// The function, in a module of its own, that computes alone whether "r" reaches
// the call r->trap.
ir_func *rec_ask_trap(const rec_region *r);
// Asks by "g", what rec_ask_trap built, before "r" does anything whether the
// call is reached, and lets it do nothing then. False, with "r" as it was and
// "g" of no more use, where "g" does more than may be done ahead of C.
bool rec_split_trap(loft_cx *cx, rec_region *r, ir_func *g);

// -- places.c ----------------------------------------------------------------
// Notes that C assigns the scalar "name", in the loop at "loop", at "loc". Of
// several such places the first of the highest "rank" is kept.
void rec_note_assigned(loft_cx *cx, const char *name, loft_loc loop,
                       loft_loc loc, int rank);
// That place; line 0: there is none.
loft_loc rec_assigned_at(const loft_cx *cx, const char *name, loft_loc loop);
// Notes that C writes "text" for element "at" of the array "name".
void rec_note_element(loft_cx *cx, const char *name, int64_t at,
                      const char *text);
// A name for that element, which C's words are known of; "name": there is none.
const char *rec_element_name(const loft_cx *cx, const char *name, int64_t at);

#endif
