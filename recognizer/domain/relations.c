// recognizer/domain/relations.c: access relations: isl maps from the loops
// around an access to the elements that it touches, which questions about pairs
// of accesses share. (Verdoolaege, Presburger Formulas and Polyhedral
// Compilation)
#include "recognizer/domain/domain.h"

rec_relation *
rec_relations_new(arena *a, const rec_accesses *all,
                  an_poly (*tuples)[REC_DIMS], int n) {
  rec_relation *out = NEW_ARRAY(a, rec_relation, all->n);
  for (int k = 0; k < all->n; k++)
    out[k] = (rec_relation){.access = &all->at[k], .tuple = tuples[k], .n = n};
  return out;
}

void
rec_relations_free(rec_relation *all, int n) {
  for (int k = 0; k < n; k++)
    isl_map_free(all[k].map);
}

// True when the map that "t" keeps is of the loops with "indices".
static bool
is_kept(const rec_relation *t, const int *indices, int n) {
  return t->map && t->n_indices == n &&
         !memcmp(t->indices, indices, (size_t)n * sizeof *indices);
}

isl_map *
rec_relation_map(rec_relation *t, const int *indices, int n_indices) {
  if (is_kept(t, indices, n_indices))
    return isl_map_copy(t->map);
  isl_map *m =
      rec_dom_map(t->access->dom, indices, n_indices, t->tuple, t->n, false);
  if (!m || n_indices > REC_RELATION_DEPTH)
    return m;
  isl_map_free(t->map);
  t->map = isl_map_copy(m);
  t->n_indices = n_indices;
  memcpy(t->indices, indices, (size_t)n_indices * sizeof *indices);
  return m;
}
