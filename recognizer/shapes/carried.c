// recognizer/shapes/carried.c: how the iterations of a loop hand a scalar on,
// as a reason.
//
// A carried scalar that is no fold of its own (reduce.c, compound.c, linear.c)
// is classified by the values that replace it, which are left where the ifs and
// selects before the loop's yield are taken apart, and by the conditions of
// these that follow from the scalar itself.
//
//   counter   k = k + c; memory is touched at k, or k is compared
//   bits      shifts and exclusive ors of it: checksums, hashes, generators
//   list      j = next[j]
//   choice    at = i, where x[i] < x[at]: compared by what is computed from it
//   kept      b = a, a = x: values that are put in order
//   state     what takes its place depends on it otherwise: f = !f
//   rounded   floats, linear in one another
//
// Each helps itself in another way, or not at all.
#include "recognizer/shapes/independent.h"

enum { MOST_VALUES = 64 };

// A scalar that a loop carries, or hands on in one place of an array.
typedef struct carrying {
  arena *a;
  const ir_loop *l;
  int k; // the carried scalar; -1: it is in memory
  ir_scalar type;
  map *from;     // the scalar, and what stands for it in inner loops
  map *own;      // the values that follow from it
  map *any;      // from one of the loop's carried scalars
  ir_vals news;  // what takes its place
  ir_vals tests; // the comparisons of "own" that choose among these
} carrying;

// -- What follows from it -------------------------------------------------
// Adds the scalar "v" to "set"; true when it is new there.
static bool
add(map *set, ir_val *v) {
  if (v->type.array || map_has(set, v))
    return false;
  map_put(set, v, v);
  return true;
}

// Adds what loop "op" carries to "set" where it starts from, or becomes, what
// is in it; and its results. True when something was added.
static bool
spread_loop(map *set, ir_op *op) {
  ir_loop l;
  bool any = false;
  if (!ir_match_loop(op, &l))
    return false;
  for (int k = 0; k < l.n_carried; k++)
    if (map_has(set, l.inits[k]) || map_has(set, l.yields[k])) {
      any |= add(set, l.carried[k]);
      any |= add(set, l.outs[k]);
    }
  return any;
}

// Adds the results of if "op" that follow from "set" to it.
static bool
spread_if(map *set, ir_op *op) {
  bool any = false;
  for (int k = 0; k < op->outs.n; k++)
    if (map_has(set, op->ins.at[0]) ||
        map_has(set, op->regions[0]->last->ins.at[k]) ||
        map_has(set, op->regions[1]->last->ins.at[k]))
      any |= add(set, op->outs.at[k]);
  return any;
}

// Adds the scalars computed in "r" from what is in "set" to it. True when
// something was added.
static bool
spread(map *set, ir_region *r) {
  bool any = false;
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->n_regions; k++)
      any |= spread(set, op->regions[k]);
    if (op->code == IR_OP_IF)
      any |= spread_if(set, op);
    else if (op->code == IR_OP_LOOP)
      any |= spread_loop(set, op);
    else
      for (int k = 0; k < op->ins.n; k++)
        for (int j = 0; j < op->outs.n && map_has(set, op->ins.at[k]); j++)
          any |= add(set, op->outs.at[j]);
  }
  return any;
}

// Adds to "set" the values that follow from it in the body of "l"; returns it.
static map *
close_set(const ir_loop *l, map *set) {
  while (spread(set, l->body))
    ;
  return set;
}

// The scalars of the body of "l" that follow from its carried scalar "k".
static map *
find_own(arena *a, const ir_loop *l, int k) {
  map *set = map_new(a);
  add(set, l->carried[k]);
  return close_set(l, set);
}

// -- What takes its place -------------------------------------------------
// "v" before conversions and negations.
static ir_val *
bare(ir_val *v) {
  while (v->def && (v->def->code == IR_OP_CONVERT || v->def->code == IR_OP_NOT))
    v = v->def->ins.at[0];
  return v;
}

// Adds the comparisons that "cond" is put together of, and that follow from the
// scalar, to the tests.
static void
add_tests(carrying *c, ir_val *cond) {
  cond = bare(cond);
  ir_op *op = cond->def;
  if (!map_has(c->own, cond) || c->tests.n == MOST_VALUES)
    return;
  if (op && (op->code == IR_OP_AND || op->code == IR_OP_OR) &&
      cond->type.elem == IR_BOOL) {
    add_tests(c, op->ins.at[0]);
    add_tests(c, op->ins.at[1]);
    return;
  }
  vec_push(c->a, &c->tests, cond);
}

// Adds what is left of "v" where choices are taken apart; "seen" was taken
// apart.
static void
add_news(carrying *c, ir_val *v, map *seen) {
  ir_op *op = v->def;
  ir_loop l;
  if (map_has(c->from, v) || map_has(seen, v) || c->news.n == MOST_VALUES)
    return;
  map_put(seen, v, v);
  if (op && op->code == IR_OP_SELECT) {
    add_tests(c, op->ins.at[0]);
    add_news(c, op->ins.at[1], seen);
    add_news(c, op->ins.at[2], seen);
  } else if (op && op->code == IR_OP_IF) {
    add_tests(c, op->ins.at[0]);
    for (int r = 0; r < 2; r++)
      add_news(c, op->regions[r]->last->ins.at[v->index], seen);
  } else if (op && ir_match_loop(op, &l)) {
    int k = v->index;
    if (map_has(c->own, l.inits[k]))
      map_put(c->from, l.carried[k], l.carried[k]);
    add_news(c, l.inits[k], seen);
    add_news(c, l.yields[k], seen);
  } else {
    vec_push(c->a, &c->news, v);
  }
}

// Finds the values that follow from c->from, and from all that are carried.
static void
find_sets(carrying *c) {
  c->own = close_set(c->l, map_copy(c->a, c->from));
  c->any = map_copy(c->a, c->own);
  for (int k = 0; k < c->l->n_carried; k++)
    add(c->any, c->l->carried[k]);
  close_set(c->l, c->any);
}

// Carried scalar "k" of "l".
static carrying
look_at(arena *a, const ir_loop *l, int k) {
  carrying c = {.a = a, .l = l, .k = k, .type = l->carried[k]->type.elem};
  c.from = map_new(a);
  add(c.from, l->carried[k]);
  find_sets(&c);
  add_news(&c, l->yields[k], map_new(a));
  return c;
}

// The scalar that "xs", reads and writes of one place, hand on.
static carrying
look_at_place(arena *a, const ir_loop *l, const rec_accesses *xs) {
  carrying c = {.a = a, .l = l, .k = -1};
  map *seen = map_new(a);
  c.type = xs->at[0].op->ins.at[0]->type.elem;
  c.from = map_new(a);
  for (int i = 0; i < xs->n; i++)
    if (!xs->at[i].write)
      add(c.from, xs->at[i].op->outs.at[0]);
  find_sets(&c);
  for (int i = 0; i < xs->n; i++) {
    const ir_op *op = xs->at[i].op;
    if (xs->at[i].write)
      add_news(&c, op->ins.at[2], seen);
    for (const ir_region *r = op->parent; xs->at[i].write && r != l->body;
         r = r->parent_op->parent)
      if (r->parent_op->code == IR_OP_IF)
        add_tests(&c, r->parent_op->ins.at[0]);
  }
  return c;
}

// -- Kinds ----------------------------------------------------------------
// True when "v" is the scalar itself.
static bool
is_from(const carrying *c, ir_val *v) {
  v = ir_before_converts(v);
  return map_has(c->from, v);
}

// True when "v" is a carried scalar of the loop.
static bool
is_carried(const carrying *c, ir_val *v) {
  v = ir_before_converts(v);
  return v->param_of == c->l->body && v != c->l->i;
}

// True when "v" follows from no carried scalar.
static bool
is_fresh(const carrying *c, const ir_val *v) {
  return !map_has(c->any, v);
}

// True when "test" holds of all values that take the scalar's place, of which
// there are some.
static bool
all_news(const carrying *c, bool (*test)(const carrying *, ir_val *)) {
  for (int i = 0; i < c->news.n; i++)
    if (!test(c, c->news.at[i]))
      return false;
  return c->news.n > 0;
}

// True when "v" is fresh, for all_news.
static bool
is_fresh_new(const carrying *c, ir_val *v) {
  return is_fresh(c, v);
}

// True when "v" says whether the scalar is 0, or differs from a truth value.
static bool
is_toggled(const carrying *c, ir_val *v) {
  v = ir_before_converts(v);
  ir_op *op = v->def;
  int64_t k;
  if (!op ||
      (op->code != IR_OP_EQ && op->code != IR_OP_NE && op->code != IR_OP_NOT))
    return false;
  if (op->code == IR_OP_NOT)
    return is_from(c, op->ins.at[0]);
  for (int side = 0; side < 2; side++) {
    const ir_val *e = rec_unwidened(op->ins.at[1 - side]);
    bool truth = e->type.elem == IR_BOOL ||
                 (e->def && ir_op_table[e->def->code].cls == IR_CLASS_CMP);
    if (is_from(c, op->ins.at[side]) && is_fresh(c, e) &&
        (truth || (ir_match_int(e, &k) && k == 0 && op->code == IR_OP_EQ)))
      return true;
  }
  return false;
}

// True when "v" is the scalar plus invariants.
static bool
is_counted(const carrying *c, ir_val *v) {
  while (v->def && !is_from(c, v)) {
    ir_op *op = v->def;
    if (op->code == IR_OP_CONVERT) {
      v = op->ins.at[0];
      continue;
    }
    if (op->code != IR_OP_ADD && op->code != IR_OP_SUB)
      return false;
    int side = map_has(c->own, op->ins.at[0]) ? 0 : 1;
    if (!an_is_invariant(op->ins.at[1 - side], c->l->body))
      return false;
    v = op->ins.at[side];
  }
  return is_from(c, v);
}

// ir_walk_fn: stops at an access of memory at a place that follows from the
// scalar; at a read, where the scalar is compared.
static bool
is_access_elsewhere(void *user, ir_op *op) {
  const carrying *c = user;
  bool accesses =
      op->code == IR_OP_INDEX || (ir_writes_element(op) && !c->tests.n);
  return !accesses || !map_has(c->own, op->ins.at[1]);
}

// True when memory is touched at the scalar.
static bool
is_place(const carrying *c) {
  return !ir_walk(c->l->body, is_access_elsewhere, (void *)c);
}

// True when all tests compare the scalar with invariant values.
static bool
is_bounded(const carrying *c) {
  for (int i = 0; i < c->tests.n; i++) {
    const ir_op *op = c->tests.at[i]->def;
    if (!op || ir_op_table[op->code].cls != IR_CLASS_CMP)
      return false;
    for (int side = 0; side < 2; side++)
      if (!is_from(c, op->ins.at[side]) &&
          !an_is_invariant(op->ins.at[side], c->l->body))
        return false;
  }
  return c->tests.n > 0;
}

// True when "v" is computed from the scalar by shifts or exclusive ors, but for
// the places of what it reads.
static bool
has_shifts(const carrying *c, const ir_val *v, map *seen) {
  const ir_op *op = v->def;
  if (!op || !map_has(c->own, v) || map_has(seen, v) ||
      op->code == IR_OP_INDEX || !ir_is_scalar_op(op->code))
    return false;
  map_put(seen, v, (void *)v);
  if (op->code == IR_OP_SHL || op->code == IR_OP_SHR || op->code == IR_OP_XOR)
    return v->type.elem != IR_BOOL;
  for (int k = 0; k < op->ins.n; k++)
    if (has_shifts(c, op->ins.at[k], seen))
      return true;
  return false;
}

// True when a value that takes the scalar's place is made of its bits.
static bool
is_mixed(const carrying *c) {
  map *seen = map_new(c->a);
  for (int i = 0; i < c->news.n; i++)
    if (has_shifts(c, c->news.at[i], seen))
      return true;
  return false;
}

// True when "v" is made of a float's bits, which are made of the scalar: a
// float of 16 bits (front/lower_half.c).
static bool
is_half(const carrying *c, ir_val *v) {
  const ir_op *op = v->def;
  while (op && op->code != IR_OP_BITCAST && ir_is_scalar_op(op->code)) {
    int k = 0;
    while (k < op->ins.n && !map_has(c->own, op->ins.at[k]))
      k++;
    op = k < op->ins.n ? op->ins.at[k]->def : NULL;
  }
  return op && op->code == IR_OP_BITCAST &&
         ir_is_float(op->ins.at[0]->type.elem);
}

// True when "v" is read at a place that the scalar and invariants make.
static bool
is_followed(const carrying *c, ir_val *v) {
  v = ir_before_converts(v);
  return v->def && v->def->code == IR_OP_INDEX &&
         is_counted(c, v->def->ins.at[1]);
}

// True when "v" is a carried scalar, or fresh.
static bool
is_moved(const carrying *c, ir_val *v) {
  return is_fresh(c, v) || is_carried(c, v);
}

// True when "v" is a constant, for all_news.
static bool
is_constant_new(const carrying *c, ir_val *v) {
  int64_t k;
  (void)c;
  return ir_match_int(v, &k);
}

// True when "v" is an element at a place that a carried scalar is.
static bool
is_at_carried(const carrying *c, const ir_val *v) {
  const ir_op *op = rec_unwidened(v)->def;
  return op && op->code == IR_OP_INDEX && is_carried(c, op->ins.at[1]);
}

// True when "test" compares a carried scalar with a constant.
static bool
is_of_constant(const carrying *c, const ir_val *test) {
  const ir_op *op = test->def;
  bool compares = op && ir_op_table[op->code].cls == IR_CLASS_CMP;
  return compares &&
         ((is_carried(c, op->ins.at[0]) && is_constant_new(c, op->ins.at[1])) ||
          (is_carried(c, op->ins.at[1]) && is_constant_new(c, op->ins.at[0])));
}

// True when "test" compares a carried scalar with what would take its place, or
// the elements at both.
static bool
is_sorted_by(const carrying *c, const ir_val *test) {
  const ir_op *op = test->def;
  ir_val *both[2];
  if (an_match_both(test, false, both) || an_match_both(test, true, both))
    return (is_of_constant(c, both[0]) || is_sorted_by(c, both[0])) &&
           is_sorted_by(c, both[1]);
  if (!op || ir_op_table[op->code].cls != IR_CLASS_CMP)
    return false;
  for (int side = 0; side < 2; side++) {
    ir_val *old = op->ins.at[side], *other = op->ins.at[1 - side];
    if (is_at_carried(c, old) &&
        (is_fresh(c, other) || is_at_carried(c, other)))
      return true;
    if (!is_carried(c, old) || !is_moved(c, other))
      continue;
    const ir_val *p = rec_unwidened(old);
    if (p->param_of != c->l->body)
      continue;
    carrying of = look_at(c->a, c->l, p->index - c->l->op->n_dims);
    for (int i = 0; i < of.news.n; i++)
      if (of.news.at[i] == other || is_carried(c, other))
        return true;
  }
  return false;
}

// True when the scalar takes the place of another one that the loop carries, or
// that takes its own.
static bool
changes_places(const carrying *c) {
  for (int k = 0; k < c->l->n_carried; k++) {
    if (k == c->k || c->l->carried[k]->type.array)
      continue;
    carrying of = look_at(c->a, c->l, k);
    for (int i = 0; i < of.news.n; i++)
      if (of.news.at[i] == c->l->carried[c->k])
        return true;
    for (int i = 0; i < c->news.n; i++)
      if (c->news.at[i] == c->l->carried[k])
        return true;
  }
  return false;
}

// True when the scalar is one of several values that are put in order, which
// needs a choice: values that only change places are not.
static bool
is_kept(const carrying *c) {
  if (c->k >= 0 && is_carried(c, c->l->yields[c->k]))
    return false;
  bool sorts = c->tests.n == 0;
  for (int i = 0; i < c->tests.n; i++) {
    bool by = is_sorted_by(c, c->tests.at[i]);
    if (!by && !is_of_constant(c, c->tests.at[i]))
      return false;
    sorts |= by;
  }
  return sorts && all_news(c, is_moved) && changes_places(c);
}

// True when what is fresh, and no constant alone, takes the scalar's place
// where it compares with what is computed from that, in one comparison.
static bool
is_chosen(const carrying *c) {
  const ir_op *op = c->tests.n == 1 ? c->tests.at[0]->def : NULL;
  if (!op || ir_op_table[op->code].cls != IR_CLASS_CMP ||
      !all_news(c, is_fresh_new) || all_news(c, is_constant_new))
    return false;
  for (int side = 0; side < 2; side++)
    if (map_has(c->own, op->ins.at[side]) && !is_carried(c, op->ins.at[side]) &&
        is_fresh(c, op->ins.at[1 - side]))
      return true;
  return false;
}

// True when "v" takes the scalar's place.
static bool
is_new(const carrying *c, const ir_val *v) {
  bool found = false;
  for (int i = 0; i < c->news.n && !found; i++)
    found = an_same_value(c->a, c->news.at[i], v);
  return found;
}

// How many comparisons of what is fresh with what is not the conjunction or
// disjunction "test" has, those twice that compare the scalar's next value;
// *ordered: one is for order with what follows from the scalar.
static int
count_ranks(const carrying *c, const ir_val *test, bool *ordered) {
  const ir_op *op = test->def;
  ir_val *both[2];
  if (an_match_both(test, false, both) || an_match_both(test, true, both))
    return count_ranks(c, both[0], ordered) + count_ranks(c, both[1], ordered);
  if (op && op->code == IR_OP_NOT)
    return count_ranks(c, op->ins.at[0], ordered);
  if (!op || ir_op_table[op->code].cls != IR_CLASS_CMP)
    return 0;
  bool fresh = is_fresh(c, op->ins.at[0]);
  if (fresh == is_fresh(c, op->ins.at[1]))
    return 0;
  *ordered |= map_has(c->own, op->ins.at[fresh]) && op->code != IR_OP_EQ &&
              op->code != IR_OP_NE;
  return is_new(c, op->ins.at[!fresh]) ? 2 : 1;
}

// True when what is fresh, and no constant alone, takes the scalar's place by
// several comparisons, one of which is for order with what follows from it: one
// alone with the next value would be an extremum.
static bool
is_ranked(const carrying *c) {
  int n = 0;
  bool ordered = false;
  for (int i = 0; i < c->tests.n; i++)
    n += count_ranks(c, c->tests.at[i], &ordered);
  return n > 1 && ordered && all_news(c, is_fresh_new) &&
         !all_news(c, is_constant_new);
}

// True when what takes the scalar's place is chosen, or read, by what it is.
static bool
is_state(const carrying *c) {
  for (int i = 0; i < c->news.n; i++) {
    const ir_val *v = rec_unwidened(c->news.at[i]);
    if (v->def && v->def->code == IR_OP_INDEX && map_has(c->own, v))
      return true;
  }
  return c->tests.n > 0;
}

// -- Floats ---------------------------------------------------------------
// True when "v" is no number where it is not equal to itself: the test of a
// product of complex numbers for infinities that are mended.
static bool
is_nan_test(const ir_val *v) {
  return v->def && v->def->code == IR_OP_NE &&
         v->def->ins.at[0] == v->def->ins.at[1];
}

// True when the scalar is part of a complex number that is multiplied.
static bool
is_mended(const carrying *c) {
  const ir_op *op = c->k >= 0 ? c->l->yields[c->k]->def : NULL;
  const ir_op *cond = op && op->code == IR_OP_IF ? op->ins.at[0]->def : NULL;
  return cond && cond->code == IR_OP_AND && is_nan_test(cond->ins.at[0]) &&
         is_nan_test(cond->ins.at[1]) && map_has(c->own, cond->ins.at[0]);
}

// True when "v" is linear in what "set" has.
static bool
is_linear_in(const map *set, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (!map_has(set, v) || !op)
    return true;
  if (depth == 0)
    return false;
  bool x = op->ins.n > 0 && map_has(set, op->ins.at[0]);
  bool y = op->ins.n > 1 && map_has(set, op->ins.at[1]);
  switch ((int)op->code) {
  case IR_OP_ADD:
  case IR_OP_SUB:
    break;
  case IR_OP_MUL:
    if (x && y)
      return false;
    break;
  case IR_OP_DIV:
    if (y)
      return false;
    break;
  case IR_OP_NEG:
  case IR_OP_CONVERT:
    break;
  default:
    return false;
  }
  for (int k = 0; k < op->ins.n; k++)
    if (!is_linear_in(set, op->ins.at[k], depth - 1))
      return false;
  return true;
}

// The set of values that follow from carried float "k", and from all that it
// follows from in its turn.
static map *
find_system(const carrying *c, int k) {
  map *set = map_new(c->a), *own = find_own(c->a, c->l, k);
  for (int j = 0; j < c->l->n_carried; j++)
    if (j == k || (map_has(own, c->l->yields[j]) &&
                   map_has(find_own(c->a, c->l, j), c->l->yields[k])))
      add(set, c->l->carried[j]);
  return close_set(c->l, set);
}

// True when the scalar is one of several floats, each linear in those that it
// goes on with: what an iteration rounds goes into the next.
static bool
is_rounded(const carrying *c) {
  enum { DEPTH = 40 };
  bool coupled = false;
  for (int k = 0; k < c->l->n_carried && c->k >= 0; k++) {
    const ir_val *p = c->l->carried[k];
    if (p->type.array)
      continue;
    if (!ir_is_float(p->type.elem) ||
        !is_linear_in(find_system(c, k), c->l->yields[k], DEPTH))
      return false;
    coupled |=
        k != c->k && (map_has(c->own, c->l->yields[k]) ||
                      map_has(find_own(c->a, c->l, k), c->l->yields[c->k]));
  }
  return coupled;
}

// The reason that an integer like "c" is for.
static rec_reason
integer_reason(const carrying *c) {
  bool counts = all_news(c, is_counted);
  if (!c->tests.n && all_news(c, is_toggled))
    return REC_CARRIED_STATE;
  if (counts && is_place(c))
    return REC_CARRIED_PLACE;
  if (counts && is_bounded(c))
    return REC_CARRIED_COUNT;
  if (c->type == IR_U16 && all_news(c, is_half))
    return REC_CARRIED_HALF;
  if (is_mixed(c))
    return REC_CARRIED_BITS;
  if (!c->tests.n && all_news(c, is_followed))
    return REC_CARRIED_LIST;
  return REC_LOOP_CARRIED_SCALAR;
}

// The reason that a scalar like "c" is for.
static rec_reason
reason_of(const carrying *c) {
  rec_reason reason =
      ir_is_float(c->type) ? REC_LOOP_CARRIED_SCALAR : integer_reason(c);
  if (reason != REC_LOOP_CARRIED_SCALAR)
    return reason;
  if (is_mended(c))
    return REC_CARRIED_COMPLEX;
  if (is_kept(c))
    return REC_CARRIED_ORDER;
  if (is_chosen(c))
    return REC_CARRIED_CHOICE;
  if (is_ranked(c))
    return REC_CARRIED_RANK;
  if (is_state(c))
    return REC_CARRIED_STATE;
  return is_rounded(c) ? REC_COMPENSATED : REC_LOOP_CARRIED_SCALAR;
}

// The scalars of the body of "l" that follow from its carried scalar "k", by
// way of what later iterations carry, too.
static map *
find_reached(arena *a, const ir_loop *l, int k) {
  map *own = find_own(a, l, k);
  for (bool more = true; more;) {
    more = false;
    for (int j = 0; j < l->n_carried; j++)
      if (map_has(own, l->yields[j]))
        more |= add(own, l->carried[j]);
    close_set(l, own);
  }
  return own;
}

bool
rec_is_handed_on(arena *a, const ir_loop *l, int k) {
  return map_has(find_reached(a, l, k), l->yields[k]);
}

bool
rec_decides_end(arena *a, const ir_loop *l, int k) {
  return l->op->has_while && map_has(find_reached(a, l, k), l->yields[0]);
}

// The index of the carried scalar that "v" is; -1 when it is none.
static int
carried_index(const ir_loop *l, const ir_val *v) {
  for (int j = 0; j < l->n_carried; j++)
    if (l->carried[j] == v)
      return j;
  return -1;
}

// The carried scalar that "k" gets its values from, where scalars are rotated:
// each takes the old value of the next one, and the last a new value; "k" where
// no value is new.
static int
find_source(const ir_loop *l, int k) {
  int source = k;
  for (int n = 0; n < l->n_carried; n++) {
    int next = carried_index(l, l->yields[source]);
    if (next < 0)
      return source;
    source = next;
  }
  return k;
}

rec_reason
rec_carried_reason(arena *a, const ir_loop *l, int k) {
  carrying c = look_at(a, l, find_source(l, k));
  return reason_of(&c);
}

rec_reason
rec_place_reason(arena *a, const ir_loop *l, const rec_accesses *xs) {
  carrying c = look_at_place(a, l, xs);
  return reason_of(&c);
}
