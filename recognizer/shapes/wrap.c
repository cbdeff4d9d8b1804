// recognizer/shapes/wrap.c: integers that count around.
//
//   k = (k + c) % m;                   k = (k + c) & mask;
//   if (++k == m) k = 0;               if (--k < 0) k = m - 1;
//   k += c; if (k >= m) k -= m;        k -= c; if (k < 0) k += m;
//   k = (k + m - c) % m;               k = (k - c) % m; if (k < 0) k += m;
//
// Where k starts as one of 0 to m - 1, it is (k0 + i * c) % m in iteration i.
// One that counts down is m - 1 less such a one. The guard checks the start,
// that nothing in between is more than its type holds, and that a mask is a
// power of 2 less 1.
#include "recognizer/shapes/parts.h"
#include "recognizer/shapes/scalars.h"

// An integer that counts around: from 0 up to "last" + "more", by "step".
typedef struct wrap {
  const ir_loop *l;
  int k;        // which carried value
  ir_val *last; // invariant; NULL: 0
  int64_t more;
  ir_val *step; // invariant; NULL: 1
  bool down;
  bool once;    // it goes back by m, at most once in an iteration
  bool masked;  // sums are taken modulo m even where they are too large
  bool wraps;   // some type on the way is unsigned
  bool before;  // the number is compared before the step
  int64_t most; // what all types on the way can hold
} wrap;

// "v" before conversions; the types on the way have to hold its value.
static ir_val *
unconverted(wrap *w, ir_val *v) {
  return rec_within(v, &w->most, &w->wraps);
}

// True when the conversions of "sum" to "v" keep what it is, the integer and
// "by", where they do not take it modulo 2^64: an integer that is not negative,
// and fits, stays so where less is added to it, if there is a sign.
static bool
keeps_sum(const wrap *w, const ir_val *v, const ir_val *sum, const ir_val *by) {
  ir_scalar own = w->l->carried[w->k]->type.elem;
  int64_t c = 0;
  bool is_const = ir_match_int(by, &c);
  for (; v != sum; v = v->def->ins.at[0]) {
    ir_scalar to = v->type.elem, from = v->def->ins.at[0]->type.elem;
    bool keeps = rec_is_widening(from, to) || ir_size(to) == 8;
    if (!keeps && (!is_const || c > 0 || c < INT8_MIN || ir_is_unsigned(to) ||
                   !rec_is_widening(own, to)))
      return false;
  }
  return true;
}

// What "v" adds to the integer, as a sum of invariants that is taken modulo its
// width, in front of the loop; NULL: "v" is no such sum.
static ir_val *
added(wrap *w, ir_val *v) {
  const ir_op *op = v->def;
  bool takes = op && op->code == IR_OP_SUB;
  ir_builder b = ir_before(w->l->op);
  for (int at = 0; op && (takes || op->code == IR_OP_ADD) && at < 2 - takes;
       at++) {
    ir_val *c = op->ins.at[!at], *of = op->ins.at[at], *rest = NULL;
    if (!an_is_invariant(c, w->l->body))
      continue;
    ir_val *sum = unconverted(w, of);
    bool own = sum == w->l->carried[w->k];
    if (!own)
      rest = added(w, sum);
    if (!own && (!rest || !keeps_sum(w, of, sum, rest)))
      continue;
    int64_t x = 0, y;
    c = an_copy_invariant(&b, c, w->l->body);
    if (ir_match_int(c, &y) && (!rest || ir_match_int(rest, &x)))
      return ir_build_int(&b, c->type.elem, takes ? x - y : x + y);
    rest = rest ? ir_build_convert(&b, rest, c->type.elem)
                : ir_build_int(&b, c->type.elem, 0);
    if (!own || takes)
      c = ir_build2(&b, takes ? IR_OP_SUB : IR_OP_ADD, rest, c);
    return c;
  }
  return NULL;
}

// True when "v" is the integer plus *step, an invariant, or minus that.
static bool
is_sum(wrap *w, ir_val *v, ir_val **step, bool *minus) {
  int64_t c;
  v = unconverted(w, v);
  const ir_op *op = v->def;
  *minus = op && op->code == IR_OP_SUB &&
           unconverted(w, op->ins.at[0]) == w->l->carried[w->k] &&
           an_is_invariant(op->ins.at[1], w->l->body);
  *step = *minus ? op->ins.at[1] : added(w, v);
  if (!*step || !ir_match_int(*step, &c))
    return *step;
  ir_scalar type = (*step)->type.elem;
  int64_t all = ir_size(type) < 8 ? INT64_C(1) << 8 * ir_size(type) : 0;
  if (ir_is_unsigned(type) && c >= all / 2)
    c -= all;
  if (c == INT64_MIN)
    return false;
  if (c < 0) {
    ir_builder b = ir_before(w->l->op);
    *minus = !*minus;
    *step = ir_build_int(&b, type, -c);
  }
  return true;
}

// True when "v" is the integer plus constant *by.
static bool
is_more(wrap *w, ir_val *v, int64_t *by) {
  ir_val *step;
  bool minus;
  if (!is_sum(w, v, &step, &minus) || !ir_match_int(step, by))
    return false;
  *by = minus ? -*by : *by;
  return true;
}

// True when "v" is the integer plus the constant "by".
static bool
is_next(wrap *w, ir_val *v, int64_t by) {
  int64_t c;
  return by ? is_more(w, v, &c) && c == by
            : unconverted(w, v) == w->l->carried[w->k];
}

// Sets the last value, "more" above "v". False where it is not invariant.
static bool
ends_at(wrap *w, ir_val *v, int64_t more) {
  int64_t c;
  if (!an_is_invariant(v, w->l->body))
    return false;
  bool fixed = ir_match_int(v, &c) && c > 0 && c < INT64_C(1) << 40;
  w->last = fixed ? NULL : v;
  w->more = fixed ? c + more : more;
  return true;
}

// True when "v" may be a power of 2 less 1 that is no more than the types on
// the way hold.
static bool
is_mask(const wrap *w, const ir_val *v) {
  int64_t mask;
  return !ir_match_int(v, &mask) || (mask >= 1 && !(mask & (mask + 1)) &&
                                     mask <= w->most && mask <= INT32_MAX);
}

// (k + step) % m, or k + or - step & mask.
static bool
match_remainder(wrap *w, ir_val *v) {
  v = unconverted(w, v);
  bool masked = v->def && v->def->code == IR_OP_AND;
  if (!masked && !(v->def && v->def->code == IR_OP_REM))
    return false;
  for (int at = 0; at < 1 + masked; at++) {
    ir_val *m = v->def->ins.at[!at];
    if (!is_sum(w, v->def->ins.at[at], &w->step, &w->down))
      continue;
    w->masked = masked;
    return masked ? is_mask(w, m) && ends_at(w, m, 0)
                  : !w->down && ends_at(w, m, -1);
  }
  return false;
}

// last - (last - k + step) % (last + 1): what an inner loop leaves of an
// integer that counts down in it.
static bool
match_left(wrap *w, ir_val *v) {
  arena *a = w->l->body->func->module->arena;
  ir_op *op = unconverted(w, v)->def;
  const ir_op *rest, *sum, *from;
  if (!op || op->code != IR_OP_SUB)
    return false;
  ir_val *last = op->ins.at[0];
  rest = op->ins.at[1]->def;
  sum = rest && rest->code == IR_OP_REM ? rest->ins.at[0]->def : NULL;
  from = sum && sum->code == IR_OP_ADD ? sum->ins.at[0]->def : NULL;
  if (!from || from->code != IR_OP_SUB ||
      unconverted(w, from->ins.at[1]) != w->l->carried[w->k] ||
      !an_is_invariant(sum->ins.at[1], w->l->body) ||
      !an_same_value(a, from->ins.at[0], last))
    return false;
  ir_builder b = ir_before(op);
  ir_val *m = ir_build2(&b, IR_OP_ADD, last, ir_build_int(&b, IR_I64, 1));
  w->step = sum->ins.at[1];
  w->down = true;
  return an_same_value(a, m, rest->ins.at[1]) && ends_at(w, last, 0);
}

// Bool "c" as x == y or as x < y, else the opposite of it: *holds.
typedef struct test {
  ir_val *x, *y;
  bool equal, holds;
} test;

// Matches comparison "c", perhaps negated.
static bool
match_test(ir_val *c, test *t) {
  t->holds = true;
  for (; c->def && c->def->code == IR_OP_NOT; c = c->def->ins.at[0])
    t->holds = !t->holds;
  ir_op *op = c->def;
  if (!op || op->ins.n != 2)
    return false;
  bool swaps = op->code == IR_OP_GT || op->code == IR_OP_LE;
  t->x = op->ins.at[swaps], t->y = op->ins.at[!swaps];
  t->equal = op->code == IR_OP_EQ || op->code == IR_OP_NE;
  if (op->code == IR_OP_NE || op->code == IR_OP_GE || op->code == IR_OP_LE)
    t->holds = !t->holds;
  return t->equal || op->code == IR_OP_LT || op->code == IR_OP_GT ||
         op->code == IR_OP_GE || op->code == IR_OP_LE;
}

// True when "t" holds where a count down is over, in terms of the number and
// "at", 0 or the step.
static bool
is_over(wrap *w, const test *t, int64_t at) {
  int64_t c;
  if (t->equal)
    return is_next(w, t->x, at) && ir_match_int(t->y, &c) && c == at;
  if (t->holds)
    return is_next(w, t->x, at) && ir_match_int(t->y, &c) && c == at + 1;
  return is_next(w, t->y, at) && ir_match_int(t->x, &c) && c == at;
}

// True when "t" holds where the count is over, and "on" is the value then:
// "by" is the step.
static bool
match_end(wrap *w, const test *t, ir_val *on, int64_t by) {
  int64_t c;
  for (int shift = 0; shift <= 1; shift++) {
    int64_t at = shift ? by : 0;
    w->before = !shift;
    if (by < 0 && is_over(w, t, at))
      return ends_at(w, on, 0);
    if (by < 0 || !ir_match_int(on, &c) || c != 0)
      continue;
    if ((t->equal || !t->holds) && is_next(w, t->x, at))
      return ends_at(w, t->y, -at);
    if (!t->equal && t->holds && is_next(w, t->y, at))
      return ends_at(w, t->x, 1 - at);
  }
  return false;
}

// True when "v" is "m" less than "off".
static bool
is_less_by(wrap *w, ir_val *v, ir_val *off, ir_val *m) {
  const ir_op *op = unconverted(w, v)->def;
  int64_t x, y, k;
  if (op && op->code == IR_OP_SUB &&
      unconverted(w, op->ins.at[0]) == unconverted(w, off) &&
      an_same_value(w->l->body->func->module->arena, op->ins.at[1], m))
    return true;
  return ir_match_int(m, &k) && is_more(w, v, &x) && is_more(w, off, &y) &&
         y - x == k;
}

// k + c >= m ? k + c - m : k + c
static bool
match_less(wrap *w, const test *t, ir_val *on, ir_val *off) {
  ir_val *m = t->y;
  return !t->equal && !t->holds && is_less_by(w, on, off, m) &&
         unconverted(w, t->x) == unconverted(w, off) &&
         is_sum(w, off, &w->step, &w->down) && !w->down && ends_at(w, m, -1);
}

// k - c < 0 ? k - c + m : k - c, or of (k - c) % m.
static bool
match_more(wrap *w, const test *t, ir_val *on, ir_val *off) {
  int64_t zero;
  if (t->equal || !t->holds || !ir_match_int(t->y, &zero) || zero)
    return false;
  on = unconverted(w, on);
  off = unconverted(w, off);
  if (!on->def || on->def->code != IR_OP_ADD || unconverted(w, t->x) != off)
    return false;
  int at = unconverted(w, on->def->ins.at[0]) != off;
  ir_val *m = on->def->ins.at[!at], *sum = off;
  if (unconverted(w, on->def->ins.at[at]) != off)
    return false;
  w->once = !(off->def && off->def->code == IR_OP_REM);
  if (!w->once) {
    if (!an_same_value(w->l->body->func->module->arena, off->def->ins.at[1], m))
      return false;
    sum = off->def->ins.at[0];
  }
  return is_sum(w, sum, &w->step, &w->down) && w->down && !w->wraps &&
         ends_at(w, m, -1);
}

// "v", a choice of the number and invariants that a constant is added to, as
// one of sums; others as they are.
static ir_val *
distribute(wrap *w, ir_val *v) {
  v = unconverted(w, v);
  ir_op *op = v->def;
  an_choice c;
  int64_t k;
  if (!op || (op->code != IR_OP_ADD && op->code != IR_OP_SUB) ||
      !ir_match_int(op->ins.at[1], &k) ||
      !rec_match_choice(unconverted(w, op->ins.at[0]), &c))
    return v;
  ir_builder b = ir_before(op);
  ir_val *sides[2] = {c.y, c.z};
  for (int i = 0; i < 2; i++) {
    bool fixed = an_is_invariant(sides[i], w->l->body);
    if (!fixed && unconverted(w, sides[i]) != w->l->carried[w->k])
      return v;
    ir_val *side = fixed ? an_copy_invariant(&b, sides[i], w->l->body)
                         : w->l->carried[w->k];
    side = ir_build_convert(&b, side, v->type.elem);
    sides[i] = ir_build2(&b, op->code, side, op->ins.at[1]);
  }
  return ir_build3(&b, IR_OP_SELECT, c.c, sides[0], sides[1]);
}

// A choice between the next number and the first one.
static bool
match_choice(wrap *w, ir_val *v) {
  an_choice c;
  test t;
  if (!rec_match_choice(distribute(w, v), &c) || !match_test(c.c, &t))
    return false;
  // The end is where an equality holds, or a comparison the way that it does.
  for (int side = 0; side < 2; side++) {
    ir_val *on = side ? c.z : c.y, *off = side ? c.y : c.z;
    test s = t;
    s.holds = side ? !t.holds : t.holds;
    if (s.equal && !s.holds)
      continue;
    w->once = match_less(w, &s, on, off);
    if (w->once || match_more(w, &s, on, off))
      return true;
    w->once = false;
    w->step = NULL;
    w->down = is_next(w, off, -1);
    if ((w->down || is_next(w, off, 1)) &&
        match_end(w, &s, on, w->down ? -1 : 1))
      return !w->down || !w->wraps || w->before;
  }
  return false;
}

// -- Closing ------------------------------------------------------------------
// Relies on "p" - "q" + "more" being no less than 0 where the loop starts.
static void
assume(rec_dom *d, const an_poly *p, const an_poly *q, int64_t more) {
  arena *a = d->an->a;
  an_poly x = an_poly_add(a, p, q, -1);
  x = an_poly_plus(a, &x, more);
  vec_push(a, &d->an->assumes, ((rec_assume){.at = d->at, .poly = x}));
}

// True when "v" is from 0 to the last value as "in" and "out" are: one of
// these, a choice of such values, or a remainder or mask of a sum of one.
static bool
stays_within(const wrap *w, ir_val *v, const ir_val *in, const ir_val *out) {
  arena *a = w->l->body->func->module->arena;
  an_choice c;
  int64_t k, least;
  v = (ir_val *)(uintptr_t)rec_unwidened(v);
  if (v == in || v == out)
    return true;
  if (an_match_either(v, &c))
    return stays_within(w, c.y, in, out) && stays_within(w, c.z, in, out);
  const ir_op *op = v->def;
  if (!op || (op->code != IR_OP_AND && op->code != IR_OP_REM))
    return false;
  ir_val *by = op->ins.at[1];
  bool masks = op->code == IR_OP_AND;
  int64_t more = masks ? 0 : -1;
  bool same = w->last ? w->more == more && an_same_value(a, by, w->last)
                      : ir_match_int(by, &k) && k + more == w->more;
  const ir_op *sum = rec_unwidened(op->ins.at[0])->def;
  return same && (masks || (sum && sum->code == IR_OP_ADD &&
                            ir_match_int(sum->ins.at[1], &least) &&
                            least >= 0 && least <= INT32_MAX &&
                            stays_within(w, sum->ins.at[0], in, out)));
}

// What the integer starts as: where loops around carry it on, and leave it from
// 0 to the last value, what they start with.
static ir_val *
find_start(const wrap *w) {
  const ir_op *op = w->l->op;
  ir_val *start = w->l->inits[w->k], *out = w->l->outs[w->k];
  ir_loop up;
  while ((op = rec_loop_around(op)) &&
         ir_match_loop((ir_op *)(uintptr_t)op, &up)) {
    int k = 0;
    while (k < up.n_carried && up.carried[k] != start)
      k++;
    if (k == up.n_carried || (w->last && !an_is_invariant(w->last, up.body)) ||
        !stays_within(w, up.yields[k], start, out))
      break;
    start = up.inits[k];
    out = up.outs[k];
  }
  return start;
}

// Lets the region run only where the integer counts as "w" says, from "init",
// and no product overflows. False when that cannot be checked.
static bool
guard_wrap(loft_cx *cx, ir_func *f, const wrap *w, ir_val *last, ir_val *step) {
  const int64_t large = INT64_C(1) << 30;
  rec_an *an = rec_an_new(cx, f, w->l->body);
  rec_dom *d = rec_dom_new(an, w->l->op, false);
  an_poly none = an_poly_const(an->a, 0);
  an_poly init = rec_read_exact(d, find_start(w));
  an_poly end = rec_read_exact(d, last), by = rec_read_exact(d, step);
  an_poly trips = rec_read_exact(d, w->l->extent);
  assume(d, &init, &none, 0);
  assume(d, &end, &init, 0);
  assume(d, &by, &none, 0);
  assume(d, &none, &by, large);
  assume(d, &none, &trips, 4 * large);
  if (w->once)
    assume(d, &end, &by, 1);
  an_poly sum = an_poly_add(an->a, &end, &by, 1);
  assume(d, &none, w->masked ? &end : &sum, w->most);
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  ir_builder b = ir_before(w->l->op);
  ir_val *one = ir_build_int(&b, IR_I64, 1);
  ir_val *others =
      ir_build2(&b, IR_OP_AND, last, ir_build2(&b, IR_OP_ADD, last, one));
  return ok && rec_emit_guards(cx, f, an) &&
         (!w->masked || !w->last ||
          rec_guard_between(cx, f, w->l, others, 0, 0));
}

// The integer when iteration "at" starts, at "b"; *wide: the same as an i64.
static ir_val *
build_wrapped(ir_builder *b, const wrap *w, ir_val *last, ir_val *step,
              ir_val *at, ir_val **wide) {
  ir_val *init = w->l->inits[w->k];
  ir_val *x = ir_build_convert(b, init, IR_I64);
  ir_val *one = ir_build_int(b, IR_I64, 1);
  if (w->down)
    x = ir_build2(b, IR_OP_SUB, last, x);
  x = ir_build2(b, IR_OP_ADD, x, ir_build2(b, IR_OP_MUL, at, step));
  x = ir_build2(b, IR_OP_REM, x, ir_build2(b, IR_OP_ADD, last, one));
  if (w->down)
    x = ir_build2(b, IR_OP_SUB, last, x);
  *wide = x;
  x = ir_build_convert(b, x, init->type.elem);
  x->name = w->l->carried[w->k]->name;
  return x;
}

// True when the integer has all values from 0 to a constant in turn: it may
// start as any of one period.
static bool
visits_all(const wrap *w) {
  int64_t a = w->more + 1, b = 1;
  if (w->last || (w->step && !ir_match_int(w->step, &b)))
    return false;
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a == 1 || a == -1;
}

// Carried value "k" of "op" as a function of the index, if it counts around.
static void
close_wrap(loft_cx *cx, ir_func *f, ir_op *op, int k) {
  ir_loop l;
  ir_match_loop(op, &l);
  const wrap start = {.l = &l, .k = k, .most = INT64_MAX};
  wrap w = start;
  bool found = l.extent && ir_is_int(l.carried[k]->type.elem) &&
               match_remainder(&w, l.yields[k]);
  if (!found)
    w = start;
  found = found || (l.extent && match_left(&w, l.yields[k]));
  if (!found)
    w = start;
  if (!found && (!l.extent || !match_choice(&w, l.yields[k])))
    return;
  bool carried_on = find_start(&w) != l.inits[k];
  if (visits_all(&w) && !carried_on &&
      rec_close_period(cx, f, op, k)) // what counts by it, too
    return;
  ir_builder b = ir_before(op);
  ir_val *more = ir_build_int(&b, IR_I64, w.more), *last = more;
  if (w.last) {
    last = ir_build_convert(&b, an_copy_invariant(&b, w.last, l.body), IR_I64);
    last = w.more ? ir_build2(&b, IR_OP_ADD, last, more) : last;
  }
  ir_val *step = ir_build_int(&b, IR_I64, 1);
  if (w.step)
    step = ir_build_convert(&b, an_copy_invariant(&b, w.step, l.body), IR_I64);
  if (!guard_wrap(cx, f, &w, last, step))
    return;
  ir_builder in = ir_before(l.body->first), after = ir_before(op->next);
  ir_val *wide, *v = build_wrapped(&in, &w, last, step, l.i, &wide);
  ir_replace_uses(f, l.carried[k], v);
  rec_widen_uses(f, l.body, v, wide);
  if (op->has_while)
    return;
  ir_val *zero = ir_build_int(&after, IR_I64, 0);
  ir_val *n = ir_build2(&after, IR_OP_MAX, l.extent, zero);
  ir_replace_uses(f, l.outs[k],
                  build_wrapped(&after, &w, last, step, n, &wide));
  ir_drop_result(op, k);
}

// rec_close_fn: closes what "op" carries.
static void
close_loop(loft_cx *cx, ir_func *f, ir_op *op) {
  for (int k = op->outs.n - 1; k >= op->has_while; k--)
    if (op->n_dims && k < op->outs.n && !op->outs.at[k]->type.array)
      close_wrap(cx, f, op, k);
}

void
rec_close_wraps(loft_cx *cx, ir_func *f) {
  rec_close_loops(cx, f, close_loop);
}
