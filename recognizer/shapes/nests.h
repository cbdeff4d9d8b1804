// recognizer/shapes/nests.h: loops of another form: nests as one loop, one
// loop as a nest, walks and rounds.
//
//   nest.c       nests of loops as one
//   unflatten.c  loops over all of a grid as nests
//   blocks.c     loops over parts of elements, element by element
//   rounds.c     loops over rings, round by round
//   residues.c   recurrences of a constant distance, one after the other
//   strips.c     loops strip by strip, and recurrences that are parallel so
//   worklist.c   work lists, round by round
//   relax.c      values that are lowered until nothing changes
//   strides.c    walks whose steps data say
//   unrolled.c   inner loops of few iterations, unrolled
//   machine.c    state machines
#ifndef LOFT_REC_NESTS_H
#define LOFT_REC_NESTS_H

#include "recognizer/footprint/footprint.h"

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
// Lets loop "outer", with such a body "r" in it, take the place of "l".
void rec_replace_loop(ir_func *f, const ir_loop *l, ir_op *outer, ir_region *r,
                      ir_val *at);

// -- blocks.c ----------------------------------------------------------------
// A nest in place of the counting loop "op": over the values of a quotient of
// its index by a constant, and the iterations of each; the results of "op" are
// replaced. NULL where there is no such quotient.
ir_op *rec_build_blocks(loft_cx *cx, ir_func *f, ir_op *op);

// -- rounds.c ----------------------------------------------------------------
// A loop over rounds in place of the loop "op", in each of which remainders of
// its index differ; the loop over a round. NULL, and nothing changed, where
// there are no such remainders, or no guard can check what they need.
ir_op *rec_build_rounds(loft_cx *cx, ir_func *f, ir_op *op);

// -- residues.c --------------------------------------------------------------
// A nest in place of the counting loop "op", of which iterations that touch one
// element are a constant number apart, or multiples of it: over that number,
// and over all iterations that are so far apart; the latter. The results of
// "op" are replaced. NULL where there is no such number. What is built stays.
ir_op *rec_build_residues(loft_cx *cx, ir_func *f, ir_op *op);

// -- strips.c ----------------------------------------------------------------
// A loop over strips of as many iterations of another loop, and one over each.
typedef struct rec_strips {
  ir_op *outer, *inner;
  ir_val *j, *at; // the iteration in the strip, and of the loop
} rec_strips;
// Builds both in front of "l", of strips of "m" iterations (i64, at least 1);
// "name" is that of the number of a strip. The inner loop has no body yet.
rec_strips rec_build_strips(const ir_loop *l, ir_val *m, const char *name);
// Moves the body of "l" there; the results of "l" are replaced, and it goes.
void rec_fill_strips(ir_func *f, const ir_loop *l, const rec_strips *s);
// The least number of iterations between one that writes an element and one
// that touches it later, of loop "op", which counts, as an i64 in front of it:
// a guess, which is right where strips of so many iterations are parallel. NULL
// where there is none, or it is too little for strips.
ir_val *rec_build_shrinkage(loft_cx *cx, ir_func *f, ir_op *op);
// Whether that, "m", is enough, as a bool at "b".
ir_val *rec_build_can_shrink(ir_builder *b, ir_val *m);
// Lets the region run only where it is, whenever "op" is executed. False when
// that cannot be checked.
bool rec_guard_shrinkage(loft_cx *cx, ir_func *f, ir_op *op, ir_val *m);

// -- worklist.c --------------------------------------------------------------
// Makes the while loop "op", which takes elements from a list that it appends
// to, one over rounds; the loop over a round. NULL, and nothing changed, where
// it is no such loop.
ir_op *rec_build_worklist(loft_cx *cx, ir_func *f, ir_op *op);

// -- relax.c -----------------------------------------------------------------
// Lets the rounds of the while loop "op", which lower elements of an array
// until nothing changes, read the elements as they were when a round started.
// Returns the loop in it; *copy: the one in front, that copies the array. NULL
// when "op" is no such loop.
ir_op *rec_build_relax(ir_func *f, ir_op *op, ir_op **copy);

// -- visits.c ----------------------------------------------------------------
// What a walk over places does, in front of it.
typedef struct rec_visits {
  ir_val *marks; // u8 of each place: it gets there
  ir_val *end;   // where it ends, in the type of places
} rec_visits;
// Computes at "b" which of the "n" places from "first" on, an i64, the walk "l"
// visits, whose place is carried value "k" and goes "stride" places on, about.
// False, and nothing is built, where
// the next place follows from more than the place and arrays that can be read
// at all places.
bool rec_build_visits(loft_cx *cx, ir_builder *b, const ir_loop *l, int k,
                      ir_val *first, ir_val *n, int stride, rec_visits *out);

// -- strides.c ---------------------------------------------------------------
// A loop in place of the while loop "op", whose steps are data: over all
// places, of which it skips some. NULL when it is none.
ir_op *rec_build_strides(loft_cx *cx, ir_func *f, ir_op *op);
// True when "op" is such a loop whose steps are so small that they are counted
// down: no longer than the places that landing.c walks from.
bool rec_has_small_steps(loft_cx *cx, ir_func *f, ir_op *op);

// -- unrolled.c --------------------------------------------------------------
// Unrolls the loops in "r" that surely have few iterations, of few ops.
void rec_unroll_inside(ir_func *f, ir_region *r);

// -- machine.c ---------------------------------------------------------------
// Lets "op", a counting loop, carry a function of the few states that scalars
// of it have (the next state of each), in place of these. Returns it; NULL when
// it has none, or they may start otherwise.
ir_op *rec_build_machine(loft_cx *cx, ir_func *f, ir_op *op);

#endif
