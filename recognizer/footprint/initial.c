// recognizer/footprint/initial.c: places that are read where the region stores
// others.
//
//   for i { v[i * m + at[i * n + t - 1]] = 1; .. at[i * n + t] = f(v, i); }
//
// Which elements of v are touched is in an array that the region stores into.
// What it reads there it has not stored: no store may come before the read and
// meet the same element, in the order of the function's loops. So the value is
// in memory when the region starts, and the footprint reads it there. Reads
// that lead to no place, nor to the length of a loop, are not asked about.
#include "recognizer/footprint/footprint.h"

enum { MAX_STORES = 24 };

// -- Reads that places depend on ----------------------------------------------

static void need(map *needed, const ir_val *v);

// need for all that the results of "r" are computed from.
static void
need_results(map *needed, const ir_region *r) {
  for (int k = 0; k < r->last->ins.n; k++)
    need(needed, r->last->ins.at[k]);
}

// Adds "v", and all that it is computed from, to "needed"; not what arrays are.
static void
need(map *needed, const ir_val *v) {
  if (v->type.array || map_has(needed, v))
    return;
  map_put(needed, v, (void *)(uintptr_t)v);
  const ir_op *op = v->def ? v->def : v->param_of->parent_op;
  for (int k = 0; op && k < op->ins.n; k++)
    need(needed, op->ins.at[k]);
  for (int k = 0; op && k < op->n_regions; k++)
    need_results(needed, op->regions[k]);
}

// ir_walk_fn: adds to *user what the place that "op" touches, or how often it
// runs, is computed from.
static bool
need_places(void *user, ir_op *op) {
  if (ir_accesses_element(op))
    need(user, op->ins.at[1]);
  for (int k = 0; k < op->n_dims; k++)
    need(user, op->ins.at[k]);
  return true;
}

map *
rec_placing_values(arena *a, const ir_func *f) {
  map *needed = map_new(a);
  ir_walk(f->body, need_places, needed);
  return needed;
}

// -- Stores before them -------------------------------------------------------

// rec_shape_test: what the accesses but the last one store is not read by that
// later.
static bool
is_initial(void *user, const rec_accesses *all, an_poly (*tuples)[REC_DIMS],
           int n) {
  rec_relation *relations =
      rec_relations_new(((rec_an *)user)->a, all, tuples, n);
  bool ok = true;
  for (int w = 0; w < all->n - 1 && ok; w++)
    ok = rec_never_meets(user, &relations[w], &relations[all->n - 1]);
  rec_relations_free(relations, all->n);
  return ok;
}

// Whether "op" is executed before "next" is, or not at all, in each execution
// of "scope": further up, with no loop around both.
static bool
is_further_up(const ir_op *op, const ir_op *next, const ir_region *scope) {
  const ir_region *r = op->parent;
  while (r != scope && !ir_ancestor_in(next, r))
    r = r->parent_op->parent;
  const ir_op *x = ir_ancestor_in(op, r), *y = ir_ancestor_in(next, r);
  for (; r != scope; r = r->parent_op->parent)
    if (r->parent_op->code != IR_OP_IF)
      return false;
  return x != y && ir_comes_before(x, y);
}

// The stores of "all" to what "read" reads, but those further down in the scope
// of "an" if not "later", and that last, as "an" reads them.
static rec_accesses
read_with_stores(rec_an *an, const rec_accesses *all, const rec_access *read,
                 bool later) {
  rec_accesses xs = {0};
  for (int k = 0; k < all->n; k++)
    if (all->at[k].cls == read->cls && all->at[k].write &&
        (later || !is_further_up(read->op, all->at[k].op, an->scope)))
      vec_push(an->a, &xs, all->at[k]);
  vec_push(an->a, &xs, *read);
  for (int k = 0; k < xs.n; k++) {
    xs.at[k].dom = rec_dom_new(an, xs.at[k].op, false);
    xs.at[k].poly = rec_read(xs.at[k].dom, xs.at[k].op->ins.at[1]);
  }
  return xs;
}

// The outermost loop that "read" and all stores of "all" to what it reads are
// in; false: there is none.
static bool
find_common(const ir_func *f, const rec_accesses *all, const rec_access *read,
            ir_loop *l) {
  ir_op *top = ir_ancestor_in(read->op, f->body);
  for (int k = 0; k < all->n; k++)
    if (all->at[k].cls == read->cls && all->at[k].write &&
        ir_ancestor_in(all->at[k].op, f->body) != top)
      return false;
  return ir_match_loop(top, l) && l->extent && !l->op->has_while;
}

// Whether "read" finds elements as they were where the scope of "an" begins.
static bool
is_initial_in(rec_an *an, const rec_accesses *all, const rec_access *read) {
  rec_accesses xs = read_with_stores(an, all, read, false);
  return xs.n == 1 || (xs.n <= MAX_STORES + 1 &&
                       rec_holds_in_a_shape(an, &xs, is_initial, an));
}

// Whether no two iterations of "l", whose body is the scope of "an", meet in
// what "read" and the stores to that touch.
static bool
are_iterations_apart(rec_an *an, const rec_accesses *all,
                     const rec_access *read, const ir_loop *l) {
  rec_accesses xs = read_with_stores(an, all, read, true);
  rec_why why = {0};
  return rec_class_independent(an, &xs, rec_an_atom(an, l->i), &why);
}

// True when "read", one of accesses "all" of "f", finds elements as they were
// at the start of "f", which its guard asks for then: in all of "f", or in an
// iteration of the loop around, of which no two meet.
static bool
reads_initial(loft_cx *cx, ir_func *f, const rec_accesses *all,
              const rec_access *read) {
  ir_loop l;
  rec_an *an = rec_an_new(cx, f, f->body);
  an->may_assume = true;
  bool ok = is_initial_in(an, all, read) && rec_an_ok(an);
  rec_an_free(an);
  if (ok && rec_emit_guards(cx, f, an))
    return true;
  if (!find_common(f, all, read, &l))
    return false;
  an = rec_an_new(cx, f, l.body);
  an->may_assume = true;
  ok = are_iterations_apart(an, all, read, &l) &&
       is_initial_in(an, all, read) && rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}

// Whether one of "all" stores to what "read" reads.
static bool
may_store(const rec_accesses *all, const rec_access *read) {
  for (int k = 0; k < all->n; k++)
    if (all->at[k].cls == read->cls && all->at[k].write)
      return true;
  return false;
}

// The one array parameter of "f" that is of storage class "cls"; NULL: there
// are none, or several.
static ir_val *
only_param(const an_classes *c, const ir_func *f, const ir_val *cls) {
  ir_val *found = NULL;
  int n = 0;
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *p = f->body->params.at[i];
    if (p->type.array && an_class_of(c, p) == cls) {
      found = p;
      n++;
    }
  }
  return n == 1 ? found : NULL;
}

ir_func *
rec_forward_initial(loft_cx *cx, ir_func *f) {
  arena *a = cx->arena;
  ir_func *g = NULL;
  const map *needed = rec_placing_values(a, f);
  an_classes *c = an_classes_new(a, f, NULL);
  rec_accesses all = {0}, copies = {0};
  rec_find_accesses(a, c, f->body, &all);
  for (int k = 0; k < all.n; k++) {
    const ir_op *op = all.at[k].op;
    const ir_val *p = only_param(c, f, all.at[k].cls);
    if (op->code != IR_OP_INDEX || !p || op->ins.at[0] == p ||
        !may_store(&all, &all.at[k]) || !map_has(needed, op->outs.at[0]) ||
        !reads_initial(cx, f, &all, &all.at[k]))
      continue;
    if (!g) {
      g = ir_clone_func(f->module, f, f->name);
      rec_find_accesses(a, an_classes_new(a, g, NULL), g->body, &copies);
    }
    copies.at[k].op->ins.at[0] = g->body->params.at[p->index];
  }
  return g;
}
