// recognizer/domain/direction.c: which of two iterations that touch one element
// is the earlier one.
#include "recognizer/domain/domain.h"

#include <isl/constraint.h>
#include <isl/space.h>

// The iterations of the loops with indices "at" that touch one element, by "x"
// and by "y": { [x's] -> [y's] }; NULL: not known.
static isl_map *
relate(const rec_indices *at, rec_relation *x, rec_relation *y) {
  isl_map *mx = rec_relation_map(x, at->index, at->n);
  isl_map *my = rec_relation_map(y, at->index, at->n);
  if (!mx || !my) {
    isl_map_free(mx);
    isl_map_free(my);
    return NULL;
  }
  return isl_map_apply_range(mx, isl_map_reverse(my));
}

// The same, where y's iteration is the later one, and where it is the earlier
// one. False: not known.
static bool
relate_in_order(const rec_indices *at, rec_relation *x, rec_relation *y,
                isl_map **later, isl_map **earlier) {
  isl_map *both = relate(at, x, y);
  if (!both)
    return false;
  isl_space *s = isl_space_domain(isl_map_get_space(both));
  *later = isl_map_lex_lt(isl_space_copy(s));
  *earlier = isl_map_lex_gt(s);
  *later = isl_map_intersect(isl_map_copy(both), *later);
  *earlier = isl_map_intersect(both, *earlier);
  return true;
}

// True when "m", which is taken, may not be empty.
static bool
has_some(rec_an *an, isl_map *m) {
  bool empty = isl_map_is_empty(m) == isl_bool_true;
  isl_map_free(m);
  return !rec_query_ok(an) || !empty;
}

unsigned
rec_find_directions(rec_an *an, const rec_indices *at, rec_relation *x,
                    rec_relation *y) {
  rec_query_begin(an);
  isl_map *later, *earlier;
  if (!relate_in_order(at, x, y, &later, &earlier))
    return rec_query_ok(an), REC_FORWARDS | REC_BACKWARDS;
  return (has_some(an, later) ? REC_FORWARDS : 0) |
         (has_some(an, earlier) ? REC_BACKWARDS : 0);
}

// The pairs in which the second two of "m"'s indices have a sum that is by
// "least" or more larger than that of the first two; smaller where "sign" is
// -1.
static isl_map *
sums_grow(isl_map *m, int sign, int least) {
  isl_local_space *ls = isl_local_space_from_space(isl_map_get_space(m));
  isl_constraint *c = isl_constraint_alloc_inequality(ls);
  for (int k = 0; k < 2; k++) {
    c = isl_constraint_set_coefficient_si(c, isl_dim_in, k, -sign);
    c = isl_constraint_set_coefficient_si(c, isl_dim_out, k, sign);
  }
  c = isl_constraint_set_constant_si(c, -least);
  return isl_map_add_constraint(isl_map_copy(m), c);
}

bool
rec_follows_diagonals(rec_an *an, const rec_indices *at, rec_relation *x,
                      rec_relation *y) {
  rec_query_begin(an);
  isl_map *later, *earlier;
  if (!relate_in_order(at, x, y, &later, &earlier))
    return rec_query_ok(an), false;
  isl_map *bad[] = {sums_grow(later, -1, 0), sums_grow(earlier, 1, 0)};
  isl_map_free(later);
  isl_map_free(earlier);
  bool any = has_some(an, bad[0]);
  return !(has_some(an, bad[1]) || any);
}

bool
rec_meets_across(rec_an *an, const rec_indices *at, rec_relation *x,
                 rec_relation *y) {
  rec_query_begin(an);
  isl_map *both = relate(at, x, y);
  if (!both)
    return rec_query_ok(an), true;
  int last = at->n - 1;
  isl_map *same =
      isl_map_equate(isl_map_copy(both), isl_dim_in, last, isl_dim_out, last);
  return has_some(an, isl_map_subtract(both, same));
}
