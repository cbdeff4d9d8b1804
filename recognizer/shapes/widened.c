// recognizer/shapes/widened.c: carried integers of which the type is too
// narrow, or too wide, for folds within bounds, as integers that fit.
//
//   short s;  s = c ? x + 1 : max(s, y);
//   => %fits = loop { %v = select %c, %x + 1, max %s, %y      i32
//        %ok1 = and %ok, eq %v, convert (i16) %v }
//      if %fits { loop { %v = ... } }                         i32
//      else { the loop as it is }
//
// C cuts sums of narrow integers off, which no bound says (clamp.c). Where none
// is cut off, they are sums of i32. Bounds of 64 bits leave no room for the
// sums of many iterations; where they are small, they do. Both are asked by a
// loop in front. What is cut off, or large, is left to the loop as it is.
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/folds.h"

// The magnitude of what is small: sums of two are bounds that clamp.c takes.
static const int64_t small = INT64_C(1) << 30;

typedef struct widening {
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;
  ir_scalar type; // that the scalar has
  map *needs;     // what follows from it: itself
  map *bounded;   // of numbers of 64 bits: what stands for them
  ir_vals checks; // bools of the body: each holds in all iterations that fit
} widening;

// -- Checks -------------------------------------------------------------------
// Adds bool "c", a value of region "r" of the body, which iterations that do
// not get there need not fulfil.
static void
add_check(widening *w, ir_val *c, ir_region *r) {
  while (r != w->l.body) {
    ir_op *op = r->parent_op;
    ir_region *other = op->regions[r == op->regions[0]];
    ir_builder b = ir_before(other->last);
    ir_add_in(r->last, c);
    ir_add_in(other->last, ir_build_int(&b, IR_BOOL, 1));
    c = ir_add_out(op, ir_ty(IR_BOOL), "fits");
    r = op->parent;
  }
  vec_push(w->a, &w->checks, c);
}

// -- Narrow integers ------------------------------------------------------
// True for integers of less than 32 bits.
static bool
is_narrow(ir_scalar s) {
  return ir_is_int(s) && s != IR_BOOL && ir_size(s) < 4;
}

// The i32 that "cut", a conversion of it to a narrow type, keeps in all
// iterations that fit.
static ir_val *
uncut(widening *w, ir_op *cut) {
  ir_val *x = cut->ins.at[0];
  ir_builder b = ir_before(cut);
  ir_val *v = ir_build_convert(&b, x, cut->outs.at[0]->type.elem);
  v = ir_build_convert(&b, v, IR_I32);
  add_check(w, ir_build2(&b, IR_OP_EQ, v, x), cut->parent);
  return x;
}

// True when "op" converts an i32 to a narrow type.
static bool
cuts(const ir_op *op) {
  return op && op->code == IR_OP_CONVERT &&
         op->ins.at[0]->type.elem == IR_I32 &&
         is_narrow(op->outs.at[0]->type.elem);
}

// Lets operand "i" of "op", a narrow integer, be an i32.
static void
widen_operand(widening *w, ir_op *op, int i) {
  ir_val *v = op->ins.at[i];
  ir_builder b = ir_before(op);
  if (cuts(v->def) && !ir_is_outside(v, w->l.body))
    op->ins.at[i] = uncut(w, v->def);
  else if (v->type.elem != IR_I32)
    op->ins.at[i] = ir_build_convert(&b, v, IR_I32);
}

// Lets operand "i" of "op" be of type "s".
static void
convert_operand(ir_op *op, int i, ir_scalar s) {
  ir_builder b = ir_before(op);
  if (op->ins.at[i]->type.elem != s)
    op->ins.at[i] = ir_build_convert(&b, op->ins.at[i], s);
}

// Lets "op", a conversion of an i32, or of one that was cut, keep that.
static void
drop_convert(widening *w, ir_op *op) {
  ir_val *x = op->ins.at[0], *v = op->outs.at[0];
  if (cuts(op))
    uncut(w, op);
  else if (cuts(x->def))
    x = uncut(w, x->def);
  ir_replace_uses(w->f, v, x);
  ir_remove(op);
}

static bool widen_region(widening *w, ir_region *r);

// Widens the results of if "op" that follow from the scalar.
static bool
widen_if(widening *w, ir_op *op) {
  if (!widen_region(w, op->regions[0]) || !widen_region(w, op->regions[1]))
    return false;
  for (int k = 0; k < op->outs.n; k++) {
    ir_val *v = op->outs.at[k];
    if (v->type.array || !is_narrow(v->type.elem) || !map_has(w->needs, v))
      continue;
    widen_operand(w, op->regions[0]->last, k);
    widen_operand(w, op->regions[1]->last, k);
    v->type.elem = IR_I32;
  }
  return true;
}

// Widens "op" where it uses what follows from the scalar; false: not known how.
static bool
widen_op(widening *w, ir_op *op) {
  bool used = false;
  for (int i = 0; i < op->ins.n; i++)
    used |= map_has(w->needs, op->ins.at[i]);
  ir_val *v = op->outs.n ? op->outs.at[0] : NULL;
  bool narrow = v && !v->type.array && is_narrow(v->type.elem);
  if (op->code == IR_OP_IF)
    return widen_if(w, op);
  for (int k = 0; k < op->outs.n && op->n_regions; k++)
    if (map_has(w->needs, op->outs.at[k]))
      return false;
  const ir_op *from = op->code == IR_OP_CONVERT ? op->ins.at[0]->def : NULL;
  bool keeps = v && v->type.elem == IR_I32 && cuts(from) &&
               !ir_is_outside(op->ins.at[0], w->l.body);
  keeps |= used && op->code == IR_OP_CONVERT &&
           op->ins.at[0]->type.elem == IR_I32 &&
           (narrow || v->type.elem == IR_I32);
  if (keeps)
    drop_convert(w, op);
  if (keeps || op->code == IR_OP_YIELD || !used)
    return true;
  if (op->code == IR_OP_UPDATE) {
    convert_operand(op, 2, v->type.elem);
    return true;
  }
  bool compares = ir_op_table[op->code].cls == IR_CLASS_CMP;
  if (op->code == IR_OP_SELECT && narrow) {
    widen_operand(w, op, 1);
    widen_operand(w, op, 2);
    v->type.elem = IR_I32;
    return true;
  }
  for (int i = 0; i < op->ins.n && compares; i++)
    if (is_narrow(op->ins.at[i]->type.elem))
      widen_operand(w, op, i);
  return ir_is_scalar_op(op->code) && !narrow;
}

// Widens the ops of "r".
static bool
widen_region(widening *w, ir_region *r) {
  ir_foreach_op_safe (op, r)
    if (!widen_op(w, op))
      return false;
  return true;
}

// Lets the loop carry its narrow scalar as an i32.
static bool
widen(widening *w) {
  ir_op *op = w->l.op, *yield = w->l.body->last;
  int k = w->k;
  ir_builder after = ir_before(op->next);
  convert_operand(op, op->n_dims + k, IR_I32);
  w->l.carried[k]->type.elem = IR_I32;
  if (!widen_region(w, w->l.body))
    return false;
  for (int j = 0; j < op->outs.n; j++)
    if (!op->outs.at[j]->type.array)
      convert_operand(yield, j, w->l.carried[j]->type.elem);
  ir_val *out = op->outs.at[k];
  out->type.elem = IR_I32;
  ir_val *cut = ir_build_convert(&after, out, w->type);
  ir_replace_uses(w->f, out, cut);
  cut->def->ins.at[0] = out;
  return true;
}

// -- Numbers of 64 bits ---------------------------------------------------
// "v" where it is small, else the bound that it is beyond.
static ir_val *
build_clamped(ir_builder *b, ir_val *v) {
  ir_val *in = ir_build2(b, IR_OP_MAX, v, ir_build_int(b, IR_I64, -small));
  return ir_build2(b, IR_OP_MIN, in, ir_build_int(b, IR_I64, small));
}

// "v", which the scalar is compared or combined with, where it is small.
static ir_val *
build_bounded(widening *w, ir_val *v) {
  an_range x = an_range_of(v);
  if (v->type.elem != IR_I64 || map_has(w->needs, v) ||
      (x.lo >= -small && x.hi <= small))
    return v;
  if (!map_has(w->bounded, v)) {
    ir_region *r = ir_is_outside(v, w->l.body) ? w->l.body : ir_home_of(v);
    ir_builder b = ir_behind(v, r);
    ir_val *in = build_clamped(&b, v);
    map_put(w->bounded, v, in);
    add_check(w, ir_build2(&b, IR_OP_EQ, in, v), r);
  }
  return map_get(w->bounded, v);
}

// Bounds what "op" makes that of which follows from the scalar.
static void
bound_op(widening *w, ir_op *op) {
  bool used = op->outs.n && map_has(w->needs, op->outs.at[0]);
  for (int k = 0; k < op->outs.n && op->code == IR_OP_IF; k++)
    for (int r = 0; r < 2 && map_has(w->needs, op->outs.at[k]); r++) {
      ir_op *yield = op->regions[r]->last;
      yield->ins.at[k] = build_bounded(w, yield->ins.at[k]);
    }
  bool combines = op->code == IR_OP_ADD || op->code == IR_OP_SUB ||
                  op->code == IR_OP_MIN || op->code == IR_OP_MAX ||
                  op->code == IR_OP_SELECT ||
                  ir_op_table[op->code].cls == IR_CLASS_CMP;
  for (int i = 0; i < op->ins.n && used && combines; i++)
    op->ins.at[i] = build_bounded(w, op->ins.at[i]);
}

// Does so with the ops of "r".
static void
bound_region(widening *w, ir_region *r) {
  ir_foreach_op_safe (op, r) {
    for (int k = 0; k < op->n_regions && op->code == IR_OP_IF; k++)
      bound_region(w, op->regions[k]);
    bound_op(w, op);
  }
}

// -- Loops --------------------------------------------------------------------
// ir_walk_fn: stops at an op that compares what is in the set "user".
static bool
compares_none(void *user, ir_op *op) {
  bool compares = ir_op_table[op->code].cls == IR_CLASS_CMP ||
                  op->code == IR_OP_MIN || op->code == IR_OP_MAX;
  return !compares || !map_has(user, op->outs.at[0]);
}

// Adds "v" to "out", and all of "needs" that it is made of.
static void
add_makers(const map *needs, ir_val *v, map *out) {
  if (!map_has(needs, v) || map_has(out, v))
    return;
  map_put(out, v, v);
  for (int i = 0; v->def && i < v->def->ins.n; i++)
    add_makers(needs, v->def->ins.at[i], out);
  for (int r = 0; v->def && r < v->def->n_regions; r++)
    add_makers(needs, v->def->regions[r]->last->ins.at[v->index], out);
}

// ir_walk_fn: stops at an op that adds to, or subtracts from, what is in the
// set "user".
static bool
adds_none(void *user, ir_op *op) {
  bool adds = op->code == IR_OP_ADD || op->code == IR_OP_SUB;
  return !adds || !map_has(user, op->outs.at[0]);
}

// True when carried value "k" of the loop is such an integer, which something
// bounds; one of 64 bits that is only the best of others needs no room.
static bool
match(widening *w, int k) {
  const ir_val *v = w->l.carried[k];
  w->k = k;
  w->type = v->type.elem;
  if (v->type.array || w->l.yields[k] == v ||
      (!is_narrow(w->type) && w->type != IR_I64))
    return false;
  w->needs = rec_find_needs(w->a, &w->l, k);
  if (w->type == IR_I64) { // what else follows from it is no concern of its
    map *own = map_new(w->a);
    add_makers(w->needs, w->l.yields[k], own);
    w->needs = own;
    if (ir_walk(w->l.body, adds_none, own))
      return false;
  }
  return !ir_walk(w->l.body, compares_none, w->needs);
}

// Lets loop "op" carry elements that move with it, and integers that fit.
// False: there are none, or it does something else with them. *starts: whether
// those that it starts with are small.
static bool
widen_all(loft_cx *cx, widening *w, ir_op *op, ir_val **starts) {
  rec_move_elements(cx, w->f, op);
  ir_builder before = ir_before(op);
  *starts = ir_build_int(&before, IR_BOOL, 1);
  for (int k = 0; k < op->outs.n; k++) {
    ir_match_loop(op, &w->l);
    if (!match(w, k))
      continue;
    if (w->type != IR_I64) {
      if (!widen(w))
        return false;
      continue;
    }
    w->bounded = map_new(w->a);
    bound_region(w, w->l.body);
    ir_val **init = &op->ins.at[op->n_dims + k], *v = *init;
    ir_val *in = build_clamped(&before, v);
    *starts = ir_build2(&before, IR_OP_AND, *starts,
                        ir_build2(&before, IR_OP_EQ, in, v));
    *init = in;
  }
  ir_match_loop(op, &w->l);
  return w->checks.n > 0;
}

ir_op *
rec_build_fits(loft_cx *cx, ir_func *f, ir_op *op, ir_val **hold) {
  widening w = {.a = cx->arena, .f = f};
  ir_builder b = ir_before(op);
  ir_op *ask = ir_clone_op(&b, op, map_new(w.a));
  ir_val *starts;
  if (!widen_all(cx, &w, ask, &starts))
    return NULL;
  ir_op *yield = w.l.body->last;
  ir_val *fits = ir_add_carried(ask, starts, "fits", "fits");
  b = ir_before(yield);
  ir_val *all = w.checks.at[0];
  for (int i = 1; i < w.checks.n; i++)
    all = ir_build2(&b, IR_OP_AND, all, w.checks.at[i]);
  ir_add_in(yield, ir_build2(&b, IR_OP_AND, fits, all));
  *hold = vec_last(&ask->outs);
  rec_keep_result(f, ask, ask->outs.n - 1);
  return ask;
}

bool
rec_widen(loft_cx *cx, ir_func *f, ir_op *op) {
  widening w = {.a = cx->arena, .f = f};
  ir_val *starts;
  if (!widen_all(cx, &w, op, &starts))
    return false;
  rec_remove_unused(w.l.body);
  return true;
}
