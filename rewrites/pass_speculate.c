// rewrites/pass_speculate.c: loops that may end early take several steps at a
// time.
//
//   r = loop (k < n) (go = g, s = x) while go { A(k, s) }
// =>
//   live, t, c = loop (b < n/4) (live = g, t = x, c = 0) while live {
//     A(4b, t); A(4b+1, ..); A(4b+2, ..); A(4b+3, ..), as if each went on
//     live' = they all go on
//     t' = if live' { the state after them } else { t }
//     yield live', t', b + 1 }
//   d = live ? 4c : 4(c-1)
//   r = loop (k < live ? n%4 : 4) (go = g, s = t) while go { A(d + k, s) }
//
// Steps in which one would have ended the loop are forgotten, and done again
// one by one. For GPUs, where counting, testing and branching cost as much as
// the arithmetic of a short step. In an iteration that is known to go on, what
// the flag decides is known too: `if (x) break;` chooses nothing any more, and
// what follows from the index alone need not be carried.
#include "rewrites/rw_private.h"

bool pass_speculate(loft_cx *cx, ir_func *f, rw_options *o);

enum {
  STEPS = 4,     // at a time
  MAX_COST = 24, // of a step, in additions
  MOST_WAIT = 4  // for one op of it: a division by a constant
};

// A bool of the loop's body, in an iteration that goes on.
typedef struct fact {
  ir_val *v;
  bool truth;
} fact;

typedef struct speculator {
  arena *a;
  ir_func *f;
  ir_loop loop;
  VEC(fact) known;
  VEC(fact) causes; // known ones that decide: with these the loop goes on
  map *tested;      // values that the causes need, as keys
  map *used;        // values that the causes and the next state need
  bool *kept;       // carried values but the flag, where the new loop has them
} speculator;

// -- What is known when the loop goes on ------------------------------

// The bool "v" then: 1 or 0, or -1 when it is not known.
static int
truth_of(const speculator *z, const ir_val *v) {
  for (int k = 0; k < z->known.n; k++) {
    const fact *x = &z->known.at[k];
    if (x->v == v)
      return x->truth;
    if (an_are_opposite(z->a, x->v, v))
      return !x->truth;
  }
  return -1;
}

// The value of "v", a result of a select or an if whose condition is known.
// NULL for other values.
static ir_val *
chosen(const speculator *z, const ir_val *v) {
  const ir_op *op = v->def;
  if (!op || (op->code != IR_OP_SELECT && op->code != IR_OP_IF))
    return NULL;
  int truth = truth_of(z, op->ins.at[0]);
  if (truth < 0)
    return NULL;
  return op->code == IR_OP_SELECT ? op->ins.at[truth ? 1 : 2]
                                  : op->regions[!truth]->last->ins.at[v->index];
}

static void assume(speculator *z, ir_val *v, bool truth);

// Where "v" is the result of an if of which one branch gives the opposite of
// "truth", the other was taken.
static bool
assume_branch(speculator *z, const ir_val *v, bool truth) {
  const ir_op *op = v->def;
  for (int k = 0; op->code == IR_OP_IF && k < 2; k++) {
    if (!rw_is_int(op->regions[k]->last->ins.at[v->index], !truth))
      continue;
    assume(z, op->ins.at[0], k == 1);
    assume(z, op->regions[!k]->last->ins.at[v->index], truth);
    return true;
  }
  return false;
}

// Adds that "v" is "truth", and the consequences, to z->known.
static void
assume(speculator *z, ir_val *v, bool truth) {
  ir_op *op = ir_is_outside(v, z->loop.body) ? NULL : v->def;
  fact x = {v, truth};
  vec_push(z->a, &z->known, x);
  if (op && op->code == IR_OP_NOT) {
    assume(z, op->ins.at[0], !truth);
  } else if (op && op->code == (truth ? IR_OP_AND : IR_OP_OR)) {
    assume(z, op->ins.at[0], truth);
    assume(z, op->ins.at[1], truth);
  } else if (!op || !assume_branch(z, v, truth)) {
    vec_push(z->a, &z->causes, x);
  }
}

// Adds "v" and what it needs of the body, then, to "seen".
static void
reach(speculator *z, map *seen, ir_val *v) {
  if (map_has(seen, v))
    return;
  map_put(seen, v, z);
  if (ir_is_outside(v, z->loop.body) || !v->def)
    return;
  ir_val *choice = chosen(z, v);
  if (choice) {
    reach(z, seen, choice);
    return;
  }
  an_uses t = an_uses_of(z->a, v->def);
  for (int k = 0; k < t.uses.n; k++)
    reach(z, seen, t.uses.at[k]);
}

// The ops of the body that "v" needs.
static map *
needs_of(speculator *z, ir_val *v) {
  map *seen = map_new(z->a);
  reach(z, seen, v);
  return seen;
}

// True when "v" then follows from the index and what is outside, without reads:
// these are not done where the loop does not run.
static bool
is_of_index(speculator *z, ir_val *v) {
  const map *needs = needs_of(z, v);
  ir_foreach_op (op, z->loop.body)
    if (op->code == IR_OP_INDEX && map_has(needs, op->outs.at[0]))
      return false;
  for (int k = 0; k < z->loop.n_carried; k++)
    if (map_has(needs, z->loop.carried[k]))
      return false;
  return true;
}

// Fills in the known facts, and the carried values of the new loop.
static void
find_facts(speculator *z) {
  const ir_loop *l = &z->loop;
  z->known.n = z->causes.n = 0;
  z->kept = NEW_ARRAY(z->a, bool, l->n_carried);
  z->tested = map_new(z->a);
  assume(z, l->yields[0], true);
  for (int k = 0; k < z->causes.n; k++)
    reach(z, z->tested, z->causes.at[k].v);
  z->used = map_copy(z->a, z->tested);
  for (int k = 1; k < l->n_carried; k++) {
    z->kept[k] = !l->extent || !is_of_index(z, l->yields[k]);
    if (z->kept[k])
      reach(z, z->used, l->yields[k]);
  }
  for (int k = 1; k < l->n_carried; k++)
    if (map_has(z->used, l->carried[k]) && !z->kept[k]) {
      z->kept[k] = true;
      reach(z, z->used, l->yields[k]);
    }
}

// -- Conditions -------------------------------------------------------

// The cost of "op", in additions; above MAX_COST when it may not be speculated,
// or is a loop for the GPU.
static int
cost_of(ir_op *op) {
  int cost = an_latency(op);
  if (cost > MOST_WAIT || rw_iterates(op) || !ir_is_speculatable(op))
    cost = MAX_COST + 1;
  for (int k = 0; k < op->n_regions; k++)
    ir_foreach_op (inner, op->regions[k])
      cost += cost_of(inner);
  return cost;
}

// True when "op" is a loop with a flag, of scalars, whose step is cheap.
static bool
match(speculator *z, ir_op *op) {
  int64_t n;
  int cost = 0;
  if (op->code != IR_OP_LOOP || !op->has_while || op->level != IR_LEVEL_NONE ||
      !ir_match_loop(op, &z->loop))
    return false;
  if (z->loop.extent && ir_match_int(z->loop.extent, &n) && n < 4 * STEPS)
    return false;
  for (int k = 0; k < z->loop.n_carried; k++)
    if (z->loop.carried[k]->type.array)
      return false;
  ir_foreach_op (inner, z->loop.body)
    cost += rw_is_fixed_read(inner, z->loop.body) ? 1 : cost_of(inner);
  return cost <= MAX_COST;
}

// -- Building ---------------------------------------------------------

// True when "which" has a result of "op".
static bool
has_result(const map *which, const ir_op *op) {
  for (int k = 0; which && k < op->outs.n; k++)
    if (map_has(which, op->outs.at[k]))
      return true;
  return false;
}

// Clones the ops of "r" with results in "want" and none in "but", for an
// iteration that goes on.
static void
clone_ops(speculator *z, ir_builder *b, const ir_region *r, const map *want,
          const map *but, map *subst) {
  ir_foreach_op (op, r) {
    bool choice = op->outs.n && chosen(z, op->outs.at[0]);
    if (choice && op->code == IR_OP_IF)
      clone_ops(z, b, op->regions[!truth_of(z, op->ins.at[0])], want, but,
                subst);
    for (int k = 0; choice && k < op->outs.n; k++)
      map_put(subst, op->outs.at[k],
              ir_substituted(subst, chosen(z, op->outs.at[k])));
    if (!choice && has_result(want, op) && !has_result(but, op))
      ir_clone_op(b, op, subst);
  }
}

// go && the step at "subst" goes on; "go" may be NULL.
static ir_val *
build_flag(speculator *z, ir_builder *b, ir_val *go, map *subst) {
  clone_ops(z, b, z->loop.body, z->tested, NULL, subst);
  for (int k = 0; k < z->causes.n; k++) {
    ir_val *x = ir_substituted(subst, z->causes.at[k].v);
    if (!z->causes.at[k].truth)
      x = ir_build1(b, IR_OP_NOT, x);
    go = go ? ir_build2(b, IR_OP_AND, go, x) : x;
  }
  return go;
}

// The ops of the step at "subst" behind its flag; "state" goes on to the next.
static void
build_state(speculator *z, ir_builder *b, map *subst, ir_val **state) {
  clone_ops(z, b, z->loop.body, z->used, z->tested, subst);
  for (int k = 1; k < z->loop.n_carried; k++)
    if (z->kept[k])
      state[k] = ir_substituted(subst, z->loop.yields[k]);
}

// Substitutions for step "k" of the strip that starts at index "first" (NULL:
// nothing counts) with "state".
static map *
start_step(speculator *z, ir_builder *b, ir_val *first, int k, ir_val **state) {
  map *subst = map_new(z->a);
  if (first)
    map_put(subst, z->loop.i,
            ir_build2(b, IR_OP_ADD, first, ir_build_int(b, IR_I64, k)));
  map_put(subst, z->loop.carried[0], ir_build_int(b, IR_BOOL, 1));
  for (int c = 1; c < z->loop.n_carried; c++)
    map_put(subst, z->loop.carried[c], state[c]);
  return subst;
}

// The end of the "arm" of an if: yields the kept ones of "state".
static void
yield_kept(speculator *z, ir_builder *arm, ir_val **state) {
  ir_vals vals = {0};
  for (int k = 1; k < z->loop.n_carried; k++)
    if (z->kept[k])
      vec_push(z->a, &vals, state[k]);
  ir_build_yield(arm, vals.at, vals.n);
}

// go ? what "state" becomes in the last step, at "subst" : "state" at the
// start; "first" gets that.
static void
build_choice(speculator *z, ir_builder *b, ir_val *go, map *subst,
             ir_val **state, ir_val **first) {
  ir_builder then, other;
  ir_op *op = ir_build_if(b, go, &then, &other);
  build_state(z, &then, subst, state);
  yield_kept(z, &then, state);
  yield_kept(z, &other, first);
  for (int k = 1; k < z->loop.n_carried; k++)
    if (z->kept[k])
      first[k] =
          ir_add_out(op, z->loop.carried[k]->type, z->loop.carried[k]->name);
}

// The steps of one iteration, "first" on (NULL: nothing counts), from "state",
// which goes on if they all do: whether they do.
static ir_val *
build_steps(speculator *z, ir_builder *b, ir_val *first, ir_val **state) {
  ir_val *go = NULL;
  ir_val **next = NEW_ARRAY(z->a, ir_val *, z->loop.n_carried);
  memcpy(next, state, sizeof *next * (size_t)z->loop.n_carried);
  for (int k = 0; k < STEPS; k++) {
    map *subst = start_step(z, b, first, k, next);
    go = build_flag(z, b, go, subst);
    if (k < STEPS - 1)
      build_state(z, b, subst, next);
    else
      build_choice(z, b, go, subst, next, state);
  }
  return go;
}

// Starts the loop that takes STEPS steps at a time, "n" times at most (NULL:
// nothing counts), from what z->loop starts from; "state" is what it carries,
// and how often it ran is the last, as "type".
static ir_op *
start_strips(speculator *z, ir_builder *b, ir_val *n, ir_scalar type,
             ir_val **state) {
  const ir_loop *l = &z->loop;
  ir_op *op = ir_build_raw(b, IR_OP_LOOP);
  ir_builder before = ir_before(op);
  ir_region *r = ir_add_region(op);
  op->has_while = true;
  if (n) {
    op->n_dims = 1;
    ir_add_in(op, n);
    ir_region_add_param(r, ir_ty(IR_I64), l->i->name);
  }
  for (int k = 0; k < l->n_carried; k++)
    state[k] = k && !z->kept[k]
                   ? l->inits[k]
                   : ir_add_carried(op, l->inits[k], l->outs[k]->name,
                                    l->carried[k]->name);
  if (n)
    ir_add_carried(op, ir_build_int(&before, type, 0), "strips", "strip");
  return op;
}

// The loop that takes STEPS steps at a time, "n" times at most (NULL: nothing
// counts). "state" gets its results; gives how often it ran, as "type".
static ir_val *
build_strips(speculator *z, ir_builder *b, ir_val *n, ir_scalar type,
             ir_val **state) {
  ir_op *op = start_strips(z, b, n, type, state);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *i = n ? op->regions[0]->params.at[0] : NULL, *first = NULL;
  if (n)
    first = ir_build2(&in, IR_OP_MUL, i, ir_build_int(&in, IR_I64, STEPS));
  ir_vals yields = {0};
  state[0] = build_steps(z, &in, first, state);
  for (int k = 0; k < z->loop.n_carried; k++)
    if (!k || z->kept[k]) {
      vec_push(z->a, &yields, state[k]);
      state[k] = op->outs.at[yields.n - 1];
    }
  if (n)
    vec_push(z->a, &yields,
             ir_build2(&in, IR_OP_ADD, ir_build_convert(&in, i, type),
                       ir_build_int(&in, type, 1)));
  ir_build_yield(&in, yields.at, yields.n);
  return vec_last(&op->outs);
}

// Makes carried values that follow from the index what they are after "done"
// steps.
static void
build_of_index(speculator *z, ir_builder *b, ir_val *done, ir_val **state) {
  const ir_loop *l = &z->loop;
  ir_val *any = ir_build2(b, IR_OP_GT, done, ir_build_int(b, IR_I64, 0));
  for (int k = 1; k < l->n_carried; k++) {
    if (z->kept[k])
      continue;
    map *subst = start_step(z, b, done, -1, l->inits);
    clone_ops(z, b, l->body, needs_of(z, l->yields[k]), NULL, subst);
    state[k] = ir_build3(b, IR_OP_SELECT, any,
                         ir_substituted(subst, l->yields[k]), l->inits[k]);
  }
}

// Makes the loop start with step "done", and take "left" ones at most.
static void
start_at(speculator *z, ir_val *done, ir_val *left) {
  ir_loop *l = &z->loop;
  ir_shift_index(z->f, l->body, done);
  l->op->ins.at[0] = left;
}

// The counting loop, behind its strips.
static void
speculate_counting(speculator *z, ir_builder *b, ir_val **state) {
  ir_val *n = z->loop.extent;
  ir_scalar type = an_fits_i32(n) ? IR_I32 : IR_I64;
  ir_val *steps = ir_build_int(b, IR_I64, STEPS);
  ir_val *full = ir_build2(b, IR_OP_DIV, n, steps);
  ir_val *rest = ir_build2(b, IR_OP_REM, n, steps);
  ir_val *strips = build_strips(z, b, full, type, state);
  ir_val *less = ir_build2(b, IR_OP_SUB, strips, ir_build_int(b, type, 1));
  ir_val *done = ir_build3(b, IR_OP_SELECT, state[0], strips, less);
  done = ir_build2(b, IR_OP_MUL, ir_build_convert(b, done, IR_I64), steps);
  build_of_index(z, b, done, state);
  start_at(z, done, ir_build3(b, IR_OP_SELECT, state[0], rest, steps));
}

// loop (k < n) (go = g, s = x) while go {A} =>
//   loop (b < n/4) (live = g, t = x) while live {A; A; A; A; t or forgotten};
//   loop (k < 4) (go = g, s = t) while go {A}
// when: a loop with a flag inside a map, with or without an index, that
//       carries scalars; its steps may be speculated (no loops, no reads but
//       of an element that all steps read) and are cheap: the discarded steps
//       pay once there are as many as a step has ops.
// why:  one test, count and branch for four steps.
// src:  folklore (unrolling of while loops with speculation)
static bool
try_speculate(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  speculator z = {.a = cx->arena, .f = f};
  if (!rw_in_soac(op->parent) || !match(&z, op) ||
      !rw_fired(o, RW_RULE_speculate))
    return false;
  ir_builder b = ir_before(op);
  ir_val **state = NEW_ARRAY(z.a, ir_val *, z.loop.n_carried);
  find_facts(&z);
  if (z.loop.extent)
    speculate_counting(&z, &b, state);
  else
    build_strips(&z, &b, NULL, IR_I64, state);
  for (int k = 1; k < z.loop.n_carried; k++)
    op->ins.at[op->n_dims + k] = state[k];
  return true;
}

bool
pass_speculate(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_speculate);
}
