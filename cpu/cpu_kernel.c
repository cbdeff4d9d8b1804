// cpu/cpu_kernel.c: kernels as LLVM functions over a range of items.
#include "cpu/cpu_private.h"

// Allocas for private buffers; shared ones do not exist here.
static void
make_locals(cpu_fn *f) {
  for (int k = 0; k < f->fn->bufs.n; k++) {
    const kn_buf *buf = f->fn->bufs.at[k];
    LLVMTypeRef type =
        LLVMArrayType2(cpu_mem_type(f, buf->elem),
                       (uint64_t)(buf->count > 0 ? buf->count : 1));
    if (buf->space == KN_PRIVATE)
      f->bufs[buf->id] =
          LLVMBuildAlloca(f->b, type, buf->name ? buf->name : "");
    else if (buf->space == KN_SHARED)
      cpu_fail(f, &(kn_stmt){.loc = f->fn->loc}, "shared memory");
  }
}

// Loads the parameters from their slots.
static void
load_params(cpu_fn *f) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(f->llvm, 0);
  for (int k = 0; k < f->fn->params.n; k++) {
    const kn_param *p = &f->fn->params.at[k];
    LLVMValueRef args = LLVMGetParam(f->function, 0);
    LLVMValueRef slot = cpu_slot(f, args, kn_param_slots(f->fn, k));
    if (p->buf) {
      f->bufs[p->buf->id] =
          LLVMBuildLoad2(f->b, pointer, slot, p->buf->name ? p->buf->name : "");
      continue;
    }
    ir_scalar type = p->reg->type;
    LLVMValueRef value = LLVMBuildLoad2(f->b, cpu_mem_type(f, type), slot, "");
    LLVMSetAlignment(value, (unsigned)(ir_size(type) < 8 ? ir_size(type) : 8));
    cpu_set(f, p->reg, cpu_from_mem(f, type, value));
  }
}

// Number "k" behind the arguments.
static LLVMValueRef
emit_behind(cpu_fn *f, int k, const char *name) {
  LLVMValueRef slot = cpu_slot(f, LLVMGetParam(f->function, 0),
                               kn_param_slots(f->fn, f->fn->params.n) + k);
  return LLVMBuildLoad2(f->b, cpu_i64(f), slot, name);
}

// Whether this call runs all items of the launch, so that no other thread
// combines into the same elements.
static LLVMValueRef
emit_alone(cpu_fn *f) {
  LLVMValueRef items = LLVMBuildSub(f->b, LLVMGetParam(f->function, 2),
                                    LLVMGetParam(f->function, 1), "");
  return LLVMBuildICmp(f->b, LLVMIntEQ, items, emit_behind(f, 0, "items"),
                       "alone");
}

// Whether the run assumes extents.
static LLVMValueRef
emit_assumes(cpu_fn *f) {
  return LLVMBuildICmp(f->b, LLVMIntNE, emit_behind(f, 1, "assumed"),
                       cpu_const_i64(f, 0), "assumes");
}

LLVMValueRef
cpu_emit_kernel(loft_cx *cx, LLVMModuleRef m, const kn_func *k,
                const char *name) {
  cpu_fn f;
  LLVMContextRef llvm = LLVMGetModuleContext(m);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(llvm);
  LLVMTypeRef params[3] = {LLVMPointerTypeInContext(llvm, 0), i64, i64};
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(llvm), params, 3, 0);
  cpu_begin(&f, cx, m, k, name, type);
  cpu_meta_begin(&f);
  make_locals(&f);
  load_params(&f);
  if (kn_has(&k->body, KN_COMBINE))
    f.alone = emit_alone(&f);
  if (kn_uses(&k->body, IR_OP_WITHIN))
    f.assumes = emit_assumes(&f);
  cpu_emit_block(&f, &k->body);
  cpu_end(&f, NULL);
  return f.function;
}

void
cpu_emit_kernels(loft_cx *cx, LLVMModuleRef m, const kn_program *p,
                 const char *prefix, LLVMValueRef *fns) {
  for (int k = 0; k < p->kernels.n; k++)
    fns[k] = cpu_emit_kernel(cx, m, p->kernels.at[k],
                             arena_printf(cx->arena, "%s.kernel%d", prefix, k));
}
