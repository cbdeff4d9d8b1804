// rewrites/pass_whole.c: rows of one piece are folded as a whole.
//
//   s = reduce (p < n) [op none] { F(p) }  =>  if c <= 256 { op(none, F(0)) }
//                                              else { .. as it was .. }
//
// For CPUs: most rows are short, and one thread starts each. One-shot.
#include "rewrites/rw_private.h"

bool pass_whole(loft_cx *cx, ir_func *f, rw_options *o);

// Ends "r" with the fold of the only piece, which is as long as the row.
static void
build_only(arena *a, ir_region *r, const an_pieces *p) {
  const ir_soac *all = &p->all;
  ir_builder in = ir_at_end(r);
  in.loc = all->op->loc;
  map *subst = map_new(a);
  ir_val **values = NEW_ARRAY(a, ir_val *, all->n_red);
  map_put(subst, all->idx[0], ir_build_int(&in, IR_I64, 0));
  ir_clone_region_ops(&in, all->body, subst, values);
  values[0]->def->ins.at[0] = p->count;
  for (int k = 0; k < all->n_red; k++)
    values[k] = ir_build2(&in, all->red_ops[k], all->inits[k], values[k]);
  ir_build_yield(&in, values, all->n_red);
}

// reduce (p < n) [op none] {F(p)} => if c <= 256 { op(none, F(0)) } else {..}
// when: F is a fold of a piece of a row of c iterations (an_pieces)
// why:  no outer loop, and a row that runs from one place to another: 200,000
//       rows of 2 elements take 2.1 ms in order, 2.4 so, 2.8 in pieces alone;
//       of 16 elements 5.4 to 5.9 each (one thread)
// src:  folklore (loop versioning)
static bool
try_whole(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  an_pieces p;
  if (!an_match_pieces(op, &p) || !rw_fired(o, RW_RULE_whole))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *most = ir_build_int(&b, IR_I64, IR_PIECE);
  ir_val *only = ir_build2(&b, IR_OP_LE, p.count, most);
  ir_op *choice = ir_start_if(&b, only);
  build_only(cx->arena, ir_add_region(choice), &p);
  rw_add_else(f, choice, op);
  return true;
}

bool
pass_whole(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_whole);
}
