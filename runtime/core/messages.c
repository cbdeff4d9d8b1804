// runtime/core/messages.c: memory for what a region writes when it has ended.
#include <errno.h>
#include <stdlib.h>

#include "loft/loft_abi.h"
#include "runtime/core/process.h"
#include "runtime/core/report.h"
#include "runtime/core/stay.h"

enum { MOST = 1 << 27 };

void *
loft_messages(loft_region_desc *region, int64_t n) {
  int saved_errno = errno;
  void *out = n > MOST ? NULL : calloc(n > 0 ? (size_t)n : 1, 8);
  if (!out && region->abi_version != LOFT_ABI_VERSION) {
    rt_report_foreign(region);
  } else if (!out && rt_process_begin()) {
    rt_stay_back();
    rt_report_original(region, &(rt_why){.id = RT_WHY_MEMORY});
    rt_process_end();
  } else if (!out) {
    rt_report_interrupting(region);
  }
  errno = saved_errno;
  return out;
}

void
loft_messages_end(void *messages) {
  free(messages);
}
