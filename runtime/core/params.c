// runtime/core/params.c: the values of a region's parameters; see params.h.
#include "runtime/core/params.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// The value of scalar "p" in these slots.
static void
write_value(const loft_param *p, const uint64_t *slots, char out[32]) {
  uint64_t bits = *slots;
  int unused = 64 - 8 * (int)p->size;
  float f;
  double d;
  long double l = 0;
  if (p->kind == 'f' && p->size > 8) {
    memcpy(&l, slots, sizeof l < p->size ? sizeof l : p->size);
    snprintf(out, 32, "%Lg", l);
  } else if (p->kind == 'f') {
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &bits, sizeof d);
    snprintf(out, 32, "%g", p->size == 4 ? (double)f : d);
  } else if (p->kind == 'i') {
    snprintf(out, 32, "%" PRId64, (int64_t)(bits << unused) >> unused);
  } else {
    snprintf(out, 32, "%" PRIu64, bits);
  }
}

void
rt_params_text(const loft_region_desc *region, const loft_call *call, char *out,
               size_t size) {
  size_t n = 0;
  out[0] = '\0';
  for (uint32_t k = 0; call->args && k < region->n_params; k++) {
    const loft_param *p = &region->params[k];
    char value[32];
    if (p->kind == 'a' || p->kind == '.' || n + 1 >= size)
      continue;
    write_value(p, &call->args[k], value);
    int more = snprintf(out + n, size - n, "%s%s = %s", n ? ", " : ": ",
                        p->name ? p->name : "?", value);
    n += more > 0 ? (size_t)more : 0;
  }
}
