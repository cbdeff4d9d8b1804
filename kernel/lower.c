// kernel/lower.c: fully mapped IR -> a host function and its kernels.
//
// Reads Note [Mapped IR]. One ir_val becomes one register or one buffer; the
// IR is in SSA form, so registers are assigned once per run of the region that
// defines them, save the carried ones of loops. Arrays are in place: every
// array value of a kernel resolves to the buffer of its storage, statically.
// A kernel is built in two blocks, "entry" (constants, captured elements) and
// its body, joined when it is launched.
#include "kernel/kernel_private.h"

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

// ir_walk_fn: false where "op" has a result, or a region a parameter, of f80.
static bool
has_no_f80(void *user, ir_op *op) {
  (void)user;
  bool ok = true;
  for (int k = 0; k < op->outs.n; k++)
    ok = ok && op->outs.at[k]->type.elem != IR_F80;
  for (int r = 0; r < op->n_regions; r++)
    for (int k = 0; k < op->regions[r]->params.n; k++)
      ok = ok && op->regions[r]->params.at[k]->type.elem != IR_F80;
  return ok;
}

const char *
kn_no_gpu(const ir_func *f) {
  bool ok = ir_walk(f->body, has_no_f80, NULL);
  for (int k = 0; k < f->body->params.n; k++)
    ok = ok && f->body->params.at[k]->type.elem != IR_F80;
  if (!ok)
    return "no GPU computes in long double";
  return ir_find_call(f->body) ? "it calls a function of another file" : NULL;
}

kn_program *
kn_lower(loft_cx *cx, ir_func *f, kn_target target) {
  const char *why = target == KN_GPU ? kn_no_gpu(f) : NULL;
  if (why) {
    diag_report(cx, DIAG_ERROR, f->body->last->loc, NULL, "%s", why);
    return NULL;
  }
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
  if (target == KN_GPU && !low.failed)
    kn_speculate(h);
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
    if (yields->at[i]->type.array || yields->at[i]->type.elem == IR_F80) {
      kn_fail(&low, f->body->last,
              "an array or f80 as result of a flat function");
      continue;
    }
    kn_reg *bits = put_bits(k, kn_scalar(k, yields->at[i]));
    kn_put_store(k, results, kn_put_i64(k, i), bits);
  }
  return low.failed ? NULL : k->fn;
}
