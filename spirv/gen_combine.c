// spirv/gen_combine.c: elements that work-items combine into.
//
// Integers of 32 and 64 bits have atomic instructions. Anything else, a product
// or an element of 8 or 16 bits, is exchanged with the word around it until no
// other work-item changed that in between. Arrays begin at multiples of a word
// and end at one on the device, so the word is the array's own.
#include "spirv/gen_private.h"

// The atomic instruction of operator "op" on "type"; SpvOpNop: there is none.
static SpvOp
instruction_of(ir_opcode op, ir_scalar type) {
  bool is_signed = ir_is_signed(type);
  if (ir_size(type) < 4)
    return SpvOpNop;
  if (op == IR_OP_ADD)
    return SpvOpAtomicIAdd;
  if (op == IR_OP_AND)
    return SpvOpAtomicAnd;
  if (op == IR_OP_OR)
    return SpvOpAtomicOr;
  if (op == IR_OP_XOR)
    return SpvOpAtomicXor;
  if (op == IR_OP_MIN)
    return is_signed ? SpvOpAtomicSMin : SpvOpAtomicUMin;
  if (op == IR_OP_MAX)
    return is_signed ? SpvOpAtomicSMax : SpvOpAtomicUMax;
  return SpvOpNop;
}

// A word that is exchanged, and the element in it.
typedef struct word {
  ir_scalar type;  // u32 or u64
  uint32_t ptr;    // to it
  uint32_t shift;  // of the element, u32 id; 0: the element is the whole word
  ir_scalar elem;  // as in memory
  uint32_t others; // mask of the bits around the element
} word;

// A pointer to a word of "type" at "address".
static uint32_t
word_at(gen *g, ir_scalar type, uint32_t address) {
  uint32_t ptr = gen_pointer_type(g, SpvStorageClassPhysicalStorageBuffer,
                                  gen_type(g, type));
  return GEN(g, SpvOpConvertUToPtr, ptr, address);
}

// The word around the element at "address".
static word
find_word(gen *g, ir_scalar elem, uint32_t address) {
  int size = ir_size(elem);
  word w = {.type = size == 8 ? IR_U64 : IR_U32, .elem = elem};
  if (size >= 4) {
    w.ptr = word_at(g, w.type, address);
    return w;
  }
  uint32_t u32 = gen_type(g, IR_U32), u64 = gen_type(g, IR_U64);
  uint32_t low = GEN(g, SpvOpBitwiseAnd, u64, address, gen_u64(g, 3));
  uint32_t byte = GEN(g, SpvOpUConvert, u32, low);
  w.shift = GEN(g, SpvOpShiftLeftLogical, u32, byte, gen_u32(g, 3));
  w.ptr = word_at(g, w.type,
                  GEN(g, SpvOpBitwiseAnd, u64, address, gen_u64(g, ~3ull)));
  uint32_t own = gen_u32(g, (1u << (8 * size)) - 1);
  uint32_t mask = GEN(g, SpvOpShiftLeftLogical, u32, own, w.shift);
  w.others = GEN(g, SpvOpNot, u32, mask);
  return w;
}

// The element in "old", a value of the word.
static uint32_t
take_element(gen *g, const word *w, uint32_t old) {
  if (!w->shift)
    return old;
  uint32_t down =
      GEN(g, SpvOpShiftRightLogical, gen_type(g, IR_U32), old, w->shift);
  return GEN(g, SpvOpUConvert, gen_type(g, w->elem), down);
}

// "old" with "value" for its element.
static uint32_t
put_element(gen *g, const word *w, uint32_t old, uint32_t value) {
  if (!w->shift)
    return value;
  uint32_t u32 = gen_type(g, IR_U32);
  uint32_t wide = GEN(g, SpvOpUConvert, u32, value);
  uint32_t up = GEN(g, SpvOpShiftLeftLogical, u32, wide, w->shift);
  uint32_t rest = GEN(g, SpvOpBitwiseAnd, u32, old, w->others);
  return GEN(g, SpvOpBitwiseOr, u32, rest, up);
}

// Exchanges the word until nobody changed it in between.
static void
put_exchange(gen *g, const kn_stmt *s, const word *w, uint32_t value) {
  uint32_t type = gen_type(g, w->type), b = gen_type(g, IR_BOOL);
  uint32_t scope = gen_u32(g, SpvScopeDevice), relaxed = gen_u32(g, 0);
  uint32_t from = spvw_id(&g->w), header = spvw_id(&g->w);
  uint32_t body = spvw_id(&g->w), next = spvw_id(&g->w);
  uint32_t merge = spvw_id(&g->w), old = spvw_id(&g->w);
  uint32_t seen = spvw_id(&g->w);
  gen_jump(g, from);
  gen_open_block(g, from);
  uint32_t first = GEN(g, SpvOpAtomicLoad, type, w->ptr, scope, relaxed);
  gen_jump(g, header);
  gen_open_block(g, header);
  spvw_emit(&g->w, SPVW_CODE, SpvOpPhi,
            SPVW_WORDS(type, old, first, from, seen, next));
  spvw_emit(&g->w, SPVW_CODE, SpvOpLoopMerge, SPVW_WORDS(merge, next, 0));
  gen_jump(g, body);
  gen_open_block(g, body);
  kn_reg *args[] = {s->args[1], s->args[1]};
  uint32_t x[] = {take_element(g, w, old), value};
  uint32_t sum = gen_op(g, s->op, w->elem, w->elem, x, args);
  spvw_emit(&g->w, SPVW_CODE, SpvOpAtomicCompareExchange,
            SPVW_WORDS(type, seen, w->ptr, scope, relaxed, relaxed,
                       put_element(g, w, old, sum), old));
  uint32_t good = GEN(g, SpvOpIEqual, b, seen, old);
  spvw_emit(&g->w, SPVW_CODE, SpvOpBranchConditional,
            SPVW_WORDS(good, merge, next));
  gen_open_block(g, next);
  gen_jump(g, header);
  gen_open_block(g, merge);
}

// Stores "value", of as many bits as the element, so that others may store the
// same at the same time: its bits are cleared and set in the word around it
// where it has no word of its own.
static void
put_store(gen *g, const word *w, uint32_t value) {
  uint32_t scope = gen_u32(g, SpvScopeDevice), relaxed = gen_u32(g, 0);
  uint32_t type = gen_type(g, w->type);
  if (!w->shift) {
    spvw_emit(&g->w, SPVW_CODE, SpvOpAtomicStore,
              SPVW_WORDS(w->ptr, scope, relaxed, value));
    return;
  }
  uint32_t zero = gen_u32(g, 0);
  uint32_t own = put_element(g, w, zero, value);
  uint32_t kept = GEN(g, SpvOpBitwiseOr, type, w->others, own);
  GEN(g, SpvOpAtomicAnd, type, w->ptr, scope, relaxed, kept);
  GEN(g, SpvOpAtomicOr, type, w->ptr, scope, relaxed, own);
}

// buf[i] = op(buf[i], value) in memory of the work-group: the operators that
// have an instruction on 32 bits alone are used there (lower_map_shared.c).
static void
put_in_group(gen *g, const kn_stmt *s, SpvOp op) {
  uint32_t type, ptr = gen_element(g, s->buf, s->args[0], &type);
  GEN(g, op, type, ptr, gen_u32(g, SpvScopeWorkgroup), gen_u32(g, 0),
      gen_load_reg(g, s->args[1]));
}

uint32_t
gen_combine(gen *g, const kn_stmt *s) {
  ir_scalar elem = s->buf->elem == IR_BOOL ? IR_U8 : s->buf->elem;
  SpvOp op = instruction_of(s->op, elem);
  if (s->buf->space == KN_SHARED) {
    put_in_group(g, s, op);
    return 0;
  }
  uint32_t value = gen_load_reg(g, s->args[1]);
  if (s->buf->elem == IR_BOOL)
    value = GEN(g, SpvOpSelect, gen_type(g, elem), value, gen_const(g, elem, 1),
                gen_const(g, elem, 0));
  uint32_t at =
      gen_address(g, g->buf_ids[s->buf->id], s->args[0], ir_size(elem));
  if (ir_size(elem) == 8) {
    spvw_capability(&g->w, SpvCapabilityInt64Atomics);
    g->features |= SPV_GEN_ATOMIC64;
  }
  word w = find_word(g, elem, at);
  if (s->op == IR_OP_UPDATE && ir_is_float(elem))
    value = GEN(g, SpvOpBitcast, gen_type(g, w.type), value);
  if (s->op == IR_OP_UPDATE)
    put_store(g, &w, value);
  else if (op == SpvOpNop)
    put_exchange(g, s, &w, value);
  else
    return GEN(g, op, gen_type(g, elem), w.ptr, gen_u32(g, SpvScopeDevice),
               gen_u32(g, 0), value);
  return 0;
}
