// kernel/lower_map_shared.c: maps that combine into few elements, on a GPU: the
// work-items of a group combine into copies of their own (lower_copies.c).
//
//   copies empty; barrier
//   for (j < 64) {
//     i = group * 64 * 256 + j * 256 + local
//     if (i < n) body(i)
//   }
//   barrier; copies into the arrays
//
// The host chooses this kernel where the copies fit into shared memory and
// there are iterations enough to fill them.
#include "kernel/kernel_private.h"

enum {
  ITEMS = 256,                 // of a work-group
  TIMES = 64,                  // iterations of a work-item
  WORDS = KN_LEAST_SHARED / 4, // of all copies
  LEAST = 4 * ITEMS * TIMES    // iterations
};

// The body for the iterations of the work-item.
static void
put_iterations(kn_copies *c, kn_reg *local, kn_reg *n) {
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

// Builds and launches the kernel for "n" iterations.
static void
put_kernel(kn_copies *c, kn_reg *n) {
  kn_fn *h = c->h;
  const ir_soac *s = c->s;
  kn_fn *k = kn_kernel_new(
      h, s->op, arena_printf(h->low->arena, "map %dd by groups", s->n_dims));
  k->fn->local[0] = ITEMS;
  k->fn->local[1] = k->fn->local[2] = 1;
  kn_reg *local = kn_put_builtin(k, KN_LOCAL_X, "local");
  kn_put_copies(c, k, local);
  kn_put(k, KN_BARRIER);
  put_iterations(c, local, kn_capture_reg(k, n));
  kn_put(k, KN_BARRIER);
  kn_put_copies_back(c, local);
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
  kn_copies c;
  if (!kn_find_copies(&c, h, s, WORDS))
    return NULL;
  kn_reg *n = kn_product(h, extents, s->n_dims);
  kn_reg *enough = kn_put2i(h, IR_OP_GE, n, LEAST, NULL);
  enough = kn_put2(h, IR_OP_AND, enough, kn_put_copies_fit(&c), NULL);
  kn_stmt *fits = kn_put_if(h, enough);
  kn_block *back = kn_enter(h, &fits->body[0]);
  put_kernel(&c, n);
  kn_enter(h, &fits->body[1]);
  return back;
}
