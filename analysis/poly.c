// analysis/poly.c: polynomials over atoms (Note [Atoms]).
//
// Values, never changed once built, except by an_poly_push on one's own.
// Anything that overflows or grows too large is "bad", and stays so.
#include "analysis/analysis.h"

// No coefficient is beyond this: so each can be negated, and rounded to a
// multiple of another.
#define MAX_COEF (INT64_C(1) << 62)

int
an_mono_compare(const an_mono *x, const an_mono *y) {
  if (x->n != y->n)
    return x->n - y->n;
  for (int i = 0; i < x->n; i++)
    if (x->f[i] != y->f[i])
      return x->f[i] - y->f[i];
  return 0;
}

int64_t
an_common_divisor(int64_t x, int64_t y) {
  while (y) {
    int64_t r = x % y;
    x = y;
    y = r;
  }
  return x < 0 ? -x : x;
}

bool
an_mono_divide(const an_mono *x, const an_mono *d, an_mono *q) {
  int k = 0;
  *q = (an_mono){.coef = x->coef};
  for (int i = 0; i < x->n; i++)
    if (k < d->n && d->f[k] == x->f[i])
      k++;
    else
      q->f[q->n++] = x->f[i];
  return k == d->n;
}

// Removes term "i".
static void
drop_term(an_poly *x, int i) {
  x->t.n--;
  for (; i < x->t.n; i++)
    x->t.at[i] = x->t.at[i + 1];
}

// True when "c" may be a coefficient.
static bool
is_in_range(int64_t c) {
  return c >= -MAX_COEF && c <= MAX_COEF;
}

void
an_poly_push(arena *a, an_poly *x, const an_mono *m) {
  int i = 0;
  while (i < x->t.n && an_mono_compare(&x->t.at[i], m) < 0)
    i++;
  if (i < x->t.n && an_mono_compare(&x->t.at[i], m) == 0) {
    an_mono *t = &x->t.at[i];
    if (__builtin_add_overflow(t->coef, m->coef, &t->coef) ||
        !is_in_range(t->coef))
      x->bad = true;
    if (t->coef == 0)
      drop_term(x, i);
    return;
  }
  if (m->coef == 0)
    return;
  if (x->t.n >= AN_POLY_TERMS || !is_in_range(m->coef)) {
    x->bad = true;
    return;
  }
  vec_push(a, &x->t, *m);
  for (int k = x->t.n - 1; k > i; k--)
    x->t.at[k] = x->t.at[k - 1];
  x->t.at[i] = *m;
}

an_poly
an_poly_const(arena *a, int64_t c) {
  an_poly p = {0};
  an_poly_push(a, &p, &(an_mono){.coef = c});
  return p;
}

an_poly
an_poly_atom(arena *a, int atom) {
  an_poly p = {0};
  an_poly_push(a, &p, &(an_mono){.coef = 1, .n = 1, .f = {atom}});
  return p;
}

// The product of two monomials; false when it is too large.
static bool
multiply(const an_mono *x, const an_mono *y, an_mono *out) {
  int i = 0, j = 0;
  *out = (an_mono){0};
  if (x->n + y->n > AN_POLY_FACTORS ||
      __builtin_mul_overflow(x->coef, y->coef, &out->coef))
    return false;
  while (i < x->n || j < y->n)
    if (j == y->n || (i < x->n && x->f[i] <= y->f[j]))
      out->f[out->n++] = x->f[i++];
    else
      out->f[out->n++] = y->f[j++];
  return true;
}

an_poly
an_poly_mul(arena *a, const an_poly *x, const an_poly *y) {
  an_poly p = {.bad = x->bad || y->bad};
  for (int i = 0; i < x->t.n && !p.bad; i++)
    for (int j = 0; j < y->t.n && !p.bad; j++) {
      an_mono m;
      if (multiply(&x->t.at[i], &y->t.at[j], &m))
        an_poly_push(a, &p, &m);
      else
        p.bad = true;
    }
  return p;
}

an_poly
an_poly_scale(arena *a, const an_poly *x, int64_t scale) {
  an_poly c = an_poly_const(a, scale);
  return an_poly_mul(a, x, &c);
}

// Adds "m", which comes behind all terms of "p", unless it is 0.
static void
append_term(arena *a, an_poly *p, const an_mono *m) {
  if (m->coef == 0)
    return;
  if (p->t.n >= AN_POLY_TERMS || !is_in_range(m->coef))
    p->bad = true;
  else
    vec_push(a, &p->t, *m);
}

an_poly
an_poly_add(arena *a, const an_poly *x, const an_poly *y, int64_t scale) {
  an_poly p = {.bad = x->bad || y->bad || !is_in_range(scale)};
  vec_grow(a, (void **)&p.t.at, &p.t.cap, x->t.n + y->t.n, sizeof *p.t.at);
  for (int i = 0, k = 0; i < x->t.n || k < y->t.n;) {
    int order = i == x->t.n   ? 1
                : k == y->t.n ? -1
                              : an_mono_compare(&x->t.at[i], &y->t.at[k]);
    an_mono m = order > 0 ? y->t.at[k] : x->t.at[i++];
    int64_t other = order < 0 ? 0 : y->t.at[k++].coef;
    if (order > 0)
      m.coef = 0;
    p.bad |= __builtin_mul_overflow(other, scale, &other) ||
             !is_in_range(other) ||
             __builtin_add_overflow(m.coef, other, &m.coef);
    append_term(a, &p, &m);
  }
  return p;
}

an_poly
an_poly_plus(arena *a, const an_poly *x, int64_t c) {
  an_mono m = {.coef = c};
  an_poly y = {.t = {.at = &m, .n = c != 0}};
  return an_poly_add(a, x, &y, 1);
}

bool
an_poly_eq(const an_poly *x, const an_poly *y) {
  if (x->bad || y->bad || x->t.n != y->t.n)
    return false;
  for (int i = 0; i < x->t.n; i++)
    if (x->t.at[i].coef != y->t.at[i].coef ||
        an_mono_compare(&x->t.at[i], &y->t.at[i]) != 0)
      return false;
  return true;
}

bool
an_poly_has(const an_poly *p, int f) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++)
      if (p->t.at[i].f[k] == f)
        return true;
  return false;
}

bool
an_poly_is_const(const an_poly *x, int64_t *c) {
  *c = x->t.n ? x->t.at[0].coef : 0;
  return !x->bad && (x->t.n == 0 || (x->t.n == 1 && x->t.at[0].n == 0));
}

an_poly
an_poly_replace(arena *a, const an_poly *p, int f, const an_poly *value) {
  an_poly sum = {.bad = p->bad};
  for (int i = 0; i < p->t.n; i++) {
    an_poly term = an_poly_const(a, p->t.at[i].coef);
    for (int k = 0; k < p->t.at[i].n; k++) {
      an_poly x = an_poly_atom(a, p->t.at[i].f[k]);
      term = an_poly_mul(a, &term, p->t.at[i].f[k] == f ? value : &x);
    }
    sum = an_poly_add(a, &sum, &term, 1);
  }
  return sum;
}
