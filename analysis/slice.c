// analysis/slice.c: values and all that they are computed from, by scalar ops.
#include "analysis/analysis.h"

typedef struct slice {
  const ir_region *body;
  bool index;        // the body's loop index may be used
  bool loads;        // and what each iteration loads from arrays outside
  const ir_vals *of; // and these values; NULL: none
  map *known;        // values seen: themselves; refused ones: NULL
} slice;

// True when "v" follows by scalar ops from values that "s" allows.
static bool
slice_has(slice *s, const ir_val *v) {
  if (ir_is_outside(v, s->body) || (s->of && ir_vals_has(s->of, v)))
    return true;
  if (map_has(s->known, v))
    return map_get(s->known, v) != NULL;
  bool ok = s->index && v->param_of == s->body &&
            v->index < s->body->parent_op->n_dims;
  bool load = s->loads && v->def && v->def->code == IR_OP_INDEX &&
              v->def->parent == s->body;
  if (load || (v->def && ir_is_scalar_op(v->def->code))) {
    ok = true;
    for (int i = 0; i < v->def->ins.n && ok; i++)
      ok = slice_has(s, v->def->ins.at[i]);
  }
  map_put(s->known, v, ok ? (void *)(uintptr_t)v : NULL);
  return ok;
}

bool
an_in_slice(const ir_val *v, const ir_region *body, bool index, bool loads) {
  slice s = {body, index, loads, NULL, map_new(body->func->module->arena)};
  return slice_has(&s, v);
}

bool
an_is_computed_from(const ir_val *v, const ir_region *body, const ir_vals *of) {
  slice s = {body, false, false, of, map_new(body->func->module->arena)};
  return slice_has(&s, v);
}

// Copies of the values that an op with regions uses.
typedef struct capturing {
  ir_builder *b;
  const ir_op *op;
  const ir_region *body;
  map *subst;
} capturing;

// ir_walk_fn: copies the values that "op", inside the op at hand, uses from
// outside of it.
static bool
copy_captured(void *user, ir_op *op) {
  const capturing *c = user;
  for (int i = 0; i < op->ins.n; i++) {
    ir_val *x = op->ins.at[i];
    if (!ir_is_within(x, c->op))
      map_put(c->subst, x, an_copy_slice(c->b, x, c->body, c->subst));
  }
  return true;
}

ir_val *
an_copy_slice(ir_builder *b, ir_val *v, const ir_region *body, map *subst) {
  if (map_has(subst, v))
    return map_get(subst, v);
  if (ir_is_outside(v, body))
    return v;
  for (int i = 0; i < v->def->ins.n; i++) {
    ir_val *x = v->def->ins.at[i];
    ir_val *copy = an_copy_slice(b, x, body, subst);
    map_put(subst, x, copy);
  }
  capturing c = {b, v->def, body, subst};
  for (int k = 0; k < v->def->n_regions; k++)
    ir_walk(v->def->regions[k], copy_captured, &c);
  ir_clone_op(b, v->def, subst);
  return map_get(subst, v);
}

// ir_walk_fn: stops at an op other than a scalar one, an if, and a load of an
// array from outside of loop body "user".
static bool
is_simple(void *user, ir_op *op) {
  return ir_is_scalar_op(op->code) || op->code == IR_OP_IF ||
         op->code == IR_OP_YIELD ||
         (op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], user));
}

bool
an_is_made_of(arena *a, const ir_val *v, const ir_region *body,
              const ir_vals *of) {
  ir_op *op = v->def;
  void *r = (void *)(uintptr_t)body;
  if (ir_is_outside(v, body) || ir_vals_has(of, v))
    return true;
  bool ok = op && is_simple(r, op);
  for (int k = 0; ok && k < op->n_regions; k++)
    ok = ir_walk(op->regions[k], is_simple, r);
  an_uses u = {0};
  if (ok)
    u = an_uses_of(a, op);
  for (int i = 0; ok && i < u.uses.n; i++)
    ok = an_is_made_of(a, u.uses.at[i], body, of);
  return ok;
}

bool
an_is_invariant(const ir_val *v, const ir_region *body) {
  return an_in_slice(v, body, false, false);
}

ir_val *
an_copy_invariant(ir_builder *b, ir_val *v, const ir_region *body) {
  return an_copy_slice(b, v, body, map_new(b->func->module->arena));
}

bool
an_is_recomputable(const ir_val *v, const ir_region *body) {
  return an_in_slice(v, body, true, false);
}

ir_val *
an_recompute(ir_builder *b, ir_val *v, const ir_region *body, ir_val *at) {
  map *subst = map_new(b->func->module->arena);
  map_put(subst, body->params.at[0], at);
  return an_copy_slice(b, v, body, subst);
}

ir_val *
an_side_of(const ir_op *op, const ir_val *v, bool holds) {
  if (op->code == IR_OP_SELECT)
    return op->ins.at[holds ? 1 : 2];
  return op->regions[!holds]->last->ins.at[v->index];
}

bool
an_match_either(const ir_val *v, an_choice *out) {
  const ir_op *op = v->def;
  if (!op || (op->code != IR_OP_SELECT && op->code != IR_OP_IF))
    return false;
  *out = (an_choice){op->ins.at[0], an_side_of(op, v, true),
                     an_side_of(op, v, false)};
  return true;
}

bool
an_match_both(const ir_val *v, bool any, ir_val **both) {
  const ir_op *op = v->def;
  an_choice c;
  int64_t other;
  if (an_match_either(v, &c) && ir_match_int(any ? c.y : c.z, &other) &&
      !other == !any) {
    both[0] = c.c;
    both[1] = any ? c.z : c.y;
    return true;
  }
  if (!op || op->code != (any ? IR_OP_OR : IR_OP_AND))
    return false;
  both[0] = op->ins.at[0];
  both[1] = op->ins.at[1];
  return true;
}
