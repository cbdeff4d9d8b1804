// ir/build.c: the builder: ops at a cursor, typed by their class.
#include "ir/ir.h"

// The arena everything under "b" lives in.
static arena *
arena_of(const ir_builder *b) {
  return b->func->module->arena;
}

ir_builder
ir_at_end(ir_region *r) {
  return (ir_builder){.func = r->func, .region = r};
}

ir_builder
ir_before(ir_op *op) {
  return (ir_builder){.func = op->parent->func,
                      .region = op->parent,
                      .before = op,
                      .loc = op->loc};
}

ir_builder
ir_behind(const ir_val *v, ir_region *r) {
  bool inside = v->def && !ir_is_outside(v, r);
  return ir_before(inside ? v->def->next : r->first);
}

ir_op *
ir_build_raw(ir_builder *b, ir_opcode code) {
  ir_op *op = NEW(arena_of(b), ir_op);
  op->code = code;
  op->loc = b->loc;
  ir_move(op, b->region, b->before);
  return op;
}

ir_op *
ir_start_loop(ir_builder *b, ir_opcode code, ir_val *n, const char *index) {
  ir_op *op = ir_build_raw(b, code);
  op->n_dims = 1;
  ir_add_in(op, n);
  ir_region_add_param(ir_add_region(op), ir_ty(IR_I64), index);
  return op;
}

void
ir_add_in(ir_op *op, ir_val *v) {
  vec_push(op->parent->func->module->arena, &op->ins, v);
}

ir_val *
ir_add_out(ir_op *op, ir_type type, const char *name) {
  arena *a = op->parent->func->module->arena;
  ir_val *v = NEW(a, ir_val);
  *v = (ir_val){.type = type, .name = name, .def = op, .index = op->outs.n};
  vec_push(a, &op->outs, v);
  return v;
}

void
ir_add_outs(ir_op *op, ir_val *const *like, int n) {
  for (int k = 0; k < n; k++)
    ir_add_out(op, like[k]->type, like[k]->name);
}

ir_val *
ir_add_carried(ir_op *op, ir_val *v, const char *result, const char *param) {
  ir_add_in(op, v);
  ir_add_out(op, v->type, result);
  return ir_region_add_param(op->regions[0], v->type, param);
}

ir_region *
ir_add_region(ir_op *op) {
  ir_region *r = ir_region_new(op->parent->func, op);
  op->regions[op->n_regions++] = r;
  return r;
}

// The type of a scalar op's result, from its class and operands.
static ir_type
result_type(const ir_op *op) {
  switch (ir_op_table[op->code].cls) {
  case IR_CLASS_CMP:
    return ir_ty(IR_BOOL);
  case IR_CLASS_SELECT:
    return op->ins.at[1]->type;
  case IR_CLASS_CONST:
  case IR_CLASS_CONV:
  case IR_CLASS_BIN:
  case IR_CLASS_UN:
  case IR_CLASS_TERN:
  case IR_CLASS_MATH1:
  case IR_CLASS_MATH2:
  case IR_CLASS_IF:
  case IR_CLASS_LOOP:
  case IR_CLASS_YIELD:
  case IR_CLASS_ALLOC:
  case IR_CLASS_INDEX:
  case IR_CLASS_UPDATE:
  case IR_CLASS_BOUND:
  case IR_CLASS_READABLE:
  case IR_CLASS_CALL:
  case IR_CLASS_SOAC:
    break;
  }
  return op->ins.at[0]->type;
}

// An op with the "n" operands at "in" and one result typed by its class.
static ir_val *
build_scalar(ir_builder *b, ir_opcode code, int n, ir_val **in) {
  ir_op *op = ir_build_raw(b, code);
  for (int i = 0; i < n; i++)
    ir_add_in(op, in[i]);
  return ir_add_out(op, result_type(op), NULL);
}

ir_val *
ir_build1(ir_builder *b, ir_opcode code, ir_val *x) {
  return build_scalar(b, code, 1, (ir_val *[]){x});
}

ir_val *
ir_build2(ir_builder *b, ir_opcode code, ir_val *x, ir_val *y) {
  return build_scalar(b, code, 2, (ir_val *[]){x, y});
}

ir_val *
ir_build3(ir_builder *b, ir_opcode code, ir_val *x, ir_val *y, ir_val *z) {
  return build_scalar(b, code, 3, (ir_val *[]){x, y, z});
}

// "x" converted by "code" to "to"; "x" itself when it has that type.
static ir_val *
build_conversion(ir_builder *b, ir_opcode code, ir_val *x, ir_scalar to) {
  if (x->type.elem == to)
    return x;
  ir_op *op = ir_build_raw(b, code);
  ir_add_in(op, x);
  return ir_add_out(op, ir_ty(to), NULL);
}

ir_val *
ir_build_convert(ir_builder *b, ir_val *x, ir_scalar to) {
  return build_conversion(b, IR_OP_CONVERT, x, to);
}

ir_val *
ir_build_bitcast(ir_builder *b, ir_val *x, ir_scalar to) {
  return build_conversion(b, IR_OP_BITCAST, x, to);
}

ir_val *
ir_build_bits(ir_builder *b, ir_scalar type, ir_bits bits) {
  ir_op *op = ir_build_raw(b, IR_OP_CONST);
  op->bits = bits;
  return ir_add_out(op, ir_ty(type), NULL);
}

ir_val *
ir_build_int(ir_builder *b, ir_scalar type, int64_t value) {
  ir_bits bits = (uint64_t)value;
  return ir_build_bits(b, type,
                       ir_eval_scalar(IR_OP_CONVERT, IR_I64, type, &bits));
}

ir_val *
ir_build_ceil_div(ir_builder *b, ir_val *x, int64_t by) {
  ir_val *up = ir_build2(b, IR_OP_ADD, x, ir_build_int(b, IR_I64, by - 1));
  return ir_build2(b, IR_OP_DIV, up, ir_build_int(b, IR_I64, by));
}

ir_val *
ir_build_row_major(ir_builder *b, const map *subst, ir_val *const *idx,
                   ir_val *const *extents, int n) {
  ir_val *at = ir_substituted(subst, idx[0]);
  for (int k = 1; k < n; k++) {
    at = ir_build2(b, IR_OP_MUL, at, extents[k]);
    at = ir_build2(b, IR_OP_ADD, at, ir_substituted(subst, idx[k]));
  }
  return at;
}

ir_val *
ir_build_float(ir_builder *b, ir_scalar type, double value) {
  if (ir_is_float(type))
    return ir_build_bits(b, type, ir_float_bits(type, value));
  return ir_build_int(b, type, (int64_t)value);
}

ir_val *
ir_build_index(ir_builder *b, ir_val *array, ir_val *i) {
  ir_op *op = ir_build_raw(b, IR_OP_INDEX);
  ir_add_in(op, array);
  ir_add_in(op, i);
  return ir_add_out(op, ir_ty(array->type.elem), NULL);
}

ir_val *
ir_build_update(ir_builder *b, ir_val *array, ir_val *i, ir_val *value) {
  ir_op *op = ir_build_raw(b, IR_OP_UPDATE);
  ir_add_in(op, array);
  ir_add_in(op, i);
  ir_add_in(op, value);
  return ir_add_out(op, array->type, array->name);
}

ir_val *
ir_build_combine(ir_builder *b, ir_opcode op, ir_val *array, ir_val *i,
                 ir_val *value) {
  ir_op *combine = ir_build_raw(b, IR_OP_COMBINE);
  combine->combiner = op;
  ir_add_in(combine, array);
  ir_add_in(combine, i);
  ir_add_in(combine, value);
  return ir_add_out(combine, array->type, array->name);
}

ir_val *
ir_build_bound(ir_builder *b, ir_opcode code, ir_val *array) {
  ir_op *op = ir_build_raw(b, code);
  ir_add_in(op, array);
  return ir_add_out(op, ir_ty(IR_I64), NULL);
}

ir_val *
ir_build_call(ir_builder *b, const char *callee, ir_scalar t, int n,
              ir_val *const *in) {
  ir_op *op = ir_build_raw(b, IR_OP_CALL);
  op->callee = callee;
  for (int k = 0; k < n; k++)
    ir_add_in(op, in[k]);
  return ir_add_out(op, ir_ty(t), NULL);
}

ir_val *
ir_build_readable(ir_builder *b, ir_val *array, ir_val *lo, ir_val *hi) {
  ir_op *op = ir_build_raw(b, IR_OP_READABLE);
  ir_add_in(op, array);
  ir_add_in(op, lo);
  ir_add_in(op, hi);
  return ir_add_out(op, ir_ty(IR_BOOL), NULL);
}

ir_val *
ir_build_alloc(ir_builder *b, ir_scalar elem, ir_val *count, ir_space space,
               const char *name) {
  ir_op *op = ir_build_raw(b, IR_OP_ALLOC);
  op->space = space;
  ir_add_in(op, count);
  return ir_add_out(op, ir_array_ty(elem), name);
}

ir_op *
ir_start_if(ir_builder *b, ir_val *cond) {
  ir_op *op = ir_build_raw(b, IR_OP_IF);
  ir_add_in(op, cond);
  return op;
}

ir_op *
ir_build_if(ir_builder *b, ir_val *cond, ir_builder *yes, ir_builder *no) {
  ir_op *op = ir_start_if(b, cond);
  *yes = ir_at_end(ir_add_region(op));
  *no = ir_at_end(ir_add_region(op));
  return op;
}

ir_val *
ir_end_if(ir_builder *yes, ir_val *v, ir_builder *no, ir_val *w,
          const char *name) {
  ir_op *op = ir_build_yield(yes, &v, 1)->parent->parent_op;
  ir_build_yield(no, &w, 1);
  return ir_add_out(op, v->type, name);
}

ir_op *
ir_build_yield(ir_builder *b, ir_val **vals, int n) {
  ir_op *op = ir_build_raw(b, IR_OP_YIELD);
  for (int i = 0; i < n; i++)
    ir_add_in(op, vals[i]);
  return op;
}

ir_region *
ir_start_fold(ir_builder *b, ir_opcode op, ir_val *n, ir_val *init,
              bool ordered, const char *name, ir_val **i) {
  ir_op *red = ir_build_raw(b, IR_OP_REDUCE);
  ir_region *r = ir_add_region(red);
  red->n_dims = red->n_red = 1;
  red->seq = ordered;
  red->red_ops = NEW_ARRAY(b->func->module->arena, ir_opcode, 1);
  red->red_ops[0] = op;
  ir_add_in(red, n);
  ir_add_in(red, init);
  *i = ir_region_add_param(r, ir_ty(IR_I64), name);
  return r;
}

ir_val *
ir_end_fold(ir_builder *in, ir_val *v, const char *name) {
  ir_op *red = ir_build_yield(in, &v, 1)->parent->parent_op;
  return ir_add_out(red, v->type, name);
}
