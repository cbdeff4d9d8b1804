// analysis/poly.c: polynomials over atoms (Note [Atoms]).
//
// Values, never changed once built, except by rec_poly_push on one's own.
// Anything that overflows or grows too large is "bad", and stays so.
#include "analysis/analysis.h"

// No coefficient is beyond this: so each can be negated, and rounded to a
// multiple of another.
#define MAX_COEF (INT64_C(1) << 62)

int
rec_mono_compare(const rec_mono *x, const rec_mono *y) {
  if (x->n != y->n)
    return x->n - y->n;
  for (int i = 0; i < x->n; i++)
    if (x->f[i] != y->f[i])
      return x->f[i] - y->f[i];
  return 0;
}

int64_t
rec_common_divisor(int64_t x, int64_t y) {
  while (y) {
    int64_t r = x % y;
    x = y;
    y = r;
  }
  return x < 0 ? -x : x;
}

bool
rec_mono_divide(const rec_mono *x, const rec_mono *d, rec_mono *q) {
  int k = 0;
  *q = (rec_mono){.coef = x->coef};
  for (int i = 0; i < x->n; i++)
    if (k < d->n && d->f[k] == x->f[i])
      k++;
    else
      q->f[q->n++] = x->f[i];
  return k == d->n;
}

// Removes term "i".
static void
drop_term(rec_poly *x, int i) {
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
rec_poly_push(arena *a, rec_poly *x, const rec_mono *m) {
  int i = 0;
  while (i < x->t.n && rec_mono_compare(&x->t.at[i], m) < 0)
    i++;
  if (i < x->t.n && rec_mono_compare(&x->t.at[i], m) == 0) {
    rec_mono *t = &x->t.at[i];
    if (__builtin_add_overflow(t->coef, m->coef, &t->coef) ||
        !is_in_range(t->coef))
      x->bad = true;
    if (t->coef == 0)
      drop_term(x, i);
    return;
  }
  if (m->coef == 0)
    return;
  if (x->t.n >= REC_TERMS || !is_in_range(m->coef)) {
    x->bad = true;
    return;
  }
  vec_push(a, &x->t, *m);
  for (int k = x->t.n - 1; k > i; k--)
    x->t.at[k] = x->t.at[k - 1];
  x->t.at[i] = *m;
}

rec_poly
rec_poly_const(arena *a, int64_t c) {
  rec_poly p = {0};
  rec_poly_push(a, &p, &(rec_mono){.coef = c});
  return p;
}

rec_poly
rec_poly_atom(arena *a, int atom) {
  rec_poly p = {0};
  rec_poly_push(a, &p, &(rec_mono){.coef = 1, .n = 1, .f = {atom}});
  return p;
}

// The product of two monomials; false when it is too large.
static bool
multiply(const rec_mono *x, const rec_mono *y, rec_mono *out) {
  int i = 0, j = 0;
  *out = (rec_mono){0};
  if (x->n + y->n > REC_FACTORS ||
      __builtin_mul_overflow(x->coef, y->coef, &out->coef))
    return false;
  while (i < x->n || j < y->n)
    if (j == y->n || (i < x->n && x->f[i] <= y->f[j]))
      out->f[out->n++] = x->f[i++];
    else
      out->f[out->n++] = y->f[j++];
  return true;
}

rec_poly
rec_poly_mul(arena *a, const rec_poly *x, const rec_poly *y) {
  rec_poly p = {.bad = x->bad || y->bad};
  for (int i = 0; i < x->t.n && !p.bad; i++)
    for (int j = 0; j < y->t.n && !p.bad; j++) {
      rec_mono m;
      if (multiply(&x->t.at[i], &y->t.at[j], &m))
        rec_poly_push(a, &p, &m);
      else
        p.bad = true;
    }
  return p;
}

rec_poly
rec_poly_scale(arena *a, const rec_poly *x, int64_t scale) {
  rec_poly c = rec_poly_const(a, scale);
  return rec_poly_mul(a, x, &c);
}

rec_poly
rec_poly_add(arena *a, const rec_poly *x, const rec_poly *y, int64_t scale) {
  rec_poly p = {.bad = x->bad};
  rec_poly z = rec_poly_scale(a, y, scale);
  for (int i = 0; i < x->t.n; i++)
    rec_poly_push(a, &p, &x->t.at[i]);
  for (int i = 0; i < z.t.n; i++)
    rec_poly_push(a, &p, &z.t.at[i]);
  p.bad |= z.bad;
  return p;
}

rec_poly
rec_poly_plus(arena *a, const rec_poly *x, int64_t c) {
  rec_poly y = rec_poly_const(a, c);
  return rec_poly_add(a, x, &y, 1);
}

bool
rec_poly_eq(const rec_poly *x, const rec_poly *y) {
  if (x->bad || y->bad || x->t.n != y->t.n)
    return false;
  for (int i = 0; i < x->t.n; i++)
    if (x->t.at[i].coef != y->t.at[i].coef ||
        rec_mono_compare(&x->t.at[i], &y->t.at[i]) != 0)
      return false;
  return true;
}

bool
rec_poly_is_const(const rec_poly *x, int64_t *c) {
  *c = x->t.n ? x->t.at[0].coef : 0;
  return !x->bad && (x->t.n == 0 || (x->t.n == 1 && x->t.at[0].n == 0));
}

rec_poly
rec_poly_replace(arena *a, const rec_poly *p, int f, const rec_poly *value) {
  rec_poly sum = {.bad = p->bad};
  for (int i = 0; i < p->t.n; i++) {
    rec_poly term = rec_poly_const(a, p->t.at[i].coef);
    for (int k = 0; k < p->t.at[i].n; k++) {
      rec_poly x = rec_poly_atom(a, p->t.at[i].f[k]);
      term = rec_poly_mul(a, &term, p->t.at[i].f[k] == f ? value : &x);
    }
    sum = rec_poly_add(a, &sum, &term, 1);
  }
  return sum;
}
