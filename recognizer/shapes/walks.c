// recognizer/shapes/walks.c: while loops that go on from place to place.
//
//   while (c(x[p])) { ..; p++; }   =>   for (at = p; at < n && c(x[at]); at++)
//   ..
//
// Where something else tells how far such a loop may go it counts the places
// that are left, and ends early. A do loop makes its first step in front of
// that, and asks from the second place on:
//
//   do { v = f(v, x[p++]); }          v = f(v, x[p]);
//   while (c(x[p]));             =>   for (at = p + 1; at < n && c(x[at]);
//   at++)
//                                       v = f(v, x[at]);
#include "recognizer/shapes/folds.h"
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
  return an_copy_slice(b, w->go ? w->go : w->l.yields[0], w->l.body, subst);
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

// "v", a place, as an i64 at "b": a constant that was added to it is added to
// the i64, as front ends do to load elements there. NULL: none was, or C would
// wrap the sum.
static ir_val *
widen_first(ir_builder *b, const ir_val *v) {
  const ir_op *op = v->def;
  int64_t c;
  ir_scalar type = v->type.elem;
  if (!op || op->code != IR_OP_ADD || !ir_match_int(op->ins.at[1], &c) ||
      (type != IR_I32 && ir_size(type) != 8))
    return NULL;
  ir_val *from = ir_build_convert(b, op->ins.at[0], IR_I64);
  return ir_build2(b, IR_OP_ADD, from, ir_build_int(b, IR_I64, c));
}

bool
rec_walk_asks_first(arena *a, const rec_walk *w) {
  ir_op *op = w->l.op, *before = op->prev;
  ir_builder b = ir_before(op);
  ir_val *init = w->l.inits[w->k], *wide = widen_first(&b, init);
  ir_val *from = ir_build_convert(&b, init, IR_I64);
  ir_val *first = build_condition(a, w, &b, from);
  bool same = is_same_condition(a, first, w->l.inits[0]);
  if (!same && wide)
    same = is_same_condition(a, build_condition(a, w, &b, wide), w->l.inits[0]);
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

// -- Bounds
// ---------------------------------------------------------------------
bool
rec_drop_bound(arena *a, rec_walk *w, const ir_val *n) {
  ir_val *go = w->go ? w->go : w->l.yields[0], *both[2];
  rec_comparison c;
  if (!an_match_both(go, false, both) || !rec_match_comparison(both[0], &c) ||
      !c.strict || !ir_vals_has(&w->next, c.lo) || !an_same_value(a, c.hi, n))
    return false;
  w->go = both[1];
  return true;
}

// -- Do loops -----------------------------------------------------------------
// Whether "v" of the loop's body asks for its extent: whether there is a next
// iteration within it.
static bool
asks_extent(arena *a, const ir_loop *l, const ir_val *v) {
  rec_comparison c;
  int64_t more;
  return l->i && rec_match_comparison(v, &c) && c.strict &&
         rec_before_added(c.lo, &more) == l->i && more == 1 &&
         an_same_value(a, c.hi, l->extent);
}

// Notes what the place of carried value "k" and the next one are in the do
// loop. False: it does not go on by one.
static bool
find_places(rec_an *an, rec_walk *w, int k) {
  const ir_loop *l = &w->l;
  rec_dom *d = rec_dom_new(an, l->body->last, false);
  an_poly place = rec_read_exact(d, l->carried[k]);
  if (l->i) {
    an_poly index = an_poly_atom(an->a, rec_an_atom(an, l->i));
    place = rec_read_exact(d, l->inits[k]);
    place = an_poly_add(an->a, &place, &index, 1);
  }
  an_poly next = an_poly_plus(an->a, &place, 1);
  an_poly own = rec_read_modulo(d, l->yields[k]);
  if (place.bad || own.bad || !an_poly_eq(&own, &next))
    return false;
  ir_foreach_op (op, l->body) {
    ir_val *v = op->outs.n ? op->outs.at[0] : NULL;
    if (!v || !ir_is_scalar_op(op->code) || !ir_is_int(v->type.elem))
      continue;
    an_poly p = rec_read_modulo(d, v);
    if (!p.bad && an_poly_eq(&p, &next))
      vec_push(an->a, &w->next, v);
    else if (!p.bad && an_poly_eq(&p, &place))
      vec_push(an->a, &w->here, v);
  }
  return true;
}

// ir_walk_fn: stops at an op that is not scalar, no if, and no load.
static bool
is_pure(void *user, ir_op *op) {
  (void)user;
  return ir_is_scalar_op(op->code) || op->code == IR_OP_IF ||
         op->code == IR_OP_YIELD || op->code == IR_OP_INDEX;
}

// True when the do loop carries scalars, changes no memory, and goes on by the
// place alone.
static bool
goes_by_place(arena *a, const rec_walk *w) {
  ir_vals own = {0};
  vec_push(a, &own, w->l.carried[w->k]);
  if (w->l.i)
    vec_push(a, &own, w->l.i);
  bool ok = an_is_made_of(a, w->go, w->l.body, &own);
  for (int k = 1; k < w->l.n_carried && ok; k++)
    ok = !w->l.carried[k]->type.array;
  return ok && ir_walk(w->l.body, is_pure, NULL);
}

bool
rec_match_do(loft_cx *cx, ir_func *f, const ir_region *scope, ir_op *op,
             rec_do_starts *starts, const void *user, rec_walk *w) {
  int64_t yes;
  ir_val *both[2];
  *w = (rec_walk){0};
  if (op->code != IR_OP_LOOP || !op->has_while || op->n_dims > 1 ||
      !ir_match_loop(op, &w->l) || !ir_match_int(w->l.inits[0], &yes) || !yes ||
      w->l.carried[0]->n_uses || w->l.outs[0]->n_uses)
    return false;
  rec_an *an = rec_an_new(cx, f, scope);
  for (int k = 1; k < w->l.n_carried && !w->k; k++)
    if (!w->l.carried[k]->type.array && ir_is_int(w->l.carried[k]->type.elem) &&
        starts(user, w->l.inits[k]) && find_places(an, w, k))
      w->k = k;
  rec_an_free(an);
  w->go = w->l.yields[0];
  if (w->l.i && (!an_match_both(w->go, false, both) ||
                 !asks_extent(cx->arena, &w->l, both[0])))
    return false;
  w->go = w->l.i ? both[1] : w->go;
  return w->k && goes_by_place(cx->arena, w);
}

// What the values of an iteration at place "at", an i64 and "own", are made of
// there, at "b".
static map *
map_place(arena *a, const rec_walk *w, ir_builder *b, ir_val *at, ir_val *own) {
  const ir_loop *l = &w->l;
  map *subst = map_new(a);
  map_put(subst, l->carried[0], ir_build_int(b, IR_BOOL, 1));
  map_put(subst, l->carried[w->k], own);
  if (l->i) {
    ir_val *first = ir_build_convert(b, l->inits[w->k], IR_I64);
    map_put(subst, l->i, ir_build2(b, IR_OP_SUB, at, first));
  }
  for (int i = 0; i < w->here.n; i++)
    map_put(subst, w->here.at[i],
            ir_build_convert(b, at, w->here.at[i]->type.elem));
  return subst;
}

// Adds what the folds "was" become at place "at" to "out", at "b".
static void
step_folds(arena *a, const rec_walk *w, ir_builder *b, ir_val *at, ir_val *own,
           const ir_vals *was, ir_vals *out) {
  const ir_loop *l = &w->l;
  map *subst = map_place(a, w, b, at, own);
  for (int k = 1, i = 0; k < l->n_carried; k++)
    if (k != w->k)
      map_put(subst, l->carried[k], was->at[i++]);
  for (int k = 1; k < l->n_carried; k++)
    if (k != w->k)
      vec_push(a, out, an_copy_slice(b, l->yields[k], l->body, subst));
}

// Whether the do loop goes on at place "at", which it stepped to, at "b".
static ir_val *
build_going(arena *a, const rec_walk *w, ir_builder *b, ir_val *at) {
  ir_val *one = ir_build_int(b, IR_I64, 1), *p = w->l.carried[w->k];
  ir_val *before = ir_build2(b, IR_OP_SUB, at, one);
  map *subst =
      map_place(a, w, b, before, ir_build_convert(b, before, p->type.elem));
  for (int i = 0; i < w->next.n; i++)
    map_put(subst, w->next.at[i],
            ir_build_convert(b, at, w->next.at[i]->type.elem));
  return an_copy_slice(b, w->go, w->l.body, subst);
}

ir_op *
rec_count_do(arena *a, const rec_walk *w, ir_val *end, ir_val **places) {
  const ir_loop *l = &w->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_scalar type = l->carried[w->k]->type.elem;
  ir_vals starts = {0}, first = {0}, was = {0}, step = {0}, outs = {0};
  for (int k = 1; k < l->n_carried; k++)
    if (k != w->k)
      vec_push(a, &starts, l->inits[k]);
  ir_val *from = l->inits[w->k];
  ir_val *wide = ir_build_convert(&b, from, IR_I64);
  step_folds(a, w, &b, wide, from, &starts, &first);
  ir_val *one = ir_build_int(&b, IR_I64, 1);
  wide = ir_build2(&b, IR_OP_ADD, wide, one);
  from = ir_build2(&b, IR_OP_ADD, from, ir_build_int(&b, type, 1));
  ir_val *left =
      ir_build2(&b, IR_OP_SUB, ir_build_convert(&b, end, IR_I64), wide);
  ir_val *yes = ir_build_int(&b, IR_BOOL, 1);
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, left, "at");
  ir_region *r = op->regions[0];
  op->has_while = true;
  ir_add_carried(op, yes, "go", "go");
  for (int k = 1, i = 0; k < l->n_carried; k++) {
    ir_val *init = k == w->k ? from : first.at[i++];
    ir_val *p = ir_add_carried(op, init, l->outs[k]->name, l->carried[k]->name);
    if (k != w->k)
      vec_push(a, &was, p);
  }
  ir_builder body = ir_at_end(r), on, no;
  ir_val *at = ir_build2(&body, IR_OP_ADD, r->params.at[0], wide);
  ir_val *own = ir_build_convert(&body, at, type);
  places[0] = at;
  places[1] = own;
  ir_val *go = build_going(a, w, &body, at);
  if (was.n) {
    ir_op *choice = ir_build_if(&body, go, &on, &no);
    step_folds(a, w, &on, at, own, &was, &step);
    ir_build_yield(&on, step.at, step.n);
    ir_build_yield(&no, was.at, was.n);
    ir_add_outs(choice, was.at, was.n);
    was = choice->outs;
  }
  one = ir_build_int(&body, IR_I64, 1);
  ir_val *next = ir_build2(&body, IR_OP_ADD, at, one);
  next = ir_build_convert(&body, next, type);
  next = ir_build3(&body, IR_OP_SELECT, go, next, own);
  vec_push(a, &outs, go);
  for (int k = 1, i = 0; k < l->n_carried; k++)
    vec_push(a, &outs, k == w->k ? next : was.at[i++]);
  ir_build_yield(&body, outs.at, outs.n);
  return op;
}
