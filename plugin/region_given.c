// plugin/region_given.c: arrays that the runtime gives a region: numbers of
// rand and drand48, and room for messages.
#include "plugin/region_body.h"

const rec_result *
region_find_count(const rec_region *r, rec_result_kind kind) {
  for (int k = 0; k < r->n_results; k++)
    if (r->results[k].kind == kind)
      return &r->results[k];
  return NULL;
}

LLVMValueRef
region_load_count(const region_body *y, rec_result_kind kind) {
  const rec_result *r = region_find_count(y->f->rec, kind);
  return region_load_slot(y, y->results, region_result_slot(y->f, r->value));
}

// Whether the numbers that the region takes are those of drand48.
static bool
draws_48(const rec_region *r) {
  bool any = false;
  for (int k = 0; k < r->n_captures; k++)
    any |= r->captures[k].kind == REC_NUMBERS && r->captures[k].elem == IR_I64;
  return any;
}

void
region_build_drawn(const region_body *y, LLVMValueRef taken) {
  const region_fn *f = y->f;
  LLVMValueRef args[] = {y->numbers, taken};
  region_call(f, draws_48(f->rec) ? "loft_drawn_48" : "loft_drawn",
              LLVMVoidTypeInContext(f->llvm), args, 2);
}

void
region_end_messages(const region_body *y) {
  LLVMValueRef messages = y->messages;
  region_call(y->f, "loft_messages_end", LLVMVoidTypeInContext(y->f->llvm),
              &messages, 1);
}

void
region_give_back(const region_body *y) {
  if (y->numbers)
    region_build_drawn(y, region_i64(y->f, 0));
  if (y->messages)
    region_end_messages(y);
}

LLVMValueRef
region_build_given(const region_body *y, rec_capture_kind kind) {
  const region_fn *f = y->f;
  const char *name = kind == REC_MESSAGES ? "loft_messages"
                     : draws_48(f->rec)   ? "loft_draw_48"
                                          : "loft_draw";
  LLVMValueRef n = region_i64(f, 0);
  for (int k = 0, array = 0; k < f->rec->n_captures; k++) {
    if (f->rec->captures[k].kind == kind)
      n = region_load_extent(y, array, 1);
    array += region_is_array(f, k);
  }
  n = LLVMBuildSelect(f->b, region_load_ok(y), n, region_i64(f, 0), "");
  LLVMValueRef args[] = {f->desc, n};
  LLVMValueRef given = region_call(f, name, f->ptr, args, 2);
  LLVMBasicBlockRef unknown = region_block(f, "unknown"),
                    known = region_block(f, "given");
  LLVMBuildCondBr(f->b, LLVMBuildIsNull(f->b, given, ""), unknown, known);
  LLVMPositionBuilderAtEnd(f->b, unknown);
  region_give_back(y);
  LLVMBuildRet(f->b, region_i32(f, 0));
  LLVMPositionBuilderAtEnd(f->b, known);
  return given;
}
