// recognizer/shapes/blocks.c: loops over parts of elements, element by element.
//
//   for (i < n) { q = (i + c) / m; r = (i + c) % m; ... bits[q] ... }
//   => for (j < ceil((n + c) / m))     where 0 <= c < m
//        for (max(c - j * m, 0) <= r < min(m, n + c - j * m)) {
//          i = j * m + r - c; q = j; ...
//        }
//
// What no two values of q share may be shared by iterations of one. A scalar
// that an iteration sets where r is m - 1, whatever it was, starts as that in
// all blocks but the first.
#include "recognizer/shapes/nests.h"
#include "recognizer/shapes/scalars.h"

enum { MOST = 64 }; // iterations of a block

// A loop with quotients of its index, and remainders.
typedef struct blocked {
  ir_loop l;
  int64_t m;
  ir_val *x;  // what is divided ...
  an_poly at; // ... as a polynomial
  VEC(ir_op *) divisions;
} blocked;

// "op" as the quotient of *x and *m, or the remainder. False: it is neither.
static bool
match_division(const ir_op *op, int64_t *m, bool *rest) {
  int64_t c;
  bool shifts = op->code == IR_OP_SHR, masks = op->code == IR_OP_AND;
  *rest = masks || op->code == IR_OP_REM;
  if ((!*rest && !shifts && op->code != IR_OP_DIV) ||
      !ir_is_int(op->outs.at[0]->type.elem) ||
      !ir_match_int(op->ins.at[1], &c) || c < 1 || c > MOST)
    return false;
  *m = shifts ? (c < 7 ? INT64_C(1) << c : MOST + 1) : c + masks;
  return *m > 1 && *m <= MOST && (!masks || (*m & c) == 0);
}

typedef struct finding {
  rec_an *an;
  blocked *g;
} finding;

// ir_walk_fn: adds "op" to the divisions if it is one of what grows with the
// index by 1, by the same number; the analysis relies on that being no less
// than 0.
static bool
add_division(void *user, ir_op *op) {
  finding *f = user;
  blocked *g = f->g;
  int64_t m;
  bool rest;
  if (!match_division(op, &m, &rest) || (g->m && m != g->m) ||
      !an_is_recomputable(op->ins.at[0], g->l.body))
    return true;
  rec_dom *d = rec_dom_new(f->an, op, false);
  an_poly x = rec_read_exact(d, op->ins.at[0]);
  if (x.bad || rec_an_step(f->an, g->l.i, &x) != 1 ||
      (g->m && !an_poly_eq(&x, &g->at)))
    return true;
  vec_push(f->an->a, &f->an->assumes, ((rec_assume){.at = op, .poly = x}));
  vec_push(f->an->a, &g->divisions, op);
  if (!g->m)
    g->x = op->ins.at[0];
  g->m = m;
  g->at = x;
  return true;
}

// Finds the divisions of "g" and lets the region run only where what is divided
// is not negative. False, and nothing changed, where there are none.
static bool
find_divisions(loft_cx *cx, ir_func *f, blocked *g) {
  rec_an *an = rec_an_new(cx, f, g->l.body);
  an->may_assume = true;
  ir_walk(g->l.body, add_division, &(finding){an, g});
  bool ok = g->divisions.n && rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}

// Puts block "j" and place "r" in it, behind "first" blocks, in place of the
// divisions.
static void
replace_divisions(ir_func *f, const blocked *g, ir_val *j, ir_val *r,
                  ir_val *first) {
  for (int i = 0; i < g->divisions.n; i++) {
    ir_op *op = g->divisions.at[i];
    ir_builder b = ir_before(op);
    int64_t m, none;
    bool rest;
    match_division(op, &m, &rest);
    ir_val *v = rest ? r : j;
    if (!rest && !(ir_match_int(first, &none) && none == 0))
      v = ir_build2(&b, IR_OP_ADD, first, v);
    v = ir_build_convert(&b, v, op->outs.at[0]->type.elem);
    ir_replace_uses(f, op->outs.at[0], v);
  }
}

// What "v" of "body" is where "r" is "last", if that is the same in all
// iterations; else NULL.
static ir_val *
value_at_last(ir_val *v, const ir_region *body, const ir_val *r, int64_t last) {
  ir_bits holds;
  for (;;) {
    const ir_op *op = v->def;
    if (an_is_invariant(v, body))
      return v;
    if (!op || (op->code != IR_OP_SELECT && op->code != IR_OP_IF) ||
        !an_value_given(op->ins.at[0], body, r, (uint64_t)last, &holds))
      return NULL;
    v = an_side_of(op, v, holds != 0);
  }
}

// Lets scalars of the loop "inner", over a block of "g" with places "r", start
// as what the last place sets them to; those of block "j" 0 as the loop did.
static void
start_blocks(const blocked *g, ir_op *inner, ir_val *j, const ir_val *r) {
  ir_loop l;
  ir_match_loop(inner, &l);
  ir_builder b = ir_before(inner);
  ir_val *behind = NULL, *zero = ir_build_int(&b, IR_I64, 0);
  for (int k = 0; k < l.n_carried; k++) {
    ir_val *v = l.carried[k]->type.array
                    ? NULL
                    : value_at_last(l.yields[k], l.body, r, g->m - 1);
    v = v ? an_copy_invariant(&b, v, l.body) : NULL;
    if (!v || !an_is_invariant(v, inner->parent)) // blocks set it to others
      continue;
    behind = behind ? behind : ir_build2(&b, IR_OP_GT, j, zero);
    inner->ins.at[inner->n_dims + k] =
        ir_build3(&b, IR_OP_SELECT, behind, v, g->l.inits[k]);
  }
}

ir_op *
rec_build_blocks(loft_cx *cx, ir_func *f, ir_op *op) {
  blocked g = {0};
  ir_val *j, *r;
  int64_t c;
  if (!ir_match_loop(op, &g.l) || !g.l.extent || op->has_while ||
      !find_divisions(cx, f, &g))
    return NULL;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *m = ir_build_int(&b, IR_I64, g.m);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *x = an_recompute(&b, g.x, g.l.body, zero);
  x = ir_build_convert(&b, x, IR_I64);
  bool whole = ir_match_int(x, &c) && c == 0;
  ir_val *first = whole ? zero : ir_build2(&b, IR_OP_DIV, x, m);
  ir_val *skip = whole ? zero : ir_build2(&b, IR_OP_REM, x, m);
  ir_val *end = ir_build2(&b, IR_OP_ADD, g.l.extent, skip);
  ir_val *n = ir_build2(&b, IR_OP_ADD, end, ir_build_int(&b, IR_I64, g.m - 1));
  ir_val *some = ir_build2(&b, IR_OP_GT, g.l.extent, zero);
  n = ir_build3(&b, IR_OP_SELECT, some, ir_build2(&b, IR_OP_DIV, n, m), zero);
  ir_op *blocks = rec_build_loop(&b, &g.l, n, g.l.inits, "block", &j);
  ir_region *outer = blocks->regions[0];
  ir_builder in = ir_at_end(outer);
  ir_val *base = ir_build2(&in, IR_OP_MUL, j, m);
  ir_val *left = ir_build2(&in, IR_OP_SUB, end, base);
  left = ir_build2(&in, IR_OP_MIN, left, m);
  ir_val *from = ir_build2(&in, IR_OP_SUB, skip, base);
  from = whole ? zero : ir_build2(&in, IR_OP_MAX, from, zero);
  if (!whole)
    left = ir_build2(&in, IR_OP_SUB, left, from);
  ir_op *inner = rec_build_loop(&in, &g.l, left, outer->params.at + 1, "r", &r);
  ir_build_yield(&in, inner->outs.at, inner->outs.n);
  ir_builder body = ir_at_end(inner->regions[0]);
  r = whole ? r : ir_build2(&body, IR_OP_ADD, from, r);
  ir_val *at = ir_build2(&body, IR_OP_ADD, base, r);
  at = whole ? at : ir_build2(&body, IR_OP_SUB, at, skip);
  replace_divisions(f, &g, j, r, first);
  rec_move_body(f, &g.l, inner->regions[0], at);
  start_blocks(&g, inner, j, r);
  for (int k = 0; k < g.l.n_carried; k++)
    ir_replace_uses(f, g.l.outs[k], blocks->outs.at[k]);
  ir_remove(op);
  rec_remove_unused(inner->regions[0]);
  return blocks;
}
