// recognizer/shapes/restarts.c: counters that start again at a number, or where
// data say.
//
//   if (x[i] == x[i - 1] && run < m) run++; else { ..; run = 1; }
//   =>
//   run = 1 + (w - 1) % m;                    // where the body reads it
//   if (x[i] == x[i - 1]) w++; else w = 1;
//
// What the counter would be without its limit is a fold, as data alone say when
// that starts again; the limit only takes a remainder of it. Two copies of the
// body, in which all tests of the limit say that it is reached, or is not, show
// that nothing else decides. A place that is kept while the index goes on from
// it ('if (x[i] != x[i - 1] || i - start == m) start = i;') is the index less
// such a counter.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/scalars.h"

enum { MOST_TESTS = 8 };

// A comparison of the counter with its limit.
typedef struct test {
  ir_val *v;    // the bool
  bool on;      // what it is while the counter goes on
  ir_val *m;    // the limit: this, invariant (NULL: 0), ...
  int64_t more; // ... and this
} test;

// A counter that starts again.
typedef struct restart {
  loft_cx *cx;
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;         // the carried scalar
  int way;       // that is the place where it starts, from which the index goes
                 // up, 1, or down, -1; 0: it is the counter itself
  ir_val *set;   // what the scalar is set to as the counter starts again
  int64_t first; // what the counter is then
  rec_an *an;    // of the loop's body
  an_poly count; // the counter as an iteration starts
  int64_t least; // which tests take it to be no less than
  int64_t more;  // that its type has to hold as well
  const map *needs; // what follows from the scalar
  VEC(test) tests;
  ir_loop keep; // a copy of the loop in front of it, without the limit
} restart;

// -- Matching -----------------------------------------------------------------
// What a choice for the next iteration may be.
typedef enum leaf { LEAF_ON, LEAF_SET, LEAF_OTHER } leaf;

// "v" without the constants that are added to it behind choices, their sum
// being added to *more, as far as the types on the way hold what the scalar
// does.
static ir_val *
without_sum(const restart *z, ir_val *v, int64_t *more) {
  int size = ir_size(z->l.carried[z->k]->type.elem);
  for (const ir_op *op; (op = v->def); v = op->ins.at[0]) {
    int64_t c = 0;
    bool adds = op->code == IR_OP_ADD && ir_match_int(op->ins.at[1], &c);
    bool converts =
        op->code == IR_OP_CONVERT && ir_is_int(op->ins.at[0]->type.elem);
    if ((!adds && !converts) || ir_size(op->ins.at[0]->type.elem) < size)
      break;
    *more += c;
  }
  return v;
}

// The op that makes a choice, to which *more is then added, for "v", to which
// *more was to be; NULL: "v" is none.
static ir_op *
match_next(const restart *z, ir_val *v, an_choice *c, int64_t *more) {
  int64_t sum = *more;
  v = without_sum(z, v, &sum);
  if (!an_match_either(v, c))
    return NULL;
  *more = sum;
  return v->def;
}

// What leaf "v" of the next value of the scalar, to which "more" is added, is
// in "l", the loop or a copy, where "d" is the end of its body.
static leaf
leaf_of(const restart *z, const ir_loop *l, rec_dom *d, ir_val *v,
        int64_t more) {
  an_poly p = rec_read(d, v);
  an_poly own = an_poly_atom(z->a, rec_an_atom(d->an, l->carried[z->k]));
  int64_t c;
  own = an_poly_plus(z->a, &own, !z->way);
  p = an_poly_plus(z->a, &p, more);
  if (!p.bad && an_poly_eq(&p, &own))
    return LEAF_ON;
  bool set =
      z->way ? !more && an_same_value_in(z->a, v, l->body, z->set, z->l.body)
             : !p.bad && an_poly_is_const(&p, &c) && c == z->first;
  return set ? LEAF_SET : LEAF_OTHER;
}

// The value of bool "v" whatever it is chosen by: 1, 0, or -1 where it depends
// on that.
static int
always(const ir_val *v) {
  an_choice c;
  ir_val *both[2];
  int64_t k;
  bool any = !an_match_both(v, false, both);
  if (ir_match_int(v, &k))
    return k != 0;
  if (!any || an_match_both(v, true, both)) {
    int x = always(both[0]), y = always(both[1]);
    return x == any || y == any ? any : x == y ? x : -1;
  }
  if (an_match_either(v, &c)) {
    int x = always(c.y), y = always(c.z), by = always(c.c);
    return by == 1 || x == y ? x : by == 0 ? y : -1;
  }
  bool is_not = v->def && v->def->code == IR_OP_NOT;
  int of = is_not ? always(v->def->ins.at[0]) : -1;
  return of < 0 ? -1 : !of;
}

// True when all that "v", to which "more" is added, chooses from is that the
// counter starts again in "l", or with "may_go_on" that it goes on, by
// conditions that are not in "needs".
static bool
only_sets(const restart *z, const ir_loop *l, rec_dom *d, ir_val *v,
          int64_t more, const map *needs, bool may_go_on) {
  an_choice c;
  if (match_next(z, v, &c, &more)) {
    int by = always(c.c);
    return (by >= 0 || !map_has(needs, c.c)) &&
           (by == 0 || only_sets(z, l, d, c.y, more, needs, may_go_on)) &&
           (by == 1 || only_sets(z, l, d, c.z, more, needs, may_go_on));
  }
  leaf x = leaf_of(z, l, d, v, more);
  return x == LEAF_SET || (x == LEAF_ON && may_go_on);
}

// Finds what the scalar is set to, the first choice for it in "v", to which
// *more is added, that is not that it goes on.
static bool
find_set(restart *z, rec_dom *d, ir_val *v, int64_t *more) {
  an_choice c;
  if (match_next(z, v, &c, more)) {
    int64_t sum = *more;
    if (find_set(z, d, c.y, more))
      return true;
    *more = sum;
    return find_set(z, d, c.z, more);
  }
  an_poly own = an_poly_atom(z->a, rec_an_atom(z->an, z->l.carried[z->k]));
  an_poly p = rec_read(d, v), next = an_poly_plus(z->a, &own, 1);
  p = an_poly_plus(z->a, &p, *more);
  if (p.bad || an_poly_eq(&p, &own) || an_poly_eq(&p, &next))
    return false;
  z->set = v;
  return true;
}

// Finds what the counter is: the scalar, or how far the index is from it.
static bool
match_count(restart *z) {
  rec_dom *d = rec_dom_new(z->an, z->l.body->last, false);
  z->count = an_poly_atom(z->a, rec_an_atom(z->an, z->l.carried[z->k]));
  int64_t more = 0;
  if (!find_set(z, d, z->l.yields[z->k], &more))
    return false;
  an_poly set = rec_read_exact(d, z->set);
  z->way = 0;
  if (an_poly_is_const(&set, &z->first)) {
    z->first += more;
    return z->first > INT32_MIN && z->first < INT32_MAX;
  }
  an_poly index = an_poly_atom(z->a, rec_an_atom(z->an, z->l.i));
  for (int way = -1; way <= 1 && !z->way; way += 2) {
    an_poly rest = an_poly_add(z->a, &set, &index, -way);
    z->way = rec_poly_is_fixed(z->an, &rest) ? way : 0;
  }
  z->first = 1;
  z->count = an_poly_add(z->a, &set, &z->count, -1);
  z->count = an_poly_scale(z->a, &z->count, z->way);
  return z->way && !more && an_is_recomputable(z->set, z->l.body);
}

// True when the counter goes on, or starts again, whatever decides that.
static bool
starts_again(const restart *z) {
  rec_dom *d = rec_dom_new(z->an, z->l.body->last, false);
  return only_sets(z, &z->l, d, z->l.yields[z->k], 0, map_new(z->a), true);
}

// Notes comparison "op" of the counter with "limit", which "code" says, if that
// is an operand of it, or a constant, and one more.
static void
add_test(restart *z, const ir_op *op, ir_opcode code, rec_dom *d,
         const an_poly *limit) {
  test t = {.v = op->outs.at[0]};
  bool found = an_poly_is_const(limit, &t.more);
  for (int i = 0; i < 2 && !found; i++) {
    an_poly m = rec_read_exact(d, op->ins.at[i]);
    m = an_poly_add(z->a, limit, &m, -1);
    found = !m.bad && an_poly_is_const(&m, &t.more) &&
            an_is_invariant(op->ins.at[i], z->l.body);
    t.m = found ? op->ins.at[i] : NULL;
  }
  t.on = code == IR_OP_LT || code == IR_OP_LE || code == IR_OP_NE;
  t.more += code == IR_OP_LE || code == IR_OP_GT;
  if (found && t.more > INT32_MIN && t.more < INT32_MAX)
    vec_push(z->a, &z->tests, t);
}

// The polynomial of operand "v" of a comparison. Where it is not known not to
// wrap, it may be the counter, and a constant more: that is small, or its type
// has room for it, and without a sign as well if it is not below 0, as which
// the loop has to start then.
static an_poly
read_operand(restart *z, rec_dom *d, ir_val *v) {
  an_poly p = rec_read_exact(d, v);
  v = (ir_val *)(uintptr_t)rec_unwidened(v);
  an_poly sum = rec_read_modulo(d, v);
  an_poly more = an_poly_add(z->a, &sum, &z->count, -1);
  ir_scalar type = v->type.elem;
  int64_t c;
  bool own = !z->way && type == z->l.carried[z->k]->type.elem;
  if (sum.bad || !an_poly_is_const(&more, &c) || c <= INT32_MIN ||
      c >= INT32_MAX || (ir_is_unsigned(type) && z->first + c < 0))
    return p;
  if (own && c >= 0)
    z->more = c > z->more ? c : z->more;
  else if (ir_size(type) < (ir_is_signed(type) ? 8 : 4))
    return p;
  if (ir_is_unsigned(type) && z->least < -c)
    z->least = -c;
  return sum;
}

// ir_walk_fn: notes "op" if it compares the counter with an invariant.
static bool
find_test(void *user, ir_op *op) {
  restart *z = user;
  if (!rec_is_int_compare(op) || z->tests.n == MOST_TESTS ||
      !map_has(z->needs, op->outs.at[0]))
    return true;
  rec_dom *d = rec_dom_new(z->an, op, false);
  an_poly x = read_operand(z, d, op->ins.at[0]);
  an_poly y = read_operand(z, d, op->ins.at[1]);
  an_poly less = an_poly_add(z->a, &y, &x, -1);
  an_poly up = an_poly_add(z->a, &less, &z->count, 1);
  an_poly down = an_poly_scale(z->a, &less, -1);
  down = an_poly_add(z->a, &down, &z->count, 1);
  if (x.bad || y.bad)
    return true;
  if (rec_poly_is_fixed(z->an, &up))
    add_test(z, op, op->code, d, &up);
  else if (rec_poly_is_fixed(z->an, &down))
    add_test(z, op, ir_exchanged(op->code), d, &down);
  return true;
}

// True when tests "x" and "y" have the same limit.
static bool
same_limit(const restart *z, const test *x, const test *y) {
  bool same = x->m && y->m ? an_same_value(z->a, x->m, y->m) : x->m == y->m;
  return same && x->more == y->more;
}

// A copy of the loop in front of it where the tests with the limit of "of" say
// that the counter goes on, or not.
static ir_loop
copy_where(const restart *z, const test *of, bool on) {
  map *subst = map_new(z->a);
  ir_builder before = ir_before(z->l.op);
  ir_loop copy;
  ir_match_loop(ir_clone_op(&before, z->l.op, subst), &copy);
  ir_builder b = ir_before(copy.body->first);
  for (int i = 0; i < z->tests.n; i++)
    if (same_limit(z, of, &z->tests.at[i]))
      ir_replace_uses(z->f, ir_substituted(subst, z->tests.at[i].v),
                      ir_build_int(&b, IR_BOOL, on == z->tests.at[i].on));
  rec_assume_true(z->f, copy.body, ir_build_int(&b, IR_BOOL, 1));
  ir_match_loop(copy.op, &copy);
  return copy;
}

// True when copy "l" does nothing with the counter but to start it again, or
// with "may_go_on" to let it go on as data say.
static bool
is_simple(const restart *z, const ir_loop *l, bool may_go_on) {
  rec_an *an = rec_an_new(z->cx, z->f, l->body);
  rec_dom *d = rec_dom_new(an, l->body->last, false);
  map *needs = rec_find_needs(z->a, l, z->k);
  bool ok = only_sets(z, l, d, l->yields[z->k], 0, needs, may_go_on);
  rec_an_free(an);
  return ok;
}

// Lets the copy compute the scalar alone. False when it may not run where C
// does not.
static bool
keep_alone(const restart *z) {
  for (int j = 0; j < z->keep.n_carried; j++)
    if (j != z->k)
      z->keep.body->last->ins.at[j] = z->keep.carried[j];
  rec_remove_unused(z->keep.body);
  return rec_may_run_ahead(&z->keep);
}

// True when the limit of "of" alone keeps the counter from being a fold; the
// copy stands in front of the loop then.
static bool
match_limit(restart *z, const test *of) {
  ir_loop over = copy_where(z, of, false);
  bool ok = is_simple(z, &over, false);
  ir_remove(over.op);
  if (!ok)
    return false;
  z->keep = copy_where(z, of, true);
  ok = is_simple(z, &z->keep, true) && keep_alone(z);
  if (!ok)
    ir_remove(z->keep.op);
  return ok;
}

// -- Building -----------------------------------------------------------------
// The limit of "of" in front of the loop.
static ir_val *
build_limit(const restart *z, const test *of) {
  ir_builder b = ir_before(z->l.op);
  ir_val *more = ir_build_int(&b, IR_I64, of->more);
  if (!of->m)
    return more;
  ir_val *m = an_copy_invariant(&b, of->m, z->l.body);
  return ir_build2(&b, IR_OP_ADD, ir_build_convert(&b, m, IR_I64), more);
}

// What the scalar is set to in iteration "at", at "b".
static ir_val *
build_set(const restart *z, ir_builder *b, ir_val *at) {
  ir_val *set = an_recompute(b, z->set, z->l.body, at);
  return ir_build_convert(b, set, IR_I64);
}

// What the counter is at first, in front of the loop.
static ir_val *
build_start(const restart *z) {
  ir_builder b = ir_before(z->l.op);
  ir_val *init = ir_build_convert(&b, z->l.inits[z->k], IR_I64);
  if (!z->way)
    return init;
  ir_val *at = build_set(z, &b, ir_build_int(&b, IR_I64, 0));
  return z->way > 0 ? ir_build2(&b, IR_OP_SUB, at, init)
                    : ir_build2(&b, IR_OP_SUB, init, at);
}

// Lets the region run only where "v", with which the loop starts, is not below
// 0.
static bool
guard_positive(const restart *z, ir_val *v) {
  return an_range_of(v).lo >= 0 ||
         rec_guard_between(z->cx, z->f, &z->l, v, 0, INT64_MAX);
}

// Lets the region run only where the counter goes from "start", no more than
// "limit", to "limit", and the scalar's type holds that. False when that cannot
// be checked.
static bool
guard_count(const restart *z, ir_val *start, ir_val *limit) {
  const int64_t large = INT64_C(1) << 31;
  ir_scalar type = z->l.carried[z->k]->type.elem;
  int bits = 8 * ir_size(type) - ir_is_signed(type);
  int64_t most = z->way || bits > 31 ? large : INT64_C(1) << bits;
  ir_builder b = ir_before(z->l.op);
  ir_val *first = ir_build_int(&b, IR_I64, z->first);
  ir_val *last = ir_build_int(&b, IR_I64, most - 1 - z->more);
  ir_val *least = ir_build_int(&b, IR_I64, z->least);
  ir_val *room = ir_build2(&b, IR_OP_SUB, limit, first);
  return guard_positive(z, room) &&
         guard_positive(z, ir_build2(&b, IR_OP_SUB, last, limit)) &&
         guard_positive(z, ir_build2(&b, IR_OP_SUB, limit, start)) &&
         guard_positive(z, ir_build2(&b, IR_OP_SUB, start, least));
}

// The scalar in iteration "at", at "b", where the counter without its limit
// would be "w".
static ir_val *
build_scalar(const restart *z, ir_builder *b, ir_val *w, ir_val *limit,
             ir_val *at) {
  ir_val *p = z->l.carried[z->k], *first = ir_build_int(b, IR_I64, z->first);
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *n = ir_build2(b, IR_OP_SUB, limit, first);
  n = ir_build2(b, IR_OP_ADD, n, one);
  ir_val *over = ir_build2(b, IR_OP_MAX, ir_build2(b, IR_OP_SUB, w, first),
                           ir_build_int(b, IR_I64, 0));
  ir_val *x = ir_build2(b, IR_OP_MIN, w, first); // which it may start below
  x = ir_build2(b, IR_OP_ADD, x, ir_build2(b, IR_OP_REM, over, n));
  if (z->way)
    x = ir_build2(b, z->way > 0 ? IR_OP_SUB : IR_OP_ADD, build_set(z, b, at),
                  x);
  x = ir_build_convert(b, x, p->type.elem);
  x->name = p->name;
  return x;
}

// What the counter becomes where the scalar becomes "v", to which "sum" is
// added: "more" where it goes on, or "first"; both are at the start of the
// body.
static ir_val *
build_next(const restart *z, rec_dom *d, ir_val *v, int64_t sum, ir_val *more,
           ir_val *first) {
  an_choice c;
  ir_op *op = match_next(z, v, &c, &sum);
  if (!op)
    return leaf_of(z, &z->l, d, v, sum) == LEAF_ON ? more : first;
  ir_val *yes = build_next(z, d, c.y, sum, more, first);
  ir_val *no = build_next(z, d, c.z, sum, more, first);
  if (op->code == IR_OP_SELECT) {
    ir_builder b = ir_before(op->next);
    return ir_build3(&b, IR_OP_SELECT, c.c, yes, no);
  }
  ir_add_in(op->regions[0]->last, yes);
  ir_add_in(op->regions[1]->last, no);
  return ir_add_out(op, more->type, more->name);
}

// Lets the loop carry the counter without its limit in place of the scalar.
static void
build(const restart *z, ir_val *start, ir_val *limit) {
  ir_op *op = z->l.op, *yield = z->l.body->last;
  ir_val *p = z->l.carried[z->k];
  ir_val *w = ir_add_carried(op, start, "count", "count");
  ir_builder in = ir_before(z->l.body->first), after = ir_before(op->next);
  ir_val *first = ir_build_int(&in, IR_I64, z->first);
  ir_val *more = ir_build2(&in, IR_OP_ADD, w, ir_build_int(&in, IR_I64, 1));
  ir_replace_uses(z->f, p, build_scalar(z, &in, w, limit, z->l.i));
  ir_val *zero = ir_build_int(&after, IR_I64, 0);
  ir_val *n = ir_build2(&after, IR_OP_MAX, z->l.extent, zero);
  ir_val *out = op->outs.at[op->outs.n - 1];
  ir_replace_uses(z->f, z->l.outs[z->k],
                  build_scalar(z, &after, out, limit, n));
  ir_add_in(yield, more);
  ir_val *next = rec_move_to_end(&z->l, z->keep.op)[z->k];
  rec_an *an = rec_an_new(z->cx, z->f, z->l.body);
  rec_dom *d = rec_dom_new(an, yield, false);
  yield->ins.at[yield->ins.n - 1] = build_next(z, d, next, 0, more, first);
  rec_an_free(an);
  yield->ins.at[z->k] = p;
  rec_remove_unused(z->l.body);
  ir_drop_result(op, z->k);
}

// Lifts the limit of carried scalar "k" of loop "op", if that starts again.
static bool
lift_one(restart *z, ir_op *op, int k) {
  ir_match_loop(op, &z->l);
  z->k = k;
  z->tests.n = 0;
  z->least = INT32_MIN;
  z->more = 0;
  if (!ir_is_int(z->l.carried[k]->type.elem) || z->l.carried[k]->type.array)
    return false;
  z->an = rec_an_new(z->cx, z->f, z->l.body);
  z->needs = rec_find_needs(z->a, &z->l, k);
  if (match_count(z) && starts_again(z))
    ir_walk(z->l.body, find_test, z);
  rec_an_free(z->an);
  for (int i = 0; i < z->tests.n; i++) {
    if (!match_limit(z, &z->tests.at[i]))
      continue;
    ir_val *start = build_start(z), *limit = build_limit(z, &z->tests.at[i]);
    if (rec_chooses_reads(z->needs, z->l.body))
      rec_note_probes(z->cx, z->f, z->keep.body);
    if (!guard_count(z, start, limit))
      return false;
    build(z, start, limit);
    return true;
  }
  return false;
}

ir_op *
rec_lift_restarts(loft_cx *cx, ir_func *f, ir_op *op) {
  restart z = {.cx = cx, .a = cx->arena, .f = f};
  bool any = false;
  if (op->n_dims != 1 || op->has_while)
    return NULL;
  for (int k = op->outs.n - 1; k >= 0; k--)
    any |= lift_one(&z, op, k);
  return any ? op : NULL;
}
