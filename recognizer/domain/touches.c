// recognizer/domain/touches.c: the elements that accesses touch, as maps from
// the loops around them, which questions about pairs of accesses share.
#include "recognizer/domain/domain.h"

rec_touch *
rec_touches_new(arena *a, const rec_accesses *all, rec_poly (*tuples)[REC_DIMS],
                int n) {
  rec_touch *out = NEW_ARRAY(a, rec_touch, all->n);
  for (int k = 0; k < all->n; k++)
    out[k] = (rec_touch){.access = &all->at[k], .tuple = tuples[k], .n = n};
  return out;
}

void
rec_touches_free(rec_touch *all, int n) {
  for (int k = 0; k < n; k++)
    isl_map_free(all[k].map);
}

// True when the map that "t" keeps is of the loops with "indices".
static bool
is_kept(const rec_touch *t, const int *indices, int n) {
  return t->map && t->n_indices == n &&
         !memcmp(t->indices, indices, (size_t)n * sizeof *indices);
}

isl_map *
rec_touch_map(rec_touch *t, const int *indices, int n_indices) {
  if (is_kept(t, indices, n_indices))
    return isl_map_copy(t->map);
  isl_map *m =
      rec_dom_map(t->access->dom, indices, n_indices, t->tuple, t->n, false);
  if (!m || n_indices > REC_TOUCH_DEPTH)
    return m;
  isl_map_free(t->map);
  t->map = isl_map_copy(m);
  t->n_indices = n_indices;
  memcpy(t->indices, indices, (size_t)n_indices * sizeof *indices);
  return m;
}
