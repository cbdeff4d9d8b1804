// recognizer/footprint/load.c: scalars behind pointers (*n, p->m) in the
// footprint.
//
// The region loads them where C does, perhaps in a loop that does not run: then
// the pointer may be no good. So the footprint makes the load under the
// condition that the region makes it, which must be exactly known.
#include "recognizer/footprint/footprint.h"

typedef struct load_walk {
  rec_emit *e;
  const rec_fixed_load *l;
  isl_set *when; // parameters for which the load happens; NULL: nothing yet
  bool failed;
} load_walk;

// Adds when "op", a load of the same element, happens.
static void
add_load(load_walk *w, ir_op *op) {
  rec_an *an = w->e->an;
  rec_dom *d = rec_dom_new(an, op, false);
  an_poly at = rec_read(d, op->ins.at[1]);
  // a loop whose count is the value: it was loaded before
  if (!an_poly_eq(&at, &w->l->at) || rec_dom_has_atom(d, w->l->atom))
    return;
  rec_query_begin(an);
  isl_set *s = rec_dom_is_exact(d) ? rec_dom_params(d, true) : NULL;
  if (!s)
    w->failed = true;
  else
    w->when = w->when ? isl_set_union(w->when, s) : s;
}

// ir_walk_fn: add_load for every load of the array.
static bool
visit(void *user, ir_op *op) {
  load_walk *w = user;
  if (op->code == IR_OP_INDEX && op->ins.at[0] == w->l->array)
    add_load(w, op);
  return !w->failed;
}

// When the load happens; NULL when that is not known, or is found out from
// elements of the same array.
static isl_set *
find_when(rec_emit *e, const rec_fixed_load *l) {
  load_walk w = {.e = e, .l = l};
  if (map_get(e->loading, l->array))
    return NULL;
  map_put(e->loading, l->array, l->array);
  ir_walk(e->an->f->body, visit, &w);
  map_put(e->loading, l->array, NULL);
  if (!w.failed && rec_an_ok(e->an))
    return w.when;
  isl_set_free(w.when);
  return NULL;
}

bool
rec_emit_can_load(rec_emit *e, const rec_fixed_load *l) {
  isl_set *when = find_when(e, l);
  bool ok = when != NULL;
  isl_set_free(when);
  return ok;
}

ir_val *
rec_emit_load(rec_emit *e, const rec_fixed_load *l) {
  isl_set *when = find_when(e, l);
  rec_query_begin(e->an);
  ir_val *c = when ? rec_emit_set(e, isl_set_coalesce(when)) : NULL;
  ir_val *at = c ? rec_emit_poly(e, &l->at) : NULL;
  ir_val *array = map_get(e->subst, l->array);
  if (!at || !array)
    return NULL;
  ir_builder yes, no;
  ir_build_if(e->b, c, &yes, &no);
  ir_val *v = ir_build_convert(&yes, ir_build_index(&yes, array, at), IR_I64);
  ir_val *none = ir_build_int(&no, IR_I64, 0);
  return ir_end_if(&yes, v, &no, none, l->array->name);
}
