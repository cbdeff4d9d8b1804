// rewrites/pass_compare.c: temporaries that are only compared become what the
// comparisons say.
//
//   t = map (j < n) (w = %t) { update w, j, f(j) }
//   map (i < m) { if (index t, k(i)) < c { .. } }
// =>
//   s = map (j < n) (w = %s) { update w, j, f(j) < c }
//   map (i < m) { if (index s, k(i)) { .. } }
//
// A byte an element for each comparison takes less memory than the number: the
// copies of elements that iterations claim (shapes/claim.c) are read at places
// that data tells. For CPUs, whose caches are large. One-shot: what is left has
// bytes.
#include "rewrites/rw_private.h"

bool pass_compare(loft_cx *cx, ir_func *f, rw_options *o);

// A comparison of an element with a uniform value.
typedef struct test {
  ir_op *read, *op;
  ir_opcode cmp; // the element on the left
  ir_val *side;
  int n; // which of the distinct ones
} test;

typedef struct comparer {
  arena *a;
  ir_soac map;  // fills the temporary
  ir_op *write; // of an element
  VEC(ir_op *) reads;
  VEC(test) tests;
  const ir_val *found; // whose uses are collected
  ir_op *read;         // that found it
  int n;               // distinct tests
  bool ok;
} comparer;

// True when "v" is known where the map is.
static bool
is_known_before(const comparer *z, const ir_val *v) {
  const ir_region *home = v->def ? v->def->parent : v->param_of;
  const ir_op *at = ir_ancestor_in(z->map.op, home);
  return at && (!v->def || ir_comes_before(v->def, at));
}

// ir_walk_fn: collects the reads of the temporary; stops at another use.
static bool
add_read(void *user, ir_op *op) {
  comparer *z = user;
  for (int k = 0; k < op->ins.n; k++) {
    if (op->ins.at[k] != z->found)
      continue;
    if (op->code != IR_OP_INDEX)
      return false;
    vec_push(z->a, &z->reads, op);
  }
  return true;
}

// Whether "x" and "y" are known to be one value.
static bool
is_same(ir_val *x, ir_val *y) {
  return x == y || (ir_is_int(x->type.elem) && rw_same_index(x, y));
}

// The number of test "t" among those so far; the next one if it is new.
static int
number_of(const comparer *z, const test *t) {
  for (int k = 0; k < z->tests.n; k++)
    if (z->tests.at[k].cmp == t->cmp && is_same(z->tests.at[k].side, t->side))
      return z->tests.at[k].n;
  return z->n;
}

// ir_walk_fn: collects the comparisons of an element; stops at another use.
static bool
add_test(void *user, ir_op *op) {
  comparer *z = user;
  bool first = op->ins.n == 2 && op->ins.at[0] == z->found;
  bool uses = false;
  for (int k = 0; k < op->ins.n; k++)
    uses |= op->ins.at[k] == z->found;
  if (!uses)
    return true;
  if (ir_op_table[op->code].cls != IR_CLASS_CMP)
    return false;
  test t = {z->read, op, first ? op->code : ir_exchanged(op->code),
            op->ins.at[first], 0};
  if (t.side == z->found || !is_known_before(z, t.side))
    return false;
  t.n = number_of(z, &t);
  z->n += t.n == z->n;
  vec_push(z->a, &z->tests, t);
  return true;
}

// True when "op" fills a temporary, one element an iteration, and nothing else.
static bool
match_fill(comparer *z, ir_op *op) {
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z->map) || z->map.n_dests != 1)
    return false;
  const ir_op *made = z->map.dests[0]->def;
  z->write = z->map.dest_yields[0]->def;
  return made && made->code == IR_OP_ALLOC && z->write &&
         z->write->code == IR_OP_UPDATE && z->write->parent == z->map.body &&
         z->write->ins.at[0] == z->map.dest_params[0];
}

// True when all that is done with the temporary, once it is filled, is
// comparing its elements, and what the comparisons say takes half of its memory
// at most.
static bool
match_tests(comparer *z, ir_func *f) {
  ir_val *t = z->map.dest_outs[0];
  z->found = t;
  ir_count_uses(f);
  if (z->map.dests[0]->n_uses != 1 || !ir_walk(f->body, add_read, z) ||
      !z->reads.n)
    return false;
  for (int k = 0; k < z->reads.n; k++) {
    z->read = z->reads.at[k];
    z->found = z->read->outs.at[0];
    if (!ir_walk(f->body, add_test, z))
      return false;
  }
  return z->n > 0 && 2 * z->n <= ir_size(t->type.elem);
}

// The array of what test "t" says of each element, which the map fills as well.
static ir_val *
build_said(comparer *z, const test *t) {
  ir_op *op = z->map.op;
  ir_builder before = ir_before(op), in = ir_before(z->write);
  ir_val *array =
      ir_build_alloc(&before, IR_BOOL, z->map.dests[0]->def->ins.at[0],
                     IR_SPACE_GLOBAL, "said");
  ir_val *w = rw_add_dest(op, array);
  ir_val *is = ir_build2(&in, t->cmp, z->write->ins.at[2], t->side);
  ir_add_in(z->map.body->last,
            ir_build_update(&in, w, z->write->ins.at[1], is));
  return vec_last(&op->outs);
}

// t = map {update w, j, x}; cmp (index t, k), c
//   => s = map {update w, j, (cmp x, c)}; index s, k
// when: nothing else is done with t, a temporary; c is known before the map;
//       the tests, a byte each, take half the memory of an element at most.
// why:  reads at places that data tells find more in the caches: breadth-first
//       search of 2M nodes, 16M edges, one thread: 0.38 s for 0.66 (Zen 4).
// src:  folklore
static bool
try_compare(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  comparer z = {.a = f->module->arena};
  ir_val *said[8] = {0};
  (void)cx;
  if (!match_fill(&z, op) || !match_tests(&z, f) ||
      !rw_fired(o, RW_RULE_compare))
    return false;
  for (int k = 0; k < z.tests.n; k++) {
    const test *t = &z.tests.at[k];
    if (!said[t->n])
      said[t->n] = build_said(&z, t);
    ir_builder b = ir_before(t->read);
    ir_val *is = ir_build_index(&b, said[t->n], t->read->ins.at[1]);
    ir_replace_uses(f, t->op->outs.at[0], is);
    ir_remove(t->op);
  }
  return true;
}

bool
pass_compare(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_compare);
}
