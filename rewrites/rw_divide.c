// rewrites/rw_divide.c: identities on quotients and remainders of integers.
//
// Division truncates as in C, so (x / c) * c + x % c is x for negative x too;
// a shift and a mask round down, and so do as well. But (i * c + j) / c is i
// for i >= 0 alone: (-1 * 4 + 1) / 4 is 0. x / 0 and MIN / -1 have no value in
// C and are 0 here: rules ask for divisors that are neither.
#include "rewrites/rw_private.h"

// -- Values -----------------------------------------------------------

// "v" without conversions that keep its value.
static ir_val *
origin(ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT && ir_is_int(v->type.elem) &&
         ir_is_int(v->def->ins.at[0]->type.elem)) {
    ir_val *x = v->def->ins.at[0];
    an_range from = an_range_of(x), to = an_range_of(v);
    bool wide = v->type.elem == IR_U64 || x->type.elem == IR_U64;
    if (from.lo != to.lo || from.hi != to.hi || (wide && from.lo < 0))
      break;
    v = x;
  }
  return v;
}

// True when both are the same number: one value, or equal constants.
static bool
is_same(ir_val *x, ir_val *y) {
  int64_t cx, cy;
  if (origin(x) == origin(y))
    return true;
  return ir_match_int(x, &cx) && ir_match_int(y, &cy) && cx == cy;
}

// The op that made "v", conversions aside, when it has code "code", else NULL.
static ir_op *
made_by(ir_val *v, ir_opcode code) {
  ir_op *op = origin(v)->def;
  return op && op->code == code ? op : NULL;
}

// True when "e", the extent of a loop that runs, is a multiple of "c", which
// therefore is not 0.
static bool
is_factor(ir_val *c, ir_val *e, int depth) {
  int64_t zero;
  e = origin(e);
  if (e == origin(c))
    return true;
  if (!e->def || !depth)
    return false;
  ir_val **in = e->def->ins.at;
  if (e->def->code == IR_OP_MAX)
    return ir_match_int(in[1], &zero) && zero == 0 &&
           is_factor(c, in[0], depth - 1);
  return e->def->code == IR_OP_MUL &&
         (is_factor(c, in[0], depth - 1) || is_factor(c, in[1], depth - 1));
}

// True when "c" is not 0 where "op" runs.
static bool
is_nonzero(ir_val *c, const ir_op *op) {
  an_range r = an_range_of(c);
  if (r.lo > 0 || r.hi < 0)
    return true;
  for (const ir_op *p = op->parent->parent_op; p; p = p->parent->parent_op)
    for (int k = 0; k < p->n_dims; k++)
      if (is_factor(c, p->ins.at[k], 4))
        return true;
  return false;
}

// True when x / c has a value in C where "op" runs.
static bool
may_divide(ir_val *x, ir_val *c, const ir_op *op) {
  if (!is_nonzero(c, op))
    return false;
  an_range rx = an_range_of(x), rc = an_range_of(c);
  int w = ir_width(x->type.elem);
  bool is_least = rx.lo <= (w == 64 ? INT64_MIN : -(1ll << (w - 1)));
  bool is_minus_one = rc.lo <= -1 && rc.hi >= -1;
  return ir_is_unsigned(x->type.elem) || !is_least || !is_minus_one;
}

// True when 0 <= j < c: by their bounds, or j counts a loop of c iterations.
static bool
is_below(ir_val *j, ir_val *c) {
  an_range rj = an_range_of(j), rc = an_range_of(c);
  if (rj.lo >= 0 && rj.hi < rc.lo)
    return true;
  j = origin(j);
  return ir_is_index(j) && is_same(j->param_of->parent_op->ins.at[j->index], c);
}

// -- Quotients and remainders -----------------------------------------

// A part of x with respect to the divisor c (NULL: 2^bits): (x / c) * c, or
// x % c.
typedef struct part {
  ir_val *x, *c;
  int bits;
} part;

// True when the product "mul" of a quotient of "x" has the bits that count for
// a result of type "t": all of them, or no fewer than "x" has. (Signed ones do
// not overflow.)
static bool
is_wide_enough(const ir_op *mul, const ir_val *x, ir_scalar t) {
  ir_scalar m = rw_out_elem(mul);
  return ir_is_signed(m) || ir_width(m) >= ir_width(t) ||
         ir_width(m) >= ir_width(x->type.elem);
}

// "v" as (x / c) * c, or (x >> k) * 2^k, for a result of type "t".
static bool
match_multiple(ir_val *v, ir_scalar t, part *p) {
  ir_op *mul = made_by(v, IR_OP_MUL);
  int64_t k, scale;
  if (!mul)
    return false;
  for (int i = 0; i < 2; i++) {
    ir_val *factor = mul->ins.at[!i];
    ir_op *div = made_by(mul->ins.at[i], IR_OP_DIV);
    ir_op *shr = made_by(mul->ins.at[i], IR_OP_SHR);
    if (div && is_same(div->ins.at[1], factor) &&
        is_wide_enough(mul, div->ins.at[0], t)) {
      *p = (part){.x = div->ins.at[0], .c = div->ins.at[1]};
      return true;
    }
    if (shr && ir_match_int(shr->ins.at[1], &k) && k > 0 &&
        k < ir_width(shr->ins.at[0]->type.elem) - 1 &&
        ir_match_int(factor, &scale) && scale == 1ll << k &&
        is_wide_enough(mul, shr->ins.at[0], t)) {
      *p = (part){.x = shr->ins.at[0], .bits = (int)k};
      return true;
    }
  }
  return false;
}

// "v" as x % c, or x & (2^k - 1).
static bool
match_rest(ir_val *v, part *p) {
  ir_op *rem = made_by(v, IR_OP_REM), *and = made_by(v, IR_OP_AND);
  int64_t mask;
  if (rem) {
    *p = (part){.x = rem->ins.at[0], .c = rem->ins.at[1]};
    return true;
  }
  if (!and || !ir_match_int(and->ins.at[1], &mask) || mask <= 0 ||
      (mask & (mask + 1)))
    return false;
  *p = (part){.x = and->ins.at[0], .bits = __builtin_popcountll(mask)};
  return true;
}

// True when both are parts of the same number for the same divisor, with one
// way of rounding.
static bool
fit_together(const part *p, const part *q) {
  if (origin(p->x) != origin(q->x) || p->bits != q->bits)
    return false;
  return p->bits || is_same(p->c, q->c);
}

// (x / c) * c + x % c => x,  (x >> k) * 2^k + (x & (2^k - 1)) => x
// when: integers; x / c has a value in C (c not 0, x / c not MIN / -1).
// why:  indices of blocks and of flattened loops become linear again.
// src:  C17 6.5.5; Steuwer et al., join after split is the identity
static ir_val *
join_division(rw_simp *s, ir_op *op) {
  (void)s;
  part p, q;
  if (op->code != IR_OP_ADD || !ir_is_int(rw_out_elem(op)))
    return NULL;
  for (int i = 0; i < 2; i++) {
    if (!match_multiple(op->ins.at[i], rw_out_elem(op), &p) ||
        !match_rest(op->ins.at[!i], &q) || !fit_together(&p, &q) ||
        (p.c && !may_divide(p.x, p.c, op)))
      continue;
    ir_builder b = ir_before(op);
    return ir_build_convert(&b, p.x, rw_out_elem(op));
  }
  return NULL;
}

// True when i * c + j does not leave type "t": signed types because C says so,
// unsigned ones by bounds.
static bool
stays_inside(ir_scalar t, ir_val *i, ir_val *c, ir_val *j) {
  an_range ri = an_range_of(i), rc = an_range_of(c), rj = an_range_of(j);
  if (ir_is_signed(t))
    return true;
  if (t == IR_U64 || ri.lo < 0 || rc.lo < 0 || rj.lo < 0)
    return false;
  __int128 most = (__int128)ri.hi * rc.hi + rj.hi;
  return most < (__int128)1 << ir_width(t);
}

// "v" as i * c + j with 0 <= i and 0 <= j < c.
static bool
match_split(ir_val *v, ir_val *c, ir_val **i, ir_val **j) {
  ir_op *add = made_by(v, IR_OP_ADD);
  for (int k = 0; add && k < 2; k++) {
    const ir_op *mul = add->ins.at[k]->def;
    *j = add->ins.at[!k];
    if (!mul || mul->code != IR_OP_MUL || !is_below(*j, c))
      continue;
    for (int f = 0; f < 2; f++) {
      *i = mul->ins.at[f];
      if (is_same(mul->ins.at[!f], c) && an_range_of(*i).lo >= 0 &&
          stays_inside(rw_out_elem(add), *i, c, *j))
        return true;
    }
  }
  return false;
}

// (i * c + j) / c => i,  (i * c + j) % c => j,  j / c => 0,  j % c => j
// when: integers; 0 <= i and 0 <= j < c, by bounds or because j counts a loop
//       of c iterations; the sum does not wrap.
// why:  what flattened loops take apart again is still there.
// src:  Steuwer et al., split after join is the identity
static ir_val *
divide_split(rw_simp *s, ir_op *op) {
  (void)s;
  ir_val *i = NULL, *j = NULL;
  if ((op->code != IR_OP_DIV && op->code != IR_OP_REM) ||
      !ir_is_int(rw_out_elem(op)))
    return NULL;
  ir_val *x = op->ins.at[0], *c = op->ins.at[1];
  ir_builder b = ir_before(op);
  if (is_below(x, c))
    return op->code == IR_OP_REM ? x : ir_build_int(&b, rw_out_elem(op), 0);
  if (!match_split(x, c, &i, &j))
    return NULL;
  return ir_build_convert(&b, op->code == IR_OP_DIV ? i : j, rw_out_elem(op));
}

const rw_scalar_rule rw_divide_rules[] = {
    {RW_RULE_join_division, join_division},
    {RW_RULE_divide_split, divide_split},
};
const int rw_n_divide_rules = LOFT_COUNT(rw_divide_rules);
