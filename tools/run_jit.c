// tools/run_jit.c: a kernel program compiled in memory and run by libloftrt.
//
// Plays the part of the plugin: host code and CPU kernels through cpu/ and
// MCJIT, shaders through spirv/, a region description for the runtime.
#include "tools/run.h"

#include "cpu/cpu.h"
#include "loft/loft.h"
#include "loft/loft_abi.h"
#include "spirv/spirv.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

typedef int host_fn(loft_run *run, const uint64_t *args, uint64_t *results);

struct run_program {
  kn_target target;
  LLVMContextRef llvm;
  LLVMExecutionEngineRef engine; // owns the module
  host_fn *host;
  loft_region_desc region;
};

// Reports that LLVM refused with "message", which is freed.
static void
report_llvm(loft_cx *cx, const char *what, char *message) {
  diag_report(cx, DIAG_INTERNAL, (loft_loc){0}, NULL, "%s: %s", what,
              message ? message : "failed");
  LLVMDisposeMessage(message);
}

// -- LLVM -------------------------------------------------------------------
// Gives every function defined in "m" the string attribute key=value.
static void
set_attribute(LLVMModuleRef m, const char *key, const char *value) {
  LLVMAttributeRef attribute = LLVMCreateStringAttribute(
      LLVMGetModuleContext(m), key, (unsigned)strlen(key), value,
      (unsigned)strlen(value));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                              attribute);
}

// Optimises for the processor at hand.
static void
set_processor(LLVMModuleRef m) {
  char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  set_attribute(m, "target-cpu", cpu);
  set_attribute(m, "target-features", features);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
}

// The machine this runs on; sets triple and layout of "m". NULL when reported.
static LLVMTargetMachineRef
host_machine(loft_cx *cx, LLVMModuleRef m) {
  char *triple = LLVMGetDefaultTargetTriple(), *error = NULL;
  LLVMTargetRef target;
  LLVMTargetMachineRef machine = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &error)) {
    report_llvm(cx, "no code generator for this machine", error);
  } else {
    machine =
        LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelDefault,
                                LLVMRelocPIC, LLVMCodeModelJITDefault);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetTarget(m, triple);
    LLVMSetModuleDataLayout(m, layout);
    LLVMDisposeTargetData(layout);
  }
  LLVMDisposeMessage(triple);
  return machine;
}

// Prints "m" to standard output.
static void
dump(LLVMModuleRef m) {
  char *text = LLVMPrintModuleToString(m);
  fputs(text, stdout);
  LLVMDisposeMessage(text);
}

// Verifies and optimises "m". False when reported.
static bool
optimise(loft_cx *cx, LLVMModuleRef m, LLVMTargetMachineRef machine,
         const run_jit_options *o) {
  char *error = NULL;
  if (LLVMVerifyModule(m, LLVMReturnStatusAction, &error)) {
    dump(m);
    report_llvm(cx, "invalid LLVM IR", error);
    return false;
  }
  LLVMDisposeMessage(error);
  set_processor(m);
  if (o->dump && !o->optimised)
    dump(m);
  char passes[] = "default<O0>";
  passes[9] = (char)('0' + o->opt);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef failed = LLVMRunPasses(m, passes, machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (failed) {
    char *text = LLVMGetErrorMessage(failed);
    diag_report(cx, DIAG_INTERNAL, (loft_loc){0}, NULL, "%s", text);
    LLVMDisposeErrorMessage(text);
    return false;
  }
  if (o->dump && o->optimised)
    dump(m);
  return true;
}

// Hands "m" to a new engine of "r". False when reported.
static bool
make_engine(loft_cx *cx, run_program *r, LLVMModuleRef m, int opt) {
  struct LLVMMCJITCompilerOptions options;
  char *error = NULL;
  LLVMInitializeMCJITCompilerOptions(&options, sizeof options);
  options.OptLevel = (unsigned)opt;
  if (LLVMCreateMCJITCompilerForModule(&r->engine, m, &options, sizeof options,
                                       &error)) {
    report_llvm(cx, "cannot compile in memory", error);
    return false;
  }
  return true;
}

// The address of compiled function "name".
static void *
address_of(run_program *r, const char *name) {
  return (void *)(uintptr_t)LLVMGetFunctionAddress(r->engine, name);
}

// -- Descriptions -------------------------------------------------------------
// The description of kernel "k" for the runtime, on either target.
static loft_kernel_desc
describe(arena *a, const kn_func *k) {
  loft_kernel_desc d = {.name = k->name, .what = k->what ? k->what : ""};
  int n_slots = kn_param_slots(k, k->params.n);
  uint8_t *kinds = NEW_ARRAY(a, uint8_t, n_slots);
  d.line = (uint32_t)k->loc.line;
  d.dims = (uint32_t)k->dims;
  d.n_params = (uint32_t)n_slots;
  d.param_kinds = kinds;
  for (int i = 0; i < 3; i++)
    d.local[i] = i == 1 && k->tall ? 1 : (uint32_t)k->local[i];
  for (int i = 0; i < k->params.n; i++) {
    const kn_buf *b = k->params.at[i].buf;
    if (b)
      kinds[kn_param_slots(k, i)] = (uint8_t)((b->is_read ? LOFT_READ : 0) |
                                              (b->is_written ? LOFT_WRITE : 0));
  }
  return d;
}

// Describes all kernels of "p", compiled. False when reported.
static bool
describe_kernels(loft_cx *cx, run_program *r, const kn_program *p) {
  int n = p->kernels.n;
  loft_kernel_desc *all = NEW_ARRAY(cx->arena, loft_kernel_desc, n);
  for (int k = 0; k < n; k++) {
    spv_gen_module module = {0};
    all[k] = describe(cx->arena, p->kernels.at[k]);
    if (p->target == KN_CPU) {
      all[k].cpu = (loft_cpu_kernel *)(uintptr_t)address_of(
          r, arena_printf(cx->arena, "region.kernel%d", k));
      continue;
    }
    if (!spv_gen(cx, p->kernels.at[k], &(spv_gen_options){0}, &module))
      return false;
    all[k].spirv = module.words;
    all[k].spirv_words = (uint32_t)module.n_words;
    all[k].features = module.features;
  }
  r->region.abi_version = LOFT_ABI_VERSION;
  r->region.name = p->host->name;
  r->region.file = "loft-run";
  r->region.flags = (kn_allocs_late(p) ? LOFT_LATE_ALLOC : 0) |
                    (kn_reads_ahead(p) ? LOFT_READS_AHEAD : 0);
  if (p->target == KN_CPU) {
    r->region.cpu_kernels = all;
    r->region.n_cpu_kernels = (uint32_t)n;
  } else {
    r->region.gpu_kernels = all;
    r->region.n_gpu_kernels = (uint32_t)n;
  }
  return true;
}

// Emits "p" into "m" with names that can be looked up. False when reported.
static bool
emit(loft_cx *cx, LLVMModuleRef m, const kn_program *p) {
  int before = cx->n_errors;
  LLVMValueRef *fns = NEW_ARRAY(cx->arena, LLVMValueRef, p->kernels.n);
  if (p->target == KN_CPU)
    cpu_emit_kernels(cx, m, p, "region", fns);
  for (int k = 0; p->target == KN_CPU && k < p->kernels.n; k++)
    LLVMSetLinkage(fns[k], LLVMExternalLinkage);
  LLVMSetLinkage(cpu_emit_host(cx, m, p, "region"), LLVMExternalLinkage);
  return cx->n_errors == before;
}

run_program *
run_compile(loft_cx *cx, const kn_program *p, const run_jit_options *o) {
  run_program *r = NEW(cx->arena, run_program);
  LLVMLinkInMCJIT();
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  r->target = p->target;
  r->llvm = LLVMContextCreate();
  LLVMModuleRef m = LLVMModuleCreateWithNameInContext("loft-run", r->llvm);
  LLVMTargetMachineRef machine = host_machine(cx, m);
  bool ok = machine && emit(cx, m, p) && optimise(cx, m, machine, o);
  if (machine)
    LLVMDisposeTargetMachine(machine);
  if (!ok) {
    LLVMDisposeModule(m);
  } else if (make_engine(cx, r, m, o->opt)) {
    r->host = (host_fn *)(uintptr_t)address_of(r, "region");
    if (describe_kernels(cx, r, p))
      return r;
  }
  run_destroy(r);
  return NULL;
}

void
run_destroy(run_program *r) {
  if (r->engine)
    LLVMDisposeExecutionEngine(r->engine);
  LLVMContextDispose(r->llvm);
}

// -- Running ------------------------------------------------------------------
// One bind for each array among the arguments; returns how many.
static uint32_t
make_binds(const ir_func *f, const ir_datum *args, loft_bind *binds) {
  uint32_t n = 0;
  for (int i = 0; i < f->body->params.n; i++) {
    const ir_array *array = args[i].array;
    if (!args[i].type.array)
      continue;
    int64_t size = ir_size(array->elem);
    binds[n++] = (loft_bind){
        .base =
            (void *)((uintptr_t)array->data - (uintptr_t)(array->base * size)),
        .lo = array->base,
        .hi = array->base + array->n,
        .elem_size = (uint32_t)size,
        .mode = (uint32_t)f->param_mode[i],
        .name = f->body->params.at[i]->name,
    };
  }
  return n;
}

// The argument whose C index 0 lies at "base", or NULL.
static ir_array *
find_array(const ir_datum *args, int n, const void *base) {
  for (int i = 0; i < n; i++) {
    const ir_array *array = args[i].array;
    if (args[i].type.array &&
        (uintptr_t)array->data -
                (uintptr_t)(array->base * ir_size(array->elem)) ==
            (uintptr_t)base)
      return args[i].array;
  }
  return NULL;
}

// The bits of the value of type "t" in these slots.
static ir_bits
take_bits(ir_type t, const uint64_t *slots) {
  return ir_slots(t) == 1 ? slots[0] : slots[0] | (ir_bits)slots[1] << 64;
}

// Result "k" from the slots host() filled, before the run ends.
static bool
take_result(loft_cx *cx, loft_run *run, const ir_func *f, const ir_datum *args,
            ir_datum *result, int k, const uint64_t *slots) {
  result->type = f->body->last->ins.at[k]->type;
  result->bits = take_bits(result->type, slots);
  if (!result->type.array)
    return true;
  result->array =
      find_array(args, f->body->params.n, loft_run_pointer(run, slots[0]));
  if (!result->array)
    diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL,
                "result %d is an array that was made inside; only arguments "
                "come back",
                k);
  return result->array != NULL;
}

// Runs the host function within an entered region. False when reported.
static bool
run_host(loft_cx *cx, run_program *r, loft_run *run, const ir_func *f,
         const ir_datum *args, ir_datum *results) {
  int n = f->body->params.n, n_results = f->body->last->ins.n;
  const ir_vals *params = &f->body->params, *yields = &f->body->last->ins;
  uint64_t *slots = NEW_ARRAY(cx->arena, uint64_t, ir_slots_of(params, n));
  uint64_t *bits =
      NEW_ARRAY(cx->arena, uint64_t, ir_slots_of(yields, n_results));
  uint32_t bind = 0;
  bool ok = true;
  for (int i = 0; i < n; i++) {
    uint64_t *slot = slots + ir_slots_of(params, i);
    *slot = args[i].type.array ? loft_run_handle(run, bind++)
                               : (uint64_t)args[i].bits;
    if (ir_slots(args[i].type) > 1)
      slot[1] = (uint64_t)(args[i].bits >> 64);
  }
  int failed = r->host(run, slots, bits);
  for (int k = 0; !failed && k < n_results; k++)
    ok = ok && take_result(cx, run, f, args, &results[k], k,
                           bits + ir_slots_of(yields, k));
  if (loft_region_leave(run, failed) == LOFT_OK && !failed)
    return ok;
  diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL, "the run of @%s failed",
              f->name);
  return false;
}

bool
run_compiled(void *user, loft_cx *cx, ir_func *f, const ir_datum *args,
             ir_datum *results) {
  run_program *r = user;
  bool vulkan = r->target == KN_GPU;
  int where, want = vulkan ? LOFT_ON_VULKAN : LOFT_ON_CPU;
  loft_bind *binds = NEW_ARRAY(cx->arena, loft_bind, f->body->params.n);
  r->region.n_binds = make_binds(f, args, binds);
  loft_set("LOFT_OFFLOAD", vulkan ? "mandatory" : "cpu");
  loft_call call = {.binds = binds, .work = 1e6, .launches = 1, .ok = 1};
  loft_run *run = loft_region_start(&r->region, &call, 0, &where);
  if (run && where == want)
    return run_host(cx, r, run, f, args, results);
  if (run)
    loft_region_leave(run, 1);
  loft_region_report report = {0};
  loft_last_region(&report, sizeof report);
  diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL, "@%s does not run on %s: %s",
              f->name, vulkan ? "vulkan" : "cpu", report.why);
  return false;
}
