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

// True when "p" is affine over "l", with no other dimensions.
static bool
fits(const layout *l, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    if (m->n &&
        (is_param(l->an, m) ? param_of(l->an, m) : dim_of(l, m->f[0])) < 0)
      return false;
  }
  return rec_poly_is_affine(l->an, p);
}

// "p" over "l"; NULL when it does not fit.
static isl_aff *
aff_of(const layout *l, const an_poly *p) {
  rec_an *an = l->an;
  if (!fits(l, p))
    return NULL;
  isl_aff *aff =
      isl_aff_zero_on_domain(isl_local_space_from_space(space_of(l)));
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    isl_val *c = isl_val_int_from_si(an->isl, (long)m->coef);
    if (!m->n)
      aff = isl_aff_add_constant_val(aff, c);
    else if (is_param(an, m))
      aff = isl_aff_add_coefficient_val(aff, isl_dim_param, param_of(an, m), c);
    else
      aff = isl_aff_add_coefficient_val(aff, isl_dim_in, dim_of(l, m->f[0]), c);
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

// -- Layouts of what is chosen
// ------------------------------------------------- True when "atom" is among
// the "n" at "list".
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
layout_of(const rec_choice *c, const int *keep, int n_keep) {
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
set_steps(const rec_choice *c, const layout *l) {
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

// Charges for making the set of "c" in layout "l"; false when the region has no
// steps left for it.
static bool
charge_set(const rec_choice *c, const layout *l) {
  return rec_query_charge(l->an, set_steps(c, l));
}

// The number of the set of what "c" chose, in layout "l", and of "n"
// polynomials "p" over it, which "kind" says the meaning of (Note [Asked]).
static int
set_number(const rec_choice *c, const layout *l, const char *kind,
           const an_poly *p, int n) {
  sb *text = &l->an->text;
  text->n = 0;
  sb_add(text, kind);
  for (int i = 0; i < l->n_dims; i++)
    rec_say_atom(text, l->an, l->dims[i]);
  for (int i = 0; i < n; i++) {
    sb_add(text, ":");
    rec_say_poly(text, l->an, &p[i]);
  }
  for (int i = 0; i < c->d->forms.n; i++)
    if (c->forms[i]) {
      sb_add(text, ";");
      rec_say_form(text, l->an, c->forms[i]);
    }
  return rec_set_number(l->an, sb_str(text));
}

// The part of "all" (taken) where what "c" chose holds in all of its cases, in
// layout "l".
static isl_basic_set *
compare_in(__isl_take isl_basic_set *all, const rec_choice *c,
           const layout *l) {
  for (int i = 0; i < c->d->forms.n; i++)
    if (c->forms[i])
      all = add_comparisons_of(all, l, c->forms[i]);
  return all;
}

// The part of "all" (taken) where what "c" chose holds, in layout "l". isl
// looks whether each set that it makes is empty, so all comparisons become one,
// and cases come last, until none is left.
static isl_set *
set_in(__isl_take isl_basic_set *all, const rec_choice *c, const layout *l) {
  isl_set *s = isl_set_from_basic_set(compare_in(all, c, l));
  for (int i = 0; i < c->d->forms.n; i++)
    if (c->forms[i] && rec_count_cases(c->forms[i]) > 1 &&
        isl_set_is_empty(s) != isl_bool_true)
      s = add_disjunctions_of(s, l, c->forms[i]);
  return s;
}

// The set of what "c" chose, in layout "l".
static isl_set *
set_of(const rec_choice *c, const layout *l) {
  return set_in(isl_basic_set_universe(space_of(l)), c, l);
}

// Chooses what rec_dom_params is made of, and charges for it once; false when
// the region has no steps left for it.
static bool
choose_params(rec_dom *d, bool exact, rec_choice *c, layout *l) {
  exact |= d->whole;
  *c = rec_choice_new(d, exact);
  rec_mark_indices(c);
  if (!exact)
    rec_choose(c);
  *l = layout_of(c, NULL, 0);
  if (d->params[exact].n_charged != d->forms.n && !charge_set(c, l))
    return false;
  d->params[exact].n_charged = d->forms.n;
  return true;
}

isl_set *
rec_dom_params(rec_dom *d, bool exact) {
  exact |= d->whole;
  if (!d->params[exact].set || d->params[exact].n_forms != d->forms.n) {
    rec_choice c;
    layout l;
    if (!choose_params(d, exact, &c, &l))
      return NULL;
    isl_set *s = isl_set_params(set_of(&c, &l));
    vec_push(d->an->a, &d->an->sets, s);
    d->params[exact].set = s;
    d->params[exact].n_forms = d->forms.n;
  }
  return isl_set_copy(d->params[exact].set);
}

struct rec_plan {
  rec_choice c;
  layout l;
  const an_poly *tuple;
  int n, n_keep;
};

rec_plan *
rec_plan_map(rec_dom *d, const int *keep, int n_keep, const an_poly *tuple,
             int n, bool exact) {
  rec_plan *plan = NEW(d->an->a, rec_plan);
  exact |= d->whole;
  *plan = (rec_plan){.c = rec_choice_new(d, exact), .tuple = tuple, .n = n};
  rec_choice *c = &plan->c;
  for (int k = 0; k < n; k++) {
    intern_params(d->an, &tuple[k]);
    rec_mark_poly(c, &tuple[k]);
  }
  for (int k = 0; k < n_keep; k++)
    c->atoms[keep[k]] = true;
  if (!exact)
    rec_choose(c);
  plan->l = layout_of(c, keep, n_keep);
  plan->n_keep = n_keep;
  for (int k = 0; k < n; k++)
    if (!fits(&plan->l, &tuple[k]))
      return NULL;
  return charge_set(c, &plan->l) ? plan : NULL;
}

int
rec_plan_number(const rec_plan *plan) {
  char kind[16];
  snprintf(kind, sizeof kind, "map%d", plan->n_keep);
  return set_number(&plan->c, &plan->l, kind, plan->tuple, plan->n);
}

isl_map *
rec_plan_build(const rec_plan *plan) {
  isl_map *m = NULL;
  for (int k = 0; k < plan->n; k++) {
    isl_map *one = isl_map_from_aff(aff_of(&plan->l, &plan->tuple[k]));
    m = m ? isl_map_flat_range_product(m, one) : one;
  }
  m = isl_map_intersect_domain(m, set_of(&plan->c, &plan->l));
  return isl_map_project_out(m, isl_dim_in, (unsigned)plan->n_keep,
                             (unsigned)(plan->l.n_dims - plan->n_keep));
}

isl_map *
rec_dom_map(rec_dom *d, const int *keep, int n_keep, const an_poly *tuple,
            int n, bool exact) {
  rec_plan *plan = rec_plan_map(d, keep, n_keep, tuple, n, exact);
  return plan ? rec_plan_build(plan) : NULL;
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
    cases *= rec_count_cases(f);
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
  rec_choice c;
  layout l;
  an_poly goal; // -p - 1, which is not negative there
} denial;

// Chooses it, and charges for its set; false when p is not affine, or no steps
// are left.
static bool
deny(rec_dom *d, const an_poly *p, denial *n) {
  n->goal = an_poly_scale(d->an->a, p, -1);
  n->goal = an_poly_plus(d->an->a, &n->goal, -1);
  if (!rec_poly_is_affine(d->an, &n->goal))
    return false;
  intern_params(d->an, &n->goal);
  n->c = rec_choice_new(d, false);
  rec_mark_poly(&n->c, &n->goal);
  if (!rec_poly_varies(d->an, &n->goal))
    rec_mark_indices(&n->c);
  rec_choose(&n->c);
  n->l = layout_of(&n->c, NULL, 0);
  return fits(&n->l, &n->goal) && charge_set(&n->c, &n->l);
}

// The number of the set of "n".
static int
denial_number(const denial *n) {
  return set_number(&n->c, &n->l, "not", &n->goal, 1);
}

// The points of the layout of "n" where p <= -1.
static isl_basic_set *
points_of(const denial *n) {
  isl_aff *aff = aff_of(&n->l, &n->goal);
  return isl_basic_set_from_constraint(isl_inequality_from_aff(aff));
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

// Whether the set of "n" is empty; false when that is not known.
static bool
is_empty(const denial *n) {
  const disjunctions *left = NULL;
  for (int i = n->c.d->forms.n - 1; i >= 0; i--)
    if (n->c.forms[i])
      left = more_of(n->l.an->a, n->c.forms[i], left);
  return is_empty_in(compare_in(points_of(n), &n->c, &n->l), &n->l, left);
}

// Whether no point of "d" has p <= -1; false when that is not known.
static bool
is_denied(rec_dom *d, const an_poly *p) {
  denial n;
  char question[32];
  bool yes;
  if (!deny(d, p, &n))
    return false;
  snprintf(question, sizeof question, "empty %d", denial_number(&n));
  if (rec_recall(d->an, question, &yes))
    return yes;
  return rec_remember(d->an, question, is_empty(&n));
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
  vec_push(d->an->a, &d->an->assumes, ((rec_assume){.at = d->at, .poly = *p}));
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

// Where p >= 0 over a domain, and what is asked about that.
typedef struct holding {
  rec_dom *d;
  denial n;
  rec_choice c; // of the parameters for which the domain is executed
  layout l;
} holding;

// Chooses it, and charges for its sets; false when p is not affine, or no steps
// are left.
static bool
choose_holding(rec_dom *d, const an_poly *p, holding *h) {
  h->d = d;
  return deny(d, p, &h->n) && choose_params(d, false, &h->c, &h->l);
}

// Adds "h" to a question.
static void
ask_about(sb *question, const holding *h) {
  sb_printf(question, " %d/%d", denial_number(&h->n),
            set_number(&h->c, &h->l, "params", NULL, 0));
}

// The parameters for which the domain of "h" is executed.
static isl_set *
executed(const holding *h) {
  return rec_dom_params(h->d, false);
}

// Those among them for which p <= -1 somewhere.
static isl_set *
denied(const holding *h) {
  return isl_set_params(set_in(points_of(&h->n), &h->n.c, &h->n.l));
}

bool
rec_may_hold(rec_dom *d, const an_poly *p) {
  holding h;
  sb question;
  bool some;
  rec_query_begin(d->an);
  if (!rec_an_ok(d->an) || !choose_holding(d, p, &h))
    return rec_query_ok(d->an);
  sb_init(&question, d->an->a);
  sb_add(&question, "some");
  ask_about(&question, &h);
  if (!rec_recall(d->an, sb_str(&question), &some)) {
    isl_set *all = isl_set_subtract(executed(&h), denied(&h));
    some = isl_set_is_empty(all) == isl_bool_false;
    isl_set_free(all);
    rec_remember(d->an, sb_str(&question), some);
  }
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

// rec_is_plausible of the "n" assumptions "h", as far as isl can say them.
static bool
are_plausible(const rec_an *an, const holding *h, int n, int least) {
  isl_set *good = NULL;
  for (int i = 0; i < n; i++) {
    isl_set *some = forget_indices(an, executed(&h[i]));
    some = isl_set_subtract(some, forget_indices(an, denied(&h[i])));
    good = good ? isl_set_intersect(good, some) : some;
  }
  if (good)
    good = bound_params(good, least);
  bool never = good && isl_set_is_empty(good) == isl_bool_true;
  isl_set_free(good);
  return !never;
}

bool
rec_is_plausible(rec_an *an, const rec_assumes *all, rec_dom *const *d,
                 int least) {
  holding *h = NEW_ARRAY(an->a, holding, all->n);
  int n = 0;
  sb question;
  bool yes;
  sb_init(&question, an->a);
  sb_printf(&question, "plausible %d", least);
  rec_query_begin(an);
  for (int i = 0; i < all->n; i++)
    if (choose_holding(d[i], &all->at[i].poly, &h[n]))
      ask_about(&question, &h[n++]);
  if (!rec_recall(an, sb_str(&question), &yes))
    yes = rec_remember(an, sb_str(&question), are_plausible(an, h, n, least));
  return !rec_query_ok(an) || yes;
}
