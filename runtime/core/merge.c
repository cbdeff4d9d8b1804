// runtime/core/merge.c: arrays of which ranks write elements in between those
// of others, as columns of a matrix are. What a rank wrote is not known
// beforehand, so it keeps what was there, and gives the elements that differ:
// no two parts write one element, or they could not run apart.
#include <stdlib.h>
#include <string.h>

#include "runtime/core/net.h"
#include "runtime/core/spread_private.h"

// Before the elements of a bind that a rank changed: a bit for each of those
// that it may have written, from the lowest on.
typedef struct heading {
  uint64_t bind, n_bits;
  int64_t lo;
} heading;

// Bytes that merge.
typedef struct bytes {
  unsigned char *at;
  uint64_t n, room;
} bytes;

// Whether the bind is written.
static bool
is_written(const loft_bind *b) {
  return (b->mode & LOFT_WRITE) && rt_bind_bytes(b) > 0;
}

void
rt_merge_plan(const rt_chunk_run *c, rt_plan *plan) {
  const rt_spread *s = c->spread;
  for (int r = 0; r < s->parts.n; r++)
    for (uint32_t k = 0; k < c->base.region->n_binds; k++) {
      const loft_bind *b = rt_spread_bind(c, r, k);
      rt_memory m = rt_memory_of(b);
      for (int q = 0; q < s->parts.n && is_written(b); q++)
        rt_stale_need(plan, m.from, m.to, q);
    }
}

// Adds bytes at the end.
static void
append(bytes *b, const void *from, uint64_t n) {
  if (b->room - b->n < n) {
    b->room = 2 * b->room + n;
    b->at = rt_net_memory(b->at, b->room);
  }
  memcpy(b->at + b->n, from, n);
  b->n += n;
}

void
rt_merge_begin(rt_chunk_run *c) {
  rt_spread *s = c->spread;
  bytes before = {0};
  for (uint32_t k = 0; k < c->base.region->n_binds; k++) {
    const loft_bind *b = rt_spread_bind(c, s->rank, k);
    if (is_written(b))
      append(&before, rt_bind_start(b), rt_bind_bytes(b));
  }
  s->before = before.at;
}

// Adds the elements of "b", the k-th bind, that differ from "before".
static void
append_changed(bytes *out, const loft_bind *b, uint32_t k,
               const unsigned char *before) {
  const unsigned char *now = (const unsigned char *)rt_bind_start(b);
  heading h = {.bind = k, .n_bits = (uint64_t)(b->hi - b->lo), .lo = b->lo};
  unsigned char *bits = rt_net_memory(NULL, h.n_bits / 8 + 1);
  memset(bits, 0, h.n_bits / 8 + 1);
  for (uint64_t i = 0; i < h.n_bits; i++)
    if (memcmp(now + i * b->elem_size, before + i * b->elem_size, b->elem_size))
      bits[i / 8] |= (unsigned char)(1 << i % 8);
  append(out, &h, sizeof h);
  append(out, bits, h.n_bits / 8 + 1);
  for (uint64_t i = 0; i < h.n_bits; i++)
    if (bits[i / 8] >> i % 8 & 1)
      append(out, now + i * b->elem_size, b->elem_size);
  free(bits);
}

// Writes the elements that another rank has changed.
static void
apply(const rt_chunk_run *c, const bytes *in) {
  const unsigned char *at = in->at, *end = in->at + in->n;
  while (at < end) {
    heading h;
    memcpy(&h, at, sizeof h);
    const loft_bind *b = &c->base.binds[h.bind];
    const unsigned char *bits = at + sizeof h;
    char *to = (char *)((uintptr_t)b->base + (uintptr_t)h.lo * b->elem_size);
    at = bits + h.n_bits / 8 + 1;
    for (uint64_t i = 0; i < h.n_bits; i++)
      if (bits[i / 8] >> i % 8 & 1) {
        memcpy(to + i * b->elem_size, at, b->elem_size);
        at += b->elem_size;
      }
  }
}

// The bytes that this rank has changed.
static bytes
find_changed(const rt_chunk_run *c) {
  const rt_spread *s = c->spread;
  const unsigned char *before = s->before;
  bytes mine = {0};
  for (uint32_t k = 0; k < c->base.region->n_binds; k++) {
    const loft_bind *b = rt_spread_bind(c, s->rank, k);
    if (!is_written(b))
      continue;
    append_changed(&mine, b, k, before);
    before += rt_bind_bytes(b);
  }
  return mine;
}

void
rt_merge_end(rt_chunk_run *c) {
  rt_spread *s = c->spread;
  bytes mine = find_changed(c);
  uint32_t n = (uint32_t)s->parts.n, n_messages = 0;
  uint64_t *sizes = rt_net_memory(NULL, n * sizeof *sizes);
  bytes *all = rt_net_memory(NULL, n * sizeof *all);
  loft_message *messages = rt_net_memory(NULL, 2 * n * sizeof *messages);
  rt_net_gather(&mine.n, sizes, sizeof *sizes);
  for (int q = 0; q < s->parts.n; q++) {
    all[q] = (bytes){.n = q == s->rank ? 0 : sizes[q]};
    all[q].at = rt_net_memory(NULL, all[q].n);
    if (q == s->rank)
      continue;
    messages[n_messages++] = (loft_message){mine.at, mine.n, q, 1};
    messages[n_messages++] = (loft_message){all[q].at, all[q].n, q, 0};
    s->out += mine.n;
    s->in += all[q].n;
  }
  rt_net_exchange(messages, n_messages);
  for (int q = 0; q < s->parts.n; q++) {
    apply(c, &all[q]);
    free(all[q].at);
  }
  free(mine.at);
  free(sizes);
  free(all);
  free(messages);
  free(s->before);
}
