// kernel/lower_scan.c: scan, and reduce by an operator region -> kernels of the
// fixed scan (ir.h, IR_SCAN_*; docs/numerics.md): on a GPU level by level
// (lower_scan_levels.c), on CPU threads by groups (lower_scan_cpu.c), there
// in two passes where values may be folded in any order (lower_scan_free.c).
#include "kernel/lower_scan_private.h"

// How a scan is lowered.
typedef struct way {
  kn_reg *(*room)(kn_scan *scan); // divides the values; folds to have room for
  void (*put)(kn_scan *scan);     // its kernels and launches
} way;

// The way of "scan".
static way
way_of(const kn_scan *scan) {
  if (scan->host->low->target == KN_GPU)
    return (way){kn_put_level_room, kn_put_levels};
  return kn_scan_is_free(scan) ? (way){kn_put_free_room, kn_put_free_scan}
                               : (way){kn_put_group_room, kn_put_groups};
}

// Sizes and arrays.
static void
init_scan(kn_scan *scan) {
  kn_fn *h = scan->host;
  arena *a = h->low->arena;
  const ir_soac *s = &scan->s;
  scan->extents = NEW_ARRAY(a, kn_reg *, s->n_dims);
  scan->folds = NEW_ARRAY(a, kn_buf *, s->n_red);
  scan->results = NEW_ARRAY(a, kn_buf *, s->n_red);
  kn_extents(h, s, scan->extents);
  scan->n = kn_product(h, scan->extents, s->n_dims);
  scan->choice = kn_choice_of(s);
  kn_reg *room = way_of(scan).room(scan);
  kn_reg *one = kn_put_i64(h, 1);
  for (int k = 0; k < s->n_red; k++) {
    const char *name = s->results[k]->name;
    ir_scalar type = kn_red_type(s, k);
    scan->folds[k] =
        kn_put_alloc(h, type, room, arena_printf(a, "%s_folds", name));
    scan->results[k] =
        kn_put_alloc(h, type, one, arena_printf(a, "%s_result", name));
    vec_push(a, &h->owner->owned, scan->results[k]);
  }
}

void
kn_lower_scan(kn_fn *h, ir_op *op) {
  kn_scan scan = {.host = h};
  ir_match_fold(op, &scan.s);
  const ir_soac *s = &scan.s;
  scan.text = kn_reduction_text(h->low, s);
  init_scan(&scan);
  way_of(&scan).put(&scan);
  for (int k = 0; k < s->n_red; k++) {
    kn_put_free(h, scan.folds[k]);
    kn_deferred *d = NEW(h->low->arena, kn_deferred);
    d->buf = scan.results[k];
    map_put(h->deferred, s->results[k], d);
  }
  for (int k = 0; k < s->n_dests; k++)
    kn_bind_buf(h, s->dest_outs[k], kn_array(h, s->dests[k]));
}
