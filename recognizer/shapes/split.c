// recognizer/shapes/split.c: loops cut where one access overtakes another.
//
//   for (i < n) a[i] = a[n - 1 - i] + b[i];
//   => for (i < t) ...; for (i = t; i <= t) ...; for (i = t + 1; i < n) ...
//
// Elements that an iteration reads were written by an earlier one on one side
// of the iteration t in which both accesses are at the same place, and are old
// ones on the other side, so that the parts may be parallel where the whole is
// not. The same of an element at a fixed place, a[i] = a[m], and of a row that
// all iterations read and one writes, as row k in a step of Floyd and
// Warshall's shortest paths: d[i][j] = min(d[i][j], d[i][k] + d[k][j]). Any t
// is right: whether the parts are parallel is found out for each of them.
#include "recognizer/shapes/parts.h"

typedef struct cut {
  ir_func *f;
  ir_loop l;
  int64_t by;        // by how much more one subscript grows an iteration
  ir_val *from, *to; // the other one and that, as values of the body
  ir_val *row;       // t is this and "ahead" more; NULL: follows from the above
  int64_t ahead;
} cut;

// By what constant "v" grows in each iteration of "l", if by one; wraps and
// conversions are taken to change nothing.
static bool
growth(const ir_loop *l, const ir_val *v, int64_t *by) {
  int64_t x, y;
  *by = v == l->i;
  if (v == l->i || ir_is_outside(v, l->body))
    return true;
  const ir_op *op = v->def;
  if (!op || !ir_is_scalar_op(op->code))
    return false;
  if (op->code == IR_OP_CONVERT || op->code == IR_OP_NEG) {
    bool ok = growth(l, op->ins.at[0], &x);
    *by = op->code == IR_OP_NEG ? -x : x;
    return ok;
  }
  if (op->code == IR_OP_MUL && ir_match_int(op->ins.at[1], &y) &&
      growth(l, op->ins.at[0], &x))
    return !__builtin_mul_overflow(x, y, by);
  if ((op->code != IR_OP_ADD && op->code != IR_OP_SUB) ||
      !growth(l, op->ins.at[0], &x) || !growth(l, op->ins.at[1], &y))
    return an_is_invariant(v, l->body);
  return op->code == IR_OP_ADD ? !__builtin_add_overflow(x, y, by)
                               : !__builtin_sub_overflow(x, y, by);
}

// True when reading at "r" and writing at "w" overtake each other in some
// iteration; sets what is to be known of it.
static bool
match_pair(cut *c, const rec_access *w, const rec_access *r) {
  enum { MOST = 1 << 20 };
  ir_val *x = w->op->ins.at[1], *y = r->op->ins.at[1];
  int64_t dx, dy;
  if (!ir_is_under_ifs(w->op, c->l.body) || !growth(&c->l, x, &dx) ||
      !growth(&c->l, y, &dy) || dx == dy || dx - dy > MOST || dy - dx > MOST ||
      !an_is_recomputable(x, c->l.body) || !an_is_recomputable(y, c->l.body))
    return false;
  c->by = dx > dy ? dx - dy : dy - dx;
  c->from = dx > dy ? x : y;
  c->to = dx > dy ? y : x;
  return true;
}

// The factor of "s" in the place of "i" in "t", both terms being the same but
// for that; NULL: they differ more.
static ir_val *
counterpart(const an_term *t, const an_term *s, const ir_val *i) {
  ir_val *v = NULL;
  if (s->coef != t->coef || s->n_factors != t->n_factors)
    return NULL;
  for (int k = 0; k < s->n_factors; k++) {
    ir_val *x = s->factors[k];
    if (an_degree(s, x) == an_degree(t, x))
      continue;
    if (v)
      return NULL;
    v = x;
  }
  return v && an_degree(t, i) == 1 && !an_degree(s, i) ? v : NULL;
}

// The only term of "f" with factor "i"; NULL: there is none, or several.
static const an_term *
term_of(const an_affine *f, const ir_val *i) {
  const an_term *found = NULL;
  for (int k = 0; k < f->terms.n; k++) {
    if (!an_degree(&f->terms.at[k], i))
      continue;
    if (found)
      return NULL;
    found = &f->terms.at[k];
  }
  return found;
}

// How many times "f" has "t" without its factor "i".
static int64_t
multiple_of(const an_affine *f, const an_term *t, const ir_val *i) {
  if (t->n_factors == 1)
    return f->constant / t->coef;
  for (int k = 0; k < f->terms.n; k++) {
    const an_term *s = &f->terms.at[k];
    int same = 0;
    for (int j = 0; j < s->n_factors; j++)
      same += an_degree(t, s->factors[j]) == an_degree(s, s->factors[j]);
    if (s->n_factors == t->n_factors - 1 && same == s->n_factors &&
        !an_degree(s, i))
      return s->coef / t->coef;
  }
  return 0;
}

// True when "y" is "x" with the term "s" instead of "t", up to the constant.
static bool
replaces(arena *a, const an_affine *x, const an_term *t, const an_affine *y,
         const an_term *s) {
  an_affine z = {.constant = y->constant};
  for (int k = 0; k < x->terms.n; k++)
    vec_push(a, &z.terms, &x->terms.at[k] == t ? *s : x->terms.at[k]);
  return an_affine_eq(a, &z, y);
}

// True when "r" reads a row that one iteration writes at "w"; sets which one.
static bool
match_row(cut *c, arena *a, const rec_access *w, const rec_access *r) {
  an_affine x = an_affine_of(a, w->op->ins.at[1]);
  an_affine y = an_affine_of(a, r->op->ins.at[1]);
  const an_term *t = term_of(&x, c->l.i);
  bool rows = !ir_is_under_ifs(w->op, c->l.body);
  for (int k = 0; t && k < y.terms.n; k++) {
    ir_val *v = counterpart(t, &y.terms.at[k], c->l.i);
    if (!v || !ir_is_outside(v, c->l.body) ||
        (!rows && !replaces(a, &x, t, &y, &y.terms.at[k])))
      continue;
    c->row = v;
    c->ahead = multiple_of(&y, t, c->l.i) - multiple_of(&x, t, c->l.i);
    return true;
  }
  return false;
}

// The first such pair among the accesses to arrays that the loop carries.
static bool
find_pair(cut *c, arena *a) {
  rec_accesses all = {0};
  an_classes *classes = an_classes_new(a, c->f, c->l.op);
  rec_find_accesses(a, classes, c->l.body, &all);
  for (int i = 0; i < all.n; i++)
    for (int k = 0; k < all.n && all.at[i].write; k++)
      if (!all.at[k].write && all.at[k].cls == all.at[i].cls &&
          (match_row(c, a, &all.at[i], &all.at[k]) ||
           match_pair(c, &all.at[i], &all.at[k])))
        return true;
  return false;
}

// The iteration in which both subscripts, or rows, are equal, at least 0 and at
// most "n".
static ir_val *
build_place(const cut *c, ir_builder *b, ir_val *n) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  if (c->row) {
    ir_val *row = ir_build_convert(b, c->row, IR_I64);
    if (c->ahead)
      row = ir_build2(b, IR_OP_ADD, row, ir_build_int(b, IR_I64, c->ahead));
    return ir_build2(b, IR_OP_MIN, ir_build2(b, IR_OP_MAX, row, zero), n);
  }
  ir_val *from = an_recompute(b, c->from, c->l.body, zero);
  ir_val *to = an_recompute(b, c->to, c->l.body, zero);
  ir_val *ahead = ir_build2(b, IR_OP_SUB, to, from);
  ahead = ir_build2(b, IR_OP_MAX, ahead, zero);
  if (c->by > 1)
    ahead = ir_build2(b, IR_OP_DIV, ahead, ir_build_int(b, IR_I64, c->by));
  return ir_build2(b, IR_OP_MIN, ahead, n);
}

// True when the row is an iteration of the loop, being one of a loop around it
// that is as long.
static bool
is_iteration(const cut *c) {
  const ir_region *r = c->row ? c->row->param_of : NULL;
  ir_loop around;
  return r && !c->ahead && ir_match_loop(r->parent_op, &around) &&
         !r->parent_op->has_while && around.i == c->row &&
         around.extent == c->l.extent;
}

// The iterations of the loop from "start" up to "end", at "b"; "now" are the
// carried values there, which it changes.
static ir_op *
build_range(const cut *c, ir_builder *b, ir_val *start, ir_val *end,
            ir_val **now) {
  ir_op *op = ir_clone_op(b, c->l.op, map_new(c->f->module->arena));
  ir_loop l;
  ir_match_loop(op, &l);
  ir_builder in = ir_before(l.body->first), before = ir_before(op);
  int64_t first;
  bool is_first = ir_match_int(start, &first) && !first;
  if (!is_first) {
    ir_op *sum = ir_build_raw(&in, IR_OP_ADD);
    ir_replace_uses(c->f, l.i, ir_add_out(sum, ir_ty(IR_I64), l.i->name));
    ir_add_in(sum, l.i);
    ir_add_in(sum, start);
  }
  op->ins.at[0] = is_first ? end : ir_build2(&before, IR_OP_SUB, end, start);
  for (int k = 0; k < l.n_carried; k++) {
    op->ins.at[op->n_dims + k] = now[k];
    now[k] = op->outs.at[k];
  }
  return op;
}

void
rec_split(loft_cx *cx, ir_func *f, ir_op *op, rec_parts *p) {
  cut c = {.f = f};
  if (!ir_match_loop(op, &c.l) || !c.l.extent || op->has_while ||
      c.l.n_carried > REC_MAX_PARTS || !find_pair(&c, cx->arena))
    return;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *zero = ir_build_int(&b, IR_I64, 0),
         *one = ir_build_int(&b, IR_I64, 1);
  bool within = is_iteration(&c);
  ir_val *n = within ? c.l.extent : ir_build2(&b, IR_OP_MAX, c.l.extent, zero);
  ir_val *at = within ? c.row : build_place(&c, &b, n);
  ir_val *next = ir_build2(&b, IR_OP_ADD, at, one);
  if (!within)
    next = ir_build2(&b, IR_OP_MIN, next, n);
  memcpy(p->outs, c.l.inits, sizeof *p->outs * (size_t)c.l.n_carried);
  p->at[p->n++] = build_range(&c, &b, zero, at, p->outs);
  p->at[p->n++] = build_range(&c, &b, at, next, p->outs);
  p->at[p->n++] = build_range(&c, &b, next, n, p->outs);
}
