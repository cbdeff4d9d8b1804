// runtime/vk/kernel.c: pipelines, built at first use and kept per region and
// device.
//
// Work-group sizes are specialization constants 0, 1, 2, how f32 division and
// square root round 3 and 4 (spirv.h). Where a kernel leaves its size open it
// gets 256, 32x8 or 32x4x2, cut down to what the device allows; 8x32 where it
// walks arrays down (transposing 8192 x 8192 f32 on an H200: 0.28 ms instead of
// 1.0); 32 where 256 would leave much of a large device idle (on an H200 groups
// of 64 instead of 256 made 8192 sums of rows 2.2 times as fast, 67 million
// sums of two 2.6 times as slow).
#include <stdlib.h>
#include <string.h>

#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/thread.h"
#include "runtime/vk/private.h"

enum {
  SPIRV_MAGIC = 0x07230203,
  SPIRV_NEWEST = 0x00010500, // what Vulkan 1.2 takes
  FEW = 256 * 128,           // items that are too few for groups of 256
  FEW_LOCAL = 32
};

// Fills the work-group size; false when the device cannot run the kernel's.
static bool
find_local(const rt_vk_device *d, const loft_kernel_desc *k, bool few,
           uint32_t local[3]) {
  static const uint32_t usual[3][3] = {{256, 1, 1}, {32, 8, 1}, {32, 4, 2}};
  static const uint32_t tall[3] = {8, 32, 1};
  const VkPhysicalDeviceLimits *limits = &d->phys->props.limits;
  uint32_t dims = k->dims >= 1 && k->dims <= 3 ? k->dims : 1;
  bool free_size = k->local[0] == 0;
  const uint32_t *wished = free_size && k->local[1] ? tall : usual[dims - 1];
  if (few) {
    local[0] = FEW_LOCAL;
    local[1] = local[2] = 1;
    return true;
  }
  for (int i = 0; i < 3; i++) {
    local[i] = free_size ? wished[i] : k->local[i] ? k->local[i] : 1;
    if (free_size && local[i] > limits->maxComputeWorkGroupSize[i])
      local[i] = limits->maxComputeWorkGroupSize[i];
    if (local[i] > limits->maxComputeWorkGroupSize[i])
      return false;
  }
  // Halve the last dimension that can be, until the group is small enough.
  for (int i = 2; free_size && i >= 0;) {
    uint64_t all = (uint64_t)local[0] * local[1] * local[2];
    if (all <= limits->maxComputeWorkGroupInvocations)
      break;
    if (local[i] > 1)
      local[i] /= 2;
    else
      i--;
  }
  return (uint64_t)local[0] * local[1] * local[2] <=
         limits->maxComputeWorkGroupInvocations;
}

// The values of the specialization constants, by their numbers.
typedef struct constants {
  uint32_t local[3];
  VkBool32 exact, fused, exact64, hide, wide;
} constants;

// Fills in the constants of a kernel whose work-group size is known.
static constants
constants_of(const rt_vk_device *d, const rt_vk_kernel *kernel) {
  const rt_vk_quirks *q = &d->phys->quirks;
  constants c = {.exact = q->exact,
                 .fused = q->fma_fused,
                 .exact64 = q->exact64,
                 .hide = q->hide_bits || rt_env_int(RT_ENV_TEST_HIDE),
                 .wide = q->hide_wide || rt_env_int(RT_ENV_TEST_HIDE)};
  memcpy(c.local, kernel->local, sizeof c.local);
  if (rt_env_int(RT_ENV_TEST_ROUNDING))
    c.exact = c.fused = c.exact64 = VK_FALSE;
  return c;
}

// Builds the pipeline.
static VkResult
build(rt_vk_device *d, const loft_kernel_desc *k, rt_vk_kernel *out) {
  VkShaderModuleCreateInfo module_info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
      .codeSize = (size_t)k->spirv_words * 4,
      .pCode = k->spirv,
  };
  VkShaderModule module;
  VkResult r =
      RT_VK(d->fn, CreateShaderModule, d->handle, &module_info, NULL, &module);
  if (r != VK_SUCCESS)
    return r;
  const VkSpecializationMapEntry entries[] = {
      {0, 0, 4},  {1, 4, 4},  {2, 8, 4},  {3, 12, 4},
      {4, 16, 4}, {5, 20, 4}, {6, 24, 4}, {7, 28, 4}};
  constants values = constants_of(d, out);
  VkSpecializationInfo special = {sizeof entries / sizeof *entries, entries,
                                  sizeof values, &values};
  VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
      .flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT,
      .stage =
          {
              .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
              .stage = VK_SHADER_STAGE_COMPUTE_BIT,
              .module = module,
              .pName = "main",
              .pSpecializationInfo = &special,
          },
      .layout = d->layout,
      .basePipelineIndex = -1,
  };
  sigset_t before;
  rt_thread_block_signals(&before);
  r = RT_VK(d->fn, CreateComputePipelines, d->handle, d->cache, 1, &info, NULL,
            &out->pipeline);
  rt_thread_restore_signals(&before);
  d->fn.DestroyShaderModule(d->handle, module, NULL);
  if (r == VK_SUCCESS)
    d->built++;
  else
    out->pipeline = VK_NULL_HANDLE;
  return r;
}

// Whether the words can be a module this device understands.
static bool
module_fits(const loft_kernel_desc *k) {
  return k->spirv && k->spirv_words > 5 && k->spirv[0] == SPIRV_MAGIC &&
         k->spirv[1] <= SPIRV_NEWEST;
}

rt_vk_kernels *
rt_vk_kernels_get(rt_vk_device *d, const void *state, uint32_t n) {
  pthread_mutex_lock(&d->lock);
  rt_vk_kernels *ks = d->kernels;
  while (ks && ks->state != state)
    ks = ks->next;
  if (!ks) {
    ks = rt_calloc(1, sizeof *ks + 2 * (size_t)n * sizeof *ks->kernel);
    if (ks) {
      ks->state = state;
      ks->n = n;
      ks->next = d->kernels;
      d->kernels = ks;
    }
  }
  pthread_mutex_unlock(&d->lock);
  return ks;
}

void
rt_vk_kernels_destroy(rt_vk_device *d) {
  while (d->kernels) {
    rt_vk_kernels *ks = d->kernels;
    d->kernels = ks->next;
    for (uint32_t k = 0; k < 2 * ks->n; k++)
      d->fn.DestroyPipeline(d->handle, ks->kernel[k].pipeline, NULL);
    free(ks);
  }
}

// Names of the features that "need" has and "has" lacks: the first.
static const char *
missing_feature(uint32_t need, uint32_t has) {
#define RT_VK_FEATURE(name, where, member, bit, required)                      \
  if ((need & ~has) & (bit))                                                   \
    return name;
#include "runtime/vk/features.def"
#undef RT_VK_FEATURE
  if ((need & ~has) & (LOFT_NEEDS_ZEROS32 | LOFT_NEEDS_ZEROS64))
    return "signed zeros";
  return "a feature";
}

rt_vk_kernel *
rt_vk_kernel_get(loft_run *run, rt_vk_device *d, rt_vk_kernels *ks, uint32_t k,
                 int64_t items) {
  const loft_kernel_desc *desc = &run->region->gpu_kernels[k];
  bool few = desc->local[0] == 0 && desc->dims <= 1 && items < FEW;
  rt_vk_kernel *kernel = &ks->kernel[2 * k + few];
  VkResult r = VK_SUCCESS;
  if (desc->features & ~d->phys->features) {
    rt_run_decline(run, "kernel %s needs %s, which %s does not have",
                   desc->name,
                   missing_feature(desc->features, d->phys->features),
                   d->phys->props.deviceName);
    return NULL;
  }
  if (!module_fits(desc)) {
    rt_run_fail(run, "kernel %s is no SPIR-V for Vulkan 1.2", desc->name);
    return NULL;
  }
  pthread_mutex_lock(&d->lock);
  if (!kernel->pipeline) {
    if (find_local(d, desc, few, kernel->local))
      r = build(d, desc, kernel);
    else
      rt_run_decline(run, "kernel %s needs larger work-groups than %s has",
                     desc->name, d->phys->props.deviceName);
  }
  bool built = kernel->pipeline != VK_NULL_HANDLE;
  pthread_mutex_unlock(&d->lock);
  if (r != VK_SUCCESS)
    rt_vk_check_failed(run, d, "building a pipeline", r);
  return built ? kernel : NULL;
}
