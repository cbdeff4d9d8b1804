// base/diag.c: diagnostics: formatting, counting, and the plain printer.
#include "base/base.h"

// The word printed for "level".
static const char *
level_name(diag_level level) {
  switch (level) {
  case DIAG_REMARK:
    return "remark";
  case DIAG_NOTE:
    return "note";
  case DIAG_WARNING:
    return "warning";
  case DIAG_ERROR:
    return "error";
  case DIAG_INTERNAL:
    return "internal error";
  case DIAG_FIX:
    return "fix";
  }
  return "error";
}

void
diag_report(loft_cx *cx, diag_level level, loft_loc loc, const char *id,
            const char *fmt, ...) {
  if (level == DIAG_ERROR || level == DIAG_INTERNAL)
    cx->n_errors++;
  if (!cx->diag)
    return;
  va_list ap;
  va_start(ap, fmt);
  const char *message = arena_vprintf(cx->arena, fmt, ap);
  va_end(ap);
  cx->diag(cx->diag_user, level, loc, id, message);
}

void
diag_to_file(void *user, diag_level level, loft_loc loc, const char *id,
             const char *message) {
  FILE *out = user ? user : stderr;
  if (level == DIAG_FIX)
    return;
  if (loc.file)
    fprintf(out, "%s:", loc.file);
  if (loc.line > 0)
    fprintf(out, "%d:%d:", loc.line, loc.col);
  if (loc.file || loc.line > 0)
    fputc(' ', out);
  else
    fputs("loft: ", out);
  // The id goes behind the first line; further lines show source text.
  const char *end = message + strcspn(message, "\n");
  fprintf(out, "%s: %.*s", level_name(level), (int)(end - message), message);
  if (id)
    fprintf(out, " [%s]", id);
  fprintf(out, "%s\n", end);
}

void
diag_keep_first(void *user, diag_level level, loft_loc loc, const char *id,
                const char *message) {
  const char **first = user;
  (void)level, (void)loc, (void)id;
  if (!*first)
    *first = message;
}
