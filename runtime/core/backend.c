// runtime/core/backend.c: the names of back ends; see backend.h.
#include "runtime/core/backend.h"

const char *
rt_where_name(int where) {
  if (where == LOFT_ON_ORIGINAL)
    return "original";
  return where > 0 && where < RT_PLACES ? rt_backends[where]->name : "nothing";
}
