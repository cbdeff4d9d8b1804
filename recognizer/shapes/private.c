// recognizer/shapes/private.c: work arrays of one iteration.
//
// An array of small constant size that each iteration of a loop writes before
// it reads it needs no storage shared by the iterations: each gets its own.
// When the array is dead after the loop (an alloc), that is all. Else every
// iteration must write the same elements; the last one copies them out:
//
//   loop (%i < %n) (%w = %w0) { ... }
//   => loop (%i < %n) (%w = %w0) { %own = alloc; ...
//        if %i+1 == %n: for e in lo..hi: %w[e] = %own[e] }
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/scalars.h"

#include <isl/ilp.h>
#include <isl/val.h>

enum { MAX_PRIVATE_BYTES = IR_MAX_PRIVATE / 8 };

// The accesses of one loop to one array.
typedef struct work {
  rec_an *an;
  const ir_loop *l;
  rec_accesses xs;
} work;

// True when the write "x" certainly happens, to known elements.
static bool
is_certain(const work *w, const rec_access *x) {
  return x->write && !x->read && rec_dom_is_exact(x->dom) &&
         rec_poly_is_affine(w->an, &x->poly);
}

// -- Same elements in each iteration --------------------------------------
// All that certainly is written, by iteration.
static isl_map *
all_written(work *w) {
  int i = rec_an_atom(w->an, w->l->i);
  isl_map *all = NULL;
  for (int k = 0; k < w->xs.n; k++) {
    const rec_access *x = &w->xs.at[k];
    if (!x->write)
      continue;
    isl_map *m =
        is_certain(w, x) ? rec_dom_map(x->dom, &i, 1, &x->poly, 1, true) : NULL;
    if (!m) {
      isl_map_free(all);
      return NULL;
    }
    all = all ? isl_map_union(all, m) : m;
  }
  return all;
}

// A constant extreme of "s"; false when there is none.
static bool
constant_extreme(__isl_keep isl_set *s, bool max, int64_t *out) {
  isl_val *v = max ? isl_set_dim_max_val(isl_set_copy(s), 0)
                   : isl_set_dim_min_val(isl_set_copy(s), 0);
  bool ok = v && isl_val_is_int(v) == isl_bool_true;
  *out = ok ? isl_val_get_num_si(v) : 0;
  isl_val_free(v);
  return ok;
}

// True when each iteration writes exactly the elements *lo to *hi.
static bool
writes_same(work *w, int64_t *lo, int64_t *hi) {
  rec_dom *whole = rec_dom_new(w->an, w->l->body->last, false);
  an_poly i = an_poly_atom(w->an->a, rec_an_atom(w->an, w->l->i));
  rec_query_begin(w->an);
  isl_map *all = all_written(w);
  isl_map *domain = rec_dom_map(whole, NULL, 0, &i, 1, true);
  isl_set *range = all ? isl_map_range(isl_map_copy(all)) : NULL;
  bool ok = domain && range && rec_dom_is_exact(whole) &&
            constant_extreme(range, false, lo) &&
            constant_extreme(range, true, hi) && *lo >= 0;
  isl_set_free(range);
  if (ok) {
    isl_set *box = rec_interval(w->an, *lo, *hi);
    isl_map *same = isl_map_from_domain_and_range(isl_map_range(domain), box);
    domain = NULL;
    ok = isl_map_is_equal(same, all) == isl_bool_true;
    isl_map_free(same);
  }
  isl_map_free(domain);
  isl_map_free(all);
  return ok;
}

// -- Candidates -----------------------------------------------------------
// The alloc behind carried value "k" of "op" when neither its contents before
// nor after the loop matter; n_uses must be valid.
static ir_op *
find_alloc(ir_op *op, int k) {
  ir_val *out = op->outs.at[k], *init = op->ins.at[op->n_dims + k];
  while (!init->def) {
    ir_op *outer = init->param_of->parent_op;
    int j = outer ? init->index - outer->n_dims : -1;
    if (j < 0 || outer->code != IR_OP_LOOP || init->n_uses != 1 ||
        out->n_uses != 1 || outer->regions[0]->last->ins.at[j] != out)
      return NULL;
    out = outer->outs.at[j];
    init = outer->ins.at[outer->n_dims + j];
  }
  const ir_val *root = ir_storage_root(init, NULL);
  return !out->n_uses && root->def && root->def->code == IR_OP_ALLOC ? root->def
                                                                     : NULL;
}

// Elements a private array of "elem" may have.
static int64_t
max_elements(ir_scalar elem) {
  return MAX_PRIVATE_BYTES / ir_size(elem);
}

// rec_match_work_array at the loop itself; n_uses must be valid.
static bool
match_here(loft_cx *cx, ir_func *f, const ir_loop *l, int k, bool copy_out,
           rec_work_array *out) {
  ir_op *alloc = find_alloc(l->op, k);
  out->copy_out = !alloc;
  if (alloc ? !ir_match_int(alloc->ins.at[0], &out->count) : !copy_out)
    return false;
  an_classes *c = an_classes_new(cx->arena, f, l->op);
  work w = {.an = rec_an_new(cx, f, l->body), .l = l};
  w.xs = rec_carried_accesses(w.an, c, l, k);
  bool ok = true;
  for (int i = 0; i < w.xs.n && ok; i++)
    ok = !w.xs.at[i].read ||
         rec_is_written_before(cx, f, &w.xs, &w.xs.at[i], l->body);
  if (ok && !alloc) {
    ok = writes_same(&w, &out->lo, &out->hi);
    out->count = out->hi + 1;
  }
  ok = ok && rec_an_ok(w.an) && out->count > 0 &&
       out->count <= max_elements(l->carried[k]->type.elem);
  rec_an_free(w.an);
  return ok;
}

bool
rec_match_work_array(loft_cx *cx, ir_func *f, ir_op *op, int k, bool copy_out,
                     rec_work_array *out) {
  ir_loop l;
  *out = (rec_work_array){.k = k};
  ir_count_uses(f);
  while (ir_match_loop(op, &l) && l.extent && !op->has_while) {
    if (match_here(cx, f, &l, k, copy_out, out))
      return true;
    op = rec_passes_on(&l, k, &k);
    out->depth++;
  }
  return false;
}

// -- Building -------------------------------------------------------------
// Copies elements lo..hi of "own" to "dest"; the loop becomes a map later.
static ir_val *
build_copy(ir_builder *b, ir_val *own, ir_val *dest, int64_t lo, int64_t hi) {
  ir_val *n = ir_build_int(b, IR_I64, hi - lo + 1);
  ir_op *loop = ir_start_loop(b, IR_OP_LOOP, n, "e");
  ir_val *e = loop->regions[0]->params.at[0];
  ir_val *to = ir_add_carried(loop, dest, dest->name, dest->name);
  ir_builder in = ir_at_end(loop->regions[0]);
  e = ir_build2(&in, IR_OP_ADD, e, ir_build_int(&in, IR_I64, lo));
  ir_val *v = ir_build_index(&in, own, e);
  to = ir_build_update(&in, to, e, v);
  ir_build_yield(&in, &to, 1);
  return loop->outs.at[0];
}

// At the end of the body of "l": if "last", what is in "own" goes to the
// carried array "k".
static void
build_copy_out(const ir_loop *l, int k, const rec_work_array *w, ir_val *own,
               ir_val *last) {
  ir_op *yield = l->body->last;
  ir_builder b = ir_before(yield);
  ir_val *dest = l->carried[k];
  ir_builder yes, no;
  ir_build_if(&b, rec_build_is_last(&b, l, last), &yes, &no);
  ir_val *v = build_copy(&yes, own, dest, w->lo, w->hi);
  yield->ins.at[k] = ir_end_if(&yes, v, &no, dest, dest->name);
}

// rec_privatise at the loop itself.
static void
privatise_here(ir_func *f, const ir_loop *l, int k, const rec_work_array *w,
               ir_val *last) {
  ir_val *param = l->carried[k];
  ir_builder b = ir_before(l->body->first);
  b.loc = l->op->loc;
  ir_val *count = ir_build_int(&b, IR_I64, w->count);
  ir_val *own = ir_build_alloc(&b, param->type.elem, count, IR_SPACE_PRIVATE,
                               param->name);
  ir_replace_uses(f, param, own);
  if (w->copy_out) {
    build_copy_out(l, k, w, l->yields[k], last);
    return;
  }
  ir_replace_uses(f, l->outs[k], l->inits[k]);
  ir_drop_result(l->op, k);
}

void
rec_privatise(ir_func *f, ir_op *op, const rec_work_array *w) {
  ir_loop l;
  ir_val *last = NULL;
  int k = w->k;
  ir_count_uses(f);
  ir_match_loop(op, &l);
  for (int depth = 0; depth < w->depth; depth++) {
    ir_op *inner = rec_passes_on(&l, k, &k);
    ir_builder b = ir_before(inner);
    if (w->copy_out)
      last = rec_build_is_last(&b, &l, last);
    ir_match_loop(inner, &l);
  }
  privatise_here(f, &l, k, w, last);
}
