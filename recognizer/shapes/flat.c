// recognizer/shapes/flat.c: nests that fold into elements and read them, as one
// loop.
//
//   for (i < m)                             for (i < m)
//     for (k = p[i]; k < p[i + 1]; k++)       for (k in row i) row[k - p[0]] =
//     i;
//       tc[pos[col[k]]++] = i;         =>   for (t < p[m] - p[0])
//                                             tc[pos[col[p[0] + t]]++] =
//                                             row[t];
//
//   for (i < m)
//     for (k = p[i]; k < p[i + 1]; k++)  =>  for (t < p[m] - p[0])
//       n[col[k]]++;                           n[col[p[0] + t]]++;
//
// Running folds by key (keyed.c) go through the iterations of one loop. The
// rows of a nest that follow one another, each from where the one before ends,
// are one run of places: a loop over these is the nest. The guard asks that no
// row ends before it begins. Which row a place is in is written down before, if
// the body asks. (A loop that does nothing but count by key needs no such
// table: then its keys are seen to be those that another one hands out places
// by, footprint/sorted.c.) A nest of rows that are equally long is flattened as
// for scans (nest.c), unless it exchanges elements: its rows are loops that do.
#include "analysis/analysis.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/keyed.h"
#include "recognizer/shapes/nests.h"

// A nest of two loops.
typedef struct flattening {
  arena *a;
  ir_func *f;
  ir_loop nest[2];
  int *place[2];       // rec_nest
  ir_val *begin, *end; // of a row, in the outer loop; NULL: all are alike
  rec_an *an;
  an_poly at;           // the place of an iteration: begin + index
  VEC(ir_val *) places; // values of the inner loop that are that
  ir_val *first, *n;    // where the first row begins, the places of all
} flattening;

// -- Matching -----------------------------------------------------------------
// True when nothing but the inner loop writes, or reads what that writes.
static bool
is_pure_around(const flattening *z) {
  ir_foreach_op (op, z->nest[0].body)
    if (op != z->nest[1].op && op->code != IR_OP_YIELD &&
        !ir_is_scalar_op(op->code) &&
        (op->code != IR_OP_INDEX ||
         !ir_is_outside(op->ins.at[0], z->nest[0].body)))
      return false;
  return true;
}

// True when both loops carry the same arrays, and nothing else; z->place is
// filled.
static bool
match_places(flattening *z) {
  const ir_loop *l = &z->nest[0], *in = &z->nest[1];
  if (l->n_carried != in->n_carried)
    return false;
  for (int level = 0; level < 2; level++)
    z->place[level] = NEW_ARRAY(z->a, int, in->n_carried);
  for (int k = 0; k < in->n_carried; k++) {
    int j = in->inits[k]->param_of == l->body
                ? in->inits[k]->index - l->carried[0]->index
                : -1;
    if (j < 0 || !in->inits[k]->type.array || l->yields[j] != in->outs[k])
      return false;
    z->place[0][k] = j;
    z->place[1][k] = k;
  }
  return true;
}

// True when the inner loop folds into elements of an array that it reads or,
// if "exchanges", exchanges them.
static bool
has_keys(const flattening *z, bool exchanges) {
  rec_keying r = {.a = z->a, .f = z->f, .l = z->nest[1]};
  for (int k = 0; k < r.l.n_carried; k++)
    if (rec_match_keying(&r, k) &&
        (exchanges || !rec_follows_index(r.a, &r.l, r.update->ins.at[2], NULL)))
      return true;
  return false;
}

// True when all that the inner loop does is combining integers into elements
// at places that are data.
static bool
has_counts(const flattening *z) {
  const ir_loop *in = &z->nest[1];
  bool all = true;
  for (int k = 0; k < in->n_carried && all; k++)
    all =
        ir_is_int(in->carried[k]->type.elem) && rec_combines(z->a, in, k, NULL);
  return all && in->n_carried > 0;
}

// True when rows have a begin and an end, which is where the next one begins.
static bool
match_rows(flattening *z) {
  const ir_loop *l = &z->nest[0];
  const ir_op *n = z->nest[1].extent->def;
  if (!n || n->code != IR_OP_SUB ||
      !an_in_slice(n->outs.at[0], l->body, true, true))
    return false;
  z->end = n->ins.at[0];
  z->begin = n->ins.at[1];
  ir_op *end = rec_unwidened(z->end)->def,
        *begin = rec_unwidened(z->begin)->def;
  if (!end || !begin || end->code != IR_OP_INDEX ||
      begin->code != IR_OP_INDEX || end->ins.at[0] != begin->ins.at[0])
    return false;
  rec_dom *d = rec_dom_new(z->an, z->nest[1].op, false);
  int i = rec_an_atom(z->an, l->i);
  an_poly index = an_poly_atom(z->a, i), next = an_poly_plus(z->a, &index, 1);
  an_poly here = rec_read(d, begin->ins.at[1]);
  an_poly there = rec_read(d, end->ins.at[1]);
  here = an_poly_replace(z->a, &here, i, &next);
  return !here.bad && !there.bad && an_poly_eq(&here, &there);
}

// Finds the nest that "op" is the outer loop of.
static bool
match_nest(flattening *z, ir_op *op) {
  ir_loop *l = z->nest;
  ir_op *inner = NULL;
  if (!ir_match_loop(op, l) || !l->extent || op->has_while || !l->n_carried)
    return false;
  ir_foreach_op (each, l->body)
    if (each->code == IR_OP_LOOP)
      inner = each;
  return inner && ir_match_loop(inner, &l[1]) && l[1].extent &&
         !inner->has_while && is_pure_around(z) && match_places(z);
}

// -- Building -----------------------------------------------------------------
// ir_walk_fn: collects the result of "op", if it is the place of the iteration.
static bool
collect_place(void *user, ir_op *op) {
  flattening *z = user;
  ir_val *v = op->outs.n == 1 ? op->outs.at[0] : NULL;
  if (!v || !ir_is_scalar_op(op->code) || v->type.elem != IR_I64)
    return true;
  rec_dom *d = rec_dom_new(z->an, op, false);
  an_poly p = rec_read(d, v);
  if (!p.bad && an_poly_eq(&p, &z->at))
    vec_push(z->a, &z->places, v);
  return true;
}

// Lets the region run only where no row ends before it begins. False when that
// cannot be checked.
static bool
guard_rows(loft_cx *cx, flattening *z) {
  const ir_op *outer = z->nest[0].op, *inner = z->nest[1].op;
  rec_chain rows = {outer, inner, z->begin, z->end, NULL};
  vec_push(z->a, &z->an->chains, rows);
  return rec_an_ok(z->an) && rec_emit_guards(cx, z->f, z->an);
}

// "v", of a row, in row "i", at "b".
static ir_val *
build_at_row(const flattening *z, ir_builder *b, ir_val *v, ir_val *i) {
  map *subst = map_new(z->a);
  map_put(subst, z->nest[0].i, i);
  return an_copy_slice(b, v, z->nest[0].body, subst);
}

// Finds where the first row begins, and how many places there are, at "b".
static void
build_extent(flattening *z, ir_builder *b) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *m = z->nest[0].extent;
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, ir_build2(b, IR_OP_GT, m, zero), &yes, &no);
  ir_val *last = ir_build2(&yes, IR_OP_SUB, m, one);
  ir_val *first = build_at_row(z, &yes, z->begin, zero);
  ir_val *end = build_at_row(z, &yes, z->end, last);
  ir_val *begin = build_at_row(z, &yes, z->begin, last);
  end = ir_build2(&yes, IR_OP_MAX, end, begin); // which the guard does not ask
  ir_val *n = ir_build2(&yes, IR_OP_SUB, end, first);
  ir_build_yield(&yes, (ir_val *[]){first, n}, 2);
  ir_build_yield(&no, (ir_val *[]){zero, zero}, 2);
  z->first = ir_add_out(choice, ir_ty(IR_I64), "first");
  z->n = ir_add_out(choice, ir_ty(IR_I64), "n");
}

// Lets the region run only where 32 bits hold the number of places, if those of
// a row are as small. False when that cannot be checked.
static bool
guard_small(loft_cx *cx, flattening *z, ir_builder *b) {
  if (!an_fits_i32(z->begin) || !an_fits_i32(z->end))
    return true;
  bool ok = rec_guard_between(cx, z->f, &z->nest[0], z->n, 0, INT32_MAX);
  z->n = ir_build_convert(b, ir_build_convert(b, z->n, IR_I32), IR_I64);
  return ok;
}

// The nest at "b" that writes down which row each place is in.
static ir_op *
build_table(const flattening *z, ir_builder *b) {
  const ir_loop *l = &z->nest[0];
  ir_scalar type = an_fits_i32(l->extent) ? IR_I32 : IR_I64;
  ir_val *all = ir_build_alloc(b, type, z->n, IR_SPACE_GLOBAL, "row");
  ir_op *outer = ir_start_loop(b, IR_OP_LOOP, l->extent, l->i->name);
  ir_val *i = outer->regions[0]->params.at[0];
  ir_val *w = ir_add_carried(outer, all, "row", "row");
  ir_builder in = ir_at_end(outer->regions[0]);
  ir_val *begin = build_at_row(z, &in, z->begin, i);
  ir_val *end = build_at_row(z, &in, z->end, i);
  ir_val *row = ir_build_convert(&in, i, type);
  ir_val *length = ir_build2(&in, IR_OP_SUB, end, begin);
  length = ir_build2(&in, IR_OP_MIN, length, z->n); // drivers want a bound
  ir_op *inner = ir_start_loop(&in, IR_OP_LOOP, length, "k");
  ir_build_yield(&in, inner->outs.at, 0);
  w = ir_add_carried(inner, w, "row", "row");
  ir_add_in(outer->regions[0]->last, inner->outs.at[0]);
  in = ir_at_end(inner->regions[0]);
  ir_val *at =
      ir_build2(&in, IR_OP_ADD, begin, inner->regions[0]->params.at[0]);
  at = ir_build2(&in, IR_OP_SUB, at, z->first);
  w = ir_build_update(&in, inner->regions[0]->params.at[1], at, row);
  ir_build_yield(&in, &w, 1);
  return outer;
}

// The loop over all places at "b", which finds its row in "table".
static ir_op *
build_flat(flattening *z, ir_builder *b, ir_op *table) {
  const ir_loop *l = &z->nest[0], *in = &z->nest[1];
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, z->n, "at");
  ir_region *r = op->regions[0];
  map *subst = map_new(z->a);
  for (int k = 0; k < in->n_carried; k++) {
    int j = z->place[0][k];
    ir_val *p =
        ir_add_carried(op, l->inits[j], l->outs[j]->name, in->carried[k]->name);
    map_put(subst, l->carried[j], p);
    map_put(subst, in->carried[k], p);
  }
  ir_builder body = ir_at_end(r);
  ir_val *t = r->params.at[0];
  ir_val *row = ir_build_index(&body, table->outs.at[0], t);
  map_put(subst, l->i, ir_build_convert(&body, row, IR_I64));
  ir_val *at = ir_build2(&body, IR_OP_ADD, z->first, t);
  ir_foreach_op (each, l->body)
    if (each != in->op && each != l->body->last)
      ir_clone_op(&body, each, subst);
  ir_val *begin = ir_substituted(subst, z->begin);
  map_put(subst, in->i, ir_build2(&body, IR_OP_SUB, at, begin));
  ir_val **yields = NEW_ARRAY(z->a, ir_val *, in->n_carried);
  ir_clone_region_ops(&body, in->body, subst, yields);
  ir_build_yield(&body, yields, in->n_carried);
  for (int k = 0; k < z->places.n; k++)
    ir_replace_uses(z->f, ir_substituted(subst, z->places.at[k]), at);
  rec_remove_unused(r);
  return op;
}

// The nest as one loop in front of it, and *table in front of that, which it
// may need, or NULL. NULL: its rows do not follow one another, or nothing can
// check that.
static ir_op *
build_rows(loft_cx *cx, flattening *z, ir_op **table) {
  ir_builder b = ir_before(z->nest[0].op);
  b.loc = z->nest[0].op->loc;
  z->an = rec_an_new(cx, z->f, z->nest[0].body);
  bool ok = match_rows(z);
  if (ok) {
    rec_dom *d = rec_dom_new(z->an, z->nest[1].body->last, false);
    an_poly begin = rec_read_exact(d, z->begin);
    an_poly index = an_poly_atom(z->a, rec_an_atom(z->an, z->nest[1].i));
    z->at = an_poly_add(z->a, &begin, &index, 1);
    ir_walk(z->nest[1].body, collect_place, z);
  }
  ok = ok && guard_rows(cx, z);
  rec_an_free(z->an);
  if (!ok)
    return NULL;
  build_extent(z, &b);
  if (!guard_small(cx, z, &b))
    return NULL;
  *table = build_table(z, &b);
  ir_op *op = build_flat(z, &b, *table);
  ir_count_uses(z->f);
  if (!(*table)->outs.at[0]->n_uses) {
    ir_op *all = (*table)->ins.at[1]->def;
    ir_remove(*table);
    ir_remove(all);
    *table = NULL;
  }
  return op;
}

// Loop "one", in front of the nest, in its place.
static ir_op *
put_in_place(const flattening *z, ir_op *one) {
  for (int k = 0; k < z->nest[1].n_carried; k++)
    ir_replace_uses(z->f, z->nest[0].outs[z->place[0][k]], one->outs.at[k]);
  ir_remove(z->nest[0].op);
  return one;
}

// True when rows are equally long.
static bool
has_equal_rows(const flattening *z) {
  return an_is_invariant(z->nest[1].extent, z->nest[0].body);
}

// The nest of such rows as one loop in front of it; "by_place": that needs
// neither index alone. NULL: it does, or nothing can check how long rows are.
static ir_op *
build_equal_rows(loft_cx *cx, const flattening *z, bool by_place) {
  rec_nest nest = {z->nest, 2, z->place};
  rec_flat flat;
  ir_op *one = rec_flatten(&nest, &flat);
  if ((flat.is_one || !by_place) && rec_guard_flat(cx, z->f, &nest))
    return one;
  ir_remove(one);
  return NULL;
}

ir_op *
rec_flatten_keyed(loft_cx *cx, ir_func *f, ir_op *op, ir_op **table) {
  flattening z = {.a = cx->arena, .f = f};
  *table = NULL;
  if (!match_nest(&z, op) || !has_keys(&z, !has_equal_rows(&z)))
    return NULL;
  ir_op *one = has_equal_rows(&z) ? build_equal_rows(cx, &z, false)
                                  : build_rows(cx, &z, table);
  return one ? put_in_place(&z, one) : NULL;
}

ir_op *
rec_flatten_counts(loft_cx *cx, ir_func *f, ir_op *op) {
  flattening z = {.a = cx->arena, .f = f};
  ir_op *table = NULL;
  if (!match_nest(&z, op) || !has_counts(&z))
    return NULL;
  ir_op *one = has_equal_rows(&z) ? build_equal_rows(cx, &z, true)
                                  : build_rows(cx, &z, &table);
  return one && !table ? put_in_place(&z, one) : NULL;
}
