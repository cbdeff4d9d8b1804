// recognizer/domain/shape.c: flat subscripts as tuples (delinearisation).
//
// A subscript like i*n*m + j*m + k is the tuple (i, j, k) of an array with
// rows of n*m and m elements. The strides are read off the terms: what a
// varying atom is multiplied with. They must form a chain, each dividing the
// next. Two subscripts are equal exactly when their tuples are, provided that
// every component but the outermost lies between 0 and the quotient of its two
// strides; the caller shows that (Grosser et al., "Optimistic Delinearization
// of Parametrically Sized Arrays").
//
// Of strides s and t that nothing relates, t of i*s + j*t may be s times a
// number of rows, or s be t times one: shapes of loose strides, where the parts
// with the finer stride together are to lie between 0 and the coarser one.
#include "recognizer/domain/domain.h"

// The coefficient of the factors of "m" that vary; false when several
// vary. A term without varying factor gives no stride (*varies false).
static bool
invariant_part(const rec_an *an, const an_mono *m, an_mono *part,
               bool *varies) {
  an_mono varying;
  rec_mono_split(an, m, part, &varying);
  *varies = varying.n == 1;
  return varying.n <= 1;
}

// Which constants strides have.
typedef enum coefs {
  COEFS_NONE, // only what is symbolic counts
  COEFS_OWN,  // each its own: 3 of 3*i + j, 6*n
  COEFS_LEAST // symbolic ones what all of the same factors are multiples of
} coefs;

// How strides follow one another.
typedef enum order { CHAIN, LOOSE, LOOSE_BACK } order;

enum { GUESSES = REC_SHAPE_GUESS_LAST - REC_SHAPE_GUESS + 1 };

// A source of strides: its columns in strides.def, and its first mode.
typedef struct source {
  int mode;
  coefs constants;
  bool invariant, down;
  order order;
  bool guesses;
} source;

static const source sources[] = {
#define REC_STRIDES(ID, constants, invariant, down, order, n, text)            \
  {REC_SHAPE_##ID, constants, invariant, down, order, (n) == GUESSES},
#include "recognizer/domain/strides.def"
#undef REC_STRIDES
};

// The source of the strides in "mode".
static const source *
source_of(int mode) {
  int k = LOFT_COUNT(sources) - 1;
  while (sources[k].mode > mode)
    k--;
  return &sources[k];
}

// Adds "m" to the strides of "s" unless it is there.
static bool
add_stride(rec_shape *s, an_mono m, coefs how) {
  bool counts = how == COEFS_OWN || (how == COEFS_LEAST && m.n);
  m.coef = !counts ? 1 : m.coef < 0 ? -m.coef : m.coef;
  for (int i = 0; i < s->n; i++) {
    an_mono *known = &s->stride[i];
    if (an_mono_compare(known, &m) != 0)
      continue;
    if (how == COEFS_LEAST)
      known->coef = an_common_divisor(known->coef, m.coef);
    if (how == COEFS_LEAST || known->coef == m.coef)
      return true;
  }
  if (s->n == REC_DIMS)
    return false;
  s->stride[s->n++] = m;
  return true;
}

// True when stride "x" comes before "y": fewer factors, then smaller.
static bool
is_finer(const an_mono *x, const an_mono *y) {
  return x->n != y->n ? x->n < y->n : x->coef < y->coef;
}

// True when stride "x" of "s" comes before "y": is finer; of loose ones that
// have as many factors, "x" has those that come first, or last if s->back.
static bool
comes_before(const rec_shape *s, const an_mono *x, const an_mono *y) {
  int c = an_mono_compare(x, y);
  if (!s->loose || x->n != y->n || c == 0)
    return is_finer(x, y);
  return (c < 0) != s->back;
}

// Sorts the strides, finest first.
static void
sort_strides(rec_shape *s) {
  for (int i = 1; i < s->n; i++)
    for (int k = i; k > 0 && comes_before(s, &s->stride[k], &s->stride[k - 1]);
         k--) {
      an_mono t = s->stride[k];
      s->stride[k] = s->stride[k - 1];
      s->stride[k - 1] = t;
    }
}

bool
rec_shape_divides(const rec_shape *s, int k) {
  an_mono q;
  return an_mono_divide(&s->stride[k + 1], &s->stride[k], &q) &&
         s->stride[k + 1].coef % s->stride[k].coef == 0;
}

// True when each stride divides the next.
static bool
is_chain(const rec_shape *s) {
  bool divide = true;
  for (int k = 0; k + 1 < s->n; k++)
    divide &= rec_shape_divides(s, k);
  return divide;
}

// True when constant "c" is the sum of two strides of "s", one of them small.
static bool
is_sum_of_strides(const rec_shape *s, int64_t c) {
  for (int x = 0; x < s->n; x++)
    for (int y = 0; y < s->n; y++)
      if (!s->stride[x].n && !s->stride[y].n &&
          s->stride[y].coef <= s->stride[x].coef / 2 &&
          s->stride[x].coef + s->stride[y].coef == c)
        return true;
  return false;
}

// Drops constant strides that are sums of others: k of x[k][j + k], in rows of
// 1024, is multiplied with 1025.
static void
drop_sums(rec_shape *s) {
  int n = 0;
  rec_shape all = *s;
  for (int k = 0; k < all.n; k++)
    if (all.stride[k].n || !is_sum_of_strides(&all, all.stride[k].coef))
      s->stride[n++] = all.stride[k];
  s->n = n;
}

// True when atom "f" is a factor of some stride.
static bool
is_size(const rec_shape *s, int f) {
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < s->stride[i].n; k++)
      if (s->stride[i].f[k] == f)
        return true;
  return false;
}

// A term without varying factor, t*n*m: its part made of sizes is a stride
// too, so that t becomes a component of its own.
static bool
add_invariant_stride(rec_shape *s, const an_mono *m, coefs how) {
  an_mono part = {.coef = m->coef};
  for (int i = 0; i < m->n; i++)
    if (is_size(s, m->f[i]))
      part.f[part.n++] = m->f[i];
  if (part.n == m->n)
    return true; // a constant number of rows
  return add_stride(s, part, how);
}

// Strides of the varying terms of "p".
static bool
add_varying(rec_an *an, const an_poly *p, coefs how, rec_shape *out) {
  bool varies;
  an_mono part;
  for (int k = 0; k < p->t.n; k++)
    if (p->bad || !invariant_part(an, &p->t.at[k], &part, &varies) ||
        (varies && !add_stride(out, part, how)))
      return false;
  return true;
}

// Strides of the invariant terms of "p": symbolic ones made of sizes, or
// constant ones.
static bool
add_invariant(rec_an *an, const an_poly *p, coefs how, rec_shape *out) {
  bool varies;
  an_mono part;
  for (int k = 0; k < p->t.n; k++) {
    invariant_part(an, &p->t.at[k], &part, &varies);
    an_mono stride = {.coef = part.coef};
    if (varies || !part.n)
      continue;
    if (how == COEFS_OWN ? !add_stride(out, stride, how)
                         : !add_invariant_stride(out, &part, how))
      return false;
  }
  return true;
}

// Candidates for strides, atoms and products of atoms, each with the greatest
// common divisor of the coefficients of the terms that it is a factor of.
typedef struct sizes {
  int n;
  an_mono at[GUESSES];
} sizes;

// Adds the factors of "m" to "s".
static void
add_size(sizes *s, an_mono m) {
  int k = 0;
  while (k < s->n && an_mono_compare(&s->at[k], &m) != 0)
    k++;
  if (k == GUESSES)
    return;
  if (k < s->n)
    m.coef = an_common_divisor(m.coef, s->at[k].coef);
  else
    s->n++;
  s->at[k] = m;
}

// |m|, without loop indices.
static an_mono
without_indices(const rec_an *an, const an_mono *m) {
  an_mono out = {.coef = m->coef < 0 ? -m->coef : m->coef};
  for (int i = 0; i < m->n; i++)
    if (!rec_an_is_index(an, m->f[i]))
      out.f[out.n++] = m->f[i];
  return out;
}

// True when a term of the "n" subscripts "p" is "m" times something else.
static bool
is_multiplied(const an_poly *p, int n, const an_mono *m) {
  an_mono q;
  for (int i = 0; i < n; i++)
    for (int t = 0; t < p[i].t.n; t++)
      if (an_mono_divide(&p[i].t.at[t], m, &q) && q.n > 0)
        return true;
  return false;
}

// Adds the invariant product "m" of the "n" subscripts "p" to "s" where other
// terms are multiples of it: planes of rows have two sizes in their stride.
static void
add_planes(const rec_an *an, const an_poly *p, int n, const an_mono *m,
           sizes *s) {
  an_mono all = without_indices(an, m);
  if (all.n > 1 && is_multiplied(p, n, &all))
    add_size(s, all);
}

// Adds the factors of the product "m" to "s", but loop indices.
static void
add_factors(const rec_an *an, const an_mono *m, sizes *s) {
  an_mono all = without_indices(an, m);
  for (int i = 0; i < all.n; i++)
    add_size(s, (an_mono){.coef = all.coef, .n = 1, .f = {all.f[i]}});
}

// The "k"th stride that an invariant product of the "n" subscripts "p"
// suggests: those of planes, then factors of a loop's index, n of cur*n, then
// other sizes.
static bool
find_candidate(rec_an *an, const an_poly *p, int n, int k, an_mono *out) {
  enum { PLANES, OF_INDEX, OTHERS, KINDS };
  sizes s = {0};
  bool varies;
  an_mono part;
  for (int kind = PLANES; kind < KINDS; kind++)
    for (int i = 0; i < n; i++)
      for (int t = 0; t < p[i].t.n; t++) {
        bool index = false;
        invariant_part(an, &p[i].t.at[t], &part, &varies);
        for (int j = 0; j < part.n; j++)
          index |= rec_an_is_index(an, part.f[j]);
        if (varies || part.n < 2)
          continue;
        if (kind == PLANES)
          add_planes(an, p, n, &part, &s);
        else if (index == (kind == OF_INDEX))
          add_factors(an, &part, &s);
      }
  if (k >= s.n)
    return false;
  *out = s.at[k];
  return true;
}

// rec_shape_of whether it is new or not.
static bool
find_shape(rec_an *an, const an_poly *p, const an_poly *whole, int n, int mode,
           rec_shape *out) {
  an_mono extra;
  const source *from = source_of(mode);
  *out = (rec_shape){.n = 1,
                     .stride = {{.coef = 1}},
                     .down = from->down,
                     .loose = from->order != CHAIN,
                     .back = from->order == LOOSE_BACK};
  for (int i = 0; i < n; i++)
    if (!add_varying(an, &p[i], from->constants, out))
      return false;
  if (from->guesses &&
      (!find_candidate(an, whole, n, mode - from->mode, &extra) ||
       !add_stride(out, extra, from->constants)))
    return false;
  for (int i = 0; i < n && from->invariant; i++)
    if (!add_invariant(an, &p[i], from->constants, out))
      return false;
  drop_sums(out);
  sort_strides(out);
  return is_chain(out) != out->loose;
}

// True when "x" and "y" have the same strides, and round alike.
static bool
is_same(const rec_shape *x, const rec_shape *y) {
  for (int i = 0; i < x->n && i < y->n; i++)
    if (an_mono_compare(&x->stride[i], &y->stride[i]) != 0 ||
        x->stride[i].coef != y->stride[i].coef)
      return false;
  return x->n == y->n && x->down == y->down;
}

bool
rec_shape_of(rec_an *an, const an_poly *p, const an_poly *whole, int n,
             int mode, rec_shape *out) {
  rec_shape other;
  if (!find_shape(an, p, whole, n, mode, out))
    return false;
  for (int m = 0; m < mode; m++)
    if (find_shape(an, p, whole, n, m, &other) && is_same(out, &other))
      return false;
  return true;
}

// How often stride "s" goes into coefficient "c", the rest as near to 0 as
// possible.
static int64_t
nearest_quotient(int64_t c, int64_t s) {
  int64_t q = c / s, r = c % s;
  if (r > s / 2)
    q++;
  else if (r < -(s / 2))
    q--;
  return q;
}

// How often stride "s" of "shape" goes into the coefficient of "m". Rounded
// down, an offset within a row of planes, lhs[5 * m + 3][i][j] with a stride of
// five planes, stays in that row; rounded to the nearest, j - 1 stays in its
// own.
static int64_t
quotient(const rec_shape *shape, const an_mono *m, int64_t s) {
  int64_t q = m->coef / s;
  if (!shape->down || m->n)
    return nearest_quotient(m->coef, s);
  return m->coef % s < 0 ? q - 1 : q;
}

// Adds term "m" to the components of "tuple" (outermost first).
static void
place_term(rec_an *an, const rec_shape *s, an_mono m, an_poly *tuple) {
  for (int k = s->n - 1; k >= 0 && m.coef; k--) {
    an_mono q;
    int64_t c = s->stride[k].coef;
    if (!an_mono_divide(&m, &s->stride[k], &q))
      continue;
    bool constant = s->stride[k].n == 0;
    if (!constant && m.n > 0 && m.coef % c != 0)
      continue;
    int64_t times = k == 0     ? m.coef
                    : constant ? quotient(s, &m, c)
                               : m.coef / c;
    q.coef = times;
    an_poly_push(an->a, &tuple[s->n - 1 - k], &q);
    m.coef -= times * c;
  }
}

bool
rec_shape_split(rec_an *an, const rec_shape *s, const an_poly *p,
                an_poly *tuple) {
  if (p->bad)
    return false;
  for (int k = 0; k < s->n; k++)
    tuple[k] = (an_poly){0};
  for (int i = 0; i < p->t.n; i++)
    place_term(an, s, p->t.at[i], tuple);
  for (int k = 0; k < s->n; k++)
    if (!rec_poly_is_affine(an, &tuple[k]))
      return false;
  return true;
}

an_poly
rec_shape_extent(rec_an *an, const rec_shape *s, int k) {
  an_poly p = {0};
  an_mono q;
  an_mono_divide(&s->stride[k + 1], &s->stride[k], &q);
  q.coef = s->stride[k + 1].coef / s->stride[k].coef;
  an_poly_push(an->a, &p, &q);
  return p;
}
