// recognizer/domain/same.c: input and output that may be the same array.
//
// void f(float *a, float *b, int n) may be called with a == b. The region takes
// its arrays for separate: what it reads of a is what a held at the start. If C
// never reads through a what was written through b before, that is C's answer
// also where both are one array, provided that the run reads a copy; and memory
// holds in the end what was written through b. So for every write w through b
// and every read r of a, no execution of w may come before one of r that meets
// the same element (no flow dependence). Order is that of the iterations of the
// loops around both and, in the same iteration, of the text: so this is asked
// of a reading that has not been rearranged and has a read wherever C has one.
#include "recognizer/shapes/shapes.h"

#include <isl/space.h>

enum { MAX_DEPTH = 32, MAX_ACCESSES = 24 };

// What one question works on.
typedef struct question {
  rec_an *an;
  const ir_val *read, *written; // storage classes
} question;

// -- Order ----------------------------------------------------------------
// When a write comes before a read: in an earlier iteration of the loops around
// both, whose indices these are, or, if "same", in the same one.
typedef struct order {
  int index[MAX_DEPTH];
  int n;
  bool same;
} order;

// The ops around "op", outermost first, and itself; 0: too many.
static int
find_path(ir_op *op, ir_op *path[MAX_DEPTH]) {
  int n = 0;
  for (ir_op *x = op; x; x = x->parent->parent_op)
    if (n++ == MAX_DEPTH)
      return 0;
  int k = n;
  for (ir_op *x = op; x; x = x->parent->parent_op)
    path[--k] = x;
  return n;
}

// True when "x" comes before "y" in the same region.
static bool
comes_before(const ir_op *x, const ir_op *y) {
  for (x = x->next; x && x != y; x = x->next)
    continue;
  return x;
}

// When write "w" comes before read "r" in the scope; false when the loops are
// too deep. Iterations of a loop that does not count may be any.
static bool
find_order(rec_an *an, ir_op *w, ir_op *r, order *out) {
  ir_op *pw[MAX_DEPTH], *pr[MAX_DEPTH];
  int nw = find_path(w, pw), nr = find_path(r, pr), k = 0;
  *out = (order){0};
  for (; k < nw && k < nr && pw[k] == pr[k]; k++) {
    ir_loop l;
    if (pw[k]->code == IR_OP_IF)
      continue;
    bool loops = ir_match_loop(pw[k], &l) && l.extent;
    if (loops && ir_is_outside(l.i, an->scope))
      continue;
    out->same = !loops;
    if (out->same)
      return true;
    out->index[out->n++] = rec_an_atom(an, l.i);
  }
  if (k == nw || k == nr)
    return false;
  out->same = pw[k]->parent == pr[k]->parent && comes_before(pw[k], pr[k]);
  return true;
}

// -- Dependences ----------------------------------------------------------
bool
rec_never_meets(rec_an *an, const rec_access *w, const rec_poly *wt,
                const rec_access *r, const rec_poly *rt, int n) {
  order o;
  if (!find_order(an, w->op, r->op, &o))
    return false;
  rec_an_ask(an);
  isl_map *mw = rec_dom_map(w->dom, o.index, o.n, wt, n, false);
  isl_map *mr = rec_dom_map(r->dom, o.index, o.n, rt, n, false);
  if (!mw || !mr) {
    isl_map_free(mw);
    isl_map_free(mr);
    return rec_an_answered(an), false;
  }
  isl_map *both = isl_map_apply_range(mw, isl_map_reverse(mr));
  isl_space *s = isl_space_domain(isl_map_get_space(both));
  isl_map *before = o.same ? isl_map_lex_le(s) : isl_map_lex_lt(s);
  both = isl_map_intersect(both, before);
  bool empty = isl_map_is_empty(both) == isl_bool_true;
  isl_map_free(both);
  return rec_an_answered(an) && empty;
}

// rec_shape_test: no write through the one array is read through the other.
static bool
no_flow(void *user, const rec_accesses *all, rec_poly (*tuples)[REC_DIMS],
        int n) {
  const question *q = user;
  for (int w = 0; w < all->n; w++)
    for (int r = 0; r < all->n; r++)
      if (all->at[w].write && all->at[w].cls == q->written &&
          all->at[r].cls == q->read &&
          !rec_never_meets(q->an, &all->at[w], tuples[w], &all->at[r],
                           tuples[r], n))
        return false;
  return true;
}

// -- Pairs ----------------------------------------------------------------
// True when the elements of capture "k" of "r" are read, or written.
static bool
is_array(const rec_region *r, int k, int mode) {
  const rec_capture *c = &r->captures[k];
  int found = r->func->param_mode[k] & (IR_READ | IR_WRITE);
  return (c->kind == REC_POINTER || c->kind == REC_INDIRECT) && !c->table &&
         (mode == IR_READ ? found == IR_READ : (found & mode) != 0);
}

// True when "read" and "written" may be one array as far as types tell.
static bool
is_candidate(const rec_region *r, int read, int written) {
  const rec_capture *a = &r->captures[read], *b = &r->captures[written];
  return is_array(r, read, IR_READ) && is_array(r, written, IR_WRITE) &&
         ir_size(a->elem) == ir_size(b->elem) && !a->is_const_data &&
         !a->is_bound && !(a->is_restrict && b->is_restrict) &&
         (a->declared < 0 || b->declared < 0);
}

bool
rec_may_find_same(const rec_region *r) {
  for (int k = 0; k < r->n_results; k++)
    if (r->results[k].kind == REC_TRAPPED)
      return false;
  for (int i = 0; i < r->n_captures; i++)
    for (int k = 0; k < r->n_captures; k++)
      if (is_candidate(r, i, k))
        return true;
  return false;
}

// True when array parameter "k" of "f" shares its storage with no other, and
// is no result.
static bool
stands_alone(const rec_classes *c, const ir_func *f, int k) {
  const ir_val *cls = rec_class_of(c, f->body->params.at[k]);
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *p = f->body->params.at[i];
    if (i != k && p->type.array && rec_class_of(c, p) == cls)
      return false;
  }
  ir_vals *results = &f->body->last->ins;
  for (int i = 0; i < results->n; i++)
    if (results->at[i]->type.array && rec_class_of(c, results->at[i]) == cls)
      return false;
  return true;
}

// True when nothing is read of parameter "read" of "f" after it was written
// through "written", given what "guard" (or NULL) checks before it runs.
static bool
is_never_read_late(loft_cx *cx, ir_func *f, const ir_func *guard, int read,
                   int written) {
  rec_classes *c = rec_classes_new(cx->arena, f, NULL);
  if (!stands_alone(c, f, read))
    return false;
  question q = {.an = rec_an_new(cx, f, f->body),
                .read = rec_class_of(c, f->body->params.at[read]),
                .written = rec_class_of(c, f->body->params.at[written])};
  q.an->may_assume = true;
  rec_accesses all = {0}, both = {0};
  rec_find_accesses(cx->arena, c, f->body, &all);
  for (int k = 0; k < all.n; k++)
    if (all.at[k].cls == q.read ||
        (all.at[k].cls == q.written && all.at[k].write))
      vec_push(cx->arena, &both, all.at[k]);
  for (int k = 0; k < both.n; k++) {
    both.at[k].dom = rec_dom_new(q.an, both.at[k].op, false);
    both.at[k].poly = rec_read(both.at[k].dom, both.at[k].op->ins.at[1]);
  }
  bool ok =
      both.n <= MAX_ACCESSES && rec_holds_in_a_shape(q.an, &both, no_flow, &q);
  rec_an_free(q.an);
  return ok &&
         (!q.an->assumes.n ||
          (rec_emit_guards(cx, f, q.an) &&
           rec_guard_covers(cx->arena, guard, rec_guard_find(cx->arena, f))));
}

// True when "x" and "y" have the same captures.
static bool
is_same_region(const rec_region *x, const rec_region *y) {
  for (int k = 0; k < x->n_captures && k < y->n_captures; k++)
    if (x->captures[k].kind != y->captures[k].kind ||
        x->captures[k].elem != y->captures[k].elem ||
        strcmp(x->captures[k].name, y->captures[k].name) != 0)
      return false;
  return x->n_captures == y->n_captures;
}

void
rec_find_same(loft_cx *cx, rec_region *r, const rec_region *plain) {
  VEC(rec_pair) pairs = {0};
  if (!is_same_region(r, plain))
    return;
  cx->n_steps = 0;
  rec_close_scalars(cx, plain->func);
  for (int i = 0; i < r->n_captures; i++)
    for (int k = 0; k < r->n_captures; k++)
      if (is_candidate(r, i, k) && is_candidate(plain, i, k) &&
          is_never_read_late(cx, plain->func,
                             rec_guard_find(cx->arena, r->func), i, k))
        vec_push(cx->arena, &pairs, ((rec_pair){i, k}));
  r->pairs = pairs.at;
  r->n_pairs = pairs.n;
}
