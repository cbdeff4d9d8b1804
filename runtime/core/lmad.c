// runtime/core/lmad.c: linear memory access descriptors of a region's arrays;
// see lmad.h, and Note [LMADs] in recognizer/footprint/lmad.c.
//
// An array touches bytes first + sum of m_k * stride_k + [0, size), with
// 0 <= m_k <= most_k. Modulo some g those of the dimensions whose strides g
// divides are at one place, so the array touches an interval, as long as the
// others reach. Two arrays with intervals that are apart share no byte. The
// strides are tried for g, and the greatest common divisors of two.
#include "runtime/core/lmad.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/bind.h"
#include "runtime/core/fault.h"

// Of the bytes of an array; strides are above 0.
typedef struct lmad {
  uintptr_t first;
  uint64_t size; // of an element
  uint32_t n;
  uint64_t stride[LOFT_LMAD_DIMS], most[LOFT_LMAD_DIMS];
} lmad;

rt_lmads
rt_lmads_begin(const loft_region_desc *region, const loft_call *call) {
  return (rt_lmads){.region = region, .call = call};
}

void
rt_lmads_end(rt_lmads *l) {
  free(l->results);
  l->results = NULL;
  l->n = 0;
}

// How many parameters of the region are arrays: its first binds.
static uint32_t
count_arrays(const loft_region_desc *region) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < region->n_params; k++)
    n += region->params[k].kind == 'a';
  return n;
}

// Computes the descriptors, unless that was done, or there are none.
static void
compute(rt_lmads *l) {
  const loft_region_desc *region = l->region;
  uint32_t n_args = region->n_params + 1;
  uint32_t n = count_arrays(region);
  if (l->results || !region->lmads || !l->call->args)
    return;
  l->results = rt_calloc(1 + (size_t)n * 3 * LOFT_LMAD_DIMS + n_args,
                         sizeof *l->results);
  if (!l->results)
    return;
  uint64_t *args = l->results + 1 + (size_t)n * 3 * LOFT_LMAD_DIMS;
  memcpy(args, l->call->args, region->n_params * sizeof *args);
  args[region->n_params] = (uint64_t)(uintptr_t)l->results;
  region->lmads(args, 0, 1);
  l->n = l->results[0] ? n : 0;
}

// Adds the dimension of multiples "lo" up to below "hi" of "stride" bytes to
// "out". False where numbers are too large.
static bool
add_dim(lmad *out, int64_t stride, int64_t lo, int64_t hi) {
  int64_t begin = stride < 0 ? hi - 1 : lo, offset;
  if (lo >= hi || __builtin_mul_overflow(stride, begin, &offset))
    return false;
  out->first += (uintptr_t)offset;
  if (stride == 0 || hi - lo == 1)
    return true;
  out->stride[out->n] = (uint64_t)(stride < 0 ? -stride : stride);
  out->most[out->n++] = (uint64_t)(hi - lo) - 1;
  return true;
}

// The descriptor of bind "k" as the region tells. False: it does not.
static bool
told(const rt_lmads *l, uint32_t k, lmad *out) {
  const int64_t big = INT64_C(1) << 60;
  const loft_bind *b = &l->call->binds[k];
  if (k >= l->n)
    return false;
  const uint64_t *at = l->results + 1 + (size_t)k * 3 * LOFT_LMAD_DIMS;
  *out = (lmad){.first = (uintptr_t)b->base, .size = b->elem_size};
  for (int d = 0; d < LOFT_LMAD_DIMS; d++) {
    int64_t stride = (int64_t)at[3 * d], lo = (int64_t)at[3 * d + 1];
    int64_t hi = (int64_t)at[3 * d + 2];
    if (lo < -big || hi > big ||
        __builtin_mul_overflow(stride, (int64_t)b->elem_size, &stride) ||
        !add_dim(out, stride, lo, hi))
      return false;
  }
  return true;
}

// The descriptor of bind "k": where strides are not known, of its extent.
static lmad
describe(const rt_lmads *l, uint32_t k) {
  const loft_bind *b = &l->call->binds[k];
  lmad out;
  if (told(l, k, &out))
    return out;
  out = (lmad){.first = (uintptr_t)rt_bind_start(b), .size = b->elem_size};
  add_dim(&out, b->elem_size, 0, b->hi - b->lo);
  return out;
}

// How far the array reaches modulo "g"; at least "g" where that is everywhere.
static uint64_t
reach(const lmad *x, uint64_t g) {
  uint64_t all = x->size, more;
  for (uint32_t k = 0; k < x->n; k++)
    if (x->stride[k] % g != 0 &&
        (__builtin_mul_overflow(x->stride[k], x->most[k], &more) ||
         __builtin_add_overflow(all, more, &all)))
      return UINT64_MAX;
  return all;
}

// Whether the arrays touch intervals modulo "g" that are apart.
static bool
are_apart_modulo(const lmad *x, const lmad *y, uint64_t g) {
  uint64_t from = x->first % g, to = y->first % g;
  uint64_t behind = to >= from ? to - from : to + g - from; // y behind x
  return reach(x, g) <= behind && reach(y, g) <= g - behind;
}

// The greatest common divisor.
static uint64_t
common_divisor(uint64_t x, uint64_t y) {
  while (y) {
    uint64_t r = x % y;
    x = y;
    y = r;
  }
  return x;
}

// Whether a stride of "x", or a divisor that it and one of "y" have, tells that
// the arrays are apart.
static bool
strides_tell(const lmad *x, const lmad *y) {
  for (uint32_t i = 0; i < x->n; i++) {
    if (are_apart_modulo(x, y, x->stride[i]))
      return true;
    for (uint32_t k = 0; k < y->n; k++)
      if (are_apart_modulo(x, y, common_divisor(x->stride[i], y->stride[k])))
        return true;
  }
  return false;
}

bool
rt_lmads_apart(rt_lmads *l, uint32_t i, uint32_t k) {
  compute(l);
  if (l->n == 0)
    return false;
  lmad x = describe(l, i), y = describe(l, k);
  return strides_tell(&x, &y) || strides_tell(&y, &x);
}
