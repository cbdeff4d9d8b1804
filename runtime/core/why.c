// runtime/core/why.c: reasons as text; see why.h.
#include "runtime/core/why.h"

#include <stdio.h>
#include <string.h>

static const char *const texts[] = {
#define RT_WHY(id, text) text,
#include "runtime/core/why.def"
};

// A copy of the string at most "max" long that is never NULL.
static int
add_text(char *out, size_t room, const char *s) {
  int n = snprintf(out, room, "%s", s ? s : "?");
  return n < (int)room ? n : (int)room - 1;
}

void
rt_why_text(const rt_why *why, char *out, size_t size) {
  size_t n = 0;
  int s = 0, x = 0;
  const char *f = texts[why->id];
  while (*f && n + 1 < size) {
    char number[32];
    if (strncmp(f, "%s", 2) == 0) {
      n += (size_t)add_text(out + n, size - n, s < 3 ? why->s[s] : "?");
      s++;
      f += 2;
    } else if (strncmp(f, "%.", 2) == 0 && f[2] && f[3] == 'g') {
      snprintf(number, sizeof number, "%.*g", f[2] - '0',
               x < 3 ? why->x[x] : 0);
      n += (size_t)add_text(out + n, size - n, number);
      x++;
      f += 4;
    } else {
      out[n++] = *f++;
    }
  }
  out[n < size ? n : size - 1] = '\0';
}
