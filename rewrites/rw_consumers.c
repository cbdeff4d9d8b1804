// rewrites/rw_consumers.c: loops over the elements that a scan stored.
//
//   %k, %t1 = scan (i < n) [add 0] ... then { ... update w, before, e ... }
//   %s = reduce (j < %k) [add %s0] { g(index %t1, j) }
//
// An iteration of the scan stores elements at the count before it; iteration j
// of the second loop reads element j. Every element is read by one iteration,
// so the loop may run where the elements are made (pass_filter.c).
#include "rewrites/rw_private.h"

// True when all accesses of "xs" to "root" write, at places of iterations.
static bool
is_only_stored(const rw_survivors *v, const an_accesses *xs,
               const ir_val *root) {
  for (int k = 0; k < xs->n; k++) {
    const an_access *x = &xs->at[k];
    if (x->root == root &&
        (x->op->code != IR_OP_UPDATE || !rw_is_place(v, x->op->ins.at[1])))
      return false;
  }
  return true;
}

// True when "array" is, in the loop "q", array "t" as it is before the loop.
static bool
is_as_before(const ir_soac *q, const ir_val *array, const ir_val *t) {
  for (int k = 0; k < q->n_dests; k++)
    if (q->dests[k] == t)
      return array == q->dest_params[k] ||
             (q->then && array == q->then_dests[k]);
  return array == t;
}

// True when the element "x" is that of q's iteration.
static bool
is_own_element(const ir_soac *q, const an_access *x) {
  arena *a = q->op->parent->func->module->arena;
  an_affine own = an_affine_of(a, q->idx[0]);
  return an_affine_eq(a, &x->at, &own);
}

// Notes the accesses of "q" to the array that the scan leaves as dest "d": all
// to the element of q's iteration. False when there are others.
static bool
add_readings(arena *a, const rw_survivors *v, int d, rw_consumer *q,
             const an_accesses *xs) {
  ir_val *t = v->s.dest_outs[d], *stored = NULL;
  const ir_val *root = ir_storage_root(t, NULL);
  if (!rw_find_stored(a, v, v->s.dest_yields[d], &stored))
    return false;
  for (int k = 0; k < xs->n; k++) {
    const an_access *x = &xs->at[k];
    if (x->root != root)
      continue;
    if (!is_own_element(&q->s, x))
      return false;
    if (x->op->code == IR_OP_INDEX && is_as_before(&q->s, x->op->ins.at[0], t))
      vec_push(a, &q->reads, ((rw_reading){x->op, stored}));
  }
  return true;
}

// True when an access of "xs" to "root" writes; "any": or reads.
static bool
is_accessed(const an_accesses *xs, const ir_val *root, bool any) {
  for (int k = 0; k < xs->n; k++)
    if (xs->at[k].root == root && (any || xs->at[k].is_write))
      return true;
  return false;
}

// The dest of "s" that has the storage "root", or -1.
static int
dest_at(const ir_soac *s, const ir_val *root) {
  for (int d = 0; d < s->n_dests; d++)
    if (ir_storage_root(s->dests[d], NULL) == root)
      return d;
  return -1;
}

// Collects the reads by "q" of elements that survivors stored. False when it
// touches another array that the scan writes, or writes one that it touches.
static bool
find_readings(arena *a, const rw_survivors *v, rw_consumer *q) {
  an_accesses ps, qs;
  ir_vals seen = {0};
  if (!an_accesses_of(a, v->s.op, &ps) || !an_accesses_of(a, q->s.op, &qs))
    return false;
  for (int k = 0; k < qs.n; k++) {
    ir_val *root = qs.at[k].root;
    if (ir_vals_has(&seen, root) || !is_accessed(&ps, root, true) ||
        (!is_accessed(&ps, root, false) && !is_accessed(&qs, root, false)))
      continue;
    vec_push(a, &seen, root);
    int d = dest_at(&v->s, root);
    if (d < 0 || !is_only_stored(v, &ps, root) ||
        !add_readings(a, v, d, q, &qs))
      return false;
  }
  return q->reads.n > 0;
}

// True when every iteration of "q" reads elements that only the scan may write:
// so the survivors' numbers start from 0.
static bool
needs_all(const rw_survivors *v, const rw_consumer *q) {
  for (int k = 0; k < q->reads.n; k++) {
    const ir_op *read = q->reads.at[k].op;
    for (int d = 0; d < v->s.n_dests && read->parent == q->s.body; d++) {
      const ir_op *made = v->s.dests[d]->def;
      if (made && made->code == IR_OP_ALLOC &&
          is_as_before(&q->s, read->ins.at[0], v->s.dest_outs[d]))
        return true;
    }
  }
  return false;
}

bool
rw_match_consumer(arena *a, ir_op *scan, ir_op *op, rw_survivors *v,
                  rw_consumer *q) {
  ir_soac s;
  *q = (rw_consumer){0};
  if (!ir_match_fold(scan, &s) || !s.then || s.combine ||
      !ir_match_fold(op, &q->s) || q->s.combine || q->s.n_dims != 1 ||
      scan->level != IR_LEVEL_NONE || op->level != IR_LEVEL_NONE)
    return false;
  for (int c = 0; c < s.n_red; c++)
    if (rw_is_count(q->s.extents[0], s.results[c]))
      return (rw_match_survivors(a, &s, c, v) ||
              rw_match_appended(a, &s, c, v)) &&
             find_readings(a, v, q) && (v->from_zero || needs_all(v, q));
  return false;
}

// True when "op" is one of the reads of "q".
static bool
is_reading(const rw_consumer *q, const ir_op *op) {
  for (int k = 0; k < q->reads.n; k++)
    if (q->reads.at[k].op == op)
      return true;
  return false;
}

bool
rw_uses_number(const rw_consumer *q, ir_region *r, const ir_val *i) {
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->ins.n; k++)
      if (op->ins.at[k] == i && !(k == 1 && is_reading(q, op)))
        return true;
    for (int k = 0; k < op->n_regions; k++)
      if (rw_uses_number(q, op->regions[k], i))
        return true;
  }
  return false;
}

bool
rw_folds_exactly(const rw_consumer *q) {
  for (int k = 0; k < q->s.n_red; k++)
    if (ir_fold_rounds(q->s.op->red_ops[k], q->s.results[k]->type.elem))
      return false;
  return !rw_any(q->s.op, ir_combines_floats);
}

bool
rw_add_stored(arena *a, rw_slice *s, const rw_consumer *q) {
  for (int k = 0; k < q->reads.n; k++)
    if (!rw_add_slice(a, s, q->reads.at[k].stored))
      return false;
  return true;
}

ir_op *
rw_start_like(ir_builder *b, const rw_consumer *q, const ir_vals *extents,
              ir_val *const *idx, ir_val *const *inits) {
  const ir_op *old = q->s.op;
  ir_op *op = ir_build_raw(b, old->code);
  ir_region *r = ir_add_region(op);
  op->n_dims = extents->n;
  op->n_red = old->n_red;
  op->seq = old->seq;
  op->exact = old->exact;
  op->red_ops = NEW_ARRAY(b->func->module->arena, ir_opcode, old->n_red + 1);
  for (int d = 0; d < extents->n; d++) {
    ir_add_in(op, extents->at[d]);
    ir_region_add_param(r, ir_ty(IR_I64), idx[d]->name);
  }
  for (int k = 0; k < old->n_red; k++) {
    op->red_ops[k] = old->red_ops[k];
    ir_add_in(op, inits[k]);
    ir_add_out(op, q->s.results[k]->type, q->s.results[k]->name);
  }
  return op;
}

void
rw_put_reads(ir_region *r, const rw_consumer *q, const map *subst,
             const map *stored) {
  for (int k = 0; k < q->reads.n; k++) {
    const rw_reading *x = &q->reads.at[k];
    ir_val *copy = map_get(subst, x->op->outs.at[0]);
    if (!copy)
      continue; // in the other body of "q"
    rw_replace_inside(r, copy, ir_substituted(stored, x->stored));
    ir_remove(copy->def);
  }
}

bool
rw_writes_to(const ir_soac *s, const ir_val *root) {
  return dest_at(s, root) >= 0;
}
