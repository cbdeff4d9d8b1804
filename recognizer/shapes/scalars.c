// recognizer/shapes/scalars.c: induction variables and last values.
//
//   loop (%i < %n) (%x = %x0) { ... yield %x + %c }
// with invariant c becomes x = x0 + i*c inside and x0 + max(n,0)*c after it, in
// the variable's own type (both are the same modulo 2^width). Where the ways
// through an iteration part, each adds the same constant, or an invariant
// condition chooses between two. A carried value nobody reads before it is
// assigned, and which follows from the index alone, is recomputed after the
// loop. What lags behind the index (j = n - 1; ... j = i) is what the iteration
// before would make it. Inner loops first, so that the values after them can be
// steps of outer ones.
#include "recognizer/shapes/scalars.h"

// -- Wider uses -----------------------------------------------------------
// A value, and the i64 that it is made of.
typedef struct narrowed {
  ir_func *f;
  const ir_val *v;
  ir_val *wide;
} narrowed;

// ir_walk_fn: replaces the result of "op" if that converts the value to i64.
static bool
widen(void *user, ir_op *op) {
  const narrowed *x = user;
  if (op->code == IR_OP_CONVERT && op->ins.at[0] == x->v &&
      op->outs.at[0]->type.elem == IR_I64)
    ir_replace_uses(x->f, op->outs.at[0], x->wide);
  return true;
}

void
rec_widen_uses(ir_func *f, ir_region *r, const ir_val *v, ir_val *wide) {
  ir_walk(r, widen, &(narrowed){f, v, wide});
}

// -- Induction variables --------------------------------------------------
typedef struct step {
  ir_val *val;
  bool minus;
  bool chooses; // "val" is a condition: step "on" where it holds, else "off"
  int64_t on, off;
} step;

typedef struct induction {
  const ir_loop *l;
  ir_val *param;
  VEC(step) steps;
} induction;

// True when integers of type "s" hold at least the bits of the variable.
static bool
is_wide(const induction *ind, ir_scalar s) {
  return ir_is_int(s) && ir_size(s) >= ir_size(ind->param->type.elem);
}

// Conditions known on a way through an iteration, with their values.
enum { MAX_FACTS = 8, MAX_VISITS = 200 };
typedef struct way {
  const ir_val *conds[MAX_FACTS];
  bool holds[MAX_FACTS];
  int n, n_visits;
  rec_knows_fn *knows; // others, or NULL
  void *user;
} way;

// "cond" without negations; flips *holds for each.
static const ir_val *
strip_not(const ir_val *cond, bool *holds) {
  while (cond->def && cond->def->code == IR_OP_NOT) {
    cond = cond->def->ins.at[0];
    *holds = !*holds;
  }
  return cond;
}

static bool constant_sum(const induction *ind, ir_val *v, way *w, int64_t *sum);

// constant_sum of side "holds" of the op that makes "v", with its condition.
static bool
side_sum(const induction *ind, const ir_val *v, bool holds, way *w,
         int64_t *sum) {
  const ir_op *op = v->def;
  bool is = holds;
  if (w->n == MAX_FACTS)
    return false;
  w->conds[w->n] = strip_not(op->ins.at[0], &is);
  w->holds[w->n++] = is;
  bool ok = constant_sum(ind, an_side_of(op, v, holds), w, sum);
  w->n--;
  return ok;
}

// The same where both sides are one, or the condition is known on the way or
// to the caller.
static bool
both_sums(const induction *ind, const ir_val *v, way *w, int64_t *sum) {
  int64_t off;
  bool holds = true;
  const ir_val *cond = strip_not(v->def->ins.at[0], &holds);
  for (int i = 0; i < w->n; i++)
    if (w->conds[i] == cond)
      return constant_sum(ind, an_side_of(v->def, v, w->holds[i] == holds), w,
                          sum);
  if (w->knows && w->knows(w->user, v->def->ins.at[0], &holds))
    return constant_sum(ind, an_side_of(v->def, v, holds), w, sum);
  return side_sum(ind, v, true, w, sum) && side_sum(ind, v, false, w, &off) &&
         *sum == off;
}

// True when "v" is the variable plus *sum, modulo its width, on way "w".
static bool
constant_sum(const induction *ind, ir_val *v, way *w, int64_t *sum) {
  int64_t k;
  *sum = 0;
  if (v == ind->param)
    return true;
  ir_op *op = v->def;
  if (!op || !is_wide(ind, v->type.elem) || w->n_visits++ > MAX_VISITS)
    return false;
  if (op->code == IR_OP_SELECT || op->code == IR_OP_IF)
    return both_sums(ind, v, w, sum);
  if (op->code == IR_OP_CONVERT)
    return constant_sum(ind, op->ins.at[0], w, sum);
  bool adds = op->code == IR_OP_ADD, takes = op->code == IR_OP_SUB;
  int at = adds && ir_match_int(op->ins.at[0], &k) ? 1 : 0;
  if ((!adds && !takes) || !ir_match_int(op->ins.at[1 - at], &k) ||
      !constant_sum(ind, op->ins.at[at], w, sum))
    return false;
  *sum = (int64_t)((uint64_t)*sum + (adds ? (uint64_t)k : -(uint64_t)k));
  return true;
}

bool
rec_constant_step(const ir_loop *l, int k, rec_knows_fn *knows, void *user,
                  int64_t *step) {
  induction ind = {.l = l, .param = l->carried[k]};
  way w = {.knows = knows, .user = user};
  return constant_sum(&ind, l->yields[k], &w, step);
}

// True when "v", which an if or select op gives, is the variable plus a
// constant, or plus one of two by an invariant condition.
static bool
match_sides(induction *ind, ir_val *v) {
  arena *a = v->def->parent->func->module->arena;
  way w = {0};
  step s = {.val = v->def->ins.at[0], .chooses = true};
  if (constant_sum(ind, v, &w, &s.on))
    s.val = NULL;
  else if (!an_is_invariant(s.val, ind->l->body) ||
           !side_sum(ind, v, true, &w, &s.on) ||
           !side_sum(ind, v, false, &w, &s.off))
    return false;
  vec_push(a, &ind->steps, s);
  return true;
}

// True when "v" is the variable plus invariants, modulo its width.
static bool
match_steps(induction *ind, ir_val *v) {
  arena *a = v->def ? v->def->parent->func->module->arena : NULL;
  if (v == ind->param)
    return true;
  if (!v->def || !is_wide(ind, v->type.elem))
    return false;
  ir_op *op = v->def;
  if (op->code == IR_OP_CONVERT)
    return is_wide(ind, op->ins.at[0]->type.elem) &&
           match_steps(ind, op->ins.at[0]);
  if (op->code == IR_OP_SELECT || op->code == IR_OP_IF)
    return match_sides(ind, v);
  if (op->code != IR_OP_ADD && op->code != IR_OP_SUB)
    return false;
  bool swap =
      op->code == IR_OP_ADD && an_is_invariant(op->ins.at[0], ind->l->body);
  ir_val *c = op->ins.at[!swap];
  if (!an_is_invariant(c, ind->l->body))
    return false;
  vec_push(a, &ind->steps, ((step){.val = c, .minus = op->code == IR_OP_SUB}));
  return match_steps(ind, op->ins.at[swap]);
}

ir_scalar
rec_compute_type(ir_scalar s) {
  return ir_size(s) < 4 ? IR_I32 : s;
}

// Step "s" before the loop, in type "t".
static ir_val *
build_one_step(ir_builder *b, const induction *ind, const step *s,
               ir_scalar t) {
  ir_val *v = s->val ? an_copy_invariant(b, s->val, ind->l->body) : NULL;
  if (!s->chooses)
    return ir_build_convert(b, v, t);
  ir_val *on = ir_build_int(b, t, s->on);
  return v ? ir_build3(b, IR_OP_SELECT, v, on, ir_build_int(b, t, s->off)) : on;
}

// The sum of the steps before the loop, in type "t".
static ir_val *
build_step(ir_builder *b, const induction *ind, ir_scalar t) {
  ir_val *sum = NULL;
  for (int i = 0; i < ind->steps.n; i++) {
    step s = ind->steps.at[i];
    ir_val *c = build_one_step(b, ind, &s, t);
    if (sum)
      sum = ir_build2(b, s.minus ? IR_OP_SUB : IR_OP_ADD, sum, c);
    else
      sum = s.minus ? ir_build1(b, IR_OP_NEG, c) : c;
  }
  return sum;
}

// init + n * c in type "t", converted to the variable's type.
static ir_val *
build_closed(ir_builder *b, ir_val *init, ir_val *n, ir_val *c, ir_scalar t) {
  int64_t k;
  ir_val *x = ir_build_convert(b, n, t);
  if (!ir_match_int(c, &k) || k != 1)
    x = ir_build2(b, IR_OP_MUL, x, c);
  if (!ir_match_int(init, &k) || k != 0)
    x = ir_build2(b, IR_OP_ADD, ir_build_convert(b, init, t), x);
  return ir_build_convert(b, x, init->type.elem);
}

// max(extent, 0) behind the loop.
static ir_val *
build_trips(ir_builder *b, const ir_loop *l) {
  int64_t n;
  if (ir_match_int(l->extent, &n) && n >= 0)
    return l->extent;
  return ir_build2(b, IR_OP_MAX, l->extent, ir_build_int(b, IR_I64, 0));
}

// A cursor behind "op".
static ir_builder
behind(ir_op *op) {
  ir_builder b = ir_before(op->next);
  b.loc = op->loc;
  return b;
}

// Carried value "k" in closed form, if it is an induction variable.
static bool
close_induction(ir_func *f, ir_op *op, int k) {
  ir_loop l;
  ir_match_loop(op, &l);
  induction ind = {.l = &l, .param = l.carried[k]};
  ir_scalar t = rec_compute_type(ind.param->type.elem);
  if (!ir_is_int(ind.param->type.elem) || l.yields[k] == ind.param ||
      !match_steps(&ind, l.yields[k]))
    return false;
  if (!ind.steps.n) { // converted to and fro
    ir_replace_uses(f, ind.param, l.inits[k]);
    ir_replace_uses(f, l.outs[k], l.inits[k]);
    ir_drop_result(op, k);
    return true;
  }
  ir_builder before = ir_before(op), in = ir_before(l.body->first);
  ir_val *c = build_step(&before, &ind, t);
  ir_val *x = build_closed(&in, l.inits[k], l.i, c, t);
  x->name = ind.param->name;
  ir_replace_uses(f, ind.param, x);
  if (op->has_while)
    return true;
  ir_builder after = behind(op);
  ir_val *n = build_trips(&after, &l);
  ir_val *last = build_closed(&after, l.inits[k], n, c, t);
  ir_replace_uses(f, l.outs[k], last);
  ir_drop_result(op, k);
  return true;
}

void
rec_close_inside(ir_func *f, ir_op *op) {
  ir_loop l;
  ir_match_loop(op, &l);
  for (int k = op->has_while; k < op->outs.n; k++) {
    induction ind = {.l = &l, .param = l.carried[k]};
    ir_scalar s = ind.param->type.elem, t = rec_compute_type(s);
    if (ind.param->type.array || !ir_is_int(s) ||
        !match_steps(&ind, l.yields[k]) || !ind.steps.n)
      continue;
    ir_builder before = ir_before(op), in = ir_before(l.body->first),
               end = ir_before(l.body->last);
    ir_val *c = build_step(&before, &ind, t);
    ir_replace_uses(f, ind.param, build_closed(&in, l.inits[k], l.i, c, t));
    ir_val *next =
        ir_build2(&end, IR_OP_ADD, ir_build_convert(&end, ind.param, t), c);
    l.body->last->ins.at[k] = ir_build_convert(&end, next, s);
  }
  rec_remove_unused(l.body);
}

// "v" at iteration "last", computed there alone, else "init".
static ir_val *
build_loaded(ir_builder *b, ir_val *v, const ir_region *body, ir_val *last,
             ir_val *some, ir_val *init) {
  ir_builder yes, no;
  ir_build_if(b, some, &yes, &no);
  ir_val *then = an_recompute(&yes, v, body, last);
  return ir_end_if(&yes, then, &no, init, v->name);
}

ir_val *
rec_value_before(ir_builder *b, const ir_loop *l, int k, ir_val *at) {
  ir_val *y = l->yields[k], *init = l->inits[k];
  induction ind = {.l = l, .param = l->carried[k]};
  ir_scalar s = ind.param->type.elem, t = rec_compute_type(s);
  if (y == ind.param)
    return init;
  if (ir_is_int(s) && match_steps(&ind, y) && ind.steps.n) {
    ir_builder before = ir_before(l->op);
    return build_closed(b, init, at, build_step(&before, &ind, t), t);
  }
  bool simple = an_is_recomputable(y, l->body);
  if (!simple && !an_in_slice(y, l->body, true, true))
    return NULL;
  ir_val *last = ir_build2(b, IR_OP_SUB, at, ir_build_int(b, IR_I64, 1));
  ir_val *some = ir_build2(b, IR_OP_GE, last, ir_build_int(b, IR_I64, 0));
  if (!simple)
    return build_loaded(b, y, l->body, last, some, init);
  ir_val *v = an_recompute(b, y, l->body, last);
  return ir_build3(b, IR_OP_SELECT, some, v, init);
}

// -- Last values ----------------------------------------------------------
// True when "v" has uses in "f".
static bool
is_used(ir_func *f, ir_val *v) {
  ir_count_uses(f);
  return v->n_uses > 0;
}

// Carried value "k" recomputed behind the loop, if the index alone decides it.
static bool
close_last(ir_func *f, ir_op *op, int k) {
  ir_loop l;
  ir_match_loop(op, &l);
  if (op->has_while || l.carried[k]->type.array ||
      !an_is_recomputable(l.yields[k], l.body) || is_used(f, l.carried[k]))
    return false;
  ir_builder b = behind(op);
  ir_val *one = ir_build_int(&b, IR_I64, 1),
         *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *at = ir_build2(&b, IR_OP_SUB, l.extent, one);
  ir_val *some = ir_build2(&b, IR_OP_GT, l.extent, zero);
  ir_val *v = an_recompute(&b, l.yields[k], l.body, at);
  v = ir_build3(&b, IR_OP_SELECT, some, v, l.inits[k]);
  v->name = l.outs[k]->name;
  ir_replace_uses(f, l.outs[k], v);
  ir_drop_result(op, k);
  return true;
}

// Counts the ops that "v" is made of in "body"; more than "most" where one does
// not compute integers.
static int
count_ops(const ir_val *v, const ir_region *body, int most) {
  const ir_op *op = v->def;
  if (!op || ir_is_outside(v, body))
    return 0;
  bool cheap = ir_is_scalar_op(op->code) &&
               ir_weight_of(op->code) != IR_WEIGHT_MATH &&
               !ir_is_float(v->type.elem);
  int n = cheap ? op->code != IR_OP_CONST : most + 1;
  for (int i = 0; i < op->ins.n && n <= most; i++)
    n += count_ops(op->ins.at[i], body, most - n);
  return n;
}

// Carried value "k", which lags behind the index, as what the iteration before
// makes it by a few ops.
static bool
close_lag(ir_func *f, ir_op *op, int k) {
  enum { FEW = 12 };
  ir_loop l;
  ir_match_loop(op, &l);
  ir_val *p = l.carried[k];
  if (p->type.array || !ir_is_int(p->type.elem) ||
      !an_is_recomputable(l.yields[k], l.body) ||
      count_ops(l.yields[k], l.body, FEW) > FEW || !is_used(f, p))
    return false;
  ir_builder in = ir_before(l.body->first);
  ir_replace_uses(f, p, rec_value_before(&in, &l, k, l.i));
  return true;
}

void
rec_close_lags(ir_func *f, ir_op *op) {
  for (bool any = op->n_dims; any;) {
    any = false;
    for (int k = op->has_while; k < op->outs.n; k++)
      any |= close_lag(f, op, k);
  }
}

void
rec_close_loop(ir_func *f, ir_op *op) {
  rec_close_lags(f, op);
  for (int k = op->outs.n - 1; k >= op->has_while; k--)
    if (op->n_dims && !op->outs.at[k]->type.array && !close_induction(f, op, k))
      close_last(f, op, k);
}

// Closes the loops of "r" by "close", inner ones first.
static void
close_region(loft_cx *cx, ir_func *f, ir_region *r, rec_close_fn *close) {
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->n_regions; k++)
      close_region(cx, f, op->regions[k], close);
    if (op->code == IR_OP_LOOP)
      close(cx, f, op);
  }
}

void
rec_close_loops(loft_cx *cx, ir_func *f, rec_close_fn *close) {
  close_region(cx, f, f->body, close);
  rec_clean(cx, f);
}

// rec_close_fn: rec_close_loop.
static void
close_inductions(loft_cx *cx, ir_func *f, ir_op *op) {
  (void)cx;
  rec_close_loop(f, op);
}

void
rec_close_scalars(loft_cx *cx, ir_func *f) {
  rec_close_loops(cx, f, close_inductions);
}
