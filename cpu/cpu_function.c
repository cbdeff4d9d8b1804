// cpu/cpu_function.c: a structured function as LLVM IR, statement by statement.
//
// The builder always stands at the end of an open block. Loops are emitted with
// the test in the header and one back edge, the form LLVM's loop passes take.
#include "cpu/cpu_private.h"

// -- Functions ------------------------------------------------------------

void
cpu_begin(cpu_fn *f, loft_cx *cx, LLVMModuleRef m, const kn_func *fn,
          const char *name, LLVMTypeRef type) {
  *f = (cpu_fn){.cx = cx, .module = m, .fn = fn};
  f->llvm = LLVMGetModuleContext(m);
  f->b = LLVMCreateBuilderInContext(f->llvm);
  f->function = LLVMAddFunction(m, name, type);
  LLVMSetLinkage(f->function, LLVMInternalLinkage);
  unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
  LLVMAddAttributeAtIndex(f->function,
                          (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(f->llvm, nounwind, 0));
  LLVMPositionBuilderAtEnd(f->b, cpu_new_block(f, "entry"));
  cpu_make_registers(f);
  f->bufs = NEW_ARRAY(cx->arena, LLVMValueRef, fn->bufs.n);
}

void
cpu_end(cpu_fn *f, LLVMValueRef result) {
  if (result)
    LLVMBuildRet(f->b, result);
  else
    LLVMBuildRetVoid(f->b);
  LLVMDisposeBuilder(f->b);
}

// -- Statements common to both kinds --------------------------------------

// dst = bits
static void
emit_const(cpu_fn *f, const kn_stmt *s) {
  cpu_set(f, s->dst, cpu_const_bits(f, s->dst->type, s->bits));
}

// dst = args[0]
static void
emit_copy(cpu_fn *f, const kn_stmt *s) {
  cpu_set(f, s->dst, cpu_get(f, s->args[0]));
}

// dst = op(args...)
static void
emit_op(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef args[3];
  for (int k = 0; k < s->n_args; k++)
    args[k] = cpu_get(f, s->args[k]);
  cpu_set(f, s->dst, cpu_emit_scalar(f, s, args));
}

// dst = callee(args...): as the program calls it, where it does.
static void
emit_call(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef args[IR_MAX_CALL];
  for (int k = 0; k < s->n_args; k++)
    args[k] = cpu_get(f, s->args[k]);
  LLVMValueRef call =
      cpu_call(f, s->callee, cpu_reg_type(f, s->dst->type), args, s->n_args);
  if (LLVMGlobalGetValueType(LLVMGetCalledValue(call)) !=
      LLVMGetCalledFunctionType(call))
    cpu_fail(f, s, s->callee); // declared without its parameters
  cpu_set(f, s->dst, call);
}

// Whether "arm" is but "x = buf[i]; y = x".
static bool
is_read(const kn_block *arm) {
  return arm->n == 2 && arm->at[0]->kind == KN_LOAD &&
         arm->at[1]->kind == KN_COPY &&
         arm->at[1]->args[0] == arm->at[0]->dst &&
         cpu_is_plain(arm->at[0]->buf);
}

// Whether "s" reads the same element of one array or another.
static bool
is_either_read(const kn_stmt *s) {
  const kn_block *x = &s->body[0], *y = &s->body[1];
  return is_read(x) && is_read(y) && x->at[1]->dst == y->at[1]->dst &&
         x->at[0]->args[0] == y->at[0]->args[0] &&
         x->at[0]->buf->elem == y->at[0]->buf->elem;
}

// if (args[0]) body[0], stores alone, without a branch.
static void
emit_append(cpu_fn *f, const kn_stmt *s) {
  f->taken = cpu_get(f, s->args[0]);
  cpu_emit_block(f, &s->body[0]);
  f->taken = NULL;
}

// if (args[0]) body[0] else body[1]
static void
emit_if(cpu_fn *f, const kn_stmt *s) {
  if (!f->fn->is_host && is_either_read(s)) {
    cpu_emit_either_load(f, s);
    return;
  }
  if (cpu_is_append(f, s)) {
    emit_append(f, s);
    return;
  }
  LLVMValueRef cond = cpu_get(f, s->args[0]);
  LLVMBasicBlockRef then = cpu_new_block(f, "then");
  LLVMBasicBlockRef join = cpu_new_block(f, "join");
  LLVMBasicBlockRef other = s->body[1].n ? cpu_new_block(f, "else") : join;
  LLVMBuildCondBr(f->b, cond, then, other);
  LLVMPositionBuilderAtEnd(f->b, then);
  cpu_emit_block(f, &s->body[0]);
  LLVMBuildBr(f->b, join);
  if (other != join) {
    LLVMPositionBuilderAtEnd(f->b, other);
    cpu_emit_block(f, &s->body[1]);
    LLVMBuildBr(f->b, join);
  }
  LLVMPositionBuilderAtEnd(f->b, join);
}

// The condition under which another iteration of a loop without cond runs.
static LLVMValueRef
emit_loop_test(cpu_fn *f, const kn_stmt *s) {
  if (!s->count)
    return LLVMConstAllOnes(LLVMInt1TypeInContext(f->llvm));
  return LLVMBuildICmp(f->b, LLVMIntSLT, cpu_get(f, s->dst),
                       cpu_get(f, s->count), "");
}

// The iterations of loop "s" where they are a constant, else 0.
static int64_t
constant_count(const cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef count = s->count && f->is_value[s->count->id]
                           ? LLVMIsAConstantInt(f->regs[s->count->id])
                           : NULL;
  return count ? LLVMConstIntGetSExtValue(count) : 0;
}

// dst++, if there is one. A counter is below its limit here.
static void
emit_increase(cpu_fn *f, const kn_stmt *s) {
  LLVMValueRef one = cpu_const_i64(f, 1);
  if (s->dst && s->count)
    cpu_set(f, s->dst, LLVMBuildNSWAdd(f->b, cpu_get(f, s->dst), one, ""));
  else if (s->dst)
    cpu_set(f, s->dst, LLVMBuildAdd(f->b, cpu_get(f, s->dst), one, ""));
}

// Ends an iteration of while loop "s": dst++, and back or out.
static void
emit_again(cpu_fn *f, const kn_stmt *s, LLVMBasicBlockRef header,
           LLVMBasicBlockRef done) {
  emit_increase(f, s);
  LLVMBuildCondBr(f->b, cpu_get(f, s->cond), header, done);
}

// Statements that may follow a branch in both of its arms: few, and cheap.
static bool
is_short_tail(const kn_block *block, int from) {
  enum { MAX_TAIL = 16 };
  for (int k = from; k < block->n; k++) {
    kn_kind kind = block->at[k]->kind;
    if (kind != KN_COPY && kind != KN_CONST && kind != KN_OP)
      return false;
  }
  return block->n - from <= MAX_TAIL;
}

// The last branch of a loop's body, with a short tail behind it, or -1.
static int
last_branch(const kn_block *block) {
  for (int k = block->n - 1; k >= 0; k--)
    if (block->at[k]->kind == KN_IF)
      return is_short_tail(block, k + 1) ? k : -1;
  return -1;
}

// The statements of "block" from "from" on.
static void
emit_from(cpu_fn *f, const kn_block *block, int from) {
  kn_block rest = {.at = block->at + from, .n = block->n - from};
  cpu_emit_block(f, &rest);
}

// The body of while loop "s". Where a branch ends it each arm goes on or leaves
// by itself: LLVM, which sees the decision in the arm, makes the branch the
// exit instead of selecting values by it.
static void
emit_while_body(cpu_fn *f, const kn_stmt *s, LLVMBasicBlockRef header,
                LLVMBasicBlockRef done) {
  const kn_block *body = &s->body[0];
  int at = last_branch(body);
  if (at < 0) {
    cpu_emit_block(f, body);
    emit_again(f, s, header, done);
    return;
  }
  kn_block before = {.at = body->at, .n = at};
  cpu_emit_block(f, &before);
  const kn_stmt *branch = body->at[at];
  LLVMBasicBlockRef arms[2] = {cpu_new_block(f, "then"),
                               cpu_new_block(f, "else")};
  LLVMBuildCondBr(f->b, cpu_get(f, branch->args[0]), arms[0], arms[1]);
  for (int k = 0; k < 2; k++) {
    LLVMPositionBuilderAtEnd(f->b, arms[k]);
    cpu_emit_block(f, &branch->body[k]);
    emit_from(f, body, at + 1);
    emit_again(f, s, header, done);
  }
}

// [dst = 0;] while (count and cond) { body; dst++ }: cond is tested before the
// loop and where an iteration ends.
static void
emit_while(cpu_fn *f, const kn_stmt *s) {
  LLVMBasicBlockRef header = cpu_new_block(f, "while");
  LLVMBasicBlockRef body = cpu_new_block(f, "body");
  LLVMBasicBlockRef done = cpu_new_block(f, "done");
  if (s->dst)
    cpu_set(f, s->dst, cpu_const_i64(f, 0));
  if (s->ahead)
    cpu_begin_ahead(f);
  LLVMBuildCondBr(f->b, cpu_get(f, s->cond), header, done);
  LLVMPositionBuilderAtEnd(f->b, header);
  LLVMBuildCondBr(f->b, emit_loop_test(f, s), body, done);
  LLVMPositionBuilderAtEnd(f->b, body);
  if (s->ahead)
    cpu_save_ahead(f, s);
  emit_while_body(f, s, header, done);
  LLVMPositionBuilderAtEnd(f->b, done);
  if (s->ahead)
    cpu_end_ahead(f, s);
}

// The difference whose value says how often loop "s" runs, its iterations one
// after the other: those of a row from one place of a table to the next. NULL:
// there is none.
static LLVMValueRef
row_length(const cpu_fn *f, const kn_stmt *s) {
  bool known = s->dst && s->dst->type == IR_I64 && s->count && !s->parallel &&
               !f->fn->is_host && f->is_value[s->count->id];
  LLVMValueRef n = known ? f->regs[s->count->id] : NULL;
  return n && LLVMIsABinaryOperator(n) && LLVMGetInstructionOpcode(n) == LLVMSub
             ? n
             : NULL;
}

// for (v from first; v < end) { dst = v - first; body }, "length" being end -
// first. The body adds "first" again, which then is v, and each row costs as
// many instructions as in C: SpMV with 3 elements a row took 1.14 times as long
// when counted from 0.
static void
emit_row(cpu_fn *f, const kn_stmt *s, LLVMValueRef length) {
  LLVMValueRef end = LLVMGetOperand(length, 0);
  LLVMValueRef first = LLVMGetOperand(length, 1);
  cpu_loop l = cpu_begin_count(f, first, end);
  cpu_set(f, s->dst, LLVMBuildSub(f->b, l.i, first, ""));
  cpu_emit_block(f, &s->body[0]);
  LLVMValueRef branch = cpu_end_count(f, &l, 1);
  if (cpu_stays_scalar(f, s))
    cpu_meta_scalar(f, branch);
}

// [dst = 0;] while (count) { body; dst++ }
static void
emit_for(cpu_fn *f, const kn_stmt *s) {
  bool parallel = s->parallel && f->spare;
  if (cpu_emit_filter(f, s, cpu_emit_block))
    return;
  LLVMValueRef length = row_length(f, s);
  if (length) {
    emit_row(f, s, length);
    return;
  }
  LLVMBasicBlockRef header = cpu_new_block(f, "loop");
  LLVMBasicBlockRef body = cpu_new_block(f, "body");
  LLVMBasicBlockRef done = cpu_new_block(f, "done");
  if (s->dst)
    cpu_set(f, s->dst, cpu_const_i64(f, 0));
  LLVMBuildBr(f->b, header);
  LLVMPositionBuilderAtEnd(f->b, header);
  LLVMBuildCondBr(f->b, emit_loop_test(f, s), body, done);
  LLVMPositionBuilderAtEnd(f->b, body);
  if (parallel)
    cpu_meta_enter(f);
  cpu_emit_block(f, &s->body[0]);
  emit_increase(f, s);
  LLVMValueRef branch = LLVMBuildBr(f->b, header);
  bool scalar = cpu_stays_scalar(f, s);
  if (parallel)
    cpu_meta_leave(f, branch, constant_count(f, s), scalar);
  else if (scalar)
    cpu_meta_scalar(f, branch);
  LLVMPositionBuilderAtEnd(f->b, done);
}

// [dst = 0;] while (...) { body; dst++ }
static void
emit_loop(cpu_fn *f, const kn_stmt *s) {
  const kn_stmt *around = f->loop;
  f->loop = s;
  if (s->cond)
    emit_while(f, s);
  else
    emit_for(f, s);
  f->loop = around;
}

// dst = buf[args[0]]
static void
emit_load(cpu_fn *f, const kn_stmt *s) {
  if (f->fn->is_host && f->loop && f->loop->ahead == s->buf)
    cpu_emit_ask(f, s);
  else if (f->fn->is_host)
    cpu_emit_host_load(f, s);
  else
    cpu_emit_kernel_load(f, s);
}

// buf[args[0]] = args[1]
static void
emit_store(cpu_fn *f, const kn_stmt *s) {
  if (f->fn->is_host)
    cpu_emit_host_store(f, s);
  else
    cpu_emit_kernel_store(f, s);
}

// A work-item of a CPU kernel runs alone.
static void
emit_barrier(cpu_fn *f, const kn_stmt *s) {
  cpu_fail(f, s, "barrier");
}

typedef void (*stmt_fn)(cpu_fn *f, const kn_stmt *s);
static const stmt_fn stmts[] = {
    [KN_CONST] = emit_const,
    [KN_COPY] = emit_copy,
    [KN_OP] = emit_op,
    [KN_CALL] = emit_call,
    [KN_LOAD] = emit_load,
    [KN_STORE] = emit_store,
    [KN_COMBINE] = cpu_emit_combine,
    [KN_IF] = emit_if,
    [KN_LOOP] = emit_loop,
    [KN_BARRIER] = emit_barrier,
    [KN_BUILTIN] = cpu_emit_builtin,
    [KN_READABLE] = cpu_emit_readable,
    [KN_LAUNCH] = cpu_emit_launch,
    [KN_ALLOC] = cpu_emit_alloc,
    [KN_THREADS] = cpu_emit_threads,
    [KN_BOUND] = cpu_emit_bound,
    [KN_FREE] = cpu_emit_free,
    [KN_REBIND] = cpu_emit_rebind,
    [KN_RETURN_REG] = cpu_emit_return_reg,
    [KN_RETURN_BUF] = cpu_emit_return_buf,
};

void
cpu_emit_block(cpu_fn *f, const kn_block *block) {
  for (int k = 0; k < block->n; k++)
    stmts[block->at[k]->kind](f, block->at[k]);
}
