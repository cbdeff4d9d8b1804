// recognizer/front/lower_count.h: loops with a count; lower_match.c finds
// them, lower_count.c counts, lower_loop.c builds them.
#ifndef LOFT_REC_LOWER_COUNT_H
#define LOFT_REC_LOWER_COUNT_H

#include "recognizer/front/lower_private.h"

// Expressions amidst the body of a loop that step its variable, in the order in
// which an iteration evaluates them; "at": how far it then is, of "all" that
// it moves. A single one may move it by any amount, and has no such numbers.
typedef struct rec_inside {
  rec_exprs exprs;
  VEC(int64_t) at;
  int64_t all;
} rec_inside;

// A loop as: var from lo by step, "trip" times.
typedef struct rec_count {
  lt_var *var;
  rec_obj *obj;
  bool in_test; // the test compares var, then steps it (i-- > 0); the body sees
                // it one step further, and so does what follows the loop
  bool at_end;  // a do loop: step and test follow the body, so it runs once
  bool old;     // ... of what the variable was before that step
  rec_inside inside;   // what is the step; none: it follows the body
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
  int n_before;             // those of them that see var as the body does
  ir_val *next;             // what the others see
  rec_effects fx;           // of body, tests and steps
  ir_val *lo, *step, *trip; // i64
} rec_count;

// The variable "e" is, looking through conversions, or NULL.
lt_var *rec_count_variable(const lt_expr *e);
// "e" as a comparison of c->var with something.
bool rec_count_match_test(const lt_expr *e, rec_count *c);
// True when "s", a do loop with a step between body and test as well, has the
// shape of a counting loop; changes nothing. "inside": what in its body is its
// step.
bool rec_count_match(rec_lower *lower, const lt_stmt *s,
                     const rec_inside *inside, rec_count *c);
// Those of "steps", the assignments of an iteration, that move the variable of
// number "last", the last of several, by constants, all of one sign: as one
// step, or NULL where there are others; "inside" gets them.
lt_expr *rec_count_join(rec_lower *lower, const rec_exprs *steps, int last,
                        rec_inside *inside);
// True when the test of the loop "s" steps its variable: i-- > 0.
bool rec_count_steps_in_test(rec_lower *lower, const lt_stmt *s);
// Adds to "out" the assignments that each iteration of a loop with this body
// evaluates once, unless it is left: whole statements, and ++ and -- in them.
void rec_count_steps(rec_lower *lower, const lt_stmt *body, rec_exprs *out);
// Evaluates start, bound and step before the loop, and requires what must hold
// for the count; "exits": the loop may be left early. Objects that the bounds
// read are appended to lower->log. Comparisons in c->also lower the count; one
// that cannot be told joins c->tests. False when it cannot be counted.
bool rec_count_evaluate(rec_lower *lower, rec_count *c, bool exits);

#endif
