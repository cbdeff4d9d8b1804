// recognizer/domain/asked.c: what isl was asked before.
//
// Note [Asked]. A loop is tried in many forms, most of which leave most of its
// accesses as they were, and the accesses of a statement are under the same
// conditions. So isl is asked the same again and again: 35,000 questions about
// one file of cfitsio, of which 1,100 differ. isl's answer depends on the
// question alone, that is on the comparisons of which sets are made, and on
// which of their atoms are dimensions or indices; nothing else that an analysis
// knows of its atoms is in these sets. So a set has a number by its text, a
// question is made of such numbers, and what is known of one stays right, in
// other analyses and regions as well. A question is charged whether its answer
// is known or not, so that no region depends on the regions before it; one that
// isl gave up has no answer.
#include "recognizer/domain/domain.h"

// Adds "n" to "text".
static void
add_number(sb *text, int64_t n) {
  char digits[24], *at = digits + sizeof digits - 1;
  uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
  *at = 0;
  do
    *--at = (char)('0' + left % 10);
  while (left /= 10);
  if (n < 0)
    *--at = '-';
  sb_add(text, at);
}

void
rec_say_atom(sb *text, const rec_an *an, int atom) {
  bool is_index = rec_an_is_index(an, atom);
  sb_add(text, an->atoms.at[atom].is_dim ? "d" : is_index ? "i" : "n");
  add_number(text, atom);
}

void
rec_say_poly(sb *text, const rec_an *an, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++) {
    sb_add(text, "+");
    add_number(text, p->t.at[i].coef);
    for (int k = 0; k < p->t.at[i].n; k++)
      rec_say_atom(text, an, p->t.at[i].f[k]);
  }
}

void
rec_say_form(sb *text, const rec_an *an, const rec_form *f) {
  if (f->kind == REC_FORM_AND || f->kind == REC_FORM_OR) {
    sb_add(text, f->kind == REC_FORM_AND ? "(&" : "(|");
    rec_say_form(text, an, f->a);
    sb_add(text, ",");
    rec_say_form(text, an, f->b);
    sb_add(text, ")");
  } else if (f->kind != REC_FORM_TRUE) {
    rec_say_poly(text, an, &f->p);
    sb_add(text, f->kind == REC_FORM_GE ? ">" : "=");
  }
}

// The texts and questions of the context of "an" -> a number.
static smap *
asked_in(const rec_an *an) {
  loft_cx *cx = an->cx;
  if (!cx->asked)
    cx->asked = smap_new(cx->arena);
  return cx->asked;
}

int
rec_set_number(const rec_an *an, const char *text) {
  smap *asked = asked_in(an);
  int number = (int)(uintptr_t)smap_get(asked, text);
  if (!number) {
    number = smap_count(asked) + 1;
    smap_put(asked, text, (void *)(uintptr_t)number);
  }
  return number;
}

enum { KNOWN_FALSE = 1, KNOWN_TRUE };

bool
rec_recall(const rec_an *an, const char *question, bool *yes) {
  uintptr_t known = (uintptr_t)smap_get(asked_in(an), question);
  *yes = known == KNOWN_TRUE;
  return known != 0;
}

bool
rec_remember(const rec_an *an, const char *question, bool yes) {
  uintptr_t known = yes ? KNOWN_TRUE : KNOWN_FALSE;
  if (rec_an_ok(an))
    smap_put(asked_in(an), question, (void *)known);
  return yes;
}
