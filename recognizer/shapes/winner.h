// recognizer/shapes/winner.h: values that one comparison sets, as C writes
// them.
//
//   winner.c        what sets them, and what is compared
//   winner_build.c  the loop in the form that folds together (compound.c)
#ifndef LOFT_REC_WINNER_H
#define LOFT_REC_WINNER_H

#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/nests.h"

typedef VEC(ir_region *) rec_regions;

// Values that are set together where all "terms" hold and "rival" beats "best",
// or nothing was set yet; or where several rivals do, as "ranking" has it.
typedef struct rec_contest {
  loft_cx *cx;
  ir_func *f;
  const rec_flat *flat; // the nest that the loop is; NULL: a loop of its own
  ir_loop l;
  VEC(int) set;    // numbers of the carried scalars
  ir_vals values;  // what they are set to
  rec_terms terms; // nothing in them is carried
  int n_before;    // of them C asks so many before it compares
  ir_opcode beats; // beats(rival, best), ...
  ir_val *rival, *best;
  int key; // ... carried scalar number "key", or -1: computed from those
           // that are set, as "rival" is from what they are set to
  bool ranks;
  rec_ranking ranking; // its keys are of ...
  ir_vals pairs;       // ... several of "best" and "rival"
  rec_term none; // whether nothing was set yet; v NULL: something always was
  rec_dom *d;    // of the end of the body, while it is matched
} rec_contest;

// -- winner.c ----------------------------------------------------------------
// The contest that sets carried scalar "k" of c->l, a counting loop, where it
// is not one as it is written; nothing else in "c" is known yet. False when
// there is none.
bool rec_match_contest(rec_contest *c, int k);

// -- winner_build.c ----------------------------------------------------------
// The contests of a loop.
typedef struct rec_contests {
  rec_regions ahead; // in which memory is read ahead of C
  bool counts;       // how often the loop runs is taken for granted before it
  ir_vals odd; // results of the loop: where one of these bools is true, the
               // others are not C's
} rec_contests;
// Lets loop "op", which counts, or is the nest "flat" (may be NULL), compare
// and set carried values at the end of its body. False where it has no
// contests, or they read ahead of C what the runtime cannot look at; it is of
// no use then.
bool rec_build_contests(loft_cx *cx, ir_func *f, ir_op *op,
                        const rec_flat *flat, rec_contests *out);

#endif
