// base/sb.c: string builder.
//
// Text grows by doubling inside the arena; what was outgrown stays there until
// the arena goes, at most as much again as the final text.
#include "base/base.h"

void
sb_init(sb *s, arena *a) {
  *s = (sb){.a = a};
}

// Adds the "len" bytes at "text" and keeps the terminator.
static void
add_bytes(sb *s, const char *text, size_t len) {
  if (len > (size_t)(INT32_MAX - 1 - s->n))
    len = (size_t)(INT32_MAX - 1 - s->n);
  vec_grow(s->a, (void **)&s->at, &s->cap, s->n + (int)len + 1, 1);
  memcpy(s->at + s->n, text, len);
  s->n += (int)len;
  s->at[s->n] = 0;
}

void
sb_add(sb *s, const char *text) {
  add_bytes(s, text, strlen(text));
}

void
sb_printf(sb *s, const char *fmt, ...) {
  char small[256];
  va_list ap, again;
  va_start(ap, fmt);
  va_copy(again, ap);
  int n = vsnprintf(small, sizeof small, fmt, ap);
  if (n >= 0 && n < (int)sizeof small)
    add_bytes(s, small, (size_t)n);
  else if (n >= 0)
    sb_add(s, arena_vprintf(s->a, fmt, again));
  va_end(again);
  va_end(ap);
}

const char *
sb_str(const sb *s) {
  return s->at ? s->at : "";
}
