// kernel/kernel_private.h: declarations that the files of kernel/ share.
//
//   build.c            registers, buffers, statements at a cursor
//   lower.c            programs, kernels, captured values
//   lower_body.c       ops inside kernels
//   lower_host.c       host level: control, arrays and who frees them
//   lower_uses.c       which scalars the host needs to know
//   lower_map.c        map {grid|thread} -> kernel
//   lower_map_group.c  maps with folds that work-groups share
//   lower_map_shared.c maps that combine into few elements, on a GPU
//   lower_map_counts.c maps whose iterations count, on a GPU
//   lower_map_ranks.c  words of a work-group in the order of their keys
//   lower_map_turned.c maps that read across what they store along, on a GPU
//   lower_shared_tile.c  arrays that a whole work-group reads
//   lower_tree.c       the reduction tree: blocks, and all of it in one item
//   lower_reduce*.c    reduce {grid|thread} -> kernels of the fixed tree
//   lower_scan*.c      scan {grid|thread} -> kernels of the fixed scan
//   skeleton.c         kernels from text with holes (*.skel)
//   lower_bound.c      loop bounds and work of a launch
//   speculate.c        loops of the host whose end the device decides
//   print.c, parse.c   the text form, out and in; verify.c its rules
//
// A kn_fn lowers one function: values become registers (scalars) or buffers
// (arrays). A kernel's kn_fn knows the host's: a value it does not define is
// captured, that is, becomes a parameter and an argument of the launch.
#ifndef LOFT_KERNEL_PRIVATE_H
#define LOFT_KERNEL_PRIVATE_H

#include "base/lex.h"
#include "kernel/kernel.h"

typedef struct kn_lowering kn_lowering;
typedef struct kn_fn kn_fn;
typedef VEC(kn_buf *) kn_bufs;
typedef VEC(kn_arg) kn_args;

// Who frees an array on the host. Handles that the block at hand made are
// "owned"; it frees them at its end unless it yields them. "moved" are handles
// of blocks around it whose array it passed on to another handle.
typedef struct kn_owner {
  kn_bufs owned, moved;
} kn_owner;

// The lowering of one program.
struct kn_lowering {
  loft_cx *cx;
  arena *arena;
  kn_program *program; // NULL when lowering flat
  kn_target target;
  ir_func *func;
  bool failed; // an error was reported; what is built is thrown away
};

// A scalar that lives in element "idx" (NULL: 0) of the host handle "buf":
// kernels load it themselves, so that the host need not wait for it.
typedef struct kn_deferred {
  kn_buf *buf;
  ir_val *idx;
} kn_deferred;

// A work-group's copy of an array that iterations combine into: element k of
// the array is element k - begin of "buf".
typedef struct kn_group_copy {
  kn_buf *buf;
  kn_reg *begin;
} kn_group_copy;

// The lowering of one function.
struct kn_fn {
  kn_lowering *low;
  kn_func *fn;
  kn_block *at; // statements are appended here
  loft_loc loc; // given to every statement put
  map *regs;    // ir_val* -> kn_reg*
  map *bufs;    // ir_val* -> kn_buf*
  // host
  map *deferred;   // ir_val* -> kn_deferred*
  map *stays;      // ir_val*: yielded scalars left in device memory
  kn_owner *owner; // of the block at hand
  map *ranges;     // ir_val* -> what lower_bound.c found out, one call long
  // kernel
  kn_fn *host;
  kn_block entry; // runs first: constants and captured elements
  kn_args args;   // the launch argument of each parameter
  map *captured;  // host kn_reg* or kn_buf* -> the kernel's
  map *copies;    // kn_buf* -> kn_group_copy*, where combines go; or NULL
};

// -- build.c ----------------------------------------------------------------
// Whether "b" is in "set".
bool kn_has_buf(const kn_bufs *set, const kn_buf *b);
// A statement of "kind" at the cursor.
kn_stmt *kn_put(kn_fn *f, kn_kind kind);
kn_reg *kn_put_const(kn_fn *f, ir_scalar type, ir_bits bits, const char *name);
kn_reg *kn_put_i64(kn_fn *f, int64_t value);
// op(args...) into a new register of "type".
kn_reg *kn_put_op(kn_fn *f, ir_opcode op, ir_scalar type, kn_reg **args, int n,
                  const char *name);
// op(x, y); a bool for comparisons, else x's type. The name may be NULL.
kn_reg *kn_put2(kn_fn *f, ir_opcode op, kn_reg *x, kn_reg *y, const char *name);
// op(x, constant y), integers of the type of x.
kn_reg *kn_put2i(kn_fn *f, ir_opcode op, kn_reg *x, int64_t y,
                 const char *name);
// ceil(x / y), i64, where x + y does not overflow.
kn_reg *kn_put_ceil_div(kn_fn *f, kn_reg *x, int64_t y, const char *name);
// c ? x : y
kn_reg *kn_put_select(kn_fn *f, kn_reg *c, kn_reg *x, kn_reg *y);
// "x" as a value of "type".
kn_reg *kn_put_convert(kn_fn *f, kn_reg *x, ir_scalar type);
void kn_put_copy(kn_fn *f, kn_reg *dst, kn_reg *src);
// A new variable set to "value", of its type.
kn_reg *kn_put_variable(kn_fn *f, kn_reg *value, const char *name);
// dst = dst + y, i64.
void kn_put_increase(kn_fn *f, kn_reg *dst, kn_reg *y);
kn_reg *kn_put_builtin(kn_fn *f, kn_builtin which, const char *name);
kn_reg *kn_put_load(kn_fn *f, kn_buf *buf, kn_reg *idx, const char *name);
void kn_put_store(kn_fn *f, kn_buf *buf, kn_reg *idx, kn_reg *value);
// buf[idx] = op(buf[idx], value): at once for all work-items, unless the array
// is private.
void kn_put_atomic(kn_fn *f, ir_opcode op, kn_buf *buf, kn_reg *idx,
                   kn_reg *value);
// The same of a global array; gives the element before.
kn_reg *kn_put_fetch(kn_fn *f, ir_opcode op, kn_buf *buf, kn_reg *idx,
                     kn_reg *value, const char *name);
// A counted loop; its body is left empty, dst is the counter, of count's type.
kn_stmt *kn_put_loop(kn_fn *f, kn_reg *count, bool parallel, const char *name);
// while (cond): its body is left empty.
kn_stmt *kn_put_while(kn_fn *f, kn_reg *cond);
kn_stmt *kn_put_if(kn_fn *f, kn_reg *cond);
// Moves the cursor into "block" and gives the one to return to.
kn_block *kn_enter(kn_fn *f, kn_block *block);
// Simultaneous dst[k] = src[k].
void kn_put_parallel_copy(kn_fn *f, kn_reg **dst, kn_reg **src, int n);
// The same for handles.
void kn_put_parallel_rebind(kn_fn *f, kn_buf **dst, kn_buf **src, int n);

// -- print.c ----------------------------------------------------------------
// Parameter "k" of "f", of arrays alone; NULL: there are not so many.
kn_buf *kn_array_param(const kn_func *f, int k);
// C's operator for "op", or NULL.
const char *kn_infix(ir_opcode op);
// The name of a built-in value, such as item.x.
const char *kn_builtin_name(kn_builtin which);
// Whether the current token is that of one: which.
bool kn_at_builtin(const lexer *l, kn_builtin *which);
// Whether "text" means something where a register might stand, so that none is
// called that.
bool kn_is_word(const char *text);

// -- lower_function.c -------------------------------------------------------
// Reports that "op" cannot be lowered because of "fmt".
void kn_fail(kn_lowering *low, const ir_op *op, const char *fmt, ...)
    LOFT_PRINTF(3, 4);
// A new lowering of a function; "host" NULL for the host's and flat ones.
kn_fn *kn_fn_new(kn_lowering *low, kn_fn *host, const char *name);
// A new kernel of the program for "op", or of the loop at "loc".
kn_fn *kn_kernel_new(kn_fn *host, const ir_op *op, const char *what);
kn_fn *kn_kernel_at(kn_fn *host, loft_loc loc, const char *what);
// A new scalar or buffer parameter of a kernel with its launch argument.
kn_reg *kn_param_reg(kn_fn *k, kn_reg *arg, const char *name);
kn_buf *kn_param_buf(kn_fn *k, kn_buf *arg, const char *name);
// The kernel's register for a host register, its buffer for a host handle:
// a parameter, made at the first use.
kn_reg *kn_capture_reg(kn_fn *k, kn_reg *host);
kn_buf *kn_capture_buf(kn_fn *k, kn_buf *host);
kn_buf **kn_capture_bufs(kn_fn *k, kn_buf *const *host, int n);
// True when the host "h" has "v" in a register, not in device memory alone.
bool kn_host_knows(const kn_fn *h, const ir_val *v);
// The register of "v"; captures it if need be.
kn_reg *kn_scalar(kn_fn *f, ir_val *v);
// The buffer of "v"; captures it if need be.
kn_buf *kn_array(kn_fn *f, ir_val *v);
void kn_bind_reg(kn_fn *f, ir_val *v, kn_reg *r);
void kn_bind_buf(kn_fn *f, ir_val *v, kn_buf *b);
// Completes kernel "k": nothing is added to it any more.
void kn_finish(kn_fn *k);
// Launches the complete kernel "k" over "items", at the host's cursor.
void kn_put_launch(kn_fn *k, kn_reg *const items[3], kn_reg *bound,
                   kn_reg *work);

// A new array of "count" elements; nobody owns it yet.
kn_buf *kn_put_alloc(kn_fn *h, ir_scalar elem, kn_reg *count, const char *name);
void kn_put_free(kn_fn *h, kn_buf *b);
// True when the footprint of "array" is known: it is made here, or the
// caller's.
bool kn_has_footprint(const kn_fn *h, ir_val *array);
// First index (BEGIN) of the footprint of such an array, or behind last (END).
kn_reg *kn_put_footprint(kn_fn *h, ir_val *array, ir_opcode which,
                         const char *name);

// -- lower_body.c -----------------------------------------------------------
// An op of a scalar class.
void kn_lower_scalar(kn_fn *f, ir_op *op);
// What becomes of ops that kernels and the host lower each in their way.
typedef void kn_op_fn(kn_fn *f, ir_op *op);
typedef struct kn_ways {
  kn_op_fn *on_if, *on_loop, *on_alloc, *on_index, *on_update, *on_bound,
      *on_readable, *on_soac;
} kn_ways;

// Any op, but for yields.
void kn_lower_op(kn_fn *f, const kn_ways *w, ir_op *op);
// Registers for the results of "op"; NULL for arrays.
kn_reg **kn_new_results(kn_fn *f, const ir_op *op);
// What region "r", which was lowered, yields: scalars are copied to "outs", the
// arrays, whose "outs" are NULL, added to "bufs".
void kn_put_results(kn_fn *f, const ir_region *r, kn_reg **outs, kn_bufs *bufs);
// The ops of "r", inside a kernel, without its yield.
void kn_lower_region(kn_fn *f, ir_region *r);
// The ops "from" up to but not including "to" (NULL: the rest), but for yields.
void kn_lower_ops(kn_fn *f, ir_op *from, const ir_op *to);
// Adds the ops of "body" by which "v" is computed to "ops". False, with some
// added, where others are among them than scalar ops and, with "loads", reads
// of arrays from outside.
bool kn_add_slice(map *ops, const ir_val *v, const ir_region *body, bool loads);
// Binds index registers and destinations of "s", lowers its body, checks that
// each destination was updated in place. Values are then in s->values.
void kn_lower_soac_body(kn_fn *f, const ir_soac *s, kn_reg **idx);
// The parts of that before and after the body.
void kn_lower_soac_begin(kn_fn *f, const ir_soac *s, kn_reg **idx);
void kn_lower_soac_end(kn_fn *f, const ir_soac *s);
// The same of the second region of a scan, with the running values.
void kn_lower_then(kn_fn *f, const ir_soac *s, kn_reg **idx,
                   kn_reg *const *before, kn_reg *const *after);
// True when reduction "op" must be folded by the tree: it is not in order, and
// order matters.
bool kn_needs_tree(const ir_op *op);
// True when iterations of the region may run as lanes of vectors: nothing in it
// has a private array, or combines into elements that others share, and the
// accesses of vectors may be joined.
bool kn_is_vectorisable(ir_region *r);
// "add f32, min f32": operators and types of a reduction, for logs.
const char *kn_reduction_text(kn_lowering *low, const ir_soac *s);

// -- lower_uses.c -----------------------------------------------------------
// True when "op", host level, or an op nested in it needs "v" on the host.
bool kn_is_host_use(ir_op *op, const ir_val *v);
// True when carried scalar "k" of the host-level loop "l" is the result of a
// reduction each time, and only kernels use it in the loop.
bool kn_can_stay(const ir_loop *l, int k);
// True when the element read by the host-level index "op" is used by kernels
// alone, all of them before the array changes.
bool kn_can_defer(ir_op *op);
// -- lower_host.c -----------------------------------------------------------
// The ops of "r" at host level; "owner" gets the arrays made and moved. Frees
// are left to the caller.
void kn_lower_host_region(kn_fn *h, ir_region *r, kn_owner *owner);

// -- speculate.c --------------------------------------------------------------
// Lets the device decide about the end of the loops of host "h" that can be
// (Note [Speculated iterations]).
void kn_speculate(kn_fn *h);

// -- lower_space.c ----------------------------------------------------------
// Host: max(extent, 0) of each dimension, into "out".
void kn_extents(kn_fn *h, const ir_soac *s, kn_reg **out);
// Host: product of "n" extents.
kn_reg *kn_product(kn_fn *h, kn_reg **extents, int n);
// The indices of row-major element "linear"; "extents" are the kernel's.
void kn_decode(kn_fn *k, kn_reg *linear, kn_reg **extents, int n, kn_reg **idx);
// The kernel's registers for the extents number "from" and up of "n"; earlier
// ones are not needed to take an index apart.
kn_reg **kn_capture_extents(kn_fn *k, const ir_soac *s, int from, int n);
// Kernel: if the last index reached its extent, back to 0 and carry on.
void kn_put_carry(kn_fn *k, kn_reg **idx, kn_reg **extents, int n);

// -- lower_map.c ------------------------------------------------------------
void kn_lower_map(kn_fn *h, ir_op *op);

// -- lower_map_shared.c ------------------------------------------------------
// Host: where the map "s" combines into few elements, puts "if (they are few)
// launch a kernel that does so by groups; else", leaves the cursor in the else
// and gives the block behind; NULL: nothing is put. "extents" are the host's.
kn_block *kn_put_map_shared(kn_fn *h, const ir_soac *s, kn_reg **extents);

// -- lower_map_group.c -------------------------------------------------------
// Host: where the map "s" has a fold of level `group`, launches a kernel whose
// work-groups share it. True: that is all; false: *back is NULL and nothing is
// put, or "if (its rows are long) launch .. else" is put, the cursor is in the
// else, and *back is the block behind. "extents" are the host's.
bool kn_put_map_group(kn_fn *h, const ir_soac *s, kn_reg **extents,
                      kn_block **back);

// -- lower_map_counts.c ------------------------------------------------------
// Host: where iterations of the map "s" count in loops of level `group`,
// launches a kernel of a work-group each. False: they do not, nothing is put.
// "extents" are the host's.
bool kn_put_map_counts(kn_fn *h, const ir_soac *s, kn_reg **extents);

// -- lower_map_ranks.c -------------------------------------------------------
// A tile of words in shared memory of a work-group of KN_RANK_ITEMS, each with
// a number below 1 << KN_RANK_SHIFT and a key above it.
enum {
  KN_RANK_ITEMS = 128,
  KN_RANK_TILE = 2048,
  KN_RANK_SHIFT = 16,
  KN_RANK_LOW = (1 << KN_RANK_SHIFT) - 1,
  KN_RANK_BITS = 4, // of the key, sorted by in a round
  KN_RANK_KEY_BITS = 8,
  KN_RANK_KEYS = 1 << KN_RANK_KEY_BITS,
  KN_RANK_LAST = (KN_RANK_KEYS << KN_RANK_SHIFT) - 1 // behind all others
};
typedef struct kn_ranks {
  kn_fn *k;
  kn_reg *local; // i32
  kn_buf *words, *cells, *sums, *tops;
} kn_ranks;
// The shared arrays of kernel "k", for the work-item "local" of its group, at
// the cursor.
kn_ranks kn_ranks_new(kn_fn *k, kn_reg *local);
// words[at], and words[at] = word; i32.
kn_reg *kn_put_word(const kn_ranks *z, kn_reg *at);
void kn_put_set_word(const kn_ranks *z, kn_reg *at, kn_reg *word);
// Sorts all words stably by bits KN_RANK_BITS * round and up of their keys;
// barriers have to be before, and are behind.
void kn_put_rank_round(const kn_ranks *z, int round);

// -- lower_map_turned.c ------------------------------------------------------
// Host: where neighbours in one dimension of the map "s" store neighbours and
// those in another one read them, launches a kernel whose work-groups read in
// the one order and run in the other. False: it is not so, nothing is put.
// "extents" are the host's.
bool kn_put_map_turned(kn_fn *h, const ir_soac *s, kn_reg **extents);

// -- lower_shared_tile.c ------------------------------------------------------
// Lets loads in the loops of the map "s", one dimension, that are the same in
// all work-items go through shared memory; "k" holds the map's body, "item" its
// index. Returns how many loop iterations that adds, on the host; NULL: none.
kn_reg *kn_put_shared_tile(kn_fn *k, kn_reg *item, const ir_soac *s);

// -- lower_tree.c -----------------------------------------------------------
typedef struct kn_skeleton kn_skeleton;
// Gives the skeleton "t", of the folds "s", the parts and numbers that blocks
// of the tree have in common (tree_block.skel).
void kn_let_blocks(kn_skeleton *t, kn_fn *f, const ir_soac *s);
// The whole tree by one work-item, in constant space, as values come: begin,
// then kn_put_tree_value after each body, then end, which gives the results.
enum {
  KN_TREE_LEVELS = 52,      // more than 2^51 blocks do not exist
  KN_TREE_BLOCK_LOOPS = 128 // most loop iterations at the end of a block
};
// Starts it; "acc": the initial values, in the end the results.
kn_skeleton *kn_put_tree_begin(kn_fn *f, const ir_soac *s, kn_reg **acc);
void kn_put_tree_value(kn_skeleton *tree);
void kn_put_tree_end(kn_skeleton *tree);

// -- lower_reduce.c, lower_reduce_cpu.c, lower_reduce_gpu.c -----------------
// A GPU's work-group folds so many blocks of the tree, a power of two.
enum { KN_GROUP_BLOCKS = 8 };

// Values that the kernels of one reduction share; registers, handles are the
// host's.
typedef struct kn_reduction {
  ir_soac s;
  kn_fn *host;
  kn_reg **extents; // max(extent, 0)
  kn_reg *n, *n_blocks, *n_partials;
  kn_buf **partials, **results;
  const char *text; // "add f32"
} kn_reduction;

void kn_lower_reduce(kn_fn *h, ir_op *op);
void kn_reduce_cpu(kn_reduction *r);
void kn_reduce_gpu(kn_reduction *r);
// Whether a GPU's group works on one block of "s" at a time, since its body
// takes long, and values of all folds have room together.
bool kn_reduce_gpu_tiles(const ir_soac *s);

// -- lower_fold.c -----------------------------------------------------------
// The element type of reduction "k".
ir_scalar kn_red_type(const ir_soac *s, int k);
// op_k(x, y)
kn_reg *kn_put_combine(kn_fn *f, const ir_soac *s, int k, kn_reg *x, kn_reg *y);
kn_reg *kn_put_identity(kn_fn *f, const ir_soac *s, int k);
// The identities, the values of the body that was lowered, the initial values.
kn_reg **kn_put_identities(kn_fn *f, const ir_soac *s);
kn_reg **kn_fold_values(kn_fn *f, const ir_soac *s);
kn_reg **kn_fold_inits(kn_fn *f, const ir_soac *s);
// An array of "count" elements of "space" for each fold.
kn_buf **kn_fold_arrays(kn_fn *f, const ir_soac *s, kn_space space,
                        int64_t count);
// out = operator(left, right), for all folds of "s" at once.
void kn_put_operator(kn_fn *f, const ir_soac *s, kn_reg *const *left,
                     kn_reg *const *right, kn_reg **out);
// to = operator(left, right)
void kn_put_fold_to(kn_fn *f, const ir_soac *s, kn_reg **to,
                    kn_reg *const *left, kn_reg *const *right);
// acc = operator(acc, right)
void kn_put_fold(kn_fn *f, const ir_soac *s, kn_reg **acc,
                 kn_reg *const *right);

// Variables for one value of each fold.
kn_reg **kn_tuple_new(kn_fn *f, const ir_soac *s, const char *name);
// out = bufs[i], bufs[i] = values, for each fold.
void kn_put_tuple_load(kn_fn *f, const ir_soac *s, kn_buf **bufs, kn_reg *i,
                       kn_reg **out);
void kn_put_tuple_store(kn_fn *f, const ir_soac *s, kn_buf **bufs, kn_reg *i,
                        kn_reg *const *values);
// Bytes of one value of each fold in shared memory.
int64_t kn_tuple_bytes(const ir_soac *s);

// -- lower_scan.c -----------------------------------------------------------
// A scan, or a reduce by an operator region, of the host.
void kn_lower_scan(kn_fn *h, ir_op *op);

// -- skeleton.c -------------------------------------------------------------
// A kernel as text with holes (KERNEL.md), while names get their meaning:
// kn_skeleton.
// A skeleton for the cursor of "k", whose tuples have a value for each fold of
// "s".
kn_skeleton *kn_skeleton_new(kn_fn *k, const ir_soac *s);
// Let "name" stand for a number, a register, a tuple, an array for each of its
// values.
void kn_let_number(kn_skeleton *t, const char *name, int64_t number);
void kn_let_reg(kn_skeleton *t, const char *name, kn_reg *reg);
void kn_let_tuple(kn_skeleton *t, const char *name, kn_reg **tuple);
void kn_let_arrays(kn_skeleton *t, const char *name, kn_buf **arrays);
// Lets "name" be what "hole" puts at the cursor for its arguments, and gives if
// it is an expression.
typedef struct kn_hole_arg {
  kn_reg *reg; // or
  kn_reg **tuple;
} kn_hole_arg;
typedef kn_reg *(*kn_hole_fn)(void *user, const kn_hole_arg *args);
void kn_let_hole(kn_skeleton *t, const char *name, kn_hole_fn hole, void *user);
// The same where it gives a value for each fold at hand.
typedef kn_reg **(*kn_tuple_hole_fn)(void *user, const kn_hole_arg *args);
void kn_let_tuple_hole(kn_skeleton *t, const char *name, kn_tuple_hole_fn hole,
                       void *user);
// From here on the text, which a hole of it may ask for, is about the folds
// [from, to) alone.
void kn_skeleton_folds(kn_skeleton *t, int from, int to);
// Puts the statements of "text" (of "file", for messages).
void kn_put_skeleton(kn_skeleton *t, const char *file, const char *text);
// Puts the part "name", without parameters, of a text that was put before.
void kn_put_part(kn_skeleton *t, const char *name);

// -- lower_copies.c ---------------------------------------------------------
enum { KN_MOST_COPIES = 4 };
// A dest with a copy.
typedef struct kn_copy {
  int k; // which dest
  ir_opcode op;
  kn_reg *begin, *bins; // its footprint, on the host
  kn_reg *n_bins;       // in the kernel
  kn_group_copy to;
} kn_copy;
// The work-group's copies of dests of "s".
typedef struct kn_copies {
  kn_fn *h, *k;
  const ir_soac *s;
  kn_copy at[KN_MOST_COPIES];
  int n, words; // how many; 32-bit words of all
  int items;    // of the group
  bool ok;
} kn_copies;
// Finds the dests that iterations of "s" combine into. False unless there is
// one, all can have copies, and the host knows their footprints.
bool kn_find_copies(kn_copies *c, kn_fn *h, const ir_soac *s, int words);
// Host: whether the copies fit into their words.
kn_reg *kn_put_copies_fit(kn_copies *c);
// The copies in kernel "k", filled with what changes nothing by all work-items;
// a barrier has to follow. Combines go there until the copies are put back.
void kn_put_copies(kn_copies *c, kn_fn *k, kn_reg *local);
// The copies combined into the arrays; a barrier has to be before.
void kn_put_copies_back(kn_copies *c, kn_reg *local);

// -- lower_bound.c ----------------------------------------------------------
// Host: an upper bound of the loop iterations, and passes that leave loops but
// the last one, in one run of "r" times "times"
// plus "times" * "own", as i64; -1 when not known.
kn_reg *kn_put_bound(kn_fn *h, ir_region *r, int64_t times, int64_t own);
// Host: the elements of an array that the loop "op" walks along, which has no
// more iterations; -1 when not known.
kn_reg *kn_put_walk(kn_fn *h, ir_op *op);
// Host: estimated scalar ops of one run of "r", times "times".
kn_reg *kn_put_work(kn_fn *h, ir_region *r, int64_t times);

#endif
