// test/fuzz/fuzz_passes.c: libFuzzer target: IR through passes and pipelines.
//
// What parses is evaluated on made up arguments, in bounded steps. Then each of
// several lists of passes runs on it: IR must stay valid, print and parse to
// the same text, and evaluate to the same bits after every pass. At the end it
// becomes kernels, which are simulated and must agree too, and SPIR-V, which
// must be valid; the recognizer's footprint must hold what is touched.
// What the evaluator refuses (out of bounds, races, signed overflow, elements
// never written) has no meaning to keep, but must not crash anything.
#include "fuzz.h"

#include "kernel/kernel.h"
#include "recognizer/recognizer.h"
#include "rewrites/rewrites.h"
#include "spirv/spirv.h"
#include "tools/tool.h"

#include <spirv-tools/libspirv.h>
#include <stdlib.h>

// With "AFTER" times the steps a case is dropped: maps may go outside of loops
// that run no times.
enum { STEPS = 2000, AFTER = 200, INPUTS = 3, MAX_OPS = 300 };

typedef struct fuzz_case {
  tool_input input;
  tool_outcome want;
} fuzz_case;

typedef struct fuzz_run {
  loft_cx *cx;
  const char *text; // of the input
  const char *list; // passes that run
  const char *pass; // the last one that ran, or what ran after it
  VEC(fuzz_case) cases;
  char last[200]; // the last message
} fuzz_run;

// -- Reporting ----------------------------------------------------------------
// Ends the process over "what" that is wrong.
LOFT_NORETURN static void
found(const fuzz_run *run, const char *what) {
  fprintf(stderr, "%s\n-- passes %s; after %s: %s\n-- last message: %s\n",
          run->text, run->list, run->pass, what, run->last);
  abort();
}

// diag_fn: keeps the message; "user" is the fuzz_run.
static void
keep(void *user, diag_level level, loft_loc loc, const char *id,
     const char *message) {
  fuzz_run *run = user;
  (void)level, (void)loc, (void)id;
  snprintf(run->last, sizeof run->last, "%s", message);
}

// A context whose messages are kept, in the arena of "run".
static loft_cx
quiet(fuzz_run *run) {
  return (loft_cx){.arena = run->cx->arena, .diag = keep, .diag_user = run};
}

// diag_fn: internal errors are bugs; "user" is the fuzz_run.
static void
on_report(void *user, diag_level level, loft_loc loc, const char *id,
          const char *message) {
  (void)loc, (void)id;
  if (level == DIAG_INTERNAL)
    found(user, message);
}

// -- Arguments ----------------------------------------------------------------
// Scalar arguments that are negative, large or not finite, for input "seed".
static void
vary(tool_input *in, uint32_t seed) {
  static const uint64_t words[] = {0, ~0ull, 1, 12, 200, 64};
  static const double doubles[] = {
      0.0, -0.0, __builtin_inf(), __builtin_nan(""), 1e300, -7.5};
  for (int i = 0; i < in->func->body->params.n; i++) {
    ir_datum *d = &in->args[i];
    uint32_t k = (seed * 7 + (uint32_t)i * 3) % LOFT_COUNT(words);
    float f = (float)doubles[k];
    if (d->type.array || d->type.elem == IR_BOOL)
      continue;
    d->bits = words[k] & ~0ull >> (64 - 8 * ir_size(d->type.elem));
    if (d->type.elem == IR_F32)
      memcpy(&d->bits, &f, sizeof f);
    if (d->type.elem == IR_F64)
      memcpy(&d->bits, &doubles[k], sizeof doubles[k]);
  }
}

// tool_run_fn: the evaluator, where signed overflow is an error.
static bool
run_strictly(void *user, loft_cx *cx, ir_func *f, const ir_datum *args,
             ir_datum *results) {
  (void)user;
  ir_eval_opts opts = {.max_steps = STEPS, .no_overflow = true};
  return ir_eval(cx, f, args, results, &opts);
}

// Adds the inputs on which "f" means something.
static void
add_cases(fuzz_run *run, ir_func *f) {
  arena *a = run->cx->arena;
  loft_cx silent = quiet(run);
  for (uint32_t seed = 1; seed <= INPUTS; seed++) {
    fuzz_case c = {.input = tool_random_input(a, f, seed)};
    if (seed > 2)
      vary(&c.input, seed + (uint32_t)f->body->params.n);
    c.want = tool_evaluate_by(&silent, a, f, &c.input, run_strictly, NULL);
    if (c.want.ok)
      vec_push(a, &run->cases, c);
  }
}

// -- After each pass ----------------------------------------------------------
// True when "f" reads elements that it did not read before the pass "soac".
static bool
probes(const ir_func *f) {
  for (int k = 0; k < f->body->params.n; k++)
    if (f->param_mode[k] & IR_PROBE)
      return true;
  return false;
}

// True when "c" means something after the pass "soac" too: what that assumed is
// computed by a guard function.
static bool
is_guarded(fuzz_run *run, ir_module *m, const fuzz_case *c) {
  loft_cx silent = quiet(run);
  const char *name = c->input.func_name;
  if (probes(ir_func_find(m, name)))
    return false;
  ir_func *g = ir_func_find(m, arena_printf(silent.arena, "%s_guard", name));
  if (!g || strcmp(run->pass, "soac") != 0)
    return true;
  tool_input in = c->input;
  in.func = g;
  tool_outcome got = tool_evaluate(&silent, silent.arena, g, &in, 0);
  if (!got.ok)
    found(run, "the guard does not evaluate");
  return got.data[0].bits;
}

// Evaluates "c" again, as the result of which later passes must keep; false when
// the case is dropped. <math.h> may differ in the last place where the pass
// "math" puts loft's own.
static bool
check_case(fuzz_run *run, ir_module *m, fuzz_case *c) {
  loft_cx silent = quiet(run);
  ir_func *f = ir_func_find(m, c->input.func_name);
  bool moves = strcmp(run->pass, "math") == 0;
  if (!f)
    found(run, "a function is gone");
  if (!is_guarded(run, m, c))
    return false;
  tool_outcome got = tool_evaluate(&silent, silent.arena, f, &c->input,
                                   (int64_t)STEPS * AFTER);
  if (!got.ok && strstr(run->last, "gave up"))
    return false;
  if (!got.ok)
    found(run, "it does not evaluate any more");
  const char *what =
      moves ? NULL : tool_difference(silent.arena, &c->want, &got, 0);
  if (what)
    found(run, what);
  c->want = got;
  return true;
}

// rw_options.after: all cases again.
static bool
after_pass(void *user, const char *pass, ir_module *m) {
  fuzz_run *run = user;
  int n = 0;
  run->pass = pass;
  for (int i = 0; i < run->cases.n; i++)
    if (check_case(run, m, &run->cases.at[i]))
      run->cases.at[n++] = run->cases.at[i];
  run->cases.n = n;
  return true;
}

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
    found(run, "the text does not round-trip");
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
    found(run, "no emission");
  spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_2);
  if (spvValidateBinary(context, module.words, (size_t)module.n_words,
                        &message) != SPV_SUCCESS)
    found(run, message ? message->error : "invalid");
  spvDiagnosticDestroy(message);
  spvContextDestroy(context);
}

// Lowers every function of "m", simulates it on its cases. A refusal is none
// of this target's business.
static void
check_kernels(fuzz_run *run, ir_module *m, kn_target target) {
  loft_cx silent = quiet(run);
  run->pass = target == KN_GPU ? "lowering for GPUs" : "lowering for CPUs";
  for (ir_func *f = m->funcs; f; f = f->next) {
    kn_program *p = kn_lower(&silent, f, target);
    for (int k = 0; p && target == KN_GPU && k < p->kernels.n; k++)
      check_spirv(run, p->kernels.at[k]);
    for (int i = 0; p && i < run->cases.n; i++) {
      fuzz_case *c = &run->cases.at[i];
      simulation s = {p, i % 2 ? 4 : 3};
      if (strcmp(c->input.func_name, f->name) != 0)
        continue;
      tool_outcome got =
          tool_evaluate_by(&silent, silent.arena, f, &c->input, simulate, &s);
      if (!got.ok)
        found(run, "the kernels fail");
      const char *what = tool_difference(silent.arena, &c->want, &got, 0);
      if (what)
        found(run, what);
    }
  }
}

// -- Recognizer ---------------------------------------------------------------
// The pass "soac" as rw_pass_fn, in order.
static bool
run_soac(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)o;
  return rec_find_soacs(cx, f, false, false);
}

static const rw_pass_info extra[] = {{"soac", "loops become maps", run_soac}};

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
  loft_cx silent = quiet(run);
  run->pass = "footprint";
  ir_func *footprint = rec_build_footprint(&silent, f, NULL);
  if (!footprint)
    return;
  if (ir_verify(a, m, NULL))
    found(run, "invalid IR");
  for (int i = 0; i < run->cases.n; i++) {
    tool_input in = run->cases.at[i].input;
    if (strcmp(in.func_name, f->name) != 0)
      continue;
    in.func = footprint;
    tool_outcome got =
        tool_evaluate(&silent, a, footprint, &in, (int64_t)STEPS * AFTER);
    if (!got.ok || !got.data[0].bits)
      continue;
    in.args = memcpy(NEW_ARRAY(a, ir_datum, f->body->params.n), in.args,
                     sizeof *in.args * (size_t)f->body->params.n);
    cut(a, &in, &got);
    if (!tool_evaluate(&silent, a, f, &in, (int64_t)STEPS * AFTER).ok)
      found(run, "an element outside of it is touched");
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

// ir_walk_fn: counts ops; forgets levels, which passes choose.
static bool
prepare(void *user, ir_op *op) {
  int *n = user;
  op->level = IR_LEVEL_NONE;
  return ++*n < MAX_OPS;
}

// One list of passes on a fresh copy of the input.
static void
run_list(fuzz_run *run, int k) {
  int n = 0;
  run->list = lists[k].passes;
  run->pass = "parsing";
  run->cases.n = 0;
  ir_module *m = ir_parse(run->cx, "fuzz", run->text);
  for (ir_func *f = m ? m->funcs : NULL; f; f = f->next) {
    if (!ir_walk(f->body, prepare, &n))
      return;
    add_cases(run, f);
  }
  if (!m)
    return;
  rw_options options = {.verify = true,
                        .after = after_pass,
                        .after_user = run,
                        .extra = extra,
                        .n_extra = LOFT_COUNT(extra)};
  run->cx->diag = on_report;
  run->cx->diag_user = run;
  rw_run(run->cx, m, run->list, &options);
  check_text(run, m);
  if (lists[k].target >= 0)
    check_kernels(run, m, (kn_target)lists[k].target);
  for (ir_func *f = lists[k].footprint ? m->funcs : NULL; f;) {
    ir_func *next = f->next;
    if (!strstr(f->name, "_footprint") && !strstr(f->name, "_guard"))
      check_footprint(run, m, f);
    f = next;
  }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ data[i]) * 16777619u;
  for (uint32_t k = 0; k < 3; k++) {
    loft_cx cx = fuzz_context();
    fuzz_run run = {.cx = &cx};
    run.text = arena_strndup(cx.arena, (const char *)data, size);
    run_list(&run, (int)((hash >> 8) + k * 4) % LOFT_COUNT(lists));
    arena_destroy(cx.arena);
    if (!run.cases.n && cx.n_errors)
      break;
  }
  return 0;
}
