// recognizer/front/lower_build.c: scalar ops as lowering builds them.
//
// Identities (ir/algebra.def) are applied and equal ops shared while building,
// so that the functional reading stays close to the C and later analyses see
// few forms. What knows of bools in integers, and of loop variables, is here.
#include "recognizer/front/lower_number.h"

enum { WIDEN_DEPTH = 24 };

// -- Emission -------------------------------------------------------------

// Whether ops go to the region's start now.
static bool
is_at_entry(const rec_lower *lower) {
  return lower->b.before && lower->b.before == lower->entry_end;
}

// An equal op whose result is visible here, or NULL.
static ir_val *
find_shared(rec_lower *lower, an_key k) {
  const ir_region *r = lower->b.region;
  ir_val *v = is_at_entry(lower) ? NULL : an_values_find(lower->cse, k, r);
  return v ? v : an_values_find(lower->entry_cse, k, r);
}

// An op with one result of type "out"; an equal visible one is used instead.
static ir_val *
emit(rec_lower *lower, ir_opcode code, ir_scalar out, ir_bits bits, int n,
     ir_val *const *in) {
  an_key k = an_key_of(code, out, bits, n, in);
  ir_val *v = lower->no_share ? NULL : find_shared(lower, k);
  if (v)
    return v;
  ir_op *op = ir_build_raw(&lower->b, code);
  op->bits = bits;
  for (int i = 0; i < n; i++)
    ir_add_in(op, in[i]);
  v = ir_add_out(op, ir_ty(out), NULL);
  if (!lower->no_share)
    an_values_put(is_at_entry(lower) ? lower->entry_cse : lower->cse, k, v);
  return v;
}

ir_val *
rec_lower_bits(rec_lower *lower, ir_scalar type, ir_bits bits) {
  return emit(lower, IR_OP_CONST, type, bits, 0, NULL);
}

ir_val *
rec_lower_infinity(rec_lower *lower, ir_scalar type) {
  return rec_lower_bits(lower, type, ir_red_identity(IR_OP_CMIN, type));
}

ir_val *
rec_lower_int(rec_lower *lower, ir_scalar type, int64_t value) {
  ir_bits bits = (uint64_t)value;
  return rec_lower_bits(lower, type,
                        ir_eval_scalar(IR_OP_CONVERT, IR_I64, type, &bits));
}

ir_val *
rec_lower_zero(rec_lower *lower, ir_scalar type) {
  return rec_lower_bits(lower, type, 0);
}

// -- Matching ---------------------------------------------------------------

// The op "v" is the result of, when it is of "code".
static const ir_op *
match(const ir_val *v, ir_opcode code) {
  return v->def && v->def->code == code ? v->def : NULL;
}

bool
rec_lower_is_int(const ir_val *v, int64_t *value) {
  ir_bits bits;
  if (v->type.array || ir_is_float(v->type.elem) || !ir_match_bits(v, &bits))
    return false;
  int shift = 64 - 8 * ir_size(v->type.elem);
  *value = ir_is_signed(v->type.elem) ? (int64_t)(bits << shift) >> shift
                                      : (int64_t)bits;
  return true;
}

// -- Folding ----------------------------------------------------------------

// How many values as_bool looks at: one that is used twice counts twice.
enum { BOOL_VALUES = 32 };

// The bool that integer "v" is the value of; NULL when "v" may be something
// else, or there are more than *left values to look at. "sum": only whether "v"
// is 0 matters, so that it may be a sum of bools.
static ir_val *
as_bool(rec_lower *lower, ir_val *v, bool sum, int *left) {
  int64_t c;
  const ir_op *op = v->def;
  if (--*left < 0)
    return NULL;
  if (v->type.elem == IR_BOOL)
    return v;
  if (rec_lower_is_int(v, &c))
    return c == 0 || c == 1 ? rec_lower_bits(lower, IR_BOOL, (uint64_t)c)
                            : NULL;
  if (op && op->code == IR_OP_CONVERT)
    return op->ins.at[0]->type.elem == IR_BOOL ? op->ins.at[0] : NULL;
  if (!op || !ir_is_scalar_op(op->code) || op->ins.n < 2)
    return NULL;
  bool choice = op->code == IR_OP_SELECT;
  sum = sum && op->code == IR_OP_ADD;
  ir_opcode code = sum                     ? IR_OP_OR
                   : op->code == IR_OP_MUL ? IR_OP_AND
                                           : op->code;
  if (!choice && code != IR_OP_AND && code != IR_OP_OR && code != IR_OP_XOR)
    return NULL;
  ir_val *x = as_bool(lower, op->ins.at[choice], sum, left);
  ir_val *y = x ? as_bool(lower, op->ins.at[choice + 1], sum, left) : NULL;
  return !y       ? NULL
         : choice ? rec_lower_op3(lower, code, op->ins.at[0], x, y)
                  : rec_lower_op2(lower, code, x, y);
}

// Comparisons of bools, which integers may stand for.
static ir_val *
fold_compare(rec_lower *lower, ir_opcode code, ir_val *x, ir_val *y) {
  int64_t c;
  int left = BOOL_VALUES;
  if ((code != IR_OP_EQ && code != IR_OP_NE) || ir_is_float(x->type.elem))
    return NULL;
  bool zero = rec_lower_is_int(y, &c) && c == 0;
  ir_val *a = as_bool(lower, x, zero, &left);
  ir_val *b = a ? as_bool(lower, y, false, &left) : NULL;
  if (!b)
    return NULL;
  if (!rec_lower_is_int(b, &c)) // on bools xor is what reductions look for
    a = rec_lower_op2(lower, IR_OP_XOR, a, b);
  else if (c)
    a = rec_lower_op1(lower, IR_OP_NOT, a);
  return code == IR_OP_NE ? a : rec_lower_op1(lower, IR_OP_NOT, a);
}

// Conversions of narrowed loop variables, and to bool.
static ir_val *
fold_convert(rec_lower *lower, ir_val *x, ir_scalar to) {
  int left = BOOL_VALUES;
  ir_val *wide = map_get(lower->exact, x);
  if (wide && !ir_is_float(to) && to != IR_BOOL)
    return rec_lower_convert(lower, wide, to);
  return to == IR_BOOL && !ir_is_float(x->type.elem)
             ? as_bool(lower, x, true, &left)
             : NULL;
}

// ir_maker: as lowering builds.
static ir_val *
make_op(void *user, ir_opcode code, int n, ir_val **in) {
  return n == 1   ? rec_lower_op1(user, code, in[0])
         : n == 2 ? rec_lower_op2(user, code, in[0], in[1])
                  : rec_lower_op3(user, code, in[0], in[1], in[2]);
}

// ir_maker: converts "x" by "code".
static ir_val *
make_conversion(void *user, ir_opcode code, ir_val *x, ir_scalar to) {
  return code == IR_OP_CONVERT ? rec_lower_convert(user, x, to)
                               : emit(user, code, to, 0, 1, &x);
}

// ir_maker: a constant.
static ir_val *
make_bits(void *user, ir_scalar type, ir_bits bits) {
  return rec_lower_bits(user, type, bits);
}

// The value that the op can be replaced by, or NULL.
static ir_val *
fold(rec_lower *lower, ir_opcode code, ir_scalar out, int n,
     ir_val *const *in) {
  ir_maker make = {make_op, make_conversion, make_bits, lower, .late = false};
  int law;
  ir_val *v = code == IR_OP_CONVERT ? fold_convert(lower, in[0], out) : NULL;
  if (!v)
    v = ir_simplify(&make, code, out, n, in, &law);
  return v || n != 2 ? v : fold_compare(lower, code, in[0], in[1]);
}

ir_val *
rec_lower_refold(rec_lower *lower, ir_op *op) {
  if (!ir_is_scalar_op(op->code) || op->code == IR_OP_CONST)
    return NULL;
  ir_builder saved = lower->b;
  lower->b = ir_before(op);
  lower->no_share = true;
  ir_val *v =
      fold(lower, op->code, op->outs.at[0]->type.elem, op->ins.n, op->ins.at);
  lower->no_share = false;
  lower->b = saved;
  return v;
}

// -- Ops --------------------------------------------------------------------

ir_opcode
rec_lower_opcode(lt_op op) {
  switch (op) {
  case LT_ADD:
    return IR_OP_ADD;
  case LT_SUB:
    return IR_OP_SUB;
  case LT_MUL:
    return IR_OP_MUL;
  case LT_DIV:
    return IR_OP_DIV;
  case LT_REM:
    return IR_OP_REM;
  case LT_SHL:
    return IR_OP_SHL;
  case LT_SHR:
    return IR_OP_SHR;
  case LT_AND:
  case LT_LAND:
    return IR_OP_AND;
  case LT_OR:
  case LT_LOR:
    return IR_OP_OR;
  case LT_XOR:
    return IR_OP_XOR;
  case LT_EQ:
    return IR_OP_EQ;
  case LT_NE:
    return IR_OP_NE;
  case LT_LT:
    return IR_OP_LT;
  case LT_LE:
    return IR_OP_LE;
  case LT_GT:
    return IR_OP_GT;
  case LT_GE:
    return IR_OP_GE;
  case LT_NEG:
  case LT_BITNOT:
  case LT_NOT:
  case LT_PLUS:
  case LT_FROM_HALF:
  case LT_TO_HALF:
    break;
  }
  return IR_OP_ADD;
}

ir_val *
rec_lower_op1(rec_lower *lower, ir_opcode code, ir_val *x) {
  ir_val *v = fold(lower, code, x->type.elem, 1, &x);
  return v ? v : emit(lower, code, x->type.elem, 0, 1, &x);
}

ir_val *
rec_lower_op2(rec_lower *lower, ir_opcode code, ir_val *x, ir_val *y) {
  bool compares = ir_op_table[code].cls == IR_CLASS_CMP;
  ir_scalar out = compares ? IR_BOOL : x->type.elem;
  ir_val *in[2] = {x, y};
  ir_val *v = fold(lower, code, out, 2, in);
  return v ? v : emit(lower, code, out, 0, 2, in);
}

ir_val *
rec_lower_op3(rec_lower *lower, ir_opcode code, ir_val *x, ir_val *y,
              ir_val *z) {
  ir_scalar out = y->type.elem;
  ir_val *in[3] = {x, y, z};
  ir_val *v = fold(lower, code, out, 3, in);
  return v ? v : emit(lower, code, out, 0, 3, in);
}

ir_val *
rec_lower_convert(rec_lower *lower, ir_val *x, ir_scalar to) {
  if (x->type.elem == to)
    return x;
  ir_val *v = fold(lower, IR_OP_CONVERT, to, 1, &x);
  return v ? v : emit(lower, IR_OP_CONVERT, to, 0, 1, &x);
}

ir_val *
rec_lower_same_bits(rec_lower *lower, ir_val *v, ir_scalar to) {
  ir_scalar from = v->type.elem;
  if (ir_is_float(from) == ir_is_float(to) || ir_size(from) != ir_size(to))
    return rec_lower_convert(lower, v, to);
  return ir_build_bitcast(&lower->b, v, to);
}

ir_val *
rec_lower_narrow(rec_lower *lower, ir_val *v, const lt_field *bits) {
  ir_scalar t = v->type.elem;
  int lost = 8 * ir_size(t) - bits->width;
  if (t == IR_BOOL || lost <= 0)
    return v;
  ir_val *n = rec_lower_int(lower, t, lost);
  return rec_lower_op2(lower, IR_OP_SHR, rec_lower_op2(lower, IR_OP_SHL, v, n),
                       n);
}

// Element "i", a constant, of an array made in the region, as it was stored;
// NULL when that is not known.
static ir_val *
stored_element(ir_val *array, const ir_val *i) {
  int64_t at, k;
  if (!rec_lower_is_int(i, &at))
    return NULL;
  const ir_op *def = array->def, *found = NULL;
  while (def && def->code == IR_OP_UPDATE &&
         rec_lower_is_int(def->ins.at[1], &k)) {
    if (!found && k == at)
      found = def;
    def = def->ins.at[0]->def;
  }
  return found && def && def->code == IR_OP_ALLOC ? found->ins.at[2] : NULL;
}

ir_val *
rec_lower_index(rec_lower *lower, ir_val *array, ir_val *i) {
  ir_val *stored = lower->every_read ? NULL : stored_element(array, i);
  if (stored)
    return stored;
  bool was = lower->no_share;
  lower->no_share |= lower->every_read;
  ir_val *v =
      emit(lower, IR_OP_INDEX, array->type.elem, 0, 2, (ir_val *[]){array, i});
  lower->no_share = was;
  return v;
}

ir_val *
rec_lower_truth(rec_lower *lower, ir_val *x) {
  if (x->type.elem == IR_BOOL)
    return x;
  const ir_op *op = match(x, IR_OP_CONVERT);
  if (op && op->ins.at[0]->type.elem == IR_BOOL)
    return op->ins.at[0];
  return rec_lower_op2(lower, IR_OP_NE, x, rec_lower_zero(lower, x->type.elem));
}

// -- Widening -----------------------------------------------------------------

static ir_val *widen(rec_lower *lower, ir_val *v, int depth);

// "op" of a narrower type computed in i64; NULL when that may differ.
static ir_val *
widen_op(rec_lower *lower, const ir_op *op, int depth) {
  ir_scalar t = op->outs.at[0]->type.elem;
  int64_t c;
  bool same = t == IR_U64 || (ir_is_signed(t) && !lower->src->wrapv);
  if (!same)
    return NULL;
  if (op->code == IR_OP_NEG && ir_is_signed(t))
    return rec_lower_op1(lower, IR_OP_NEG, widen(lower, op->ins.at[0], depth));
  if (op->code == IR_OP_SHL && rec_lower_is_int(op->ins.at[1], &c) && c >= 0 &&
      c < 8 * ir_size(t) - 1)
    return rec_lower_op2(lower, IR_OP_MUL, widen(lower, op->ins.at[0], depth),
                         rec_lower_int(lower, IR_I64, (int64_t)1 << c));
  if (op->code != IR_OP_ADD && op->code != IR_OP_SUB && op->code != IR_OP_MUL)
    return NULL;
  ir_val *x = widen(lower, op->ins.at[0], depth);
  ir_val *y = widen(lower, op->ins.at[1], depth);
  return rec_lower_op2(lower, op->code, x, y);
}

// rec_lower_widen, down to "depth" more ops.
static ir_val *
widen(rec_lower *lower, ir_val *v, int depth) {
  ir_scalar t = v->type.elem;
  ir_val *known = map_get(lower->exact, v);
  if (t == IR_I64)
    return v;
  if (known)
    return known;
  const ir_op *op = v->def;
  if (op && op->code == IR_OP_CONVERT && depth > 0) {
    ir_scalar from = op->ins.at[0]->type.elem;
    bool mod64 = t == IR_U64 && ir_is_int(from) && ir_size(from) == 8;
    mod64 |= t == IR_U64 && ir_is_signed(from);
    if (from != IR_BOOL && ir_is_int(t) && (ir_holds(t, from) || mod64))
      return widen(lower, op->ins.at[0], depth - 1);
  }
  ir_val *wide = op && depth > 0 ? widen_op(lower, op, depth - 1) : NULL;
  return wide ? wide : rec_lower_convert(lower, v, IR_I64);
}

ir_val *
rec_lower_widen(rec_lower *lower, ir_val *v) {
  return widen(lower, v, WIDEN_DEPTH);
}
