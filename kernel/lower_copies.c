// kernel/lower_copies.c: copies, of a work-group, of arrays that iterations
// combine into.
//
// Atomic updates of one element of global memory follow each other; with 256
// bins, an H200 took 34 ms for what its bytes take 0.13 ms. So a work-group
// combines into copies of its own:
//
//   for (b = local; b < bins; b += items) shared[b] = identity
//   barrier
//   .. h[k] op= v becomes shared[k - begin] op= v ..
//   barrier
//   for (b = local; b < bins; b += items) h[begin + b] op= shared[b]
//
// The run knows the footprint of h: the host asks whether the copies fit.
#include "kernel/kernel_private.h"

// -- Which arrays -------------------------------------------------------------
// The type of the elements of a copy of integers of type "elem": 32 bits.
static ir_scalar
copy_type(ir_scalar elem) {
  return ir_is_signed(elem) ? IR_I32 : IR_U32;
}

// True when combines by "op" of elements of type "elem" may be made in a copy.
static bool
may_copy(ir_opcode op, ir_scalar elem) {
  return ir_is_int(elem) && ir_size(elem) <= 4 &&
         kn_combines_in_group(op, copy_type(elem));
}

// Notes that dest "k" is combined into by "op".
static bool
note_combine(kn_copies *c, int k, ir_opcode op) {
  for (int i = 0; i < c->n; i++)
    if (c->at[i].k == k)
      return c->at[i].op == op;
  if (c->n == KN_MOST_COPIES || !may_copy(op, c->s->dests[k]->type.elem))
    return false;
  c->at[c->n++] = (kn_copy){.k = k, .op = op};
  return true;
}

// ir_walk_fn: notes the dests that are combined into; false when one cannot
// have a copy.
static bool
note_op(void *user, ir_op *op) {
  kn_copies *c = user;
  if (op->code == IR_OP_COMBINE) {
    int k = ir_dest_of(c->s, op->ins.at[0]);
    c->ok &= k >= 0 && note_combine(c, k, op->combiner);
  }
  return c->ok;
}

// ir_walk_fn: false when a dest with a copy is read or stored to.
static bool
is_apart(void *user, ir_op *op) {
  kn_copies *c = user;
  bool access = op->code == IR_OP_INDEX || op->code == IR_OP_UPDATE;
  int k = access ? ir_dest_of(c->s, op->ins.at[0]) : -1;
  for (int i = 0; i < c->n; i++)
    c->ok &= c->at[i].k != k;
  return c->ok;
}

bool
kn_find_copies(kn_copies *c, kn_fn *h, const ir_soac *s, int words) {
  *c = (kn_copies){.h = h, .s = s, .words = words, .ok = true};
  ir_walk(c->s->body, note_op, c);
  if (c->ok)
    ir_walk(c->s->body, is_apart, c);
  for (int i = 0; i < c->n && c->ok; i++)
    c->ok = kn_has_footprint(c->h, c->s->dests[c->at[i].k]);
  return c->ok && c->n > 0;
}

kn_reg *
kn_put_copies_fit(kn_copies *c) {
  kn_reg *yes = NULL;
  for (int i = 0; i < c->n; i++) {
    kn_copy *x = &c->at[i];
    ir_val *array = c->s->dests[x->k];
    kn_reg *end = kn_put_footprint(c->h, array, IR_OP_END, NULL);
    x->begin = kn_put_footprint(c->h, array, IR_OP_BEGIN, "begin");
    x->bins = kn_put2(c->h, IR_OP_SUB, end, x->begin, "bins");
    kn_reg *fits = kn_put2i(c->h, IR_OP_LE, x->bins, c->words / c->n, NULL);
    yes = yes ? kn_put2(c->h, IR_OP_AND, yes, fits, NULL) : fits;
  }
  return yes;
}

// -- In the kernel ------------------------------------------------------------
// Enters "for (b = local; b < bins; b += items)"; *bin is b.
static kn_block *
enter_bins(kn_copies *c, const kn_copy *x, kn_reg *local, kn_reg **bin) {
  kn_fn *k = c->k;
  kn_reg *rest = kn_put2(k, IR_OP_SUB, x->n_bins, local, NULL);
  rest = kn_put2i(k, IR_OP_MAX, rest, 0, NULL);
  kn_reg *times = kn_put_ceil_div(k, rest, c->items, NULL);
  kn_stmt *loop = kn_put_loop(k, times, false, "r");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, c->items, NULL);
  *bin = kn_put2(k, IR_OP_ADD, skip, local, "b");
  return back;
}

void
kn_put_copies(kn_copies *c, kn_fn *k, kn_reg *local) {
  c->k = k;
  c->items = k->fn->local[0];
  arena *a = k->low->arena;
  k->copies = map_new(a);
  for (int i = 0; i < c->n; i++) {
    kn_copy *x = &c->at[i];
    ir_val *array = c->s->dests[x->k];
    ir_scalar type = copy_type(array->type.elem);
    x->n_bins = kn_capture_reg(k, x->bins);
    x->to.begin = kn_capture_reg(k, x->begin);
    x->to.buf =
        kn_buf_new(a, k->fn, type, KN_SHARED, c->words / c->n, array->name);
    kn_reg *bin;
    kn_block *back = enter_bins(c, x, local, &bin);
    ir_bits nothing = ir_red_identity(x->op, array->type.elem);
    kn_reg *empty = kn_put_const(k, array->type.elem, nothing, NULL);
    kn_put_store(k, x->to.buf, bin, kn_put_convert(k, empty, type));
    kn_enter(k, back);
    map_put(k->copies, kn_array(k, array), &x->to);
  }
}

void
kn_put_copies_back(kn_copies *c, kn_reg *local) {
  kn_fn *k = c->k;
  k->copies = NULL;
  for (int i = 0; i < c->n; i++) {
    kn_copy *x = &c->at[i];
    kn_buf *array = kn_array(k, c->s->dests[x->k]);
    kn_reg *bin;
    kn_block *back = enter_bins(c, x, local, &bin);
    kn_reg *sum = kn_put_load(k, x->to.buf, bin, NULL);
    kn_reg *at = kn_put2(k, IR_OP_ADD, x->to.begin, bin, NULL);
    kn_put_atomic(k, x->op, array, at, kn_put_convert(k, sum, array->elem));
    kn_enter(k, back);
  }
}
