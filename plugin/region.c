// plugin/region.c: defines the region functions that a module still declares.
//
// Runs first of all passes: what it adds is optimised with the user's own
// flags. It must not fail: a region that cannot be generated gets the body
// `return 0`, and the original loop runs.
#include "plugin/region_private.h"
#include "cpu/cpu.h"

// Prepares a region_fn for "function".
static region_fn
start(plugin_state *s, LLVMModuleRef m, plugin_region *r,
      LLVMValueRef function) {
  LLVMContextRef llvm = LLVMGetModuleContext(m);
  region_fn f = {.state = s,
                 .cx = &s->cx,
                 .region = r,
                 .rec = r->rec,
                 .module = m,
                 .llvm = llvm,
                 .function = function,
                 .ptr = LLVMPointerTypeInContext(llvm, 0),
                 .i8 = LLVMInt8TypeInContext(llvm),
                 .i32 = LLVMInt32TypeInContext(llvm),
                 .i64 = LLVMInt64TypeInContext(llvm),
                 .f64 = LLVMDoubleTypeInContext(llvm)};
  f.b = LLVMCreateBuilderInContext(llvm);
  for (int k = 0; k < r->rec->n_captures; k++) {
    f.n_arrays += region_is_array(&f, k);
    f.n_binds += r->rec->captures[k].n_loads;
  }
  f.n_binds += f.n_arrays;
  for (int k = 0; k < r->n_args; k++)
    f.n_binds += r->args[k].guard;
  return f;
}

// -- Attributes --------------------------------------------------------------

// The function that contains use "u", or NULL.
static LLVMValueRef
user_function(LLVMUseRef u) {
  LLVMValueRef user = LLVMGetUser(u);
  return LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)
             ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))
             : NULL;
}

// String attribute "key" of "f", or NULL.
static LLVMAttributeRef
string_attribute(LLVMValueRef f, const char *key) {
  return LLVMGetStringAttributeAtIndex(
      f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key,
      (unsigned)strlen(key));
}

// The function that calls "f", or NULL. Also NULL when several do that are for
// different machines (target_clones): then the region is for the one the
// command line names.
static LLVMValueRef
caller_of(LLVMValueRef f) {
  LLVMValueRef first = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef caller = user_function(u);
    if (!caller)
      continue;
    if (!first)
      first = caller;
    if (string_attribute(first, "target-cpu") !=
            string_attribute(caller, "target-cpu") ||
        string_attribute(first, "target-features") !=
            string_attribute(caller, "target-features"))
      return NULL;
  }
  return first;
}

// Adds enum attribute "name" with "value" where this LLVM knows it.
static bool
add_attribute(const region_fn *f, LLVMValueRef to, LLVMAttributeIndex at,
              const char *name, uint64_t value) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  if (kind)
    LLVMAddAttributeAtIndex(to, at,
                            LLVMCreateEnumAttribute(f->llvm, kind, value));
  return kind != 0;
}

// A captured variable may have no value yet (it is set before it is used), so
// nothing may be concluded from its being passed.
static void
drop_noundef(const region_fn *f) {
  unsigned kind = LLVMGetEnumAttributeKindForName("noundef", 7);
  unsigned n = LLVMCountParams(f->function);
  for (unsigned k = 1; k <= n; k++)
    LLVMRemoveEnumAttributeAtIndex(f->function, k, kind);
  for (LLVMUseRef u = LLVMGetFirstUse(f->function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    for (unsigned k = 1; k <= n && LLVMIsACallInst(user); k++)
      LLVMRemoveCallSiteEnumAttribute(user, k, kind);
  }
}

// No pointer is kept after the call, unless it comes back as a result, or
// results stay that are written there later.
static void
mark_pointers(const region_fn *f, LLVMValueRef function) {
  ir_vals *values = &f->rec->func->body->last->ins;
  if (f->region->may_stay)
    return;
  for (int k = 0; k < values->n; k++)
    if (values->at[k]->type.array)
      return;
  for (unsigned k = 0; k < LLVMCountParams(function); k++)
    if (LLVMTypeOf(LLVMGetParam(function, k)) == f->ptr &&
        !add_attribute(f, function, k + 1, "captures", 0))
      add_attribute(f, function, k + 1, "nocapture", 0);
}

// Keeps "function", which has much to store, as it is.
static void
keep_apart(const region_fn *f, LLVMValueRef function) {
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  add_attribute(f, function, at, "noinline", 0);
  // its long rows of stores would keep the SLP vectoriser busy, for nothing
  add_attribute(f, function, at, "noimplicitfloat", 0);
}

// The function for large calls, yet to be defined: its parameters are those of
// the region function and all that the footprint tells.
static LLVMValueRef
declare_large(const region_fn *f) {
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  unsigned n = LLVMCountParams(f->function);
  unsigned n_told = (unsigned)region_n_extents(f);
  arena *a = f->cx->arena;
  LLVMTypeRef *types = NEW_ARRAY(a, LLVMTypeRef, n + n_told);
  for (unsigned k = 0; k < n + n_told; k++)
    types[k] = k < n ? LLVMTypeOf(LLVMGetParam(f->function, k)) : f->i64;
  LLVMValueRef large =
      LLVMAddFunction(f->module, arena_printf(a, "%s.large", f->region->name),
                      LLVMFunctionType(f->i32, types, n + n_told, 0));
  LLVMSetLinkage(large, LLVMInternalLinkage);
  mark_pointers(f, large);
  if (!f->rec->n_says)
    add_attribute(f, large, at, "nounwind", 0);
  keep_apart(f, large);
  return large;
}

// Makes the declared function an internal definition-to-be.
static void
take_over(const region_fn *f) {
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  LLVMSetVisibility(f->function, LLVMDefaultVisibility);
  LLVMSetLinkage(f->function, LLVMInternalLinkage);
  drop_noundef(f);
  mark_pointers(f, f->function);
  if (!f->rec->n_says)
    add_attribute(f, f->function, at, "nounwind", 0);
}

// -- Code --------------------------------------------------------------------

// Emits the footprint for several threads.
static void
emit_inspector(region_fn *f) {
  arena *a = f->cx->arena;
  const kn_program *p = f->code->inspector;
  const char *name = arena_printf(a, "%s.inspector", f->region->name);
  f->inspector_kernels = region_emit_kernels(f, p, name, false);
  f->inspect = cpu_emit_host(f->cx, f->module, p, name);
}

// Emits "k" as a flat function, on its own where it has loops; NULL: there is
// none.
static LLVMValueRef
emit_flat(const region_fn *f, const kn_func *k, const char *suffix) {
  arena *a = f->cx->arena;
  const char *name = arena_printf(a, "%s.%s", f->region->name, suffix);
  LLVMValueRef v = k ? cpu_emit_kernel(f->cx, f->module, k, name) : NULL;
  // within the region function its passes over data would not be vectorised
  if (v && kn_has(&k->body, KN_LOOP))
    add_attribute(f, v, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                  "noinline", 0);
  return v;
}

bool
region_emit_parts(region_fn *f) {
  arena *a = f->cx->arena;
  const char *name = f->region->name;
  int before = f->cx->n_errors;
  f->code = plugin_compile(f->state, f->region);
  if (!f->code->cpu || !f->code->footprint || (f->rec->rows && !f->code->rows))
    return false;
  f->region->is_exact = region_is_exact(f);
  f->region->inexact = plugin_find_inexact(f->rec, f->code->ir[PLUGIN_COMMON]);
  f->cpu_kernels =
      region_emit_kernels(f, f->code->cpu, name, region_is_relaxed(f));
  f->host_cpu = cpu_emit_host(f->cx, f->module, f->code->cpu,
                              arena_printf(a, "%s.cpu", name));
  f->footprint = emit_flat(f, f->code->footprint, "footprint");
  f->estimate = emit_flat(f, f->code->estimate, "estimate");
  f->lmads = emit_flat(f, f->code->lmads, "lmads");
  f->find_rows = emit_flat(f, f->code->rows, "rows");
  f->row_ends = emit_flat(f, f->code->row_ends, "row_ends");
  f->range = emit_flat(f, f->code->range, "range");
  f->join = emit_flat(f, f->code->join, "join");
  f->end = emit_flat(f, f->code->end, "end");
  for (int k = 0; k < f->code->n_looks; k++)
    f->looks[k] =
        emit_flat(f, f->code->looks[k].code, arena_printf(a, "look%d", k));
  if (f->code->inspector)
    emit_inspector(f);
  region_emit_chunks(f);
  region_describe(f);
  if (f->code->gpu_inspector)
    f->inspect_gpu = cpu_emit_host(f->cx, f->module, f->code->gpu_inspector,
                                   arena_printf(a, "%s.gpu_inspector", name));
  if (f->code->gpu)
    f->host_gpu = cpu_emit_host(f->cx, f->module, f->code->gpu,
                                arena_printf(a, "%s.vulkan", name));
  return f->cx->n_errors == before;
}

// The body that leaves everything to the original loop.
static void
build_refusal(const region_fn *f) {
  LLVMBasicBlockRef b =
      LLVMAppendBasicBlockInContext(f->llvm, f->function, "entry");
  LLVMPositionBuilderAtEnd(f->b, b);
  region_store_inner(f, false);
  LLVMBuildRet(f->b, region_i32(f, 0));
}

// Leaves function "v" as it is written. "minsize" and "optsize", which go with
// its target, exclude that.
static void
mark_unoptimized(const region_fn *f, LLVMValueRef v) {
  static const char *const sized[] = {"minsize", "optsize"};
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  for (int k = 0; k < LOFT_COUNT(sized); k++)
    LLVMRemoveEnumAttributeAtIndex(
        v, at, LLVMGetEnumAttributeKindForName(sized[k], strlen(sized[k])));
  add_attribute(f, v, at, "noinline", 0);
  add_attribute(f, v, at, "optnone", 0);
}

// Marks the functions of "f" that are not worth the optimiser's time: what runs
// once a call and has no loops (the part for large calls, host functions,
// looks; launches take hundreds of times as long), the host function of the
// Vulkan form, and all code of chunks, which moves gigabytes a call or runs
// when the device fails in the middle, unless it is for ranks.
static void
spare_optimizer(const region_fn *f) {
  bool chunk = f->region->chunk && !f->state->options.ranks;
  bool plain_cpu =
      chunk || (f->code->cpu && !kn_has(&f->code->cpu->host->body, KN_LOOP));
  LLVMValueRef all[] = {f->host_gpu,
                        f->inspect_gpu,
                        f->large,
                        plain_cpu ? f->host_cpu : NULL,
                        chunk ? f->footprint : NULL,
                        f->lmads,
                        f->range,
                        f->join,
                        f->end};
  for (int k = 0; k < LOFT_COUNT(all); k++)
    if (all[k])
      mark_unoptimized(f, all[k]);
  for (int k = 0; k < f->code->n_looks; k++)
    if (f->looks[k] && !kn_has(&f->code->looks[k].code->body, KN_LOOP))
      mark_unoptimized(f, f->looks[k]);
  for (int k = 0; chunk && f->cpu_kernels && k < f->code->cpu->kernels.n; k++)
    mark_unoptimized(f, f->cpu_kernels[k].code);
}

// Copies the caller's target to everything generated for "f".
static void
give_target(const region_fn *f) {
  LLVMValueRef caller = f->caller;
  LLVMValueRef parts[] = {
      f->function, f->large,   f->host_cpu,  f->host_gpu,   f->footprint,
      f->estimate, f->inspect, f->find_rows, f->lmads,      f->range,
      f->join,     f->end,     f->row_ends,  f->inspect_gpu};
  arena *a = f->cx->arena;
  for (int k = 0; caller && k < LOFT_COUNT(parts); k++)
    if (parts[k])
      region_copy_target(caller, parts[k], a);
  for (int k = 0; caller && k < f->code->n_looks; k++)
    if (f->looks[k])
      region_copy_target(caller, f->looks[k], a);
  if (f->cpu_kernels)
    region_give_kernels_target(f, f->cpu_kernels, f->code->cpu->kernels.n);
  if (f->inspect)
    region_give_kernels_target(f, f->inspector_kernels,
                               f->code->inspector->kernels.n);
  spare_optimizer(f);
  if (f->part)
    give_target(f->part);
}

// Defines the function called when the original has run to its end, if that is
// in the module.
static void
define_done(const region_fn *f) {
  LLVMValueRef done =
      f->region->done ? LLVMGetNamedFunction(f->module, f->region->done) : NULL;
  if (!done || !LLVMIsDeclaration(done))
    return;
  LLVMSetVisibility(done, LLVMDefaultVisibility);
  LLVMSetLinkage(done, LLVMInternalLinkage);
  add_attribute(f, done, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                "nounwind", 0);
  region_build_done(f, done);
}

// Builds the region function, in two parts where that can be.
static void
build(region_fn *f) {
  if (f->find_rows)
    keep_apart(f, f->function);
  else
    f->large = declare_large(f);
  region_build_body(f);
}

// Defines one region function.
static void
define(plugin_state *s, LLVMModuleRef m, plugin_region *r,
       LLVMValueRef function) {
  region_fn f = start(s, m, r, function);
  f.caller = caller_of(function);
  take_over(&f);
  if (region_emit_parts(&f))
    build(&f);
  else
    build_refusal(&f);
  define_done(&f);
  give_target(&f);
  LLVMDisposeBuilder(f.b);
}

// define(), in memory that is freed with it unless a report needs what is
// there.
static void
define_alone(plugin_state *s, LLVMModuleRef m, plugin_region *r,
             LLVMValueRef function) {
  if (s->options.report || r->code) {
    define(s, m, r, function);
    return;
  }
  arena *kept = s->cx.arena;
  s->cx.arena = arena_create();
  define(s, m, r, function);
  arena_destroy(s->cx.arena);
  s->cx.arena = kept;
  r->code = NULL;
}

// Defines the region functions of all inner regions, or of all others.
static void
define_all(plugin_state *s, LLVMModuleRef m, bool inner) {
  for (int k = 0; k < s->regions.n; k++) {
    plugin_region *r = s->regions.at[k];
    LLVMValueRef function = LLVMGetNamedFunction(m, r->name);
    s->now = r->record;
    if (r->is_inner == inner && function && LLVMIsDeclaration(function))
      define_alone(s, m, r, function);
  }
  s->now = NULL;
}

void
plugin_define_regions(plugin_state *s, LLVMModuleRef m) {
  if (s->regions.n)
    plugin_settle_contraction(m);
  plugin_find_stays(s, m);
  s->kernels = smap_new(s->cx.arena);
  define_all(s, m, true); // those around ask whether they are exact
  define_all(s, m, false);
  s->kernels = NULL;
}
