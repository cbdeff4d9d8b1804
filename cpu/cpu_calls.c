// cpu/cpu_calls.c: calls of the runtime, which the statements of host functions
// become.
//
// Every call that can fail is followed by a test that leaves the function with
// its error. Signatures are those of include/loft/loft_abi.h.
#include "cpu/cpu_private.h"

// -- Calls ----------------------------------------------------------------

LLVMValueRef
cpu_call(cpu_fn *f, const char *name, LLVMTypeRef result, LLVMValueRef *args,
         int n) {
  LLVMTypeRef *types = NEW_ARRAY(f->cx->arena, LLVMTypeRef, n);
  for (int k = 0; k < n; k++)
    types[k] = LLVMTypeOf(args[k]);
  LLVMTypeRef type = LLVMFunctionType(result, types, (unsigned)n, 0);
  LLVMValueRef callee = LLVMGetNamedFunction(f->module, name);
  if (!callee)
    callee = LLVMAddFunction(f->module, name, type);
  return LLVMBuildCall2(f->b, type, callee, args, (unsigned)n, "");
}

// Calls a function that gives an error code; leaves the host function with it
// unless it is 0.
static void
call_checked(cpu_fn *f, const char *name, LLVMValueRef *args, int n) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(f->llvm);
  LLVMValueRef code = cpu_call(f, name, i32, args, n);
  LLVMBasicBlockRef bad = cpu_new_block(f, "failed");
  LLVMBasicBlockRef good = cpu_new_block(f, "good");
  LLVMBuildCondBr(
      f->b, LLVMBuildICmp(f->b, LLVMIntEQ, code, LLVMConstInt(i32, 0, 0), ""),
      good, bad);
  LLVMPositionBuilderAtEnd(f->b, bad);
  LLVMBuildRet(f->b, code);
  LLVMPositionBuilderAtEnd(f->b, good);
}

// The runtime's handle of this run.
static LLVMValueRef
run_of(cpu_fn *f) {
  return LLVMGetParam(f->function, 0);
}

// The handle in variable "buf".
static LLVMValueRef
handle(cpu_fn *f, const kn_buf *buf) {
  return LLVMBuildLoad2(f->b, cpu_i64(f), f->bufs[buf->id], "");
}

// The element size as the runtime takes it.
static LLVMValueRef
element_size(cpu_fn *f, ir_scalar elem) {
  return LLVMConstInt(LLVMInt32TypeInContext(f->llvm),
                      (unsigned long long)ir_size(elem), 0);
}

// The i64 in "r", or "missing" when there is none.
static LLVMValueRef
get_or(cpu_fn *f, const kn_reg *r, int64_t missing) {
  return r ? cpu_get(f, r) : cpu_const_i64(f, missing);
}

// -- Statements -----------------------------------------------------------

void
cpu_emit_launch(cpu_fn *f, const kn_stmt *s) {
  for (int k = 0; k < s->kernel->params.n; k++) {
    const kn_arg *arg = &s->launch[k];
    int slot = kn_param_slots(s->kernel, k);
    if (arg->reg)
      cpu_store_slot(f, arg->reg->type, cpu_get(f, arg->reg), f->args, slot);
    else
      LLVMBuildStore(f->b, handle(f, arg->buf), cpu_slot(f, f->args, slot));
  }
  LLVMValueRef args[] = {
      run_of(f),
      LLVMConstInt(LLVMInt32TypeInContext(f->llvm),
                   (unsigned long long)s->kernel->id, 0),
      get_or(f, s->items[0], 1),
      get_or(f, s->items[1], 1),
      get_or(f, s->items[2], 1),
      f->args,
      get_or(f, s->loop_bound, -1),
      get_or(f, s->work, 1),
  };
  call_checked(f, "loft_run_launch", args, LOFT_COUNT(args));
}

void
cpu_emit_alloc(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef args[] = {run_of(f), cpu_get(f, s->args[0]),
                         element_size(f, s->buf->elem), f->bufs[s->buf->id]};
  call_checked(f, "loft_run_alloc", args, LOFT_COUNT(args));
}

void
cpu_emit_bound(cpu_fn *f, const kn_stmt *s) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(f->llvm);
  LLVMValueRef args[] = {run_of(f),
                         LLVMConstInt(i32, (unsigned long long)s->index, 0),
                         LLVMConstInt(i32, s->op == IR_OP_END, 0)};
  cpu_set(f, s->dst,
          cpu_call(f, "loft_run_bound", cpu_i64(f), args, LOFT_COUNT(args)));
}

void
cpu_emit_threads(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef args[] = {run_of(f), cpu_get(f, s->args[0])};
  cpu_set(f, s->dst,
          cpu_call(f, "loft_run_threads", cpu_i64(f), args, LOFT_COUNT(args)));
}

void
cpu_emit_free(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef args[] = {run_of(f), handle(f, s->buf)};
  cpu_call(f, "loft_run_free", LLVMVoidTypeInContext(f->llvm), args,
           LOFT_COUNT(args));
}

void
cpu_emit_rebind(cpu_fn *f, const kn_stmt *s) {
  LLVMBuildStore(f->b, handle(f, s->buf2), f->bufs[s->buf->id]);
}

void
cpu_call_ask(cpu_fn *f, const kn_buf *buf, LLVMValueRef i, LLVMValueRef ahead,
             LLVMValueRef must) {
  LLVMValueRef args[] = {run_of(f), handle(f, buf), i, ahead, must, f->bits};
  call_checked(f, "loft_run_ask", args, LOFT_COUNT(args));
}

void
cpu_emit_host_load(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef args[] = {run_of(f), handle(f, s->buf), cpu_get(f, s->args[0]),
                         element_size(f, s->buf->elem), f->bits};
  call_checked(f, "loft_run_load", args, LOFT_COUNT(args));
  cpu_set(f, s->dst, cpu_load_slot(f, s->buf->elem, f->bits, 0));
}

// Queues a store of "size" bytes "bits" as element "index" of so large ones.
static void
queue_store(cpu_fn *f, const kn_buf *buf, LLVMValueRef index, int size,
            LLVMValueRef bits) {
  LLVMValueRef args[] = {
      run_of(f), handle(f, buf), index,
      LLVMConstInt(LLVMInt32TypeInContext(f->llvm), (unsigned)size, 0), bits};
  call_checked(f, "loft_run_store", args, LOFT_COUNT(args));
}

// Queues a store of an f80 in two parts, which leave the bytes behind it alone.
static void
queue_f80(cpu_fn *f, const kn_stmt *s) {
  enum { LOW = 8, HIGH = IR_F80_BYTES - LOW };
  int64_t size = ir_size(IR_F80);
  LLVMTypeRef all = LLVMIntTypeInContext(f->llvm, 8 * IR_F80_BYTES);
  LLVMValueRef i = cpu_get(f, s->args[0]);
  LLVMValueRef bits = LLVMBuildBitCast(f->b, cpu_get(f, s->args[1]), all, "");
  LLVMValueRef high =
      LLVMBuildLShr(f->b, bits, LLVMConstInt(all, 8 * LOW, 0), "");
  queue_store(f, s->buf,
              LLVMBuildMul(f->b, i, cpu_const_i64(f, size / LOW), ""), LOW,
              LLVMBuildTrunc(f->b, bits, cpu_i64(f), ""));
  i = LLVMBuildMul(f->b, i, cpu_const_i64(f, size / HIGH), "");
  queue_store(f, s->buf,
              LLVMBuildAdd(f->b, i, cpu_const_i64(f, LOW / HIGH), ""), HIGH,
              LLVMBuildTrunc(f->b, high, cpu_i64(f), ""));
}

void
cpu_emit_host_store(cpu_fn *f, const kn_stmt *s) {
  ir_scalar elem = s->buf->elem;
  if (elem == IR_F80)
    queue_f80(f, s);
  else
    queue_store(f, s->buf, cpu_get(f, s->args[0]), ir_size(elem),
                cpu_to_word(f, elem, cpu_get(f, s->args[1])));
}

void
cpu_emit_return_reg(cpu_fn *f, const kn_stmt *s) {
  cpu_store_slot(f, s->args[0]->type, cpu_get(f, s->args[0]),
                 LLVMGetParam(f->function, 2),
                 kn_result_slots(f->fn, s->index));
}

void
cpu_emit_return_buf(cpu_fn *f, const kn_stmt *s) {
  LLVMBuildStore(f->b, handle(f, s->buf),
                 cpu_slot(f, LLVMGetParam(f->function, 2),
                          kn_result_slots(f->fn, s->index)));
}
