// recognizer/footprint/fixpoint.h: the loop that finds ranges by iteration.
//
//   unknowns.c   the unknowns, and bounds over their intervals so far
//   limits.c     counters that claims make grow, and values that grow with them
//   listed.c     elements at the places that such a list has
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
  ir_val *most;    // of an array: it holds nothing larger; NULL: of its type
  ir_val *seen[4]; // the same of what was looked at
  int mark;        // of the last search that reached it
} rec_unknown;

// The values of "to" are made of those of "from": they are the same, or
// computed from them.
typedef struct rec_flow {
  rec_unknown *from, *to;
  bool computed;
} rec_flow;

// The bound of a counter that grows with each element claimed (claimed.c). It
// is carried as the range counted, the number found, and the largest of the
// array's elements that what is stored may be made of.
enum { REC_COUNTED = 0, REC_N_FOUND = 2, REC_LARGEST = 3, REC_N_OF_LIMIT = 4 };
typedef struct rec_limit {
  rec_claimed c;
  const struct rec_unknown *u; // that it is the bounds of
  ir_val *cls, *array;         // of the claimed elements
  ir_vals terms;               // loads of it, in sums that the claims store
  int first;                   // of what the loop carries
  ir_val *next[REC_N_OF_LIMIT];
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
  bool is_steady;          // it depends on nothing that grows
  map *growing;  // ir_val * -> itself: what grows, which bounds no subscript
  map *found;    // of a draft: what was found to grow
  bool is_draft; // made for what values are made of; it bounds nothing
  VEC(rec_limit *) limits; // of counters
  VEC(rec_flow) flows;
  map *of; // ir_val * -> rec_unknown *
} rec_fixpoint;

// -- unknowns.c --------------------------------------------------------------
// Adds an i64 to the carried values of the loop, "init" at first.
ir_val *rec_fixpoint_carry(rec_fixpoint *fx, int64_t init);
// The carried value "k" of "u".
ir_val *rec_fixpoint_carried(const rec_fixpoint *fx, const rec_unknown *u,
                             int k);
// Whether "u" has a value so far.
ir_val *rec_fixpoint_has_value(rec_fixpoint *fx, const rec_unknown *u);
// The unknown for "v", which is one, made when missing.
rec_unknown *rec_fixpoint_unknown(rec_fixpoint *fx, ir_val *v);
// The unknown that "p" is; NULL: it is computed, or none.
const rec_unknown *rec_fixpoint_same(const rec_fixpoint *fx, const an_poly *p);
// The bounds that the iteration knows.
extern const rec_inspector rec_fixpoint_inspector;
// The domain of "op", from whose making on it is noted what it depends on. A
// place depends on no value that grows, but in drafts, which find these; what
// is steady does not there either.
typedef enum rec_source { REC_ANY, REC_PLACE, REC_STEADY } rec_source;
rec_dom *rec_fixpoint_source(rec_fixpoint *fx, ir_op *op, rec_source what);
// "v", stored at "d". A sum that may wrap is read as if it did not (*wraps):
// rec_fixpoint_wrap then takes its bounds for those of the type where it may.
an_poly rec_fixpoint_read(rec_dom *d, ir_val *v, bool *wraps);
void rec_fixpoint_wrap(rec_fixpoint *fx, const ir_val *v, rec_bounds *x);
// Bounds of "p" over "d", of which nothing is executed before all that it
// depends on has a value. False when there are none.
bool rec_fixpoint_bounds(rec_fixpoint *fx, rec_dom *d, const an_poly *p,
                         rec_bounds *out);
// Widens "bounds", two values, to lo and hi where "some".
void rec_fixpoint_widen(rec_fixpoint *fx, ir_val **bounds, const rec_bounds *x);
// Whether |v| is below 2^bits: small enough to be multiplied.
ir_val *rec_fixpoint_is_small(rec_fixpoint *fx, ir_val *v, int bits);
// Notes what the values of "u" are made of that are read as "p".
void rec_fixpoint_flow(rec_fixpoint *fx, rec_unknown *u, const an_poly *p);
// The array parameters in class "cls".
ir_vals rec_fixpoint_arrays(const rec_fixpoint *fx, const ir_val *cls);
// True when "x" writes to array "cls" what no other version of it does.
bool rec_fixpoint_writes(const rec_access *x, const ir_val *cls);

// -- limits.c ----------------------------------------------------------------
// Widens "u", a counter "c", to what it starts as and as much more as it may
// grow. False: not known.
bool rec_fixpoint_counter(rec_fixpoint *fx, rec_unknown *u,
                          const rec_claimed *c);
// The limit of the claims of array "cls"; NULL: none.
rec_limit *rec_fixpoint_limit_of(const rec_fixpoint *fx, const ir_val *cls);
// The largest value that the array of "l" may hold where it was read or stored,
// as each claim stores a sum with what it reads of it; NULL: not known.
ir_val *rec_fixpoint_most(rec_fixpoint *fx, const rec_limit *l);

// -- listed.c ----------------------------------------------------------------
// True when "load" has its subscript from a list of elements that the claims of
// "l" made, and those that *first loads, which the list had at the region's
// start (NULL: none).
bool rec_fixpoint_listed(const rec_fixpoint *fx, const rec_limit *l,
                         const ir_op *load, ir_op **first);

#endif
