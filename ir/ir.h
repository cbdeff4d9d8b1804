// ir/ir.h: the IR of loft, from C loops to mapped combinators.
//
// Read IR.md first: it has the grammar and every op with its meaning.
//
// A module has functions; a function has parameters and one region; a region
// has parameters (the lambda's) and a list of ops ended by `yield`. An op has
// operands "ins", results "outs", nested "regions" and a few attributes, and
// nothing an op uses lives outside these: walking, cloning, substituting,
// hashing, printing are each written once for all ops.
//
// Form: A-normal, SSA, multiple results, no tuples. Values are scalars or flat
// arrays (rank 1); multi-dimensional layout lives in the index expression
// (Note [Flat arrays] in docs/design-notes.md).
//
// In-place arrays. `update`, and every array operand of map, reduce and loop
// *consumes* its array: the value must not be used afterwards, on any path
// (ir_verify checks). So an array value names contents, its storage is that of
// the array it was made from, and no op ever copies an array.
#ifndef LOFT_IR_H
#define LOFT_IR_H

#include "base/base.h"

#include <float.h>

// -- Types ----------------------------------------------------------------
typedef enum ir_scalar { // ORDER SCALAR: signed, then unsigned, then float
  IR_BOOL,
  IR_I8,
  IR_I16,
  IR_I32,
  IR_I64,
  IR_U8,
  IR_U16,
  IR_U32,
  IR_U64,
  IR_F32,
  IR_F64,
  IR_F80, // the x87's extended: C's long double on x86, of CPUs alone
  IR_SCALAR__COUNT
} ir_scalar;

// Whether the long double of the machine that loft runs on is an f80, which the
// evaluator needs; the bytes of its value, of IR_F80's 16 the first ones.
enum { IR_HAS_F80 = LDBL_MANT_DIG == 64, IR_F80_BYTES = 10 };

// The bits of a scalar, zero-extended.
typedef unsigned __int128 ir_bits;

typedef struct ir_type {
  ir_scalar elem;
  bool array; // []elem
} ir_type;

// -- Ops --------------------------------------------------------------------
typedef enum ir_opcode {
#define IR_OP(ID, mnemonic, cls, flags, doc) IR_OP_##ID,
#include "ir/ir_ops.def"
#undef IR_OP
  IR_OP__COUNT
} ir_opcode;

typedef enum ir_class {
  IR_CLASS_CONST,
  IR_CLASS_CONV,
  IR_CLASS_BIN,
  IR_CLASS_UN,
  IR_CLASS_TERN,
  IR_CLASS_CMP,
  IR_CLASS_SELECT,
  IR_CLASS_MATH1,
  IR_CLASS_MATH2,
  IR_CLASS_IF,
  IR_CLASS_LOOP,
  IR_CLASS_YIELD,
  IR_CLASS_ALLOC,
  IR_CLASS_INDEX,
  IR_CLASS_UPDATE, // writes one element
  IR_CLASS_BOUND,
  IR_CLASS_READABLE,
  IR_CLASS_CALL,
  IR_CLASS_SOAC
} ir_class;

enum { // flags of ir_op_info
  IR_F_COMM = 1,
  IR_F_INT = 4,    // i8..u64 allowed
  IR_F_FLT = 8,    // f32 f64 allowed, and f80 unless MATH or fma
  IR_F_LOGIC = 16, // i8..u64 and bool allowed
  IR_F_ANYT = 32,  // i8..u64 and f32 f64 f80 allowed
  IR_F_LONG = 128  // f80 allowed where MATH
};

typedef struct ir_op_info {
  const char *id, *mnemonic;
  ir_class cls;
  unsigned flags;
  const char *doc;
} ir_op_info;
extern const ir_op_info ir_op_table[IR_OP__COUNT];

// Where an op runs (mapping is a rewrite: passes "map-gpu", "map-cpu").
typedef enum ir_level {
  IR_LEVEL_NONE,   // not mapped yet
  IR_LEVEL_GRID,   // one GPU work-item per iteration
  IR_LEVEL_THREAD, // iterations shared out over CPU threads
  IR_LEVEL_VEC,    // loop inside a kernel, free of dependences: vectorise
  IR_LEVEL_SEQ,    // loop inside a kernel, in order
  IR_LEVEL_GROUP,  // fold in a map {grid}: work-groups share out its iterations
  IR_LEVEL_HOST,   // loop on the host around kernels
  IR_LEVEL__COUNT
} ir_level;

// "grid"; as the text form writes it.
const char *ir_level_name(ir_level level);

// Where an array of `alloc` lives.
typedef enum ir_space {
  IR_SPACE_GLOBAL, // device memory; host-level alloc
  IR_SPACE_PRIVATE // of one iteration; constant size, inside a map
} ir_space;

// The bytes of a private array at most: it is on the stack of a thread (4 MiB
// of the runtime's), which passes may have hold several of them.
enum { IR_MAX_PRIVATE = 256 << 10 };

typedef struct ir_val ir_val;
typedef struct ir_op ir_op;
typedef struct ir_region ir_region;
typedef struct ir_func ir_func;
typedef struct ir_module ir_module;

struct ir_val {
  ir_type type;
  const char *name;    // without '%'; unique within the function once printed
  ir_op *def;          // the op it is a result of, or NULL for a parameter
  ir_region *param_of; // the region it is a parameter of, or NULL
  int index;           // among def->outs or param_of->params
  int n_uses;          // valid after ir_count_uses only
  void *user;          // scratch of the pass that runs; not kept
};

typedef VEC(ir_val *) ir_vals;

enum { IR_MAX_REGIONS = 3, IR_MAX_GROUP_ROWS = 128 };

struct ir_op {
  ir_opcode code;
  loft_loc loc; // the C expression it came from; file NULL if none
  ir_vals ins, outs;
  ir_region *regions[IR_MAX_REGIONS];
  int n_regions;
  // attributes
  ir_bits bits;       // CONST: the value's bits
  ir_level level;     // MAP REDUCE SCAN LOOP
  int rows;           // MAP {group}: rows of a work-group, a power of two up to
                      // IR_MAX_GROUP_ROWS; 0: by how many there are
  int stride;         // MAP over places: of how many the original visits one,
                      // about, in the loop at the map's place; 0: of each
  ir_space space;     // ALLOC
  int n_dims;         // SOACs: how many leading ins are extents (>= 1);
                      // LOOP: 1 when it counts, else 0
  bool has_while;     // LOOP: first carried value is a bool tested before
                      // each iteration
  bool seq;           // REDUCE SCAN: fold in iteration order, not by the tree
  bool exact;         // REDUCE SCAN: no reassociation of floats (implies seq)
  ir_opcode *red_ops; // REDUCE SCAN: operator of each folded value; NULL: the
                      // last region is the operator of all of them together
  int n_red;          // REDUCE SCAN: how many values are folded (0 for MAP)
  ir_opcode combiner; // COMBINE: its operator
  const char *callee; // CALL: the function's symbol
  bool independent;   // LOOP: C says that no iteration touches an element of an
                      // array that another one writes
  bool versions;      // IF: both regions compute the same, one of them in any
                      // case, the other one where the condition holds
  ir_op *prev, *next;
  ir_region *parent;
};

struct ir_region {
  ir_vals params;
  ir_op *first, *last; // last is the YIELD of a complete region
  ir_op *parent_op;    // NULL for a function's body
  ir_func *func;
};

// How a region touches an array parameter; host code transfers by it.
enum {
  IR_READ = 1, // what was there before the region may be read
  IR_WRITE = 2,
  IR_FULL = 4,   // every element of the footprint is written
  IR_PROBE = 32, // elements may be read that the C would not have read (&&
                 // and || as reductions): run only where that cannot fault
  IR_DENSE = 64, // the C reads or writes every element of the footprint
  // Of functions of some iterations of a region (Note [Chunks]), of arrays
  // whose elements are combined at places that are data: integers; sums of
  // floats; products of floats.
  IR_COUNTS = 1 << 10,
  IR_SUMS = 1 << 11,
  IR_PRODUCTS = 1 << 12,
  // Of a scalar there: how many iterations of the outermost loop are in one
  // copy of sums by key (docs/numerics.md), which continue from the values
  // of the elements; 0: they are in order.
  IR_COPY = 1 << 13,
  // Of a scalar: the distance of rows behind pointers, which is used in
  // subscripts of these alone (Note [Row pointers]), in units of as many bytes
  // as the bits from IR_UNIT on say.
  IR_ROWS = 1 << 14,
  IR_UNIT = 16,
  IR_MAX_UNIT = (1 << 15) - 1
};

// Layout of operands, regions and yields:
//   if      ins [cond]                       regions then, else; yields outs
//   loop    ins [extent]? inits...           region params [i]? carried...
//           yields carried...; outs carried...  (i: i64 from 0)
//   map     ins extents... dests...          region params idx... dests...
//           yields dests...; outs dests...
//   reduce  ins extents... inits... dests... region params idx... dests...
//           yields values... dests...; outs results... dests...
//           result_k = init_k (op_k) fold of the values; the fold is in order
//           when "seq", else the tree of docs/numerics.md over the row-major
//           linear index. Without red_ops a second region is the operator of
//           all values together: params left... right..., yields their fold
//   scan    as reduce, but the region yields the values alone and writes
//           nothing; the second region has params idx... before... after...
//           dests... (the running folds without and with this iteration's
//           values), writes and yields dests...; an operator region comes third
//   alloc   ins [count]            index ins [array, i]
//   update  ins [array, i, value]  combine ins [array, i, value]
//   begin   ins [array]            end     ins [array]
// Extents and indices are i64. An extent <= 0 means no iterations.
// Inside a map's region an outer array that is a dest is reached through its
// region parameter alone; iteration k sees the initial contents and its own
// writes; two iterations never touch the same element if one writes it, unless
// both combine into it by the same operator.
struct ir_func {
  const char *name; // without '@'
  ir_region *body;  // its params are the function's, its yield the results
  int *param_mode;  // per parameter: IR_READ | IR_WRITE | ..., IR_ROWS
  bool exact;       // folds in order stay so: floats keep C's order
  ir_module *module;
  ir_func *next;
};

struct ir_module {
  arena *arena;
  ir_func *funcs; // in order of appearance
};

// -- ir.c: construction and traversal ----------------------------------------
ir_module *ir_module_new(arena *a);
// A new function at the end of "m", with an empty body and no parameters.
ir_func *ir_func_new(ir_module *m, const char *name);
// The function called "name", or NULL.
ir_func *ir_func_find(const ir_module *m, const char *name);
// Appends a parameter to "f"; "mode" as ir_func.param_mode.
ir_val *ir_func_add_param(ir_func *f, ir_type type, const char *name, int mode);
ir_region *ir_region_new(ir_func *f, ir_op *parent_op);
ir_val *ir_region_add_param(ir_region *r, ir_type type, const char *name);

static inline ir_type
ir_ty(ir_scalar s) {
  return (ir_type){s, false};
}
static inline ir_type
ir_array_ty(ir_scalar s) {
  return (ir_type){s, true};
}
static inline bool
ir_type_eq(ir_type a, ir_type b) {
  return a.elem == b.elem && a.array == b.array;
}
bool ir_is_signed(ir_scalar s);
bool ir_is_unsigned(ir_scalar s);
bool ir_is_float(ir_scalar s);
bool ir_is_int(ir_scalar s); // signed or unsigned, not bool
// Bytes of one element: 1, 2, 4, 8 or 16 (bool: 1).
int ir_size(ir_scalar s);
// Those of them that are its value: all but the last 6 of an f80.
size_t ir_value_bytes(ir_scalar s);
// How many slots of 8 bytes a value of that type takes among the arguments or
// results of generated code: 1, of an f80 2.
int ir_slots(ir_type t);
// The slots of the first "n" of the values.
int ir_slots_of(const ir_vals *vals, int n);
// The unsigned type of "size" bytes: 1, 2, 4 or 8.
ir_scalar ir_unsigned(int size);
int ir_width(ir_scalar s); // value bits: 8 * ir_value_bytes, of a bool 1
const char *ir_scalar_name(ir_scalar s); // "f32"
bool ir_scalar_from_name(const char *name, ir_scalar *out);
// The comparison y op' x that is x op y; "code" itself when it is another op.
ir_opcode ir_exchanged(ir_opcode code);
// The comparison of two values of type "s" that holds exactly where "code" does
// not; IR_OP__COUNT when there is none (NaNs), or "code" is no comparison.
ir_opcode ir_negated(ir_opcode code, ir_scalar s);
// Bytes of a value of type "s" in shared memory, where a bool is a word.
int ir_shared_size(ir_scalar s);

// -- build.c: ops at a cursor ---------------------------------------------
// A cursor: where the next op goes.
typedef struct ir_builder {
  ir_func *func;
  ir_region *region;
  ir_op *before; // insert before this op; NULL: at the end
  loft_loc loc;  // given to every op built
} ir_builder;

ir_builder ir_at_end(ir_region *r);
ir_builder ir_before(ir_op *op);
// Behind the definition of "v" by an op in region "r", or else where that
// begins.
ir_builder ir_behind(const ir_val *v, ir_region *r);
// An op with no operands yet, inserted at "b"; the caller fills it in.
ir_op *ir_build_raw(ir_builder *b, ir_opcode code);
// A loop or a SOAC of one dimension at "b", over "n" iterations, with a region
// whose parameter "index" counts them; the caller fills it in.
ir_op *ir_start_loop(ir_builder *b, ir_opcode code, ir_val *n,
                     const char *index);
void ir_add_in(ir_op *op, ir_val *v);
ir_val *ir_add_out(ir_op *op, ir_type type, const char *name);
// Results of the types and names of the "n" values "like".
void ir_add_outs(ir_op *op, ir_val *const *like, int n);
// Adds "v" to what "op" carries from iteration to iteration (a dest of a map, a
// loop's state): an operand, a result and a parameter of its first region,
// which is returned.
ir_val *ir_add_carried(ir_op *op, ir_val *v, const char *result,
                       const char *param);
// Adds the next region (at most IR_MAX_REGIONS) to "op".
ir_region *ir_add_region(ir_op *op);

// Scalar ops: operands in, the one result out; result type by the op's class.
ir_val *ir_build1(ir_builder *b, ir_opcode code, ir_val *x);
ir_val *ir_build2(ir_builder *b, ir_opcode code, ir_val *x, ir_val *y);
ir_val *ir_build3(ir_builder *b, ir_opcode code, ir_val *x, ir_val *y,
                  ir_val *z);
// CONVERT or BITCAST of "x" to "to"; CONVERT to the same type gives "x".
ir_val *ir_build_convert(ir_builder *b, ir_val *x, ir_scalar to);
ir_val *ir_build_bitcast(ir_builder *b, ir_val *x, ir_scalar to);
// A constant from an integer (wrapped to the type; converted for floats).
ir_val *ir_build_int(ir_builder *b, ir_scalar type, int64_t value);
// ceil(x / by) of an i64 for a constant.
ir_val *ir_build_ceil_div(ir_builder *b, ir_val *x, int64_t by);
// The row-major number of the iteration with the indices that "idx" are in
// "subst".
ir_val *ir_build_row_major(ir_builder *b, const map *subst, ir_val *const *idx,
                           ir_val *const *extents, int n);
ir_val *ir_build_float(ir_builder *b, ir_scalar type, double value);
ir_val *ir_build_bits(ir_builder *b, ir_scalar type, ir_bits bits);
ir_val *ir_build_index(ir_builder *b, ir_val *array, ir_val *i);
ir_val *ir_build_update(ir_builder *b, ir_val *array, ir_val *i, ir_val *value);
ir_val *ir_build_combine(ir_builder *b, ir_opcode op, ir_val *array, ir_val *i,
                         ir_val *value);
// BEGIN or END of "array".
ir_val *ir_build_bound(ir_builder *b, ir_opcode code, ir_val *array);
// The result, of type "t", of function "callee" of the "n" scalars at "in".
ir_val *ir_build_call(ir_builder *b, const char *callee, ir_scalar t, int n,
                      ir_val *const *in);
// Whether elements "lo" up to below "hi" of "array" can be read.
ir_val *ir_build_readable(ir_builder *b, ir_val *array, ir_val *lo, ir_val *hi);
ir_val *ir_build_alloc(ir_builder *b, ir_scalar elem, ir_val *count,
                       ir_space space, const char *name);
ir_op *ir_build_yield(ir_builder *b, ir_val **vals, int n);
// An if of "cond", without results; *yes and *no are at the ends of its
// regions, which are empty.
ir_op *ir_build_if(ir_builder *b, ir_val *cond, ir_builder *yes,
                   ir_builder *no);
// The same without regions.
ir_op *ir_start_if(ir_builder *b, ir_val *cond);
// Ends the regions of an if, which *yes and *no are at the ends of, with "v"
// and "w": the result "name".
ir_val *ir_end_if(ir_builder *yes, ir_val *v, ir_builder *no, ir_val *w,
                  const char *name);
// A reduction by "op" of one value for each of "n" iterations, from "init" on,
// "ordered" or by the tree: its region, with index "name", *i.
ir_region *ir_start_fold(ir_builder *b, ir_opcode op, ir_val *n, ir_val *init,
                         bool ordered, const char *name, ir_val **i);
// Ends it with the value "v" at the end of its region: the result "name".
ir_val *ir_end_fold(ir_builder *in, ir_val *v, const char *name);

// -- ir.c: changing and traversing ----------------------------------------
// Removes "op" from its region (its results must be unused).
void ir_remove(ir_op *op);
// Moves "op" before "before" (or to the end of "r" when NULL).
void ir_move(ir_op *op, ir_region *r, ir_op *before);
// Moves all ops of "r" but its yield before "before".
void ir_splice_before(ir_region *r, ir_op *before);
// Removes element "k".
void ir_vals_remove(ir_vals *v, int k);
// Removes result / parameter "k" and renumbers the rest.
void ir_remove_out(ir_op *op, int k);
void ir_remove_param(ir_region *r, int k);
// Removes result "k" of a loop or if, whose uses the caller has replaced, with
// its yields; for a loop the carried value with it.
void ir_drop_result(ir_op *op, int k);
// Replaces every use of "from" by "to" in "f".
void ir_replace_uses(ir_func *f, ir_val *from, ir_val *to);
// Lets the ops of region "r" compute with its first parameter, an index, plus
// "by" instead of that.
void ir_shift_index(ir_func *f, ir_region *r, ir_val *by);
// Recomputes n_uses of every value of "f" (uses in nested regions included).
void ir_count_uses(ir_func *f);
// The same for values defined in "r" alone; that of others is not valid.
void ir_count_uses_in(ir_region *r);
// Copies "op" with its regions to "b"; operands found in "subst" (ir_val* ->
// ir_val*) are replaced; the copies of its results and region parameters are
// added to "subst".
ir_op *ir_clone_op(ir_builder *b, const ir_op *op, map *subst);
// The value of "v" under "subst": its entry, or itself.
ir_val *ir_substituted(const map *subst, ir_val *v);
// Copies all ops of "r" but its yield to "b"; returns the mapped yield values
// in "yields" (room for r->last->ins.n).
void ir_clone_region_ops(ir_builder *b, const ir_region *r, map *subst,
                         ir_val **yields);
// Copies a function into "m" under "name".
ir_func *ir_clone_func(ir_module *m, const ir_func *f, const char *name);
// Calls "fn" on every op of "r", outer before inner; stops when it gives
// false. Returns false when stopped. "fn" may remove or move the op it got
// (the regions of a removed op are not entered).
typedef bool (*ir_walk_fn)(void *user, ir_op *op);
bool ir_walk(ir_region *r, ir_walk_fn fn, void *user);
// The first CALL in "r" and its regions, or NULL.
ir_op *ir_find_call(ir_region *r);
// Sets the modes of the parameters of "f", which writes no array: those that it
// reads elements of are IR_READ.
void ir_note_reads(ir_func *f);
// The region that "v" is defined in.
ir_region *ir_home_of(const ir_val *v);
// True when "v" is defined in a region of "op", or further inside.
bool ir_is_within(const ir_val *v, const ir_op *op);
// True when "v" is defined outside "r" (so visible on entry to it).
bool ir_is_outside(const ir_val *v, const ir_region *r);
// True when nothing but ifs is around "op" in region "r".
bool ir_is_under_ifs(const ir_op *op, const ir_region *r);
// The loop in region "r", where no other op has regions; else NULL.
ir_op *ir_only_loop(const ir_region *r);
// The op of "r" that "op" is, or is in; NULL: it is not in "r".
ir_op *ir_ancestor_in(const ir_op *op, const ir_region *r);
// True when "x" comes before "y" in the same region.
bool ir_comes_before(const ir_op *x, const ir_op *y);
// True when "x" is one of "v".
bool ir_vals_has(const ir_vals *v, const ir_val *x);
// True when every op may be evaluated where C would not have (no reads of
// memory, no loops that may not end).
bool ir_is_speculatable(const ir_op *op);
// The opcode with mnemonic "word"; IR_OP__COUNT: there is none.
ir_opcode ir_opcode_of(const char *word);
// True when "op" folds a value into floats.
bool ir_combines_floats(const ir_op *op);
// True for UPDATE and COMBINE: operands are array, index and value.
bool ir_writes_element(const ir_op *op);
// True for INDEX, and COMBINE by an operator that the old value matters to.
bool ir_reads_element(const ir_op *op);
// True for INDEX, UPDATE and COMBINE: operands begin with array and index.
bool ir_accesses_element(const ir_op *op);
// True for ops of the scalar classes (CONST .. MATH2).
bool ir_is_scalar_op(ir_opcode code);
// True when the table allows the scalar op on operands of "type".
bool ir_is_defined_on(ir_opcode code, ir_scalar type);
// How much work an op is, besides that of its regions.
typedef enum ir_weight { // ORDER WEIGHT
  IR_WEIGHT_NONE,        // a constant, or the end of a region
  IR_WEIGHT_LIGHT,
  IR_WEIGHT_DIVISION, // or a remainder, or a root
  IR_WEIGHT_MATH,     // a function of <math.h>
  IR_WEIGHT_CALL      // one of another file
} ir_weight;
ir_weight ir_weight_of(ir_opcode code);

// True for an op of "type" that math.loft defines, which pass "math" expands: a
// function of <math.h> in f80 stays a call of the C library's.
bool ir_is_in_mathlib(ir_opcode code, ir_scalar type);

#define ir_foreach_op(op, r) for (ir_op *op = (r)->first; op; op = op->next)
// Safe when the body removes "op".
#define ir_foreach_op_safe(op, r)                                              \
  for (ir_op *op = (r)->first, *op##_next = op ? op->next : NULL; op;          \
       op = op##_next, op##_next = op ? op->next : NULL)

// -- views.c: read-only recognition -------------------------------------------
// A SOAC. Arrays point into the op; do not keep over changes.
typedef struct ir_soac {
  ir_op *op;
  int n_dims, n_red, n_dests;
  ir_val **extents, **inits, **dests; // of op->ins
  ir_val **idx, **dest_params;        // of the body's params
  ir_val **values;                    // of the body's yield
  ir_val **dest_yields;               // of the yield of "then", else the body's
  ir_val **results, **dest_outs;      // of op->outs
  ir_opcode *red_ops;                 // of op
  ir_region *body;
  // SCAN alone
  ir_region *then;                      // what sees the running values
  ir_val **then_idx, **before, **after; // of its params
  ir_val **then_dests;                  // likewise
  // the operator of all values together, or NULL
  ir_region *combine; // params: n_red on the left, n_red on the right
} ir_soac;
// False for other ops, for ones whose counts do not fit (incomplete IR), and
// for operators that are regions: MAP, or REDUCE by opcodes.
bool ir_match_soac(ir_op *op, ir_soac *s);
// The same of every MAP, REDUCE and SCAN.
bool ir_match_fold(ir_op *op, ir_soac *s);
// The region that is the operator of all values "op" folds; NULL: opcodes are,
// or it folds nothing.
ir_region *ir_operator_region(const ir_op *op);
// True when "v" is an index of the loop, map, reduce or scan around it.
bool ir_is_index(const ir_val *v);
// True for MAP, REDUCE and SCAN.
bool ir_is_soac(const ir_op *op);
// True for these and LOOP: ops whose body runs once an iteration.
bool ir_iterates(const ir_op *op);
// The number of operands of "op", which has regions, that decide whether, or
// how often, these run, and come first: a condition, extents, the flag of a
// while loop.
int ir_n_controls(const ir_op *op);
typedef struct ir_loop {
  ir_op *op;
  ir_val *extent, *i; // NULL for a pure while loop
  int n_carried;
  ir_val **inits, **carried, **yields, **outs;
  ir_region *body;
} ir_loop;
bool ir_match_loop(ir_op *op, ir_loop *l);
// "v" before all conversions.
ir_val *ir_before_converts(const ir_val *v);
// "v" as an integer or bool constant (sign-extended), looking through
// converts.
bool ir_match_int(const ir_val *v, int64_t *value);
// The array whose storage "v" shares: follows update, map, reduce, loop and if
// back to an alloc result, a function parameter, or a carried/dest parameter
// of "stop" or a region around it (NULL: through those too). Where arrays of
// several storages meet (a loop that permutes them, an if), the result is the
// loop's or if's own out or parameter: it may share with any operand.
ir_val *ir_storage_root(ir_val *v, const ir_region *stop);
// The number of the dest of "s" whose storage "array", seen from its body, has;
// -1: none's.
int ir_dest_of(const ir_soac *s, ir_val *array);
// An array that loop "op" carries and does not leave in its own storage, as its
// parameter; NULL: there is none, or "op" is no loop.
ir_val *ir_moved_array(ir_op *op);
// The same of the loops in "r".
ir_val *ir_moved_inside(ir_region *r);
// True when it is known at host level which elements of "array" there are: it
// is an alloc result, or one of the function's parameters.
bool ir_has_bounds(ir_val *array);
// The array that result "v" took its storage from, one op back; NULL when it is
// a root or comes from several.
ir_val *ir_storage_source(ir_val *v);

// -- folds.c: properties of the operators of folds (folds.def) --------------
// True when "op" may be the operator of a fold.
bool ir_is_fold(ir_opcode op);
// The left identity of a reduction operator on a type, as bits:
// op(identity, x) == x for every x the operator can produce.
ir_bits ir_red_identity(ir_opcode op, ir_scalar type);
// True when other groupings of values of "type" give other bits by "op".
bool ir_fold_rounds(ir_opcode op, ir_scalar type);
// True when "op" gives the lesser, or the greater, of its operands.
bool ir_is_lesser(ir_opcode op);
bool ir_is_greater(ir_opcode op);
// True when iterations may share elements of "type" that all of them combine
// into by "op": integers and bools, by operators that commute; and floats, by
// any, until pass "order" gives them one; and anything by UPDATE, of the same
// value.
bool ir_may_combine(ir_opcode op, ir_scalar type);
// What a fold by "op" does, as a verb.
const char *ir_fold_words(ir_opcode op);

// -- algebra.c: identities of scalar ops -------------------------------------

// How the ops that replace one are built.
typedef struct ir_maker {
  ir_val *(*op)(void *user, ir_opcode code, int n, ir_val **in);
  // CONVERT or BITCAST of "x" to another type
  ir_val *(*convert)(void *user, ir_opcode code, ir_val *x, ir_scalar to);
  ir_val *(*bits)(void *user, ir_scalar type, ir_bits bits); // a constant
  void *user;
  bool late; // laws that are for rewrites alone, too
} ir_maker;
// Makes ops before "op".
ir_maker ir_maker_before(ir_op *op, bool late);
// The value that the scalar op "code" with operands "in" and a result of type
// "out" may be replaced by, and *which law of algebra.def says so; NULL: no law
// applies.
ir_val *ir_simplify(const ir_maker *make, ir_opcode code, ir_scalar out, int n,
                    ir_val *const *in, int *which);
// True when the bits of a scalar op follow from those of its operands: no
// <math.h> function (their bits are fixed by expansion, not by the host's
// libm).
bool ir_is_computed(ir_opcode code);
// "v" is a constant: its bits.
bool ir_match_bits(const ir_val *v, ir_bits *bits);
// "v" is a constant float, which a double is: its value.
bool ir_match_float(const ir_val *v, double *value);
// True when every value of "from" is one of "to".
bool ir_holds(ir_scalar to, ir_scalar from);

// -- text: print.c, parse.c ---------------------------------------------------
// Gives every value of "f" a name unique in it (source names kept, numeric
// suffix on clash).
void ir_name_values(ir_func *f);
// A note printed under an op ("^ message").
typedef struct ir_note {
  const ir_op *op;
  const char *message;
} ir_note;
typedef VEC(ir_note) ir_notes;
// The text of "m" / "f"; deterministic; parse(print(x)) prints the same.
void ir_print_module(sb *out, ir_module *m, const ir_notes *notes);
void ir_print_func(sb *out, ir_func *f, const ir_notes *notes);
// Parses "text" (of "file", for messages). On error reports line:column with
// a caret to cx and returns NULL. The result has been verified.
ir_module *ir_parse(loft_cx *cx, const char *file, const char *text);
// The bits of the literal "text" of "type"; false when it is none, or the
// number does not fit.
bool ir_scalar_from_text(const char *text, ir_scalar type, ir_bits *bits);
// The bits of a value of "type" that the integer "text" is; likewise.
bool ir_bits_from_text(const char *text, ir_scalar type, ir_bits *bits);
// "bits" as such a text: "0x1f".
const char *ir_bits_text(arena *a, ir_bits bits);

// -- verify.c -------------------------------------------------------------
// Checks types, SSA, region shapes, uniqueness of arrays, attributes. All
// errors are collected into "notes" (may be NULL). Returns their number.
int ir_verify(arena *a, ir_module *m, ir_notes *notes);
// ir_verify; on errors reports an internal diagnostic headed "invalid IR
// after WHEN" with the annotated text. True when valid.
bool ir_check(loft_cx *cx, ir_module *m, const char *when);

// The operands of a CALL at most.
enum { IR_MAX_CALL = 3 };

// -- eval.c, eval_scalar.c ------------------------------------------------
// The bits of one scalar op on operand bits: the one definition of scalar
// semantics, also used by constant folding and the kernel evaluator. "in" is
// the operand type, "out" the result's. MATH ops go through libm (their exact
// bits are fixed by expansion, not here).
ir_bits ir_eval_scalar(ir_opcode code, ir_scalar in, ir_scalar out,
                       const ir_bits *args);
// Gives *result the bits of function "callee" of "n" operands of types "in",
// with a result of type "out". False when it is none of <math.h>'s in f32 or
// f64, which are all that the evaluator can call.
bool ir_eval_call(const char *callee, int n, const ir_scalar *in,
                  const ir_bits *args, ir_scalar out, ir_bits *result);
// The bits of "value" rounded to the float "type".
ir_bits ir_float_bits(ir_scalar type, double value);
// The value of a float of "type".
long double ir_float_value(ir_scalar type, ir_bits bits);
// An array value of the evaluator: "n" elements, stored as C would.
typedef struct ir_array {
  ir_scalar elem;
  int64_t n;
  int64_t base; // C index of data's first element (may be negative)
  void *data;
} ir_array;
// Argument or result: a scalar's bits, or an array object (shared, in place).
typedef struct ir_datum {
  ir_type type;
  ir_bits bits;
  ir_array *array;
} ir_datum;
// True when "a" has an element with C index "i".
bool ir_array_has(const ir_array *a, int64_t i);
// The bits, zero-extended, of the element with C index "i", which exists.
ir_bits ir_array_get(const ir_array *a, int64_t i);
// Replaces the element with C index "i", which exists.
void ir_array_set(ir_array *a, int64_t i, ir_bits bits);
typedef struct ir_eval_opts {
  int64_t max_steps; // ops evaluated, and elements allocated, before giving up;
                     // 0: no limit
  bool no_overflow;  // overflow of signed arithmetic (C's undefined behaviour,
                     // which rewrites may assume away) is an error
} ir_eval_opts;
// Elements of an array made inside at most, for this evaluator and that of
// kernels.
enum { IR_EVAL_MAX_ALLOC = 1 << 26 };
// The prefix of messages about iterations that touch the same element.
#define IR_EVAL_RACE "race: "
// Runs "f" on "args" (one per parameter; arrays are changed in place), gives
// one result per yielded value. On out-of-bounds, races between iterations of
// a map, uninitialised reads or the step limit: reports an error naming the
// op, returns false.
bool ir_eval(loft_cx *cx, ir_func *f, const ir_datum *args, ir_datum *results,
             const ir_eval_opts *opts);
// Fold of "n" values by the fixed tree of docs/numerics.md.
ir_bits ir_tree_fold(ir_opcode op, ir_scalar type, ir_bits init,
                     const ir_bits *values, int64_t n);
// An operator on tuples of "width" values: into = op(into, right). False: it
// failed, and the fold ends.
typedef struct ir_operator {
  bool (*apply)(void *user, ir_bits *into, const ir_bits *right);
  void *user;
  int width;
} ir_operator;
// The running folds of "n" tuples from "init" on by the fixed scan of
// docs/numerics.md, in place: each tuple becomes the fold up to and with it.
// False when the operator failed.
bool ir_scan_fold(arena *a, const ir_operator *op, const ir_bits *init,
                  ir_bits *tuples, int64_t n);

// The shape of the tree (docs/numerics.md): blocks of IR_TREE_BLOCK values,
// each as IR_TREE_LANES strided lanes folded in order from the identity, lanes
// folded pairwise (lane l with l+16, l+8, ...), blocks folded pairwise (2k
// with 2k+1, an odd last one passes), the initial value last: op(init, tree).
enum { IR_TREE_LANES = 32, IR_TREE_BLOCK = 4096 };

// Iterations of a piece of a fold of a row whose length is data
// (docs/numerics.md).
enum { IR_PIECE = 256 };

// Sums of floats by key (docs/numerics.md): iterations of a copy, for each
// element that is combined into, at least, and copies at most.
enum { IR_KEYED_LEAST = 32, IR_KEYED_MOST = 4096 };

// The shape of the scan (docs/numerics.md), which keeps the order of its
// operands: runs of IR_SCAN_RUN tuples folded in order, the runs of a group of
// IR_SCAN_GROUP in order, the groups' folds by the same scan again; of more
// than IR_SCAN_BLOCK values so many at a time, in order.
enum { IR_SCAN_RUN = 16, IR_SCAN_GROUP = 256, IR_SCAN_BLOCK = 1 << 24 };

// The bytes (ir_shared_size) of the values folded together by the scan at most:
// a group of them has to fit into the shared memory of any device.
enum { IR_MAX_TUPLE = 56 };

#endif
