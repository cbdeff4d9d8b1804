// rewrites/pass_ahead.c: a loop around a map that reads rows ahead of those
// that it writes is a map.
//
//   loop (i < n) (w = c) {                  t = copy of c
//     map (j < m) (v = w) {                 map (i < n) (w = c) {
//       a = index v, i*m + j         =>       map (j < m) (v = w) {
//       b = index v, (i+k+1)*m + j              a = index v, i*m + j
//       update v, i*m + j, f(a, b) } }          b = index t, (i+k+1)*m + j
//                                               update v, i*m + j, f(a, b) } }
//
// What an iteration reads of rows that are written later, nobody has written
// yet; and its own row nobody else touches. So iterations are independent once
// these reads go to a copy. A product with a triangle in place (trmm) is then
// one space of elements. One-shot: the loop is gone.
#include "rewrites/rw_private.h"

#include <stdlib.h>

bool pass_ahead(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct looker {
  arena *a;
  ir_func *f;
  ir_loop loop;
  ir_soac map;
  an_accesses all;    // in the loop
  VEC(ir_op *) ahead; // reads of rows to come, each ...
  VEC(int) from;      // ... of this carried array
} looker;

// -- Conditions -----------------------------------------------------------
// "t" / "stride", which is a constant or has one term; false where that is no
// term.
static bool
divide_term(an_term t, const an_affine *stride, an_term *out) {
  int64_t scale = stride->constant;
  if (stride->terms.n) {
    const an_term *s = &stride->terms.at[0];
    scale = s->coef;
    for (int k = 0; k < s->n_factors; k++) {
      int i = 0;
      while (i < t.n_factors && t.factors[i] != s->factors[k])
        i++;
      if (i == t.n_factors)
        return false;
      t.factors[i] = t.factors[--t.n_factors];
    }
  }
  if (!scale || t.coef == INT64_MIN || t.coef % scale)
    return false;
  t.coef /= scale;
  *out = t;
  return true;
}

// *out = x / stride, where each term is that.
static bool
divide(arena *a, const an_affine *x, const an_affine *stride, an_affine *out) {
  an_term t = {.coef = x->constant};
  *out = (an_affine){0};
  if (x->constant && (!divide_term(t, stride, &t) || t.n_factors))
    return false;
  out->constant = x->constant ? t.coef : 0;
  for (int k = 0; k < x->terms.n; k++) {
    if (!x->terms.at[k].coef)
      continue;
    if (!divide_term(x->terms.at[k], stride, &t))
      return false;
    if (t.n_factors)
      vec_push(a, &out->terms, t);
    else
      out->constant += t.coef;
  }
  return true;
}

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

// True when "x" reads what the iteration some rows later writes, which is at
// "w" now; each row is "stride" from the one before.
static bool
is_ahead(const looker *z, const an_access *x, const an_affine *w,
         const an_affine *stride) {
  an_affine d, rows;
  if (!an_form_minus(z->a, &x->at, w, &d) || !divide(z->a, &d, stride, &rows))
    return false;
  for (int i = x->n_inner - 1; i >= 0; i--)
    if (an_form_uses(&rows, x->inner[i].idx) &&
        (x->inner[i].idx == z->map.idx[0] ||
         !take_least(z->a, &rows, &x->inner[i])))
      return false;
  for (int k = 0; k < rows.terms.n; k++)
    if (rows.terms.at[k].coef)
      return false;
  return rows.constant >= 1;
}

// True when "w" is of whole rows: an element of it for each index of the map,
// in rows of *stride, one an iteration of the loop.
static bool
is_of_rows(const looker *z, const an_access *w, an_affine *stride) {
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
         (an_affine_eq(stride, &m) || an_affine_eq(&minus, &m));
}

// The write to "root" that all others are like, of rows of *stride; NULL when
// there is none, or something combines.
static const an_access *
find_write(const looker *z, const ir_val *root, an_affine *stride) {
  const an_access *w = NULL;
  for (int i = 0; i < z->all.n; i++) {
    const an_access *x = &z->all.at[i];
    if (x->root != root || !x->is_write)
      continue;
    if (x->op->code != IR_OP_UPDATE || (w && !an_affine_eq(&w->at, &x->at)))
      return NULL;
    w = x;
  }
  return w && is_of_rows(z, w, stride) ? w : NULL;
}

// True when all accesses to carried array "k" are to the iteration's own row,
// or reads of rows ahead, which go to z->ahead.
static bool
match_array(looker *z, int k) {
  const ir_val *root = ir_storage_root(z->loop.inits[k], NULL);
  an_affine stride;
  const an_access *w = find_write(z, root, &stride);
  if (!w || !rw_has_bounds(z->loop.inits[k]))
    return false;
  for (int i = 0; i < z->all.n; i++) {
    const an_access *x = &z->all.at[i];
    if (x->root != root || an_affine_eq(&x->at, &w->at))
      continue;
    if (x->is_write || !is_ahead(z, x, &w->at, &stride))
      return false;
    vec_push(z->a, &z->ahead, x->op);
    vec_push(z->a, &z->from, k);
  }
  return true;
}

// -- Building -------------------------------------------------------------
// A copy of the footprint of "array", in front of the loop; *begin is its first
// index there.
static ir_val *
build_copy(looker *z, ir_val *array, ir_val **begin) {
  ir_builder b = ir_before(z->loop.op);
  b.loc = z->loop.op->loc;
  *begin = ir_build_bound(&b, IR_OP_BEGIN, array);
  ir_val *end = ir_build_bound(&b, IR_OP_END, array);
  ir_val *n = ir_build2(&b, IR_OP_SUB, end, *begin);
  ir_val *t =
      ir_build_alloc(&b, array->type.elem, n, IR_SPACE_GLOBAL, "before");
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  op->loc = b.loc;
  ir_add_in(op, n);
  ir_val *q = ir_region_add_param(r, ir_ty(IR_I64), "q");
  ir_val *w = rw_add_dest(op, t);
  ir_builder in = ir_at_end(r);
  ir_val *v = ir_build_index(&in, array, ir_build2(&in, IR_OP_ADD, *begin, q));
  w = ir_build_update(&in, w, q, v);
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// Lets the reads ahead of carried array "k" be of a copy.
static void
read_copy(looker *z, int k) {
  ir_val *begin, *t = NULL;
  for (int i = 0; i < z->ahead.n; i++) {
    ir_op *op = z->ahead.at[i];
    if (z->from.at[i] != k)
      continue;
    if (!t)
      t = build_copy(z, z->loop.inits[k], &begin);
    ir_builder b = ir_before(op);
    op->ins.at[1] = ir_build2(&b, IR_OP_SUB, op->ins.at[1], begin);
    op->ins.at[0] = t;
  }
}

// loop (i) { map (j) { w[i,j] = A(w[i,j], w[i+k,j]) } } =>
//     t = w; map (i) { map (j) { w[i,j] = A(w[i,j], t[i+k,j]) } }
// when: at host level; the loop does nothing but run the map, which touches one
//       row an iteration, and reads rows of later ones (k > 0), of arrays whose
//       footprint is known.
// why:  one space of elements instead of a launch for each row; the copy is one
//       pass over the array.
// src:  array renaming against anti-dependences
static bool
try_ahead(looker *z, rw_options *o, ir_op *op) {
  const rw_rule_id rule = RW_RULE_ahead;
  int64_t n;
  if (op->level != IR_LEVEL_NONE || !ir_match_loop(op, &z->loop) ||
      op->has_while || !z->loop.extent ||
      !ir_match_soac(rw_find_map(&z->loop), &z->map) || z->map.n_dims != 1 ||
      !rw_are_dests_carried(&z->loop, &z->map) ||
      (!ir_is_outside(z->map.extents[0], z->loop.body) &&
       !ir_match_int(z->map.extents[0], &n)) ||
      !an_accesses_of(z->a, op, &z->all))
    return false;
  for (int k = 0; k < z->loop.n_carried; k++)
    if (!match_array(z, k))
      return rw_refused(o, rule, op, "an iteration needs what another wrote");
  if (!z->ahead.n || !rw_fired(o, rule))
    return false;
  for (int k = 0; k < z->loop.n_carried; k++)
    read_copy(z, k);
  op->code = IR_OP_MAP;
  return true;
}

// Tries the loops of "r", which is at host level.
static bool
visit_region(arena *a, ir_func *f, rw_options *o, ir_region *r) {
  bool changed = false;
  ir_foreach_op_safe (op, r) {
    looker z = {.a = a, .f = f};
    if (ir_is_soac(op))
      continue;
    changed |= op->code == IR_OP_LOOP && try_ahead(&z, o, op);
    for (int k = 0; k < op->n_regions && !ir_is_soac(op); k++)
      changed |= visit_region(a, f, o, op->regions[k]);
  }
  return changed;
}

bool
pass_ahead(loft_cx *cx, ir_func *f, rw_options *o) {
  return visit_region(cx->arena, f, o, f->body);
}
