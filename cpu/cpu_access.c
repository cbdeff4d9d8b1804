// cpu/cpu_access.c: loads, stores and combines of kernels.
//
// A buffer is the address of C index 0 of its array, which need not itself be
// readable: addresses are computed without "inbounds". They do not wrap around
// the address space ("nusw"), without which LLVM reads fields of structures by
// gathers instead of whole structures.
#include "cpu/cpu_private.h"

// The address of element "index" of an array at "base", of which elements are
// of "type".
static LLVMValueRef
offset(cpu_fn *f, LLVMTypeRef type, LLVMValueRef base, LLVMValueRef index) {
  return LLVMBuildGEPWithNoWrapFlags(f->b, type, base, &index, 1, "",
                                     LLVMGEPFlagNUSW);
}

// As offset. A small constant that "index" ends with is added last: LLVM does
// so itself, but would forget that the first of both sums does not wrap.
static LLVMValueRef
element(cpu_fn *f, LLVMTypeRef type, LLVMValueRef base, LLVMValueRef index) {
  enum { SMALL = 1024 };
  if (LLVMIsABinaryOperator(index) &&
      LLVMGetInstructionOpcode(index) == LLVMAdd &&
      LLVMIsAConstantInt(LLVMGetOperand(index, 1))) {
    LLVMValueRef last = LLVMGetOperand(index, 1);
    int64_t by = LLVMConstIntGetSExtValue(last);
    if (by < SMALL && by > -SMALL)
      return offset(f, type, offset(f, type, base, LLVMGetOperand(index, 0)),
                    last);
  }
  return offset(f, type, base, index);
}

// The address of the array "b": that in its slot, or where the pointers lead.
static LLVMValueRef
emit_base(cpu_fn *f, const kn_buf *b) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(f->llvm);
  LLVMValueRef base = f->bufs[b->id];
  for (int k = 0; k < b->n_loads; k++) {
    LLVMValueRef by = LLVMConstInt(LLVMInt64TypeInContext(f->llvm),
                                   (unsigned long long)b->loads[k], 1);
    base = LLVMBuildLoad2(f->b, LLVMTypeOf(base), base, "");
    if (b->loads[k])
      base = LLVMBuildGEP2(f->b, byte, base, &by, 1, "");
  }
  return base;
}

// The address of the element that "index" stands for of the rows "b".
static LLVMValueRef
emit_behind(cpu_fn *f, const kn_buf *b, LLVMValueRef index) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(f->llvm),
              byte = LLVMInt8TypeInContext(f->llvm);
  unsigned long long shift = (unsigned long long)b->row_shift;
  LLVMValueRef by = LLVMConstInt(i64, shift, 0),
               half = LLVMConstInt(i64, 1ull << (shift - 1), 0),
               step = LLVMConstInt(i64, (unsigned long long)b->row_step, 1),
               first = LLVMConstInt(i64, (unsigned long long)b->row_first, 1);
  LLVMValueRef row =
      LLVMBuildAShr(f->b, LLVMBuildAdd(f->b, index, half, ""), by, "");
  LLVMValueRef k =
      LLVMBuildSub(f->b, index, LLVMBuildShl(f->b, row, by, ""), "");
  LLVMValueRef place =
      LLVMBuildAdd(f->b, LLVMBuildMul(f->b, row, step, ""), first, "");
  LLVMValueRef base = emit_base(f, b);
  LLVMValueRef at = LLVMBuildGEP2(f->b, byte, base, &place, 1, "");
  LLVMValueRef to = LLVMBuildLoad2(f->b, LLVMTypeOf(base), at, "");
  if (b->row_word >= 0) {
    LLVMValueRef word = LLVMConstInt(i64, (unsigned long long)b->row_word, 0);
    to = offset(f, LLVMTypeOf(base), to, word);
    to = LLVMBuildLoad2(f->b, LLVMTypeOf(base), to, "");
  }
  return offset(f, cpu_mem_type(f, b->elem), to, k);
}

// The address of element args[0] of the buffer of "s".
static LLVMValueRef
emit_address(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef index = cpu_get(f, s->args[0]);
  LLVMTypeRef type = cpu_mem_type(f, s->buf->elem);
  if (s->buf->row_shift)
    return emit_behind(f, s->buf, index);
  return element(f, type, emit_base(f, s->buf), index);
}

void
cpu_emit_kernel_load(cpu_fn *f, const kn_stmt *s) {
  ir_scalar elem = s->buf->elem;
  LLVMValueRef value =
      LLVMBuildLoad2(f->b, cpu_mem_type(f, elem), emit_address(f, s), "");
  cpu_meta_access(f, value, s->buf);
  cpu_set(f, s->dst, cpu_from_mem(f, elem, value));
}

void
cpu_emit_either_load(cpu_fn *f, const kn_stmt *s) {
  const kn_stmt *x = s->body[0].at[0], *y = s->body[1].at[0];
  ir_scalar elem = x->buf->elem;
  LLVMTypeRef type = cpu_mem_type(f, elem);
  LLVMValueRef base =
      LLVMBuildSelect(f->b, cpu_get(f, s->args[0]), f->bufs[x->buf->id],
                      f->bufs[y->buf->id], "");
  LLVMValueRef index = cpu_get(f, x->args[0]);
  LLVMValueRef at = element(f, type, base, index);
  LLVMValueRef value = LLVMBuildLoad2(f->b, type, at, "");
  if (x->buf->space == KN_GLOBAL && y->buf->space == KN_GLOBAL)
    cpu_meta_either(f, value);
  cpu_set(f, s->body[0].at[1]->dst, cpu_from_mem(f, elem, value));
}

void
cpu_emit_readable(cpu_fn *f, const kn_stmt *s) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(f->llvm);
  LLVMValueRef base = emit_base(f, s->buf);
  LLVMValueRef size =
      LLVMConstInt(i32, (unsigned long long)ir_size(s->buf->elem), 0);
  LLVMValueRef args[] = {base, cpu_get(f, s->args[0]), cpu_get(f, s->args[1]),
                         size};
  LLVMValueRef ok = cpu_call(f, "loft_readable", i32, args, LOFT_COUNT(args));
  cpu_set(f, s->dst,
          LLVMBuildICmp(f->b, LLVMIntNE, ok, LLVMConstInt(i32, 0, 0), ""));
}

void
cpu_emit_kernel_store(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef value = cpu_to_mem(f, s->buf->elem, cpu_get(f, s->args[1]));
  LLVMValueRef at = cpu_taken_place(f, emit_address(f, s));
  cpu_meta_access(f, LLVMBuildStore(f->b, value, at), s->buf);
}

// The read-modify-write that is operator "op" on "type", atomic as one
// instruction; false where there is none.
static bool
find_rmw(ir_opcode op, ir_scalar type, LLVMAtomicRMWBinOp *out) {
  bool is_signed = ir_is_signed(type);
  if (op == IR_OP_ADD)
    *out = LLVMAtomicRMWBinOpAdd;
  else if (op == IR_OP_AND)
    *out = LLVMAtomicRMWBinOpAnd;
  else if (op == IR_OP_OR)
    *out = LLVMAtomicRMWBinOpOr;
  else if (op == IR_OP_XOR)
    *out = LLVMAtomicRMWBinOpXor;
  else if (op == IR_OP_MIN)
    *out = is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin;
  else if (op == IR_OP_MAX)
    *out = is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax;
  else
    return false;
  return true;
}

// The element at "at" becomes the op of itself and "value", tried until nobody
// changed it in between.
static void
emit_exchange_loop(cpu_fn *f, const kn_stmt *s, LLVMValueRef at,
                   LLVMValueRef value) {
  ir_scalar elem = s->buf->elem;
  LLVMAtomicOrdering relaxed = LLVMAtomicOrderingMonotonic;
  LLVMTypeRef type = cpu_mem_type(f, elem);
  LLVMBasicBlockRef from = LLVMGetInsertBlock(f->b);
  LLVMBasicBlockRef again = cpu_new_block(f, "again");
  LLVMBasicBlockRef done = cpu_new_block(f, "done");
  LLVMValueRef first = LLVMBuildLoad2(f->b, type, at, "");
  LLVMSetOrdering(first, relaxed);
  LLVMBuildBr(f->b, again);
  LLVMPositionBuilderAtEnd(f->b, again);
  LLVMValueRef old = LLVMBuildPhi(f->b, type, "old");
  kn_stmt op = {.op = s->op, .dst = s->args[1], .n_args = 2};
  op.args[0] = op.args[1] = s->args[1];
  LLVMValueRef args[] = {cpu_from_mem(f, elem, old), value};
  LLVMValueRef sum = cpu_to_mem(f, elem, cpu_emit_scalar(f, &op, args));
  LLVMValueRef pair =
      LLVMBuildAtomicCmpXchg(f->b, at, old, sum, relaxed, relaxed, 0);
  LLVMValueRef seen = LLVMBuildExtractValue(f->b, pair, 0, "");
  LLVMValueRef good = LLVMBuildExtractValue(f->b, pair, 1, "");
  LLVMAddIncoming(old, (LLVMValueRef[]){first, seen},
                  (LLVMBasicBlockRef[]){from, LLVMGetInsertBlock(f->b)}, 2);
  LLVMBuildCondBr(f->b, good, done, again);
  LLVMPositionBuilderAtEnd(f->b, done);
}

// The element at "at" becomes the op of itself and "value", while other threads
// may change it.
static void
emit_atomic(cpu_fn *f, const kn_stmt *s, LLVMValueRef at, LLVMValueRef value) {
  LLVMAtomicRMWBinOp op;
  if (find_rmw(s->op, s->buf->elem, &op))
    LLVMBuildAtomicRMW(f->b, op, at, cpu_to_mem(f, s->buf->elem, value),
                       LLVMAtomicOrderingMonotonic, 0);
  else
    emit_exchange_loop(f, s, at, value);
}

// The same where no other thread does.
static void
emit_plain(cpu_fn *f, const kn_stmt *s, LLVMValueRef at, LLVMValueRef value) {
  ir_scalar elem = s->buf->elem;
  kn_stmt op = {.op = s->op, .dst = s->args[1], .n_args = 2};
  op.args[0] = op.args[1] = s->args[1];
  LLVMValueRef old = LLVMBuildLoad2(f->b, cpu_mem_type(f, elem), at, "");
  LLVMValueRef args[] = {cpu_from_mem(f, elem, old), value};
  LLVMValueRef sum = cpu_to_mem(f, elem, cpu_emit_scalar(f, &op, args));
  LLVMBuildStore(f->b, sum, at);
}

// if (alone) plain else atomic: an atomic change takes ten times as long as a
// plain one.
static void
emit_change(cpu_fn *f, const kn_stmt *s, LLVMValueRef at, LLVMValueRef value) {
  LLVMBasicBlockRef plain = cpu_new_block(f, "alone");
  LLVMBasicBlockRef atomic = cpu_new_block(f, "shared");
  LLVMBasicBlockRef done = cpu_new_block(f, "combined");
  LLVMBuildCondBr(f->b, f->alone, plain, atomic);
  LLVMPositionBuilderAtEnd(f->b, plain);
  emit_plain(f, s, at, value);
  LLVMBuildBr(f->b, done);
  LLVMPositionBuilderAtEnd(f->b, atomic);
  emit_atomic(f, s, at, value);
  LLVMBuildBr(f->b, done);
  LLVMPositionBuilderAtEnd(f->b, done);
}

void
cpu_emit_combine(cpu_fn *f, const kn_stmt *s) {
  if (s->dst) {
    cpu_fail(f, s, "an element fetched");
    return;
  }
  LLVMValueRef at = emit_address(f, s), value = cpu_get(f, s->args[1]);
  if (s->op == IR_OP_UPDATE)
    LLVMSetOrdering(
        LLVMBuildStore(f->b, cpu_to_mem(f, s->buf->elem, value), at),
        LLVMAtomicOrderingMonotonic);
  else
    emit_change(f, s, at, value);
}

void
cpu_emit_builtin(cpu_fn *f, const kn_stmt *s) {
  if (s->builtin == KN_RANGE_LO && !f->fn->is_host)
    cpu_set(f, s->dst, LLVMGetParam(f->function, 1));
  else if (s->builtin == KN_RANGE_HI && !f->fn->is_host)
    cpu_set(f, s->dst, LLVMGetParam(f->function, 2));
  else
    cpu_fail(f, s, "builtin of a work-item");
}
