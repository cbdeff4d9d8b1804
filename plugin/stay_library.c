// plugin/stay_library.c: functions of the C library that touch no memory of the
// program but what they are given.
#include <stdio.h>
#include <string.h>

#include "plugin/region_private.h"

// Functions that write output to a terminal or a file, or ask for the time, and
// which of their operands is a stream; -1: none.
static const struct {
  const char *name;
  int stream;
} others[] = {
    {"printf", -1}, {"fprintf", 0}, {"puts", -1},         {"putchar", -1},
    {"fputs", 1},   {"clock", -1},  {"time", -1},         {"__printf_chk", -1},
    {"putc", 1},    {"fputc", 1},   {"__fprintf_chk", 0},
};

// Whether "name" is "function", or that for floats or long doubles.
static bool
is_math(const char *name, const char *function) {
  size_t n = strlen(function);
  return !strncmp(name, function, n) &&
         (!name[n] || ((name[n] == 'f' || name[n] == 'l') && !name[n + 1]));
}

// Whether the library has a function of that name which touches no other
// memory. *stream: as above.
static bool
find(const char *name, int *stream) {
  static const char *const math[] = {
#define IR_MATH(ID, name, operands, doc) #name,
#define IR_MATH_PART(ID, name, operands, doc) // no names of C's
#include "ir/ir_math.def"
#undef IR_MATH
      "sqrt", "fabs", "floor", "ceil", "trunc",   "round",
      "rint", "fma",  "fmin",  "fmax", "copysign"};
  *stream = -1;
  for (int k = 0; k < LOFT_COUNT(math); k++)
    if (is_math(name, math[k]))
      return true;
  for (int k = 0; k < LOFT_COUNT(others); k++)
    if (!strcmp(name, others[k].name)) {
      *stream = others[k].stream;
      return true;
    }
  return false;
}

// Whether "f" has attribute "name".
static bool
has_attribute(LLVMValueRef f, const char *name) {
  return LLVMGetStringAttributeAtIndex(
             f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
             (unsigned)strlen(name)) != NULL;
}

// Whether the program may have a function of its own that has the name of the
// library's function "name", which "i" calls (-fno-builtin, -fno-builtin-NAME).
static bool
has_own(LLVMValueRef i, const char *name) {
  char own[64];
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  snprintf(own, sizeof own, "no-builtin-%s", name);
  return has_attribute(f, "no-builtins") || has_attribute(f, own);
}

// Whether "p" is the standard output or that for errors. Other streams may
// write to an array (fmemopen), or call functions of the program (fopencookie).
static bool
is_standard(LLVMValueRef p) {
  LLVMValueRef at = LLVMIsALoadInst(p) ? LLVMGetOperand(p, 0) : NULL;
  size_t len;
  if (!at || !LLVMIsAGlobalVariable(at) || !LLVMIsDeclaration(at))
    return false;
  const char *name = LLVMGetValueName2(at, &len);
  return !strcmp(name, "stdout") || !strcmp(name, "stderr");
}

// Whether pointer "p" is to memory that no region writes.
static bool
is_constant(LLVMValueRef p) {
  return LLVMIsAConstantPointerNull(p) ||
         (LLVMIsAGlobalVariable(p) && LLVMIsGlobalConstant(p));
}

bool
plugin_is_library_call(LLVMValueRef i) {
  LLVMValueRef f = LLVMGetCalledValue(i);
  size_t len;
  int stream;
  if (!LLVMIsAFunction(f) || !LLVMIsDeclaration(f))
    return false;
  const char *name = LLVMGetValueName2(f, &len);
  if (!find(name, &stream) || has_own(i, name))
    return false;
  for (int k = 0; k < (int)LLVMGetNumArgOperands(i); k++) {
    LLVMValueRef p = LLVMGetOperand(i, (unsigned)k);
    if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind &&
        !(k == stream ? is_standard(p) : is_constant(p)))
      return false;
  }
  return true;
}
