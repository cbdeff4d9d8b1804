// cpu/cpu_regs.c: registers as LLVM values.
//
// A register is defined from its assignment to the end of the block that this
// is in, blocks inside included. One that is assigned once and read only where
// it is defined needs no memory: the assigned value is read. LLVM would
// find that out too, but most registers are such, and its passes take their
// time over every alloca, load and store. A constant is defined everywhere.
#include "cpu/cpu_private.h"

// The registers of a function, each by its id.
typedef struct scan {
  arena *a;
  int *assigned;             // how often
  bool *defined;             // here
  bool *is_early;            // read where it is not defined
  const kn_stmt **constant;  // its last assignment, if that is a constant
  VEC(const kn_reg *) scope; // those defined here, oldest first
} scan;

static void scan_block(scan *s, const kn_block *block);

// "r", which may be NULL, is assigned here.
static void
scan_set(scan *s, const kn_reg *r) {
  if (!r)
    return;
  s->assigned[r->id]++;
  s->defined[r->id] = true;
  vec_push(s->a, &s->scope, r);
}

// "r", which may be NULL, is read here.
static void
scan_get(scan *s, const kn_reg *r) {
  if (r && !s->defined[r->id])
    s->is_early[r->id] = true;
}

// The registers that a launch reads.
static void
scan_launch(scan *s, const kn_stmt *stmt) {
  for (int k = 0; k < stmt->kernel->params.n; k++)
    scan_get(s, stmt->launch[k].reg);
  for (int k = 0; k < LOFT_COUNT(stmt->items); k++)
    scan_get(s, stmt->items[k]);
  scan_get(s, stmt->loop_bound);
  scan_get(s, stmt->work);
}

// A loop assigns its counter twice: at its start and after an iteration.
static void
scan_stmt(scan *s, const kn_stmt *stmt) {
  for (int k = 0; k < LOFT_COUNT(stmt->args); k++)
    scan_get(s, stmt->args[k]);
  if (stmt->kind == KN_LAUNCH)
    scan_launch(s, stmt);
  if (stmt->kind == KN_LOOP) {
    scan_get(s, stmt->count);
    scan_get(s, stmt->cond);
    scan_set(s, stmt->dst);
  }
  scan_block(s, &stmt->body[0]);
  scan_block(s, &stmt->body[1]);
  scan_set(s, stmt->dst);
  if (stmt->dst)
    s->constant[stmt->dst->id] = stmt->kind == KN_CONST ? stmt : NULL;
}

// The registers that "block" defines are not defined behind it.
static void
scan_block(scan *s, const kn_block *block) {
  int before = s->scope.n;
  for (int k = 0; k < block->n; k++)
    scan_stmt(s, block->at[k]);
  for (; s->scope.n > before; s->scope.n--)
    s->defined[vec_last(&s->scope)->id] = false;
}

// Walks "fn", parameters first.
static scan
scan_function(arena *a, const kn_func *fn) {
  int n = fn->regs.n;
  scan s = {.a = a,
            .assigned = NEW_ARRAY(a, int, n),
            .defined = NEW_ARRAY(a, bool, n),
            .is_early = NEW_ARRAY(a, bool, n),
            .constant = NEW_ARRAY(a, const kn_stmt *, n)};
  for (int k = 0; k < fn->params.n; k++)
    scan_set(&s, fn->params.at[k].reg);
  scan_block(&s, &fn->body);
  return s;
}

void
cpu_make_registers(cpu_fn *f) {
  arena *a = f->cx->arena;
  int n = f->fn->regs.n;
  scan s = scan_function(a, f->fn);
  f->regs = NEW_ARRAY(a, LLVMValueRef, n);
  f->is_value = NEW_ARRAY(a, bool, n);
  for (int k = 0; k < n; k++) {
    const kn_reg *r = f->fn->regs.at[k];
    bool once = s.assigned[k] == 1;
    f->is_value[k] = once && (s.constant[k] || !s.is_early[k]);
    if (once && s.constant[k])
      f->regs[k] = cpu_const_bits(f, r->type, s.constant[k]->bits);
    else if (!f->is_value[k])
      f->regs[k] = LLVMBuildAlloca(f->b, cpu_reg_type(f, r->type),
                                   r->name ? r->name : "");
  }
}

LLVMValueRef
cpu_get(cpu_fn *f, const kn_reg *r) {
  LLVMValueRef at = f->regs[r->id];
  if (f->is_value[r->id])
    return at;
  return LLVMBuildLoad2(f->b, cpu_reg_type(f, r->type), at,
                        r->name ? r->name : "");
}

void
cpu_set(cpu_fn *f, const kn_reg *r, LLVMValueRef value) {
  if (f->is_value[r->id])
    f->regs[r->id] = value;
  else
    LLVMBuildStore(f->b, value, f->regs[r->id]);
}
