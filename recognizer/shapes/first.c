// recognizer/shapes/first.c: scalars that the first of some iterations sets.
//
//   for (..) if (p(i) && b < 0) b = i;
//   =>
//   first = b < 0 ? n : -1;
//   for (..) first = min(first, p(i) ? i : n);
//   b = 0 <= first && first < n ? first : b;
//
// A test of a carried scalar tells whether one was set. Where it says so, an
// iteration leaves the scalar as it is; where it does not, the scalar is what
// the loop started with, and what takes its place lets the test say so. Other
// scalars may be set with it. So all is known once it is known which iteration
// was the first: what follows from the index alone is computed again, other
// values are chosen with the least index.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/scalars.h"

enum { MOST_TESTS = 8 };

// Scalars that a loop sets once.
typedef struct once {
  loft_cx *cx;
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;           // the carried scalar that is tested
  ir_val *test;    // a bool of the body, ...
  bool unset;      // ... and what it is while nothing was set
  ir_loop open;    // a copy of the loop in front of it, in which it is that
  map *sets;       // values of the copy -> whether they were set
  VEC(int) set;    // numbers of the scalars that are set together
  ir_val *hits;    // whether an iteration sets them, in the copy
  ir_val *repeats; // ... perhaps to this, which the test compares the scalar
                   // with; NULL: the test asks what it never is set to
  ir_val *none;    // whether nothing was set before the loop
  VEC(bool) shut;  // whether a carried value stays where the test is not so
} once;

// -- Matching -----------------------------------------------------------------
// Comparisons of a carried scalar with invariants.
typedef struct tests {
  const ir_loop *l;
  const ir_val *p;
  ir_val *at[MOST_TESTS];
  int n;
} tests;

// The operand of comparison "op" that is "p", perhaps widened: 0, 1; -1: none.
static int
side_of(const ir_op *op, const ir_val *p) {
  bool compares = rec_is_int_compare(op);
  for (int side = 0; side < 2 && compares; side++)
    if (rec_unwidened(op->ins.at[side]) == p)
      return side;
  return -1;
}

// ir_walk_fn: adds "op", where it is such a comparison.
static bool
add_test(void *user, ir_op *op) {
  tests *t = user;
  int side = side_of(op, t->p);
  if (side >= 0 && an_is_invariant(op->ins.at[1 - side], t->l->body) &&
      t->n < MOST_TESTS)
    t->at[t->n++] = op->outs.at[0];
  return true;
}

// True when the test is the scalar itself, a bool.
static bool
is_itself(const once *o) {
  return o->test == o->l.carried[o->k];
}

// A copy of the loop in front of it where the test is "holds".
static ir_loop
copy_where(const once *o, bool holds) {
  map *subst = map_new(o->a);
  ir_builder before = ir_before(o->l.op);
  ir_loop copy;
  ir_match_loop(ir_clone_op(&before, o->l.op, subst), &copy);
  ir_val *v = ir_substituted(subst, o->test);
  ir_builder b = ir_before(v->def ? v->def->next : copy.body->first);
  if (is_itself(o)) {
    ir_replace_uses(o->f, v, ir_build_int(&b, IR_BOOL, holds));
    v = ir_build_int(&b, IR_BOOL, 1);
  } else if (!holds)
    v = ir_build1(&b, IR_OP_NOT, v);
  rec_assume_true(o->f, copy.body, v);
  ir_match_loop(copy.op, &copy);
  return copy;
}

// Whether "v" of the copy is not "p", a parameter of it, but was set, behind
// it.
static ir_val *
build_set(once *o, ir_val *v, ir_val *p) {
  an_choice c;
  ir_builder b = ir_before(o->open.body->first);
  if (map_has(o->sets, v))
    return map_get(o->sets, v);
  if (v == p || !an_match_either(v, &c))
    return ir_build_int(&b, IR_BOOL, v != p);
  ir_op *op = v->def;
  ir_val *yes = build_set(o, c.y, p), *no = build_set(o, c.z, p), *out;
  b = ir_before(op->next);
  int64_t y, n;
  if (ir_match_int(yes, &y) && ir_match_int(no, &n))
    out = y == n ? yes : y ? c.c : ir_build1(&b, IR_OP_NOT, c.c);
  else if (op->code == IR_OP_SELECT)
    out = ir_build3(&b, IR_OP_SELECT, c.c, yes, no);
  else {
    ir_add_in(op->regions[0]->last, yes);
    ir_add_in(op->regions[1]->last, no);
    out = ir_add_out(op, ir_ty(IR_BOOL), "set");
  }
  map_put(o->sets, v, out);
  return out;
}

// True when the test is not so of "v", a value of the copy that the scalar is
// set to.
static bool
ends_test(const once *o, rec_dom *d, ir_val *v) {
  const ir_op *op = o->test->def;
  int side = side_of(op, o->l.carried[o->k]);
  ir_scalar type = op->ins.at[side]->type.elem;
  ir_opcode code = side ? ir_exchanged(op->code) : op->code;
  an_poly x, y = rec_read_exact(d, op->ins.at[1 - side]);
  if (d->an->may_assume && !an_is_recomputable(v, o->open.body))
    return false;
  return rec_fits_if(d, v, NULL, &x) &&
         rec_prove_not(d, o->unset ? code : ir_negated(code, type), &x, &y);
}

// The same of all that "v" chooses from, but for parameter "p".
static bool
all_end_test(const once *o, rec_dom *d, ir_val *v, const ir_val *p) {
  an_choice c;
  if (v == p)
    return true;
  if (an_match_either(v, &c))
    return all_end_test(o, d, c.y, p) && all_end_test(o, d, c.z, p);
  return ends_test(o, d, v);
}

// True when the test is not so any more once the scalar was set; what needs a
// check of where the loop starts is assumed if "assume".
static bool
is_set_once(const once *o, bool assume) {
  rec_an *an = rec_an_new(o->cx, o->f, o->open.body);
  rec_dom *d = rec_dom_new(an, o->open.body->last, false);
  an->may_assume = assume;
  bool ok = all_end_test(o, d, o->open.yields[o->k], o->open.carried[o->k]);
  rec_an_free(an);
  return ok && rec_emit_guards(o->cx, o->f, an);
}

// The invariant that the scalar equals while nothing was set: it may be set to
// that, and then was not. NULL: the test asks something else.
static ir_val *
find_equal(const once *o) {
  const ir_op *op = o->test->def;
  int side = op ? side_of(op, o->l.carried[o->k]) : -1;
  bool equal = op && op->code == (o->unset ? IR_OP_EQ : IR_OP_NE);
  return equal && side >= 0 ? op->ins.at[1 - side] : NULL;
}

// True when "v" says, in the copy, that the tested scalar is set.
static bool
is_hit(const once *o, const ir_val *v) {
  const ir_op *op = o->hits->def;
  return an_same_value(o->a, v, o->hits) ||
         (op && op->code == IR_OP_NOT &&
          an_are_opposite(o->a, v, op->ins.at[0]));
}

// Finds the scalars that are set where the tested one is.
static void
find_set(once *o) {
  for (int j = 0; j < o->l.n_carried; j++) {
    ir_val *p = o->open.carried[j], *v = o->open.yields[j];
    bool moves = !p->type.array && v != p && o->shut.at[j];
    if (moves && (j == o->k || is_hit(o, build_set(o, v, p))))
      vec_push(o->a, &o->set, j);
  }
}

// True when carried value "j" is set.
static bool
has_set(const once *o, int j) {
  for (int i = 0; i < o->set.n; i++)
    if (o->set.at[i] == j)
      return true;
  return false;
}

// Lets the copy yield what it sets, and as the last value whether it does.
// Scalars are what the loop starts with until they are set.
static void
keep_set(once *o) {
  ir_op *yield = o->open.body->last;
  for (int j = 0; j < o->open.n_carried; j++)
    if (!has_set(o, j))
      yield->ins.at[j] = o->open.carried[j];
  ir_add_in(yield, o->hits);
  rec_remove_unused(o->open.body);
}

// True when "v" is "p", whatever chooses it.
static bool
is_always(const ir_val *v, const ir_val *p) {
  an_choice c;
  return v == p ||
         (an_match_either(v, &c) && is_always(c.y, p) && is_always(c.z, p));
}

// Notes the copies' yields where the test is not so; false where the scalar
// changes there.
static bool
is_shut(once *o) {
  ir_loop shut = copy_where(o, !o->unset);
  for (int j = 0; j < shut.n_carried; j++)
    vec_push(o->a, &o->shut, is_always(shut.yields[j], shut.carried[j]));
  int64_t now;
  o->shut.at[o->k] |= is_itself(o) && ir_match_int(shut.yields[o->k], &now) &&
                      (now != 0) != o->unset;
  ir_remove(shut.op);
  return o->shut.at[o->k];
}

// Finds whether the copy sets the tested scalar, which is 0 or 1 there, for it
// is the test itself.
static ir_val *
find_changed(const once *o) {
  ir_op *yield = o->open.body->last;
  ir_builder b = ir_before(yield);
  ir_val *now = yield->ins.at[o->k];
  yield->ins.at[o->k] = ir_build_int(&b, IR_BOOL, !o->unset);
  return o->unset ? ir_build1(&b, IR_OP_NOT, now) : now;
}

// True when test "v" of carried scalar "k", being "unset", tells that nothing
// was set; the copy stands in front of the loop then.
static bool
match(once *o, int k, ir_val *v, bool unset) {
  o->k = k;
  o->test = v;
  o->unset = unset;
  o->shut.n = o->set.n = 0;
  o->sets = map_new(o->a);
  if (!is_shut(o))
    return false;
  o->open = copy_where(o, unset);
  ir_val *p = o->open.carried[k];
  o->hits = is_itself(o) ? find_changed(o) : build_set(o, o->open.yields[k], p);
  find_set(o);
  bool once = is_itself(o) || is_set_once(o, false);
  o->repeats = once || o->set.n > 1 ? NULL : find_equal(o);
  bool ok = has_set(o, k) && (once || o->repeats || is_set_once(o, true));
  if (ok)
    keep_set(o);
  ok = ok && rec_may_run_ahead(&o->open);
  if (!ok)
    ir_remove(o->open.op);
  return ok;
}

// Notes what the copy reads ahead of C.
static void
note_reads(const once *o) {
  bool ahead = rec_chooses_reads(rec_find_needs(o->a, &o->l, o->k), o->l.body);
  for (int i = 0; i < o->set.n && !ahead; i++)
    ahead =
        rec_chooses_reads(rec_find_needs(o->a, &o->l, o->set.at[i]), o->l.body);
  if (ahead)
    rec_note_probes(o->cx, o->f, o->open.body);
}

// -- Building -----------------------------------------------------------------
// What scalar "j" of the copy is set to, where it is set.
static ir_val *
value_set(const once *o, int j) {
  ir_val *v = o->open.yields[j];
  const ir_val *p = o->open.carried[j];
  an_choice c;
  while (an_match_either(v, &c) && (c.y == p) != (c.z == p))
    v = c.y == p ? c.z : c.y;
  return v;
}

// Whether nothing was set before the loop, in front of it.
static ir_val *
build_open(const once *o) {
  ir_builder b = ir_before(o->l.op);
  map *subst = map_new(o->a);
  map_put(subst, o->l.carried[o->k], o->l.inits[o->k]);
  ir_val *is = an_copy_slice(&b, o->test, o->l.body, subst);
  return o->unset ? is : ir_build1(&b, IR_OP_NOT, is);
}

// The index of the first iteration of all, as far as the loop knows it before
// it runs: the number of iterations where none was yet, -1 where one was.
static ir_val *
build_start(const once *o, ir_val *open) {
  ir_builder b = ir_before(o->l.op);
  ir_val *before = ir_build_int(&b, IR_I64, -1);
  return ir_build3(&b, IR_OP_SELECT, open, o->l.extent, before);
}

// What scalar "j", which "v" of the copy is set to, is once "first" is the
// index of the first iteration that sets it, at "b".
static ir_val *
build_known(const once *o, ir_builder *b, int j, ir_val *v, ir_val *first) {
  ir_val *is = ir_build2(b, IR_OP_LT, first, o->l.extent);
  is = ir_build2(b, IR_OP_AND, o->none, is);
  ir_val *set = an_recompute(b, v, o->open.body, first);
  ir_val *x = ir_build3(b, IR_OP_SELECT, is, set, o->l.inits[j]);
  x->name = o->l.carried[j]->name;
  return x;
}

// Replaces scalars that follow from the index of the first iteration, "first",
// and "out" behind the loop; *known: these.
static void
replace_known(const once *o, ir_val *first, ir_val *out, bool *known) {
  ir_builder in = ir_before(o->l.body->first), after = ir_before(o->l.op->next);
  for (int i = 0; i < o->set.n; i++) {
    int j = o->set.at[i];
    ir_val *v = value_set(o, j);
    known[j] = an_is_recomputable(v, o->open.body);
    if (!known[j])
      continue;
    ir_val *x = build_known(o, &in, j, v, first);
    ir_replace_uses(o->f, o->l.carried[j], x);
    ir_replace_uses(o->f, o->l.outs[j], build_known(o, &after, j, v, out));
  }
}

// Replaces the test by what "first" tells.
static void
replace_test(const once *o, ir_val *first) {
  ir_builder in = ir_before(o->l.body->first);
  ir_opcode code = o->unset ? IR_OP_GE : IR_OP_LT;
  if (o->test->def)
    ir_replace_uses(o->f, o->test, ir_build2(&in, code, first, o->l.extent));
}

// Whether an iteration sets the scalars, "hits" and "v" being what the copy
// yields for that and the tested one.
static ir_val *
build_hits(const once *o, ir_builder *b, ir_val *hits, ir_val *v) {
  if (!o->repeats)
    return hits;
  ir_val *x = an_copy_invariant(b, o->repeats, o->l.body);
  v = ir_build_convert(b, v, x->type.elem);
  return ir_build2(b, IR_OP_AND, hits, ir_build2(b, IR_OP_NE, v, x));
}

// Lets the loop carry the index of the first iteration.
static void
build(once *o) {
  ir_op *op = o->l.op, *yield = o->l.body->last;
  bool *known = NEW_ARRAY(o->a, bool, o->l.n_carried);
  o->none = build_open(o);
  ir_val *start = build_start(o, o->none);
  ir_val *first = ir_add_carried(op, start, "first", "first");
  replace_test(o, first);
  replace_known(o, first, op->outs.at[op->outs.n - 1], known);
  for (int i = 0; i < o->set.n; i++)
    ir_replace_uses(o->f, o->open.carried[o->set.at[i]],
                    o->l.inits[o->set.at[i]]);
  ir_val **set = rec_move_to_end(&o->l, o->open.op);
  ir_builder b = ir_before(yield);
  ir_val *hits = build_hits(o, &b, set[o->l.n_carried], set[o->k]);
  ir_val *at = ir_build3(&b, IR_OP_SELECT, hits, o->l.i, o->l.extent);
  ir_val *wins = ir_build2(&b, IR_OP_LT, at, first);
  ir_add_in(yield, ir_build3(&b, IR_OP_SELECT, wins, at, first));
  for (int j = o->l.n_carried - 1; j >= 0; j--)
    if (known[j])
      ir_drop_result(op, j);
    else if (has_set(o, j))
      yield->ins.at[j] =
          ir_build3(&b, IR_OP_SELECT, wins, set[j], o->l.carried[j]);
  rec_remove_unused(o->l.body);
}

// Finds a scalar of loop "op" that is set once, and lets the loop carry when.
static bool
carry_one(loft_cx *cx, ir_func *f, ir_op *op) {
  once o = {.cx = cx, .a = cx->arena, .f = f};
  ir_match_loop(op, &o.l);
  for (int k = 0; k < o.l.n_carried; k++) {
    ir_val *p = o.l.carried[k];
    tests t = {.l = &o.l, .p = p};
    rec_red red;
    if (p->type.array || rec_match_reduction(&o.l, k, &red))
      continue;
    if (p->type.elem == IR_BOOL)
      t.at[t.n++] = p;
    else if (ir_is_int(p->type.elem))
      ir_walk(o.l.body, add_test, &t);
    for (int i = 0; i < 2 * t.n; i++)
      if (match(&o, k, t.at[i / 2], i % 2)) {
        note_reads(&o);
        build(&o);
        return true;
      }
  }
  return false;
}

// The same in the loops of "r", from the inside out: what is set in one is then
// a choice, for the loop around it.
static void
carry_inside(loft_cx *cx, ir_func *f, ir_region *r) {
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->n_regions; k++)
      carry_inside(cx, f, op->regions[k]);
    while (op->code == IR_OP_LOOP && op->n_dims && !op->has_while &&
           carry_one(cx, f, op))
      ;
  }
}

ir_op *
rec_carry_first(loft_cx *cx, ir_func *f, ir_op *op) {
  bool any = false;
  if (op->n_dims && !op->has_while)
    carry_inside(cx, f, op->regions[0]);
  while (op->n_dims && !op->has_while && carry_one(cx, f, op))
    any = true;
  return any ? op : NULL;
}
