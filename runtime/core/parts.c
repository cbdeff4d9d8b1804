// runtime/core/parts.c: equal parts of a region's iterations; see parts.h.
#include "runtime/core/parts.h"

#include <string.h>

enum { PIECES = 4 }; // pieces of trees that a part has, about

size_t
rt_parts_bytes(const loft_region_desc *region, int n) {
  const rt_parts *p = NULL;
  return (size_t)n * (sizeof *p->of + region->n_binds * sizeof *p->binds);
}

void
rt_parts_init(rt_parts *p, int n, void *at) {
  *p = (rt_parts){.n = n, .of = at};
  p->binds = (loft_bind *)(p->of + n);
}

int64_t
rt_parts_units(const rt_chunk_run *c) {
  return c->values ? (c->n + c->pace.size - 1) / c->pace.size : c->n;
}

// The first iteration of the k-th part.
static int64_t
first_of(const rt_parts *p, const rt_chunk_run *c, int k) {
  int64_t units = rt_parts_units(c), each = units / p->n, rest = units % p->n;
  int64_t unit = each * k + rest * k / p->n;
  int64_t first = c->values ? unit * c->pace.size : unit;
  return first < c->n ? first : c->n;
}

// Finds the parts and their footprints. False: one does not pass the guard.
static bool
measure(rt_parts *p, rt_chunk_run *c) {
  const uint32_t n = c->base.region->n_binds;
  for (int q = 0; q < p->n; q++) {
    rt_iterations *part = &p->of[q];
    loft_bind *binds = p->binds + (uint32_t)q * n;
    *part = (rt_iterations){first_of(p, c, q), first_of(p, c, q + 1)};
    bool none = part->lo >= part->hi;
    if (!none &&
        rt_chunk_measure(c, &c->streams[0], part->lo, part->hi) == UINT64_MAX)
      return false;
    memcpy(binds, none ? c->base.binds : c->streams[0].binds,
           n * sizeof *binds);
    for (uint32_t k = 0; k < n && none; k++)
      binds[k].hi = binds[k].lo;
  }
  return true;
}

const char *
rt_parts_fault(const loft_region_desc *region, const loft_call *call) {
  if (!region->chunks)
    return region->whole ? region->whole : "it has no code for a part";
  if (region->chunks->flags & LOFT_CHUNKS_IN_ORDER)
    return "iterations need what those before them did";
  if (!call->args || call->n_rows > 0)
    return "rows are found through pointers";
  for (uint32_t k = 0; k < region->n_binds; k++) {
    if (call->binds[k].mode & LOFT_COPIED)
      return "arrays are read that are written as others";
    if (call->binds[k].mode & LOFT_INTERLEAVED)
      return "arrays are interleaved";
  }
  return NULL;
}

const char *
rt_parts_find(rt_parts *p, rt_chunk_run *c, const loft_call *call) {
  rt_chunk_find_range(c, call);
  if (c->n < 2)
    return "it has fewer than two iterations";
  rt_pace_init(&c->pace, c->n);
  c->pace.size = c->n / (PIECES * p->n) + 1;
  if (c->values && (!rt_chunk_align(c) || rt_parts_units(c) < 2))
    return "its sums cannot be cut into pieces of that size";
  return measure(p, c) ? NULL : "a part does not pass the guard";
}

// Whether the bind is written.
static bool
is_written(const loft_bind *b) {
  return (b->mode & LOFT_WRITE) && rt_bind_bytes(b) > 0;
}

// Whether "b" and an array that the other part writes share memory.
static bool
meets_writes(const rt_parts *p, const loft_bind *b, int other, uint32_t n) {
  rt_memory m = rt_memory_of(b);
  for (uint32_t k = 0; k < n; k++) {
    const loft_bind *w = rt_parts_bind(p, other, k, n);
    rt_memory o = rt_memory_of(w);
    if (is_written(w) && m.from < o.to && o.from < m.to)
      return true;
  }
  return false;
}

bool
rt_parts_meet(const rt_parts *p, const loft_region_desc *region) {
  const uint32_t n = region->n_binds;
  bool meet = false;
  for (int r = 0; r < p->n; r++)
    for (uint32_t k = 0; k < n; k++) {
      const loft_bind *b = rt_parts_bind(p, r, k, n);
      for (int q = 0; q < r && is_written(b); q++)
        meet = meet || meets_writes(p, b, q, n);
    }
  return meet;
}
