// analysis/affine.c: index expressions as polynomials (Note [Flat arrays]).
//
// A form is read off the definitions of a value. Sums, differences, negations,
// products, constants and shifts by constants are followed, in the i-types,
// where overflow is C's undefined behaviour; widening converts are looked
// through. What is left are leaves; a leaf is stored without its widening
// converts, so it may be narrower than i64 and stands for its value.
//
// The arithmetic is that of polynomials whose atoms are the leaves, numbered
// by their first appearance (poly.c). Whatever would grow too large (for these,
// or beyond AN_FACTORS factors, or MAX_DEPTH definitions) is a leaf itself.
#include "analysis/analysis.h"

enum { MAX_DEPTH = 400 };

// The atoms of polynomials: leaf k is atom k.
typedef struct leaves {
  arena *a;
  map *number; // leaf -> its number + 1
  ir_vals vals;
} leaves;

// -- Forms and polynomials ------------------------------------------------
static leaves
no_leaves(arena *a) {
  return (leaves){.a = a, .number = map_new(a)};
}

// The number of leaf "v".
static int
leaf_number(leaves *l, ir_val *v) {
  if (!map_has(l->number, v)) {
    vec_push(l->a, &l->vals, v);
    map_put(l->number, v, (void *)(uintptr_t)l->vals.n);
  }
  return (int)(uintptr_t)map_get(l->number, v) - 1;
}

// The polynomial of leaf "v".
static an_poly
leaf_poly(leaves *l, ir_val *v) {
  return an_poly_atom(l->a, leaf_number(l, v));
}

// The polynomial of term "t".
static an_poly
term_poly(leaves *l, const an_term *t) {
  an_poly p = an_poly_const(l->a, t->coef);
  for (int i = 0; i < t->n_factors; i++) {
    an_poly x = leaf_poly(l, t->factors[i]);
    p = an_poly_mul(l->a, &p, &x);
  }
  return p;
}

// The polynomial of form "f".
static an_poly
form_poly(leaves *l, const an_affine *f) {
  an_poly p = an_poly_const(l->a, f->constant);
  for (int k = 0; k < f->terms.n; k++) {
    an_poly t = term_poly(l, &f->terms.at[k]);
    p = an_poly_add(l->a, &p, &t, 1);
  }
  return p;
}

// True when "p" can be a form.
static bool
is_form(const an_poly *p) {
  for (int k = 0; k < p->t.n; k++)
    if (p->t.at[k].n > AN_FACTORS)
      return false;
  return !p->bad;
}

// "p" as a form; false: it is none.
static bool
poly_form(const leaves *l, const an_poly *p, an_affine *out) {
  *out = (an_affine){0};
  if (!is_form(p))
    return false;
  for (int k = 0; k < p->t.n; k++) {
    const an_mono *m = &p->t.at[k];
    an_term t = {.coef = m->coef, .n_factors = m->n};
    for (int i = 0; i < m->n; i++)
      t.factors[i] = l->vals.at[m->f[i]];
    if (m->n)
      vec_push(l->a, &out->terms, t);
    else
      out->constant = m->coef;
  }
  return true;
}

// -- Reading definitions --------------------------------------------------
// "v" without the converts around it that keep every value, as signed integers.
static ir_val *
strip_converts(ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT && v->def->ins.n == 1 &&
         ir_is_signed(v->type.elem) &&
         ir_holds(v->type.elem, v->def->ins.at[0]->type.elem))
    v = v->def->ins.at[0];
  return v;
}

typedef struct reader {
  leaves l;
  map *memo; // ir_val -> an_poly of values already read
} reader;

static an_poly read_value(reader *r, ir_val *v, int depth);

// *p = the polynomials of op's operands combined; false when "op" is none of
// the ops followed or the sum or product is no form.
static bool
combine(reader *r, ir_op *op, int depth, an_poly *p) {
  arena *a = r->l.a;
  int64_t shift;
  bool binary =
      op->code == IR_OP_ADD || op->code == IR_OP_SUB || op->code == IR_OP_MUL;
  bool is_shift = op->code == IR_OP_SHL && op->ins.n == 2 &&
                  ir_match_int(op->ins.at[1], &shift) && shift >= 0 &&
                  shift < 62;
  if (!binary && !is_shift && op->code != IR_OP_NEG)
    return false;
  an_poly x = read_value(r, op->ins.at[0], depth);
  if (binary) {
    an_poly y = read_value(r, op->ins.at[1], depth);
    *p = op->code == IR_OP_MUL
             ? an_poly_mul(a, &x, &y)
             : an_poly_add(a, &x, &y, op->code == IR_OP_ADD ? 1 : -1);
  } else {
    *p = an_poly_scale(a, &x, is_shift ? INT64_C(1) << shift : -1);
  }
  return is_form(p);
}

// The polynomial of "v"; beyond "depth" definitions it is a leaf.
static an_poly
read_value(reader *r, ir_val *v, int depth) {
  int64_t constant;
  v = strip_converts(v);
  if (ir_match_int(v, &constant)) {
    an_poly c = an_poly_const(r->l.a, constant);
    return c.bad ? leaf_poly(&r->l, v) : c;
  }
  if (!v->def || !ir_is_signed(v->type.elem) || depth <= 0)
    return leaf_poly(&r->l, v);
  an_poly *known = map_get(r->memo, v);
  if (known)
    return *known;
  an_poly *p = NEW(r->l.a, an_poly);
  if (!combine(r, v->def, depth - 1, p))
    *p = leaf_poly(&r->l, v);
  map_put(r->memo, v, p);
  return *p;
}

an_affine
an_affine_of(arena *a, ir_val *v) {
  reader r = {no_leaves(a), map_new(a)};
  an_poly p = read_value(&r, v, MAX_DEPTH);
  an_affine f;
  poly_form(&r.l, &p, &f);
  return f;
}

// -- Arithmetic ---------------------------------------------------------------
bool
an_affine_eq(arena *a, const an_affine *x, const an_affine *y) {
  leaves l = no_leaves(a);
  an_poly p = form_poly(&l, x), q = form_poly(&l, y);
  return an_poly_eq(&p, &q);
}

bool
an_form_rename(arena *a, const an_affine *f, ir_val *from, ir_val *to,
               an_affine *out) {
  leaves l = no_leaves(a);
  an_poly p = form_poly(&l, f), value = leaf_poly(&l, to);
  p = an_poly_replace(a, &p, leaf_number(&l, from), &value);
  return poly_form(&l, &p, out);
}

bool
an_form_stride(arena *a, const an_affine *f, const ir_val *v, an_affine *out) {
  leaves l = no_leaves(a);
  an_poly p = form_poly(&l, f), stride = {.bad = p.bad};
  an_mono index = {.coef = 1, .n = 1, .f = {leaf_number(&l, (ir_val *)v)}};
  for (int k = 0; k < p.t.n; k++) {
    an_mono factor, rest;
    if (!an_mono_divide(&p.t.at[k], &index, &factor))
      continue;
    if (an_mono_divide(&factor, &index, &rest))
      return false;
    an_poly_push(a, &stride, &factor);
  }
  return poly_form(&l, &stride, out);
}

bool
an_form_times(arena *a, const an_affine *x, const an_affine *y,
              an_affine *out) {
  leaves l = no_leaves(a);
  an_poly p = form_poly(&l, x), q = form_poly(&l, y);
  p = an_poly_mul(a, &p, &q);
  return poly_form(&l, &p, out);
}

bool
an_form_minus(arena *a, const an_affine *x, const an_affine *y,
              an_affine *out) {
  leaves l = no_leaves(a);
  an_poly p = form_poly(&l, x), q = form_poly(&l, y);
  p = an_poly_add(a, &p, &q, -1);
  return poly_form(&l, &p, out);
}

bool
an_form_divide(arena *a, const an_affine *x, const an_affine *stride,
               an_affine *out) {
  leaves l = no_leaves(a);
  an_poly p = form_poly(&l, x), by = form_poly(&l, stride), quotient = {0};
  if (p.bad || by.bad || by.t.n != 1)
    return false;
  int64_t coef = by.t.at[0].coef;
  for (int k = 0; k < p.t.n; k++) {
    an_mono m;
    if (!an_mono_divide(&p.t.at[k], &by.t.at[0], &m) || m.coef % coef)
      return false;
    m.coef /= coef;
    an_poly_push(a, &quotient, &m);
  }
  return poly_form(&l, &quotient, out);
}

bool
an_form_uses(const an_affine *f, const ir_val *v) {
  for (int k = 0; k < f->terms.n; k++)
    if (an_degree(&f->terms.at[k], v))
      return true;
  return false;
}

ir_val *
an_build_term(ir_builder *b, const an_term *t) {
  ir_val *v = NULL;
  for (int i = 0; i < t->n_factors; i++) {
    ir_val *x = ir_build_convert(b, t->factors[i], IR_I64);
    v = v ? ir_build2(b, IR_OP_MUL, v, x) : x;
  }
  if (v && t->coef == 1)
    return v;
  ir_val *c = ir_build_int(b, IR_I64, t->coef);
  return v ? ir_build2(b, IR_OP_MUL, v, c) : c;
}

ir_val *
an_build_form(ir_builder *b, const an_affine *f) {
  ir_val *sum = NULL;
  for (int k = 0; k < f->terms.n; k++) {
    ir_val *v = an_build_term(b, &f->terms.at[k]);
    sum = sum ? ir_build2(b, IR_OP_ADD, sum, v) : v;
  }
  if (sum && f->constant == 0)
    return sum;
  ir_val *c = ir_build_int(b, IR_I64, f->constant);
  return sum ? ir_build2(b, IR_OP_ADD, sum, c) : c;
}

// -- Questions ------------------------------------------------------------
int
an_degree(const an_term *t, const ir_val *v) {
  int n = 0;
  for (int i = 0; i < t->n_factors; i++)
    n += t->factors[i] == v;
  return n;
}

// False only when "v" surely does not depend on "x". "budget" values are
// looked at, then the answer is true.
static bool
may_depend(const ir_val *v, const ir_val *x, int *budget) {
  if (v == x || --*budget < 0)
    return true;
  if (ir_home_of(v) != ir_home_of(x) && ir_is_outside(v, ir_home_of(x)))
    return false;
  if (!v->def) // indices are free of x, what a loop carries is not
    return v->param_of->parent_op && !ir_is_index(v);
  if (v->def->n_regions)
    return true;
  for (int i = 0; i < v->def->ins.n; i++)
    if (may_depend(v->def->ins.at[i], x, budget))
      return true;
  return false;
}

bool
an_may_depend(const ir_val *v, const ir_val *x) {
  int budget = 2000;
  return may_depend(v, x, &budget);
}

int
an_affine_stride(const an_affine *f, const ir_val *x, int64_t *stride) {
  int found = 0;
  int64_t sum = 0;
  x = strip_converts((ir_val *)x);
  for (int i = 0; i < f->terms.n; i++) {
    const an_term *t = &f->terms.at[i];
    int times = 0;
    for (int k = 0; k < t->n_factors; k++)
      if (t->factors[k] == x)
        times++;
      else if (an_may_depend(t->factors[k], x))
        return -1;
    if (times > 1)
      return -1;
    if (times && t->n_factors > 1)
      found = 2;
    else if (times)
      sum = t->coef;
  }
  if (found == 2)
    return 2;
  *stride = sum;
  return sum != 0;
}

bool
an_affine_is_near(const an_affine *f, const ir_val *x) {
  int64_t stride = 0;
  int kind = an_affine_stride(f, x, &stride);
  return kind == 0 || (kind == 1 && stride >= -1 && stride <= 1);
}

bool
an_affine_is_unit(const an_affine *f, const ir_val *x) {
  int64_t stride;
  return an_affine_stride(f, x, &stride) == 1 && (stride == 1 || stride == -1);
}
