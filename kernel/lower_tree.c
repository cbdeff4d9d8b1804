// kernel/lower_tree.c: the reduction tree, piece by piece and inside one item.
//
// A reduction by the tree (docs/numerics.md) that ended up inside a kernel is
// folded there by one work-item in constant space. Values go to the lanes of
// the block at hand; a full block is a leaf of the pairwise tree over blocks,
// which is a binary counter: bit l of the number of blocks so far is set when
// stack[l] holds the fold of 2^l of them.
//
//   value:  lanes[t % 32] = op(lanes[t % 32], v); t++
//           if (t % 4096 == 0) close
//   close:  v = lanes folded; lanes = identity
//           for (l = 0, b = blocks; b & 1; l++, b /= 2) v = op(stack[l], v)
//           stack[l] = v; blocks++
//   end:    if (t % 4096 != 0) close; fold the set bits from the lowest up
#include "kernel/kernel_private.h"

ir_scalar
kn_red_type(const ir_soac *s, int k) {
  return s->results[k]->type.elem;
}

kn_reg *
kn_put_combine(kn_fn *f, const ir_soac *s, int k, kn_reg *x, kn_reg *y) {
  return kn_put2(f, s->red_ops[k], x, y, s->results[k]->name);
}

kn_reg *
kn_put_identity(kn_fn *f, const ir_soac *s, int k) {
  ir_scalar type = kn_red_type(s, k);
  uint64_t bits = ir_red_identity(s->red_ops[k], type);
  return kn_put_const(f, type, bits, NULL);
}

// -- Lanes ----------------------------------------------------------------
// A private array of "count" for each reduction.
static kn_buf **
new_arrays(kn_fn *f, const ir_soac *s, int64_t count) {
  kn_buf **out = NEW_ARRAY(f->low->arena, kn_buf *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    out[k] = kn_buf_new(f->low->arena, f->fn, kn_red_type(s, k), KN_PRIVATE,
                        count, s->results[k]->name);
  return out;
}

kn_buf **
kn_lanes_new(kn_fn *f, const ir_soac *s) {
  return new_arrays(f, s, IR_TREE_LANES);
}

void
kn_put_clear(kn_fn *f, const ir_soac *s, kn_buf **lanes) {
  kn_stmt *loop = kn_put_loop(f, kn_put_i64(f, IR_TREE_LANES), true, "lane");
  kn_block *back = kn_enter(f, &loop->body[0]);
  for (int k = 0; k < s->n_red; k++)
    kn_put_store(f, lanes[k], loop->dst, kn_put_identity(f, s, k));
  kn_enter(f, back);
}

void
kn_put_lane(kn_fn *f, const ir_soac *s, kn_buf **lanes, kn_reg *lane) {
  for (int k = 0; k < s->n_red; k++) {
    kn_reg *v = kn_scalar(f, s->values[k]);
    kn_reg *old = kn_put_load(f, lanes[k], lane, NULL);
    kn_put_store(f, lanes[k], lane, kn_put_combine(f, s, k, old, v));
  }
}

void
kn_put_fold_lanes(kn_fn *f, const ir_soac *s, kn_buf **lanes) {
  for (int half = IR_TREE_LANES / 2; half > 0; half /= 2) {
    kn_reg *h = kn_put_i64(f, half);
    kn_stmt *loop = kn_put_loop(f, h, true, "lane");
    kn_block *back = kn_enter(f, &loop->body[0]);
    kn_reg *other = kn_put2(f, IR_OP_ADD, loop->dst, h, NULL);
    for (int k = 0; k < s->n_red; k++) {
      kn_reg *x = kn_put_load(f, lanes[k], loop->dst, NULL);
      kn_reg *y = kn_put_load(f, lanes[k], other, NULL);
      kn_put_store(f, lanes[k], loop->dst, kn_put_combine(f, s, k, x, y));
    }
    kn_enter(f, back);
  }
}

// -- The tree over blocks -----------------------------------------------------
// An i64 variable set to "value".
static kn_reg *
new_counter(kn_fn *f, kn_reg *value, const char *name) {
  kn_reg *r = kn_reg_new(f->low->arena, f->fn, IR_I64, name);
  kn_put_copy(f, r, value);
  return r;
}

void
kn_put_tree_begin(kn_tree *t, kn_fn *f, const ir_soac *s) {
  kn_reg *zero = kn_put_i64(f, 0);
  *t = (kn_tree){.f = f, .s = s};
  t->lanes = kn_lanes_new(f, s);
  t->stack = new_arrays(f, s, KN_TREE_LEVELS);
  t->count = new_counter(f, zero, "count");
  t->blocks = new_counter(f, zero, "blocks");
  kn_put_clear(f, s, t->lanes);
}

// level++, bits /= 2
static void
put_next_level(kn_fn *f, kn_reg *level, kn_reg *bits) {
  kn_put_increase(f, level, kn_put_i64(f, 1));
  kn_put_copy(f, bits, kn_put2i(f, IR_OP_SHR, bits, 1, NULL));
}

// "bits" is odd
static kn_reg *
put_is_odd(kn_fn *f, kn_reg *bits) {
  return kn_put2i(f, IR_OP_EQ, kn_put2i(f, IR_OP_AND, bits, 1, NULL), 1, NULL);
}

// lanes[0] = op(stack[level], lanes[0])
static void
put_pop(kn_tree *t, kn_reg *level) {
  kn_fn *f = t->f;
  kn_reg *zero = kn_put_i64(f, 0);
  for (int k = 0; k < t->s->n_red; k++) {
    kn_reg *x = kn_put_load(f, t->stack[k], level, NULL);
    kn_reg *y = kn_put_load(f, t->lanes[k], zero, NULL);
    kn_put_store(f, t->lanes[k], zero, kn_put_combine(f, t->s, k, x, y));
  }
}

// to[i] = from[j]
static void
put_move(kn_tree *t, kn_buf **to, kn_reg *i, kn_buf **from, kn_reg *j) {
  for (int k = 0; k < t->s->n_red; k++)
    kn_put_store(t->f, to[k], i, kn_put_load(t->f, from[k], j, NULL));
}

// Ends the block at hand.
static void
put_close(kn_tree *t) {
  kn_fn *f = t->f;
  kn_reg *zero = kn_put_i64(f, 0);
  kn_put_fold_lanes(f, t->s, t->lanes);
  kn_reg *level = new_counter(f, zero, "level");
  kn_reg *bits = new_counter(f, t->blocks, "bits");
  kn_reg *more = put_is_odd(f, bits);
  kn_stmt *loop = kn_put_while(f, more);
  kn_block *back = kn_enter(f, &loop->body[0]);
  put_pop(t, level);
  put_next_level(f, level, bits);
  kn_put_copy(f, more, put_is_odd(f, bits));
  kn_enter(f, back);
  put_move(t, t->stack, level, t->lanes, zero);
  kn_put_increase(f, t->blocks, kn_put_i64(f, 1));
  kn_put_clear(f, t->s, t->lanes);
}

// if ((count % 4096 == 0) == full) close
static void
put_close_if(kn_tree *t, bool full) {
  kn_fn *f = t->f;
  kn_reg *rest = kn_put2i(f, IR_OP_AND, t->count, IR_TREE_BLOCK - 1, NULL);
  ir_opcode op = full ? IR_OP_EQ : IR_OP_NE;
  kn_stmt *s = kn_put_if(f, kn_put2i(f, op, rest, 0, NULL));
  kn_block *back = kn_enter(f, &s->body[0]);
  put_close(t);
  kn_enter(f, back);
}

void
kn_put_tree_value(kn_tree *t) {
  kn_fn *f = t->f;
  kn_reg *lane = kn_put2i(f, IR_OP_AND, t->count, IR_TREE_LANES - 1, "lane");
  kn_put_lane(f, t->s, t->lanes, lane);
  kn_put_increase(f, t->count, kn_put_i64(f, 1));
  put_close_if(t, true);
}

// lanes[0] = the fold of all blocks, of which there are some.
static void
put_fold_stack(kn_tree *t) {
  kn_fn *f = t->f;
  kn_reg *zero = kn_put_i64(f, 0);
  kn_reg *level = new_counter(f, zero, "level");
  kn_reg *bits = new_counter(f, t->blocks, "bits");
  kn_reg *is_first = kn_put_const(f, IR_BOOL, 1, NULL);
  kn_reg *first = kn_reg_new(f->low->arena, f->fn, IR_BOOL, "first");
  kn_put_copy(f, first, is_first);
  kn_reg *more = kn_put2(f, IR_OP_GT, bits, zero, "more");
  kn_stmt *loop = kn_put_while(f, more);
  kn_block *back = kn_enter(f, &loop->body[0]);
  kn_stmt *set = kn_put_if(f, put_is_odd(f, bits));
  kn_enter(f, &set->body[0]);
  kn_stmt *s = kn_put_if(f, first);
  kn_enter(f, &s->body[0]);
  put_move(t, t->lanes, zero, t->stack, level);
  kn_put_copy(f, first, kn_put_const(f, IR_BOOL, 0, NULL));
  kn_enter(f, &s->body[1]);
  put_pop(t, level);
  kn_enter(f, &loop->body[0]);
  put_next_level(f, level, bits);
  kn_put_copy(f, more, kn_put2(f, IR_OP_GT, bits, zero, NULL));
  kn_enter(f, back);
}

void
kn_put_tree_end(kn_tree *t, kn_reg **results) {
  kn_fn *f = t->f;
  kn_reg *zero = kn_put_i64(f, 0);
  put_close_if(t, false);
  kn_stmt *s = kn_put_if(f, kn_put2(f, IR_OP_GT, t->blocks, zero, NULL));
  kn_block *back = kn_enter(f, &s->body[0]);
  put_fold_stack(t);
  for (int k = 0; k < t->s->n_red; k++) {
    kn_reg *v = kn_put_load(f, t->lanes[k], zero, NULL);
    kn_put_copy(f, results[k], kn_put_combine(f, t->s, k, results[k], v));
  }
  kn_enter(f, back);
}
