// recognizer/domain/isl.c: domains as isl sets, proofs by emptiness.
//
// Parameters of isl spaces are monomials of invariant atoms (n, m, n*m each
// their own), identified by isl ids whose user pointer is the interned
// an_mono, so that sets built at different times align by themselves. A
// constraint with any other product is left out: sets are over-approximations.
#include "recognizer/domain/domain.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>

// The layout of one isl space: which atoms are dimensions.
typedef struct layout {
  rec_an *an;
  int *dims, n_dims;
} layout;

// -- Parameters -----------------------------------------------------------
// True when "m" has factors, all invariant.
static bool
is_param(const rec_an *an, const an_mono *m) {
  return m->n > 0 && !rec_mono_varies(an, m);
}

// The interned monomial with the factors of "m" and coefficient 1.
static an_mono *
intern(rec_an *an, const an_mono *m) {
  for (int i = 0; i < an->monos.n; i++)
    if (an_mono_compare(an->monos.at[i], m) == 0)
      return an->monos.at[i];
  an_mono *own = NEW(an->a, an_mono);
  *own = *m;
  own->coef = 1;
  vec_push(an->a, &an->monos, own);
  return own;
}

// The isl id of parameter "m".
static isl_id *
param_id(rec_an *an, an_mono *m) {
  char name[16 + 12 * AN_POLY_FACTORS];
  int at = snprintf(name, sizeof name, "p");
  for (int i = 0; i < m->n; i++)
    at += snprintf(name + at, sizeof name - (size_t)at, "_%d", m->f[i]);
  return isl_id_alloc(an->isl, name, m);
}

const an_mono *
rec_isl_param(__isl_keep isl_id *id) {
  return isl_id_get_user(id);
}

// Makes every parameter of "p" one of "an".
static void
intern_params(rec_an *an, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    if (is_param(an, &p->t.at[i]))
      intern(an, &p->t.at[i]);
}

// intern_params for a formula.
static void
intern_form(rec_an *an, const rec_form *f) {
  if (!f)
    return;
  intern_params(an, &f->p);
  intern_form(an, f->a);
  intern_form(an, f->b);
}

// A set space with all parameters known so far.
static isl_space *
space_of(const layout *l) {
  rec_an *an = l->an;
  isl_space *s =
      isl_space_set_alloc(an->isl, (unsigned)an->monos.n, (unsigned)l->n_dims);
  for (int i = 0; i < an->monos.n; i++)
    s = isl_space_set_dim_id(s, isl_dim_param, (unsigned)i,
                             param_id(an, an->monos.at[i]));
  return s;
}

// -- Polynomials as affine expressions ------------------------------------
// The position of "atom" among the dimensions, or -1.
static int
dim_of(const layout *l, int atom) {
  for (int i = 0; i < l->n_dims; i++)
    if (l->dims[i] == atom)
      return i;
  return -1;
}

// The number of parameter "m", or -1.
static int
param_of(const rec_an *an, const an_mono *m) {
  for (int i = 0; i < an->monos.n; i++)
    if (an_mono_compare(an->monos.at[i], m) == 0)
      return i;
  return -1;
}

// "p" over "l"; NULL when it is not affine or uses another dimension.
static isl_aff *
aff_of(const layout *l, const an_poly *p) {
  rec_an *an = l->an;
  if (!rec_poly_is_affine(an, p))
    return NULL;
  isl_aff *aff =
      isl_aff_zero_on_domain(isl_local_space_from_space(space_of(l)));
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    isl_val *c = isl_val_int_from_si(an->isl, (long)m->coef);
    bool param = is_param(an, m);
    int at = !m->n ? 0 : param ? param_of(an, m) : dim_of(l, m->f[0]);
    if (at < 0) {
      isl_val_free(c);
      isl_aff_free(aff);
      return NULL;
    }
    aff = !m->n ? isl_aff_add_constant_val(aff, c)
                : isl_aff_add_coefficient_val(
                      aff, param ? isl_dim_param : isl_dim_in, at, c);
  }
  return aff;
}

// -- Sets -----------------------------------------------------------------
// The points of "l" where "f" holds (or may hold).
static isl_set *
set_of_form(const layout *l, const rec_form *f) {
  if (f->kind == REC_FORM_AND)
    return isl_set_intersect(set_of_form(l, f->a), set_of_form(l, f->b));
  if (f->kind == REC_FORM_OR)
    return isl_set_union(set_of_form(l, f->a), set_of_form(l, f->b));
  isl_aff *aff = f->kind == REC_FORM_TRUE ? NULL : aff_of(l, &f->p);
  if (!aff)
    return isl_set_universe(space_of(l));
  return isl_set_from_basic_set(
      f->kind == REC_FORM_GE
          ? isl_basic_set_from_constraint(isl_inequality_from_aff(aff))
          : isl_aff_zero_basic_set(aff));
}

// -- What bears on what -----------------------------------------------------
// A choice among the atoms and formulas of a domain (Note [Relevance]).
//
// Note [Relevance]. A domain has many formulas (each condition around an
// access, each definition of a value in those), most of which say nothing about
// the access's subscript. Starting from the atoms of interest, an atom's own
// facts make the atoms in them interesting too; of a condition those
// comparisons are used in which all that varies is interesting. What is left
// out makes sets larger, never smaller: formulas have no negation. So do
// disjunctions beyond MAX_CASES.
typedef struct choice {
  rec_dom *d;
  bool *atoms; // by number, those below "room"
  int room;
  rec_form **forms; // by position in the domain: what is used of it, or NULL
  int cases;
} choice;

enum { MAX_CASES = 64 };

// Calls every varying atom of "f" interesting.
static void
mark_form(choice *c, const rec_form *f) {
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
is_interesting(const choice *c, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++)
      if (c->d->an->atoms.at[p->t.at[i].f[k]].is_dim &&
          !c->atoms[p->t.at[i].f[k]])
        return false;
  return true;
}

// "f" with true for the comparisons that are not interesting.
static rec_form *
weaken(const choice *c, rec_form *f) {
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

// How many conjunctions "f" is a disjunction of; saturates.
static int
count_cases(const rec_form *f) {
  if (f->kind != REC_FORM_AND && f->kind != REC_FORM_OR)
    return 1;
  int x = count_cases(f->a), y = count_cases(f->b);
  int n = f->kind == REC_FORM_AND ? x * y : x + y;
  return n > MAX_CASES ? MAX_CASES + 1 : n;
}

// Uses "f" of formula "i", if that does not make too many cases.
static void
choose_form(choice *c, int i, rec_form *f) {
  int n = count_cases(f) * c->cases;
  c->forms[i] = n <= MAX_CASES ? f : NULL;
  if (c->forms[i])
    c->cases = n;
}

// Follows the facts of interesting atoms; then takes conditions.
static void
choose(choice *c) {
  const rec_dom *d = c->d;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < d->forms.n; i++)
      if (!c->forms[i] && d->owners.at[i] >= 0 &&
          (c->atoms[d->owners.at[i]] ||
           !d->an->atoms.at[d->owners.at[i]].is_dim) &&
          (c->cases == 1 ||
           count_cases(d->forms.at[i]) * c->cases <= MAX_CASES)) {
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

// Calls the varying atoms of "p" interesting.
static void
mark_poly(choice *c, const an_poly *p) {
  rec_form f = {.kind = REC_FORM_GE, .p = *p};
  mark_form(c, &f);
}

// Calls the atom of "v" interesting; it may be new.
static void
mark_value(choice *c, ir_val *v) {
  rec_an *an = c->d->an;
  int atom = rec_an_atom(an, v);
  vec_grow(an->a, (void **)&c->atoms, &c->room, atom + 1, sizeof *c->atoms);
  c->atoms[atom] = true;
}

// Calls the indices of all loops around interesting: that they have a value
// says something about parameters.
static void
mark_indices(choice *c) {
  for (const ir_region *r = c->d->at->parent; r->parent_op;
       r = r->parent_op->parent)
    for (int k = 0; r->parent_op->code != IR_OP_IF && k < r->parent_op->n_dims;
         k++)
      mark_value(c, r->params.at[k]);
}

// Nothing chosen yet; everything when "all".
static choice
choice_new(rec_dom *d, bool all) {
  arena *a = d->an->a;
  choice c = {.d = d, .cases = 1};
  c.room = d->an->atoms.n + 1;
  c.atoms = NEW_ARRAY(a, bool, c.room);
  c.forms = NEW_ARRAY(a, rec_form *, d->forms.n + 1);
  for (int i = 0; i < d->an->atoms.n; i++)
    c.atoms[i] = all;
  for (int i = 0; i < d->forms.n; i++)
    c.forms[i] = all ? d->forms.at[i] : NULL;
  return c;
}

// True when "atom" is among the "n" at "list".
static bool
is_among(int atom, const int *list, int n) {
  for (int i = 0; i < n; i++)
    if (list[i] == atom)
      return true;
  return false;
}

// The layout of what "c" chose, the atoms "keep" first; their parameters are
// interned.
static layout
layout_of(const choice *c, const int *keep, int n_keep) {
  rec_dom *d = c->d;
  layout l = {.an = d->an};
  l.dims = NEW_ARRAY(d->an->a, int, d->atoms.n + n_keep + 1);
  for (int i = 0; i < n_keep; i++)
    l.dims[l.n_dims++] = keep[i];
  for (int i = 0; i < d->atoms.n; i++)
    if (d->an->atoms.at[d->atoms.at[i]].is_dim && c->atoms[d->atoms.at[i]] &&
        !is_among(d->atoms.at[i], keep, n_keep))
      l.dims[l.n_dims++] = d->atoms.at[i];
  for (int i = 0; i < d->forms.n; i++)
    intern_form(d->an, c->forms[i]);
  return l;
}

// -- Sets of domains ------------------------------------------------------
// How many comparisons "f" is made of.
static long
count_comparisons(const rec_form *f) {
  if (f->kind != REC_FORM_AND && f->kind != REC_FORM_OR)
    return 1;
  return count_comparisons(f->a) + count_comparisons(f->b);
}

// The steps that making the set of "c" takes: each comparison is a row, as long
// as there are dimensions, and isl looks at all rows again for each.
static long
set_steps(const choice *c, const layout *l) {
  enum { ENTRIES_A_STEP = 200 };
  long rows = 0;
  for (int i = 0; i < c->d->forms.n; i++)
    if (c->forms[i])
      rows += count_comparisons(c->forms[i]);
  long width = l->n_dims + l->an->monos.n;
  return rows * rows * width * c->cases / ENTRIES_A_STEP;
}

// "s" with the comparisons of "f" that hold in all of its cases.
static isl_basic_set *
add_comparisons_of(isl_basic_set *s, const layout *l, const rec_form *f) {
  if (f->kind == REC_FORM_AND) {
    s = add_comparisons_of(s, l, f->a);
    return add_comparisons_of(s, l, f->b);
  }
  bool compares = f->kind == REC_FORM_GE || f->kind == REC_FORM_EQ;
  isl_aff *aff = compares ? aff_of(l, &f->p) : NULL;
  if (!aff)
    return s;
  return isl_basic_set_add_constraint(s, f->kind == REC_FORM_GE
                                             ? isl_inequality_from_aff(aff)
                                             : isl_equality_from_aff(aff));
}

// "s" where the disjunctions in "f" hold.
static isl_set *
add_disjunctions_of(isl_set *s, const layout *l, const rec_form *f) {
  if (f->kind == REC_FORM_AND) {
    s = add_disjunctions_of(s, l, f->a);
    return add_disjunctions_of(s, l, f->b);
  }
  return f->kind == REC_FORM_OR ? isl_set_intersect(s, set_of_form(l, f)) : s;
}

// The part of "all" (taken) where what "c" chose holds in all of its cases, in
// layout "l"; NULL when the region has no steps left for what "c" chose.
static isl_basic_set *
compare_in(__isl_take isl_basic_set *all, const choice *c, const layout *l) {
  if (!rec_query_charge(l->an, set_steps(c, l))) {
    isl_basic_set_free(all);
    return NULL;
  }
  for (int i = 0; i < c->d->forms.n; i++)
    if (c->forms[i])
      all = add_comparisons_of(all, l, c->forms[i]);
  return all;
}

// The part of "all" (taken) where what "c" chose holds, in layout "l"; NULL as
// there. isl looks whether each set that it makes is empty, so all comparisons
// become one, and cases come last, until none is left.
static isl_set *
set_in(__isl_take isl_basic_set *all, const choice *c, const layout *l) {
  all = compare_in(all, c, l);
  if (!all)
    return NULL;
  isl_set *s = isl_set_from_basic_set(all);
  for (int i = 0; i < c->d->forms.n; i++)
    if (c->forms[i] && count_cases(c->forms[i]) > 1 &&
        isl_set_is_empty(s) != isl_bool_true)
      s = add_disjunctions_of(s, l, c->forms[i]);
  return s;
}

// The set of what "c" chose, in layout "l"; NULL as there.
static isl_set *
set_of(const choice *c, const layout *l) {
  return set_in(isl_basic_set_universe(space_of(l)), c, l);
}

// rec_dom_params, computed.
static isl_set *
find_params(rec_dom *d, bool exact) {
  choice c = choice_new(d, exact);
  mark_indices(&c);
  if (!exact)
    choose(&c);
  layout l = layout_of(&c, NULL, 0);
  return isl_set_params(set_of(&c, &l));
}

isl_set *
rec_dom_params(rec_dom *d, bool exact) {
  exact |= d->whole;
  if (!d->params[exact].set || d->params[exact].n_forms != d->forms.n) {
    isl_set *s = find_params(d, exact);
    if (!s)
      return NULL;
    vec_push(d->an->a, &d->an->sets, s);
    d->params[exact].set = s;
    d->params[exact].n_forms = d->forms.n;
  }
  return isl_set_copy(d->params[exact].set);
}

isl_map *
rec_dom_map(rec_dom *d, const int *keep, int n_keep, const an_poly *tuple,
            int n, bool exact) {
  exact |= d->whole;
  choice c = choice_new(d, exact);
  for (int k = 0; k < n; k++) {
    intern_params(d->an, &tuple[k]);
    mark_poly(&c, &tuple[k]);
  }
  for (int k = 0; k < n_keep; k++)
    c.atoms[keep[k]] = true;
  if (!exact)
    choose(&c);
  layout l = layout_of(&c, keep, n_keep);
  isl_map *m = NULL;
  for (int k = 0; k < n; k++) {
    isl_aff *aff = aff_of(&l, &tuple[k]);
    if (!aff) {
      isl_map_free(m);
      return NULL;
    }
    isl_map *one = isl_map_from_aff(aff);
    m = m ? isl_map_flat_range_product(m, one) : one;
  }
  m = isl_map_intersect_domain(m, set_of(&c, &l));
  return isl_map_project_out(m, isl_dim_in, (unsigned)n_keep,
                             (unsigned)(l.n_dims - n_keep));
}

// True when isl can say "f".
static bool
is_affine_form(const rec_an *an, const rec_form *f) {
  if (f->kind == REC_FORM_AND || f->kind == REC_FORM_OR)
    return is_affine_form(an, f->a) && is_affine_form(an, f->b);
  return rec_poly_is_affine(an, &f->p);
}

bool
rec_dom_is_exact(const rec_dom *d) {
  enum { FEW_CASES = 4 }; // minima that sizes of tiles are
  int cases = 1;
  for (int i = 0; i < d->forms.n; i++) {
    const rec_form *f = d->forms.at[i];
    int about = d->owners.at[i];
    if (about >= 0 && !d->an->atoms.at[about].is_dim)
      continue; // holds in any case
    if (!is_affine_form(d->an, f))
      return false;
    cases *= count_cases(f);
    if (cases > FEW_CASES)
      return false;
  }
  return !d->inexact;
}

isl_set *
rec_shape_box(rec_an *an, const rec_shape *s) {
  layout l = {.an = an, .n_dims = s->n};
  for (int k = 0; k + 1 < s->n; k++) {
    an_poly extent = rec_shape_extent(an, s, k);
    intern_params(an, &extent);
  }
  isl_set *box = isl_set_universe(space_of(&l));
  for (int k = 0; k + 1 < s->n; k++) {
    an_poly extent = rec_shape_extent(an, s, k);
    isl_aff *end = aff_of(&l, &extent);
    isl_local_space *ls = isl_local_space_from_space(space_of(&l));
    isl_aff *x =
        isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)(s->n - 1 - k));
    isl_aff *zero = isl_aff_sub(isl_aff_copy(x), isl_aff_copy(x));
    isl_set *low = isl_aff_ge_set(isl_aff_copy(x), zero);
    box = isl_set_intersect(box, low);
    box = isl_set_intersect(box, isl_aff_lt_set(x, end));
  }
  return box;
}

isl_set *
rec_interval(rec_an *an, int64_t lo, int64_t hi) {
  layout l = {.an = an, .n_dims = 1};
  isl_set *s = isl_set_universe(space_of(&l));
  s = isl_set_lower_bound_si(s, isl_dim_set, 0, (int)lo);
  return isl_set_upper_bound_si(s, isl_dim_set, 0, (int)hi);
}

// -- Proofs ---------------------------------------------------------------
// What is known of the points of "d" where p <= -1.
typedef struct denial {
  choice c;
  layout l;
  isl_basic_set *all; // the points where it is so, of the layout
} denial;

// Makes it; false when p is not affine.
static bool
deny(rec_dom *d, const an_poly *p, denial *n) {
  an_poly goal = an_poly_scale(d->an->a, p, -1);
  goal = an_poly_plus(d->an->a, &goal, -1);
  if (!rec_poly_is_affine(d->an, &goal))
    return false;
  intern_params(d->an, &goal);
  n->c = choice_new(d, false);
  mark_poly(&n->c, &goal);
  if (!rec_poly_varies(d->an, &goal))
    mark_indices(&n->c);
  choose(&n->c);
  n->l = layout_of(&n->c, NULL, 0);
  isl_aff *aff = aff_of(&n->l, &goal);
  if (!aff)
    return false;
  n->all = isl_basic_set_from_constraint(isl_inequality_from_aff(aff));
  return true;
}

// "d" where p <= -1; NULL when not affine.
static isl_set *
set_without(rec_dom *d, const an_poly *p) {
  denial n;
  return deny(d, p, &n) ? set_in(n.all, &n.c, &n.l) : NULL;
}

// Disjunctions that are still to hold.
typedef struct disjunctions {
  const rec_form *f;
  const struct disjunctions *next;
} disjunctions;

// "rest" and the disjunctions in "f".
static const disjunctions *
more_of(arena *a, const rec_form *f, const disjunctions *rest) {
  if (f->kind == REC_FORM_AND)
    return more_of(a, f->a, more_of(a, f->b, rest));
  if (f->kind != REC_FORM_OR)
    return rest;
  disjunctions *one = NEW(a, disjunctions);
  *one = (disjunctions){f, rest};
  return one;
}

// Whether no point of "s" (taken) has all of "left". One case after the other
// is followed, as far as it has points: the product of all disjunctions is
// never made.
static bool
is_empty_in(__isl_take isl_basic_set *s, const layout *l,
            const disjunctions *left) {
  isl_bool empty = isl_basic_set_is_empty(s);
  bool all = empty == isl_bool_true;
  if (empty == isl_bool_false && left) {
    const rec_form *cases[] = {left->f->a, left->f->b};
    all = true;
    for (int k = 0; k < 2 && all; k++)
      all = is_empty_in(add_comparisons_of(isl_basic_set_copy(s), l, cases[k]),
                        l, more_of(l->an->a, cases[k], left->next));
  }
  isl_basic_set_free(s);
  return all;
}

// Whether no point of "d" has p <= -1; false when that is not known.
static bool
is_denied(rec_dom *d, const an_poly *p) {
  denial n;
  if (!deny(d, p, &n))
    return false;
  isl_basic_set *all = compare_in(n.all, &n.c, &n.l);
  if (!all)
    return false;
  const disjunctions *left = NULL;
  for (int i = d->forms.n - 1; i >= 0; i--)
    if (n.c.forms[i])
      left = more_of(d->an->a, n.c.forms[i], left);
  return is_empty_in(all, &n.l, left);
}

bool
rec_prove_ge(rec_dom *d, const an_poly *p) {
  rec_proof proof = p->bad ? REC_PROOF_NONE : rec_prove_by_sums(d, p);
  if (proof != REC_PROOF_OPEN)
    return proof == REC_PROOF_FOUND;
  rec_query_begin(d->an);
  bool holds = rec_an_ok(d->an) && is_denied(d, p);
  return rec_query_ok(d->an) && holds;
}

// True when p >= 0 holds wherever "d" is executed, or is assumed to.
static bool
holds_or_assumed(rec_dom *d, const an_poly *p) {
  if (rec_prove_ge(d, p))
    return true;
  if (p->bad || !d->an->may_assume || !rec_may_hold(d, p))
    return false;
  vec_push(d->an->a, &d->an->assumes, ((rec_assume){d->at, *p, NULL}));
  return true;
}

bool
rec_prove_not(rec_dom *d, ir_opcode code, const an_poly *x, const an_poly *y) {
  arena *a = d->an->a;
  if (code == IR_OP_GT || code == IR_OP_LE) {
    const an_poly *other = x;
    x = y, y = other;
    code = ir_exchanged(code);
  }
  an_poly over = an_poly_add(a, x, y, -1), under = an_poly_add(a, y, x, -1);
  an_poly above = an_poly_plus(a, &over, -1);
  an_poly below = an_poly_plus(a, &under, -1);
  if (code == IR_OP_LT)
    return holds_or_assumed(d, &over);
  if (code == IR_OP_GE)
    return holds_or_assumed(d, &below);
  if (code == IR_OP_EQ)
    return rec_prove_ge(d, &above) || rec_prove_ge(d, &below);
  return rec_prove_ge(d, &over) && rec_prove_ge(d, &under);
}

bool
rec_may_hold(rec_dom *d, const an_poly *p) {
  rec_query_begin(d->an);
  isl_set *bad = rec_an_ok(d->an) ? set_without(d, p) : NULL;
  if (!bad)
    return rec_query_ok(d->an);
  isl_set *all = rec_dom_params(d, false);
  all = isl_set_subtract(all, isl_set_params(bad));
  bool some = isl_set_is_empty(all) == isl_bool_false;
  isl_set_free(all);
  return rec_query_ok(d->an) && some;
}

// The product that parameter "i" of "s" is.
static const an_mono *
product_of(__isl_keep isl_set *s, int i) {
  isl_id *id = isl_set_get_dim_id(s, isl_dim_param, (unsigned)i);
  const an_mono *m = rec_isl_param(id);
  isl_id_free(id);
  return m;
}

// "s" (taken) for some values of the indices of outer loops; NULL where isl
// gives up.
static isl_set *
forget_indices(const rec_an *an, __isl_take isl_set *s) {
  for (int i = (int)isl_set_dim(s, isl_dim_param) - 1; s && i >= 0; i--) {
    const an_mono *m = product_of(s, i);
    bool any = false;
    for (int k = 0; k < m->n; k++)
      any |= rec_an_is_index(an, m->f[k]);
    if (any)
      s = isl_set_project_out(s, isl_dim_param, (unsigned)i, 1);
  }
  return s;
}

// "s" (taken) where parameter "x" is not below "least" times parameter "y".
static isl_set *
bound_product(__isl_take isl_set *s, int x, int y, int least) {
  isl_local_space *l = isl_local_space_from_space(isl_set_get_space(s));
  isl_constraint *c = isl_constraint_alloc_inequality(l);
  c = isl_constraint_set_coefficient_si(c, isl_dim_param, x, 1);
  c = isl_constraint_set_coefficient_si(c, isl_dim_param, y, -least);
  return isl_set_add_constraint(s, c);
}

// "s" (taken) for parameters that are not below "least", and products of them,
// whose factors are sizes: two at least.
static isl_set *
bound_params(__isl_take isl_set *s, int least) {
  enum { LEAST_SIZE = 2 };
  int n = (int)isl_set_dim(s, isl_dim_param);
  for (int x = 0; s && x < n; x++) {
    const an_mono *m = product_of(s, x);
    int all = m->n == 1 ? least : 1;
    for (int k = 0; m->n > 1 && k < m->n; k++)
      all *= least > LEAST_SIZE ? least : LEAST_SIZE;
    s = isl_set_lower_bound_si(s, isl_dim_param, (unsigned)x, all);
    for (int y = 0; s && m->n > 1 && y < n; y++) {
      an_mono factor;
      if (an_mono_divide(m, product_of(s, y), &factor) && factor.n == 1)
        s = bound_product(s, x, y, least);
    }
  }
  return s;
}

bool
rec_is_plausible(rec_an *an, const rec_assumes *all, rec_dom *const *d,
                 int least) {
  isl_set *good = NULL;
  rec_query_begin(an);
  for (int i = 0; i < all->n; i++) {
    isl_set *bad = set_without(d[i], &all->at[i].poly);
    if (!bad)
      continue;
    isl_set *some = forget_indices(an, rec_dom_params(d[i], false));
    bad = forget_indices(an, isl_set_params(bad));
    some = isl_set_subtract(some, bad);
    good = good ? isl_set_intersect(good, some) : some;
  }
  if (good)
    good = bound_params(good, least);
  bool never = good && isl_set_is_empty(good) == isl_bool_true;
  isl_set_free(good);
  return !rec_query_ok(an) || !never;
}
