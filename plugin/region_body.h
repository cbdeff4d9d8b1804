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

// -- region_body.c -----------------------------------------------------------
// The address of 8-byte slot "k" of "block", and its 64 bits.
LLVMValueRef region_slot(const region_body *y, LLVMValueRef block, int k);
LLVMValueRef region_load_slot(const region_body *y, LLVMValueRef block, int k);
// A call of runtime function "name", declared when first used.
LLVMValueRef region_call(const region_fn *f, const char *name,
                         LLVMTypeRef result, LLVMValueRef *args, unsigned n);
// A call of footprint function "footprint", with its results in "block".
void region_ask(const region_body *y, LLVMValueRef footprint,
                LLVMValueRef block);
// A call of the first one, with its results in y->extents.
void region_ask_first(const region_body *y);
// What it tells of the call: whether the guard holds; number "k" of the f64.
LLVMValueRef region_load_ok(const region_body *y);
LLVMValueRef region_load_head(const region_body *y, int k);
// lo (0) or hi (1) of the "n"-th array.
LLVMValueRef region_load_extent(const region_body *y, int n, int end);
// The address that the pointers of parameter "k" lead to. They are loaded where
// "touched", without faulting if C may not follow them. Elsewhere the address
// is near null or, if it "returns", made of the pointers that can be read.
// places (may be NULL) gets the addresses of the pointers, or such.
LLVMValueRef region_load_pointer(const region_body *y, int k,
                                 LLVMValueRef touched, bool returns,
                                 LLVMValueRef places[REC_LOADS]);
// Begins the function of "f".
void region_begin_body(region_body *y, region_fn *f);
// Fills in all of it behind the first footprint function, or with rows behind
// pointers that, too.
void region_build_rest(region_body *y);

#endif
