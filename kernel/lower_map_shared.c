// kernel/lower_map_shared.c: maps that combine into few elements, on a GPU.
//
// Atomic updates of one element of global memory follow each other; with 256
// bins, an H200 took 34 ms for what its bytes take 0.13 ms. So a work-group
// combines into a copy of its own first:
//
//   for (b = local; b < bins; b += 256) shared[b] = identity
//   barrier
//   for (j < 64) {
//     i = group * 64 * 256 + j * 256 + local
//     if (i < n) body(i), whose h[k] op= v becomes shared[k - begin] op= v
//   }
//   barrier
//   for (b = local; b < bins; b += 256) h[begin + b] op= shared[b]
//
// The run knows the footprint of h: the host chooses this kernel where the
// copies fit into shared memory and there are iterations enough to fill them.
#include "kernel/kernel_private.h"

enum {
  ITEMS = 256,                 // of a work-group
  TIMES = 64,                  // iterations of a work-item
  WORDS = KN_LEAST_SHARED / 4, // of all copies
  LEAST = 4 * ITEMS * TIMES,   // iterations
  MOST_COPIES = 4
};

// A dest with a copy.
typedef struct copy {
  int k; // which dest
  ir_opcode op;
  kn_reg *begin, *bins; // its footprint, on the host
  kn_reg *n_bins;       // in the kernel
  kn_group_copy to;
} copy;

typedef struct copier {
  kn_fn *h, *k;
  const ir_soac *s;
  copy copies[MOST_COPIES];
  int n;
  bool ok;
} copier;

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
note_combine(copier *c, int k, ir_opcode op) {
  for (int i = 0; i < c->n; i++)
    if (c->copies[i].k == k)
      return c->copies[i].op == op;
  if (c->n == MOST_COPIES || !may_copy(op, c->s->dests[k]->type.elem))
    return false;
  c->copies[c->n++] = (copy){.k = k, .op = op};
  return true;
}

// ir_walk_fn: notes the dests that are combined into; false when one cannot
// have a copy.
static bool
note_op(void *user, ir_op *op) {
  copier *c = user;
  if (op->code == IR_OP_COMBINE) {
    int k = ir_dest_of(c->s, op->ins.at[0]);
    c->ok &= k >= 0 && note_combine(c, k, op->combiner);
  }
  return c->ok;
}

// ir_walk_fn: false when a dest with a copy is read or stored to.
static bool
is_apart(void *user, ir_op *op) {
  copier *c = user;
  bool access = op->code == IR_OP_INDEX || op->code == IR_OP_UPDATE;
  int k = access ? ir_dest_of(c->s, op->ins.at[0]) : -1;
  for (int i = 0; i < c->n; i++)
    c->ok &= c->copies[i].k != k;
  return c->ok;
}

// True when all dests that "c"'s map combines into can have copies, and there
// is one; their footprints are then known on the host.
static bool
find_copies(copier *c) {
  c->ok = true;
  ir_walk(c->s->body, note_op, c);
  if (c->ok)
    ir_walk(c->s->body, is_apart, c);
  for (int i = 0; i < c->n && c->ok; i++)
    c->ok = kn_has_footprint(c->h, c->s->dests[c->copies[i].k]);
  return c->ok && c->n > 0;
}

// Host: whether the copies fit and "n" iterations are enough for them.
static kn_reg *
put_choice(copier *c, kn_reg *n) {
  kn_reg *yes = kn_put2i(c->h, IR_OP_GE, n, LEAST, NULL);
  for (int i = 0; i < c->n; i++) {
    copy *x = &c->copies[i];
    ir_val *array = c->s->dests[x->k];
    kn_reg *end = kn_put_footprint(c->h, array, IR_OP_END, NULL);
    x->begin = kn_put_footprint(c->h, array, IR_OP_BEGIN, "begin");
    x->bins = kn_put2(c->h, IR_OP_SUB, end, x->begin, "bins");
    kn_reg *fits = kn_put2i(c->h, IR_OP_LE, x->bins, WORDS / c->n, NULL);
    yes = kn_put2(c->h, IR_OP_AND, yes, fits, NULL);
  }
  return yes;
}

// Enters "for (b = local; b < bins; b += 256)"; *bin is b.
static kn_block *
enter_bins(copier *c, const copy *x, kn_reg *local, kn_reg **bin) {
  kn_fn *k = c->k;
  kn_reg *rest = kn_put2(k, IR_OP_SUB, x->n_bins, local, NULL);
  rest = kn_put2i(k, IR_OP_MAX, rest, 0, NULL);
  kn_reg *times = kn_put_ceil_div(k, rest, ITEMS, NULL);
  kn_stmt *loop = kn_put_loop(k, times, false, "r");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, ITEMS, NULL);
  *bin = kn_put2(k, IR_OP_ADD, skip, local, "b");
  return back;
}

// The copies, filled with what changes nothing.
static void
put_empty(copier *c, kn_reg *local) {
  kn_fn *k = c->k;
  arena *a = k->low->arena;
  k->copies = map_new(a);
  for (int i = 0; i < c->n; i++) {
    copy *x = &c->copies[i];
    ir_val *array = c->s->dests[x->k];
    ir_scalar type = copy_type(array->type.elem);
    x->n_bins = kn_capture_reg(k, x->bins);
    x->to.begin = kn_capture_reg(k, x->begin);
    x->to.buf =
        kn_buf_new(a, k->fn, type, KN_SHARED, WORDS / c->n, array->name);
    kn_reg *bin;
    kn_block *back = enter_bins(c, x, local, &bin);
    uint64_t nothing = ir_red_identity(x->op, array->type.elem);
    kn_reg *empty = kn_put_const(k, array->type.elem, nothing, NULL);
    kn_put_store(k, x->to.buf, bin, kn_put_convert(k, empty, type));
    kn_enter(k, back);
    map_put(k->copies, kn_array(k, array), &x->to);
  }
}

// The body for the iterations of the work-item.
static void
put_iterations(copier *c, kn_reg *local, kn_reg *n) {
  kn_fn *k = c->k;
  int dims = c->s->n_dims;
  kn_reg **extents = kn_capture_extents(k, c->s, dims > 1 ? 1 : dims, dims);
  kn_reg **idx = NEW_ARRAY(k->low->arena, kn_reg *, dims);
  kn_reg *base = kn_put_builtin(k, KN_GROUP_X, "group");
  base = kn_put2i(k, IR_OP_MUL, base, (int64_t)ITEMS * TIMES, NULL);
  base = kn_put2(k, IR_OP_ADD, base, local, "base");
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, TIMES), false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, ITEMS, NULL);
  kn_reg *i = kn_put2(k, IR_OP_ADD, base, skip, "i");
  kn_stmt *some = kn_put_if(k, kn_put2(k, IR_OP_LT, i, n, NULL));
  kn_enter(k, &some->body[0]);
  kn_decode(k, i, extents, dims, idx);
  kn_lower_soac_body(k, c->s, idx);
  kn_enter(k, back);
}

// The copies into the arrays.
static void
put_flush(copier *c, kn_reg *local) {
  kn_fn *k = c->k;
  for (int i = 0; i < c->n; i++) {
    copy *x = &c->copies[i];
    kn_buf *array = kn_array(k, c->s->dests[x->k]);
    kn_reg *bin;
    kn_block *back = enter_bins(c, x, local, &bin);
    kn_reg *sum = kn_put_load(k, x->to.buf, bin, NULL);
    kn_reg *at = kn_put2(k, IR_OP_ADD, x->to.begin, bin, NULL);
    kn_put_atomic(k, x->op, array, at, kn_put_convert(k, sum, array->elem));
    kn_enter(k, back);
  }
}

// Builds and launches the kernel for "n" iterations.
static void
put_kernel(copier *c, kn_reg *n) {
  kn_fn *h = c->h;
  const ir_soac *s = c->s;
  kn_fn *k = c->k = kn_kernel_new(
      h, s->op, arena_printf(h->low->arena, "map %dd by groups", s->n_dims));
  k->fn->local[0] = ITEMS;
  k->fn->local[1] = k->fn->local[2] = 1;
  kn_reg *local = kn_put_builtin(k, KN_LOCAL_X, "local");
  put_empty(c, local);
  kn_put(k, KN_BARRIER);
  put_iterations(c, local, kn_capture_reg(k, n));
  kn_put(k, KN_BARRIER);
  put_flush(c, local);
  kn_finish(k);
  kn_reg *groups = kn_put_ceil_div(h, n, ITEMS * TIMES, "groups");
  kn_reg *items = kn_put2i(h, IR_OP_MUL, groups, ITEMS, "items");
  // twice: the loops over bins run fewer times than that over iterations
  kn_put_launch(k, (kn_reg *[3]){items}, kn_put_bound(h, s->body, TIMES, 2),
                kn_put_work(h, s->body, TIMES));
}
_Static_assert(2 * WORDS / ITEMS <= TIMES, "loops over bins");

kn_block *
kn_put_map_shared(kn_fn *h, const ir_soac *s, kn_reg **extents) {
  copier c = {.h = h, .s = s};
  if (!find_copies(&c))
    return NULL;
  kn_reg *n = kn_product(h, extents, s->n_dims);
  kn_stmt *fits = kn_put_if(h, put_choice(&c, n));
  kn_block *back = kn_enter(h, &fits->body[0]);
  put_kernel(&c, n);
  kn_enter(h, &fits->body[1]);
  return back;
}
