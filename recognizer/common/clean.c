// recognizer/common/clean.c: dead and unchanged scalars of loops and ifs.
//
// Liveness is optimistic, so that a scalar carried only to compute itself is
// dead. In functions all arrays are taken as live: updates are effects there.
// Afterwards each loop carries only the scalars that the analyses need. Dead
// writes and arrays are another question, which needs storage classes, of whole
// functions: rewrites/rw_dce.c answers it.
#include "recognizer/common/common.h"

typedef struct liveness {
  arena *a;
  map *live; // ir_val * -> itself
  ir_vals todo;
  const ir_region *top; // whose parameters are made of nothing
} liveness;

// -- Marking --------------------------------------------------------------
// Makes "v" live.
static void
mark(liveness *l, ir_val *v) {
  if (map_has(l->live, v))
    return;
  map_put(l->live, v, v);
  vec_push(l->a, &l->todo, v);
}

// Makes the values live that decide whether, or how often, the regions of "op"
// run.
static void
mark_control(liveness *l, ir_op *op) {
  for (int i = 0; i < ir_n_controls(op); i++)
    mark(l, op->ins.at[i]);
  if (op->has_while)
    mark(l, op->regions[0]->last->ins.at[0]);
}

// Makes all initial and yielded values of "op" live, of whose results none is
// dropped alone.
static void
mark_folds(liveness *l, ir_op *op) {
  for (int i = op->n_dims; i < op->ins.n; i++)
    mark(l, op->ins.at[i]);
  for (int r = 0; r < op->n_regions; r++)
    for (int i = 0; i < op->regions[r]->last->ins.n; i++)
      mark(l, op->regions[r]->last->ins.at[i]);
}

// Makes the values live that result (or carried value) "k" of "op", which has
// regions, needs.
static void
mark_result(liveness *l, ir_op *op, int k) {
  mark_control(l, op);
  if (ir_is_soac(op)) {
    mark_folds(l, op);
    return;
  }
  if (op->code != IR_OP_IF)
    mark(l, op->ins.at[op->n_dims + k]);
  for (int r = 0; r < op->n_regions; r++)
    mark(l, op->regions[r]->last->ins.at[k]);
}

// Makes the operands of the live value "v" live.
static void
mark_sources(liveness *l, ir_val *v) {
  if (v->def && v->def->n_regions) {
    mark_result(l, v->def, v->index);
  } else if (v->def) {
    for (int i = 0; i < v->def->ins.n; i++)
      mark(l, v->def->ins.at[i]);
  } else if (v->param_of != l->top && v->param_of->parent_op) {
    ir_op *op = v->param_of->parent_op;
    if (v->index < op->n_dims)
      mark(l, op->ins.at[v->index]);
    else
      mark_result(l, op, v->index - op->n_dims + op->n_red);
  }
}

// ir_walk_fn: arrays are live, and the values that lead to them.
static bool
mark_arrays(void *user, ir_op *op) {
  liveness *l = user;
  bool array = false;
  for (int i = 0; i < op->outs.n; i++)
    if (op->outs.at[i]->type.array || ir_is_soac(op)) {
      mark(l, op->outs.at[i]);
      array = true;
    }
  for (int r = 0; r < op->n_regions; r++)
    for (int i = 0; i < op->regions[r]->params.n; i++)
      if (op->regions[r]->params.at[i]->type.array)
        mark(l, op->regions[r]->params.at[i]);
  for (ir_op *up = op; array && up; up = up->parent->parent_op)
    if (up->n_regions)
      mark_control(l, up);
  return true;
}

// Makes the values live that those which are need.
static void
mark_all(liveness *l) {
  while (l->todo.n)
    mark_sources(l, l->todo.at[--l->todo.n]);
}

// Whether array "v" is, in "arm", an array from outside with changes of which a
// live value is one.
static bool
has_live_change(const liveness *l, const ir_val *v, const ir_region *arm) {
  if (ir_is_outside(v, arm))
    return false;
  ir_op *op = v->def;
  if (map_has(l->live, v) || !op)
    return op != NULL;
  bool any = false;
  ir_loop loop;
  if (op->code == IR_OP_IF)
    for (int r = 0; r < op->n_regions; r++)
      any |= has_live_change(l, op->regions[r]->last->ins.at[v->index], arm);
  else if (ir_match_loop(op, &loop))
    any = has_live_change(l, loop.inits[v->index], arm);
  else if (op->code == IR_OP_UPDATE || op->code == IR_OP_COMBINE)
    any = has_live_change(l, op->ins.at[0], arm);
  return any;
}

// ir_walk_fn: the results of an if are live that hand an array on which an arm
// changes, and reads then.
static bool
mark_handed_on(void *user, ir_op *op) {
  liveness *l = user;
  for (int k = 0; k < op->outs.n && op->code == IR_OP_IF; k++)
    for (int r = 0; r < op->n_regions; r++) {
      ir_region *arm = op->regions[r];
      if (op->outs.at[k]->type.array && !map_has(l->live, op->outs.at[k]) &&
          has_live_change(l, arm->last->ins.at[k], arm))
        mark(l, op->outs.at[k]);
    }
  return true;
}

// The values of "r" that its yielded values need, and all arrays if "arrays".
static liveness
find_live(arena *a, ir_region *r, bool arrays) {
  liveness l = {.a = a, .live = map_new(a), .top = r};
  if (arrays)
    ir_walk(r, mark_arrays, &l);
  for (int i = 0; i < r->last->ins.n; i++)
    mark(&l, r->last->ins.at[i]);
  do {
    mark_all(&l);
    ir_walk(r, mark_handed_on, &l);
  } while (l.todo.n);
  return l;
}

// -- Dropping -------------------------------------------------------------
// True when nothing is left of "op", a loop or if without results.
static bool
is_empty(const ir_op *op) {
  for (int r = 0; r < op->n_regions; r++)
    if (op->regions[r]->first != op->regions[r]->last)
      return false;
  return op->outs.n == 0;
}

// True when nothing needs any result of "op", which has regions.
static bool
is_unused(const liveness *l, const ir_op *op) {
  for (int k = 0; k < op->outs.n; k++)
    if (map_has(l->live, op->outs.at[k]))
      return false;
  return true;
}

// Removes dead ops of "r"; inner regions first.
static bool
sweep(const liveness *l, ir_region *r) {
  bool changed = false;
  ir_foreach_op_safe (op, r) {
    if (op->code == IR_OP_YIELD)
      continue;
    if (op->n_regions && is_unused(l, op)) {
      ir_remove(op);
      changed = true;
      continue;
    }
    if (op->code == IR_OP_LOOP || op->code == IR_OP_IF)
      for (int k = op->outs.n - 1; k >= 0; k--)
        if (!map_has(l->live, op->outs.at[k]) && !(op->has_while && k == 0) &&
            (op->code == IR_OP_IF ||
             !map_has(l->live, op->regions[0]->params.at[op->n_dims + k]))) {
          ir_drop_result(op, k);
          changed = true;
        }
    for (int k = 0; k < op->n_regions; k++)
      changed |= sweep(l, op->regions[k]);
    bool dead =
        op->n_regions ? is_empty(op) : !map_has(l->live, op->outs.at[0]);
    if (dead) {
      ir_remove(op);
      changed = true;
    }
  }
  return changed;
}

void
rec_remove_unused(ir_region *r) {
  liveness l = find_live(r->func->module->arena, r, false);
  sweep(&l, r);
  ir_count_uses_in(r);
}

// -- Unchanged values -----------------------------------------------------
typedef struct unchanged {
  ir_func *f;
  bool changed;
} unchanged;

// The value result "k" of "op" always has, visible before it; or NULL.
static ir_val *
constant_result(ir_op *op, int k) {
  ir_val *y = op->regions[0]->last->ins.at[k];
  if (op->code == IR_OP_IF)
    return y == op->regions[1]->last->ins.at[k] &&
                   ir_is_outside(y, op->regions[0])
               ? y
               : NULL;
  ir_val *init = op->ins.at[op->n_dims + k];
  ir_val *param = op->regions[0]->params.at[op->n_dims + k];
  bool same = y == param || (y == init && !init->type.array);
  return same && !(op->has_while && k == 0) ? init : NULL;
}

// Replaces results of "op", a loop or if, that never change.
static void
forward_op(unchanged *u, ir_op *op) {
  for (int k = op->outs.n - 1; k >= 0; k--) {
    ir_val *v = constant_result(op, k);
    if (!v)
      continue;
    ir_replace_uses(u->f, op->outs.at[k], v);
    if (op->code == IR_OP_LOOP)
      ir_replace_uses(u->f, op->regions[0]->params.at[op->n_dims + k], v);
    ir_drop_result(op, k);
    u->changed = true;
  }
}

// forward_op for everything in "r", inner ops first.
static void
forward_region(unchanged *u, ir_region *r) {
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->n_regions; k++)
      forward_region(u, op->regions[k]);
    if (op->code == IR_OP_LOOP || op->code == IR_OP_IF)
      forward_op(u, op);
  }
}

void
rec_drop_unchanged(ir_func *f, ir_op *op) {
  unchanged u = {.f = f};
  forward_region(&u, op->regions[0]);
  forward_op(&u, op);
  rec_remove_unused(op->regions[0]);
}

void
rec_keep_result(ir_func *f, ir_op *op, int k) {
  arena *a = f->module->arena;
  liveness l = {.a = a, .live = map_new(a), .top = f->body};
  ir_region *body = op->regions[0];
  mark_result(&l, op, k);
  mark_all(&l);
  for (int j = 0; j < op->outs.n; j++) {
    ir_val *carried = body->params.at[op->n_dims + j];
    if (!map_has(l.live, carried))
      body->last->ins.at[j] = carried;
  }
  rec_drop_unchanged(f, op);
}

void
rec_clean(loft_cx *cx, ir_func *f) {
  for (bool changed = true; changed;) {
    unchanged u = {.f = f};
    forward_region(&u, f->body);
    liveness l = find_live(cx->arena, f->body, true);
    changed = sweep(&l, f->body) || u.changed;
  }
}
