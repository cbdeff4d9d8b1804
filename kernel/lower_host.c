// kernel/lower_host.c: the host level: scalars, control, arrays, launches.
//
// An array is a handle variable. Maps and reductions work in place, so their
// results keep the handle of their destination; loops that exchange carried
// arrays and ifs that choose between arrays move handles (KN_REBIND). Whoever
// owns a handle at the end of a block frees its array there: a loop body per
// iteration, so that a time step leaves nothing behind. KN_FREE of a function
// parameter's array does nothing, so parameters may change places with others.
#include "kernel/kernel_private.h"

// -- Ownership ------------------------------------------------------------
// The array behind "b" passes to another handle.
static void
take(kn_fn *h, kn_buf *b) {
  kn_bufs *owned = &h->owner->owned;
  for (int i = 0; i < owned->n; i++)
    if (owned->at[i] == b) {
      for (owned->n--; i < owned->n; i++)
        owned->at[i] = owned->at[i + 1];
      return;
    }
  if (!kn_has_buf(&h->owner->moved, b))
    vec_push(h->low->arena, &h->owner->moved, b);
}

// The block at hand owns "b" from now on.
static void
give(kn_fn *h, kn_buf *b) {
  vec_push(h->low->arena, &h->owner->owned, b);
}

// Frees those of "bufs" that are not among the "n" of "kept".
static void
put_frees(kn_fn *h, const kn_bufs *bufs, kn_buf **kept, int n) {
  kn_bufs keep = {.at = kept, .n = n};
  for (int i = 0; i < bufs->n; i++)
    if (!kn_has_buf(&keep, bufs->at[i]))
      kn_put_free(h, bufs->at[i]);
}

// -- If -------------------------------------------------------------------
// One branch while it is lowered.
typedef struct branch {
  kn_block *block;
  kn_owner owner;
  kn_bufs bufs; // yielded arrays, in order
} branch;

// Lowers region "r" into "b"; scalar results go to "outs".
static void
low_branch(kn_fn *h, ir_region *r, branch *b, kn_reg **outs) {
  kn_block *back = kn_enter(h, b->block);
  kn_lower_host_region(h, r, &b->owner);
  kn_put_results(h, r, outs, &b->bufs);
  kn_enter(h, back);
}

// The handle of array result "k" (among arrays): the common one of both
// branches, or a new one that each branch sets.
static kn_buf *
join_array(kn_fn *h, branch *b, int k, const char *name) {
  kn_buf *x = b[0].bufs.at[k], *y = b[1].bufs.at[k];
  if (x == y)
    return x;
  kn_buf *out = kn_buf_new(h->low->arena, h->fn, x->elem, KN_GLOBAL, 0, name);
  for (int i = 0; i < 2; i++) {
    kn_block *back = kn_enter(h, b[i].block);
    kn_put_parallel_rebind(h, &out, &b[i].bufs.at[k], 1);
    kn_enter(h, back);
    kn_buf *from = b[i].bufs.at[k];
    if (!kn_has_buf(&b[i].owner.owned, from) &&
        !kn_has_buf(&b[i].owner.moved, from))
      vec_push(h->low->arena, &b[i].owner.moved, from);
  }
  give(h, out);
  return out;
}

// Frees at the end of each branch what dies in it: its own arrays that it does
// not yield, and arrays from outside that only the other branch passed on.
static void
end_branches(kn_fn *h, branch *b) {
  for (int i = 0; i < 2; i++) {
    branch *mine = &b[i], *other = &b[1 - i];
    kn_block *back = kn_enter(h, mine->block);
    put_frees(h, &mine->owner.owned, mine->bufs.at, mine->bufs.n);
    for (int k = 0; k < other->owner.moved.n; k++)
      if (!kn_has_buf(&mine->owner.moved, other->owner.moved.at[k]))
        kn_put_free(h, other->owner.moved.at[k]);
    kn_enter(h, back);
  }
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < b[i].owner.moved.n; k++)
      if (i == 0 || !kn_has_buf(&b[0].owner.moved, b[i].owner.moved.at[k]))
        take(h, b[i].owner.moved.at[k]);
}

// An IF of the host; arrays of the branches become one handle each.
static void
low_if(kn_fn *h, ir_op *op) {
  kn_reg **outs = kn_new_results(h, op);
  kn_stmt *s = kn_put_if(h, kn_scalar(h, op->ins.at[0]));
  branch b[2] = {{.block = &s->body[0]}, {.block = &s->body[1]}};
  for (int i = 0; i < 2; i++)
    low_branch(h, op->regions[i], &b[i], outs);
  for (int k = 0, array = 0; k < op->outs.n; k++) {
    ir_val *out = op->outs.at[k];
    if (outs[k])
      kn_bind_reg(h, out, outs[k]);
    else
      kn_bind_buf(h, out, join_array(h, b, array++, out->name));
  }
  end_branches(h, b);
}

// -- Loop -----------------------------------------------------------------
// A host loop while it is lowered: its carried values, by kind.
typedef struct host_loop {
  ir_loop l;
  kn_owner owner;
  kn_reg **regs;
  kn_buf **bufs;
} host_loop;

// The handle of carried array "k": that of the initial value when the body
// works in place, else a new one.
static kn_buf *
init_array(kn_fn *h, host_loop *hl, int k) {
  const ir_loop *l = &hl->l;
  kn_buf *init = kn_array(h, l->inits[k]);
  if (ir_storage_root(l->yields[k], l->body) == l->carried[k])
    return init;
  kn_buf *b = kn_buf_new(h->low->arena, h->fn, init->elem, KN_GLOBAL, 0,
                         l->carried[k]->name);
  kn_put_parallel_rebind(h, &b, &init, 1);
  take(h, init);
  give(h, b);
  vec_push(h->low->arena, &hl->owner.owned, b);
  return b;
}

// A scalar that stays in device memory: a one-element array, set by a kernel.
static void
init_staying(kn_fn *h, host_loop *hl, int k) {
  const ir_loop *l = &hl->l;
  ir_val *v = l->carried[k];
  kn_reg *one = kn_put_i64(h, 1);
  kn_buf *b = kn_put_alloc(h, v->type.elem, one, v->name);
  kn_fn *set = kn_kernel_new(h, l->op, "sequential");
  kn_buf *to = kn_capture_buf(set, b);
  kn_put_store(set, to, kn_put_i64(set, 0), kn_scalar(set, l->inits[k]));
  kn_finish(set);
  kn_put_launch(set, (kn_reg *[3]){one}, kn_put_i64(h, 0), one);
  kn_deferred *d = NEW(h->low->arena, kn_deferred);
  d->buf = hl->bufs[k] = b;
  map_put(h->deferred, v, d);
  map_put(h->deferred, l->outs[k], d);
  map_put(h->stays, l->yields[k], v);
  give(h, b);
  vec_push(h->low->arena, &hl->owner.owned, b);
}

// Binds carried values and results to fresh variables with initial values.
static void
init_carried(kn_fn *h, host_loop *hl) {
  const ir_loop *l = &hl->l;
  arena *a = h->low->arena;
  hl->regs = NEW_ARRAY(a, kn_reg *, l->n_carried);
  hl->bufs = NEW_ARRAY(a, kn_buf *, l->n_carried);
  for (int k = 0; k < l->n_carried; k++) {
    ir_val *v = l->carried[k];
    if (v->type.array) {
      hl->bufs[k] = init_array(h, hl, k);
      kn_bind_buf(h, v, hl->bufs[k]);
      kn_bind_buf(h, l->outs[k], hl->bufs[k]);
    } else if (h->low->target == KN_GPU && kn_can_stay(l, k)) {
      init_staying(h, hl, k);
    } else {
      hl->regs[k] = kn_reg_new(a, h->fn, v->type.elem, v->name);
      kn_put_copy(h, hl->regs[k], kn_scalar(h, l->inits[k]));
      kn_bind_reg(h, v, hl->regs[k]);
      kn_bind_reg(h, l->outs[k], hl->regs[k]);
    }
  }
}

// The array that a yielded array, or scalar that stays, lives in.
static kn_buf *
yielded_buf(kn_fn *h, ir_val *v) {
  const kn_deferred *d = map_get(h->deferred, v);
  return v->type.array || !d ? kn_array(h, v) : d->buf;
}

// End of an iteration: dead arrays are freed, carried variables move on.
static void
end_iteration(kn_fn *h, host_loop *hl) {
  const ir_loop *l = &hl->l;
  arena *a = h->low->arena;
  kn_reg **dst = NEW_ARRAY(a, kn_reg *, l->n_carried);
  kn_reg **src = NEW_ARRAY(a, kn_reg *, l->n_carried);
  kn_buf **to = NEW_ARRAY(a, kn_buf *, l->n_carried);
  kn_buf **from = NEW_ARRAY(a, kn_buf *, l->n_carried);
  int n_regs = 0, n_bufs = 0;
  for (int k = 0; k < l->n_carried; k++) {
    if (hl->regs[k]) {
      dst[n_regs] = hl->regs[k];
      src[n_regs++] = kn_scalar(h, l->yields[k]);
    } else {
      to[n_bufs] = hl->bufs[k];
      from[n_bufs++] = yielded_buf(h, l->yields[k]);
    }
  }
  put_frees(h, &hl->owner.owned, from, n_bufs);
  kn_put_parallel_rebind(h, to, from, n_bufs);
  kn_put_parallel_copy(h, dst, src, n_regs);
}

// A LOOP of the host around launches.
static void
low_loop(kn_fn *h, ir_op *op) {
  host_loop hl = {0};
  ir_match_loop(op, &hl.l);
  if (op->level != IR_LEVEL_HOST)
    kn_fail(h->low, op, "not of level host, outside of kernels");
  kn_reg *count = hl.l.extent ? kn_scalar(h, hl.l.extent) : NULL;
  init_carried(h, &hl);
  kn_stmt *s = count ? kn_put_loop(h, count, false, hl.l.i->name)
                     : kn_put_while(h, NULL);
  if (op->has_while)
    s->cond = hl.regs[0];
  if (hl.l.i)
    kn_bind_reg(h, hl.l.i, s->dst);
  kn_block *back = kn_enter(h, &s->body[0]);
  kn_lower_host_region(h, hl.l.body, &hl.owner);
  end_iteration(h, &hl);
  kn_enter(h, back);
}

// -- Arrays ---------------------------------------------------------------
// An ALLOC of the host, which the block at hand owns.
static void
low_alloc(kn_fn *h, ir_op *op) {
  ir_val *out = op->outs.at[0];
  if (op->space != IR_SPACE_GLOBAL)
    kn_fail(h->low, op, "%%%s is private outside of kernels", out->name);
  kn_reg *count = kn_scalar(h, op->ins.at[0]);
  kn_buf *b = kn_put_alloc(h, out->type.elem, count, out->name);
  give(h, b);
  kn_bind_buf(h, out, b);
}

// index: a load now, or in the kernels that want the element.
static void
low_index(kn_fn *h, ir_op *op) {
  ir_val *out = op->outs.at[0];
  kn_buf *buf = kn_array(h, op->ins.at[0]);
  kn_reg *idx = kn_scalar(h, op->ins.at[1]);
  if (kn_can_defer(op)) {
    kn_deferred *d = NEW(h->low->arena, kn_deferred);
    *d = (kn_deferred){buf, op->ins.at[1]};
    map_put(h->deferred, out, d);
    return;
  }
  kn_bind_reg(h, out, kn_put_load(h, buf, idx, out->name));
}

// begin, end: known of an array made here, of the caller's by the runtime.
static void
low_bound(kn_fn *h, ir_op *op) {
  ir_val *out = op->outs.at[0], *array = op->ins.at[0];
  if (kn_has_footprint(h, array))
    kn_bind_reg(h, out, kn_put_footprint(h, array, op->code, out->name));
  else
    kn_fail(h->low, op, "%%%s may be one of several arrays", array->name);
}

// -- Maps and reductions ----------------------------------------------------
// A map, reduce or scan of the host: kernels and their launches.
static void
low_soac(kn_fn *h, ir_op *op) {
  ir_level want = h->low->target == KN_GPU ? IR_LEVEL_GRID : IR_LEVEL_THREAD;
  if (op->level != want)
    kn_fail(h->low, op, "not mapped to the %s, outside of kernels",
            want == IR_LEVEL_GRID ? "grid" : "threads");
  else if (op->seq)
    kn_fail(h->low, op, "in order, outside of kernels");
  else if (op->code == IR_OP_SCAN || ir_operator_region(op))
    kn_lower_scan(h, op);
  else if (op->code == IR_OP_REDUCE && op->n_red)
    kn_lower_reduce(h, op);
  else
    kn_lower_map(h, op);
}

// -- Regions ----------------------------------------------------------------
// Loads the deferred values of region "r" that "op" needs on the host.
static void
put_needed_loads(kn_fn *h, const ir_region *r, ir_op *op) {
  for (int i = 0; i < map_count(h->deferred); i++) {
    const void *key;
    void *value;
    map_at(h->deferred, i, &key, &value);
    ir_val *v = (ir_val *)key;
    const kn_deferred *d = value;
    if (!v->def || v->def->parent != r || map_get(h->regs, v) ||
        (op->code == IR_OP_YIELD && map_has(h->stays, v)) ||
        !kn_is_host_use(op, v))
      continue;
    kn_reg *idx = d->idx ? kn_scalar(h, d->idx) : kn_put_i64(h, 0);
    kn_bind_reg(h, v, kn_put_load(h, d->buf, idx, v->name));
  }
}

// Reports a store, which only kernels make.
static void
low_update(kn_fn *h, ir_op *op) {
  kn_fail(h->low, op, "outside of kernels");
}

// Reports a question that only flat functions ask.
static void
low_readable(kn_fn *h, ir_op *op) {
  kn_fail(h->low, op, "in a program");
}

static const kn_ways ways = {.on_if = low_if,
                             .on_loop = low_loop,
                             .on_alloc = low_alloc,
                             .on_index = low_index,
                             .on_update = low_update,
                             .on_bound = low_bound,
                             .on_readable = low_readable,
                             .on_soac = low_soac};

void
kn_lower_host_region(kn_fn *h, ir_region *r, kn_owner *owner) {
  kn_owner *outer = h->owner;
  h->owner = owner;
  ir_foreach_op (op, r) {
    if (h->low->failed)
      break;
    h->loc = op->loc;
    put_needed_loads(h, r, op);
    kn_lower_op(h, &ways, op);
  }
  h->owner = outer;
}

// -- Order of allocations -------------------------------------------------
// kn_test: "s" makes the array "of" another one.
static bool
rebinds(const kn_stmt *s, const void *of) {
  return s->kind == KN_REBIND && s->buf == of;
}

// Whether "buf" always is an array of the caller that nothing in "host" writes:
// an element of it can be read before any launch.
static bool
is_only_read(const kn_func *host, const kn_buf *buf) {
  for (int k = 0; k < host->params.n; k++)
    if (host->params.at[k].buf == buf)
      return !buf->is_written && !kn_any(&host->body, rebinds, buf);
  return false;
}

// Whether "block" of "host" makes an array when an element was read before, in
// it or earlier ("loaded", updated); "all": also of arrays that are only read.
static bool
allocs_late(const kn_func *host, const kn_block *block, bool all,
            bool *loaded) {
  for (int i = 0; i < block->n; i++) {
    const kn_stmt *s = block->at[i];
    bool loop = s->kind == KN_LOOP;
    *loaded |= s->kind == KN_LOAD && (all || !is_only_read(host, s->buf));
    if (s->kind == KN_ALLOC && *loaded)
      return true;
    for (int k = 0; k < 2 + loop; k++) // a loop's body comes again
      if (allocs_late(host, &s->body[k % 2], all, loaded))
        return true;
  }
  return false;
}

bool
kn_allocs_late(const kn_program *p) {
  bool loaded = false;
  return allocs_late(p->host, &p->host->body, true, &loaded);
}

bool
kn_reads_ahead(const kn_program *p) {
  bool loaded = false;
  return kn_allocs_late(p) &&
         !allocs_late(p->host, &p->host->body, false, &loaded);
}
