// recognizer/domain/truncated.c: the constraints of floats that are clamped and
// truncated.
//
//   if (x < 0.5f) x = 0.5f; if (x > n + 0.5f) x = n + 0.5f; i = (int)x;
//
// What x is limited to is a constant, or an integer E that was converted, and a
// constant c added to it. Rounding is monotone: where E + s can be represented
// and c <= s, the float E + c is no more than E + s. Of NaN the integer is 0,
// so 0 is never excluded. Lower ends are upper ends of -x.
#include "recognizer/domain/domain.h"

#include <math.h>
#include <string.h>

// A limit e + c, computed with a significand of so many bits at least.
typedef struct limit {
  an_poly e;
  double c;
  int bits;
} limit;

// A search for an end of the values of a float of which "x" (or -x, for the
// lower end) is the integer.
typedef struct search {
  rec_dom *d;
  an_poly x;
  bool up;
} search;

// -- Limits ---------------------------------------------------------------
// The smaller of "bits" and the bits of the significand of "v", a float.
static int
least_bits(const ir_val *v, int bits) {
  int own = ir_size(v->type.elem) == 4 ? 24 : 53;
  return own < bits ? own : bits;
}

// True when "v" is a finite float constant, *c.
static bool
match_finite(const ir_val *v, double *c) {
  return ir_match_float(v, c) && isfinite(*c);
}

// The integer that float "v" is converted from; NULL: from none.
static ir_val *
integer_behind(const ir_val *v) {
  const ir_op *op = v->def;
  return op && op->code == IR_OP_CONVERT && ir_is_int(op->ins.at[0]->type.elem)
             ? op->ins.at[0]
             : NULL;
}

// Takes the float "v", which is then rounded to "bits", for a limit. False: it
// is none, and may be NaN.
static bool
match_limit(rec_dom *d, const ir_val *v, int bits, limit *out) {
  const ir_op *op = v->def;
  ir_val *e = integer_behind(v);
  *out = (limit){an_poly_const(d->an->a, 0), 0, least_bits(v, bits)};
  if (match_finite(v, &out->c))
    return true;
  if (op && op->code == IR_OP_CONVERT && !e &&
      ir_is_float(op->ins.at[0]->type.elem))
    return match_limit(d, op->ins.at[0], out->bits, out);
  if (op && op->code == IR_OP_ADD && match_finite(op->ins.at[0], &out->c))
    e = integer_behind(op->ins.at[1]);
  else if (op && (op->code == IR_OP_ADD || op->code == IR_OP_SUB) &&
           match_finite(op->ins.at[1], &out->c)) {
    e = integer_behind(op->ins.at[0]);
    out->c = op->code == IR_OP_SUB ? -out->c : out->c;
  }
  if (!e)
    return false;
  bool may_assume = d->an->may_assume;
  d->an->may_assume = false;
  out->e = rec_read_exact(d, e);
  d->an->may_assume = may_assume;
  return !out->e.bad;
}

// Rounds the constant of "l" up to a multiple of 2^-g for the least g that
// leaves its floor as it is, if there is one: *k gets that, or the ceiling if
// "outward". Sums of two such multiples that are *most at most are represented
// exactly. False: the constant is larger.
static bool
round_constant(const limit *l, bool outward, int64_t *k, int64_t *most) {
  enum { FINEST = 10 };
  int g = 0;
  double s = ceil(l->c);
  while (g < FINEST && !outward && floor(s) != floor(l->c)) {
    g++;
    s = ldexp(ceil(ldexp(l->c, g)), -g);
  }
  *most = INT64_C(1) << (l->bits - 1 - g);
  if (fabs(l->c) > (double)*most)
    return false;
  *k = (int64_t)(outward ? ceil(s) : floor(s));
  return true;
}

// The limit -"l".
static limit
negated(rec_dom *d, const limit *l) {
  return (limit){an_poly_scale(d->an->a, &l->e, -1), -l->c, l->bits};
}

// x <= 0, or x <= the limit "l". An integer beyond what is exact may have been
// rounded: then x <= 3 * e, since the constant is smaller than e. NULL: not
// known.
static rec_form *
form_end(const search *s, const limit *l, bool outward) {
  rec_dom *d = s->d;
  rec_an *an = d->an;
  limit end = s->up ? *l : negated(d, l);
  int64_t k, most, lo, hi;
  if (!round_constant(&end, outward, &k, &most))
    return NULL;
  an_poly zero = an_poly_const(an->a, 0), exact = an_poly_const(an->a, most);
  an_poly last = an_poly_plus(an->a, &end.e, k);
  an_poly before = an_poly_scale(an->a, &last, -1);
  an_poly thrice = an_poly_scale(an->a, &end.e, 3);
  rec_form *none = rec_form_ge2(an, &zero, &s->x, 0);
  if (last.bad || before.bad || thrice.bad)
    return NULL;
  if (rec_prove_ge(d, &before))
    return none;
  rec_form *f = rec_form_ge2(an, &last, &s->x, 0);
  if (!rec_poly_interval(an, &end.e, &lo, &hi) || hi > most) {
    rec_form *near = rec_form_and(an, rec_form_ge2(an, &exact, &end.e, 0), f);
    rec_form *far = rec_form_and(an, rec_form_ge2(an, &end.e, &exact, 1),
                                 rec_form_ge2(an, &thrice, &s->x, 0));
    f = rec_form_or(an, near, far);
  }
  return rec_prove_ge(d, &last) ? f : rec_form_or(an, none, f);
}

// -- Values ---------------------------------------------------------------
// A condition that holds, or does not, where a value is chosen.
typedef struct told {
  const struct told *up;
  const ir_val *c;
  bool holds;
} told;

// What happens to a value on the way to the integer: it is rounded to "bits",
// and to an integer by other means if "outward".
typedef struct way {
  int bits;
  bool outward;
  int depth; // ops that are looked through from there
  const told *told;
} way;

static rec_form *find_end(const search *s, const ir_val *v, way w);

// True when "v" is "x" or that in a wider type.
static bool
is_same_float(const ir_val *v, const ir_val *x) {
  const ir_op *op = v->def;
  return v == x || (op && op->code == IR_OP_CONVERT && op->ins.at[0] == x &&
                    ir_is_float(x->type.elem) && ir_is_float(v->type.elem) &&
                    ir_size(x->type.elem) < ir_size(v->type.elem));
}

// Whether a comparison "code" of a value with a limit, which is true ("holds")
// or false, says that the value is not beyond it, or NaN.
static bool
limits(ir_opcode code, bool holds, bool up) {
  bool below = code == IR_OP_LT || code == IR_OP_LE;
  bool above = code == IR_OP_GT || code == IR_OP_GE;
  if (code == IR_OP_EQ || code == IR_OP_NE)
    return holds == (code == IR_OP_EQ);
  return up == holds ? below : above;
}

// "code" with its operands exchanged.
static ir_opcode
exchanged(ir_opcode code) {
  switch ((int)code) {
  case IR_OP_LT:
    return IR_OP_GT;
  case IR_OP_LE:
    return IR_OP_GE;
  case IR_OP_GT:
    return IR_OP_LT;
  case IR_OP_GE:
    return IR_OP_LE;
  default:
    return code;
  }
}

// The end of "v" that condition "c" tells, which holds or does not; NULL: none.
static rec_form *
find_told(const search *s, const ir_val *v, const ir_val *c, bool holds,
          const way *w) {
  const ir_op *op = c->def;
  limit l;
  if (!op)
    return NULL;
  if (op->code == IR_OP_NOT)
    return find_told(s, v, op->ins.at[0], !holds, w);
  if (op->code == (holds ? IR_OP_AND : IR_OP_OR)) {
    rec_form *f = find_told(s, v, op->ins.at[0], holds, w);
    return f ? f : find_told(s, v, op->ins.at[1], holds, w);
  }
  if (ir_op_table[op->code].cls != IR_CLASS_CMP)
    return NULL;
  for (int k = 0; k < 2; k++) {
    ir_opcode code = k ? exchanged(op->code) : op->code;
    if (is_same_float(op->ins.at[k], v) && limits(code, holds, s->up) &&
        match_limit(s->d, op->ins.at[1 - k], w->bits, &l))
      return form_end(s, &l, w->outward);
  }
  return NULL;
}

// The end of one of two values; NULL if either is not known.
static rec_form *
find_either(const search *s, const ir_val *x, way wx, const ir_val *y, way wy) {
  rec_form *f = find_end(s, x, wx);
  rec_form *g = f ? find_end(s, y, wy) : NULL;
  return g ? rec_form_or(s->d->an, f, g) : NULL;
}

// The end of the minimum or maximum "op": a limit that it is not beyond, or an
// end of either operand.
static rec_form *
find_extremum(const search *s, const ir_op *op, way w) {
  bool min = ir_is_lesser(op->code);
  limit l;
  for (int k = 0; k < 2 && min == s->up; k++)
    if (match_limit(s->d, op->ins.at[k], w.bits, &l))
      return form_end(s, &l, w.outward);
  return find_either(s, op->ins.at[0], w, op->ins.at[1], w);
}

// The end of a result of "op", which has one operand.
static rec_form *
find_rounded(const search *s, const ir_op *op, way w) {
  const ir_val *x = op->ins.at[0];
  switch ((int)op->code) {
  case IR_OP_FLOOR:
    w.outward |= !s->up;
    break;
  case IR_OP_CEIL:
    w.outward |= s->up;
    break;
  case IR_OP_RINT:
    w.outward = true;
    break;
  case IR_OP_TRUNC:
    break;
  case IR_OP_CONVERT:
    if (!ir_is_float(x->type.elem))
      return NULL;
    break;
  default:
    return NULL;
  }
  return find_end(s, x, w);
}

// What holds of the integer that float "v" becomes by way "w"; NULL: nothing is
// known.
static rec_form *
find_end(const search *s, const ir_val *v, way w) {
  const ir_op *op = v->def;
  limit l;
  an_choice c;
  w.bits = least_bits(v, w.bits);
  if (match_limit(s->d, v, w.bits, &l))
    return form_end(s, &l, w.outward);
  for (const told *t = w.told; t; t = t->up) {
    rec_form *f = find_told(s, v, t->c, t->holds, &w);
    if (f)
      return f;
  }
  if (!op || w.depth-- == 0)
    return NULL;
  if (an_match_either(v, &c)) {
    told yes = {w.told, c.c, true}, no = {w.told, c.c, false};
    way then = w, other = w;
    then.told = &yes;
    other.told = &no;
    return find_either(s, c.y, then, c.z, other);
  }
  if (ir_is_lesser(op->code) || ir_is_greater(op->code))
    return find_extremum(s, op, w);
  return find_rounded(s, op, w);
}

void
rec_add_truncated(rec_dom *d, const an_poly *x, const ir_val *v) {
  enum { DEPTH = 6 };
  rec_an *an = d->an;
  const ir_op *op = v->def;
  if (!op || op->code != IR_OP_CONVERT || !ir_is_int(v->type.elem) ||
      !ir_is_float(op->ins.at[0]->type.elem))
    return;
  search up = {d, *x, true}, down = {d, an_poly_scale(an->a, x, -1), false};
  way w = {.bits = 53, .depth = DEPTH};
  rec_form *most = find_end(&up, op->ins.at[0], w);
  rec_form *least = most ? find_end(&down, op->ins.at[0], w) : NULL;
  if (!most)
    return;
  if (ir_is_unsigned(v->type.elem))
    least = rec_form_ge(an, x);
  rec_dom_add(d, most);
  if (least)
    rec_dom_add(d, least);
}
