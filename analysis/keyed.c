// analysis/keyed.c: loops of running folds by key.
//
//   loop (%i < %n) (%h = %h0, %p = %p0) {
//     %e = index %h, %k
//     %p1 = update %p, %i, %e
//     %s = add %e, %x
//     %h1 = update %h, %k, %s
//     yield %h1, %p1
//   }
//
// Each iteration folds a value into an element, whose number is data, and keeps
// the element before. Nothing else follows from that, so that folds of some
// iterations can be computed apart from the others', and put together. The
// operator gives the low bits of its result from those of its operands, so that
// it may compute in a wider type, or keeps the lesser or the greater one.
#include "analysis/analysis.h"

// ir_walk_fn: notes the accesses to the arrays that the loop carries, stops at
// one that is none of those.
static bool
note_access(void *user, ir_op *op) {
  an_keyed *r = user;
  bool writes = ir_writes_element(op);
  if (op->code != IR_OP_INDEX && !writes)
    return true;
  const ir_val *root = ir_storage_root(op->ins.at[0], r->l.body);
  if (root == r->l.carried[r->h]) {
    ir_op **slot = writes ? &r->update : &r->read;
    bool first = !*slot;
    *slot = op;
    return first;
  }
  if (root != r->l.carried[1 - r->h])
    return true;
  bool first = writes && !r->store;
  r->store = op;
  return first;
}

// True when operator "op" on elements of type "t" gives the low bits of its
// result from those of its operands, and does not mind the order.
static bool
folds_bits(ir_opcode op, ir_scalar t) {
  bool any = op == IR_OP_ADD || op == IR_OP_MUL || op == IR_OP_AND ||
             op == IR_OP_OR || op == IR_OP_XOR;
  return any && ir_is_int(t) && ir_may_combine(op, t);
}

// True when op "op", which gives a new element, keeps the lesser or the greater
// of that and another value; r->op is set.
static bool
match_extremum(an_keyed *r, const ir_op *op) {
  const ir_val *e = r->read->outs.at[0];
  bool is_extremum = op && (op->code == IR_OP_MIN || op->code == IR_OP_MAX);
  if (!is_extremum || (op->ins.at[0] != e && op->ins.at[1] != e) ||
      !ir_is_int(e->type.elem) || !ir_may_combine(op->code, e->type.elem))
    return false;
  r->op = op->code;
  return true;
}

// True when "v" is the element that r->read gets, folded by r->op, which is set
// where it is not yet; nothing else uses what is between. n_uses must be valid.
static bool
match_chain(an_keyed *r, const ir_val *v) {
  const ir_val *e = r->read->outs.at[0];
  const ir_op *op = v->def;
  if (v == e)
    return true;
  if (!op || v->n_uses != 1 || ir_is_outside(v, r->l.body) ||
      !ir_is_int(v->type.elem) || ir_size(v->type.elem) < ir_size(e->type.elem))
    return false;
  if (op->code == IR_OP_CONVERT)
    return match_chain(r, op->ins.at[0]);
  ir_opcode code = op->code == IR_OP_SUB ? IR_OP_ADD : op->code;
  if (!folds_bits(code, e->type.elem) ||
      (r->op != IR_OP_UPDATE && r->op != code))
    return false;
  r->op = code;
  return match_chain(r, op->ins.at[0]) ||
         (op->code != IR_OP_SUB && match_chain(r, op->ins.at[1]));
}

// True when the accesses of *r are those of a running fold. n_uses must be
// valid.
static bool
match_accesses(an_keyed *r) {
  const ir_op *read = r->read, *update = r->update, *store = r->store;
  arena *a = r->l.body->func->module->arena;
  return read && update && store && update->code == IR_OP_UPDATE &&
         store->code == IR_OP_UPDATE && ir_is_under_ifs(read, r->l.body) &&
         ir_is_under_ifs(update, r->l.body) && store->parent == read->parent &&
         read->ins.at[0] == update->ins.at[0] &&
         an_same_value(a, read->ins.at[1], update->ins.at[1]) &&
         store->ins.at[1] == r->l.i && store->ins.at[2] == read->outs.at[0] &&
         read->outs.at[0]->n_uses == 2 &&
         (match_extremum(r, update->ins.at[2]->def) ||
          match_chain(r, update->ins.at[2])) &&
         r->op != IR_OP_UPDATE;
}

bool
an_match_keyed(ir_op *op, an_keyed *r) {
  ir_loop l;
  if (op->code != IR_OP_LOOP || op->n_dims != 1 || op->has_while ||
      op->outs.n != 2 || !ir_match_loop(op, &l))
    return false;
  for (int k = 0; k < 2; k++)
    if (!l.carried[k]->type.array ||
        ir_storage_root(l.yields[k], l.body) != l.carried[k])
      return false;
  ir_count_uses_in(l.body);
  for (int k = 0; k < 2; k++) {
    *r = (an_keyed){.l = l, .h = k, .op = IR_OP_UPDATE};
    if (ir_walk(l.body, note_access, r) && match_accesses(r))
      return true;
  }
  return false;
}

bool
an_keyed_step(const an_keyed *r, int64_t *step) {
  const ir_op *op = ir_before_converts(r->update->ins.at[2])->def;
  if (r->op != IR_OP_ADD || !op || op->ins.n != 2)
    return false;
  for (int k = 0; k < 2; k++)
    if (ir_before_converts(op->ins.at[k]) == r->read->outs.at[0] &&
        ir_match_int(op->ins.at[1 - k], step)) {
      *step = op->code == IR_OP_SUB ? -*step : *step;
      return k == 0 || op->code == IR_OP_ADD;
    }
  return false;
}
