// recognizer/shapes/walks.c: while loops that go on from place to place.
//
//   while (c(x[p])) { ..; p++; }   =>   for (at = p; at < n && c(x[at]); at++)
//   ..
//
// Where something else tells how far such a loop may go it counts the places
// that are left, and ends early.
#include "recognizer/shapes/scalars.h"

// True when "v", computed in loop body "r", is "more" than "p" there.
static bool
is_more(rec_an *an, ir_region *r, ir_val *v, ir_val *p, int64_t more) {
  rec_dom *d = rec_dom_new(an, r->last, false);
  an_poly x = rec_read_modulo(d, v), y = rec_read_exact(d, p);
  int64_t by = 0;
  x = an_poly_add(an->a, &x, &y, -1);
  return !x.bad && !y.bad && an_poly_is_const(&x, &by) && by == more;
}

bool
rec_match_walk(loft_cx *cx, ir_func *f, const ir_region *scope, int k,
               rec_walk *w) {
  rec_an *an = rec_an_new(cx, f, scope);
  ir_val *p = w->l.carried[k];
  w->k = is_more(an, w->l.body, w->l.yields[k], p, 1) ? k : 0;
  ir_foreach_op (op, w->l.body) {
    ir_val *v = op->outs.n ? op->outs.at[0] : NULL;
    if (w->k && v && ir_is_scalar_op(op->code) && ir_is_int(v->type.elem) &&
        is_more(an, w->l.body, v, p, 1))
      vec_push(an->a, &w->next, v);
  }
  rec_an_free(an);
  return w->k;
}

// The condition of the inner loop for place "at", an i64, at "b".
static ir_val *
build_condition(arena *a, const rec_walk *w, ir_builder *b, ir_val *at) {
  ir_val *p = w->l.carried[w->k];
  map *subst = map_new(a);
  ir_val *before = ir_build2(b, IR_OP_SUB, at, ir_build_int(b, IR_I64, 1));
  map_put(subst, p, ir_build_convert(b, before, p->type.elem));
  for (int i = 0; i < w->next.n; i++)
    map_put(subst, w->next.at[i],
            ir_build_convert(b, at, w->next.at[i]->type.elem));
  return an_copy_slice(b, w->l.yields[0], w->l.body, subst);
}

// True when bools "x" and "y" are the same conjunction of the same conditions.
static bool
is_same_condition(arena *a, const ir_val *x, const ir_val *y) {
  ir_val *of_x[2], *of_y[2];
  return an_same_value(a, x, y) ||
         (an_match_both(x, false, of_x) && an_match_both(y, false, of_y) &&
          is_same_condition(a, of_x[0], of_y[0]) &&
          is_same_condition(a, of_x[1], of_y[1]));
}

bool
rec_walk_asks_first(arena *a, const rec_walk *w) {
  ir_op *op = w->l.op, *before = op->prev;
  ir_builder b = ir_before(op);
  ir_val *from = ir_build_convert(&b, w->l.inits[w->k], IR_I64);
  ir_val *first = build_condition(a, w, &b, from);
  bool same = is_same_condition(a, first, w->l.inits[0]);
  while (op->prev != before)
    ir_remove(op->prev);
  return same;
}

// An iteration at the place in region "r", which yields what it carries but for
// that.
static void
build_step(arena *a, const rec_walk *w, ir_region *r, map *subst) {
  ir_builder b = ir_at_end(r);
  ir_val **next = NEW_ARRAY(a, ir_val *, w->l.n_carried);
  ir_vals outs = {0};
  ir_clone_region_ops(&b, w->l.body, subst, next);
  for (int k = 1; k < w->l.n_carried; k++)
    if (k != w->k)
      vec_push(a, &outs, next[k]);
  ir_build_yield(&b, outs.at, outs.n);
}

ir_op *
rec_count_walk(arena *a, const rec_walk *w, ir_val *end, ir_val **places) {
  const ir_loop *l = &w->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_scalar type = l->carried[w->k]->type.elem;
  ir_val *from = ir_build_convert(&b, l->inits[w->k], IR_I64);
  ir_val *n = ir_build_convert(&b, end, IR_I64);
  ir_val *left = ir_build2(&b, IR_OP_SUB, n, from);
  ir_val *yes = ir_build_int(&b, IR_BOOL, 1);
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, left, "at");
  ir_region *r = op->regions[0], *none;
  map *subst = map_new(a);
  ir_vals outs = {0}, was = {0};
  op->has_while = true;
  ir_add_carried(op, yes, "go", "go");
  for (int k = 1; k < l->n_carried; k++) {
    ir_val *p =
        ir_add_carried(op, l->inits[k], l->outs[k]->name, l->carried[k]->name);
    map_put(subst, l->carried[k], p);
    if (k != w->k)
      vec_push(a, &was, p);
  }
  ir_builder body = ir_at_end(r);
  ir_val *at = ir_build2(&body, IR_OP_ADD, r->params.at[0], from);
  ir_val *own = ir_build_convert(&body, at, type);
  places[0] = at;
  places[1] = own;
  map_put(subst, l->carried[w->k], own);
  ir_val *go = build_condition(a, w, &body, at);
  ir_op *choice = ir_start_if(&body, go);
  build_step(a, w, ir_add_region(choice), subst);
  none = ir_add_region(choice);
  ir_builder no = ir_at_end(none);
  ir_build_yield(&no, was.at, was.n);
  ir_add_outs(choice, was.at, was.n);
  ir_val *one = ir_build_int(&body, IR_I64, 1);
  ir_val *next = ir_build2(&body, IR_OP_ADD, at, one);
  next = ir_build3(&body, IR_OP_SELECT, go, ir_build_convert(&body, next, type),
                   own);
  vec_push(a, &outs, go);
  for (int k = 1, i = 0; k < l->n_carried; k++)
    vec_push(a, &outs, k == w->k ? next : choice->outs.at[i++]);
  ir_build_yield(&body, outs.at, outs.n);
  if (!was.n)
    ir_remove(choice);
  return op;
}
