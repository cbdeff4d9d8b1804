// kernel/lower_space.c: index spaces of maps: extents, and indices of elements.
#include "kernel/kernel_private.h"

void
kn_extents(kn_fn *h, const ir_soac *s, kn_reg **out) {
  for (int k = 0; k < s->n_dims; k++) {
    int64_t value;
    out[k] = kn_scalar(h, s->extents[k]);
    if (!ir_match_int(s->extents[k], &value) || value < 0)
      out[k] = kn_put2i(h, IR_OP_MAX, out[k], 0, s->extents[k]->name);
  }
}

kn_reg *
kn_product(kn_fn *h, kn_reg **extents, int n) {
  kn_reg *p = extents[0];
  for (int k = 1; k < n; k++)
    p = kn_put2(h, IR_OP_MUL, p, extents[k], NULL);
  return p;
}

void
kn_decode(kn_fn *k, kn_reg *linear, kn_reg **extents, int n, kn_reg **idx) {
  for (int d = n - 1; d > 0; d--) {
    idx[d] = kn_put2(k, IR_OP_REM, linear, extents[d], NULL);
    linear = kn_put2(k, IR_OP_DIV, linear, extents[d], NULL);
  }
  idx[0] = linear;
}

// Level "d" of kn_put_carry.
static void
put_carry_from(kn_fn *k, kn_reg **idx, kn_reg **extents, int d, kn_reg *zero,
               kn_reg *one) {
  if (d == 0)
    return;
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_GE, idx[d], extents[d], NULL));
  kn_block *back = kn_enter(k, &s->body[0]);
  kn_put_copy(k, idx[d], zero);
  kn_put_increase(k, idx[d - 1], one);
  put_carry_from(k, idx, extents, d - 1, zero, one);
  kn_enter(k, back);
}

void
kn_put_carry(kn_fn *k, kn_reg **idx, kn_reg **extents, int n) {
  if (n > 1)
    put_carry_from(k, idx, extents, n - 1, kn_put_i64(k, 0), kn_put_i64(k, 1));
}

kn_reg **
kn_capture_extents(kn_fn *k, const ir_soac *s, int from, int n) {
  kn_reg **out = NEW_ARRAY(k->low->arena, kn_reg *, n);
  for (int d = from; d < n; d++)
    out[d] = kn_scalar(k, s->extents[d]);
  return out;
}
