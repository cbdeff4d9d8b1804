// cpu/cpu_host.c: host functions, which order kernels through the runtime.
//
// A handle variable is an alloca of an i64.
#include "cpu/cpu_private.h"

// The largest number of slots that the arguments of a launch in "block" take.
static int
max_launch_args(const kn_block *block) {
  int most = 0;
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    int n[3] = {s->kind == KN_LAUNCH
                    ? kn_param_slots(s->kernel, s->kernel->params.n)
                    : 0,
                max_launch_args(&s->body[0]), max_launch_args(&s->body[1])};
    for (int i = 0; i < 3; i++)
      most = n[i] > most ? n[i] : most;
  }
  return most;
}

// Allocas: the handles (0 until assigned), the argument block, the out-slot.
static void
make_variables(cpu_fn *f) {
  int n = max_launch_args(&f->fn->body);
  f->args = LLVMBuildAlloca(
      f->b, LLVMArrayType2(cpu_i64(f), (uint64_t)(n ? n : 1)), "args");
  f->bits = LLVMBuildAlloca(f->b, LLVMArrayType2(cpu_i64(f), 2), "bits");
  for (int k = 0; k < f->fn->bufs.n; k++) {
    const kn_buf *buf = f->fn->bufs.at[k];
    f->bufs[buf->id] =
        LLVMBuildAlloca(f->b, cpu_i64(f), buf->name ? buf->name : "");
    LLVMBuildStore(f->b, cpu_const_i64(f, 0), f->bufs[buf->id]);
  }
}

// Takes the parameters from their slots.
static void
load_params(cpu_fn *f) {
  for (int k = 0; k < f->fn->params.n; k++) {
    const kn_param *p = &f->fn->params.at[k];
    LLVMValueRef args = LLVMGetParam(f->function, 1);
    int slot = kn_param_slots(f->fn, k);
    if (p->buf)
      LLVMBuildStore(f->b, cpu_load_slot(f, IR_U64, args, slot),
                     f->bufs[p->buf->id]);
    else
      cpu_set(f, p->reg, cpu_load_slot(f, p->reg->type, args, slot));
  }
}

LLVMValueRef
cpu_emit_host(loft_cx *cx, LLVMModuleRef m, const kn_program *p,
              const char *prefix) {
  cpu_fn f;
  LLVMContextRef llvm = LLVMGetModuleContext(m);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(llvm, 0);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(llvm);
  LLVMTypeRef params[3] = {pointer, pointer, pointer};
  cpu_begin(&f, cx, m, p->host, prefix, LLVMFunctionType(i32, params, 3, 0));
  make_variables(&f);
  cpu_make_ahead(&f);
  load_params(&f);
  cpu_emit_block(&f, &p->host->body);
  cpu_end(&f, LLVMConstInt(i32, 0, 0));
  return f.function;
}
