// plugin/emit.c: -fplugin-arg-loft-emit=STAGE, the text of one stage.
#include "plugin/region_private.h"
#include <errno.h>

// Reports that the text could not be written, as errno says.
static void
report_error(plugin_state *s) {
  const char *to = s->options.emit_to;
  diag_report(&s->cx, DIAG_ERROR, (loft_loc){0}, NULL, "cannot write '%s': %s",
              to ? to : "stderr", strerror(errno));
}

// Where the text goes: the file asked for, opened on first use, or stderr.
static FILE *
open_output(plugin_state *s) {
  if (s->emit_file)
    return s->emit_file;
  s->emit_file = stderr;
  if (s->options.emit_to) {
    FILE *f = fopen(s->options.emit_to, "w");
    if (f)
      s->emit_file = f;
    else
      report_error(s);
  }
  return s->emit_file;
}

// Prints "f" unless it is NULL.
static void
print_func(sb *out, ir_func *f) {
  if (f)
    ir_print_func(out, f, NULL);
}

// Prints the stage asked for of recognised "r".
static void
print_stage(plugin_state *s, plugin_region *r, sb *out) {
  static const struct {
    const char *name;
    plugin_stage stage;
  } ir_stages[] = {{"common", PLUGIN_COMMON},   {"gpu", PLUGIN_GPU},
                   {"cpu", PLUGIN_CPU},         {"footprint", PLUGIN_FOOTPRINT},
                   {"footprint", PLUGIN_ROWS},  {"footprint", PLUGIN_ESTIMATE},
                   {"footprint", PLUGIN_LMADS}, {"footprint", PLUGIN_ROW_ENDS}};
  const char *stage = s->options.emit;
  if (!strcmp(stage, "soac")) {
    print_func(out, r->rec->func);
    print_func(out, r->rec->guard);
    return;
  }
  plugin_code *code = plugin_compile(s, r);
  for (int k = 0; k < LOFT_COUNT(ir_stages); k++)
    if (!strcmp(stage, ir_stages[k].name))
      print_func(out, code->ir[ir_stages[k].stage]);
  if (!strcmp(stage, "kernel-gpu") && code->gpu)
    kn_print(out, code->gpu);
  else if (!strcmp(stage, "kernel-cpu") && code->cpu)
    kn_print(out, code->cpu);
}

void
plugin_emit(plugin_state *s, const lt_region *source, plugin_region *r) {
  const char *stage = s->options.emit;
  FILE *f = open_output(s);
  sb out;
  sb_init(&out, s->cx.arena);
  if (!strcmp(stage, "lower")) {
    rec_region *lowered = rec_lower_region(&s->cx, source);
    print_func(&out, lowered ? lowered->func : NULL);
    print_func(&out, lowered ? lowered->guard : NULL);
  } else if (r)
    print_stage(s, r, &out);
  if (fputs(sb_str(&out), f) < 0 || fflush(f)) {
    report_error(s);
    s->options.emit = NULL; // once is enough
  }
}
