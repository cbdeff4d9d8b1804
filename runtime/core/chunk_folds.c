// runtime/core/chunk_folds.c: the folds of a region from those of its chunks.
//
// Folds go on from the chunk before, through the arguments of the next; or all
// chunks start from the identity and are joined. Trees of floats are joined at
// the end, in the order of their pieces, two of a level to one of the next, as
// the whole tree does; integers as they come.
#include <string.h>

#include "runtime/core/chunks_private.h"
#include "runtime/core/fault.h"

enum { LEVELS = 48 };

// The number of pieces of the trees.
static size_t
n_pieces(const rt_chunk_run *c) {
  return (size_t)((c->n + c->pace.size - 1) / c->pace.size);
}

bool
rt_chunk_make_pieces(rt_chunk_run *c) {
  const size_t n = c->chunks->n_folds;
  const uint64_t *start = c->args + c->base.region->n_params + 2;
  c->pieces =
      rt_calloc((c->values ? n_pieces(c) : 1) * n + 1, sizeof *c->pieces);
  if (c->pieces)
    memcpy(c->pieces, start, n * sizeof *start);
  return c->pieces != NULL;
}

// into = join(left, into), of all folds.
static void
join(rt_chunk_run *c, const uint64_t *left, uint64_t *into) {
  uint32_t n = c->chunks->n_folds;
  memcpy(c->joining, left, n * sizeof *left);
  memcpy(c->joining + n, into, n * sizeof *into);
  c->joining[2 * n] = (uint64_t)(uintptr_t)into;
  c->chunks->join(c->joining, 0, 1);
}

void
rt_chunk_take(rt_chunk_run *c, int64_t lo, int64_t hi,
              const uint64_t *results) {
  const uint32_t n = c->chunks->n_folds, n_results = c->base.region->n_results;
  const uint64_t *folds = results + n_results;
  uint64_t *start = c->args + c->base.region->n_params + 2;
  bool ends = (c->chunks->flags & LOFT_CHUNKS_UNTIL) && !folds[0];
  c->n_chunks++;
  if (ends)
    c->next = c->n;
  if (hi == c->n || ends)
    memcpy(c->results, results, n_results * sizeof *results);
  if (c->values)
    memcpy(c->pieces + (size_t)(lo / c->pace.size) * n, folds,
           n * sizeof *folds);
  else if (c->chunks->join)
    join(c, folds, c->pieces);
  else
    memcpy(start, folds, n * sizeof *folds);
}

// Joins the pieces of trees into "all": those that fill a level as they come,
// then what is left, smallest first.
static void
join_pieces(rt_chunk_run *c, uint64_t *all) {
  const uint32_t n = c->chunks->n_folds;
  uint64_t *levels[LEVELS];
  const size_t n_all = n_pieces(c);
  for (size_t k = 0; k < n_all; k++) {
    uint64_t *piece = c->pieces + k * n;
    uint32_t level = 0;
    for (; k >> level & 1; level++)
      join(c, levels[level], piece);
    levels[level] = piece;
  }
  bool any = false;
  for (uint32_t level = 0; level < LEVELS; level++) {
    if (!(n_all >> level & 1))
      continue;
    if (any)
      join(c, levels[level], all);
    else
      memcpy(all, levels[level], n * sizeof *all);
    any = true;
  }
}

void
rt_chunk_end(rt_chunk_run *c) {
  uint64_t *all = c->args + c->base.region->n_params;
  if (!c->chunks->join)
    return;
  if (c->values)
    join_pieces(c, all);
  else
    memcpy(all, c->pieces, c->chunks->n_folds * sizeof *all);
  all[c->chunks->n_folds] = (uint64_t)(uintptr_t)c->results;
  c->chunks->end(c->args, 0, 1);
}
