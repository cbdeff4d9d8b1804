// spirv/gen_private.h: shared by the emitter's files. Insiders of spirv/.
//   gen.c          module, entry point, arguments, built-in values
//   gen_stmt.c     statements: control flow, memory, barriers
//   gen_op.c       scalar ops, with the meaning ir/ir_ops.def gives them
//   gen_address.c  addresses of array elements
//   gen_exact.c    division, square root and fma, correctly rounded
#ifndef LOFT_SPIRV_GEN_PRIVATE_H
#define LOFT_SPIRV_GEN_PRIVATE_H

#include "spirv/spirv.h"
#include "spirv/spvw.h"

#include <spirv/unified1/spirv.h>
#include <spirv/unified1/GLSL.std.450.h>

// A register of the kernel.
typedef struct gen_reg {
  uint32_t var;         // a Function variable
  const kn_stmt *known; // its only assignment if KN_CONST
  int writes;           // how many statements assign it
  // while the block that assigns it, alone, is emitted: that statement (NULL: a
  // parameter or a loop's counter), and how many loops are around it
  bool is_open;
  const kn_stmt *def;
  int depth;
} gen_reg;

// Helper functions (gen_exact.c): a / b, 1 / a, sqrt(a), 1 / sqrt(a), a * b +
// c.
typedef enum gen_helper {
  GEN_DIV_F32,
  GEN_INV_F32,
  GEN_ROOT_F32,
  GEN_INV_ROOT_F32,
  GEN_FMA_F32,
  GEN_DIV_F64,
  GEN_ROOT_F64,
  GEN_FMA_F64,
  GEN_HELPER__COUNT
} gen_helper;

typedef struct gen {
  loft_cx *cx;
  const kn_func *k;
  const spv_gen_options *options;
  spvw w;
  unsigned features;
  uint32_t glsl;               // the extended instruction set
  gen_reg *regs;               // by kn_reg.id
  int depth;                   // loops around what is emitted
  uint32_t *buf_ids;           // by kn_buf.id: u64 address, or array variable
  uint32_t local_id, group_id; // Input variables, uvec3
  uint32_t push;               // the push constants
  uint32_t group_size;         // spec constant composite
  uint32_t item[3];            // u64: this work-item's index
  bool has_zero;               // some register is set to a floating 0
  uint32_t zero;               // u64: 0, but drivers do not know that
  bool bits, calls;            // gen_op_works_on_bits, gen_op_calls of some op
  // by SPV_GEN_SPEC_*: something is hidden where it holds, by this u64 0, which
  // it hides
  bool hides[SPV_GEN_SPEC__END];
  uint32_t unknown[SPV_GEN_SPEC__END];
  uint32_t specs[SPV_GEN_SPEC__END];   // the constants; 0: not written yet
  uint32_t helpers[GEN_HELPER__COUNT]; // their functions; 0: not used
  bool failed;
} gen;

// -- gen_base.c: types, constants, blocks --------------------------------
// The SPIR-V type of a scalar in a register (bool: OpTypeBool). Signedness is
// in the instructions, never in the types.
uint32_t gen_type(gen *g, ir_scalar s);
// The type of a scalar in memory (bool: u8 in buffers, u32 otherwise).
uint32_t gen_memory_type(gen *g, ir_scalar s, kn_space space);
// A constant of scalar type "s" from its bits.
uint32_t gen_const(gen *g, ir_scalar s, uint64_t bits);
// Whether "bits" are a floating 0.0 or -0.0.
bool gen_is_zero(ir_scalar s, uint64_t bits);
// That zero, but drivers do not take it for a constant: whatever x and the
// float controls are, Mesa's llvmpipe drops 0 + x, 0 - x, 0 * x and 0 / x, and
// NVIDIA's compiler makes c ? -1.0 : -0.0 the opposite of a converted bool.
uint32_t gen_opaque_zero(gen *g, ir_scalar s, uint64_t bits);
// A constant from a value: integers wrapped, floats converted.
uint32_t gen_const_value(gen *g, ir_scalar s, double value);
uint32_t gen_u32(gen *g, uint32_t value);
uint32_t gen_u64(gen *g, uint64_t value);
// The bool specialization constant SPV_GEN_SPEC_*, false by default.
uint32_t gen_spec(gen *g, uint32_t number);
uint32_t gen_pointer_type(gen *g, uint32_t storage_class, uint32_t type);
// Loads "type" from the device address "address" (a u64 id), "align" bytes.
uint32_t gen_load_address(gen *g, uint32_t address, uint32_t type,
                          uint32_t align);
// Opens the block "label".
void gen_open_block(gen *g, uint32_t label);
// Ends the current block with a jump to "label".
void gen_jump(gen *g, uint32_t label);
// The current value of register "r".
uint32_t gen_load_reg(gen *g, const kn_reg *r);
// -- gen_exact.c --------------------------------------------------------------
// x, of the unsigned "type", without its last "n" digits (1 or more), to
// nearest even. x + 2^n does not overflow.
uint32_t gen_round_off(gen *g, ir_scalar type, uint32_t x, uint32_t n);
// A scalar of type "s" from the low bytes of the 64-bit slot "slot".
uint32_t gen_from_slot(gen *g, uint32_t slot, ir_scalar s);
// Reports an internal error once and marks the module failed.
void gen_fail(gen *g, const char *what);

// -- gen_stmt.c --------------------------------------------------------------
void gen_block(gen *g, const kn_block *b);

// -- gen_combine.c -----------------------------------------------------------
// buf[args[0]] = op(buf[args[0]], args[1]), atomic; what it was, where one
// instruction does that, else 0.
uint32_t gen_combine(gen *g, const kn_stmt *s);

// -- gen_address.c -----------------------------------------------------------
// A pointer to element "index" of "b", and its memory type.
uint32_t gen_element(gen *g, const kn_buf *b, const kn_reg *index,
                     uint32_t *type);
// "r" has its value, of "def", from here to gen_close_reg (if nothing else
// assigns it); "depth" loops are around.
void gen_open_reg(gen *g, const kn_reg *r, const kn_stmt *def, int depth);
void gen_close_reg(gen *g, const kn_reg *r);
// Whether "r" has the value of an element of a global buffer.
bool gen_is_element(const gen *g, const kn_reg *r);
// The statement of scalar op "op" whose value "r" has, when all its operands
// still have theirs; else NULL.
const kn_stmt *gen_open_def(const gen *g, const kn_reg *r, ir_opcode op);
// base + index * size
uint32_t gen_address(gen *g, uint32_t base, const kn_reg *index, int size);

// -- gen_hide.c --------------------------------------------------------------
// All bits of a type.
uint64_t gen_ones(ir_scalar s);
// Whether "r" always holds a constant. *bits: those of its type.
bool gen_is_constant(const gen *g, const kn_reg *r, uint64_t *bits);
// The k for which "r" always holds 2^k, or -1.
int gen_log2(const gen *g, const kn_reg *r);
// "x", an integer of 64 bits, which is chosen between.
uint32_t gen_hide(gen *g, uint32_t x);
// 0, an integer of "type", of which compilers do not know that.
uint32_t gen_unknown_zero(gen *g, ir_scalar type);
// "x", an i64, whose order to another is asked for.
uint32_t gen_hide_order(gen *g, uint32_t x);
// The same of the second operand of a comparison.
uint32_t gen_hide_compared(gen *g, uint32_t x);
// Whether the op asks for the order of two i64, or drivers may make it do so.
bool gen_op_orders(ir_opcode op, ir_scalar type);
// Whether the op is made by choosing between integers of 64 bits.
bool gen_op_chooses(ir_opcode op, ir_scalar out);
// Whether the op widens an integer of 8 or 16 bits.
bool gen_op_widens(ir_opcode op, ir_scalar in, ir_scalar out);
// Whether the op widens one of 8 or 16 bits that is computed, and may wrap.
bool gen_may_wrap(const gen *g, ir_opcode op, ir_scalar out, const kn_reg *arg);
// Whether the op makes a bool an integer of 0 and 1.
bool gen_is_truth(const gen *g, ir_opcode op, ir_scalar out,
                  kn_reg *const *args);
// Whether the op works on bits: it may leave a single one of an integer.
bool gen_op_works_on_bits(ir_opcode op, ir_scalar out);
// "x", an integer, as a compiler cannot see through.
uint32_t gen_screen(gen *g, ir_scalar type, uint32_t x);
// Whether drivers may make the op on operands of "type" a call.
bool gen_op_calls(ir_opcode op, ir_scalar type);
// Whether a compiler that must not may find that the op gives x & 1, by itself
// or with others (x << 63 >> 63, x - x / 2 * 2, ~(x | ~1)).
bool gen_may_be_bit(const gen *g, ir_opcode op, ir_scalar type,
                    kn_reg *const *args);
// Whether the op negates an integer: -x, |x|, 0 - x.
bool gen_op_negates(const gen *g, ir_opcode op, ir_scalar type,
                    kn_reg *const *args);
// The number of the operand that the op scales by 2^16 to 2^31, in 64 bits; -1:
// it does not.
int gen_scaled_operand(const gen *g, ir_opcode op, ir_scalar type,
                       kn_reg *const *args);

// -- gen_op.c ----------------------------------------------------------------
// One scalar op: "type" of the operands, "out" of the result, operand ids
// "x"; "args" are the registers behind them. Returns the result's id.
uint32_t gen_op(gen *g, ir_opcode op, ir_scalar type, ir_scalar out,
                const uint32_t *x, kn_reg *const *args);
// A result id of an instruction on operands of one type.
uint32_t gen_inst(gen *g, uint32_t op, uint32_t type, int n,
                  const uint32_t *words);
#define GEN(g, op, type, ...)                                                  \
  gen_inst((g), (op), (type), SPVW_WORDS(__VA_ARGS__))

// -- gen_exact.c -------------------------------------------------------------
// Calls the helper on the "n" operands "x": the result, rounded once.
uint32_t gen_helper_call(gen *g, gen_helper which, int n, const uint32_t *x);
// Writes those that were called, behind the entry point's function.
void gen_exact_functions(gen *g);

#endif
