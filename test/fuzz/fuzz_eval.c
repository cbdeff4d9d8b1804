// test/fuzz/fuzz_eval.c: libFuzzer target: valid IR through the evaluator.
//
// Every function of what parses is evaluated on made up arguments, for a
// bounded number of steps. It must not crash; a copy must give the same.
#include "tools/tool.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// diag_fn: messages are formatted, not shown.
static void
ignore(void *user, diag_level level, loft_loc loc, const char *id,
       const char *message) {
  (void)user, (void)level, (void)loc, (void)id, (void)message;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { STEPS = 3000 };
  loft_cx cx = {.arena = arena_create(), .diag = ignore};
  char *text = arena_strndup(cx.arena, (const char *)data, size);
  ir_module *m = ir_parse(&cx, "fuzz", text);
  for (ir_func *f = m ? m->funcs : NULL; f; f = f->next) {
    ir_module *other = ir_module_new(cx.arena);
    tool_input in = tool_random_input(cx.arena, f, (uint32_t)size);
    tool_outcome one = tool_evaluate(&cx, cx.arena, f, &in, STEPS);
    tool_outcome two = tool_evaluate(
        &cx, cx.arena, ir_clone_func(other, f, f->name), &in, STEPS);
    if (one.ok != two.ok ||
        (one.ok && tool_difference(cx.arena, &one, &two, 0)))
      abort();
  }
  arena_destroy(cx.arena);
  return 0;
}
