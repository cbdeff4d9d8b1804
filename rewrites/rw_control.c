// rewrites/rw_control.c: if, loop, map and reduce of known shape.
//
// Each rule looks at one op, changes it or dissolves it into the ops around,
// and says so. Levels are left alone: once mapped, an op keeps its shape.
#include "rewrites/rw_private.h"

typedef bool (*control_fn)(rw_simp *s, ir_op *op);

// Puts the ops of "r" in place of "op", whose results become the yields.
static void
dissolve(ir_op *op, ir_region *r) {
  ir_splice_before(r, op);
  for (int k = 0; k < op->outs.n; k++)
    op->outs.at[k]->user = rw_resolve(r->last->ins.at[k]);
  ir_remove(op);
}

// Makes the results of "op" the values at "vals" and removes it.
static void
replace_all(ir_op *op, ir_val **vals) {
  for (int k = 0; k < op->outs.n; k++)
    op->outs.at[k]->user = vals[k];
  ir_remove(op);
}

// if true {A} else {B} => A
// when: the condition is constant.
// why:  no branch.
// src:  folklore
static bool
if_const(rw_simp *s, ir_op *op) {
  ir_bits c;
  if (op->code != IR_OP_IF || !ir_match_bits(op->ins.at[0], &c) ||
      !rw_fired(s->o, RW_RULE_if_const))
    return false;
  dissolve(op, op->regions[!c]);
  return true;
}

// if c {.. yield x} else {.. yield x} => x
// when: both branches give the same value from outside.
// why:  a result less.
// src:  folklore
static bool
if_same(rw_simp *s, ir_op *op) {
  if (op->code != IR_OP_IF)
    return false;
  for (int k = 0; k < op->outs.n; k++) {
    ir_val *x = rw_resolve(op->regions[0]->last->ins.at[k]);
    ir_val *y = rw_resolve(op->regions[1]->last->ins.at[k]);
    if (x != y || !rw_fired(s->o, RW_RULE_if_same))
      continue;
    op->outs.at[k]->user = x;
    ir_drop_result(op, k);
    return true;
  }
  return false;
}

// What the ops of "r" cost, -1 when one may not be speculated.
static int
cost_to_speculate(ir_region *r) {
  int n = 0;
  ir_foreach_op (op, r) {
    ir_weight w = ir_weight_of(op->code);
    if (w != IR_WEIGHT_NONE &&
        (!ir_is_scalar_op(op->code) || w == IR_WEIGHT_MATH))
      return -1;
    n += an_latency(op);
  }
  return n;
}

// True when the if "op" decides whether the while loop around goes on: the
// loop's condition is its result, its condition, or the negation of that.
static bool
ends_loop(const ir_op *op) {
  const ir_op *loop = op->parent->parent_op;
  if (!loop || !loop->has_while)
    return false;
  const ir_val *go = rw_resolve(op->parent->last->ins.at[0]);
  const ir_val *c = op->ins.at[0];
  if (go->def == op)
    return true;
  if (go->def && go->def->code == IR_OP_NOT)
    go = rw_resolve(go->def->ins.at[0]);
  if (c->def && c->def->code == IR_OP_NOT)
    c = c->def->ins.at[0];
  return go == c;
}

// if c {A; yield x} else {B; yield y} => A; B; select c x y
// when: all results are scalars and A, B are few scalar ops (none traps); c
//       does not end the loop around: as a branch it is predicted, as a select
//       it would delay every iteration.
// why:  straight code vectorises and does not diverge.
// src:  folklore (if-conversion)
static bool
if_select(rw_simp *s, ir_op *op) {
  enum { MAX_COST = 12 };
  if (op->code != IR_OP_IF || !op->outs.n || ends_loop(op))
    return false;
  for (int k = 0; k < op->outs.n; k++)
    if (op->outs.at[k]->type.array)
      return false;
  int x = cost_to_speculate(op->regions[0]);
  int y = cost_to_speculate(op->regions[1]);
  if (x < 0 || y < 0 || x + y > MAX_COST || !rw_fired(s->o, RW_RULE_if_select))
    return false;
  ir_splice_before(op->regions[0], op);
  ir_splice_before(op->regions[1], op);
  ir_builder b = ir_before(op);
  for (int k = 0; k < op->outs.n; k++)
    op->outs.at[k]->user =
        ir_build3(&b, IR_OP_SELECT, op->ins.at[0],
                  rw_resolve(op->regions[0]->last->ins.at[k]),
                  rw_resolve(op->regions[1]->last->ins.at[k]));
  ir_remove(op);
  return true;
}

// The last if before "op" that has its condition; NULL: there is none near.
static ir_op *
if_before(ir_op *op) {
  enum { MOST = 32 };
  int n = 0;
  for (ir_op *p = op->prev; p && n < MOST; p = p->prev, n++)
    if (p->code == IR_OP_IF && !p->versions &&
        rw_resolve(p->ins.at[0]) == op->ins.at[0])
      return p;
  return NULL;
}

// Whether "op" may stand where "p" does: it uses nothing that is defined from
// there on.
static bool
is_free_of(rw_simp *s, ir_op *op, const ir_op *p) {
  for (int r = 0; r < op->n_regions; r++)
    rw_resolve_inside(op->regions[r]);
  an_uses t = an_uses_of(s->scratch, op);
  for (; p != op; p = p->next)
    for (int k = 0; k < p->outs.n; k++)
      if (ir_vals_has(&t.uses, p->outs.at[k]))
        return false;
  return true;
}

// if c {A; x} else {B; y}; if c {C; z} else {D; w}
//   => if c {A; C; x, z} else {B; D; y, w}
// when: the second has scalar results, and uses nothing defined from the first
//       one on; neither chooses between versions.
// why:  what both compute is computed once; a branch less.
// src:  jump threading
static bool
if_join(rw_simp *s, ir_op *op) {
  if (op->code != IR_OP_IF || op->versions || !op->outs.n)
    return false;
  for (int k = 0; k < op->outs.n; k++)
    if (op->outs.at[k]->type.array)
      return false;
  ir_op *p = if_before(op);
  if (!p || !is_free_of(s, op, p) || !rw_fired(s->o, RW_RULE_if_join))
    return false;
  for (int r = 0; r < op->n_regions; r++) {
    ir_op *yield = p->regions[r]->last;
    ir_splice_before(op->regions[r], yield);
    for (int k = 0; k < op->outs.n; k++)
      ir_add_in(yield, rw_resolve(op->regions[r]->last->ins.at[k]));
  }
  for (int k = 0; k < op->outs.n; k++) {
    ir_val *v = op->outs.at[k];
    v->user = ir_add_out(p, v->type, v->name);
  }
  ir_remove(op);
  return true;
}

// if !c {A} else {B} => if c {B} else {A}
// when: always.
// why:  one op less.
// src:  folklore
static bool
if_not(rw_simp *s, ir_op *op) {
  if (op->code != IR_OP_IF || !op->ins.at[0]->def ||
      op->ins.at[0]->def->code != IR_OP_NOT || !rw_fired(s->o, RW_RULE_if_not))
    return false;
  op->ins.at[0] = op->ins.at[0]->def->ins.at[0];
  ir_region *then = op->regions[0];
  op->regions[0] = op->regions[1];
  op->regions[1] = then;
  return true;
}

// loop (i < n) (c = x) { .. yield c } => the same with x for c
// when: the value (scalar or array) leaves each iteration as it came.
// why:  invariants are seen as such.
// src:  folklore
static bool
loop_invariant(rw_simp *s, ir_op *op) {
  ir_loop l;
  if (!ir_match_loop(op, &l))
    return false;
  for (int k = op->has_while; k < l.n_carried; k++) {
    ir_val *y = rw_resolve(l.yields[k]);
    if ((y != l.carried[k] && y != l.inits[k]) ||
        (y == l.inits[k] && y->type.array) ||
        !rw_fired(s->o, RW_RULE_loop_invariant))
      continue;
    l.carried[k]->user = l.outs[k]->user = l.inits[k];
    ir_drop_result(op, k);
    return true;
  }
  return false;
}

// loop while g { .. yield g' = !e, select e x y } => loop { .. yield g', y }
// when: nothing uses that result of the loop: when e holds the loop ends, and
//       the value with it.
// why:  the next iteration need not wait for e, which is predicted.
// src:  what `break` leaves behind in C
static bool
loop_exit_value(rw_simp *s, ir_op *op) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !op->has_while)
    return false;
  const ir_val *go = rw_resolve(l.yields[0]);
  bool negated = go->def && go->def->code == IR_OP_NOT;
  if (negated)
    go = rw_resolve(go->def->ins.at[0]);
  for (int k = 1; k < l.n_carried; k++) {
    const ir_op *sel = rw_resolve(l.yields[k])->def;
    if (!sel || sel->code != IR_OP_SELECT || rw_resolve(sel->ins.at[0]) != go ||
        rw_n_uses(l.outs[k]) || !rw_fired(s->o, RW_RULE_loop_exit_value))
      continue;
    l.yields[k] = sel->ins.at[negated ? 2 : 1];
    return true;
  }
  return false;
}

// loop (i < 0) (c = x) {..} => x
// when: the extent is a constant <= 0, or the while condition starts false.
// why:  nothing runs.
// src:  folklore
static bool
loop_never(rw_simp *s, ir_op *op) {
  ir_loop l;
  int64_t n = 1;
  if (!ir_match_loop(op, &l))
    return false;
  if (l.extent && !ir_match_int(l.extent, &n))
    n = 1;
  bool never = n <= 0 || (op->has_while && rw_is_int(l.inits[0], 0));
  if (!never || !rw_fired(s->o, RW_RULE_loop_never))
    return false;
  replace_all(op, l.inits);
  return true;
}

// loop (i < 1) (c = x) { A } => A[0/i, x/c]
// when: the extent is the constant 1, no while condition; in a branch no arrays
//       change places: an if must give the same array either way.
// why:  no loop.
// src:  folklore
static bool
loop_once(rw_simp *s, ir_op *op) {
  ir_loop l;
  const ir_op *up = op->parent->parent_op;
  if (!ir_match_loop(op, &l) || op->has_while || !rw_is_int(l.extent, 1) ||
      (up && up->code == IR_OP_IF && ir_moved_array(op)) ||
      !rw_fired(s->o, RW_RULE_loop_once))
    return false;
  ir_builder b = ir_before(op);
  l.i->user = ir_build_int(&b, IR_I64, 0);
  for (int k = 0; k < l.n_carried; k++)
    l.carried[k]->user = l.inits[k];
  dissolve(op, l.body);
  return true;
}

// loop (i < n) (c = true, ..) { .. yield true, .. } => loop without condition
// when: the condition is constant true and the loop counts.
// why:  a counting loop is one that maps are found in.
// src:  folklore
static bool
loop_while_true(rw_simp *s, ir_op *op) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !op->has_while || !l.extent ||
      !rw_is_int(l.inits[0], 1))
    return false;
  ir_val *y = rw_resolve(l.yields[0]);
  if ((y != l.carried[0] && !rw_is_int(y, 1)) ||
      !rw_fired(s->o, RW_RULE_loop_while_true))
    return false;
  l.carried[0]->user = l.outs[0]->user = l.inits[0];
  op->has_while = false;
  ir_drop_result(op, 0);
  return true;
}

// map (i < 0) (w = x) {..} => x
// when: an extent is a constant <= 0; folds in order give their init.
// why:  nothing runs.
// src:  folklore
static bool
soac_never(rw_simp *s, ir_op *op) {
  ir_soac m;
  int64_t n;
  bool never = false;
  if (!ir_match_soac(op, &m) || (m.n_red && !op->seq))
    return false;
  for (int k = 0; k < m.n_dims; k++)
    never |= ir_match_int(m.extents[k], &n) && n <= 0;
  if (!never || !rw_fired(s->o, RW_RULE_soac_never))
    return false;
  replace_all(op, m.inits);
  return true;
}

// map (i < n, j < 1) { A } => map (i < n) { A[0/j] }
// when: not mapped to a level yet; one dimension stays. The row-major linear
//       index, so the reduction tree, is the same.
// why:  one dimension less to index.
// src:  folklore
static bool
soac_unit_dim(rw_simp *s, ir_op *op) {
  ir_soac m;
  if (!ir_match_soac(op, &m) || op->level != IR_LEVEL_NONE || m.n_dims < 2)
    return false;
  for (int k = 0; k < m.n_dims; k++)
    if (rw_is_int(m.extents[k], 1) && rw_fired(s->o, RW_RULE_soac_unit_dim)) {
      ir_builder b = ir_before(op);
      m.idx[k]->user = ir_build_int(&b, IR_I64, 0);
      rw_drop_dim(op, k);
      return true;
    }
  return false;
}

// map (i < 1) (w = x) { A } => A[0/i, x/w];  reduce in order likewise
// when: not mapped to a level yet; not a fold by the tree.
// why:  no loop, and maps inside come to the surface.
// src:  folklore
static bool
soac_once(rw_simp *s, ir_op *op) {
  ir_soac m;
  if (!ir_match_soac(op, &m) || op->level != IR_LEVEL_NONE || m.n_dims > 1 ||
      (m.n_red && !op->seq) || !rw_is_int(m.extents[0], 1) ||
      !rw_fired(s->o, RW_RULE_soac_once))
    return false;
  ir_builder b = ir_before(op);
  m.idx[0]->user = ir_build_int(&b, IR_I64, 0);
  for (int k = 0; k < m.n_dests; k++)
    m.dest_params[k]->user = m.dests[k];
  ir_splice_before(m.body, op);
  for (int k = 0; k < m.n_red; k++)
    m.results[k]->user =
        ir_build2(&b, op->red_ops[k], m.inits[k], rw_resolve(m.values[k]));
  for (int k = 0; k < m.n_dests; k++)
    m.dest_outs[k]->user = rw_resolve(m.dest_yields[k]);
  ir_remove(op);
  return true;
}

// map (i < n) (w = x) { .. yield w } => map without the dest; x is only read
// when: the dest is yielded as it came.
// why:  arrays that are only read are no results.
// src:  Note [In-place arrays]
static bool
soac_unwritten(rw_simp *s, ir_op *op) {
  ir_soac m;
  if (!ir_match_soac(op, &m))
    return false;
  for (int k = 0; k < m.n_dests; k++)
    if (rw_resolve(m.dest_yields[k]) == m.dest_params[k] &&
        rw_fired(s->o, RW_RULE_soac_unwritten)) {
      m.dest_params[k]->user = m.dest_outs[k]->user = m.dests[k];
      rw_drop_dest(op, k);
      return true;
    }
  return false;
}

bool
rw_simplify_control(rw_simp *s, ir_op *op) {
  static const control_fn rules[] = {
      if_const,  if_same,         if_not,          if_select,
      if_join,   loop_invariant,  loop_exit_value, loop_never,
      loop_once, loop_while_true, soac_never,      soac_unit_dim,
      soac_once, soac_unwritten};
  if (!op->n_regions)
    return false;
  for (int k = 0; k < LOFT_COUNT(rules); k++)
    if (rules[k](s, op))
      return true;
  return false;
}
