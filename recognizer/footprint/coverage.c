// recognizer/footprint/coverage.c: arrays of which a region touches all
// elements of an interval.
//
// Note [Must-accesses]. An access whose domain is exact touches all that its
// formulas say, no less: nothing that depends on data guards it. Where what
// these accesses touch is an interval, and everything else that is touched lies
// in it, that interval is the footprint, and the loop cannot run without
// touching all of it. An array whose writes alone are like that is "full": none
// of its elements has to be compared with what it was. If only reads and writes
// together are, it is "dense": it can be read without asking whether it may be.
// Both are proven by isl, with nothing assumed.
#include "recognizer/footprint/footprint.h"

#include <limits.h>

// The smallest box around "s" whose inner components fill shape "sh"; none for
// parameters with which "s" is empty.
static isl_set *
box_of(rec_an *an, const rec_shape *sh, __isl_keep isl_set *s) {
  unsigned n = (unsigned)sh->n;
  isl_set *top = isl_set_project_out(isl_set_copy(s), isl_dim_set, 1, n - 1);
  top = isl_set_remove_divs(top); // a hull may keep holes at a constant stride
  isl_set *box = isl_set_from_basic_set(isl_set_simple_hull(top));
  box = isl_set_add_dims(box, isl_dim_set, n - 1);
  box = isl_set_intersect_params(box, isl_set_params(isl_set_copy(s)));
  isl_set *inner = rec_shape_box(an, sh);
  return inner ? isl_set_intersect(box, inner) : (isl_set_free(box), NULL);
}

// The accesses to one array; "must" tells which of them are taken for
// must-accesses.
typedef struct covering {
  rec_accesses xs;
  bool *must;
} covering;

// Everything the accesses of "c" that are (or are not) must-accesses touch, as
// tuples; NULL: nothing, or unknown.
static isl_set *
touched(const covering *c, const rec_shape *sh, an_poly (*tuples)[REC_DIMS],
        bool must) {
  isl_set *all = NULL;
  for (int k = 0; k < c->xs.n; k++) {
    if (c->must[k] != must)
      continue;
    rec_dom *d = c->xs.at[k].dom;
    isl_map *m = rec_dom_map(d, NULL, 0, tuples[k], sh->n, must);
    isl_set *s = m ? isl_map_range(m) : NULL;
    if (!s) {
      isl_set_free(all);
      return NULL;
    }
    all = all ? isl_set_union(all, s) : s;
  }
  return isl_set_coalesce(all);
}

// Whether all accesses of "c" are must-accesses.
static bool
all_must(const covering *c) {
  for (int k = 0; k < c->xs.n; k++)
    if (!c->must[k])
      return false;
  return true;
}

// Whether some parameters of "all" are not in "some".
static bool
are_more(__isl_keep isl_set *all, __isl_take isl_set *some) {
  bool more = isl_set_is_subset(all, some) != isl_bool_true;
  isl_set_free(some);
  return more;
}

// The parameters with which "s" has tuples whose component "k" is "at".
static isl_set *
params_at(__isl_keep isl_set *s, int k, int at) {
  return isl_set_params(
      isl_set_fix_si(isl_set_copy(s), isl_dim_set, (unsigned)k, at));
}

// The parameters with which "s" has tuples of several outermost components.
static isl_set *
params_of_several(__isl_keep isl_set *s, int n) {
  isl_set *rows =
      isl_set_project_out(isl_set_copy(s), isl_dim_set, 1, (unsigned)n - 1);
  isl_map *pairs = isl_map_lex_lt(isl_set_get_space(rows));
  pairs = isl_map_intersect_domain(pairs, isl_set_copy(rows));
  return isl_map_params(isl_map_intersect_range(pairs, rows));
}

// True when parameters of "several" have no tuples in "hull" with the first or
// the last of an inner component of shape "sh". Extents that are not constant
// have no last one.
static bool
lacks_an_end(rec_an *an, const rec_shape *sh, __isl_keep isl_set *hull,
             __isl_keep isl_set *several) {
  int64_t extent;
  bool lacks = false;
  for (int k = 1; k < sh->n && !lacks; k++) {
    an_poly p = rec_shape_extent(an, sh, sh->n - 1 - k);
    lacks = are_more(several, params_at(hull, k, 0)) ||
            (an_poly_is_const(&p, &extent) && extent <= INT_MAX &&
             are_more(several, params_at(hull, k, (int)extent - 1)));
  }
  return lacks;
}

// True when "s" is no interval of elements with some parameters, with which it
// has several rows and all of it is in bounds of shape "sh".
static bool
leaves_gaps(rec_an *an, const rec_shape *sh, __isl_keep isl_set *s) {
  isl_set *box = rec_shape_box(an, sh);
  if (!box)
    return false;
  isl_set *hull = isl_set_from_basic_set(isl_set_simple_hull(isl_set_copy(s)));
  isl_set *several = params_of_several(hull, sh->n);
  isl_set *outside = isl_set_subtract(isl_set_copy(hull), box);
  several = isl_set_subtract(several, isl_set_params(outside));
  bool gaps = lacks_an_end(an, sh, hull, several);
  isl_set_free(several);
  isl_set_free(hull);
  return gaps;
}

// True when what the must-accesses of "c" touch is, in shape "sh", a box
// without holes, and all that the others touch is in it; *gaps: it is no
// interval of elements, so that no other shape makes it one.
static bool
covers_shape(rec_an *an, const covering *c, const rec_shape *sh, bool *gaps) {
  an_poly(*tuples)[REC_DIMS] =
      arena_alloc(an->a, sizeof *tuples * (size_t)c->xs.n);
  for (int k = 0; k < c->xs.n; k++)
    if (!rec_shape_split(an, sh, &c->xs.at[k].poly, tuples[k]))
      return false;
  isl_set *must = touched(c, sh, tuples, true);
  *gaps = must && sh->n > 1 && leaves_gaps(an, sh, must);
  isl_set *may = *gaps ? NULL : touched(c, sh, tuples, false);
  isl_set *box = must && !*gaps ? box_of(an, sh, must) : NULL;
  bool ok = box && isl_set_is_equal(box, must) == isl_bool_true &&
            (may ? isl_set_is_subset(may, must) == isl_bool_true : all_must(c));
  isl_set_free(box);
  isl_set_free(must);
  isl_set_free(may);
  return ok;
}

// covers_shape with the shapes there are, those of the most components first:
// isl takes long for sets of places that are sums of several indices.
static bool
covers_some_shape(rec_an *an, const covering *c) {
  rec_shape sh;
  bool gaps = false;
  an_poly *polys = NEW_ARRAY(an->a, an_poly, c->xs.n);
  for (int k = 0; k < c->xs.n; k++)
    polys[k] = c->xs.at[k].poly;
  for (int mode = REC_SHAPE_CONSTANT; mode >= 0 && !gaps; mode--)
    if (rec_shape_of(an, polys, polys, c->xs.n, mode, &sh) &&
        covers_shape(an, c, &sh, &gaps))
      return rec_an_ok(an);
  return false;
}

// covers_some_shape with the subscripts as they are, or with atoms for sizes
// that are sums.
static bool
covers(rec_an *an, const covering *c) {
  if (covers_some_shape(an, c))
    return true;
  covering named = {rec_sizes_of(an, &c->xs), c->must};
  return named.xs.n && covers_some_shape(an, &named);
}

bool
rec_must_cover(loft_cx *cx, ir_func *f, const rec_accesses *xs, bool writes,
               bool *must) {
  rec_an *an = rec_an_new(cx, f, f->body);
  covering c = {.must = must};
  bool any = false;
  for (int k = 0; k < xs->n; k++) {
    rec_access x = xs->at[k];
    x.dom = rec_dom_new(an, x.op, false);
    x.poly = rec_read(x.dom, rec_place_of(x.op));
    must[k] = (x.write || !writes) && rec_dom_is_exact(x.dom);
    any |= must[k];
    vec_push(cx->arena, &c.xs, x);
  }
  bool ok = any && covers(an, &c);
  rec_an_free(an);
  return ok;
}
