// test/fuzz/fuzz_parse.c: libFuzzer target: any bytes through the parser.
//
// Text that parses must print, parse again and print the same; what the views
// and forms say of it must not crash.
#include "analysis/analysis.h"

#include "fuzz.h"

#include <stdlib.h>

// ir_walk_fn: asks everything there is to ask about an op.
static bool
look(void *user, ir_op *op) {
  arena *a = user;
  ir_soac s;
  ir_loop l;
  int64_t value;
  ir_match_soac(op, &s);
  ir_match_loop(op, &l);
  ir_is_speculatable(op);
  for (int i = 0; i < op->ins.n; i++) {
    ir_storage_root(op->ins.at[i], op->parent);
    ir_storage_root(op->ins.at[i], NULL);
    ir_match_int(op->ins.at[i], &value);
    an_affine form = an_affine_of(a, op->ins.at[i]);
    if (op->parent->params.n)
      an_affine_stride(&form, op->parent->params.at[0], &value);
  }
  return true;
}

// The text of "m", or NULL.
static const char *
text_of(loft_cx *cx, ir_module *m) {
  sb out;
  sb_init(&out, cx->arena);
  if (m)
    ir_print_module(&out, m, NULL);
  return m ? sb_str(&out) : NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  loft_cx cx = fuzz_context();
  char *text = arena_strndup(cx.arena, (const char *)data, size);
  ir_module *m = ir_parse(&cx, "fuzz", text);
  const char *one = text_of(&cx, m);
  if (!m && !cx.n_errors)
    abort(); // refused in silence
  if (m) {
    const char *two = text_of(&cx, ir_parse(&cx, "again", one));
    if (!two || strcmp(one, two) != 0)
      abort(); // does not round-trip
    for (ir_func *f = m->funcs; f; f = f->next)
      ir_walk(f->body, look, cx.arena);
    ir_clone_func(m, m->funcs ? m->funcs : ir_func_new(m, "f"), "copy");
  }
  arena_destroy(cx.arena);
  return 0;
}
