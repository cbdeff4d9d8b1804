// analysis/access.c: which elements of which arrays an op touches.
//
// An access is an index or update inside an op, with the storage it goes to,
// the polynomial form of its index, and the loops of the op around it. Two
// accesses go to the same elements when their forms agree once the indices of
// their loops are identified.
#include "analysis/analysis.h"

#include <stdlib.h>

// -- Collecting -------------------------------------------------------

typedef struct collector {
  arena *a;
  ir_op *top;
  an_accesses *out;
  an_index inner[AN_MAX_INNER];
  int n_inner;
  int conditional; // depth of ifs and while loops around
  bool unknown;    // some access may be to one of several arrays
} collector;

// True when "v" is defined inside the op "top".
static bool
is_made_inside(const ir_val *v, const ir_op *top) {
  const ir_region *home = ir_home_of(v);
  for (; home->parent_op; home = home->parent_op->parent)
    if (home->parent_op == top)
      return true;
  return false;
}

// Adds the access "op".
static void
add_access(collector *c, ir_op *op) {
  ir_val *root = ir_storage_root(op->ins.at[0], NULL);
  if (is_made_inside(root, c->top)) {
    // an array of the iteration's own; anything else may be several arrays
    c->unknown |= !root->def || root->def->code != IR_OP_ALLOC;
    return;
  }
  an_access x = {.op = op,
                 .root = root,
                 .is_write = ir_writes_element(op),
                 .conditional = c->conditional > 0,
                 .at = an_affine_of(c->a, op->ins.at[1]),
                 .n_inner = c->n_inner};
  memcpy(x.inner, c->inner, sizeof x.inner);
  vec_push(c->a, c->out, x);
}

static void collect_region(collector *c, ir_region *r);

// Collects from region "r" of "op", a nested op; its parameters begin with the
// indices, but for an if and for the operator of a fold.
static void
collect_nested(collector *c, const ir_op *op, ir_region *r) {
  int n = c->n_inner, cond = c->conditional;
  c->conditional += op->code == IR_OP_IF || op->has_while;
  for (int k = 0; k < op->n_dims && r != ir_operator_region(op); k++)
    if (c->n_inner < AN_MAX_INNER)
      c->inner[c->n_inner++] = (an_index){r->params.at[k], op->ins.at[k]};
    else
      c->conditional++;
  collect_region(c, r);
  c->n_inner = n;
  c->conditional = cond;
}

// Adds the accesses of "r", and of the regions in it.
static void
collect_region(collector *c, ir_region *r) {
  ir_foreach_op (op, r) {
    if (ir_accesses_element(op))
      add_access(c, op);
    for (int k = 0; k < op->n_regions; k++)
      collect_nested(c, op, op->regions[k]);
  }
}

// Lets "f", a form in the region "r" of "op", have the indices of its first
// region: a scan's second one has its own. False: it grows too large.
static bool
unify_indices(arena *a, const ir_op *op, const ir_region *r, an_affine *f) {
  bool ok = true;
  for (int d = 0; d < op->n_dims && op->code == IR_OP_SCAN && ok; d++)
    ok = an_form_rename(a, f, r->params.at[d], op->regions[0]->params.at[d], f);
  return ok;
}

bool
an_accesses_of(arena *a, ir_op *op, an_accesses *out) {
  *out = (an_accesses){0};
  collector c = {.a = a, .top = op, .out = out};
  for (int k = 0; k < op->n_regions; k++) {
    int n = out->n;
    collect_region(&c, op->regions[k]);
    for (; k && n < out->n; n++)
      c.unknown |= !unify_indices(a, op, op->regions[k], &out->at[n].at);
  }
  return !c.unknown;
}

// -- Joining ------------------------------------------------------------------
// True when "x" takes steps of a few elements along an index of "op", so that
// it may be joined with neighbours of its.
static bool
may_have_neighbours(const ir_op *op, const an_access *x) {
  enum { FEW = 64 };
  for (int d = 0; d < op->n_dims; d++) {
    int64_t stride;
    const ir_val *i = op->regions[0]->params.at[d];
    if (an_affine_stride(&x->at, i, &stride) == 1 && stride >= -FEW &&
        stride <= FEW && (stride > 1 || stride < -1))
      return true;
  }
  return false;
}

// True when "x" and "y" are of different elements in each iteration.
static bool
are_different(arena *a, const an_access *x, const an_access *y) {
  an_affine apart;
  return !x->n_inner && !y->n_inner &&
         an_form_minus(a, &x->at, &y->at, &apart) && !apart.terms.n &&
         apart.constant != 0;
}

bool
an_may_join(arena *a, ir_op *op) {
  an_accesses all;
  if (!an_accesses_of(a, op, &all))
    return false;
  for (int i = 0; i < all.n; i++)
    for (int k = i + 1; k < all.n && all.at[i].is_write; k++) {
      const an_access *store = &all.at[i], *then = &all.at[k];
      bool moves = may_have_neighbours(op, store) ||
                   (!then->is_write && may_have_neighbours(op, then));
      if (store->root == then->root && moves && !are_different(a, store, then))
        return false;
    }
  return true;
}

// -- Comparing --------------------------------------------------------

// True when "v" in each iteration of "pv" is what "u" is in that of "pu": the
// same computation on what both load from arrays of outside.
static bool
is_same_leaf(arena *a, const ir_val *v, ir_op *pv, const ir_val *u, ir_op *pu) {
  const ir_region *rv = pv->regions[0], *ru = pu->regions[0];
  return v->def && u->def && !ir_is_outside(v, rv) && !ir_is_outside(u, ru) &&
         an_in_slice(v, rv, true, true) && an_in_slice(u, ru, true, true) &&
         an_same_value_in(a, v, rv, u, ru);
}

// *out = "f" of an iteration of "px" in terms of one of "py": the indices, and
// leaves that are the same as some of "g", which is of "py". False: it grows
// too large.
static bool
identify(arena *a, const an_affine *f, ir_op *px, const an_affine *g, ir_op *py,
         an_affine *out) {
  bool ok = true;
  *out = *f;
  for (int d = 0; d < px->n_dims && ok; d++)
    ok = an_form_rename(a, out, px->regions[0]->params.at[d],
                        py->regions[0]->params.at[d], out);
  for (int k = 0; k < f->terms.n; k++)
    for (int i = 0; i < f->terms.at[k].n_factors; i++)
      for (int l = 0; l < g->terms.n; l++)
        for (int j = 0; j < g->terms.at[l].n_factors; j++) {
          ir_val *v = f->terms.at[k].factors[i];
          ir_val *u = g->terms.at[l].factors[j];
          if (ok && is_same_leaf(a, v, px, u, py))
            ok = an_form_rename(a, out, v, u, out);
        }
  return ok;
}

bool
an_same_elements(arena *a, const an_access *x, ir_op *px, const an_access *y,
                 ir_op *py) {
  an_affine f;
  int k = 0;
  if (!identify(a, &x->at, px, &y->at, py, &f))
    return false;
  for (int i = 0; i < x->n_inner; i++) {
    if (!an_form_uses(&f, x->inner[i].idx))
      continue;
    while (k < y->n_inner && !an_form_uses(&y->at, y->inner[k].idx))
      k++;
    if (k == y->n_inner)
      return false;
    // extents may use the indices further out
    an_affine nx = an_affine_of(a, x->inner[i].extent), same;
    an_affine ny = an_affine_of(a, y->inner[k].extent);
    if (!identify(a, &nx, px, &ny, py, &same) || !an_affine_eq(a, &same, &ny) ||
        !an_form_rename(a, &f, x->inner[i].idx, y->inner[k++].idx, &f))
      return false;
  }
  return an_affine_eq(a, &f, &y->at);
}

// True when every leaf of "f" is an index of the access or visible outside
// "op", so the same in all iterations.
static bool
is_regular(const an_access *x, ir_op *op) {
  const ir_region *body = op->regions[0];
  for (int k = 0; k < x->at.terms.n; k++)
    for (int i = 0; i < x->at.terms.at[k].n_factors; i++) {
      const ir_val *v = x->at.terms.at[k].factors[i];
      bool known = ir_is_outside(v, body);
      known |= v->param_of == body && v->index < op->n_dims;
      for (int j = 0; j < x->n_inner; j++)
        known |= x->inner[j].idx == v;
      if (!known)
        return false;
    }
  return true;
}

// True when stride "s" reaches over "span" elements: equal forms, or constants
// large enough.
static bool
spans(arena *a, const an_affine *s, const an_affine *span) {
  if (!s->terms.n && !span->terms.n)
    return s->constant != 0 && s->constant != INT64_MIN &&
           llabs(s->constant) >= span->constant;
  return an_affine_eq(a, s, span);
}

// True when the element of "x" differs with any of the "n" indices of "todo",
// which it may reorder, and all of them together.
static bool
are_strides_apart(arena *a, const an_access *x, an_index *todo, int n) {
  an_affine span = {.constant = 1};
  while (n) {
    int k = 0;
    an_affine s, wider;
    while (k < n &&
           !(an_form_stride(a, &x->at, todo[k].idx, &s) && spans(a, &s, &span)))
      k++;
    if (k == n)
      return false;
    an_affine extent = an_affine_of(a, todo[k].extent);
    if (!s.terms.n)
      s.constant = llabs(s.constant);
    if (!an_form_times(a, &s, &extent, &wider))
      return false;
    span = wider;
    todo[k] = todo[--n];
  }
  return true;
}

// an_is_injective; "used": in indices that the element depends on alone.
static bool
is_injective(arena *a, const an_access *x, ir_op *op, bool used) {
  an_index todo[AN_MAX_INNER + 8];
  int n = 0;
  if (!is_regular(x, op) || op->n_dims > 8)
    return false;
  for (int d = 0; d < op->n_dims; d++) {
    ir_val *i = op->regions[0]->params.at[d];
    if (!used || an_form_uses(&x->at, i))
      todo[n++] = (an_index){i, op->ins.at[d]};
  }
  for (int i = 0; i < x->n_inner; i++)
    if (an_form_uses(&x->at, x->inner[i].idx))
      todo[n++] = x->inner[i];
  return are_strides_apart(a, x, todo, n);
}

bool
an_is_injective(arena *a, const an_access *x, ir_op *op) {
  return is_injective(a, x, op, false);
}

bool
an_is_injective_in(arena *a, const an_access *x, ir_op *op) {
  return is_injective(a, x, op, true);
}

bool
an_streams_rows(arena *a, ir_op *fold, const ir_val *k, const ir_val *j) {
  enum { FAR = 64 };
  an_accesses all;
  bool streams = false;
  if (!an_accesses_of(a, fold, &all))
    return false;
  for (int i = 0; i < all.n; i++) {
    const an_affine *at = &all.at[i].at;
    int64_t along_j, along_k;
    if (an_affine_stride(at, j, &along_j) != 1)
      continue;
    int kind = an_affine_stride(at, k, &along_k);
    if (kind != 2 && (kind != 1 || llabs(along_k) < FAR))
      return false;
    streams = true;
  }
  return streams;
}
