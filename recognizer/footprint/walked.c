// recognizer/footprint/walked.c: subscripts in loops inside others that go on
// for as long as memory says, by running these.
//
//   for i { for (p = begin(i); w[p] != 0; p++) .. w[p] .. }
//
// How far each of them goes is nowhere but in the data. So the footprint runs
// it, as far as its end needs, and keeps the extremes of the subscripts:
//
//   %lo, %hi = reduce (%i < %n) [min MAX, max MIN] {
//     %l, %h = loop (.., %l1 = MAX, %h1 = MIN) while %go {
//       .. yield %go1, .., (min %l1, %p), (max %h1, %p) } }
//
// It reads what C reads, in C's order: arrays that the region does not store
// into, under other names neither.
#include "recognizer/footprint/footprint.h"

// True when "v", a condition of a loop with body "body", asks what was loaded
// in the iteration, and nothing else that varies.
static bool
asks_data(const ir_val *v, const ir_region *body) {
  const ir_op *op = v->def;
  if (!op || ir_is_outside(v, body))
    return ir_is_outside(v, body);
  bool ok = true;
  switch ((int)op->code) {
  case IR_OP_CONST:
    return true;
  case IR_OP_IF:
    return asks_data(op->ins.at[0], body) &&
           asks_data(op->regions[0]->last->ins.at[v->index], body) &&
           asks_data(op->regions[1]->last->ins.at[v->index], body);
  case IR_OP_AND:
  case IR_OP_OR:
  case IR_OP_NOT:
    for (int i = 0; i < op->ins.n && ok; i++)
      ok = asks_data(op->ins.at[i], body);
    return ok;
  default:
    return rec_is_data(v);
  }
}

// True when "v" is "own" plus constants.
static bool
is_stepped(const ir_val *v, const ir_val *own) {
  const ir_op *op = v->def;
  int64_t c;
  if (v == own)
    return true;
  if (!op || (op->code != IR_OP_ADD && op->code != IR_OP_SUB &&
              op->code != IR_OP_CONVERT))
    return false;
  return (op->ins.n < 2 || ir_match_int(op->ins.at[1], &c)) &&
         is_stepped(op->ins.at[0], own);
}

// True when the result of scalar "op" goes as far as its operands do: masks,
// remainders and bytes have bounds of their own.
static bool
goes_along(const ir_op *op) {
  switch ((int)op->code) {
  case IR_OP_CONST:
  case IR_OP_ADD:
  case IR_OP_SUB:
  case IR_OP_MUL:
  case IR_OP_NEG:
  case IR_OP_SHL:
    return true;
  case IR_OP_CONVERT:
    return ir_size(op->outs.at[0]->type.elem) >= 4;
  default:
    return false;
  }
}

// True when "v" is computed in loop "l" from what goes by constant steps, and
// as far as that; *moves: from some of that.
static bool
is_counted(const ir_loop *l, const ir_val *v, bool *moves) {
  const ir_op *op = v->def;
  if (ir_is_outside(v, l->body))
    return true;
  if (!op) {
    int k = v->param_of == l->body ? v->index : -1;
    *moves = true;
    return k >= 0 && is_stepped(l->yields[k], v);
  }
  bool ok = goes_along(op);
  for (int i = 0; i < op->ins.n && ok; i++)
    ok = is_counted(l, op->ins.at[i], moves);
  return ok;
}

bool
rec_match_while(const ir_op *op, ir_loop *l) {
  ir_op *loop = op->parent->parent_op;
  while (loop && loop->code == IR_OP_IF)
    loop = loop->parent->parent_op;
  return loop && loop->parent->parent_op && loop->code == IR_OP_LOOP &&
         loop->has_while && ir_match_loop(loop, l) && !l->extent;
}

ir_op *
rec_find_walk(const ir_op *op) {
  ir_loop l;
  bool moves = false;
  bool ok = rec_match_while(op, &l) && asks_data(l.yields[0], l.body) &&
            is_counted(&l, op->ins.at[1], &moves);
  return ok && moves ? l.op : NULL;
}

// Lets "loop", which carries an extreme as its last value, yield "v", of region
// "r" in it, where that runs; else what it was.
static void
yield_extreme(ir_op *loop, ir_region *r, ir_val *v) {
  ir_region *body = loop->regions[0];
  ir_val *before = vec_last(&body->params);
  for (; r != body; r = r->parent_op->parent) {
    ir_op *choice = r->parent_op;
    for (int k = 0; k < 2; k++)
      ir_add_in(choice->regions[k]->last, choice->regions[k] == r ? v : before);
    v = ir_add_out(choice, ir_ty(IR_I64), NULL);
  }
  ir_add_in(body->last, v);
}

// Lets "loop" carry the least ("most": the greatest) of the subscripts of
// "op", an access in it and in ifs; from "first" on.
static void
carry_extreme(ir_op *loop, ir_op *op, bool most, ir_val *first) {
  const char *name = most ? "hi" : "lo";
  ir_val *before = ir_add_carried(loop, first, name, name);
  ir_builder b = ir_before(op);
  ir_val *at = ir_build_convert(&b, op->ins.at[1], IR_I64);
  ir_val *v = ir_build2(&b, most ? IR_OP_MAX : IR_OP_MIN, before, at);
  yield_extreme(loop, op->parent, v);
}

// What is yielded at "b" where nothing runs: least and greatest of nothing.
static void
build_none(ir_builder *b, ir_val **out) {
  out[0] = ir_build_int(b, IR_I64, INT64_MAX);
  out[1] = ir_build_int(b, IR_I64, INT64_MIN);
}

// An op in front of "loop" that runs a copy of it, as far as the extremes of
// the subscript of "op" need it, and gives these.
static ir_op *
build_walk(arena *a, ir_op *loop, const ir_op *op) {
  ir_builder b = ir_before(loop);
  ir_builder in, no;
  ir_op *walk = ir_build_if(&b, loop->ins.at[0], &in, &no);
  ir_val *none[2], *first[2];
  build_none(&no, none);
  ir_build_yield(&no, none, 2);
  build_none(&in, first);
  map *subst = map_new(a);
  ir_op *copy = ir_clone_op(&in, loop, subst);
  ir_op *access = ((ir_val *)map_get(subst, op->outs.at[0]))->def;
  ir_vals extremes = {0};
  for (int k = 0; k < 2; k++) {
    carry_extreme(copy, access, k, first[k]);
    vec_push(a, &extremes, vec_last(&copy->outs));
    ir_add_out(walk, ir_ty(IR_I64), k ? "hi" : "lo");
  }
  ir_build_yield(&in, extremes.at, 2);
  rec_remove_unused(in.region);
  return walk;
}

// ir_walk_fn: stops at a read, and notes it, of what the region may store under
// another name: C could end before the footprint does.
static bool
reads_fixed(void *user, ir_op *op) {
  rec_emit *e = user;
  const rec_told *told = e->an->told;
  const ir_val *array = op->code == IR_OP_INDEX ? op->ins.at[0] : NULL;
  if (!told || !array || array->param_of != e->an->f->body ||
      !told[array->index].may_end)
    return true;
  e->unread = op;
  return false;
}

bool
rec_emit_walked(rec_emit *e, ir_op *op, rec_bounds *out) {
  ir_op *walk = build_walk(e->an->a, rec_find_walk(op), op);
  bool ok = ir_walk(walk->regions[0], reads_fixed, e) &&
            rec_emit_scan(e, walk, walk->outs.at[0], walk->outs.at[1], out);
  ir_remove(walk);
  return ok;
}
