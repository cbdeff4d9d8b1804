// recognizer/front/lower_private.h: shared by the files of front/.
//
// Lowering walks the loop tree once and keeps, for every C object, its current
// SSA value. Objects are of five kinds:
//   scalar   a scalar variable; now.val is its value
//   array    storage of many elements; now.val is the array value
//   record   structures with scalars of several types: memory that is seen as
//            an array of each of these types
//   table    pointers to rows of an array, or to such pointers
//   pointer  a pointer variable; now.target is the array (or scalar) it points
//            into, now.val the i64 offset in elements
// Control flow is structured: an `if` or `loop` under construction is a frame,
// which remembers the state it started from; joining two states gives the
// results of the `if`, the values that differ at the end of a loop's body are
// its carried values. break, continue and return are bool scalars; what
// follows them is guarded.
// A captured object may be met for the first time deep inside; rec_lower_adopt
// then threads it through all open frames as if it had been there from the
// start.
#ifndef LOFT_REC_LOWER_PRIVATE_H
#define LOFT_REC_LOWER_PRIVATE_H

#include "analysis/analysis.h"
#include "recognizer/common/common.h"

typedef struct rec_lower rec_lower;
typedef struct rec_obj rec_obj;
typedef struct rec_frame rec_frame;
typedef struct rec_memory rec_memory;
typedef struct rec_leaves rec_leaves;
typedef struct rec_walk rec_walk;

typedef enum rec_obj_kind {
  REC_OBJ_SCALAR,
  REC_OBJ_ARRAY,
  REC_OBJ_RECORD,
  REC_OBJ_TABLE,
  REC_OBJ_POINTER
} rec_obj_kind;

// The part of an object that changes as the program runs.
typedef struct rec_slot {
  ir_val *val;      // NULL: not initialised
  rec_obj *target;  // pointer: its target; NULL: nothing known
  lt_expr *path;    // pointer to a structure or pointer: its value at the
                    // region's start, as an expression; else NULL
  bool unknown;     // pointer: may point into one of several
  bool may_be_null; // pointer: ... or be null; it is, where nothing is known
} rec_slot;

struct rec_obj {
  rec_obj_kind kind;
  const char *name;
  const lt_var *var;   // NULL for temporaries and fields
  const lt_type *type; // pointer: the pointer's type
  ir_scalar elem;
  ir_val *base; // array: its first element in "now"; NULL: 0
  rec_slot now;
  rec_slot entry;  // captured: at the region's start
  int capture;     // captured: index among the captures (a record: 0), else -1
  lt_expr *lvalue; // captured scalars and pointers: how C writes it
  bool by_address; // captured scalar that must be stored back through its array
  rec_obj *home;   // by_address: the one-element array
  bool exposed;    // some pointer may point to it
  const lt_field *bits; // scalar: the bit-field that it is
  bool in_memory;       // captured pointer: a field, or behind a pointer
  bool is_return;       // flag of a goto; flag or value of a return in an
                        // inlined function
  bool is_trap;         // flag of a call that does not return
  bool lost;          // buffers were swapped: its name does not say which it is
  const lt_expr *set; // pointer: what it was last set to by an assignment
  bool permuted;      // array: a loop made it change places with others
  bool read, written;
  bool read_first;         // elements are read further up than any is written
  bool is_bound;           // read where a loop's count is computed
  int n_reads;             // how often it was reached by its name
  rec_memory *memory;      // record: what it is in; view of such: that
  const lt_struct *record; // record: the structures; offsets count its units
  rec_table *table;        // table: what it is part of; array of rows: theirs
  rec_memory *holder;      // array of rows: the structures that have the
                           // pointers; NULL: these are an array
  rec_obj *rows;           // table: what its pointers point to, ...
  ir_val *stride;          // ... one so many elements of that behind another
};

// Memory that holds structures with scalars of several types: an array for each
// type, over the same bytes. A field is an element of one of these, and no two
// of them share a byte of a field.
struct rec_memory {
  rec_capture_kind kind;
  lt_expr *expr; // what it is captured from; NULL: declared in the region
  const char *text;
  const lt_struct *outer; // what it is an array of
  VEC(rec_obj *) views;   // met so far, one a type
  VEC(rec_obj *) records; // structures in it, outer or nested
};

typedef struct rec_state {
  VEC(rec_slot) caps, locals;
} rec_state;

typedef VEC(const lt_expr *) rec_exprs;

// Which variables a piece of code may assign.
typedef struct rec_effects {
  map *assigned;     // lt_var * -> itself
  map *named;        // the same of all that it names
  map *seen;         // functions looked into
  bool stores;       // writes through pointers or into arrays
  bool pointers;     // assigns pointer variables
  bool returns;      // contains a goto, or a return (of the inlined function
                     // around)
  bool traps;        // calls what does not return
  rec_exprs without; // expressions that do not count
} rec_effects;

typedef struct rec_carried {
  rec_obj *obj;
  ir_val *init, *param;
  rec_slot start; // at the loop's start, outside
  bool used;      // pointers: the value an iteration starts with was used
  int n_reads;    // of the object when the loop was opened
} rec_carried;
typedef VEC(rec_carried) rec_carrieds;

struct rec_frame {
  rec_frame *outer;
  ir_op *op;
  bool is_loop;
  // loop
  const rec_effects *effects;
  rec_carrieds carried;
  VEC(int) reads; // n_reads of all objects at the start, captured ones first
  // if: state before and after the first arm; loop: state before
  rec_state before, then;
  bool has_then;
  int n_locals;
};

// A pointer's value, or the place of an lvalue.
typedef struct rec_ptr {
  rec_obj *obj;  // NULL: null pointer, or not representable
  ir_val *off;   // elements of obj (a record: units of its structure); NULL for
                 // a variable reached by name
  lt_expr *path; // pointer: to what; place: the lvalue
  const lt_field *bits; // place: the bit-field that begins in the byte there
  bool in_parts;        // place: of a number that has several elements of obj,
                        // or of an array of such in a union
  bool may_be_null;     // pointer: where obj or path is not NULL, too; of a
                        // variable without these, that it is
} rec_ptr;

typedef struct rec_refusal {
  rec_reason reason;
  loft_loc loc, inner; // inner: in a system header that loc calls into, or none
  const char *what;
} rec_refusal;

// A step inside the body of a loop that counts.
typedef struct rec_step {
  const lt_expr *expr;
  ir_val *val; // of the variable behind it
} rec_step;
// All those of one loop; "obj" is its variable.
typedef struct rec_stepping {
  rec_obj *obj;
  VEC(rec_step) steps;
} rec_stepping;

// Memory that the region allocates.
typedef struct rec_heap {
  rec_obj *obj;
  const lt_expr *call;   // of the function that allocates it
  const rec_frame *loop; // around the call; NULL: none
  int born;              // how many locals there were before
  bool freed;            // somewhere
} rec_heap;

struct rec_lower {
  const rec_walk *walk;
  loft_cx *cx;
  arena *a;
  const lt_region *src;
  rec_region *out;
  VEC(rec_capture) captures;
  VEC(rec_obj *) capture_objs; // the array or scalar of each capture
  ir_func *f;
  ir_builder b;
  ir_op *entry_end; // what is built before it runs at the region's start
  VEC(rec_obj *) caps, locals;
  VEC(rec_heap) heap; // in the order of the locals
  map *vars;          // lt_var * -> rec_obj *
  map *related;  // lt_var * of a pointer -> lt_var * whose array it points into
  map *joined;   // pairs of them that an earlier reading found
  map *joins;    // and such that this one does, which may be needed
  smap *fields;  // lvalue text -> rec_obj *
  smap *indexed; // pointers to structures, by lvalue text, of which more than
                 // the first is used
  smap *moved;   // pointers in memory, by lvalue text, that are assigned
  smap *smaller; // pointers, by lvalue text, to numbers that are seen as
                 // several smaller ones -> the least type of these
  map *work;     // lt_var * of arrays that nothing reads behind the region
  bool again;    // one was added: earlier captures of it are wrong
  rec_frame *frame;
  rec_effects *region_effects;
  bool *combined;                     // of each clause combine(...): it was met
  rec_obj *brk, *cont, *ret, *retval; // flags in force, NULL outside
  rec_obj *labels[LT_LABELS];         // the same of labels further down
  rec_obj *trap; // whether a call that does not return was reached; NULL: there
                 // is none
  const lt_expr *trap_call; // the first such call
  rec_ptr retstruct; // where the function being inlined returns a structure
  VEC(rec_refusal) refusals;
  map *cse; // ir_region * -> smap * of pure ops by key
  smap *entry_cse;
  bool apart;      // pointers made of others are arrays of their own
  bool every_read; // reads of memory are not shared
  bool unrolls;    // loops of few iterations become these
  bool no_share;   // build afresh: the region is complete, later ops are in cse
  map *exact;      // narrow ir_val * -> i64 ir_val * of the same value
  map *ranges;     // loop index ir_val * -> an_range *
  map *trips;      // loop index ir_val * -> ir_val * extent
  map *assumed;    // 64-bit parameters assumed to be smaller than 2^48
  ir_vals assumptions; // their guards
  ir_vals told;        // those that C assumes
  ir_vals guards;      // other conditions that must hold at the region's start
  VEC(rec_obj *) log;  // objects read while "logging"
  bool logging;
  rec_stepping stepping; // of the innermost such loop that counts
  VEC(const lt_func *) inlining;
  const lt_expr *system_call; // that at hand into a system header, or NULL
  int n_steps, depth;
  int64_t n_private; // bytes of the local arrays of loops, which may be fused
};

// How the walk goes on with a node of a kind (lower_walk.c): the functions that
// know the kinds.
struct rec_walk {
  ir_val *(*value)(rec_lower *lower, const lt_expr *e);
  ir_val *(*cond)(rec_lower *lower, const lt_expr *e);
  rec_ptr (*pointer)(rec_lower *lower, const lt_expr *e);
  rec_ptr (*structure)(rec_lower *lower, const lt_expr *e);
  rec_ptr (*complex_value)(rec_lower *lower, const lt_expr *e);
  rec_ptr (*wide_value)(rec_lower *lower, const lt_expr *e);
  ir_val *(*call)(rec_lower *lower, const lt_expr *e, rec_ptr *p);
  bool (*combine)(rec_lower *lower, const lt_expr *e);
  void (*stmt)(rec_lower *lower, const lt_stmt *s);
};

// -- lower_type.c: C types as the IR sees them ----------------------------
// Whether "type" is a pointer.
bool rec_lower_is_pointer(const lt_type *type);
// "e" without casts between pointers.
const lt_expr *rec_lower_bare_pointer(const lt_expr *e);
// True when the fixed address "e" is that of numbers, seen as others.
bool rec_lower_is_view(const lt_expr *e);
// The element type of a scalar, of a structure of scalars of one type, or of an
// array of them; false when there is none.
bool rec_lower_elem(const lt_type *type, ir_scalar *elem);
// The structures with scalars of several types that "type" is, or is an array
// of; NULL when it is neither.
const lt_struct *rec_lower_mixed(const lt_type *type);
// True when elements of types "x" and "y" can be of one array.
bool rec_lower_is_alike(ir_scalar x, ir_scalar y);
// How many levels of pointers there are from one of "type", or an array of
// such, to scalars of type *elem; 0: none, or too many, or not to scalars.
int rec_lower_levels(const lt_type *type, ir_scalar *elem);
// Why a type that is none of these, nor an array of these, cannot be used.
rec_reason rec_lower_type_reason(const lt_type *type);
// True for unions of scalars of several sizes: a part of one outside the region
// is a place of its own, kept apart from the others by its address.
bool rec_lower_is_union(const lt_type *type);
// Whether "type" is a complex number.
bool rec_lower_is_complex(const lt_type *type);
// Whether "type" is an integer of 128 bits; that or a complex number, which are
// structures of two parts.
bool rec_lower_is_wide(const lt_type *type);
bool rec_lower_is_number(const lt_type *type);
// Whether such a number "e" is computed, rather than moved.
bool rec_lower_is_computed(const lt_expr *e);

// -- lower_text.c ---------------------------------------------------------
// "e" as C writes it.
const char *rec_lower_text(arena *a, const lt_expr *e);
// The name of the function, or macro, that C writes for the call "e".
const char *rec_lower_callee(arena *a, const lt_expr *e);
// True when "name" is that of the function "base" for "type": base or basef.
bool rec_lower_is_named(const char *name, const char *base, ir_scalar type);
// True when "name" is "base" or its form for floats.
bool rec_lower_is_either(const char *name, const char *base);

// -- lower_build.c: ops with folding, ranges, guards ------------------
// The IR's op for C's binary operator.
ir_opcode rec_lower_opcode(lt_op op);
ir_val *rec_lower_bits(rec_lower *lower, ir_scalar type, uint64_t bits);

// Infinity of a floating type.
ir_val *rec_lower_infinity(rec_lower *lower, ir_scalar type);
ir_val *rec_lower_int(rec_lower *lower, ir_scalar type, int64_t value);
// A zero value for an uninitialised or refused object.
ir_val *rec_lower_zero(rec_lower *lower, ir_scalar type);
// Scalar ops; constants and identities are folded, equal ops shared.
ir_val *rec_lower_op1(rec_lower *lower, ir_opcode code, ir_val *x);
ir_val *rec_lower_op2(rec_lower *lower, ir_opcode code, ir_val *x, ir_val *y);
ir_val *rec_lower_op3(rec_lower *lower, ir_opcode code, ir_val *x, ir_val *y,
                      ir_val *z);
ir_val *rec_lower_convert(rec_lower *lower, ir_val *x, ir_scalar to);
ir_val *rec_lower_index(rec_lower *lower, ir_val *array, ir_val *i);
// "v" as the value of type "to" that has the same bytes.
ir_val *rec_lower_same_bits(rec_lower *lower, ir_val *v, ir_scalar to);
// The value that a bit-field has after "v", of its type, was stored in it.
ir_val *rec_lower_narrow(rec_lower *lower, ir_val *v, const lt_field *bits);
// The value as a condition: != 0.
ir_val *rec_lower_truth(rec_lower *lower, ir_val *x);
// True for constants; their value sign-extended.
bool rec_lower_is_int(const ir_val *v, int64_t *value);
// A value an op of which operands became constants can be replaced by, or
// NULL. Builds nothing but constants.
ir_val *rec_lower_refold(rec_lower *lower, ir_op *op);
// An integer value as i64 for a subscript. Distributes over signed arithmetic
// (its overflow is undefined) and over 64-bit arithmetic.
ir_val *rec_lower_widen(rec_lower *lower, ir_val *v);
an_range rec_lower_range(rec_lower *lower, ir_val *v);
// Makes "cond" a guard of the region. False when it is known to be false, or
// cannot be told at the region's start.
bool rec_lower_require(rec_lower *lower, ir_val *cond);
// Makes "e", which C assumes, a guard, and known to the analysis, where it is
// made of integer variables and their members as the region starts with them.
void rec_lower_assume(rec_lower *lower, const lt_expr *e);
// Makes lo <= v <= hi a guard for every value "v" may take in its loops.
bool rec_lower_require_in(rec_lower *lower, ir_val *v, an_range r);

// -- lower_scaled.c -----------------------------------------------------
// Notes the ranges of scalars that "loop", of unknown length, scales, at the
// start of its iterations; "fr" was just opened for it.
void rec_lower_bound_scaled(rec_lower *lower, const rec_frame *fr,
                            const lt_stmt *loop);

// -- lower_walk.c: refusals, and the parts of a node ----------------------
// -- lower.c: context, objects, captures ------------------------------
// Records a reason; lowering goes on to find more.
void rec_lower_refuse(rec_lower *lower, loft_loc loc, rec_reason reason,
                      const char *what);
// The place in the user's files for "loc": for what is in a system header, the
// call of it.
loft_loc rec_lower_loc(const rec_lower *lower, loft_loc loc);
// Counts one step of work; false (and a reason) when there were too many.
bool rec_lower_step(rec_lower *lower, loft_loc loc);
// The value of a scalar expression (of void: NULL). Never NULL for scalars.
ir_val *rec_lower_expr(rec_lower *lower, const lt_expr *e);
// The expression as a condition.
ir_val *rec_lower_cond(rec_lower *lower, const lt_expr *e);
// What "pointer" points to, as an expression.
const lt_expr *rec_lower_pointee(rec_lower *lower, const lt_expr *pointer);
// Evaluates for its effects alone.
void rec_lower_effect(rec_lower *lower, const lt_expr *e);
// The value of a pointer (or array) expression.
rec_ptr rec_lower_pointer(rec_lower *lower, const lt_expr *e);
// Where the structure "e" lies; a value gets a variable of its own.
rec_ptr rec_lower_struct(rec_lower *lower, const lt_expr *e);
// A call: its scalar value, or NULL with a pointer value, or the place of a
// structure, in *p.
ir_val *rec_lower_call(rec_lower *lower, const lt_expr *e, rec_ptr *p);
// Lowers statement "s" (NULL: none).
void rec_lower_stmt(rec_lower *lower, const lt_stmt *s);
// The step of lower->stepping that "e" is; NULL: none.
const rec_step *rec_lower_find_step(const rec_lower *lower, const lt_expr *e);
// The value of that step "s", and its effects.
ir_val *rec_lower_step_inside(rec_lower *lower, const rec_step *s);

// -- lower_effects.c ------------------------------------------------------
// No effects.
void rec_effects_init(rec_lower *lower, rec_effects *fx);
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

// -- lower_capture.c: new objects -----------------------------------------
// A new local object, alive until the enclosing scope ends.
rec_obj *rec_lower_local(rec_lower *lower, rec_obj_kind kind, const char *name,
                         const lt_type *type);
// Lets what is said of "o", which is "path", name the complex number that it is
// a part of.
void rec_lower_name_part(rec_lower *lower, const rec_obj *o,
                         const lt_expr *path);
// A new local bool with value "on".
rec_obj *rec_lower_flag(rec_lower *lower, const char *name, bool on);
// A new object for the C lvalue "text".
rec_obj *rec_lower_captured(rec_lower *lower, rec_obj_kind kind,
                            const char *text, const lt_type *type,
                            ir_scalar elem);
// The next parameter: "elem", got from C as "kind" of "expr", is what "o" is.
void rec_lower_capture(rec_lower *lower, rec_obj *o, rec_capture_kind kind,
                       lt_expr *expr);
// The structures "record" in "m".
rec_obj *rec_lower_structs(rec_lower *lower, rec_memory *m,
                           const lt_struct *record);
// The array that the scalars of "m" like "elem" are in.
rec_obj *rec_lower_view(rec_lower *lower, rec_memory *m, ir_scalar elem);
// Makes all arrays that "m" can be seen as. False when it is no array that a
// pointer was captured from.
bool rec_lower_complete(rec_lower *lower, rec_memory *m);

// -- lower_loop_end.c -----------------------------------------------------
// Ends the loop; "go" decides whether another iteration follows.
void rec_lower_end_loop(rec_lower *lower, rec_frame *fr, ir_val *go);

// -- lower_table.c --------------------------------------------------------
// The array of pointers "type" that "expr" gives the address of.
rec_obj *rec_lower_table(rec_lower *lower, rec_capture_kind kind, lt_expr *expr,
                         const lt_type *type, const char *text);
// The place of the pointer that field "f" is, in the structure at "base" of an
// array. No place where that is not captured, or points to no rows.
rec_ptr rec_lower_field_row(rec_lower *lower, rec_ptr base, const lt_field *f);
// The target of the pointer at "place" of a table.
rec_ptr rec_lower_row(rec_lower *lower, rec_ptr place);
// True unless "x" and "y" are places in an array of rows that are in different
// rows, as far as can be seen: these are not where C has them.
bool rec_lower_in_one_row(const rec_lower *lower, rec_ptr x, rec_ptr y);
// The array of the rows behind "o", if that is a table that no pointer of one
// leads to; else NULL.
const rec_obj *rec_lower_rows_of(const rec_obj *o);
// Whether the pointer of a table whose row "p" points to is not null; NULL
// where it cannot be told which pointer that is.
ir_val *rec_lower_row_is_set(rec_lower *lower, rec_ptr p);

// -- lower_object.c: the objects of C's names -----------------------------
// How many bytes the pointer, or array, to->var is behind from->var at the
// region's start: an i64.
ir_val *rec_lower_distance(rec_lower *lower, const lt_expr *from,
                           const lt_expr *to);
// Place "p", which C orders with places in "array", as one in that, which their
// addresses at the region's start tell; "p" itself where that cannot be told.
rec_ptr rec_lower_place_in(rec_lower *lower, rec_obj *array, rec_ptr p);
// Whether pointer "p" is not null, a bool; NULL where that cannot be told.
ir_val *rec_lower_is_set(rec_lower *lower, rec_ptr p);
// The object of variable e->var; captures it when it is declared outside. NULL
// for structures, and after a refusal.
rec_obj *rec_lower_var(rec_lower *lower, const lt_expr *e);
// The object of the scalar, array or pointer field (or other constant lvalue
// over variables at the region) "lvalue". NULL after a refusal.
rec_obj *rec_lower_field(rec_lower *lower, lt_expr *lvalue);
// The memory a pointer to void at the region's start points to, accessed as
// "pointee"; as other types it is other arrays, which must not meet where one
// is written. NULL after a refusal.
rec_obj *rec_lower_memory(rec_lower *lower, lt_expr *pointer,
                          const lt_type *pointee);
// Makes "o" the object of the lvalue "path".
void rec_lower_set_field(rec_lower *lower, const lt_expr *path, rec_obj *o);
// The object of the lvalue "path" as far as it was met; else NULL.
rec_obj *rec_lower_find_field(rec_lower *lower, const lt_expr *path);
// Whether the pointer "path" to objects of type "to" is one to elements of an
// array: a pointer to structures with scalars of several types is so only where
// more than the first is used.
bool rec_lower_is_indexed(rec_lower *lower, const lt_expr *path,
                          const lt_type *to);
// True when "e" is reached without following a pointer: a variable, or a part
// of one.
bool rec_lower_is_direct(const lt_expr *e);
// A text that only the lvalue "e" has.
const char *rec_lower_place_key(rec_lower *lower, const lt_expr *e);
// True when "e" is the same place during the region: it is reached from a
// variable of outside by fields and addresses, and that is not assigned.
bool rec_lower_stays_in_place(const rec_lower *lower, const lt_expr *e);
// The pointer at "path", memory of the region's start, where the region assigns
// it; NULL: it does not.
rec_obj *rec_lower_moved(rec_lower *lower, lt_expr *path);
// Takes the array "o" for one of numbers of "type", which are smaller than its
// elements; the region is lowered again for that. False where it cannot be one.
bool rec_lower_see_smaller(rec_lower *lower, const rec_obj *o,
                           const lt_type *type);
// Makes a variable of the pointer at "path"; the region is lowered again for
// that. False where it can be none.
bool rec_lower_move_path(rec_lower *lower, const lt_expr *path);
// Makes an array of what the pointer "path" to structures points to; the region
// is lowered again for that. False where it can be none.
bool rec_lower_index_path(rec_lower *lower, const lt_expr *path,
                          const lt_type *to);

// -- lower_held.c ---------------------------------------------------------
// Makes variables of the places in memory that the annotated loop "s" may count
// by. False where there are none; else the region is lowered again.
bool rec_lower_hold(rec_lower *lower, const lt_stmt *s);

// -- lower_work.c ---------------------------------------------------------
// Finds the arrays from outside that the region has written and nothing reads
// behind it. The region is lowered again where there are new ones.
void rec_lower_find_work(rec_lower *lower);
// The region's own array that starts as a copy of "from", at its start.
rec_obj *rec_lower_copy_work(rec_lower *lower, rec_obj *from);

// -- lower_parts.c --------------------------------------------------------
// How many elements of "o" a number of "type" has that lies in it; 0: it is no
// array of numbers that are as small, or more may lie between its elements.
int rec_lower_parts_of(const rec_obj *o, const lt_type *type);
// The same where "p" is, which may be in a union in a structure.
int rec_lower_parts_at(rec_ptr p, const lt_type *type);
// The part "f" of the union of "type" that lies where "base" is, in an array of
// numbers that are no larger. Null: no such array.
rec_ptr rec_lower_union_part(rec_lower *lower, rec_ptr base,
                             const lt_type *type, const lt_field *f);
// The number of type "elem" whose digits are the elements from "place" on.
ir_val *rec_lower_join(rec_lower *lower, rec_ptr place, ir_scalar elem);
// Stores the digits of "v" in the elements from "place" on.
void rec_lower_split(rec_lower *lower, rec_ptr place, ir_val *v);

// -- lower_bitfield.c -----------------------------------------------------
// The bit-field at "place" as a value of "elem": only bytes that it has bits in
// are read, which no other array of the structure has.
ir_val *rec_lower_load_bits(rec_lower *lower, rec_ptr place, ir_scalar elem);
// Stores "v" in the bit-field at "place": bytes that it shares with others are
// read before.
void rec_lower_store_bits(rec_lower *lower, rec_ptr place, ir_val *v,
                          loft_loc loc);

// -- lower_mem.c ----------------------------------------------------------
// The field "f" of the structure of "type" at "base"; "e" is reported.
rec_ptr rec_lower_member(rec_lower *lower, rec_ptr base, const lt_type *type,
                         const lt_field *f, const lt_expr *e);
// The element "k", of "type", of the array at "base"; "e" is reported.
rec_ptr rec_lower_element(rec_lower *lower, rec_ptr base, int64_t k,
                          const lt_type *type, const lt_expr *e);
// Where an lvalue lies.
rec_ptr rec_lower_place(rec_lower *lower, const lt_expr *e);
ir_val *rec_lower_load(rec_lower *lower, rec_ptr place, const lt_type *type,
                       loft_loc loc);
void rec_lower_store(rec_lower *lower, rec_ptr place, ir_val *v, loft_loc loc);
// Sets a pointer variable.
void rec_lower_set_pointer(rec_obj *o, rec_ptr p);
// How many scalars an object of the type has (a constant, or a VLA's).
ir_val *rec_lower_count(rec_lower *lower, const lt_type *type, loft_loc loc);
// The same where pointer "p" moves by objects of "type".
ir_val *rec_lower_stride(rec_lower *lower, rec_ptr p, const lt_type *type,
                         loft_loc loc);
// Comparison or difference of two pointers; bool, or i64 for LT_SUB.
ir_val *rec_lower_pointer_binary(rec_lower *lower, const lt_expr *e);
// Notes that pointers may point into the structure "var".
void rec_lower_expose(rec_lower *lower, const lt_var *var);
// The value of pointer (or array) expression "e", of its kind.
rec_ptr rec_lower_kind_pointer(rec_lower *lower, const lt_expr *e);

// -- lower_struct.c -------------------------------------------------------
// The values in the structure of "type" at "place", which "e" is. NULL after a
// refusal.
rec_leaves *rec_lower_load_struct(rec_lower *lower, rec_ptr place,
                                  const lt_type *type, const lt_expr *e);
// Stores them to the structure at "place", which "e" is.
void rec_lower_store_struct(rec_lower *lower, rec_ptr place,
                            const lt_type *type, rec_leaves *x,
                            const lt_expr *e);
// Makes the objects of the structure "var", uninitialised; its place.
rec_ptr rec_lower_declare_struct(rec_lower *lower, lt_var *var, loft_loc loc);
// The same for a variable without a name in C.
rec_ptr rec_lower_new_struct(rec_lower *lower, const char *name,
                             const lt_type *type, loft_loc loc);
// Makes the array "name" of variable "var". NULL after a refusal.
rec_obj *rec_lower_local_array(rec_lower *lower, const lt_var *var,
                               const char *name, const lt_type *type,
                               loft_loc loc);
// Makes an array of "count" scalars, or units of structures, of type var->type,
// or what that is an array of.
rec_obj *rec_lower_new_array(rec_lower *lower, const lt_var *var, ir_val *count,
                             loft_loc loc);
// Gives the object of "type" at "place" the value of initializer "e".
void rec_lower_init(rec_lower *lower, rec_ptr place, const lt_type *type,
                    const lt_expr *e);

// Adds the values in "x" (may be NULL) to "out". False, after a refusal, when
// one is a pointer.
bool rec_lower_scalars(rec_lower *lower, const rec_leaves *x, ir_vals *out);
// The values of a structure of "n" scalars.
rec_leaves *rec_lower_leaves(rec_lower *lower, ir_val *const *scalars, int n);
// Where the structure "e" lies, which is no number that is computed.
rec_ptr rec_lower_kind_struct(rec_lower *lower, const lt_expr *e);
// Loads the two parts of the number of "type" at "place", which "e" is; stores
// them.
void rec_lower_load_parts(rec_lower *lower, rec_ptr place, const lt_type *type,
                          const lt_expr *e, ir_val *x[2]);
void rec_lower_store_parts(rec_lower *lower, rec_ptr place, const lt_type *type,
                           const lt_expr *e, ir_val *const x[2]);

// -- lower_float.c --------------------------------------------------------
// The processor that the function at hand is for.
const lt_target *rec_lower_target(const rec_lower *lower);
// Whether the compiler fuses a product into the sum "e" of floats.
bool rec_lower_fuses(const rec_lower *lower, const lt_expr *e);
// False, after a refusal, when "e" computes floats otherwise than the default
// environment does; notes that the compiler need not compute what IEEE 754
// says.
bool rec_lower_check_floats(rec_lower *lower, const lt_expr *e);

// -- lower_complex.c ------------------------------------------------------
// Where complex "e", which is computed, is put.
rec_ptr rec_lower_complex(rec_lower *lower, const lt_expr *e);
// a op= b, where a is real and b is complex.
ir_val *rec_lower_complex_update(rec_lower *lower, const lt_expr *e);
// The real part of complex "e".
ir_val *rec_lower_complex_real(rec_lower *lower, const lt_expr *e);
// Complex "e" as a condition: != 0.
ir_val *rec_lower_complex_truth(rec_lower *lower, const lt_expr *e);
// a == b or a != b, where one is complex.
ir_val *rec_lower_complex_equal(rec_lower *lower, const lt_expr *e);
// A real part, imaginary part, absolute value or angle; NULL when "e" is none.
ir_val *rec_lower_complex_call(rec_lower *lower, const lt_expr *e);

// -- lower_wide.c ---------------------------------------------------------
// Where the integer of 128 bits "e", which is computed, is put.
rec_ptr rec_lower_wide(rec_lower *lower, const lt_expr *e);
// The lower word of "e", u64.
ir_val *rec_lower_wide_low(rec_lower *lower, const lt_expr *e);
// a op= b, where a has fewer bits and b 128.
ir_val *rec_lower_wide_update(rec_lower *lower, const lt_expr *e);
// "e", of 128 bits, as a condition: != 0.
ir_val *rec_lower_wide_truth(rec_lower *lower, const lt_expr *e);
// The comparison "e" of integers of 128 bits, a bool.
ir_val *rec_lower_wide_compare(rec_lower *lower, const lt_expr *e);

// -- lower_half.c ---------------------------------------------------------
// The f32 that is "v", a float of 16 bits; the one that "v", of f32 or f64, is
// rounded to.
ir_val *rec_lower_from_half(rec_lower *lower, ir_val *v, lt_half half);
ir_val *rec_lower_to_half(rec_lower *lower, ir_val *v, lt_half half);

// -- lower_bits.c ---------------------------------------------------------
// The call "e", of an integer of type "in", if the function counts or moves
// bits (popcount, parity, clz, ctz, ffs, bswap, bitreverse, rotateleft,
// rotateright); else NULL.
ir_val *rec_lower_bit_function(rec_lower *lower, const lt_expr *e, ir_scalar in,
                               ir_scalar out);

// -- lower_overflow.c -----------------------------------------------------
// The call "e" of type "out", if it stores a sum, difference or product and
// says whether that does not fit; else NULL.
ir_val *rec_lower_overflow(rec_lower *lower, const lt_expr *e, ir_scalar out);

// -- lower_math.c ---------------------------------------------------------
// A call of a library function of numbers; NULL when it is none.
ir_val *rec_lower_math(rec_lower *lower, const lt_expr *e);
// False, after a refusal, when the library function "e" calls sets errno or
// signgam and the code around uses that.
bool rec_lower_check_state(rec_lower *lower, const lt_expr *e);

// -- lower_dead_end.c -------------------------------------------------
// Leaves of the blocks of the region that surely get to a call that does not
// return that call alone, and marks functions that do.
void rec_lower_cut_dead_ends(rec_lower *lower);

// -- lower_trap.c -----------------------------------------------------
// Notes that call "e" is reached, if it is one that does not return. False when
// it is none.
bool rec_lower_trap(rec_lower *lower, const lt_expr *e);
// Notes that the region, which gives "yields", reaches such a call where result
// "result" says so.
void rec_lower_note_trap(rec_lower *lower, const ir_vals *yields, int result);

// -- lower_bytes.c ----------------------------------------------------
// memset, memcpy or memmove of elements of arrays, or of one scalar; *p (p may
// be NULL) gets its result. False when the call is none.
bool rec_lower_bytes(rec_lower *lower, const lt_expr *e, rec_ptr *p);
// The memory that an argument points to: elements of an array.
typedef struct rec_bytes {
  rec_ptr at;
  ir_scalar elem;
} rec_bytes;
// The elements of an array that "arg" points to. False when it does not.
bool rec_lower_find_bytes(rec_lower *lower, const lt_expr *arg, rec_bytes *out);
// Element "k" behind "from" as an unsigned number.
ir_val *rec_lower_load_word(rec_lower *lower, const rec_bytes *from, ir_val *k,
                            loft_loc loc);
// The sign of x - y, which differ, an i32: not 0, and no more unless "ordered".
ir_val *rec_lower_sign_of(rec_lower *lower, ir_val *x, ir_val *y, bool ordered);
// Expression "e", looking through conversions, as memcmp of elements: an i32
// with its sign or, unless "ordered", that is 0 where it is. NULL: it is none.
ir_val *rec_lower_memcmp(rec_lower *lower, const lt_expr *e, bool ordered);

// -- lower_strings.c --------------------------------------------------
// The call "e" as strlen of an array; NULL: it is none.
ir_val *rec_lower_strlen(rec_lower *lower, const lt_expr *e);
// The same as rec_lower_memcmp, of strcmp or memcmp.
ir_val *rec_lower_compare(rec_lower *lower, const lt_expr *e, bool ordered);

// How many elements of "size" bytes "e" bytes are; NULL when the region cannot
// check that there is such a number.
ir_val *rec_lower_elements(rec_lower *lower, const lt_expr *e, int size);

// -- lower_alloc.c ----------------------------------------------------
// The call of malloc or calloc whose result "e" is, also where a function that
// does no more returns it; NULL: it is none.
const lt_expr *rec_lower_allocation(rec_lower *lower, const lt_expr *e);

// -- lower_heap.c -----------------------------------------------------
// Lets pointer variable "o" point to an array that the call "e" allocates.
void rec_lower_allocate(rec_lower *lower, rec_obj *o, const lt_expr *e);
// Ends the life of the array that "e" frees. False when it frees none.
bool rec_lower_free(rec_lower *lower, const lt_expr *e);
// Sets the first "n" elements, or units of structures, of "o" to zero.
void rec_lower_fill_zero(rec_lower *lower, rec_obj *o, ir_val *n, loft_loc loc);

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

// -- lower_expr.c ---------------------------------------------------------
// A binary operation on converted operands.
ir_val *rec_lower_arith(rec_lower *lower, lt_op op, ir_val *x, ir_val *y);
// The value of "e", of its kind.
ir_val *rec_lower_kind_expr(rec_lower *lower, const lt_expr *e);
// "e" as a condition, by its kind.
ir_val *rec_lower_kind_cond(rec_lower *lower, const lt_expr *e);

// -- lower_relate.c -------------------------------------------------------
// Fills lower->related.
void rec_lower_find_related(rec_lower *lower);
// Notes that pointer variable "o" is set to place "off" in array "to": another
// reading may take it for a place in that array from the start, if both are
// variables from outside.
void rec_lower_note_join(rec_lower *lower, const rec_obj *o, const rec_obj *to,
                         ir_val *off);

// -- lower_loop.c -----------------------------------------------------
// Lowers the loop "s".
void rec_lower_loop(rec_lower *lower, const lt_stmt *s);

// -- lower_stmt.c ---------------------------------------------------------
// Lowers "s", of its kind.
void rec_lower_kind_stmt(rec_lower *lower, const lt_stmt *s);

#endif
