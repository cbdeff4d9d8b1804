// ir/views.c: read-only recognition of ops (Futhark's views).
//
// A view checks the shape it needs, so matching is safe on IR that has not
// been verified; it looks at counts, not at types.
#include "ir/ir.h"

// The yield that ends "r", or NULL while the region is incomplete.
static ir_op *
yield_of(const ir_region *r) {
  return r->last && r->last->code == IR_OP_YIELD ? r->last : NULL;
}

bool
ir_is_soac(const ir_op *op) {
  return ir_op_table[op->code].cls == IR_CLASS_SOAC;
}

bool
ir_iterates(const ir_op *op) {
  return ir_is_soac(op) || op->code == IR_OP_LOOP;
}

int
ir_n_controls(const ir_op *op) {
  return op->code == IR_OP_IF ? 1 : op->n_dims + op->has_while;
}

// The number of regions of "op", a SOAC, besides its operator.
static int
n_plain_regions(const ir_op *op) {
  return op->code == IR_OP_SCAN ? 2 : 1;
}

ir_region *
ir_operator_region(const ir_op *op) {
  int n = n_plain_regions(op);
  return ir_is_soac(op) && op->n_regions > n ? op->regions[n] : NULL;
}

bool
ir_is_index(const ir_val *v) {
  const ir_op *op = v->param_of ? v->param_of->parent_op : NULL;
  return op && v->index < op->n_dims && v->param_of != ir_operator_region(op);
}

// Fills in the second region of a scan; false when its counts do not fit.
static bool
match_then(ir_soac *s) {
  ir_region *then = s->op->regions[1];
  ir_op *yield = yield_of(then);
  int n_params = s->n_dims + 2 * s->n_red + s->n_dests;
  if (!yield || then->params.n != n_params || yield->ins.n != s->n_dests)
    return false;
  s->then = then;
  s->then_idx = then->params.at;
  s->before = s->then_idx + s->n_dims;
  s->after = s->before + s->n_red;
  s->then_dests = s->after + s->n_red;
  s->dest_yields = yield->ins.at;
  return true;
}

bool
ir_match_fold(ir_op *op, ir_soac *s) {
  if (!op || !ir_is_soac(op))
    return false;
  int n_regions = n_plain_regions(op) + (op->n_red > 0 && !op->red_ops);
  if (op->n_regions != n_regions || op->n_dims < 1 || op->n_red < 0)
    return false;
  bool is_scan = op->code == IR_OP_SCAN;
  ir_region *body = op->regions[0];
  ir_op *yield = yield_of(body);
  int n_dests = op->outs.n - op->n_red;
  int n_yields = is_scan ? op->n_red : op->outs.n;
  if (!yield || n_dests < 0 || op->ins.n != op->n_dims + op->outs.n ||
      body->params.n != op->n_dims + n_dests || yield->ins.n != n_yields)
    return false;
  *s = (ir_soac){.op = op,
                 .n_dims = op->n_dims,
                 .n_red = op->n_red,
                 .n_dests = n_dests,
                 .extents = op->ins.at,
                 .inits = op->ins.at + op->n_dims,
                 .dests = op->ins.at + op->n_dims + op->n_red,
                 .idx = body->params.at,
                 .dest_params = body->params.at + op->n_dims,
                 .red_ops = op->red_ops,
                 .body = body};
  if (op->outs.n) {
    s->values = yield->ins.at;
    s->dest_yields = is_scan ? NULL : yield->ins.at + op->n_red;
    s->results = op->outs.at;
    s->dest_outs = op->outs.at + op->n_red;
  }
  s->combine = ir_operator_region(op);
  return !is_scan || match_then(s);
}

bool
ir_match_soac(ir_op *op, ir_soac *s) {
  return ir_match_fold(op, s) && !s->then && !s->combine;
}

bool
ir_match_loop(ir_op *op, ir_loop *l) {
  if (!op || op->code != IR_OP_LOOP || op->n_regions != 1)
    return false;
  if (op->n_dims < 0 || op->n_dims > 1)
    return false;
  ir_region *body = op->regions[0];
  ir_op *yield = yield_of(body);
  if (!yield || op->ins.n != op->n_dims + op->outs.n ||
      body->params.n != op->ins.n || yield->ins.n != op->outs.n)
    return false;
  *l = (ir_loop){.op = op,
                 .extent = op->n_dims ? op->ins.at[0] : NULL,
                 .i = op->n_dims ? body->params.at[0] : NULL,
                 .n_carried = op->outs.n,
                 .body = body};
  if (op->outs.n) {
    l->inits = op->ins.at + op->n_dims;
    l->carried = body->params.at + op->n_dims;
    l->yields = yield->ins.at;
    l->outs = op->outs.at;
  }
  return true;
}

ir_val *
ir_before_converts(const ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT)
    v = v->def->ins.at[0];
  return (ir_val *)(uintptr_t)v;
}

// -- Integer constants ----------------------------------------------------
// "value" as the integer or bool type "s" holds it after C's conversion.
static int64_t
convert_int(ir_scalar s, int64_t value) {
  if (s == IR_BOOL)
    return value != 0;
  int drop = 64 - 8 * ir_size(s);
  uint64_t high = (uint64_t)value << drop;
  return ir_is_signed(s) ? (int64_t)high >> drop : (int64_t)(high >> drop);
}

// ir_match_int through at most "depth" converts.
static bool
match_int(const ir_val *v, int depth, int64_t *value) {
  ir_scalar s = v->type.elem;
  const ir_op *def = v->def;
  if (!def || v->type.array || ir_is_float(s))
    return false;
  if (def->code == IR_OP_CONST) {
    *value = convert_int(s, (int64_t)def->bits);
    return s != IR_U64 || *value >= 0;
  }
  if (def->code != IR_OP_CONVERT || !depth || def->ins.n != 1 ||
      !match_int(def->ins.at[0], depth - 1, value))
    return false;
  *value = convert_int(s, *value);
  return s != IR_U64 || *value >= 0;
}

bool
ir_match_int(const ir_val *v, int64_t *value) {
  enum { MAX_CONVERTS = 16 };
  return match_int(v, MAX_CONVERTS, value);
}

// -- Storage --------------------------------------------------------------
// The init of carried value "k" of loop "op" if every iteration leaves it in
// the same storage; NULL when the loop permutes its arrays.
static ir_val *
loop_init(ir_op *op, int k) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || k < 0 || k >= l.n_carried)
    return NULL;
  ir_val *home = ir_storage_root(l.yields[k], l.body);
  return home == l.carried[k] ? l.inits[k] : NULL;
}

// The array from outside of branch "r" whose storage "v" is; "v"'s own root
// when it comes from inside. Two branches that agree do so on the value right
// before the if, the only one of its storage that is not consumed; looking
// further from each would take time exponential in the number of ifs.
static ir_val *
root_in_branch(ir_val *v, const ir_region *r) {
  while (v->def && !ir_is_outside(v, r)) {
    ir_val *from = ir_storage_source(v);
    if (!from)
      break;
    v = from;
  }
  return v;
}

// The value that both branches of the if "op" yield as result "k", if one.
static ir_val *
if_source(ir_op *op, int k) {
  ir_val *found[2];
  if (op->n_regions != 2)
    return NULL;
  for (int b = 0; b < 2; b++) {
    ir_op *yield = yield_of(op->regions[b]);
    if (!yield || k >= yield->ins.n)
      return NULL;
    found[b] = root_in_branch(yield->ins.at[k], op->regions[b]);
  }
  return found[0] == found[1] ? found[0] : NULL;
}

ir_val *
ir_storage_source(ir_val *v) {
  ir_op *op = v->def;
  ir_soac s;
  if (ir_writes_element(op))
    return op->ins.n ? op->ins.at[0] : NULL;
  if (op->code == IR_OP_LOOP)
    return loop_init(op, v->index);
  if (op->code == IR_OP_IF)
    return if_source(op, v->index);
  if (ir_match_fold(op, &s) && v->index >= s.n_red)
    return s.dests[v->index - s.n_red];
  return NULL;
}

// The operand that "v", a region parameter, stands for in the first iteration;
// NULL when it is the function's, no array of the op, or permuted by the loop.
static ir_val *
source_of_param(ir_val *v) {
  ir_op *op = v->param_of->parent_op;
  ir_soac s;
  if (!op)
    return NULL;
  if (op->code == IR_OP_LOOP)
    return loop_init(op, v->index - op->n_dims);
  if (!ir_match_fold(op, &s) || v->param_of == s.combine)
    return NULL;
  int k = v->index - s.n_dims - (v->param_of == s.then ? 2 * s.n_red : 0);
  return k >= 0 ? s.dests[k] : NULL;
}

ir_val *
ir_storage_root(ir_val *v, const ir_region *stop) {
  for (;;) {
    ir_val *from = NULL;
    if (v->def)
      from = ir_storage_source(v);
    else if (v->param_of && v->param_of != stop &&
             (!stop || !ir_is_outside(v, stop)))
      from = source_of_param(v);
    if (!from)
      return v;
    v = from;
  }
}

bool
ir_has_bounds(ir_val *array) {
  const ir_val *root = ir_storage_root(array, NULL);
  return root->def ? root->def->code == IR_OP_ALLOC
                   : !root->param_of->parent_op;
}

int
ir_dest_of(const ir_soac *s, ir_val *array) {
  const ir_val *root = ir_storage_root(array, s->body);
  for (int k = 0; k < s->n_dests; k++)
    if (s->dest_params[k] == root)
      return k;
  return -1;
}

ir_val *
ir_moved_array(ir_op *op) {
  ir_loop l;
  if (!ir_match_loop(op, &l))
    return NULL;
  for (int k = 0; k < l.n_carried; k++)
    if (l.carried[k]->type.array &&
        ir_storage_root(l.yields[k], l.body) != l.carried[k])
      return l.carried[k];
  return NULL;
}

// ir_walk_fn: stops at a loop with an array that it moves; "user": that one.
static bool
moves_none(void *user, ir_op *op) {
  ir_val **moved = user;
  *moved = ir_moved_array(op);
  return !*moved;
}

ir_val *
ir_moved_inside(ir_region *r) {
  ir_val *moved = NULL;
  ir_walk(r, moves_none, &moved);
  return moved;
}
