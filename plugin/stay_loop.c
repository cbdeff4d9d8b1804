// plugin/stay_loop.c: loops of few iterations.
#include "plugin/region_private.h"

enum { FEW = 64 };

// Whether "v" is a number of at most FEW, or the negative of one.
static bool
is_few(LLVMValueRef v) {
  if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
    return false;
  int64_t n = LLVMConstIntGetSExtValue(v);
  return -FEW <= n && n <= FEW;
}

// Whether the last value that block "b" stores to "variable" is such a number.
static bool
sets_few(LLVMBasicBlockRef b, LLVMValueRef variable) {
  for (LLVMValueRef i = LLVMGetLastInstruction(b); i;
       i = LLVMGetPreviousInstruction(i))
    if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable)
      return is_few(LLVMGetOperand(i, 0));
  return false;
}

bool
plugin_is_short_loop(LLVMBasicBlockRef before, LLVMBasicBlockRef header) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(header);
  LLVMValueRef test = LLVMIsABranchInst(end) && LLVMIsConditional(end)
                          ? LLVMGetCondition(end)
                          : NULL;
  if (!test || !LLVMIsAICmpInst(test) || !is_few(LLVMGetOperand(test, 1)))
    return false;
  LLVMValueRef counter = LLVMGetOperand(test, 0);
  return LLVMIsALoadInst(counter) &&
         LLVMIsAAllocaInst(LLVMGetOperand(counter, 0)) &&
         sets_few(before, LLVMGetOperand(counter, 0));
}
