// runtime/core/chunk_keys.c: sums, and products, of floats by key in chunks.
//
// The whole folds copies of the elements that it combines into, each from so
// many iterations, in their order, and combines the result with what the
// elements were (docs/numerics.md, Sums by key). A chunk has whole copies, and
// folds them into sums that are the run's, from where the chunk before left
// them. So the program's elements do not change before the end, and the bits
// are those of the whole.
#include <stdlib.h>
#include <string.h>

#include "runtime/core/chunks_private.h"
#include "runtime/core/fault.h"

// Whether the k-th array has sums or products of floats.
static bool
has_floats(const rt_chunk_run *c, uint32_t k) {
  return (c->chunks->modes[k] & (LOFT_SUMS | LOFT_PRODUCTS)) != 0;
}

void
rt_chunk_find_piece(rt_chunk_run *c) {
  uint64_t *piece = &c->args[c->base.region->n_params + 2];
  const int64_t each = (int64_t)*piece;
  int64_t cells = 0;
  for (uint32_t k = 0; k < c->chunks->n_arrays; k++) {
    const loft_bind *b = &c->base.binds[k];
    if (c->chunks->modes[k] & (LOFT_COUNTS | LOFT_SUMS | LOFT_PRODUCTS))
      cells += b->hi - b->lo;
  }
  cells = cells > 1 ? cells : 1;
  int64_t all = c->n > 0 && each > 0 ? c->n * each : 0;
  int64_t n = all / (cells * LOFT_KEYED_LEAST);
  n = n < c->n ? n : c->n;
  n = n < LOFT_KEYED_MOST ? n : LOFT_KEYED_MOST;
  c->piece = n > 1 ? (c->n + n - 1) / n : 0;
  *piece = (uint64_t)c->piece;
}

// Fills "bytes" with the identity of sums, or of products.
static void
fill(void *at, uint64_t bytes, uint32_t size, bool products) {
  const double wide = products ? 1 : -0.0;
  const float narrow = products ? 1 : -0.0f;
  const void *value = size == sizeof wide ? (const void *)&wide : &narrow;
  for (uint64_t k = 0; k < bytes; k += size)
    memcpy((char *)at + k, value, size);
}

bool
rt_chunk_make_keyed(rt_chunk_run *c) {
  const uint32_t n = c->base.region->n_binds;
  if (c->piece == 0)
    return true;
  c->keyed = rt_calloc(n, sizeof *c->keyed);
  if (!c->keyed)
    return false;
  memcpy(c->keyed, c->base.binds, n * sizeof *c->keyed);
  for (uint32_t k = 0; k < c->chunks->n_arrays; k++)
    if (has_floats(c, k))
      c->keyed[k].base = NULL;
  for (uint32_t k = 0; k < c->chunks->n_arrays; k++) {
    loft_bind *b = &c->keyed[k];
    uint64_t bytes = has_floats(c, k) ? rt_bind_bytes(&c->base.binds[k]) : 0;
    char *sums = bytes > 0 ? rt_calloc(1, bytes) : NULL;
    if (bytes == 0)
      continue;
    if (!sums)
      return false;
    fill(sums, bytes, b->elem_size, c->chunks->modes[k] & LOFT_PRODUCTS);
    b->base =
        (void *)((uintptr_t)sums - (uintptr_t)b->lo * (uintptr_t)b->elem_size);
  }
  c->base.binds = c->keyed;
  return true;
}

void
rt_chunk_free_keyed(rt_chunk_run *c) {
  for (uint32_t k = 0; c->keyed && k < c->chunks->n_arrays; k++)
    if (has_floats(c, k) && c->keyed[k].base)
      free(rt_bind_start(&c->keyed[k]));
  free(c->keyed);
}

// Combines "n" floats of "size" bytes with sums, or products, but for those
// into which nothing was combined.
static void
combine(void *to, const void *sums, int64_t n, uint32_t size, bool products) {
  uint64_t none = 0;
  fill(&none, size, size, products);
  for (int64_t i = 0; i < n; i++) {
    const char *sum = (const char *)sums + i * size;
    if (memcmp(sum, &none, size) == 0)
      continue;
    if (size == sizeof(double)) {
      double *x = (double *)to + i, y = *(const double *)(const void *)sum;
      *x = products ? *x * y : *x + y;
    } else {
      float *x = (float *)to + i, y = *(const float *)(const void *)sum;
      *x = products ? *x * y : *x + y;
    }
  }
}

void
rt_chunk_add_keyed(const rt_chunk_run *c, const loft_bind *given) {
  for (uint32_t k = 0; c->keyed && k < c->chunks->n_arrays; k++)
    if (has_floats(c, k) && !rt_bind_empty(&given[k]))
      combine(rt_bind_start(&given[k]), rt_bind_start(&c->keyed[k]),
              given[k].hi - given[k].lo, given[k].elem_size,
              c->chunks->modes[k] & LOFT_PRODUCTS);
}
