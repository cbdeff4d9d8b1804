// plugin/region_entry.c: where __loft_region_K begins.
//
//   results come back that a footprint reads
//   the estimate, or else the footprint
//   where it tells of little work, and loft_busy is 0: loft_region_small
//         return 0
//   return __loft_region_K.large(what was told)
//
// With that little in it, it is inlined where it is called, and a call with
// little work pays for nothing else. Rows behind pointers have to be found
// before a footprint: there all is in one function.
#include "plugin/region_body.h"

// -- Bringing results back ----------------------------------------------------

// Brings all results back.
static void
bring_back_all(const region_fn *f) {
  region_call(f, "loft_results_back", LLVMVoidTypeInContext(f->llvm), NULL, 0);
}

// Brings results back that are in so many bytes at "at".
static void
bring_back_at(const region_fn *f, LLVMValueRef at, LLVMValueRef bytes) {
  LLVMValueRef args[] = {at, bytes};
  region_call(f, "loft_results_back_at", LLVMVoidTypeInContext(f->llvm), args,
              2);
}

// Brings results back that are among the elements of parameter "k", the "n"-th
// array, in the range that a look found.
static void
bring_back_range(const region_body *y, int k, int n) {
  const region_fn *f = y->f;
  LLVMValueRef lo = region_load_extent(y, n, 0),
               hi = region_load_extent(y, n, 1);
  LLVMValueRef size = region_i64(f, ir_size(f->rec->captures[k].elem));
  LLVMValueRef base = region_param(f, k);
  if (f->rec->captures[k].kind == REC_INDIRECT) {
    bring_back_at(f, base, region_i64(f, 8));
    base = region_load_pointer(
        y, k, LLVMBuildICmp(f->b, LLVMIntSLT, lo, hi, ""), false);
  }
  LLVMValueRef first = LLVMBuildMul(f->b, lo, size, "");
  LLVMValueRef bytes = LLVMBuildSub(f->b, hi, lo, "");
  bring_back_at(f, LLVMBuildGEP2(f->b, f->i8, base, &first, 1, ""),
                LLVMBuildMul(f->b, bytes, size, ""));
}

// Looks which elements the footprint reads, and brings results back that are
// among them. Where sizes do not fit a look may be wrong; the footprint says so
// then, and the runtime brings back all.
static void
build_looks(const region_body *y) {
  const region_fn *f = y->f;
  for (int l = f->code->n_looks - 1; l >= 0; l--) {
    region_ask(y, f->looks[l], y->extents);
    for (int k = 0, n = 0; k < f->rec->n_captures; k++) {
      if (plugin_bytes_read(f->rec, f->code->looks[l].of, k) < 0)
        bring_back_range(y, k, n);
      n += region_is_array(f, k);
    }
  }
}

// Brings results back that are read before the region starts.
static void
bring_back(const region_body *y) {
  const region_fn *f = y->f;
  bool some = false;
  for (int k = 0; k < f->rec->n_captures; k++)
    some |= plugin_bytes_read(f->rec, f->rec->footprint, k) < 0;
  if (f->find_rows || (some && f->code->n_looks == 0)) {
    bring_back_all(f);
    return;
  }
  for (int k = 0; k < f->rec->n_captures; k++) {
    int bytes = plugin_bytes_read(f->rec, f->rec->footprint, k);
    if (bytes == 0 && f->rec->captures[k].kind == REC_INDIRECT)
      bytes = 8;
    if (bytes > 0)
      bring_back_at(f, region_param(f, k), region_i64(f, bytes));
  }
  if (!some)
    return;
  LLVMBasicBlockRef look = region_block(f, "look"), on = region_block(f, "on");
  LLVMValueRef away = region_call(f, "loft_results_away", f->i32, NULL, 0);
  LLVMBuildCondBr(f->b,
                  LLVMBuildICmp(f->b, LLVMIntNE, away, region_i32(f, 0), ""),
                  look, on);
  LLVMPositionBuilderAtEnd(f->b, look);
  build_looks(y);
  LLVMBuildBr(f->b, on);
  LLVMPositionBuilderAtEnd(f->b, on);
}

// -- The entry ---------------------------------------------------------------

// loft_busy.
static LLVMValueRef
load_busy(const region_fn *f) {
  static const char name[] = "loft_busy";
  LLVMValueRef busy = LLVMGetNamedGlobal(f->module, name);
  if (!busy)
    busy = LLVMAddGlobal(f->module, f->i32, name);
  LLVMValueRef v = LLVMBuildLoad2(f->b, f->i32, busy, "busy");
  LLVMSetOrdering(v, LLVMAtomicOrderingMonotonic);
  return v;
}

// Whether the original has little work, as rt_call_small() of the runtime says.
static LLVMValueRef
build_is_small(const region_body *y) {
  const region_fn *f = y->f;
  LLVMValueRef own = region_load_head(y, 4);
  LLVMValueRef has =
      LLVMBuildFCmp(f->b, LLVMRealOGT, own, LLVMConstNull(f->f64), "");
  LLVMValueRef work =
      LLVMBuildSelect(f->b, has, own, region_load_head(y, 1), "");
  LLVMValueRef much = LLVMConstReal(f->f64, LOFT_SMALL_WORK);
  return LLVMBuildFCmp(f->b, LLVMRealULT, work, much, "");
}

// Returns from the function where there is so little work that nobody wants to
// know more of the call.
static void
build_small(const region_body *y) {
  const region_fn *f = y->f;
  LLVMBasicBlockRef small = region_block(f, "small"),
                    large = region_block(f, "large");
  LLVMValueRef passed =
      LLVMBuildICmp(f->b, LLVMIntEQ, load_busy(f), region_i32(f, 0), "");
  passed = LLVMBuildAnd(f->b, passed, build_is_small(y), "");
  passed = LLVMBuildAnd(f->b, passed, region_load_ok(y), "");
  LLVMBuildCondBr(f->b, passed, small, large);
  LLVMPositionBuilderAtEnd(f->b, small);
  LLVMValueRef desc = f->desc;
  region_call(f, "loft_region_small", LLVMVoidTypeInContext(f->llvm), &desc, 1);
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
  bring_back(&y);
  if (f->large) {
    region_ask_first(&y);
    build_small(&y);
    LLVMBuildRet(f->b, call_large(&y));
    f->function = f->large;
    region_begin_body(&y, f);
    take_told(&y);
  }
  region_build_rest(&y);
  f->function = entry;
}
