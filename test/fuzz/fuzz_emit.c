// test/fuzz/fuzz_emit.c: libFuzzer target: IR through passes, compiled and run.
//
// What fuzz_passes.c simulates runs here as the program would run it: the LLVM
// IR of kernels and host functions must be valid, and the compiled code, run by
// libloftrt, must give what the evaluator gives. Half of the inputs are compiled
// with optimisation, which believes the metadata. Where there is a Vulkan device
// (LOFT_FUZZ_VULKAN=1) the shaders run too.
#include "fuzz_list.h"

#include "cpu/cpu.h"
#include "recognizer/recognizer.h"
#include "tools/run.h"

#include <llvm-c/Analysis.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);

// What the runtime reads, unless it is set already: regions of this size are
// shared out among threads, nothing is kept on disk.
int
LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  setenv("OMP_NUM_THREADS", "2", 0);
  setenv("LOFT_TEST_GRAIN", "1", 0);
  setenv("LOFT_CACHE", "off", 0);
  return 0;
}

// Compiles "p" of "f" and runs it on the cases of "f". Arrays that are made
// inside cannot be handed back; devices may lack what a shader needs.
static void
check_compiled(fuzz_run *run, ir_func *f, const kn_program *p, int opt) {
  loft_cx silent = fuzz_quiet(run);
  run_program *compiled =
      run_compile(run->cx, p, &(run_jit_options){.opt = opt});
  if (!compiled)
    fuzz_found(run, "it does not compile");
  for (int i = 0; i < run->cases.n; i++) {
    fuzz_case *c = fuzz_case_of(run, i, f);
    if (!c)
      continue;
    tool_outcome got = tool_evaluate_by(&silent, silent.arena, f, &c->input,
                                        run_compiled, compiled);
    if (got.ok)
      fuzz_agree(run, c, &got);
    else if (!strstr(run->last, "was made inside") &&
             !strstr(run->last, "does not run on vulkan"))
      fuzz_found(run, "the compiled program fails");
  }
  run_destroy(compiled);
}

// Lowers, compiles and runs every function of "m" that names no other one. A
// refusal is none of this target's business.
static void
check_functions(fuzz_run *run, ir_module *m, kn_target target, int opt) {
  loft_cx silent = fuzz_quiet(run);
  run->pass = target == KN_GPU ? "compiling for GPUs" : "compiling for CPUs";
  for (ir_func *f = m->funcs; f; f = f->next) {
    kn_program *p =
        ir_find_call(f->body) ? NULL : kn_lower(&silent, f, target);
    if (p)
      check_compiled(run, f, p, opt);
  }
}

// What the plugin computes before a region runs, guards and footprints, is one
// flat function each: simulated as such it gives what the evaluator gives.
static void
check_flat(fuzz_run *run, ir_func *f, const fuzz_case *of) {
  arena *a = run->cx->arena;
  loft_cx silent = fuzz_quiet(run);
  int n = f->body->last->ins.n;
  tool_input in = of->input;
  in.func = f;
  kn_func *k = kn_lower_flat(&silent, f);
  tool_outcome want = tool_evaluate(&silent, a, f, &in, FUZZ_STEPS_AFTER);
  if (!k || !want.ok)
    return;
  ir_bits *bits = NEW_ARRAY(a, ir_bits, n);
  if (!kn_eval_flat(&silent, k, in.args, bits, n))
    fuzz_found(run, "the flat kernel fails");
  for (int r = 0; r < n; r++)
    if (bits[r] != want.data[r].bits)
      fuzz_found(run, "the flat kernel differs");
  LLVMContextRef llvm = LLVMContextCreate();
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("fuzz", llvm);
  char *message = NULL;
  cpu_emit_kernel(run->cx, module, k, "flat");
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
    fuzz_found(run, message);
  LLVMDisposeMessage(message);
  LLVMContextDispose(llvm);
}

// The footprint and the guard of every function of "m" that has cases.
static void
check_extents(fuzz_run *run, ir_module *m) {
  loft_cx silent = fuzz_quiet(run);
  run->pass = "footprint";
  for (int i = 0; i < run->cases.n; i++) {
    const fuzz_case *c = &run->cases.at[i];
    ir_func *f = ir_func_find(m, c->input.func_name);
    ir_func *guard = fuzz_helper(run, m, &c->input, "guard");
    ir_func *footprint = fuzz_helper(run, m, &c->input, "footprint");
    ir_func *estimate = NULL;
    if (!footprint)
      footprint = rec_build_footprint(&silent, f, NULL, &estimate);
    if (footprint)
      check_flat(run, footprint, c);
    if (estimate)
      check_flat(run, estimate, c);
    if (guard)
      check_flat(run, guard, c);
  }
}

// What is run; target -1: footprints and guards alone.
static const struct {
  const char *passes;
  int target;
} lists[] = {
    {"common,cpu", KN_CPU}, {"soac,common,cpu", KN_CPU},
    {"math,cpu", KN_CPU},   {"common,gpu", KN_GPU},
    {"soac", -1},           {"soac,common,gpu", KN_GPU},
};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t hash = fuzz_hash(data, size);
  int k = (int)(hash % LOFT_COUNT(lists));
  int opt = hash / LOFT_COUNT(lists) % 2 ? 2 : 0;
  if (lists[k].target == KN_GPU && !getenv("LOFT_FUZZ_VULKAN"))
    k = k == 3 ? 0 : 1;
  loft_cx cx = fuzz_context();
  fuzz_run run = {.cx = &cx};
  run.text = arena_strndup(cx.arena, (const char *)data, size);
  ir_module *m = fuzz_run_list(&run, lists[k].passes);
  if (m && lists[k].target < 0)
    check_extents(&run, m);
  else if (m)
    check_functions(&run, m, (kn_target)lists[k].target, opt);
  arena_destroy(cx.arena);
  return 0;
}
