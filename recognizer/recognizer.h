// recognizer/recognizer.h: loop tree -> IR with loops -> SOACs, or reasons.
//
//   front/       loop tree -> IR with `loop`, the faithful functional reading:
//                scalars in SSA, arrays in place, break/continue as flags,
//                calls inlined
//   common/      functions as a whole: dead values, guards
//   domain/      values, accesses and dependences of loops, over isl
//   footprint/   the guard function: sizes fit, extents touched
//   shapes/      loops become map, reduce, scan, combine; shapes/soac.c drives
//   reasons.def  every reason why not
//
// Calls run one way: shapes/ may use footprint/, that domain/, and all of them
// common/.
#ifndef LOFT_RECOGNIZER_H
#define LOFT_RECOGNIZER_H

#include "recognizer/loop_tree.h"
#include "ir/ir.h"

typedef enum rec_reason {
#define REC_REASON(NUM, ID, text, hint) REC_##ID,
#include "recognizer/reasons.def"
#undef REC_REASON
  REC__COUNT
} rec_reason;

typedef struct rec_reason_info {
  const char *number; // "LOFT012"
  const char *id;     // "GOTO"
  const char *text, *hint;
} rec_reason_info;
extern const rec_reason_info rec_reason_table[REC__COUNT];

// -- reasons.c --------------------------------------------------------------
// The reason called "id" ("GOTO"). False when there is none.
bool rec_reason_from_id(const char *id, rec_reason *out);
// The "text" of a reason, each %s replaced by "what" (NULL: "it").
const char *rec_reason_seen(arena *a, rec_reason reason, const char *what);
// "text; hint" of it.
const char *rec_reason_text(arena *a, rec_reason reason, const char *what);
// The words of C for the value called "name" of the region that was lowered
// last; "name" where there are no others.
const char *rec_written(const loft_cx *cx, const char *name);
// Reports that a loop stays as it was, at the offending place: a warning, an
// error when the pragma said required.
void rec_refuse(loft_cx *cx, bool required, loft_loc loc, rec_reason reason,
                const char *what);
// Adds to what was reported last that it is so at "loc", too, and at "more"
// further places.
void rec_note_more(loft_cx *cx, loft_loc loc, int more);

// How the region function gets parameter k of the IR function from C.
typedef enum rec_capture_kind {
  REC_VALUE,    // scalar: the value of "expr"
  REC_POINTER,  // array: the value of "expr" (a pointer, or decayed array)
  REC_ADDRESS,  // array of one: &expr (a scalar reached as p->field, *n, or a
                // global that the region writes through)
  REC_INDIRECT, // array: the pointer stored at &expr, loaded only if the
                // footprint is not empty (p->data[i])
  REC_NUMBERS,  // array: what the next calls "expr", of rand, would give (i32),
                // or the 48 bits of which drand48 makes numbers (i64)
  REC_MESSAGES, // array: the calls that are made behind the region, such as
                // "expr", REC_SAID_SLOTS elements each
} rec_capture_kind;

// An array of row pointers, a of a[i][j], is read as one array whose row i
// begins at i * stride. Pointers to pointers to rows are rows of pointers: of
// a[i][j][k] the rows are those at i * stride[0] + j, each stride[1] apart. The
// strides are parameters, found when the region starts.
enum { REC_TABLE_LEVELS = 3, REC_ROWS_LEAST = 1 << 30 };
typedef struct rec_table {
  int n_levels;            // pointers on the way to an element
  int first, step;         // bytes to the first pointer, from each to the next
  int unit;                // bytes that strides count; 0: an element
  int word;                // two levels: the one pointer behind each of level 0
                           // that is followed; -1: several are
  const char *name;        // of the array of pointers
  const lt_struct *record; // what the pointers are in, the other fields of
                           // which share no byte with them; NULL: none
} rec_table;

// A pointer in memory on the way to a captured place.
typedef struct rec_load {
  const char *name; // as C writes it
  int64_t then;     // bytes from where it points to the next, or to the place
} rec_load;
enum { REC_LOADS = 8 };

typedef struct rec_capture {
  rec_capture_kind kind;
  lt_expr *from; // the place of loads[0]; where n_loads is 0: "expr"
  int n_loads;
  rec_load loads[REC_LOADS];
  rec_table *table; // array: its rows are behind this; or ...
  int level;        // ... VALUE: the stride of these pointers of it
  lt_expr *expr;    // built of LT_VAR, LT_MEMBER, LT_DEREF, LT_ADDR,
                    // LT_CAST over variables visible at the region; or a
                    // difference of two casts of these, or LT_INT
  ir_scalar elem;
  bool is_restrict;        // it touches no element that another such one writes
  bool is_const_data;      // const table: never overlaps what is written
  bool is_bound;           // some count of a loop was read from it, once
  bool is_moved;           // INDIRECT: a result replaces the pointer
  const lt_struct *record; // elements are scalars of such structures, others of
                           // which may be in other captures of the same place
  int64_t declared;        // declared element count, -1 unknown
  const char *name;        // as a C programmer would write it: "p->data"
} rec_capture;

// A message: the number of its call (rec_region.says), then the bits of those
// arguments that are no constants.
enum { REC_SAID_SLOTS = 8 };

// An argument of such a call.
typedef enum rec_said_kind {
  REC_SAID_NUMBER,  // an integer of 4 or 8 bytes, or a double
  REC_SAID_TEXT,    // a constant array of bytes, behind casts
  REC_SAID_STREAM,  // stdout or stderr, behind casts
  REC_SAID_CHOSEN,  // one of the constant texts rec_region.texts: its number
  REC_SAID_ADDRESS, // of a structure, which the region does not change
  REC_SAID_OTHER    // there is none in a call of the list
} rec_said_kind;

// Which calls rec_lower_mark_said marks.
typedef enum rec_said_which {
  REC_SAID_NONE,     // none; those marked before are none any more
  REC_SAID_PERIODIC, // those in iterations at regular distances
  REC_SAID_ALL
} rec_said_which;

typedef enum rec_result_kind {
  REC_STORED,  // goes to "target"
  REC_MOVED,   // a pointer, which goes to "target", which is memory, unless its
               // offset is 0
  REC_KEPT,    // a pointer, which goes to variable "target", unless its offset
               // is INT64_MIN
  REC_RETURNS, // bool: the region returns from the function around
  REC_RETURNED, // what it returns then
  REC_EXITED,   // i32: which of the exits it is left by then; 0: it returns
  REC_TRAPPED,  // bool: nothing was done, for the loop makes a call that does
                // not return: the original is to run
  REC_DRAWN,    // i64: how many of REC_NUMBERS the loop takes
  REC_SAID      // i64: how many of REC_MESSAGES there are
} rec_result_kind;

// The destination of a result after success.
typedef struct rec_result {
  rec_result_kind kind;
  lt_expr *target; // scalar or pointer variable, at the region; or NULL
  int value;       // index among the function's results
  int offset;      // pointers: index of the i64 element offset, else -1
} rec_result;

// Two captured arrays, one of which is read alone: should they turn out to be
// the same array, C reads of it what it held before the region.
typedef struct rec_pair {
  int read, written; // numbers of captures
} rec_pair;

// Footprints read element k of the row behind pointer i as element
// (i << REC_ROW_SHIFT) + k of the rows.
enum { REC_ROW_SHIFT = 32 };

enum { REC_FOOTPRINT_HEAD = 5, REC_LMAD_DIMS = 4 };

// A region for iterations "first" <= i < "end" of its outermost loops alone:
// chunks in order do what the whole does.
typedef struct rec_chunk {
  // Parameters: the region's, first, end (i64), then what each fold starts
  // from; results: the region's, then what the folds end with.
  ir_func *func;
  ir_func *footprint; // of it
  // Parameters: the region's; results: how many iterations there are (i64),
  // what the folds of the first chunk start from, and where there is "join" how
  // many values of a tree an iteration has (i64), 0: folds are of integers.
  ir_func *range;
  // NULL: folds go on from one chunk to the next. Else all chunks fold from the
  // same start, pieces of trees where floats are folded (docs/numerics.md).
  // Parameters: the folds of two chunks; results: those of both together.
  ir_func *join;
  // Parameters: the region's, then the folds of all; results: the region's, 0
  // for arrays.
  ir_func *end;
  int n_folds;
  bool blocks; // chunks begin with a block of the scan
  // Floats are combined by key: the only "fold" is how many iterations there
  // are in one copy (IR_COPY), which the first chunk does not know. "range" has
  // how many times each iteration combines instead.
  bool keyed;
  bool waits; // a chunk may read what the one before it has written
  bool rows;  // an iteration needs the one before, and much in it runs at once
  bool until; // the first fold is a bool; where it is false, all is done
} rec_chunk;

// A loop that is cut.
typedef struct rec_cut {
  rec_chunk chunk;  // without a footprint to begin with
  ir_op *loop;      // of its function
  int n_conditions; // ops of its guard
} rec_cut;

// A call that does not return, or that only the original loop makes, which is
// to be asked for before the region does anything.
typedef struct rec_trap {
  rec_reason reason;  // why it cannot be lifted
  int result;         // of the region's function: whether it is reached
  loft_loc loc;       // of the call
  const char *callee; // the function, as C writes it
  loft_loc region;    // of the statement
  ir_vals untouched;  // for each result the parameter that it is made of, or
                      // NULL for a scalar
} rec_trap;

// A recognised region.
typedef struct rec_region {
  const lt_region *source;
  ir_module *module; // holds both functions
  ir_func *func;     // the region: params = captures, in order
  // Conditions under which "func" means the same as the C (a loop with a
  // parametric step goes the right way, an unsigned subscript does not wrap)
  // are checked at run time by a function "NAME_guard" of the same parameters
  // with one bool result; there is none where nothing need be checked.
  // rec_build_footprint clones it into the footprint's "ok".
  ir_func *guard;
  // Same parameters; results, REC_FOOTPRINT_HEAD of them: ok (bool), work (f64,
  // estimated scalar ops), in_order (f64, those of them in folds and loops that
  // nothing makes parallel), launches (f64, of kernels by the host code,
  // estimated), original (f64, estimated scalar ops of the loops that stay for
  // the case that their parallel versions cannot run, and of all else); then
  // for each array parameter lo, hi (i64, elements; touched are lo <= i < hi;
  // none if lo >= hi).
  ir_func *footprint;
  // The same, estimated, where the footprint takes a pass over data; or NULL.
  ir_func *estimate;
  // Same parameters; results: ok (bool: the others are valid), then for each
  // array parameter REC_LMAD_DIMS times stride, lo, hi (i64, elements): each
  // subscript that is touched is a sum of one multiple lo <= m < hi of every
  // stride; all zeros: not known. NULL where extents tell as much.
  ir_func *lmads;
  // Where arrays of row pointers are captured, else NULL. Same parameters, of
  // which strides and rows are not used; results: ok, and whether all pointers
  // are in arrays that C reads (bools); then for each array behind such
  // pointers [lo, hi) of the indices of each level of pointers, and of elements
  // in a row (i64).
  ir_func *rows;
  // Those where rows of one level of pointers differ in length by the iteration
  // "first", the last parameter, of the outermost loops, else NULL. Results:
  // ok, how many iterations there are, then the ranges that this one touches.
  // May not be called where "rows" gives no ok.
  ir_func *row_ends;
  rec_chunk *chunk;  // NULL: it does not run in chunks, because of
  const char *whole; // this, in English
  rec_capture *captures;
  int n_captures;
  rec_result *results;
  int n_results;
  const lt_expr **says; // the calls that are made behind it
  int n_says;
  const lt_var **texts; // those that arguments of these are chosen from
  int n_texts;
  rec_pair *pairs;
  int n_pairs;
  rec_trap *trap;       // NULL: none, or it is asked for
  const char *left;     // the function that only the original loop calls, as C
                        // writes it; NULL: none
  const char *special;  // the lines of special cases that are left to the
                        // original loop; NULL: none
  const char *numerals; // the function that reads numbers from texts, of which
                        // the original loop alone reads some; NULL: none
  bool derives_far;     // some pointer variable is read as a place in another's
                        // array, more than a few elements from its start
  bool trusts;          // it relies on C's word that iterations are independent
  bool loose; // the C compiler may compute other floats than IEEE 754 says
} rec_region;

// Recognises "region". On refusal reports one warning (an error if required)
// per reason found, at the offending expression's own line, and returns NULL.
rec_region *rec_recognize(loft_cx *cx, const lt_region *region);
// The kind of argument "e" of a call that is made behind a region.
rec_said_kind rec_lower_said_kind(const lt_expr *e);
// How many arguments such a call has before those of "..."; -1: it is none.
int rec_lower_said_fixed(const lt_expr *e);
// Marks those calls in "region" and the functions that it calls which may be
// made behind it: readings from now on take them for such. False: there are
// none.
bool rec_lower_mark_said(arena *a, const lt_region *region,
                         rec_said_which which);
// First half only: the functional reading with `loop`s (for tests and
// --stop-after=lower). Same reporting.
rec_region *rec_lower_region(loft_cx *cx, const lt_region *region);
// The same, but every pointer variable is an array of its own, also one that is
// known to point into another's: whether they overlap is checked at run time.
rec_region *rec_lower_region_apart(loft_cx *cx, const lt_region *region);
// rec_lower_region or, where "apart", rec_lower_region_apart, but with a read
// of memory wherever C has one, so that their order is C's.
rec_region *rec_lower_region_plain(loft_cx *cx, const lt_region *region,
                                   bool apart);
// loops -> SOACs in place (pass "soac" of loft-opt as well). "assoc" permits
// reassociating float reductions. Returns true when at least one SOAC came
// out; reports, when "why" is set, each loop that stayed and its reason.
bool rec_find_soacs(loft_cx *cx, ir_func *f, bool assoc, bool why);
// True when loop "op" consists of running folds by key, which go by chunks
// (analysis/keyed.c).
bool rec_goes_by_chunks(ir_op *op);
// The facts in C about the elements of an array.
typedef struct rec_told {
  int64_t declared;    // how many it is declared with, -1 unknown
  bool has_values;     // it is a constant table of integers, or the numbers of
                       // rand,
  int64_t least, most; // which are in this range
  int n_levels;        // its rows are behind so many levels of pointers
  int word;            // rec_table.word
  int stride[REC_TABLE_LEVELS]; // numbers of the parameters that are the
                                // strides; -1: none
  int scale;    // elements of it that strides count in units of; 0: one, of an
                // array that is all that the pointers lead to
  bool may_end; // the region may end loops early by stores into it through
                // another name
  bool may_interleave; // its extent may overlap that of another array, of which
                       // one is written, without a common element
} rec_told;
// Adds the footprint function "F_footprint" of "f" to its module (pass
// "footprint"). When the module has a function "F_guard", its result is part
// of the footprint's "ok". "told" (may be NULL): the facts about each
// parameter. Settles f->param_mode. On refusal
// reports a warning and returns NULL. *estimate gets the function "F_estimate"
// of the same results, about, or NULL where it would be no faster.
ir_func *rec_build_footprint(loft_cx *cx, ir_func *f, const rec_told *told,
                             ir_func **estimate);
// Adds the function "F_lmads" of rec_region.lmads to the module of "f", for the
// arrays that may interleave ("told" is NULL: all). NULL where no subscript of
// theirs has a stride but 1, or none is known.
ir_func *rec_build_lmads(loft_cx *cx, ir_func *f, const rec_told *told);
// Builds the functions that compute "f", which has a footprint, in chunks, in a
// module of their own. NULL, or the obstacle, in English.
const char *rec_build_chunk(loft_cx *cx, ir_func *f, const rec_told *told,
                            rec_chunk *out);
// The same for a region that is one loop, as it was "lowered", where "f" is no
// maps and folds: builds all but the footprint, for loops to become SOACs next.
// False: it is more than a loop.
bool rec_cut_loop(const ir_func *lowered, const ir_func *f, rec_cut *out);
// Ends that, when loops have become SOACs. False: its chunks would not be
// parallel, or not have the bits of "f", or nobody knows what they touch.
bool rec_settle_cut(loft_cx *cx, const ir_func *f, const rec_told *told,
                    rec_cut *cut);
// Adds the function "F_rows" of rec_region.rows. NULL on refusal (reported).
ir_func *rec_build_rows(loft_cx *cx, ir_func *f, const rec_told *told);
// Adds the function "F_row_ends" of rec_region.row_ends to a module of its own.
// NULL where there is none.
ir_func *rec_build_row_ends(loft_cx *cx, const ir_func *f,
                            const rec_told *told);

#endif
