// plugin/region_entry.c: where __loft_region_K begins.
//
//   results come back that a footprint reads
//   the estimate, or else the footprint
//   where loft_busy is 0 and it tells of little work, or of not much and
//   loft_region_settled says so: return 0
//   return __loft_region_K.large(what was told), which begins with
//   where loft_busy is LOFT_BUSY_OFF: return 0
//
// With that little in it, it is inlined where it is called, and a call with
// little work pays for nothing else. Rows behind pointers have to be found
// before a footprint: there all is in one function.
#include "plugin/region_body.h"

// -- The entry ---------------------------------------------------------------

// Whether loft_busy is "value".
static LLVMValueRef
build_is_busy(const region_fn *f, uint32_t value) {
  return LLVMBuildICmp(f->b, LLVMIntEQ, plugin_build_busy(f->b, f->module),
                       region_i32(f, (int)value), "");
}

// Returns from the function where all regions run as their originals.
static void
build_off(const region_fn *f) {
  LLVMBasicBlockRef off = region_block(f, "off"), on = region_block(f, "on");
  LLVMBuildCondBr(f->b, build_is_busy(f, LOFT_BUSY_OFF), off, on);
  LLVMPositionBuilderAtEnd(f->b, off);
  LLVMBuildRet(f->b, region_i32(f, 0));
  LLVMPositionBuilderAtEnd(f->b, on);
}

// The work of the original: its own, or where that is 0 that of lifted code.
static LLVMValueRef
build_original_work(const region_body *y) {
  const region_fn *f = y->f;
  LLVMValueRef own = region_load_head(y, 4);
  LLVMValueRef has =
      LLVMBuildFCmp(f->b, LLVMRealOGT, own, LLVMConstNull(f->f64), "");
  return LLVMBuildSelect(f->b, has, own, region_load_head(y, 1), "");
}

// Goes on to "then" where "work" is less than "limit", else to "other".
static void
build_if_below(const region_body *y, LLVMValueRef work, double limit,
               LLVMBasicBlockRef then, LLVMBasicBlockRef other) {
  const region_fn *f = y->f;
  LLVMBuildCondBr(
      f->b,
      LLVMBuildFCmp(f->b, LLVMRealULT, work, LLVMConstReal(f->f64, limit), ""),
      then, other);
}

// Returns from the function where the original runs at once and nobody wants to
// know of the call.
static void
build_small(const region_body *y) {
  const region_fn *f = y->f;
  LLVMBasicBlockRef idle = region_block(f, "idle"),
                    small = region_block(f, "small"),
                    large = region_block(f, "large");
  LLVMValueRef passes = build_is_busy(f, 0);
  passes = LLVMBuildAnd(f->b, passes, region_load_ok(y), "");
  LLVMBuildCondBr(f->b, passes, idle, large);
  LLVMPositionBuilderAtEnd(f->b, idle);
  LLVMValueRef work = build_original_work(y);
  LLVMBasicBlockRef other =
      region_is_exact(f) ? region_block(f, "more") : large;
  build_if_below(y, work, LOFT_SMALL_WORK, small, other);
  if (region_is_exact(f)) {
    LLVMBasicBlockRef asked = region_block(f, "short");
    LLVMPositionBuilderAtEnd(f->b, other);
    build_if_below(y, work, LOFT_SHORT_WORK, asked, large);
    LLVMPositionBuilderAtEnd(f->b, asked);
    LLVMValueRef args[] = {f->desc, region_load_head(y, 1)};
    LLVMValueRef settled =
        region_call(f, "loft_region_settled", f->i32, args, 2);
    LLVMBuildCondBr(
        f->b, LLVMBuildICmp(f->b, LLVMIntNE, settled, region_i32(f, 0), ""),
        small, large);
  }
  LLVMPositionBuilderAtEnd(f->b, small);
  LLVMBuildRet(f->b, region_i32(f, 0));
  LLVMPositionBuilderAtEnd(f->b, large);
}

// The call of the function for large calls.
static LLVMValueRef
call_large(const region_body *y) {
  const region_fn *f = y->f;
  int n = (int)LLVMCountParams(f->function);
  int n_told = region_n_extents(f);
  LLVMValueRef *args = NEW_ARRAY(f->cx->arena, LLVMValueRef, n + n_told);
  for (int k = 0; k < n; k++)
    args[k] = region_param(f, k);
  for (int k = 0; k < n_told; k++)
    args[n + k] = region_load_slot(y, y->extents, k);
  return LLVMBuildCall2(f->b, LLVMGlobalGetValueType(f->large), f->large, args,
                        (unsigned)(n + n_told), "");
}

// Stores the last parameters of the function for large calls, which is entered.
static void
take_told(const region_body *y) {
  const region_fn *f = y->f;
  int n_told = region_n_extents(f);
  int first = (int)LLVMCountParams(f->function) - n_told;
  for (int k = 0; k < n_told; k++)
    LLVMBuildStore(f->b, region_param(f, first + k),
                   region_slot(y, y->extents, k));
}

void
region_build_body(region_fn *f) {
  region_body y;
  LLVMValueRef entry = f->function;
  region_begin_body(&y, f);
  region_store_inner(f, false);
  region_bring_back(&y);
  if (f->large) {
    region_ask_first(&y);
    if (!f->region->is_inner || region_is_exact(f))
      build_small(&y);
    LLVMBuildRet(f->b, call_large(&y));
    f->function = f->large;
    region_begin_body(&y, f);
    take_told(&y);
  }
  build_off(f);
  region_build_rest(&y);
  f->function = entry;
}

void
region_build_done(const region_fn *f, LLVMValueRef done) {
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(f->llvm, done, ""),
                    end = LLVMAppendBasicBlockInContext(f->llvm, done, "end");
  LLVMPositionBuilderAtEnd(f->b, entry);
  if (f->desc && region_is_exact(f)) {
    LLVMBasicBlockRef busy =
                          LLVMAppendBasicBlockInContext(f->llvm, done, "busy"),
                      timed =
                          LLVMAppendBasicBlockInContext(f->llvm, done, "timed");
    LLVMValueRef desc = f->desc;
    LLVMBuildCondBr(f->b, build_is_busy(f, 0), end, busy);
    LLVMPositionBuilderAtEnd(f->b, busy);
    LLVMBuildCondBr(f->b, build_is_busy(f, LOFT_BUSY_OFF), end, timed);
    LLVMPositionBuilderAtEnd(f->b, timed);
    region_call(f, "loft_region_original_done", LLVMVoidTypeInContext(f->llvm),
                &desc, 1);
  }
  LLVMBuildBr(f->b, end);
  LLVMPositionBuilderAtEnd(f->b, end);
  LLVMBuildRetVoid(f->b);
}
