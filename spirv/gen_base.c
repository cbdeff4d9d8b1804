// spirv/gen_base.c: types, constants, blocks, and instructions that several
// files emit.
#include "spirv/gen_private.h"

#include "ir/ir.h"

void
gen_fail(gen *g, const char *what) {
  if (!g->failed)
    diag_report(g->cx, DIAG_INTERNAL, g->k->loc, NULL,
                "spirv: no emission for %s in kernel %s", what, g->k->name);
  g->failed = true;
}

// Declares the capability of an integer type of "bits".
static uint32_t
int_type(gen *g, int bits) {
  if (bits == 8) {
    spvw_capability(&g->w, SpvCapabilityInt8);
    g->features |= SPV_GEN_I8;
  } else if (bits == 16) {
    spvw_capability(&g->w, SpvCapabilityInt16);
    g->features |= SPV_GEN_I16;
  } else if (bits == 64) {
    spvw_capability(&g->w, SpvCapabilityInt64);
    g->features |= SPV_GEN_I64;
  }
  return spvw_type(&g->w, SpvOpTypeInt, SPVW_WORDS((uint32_t)bits, 0));
}

uint32_t
gen_type(gen *g, ir_scalar s) {
  if (s == IR_BOOL)
    return spvw_type(&g->w, SpvOpTypeBool, 0, NULL);
  uint32_t bits = 8 * (uint32_t)ir_size(s);
  if (!ir_is_float(s))
    return int_type(g, (int)bits);
  if (s == IR_F64) {
    spvw_capability(&g->w, SpvCapabilityFloat64);
    g->features |= SPV_GEN_F64;
  }
  g->features |= s == IR_F64 ? SPV_GEN_ZEROS64 : SPV_GEN_ZEROS32;
  return spvw_type(&g->w, SpvOpTypeFloat, SPVW_WORDS(bits));
}

uint32_t
gen_memory_type(gen *g, ir_scalar s, kn_space space) {
  if (space != KN_GLOBAL)
    return s == IR_BOOL ? int_type(g, 32) : gen_type(g, s);
  if (ir_size(s) == 1) {
    spvw_capability(&g->w, SpvCapabilityStorageBuffer8BitAccess);
    g->features |= SPV_GEN_STORAGE8;
    return int_type(g, 8);
  }
  if (ir_size(s) == 2) {
    spvw_capability(&g->w, SpvCapabilityStorageBuffer16BitAccess);
    g->features |= SPV_GEN_STORAGE16;
  }
  return gen_type(g, s);
}

uint32_t
gen_const(gen *g, ir_scalar s, uint64_t bits) {
  uint32_t type = gen_type(g, s);
  if (s == IR_BOOL)
    return spvw_constant(&g->w, bits ? SpvOpConstantTrue : SpvOpConstantFalse,
                         type, 0, NULL);
  uint32_t words[2] = {(uint32_t)bits, (uint32_t)(bits >> 32)};
  int size = ir_size(s);
  if (size < 4) // narrow literals are zero-extended: their types are unsigned
    words[0] &= (1u << (8 * size)) - 1;
  return spvw_constant(&g->w, SpvOpConstant, type, size == 8 ? 2 : 1, words);
}

uint32_t
gen_const_value(gen *g, ir_scalar s, double value) {
  uint64_t bits = 0;
  if (s == IR_F64) {
    memcpy(&bits, &value, 8);
  } else if (s == IR_F32) {
    float f = (float)value;
    memcpy(&bits, &f, 4);
  } else {
    bits = (uint64_t)(int64_t)value;
  }
  return gen_const(g, s, bits);
}

uint32_t
gen_u32(gen *g, uint32_t value) {
  return gen_const(g, IR_U32, value);
}

uint32_t
gen_u64(gen *g, uint64_t value) {
  return gen_const(g, IR_U64, value);
}

uint32_t
gen_pointer_type(gen *g, uint32_t storage_class, uint32_t type) {
  return spvw_type(&g->w, SpvOpTypePointer, SPVW_WORDS(storage_class, type));
}

uint32_t
gen_inst(gen *g, uint32_t op, uint32_t type, int n, const uint32_t *words) {
  return spvw_result(&g->w, op, type, n, words);
}

uint32_t
gen_load_address(gen *g, uint32_t address, uint32_t type, uint32_t align) {
  uint32_t pointer = GEN(
      g, SpvOpConvertUToPtr,
      gen_pointer_type(g, SpvStorageClassPhysicalStorageBuffer, type), address);
  return GEN(g, SpvOpLoad, type, pointer, SpvMemoryAccessAlignedMask, align);
}

uint32_t
gen_from_slot(gen *g, uint32_t slot, ir_scalar s) {
  uint32_t type = gen_type(g, s);
  if (s == IR_BOOL)
    return GEN(g, SpvOpINotEqual, type,
               GEN(g, SpvOpUConvert, gen_type(g, IR_U32), slot), gen_u32(g, 0));
  if (ir_size(s) == 8)
    return s == IR_F64 ? GEN(g, SpvOpBitcast, type, slot) : slot;
  if (s == IR_F32)
    return GEN(g, SpvOpBitcast, type,
               GEN(g, SpvOpUConvert, gen_type(g, IR_U32), slot));
  return GEN(g, SpvOpUConvert, type, slot);
}

uint32_t
gen_spec(gen *g, uint32_t number) {
  static const char *const names[SPV_GEN_SPEC__END] = {
      [SPV_GEN_SPEC_EXACT] = "exact",
      [SPV_GEN_SPEC_FUSED] = "fused",
      [SPV_GEN_SPEC_EXACT64] = "exact64",
      [SPV_GEN_SPEC_HIDE] = "hide",
      [SPV_GEN_SPEC_WIDE] = "wide"};
  uint32_t c = g->specs[number];
  if (c)
    return c;
  c = g->specs[number] = spvw_id(&g->w);
  spvw_emit(&g->w, SPVW_TYPES, SpvOpSpecConstantFalse,
            SPVW_WORDS(gen_type(g, IR_BOOL), c));
  spvw_decorate(&g->w, c, SpvDecorationSpecId, SPVW_WORDS(number));
  spvw_name(&g->w, c, names[number]);
  return c;
}

bool
gen_is_zero(ir_scalar s, uint64_t bits) {
  return ir_is_float(s) && bits << (65 - 8 * ir_size(s)) == 0;
}

uint32_t
gen_opaque_zero(gen *g, ir_scalar s, uint64_t bits) {
  uint32_t sign = gen_u64(g, bits);
  return gen_from_slot(
      g,
      bits ? GEN(g, SpvOpBitwiseOr, gen_type(g, IR_U64), g->zero, sign)
           : g->zero,
      s);
}

uint32_t
gen_load_reg(gen *g, const kn_reg *r) {
  return GEN(g, SpvOpLoad, gen_type(g, r->type), g->regs[r->id].var);
}

void
gen_open_block(gen *g, uint32_t label) {
  spvw_emit(&g->w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(label));
}

void
gen_jump(gen *g, uint32_t label) {
  spvw_emit(&g->w, SPVW_CODE, SpvOpBranch, SPVW_WORDS(label));
}

uint32_t
gen_round_off(gen *g, ir_scalar type, uint32_t x, uint32_t n) {
  uint32_t id = gen_type(g, type), one = gen_const(g, type, 1);
  uint32_t odd = GEN(g, SpvOpBitwiseAnd, id,
                     GEN(g, SpvOpShiftRightLogical, id, x, n), one);
  uint32_t half = GEN(g, SpvOpShiftRightLogical, id,
                      GEN(g, SpvOpShiftLeftLogical, id, one, n), one);
  uint32_t up = GEN(g, SpvOpIAdd, id, GEN(g, SpvOpISub, id, half, one), odd);
  return GEN(g, SpvOpShiftRightLogical, id, GEN(g, SpvOpIAdd, id, x, up), n);
}
