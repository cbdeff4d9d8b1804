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
  if (type == IR_F80)
    return LLVMX86FP80TypeInContext(f->llvm);
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
cpu_const_bits(cpu_fn *f, ir_scalar type, ir_bits bits) {
  uint64_t words[2] = {(uint64_t)bits, (uint64_t)(bits >> 64)};
  LLVMTypeRef as_int = LLVMIntTypeInContext(f->llvm, (unsigned)ir_width(type));
  LLVMValueRef value = LLVMConstIntOfArbitraryPrecision(as_int, 2, words);
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

// The scalar in the low bytes of the u64 "bits".
static LLVMValueRef
from_word(cpu_fn *f, ir_scalar type, LLVMValueRef bits) {
  if (type == IR_BOOL)
    return LLVMBuildICmp(f->b, LLVMIntNE, bits, cpu_const_i64(f, 0), "");
  LLVMTypeRef as_int = LLVMIntTypeInContext(f->llvm, (unsigned)ir_width(type));
  if (ir_width(type) < 64)
    bits = LLVMBuildTrunc(f->b, bits, as_int, "");
  return ir_is_float(type)
             ? LLVMBuildBitCast(f->b, bits, cpu_reg_type(f, type), "")
             : bits;
}

LLVMValueRef
cpu_load_slot(cpu_fn *f, ir_scalar type, LLVMValueRef block, int k) {
  LLVMValueRef at = cpu_slot(f, block, k);
  if (type != IR_F80)
    return from_word(f, type, LLVMBuildLoad2(f->b, cpu_i64(f), at, ""));
  LLVMValueRef v = LLVMBuildLoad2(f->b, cpu_reg_type(f, type), at, "");
  LLVMSetAlignment(v, 8);
  return v;
}

LLVMValueRef
cpu_to_word(cpu_fn *f, ir_scalar type, LLVMValueRef value) {
  LLVMTypeRef as_int = LLVMIntTypeInContext(f->llvm, (unsigned)ir_width(type));
  if (ir_is_float(type))
    value = LLVMBuildBitCast(f->b, value, as_int, "");
  return ir_width(type) == 64 ? value
                              : LLVMBuildZExt(f->b, value, cpu_i64(f), "");
}

void
cpu_store_slot(cpu_fn *f, ir_scalar type, LLVMValueRef value,
               LLVMValueRef block, int k) {
  LLVMValueRef at = cpu_slot(f, block, k);
  if (type != IR_F80) {
    LLVMBuildStore(f->b, cpu_to_word(f, type, value), at);
    return;
  }
  LLVMBuildStore(f->b, cpu_const_i64(f, 0), cpu_slot(f, block, k + 1));
  LLVMSetAlignment(LLVMBuildStore(f->b, value, at), 8);
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
