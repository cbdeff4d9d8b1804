// plugin/contract.c: products are fused into sums where the function they are
// written in is for a processor that does it, wherever they are inlined.
//
// Clang writes a sum with a product as llvm.fmuladd, and LLVM decides when it
// selects instructions: by the target features of the function that the sum
// has been inlined into by then. Lifted code is made before that, and has the
// bits of the function around the loop.
#include "plugin/region_private.h"

// Whether "f" is for a processor with an instruction for a product and a sum.
static bool
has_fma(LLVMValueRef f) {
  return region_has_feature(f, "+fma") || region_has_feature(f, "+fma4");
}

// Replaces the call "i" of llvm.fmuladd by a product and a sum.
static void
split(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMFastMathFlags flags =
      LLVMGetFastMathFlags(i) & ~LLVMFastMathAllowContract;
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef product =
      LLVMBuildFMul(b, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), "");
  LLVMValueRef sum = LLVMBuildFAdd(b, product, LLVMGetOperand(i, 2), "");
  if (LLVMCanValueUseFastMathFlags(product))
    LLVMSetFastMathFlags(product, flags);
  if (LLVMCanValueUseFastMathFlags(sum))
    LLVMSetFastMathFlags(sum, flags);
  LLVMReplaceAllUsesWith(i, sum);
  LLVMInstructionEraseFromParent(i);
}

// Splits all of "f".
static void
split_all(LLVMBuilderRef b, LLVMValueRef f, unsigned fmuladd) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      if (callee && LLVMGetIntrinsicID(callee) == fmuladd)
        split(b, i);
    }
}

void
plugin_settle_contraction(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  const char *name = "llvm.fmuladd";
  unsigned fmuladd = LLVMLookupIntrinsicID(name, strlen(name));
  bool is_x86 = !strncmp(LLVMGetTarget(m), "x86", 3);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && is_x86;
       f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !has_fma(f))
      split_all(b, f, fmuladd);
  LLVMDisposeBuilder(b);
}
