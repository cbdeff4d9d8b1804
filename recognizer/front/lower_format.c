// recognizer/front/lower_format.c: which calls read numbers from texts.
#include "recognizer/front/lower_flow.h"

// "e" without casts.
static const lt_expr *
bare(const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  return e;
}

const rec_numeral_format *
rec_lower_numeral_format(const lt_expr *e) {
  static const rec_numeral_format formats[] = {
      {"atof", 1, true, false, 53, 22},   {"strtod", 2, true, false, 53, 22},
      {"strtof", 2, true, false, 24, 10}, {"atoi", 1, false, true, 0, 0},
      {"atol", 1, false, false, 0, 0},    {"atoll", 1, false, false, 0, 0},
      {"strtol", 3, false, false, 0, 0},  {"strtoll", 3, false, false, 0, 0},
  };
  if (e->kind != LT_CALL || !e->is_library)
    return NULL;
  for (int k = 0; k < LOFT_COUNT(formats); k++) {
    const rec_numeral_format *f = &formats[k];
    if (strcmp(f->name, e->func->name) != 0 || e->n_args != f->n_args)
      continue;
    const lt_expr *end = f->n_args > 1 ? bare(e->args[1]) : NULL;
    const lt_expr *base = f->n_args > 2 ? bare(e->args[2]) : NULL;
    bool ok = (!end || (end->kind == LT_INT && !end->bits)) &&
              (!base || (base->kind == LT_INT && base->bits == 10));
    return ok ? f : NULL;
  }
  return NULL;
}
