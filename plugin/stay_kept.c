// plugin/stay_kept.c: the arrays that a function keeps by `#pragma loft keep`,
// and the accesses to them that are written in it.
//
// An array is known by the name that the pragma gives it. So its place is found
// again by how it is computed: two loads of one address give one pointer here,
// as x and g->x mean the same array all over the kept statement.
#include "plugin/region_private.h"

// Where an address may point to: from "from" to "to" bytes behind "base".
typedef struct span {
  LLVMValueRef base;
  int64_t from, to;
} span;

static const int64_t far = INT64_MAX / 4; // more than any object has

// Limits a distance to far.
static int64_t
at_most_far(int64_t n) {
  return n > far ? far : n < -far ? -far : n;
}

// The span "s" with everything around its base, in either direction.
static span
anywhere(span s) {
  return (span){s.base, -far, far};
}

// Moves "s" by index "index" into elements of "bytes", of which there are
// "count", or an unknown number if that is negative.
static span
step(span s, LLVMValueRef index, uint64_t bytes, int64_t count) {
  int64_t last;
  bool known = LLVMIsAConstantInt(index);
  int64_t at = known ? LLVMConstIntGetSExtValue(index) : 0;
  if (bytes > (uint64_t)far ||
      __builtin_mul_overflow(known ? at : count - 1, (int64_t)bytes, &last) ||
      (!known && count <= 0))
    return anywhere(s);
  return (span){s.base, at_most_far(known ? s.from + last : s.from),
                at_most_far(s.to + last)};
}

// Moves "s" as the getelementptr "at" does.
static span
step_all(LLVMTargetDataRef layout, span s, LLVMValueRef at) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
  s = step(s, LLVMGetOperand(at, 1), LLVMABISizeOfType(layout, type), -1);
  for (unsigned k = 2; k < (unsigned)LLVMGetNumOperands(at); k++) {
    LLVMValueRef index = LLVMGetOperand(at, k);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      int64_t offset = (int64_t)LLVMOffsetOfElement(layout, type, field);
      s = (span){s.base, at_most_far(s.from + offset),
                 at_most_far(s.to + offset)};
      type = LLVMStructGetTypeAtIndex(type, field);
    } else if (kind == LLVMArrayTypeKind) {
      int64_t count = (int64_t)LLVMGetArrayLength2(type);
      type = LLVMGetElementType(type);
      s = step(s, index, LLVMABISizeOfType(layout, type), count);
    } else {
      return anywhere(s);
    }
  }
  return s;
}

// Where the address "at" may point to.
static span
span_of(LLVMTargetDataRef layout, LLVMValueRef at) {
  LLVMOpcode op = LLVMIsAInstruction(at)    ? LLVMGetInstructionOpcode(at)
                  : LLVMIsAConstantExpr(at) ? LLVMGetConstOpcode(at)
                                            : (LLVMOpcode)0;
  if (op == LLVMBitCast || op == LLVMAddrSpaceCast)
    return span_of(layout, LLVMGetOperand(at, 0));
  if (op != LLVMGetElementPtr)
    return (span){at, 0, 0};
  return step_all(layout, span_of(layout, LLVMGetOperand(at, 0)), at);
}

// Whether "x" and "y" are one pointer, or loads of one place.
static bool
is_same(LLVMTargetDataRef layout, LLVMValueRef x, LLVMValueRef y) {
  if (x == y)
    return true;
  if (!LLVMIsALoadInst(x) || !LLVMIsALoadInst(y))
    return false;
  span s = span_of(layout, LLVMGetOperand(x, 0));
  span t = span_of(layout, LLVMGetOperand(y, 0));
  return s.from == s.to && t.from == t.to && s.from == t.from &&
         is_same(layout, s.base, t.base);
}

// The span of the array at "at" of so many "bytes", 0 behind a pointer.
static span
span_of_array(LLVMTargetDataRef layout, LLVMValueRef at, LLVMValueRef bytes) {
  span s = span_of(layout, at);
  uint64_t n = LLVMIsAConstantInt(bytes) ? LLVMConstIntGetZExtValue(bytes) : 0;
  if (n == 0 || n > (uint64_t)far)
    return anywhere(s);
  return (span){s.base, s.from, at_most_far(s.to + (int64_t)n)};
}

// Whether "n" bytes at "at" are partly in an array that is kept, by that name.
static bool
is_kept(const plugin_kept *kept, LLVMValueRef at, uint64_t n) {
  span s = span_of(kept->layout, at);
  int64_t end = n > (uint64_t)far ? far : at_most_far(s.to + (int64_t)n);
  for (int k = 0; k < kept->arrays.n; k++) {
    const plugin_kept_array *a = &kept->arrays.at[k];
    span t = span_of_array(kept->layout, a->at, a->bytes);
    if (s.from < t.to && t.from < end && is_same(kept->layout, s.base, t.base))
      return true;
  }
  return false;
}

// The same for an access to as many bytes as "value" has.
static bool
is_value_kept(const plugin_kept *kept, LLVMValueRef at, LLVMValueRef value) {
  return is_kept(kept, at, LLVMABISizeOfType(kept->layout, LLVMTypeOf(value)));
}

// The same for the call "i" of memcpy, memmove or memset.
static bool
is_copy_kept(const plugin_kept *kept, LLVMValueRef i, bool copies) {
  LLVMValueRef length = LLVMGetOperand(i, 2);
  uint64_t n = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length)
                                          : UINT64_MAX;
  return is_kept(kept, LLVMGetOperand(i, 0), n) ||
         (copies && is_kept(kept, LLVMGetOperand(i, 1), n));
}

bool
plugin_is_named(LLVMValueRef f, const char *begin) {
  size_t len;
  return !strncmp(LLVMGetValueName2(f, &len), begin, strlen(begin));
}

bool
plugin_touches_kept(const plugin_kept *kept, LLVMValueRef i) {
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    return is_value_kept(kept, LLVMGetOperand(i, 0), i);
  case LLVMStore:
    return is_value_kept(kept, LLVMGetOperand(i, 1), LLVMGetOperand(i, 0));
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return is_value_kept(kept, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
  case LLVMCall: {
    LLVMValueRef callee = LLVMGetCalledValue(i);
    bool copies = plugin_is_named(callee, "llvm.memcpy") ||
                  plugin_is_named(callee, "llvm.memmove");
    return (copies || plugin_is_named(callee, "llvm.memset")) &&
           is_copy_kept(kept, i, copies);
  }
  default:
    return false;
  }
}

plugin_kept
plugin_find_kept(arena *a, LLVMValueRef function) {
  LLVMModuleRef m = LLVMGetGlobalParent(function);
  LLVMValueRef begin = LLVMGetNamedFunction(m, "loft_keep_begin");
  plugin_kept out = {.layout = LLVMGetModuleDataLayout(m)};
  for (LLVMUseRef u = begin ? LLVMGetFirstUse(begin) : NULL; u;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    if (!LLVMIsACallInst(i) ||
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)) != function)
      continue;
    for (unsigned k = 1; k + 1 < LLVMGetNumArgOperands(i); k += 2) {
      plugin_kept_array array = {LLVMGetOperand(i, k),
                                 LLVMGetOperand(i, k + 1)};
      vec_push(a, &out.arrays, array);
    }
  }
  return out;
}
