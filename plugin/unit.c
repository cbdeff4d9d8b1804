// plugin/unit.c: a translation unit as a whole, and what the source says.
#include <ctype.h>

#include "plugin/plugin.h"

bool
plugin_refuses_unit(const plugin_unit *u, rec_reason *reason,
                    const char **what) {
  bool no_passes = u->makes_code && !u->writes_ir && !u->runs_passes;
  const struct {
    bool holds;
    rec_reason reason;
    const char *what;
  } table[] = {{!u->is_c, REC_LANGUAGE, "it"},
               {!u->has_layout, REC_TARGET, u->triple},
               {u->traps_overflow, REC_TRAPV, "-ftrapv"},
               {u->traps_faults, REC_TRAPV, "-fsanitize-trap"},
               {u->has_eval_method, REC_EVAL_METHOD, ""},
               {no_passes, REC_NO_PASSES, "-disable-llvm-passes"},
               {u->precompiles, REC_PRECOMPILED, ""}};
  for (int k = 0; k < LOFT_COUNT(table); k++)
    if (table[k].holds) {
      *reason = table[k].reason;
      *what = table[k].what;
      return true;
    }
  return false;
}

void
plugin_refuse(plugin_state *s, bool required, loft_loc loc, rec_reason reason,
              const char *what) {
  const rec_reason_info *r = &rec_reason_table[reason];
  diag_level level = required ? DIAG_ERROR : DIAG_WARNING;
  bool is_loop = strncmp(r->id, "KEEP_", 5) != 0;
  const char *text =
      arena_printf(s->cx.arena, "%s%s", is_loop ? "loop stays as it is: " : "",
                   rec_reason_text(s->cx.arena, reason, what));
  loft_loc pragma = s->pragma;
  if (s->options.report) {
    plugin_start_record(s, loc, NULL);
    plugin_record_said(s, level, loc, r->number, text);
    s->now = NULL;
  }
  s->pragma = (loft_loc){0};
  s->said_to(s->said_user, level, loc, r->number, text);
  s->pragma = pragma;
}

// Refuses all pragmas that have not met a statement.
static void
drop_all(plugin_state *s, rec_reason reason, const char *what) {
  for (int k = 0; k < s->marks.n; k++)
    plugin_refuse(s, s->marks.at[k].says.required, s->marks.at[k].loc, reason,
                  what);
  s->marks.n = 0;
}

// Once a translation unit, but each "required" is an error of its own.
bool
plugin_accepts_unit(plugin_state *s, const plugin_unit *u) {
  const char *what;
  rec_reason reason;
  if (!plugin_refuses_unit(u, &reason, &what))
    return true;
  drop_all(s, reason, what);
  return false;
}

bool
plugin_finish_unit(plugin_state *s, const plugin_unit *u) {
  const char *what;
  rec_reason reason;
  drop_all(s, REC_NOT_A_LOOP, "");
  return !plugin_refuses_unit(u, &reason, &what);
}

bool
plugin_is_errno(const char *name) {
  static const char *const names[] = {"__errno_location", "__errno", "__error"};
  for (int k = 0; k < LOFT_COUNT(names); k++)
    if (!strcmp(name, names[k]))
      return true;
  return false;
}

const char *
plugin_plain_name(const char *name) {
  static const char prefix[] = "__builtin_";
  size_t n = sizeof prefix - 1;
  return strncmp(name, prefix, n) ? name : name + n;
}

const char *
plugin_first_word(arena *a, const char *s) {
  int n = 0;
  while (isalnum((unsigned char)s[n]) || s[n] == '_')
    n++;
  return arena_printf(a, "%.*s", n, s);
}

const char *
plugin_short_text(arena *a, const char *s, size_t n) {
  enum { MOST = 60 };
  char out[MOST + 2];
  int length = 0;
  for (size_t k = 0; k < n && length <= MOST; k++)
    if (!isspace((unsigned char)s[k]))
      out[length++] = s[k];
    else if (length && out[length - 1] != ' ')
      out[length++] = ' ';
  return arena_printf(a, "%.*s%s", length, out, length > MOST ? "..." : "");
}
