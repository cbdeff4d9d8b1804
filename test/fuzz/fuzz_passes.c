// test/fuzz/fuzz_passes.c: libFuzzer target: IR through passes and pipelines.
//
// Of several lists of passes some run on it: IR must stay valid, print and parse
// to the same text, and evaluate to the same bits after every pass. At the end
// it becomes kernels, which are simulated and must agree too, and SPIR-V, which
// must be valid; the recognizer's footprint must hold what is touched.
#include "fuzz_list.h"

#include "kernel/kernel.h"
#include "recognizer/recognizer.h"
#include "spirv/spirv.h"

#include <spirv-tools/libspirv.h>

// Checks that the text of "m" parses and prints the same.
static void
check_text(fuzz_run *run, ir_module *m) {
  sb one, two;
  run->pass = "printing";
  sb_init(&one, run->cx->arena);
  sb_init(&two, run->cx->arena);
  ir_print_module(&one, m, NULL);
  ir_module *again = ir_parse(run->cx, "again", sb_str(&one));
  if (again)
    ir_print_module(&two, again, NULL);
  if (!again || strcmp(sb_str(&one), sb_str(&two)) != 0)
    fuzz_found(run, "the text does not round-trip");
}

// -- Kernels ------------------------------------------------------------------
typedef struct simulation {
  const kn_program *program;
  int group;
} simulation;

// tool_run_fn: the kernel evaluator.
static bool
simulate(void *user, loft_cx *cx, ir_func *f, const ir_datum *args,
         ir_datum *results) {
  const simulation *s = user;
  (void)f;
  return kn_eval(cx, s->program, args, results, s->group);
}

// Checks that "k" becomes valid SPIR-V.
static void
check_spirv(fuzz_run *run, const kn_func *k) {
  spv_gen_module module = {0};
  spv_diagnostic message = NULL;
  if (!spv_gen(run->cx, k, &(spv_gen_options){0}, &module))
    fuzz_found(run, "no emission");
  spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_2);
  if (spvValidateBinary(context, module.words, (size_t)module.n_words,
                        &message) != SPV_SUCCESS)
    fuzz_found(run, message ? message->error : "invalid");
  spvDiagnosticDestroy(message);
  spvContextDestroy(context);
}

// Lowers every function of "m", simulates it on its cases. A refusal is none
// of this target's business.
static void
check_kernels(fuzz_run *run, ir_module *m, kn_target target) {
  loft_cx silent = fuzz_quiet(run);
  run->pass = target == KN_GPU ? "lowering for GPUs" : "lowering for CPUs";
  for (ir_func *f = m->funcs; f; f = f->next) {
    kn_program *p = kn_lower(&silent, f, target);
    for (int k = 0; p && target == KN_GPU && k < p->kernels.n; k++)
      check_spirv(run, p->kernels.at[k]);
    for (int i = 0; p && i < run->cases.n; i++) {
      fuzz_case *c = fuzz_case_of(run, i, f);
      simulation s = {p, i % 2 ? 4 : 3};
      if (!c)
        continue;
      tool_outcome got =
          tool_evaluate_by(&silent, silent.arena, f, &c->input, simulate, &s);
      if (!got.ok)
        fuzz_found(run, "the kernels fail");
      fuzz_agree(run, c, &got);
    }
  }
}

// -- Recognizer ---------------------------------------------------------------
// Cuts the arrays of "in" to the extents among the results of the footprint
// function, "got": the last ones, lo and hi for each.
static void
cut(arena *a, tool_input *in, const tool_outcome *got) {
  const ir_datum *bounds = got->data + got->n_results;
  for (int i = 0; i < in->func->body->params.n; i++)
    bounds -= in->args[i].type.array ? 2 : 0;
  for (int i = 0; i < in->func->body->params.n; i++) {
    if (!in->args[i].type.array)
      continue;
    ir_array *array = NEW(a, ir_array);
    int64_t lo = (int64_t)bounds++->bits, hi = (int64_t)bounds++->bits;
    *array = *in->args[i].array;
    lo = lo < 0 ? 0 : lo > array->n ? array->n : lo;
    hi = hi > array->n ? array->n : hi < lo ? lo : hi;
    array->base = lo;
    array->data = (char *)array->data + lo * ir_size(array->elem);
    array->n = hi - lo;
    in->args[i].array = array;
  }
}

// Every element that a case touches is within what the footprint function
// computes for it.
static void
check_footprint(fuzz_run *run, ir_module *m, ir_func *f) {
  arena *a = run->cx->arena;
  loft_cx silent = fuzz_quiet(run);
  run->pass = "footprint";
  ir_func *estimate;
  ir_func *footprint = rec_build_footprint(&silent, f, NULL, &estimate);
  if (!footprint)
    return;
  if (ir_verify(a, m, NULL))
    fuzz_found(run, "invalid IR");
  for (int i = 0; i < run->cases.n; i++) {
    fuzz_case *c = fuzz_case_of(run, i, f);
    if (!c)
      continue;
    tool_input in = c->input;
    in.func = footprint;
    tool_outcome got =
        tool_evaluate(&silent, a, footprint, &in, FUZZ_STEPS_AFTER);
    if (!got.ok || !got.data[0].bits)
      continue;
    in.args = memcpy(NEW_ARRAY(a, ir_datum, in.n_args), in.args,
                     sizeof *in.args * (size_t)in.n_args);
    cut(a, &in, &got);
    if (!tool_evaluate(&silent, a, f, &in, FUZZ_STEPS_AFTER).ok)
      fuzz_found(run, "an element outside of it is touched");
  }
}

// -- The target ---------------------------------------------------------------
// What is run; the recognizer's part on loops as it gets them.
static const struct {
  const char *passes;
  int target; // kn_target, or -1: none
  bool footprint;
} lists[] = {
    {"common,gpu", KN_GPU, false},
    {"common,cpu", KN_CPU, false},
    {"soac,common,gpu", KN_GPU, false},
    {"soac", -1, true},
    {"soac,common,cpu", KN_CPU, false},
    {"flatten,fuse,promote,interchange,distribute,unroll", -1, false},
    {"split,unswitch,reorder,subdiv,map-out,hoist,fuse,dce", -1, false},
    {"gpu", KN_GPU, false},
    {"cpu", KN_CPU, false},
};

// One list of passes on a fresh copy of the input.
static void
run_list(fuzz_run *run, int k) {
  ir_module *m = fuzz_run_list(run, lists[k].passes);
  if (!m)
    return;
  check_text(run, m);
  if (lists[k].target >= 0)
    check_kernels(run, m, (kn_target)lists[k].target);
  for (ir_func *f = lists[k].footprint ? m->funcs : NULL; f;) {
    ir_func *next = f->next;
    if (!strstr(f->name, "_footprint") && !strstr(f->name, "_estimate") &&
        !strstr(f->name, "_guard"))
      check_footprint(run, m, f);
    f = next;
  }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t hash = fuzz_hash(data, size);
  for (uint32_t k = 0; k < 3; k++) {
    loft_cx cx = fuzz_context();
    fuzz_run run = {.cx = &cx};
    run.text = arena_strndup(cx.arena, (const char *)data, size);
    run_list(&run, (int)(hash + k * 4) % LOFT_COUNT(lists));
    arena_destroy(cx.arena);
    if (!run.cases.n && cx.n_errors)
      break;
  }
  return 0;
}
