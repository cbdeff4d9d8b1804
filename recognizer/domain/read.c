// recognizer/domain/read.c: IR values as polynomials and formulas.
//
// See Note [Atoms] and Note [Exact readings] in domain.h. Reading
// never changes the IR. A domain collects the loops and conditions around one
// op; every atom in it brings its own facts along (facts.c).
#include "recognizer/domain/domain.h"

typedef struct rec_result_of {
  an_poly p;
  bool exact;
} rec_result_of;

// A formula is a tree that is walked as often as it is used; what is larger is
// left out. Conditions that hold others several times over (a || b || c) double
// with every step.
enum { MAX_FORM = 4096 };

static rec_result_of read_value(rec_dom *d, ir_val *v);

// -- Values ---------------------------------------------------------------

// True when "p" lies in the range of type "s", by the bounds of its atoms.
static bool
fits_interval(const rec_an *an, const an_poly *p, ir_scalar s) {
  int64_t lo, hi, min, max;
  rec_type_range(s, &min, &max);
  return rec_poly_interval(an, p, &lo, &hi) && lo >= min && hi <= max;
}

// Proves, or assumes, that p >= 0 where "cond" (NULL: always) holds; "p" says
// something about "v". The assumption is about all executions of v's own op:
// the domain at hand may be built on it. What no parameters fulfil is not
// assumed.
static bool
show_ge(rec_dom *d, const an_poly *p, const ir_val *v, rec_form *cond) {
  rec_an *an = d->an;
  int n = d->forms.n, owner = d->owner;
  d->owner = -1;
  if (cond)
    rec_dom_add(d, cond);
  bool ok = rec_prove_ge(d, p);
  d->forms.n = d->owners.n = n;
  d->owner = owner;
  if (ok || !an->may_assume || !rec_may_hold(d, p))
    return ok;
  vec_push(an->a, &an->assumes, ((rec_assume){.at = v->def, .poly = *p}));
  return true;
}

// Whether "p", read from "v", may well be meant to wrap: it varies in an
// unsigned type of 8 or 16 bits, or by steps of which 4096 are as much as its
// type holds.
static bool
may_be_meant_to_wrap(const rec_an *an, const an_poly *p, const ir_val *v) {
  enum { STEPS_BITS = 12 };
  int bits = 8 * ir_size(v->type.elem);
  if (!ir_is_unsigned(v->type.elem))
    return false;
  int64_t large = INT64_C(1) << (bits < 32 ? 0 : bits - STEPS_BITS);
  for (int i = 0; i < p->t.n; i++)
    if ((p->t.at[i].coef >= large || p->t.at[i].coef <= -large) &&
        rec_mono_varies(an, &p->t.at[i]))
      return true;
  return false;
}

// Proves, or assumes, that "p", read from "v", lies in the range of v's type
// where "cond" (NULL: always) holds.
static bool
show_fits(rec_dom *d, const an_poly *p, const ir_val *v, rec_form *cond) {
  rec_an *an = d->an;
  int64_t min, max;
  rec_type_range(v->type.elem, &min, &max);
  an_poly low = an_poly_plus(an->a, p, -min);
  an_poly high = an_poly_scale(an->a, p, -1);
  high = an_poly_plus(an->a, &high, max);
  if (low.bad || high.bad)
    return false;
  int n = an->assumes.n;
  bool may_assume = an->may_assume;
  an->may_assume = may_assume && !may_be_meant_to_wrap(an, p, v);
  bool fits = show_ge(d, &low, v, cond) && show_ge(d, &high, v, cond);
  an->may_assume = may_assume;
  if (!fits)
    an->assumes.n = n;
  return fits;
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
  an_poly at = rec_read(d, v->def->ins.at[1]);
  if (!rec_poly_is_fixed(an, &at))
    return -1;
  for (int i = 0; i < an->loads.n; i++) {
    rec_fixed_load *l = &an->loads.at[i];
    if (l->array == v->def->ins.at[0] && an_poly_eq(&l->at, &at))
      return an->atoms.at[l->atom].is_dim ? -1 : l->atom;
  }
  int atom = rec_an_atom(an, v);
  rec_fixed_load own = {v->def->ins.at[0], at, atom};
  an->atoms.at[atom].is_dim = false;
  vec_push(an->a, &an->loads, own);
  if (an->emit && !an->inspector->can_load(an->emit, &own))
    an->atoms.at[atom].is_dim = rec_varies(an, v);
  return atom;
}

// True when result "k" of the if "op" is a load made under a condition.
static bool
is_load(const ir_op *op, int k) {
  const ir_val *v = op->regions[0]->last->ins.at[k];
  return v->def && v->def->code == IR_OP_INDEX &&
         v->def->parent == op->regions[0];
}

bool
rec_match_choice(const ir_val *v, an_choice *out) {
  bool loads = v->def && v->def->code == IR_OP_IF && is_load(v->def, v->index);
  return !loads && an_match_either(v, out);
}

// "v" as an atom.
static rec_result_of
read_leaf(rec_dom *d, ir_val *v) {
  int atom = find_fixed_load(d, v);
  if (atom < 0)
    atom = rec_an_atom(d->an, v);
  rec_dom_add_atom(d, atom);
  return (rec_result_of){an_poly_atom(d->an->a, atom), true};
}

// A constant.
static rec_result_of
read_const(rec_dom *d, ir_val *v) {
  int64_t c;
  bool exact = ir_match_int(v, &c);
  if (!exact)
    c = (int64_t)v->def->bits;
  an_poly p = an_poly_const(d->an->a, c);
  return p.bad ? read_leaf(d, v) : (rec_result_of){p, exact};
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

int
rec_find_partner(const rec_dom *d, ir_opcode code, const ir_op *other) {
  for (int i = 0; i < d->atoms.n; i++) {
    const ir_val *v = d->an->atoms.at[d->atoms.at[i]].val;
    const ir_op *op = v && ir_is_int(v->type.elem) ? v->def : NULL;
    if (op && op->code == code && op->ins.at[0] == other->ins.at[0] &&
        op->ins.at[1] == other->ins.at[1])
      return d->atoms.at[i];
  }
  return -1;
}

// x / w * w + x % w, of the atoms "q", x / w, and "r", x % w, for "op", which
// is one of them.
static an_poly
read_parts(rec_dom *d, const ir_op *op, int q, int r) {
  arena *a = d->an->a;
  an_poly w = rec_read_exact(d, op->ins.at[1]);
  an_poly quotient = an_poly_atom(a, q), remainder = an_poly_atom(a, r);
  an_poly whole = an_poly_mul(a, &w, &quotient);
  return an_poly_add(a, &whole, &remainder, 1);
}

// Number "i" of the terms of "p", c * (x % w), and c * (x / w) * w become c *
// x. False where there are not both.
static bool
join_remainder(rec_dom *d, an_poly *p, int i) {
  arena *a = d->an->a;
  for (int k = 0; k < p->t.at[i].n; k++) {
    an_mono r = {.coef = 1, .n = 1, .f = {p->t.at[i].f[k]}}, rest;
    ir_val *v = d->an->atoms.at[r.f[0]].val;
    const ir_op *op = v ? v->def : NULL;
    int q = op && op->code == IR_OP_REM && ir_is_int(v->type.elem)
                ? rec_find_partner(d, IR_OP_DIV, op)
                : -1;
    if (q < 0 || !an_mono_divide(&p->t.at[i], &r, &rest))
      continue;
    an_poly c = {0}, whole = read_parts(d, op, q, r.f[0]);
    an_poly x = rec_read_exact(d, op->ins.at[0]);
    an_poly_push(a, &c, &rest);
    an_poly both = an_poly_mul(a, &c, &whole);
    x = an_poly_mul(a, &c, &x);
    an_poly without = an_poly_add(a, p, &both, -1);
    if (without.bad || x.bad || without.t.n != p->t.n - both.t.n)
      continue;
    *p = an_poly_add(a, &without, &x, 1);
    return true;
  }
  return false;
}

// "p", a sum, without quotients and remainders that are put together again.
static an_poly
join_remainders(rec_dom *d, an_poly p) {
  for (int i = 0; i < p.t.n && !p.bad; i++)
    if (join_remainder(d, &p, i))
      i = -1;
  return p;
}

bool
rec_split_quotients(rec_dom *d, an_poly *p) {
  arena *a = d->an->a;
  bool any = false;
  for (int i = 0; i < d->atoms.n; i++) {
    int q = d->atoms.at[i];
    const ir_val *v = d->an->atoms.at[q].val;
    const ir_op *op = v && ir_is_int(v->type.elem) ? v->def : NULL;
    int r =
        op && op->code == IR_OP_DIV ? rec_find_partner(d, IR_OP_REM, op) : -1;
    if (r < 0)
      continue;
    an_poly x = rec_read_exact(d, op->ins.at[0]);
    if (x.bad || x.t.n != 1 || x.t.at[0].n != 1 || x.t.at[0].coef != 1)
      continue;
    an_poly whole = read_parts(d, op, q, r);
    an_poly split = an_poly_replace(a, p, x.t.at[0].f[0], &whole);
    if (split.bad || an_poly_eq(&split, p))
      continue;
    *p = split;
    any = true;
  }
  return any;
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
    out.p = an_poly_mul(a, &x.p, &y.p);
  else if (op->code == IR_OP_NEG)
    out.p = an_poly_scale(a, &x.p, -1);
  else if (op->code == IR_OP_SHL)
    out.p = an_poly_scale(a, &x.p, INT64_C(1) << shift_of(op));
  else
    out.p = join_remainders(
        d, an_poly_add(a, &x.p, &y.p, op->code == IR_OP_SUB ? -1 : 1));
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

ir_val *
rec_truncated_load(const ir_val *v) {
  const ir_op *op = v->def;
  int64_t c;
  ir_val *x = op && op->code == IR_OP_CONVERT ? op->ins.at[0] : NULL;
  if (!x || v->type.elem != IR_U32 || !ir_is_int(x->type.elem) ||
      ir_size(x->type.elem) != 8)
    return NULL;
  if (x->def && x->def->code == IR_OP_SHR &&
      ir_match_int(x->def->ins.at[1], &c))
    x = x->def->ins.at[0];
  return x->def && x->def->code == IR_OP_INDEX ? x : NULL;
}

// True when "v" is a part of an element of an array that the region is given,
// and its bounds can be found by looking: nothing is assumed of the rest.
static bool
is_truncated(rec_an *an, const ir_val *v) {
  ir_val *load = rec_truncated_load(v);
  if (!load || !an->emit || !an->inspector->truncated || !rec_varies(an, v))
    return false;
  const ir_val *array = load->def->ins.at[0];
  return array->param_of == an->f->body &&
         !(an->told && an->told[array->index].has_values);
}

// The reading of "v", without looking it up.
static rec_result_of
read_fresh(rec_dom *d, ir_val *v) {
  if (!v->def || !ir_is_int(v->type.elem) || is_truncated(d->an, v))
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

an_poly
rec_read(rec_dom *d, ir_val *v) {
  return read_value(d, v).p;
}

void
rec_read_as(rec_dom *d, ir_val *v, const an_poly *p) {
  rec_result_of *r = NEW(d->an->a, rec_result_of);
  *r = (rec_result_of){*p, true};
  map_put(d->polys, v, r);
}

// Proves that the operands of "v", a signed sum or product, which does not
// overflow, lie in the range of their type; then so does "v".
static bool
prove_operands(rec_dom *d, ir_val *v) {
  if (!v->def || !is_ring(v->def) || v->def->code == IR_OP_SHL ||
      !ir_is_signed(v->type.elem))
    return false;
  bool may_assume = d->an->may_assume, ok = true;
  d->an->may_assume = false;
  for (int i = 0; i < v->def->ins.n && ok; i++) {
    ir_val *x = v->def->ins.at[i];
    rec_result_of r = read_value(d, x);
    ok = r.exact || fits_interval(d->an, &r.p, x->type.elem) ||
         prove_operands(d, x) || show_fits(d, &r.p, x, NULL);
  }
  d->an->may_assume = may_assume;
  return ok;
}

an_poly
rec_read_exact(rec_dom *d, ir_val *v) {
  rec_result_of r = read_value(d, v);
  if (r.exact)
    return r.p;
  if (fits_interval(d->an, &r.p, v->type.elem) || prove_operands(d, v) ||
      show_fits(d, &r.p, v, NULL))
    r.exact = true;
  else
    r = read_leaf(d, v);
  rec_result_of *known = map_get(d->polys, v);
  *known = r;
  return r.p;
}

an_poly
rec_read_shifted(rec_dom *d, const ir_op *shift, int64_t c) {
  enum { FEW_BITS = 12 };
  rec_an *an = d->an;
  ir_val *v = shift->ins.at[0];
  bool may_assume = an->may_assume;
  if (ir_is_unsigned(v->type.elem) && 8 * ir_size(v->type.elem) - c <= FEW_BITS)
    an->may_assume = false;
  an_poly p = rec_read_exact(d, v);
  an->may_assume = may_assume;
  return p;
}

an_poly
rec_read_modulo(rec_dom *d, ir_val *v) {
  return read_fresh(d, v).p;
}

bool
rec_fits_if(rec_dom *d, ir_val *v, rec_form *cond, an_poly *out) {
  rec_result_of r = read_value(d, v);
  *out = r.p;
  return r.exact || fits_interval(d->an, &r.p, v->type.elem) ||
         prove_operands(d, v) || show_fits(d, &r.p, v, cond);
}

// -- Conditions -----------------------------------------------------------
// x "code" y on exact integers.
static rec_form *
form_compare(rec_an *an, ir_opcode code, const an_poly *x, const an_poly *y) {
  if (code == IR_OP_EQ)
    return rec_form_eq2(an, x, y);
  if (code == IR_OP_NE)
    return rec_form_or(an, rec_form_ge2(an, x, y, 1),
                       rec_form_ge2(an, y, x, 1));
  if (code == IR_OP_LT || code == IR_OP_LE)
    return rec_form_ge2(an, y, x, code == IR_OP_LT);
  return rec_form_ge2(an, x, y, code == IR_OP_GT);
}

// The bool that "v" is the integer value of, or NULL.
static ir_val *
bool_behind(ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT && ir_is_int(v->type.elem))
    v = v->def->ins.at[0];
  return v->type.elem == IR_BOOL && v->def ? v : NULL;
}

// The constant condition "yes".
static rec_form *
form_bool(rec_dom *d, bool yes) {
  an_poly p = an_poly_const(d->an->a, yes ? 0 : -1);
  return yes ? rec_form_true(d->an) : rec_form_ge(d->an, &p);
}

// Integer "v" as a truth value, negated when "neg", taken apart where it is a
// bool, or a choice, down to "depth" choices; NULL for others.
static rec_form *
read_truth(rec_dom *d, ir_val *v, bool neg, int depth) {
  rec_an *an = d->an;
  ir_val *flag = bool_behind(v);
  int64_t k;
  an_choice c;
  if (flag)
    return rec_read_cond(d, flag, neg);
  if (ir_match_int(v, &k))
    return form_bool(d, (k != 0) != neg);
  if (!depth || !rec_match_choice(v, &c))
    return NULL;
  rec_form *yes = read_truth(d, c.y, neg, depth - 1);
  rec_form *no = read_truth(d, c.z, neg, depth - 1);
  if (!yes || !no)
    return NULL;
  yes = rec_form_and(an, rec_read_cond(d, c.c, false), yes);
  no = rec_form_and(an, rec_read_cond(d, c.c, true), no);
  return rec_form_or(an, yes, no);
}

// A comparison.
static rec_form *
read_compare(rec_dom *d, ir_op *op, bool neg) {
  enum { DEPTH = 6 };
  ir_val *x = op->ins.at[0], *y = op->ins.at[1];
  int64_t c;
  bool is_eq = op->code == IR_OP_EQ || op->code == IR_OP_NE;
  rec_form *truth = is_eq && ir_match_int(y, &c) && c == 0
                        ? read_truth(d, x, neg != (op->code == IR_OP_EQ), DEPTH)
                        : NULL;
  if (truth)
    return truth;
  bool may_assume = d->an->may_assume;
  d->an->may_assume = false; // wrapping may be what the condition is about
  an_poly px = rec_read_exact(d, x), py = rec_read_exact(d, y);
  d->an->may_assume = may_assume;
  ir_opcode code = neg ? ir_negated(op->code, x->type.elem) : op->code;
  return form_compare(d->an, code, &px, &py);
}

// c ? x : y on bools, negated when "neg".
static rec_form *
read_bool_choice(rec_dom *d, ir_val *c, ir_val *x, ir_val *y, bool neg) {
  rec_an *an = d->an;
  rec_form *then =
      rec_form_and(an, rec_read_cond(d, c, false), rec_read_cond(d, x, neg));
  rec_form *other =
      rec_form_and(an, rec_read_cond(d, c, true), rec_read_cond(d, y, neg));
  return rec_form_or(an, then, other);
}

// A condition that is opaque: its own atom, 0 or 1, if it does not vary.
static rec_form *
read_flag(rec_dom *d, ir_val *v, bool neg) {
  if (rec_varies(d->an, v)) {
    d->inexact = true;
    return rec_form_true(d->an);
  }
  an_poly x = read_leaf(d, v).p;
  x = an_poly_plus(d->an->a, &x, neg ? 0 : -1);
  return rec_form_eq(d->an, &x);
}

bool
rec_is_int_compare(const ir_op *op) {
  return ir_op_table[op->code].cls == IR_CLASS_CMP &&
         ir_is_int(op->ins.at[0]->type.elem);
}

// rec_read_cond without looking it up.
static rec_form *
read_cond(rec_dom *d, ir_val *v, bool neg) {
  ir_op *op = v->def;
  rec_an *an = d->an;
  ir_val *both[2];
  if (!op)
    return read_flag(d, v, neg);
  if (op->code == IR_OP_CONST)
    return form_bool(d, (op->bits != 0) != neg);
  if (op->code == IR_OP_NOT)
    return rec_read_cond(d, op->ins.at[0], !neg);
  for (int any = 0; any < 2; any++) {
    if (!an_match_both(v, any, both))
      continue;
    rec_form *x = rec_read_cond(d, both[0], neg);
    rec_form *y = rec_read_cond(d, both[1], neg);
    return any == neg ? rec_form_and(an, x, y) : rec_form_or(an, x, y);
  }
  if (op->code == IR_OP_SELECT)
    return read_bool_choice(d, op->ins.at[0], op->ins.at[1], op->ins.at[2],
                            neg);
  if (op->code == IR_OP_IF)
    return read_bool_choice(d, op->ins.at[0],
                            op->regions[0]->last->ins.at[v->index],
                            op->regions[1]->last->ins.at[v->index], neg);
  if (rec_is_int_compare(op))
    return read_compare(d, op, neg);
  if (op->code == IR_OP_CONVERT && ir_is_int(op->ins.at[0]->type.elem)) {
    an_poly x = rec_read_exact(d, op->ins.at[0]);
    an_poly zero = an_poly_const(an->a, 0);
    return form_compare(an, neg ? IR_OP_EQ : IR_OP_NE, &x, &zero);
  }
  return read_flag(d, v, neg);
}

rec_form *
rec_read_cond(rec_dom *d, ir_val *v, bool neg) {
  enum { READING_STEPS = 4 }; // some KiB, and as many microseconds
  map *known = d->conds[neg][d->an->may_assume];
  rec_form *f = map_get(known, v);
  if (f)
    return f;
  f = rec_query_charge(d->an, READING_STEPS) ? read_cond(d, v, neg) : NULL;
  if (!f || f->size > MAX_FORM) {
    d->inexact = true;
    f = rec_form_true(d->an);
  }
  map_put(known, v, f);
  return f;
}

// -- Domains --------------------------------------------------------------
// True when region "r" is in the scope, and not all of it.
static bool
is_in_scope(const rec_an *an, const ir_region *r) {
  const ir_op *op = r == an->scope ? NULL : r->parent_op;
  while (op && op->parent != an->scope)
    op = op->parent->parent_op;
  return op;
}

// Adds the conditions that C assumes.
static void
add_assumed(rec_dom *d) {
  const ir_vals *all = rec_assumed_conditions(d->an);
  for (int i = 0; i < all->n; i++)
    rec_dom_add(d, rec_read_cond(d, all->at[i], false));
}

// Adds condition "v", negated when "neg", of several that hold each by itself:
// that values fit is shown by those before.
static void
add_condition(rec_dom *d, ir_val *v, bool neg) {
  ir_val *both[2];
  if (!an_match_both(v, neg, both)) {
    rec_dom_add(d, rec_read_cond(d, v, neg));
    return;
  }
  add_condition(d, both[0], neg);
  add_condition(d, both[1], neg);
}

// Adds the conditions of region "r", which "d"'s op lies in, and of those
// around it; outer ones first. Without steps there is no question left to need
// it for. Footprints take the original of a loop for all of its versions.
static void
add_context(rec_dom *d, const ir_region *r) {
  ir_op *op = r->parent_op;
  if (!rec_an_ok(d->an))
    return;
  if (!op) {
    add_assumed(d);
    return;
  }
  add_context(d, op->parent);
  bool for_all = d->an->emit && !d->an->in_version;
  if (op->versions && for_all && r == op->regions[1])
    return;
  if (op->code == IR_OP_IF) {
    add_condition(d, op->ins.at[0], r == op->regions[1]);
    return;
  }
  d->inexact |= op->has_while && is_in_scope(d->an, r);
  for (int k = 0; k < op->n_dims; k++)
    rec_dom_add_atom(d, rec_an_atom(d->an, r->params.at[k]));
  if (op->has_while)
    rec_add_iteration(d, op);
}

rec_dom *
rec_dom_with(rec_an *an, ir_op *op, rec_loads loads) {
  rec_dom *d = NEW(an->a, rec_dom);
  d->an = an;
  d->at = op;
  d->loads = loads;
  d->owner = -1;
  d->polys = map_new(an->a);
  for (int k = 0; k < 4; k++)
    d->conds[k / 2][k % 2] = map_new(an->a);
  add_context(d, op->parent);
  return d;
}

rec_dom *
rec_dom_new(rec_an *an, ir_op *op, bool want_range) {
  return rec_dom_with(an, op, want_range ? REC_LOADS_PASSED : REC_LOADS_TYPED);
}

an_poly
rec_poly_translate(const rec_an *from, rec_dom *to, const an_poly *p) {
  arena *a = to->an->a;
  an_poly sum = {.bad = p->bad};
  for (int i = 0; i < p->t.n; i++) {
    an_poly term = an_poly_const(a, p->t.at[i].coef);
    for (int k = 0; k < p->t.at[i].n; k++) {
      const rec_atom *at = &from->atoms.at[p->t.at[i].f[k]];
      an_poly x = {.bad = true};
      if (at->sum)
        x = rec_poly_translate(from, to, at->sum);
      else if (at->val)
        x = rec_read(to, at->val);
      term = an_poly_mul(a, &term, &x);
    }
    sum = an_poly_add(a, &sum, &term, 1);
  }
  return sum;
}
