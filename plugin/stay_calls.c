// plugin/stay_calls.c: the calls that bring results back before an instruction.
//
// Where the bytes that it touches are known before it runs, the call passes
// them, and their values if it writes them.
#include "plugin/region_private.h"

// A builder of calls before "i".
typedef struct place {
  LLVMValueRef i;
  LLVMModuleRef module;
  LLVMContextRef llvm;
  LLVMBuilderRef b;
} place;

// That builder, to be disposed of.
static place
before(LLVMValueRef i) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  place p = {.i = i,
             .module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(block))};
  p.llvm = LLVMGetModuleContext(p.module);
  p.b = LLVMCreateBuilderInContext(p.llvm);
  LLVMPositionBuilderBefore(p.b, i);
  return p;
}

// Calls a function of the runtime where results are away.
static void
call(const place *p, const char *name, LLVMValueRef *args, unsigned n) {
  plugin_call_if_away(p->b, p->module, name, args, n);
}

// Whether "at" is an ordinary address.
static bool
is_plain(LLVMValueRef at) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(at)) == 0;
}

// Whether "i" is a memcpy, memmove or memset of so many bytes.
static bool
is_copy(LLVMValueRef i) {
  enum { VOLATILE = 3 };
  LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return f && LLVMIsAFunction(f) &&
         (plugin_is_named(f, "llvm.memcpy.p0") ||
          plugin_is_named(f, "llvm.memmove.p0.p0") ||
          plugin_is_named(f, "llvm.memset.p0")) &&
         is_plain(LLVMGetOperand(i, 0)) &&
         (plugin_is_named(f, "llvm.memset") ||
          is_plain(LLVMGetOperand(i, 1))) &&
         LLVMIsNull(LLVMGetOperand(i, VOLATILE));
}

// What load or store "i" reads or writes.
static LLVMValueRef
value_of(LLVMValueRef i) {
  return LLVMIsALoadInst(i) ? i : LLVMGetOperand(i, 0);
}

bool
plugin_is_part(LLVMValueRef i) {
  if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
    return is_copy(i);
  return !LLVMGetVolatile(i) &&
         LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
         is_plain(LLVMGetOperand(i, LLVMIsALoadInst(i) ? 0 : 1)) &&
         LLVMGetTypeKind(LLVMTypeOf(value_of(i))) != LLVMScalableVectorTypeKind;
}

// The address of a variable of the function that has what "i" stores.
static LLVMValueRef
address_of_value(const place *p) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(p->i);
  LLVMValueRef f = LLVMGetBasicBlockParent(block), value = value_of(p->i);
  LLVMPositionBuilderBefore(p->b,
                            LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
  LLVMValueRef variable = LLVMBuildAlloca(p->b, LLVMTypeOf(value), "");
  LLVMPositionBuilderBefore(p->b, p->i);
  LLVMBuildStore(p->b, value, variable);
  return variable;
}

// Brings back what load or store "p->i" touches.
static void
bring_value(const place *p) {
  bool loads = LLVMIsALoadInst(p->i) != NULL;
  uint64_t bytes = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(p->module),
                                       LLVMTypeOf(value_of(p->i)));
  LLVMValueRef args[] = {
      LLVMGetOperand(p->i, loads ? 0 : 1),
      LLVMConstInt(LLVMInt64TypeInContext(p->llvm), bytes, false),
      loads ? NULL : address_of_value(p)};
  if (loads)
    call(p, "loft_results_back_at", args, 2);
  else
    call(p, "loft_results_write", args, 3);
}

// Brings back what copy "p->i" touches.
static void
bring_copy(const place *p) {
  LLVMValueRef other = LLVMGetOperand(p->i, 1);
  LLVMValueRef bytes = LLVMBuildZExtOrBitCast(
      p->b, LLVMGetOperand(p->i, 2), LLVMInt64TypeInContext(p->llvm), "");
  LLVMValueRef source[] = {other, bytes};
  LLVMValueRef target[] = {LLVMGetOperand(p->i, 0), bytes, other};
  if (plugin_is_named(LLVMGetCalledValue(p->i), "llvm.memset")) {
    target[2] = LLVMBuildZExt(p->b, other, LLVMInt32TypeInContext(p->llvm), "");
    call(p, "loft_results_fill", target, 3);
    return;
  }
  call(p, "loft_results_back_at", source, 2);
  call(p, "loft_results_write", target, 3);
}

void
plugin_bring_back_part(LLVMValueRef i) {
  place p = before(i);
  if (is_copy(i))
    bring_copy(&p);
  else
    bring_value(&p);
  LLVMDisposeBuilder(p.b);
}

void
plugin_bring_back_all(LLVMValueRef i, bool unless_kept) {
  place p = before(i);
  call(&p, unless_kept ? "loft_results_back_unless_kept" : "loft_results_back",
       NULL, 0);
  LLVMDisposeBuilder(p.b);
}
