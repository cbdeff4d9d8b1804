// rt_test.h: hand-written regions for testing the runtime: what the plugin
// would generate, in C, with SPIR-V assembled from the files beside this one.
//
// A test program includes this, takes the folder of the .spv files from
// RT_SPV (or runs without Vulkan versions), and calls the rt_* functions.
#ifndef RT_TEST_H
#define RT_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loft/loft.h"
#include "loft/loft_abi.h"

#define CHECK(cond)                                                            \
  do {                                                                         \
    if (!(cond)) {                                                             \
      printf("FAILED line %d: %s\n", __LINE__, #cond);                         \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// -- SPIR-V ------------------------------------------------------------------

// Reads RT_SPV/name.spv into the kernel; without RT_SPV there is none.
static inline void
spv_load(loft_kernel_desc *k, const char *name) {
  char path[1024];
  const char *dir = getenv("RT_SPV");
  if (!dir)
    return;
  snprintf(path, sizeof path, "%s.%s.spv", dir, name);
  FILE *f = fopen(path, "rb");
  CHECK(f);
  fseek(f, 0, SEEK_END);
  long bytes = ftell(f);
  rewind(f);
  uint32_t *words = malloc((size_t)bytes);
  CHECK(words && fread(words, 1, (size_t)bytes, f) == (size_t)bytes);
  fclose(f);
  k->spirv = words;
  k->spirv_words = (uint32_t)bytes / 4;
}

// -- Kernels --------------------------------------------------------------

// y[i] = a * x[i] + y[i]
static inline void
axpy_cpu(const uint64_t *args, int64_t lo, int64_t hi) {
  const float *x = (const float *)(uintptr_t)args[0];
  float *y = (float *)(uintptr_t)args[1], a;
  memcpy(&a, &args[2], sizeof a);
  for (int64_t i = lo; i < hi; i++) {
    float p = a * x[i];
    y[i] = p + y[i];
  }
}

// y[2 i] = x[i]
static inline void
evens_cpu(const uint64_t *args, int64_t lo, int64_t hi) {
  const float *x = (const float *)(uintptr_t)args[0];
  float *y = (float *)(uintptr_t)args[1];
  for (int64_t i = lo; i < hi; i++)
    y[2 * i] = x[i];
}

static const uint8_t axpy_params[] = {LOFT_READ, LOFT_READ | LOFT_WRITE, 0};
static const uint8_t evens_params[] = {LOFT_READ, LOFT_WRITE};
static const uint8_t index3_params[] = {LOFT_READ | LOFT_WRITE};

// -- Regions --------------------------------------------------------------

// A region with one kernel.
typedef struct rt_region {
  loft_region_desc desc;
  loft_kernel_desc cpu, gpu;
} rt_region;

// Fills a region of one kernel, with a Vulkan version when RT_SPV is set.
static inline void
rt_region_init(rt_region *r, const char *name, uint32_t n_binds,
               loft_cpu_kernel *cpu, uint32_t n_params, const uint8_t *params,
               uint32_t dims) {
  memset(r, 0, sizeof *r);
  r->cpu = (loft_kernel_desc){.name = name,
                              .what = "map",
                              .line = 1,
                              .cpu = cpu,
                              .dims = dims,
                              .n_params = n_params,
                              .param_kinds = params};
  r->gpu = r->cpu;
  r->gpu.features = LOFT_NEEDS_I64;
  spv_load(&r->gpu, name);
  r->desc = (loft_region_desc){
      .abi_version = LOFT_ABI_VERSION,
      .n_binds = n_binds,
      .name = name,
      .file = "test.c",
      .line = 7,
      .n_cpu_kernels = cpu != NULL,
      .cpu_kernels = cpu ? &r->cpu : NULL,
      .n_gpu_kernels = r->gpu.spirv != NULL,
      .gpu_kernels = r->gpu.spirv ? &r->gpu : NULL,
  };
}

typedef int rt_host(loft_run *run, void *user);

// Enters with that much work, none of it in order, and one launch.
static inline loft_run *
rt_enter(loft_region_desc *desc, loft_bind *binds, double work, int ok,
         int avoid, int *where) {
  loft_call call = {.binds = binds, .work = work, .launches = 1, .ok = ok};
  return loft_region_start(desc, &call, avoid, where);
}

// What generated code does: enters, runs the host function, leaves, and once
// more on the CPU when Vulkan failed. Returns LOFT_ON_*; the original loop is
// the caller's.
static inline int
rt_call(rt_region *r, loft_bind *binds, double work, int ok,
        rt_host *host, void *user) {
  int where;
  for (int avoid = 0; avoid < 2; avoid++) {
    loft_run *run = rt_enter(&r->desc, binds, work, ok, avoid, &where);
    if (!run)
      return LOFT_ON_ORIGINAL;
    int failed = host(run, user);
    if (loft_region_leave(run, failed) == LOFT_OK)
      return where;
    CHECK(where == LOFT_ON_VULKAN);
  }
  CHECK(!"the CPU failed");
  return -1;
}

// -- axpy -----------------------------------------------------------------

typedef struct axpy_args {
  int64_t n;
  float a;
  int launches;
  int64_t loop_bound;
} axpy_args;

// The host function of axpy.
static inline int
axpy_host(loft_run *run, void *user) {
  const axpy_args *p = user;
  uint64_t args[3] = {loft_run_handle(run, 0), loft_run_handle(run, 1), 0};
  memcpy(&args[2], &p->a, sizeof p->a);
  for (int k = 0; k < p->launches; k++)
    if (loft_run_launch(run, 0, p->n, 1, 1, args, p->loop_bound, 2))
      return 1;
  return 0;
}

// Runs y = a * x + y, "launches" times, in place; returns where.
static inline int
axpy_n(rt_region *r, int64_t n, float a, const float *x, float *y, int launches,
       int64_t loop_bound) {
  axpy_args args = {n, a, launches, loop_bound};
  loft_bind binds[2] = {
      {(void *)(uintptr_t)x, 0, n, 4, LOFT_READ, "x"},
      {y, 0, n, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"},
  };
  int where =
      rt_call(r, binds, 2.0 * (double)n * launches, 1, axpy_host, &args);
  for (int k = 0; where == LOFT_ON_ORIGINAL && k < launches; k++)
    for (int64_t i = 0; i < n; i++) {
      float p = a * x[i];
      y[i] = p + y[i];
    }
  return where;
}

// Fills a region with axpy.
static inline void
axpy_init(rt_region *r) {
  rt_region_init(r, "axpy", 2, axpy_cpu, 3, axpy_params, 1);
}

// Runs axpy once on n elements and checks the result; returns where.
static inline int
axpy_check(rt_region *r, int64_t n) {
  float *x = malloc((size_t)n * 4 + 4), *y = malloc((size_t)n * 4 + 4);
  CHECK(x && y);
  for (int64_t i = 0; i < n; i++) {
    x[i] = (float)i;
    y[i] = 1;
  }
  y[n] = 77;
  int where = axpy_n(r, n, 2, x, y, 1, 0);
  for (int64_t i = 0; i < n; i++)
    CHECK(y[i] == 2 * (float)i + 1);
  CHECK(y[n] == 77);
  free(x);
  free(y);
  return where;
}

// The name of LOFT_ON_*.
static inline const char *
where_name(int where) {
  return where == LOFT_ON_VULKAN ? "vulkan"
         : where == LOFT_ON_CPU  ? "cpu"
                                 : "original";
}

// Runs child(n), which does not return, in a process of its own, for n = 1, 2,
// ... until one ends with "none". All end with "least" to "none"; seen[code]
// counts them.
static inline void
count_ends(void (*child)(int n), int least, int none, int *seen) {
  for (int n = 1; !seen[none]; n++) {
    int status;
    pid_t pid = fork();
    if (pid == 0)
      child(n);
    CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    int code = WEXITSTATUS(status);
    CHECK(code >= least && code <= none);
    seen[code]++;
  }
}

#endif
