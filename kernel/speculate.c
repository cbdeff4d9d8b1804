// kernel/speculate.c: loops of the host whose end the device decides.
//
// Note [Speculated iterations]. A loop that runs until nothing changes reads an
// element in each iteration, for which the host waits. Where such elements
// decide scalars alone, and no size and no branch in the loop, kernels of one
// work-item compute these scalars: they are in arrays of one element, cells, as
// long as the loop runs. The condition of the loop goes to
// an array, kn_stmt.ahead, which the host reads last, and kernels of the next
// iteration do nothing where it is 0. That is the same program; but now the
// host may go on without the answer, and look at many answers at once.
// Iterations that did not run have changed nothing but registers, which the
// host (cpu/cpu_ahead.c) then puts back.
//
// Iteration k has element k % RING, and its kernel clears that of iteration
// k + KN_AHEAD, so that those that did not run have 0. Before the first one
// there is a 1. (Conditional rendering, which leaves dispatches out, takes an
// H200 as long as the wait.)
#include "kernel/kernel_private.h"

#include <string.h>

enum { RING = 2 * KN_AHEAD };

// A loop being looked at, then changed. Arrays have an element for each of the
// registers that there are before that.
typedef struct speculation {
  kn_fn *h;
  kn_stmt *loop;
  int n_regs;
  const kn_stmt *last; // the assignment of the condition in the body
  bool *decided;       // an element that the host loads decides its value
  bool *varies;        // iterations may have different values
  bool changed;        // of "decided"
  bool *has_cell;      // it is in a cell while the loop runs
  kn_buf **cells;      // that cell
  kn_bufs made;        // arrays that the body makes
  kn_block begin, end; // statements to put before the loop, and after it
  kn_buf *ahead;
  kn_reg *slot, *before; // i64, of the iteration's element, and of the
                         // one before
  map *guarded;          // kernels
  bool asked;            // a kernel leaves the condition there
} speculation;

// Whether "s" computes a register and does nothing else.
static bool
is_pure(const kn_stmt *s) {
  return s->kind == KN_CONST || s->kind == KN_COPY || s->kind == KN_OP ||
         s->kind == KN_BOUND;
}

// Whether "s" moves into a kernel.
static bool
moves(const speculation *x, const kn_stmt *s) {
  return (is_pure(s) || s->kind == KN_LOAD) && x->decided[s->dst->id];
}

// Whether register "r" (NULL: none) is decided.
static bool
is_decided(const speculation *x, const kn_reg *r) {
  return r && x->decided[r->id];
}

// Whether an operand of "s" is decided, arguments of launches and blocks apart.
static bool
reads_decided(const speculation *x, const kn_stmt *s) {
  bool any = is_decided(x, s->count) || is_decided(x, s->loop_bound) ||
             is_decided(x, s->work);
  for (int k = 0; k < LOFT_COUNT(s->args); k++)
    any |= is_decided(x, s->args[k]);
  for (int k = 0; k < LOFT_COUNT(s->items); k++)
    any |= is_decided(x, s->items[k]);
  return any;
}

// How many arguments of "s", a launch or not, are decided.
static int
count_decided_args(const speculation *x, const kn_stmt *s) {
  int n = 0;
  for (int k = 0; s->kind == KN_LAUNCH && k < s->kernel->params.n; k++)
    n += is_decided(x, s->launch[k].reg);
  return n;
}

// How many statements of "block", and inside them, pass "test" for "of".
static int
count(const kn_block *block, kn_test *test, const void *of) {
  int n = 0;
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    n += test(s, of) + count(&s->body[0], test, of) +
         count(&s->body[1], test, of);
  }
  return n;
}

// kn_test: "s" assigns register "of".
static bool
assigns(const kn_stmt *s, const void *of) {
  return s->dst == of;
}

// kn_test: "s" launches kernel "of".
static bool
launches(const kn_stmt *s, const void *of) {
  return s->kind == KN_LAUNCH && s->kernel == of;
}

// A new array of flags for the registers, none of them set.
static bool *
new_flags(const speculation *x) {
  size_t n = (size_t)x->h->fn->regs.n;
  bool *flags = NEW_ARRAY(x->h->low->arena, bool, n);
  memset(flags, 0, n * sizeof *flags);
  return flags;
}

// -- Registers that vary ------------------------------------------------------

// Marks "r" as one that varies; whether the mark is new.
static bool
vary(speculation *x, const kn_reg *r) {
  bool is_new = !x->varies[r->id];
  x->varies[r->id] = true;
  return is_new;
}

// Marks the registers of "block" that vary: those read before they are assigned
// ("set": those that are), and those computed from such. Whether a mark is new.
static bool
find_varying(speculation *x, const kn_block *block, bool *set) {
  bool any = false;
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    bool varies = s->kind == KN_LOOP;
    for (int i = 0; i < LOFT_COUNT(s->args); i++) {
      const kn_reg *r = s->args[i];
      if (r && !set[r->id] && kn_any(&x->loop->body[0], assigns, r))
        any |= vary(x, r);
      varies |= r && x->varies[r->id];
    }
    any |= find_varying(x, &s->body[0], set);
    any |= find_varying(x, &s->body[1], set);
    if (s->dst && varies)
      any |= vary(x, s->dst);
    if (s->dst)
      set[s->dst->id] = true;
  }
  return any;
}

// -- Registers that are decided -----------------------------------------------

// Adds the arrays that "block" makes.
static void
find_made(speculation *x, const kn_block *block) {
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    if (s->kind == KN_ALLOC)
      vec_push(x->h->low->arena, &x->made, s->buf);
    find_made(x, &s->body[0]);
    find_made(x, &s->body[1]);
  }
}

static bool decide(speculation *x, const kn_block *block, bool nested);

// Whether "s" makes an array or a launch of a size that iterations change, of
// which nothing says how far: behind the last one it may be of any size.
static bool
has_open_size(const speculation *x, const kn_stmt *s) {
  bool varies = s->kind == KN_ALLOC && x->varies[s->args[0]->id];
  for (int k = 0; k < LOFT_COUNT(s->items); k++)
    varies |= s->items[k] && x->varies[s->items[k]->id];
  return varies && !x->loop->count;
}

// Whether the kernel of launch "s" can be changed: it has no launch outside of
// the loop, and only this one where it is to take cells.
static bool
may_change(const speculation *x, const kn_stmt *s, bool nested) {
  int n = count(&x->h->fn->body, launches, s->kernel);
  return n == count(&x->loop->body[0], launches, s->kernel) &&
         (count_decided_args(x, s) == 0 || (n == 1 && !nested));
}

// Marks the register that "s" assigns if it is decided; "nested": "s" is in a
// loop inside. False: the host needs an answer for "s", or cannot take it back.
static bool
decide_stmt(speculation *x, const kn_stmt *s, bool nested) {
  bool reads = reads_decided(x, s);
  switch ((int)s->kind) {
  case KN_LOAD:
  case KN_CONST:
  case KN_COPY:
  case KN_OP:
  case KN_BOUND:
    if (s->kind != KN_LOAD && !reads && !x->decided[s->dst->id])
      return true;
    x->changed |= !x->decided[s->dst->id];
    x->decided[s->dst->id] = true;
    return !nested && s->kind != KN_BOUND;
  case KN_IF:
    return !reads && decide(x, &s->body[0], nested) &&
           decide(x, &s->body[1], nested);
  case KN_LOOP:
    return !reads && !is_decided(x, s->cond) && !is_decided(x, s->dst) &&
           decide(x, &s->body[0], true);
  case KN_REBIND:
    return kn_has_buf(&x->made, s->buf) && kn_has_buf(&x->made, s->buf2);
  case KN_LAUNCH:
    return !reads && may_change(x, s, nested) && !has_open_size(x, s);
  case KN_ALLOC:
    return !reads && !has_open_size(x, s);
  case KN_FREE:
    return true;
  }
  return false;
}

// The same of all statements of "block".
static bool
decide(speculation *x, const kn_block *block, bool nested) {
  for (int k = 0; k < block->n; k++)
    if (!decide_stmt(x, block->at[k], nested))
      return false;
  return true;
}

// Whether a statement of "block", but for the body of the loop, reads "r". The
// loop itself reads its condition.
static bool
is_read_outside(const speculation *x, const kn_block *block, const kn_reg *r) {
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    bool reads = s->count == r || s->loop_bound == r || s->work == r ||
                 (s->cond == r && s != x->loop);
    for (int i = 0; i < LOFT_COUNT(s->args); i++)
      reads |= s->args[i] == r || s->items[i] == r;
    for (int i = 0; s->kind == KN_LAUNCH && i < s->kernel->params.n; i++)
      reads |= s->launch[i].reg == r;
    if (reads || (s != x->loop && (is_read_outside(x, &s->body[0], r) ||
                                   is_read_outside(x, &s->body[1], r))))
      return true;
  }
  return false;
}

// -- Segments -----------------------------------------------------------------
//
// What moves between two statements that launch or branch, or change what is
// read, is a segment: one kernel computes it.

// What a segment reads: arrays, and registers of the host.
typedef struct reads {
  kn_bufs loaded;
  bool *regs;
} reads;

// Nothing.
static reads
no_reads(const speculation *x) {
  return (reads){.regs = new_flags(x)};
}

// Adds what "s" reads, which moves or does not.
static void
add_reads(const speculation *x, const kn_stmt *s, reads *r) {
  if (!moves(x, s))
    return;
  if (s->kind == KN_LOAD)
    vec_push(x->h->low->arena, &r->loaded, s->buf);
  for (int k = 0; k < s->n_args; k++)
    r->regs[s->args[k]->id] |= !is_decided(x, s->args[k]);
}

// Whether a segment that reads so much ends before "s".
static bool
ends_segment(const kn_stmt *s, const reads *r) {
  if (s->kind == KN_FREE || s->kind == KN_REBIND)
    return kn_has_buf(&r->loaded, s->buf);
  if (is_pure(s))
    return r->regs[s->dst->id];
  return s->kind != KN_LOAD && s->kind != KN_ALLOC;
}

// Whether the condition is computed once, in no branch: there it is left to the
// host.
static bool
is_asked_early(const speculation *x) {
  const kn_block *body = &x->loop->body[0];
  const kn_reg *r = x->last->args[0];
  bool found = false;
  for (int k = 0; k < body->n; k++)
    found |= body->at[k]->dst == r;
  return found && count(body, assigns, r) == 1;
}

// Notes which registers of "block" are read in other segments than they are
// assigned in, or by launches. "set": those assigned in the one at hand.
static void
find_cells(speculation *x, const kn_block *block) {
  bool *set = new_flags(x);
  reads all = no_reads(x);
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    if (ends_segment(s, &all)) {
      set = new_flags(x);
      all = no_reads(x);
    }
    add_reads(x, s, &all);
    bool early = s == x->last && is_asked_early(x);
    for (int i = 0; i < LOFT_COUNT(s->args) && !early; i++)
      if (is_decided(x, s->args[i]) && !set[s->args[i]->id])
        x->has_cell[s->args[i]->id] = true;
    for (int i = 0; s->kind == KN_LAUNCH && i < s->kernel->params.n; i++)
      if (is_decided(x, s->launch[i].reg))
        x->has_cell[s->launch[i].reg->id] = true;
    if (moves(x, s))
      set[s->dst->id] = true;
    find_cells(x, &s->body[0]);
    find_cells(x, &s->body[1]);
  }
}

// Whether the loop can be changed; finds what is decided, and the cells.
static bool
can_speculate(speculation *x) {
  const kn_stmt *l = x->loop;
  const kn_block *body = &l->body[0], *all = &x->h->fn->body;
  for (int k = 0; k < body->n; k++)
    if (body->at[k]->dst && body->at[k]->dst == l->cond)
      x->last = body->at[k];
  if (!l->cond || !x->last || x->last->kind != KN_COPY ||
      count(body, assigns, l->cond) != 1 || is_read_outside(x, all, l->cond))
    return false;
  x->n_regs = x->h->fn->regs.n;
  x->decided = new_flags(x);
  x->varies = new_flags(x);
  if (l->dst)
    vary(x, l->dst);
  while (find_varying(x, body, new_flags(x)))
    continue;
  find_made(x, body);
  do {
    x->changed = false;
    if (!decide(x, body, false))
      return false;
  } while (x->changed);
  if (!x->decided[l->cond->id])
    return false;
  x->has_cell = new_flags(x);
  find_cells(x, body);
  for (int k = 0; k < x->n_regs; k++)
    x->has_cell[k] |= x->decided[k] && x->h->fn->regs.at[k] != l->cond &&
                      is_read_outside(x, all, x->h->fn->regs.at[k]);
  return !x->has_cell[l->cond->id];
}

// -- Kernels ------------------------------------------------------------------

// A segment: what it computes so far, of the host's registers.
typedef struct segment {
  kn_fn *k; // NULL: nothing
  map *values;
  VEC(kn_reg *) set; // those that have cells
} segment;

// Its kernel.
static kn_fn *
kernel_of(const speculation *x, segment *g) {
  if (!g->k) {
    g->k = kn_kernel_at(x->h, x->loop->loc, "sequential");
    g->values = map_new(x->h->low->arena);
  }
  return g->k;
}

// The statement of "block" that sets "r" to a constant; NULL: none does.
static const kn_stmt *
find_constant(const kn_block *block, const kn_reg *r) {
  const kn_stmt *found = NULL;
  for (int k = 0; k < block->n && !found; k++) {
    const kn_stmt *s = block->at[k];
    if (s->kind == KN_CONST && s->dst == r)
      return s;
    found = find_constant(&s->body[0], r);
    found = found ? found : find_constant(&s->body[1], r);
  }
  return found;
}

// The segment's register for the host's "r".
static kn_reg *
value_of(const speculation *x, segment *g, kn_reg *r) {
  const kn_block *host = &x->h->fn->body;
  kn_fn *k = kernel_of(x, g);
  kn_reg *v = map_get(g->values, r);
  const kn_stmt *c = v ? NULL : find_constant(host, r);
  if (v)
    return v;
  if (x->decided[r->id])
    v = kn_put_load(k, kn_capture_buf(k, x->cells[r->id]), kn_put_i64(k, 0),
                    r->name);
  else if (c && count(host, assigns, r) == 1)
    v = kn_put_const(k, r->type, c->bits, r->name);
  else
    v = kn_capture_reg(k, r);
  map_put(g->values, r, v);
  return v;
}

// Adds what "s" computes.
static void
put_moved(const speculation *x, segment *g, const kn_stmt *s) {
  kn_fn *k = kernel_of(x, g);
  kn_reg *args[LOFT_COUNT(s->args)] = {0}, *v = NULL;
  for (int i = 0; i < s->n_args; i++)
    args[i] = value_of(x, g, s->args[i]);
  if (s->kind == KN_LOAD)
    v = kn_put_load(k, kn_capture_buf(k, s->buf), value_of(x, g, s->args[0]),
                    s->dst->name);
  else if (s->kind == KN_CONST)
    v = kn_put_const(k, s->dst->type, s->bits, s->dst->name);
  else if (s->kind == KN_COPY)
    v = args[0];
  else
    v = kn_put_op(k, s->op, s->dst->type, args, s->n_args, s->dst->name);
  map_put(g->values, s->dst, v);
  if (x->has_cell[s->dst->id])
    vec_push(x->h->low->arena, &g->set, s->dst);
}

// Leaves the condition in the iteration's element, and clears the one that is
// KN_AHEAD iterations ahead.
static void
put_condition(speculation *x, segment *g) {
  kn_reg *cond = value_of(x, g, x->last->args[0]);
  kn_fn *k = g->k;
  kn_buf *ahead = kn_capture_buf(k, x->ahead);
  kn_reg *slot = kn_capture_reg(k, x->slot);
  kn_reg *next = kn_put2i(k, IR_OP_ADD, slot, KN_AHEAD, NULL);
  kn_reg *clear = kn_put2i(k, IR_OP_AND, next, RING - 1, "clear");
  kn_put_store(k, ahead, slot, kn_put_convert(k, cond, IR_U32));
  kn_put_store(k, ahead, clear, kn_put_const(k, IR_U32, 0, NULL));
  x->asked = true;
}

// Launches kernel "k" over "items", at the cursor of the host.
static void
launch(const speculation *x, kn_fn *k, kn_reg *items) {
  kn_finish(k);
  kn_put_launch(k, (kn_reg *[3]){items}, kn_put_i64(x->h, 0),
                kn_put_i64(x->h, 1));
}

// Stores value "v" of the host's "r" to its cell, in kernel "k".
static void
put_cell(const speculation *x, kn_fn *k, const kn_reg *r, kn_reg *v) {
  kn_put_store(k, kn_capture_buf(k, x->cells[r->id]), kn_put_i64(k, 0), v);
}

// Ends the segment at the cursor of the host; "decides": it may be the one that
// has the condition.
static void
end_segment(speculation *x, segment *g, bool decides) {
  if (!g->k)
    return;
  if (decides && !x->asked && is_asked_early(x) &&
      map_get(g->values, x->last->args[0]))
    put_condition(x, g);
  for (int i = 0; i < g->set.n; i++) {
    kn_reg *r = g->set.at[i];
    put_cell(x, g->k, r, map_get(g->values, r));
  }
  launch(x, g->k, kn_put_i64(x->h, 1));
  *g = (segment){0};
}

// Lets launch "s" have cells for arguments that are decided, and its kernel
// load these.
static void
take_cells(const speculation *x, kn_stmt *s) {
  arena *a = x->h->low->arena;
  kn_func *k = s->kernel;
  kn_block first = {0};
  kn_fn f = {.low = x->h->low, .fn = k, .at = &first, .loc = k->loc};
  if (count_decided_args(x, s) == 0)
    return;
  for (int i = 0; i < k->params.n; i++) {
    kn_param *p = &k->params.at[i];
    kn_arg *arg = &s->launch[i];
    if (!is_decided(x, arg->reg))
      continue;
    kn_buf *cell = x->cells[arg->reg->id];
    kn_reg *v = p->reg;
    *p = (kn_param){.buf = kn_buf_new(a, k, cell->elem, KN_GLOBAL, 0, v->name)};
    *arg = (kn_arg){.buf = cell};
    kn_put_copy(&f, v, kn_put_load(&f, p->buf, kn_put_i64(&f, 0), NULL));
  }
  for (int i = 0; i < k->body.n; i++)
    vec_push(a, &first, k->body.at[i]);
  k->body = first;
}

// Moves what moves from "block" into kernels; "top": it is the loop's body.
static void
move_block(speculation *x, kn_block *block, bool top) {
  kn_fn *h = x->h;
  kn_block rest = {0};
  segment g = {0};
  reads all = no_reads(x);
  kn_block *back = kn_enter(h, &rest);
  for (int k = 0; k < block->n; k++) {
    kn_stmt *s = block->at[k];
    if (ends_segment(s, &all)) {
      end_segment(x, &g, top);
      all = no_reads(x);
    }
    add_reads(x, s, &all);
    if (s->kind == KN_LAUNCH)
      take_cells(x, s);
    if (s->kind == KN_IF) {
      move_block(x, &s->body[0], false);
      move_block(x, &s->body[1], false);
    }
    if (moves(x, s) && s != x->last)
      put_moved(x, &g, s);
    else if (s != x->last)
      vec_push(h->low->arena, &rest, s);
  }
  if (top && !x->asked)
    put_condition(x, &g);
  end_segment(x, &g, top);
  kn_enter(h, back);
  *block = rest;
}

// Lets kernel "k" do nothing where element "at" of "ahead", its parameters, is
// 0.
static void
put_guard(const speculation *x, kn_func *k, kn_buf *ahead, kn_reg *at) {
  kn_block body = k->body;
  k->body = (kn_block){0};
  kn_fn f = {.low = x->h->low, .fn = k, .at = &k->body, .loc = k->loc};
  kn_reg *runs = kn_put_load(&f, ahead, at, "runs");
  kn_stmt *s = kn_put_if(&f, kn_put2i(&f, IR_OP_NE, runs, 0, NULL));
  s->body[0] = body;
}

// A kernel with a guard.
typedef struct guarded {
  int n;  // its parameters before
  int at; // which is the array of answers; n: the next one, which was added
} guarded;

// Gives the kernel of launch "s" a guard, and the parameters for it.
static guarded *
add_guard(const speculation *x, const kn_stmt *s) {
  arena *a = x->h->low->arena;
  kn_func *k = s->kernel;
  guarded *g = NEW(a, guarded);
  *g = (guarded){.n = k->params.n};
  while (g->at < g->n && s->launch[g->at].buf != x->ahead)
    g->at++;
  if (g->at == g->n) {
    kn_buf *ahead = kn_buf_new(a, k, IR_U32, KN_GLOBAL, 0, "ahead");
    vec_push(a, &k->params, ((kn_param){.buf = ahead}));
  }
  kn_reg *before = kn_reg_new(a, k, IR_I64, "before");
  vec_push(a, &k->params, ((kn_param){.reg = before}));
  put_guard(x, k, k->params.at[g->at].buf, before);
  map_put(x->guarded, k, g);
  return g;
}

// Gives launch "s" the arguments for the guard of its kernel, which gets one.
static void
guard(const speculation *x, kn_stmt *s) {
  const guarded *g = map_get(x->guarded, s->kernel);
  if (!g)
    g = add_guard(x, s);
  int n = s->kernel->params.n;
  kn_arg *args = NEW_ARRAY(x->h->low->arena, kn_arg, n);
  memcpy(args, s->launch, (size_t)g->n * sizeof *args);
  args[g->at] = (kn_arg){.buf = x->ahead};
  args[n - 1] = (kn_arg){.reg = x->before};
  s->launch = args;
}

// Does so for all launches in "block".
static void
guard_all(const speculation *x, kn_block *block) {
  for (int k = 0; k < block->n; k++) {
    kn_stmt *s = block->at[k];
    if (s->kind == KN_LAUNCH)
      guard(x, s);
    guard_all(x, &s->body[0]);
    guard_all(x, &s->body[1]);
  }
}

// -- The loop -----------------------------------------------------------------

// Makes the array of answers at the cursor of the host: all 0, but for the one
// before the first iteration.
static void
put_ahead(speculation *x) {
  kn_fn *h = x->h, *k = kn_kernel_at(h, x->loop->loc, "map 1d");
  kn_reg *n = kn_put_i64(h, RING);
  x->ahead = kn_put_alloc(h, IR_U32, n, "ahead");
  kn_reg *item = kn_put_builtin(k, KN_ITEM_X, NULL);
  kn_reg *last = kn_put2i(k, IR_OP_EQ, item, RING - 1, NULL);
  kn_put_store(k, kn_capture_buf(k, x->ahead), item,
               kn_put_convert(k, last, IR_U32));
  launch(x, k, n);
}

// Makes the cells at the cursor of the host, with what their registers hold
// before the loop; behind it those that are read there hold what their cells
// do.
static void
put_cells(speculation *x) {
  kn_fn *h = x->h;
  segment g = {0};
  x->cells = NEW_ARRAY(h->low->arena, kn_buf *, x->n_regs);
  for (int k = 0; k < x->n_regs; k++) {
    kn_reg *r = h->fn->regs.at[k];
    if (!x->has_cell[k])
      continue;
    x->cells[k] = kn_put_alloc(h, r->type, kn_put_i64(h, 1), r->name);
    if (count(&h->fn->body, assigns, r) >
        count(&x->loop->body[0], assigns, r)) {
      kn_fn *set = kernel_of(x, &g);
      put_cell(x, set, r, kn_capture_reg(set, r));
    }
    kn_block *back = kn_enter(h, &x->end);
    if (is_read_outside(x, &h->fn->body, r))
      kn_put_copy(h, r, kn_put_load(h, x->cells[k], kn_put_i64(h, 0), NULL));
    kn_put_free(h, x->cells[k]);
    kn_enter(h, back);
  }
  end_segment(x, &g, false);
}

// Puts what "block" holds before statement "at" of "to".
static void
insert(arena *a, kn_block *to, int at, const kn_block *block) {
  kn_block all = {0};
  for (int k = 0; k <= to->n; k++) {
    for (int i = 0; k == at && i < block->n; i++)
      vec_push(a, &all, block->at[i]);
    if (k < to->n)
      vec_push(a, &all, to->at[k]);
  }
  *to = all;
}

// Changes the loop: its body ends with the next iteration's number, the answer,
// and the condition.
static void
change(speculation *x) {
  kn_fn *h = x->h;
  kn_block *body = &x->loop->body[0], first = {0};
  kn_block *back = kn_enter(h, &x->begin);
  h->loc = x->loop->loc;
  put_ahead(x);
  put_cells(x);
  kn_reg *round = kn_put_variable(h, kn_put_i64(h, 0), "round");
  kn_enter(h, &first);
  x->slot = kn_put2i(h, IR_OP_AND, round, RING - 1, "slot");
  x->before =
      kn_put2i(h, IR_OP_AND, kn_put2i(h, IR_OP_ADD, round, RING - 1, NULL),
               RING - 1, "before");
  move_block(x, body, true);
  x->guarded = map_new(h->low->arena);
  guard_all(x, body);
  insert(h->low->arena, body, 0, &first);
  kn_enter(h, body);
  kn_put_increase(h, round, kn_put_i64(h, 1));
  kn_reg *answer = kn_put_load(h, x->ahead, x->slot, "answer");
  kn_put_copy(h, x->loop->cond, kn_put2i(h, IR_OP_NE, answer, 0, NULL));
  x->loop->ahead = x->ahead;
  kn_enter(h, &x->end);
  kn_put_free(h, x->ahead);
  kn_enter(h, back);
}

// Changes the loops of "block" that can be, inner ones first.
static void
speculate(kn_fn *h, kn_block *block) {
  for (int k = 0; k < block->n; k++) {
    kn_stmt *s = block->at[k];
    speculation x = {.h = h, .loop = s};
    speculate(h, &s->body[0]);
    speculate(h, &s->body[1]);
    if (s->kind != KN_LOOP || !can_speculate(&x))
      continue;
    change(&x);
    insert(h->low->arena, block, k, &x.begin);
    k += x.begin.n;
    insert(h->low->arena, block, k + 1, &x.end);
    k += x.end.n;
  }
}

void
kn_speculate(kn_fn *h) {
  speculate(h, &h->fn->body);
}
