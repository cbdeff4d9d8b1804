// plugin/region_slots.c: the 8-byte slots that parameters and results of
// functions of a region are in, what footprints tell, and rows behind pointers
// as the runtime has them.
#include "plugin/region_body.h"

LLVMValueRef
region_slot(const region_body *y, LLVMValueRef block, int k) {
  LLVMValueRef index = region_i64(y->f, k);
  return LLVMBuildInBoundsGEP2(y->f->b, y->f->i64, block, &index, 1, "");
}

LLVMValueRef
region_new_slots(const region_body *y, int n, const char *name) {
  LLVMTypeRef t = LLVMArrayType2(y->f->i64, (uint64_t)(n ? n : 1));
  return LLVMBuildAlloca(y->f->b, t, name);
}

int
region_param_slot(const region_fn *f, int k) {
  return ir_slots_of(&f->rec->func->body->params, k);
}

int
region_result_slot(const region_fn *f, int k) {
  return ir_slots_of(&f->rec->func->body->last->ins, k);
}

LLVMValueRef
region_load_slot(const region_body *y, LLVMValueRef block, int k) {
  return LLVMBuildLoad2(y->f->b, y->f->i64, region_slot(y, block, k), "");
}

// Stores scalar "v" to slot "k" of "block", zero-extended to all of the slots
// that it takes.
static void
store_scalar(const region_body *y, LLVMValueRef block, int k, LLVMValueRef v) {
  const region_fn *f = y->f;
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (kind == LLVMX86_FP80TypeKind)
    LLVMBuildStore(f->b, region_i64(f, 0), region_slot(y, block, k + 1));
  if (kind == LLVMFloatTypeKind)
    v = LLVMBuildBitCast(f->b, v, f->i32, "");
  bool extends = kind == LLVMFloatTypeKind || kind == LLVMIntegerTypeKind;
  if (extends && LLVMTypeOf(v) != f->i64)
    v = LLVMBuildZExt(f->b, v, f->i64, "");
  LLVMSetAlignment(LLVMBuildStore(f->b, v, region_slot(y, block, k)), 8);
}

LLVMValueRef
region_call(const region_fn *f, const char *name, LLVMTypeRef result,
            LLVMValueRef *args, unsigned n) {
  LLVMTypeRef types[8];
  for (unsigned k = 0; k < n; k++)
    types[k] = LLVMTypeOf(args[k]);
  LLVMTypeRef type = LLVMFunctionType(result, types, n, 0);
  LLVMValueRef callee = LLVMGetNamedFunction(f->module, name);
  if (!callee)
    callee = LLVMAddFunction(f->module, name, type);
  return LLVMBuildCall2(f->b, type, callee, args, n, "");
}

int
region_rows_before(const region_fn *f, int k) {
  int n = 0;
  for (int i = 0; i < k; i++)
    n += plugin_is_rows(f->rec, i);
  return n;
}

LLVMValueRef
region_rows_member(const region_body *y, int n, int member, int i) {
  const region_fn *f = y->f;
  LLVMValueRef path[] = {region_i64(f, n), region_i32(f, member),
                         region_i64(f, i)};
  bool is_list =
      member == ROWS_LO || member == ROWS_HI || member == ROWS_STRIDE;
  return LLVMBuildInBoundsGEP2(f->b, y->rows_type, y->rows, path,
                               is_list ? 3 : 2, "");
}

int
region_first_behind(const region_fn *f, const rec_table *t) {
  int k = 0;
  while (!plugin_is_rows(f->rec, k) || f->rec->captures[k].table != t)
    k++;
  return region_rows_before(f, k);
}

// The stride that parameter "k" is, of rows that were found; NULL: it is none.
static LLVMValueRef
load_stride(const region_body *y, int k) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  if (!c->table || plugin_is_rows(f->rec, k))
    return NULL;
  LLVMValueRef at = region_rows_member(y, region_first_behind(f, c->table),
                                       ROWS_STRIDE, c->level);
  return LLVMBuildLoad2(f->b, f->i64, at, "");
}

void
region_store_params(const region_body *y, LLVMValueRef slots) {
  const region_fn *f = y->f;
  for (int k = 0; k < f->rec->n_captures; k++) {
    LLVMValueRef v = y->strided ? load_stride(y, k) : NULL;
    if (!v)
      v = region_is_array(f, k)
              ? LLVMBuildPtrToInt(f->b, region_param(f, k), f->i64, "")
              : LLVMBuildFreeze(f->b, region_param(f, k), "");
    store_scalar(y, slots, region_param_slot(f, k), v);
  }
}

void
region_ask(const region_body *y, LLVMValueRef footprint, LLVMValueRef block) {
  const region_fn *f = y->f;
  region_store_params(y, y->asked);
  LLVMBuildStore(
      f->b, LLVMBuildPtrToInt(f->b, block, f->i64, ""),
      region_slot(y, y->asked, region_param_slot(f, f->rec->n_captures)));
  LLVMValueRef args[] = {y->asked, region_i64(f, 0), region_i64(f, 1)};
  LLVMTypeRef type = LLVMGlobalGetValueType(footprint);
  LLVMBuildCall2(f->b, type, footprint, args, 3, "");
}

void
region_ask_first(const region_body *y) {
  const region_fn *f = y->f;
  region_ask(y, f->estimate ? f->estimate : f->footprint, y->extents);
}

LLVMValueRef
region_load_head(const region_body *y, int k) {
  return LLVMBuildLoad2(y->f->b, y->f->f64, region_slot(y, y->extents, k), "");
}

LLVMValueRef
region_load_ok(const region_body *y) {
  return LLVMBuildICmp(y->f->b, LLVMIntNE, region_load_slot(y, y->extents, 0),
                       region_i64(y->f, 0), "ok");
}

LLVMValueRef
region_load_extent(const region_body *y, int n, int end) {
  int n_told = region_n_extents(y->f);
  return region_load_slot(y, y->extents,
                          n_told - 2 * y->f->n_arrays + 2 * n + end);
}
