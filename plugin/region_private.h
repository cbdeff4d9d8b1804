// plugin/region_private.h: shared by the files that generate code.
//
//   contract.c     products and sums of the functions around
//   compile.c      IR -> mapped IR -> kernels, for both targets
//   region.c       which regions are in the module; their functions
//   region_entry.c where __loft_region_K begins
//   region_body.c  the rest of it, with region_slots.c, region_binds.c,
//                  region_back.c, and region_given.c (region_body.h)
//   stay.c         which regions may leave results on a device
//   stay_kept.c    accesses to the arrays that a pragma keeps there
//   region_said.c  calls that are made behind a region
//   region_chunk.c code for some iterations of a region alone
//   region_desc.c  descriptors of loft_abi.h as LLVM constants
#ifndef LOFT_REGION_PRIVATE_H
#define LOFT_REGION_PRIVATE_H

#include "plugin/plugin.h"
#include "kernel/kernel.h"
#include "rewrites/rewrites.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

// -- compile.c ---------------------------------------------------------------

// The passes a region goes through.
typedef enum plugin_stage {
  PLUGIN_COMMON,
  PLUGIN_CPU,
  PLUGIN_GPU,
  PLUGIN_FOOTPRINT,
  PLUGIN_ESTIMATE,
  PLUGIN_INSPECTOR,     // the footprint, for several threads
  PLUGIN_GPU_INSPECTOR, // the footprint, for a device
  PLUGIN_ROWS,
  PLUGIN_ROW_ENDS,
  PLUGIN_LMADS,
  PLUGIN_RANGE,
  PLUGIN_LOOK,
  PLUGIN_STAGE__COUNT
} plugin_stage;

// A function that tells which elements a footprint reads, or another look: it
// has the results of the footprint, of which only their ranges mean anything.
typedef struct plugin_look {
  const ir_func *of;
  kn_func *code;
} plugin_look;

enum { PLUGIN_MOST_LOOKS = 3 };

// One region after the middle. Members are NULL where a stage failed
// (reported).
struct plugin_code {
  ir_func *ir[PLUGIN_STAGE__COUNT];
  kn_program *cpu, *gpu;
  kn_func *footprint, *estimate; // estimate: NULL where there is none
  kn_func *lmads;                // NULL where there are none
  kn_func *rows, *row_ends;      // NULL where there are no such arrays
  kn_func *range, *join, *end;   // those of rec_chunk
  kn_program *inspector;         // the footprint, for several threads; or NULL
  kn_program *gpu_inspector;     // the same for a device, or NULL
  // The first one is of the footprint, the next of that, and so on, until one
  // reads nothing; none where the footprint does not, or what is unknown.
  plugin_look looks[PLUGIN_MOST_LOOKS];
  int n_looks;
  bool assumes; // CPU code may run by assumed extents, which it checks
  int fired[PLUGIN_STAGE__COUNT][RW_RULE__COUNT]; // how often each rule applied
  int tile[PLUGIN_STAGE__COUNT][2];               // the largest (rw_options)
  rw_refusals refusals[PLUGIN_STAGE__COUNT];      // kept for a report only
};

// Takes "r" through all stages, once: later calls give what the first one did.
// A failure for the CPU or the footprint is an internal error; one for the GPU
// is a warning, and "gpu" is NULL.
plugin_code *plugin_compile(plugin_state *s, plugin_region *r);
// The kernels of PLUGIN_CPU or PLUGIN_GPU and the strategies that made them, in
// words; NULL where there are none.
const char *plugin_form(arena *a, const plugin_code *code, plugin_stage stage);
// Whether parameter "k" is an array of rows behind pointers.
bool plugin_is_rows(const rec_region *rec, int k);
// Whether a footprint of "rec" reads elements of such rows.
bool plugin_reads_rows(const rec_region *rec);
// The bytes behind parameter "k" that "f" reads, a function of the parameters
// of the region; -1: it is not known how many.
int plugin_bytes_read(const rec_region *rec, const ir_func *f, int k);
// Reports that "rec" gets no device code.
void plugin_no_device(loft_cx *cx, const rec_region *rec, const char *why);

// -- assume.c ----------------------------------------------------------------

// Whether nothing but extents of arrays depends on what the footprint of "rec"
// reads, so that a run may assume them.
bool plugin_may_assume(const rec_region *rec);
// Whether the CPU's form "f" of the region checks all places that depend on
// data.
bool plugin_checks_all(const ir_func *f);

// -- region.c ----------------------------------------------------------------

// The code of a CPU kernel, and the same for CPUs with wider vectors than the
// caller's target has, or NULL.
typedef struct region_kernel {
  LLVMValueRef code, wide;
} region_kernel;

// The function under construction.
typedef struct region_fn {
  plugin_state *state;
  loft_cx *cx;
  plugin_region *region;
  const rec_region *rec;
  plugin_code *code;
  LLVMModuleRef module;
  LLVMContextRef llvm;
  LLVMBuilderRef b;
  LLVMValueRef function;
  LLVMValueRef caller; // of it, or NULL: several, for different machines
  LLVMValueRef large;  // the rest of it behind a test for little work, or NULL
  LLVMTypeRef ptr, i8, i32, i64, f64;
  LLVMValueRef footprint, host_cpu;
  LLVMValueRef estimate, host_gpu; // may be NULL
  // Code of those of plugin_code, or NULL.
  LLVMValueRef lmads, find_rows, row_ends;
  LLVMValueRef range, join, end; // of those of plugin_code, or NULL
  LLVMValueRef looks[PLUGIN_MOST_LOOKS];
  region_kernel *cpu_kernels, *inspector_kernels;
  LLVMValueRef inspect;   // host function of the inspector, or NULL
  LLVMValueRef inspector; // its loft_region_desc
  LLVMValueRef inspect_gpu, gpu_inspector; // the same for a device
  LLVMValueRef desc;                       // the loft_region_desc
  int n_arrays, n_binds;                   // array parameters; all binds
  LLVMValueRef chunks;                     // the loft_chunks, or NULL
  struct region_fn *part;                  // the code of its chunks, or NULL
} region_fn;

// A new block at the end of the function.
LLVMBasicBlockRef region_block(const region_fn *f, const char *name);
LLVMValueRef region_i32(const region_fn *f, int64_t v);
LLVMValueRef region_i64(const region_fn *f, int64_t v);
// A private constant with the text "s"; NULL gives a null pointer.
LLVMValueRef region_string(const region_fn *f, const char *s);
// A private constant that holds "init".
LLVMValueRef region_constant(const region_fn *f, const char *name,
                             LLVMValueRef init, unsigned align);
// Emits kernels, host functions and footprint, and the description. False when
// something is missing (reported).
bool region_emit_parts(region_fn *f);

// -- region_kernels.c --------------------------------------------------------
// The functions of the kernels of "p", called "prefix".kernelK, "relaxed" where
// floats may be rearranged. Those that are alike have one function, whatever
// region of the module they are in.
region_kernel *region_emit_kernels(const region_fn *f, const kn_program *p,
                                   const char *prefix, bool relaxed);
// Gives the "n" kernels "all" the caller's target, and the wide ones its
// vectors besides.
void region_give_kernels_target(const region_fn *f, const region_kernel *all,
                                int n);

// -- region_view.c -----------------------------------------------------------
// Lists the attributes of "v" that say for which machine its code is made: how
// many.
int region_target(LLVMValueRef v, arena *a, LLVMAttributeRef **out);
// Gives "to" the target attributes of "from".
void region_copy_target(LLVMValueRef from, LLVMValueRef to, arena *a);
// Whether "feature", such as "+fma", is among the target features of "v".
bool region_has_feature(LLVMValueRef v, const char *feature);
// The parameter of the C function for argument "k".
LLVMValueRef region_param(const region_fn *f, int k);
// Whether parameter "k" of the IR function is an array.
bool region_is_array(const region_fn *f, int k);
// The number of results of the footprint, and of the estimate.
int region_n_extents(const region_fn *f);
// Whether lifted code gives the bits of the original: passes may have chosen
// another order for what the recognizer left in C's.
bool region_is_exact(const region_fn *f);
// Stores, at the builder, whether inner regions are to run, where there are
// any.
void region_store_inner(const region_fn *f, bool run);
// Whether -ffast-math lets arithmetic be rearranged: not that of the functions
// of <math.h>, which would lose more than a last bit.
bool region_is_relaxed(const region_fn *f);

// -- contract.c --------------------------------------------------------------

// Lets no function of "m" fuse a product into a sum unless it is written in one
// that is for a processor that does.
void plugin_settle_contraction(LLVMModuleRef m);

// -- stay_kept.c -------------------------------------------------------------

// An array, as loft_keep_begin gets it.
typedef struct plugin_kept_array {
  LLVMValueRef at, bytes;
} plugin_kept_array;

// The arrays that pragmas of a function keep.
typedef struct plugin_kept {
  LLVMTargetDataRef layout;
  VEC(plugin_kept_array) arrays;
} plugin_kept;

plugin_kept plugin_find_kept(arena *a, LLVMValueRef function);
// Whether "i" is written as an access to one of them.
bool plugin_touches_kept(const plugin_kept *kept, LLVMValueRef i);
// Whether the name of "f" begins so.
bool plugin_is_named(LLVMValueRef f, const char *begin);

// -- stay_calls.c ------------------------------------------------------------

// Whether the bytes that "i" touches, or might, are known before it runs.
bool plugin_is_part(LLVMValueRef i);
// Inserts calls before "i" that bring back the bytes that it touches,
void plugin_bring_back_part(LLVMValueRef i);
// or all there is; "unless_kept": unless a statement that keeps arrays is under
// way.
void plugin_bring_back_all(LLVMValueRef i, bool unless_kept);

// -- busy.c -------------------------------------------------------------------
// The value of loft_busy, loaded where "b" is.
LLVMValueRef plugin_build_busy(LLVMBuilderRef b, LLVMModuleRef m);
// Calls function "name" of the runtime with "n" arguments, 4 at most, where
// results are away. The function returns nothing; the test is inlined.
void plugin_call_if_away(LLVMBuilderRef b, LLVMModuleRef m, const char *name,
                         LLVMValueRef *args, unsigned n);

// -- stay_library.c ----------------------------------------------------------

// Whether call "i" is of a function of the C library that touches no memory
// which regions write.
bool plugin_is_library_call(LLVMValueRef i);

// -- stay_loop.c -------------------------------------------------------------

// Whether the loop that begins at "header", from where it is left, too, and
// that is entered from "before", looks as if it had few iterations: its counter
// begins at a small number, and is compared with another.
bool plugin_is_short_loop(LLVMBasicBlockRef before, LLVMBasicBlockRef header);

// -- stay.c ------------------------------------------------------------------

// Decides which regions of "m", none of which is defined yet, may leave their
// results on a device, and makes "m" bring them back.
void plugin_find_stays(plugin_state *s, LLVMModuleRef m);

// -- region_chunk.c ----------------------------------------------------------

// Emits the code that runs region "f", whose passes are done, in chunks. Where
// that cannot be, f->chunks stays NULL.
void region_emit_chunks(region_fn *f);

// -- region_said.c -----------------------------------------------------------
// Makes the calls that the first "n" of "messages" are.
void region_build_says(const region_fn *f, LLVMValueRef messages,
                       LLVMValueRef n);

// -- region_desc.c -----------------------------------------------------------
// The number of the bind of array capture "k".
int region_bind_of(const region_fn *f, int k);
// Builds f->desc. False when a shader could not be made (reported);
// f->code->gpu is NULL then, and the description has no device kernels.
bool region_describe(region_fn *f);

// -- region_entry.c ----------------------------------------------------------

// Fills in f->function, and f->large where there is one.
void region_build_body(region_fn *f);
// Fills in "done", which is called when the original has run to its end.
void region_build_done(const region_fn *f, LLVMValueRef done);

#endif
