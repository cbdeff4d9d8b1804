// cpu/cpu_filter.c: filters, whose conditions are computed before the
// stores.
//
//   for (..) { before = own; own += c ? 1 : 0; if (c) { out[before] = v } }
//
// Which elements stay may have no order that a processor could predict: half of
// them taken at random cost a misprediction every other time, ten times the
// rest. So the conditions of BLOCK iterations are computed first, by vectors,
// as one bit each; then only the iterations run in which something stays, from
// one bit to the next. Where all do, they run one after the other.
//
// 10^5 of which 50, 10 and 1 % stay at random, ns for each: C 3.9, 0.39, 0.27,
// this 0.64, 0.17, 0.08; where all that stay are one row, C 0.29, this 0.10;
// 50 and 10 of each 100 in a row, C 0.29, 0.21, this 0.49, 0.17. A store
// without a branch (cpu_append.c) takes 0.6 to 0.9 for all of these (Zen 4).
#include "cpu/cpu_private.h"

#include <llvm-c/Target.h>

enum { BLOCK = 64, MOST = 24 }; // MOST: statements that are executed twice

// What an iteration does besides computing values of its own.
typedef struct filter {
  const kn_stmt *carry;  // own = sum
  const kn_stmt *add;    // sum = own + value
  const kn_stmt *value;  // value = c ? some : 0
  const kn_stmt *choice; // if (c) ..
  bool *depends;         // by register: on "own"
  cpu_block_fn *emit;    // emits statements
} filter;

// Whether "x" and "y" are the same value of an iteration with "body", which
// computes values of its own alone.
static bool
is_same(const kn_block *body, const kn_reg *x, const kn_reg *y) {
  const kn_stmt *s = cpu_find_assignment(body, x),
                *t = cpu_find_assignment(body, y);
  if (x == y)
    return true;
  if (!s || !t || s->kind != t->kind || s->op != t->op || s->bits != t->bits ||
      s->buf != t->buf || s->n_args != t->n_args || x->type != y->type)
    return false;
  for (int k = 0; k < s->n_args; k++)
    if (!is_same(body, s->args[k], t->args[k]))
      return false;
  return true;
}

// Whether "r" is the constant 0.
static bool
is_zero(const cpu_fn *f, const kn_reg *r) {
  LLVMValueRef v = f->is_value[r->id] ? f->regs[r->id] : NULL;
  return v && LLVMIsConstant(v) && LLVMIsNull(v);
}

// The statement in "body" that computes the value that "r" copies, or NULL.
static const kn_stmt *
find_origin(const kn_block *body, const kn_reg *r) {
  const kn_stmt *s = cpu_find_assignment(body, r);
  while (s && s->kind == KN_COPY)
    s = cpu_find_assignment(body, s->args[0]);
  return s;
}

// Whether a buffer that "arm" stores into is "buf".
static bool
stores_into(const kn_block *arm, const kn_buf *buf) {
  for (int k = 0; k < arm->n; k++)
    if (arm->at[k]->kind == KN_STORE && arm->at[k]->buf == buf)
      return true;
  return false;
}

// Whether "s" computes a value of this iteration alone, from elements that
// "arm" leaves as they are.
static bool
is_own_value(const cpu_fn *f, const kn_stmt *s, const kn_block *arm) {
  bool load = s->kind == KN_LOAD && s->buf->space == KN_GLOBAL &&
              !stores_into(arm, s->buf);
  return (load || s->kind == KN_CONST || s->kind == KN_COPY ||
          s->kind == KN_OP) &&
         f->is_value[s->dst->id];
}

// Whether "arm" stores, and computes nothing but the operands of its stores.
static bool
is_storing(const cpu_fn *f, const kn_block *arm) {
  int stores = 0;
  for (int k = 0; k < arm->n; k++) {
    const kn_stmt *s = arm->at[k];
    bool store = s->kind == KN_STORE && s->buf->space == KN_GLOBAL;
    if (!store && !is_own_value(f, s, arm))
      return false;
    stores += store;
  }
  return stores > 0;
}

// Notes in z->depends whether the result of "s" depends on z->carry.
static void
note_dependence(filter *z, const kn_stmt *s) {
  for (int k = 0; k < s->n_args; k++)
    if (z->depends[s->args[k]->id] && s->dst)
      z->depends[s->dst->id] = true;
}

// Sorts the statements of a loop's body: one carries a value, one is the
// choice, all others compute. False where that is not so.
static bool
sort(const cpu_fn *f, const kn_block *body, filter *z) {
  for (int k = 0; k < body->n; k++) {
    const kn_stmt *s = body->at[k];
    if (s->kind == KN_IF && !z->choice && !s->body[1].n &&
        is_storing(f, &s->body[0]))
      z->choice = s;
    else if (s->kind == KN_COPY && !f->is_value[s->dst->id] && !z->carry)
      z->carry = s;
  }
  if (!z->choice || !z->carry)
    return false;
  for (int k = 0; k < body->n; k++) {
    const kn_stmt *s = body->at[k];
    if (s == z->choice || s == z->carry)
      continue;
    if (!is_own_value(f, s, &z->choice->body[0]))
      return false;
    if (s->dst == z->carry->args[0])
      z->add = s;
  }
  return z->add && z->add->kind == KN_OP && z->add->op == IR_OP_ADD &&
         z->add->args[0] == z->carry->dst && ir_is_int(z->add->dst->type);
}

// Whether nothing is added where nothing is stored.
static bool
adds_where_stored(const cpu_fn *f, const kn_block *body, filter *z) {
  z->value = find_origin(body, z->add->args[1]);
  return z->value && z->value->kind == KN_OP && z->value->op == IR_OP_SELECT &&
         is_zero(f, z->value->args[2]) &&
         is_same(body, z->value->args[0], z->choice->args[0]);
}

// Whether loop "s" is a filter: it stores where its counter is, and that, and
// whether it stores, depends on no counter.
static bool
match(const cpu_fn *f, const kn_stmt *s, filter *z) {
  const kn_block *body = &s->body[0];
  *z = (filter){.depends = NEW_ARRAY(f->cx->arena, bool, f->fn->regs.n)};
  if (f->fn->is_host || f->groups.n || s->parallel || s->cond || !s->dst ||
      s->dst->type != IR_I64 || !s->count || !f->is_value[s->count->id] ||
      body->n > MOST || !sort(f, body, z) || !adds_where_stored(f, body, z))
    return false;
  z->depends[z->carry->dst->id] = true;
  for (int k = 0; k < body->n; k++)
    note_dependence(z, body->at[k]);
  const kn_block *arm = &z->choice->body[0];
  for (int k = 0; k < arm->n; k++)
    note_dependence(z, arm->at[k]);
  bool placed = true;
  for (int k = 0; k < arm->n; k++)
    placed = placed && (arm->at[k]->kind != KN_STORE ||
                        z->depends[arm->at[k]->args[0]->id]);
  return placed && !z->depends[z->choice->args[0]->id] &&
         !z->depends[z->add->args[1]->id];
}

// Iteration "i" of loop "s". "taken": its condition is known to hold; else the
// statements that depend on it are left out.
static void
emit_iteration(cpu_fn *f, const kn_stmt *s, const filter *z, LLVMValueRef i,
               bool taken) {
  LLVMValueRef yes = LLVMConstAllOnes(LLVMInt1TypeInContext(f->llvm));
  const kn_block *body = &s->body[0];
  cpu_set(f, s->dst, i);
  for (int k = 0; k < body->n; k++) {
    kn_block one = {.at = body->at + k, .n = 1};
    const kn_stmt *t = body->at[k];
    if (!taken && (t == z->choice || t == z->carry))
      continue;
    z->emit(f, t == z->choice ? &t->body[0] : &one);
    if (taken && t->dst &&
        (t->dst == z->choice->args[0] || t->dst == z->value->args[0]))
      cpu_set(f, t->dst, yes);
  }
}

// The type of BLOCK bytes.
static LLVMTypeRef
bytes_type(const cpu_fn *f) {
  return LLVMVectorType(LLVMInt8TypeInContext(f->llvm), BLOCK);
}

// Room for them in the function's frame.
static LLVMValueRef
make_bytes(const cpu_fn *f) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(f->llvm);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->function);
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
  LLVMValueRef bytes = LLVMBuildAlloca(b, bytes_type(f), "bytes");
  LLVMDisposeBuilder(b);
  return bytes;
}

// In which of "n" iterations from "base" on something stays, a byte each at
// "bytes". "scalar": they are to be computed one after the other.
static void
emit_tests(cpu_fn *f, const kn_stmt *s, const filter *z, LLVMValueRef base,
           LLVMValueRef n, LLVMValueRef bytes, bool scalar) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(f->llvm);
  cpu_loop c = cpu_begin_count(f, cpu_const_i64(f, 0), n);
  emit_iteration(f, s, z, LLVMBuildNSWAdd(f->b, base, c.i, ""), false);
  LLVMValueRef test = cpu_get(f, z->choice->args[0]);
  LLVMValueRef at = LLVMBuildInBoundsGEP2(f->b, i8, bytes, &c.i, 1, "");
  LLVMBuildStore(f->b, LLVMBuildZExt(f->b, test, i8, ""), at);
  LLVMValueRef branch = cpu_end_count(f, &c, 1);
  if (scalar)
    cpu_meta_scalar(f, branch);
}

// In which iterations from "base" up to below "count", BLOCK at the most,
// something stays, a bit each.
static LLVMValueRef
emit_mask(cpu_fn *f, const kn_stmt *s, const filter *z, LLVMValueRef base,
          LLVMValueRef count) {
  LLVMBasicBlockRef full = cpu_new_block(f, "full");
  LLVMBasicBlockRef rest = cpu_new_block(f, "rest");
  LLVMBasicBlockRef join = cpu_new_block(f, "join");
  LLVMValueRef bytes = make_bytes(f), none = LLVMConstNull(bytes_type(f));
  LLVMValueRef size = cpu_const_i64(f, BLOCK);
  LLVMValueRef left = LLVMBuildSub(f->b, count, base, "");
  LLVMBuildCondBr(f->b, LLVMBuildICmp(f->b, LLVMIntSGE, left, size, ""), full,
                  rest);
  LLVMPositionBuilderAtEnd(f->b, full);
  emit_tests(f, s, z, base, size, bytes, cpu_stays_scalar(f, s));
  LLVMBuildBr(f->b, join);
  LLVMPositionBuilderAtEnd(f->b, rest);
  LLVMBuildStore(f->b, none, bytes);
  emit_tests(f, s, z, base, left, bytes, true);
  LLVMBuildBr(f->b, join);
  LLVMPositionBuilderAtEnd(f->b, join);
  LLVMValueRef all = LLVMBuildLoad2(f->b, bytes_type(f), bytes, "");
  LLVMValueRef bits = LLVMBuildICmp(f->b, LLVMIntNE, all, none, "");
  return LLVMBuildBitCast(f->b, bits, cpu_i64(f), "");
}

// The iterations from "base" on that have a bit in "mask".
static void
emit_marked(cpu_fn *f, const kn_stmt *s, const filter *z, LLVMValueRef base,
            LLVMValueRef mask) {
  cpu_loop l = cpu_begin_loop(f, mask);
  LLVMValueRef none = cpu_const_i64(f, 0);
  cpu_enter_loop(f, &l, LLVMBuildICmp(f->b, LLVMIntNE, l.i, none, ""));
  LLVMValueRef first = cpu_emit_first_bit(f, l.i);
  emit_iteration(f, s, z, LLVMBuildNSWAdd(f->b, base, first, ""), true);
  LLVMValueRef less = LLVMBuildAdd(f->b, l.i, cpu_const_i64(f, -1), "");
  cpu_end_loop(f, &l, LLVMBuildAnd(f->b, l.i, less, ""));
}

// The iterations from "base" up to below "count", BLOCK at the most.
static void
emit_filter_block(cpu_fn *f, const kn_stmt *s, const filter *z,
                  LLVMValueRef base, LLVMValueRef count) {
  LLVMBasicBlockRef some = cpu_new_block(f, "some");
  LLVMBasicBlockRef all = cpu_new_block(f, "all");
  LLVMBasicBlockRef join = cpu_new_block(f, "join");
  LLVMValueRef ones = cpu_const_i64(f, -1);
  LLVMValueRef mask = emit_mask(f, s, z, base, count);
  LLVMBuildCondBr(f->b, LLVMBuildICmp(f->b, LLVMIntEQ, mask, ones, ""), all,
                  some);
  LLVMPositionBuilderAtEnd(f->b, some);
  emit_marked(f, s, z, base, mask);
  LLVMBuildBr(f->b, join);
  LLVMPositionBuilderAtEnd(f->b, all);
  cpu_loop c = cpu_begin_count(f, cpu_const_i64(f, 0), cpu_const_i64(f, BLOCK));
  emit_iteration(f, s, z, LLVMBuildNSWAdd(f->b, base, c.i, ""), true);
  cpu_end_count(f, &c, 1);
  LLVMBuildBr(f->b, join);
  LLVMPositionBuilderAtEnd(f->b, join);
}

bool
cpu_emit_filter(cpu_fn *f, const kn_stmt *s, cpu_block_fn *emit) {
  filter z;
  LLVMModuleRef m = f->module;
  if (LLVMByteOrder(LLVMGetModuleDataLayout(m)) != LLVMLittleEndian ||
      !match(f, s, &z))
    return false;
  z.emit = emit;
  LLVMValueRef count = cpu_get(f, s->count);
  cpu_loop c = cpu_begin_count(f, cpu_const_i64(f, 0), count);
  emit_filter_block(f, s, &z, c.i, count);
  cpu_end_count(f, &c, BLOCK);
  return true;
}
