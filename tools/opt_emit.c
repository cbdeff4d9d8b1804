// tools/opt_emit.c: --emit: the forms of a mapped function further down.
#include "tools/opt.h"

#include "tools/tool_kernel.h"
#include "spirv/spirv.h"

#include <stdlib.h>

// --emit=spirv: kernel number --kernel (0) of "p" as a SPIR-V binary.
static bool
emit_spirv(loft_cx *cx, const kn_program *p, const opt_options *o, FILE *out) {
  spv_gen_module module = {0};
  spv_gen_options options = {.own_rounding = o->fast_math,
                             .contract = o->fast_math};
  int k = o->kernel ? atoi(o->kernel) : 0;
  if (p->target != KN_GPU) {
    diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL,
                "the kernels are not for GPUs");
    return false;
  }
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
  kn_func *k = kn_lower_flat(cx, f);
  if (!k)
    return false;
  kn_program p = {.arena = cx->arena, .target = KN_CPU};
  vec_push(cx->arena, &p.kernels, k);
  return opt_emit_program(cx, &p, &(opt_options){.emit = "kernel-flat"}, out);
}

bool
opt_emit_program(loft_cx *cx, const kn_program *p, const opt_options *o,
                 FILE *out) {
  if (o->emit && strcmp(o->emit, "spirv") == 0)
    return emit_spirv(cx, p, o, out);
  sb text;
  sb_init(&text, cx->arena);
  kn_print(&text, p);
  fputs(sb_str(&text), out);
  return tool_reread(cx, p);
}

bool
opt_emit(loft_cx *cx, ir_module *m, const opt_options *o, FILE *out) {
  ir_func *f = o->func ? ir_func_find(m, o->func) : m->funcs;
  bool cpu = strcmp(o->emit, "kernel-cpu") == 0;
  if (!f) {
    diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL, "no function to emit");
    return false;
  }
  if (strcmp(o->emit, "kernel-flat") == 0)
    return emit_flat(cx, f, out);
  kn_program *p = kn_lower(cx, f, cpu ? KN_CPU : KN_GPU);
  return p && opt_emit_program(cx, p, o, out);
}
