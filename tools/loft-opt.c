// tools/loft-opt.c: IR in, passes, IR out; and a look at every stage.
//
// Exit status: 0, 1 for invalid input or a pass that broke something, 2 for
// bad options and files that cannot be read or written.
#include "rewrites/rewrites.h"
#include "tools/opt.h"

#include <errno.h>
#include <stdlib.h>

static const char tool_name[] = "loft-opt";

// -- Options --------------------------------------------------------------
typedef struct option {
  const char *name, *arg, *doc; // arg NULL: a flag
  size_t at;                    // its field: bool, or const char *
} option;

#define FIELD(f) offsetof(opt_options, f)
static const option option_table[] = {
    {"passes", "A,B", "run these passes or pipelines", FIELD(passes)},
    {"print-after", "X|all", "print the IR after this pass",
     FIELD(print_after)},
    {"print-changed", NULL, "print the IR after passes that changed it",
     FIELD(print_changed)},
    {"skip", "A,B", "leave these passes out", FIELD(skip)},
    {"stop-after", "X", "stop when this pass has run", FIELD(stop_after)},
    {"verify", "0|1", "check the IR after passes that changed it (default 1)",
     FIELD(verify)},
    {"vector", "BYTES", "the CPU's vectors (default 0: none)", FIELD(vector)},
    {"division", "HOW",
     "rows of lengths that are data: auto, lane, scan, or rows of a group",
     FIELD(division)},
    {"assumes", NULL,
     "extents may be assumed: what the CPU combines is checked",
     FIELD(assumes)},
    {"steps", "N", "let the passes apply fewer than N rules in all",
     FIELD(steps)},
    {"roundtrip", NULL, "print, parse and print again after each pass",
     FIELD(roundtrip)},
    {"check-eval", NULL, "evaluate before and after each pass and compare",
     FIELD(check_eval)},
    {"eval", NULL, "evaluate the '// EVAL:' lines, print what comes out",
     FIELD(eval)},
    {"check-kernel", NULL, "simulate the kernels on the '// EVAL:' lines",
     FIELD(check_kernel)},
    {"metrics", NULL, "print how often each op occurs", FIELD(metrics)},
    {"fired", NULL, "print how often each rule applied", FIELD(fired)},
    {"quiet", NULL, "do not print the resulting module", FIELD(quiet)},
    {"exact", NULL, "pass soac: do not reassociate floats", FIELD(exact)},
    {"why", NULL, "pass soac: say why loops stay", FIELD(why)},
    {"emit", "KIND", "kernel-gpu, -cpu, -flat or spirv, not the IR",
     FIELD(emit)},
    {"func", "NAME", "emit: this function (default: the first)", FIELD(func)},
    {"kernel", "K", "emit=spirv: this kernel (default 0)", FIELD(kernel)},
    {"kernels", NULL,
     "the input is kernels: print, --emit=spirv or --eval them",
     FIELD(kernels)},
    {"fast-math", NULL, "emit=spirv: rounding is left to the device",
     FIELD(fast_math)},
    {"list-passes", NULL, "list passes and pipelines", FIELD(list_passes)},
    {"list-rules", NULL, "list rewrite rules", FIELD(list_rules)},
    {"list-ops", NULL, "list the ops of the IR", FIELD(list_ops)},
    {"help", NULL, "this text", FIELD(help)},
};

// The text of --help.
static void
print_help(void) {
  puts("usage: loft-opt [options] FILE|-\n"
       "  -o FILE                write there instead of standard output");
  for (int k = 0; k < LOFT_COUNT(option_table); k++) {
    const option *o = &option_table[k];
    char left[40];
    snprintf(left, sizeof left, "--%s%s%s", o->name, o->arg ? "=" : "",
             o->arg ? o->arg : "");
    printf("  %-22s %s\n", left, o->doc);
  }
}

// The table entry that "arg", a word starting with "--", names.
static const option *
find_option(const char *arg) {
  size_t len = strcspn(arg + 2, "=");
  for (int k = 0; k < LOFT_COUNT(option_table); k++)
    if (strlen(option_table[k].name) == len &&
        memcmp(option_table[k].name, arg + 2, len) == 0)
      return &option_table[k];
  tool_die(tool_name, "unknown option '%s' (see --help)", arg);
}

// Sets the option "arg" in "o". Repeated --passes add up.
static void
set_option(arena *a, opt_options *o, const char *arg) {
  const option *opt = find_option(arg);
  const char *value = strchr(arg, '=');
  char *field = (char *)o + opt->at;
  if (!opt->arg) {
    if (value)
      tool_die(tool_name, "option '--%s' takes no value", opt->name);
    *(bool *)(void *)field = true;
    return;
  }
  if (!value || !value[1])
    tool_die(tool_name, "option '--%s' needs a value: --%s=%s", opt->name,
             opt->name, opt->arg);
  const char **text = (const char **)(void *)field;
  bool adds = *text && opt->at == FIELD(passes);
  *text = adds ? arena_printf(a, "%s,%s", *text, value + 1) : value + 1;
}

// Checks the values of options that have few.
static void
check_options(const opt_options *o) {
  if (o->verify && strcmp(o->verify, "0") && strcmp(o->verify, "1"))
    tool_die(tool_name, "--verify is 0 or 1, not '%s'", o->verify);
  if (o->emit && strcmp(o->emit, "kernel-gpu") &&
      strcmp(o->emit, "kernel-cpu") && strcmp(o->emit, "kernel-flat") &&
      strcmp(o->emit, "spirv"))
    tool_die(tool_name,
             "--emit is kernel-gpu, kernel-cpu, kernel-flat or spirv, not '%s'",
             o->emit);
  if (o->kernel && o->kernel[strspn(o->kernel, "0123456789")])
    tool_die(tool_name, "--kernel is a number, not '%s'", o->kernel);
  if (o->division && !rw_division(o->division, &(int){0}))
    tool_die(tool_name,
             "--division is auto, lane, scan or 1, 2, 4 .. 128, not '%s'",
             o->division);
  if (o->steps && (o->steps[strspn(o->steps, "0123456789")] || !atoi(o->steps)))
    tool_die(tool_name, "--steps is a number from 1, not '%s'", o->steps);
}

// Reads the command line into "o".
static void
parse_options(arena *a, opt_options *o, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-o") == 0) {
      if (++i == argc)
        tool_die(tool_name, "option '-o' needs a file");
      o->output = argv[i];
    } else if (strncmp(argv[i], "--", 2) == 0) {
      set_option(a, o, argv[i]);
    } else if (argv[i][0] == '-' && argv[i][1]) {
      tool_die(tool_name, "unknown option '%s' (see --help)", argv[i]);
    } else if (o->input) {
      tool_die(tool_name, "more than one input: '%s' and '%s'", o->input,
               argv[i]);
    } else {
      o->input = argv[i];
    }
  }
  check_options(o);
}

// -- Output ---------------------------------------------------------------
// --list-ops
static void
list_ops(FILE *out) {
  for (int k = 0; k < IR_OP__COUNT; k++)
    fprintf(out, "%-10s %s\n", ir_op_table[k].mnemonic, ir_op_table[k].doc);
}

// ir_walk_fn: counts ops by opcode.
static bool
count_op(void *user, ir_op *op) {
  ((int *)user)[op->code]++;
  return true;
}

// One line of --metrics: arrays and control first, then scalars.
static void
print_metrics(ir_func *f, FILE *out) {
  int count[IR_OP__COUNT] = {0};
  ir_walk(f->body, count_op, count);
  fprintf(out, "metrics @%s:", f->name);
  for (int scalars = 0; scalars < 2; scalars++)
    for (int k = IR_OP__COUNT - 1; k >= 0; k--)
      if (count[k] && k != IR_OP_YIELD &&
          ir_is_scalar_op((ir_opcode)k) == scalars)
        fprintf(out, " %s=%d", ir_op_table[k].mnemonic, count[k]);
  fputs("\n", out);
}

// --eval
static void
eval_inputs(loft_cx *cx, ir_module *m, const tool_inputs *inputs, FILE *out) {
  for (int i = 0; i < inputs->n; i++) {
    const tool_input *in = &inputs->at[i];
    ir_func *f = ir_func_find(m, in->func_name);
    if (!f)
      continue;
    tool_outcome got = tool_evaluate(cx, cx->arena, f, in, 0);
    sb text;
    sb_init(&text, cx->arena);
    if (got.ok)
      tool_print_outcome(&text, in, &got, f);
    fputs(sb_str(&text), out);
  }
  if (!inputs->n)
    diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL,
                "--eval: the input has no '// EVAL:' line");
}

// The text of "m".
static const char *
module_text(arena *a, ir_module *m) {
  sb text;
  sb_init(&text, a);
  ir_print_module(&text, m, NULL);
  return sb_str(&text);
}

// --roundtrip of the input itself.
static void
check_roundtrip(loft_cx *cx, ir_module *m) {
  const char *text = module_text(cx->arena, m);
  ir_module *again = ir_parse(cx, "roundtrip", text);
  if (again && strcmp(text, module_text(cx->arena, again)) != 0)
    diag_report(cx, DIAG_INTERNAL, (loft_loc){0}, NULL,
                "the IR does not round-trip:\n%s---\n%s", text,
                module_text(cx->arena, again));
}

// -- Driver ---------------------------------------------------------------
// Everything that is printed about "m" once the passes have run.
static void
print_all(loft_cx *cx, ir_module *m, const opt_options *o,
          const tool_inputs *inputs, FILE *out) {
  if (!o->quiet && !o->emit)
    fputs(module_text(cx->arena, m), out);
  for (ir_func *f = m->funcs; o->metrics && f; f = f->next)
    print_metrics(f, out);
  if (o->eval)
    eval_inputs(cx, m, inputs, out);
  if (o->check_kernel)
    opt_check_kernels(cx, m, o, inputs, out);
  if (o->emit)
    opt_emit(cx, m, o, out);
}

// Parses, runs the passes, prints.
static void
process(loft_cx *cx, const opt_options *o, const char *file, const char *text,
        FILE *out) {
  tool_inputs inputs = {0};
  opt_checker checker = {.cx = cx, .options = o};
  ir_module *m = ir_parse(cx, file, text);
  if (!m || !tool_find_inputs(cx, m, file, text, &inputs))
    return;
  if (o->roundtrip)
    check_roundtrip(cx, m);
  if (o->check_eval && !opt_check_begin(&checker, m, &inputs))
    return;
  if (o->passes &&
      !opt_run_passes(cx, m, o, o->check_eval ? &checker : NULL, out))
    return;
  print_all(cx, m, o, &inputs, out);
}

// --list-... and --help; true when one was asked for.
static bool
print_lists(const opt_options *o) {
  if (o->help)
    print_help();
  if (o->list_ops)
    list_ops(stdout);
  if (o->list_passes)
    opt_list_passes(stdout);
  if (o->list_rules)
    opt_list_rules(stdout);
  return o->help || o->list_ops || o->list_passes || o->list_rules;
}

// Runs on the input file; the exit status.
static int
run(loft_cx *cx, const opt_options *o) {
  size_t len = 0;
  if (!o->input)
    tool_die(tool_name, "no input file (see --help)");
  const char *text = tool_read_file(cx, o->input, &len);
  if (!text)
    return 2;
  if (strlen(text) != len) {
    diag_report(cx, DIAG_ERROR, (loft_loc){.file = o->input}, NULL,
                "the input is not text: it contains a zero byte");
    return 1;
  }
  FILE *out = o->output ? fopen(o->output, "wb") : stdout;
  if (!out)
    tool_die(tool_name, "cannot write '%s': %s", o->output, strerror(errno));
  const char *file = strcmp(o->input, "-") == 0 ? "<stdin>" : o->input;
  if (o->kernels)
    opt_process_kernels(cx, o, file, text, out);
  else
    process(cx, o, file, text, out);
  bool written = !ferror(out) && fflush(out) == 0;
  if ((o->output && fclose(out) != 0) || !written)
    tool_die(tool_name, "cannot write '%s'",
             o->output ? o->output : "standard output");
  return cx->n_errors ? 1 : 0;
}

int
main(int argc, char **argv) {
  opt_options o = {0};
  loft_cx cx = {.arena = arena_create(), .diag = diag_to_file, .remarks = true};
  parse_options(cx.arena, &o, argc, argv);
  int status = print_lists(&o) ? 0 : run(&cx, &o);
  arena_destroy(cx.arena);
  return status;
}
