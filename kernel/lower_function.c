// kernel/lower_function.c: a function under construction: the registers and
// buffers of IR values, parameters, launches, arrays.
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
  return kn_kernel_at(host, op->loc, what);
}

kn_fn *
kn_kernel_at(kn_fn *host, loft_loc loc, const char *what) {
  kn_lowering *low = host->low;
  kn_program *p = low->program;
  const char *name =
      arena_printf(low->arena, "%s.k%d", low->func->name, p->kernels.n);
  kn_fn *k = kn_fn_new(low, host, name);
  k->fn->id = p->kernels.n;
  k->fn->loc = loc;
  k->fn->what = what;
  k->loc = loc;
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

kn_buf **
kn_capture_bufs(kn_fn *k, kn_buf *const *host, int n) {
  kn_buf **out = NEW_ARRAY(k->low->arena, kn_buf *, n);
  for (int i = 0; i < n; i++)
    out[i] = kn_capture_buf(k, host[i]);
  return out;
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

void
kn_put_free(kn_fn *h, kn_buf *b) {
  kn_put(h, KN_FREE)->buf = b;
}

kn_buf *
kn_put_alloc(kn_fn *h, ir_scalar elem, kn_reg *count, const char *name) {
  kn_stmt *s = kn_put(h, KN_ALLOC);
  s->buf = kn_buf_new(h->low->arena, h->fn, elem, KN_GLOBAL, 0, name);
  s->args[0] = count;
  s->n_args = 1;
  return s->buf;
}

// The number of parameter "v" of the function among the arrays.
static int
array_number(const ir_val *v) {
  const ir_vals *params = &v->param_of->params;
  int n = 0;
  for (int k = 0; k < v->index; k++)
    n += params->at[k]->type.array;
  return n;
}

bool
kn_has_footprint(const kn_fn *h, ir_val *array) {
  const ir_val *root = ir_storage_root(array, NULL);
  return root->def ? root->def->code == IR_OP_ALLOC
                   : root->param_of == h->low->func->body;
}

kn_reg *
kn_put_footprint(kn_fn *h, ir_val *array, ir_opcode which, const char *name) {
  const ir_val *root = ir_storage_root(array, NULL);
  if (root->def)
    return which == IR_OP_END ? kn_scalar(h, root->def->ins.at[0])
                              : kn_put_i64(h, 0);
  kn_stmt *s = kn_put(h, KN_BOUND);
  s->op = which;
  s->index = array_number(root);
  s->dst = kn_reg_new(h->low->arena, h->fn, IR_I64, name);
  return s->dst;
}
