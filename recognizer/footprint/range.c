// recognizer/footprint/range.c: bounds over a domain, as IR that computes them.
//
// Used for guards and footprints, which run on the host before the region, in
// a function of the same parameters. isl gives the extreme values of an affine
// form as piecewise affine functions of the parameters, its AST generator makes
// them expressions, and those become IR. Symbolic strides (i*n + j) are bounded
// one by one and put together by products; anything else that is not affine is
// a product of bounded factors. All of it is i64; whatever may overflow is
// checked and makes the result "not ok".
#include "recognizer/footprint/footprint.h"

#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/val.h>

void
rec_emit_check(rec_emit *e, ir_val *cond) {
  e->ok = ir_build2(e->b, IR_OP_AND, e->ok, cond);
}

void
rec_build_nothing(ir_builder *b, ir_val **out) {
  out[0] = ir_build_int(b, IR_I64, INT64_MAX);
  out[1] = ir_build_int(b, IR_I64, INT64_MIN);
}

void
rec_build_widened(ir_builder *b, rec_extent *ext, const rec_bounds *x) {
  ir_val *none[2];
  rec_build_nothing(b, none);
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *lo = ir_build3(b, IR_OP_SELECT, x->some, x->lo, none[0]);
  ir_val *end = ir_build2(b, IR_OP_ADD, x->hi, one);
  ir_val *hi = ir_build3(b, IR_OP_SELECT, x->some, end, none[1]);
  ext->lo = ext->lo ? ir_build2(b, IR_OP_MIN, ext->lo, lo) : lo;
  ext->hi = ext->hi ? ir_build2(b, IR_OP_MAX, ext->hi, hi) : hi;
}

ir_builder
rec_start_where(ir_builder *b, ir_val *cond) {
  return ir_at_end(ir_add_region(ir_start_if(b, cond)));
}

void
rec_end_where(ir_builder *yes, ir_val **out) {
  ir_op *choice = yes->region->parent_op;
  ir_builder no = ir_at_end(ir_add_region(choice));
  ir_val *none[2];
  rec_build_nothing(&no, none);
  ir_build_yield(yes, out, 2);
  ir_build_yield(&no, none, 2);
  for (int k = 0; k < 2; k++)
    out[k] = ir_add_out(choice, ir_ty(IR_I64), NULL);
}

ir_region *
rec_build_extremes(ir_builder *b, ir_val *const *extents, int n, bool ordered,
                   ir_val **out) {
  ir_val *init[2];
  rec_build_nothing(b, init);
  ir_op *red = ir_build_raw(b, IR_OP_REDUCE);
  red->n_dims = n;
  red->n_red = 2;
  red->seq = ordered;
  red->red_ops = NEW_ARRAY(b->func->module->arena, ir_opcode, 2);
  red->red_ops[0] = IR_OP_MIN;
  red->red_ops[1] = IR_OP_MAX;
  for (int k = 0; k < n; k++)
    ir_add_in(red, extents[k]);
  for (int k = 0; k < 2; k++) {
    ir_add_in(red, init[k]);
    out[k] = ir_add_out(red, ir_ty(IR_I64), NULL);
  }
  ir_region *r = ir_add_region(red);
  for (int k = 0; k < n; k++)
    ir_region_add_param(r, ir_ty(IR_I64), k == 0 ? "i" : "j");
  return r;
}

bool
rec_emit_is_input(const rec_emit *e, const ir_val *v) {
  return v->param_of == e->an->f->body;
}

// rec_operand_fn: emits "v" by "user".
static bool
emit_operand(void *user, ir_val *v) {
  return rec_emit_value(user, v) != NULL;
}

ir_val *
rec_emit_value(rec_emit *e, ir_val *v) {
  if (map_has(e->subst, v))
    return map_get(e->subst, v);
  ir_op *op = v->def;
  if (!op || !rec_is_given(e->an, v) ||
      !rec_each_operand(e->an, op, emit_operand, e))
    return NULL;
  // copies of values inside of it are not seen outside
  map *within = op->n_regions ? map_copy(e->an->a, e->subst) : e->subst;
  ir_op *copy = ir_clone_op(e->b, op, within);
  for (int k = 0; k < copy->outs.n; k++)
    map_put(e->subst, op->outs.at[k], copy->outs.at[k]);
  return map_get(e->subst, v);
}

// -- Polynomials of parameters --------------------------------------------
enum { SUM_BITS = 60, COEF_BITS = 18 };

// ok = ok && -2^bits < v < 2^bits; v is f64 or i64.
static void
check_size(rec_emit *e, ir_val *v, int bits) {
  ir_builder *b = e->b;
  ir_scalar t = v->type.elem;
  ir_val *hi = ir_build_int(b, t, INT64_C(1) << bits);
  ir_val *lo = ir_build_int(b, t, -(INT64_C(1) << bits));
  rec_emit_check(e, ir_build2(b, IR_OP_LT, v, hi));
  rec_emit_check(e, ir_build2(b, IR_OP_GT, v, lo));
}

// An invariant atom as i64, of checked size; one that is unsigned is not
// negative, which its range says as well.
static ir_val *
emit_atom(rec_emit *e, int atom) {
  ir_val *v = e->an->atoms.at[atom].val;
  if (e->an->atoms.at[atom].sum)
    return rec_emit_poly(e, e->an->atoms.at[atom].sum);
  ir_val *known = v ? map_get(e->big, v) : NULL;
  if (known || !v)
    return known;
  ir_val *x = rec_emit_value(e, v);
  for (int i = 0; i < e->an->loads.n && !x; i++)
    if (e->an->loads.at[i].atom == atom)
      x = rec_emit_load(e, &e->an->loads.at[i]);
  if (!x)
    return NULL;
  x = ir_build_convert(e->b, x, IR_I64);
  if (ir_size(v->type.elem) == 8)
    check_size(e, x, REC_BIG_BITS);
  if (v->type.elem == IR_U64)
    rec_emit_check(e,
                   ir_build2(e->b, IR_OP_GE, x, ir_build_int(e->b, IR_I64, 0)));
  map_put(e->big, v, x);
  return x;
}

// x * y, checked not to overflow.
static ir_val *
checked_mul(rec_emit *e, ir_val *x, ir_val *y) {
  int64_t c;
  bool x_small =
      ir_match_int(x, &c) && c > -(1 << COEF_BITS) && c < (1 << COEF_BITS);
  bool y_small =
      ir_match_int(y, &c) && c > -(1 << COEF_BITS) && c < (1 << COEF_BITS);
  if (!x_small && !y_small) {
    ir_val *fx = ir_build_convert(e->b, x, IR_F64);
    ir_val *fy = ir_build_convert(e->b, y, IR_F64);
    check_size(e, ir_build2(e->b, IR_OP_MUL, fx, fy), SUM_BITS);
  }
  return ir_build2(e->b, IR_OP_MUL, x, y);
}

// The product of the factors of "m", without its coefficient.
static ir_val *
emit_mono(rec_emit *e, const an_mono *m) {
  ir_val *v = NULL;
  for (int i = 0; i < m->n; i++) {
    ir_val *x = emit_atom(e, m->f[i]);
    if (!x)
      return NULL;
    v = v ? checked_mul(e, v, x) : x;
  }
  return v ? v : ir_build_int(e->b, IR_I64, 1);
}

ir_val *
rec_emit_poly(rec_emit *e, const an_poly *p) {
  ir_val *sum = NULL;
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    ir_val *c = ir_build_int(e->b, IR_I64, m->coef);
    ir_val *v = m->n ? emit_mono(e, m) : c;
    if (!v)
      return NULL;
    if (m->n && m->coef != 1)
      v = checked_mul(e, v, c);
    sum = sum ? ir_build2(e->b, IR_OP_ADD, sum, v) : v;
  }
  return sum ? sum : ir_build_int(e->b, IR_I64, 0);
}

bool
rec_emit_from_zero(rec_emit *e, const an_poly *p) {
  ir_val *x = rec_emit_poly(e, p);
  if (x)
    rec_emit_check(e,
                   ir_build2(e->b, IR_OP_GE, x, ir_build_int(e->b, IR_I64, 0)));
  return x != NULL;
}

// -- isl expressions ------------------------------------------------------
static ir_val *emit_expr(rec_emit *e, __isl_keep isl_ast_expr *x);

// Argument "i" of "x".
static ir_val *
emit_arg(rec_emit *e, __isl_keep isl_ast_expr *x, int i) {
  isl_ast_expr *arg = isl_ast_expr_op_get_arg(x, i);
  ir_val *v = arg ? emit_expr(e, arg) : NULL;
  isl_ast_expr_free(arg);
  return v;
}

// floor(x / y), y > 0.
static ir_val *
emit_floor_div(rec_emit *e, ir_val *x, ir_val *y) {
  ir_val *r = ir_build2(e->b, IR_OP_REM, x, y);
  ir_val *zero = ir_build_int(e->b, IR_I64, 0);
  ir_val *neg = ir_build2(e->b, IR_OP_LT, r, zero);
  ir_val *q = ir_build2(e->b, IR_OP_DIV, x, y);
  return ir_build2(e->b, IR_OP_SUB, q, ir_build_convert(e->b, neg, IR_I64));
}

// The opcode of a binary isl operation; IR_OP__COUNT when there is none.
static ir_opcode
binary_code(enum isl_ast_expr_op_type type) {
  static const struct {
    enum isl_ast_expr_op_type isl;
    ir_opcode code;
  } table[] = {
      {isl_ast_expr_op_and, IR_OP_AND},
      {isl_ast_expr_op_and_then, IR_OP_AND},
      {isl_ast_expr_op_or, IR_OP_OR},
      {isl_ast_expr_op_or_else, IR_OP_OR},
      {isl_ast_expr_op_max, IR_OP_MAX},
      {isl_ast_expr_op_min, IR_OP_MIN},
      {isl_ast_expr_op_add, IR_OP_ADD},
      {isl_ast_expr_op_sub, IR_OP_SUB},
      {isl_ast_expr_op_mul, IR_OP_MUL},
      {isl_ast_expr_op_div, IR_OP_DIV},
      {isl_ast_expr_op_pdiv_q, IR_OP_DIV},
      {isl_ast_expr_op_pdiv_r, IR_OP_REM},
      {isl_ast_expr_op_zdiv_r, IR_OP_REM},
      {isl_ast_expr_op_eq, IR_OP_EQ},
      {isl_ast_expr_op_le, IR_OP_LE},
      {isl_ast_expr_op_lt, IR_OP_LT},
      {isl_ast_expr_op_ge, IR_OP_GE},
      {isl_ast_expr_op_gt, IR_OP_GT},
  };
  for (int i = 0; i < LOFT_COUNT(table); i++)
    if (table[i].isl == type)
      return table[i].code;
  return IR_OP__COUNT;
}

// isl gives 0 and 1 for constant conditions.
static ir_val *
as_condition(rec_emit *e, ir_val *v) {
  if (!v || v->type.elem == IR_BOOL)
    return v;
  return ir_build2(e->b, IR_OP_NE, v, ir_build_int(e->b, IR_I64, 0));
}

// True for operations on conditions.
static bool
is_logical(enum isl_ast_expr_op_type type) {
  ir_opcode code = binary_code(type);
  return code == IR_OP_AND || code == IR_OP_OR;
}

// An operation; min, max, and, or may have more than two arguments.
static ir_val *
emit_op(rec_emit *e, __isl_keep isl_ast_expr *x) {
  enum isl_ast_expr_op_type type = isl_ast_expr_op_get_type(x);
  int n = (int)isl_ast_expr_op_get_n_arg(x);
  ir_val *v = n > 0 ? emit_arg(e, x, 0) : NULL;
  if (!v)
    return NULL;
  if (type == isl_ast_expr_op_minus)
    return ir_build1(e->b, IR_OP_NEG, v);
  if (type == isl_ast_expr_op_cond || type == isl_ast_expr_op_select) {
    ir_val *y = emit_arg(e, x, 1), *z = emit_arg(e, x, 2);
    v = as_condition(e, v);
    return y && z ? ir_build3(e->b, IR_OP_SELECT, v, y, z) : NULL;
  }
  if (is_logical(type))
    v = as_condition(e, v);
  for (int i = 1; i < n; i++) {
    ir_val *y = emit_arg(e, x, i);
    if (is_logical(type))
      y = as_condition(e, y);
    ir_opcode code = binary_code(type);
    bool floor = type == isl_ast_expr_op_fdiv_q;
    if (!y || (code == IR_OP__COUNT && !floor))
      return NULL;
    v = floor ? emit_floor_div(e, v, y) : ir_build2(e->b, code, v, y);
  }
  return v;
}

// An integer literal.
static ir_val *
emit_int(rec_emit *e, __isl_keep isl_ast_expr *x) {
  isl_val *c = isl_ast_expr_get_val(x);
  int64_t limit = INT64_C(1) << SUM_BITS;
  int64_t k = isl_val_get_num_si(c);
  isl_val_free(c);
  return k > -limit && k < limit ? ir_build_int(e->b, IR_I64, k) : NULL;
}

// "x" as i64, or bool for conditions; NULL when it cannot be.
static ir_val *
emit_expr(rec_emit *e, __isl_keep isl_ast_expr *x) {
  switch (isl_ast_expr_get_type(x)) {
  case isl_ast_expr_op:
    return emit_op(e, x);
  case isl_ast_expr_int:
    return emit_int(e, x);
  case isl_ast_expr_id: {
    isl_id *id = isl_ast_expr_get_id(x);
    const an_mono *m = rec_isl_param(id);
    isl_id_free(id);
    return emit_mono(e, m);
  }
  case isl_ast_expr_error:
    break;
  }
  return NULL;
}

ir_val *
rec_emit_set(rec_emit *e, __isl_take isl_set *s) {
  isl_ast_build *build =
      isl_ast_build_from_context(isl_set_universe(isl_set_get_space(s)));
  isl_ast_expr *x = isl_ast_build_expr_from_set(build, s);
  ir_val *v = x ? as_condition(e, emit_expr(e, x)) : NULL;
  isl_ast_expr_free(x);
  isl_ast_build_free(build);
  return v;
}

// The value of "pa" (taken) for parameters in "context".
static ir_val *
emit_pw_aff(rec_emit *e, __isl_take isl_pw_aff *pa,
            __isl_keep isl_set *context) {
  isl_ast_build *build = isl_ast_build_from_context(isl_set_copy(context));
  isl_ast_expr *x = isl_ast_build_expr_from_pw_aff(
      build, isl_pw_aff_gist(pa, isl_set_copy(context)));
  ir_val *v = x ? emit_expr(e, x) : NULL;
  isl_ast_expr_free(x);
  isl_ast_build_free(build);
  return v;
}

// True when the one-dimensional "s" has a largest element ("max"), or a least
// one. Remainders are no bounds, and isl takes those of e = 2*x for some.
static bool
is_bounded(__isl_keep isl_set *s, bool max) {
  isl_set *own = isl_set_remove_divs(isl_set_copy(s));
  isl_bool bounded = max ? isl_set_dim_has_upper_bound(own, isl_dim_set, 0)
                         : isl_set_dim_has_lower_bound(own, isl_dim_set, 0);
  isl_set_free(own);
  return bounded == isl_bool_true;
}

// The extreme value of the one-dimensional "s" (taken); NULL when unbounded.
static isl_pw_aff *
find_extreme(__isl_take isl_set *s, bool max) {
  if (!is_bounded(s, max)) {
    isl_set_free(s);
    return NULL;
  }
  return max ? isl_set_dim_max(s, 0) : isl_set_dim_min(s, 0);
}

// "s" made so much easier for isl: without remainders (1), without pieces (2).
// NULL where that is as hard as it was.
static isl_set *
simplify_set(__isl_keep isl_set *s, int how) {
  enum { MANY = 4 };
  if (how == 1 && isl_set_n_basic_set(s) > MANY)
    return NULL;
  isl_set *own = isl_set_copy(s);
  if (how > 0)
    own = isl_set_coalesce(isl_set_remove_divs(own));
  return how > 1 ? isl_set_from_basic_set(isl_set_simple_hull(own)) : own;
}

// find_extreme as IR for parameters in "context". isl may give up on sets with
// remainders, or of many pieces (as too much work): then they are made easier,
// unless the bounds have to be met ("whole").
static ir_val *
emit_extreme(rec_emit *e, __isl_keep isl_set *s, bool max, bool whole,
             __isl_keep isl_set *context) {
  rec_an *an = e->an;
  for (int how = 0; how < (whole ? 1 : 3); how++) {
    rec_query_begin(an);
    isl_set *own = simplify_set(s, how);
    if (!own)
      continue;
    isl_pw_aff *pa = find_extreme(own, max);
    ir_val *v = pa ? emit_pw_aff(e, isl_pw_aff_coalesce(pa), context) : NULL;
    bool answered = rec_query_ok(an);
    if (answered || !rec_an_ok(an))
      return answered ? v : NULL;
  }
  return NULL;
}

// -- Groups of one stride -------------------------------------------------
typedef struct group {
  an_mono stride; // invariant, coefficient 1
  an_poly form;   // affine in what varies
} group;
typedef struct groups {
  VEC(group) g;
  an_poly base; // the invariant part
} groups;

// The group of "stride".
static group *
group_of(arena *a, groups *gs, const an_mono *stride) {
  for (int i = 0; i < gs->g.n; i++)
    if (an_mono_compare(&gs->g.at[i].stride, stride) == 0)
      return &gs->g.at[i];
  vec_push(a, &gs->g, ((group){.stride = *stride}));
  return &vec_last(&gs->g);
}

// The bounds of the product of values with the bounds "x" and "y".
static rec_bounds
multiply_bounds(rec_emit *e, const rec_bounds *x, const rec_bounds *y) {
  ir_val *c[4] = {checked_mul(e, x->lo, y->lo), checked_mul(e, x->lo, y->hi),
                  checked_mul(e, x->hi, y->lo), checked_mul(e, x->hi, y->hi)};
  rec_bounds out = {.lo = c[0], .hi = c[0], .some = x->some};
  for (int i = 1; i < 4; i++) {
    out.lo = ir_build2(e->b, IR_OP_MIN, out.lo, c[i]);
    out.hi = ir_build2(e->b, IR_OP_MAX, out.hi, c[i]);
  }
  return out;
}

// Bounds of the product of the varying factors of "m" over "d".
static bool
bound_varying(rec_emit *e, rec_dom *d, const an_mono *m, rec_bounds *out) {
  rec_an *an = e->an;
  *out = (rec_bounds){0};
  for (int i = 0; i < m->n; i++) {
    an_poly x = an_poly_atom(an->a, m->f[i]);
    rec_bounds b;
    if (!an->atoms.at[m->f[i]].is_dim)
      continue;
    if (!rec_emit_bounds(e, d, &x, &b))
      return false;
    *out = out->lo ? multiply_bounds(e, out, &b) : b;
  }
  return true;
}

// An atom for the product "m", of which some factors vary, bounded over "d".
static int
product_atom(rec_emit *e, rec_dom *d, const an_mono *m) {
  rec_an *an = e->an;
  for (int i = 0; i < d->products.n; i++)
    if (an_mono_compare(&d->products.at[i].mono, m) == 0)
      return d->products.at[i].atom;
  rec_bounds b;
  an_mono fixed, varying;
  rec_mono_split(an, m, &fixed, &varying); // emit_mono drops the coefficient
  ir_val *times = emit_mono(e, &fixed);
  if (!times || !bound_varying(e, d, m, &b))
    return -1;
  b = multiply_bounds(e, &b, &(rec_bounds){.lo = times, .hi = times});
  map_put(e->subst, b.lo, b.lo);
  map_put(e->subst, b.hi, b.hi);
  int atom = rec_an_virtual(an, NEW(an->a, char)); // no value of its own
  rec_dom_add_atom(d, atom);
  int owner = d->owner;
  d->owner = atom;
  an_poly p = an_poly_atom(an->a, atom);
  an_poly low = an_poly_atom(an->a, rec_an_atom(an, b.lo));
  an_poly high = an_poly_atom(an->a, rec_an_atom(an, b.hi));
  low = an_poly_add(an->a, &p, &low, -1);
  high = an_poly_add(an->a, &high, &p, -1);
  rec_dom_add(d, rec_form_ge(an, &low));
  rec_dom_add(d, rec_form_ge(an, &high));
  d->owner = owner;
  vec_push(an->a, &d->products, ((rec_product){*m, atom}));
  return atom;
}

// Replaces products in which something varies by atoms with bounds, where
// there are any.
static an_poly
linear_poly(rec_emit *e, rec_dom *d, const an_poly *p) {
  an_poly out = {.bad = p->bad};
  for (int i = 0; i < p->t.n; i++) {
    an_mono m = p->t.at[i];
    bool varies = rec_mono_varies(e->an, &m);
    int atom = varies && m.n > 1 ? product_atom(e, d, &m) : -1;
    if (atom >= 0)
      m = (an_mono){.coef = m.coef, .n = 1, .f = {atom}};
    an_poly_push(e->an->a, &out, &m);
  }
  return out;
}

// linear_poly for a formula.
static void
linearise(rec_emit *e, rec_dom *d, rec_form *f) {
  if (!f)
    return;
  f->p = linear_poly(e, d, &f->p);
  linearise(e, d, f->a);
  linearise(e, d, f->b);
}

// Bounds the quotient "atom" of "d" by a divisor that is known before the
// region, and is checked to be positive where "d" is executed, by quotients of
// the dividend's bounds.
static void
bound_quotient(rec_emit *e, rec_dom *d, int atom) {
  rec_an *an = e->an;
  const ir_op *def =
      an->atoms.at[atom].val ? an->atoms.at[atom].val->def : NULL;
  int64_t c;
  if (!an->atoms.at[atom].is_dim || !def || def->code != IR_OP_DIV ||
      !ir_is_int(def->outs.at[0]->type.elem) ||
      ir_match_int(def->ins.at[1], &c))
    return;
  an_poly x = rec_read_exact(d, def->ins.at[0]);
  an_poly m = rec_read_exact(d, def->ins.at[1]);
  ir_val *by = rec_poly_varies(an, &m) ? NULL : rec_emit_poly(e, &m);
  rec_bounds b;
  if (!by || !rec_emit_bounds(e, d, &x, &b))
    return;
  ir_val *one = ir_build_int(e->b, IR_I64, 1);
  ir_val *never = ir_build1(e->b, IR_OP_NOT, b.some);
  ir_val *positive = ir_build2(e->b, IR_OP_GE, by, one);
  rec_emit_check(e, ir_build2(e->b, IR_OP_OR, never, positive));
  by = ir_build2(e->b, IR_OP_MAX, by, one);
  ir_val *lo = ir_build2(e->b, IR_OP_DIV, b.lo, by);
  ir_val *hi = ir_build2(e->b, IR_OP_DIV, b.hi, by);
  map_put(e->subst, lo, lo);
  map_put(e->subst, hi, hi);
  int owner = d->owner;
  d->owner = atom;
  an_poly q = an_poly_atom(an->a, atom);
  an_poly low = an_poly_atom(an->a, rec_an_atom(an, lo));
  an_poly high = an_poly_atom(an->a, rec_an_atom(an, hi));
  rec_dom_add_between(d, &q, &low, &high);
  d->owner = owner;
}

// linearise for all of "d", once.
static void
linearise_domain(rec_emit *e, rec_dom *d) {
  if (d->is_linear)
    return;
  d->is_linear = true;
  for (int i = 0, n = d->atoms.n; i < n && !d->whole; i++)
    bound_quotient(e, d, d->atoms.at[i]);
  for (int i = 0; i < d->forms.n; i++)
    linearise(e, d, d->forms.at[i]);
}

// Sorts the terms of "p" by their invariant factors.
static bool
split_groups(rec_emit *e, rec_dom *d, const an_poly *p, groups *out) {
  arena *a = e->an->a;
  *out = (groups){0};
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
    an_mono stride, varying;
    rec_mono_split(e->an, m, &stride, &varying);
    stride.coef = 1;
    if (varying.n == 0) {
      an_poly_push(a, &out->base, m);
      continue;
    }
    if (varying.n > 1) {
      int atom = product_atom(e, d, &varying);
      if (atom < 0)
        return false;
      varying = (an_mono){.coef = 1, .n = 1, .f = {atom}};
    }
    varying.coef = m->coef;
    an_poly_push(a, &group_of(a, out, &stride)->form, &varying);
  }
  return !p->bad;
}

// -- Bounds ---------------------------------------------------------------
// Whether the parameters may be such that "d" is executed, as IR; *context gets
// those. Where isl gives up on them (as too much work), they are made easier,
// unless bounds have to be met.
static ir_val *
emit_params(rec_emit *e, rec_dom *d, __isl_keep isl_set **context) {
  *context = NULL;
  for (int how = 0; how < (d->whole ? 1 : 3); how++) {
    rec_query_begin(e->an);
    isl_set *all = isl_set_coalesce(rec_dom_params(d, false));
    isl_set *own = all ? simplify_set(all, how) : NULL;
    isl_set_free(all);
    if (!own && how == 1)
      continue;
    isl_set_free(*context);
    *context = own;
    ir_val *some = own ? rec_emit_set(e, isl_set_copy(own)) : NULL;
    bool answered = rec_query_ok(e->an);
    if (answered || !rec_an_ok(e->an))
      return answered ? some : NULL;
  }
  return NULL;
}

// Whether "d" is executed at all; *context gets the parameters for which.
static ir_val *
emit_some(rec_emit *e, rec_dom *d, __isl_keep isl_set **context) {
  const ir_region *home = d->at->parent;
  for (int i = 0; i < e->somes.n; i++) {
    const rec_known_some *k = &e->somes.at[i];
    if (k->home == home && k->checked == e->checked && k->side == d->side &&
        k->loads == d->loads && k->whole == d->whole) {
      *context = k->context;
      return k->some;
    }
  }
  rec_known_some own = {.home = home,
                        .checked = e->checked,
                        .side = d->side,
                        .loads = d->loads,
                        .whole = d->whole};
  own.some = emit_params(e, d, context);
  own.context = *context;
  vec_push(e->an->a, &e->somes, own);
  return own.some;
}

// The extremes of the one-dimensional "s" (taken) for parameters in "context",
// *lo and *hi; NULL where there are none.
static void
emit_set_extremes(rec_emit *e, __isl_take isl_set *s, bool whole,
                  __isl_keep isl_set *context, ir_val **lo, ir_val **hi) {
  for (int i = 0; i < e->extremes.n; i++) {
    const rec_known_extreme *k = &e->extremes.at[i];
    if (k->whole == whole &&
        isl_set_plain_is_equal(k->set, s) == isl_bool_true &&
        isl_set_plain_is_equal(k->context, context) == isl_bool_true) {
      *lo = k->lo;
      *hi = k->hi;
      isl_set_free(s);
      return;
    }
  }
  *lo = emit_extreme(e, s, false, whole, context);
  *hi = *lo ? emit_extreme(e, s, true, whole, context) : NULL;
  rec_known_extreme own = {s, context, whole, *lo, *hi};
  if (*hi)
    vec_push(e->an->a, &e->extremes, own);
  else
    isl_set_free(s);
}

// The extremes of "form" over "d". False when there are none.
static bool
emit_extremes(rec_emit *e, rec_dom *d, const an_poly *form,
              __isl_keep isl_set *context, ir_val **lo, ir_val **hi) {
  const ir_region *home = d->at->parent;
  for (int i = 0; i < e->bounds.n; i++) {
    const rec_known_bound *k = &e->bounds.at[i];
    if (k->home == home && k->checked == e->checked && k->side == d->side &&
        k->loads == d->loads && k->whole == d->whole &&
        an_poly_eq(&k->form, form)) {
      *lo = k->lo;
      *hi = k->hi;
      return k->hi;
    }
  }
  rec_query_begin(e->an);
  isl_map *m = rec_dom_map(d, NULL, 0, form, 1, false);
  isl_set *s = m ? isl_set_coalesce(isl_map_range(m)) : NULL;
  *lo = *hi = NULL;
  if (rec_query_ok(e->an) && s)
    emit_set_extremes(e, s, d->whole, context, lo, hi);
  else
    isl_set_free(s);
  rec_known_bound own = {home,     e->checked, d->side, d->loads,
                         d->whole, *form,      *lo,     *hi};
  vec_push(e->an->a, &e->bounds, own);
  return *hi;
}

// Adds the bounds of group "g" to "out".
static bool
add_group(rec_emit *e, rec_dom *d, const group *g, __isl_keep isl_set *context,
          rec_bounds *out) {
  ir_val *lo, *hi;
  if (!emit_extremes(e, d, &g->form, context, &lo, &hi))
    return false;
  if (g->stride.n) {
    ir_val *stride = emit_mono(e, &g->stride);
    if (!stride)
      return false;
    ir_val *x = checked_mul(e, lo, stride), *y = checked_mul(e, hi, stride);
    lo = ir_build2(e->b, IR_OP_MIN, x, y);
    hi = ir_build2(e->b, IR_OP_MAX, x, y);
  }
  out->lo = ir_build2(e->b, IR_OP_ADD, out->lo, lo);
  out->hi = ir_build2(e->b, IR_OP_ADD, out->hi, hi);
  return true;
}

// Bounds of "p" over "d" as groups give them. False when there are none.
static bool
bound_by_groups(rec_emit *e, rec_dom *d, const an_poly *p, rec_bounds *out) {
  groups gs;
  isl_set *context = NULL;
  if (!split_groups(e, d, p, &gs) || (d->whole && d->products.n))
    return false;
  ir_val *base = rec_emit_poly(e, &gs.base);
  *out = (rec_bounds){.lo = base, .hi = base};
  out->some = base ? emit_some(e, d, &context) : NULL;
  bool ok = out->some && rec_an_ok(e->an);
  bool never = ok && isl_set_is_empty(context) == isl_bool_true;
  for (int i = 0; i < gs.g.n && ok && !never; i++) // isl has no extreme of {}
    ok = add_group(e, d, &gs.g.at[i], context, out);
  return ok && rec_an_ok(e->an);
}

// Narrows *out, bounds of "p" as groups give them if "ok", to those of "other",
// which is the same sum. False: neither has bounds.
static bool
narrow(rec_emit *e, rec_dom *d, const an_poly *other, bool ok,
       rec_bounds *out) {
  rec_bounds x;
  if (!bound_by_groups(e, d, other, &x))
    return ok;
  if (ok) {
    x.lo = ir_build2(e->b, IR_OP_MAX, x.lo, out->lo);
    x.hi = ir_build2(e->b, IR_OP_MIN, x.hi, out->hi);
  }
  *out = x;
  return true;
}

bool
rec_is_of_type(const rec_bounds *x, bool both) {
  enum { FEW = 1 << 16 };
  bool below = an_range_of(x->lo).hi < (int64_t)INT32_MIN + FEW;
  bool above = an_range_of(x->hi).lo > (int64_t)INT32_MAX - FEW;
  return both ? below && above : below || above;
}

// Sizes that are sums make other groups: those of i*n + i + j with j < n - i
// fit better as they are, those of i*n - 2*i + j with j < n - 2 do not. What is
// put together of a quotient and a remainder may have bounds in parts alone.
// Where several give bounds, all hold.
bool
rec_emit_bounds(rec_emit *e, rec_dom *d, const an_poly *p, rec_bounds *out) {
  if (d->whole && !rec_dom_is_exact(d))
    return false;
  linearise_domain(e, d);
  an_poly named = *p, split = *p;
  bool ok = bound_by_groups(e, d, p, out);
  if (rec_sizes_name(e->an, &d, &named, 1))
    ok = narrow(e, d, &named, ok, out);
  if (rec_split_quotients(d, &split))
    ok = narrow(e, d, &split, ok, out);
  return ok;
}
