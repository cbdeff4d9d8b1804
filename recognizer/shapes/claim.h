// recognizer/shapes/claim.h: elements that iterations claim.
//
//   claim.c        the elements, and the tests of them
//   claim_build.c  the loop that does not read them, and when it may run
//   countdown.c  those that iterations count down, claimed by who counts last
#ifndef LOFT_REC_CLAIM_H
#define LOFT_REC_CLAIM_H

#include "recognizer/footprint/footprint.h"

// A comparison of elements: cmp(element, side).
typedef struct rec_claim_test {
  ir_op *read, *op;
  ir_opcode cmp;
  ir_val *side;
} rec_claim_test;

// An array of a loop whose elements its iterations claim.
typedef struct rec_claim {
  arena *a;
  ir_loop l;
  const ir_val *array; // the parameter of the body
  VEC(ir_op *) reads;
  VEC(rec_claim_test) tests;
  VEC(ir_op *) others; // reads that are not tested; rec_ahead gathers them
  VEC(ir_op *)
  stores;              // in C's order: several, if an iteration makes several
                       // claims, the first of which "first" then is of
  ir_op *store;        // the one at hand, or the first
  ir_op *choice;       // the if around the store that asks for it
  int side;            // its region that has the store
  int guard;           // the test that it asks
  VEC(int) guards;     // those of all stores
  VEC(ir_op *) behind; // ifs that read more where a test holds
  ir_opcode extremum;  // min or max of what is stored; UPDATE: a claim
  bool first;          // who claims first matters
  bool nested;         // ... and inner loops claim
} rec_claim;

// The array of loop "op" whose elements are claimed; false: none. Use counts
// are valid behind it.
bool rec_match_claim(ir_func *f, ir_op *op, rec_claim *c);
// True when "read" loads the value from before the loop: the iteration's own
// element, before the store.
bool rec_reads_own(const rec_claim *c, const ir_op *read);
// The innermost loop of l's body that region "r" is in; NULL: none.
const ir_op *rec_loop_in(const ir_loop *l, const ir_region *r);
// True when region "home" of l's body is executed once at most in an iteration,
// or in one of one inner loop (*nested), so that both numbers may fit into one.
bool rec_is_numbered(const ir_loop *l, const ir_region *home, bool *nested);
// "all" and whether an iteration's number and that of an inner loop's fit into
// one, where that is not known.
ir_val *rec_build_numbers_fit(ir_builder *b, const ir_loop *l, bool nested,
                              ir_val *all);
// A bool that is true, but no constant, in front of "l", which carries array
// "k": the loop in order stays in any case, and footprints are computed from
// it.
ir_val *rec_build_truth(ir_builder *b, const ir_loop *l, int k);

#endif
