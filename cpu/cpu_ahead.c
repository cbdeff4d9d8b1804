// cpu/cpu_ahead.c: loops of host functions that run ahead of the device
// (Note [Speculated iterations] in kernel/speculate.c).
//
// The registers are saved where an iteration begins. loft_run_ask either lets
// the host go on without an answer, or says how many of the iterations under
// way have run, this one the last; where some have not, the registers get the
// values from the start of the first of these.
#include "cpu/cpu_private.h"

// kn_test: "s" assigns register "of".
static bool
assigns(const kn_stmt *s, const void *of) {
  return s->dst == of;
}

// Whether iterations of "loop" change "r" for those behind them.
static bool
is_saved(const cpu_fn *f, const kn_stmt *loop, const kn_reg *r) {
  return !f->is_value[r->id] &&
         (r == loop->dst || kn_any(&loop->body[0], assigns, r));
}

// How many registers iterations of "loop" change.
static int
count_saved(const cpu_fn *f, const kn_stmt *loop) {
  int n = 0;
  for (int k = 0; k < f->fn->regs.n; k++)
    n += is_saved(f, loop, f->fn->regs.at[k]);
  return n;
}

// The most that a loop of "block" which runs ahead changes; -1: there is none.
static int
most_saved(const cpu_fn *f, const kn_block *block) {
  int most = -1;
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    int n[] = {s->ahead ? count_saved(f, s) : -1, most_saved(f, &s->body[0]),
               most_saved(f, &s->body[1])};
    for (int i = 0; i < LOFT_COUNT(n); i++)
      most = n[i] > most ? n[i] : most;
  }
  return most;
}

void
cpu_make_ahead(cpu_fn *f) {
  int n = most_saved(f, &f->fn->body);
  if (n < 0)
    return;
  f->n_ahead =
      LLVMBuildAlloca(f->b, LLVMInt32TypeInContext(f->llvm), "n_ahead");
  f->asked = LLVMBuildAlloca(f->b, cpu_i64(f), "asked");
  f->saved = LLVMBuildAlloca(
      f->b, LLVMArrayType2(cpu_i64(f), (uint64_t)(n + 1) * KN_AHEAD), "saved");
}

// The i32 "value".
static LLVMValueRef
number(cpu_fn *f, int value) {
  return LLVMConstInt(LLVMInt32TypeInContext(f->llvm), (unsigned)value, 0);
}

// The number of iterations under way, an i32.
static LLVMValueRef
load_ahead(cpu_fn *f) {
  return LLVMBuildLoad2(f->b, LLVMInt32TypeInContext(f->llvm), f->n_ahead, "");
}

void
cpu_begin_ahead(cpu_fn *f) {
  LLVMBuildStore(f->b, number(f, 0), f->n_ahead);
}

// The slots of registers of iteration "k" under way, an i32, of which there are
// "n".
static LLVMValueRef
slots_of(cpu_fn *f, LLVMValueRef k, int n) {
  LLVMValueRef at = LLVMBuildMul(f->b, LLVMBuildZExt(f->b, k, cpu_i64(f), ""),
                                 cpu_const_i64(f, n), "");
  return LLVMBuildGEP2(f->b, cpu_i64(f), f->saved, &at, 1, "");
}

void
cpu_save_ahead(cpu_fn *f, const kn_stmt *loop) {
  LLVMValueRef slots = slots_of(f, load_ahead(f), count_saved(f, loop));
  for (int k = 0, n = 0; k < f->fn->regs.n; k++) {
    const kn_reg *r = f->fn->regs.at[k];
    if (is_saved(f, loop, r))
      cpu_store_slot(f, r->type, cpu_get(f, r), slots, n++);
  }
}

// Gives the registers the values from the start of iteration "from", an i32.
// The counter of "loop" is less by "less".
static void
restore(cpu_fn *f, const kn_stmt *loop, LLVMValueRef from, int less) {
  LLVMValueRef slots = slots_of(f, from, count_saved(f, loop));
  for (int k = 0, n = 0; k < f->fn->regs.n; k++) {
    const kn_reg *r = f->fn->regs.at[k];
    if (!is_saved(f, loop, r))
      continue;
    LLVMValueRef v = cpu_load_slot(f, r->type, slots, n++);
    if (r == loop->dst)
      v = LLVMBuildSub(f->b, v, cpu_const_i64(f, less), "");
    cpu_set(f, r, v);
  }
}

// Takes back the iterations of "loop" that have not run, of those before "n"
// (an i32); "ran" have.
static void
take_back(cpu_fn *f, const kn_stmt *loop, LLVMValueRef ran, LLVMValueRef n,
          int less) {
  LLVMBasicBlockRef back = cpu_new_block(f, "back"),
                    on = cpu_new_block(f, "on");
  LLVMBuildCondBr(f->b, LLVMBuildICmp(f->b, LLVMIntULT, ran, n, ""), back, on);
  LLVMPositionBuilderAtEnd(f->b, back);
  restore(f, loop, ran, less);
  LLVMBuildBr(f->b, on);
  LLVMPositionBuilderAtEnd(f->b, on);
  LLVMBuildStore(f->b, number(f, 0), f->n_ahead);
}

// Asks for element "i" of the answers of "loop", "ahead" others before it; how
// many iterations have run is given, an i32, 0 if it is not known.
static LLVMValueRef
ask(cpu_fn *f, const kn_stmt *loop, LLVMValueRef i, LLVMValueRef ahead,
    bool must) {
  cpu_call_ask(f, loop->ahead, i, ahead, number(f, must));
  return LLVMBuildTrunc(f->b, cpu_load_slot(f, IR_U64, f->bits, 0),
                        LLVMInt32TypeInContext(f->llvm), "ran");
}

void
cpu_emit_ask(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef i = cpu_get(f, s->args[0]), ahead = load_ahead(f);
  LLVMBasicBlockRef guess = cpu_new_block(f, "guess"),
                    known = cpu_new_block(f, "known"),
                    join = cpu_new_block(f, "answered");
  LLVMValueRef ran = ask(f, f->loop, i, ahead, false);
  LLVMValueRef is_known = LLVMBuildICmp(f->b, LLVMIntNE, ran, number(f, 0), "");
  LLVMBuildCondBr(f->b, is_known, known, guess);
  LLVMPositionBuilderAtEnd(f->b, guess);
  LLVMValueRef more = LLVMBuildAdd(f->b, ahead, number(f, 1), "");
  LLVMBuildStore(f->b, more, f->n_ahead);
  LLVMBuildStore(f->b, i, f->asked);
  LLVMBuildBr(f->b, join);
  LLVMPositionBuilderAtEnd(f->b, known);
  take_back(f, f->loop, ran, LLVMBuildAdd(f->b, ahead, number(f, 1), ""), 1);
  LLVMBuildBr(f->b, join);
  LLVMPositionBuilderAtEnd(f->b, join);
  cpu_set(f, s->dst, cpu_load_slot(f, s->dst->type, f->bits, 1));
}

void
cpu_end_ahead(cpu_fn *f, const kn_stmt *loop) {
  LLVMValueRef n = load_ahead(f), one = number(f, 1);
  LLVMBasicBlockRef some = cpu_new_block(f, "some"),
                    none = cpu_new_block(f, "none");
  LLVMBuildCondBr(f->b, LLVMBuildICmp(f->b, LLVMIntNE, n, number(f, 0), ""),
                  some, none);
  LLVMPositionBuilderAtEnd(f->b, some);
  LLVMValueRef i = LLVMBuildLoad2(f->b, cpu_i64(f), f->asked, "");
  LLVMValueRef ran = ask(f, loop, i, LLVMBuildSub(f->b, n, one, ""), true);
  take_back(f, loop, ran, n, 0);
  LLVMBuildBr(f->b, none);
  LLVMPositionBuilderAtEnd(f->b, none);
}
