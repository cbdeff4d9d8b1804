// rewrites/rw_pieces.c: folds in order are cut in pieces of IR_PIECE
// iterations, each folded in order, and then what these give:
//
//   s = reduce (k < c) [add s0] {A(k)} {seq}
// =>
//   s = reduce (p < max(ceil(c / 256), 1)) [add -0] {
//     reduce (k < min(c - p * 256, 256)) [add p == 0 ? s0 : -0] {A(p * 256 +
//     k)}
//   } {seq}
//
// The first piece starts from the initial value, so that a fold of one piece
// has the bits that it had. Where the order of operands changes none, the fold
// of pieces does: a NaN that an extremum began with stays. A loop that carries
// sums, s = fma(x, y, s), is cut like a reduce; its pieces are added.
#include "rewrites/rw_private.h"

typedef struct cutter {
  const rw_fold *fold;
  map *late;      // ops of its body that need its state
  ir_opcode *ops; // by which pieces are folded
  ir_val *count;  // iterations
  ir_op *all;     // the fold of the pieces
  ir_builder in;  // in it
  ir_val *base;   // the piece's first iteration
  ir_val *is_first;
  ir_val **none; // identities
} cutter;

// -- Conditions ---------------------------------------------------------------
// The operand of "op" that it adds others to; -1: it is no such sum.
static int
sum_operand(const ir_op *op, const ir_val *state) {
  switch ((int)op->code) {
  case IR_OP_FMA:
    return op->ins.at[2] == state ? 2 : -1;
  case IR_OP_ADD:
    return op->ins.at[0] == state ? 0 : op->ins.at[1] == state ? 1 : -1;
  case IR_OP_SUB:
    return op->ins.at[0] == state ? 0 : -1;
  }
  return -1;
}

// True when nothing but operand "sum" of "op" needs the state.
static bool
is_free_of_state(const cutter *z, const ir_op *op, int sum) {
  for (int i = 0; i < op->ins.n; i++) {
    const ir_val *v = op->ins.at[i];
    for (int k = 0; k < z->fold->s.n_red && i != sum; k++)
      if (v == z->fold->carried[k])
        return false;
    if (i != sum && v->def && map_has(z->late, v->def))
      return false;
  }
  return true;
}

// True when value "k" of the loop is the sum of what it was and something that
// does not need the state.
static bool
is_sum(const cutter *z, int k) {
  const ir_op *op = z->fold->s.values[k]->def;
  int sum = op && op->parent == z->fold->s.body
                ? sum_operand(op, z->fold->carried[k])
                : -1;
  return sum >= 0 && is_free_of_state(z, op, sum);
}

// True when all that the loop does with its state is adding to it.
static bool
is_loop_of_sums(const cutter *z) {
  const ir_soac *s = &z->fold->s;
  int n_late = 0, n = s->n_red;
  ir_foreach_op (op, s->body)
    n_late += op->code != IR_OP_YIELD && map_has(z->late, op);
  for (int k = 0; k < n; k++)
    if (!is_sum(z, k))
      return false;
  return n_late == n;
}

// True when the order of the operands of fold "k" changes its bits.
static bool
rounds(const cutter *z, int k) {
  return ir_fold_rounds(z->ops[k], z->fold->s.results[k]->type.elem);
}

// -- Building -----------------------------------------------------------------
// The fold of the pieces at "b", its body up to the fold of a piece.
static void
build_all(cutter *z, ir_builder *b) {
  const ir_soac *s = &z->fold->s;
  ir_op *all = z->all = ir_build_raw(b, IR_OP_REDUCE);
  ir_region *body = ir_add_region(all);
  all->n_dims = 1;
  all->n_red = s->n_red;
  all->seq = true;
  all->red_ops = z->ops;
  ir_builder before = ir_before(all);
  before.loc = b->loc;
  ir_val *n = ir_build_ceil_div(&before, z->count, IR_PIECE);
  n = ir_build2(&before, IR_OP_MAX, n, ir_build_int(&before, IR_I64, 1));
  ir_add_in(all, n);
  ir_val *p = ir_region_add_param(body, ir_ty(IR_I64), "piece");
  z->in = ir_at_end(body);
  z->in.loc = b->loc;
  z->base =
      ir_build2(&z->in, IR_OP_MUL, p, ir_build_int(&z->in, IR_I64, IR_PIECE));
  z->is_first = ir_build2(&z->in, IR_OP_EQ, p, ir_build_int(&z->in, IR_I64, 0));
  for (int k = 0; k < s->n_red; k++) {
    ir_type type = s->results[k]->type;
    ir_bits bits = ir_red_identity(z->ops[k], type.elem);
    z->none[k] = ir_build_bits(&before, type.elem, bits);
    ir_add_in(all, rounds(z, k) ? z->none[k] : s->inits[k]);
    ir_add_out(all, type, s->results[k]->name);
  }
}

// The fold of a piece at z->in.
static void
build_piece(cutter *z, arena *a) {
  const ir_soac *s = &z->fold->s;
  ir_builder *in = &z->in;
  map *subst = map_new(a);
  ir_val **values = NEW_ARRAY(a, ir_val *, s->n_red);
  ir_val *rest = ir_build2(in, IR_OP_SUB, z->count, z->base);
  ir_val *n =
      ir_build2(in, IR_OP_MIN, rest, ir_build_int(in, IR_I64, IR_PIECE));
  ir_val **inits = NEW_ARRAY(a, ir_val *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    inits[k] = rounds(z, k) ? ir_build3(in, IR_OP_SELECT, z->is_first,
                                        s->inits[k], z->none[k])
                            : z->none[k];
  ir_op *piece = rw_build_fold(in, z->fold, &n, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    rw_add_fold(piece, z->fold, k, inits[k], subst);
  ir_region *body = piece->regions[0];
  ir_builder at = ir_at_end(body);
  at.loc = in->loc;
  map_put(subst, s->idx[0],
          ir_build2(&at, IR_OP_ADD, z->base, body->params.at[0]));
  ir_clone_region_ops(&at, s->body, subst, values);
  ir_build_yield(&at, values, s->n_red);
  ir_build_yield(in, piece->outs.at, s->n_red);
}

ir_op *
rw_cut_in_pieces(ir_func *f, rw_options *o, ir_op *op, const rw_fold *fold) {
  arena *a = f->module->arena;
  const ir_soac *s = &fold->s;
  cutter z = {.fold = fold, .count = s->extents[0]};
  z.none = NEW_ARRAY(a, ir_val *, s->n_red);
  z.ops = NEW_ARRAY(a, ir_opcode, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    z.ops[k] = fold->carried ? IR_OP_ADD : op->red_ops[k];
  if (fold->carried)
    z.late = an_ops_needing(a, s->body, fold->carried, s->n_red);
  if ((fold->carried && !is_loop_of_sums(&z)) || !rw_fired(o, RW_RULE_pieces))
    return NULL;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  build_all(&z, &b);
  build_piece(&z, a);
  for (int k = 0; k < s->n_red; k++)
    ir_replace_uses(f, s->results[k], z.all->outs.at[k]);
  ir_remove(op);
  return z.all;
}
