// kernel/eval_kernel.c: work-groups in lock step.
//
// A statement runs for all active work-items of a group before the next one
// does, so barriers need no suspended work-items: a barrier is right when all
// items of the group are active, and starts a new phase. Races are found by
// the phases (eval_memory.c), whatever the order here.
// CPU kernels run range by range, each as a group of one item; inside a
// parallel loop every iteration counts as an item of its own, so that the mark
// "parallel" is checked as well.
#include "kernel/eval_private.h"

// One group while it runs.
typedef struct group {
  ev_machine *m;
  const ev_launch *l;
  int n;            // work-items
  ir_bits *regs;    // by register id, then item
  bool *is_set;     // the same
  ev_object **bufs; // by buffer id, then item; global and shared: item 0
  int64_t (*item)[3];
  int64_t *loops; // iterations so far, and passes that left loops, by item
  int64_t id;
  int64_t phase[2], iteration[2]; // of the item, and within it
  int64_t lo, hi;                 // CPU: the range
  int n_parallel;                 // CPU: parallel loops around, at most two
} group;

static void run_block(group *g, const kn_block *b, const bool *active);

// -- Registers ----------------------------------------------------------------
// The value of register "r" in work-item "item"; reported when it has none.
static ir_bits
get(group *g, const kn_reg *r, int item) {
  size_t at = (size_t)r->id * (size_t)g->n + (size_t)item;
  if (!g->is_set[at])
    ev_fail(g->m, "register %s is used before it is set",
            r->name ? r->name : "without a name");
  return g->regs[at];
}

// Gives register "r" of work-item "item" the value "bits".
static void
set(group *g, const kn_reg *r, int item, ir_bits bits) {
  size_t at = (size_t)r->id * (size_t)g->n + (size_t)item;
  g->regs[at] = bits;
  g->is_set[at] = true;
}

// -- Simple statements --------------------------------------------------------
// The result of an OP in work-item "item".
static ir_bits
eval_op(group *g, const kn_stmt *s, int item) {
  ir_bits args[3] = {0};
  for (int k = 0; k < s->n_args; k++)
    args[k] = get(g, s->args[k], item);
  // as in the IR: the operand type of a select is its last operand's
  return ir_eval_scalar(s->op, s->args[s->n_args - 1]->type, s->dst->type,
                        args);
}

// The built-in value of "s" in work-item "item".
static ir_bits
eval_builtin(group *g, const kn_stmt *s, int item) {
  int64_t local = g->l->kernel->local[0] ? g->l->kernel->local[0] : g->n;
  switch (s->builtin) {
  case KN_ITEM_X:
    return (uint64_t)g->item[item][0];
  case KN_ITEM_Y:
    return (uint64_t)g->item[item][1];
  case KN_ITEM_Z:
    return (uint64_t)g->item[item][2];
  case KN_GROUP_X:
    return (uint64_t)(g->item[item][0] / local);
  case KN_LOCAL_X:
    return (uint64_t)(g->item[item][0] % local);
  case KN_RANGE_LO:
    return (uint64_t)g->lo;
  case KN_RANGE_HI:
    return (uint64_t)g->hi;
  }
  return 0;
}

// The array that "b" is to work-item "item".
static ev_object *
object_of(group *g, const kn_buf *b, int item) {
  int own = b->space == KN_PRIVATE ? item : 0;
  return g->bufs[(size_t)b->id * (size_t)g->n + (size_t)own];
}

// COMBINE with element "i", by one item.
static void
run_combine(group *g, const kn_stmt *s, int item, int64_t i,
            const ev_actor *who) {
  const char *name = s->buf->name ? s->buf->name : "array";
  ir_bits old = ev_combine(g->m, object_of(g, s->buf, item), name, i, s->op,
                           get(g, s->args[1], item), who);
  if (s->dst)
    set(g, s->dst, item, old);
}

// A load or a store of one item.
static void
run_access(group *g, const kn_stmt *s, int item) {
  ev_object *o = object_of(g, s->buf, item);
  const char *name = s->buf->name ? s->buf->name : "array";
  int64_t i = (int64_t)get(g, s->args[0], item);
  ev_actor who = {.item = g->n_parallel ? g->iteration[0] : item + 1,
                  .group = g->id,
                  .phase = g->phase[0],
                  .inner = g->n_parallel > 1 ? g->iteration[1] : 0,
                  .inner_phase = g->phase[1]};
  if (s->kind == KN_LOAD)
    set(g, s->dst, item, ev_load(g->m, o, name, i, &who));
  else if (s->kind == KN_COMBINE)
    run_combine(g, s, item, i, &who);
  else
    ev_store(g->m, o, name, i, get(g, s->args[1], item), &who);
}

// READABLE: elements of an array are where it exists.
static void
run_readable(group *g, const kn_stmt *s, int item) {
  const ir_array *a = object_of(g, s->buf, item)->array;
  int64_t lo = (int64_t)get(g, s->args[0], item);
  int64_t hi = (int64_t)get(g, s->args[1], item);
  set(g, s->dst, item, lo >= hi || (lo >= a->base && hi <= a->base + a->n));
}

// Calls a function for work-item "item".
static void
run_call(group *g, const kn_stmt *s, int item) {
  ir_bits args[IR_MAX_CALL] = {0};
  for (int k = 0; k < s->n_args; k++)
    args[k] = get(g, s->args[k], item);
  set(g, s->dst, item, ev_call(g->m, s, args));
}

// A statement without blocks, of one item.
static void
run_simple(group *g, const kn_stmt *s, int item) {
  if (s->kind == KN_CONST)
    set(g, s->dst, item, s->bits);
  else if (s->kind == KN_COPY)
    set(g, s->dst, item, get(g, s->args[0], item));
  else if (s->kind == KN_OP)
    set(g, s->dst, item, eval_op(g, s, item));
  else if (s->kind == KN_CALL)
    run_call(g, s, item);
  else if (s->kind == KN_BUILTIN)
    set(g, s->dst, item, eval_builtin(g, s, item));
  else if (s->kind == KN_READABLE)
    run_readable(g, s, item);
  else
    run_access(g, s, item);
}

// -- Control ------------------------------------------------------------------
// A BARRIER, which all work-items of the group must reach.
static void
run_barrier(group *g, const bool *active) {
  for (int i = 0; i < g->n; i++)
    if (!active[i])
      ev_fail(g->m, "a barrier is not reached by all of its work-group");
  g->phase[0]++;
}

// Runs both branches, each with those active items that take it.
static void
run_if(group *g, const kn_stmt *s, const bool *active) {
  bool mask[g->n], now[g->n];
  for (int branch = 0; branch < 2; branch++) {
    bool any = false;
    for (int i = 0; i < g->n; i++) {
      // asked before the branch runs, which may change the register
      if (branch == 0)
        mask[i] = active[i] && get(g, s->args[0], i);
      else
        mask[i] = active[i] && !mask[i];
      any |= mask[i];
    }
    memcpy(now, mask, (size_t)g->n);
    if (any)
      run_block(g, &s->body[branch], now);
  }
}

// True when item "i" does another iteration of loop "s".
static bool
goes_on(group *g, const kn_stmt *s, int i) {
  if (s->count) {
    ir_bits args[2] = {get(g, s->dst, i), get(g, s->count, i)};
    if (!ir_eval_scalar(IR_OP_LT, s->dst->type, IR_BOOL, args))
      return false;
  }
  return !s->cond || get(g, s->cond, i);
}

// Ends an iteration of item "i".
static void
count_iteration(group *g, const kn_stmt *s, int i) {
  if (s->dst)
    set(g, s->dst, i, get(g, s->dst, i) + 1);
  g->loops[i]++;
  if (g->m->program->target == KN_GPU && g->l->loop_bound >= 0 &&
      g->loops[i] > g->l->loop_bound)
    ev_fail(g->m,
            "a work-item does more than the %lld loop iterations "
            "promised",
            (long long)g->l->loop_bound);
}

// Runs a loop until no active item does another iteration.
static void
run_loop(group *g, const kn_stmt *s, const bool *active) {
  bool mask[g->n];
  int depth = g->n_parallel;
  bool forks = s->parallel && depth < 2 && g->m->program->target == KN_CPU;
  memcpy(mask, active, (size_t)g->n);
  for (int i = 0; i < g->n && s->count; i++)
    if (mask[i])
      set(g, s->dst, i, 0);
  g->n_parallel += forks;
  if (forks)
    g->phase[depth]++;
  while (!g->m->failed) {
    bool any = false;
    for (int i = 0; i < g->n; i++)
      if (mask[i]) {
        mask[i] = goes_on(g, s, i);
        g->loops[i] += !mask[i]; // the pass that leaves
        any |= mask[i];
      }
    if (!any)
      break;
    if (forks)
      g->iteration[depth]++;
    run_block(g, &s->body[0], mask);
    for (int i = 0; i < g->n; i++)
      if (mask[i])
        count_iteration(g, s, i);
  }
  if (forks)
    g->phase[depth]++;
  g->n_parallel -= forks;
}

// Runs one statement in the active items.
static void
run_stmt(group *g, const kn_stmt *s, const bool *active) {
  switch (s->kind) {
  case KN_IF:
    run_if(g, s, active);
    return;
  case KN_LOOP:
    run_loop(g, s, active);
    return;
  case KN_BARRIER:
    run_barrier(g, active);
    return;
  case KN_CONST:
  case KN_COPY:
  case KN_OP:
  case KN_CALL:
  case KN_LOAD:
  case KN_STORE:
  case KN_COMBINE:
  case KN_BUILTIN:
  case KN_READABLE:
    for (int i = 0; i < g->n; i++)
      if (active[i])
        run_simple(g, s, i);
    return;
  case KN_LAUNCH:
  case KN_ALLOC:
  case KN_THREADS:
  case KN_BOUND:
  case KN_FREE:
  case KN_REBIND:
  case KN_RETURN_REG:
  case KN_RETURN_BUF:
    ev_fail(g->m, "a host statement in a kernel");
    return;
  }
}

// Runs the statements of "b" in order in the active items.
static void
run_block(group *g, const kn_block *b, const bool *active) {
  for (int i = 0; i < b->n; i++) {
    g->m->stmt = b->at[i];
    if (!ev_step(g->m))
      return;
    run_stmt(g, b->at[i], active);
  }
}

// -- Groups -------------------------------------------------------------------
// Memory for groups of "n" items; parameters set.
static void
init_group(group *g, ev_machine *m, const ev_launch *l, int n) {
  const kn_func *f = l->kernel;
  *g = (group){.m = m, .l = l, .n = n};
  g->regs = NEW_ARRAY(m->arena, ir_bits, f->regs.n * n);
  g->is_set = NEW_ARRAY(m->arena, bool, f->regs.n *n);
  g->bufs = NEW_ARRAY(m->arena, ev_object *, f->bufs.n * n);
  g->item = arena_alloc(m->arena, sizeof *g->item * (size_t)n);
  g->loops = NEW_ARRAY(m->arena, int64_t, n);
  for (int b = 0; b < f->bufs.n; b++) {
    const kn_buf *buf = f->bufs.at[b];
    int copies = buf->space == KN_PRIVATE ? n : buf->space == KN_SHARED;
    for (int i = 0; i < copies; i++)
      g->bufs[b * n + i] = ev_object_new(m, buf->elem, buf->count);
  }
  for (int k = 0; k < f->params.n; k++)
    if (f->params.at[k].buf)
      g->bufs[f->params.at[k].buf->id * n] = l->objects[k];
}

// Makes registers and local arrays undefined, parameters set; the group's
// work-items have not run yet.
static void
begin_group(group *g) {
  const kn_func *f = g->l->kernel;
  memset(g->is_set, 0, (size_t)(f->regs.n * g->n));
  for (int b = 0; b < f->bufs.n * g->n; b++)
    if (f->bufs.at[b / g->n]->space != KN_GLOBAL && g->bufs[b])
      ev_object_reset(g->bufs[b]);
  for (int k = 0; k < f->params.n; k++)
    for (int i = 0; i < g->n && f->params.at[k].reg; i++)
      set(g, f->params.at[k].reg, i, g->l->scalars[k]);
  memset(g->loops, 0, (size_t)g->n * sizeof *g->loops);
  g->id++;
  g->phase[0]++;
}

// A kernel of a CPU program, in ranges of "size" items.
static void
run_ranges(ev_machine *m, const ev_launch *l, int size) {
  group g;
  bool active = true;
  init_group(&g, m, l, 1);
  for (int64_t lo = 0; lo < l->items[0] && !m->failed; lo += size) {
    begin_group(&g);
    g.lo = lo;
    g.hi = lo + size < l->items[0] ? lo + size : l->items[0];
    run_block(&g, &l->kernel->body, &active);
  }
}

// One work-group of a GPU program: "x" is its first item in x. Items beyond
// the grid do nothing, unless the kernel has its own group size.
static void
run_group(group *g, int64_t x, int64_t y, int64_t z) {
  bool active[g->n];
  begin_group(g);
  for (int i = 0; i < g->n; i++) {
    g->item[i][0] = x + i;
    g->item[i][1] = y;
    g->item[i][2] = z;
    active[i] = g->l->kernel->local[0] || x + i < g->l->items[0];
  }
  run_block(g, &g->l->kernel->body, active);
}

void
ev_run_launch(ev_machine *m, const ev_launch *l) {
  arena *outer = m->arena;
  m->arena = arena_create(); // what this launch needs dies with it
  m->launch++;
  if (m->program->target == KN_CPU) {
    run_ranges(m, l, m->group);
  } else if (l->items[0] > 0 && l->items[1] > 0 && l->items[2] > 0) {
    group g;
    int n = l->kernel->local[0] ? l->kernel->local[0] : m->group;
    init_group(&g, m, l, n);
    for (int64_t z = 0; z < l->items[2]; z++)
      for (int64_t y = 0; y < l->items[1]; y++)
        for (int64_t x = 0; x < l->items[0] && !m->failed; x += n)
          run_group(&g, x, y, z);
  }
  arena_destroy(m->arena);
  m->arena = outer;
}
