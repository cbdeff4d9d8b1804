// tools/tool_file.c: input files, and errors that end a program.
#include "tools/tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// All of "in", NUL-terminated; NULL on a read error.
static char *
read_stream(arena *a, FILE *in, size_t *len) {
  VEC(char) text = {0};
  size_t got;
  do {
    vec_grow(a, (void **)&text.at, &text.cap, text.n + 4097, 1);
    got = fread(text.at + text.n, 1, 4096, in);
    text.n += (int)got;
  } while (got == 4096);
  text.at[text.n] = 0;
  *len = (size_t)text.n;
  return ferror(in) ? NULL : text.at;
}

char *
tool_read_file(loft_cx *cx, const char *path, size_t *len) {
  size_t n = 0;
  bool is_stdin = strcmp(path, "-") == 0;
  FILE *in = is_stdin ? stdin : fopen(path, "rb");
  char *text = in ? read_stream(cx->arena, in, &n) : NULL;
  if (!text)
    diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL, "cannot read '%s': %s",
                path, strerror(errno));
  if (in && !is_stdin)
    fclose(in);
  if (len)
    *len = n;
  return text;
}

void
tool_die(const char *tool, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fprintf(stderr, "%s: error: ", tool);
  vfprintf(stderr, fmt, ap);
  fputs("\n", stderr);
  va_end(ap);
  exit(2);
}
