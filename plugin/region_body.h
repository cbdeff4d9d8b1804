// plugin/region_body.h: between the files that fill in __loft_region_K.
#ifndef LOFT_REGION_BODY_H
#define LOFT_REGION_BODY_H

#include "plugin/region_private.h"
#include "loft/loft_abi.h"

// Values between the steps of one body.
typedef struct region_body {
  region_fn *f;
  LLVMTypeRef bind_type, call_type, rows_type;
  LLVMValueRef slots, extents, binds, results, where, call; // allocas
  // the slots that footprint functions get: those that are inlined leave none
  LLVMValueRef asked;        // an alloca
  LLVMValueRef ranges, rows; // allocas; NULL without rows behind pointers
  int n_bind;                // binds filled so far
  bool strided;              // the strides of rows are known
  LLVMValueRef numbers;      // those of rand; NULL: none are taken
  LLVMValueRef messages;     // room for those; NULL: none are written
} region_body;

// Members of loft_rows.
enum {
  ROWS_TABLE,
  ROWS_BASE,
  ROWS_LO,
  ROWS_HI,
  ROWS_STRIDE,
  ROWS_BIND,
  ROWS_N_LEVELS,
  ROWS_ELEM_SIZE,
  ROWS_FLAGS,
  ROWS_STEP,
  ROWS_LEAST,
  ROWS_STRUCTURE,
  ROWS_UNIT,
  ROWS_FIRST,
  ROWS_LIST
};

// -- region_slots.c ----------------------------------------------------------
// The address of 8-byte slot "k" of "block", and its 64 bits.
LLVMValueRef region_slot(const region_body *y, LLVMValueRef block, int k);
LLVMValueRef region_load_slot(const region_body *y, LLVMValueRef block, int k);
// A block of "n" slots in the frame.
LLVMValueRef region_new_slots(const region_body *y, int n, const char *name);
// The first slot of parameter "k", or the number of slots of the "k" first; the
// same of results.
int region_param_slot(const region_fn *f, int k);
int region_result_slot(const region_fn *f, int k);
// A call of runtime function "name", declared when first used.
LLVMValueRef region_call(const region_fn *f, const char *name,
                         LLVMTypeRef result, LLVMValueRef *args, unsigned n);
// How many arrays of rows behind pointers are before parameter "k", or before
// the first that "t" leads to.
int region_rows_before(const region_fn *f, int k);
int region_first_behind(const region_fn *f, const rec_table *t);
// Member "member" of the "n"-th loft_rows, element "i" of it.
LLVMValueRef region_rows_member(const region_body *y, int n, int member, int i);
// Stores the parameters, and the strides of rows that were found, to "slots".
// Those that have no value yet get one: a branch on none would be undefined.
void region_store_params(const region_body *y, LLVMValueRef slots);
// A call of footprint function "footprint", with its results in "block".
void region_ask(const region_body *y, LLVMValueRef footprint,
                LLVMValueRef block);
// A call of the first one, with its results in y->extents.
void region_ask_first(const region_body *y);
// What it tells of the call: whether the guard holds; number "k" of the f64.
LLVMValueRef region_load_ok(const region_body *y);
LLVMValueRef region_load_head(const region_body *y, int k);
// lo (0) or hi (1) of the "n"-th array: the last results of the footprint.
LLVMValueRef region_load_extent(const region_body *y, int n, int end);

// -- region_binds.c ----------------------------------------------------------
// A number for the structures "s", the same for all captures of these; 0 where
// nothing else is captured in such, or there are too many.
int region_number_of(const rec_region *r, const lt_struct *s);
// The address that the pointers of parameter "k" lead to. They are loaded where
// "touched", without faulting if C may not follow them. Elsewhere the address
// is near null or, if it "returns", made of the pointers that can be read.
// places (may be NULL) gets the addresses of the pointers, or such.
LLVMValueRef region_load_pointer(const region_body *y, int k,
                                 LLVMValueRef touched, bool returns,
                                 LLVMValueRef places[REC_LOADS]);
// Whether a pointer variable is among the results.
bool region_returns_array(const region_fn *f);
// Fills in all binds: arrays in order, then the pointers that lead to them,
// then guards; or as far as the estimate tells, arrays behind pointers that are
// in memory without where they are.
void region_fill_binds(region_body *y);
void region_fill_estimated_binds(region_body *y);
// Fills in those of the arrays, of elements that are read, as a look tells.
void region_fill_read_binds(region_body *y);

// -- region_given.c ----------------------------------------------------------
// The result of "kind", REC_DRAWN or REC_SAID, or NULL: there is none; and the
// value of one that is there.
const rec_result *region_find_count(const rec_region *r, rec_result_kind kind);
LLVMValueRef region_load_count(const region_body *y, rec_result_kind kind);
// Asks the runtime for the array that is captured as "kind", as long as the
// footprint says; without it the original runs.
LLVMValueRef region_build_given(const region_body *y, rec_capture_kind kind);
// Tells the runtime that "taken" numbers of rand were taken.
void region_build_drawn(const region_body *y, LLVMValueRef taken);
// Ends the memory of the messages.
void region_end_messages(const region_body *y);
// Gives numbers and messages back, unused: the original makes the calls.
void region_give_back(const region_body *y);

// -- region_back.c -----------------------------------------------------------
// Brings results back that are read before the region starts, or, where a
// device may compute the footprint, before it is known what that reads.
void region_bring_back(const region_body *y);
// Where results stay on a device, looks which elements the footprint reads, and
// brings results back that are among these.
void region_bring_back_read(const region_body *y);

// -- region_body.c -----------------------------------------------------------
// Begins the function of "f".
void region_begin_body(region_body *y, region_fn *f);
// Fills in all of it behind the first footprint function, or with rows behind
// pointers that, too.
void region_build_rest(region_body *y);

#endif
