// recognizer/shapes/last.c: scalars that live on after a parallel loop.
//
// A carried scalar that no iteration reads, but each one assigns, has after the
// loop the value of the last iteration. It moves into a one-element array that
// only the last iteration writes:
//
//   %t = loop (%i < %n) (%t = %t0) {..., yield %v }
//   => %c = loop (%i < %n) (%c = [%t0]) {..., if %i+1 == %n: %c[0] = %v }
//      %t = index %c, 0
// also where an inner loop (of a count that does not change) assigns it.
#include "recognizer/shapes/scalars.h"

ir_op *
rec_passes_on(const ir_loop *l, int k, int *j) {
  ir_val *y = l->yields[k];
  ir_loop m;
  if (!y->def || y->n_uses != 1 || y->def->parent != l->body ||
      !ir_match_loop(y->def, &m) || !m.extent || y->def->has_while ||
      !an_is_invariant(m.extent, l->body))
    return NULL;
  *j = y->index;
  return m.inits[*j] == l->carried[k] && l->carried[k]->n_uses == 1 ? y->def
                                                                    : NULL;
}

bool
rec_is_last_value(const ir_loop *l, int k) {
  int j;
  ir_loop m;
  if (l->carried[k]->type.array || !l->extent || l->op->has_while)
    return false;
  if (l->carried[k]->n_uses == 0)
    return true;
  ir_op *inner = rec_passes_on(l, k, &j);
  return inner && ir_match_loop(inner, &m) && rec_is_last_value(&m, j);
}

ir_val *
rec_build_is_last(ir_builder *b, const ir_loop *l, ir_val *outer) {
  ir_val *next = ir_build2(b, IR_OP_ADD, l->i, ir_build_int(b, IR_I64, 1));
  ir_val *c = ir_build2(b, IR_OP_EQ, next, l->extent);
  return outer ? ir_build2(b, IR_OP_AND, outer, c) : c;
}

// "cell" with "v" in it if "c".
static ir_val *
build_store(ir_builder *b, ir_val *c, ir_val *cell, ir_val *v) {
  ir_builder yes, no;
  ir_build_if(b, c, &yes, &no);
  ir_val *zero = ir_build_int(&yes, IR_I64, 0);
  ir_val *w = ir_build_update(&yes, cell, zero, v);
  return ir_end_if(&yes, w, &no, cell, cell->name);
}

// Turns carried "k" of "l" into an array; "outer": whether the loops around
// are in their last iterations (NULL: none).
static void
carry_cell(const ir_loop *l, int k, ir_val *outer) {
  int j;
  ir_loop m;
  bool direct = l->carried[k]->n_uses == 0;
  ir_op *inner = direct ? NULL : rec_passes_on(l, k, &j);
  l->carried[k]->type.array = true;
  l->outs[k]->type.array = true;
  if (inner) {
    ir_match_loop(inner, &m);
    ir_builder b = ir_before(inner);
    carry_cell(&m, j, rec_build_is_last(&b, l, outer));
    return;
  }
  ir_op *yield = l->body->last;
  ir_builder b = ir_before(yield);
  ir_val *c = rec_build_is_last(&b, l, outer);
  yield->ins.at[k] = build_store(&b, c, l->carried[k], l->yields[k]);
}

void
rec_keep_last_value(ir_func *f, ir_op *op, int k) {
  ir_loop l;
  ir_match_loop(op, &l);
  ir_builder b = ir_before(op), after = ir_before(op->next);
  ir_val *one = ir_build_int(&b, IR_I64, 1),
         *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *cell = ir_build_alloc(&b, l.inits[k]->type.elem, one, IR_SPACE_GLOBAL,
                                l.inits[k]->name);
  cell = ir_build_update(&b, cell, zero, l.inits[k]);
  carry_cell(&l, k, NULL);
  op->ins.at[op->n_dims + k] = cell;
  after.loc = op->loc;
  ir_val *v =
      ir_build_index(&after, l.outs[k], ir_build_int(&after, IR_I64, 0));
  ir_replace_uses(f, l.outs[k], v);
  v->def->ins.at[0] = l.outs[k];
}
