// spirv/gen_exact.h: shared by the files of exact helper functions. Insiders
// of gen_exact*.c; what the functions do: gen_exact.c.
#ifndef LOFT_SPIRV_GEN_EXACT_H
#define LOFT_SPIRV_GEN_EXACT_H

#include "spirv/gen_private.h"

// A helper function while it is written.
typedef struct fn {
  gen *g;
  ir_scalar scalar; // of its operands and its result
  uint32_t real;    // the type of that
  uint32_t f32, f64, u32, u64, boolean;
} fn;

// Writes a way to the result for the operands "x"; returns its id.
typedef uint32_t gen_way(const fn *f, const uint32_t *x);
// One that is right where the bool "in_range" is true.
typedef uint32_t gen_part_way(const fn *f, const uint32_t *x,
                              uint32_t *in_range);

// -- gen_exact_fused.c --------------------------------------------------------
// a/b, sqrt(a), 1/a and 1/sqrt(a), of f32; the last is rounded twice, as in C.
gen_part_way gen_f32_divide_fused, gen_f32_root_fused, gen_f32_invert_fused,
    gen_f32_invert_root_fused;
// -- gen_exact_digits.c -------------------------------------------------------
// The same, of the function's type.
gen_way gen_divide, gen_root, gen_invert, gen_invert_root;
// -- gen_exact_fma.c ----------------------------------------------------------
// a * b + c
gen_way gen_f32_fma, gen_f64_fma;

// -- Instructions -----------------------------------------------------------

// op(a, b) on u32.
static inline uint32_t
int2(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return GEN(f->g, op, f->u32, a, b);
}

// op(a, constant b) on u32.
static inline uint32_t
int2i(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return int2(f, op, a, gen_u32(f->g, b));
}

// A comparison.
static inline uint32_t
test(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return GEN(f->g, op, f->boolean, a, b);
}

// A comparison of u32 with a constant.
static inline uint32_t
testi(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return test(f, op, a, gen_u32(f->g, b));
}

// c ? a : b on u32.
static inline uint32_t
pick(const fn *f, uint32_t c, uint32_t a, uint32_t b) {
  return GEN(f->g, SpvOpSelect, f->u32, c, a, b);
}

// The bits of a float.
static inline uint32_t
bits_of(const fn *f, uint32_t x) {
  return GEN(f->g, SpvOpBitcast, f->u32, x);
}

// "id", not to be contracted.
static inline uint32_t
precise(const fn *f, uint32_t id) {
  spvw_decorate(&f->g->w, id, SpvDecorationNoContraction, 0, NULL);
  return id;
}

// a * b + c, rounded once where the device fuses it.
static inline uint32_t
fma_of(const fn *f, uint32_t type, uint32_t a, uint32_t b, uint32_t c) {
  return precise(
      f, GEN(f->g, SpvOpExtInst, type, f->g->glsl, GLSLstd450Fma, a, b, c));
}

// a && b
static inline uint32_t
both(const fn *f, uint32_t a, uint32_t b) {
  return GEN(f->g, SpvOpLogicalAnd, f->boolean, a, b);
}

// a || b
static inline uint32_t
either(const fn *f, uint32_t a, uint32_t b) {
  return GEN(f->g, SpvOpLogicalOr, f->boolean, a, b);
}

#endif
