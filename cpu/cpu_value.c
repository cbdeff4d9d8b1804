// cpu/cpu_value.c: types, constants and values of a function under
// construction.
#include "cpu/cpu_private.h"

LLVMTypeRef
cpu_i64(cpu_fn *f) {
  return LLVMInt64TypeInContext(f->llvm);
}

LLVMTypeRef
cpu_reg_type(cpu_fn *f, ir_scalar type) {
  if (type == IR_BOOL)
    return LLVMInt1TypeInContext(f->llvm);
  if (type == IR_F32)
    return LLVMFloatTypeInContext(f->llvm);
  if (type == IR_F64)
    return LLVMDoubleTypeInContext(f->llvm);
  return LLVMIntTypeInContext(f->llvm, 8 * (unsigned)ir_size(type));
}

LLVMTypeRef
cpu_mem_type(cpu_fn *f, ir_scalar type) {
  return type == IR_BOOL ? LLVMInt8TypeInContext(f->llvm)
                         : cpu_reg_type(f, type);
}

LLVMValueRef
cpu_const_i64(cpu_fn *f, int64_t value) {
  return LLVMConstInt(cpu_i64(f), (unsigned long long)value, 1);
}

LLVMValueRef
cpu_const_bits(cpu_fn *f, ir_scalar type, uint64_t bits) {
  unsigned width = type == IR_BOOL ? 1 : 8 * (unsigned)ir_size(type);
  LLVMTypeRef as_int = LLVMIntTypeInContext(f->llvm, width);
  LLVMValueRef value = LLVMConstInt(as_int, bits, 0);
  return ir_is_float(type) ? LLVMConstBitCast(value, cpu_reg_type(f, type))
                           : value;
}

LLVMValueRef
cpu_to_mem(cpu_fn *f, ir_scalar type, LLVMValueRef value) {
  if (type != IR_BOOL)
    return value;
  return LLVMBuildZExt(f->b, value, cpu_mem_type(f, type), "");
}

LLVMValueRef
cpu_from_mem(cpu_fn *f, ir_scalar type, LLVMValueRef value) {
  if (type != IR_BOOL)
    return value;
  LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(value));
  return LLVMBuildICmp(f->b, LLVMIntNE, value, zero, "");
}

LLVMValueRef
cpu_slot(cpu_fn *f, LLVMValueRef block, int k) {
  LLVMValueRef index = cpu_const_i64(f, k);
  return LLVMBuildInBoundsGEP2(f->b, cpu_i64(f), block, &index, 1, "");
}

LLVMBasicBlockRef
cpu_new_block(cpu_fn *f, const char *name) {
  return LLVMAppendBasicBlockInContext(f->llvm, f->function, name);
}

void
cpu_fail(cpu_fn *f, const kn_stmt *s, const char *what) {
  if (!f->failed)
    diag_report(f->cx, DIAG_INTERNAL, s->loc, NULL,
                "cannot emit CPU code for %s: %s", f->fn->name, what);
  f->failed = true;
}
