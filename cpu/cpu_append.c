// cpu/cpu_append.c: appends without a branch, in loops of several.
//
//   for (..) { before = own; own += c ? 1 : 0; if (c) { out[before] = v } .. }
//
// Which elements stay may have no order that a processor could predict, and
// where there are several conditions (cpu_filter.c takes loops of one) one of
// them may hold in each iteration. So the store is always made, to "out" or to
// where nobody reads. The branch stays where the place is no value that the
// loop carries, as out[j]: LLVM makes masks of it.
#include "cpu/cpu_private.h"

enum { MOST = 8 }; // statements that are executed for nothing

// Whether "s" may be executed where its result is not wanted, for next to
// nothing.
static bool
is_cheap(const cpu_fn *f, const kn_stmt *s) {
  if (!s->dst || !f->is_value[s->dst->id])
    return false;
  if (s->kind == KN_COPY || s->kind == KN_CONST)
    return true;
  return s->kind == KN_OP && (s->op == IR_OP_CONVERT || s->op == IR_OP_ADD ||
                              s->op == IR_OP_SUB || s->op == IR_OP_MUL);
}

const kn_stmt *
cpu_find_assignment(const kn_block *block, const kn_reg *r) {
  for (int k = 0; k < block->n; k++)
    if (block->at[k]->dst == r)
      return block->at[k];
  return NULL;
}

// Whether "block", or one nested in it, assigns "r".
static bool
assigns(const kn_block *block, const kn_reg *r) {
  for (int k = 0; k < block->n; k++)
    if (block->at[k]->dst == r || assigns(&block->at[k]->body[0], r) ||
        assigns(&block->at[k]->body[1], r))
      return true;
  return false;
}

// Whether "r" is a value that the innermost loop carries from one iteration to
// the next, but for its counter, by copies and conversions in "arm" and in the
// loop.
static bool
is_carried(const cpu_fn *f, const kn_block *arm, const kn_reg *r) {
  const kn_block *body = &f->loop->body[0];
  for (int steps = 0; steps < MOST; steps++) {
    if (!f->is_value[r->id])
      return r != f->loop->dst && assigns(body, r);
    const kn_stmt *s = cpu_find_assignment(arm, r);
    s = s ? s : cpu_find_assignment(body, r);
    if (!s ||
        (s->kind != KN_COPY && (s->kind != KN_OP || s->op != IR_OP_CONVERT)))
      return false;
    r = s->args[0];
  }
  return false;
}

bool
cpu_is_plain(const kn_buf *buf) {
  return buf->n_loads == 0 && buf->row_shift == 0;
}

bool
cpu_is_append(const cpu_fn *f, const kn_stmt *s) {
  const kn_block *arm = &s->body[0];
  int stores = 0;
  if (f->fn->is_host || !f->loop || f->groups.n || f->taken || s->body[1].n ||
      arm->n > MOST)
    return false;
  for (int k = 0; k < arm->n; k++) {
    const kn_stmt *t = arm->at[k];
    bool is_store = t->kind == KN_STORE && t->buf->space == KN_GLOBAL &&
                    cpu_is_plain(t->buf) && is_carried(f, arm, t->args[0]);
    if (!is_store && !is_cheap(f, t))
      return false;
    stores += is_store;
  }
  return stores > 0;
}

// Makes f->nowhere at the start of the function: memory of which LLVM does not
// know, by an empty piece of assembly, that nobody reads it. Else it would make
// a branch around the store again.
static void
make_nowhere(cpu_fn *f) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(f->llvm);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->function);
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
  LLVMValueRef room = LLVMBuildAlloca(b, cpu_i64(f), "room");
  LLVMTypeRef pointer = LLVMTypeOf(room);
  LLVMTypeRef type = LLVMFunctionType(pointer, &pointer, 1, 0);
  LLVMValueRef opaque = LLVMGetInlineAsm(type, "", 0, "=r,0", 4, 0, 0,
                                         LLVMInlineAsmDialectATT, 0);
  f->nowhere = LLVMBuildCall2(b, type, opaque, &room, 1, "nowhere");
  LLVMDisposeBuilder(b);
}

LLVMValueRef
cpu_taken_place(cpu_fn *f, LLVMValueRef at) {
  if (!f->taken)
    return at;
  if (!f->nowhere)
    make_nowhere(f);
  LLVMValueRef place = LLVMBuildSelect(f->b, f->taken, at, f->nowhere, "");
  cpu_meta_unpredictable(f, place);
  return place;
}
