// recognizer/front/lower_flow.h: control flow under construction.
//
//   lower_effects.c   which variables a piece of C may assign
//   lower_exits.c     how control leaves a statement
//   lower_frame.c     states, and ifs and loops under construction
//   lower_loop_end.c  the end of a loop under construction
//   lower_loop.c      for, while and do as IR loops
//   lower_stmt.c      statements other than loops
//   lower_foreign.c   functions that cannot be lifted
//   lower_dead_end.c  calls that only the original loop makes
//   lower_trap.c      whether one is reached
//   lower_format.c    which calls read numbers from texts
//   lower_combine.c   the assignments of clauses combine(...)
//   lower_call.c      calls of other functions, inlined
#ifndef LOFT_REC_LOWER_FLOW_H
#define LOFT_REC_LOWER_FLOW_H

#include "recognizer/front/lower_private.h"

// -- lower_effects.c ------------------------------------------------------
// No effects.
void rec_effects_init(arena *a, rec_effects *fx);
// Stand for how many numbers of rand were taken, which calls of rand change,
// and for how many messages were kept.
extern const lt_var rec_lower_drawn, rec_lower_said;
// The calls that take a number of a generator which the C library keeps.
typedef enum rec_draw {
  REC_NO_DRAW,
  REC_DRAW_RAND,      // rand, or random, which is the same
  REC_DRAW_48_DOUBLE, // drand48
  REC_DRAW_48_LONG,   // lrand48
  REC_DRAW_48_SIGNED  // mrand48
} rec_draw;
// Which of these "e" is.
rec_draw rec_lower_draws(const lt_expr *e);
// Adds the objects that "e" may change by assignments, increments and calls.
// NULL: none.
void rec_lower_expr_effects(rec_effects *fx, const lt_expr *e);
// Adds the objects that "s" may change. NULL: none.
void rec_lower_stmt_effects(rec_effects *fx, const lt_stmt *s);
// True when "e" is 0 times the distance of two pointers, which macros write for
// the sake of their types alone.
bool rec_lower_is_type_check(rec_lower *lower, const lt_expr *e);

// -- lower_exits.c --------------------------------------------------------
enum {
  REC_EXIT_BREAK = 1,
  REC_EXIT_CONTINUE = 2,
  REC_EXIT_RETURN = 4,
  REC_EXIT_SKIPS = 8,  // no exit: a goto inside skips some of its statements
  REC_EXIT_LABEL = 16, // and as many further bits as there are labels
  // of a loop's body: those that end the loop
  REC_EXIT_ENDS = ~(REC_EXIT_CONTINUE | REC_EXIT_SKIPS)
};
// Whether the condition "e" is an integer constant of this truth.
bool rec_lower_is_constant(const lt_expr *e, bool on);
// Whether "s" is a do loop of one iteration, as that of a macro of several
// statements: break and continue leave it alone.
bool rec_lower_is_once(const lt_stmt *s);
// How control may leave "s" other than at its end.
unsigned rec_lower_exits(const lt_stmt *s);
// The flags of "exits" that are in force, or'ed; NULL when none can be set.
ir_val *rec_lower_stopped(rec_lower *lower, unsigned exits);
// The exits of "list", where labels behind a goto are met.
unsigned rec_lower_list_exits(lt_stmt *const *list, int n);
// The bit of the label "s", or of the one that it goes to.
unsigned rec_lower_label_bit(const lt_stmt *s);

// -- lower_frame.c: states, if and loop under construction ------------
void rec_lower_save(rec_lower *lower, rec_state *s);
void rec_lower_restore(rec_lower *lower, const rec_state *s);
// Ends the scopes of locals above the first n. Refuses memory allocated there
// that is not freed, or that a pointer still points to.
void rec_lower_drop_locals(rec_lower *lower, int n);
// Whether "o" is memory of the local array "of".
bool rec_lower_is_part(const rec_obj *o, const rec_obj *of);
// Refuses a jump out of the scope that "flag" is of with a pointer to memory
// allocated there.
void rec_lower_check_leaks(rec_lower *lower, const rec_obj *flag);
// Threads a captured object just created through all open frames.
void rec_lower_adopt(rec_lower *lower, rec_obj *o);
// if (cond) ... rec_lower_else ... rec_lower_end_if joins the two states. Arms
// without reads of memory become selects.
rec_frame *rec_lower_begin_if(rec_lower *lower, ir_val *cond);
void rec_lower_else(rec_lower *lower, rec_frame *fr);
void rec_lower_end_if(rec_lower *lower, rec_frame *fr);
// A loop over "extent" iterations (NULL: no count), tested by "go" (NULL: no
// while part). "index" gets the loop index if there is a count.
rec_frame *rec_lower_begin_loop(rec_lower *lower, const rec_effects *effects,
                                ir_val *extent, ir_val *go, const char *name,
                                ir_val **index);
// Makes "o" a carried value of the open loop if it is not yet.
void rec_lower_carry(rec_lower *lower, rec_frame *fr, rec_obj *o);
// Drops the loop and everything in it, as if it had not been begun.
void rec_lower_abandon_loop(rec_lower *lower, rec_frame *fr);
// Notes that "v", a value of pointer variable "o", is used.
void rec_lower_use_pointer(rec_lower *lower, const rec_obj *o, const ir_val *v);
// The i-th live object, of "n_caps" captured ones first.
rec_obj *rec_lower_object_at(const rec_lower *lower, int n_caps, int i);
// The IR type of an object's value.
ir_type rec_lower_carried_type(const rec_obj *o);
// The value in slot "s" of "o"; zero when there is none yet.
ir_val *rec_lower_slot_value(rec_lower *lower, const rec_obj *o,
                             const rec_slot *s);
// True when the pointers at "x" and "y" are the same.
bool rec_lower_same_path(rec_lower *lower, lt_expr *x, lt_expr *y);
// The number of "o" among what loop "fr" carries; -1: it is not carried.
int rec_lower_carried_at(const rec_frame *fr, const rec_obj *o);

// -- lower_loop_end.c -----------------------------------------------------
// Ends the loop; "go" decides whether another iteration follows.
void rec_lower_end_loop(rec_lower *lower, rec_frame *fr, ir_val *go);

// -- lower_loop.c -----------------------------------------------------
// Lowers the loop "s".
void rec_lower_loop(rec_lower *lower, const lt_stmt *s);

// -- lower_stmt.c ---------------------------------------------------------
// Lowers "s", of its kind.
void rec_lower_kind_stmt(rec_lower *lower, const lt_stmt *s);

// -- lower_foreign.c --------------------------------------------------
// Whether "e" is a call through a pointer.
bool rec_lower_is_indirect(const lt_expr *e);
// The call that cannot be lifted which call "e" gets to, surely or by what it
// does with a text, at its latest itself; NULL: it can be lifted, as far as is
// known, or does not return.
const lt_expr *rec_lower_foreign(const lt_expr *e);
// Whether call "e" has a constant text among its arguments.
bool rec_lower_has_text(const lt_expr *e);
// Whether the function that "call" calls has a body here to put in its place: a
// library's from its header (tolower), where loft has no words of its own on
// it.
bool rec_lower_has_body(const lt_expr *call);
// Why such a call, or one that does not return, cannot be lifted.
rec_reason rec_lower_call_reason(const lt_expr *e);

// -- lower_dead_end.c -------------------------------------------------
// Marks the calls that are left to the original loop, and the functions that do
// not return; leaves of blocks that surely get to such a call that call alone.
void rec_lower_cut_dead_ends(rec_lower *lower);

// -- lower_trap.c -----------------------------------------------------
// Notes that call "e" is reached, if it is one that does not return, or that is
// left to the original loop. False when it is none.
bool rec_lower_trap(rec_lower *lower, const lt_expr *e);
// Notes that the original loop makes call "e", which is reached, where "cond"
// holds.
void rec_lower_trap_where(rec_lower *lower, const lt_expr *e, ir_val *cond);
// Whether the first iteration of each loop gets to such a call, as far as is
// known, with values that are constants.
bool rec_lower_traps_at_once(const rec_lower *lower);
// Notes that the region, which gives "yields", reaches such a call where result
// "result" says so.
void rec_lower_note_trap(rec_lower *lower, const ir_vals *yields, int result);

// -- lower_format.c ---------------------------------------------------
// How a function reads numbers from texts.
typedef struct rec_numeral_format {
  bool floats;
  bool narrow;       // the result is an int
  int digits, power; // of floats: bits of exact integers, exact powers of ten
  int base;
} rec_numeral_format;
// Fills *out (may be NULL) with how the call "e" reads a number. False: it does
// not, or gives an address where it ends, or the text says in which base.
bool rec_lower_numeral_format(const lt_expr *e, rec_numeral_format *out);

// -- lower_combine.c --------------------------------------------------
// Evaluates "e" if it is the assignment of a clause combine(...).
bool rec_lower_combine(rec_lower *lower, const lt_expr *e);
// Refuses clauses about assignments that were not met.
void rec_lower_check_combines(rec_lower *lower);

// -- lower_call.c ---------------------------------------------------------
// rec_lower_call for any function.
ir_val *rec_lower_kind_call(rec_lower *lower, const lt_expr *e, rec_ptr *p);
// From here on returns set lower->ret and lower->retval, which is of C type
// "type" (NULL where there is no such value) and called "name".
void rec_lower_begin_return(rec_lower *lower, const char *name,
                            const lt_type *type);

#endif
