// runtime/core/recall.c: footprints of earlier calls; see recall.h.
//
// Of each region the last one is kept, one to assume and one that is marked.
// Nobody waits for the lock, which a child of fork may find held for ever:
// without it nothing is known.
#include "runtime/core/recall.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/backend.h"
#include "runtime/core/fault.h"
#include "runtime/core/report.h"

// Calls at most for which nothing is recalled after one more failure; arrays
// that a marked footprint has read.
enum { LONGEST = 1023, MOST_MARKS = 8 };

// Scalar operations from which on a call is worth it: a pass over less data
// takes little, and few counts have no copies, so that nothing can be assumed.
static const double least_work = 5e5;

// The values kept of a region.
typedef struct memory {
  struct memory *next;
  uint32_t number;  // of the region
  bool marked;      // it is for calls whose data is marked
  bool known;       // "values" mean something
  uint32_t n_marks; // of the data that they were computed from
  uint64_t marks[MOST_MARKS];
  uint32_t pause;    // calls that go by after a failure
  uint32_t left;     // of them
  uint64_t values[]; // the parameters, then the results
} memory;

static memory *memories;
static atomic_flag lock = ATOMIC_FLAG_INIT;

// Takes the lock, if it is free.
static bool
try_lock(void) {
  return !atomic_flag_test_and_set_explicit(&lock, memory_order_acquire);
}

// Gives it back.
static void
unlock(void) {
  atomic_flag_clear_explicit(&lock, memory_order_release);
}

// The memory of the region for data that is "marked" or not, or NULL.
static memory *
find(loft_region_desc *region, bool marked) {
  uint32_t number = rt_report_number(region);
  memory *m = memories;
  while (m && (m->number != number || m->marked != marked))
    m = m->next;
  return m;
}

// Whether "m" is of a call with the parameters of "call".
static bool
is_like(const memory *m, const loft_region_desc *region,
        const loft_call *call) {
  return m && m->known &&
         memcmp(m->values, call->args, region->n_params * sizeof *m->values) ==
             0;
}

bool
rt_recall(loft_region_desc *region, const loft_call *call, uint64_t *results,
          uint32_t n) {
  if (call->work < least_work || !try_lock())
    return false;
  memory *m = find(region, false);
  bool known = is_like(m, region, call);
  if (m && m->left > 0) {
    m->left--;
    known = false;
  }
  if (known)
    memcpy(results, m->values + region->n_params, n * sizeof *results);
  unlock();
  return known;
}

// The same, new if there is none; NULL: it cannot be allocated.
static memory *
get(loft_region_desc *region, uint32_t n, bool marked) {
  memory *m = find(region, marked);
  if (m)
    return m;
  m = rt_calloc(1, sizeof *m + (region->n_params + n) * sizeof *m->values);
  if (!m)
    return NULL;
  m->number = rt_report_number(region);
  m->marked = marked;
  m->next = memories;
  memories = m;
  return m;
}

// Widens the extents "to" to those of "results", so that data that goes from
// one range to another and back is assumed to be in both.
static void
widen(uint64_t *to, const uint64_t *results, uint32_t n) {
  for (uint32_t k = LOFT_FOOTPRINT_HEAD; k + 1 < n; k += 2) {
    int64_t *lo = (int64_t *)&to[k], *hi = (int64_t *)&to[k + 1];
    int64_t from = (int64_t)results[k], end = (int64_t)results[k + 1];
    bool any = from < end, known = *lo < *hi;
    *lo = any && (!known || from < *lo) ? from : *lo;
    *hi = any && (!known || end > *hi) ? end : *hi;
  }
}

// "m" is of "call" from now on.
static void
fill(memory *m, const loft_region_desc *region, const loft_call *call,
     const uint64_t *results, uint32_t n) {
  memcpy(m->values, call->args, region->n_params * sizeof *m->values);
  memcpy(m->values + region->n_params, results, n * sizeof *results);
  m->known = true;
}

void
rt_recall_keep(loft_region_desc *region, const loft_call *call,
               const uint64_t *results, uint32_t n) {
  uint32_t n_args = region->n_params;
  if (call->work < least_work || !try_lock())
    return;
  memory *m = get(region, n, false);
  bool like = is_like(m, region, call);
  if (like)
    widen(m->values + n_args, results, n);
  if (m && !like) {
    fill(m, region, call, results, n);
    m->pause = m->left = 0; // what failed were other calls
  }
  unlock();
}

void
rt_recall_fail(loft_region_desc *region, bool all) {
  if (!try_lock())
    return;
  memory *m = find(region, false);
  if (m) {
    uint32_t pause = 2 * m->pause + 1;
    m->pause = m->left = pause < LONGEST ? pause : LONGEST;
    m->known = m->known && !all;
  }
  unlock();
}

// -- Marked data ------------------------------------------------------------

bool
rt_recall_marked(loft_region_desc *region, const loft_call *call,
                 uint64_t *results, uint32_t n) {
  memory copy = {0};
  if (call->work < least_work || !try_lock())
    return false;
  const memory *m = find(region, true);
  bool known = is_like(m, region, call);
  if (known) {
    copy = *m;
    memcpy(results, m->values + region->n_params, n * sizeof *results);
  }
  unlock();
  for (uint32_t k = 0; k < copy.n_marks && known; k++)
    known = rt_backends[LOFT_ON_VULKAN]->holds(copy.marks[k]);
  return known;
}

// Marks the elements of array "k", at "base", that the footprint has read.
// False: it cannot be marked.
static bool
mark_array(memory *to, const loft_call *call, const uint64_t *results,
           uint32_t k, uintptr_t base) {
  const loft_bind *bind = &call->binds[k];
  const uint64_t *extent = &results[LOFT_FOOTPRINT_HEAD + 2 * k];
  int64_t lo = (int64_t)extent[0], hi = (int64_t)extent[1];
  if (lo >= hi)
    return true;
  if (to->n_marks == MOST_MARKS || (bind->mode >> LOFT_STRUCT & 255) != 0)
    return false;
  uint64_t mark = rt_backends[LOFT_ON_VULKAN]->mark(
      base + (uintptr_t)(lo * bind->elem_size),
      base + (uintptr_t)(hi * bind->elem_size));
  to->marks[to->n_marks++] = mark;
  return mark != 0;
}

void
rt_recall_mark(loft_region_desc *region, const loft_call *call,
               const uint64_t *results, uint32_t n, uint64_t looked) {
  memory marked = {0};
  uint32_t array = 0;
  if (call->work < least_work)
    return;
  for (uint32_t k = 0; k < region->n_params; k++) {
    if (region->params[k].kind != 'a')
      continue;
    if (looked >> array & 1 &&
        !mark_array(&marked, call, results, array, (uintptr_t)call->args[k]))
      return;
    array++;
  }
  if (!try_lock())
    return;
  memory *m = get(region, n, true);
  if (m) {
    fill(m, region, call, results, n);
    m->n_marks = marked.n_marks;
    memcpy(m->marks, marked.marks, sizeof m->marks);
  }
  unlock();
}
