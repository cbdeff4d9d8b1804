// rewrites/pass_follow.c: rows behind pointers are found by a table of them.
//
//   func @f(%s: i64 {rows=8}, %a: []i32, ..) { index %a, 2 * i * %s + j }
// =>
//   func @f(%s: []i64 {read}, ..) { index %a, 2 * (index %s, i) + j }
//
// Element i of the table is how many units, here of 8 bytes, row i begins
// behind the base of %a. The runtime makes it when the region starts: rows stay
// where they are, where they had to be copied to be at one distance (Note [Row
// pointers]). For CPUs, which share the memory of the program; last of all,
// since no subscript is affine after that.
#include "rewrites/rw_private.h"

bool pass_follow(loft_cx *cx, ir_func *f, rw_options *o);

// An element of a row, and its subscript: scale * row * stride + rest.
typedef struct element {
  ir_op *op;
  an_affine row, rest;
  int scale; // elements of a unit
} element;

typedef struct follower {
  arena *a;
  ir_func *f;
  ir_val *stride;
  map *scaled;       // values computed from it, as keys
  VEC(ir_op *) dead; // the ops that compute these, in order
  VEC(element) elements;
} follower;

// True when "op" is part of a subscript's arithmetic.
static bool
is_arithmetic(const ir_op *op) {
  bool is_one = op->code == IR_OP_ADD || op->code == IR_OP_SUB ||
                op->code == IR_OP_MUL || op->code == IR_OP_NEG ||
                op->code == IR_OP_SHL;
  return is_one && op->outs.at[0]->type.elem == IR_I64;
}

// True when operand "k" of "op" is the subscript of an element that C touches.
static bool
is_subscript(const follower *z, const ir_op *op, int k) {
  bool touches = op->code == IR_OP_INDEX || op->code == IR_OP_UPDATE ||
                 op->code == IR_OP_COMBINE;
  if (!touches || k != 1)
    return false;
  const ir_val *root = ir_storage_root(op->ins.at[0], NULL);
  return root && root->param_of == z->f->body &&
         !(z->f->param_mode[root->index] & IR_PROBE);
}

// Adds the element of "op", whose subscript has the stride. False where that is
// no distance of one row from another.
static bool
add_element(follower *z, ir_op *op) {
  int unit = z->f->param_mode[z->stride->index] >> IR_UNIT;
  int size = ir_size(op->ins.at[0]->type.elem);
  element x = {.op = op, .scale = unit / size};
  an_affine all = an_affine_of(z->a, op->ins.at[1]), rows;
  an_affine stride = an_affine_of(z->a, z->stride);
  an_affine scale = {.constant = x.scale};
  if (unit % size || !an_form_stride(z->a, &all, z->stride, &x.row) ||
      !an_form_times(z->a, &x.row, &stride, &rows) ||
      !an_form_minus(z->a, &all, &rows, &x.rest) ||
      !an_form_divide(z->a, &x.row, &scale, &x.row))
    return false;
  const an_affine *forms[] = {&x.row, &x.rest};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < forms[i]->terms.n; k++)
      for (int l = 0; l < forms[i]->terms.at[k].n_factors; l++)
        if (map_has(z->scaled, forms[i]->terms.at[k].factors[l]))
          return false;
  vec_push(z->a, &z->elements, x);
  return true;
}

// ir_walk_fn: collects what is computed from the stride, and the elements;
// stops at another use.
static bool
visit(void *user, ir_op *op) {
  follower *z = user;
  bool uses = false, subscript = false;
  for (int k = 0; k < op->ins.n; k++) {
    if (!map_has(z->scaled, op->ins.at[k]))
      continue;
    uses = true;
    subscript = is_subscript(z, op, k);
    if (!subscript && !is_arithmetic(op))
      return false;
  }
  if (!uses)
    return true;
  if (subscript)
    return add_element(z, op);
  map_put(z->scaled, op->outs.at[0], z);
  vec_push(z->a, &z->dead, op);
  return true;
}

// The value of form "x" at "b".
static ir_val *
build_form(ir_builder *b, const an_affine *x) {
  ir_val *sum = NULL;
  for (int k = 0; k < x->terms.n; k++) {
    const an_term *t = &x->terms.at[k];
    ir_val *v = ir_build_convert(b, t->factors[0], IR_I64);
    for (int l = 1; l < t->n_factors; l++)
      v = ir_build2(b, IR_OP_MUL, v,
                    ir_build_convert(b, t->factors[l], IR_I64));
    if (t->coef != 1)
      v = ir_build2(b, IR_OP_MUL, v, ir_build_int(b, IR_I64, t->coef));
    sum = sum ? ir_build2(b, IR_OP_ADD, sum, v) : v;
  }
  ir_val *c = ir_build_int(b, IR_I64, x->constant);
  if (!sum || x->constant == 0)
    return sum ? sum : c;
  return ir_build2(b, IR_OP_ADD, sum, c);
}

// True when some array of the elements is asked for its bounds, which are those
// of rows at one distance.
static bool
asks_bounds(const follower *z, ir_region *r) {
  ir_foreach_op (op, r) {
    bool asks = op->code == IR_OP_BEGIN || op->code == IR_OP_END;
    for (int k = 0; asks && k < z->elements.n; k++)
      if (ir_storage_root(op->ins.at[0], NULL) ==
          ir_storage_root(z->elements.at[k].op->ins.at[0], NULL))
        return true;
    for (int k = 0; k < op->n_regions; k++)
      if (asks_bounds(z, op->regions[k]))
        return true;
  }
  return false;
}

// index a, c * i * s + j => index a, c * (index s, i) + j
// when: s is the distance of rows behind pointers, in units of c elements, and
//       nothing else; a is not looked at where C does not.
// why:  copies of rows that are anywhere take longer than one pass over them
//       (100,000 rows of 100 doubles, one pass: 42 ms for 15 of the original,
//       16 cores).
// src:  jagged arrays (Iliffe vectors)
static bool
follow(ir_func *f, rw_options *o, ir_val *stride) {
  arena *a = f->module->arena;
  follower z = {.a = a, .f = f, .stride = stride, .scaled = map_new(a)};
  map_put(z.scaled, stride, &z);
  if (!ir_walk(f->body, visit, &z) || asks_bounds(&z, f->body) ||
      !rw_fired(o, RW_RULE_follow))
    return false;
  for (int k = 0; k < z.elements.n; k++) {
    const element *x = &z.elements.at[k];
    ir_builder b = ir_before(x->op);
    ir_val *row = ir_build_index(&b, stride, build_form(&b, &x->row));
    if (x->scale != 1)
      row = ir_build2(&b, IR_OP_MUL, row, ir_build_int(&b, IR_I64, x->scale));
    x->op->ins.at[1] = ir_build2(&b, IR_OP_ADD, row, build_form(&b, &x->rest));
  }
  while (z.dead.n > 0)
    ir_remove(z.dead.at[--z.dead.n]);
  stride->type.array = true;
  f->param_mode[stride->index] = IR_READ;
  return true;
}

bool
pass_follow(loft_cx *cx, ir_func *f, rw_options *o) {
  bool changed = false;
  (void)cx;
  for (int k = 0; k < f->body->params.n; k++)
    if (f->param_mode[k] & IR_ROWS)
      changed |= follow(f, o, f->body->params.at[k]);
  return changed;
}
