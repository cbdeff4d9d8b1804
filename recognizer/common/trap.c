// recognizer/common/trap.c: a test, before the region, for calls that do not
// return.
//
//   for (i < n) { assert(x[i] > 0); y[i] = f(x[i]); }
//   => %out = loop (%i < %n) { ... yield %out or not x[i] > 0 }
//      %y1 = if %out { yield %y } else { the loop without the call }
//
// Before it does anything, the region tests whether such a call is reached.
// Where one is, memory stays as it was, and the original loop runs: it makes
// the call. The answer must follow from the contents of memory when the region
// starts. The iterations behind the call are tested too, ahead of C (bound.c).
#include "recognizer/common/common.h"

// ir_walk_fn: notes the arrays of "user", a function, that are read.
static bool
note_read(void *user, ir_op *op) {
  ir_func *f = user;
  for (int k = 0; op->code == IR_OP_INDEX && k < f->body->params.n; k++)
    if (op->ins.at[0] == f->body->params.at[k])
      f->param_mode[k] |= IR_PROBE;
  return true;
}

ir_func *
rec_ask_trap(const rec_region *r) {
  ir_func *f = r->func;
  arena *a = r->module->arena;
  ir_func *g = ir_func_new(ir_module_new(a), "asks");
  map *subst = map_new(a);
  ir_val **yields = NEW_ARRAY(a, ir_val *, f->body->last->ins.n);
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *p = f->body->params.at[i];
    map_put(subst, p, ir_func_add_param(g, p->type, p->name, f->param_mode[i]));
  }
  ir_builder b = ir_at_end(g->body);
  ir_clone_region_ops(&b, f->body, subst, yields);
  ir_build_yield(&b, &yields[r->trap->result], 1);
  rec_remove_unused(g->body);
  return g;
}

// Moves the ops of "r" behind "last_ask" (NULL: all) but its yield into the
// second arm of an if of "cond"; the results are its results.
static void
guard_body(const rec_region *r, ir_op *last_ask, ir_val *cond) {
  ir_func *f = r->func;
  ir_op *yield = f->body->last;
  arena *a = r->module->arena;
  ir_builder b = ir_before(yield);
  if (r->trap->region.line)
    b.loc = r->trap->region;
  ir_builder in, out;
  ir_op *op = ir_build_if(&b, cond, &in, &out);
  ir_op *first = last_ask ? last_ask->next : f->body->first;
  for (ir_op *o = first, *next; o != op; o = next) {
    next = o->next;
    ir_move(o, out.region, NULL);
  }
  ir_vals none = {0}, done = {0};
  for (int i = 0; i < yield->ins.n; i++) {
    ir_val *v = yield->ins.at[i], *array = r->trap->untouched.at[i];
    vec_push(a, &none, array ? array : ir_build_bits(&in, v->type.elem, 0));
    vec_push(a, &done, v);
  }
  ir_build_yield(&in, none.at, none.n);
  ir_build_yield(&out, done.at, done.n);
  for (int i = 0; i < yield->ins.n; i++)
    yield->ins.at[i] = ir_add_out(op, done.at[i]->type, done.at[i]->name);
}

bool
rec_split_trap(loft_cx *cx, rec_region *r, ir_func *g) {
  ir_func *f = r->func;
  int result = r->trap->result;
  if (!rec_bound(g))
    return false;
  ir_walk(g->body, note_read, g);
  ir_builder b = ir_before(f->body->first);
  map *subst = map_new(cx->arena);
  for (int i = 0; i < f->body->params.n; i++) {
    map_put(subst, g->body->params.at[i], f->body->params.at[i]);
    f->param_mode[i] |= g->param_mode[i] & IR_PROBE;
  }
  ir_op *first = f->body->first;
  ir_val *cond;
  ir_clone_region_ops(&b, g->body, subst, &cond);
  f->body->last->ins.at[result] = ir_build_int(&b, IR_BOOL, 0);
  guard_body(r, first->prev, cond);
  f->body->last->ins.at[result] = cond;
  r->trap = NULL;
  rec_clean(cx, f);
  return true;
}
