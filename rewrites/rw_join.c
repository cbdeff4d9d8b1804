// rewrites/rw_join.c: shared by fusions of two loops of one region.
#include "rewrites/rw_private.h"

bool
rw_bring_together(arena *a, ir_op *p, ir_op *q) {
  typedef struct item {
    ir_op *op;
    an_uses outer;
    bool behind;
  } item;
  VEC(item) items = {0};
  for (ir_op *op = p; op != q->next; op = op->next) {
    item it = {op, an_uses_of(a, op), op == p};
    for (int k = 0; k < items.n && !it.behind; k++)
      it.behind = items.at[k].behind && (op != q || items.at[k].op != p) &&
                  an_depends(items.at[k].op, &items.at[k].outer, &it.outer);
    if (op == q && it.behind)
      return false;
    vec_push(a, &items, it);
  }
  for (int k = 1; k < items.n - 1; k++)
    if (!items.at[k].behind)
      ir_move(items.at[k].op, p->parent, p);
  ir_op *after = q->next;
  for (int k = 1; k < items.n - 1; k++)
    if (items.at[k].behind)
      ir_move(items.at[k].op, p->parent, after);
  return true;
}

bool
rw_uses_fold_of(arena *a, const ir_op *p, ir_op *q) {
  an_uses t = an_uses_of(a, q);
  for (int k = 0; k < p->n_red; k++)
    if (ir_vals_has(&t.uses, p->outs.at[k]))
      return true;
  return false;
}

int
rw_dest_out(const ir_soac *p, const ir_val *v) {
  for (int k = 0; k < p->n_dests; k++)
    if (p->dest_outs[k] == v)
      return k;
  return -1;
}

// True when "op" or an op nested in it satisfies "test", for an op of "r".
static bool
any_in(ir_region *r, bool (*test)(const ir_op *)) {
  ir_foreach_op (op, r)
    if (rw_any(op, test))
      return true;
  return false;
}

// True when "op" writes elements that iterations share.
static bool
is_combine(const ir_op *op) {
  return op->code == IR_OP_COMBINE;
}

bool
rw_has_loops(ir_region *r) {
  return any_in(r, rw_iterates);
}

bool
rw_is_straight(ir_region *r) {
  return !rw_has_loops(r) && !any_in(r, is_combine);
}

bool
rw_add_slice(arena *a, rw_slice *s, const ir_val *v) {
  ir_op *op = v->def;
  const ir_region *home = op ? op->parent : v->param_of;
  bool outside = ir_is_outside(v, s->r);
  if (v->type.array) {
    bool dest = s->dests && !op && home == s->r;
    if (outside)
      vec_push(a, &s->arrays, (ir_val *)(uintptr_t)v);
    return outside || dest;
  }
  if (outside || (s->top && home == s->r))
    return true;
  if (!op)
    return (home == s->r || home == s->row) &&
           v->index < home->parent_op->n_dims;
  if (map_has(s->known, op))
    return true;
  map_put(s->known, op, op);
  s->n_ops += op->code != IR_OP_CONST;
  bool scalar = ir_is_scalar_op(op->code);
  s->is_heavy |= scalar && ir_weight_of(op->code) > IR_WEIGHT_LIGHT;
  an_uses t = an_uses_of(a, op);
  if ((!scalar && op->code != IR_OP_INDEX && op->code != IR_OP_IF) ||
      t.consumes.n || rw_any(op, rw_iterates))
    return false;
  for (int k = 0; k < t.uses.n; k++)
    if (!rw_add_slice(a, s, t.uses.at[k]))
      return false;
  return true;
}

// -- Scans that take another loop in --------------------------------------

void
rw_add_scan_dests(const ir_soac *p, const ir_soac *q, int *slot) {
  ir_op *op = p->op;
  ir_region *body = p->body, *then = p->then;
  for (int k = 0; k < q->n_dests; k++) {
    slot[k] = rw_dest_out(p, q->dests[k]);
    if (slot[k] >= 0)
      continue;
    slot[k] = then->last->ins.n;
    const char *name = q->dest_params[k]->name;
    ir_val *in_body =
        ir_add_carried(op, q->dests[k], q->dest_outs[k]->name, name);
    ir_val *in_then = ir_region_add_param(then, q->dests[k]->type, name);
    rw_replace_inside(body, q->dests[k], in_body);
    rw_replace_inside(then, q->dests[k], in_then);
    ir_add_in(then->last, in_then);
  }
}

// Moves the last of "v" to place "k"; returns it.
static ir_val *
move_last(ir_vals *v, int k) {
  ir_val *last = v->at[v->n - 1];
  memmove(v->at + k + 1, v->at + k, sizeof *v->at * (size_t)(v->n - 1 - k));
  return v->at[k] = last;
}

// Moves the last of "v", results or parameters, to place "k".
static void
move_last_numbered(ir_vals *v, int k) {
  move_last(v, k);
  for (; k < v->n; k++)
    v->at[k]->index = k;
}

void
rw_add_scan_fold(ir_op *op, ir_opcode code, ir_val *init, ir_val *value,
                 const char *name) {
  int k = op->n_red;
  ir_region *then = op->regions[1];
  rw_add_code(op, code);
  ir_add_in(op, init);
  move_last(&op->ins, op->n_dims + k);
  ir_add_out(op, init->type, name);
  move_last_numbered(&op->outs, k);
  ir_add_in(op->regions[0]->last, value);
  ir_region_add_param(then, init->type, "before");
  move_last_numbered(&then->params, op->n_dims + k);
  ir_region_add_param(then, init->type, "after");
  move_last_numbered(&then->params, op->n_dims + 2 * k + 1);
}
