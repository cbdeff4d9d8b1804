// recognizer/shapes/keyed.h: elements at places that are data.
//
//   survey.c     what iterations find, gathered before
//   claim.c      elements that iterations claim
//   keyed.c      elements that iterations fold into, and read
//   flat.c       nests of these as one loop
//   countdown.c  elements that iterations count down to a number
//   combine.c    elements that iterations combine into
//   scatter.c    elements that iterations write at places that are data
//   distinct.c   places that are different in all iterations
//   inspected.c  elements that are read before others write them
#ifndef LOFT_REC_KEYED_H
#define LOFT_REC_KEYED_H

#include "recognizer/footprint/footprint.h"

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
// A loop at "b", which goes to *out, that makes an array of the elements that
// "read", of an array that "l" carries, loads in each iteration, if no
// iteration writes these.
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
// A loop in front of r->l that updates the array as that does, and does nothing
// else; values of the loop's body go to "subst".
ir_op *rec_start_folds(rec_keying *r, map *subst);
// Removes the writes in loop body "body" to other arrays than "own" (may be
// NULL).
void rec_drop_writes(ir_region *body, const ir_val *own);
// The last carried value of loop body "body" and of the loops in it, down to
// region "in".
ir_val *rec_carried_last(const ir_region *body, const ir_region *in);
// Lets loops and ifs hand on "v", made in region "in" of loop body "body", as
// their last carried value.
void rec_carry_out(const ir_region *body, ir_region *in, ir_val *v);
// A loop in front of "op", a counting loop, that folds into elements which "op"
// reads, in its place, and keeps the values from before each fold, which "op"
// then reads. NULL, and "op" may be changed, when there are no such elements.
ir_op *rec_build_keyed(ir_func *f, ir_op *op);
// The same for "op", a counting loop that reads elements, and replaces them by
// values that do not depend on them; *out are more loops in front of it. False,
// and "op" may be changed, when there are no such elements.
bool rec_build_exchange(ir_func *f, ir_op *op, rec_ahead *out);

// -- flat.c ------------------------------------------------------------------
// A loop in place of "op", a nest that folds into elements and reads them;
// *table: the nest in front of that, which it reads, or NULL. NULL: "op" is no
// such nest.
ir_op *rec_flatten_keyed(loft_cx *cx, ir_func *f, ir_op *op, ir_op **table);
// The same for a nest of rows that does nothing but combine into elements, and
// needs no such nest.
ir_op *rec_flatten_counts(loft_cx *cx, ir_func *f, ir_op *op);

// -- countdown.c -------------------------------------------------------------
// Whether loop "op", which counts, may find out behind its last iteration which
// one counted an element down to the value of its test: a bool in front of it.
// NULL: it counts none down, and "op" may be changed.
ir_val *rec_build_countdown(ir_func *f, ir_op *op);
// A loop in place of "op", which is such a loop, that does, and leaves "op" to
// the case that elements get below; *out: the loops in front of both.
ir_op *rec_count_down(ir_func *f, ir_op *op, rec_ahead *out);

// -- combine.c ---------------------------------------------------------------
// True when all that the iterations of "l" do to carried array "k" is combining
// values into its elements, by one associative operator; *reorders (may be
// NULL) is set where these are floats whose bits depend on how iterations are
// grouped.
bool rec_combines(arena *a, const ir_loop *l, int k, bool *reorders);
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
// True when it is given which element "op" touches, and whether it does, if the
// elements that "read" loads are taken for given although the loop writes them.
bool rec_is_place_given(arena *a, const ir_loop *l, const ir_op *op,
                        const ir_op *read);
// True when "v" follows from the index of "l", values that it does not change
// and the elements that "read" loads.
bool rec_follows_index(arena *a, const ir_loop *l, const ir_val *v,
                       const ir_op *read);
// The numbers of the iterations of loop "op", which is outside of maps, that
// are the first to write each element of carried array "k" from *begin on, for
// *size elements, all of it; the greatest of their type where none does.
ir_val *rec_build_first_writes(ir_func *f, ir_op *op, int k, ir_val **begin,
                               ir_val **size);
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

// -- inspected.c -------------------------------------------------------------
// Whether each element of an array that loop "op" reads, and writes at places
// that are data, is read last before it is written first, a bool in front of
// it; NULL: there is no such array.
ir_val *rec_build_inspection(ir_func *f, ir_op *op);
// Lets "op", where that holds, read a copy of the array. The loop in front of
// it that makes the copy; NULL: there is no such array.
ir_op *rec_copy_inspected(ir_func *f, ir_op *op);

#endif
