// kernel/lower_reduce.c: reduce {grid|thread} -> kernels of the fixed tree.
//
// The tree is that of ir.h (IR_TREE_*) and docs/numerics.md: blocks of values
// over the row-major linear index, each as strided lanes folded in order, then
// pairwise; blocks folded pairwise; the initial value last. First kernel:
// values (and writes of the fused map) -> one partial per block, on a GPU per
// KN_GROUP_BLOCKS of them unless groups have one each. Second: the partials ->
// the result, a one-element array that kernels read where it is. All reductions
// of one op share their kernels.
#include "kernel/kernel_private.h"

// Host: sizes, and the arrays for partials and results.
static void
init_reduction(kn_reduction *r) {
  kn_fn *h = r->host;
  arena *a = h->low->arena;
  const ir_soac *s = &r->s;
  r->extents = NEW_ARRAY(a, kn_reg *, s->n_dims);
  r->partials = NEW_ARRAY(a, kn_buf *, s->n_red);
  r->results = NEW_ARRAY(a, kn_buf *, s->n_red);
  kn_extents(h, s, r->extents);
  r->n = kn_product(h, r->extents, s->n_dims);
  r->n_blocks = kn_put_ceil_div(h, r->n, IR_TREE_BLOCK, "n_blocks");
  r->n_partials = r->n_blocks;
  if (h->low->target == KN_GPU && !kn_reduce_gpu_tiles(s))
    r->n_partials =
        kn_put_ceil_div(h, r->n_blocks, KN_GROUP_BLOCKS, "n_partials");
  kn_reg *one = kn_put_i64(h, 1);
  kn_reg *room = kn_put2(h, IR_OP_MAX, r->n_partials, one, NULL);
  for (int k = 0; k < s->n_red; k++) {
    const char *name = s->results[k]->name;
    ir_scalar type = kn_red_type(s, k);
    r->partials[k] =
        kn_put_alloc(h, type, room, arena_printf(a, "%s_partials", name));
    r->results[k] =
        kn_put_alloc(h, type, one, arena_printf(a, "%s_result", name));
    vec_push(a, &h->owner->owned, r->results[k]);
  }
}

void
kn_lower_reduce(kn_fn *h, ir_op *op) {
  kn_reduction r = {.host = h};
  ir_match_soac(op, &r.s);
  r.text = kn_reduction_text(h->low, &r.s);
  init_reduction(&r);
  if (h->low->target == KN_GPU)
    kn_reduce_gpu(&r);
  else
    kn_reduce_cpu(&r);
  for (int k = 0; k < r.s.n_red; k++) {
    kn_put_free(h, r.partials[k]);
    kn_deferred *d = NEW(h->low->arena, kn_deferred);
    d->buf = r.results[k];
    map_put(h->deferred, r.s.results[k], d);
  }
  for (int k = 0; k < r.s.n_dests; k++)
    kn_bind_buf(h, r.s.dest_outs[k], kn_array(h, r.s.dests[k]));
}
