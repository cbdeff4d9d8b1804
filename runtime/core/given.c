// runtime/core/given.c: see given.h.
#include "runtime/core/given.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "runtime/core/process.h"
#include "runtime/core/stay.h"

// "make" for a region, or a report that its original loop is next.
static void *
make_for(loft_region_desc *region, int64_t n,
         void *(*make)(int64_t n, rt_why_id *why)) {
  rt_why_id why;
  void *array = make(n < 0 ? 0 : n, &why);
  if (!array) {
    rt_stay_back();
    rt_report_original(region, &(rt_why){.id = why});
  }
  return array;
}

void *
rt_give(loft_region_desc *region, int64_t n,
        void *(*make)(int64_t n, rt_why_id *why)) {
  int saved_errno = errno;
  void *array = NULL;
  if (region->abi_version != LOFT_ABI_VERSION) {
    rt_report_foreign(region);
  } else if (rt_process_begin()) {
    array = make_for(region, n, make);
    rt_process_end();
  } else {
    rt_report_interrupting(region);
  }
  errno = saved_errno;
  return array;
}

void
rt_end_given(void *array, int64_t taken,
             void (*end)(void *array, int64_t taken)) {
  int saved_errno = errno;
  bool first = rt_process_begin();
  end(array, taken);
  if (first)
    rt_process_end();
  errno = saved_errno;
}
