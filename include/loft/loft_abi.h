// loft/loft_abi.h: the interface of generated code and libloftrt.
//
// Not for users (see loft.h). Changing anything here changes
// LOFT_ABI_VERSION; the runtime refuses a region of another version and the
// original loop runs.
//
// One call of a region:
//   __loft_region_K(captures)                       generated, per region
//     where the footprint takes a pass over data (loft_region_inspect shares
//     it among threads, loft_region_inspect_there gives it to the device):
//       estimate(args) -> as the footprint, about     generated, pure
//       loft_region_consider(&desc, &call)
//         0: return 0, the original loop runs
//       where the kernels check what it would tell, or the runtime may know
//       that the data it reads has not changed:
//         loft_region_recall(&desc, &call, results, ..)
//           not 0: the footprint is that of an earlier call, which is assumed,
//           or known to be this one's
//         loft_region_remember(&desc, &call, results, ..), else, behind it
//     where there are arrays of row pointers, before all that:
//       rows(args) -> ok, sure, [lo,hi) per level of each        generated
//       loft_region_rows(rows, n, ok): strides by some rows, for the args
//     and behind loft_region_consider, which the footprint is good for if there
//     is no estimate:
//       loft_region_measure(rows, n, ok): strides, for the args; the footprint
//     footprint(args) -> ok, work, in_order, launches, original,
//       [lo,hi) per array
//                                    generated, pure
//     where loft_busy is 0 and it, or else the estimate, tells of work
//       below LOFT_SMALL_WORK: return 0, the original loop runs
//       below LOFT_SHORT_WORK, and the region is LOFT_EXACT:
//         loft_region_settled(&desc, work)
//           1: return 0, the original loop runs
//     loft_region_start(&desc, &call) -> run
//                                    overlap, choice of device
//       NULL: return 0, the original loop runs
//     host(run, args, results)       generated, one for CPU and one for Vulkan
//       loft_run_launch / alloc / free / load ...
//       or loft_region_in_chunks, where the arrays do not fit on the device:
//         calls footprint and host of loft_chunks, for each chunk
//     loft_region_leave(run, failed) -> 0
//                                    Vulkan: submits, waits, writes back
//       on failure of Vulkan: enters again, CPU only; of the CPU: return 0
//     store results, return 1
#ifndef LOFT_ABI_H
#define LOFT_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOFT_ABI_VERSION 30

// The scalar operations of an original loop from which on it may be lifted.
#define LOFT_SMALL_WORK 2e3
// Those from which on choosing takes no part worth mentioning of its time.
#define LOFT_SHORT_WORK 1e5

enum { // loft_bind.mode; the same bits as IR_READ, IR_WRITE, ... of ir.h
  LOFT_READ = 1, // what was there before may be read
  LOFT_WRITE = 2,
  LOFT_FULL = 4,     // every element is written; not read: no upload
  LOFT_RESTRICT = 8, // declared not to overlap others that are
  LOFT_CONST = 16,   // const data: cannot overlap what is written
  LOFT_PROBE = 32,   // read where the original may not: must not fault
  LOFT_DENSE = 64,   // the original reads or writes every element
  LOFT_COPIED = 128, // the runtime's: written through another bind, so that the
                     // back end reads a copy of what it holds at the start
  LOFT_PASSING = 256, // the runtime's: a part of an array that goes through the
                      // device in chunks, and does not stay there
  LOFT_REPLACED = 512, // what calls the region stores here after it, so that
                       // nothing that the region touches may be here
  // Of loft_chunks.modes, with LOFT_CHUNKS_KEYED, arrays that are combined into
  // at places that are data: integers; sums and products of floats.
  LOFT_COUNTS = 1 << 10,
  LOFT_SUMS = 1 << 11,
  LOFT_PRODUCTS = 1 << 12
};

enum {                        // loft_bind.mode
  LOFT_INTERLEAVED = 1 << 13, // the runtime's: within its extent are elements
                              // of other binds, of which some are written
  LOFT_FOLLOWED = 1 << 14     // the runtime's: rows behind pointers, which stay
                              // where they are: elements are not at its base
};

enum { // loft_bind.mode, of elements that are scalars of structures: two binds
       // at one base of the same structures and of different types of scalars
       // touch different bytes
  LOFT_STRUCT = 16, // from this bit on, 8 bits: number of the structure, or 0
  LOFT_SCALAR = 24  // from this bit on, 8 bits: number of the type of scalar
};

enum { LOFT_LMAD_DIMS = 4 };      // dimensions of an array's descriptor
enum { LOFT_FOOTPRINT_HEAD = 5 }; // results of a footprint before the extents

enum {                 // loft_region_desc.flags
  LOFT_LATE_ALLOC = 1, // host() may make an array after it loaded an element
  LOFT_EXACT = 2,      // lifted code has the bits of the original loop
  LOFT_FLOATS = 4,     // it computes with floats, in the default environment
  LOFT_FLUSHES = 8,    // ... in which subnormals may count as zeros
  LOFT_MAY_STAY = 16,  // its results may stay on a device: whatever comes after
                       // it is a region, or calls loft_results_back first
  LOFT_READS_AHEAD = 32, // LOFT_LATE_ALLOC is said of elements of arrays that
                         // host() only reads, of no others
  LOFT_HAS_INNER = 64,   // statements of the original are regions of their own,
                         // which run where the entry gives LOFT_BY_INNER
  LOFT_IS_INNER = 128    // it is one of these: its results do not stay
};

enum { // loft_kernel_desc.features; the same bits as SPV_GEN_* of spirv.h
  LOFT_NEEDS_F64 = 1,
  LOFT_NEEDS_I64 = 2, // always: addresses are 64 bit
  LOFT_NEEDS_I16 = 4,
  LOFT_NEEDS_I8 = 8,
  LOFT_NEEDS_STORAGE8 = 16,
  LOFT_NEEDS_STORAGE16 = 32,
  // 64: older objects need a fused multiply-add of f64 by it
  LOFT_NEEDS_ZEROS32 = 128,  // f32 with signed zeros, infinities and NaN
  LOFT_NEEDS_ZEROS64 = 256,  // the same for f64
  LOFT_NEEDS_ATOMIC64 = 512, // atomics on 64-bit integers
  // of a CPU's kernel: it calls loft_launch_strays
  LOFT_MAY_STRAY = 1 << 16
};

enum { // results of loft_run_* and loft_region_leave
  LOFT_OK = 0,
  LOFT_FAILED = 1, // it failed, and the region can be run again
  // of host(), for loft_region_leave: it did nothing, for the loop gets to a
  // call that only the original makes
  LOFT_TRAPPED = 2
};

// An array a region touches: elements lo <= i < hi of the array at "base"
// (address of C index 0; need not itself be readable).
typedef struct loft_bind {
  void *base;
  int64_t lo, hi;
  uint32_t elem_size;
  uint32_t mode;
  const char *name; // for messages
} loft_bind;

// Inside host code an array is a handle: on the CPU the address of C index 0,
// on Vulkan a pointer to the runtime's buffer object.
typedef uint64_t loft_handle;

// Items lo <= i < hi of a launch; behind the arguments of the kernel are the
// number of all its items, and whether extents are assumed.
typedef void loft_cpu_kernel(const uint64_t *args, int64_t lo, int64_t hi);

typedef struct loft_kernel_desc {
  const char *name; // unique in the region
  const char *what; // "map 2d"
  uint32_t line;
  // CPU
  loft_cpu_kernel *cpu;
  loft_cpu_kernel *wide; // the same for CPUs with wider vectors (x86-64: AVX2,
                         // BMI, BMI2, POPCNT), or NULL
  // Vulkan
  const uint32_t *spirv;
  uint32_t spirv_words;
  uint32_t features; // SPV_GEN_* of spirv.h
  uint32_t local[3]; // 0: free; then local[1] is 1 for groups higher than wide
  uint32_t dims;     // 1..3
  // arguments, both
  uint32_t n_params;          // slots of 8 bytes
  const uint8_t *param_kinds; // 0 scalar, else LOFT_READ|LOFT_WRITE of a buffer
} loft_kernel_desc;

// A bind that is only read, and a written one that may be the same array at run
// time: with a copy of what is read the region gives C's answer all the same.
typedef struct loft_pair {
  uint32_t read, written; // numbers of binds, elements of the same size
} loft_pair;

// A slot of 8 bytes among the parameters of the region, for messages.
typedef struct loft_param {
  const char *name;
  uint32_t kind; // 'i', 'u', 'f' (of "size" bytes), 'a' for an array; '.': the
                 // second half of the parameter before, of 16 bytes
  uint32_t size;
} loft_param;

typedef struct loft_run loft_run;

// The host function: launches kernels for "run". "args": the parameters, bits
// zero-extended, of arrays their handles. Not 0: it gave up.
typedef int loft_host(loft_run *run, uint64_t *args, uint64_t *results);

typedef struct loft_region_desc loft_region_desc;

enum {                      // loft_chunks.flags
  LOFT_CHUNKS_IN_ORDER = 1, // a chunk needs what the one before wrote or folded
  LOFT_CHUNKS_BLOCKS = 2, // one begins with a block of the scan: so many values
                          // (docs/numerics.md); only in order
  LOFT_CHUNKS_UNTIL =
      4,               // where the first fold is 0, all is done; only in order
  LOFT_CHUNKS_OWN = 8, // one makes arrays, about as large as its others; only
                       // in order
  // Floats are combined by key: the only fold is how many iterations are in a
  // copy of the sums (docs/numerics.md), and "range" has how often an iteration
  // combines instead. Where there are copies a chunk has whole ones, and its
  // sums go on in memory of the runtime's, from -0, or 1 for products; else it
  // combines in order. Only in order.
  LOFT_CHUNKS_KEYED = 16
};
// Iterations of a copy, for each element that is combined into, at least, and
// copies at most.
enum { LOFT_KEYED_LEAST = 32, LOFT_KEYED_MOST = 4096 };
enum { LOFT_SCAN_BLOCK = 1 << 24 };

// A region for iterations first <= i < end of its outermost loop alone. Chunks
// in order do what the region does.
typedef struct loft_chunks {
  // Parameters: the region's, first, end, and what each fold starts from;
  // results: the region's, then what the folds end with. The same binds.
  loft_region_desc *region;
  loft_host *host; // of it, for Vulkan
  // These are flat functions, called for item 0 of 1, whose results go to the
  // address in the slot behind the parameters. The footprint of "region": ok,
  // three estimates, and [lo, hi) of each array;
  loft_cpu_kernel *footprint;
  // of the whole region, iterations there are, what its folds start from, and,
  // where there is "join", how many values of a tree an iteration has (0: folds
  // are of integers); how many of the scan with LOFT_CHUNKS_BLOCKS;
  loft_cpu_kernel *range;
  // of two chunks, pieces of trees where floats are folded (docs/numerics.md),
  // the folds of both (NULL: folds go on from one chunk to the next); and of
  // the parameters of the region and the folds of all its results.
  loft_cpu_kernel *join, *end;
  // of the arrays, the first binds: LOFT_READ to _DENSE, LOFT_COUNTS to
  // _PRODUCTS
  const uint32_t *modes;
  const int32_t *results; // of the whole region's: the bind, -1 for a scalar
  uint32_t n_arrays, n_folds, flags;
} loft_chunks;

struct loft_region_desc {
  uint32_t abi_version;
  uint32_t n_binds;
  const char *name; // "saxpy"
  const char *file;
  uint32_t line;
  uint32_t n_cpu_kernels, n_gpu_kernels;
  uint32_t number; // the runtime's, 0 at start
  const loft_kernel_desc *cpu_kernels;
  const loft_kernel_desc *gpu_kernels;
  uint32_t flags; // LOFT_LATE_ALLOC, ...
  uint32_t n_pairs, n_params;
  const loft_pair *pairs;
  const loft_param *params;
  loft_host *host;           // for the CPU
  uint64_t n_results;        // of it
  const loft_chunks *chunks; // NULL: all of it runs at once, because of
  const char *whole;         // this, in English
  const char *check; // it relies on C's word that iterations are independent:
                     // the IR that LOFT_CHECK evaluates; else NULL
  // NULL, or a flat function, as those of loft_chunks, of the parameters.
  // Results: whether the others are valid, then for each array, the first
  // binds, LOFT_LMAD_DIMS times stride, lo, hi: each subscript is a sum of one
  // multiple lo <= m < hi of every stride. All zeros: nothing is known.
  loft_cpu_kernel *lmads;
  // NULL, or a flat function of the parameters and the number of an iteration
  // of the outermost loops. Results: whether the others are valid, how many
  // iterations there are, then for each array behind row pointers, in order,
  // [lo, hi) of the indices of each level of pointers, and of elements in a
  // row, that the iteration touches.
  loft_cpu_kernel *row_ends;
  void *state; // the runtime's, NULL at start
  // The runtime's, 0 at start: runs in a row that were LOFT_TRAPPED, and calls
  // for which the original loop runs because of that.
  uint32_t trapped, rest;
};

enum { LOFT_ROWS_LEVELS = 3, LOFT_ROWS_LEAST = 1 << 30 };

enum {                    // loft_rows.flags
  LOFT_ROWS_SURE = 1,     // the original reads the first and the last pointer
                          // of "table"
  LOFT_ROWS_FOLLOWED = 2, // host() for CPUs has a table of the rows instead of
                          // the stride of the last level (loft_run_table)
  LOFT_ROWS_APART = 4,    // the runtime's: they are not at one distance, so
                          // that back ends get copies
  LOFT_ROWS_UNKNOWN = 8,  // the runtime's: some cannot be found
  LOFT_ROWS_ENDED = 16    // the runtime's: each ends with a 0
};

// Rows of an array that are found through pointers, such as a of a[i][j]. The
// region sees one array: of element j of the row behind pointer i the subscript
// is i * stride[0] + j, of two levels (i * stride[0] + j) * stride[1] + k, and
// so on.
typedef struct loft_rows {
  const void *table; // pointers of level 0: address of number 0
  void *base;        // address of element 0, unless the rows are apart
  // of the pointers of each level, which are followed, then of the elements of
  // a row: lo <= i < hi; hi of these is INT64_MAX - n,
  // n > 0, where each row ends with its first element that is 0, but has n at
  // least, which is not known from LOFT_ROWS_LEAST on: loft_region_rows puts
  // the length of the longest of some there, and loft_region_measure that of
  // the longest
  int64_t lo[LOFT_ROWS_LEVELS + 1], hi[LOFT_ROWS_LEVELS + 1];
  int64_t stride[LOFT_ROWS_LEVELS];
  uint32_t bind, n_levels, elem_size, flags;
  uint32_t step;  // bytes from a pointer of level 0 to the next
  uint32_t least; // the runtime's: elements of rows that end with a 0
  // The number of the structures that have the pointers of level 0 (LOFT_STRUCT
  // of the binds of their other fields); 0: they are in none.
  uint32_t structure;
  // Scalars of several types of the structures behind the same pointers are
  // several rows, with the same strides.
  uint32_t unit;  // bytes that strides count: elem_size, or a multiple
  uint32_t first; // number of the first rows behind the same pointers, perhaps
                  // these, whose lo, hi and elem_size loft_region_rows makes
                  // those of all of them, in units
  void **list; // the runtime's: the rows that loft_region_measure found, until
               // loft_region_start returns; NULL: none
} loft_rows;

// One call of a region, as its footprint sees it.
typedef struct loft_call {
  loft_bind *binds;     // n_binds; entering may set LOFT_COPIED and LOFT_READ
  const uint64_t *args; // n_params, bits zero-extended; NULL: not known
  double work;          // estimated scalar operations
  double in_order;      // those that run one after the other even when lifted
  double launches;      // of kernels, by the host code
  double original;      // scalar operations of the original; 0: work
  int32_t ok;           // 0: the guard failed; the original runs; LOFT_ASSUMED
  uint32_t n_rows;
  loft_rows *rows; // the binds that are rows behind pointers
} loft_call;

enum { // loft_call.ok: that an earlier call had these extents is all one knows
  LOFT_ASSUMED = 2
};
enum { LOFT_KNOWN = 1 }; // loft_region_recall
#define LOFT_MAY_ASSUME (UINT64_C(1) << 63)

enum {
  LOFT_ON_ORIGINAL = 0,
  LOFT_ON_CPU = 1,
  LOFT_ON_VULKAN = 2,
  LOFT_IN_CHUNKS = 3, // on Vulkan: host() is loft_region_in_chunks
  LOFT_BY_INNER = 4   // no run: the original, of which inner regions run lifted
};

// The pointer stored at "at", which the original may not have read: NULL where
// it cannot be read.
void *loft_peek_pointer(const void *at);
// Estimates bases and strides of "rows" by some of the rows behind each, unless
// "ok" is 0: then the original runs.
void loft_region_rows(loft_rows *rows, uint32_t n, int ok);
// Finds all of these rows, and measures those that end with a 0.
void loft_region_measure(loft_rows *rows, uint32_t n, int ok);
// Not 0 while a call with little work is to be entered as any other: somebody
// wants to know of it, or of the time of an original loop, or memory is not as
// the original loop is to find it.
extern uint32_t loft_busy;
// Its value where all original loops run, and nobody wants to know of it: a
// call need not be entered at all.
#define LOFT_BUSY_OFF 17
// Its bits while results are not where the program expects them: on a device,
// or with another rank.
#define LOFT_BUSY_AWAY 6
// Whether the original loop of a call with that much work for lifted code is
// known to be the fastest, so that it runs; else the call is to be entered.
int loft_region_settled(loft_region_desc *region, double work);
// The entry of calls with little work in objects of version 17: their original
// loops run.
void loft_region_small(loft_region_desc *region);
// Chooses where to run by an estimate of the call, whose binds have bases where
// these are parameters.
// False when the original loop shall run; else the call is entered by the same
// thread next.
int loft_region_consider(loft_region_desc *region, const loft_call *call);
// Fills in the "n" results of the footprint with those of an earlier call of
// the same parameters, "estimate" being what this one was considered by. 0:
// they are not known, or not to be used; then they are computed. LOFT_ASSUMED;
// LOFT_KNOWN: they are this call's. "looked": bits of the arrays, the first
// binds, whose elements the footprint depends on, where the region writes none
// of these, and LOFT_MAY_ASSUME.
int loft_region_recall(loft_region_desc *region, const loft_call *estimate,
                       uint64_t *results, uint32_t n, uint64_t looked);
// Keeps them for later calls, right after they were computed.
void loft_region_remember(loft_region_desc *region, const loft_call *estimate,
                          const uint64_t *results, uint32_t n, uint64_t looked);
// Starts a run that computes the footprint of a region by a host function like
// any other, "estimate" being what it was considered by: on the CPU, handles
// are addresses, "inspector" has no binds. NULL where several threads would not
// be faster; then the footprint function does it.
loft_run *loft_region_inspect(loft_region_desc *inspector,
                              const loft_call *estimate);
// The same for the device that "region" is to run on: "inspector" has the binds
// of the region's arrays, those of "call", of the elements that it reads. NULL
// where the region does not run on a device, that does not have most of these
// elements, or the CPU is not slower.
loft_run *loft_region_inspect_there(loft_region_desc *region,
                                    loft_region_desc *inspector,
                                    const loft_call *call);
// Ends either: LOFT_OK or LOFT_FAILED. "failed": host() gave up.
int loft_region_inspected(loft_run *run, int failed);
// Checks overlap of written arrays against all others, chooses where to run.
// Returns NULL when the original loop shall run. *where gets LOFT_ON_CPU,
// LOFT_ON_VULKAN or, where there are chunks, LOFT_IN_CHUNKS; without a run
// LOFT_ON_ORIGINAL or, where that has inner regions, LOFT_BY_INNER.
// "avoid_vulkan": second try.
loft_run *loft_region_start(loft_region_desc *region, const loft_call *call,
                            int avoid_vulkan, int *where);
// The entry of objects of versions before 8: their original loops run.
loft_run *loft_region_enter(loft_region_desc *region, const loft_bind *binds,
                            double work, double in_order, int ok,
                            int avoid_vulkan, int *where);
// The host function of a run in chunks.
int loft_region_in_chunks(loft_run *run, uint64_t *args, uint64_t *results);
// The original loop of the region has run to its end on this thread. Only where
// it is LOFT_EXACT, so that its time can be taken; need not be called while
// loft_busy is 0.
void loft_region_original_done(const loft_region_desc *region);
// The handle of bind k for host().
loft_handle loft_run_handle(loft_run *run, uint32_t k);
// On the CPU, of the n-th loft_rows of the call, which are LOFT_ROWS_FOLLOWED:
// an array of i64, by the subscript of a row's pointer ((i * stride[0] + j),
// ..): how many units behind C index 0 of the array that row begins.
loft_handle loft_run_table(loft_run *run, uint32_t n);
// The first element of bind k, or behind the last one ("end"), that the region
// may touch.
int64_t loft_run_bound(loft_run *run, uint32_t k, uint32_t end);
// For footprints: whether elements lo up to below hi, of "size" bytes, of the
// array with C index 0 at "base" can be read.
int loft_readable(const void *base, int64_t lo, int64_t hi, uint32_t size);
// Launches kernel "k" over items; recorded (Vulkan) or executed (CPU).
// "loop_bound": loop iterations one item may take, -1 unknown; "work": scalar
// ops per item.
int loft_run_launch(loft_run *run, uint32_t k, int64_t x, int64_t y, int64_t z,
                    const uint64_t *args, int64_t loop_bound, int64_t work);
// On the CPU: how many threads share out a launch of "work" scalar operations.
int64_t loft_run_threads(loft_run *run, int64_t work);
// For kernels on the CPU, which got "args": an item is about to touch an
// element that is none of those assumed. The run is given up; the kernel is to
// end.
void loft_launch_strays(const uint64_t *args);
// The same for host code; not 0: it is to give up, since extents are assumed.
int loft_run_strays(loft_run *run);
// A new device array of n elements, of none where n is negative; zero *out on
// failure.
int loft_run_alloc(loft_run *run, int64_t n, uint32_t elem_size,
                   loft_handle *out);
void loft_run_free(loft_run *run, loft_handle h);
// Reads element i (forces pending work to finish on Vulkan); bits
// zero-extended.
int loft_run_load(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
                  uint64_t *bits);
// The element i, a u32, of array "h", of LOFT_ANSWERS elements around which i
// goes: whether there is another iteration of a loop, of which "ahead" others,
// with the elements before i, are under way. answer[0]: how many of all these
// have run, the last one's element in answer[1]; or 0 unless "must", with 1 in
// answer[1]: it is not known, and the next iteration goes ahead of that. Its
// kernels do nothing if the element is 0. More than LOFT_AHEAD - 2 others have
// an answer.
enum { LOFT_AHEAD = 32, LOFT_ANSWERS = 2 * LOFT_AHEAD };
int loft_run_ask(loft_run *run, loft_handle h, int64_t i, uint32_t ahead,
                 int32_t must, uint64_t answer[2]);
// Writes one element.
int loft_run_store(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
                   uint64_t bits);
// The host address of C index 0 of the array behind "h" (a bind): for pointer
// results.
void *loft_run_pointer(loft_run *run, loft_handle h);
// Finishes: submits what is pending, waits, writes outputs back; frees "run".
// LOFT_FAILED: nothing that the region reads has changed in host memory, so it
// can be run again. "failed": LOFT_FAILED: host() gave up; LOFT_TRAPPED.
int loft_region_leave(loft_run *run, int failed);

// What regions take for granted of the C library, whose functions they compute
// themselves. Not 0: atof, strtol and their like read numbers of the C locale;
// the program has set no other.
int32_t loft_reads_plain_numerals(void);
// Not 0: rand_r takes three steps of a generator that regions have, too.
int32_t loft_has_known_rand_r(void);
// The numbers, of 4 bytes, that the program's next "n" calls of rand will give,
// for a region that starts next. NULL: the original loop runs.
void *loft_draw(loft_region_desc *region, int64_t n);
// Ends that: the region has made so many of these calls, 0 where the original
// is to make them.
void loft_drawn(void *numbers, int64_t taken);
// Not 0: erand48, nrand48 and jrand48 take steps of x * 25214903917 + 11.
int32_t loft_has_known_rand_48(void);
// As loft_draw, of drand48, lrand48 and mrand48: the 48 bits that the program's
// next calls make their numbers of, in 8 bytes each.
void *loft_draw_48(loft_region_desc *region, int64_t n);
// As loft_drawn.
void loft_drawn_48(void *numbers, int64_t taken);
// Memory of "n" times 8 bytes, zeros, for a region that starts next, to keep
// what calls behind it write. NULL: the original loop runs.
void *loft_messages(loft_region_desc *region, int64_t n);
// Ends that.
void loft_messages_end(void *messages);

// Results of regions may stay on a device (LOFT_MAY_STAY, loft_keep_begin).
// Brings them all back: the program is about to read or write its arrays.
void loft_results_back(void);
// Brings those back that are in these bytes of the program's memory, which it
// is about to read. All others may stay.
void loft_results_back_at(const void *at, uint64_t bytes);
// Before it writes these bytes, of "value", or all of value "byte". They may
// have been written afterwards.
void loft_results_write(void *at, uint64_t bytes, const void *value);
void loft_results_fill(void *at, uint64_t bytes, int byte);
// Whether some results are elsewhere; then finding out what is about to be read
// is worth while.
int loft_results_away(void);
// The same, unless a statement that keeps them is under way: what comes next is
// not known, a return or a call of an unknown function.
void loft_results_back_unless_kept(void);
// Begins a statement in which results stay of regions whose arrays are all
// among "n" given: the address of each, and its bytes as uint64_t, 0 where they
// are not known. Gives what loft_keep_end, which ends it, is to be told.
uint32_t loft_keep_begin(uint32_t n, ...);
void loft_keep_end(const uint32_t *before);

#ifdef __cplusplus
}
#endif
#endif
