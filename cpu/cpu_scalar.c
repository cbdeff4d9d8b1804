// cpu/cpu_scalar.c: the scalar ops of ir_ops.def as LLVM instructions.
//
// The meaning is that of ir/eval_scalar.c, bit for bit: no fast-math flags, no
// nsw, nothing poison. One function an op, reached through a table; MATH ops
// are expanded before, but for those of f80, which the C library computes.
#include "cpu/cpu_private.h"

#include <float.h>
#include <math.h>

typedef LLVMValueRef (*scalar_fn)(cpu_fn *f, ir_scalar in, ir_scalar out,
                                  LLVMValueRef *a);

// -- Helpers ------------------------------------------------------------------

// Calls LLVM intrinsic "name" overloaded on "types".
static LLVMValueRef
intrinsic(cpu_fn *f, const char *name, LLVMTypeRef *types, int n_types,
          LLVMValueRef *args, int n_args) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef callee =
      LLVMGetIntrinsicDeclaration(f->module, id, types, (size_t)n_types);
  LLVMTypeRef type = LLVMIntrinsicGetType(f->llvm, id, types, (size_t)n_types);
  return LLVMBuildCall2(f->b, type, callee, args, (unsigned)n_args, "");
}

// An intrinsic overloaded on the type of all its "n" operands.
static LLVMValueRef
float_intrinsic(cpu_fn *f, const char *name, LLVMValueRef *a, int n) {
  LLVMTypeRef type = LLVMTypeOf(a[0]);
  return intrinsic(f, name, &type, 1, a, n);
}

// The integer "value" in the type of "like".
static LLVMValueRef
int_like(LLVMValueRef like, int64_t value) {
  return LLVMConstInt(LLVMTypeOf(like), (unsigned long long)value, 1);
}

// How many bits a register of "type" has.
static unsigned
width(ir_scalar type) {
  return (unsigned)ir_width(type);
}

// a < b as the type orders them; false on NaN.
static LLVMValueRef
less(cpu_fn *f, ir_scalar type, LLVMValueRef a, LLVMValueRef b) {
  if (ir_is_float(type))
    return LLVMBuildFCmp(f->b, LLVMRealOLT, a, b, "");
  return LLVMBuildICmp(f->b, ir_is_signed(type) ? LLVMIntSLT : LLVMIntULT, a, b,
                       "");
}

// -- Arithmetic -----------------------------------------------------------

// "name" builds the float or the (wrapping) integer instruction.
#define EMIT_ARITH(name, FLOAT, INT)                                           \
  static LLVMValueRef name(cpu_fn *f, ir_scalar in, ir_scalar out,             \
                           LLVMValueRef *a) {                                  \
    (void)out;                                                                 \
    return ir_is_float(in) ? FLOAT(f->b, a[0], a[1], "")                       \
                           : INT(f->b, a[0], a[1], "");                        \
  }
EMIT_ARITH(emit_add, LLVMBuildFAdd, LLVMBuildAdd)
EMIT_ARITH(emit_sub, LLVMBuildFSub, LLVMBuildSub)
EMIT_ARITH(emit_mul, LLVMBuildFMul, LLVMBuildMul)

// The upper half of a0 * a1.
static LLVMValueRef
emit_mulh(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  LLVMTypeRef t = LLVMIntTypeInContext(f->llvm, 2 * width(in));
  LLVMValueRef x[2];
  (void)out;
  for (int k = 0; k < 2; k++)
    x[k] = ir_is_signed(in) ? LLVMBuildSExt(f->b, a[k], t, "")
                            : LLVMBuildZExt(f->b, a[k], t, "");
  LLVMValueRef p = LLVMBuildMul(f->b, x[0], x[1], "");
  p = LLVMBuildLShr(f->b, p, LLVMConstInt(t, width(in), 0), "");
  return LLVMBuildTrunc(f->b, p, LLVMTypeOf(a[0]), "");
}

// True where C has no quotient; NULL when the divisor is a constant that
// cannot be bad.
static LLVMValueRef
bad_division(cpu_fn *f, ir_scalar type, LLVMValueRef a, LLVMValueRef b) {
  if (LLVMIsAConstantInt(b)) {
    int64_t value = LLVMConstIntGetSExtValue(b);
    if (value != 0 && (value != -1 || !ir_is_signed(type)))
      return NULL;
  }
  LLVMValueRef bad = LLVMBuildICmp(f->b, LLVMIntEQ, b, int_like(b, 0), "");
  if (!ir_is_signed(type))
    return bad;
  LLVMValueRef min = int_like(a, (int64_t)(UINT64_C(1) << (width(type) - 1)));
  LLVMValueRef overflow =
      LLVMBuildAnd(f->b, LLVMBuildICmp(f->b, LLVMIntEQ, a, min, ""),
                   LLVMBuildICmp(f->b, LLVMIntEQ, b, int_like(b, -1), ""), "");
  return LLVMBuildOr(f->b, bad, overflow, "");
}

// Integer "op" on a divisor made harmless; 0 where C has no quotient.
static LLVMValueRef
emit_guarded(cpu_fn *f, ir_scalar type, LLVMOpcode op, LLVMValueRef *a) {
  LLVMValueRef bad = bad_division(f, type, a[0], a[1]);
  if (!bad)
    return LLVMBuildBinOp(f->b, op, a[0], a[1], "");
  LLVMValueRef divisor =
      LLVMBuildSelect(f->b, bad, int_like(a[1], 1), a[1], "");
  LLVMValueRef q = LLVMBuildBinOp(f->b, op, a[0], divisor, "");
  return LLVMBuildSelect(f->b, bad, int_like(q, 0), q, "");
}

// a0 / a1; integers: 0 where C has no quotient.
static LLVMValueRef
emit_div(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)out;
  if (ir_is_float(in))
    return LLVMBuildFDiv(f->b, a[0], a[1], "");
  return emit_guarded(f, in, ir_is_signed(in) ? LLVMSDiv : LLVMUDiv, a);
}

// a0 % a1; 0 where C has no remainder.
static LLVMValueRef
emit_rem(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)out;
  return emit_guarded(f, in, ir_is_signed(in) ? LLVMSRem : LLVMURem, a);
}

// -a0; on floats the sign bit alone.
static LLVMValueRef
emit_neg(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)out;
  return ir_is_float(in) ? LLVMBuildFNeg(f->b, a[0], "")
                         : LLVMBuildNeg(f->b, a[0], "");
}

// |a0|; on floats the sign bit is cleared.
static LLVMValueRef
emit_abs(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)out;
  if (ir_is_float(in))
    return float_intrinsic(f, "llvm.fabs", a, 1);
  if (!ir_is_signed(in))
    return a[0];
  LLVMValueRef negative =
      LLVMBuildICmp(f->b, LLVMIntSLT, a[0], int_like(a[0], 0), "");
  return LLVMBuildSelect(f->b, negative, LLVMBuildNeg(f->b, a[0], ""), a[0],
                         "");
}

// -- Bits -----------------------------------------------------------------

// a0 & a1
static LLVMValueRef
emit_and(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)in;
  (void)out;
  return LLVMBuildAnd(f->b, a[0], a[1], "");
}

// a0 | a1
static LLVMValueRef
emit_or(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)in;
  (void)out;
  return LLVMBuildOr(f->b, a[0], a[1], "");
}

// a0 ^ a1
static LLVMValueRef
emit_xor(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)in;
  (void)out;
  return LLVMBuildXor(f->b, a[0], a[1], "");
}

// ~a0; on bool the logical not.
static LLVMValueRef
emit_not(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)in;
  (void)out;
  return LLVMBuildNot(f->b, a[0], "");
}

// The shift count modulo the width.
static LLVMValueRef
shift_count(cpu_fn *f, ir_scalar type, LLVMValueRef count) {
  return LLVMBuildAnd(f->b, count, int_like(count, (int64_t)width(type) - 1),
                      "");
}

// a0 << a1, the count modulo the width.
static LLVMValueRef
emit_shl(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)out;
  return LLVMBuildShl(f->b, a[0], shift_count(f, in, a[1]), "");
}

// a0 >> a1, arithmetic on i-types.
static LLVMValueRef
emit_shr(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  LLVMValueRef count = shift_count(f, in, a[1]);
  (void)out;
  return ir_is_signed(in) ? LLVMBuildAShr(f->b, a[0], count, "")
                          : LLVMBuildLShr(f->b, a[0], count, "");
}

// -- Choice and comparison ------------------------------------------------

// b<a ? b : a
static LLVMValueRef
emit_cmin(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)out;
  return LLVMBuildSelect(f->b, less(f, in, a[1], a[0]), a[1], a[0], "");
}

// a<b ? b : a
static LLVMValueRef
emit_cmax(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)out;
  return LLVMBuildSelect(f->b, less(f, in, a[0], a[1]), a[1], a[0], "");
}

// True when "v" is a constant float other than a NaN.
static bool
is_number(LLVMValueRef v) {
  LLVMBool inexact;
  return LLVMIsAConstantFP(v) && !isnan(LLVMConstRealGetDouble(v, &inexact));
}

// isnan(a) ? b : "choice", where a is chosen if "a keep b". Of such a choice
// between 0 and what was f32 once, LLVM 19 and 22 make a < 0 ? a : 0, which
// loses -0; so a constant b is compared once.
static LLVMValueRef
unless_nan(cpu_fn *f, ir_scalar in, LLVMValueRef *a, LLVMValueRef choice,
           LLVMRealPredicate keep) {
  if (!ir_is_float(in))
    return choice;
  if (is_number(a[1]))
    return LLVMBuildSelect(f->b, LLVMBuildFCmp(f->b, keep, a[0], a[1], ""),
                           a[0], a[1], "");
  LLVMValueRef nan = LLVMBuildFCmp(f->b, LLVMRealUNO, a[0], a[0], "");
  return LLVMBuildSelect(f->b, nan, a[1], choice, "");
}

// isnan(a) ? b : b<a ? b : a
static LLVMValueRef
emit_min(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  return unless_nan(f, in, a, emit_cmin(f, in, out, a), LLVMRealOLE);
}

// isnan(a) ? b : a<b ? b : a
static LLVMValueRef
emit_max(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  return unless_nan(f, in, a, emit_cmax(f, in, out, a), LLVMRealOGE);
}

// The maximum of a[0], a number from 0.0 on, and a[1], which loses as a NaN,
// whichever comes first: LLVM makes vectors of a loop that folds so.
static LLVMValueRef
emit_free_max(cpu_fn *f, LLVMValueRef *a) {
  LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(a[0]));
  LLVMValueRef number = LLVMBuildFCmp(f->b, LLVMRealORD, a[1], zero, "");
  LLVMValueRef both[] = {a[0], LLVMBuildSelect(f->b, number, a[1], zero, "")};
  LLVMValueRef call = float_intrinsic(f, "llvm.maxnum", both, 2);
  LLVMSetFastMathFlags(call, LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros);
  return call;
}

// a0 ? a1 : a2
static LLVMValueRef
emit_select(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)in;
  (void)out;
  return LLVMBuildSelect(f->b, a[0], a[1], a[2], "");
}

// "name" compares with a predicate for floats, i-types and u-types.
#define EMIT_COMPARE(name, FLOAT, SIGNED, UNSIGNED)                            \
  static LLVMValueRef name(cpu_fn *f, ir_scalar in, ir_scalar out,             \
                           LLVMValueRef *a) {                                  \
    (void)out;                                                                 \
    if (ir_is_float(in))                                                       \
      return LLVMBuildFCmp(f->b, FLOAT, a[0], a[1], "");                       \
    return LLVMBuildICmp(f->b, ir_is_signed(in) ? SIGNED : UNSIGNED, a[0],     \
                         a[1], "");                                            \
  }
EMIT_COMPARE(emit_eq, LLVMRealOEQ, LLVMIntEQ, LLVMIntEQ)
EMIT_COMPARE(emit_ne, LLVMRealUNE, LLVMIntNE, LLVMIntNE)
EMIT_COMPARE(emit_lt, LLVMRealOLT, LLVMIntSLT, LLVMIntULT)
EMIT_COMPARE(emit_le, LLVMRealOLE, LLVMIntSLE, LLVMIntULE)
EMIT_COMPARE(emit_gt, LLVMRealOGT, LLVMIntSGT, LLVMIntUGT)
EMIT_COMPARE(emit_ge, LLVMRealOGE, LLVMIntSGE, LLVMIntUGE)

// -- Floating functions ---------------------------------------------------

// "name" calls the intrinsic on its "n" operands.
#define EMIT_FLOAT(name, intrinsic_name, n)                                    \
  static LLVMValueRef name(cpu_fn *f, ir_scalar in, ir_scalar out,             \
                           LLVMValueRef *a) {                                  \
    (void)in;                                                                  \
    (void)out;                                                                 \
    return float_intrinsic(f, intrinsic_name, a, n);                           \
  }
EMIT_FLOAT(emit_floor, "llvm.floor", 1)
EMIT_FLOAT(emit_ceil, "llvm.ceil", 1)
EMIT_FLOAT(emit_trunc, "llvm.trunc", 1)
EMIT_FLOAT(emit_rint, "llvm.rint", 1)
EMIT_FLOAT(emit_sqrt, "llvm.sqrt", 1)
EMIT_FLOAT(emit_fma, "llvm.fma", 3)

// -- Conversion -----------------------------------------------------------

// != 0, as C converts to bool.
static LLVMValueRef
to_bool(cpu_fn *f, ir_scalar in, LLVMValueRef x) {
  LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(x));
  if (ir_is_float(in))
    return LLVMBuildFCmp(f->b, LLVMRealUNE, x, zero, "");
  return LLVMBuildICmp(f->b, LLVMIntNE, x, zero, "");
}

// Any number to a float, rounded once.
static LLVMValueRef
to_float(cpu_fn *f, ir_scalar in, LLVMTypeRef type, LLVMValueRef x) {
  if (ir_is_float(in))
    return LLVMBuildFPCast(f->b, x, type, "");
  return ir_is_signed(in) ? LLVMBuildSIToFP(f->b, x, type, "")
                          : LLVMBuildUIToFP(f->b, x, type, "");
}

// Truncates "x", which is in the range of "out".
static LLVMValueRef
truncate_to(cpu_fn *f, ir_scalar out, LLVMValueRef x) {
  LLVMTypeRef to = cpu_reg_type(f, out);
  return ir_is_signed(out) ? LLVMBuildFPToSI(f->b, x, to, "")
                           : LLVMBuildFPToUI(f->b, x, to, "");
}

// x op y ? x : y, which is one instruction of x86 whatever is NaN: then y.
static LLVMValueRef
choose_ordered(cpu_fn *f, LLVMRealPredicate op, LLVMValueRef x,
               LLVMValueRef y) {
  return LLVMBuildSelect(f->b, LLVMBuildFCmp(f->b, op, x, y, ""), x, y, "");
}

// Float to an integer type of which the least, "first", and the greatest,
// "last", are floats.
static LLVMValueRef
clamp_to_int(cpu_fn *f, ir_scalar out, LLVMValueRef x, LLVMValueRef first,
             LLVMValueRef last) {
  LLVMValueRef y = choose_ordered(f, LLVMRealOGT, x, first);
  LLVMValueRef n = truncate_to(f, out, choose_ordered(f, LLVMRealOLT, y, last));
  if (!ir_is_signed(out)) // NaN became 0
    return n;
  LLVMValueRef nan = LLVMBuildFCmp(f->b, LLVMRealUNO, x, x, "");
  return LLVMBuildSelect(f->b, nan, LLVMConstNull(LLVMTypeOf(n)), n, "");
}

// The integer for float "x", which is below "first" or above the greatest
// integer of "out", or NaN.
static LLVMValueRef
saturate(cpu_fn *f, ir_scalar out, LLVMValueRef x, LLVMValueRef first) {
  LLVMTypeRef to = cpu_reg_type(f, out);
  uint64_t most = UINT64_MAX >> (64 - width(out) + ir_is_signed(out));
  uint64_t least = ir_is_signed(out) ? ~most : 0;
  LLVMValueRef above = LLVMBuildFCmp(f->b, LLVMRealOGT, x, first, "");
  LLVMValueRef nan = LLVMBuildFCmp(f->b, LLVMRealUNO, x, x, "");
  LLVMValueRef end = LLVMBuildSelect(f->b, above, LLVMConstInt(to, most, 0),
                                     LLVMConstInt(to, least, 1), "");
  return LLVMBuildSelect(f->b, nan, LLVMConstNull(to), end, "");
}

// Float to integer: saturating, NaN gives 0. LLVM's intrinsic for it becomes
// scalar code where the greatest integer is no float; comparisons do not. A
// number in range, as nearly all are, waits for one of them.
static LLVMValueRef
float_to_int(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef x) {
  LLVMTypeRef type = LLVMTypeOf(x);
  int bits = (int)width(out) - ir_is_signed(out);
  double end = ldexp(1, bits);
  LLVMValueRef first = LLVMConstReal(type, ir_is_signed(out) ? -end : 0);
  if (bits <= (in == IR_F32 ? FLT_MANT_DIG : DBL_MANT_DIG))
    return clamp_to_int(f, out, x, first, LLVMConstReal(type, end - 1));
  LLVMBasicBlockRef in_range = cpu_new_block(f, "in_range");
  LLVMBasicBlockRef outside = cpu_new_block(f, "outside");
  LLVMBasicBlockRef done = cpu_new_block(f, "converted");
  LLVMValueRef below =
      LLVMBuildFCmp(f->b, LLVMRealOLT, x, LLVMConstReal(type, end), "");
  LLVMValueRef above = LLVMBuildFCmp(f->b, LLVMRealOGE, x, first, "");
  cpu_meta_likely(f, LLVMBuildCondBr(f->b, LLVMBuildAnd(f->b, below, above, ""),
                                     in_range, outside));
  LLVMPositionBuilderAtEnd(f->b, in_range);
  LLVMValueRef n = truncate_to(f, out, x);
  LLVMBuildBr(f->b, done);
  LLVMPositionBuilderAtEnd(f->b, outside);
  LLVMValueRef limit = saturate(f, out, x, first);
  LLVMBuildBr(f->b, done);
  LLVMPositionBuilderAtEnd(f->b, done);
  LLVMValueRef result = LLVMBuildPhi(f->b, LLVMTypeOf(n), "");
  LLVMAddIncoming(result, (LLVMValueRef[]){n, limit},
                  (LLVMBasicBlockRef[]){in_range, outside}, 2);
  return result;
}

// C's value conversion.
static LLVMValueRef
emit_convert(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  LLVMTypeRef type = cpu_reg_type(f, out);
  if (in == out)
    return a[0];
  if (out == IR_BOOL)
    return to_bool(f, in, a[0]);
  if (ir_is_float(out))
    return to_float(f, in, type, a[0]);
  if (ir_is_float(in))
    return float_to_int(f, in, out, a[0]);
  return LLVMBuildIntCast2(f->b, a[0], type, ir_is_signed(in), "");
}

// The same bits.
static LLVMValueRef
emit_bitcast(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)in;
  return LLVMBuildBitCast(f->b, a[0], cpu_reg_type(f, out), "");
}

// Leaves the function, or goes on at "go" where the run does not assume
// anything after all.
static void
leave_straying(cpu_fn *f, LLVMBasicBlockRef go) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(f->llvm);
  LLVMValueRef from = LLVMGetParam(f->function, 0);
  if (!f->fn->is_host) {
    cpu_call(f, "loft_launch_strays", LLVMVoidTypeInContext(f->llvm), &from, 1);
    LLVMBuildRetVoid(f->b);
    return;
  }
  LLVMBasicBlockRef left = cpu_new_block(f, "left");
  LLVMValueRef code = cpu_call(f, "loft_run_strays", i32, &from, 1);
  LLVMValueRef goes_on =
      LLVMBuildICmp(f->b, LLVMIntEQ, code, LLVMConstInt(i32, 0, 0), "");
  LLVMBuildCondBr(f->b, goes_on, go, left);
  LLVMPositionBuilderAtEnd(f->b, left);
  LLVMBuildRet(f->b, code);
}

// "limit" of a kernel whose run assumes extents, else "none", beyond which is
// nothing.
static LLVMValueRef
assumed_limit(cpu_fn *f, LLVMValueRef limit, int64_t none) {
  return f->assumes ? LLVMBuildSelect(f->b, f->assumes, limit,
                                      cpu_const_i64(f, none), "")
                    : limit;
}

// a, unless it is not as expected, for which the run is given up. Where kernels
// leave there is no way back, so that loops have no call in them.
static LLVMValueRef
emit_within(cpu_fn *f, ir_scalar in, ir_scalar out, LLVMValueRef *a) {
  (void)in, (void)out;
  LLVMBasicBlockRef outside = cpu_new_block(f, "outside"),
                    go = cpu_new_block(f, "within");
  LLVMValueRef lo = assumed_limit(f, a[1], INT64_MIN);
  LLVMValueRef hi = assumed_limit(f, a[2], INT64_MAX);
  LLVMValueRef fits =
      LLVMBuildAnd(f->b, LLVMBuildICmp(f->b, LLVMIntSGE, a[0], lo, ""),
                   LLVMBuildICmp(f->b, LLVMIntSLT, a[0], hi, ""), "");
  cpu_meta_likely(f, LLVMBuildCondBr(f->b, fits, go, outside));
  LLVMPositionBuilderAtEnd(f->b, outside);
  leave_straying(f, go);
  LLVMPositionBuilderAtEnd(f->b, go);
  return a[0];
}

// -- The table ------------------------------------------------------------

static const scalar_fn table[IR_OP__COUNT] = {
    [IR_OP_CONVERT] = emit_convert, [IR_OP_BITCAST] = emit_bitcast,
    [IR_OP_ADD] = emit_add,         [IR_OP_SUB] = emit_sub,
    [IR_OP_MUL] = emit_mul,         [IR_OP_DIV] = emit_div,
    [IR_OP_MULH] = emit_mulh,       [IR_OP_REM] = emit_rem,
    [IR_OP_NEG] = emit_neg,         [IR_OP_ABS] = emit_abs,
    [IR_OP_AND] = emit_and,         [IR_OP_OR] = emit_or,
    [IR_OP_XOR] = emit_xor,         [IR_OP_NOT] = emit_not,
    [IR_OP_SHL] = emit_shl,         [IR_OP_SHR] = emit_shr,
    [IR_OP_MIN] = emit_min,         [IR_OP_MAX] = emit_max,
    [IR_OP_CMIN] = emit_cmin,       [IR_OP_CMAX] = emit_cmax,
    [IR_OP_SELECT] = emit_select,   [IR_OP_EQ] = emit_eq,
    [IR_OP_NE] = emit_ne,           [IR_OP_LT] = emit_lt,
    [IR_OP_LE] = emit_le,           [IR_OP_GT] = emit_gt,
    [IR_OP_GE] = emit_ge,           [IR_OP_FLOOR] = emit_floor,
    [IR_OP_CEIL] = emit_ceil,       [IR_OP_TRUNC] = emit_trunc,
    [IR_OP_RINT] = emit_rint,       [IR_OP_SQRT] = emit_sqrt,
    [IR_OP_FMA] = emit_fma,         [IR_OP_WITHIN] = emit_within,
};

LLVMValueRef
cpu_emit_first_bit(cpu_fn *f, LLVMValueRef bits) {
  LLVMTypeRef type = LLVMTypeOf(bits);
  LLVMValueRef some = LLVMConstAllOnes(LLVMInt1TypeInContext(f->llvm));
  return intrinsic(f, "llvm.cttz", &type, 1, (LLVMValueRef[]){bits, some}, 2);
}

// The C library's function that MATH op "s", of f80, stands for.
static LLVMValueRef
emit_long_math(cpu_fn *f, const kn_stmt *s, LLVMValueRef *args) {
  const char *name =
      arena_printf(f->cx->arena, "%sl", ir_op_table[s->op].mnemonic);
  return cpu_call(f, name, LLVMTypeOf(args[0]), args, s->n_args);
}

LLVMValueRef
cpu_emit_scalar(cpu_fn *f, const kn_stmt *s, LLVMValueRef *args) {
  scalar_fn emit = table[s->op];
  if (!emit && ir_op_table[s->op].flags & IR_F_LONG)
    return emit_long_math(f, s, args);
  if (!emit) {
    cpu_fail(f, s, ir_op_table[s->op].mnemonic);
    return LLVMConstNull(cpu_reg_type(f, s->dst->type));
  }
  if (cpu_is_free_max(f->fn, s))
    return emit_free_max(f, args);
  // the operand type of a select is that of the values it selects, the last
  // ones
  return emit(f, s->args[s->n_args - 1]->type, s->dst->type, args);
}
