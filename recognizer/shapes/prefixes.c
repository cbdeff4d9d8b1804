// recognizer/shapes/prefixes.c: walks that may pass over an element in front.
//
//   while (i < n) {                        while (i < n) {
//     { if (x[i] == '-') i++;                j = i;
//       j = i;                               while (j < n && ((j == i &&
//     v = 0;                         =>             x[i] == '-') || c(x[j]))) {
//     while (j < n && c(x[j])) {               if (j > i || x[i] != '-')
//       v = f(v, x[j]);                          v = f(v, x[j]);
//       j++;                                   j++;
//     }                                      }
//     ..                                     ..
//   }                                      }
//
// A sign in front of a number is then the first element of the run that the
// number is, which the inner loop looks at and folds nothing of. Such runs
// start where the loop is, and are flattened as others (runs.c).
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/scalars.h"

// An inner loop behind an element that it may start with.
typedef struct prefix {
  arena *a;
  ir_func *f;
  ir_loop l, in;
  int at;          // what the inner loop carries of the place; others are folds
  ir_val *start;   // of the run: what the outer loop carries
  ir_val *from;    // where the inner loop starts
  const ir_val *c; // whether that is one more, ...
  bool opposite;   // ... or whether it is not
  ir_val *n;       // where the inner loop ends
} prefix;

// True when "v" is a carried value of the loop, or one more, as a condition
// says; finds that.
static bool
match_from(prefix *z, ir_val *v) {
  an_choice c;
  int64_t y, n;
  if (!ir_is_int(v->type.elem) || !an_match_either(v, &c) ||
      v->def->parent != z->l.body)
    return false;
  const ir_val *own = rec_before_added(c.y, &y),
               *same = rec_before_added(c.z, &n);
  z->opposite = y == 0;
  z->start = (ir_val *)(uintptr_t)own;
  z->from = v;
  z->c = c.c;
  return own == same && y + n == 1 && y * n == 0 &&
         own->param_of == z->l.body && own->type.elem == v->type.elem &&
         ir_home_of(c.c) == z->l.body;
}

// The difference that is how many places there are from where the inner loop
// starts, but for a choice of 0 where the bound is not above that.
static const ir_op *
find_left(const prefix *z) {
  const ir_val *v = z->in.extent;
  rec_comparison below;
  an_choice c;
  int64_t none;
  if (an_match_either(v, &c) && ir_match_int(c.z, &none) && !none &&
      rec_match_comparison(c.c, &below) && below.strict && below.lo == z->from)
    v = c.y;
  return v->def && v->def->code == IR_OP_SUB ? v->def : NULL;
}

// True when inner loop "op" starts at such a place, and goes on as far as a
// bound.
static bool
match(prefix *z, ir_op *op) {
  int64_t yes, more;
  if (op->code != IR_OP_LOOP || op->n_dims != 1 || !op->has_while ||
      !ir_match_loop(op, &z->in) || !ir_match_int(z->in.inits[0], &yes) || !yes)
    return false;
  z->at = z->in.n_carried - 1;
  while (z->at > 0 && !match_from(z, z->in.inits[z->at]))
    z->at--;
  const ir_op *left = z->at ? find_left(z) : NULL;
  if (!left || rec_before_added(left->ins.at[1], &more) != z->from || more)
    return false;
  z->n = left->ins.at[0];
  return true;
}

// A walk over an inner loop.
typedef struct using {
  const prefix *z;
  const map *subst;
} using;

// ir_walk_fn: stops at what uses other values of the outer loop's body than
// those in "subst", constants and what that carries.
static bool
uses_mapped(void *user, ir_op *op) {
  const using *u = user;
  for (int i = 0; i < op->ins.n; i++) {
    const ir_val *v = op->ins.at[i];
    if (ir_home_of(v) == u->z->l.body && v->def && !map_has(u->subst, v) &&
        v->def->code != IR_OP_CONST)
      return false;
  }
  return true;
}

// Maps where the inner loop starts to where the run does, and what is computed
// of that as an i64 to the same of this, "wide".
static map *
map_start(const prefix *z, ir_val *wide) {
  map *subst = map_new(z->a);
  map_put(subst, z->from, z->start);
  ir_foreach_op (op, z->l.body)
    if (op->code == IR_OP_CONVERT && op->ins.at[0] == z->from &&
        op->outs.at[0]->type.elem == IR_I64)
      map_put(subst, op->outs.at[0], wide);
  return subst;
}

// What the outer loop carries, as itself.
static map *
map_carried(const prefix *z) {
  map *subst = map_new(z->a);
  for (int k = 0; k < z->l.n_carried; k++)
    map_put(subst, z->l.carried[k], z->l.carried[k]);
  return subst;
}

// Whether place "at" is the element that is passed over, at "b", as it is
// "fresh", the first one of a run: what is asked of where the run starts is
// asked of that place.
static ir_val *
build_is_first(const prefix *z, ir_builder *b, ir_val *fresh, ir_val *at) {
  ir_val *c = (ir_val *)(uintptr_t)z->c;
  map *subst = map_carried(z);
  map_put(subst, z->start, at);
  c = an_copy_slice(b, c, z->l.body, subst);
  c = z->opposite ? ir_build1(b, IR_OP_NOT, c) : c;
  fresh = ir_build2(b, IR_OP_NE, fresh, ir_build_int(b, IR_I32, 0));
  return ir_build2(b, IR_OP_AND, fresh, c);
}

// Whether the run goes on, at "b": at its "first" element, or as the inner loop
// does.
static ir_val *
build_go(const prefix *z, ir_builder *b, ir_val *first, map *subst) {
  ir_builder yes, no;
  ir_op *op = ir_build_if(b, first, &yes, &no);
  ir_val *v = ir_build_int(&yes, IR_BOOL, 1);
  ir_build_yield(&yes, &v, 1);
  v = an_copy_slice(&no, z->in.yields[0], z->in.body, map_copy(z->a, subst));
  ir_build_yield(&no, &v, 1);
  return ir_add_out(op, ir_ty(IR_BOOL), "go");
}

// Adds the folds "was" where "go" holds as the inner loop leaves them, but at
// its "first" element, to "out", at "b"; the last one is 1 from that on.
static void
build_folds(const prefix *z, ir_builder *b, ir_val *go, ir_val *first,
            map *subst, const ir_vals *was, ir_vals *out) {
  ir_builder on, stop, same, next;
  ir_op *goes = ir_build_if(b, go, &on, &stop);
  ir_op *folds = ir_build_if(&on, first, &same, &next);
  ir_val **yields = NEW_ARRAY(z->a, ir_val *, z->in.n_carried);
  ir_vals now = {0}, kept = {0};
  ir_clone_region_ops(&next, z->in.body, map_copy(z->a, subst), yields);
  for (int k = 1; k < z->in.n_carried; k++)
    if (k != z->at)
      vec_push(z->a, &now, yields[k]);
  for (int i = 0; i < now.n; i++)
    vec_push(z->a, &kept, was->at[i]);
  vec_push(z->a, &now, was->at[was->n - 2]);
  vec_push(z->a, &now, ir_build_int(&next, IR_I32, 0));
  vec_push(z->a, &kept, ir_build_int(&same, IR_I32, 1));
  vec_push(z->a, &kept, ir_build_int(&same, IR_I32, 0));
  ir_build_yield(&next, now.at, now.n);
  ir_build_yield(&same, kept.at, kept.n);
  for (int i = 0; i < was->n; i++)
    ir_add_out(folds, was->at[i]->type, was->at[i]->name);
  ir_build_yield(&on, folds->outs.at, folds->outs.n);
  ir_build_yield(&stop, was->at, was->n);
  for (int i = 0; i < was->n; i++)
    vec_push(z->a, out, ir_add_out(goes, was->at[i]->type, was->at[i]->name));
}

// A place of a run: number "i" from "start" on.
typedef struct at {
  ir_func *f;
  const ir_val *i, *start;
  ir_val *v;
} at;

// ir_walk_fn: lets the result of "op" be the place, if it is that.
static bool
use_place(void *user, ir_op *op) {
  const at *x = user;
  if (op->code != IR_OP_ADD || op == x->v->def)
    return true;
  bool is = op->ins.at[0] == x->i && op->ins.at[1] == x->start;
  if (is || (op->ins.at[1] == x->i && op->ins.at[0] == x->start))
    ir_replace_uses(x->f, op->outs.at[0], x->v);
  return true;
}

// The inner loop over all of a run, in front of it; NULL: it uses other values.
static ir_op *
build_run(const prefix *z) {
  const ir_loop *l = &z->in;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_val *wide = ir_build_convert(&b, z->start, IR_I64);
  map *subst = map_start(z, wide);
  using u = {z, subst};
  if (!ir_walk(l->body, uses_mapped, &u))
    return NULL;
  ir_val *left = ir_build2(&b, IR_OP_SUB, z->n, wide);
  ir_val *yes = ir_build_int(&b, IR_BOOL, 1);
  ir_val *none = ir_build_int(&b, IR_I32, 0);
  ir_val *some = ir_build_int(&b, IR_I32, 1);
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, left, "at");
  ir_region *r = op->regions[0];
  ir_vals was = {0}, folds = {0}, outs = {0};
  op->has_while = true;
  map_put(subst, l->carried[0], ir_add_carried(op, yes, "go", "go"));
  for (int k = 1; k < l->n_carried; k++) {
    ir_val *p = ir_add_carried(op, k == z->at ? z->start : l->inits[k],
                               l->outs[k]->name, l->carried[k]->name);
    map_put(subst, l->carried[k], p);
    if (k != z->at)
      vec_push(z->a, &was, p);
  }
  vec_push(z->a, &was, ir_add_carried(op, none, "passed", "passed"));
  vec_push(z->a, &was, ir_add_carried(op, some, "fresh", "fresh"));
  ir_builder in = ir_at_end(r);
  ir_val *i = r->params.at[0], *one = ir_build_int(&in, IR_I64, 1);
  map_put(subst, l->i, i);
  ir_val *here = ir_build2(&in, IR_OP_ADD, i, wide);
  ir_val *next = ir_build2(&in, IR_OP_ADD, here, one);
  ir_val *own = ir_build_convert(&in, here, z->start->type.elem);
  ir_val *first = build_is_first(z, &in, vec_last(&was), own);
  rec_widen_uses(z->f, r, own, here);
  ir_val *go = build_go(z, &in, first, subst);
  build_folds(z, &in, go, first, subst, &was, &folds);
  next = ir_build_convert(&in, next, z->start->type.elem);
  next = ir_build3(&in, IR_OP_SELECT, go, next, own);
  vec_push(z->a, &outs, go);
  for (int k = 1, j = 0; k < l->n_carried; k++)
    vec_push(z->a, &outs, k == z->at ? next : folds.at[j++]);
  for (int j = folds.n - 2; j < folds.n; j++)
    vec_push(z->a, &outs, folds.at[j]);
  ir_build_yield(&in, outs.at, outs.n);
  at place = {z->f, i, wide, here};
  ir_walk(r, use_place, &place);
  return op;
}

// What takes the place of values behind loop "run".
typedef struct replacing {
  const prefix *z;
  const ir_op *run;
  ir_builder *b;
  map *subst;
} replacing;

// True when "v" is computed, by "depth" scalar ops at most, of whether an
// element is passed over.
static bool
is_of_choice(const prefix *z, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  bool found = v == z->c;
  bool more = op && depth && ir_is_scalar_op(op->code);
  for (int i = 0; more && i < op->ins.n && !found; i++)
    found = is_of_choice(z, op->ins.at[i], depth - 1);
  return found;
}

// ir_walk_fn: lets "op" use what is computed of the loop's result, where it
// uses what was computed in front of it of whether an element is passed over.
static bool
use_result(void *user, ir_op *op) {
  enum { DEPTH = 8 };
  const replacing *x = user;
  for (int i = 0; i < op->ins.n; i++) {
    ir_val *v = op->ins.at[i];
    if (v->def && v->def->parent == x->z->l.body &&
        ir_comes_before(v->def, x->run) && is_of_choice(x->z, v, DEPTH))
      op->ins.at[i] = an_copy_slice(x->b, v, x->z->l.body, x->subst);
  }
  return true;
}

// ir_walk_fn: stops at an op that uses "user".
static bool
is_no_use(void *user, ir_op *op) {
  return !ir_vals_has(&op->ins, user);
}

// True when no op between "op" and behind loop "run" uses its result.
static bool
is_used_behind(const ir_op *op, const ir_op *run) {
  ir_val *v = op->outs.at[0];
  for (ir_op *each = op->next; each != run->next; each = each->next) {
    bool unused = is_no_use(v, each);
    for (int r = 0; r < each->n_regions && unused; r++)
      unused = ir_walk(each->regions[r], is_no_use, v);
    if (!unused)
      return false;
  }
  return true;
}

// Moves stores in front of loop "run", which that does not see, behind it.
static void
move_stores(const ir_op *run) {
  for (ir_op *op = run->prev, *before; op; op = before) {
    before = op->prev;
    if (op->code == IR_OP_UPDATE && is_used_behind(op, run))
      ir_move(op, op->parent, run->next);
  }
}

// Lets what is behind loop "run" follow from its results.
static void
use_results(const prefix *z, ir_op *run) {
  move_stores(run);
  ir_op *next = run->next;
  ir_builder b = ir_before(next);
  ir_val *none = ir_build_int(&b, IR_I32, 0);
  ir_val *passed = ir_build2(&b, z->opposite ? IR_OP_EQ : IR_OP_NE,
                             run->outs.at[run->outs.n - 2], none);
  map *subst = map_carried(z);
  map_put(subst, z->c, passed);
  replacing x = {z, run, &b, subst};
  for (; next; next = next->next) {
    use_result(&x, next);
    for (int r = 0; r < next->n_regions; r++)
      ir_walk(next->regions[r], use_result, &x);
  }
}

void
rec_join_prefix(loft_cx *cx, ir_func *f, ir_op *op) {
  prefix z = {.a = cx->arena, .f = f};
  if (!ir_match_loop(op, &z.l))
    return;
  ir_foreach_op_safe (each, z.l.body) {
    ir_op *run = match(&z, each) ? build_run(&z) : NULL;
    if (!run)
      continue;
    for (int k = 0; k < z.in.n_carried; k++)
      ir_replace_uses(f, z.in.outs[k], run->outs.at[k]);
    ir_remove(each);
    use_results(&z, run);
    rec_remove_unused(z.l.body);
    return;
  }
}
