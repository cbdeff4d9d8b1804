// plugin/region_body.c: the body of __loft_region_K behind what
// region_entry.c puts first.
//
//   where rows are behind pointers: their ranges; loft_region_rows; strides;
//         the estimate, or else the footprint
//   slots of the parameters; the call
//   where there is an estimate, or there are rows, which are only estimated, or
//         rand is called:
//         binds from it, or the footprint; loft_region_consider
//         false: return 0
//         loft_region_measure, strides, where there are rows
//         the footprint, if these are not from it
//   where rand is called: loft_draw, as many numbers as the footprint says
//         NULL: return 0
//   where texts are written behind it: loft_messages; NULL: return 0
//   binds from both
//   try:  run = loft_region_start(&desc, &call, avoid, &where)
//         NULL: return 0
//         host function of "where"; loft_region_leave
//         failed on Vulkan: try again with avoid = 1; on the CPU: return 0
//   loft_drawn, how many were taken, as before every return 0 since loft_draw
//   store the results, write the texts, loft_messages_end, return 1
//
// An indirect capture is the address of a pointer, which is loaded only when
// the footprint says that something behind it is touched.
#include "plugin/region_body.h"

// -- Small things ------------------------------------------------------------

// The address of 8-byte slot "k" of "block".
LLVMValueRef
region_slot(const region_body *y, LLVMValueRef block, int k) {
  LLVMValueRef index = region_i64(y->f, k);
  return LLVMBuildInBoundsGEP2(y->f->b, y->f->i64, block, &index, 1, "");
}

// A block of "n" 8-byte slots in the frame.
static LLVMValueRef
new_slots(const region_body *y, int n, const char *name) {
  LLVMTypeRef t = LLVMArrayType2(y->f->i64, (uint64_t)(n ? n : 1));
  return LLVMBuildAlloca(y->f->b, t, name);
}

// The first slot of parameter "k", or the number of slots of the "k" first.
static int
param_slot(const region_fn *f, int k) {
  return ir_slots_of(&f->rec->func->body->params, k);
}

// The same of results.
static int
result_slot(const region_fn *f, int k) {
  return ir_slots_of(&f->rec->func->body->last->ins, k);
}

// The 64 bits of slot "k".
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

// Calls runtime function "name", declared when first used.
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

// -- Slots and footprint -----------------------------------------------------

// Members of loft_rows.
enum {
  TABLE,
  BASE,
  LO,
  HI,
  STRIDE,
  BIND,
  N_LEVELS,
  ELEM_SIZE,
  FLAGS,
  STEP,
  LEAST,
  STRUCTURE,
  UNIT,
  FIRST,
  LIST
};

// Whether parameter "k" is an array of rows behind pointers.
static bool
is_rows(const region_fn *f, int k) {
  return plugin_is_rows(f->rec, k);
}

// How many such arrays are before parameter "k".
static int
rows_before(const region_fn *f, int k) {
  int n = 0;
  for (int i = 0; i < k; i++)
    n += is_rows(f, i);
  return n;
}

// Member "member" of the "n"-th loft_rows, element "i" of it.
static LLVMValueRef
rows_member(const region_body *y, int n, int member, int i) {
  const region_fn *f = y->f;
  LLVMValueRef path[] = {region_i64(f, n), region_i32(f, member),
                         region_i64(f, i)};
  bool is_list = member == LO || member == HI || member == STRIDE;
  return LLVMBuildInBoundsGEP2(f->b, y->rows_type, y->rows, path,
                               is_list ? 3 : 2, "");
}

// How many such arrays are before the first that "t" leads to.
static int
first_behind(const region_fn *f, const rec_table *t) {
  int k = 0;
  while (!is_rows(f, k) || f->rec->captures[k].table != t)
    k++;
  return rows_before(f, k);
}

// The stride that parameter "k" is, of rows that were found; NULL: it is none.
static LLVMValueRef
load_stride(const region_body *y, int k) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  if (!c->table || is_rows(f, k))
    return NULL;
  LLVMValueRef at = rows_member(y, first_behind(f, c->table), STRIDE, c->level);
  return LLVMBuildLoad2(f->b, f->i64, at, "");
}

// How many tables of rows the code for CPUs has as further parameters.
static int
n_tables(const region_fn *f) {
  return f->code->ir[PLUGIN_CPU]->body->params.n - f->rec->n_captures;
}

// Whether the code for CPUs has a table of rows instead of parameter "k", a
// stride.
static bool
is_followed_stride(const region_fn *f, int k) {
  return n_tables(f) > 0 && (f->rec->func->param_mode[k] & IR_ROWS) &&
         !(f->code->ir[PLUGIN_CPU]->param_mode[k] & IR_ROWS);
}

// Whether it follows the pointers of "t".
static bool
is_followed_table(const region_fn *f, const rec_table *t) {
  for (int k = 0; k < f->rec->n_captures; k++)
    if (f->rec->captures[k].table == t && is_followed_stride(f, k))
      return true;
  return false;
}

// Stores the parameters, and the strides of rows that were found, to "slots".
// Those that have no value yet get one: a branch on none would be undefined.
static void
store_params(const region_body *y, LLVMValueRef slots) {
  const region_fn *f = y->f;
  for (int k = 0; k < f->rec->n_captures; k++) {
    LLVMValueRef v = y->strided ? load_stride(y, k) : NULL;
    if (!v)
      v = region_is_array(f, k)
              ? LLVMBuildPtrToInt(f->b, region_param(f, k), f->i64, "")
              : LLVMBuildFreeze(f->b, region_param(f, k), "");
    store_scalar(y, slots, param_slot(f, k), v);
  }
}

// Members of loft_call behind those that the footprint tells.
enum { CALL_N_ROWS = 2 + REC_FOOTPRINT_HEAD };

// Stores member "k" of the call.
static void
set_member(const region_body *y, unsigned k, LLVMValueRef v) {
  LLVMBuildStore(y->f->b, v,
                 LLVMBuildStructGEP2(y->f->b, y->call_type, y->call, k, ""));
}

// Calls footprint function "footprint", which stores its results to "block".
void
region_ask(const region_body *y, LLVMValueRef footprint, LLVMValueRef block) {
  const region_fn *f = y->f;
  store_params(y, y->asked);
  LLVMBuildStore(f->b, LLVMBuildPtrToInt(f->b, block, f->i64, ""),
                 region_slot(y, y->asked, param_slot(f, f->rec->n_captures)));
  LLVMValueRef args[] = {y->asked, region_i64(f, 0), region_i64(f, 1)};
  LLVMTypeRef type = LLVMGlobalGetValueType(footprint);
  LLVMBuildCall2(f->b, type, footprint, args, 3, "");
}

void
region_ask_first(const region_body *y) {
  const region_fn *f = y->f;
  region_ask(y, f->estimate ? f->estimate : f->footprint, y->extents);
}

// Computes the footprint with several threads; with one where the runtime does
// not want that, or it fails.
static void
build_inspection(const region_body *y) {
  const region_fn *f = y->f;
  LLVMBasicBlockRef several = region_block(f, "several"),
                    one = region_block(f, "one"),
                    done = region_block(f, "inspected");
  LLVMValueRef args[] = {f->inspector, y->call};
  LLVMValueRef run = region_call(f, "loft_region_inspect", f->ptr, args, 2);
  LLVMBuildCondBr(f->b, LLVMBuildIsNull(f->b, run, ""), one, several);
  LLVMPositionBuilderAtEnd(f->b, several);
  LLVMValueRef with[] = {run, y->slots, y->extents};
  LLVMValueRef failed = LLVMBuildCall2(f->b, LLVMGlobalGetValueType(f->inspect),
                                       f->inspect, with, 3, "");
  LLVMValueRef how[] = {run, failed};
  LLVMValueRef left = region_call(f, "loft_region_inspected", f->i32, how, 2);
  LLVMBuildCondBr(
      f->b, LLVMBuildICmp(f->b, LLVMIntEQ, left, region_i32(f, LOFT_OK), ""),
      done, one);
  LLVMPositionBuilderAtEnd(f->b, one);
  region_ask(y, f->footprint, y->extents);
  LLVMBuildBr(f->b, done);
  LLVMPositionBuilderAtEnd(f->b, done);
}

// Member "k" of the call that the footprint tells.
LLVMValueRef
region_load_head(const region_body *y, int k) {
  return LLVMBuildLoad2(y->f->b, y->f->f64, region_slot(y, y->extents, k), "");
}

// Whether the guard holds, by the footprint or the estimate.
LLVMValueRef
region_load_ok(const region_body *y) {
  return LLVMBuildICmp(y->f->b, LLVMIntNE, region_load_slot(y, y->extents, 0),
                       region_i64(y->f, 0), "ok");
}

// Fills in the members of the call that the footprint or the estimate tells,
// of an earlier call if it is "assumed".
static void
fill_heads(const region_body *y, LLVMValueRef assumed) {
  const region_fn *f = y->f;
  for (int k = 1; k < REC_FOOTPRINT_HEAD; k++)
    set_member(y, 1 + (unsigned)k, region_load_head(y, k));
  LLVMValueRef ok = LLVMBuildZExt(f->b, region_load_ok(y), f->i32, "");
  set_member(
      y, 1 + REC_FOOTPRINT_HEAD,
      LLVMBuildSelect(f->b, assumed, region_i32(f, LOFT_ASSUMED), ok, ""));
}

// Fills in the call, but for its binds.
static void
fill_call(const region_body *y) {
  const region_fn *f = y->f;
  store_params(y, y->slots);
  set_member(y, 0, y->binds);
  set_member(y, 1, y->slots);
  fill_heads(y, LLVMConstNull(LLVMInt1TypeInContext(f->llvm)));
  set_member(y, CALL_N_ROWS, region_i32(f, rows_before(f, f->rec->n_captures)));
  set_member(y, CALL_N_ROWS + 1, y->rows ? y->rows : LLVMConstNull(f->ptr));
}

// -- Rows behind pointers ----------------------------------------------------

// A number for the structures "s", the same for all captures of these; 0 where
// nothing else is captured in such, or there are too many.
static int
number_of(const rec_region *r, const lt_struct *s) {
  enum { MOST = 127 };
  int k = 0;
  while (s && k < r->n_captures && r->captures[k].record != s)
    k++;
  return s && k < r->n_captures && k < MOST ? k + 1 : 0;
}

// Makes place for the loft_rows.
static void
reserve_rows(region_body *y) {
  const region_fn *f = y->f;
  LLVMTypeRef ends = LLVMArrayType2(f->i64, LOFT_ROWS_LEVELS + 1);
  LLVMTypeRef members[] = {
      f->ptr, f->ptr, ends,   ends,   LLVMArrayType2(f->i64, LOFT_ROWS_LEVELS),
      f->i32, f->i32, f->i32, f->i32, f->i32,
      f->i32, f->i32, f->i32, f->i32, f->ptr};
  int n = rows_before(f, f->rec->n_captures);
  y->rows_type =
      LLVMStructTypeInContext(f->llvm, members, LOFT_COUNT(members), 0);
  y->ranges = new_slots(y, f->rec->rows->body->last->ins.n, "ranges");
  y->rows =
      LLVMBuildAlloca(f->b, LLVMArrayType2(y->rows_type, (uint64_t)n), "rows");
}

// Fills in the loft_rows of parameter "k", whose ranges begin at slot "at" of
// y->ranges; "sure": LOFT_ROWS_SURE or 0.
static void
fill_rows(const region_body *y, int k, int at, LLVMValueRef sure) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  int n = rows_before(f, k), bind = 0;
  for (int l = 0; l <= c->table->n_levels; l++)
    for (int end = 0; end < 2; end++)
      LLVMBuildStore(f->b, region_load_slot(y, y->ranges, at + 2 * l + end),
                     rows_member(y, n, end ? HI : LO, l));
  LLVMValueRef table = region_param(f, k);
  if (c->n_loads) {
    LLVMValueRef some =
        LLVMBuildICmp(f->b, LLVMIntSLT, region_load_slot(y, y->ranges, at),
                      region_load_slot(y, y->ranges, at + 1), "");
    table = region_load_pointer(y, k, some, false, NULL);
  }
  for (int i = 0; i < k; i++)
    bind += region_is_array(f, i);
  LLVMValueRef first = region_i64(f, c->table->first);
  LLVMTypeRef byte = LLVMInt8TypeInContext(f->llvm);
  table = LLVMBuildGEP2(f->b, byte, table, &first, 1, "");
  LLVMBuildStore(f->b, table, rows_member(y, n, TABLE, 0));
  LLVMBuildStore(f->b, region_i32(f, c->table->step),
                 rows_member(y, n, STEP, 0));
  LLVMBuildStore(f->b, region_i32(f, bind), rows_member(y, n, BIND, 0));
  LLVMBuildStore(f->b, region_i32(f, c->table->n_levels),
                 rows_member(y, n, N_LEVELS, 0));
  LLVMBuildStore(f->b, region_i32(f, ir_size(c->elem)),
                 rows_member(y, n, ELEM_SIZE, 0));
  if (is_followed_table(f, c->table))
    sure = LLVMBuildOr(f->b, sure, region_i32(f, LOFT_ROWS_FOLLOWED), "");
  LLVMBuildStore(f->b, sure, rows_member(y, n, FLAGS, 0));
  LLVMBuildStore(f->b, region_i32(f, number_of(f->rec, c->table->record)),
                 rows_member(y, n, STRUCTURE, 0));
  LLVMBuildStore(
      f->b, region_i32(f, c->table->unit ? c->table->unit : ir_size(c->elem)),
      rows_member(y, n, UNIT, 0));
  LLVMBuildStore(f->b, region_i32(f, first_behind(f, c->table)),
                 rows_member(y, n, FIRST, 0));
  LLVMBuildStore(f->b, LLVMConstNull(f->ptr), rows_member(y, n, LIST, 0));
}

// Calls runtime function "name" for the rows.
static void
ask_for_rows(const region_body *y, const char *name) {
  const region_fn *f = y->f;
  LLVMValueRef ok =
      LLVMBuildTrunc(f->b, region_load_slot(y, y->ranges, 0), f->i32, "");
  LLVMValueRef n = region_i32(f, rows_before(f, f->rec->n_captures));
  LLVMValueRef args[] = {y->rows, n, ok};
  region_call(f, name, LLVMVoidTypeInContext(f->llvm), args, 3);
}

// Whether "v" is from "least" to "most", an i1.
static LLVMValueRef
is_between(const region_fn *f, LLVMValueRef v, int64_t least, int64_t most) {
  return LLVMBuildAnd(
      f->b, LLVMBuildICmp(f->b, LLVMIntSGE, v, region_i64(f, least), ""),
      LLVMBuildICmp(f->b, LLVMIntSLE, v, region_i64(f, most), ""), "");
}

// Leaves the rows whose ranges are in slots "at" on to the original loop where
// footprints cannot read them (REC_ROW_SHIFT). Ends that a 0 tells are beyond
// all others.
static void
check_readable(const region_body *y, int n_levels, int at) {
  const region_fn *f = y->f;
  const int64_t rows = INT64_C(1) << (62 - REC_ROW_SHIFT),
                elements = INT64_C(1) << (REC_ROW_SHIFT - 1);
  LLVMBasicBlockRef far = region_block(f, "far"), on = region_block(f, "near");
  LLVMValueRef fits = LLVMConstAllOnes(LLVMInt1TypeInContext(f->llvm));
  for (int k = 0; k < 2 * (n_levels + 1); k++) {
    int64_t most = k < 2 ? rows : elements;
    LLVMValueRef v = region_load_slot(y, y->ranges, at + k);
    LLVMValueRef one = is_between(f, v, -most, most - 1);
    if (k == 2 * n_levels + 1)
      one = LLVMBuildOr(f->b, one,
                        is_between(f, v, INT64_MAX - REC_ROWS_LEAST, INT64_MAX),
                        "");
    fits = LLVMBuildAnd(f->b, fits, one, "");
  }
  LLVMBuildCondBr(f->b, fits, on, far);
  LLVMPositionBuilderAtEnd(f->b, far);
  LLVMBuildRet(f->b, region_i32(f, 0));
  LLVMPositionBuilderAtEnd(f->b, on);
}

// Estimates the rows.
static void
build_rows(region_body *y) {
  const region_fn *f = y->f;
  int n = f->rec->n_captures, at = 2;
  reserve_rows(y);
  region_ask(y, f->find_rows, y->ranges);
  LLVMValueRef sure =
      LLVMBuildTrunc(f->b, region_load_slot(y, y->ranges, 1), f->i32, "");
  for (int k = 0; k < n; k++)
    if (is_rows(f, k)) {
      fill_rows(y, k, at, sure);
      if (plugin_reads_rows(f->rec))
        check_readable(y, f->rec->captures[k].table->n_levels, at);
      at += 2 * (f->rec->captures[k].table->n_levels + 1);
    }
  ask_for_rows(y, "loft_region_rows");
  y->strided = true;
}

// Finds the rows, and with them other strides.
static void
measure_rows(const region_body *y) {
  ask_for_rows(y, "loft_region_measure");
  store_params(y, y->slots);
}

// lo (0) or hi (1) of the "n"-th array: the last results of the footprint.
LLVMValueRef
region_load_extent(const region_body *y, int n, int end) {
  int n_told = region_n_extents(y->f);
  return region_load_slot(y, y->extents,
                          n_told - 2 * y->f->n_arrays + 2 * n + end);
}

// -- Binds -------------------------------------------------------------------

// Which fields of which structures the elements of captured array "k" are.
static int
fields_of(const region_body *y, int k) {
  const rec_capture *c = &y->f->rec->captures[k];
  int structure = number_of(y->f->rec, c->record);
  int scalar = ir_size(c->elem) | (ir_is_float(c->elem) ? 16 : 0) |
               (c->elem == IR_BOOL ? 32 : 0);
  return structure ? structure << LOFT_STRUCT | scalar << LOFT_SCALAR : 0;
}

// How captured array "k" is touched.
static int
mode_of(const region_body *y, int k) {
  const rec_capture *c = &y->f->rec->captures[k];
  return fields_of(y, k) | y->f->rec->func->param_mode[k] |
         (c->is_restrict ? LOFT_RESTRICT : 0) |
         (c->is_const_data ? LOFT_CONST : 0);
}

// Fills in the next bind.
static void
add_bind(region_body *y, LLVMValueRef base, LLVMValueRef lo, LLVMValueRef hi,
         int elem_size, int mode, const char *name) {
  const region_fn *f = y->f;
  LLVMValueRef index = region_i64(f, y->n_bind++);
  LLVMValueRef at =
      LLVMBuildInBoundsGEP2(f->b, y->bind_type, y->binds, &index, 1, "");
  LLVMValueRef members[] = {base,
                            lo,
                            hi,
                            region_i32(f, elem_size),
                            region_i32(f, mode),
                            region_string(f, name)};
  for (unsigned k = 0; k < LOFT_COUNT(members); k++)
    LLVMBuildStore(f->b, members[k],
                   LLVMBuildStructGEP2(f->b, y->bind_type, at, k, ""));
}

// Whether C follows the pointer of parameter "k" to its array where the
// footprint of that has an element.
static bool
is_followed(const region_body *y, int k) {
  int mode = mode_of(y, k);
  return (mode & (LOFT_FULL | LOFT_DENSE)) && !(mode & LOFT_PROBE);
}

// The address that the pointers of parameter "k" lead to, each loaded, or null
// where it cannot be read if they are to be "peeked" at. places[l] gets where
// the one behind the l-th lies.
static LLVMValueRef
follow(const region_body *y, int k, bool peeked,
       LLVMValueRef places[REC_LOADS]) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  LLVMValueRef at = region_param(f, k);
  for (int l = 0; l < c->n_loads; l++) {
    LLVMValueRef then = region_i64(f, c->loads[l].then);
    at = peeked ? region_call(f, "loft_peek_pointer", f->ptr, &at, 1)
                : LLVMBuildLoad2(f->b, f->ptr, at, "");
    if (c->loads[l].then)
      at = LLVMBuildGEP2(f->b, f->i8, at, &then, 1, "");
    places[l] = at;
  }
  return at;
}

LLVMValueRef
region_load_pointer(const region_body *y, int k, LLVMValueRef touched,
                    bool returns, LLVMValueRef places[REC_LOADS]) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  LLVMBasicBlockRef load = region_block(f, "load"),
                    leave = region_block(f, "leave");
  LLVMBasicBlockRef join = region_block(f, "join");
  LLVMValueRef loaded[REC_LOADS], left[REC_LOADS], phi = NULL;
  LLVMBuildCondBr(f->b, touched, load, leave);
  LLVMPositionBuilderAtEnd(f->b, load);
  follow(y, k, !is_followed(y, k), loaded);
  LLVMBuildBr(f->b, join);
  load = LLVMGetInsertBlock(f->b);
  LLVMPositionBuilderAtEnd(f->b, leave);
  for (int l = 0; l < c->n_loads; l++)
    left[l] = LLVMConstNull(f->ptr);
  if (returns)
    follow(y, k, true, left);
  LLVMBuildBr(f->b, join);
  leave = LLVMGetInsertBlock(f->b);
  LLVMPositionBuilderAtEnd(f->b, join);
  for (int l = 0; l < c->n_loads; l++) {
    phi = LLVMBuildPhi(f->b, f->ptr, "");
    LLVMValueRef values[] = {left[l], loaded[l]};
    LLVMBasicBlockRef blocks[] = {leave, load};
    LLVMAddIncoming(phi, values, blocks, 2);
    if (places && l + 1 < c->n_loads)
      places[l + 1] = phi;
  }
  if (places)
    places[0] = region_param(f, k);
  return phi;
}

// Whether a pointer variable is among the results.
static bool
returns_array(const region_fn *f) {
  ir_vals *values = &f->rec->func->body->last->ins;
  for (int k = 0; k < values->n; k++)
    if (values->at[k]->type.array)
      return true;
  return false;
}

// The bind of array parameter "k", the "n"-th array; places[l] gets the address
// of the l-th pointer that leads to it, which need not be one unless the array
// is touched.
static void
bind_array(region_body *y, int k, int n, LLVMValueRef places[REC_LOADS]) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  LLVMValueRef base = region_param(f, k);
  LLVMValueRef lo = region_load_extent(y, n, 0),
               hi = region_load_extent(y, n, 1);
  int mode = mode_of(y, k);
  if (c->n_loads)
    base =
        region_load_pointer(y, k, LLVMBuildICmp(f->b, LLVMIntSLT, lo, hi, ""),
                            !c->table && returns_array(f), places);
  if (c->table)
    base = LLVMBuildLoad2(f->b, f->ptr,
                          rows_member(y, rows_before(f, k), BASE, 0), "");
  if (c->kind == REC_NUMBERS)
    base = y->numbers;
  if (c->kind == REC_MESSAGES)
    base = y->messages;
  add_bind(y, base, lo, hi, ir_size(c->elem), mode, c->name);
}

// The result of "kind", REC_DRAWN or REC_SAID; NULL: there is none.
static const rec_result *
find_count(const rec_region *r, rec_result_kind kind) {
  for (int k = 0; k < r->n_results; k++)
    if (r->results[k].kind == kind)
      return &r->results[k];
  return NULL;
}

// The value of that result, which is there.
static LLVMValueRef
load_count(const region_body *y, rec_result_kind kind) {
  const rec_result *r = find_count(y->f->rec, kind);
  return region_load_slot(y, y->results, result_slot(y->f, r->value));
}

// Tells the runtime that "taken" numbers of rand were taken.
static void
build_drawn(const region_body *y, LLVMValueRef taken) {
  const region_fn *f = y->f;
  LLVMValueRef args[] = {y->numbers, taken};
  region_call(f, "loft_drawn", LLVMVoidTypeInContext(f->llvm), args, 2);
}

// Ends the memory of the messages.
static void
end_messages(const region_body *y) {
  LLVMValueRef messages = y->messages;
  region_call(y->f, "loft_messages_end", LLVMVoidTypeInContext(y->f->llvm),
              &messages, 1);
}

// Gives numbers and messages back, unused: the original makes the calls.
static void
give_back(const region_body *y) {
  if (y->numbers)
    build_drawn(y, region_i64(y->f, 0));
  if (y->messages)
    end_messages(y);
}

// Asks the runtime, by function "name", for the array that is captured as
// "kind", as long as the footprint says; without it the original runs.
static LLVMValueRef
build_given(const region_body *y, rec_capture_kind kind, const char *name) {
  const region_fn *f = y->f;
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
  give_back(y);
  LLVMBuildRet(f->b, region_i32(f, 0));
  LLVMPositionBuilderAtEnd(f->b, known);
  return given;
}

// The binds of the pointers behind capture "k", the "n"-th array, at "places".
// No kernel uses them (LOFT_FULL without LOFT_WRITE: no transfer either way);
// their overlap with written arrays is checked.
static void
bind_pointers(region_body *y, int k, int n, LLVMValueRef *places) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  LLVMValueRef lo = region_load_extent(y, n, 0),
               hi = region_load_extent(y, n, 1);
  LLVMValueRef touched = LLVMBuildZExt(
      f->b, LLVMBuildICmp(f->b, LLVMIntSLT, lo, hi, ""), f->i64, "");
  for (int l = 0; l < c->n_loads; l++)
    add_bind(y, places[l], region_i64(f, 0),
             c->is_moved ? region_i64(f, 1) : touched, 8,
             LOFT_FULL | (c->is_moved ? LOFT_REPLACED : 0),
             arena_printf(f->cx->arena, "&%s", c->loads[l].name));
}

// All binds: arrays in order, then the pointers that lead to them, then guards.
static void
fill_binds(region_body *y) {
  const region_fn *f = y->f;
  int n = 0;
  LLVMValueRef *places = NEW_ARRAY(f->cx->arena, LLVMValueRef,
                                   f->rec->n_captures * (size_t)REC_LOADS);
  for (int k = 0; k < f->rec->n_captures; k++)
    if (region_is_array(f, k))
      bind_array(y, k, n++, places + k * REC_LOADS);
  n = 0;
  for (int k = 0; k < f->rec->n_captures; k++) {
    bind_pointers(y, k, n, places + k * REC_LOADS);
    n += region_is_array(f, k);
  }
  for (int k = 0; k < f->region->n_args; k++)
    if (f->region->args[k].guard)
      add_bind(y, region_param(f, k), region_i64(f, 0), region_i64(f, 1),
               ir_size(f->region->args[k].elem),
               LOFT_FULL | (f->region->args[k].replaced ? LOFT_REPLACED : 0),
               f->region->args[k].name);
}

// The same as far as the estimate tells: where arrays are is not asked.
static void
fill_estimated_binds(region_body *y) {
  const region_fn *f = y->f;
  LLVMValueRef nowhere = LLVMConstNull(f->ptr), none = region_i64(f, 0);
  int n = 0;
  for (int k = 0; k < f->rec->n_captures; k++)
    if (region_is_array(f, k)) {
      add_bind(y, nowhere, region_load_extent(y, n, 0),
               region_load_extent(y, n, 1), ir_size(f->rec->captures[k].elem),
               mode_of(y, k), f->rec->captures[k].name);
      n++;
    }
  while (y->n_bind < f->n_binds)
    add_bind(y, nowhere, none, none, 1, LOFT_FULL, NULL);
  y->n_bind = 0;
}

// -- One run -----------------------------------------------------------------

// Replaces the slots of arrays by the handles of "run".
static void
store_handles(const region_body *y, LLVMValueRef run) {
  const region_fn *f = y->f;
  int n = 0;
  for (int k = 0; k < f->rec->n_captures; k++) {
    if (!region_is_array(f, k))
      continue;
    LLVMValueRef args[] = {run, region_i32(f, n++)};
    LLVMBuildStore(f->b, region_call(f, "loft_run_handle", f->i64, args, 2),
                   region_slot(y, y->slots, param_slot(f, k)));
  }
}

// Stores the tables of rows that code for CPUs has, in order of their strides,
// behind the slots of the parameters.
static void
store_tables(const region_body *y, LLVMValueRef run) {
  const region_fn *f = y->f;
  int at = param_slot(f, f->rec->n_captures);
  for (int k = 0; k < f->rec->n_captures; k++) {
    if (!is_followed_stride(f, k))
      continue;
    int n = first_behind(f, f->rec->captures[k].table);
    LLVMValueRef args[] = {run, region_i32(f, n)};
    LLVMBuildStore(f->b, region_call(f, "loft_run_table", f->i64, args, 2),
                   region_slot(y, y->slots, at++));
  }
}

// Calls host function "host".
static LLVMValueRef
call_host(const region_body *y, LLVMValueRef host, LLVMValueRef run) {
  LLVMValueRef args[] = {run, y->slots, y->results};
  return LLVMBuildCall2(y->f->b, LLVMGlobalGetValueType(host), host, args, 3,
                        "");
}

// The host function for where the run is; its error code.
static LLVMValueRef
run_host(const region_body *y, LLVMValueRef run, LLVMValueRef where) {
  const region_fn *f = y->f;
  LLVMValueRef args[] = {run, y->slots, y->results};
  LLVMBasicBlockRef blocks[3] = {region_block(f, "cpu")};
  LLVMBasicBlockRef join = region_block(f, "ran");
  LLVMValueRef codes[3], s = LLVMBuildSwitch(f->b, where, blocks[0], 2);
  unsigned n = 0;
  LLVMPositionBuilderAtEnd(f->b, blocks[0]);
  store_tables(y, run);
  codes[n++] = call_host(y, f->host_cpu, run);
  LLVMBuildBr(f->b, join);
  for (int at = LOFT_ON_VULKAN; at <= LOFT_IN_CHUNKS; at++) {
    bool whole = at == LOFT_ON_VULKAN;
    if (whole ? !f->host_gpu : !f->chunks)
      continue;
    blocks[n] = region_block(f, whole ? "vulkan" : "chunks");
    LLVMAddCase(s, region_i32(f, at), blocks[n]);
    LLVMPositionBuilderAtEnd(f->b, blocks[n]);
    codes[n++] = whole
                     ? call_host(y, f->host_gpu, run)
                     : region_call(f, "loft_region_in_chunks", f->i32, args, 3);
    LLVMBuildBr(f->b, join);
  }
  LLVMPositionBuilderAtEnd(f->b, join);
  LLVMValueRef phi = LLVMBuildPhi(f->b, f->i32, "failed");
  LLVMAddIncoming(phi, codes, blocks, n);
  return phi;
}

// Turns results that are arrays from handles into addresses, while the run
// still knows them.
static void
take_pointers(const region_body *y, LLVMValueRef run, LLVMValueRef failed) {
  const region_fn *f = y->f;
  LLVMBasicBlockRef good = region_block(f, "good"),
                    join = region_block(f, "leave");
  LLVMBuildCondBr(f->b,
                  LLVMBuildICmp(f->b, LLVMIntEQ, failed, region_i32(f, 0), ""),
                  good, join);
  LLVMPositionBuilderAtEnd(f->b, good);
  ir_vals *values = &f->rec->func->body->last->ins;
  for (int k = 0; k < values->n; k++) {
    if (!values->at[k]->type.array)
      continue;
    int slot = result_slot(f, k);
    LLVMValueRef args[] = {run, region_load_slot(y, y->results, slot)};
    LLVMValueRef p = region_call(f, "loft_run_pointer", f->ptr, args, 2);
    LLVMBuildStore(f->b, LLVMBuildPtrToInt(f->b, p, f->i64, ""),
                   region_slot(y, y->results, slot));
  }
  LLVMBuildBr(f->b, join);
  LLVMPositionBuilderAtEnd(f->b, join);
}

// The result of host(), "failed", or LOFT_TRAPPED where a result of the region
// is that the loop gets to a call which only the original makes.
static LLVMValueRef
or_trapped(const region_body *y, LLVMValueRef failed) {
  const region_fn *f = y->f;
  for (int k = 0; k < f->rec->n_results; k++) {
    const rec_result *r = &f->rec->results[k];
    if (r->kind != REC_TRAPPED)
      continue;
    LLVMValueRef bits =
        region_load_slot(y, y->results, result_slot(f, r->value));
    LLVMValueRef trapped = LLVMBuildAnd(
        f->b, LLVMBuildICmp(f->b, LLVMIntEQ, failed, region_i32(f, 0), ""),
        LLVMBuildTrunc(f->b, bits, LLVMInt1TypeInContext(f->llvm), ""), "");
    return LLVMBuildSelect(f->b, trapped, region_i32(f, LOFT_TRAPPED), failed,
                           "");
  }
  return failed;
}

// Stores the result in slots "slot" on, an f80, to "at".
static void
store_f80(const region_body *y, int slot, LLVMValueRef at) {
  LLVMTypeRef t = LLVMX86FP80TypeInContext(y->f->llvm);
  LLVMValueRef v =
      LLVMBuildLoad2(y->f->b, t, region_slot(y, y->results, slot), "");
  LLVMSetAlignment(v, 8);
  LLVMBuildStore(y->f->b, v, at);
}

// Stores result "arg" through its argument; null for a pointer in memory that
// is where it was.
static void
store_result(const region_body *y, const plugin_arg *arg, int k) {
  const region_fn *f = y->f;
  const rec_result *r = &f->rec->results[arg->result];
  ir_type type = f->rec->func->body->last->ins.at[r->value]->type;
  int slot = result_slot(f, r->value), size = ir_size(type.elem);
  if (ir_slots(type) > 1) {
    store_f80(y, slot, region_param(f, k));
    return;
  }
  LLVMValueRef bits = region_load_slot(y, y->results, slot);
  if (type.array && r->offset >= 0) {
    LLVMValueRef offset =
        region_load_slot(y, y->results, result_slot(f, r->offset));
    LLVMValueRef none = region_i64(f, 0);
    LLVMValueRef stay = LLVMBuildICmp(
        f->b, LLVMIntEQ, offset,
        r->kind == REC_KEPT ? region_i64(f, INT64_MIN) : none, "");
    offset = LLVMBuildMul(f->b, offset, region_i64(f, size), "");
    bits = LLVMBuildAdd(f->b, bits, offset, "");
    if (r->kind == REC_MOVED || r->kind == REC_KEPT)
      bits = LLVMBuildSelect(f->b, stay, none, bits, "");
  }
  if (type.array)
    bits = LLVMBuildIntToPtr(f->b, bits, f->ptr, "");
  else if (size < 8)
    bits = LLVMBuildTrunc(
        f->b, bits, LLVMIntTypeInContext(f->llvm, 8 * (unsigned)size), "");
  LLVMBuildStore(f->b, bits, region_param(f, k));
}

// Enters the region; leaves the builder where there is a run.
static LLVMValueRef
enter(const region_body *y, LLVMValueRef avoid, LLVMBasicBlockRef none) {
  const region_fn *f = y->f;
  LLVMValueRef args[] = {f->desc, y->call, avoid, y->where};
  LLVMValueRef run = region_call(f, "loft_region_start", f->ptr, args, 4);
  LLVMBasicBlockRef go = region_block(f, "go");
  LLVMBuildCondBr(f->b, LLVMBuildIsNull(f->b, run, ""), none, go);
  LLVMPositionBuilderAtEnd(f->b, go);
  return run;
}

// Lets inner regions run where the runtime asks for that.
static void
build_inner(const region_body *y) {
  const region_fn *f = y->f;
  LLVMBasicBlockRef inner = region_block(f, "inner"),
                    out = region_block(f, "out");
  LLVMValueRef where = LLVMBuildLoad2(f->b, f->i32, y->where, "");
  LLVMBuildCondBr(
      f->b,
      LLVMBuildICmp(f->b, LLVMIntEQ, where, region_i32(f, LOFT_BY_INNER), ""),
      inner, out);
  LLVMPositionBuilderAtEnd(f->b, inner);
  region_store_inner(f, true);
  LLVMBuildBr(f->b, out);
  LLVMPositionBuilderAtEnd(f->b, out);
}

// From the first try to the return.
static void
build_tries(region_body *y) {
  const region_fn *f = y->f;
  LLVMTypeRef i1 = LLVMInt1TypeInContext(f->llvm);
  LLVMBasicBlockRef again = region_block(f, "try"),
                    none = region_block(f, "none");
  LLVMBasicBlockRef bad = region_block(f, "bad"),
                    done = region_block(f, "done");
  LLVMBuildStore(f->b, region_i32(f, LOFT_ON_ORIGINAL), y->where);
  LLVMBuildBr(f->b, again);
  LLVMPositionBuilderAtEnd(f->b, again);
  // where the last try ran: LLVM would peel a loop that it sees to count
  LLVMValueRef last = LLVMBuildLoad2(f->b, f->i32, y->where, "last");
  LLVMValueRef tried = LLVMBuildICmp(f->b, LLVMIntNE, last,
                                     region_i32(f, LOFT_ON_ORIGINAL), "tried");
  LLVMValueRef run =
      enter(y, LLVMBuildZExt(f->b, tried, f->i32, "avoid"), none);
  LLVMValueRef where = LLVMBuildLoad2(f->b, f->i32, y->where, "where");
  LLVMValueRef not_cpu =
      LLVMBuildICmp(f->b, LLVMIntNE, where, region_i32(f, LOFT_ON_CPU), "");
  store_handles(y, run);
  LLVMValueRef failed = run_host(y, run, where);
  if (returns_array(f))
    take_pointers(y, run, failed);
  LLVMValueRef args[] = {run, or_trapped(y, failed)};
  LLVMValueRef left = region_call(f, "loft_region_leave", f->i32, args, 2);
  LLVMValueRef good =
      LLVMBuildICmp(f->b, LLVMIntEQ, left, region_i32(f, LOFT_OK), "");
  LLVMBuildCondBr(f->b, good, done, bad);
  LLVMPositionBuilderAtEnd(f->b, bad);
  if (f->row_ends) // the next try calls it
    store_params(y, y->slots);
  LLVMValueRef retry =
      LLVMBuildSelect(f->b, tried, LLVMConstNull(i1), not_cpu, "retry");
  LLVMBuildCondBr(f->b, retry, again, none);
  LLVMPositionBuilderAtEnd(f->b, none);
  give_back(y);
  if (f->region->inner.n > 0)
    build_inner(y);
  LLVMBuildRet(f->b, region_i32(f, 0));
  LLVMPositionBuilderAtEnd(f->b, done);
  if (y->numbers)
    build_drawn(y, load_count(y, REC_DRAWN));
  for (int k = 0; k < f->region->n_args; k++)
    if (f->region->args[k].result >= 0)
      store_result(y, &f->region->args[k], k);
  if (y->messages) {
    region_build_says(f, y->messages, load_count(y, REC_SAID));
    end_messages(y);
  }
  LLVMBuildRet(f->b, region_i32(f, 1));
}

// Computes the footprint. False: it is not that of an earlier call.
static LLVMValueRef
build_look(const region_body *y) {
  const region_fn *f = y->f;
  if (f->inspect)
    build_inspection(y);
  else
    region_ask(y, f->footprint, y->extents);
  return LLVMConstNull(LLVMInt1TypeInContext(f->llvm));
}

// Takes the footprint of an earlier call, if the runtime has one, or else
// computes it. Whether it is assumed.
static LLVMValueRef
build_recall(const region_body *y) {
  const region_fn *f = y->f;
  LLVMBasicBlockRef look = region_block(f, "look"),
                    done = region_block(f, "known");
  LLVMValueRef args[] = {f->desc, y->call, y->extents,
                         region_i32(f, region_n_extents(f))};
  LLVMValueRef code = region_call(f, "loft_region_recall", f->i32, args, 4);
  LLVMValueRef recalled =
      LLVMBuildICmp(f->b, LLVMIntNE, code, region_i32(f, 0), "recalled");
  LLVMBuildCondBr(f->b, recalled, done, look);
  LLVMPositionBuilderAtEnd(f->b, look);
  build_look(y);
  region_call(f, "loft_region_remember", LLVMVoidTypeInContext(f->llvm), args,
              4);
  LLVMBuildBr(f->b, done);
  LLVMPositionBuilderAtEnd(f->b, done);
  return recalled;
}

// Returns from the function where the original is to run by the estimate, or by
// the footprint of rows not found yet; else computes the footprint.
static void
build_consideration(region_body *y) {
  const region_fn *f = y->f;
  fill_estimated_binds(y);
  LLVMValueRef args[] = {f->desc, y->call};
  LLVMValueRef lift = region_call(f, "loft_region_consider", f->i32, args, 2);
  LLVMBasicBlockRef original = region_block(f, "original"),
                    on = region_block(f, "consider");
  LLVMBuildCondBr(f->b,
                  LLVMBuildICmp(f->b, LLVMIntEQ, lift, region_i32(f, 0), ""),
                  original, on);
  LLVMPositionBuilderAtEnd(f->b, original);
  LLVMBuildRet(f->b, region_i32(f, 0));
  LLVMPositionBuilderAtEnd(f->b, on);
  if (f->rec->rows)
    measure_rows(y);
  if (f->estimate || f->rec->rows)
    fill_heads(y, f->code->assumes ? build_recall(y) : build_look(y));
}

void
region_begin_body(region_body *y, region_fn *f) {
  LLVMTypeRef members[] = {f->ptr, f->i64, f->i64, f->i32, f->i32, f->ptr};
  LLVMTypeRef parts[] = {f->ptr, f->ptr, f->f64, f->f64, f->f64,
                         f->f64, f->i32, f->i32, f->ptr};
  *y = (region_body){.f = f};
  y->bind_type = LLVMStructTypeInContext(f->llvm, members, 6, 0);
  y->call_type = LLVMStructTypeInContext(f->llvm, parts, LOFT_COUNT(parts), 0);
  LLVMPositionBuilderAtEnd(f->b, region_block(f, "entry"));
  y->asked = new_slots(y, param_slot(f, f->rec->n_captures) + 1, "asked");
  y->extents = new_slots(y, region_n_extents(f), "footprint");
}

void
region_build_rest(region_body *y) {
  region_fn *f = y->f;
  y->slots =
      new_slots(y, param_slot(f, f->rec->n_captures) + n_tables(f), "args");
  y->results =
      new_slots(y, result_slot(f, f->rec->func->body->last->ins.n), "results");
  y->where = LLVMBuildAlloca(f->b, f->i32, "where");
  y->binds = LLVMBuildAlloca(
      f->b, LLVMArrayType2(y->bind_type, (uint64_t)(f->n_binds + 1)), "binds");
  y->call = LLVMBuildAlloca(f->b, y->call_type, "call");
  if (f->find_rows) {
    build_rows(y);
    region_ask_first(y);
  }
  fill_call(y);
  bool draws = find_count(f->rec, REC_DRAWN) != NULL;
  if (f->estimate || f->rec->rows || draws)
    build_consideration(y);
  if (draws)
    y->numbers = build_given(y, REC_NUMBERS, "loft_draw");
  if (find_count(f->rec, REC_SAID))
    y->messages = build_given(y, REC_MESSAGES, "loft_messages");
  fill_binds(y);
  build_tries(y);
}
