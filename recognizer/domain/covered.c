// recognizer/domain/covered.c: reads of what was certainly written before.
//
// In a region, what ops in front of the one that a read is in write for certain
// is compared with what the read touches, both in one execution of the region.
#include "recognizer/domain/domain.h"

enum { MAX_INDICES = 8 };
// The accesses to one array, seen from a region, in one execution of it.
typedef struct cover {
  rec_an *an;
  const ir_region *r;
  rec_accesses xs;
  int indices[MAX_INDICES]; // the atoms of the region's own
  int n_indices;
  an_poly base; // a part of the read's subscript that is the same all over
} cover;

// The products in "p" of values that the region's ops have in common.
static an_poly
find_base(const cover *c, const an_poly *p) {
  an_poly base = {0};
  for (int i = 0; i < p->t.n; i++) {
    bool common = p->t.at[i].n > 1;
    for (int k = 0; k < p->t.at[i].n && common; k++) {
      const ir_val *v = c->an->atoms.at[p->t.at[i].f[k]].val;
      common = v && (ir_is_outside(v, c->r) || v->param_of == c->r);
    }
    if (common)
      an_poly_push(c->an->a, &base, &p->t.at[i]);
  }
  return base;
}

// The elements that "p" names over "d", without the base, by the region's
// indices.
static isl_map *
name_elements(const cover *c, rec_dom *d, const an_poly *p, bool exact) {
  an_poly own = an_poly_add(c->an->a, p, &c->base, -1);
  return rec_poly_is_affine(c->an, &own)
             ? rec_dom_map(d, c->indices, c->n_indices, &own, 1, exact)
             : NULL;
}

// The elements certainly written in an execution of the region before "read",
// which is in it.
static isl_map *
written_before(const cover *c, const ir_op *read) {
  const ir_op *until = ir_ancestor_in(read, c->r);
  isl_map *all = NULL;
  for (int k = 0; k < c->xs.n; k++) {
    const rec_access *x = &c->xs.at[k];
    const ir_op *at = ir_ancestor_in(x->op, c->r);
    an_poly base = find_base(c, &x->poly);
    if (!x->write || x->read || !at || at == until ||
        !ir_comes_before(at, until) || !rec_dom_is_exact(x->dom) ||
        !an_poly_eq(&base, &c->base))
      continue;
    isl_map *m = name_elements(c, x->dom, &x->poly, true);
    if (m)
      all = all ? isl_map_union(all, m) : m;
  }
  return all;
}

// True when all that the read "op" touches in an execution of region "r", which
// it is in, was written before in it.
static bool
is_covered_in(loft_cx *cx, ir_func *f, const rec_accesses *all,
              const rec_access *read, const ir_region *r) {
  const ir_op *op = r->parent_op;
  int n = op && op->code != IR_OP_IF ? op->n_dims : 0;
  if (n > MAX_INDICES)
    return false;
  cover c = {.an = rec_an_new(cx, f, r), .r = r, .n_indices = n};
  for (int k = 0; k < n; k++)
    c.indices[k] = rec_an_atom(c.an, r->params.at[k]);
  c.xs = rec_read_class(c.an, all, read->cls);
  rec_dom *d = rec_dom_new(c.an, read->op, false);
  an_poly p = rec_read(d, read->op->ins.at[1]);
  c.base = find_base(&c, &p);
  rec_query_begin(c.an);
  isl_map *wrote = written_before(&c, read->op);
  isl_map *reads = wrote ? name_elements(&c, d, &p, false) : NULL;
  bool ok = reads && isl_map_is_subset(reads, wrote) == isl_bool_true;
  isl_map_free(wrote);
  isl_map_free(reads);
  ok = rec_query_ok(c.an) && ok;
  rec_an_free(c.an);
  return ok;
}

bool
rec_is_written_before(loft_cx *cx, ir_func *f, const rec_accesses *all,
                      const rec_access *read, const ir_region *outermost) {
  for (const ir_region *r = read->op->parent;; r = r->parent_op->parent) {
    if (is_covered_in(cx, f, all, read, r))
      return true;
    if (r == outermost)
      return false;
  }
}
