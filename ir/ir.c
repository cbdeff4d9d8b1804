// ir/ir.c: modules, functions, regions; moving, replacing, cloning, walking.
//
// Everything here works on the uniform ins/outs/regions of an op and knows no
// op by name, except where it asks whether an op may be evaluated early.
#include "ir/ir.h"

// -- Construction ---------------------------------------------------------
ir_module *
ir_module_new(arena *a) {
  ir_module *m = NEW(a, ir_module);
  m->arena = a;
  return m;
}

ir_func *
ir_func_new(ir_module *m, const char *name) {
  ir_func *f = NEW(m->arena, ir_func);
  f->name = arena_strdup(m->arena, name);
  f->module = m;
  f->body = ir_region_new(f, NULL);
  ir_func **end = &m->funcs;
  while (*end)
    end = &(*end)->next;
  *end = f;
  return f;
}

ir_func *
ir_func_find(const ir_module *m, const char *name) {
  for (ir_func *f = m->funcs; f; f = f->next)
    if (strcmp(f->name, name) == 0)
      return f;
  return NULL;
}

ir_val *
ir_func_add_param(ir_func *f, ir_type type, const char *name, int mode) {
  arena *a = f->module->arena;
  int n = f->body->params.n;
  int *modes = NEW_ARRAY(a, int, n + 1);
  if (n)
    memcpy(modes, f->param_mode, sizeof *modes * (size_t)n);
  modes[n] = mode;
  f->param_mode = modes;
  return ir_region_add_param(f->body, type, name);
}

ir_region *
ir_region_new(ir_func *f, ir_op *parent_op) {
  ir_region *r = NEW(f->module->arena, ir_region);
  r->func = f;
  r->parent_op = parent_op;
  return r;
}

ir_val *
ir_region_add_param(ir_region *r, ir_type type, const char *name) {
  arena *a = r->func->module->arena;
  ir_val *v = NEW(a, ir_val);
  *v =
      (ir_val){.type = type, .name = name, .param_of = r, .index = r->params.n};
  vec_push(a, &r->params, v);
  return v;
}

// -- Lists of ops ---------------------------------------------------------
// Takes "op" out of its region's list, if it is in one.
static void
unlink_op(ir_op *op) {
  ir_region *r = op->parent;
  if (!r)
    return;
  *(op->prev ? &op->prev->next : &r->first) = op->next;
  *(op->next ? &op->next->prev : &r->last) = op->prev;
  op->prev = op->next = NULL;
  op->parent = NULL;
}

// Puts the unlinked "op" before "before", or at the end of "r" when NULL.
static void
link_op(ir_op *op, ir_region *r, ir_op *before) {
  op->parent = r;
  op->next = before;
  op->prev = before ? before->prev : r->last;
  *(op->prev ? &op->prev->next : &r->first) = op;
  *(before ? &before->prev : &r->last) = op;
}

// Makes "f" the function of every region under "op".
static void
adopt_regions(ir_op *op, ir_func *f) {
  for (int k = 0; k < op->n_regions; k++) {
    if (op->regions[k]->func == f)
      continue;
    op->regions[k]->func = f;
    ir_foreach_op (inner, op->regions[k])
      adopt_regions(inner, f);
  }
}

void
ir_remove(ir_op *op) {
  unlink_op(op);
}

void
ir_move(ir_op *op, ir_region *r, ir_op *before) {
  if (op == before)
    return;
  unlink_op(op);
  link_op(op, r, before);
  adopt_regions(op, r->func);
}

void
ir_splice_before(ir_region *r, ir_op *before) {
  ir_foreach_op_safe (op, r)
    if (op->code != IR_OP_YIELD)
      ir_move(op, before->parent, before);
}

void
ir_vals_remove(ir_vals *v, int k) {
  memmove(v->at + k, v->at + k + 1, sizeof *v->at * (size_t)(v->n - k - 1));
  v->n--;
}

// Removes value "k" and renumbers those behind it.
static void
remove_numbered(ir_vals *v, int k) {
  ir_vals_remove(v, k);
  for (; k < v->n; k++)
    v->at[k]->index = k;
}

void
ir_remove_out(ir_op *op, int k) {
  remove_numbered(&op->outs, k);
}

void
ir_remove_param(ir_region *r, int k) {
  remove_numbered(&r->params, k);
}

void
ir_drop_result(ir_op *op, int k) {
  ir_remove_out(op, k);
  if (op->code == IR_OP_LOOP) {
    ir_vals_remove(&op->ins, op->n_dims + k);
    ir_remove_param(op->regions[0], op->n_dims + k);
  }
  for (int r = 0; r < op->n_regions; r++)
    ir_vals_remove(&op->regions[r]->last->ins, k);
}

// -- Uses -----------------------------------------------------------------
// The values that replace_in_op exchanges.
typedef struct replacement {
  ir_val *from, *to;
} replacement;

// ir_walk_fn: replaces operands of "op".
static bool
replace_in_op(void *user, ir_op *op) {
  const replacement *rep = user;
  for (int i = 0; i < op->ins.n; i++)
    if (op->ins.at[i] == rep->from)
      op->ins.at[i] = rep->to;
  return true;
}

void
ir_replace_uses(ir_func *f, ir_val *from, ir_val *to) {
  replacement rep = {from, to};
  ir_walk(f->body, replace_in_op, &rep);
}

void
ir_shift_index(ir_func *f, ir_region *r, ir_val *by) {
  ir_builder b = ir_before(r->first);
  ir_val *i = r->params.at[0], *at = ir_build2(&b, IR_OP_ADD, i, by);
  ir_replace_uses(f, i, at);
  at->def->ins.at[0] = i;
}

// Sets the use count of every value in "vals" to 0.
static void
reset_uses(const ir_vals *vals) {
  for (int i = 0; i < vals->n; i++)
    vals->at[i]->n_uses = 0;
}

// ir_walk_fn: resets the counts of the values that "op" defines.
static bool
reset_op_uses(void *user, ir_op *op) {
  (void)user;
  reset_uses(&op->outs);
  for (int k = 0; k < op->n_regions; k++)
    reset_uses(&op->regions[k]->params);
  return true;
}

// ir_walk_fn: counts the operands of "op".
static bool
count_op_uses(void *user, ir_op *op) {
  (void)user;
  for (int i = 0; i < op->ins.n; i++)
    op->ins.at[i]->n_uses++;
  return true;
}

void
ir_count_uses_in(ir_region *r) {
  reset_uses(&r->params);
  ir_walk(r, reset_op_uses, NULL);
  ir_walk(r, count_op_uses, NULL);
}

void
ir_count_uses(ir_func *f) {
  ir_count_uses_in(f->body);
}

// -- Cloning --------------------------------------------------------------
ir_val *
ir_substituted(const map *subst, ir_val *v) {
  ir_val *to = subst ? map_get(subst, v) : NULL;
  return to ? to : v;
}

// Copies region "from" with parameters, ops and yield to a new region of "op".
static void
clone_region(ir_op *op, const ir_region *from, map *subst) {
  ir_region *to = ir_add_region(op);
  for (int i = 0; i < from->params.n; i++) {
    ir_val *p = from->params.at[i];
    map_put(subst, p, ir_region_add_param(to, p->type, p->name));
  }
  ir_builder b = ir_at_end(to);
  ir_foreach_op (inner, from)
    ir_clone_op(&b, inner, subst);
}

ir_op *
ir_clone_op(ir_builder *b, const ir_op *op, map *subst) {
  ir_op *copy = ir_build_raw(b, op->code);
  ir_op links = *copy;
  *copy = *op;
  copy->prev = links.prev;
  copy->next = links.next;
  copy->parent = links.parent;
  copy->ins = links.ins;
  copy->outs = links.outs;
  memset(copy->regions, 0, sizeof copy->regions);
  copy->n_regions = 0;
  if (op->red_ops) {
    arena *a = b->func->module->arena;
    copy->red_ops = NEW_ARRAY(a, ir_opcode, op->n_red);
    memcpy(copy->red_ops, op->red_ops, sizeof(ir_opcode) * (size_t)op->n_red);
  }
  for (int i = 0; i < op->ins.n; i++)
    ir_add_in(copy, ir_substituted(subst, op->ins.at[i]));
  for (int k = 0; k < op->n_regions; k++)
    clone_region(copy, op->regions[k], subst);
  for (int i = 0; i < op->outs.n; i++) {
    ir_val *out = op->outs.at[i];
    map_put(subst, out, ir_add_out(copy, out->type, out->name));
  }
  return copy;
}

void
ir_clone_region_ops(ir_builder *b, const ir_region *r, map *subst,
                    ir_val **yields) {
  ir_foreach_op (op, r) {
    if (op->code != IR_OP_YIELD)
      ir_clone_op(b, op, subst);
    else
      for (int i = 0; i < op->ins.n; i++)
        yields[i] = ir_substituted(subst, op->ins.at[i]);
  }
}

ir_func *
ir_clone_func(ir_module *m, const ir_func *f, const char *name) {
  ir_func *copy = ir_func_new(m, name);
  copy->exact = f->exact;
  map *subst = map_new(m->arena);
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *p = f->body->params.at[i];
    map_put(subst, p,
            ir_func_add_param(copy, p->type, p->name, f->param_mode[i]));
  }
  ir_builder b = ir_at_end(copy->body);
  ir_foreach_op (op, f->body)
    ir_clone_op(&b, op, subst);
  return copy;
}

// -- Traversal ------------------------------------------------------------
bool
ir_walk(ir_region *r, ir_walk_fn fn, void *user) {
  ir_foreach_op_safe (op, r) {
    if (!fn(user, op))
      return false;
    for (int k = 0; op->parent && k < op->n_regions; k++)
      if (!ir_walk(op->regions[k], fn, user))
        return false;
  }
  return true;
}

// ir_walk_fn: marks the parameter that "op" reads an element of.
static bool
note_read(void *user, ir_op *op) {
  ir_func *f = user;
  if (op->code == IR_OP_INDEX && op->ins.at[0]->param_of == f->body)
    f->param_mode[op->ins.at[0]->index] = IR_READ;
  return true;
}

void
ir_note_reads(ir_func *f) {
  for (int k = 0; k < f->body->params.n; k++)
    f->param_mode[k] = 0;
  ir_walk(f->body, note_read, f);
}

ir_region *
ir_home_of(const ir_val *v) {
  return v->def ? v->def->parent : v->param_of;
}

bool
ir_is_within(const ir_val *v, const ir_op *op) {
  for (int k = 0; k < op->n_regions; k++)
    if (!ir_is_outside(v, op->regions[k]))
      return true;
  return false;
}

bool
ir_is_outside(const ir_val *v, const ir_region *r) {
  const ir_region *home = ir_home_of(v);
  while (home && home != r)
    home = home->parent_op ? home->parent_op->parent : NULL;
  return !home;
}

bool
ir_is_under_ifs(const ir_op *op, const ir_region *r) {
  const ir_region *at = op->parent;
  while (at != r && at->parent_op && at->parent_op->code == IR_OP_IF)
    at = at->parent_op->parent;
  return at == r;
}

ir_op *
ir_only_loop(const ir_region *r) {
  ir_op *only = NULL;
  ir_foreach_op (op, r)
    if (op->n_regions) {
      if (only || op->code != IR_OP_LOOP)
        return NULL;
      only = op;
    }
  return only;
}

ir_op *
ir_ancestor_in(const ir_op *op, const ir_region *r) {
  while (op && op->parent != r)
    op = op->parent->parent_op;
  return (ir_op *)(uintptr_t)op;
}

bool
ir_comes_before(const ir_op *x, const ir_op *y) {
  for (x = x->next; x && x != y; x = x->next)
    continue;
  return x;
}

bool
ir_vals_has(const ir_vals *v, const ir_val *x) {
  for (int k = 0; k < v->n; k++)
    if (v->at[k] == x)
      return true;
  return false;
}

// True when any of "vals" is an array.
static bool
has_array(const ir_vals *vals) {
  for (int i = 0; i < vals->n; i++)
    if (vals->at[i]->type.array)
      return true;
  return false;
}

// ir_walk_fn: stops at a CALL, which it leaves in *user.
static bool
find_call(void *user, ir_op *op) {
  ir_op **found = user;
  *found = op->code == IR_OP_CALL ? op : NULL;
  return !*found;
}

ir_op *
ir_find_call(ir_region *r) {
  ir_op *found = NULL;
  ir_walk(r, find_call, &found);
  return found;
}

bool
ir_is_speculatable(const ir_op *op) {
  if (ir_is_scalar_op(op->code) || op->code == IR_OP_YIELD)
    return true;
  if (op->code != IR_OP_IF && op->code != IR_OP_LOOP)
    return false;
  if (op->has_while || has_array(&op->ins) || has_array(&op->outs))
    return false;
  for (int k = 0; k < op->n_regions; k++)
    ir_foreach_op (inner, op->regions[k])
      if (!ir_is_speculatable(inner))
        return false;
  return true;
}
