// recognizer/shapes/claim.c: elements that iterations claim.
//
//   for v: if (d[v] == level)                 t = copy of d
//     for e: if (d[col[e]] < 0)               for v: if (t[v] == level)
//       d[col[e]] = level + 1, any = 1;  =>     for e: if (t[col[e]] < 0)
//                                                 d[col[e]] = level + 1, any =
//                                                 1;
//
// A loop stores one value, the same in all iterations, where an element was
// something else before: so an element changes once at most. Reads that are
// compared alone can be of a copy of the array, made before the loop, where the
// comparison says the same of an element before and after: what is less than 0
// is not "level", and "level + 1" is neither. That is asked at run time, by
// values that the loop does not change; where it does not hold, the loop stays
// in order. The comparison that asks for the store says something else
// afterwards, so that in the copy several iterations may claim what C gives to
// the first: they all store the same, and set flags that this one sets as well.
// It may also be of the iteration's own element, before that is stored.
//
//   if (x < d[k]) { d[k] = x; any = 1; }   =>   if (x < t[k]) {
//                                                 combine min d[k], x; any = 1;
//                                                 }
//
// A greatest or least value is no claim, but a flag that is set with it is of
// the same kind: it is set where a value is below what the element was before
// the loop, whichever comes first.
//
//   if (!d[k]) { d[k] = 1; out[n++] = x; }   =>   if (first[k] == i) ...
//
// Where it does matter who comes first, iterations leave their numbers (stamps,
// scatter.c), and the test becomes whether the least one is the iteration's: if
// what it stores keeps others from claiming it again, which is asked as well.
#include "analysis/analysis.h"
#include "recognizer/shapes/shapes.h"

// A comparison of elements: cmp(element, side).
typedef struct test {
  ir_op *read, *op;
  ir_opcode cmp;
  ir_val *side;
} test;

typedef struct claim {
  arena *a;
  ir_loop l;
  const ir_val *array; // the parameter of the body
  VEC(ir_op *) reads;
  VEC(test) tests;
  ir_op *store;
  ir_op *choice;      // the if around the store that asks for it
  int side;           // its region that has the store
  int guard;          // the test that it asks
  ir_opcode extremum; // min or max of what is stored; UPDATE: a claim
  bool first;         // who claims first matters
} claim;

// -- Accesses ---------------------------------------------------------------
// ir_walk_fn: collects the accesses to the array, stops at a second store.
static bool
add_access(void *user, ir_op *op) {
  claim *c = user;
  bool writes = ir_writes_element(op);
  if ((op->code != IR_OP_INDEX && !writes) ||
      ir_storage_root(op->ins.at[0], c->l.body) != c->array)
    return true;
  if (!writes)
    vec_push(c->a, &c->reads, op);
  else if (op->code != IR_OP_UPDATE || c->store)
    return false;
  else
    c->store = op;
  return true;
}

// A search for what uses a value.
typedef struct using {
  claim *c;
  ir_op *read;
  const ir_val *v; // the element, or a wider one of the same number
} using;

static bool add_tests(claim *c, ir_op *read, const ir_val *v);

// ir_walk_fn: adds comparison "op" of the element; false where it is another
// use.
static bool
add_use(void *user, ir_op *op) {
  const using *u = user;
  claim *c = u->c;
  bool first = op->ins.n > 0 && op->ins.at[0] == u->v;
  bool uses = false;
  for (int k = 0; k < op->ins.n; k++)
    uses |= op->ins.at[k] == u->v;
  if (!uses)
    return true;
  if (op->code == IR_OP_CONVERT &&
      rec_unwidened(op->outs.at[0]) != op->outs.at[0])
    return add_tests(c, u->read, op->outs.at[0]);
  if (ir_op_table[op->code].cls != IR_CLASS_CMP)
    return false;
  ir_val *side = op->ins.at[first];
  ir_opcode cmp = first ? op->code : ir_exchanged(op->code);
  vec_push(c->a, &c->tests, ((test){u->read, op, cmp, side}));
  return side != u->v && ir_is_int(side->type.elem);
}

// Adds the comparisons of element "v"; false where it has other uses.
static bool
add_tests(claim *c, ir_op *read, const ir_val *v) {
  using u = {c, read, v};
  return ir_walk(c->l.body, add_use, &u);
}

// True when the place "at" is another one in each iteration.
static bool
is_own(const claim *c, const ir_val *at) {
  const ir_op *op = rec_unwidened(at)->def;
  if (rec_unwidened(at) == c->l.i)
    return true;
  return op && (op->code == IR_OP_ADD || op->code == IR_OP_SUB) &&
         is_own(c, op->ins.at[0]) && rec_is_invariant(op->ins.at[1], c->l.body);
}

// True when "read" gets what the loop starts with: the iteration's own element,
// before the store.
static bool
reads_own(const claim *c, const ir_op *read) {
  const ir_op *op = c->store;
  if (read->parent != c->l.body || !is_own(c, read->ins.at[1]) ||
      !rec_same_value(c->a, read->ins.at[1], op->ins.at[1]))
    return false;
  return ir_comes_before(read, ir_ancestor_in(op, c->l.body));
}

// -- The guard ----------------------------------------------------------------
// The number of the test of the stored element among the conditions that must
// all hold for bool "v" to; -1: none. It must have no other use.
static int
find_test(const claim *c, const ir_val *v) {
  const ir_op *op = v->def;
  int64_t other;
  for (int k = 0; k < c->tests.n; k++) {
    const test *t = &c->tests.at[k];
    if (t->op == op &&
        rec_same_value(c->a, t->read->ins.at[1], c->store->ins.at[1]))
      return reads_own(c, t->read) || v->n_uses == 1 ? k : -1;
  }
  if (!op || v->n_uses != 1 || ir_is_outside(v, c->l.body))
    return -1;
  if (op->code == IR_OP_AND) {
    int k = find_test(c, op->ins.at[0]);
    return k >= 0 ? k : find_test(c, op->ins.at[1]);
  }
  if (op->code == IR_OP_IF && op->outs.n == 1 &&
      ir_match_int(op->regions[1]->last->ins.at[0], &other) && !other)
    return find_test(c, op->regions[0]->last->ins.at[0]);
  return -1;
}

// Looks for the innermost if around the store that tests the element.
static bool
find_guard(claim *c) {
  for (ir_region *r = c->store->parent; r != c->l.body;
       r = r->parent_op->parent) {
    ir_op *up = r->parent_op;
    if (up->code != IR_OP_IF)
      continue;
    const ir_val *cond = up->ins.at[0];
    c->choice = up;
    c->side = r == up->regions[1];
    c->guard = find_test(c, cond);
    if (c->guard >= 0 && (!c->side || c->tests.at[c->guard].op == cond->def))
      return true;
  }
  return false;
}

// -- Flags --------------------------------------------------------------------
// The number of the yield of its region that alone uses "v"; -1: other uses.
static int
yielded_at(const ir_val *v) {
  const ir_vals *yields = &v->def->parent->last->ins;
  for (int k = 0; k < yields->n && v->n_uses == 1; k++)
    if (yields->at[k] == v)
      return k;
  return -1;
}

// True when result "v" of the choice goes into a flag of the loop and nowhere
// else: once set, it stays.
static bool
is_flag(const claim *c, const ir_val *v) {
  rec_red red;
  for (;;) {
    int k = yielded_at(v);
    const ir_op *up = v->def->parent->parent_op;
    if (k < 0 || (up != c->l.op && up->code != IR_OP_IF &&
                  (up->code != IR_OP_LOOP || k < up->has_while)))
      return false;
    if (up == c->l.op)
      return rec_match_reduction(&c->l, k, &red) && red.kind != REC_RED_FOLD;
    v = up->outs.at[k];
  }
}

// True when the choice does nothing but store and set flags, so that it does
// not matter how many iterations make it.
static bool
is_idempotent(const claim *c) {
  const ir_region *yes = c->choice->regions[c->side];
  const ir_region *no = c->choice->regions[!c->side];
  if (c->store->parent != yes || no->first != no->last)
    return false;
  ir_foreach_op (op, yes)
    if (op != c->store && op->code != IR_OP_YIELD && op->code != IR_OP_INDEX &&
        !ir_is_scalar_op(op->code))
      return false;
  for (int k = 0; k < c->choice->outs.n; k++) {
    const ir_val *set = yes->last->ins.at[k], *left = no->last->ins.at[k];
    bool stores = set == c->store->outs.at[0];
    if (stores ? left != c->store->ins.at[0]
               : !rec_is_invariant(set, c->l.body) ||
                     rec_is_invariant(left, c->l.body) ||
                     !is_flag(c, c->choice->outs.at[k]))
      return false;
  }
  return true;
}

// -- Values -------------------------------------------------------------------
// True when what is compared with is the same in all iterations, and so is what
// is stored.
static bool
is_claim(const claim *c) {
  bool same = rec_is_invariant(c->store->ins.at[2], c->l.body) &&
              ir_size(c->array->type.elem) < 8;
  for (int k = 0; k < c->tests.n && same; k++)
    same = rec_is_invariant(c->tests.at[k].side, c->l.body) &&
           ir_size(c->tests.at[k].side->type.elem) < 8;
  return same;
}

// True when a lesser or greater value is stored, and nothing else is read.
static bool
is_extremum(claim *c) {
  const test *t = &c->tests.at[c->guard];
  bool least = t->cmp == IR_OP_GT || t->cmp == IR_OP_GE;
  bool most = t->cmp == IR_OP_LT || t->cmp == IR_OP_LE;
  c->extremum = least ? IR_OP_MIN : IR_OP_MAX;
  return (least || most) && !c->side && c->tests.n == 1 && c->reads.n == 1 &&
         rec_same_value(c->a, rec_unwidened(t->side),
                        rec_unwidened(c->store->ins.at[2])) &&
         ir_may_combine(c->extremum, c->array->type.elem) && is_idempotent(c);
}

// The innermost loop of the body that region "r" is in; NULL: none.
static const ir_op *
loop_around(const claim *c, const ir_region *r) {
  for (; r != c->l.body; r = r->parent_op->parent)
    if (r->parent_op->code == IR_OP_LOOP)
      return r->parent_op;
  return NULL;
}

// True when the only test is that of the store, which comes once at most in an
// iteration, or in one of one inner loop, so that both numbers fit into one.
static bool
is_first(const claim *c) {
  const test *t = &c->tests.at[c->guard];
  if (c->tests.n != 1 || c->reads.n != 1 || c->side ||
      c->store->parent != c->choice->regions[0] || !is_claim(c) ||
      t->op->outs.at[0]->n_uses != 1 ||
      loop_around(c, t->op->parent) != loop_around(c, c->store->parent) ||
      !rec_is_place_given(c->a, &c->l, c->store, t->read))
    return false;
  int n_loops = 0;
  for (const ir_region *r = c->store->parent; r != c->l.body;
       r = r->parent_op->parent) {
    const ir_op *up = r->parent_op;
    bool counts = up->code == IR_OP_LOOP && up->n_dims == 1 && !up->has_while &&
                  an_range_of(up->ins.at[0]).hi <= UINT32_MAX;
    n_loops += counts;
    if (!counts && up->code != IR_OP_IF)
      return false;
  }
  return n_loops == 0 || (n_loops == 1 && an_fits_i32(c->l.extent));
}

// -- Matching -----------------------------------------------------------------
// Fills *c for carried array "k" of its loop. n_uses must be valid.
static bool
match_array(claim *c, int k) {
  c->array = c->l.carried[k];
  if (!c->array->type.array || !ir_is_int(c->array->type.elem) ||
      !rec_has_bounds(c->l.inits[k]) ||
      ir_storage_root(c->l.yields[k], c->l.body) != c->array ||
      !ir_walk(c->l.body, add_access, c) || !c->store || !c->reads.n)
    return false;
  for (int i = 0; i < c->reads.n; i++)
    if (!add_tests(c, c->reads.at[i], c->reads.at[i]->outs.at[0]))
      return false;
  c->extremum = IR_OP_UPDATE;
  if (!find_guard(c))
    return false;
  if (!is_claim(c))
    return is_extremum(c);
  if (reads_own(c, c->tests.at[c->guard].read) || is_idempotent(c))
    return true;
  c->first = is_first(c);
  return c->first;
}

// The array of loop "op" whose elements are claimed; false: none.
static bool
match(ir_func *f, ir_op *op, claim *c) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while)
    return false;
  ir_count_uses(f);
  for (int k = 0; k < l.n_carried; k++) {
    *c = (claim){.a = f->module->arena, .l = l};
    if (match_array(c, k))
      return true;
  }
  return false;
}

// -- The question -------------------------------------------------------------
// The meaning of a comparison with a number.
typedef struct range {
  ir_opcode cmp;
  ir_val *side; // i64
} range;

// "v", invariant in the loop, as i64 in front of it.
static ir_val *
hoisted(const claim *c, ir_builder *b, ir_val *v) {
  return ir_build_convert(b, rec_hoist(b, v, c->l.body), IR_I64);
}

// The last number of "r" upwards, or the first ("down"); NULL: none.
static ir_val *
end_of(ir_builder *b, const range *r, bool down) {
  ir_opcode strict = down ? IR_OP_GT : IR_OP_LT;
  ir_val *one = ir_build_int(b, IR_I64, 1);
  if (r->cmp == strict)
    return ir_build2(b, down ? IR_OP_ADD : IR_OP_SUB, r->side, one);
  return r->cmp == (down ? IR_OP_GE : IR_OP_LE) ? r->side : NULL;
}

// Whether no number is in both "x" and "y".
static ir_val *
build_apart(ir_builder *b, const range *x, const range *y) {
  if (y->cmp == IR_OP_EQ) {
    const range *t = x;
    x = y;
    y = t;
  }
  if (x->cmp == IR_OP_EQ)
    return ir_build1(b, IR_OP_NOT, ir_build2(b, y->cmp, x->side, y->side));
  for (int k = 0; k < 2; k++) {
    ir_val *last = end_of(b, k ? y : x, false);
    ir_val *first = end_of(b, k ? x : y, true);
    if (last && first)
      return ir_build2(b, IR_OP_LT, last, first);
  }
  return ir_build_int(b, IR_BOOL, 0);
}

// Whether test "t" says the same of the elements of "old" as of "stored".
static ir_val *
build_stable(const claim *c, ir_builder *b, const test *t, const range *old,
             ir_val *stored) {
  ir_scalar type = t->side->type.elem;
  range yes = {t->cmp, hoisted(c, b, t->side)};
  range no = {ir_negated(t->cmp, type), yes.side};
  ir_val *after = ir_build2(b, t->cmp, stored, yes.side);
  ir_val *never = build_apart(b, old, &yes), *always = build_apart(b, old, &no);
  return ir_build3(b, IR_OP_SELECT, after, always, never);
}

// What is true, but no constant, in front of the loop: the loop in order stays
// in any case, and tells what is touched.
static ir_val *
build_truth(const claim *c, ir_builder *b) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *n = rec_hoist(b, c->l.extent, c->l.body);
  ir_val *from = c->l.inits[c->array->index - 1];
  int64_t known;
  if (!ir_match_int(n, &known))
    return ir_build2(b, IR_OP_LE, ir_build2(b, IR_OP_MIN, n, zero), zero);
  return ir_build2(b, IR_OP_LE, ir_build_bound(b, IR_OP_BEGIN, from),
                   ir_build_bound(b, IR_OP_END, from));
}

ir_val *
rec_build_claims(ir_func *f, ir_op *op) {
  claim c;
  if (!match(f, op, &c))
    return NULL;
  ir_builder b = ir_before(op);
  ir_val *all = build_truth(&c, &b);
  if (c.extremum != IR_OP_UPDATE)
    return all;
  const test *guard = &c.tests.at[c.guard];
  ir_opcode cmp =
      c.side ? ir_negated(guard->cmp, guard->side->type.elem) : guard->cmp;
  range old = {cmp, hoisted(&c, &b, guard->side)};
  ir_val *stored = hoisted(&c, &b, c.store->ins.at[2]);
  if (c.first)
    all = ir_build2(
        &b, IR_OP_AND, all,
        ir_build1(&b, IR_OP_NOT, ir_build2(&b, cmp, stored, old.side)));
  for (int k = 0; k < c.tests.n; k++)
    if (k != c.guard && !reads_own(&c, c.tests.at[k].read))
      all = ir_build2(&b, IR_OP_AND, all,
                      build_stable(&c, &b, &c.tests.at[k], &old, stored));
  return all;
}

// -- The copy -----------------------------------------------------------------
ir_op *
rec_copy_claimed(ir_func *f, ir_op *op) {
  claim c;
  if (!match(f, op, &c))
    return NULL;
  if (c.first) {
    const test *t = &c.tests.at[c.guard];
    rec_build_first(f, op, c.array->index - 1, t->op->outs.at[0],
                    t->read->ins.at[1]);
    return NULL;
  }
  ir_val *from = c.l.inits[c.array->index - 1];
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *begin = ir_build_bound(&b, IR_OP_BEGIN, from);
  ir_val *end = ir_build_bound(&b, IR_OP_END, from);
  ir_val *n = ir_build2(&b, IR_OP_SUB, end, begin);
  ir_op *copy;
  ir_val *t = rec_build_copy(&b, from, begin, n, &copy);
  for (int i = 0; i < c.reads.n; i++) {
    ir_op *read = c.reads.at[i];
    ir_builder at = ir_before(read);
    read->ins.at[1] = ir_build2(&at, IR_OP_SUB, read->ins.at[1], begin);
    read->ins.at[0] = t;
  }
  if (c.extremum != IR_OP_UPDATE) {
    c.store->code = IR_OP_COMBINE;
    c.store->combiner = c.extremum;
  }
  return copy;
}
