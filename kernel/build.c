// kernel/build.c: registers, buffers, and statements at a cursor.
//
// Statements are appended to the block "f->at"; nothing is ever inserted
// before what is there, apart from the entry block of a kernel.
#include "kernel/kernel_private.h"

kn_reg *
kn_reg_new(arena *a, kn_func *f, ir_scalar type, const char *name) {
  kn_reg *r = NEW(a, kn_reg);
  *r = (kn_reg){.type = type, .name = name, .id = f->regs.n};
  vec_push(a, &f->regs, r);
  return r;
}

bool
kn_has_buf(const kn_bufs *set, const kn_buf *b) {
  for (int i = 0; i < set->n; i++)
    if (set->at[i] == b)
      return true;
  return false;
}

kn_buf *
kn_buf_new(arena *a, kn_func *f, ir_scalar elem, kn_space space, int64_t count,
           const char *name) {
  kn_buf *b = NEW(a, kn_buf);
  *b = (kn_buf){.elem = elem,
                .space = space,
                .count = count,
                .name = name,
                .id = f->bufs.n};
  vec_push(a, &f->bufs, b);
  return b;
}

int64_t
kn_shared_bytes(const kn_func *k) {
  int64_t bytes = 0;
  for (int i = 0; i < k->bufs.n; i++) {
    const kn_buf *b = k->bufs.at[i];
    if (b->space == KN_SHARED)
      bytes += b->count * ir_shared_size(b->elem);
  }
  return bytes;
}

int
kn_param_slots(const kn_func *f, int n) {
  int slots = 0;
  for (int k = 0; k < n; k++) {
    const kn_reg *r = f->params.at[k].reg;
    slots += r ? ir_slots(ir_ty(r->type)) : 1;
  }
  return slots;
}

int
kn_result_slots(const kn_func *f, int n) {
  int slots = n;
  for (int k = 0; k < f->body.n; k++) {
    const kn_stmt *s = f->body.at[k];
    if (s->kind == KN_RETURN_REG && s->index < n)
      slots += ir_slots(ir_ty(s->args[0]->type)) - 1;
  }
  return slots;
}

bool
kn_any(const kn_block *block, kn_test *test, const void *of) {
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    if (test(s, of) || kn_any(&s->body[0], test, of) ||
        kn_any(&s->body[1], test, of))
      return true;
  }
  return false;
}

// kn_test: "s" is of the kind at "of".
static bool
is_of_kind(const kn_stmt *s, const void *of) {
  return s->kind == *(const kn_kind *)of;
}

bool
kn_has(const kn_block *block, kn_kind kind) {
  return kn_any(block, is_of_kind, &kind);
}

// kn_test: "s" has the op at "of".
static bool
has_op(const kn_stmt *s, const void *of) {
  return s->kind == KN_OP && s->op == *(const ir_opcode *)of;
}

bool
kn_uses(const kn_block *block, ir_opcode op) {
  return kn_any(block, has_op, &op);
}

bool
kn_combines_in_group(ir_opcode op, ir_scalar elem) {
  return op != IR_OP_UPDATE && op != IR_OP_MUL && ir_is_int(elem) &&
         ir_size(elem) == 4;
}

// A new register of the function that "f" lowers.
static kn_reg *
new_reg(kn_fn *f, ir_scalar type, const char *name) {
  return kn_reg_new(f->low->arena, f->fn, type, name);
}

kn_stmt *
kn_put(kn_fn *f, kn_kind kind) {
  kn_stmt *s = NEW(f->low->arena, kn_stmt);
  s->kind = kind;
  s->loc = f->loc;
  vec_push(f->low->arena, f->at, s);
  return s;
}

kn_reg *
kn_put_const(kn_fn *f, ir_scalar type, ir_bits bits, const char *name) {
  kn_stmt *s = kn_put(f, KN_CONST);
  s->bits = bits;
  s->dst = new_reg(f, type, name);
  return s->dst;
}

kn_reg *
kn_put_i64(kn_fn *f, int64_t value) {
  return kn_put_const(f, IR_I64, (uint64_t)value, NULL);
}

kn_reg *
kn_put_op(kn_fn *f, ir_opcode op, ir_scalar type, kn_reg **args, int n,
          const char *name) {
  kn_stmt *s = kn_put(f, KN_OP);
  s->op = op;
  s->n_args = n;
  for (int k = 0; k < n; k++)
    s->args[k] = args[k];
  s->dst = new_reg(f, type, name);
  return s->dst;
}

kn_reg *
kn_put2(kn_fn *f, ir_opcode op, kn_reg *x, kn_reg *y, const char *name) {
  bool cmp = ir_op_table[op].cls == IR_CLASS_CMP;
  kn_reg *args[2] = {x, y};
  return kn_put_op(f, op, cmp ? IR_BOOL : x->type, args, 2, name);
}

kn_reg *
kn_put2i(kn_fn *f, ir_opcode op, kn_reg *x, int64_t y, const char *name) {
  return kn_put2(f, op, x, kn_put_const(f, x->type, (uint64_t)y, NULL), name);
}

kn_reg *
kn_put_ceil_div(kn_fn *f, kn_reg *x, int64_t y, const char *name) {
  kn_reg *up = kn_put2i(f, IR_OP_ADD, x, y - 1, NULL);
  return kn_put2i(f, IR_OP_DIV, up, y, name);
}

kn_reg *
kn_put_select(kn_fn *f, kn_reg *c, kn_reg *x, kn_reg *y) {
  return kn_put_op(f, IR_OP_SELECT, x->type, (kn_reg *[]){c, x, y}, 3, NULL);
}

kn_reg *
kn_put_convert(kn_fn *f, kn_reg *x, ir_scalar type) {
  return x->type == type ? x : kn_put_op(f, IR_OP_CONVERT, type, &x, 1, NULL);
}

void
kn_put_copy(kn_fn *f, kn_reg *dst, kn_reg *src) {
  kn_stmt *s = kn_put(f, KN_COPY);
  s->dst = dst;
  s->args[0] = src;
  s->n_args = 1;
}

kn_reg *
kn_put_variable(kn_fn *f, kn_reg *value, const char *name) {
  kn_reg *r = kn_reg_new(f->low->arena, f->fn, value->type, name);
  kn_put_copy(f, r, value);
  return r;
}

void
kn_put_increase(kn_fn *f, kn_reg *dst, kn_reg *y) {
  kn_stmt *s = kn_put(f, KN_OP);
  s->op = IR_OP_ADD;
  s->dst = dst;
  s->args[0] = dst;
  s->args[1] = y;
  s->n_args = 2;
}

kn_reg *
kn_put_builtin(kn_fn *f, kn_builtin which, const char *name) {
  kn_stmt *s = kn_put(f, KN_BUILTIN);
  s->builtin = which;
  s->dst = new_reg(f, IR_I64, name);
  return s->dst;
}

kn_reg *
kn_put_load(kn_fn *f, kn_buf *buf, kn_reg *idx, const char *name) {
  kn_stmt *s = kn_put(f, KN_LOAD);
  s->buf = buf;
  s->args[0] = idx;
  s->n_args = 1;
  s->dst = new_reg(f, buf->elem, name);
  buf->is_read = true;
  return s->dst;
}

void
kn_put_store(kn_fn *f, kn_buf *buf, kn_reg *idx, kn_reg *value) {
  kn_stmt *s = kn_put(f, KN_STORE);
  s->buf = buf;
  s->args[0] = idx;
  s->args[1] = value;
  s->n_args = 2;
  buf->is_written = true;
}

void
kn_put_atomic(kn_fn *f, ir_opcode op, kn_buf *buf, kn_reg *idx, kn_reg *value) {
  if (buf->space == KN_PRIVATE && op == IR_OP_UPDATE) {
    kn_put_store(f, buf, idx, value);
    return;
  }
  if (buf->space == KN_PRIVATE) {
    kn_reg *old = kn_put_load(f, buf, idx, NULL);
    kn_put_store(f, buf, idx, kn_put2(f, op, old, value, NULL));
    return;
  }
  kn_stmt *s = kn_put(f, KN_COMBINE);
  s->op = op;
  s->buf = buf;
  s->args[0] = idx;
  s->args[1] = value;
  s->n_args = 2;
  buf->is_read |= op != IR_OP_UPDATE;
  buf->is_written = true;
}

kn_reg *
kn_put_fetch(kn_fn *f, ir_opcode op, kn_buf *buf, kn_reg *idx, kn_reg *value,
             const char *name) {
  kn_put_atomic(f, op, buf, idx, value);
  return vec_last(f->at)->dst =
             kn_reg_new(f->low->arena, f->fn, buf->elem, name);
}

kn_stmt *
kn_put_loop(kn_fn *f, kn_reg *count, bool parallel, const char *name) {
  kn_stmt *s = kn_put(f, KN_LOOP);
  s->count = count;
  s->parallel = parallel;
  s->dst = new_reg(f, count->type, name);
  return s;
}

kn_stmt *
kn_put_while(kn_fn *f, kn_reg *cond) {
  kn_stmt *s = kn_put(f, KN_LOOP);
  s->cond = cond;
  return s;
}

kn_stmt *
kn_put_if(kn_fn *f, kn_reg *cond) {
  kn_stmt *s = kn_put(f, KN_IF);
  s->args[0] = cond;
  s->n_args = 1;
  return s;
}

kn_block *
kn_enter(kn_fn *f, kn_block *block) {
  kn_block *back = f->at;
  f->at = block;
  return back;
}

// True when "x" is among the first "n" of "at".
static bool
is_among(void *const *at, int n, const void *x) {
  for (int k = 0; k < n; k++)
    if (at[k] == x)
      return true;
  return false;
}

void
kn_put_parallel_copy(kn_fn *f, kn_reg **dst, kn_reg **src, int n) {
  // A source that an earlier assignment overwrites is saved first.
  kn_reg **from = NEW_ARRAY(f->low->arena, kn_reg *, n);
  for (int k = 0; k < n; k++) {
    from[k] = src[k];
    if (src[k] != dst[k] && is_among((void *const *)dst, k, src[k])) {
      from[k] = new_reg(f, src[k]->type, src[k]->name);
      kn_put_copy(f, from[k], src[k]);
    }
  }
  for (int k = 0; k < n; k++)
    if (from[k] != dst[k])
      kn_put_copy(f, dst[k], from[k]);
}

// dst = src, handles.
static void
put_rebind(kn_fn *f, kn_buf *dst, kn_buf *src) {
  kn_stmt *s = kn_put(f, KN_REBIND);
  s->buf = dst;
  s->buf2 = src;
}

void
kn_put_parallel_rebind(kn_fn *f, kn_buf **dst, kn_buf **src, int n) {
  kn_buf **from = NEW_ARRAY(f->low->arena, kn_buf *, n);
  for (int k = 0; k < n; k++) {
    from[k] = src[k];
    if (src[k] != dst[k] && is_among((void *const *)dst, k, src[k])) {
      from[k] = kn_buf_new(f->low->arena, f->fn, src[k]->elem, KN_GLOBAL, 0,
                           src[k]->name);
      put_rebind(f, from[k], src[k]);
    }
  }
  for (int k = 0; k < n; k++)
    if (from[k] != dst[k])
      put_rebind(f, dst[k], from[k]);
}
