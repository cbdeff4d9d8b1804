// runtime/core/chunk_size.c: the memory that chunks take on a device.
#include <string.h>

#include "runtime/core/chunks_private.h"

uint64_t
rt_chunk_bytes(const loft_bind *binds, uint32_t n) {
  uint64_t bytes = 0;
  for (uint32_t k = 0; k < n; k++) {
    uint64_t b = rt_bind_bytes(&binds[k]);
    bytes += b + b / 8;
  }
  return bytes;
}

void
rt_chunk_set_args(const rt_chunk_run *c, rt_stream *s, int64_t lo, int64_t hi) {
  const size_t n_args = c->chunks->region->n_params;
  memcpy(s->args, c->args, n_args * sizeof *s->args);
  s->args[c->base.region->n_params] = (uint64_t)lo;
  s->args[c->base.region->n_params + 1] = (uint64_t)hi;
}

uint64_t
rt_chunk_measure(const rt_chunk_run *c, rt_stream *s, int64_t lo, int64_t hi) {
  const loft_region_desc *whole = c->base.region;
  const uint32_t parts =
      LOFT_READ | LOFT_WRITE | LOFT_FULL | LOFT_PROBE | LOFT_DENSE;
  rt_chunk_set_args(c, s, lo, hi);
  s->args[c->chunks->region->n_params] = (uint64_t)(uintptr_t)s->extents;
  c->chunks->footprint(s->args, 0, 1);
  memcpy(s->binds, c->base.binds, whole->n_binds * sizeof *s->binds);
  for (uint32_t k = 0; k < c->chunks->n_arrays; k++) {
    loft_bind *b = &s->binds[k];
    int64_t from = (int64_t)s->extents[LOFT_FOOTPRINT_HEAD + 2 * k];
    int64_t to = (int64_t)s->extents[LOFT_FOOTPRINT_HEAD + 2 * k + 1];
    b->lo = from > b->lo ? from : b->lo;
    b->hi = to < b->hi ? to : b->hi;
    b->mode = (b->mode & ~parts) | (c->chunks->modes[k] & parts) | LOFT_PASSING;
  }
  return s->extents[0] ? rt_chunk_bytes(s->binds, whole->n_binds) : UINT64_MAX;
}
