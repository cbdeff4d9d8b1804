// runtime/core/check.c: asks libloftcheck, which lies beside this library,
// whether iterations are as independent as C says; see check.h.
#include "runtime/core/check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loft/loft_check.h"
#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/log.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static loft_check_fn *check_fn; // NULL: the library cannot be opened

// Opens the library.
static void
open_library(void) {
  static const char name[] = "libloftcheck.so.0";
  char path[4096];
  Dl_info here;
  void *lib = NULL;
  if (dladdr((const void *)(uintptr_t)rt_check, &here) && here.dli_fname) {
    const char *slash = strrchr(here.dli_fname, '/');
    int n = slash ? (int)(slash - here.dli_fname) + 1 : 0;
    snprintf(path, sizeof path, "%.*s%s", n, here.dli_fname, name);
    lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  if (!lib)
    lib = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (lib)
    check_fn = (loft_check_fn *)dlsym(lib, "loft_check");
}

// The arrays of the call, in order; false where there is no memory.
static loft_check_array *
list_arrays(const loft_region_desc *region, const loft_call *call) {
  loft_check_array *out =
      rt_malloc(sizeof *out * (region->n_params ? region->n_params : 1));
  uint32_t n = 0;
  for (uint32_t k = 0; out && k < region->n_params; k++)
    if (region->params[k].kind == 'a') {
      const loft_bind *b = &call->binds[n];
      out[n++] = (loft_check_array){b->base, b->lo, b->hi};
    }
  return out;
}

// Evaluates the region.
static int
evaluate(const loft_region_desc *region, const loft_call *call, char *detail,
         size_t size) {
  loft_check_array *arrays = list_arrays(region, call);
  if (!arrays) {
    snprintf(detail, size, "out of memory");
    return LOFT_CHECK_UNKNOWN;
  }
  loft_results_back();
  int answer = check_fn(region->check, call->args, arrays, detail, size);
  free(arrays);
  return answer;
}

bool
rt_check(const loft_region_desc *region, const loft_call *call, rt_why *why,
         char *detail, size_t size) {
  if (!region->check || !rt_env_int(RT_ENV_CHECK))
    return true;
  pthread_once(&once, open_library);
  int answer = LOFT_CHECK_UNKNOWN;
  if (!check_fn)
    snprintf(detail, size, "libloftcheck.so.0 cannot be opened");
  else if (call->n_rows)
    snprintf(detail, size, "rows are behind pointers");
  else
    answer = evaluate(region, call, detail, size);
  if (answer == LOFT_CHECK_FINE)
    return true;
  bool meet = answer == LOFT_CHECK_MEET;
  rt_say(RT_LOG_WARNING, "%s (%s:%u): %s: %s", region->name, region->file,
         region->line,
         meet ? "its iterations are not independent"
              : "whether its iterations are independent cannot be told",
         detail);
  *why =
      (rt_why){.id = meet ? RT_WHY_DEPENDENT : RT_WHY_UNCHECKED, .s = {detail}};
  return false;
}
