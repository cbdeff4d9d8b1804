// rewrites/pass_pieces.c: floats of a row whose length is data are folded in
// pieces (rw_pieces.c), the same on every device: docs/numerics.md, "In
// pieces".
//
// In C's order, one row with most of the elements keeps one thread, or one
// work-item, busy and all others waiting.
#include "rewrites/rw_private.h"

bool pass_pieces(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct finder {
  ir_func *f;
  rw_options *o;
  ir_region *body; // of a map, reduction or scan at host level
} finder;

// True when the order of the fold's operands changes its bits.
static bool
is_ordered(const rw_fold *fold) {
  for (int k = 0; k < fold->s.n_red; k++) {
    ir_opcode op = fold->carried ? IR_OP_ADD : fold->s.op->red_ops[k];
    if (ir_fold_rounds(op, fold->s.results[k]->type.elem))
      return true;
  }
  return false;
}

// reduce (k < c) [op s0] {A} {seq} => reduce (p) [op] { reduce (k < 256) {A} }
// when: of floats, in order, inside a map; c is read in an iteration of the
//       map; the function is not exact.
// why:  pieces of a long row run at once: a matrix with rows of any length by
//       a vector.
// src:  Merrill and Garland, merge-based SpMV; pieces of fixed size, so that
//       bits depend on the length alone
static bool
try_pieces(finder *z, ir_op *op) {
  rw_fold fold = {0};
  bool is_fold = (op->code == IR_OP_REDUCE || op->code == IR_OP_LOOP) &&
                 op->level == IR_LEVEL_NONE && !op->has_while &&
                 op->n_dims == 1 && rw_match_fold(op, &fold);
  return is_fold && !op->exact && is_ordered(&fold) &&
         rw_is_read(fold.s.extents[0], z->body) &&
         rw_cut_in_pieces(z->f, z->o, op, &fold);
}

bool
rw_is_cut(const ir_op *op) {
  const ir_op *top = NULL;
  bool rounds = false;
  for (const ir_op *up = op->parent->parent_op; up; up = up->parent->parent_op)
    top = ir_is_soac(up) ? up : top;
  for (int k = 0; k < op->n_red && op->red_ops; k++)
    rounds |= ir_fold_rounds(op->red_ops[k], op->outs.at[k]->type.elem);
  return rounds && top && op->n_dims == 1 && !op->exact &&
         !op->parent->func->exact && rw_is_read(op->ins.at[0], top->regions[0]);
}

// Tries the ops of "r", those in it first, but for folds of pieces.
static bool
try_region(finder *z, ir_region *r) {
  bool changed = false;
  an_pieces p;
  ir_foreach_op_safe (op, r) {
    if (an_match_pieces(op, &p))
      continue;
    for (int k = 0; k < op->n_regions; k++)
      changed |= try_region(z, op->regions[k]);
    changed |= try_pieces(z, op);
  }
  return changed;
}

// Tries the folds in the map, reduction or scan "op".
static bool
try_soac(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  bool changed = false;
  for (int k = 0; k < op->n_regions && ir_is_soac(op); k++)
    changed |= try_region(&(finder){f, o, op->regions[k]}, op->regions[k]);
  return changed;
}

bool
pass_pieces(loft_cx *cx, ir_func *f, rw_options *o) {
  return !f->exact && rw_try_host(cx, f, o, try_soac);
}
