// recognizer/front/lower_format.c: which calls read numbers from texts.
#include "recognizer/front/lower_flow.h"

// "e" without casts.
static const lt_expr *
bare(const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  return e;
}

// The base that the call "e" gives; 0: it is no constant, or depends on the
// text.
static int
base_of(const lt_expr *e) {
  const lt_expr *base = e->n_args > 2 ? bare(e->args[2]) : NULL;
  if (!base)
    return 10;
  bool known = base->kind == LT_INT && base->bits >= 2 && base->bits <= 36;
  return known ? (int)base->bits : 0;
}

bool
rec_lower_numeral_format(const lt_expr *e, rec_numeral_format *out) {
  static const struct {
    const char *name;
    int n_args;
    rec_numeral_format format;
  } all[] = {
      {"atof", 1, {.floats = true, .digits = 53, .power = 22}},
      {"strtod", 2, {.floats = true, .digits = 53, .power = 22}},
      {"strtof", 2, {.floats = true, .digits = 24, .power = 10}},
      {"atoi", 1, {.narrow = true}},
      {"atol", 1, {0}},
      {"atoll", 1, {0}},
      {"strtol", 3, {0}},
      {"strtoll", 3, {0}},
      {"strtoul", 3, {0}},
      {"strtoull", 3, {0}},
  };
  if (e->kind != LT_CALL || !e->is_library)
    return false;
  for (int k = 0; k < LOFT_COUNT(all); k++) {
    if (strcmp(all[k].name, e->func->name) != 0 || e->n_args != all[k].n_args)
      continue;
    const lt_expr *end = e->n_args > 1 ? bare(e->args[1]) : NULL;
    if (out) {
      *out = all[k].format;
      out->base = base_of(e);
    }
    return (!end || (end->kind == LT_INT && !end->bits)) && base_of(e);
  }
  return false;
}
