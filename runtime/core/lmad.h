// runtime/core/lmad.h: are arrays interleaved, whose extents overlap?
#ifndef RT_LMAD_H
#define RT_LMAD_H

#include <stdbool.h>
#include <stdint.h>

#include "loft/loft_abi.h"

// The descriptors of one call, which are computed when they are first asked
// for.
typedef struct rt_lmads {
  const loft_region_desc *region;
  const loft_call *call;
  uint64_t *results; // of loft_region_desc.lmads; NULL: not computed
  uint32_t n;        // arrays they are about; 0: none is known
} rt_lmads;

// Begins with none.
rt_lmads rt_lmads_begin(const loft_region_desc *region, const loft_call *call);
// Whether strides tell that the region touches no byte through both bind "i"
// and bind "k".
bool rt_lmads_apart(rt_lmads *l, uint32_t i, uint32_t k);
// Frees them.
void rt_lmads_end(rt_lmads *l);

#endif
