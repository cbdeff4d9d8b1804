// recognizer/shapes/distribute.c: a loop as several, one behind another.
//
//   for (i) { a[i] *= c[i]; b[i] += a[i + 1] * d[i]; }
//   => for (i) b[i] += a[i + 1] * d[i];
//      for (i) a[i] *= c[i];
//
// Each value that the loop carries is computed by a loop of its own, of the ops
// that this takes; ops that several need are in each of them. A loop sees the
// arrays of the loops before it as they are in the end, and those of the loops
// behind as they were. So "u" may be computed before "v" if no element of u
// that v reads is written afterwards, and none of v that u reads has been
// written before. What can be computed in neither order, or needs a carried
// scalar of the other's, stays in one loop.
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/parts.h"

typedef struct distribution {
  loft_cx *cx;
  ir_func *f;
  ir_loop l;
  rec_an *an;
  an_classes *classes;
  rec_accesses all;
  map *slice[REC_MAX_PARTS];                // of each carried value: its slice
  bool first[REC_MAX_PARTS][REC_MAX_PARTS]; // may be computed before the other
  int group[REC_MAX_PARTS];                 // of each carried value
} distribution;

// -- Slices -------------------------------------------------------------------
// The carried array that "v" is some value of, or -1.
static int
array_of(const distribution *d, ir_val *v) {
  const ir_val *cls = an_class_of(d->classes, v);
  for (int k = 0; k < d->l.n_carried; k++)
    if (d->l.carried[k]->type.array &&
        an_class_of(d->classes, d->l.carried[k]) == cls)
      return k;
  return -1;
}

// The value that "op" reads where the last write before stored it, and which no
// such read gave; or NULL.
static ir_val *
stored_value(const ir_op *op) {
  const ir_op *w = op->code == IR_OP_INDEX ? op->ins.at[0]->def : NULL;
  bool same = w && w->code == IR_OP_UPDATE && w->ins.at[1] == op->ins.at[1];
  ir_val *v = same ? w->ins.at[2] : NULL;
  ir_val *before = v && v->def ? stored_value(v->def) : NULL;
  return before ? before : v;
}

// Makes "v" part of slice "k".
static void
add_value(distribution *d, int k, ir_val *v, ir_vals *todo) {
  if (ir_is_outside(v, d->l.body) || map_has(d->slice[k], v))
    return;
  map_put(d->slice[k], v, v);
  vec_push(d->cx->arena, todo, v);
}

// Makes part of slice "k" what decides about the regions of "op", and all of
// their results number "n" (-1: none).
static void
add_control(distribution *d, int k, ir_op *op, int n, ir_vals *todo) {
  for (int i = 0; i < ir_n_controls(op); i++)
    add_value(d, k, op->ins.at[i], todo);
  if (op->has_while)
    add_value(d, k, op->regions[0]->last->ins.at[0], todo);
  if (n < 0)
    return;
  if (op->code != IR_OP_IF)
    add_value(d, k, op->ins.at[op->n_dims + n], todo);
  for (int r = 0; r < op->n_regions; r++)
    add_value(d, k, op->regions[r]->last->ins.at[n], todo);
}

// Makes part of slice "k" what "v", in it, is made of: of an element of a
// carried array the subscript, not the array.
static void
add_sources(distribution *d, int k, ir_val *v, ir_vals *todo) {
  ir_op *op = v->def;
  const ir_region *home = op ? op->parent : v->param_of;
  if (op && op->n_regions)
    add_control(d, k, op, v->index, todo);
  else if (op && op->code == IR_OP_INDEX && array_of(d, op->ins.at[0]) >= 0)
    add_value(d, k, stored_value(op) ? stored_value(op) : op->ins.at[1], todo);
  else if (op)
    for (int i = 0; i < op->ins.n; i++)
      add_value(d, k, op->ins.at[i], todo);
  else if (home != d->l.body)
    add_control(d, k, home->parent_op, v->index - home->parent_op->n_dims,
                todo);
  if (home != d->l.body && home->parent_op)
    add_control(d, k, home->parent_op, -1, todo);
}

// Fills slice "k". False where it goes through an op that is no loop, if or
// scalar.
static bool
find_slice(distribution *d, int k) {
  ir_vals todo = {0};
  d->slice[k] = map_new(d->cx->arena);
  add_value(d, k, d->l.yields[k], &todo);
  while (todo.n) {
    ir_val *v = todo.at[--todo.n];
    const ir_op *op = v->def;
    if (op && (ir_is_soac(op) || op->code == IR_OP_COMBINE))
      return false;
    add_sources(d, k, v, &todo);
  }
  return true;
}

// -- Order --------------------------------------------------------------------
// Whether reads of slice "reader" of array "k" are never followed, or never
// preceded, by writes of it.
typedef struct question {
  const distribution *d;
  int k, reader;
  bool before; // no write comes before a read
} question;

// rec_shape_test: the question, in a shape.
static bool
holds(void *user, const rec_accesses *xs, an_poly (*tuples)[REC_DIMS], int n) {
  const question *q = user;
  rec_relation *touches = rec_relations_new(q->d->an->a, xs, tuples, n);
  bool ok = true;
  for (int w = 0; w < xs->n && ok; w++)
    for (int r = 0; r < xs->n && ok; r++) {
      rec_relation *x = &touches[q->before ? w : r];
      rec_relation *y = &touches[q->before ? r : w];
      if (xs->at[w].write && !xs->at[r].write && !stored_value(xs->at[r].op) &&
          map_has(q->d->slice[q->reader], xs->at[r].op->outs.at[0]))
        ok = rec_never_meets(q->d->an, x, y);
    }
  rec_relations_free(touches, xs->n);
  return ok;
}

// The answer to "q".
static bool
ask(const distribution *d, question q) {
  rec_accesses xs = {0};
  const ir_val *cls = an_class_of(d->classes, d->l.carried[q.k]);
  bool reads = false;
  for (int i = 0; i < d->all.n; i++) {
    rec_access x = d->all.at[i];
    bool read = !x.write && !stored_value(x.op) &&
                map_has(d->slice[q.reader], x.op->outs.at[0]);
    if (x.cls != cls || !(x.write || read))
      continue;
    reads |= read;
    x.dom = rec_dom_new(d->an, x.op, false);
    x.poly = rec_read(x.dom, x.op->ins.at[1]);
    vec_push(d->cx->arena, &xs, x);
  }
  return !reads || rec_holds_in_a_shape(d->an, &xs, holds, &q);
}

// True when carried value "u" may be computed before "v".
static bool
may_be_first(const distribution *d, int u, int v) {
  const ir_loop *l = &d->l;
  if (!l->carried[u]->type.array && map_has(d->slice[v], l->carried[u]))
    return false;
  if (!l->carried[v]->type.array && map_has(d->slice[u], l->carried[v]))
    return false;
  return (!l->carried[u]->type.array || ask(d, (question){d, u, v, false})) &&
         (!l->carried[v]->type.array || ask(d, (question){d, v, u, true}));
}

// Puts "v" into the group of "u", with all that is in its own.
static void
join(distribution *d, int u, int v) {
  int from = d->group[v];
  for (int k = 0; k < d->l.n_carried; k++)
    if (d->group[k] == from)
      d->group[k] = d->group[u];
}

// True when group "g" may come before all other groups that are not done.
static bool
is_next(const distribution *d, int g, const bool *done) {
  int n = d->l.n_carried;
  for (int u = 0; u < n; u++)
    for (int v = 0; v < n; v++)
      if (d->group[u] == g && d->group[v] != g && !done[d->group[v]] &&
          !d->first[u][v])
        return false;
  return true;
}

// Makes one group of all that are not done.
static void
join_rest(distribution *d, const bool *done) {
  int first = -1;
  for (int k = 0; k < d->l.n_carried; k++)
    if (!done[d->group[k]]) {
      if (first >= 0)
        join(d, first, k);
      else
        first = k;
    }
}

// The groups in an order in which they can be computed; their number.
static int
order_groups(distribution *d, int order[REC_MAX_PARTS]) {
  bool done[REC_MAX_PARTS] = {0};
  int n = d->l.n_carried, n_groups = 0, left = 1;
  for (int u = 0; u < n; u++)
    for (int v = 0; v < u; v++)
      if (!d->first[u][v] && !d->first[v][u])
        join(d, v, u);
  while (left) {
    int next = -1;
    left = 0;
    for (int k = 0; k < n; k++) {
      int g = d->group[k];
      left += !done[g];
      if (!done[g] && next < 0 && is_next(d, g, done))
        next = g;
    }
    if (left && next < 0) {
      join_rest(d, done);
    } else if (left) {
      done[next] = true;
      order[n_groups++] = next;
    }
  }
  return n_groups;
}

// Looks at all pairs; the number of groups.
static int
find_groups(distribution *d, int order[REC_MAX_PARTS]) {
  int n = d->l.n_carried;
  for (int k = 0; k < n; k++) {
    d->group[k] = k;
    if (!find_slice(d, k))
      return 0;
  }
  for (int u = 0; u < n; u++)
    for (int v = 0; v < n; v++)
      d->first[u][v] = u != v && may_be_first(d, u, v);
  return rec_an_ok(d->an) ? order_groups(d, order) : 0;
}

// -- Building -----------------------------------------------------------------
// One of the new loops.
typedef struct part {
  distribution *d;
  int group;
  map *others; // class of a carried array of other groups -> its value here
  map *copies; // values of the loop -> of the copy
} part;

// The value of array "v" of the old loop in the part, if it is another group's;
// else NULL.
static ir_val *
other_value(const part *p, ir_val *v) {
  return map_get(p->others, an_class_of(p->d->classes, v));
}

// Of the op "old" in the part: reads are of what other parts leave, writes of
// theirs have no effect.
static void
redirect(part *p, ir_op *old) {
  ir_op *op =
      old->outs.n ? ((ir_val *)map_get(p->copies, old->outs.at[0]))->def : NULL;
  bool access = ir_accesses_element(old);
  ir_val *other = access ? other_value(p, old->ins.at[0]) : NULL;
  ir_val *stored = other ? stored_value(old) : NULL;
  if (stored)
    ir_replace_uses(p->d->f, op->outs.at[0], ir_substituted(p->copies, stored));
  else if (other && old->code == IR_OP_INDEX)
    op->ins.at[0] = other;
  else if (other)
    ir_replace_uses(p->d->f, op->outs.at[0], op->ins.at[0]);
}

// ir_walk_fn: redirect.
static bool
redirect_op(void *user, ir_op *old) {
  redirect(user, old);
  return true;
}

// Builds the loop for group "g" at "b"; "now" are the carried values at that
// place, which it changes.
static ir_op *
build_part(distribution *d, ir_builder *b, int g, ir_val **now) {
  arena *a = d->cx->arena;
  part p = {.d = d, .group = g, .others = map_new(a), .copies = map_new(a)};
  ir_op *op = ir_clone_op(b, d->l.op, p.copies);
  ir_loop l;
  ir_match_loop(op, &l);
  for (int k = 0; k < l.n_carried; k++) {
    op->ins.at[op->n_dims + k] = now[k];
    if (d->group[k] != g && l.carried[k]->type.array)
      map_put(p.others, an_class_of(d->classes, d->l.carried[k]), now[k]);
  }
  ir_walk(d->l.body, redirect_op, &p);
  for (int k = 0; k < l.n_carried; k++)
    if (d->group[k] != g)
      op->regions[0]->last->ins.at[k] = l.carried[k];
    else
      now[k] = op->outs.at[k];
  return op;
}

void
rec_distribute(loft_cx *cx, ir_func *f, ir_op *op, rec_parts *p) {
  distribution d = {.cx = cx, .f = f};
  int order[REC_MAX_PARTS];
  if (!ir_match_loop(op, &d.l) || !d.l.extent || op->has_while ||
      d.l.n_carried < 2 || d.l.n_carried > REC_MAX_PARTS)
    return;
  d.classes = an_classes_new(cx->arena, f, op);
  for (int k = 0; k < d.l.n_carried; k++)
    if (d.l.carried[k]->type.array && !rec_is_own_storage(d.classes, &d.l, k))
      return;
  d.an = rec_an_new(cx, f, d.l.body);
  rec_find_accesses(cx->arena, d.classes, d.l.body, &d.all);
  int n = find_groups(&d, order);
  rec_an_free(d.an);
  if (n < 2)
    return;
  ir_builder b = ir_before(op);
  memcpy(p->outs, d.l.inits, sizeof *p->outs * (size_t)d.l.n_carried);
  for (int g = 0; g < n; g++)
    p->at[p->n++] = build_part(&d, &b, order[g], p->outs);
}
