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
// is not "level", and "level + 1" is neither. That is tested at run time, on
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
// scatter.c), and the test becomes whether the least one is the iteration's.
// The stored value must keep others from claiming the element again, which is
// tested as well: for all iterations, by a fold in front of the loop, where it
// differs.
//
//   v = col[e]; if (d[v] < 0) { d[v] = d[u] + 1; q[n++] = v; }
//
// An iteration may make several such claims, one behind another: its number and
// theirs are one.
//
// Other elements of the array may be read, that no iteration claims: they do
// not pass the test in front of the loop. They are gathered there, for the fold
// and for the loop.
#include "analysis/analysis.h"
#include "recognizer/shapes/claim.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/keyed.h"

// -- Accesses ---------------------------------------------------------------
// ir_walk_fn: collects the accesses to the array, stops at other writes than
// stores.
static bool
add_access(void *user, ir_op *op) {
  rec_claim *c = user;
  bool writes = ir_writes_element(op);
  if ((op->code != IR_OP_INDEX && !writes) ||
      ir_storage_root(op->ins.at[0], c->l.body) != c->array)
    return true;
  if (!writes)
    vec_push(c->a, &c->reads, op);
  else
    vec_push(c->a, &c->stores, op);
  return !writes || op->code == IR_OP_UPDATE;
}

// A search for the uses of a value.
typedef struct using {
  rec_claim *c;
  ir_op *read;
  const ir_val *v; // the element, or a wider one of the same number
} using;

static bool add_tests(rec_claim *c, ir_op *read, const ir_val *v);

// ir_walk_fn: adds comparison "op" of the element; false where it is another
// use.
static bool
add_use(void *user, ir_op *op) {
  const using *u = user;
  rec_claim *c = u->c;
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
  vec_push(c->a, &c->tests, ((rec_claim_test){u->read, op, cmp, side}));
  return side != u->v && ir_is_int(side->type.elem);
}

// True when what "read" finds is the same whenever the iteration reads it: in
// an array that the loop does not write, or at the top of the body in one as
// the iteration finds it, or in the one whose elements are claimed.
static bool
is_settled_array(const rec_claim *c, const ir_op *read) {
  ir_val *from = read->ins.at[0];
  return ir_is_outside(from, c->l.body) ||
         ir_storage_root(from, c->l.body) == c->array ||
         (read->parent == c->l.body && from->param_of == c->l.body);
}

// True when "v" is the same whenever the iteration computes it, if it reads no
// element that the loop stores: by scalar ops, from its index, values outside
// of the loop, and elements of settled arrays.
static bool
is_settled(const rec_claim *c, const ir_val *v) {
  const ir_op *op = v->def;
  if (ir_is_outside(v, c->l.body) || v == c->l.i)
    return true;
  bool reads = op && op->code == IR_OP_INDEX;
  bool ok = reads ? is_settled_array(c, op) : op && ir_is_scalar_op(op->code);
  for (int k = reads; ok && k < op->ins.n; k++)
    ok = is_settled(c, op->ins.at[k]);
  return ok;
}

// Adds the comparisons of element "v"; false where it has other uses.
static bool
add_tests(rec_claim *c, ir_op *read, const ir_val *v) {
  using u = {c, read, v};
  return ir_walk(c->l.body, add_use, &u);
}

// Adds the comparisons of what "read" gets, or it to the other reads where it
// is settled.
static bool
add_read(rec_claim *c, ir_op *read) {
  int n = c->tests.n;
  if (add_tests(c, read, read->outs.at[0]))
    return true;
  c->tests.n = n;
  if (is_settled(c, read->outs.at[0]))
    vec_push(c->a, &c->others, read);
  return is_settled(c, read->outs.at[0]);
}

bool
rec_reads_own(const rec_claim *c, const ir_op *read) {
  const ir_op *op = c->store;
  if (read->parent != c->l.body || !rec_is_own_place(&c->l, read->ins.at[1]) ||
      !an_same_value(c->a, read->ins.at[1], op->ins.at[1]))
    return false;
  return ir_comes_before(read, ir_ancestor_in(op, c->l.body));
}

// -- The guard ----------------------------------------------------------------
// The number of the test of the stored element among the conditions that must
// all hold for bool "v" to; -1: none. It must have no other use.
static int
find_test(rec_claim *c, const ir_val *v) {
  ir_op *op = v->def;
  ir_val *both[2];
  for (int k = 0; k < c->tests.n; k++) {
    const rec_claim_test *t = &c->tests.at[k];
    if (t->op == op &&
        an_same_value(c->a, t->read->ins.at[1], c->store->ins.at[1]))
      return rec_reads_own(c, t->read) || v->n_uses == 1 ? k : -1;
  }
  if (!op || v->n_uses != 1 || ir_is_outside(v, c->l.body))
    return -1;
  if (op->outs.n != 1 || !an_match_both(v, false, both))
    return -1;
  int k = find_test(c, both[1]);
  bool reads = op->code == IR_OP_IF;
  if (k >= 0 || (reads && !ir_walk(op->regions[0], rec_is_harmless, NULL)))
    return k;
  k = find_test(c, both[0]);
  if (k >= 0 && reads)
    vec_push(c->a, &c->behind, op);
  return k;
}

// Looks for the innermost if around the store that tests the element.
static bool
find_guard(rec_claim *c) {
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
is_flag(const rec_claim *c, const ir_val *v) {
  rec_red red;
  for (;;) {
    int k = yielded_at(v);
    const ir_op *up = v->def->parent->parent_op;
    if (k < 0 || (up != c->l.op && up->code != IR_OP_IF &&
                  (up->code != IR_OP_LOOP || k < up->has_while)))
      return false;
    if (up == c->l.op)
      return rec_match_reduction(&c->l, k, &red) &&
             (red.kind != REC_RED_FOLD || red.type == IR_BOOL);
    v = up->outs.at[k];
  }
}

// True when the choice does nothing but store and set flags, so that it does
// not matter how many iterations make it.
static bool
is_idempotent(const rec_claim *c) {
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
               : !an_is_invariant(set, c->l.body) ||
                     an_is_invariant(left, c->l.body) ||
                     !is_flag(c, c->choice->outs.at[k]))
      return false;
  }
  return true;
}

// -- Values -------------------------------------------------------------------
// True when what is compared with is the same in all iterations, and
// differences of all numbers fit into i64.
static bool
are_sides_invariant(const rec_claim *c) {
  bool same = ir_size(c->array->type.elem) < 8;
  for (int k = 0; k < c->tests.n && same; k++)
    same = an_is_invariant(c->tests.at[k].side, c->l.body) &&
           ir_size(c->tests.at[k].side->type.elem) < 8;
  return same;
}

// True when what is compared with is the same in all iterations, and so is what
// is stored.
static bool
is_claim(const rec_claim *c) {
  return !c->others.n && are_sides_invariant(c) &&
         an_is_invariant(c->store->ins.at[2], c->l.body);
}

// True when a lesser or greater value is stored, and nothing else is read.
static bool
is_extremum(rec_claim *c) {
  const rec_claim_test *t = &c->tests.at[c->guard];
  bool least = t->cmp == IR_OP_GT || t->cmp == IR_OP_GE;
  bool most = t->cmp == IR_OP_LT || t->cmp == IR_OP_LE;
  c->extremum = least ? IR_OP_MIN : IR_OP_MAX;
  return (least || most) && !c->side && c->tests.n == 1 && c->reads.n == 1 &&
         an_same_value(c->a, rec_unwidened(t->side),
                       rec_unwidened(c->store->ins.at[2])) &&
         ir_may_combine(c->extremum, c->array->type.elem) && is_idempotent(c);
}

const ir_op *
rec_loop_in(const ir_loop *l, const ir_region *r) {
  for (; r != l->body; r = r->parent_op->parent)
    if (r->parent_op->code == IR_OP_LOOP)
      return r->parent_op;
  return NULL;
}

bool
rec_is_numbered(const ir_loop *l, const ir_region *home, bool *nested) {
  int n_loops = 0;
  for (const ir_region *r = home; r != l->body; r = r->parent_op->parent) {
    const ir_op *up = r->parent_op;
    bool counts = up->code == IR_OP_LOOP && up->n_dims == 1 && !up->has_while &&
                  an_range_of(up->ins.at[0]).hi <= UINT32_MAX;
    n_loops += counts;
    if (!counts && up->code != IR_OP_IF)
      return false;
  }
  *nested = n_loops > 0;
  return n_loops <= 1;
}

// True when only the test of the store at hand asks for it, and both come once
// at most in an iteration, or in one of one inner loop, so that both numbers
// may fit into one; and what it stores can be told before the loop.
static bool
is_numbered(rec_claim *c) {
  const rec_claim_test *t = &c->tests.at[c->guard];
  return !c->side && c->store->parent == c->choice->regions[0] &&
         is_settled(c, c->store->ins.at[2]) && t->op->outs.at[0]->n_uses == 1 &&
         rec_loop_in(&c->l, t->op->parent) ==
             rec_loop_in(&c->l, c->store->parent) &&
         rec_is_place_given(c->a, &c->l, c->store, t->read) &&
         rec_is_numbered(&c->l, c->store->parent, &c->nested);
}

// True when the store at hand asks for and stores what the first one does, and
// is no more than one of those of an iteration.
static bool
is_another(const rec_claim *c) {
  const rec_claim_test *t = &c->tests.at[c->guard];
  const rec_claim_test *u = &c->tests.at[c->guards.at[0]];
  return !c->nested && t != u && t->cmp == u->cmp &&
         an_same_value(c->a, t->side, u->side) &&
         an_same_value(c->a, c->store->ins.at[2], c->stores.at[0]->ins.at[2]);
}

// True when there are no other tests than those of the stores, each of which is
// numbered, and what else is read can be told before the loop.
static bool
is_first(rec_claim *c) {
  int n = c->stores.n;
  bool ok = c->tests.n == n && c->reads.n == n + c->others.n &&
            are_sides_invariant(c);
  for (int i = 0; i < n && ok; i++) {
    c->store = c->stores.at[i];
    ok = find_guard(c) && is_numbered(c);
    vec_push(c->a, &c->guards, c->guard);
    ok = ok && (n == 1 || is_another(c) || i == 0);
  }
  c->store = c->stores.at[0];
  c->guard = c->guards.n ? c->guards.at[0] : c->guard;
  c->nested |= n > 1;
  return ok;
}

// -- Matching -----------------------------------------------------------------
// Fills *c for carried array "k" of its loop. n_uses must be valid.
static bool
match_array(rec_claim *c, int k) {
  c->array = c->l.carried[k];
  if (!c->array->type.array || !ir_is_int(c->array->type.elem) ||
      !ir_has_bounds(c->l.inits[k]) ||
      ir_storage_root(c->l.yields[k], c->l.body) != c->array ||
      !ir_walk(c->l.body, add_access, c) || !c->stores.n || !c->reads.n)
    return false;
  c->store = c->stores.at[0];
  for (int i = 0; i < c->reads.n; i++)
    if (!add_read(c, c->reads.at[i]))
      return false;
  if (!find_guard(c))
    return false;
  bool same = is_claim(c), one = c->stores.n == 1;
  if (!same && one && is_extremum(c))
    return true;
  if (!same && !rec_is_data(c->store->ins.at[1]))
    return false; // a recurrence, such as a[i] = a[i - 1] / 2
  c->extremum = IR_OP_UPDATE;
  if (same && one &&
      (rec_reads_own(c, c->tests.at[c->guard].read) || is_idempotent(c)))
    return true;
  c->first = is_first(c);
  return c->first;
}

bool
rec_match_claim(ir_func *f, ir_op *op, rec_claim *c) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while)
    return false;
  ir_count_uses(f);
  for (int k = 0; k < l.n_carried; k++) {
    *c = (rec_claim){.a = f->module->arena, .l = l};
    if (match_array(c, k))
      return true;
  }
  return false;
}
