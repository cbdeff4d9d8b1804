// kernel/eval.c: runs a program: the host function, its launches simulated.
//
// The meaning of kernel.h as code, slow and strict: it reports what a device
// would do silently (out of bounds, races, undefined elements and registers,
// arrays freed too early, twice or never, barriers not reached by all, more
// loop iterations than promised).
#include "kernel/eval_private.h"

enum {
  MAX_STEPS = 2000000000,
  EV_THREADS = 3 // that launches are shared out among
};

// The host function while it runs.
typedef struct host {
  ev_machine m;
  ir_bits *regs;
  bool *is_set;
  ev_object **bufs;           // what each handle stands for
  VEC(ev_object *) allocated; // all of KN_ALLOC
  const ir_datum *args;
  ir_datum *results;
} host;

static void run_block(host *h, const kn_block *b);

// -- Registers and handles ----------------------------------------------------
// The value of register "r"; reported when it has none.
static ir_bits
get(host *h, const kn_reg *r) {
  if (!h->is_set[r->id])
    ev_fail(&h->m, "register %s is used before it is set",
            r->name ? r->name : "without a name");
  return h->regs[r->id];
}

// Gives register "r" the value "bits".
static void
set(host *h, const kn_reg *r, ir_bits bits) {
  h->regs[r->id] = bits;
  h->is_set[r->id] = true;
}

// The array that handle "b" has; NULL, reported, when it has none.
static ev_object *
object_of(host *h, const kn_buf *b) {
  ev_object *o = h->bufs[b->id];
  if (!o)
    ev_fail(&h->m, "handle %s is used before it is set", b->name);
  return o;
}

// -- Statements ---------------------------------------------------------------
// Calls a function.
static void
run_call(host *h, const kn_stmt *s) {
  ir_bits args[IR_MAX_CALL] = {0};
  for (int k = 0; k < s->n_args; k++)
    args[k] = get(h, s->args[k]);
  set(h, s->dst, ev_call(&h->m, s, args));
}

// Computes an OP into its register.
static void
run_op(host *h, const kn_stmt *s) {
  ir_bits args[3] = {0};
  for (int k = 0; k < s->n_args; k++)
    args[k] = get(h, s->args[k]);
  ir_scalar in = s->args[s->n_args - 1]->type;
  set(h, s->dst, ir_eval_scalar(s->op, in, s->dst->type, args));
}

// Runs a counted or conditional loop to its end, or to an error.
static void
run_loop(host *h, const kn_stmt *s) {
  if (s->count)
    set(h, s->dst, 0);
  while (!h->m.failed) {
    if (s->count && (int64_t)get(h, s->dst) >= (int64_t)get(h, s->count))
      return;
    if (s->cond && !get(h, s->cond))
      return;
    run_block(h, &s->body[0]);
    if (s->dst)
      set(h, s->dst, get(h, s->dst) + 1);
  }
}

// Back ends take different buffers of a kernel for different memory when one
// of them is written.
static void
check_aliases(host *h, const ev_launch *l) {
  const kn_func *k = l->kernel;
  for (int i = 0; i < k->params.n; i++)
    for (int j = 0; j < i; j++) {
      const kn_buf *x = k->params.at[i].buf, *y = k->params.at[j].buf;
      if (x && y && l->objects[i] == l->objects[j] &&
          (x->is_written || y->is_written))
        ev_fail(&h->m, "%s and %s of %s are the same array", y->name, x->name,
                k->name);
    }
}

// Runs the kernel of a LAUNCH over all its items.
static void
run_launch(host *h, const kn_stmt *s) {
  const kn_func *k = s->kernel;
  arena *a = h->m.arena;
  ev_launch l = {.kernel = k, .items = {1, 1, 1}};
  l.scalars = NEW_ARRAY(a, ir_bits, k->params.n);
  l.objects = NEW_ARRAY(a, ev_object *, k->params.n);
  for (int d = 0; d < 3 && s->items[d]; d++)
    l.items[d] = (int64_t)get(h, s->items[d]);
  for (int i = 0; i < k->params.n; i++) {
    if (s->launch[i].reg)
      l.scalars[i] = get(h, s->launch[i].reg);
    else
      l.objects[i] = object_of(h, s->launch[i].buf);
  }
  l.loop_bound = (int64_t)get(h, s->loop_bound);
  get(h, s->work);
  check_aliases(h, &l);
  if (h->m.failed)
    return;
  h->m.func = k;
  ev_run_launch(&h->m, &l);
  h->m.func = h->m.program->host;
}

// Marks an array from ALLOC as freed; a second time is reported.
static void
run_free(host *h, const kn_stmt *s) {
  ev_object *o = object_of(h, s->buf);
  if (!o || !o->from_alloc)
    return;
  if (o->is_freed)
    ev_fail(&h->m, "%s is freed twice", s->buf->name);
  o->is_freed = true;
}

// ALLOC: like the evaluator of IR, it makes no array too large for a test.
static void
run_alloc(host *h, const kn_stmt *s) {
  int64_t n = (int64_t)get(h, s->args[0]);
  if (n > IR_EVAL_MAX_ALLOC) {
    ev_fail(&h->m, "%lld elements are too many", (long long)n);
    return;
  }
  ev_object *o = ev_object_new(&h->m, s->buf->elem, n);
  o->from_alloc = true;
  h->bufs[s->buf->id] = o;
  vec_push(h->m.arena, &h->allocated, o);
}

// RETURN_REG, RETURN_BUF.
static void
run_return(host *h, const kn_stmt *s) {
  ir_datum *d = &h->results[s->index];
  if (s->kind == KN_RETURN_REG) {
    *d = (ir_datum){.type = ir_ty(s->args[0]->type)};
    d->bits = get(h, s->args[0]);
    return;
  }
  ev_object *o = object_of(h, s->buf);
  if (!o)
    return;
  if (o->is_freed)
    ev_fail(&h->m, "%s is returned after it was freed", s->buf->name);
  o->from_alloc = false; // the caller's from now on
  *d = (ir_datum){.type = ir_array_ty(s->buf->elem), .array = o->array};
}

// LOAD, STORE.
static void
run_access(host *h, const kn_stmt *s) {
  ev_object *o = object_of(h, s->buf);
  int64_t i = (int64_t)get(h, s->args[0]);
  if (!o)
    return;
  if (s->kind == KN_LOAD)
    set(h, s->dst, ev_load(&h->m, o, s->buf->name, i, NULL));
  else
    ev_store(&h->m, o, s->buf->name, i, get(h, s->args[1]), NULL);
}

// BOUND: of an argument as it was given.
static void
run_bound(host *h, const kn_stmt *s) {
  int left = s->index;
  for (int k = 0; k < h->m.func->params.n; k++) {
    const ir_datum *arg = &h->args[k];
    if (!arg->type.array || left--)
      continue;
    int64_t n = s->op == IR_OP_END ? arg->array->n : 0;
    set(h, s->dst, (uint64_t)(arg->array->base + n));
  }
}

// Runs one host statement.
static void
run_stmt(host *h, const kn_stmt *s) {
  switch (s->kind) {
  case KN_CONST:
    set(h, s->dst, s->bits);
    return;
  case KN_COPY:
    set(h, s->dst, get(h, s->args[0]));
    return;
  case KN_OP:
    run_op(h, s);
    return;
  case KN_CALL:
    run_call(h, s);
    return;
  case KN_LOAD:
  case KN_STORE:
    run_access(h, s);
    return;
  case KN_IF:
    run_block(h, &s->body[get(h, s->args[0]) ? 0 : 1]);
    return;
  case KN_LOOP:
    run_loop(h, s);
    return;
  case KN_BARRIER:
  case KN_BUILTIN:
  case KN_COMBINE:
  case KN_READABLE:
    ev_fail(&h->m, "a kernel's statement on the host");
    return;
  case KN_LAUNCH:
    run_launch(h, s);
    return;
  case KN_ALLOC:
    run_alloc(h, s);
    return;
  case KN_THREADS:
    set(h, s->dst, EV_THREADS);
    return;
  case KN_BOUND:
    run_bound(h, s);
    return;
  case KN_FREE:
    run_free(h, s);
    return;
  case KN_REBIND:
    h->bufs[s->buf->id] = object_of(h, s->buf2);
    return;
  case KN_RETURN_REG:
  case KN_RETURN_BUF:
    run_return(h, s);
    return;
  }
}

// Runs the statements of "b" in order, as far as there are steps left.
static void
run_block(host *h, const kn_block *b) {
  for (int i = 0; i < b->n; i++) {
    h->m.stmt = b->at[i];
    if (!ev_step(&h->m))
      return;
    run_stmt(h, b->at[i]);
  }
}

// -- The program --------------------------------------------------------------
// Reports an array that nobody freed.
static void
check_leaks(host *h) {
  for (int i = 0; i < h->allocated.n; i++)
    if (h->allocated.at[i]->from_alloc && !h->allocated.at[i]->is_freed)
      ev_fail(&h->m, "an array of %lld elements is never freed",
              (long long)h->allocated.at[i]->array->n);
}

bool
kn_eval(loft_cx *cx, const kn_program *p, const ir_datum *args,
        ir_datum *results, int group) {
  const kn_func *f = p->host;
  host h = {.args = args, .results = results};
  h.m = (ev_machine){.cx = cx,
                     .arena = cx->arena,
                     .program = p,
                     .group = group > 0 ? group : 1,
                     .steps = MAX_STEPS,
                     .func = f};
  h.regs = NEW_ARRAY(cx->arena, ir_bits, f->regs.n);
  h.is_set = NEW_ARRAY(cx->arena, bool, f->regs.n);
  h.bufs = NEW_ARRAY(cx->arena, ev_object *, f->bufs.n);
  for (int i = 0; i < f->params.n; i++) {
    if (f->params.at[i].reg)
      set(&h, f->params.at[i].reg, args[i].bits);
    else
      h.bufs[f->params.at[i].buf->id] = ev_object_of(&h.m, args[i].array);
  }
  run_block(&h, &f->body);
  h.m.stmt = NULL;
  if (!h.m.failed)
    check_leaks(&h);
  return !h.m.failed;
}

bool
kn_eval_flat(loft_cx *cx, const kn_func *f, const ir_datum *args, ir_bits *bits,
             int n) {
  kn_program p = {.arena = cx->arena, .target = KN_CPU};
  ev_machine m = {.cx = cx,
                  .arena = cx->arena,
                  .program = &p,
                  .group = 1,
                  .steps = MAX_STEPS,
                  .func = f};
  ev_launch l = {.kernel = f, .items = {1, 1, 1}, .loop_bound = -1};
  l.scalars = NEW_ARRAY(cx->arena, ir_bits, f->params.n);
  l.objects = NEW_ARRAY(cx->arena, ev_object *, f->params.n);
  for (int i = 0; i < f->params.n - 1; i++) {
    l.scalars[i] = args[i].bits;
    if (f->params.at[i].buf)
      l.objects[i] = ev_object_of(&m, args[i].array);
  }
  ev_object *results = ev_object_new(&m, IR_U64, n);
  l.objects[f->params.n - 1] = results;
  ev_run_launch(&m, &l);
  for (int i = 0; i < n && !m.failed; i++)
    bits[i] = ev_load(&m, results, "results", i, NULL);
  return !m.failed;
}
