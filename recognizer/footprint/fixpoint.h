// recognizer/footprint/fixpoint.h: the loop that finds ranges by iteration.
//
//   unknowns.c   the unknowns, and bounds over their intervals so far
//   limits.c     counters that claims make grow
//   fixpoint.c   the sources of their values, and the loop
#ifndef LOFT_REC_FIXPOINT_H
#define LOFT_REC_FIXPOINT_H

#include "recognizer/footprint/footprint.h"

// An unknown. It is carried as its least and largest value; one that is loaded
// also as the range looked at.
enum { REC_LO, REC_HI, REC_FIRST_SEEN, REC_N_OF_VALUE = 2, REC_N_OF_LOAD = 6 };
typedef struct rec_unknown {
  ir_val *v;  // the load, if's result, loop's parameter, or class of an array
  int first;  // number of its least value among what the loop carries
  int lo, hi; // atoms: its bounds, or 0 where it has no value yet
  ir_val *next[2]; // its bounds after the iteration, as far as known
  ir_val *seen[4]; // the same of what was looked at
  int mark;        // of the last search that reached it
} rec_unknown;

// The values of "to" are made of those of "from": they are the same, or
// computed from them.
typedef struct rec_flow {
  rec_unknown *from, *to;
  bool computed;
} rec_flow;

// What bounds a counter that grows with each element claimed (claimed.c).
typedef struct rec_limit {
  rec_claimed c;
  const struct rec_unknown *u; // that it is the bounds of
  ir_val *cls, *array;         // of the claimed elements
  int first; // of what the loop carries: range counted, number found
  ir_val *next[3];
} rec_limit;

// The loop, as it is built.
typedef struct rec_fixpoint {
  rec_emit e; // into the loop's body; first: it is how the inspector is called
  rec_emit *outer;
  rec_accesses all;
  ir_op *loop;
  ir_builder b; // of e
  VEC(rec_unknown *) unknowns;
  VEC(rec_unknown *) used; // by the source being bounded
  bool bounds_place;       // it is one of a subscript
  map *growing;  // ir_val * -> itself: what grows, which bounds no subscript
  map *found;    // of a draft: what was found to grow
  bool is_draft; // made for what values are made of; it bounds nothing
  VEC(rec_limit *) limits; // of counters
  VEC(rec_flow) flows;
  map *of; // ir_val * -> rec_unknown *
} rec_fixpoint;

// -- unknowns.c --------------------------------------------------------------
// Adds an i64 to what the loop carries, "init" at first.
ir_val *rec_fixpoint_carry(rec_fixpoint *fx, int64_t init);
// The carried value "k" of "u".
ir_val *rec_fixpoint_carried(const rec_fixpoint *fx, const rec_unknown *u,
                             int k);
// Whether "u" has a value so far.
ir_val *rec_fixpoint_has_value(rec_fixpoint *fx, const rec_unknown *u);
// The unknown for "v", which is one, made when missing.
rec_unknown *rec_fixpoint_unknown(rec_fixpoint *fx, ir_val *v);
// The unknown that "p" is; NULL: it is computed, or none.
const rec_unknown *rec_fixpoint_same(const rec_fixpoint *fx, const rec_poly *p);
// The bounds that the iteration knows.
extern const rec_inspector rec_fixpoint_inspector;
// The domain of "op", from whose making on it is noted what it depends on. A
// place depends on no value that grows.
rec_dom *rec_fixpoint_source(rec_fixpoint *fx, ir_op *op, bool place);
// Bounds of "p" over "d", of which nothing is executed before all that it
// depends on has a value. False when there are none.
bool rec_fixpoint_bounds(rec_fixpoint *fx, rec_dom *d, const rec_poly *p,
                         rec_bounds *out);
// Widens "bounds", two values, to lo and hi where "some".
void rec_fixpoint_widen(rec_fixpoint *fx, ir_val **bounds, const rec_bounds *x);
// Notes what the values of "u" are made of that are read as "p".
void rec_fixpoint_flow(rec_fixpoint *fx, rec_unknown *u, const rec_poly *p);
// The array parameters in class "cls".
ir_vals rec_fixpoint_arrays(const rec_fixpoint *fx, const ir_val *cls);
// True when "x" writes to array "cls" what no other version of it does.
bool rec_fixpoint_writes(const rec_access *x, const ir_val *cls);

// -- limits.c ----------------------------------------------------------------
// Widens "u", a counter "c", to what it starts as and as much more as it may
// grow. False: not known.
bool rec_fixpoint_counter(rec_fixpoint *fx, rec_unknown *u,
                          const rec_claimed *c);

#endif
