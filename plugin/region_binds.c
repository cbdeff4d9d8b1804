// plugin/region_binds.c: the binds of a call: arrays, the pointers that lead to
// them, and what else must not be written meanwhile.
#include "plugin/region_body.h"

int
region_number_of(const rec_region *r, const lt_struct *s) {
  enum { MOST = 127 };
  int k = 0;
  while (s && k < r->n_captures && r->captures[k].record != s)
    k++;
  return s && k < r->n_captures && k < MOST ? k + 1 : 0;
}

// Which fields of which structures the elements of captured array "k" are.
static int
fields_of(const region_body *y, int k) {
  const rec_capture *c = &y->f->rec->captures[k];
  int structure = region_number_of(y->f->rec, c->record);
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

bool
region_returns_array(const region_fn *f) {
  ir_vals *values = &f->rec->func->body->last->ins;
  for (int k = 0; k < values->n; k++)
    if (values->at[k]->type.array)
      return true;
  return false;
}

// The bind of array parameter "k", the "n"-th array, touched so; places[l] gets
// the address of the l-th pointer that leads to it, which need not be one
// unless the array is touched.
static void
bind_array(region_body *y, int k, int n, int mode,
           LLVMValueRef places[REC_LOADS]) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  LLVMValueRef base = region_param(f, k);
  LLVMValueRef lo = region_load_extent(y, n, 0),
               hi = region_load_extent(y, n, 1);
  if (c->n_loads)
    base =
        region_load_pointer(y, k, LLVMBuildICmp(f->b, LLVMIntSLT, lo, hi, ""),
                            !c->table && region_returns_array(f), places);
  if (c->table)
    base = LLVMBuildLoad2(
        f->b, f->ptr,
        region_rows_member(y, region_rows_before(f, k), ROWS_BASE, 0), "");
  if (c->kind == REC_NUMBERS)
    base = y->numbers;
  if (c->kind == REC_MESSAGES)
    base = y->messages;
  add_bind(y, base, lo, hi, ir_size(c->elem), mode, c->name);
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

void
region_fill_binds(region_body *y) {
  const region_fn *f = y->f;
  int n = 0;
  LLVMValueRef *places = NEW_ARRAY(f->cx->arena, LLVMValueRef,
                                   f->rec->n_captures * (size_t)REC_LOADS);
  for (int k = 0; k < f->rec->n_captures; k++)
    if (region_is_array(f, k))
      bind_array(y, k, n++, mode_of(y, k), places + k * REC_LOADS);
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

// The base of array parameter "k" where it needs no look at memory, else null.
static LLVMValueRef
known_base(const region_body *y, int k) {
  const region_fn *f = y->f;
  const rec_capture *c = &f->rec->captures[k];
  bool known = c->n_loads == 0 && !c->table && c->kind != REC_NUMBERS &&
               c->kind != REC_MESSAGES;
  return known ? region_param(f, k) : LLVMConstNull(f->ptr);
}

void
region_fill_estimated_binds(region_body *y) {
  const region_fn *f = y->f;
  LLVMValueRef nowhere = LLVMConstNull(f->ptr), none = region_i64(f, 0);
  int n = 0;
  for (int k = 0; k < f->rec->n_captures; k++)
    if (region_is_array(f, k)) {
      add_bind(y, known_base(y, k), region_load_extent(y, n, 0),
               region_load_extent(y, n, 1), ir_size(f->rec->captures[k].elem),
               mode_of(y, k), f->rec->captures[k].name);
      n++;
    }
  while (y->n_bind < f->n_binds)
    add_bind(y, nowhere, none, none, 1, LOFT_FULL, NULL);
  y->n_bind = 0;
}

void
region_fill_read_binds(region_body *y) {
  const region_fn *f = y->f;
  LLVMValueRef *places = NEW_ARRAY(f->cx->arena, LLVMValueRef, REC_LOADS);
  int n = 0;
  for (int k = 0; k < f->rec->n_captures; k++)
    if (region_is_array(f, k))
      bind_array(y, k, n++, LOFT_READ | fields_of(y, k), places);
  y->n_bind = 0;
}
