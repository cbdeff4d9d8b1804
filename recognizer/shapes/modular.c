// recognizer/shapes/modular.c: carried integers that are linear in one another
// modulo a constant.
//
//   a = (a + s[i]) % 65521; b = (b + a) % 65521;     Adler-32
//   h = (h * 31 + s[i]) % p;                         polynomials modulo p
//   if (c) h = (h * 31 + s[i]) % p;                  of some iterations
//
// They are systems as in linear.c, computed modulo the constant. That is C's
// value where C's sums and products, of numbers that are not negative, do not
// wrap: scalars are below the constant after an iteration, and the region runs
// lifted only where they start so.
#include "recognizer/shapes/folds.h"
#include "analysis/analysis.h"

// The largest modulus: sums of four products of numbers below it fit u64.
static const int64_t largest = INT64_C(1) << 31;

// A value: modulo the constant a sum as rec_form has it, and at most "most".
typedef struct bounded {
  ir_val **c; // u64; NULL is 0
  uint64_t most;
} bounded;

typedef struct reader {
  arena *a;
  const ir_loop *l;
  const map *needs; // what follows from carried scalars: itself
  uint64_t modulus;
} reader;

static bool read(const reader *r, ir_val *v, bounded *f);

// True when "most" is a value of integer type "s".
static bool
holds(ir_scalar s, uint64_t most) {
  int bits = 8 * ir_size(s) - ir_is_signed(s);
  return ir_is_int(s) && (bits == 64 || most >> bits == 0);
}

// "v", which needs no carried scalar, as u64; *most: no value of it is larger.
// NULL: it may be negative.
static ir_val *
factor_of(const reader *r, ir_val *v, uint64_t *most) {
  an_range x = an_range_of(rec_unwidened(v));
  ir_builder b = ir_behind(v, r->l->body);
  if (!ir_is_int(v->type.elem) || x.lo < 0)
    return NULL;
  *most = (uint64_t)x.hi;
  return ir_build_convert(&b, v, IR_U64);
}

// The sum of "x" and "y", of C's type "s".
static bool
add(const reader *r, ir_builder *b, ir_scalar s, const bounded *x,
    const bounded *y, bounded *f) {
  if (__builtin_add_overflow(x->most, y->most, &f->most) || !holds(s, f->most))
    return false;
  for (int k = 0; k <= r->l->n_carried; k++)
    f->c[k] = x->c[k] && y->c[k] ? ir_build2(b, IR_OP_ADD, x->c[k], y->c[k])
              : x->c[k]          ? x->c[k]
                                 : y->c[k];
  return true;
}

// "x" times "factor", of C's type "s".
static bool
scale(const reader *r, ir_builder *b, ir_scalar s, const bounded *x,
      ir_val *factor, bounded *f) {
  uint64_t most;
  ir_val *y = factor_of(r, factor, &most);
  if (!y || __builtin_mul_overflow(x->most, most, &f->most) ||
      !holds(s, f->most))
    return false;
  for (int k = 0; k <= r->l->n_carried; k++)
    f->c[k] = x->c[k] ? ir_build2(b, IR_OP_MUL, x->c[k], y) : NULL;
  return true;
}

// Coefficients 1 stay as they are: systems know them.
static bool
is_one(const ir_val *v) {
  int64_t one;
  return ir_match_int(v, &one) && one == 1;
}

// "x" modulo the constant.
static bool
reduce(const reader *r, ir_builder *b, const bounded *x, bounded *f) {
  ir_val *by = ir_build_int(b, IR_U64, (int64_t)r->modulus);
  f->most = r->modulus - 1;
  for (int k = 0; k <= r->l->n_carried; k++)
    f->c[k] = x->c[k] && !is_one(x->c[k]) ? ir_build2(b, IR_OP_REM, x->c[k], by)
                                          : x->c[k];
  return true;
}

// The form of "op" in carried scalars.
static bool
read_op(const reader *r, const ir_op *op, bounded *f) {
  ir_val *v = op->outs.at[0], *x = op->ins.at[0];
  ir_val *y = op->ins.n > 1 ? op->ins.at[1] : NULL;
  ir_builder b = ir_before(op->next);
  ir_scalar s = v->type.elem;
  bounded p, q;
  int64_t by;
  bool other = y && map_has(r->needs, y);
  switch ((int)op->code) {
  case IR_OP_CONVERT:
    return read(r, x, f) && holds(s, f->most);
  case IR_OP_ADD:
    return read(r, x, &p) && read(r, y, &q) && add(r, &b, s, &p, &q, f);
  case IR_OP_MUL:
    return !(other && map_has(r->needs, x)) && read(r, other ? y : x, &p) &&
           scale(r, &b, s, &p, other ? x : y, f);
  case IR_OP_REM:
    return ir_match_int(y, &by) && (uint64_t)by == r->modulus &&
           read(r, x, &p) && reduce(r, &b, &p, f);
  default:
    return false;
  }
}

// "v" as such a sum; false: it is none.
static bool
read(const reader *r, ir_val *v, bounded *f) {
  int n = r->l->n_carried;
  f->c = NEW_ARRAY(r->a, ir_val *, n + 1);
  f->most = r->modulus - 1;
  if (v->type.array || !ir_is_int(v->type.elem))
    return false;
  if (!map_has(r->needs, v)) {
    f->c[n] = factor_of(r, v, &f->most);
    return f->c[n] != NULL;
  }
  if (v->def)
    return v->def->n_regions == 0 && read_op(r, v->def, f);
  ir_builder b = ir_before(r->l->body->first);
  if (v->param_of == r->l->body)
    f->c[v->index - 1] = ir_build_int(&b, IR_U64, 1);
  return v->param_of == r->l->body;
}

// The coefficients of select "op" between such a sum, put into *modulus, and a
// scalar that stays what it was; NULL where it is none.
static ir_val **
read_select(arena *a, const ir_loop *l, const map *needs, const ir_op *op,
            uint64_t *modulus) {
  if (map_has(needs, op->ins.at[0]))
    return NULL;
  for (int side = 1; side <= 2; side++) {
    ir_val *kept = op->ins.at[side], **c = NULL;
    if (kept->param_of == l->body && kept->index > 0)
      c = rec_read_modular(a, l, needs, op->ins.at[3 - side], modulus);
    ir_builder b = ir_before(op->next);
    for (int k = 0; c && k <= l->n_carried; k++) {
      bool own = k == kept->index - 1;
      ir_val *old = ir_build_int(&b, IR_U64, own);
      if (!c[k] && !own)
        continue;
      ir_val *sum = c[k] ? c[k] : ir_build_int(&b, IR_U64, 0);
      c[k] = ir_build3(&b, IR_OP_SELECT, op->ins.at[0], side == 1 ? old : sum,
                       side == 1 ? sum : old);
    }
    if (c)
      return c;
  }
  return NULL;
}

ir_val **
rec_read_modular(arena *a, const ir_loop *l, const map *needs, ir_val *v,
                 uint64_t *modulus) {
  const ir_op *op = v->def;
  int64_t by;
  bounded f;
  if (op && op->code == IR_OP_SELECT)
    return read_select(a, l, needs, op, modulus);
  if (!op || op->code != IR_OP_REM || !ir_match_int(op->ins.at[1], &by) ||
      by < 2 || by > largest)
    return NULL;
  *modulus = (uint64_t)by;
  reader r = {.a = a, .l = l, .needs = needs, .modulus = *modulus};
  return read(&r, v, &f) ? f.c : NULL;
}
