// recognizer/shapes/periodic.c: scalars that go through a few values, round and
// round.
//
//   if (shift == 0) { shift = 7; p++; } else shift--;
//   mask >>= 1; if (!mask) { mask = 0x80; p++; }
//   flip = !flip;
//
// The next value of such a scalar follows from it alone, so its values are
// found by computing one from the other until the first comes back: of
// iteration i it is value (i + c) % m. Values in line, or each the one before
// shifted, are a formula of their numbers. Others then add constants that
// follow from the number of the value:
//
//   p = p0 + i * off + (on - off) * ((i + c + m - 1 - q) / m)
//
// where "on" is added at value q and "off" at all others. The loop may start at
// any of the values. Where that is no constant the guard has to find it among
// them, so it is closed only if it counts around (wrap.c), or if the loop is
// not parallel otherwise.
#include "recognizer/shapes/scalars.h"

enum { MOST_VALUES = 64, MOST_OPS = 400 };

typedef struct period {
  const ir_loop *l;
  int k; // which carried value
  ir_scalar type;
  ir_bits at[MOST_VALUES]; // its values
  int64_t n;               // of them
  int64_t by;              // from each to the next; 0: they are shifted
  int left, right;         // by so many bits
  int64_t start;  // the number of the first iteration's value; -1: unknown
  ir_val *number; // that in front of the loop
} period;

// -- Values -------------------------------------------------------------------
// True when "v" follows from value number "i"; *bits: what it is then.
static bool
evaluate_at(const period *p, int64_t i, const ir_val *v, ir_bits *bits) {
  return an_value_given(v, p->l->body, p->l->carried[p->k], p->at[i], bits);
}

// Finds the values that "x" leads to. False when these do not come back soon.
static bool
follow(period *p, ir_bits x) {
  const ir_val *next = p->l->yields[p->k];
  p->n = 0;
  for (int i = 0; i < MOST_VALUES; i++) { // to one that comes back
    p->at[0] = x;
    if (!evaluate_at(p, 0, next, &x))
      return false;
  }
  for (p->at[0] = x; p->n < MOST_VALUES; p->at[p->n] = x) {
    if (!evaluate_at(p, p->n, next, &x))
      return false;
    p->n++;
    if (x == p->at[0])
      return p->n > 1;
    if (p->n == MOST_VALUES)
      break;
  }
  return false;
}

// Value number "i", counted from "first" on, as a number.
static int64_t
number_at(const period *p, int64_t first, int64_t i) {
  ir_bits x = p->at[(first + i) % p->n];
  return (int64_t)ir_eval_scalar(IR_OP_CONVERT, p->type, IR_I64, &x);
}

// True when the values from number "first" on are in line.
static bool
is_line(period *p, int64_t first) {
  p->by = 0;
  for (int64_t i = 1; i < p->n; i++) {
    int64_t by;
    if (__builtin_sub_overflow(number_at(p, first, i),
                               number_at(p, first, i - 1), &by) ||
        (i > 1 && by != p->by))
      return false;
    p->by = by;
  }
  return true;
}

// True when they are each the one before shifted.
static bool
is_shifted(period *p, int64_t first) {
  for (int s = -8; s <= 8; s++) {
    bool ok = s != 0 && ir_is_int(p->type);
    for (int64_t i = 1; i < p->n && ok; i++) {
      int64_t x = number_at(p, first, i - 1), y = number_at(p, first, i);
      ok = x > 0 && y > 0 && x <= INT32_MAX && y <= INT32_MAX &&
           y == (s > 0 ? x << s : x >> -s);
    }
    p->left = s > 0 ? s : 0;
    p->right = s < 0 ? -s : 0;
    if (ok)
      return true;
  }
  return false;
}

// The iterations that start with value number "i" of a scalar.
typedef struct phase {
  const period *p;
  int64_t i;
} phase;

// rec_knows_fn: a condition that follows from the phase "user".
static bool
knows(void *user, const ir_val *cond, bool *holds) {
  const phase *at = user;
  ir_bits bits;
  if (!evaluate_at(at->p, at->i, cond, &bits))
    return false;
  *holds = bits != 0;
  return true;
}

// True when an integer counts where the scalar has value number "i" alone.
static bool
counts_at(const period *p, int64_t i) {
  const ir_loop *l = p->l;
  phase at = {p, i}, other = {p, (i + 1) % p->n};
  int64_t x, y;
  for (int k = 0; k < l->n_carried; k++)
    if (k != p->k && !l->carried[k]->type.array &&
        ir_is_int(l->carried[k]->type.elem) &&
        rec_constant_step(l, k, knows, &at, &x) && x != 0 &&
        rec_constant_step(l, k, knows, &other, &y) && y == 0)
      return true;
  return false;
}

// Lets the values begin where they have a formula: of two, either may be first,
// so it is the one at which no integer counts. False when they have none.
static bool
find_formula(period *p) {
  for (int64_t first = p->n == 2 && counts_at(p, 0); first < p->n; first++) {
    bool line = is_line(p, first);
    if (!line)
      p->by = 0;
    if (!line && !is_shifted(p, first))
      continue;
    ir_bits at[MOST_VALUES];
    memcpy(at, p->at, sizeof at);
    for (int64_t i = 0; i < p->n; i++)
      p->at[i] = at[(first + i) % p->n];
    return true;
  }
  return false;
}

// Follows the constants that "v" is made of until the scalar comes back.
static bool
follow_constants(period *p, const ir_val *v, int *left) {
  const ir_op *op = v->def;
  if (!op || (*left)-- <= 0 || ir_is_float(v->type.elem))
    return false;
  if (op->code == IR_OP_CONST)
    return follow(
        p, ir_eval_scalar(IR_OP_CONVERT, v->type.elem, p->type, &op->bits));
  if (ir_is_outside(v, p->l->body))
    return false;
  for (int i = 0; i < op->ins.n; i++)
    if (follow_constants(p, op->ins.at[i], left))
      return true;
  for (int k = 0; k < op->n_regions && op->code == IR_OP_IF; k++)
    if (follow_constants(p, op->regions[k]->last->ins.at[v->index], left))
      return true;
  return false;
}

// -- Numbers of values --------------------------------------------------------
// Value number "at", an i64, at "b", of type i64.
static ir_val *
build_value(ir_builder *b, const period *p, ir_val *at) {
  ir_scalar t = p->by ? IR_I64 : IR_I32;
  ir_val *first = ir_build_int(b, t, number_at(p, 0, 0));
  ir_val *by = ir_build_int(b, t, p->by ? p->by : p->left + p->right);
  by = ir_build2(b, IR_OP_MUL, ir_build_convert(b, at, t), by);
  ir_opcode code = p->by ? IR_OP_ADD : p->left ? IR_OP_SHL : IR_OP_SHR;
  return ir_build_convert(b, ir_build2(b, code, first, by), IR_I64);
}

// The number of the lowest bit of "x" that is 1, if there is one below 2^32, at
// "b", all of i64: of a single bit, of which bits of the number it has.
static ir_val *
build_lowest(ir_builder *b, ir_val *x) {
  static const int64_t having[] = {0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0,
                                   0xff00ff00, 0xffff0000};
  ir_val *zero = ir_build_int(b, IR_I64, 0), *number = zero;
  x = ir_build2(b, IR_OP_AND, x, ir_build2(b, IR_OP_SUB, zero, x));
  for (int k = 0; k < LOFT_COUNT(having); k++) {
    ir_val *some =
        ir_build2(b, IR_OP_AND, x, ir_build_int(b, IR_I64, having[k]));
    ir_val *bit = ir_build2(b, IR_OP_NE, some, zero);
    bit = ir_build2(b, IR_OP_SHL, ir_build_convert(b, bit, IR_I64),
                    ir_build_int(b, IR_I64, k));
    number = ir_build2(b, IR_OP_OR, number, bit);
  }
  return number;
}

// The number of value "x", an i64, if it is one, at "b".
static ir_val *
build_number(ir_builder *b, const period *p, ir_val *x) {
  int64_t first = number_at(p, 0, 0), step = p->by;
  if (!step) {
    first = __builtin_ctzll((uint64_t)first);
    step = p->left - p->right;
    x = build_lowest(b, x);
  }
  ir_val *from = ir_build_int(b, IR_I64, first);
  x = ir_build2(b, IR_OP_SUB, step < 0 ? from : x, step < 0 ? x : from);
  step = step < 0 ? -step : step;
  return step == 1 ? x
                   : ir_build2(b, IR_OP_DIV, x, ir_build_int(b, IR_I64, step));
}

// Relies on "p" being no less than 0 where the loop starts.
static void
assume(rec_dom *d, const an_poly *p) {
  vec_push(d->an->a, &d->an->assumes, ((rec_assume){.at = d->at, .poly = *p}));
}

// Lets the region run only where "x", which the loop starts with, is value
// number "number". False when that cannot be checked.
static bool
guard_start(loft_cx *cx, ir_func *f, const period *p, ir_val *x,
            ir_val *number) {
  ir_builder b = ir_before(p->l->op);
  ir_val *y = build_value(&b, p, number);
  rec_an *an = rec_an_new(cx, f, p->l->body);
  rec_dom *d = rec_dom_new(an, p->l->op, false);
  an_poly least = rec_read_exact(d, number);
  an_poly most = an_poly_const(an->a, p->n - 1);
  most = an_poly_add(an->a, &most, &least, -1);
  assume(d, &least);
  assume(d, &most);
  an_poly is = rec_read_exact(d, x), value = rec_read_exact(d, y);
  an_poly above = an_poly_add(an->a, &is, &value, -1);
  an_poly below = an_poly_add(an->a, &value, &is, -1);
  assume(d, &above);
  assume(d, &below);
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}

// The number of the value that the loop starts with, in front of it, where the
// region runs. NULL: that cannot be checked.
static ir_val *
build_start(loft_cx *cx, ir_func *f, period *p) {
  ir_val *init = p->l->inits[p->k];
  ir_builder b = ir_before(p->l->op);
  if (init->def && init->def->code == IR_OP_CONST) {
    for (p->start = 0; p->start < p->n; p->start++)
      if (p->at[p->start] == init->def->bits)
        return ir_build_int(&b, IR_I64, p->start);
    return NULL;
  }
  p->start = -1;
  ir_val *x = ir_build_convert(&b, init, IR_I64);
  ir_val *number = build_number(&b, p, x);
  return guard_start(cx, f, p, x, number) ? number : NULL;
}

// Finds what carried value "k" of "l" goes through; "guards": also where it
// does not start as a constant.
static bool
find_period(loft_cx *cx, ir_func *f, const ir_loop *l, int k, bool guards,
            period *p) {
  ir_val *init = l->inits[k];
  int left = MOST_OPS;
  bool fixed = init->def && init->def->code == IR_OP_CONST;
  *p = (period){.l = l, .k = k, .type = init->type.elem};
  if (ir_is_float(p->type) || l->yields[k] == l->carried[k] ||
      (!fixed && !guards))
    return false;
  bool found = fixed ? follow(p, init->def->bits)
                     : follow_constants(p, l->yields[k], &left);
  p->number = found && find_formula(p) ? build_start(cx, f, p) : NULL;
  return p->number;
}

// -- Closing ------------------------------------------------------------------
// x + c at "b", of i64.
static ir_val *
build_plus(ir_builder *b, ir_val *x, int64_t c) {
  return c ? ir_build2(b, IR_OP_ADD, x, ir_build_int(b, IR_I64, c)) : x;
}

// The number of the value in iteration "i", plus "more", at "b", not yet modulo
// their number.
static ir_val *
build_moved(ir_builder *b, const period *p, ir_val *i, int64_t more) {
  if (p->start >= 0)
    return build_plus(b, i, (p->start + more) % p->n);
  return build_plus(b, ir_build2(b, IR_OP_ADD, i, p->number), more);
}

// The scalar when iteration "i" starts, at "b".
static ir_val *
build_scalar(ir_builder *b, const period *p, ir_val *i) {
  ir_val *n = ir_build_int(b, IR_I64, p->n);
  ir_val *at = ir_build2(b, IR_OP_REM, build_moved(b, p, i, 0), n);
  ir_val *v = ir_build_convert(b, build_value(b, p, at), p->type);
  v->name = p->l->carried[p->k]->name;
  return v;
}

// The constants that carried value "k" adds in the iterations that start at
// each value of "p".
typedef struct steps {
  int64_t at[MOST_VALUES];
  int64_t off; // that of most
  int n_other; // how many are others
} steps;

// Finds them. False when they are no constants, or more than a few differ.
static bool
find_steps(const period *p, int k, steps *s) {
  enum { FEW = 2 };
  for (int64_t i = 0; i < p->n; i++) {
    phase at = {p, i};
    if (!rec_constant_step(p->l, k, knows, &at, &s->at[i]))
      return false;
  }
  for (int64_t off = -1; off < p->n && off <= FEW; off++) {
    s->off = off < 0 ? 0 : s->at[off];
    s->n_other = 0;
    for (int64_t i = 0; i < p->n; i++)
      s->n_other += s->at[i] != s->off;
    if (2 * s->n_other <= p->n && s->n_other <= FEW)
      return true;
  }
  return false;
}

// The number of iterations before "i" that started with value number "q", at
// "b".
static ir_val *
build_times(ir_builder *b, const period *p, int64_t q, ir_val *i) {
  int64_t more = p->n - 1 - q;
  ir_val *n = ir_build_int(b, IR_I64, p->n);
  ir_val *times = ir_build2(b, IR_OP_DIV, build_moved(b, p, i, more), n);
  if (p->start >= 0 || !more)
    return times;
  ir_val *none = build_moved(b, p, ir_build_int(b, IR_I64, 0), more);
  none = ir_build2(b, IR_OP_DIV, none, n); // before the first iteration
  return ir_build2(b, IR_OP_SUB, times, none);
}

// Carried value "k" at the start of iteration "i", at "b". Where one value
// alone adds anything all sums are C's, in its type; else some may be too large
// for that.
static ir_val *
build_sum(ir_builder *b, const period *p, int k, const steps *s, ir_val *i) {
  ir_val *init = p->l->inits[k];
  ir_scalar of = init->type.elem, t = rec_compute_type(of);
  if (s->off || s->n_other > 1)
    t = IR_I64;
  ir_val *sum = ir_build_convert(b, init, t);
  for (int64_t q = s->off ? -1 : 0; q < p->n; q++) {
    int64_t by =
        q < 0 ? s->off : (int64_t)((uint64_t)s->at[q] - (uint64_t)s->off);
    if (!by)
      continue;
    ir_val *times = q < 0 ? i : build_times(b, p, q, i);
    times = ir_build_convert(b, times, t);
    if (by != 1)
      times = ir_build2(b, IR_OP_MUL, times, ir_build_int(b, t, by));
    sum = ir_build2(b, IR_OP_ADD, sum, times);
  }
  sum = ir_build_convert(b, sum, of);
  sum->name = p->l->carried[k]->name;
  return sum;
}

// Puts "in", of the iteration, and "out", of the end, in place of carried value
// "k".
static void
replace(ir_func *f, const ir_loop *l, int k, ir_val *in, ir_val *out) {
  ir_replace_uses(f, l->carried[k], in);
  if (l->op->has_while)
    return;
  ir_replace_uses(f, l->outs[k], out);
  ir_drop_result(l->op, k);
}

// Closes carried value "k" of "op" and those that count by it. False when it is
// not periodic; "guards" as in find_period.
static bool
close_period(loft_cx *cx, ir_func *f, ir_op *op, int k, bool guards) {
  ir_loop l;
  period p;
  steps *s = NEW_ARRAY(cx->arena, steps, op->outs.n);
  ir_match_loop(op, &l);
  if (!l.extent || !find_period(cx, f, &l, k, guards, &p))
    return false;
  ir_builder in = ir_before(l.body->first), after = ir_before(op->next);
  ir_val *zero = ir_build_int(&after, IR_I64, 0);
  ir_val *n = ir_build2(&after, IR_OP_MAX, l.extent, zero);
  bool *counts = NEW_ARRAY(cx->arena, bool, op->outs.n);
  for (int j = op->has_while; j < op->outs.n; j++)
    counts[j] = j != k && !l.carried[j]->type.array &&
                ir_is_int(l.carried[j]->type.elem) && find_steps(&p, j, &s[j]);
  for (int j = op->outs.n - 1; j >= op->has_while; j--)
    if (counts[j])
      replace(f, &l, j, build_sum(&in, &p, j, &s[j], l.i),
              build_sum(&after, &p, j, &s[j], n));
    else if (j == k)
      replace(f, &l, j, build_scalar(&in, &p, l.i),
              build_scalar(&after, &p, n));
  return true;
}

// Closes what "op" carries. False when nothing is periodic; "guards" as in
// find_period.
static bool
close_loop(loft_cx *cx, ir_func *f, ir_op *op, bool guards) {
  bool any = false;
  for (int k = op->outs.n - 1; k >= op->has_while; k--)
    if (op->n_dims && k < op->outs.n && !op->outs.at[k]->type.array)
      any |= close_period(cx, f, op, k, guards);
  if (any)
    rec_close_loop(f, op);
  return any;
}

// rec_close_fn: closes what "op" carries, without guards.
static void
close_unguarded(loft_cx *cx, ir_func *f, ir_op *op) {
  close_loop(cx, f, op, false);
}

void
rec_close_periods(loft_cx *cx, ir_func *f) {
  rec_close_loops(cx, f, close_unguarded);
}

bool
rec_close_period(loft_cx *cx, ir_func *f, ir_op *op, int k) {
  return close_period(cx, f, op, k, true);
}

ir_op *
rec_close_guarded(loft_cx *cx, ir_func *f, ir_op *op) {
  return close_loop(cx, f, op, true) ? op : NULL;
}
