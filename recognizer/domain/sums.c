// recognizer/domain/sums.c: the constraints of sums that scans and reduces
// fold.
//
// A running sum is its initial value and as many addends as iterations came
// before, each in known bounds; and no more than the sum of all, which a pass
// over data may know.
#include "recognizer/domain/domain.h"

// The number of values in "v", a sum that "s" folds: a running one, parameter
// of its second region, or its result, which has none where that is below 0. In
// several dimensions: the largest number. False when it is not known.
static bool
count_summed(rec_dom *d, const ir_soac *s, const ir_val *v, an_poly *count) {
  rec_an *an = d->an;
  bool runs = s->then && v->param_of == s->then;
  bool after = runs && v->index >= s->n_dims + s->n_red;
  if (runs && s->n_dims == 1) {
    *count = rec_read_exact(d, s->then_idx[0]);
    *count = an_poly_plus(an->a, count, after);
    return true;
  }
  *count = an_poly_const(an->a, 1);
  for (int k = 0; k < s->n_dims; k++) {
    an_poly n = rec_read_exact(d, s->extents[k]);
    if (n.bad || (!runs && s->n_dims > 1 && !rec_prove_ge(d, &n)))
      return false;
    *count = an_poly_mul(an->a, count, &n);
  }
  *count = an_poly_plus(an->a, count, runs && !after ? -1 : 0);
  return !count->bad && (runs || v->def == s->op);
}

// True when fold "k" of "s" adds up, by itself or beside others.
static bool
adds_up(const ir_soac *s, int k) {
  const ir_region *r = s->combine;
  if (!r)
    return s->op->red_ops && s->op->red_ops[k] == IR_OP_ADD;
  const ir_op *op = r->last->ins.at[k]->def;
  const ir_val *left = r->params.at[k], *right = r->params.at[s->n_red + k];
  return op && op->code == IR_OP_ADD &&
         ((op->ins.at[0] == left && op->ins.at[1] == right) ||
          (op->ins.at[0] == right && op->ins.at[1] == left));
}

// True when "v" is none below 0 for all that is known of it.
static bool
is_natural(const ir_val *v) {
  an_choice c;
  return an_range_of(v).lo >= 0 || rec_trips_in(v) ||
         (an_match_either(v, &c) && is_natural(c.y) && is_natural(c.z));
}

// The number that "v", a value of an iteration, is at most, where that is not
// negative: how often an inner loop runs, or what that counts of its
// iterations; a choice of such. *at gets an op that is executed with it. NULL:
// none is known.
static ir_val *
find_trips(const ir_val *v, ir_op **at) {
  ir_soac s;
  an_choice c;
  int64_t zero;
  const ir_val *trips = rec_trips_in(v);
  if (trips && trips->def) {
    *at = trips->def;
    return trips->def->outs.at[trips->index];
  }
  ir_op *op = v->def;
  if (trips && op && trips->param_of == op->parent) {
    *at = op;
    return op->parent->params.at[trips->index];
  }
  *at = op;
  if (op && an_match_either(v, &c) && is_natural(c.y) && is_natural(c.z))
    return op->outs.at[v->index];
  if (!op || op->code != IR_OP_REDUCE || !ir_match_soac(op, &s) ||
      s.n_dims != 1 || op->red_ops[v->index] != IR_OP_ADD ||
      !ir_match_int(s.inits[v->index], &zero) || zero)
    return NULL;
  an_range one = an_range_of(s.values[v->index]);
  return one.lo >= 0 && one.hi <= 1 ? s.extents[0] : NULL;
}

enum { MOST_STEP = 1 << 20 }; // what data need not be asked about

// The addends of an iteration: numbers in known bounds, together in "lo" to
// "hi", and values that are no more than numbers that are not negative, each
// with an op that is executed with that.
typedef struct addends {
  int64_t lo, hi;
  int n;
  struct {
    const ir_val *v;
    ir_val *trips;
    ir_op *at;
  } at[4];
} addends;

// Adds the operands of the sum "v" to "all"; false when it has others.
static bool
find_addends(const ir_val *v, addends *all) {
  enum { MOST = sizeof all->at / sizeof all->at[0] };
  const ir_op *op = v->def;
  an_range r = an_range_of(v);
  if (r.lo >= 0 && r.hi <= MOST_STEP && !rec_trips_in(v)) {
    all->lo += r.lo;
    all->hi += r.hi;
    return true;
  }
  if (op && op->code == IR_OP_ADD)
    return find_addends(op->ins.at[0], all) && find_addends(op->ins.at[1], all);
  if (all->n == MOST)
    return false;
  int k = all->n++;
  all->at[k].v = v;
  all->at[k].trips = find_trips(v, &all->at[k].at);
  return all->at[k].trips;
}

// The sum of the addends "all" of an iteration of "s", as its second region
// computes them in front of d->at.
static an_poly
read_addends(rec_dom *d, const ir_soac *s, const addends *all) {
  arena *a = d->an->a;
  an_poly sum = an_poly_const(a, all->lo);
  bool seen[sizeof all->at / sizeof all->at[0]] = {0};
  for (ir_op *op = s->then->first, *last = ir_ancestor_in(d->at, s->then);
       op != last; op = op->next)
    for (int k = 0; k < all->n && op->outs.n == 1; k++) {
      ir_val *v = op->outs.at[0];
      if (seen[k] || !an_same_value_in(a, all->at[k].v, s->body, v, s->then))
        continue;
      an_poly p = rec_read_exact(d, v);
      sum = an_poly_add(a, &sum, &p, 1);
      seen[k] = true;
    }
  return sum;
}

// The sum of "all" over the iterations of "s"; bad: it is not known.
static an_poly
find_total(rec_dom *d, const ir_soac *s, const addends *all) {
  rec_an *an = d->an;
  an_poly n = rec_read_exact(d, s->extents[0]);
  an_poly total = an_poly_scale(an->a, &n, all->hi);
  if (all->hi && !rec_prove_ge(d, &n))
    total.bad = true;
  for (int k = 0; k < all->n && !total.bad; k++) {
    int atom = 0;
    bool known =
        an->inspector->total(an->emit, all->at[k].at, all->at[k].trips, &atom);
    an_poly sum = an_poly_atom(an->a, atom);
    total = an_poly_add(an->a, &total, &sum, 1);
    total.bad |= !known;
  }
  return total;
}

// True when "trips", of a loop in the second region of "s", is one of "all".
static bool
is_among(rec_an *an, const ir_soac *s, const addends *all,
         const ir_val *trips) {
  for (int k = 0; k < all->n; k++)
    if (an_same_value_in(an->a, all->at[k].trips, s->body, trips, s->then))
      return true;
  return false;
}

// x, a running sum or the result of scan or reduce "s" as fold "k", is no more
// than the sum of all; before an iteration that runs an inner loop as often as
// the sum grows, so much less.
static void
add_total(rec_dom *d, const an_poly *x, const ir_soac *s, int k,
          const ir_val *v) {
  rec_an *an = d->an;
  addends all = {0};
  if (rec_may_wrap(v->type.elem) || s->n_dims != 1 ||
      !find_addends(s->values[k], &all) || !all.n)
    return;
  an_poly total = find_total(d, s, &all);
  if (total.bad)
    return;
  an_poly init = rec_read_exact(d, s->inits[k]);
  total = an_poly_add(an->a, &total, &init, 1);
  rec_dom_add(d, rec_form_ge2(an, x, &init, 0));
  rec_dom_add(d, rec_form_ge2(an, &total, x, 0));
  bool before =
      s->then && v->param_of == s->then && v->index < s->n_dims + s->n_red;
  if (!before)
    return;
  an_poly own = read_addends(d, s, &all);
  own = an_poly_add(an->a, &own, x, 1);
  if (!own.bad)
    rec_dom_add(d, rec_form_ge2(an, &total, &own, 0));
  for (ir_region *r = d->at->parent; r && r != s->then;
       r = r->parent_op ? r->parent_op->parent : NULL) {
    ir_op *up = r->parent_op;
    if (!up || up->n_dims != 1 || !is_among(an, s, &all, up->ins.at[0]))
      continue;
    an_poly n = rec_read_exact(d, up->ins.at[0]);
    n = an_poly_add(an->a, &n, x, 1);
    rec_dom_add(d, rec_form_ge2(an, &total, &n, 0));
  }
}

// Bounds of a number that "v", which a sum adds, is modulo 2^n, where that may
// be below 0 although the type has no sign: k -= 2. "depth" ops are looked
// through.
static an_range
range_of_step(const ir_val *v, int depth) {
  ir_scalar s = v->type.elem;
  const ir_op *op = v->def;
  an_choice c = {0};
  an_range r = an_range_of(v), x, y;
  int64_t size = ir_size(s) < 8 ? INT64_C(1) << (8 * ir_size(s)) : 0;
  if (!depth || !ir_is_unsigned(s) || !op)
    return r;
  bool chooses = rec_match_choice(v, &c), minus = op->code == IR_OP_SUB;
  if (!chooses && !minus && op->code != IR_OP_ADD && op->code != IR_OP_NEG)
    return size && r.lo >= size / 2 ? (an_range){r.lo - size, r.hi - size} : r;
  x = y = range_of_step(chooses ? c.y : op->ins.at[0], depth - 1);
  if (op->code != IR_OP_NEG)
    y = range_of_step(chooses ? c.z : op->ins.at[1], depth - 1);
  if (x.lo < INT32_MIN || x.hi > INT32_MAX || y.lo < INT32_MIN ||
      y.hi > INT32_MAX)
    return r;
  if (chooses)
    return (an_range){x.lo < y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi};
  if (op->code == IR_OP_NEG)
    return (an_range){-x.hi, -x.lo};
  return minus ? (an_range){x.lo - y.hi, x.hi - y.lo}
               : (an_range){x.lo + y.lo, x.hi + y.hi};
}

// What the first iteration of "s" adds to fold "k", as far as its index tells;
// "least", which no iteration adds less than, where that does not.
static int64_t
first_step(const ir_soac *s, int k, int64_t least) {
  ir_bits bits;
  const ir_val *v = s->values[k];
  if (s->n_dims != 1 || least < 0 || !ir_is_int(v->type.elem) ||
      !an_value_given(v, s->body, s->idx[0], 0, &bits))
    return least;
  int64_t first =
      (int64_t)ir_eval_scalar(IR_OP_CONVERT, v->type.elem, IR_I64, &bits);
  return first > least && first <= INT32_MAX ? first : least;
}

// True when the fold "k" of "s", of values in "r", does not wrap.
static bool
sum_fits(rec_dom *d, const ir_soac *s, int k, an_range r) {
  if (!rec_may_wrap(s->values[k]->type.elem))
    return true;
  return s->n_dims == 1 &&
         rec_count_fits(d, s->op, s->inits[k], s->extents[0],
                        r.hi > 0 ? r.hi : 0) &&
         rec_count_fits(d, s->op, s->inits[k], s->extents[0],
                        r.lo < 0 ? r.lo : 0);
}

// Whether "x" is the index of "s" and what no iteration changes, by "depth" ops
// on integers of 32 bits and more.
static bool
grows_by_one(const ir_soac *s, const ir_val *x, int depth) {
  bool is_wide = ir_is_int(x->type.elem) && ir_size(x->type.elem) >= 4;
  while (is_wide && x->def && x->def->code == IR_OP_CONVERT) {
    x = x->def->ins.at[0];
    is_wide = ir_is_int(x->type.elem) && ir_size(x->type.elem) >= 4;
  }
  const ir_op *op = x->def;
  if (!is_wide || x == s->idx[0])
    return is_wide;
  if (!op || !depth || (op->code != IR_OP_ADD && op->code != IR_OP_SUB))
    return false;
  for (int k = 0; k < (op->code == IR_OP_ADD ? 2 : 1); k++) {
    int64_t c;
    const ir_val *other = op->ins.at[1 - k];
    bool stays = ir_match_int(other, &c) || ir_is_outside(other, s->body);
    if (stays && grows_by_one(s, op->ins.at[k], depth - 1))
      return true;
  }
  return false;
}

// The constant that a number which grows by one an iteration of "s" is divided
// by, if bool "v" being "on" needs the remainder to be a certain one; 0: it
// does not. "depth" ops are looked through.
static int64_t
period_of_condition(const ir_soac *s, const ir_val *v, bool on, int depth) {
  enum { MOST_PERIOD = 1 << 24 };
  const ir_op *op = v->def;
  ir_val *both[2];
  int64_t c, other;
  if (!op || !depth)
    return 0;
  if (op->code == IR_OP_NOT)
    return period_of_condition(s, op->ins.at[0], !on, depth - 1);
  if (on && an_match_both(v, false, both)) {
    c = period_of_condition(s, both[0], on, depth - 1);
    return c ? c : period_of_condition(s, both[1], on, depth - 1);
  }
  if (op->code != (on ? IR_OP_EQ : IR_OP_NE) ||
      !ir_match_int(op->ins.at[1], &other))
    return 0;
  op = op->ins.at[0]->def;
  bool masks = op && op->code == IR_OP_AND;
  if (!op || (!masks && op->code != IR_OP_REM) ||
      !ir_match_int(op->ins.at[1], &c) || ir_size(op->ins.at[1]->type.elem) < 4)
    return 0;
  c += masks;
  if (c < 2 || c > MOST_PERIOD || (masks && c & (c - 1)))
    return 0;
  return grows_by_one(s, op->ins.at[0], depth) ? c : 0;
}

// How many iterations of "s" there are to one that has a "v" other than 0, but
// for a few; 0: that is not known.
static int64_t
period_of(const ir_soac *s, const ir_val *v) {
  enum { OPS = 4 };
  an_choice c;
  int64_t zero;
  if (!rec_match_choice(v, &c))
    return 0;
  if (ir_match_int(c.z, &zero) && !zero)
    return period_of_condition(s, c.c, true, OPS);
  if (ir_match_int(c.y, &zero) && !zero)
    return period_of_condition(s, c.c, false, OPS);
  return 0;
}

void
rec_add_summed(rec_dom *d, const an_poly *x, ir_op *op, const ir_val *v) {
  rec_an *an = d->an;
  enum { STEP_OPS = 6 };
  ir_soac s;
  an_poly count;
  if (!ir_match_fold(op, &s) || (v->def && v->index >= s.n_red))
    return;
  int k = v->def ? v->index : (v->index - s.n_dims) % s.n_red;
  an_range value = range_of_step(s.values[k], STEP_OPS);
  if (adds_up(&s, k) && an->emit)
    add_total(d, x, &s, k, v);
  if (!adds_up(&s, k) || value.lo < INT32_MIN || value.hi > INT32_MAX ||
      (s.n_dims > 1 && value.lo < 0))
    return;
  bool fits = sum_fits(d, &s, k, value);
  if (!fits && !an->may_assume)
    vec_push(an->a, &d->open, d->owner);
  if (!fits || !count_summed(d, &s, v, &count))
    return;
  an_poly init = rec_read_exact(d, s.inits[k]);
  an_poly least = an_poly_scale(an->a, &count, s.n_dims > 1 ? 0 : value.lo);
  an_poly most = an_poly_scale(an->a, &count, value.hi);
  if (value.lo == 0 && s.then && v->param_of == s.then &&
      v->index >= s.n_dims + s.n_red) // behind the first iteration
    least = an_poly_const(an->a, first_step(&s, k, value.lo));
  least = an_poly_add(an->a, &least, &init, 1);
  most = an_poly_add(an->a, &most, &init, 1);
  rec_form *some = rec_form_and(an, rec_form_ge2(an, x, &least, 0),
                                rec_form_ge2(an, &most, x, 0));
  int64_t period = s.n_dims == 1 && value.lo >= 0 && value.hi > 0
                       ? period_of(&s, s.values[k])
                       : 0;
  if (period) {
    // numbers of 32 bits that wrap have remainders that are nearer there: in
    // 2^32 iterations one more than that, which twice the number leaves room
    // for
    an_poly all = an_poly_scale(an->a, &count, 2);
    all = an_poly_plus(an->a, &all, 2 * period);
    all = an_poly_scale(an->a, &all, value.hi);
    an_poly grown = an_poly_add(an->a, x, &init, -1);
    grown = an_poly_scale(an->a, &grown, period);
    some = rec_form_and(an, some, rec_form_ge2(an, &all, &grown, 0));
  }
  if (v->def && !rec_prove_ge(d, &count)) {
    an_poly zero = an_poly_const(an->a, 0);
    rec_form *none = rec_form_and(an, rec_form_ge2(an, &zero, &count, 1),
                                  rec_form_eq2(an, x, &init));
    some =
        rec_form_or(an, rec_form_and(an, rec_form_ge(an, &count), some), none);
  }
  rec_dom_add(d, some);
}
