// test/fuzz/fuzz_kernels.c: libFuzzer target: the parser of kernels, what it
// lets through printed and read again, and as shaders.
#include "fuzz.h"

#include "kernel/kernel.h"
#include "spirv/spirv.h"

#include <stdlib.h>

// The text of "p", or NULL.
static const char *
text_of(loft_cx *cx, const kn_program *p) {
  sb out;
  sb_init(&out, cx->arena);
  if (p)
    kn_print(&out, p);
  return p ? sb_str(&out) : NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  loft_cx cx = fuzz_context();
  char *text = arena_strndup(cx.arena, (const char *)data, size);
  kn_program *p = kn_parse(&cx, "fuzz", text);
  const char *one = text_of(&cx, p);
  if (!p && !cx.n_errors)
    abort(); // refused in silence
  if (p) {
    const char *two = text_of(&cx, kn_parse(&cx, "again", one));
    if (!two || strcmp(one, two) != 0)
      abort(); // does not round-trip
    spv_gen_module module;
    for (int k = 0; k < p->kernels.n && p->target == KN_GPU; k++)
      spv_gen(&cx, p->kernels.at[k], &(spv_gen_options){0}, &module);
  }
  arena_destroy(cx.arena);
  return 0;
}
