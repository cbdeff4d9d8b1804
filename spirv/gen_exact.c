// spirv/gen_exact.c: functions for ops that devices do not round right.
//
// Vulkan lets a division be 2.5 ULP off and a square root more, of f64 no less
// than of f32, and says nothing about fma: an H200 misrounds 27 % and 17 % of
// random f32 quotients and roots, and Mesa makes f64 ones for AMD of a
// reciprocal. So a module that divides has a function for it:
//
//   f32_div(a, b):
//     if (exact) return a / b              the device's own is right
//     if (fused and a, b in range)         fma rounds once
//       return the quotient, corrected by its residual
//     return the quotient of the digits    integers alone, for all inputs
//
// and so for the others in the table below. "exact" and "fused" are
// specialization constants (spirv.h), set by the runtime, so that drivers keep
// one of the ways.
#include "spirv/gen_exact.h"

// -- The device's own ---------------------------------------------------------

// a / b
static uint32_t
divide_own(const fn *f, const uint32_t *x) {
  return precise(f, GEN(f->g, SpvOpFDiv, f->real, x[0], x[1]));
}

// sqrt(a)
static uint32_t
root_own(const fn *f, const uint32_t *x) {
  return GEN(f->g, SpvOpExtInst, f->real, f->g->glsl, GLSLstd450Sqrt, x[0]);
}

// 1 / a
static uint32_t
invert_own(const fn *f, const uint32_t *x) {
  return divide_own(f, (uint32_t[]){gen_const_value(f->g, f->scalar, 1), *x});
}

// 1 / sqrt(a)
static uint32_t
invert_root_own(const fn *f, const uint32_t *x) {
  uint32_t s = root_own(f, x);
  return invert_own(f, &s);
}

// a * b + c where the device fuses it, always in range.
static uint32_t
fma_own(const fn *f, const uint32_t *x, uint32_t *in_range) {
  *in_range = 0;
  return fma_of(f, f->real, x[0], x[1], x[2]);
}

// -- The functions ------------------------------------------------------------

// A function, and its ways to the result.
typedef struct helper {
  const char *name;
  ir_scalar type; // of all operands and the result
  int n;          // operands
  uint32_t exact; // the specialization constant that says that "own" is
  gen_way *own;
  gen_part_way *fused;
  gen_way *everywhere;
} helper;

static const helper helpers[GEN_HELPER__COUNT] = {
    [GEN_DIV_F32] = {"f32_div", IR_F32, 2, SPV_GEN_SPEC_EXACT, divide_own,
                     gen_f32_divide_fused, gen_divide},
    [GEN_INV_F32] = {"f32_inv", IR_F32, 1, SPV_GEN_SPEC_EXACT, invert_own,
                     gen_f32_invert_fused, gen_invert},
    [GEN_ROOT_F32] = {"f32_sqrt", IR_F32, 1, SPV_GEN_SPEC_EXACT, root_own,
                      gen_f32_root_fused, gen_root},
    [GEN_INV_ROOT_F32] = {"f32_inv_sqrt", IR_F32, 1, SPV_GEN_SPEC_EXACT,
                          invert_root_own, gen_f32_invert_root_fused,
                          gen_invert_root},
    [GEN_FMA_F32] = {"f32_fma", IR_F32, 3, 0, NULL, fma_own, gen_f32_fma},
    [GEN_DIV_F64] = {"f64_div", IR_F64, 2, SPV_GEN_SPEC_EXACT64, divide_own,
                     NULL, gen_divide},
    [GEN_ROOT_F64] = {"f64_sqrt", IR_F64, 1, SPV_GEN_SPEC_EXACT64, root_own,
                      NULL, gen_root},
    [GEN_FMA_F64] = {"f64_fma", IR_F64, 3, 0, NULL, fma_own, gen_f64_fma},
};

// -- Control ----------------------------------------------------------------

// Returns "value"; the block "next" follows.
static void
leave(const fn *f, uint32_t value, uint32_t next) {
  spvw_emit(&f->g->w, SPVW_CODE, SpvOpReturnValue, SPVW_WORDS(value));
  spvw_emit(&f->g->w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(next));
}

// if (c) { what follows, up to a leave for "next" }
static void
when(const fn *f, uint32_t c, uint32_t next) {
  spvw *w = &f->g->w;
  uint32_t then = spvw_id(w);
  spvw_emit(w, SPVW_CODE, SpvOpSelectionMerge, SPVW_WORDS(next, 0));
  spvw_emit(w, SPVW_CODE, SpvOpBranchConditional, SPVW_WORDS(c, then, next));
  spvw_emit(w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(then));
}

// Starts the function "id", whose operands go to "x".
static void
begin(const fn *f, uint32_t id, const helper *h, uint32_t *x) {
  spvw *w = &f->g->w;
  uint32_t words[4] = {f->real, f->real, f->real, f->real};
  uint32_t function = spvw_type(w, SpvOpTypeFunction, 1 + h->n, words);
  spvw_emit(w, SPVW_CODE, SpvOpFunction,
            SPVW_WORDS(f->real, id, SpvFunctionControlMaskNone, function));
  for (int k = 0; k < h->n; k++)
    x[k] = gen_inst(f->g, SpvOpFunctionParameter, f->real, 0, NULL);
  spvw_emit(w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(spvw_id(w)));
  spvw_name(w, id, h->name);
}

// Ends the function with "value".
static void
end(const fn *f, uint32_t value) {
  spvw_emit(&f->g->w, SPVW_CODE, SpvOpReturnValue, SPVW_WORDS(value));
  spvw_emit(&f->g->w, SPVW_CODE, SpvOpFunctionEnd, 0, NULL);
}

// Writes the way of devices that fuse, and goes on where it does not hold.
static void
write_fused(const fn *f, const helper *h, const uint32_t *x, uint32_t fused) {
  spvw *w = &f->g->w;
  uint32_t apart = spvw_id(w), in_range;
  when(f, fused, apart);
  uint32_t value = h->fused(f, x, &in_range);
  if (in_range) {
    uint32_t out = spvw_id(w);
    when(f, in_range, out);
    leave(f, value, out);
    spvw_emit(w, SPVW_CODE, SpvOpBranch, SPVW_WORDS(apart));
    spvw_emit(w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(apart));
  } else {
    leave(f, value, apart);
  }
}

// Writes the function "id".
static void
write_helper(const fn *f, const helper *h, uint32_t id) {
  uint32_t x[3];
  begin(f, id, h, x);
  if (h->own) {
    uint32_t inexact = spvw_id(&f->g->w);
    when(f, gen_spec(f->g, h->exact), inexact);
    leave(f, h->own(f, x), inexact);
  }
  if (h->fused)
    write_fused(f, h, x, gen_spec(f->g, SPV_GEN_SPEC_FUSED));
  end(f, h->everywhere(f, x));
}

void
gen_exact_functions(gen *g) {
  fn f = {.g = g};
  for (int k = 0; k < GEN_HELPER__COUNT; k++) {
    const helper *h = &helpers[k];
    if (!g->helpers[k])
      continue;
    f.scalar = h->type;
    f.real = gen_type(g, h->type);
    f.f32 = gen_type(g, IR_F32);
    f.u32 = gen_type(g, IR_U32);
    f.u64 = gen_type(g, IR_U64);
    f.boolean = gen_type(g, IR_BOOL);
    if (h->type == IR_F64 || k == GEN_FMA_F32)
      f.f64 = gen_type(g, IR_F64);
    write_helper(&f, h, g->helpers[k]);
  }
}

uint32_t
gen_helper_call(gen *g, gen_helper which, int n, const uint32_t *x) {
  uint32_t words[4] = {g->helpers[which]};
  if (!words[0])
    words[0] = g->helpers[which] = spvw_id(&g->w);
  for (int k = 0; k < n; k++)
    words[1 + k] = x[k];
  return gen_inst(g, SpvOpFunctionCall, gen_type(g, helpers[which].type), 1 + n,
                  words);
}
