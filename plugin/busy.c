// plugin/busy.c: code that asks for loft_busy (loft_abi.h).
#include "loft/loft_abi.h"
#include "plugin/region_private.h"

enum { MOST = 4 }; // arguments of a call

LLVMValueRef
plugin_build_busy(LLVMBuilderRef b, LLVMModuleRef m) {
  static const char name[] = "loft_busy";
  LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
  LLVMValueRef busy = LLVMGetNamedGlobal(m, name);
  if (!busy)
    busy = LLVMAddGlobal(m, type, name);
  LLVMValueRef v = LLVMBuildLoad2(b, type, busy, "busy");
  LLVMSetOrdering(v, LLVMAtomicOrderingMonotonic);
  return v;
}

// Lets "f" be inlined at -O0, too.
static void
inline_always(LLVMValueRef f, LLVMContextRef llvm) {
  static const char name[] = "alwaysinline";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(llvm, kind, 0));
}

// Puts the body of "f": where results are away it calls "callee" with its
// parameters, of which there are "n".
static void
build_if_away(LLVMModuleRef m, LLVMValueRef f, LLVMValueRef callee,
              unsigned n) {
  LLVMContextRef llvm = LLVMGetModuleContext(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(llvm);
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(llvm, f, ""),
                    away = LLVMAppendBasicBlockInContext(llvm, f, "away"),
                    end = LLVMAppendBasicBlockInContext(llvm, f, "end");
  LLVMValueRef params[MOST];
  for (unsigned k = 0; k < n; k++)
    params[k] = LLVMGetParam(f, k);
  LLVMPositionBuilderAtEnd(b, entry);
  LLVMValueRef v = plugin_build_busy(b, m);
  LLVMTypeRef type = LLVMTypeOf(v);
  v = LLVMBuildAnd(b, v, LLVMConstInt(type, LOFT_BUSY_AWAY, false), "");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, v, LLVMConstNull(type), ""),
                  away, end);
  LLVMPositionBuilderAtEnd(b, away);
  LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, params, n, "");
  LLVMBuildBr(b, end);
  LLVMPositionBuilderAtEnd(b, end);
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
}

void
plugin_call_if_away(LLVMBuilderRef b, LLVMModuleRef m, const char *name,
                    LLVMValueRef *args, unsigned n) {
  LLVMContextRef llvm = LLVMGetModuleContext(m);
  LLVMTypeRef types[MOST];
  for (unsigned k = 0; k < n; k++)
    types[k] = LLVMTypeOf(args[k]);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(llvm), types, n, false);
  char own[64];
  snprintf(own, sizeof own, "%s.if_away", name);
  LLVMValueRef f = LLVMGetNamedFunction(m, own);
  if (!f) {
    LLVMValueRef callee = LLVMGetNamedFunction(m, name);
    if (!callee)
      callee = LLVMAddFunction(m, name, type);
    f = LLVMAddFunction(m, own, type);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    inline_always(f, llvm);
    build_if_away(m, f, callee, n);
  }
  LLVMBuildCall2(b, type, f, args, n, "");
}
