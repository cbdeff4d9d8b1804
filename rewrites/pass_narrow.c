// rewrites/pass_narrow.c: extremes of converted integers fold what is
// converted.
//
//   s = reduce (i < n) [min a] {   =>  t = reduce (i < n) [min c] { x[i] }
//     (T)x[i] }                        s = n > 0 ? min(a, (T)t) : a
//
// For CPUs, whose vectors hold more of the narrower type: above all what looks
// for the range of an index array, as subscripts of 64 bits, before a region
// runs. One-shot: what is left converts nothing.
#include "rewrites/rw_private.h"

bool pass_narrow(loft_cx *cx, ir_func *f, rw_options *o);

// What "v", an integer, is converted from where that is narrower and every
// value of it is kept; or NULL.
static ir_val *
find_narrow(const ir_val *v) {
  const ir_op *op = v->def;
  ir_scalar to = v->type.elem;
  if (!op || op->code != IR_OP_CONVERT || !ir_is_int(to))
    return NULL;
  ir_scalar from = op->ins.at[0]->type.elem;
  bool is_kept =
      ir_is_int(from) && ir_width(from) < ir_width(to) && ir_holds(to, from);
  return is_kept ? op->ins.at[0] : NULL;
}

// Whether "m" has an iteration, at "b".
static ir_val *
build_some(ir_builder *b, const ir_soac *m) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *all = NULL;
  for (int d = 0; d < m->n_dims; d++) {
    ir_val *some = ir_build2(b, IR_OP_GT, m->extents[d], zero);
    all = all ? ir_build2(b, IR_OP_AND, all, some) : some;
  }
  return all;
}

// Lets the last fold of "m" be that of "x", instead of fold "k", which converts
// it.
static void
narrow_fold(ir_func *f, const ir_soac *m, int k, ir_val *x) {
  ir_op *op = m->op;
  ir_val *result = m->results[k], *init = m->inits[k];
  ir_opcode code = op->red_ops[k];
  ir_scalar narrow = x->type.elem;
  ir_builder before = ir_before(op), behind = ir_before(op->next);
  ir_add_in(op, ir_build_bits(&before, narrow, ir_red_identity(code, narrow)));
  ir_add_in(m->body->last, x);
  ir_val *v = ir_add_out(op, ir_ty(narrow), result->name);
  rw_add_code(op, code);
  rw_drop_red(op, k);
  v = ir_build_convert(&behind, v, result->type.elem);
  ir_bits start;
  if (!ir_match_bits(init, &start) ||
      start != ir_red_identity(code, result->type.elem))
    v = ir_build2(&behind, code, v, init);
  v = ir_build3(&behind, IR_OP_SELECT, build_some(&behind, m), v, init);
  ir_replace_uses(f, result, v);
}

// reduce (i < n) [min a] {(T)x} => n > 0 ? min(a, (T)reduce [min c] {x}) : a
// when: min or max of integers; T holds all values of x's type, of which c is
//       the greatest (max: the least); nothing is written; not mapped to a
//       level yet.
// why:  twice as many elements in a vector, and no conversions: the range of
//       1M keys of 32 bits, in the L2 cache, takes half the time (Zen 4).
// src:  folklore
static bool
try_narrow(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  ir_soac m;
  bool changed = false;
  (void)cx;
  if (op->code != IR_OP_REDUCE || op->level != IR_LEVEL_NONE)
    return false;
  for (int k = 0, left = op->n_red; left > 0; left--) {
    if (!ir_match_soac(op, &m) || m.n_dests)
      return changed;
    ir_opcode code = op->red_ops[k];
    ir_val *x = code == IR_OP_MIN || code == IR_OP_MAX
                    ? find_narrow(m.values[k])
                    : NULL;
    if (!x || !rw_fired(o, RW_RULE_narrow)) {
      k++;
      continue;
    }
    narrow_fold(f, &m, k, x);
    changed = true;
  }
  return changed;
}

bool
pass_narrow(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_narrow);
}
