// rewrites/rw_util.c: small questions and edits shared by the passes.
#include "rewrites/rw_private.h"

bool
rw_is_int(const ir_val *v, int64_t c) {
  int64_t value;
  return v->def && v->def->code == IR_OP_CONST && ir_match_int(v, &value) &&
         value == c;
}

bool
rw_is_float(const ir_val *v, double c) {
  double value;
  return ir_match_float(v, &value) && !memcmp(&value, &c, sizeof c);
}

ir_scalar
rw_out_elem(const ir_op *op) {
  return op->outs.at[0]->type.elem;
}

// Clears "user" of the values in "v".
static void
clear_vals(const ir_vals *v) {
  for (int k = 0; k < v->n; k++)
    v->at[k]->user = NULL;
}

// Clears "user" of all that "r" defines.
static void
clear_region(ir_region *r) {
  clear_vals(&r->params);
  ir_foreach_op (op, r) {
    clear_vals(&op->outs);
    for (int k = 0; k < op->n_regions; k++)
      clear_region(op->regions[k]);
  }
}

void
rw_clear_user(ir_func *f) {
  clear_region(f->body);
}

bool
rw_iterates(const ir_op *op) {
  return ir_iterates(op) || op->code == IR_OP_ALLOC;
}

bool
rw_is_fixed_read(const ir_op *op, const ir_region *body) {
  return op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], body) &&
         ir_is_outside(op->ins.at[1], body);
}

ir_val *
rw_add_dest(ir_op *op, ir_val *array) {
  return ir_add_carried(op, array, array->name, array->name);
}

ir_val *
rw_add_dest_of(ir_op *op, const ir_soac *like, int k) {
  return ir_add_carried(op, like->dests[k], like->dest_outs[k]->name,
                        like->dest_params[k]->name);
}

void
rw_add_dim(ir_op *op, ir_val *extent, ir_val *i, const char *name, map *subst) {
  ir_add_in(op, extent);
  op->n_dims++;
  map_put(subst, i, ir_region_add_param(op->regions[0], i->type, name));
}

ir_scalar
rw_stored_type(ir_scalar type) {
  return type == IR_BOOL ? IR_U8 : type;
}

ir_val *
rw_build_load(ir_builder *b, ir_val *array, ir_val *at, ir_scalar type) {
  ir_val *v = ir_build_index(b, array, at);
  if (type != IR_BOOL)
    return v;
  return ir_build2(b, IR_OP_NE, v, ir_build_int(b, IR_U8, 0));
}

void
rw_end_with_stores(ir_builder *in, ir_op *op, ir_val *const *values, ir_val *at,
                   ir_val **arrays) {
  int n = op->outs.n;
  ir_val *const *dests = op->regions[0]->params.at + op->n_dims;
  ir_val **yields = NEW_ARRAY(in->func->module->arena, ir_val *, n);
  for (int k = 0; k < n; k++) {
    ir_val *v = ir_build_convert(in, values[k], dests[k]->type.elem);
    yields[k] = ir_build_update(in, dests[k], at, v);
    arrays[k] = op->outs.at[k];
  }
  ir_build_yield(in, yields, n);
}

bool
rw_in_soac(const ir_region *r) {
  for (; r->parent_op; r = r->parent_op->parent)
    if (ir_is_soac(r->parent_op))
      return true;
  return false;
}

bool
rw_any(ir_op *op, bool (*test)(const ir_op *)) {
  if (test(op))
    return true;
  for (int k = 0; k < op->n_regions; k++)
    ir_foreach_op (inner, op->regions[k])
      if (rw_any(inner, test))
        return true;
  return false;
}

int
rw_size(ir_region *r) {
  int n = 0;
  ir_foreach_op (op, r) {
    n++;
    for (int k = 0; k < op->n_regions; k++)
      n += rw_size(op->regions[k]);
  }
  return n;
}

void
rw_end_with_copy(ir_region *r, ir_op *op, map *subst) {
  ir_builder b = ir_at_end(r);
  ir_op *copy = ir_clone_op(&b, op, subst);
  ir_build_yield(&b, copy->outs.at, copy->outs.n);
}

void
rw_replace_by_choice(ir_func *f, ir_op *op, ir_op *choice) {
  for (int k = 0; k < op->outs.n; k++) {
    ir_val *old = op->outs.at[k];
    ir_replace_uses(f, old, ir_add_out(choice, old->type, old->name));
  }
  ir_remove(op);
}

void
rw_add_else(ir_func *f, ir_op *choice, ir_op *op) {
  rw_end_with_copy(ir_add_region(choice), op, map_new(f->module->arena));
  rw_replace_by_choice(f, op, choice);
}

bool
rw_same_index(ir_val *x, ir_val *y) {
  int64_t d;
  return x == y || (rw_index_distance(x, y, &d) && d == 0);
}

bool
rw_index_distance(ir_val *x, ir_val *y, int64_t *distance) {
  arena *a = arena_create();
  an_affine fx = an_affine_of(a, x), fy = an_affine_of(a, y), d;
  bool ok = an_form_minus(a, &fx, &fy, &d) && !d.terms.n;
  *distance = d.constant;
  arena_destroy(a);
  return ok;
}

void
rw_drop_dest(ir_op *op, int k) {
  ir_region *r = op->regions[0];
  ir_vals_remove(&op->ins, op->n_dims + op->n_red + k);
  ir_remove_param(r, op->n_dims + k);
  if (op->code == IR_OP_SCAN) {
    ir_region *then = op->regions[1];
    ir_remove_param(then, op->n_dims + 2 * op->n_red + k);
    ir_vals_remove(&then->last->ins, k);
  } else {
    ir_vals_remove(&r->last->ins, op->n_red + k);
  }
  ir_remove_out(op, op->n_red + k);
}

void
rw_add_code(ir_op *op, ir_opcode code) {
  arena *a = op->parent->func->module->arena;
  ir_opcode *codes = NEW_ARRAY(a, ir_opcode, op->n_red + 1);
  memcpy(codes, op->red_ops, sizeof *codes * (size_t)op->n_red);
  codes[op->n_red++] = code;
  op->red_ops = codes;
}

void
rw_drop_red(ir_op *op, int k) {
  ir_vals_remove(&op->ins, op->n_dims + k);
  ir_vals_remove(&op->regions[0]->last->ins, k);
  ir_remove_out(op, k);
  if (op->code == IR_OP_SCAN) {
    ir_remove_param(op->regions[1], op->n_dims + op->n_red + k);
    ir_remove_param(op->regions[1], op->n_dims + k);
  }
  memmove(op->red_ops + k, op->red_ops + k + 1,
          sizeof *op->red_ops * (size_t)(op->n_red - k - 1));
  if (--op->n_red)
    return;
  if (op->code == IR_OP_SCAN)
    op->regions[0] = op->regions[--op->n_regions];
  op->code = IR_OP_MAP;
  op->seq = op->exact = false;
  op->red_ops = NULL;
}

void
rw_drop_dim(ir_op *op, int k) {
  ir_vals_remove(&op->ins, k);
  ir_remove_param(op->regions[0], k);
  op->n_dims--;
}

ir_val *
rw_resolve(ir_val *v) {
  while (v->user)
    v = v->user;
  return v;
}

void
rw_resolve_inside(ir_region *r) {
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->ins.n; k++)
      op->ins.at[k] = rw_resolve(op->ins.at[k]);
    for (int k = 0; k < op->n_regions; k++)
      rw_resolve_inside(op->regions[k]);
  }
}

void
rw_resolve_all(ir_func *f) {
  rw_resolve_inside(f->body);
  rw_clear_user(f);
}

// Counts uses of "v", and of what it replaces, in "r".
static int
count_uses(ir_region *r, const ir_val *v) {
  int n = 0;
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->ins.n; k++)
      n += rw_resolve(op->ins.at[k]) == v;
    for (int k = 0; k < op->n_regions; k++)
      n += count_uses(op->regions[k], v);
  }
  return n;
}

int
rw_n_uses(const ir_val *v) {
  return count_uses(ir_home_of(v), v);
}

void
rw_replace_from(ir_op *op, ir_val *from, ir_val *to) {
  for (; op; op = op->next) {
    for (int k = 0; k < op->ins.n; k++)
      if (op->ins.at[k] == from)
        op->ins.at[k] = to;
    for (int k = 0; k < op->n_regions; k++)
      rw_replace_inside(op->regions[k], from, to);
  }
}

void
rw_replace_inside(ir_region *r, ir_val *from, ir_val *to) {
  rw_replace_from(r->first, from, to);
}

// Replaces "from" by "to" in "r", leaving out region "but".
static void
replace_but(ir_region *r, const ir_region *but, ir_val *from, ir_val *to) {
  if (r == but)
    return;
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->ins.n; k++)
      if (op->ins.at[k] == from)
        op->ins.at[k] = to;
    for (int k = 0; k < op->n_regions; k++)
      replace_but(op->regions[k], but, from, to);
  }
}

void
rw_replace_outside(ir_func *f, ir_region *r, ir_val *from, ir_val *to) {
  replace_but(f->body, r, from, to);
}

bool
rw_varies(const ir_region *body, const ir_val *v, const ir_val *x) {
  if (v == x)
    return true;
  if (!v->def || ir_is_outside(v, body))
    return false;
  for (int k = 0; k < v->def->ins.n; k++)
    if (rw_varies(body, v->def->ins.at[k], x))
      return true;
  return v->def->n_regions > 0;
}

ir_op *
rw_find_map(const ir_loop *l) {
  ir_op *found = NULL;
  ir_foreach_op (op, l->body) {
    bool read =
        op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], l->body);
    if (op->code == IR_OP_MAP && !found && op->level == IR_LEVEL_NONE)
      found = op;
    else if (op->code != IR_OP_YIELD && !read && !ir_is_scalar_op(op->code))
      return NULL;
  }
  return found;
}

bool
rw_are_dests_carried(const ir_loop *l, const ir_soac *m) {
  if (l->n_carried != m->n_dests || !l->n_carried)
    return false;
  for (int k = 0; k < m->n_dests; k++) {
    int c = m->dests[k]->index - 1;
    if (m->dests[k]->param_of != l->body || c < 0 ||
        l->yields[c] != m->dest_outs[k])
      return false;
  }
  return true;
}
