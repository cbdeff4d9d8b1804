// runtime/core/backend.h: a run of a region, and what a back end does for it.
//
// loft_run is what generated host code holds between enter and leave. Each
// back end embeds it as the first member of its own run. Adding a back end is
// filling one rt_backend.
#ifndef RT_BACKEND_H
#define RT_BACKEND_H

#include <stdbool.h>
#include <stdint.h>

#include "loft/loft.h"
#include "loft/loft_abi.h"
#include "runtime/core/choose.h"
#include "runtime/core/why.h"

typedef struct rt_backend {
  loft_handle (*handle)(loft_run *run, uint32_t bind);
  int (*launch)(loft_run *run, uint32_t k, int64_t x, int64_t y, int64_t z,
                const uint64_t *args, int64_t loop_bound, int64_t work);
  // n >= 0
  int (*alloc)(loft_run *run, int64_t n, uint32_t elem_size, loft_handle *out);
  void (*free)(loft_run *run, loft_handle h);
  int (*load)(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
              uint64_t *bits);
  int (*store)(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
               uint64_t bits);
  void *(*pointer)(loft_run *run, loft_handle h);
  // Finishes the work and writes outputs back unless "failed"; the result of
  // loft_region_leave. Afterwards only destroy is called.
  int (*finish)(loft_run *run, int failed);
  // Frees the run.
  void (*destroy)(loft_run *run);
} rt_backend;

// What is known about one run so far; becomes a loft_region_report.
typedef struct rt_account {
  uint64_t bytes_up, bytes_down;
  uint64_t bytes_host; // of arrays that found no room in the device's memory
  uint32_t launches, threads;
  double up, device, down; // seconds
  char name[64];           // of the device
} rt_account;

// Time of one kernel in one run, collected for LOFT_LOG=2.
typedef struct rt_kernel_time {
  uint32_t launches;
  uint64_t items;
  double seconds; // < 0: not measured
} rt_kernel_time;

// Why a run did not end well.
typedef struct rt_failure {
  bool quiet; // foreseen (the device cannot do it): only for LOFT_LOG=1
  char text[160];
} rt_failure;

struct loft_run {
  const rt_backend *backend;
  int where; // LOFT_ON_*
  loft_region_desc *region;
  const loft_bind *binds; // borrowed: the caller's until leave
  rt_why why;
  rt_choice choice; // by the model, else zero
  double start;
  int saved_errno; // the program's
  rt_account account;
  rt_kernel_time *kernels; // NULL unless LOFT_LOG=2; one per kernel
  rt_failure failure;      // text empty: none
};

// Notes why the run fails, unless something was noted before; returns
// LOFT_FAILED.
int rt_run_fail(loft_run *run, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
// The same for what the device or the back end cannot do by nature.
int rt_run_decline(loft_run *run, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
// Prepares the common part of a zeroed run.
void rt_run_init(loft_run *run, const rt_backend *backend, int where,
                 loft_region_desc *region, const loft_bind *binds);
// Starts a run on the CPU; NULL: out of memory.
loft_run *rt_cpu_begin(loft_region_desc *region, const loft_bind *binds);

// -- Sizes of binds -----------------------------------------------------------

// Whether nothing of the bind can be touched.
static inline bool
rt_bind_empty(const loft_bind *b) {
  return b->hi <= b->lo;
}

// Whether no kernel touches the bind: it is only to be kept apart from what is
// written.
static inline bool
rt_bind_idle(const loft_bind *b) {
  return (b->mode & (LOFT_READ | LOFT_WRITE)) == 0;
}

// Bytes of the bind a run needs; it has been checked to fit
// (rt_overlap_check).
static inline uint64_t
rt_bind_bytes(const loft_bind *b) {
  return rt_bind_empty(b) || rt_bind_idle(b)
             ? 0
             : (uint64_t)(b->hi - b->lo) * b->elem_size;
}

// Whether the bind's contents are needed on the device before it runs.
static inline bool
rt_bind_goes_up(const loft_bind *b) {
  return (b->mode & LOFT_READ) != 0 || (b->mode & LOFT_FULL) == 0;
}

// First byte of the bind.
static inline char *
rt_bind_start(const loft_bind *b) {
  return (char *)((uintptr_t)b->base +
                  (uintptr_t)b->lo * (uintptr_t)b->elem_size);
}

#endif
