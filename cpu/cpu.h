// cpu/cpu.h: kernels and host functions -> LLVM IR through LLVM-C.
//
// Errors (statements a CPU kernel cannot have) are reported as internal; check
// cx->n_errors. Functions get no target-cpu / target-features: the caller
// copies them from the function around the region, or the code stays baseline.
#ifndef LOFT_CPU_H
#define LOFT_CPU_H

#include <llvm-c/Core.h>
#include "kernel/kernel.h"

// Emits every kernel of a CPU program, with internal linkage and names
// "PREFIX.kernelK", as
//   void kernel(const uint64_t *args, int64_t lo, int64_t hi)
// one slot per parameter (scalars in the low bytes, buffers as the address of
// C index 0), then the number of items of the launch; runs the flattened items
// lo <= i < hi. fns[k] gets them.
void cpu_emit_kernels(loft_cx *cx, LLVMModuleRef m, const kn_program *p,
                      const char *prefix, LLVMValueRef *fns);
// One kernel alone, named "name" (footprint functions, see kn_lower_flat).
LLVMValueRef cpu_emit_kernel(loft_cx *cx, LLVMModuleRef m, const kn_func *k,
                             const char *name);
// Emits the host function of "p" (either target), internal, named "PREFIX", as
//   int host(void *run, const uint64_t *args, uint64_t *results)
// args: a slot per parameter (arrays as loft_handle); returns 0 or the first
// error of the loft_run_* calls (include/loft/loft_abi.h), results set on 0.
LLVMValueRef cpu_emit_host(loft_cx *cx, LLVMModuleRef m, const kn_program *p,
                           const char *prefix);

#endif
