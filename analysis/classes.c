// analysis/classes.c: arrays that may share storage.
//
// Updates, maps, loops and ifs join the arrays that they get, carry and give.
#include "analysis/analysis.h"

typedef struct node {
  struct node *up;
  ir_val *val;
} node;

// The state of the walk over a function.
typedef struct class_walk {
  an_classes *c;
  const ir_op *except;
} class_walk;

// The root of "v"'s class; made when missing.
static node *
find_node(const an_classes *c, ir_val *v) {
  node *n = map_get(c->node, v);
  if (!n) {
    n = NEW(c->a, node);
    n->val = v;
    map_put(c->node, v, n);
  }
  while (n->up)
    n = n->up;
  return n;
}

// Joins the classes of two arrays; scalars are left alone.
static void
join(an_classes *c, ir_val *x, ir_val *y) {
  if (!x->type.array)
    return;
  node *a = find_node(c, x), *b = find_node(c, y);
  if (a != b)
    b->up = a;
}

// Joins the arrays that loop "op" carries.
static void
join_loop(an_classes *c, ir_op *op) {
  ir_loop l;
  if (!ir_match_loop(op, &l))
    return;
  for (int k = 0; k < l.n_carried; k++) {
    join(c, l.inits[k], l.carried[k]);
    join(c, l.inits[k], l.yields[k]);
    join(c, l.inits[k], l.outs[k]);
  }
}

// ir_walk_fn: joins the arrays that "op" makes of each other.
static bool
join_op(void *user, ir_op *op) {
  class_walk *w = user;
  ir_soac s;
  if (ir_writes_element(op))
    join(w->c, op->ins.at[0], op->outs.at[0]);
  else if (op->code == IR_OP_LOOP && op != w->except)
    join_loop(w->c, op);
  else if (op->code == IR_OP_IF)
    for (int k = 0; k < op->outs.n; k++) {
      join(w->c, op->regions[0]->last->ins.at[k], op->outs.at[k]);
      join(w->c, op->regions[1]->last->ins.at[k], op->outs.at[k]);
    }
  else if (ir_match_fold(op, &s))
    for (int k = 0; k < s.n_dests; k++) {
      if (s.then)
        join(w->c, s.dests[k], s.then_dests[k]);
      join(w->c, s.dests[k], s.dest_params[k]);
      join(w->c, s.dests[k], s.dest_yields[k]);
      join(w->c, s.dests[k], s.dest_outs[k]);
    }
  return true;
}

an_classes *
an_classes_new(arena *a, ir_func *f, const ir_op *except) {
  an_classes *c = NEW(a, an_classes);
  c->a = a;
  c->node = map_new(a);
  class_walk w = {c, except};
  ir_walk(f->body, join_op, &w);
  return c;
}

ir_val *
an_class_of(const an_classes *c, const ir_val *v) {
  return find_node(c, (ir_val *)(uintptr_t)v)->val;
}
