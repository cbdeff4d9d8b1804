// spirv/spirv.h: kernels -> SPIR-V words for Vulkan 1.2+.
#ifndef LOFT_SPIRV_H
#define LOFT_SPIRV_H

#include "kernel/kernel.h"

// Vulkan features a module needs.
enum {
  SPV_GEN_F64 = 1,
  SPV_GEN_I64 = 2, // always set: addresses are 64 bit
  SPV_GEN_I16 = 4,
  SPV_GEN_I8 = 8,
  SPV_GEN_STORAGE8 = 16,
  SPV_GEN_STORAGE16 = 32,
  // float controls: signed zeros, infinities and NaN are as IEEE says
  SPV_GEN_ZEROS32 = 128,
  SPV_GEN_ZEROS64 = 256,
  SPV_GEN_ATOMIC64 = 512
};

// Specialization constants behind the work-group size, bools: the device's f32
// division and square root are correctly rounded; its fma is fused; its f64
// division and square root are correctly rounded; its compiler errs in what it
// concludes from bits that it knows; it errs in the order of widened integers
// and constants. Modules that have no use for one lack it.
enum {
  SPV_GEN_SPEC_EXACT = 3,
  SPV_GEN_SPEC_FUSED,
  SPV_GEN_SPEC_EXACT64,
  SPV_GEN_SPEC_HIDE,
  SPV_GEN_SPEC_WIDE,
  SPV_GEN_SPEC__END
};

// The u64 that the push constants of every Vulkan device hold: 128 bytes.
enum { SPV_GEN_PUSH_SLOTS = 16 };

typedef struct spv_gen_module {
  uint32_t *words;
  int n_words;
  unsigned features;
  int args_size; // bytes of the argument block
} spv_gen_module;

typedef struct spv_gen_options {
  bool own_rounding; // the device's own fma, division and square root
  bool contract;     // products may be fused into sums: no NoContraction
} spv_gen_options;

// Emits "k" as one module with entry point "main".
//   Arguments: each kernel parameter has one 8-byte slot in order: buffers as
//   u64 device address of *C index 0* of the array (so the kernel adds
//   index * size), scalars in the slot's low bytes; after them three u64 slots:
//   the items of the grid, x y z. The slots are in the argument block, whose
//   device address is the first u64 of the push constants; when there are fewer
//   than SPV_GEN_PUSH_SLOTS of them, they also follow it there, and the kernel
//   reads them there.
//   Work-group size: spec constants 0, 1, 2 (default k->local or 64,1,1).
//   The rest by SPV_GEN_SPEC_* (default false: rounded right on every device).
//   Work-items beyond the grid do nothing (but reach barriers).
// Deterministic. Returns false (internal error reported) on an op it has no
// emission for.
bool spv_gen(loft_cx *cx, const kn_func *k, const spv_gen_options *o,
             spv_gen_module *out);

#endif
