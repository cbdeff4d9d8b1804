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

// -- Bringing results back ----------------------------------------------------

// Brings all results back.
static void
bring_back_all(const region_fn *f) {
  plugin_call_if_away(f->b, f->module, "loft_results_back", NULL, 0);
}

// Brings results back that are in so many bytes at "at".
static void
bring_back_at(const region_fn *f, LLVMValueRef at, LLVMValueRef bytes) {
  LLVMValueRef args[] = {at, bytes};
  plugin_call_if_away(f->b, f->module, "loft_results_back_at", args, 2);
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
  const rec_capture *c = &f->rec->captures[k];
  if (c->n_loads == 1) {
    bring_back_at(f, base, region_i64(f, 8));
    base = region_load_pointer(
        y, k, LLVMBuildICmp(f->b, LLVMIntSLT, lo, hi, ""), false, NULL);
  } else if (c->n_loads > 1) {
    bring_back_all(f);
    return;
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
    if (bytes == 0 && f->rec->captures[k].n_loads > 0)
      bytes = 8;
    if (f->rec->captures[k].n_loads > 1)
      bring_back_all(f);
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
  bring_back(&y);
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
