// kernel/lower_fold.c: operators that are regions, and the tuples they fold.
#include "kernel/kernel_private.h"

ir_scalar
kn_red_type(const ir_soac *s, int k) {
  return s->results[k]->type.elem;
}

kn_reg *
kn_put_combine(kn_fn *f, const ir_soac *s, int k, kn_reg *x, kn_reg *y) {
  return kn_put2(f, s->red_ops[k], x, y, s->results[k]->name);
}

kn_reg *
kn_put_identity(kn_fn *f, const ir_soac *s, int k) {
  ir_scalar type = kn_red_type(s, k);
  ir_bits bits = ir_red_identity(s->red_ops[k], type);
  return kn_put_const(f, type, bits, NULL);
}

kn_reg **
kn_put_identities(kn_fn *f, const ir_soac *s) {
  kn_reg **out = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    out[k] = kn_put_identity(f, s, k);
  return out;
}

// The registers of "vals", one for each fold.
static kn_reg **
scalars(kn_fn *f, const ir_soac *s, ir_val **vals) {
  kn_reg **out = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    out[k] = kn_scalar(f, vals[k]);
  return out;
}

kn_reg **
kn_fold_values(kn_fn *f, const ir_soac *s) {
  return scalars(f, s, s->values);
}

kn_reg **
kn_fold_inits(kn_fn *f, const ir_soac *s) {
  return scalars(f, s, s->inits);
}

kn_buf **
kn_fold_arrays(kn_fn *f, const ir_soac *s, kn_space space, int64_t count) {
  kn_buf **out = NEW_ARRAY(f->low->arena, kn_buf *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    out[k] = kn_buf_new(f->low->arena, f->fn, kn_red_type(s, k), space, count,
                        s->results[k]->name);
  return out;
}

void
kn_put_operator(kn_fn *f, const ir_soac *s, kn_reg *const *left,
                kn_reg *const *right, kn_reg **out) {
  for (int k = 0; k < s->n_red; k++)
    if (s->combine) {
      kn_bind_reg(f, s->combine->params.at[k], left[k]);
      kn_bind_reg(f, s->combine->params.at[s->n_red + k], right[k]);
    } else {
      out[k] = kn_put_combine(f, s, k, left[k], right[k]);
    }
  if (!s->combine)
    return;
  kn_lower_region(f, s->combine);
  for (int k = 0; k < s->n_red; k++)
    out[k] = kn_scalar(f, s->combine->last->ins.at[k]);
}

void
kn_put_fold_to(kn_fn *f, const ir_soac *s, kn_reg **to, kn_reg *const *left,
               kn_reg *const *right) {
  kn_reg **out = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  kn_put_operator(f, s, left, right, out);
  kn_put_parallel_copy(f, to, out, s->n_red);
}

void
kn_put_fold(kn_fn *f, const ir_soac *s, kn_reg **acc, kn_reg *const *right) {
  kn_put_fold_to(f, s, acc, acc, right);
}

kn_reg **
kn_tuple_new(kn_fn *f, const ir_soac *s, const char *name) {
  kn_reg **out = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    out[k] = kn_reg_new(f->low->arena, f->fn, kn_red_type(s, k), name);
  return out;
}

void
kn_put_tuple_load(kn_fn *f, const ir_soac *s, kn_buf **bufs, kn_reg *i,
                  kn_reg **out) {
  for (int k = 0; k < s->n_red; k++)
    kn_put_copy(f, out[k], kn_put_load(f, bufs[k], i, NULL));
}

void
kn_put_tuple_store(kn_fn *f, const ir_soac *s, kn_buf **bufs, kn_reg *i,
                   kn_reg *const *values) {
  for (int k = 0; k < s->n_red; k++)
    kn_put_store(f, bufs[k], i, values[k]);
}

int64_t
kn_tuple_bytes(const ir_soac *s) {
  int64_t n = 0;
  for (int k = 0; k < s->n_red; k++)
    n += ir_shared_size(kn_red_type(s, k));
  return n;
}
