// bench/bus.c: the time to move arrays between plain memory and a Vulkan
// device, compared with the speed of the bus: copies between mapped memory and
// the device's memory, by Vulkan alone.
//
//   LOFT_OFFLOAD=mandatory bus [MiB of an array, 256]
//
// Prints for each region the time from call to return, the bytes per second
// moved in it, and the share of the time that the bus alone needs; no copies
// are kept then (the program sets LOFT_KEEP=0). Then prints the time of a step,
// of 100 between two arrays of at most 64 MiB, in three programs with
// LOFT_KEEP=1: each step's result is copied back, and not sent again; a
// statement keeps the arrays on the device; both regions are in one function.
// How to compile it and read its output: bench/README.md.
#include "../examples/demo.h"

#include <vulkan/vulkan.h>

#include "loft/loft.h"

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != VK_SUCCESS) {                                                \
      fprintf(stderr, "bus: %s failed\n", #call);                              \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// -- The bus ------------------------------------------------------------------

typedef struct bus {
  VkPhysicalDevice phys;
  VkDevice device;
  VkQueue queue;
  VkCommandPool pool;
  uint32_t family;
} bus;

// The device whose name begins with "name"; ends the program if there is none.
static VkPhysicalDevice
find_device(VkInstance instance, const char *name) {
  VkPhysicalDevice all[64];
  VkPhysicalDeviceProperties p;
  uint32_t n = 64;
  CHECK(vkEnumeratePhysicalDevices(instance, &n, all));
  for (uint32_t k = 0; k < n; k++) {
    vkGetPhysicalDeviceProperties(all[k], &p);
    if (!strncmp(p.deviceName, name, strlen(name)))
      return all[k];
  }
  fprintf(stderr, "bus: no device %s\n", name);
  exit(1);
}

// Opens the device whose name begins with "name".
static void
bus_open(bus *b, const char *name) {
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  VkInstance instance;
  VkQueueFamilyProperties families[32];
  uint32_t n = 32;
  float priority = 1;
  CHECK(vkCreateInstance(&info, NULL, &instance));
  b->phys = find_device(instance, name);
  vkGetPhysicalDeviceQueueFamilyProperties(b->phys, &n, families);
  while (b->family + 1 < n &&
         !(families[b->family].queueFlags & VK_QUEUE_COMPUTE_BIT))
    b->family++;
  VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueFamilyIndex = b->family,
      .queueCount = 1,
      .pQueuePriorities = &priority,
  };
  VkDeviceCreateInfo device = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
      .queueCreateInfoCount = 1,
      .pQueueCreateInfos = &queue,
  };
  VkCommandPoolCreateInfo pool = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .queueFamilyIndex = b->family,
  };
  CHECK(vkCreateDevice(b->phys, &device, NULL, &b->device));
  vkGetDeviceQueue(b->device, b->family, 0, &b->queue);
  CHECK(vkCreateCommandPool(b->device, &pool, NULL, &b->pool));
}

// A buffer of "bytes" bytes, in the first memory type that has "flags".
static VkBuffer
new_buffer(const bus *b, VkDeviceSize bytes, VkMemoryPropertyFlags flags,
           VkDeviceMemory *memory) {
  VkPhysicalDeviceMemoryProperties m;
  VkMemoryRequirements need;
  VkBuffer buffer;
  VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = bytes,
      .usage =
          VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
  };
  CHECK(vkCreateBuffer(b->device, &info, NULL, &buffer));
  vkGetBufferMemoryRequirements(b->device, buffer, &need);
  vkGetPhysicalDeviceMemoryProperties(b->phys, &m);
  VkMemoryAllocateInfo allocate = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .allocationSize = need.size,
  };
  while (allocate.memoryTypeIndex + 1 < m.memoryTypeCount &&
         ((m.memoryTypes[allocate.memoryTypeIndex].propertyFlags & flags) !=
              flags ||
          !(need.memoryTypeBits >> allocate.memoryTypeIndex & 1)))
    allocate.memoryTypeIndex++;
  CHECK(vkAllocateMemory(b->device, &allocate, NULL, memory));
  CHECK(vkBindBufferMemory(b->device, buffer, *memory, 0));
  return buffer;
}

// Bytes per second of copying one buffer to the other, best of 5.
static double
bus_rate(const bus *b, VkBuffer from, VkBuffer to, VkDeviceSize bytes) {
  enum { TIMES = 4 }; // copies a submission, to hide the cost of submitting
  VkCommandBufferAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandPool = b->pool,
      .commandBufferCount = 1,
  };
  VkCommandBufferBeginInfo begin = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  VkBufferCopy copy = {0, 0, bytes};
  VkMemoryBarrier before = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                            .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                            .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT};
  VkCommandBuffer cb;
  VkFence fence;
  CHECK(vkAllocateCommandBuffers(b->device, &info, &cb));
  CHECK(vkBeginCommandBuffer(cb, &begin));
  for (int k = 0; k < TIMES; k++) {
    vkCmdPipelineBarrier(cb, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &before, 0, NULL,
                         0, NULL);
    vkCmdCopyBuffer(cb, from, to, 1, &copy);
  }
  CHECK(vkEndCommandBuffer(cb));
  CHECK(vkCreateFence(b->device, &fence_info, NULL, &fence));
  VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
      .commandBufferCount = 1,
      .pCommandBuffers = &cb,
  };
  double best = 0;
  for (int k = 0; k < 5; k++) {
    double start = demo_now();
    CHECK(vkQueueSubmit(b->queue, 1, &submit, fence));
    CHECK(vkWaitForFences(b->device, 1, &fence, VK_TRUE, UINT64_MAX));
    CHECK(vkResetFences(b->device, 1, &fence));
    best = fmax(best, TIMES * (double)bytes / (demo_now() - start));
  }
  return best;
}

// Measures both directions with buffers of "bytes" bytes.
static void
measure_bus(const char *name, VkDeviceSize bytes, double *up, double *down) {
  bus b = {0};
  VkDeviceMemory memory[2];
  void *mapped;
  bus_open(&b, name);
  VkBuffer host = new_buffer(&b, bytes,
                             VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                 VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                             &memory[0]);
  VkBuffer device =
      new_buffer(&b, bytes, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, &memory[1]);
  CHECK(vkMapMemory(b.device, memory[0], 0, VK_WHOLE_SIZE, 0, &mapped));
  memset(mapped, 1, bytes);
  *up = bus_rate(&b, host, device, bytes);
  *down = bus_rate(&b, device, host, bytes);
}

// -- Regions ------------------------------------------------------------------

// Copies one array to the device.
static int
sum(int n, const int *x) {
  int s = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// Copies one array back.
static void
fill(int n, int a, int *x) {
#pragma loft map
  for (int i = 0; i < n; i++)
    x[i] = a ^ i;
}

// Copies one array to the device and back.
static void
flip(int n, int *x) {
#pragma loft map
  for (int i = 0; i < n; i++)
    x[i] = ~x[i];
}

// Copies two arrays to the device and one back.
static void
subtract(int n, const int *x, const int *y, int *z) {
#pragma loft map
  for (int i = 0; i < n; i++)
    z[i] = x[i] - y[i];
}

static double bus_up, bus_down;

// Prints how much data the last region moved; its median time is "seconds".
static void
report(const char *name, double seconds) {
  loft_region_report r;
  loft_last_region(&r, sizeof r);
  double moved = (double)r.bytes_up + (double)r.bytes_down;
  double floor = (double)r.bytes_up / bus_up + (double)r.bytes_down / bus_down;
  printf("%-9s %8.3f ms  %6.0f MiB up %6.0f MiB down  %6.2f GB/s  %3.0f %%"
         "  (up %.3f, device %.3f, down %.3f ms)%s\n",
         name, seconds * 1e3, (double)r.bytes_up / (1 << 20),
         (double)r.bytes_down / (1 << 20), moved / seconds * 1e-9,
         100 * floor / seconds, r.ms_up, r.ms_device, r.ms_down,
         r.where == LOFT_RAN_VULKAN ? "" : "  NOT ON VULKAN");
}

// Runs "call" once to warm up and DEMO_REPEAT times more, and reports the
// median time.
#define MEASURE(name, call)                                                    \
  do {                                                                         \
    double bus_times[99];                                                      \
    int bus_n = demo_setting("DEMO_REPEAT", 9, 99);                            \
    for (int bus_k = -1; bus_k < bus_n; bus_k++) {                             \
      double bus_start = demo_now();                                           \
      call;                                                                    \
      bus_times[bus_k < 0 ? 0 : bus_k] = demo_now() - bus_start;               \
    }                                                                          \
    qsort(bus_times, (size_t)bus_n, sizeof *bus_times, demo_compare);          \
    report(name, bus_times[bus_n / 2]);                                        \
  } while (0)

// -- Time steps ---------------------------------------------------------------

enum { STEPS = 100 };

// One time step, from x to y.
__attribute__((noinline)) static void
step(int n, const int *restrict x, int *restrict y) {
#pragma loft map
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] + x[i + 1] - x[i];
}

// Each step's result is copied back.
__attribute__((noinline)) static void
steps_apart(int n, int *x, int *y) {
  for (int k = 0; k < STEPS; k++)
    step(n, k % 2 ? y : x, k % 2 ? x : y);
}

// Results stay on the device because the program asks for it.
__attribute__((noinline)) static void
steps_kept(int n, int *x, int *y) {
#pragma loft keep(x, y)
  for (int k = 0; k < STEPS; k++)
    step(n, k % 2 ? y : x, k % 2 ? x : y);
}

// Results stay on the device because the compiler sees both regions.
__attribute__((noinline)) static void
steps_seen(int n, int *x, int *y) {
  for (int k = 0; k < STEPS; k += 2) {
#pragma loft map
    for (int i = 1; i < n - 1; i++)
      y[i] = x[i - 1] + x[i + 1] - x[i];
#pragma loft map
    for (int i = 1; i < n - 1; i++)
      x[i] = y[i - 1] + y[i + 1] - y[i];
  }
}

// Prints the time of a step in each of the three programs; returns whether all
// give the same results.
static int
measure_steps(int n, int *x, int *y) {
  static const struct {
    const char *name;
    void (*steps)(int n, int *x, int *y);
  } ways[] = {
      {"apart", steps_apart}, {"kept", steps_kept}, {"seen", steps_seen}};
  unsigned sums[3] = {0};
  n = n < 64 << 18 ? n : 64 << 18;
  loft_set("LOFT_KEEP", "1");
  printf("%d steps, %d MiB:", STEPS, n >> 18);
  for (int k = 0; k < 3; k++) {
    double best = INFINITY;
    for (int again = 0; again < 3; again++) {
      for (int i = 0; i < n; i++)
        x[i] = i % 1000, y[i] = 0;
      double start = demo_now();
      ways[k].steps(n, x, y);
      best = fmin(best, demo_now() - start);
    }
    for (int i = 0; i < n; i++)
      sums[k] += (unsigned)x[i] * (unsigned)(i | 1);
    printf("  %s %.3f ms a step", ways[k].name, best * 1e3 / STEPS);
  }
  printf("\n");
  return sums[0] == sums[1] && sums[1] == sums[2];
}

int
main(int argc, char **argv) {
  int mib = argc > 1 ? atoi(argv[1]) : 256;
  int n = (mib < 1 ? 1 : mib > 4096 ? 4096 : mib) * ((1 << 20) / 4);
  size_t bytes = (size_t)n * sizeof(int);
  int *x = demo_alloc(bytes), *y = demo_alloc(bytes), *z = demo_alloc(bytes);
  loft_region_report first;
  memset(x, 0, bytes);
  memset(y, 0, bytes);
  memset(z, 0, bytes);
  loft_set("LOFT_KEEP", "0"); // copy all arrays in each call
  fill(1000, 0, x);
  if (loft_last_region(&first, sizeof first) != LOFT_RAN_VULKAN) {
    fprintf(stderr, "bus: not on Vulkan: %s\n", first.why);
    return 1;
  }
  measure_bus(first.device, bytes, &bus_up, &bus_down);
  printf("%s, %d MiB: bus %.2f GB/s up, %.2f GB/s down\n", first.device, mib,
         bus_up * 1e-9, bus_down * 1e-9);
  int total = 0;
  MEASURE("fill", fill(n, 5, x));
  MEASURE("flip", flip(n, x));
  MEASURE("subtract", subtract(n, y, x, z));
  MEASURE("sum", total = sum(n, z));
  unsigned right = 0;
  int flips = 1 + demo_setting("DEMO_REPEAT", 9, 99);
  for (int i = 0; i < n; i++)
    right += -(unsigned)(flips % 2 ? ~(5 ^ i) : 5 ^ i);
  right = measure_steps(n, x, y) ? right : ~(unsigned)total;
  printf("%s\n", (unsigned)total == right ? "the sum is right" : "WRONG");
  free(x);
  free(y);
  free(z);
  return (unsigned)total != right;
}
