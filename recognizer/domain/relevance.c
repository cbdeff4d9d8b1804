// recognizer/domain/relevance.c: what a domain knows that bears on a question.
//
// Note [Relevance]. A domain has many formulas (each condition around an
// access, each definition of a value in those), most of which say nothing about
// the access's subscript. Starting from the atoms of interest, an atom's own
// facts make the atoms in them interesting too; of a condition those
// comparisons are used in which all that varies is interesting. What is left
// out makes sets larger, never smaller: formulas have no negation. So do
// disjunctions beyond MAX_CASES.
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

void
rec_choose(rec_choice *c) {
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
  for (int i = 0; i < d->forms.n; i++) {
    rec_form *f =
        c->forms[i] || d->owners.at[i] >= 0 ? NULL : weaken(c, d->forms.at[i]);
    if (f && f->kind != REC_FORM_TRUE)
      choose_form(c, i, f);
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
