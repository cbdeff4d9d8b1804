// plugin/emit.c: -fplugin-arg-loft-emit=STAGE, the text of one stage.
#include "plugin/plugin.h"

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
      diag_report(&s->cx, DIAG_ERROR, (loft_loc){0}, NULL, "cannot write '%s'",
                  s->options.emit_to);
  }
  return s->emit_file;
}

// Prints the function of stage "lower": loops as the C has them.
static void
emit_lower(plugin_state *s, const lt_region *source, sb *out) {

  rec_region *r = rec_lower(&s->cx, source);
  if (r)
    ir_print_func(out, r->func, NULL);
}

void
plugin_emit(plugin_state *s, const lt_region *source, plugin_region *r) {
  const char *stage = s->options.emit;
  FILE *f = open_output(s);
  sb out;
  sb_init(&out, s->cx.arena);
  if (!strcmp(stage, "lower"))
    emit_lower(s, source, &out);
  (void)r;
  fputs(sb_str(&out), f);
  fflush(f);
}
