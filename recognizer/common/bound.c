// recognizer/common/bound.c: computations that may run ahead of C.
//
//   loop (%v = %x) while %go {      loop (%v = %x, %used = 0) while %go {
//     ...                      =>     %next = add %used, 1
//     yield %go1, %v1 }               yield %go1 and %next < FUEL, %v1, %next }
//   %out of the function       =>   %out or %used >= FUEL
//   index %t, %k, %t local     =>   index %t, %k where that is in %t, else 0
//
// What the function asks of an iteration that C would not have reached is
// computed from any values at all. Its loops end all the same: one that runs
// out of fuel counts as the answer yes. Its subscripts of local arrays stay
// inside. Divisions have a value for every divisor. Loads of other arrays are
// looked at before, by the footprint.
#include "analysis/analysis.h"
#include "recognizer/common/common.h"

// So many iterations take a GPU a few milliseconds.
enum { FUEL = 1 << 20 };

// The function under change.
typedef struct bounding {
  ir_func *f;
  ir_val *out; // the answer so far
} bounding;

// A false before "op".
static ir_val *
put_false(ir_op *op) {
  ir_builder b = ir_before(op);
  return ir_build_bits(&b, IR_BOOL, 0);
}

// Hands "flag", a bool, out of the loop or if "op", in region "from" of which
// it is computed: whether it is set in any iteration.
static ir_val *
hand_out(ir_op *op, ir_region *from, ir_val *flag) {
  arena *a = from->func->module->arena;
  if (op->code == IR_OP_LOOP) {
    ir_val *p = ir_add_carried(op, put_false(op), "out", "out");
    ir_builder b = ir_before(from->last);
    vec_push(a, &from->last->ins, ir_build2(&b, IR_OP_OR, p, flag));
    return vec_last(&op->outs);
  }
  for (int k = 0; k < op->n_regions; k++) {
    ir_region *r = op->regions[k];
    vec_push(a, &r->last->ins, r == from ? flag : put_false(r->last));
  }
  return ir_add_out(op, ir_ty(IR_BOOL), "out");
}

// Adds "flag" to the answer.
static void
add_answer(bounding *z, ir_region *from, ir_val *flag) {
  while (from->parent_op) {
    ir_op *op = from->parent_op;
    flag = hand_out(op, from, flag);
    from = op->parent;
  }
  ir_builder b = ir_before(from->last);
  z->out = ir_build2(&b, IR_OP_OR, z->out, flag);
}

// Lets loop "op", which has no trip count, end after FUEL iterations; that it
// did so is added to the answer.
static void
add_fuel(bounding *z, ir_op *op) {
  ir_builder before = ir_before(op), after = ir_before(op->next);
  ir_op *yield = op->regions[0]->last;
  ir_val *zero = ir_build_int(&before, IR_I64, 0);
  ir_val *used = ir_add_carried(op, zero, "used", "used");
  ir_builder b = ir_before(yield);
  ir_val *next = ir_build2(&b, IR_OP_ADD, used, ir_build_int(&b, IR_I64, 1));
  ir_val *rest = ir_build2(&b, IR_OP_LT, next, ir_build_int(&b, IR_I64, FUEL));
  yield->ins.at[0] = ir_build2(&b, IR_OP_AND, yield->ins.at[0], rest);
  vec_push(z->f->module->arena, &yield->ins, next);
  ir_val *fuel = ir_build_int(&after, IR_I64, FUEL);
  add_answer(z, op->parent,
             ir_build2(&after, IR_OP_GE, vec_last(&op->outs), fuel));
}

// True when "op" reads an array that is none of the function's own.
static bool
reads_outside(const ir_op *op) {
  ir_val *root =
      op->code == IR_OP_INDEX ? ir_storage_root(op->ins.at[0], NULL) : NULL;
  return root && !(root->def && root->def->code == IR_OP_ALLOC);
}

// ir_walk_fn: stops at such reads.
static bool
stays_inside(void *user, ir_op *op) {
  (void)user;
  return !reads_outside(op);
}

// Keeps the subscript of "op", an access to a local array, inside that. False
// where the array has no constant length.
static bool
keep_inside(ir_op *op) {
  ir_val *root = ir_storage_root(op->ins.at[0], NULL), *at = op->ins.at[1];
  int64_t n;
  if (!root->def || root->def->code != IR_OP_ALLOC ||
      !ir_match_int(root->def->ins.at[0], &n) || n < 1)
    return false;
  an_range r = an_range_of(at);
  if (r.lo >= 0 && r.hi < n)
    return true;
  ir_builder b = ir_before(op);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *in =
      ir_build2(&b, IR_OP_AND, ir_build2(&b, IR_OP_GE, at, zero),
                ir_build2(&b, IR_OP_LT, at, ir_build_int(&b, IR_I64, n)));
  op->ins.at[1] = ir_build3(&b, IR_OP_SELECT, in, at, zero);
  return true;
}

// ir_walk_fn: lets "op" run ahead of C; stops where it cannot.
static bool
bound_op(void *user, ir_op *op) {
  if (op->code == IR_OP_LOOP) {
    if (op->n_dims > 1 ||
        (!op->n_dims && !ir_walk(op->regions[0], stays_inside, NULL)))
      return false;
    if (!op->n_dims)
      add_fuel(user, op);
    return true;
  }
  if (op->code == IR_OP_UPDATE || op->code == IR_OP_INDEX)
    return reads_outside(op) || keep_inside(op);
  return op->code == IR_OP_ALLOC || op->code == IR_OP_IF ||
         op->code == IR_OP_YIELD || ir_is_scalar_op(op->code);
}

bool
rec_bound(ir_func *f) {
  ir_op *yield = f->body->last;
  bounding z = {f, yield->ins.at[0]};
  if (!ir_walk(f->body, bound_op, &z))
    return false;
  yield->ins.at[0] = z.out;
  return true;
}
