// tools/loft-run.c: runs the '// EVAL:' lines of an IR file in several ways.
//
// The first way's outcome is printed; every other must agree with it, bit for
// bit. Exit status: 0, 1 when something failed or differs, 2 for bad options.
#include "tools/run.h"
#include "tools/tool_kernel.h"

#include "rewrites/rewrites.h"

#include <stdlib.h>

static const char tool_name[] = "loft-run";

typedef struct run_options {
  const char *input, *on, *passes;
  int group;
  bool quiet, kernels;
  run_jit_options jit;
} run_options;

// -- The ways -----------------------------------------------------------------
typedef struct way {
  const char *name, *doc;
  const char *mapping; // pipeline after --passes, or NULL
  kn_target target;
  bool raw; // without any pass
  bool jit; // else an evaluator
} way;

static const way ways[] = {
    {"source", "the evaluator, before any pass", NULL, KN_CPU, true, false},
    {"eval", "the evaluator, after --passes", NULL, KN_CPU, false, false},
    {"kernel-gpu", "GPU kernels, simulated", "gpu", KN_GPU, false, false},
    {"kernel-cpu", "CPU kernels, simulated", "cpu", KN_CPU, false, false},
    {"cpu", "compiled CPU code", "cpu", KN_CPU, false, true},
    {"vulkan", "shaders", "gpu", KN_GPU, false, true},
};

// The way whose name is the first "len" characters of "name".
static const way *
find_way(const char *name, size_t len) {
  for (int k = 0; k < LOFT_COUNT(ways); k++)
    if (strlen(ways[k].name) == len && memcmp(ways[k].name, name, len) == 0)
      return &ways[k];
  tool_die(tool_name, "unknown way '%.*s' (see --help)", (int)len, name);
}

// -- Options ------------------------------------------------------------------
// The text of --help.
static void
print_help(void) {
  puts(
      "usage: loft-run [options] FILE|-\n"
      "  --on=A,B      run the '// EVAL:' lines in these ways (default eval);\n"
      "                all must agree with the first, which is printed:");
  for (int k = 0; k < LOFT_COUNT(ways); k++)
    printf("                  %-12s %s\n", ways[k].name, ways[k].doc);
  puts("  --passes=A,B  passes before mapping (default common)\n"
       "  --group=N     work-items of a simulated group (default 8)\n"
       "  -O0 .. -O3    of compiled code (default -O2)\n"
       "  --dump-llvm   print the LLVM IR of host and CPU code\n"
       "  --dump-optimised  ... as optimised\n"
       "  --kernels     the input is kernels; eval simulates them\n"
       "  --quiet       do not print outcomes");
}

// The value of option "--name=value" in "arg", or NULL when it is another.
static const char *
value_of(const char *arg, const char *name) {
  size_t len = strlen(name);
  bool is_it = strncmp(arg, name, len) == 0 && arg[len] == '=';
  return is_it ? arg + len + 1 : NULL;
}

// Takes one command line word.
static void
set_option(run_options *o, const char *arg) {
  const char *value;
  if ((value = value_of(arg, "--on")))
    o->on = value;
  else if ((value = value_of(arg, "--passes")))
    o->passes = value;
  else if ((value = value_of(arg, "--group")))
    o->group = atoi(value);
  else if (strcmp(arg, "--quiet") == 0)
    o->quiet = true;
  else if (strcmp(arg, "--kernels") == 0)
    o->kernels = true;
  else if (strcmp(arg, "--dump-llvm") == 0)
    o->jit.dump = true;
  else if (strcmp(arg, "--dump-optimised") == 0)
    o->jit.dump = o->jit.optimised = true;
  else if (arg[0] == '-' && arg[1] == 'O' && strchr("0123", arg[2]) && !arg[3])
    o->jit.opt = arg[2] - '0';
  else if (arg[0] == '-' && arg[1])
    tool_die(tool_name, "unknown option '%s' (see --help)", arg);
  else if (o->input)
    tool_die(tool_name, "more than one input: '%s' and '%s'", o->input, arg);
  else
    o->input = arg;
}

// -- One way ------------------------------------------------------------------
typedef struct runner {
  loft_cx *cx;
  const run_options *o;
  const way *way;
  const char *file, *text;
  ir_module *module;
  kn_program *program; // --kernels
} runner;

// Reads the kernels of the input; the module has the host's signature alone.
static bool
prepare_kernels(runner *r) {
  r->program = kn_parse(r->cx, r->file, r->text);
  r->module = r->program ? tool_signature(r->cx, r->program) : NULL;
  bool fits =
      !r->way->jit || !r->program || r->program->target == r->way->target;
  if (!fits)
    diag_report(r->cx, DIAG_ERROR, (loft_loc){.file = r->file}, NULL,
                "the kernels are not for %s", r->way->name);
  return r->module && fits;
}

// Parses the input and runs the passes of the way. False when reported.
static bool
prepare(runner *r) {
  rw_options options = {.verify = true, .out = stdout};
  if (r->o->kernels)
    return prepare_kernels(r);
  r->module = ir_parse(r->cx, r->file, r->text);
  if (!r->module || r->way->raw)
    return r->module != NULL;
  if (*r->o->passes && !rw_run(r->cx, r->module, r->o->passes, &options))
    return false;
  return !r->way->mapping ||
         rw_run(r->cx, r->module, r->way->mapping, &options);
}

// The parameters of kn_eval besides its arguments.
typedef struct simulation {
  const kn_program *program;
  int group;
} simulation;

// tool_run_fn: the kernel evaluator.
static bool
run_simulated(void *user, loft_cx *cx, ir_func *f, const ir_datum *args,
              ir_datum *results) {
  const simulation *s = user;
  (void)f;
  return kn_eval(cx, s->program, args, results, s->group);
}

// Lowers and runs "f" on one input.
static tool_outcome
run_lowered(runner *r, ir_func *f, const tool_input *in) {
  arena *a = r->cx->arena;
  tool_outcome out = {0};
  kn_program *p = r->program ? r->program : kn_lower(r->cx, f, r->way->target);
  if (p && !r->way->jit)
    p = tool_reread(r->cx, p);
  if (!p)
    return out;
  if (!r->way->jit) {
    simulation s = {p, r->o->group};
    return tool_evaluate_by(r->cx, a, f, in, run_simulated, &s);
  }
  run_program *compiled = run_compile(r->cx, p, &r->o->jit);
  if (!compiled)
    return out;
  out = tool_evaluate_by(r->cx, a, f, in, run_compiled, compiled);
  run_destroy(compiled);
  return out;
}

// The outcome of "in" in the runner's way.
static tool_outcome
run_input(runner *r, const tool_input *in) {
  ir_func *f = ir_func_find(r->module, in->func_name);
  if (!f) {
    diag_report(r->cx, DIAG_ERROR, (loft_loc){0}, NULL, "@%s is gone",
                in->func_name);
    return (tool_outcome){0};
  }
  if (r->way->mapping || r->program)
    return run_lowered(r, f, in);
  return tool_evaluate(r->cx, r->cx->arena, f, in, 0);
}

// -- All ways -----------------------------------------------------------------
// Runs every input in the way of "r": prints what comes out ("first"), or
// compares it with "want", one outcome an input.
static void
run_way(runner *r, const tool_inputs *inputs, tool_outcome *want, bool first) {
  if (!prepare(r))
    return;
  for (int i = 0; i < inputs->n; i++) {
    sb text;
    sb_init(&text, r->cx->arena);
    tool_outcome got = run_input(r, &inputs->at[i]);
    if (first)
      want[i] = got;
    if (!got.ok || !want[i].ok)
      continue;
    const char *found = tool_difference(r->cx->arena, &want[i], &got, 0);
    if (found)
      diag_report(r->cx, DIAG_ERROR, (loft_loc){.file = r->file}, NULL,
                  "%s differs: %s\n  EVAL: %s", r->way->name, found,
                  inputs->at[i].text);
    else if (first && !r->o->quiet)
      tool_print_outcome(&text, &inputs->at[i], &got,
                         ir_func_find(r->module, inputs->at[i].func_name));
    fputs(sb_str(&text), stdout);
  }
}

// Runs the file in all ways asked for.
static void
run_ways(loft_cx *cx, const run_options *o, const char *text) {
  const char *file = strcmp(o->input, "-") == 0 ? "<stdin>" : o->input;
  tool_inputs inputs = {0};
  runner first = {cx, o, find_way("source", 6), file, text, NULL, NULL};
  ir_module *m = prepare(&first) ? first.module : NULL;
  if (!m || !tool_find_inputs(cx, m, file, text, &inputs))
    return;
  if (!inputs.n)
    diag_report(cx, DIAG_ERROR, (loft_loc){.file = file}, NULL,
                "the input has no '// EVAL:' line");
  tool_outcome *want = NEW_ARRAY(cx->arena, tool_outcome, inputs.n);
  for (const char *on = o->on; *on;) {
    size_t len = strcspn(on, ",");
    runner r = {cx, o, find_way(on, len), file, text, NULL, NULL};
    run_way(&r, &inputs, want, on == o->on);
    on += len + (on[len] == ',');
  }
}

int
main(int argc, char **argv) {
  run_options o = {.on = "eval", .passes = "common", .group = 8};
  o.jit.opt = 2;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0) {
      print_help();
      return 0;
    }
    set_option(&o, argv[i]);
  }
  if (!o.input)
    tool_die(tool_name, "no input file (see --help)");
  if (o.group < 1 || o.group > 1024)
    tool_die(tool_name, "--group is a number from 1 to 1024");
  loft_cx cx = {.arena = arena_create(), .diag = diag_to_file};
  const char *text = tool_read_file(&cx, o.input, NULL);
  if (text)
    run_ways(&cx, &o, text);
  arena_destroy(cx.arena);
  return cx.n_errors ? 1 : 0;
}
