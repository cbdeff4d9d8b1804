// recognizer/shapes/inspected.c: arrays that iterations read, and write at
// places that are data.
//
//   for (i ..)                        for (x ..) r[x] = -1, w[x] = n;
//     if (on[i])                      for (i ..) if (on[i])
//       for (e ..)                      for (e ..) {
//         if (!seen[col[e]])              if (!seen[col[e]]) {
//           d[col[e]] = d[i] + 1; =>        r[i] = max(r[i], i);
//                                           w[col[e]] = min(w[col[e]], i);
//                                       } }
//                                     apart = all of r[x] < w[x];
//                                     if (apart) .. t[i] + 1 ..; else ..;
//
// Where both places, and whether they are touched, follow from what the loop
// does not change, an inspector notes in front of it which iteration is the
// last that reads an element, and which is the first that writes it. If that
// is a later one for all elements, each read finds what the element was before
// the loop: reads are of a copy, and what is left only writes (scatter.c). An
// iteration may read an element first and write it then. Else the loop stays
// in order.
#include "recognizer/shapes/claim.h"
#include "recognizer/shapes/keyed.h"

enum { MOST_READS = 4 };

// The accesses of a loop to a carried array.
typedef struct inspection {
  arena *a;
  ir_func *f;
  ir_loop l;
  int k; // the array
  VEC(ir_op *) reads, writes;
  ir_val *begin, *size; // of the footprint
  ir_scalar stamp;      // of the numbers of iterations
} inspection;

// -- Matching -----------------------------------------------------------------
// ir_walk_fn: collects the accesses, stops at a write that combines.
static bool
add_access(void *user, ir_op *op) {
  inspection *s = user;
  bool writes = ir_writes_element(op);
  if ((op->code != IR_OP_INDEX && !writes) ||
      ir_storage_root(op->ins.at[0], s->l.body) != s->l.carried[s->k])
    return true;
  if (writes)
    vec_push(s->a, &s->writes, op);
  else
    vec_push(s->a, &s->reads, op);
  return !writes || op->code == IR_OP_UPDATE;
}

// True when no iteration executes "read" behind "write".
static bool
comes_first(const inspection *s, const ir_op *read, const ir_op *write) {
  while (!ir_ancestor_in(write, read->parent))
    read = read->parent->parent_op;
  const ir_op *up = ir_ancestor_in(write, read->parent);
  return !rec_loop_in(&s->l, read->parent) &&
         (up == read ? read->code == IR_OP_IF : ir_comes_before(read, up));
}

// True when every read comes first.
static bool
read_first(const inspection *s) {
  for (int i = 0; i < s->reads.n; i++)
    for (int k = 0; k < s->writes.n; k++)
      if (!comes_first(s, s->reads.at[i], s->writes.at[k]))
        return false;
  return true;
}

// True when places of "read" and "write" are apart in some runs and not in
// others: one of them is data, and the other is no such place, nor the same
// one. Data that say where an element is replaced mostly say so twice.
static bool
may_be_apart(const inspection *s, const ir_op *read, const ir_op *write) {
  const ir_val *x = read->ins.at[1], *y = write->ins.at[1];
  bool same = an_same_value(s->a, x, y);
  return rec_is_data(x) || rec_is_data(y) ? !same : same;
}

// True when the places of "op" can be computed in front of the loop.
static bool
is_given(const inspection *s, const ir_op *op) {
  return rec_is_place_given(s->a, &s->l, op, NULL);
}

// True when an inspector can tell about array "k".
static bool
match_array(inspection *s, int k) {
  const ir_loop *l = &s->l;
  s->k = k;
  s->reads.n = s->writes.n = 0;
  if (!l->carried[k]->type.array || !ir_has_bounds(l->inits[k]) ||
      ir_storage_root(l->yields[k], l->body) != l->carried[k] ||
      !ir_walk(l->body, add_access, s) || !s->writes.n || !s->reads.n ||
      s->reads.n > MOST_READS)
    return false;
  bool data = false, given = true;
  for (int i = 0; i < s->writes.n && given; i++) {
    given = is_given(s, s->writes.at[i]);
    data |= rec_is_data(s->writes.at[i]->ins.at[1]);
    for (int j = 0; j < s->reads.n && given; j++)
      given = may_be_apart(s, s->reads.at[j], s->writes.at[i]);
  }
  for (int j = 0; j < s->reads.n && given; j++)
    given = is_given(s, s->reads.at[j]);
  return data && given;
}

// Finds the first such array of loop "op".
static bool
match(ir_func *f, ir_op *op, inspection *s) {
  *s = (inspection){.a = f->module->arena, .f = f};
  if (!ir_match_loop(op, &s->l) || !s->l.extent || op->has_while)
    return false;
  for (int k = 0; k < s->l.n_carried; k++)
    if (match_array(s, k))
      return true;
  return false;
}

// -- The inspector ------------------------------------------------------------
// The numbers of the last readers at "b", when there are none.
static ir_val *
build_none(const inspection *s, ir_builder *b) {
  ir_val *all =
      ir_build_alloc(b, s->stamp, s->size, IR_SPACE_GLOBAL, "readers");
  ir_op *op = ir_start_loop(b, IR_OP_MAP, s->size, "x");
  ir_val *x = op->regions[0]->params.at[0];
  ir_val *w = ir_add_carried(op, all, "readers", "readers");
  ir_builder in = ir_at_end(op->regions[0]);
  w = ir_build_update(&in, w, x, ir_build_int(&in, s->stamp, -1));
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// Lets the loops around region "in" of "body" carry what "body" does.
static void
carry_inwards(const ir_region *body, const ir_region *in) {
  if (in == body)
    return;
  ir_op *up = in->parent_op;
  carry_inwards(body, up->parent);
  if (up->code == IR_OP_LOOP)
    ir_add_carried(up, rec_carried_last(body, up->parent), "readers",
                   "readers");
}

// "readers" with the iterations that execute "read", by a map at "b".
static ir_val *
note_readers(const inspection *s, ir_builder *b, const ir_op *read,
             ir_val *readers) {
  const ir_loop *l = &s->l;
  ir_op *op = ir_start_loop(b, IR_OP_MAP, l->extent, "x");
  ir_val *i = op->regions[0]->params.at[0];
  ir_region *r = op->regions[0];
  ir_add_carried(op, readers, "readers", "readers");
  map *subst = map_new(s->a);
  map_put(subst, l->i, i);
  for (int k = 0; k < l->n_carried; k++)
    map_put(subst, l->carried[k], l->inits[k]);
  ir_builder in = ir_at_end(r);
  ir_val **yields = NEW_ARRAY(s->a, ir_val *, l->n_carried);
  ir_clone_region_ops(&in, l->body, subst, yields);
  ir_build_yield(&in, NULL, 0);
  rec_drop_writes(r, NULL);
  ir_op *own = ir_substituted(subst, read->outs.at[0])->def;
  carry_inwards(r, own->parent);
  in = ir_before(own);
  ir_val *at = ir_build2(&in, IR_OP_SUB, own->ins.at[1], s->begin);
  ir_val *w = rec_carried_last(r, own->parent);
  w = ir_build_combine(&in, IR_OP_MAX, w, at,
                       ir_build_convert(&in, i, s->stamp));
  rec_carry_out(r, own->parent, w);
  rec_remove_unused(r);
  return op->outs.at[0];
}

// True when read number "j" is of an element that one before has read.
static bool
is_repeated(const inspection *s, int j) {
  const ir_op *read = s->reads.at[j];
  for (int i = 0; i < j; i++)
    if (s->reads.at[i]->ins.at[1] == read->ins.at[1] &&
        ir_ancestor_in(read, s->reads.at[i]->parent))
      return true;
  return false;
}

// Whether all elements have been read last before they are written first, at
// "b".
static ir_val *
build_apart(const inspection *s, ir_builder *b, ir_val *readers,
            ir_val *writers) {
  ir_val *x, *yes = ir_build_int(b, IR_BOOL, 1);
  ir_region *r = ir_start_fold(b, IR_OP_AND, s->size, yes, false, "x", &x);
  ir_builder in = ir_at_end(r);
  ir_val *last = ir_build_index(&in, readers, x);
  ir_val *first = ir_build_index(&in, writers, x);
  ir_val *v = ir_build2(&in, read_first(s) ? IR_OP_LE : IR_OP_LT, last, first);
  return ir_end_fold(&in, v, "apart");
}

ir_val *
rec_build_inspection(ir_func *f, ir_op *op) {
  inspection s;
  if (!match(f, op, &s))
    return NULL;
  ir_val *writers = rec_build_first_writes(f, op, s.k, &s.begin, &s.size);
  s.stamp = writers->type.elem;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *readers = build_none(&s, &b);
  for (int j = 0; j < s.reads.n; j++)
    if (!is_repeated(&s, j))
      readers = note_readers(&s, &b, s.reads.at[j], readers);
  return build_apart(&s, &b, readers, writers);
}

ir_op *
rec_copy_inspected(ir_func *f, ir_op *op) {
  inspection s;
  if (!match(f, op, &s))
    return NULL;
  ir_val *from = s.l.inits[s.k];
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  return rec_read_copy(&b, from, s.reads.at, s.reads.n);
}
