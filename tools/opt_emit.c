// tools/opt_emit.c: --emit: what a mapped function becomes further down.
#include "tools/opt.h"

#include "kernel/kernel.h"
#include "spirv/spirv.h"

#include <stdlib.h>

// --emit=spirv: kernel number --kernel (0) of "p" as a SPIR-V binary.
static bool
emit_spirv(loft_cx *cx, const kn_program *p, const opt_options *o, FILE *out) {
  spv_gen_module module = {0};
  spv_gen_options options = {.own_rounding = o->fast_math,
                             .contract = o->fast_math};
  int k = o->kernel ? atoi(o->kernel) : 0;
  if (k < 0 || k >= p->kernels.n) {
    diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL,
                "there is no kernel %d, only %d of them", k, p->kernels.n);
    return false;
  }
  if (!spv_gen(cx, p->kernels.at[k], &options, &module))
    return false;
  fwrite(module.words, sizeof *module.words, (size_t)module.n_words, out);
  return true;
}

// --emit=kernel-flat: "f" as one sequential kernel.
static bool
emit_flat(loft_cx *cx, ir_func *f, FILE *out) {
  sb text;
  kn_func *k = kn_lower_flat(cx, f);
  sb_init(&text, cx->arena);
  if (k)
    kn_print_func(&text, cx->arena, k);
  fputs(sb_str(&text), out);
  return k;
}

bool
opt_emit(loft_cx *cx, ir_module *m, const opt_options *o, FILE *out) {
  ir_func *f = o->func ? ir_func_find(m, o->func) : m->funcs;
  bool spirv = strcmp(o->emit, "spirv") == 0;
  bool cpu = strcmp(o->emit, "kernel-cpu") == 0;
  if (!f) {
    diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL, "no function to emit");
    return false;
  }
  if (strcmp(o->emit, "kernel-flat") == 0)
    return emit_flat(cx, f, out);
  kn_program *p = kn_lower(cx, f, cpu ? KN_CPU : KN_GPU);
  if (!p)
    return false;
  if (spirv)
    return emit_spirv(cx, p, o, out);
  sb text;
  sb_init(&text, cx->arena);
  kn_print(&text, p);
  fputs(sb_str(&text), out);
  return true;
}
