// plugin/region_kernels.c: the CPU kernels of a region.
//
// The kernels of an inner region are kernels of the region around it as well,
// statement by statement; those of inspectors look for extremes, one array like
// another; and statements of one kind are written for several arrays. LLVM gets
// one function for kernels that are alike.
#include "plugin/region_private.h"
#include "cpu/cpu.h"

// Whether "i" is arithmetic. Comparisons, choices and copies may have the
// identity of an extremum as an operand, which is a NaN or infinity.
static bool
is_arithmetic(LLVMValueRef i) {
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFNeg:
    return true;
  }
  return false;
}

// Lets LLVM do with the kernel's floats what -ffast-math lets it do with the
// original's.
static void
relax(LLVMValueRef kernel) {
  const LLVMFastMathFlags finite = LLVMFastMathNoNaNs | LLVMFastMathNoInfs;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMCanValueUseFastMathFlags(i))
        LLVMSetFastMathFlags(i, LLVMGetFastMathFlags(i) |
                                    (is_arithmetic(i)
                                         ? LLVMFastMathAll
                                         : LLVMFastMathAll & ~finite));
}

// The text of "k" with the rest that decides about its code: the target, which
// is the caller's, and whether floats may be rearranged.
static const char *
key_of(const region_fn *f, const kn_func *k, bool relaxed) {
  sb text;
  LLVMAttributeRef *target;
  int n = region_target(f->caller, f->cx->arena, &target);
  sb_init(&text, f->cx->arena);
  for (int i = 0; i < n; i++)
    sb_printf(&text, "%p ", (void *)target[i]);
  sb_printf(&text, "%d ", relaxed);
  kn_print_unnamed(&text, f->cx->arena, k);
  return sb_str(&text);
}

LLVMValueRef *
region_emit_kernels(const region_fn *f, const kn_program *p, const char *prefix,
                    bool relaxed) {
  smap *known = f->state->kernels;
  arena *a = f->cx->arena;
  bool shares = !f->region->chunk && f->caller;
  LLVMValueRef *all = NEW_ARRAY(a, LLVMValueRef, p->kernels.n);
  for (int k = 0; k < p->kernels.n; k++) {
    const kn_func *kernel = p->kernels.at[k];
    const char *key = shares ? key_of(f, kernel, relaxed) : NULL;
    all[k] = key ? smap_get(known, key) : NULL;
    if (all[k])
      continue;
    int n_errors = f->cx->n_errors;
    all[k] = cpu_emit_kernel(f->cx, f->module, kernel,
                             arena_printf(a, "%s.kernel%d", prefix, k));
    if (relaxed)
      relax(all[k]);
    if (key && f->cx->n_errors == n_errors)
      smap_put(known, key, all[k]);
  }
  return all;
}
