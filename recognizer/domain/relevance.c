// recognizer/domain/relevance.c: what a domain knows that bears on a question.
//
// Note [Relevance]. A domain has many formulas (each condition around an
// access, each definition of a value in those), most of which say nothing about
// the access's subscript. Starting from the atoms of interest, an atom's own
// facts make the atoms in them interesting too; of a condition those
// comparisons are used in which all that varies is interesting. What is left
// out makes sets larger, never smaller: formulas have no negation. So do
// disjunctions beyond MAX_CASES. First, disjunctions lose what the comparisons
// of the domain decide: of a chain of ifs, x == 0 leaves y != 0 of "not both
// are 0", and nothing of "not both are 1". Those of few cases come first.
#include "recognizer/domain/domain.h"

enum { MAX_CASES = 64 };

// Calls every varying atom of "f" interesting.
static void
mark_form(rec_choice *c, const rec_form *f) {
  if (!f)
    return;
  for (int i = 0; i < f->p.t.n; i++)
    for (int k = 0; k < f->p.t.at[i].n; k++)
      if (c->d->an->atoms.at[f->p.t.at[i].f[k]].is_dim)
        c->atoms[f->p.t.at[i].f[k]] = true;
  mark_form(c, f->a);
  mark_form(c, f->b);
}

// True when all that varies in "p" is interesting.
static bool
is_interesting(const rec_choice *c, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++)
      if (c->d->an->atoms.at[p->t.at[i].f[k]].is_dim &&
          !c->atoms[p->t.at[i].f[k]])
        return false;
  return true;
}

// "f" with true for the comparisons that are not interesting.
static rec_form *
weaken(const rec_choice *c, rec_form *f) {
  rec_an *an = c->d->an;
  if (f->kind == REC_FORM_AND || f->kind == REC_FORM_OR) {
    rec_form *a = weaken(c, f->a), *b = weaken(c, f->b);
    if (a == f->a && b == f->b)
      return f;
    return f->kind == REC_FORM_AND ? rec_form_and(an, a, b)
                                   : rec_form_or(an, a, b);
  }
  return is_interesting(c, &f->p) ? f : rec_form_true(an);
}

int
rec_count_cases(const rec_form *f) {
  if (f->kind != REC_FORM_AND && f->kind != REC_FORM_OR)
    return 1;
  int x = rec_count_cases(f->a), y = rec_count_cases(f->b);
  int n = f->kind == REC_FORM_AND ? x * y : x + y;
  return n > MAX_CASES ? MAX_CASES + 1 : n;
}

// Uses "f" of formula "i", if that does not make too many cases.
static void
choose_form(rec_choice *c, int i, rec_form *f) {
  int n = rec_count_cases(f) * c->cases;
  c->forms[i] = n <= MAX_CASES ? f : NULL;
  if (c->forms[i])
    c->cases = n;
}

// -- What comparisons decide --------------------------------------------------
typedef enum verdict { OPEN, HOLDS, FAILS } verdict;

// The difference of "p" and sign * q, if that is a constant.
static bool
is_constant_apart(const an_poly *p, const an_poly *q, int sign, int64_t *c) {
  int i = p->t.n && !p->t.at[0].n, j = q->t.n && !q->t.at[0].n;
  int64_t x = i ? p->t.at[0].coef : 0, y = j ? q->t.at[0].coef : 0;
  bool apart = !p->bad && !q->bad && p->t.n - i == q->t.n - j;
  for (; apart && i < p->t.n; i++, j++)
    apart = p->t.at[i].coef == sign * q->t.at[j].coef &&
            an_mono_compare(&p->t.at[i], &q->t.at[j]) == 0;
  return apart && !__builtin_sub_overflow(x, sign * y, c);
}

// Whether s * p >= 0 holds or fails where t * q >= 0, as far as their
// difference or sum is a constant; "s" and "t" are 1 or -1.
static verdict
compare_with(const an_poly *p, int s, const an_poly *q, int t) {
  int64_t c;
  if (is_constant_apart(p, q, s * t, &c) && (s > 0 ? c >= 0 : c <= 0))
    return HOLDS;
  return is_constant_apart(p, q, -s * t, &c) && (s > 0 ? c < 0 : c > 0) ? FAILS
                                                                        : OPEN;
}

// Whether s * p >= 0 holds or fails by the comparisons in "f", which hold.
static verdict
decide_by(const an_poly *p, int s, const rec_form *f) {
  if (f->kind == REC_FORM_AND) {
    verdict v = decide_by(p, s, f->a);
    return v != OPEN ? v : decide_by(p, s, f->b);
  }
  if (f->kind != REC_FORM_GE && f->kind != REC_FORM_EQ)
    return OPEN;
  verdict v = compare_with(p, s, &f->p, 1);
  return v != OPEN || f->kind == REC_FORM_GE ? v
                                             : compare_with(p, s, &f->p, -1);
}

// The same by all formulas of the domain but number "own", as they are used or
// else as they are.
static verdict
decide(const rec_choice *c, int own, const an_poly *p, int s) {
  verdict v = OPEN;
  for (int i = 0; i < c->d->forms.n && v == OPEN; i++)
    if (i != own)
      v = decide_by(p, s, c->forms[i] ? c->forms[i] : c->d->forms.at[i]);
  return v;
}

// Whether comparison "f" of formula "own" holds or fails by the others.
static verdict
decide_comparison(const rec_choice *c, int own, const rec_form *f) {
  verdict up = decide(c, own, &f->p, 1);
  if (f->kind == REC_FORM_GE || up == FAILS)
    return up;
  verdict down = decide(c, own, &f->p, -1);
  return up == down || down == FAILS ? down : OPEN;
}

// True when "f" is one of the cases of "g", a disjunction.
static bool
is_case_of(const rec_form *f, const rec_form *g) {
  if (g->kind == REC_FORM_OR)
    return is_case_of(f, g->a) || is_case_of(f, g->b);
  return f->kind == g->kind &&
         (f->kind == REC_FORM_GE || f->kind == REC_FORM_EQ) &&
         an_poly_eq(&f->p, &g->p);
}

// True when all cases of "f" are some of "g".
static bool
are_cases_of(const rec_form *f, const rec_form *g) {
  if (f->kind == REC_FORM_OR)
    return are_cases_of(f->a, g) && are_cases_of(f->b, g);
  return is_case_of(f, g);
}

// True when a chosen formula but "own" is a disjunction of some cases of "f".
static bool
is_covered(const rec_choice *c, int own, const rec_form *f) {
  bool covered = false;
  for (int i = 0; i < c->d->forms.n && !covered; i++)
    covered = i != own && c->forms[i] && c->forms[i]->kind == REC_FORM_OR &&
              are_cases_of(c->forms[i], f);
  return covered;
}

// "f" of formula "own" without what the comparisons of others decide.
static rec_form *
decided(const rec_choice *c, int own, rec_form *f) {
  rec_an *an = c->d->an;
  if (f->kind == REC_FORM_AND || f->kind == REC_FORM_OR) {
    rec_form *a = decided(c, own, f->a), *b = decided(c, own, f->b);
    if (a == f->a && b == f->b)
      return f;
    return f->kind == REC_FORM_AND ? rec_form_and(an, a, b)
                                   : rec_form_or(an, a, b);
  }
  verdict v = f->kind == REC_FORM_TRUE ? OPEN : decide_comparison(c, own, f);
  an_poly never = an_poly_const(an->a, -1);
  return v == OPEN    ? f
         : v == HOLDS ? rec_form_true(an)
                      : rec_form_ge(an, &never);
}

// Makes the chosen disjunctions easier by the comparisons chosen since.
static void
decide_chosen(rec_choice *c) {
  c->cases = 1;
  for (int i = 0; i < c->d->forms.n; i++) {
    rec_form *f = c->forms[i];
    if (f && rec_count_cases(f) > 1)
      c->forms[i] = decided(c, i, f);
    c->cases *= f ? rec_count_cases(c->forms[i]) : 1;
  }
}

// -- Choosing -----------------------------------------------------------------
// Follows the facts of interesting atoms.
static void
choose_facts(rec_choice *c) {
  const rec_dom *d = c->d;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < d->forms.n; i++)
      if (!c->forms[i] && d->owners.at[i] >= 0 &&
          (c->atoms[d->owners.at[i]] ||
           !d->an->atoms.at[d->owners.at[i]].is_dim) &&
          (c->cases == 1 ||
           rec_count_cases(d->forms.at[i]) * c->cases <= MAX_CASES)) {
        mark_form(c, d->forms.at[i]);
        choose_form(c, i, d->forms.at[i]);
        changed |= c->forms[i] != NULL;
      }
  }
}

// Makes the disjunctions that are "left", by formula, easier.
static void
decide_left(const rec_choice *c, rec_form **left) {
  for (int i = 0; i < c->d->forms.n; i++) {
    left[i] = left[i] ? decided(c, i, left[i]) : NULL;
    if (left[i] && left[i]->kind == REC_FORM_TRUE)
      left[i] = NULL;
  }
}

// The formula of those "left" that has the fewest cases; -1: none is left.
static int
easiest_of(const rec_choice *c, rec_form *const *left) {
  int best = -1, least = 0;
  for (int i = 0; i < c->d->forms.n; i++) {
    int n = left[i] ? rec_count_cases(left[i]) : 0;
    if (n && (best < 0 || n < least)) {
      best = i;
      least = n;
    }
  }
  return best;
}

void
rec_choose(rec_choice *c) {
  const rec_dom *d = c->d;
  choose_facts(c);
  rec_form **left = NEW_ARRAY(d->an->a, rec_form *, d->forms.n + 1);
  for (int i = 0; i < d->forms.n; i++) {
    rec_form *f = d->forms.at[i];
    if (rec_count_cases(f) > 1)
      f = decided(c, i, f);
    left[i] = c->forms[i] || d->owners.at[i] >= 0 ? NULL : weaken(c, f);
    if (left[i] && rec_count_cases(left[i]) == 1) {
      if (left[i]->kind != REC_FORM_TRUE)
        choose_form(c, i, left[i]);
      left[i] = NULL;
    }
  }
  decide_chosen(c);
  decide_left(c, left);
  for (int i; (i = easiest_of(c, left)) >= 0;) {
    rec_form *f = left[i];
    left[i] = NULL;
    if (is_covered(c, i, f))
      continue;
    choose_form(c, i, f);
    if (c->forms[i] && rec_count_cases(f) == 1)
      decide_left(c, left);
  }
}

void
rec_mark_poly(rec_choice *c, const an_poly *p) {
  rec_form f = {.kind = REC_FORM_GE, .p = *p};
  mark_form(c, &f);
}

// Calls the atom of "v" interesting; it may be new.
static void
mark_value(rec_choice *c, ir_val *v) {
  rec_an *an = c->d->an;
  int atom = rec_an_atom(an, v);
  vec_grow(an->a, (void **)&c->atoms, &c->room, atom + 1, sizeof *c->atoms);
  c->atoms[atom] = true;
}

void
rec_mark_indices(rec_choice *c) {
  for (const ir_region *r = c->d->at->parent; r->parent_op;
       r = r->parent_op->parent)
    for (int k = 0; r->parent_op->code != IR_OP_IF && k < r->parent_op->n_dims;
         k++)
      mark_value(c, r->params.at[k]);
}

rec_choice
rec_choice_new(rec_dom *d, bool all) {
  arena *a = d->an->a;
  rec_choice c = {.d = d, .cases = 1};
  c.room = d->an->atoms.n + 1;
  c.atoms = NEW_ARRAY(a, bool, c.room);
  c.forms = NEW_ARRAY(a, rec_form *, d->forms.n + 1);
  for (int i = 0; i < d->an->atoms.n; i++)
    c.atoms[i] = all;
  for (int i = 0; i < d->forms.n; i++)
    c.forms[i] = all ? d->forms.at[i] : NULL;
  return c;
}
