// recognizer/rec_read.c: what IR values mean, as polynomials and formulas.
//
// See Note [Atoms] and Note [Exact readings] in rec_soac_private.h. Reading
// never changes the IR. A domain collects the loops and conditions around one
// op; every atom it meets brings its own facts along.
#include "recognizer/rec_soac_private.h"

#include <isl/options.h>

typedef struct rec_result_of {
  rec_poly p;
  bool exact;
} rec_result_of;

static rec_result_of read_value(rec_dom *d, ir_val *v);

// -- Analyses and atoms ---------------------------------------------------
enum { MAX_OPERATIONS = 1000000 };

rec_an *
rec_an_new(loft_cx *cx, ir_func *f, const ir_region *scope) {
  rec_an *an = NEW(cx->arena, rec_an);
  an->cx = cx;
  an->a = cx->arena;
  an->f = f;
  an->scope = scope;
  an->atom_of = map_new(an->a);
  an->isl = isl_ctx_alloc();
  isl_options_set_on_error(an->isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(an->isl, MAX_OPERATIONS);
  return an;
}

void
rec_an_free(rec_an *an) {
  if (an && an->isl)
    isl_ctx_free(an->isl);
  if (an)
    an->isl = NULL;
}

bool
rec_an_ok(const rec_an *an) {
  return isl_ctx_last_error(an->isl) == isl_error_none;
}

bool
rec_an_retry(rec_an *an) {
  enum { MAX_FAILURES = 8 };
  if (rec_an_ok(an) || an->n_failures++ >= MAX_FAILURES)
    return false;
  isl_ctx_reset_error(an->isl);
  isl_ctx_reset_operations(an->isl);
  return true;
}

// True when "v" varies in the scope of "an".
static bool
varies(const rec_an *an, const ir_val *v) {
  if (an->scope != an->f->body)
    return !ir_is_outside(v, an->scope);
  const ir_region *home = v->def ? v->def->parent : v->param_of;
  return home->parent_op && home->func == an->f;
}

void
rec_type_range(ir_scalar s, int64_t *lo, int64_t *hi) {
  int width = s == IR_BOOL ? 1 : 8 * ir_size(s);
  if (width == 64) {
    *lo = ir_is_signed(s) ? -(INT64_C(1) << 62) : 0;
    *hi = INT64_C(1) << 62;
    return;
  }
  *lo = ir_is_signed(s) ? -(INT64_C(1) << (width - 1)) : 0;
  *hi = ir_is_signed(s) ? (INT64_C(1) << (width - 1)) - 1
                        : (INT64_C(1) << width) - 1;
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

// True when "v" is an index of the loop, map or reduce around it.
static bool
is_loop_index(const ir_val *v) {
  const ir_op *op = v->param_of ? v->param_of->parent_op : NULL;
  return op && op->code != IR_OP_IF && v->index < op->n_dims;
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

// Gives remainders and masked values the bounds that are constant.
static void
bound_by_definition(rec_atom *atom) {
  const ir_op *op = atom->val->def;
  int64_t c;
  if (!op || op->ins.n != 2 || !ir_match_int(op->ins.at[1], &c) || c <= 0)
    return;
  bool below = op->code == IR_OP_REM && ir_is_signed(atom->val->type.elem);
  if (op->code != IR_OP_REM && op->code != IR_OP_AND)
    return;
  atom->has_lo = atom->has_hi = true;
  atom->lo = below ? 1 - c : 0;
  atom->hi = op->code == IR_OP_REM ? c - 1 : c;
}

int
rec_an_atom(rec_an *an, ir_val *v) {
  int k = (int)(uintptr_t)map_get(an->atom_of, v);
  if (k)
    return k - 1;
  rec_atom atom = {.val = v, .is_dim = varies(an, v)};
  if (is_loop_index(v))
    bound_by_extent(&atom);
  else
    bound_by_type(&atom);
  if (ir_is_int(v->type.elem))
    bound_by_definition(&atom);
  vec_push(an->a, &an->atoms, atom);
  map_put(an->atom_of, v, (void *)(uintptr_t)an->atoms.n);
  return an->atoms.n - 1;
}

int
rec_an_virtual(rec_an *an, const void *key, bool is_dim) {
  int k = (int)(uintptr_t)map_get(an->atom_of, key);
  if (k)
    return k - 1;
  vec_push(an->a, &an->atoms, ((rec_atom){.is_dim = is_dim}));
  map_put(an->atom_of, key, (void *)(uintptr_t)an->atoms.n);
  return an->atoms.n - 1;
}

// -- Formulas -------------------------------------------------------------
// A formula node.
static rec_form *
form_new(rec_an *an, rec_form_kind kind, rec_form *x, rec_form *y) {
  rec_form *f = NEW(an->a, rec_form);
  *f = (rec_form){.kind = kind, .a = x, .b = y};
  return f;
}

rec_form *
rec_form_ge(rec_an *an, const rec_poly *p) {
  rec_form *f = form_new(an, p->bad ? REC_FORM_TRUE : REC_FORM_GE, NULL, NULL);
  f->p = *p;
  return f;
}

rec_form *
rec_form_eq(rec_an *an, const rec_poly *p) {
  rec_form *f = form_new(an, p->bad ? REC_FORM_TRUE : REC_FORM_EQ, NULL, NULL);
  f->p = *p;
  return f;
}

// x and y.
static rec_form *
form_and(rec_an *an, rec_form *x, rec_form *y) {
  if (x->kind == REC_FORM_TRUE)
    return y;
  return y->kind == REC_FORM_TRUE ? x : form_new(an, REC_FORM_AND, x, y);
}

// x or y.
static rec_form *
form_or(rec_an *an, rec_form *x, rec_form *y) {
  if (x->kind == REC_FORM_TRUE)
    return x;
  return y->kind == REC_FORM_TRUE ? y : form_new(an, REC_FORM_OR, x, y);
}

// x >= y + c.
static rec_form *
form_ge2(rec_an *an, const rec_poly *x, const rec_poly *y, int64_t c) {
  rec_poly p = rec_poly_add(an->a, x, y, -1);
  p = rec_poly_plus(an->a, &p, -c);
  return rec_form_ge(an, &p);
}

// x == y.
static rec_form *
form_eq2(rec_an *an, const rec_poly *x, const rec_poly *y) {
  rec_poly p = rec_poly_add(an->a, x, y, -1);
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

// -- Facts about atoms ----------------------------------------------------
// lo <= x <= hi, as far as known.
static void
add_bounds(rec_dom *d, int atom) {
  rec_an *an = d->an;
  rec_atom *at = &an->atoms.at[atom];
  rec_poly x = rec_poly_atom(an->a, atom);
  rec_poly lo = rec_poly_const(an->a, at->lo);
  rec_poly hi = rec_poly_const(an->a, at->hi);
  if (at->has_lo)
    rec_dom_add(d, form_ge2(an, &x, &lo, 0));
  if (at->has_hi)
    rec_dom_add(d, form_ge2(an, &hi, &x, 0));
}

// 0 <= i < extent.
static void
add_index_facts(rec_dom *d, int atom, ir_val *v) {
  rec_an *an = d->an;
  rec_poly x = rec_poly_atom(an->a, atom);
  add_bounds(d, atom);
  ir_val *extent = v->param_of->parent_op->ins.at[v->index];
  rec_poly e = rec_read_exact(d, extent);
  rec_dom_add(d, form_ge2(an, &e, &x, 1));
}

// lo <= e - c*q <= hi.
static rec_form *
form_quotient(rec_an *an, const rec_poly *e, const rec_poly *q, int64_t c,
              int64_t lo, int64_t hi) {
  rec_poly r = rec_poly_add(an->a, e, q, -c);
  rec_poly low = rec_poly_const(an->a, lo), high = rec_poly_const(an->a, hi);
  return form_and(an, form_ge2(an, &r, &low, 0), form_ge2(an, &high, &r, 0));
}

// q = e / c, truncated, c > 0.
static void
add_truncated(rec_dom *d, const rec_poly *e, const rec_poly *q, int64_t c) {
  rec_an *an = d->an;
  rec_form *pos = form_quotient(an, e, q, c, 0, c - 1);
  if (rec_prove_ge(d, e)) {
    rec_dom_add(d, pos);
    return;
  }
  rec_poly zero = rec_poly_const(an->a, 0);
  rec_form *neg = form_quotient(an, e, q, c, 1 - c, 0);
  rec_dom_add(d, form_or(an, form_and(an, rec_form_ge(an, e), pos),
                         form_and(an, form_ge2(an, &zero, e, 1), neg)));
}

// x = min(y, z), or max when "max".
static void
add_extremum(rec_dom *d, const rec_poly *x, ir_op *def, bool max) {
  rec_an *an = d->an;
  rec_poly y = rec_read_exact(d, def->ins.at[0]);
  rec_poly z = rec_read_exact(d, def->ins.at[1]);
  rec_dom_add(d, max ? form_ge2(an, x, &y, 0) : form_ge2(an, &y, x, 0));
  rec_dom_add(d, max ? form_ge2(an, x, &z, 0) : form_ge2(an, &z, x, 0));
  rec_dom_add(d, form_or(an, form_eq2(an, x, &y), form_eq2(an, x, &z)));
}

static bool is_int_compare(const ir_op *op);

// Says that x = c ? y : z is no larger (smaller) than either, if it is the
// minimum (maximum). That helps where y or z is not affine.
static void
add_ordered(rec_dom *d, const rec_poly *x, const ir_val *c, const rec_poly *y,
            const rec_poly *z) {
  rec_an *an = d->an;
  const ir_op *op = c->def;
  if (!op || !is_int_compare(op) || op->code == IR_OP_EQ ||
      op->code == IR_OP_NE)
    return;
  bool may_assume = an->may_assume;
  an->may_assume = false;
  rec_poly a = rec_read_exact(d, op->ins.at[0]);
  rec_poly b = rec_read_exact(d, op->ins.at[1]);
  an->may_assume = may_assume;
  bool same = rec_poly_eq(&a, y) && rec_poly_eq(&b, z);
  if (!same && !(rec_poly_eq(&a, z) && rec_poly_eq(&b, y)))
    return;
  bool less = op->code == IR_OP_LT || op->code == IR_OP_LE;
  bool min = less == same;
  rec_dom_add(d, min ? form_ge2(an, y, x, 0) : form_ge2(an, x, y, 0));
  rec_dom_add(d, min ? form_ge2(an, z, x, 0) : form_ge2(an, x, z, 0));
}

// x = c ? y : z.
static void
add_choice(rec_dom *d, const rec_poly *x, ir_val *c, ir_val *y, ir_val *z) {
  rec_an *an = d->an;
  rec_poly py = rec_read_exact(d, y), pz = rec_read_exact(d, z);
  add_ordered(d, x, c, &py, &pz);
  rec_form *then =
      form_and(an, rec_read_cond(d, c, false), form_eq2(an, x, &py));
  rec_form *other =
      form_and(an, rec_read_cond(d, c, true), form_eq2(an, x, &pz));
  rec_dom_add(d, form_or(an, then, other));
}

// x = bool c as 0 or 1.
static void
add_bool(rec_dom *d, const rec_poly *x, ir_val *c) {
  rec_an *an = d->an;
  rec_poly one = rec_poly_const(an->a, 1), zero = rec_poly_const(an->a, 0);
  rec_form *yes =
      form_and(an, rec_read_cond(d, c, false), form_eq2(an, x, &one));
  rec_form *no =
      form_and(an, rec_read_cond(d, c, true), form_eq2(an, x, &zero));
  rec_dom_add(d, form_or(an, yes, no));
}

// x = |y|.
static void
add_abs(rec_dom *d, const rec_poly *x, ir_val *v) {
  rec_an *an = d->an;
  rec_poly y = rec_read_exact(d, v), zero = rec_poly_const(an->a, 0);
  rec_poly minus = rec_poly_scale(an->a, &y, -1);
  rec_form *pos = form_and(an, rec_form_ge(an, &y), form_eq2(an, x, &y));
  rec_form *neg =
      form_and(an, form_ge2(an, &zero, &y, 1), form_eq2(an, x, &minus));
  rec_dom_add(d, form_or(an, pos, neg));
}

// The constant right operand of "op", or 0.
static int64_t
right_constant(const ir_op *op) {
  int64_t c;
  return op->ins.n == 2 && ir_match_int(op->ins.at[1], &c) ? c : 0;
}

// lo <= x <= hi.
static void
add_between(rec_dom *d, const rec_poly *x, const rec_poly *lo,
            const rec_poly *hi) {
  rec_dom_add(d, form_ge2(d->an, x, lo, 0));
  rec_dom_add(d, form_ge2(d->an, hi, x, 0));
}

// x = v % m where m is at least 1 wherever "d" is executed; false otherwise.
static bool
add_remainder(rec_dom *d, const rec_poly *x, ir_op *def, bool is_dim) {
  arena *a = d->an->a;
  if (def->code != IR_OP_REM)
    return false;
  rec_poly e = rec_read_exact(d, def->ins.at[0]);
  rec_poly m = rec_read_exact(d, def->ins.at[1]);
  rec_poly most = rec_poly_plus(a, &m, -1), least = rec_poly_const(a, 0);
  if (!rec_prove_ge(d, &most))
    return false;
  if (rec_prove_ge(d, &e))
    rec_dom_add(d, form_ge2(d->an, &e, x, 0));
  else
    least = rec_poly_scale(a, &most, -1);
  add_between(d, x, &least, &most);
  d->inexact |= is_dim;
  return true;
}

// x = v / c, v % c, v >> c, v & (2^k - 1) with constant c; false when it is
// none of these.
static bool
add_division(rec_dom *d, const rec_poly *x, ir_op *def, bool is_dim) {
  rec_an *an = d->an;
  int64_t c = right_constant(def);
  if (c <= 0 || c > INT32_MAX)
    return add_remainder(d, x, def, is_dim);
  if (def->code == IR_OP_DIV || def->code == IR_OP_SHR) {
    if (def->code == IR_OP_SHR && c > 30)
      return false;
    rec_poly e = rec_read_exact(d, def->ins.at[0]);
    if (def->code == IR_OP_DIV)
      add_truncated(d, &e, x, c);
    else
      rec_dom_add(d, form_quotient(an, &e, x, INT64_C(1) << c, 0,
                                   (INT64_C(1) << c) - 1));
    return true;
  }
  bool mask = def->code == IR_OP_AND && (c & (c + 1)) == 0;
  if (!mask && def->code != IR_OP_REM)
    return false;
  int64_t m = mask ? c + 1 : c;
  rec_poly e =
      mask ? rec_read(d, def->ins.at[0]) : rec_read_exact(d, def->ins.at[0]);
  int quotient = rec_an_virtual(an, def, is_dim);
  rec_dom_meet(d, quotient);
  rec_poly q = rec_poly_atom(an->a, quotient);
  if (mask)
    rec_dom_add(d, form_quotient(an, &e, &q, m, 0, m - 1));
  else
    add_truncated(d, &e, &q, m);
  rec_poly r = rec_poly_add(an->a, &e, &q, -m);
  rec_poly lo = rec_poly_const(an->a, mask ? 0 : 1 - m);
  rec_poly hi = rec_poly_const(an->a, m - 1);
  rec_dom_add(d, form_eq2(an, x, &r));
  add_between(d, x, &lo, &hi); // where "e" is not affine
  return true;
}

// x = v ^ 1.
static void
add_flip(rec_dom *d, const rec_poly *x, ir_op *def, bool is_dim) {
  rec_an *an = d->an;
  rec_poly e = rec_read_exact(d, def->ins.at[0]);
  int half = rec_an_virtual(an, def, is_dim);
  rec_dom_meet(d, half);
  rec_poly even = rec_poly_atom(an->a, half);
  even = rec_poly_scale(an->a, &even, 2);
  rec_poly odd = rec_poly_plus(an->a, &even, 1);
  rec_form *up = form_and(an, form_eq2(an, &e, &even), form_eq2(an, x, &odd));
  rec_form *down = form_and(an, form_eq2(an, &e, &odd), form_eq2(an, x, &even));
  rec_dom_add(d, form_or(an, up, down));
}

// True when "p" only has atoms that loop body "body" does not change.
static bool
is_invariant_poly(const rec_an *an, const rec_poly *p, const ir_region *body) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++) {
      const ir_val *v = an->atoms.at[p->t.at[i].f[k]].val;
      if (!v || !ir_is_outside(v, body))
        return false;
    }
  return !p->bad;
}

// x is a value loop "op" carries as "k": what it starts as, or what an
// iteration made of it. Alternation (x = c - x, x ^= 1) and bounded results
// (x = e % 3) are understood.
static void
add_carried(rec_dom *d, const rec_poly *x, ir_op *op, int k) {
  rec_an *an = d->an;
  ir_region *body = op->regions[0];
  ir_val *y = body->last->ins.at[k];
  int64_t lo, hi;
  bool flip = y->def && y->def->code == IR_OP_XOR &&
              y->def->ins.at[0] == body->params.at[op->n_dims + k] &&
              right_constant(y->def) == 1;
  rec_poly init = rec_read_exact(d, op->ins.at[op->n_dims + k]);
  rec_form *first = form_eq2(an, x, &init), *later = NULL;
  rec_poly next = {.bad = true};
  if (!flip)
    next = rec_read_exact(d, y);
  rec_poly sum = rec_poly_add(an->a, &next, x, 1);
  rec_poly other = rec_poly_add(an->a, &sum, &init, -1);
  if (flip) {
    rec_poly up = rec_poly_plus(an->a, &init, 1);
    rec_poly down = rec_poly_plus(an->a, &init, -1);
    later = form_or(an, form_eq2(an, x, &up), form_eq2(an, x, &down));
  } else if (is_invariant_poly(an, &sum, body)) {
    later = form_eq2(an, x, &other);
  } else if (rec_poly_interval(an, &next, &lo, &hi)) {
    rec_poly low = rec_poly_const(an->a, lo), high = rec_poly_const(an->a, hi);
    later = form_and(an, form_ge2(an, x, &low, 0), form_ge2(an, &high, x, 0));
  }
  if (later)
    rec_dom_add(d, form_or(an, first, later));
}

// True when every execution of "d"'s op evaluates "op" before.
static bool
is_evaluated(const rec_dom *d, const ir_op *op) {
  for (const ir_region *r = d->at->parent; r;
       r = r->parent_op ? r->parent_op->parent : NULL)
    if (r == op->parent)
      return true;
  return false;
}

// Bounds of a loaded value from the range pass.
static void
add_range(rec_dom *d, const rec_poly *x, ir_val *v) {
  rec_an *an = d->an;
  int lo, hi;
  if (!is_evaluated(d, v->def) || !rec_emit_range_pass(an->emit, v, &lo, &hi))
    return;
  rec_poly low = rec_poly_atom(an->a, lo), high = rec_poly_atom(an->a, hi);
  rec_dom_add(d, form_ge2(an, x, &low, 0));
  rec_dom_add(d, form_ge2(an, &high, x, 0));
}

// True when result "k" of the if "op" is a load made under a condition.
static bool
is_load(const ir_op *op, int k) {
  const ir_val *v = op->regions[0]->last->ins.at[k];
  return v->def && v->def->code == IR_OP_INDEX &&
         v->def->parent == op->regions[0];
}

// What the definition of an integer says about it; false when nothing.
static bool
add_definition(rec_dom *d, const rec_poly *x, ir_val *v, bool is_dim) {
  ir_op *def = v->def;
  if (def->code == IR_OP_MIN || def->code == IR_OP_CMIN ||
      def->code == IR_OP_MAX || def->code == IR_OP_CMAX)
    add_extremum(d, x, def, def->code == IR_OP_MAX || def->code == IR_OP_CMAX);
  else if (def->code == IR_OP_SELECT)
    add_choice(d, x, def->ins.at[0], def->ins.at[1], def->ins.at[2]);
  else if (def->code == IR_OP_IF && is_load(def, v->index))
    return false; // made if needed (rec_hoist.c): a parameter
  else if (def->code == IR_OP_IF)
    add_choice(d, x, def->ins.at[0], def->regions[0]->last->ins.at[v->index],
               def->regions[1]->last->ins.at[v->index]);
  else if (def->code == IR_OP_ABS)
    add_abs(d, x, def->ins.at[0]);
  else if (def->code == IR_OP_XOR && right_constant(def) == 1)
    add_flip(d, x, def, is_dim);
  else if (def->code == IR_OP_CONVERT && def->ins.at[0]->type.elem == IR_BOOL)
    add_bool(d, x, def->ins.at[0]);
  else
    return add_division(d, x, def, is_dim);
  return true;
}

// True when "atom" is in "d" already.
static bool
has_met(const rec_dom *d, int atom) {
  for (int i = 0; i < d->atoms.n; i++)
    if (d->atoms.at[i] == atom)
      return true;
  return false;
}

// Adds what is known about "atom", which is new in "d".
static void
add_facts(rec_dom *d, int atom) {
  rec_atom at = d->an->atoms.at[atom];
  ir_val *v = at.val;
  if (!v)
    return;
  if (is_loop_index(v)) {
    add_index_facts(d, atom, v);
    return;
  }
  rec_poly x = rec_poly_atom(d->an->a, atom);
  if (v->def && v->type.elem != IR_BOOL && !ir_is_float(v->type.elem) &&
      add_definition(d, &x, v, at.is_dim))
    return;
  d->inexact |= at.is_dim;
  ir_op *loop = v->param_of ? v->param_of->parent_op : NULL;
  if (loop && loop->code == IR_OP_LOOP && ir_is_int(v->type.elem))
    add_carried(d, &x, loop, v->index - loop->n_dims);
  bool load = v->def && v->def->code == IR_OP_INDEX && at.is_dim;
  if (!d->an->emit || !at.is_dim || ir_size(v->type.elem) < 4)
    add_bounds(d, atom); // footprints must see what is unbounded
  if (load && d->want_range && d->an->emit)
    add_range(d, &x, v);
}

void
rec_dom_meet(rec_dom *d, int atom) {
  if (has_met(d, atom))
    return;
  int owner = d->owner;
  vec_push(d->an->a, &d->atoms, atom);
  d->owner = atom;
  add_facts(d, atom);
  d->owner = owner;
}

// -- Values ---------------------------------------------------------------
bool
rec_poly_interval(const rec_an *an, const rec_poly *p, int64_t *lo,
                  int64_t *hi) {
  __int128 low = 0, high = 0;
  if (p->bad)
    return false;
  for (int i = 0; i < p->t.n; i++) {
    const rec_mono *m = &p->t.at[i];
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

// True when "p" lies in the range of type "s", by the bounds of its atoms.
static bool
fits_interval(const rec_an *an, const rec_poly *p, ir_scalar s) {
  int64_t lo, hi, min, max;
  rec_type_range(s, &min, &max);
  return rec_poly_interval(an, p, &lo, &hi) && lo >= min && hi <= max;
}

// Proves, or assumes, that "p", read from "v", lies in the range of v's type.
// The assumption is about all executions of v's own op: the domain at hand may
// be built on it.
static bool
show_fits(rec_dom *d, const rec_poly *p, const ir_val *v) {
  rec_an *an = d->an;
  int64_t min, max;
  rec_type_range(v->type.elem, &min, &max);
  rec_poly low = rec_poly_plus(an->a, p, -min);
  rec_poly high = rec_poly_scale(an->a, p, -1);
  high = rec_poly_plus(an->a, &high, max);
  if (low.bad || high.bad)
    return false;
  bool low_ok = rec_prove_ge(d, &low), high_ok = rec_prove_ge(d, &high);
  if (!an->may_assume && !(low_ok && high_ok))
    return false;
  if (!low_ok)
    vec_push(an->a, &an->assumes, ((rec_assume){v->def, low}));
  if (!high_ok)
    vec_push(an->a, &an->assumes, ((rec_assume){v->def, high}));
  return true;
}

// True when no factor of "p" varies.
static bool
is_fixed(const rec_an *an, const rec_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++)
      if (an->atoms.at[p->t.at[i].f[k]].is_dim)
        return false;
  return !p->bad;
}

// True when array "v" has the same contents wherever it is seen in the scope.
static bool
is_fixed_array(const rec_an *an, const ir_val *v) {
  if (an->scope == an->f->body)
    return v->param_of == an->f->body;
  return ir_is_outside(v, an->scope);
}

// The atom of "v" when it is loaded from an array that does not change, at a
// place that does not either (*n, p->m): all such loads are one parameter.
// -1 for others, and where the load may not happen for reasons unknown.
static int
find_fixed_load(rec_dom *d, ir_val *v) {
  rec_an *an = d->an;
  if (!v->def || v->def->code != IR_OP_INDEX || map_has(an->atom_of, v) ||
      !is_fixed_array(an, v->def->ins.at[0]))
    return -1;
  rec_poly at = rec_read(d, v->def->ins.at[1]);
  if (!is_fixed(an, &at))
    return -1;
  for (int i = 0; i < an->loads.n; i++) {
    rec_fixed_load *l = &an->loads.at[i];
    if (l->array == v->def->ins.at[0] && rec_poly_eq(&l->at, &at))
      return an->atoms.at[l->atom].is_dim ? -1 : l->atom;
  }
  int atom = rec_an_atom(an, v);
  rec_fixed_load own = {v->def->ins.at[0], at, atom};
  an->atoms.at[atom].is_dim = false;
  vec_push(an->a, &an->loads, own);
  if (an->emit && !rec_emit_can_load(an->emit, &own))
    an->atoms.at[atom].is_dim = varies(an, v);
  return atom;
}

// "v" as an atom.
static rec_result_of
read_leaf(rec_dom *d, ir_val *v) {
  int atom = find_fixed_load(d, v);
  if (atom < 0)
    atom = rec_an_atom(d->an, v);
  rec_dom_meet(d, atom);
  return (rec_result_of){rec_poly_atom(d->an->a, atom), true};
}

// A constant.
static rec_result_of
read_const(rec_dom *d, ir_val *v) {
  int64_t c;
  bool exact = ir_match_int(v, &c);
  if (!exact)
    c = (int64_t)v->def->bits;
  return (rec_result_of){rec_poly_const(d->an->a, c), exact};
}

// The shift count of "op" when it is a left shift by a constant, else -1.
static int64_t
shift_of(const ir_op *op) {
  int64_t c;
  if (op->code != IR_OP_SHL || !ir_match_int(op->ins.at[1], &c) || c < 0 ||
      c >= 8 * ir_size(op->outs.at[0]->type.elem) || c > 61)
    return -1;
  return c;
}

// True for the ring operations.
static bool
is_ring(const ir_op *op) {
  return op->code == IR_OP_ADD || op->code == IR_OP_SUB ||
         op->code == IR_OP_MUL || op->code == IR_OP_NEG || shift_of(op) >= 0;
}

// Sums, differences, products.
static rec_result_of
read_ring(rec_dom *d, ir_val *v) {
  arena *a = d->an->a;
  ir_op *op = v->def;
  rec_result_of x = read_value(d, op->ins.at[0]), y = {.exact = true};
  rec_result_of out;
  if (op->code != IR_OP_NEG && op->code != IR_OP_SHL)
    y = read_value(d, op->ins.at[1]);
  if (op->code == IR_OP_MUL)
    out.p = rec_poly_mul(a, &x.p, &y.p);
  else if (op->code == IR_OP_NEG)
    out.p = rec_poly_scale(a, &x.p, -1);
  else if (op->code == IR_OP_SHL)
    out.p = rec_poly_scale(a, &x.p, INT64_C(1) << shift_of(op));
  else
    out.p = rec_poly_add(a, &x.p, &y.p, op->code == IR_OP_SUB ? -1 : 1);
  ir_scalar s = v->type.elem;
  out.exact = x.exact && y.exact &&
              ((ir_is_signed(s) && op->code != IR_OP_SHL) ||
               fits_interval(d->an, &out.p, s));
  return out.p.bad ? read_leaf(d, v) : out;
}

// Conversions between integers.
static rec_result_of
read_convert(rec_dom *d, ir_val *v) {
  ir_val *x = v->def->ins.at[0];
  ir_scalar from = x->type.elem, to = v->type.elem;
  rec_result_of r;
  if (ir_size(to) > ir_size(from)) {
    r.p = rec_read_exact(d, x);
    r.exact = ir_is_signed(to) || ir_is_unsigned(from) ||
              fits_interval(d->an, &r.p, to);
  } else {
    r = read_value(d, x);
    r.exact = r.exact && fits_interval(d->an, &r.p, to);
  }
  return r;
}

// True when "op" converts an integer to an integer.
static bool
is_int_convert(const ir_op *op) {
  return op->code == IR_OP_CONVERT && ir_is_int(op->ins.at[0]->type.elem) &&
         ir_is_int(op->outs.at[0]->type.elem);
}

// What "v" is, without looking it up.
static rec_result_of
read_fresh(rec_dom *d, ir_val *v) {
  if (!v->def || !ir_is_int(v->type.elem))
    return read_leaf(d, v);
  if (v->def->code == IR_OP_CONST)
    return read_const(d, v);
  if (is_ring(v->def))
    return read_ring(d, v);
  if (is_int_convert(v->def))
    return read_convert(d, v);
  return read_leaf(d, v);
}

// rec_read with whether it is exact; remembered per domain.
static rec_result_of
read_value(rec_dom *d, ir_val *v) {
  rec_result_of *known = map_get(d->polys, v);
  if (!known) {
    rec_result_of fresh = read_fresh(d, v);
    known = NEW(d->an->a, rec_result_of);
    *known = fresh;
    map_put(d->polys, v, known);
  }
  return *known;
}

rec_poly
rec_read(rec_dom *d, ir_val *v) {
  return read_value(d, v).p;
}

rec_poly
rec_read_exact(rec_dom *d, ir_val *v) {
  rec_result_of r = read_value(d, v);
  if (r.exact)
    return r.p;
  if (fits_interval(d->an, &r.p, v->type.elem) || show_fits(d, &r.p, v))
    r.exact = true;
  else
    r = read_leaf(d, v);
  rec_result_of *known = map_get(d->polys, v);
  *known = r;
  return r.p;
}

// -- Conditions -----------------------------------------------------------
// The comparison that "code" becomes when negated.
static ir_opcode
negated(ir_opcode code) {
  static const ir_opcode pairs[][2] = {
      {IR_OP_EQ, IR_OP_NE}, {IR_OP_LT, IR_OP_GE}, {IR_OP_GT, IR_OP_LE}};
  for (int i = 0; i < LOFT_COUNT(pairs); i++)
    for (int k = 0; k < 2; k++)
      if (pairs[i][k] == code)
        return pairs[i][1 - k];
  return code;
}

// x "code" y on exact integers.
static rec_form *
form_compare(rec_an *an, ir_opcode code, const rec_poly *x, const rec_poly *y) {
  if (code == IR_OP_EQ)
    return form_eq2(an, x, y);
  if (code == IR_OP_NE)
    return form_or(an, form_ge2(an, x, y, 1), form_ge2(an, y, x, 1));
  if (code == IR_OP_LT || code == IR_OP_LE)
    return form_ge2(an, y, x, code == IR_OP_LT);
  return form_ge2(an, x, y, code == IR_OP_GT);
}

// The bool that "v" is the integer value of, or NULL.
static ir_val *
bool_behind(ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT && ir_is_int(v->type.elem))
    v = v->def->ins.at[0];
  return v->type.elem == IR_BOOL && v->def ? v : NULL;
}

// A comparison.
static rec_form *
read_compare(rec_dom *d, ir_op *op, bool neg) {
  ir_val *x = op->ins.at[0], *y = op->ins.at[1];
  ir_val *flag = bool_behind(x);
  int64_t c;
  bool is_eq = op->code == IR_OP_EQ || op->code == IR_OP_NE;
  if (is_eq && flag && ir_match_int(y, &c) && c == 0)
    return rec_read_cond(d, flag, neg != (op->code == IR_OP_EQ));
  bool may_assume = d->an->may_assume;
  d->an->may_assume = false; // wrapping may be what the condition is about
  rec_poly px = rec_read_exact(d, x), py = rec_read_exact(d, y);
  d->an->may_assume = may_assume;
  return form_compare(d->an, neg ? negated(op->code) : op->code, &px, &py);
}

// c ? x : y on bools, negated when "neg".
static rec_form *
read_bool_choice(rec_dom *d, ir_val *c, ir_val *x, ir_val *y, bool neg) {
  rec_an *an = d->an;
  rec_form *then =
      form_and(an, rec_read_cond(d, c, false), rec_read_cond(d, x, neg));
  rec_form *other =
      form_and(an, rec_read_cond(d, c, true), rec_read_cond(d, y, neg));
  return form_or(an, then, other);
}

// A condition that is opaque: its own atom, 0 or 1, if it does not vary.
static rec_form *
read_flag(rec_dom *d, ir_val *v, bool neg) {
  if (varies(d->an, v)) {
    d->inexact = true;
    return form_new(d->an, REC_FORM_TRUE, NULL, NULL);
  }
  rec_poly x = read_leaf(d, v).p;
  x = rec_poly_plus(d->an->a, &x, neg ? 0 : -1);
  return rec_form_eq(d->an, &x);
}

// The constant condition "yes".
static rec_form *
form_bool(rec_dom *d, bool yes) {
  rec_poly p = rec_poly_const(d->an->a, yes ? 0 : -1);
  return yes ? form_new(d->an, REC_FORM_TRUE, NULL, NULL)
             : rec_form_ge(d->an, &p);
}

// True for comparisons of integers.
static bool
is_int_compare(const ir_op *op) {
  return ir_op_table[op->code].cls == IR_CLASS_CMP &&
         ir_is_int(op->ins.at[0]->type.elem);
}

rec_form *
rec_read_cond(rec_dom *d, ir_val *v, bool neg) {
  ir_op *op = v->def;
  rec_an *an = d->an;
  if (!op)
    return read_flag(d, v, neg);
  if (op->code == IR_OP_CONST)
    return form_bool(d, (op->bits != 0) != neg);
  if (op->code == IR_OP_NOT)
    return rec_read_cond(d, op->ins.at[0], !neg);
  if (op->code == IR_OP_AND || op->code == IR_OP_OR) {
    rec_form *x = rec_read_cond(d, op->ins.at[0], neg);
    rec_form *y = rec_read_cond(d, op->ins.at[1], neg);
    return (op->code == IR_OP_AND) != neg ? form_and(an, x, y)
                                          : form_or(an, x, y);
  }
  if (op->code == IR_OP_SELECT)
    return read_bool_choice(d, op->ins.at[0], op->ins.at[1], op->ins.at[2],
                            neg);
  if (op->code == IR_OP_IF)
    return read_bool_choice(d, op->ins.at[0],
                            op->regions[0]->last->ins.at[v->index],
                            op->regions[1]->last->ins.at[v->index], neg);
  if (is_int_compare(op))
    return read_compare(d, op, neg);
  if (op->code == IR_OP_CONVERT && ir_is_int(op->ins.at[0]->type.elem)) {
    rec_poly x = rec_read_exact(d, op->ins.at[0]);
    rec_poly zero = rec_poly_const(an->a, 0);
    return form_compare(an, neg ? IR_OP_EQ : IR_OP_NE, &x, &zero);
  }
  return read_flag(d, v, neg);
}

// -- Domains --------------------------------------------------------------
// Adds what region "r", which "d"'s op lies in, says; outer ones first.
static void
add_context(rec_dom *d, const ir_region *r) {
  ir_op *op = r->parent_op;
  if (!op)
    return;
  add_context(d, op->parent);
  if (op->code == IR_OP_IF) {
    rec_dom_add(d, rec_read_cond(d, op->ins.at[0], r == op->regions[1]));
    return;
  }
  d->inexact |= op->has_while;
  for (int k = 0; k < op->n_dims; k++)
    rec_dom_meet(d, rec_an_atom(d->an, r->params.at[k]));
}

rec_dom *
rec_dom_new(rec_an *an, ir_op *op, bool want_range) {
  rec_dom *d = NEW(an->a, rec_dom);
  d->an = an;
  d->at = op;
  d->want_range = want_range;
  d->owner = -1;
  d->polys = map_new(an->a);
  add_context(d, op->parent);
  return d;
}

rec_poly
rec_poly_translate(const rec_an *from, rec_dom *to, const rec_poly *p) {
  arena *a = to->an->a;
  rec_poly sum = {.bad = p->bad};
  for (int i = 0; i < p->t.n; i++) {
    rec_poly term = rec_poly_const(a, p->t.at[i].coef);
    for (int k = 0; k < p->t.at[i].n; k++) {
      ir_val *v = from->atoms.at[p->t.at[i].f[k]].val;
      if (!v) {
        sum.bad = true;
        return sum;
      }
      rec_poly x = rec_read(to, v);
      term = rec_poly_mul(a, &term, &x);
    }
    sum = rec_poly_add(a, &sum, &term, 1);
  }
  return sum;
}
