// kernel/kernel.h: mapped SOACs as imperative structured kernels.
//
// A program is one host function and the kernels it launches. Both are trees
// of structured statements over mutable typed registers, so that spirv/ and
// cpu/ are plain tree walks (one function per statement kind), and the kernel
// evaluator can run either and simulate work-groups.
// The scalar ops are those of ir_ops.def, with the same meaning; MATH ops do
// not occur any more (pass "math" expands them), but for those of f80.
#ifndef LOFT_KERNEL_H
#define LOFT_KERNEL_H

#include "base/base.h"
#include "ir/ir.h"

typedef struct kn_reg kn_reg;
typedef struct kn_buf kn_buf;
typedef struct kn_stmt kn_stmt;
typedef struct kn_func kn_func;
typedef struct kn_program kn_program;

// A mutable scalar register. Undefined until first assigned.
struct kn_reg {
  ir_scalar type;
  const char *name;
  int id;     // dense within its function
  void *user; // scratch of the emitter
};

typedef enum kn_space {
  KN_GLOBAL, // kernel: a buffer parameter. host: a buffer handle variable
  KN_SHARED, // kernel: of the work-group, "count" elements
  KN_PRIVATE // kernel: of the work-item, "count" elements
} kn_space;

struct kn_buf {
  ir_scalar elem;
  kn_space space;
  int64_t count; // SHARED, PRIVATE: elements
  const char *name;
  int id; // dense within its function
  bool is_read, is_written;
  int n_loads; // CPU parameter: pointers that lead to the array, loaded only
               // where an element is. The slot has the address of the first;
               // the next one, or the array, lies loads[k] bytes behind the
               // address in pointer k. 0: the slot has that of the array
  const int64_t *loads;
  int row_shift; // CPU parameter of flat code: element k behind pointer i is
                 // read as element (i << row_shift) + k; 0: it is an array
  int64_t row_first, row_step; // bytes from its address to pointer 0, and on
  int row_word; // what these lead to has the pointer to the row as its
                // row_word-th word; -1: they are those
  void *user;
};

typedef VEC(kn_stmt *) kn_block;

typedef enum kn_kind {
  KN_CONST, // dst = bits
  KN_COPY,  // dst = args[0]
  KN_OP,    // dst = op(args...)
  KN_CALL,  // dst = callee(args...)
  KN_LOAD,  // dst = buf[args[0]]
  KN_STORE, // buf[args[0]] = args[1]
  KN_IF,    // if (args[0]) body[0] else body[1]
  KN_LOOP,  // [dst = 0;] while ((!count || dst < count) && (!cond || cond))
            //   { body[0]; dst++ }       dst, count i64, or i32 in kernels;
            //   cond bool
  // kernels only
  KN_COMBINE, // buf[args[0]] = op(buf[args[0]], args[1]), at once (atomic);
              // op is UPDATE: = args[1], the same whoever else stores there;
              // dst, if any: the element before, of global memory
  KN_BARRIER, // all work-items of the group; shared and global memory
  KN_BUILTIN, // dst = which of kn_builtin
  // flat functions only
  KN_READABLE, // dst = whether elements args[0] to below args[1] of buf can be
               // read
  // host only
  KN_LAUNCH,     // kernel over items[3] (i64 registers), scalars and handles in
                 // kernel-parameter order in "launch"
  KN_ALLOC,      // buf = new device array of args[0] elements
  KN_THREADS,    // dst = how many threads share out a launch of args[0] scalar
                 // operations, at least 1; programs for CPUs only
  KN_BOUND,      // dst = first (op BEGIN) or behind last (END) index of the
                 // elements of array parameter "index" that there are
  KN_FREE,       // buf is dead (a no-op when it is not from KN_ALLOC)
  KN_REBIND,     // buf = buf2 (handle assignment; swaps)
  KN_RETURN_REG, // results[index] = args[0]
  KN_RETURN_BUF  // results[index] = handle of buf
} kn_kind;

enum { KN_AHEAD = 32 }; // iterations at most that are launched ahead

typedef enum kn_builtin {
  KN_ITEM_X,
  KN_ITEM_Y,
  KN_ITEM_Z, // i64: this work-item's index; x fastest
  KN_GROUP_X,
  KN_LOCAL_X, // i64: work-group id, id within it
  KN_RANGE_LO,
  KN_RANGE_HI, // i64, CPU kernels: the items this call
               // runs (flattened)
} kn_builtin;
enum { KN_N_BUILTINS = KN_RANGE_HI + 1 };

typedef struct kn_arg { // one kernel argument at a launch
  kn_reg *reg;          // scalar, or
  kn_buf *buf;          // buffer handle
} kn_arg;

struct kn_stmt {
  kn_kind kind;
  ir_opcode op;
  ir_bits bits;
  kn_reg *dst;
  kn_reg *args[3];
  int n_args;
  kn_buf *buf, *buf2;
  kn_block body[2];
  kn_reg *count, *cond; // LOOP
  bool parallel;        // LOOP: iterations independent (vectorise)
  kn_buf *ahead; // LOOP of the host: its condition is whether the element that
                 // it loads from this array, last but for that, is not 0, and
                 // launches may be made ahead of that; NULL: no such loop
                 // (speculate.c)
  kn_builtin builtin;
  const char *callee; // CALL: a symbol of another file
  kn_func *kernel;    // LAUNCH
  kn_reg *items[3];   // LAUNCH: extents of the grid in work-items, x fastest
                      // (CPU kernels: items[0] alone)
  kn_arg *launch;     // LAUNCH: one per kernel parameter
  kn_reg *loop_bound; // LAUNCH: upper bound of loop iterations of one
                      // work-item, all its loops together (i64; -1 unknown)
  kn_reg *work;       // LAUNCH: estimated scalar ops per item (i64)
  int index;          // RETURN_*: which result; BOUND: which array parameter
  loft_loc loc;
};

typedef struct kn_param {
  kn_reg *reg; // scalar parameter, or
  kn_buf *buf; // buffer parameter
} kn_param;

struct kn_func {
  const char *name;
  loft_loc loc;     // of the C loop it came from
  const char *what; // "map 2d", "reduce blocks add f32": for logs
  VEC(kn_param) params;
  VEC(kn_reg *) regs;
  VEC(kn_buf *) bufs; // parameters and locals
  kn_block body;
  bool is_host;
  int local[3];  // work-group size needed, or 0: the runtime's choice
  bool tall;     // which is higher than wide: some access walks down a column
  int dims;      // grid dimensions used, 1..3
  int n_results; // host
  int id;        // index among the program's kernels
};

typedef enum kn_target { KN_GPU, KN_CPU } kn_target;

struct kn_program {
  arena *arena;
  kn_target target;
  kn_func *host;
  VEC(kn_func *) kernels;
};

// -- lower.c ---------------------------------------------------------------
// Why no GPU runs "f", in English; NULL: one may.
const char *kn_no_gpu(const ir_func *f);
// Lowers a fully mapped function. Reports an error at an op that has no level
// or does not fit its place, and returns NULL.
kn_program *kn_lower(loft_cx *cx, ir_func *f, kn_target target);
// Lowers any function as one CPU kernel of one work-item that runs everything
// in order (levels are ignored): params are f's, then one u64 buffer that
// receives the result bits, one element each. For footprint functions.
kn_func *kn_lower_flat(loft_cx *cx, ir_func *f);
// Whether the host function may make an array after it read an element.
bool kn_allocs_late(const kn_program *p);
// Whether it does so behind reads of arrays of the caller that it does not
// write, but behind no others.
bool kn_reads_ahead(const kn_program *p);
// -- build.c ---------------------------------------------------------------
// Bytes of shared memory that every Vulkan device has: no work-group takes
// more.
enum { KN_LEAST_SHARED = 16 * 1024 };
// True when work-items of a group may combine by "op" into shared elements of
// type "elem": those for which Vulkan has an atomic instruction everywhere.
bool kn_combines_in_group(ir_opcode op, ir_scalar elem);
// Bytes of shared memory that a work-group of "k" takes.
int64_t kn_shared_bytes(const kn_func *k);
// How many slots of 8 bytes the first "n" parameters of "f", or results of host
// function "f", take (ir_slots).
int kn_param_slots(const kn_func *f, int n);
int kn_result_slots(const kn_func *f, int n);
// Whether "test" holds, for "of", of a statement of "block" or one inside it.
typedef bool kn_test(const kn_stmt *s, const void *of);
bool kn_any(const kn_block *block, kn_test *test, const void *of);
// Whether there is a statement of "kind" in "block".
bool kn_has(const kn_block *block, kn_kind kind);
// Whether there is a scalar op "op" in "block".
bool kn_uses(const kn_block *block, ir_opcode op);
// -- verify.c --------------------------------------------------------------
// Whether "p" keeps to the rules of KERNEL.md; reports where it does not.
bool kn_verify(loft_cx *cx, const kn_program *p);
// The same of one function.
bool kn_verify_func(loft_cx *cx, const kn_func *f);
// -- parse.c ---------------------------------------------------------------
// The program that "text" (of "file", for messages) is, verified; NULL when
// an error was reported, with its place. Without a host function it is kernels
// alone. It is for CPUs when a kernel runs a range of items.
kn_program *kn_parse(loft_cx *cx, const char *file, const char *text);
// -- print.c ---------------------------------------------------------------
// The program as C-like text; parse(print(x)) prints the same.
void kn_print(sb *out, const kn_program *p);
// One function of it, or a flat one; "a" is for scratch.
void kn_print_func(sb *out, arena *a, const kn_func *f);
// The same without names: kernels that do the same in the same order have the
// same text.
void kn_print_unnamed(sb *out, arena *a, const kn_func *f);
// -- eval.c ------------------------------------------------------------------
// Runs the host function and simulates every launch, work-groups with
// barriers and shared memory included. Reports out-of-bounds, races between
// work-items, barriers not reached by all. "group" is the work-group size used
// where the kernel leaves it open.
bool kn_eval(loft_cx *cx, const kn_program *p, const ir_datum *args,
             ir_datum *results, int group);
// The same for a flat function; "bits" gets its "n" results.
bool kn_eval_flat(loft_cx *cx, const kn_func *f, const ir_datum *args,
                  ir_bits *bits, int n);
// -- build.c: for lower.c and tests -----------------------------------------
kn_reg *kn_reg_new(arena *a, kn_func *f, ir_scalar type, const char *name);
kn_buf *kn_buf_new(arena *a, kn_func *f, ir_scalar elem, kn_space space,
                   int64_t count, const char *name);

#endif
