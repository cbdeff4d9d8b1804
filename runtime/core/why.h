// runtime/core/why.h: why a region ran where it ran, cheap to note, text on
// demand.
#ifndef RT_WHY_H
#define RT_WHY_H

#include <stddef.h>

typedef enum rt_why_id {
#define RT_WHY(id, text) RT_WHY_##id,
#include "runtime/core/why.def"
#undef RT_WHY
} rt_why_id;

// A reason with its arguments. The strings are static or outlive the reason.
typedef struct rt_why {
  rt_why_id id;
  const char *s[3];
  double x[3];
} rt_why;

// The reason as text in "out", cut to "size".
void rt_why_text(const rt_why *why, char *out, size_t size);

#endif
