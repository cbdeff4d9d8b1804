// analysis/affine.c: index expressions as polynomials (Note [Flat arrays]).
//
// A form is read off the definitions of a value. Sums, differences, negations,
// products, constants and shifts by constants are followed, in the i-types,
// where overflow is C's undefined behaviour; widening converts are looked
// through. What is left are leaves; a leaf is stored without its widening
// converts, so it may be narrower than i64 and stands for its value.
//
// Anything that would grow too large (coefficients beyond i64, more than four
// factors, MAX_TERMS terms, MAX_DEPTH definitions) is a leaf itself. Terms and
// factors are ordered by their first appearance in the expression, which is
// deterministic; an_affine_eq does not depend on the order.
#include "analysis/analysis.h"

enum { MAX_FACTORS = 4, MAX_TERMS = 64, MAX_DEPTH = 400 };

typedef struct affine_cx {
  arena *arena;
  map *memo;  // ir_val -> an_affine of values already read
  map *order; // leaf -> its number + 1, by first appearance
} affine_cx;

// -- Leaves ---------------------------------------------------------------
// "v" without the converts around it that keep every value, as signed integers.
static ir_val *
strip_converts(ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT && v->def->ins.n == 1 &&
         ir_is_signed(v->type.elem) &&
         ir_holds(v->type.elem, v->def->ins.at[0]->type.elem))
    v = v->def->ins.at[0];
  return v;
}

// The number of leaf "v" in order of appearance.
static uintptr_t
leaf_number(affine_cx *cx, ir_val *v) {
  if (!map_has(cx->order, v))
    map_put(cx->order, v, (void *)(uintptr_t)(map_count(cx->order) + 1));
  return (uintptr_t)map_get(cx->order, v);
}

// The form of a value that cannot be taken apart.
static an_affine
leaf_form(affine_cx *cx, ir_val *v) {
  an_affine f = {0};
  an_term t = {.coef = 1, .factors = {v}, .n_factors = 1};
  leaf_number(cx, v);
  vec_push(cx->arena, &f.terms, t);
  return f;
}

// -- Arithmetic on forms --------------------------------------------------
// Compares products by degree, then by the leaves' numbers.
static int
compare_terms(affine_cx *cx, const an_term *x, const an_term *y) {
  if (x->n_factors != y->n_factors)
    return x->n_factors < y->n_factors ? -1 : 1;
  for (int i = 0; i < x->n_factors; i++) {
    uintptr_t a = leaf_number(cx, x->factors[i]);
    uintptr_t b = leaf_number(cx, y->factors[i]);
    if (a != b)
      return a < b ? -1 : 1;
  }
  return 0;
}

// Adds "t" to "f", whose terms stay sorted; false on overflow.
static bool
add_term(affine_cx *cx, an_affine *f, an_term t) {
  int k = 0, order = 1;
  while (k < f->terms.n && (order = compare_terms(cx, &f->terms.at[k], &t)) < 0)
    k++;
  if (k < f->terms.n && order == 0)
    return !__builtin_add_overflow(f->terms.at[k].coef, t.coef,
                                   &f->terms.at[k].coef);
  if (f->terms.n >= MAX_TERMS)
    return false;
  vec_push(cx->arena, &f->terms, t);
  memmove(f->terms.at + k + 1, f->terms.at + k,
          sizeof t * (size_t)(f->terms.n - 1 - k));
  f->terms.at[k] = t;
  return true;
}

// Drops terms whose coefficient became 0.
static void
drop_zeros(an_affine *f) {
  int n = 0;
  for (int i = 0; i < f->terms.n; i++)
    if (f->terms.at[i].coef)
      f->terms.at[n++] = f->terms.at[i];
  f->terms.n = n;
}

// f += scale * x; false on overflow.
static bool
add_scaled(affine_cx *cx, an_affine *f, const an_affine *x, int64_t scale) {
  int64_t constant;
  if (__builtin_mul_overflow(x->constant, scale, &constant) ||
      __builtin_add_overflow(f->constant, constant, &f->constant))
    return false;
  for (int i = 0; i < x->terms.n; i++) {
    an_term t = x->terms.at[i];
    if (__builtin_mul_overflow(t.coef, scale, &t.coef) || !add_term(cx, f, t))
      return false;
  }
  drop_zeros(f);
  return true;
}

// t *= u, factors kept sorted; false when it grows too large.
static bool
multiply_term(affine_cx *cx, an_term *t, const an_term *u) {
  if (t->n_factors + u->n_factors > MAX_FACTORS ||
      __builtin_mul_overflow(t->coef, u->coef, &t->coef))
    return false;
  for (int i = 0; i < u->n_factors; i++) {
    int k = t->n_factors++;
    for (; k > 0 &&
           leaf_number(cx, t->factors[k - 1]) > leaf_number(cx, u->factors[i]);
         k--)
      t->factors[k] = t->factors[k - 1];
    t->factors[k] = u->factors[i];
  }
  return true;
}

// *f = x * y, *f being empty; false when it grows too large.
static bool
multiply(affine_cx *cx, an_affine *f, const an_affine *x, const an_affine *y) {
  an_affine no_constant = *x;
  no_constant.constant = 0;
  if (!add_scaled(cx, f, y, x->constant) ||
      !add_scaled(cx, f, &no_constant, y->constant))
    return false;
  for (int i = 0; i < x->terms.n; i++)
    for (int k = 0; k < y->terms.n; k++) {
      an_term t = x->terms.at[i];
      if (!multiply_term(cx, &t, &y->terms.at[k]) || !add_term(cx, f, t))
        return false;
    }
  drop_zeros(f);
  return true;
}

// -- Reading definitions --------------------------------------------------
static an_affine form_of(affine_cx *cx, ir_val *v, int depth);

// *f = the form of op's operands combined; false when "op" is none of the ops
// followed or the form grows too large. "f" is empty.
static bool
combine(affine_cx *cx, ir_op *op, int depth, an_affine *f) {
  int64_t shift;
  an_affine one = {.constant = 1}, x, y = one;
  bool binary =
      op->code == IR_OP_ADD || op->code == IR_OP_SUB || op->code == IR_OP_MUL;
  bool is_shift = op->code == IR_OP_SHL && op->ins.n == 2 &&
                  ir_match_int(op->ins.at[1], &shift) && shift >= 0 &&
                  shift < 62;
  if (!binary && !is_shift && op->code != IR_OP_NEG)
    return false;
  x = form_of(cx, op->ins.at[0], depth);
  if (binary)
    y = form_of(cx, op->ins.at[1], depth);
  if (op->code == IR_OP_MUL)
    return multiply(cx, f, &x, &y);
  if (is_shift)
    return add_scaled(cx, f, &x, (int64_t)1 << shift);
  if (op->code == IR_OP_NEG)
    return add_scaled(cx, f, &x, -1);
  return add_scaled(cx, f, &x, 1) &&
         add_scaled(cx, f, &y, op->code == IR_OP_ADD ? 1 : -1);
}

// The form of "v"; beyond "depth" definitions it is a leaf.
static an_affine
form_of(affine_cx *cx, ir_val *v, int depth) {
  int64_t constant;
  v = strip_converts(v);
  if (ir_match_int(v, &constant))
    return (an_affine){.constant = constant};
  if (!v->def || !ir_is_signed(v->type.elem) || depth <= 0)
    return leaf_form(cx, v);
  an_affine *known = map_get(cx->memo, v);
  if (known)
    return *known;
  an_affine *f = NEW(cx->arena, an_affine);
  if (!combine(cx, v->def, depth - 1, f))
    *f = leaf_form(cx, v);
  map_put(cx->memo, v, f);
  return *f;
}

an_affine
an_affine_of(arena *a, ir_val *v) {
  affine_cx cx = {a, map_new(a), map_new(a)};
  return form_of(&cx, v, MAX_DEPTH);
}

// -- Questions ------------------------------------------------------------
int
an_degree(const an_term *t, const ir_val *v) {
  int n = 0;
  for (int i = 0; i < t->n_factors; i++)
    n += t->factors[i] == v;
  return n;
}

// True when both terms have the same factors, in any order, and coefficient.
static bool
same_term(const an_term *x, const an_term *y) {
  bool taken[MAX_FACTORS] = {false};
  if (x->coef != y->coef || x->n_factors != y->n_factors)
    return false;
  for (int i = 0; i < x->n_factors; i++) {
    int k = 0;
    while (k < y->n_factors && (taken[k] || x->factors[i] != y->factors[k]))
      k++;
    if (k == y->n_factors)
      return false;
    taken[k] = true;
  }
  return true;
}

bool
an_affine_eq(const an_affine *x, const an_affine *y) {
  if (x->constant != y->constant || x->terms.n != y->terms.n)
    return false;
  for (int i = 0; i < x->terms.n; i++) {
    int k = 0;
    while (k < y->terms.n && !same_term(&x->terms.at[i], &y->terms.at[k]))
      k++;
    if (k == y->terms.n)
      return false;
  }
  return true;
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
