// recognizer/footprint/lmad.c: the strides and trip counts by which a region
// goes through its arrays.
//
// Note [LMADs]. Two columns of a matrix, or two channels of an image, have
// extents that overlap, though no element is in both. The function "NAME_lmads"
// gives for each array a linear memory access descriptor (Paek, Hoeflinger and
// Padua, "Efficient and precise array access analysis", TOPLAS 24(1), 2002):
// dimensions of a stride and a range of multiples, such that every subscript is
// a sum of one multiple of each stride. The runtime asks it where extents
// overlap, and compares remainders (runtime/core/lmad.c).
//
// Strides are the invariant factors of what varies in the subscripts of an
// array, constants included; the invariant part of a subscript is divided by
// them, the largest first, and what remains is a multiple of 1. Constants are
// counted from that of the access which leaves the least ranges: x[32*i - 4]
// and x[32*i + 4] are 8 apart, not 28 and 4 behind multiples of 32. The range
// of the multiples is bounded over the domain of each access, one stride at a
// time: no dimension has to be in bounds, as it is for a delinearisation.
//
// Only arrays that may interleave are described, as told. Where two arrays
// touch every element of their extents, which overlap, both touch one.
#include "recognizer/footprint/footprint.h"

// A dimension, and its multiples [lo, hi) so far.
typedef struct dim {
  an_mono stride;
  rec_extent range;
} dim;

// The dimensions of one array; "n" is 0 where they are not known.
typedef struct lmad {
  dim at[REC_LMAD_DIMS];
  int n;
  int64_t origin; // constants of subscripts are divided by strides from here
} lmad;

typedef struct builder {
  rec_emit e;
  rec_accesses all;
  int n_checked; // assumptions of the analysis already checked
} builder;

// -- Dimensions ---------------------------------------------------------------
// The stride of term "m" of a subscript, one factor of which varies. False:
// several do.
static bool
stride_of(const rec_an *an, const an_mono *m, an_mono *stride) {
  an_mono varying;
  rec_mono_split(an, m, stride, &varying);
  stride->coef = m->coef < 0 ? -m->coef : m->coef;
  return varying.n == 1;
}

// Adds a dimension of that stride, larger ones first. False: there are too
// many.
static bool
add_dim(lmad *l, const an_mono *stride) {
  int at = 0;
  for (; at < l->n; at++) {
    const an_mono *s = &l->at[at].stride;
    int order = an_mono_compare(s, stride);
    if (order == 0 && s->coef == stride->coef)
      return true;
    if (s->n < stride->n || (s->n == stride->n && s->coef < stride->coef))
      break;
  }
  if (l->n == REC_LMAD_DIMS)
    return false;
  for (int k = l->n++; k > at; k--)
    l->at[k] = l->at[k - 1];
  l->at[at] = (dim){.stride = *stride};
  return true;
}

// Finds the dimensions of the array in class "cls", and reads its subscripts.
// False: one is not a sum of products of a stride and what varies.
static bool
find_dims(builder *u, const ir_val *cls, lmad *l) {
  rec_an *an = u->e.an;
  an_mono one = {.coef = 1};
  add_dim(l, &one);
  for (int i = 0; i < u->all.n; i++) {
    rec_access *x = &u->all.at[i];
    if (x->cls != cls)
      continue;
    if (rec_find_walk(x->op))
      return false;
    x->dom = rec_dom_new(an, x->op, false);
    x->poly = rec_read(x->dom, rec_place_of(x->op));
    rec_dom_add_assumed(x->dom, &x->poly);
    for (int k = 0; k < x->poly.t.n; k++) {
      an_mono stride;
      if (rec_mono_varies(an, &x->poly.t.at[k]) &&
          (!stride_of(an, &x->poly.t.at[k], &stride) || !add_dim(l, &stride)))
        return false;
    }
    if (x->poly.bad)
      return false;
  }
  return true;
}

// -- Ranges -------------------------------------------------------------------
// The quotient of coefficients, rounded down where nothing varies, so that
// remainders agree.
static int64_t
quotient(int64_t x, int64_t y, bool varies) {
  int64_t q = x / y;
  return q - (!varies && x % y < 0);
}

// The constant term of "p".
static int64_t
constant_of(const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    if (p->t.at[i].n == 0)
      return p->t.at[i].coef;
  return 0;
}

// How far the constants of the array in class "cls" reach within the largest
// constant stride, when counted from "origin".
static int64_t
reach_from(const builder *u, const ir_val *cls, const lmad *l, int64_t origin) {
  int64_t lo[REC_LMAD_DIMS] = {0}, hi[REC_LMAD_DIMS] = {0}, all = 0;
  int first = 0;
  while (l->at[first].stride.n > 0)
    first++;
  for (int i = 0; i < u->all.n; i++) {
    if (u->all.at[i].cls != cls)
      continue;
    int64_t rest = constant_of(&u->all.at[i].poly) - origin;
    for (int k = first; k < l->n; k++) {
      int64_t stride = l->at[k].stride.coef, q = quotient(rest, stride, false);
      rest -= q * stride;
      lo[k] = q < lo[k] ? q : lo[k];
      hi[k] = q > hi[k] ? q : hi[k];
    }
  }
  for (int k = first + 1; k < l->n; k++)
    all += (hi[k] - lo[k]) * l->at[k].stride.coef;
  return all;
}

// Counts the constants of the array in class "cls" from that from which they
// reach least.
static void
set_origin(const builder *u, const ir_val *cls, lmad *l) {
  int64_t least = INT64_MAX;
  for (int i = 0; i < u->all.n && least > 0; i++) {
    if (u->all.at[i].cls != cls)
      continue;
    int64_t origin = constant_of(&u->all.at[i].poly);
    int64_t reach = reach_from(u, cls, l, origin);
    if (reach < least) {
      least = reach;
      l->origin = origin;
    }
  }
}

// Divides "from" by the strides: the multiples of each.
static void
divide(const rec_an *an, const lmad *l, const an_poly *from,
       an_poly multiples[REC_LMAD_DIMS]) {
  an_poly p = an_poly_plus(an->a, from, -l->origin), *ones;
  ones = &multiples[l->n - 1];
  for (int i = 0; i < p.t.n; i++) {
    an_mono rest = p.t.at[i], q;
    bool varies = rec_mono_varies(an, &rest);
    for (int k = 0; k < l->n && rest.coef != 0; k++) {
      const an_mono *stride = &l->at[k].stride;
      if (!an_mono_divide(&rest, stride, &q))
        continue;
      q.coef = quotient(rest.coef, stride->coef, varies);
      rest.coef -= q.coef * stride->coef;
      an_poly_push(an->a, &multiples[k], &q);
    }
  }
  *ones = an_poly_plus(an->a, ones, l->origin);
}

// Widens the ranges of "l" to the multiples of access "x". False: one has no
// bounds.
static bool
add_access(builder *u, lmad *l, const rec_access *x) {
  an_poly multiples[REC_LMAD_DIMS] = {0};
  divide(u->e.an, l, &x->poly, multiples);
  for (int k = 0; k < l->n; k++) {
    rec_bounds bounds;
    if (multiples[k].bad ||
        !rec_emit_bounds(&u->e, x->dom, &multiples[k], &bounds) ||
        !rec_emit_assumptions(&u->e, &u->n_checked))
      return false;
    rec_build_widened(u->e.b, &l->at[k].range, &bounds);
  }
  return true;
}

// Finds the ranges of "l", of the array in class "cls"; no dimensions where one
// is not known.
static void
find_ranges(builder *u, const ir_val *cls, lmad *l) {
  bool ok = true;
  if (l->n)
    set_origin(u, cls, l);
  for (int i = 0; i < u->all.n && l->n && ok; i++)
    if (u->all.at[i].cls == cls)
      ok = add_access(u, l, &u->all.at[i]);
  if (!ok || !l->at[0].range.lo || !rec_an_ok(u->e.an))
    l->n = 0;
}

// Adds the results for "l": of each dimension its stride and range.
static void
add_results(builder *u, const lmad *l, ir_vals *out) {
  arena *a = u->e.an->a;
  ir_val *zero = ir_build_int(u->e.b, IR_I64, 0);
  ir_val *one = ir_build_int(u->e.b, IR_I64, 1);
  ir_val *strides[REC_LMAD_DIMS];
  bool known = l->n > 0;
  for (int k = 0; k < l->n && known; k++) {
    an_poly p = {0};
    an_poly_push(a, &p, &l->at[k].stride);
    strides[k] = rec_emit_poly(&u->e, &p);
    known = strides[k] != NULL;
  }
  for (int k = 0; k < REC_LMAD_DIMS; k++) {
    bool used = known && k < l->n;
    vec_push(a, out, used ? strides[k] : zero);
    vec_push(a, out, used ? l->at[k].range.lo : zero);
    vec_push(a, out, used ? l->at[k].range.hi : known ? one : zero);
  }
}

// -- The function -------------------------------------------------------------
// Finds the dimensions of the arrays of "f" that may interleave, one descriptor
// a parameter; what is "told" of them may be NULL. False: none has a dimension
// but that of stride 1.
static bool
find_all_dims(builder *u, const ir_func *f, const rec_told *told, lmad *all) {
  bool any = false;
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *v = f->body->params.at[i];
    if (!v->type.array || (told && !told[i].may_interleave))
      continue;
    if (!find_dims(u, an_class_of(u->e.classes, v), &all[i]))
      all[i].n = 0;
    any |= all[i].n > 1;
  }
  return any;
}

// Fills the function. False: no array has a dimension but that of stride 1.
static bool
build(builder *u, const ir_func *f, const rec_told *told) {
  arena *a = u->e.an->a;
  lmad *all = NEW_ARRAY(a, lmad, f->body->params.n);
  ir_vals out = {0};
  bool any = false;
  rec_footprint_accesses(&u->e, f, &u->all);
  if (!find_all_dims(u, f, told, all))
    return false;
  vec_push(a, &out, NULL); // known last
  for (int i = 0; i < f->body->params.n; i++) {
    if (!f->body->params.at[i]->type.array)
      continue;
    find_ranges(u, an_class_of(u->e.classes, f->body->params.at[i]), &all[i]);
    any |= all[i].n > 1;
    add_results(u, &all[i], &out);
  }
  out.at[0] = u->e.ok;
  ir_build_yield(u->e.b, out.at, out.n);
  return any && rec_an_ok(u->e.an);
}

ir_func *
rec_build_lmads(loft_cx *cx, ir_func *f, const rec_told *told) {
  loft_cx quiet = {.arena = cx->arena};
  map *subst = map_new(cx->arena);
  ir_func *g =
      rec_new_companion(f, arena_printf(cx->arena, "%s_lmads", f->name), subst);
  ir_builder b = ir_at_end(g->body);
  builder u = {0};
  rec_an *an = rec_an_new(&quiet, f, f->body);
  rec_emit_init(&u.e, an, &b, subst);
  an->may_assume = true;
  an->told = told;
  bool ok = build(&u, f, told);
  rec_emit_fini(&u.e);
  rec_an_free(an);
  if (ok) {
    rec_settle_companion(&quiet, g);
    ok = rec_check_probes(&quiet, f, told, g);
  }
  if (!ok)
    rec_drop_companion(g);
  return ok ? g : NULL;
}
