// recognizer/domain/atoms.c: analyses, their atoms, formulas over them.
//
// See Note [Atoms] in domain.h. An atom's constant bounds are known
// from its type, its loop or its definition as soon as it exists; everything
// else about it is found when it comes into a domain (facts.c).
#include "recognizer/domain/domain.h"

#include <isl/options.h>

// -- Analyses and atoms ---------------------------------------------------
// Budgets: isl's operations for one question (tens of milliseconds); the least
// charge for a question (some 10 microseconds); the steps of a region for all
// of its questions (about a second). Regions of many loops may take several
// times as many.
enum { OPERATIONS = 50000, QUESTION_STEPS = 10, QUESTIONS = 16 };

// The operations for one question.
static long
most_operations(const rec_an *an) {
  return an->cx->n_shares > 1 ? 2 * OPERATIONS : OPERATIONS;
}

// The steps of the region for all questions.
static long
most_steps(const rec_an *an) {
  int n = an->cx->n_shares;
  return (long)QUESTIONS * OPERATIONS * (n > 1 ? n : 1);
}

// Lets isl answer nothing any more when the region's steps are spent.
static void
limit_operations(rec_an *an) {
  bool spent = an->cx->n_steps >= most_steps(an);
  isl_ctx_set_max_operations(an->isl,
                             spent ? 1 : (unsigned long)most_operations(an));
}

rec_an *
rec_an_new(loft_cx *cx, ir_func *f, const ir_region *scope) {
  rec_an *an = NEW(cx->arena, rec_an);
  an->cx = cx;
  an->a = cx->arena;
  an->f = f;
  an->scope = scope;
  an->guard = rec_guard_find(an->a, f);
  an->atom_of = map_new(an->a);
  an->given = map_new(an->a);
  an->invariants = map_new(an->a);
  sb_init(&an->text, an->a);
  an->isl = isl_ctx_alloc();
  isl_options_set_on_error(an->isl, ISL_ON_ERROR_CONTINUE);
  limit_operations(an);
  return an;
}

void
rec_an_free(rec_an *an) {
  if (!an || !an->isl)
    return;
  for (int k = 0; k < an->sets.n; k++)
    isl_set_free(an->sets.at[k]);
  isl_ctx_free(an->isl);
  an->isl = NULL;
}

bool
rec_an_ok(const rec_an *an) {
  return isl_ctx_last_error(an->isl) == isl_error_none;
}

bool
rec_query_charge(rec_an *an, long steps) {
  an->cx->n_steps += steps < most_steps(an) ? steps : most_steps(an);
  if (an->cx->n_steps >= most_steps(an) && rec_an_ok(an))
    isl_handle_error(an->isl, isl_error_quota, "no steps left", __FILE__,
                     __LINE__);
  return rec_an_ok(an);
}

void
rec_query_begin(rec_an *an) {
  if (!rec_an_ok(an) || !rec_query_charge(an, QUESTION_STEPS))
    return;
  isl_ctx_reset_operations(an->isl);
  limit_operations(an);
}

bool
rec_query_ok(rec_an *an) {
  if (rec_an_ok(an))
    return true;
  enum isl_error error = isl_ctx_last_error(an->isl);
  if (error != isl_error_quota && error != isl_error_invalid)
    return false;
  if (error == isl_error_quota)
    an->cx->n_steps += most_operations(an);
  if (an->cx->n_steps < most_steps(an)) {
    isl_ctx_reset_error(an->isl);
    isl_ctx_reset_operations(an->isl);
  }
  return false;
}

bool
rec_varies(rec_an *an, const ir_val *v) {
  if (an->scope != an->f->body)
    return !ir_is_outside(v, an->scope) &&
           !(v->def && an_is_invariant(v, an->scope));
  const ir_region *home = ir_home_of(v);
  return (home->parent_op || v->def) && home->func == an->f &&
         !rec_is_given(an, v);
}

void
rec_type_range(ir_scalar s, int64_t *lo, int64_t *hi) {
  an_range r = an_type_range(s);
  bool is_long = ir_width(s) == 64;
  *lo = !is_long ? r.lo : ir_is_signed(s) ? -(INT64_C(1) << 61) : 0;
  *hi = is_long ? INT64_C(1) << 61 : r.hi;
}

// Gives a new atom the bounds of its type.
static void
bound_by_type(rec_atom *atom) {
  ir_scalar s = atom->val->type.elem;
  if (ir_is_float(s) || s == IR_I64)
    return;
  rec_type_range(s, &atom->lo, &atom->hi);
  atom->has_lo = true;
  atom->has_hi = s != IR_U64;
}

// Gives a parameter of 32 bits or more the bounds that the region's guard
// checks.
static void
bound_by_guard(const rec_an *an, rec_atom *atom) {
  int64_t min, max;
  rec_type_range(atom->val->type.elem, &min, &max);
  int64_t lo = min, hi = max;
  rec_guard_bounds(an->a, an->guard, atom->val->index, &lo, &hi);
  if (lo > min)
    atom->lo = lo, atom->has_lo = true;
  if (hi < max)
    atom->hi = hi, atom->has_hi = true;
}

bool
rec_an_is_index(const rec_an *an, int f) {
  const rec_atom *at = &an->atoms.at[f];
  return at->is_dim || (at->val && ir_is_index(at->val));
}

// Gives the index of a loop the bounds that are constant.
static void
bound_by_extent(rec_atom *atom) {
  const ir_op *op = atom->val->param_of->parent_op;
  int64_t n;
  atom->has_lo = true;
  atom->lo = 0;
  atom->has_hi = ir_match_int(op->ins.at[atom->val->index], &n) && n > 0;
  atom->hi = atom->has_hi ? n - 1 : 0;
}

// Gives a computed integer the bounds that its definition has.
static void
bound_by_definition(rec_atom *atom) {
  enum { NARROW = 1 << 16 };
  const ir_val *v = atom->val;
  if (!v->def || !ir_is_int(v->type.elem) || v->def->code == IR_OP_INDEX)
    return;
  int64_t min, max;
  rec_type_range(v->type.elem, &min, &max);
  an_range r = an_range_of(v);
  if (r.lo > min)
    atom->lo = r.lo, atom->has_lo = true;
  if (r.hi < max)
    atom->hi = r.hi, atom->has_hi = true;
  atom->is_narrow =
      atom->has_lo && atom->has_hi && atom->hi - atom->lo < NARROW;
}

// Gives a load from a constant table the bounds of its elements.
static void
bound_by_values(const rec_an *an, rec_atom *atom) {
  const ir_op *op = atom->val->def;
  const ir_val *array =
      op && op->code == IR_OP_INDEX && an->told ? op->ins.at[0] : NULL;
  if (!array || array->param_of != an->f->body ||
      !an->told[array->index].has_values)
    return;
  atom->is_told = atom->has_lo = atom->has_hi = true;
  atom->lo = an->told[array->index].least;
  atom->hi = an->told[array->index].most;
}

// The atom that the invariant "v" was computed as before, or -1.
static int
find_computed(const rec_an *an, const ir_val *v) {
  for (int i = 0; i < an->atoms.n && v->def; i++)
    if (an->atoms.at[i].val && !an->atoms.at[i].is_dim &&
        an_same_value(an->a, an->atoms.at[i].val, v))
      return i;
  return -1;
}

int
rec_an_atom(rec_an *an, ir_val *v) {
  int k = (int)(uintptr_t)map_get(an->atom_of, v);
  if (k)
    return k - 1;
  rec_atom atom = {.val = v, .is_dim = rec_varies(an, v)};
  int same = atom.is_dim ? -1 : find_computed(an, v);
  if (same >= 0) {
    map_put(an->atom_of, v, (void *)(uintptr_t)(same + 1));
    return same;
  }
  if (ir_is_index(v))
    bound_by_extent(&atom);
  else
    bound_by_type(&atom);
  if (ir_is_int(v->type.elem))
    bound_by_definition(&atom);
  bound_by_values(an, &atom);
  if (v->param_of == an->f->body && ir_is_int(v->type.elem) &&
      ir_size(v->type.elem) >= 4)
    bound_by_guard(an, &atom);
  vec_push(an->a, &an->atoms, atom);
  map_put(an->atom_of, v, (void *)(uintptr_t)an->atoms.n);
  return an->atoms.n - 1;
}

int
rec_an_virtual(rec_an *an, const void *key) {
  int k = (int)(uintptr_t)map_get(an->atom_of, key);
  if (k)
    return k - 1;
  vec_push(an->a, &an->atoms, ((rec_atom){.is_dim = true}));
  map_put(an->atom_of, key, (void *)(uintptr_t)an->atoms.n);
  return an->atoms.n - 1;
}

bool
rec_mono_varies(const rec_an *an, const an_mono *m) {
  for (int i = 0; i < m->n; i++)
    if (an->atoms.at[m->f[i]].is_dim)
      return true;
  return false;
}

void
rec_mono_split(const rec_an *an, const an_mono *m, an_mono *fixed,
               an_mono *varying) {
  *fixed = (an_mono){.coef = m->coef};
  *varying = (an_mono){.coef = 1};
  for (int i = 0; i < m->n; i++) {
    an_mono *to = an->atoms.at[m->f[i]].is_dim ? varying : fixed;
    to->f[to->n++] = m->f[i];
  }
}

bool
rec_poly_varies(const rec_an *an, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    if (rec_mono_varies(an, &p->t.at[i]))
      return true;
  return false;
}

bool
rec_poly_is_fixed(const rec_an *an, const an_poly *p) {
  return !p->bad && !rec_poly_varies(an, p);
}

// -- Formulas -------------------------------------------------------------
// A formula node.
static rec_form *
form_new(rec_an *an, rec_form_kind kind, rec_form *x, rec_form *y) {
  rec_form *f = NEW(an->a, rec_form);
  *f = (rec_form){.kind = kind, .size = 1, .a = x, .b = y};
  f->size += (x ? x->size : 0) + (y ? y->size : 0);
  return f;
}

rec_form *
rec_form_true(rec_an *an) {
  return form_new(an, REC_FORM_TRUE, NULL, NULL);
}

rec_form *
rec_form_ge(rec_an *an, const an_poly *p) {
  rec_form *f = form_new(an, REC_FORM_GE, NULL, NULL);
  f->p = *p;
  return f;
}

rec_form *
rec_form_eq(rec_an *an, const an_poly *p) {
  rec_form *f = form_new(an, REC_FORM_EQ, NULL, NULL);
  f->p = *p;
  return f;
}

// True for comparisons of constants that do not hold.
static bool
is_false(const rec_form *f) {
  int64_t c;
  if ((f->kind != REC_FORM_GE && f->kind != REC_FORM_EQ) ||
      !an_poly_is_const(&f->p, &c))
    return false;
  return f->kind == REC_FORM_GE ? c < 0 : c != 0;
}

rec_form *
rec_form_and(rec_an *an, rec_form *x, rec_form *y) {
  if (x->kind == REC_FORM_TRUE || is_false(y))
    return y;
  if (y->kind == REC_FORM_TRUE || is_false(x))
    return x;
  return form_new(an, REC_FORM_AND, x, y);
}

rec_form *
rec_form_or(rec_an *an, rec_form *x, rec_form *y) {
  if (x->kind == REC_FORM_TRUE || is_false(y))
    return x;
  if (y->kind == REC_FORM_TRUE || is_false(x))
    return y;
  return form_new(an, REC_FORM_OR, x, y);
}

rec_form *
rec_form_ge2(rec_an *an, const an_poly *x, const an_poly *y, int64_t c) {
  an_poly p = an_poly_add(an->a, x, y, -1);
  p = an_poly_plus(an->a, &p, -c);
  return rec_form_ge(an, &p);
}

rec_form *
rec_form_eq2(rec_an *an, const an_poly *x, const an_poly *y) {
  an_poly p = an_poly_add(an->a, x, y, -1);
  return rec_form_eq(an, &p);
}

void
rec_dom_add(rec_dom *d, rec_form *f) {
  if (f->kind == REC_FORM_AND) {
    rec_dom_add(d, f->a);
    rec_dom_add(d, f->b);
  } else if (f->kind != REC_FORM_TRUE) {
    vec_push(d->an->a, &d->forms, f);
    vec_push(d->an->a, &d->owners, d->owner);
  }
}

void
rec_dom_add_between(rec_dom *d, const an_poly *x, const an_poly *lo,
                    const an_poly *hi) {
  rec_dom_add(d, rec_form_ge2(d->an, x, lo, 0));
  rec_dom_add(d, rec_form_ge2(d->an, hi, x, 0));
}

int64_t
rec_an_step(rec_an *an, ir_val *i, const an_poly *p) {
  int64_t c;
  int atom = rec_an_atom(an, i);
  an_poly next = an_poly_atom(an->a, atom);
  next = an_poly_plus(an->a, &next, 1);
  next = an_poly_replace(an->a, p, atom, &next);
  next = an_poly_add(an->a, &next, p, -1);
  return !p->bad && an_poly_is_const(&next, &c) ? c : 0;
}

// -- Polynomials of atoms ----------------------------------------------------

bool
rec_poly_interval(const rec_an *an, const an_poly *p, int64_t *lo,
                  int64_t *hi) {
  __int128 low = 0, high = 0;
  if (p->bad)
    return false;
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    const rec_atom *at = m->n == 1 ? &an->atoms.at[m->f[0]] : NULL;
    if (m->n > 1 || (at && (!at->has_lo || !at->has_hi)))
      return false;
    __int128 x = (__int128)m->coef * (at ? at->lo : 1);
    __int128 y = (__int128)m->coef * (at ? at->hi : 1);
    low += x < y ? x : y;
    high += x < y ? y : x;
  }
  *lo = (int64_t)low;
  *hi = (int64_t)high;
  return low == *lo && high == *hi;
}

bool
rec_poly_is_affine(const rec_an *an, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    if (p->t.at[i].n > 1 && rec_mono_varies(an, &p->t.at[i]))
      return false;
  return !p->bad;
}

bool
rec_dom_has_atom(const rec_dom *d, int atom) {
  for (int i = 0; i < d->atoms.n; i++)
    if (d->atoms.at[i] == atom)
      return true;
  return false;
}

bool
rec_dom_note_atom(rec_dom *d, int atom) {
  enum { ATOM_STEPS = 4 }; // some KiB, and as many microseconds
  if (rec_dom_has_atom(d, atom) || !rec_query_charge(d->an, ATOM_STEPS))
    return false;
  vec_push(d->an->a, &d->atoms, atom);
  return true;
}
