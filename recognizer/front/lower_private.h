// recognizer/front/lower_private.h: the state of lowering, shared by the files
// of front/. Headers of its topics, each with its files:
//
//   lower_number.h  numbers, as scalar ops
//   lower_memory.h  the objects of C, and where they lie
//   lower_flow.h    control flow under construction
//   lower_count.h   loops with a count
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
  ir_val *val;            // NULL: not initialised
  rec_obj *target;        // pointer: its target; NULL: nothing known
  lt_expr *path;          // pointer to a structure or pointer: its value at the
                          // region's start, as an expression; else NULL
  bool unknown;           // pointer: may point into one of several
  const lt_field *copied; // unknown pointer: it is this one of an element of an
                          // array, copied with its structure; else NULL
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
  bool is_joined;  // pointer: it is joined with an array (lower->joined), ...
  rec_obj *is_set; // ... whether it is not null, a bool; NULL: nothing asks
  bool may_become_null; // ... the region sets it to null
  bool permuted;        // array: a loop made it change places with others
  bool read, written;
  bool read_first;         // elements are read further up than any is written
  bool is_bound;           // read where a loop's count is computed
  int n_reads;             // how often it was reached by its name
  rec_memory *memory;      // record: what it is in; view of such: that
  const lt_struct *record; // record: the structures; offsets count its units
  rec_table *table;        // table: what it is part of; array, or structures,
                           // of rows: theirs
  rec_memory *holder;      // array or structures of rows: those that have the
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
  rec_table *table;       // its structures are rows behind this, or NULL
  VEC(rec_obj *) views;   // met so far, one a type
  VEC(rec_obj *) records; // structures in it, outer or nested
};

typedef VEC(rec_obj *) rec_objs;
typedef VEC(rec_slot) rec_slots;

typedef struct rec_state {
  rec_slots caps, locals;
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
  ir_val *off;   // elements of obj (a record: units of its structure; a
                 // variable's part: bytes); NULL for a variable reached by name
  lt_expr *path; // pointer: to what; place: the lvalue
  const lt_field *bits;  // place: the bit-field that begins in the byte there
  bool in_parts;         // place: of a number that has several elements of obj,
                         // or of an array of such in a union, or is a part of
                         // variable obj
  bool may_be_null;      // pointer: where obj or path is not NULL, too; of a
                         // variable without these, that it is
  const rec_obj *joined; // pointer: the joined one that it was read from
  ir_val *is_set;        // that is not null; NULL: nothing asked yet
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
  rec_objs caps, locals;
  VEC(rec_slots) spare; // room of states that are no longer needed
  VEC(rec_heap) heap;   // in the order of the locals
  map *vars;            // lt_var * -> rec_obj *
  map *related; // lt_var * of a pointer -> lt_var * whose array it points into
  map *joined;  // lt_var * of a pointer that is set to places in an array ->
                // lt_expr * of the pointer to this, as an earlier reading found
  map *joins;   // and such that this one does, which may be needed
  map *tested;  // lt_var * of joined pointers that are compared with null
  smap *fields; // lvalue text -> rec_obj *
  smap *indexed; // pointers to structures, by lvalue text: whether more than
                 // the first is used, or that is followed to others
  smap *chained; // pointers in memory, by lvalue text, that are followed to
                 // others, or were in an earlier reading
  smap *moved;   // pointers in memory, by lvalue text, that are assigned
  smap *smaller; // pointers, by lvalue text, to numbers that are seen as
                 // several smaller ones -> the least type of these
  map *padded;   // variables that are structures, what lies between the fields
                 // of which is copied
  map *copied;   // lt_field * of pointers in elements of arrays that are used
                 // where the structure is copied
  map *needed;   // lt_field * of large structures that earlier readings needed
  map *missing;  // ... and those that this one does
  map *work;     // lt_var * of arrays that nothing reads behind the region
  bool again;    // one was added: earlier captures of it are wrong
  rec_frame *frame;
  rec_effects *region_effects;
  bool *combined;                     // of each clause combine(...): it was met
  rec_obj *brk, *cont, *ret, *retval; // flags in force, NULL outside
  rec_obj *exit; // by which exit the region is left, where they differ
  rec_obj *numbers, *drawn; // those that rand gives, and how many are taken;
                            // NULL: there are no calls
  rec_obj *messages, *said; // those that are written behind the region, and how
                            // many; NULL: there are none
  rec_exprs says;           // their calls
  VEC(const lt_var *) texts;  // those that their arguments are chosen from
  rec_obj *labels[LT_LABELS]; // the same of labels further down
  rec_obj *trap; // whether a call that does not return was reached; NULL: there
                 // is none
  const lt_expr *trap_call;  // the first such call, ...
  const lt_expr *trap_outer; // ... or that into a system header which makes it
  rec_ptr retstruct; // where the function being inlined returns a structure
  VEC(rec_refusal) refusals;
  an_values *cse, *entry_cse; // of pure ops; those at the region's start
  bool apart;                 // pointers made of others are arrays of their own
  bool every_read;            // reads of memory are not shared
  bool unrolls;               // loops of few iterations become these
  bool no_share; // build afresh: the region is complete, later ops are in cse
  map *exact;    // narrow ir_val * -> i64 ir_val * of the same value
  map *ranges;   // loop index ir_val * -> an_range *
  map *trips;    // loop index ir_val * -> ir_val * extent
  map *assumed;  // 64-bit parameters assumed to be smaller than 2^48
  ir_vals assumptions; // their guards
  ir_vals told;        // those that C assumes
  ir_vals guards;      // other conditions that must hold at the region's start
  VEC(const char *) libraries; // functions that these call
  VEC(rec_obj *) log;          // objects read while "logging"
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
// such, to scalars of type *elem, or to structures *mixed (else NULL); 0: none,
// or too many, or not to such.
int rec_lower_levels(const lt_type *type, ir_scalar *elem,
                     const lt_struct **mixed);
// Whether a pointer to "type" is one to elements of an array only where more
// than the first is used: to such structures, or to pointers to rows.
bool rec_lower_is_wide_pointee(const lt_type *type);
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
// "e", which may be NULL, before casts to void.
const lt_expr *rec_lower_without_void(const lt_expr *e);
// The name of the function, or macro, that C writes for the call "e".
const char *rec_lower_callee(arena *a, const lt_expr *e);
// True when "name" is that of the function "base" for "type": base or basef.
bool rec_lower_is_named(const char *name, const char *base, ir_scalar type);
// True when "name" is "base" or its form for floats.
bool rec_lower_is_any(const char *name, const char *base);

// -- lower_walk.c: refusals, and the parts of a node ----------------------
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
// The target of "pointer", as an expression.
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

#endif
