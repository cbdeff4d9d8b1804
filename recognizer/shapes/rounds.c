// recognizer/shapes/rounds.c: loops over rings, round by round.
//
//   for (i < n) { p = (k + i) % m; ... ring[p] ... }
//   => for (r < ceil(n / m))
//        for (j < min(m, n - r * m)) { p = k % m + j; if (p >= m) p -= m; ... }
//
// No two iterations of a round have the same p.
#include "recognizer/shapes/nests.h"

enum { FEWEST = 64 }; // iterations of a round, where that is known

// A loop with remainders of its index.
typedef struct ring {
  ir_loop l;
  ir_val *m; // invariant; of all of them
  VEC(ir_op *) rests;
} ring;

// Adds "op" to the remainders of "g" if it is one by the same number of what
// grows with the index by 1; "an" relies on that number being positive and on
// what it is of not being negative.
static void
add_rest(rec_an *an, ring *g, ir_op *op) {
  int64_t c;
  if (op->code != IR_OP_REM || !an_is_invariant(op->ins.at[1], g->l.body) ||
      !an_is_recomputable(op->ins.at[0], g->l.body) ||
      (g->m && !an_same_value(an->a, g->m, op->ins.at[1])) ||
      (ir_match_int(op->ins.at[1], &c) && c < FEWEST))
    return;
  rec_dom *d = rec_dom_new(an, op, false);
  rec_dom *before = rec_dom_new(an, g->l.op, false);
  an_poly x = rec_read_exact(d, op->ins.at[0]);
  an_poly m = rec_read_exact(before, op->ins.at[1]);
  if (x.bad || m.bad || rec_an_step(an, g->l.i, &x) != 1)
    return;
  rec_assume whole = {.at = op, .poly = x};
  rec_assume some = {.at = g->l.op, .poly = an_poly_plus(an->a, &m, -1)};
  vec_push(an->a, &an->assumes, whole);
  vec_push(an->a, &an->assumes, some);
  vec_push(an->a, &g->rests, op);
  g->m = op->ins.at[1];
}

// Finds the remainders of "g" and lets the region run only where they count
// around. False, and nothing changed, where there are none.
static bool
find_rests(loft_cx *cx, ir_func *f, ring *g) {
  rec_an *an = rec_an_new(cx, f, g->l.body);
  an->may_assume = true;
  ir_foreach_op (op, g->l.body)
    add_rest(an, g, op);
  bool ok = g->rests.n && rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}

// Replaces remainder "op": iteration "j" of a round is as far from its value in
// the first iteration of "outer", or less by "m".
static void
replace_rest(ir_func *f, const ring *g, ir_op *op, ir_op *outer, ir_val *m,
             ir_val *j) {
  ir_builder before = ir_before(outer), b = ir_before(op);
  ir_scalar s = op->outs.at[0]->type.elem;
  ir_val *zero = ir_build_int(&before, IR_I64, 0);
  ir_val *x = an_recompute(&before, op->ins.at[0], g->l.body, zero);
  x = ir_build_convert(&before, x, IR_I64);
  x = ir_build2(&before, IR_OP_REM, x, m);
  ir_val *p = ir_build2(&b, IR_OP_ADD, x, j);
  ir_val *less = ir_build2(&b, IR_OP_LT, p, m);
  p = ir_build3(&b, IR_OP_SELECT, less, p, ir_build2(&b, IR_OP_SUB, p, m));
  ir_replace_uses(f, op->outs.at[0], ir_build_convert(&b, p, s));
}

ir_op *
rec_build_rounds(loft_cx *cx, ir_func *f, ir_op *op) {
  ring g = {0};
  if (!ir_match_loop(op, &g.l) || !g.l.extent || op->has_while ||
      !find_rests(cx, f, &g))
    return NULL;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *m =
      ir_build_convert(&b, an_copy_invariant(&b, g.m, g.l.body), IR_I64);
  rec_strips s = rec_build_strips(&g.l, m, "round");
  for (int i = 0; i < g.rests.n; i++)
    replace_rest(f, &g, g.rests.at[i], s.outer, m, s.j);
  rec_fill_strips(f, &g.l, &s);
  return s.inner;
}
