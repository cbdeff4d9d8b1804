// recognizer/footprint/same.c: input and output that may be the same array.
//
// void f(float *a, float *b, int n) may be called with a == b. The region takes
// its arrays for separate: what it reads of a is what a held at the start. If C
// never reads through a what was written through b before, that is C's answer
// also where both are one array, provided that the run reads a copy; and memory
// holds in the end what was written through b. So for every write w through b
// and every read r of a, no execution of w may come before one of r that meets
// the same element (no flow dependence). Order is that of the iterations of the
// loops around both and, in the same iteration, of the text: so this needs a
// reading that has not been rearranged and has a read wherever C has one.
#include "recognizer/footprint/footprint.h"

enum { MAX_ACCESSES = 24 };

// The state of one question.
typedef struct question {
  rec_an *an;
  const ir_val *read, *written; // storage classes
} question;

// rec_shape_test: no write through the one array is read through the other.
static bool
no_flow(void *user, const rec_accesses *all, an_poly (*tuples)[REC_DIMS],
        int n) {
  const question *q = user;
  rec_relation *relations = rec_relations_new(q->an->a, all, tuples, n);
  bool ok = true;
  for (int w = 0; w < all->n && ok; w++)
    for (int r = 0; r < all->n && ok; r++)
      if (all->at[w].write && all->at[w].cls == q->written &&
          all->at[r].cls == q->read)
        ok = rec_never_meets(q->an, &relations[w], &relations[r]);
  rec_relations_free(relations, all->n);
  return ok;
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
stands_alone(const an_classes *c, const ir_func *f, int k) {
  const ir_val *cls = an_class_of(c, f->body->params.at[k]);
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *p = f->body->params.at[i];
    if (i != k && p->type.array && an_class_of(c, p) == cls)
      return false;
  }
  ir_vals *results = &f->body->last->ins;
  for (int i = 0; i < results->n; i++)
    if (results->at[i]->type.array && an_class_of(c, results->at[i]) == cls)
      return false;
  return true;
}

// The loop at the top of "f" that "op" is in; false: there is none.
static bool
find_outermost(const ir_func *f, ir_op *op, ir_loop *l) {
  while (op->parent != f->body)
    op = op->parent->parent_op;
  return ir_match_loop(op, l) && l->extent;
}

// The analysis (its isl part freed) by whose assumptions nothing is read of
// parameter "read" of "f" after it was written through "written"; NULL: it may
// be. "single": they may be untrue where a loop runs once at most.
static rec_an *
find_order(loft_cx *cx, ir_func *f, int read, int written, bool single) {
  an_classes *c = an_classes_new(cx->arena, f, NULL);
  if (!stands_alone(c, f, read))
    return NULL;
  question q = {.an = rec_an_new(cx, f, f->body),
                .read = an_class_of(c, f->body->params.at[read]),
                .written = an_class_of(c, f->body->params.at[written])};
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
  ir_loop l;
  if (ok && single && q.an->assumes.n &&
      find_outermost(f, q.an->assumes.at[0].at, &l))
    rec_allow_single(q.an, l.extent, 0);
  ok = ok && rec_an_ok(q.an);
  rec_an_free(q.an);
  return ok ? q.an : NULL;
}

// True when "guard" checks all that "an" assumes of "f", which has it in its
// own guard then.
static bool
is_guarded(loft_cx *cx, ir_func *f, const ir_func *guard, const rec_an *an) {
  rec_guard_mark before = rec_mark_guard(cx->arena, f);
  bool ok = rec_emit_guards(cx, f, an) &&
            rec_guard_covers(cx->arena, guard, rec_guard_find(cx->arena, f));
  if (!ok)
    rec_reset_guard(cx->arena, f, &before);
  return ok;
}

// find_order in one iteration of "l", with nothing assumed.
static bool
is_ordered_once(loft_cx *cx, ir_func *f, int read, int written,
                const ir_loop *l) {
  ir_builder b = ir_before(l->op);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *one = ir_build_int(&b, IR_I64, 1);
  ir_replace_uses(f, l->i, zero);
  l->op->ins.at[0] = one;
  const rec_an *an = find_order(cx, f, read, written, false);
  l->op->ins.at[0] = l->extent;
  ir_replace_uses(f, zero, l->i);
  ir_remove(zero->def);
  ir_remove(one->def);
  return an && !an->assumes.n;
}

// True when nothing is read of parameter "read" of "f" after it was written
// through "written", given what "guard" (or NULL) checks before it runs.
static bool
is_never_read_late(loft_cx *cx, ir_func *f, const ir_func *guard, int read,
                   int written) {
  const rec_an *an = find_order(cx, f, read, written, false);
  if (!an || !an->assumes.n || is_guarded(cx, f, guard, an))
    return an;
  // the guard may let one iteration pass for which that is untrue
  ir_loop l;
  an = find_order(cx, f, read, written, true);
  return an && find_outermost(f, an->assumes.at[0].at, &l) &&
         is_guarded(cx, f, guard, an) &&
         is_ordered_once(cx, f, read, written, &l);
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
  for (int i = 0; i < r->n_captures; i++)
    for (int k = 0; k < r->n_captures; k++)
      if (is_candidate(r, i, k) && is_candidate(plain, i, k) &&
          is_never_read_late(cx, plain->func,
                             rec_guard_find(cx->arena, r->func), i, k))
        vec_push(cx->arena, &pairs, ((rec_pair){i, k}));
  r->pairs = pairs.at;
  r->n_pairs = pairs.n;
}
