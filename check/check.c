// check/check.c: evaluates a region whose iterations C calls independent; see
// loft/loft_check.h.
#include "loft/loft_check.h"
#include "ir/ir.h"

// A copy of the elements of "from", of type "elem".
static ir_array *
copy_array(arena *a, ir_scalar elem, const loft_check_array *from) {
  int64_t n = from->lo < from->hi ? from->hi - from->lo : 0;
  ir_array *out = NEW(a, ir_array);
  int size = ir_size(elem);
  *out = (ir_array){.elem = elem, .n = n, .base = n ? from->lo : 0};
  out->data = arena_alloc(a, (size_t)n * (size_t)size + 1);
  if (n)
    memcpy(out->data, (const char *)from->base + from->lo * size,
           (size_t)n * (size_t)size);
  return out;
}

// The arguments of "f".
static ir_datum *
make_arguments(arena *a, const ir_func *f, const uint64_t *args,
               const loft_check_array *arrays) {
  const ir_vals *params = &f->body->params;
  ir_datum *out = NEW_ARRAY(a, ir_datum, params->n + 1);
  for (int k = 0; k < params->n; k++) {
    ir_type t = params->at[k]->type;
    out[k] = (ir_datum){.type = t, .bits = *args++};
    if (ir_slots(t) > 1)
      out[k].bits |= (ir_bits)*args++ << 64;
    if (t.array)
      out[k].array = copy_array(a, t.elem, arrays++);
  }
  return out;
}

// Makes a sentence about C of the evaluator's "text" about a race; false where
// it is about something else.
static bool
is_race(char *text) {
  const char *found = strstr(text, IR_EVAL_RACE);
  if (!found)
    return false;
  char *out = text;
  for (found += strlen(IR_EVAL_RACE); *found; found++)
    if (*found != '%') // of names
      *out++ = *found;
  *out = '\0';
  return true;
}

int
loft_check(const char *ir, const uint64_t *args, const loft_check_array *arrays,
           char *why, size_t size) {
  const char *said = NULL;
  arena *a = arena_create();
  loft_cx cx = {.arena = a, .diag = diag_keep_first, .diag_user = &said};
  ir_module *module = ir_parse(&cx, "region", ir);
  ir_func *f = module ? module->funcs : NULL;
  bool fine = false;
  if (f) {
    ir_datum *results = NEW_ARRAY(a, ir_datum, f->body->last->ins.n + 1);
    ir_eval_opts opts = {0};
    fine = ir_eval(&cx, f, make_arguments(a, f, args, arrays), results, &opts);
  }
  snprintf(why, size, "%s", said ? said : "");
  arena_destroy(a);
  if (fine)
    return LOFT_CHECK_FINE;
  return size > 0 && is_race(why) ? LOFT_CHECK_MEET : LOFT_CHECK_UNKNOWN;
}
