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

_Static_assert(KN_AHEAD == LOFT_AHEAD, "iterations that go ahead");

// -- Rows behind pointers ----------------------------------------------------

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

// Makes place for the loft_rows.
static void
reserve_rows(region_body *y) {
  const region_fn *f = y->f;
  LLVMTypeRef ends = LLVMArrayType2(f->i64, LOFT_ROWS_LEVELS + 1);
  LLVMTypeRef members[] = {
      f->ptr, f->ptr, ends,   ends,   LLVMArrayType2(f->i64, LOFT_ROWS_LEVELS),
      f->i32, f->i32, f->i32, f->i32, f->i32,
      f->i32, f->i32, f->i32, f->i32, f->ptr};
  int n = region_rows_before(f, f->rec->n_captures);
  y->rows_type =
      LLVMStructTypeInContext(f->llvm, members, LOFT_COUNT(members), 0);
  y->ranges = region_new_slots(y, f->rec->rows->body->last->ins.n, "ranges");
  y->rows =
      LLVMBuildAlloca(f->b, LLVMArrayType2(y->rows_type, (uint64_t)n), "rows");
}

// Fills in the loft_rows of parameter "k", whose ranges begin at slot "at" of
// y->ranges; "sure": LOFT_ROWS_SURE or 0.
static void
fill_rows(const region_body *y, int k, int at, LLVMValueRef sure) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  int n = region_rows_before(f, k), bind = 0;
  for (int l = 0; l <= c->table->n_levels; l++)
    for (int end = 0; end < 2; end++)
      LLVMBuildStore(f->b, region_load_slot(y, y->ranges, at + 2 * l + end),
                     region_rows_member(y, n, end ? ROWS_HI : ROWS_LO, l));
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
  LLVMBuildStore(f->b, table, region_rows_member(y, n, ROWS_TABLE, 0));
  LLVMBuildStore(f->b, region_i32(f, c->table->step),
                 region_rows_member(y, n, ROWS_STEP, 0));
  LLVMBuildStore(f->b, region_i32(f, bind),
                 region_rows_member(y, n, ROWS_BIND, 0));
  LLVMBuildStore(f->b, region_i32(f, c->table->n_levels),
                 region_rows_member(y, n, ROWS_N_LEVELS, 0));
  LLVMBuildStore(f->b, region_i32(f, ir_size(c->elem)),
                 region_rows_member(y, n, ROWS_ELEM_SIZE, 0));
  if (is_followed_table(f, c->table))
    sure = LLVMBuildOr(f->b, sure, region_i32(f, LOFT_ROWS_FOLLOWED), "");
  LLVMBuildStore(f->b, sure, region_rows_member(y, n, ROWS_FLAGS, 0));
  LLVMBuildStore(f->b,
                 region_i32(f, region_number_of(f->rec, c->table->record)),
                 region_rows_member(y, n, ROWS_STRUCTURE, 0));
  LLVMBuildStore(
      f->b, region_i32(f, c->table->unit ? c->table->unit : ir_size(c->elem)),
      region_rows_member(y, n, ROWS_UNIT, 0));
  LLVMBuildStore(f->b, region_i32(f, region_first_behind(f, c->table)),
                 region_rows_member(y, n, ROWS_FIRST, 0));
  LLVMBuildStore(f->b, LLVMConstNull(f->ptr),
                 region_rows_member(y, n, ROWS_LIST, 0));
}

// Calls runtime function "name" for the rows.
static void
ask_for_rows(const region_body *y, const char *name) {
  const region_fn *f = y->f;
  LLVMValueRef ok =
      LLVMBuildTrunc(f->b, region_load_slot(y, y->ranges, 0), f->i32, "");
  LLVMValueRef n = region_i32(f, region_rows_before(f, f->rec->n_captures));
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
    if (plugin_is_rows(f->rec, k)) {
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
  region_store_params(y, y->slots);
}

// -- The call ---------------------------------------------------------------

// Members of loft_call behind those that the footprint tells.
enum { CALL_N_ROWS = 2 + REC_FOOTPRINT_HEAD };

// Stores member "k" of the call.
static void
set_member(const region_body *y, unsigned k, LLVMValueRef v) {
  LLVMBuildStore(y->f->b, v,
                 LLVMBuildStructGEP2(y->f->b, y->call_type, y->call, k, ""));
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
  region_store_params(y, y->slots);
  set_member(y, 0, y->binds);
  set_member(y, 1, y->slots);
  fill_heads(y, LLVMConstNull(LLVMInt1TypeInContext(f->llvm)));
  set_member(y, CALL_N_ROWS,
             region_i32(f, region_rows_before(f, f->rec->n_captures)));
  set_member(y, CALL_N_ROWS + 1, y->rows ? y->rows : LLVMConstNull(f->ptr));
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
                   region_slot(y, y->slots, region_param_slot(f, k)));
  }
}

// Stores the tables of rows that code for CPUs has, in order of their strides,
// behind the slots of the parameters.
static void
store_tables(const region_body *y, LLVMValueRef run) {
  const region_fn *f = y->f;
  int at = region_param_slot(f, f->rec->n_captures);
  for (int k = 0; k < f->rec->n_captures; k++) {
    if (!is_followed_stride(f, k))
      continue;
    int n = region_first_behind(f, f->rec->captures[k].table);
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
    int slot = region_result_slot(f, k);
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
        region_load_slot(y, y->results, region_result_slot(f, r->value));
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
  int slot = region_result_slot(f, r->value), size = ir_size(type.elem);
  if (ir_slots(type) > 1) {
    store_f80(y, slot, region_param(f, k));
    return;
  }
  LLVMValueRef bits = region_load_slot(y, y->results, slot);
  if (type.array && r->offset >= 0) {
    LLVMValueRef offset =
        region_load_slot(y, y->results, region_result_slot(f, r->offset));
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

// From the end of a run to the return: results, numbers, and messages.
static void
build_success(region_body *y) {
  const region_fn *f = y->f;
  if (y->numbers)
    region_build_drawn(y, region_load_count(y, REC_DRAWN));
  for (int k = 0; k < f->region->n_args; k++)
    if (f->region->args[k].result >= 0)
      store_result(y, &f->region->args[k], k);
  if (y->messages) {
    region_build_says(f, y->messages, region_load_count(y, REC_SAID));
    region_end_messages(y);
  }
  LLVMBuildRet(f->b, region_i32(f, 1));
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
  if (region_returns_array(f))
    take_pointers(y, run, failed);
  LLVMValueRef args[] = {run, or_trapped(y, failed)};
  LLVMValueRef left = region_call(f, "loft_region_leave", f->i32, args, 2);
  LLVMValueRef good =
      LLVMBuildICmp(f->b, LLVMIntEQ, left, region_i32(f, LOFT_OK), "");
  LLVMBuildCondBr(f->b, good, done, bad);
  LLVMPositionBuilderAtEnd(f->b, bad);
  if (f->row_ends) // the next try calls it
    region_store_params(y, y->slots);
  LLVMValueRef retry =
      LLVMBuildSelect(f->b, tried, LLVMConstNull(i1), not_cpu, "retry");
  LLVMBuildCondBr(f->b, retry, again, none);
  LLVMPositionBuilderAtEnd(f->b, none);
  region_give_back(y);
  if (f->region->inner.n > 0)
    build_inner(y);
  LLVMBuildRet(f->b, region_i32(f, 0));
  LLVMPositionBuilderAtEnd(f->b, done);
  build_success(y);
}

// Computes the footprint on the CPU.
static void
build_cpu_look(const region_body *y) {
  const region_fn *f = y->f;
  if (f->inspect)
    build_inspection(y);
  else
    region_ask(y, f->footprint, y->extents);
}

// Computes the footprint on the device where that has the arrays which it
// reads; else brings back what is needed, and computes it on the CPU.
static void
build_device_look(region_body *y) {
  const region_fn *f = y->f;
  LLVMBasicBlockRef there = region_block(f, "there"),
                    here = region_block(f, "here"),
                    done = region_block(f, "looked");
  region_ask(y, f->looks[0], y->extents);
  region_fill_read_binds(y);
  LLVMValueRef args[] = {f->desc, f->gpu_inspector, y->call};
  LLVMValueRef run =
      region_call(f, "loft_region_inspect_there", f->ptr, args, 3);
  LLVMBuildCondBr(f->b, LLVMBuildIsNull(f->b, run, ""), here, there);
  LLVMPositionBuilderAtEnd(f->b, there);
  store_handles(y, run);
  LLVMValueRef with[] = {run, y->slots, y->extents};
  LLVMTypeRef type = LLVMGlobalGetValueType(f->inspect_gpu);
  LLVMValueRef how[] = {
      run, LLVMBuildCall2(f->b, type, f->inspect_gpu, with, 3, "")};
  LLVMValueRef left = region_call(f, "loft_region_inspected", f->i32, how, 2);
  region_store_params(y, y->slots);
  LLVMBuildCondBr(
      f->b, LLVMBuildICmp(f->b, LLVMIntEQ, left, region_i32(f, LOFT_OK), ""),
      done, here);
  LLVMPositionBuilderAtEnd(f->b, here);
  region_bring_back_read(y);
  build_cpu_look(y);
  LLVMBuildBr(f->b, done);
  LLVMPositionBuilderAtEnd(f->b, done);
}

// Computes the footprint. False: it is not that of an earlier call.
static LLVMValueRef
build_look(region_body *y) {
  if (y->f->inspect_gpu)
    build_device_look(y);
  else
    build_cpu_look(y);
  return LLVMConstNull(LLVMInt1TypeInContext(y->f->llvm));
}

// The arrays whose elements the footprint depends on, as loft_region_recall
// takes them; 0: a device cannot know whether they have changed, or the region
// writes some of them.
static uint64_t
looked_arrays(const region_fn *f) {
  enum { MOST = 63 };
  const kn_func *look = f->code->footprint;
  uint64_t looked = 0;
  int n = 0;
  if (!f->code->gpu || f->rec->rows || f->region->chunk ||
      kn_has(&look->body, KN_READABLE))
    return 0;
  for (int k = 0; k < f->rec->n_captures; k++) {
    const kn_buf *array = look->params.at[k].buf;
    if (array && array->is_read) {
      if (n >= MOST || f->rec->func->param_mode[k] & IR_WRITE)
        return 0;
      looked |= (uint64_t)1 << n;
    }
    n += array != NULL;
  }
  return looked;
}

// Takes the footprint of an earlier call, if the runtime has one, or else
// computes it. Whether it is assumed.
static LLVMValueRef
build_recall(region_body *y, uint64_t looked) {
  const region_fn *f = y->f;
  LLVMBasicBlockRef look = region_block(f, "look"),
                    done = region_block(f, "known");
  LLVMValueRef args[] = {f->desc, y->call, y->extents,
                         region_i32(f, region_n_extents(f)),
                         region_i64(f, (int64_t)looked)};
  LLVMValueRef code =
      region_call(f, "loft_region_recall", f->i32, args, LOFT_COUNT(args));
  LLVMValueRef recalled =
      LLVMBuildICmp(f->b, LLVMIntNE, code, region_i32(f, 0), "recalled");
  LLVMValueRef assumed = LLVMBuildICmp(f->b, LLVMIntEQ, code,
                                       region_i32(f, LOFT_ASSUMED), "assumed");
  LLVMBuildCondBr(f->b, recalled, done, look);
  LLVMPositionBuilderAtEnd(f->b, look);
  build_look(y);
  region_call(f, "loft_region_remember", LLVMVoidTypeInContext(f->llvm), args,
              LOFT_COUNT(args));
  LLVMBuildBr(f->b, done);
  LLVMPositionBuilderAtEnd(f->b, done);
  return assumed;
}

// Returns from the function where the original is to run by the estimate, or by
// the footprint of rows not found yet; else computes the footprint.
static void
build_consideration(region_body *y) {
  const region_fn *f = y->f;
  region_fill_estimated_binds(y);
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
  if (f->estimate || f->rec->rows) {
    uint64_t looked =
        looked_arrays(f) | (f->code->assumes ? LOFT_MAY_ASSUME : 0);
    fill_heads(y, looked ? build_recall(y, looked) : build_look(y));
  }
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
  y->asked = region_new_slots(y, region_param_slot(f, f->rec->n_captures) + 1,
                              "asked");
  y->extents = region_new_slots(y, region_n_extents(f), "footprint");
}

void
region_build_rest(region_body *y) {
  region_fn *f = y->f;
  y->slots = region_new_slots(
      y, region_param_slot(f, f->rec->n_captures) + n_tables(f), "args");
  y->results = region_new_slots(
      y, region_result_slot(f, f->rec->func->body->last->ins.n), "results");
  y->where = LLVMBuildAlloca(f->b, f->i32, "where");
  y->binds = LLVMBuildAlloca(
      f->b, LLVMArrayType2(y->bind_type, (uint64_t)(f->n_binds + 1)), "binds");
  y->call = LLVMBuildAlloca(f->b, y->call_type, "call");
  if (f->find_rows) {
    build_rows(y);
    region_ask_first(y);
  }
  fill_call(y);
  bool draws = region_find_count(f->rec, REC_DRAWN) != NULL;
  if (f->estimate || f->rec->rows || draws)
    build_consideration(y);
  if (draws)
    y->numbers = region_build_given(y, REC_NUMBERS);
  if (region_find_count(f->rec, REC_SAID))
    y->messages = region_build_given(y, REC_MESSAGES);
  region_fill_binds(y);
  build_tries(y);
}
