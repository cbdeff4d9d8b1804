// rewrites/pass_follow.c: rows behind pointers are found by a table of them.
//
//   func @f(%s: i64 {rows=8}, %a: []i32, ..) { index %a, 2 * i * %s + j }
// =>
//   func @f(%s: i64, %a: []i32, .., %t: []i64 {read}) {
//     index %a, 2 * (index %t, i) + j }
//
// Element i of the table, a parameter behind the others, is how many units,
// here of 8 bytes, row i begins behind the base of %a. The runtime makes it
// when the region starts: rows stay where they are, where they had to be copied
// to be at one distance (Note [Row pointers]). For CPUs, which share the memory
// of the program; last of all, since no subscript is affine after that.
#include "rewrites/rw_private.h"

bool pass_follow(loft_cx *cx, ir_func *f, rw_options *o);

// Operand "k" of "op", which is in a row: scale * row * stride + rest. It is
// the subscript of an element, or where a walk along the row starts.
typedef struct operand {
  ir_op *op;
  int k;
  an_affine row, rest;
  int scale; // elements of a unit
} operand;

typedef struct follower {
  arena *a;
  ir_func *f;
  ir_val *stride;
  map *scaled;       // values computed from it, as keys
  map *places;       // those that walk along a row, as keys
  VEC(ir_op *) dead; // the ops that compute the former, in order
  VEC(ir_loop) walks;
  VEC(operand) operands;
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

// True when a leaf of "x" is computed from the stride, or a place.
static bool
has_place(const follower *z, const an_affine *x) {
  for (int k = 0; k < x->terms.n; k++)
    for (int l = 0; l < x->terms.at[k].n_factors; l++)
      if (map_has(z->scaled, x->terms.at[k].factors[l]) ||
          map_has(z->places, x->terms.at[k].factors[l]))
        return true;
  return false;
}

// Adds operand "k" of "op", which has the stride, and as many elements in a
// unit. False where that is no distance of one row from another.
static bool
add_operand(follower *z, ir_op *op, int k, int scale) {
  operand x = {.op = op, .k = k, .scale = scale};
  an_affine all = an_affine_of(z->a, op->ins.at[k]), rows;
  an_affine stride = an_affine_of(z->a, z->stride);
  an_affine units = {.constant = scale};
  if (!an_form_stride(z->a, &all, z->stride, &x.row) ||
      !an_form_times(z->a, &x.row, &stride, &rows) ||
      !an_form_minus(z->a, &all, &rows, &x.rest) ||
      !an_form_divide(z->a, &x.row, &units, &x.row) || has_place(z, &x.row) ||
      has_place(z, &x.rest))
    return false;
  vec_push(z->a, &z->operands, x);
  return true;
}

// Elements of array operand 0 of "op" in a unit of the stride; 0: none.
static int
scale_of(const follower *z, const ir_op *op) {
  int unit = z->f->param_mode[z->stride->index] >> IR_UNIT;
  int size = ir_size(op->ins.at[0]->type.elem);
  return unit % size ? 0 : unit / size;
}

// True when an element of the row that operand "x" of a loop starts in is
// touched in any case before.
static bool
is_touched_before(const follower *z, const operand *x) {
  for (int k = 0; k < z->operands.n; k++) {
    const operand *y = &z->operands.at[k];
    if (y->op->code != IR_OP_LOOP && y->op->parent == x->op->parent &&
        an_affine_eq(z->a, &x->row, &y->row))
      return true;
  }
  return false;
}

// Adds what loop "op" carries from its operand "k" on as a place that walks
// along a row. False where it may start at a row that is not touched.
static bool
add_walk(follower *z, ir_op *op, int k) {
  ir_loop l;
  ir_match_loop(op, &l);
  int j = k - (op->ins.n - l.n_carried);
  if (j < 0 || (map_has(z->scaled, op->ins.at[k]) &&
                (!add_operand(z, op, k, 1) ||
                 !is_touched_before(z, &vec_last(&z->operands)))))
    return false;
  map_put(z->places, l.carried[j], z);
  map_put(z->places, l.outs[j], z);
  vec_push(z->a, &z->walks, l);
  return true;
}

// True when yield "op" lets a loop go on with operand "k" at a place.
static bool
goes_on(const follower *z, const ir_op *op, int k) {
  ir_loop l;
  ir_op *loop = op->parent->parent_op;
  return loop && loop->code == IR_OP_LOOP && ir_match_loop(loop, &l) &&
         map_has(z->places, l.carried[k]);
}

// Adds a use of a place, operand "k" of "op". False where that is more than a
// subscript, a distance along the row, or the next place of a walk.
static bool
add_place(follower *z, ir_op *op, int k) {
  if (op->code == IR_OP_LOOP)
    return add_walk(z, op, k);
  if (is_subscript(z, op, k))
    return scale_of(z, op) == 1;
  if (op->code == IR_OP_YIELD)
    return goes_on(z, op, k);
  bool moves = op->code == IR_OP_ADD || (op->code == IR_OP_SUB && k == 0);
  if (!moves || map_has(z->scaled, op->ins.at[!k]) ||
      map_has(z->places, op->ins.at[!k]))
    return false;
  map_put(z->places, op->outs.at[0], z);
  return true;
}

// Adds a use of what is computed from the stride, operand "k" of "op". False
// where that is none of a subscript or the start of a walk.
static bool
add_scaled(follower *z, ir_op *op, int k) {
  if (op->code == IR_OP_LOOP)
    return add_walk(z, op, k);
  if (is_subscript(z, op, k))
    return scale_of(z, op) && add_operand(z, op, k, scale_of(z, op));
  if (!is_arithmetic(op))
    return false;
  if (!map_has(z->scaled, op->outs.at[0])) {
    map_put(z->scaled, op->outs.at[0], z);
    vec_push(z->a, &z->dead, op);
  }
  return true;
}

// ir_walk_fn: collects what is computed from the stride, and what uses that;
// stops at another use.
static bool
visit(void *user, ir_op *op) {
  follower *z = user;
  for (int k = 0; k < op->ins.n; k++) {
    ir_val *v = op->ins.at[k];
    if (map_has(z->scaled, v) ? !add_scaled(z, op, k)
                              : map_has(z->places, v) && !add_place(z, op, k))
      return false;
  }
  return true;
}

// True when all that walks go on at are places.
static bool
are_walks(const follower *z) {
  for (int k = 0; k < z->walks.n; k++) {
    const ir_loop *l = &z->walks.at[k];
    for (int j = 0; j < l->n_carried; j++)
      if (map_has(z->places, l->carried[j]) &&
          !map_has(z->places, l->yields[j]))
        return false;
  }
  return true;
}

// True when an array that is touched by a place in a row is asked for its
// bounds, which are those of rows at one distance.
static bool
asks_bounds(const follower *z, ir_region *r) {
  ir_foreach_op (op, r) {
    bool asks = op->code == IR_OP_BEGIN || op->code == IR_OP_END;
    for (int k = 0; asks && k < z->operands.n; k++)
      if (z->operands.at[k].op->code != IR_OP_LOOP &&
          ir_storage_root(op->ins.at[0], NULL) ==
              ir_storage_root(z->operands.at[k].op->ins.at[0], NULL))
        return true;
    for (int k = 0; k < op->n_regions; k++)
      if (asks_bounds(z, op->regions[k]))
        return true;
  }
  return false;
}

// index a, c * i * s + j => index a, c * (index t, i) + j
// when: s is the distance of rows behind pointers, in units of c elements, and
//       nothing else; a is not looked at where C does not; places that loops
//       carry start in rows that are touched.
// why:  copies of rows that are anywhere take longer than one pass over them
//       (100,000 rows of 100 doubles, one pass: 42 ms for 15 of the original,
//       16 cores).
// src:  jagged arrays (Iliffe vectors)
static bool
follow(ir_func *f, rw_options *o, ir_val *stride) {
  arena *a = f->module->arena;
  follower z = {.a = a,
                .f = f,
                .stride = stride,
                .scaled = map_new(a),
                .places = map_new(a)};
  map_put(z.scaled, stride, &z);
  if (!ir_walk(f->body, visit, &z) || !are_walks(&z) ||
      asks_bounds(&z, f->body) || !rw_fired(o, RW_RULE_follow))
    return false;
  ir_val *table =
      ir_func_add_param(f, (ir_type){IR_I64, true},
                        arena_printf(a, "%s_table", stride->name), IR_READ);
  f->param_mode[stride->index] = 0;
  for (int k = 0; k < z.operands.n; k++) {
    const operand *x = &z.operands.at[k];
    ir_builder b = ir_before(x->op);
    ir_val *row = ir_build_index(&b, table, an_build_form(&b, &x->row));
    if (x->scale != 1)
      row = ir_build2(&b, IR_OP_MUL, row, ir_build_int(&b, IR_I64, x->scale));
    x->op->ins.at[x->k] =
        ir_build2(&b, IR_OP_ADD, row, an_build_form(&b, &x->rest));
  }
  while (z.dead.n > 0)
    ir_remove(z.dead.at[--z.dead.n]);
  return true;
}

bool
pass_follow(loft_cx *cx, ir_func *f, rw_options *o) {
  bool changed = false;
  int n = f->body->params.n;
  (void)cx;
  for (int k = 0; k < n; k++)
    if (f->param_mode[k] & IR_ROWS)
      changed |= follow(f, o, f->body->params.at[k]);
  return changed;
}
