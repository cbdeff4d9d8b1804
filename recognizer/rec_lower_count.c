// recognizer/rec_lower_count.c: which loops count, and how often.
//
// A loop counts when its variable moves by an invariant step and is compared
// with an invariant bound. The number of iterations is computed in i64; where
// C computes in a type that could wrap or be too small, conditions are
// required (rec_low_require), and without them the loop does not count.
#include "recognizer/rec_lower_count.h"

// The largest magnitude trip counts are computed with.
static const int64_t big = (int64_t)1 << 60;

// -- Shapes ------------------------------------------------------------------

// True when "t" is an integer type (not bool).
static bool
is_integer(const lt_type *t) {
  return t->kind == LT_TYPE_SCALAR && ir_is_int(t->elem);
}

// "e" without conversions between integers.
static const lt_expr *
strip_casts(const lt_expr *e) {
  while (e->kind == LT_CAST && is_integer(e->type) && is_integer(e->a->type))
    e = e->a;
  return e;
}

// The variable "e" is, looking through conversions, or NULL.
static lt_var *
variable_of(const lt_expr *e) {
  e = strip_casts(e);
  bool ok = e->kind == LT_VAR &&
            (is_integer(e->type) || e->type->kind == LT_TYPE_POINTER);
  return ok ? e->var : NULL;
}

// var = var + amount, or with -, or amount + var.
static bool
match_step_assign(const lt_expr *e, rec_count *c) {
  const lt_expr *sum = strip_casts(e->b);
  if (e->a->kind != LT_VAR || sum->kind != LT_BINARY ||
      (sum->op != LT_ADD && sum->op != LT_SUB))
    return false;
  c->var = e->a->var;
  c->negative = sum->op == LT_SUB;
  c->amount = sum->b;
  if (variable_of(sum->a) == c->var)
    return true;
  c->amount = sum->a;
  return sum->op == LT_ADD && variable_of(sum->b) == c->var;
}

// "e" as a step of some variable by an amount (NULL: one).
static bool
match_step(const lt_expr *e, rec_count *c) {
  c->amount = NULL;
  if (e->kind == LT_ASSIGN)
    return match_step_assign(e, c);
  if (e->kind != LT_INCDEC && e->kind != LT_ASSIGN_OP)
    return false;
  if (e->a->kind != LT_VAR || (e->op != LT_ADD && e->op != LT_SUB))
    return false;
  if (e->kind == LT_ASSIGN_OP) {
    bool is_int = rec_low_is_pointer(e->a->type) || is_integer(e->compute);
    if (!is_int)
      return false;
    c->amount = e->b;
  }
  c->var = e->a->var;
  c->negative = e->op == LT_SUB;
  return true;
}

// i-- or i++, converted perhaps; else NULL.
static const lt_expr *
stepping(const lt_expr *e) {
  e = strip_casts(e);
  return e->kind == LT_INCDEC && e->post && is_integer(e->type) ? e : NULL;
}

// True when "e" is c->var, converted perhaps; if the test steps it, as it does.
static bool
is_counted(const lt_expr *e, const rec_count *c) {
  if (!c->in_test)
    return variable_of(e) == c->var;
  e = stepping(e);
  return e && variable_of(e->a) == c->var;
}

// "e" as c->var, or as an int that is a constant multiple of it.
static bool
match_multiple(const lt_expr *e, rec_count *c) {
  enum { MOST = 1 << 20 };
  c->factor = 1;
  if (variable_of(e) == c->var)
    return true;
  e = strip_casts(e);
  if (e->kind != LT_BINARY || e->op != LT_MUL || e->type->elem != IR_I32)
    return false;
  const lt_expr *x = strip_casts(e->a), *y = strip_casts(e->b);
  const lt_expr *k = x->kind == LT_INT ? x : y;
  if (k->kind != LT_INT || k->bits < 1 || k->bits > MOST ||
      variable_of(k == x ? y : x) != c->var)
    return false;
  c->factor = (int64_t)k->bits;
  c->product = e;
  return true;
}

// One side of the comparison: the variable, perhaps converted, perhaps times a
// constant, perhaps plus an addend.
static bool
match_side(const lt_expr *e, rec_count *c) {
  c->side = e;
  c->addend = NULL;
  c->factor = 1;
  if (is_counted(e, c))
    return true;
  if (c->in_test)
    return false;
  if (match_multiple(e, c))
    return true;
  const lt_expr *sum = strip_casts(e);
  if (sum->kind != LT_BINARY || (sum->op != LT_ADD && sum->op != LT_SUB) ||
      !is_integer(sum->type))
    return false;
  c->sum = sum;
  c->subtract = sum->op == LT_SUB;
  if (match_multiple(sum->a, c)) {
    c->addend = sum->b;
    return true;
  }
  c->addend = sum->a;
  return sum->op == LT_ADD && match_multiple(sum->b, c);
}

// a < b as b > a.
static lt_op
flip(lt_op op) {
  return op == LT_LT   ? LT_GT
         : op == LT_GT ? LT_LT
         : op == LT_LE ? LT_GE
         : op == LT_GE ? LT_LE
                       : op;
}

// "e" without what makes a truth value of it, or of a comparison.
static const lt_expr *
strip_truth(const lt_expr *e) {
  while (e->kind == LT_CAST && e->type->kind == LT_TYPE_SCALAR &&
         (e->type->elem == IR_BOOL || e->a->kind == LT_BINARY))
    e = e->a;
  return e;
}

// "e" as a comparison of c->var with something.
static bool
match_test(const lt_expr *e, rec_count *c) {
  e = strip_truth(e);
  if (is_counted(e, c) && is_integer(e->type)) {
    c->rel = LT_NE;
    c->side = e;
    c->bound = NULL;
    c->addend = NULL;
    c->factor = 1;
    return true;
  }
  bool compares = e->kind == LT_BINARY &&
                  (e->op == LT_LT || e->op == LT_LE || e->op == LT_GT ||
                   e->op == LT_GE || e->op == LT_NE);
  if (!compares)
    return false;
  c->rel = e->op;
  c->bound = e->b;
  if (match_side(e->a, c))
    return true;
  c->rel = flip(e->op);
  c->bound = e->a;
  return match_side(e->b, c);
}

// The conjuncts of "e", in order.
static void
split_and(rec_low *lx, const lt_expr *e, rec_exprs *out) {
  if (e->kind == LT_BINARY && e->op == LT_LAND) {
    split_and(lx, e->a, out);
    split_and(lx, e->b, out);
  } else
    vec_push(lx->a, out, e);
}

// The parts of a comma expression, in order.
static void
split_comma(rec_low *lx, const lt_expr *e, rec_exprs *out) {
  while (e->kind == LT_CAST && e->type->kind == LT_TYPE_VOID)
    e = e->a;
  if (e->kind == LT_COMMA) {
    split_comma(lx, e->a, out);
    split_comma(lx, e->b, out);
  } else
    vec_push(lx->a, out, e);
}

// True when evaluating "e" changes nothing.
static bool
is_pure(const lt_expr *e) {
  if (!e)
    return true;
  if (e->kind == LT_ASSIGN || e->kind == LT_ASSIGN_OP || e->kind == LT_INCDEC ||
      (e->kind == LT_CALL && !e->func->is_library) ||
      e->kind == LT_EXPR_UNSUPPORTED)
    return false;
  for (int i = 0; i < e->n_args; i++)
    if (!is_pure(e->args[i]) || rec_low_is_pointer(e->args[i]->type))
      return false;
  return is_pure(e->a) && is_pure(e->b) && is_pure(e->c);
}

// True when "e" mentions a variable of "assigned" or "var".
static bool
mentions(const lt_expr *e, const map *assigned, const lt_var *var) {
  if (!e)
    return false;
  if (e->kind == LT_VAR && (e->var == var || map_has(assigned, e->var)))
    return true;
  for (int i = 0; i < e->n_args; i++)
    if (mentions(e->args[i], assigned, var))
      return true;
  return mentions(e->a, assigned, var) || mentions(e->b, assigned, var) ||
         mentions(e->c, assigned, var);
}

// True when evaluating "e" reads a field of the structure that "p" points to,
// whatever values it has.
static bool
reads_field(const lt_expr *e, const lt_var *p) {
  if (!e)
    return false;
  if (e->kind == LT_MEMBER && e->arrow && e->a->kind == LT_VAR)
    return e->a->var == p;
  if (e->kind == LT_COND ||
      (e->kind == LT_BINARY && (e->op == LT_LAND || e->op == LT_LOR)))
    return reads_field(e->a, p);
  return reads_field(e->a, p) || reads_field(e->b, p) || reads_field(e->c, p);
}

// True when evaluating "e" reads memory that C may not read where this would:
// other than fields of structures that "known" reads before.
static bool
reads_memory(const lt_expr *e, const lt_expr *known) {
  if (!e)
    return false;
  if (e->kind == LT_INDEX || e->kind == LT_DEREF)
    return true;
  if (e->kind == LT_MEMBER && e->arrow)
    return e->a->kind != LT_VAR || !reads_field(known, e->a->var);
  for (int i = 0; i < e->n_args; i++)
    if (reads_memory(e->args[i], known))
      return true;
  return reads_memory(e->a, known) || reads_memory(e->b, known) ||
         reads_memory(e->c, known);
}

// Picks the conjunct of "cond" that counts c->var; the rest goes to c->tests.
// A test before it that is not pure must stay before it, and one before a bound
// in memory may be what allows to read that.
static bool
pick_test(rec_low *lx, const lt_expr *cond, rec_count *c) {
  rec_exprs all = {0};
  split_and(lx, cond, &all);
  for (int k = 0; k < all.n; k++) {
    bool counts = match_test(all.at[k], c);
    if (counts && (k == 0 || !(reads_memory(c->bound, NULL) ||
                               reads_memory(c->addend, NULL)))) {
      c->test = all.at[k];
      c->tests = (rec_exprs){0};
      for (int i = 0; i < all.n; i++)
        if (i != k)
          vec_push(lx->a, &c->tests, all.at[i]);
      return true;
    }
    if (!is_pure(all.at[k]))
      return false;
  }
  return false;
}

// True when "c", with the given effects, compares c->var with the same value
// each time.
static bool
is_steady(const rec_count *c, const map *assigned) {
  return is_pure(c->bound) && is_pure(c->addend) &&
         !mentions(c->bound, assigned, c->var) &&
         !mentions(c->addend, assigned, c->var);
}

// Moves tests that compare c->var with another bound to c->also: with a bound
// that may be computed where C would not do it.
static void
split_tests(rec_low *lx, rec_count *c) {
  rec_exprs all = c->tests;
  c->tests = (rec_exprs){0};
  for (int i = 0; i < all.n; i++) {
    rec_count other = *c;
    bool counts = c->var->type->kind == LT_TYPE_SCALAR && !c->in_test &&
                  match_test(all.at[i], &other) && other.rel != LT_NE &&
                  is_steady(&other, c->fx.assigned) &&
                  !reads_memory(other.bound, NULL) &&
                  !reads_memory(other.addend, NULL);
    if (counts)
      vec_push(lx->a, &c->also, all.at[i]);
    else
      vec_push(lx->a, &c->tests, all.at[i]);
  }
}

// Collects the effects of the loop "s", but for those of counting; true when
// they leave alone what counts.
static bool
leaves_count(rec_low *lx, const lt_stmt *s, rec_count *c) {
  rec_effects_init(lx, &c->fx);
  rec_low_stmt_effects(&c->fx, s->body[0]);
  for (int i = 0; i < c->steps.n; i++)
    rec_low_expr_effects(&c->fx, c->steps.at[i]);
  for (int i = 0; i < c->tests.n; i++)
    rec_low_expr_effects(&c->fx, c->tests.at[i]);
  const map *assigned = c->fx.assigned;
  if (map_has(assigned, c->var) || !is_steady(c, assigned) ||
      !is_pure(c->amount) || mentions(c->amount, assigned, c->var) ||
      reads_memory(c->amount, c->test)) // not read if the loop never runs
    return false;
  split_tests(lx, c);
  return true;
}

// A loop whose first test steps its variable: `i-- > 0`, `i--`, `n > i++`.
static bool
match_stepping_test(rec_low *lx, const lt_expr *cond, rec_count *c) {
  rec_exprs all = {0};
  split_and(lx, cond, &all);
  const lt_expr *test = strip_truth(all.at[0]);
  const lt_expr *step = stepping(test);
  if (!step && test->kind == LT_BINARY)
    step = stepping(test->a) ? stepping(test->a) : stepping(test->b);
  if (!step || !match_step(step, c))
    return false;
  c->in_test = true;
  for (int i = 1; i < all.n; i++)
    vec_push(lx->a, &c->tests, all.at[i]);
  return match_test(test, c);
}

bool
rec_count_match(rec_low *lx, const lt_stmt *s, rec_count *c) {
  rec_exprs steps = {0};
  if ((s->kind != LT_FOR && s->kind != LT_WHILE) || !s->expr)
    return false;
  if (s->step)
    split_comma(lx, s->step, &steps);
  for (int k = 0; k < steps.n; k++) {
    *c = (rec_count){0};
    if (!match_step(steps.at[k], c) || !pick_test(lx, s->expr, c))
      continue;
    for (int i = 0; i < steps.n; i++)
      if (i != k)
        vec_push(lx->a, &c->steps, steps.at[i]);
    return leaves_count(lx, s, c);
  }
  *c = (rec_count){.steps = steps};
  return match_stepping_test(lx, s->expr, c) && leaves_count(lx, s, c);
}

// -- Counting -------------------------------------------------------------

// What a variable of "type" may hold at the end of a loop.
static rec_range
end_range(ir_scalar type) {
  rec_range r = rec_low_type_range(type);
  if (ir_size(type) == 8)
    r = (rec_range){ir_is_unsigned(type) ? 0 : -big, big};
  return r;
}

// True when i64 arithmetic on "v", a value of "type", is C's: no overflow, and
// no wrap of an unsigned type.
static bool
is_small(rec_low *lx, ir_val *v, ir_scalar type) {
  if (ir_size(type) < 8)
    return true;
  rec_range r = {ir_is_unsigned(type) ? 0 : -big, big};
  return rec_low_require_in(lx, v, r);
}

// What conversions the variable goes through before it is compared: they must
// keep its value (of sums see sum_fits). *nonneg: they do if it is not
// negative.
static bool
keeps_value(const lt_expr *e, const rec_count *c, bool *nonneg) {
  if (e->kind == LT_VAR || e->kind == LT_INCDEC)
    return true;
  if (e == c->sum && c->addend)
    return keeps_value(e->a == c->addend ? e->b : e->a, c, nonneg);
  if (e == c->product && c->factor > 1)
    return keeps_value(variable_of(e->a) == c->var ? e->a : e->b, c, nonneg);
  if (e->kind != LT_CAST)
    return false;
  ir_scalar from = e->a->type->elem, to = e->type->elem;
  bool wider = ir_size(to) > ir_size(from), same = ir_size(to) == ir_size(from);
  if (ir_is_signed(from) && ir_is_unsigned(to) && (wider || same))
    *nonneg = true;
  else if (!(wider || (same && ir_is_signed(from) == ir_is_signed(to))))
    return false;
  return keeps_value(e->a, c, nonneg);
}

// The values the count is computed from, all i64.
typedef struct terms {
  ir_val *start; // of the variable
  ir_val *lo;    // the same times the factor
  ir_val *add;   // the addend; NULL: none
  ir_val *raw;   // what variable and addend are compared with
  ir_val *bound; // what the variable is compared with: without the addend
  ir_val *step;  // per iteration, with sign
  ir_val *a;     // its magnitude times the factor; at first without sign
  bool up;
  bool small;   // all are small: no i64 arithmetic on them overflows
  ir_val *runs; // !small: lo rel bound, in C's type
} terms;

// Evaluates start, bound and step.
static bool
evaluate_terms(rec_low *lx, const rec_count *c, terms *t) {
  ir_val *zero = rec_low_int(lx, IR_I64, 0);
  ir_val *one = rec_low_int(lx, IR_I64, 1), *scale = NULL;
  if (c->obj->kind == REC_OBJ_POINTER) {
    rec_ptr b = rec_low_pointer(lx, c->bound);
    if (!b.obj || b.obj != c->obj->now.target || c->addend)
      return false;
    scale = rec_low_count(lx, c->var->type->to, c->bound->loc);
    t->lo = c->obj->now.val ? c->obj->now.val : zero;
    t->bound = b.off ? b.off : zero;
  } else {
    t->lo = rec_low_widen(lx, c->obj->now.val ? c->obj->now.val
                                              : rec_low_zero(lx, c->obj->elem));
    t->bound = c->bound ? rec_low_widen(lx, rec_low_expr(lx, c->bound)) : zero;
  }
  t->step = c->amount ? rec_low_widen(lx, rec_low_expr(lx, c->amount)) : one;
  if (scale)
    t->step = rec_low_op2(lx, IR_OP_MUL, t->step, scale);
  t->start = t->lo;
  t->a = t->step;
  if (c->factor > 1) {
    ir_val *factor = rec_low_int(lx, IR_I64, c->factor);
    t->lo = rec_low_op2(lx, IR_OP_MUL, t->lo, factor);
    t->a = rec_low_op2(lx, IR_OP_MUL, t->a, factor);
  }
  if (c->negative)
    t->step = rec_low_op1(lx, IR_OP_NEG, t->step);
  t->raw = t->bound;
  if (c->addend) {
    t->add = rec_low_widen(lx, rec_low_expr(lx, c->addend));
    t->bound =
        rec_low_op2(lx, c->subtract ? IR_OP_ADD : IR_OP_SUB, t->raw, t->add);
  }
  return true;
}

// Which way the loop goes; false when its step and comparison disagree.
static bool
find_direction(rec_low *lx, const rec_count *c, terms *t) {
  int64_t k;
  bool is_const = rec_low_is_int(t->step, &k);
  t->up = c->rel == LT_LT || c->rel == LT_LE || (c->rel == LT_NE && k > 0);
  if (c->rel == LT_NE && !is_const)
    return false;
  if (is_const && (k == 0 || (k > 0) != t->up || k < -big || k > big))
    return false;
  if (t->up == c->negative)
    t->a = rec_low_op1(lx, IR_OP_NEG, t->a);
  return is_const || rec_low_require_in(lx, t->a, (rec_range){1, big});
}

// bound - lo, or lo - bound, plus one when the bound is included.
static ir_val *
distance(rec_low *lx, const rec_count *c, const terms *t) {
  ir_val *d = t->up ? rec_low_op2(lx, IR_OP_SUB, t->bound, t->lo)
                    : rec_low_op2(lx, IR_OP_SUB, t->lo, t->bound);
  if (c->rel == LT_LE || c->rel == LT_GE)
    d = rec_low_op2(lx, IR_OP_ADD, d, rec_low_int(lx, IR_I64, 1));
  return d;
}

// By how much the comparison of a loop's end may exceed the bound.
static ir_val *
past_bound(rec_low *lx, const rec_count *c, const terms *t) {
  int64_t past = c->rel == LT_LE || c->rel == LT_GE;
  return rec_low_op2(lx, IR_OP_ADD, t->a, rec_low_int(lx, IR_I64, past - 1));
}

// The sum of variable and addend, where C would wrap it instead of overflowing,
// does not: a loop that goes up from 0 or more, i + 1 < n.
static bool
sum_fits(rec_low *lx, const rec_count *c, const terms *t) {
  ir_scalar type = c->sum->type->elem;
  if (ir_is_signed(type) && !lx->src->wrapv)
    return true;
  if (!t->up || c->subtract || ir_is_signed(type) ||
      ir_is_signed(c->obj->elem) || !ir_is_unsigned(c->addend->type->elem))
    return false;
  rec_range r = end_range(type);
  ir_val *last = t->raw;
  if (c->rel != LT_NE)
    last = rec_low_op2(lx, IR_OP_ADD, t->raw, past_bound(lx, c, t));
  return rec_low_require_in(lx, t->lo, r) &&
         rec_low_require_in(lx, t->add, r) &&
         rec_low_require_in(lx, rec_low_op2(lx, IR_OP_ADD, t->lo, t->add), r) &&
         rec_low_require_in(lx, last, (rec_range){-big, r.hi});
}

// The variable's type must hold its value after the last iteration where C
// would wrap instead of overflowing.
static bool
end_fits(rec_low *lx, const rec_count *c, const terms *t, ir_scalar type) {
  bool wraps = ir_is_unsigned(type) || ir_size(type) < 4 || lx->src->wrapv;
  if (!wraps || c->obj->kind == REC_OBJ_POINTER)
    return true;
  rec_range r = end_range(type);
  if (c->factor > 1) // of a type of less than 8 bytes
    r = (rec_range){(r.lo - 1) * c->factor + 1, (r.hi + 1) * c->factor - 1};
  ir_val *end = t->bound;
  if (c->rel != LT_NE)
    end = rec_low_op2(lx, t->up ? IR_OP_ADD : IR_OP_SUB, end,
                      past_bound(lx, c, t));
  if (t->up && c->rel != LT_NE)
    r.lo = -big;
  else if (c->rel != LT_NE)
    r.hi = big;
  return rec_low_require_in(lx, end, r);
}

// `!=` must be met exactly, in the direction of the step.
static bool
meets_bound(rec_low *lx, const rec_count *c, const terms *t, ir_val *d) {
  if (c->rel != LT_NE)
    return true;
  if (!rec_low_require_in(lx, d, (rec_range){0, INT64_MAX - 1}))
    return false;
  ir_val *rest = rec_low_op2(lx, IR_OP_REM, d, t->a);
  int64_t one;
  if (rec_low_is_int(t->a, &one) && one == 1)
    return true;
  return rec_low_require(
      lx, rec_low_op2(lx, IR_OP_EQ, rest, rec_low_int(lx, IR_I64, 0)));
}

// Start and bound are small; or their comparison in C's type decides whether
// the loop runs at all, and counting up by one from there cannot wrap.
static bool
check_sizes(rec_low *lx, const rec_count *c, terms *t, ir_scalar type,
            ir_scalar compared, bool exits) {
  int n_guards = lx->guards.n;
  if (c->obj->kind == REC_OBJ_POINTER ||
      (is_small(lx, t->lo, type) && is_small(lx, t->bound, compared))) {
    t->small = true;
    return true;
  }
  lx->guards.n = n_guards;
  int64_t k;
  bool unit = rec_low_is_int(t->a, &k) && k == 1;
  if (c->rel != LT_LT || !unit || c->addend || exits || ir_size(type) != 8 ||
      lx->src->wrapv)
    return false;
  ir_val *x = rec_low_convert(lx, t->lo, compared);
  t->runs =
      rec_low_op2(lx, IR_OP_LT, x, rec_low_convert(lx, t->bound, compared));
  return true;
}

// -- Counting down past 0
// -------------------------------------------------------
//
// for (size_t i = n - 1; i < n; i--): the variable goes on from 0 to the
// largest number of its type, at which the test fails. So it starts at s (of
// "type", w bits) and goes down to 0, if s < end. For s stands an i64 u that is
// the same modulo 2^w: n - 1, which is -1 where s is the largest number. With
//   -2^w <= u < 2^w, end - u <= 2^w, end <= 2^w - step
// s < end means 0 <= u < end, and that what it wraps to is not below "end".

// True when the bound is the largest number of "type".
static bool
ends_at_largest(const terms *t, ir_scalar type) {
  int64_t k;
  return rec_low_is_int(t->bound, &k) &&
         k == (ir_size(type) == 8 ? -1 : rec_low_type_range(type).hi);
}

// True when the loop counts on going down past 0.
static bool
goes_past_zero(const rec_count *c, const terms *t) {
  int64_t k;
  if (c->obj->kind != REC_OBJ_SCALAR || !ir_is_unsigned(c->obj->elem) ||
      c->addend || c->in_test || c->factor > 1 ||
      !rec_low_is_int(t->step, &k) || k >= 0 || k < -big)
    return false;
  return c->rel == LT_LT || c->rel == LT_LE ||
         (c->rel == LT_NE && k == -1 && ends_at_largest(t, c->obj->elem));
}

// An i64 that is "v" modulo what its unsigned type holds: sums are not wrapped.
static ir_val *
unwrapped(rec_low *lx, ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (depth == 0 || !op || !ir_is_unsigned(v->type.elem) ||
      (op->code != IR_OP_ADD && op->code != IR_OP_SUB))
    return rec_low_widen(lx, v);
  ir_val *x = unwrapped(lx, op->ins.at[0], depth - 1);
  ir_val *y = unwrapped(lx, op->ins.at[1], depth - 1);
  return rec_low_op2(lx, op->code, x, y);
}

// Requires what must hold of "u" and "end" (see above), NULL: 2^w - 1.
static bool
start_fits(rec_low *lx, ir_val *u, ir_val *end, ir_scalar type) {
  rec_range r = {-big, big};
  if (ir_size(type) < 8)
    r = (rec_range){-rec_low_type_range(type).hi - 1,
                    rec_low_type_range(type).hi};
  if (!end)
    r.lo = -1;
  if (!rec_low_require_in(lx, u, r))
    return false;
  if (!end || ir_size(type) == 8)
    return true;
  ir_val *room = rec_low_op2(lx, IR_OP_SUB, u, end);
  return rec_low_require_in(lx, room,
                            (rec_range){-rec_low_type_range(type).hi - 1, big});
}

// The count of a loop that goes down past 0; NULL when it cannot be told.
static ir_val *
count_past_zero(rec_low *lx, rec_count *c, terms *t) {
  enum { DEPTH = 4 };
  ir_scalar type = c->obj->elem, compared = c->side->type->elem;
  bool is_wide = ir_size(type) == 8;
  ir_val *end = NULL, *start = c->obj->now.val;
  ir_val *u = start ? unwrapped(lx, start, DEPTH) : t->lo;
  t->a = rec_low_op1(lx, IR_OP_NEG, t->step);
  int64_t a = 0, most = is_wide ? big : rec_low_type_range(type).hi;
  rec_low_is_int(t->a, &a);
  if (c->rel == LT_LE || a > 1 || !ends_at_largest(t, type)) {
    end = t->bound;
    if (c->rel == LT_LE)
      end = rec_low_op2(lx, IR_OP_ADD, end, rec_low_int(lx, IR_I64, 1));
    if (!is_small(lx, t->bound, compared) ||
        !rec_low_require_in(lx, end, (rec_range){-big, most + 1 - a}))
      return NULL;
  }
  int n_guards = lx->guards.n;
  if (!start_fits(lx, u, end, type)) {
    lx->guards.n = n_guards;
    u = t->lo;
    if (!start_fits(lx, u, end, type))
      return NULL;
  }
  if (!end && !is_wide)
    end = rec_low_int(lx, IR_I64, most);
  ir_val *n = rec_low_op2(lx, IR_OP_ADD, u, t->a);
  n = rec_low_op2(lx, IR_OP_DIV, n, t->a);
  t->start = u;
  c->wraps = true;
  if (!end || rec_low_range(lx, u).hi < rec_low_range(lx, end).lo ||
      rec_low_range(lx, rec_low_op2(lx, IR_OP_SUB, u, end)).hi < 0)
    return n;
  return rec_low_op3(lx, IR_OP_SELECT, rec_low_op2(lx, IR_OP_LT, u, end), n,
                     rec_low_int(lx, IR_I64, 0));
}

// -- Counts
// ---------------------------------------------------------------------

// The count, given that all conditions can be met; NULL otherwise.
static ir_val *
count_trips(rec_low *lx, rec_count *c, terms *t, bool exits) {
  bool nonneg = false;
  bool is_pointer = c->obj->kind == REC_OBJ_POINTER;
  ir_scalar type = is_pointer ? IR_I64 : c->obj->elem;
  ir_scalar compared = is_pointer ? IR_I64 : c->side->type->elem;
  if (!is_pointer && !keeps_value(c->side, c, &nonneg))
    return NULL;
  bool narrow = !c->amount || ir_size(c->amount->type->elem) < 8;
  if (c->factor > 1 && (lx->src->wrapv || ir_size(type) > 4 || !narrow))
    return NULL;
  if (goes_past_zero(c, t))
    return count_past_zero(lx, c, t);
  if (!find_direction(lx, c, t))
    return NULL;
  if (c->addend && (nonneg || !sum_fits(lx, c, t)))
    return NULL;
  if (c->addend)
    compared = IR_I64;
  if (!check_sizes(lx, c, t, type, compared, exits))
    return NULL;
  if (nonneg && !(t->up && t->small &&
                  rec_low_require_in(lx, t->lo, (rec_range){0, big})))
    return NULL;
  if (t->small && !c->bounded && !end_fits(lx, c, t, type))
    return NULL;
  ir_val *d = distance(lx, c, t);
  if (!meets_bound(lx, c, t, d))
    return NULL;
  ir_val *less = rec_low_op2(lx, IR_OP_ADD, t->a, rec_low_int(lx, IR_I64, -1));
  ir_val *n =
      rec_low_op2(lx, IR_OP_DIV, rec_low_op2(lx, IR_OP_ADD, d, less), t->a);
  return t->runs ? rec_low_op3(lx, IR_OP_SELECT, t->runs, n,
                               rec_low_int(lx, IR_I64, 0))
                 : n;
}

bool
rec_count_evaluate(rec_low *lx, rec_count *c, bool exits) {
  terms t = {0};
  c->obj = map_get(lx->vars, c->var);
  if (!c->obj || (c->obj->kind == REC_OBJ_SCALAR) !=
                     (c->var->type->kind == LT_TYPE_SCALAR))
    return false;
  bool was = lx->logging;
  lx->logging = true;
  bool ok = evaluate_terms(lx, c, &t);
  lx->logging = was;
  if (!ok)
    return false;
  c->trip = count_trips(lx, c, &t, exits);
  c->lo = t.start;
  c->step = t.step;
  return c->trip;
}

// The count by comparison "test" alone; NULL when it cannot be told.
static ir_val *
count_alone(rec_low *lx, const rec_count *c, const lt_expr *test) {
  rec_count other = *c;
  terms t = {0};
  other.bounded = true;
  if (!match_test(test, &other) || !evaluate_terms(lx, &other, &t))
    return NULL;
  ir_val *n = count_trips(lx, &other, &t, true);
  return other.wraps ? NULL : n;
}

void
rec_count_also(rec_low *lx, rec_count *c) {
  for (int i = 0; i < c->also.n; i++) {
    int n_guards = lx->guards.n, n_refusals = lx->refusals.n;
    bool was = lx->logging;
    lx->logging = true;
    ir_val *n = c->wraps ? NULL : count_alone(lx, c, c->also.at[i]);
    lx->logging = was;
    if (n) {
      c->trip = rec_low_op2(lx, IR_OP_MIN, c->trip, n);
      continue;
    }
    lx->guards.n = n_guards;
    lx->refusals.n = n_refusals;
    vec_push(lx->a, &c->tests, c->also.at[i]);
  }
}
