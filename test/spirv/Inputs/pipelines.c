// Makes a compute pipeline of each file of SPIR-V, with the specialization
// constants of a device that fuses and of one that does not; any device will
// do, also one without hardware.
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    int result_ = (call);                                                      \
    if (result_ != VK_SUCCESS) {                                               \
      printf("FAILED %s: %d\n", #call, result_);                               \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// A device with all that kernels may need.
static VkDevice
open_device(void) {
  VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                           .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = &app};
  VkInstance instance;
  VkPhysicalDevice phys;
  VkDevice device;
  uint32_t one = 1;
  CHECK(vkCreateInstance(&info, NULL, &instance));
  CHECK(vkEnumeratePhysicalDevices(instance, &one, &phys));
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueCount = 1,
      .pQueuePriorities = &priority};
  VkPhysicalDeviceVulkan12Features v12 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
      .bufferDeviceAddress = VK_TRUE,
      .shaderInt8 = VK_TRUE,
      .storageBuffer8BitAccess = VK_TRUE};
  VkPhysicalDeviceVulkan11Features v11 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
      .pNext = &v12,
      .storageBuffer16BitAccess = VK_TRUE};
  VkPhysicalDeviceFeatures core = {
      .shaderInt64 = VK_TRUE, .shaderFloat64 = VK_TRUE, .shaderInt16 = VK_TRUE};
  VkDeviceCreateInfo create = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &v11,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .pEnabledFeatures = &core};
  CHECK(vkCreateDevice(phys, &create, NULL, &device));
  return device;
}

// Reads the module of a file.
static VkShaderModule
load(VkDevice device, const char *path) {
  static uint32_t words[1 << 20];
  FILE *f = fopen(path, "rb");
  CHECK(f ? VK_SUCCESS : 1);
  size_t n = fread(words, 4, sizeof words / 4, f);
  fclose(f);
  VkShaderModuleCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
      .codeSize = n * 4,
      .pCode = words};
  VkShaderModule module;
  CHECK(vkCreateShaderModule(device, &info, NULL, &module));
  return module;
}

int
main(int argc, char **argv) {
  VkDevice device = open_device();
  VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 128};
  VkPipelineLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .pushConstantRangeCount = 1,
      .pPushConstantRanges = &push};
  VkPipelineLayout layout;
  CHECK(vkCreatePipelineLayout(device, &info, NULL, &layout));
  const uint32_t values[] = {64, 1, 1, VK_FALSE, VK_FALSE, VK_TRUE};
  for (int k = 1; k < argc; k++)
    for (uint32_t fused = 4; fused <= 5; fused++) {
      VkSpecializationMapEntry map[] = {
          {0, 0, 4}, {1, 4, 4}, {2, 8, 4}, {3, 12, 4}, {4, 4 * fused, 4}};
      VkSpecializationInfo special = {5, map, sizeof values, values};
      VkComputePipelineCreateInfo create = {
          .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
          .stage = {.sType =
                        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                    .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                    .module = load(device, argv[k]),
                    .pName = "main",
                    .pSpecializationInfo = &special},
          .layout = layout};
      VkPipeline pipeline;
      CHECK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &create, NULL,
                                     &pipeline));
    }
  printf("%d modules compiled\n", argc - 1);
  return 0;
}
