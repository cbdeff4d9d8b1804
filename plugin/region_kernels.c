// plugin/region_kernels.c: the CPU kernels of a region.
//
// The kernels of an inner region are kernels of the region around it as well,
// statement by statement: LLVM gets one function for both.
#include "plugin/region_private.h"
#include "cpu/cpu.h"

// Lets LLVM do with the kernel's floats what -ffast-math lets it do with the
// original's.
static void
relax(LLVMValueRef kernel) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMCanValueUseFastMathFlags(i))
        LLVMSetFastMathFlags(i, LLVMFastMathAll);
}

// The text of "k" with the rest that decides about its code: the target, which
// is the caller's, and whether floats may be rearranged.
static const char *
key_of(const region_fn *f, const kn_func *k) {
  sb text;
  sb_init(&text, f->cx->arena);
  sb_printf(&text, "%p %d ", (void *)f->caller, region_is_relaxed(f));
  kn_print_unnamed(&text, f->cx->arena, k);
  return sb_str(&text);
}

// Emits kernel "k" of the region.
static LLVMValueRef
emit(const region_fn *f, int k) {
  const kn_func *fn = f->code->cpu->kernels.at[k];
  const char *name =
      arena_printf(f->cx->arena, "%s.kernel%d", f->region->name, k);
  LLVMValueRef kernel = cpu_emit_kernel(f->cx, f->module, fn, name);
  if (region_is_relaxed(f))
    relax(kernel);
  return kernel;
}

void
region_emit_kernels(region_fn *f) {
  const kn_program *p = f->code->cpu;
  smap *known = f->state->kernels;
  bool shares = (f->region->is_inner || f->region->inner.n) &&
                !f->region->chunk && f->caller;
  f->cpu_kernels = NEW_ARRAY(f->cx->arena, LLVMValueRef, p->kernels.n);
  for (int k = 0; k < p->kernels.n; k++) {
    const char *key = shares ? key_of(f, p->kernels.at[k]) : NULL;
    f->cpu_kernels[k] = key ? smap_get(known, key) : NULL;
    if (f->cpu_kernels[k])
      continue;
    f->cpu_kernels[k] = emit(f, k);
    if (key)
      smap_put(known, key, f->cpu_kernels[k]);
  }
}
