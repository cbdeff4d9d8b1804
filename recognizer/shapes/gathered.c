// recognizer/shapes/gathered.c: reads that run ahead of the writes of a loop,
// by steps that are no constant.
//
//   loop (%i < %n) (%w = %y) {                        y[i] = f(y[s * i])
//     %e = index %w, %s * %i ... yield update %w, %i, %v
//   }
//   => %t = alloc %n; loop (%j < %n) { update %t, %j, index %y, %s * %j }
//      loop (%i < %n) (%w = %y) {
//        %e = index %t, %i ... yield update %w, %i, %v
//      }
//
// Writes go on by a constant step; a read that is at their place in the first
// iteration or further, and gains on them in each, meets none of an iteration
// before. That it gains is proven, or, of a number that the loop does not
// change, checked by the region: s >= 1. Reads by constant steps are of a
// contiguous copy (snapshot.c).
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/keyed.h"
#include "recognizer/shapes/parts.h"

typedef struct gathering {
  ir_loop l;
  rec_an *an;
  rec_accesses all; // of the array
} gathering;

// True when "v" multiplies by what is no constant, on the way to a subscript.
static bool
has_product(const ir_val *v) {
  v = rec_unwidened(v);
  if (!v->def || v->type.array)
    return false;
  const ir_op *op = v->def;
  int64_t c;
  if (op->code == IR_OP_ADD || op->code == IR_OP_SUB)
    return has_product(op->ins.at[0]) || has_product(op->ins.at[1]);
  return op->code == IR_OP_MUL && !ir_match_int(op->ins.at[0], &c) &&
         !ir_match_int(op->ins.at[1], &c);
}

// True when "op" may be such a read of loop "l".
static bool
is_candidate(const ir_loop *l, const ir_op *op) {
  if (op->code != IR_OP_INDEX || !has_product(op->ins.at[1]) ||
      !an_is_recomputable(op->ins.at[1], l->body))
    return false;
  const ir_val *root = ir_storage_root(op->ins.at[0], NULL);
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->type.array &&
        ir_storage_root(l->carried[k], NULL) == root)
      return true;
  return false;
}

bool
rec_may_gather(ir_op *op) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while)
    return false;
  for (const ir_op *in = l.body->first; in; in = in->next)
    if (is_candidate(&l, in))
      return true;
  return false;
}

// "p" = *rest + i * quotient, where "i" is no factor in *rest.
static an_poly
divide_by_index(const gathering *g, const an_poly *p, an_poly *rest) {
  an_mono i = {.coef = 1, .n = 1, .f = {rec_an_atom(g->an, g->l.i)}};
  an_poly quotient = {0};
  *rest = (an_poly){0};
  for (int k = 0; k < p->t.n; k++) {
    an_mono q;
    if (an_mono_divide(&p->t.at[k], &i, &q))
      an_poly_push(g->an->a, &quotient, &q);
    else
      an_poly_push(g->an->a, rest, &p->t.at[k]);
  }
  return quotient;
}

// True when the distance "d" from the place of a write to that of the read "r",
// of one iteration, is not below "least" in any of the loop, as is proven or
// assumed.
static bool
gains(const gathering *g, const rec_access *r, const an_poly *d,
      int64_t least) {
  arena *a = g->an->a;
  an_poly rest, at = an_poly_plus(a, d, -least);
  an_poly gain = divide_by_index(g, &at, &rest);
  an_poly next = an_poly_atom(a, rec_an_atom(g->an, g->l.i));
  next = an_poly_plus(a, &next, 1); // in iteration 0, gain counts for nothing
  gain = an_poly_replace(a, &gain, rec_an_atom(g->an, g->l.i), &next);
  if (at.bad || gain.bad || !rec_prove_ge(r->dom, &rest))
    return false;
  if (rec_prove_ge(r->dom, &gain))
    return true;
  if (rec_poly_varies(g->an, &gain) || !rec_may_hold(r->dom, &gain))
    return false;
  vec_push(a, &g->an->assumes,
           ((rec_assume){.at = g->l.body->last, .poly = gain}));
  return true;
}

// True when "r" reads nothing that "w" has written by then.
static bool
is_ahead(const gathering *g, const rec_access *w, const rec_access *r) {
  arena *a = g->an->a;
  const ir_op *in_body = ir_ancestor_in(w->op, g->l.body);
  int64_t step = rec_an_step(g->an, g->l.i, &w->poly);
  an_poly i = an_poly_atom(a, rec_an_atom(g->an, g->l.i));
  an_poly rest = an_poly_add(a, &w->poly, &i, -step);
  an_poly d = an_poly_add(a, &r->poly, &w->poly, -1);
  if (!step || d.bad || rest.bad || rec_poly_varies(g->an, &rest))
    return false;
  if (step < 0)
    d = an_poly_scale(a, &d, -1);
  bool first = ir_comes_before(r->op, in_body);
  return gains(g, r, &d, first ? 1 - llabs(step) : 1);
}

// True when "r" is a read ahead of all writes of the array.
static bool
is_ahead_of_all(const gathering *g, const rec_access *r) {
  bool any = false;
  if (r->write || r->op->parent != g->l.body || !is_candidate(&g->l, r->op) ||
      rec_an_step(g->an, g->l.i, &r->poly))
    return false;
  for (int k = 0; k < g->all.n; k++) {
    const rec_access *w = &g->all.at[k];
    any |= w->write;
    if (w->op->code == IR_OP_COMBINE || (w->write && !is_ahead(g, w, r)))
      return false;
  }
  return any;
}

// The read ahead of array "k" that can be of a copy, if what the analysis
// assumes holds; NULL: there is none.
static ir_op *
find_read(loft_cx *cx, ir_func *f, ir_op *op, int k) {
  gathering g = {0};
  ir_match_loop(op, &g.l);
  if (!g.l.carried[k]->type.array)
    return NULL;
  an_classes *classes = an_classes_new(cx->arena, f, op);
  g.an = rec_an_new(cx, f, g.l.body);
  g.an->may_assume = true;
  g.all = rec_carried_accesses(g.an, classes, &g.l, k);
  ir_op *read = NULL;
  bool own = rec_is_own_storage(classes, &g.l, k);
  int n = g.an->assumes.n;
  for (int i = 0; i < g.all.n && own && !read; i++) {
    g.an->assumes.n = n;
    read = is_ahead_of_all(&g, &g.all.at[i]) ? g.all.at[i].op : NULL;
  }
  bool ok = read && rec_an_ok(g.an);
  rec_an_free(g.an);
  return ok && rec_emit_guards(cx, f, g.an) ? read : NULL;
}

ir_op *
rec_gather_ahead(loft_cx *cx, ir_func *f, ir_op *op) {
  ir_loop l;
  ir_match_loop(op, &l);
  ir_op *read = NULL;
  int k = l.n_carried;
  while (k > 0 && !read)
    read = find_read(cx, f, op, --k);
  if (!read)
    return NULL;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  rec_ahead ahead = {0};
  ir_op *copy = rec_build_gather(&l, &b, read, &ahead);
  rec_read_gathered(&l, read, copy);
  return copy;
}
