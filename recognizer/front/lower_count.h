// recognizer/front/lower_count.h: loops with a count; lower_match.c finds
// them, lower_count.c counts, lower_loop.c builds them.
#ifndef LOFT_REC_LOWER_COUNT_H
#define LOFT_REC_LOWER_COUNT_H

#include "recognizer/front/lower_private.h"

typedef VEC(const lt_expr *) rec_exprs;

// A loop as: var from lo by step, "trip" times.
typedef struct rec_count {
  lt_var *var;
  rec_obj *obj;
  bool in_test; // the test compares var, then steps it (i-- > 0); the body sees
                // it one step further, and so does what follows the loop
  bool at_end;  // a do loop: step and test follow the body, so it runs once
  bool old;     // ... of what the variable was before that step
  // The expression amidst the body that is the step; NULL: it follows the body.
  const lt_expr *inside;
  const lt_expr *test; // the comparison
  lt_op rel;           // side rel bound
  const lt_expr *side; // var with conversions, factor and addend
  int64_t factor;      // what var is multiplied with there, at least 1
  bool square;         // or it is var times var
  const lt_expr *product;
  const lt_expr *sum; // the sum in it, when there is an addend
  const lt_expr *addend;
  bool subtract;        // addend is subtracted
  const lt_expr *bound; // NULL: 0
  // The bound is this variable, which moves by "closing" in each iteration.
  const lt_var *other;
  int64_t closing;
  const lt_expr *amount; // of the step; NULL: 1
  bool negative;         // amount is subtracted
  bool wraps;            // unsigned, goes down past 0: i < n with i--
  bool bounded;          // another comparison keeps var from wrapping
  rec_exprs also;        // further comparisons of var with bounds
  rec_exprs tests;       // conjuncts of the condition that do not count
  // Those of them that scalars decide which the loop changes: asked when an
  // iteration ends.
  rec_exprs ends;
  rec_exprs steps;          // the other parts of the step
  rec_effects fx;           // of body, tests and steps
  ir_val *lo, *step, *trip; // i64
} rec_count;

// The variable "e" is, looking through conversions, or NULL.
lt_var *rec_count_variable(const lt_expr *e);
// "e" as a comparison of c->var with something.
bool rec_count_match_test(const lt_expr *e, rec_count *c);
// True when "s", a do loop with a step between body and test as well, has the
// shape of a counting loop; changes nothing. "inside" (or NULL): the expression
// in its body that is its step.
bool rec_count_match(rec_low *lx, const lt_stmt *s, const lt_expr *inside,
                     rec_count *c);
// Adds to "out" the assignments that each iteration of a loop with this body
// evaluates once, unless it is left: whole statements, and ++ and -- in them.
void rec_count_steps(rec_low *lx, const lt_stmt *body, rec_exprs *out);
// Evaluates start, bound and step before the loop, and requires what must hold
// for the count; "exits": the loop may be left early. Objects that the bounds
// read are appended to lx->log. Comparisons in c->also lower the count; one
// that cannot be told joins c->tests. False when it cannot be counted.
bool rec_count_evaluate(rec_low *lx, rec_count *c, bool exits);

#endif
