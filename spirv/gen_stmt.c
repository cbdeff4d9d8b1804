// spirv/gen_stmt.c: kernel statements as structured SPIR-V.
//
// Every if and loop is emitted with its merge instruction straight from the
// tree (SPIR-V specification, 2.11 "Structured control flow"), so no
// restructuring is ever needed.
#include "spirv/gen_private.h"

// r = value.
static void
store_reg(gen *g, const kn_reg *r, uint32_t value) {
  spvw_emit(&g->w, SPVW_CODE, SpvOpStore,
            SPVW_WORDS(g->regs[r->id].var, value));
}

// -- Memory ---------------------------------------------------------------

// The scalar type that stands for bool in memory of "space".
static ir_scalar
bool_in_memory(kn_space space) {
  return space == KN_GLOBAL ? IR_U8 : IR_U32;
}

// dst = buf[i]; global accesses state their alignment (they must).
static void
stmt_load(gen *g, const kn_stmt *s) {
  uint32_t type, ptr = gen_element(g, s->buf, s->args[0], &type);
  uint32_t align = (uint32_t)ir_size(s->buf->elem), value;
  if (s->buf->space == KN_GLOBAL)
    value = GEN(g, SpvOpLoad, type, ptr, SpvMemoryAccessAlignedMask, align);
  else
    value = GEN(g, SpvOpLoad, type, ptr);
  if (s->buf->elem == IR_BOOL)
    value = GEN(g, SpvOpINotEqual, gen_type(g, IR_BOOL), value,
                gen_const(g, bool_in_memory(s->buf->space), 0));
  store_reg(g, s->dst, value);
}

// buf[i] = op(buf[i], value), and the old element where that is asked for.
static void
stmt_combine(gen *g, const kn_stmt *s) {
  uint32_t old = gen_combine(g, s);
  if (s->dst)
    store_reg(g, s->dst, old);
}

// buf[i] = value.
static void
stmt_store(gen *g, const kn_stmt *s) {
  uint32_t type, ptr = gen_element(g, s->buf, s->args[0], &type);
  uint32_t value = gen_load_reg(g, s->args[1]);
  if (s->buf->elem == IR_BOOL) {
    ir_scalar m = bool_in_memory(s->buf->space);
    value = GEN(g, SpvOpSelect, type, value, gen_const(g, m, 1),
                gen_const(g, m, 0));
  }
  if (s->buf->space == KN_GLOBAL)
    spvw_emit(&g->w, SPVW_CODE, SpvOpStore,
              SPVW_WORDS(ptr, value, SpvMemoryAccessAlignedMask,
                         (uint32_t)ir_size(s->buf->elem)));
  else
    spvw_emit(&g->w, SPVW_CODE, SpvOpStore, SPVW_WORDS(ptr, value));
}

// -- Control flow ------------------------------------------------------------

// if (cond) body[0] else body[1].
static void
stmt_if(gen *g, const kn_stmt *s) {
  uint32_t cond = gen_load_reg(g, s->args[0]);
  uint32_t then = spvw_id(&g->w), other = spvw_id(&g->w);
  uint32_t merge = spvw_id(&g->w);
  spvw_emit(&g->w, SPVW_CODE, SpvOpSelectionMerge, SPVW_WORDS(merge, 0));
  spvw_emit(&g->w, SPVW_CODE, SpvOpBranchConditional,
            SPVW_WORDS(cond, then, other));
  gen_open_block(g, then);
  gen_block(g, &s->body[0]);
  gen_jump(g, merge);
  gen_open_block(g, other);
  gen_block(g, &s->body[1]);
  gen_jump(g, merge);
  gen_open_block(g, merge);
}

// The condition to enter a loop's body once more: the count, then the flag.
static uint32_t
loop_condition(gen *g, const kn_stmt *s) {
  uint32_t b = gen_type(g, IR_BOOL), all = 0;
  if (s->count) {
    uint32_t i = gen_load_reg(g, s->dst), n = gen_load_reg(g, s->count);
    uint64_t bits; // loops that are known to be short get unrolled
    if (s->count->type == IR_I64 && !gen_is_constant(g, s->count, &bits))
      n = gen_hide_order(g, n);
    all = GEN(g, SpvOpSLessThan, b, i, n);
  }
  if (s->cond) {
    uint32_t flag = gen_load_reg(g, s->cond);
    all = all ? GEN(g, SpvOpLogicalAnd, b, all, flag) : flag;
  }
  return all ? all : gen_const(g, IR_BOOL, 1);
}

// dst++.
static void
increment(gen *g, const kn_reg *r) {
  uint32_t i = gen_load_reg(g, r);
  store_reg(
      g, r,
      GEN(g, SpvOpIAdd, gen_type(g, r->type), i, gen_const(g, r->type, 1)));
}

// while ((!count || dst < count) && (!cond || cond)) { body; dst++ }
static void
stmt_loop(gen *g, const kn_stmt *s) {
  uint32_t header = spvw_id(&g->w), test = spvw_id(&g->w);
  uint32_t body = spvw_id(&g->w), next = spvw_id(&g->w);
  uint32_t merge = spvw_id(&g->w);
  if (s->dst)
    store_reg(g, s->dst, gen_const(g, s->dst->type, 0));
  gen_jump(g, header);
  gen_open_block(g, header);
  spvw_emit(&g->w, SPVW_CODE, SpvOpLoopMerge, SPVW_WORDS(merge, next, 0));
  gen_jump(g, test);
  gen_open_block(g, test);
  uint32_t cond = loop_condition(g, s);
  spvw_emit(&g->w, SPVW_CODE, SpvOpBranchConditional,
            SPVW_WORDS(cond, body, merge));
  gen_open_block(g, body);
  g->depth++;
  if (s->dst)
    gen_open_reg(g, s->dst, NULL, g->depth);
  gen_block(g, &s->body[0]);
  if (s->dst)
    gen_close_reg(g, s->dst);
  g->depth--;
  gen_jump(g, next);
  gen_open_block(g, next);
  if (s->dst)
    increment(g, s->dst);
  gen_jump(g, header);
  gen_open_block(g, merge);
}

// Waits for the group; shared and global memory become visible to it.
static void
stmt_barrier(gen *g) {
  uint32_t group = gen_u32(g, SpvScopeWorkgroup);
  uint32_t semantics = gen_u32(g, SpvMemorySemanticsAcquireReleaseMask |
                                      SpvMemorySemanticsWorkgroupMemoryMask |
                                      SpvMemorySemanticsUniformMemoryMask);
  spvw_emit(&g->w, SPVW_CODE, SpvOpControlBarrier,
            SPVW_WORDS(group, group, semantics));
}

// -- Scalars --------------------------------------------------------------

// x of a uvec3 input variable, as u64.
static uint32_t
input_x(gen *g, uint32_t variable) {
  uint32_t u32 = gen_type(g, IR_U32);
  uint32_t vec = spvw_type(&g->w, SpvOpTypeVector, SPVW_WORDS(u32, 3));
  uint32_t all = GEN(g, SpvOpLoad, vec, variable);
  uint32_t x = GEN(g, SpvOpCompositeExtract, u32, all, 0);
  return GEN(g, SpvOpUConvert, gen_type(g, IR_U64), x);
}

// dst = a built-in value.
static void
stmt_builtin(gen *g, const kn_stmt *s) {
  switch (s->builtin) {
  case KN_ITEM_X:
  case KN_ITEM_Y:
  case KN_ITEM_Z:
    store_reg(g, s->dst, g->item[s->builtin - KN_ITEM_X]);
    return;
  case KN_GROUP_X:
    store_reg(g, s->dst, input_x(g, g->group_id));
    return;
  case KN_LOCAL_X:
    store_reg(g, s->dst, input_x(g, g->local_id));
    return;
  case KN_RANGE_LO:
  case KN_RANGE_HI:
    gen_fail(g, "a CPU range");
    return;
  }
}

// dst = op(args).
static void
stmt_op(gen *g, const kn_stmt *s) {
  uint32_t x[3] = {0};
  for (int i = 0; i < s->n_args; i++)
    x[i] = gen_load_reg(g, s->args[i]);
  // select's operand type is that of its choices
  ir_scalar type = s->args[s->op == IR_OP_SELECT]->type;
  store_reg(g, s->dst, gen_op(g, s->op, type, s->dst->type, x, s->args));
}

// -- Dispatch -----------------------------------------------------------------

// dst = bits.
static void
stmt_const(gen *g, const kn_stmt *s) {
  ir_scalar type = s->dst->type;
  store_reg(g, s->dst,
            gen_is_zero(type, s->bits) ? gen_opaque_zero(g, type, s->bits)
                                       : gen_const(g, type, s->bits));
}

// One statement.
static void
gen_stmt(gen *g, const kn_stmt *s) {
  switch (s->kind) {
  case KN_CONST:
    stmt_const(g, s);
    return;
  case KN_COPY:
    store_reg(g, s->dst, gen_load_reg(g, s->args[0]));
    return;
  case KN_OP:
    stmt_op(g, s);
    return;
  case KN_LOAD:
    stmt_load(g, s);
    return;
  case KN_STORE:
    stmt_store(g, s);
    return;
  case KN_COMBINE:
    stmt_combine(g, s);
    return;
  case KN_IF:
    stmt_if(g, s);
    return;
  case KN_LOOP:
    stmt_loop(g, s);
    return;
  case KN_BARRIER:
    stmt_barrier(g);
    return;
  case KN_BUILTIN:
    stmt_builtin(g, s);
    return;
  case KN_CALL:
    gen_fail(g, "a call");
    return;
  case KN_LAUNCH:
  case KN_ALLOC:
  case KN_THREADS:
  case KN_BOUND:
  case KN_READABLE:
  case KN_FREE:
  case KN_REBIND:
  case KN_RETURN_REG:
  case KN_RETURN_BUF:
    gen_fail(g, "a host statement");
    return;
  }
}

void
gen_block(gen *g, const kn_block *b) {
  int n = 0;
  for (; n < b->n && !g->failed; n++) {
    const kn_stmt *s = b->at[n];
    gen_stmt(g, s);
    if (s->dst && s->kind != KN_LOOP)
      gen_open_reg(g, s->dst, s, g->depth);
  }
  while (n-- > 0)
    if (b->at[n]->dst)
      gen_close_reg(g, b->at[n]->dst);
}
