// recognizer/shapes/driver.h: the shapes that the driver tries, and trials.
//
//   shapes.def  the shapes, in the order in which they are tried
//   trial.c     changes for a trial, undone where it fails
//   parallel.c  maps, reductions and scans: loops that are parallel as they are
//   tries.c     loops that are parallel in another form
//   parts.c     loops of which parts are parallel
//   unswitch.c  conditions that are the same in all iterations
//   explain.c   why a loop stays, more closely
//   try.c       tries a loop as all of these, and the loops inside
//   soac.c      the driver
#ifndef LOFT_REC_DRIVER_H
#define LOFT_REC_DRIVER_H

#include "recognizer/footprint/footprint.h"

typedef struct rec_driver rec_driver;
typedef struct rec_shape_row rec_shape_row;

// Shapes in the order in which a loop is tried as them.
typedef struct rec_shapes {
  const rec_shape_row *at;
  int n;
} rec_shapes;

struct rec_driver {
  loft_cx *cx;
  ir_func *f;
  bool assoc; // folds of floats may be in another order
  int n_found;
  int n_switches; // conditions around the loop that is tried
  rec_whys stayed;
  bool is_apart;    // one of them says that its accesses are apart
  bool is_shrunk;   // one of them says whether strips of it are parallel
  rec_shapes outer; // as which loops outside of maps are tried
  rec_shapes inner; // and those in maps and reduces
};

// -- try.c -------------------------------------------------------------------
// Why a loop is not parallel as it is.
typedef enum rec_obstacle {
  REC_BY_EXIT = 1,    // it may end early
  REC_BY_NOTHING = 2, // it counts: that was not asked yet
  REC_BY_ARRAY = 4,   // iterations share elements of an array
  REC_BY_SCALAR = 8,  // or a scalar
  REC_BY_OTHER = 16,
  REC_CALLS = 32 // of a shape: it makes no call but those that C makes
} rec_obstacle;
// Makes "op", a loop, parallel in a shape: the op that is parallel, with what
// it keeps in order in *why. NULL: it has not that shape; *why says why not,
// where something is to be said.
typedef ir_op *rec_try(rec_driver *d, ir_op *op, rec_why *why);
// Gives "op" another form, in place or in front of it: that loop. NULL: it has
// none. What it builds in vain may stay in front of "op", or in it.
typedef ir_op *rec_form_loop(loft_cx *cx, ir_func *f, ir_op *op);
#define REC_SHAPE(ID, try, needs, text) rec_try try;
#define REC_FORM(ID, form, needs, text)
#define REC_INNER(ID, try, needs, text) rec_try try;
#include "recognizer/shapes/shapes.def"
#undef REC_SHAPE
#undef REC_FORM
#undef REC_INNER
// A shape that a loop may have.
struct rec_shape_row {
  rec_try *try;        // or else
  rec_form_loop *form; // which is then tried
  unsigned needs;      // rec_obstacle: one of these
};
// Makes "op", a loop outside of maps, parallel in the first shape that it has.
ir_op *rec_try_loop(rec_driver *d, ir_op *op, rec_why *why);
// Makes the loops in "r" parallel, outer ones first. Folds in order alone do
// not count as found.
void rec_search_loops(rec_driver *d, ir_region *r, bool inside);

// -- trial.c -----------------------------------------------------------------
// State of the function around the loop that trying a shape may change.
typedef struct rec_mark {
  rec_guard_mark guard;
  int *modes; // of the parameters
  int n_stayed;
} rec_mark;
rec_mark rec_mark_driver(const rec_driver *d);
void rec_reset_driver(rec_driver *d, const rec_mark *to);
// An operand that is a result of a loop.
typedef struct rec_use {
  ir_op *user;
  int operand, result;
} rec_use;
// Another form of loop "op", which is built in front of it.
typedef struct rec_trial {
  rec_driver *d;
  ir_op *op, *before; // what is between these is built for the trial
  VEC(rec_use) uses;  // of the results of "op", when they were replaced
} rec_trial;
// Starts a trial; nothing is changed.
rec_trial rec_start(rec_driver *d, ir_op *op);
// The values "outs" take the place of the results of t->op.
void rec_use_instead(rec_trial *t, ir_val *const *outs);
// A copy of t->op, the results of which are used in its place.
ir_op *rec_copy_to_try(rec_trial *t);
// Ends the trial: t->op goes, if "done", or all that was built for it does,
// and what used its results uses them again. Returns "done".
ir_op *rec_finish(rec_trial *t, ir_op *done);

// -- explain.c ---------------------------------------------------------------
// Looks more closely at "why", for which loop "op" is not parallel.
void rec_explain(const rec_driver *d, ir_op *op, rec_why *why);
// True when the scalars that loop "op" carries are folds, running ones or
// together, so that its iterations would be a scan outside of maps.
bool rec_is_scan(const rec_driver *d, ir_op *op);
// Whether it keeps the winner of comparisons, as C writes that.
bool rec_keeps_winner(rec_driver *d, ir_op *op);
// Notes that loop "op" stays, for "why": the number of the reason. Where
// remarks are read, "why" is looked at more closely.
int rec_note_stayed(rec_driver *d, ir_op *op, rec_why why);
// Looks more closely at reason number "k", for which loop "op" stays, where
// warnings alone are read: as soon as a loop in it is parallel, it gets none.
// "steps" had been spent when "op" stayed.
void rec_settle_stayed(rec_driver *d, ir_op *op, int k, long steps);

// -- parallel.c --------------------------------------------------------------
// Makes "op" parallel, with up to "n" perfect loops, itself one of them, as one
// nest, and no less than one; "inside": it is in a map or reduce. Else NULL.
ir_op *rec_try_depth(rec_driver *d, ir_op *op, int n, bool inside,
                     rec_why *why);
// Makes "op" parallel alone, as a map, a reduce or a scan. Else NULL.
ir_op *rec_try_alone(rec_driver *d, ir_op *op, rec_why *why);
// Makes "op" several loops, of some of what it computes each, all of which are
// parallel as they are (parts.c). Else NULL.
ir_op *rec_try_all_parts(rec_driver *d, ir_op *op, rec_why *why);
// Says that scalar "k" of "l" keeps the loop as it is, where C assigns it.
void rec_blame_scalar(const loft_cx *cx, const ir_loop *l, int k,
                      rec_reason reason, rec_why *why);

#endif
