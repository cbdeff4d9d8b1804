// recognizer/shapes/search.h: loops that end early.
//
//   search.c   loops that end at the first hit
//   counted.c  loops that run for as long as memory says
//   texts.c    walks through texts up to their end
//   landing.c  whether such walks step over it
#ifndef LOFT_REC_SEARCH_H
#define LOFT_REC_SEARCH_H

#include "recognizer/shapes/driver.h"

// -- search.c ----------------------------------------------------------------
// The values that the end of a loop may depend on.
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
// Builds a search in front of "op", a counting loop that may end early, with
// the same results: a loop over chunks that looks for the iteration that ends
// it, the iterations before that as the loop s->going, and that iteration.
// False when its end depends on other values than "ending" names; by the index
// alone, nothing is changed then.
bool rec_build_search(ir_func *f, ir_op *op, rec_ending ending, rec_search *s);
// Puts it in place of the loop.
void rec_keep_search(rec_search *s);

// -- counted.c ---------------------------------------------------------------
// True when "v", how often a loop runs, can be computed before the region
// starts.
bool rec_is_measured(const rec_driver *d, const ir_val *v);
// Makes the loops of "f", which has a footprint, that count how often others
// run searches within that footprint, where they read one element behind
// another.
void rec_search_counts(loft_cx *cx, ir_func *f);
// Calls "fn" with the reads of while loops that the footprint of "f" runs too,
// until it returns false; what it returned last.
typedef bool rec_decides_fn(void *user, ir_op *read);
bool rec_each_deciding(loft_cx *cx, ir_func *f, rec_decides_fn *fn, void *user);

// -- landing.c ---------------------------------------------------------------
// A walk by steps that data say, through elements that are not 0.
typedef struct rec_landing {
  loft_cx *cx;
  const ir_loop *l;
  int k;           // the carried scalar that is the place
  const ir_val *s; // the elements
  ir_val *end;     // the place of the first 0
} rec_landing;
// How many of the walks in front of the loop that what is left of the walk is
// one of do not get to the end, if steps are no longer than those that are
// counted down. NULL, with ops that are of no use left there: steps follow from
// more than the place, two elements there, and constant tables.
ir_val *rec_build_missed(const rec_landing *of);

#endif
