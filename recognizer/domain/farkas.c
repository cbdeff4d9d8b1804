// recognizer/domain/farkas.c: comparisons that follow from two others, without
// isl.
//
//   w - x - 1 >= 0, x >= 0   =>   w - 1 >= 0
//
// Each consequence of linear comparisons is a sum of them and of a constant,
// with factors that are not negative (Farkas' lemma). Most goals are the sum of
// two, or have a term that no comparison bounds: both are seen at once, where
// isl would take a set of all that is known.
#include "recognizer/domain/domain.h"

enum { MOST_SUMS = 400 };

// A search for a sum.
typedef struct search {
  arena *a; // of the search alone
  rec_dom *d;
  VEC(const rec_form *) all;  // comparisons that hold everywhere
  VEC(const rec_form *) some; // those of disjunctions
  int n_sums;
} search;

// Adds the comparisons of "f", which holds everywhere or, not "everywhere", in
// a case.
static void
add_comparisons(search *s, const rec_form *f, bool everywhere) {
  if (f->kind == REC_FORM_AND || f->kind == REC_FORM_OR) {
    everywhere &= f->kind == REC_FORM_AND;
    add_comparisons(s, f->a, everywhere);
    add_comparisons(s, f->b, everywhere);
  } else if (f->kind != REC_FORM_TRUE && everywhere) {
    vec_push(s->a, &s->all, f);
  } else if (f->kind != REC_FORM_TRUE) {
    vec_push(s->a, &s->some, f);
  }
}

// The factor that comparison "f" has in a sum which bounds the term "m" from
// below; 0: it does not bound it.
static int64_t
factor_for(const rec_form *f, const an_mono *m) {
  for (int i = 0; i < f->p.t.n; i++) {
    const an_mono *x = &f->p.t.at[i];
    if (an_mono_compare(x, m) != 0)
      continue;
    bool same = (x->coef > 0) == (m->coef > 0);
    int64_t k = m->coef % x->coef == 0 ? m->coef / x->coef : same ? 1 : -1;
    return same || f->kind == REC_FORM_EQ ? k : 0;
  }
  return 0;
}

// True when "p" is not negative because of the bounds of its atoms.
static bool
has_low_bound(const search *s, const an_poly *p) {
  int64_t lo, hi;
  return rec_poly_interval(s->d->an, p, &lo, &hi) && lo >= 0;
}

// True when "p" is the sum of at most "n" comparisons and a rest that is not
// negative.
static bool
is_sum(search *s, const an_poly *p, int n) {
  if (has_low_bound(s, p))
    return true;
  for (int i = 0; i < p->t.n && n > 0; i++)
    for (int k = 0; k < s->all.n && p->t.at[i].n > 0; k++) {
      int64_t factor = factor_for(s->all.at[k], &p->t.at[i]);
      if (!factor)
        continue;
      if (++s->n_sums > MOST_SUMS)
        return false;
      an_poly rest = an_poly_add(s->a, p, &s->all.at[k]->p, -factor);
      if (!rest.bad && is_sum(s, &rest, n - 1))
        return true;
    }
  return false;
}

// True when one of the comparisons "fs" bounds a term of "p" from below, by
// more than the bounds of its own atoms do.
static bool
bounds_term(const search *s, const rec_form *const *fs, int n,
            const an_poly *p) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < p->t.n; i++)
      if (p->t.at[i].n > 0 && factor_for(fs[k], &p->t.at[i]) &&
          (fs[k]->kind == REC_FORM_EQ || !has_low_bound(s, &fs[k]->p)))
        return true;
  return false;
}

// rec_prove_by_sums, with "s" started.
static rec_proof
prove(search *s, const an_poly *p) {
  for (int i = 0; i < s->d->forms.n; i++)
    add_comparisons(s, s->d->forms.at[i], true);
  if (is_sum(s, p, 2))
    return REC_PROOF_FOUND;
  return bounds_term(s, s->all.at, s->all.n, p) ||
                 bounds_term(s, s->some.at, s->some.n, p)
             ? REC_PROOF_OPEN
             : REC_PROOF_NONE;
}

rec_proof
rec_prove_by_sums(rec_dom *d, const an_poly *p) {
  search s = {.a = arena_create(), .d = d};
  rec_proof proof = prove(&s, p);
  arena_destroy(s.a);
  return proof;
}
