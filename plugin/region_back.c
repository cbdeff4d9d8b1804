// plugin/region_back.c: brings results back from a device that a footprint
// reads.
#include "plugin/region_body.h"

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

// Looks, from look "last" to look "first", which elements the one before it
// reads, or the footprint, and brings results back that are among them. Where
// sizes do not fit a look may be wrong; the footprint says so then, and the
// runtime brings back all.
static void
build_looks(const region_body *y, int first, int last) {
  const region_fn *f = y->f;
  for (int l = last; l >= first; l--) {
    region_ask(y, f->looks[l], y->extents);
    for (int k = 0, n = 0; k < f->rec->n_captures; k++) {
      if (plugin_bytes_read(f->rec, f->code->looks[l].of, k) < 0)
        bring_back_range(y, k, n);
      n += region_is_array(f, k);
    }
  }
}

// Does so from "first" to "last" where results are elsewhere.
static void
build_looks_if_away(const region_body *y, int first, int last) {
  const region_fn *f = y->f;
  if (first > last)
    return;
  LLVMBasicBlockRef look = region_block(f, "look"), on = region_block(f, "on");
  LLVMValueRef away = region_call(f, "loft_results_away", f->i32, NULL, 0);
  LLVMBuildCondBr(f->b,
                  LLVMBuildICmp(f->b, LLVMIntNE, away, region_i32(f, 0), ""),
                  look, on);
  LLVMPositionBuilderAtEnd(f->b, look);
  build_looks(y, first, last);
  LLVMBuildBr(f->b, on);
  LLVMPositionBuilderAtEnd(f->b, on);
}

void
region_bring_back_read(const region_body *y) {
  build_looks_if_away(y, 0, 0);
}

void
region_bring_back(const region_body *y) {
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
  if (some)
    build_looks_if_away(y, f->inspect_gpu ? 1 : 0, f->code->n_looks - 1);
}
