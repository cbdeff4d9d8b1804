// kernel/lower.c: fully mapped IR -> a host function and its kernels.
//
// Reads Note [Mapped IR]. One ir_val becomes one register or one buffer; the
// IR is in SSA form, so registers are assigned once per run of the region that
// defines them, save the carried ones of loops. Arrays are in place: every
// array value of a kernel resolves to the buffer of its storage, statically.
// A kernel is built in two blocks, "entry" (constants, captured elements) and
// its body, joined when it is launched.
#include "kernel/kernel_private.h"

void
kn_fail(kn_lowering *low, const ir_op *op, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = arena_vprintf(low->arena, fmt, ap);
  va_end(ap);
  if (!low->failed)
    diag_report(low->cx, DIAG_ERROR, op ? op->loc : (loft_loc){0}, NULL,
                "cannot lower @%s to kernels: %s%s%s", low->func->name,
                op ? ir_op_table[op->code].mnemonic : "", op ? ": " : "", text);
  low->failed = true;
}

kn_fn *
kn_fn_new(kn_lowering *low, kn_fn *host, const char *name) {
  arena *a = low->arena;
  kn_fn *f = NEW(a, kn_fn);
  f->low = low;
  f->host = host;
  f->fn = NEW(a, kn_func);
  f->fn->name = name;
  f->fn->dims = 1;
  f->at = &f->fn->body;
  f->regs = map_new(a);
  f->bufs = map_new(a);
  f->deferred = map_new(a);
  f->stays = map_new(a);
  f->captured = map_new(a);
  return f;
}

kn_fn *
kn_kernel_new(kn_fn *host, const ir_op *op, const char *what) {
  kn_lowering *low = host->low;
  kn_program *p = low->program;
  const char *name =
      arena_printf(low->arena, "%s.k%d", low->func->name, p->kernels.n);
  kn_fn *k = kn_fn_new(low, host, name);
  k->fn->id = p->kernels.n;
  k->fn->loc = op->loc;
  k->fn->what = what;
  k->loc = op->loc;
  vec_push(low->arena, &p->kernels, k->fn);
  return k;
}

kn_reg *
kn_param_reg(kn_fn *k, kn_reg *arg, const char *name) {
  arena *a = k->low->arena;
  kn_reg *r = kn_reg_new(a, k->fn, arg->type, name ? name : arg->name);
  vec_push(a, &k->fn->params, ((kn_param){.reg = r}));
  vec_push(a, &k->args, ((kn_arg){.reg = arg}));
  return r;
}

kn_buf *
kn_param_buf(kn_fn *k, kn_buf *arg, const char *name) {
  arena *a = k->low->arena;
  kn_buf *b =
      kn_buf_new(a, k->fn, arg->elem, KN_GLOBAL, 0, name ? name : arg->name);
  vec_push(a, &k->fn->params, ((kn_param){.buf = b}));
  vec_push(a, &k->args, ((kn_arg){.buf = arg}));
  return b;
}

kn_reg *
kn_capture_reg(kn_fn *k, kn_reg *host) {
  kn_reg *r = map_get(k->captured, host);
  if (!r) {
    r = kn_param_reg(k, host, NULL);
    map_put(k->captured, host, r);
  }
  return r;
}

kn_buf *
kn_capture_buf(kn_fn *k, kn_buf *host) {
  kn_buf *b = map_get(k->captured, host);
  if (!b) {
    b = kn_param_buf(k, host, NULL);
    map_put(k->captured, host, b);
  }
  return b;
}

void
kn_bind_reg(kn_fn *f, ir_val *v, kn_reg *r) {
  map_put(f->regs, v, r);
}

void
kn_bind_buf(kn_fn *f, ir_val *v, kn_buf *b) {
  map_put(f->bufs, v, b);
}

// A register that stands for a missing one after an error was reported.
static kn_reg *
missing_reg(kn_fn *f, ir_val *v) {
  kn_fail(f->low, v->def, "%%%s is not available where it is used", v->name);
  return kn_reg_new(f->low->arena, f->fn, v->type.elem, v->name);
}

// Kernel: the element that holds a deferred value, loaded once at entry.
static kn_reg *
load_deferred(kn_fn *k, ir_val *v, const kn_deferred *d) {
  kn_buf *buf = kn_capture_buf(k, d->buf);
  kn_reg *idx = d->idx ? kn_scalar(k, d->idx) : NULL;
  kn_block *back = kn_enter(k, &k->entry);
  if (!idx)
    idx = kn_put_i64(k, 0);
  kn_reg *r = kn_put_load(k, buf, idx, v->name);
  kn_enter(k, back);
  return r;
}

// Kernel: a value of the host, as constant, element or parameter.
static kn_reg *
capture_scalar(kn_fn *k, ir_val *v) {
  if (v->def && v->def->code == IR_OP_CONST) {
    kn_block *back = kn_enter(k, &k->entry);
    kn_reg *r = kn_put_const(k, v->type.elem, v->def->bits, v->name);
    kn_enter(k, back);
    return r;
  }
  kn_reg *host = map_get(k->host->regs, v);
  if (host)
    return kn_capture_reg(k, host);
  const kn_deferred *d = map_get(k->host->deferred, v);
  return d ? load_deferred(k, v, d) : missing_reg(k, v);
}

bool
kn_host_knows(const kn_fn *h, const ir_val *v) {
  return map_get(h->regs, v) != NULL;
}

kn_reg *
kn_scalar(kn_fn *f, ir_val *v) {
  kn_reg *r = map_get(f->regs, v);
  if (r)
    return r;
  if (!f->host)
    return missing_reg(f, v);
  r = capture_scalar(f, v);
  kn_bind_reg(f, v, r);
  return r;
}

kn_buf *
kn_array(kn_fn *f, ir_val *v) {
  kn_buf *b = map_get(f->bufs, v);
  if (b)
    return b;
  kn_buf *host = f->host ? map_get(f->host->bufs, v) : NULL;
  if (host) {
    b = kn_capture_buf(f, host);
  } else {
    kn_fail(f->low, v->def, "array %%%s has no storage here", v->name);
    b = kn_buf_new(f->low->arena, f->fn, v->type.elem, KN_GLOBAL, 0, v->name);
  }
  kn_bind_buf(f, v, b);
  return b;
}

void
kn_finish(kn_fn *k) {
  arena *a = k->low->arena;
  kn_block body = k->fn->body;
  k->fn->body = k->entry;
  for (int i = 0; i < body.n; i++)
    vec_push(a, &k->fn->body, body.at[i]);
}

void
kn_put_launch(kn_fn *k, kn_reg *const items[3], kn_reg *bound, kn_reg *work) {
  kn_stmt *s = kn_put(k->host, KN_LAUNCH);
  s->loc = k->loc;
  s->kernel = k->fn;
  for (int d = 0; d < k->fn->dims; d++)
    s->items[d] = items[d];
  s->launch = k->args.at;
  s->loop_bound = bound;
  s->work = work;
  for (int i = 0; i < k->args.n; i++) {
    const kn_buf *b = k->fn->params.at[i].buf;
    if (!b)
      continue;
    k->args.at[i].buf->is_read |= b->is_read;
    k->args.at[i].buf->is_written |= b->is_written;
  }
}

// The parameters of "f" as those of the function lowered.
static void
add_params(kn_fn *f, ir_func *func) {
  arena *a = f->low->arena;
  for (int i = 0; i < func->body->params.n; i++) {
    ir_val *v = func->body->params.at[i];
    kn_param p = {0};
    if (v->type.array) {
      p.buf = kn_buf_new(a, f->fn, v->type.elem, KN_GLOBAL, 0, v->name);
      kn_bind_buf(f, v, p.buf);
    } else {
      p.reg = kn_reg_new(a, f->fn, v->type.elem, v->name);
      kn_bind_reg(f, v, p.reg);
    }
    vec_push(a, &f->fn->params, p);
  }
}

// Host: the results of the function, and the end of all other arrays.
static void
put_returns(kn_fn *h, const ir_vals *yields, const kn_bufs *owned) {
  for (int k = 0; k < yields->n; k++) {
    ir_val *v = yields->at[k];
    if (v->type.array) {
      kn_buf *b = kn_array(h, v);
      kn_stmt *s = kn_put(h, KN_RETURN_BUF);
      s->buf = b;
      s->index = k;
    } else {
      kn_reg *r = kn_scalar(h, v);
      kn_stmt *s = kn_put(h, KN_RETURN_REG);
      s->args[0] = r;
      s->n_args = 1;
      s->index = k;
    }
  }
  for (int i = 0; i < owned->n; i++) {
    bool returned = false;
    for (int k = 0; k < yields->n; k++)
      returned |= map_get(h->bufs, yields->at[k]) == owned->at[i];
    if (!returned)
      kn_put_free(h, owned->at[i]);
  }
}

kn_program *
kn_lower(loft_cx *cx, ir_func *f, kn_target target) {
  kn_program *p = NEW(cx->arena, kn_program);
  *p = (kn_program){.arena = cx->arena, .target = target};
  kn_lowering low = {
      .cx = cx, .arena = cx->arena, .program = p, .target = target, .func = f};
  ir_name_values(f);
  kn_fn *h = kn_fn_new(&low, NULL, f->name);
  p->host = h->fn;
  h->fn->is_host = true;
  h->fn->what = "host";
  h->fn->n_results = f->body->last->ins.n;
  add_params(h, f);
  kn_owner owner = {0};
  kn_lower_host_region(h, f->body, &owner);
  put_returns(h, &f->body->last->ins, &owner.owned);
  return low.failed ? NULL : p;
}

// The bits of "r", zero-extended to u64.
static kn_reg *
put_bits(kn_fn *f, kn_reg *r) {
  static const ir_scalar same_width[IR_SCALAR__COUNT] = {
      [IR_BOOL] = IR_BOOL, [IR_I8] = IR_U8,   [IR_I16] = IR_U16,
      [IR_I32] = IR_U32,   [IR_I64] = IR_U64, [IR_U8] = IR_U8,
      [IR_U16] = IR_U16,   [IR_U32] = IR_U32, [IR_U64] = IR_U64,
      [IR_F32] = IR_U32,   [IR_F64] = IR_U64};
  ir_scalar bits = same_width[r->type];
  if (bits != r->type)
    r = kn_put_op(f, IR_OP_BITCAST, bits, &r, 1, NULL);
  if (bits != IR_U64)
    r = kn_put_op(f, IR_OP_CONVERT, IR_U64, &r, 1, NULL);
  return r;
}

kn_func *
kn_lower_flat(loft_cx *cx, ir_func *f) {
  kn_lowering low = {.cx = cx, .arena = cx->arena, .target = KN_CPU, .func = f};
  ir_name_values(f);
  kn_fn *k = kn_fn_new(&low, NULL, f->name);
  k->fn->what = "sequential";
  add_params(k, f);
  kn_buf *results =
      kn_buf_new(cx->arena, k->fn, IR_U64, KN_GLOBAL, 0, "results");
  vec_push(cx->arena, &k->fn->params, ((kn_param){.buf = results}));
  kn_lower_region(k, f->body);
  const ir_vals *yields = &f->body->last->ins;
  for (int i = 0; i < yields->n; i++) {
    if (yields->at[i]->type.array) {
      kn_fail(&low, f->body->last, "an array as result of a flat function");
      continue;
    }
    kn_reg *bits = put_bits(k, kn_scalar(k, yields->at[i]));
    kn_put_store(k, results, kn_put_i64(k, i), bits);
  }
  return low.failed ? NULL : k->fn;
}
