// recognizer/shapes/growth.h: counters that go one way, and what is appended
// by them.
//
//   growth.c  counters that go one way
//   append.c  elements that iterations append
#ifndef LOFT_REC_GROWTH_H
#define LOFT_REC_GROWTH_H

#include "recognizer/footprint/footprint.h"

// -- growth.c ----------------------------------------------------------------
// A carried integer that a loop moves one way, by steps of its own.
typedef struct rec_counter {
  const ir_loop *l;
  int k;        // the carried scalar
  int sign;     // 1: upwards; -1: downwards
  int steps;    // values that may still be looked at
  bool modular; // sums may be of 32 bits without a sign: those of -fwrapv
  bool wraps;   // one is
} rec_counter;
enum { REC_UNKNOWN = -1 };
// Carried scalar "k" of "l" as a counter; false: it is none.
bool rec_match_counter(const ir_loop *l, int k, rec_counter *out);
// The same, which may wrap by its sums; and whether it may by these or its
// type.
bool rec_match_modular_counter(const ir_loop *l, int k, rec_counter *out);
bool rec_counter_may_wrap(const rec_counter *c);
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
// A subscript as base_scale * base + scale * counter + offset.
typedef struct rec_place {
  const ir_val *counter; // a value of it in the iteration
  ir_val *base;          // does not change in the loop; NULL: 0
  int64_t base_scale;
  int64_t scale, offset;
  int64_t before, after; // growth of the counter, at least
  const ir_val *trips;   // of the inner loop whose index is added; or NULL
} rec_place;
// Fills *at with the subscript of "op"; false when it is not by counter "c".
bool rec_match_place(rec_counter *c, const ir_op *op, rec_place *at);
// True when "op" is executed in the last iteration of "l" alone, by an if that
// asks for it.
bool rec_is_in_last(const ir_loop *l, const ir_op *op);
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

#endif
