// rewrites/rw_rows.c: loops whose iterations write a row of an array each.
#include "rewrites/rw_private.h"

#include <stdlib.h>

// Replaces the index of loop "l" in *f by that of its first or its last
// iteration, whichever makes *f smaller. False when that is not known.
static bool
take_least(arena *a, an_affine *f, const an_index *l) {
  an_affine c, first = {0}, last = an_affine_of(a, l->extent), rest;
  if (!an_form_stride(a, f, l->idx, &c) || c.terms.n ||
      c.constant < -(1 << 20) || c.constant > 1 << 20)
    return false;
  an_term t = {.coef = c.constant, .factors = {l->idx}, .n_factors = 1};
  vec_push(a, &first.terms, t);
  if (!an_form_minus(a, f, &first, &rest))
    return false;
  *f = rest;
  for (int64_t k = c.constant; k < 0; k++) {
    if (k < -8 || !an_form_minus(a, f, &last, &rest) ||
        __builtin_add_overflow(rest.constant, 1, &rest.constant))
      return false;
    *f = rest;
  }
  return true;
}

bool
rw_is_later(const rw_rows *z, const an_access *x, const an_affine *from,
            const an_affine *to, const an_affine *stride) {
  an_affine d, rows;
  if (!an_form_minus(z->a, to, from, &d) ||
      !an_form_divide(z->a, &d, stride, &rows))
    return false;
  for (int i = x->n_inner - 1; i >= 0; i--)
    if (an_form_uses(&rows, x->inner[i].idx) &&
        (x->inner[i].idx == z->map.idx[0] ||
         !take_least(z->a, &rows, &x->inner[i])))
      return false;
  return !rows.terms.n && rows.constant >= 1;
}

// True when a row of "stride" elements has "m" of them, or more by a constant.
static bool
is_as_long(arena *a, const an_affine *stride, const an_affine *m) {
  an_affine more;
  return an_form_minus(a, stride, m, &more) && !more.terms.n &&
         more.constant >= 0;
}

// True when "w" is of whole rows, or of parts of them: an element of it for
// each index of the map, in rows of *stride, one an iteration of the loop.
static bool
is_of_rows(const rw_rows *z, const an_access *w, an_affine *stride) {
  ir_val *i = z->loop.i, *j = z->map.idx[0];
  int64_t one;
  for (int k = 0; k < w->at.terms.n; k++)
    for (int q = 0; q < w->at.terms.at[k].n_factors; q++) {
      const ir_val *v = w->at.terms.at[k].factors[q];
      if (v != i && v != j && !ir_is_outside(v, z->loop.body))
        return false;
    }
  if (an_affine_stride(&w->at, j, &one) != 1 || one != 1 ||
      !an_form_stride(z->a, &w->at, i, stride) || an_form_uses(stride, j) ||
      an_form_uses(stride, i))
    return false;
  an_affine m = an_affine_of(z->a, z->map.extents[0]), zero = {0}, minus;
  if (!stride->terms.n && !m.terms.n)
    return stride->constant > INT64_MIN &&
           llabs(stride->constant) >= m.constant;
  return stride->terms.n == 1 && !stride->constant &&
         an_form_minus(z->a, &zero, stride, &minus) &&
         (is_as_long(z->a, stride, &m) || is_as_long(z->a, &minus, &m));
}

const an_access *
rw_row_write(const rw_rows *z, const ir_val *root, const ir_op *except,
             an_affine *stride) {
  const an_access *w = NULL;
  for (int i = 0; i < z->all.n; i++) {
    const an_access *x = &z->all.at[i];
    if (x->root != root || !x->is_write || x->op == except)
      continue;
    if (x->op->code != IR_OP_UPDATE ||
        (w && !an_affine_eq(z->a, &w->at, &x->at)))
      return NULL;
    w = x;
  }
  return w && is_of_rows(z, w, stride) ? w : NULL;
}

bool
rw_match_rows(arena *a, ir_op *op, rw_rows *z) {
  int64_t n;
  *z = (rw_rows){.a = a};
  return op->code == IR_OP_LOOP && op->level == IR_LEVEL_NONE &&
         ir_match_loop(op, &z->loop) && !op->has_while && z->loop.extent &&
         ir_match_soac(rw_find_map(&z->loop), &z->map) && z->map.n_dims == 1 &&
         rw_are_dests_carried(&z->loop, &z->map) &&
         (ir_is_outside(z->map.extents[0], z->loop.body) ||
          ir_match_int(z->map.extents[0], &n)) &&
         an_accesses_of(a, op, &z->all);
}

bool
rw_is_in_column(const rw_rows *z, const an_access *x, const an_access *w,
                const an_affine *stride) {
  an_affine d, rows;
  return an_form_minus(z->a, &x->at, &w->at, &d) &&
         an_form_divide(z->a, &d, stride, &rows) &&
         !an_form_uses(&rows, z->map.idx[0]);
}

void
rw_turn_loop(ir_func *f, const ir_loop *l, const ir_soac *m) {
  arena *a = f->module->arena;
  map *subst = map_new(a);
  ir_builder b = ir_before(l->op);
  ir_op *outer = ir_build_raw(&b, IR_OP_MAP);
  ir_region *ro = ir_add_region(outer);
  for (int k = 0; k < m->n_dims; k++)
    rw_add_dim(outer, m->extents[k], m->idx[k], m->idx[k]->name, subst);
  ir_builder in = ir_at_end(ro);
  ir_op *loop = ir_start_loop(&in, IR_OP_LOOP, l->extent, l->i->name);
  ir_region *rl = loop->regions[0];
  loop->loc = l->op->loc;
  map_put(subst, l->i, rl->params.at[0]);
  for (int k = 0; k < m->n_dests; k++) {
    int c = m->dests[k]->index - 1;
    ir_val *from = l->inits[c];
    ir_add_in(outer, from);
    ir_val *out = ir_add_out(outer, from->type, l->outs[c]->name);
    ir_add_in(loop, ir_region_add_param(ro, from->type, l->carried[c]->name));
    ir_add_out(loop, from->type, l->carried[c]->name);
    map_put(subst, m->dest_params[k],
            ir_region_add_param(rl, from->type, m->dest_params[k]->name));
    ir_replace_uses(f, l->outs[c], out);
  }
  ir_builder body = ir_at_end(rl);
  ir_foreach_op (op, l->body)
    if (op != m->op && op->code != IR_OP_YIELD)
      ir_clone_op(&body, op, subst);
  ir_val **yields = NEW_ARRAY(a, ir_val *, m->n_dests);
  ir_clone_region_ops(&body, m->body, subst, yields);
  ir_build_yield(&body, yields, m->n_dests);
  ir_build_yield(&in, loop->outs.at, loop->outs.n);
  ir_remove(l->op);
}
