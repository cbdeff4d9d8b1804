// runtime/core/backend.h: a back end, and a run of a region on it.
//
// loft_run is what generated host code holds between enter and leave. Each
// back end embeds it as the first member of its own run. Adding a back end is
// filling one rt_backend and naming it in runtime/backends.c.
#ifndef RT_BACKEND_H
#define RT_BACKEND_H

#include <stdbool.h>
#include <stdint.h>

#include "loft/loft.h"
#include "loft/loft_abi.h"
#include "runtime/core/bind.h"
#include "runtime/core/choose.h"
#include "runtime/core/rows.h"
#include "runtime/core/why.h"

// Why a run was not started, or did not end well.
typedef struct rt_failure {
  rt_why_id id;    // of what is not started; the reason of where it then runs
  bool quiet;      // foreseen (the device cannot do it): only for LOFT_LOG=1
  bool comes_back; // it can start if its results do not stay
  char text[160];
} rt_failure;

enum { RT_RUN_TEXT = 256 };

// A run of a chunk: its results come back, and so they do while other chunks of
// the region are under way; or they stay.
typedef enum rt_chunk_kind {
  RT_CHUNK_ALONE,
  RT_CHUNK_BESIDE,
  RT_CHUNK_STAYS
} rt_chunk_kind;

// Rows that end with their first element that is 0.
typedef struct rt_ended {
  char *const *rows;
  size_t n;
  uint32_t size;      // of an element
  size_t least, most; // elements that a row has
} rt_ended;

// Bytes of the program's memory, and their values.
typedef struct rt_patch {
  struct rt_patch *next;
  uintptr_t from, to;
  char values[];
} rt_patch;

typedef struct rt_backend {
  const char *name; // for readers
  // Whether the region may run here, as far as is known without opening
  // anything. False with the reason.
  bool (*may_run)(const loft_region_desc *region, const loft_bind *binds,
                  rt_why *why);
  // The time that a region with that job takes here, by the model.
  rt_estimate (*estimate)(const loft_region_desc *region,
                          const loft_bind *binds, const rt_job *job);
  // Starts a run, whose results are to stay on the device if it "stays"; NULL
  // with the failure, which was logged if it deserves that.
  loft_run *(*begin)(loft_region_desc *region, const loft_bind *binds,
                     bool stays, rt_failure *failure);
  // A device's: how many devices are in use, opened at need; 0: none.
  uint32_t (*devices)(void);
  // A device's: whether it may pay that all devices in use share a run, and the
  // seconds that it takes "alone" on one of them, and "shared", by the model.
  bool (*may_share)(const loft_region_desc *region, const loft_bind *binds,
                    const rt_job *job, double *alone, double *shared);
  // A device's: starts a run of a chunk on the k-th of these, as begin does.
  loft_run *(*begin_chunk)(loft_region_desc *region, const loft_bind *binds,
                           uint32_t k, rt_chunk_kind kind, rt_failure *failure);
  // A device's, of a run that stays, before it launches anything: brings to the
  // host what it needs of results that stay on other devices. LOFT_FAILED,
  // noted.
  int (*fetch)(loft_run *run);
  // Logs that a run of the region failed after it began.
  void (*failed)(loft_region_desc *region, const rt_failure *failure);
  // The log's text about a run that ended well, "seconds" after it began.
  void (*describe)(const loft_run *run, double seconds, char text[RT_RUN_TEXT]);
  // A device's: bytes that arrays of one run may take there (on each device in
  // use), UINT64_MAX where they are limited by nothing but the host's memory.
  // *array: those that one of them may have.
  uint64_t (*room)(uint64_t *array);
  // A device's: how many bytes of the binds are there, as far as is known.
  uint64_t (*known)(const loft_bind *binds, uint32_t n);
  // A device's, of results that stayed: whether a run that stays can use them
  // where they are;
  bool (*can_use)(const loft_region_desc *region, const loft_bind *binds);
  // waits for the runs that left them, of which the host did not;
  void (*settle)(void);
  // brings all back, "region" being the last of those that left them there.
  // LOFT_FAILED: the program's memory is as it was, and they are lost.
  int (*bring_back)(const loft_region_desc *region, rt_failure *failure);
  // brings those among bytes [from, to) to "now", and marks in "newest" which
  // bytes are such, and what the program's memory holds from now on. "region"
  // as above. LOFT_FAILED: nothing has changed, but "now" and "newest";
  int (*bring_part)(const loft_region_desc *region, uintptr_t from,
                    uintptr_t to, char *now, unsigned char *newest,
                    rt_failure *failure);
  // lets them have values that the program has written, from "patch" on in that
  // order, and so what else is on devices. LOFT_FAILED: they may be wrong;
  int (*send_parts)(const loft_region_desc *region, const rt_patch *patch,
                    rt_failure *failure);
  // lets none be right any more: of runs that were one call some have failed.
  void (*give_up)(void);
  // A device's: marks bytes [from, to) of the program's memory, which the
  // caller has just read: a number, or 0 where it is not known when they
  // change;
  uint64_t (*mark)(uintptr_t from, uintptr_t to);
  // whether no byte of a mark has been written since.
  bool (*holds)(uint64_t mark);
  // The CPU's: calls fn(user, k, k + 1) for 0 <= k < n, on as many threads.
  void (*share)(int64_t n, void (*fn)(void *user, int64_t lo, int64_t hi),
                void *user);
  // Around fork: in the parent before, in both after. NULL: nothing to do.
  void (*before_fork)(void);
  void (*after_fork)(bool child);
  // The CPU's, of host memory: copies "n" bytes without faulting on "src",
  // bytes that could not be read are 0, and returns how many could;
  size_t (*read)(void *dst, const void *src, size_t n);
  // writes the elements of "now" that differ from "before" (cpu/mem.h).
  size_t (*write_changed)(void *dst, const void *now, const void *before,
                          size_t n, uint32_t elem_size, unsigned char *changed);
  // measures rows that end at zeros, and copies them (cpu/ends.h).
  size_t (*measure)(char *const *rows, size_t n, uint32_t size, size_t *all);
  // copies bytes(user, k) of small row k of "n" at "rows" to to(user, k), and 0
  // where they cannot be read; NULL stays out. False where there is no memory;
  bool (*gather)(char *const *rows, size_t n,
                 size_t (*bytes)(const void *user, size_t k),
                 char *(*to)(const void *user, size_t k), const void *user);
  bool (*copy_ended)(const rt_ended *rows,
                     char *(*to)(const void *user, size_t k), const void *user);

  // -- Of a run -----------------------------------------------------------
  loft_handle (*handle)(loft_run *run, uint32_t bind);
  int (*launch)(loft_run *run, uint32_t k, int64_t x, int64_t y, int64_t z,
                const uint64_t *args, int64_t loop_bound, int64_t work);
  // The CPU's: how many threads share out a launch of "work" scalar operations.
  int64_t (*threads)(loft_run *run, int64_t work);
  // n >= 0
  int (*alloc)(loft_run *run, int64_t n, uint32_t elem_size, loft_handle *out);
  void (*free)(loft_run *run, loft_handle h);
  int (*load)(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
              uint64_t *bits);
  // A device's: loft_run_ask.
  int (*ask)(loft_run *run, loft_handle h, int64_t i, uint32_t ahead, bool must,
             uint64_t answer[2]);
  int (*store)(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
               uint64_t bits);
  void *(*pointer)(loft_run *run, loft_handle h);
  // Finishes the work and writes outputs back unless "failed"; the result of
  // loft_region_leave. Afterwards only destroy is called.
  int (*finish)(loft_run *run, int failed);
  // Frees the run.
  void (*destroy)(loft_run *run);
} rt_backend;

enum { RT_PLACES = LOFT_ON_VULKAN + 1 };

// The back ends by LOFT_ON_*; NULL for the original. (runtime/backends.c)
extern const rt_backend *const rt_backends[RT_PLACES];

// The name a reader knows LOFT_ON_* by.
const char *rt_where_name(int where);

// The facts about one run so far; becomes a loft_region_report.
typedef struct rt_account {
  uint64_t bytes_h2d, bytes_d2h;
  uint64_t bytes_kept;  // that did not go up because they were there
  uint64_t bytes_host;  // of arrays that found no room in the device's memory
  uint64_t bytes_moved; // that came from results on other devices
  uint32_t launches, threads;
  double h2d, device, d2h; // seconds
  double watching;         // seconds, part of h2d and d2h
  char name[64];           // of the device
} rt_account;

// Time of one kernel in one run, collected for LOFT_LOG=2.
typedef struct rt_kernel_time {
  uint32_t launches;
  uint64_t items;
  double seconds; // < 0: not measured
} rt_kernel_time;

struct loft_run {
  const rt_backend *backend;
  int where; // LOFT_ON_*
  loft_region_desc *region;
  const loft_bind *binds; // borrowed: the caller's until leave
  rt_staged *staged;      // what some of them are copies of, or NULL
  bool joined, stays;     // its results were to stay; they do
  bool assumed;           // by extents of an earlier call
  rt_why why;
  rt_choice choice; // by the model, else zero
  rt_trial sharing; // of whether devices share it, else zero
  double start;     // 0: nobody wants to know how long it takes
  double patience;  // seconds that it may take behind its first load; 0: any
  double loaded;    // when it made that
  bool late;        // it has taken longer
  int saved_errno;  // the program's
  rt_account account;
  const loft_kernel_desc *descs; // of this back end
  uint32_t n_descs;
  rt_kernel_time *kernels; // NULL unless LOFT_LOG=2; one per kernel
  rt_failure failure;      // text empty: none
};

enum { RT_MOVED = 40 };
// The log's text about bytes that came from other devices; empty: none did.
const char *rt_moved(const rt_account *a, char text[RT_MOVED]);
// Notes why the run fails, unless something was noted before; returns
// LOFT_FAILED.
int rt_run_fail(loft_run *run, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
// The same for things that the device or the back end cannot do by nature.
int rt_run_decline(loft_run *run, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
// Prepares the common part of a zeroed run.
void rt_run_init(loft_run *run, int where, loft_region_desc *region,
                 const loft_bind *binds);

#endif
