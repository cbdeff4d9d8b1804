// recognizer/shapes/keyed.c: elements that iterations fold into, and read.
//
//   for (i < n) y[i] = h[key[i]]++;
//
//   loop (%i < %n) (%h = %h0, ..) {         loop (%i < %n) (%h = %h0, %p = ..)
//   {
//     %e = index %h, %k                       %e = index %h, %k
//     %s = add %e, %x                =>       %p1 = update %p, %i, %e
//     %h1 = update %h, %k, %s                 %h1 = update %h, %k, (add %e, %x)
//     .. %e .. %s ..                        }
//   }                                       loop (%i < %n) (..) {
//                                             %e = index %p, %i ..
//
// Every access of the loop to the array is this fold of one element by an
// iteration, by an operator that does not mind the order; and which element,
// whether, and by what value, follows from the index and from what the loop
// does not write. Then the elements are running folds, one for each key: a loop
// of nothing else keeps what each iteration reads, and the loop does without
// the array. What the first one is made of is in analysis/keyed.c, and how it
// goes by chunks of iterations in rewrites/pass_keyed.c.
#include "analysis/analysis.h"
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/keyed.h"

// -- Accesses -----------------------------------------------------------------
// ir_walk_fn: collects the accesses to the array, stops at a second write.
static bool
add_access(void *user, ir_op *op) {
  rec_keying *r = user;
  bool writes = ir_writes_element(op);
  if ((op->code != IR_OP_INDEX && !writes) ||
      ir_storage_root(op->ins.at[0], r->l.body) != r->l.carried[r->k])
    return true;
  bool first = op->code == IR_OP_UPDATE && !r->update;
  if (first)
    r->update = op;
  else if (!writes)
    vec_push(r->a, &r->reads, op);
  return first || !writes;
}

// Lets reads of the element that the update left use what it stored, and finds
// the one in front of it; false where there are others.
static bool
find_read(rec_keying *r) {
  for (int i = 0; i < r->reads.n; i++) {
    ir_op *read = r->reads.at[i];
    bool behind = read->ins.at[0] == r->update->outs.at[0];
    if (!an_same_value(r->a, read->ins.at[1], r->update->ins.at[1]) ||
        (!behind && (r->read || read->ins.at[0] != r->update->ins.at[0])))
      return false;
    if (!behind)
      r->read = read;
    else
      ir_replace_uses(r->f, read->outs.at[0], r->update->ins.at[2]);
    if (behind)
      ir_remove(read);
  }
  return r->read;
}

bool
rec_match_keying(rec_keying *r, int k) {
  const ir_val *array = r->l.carried[k];
  r->k = k;
  r->read = r->update = NULL;
  r->reads.n = 0;
  if (!array->type.array || !ir_has_bounds(r->l.inits[k]) ||
      ir_storage_root(r->l.yields[k], r->l.body) != array ||
      !ir_walk(r->l.body, add_access, r) || !r->update || !find_read(r))
    return false;
  return rec_is_data(r->update->ins.at[1]) &&
         rec_is_place_given(r->a, &r->l, r->read, NULL) &&
         rec_is_place_given(r->a, &r->l, r->update, NULL);
}

// Finds the accesses to carried array "k", which the iterations may fold into;
// false: they do anything else.
static bool
match_array(rec_keying *r, int k) {
  return ir_is_int(r->l.carried[k]->type.elem) && rec_match_keying(r, k) &&
         rec_follows_index(r->a, &r->l, r->update->ins.at[2], r->read);
}

// -- The loop of folds --------------------------------------------------------
// A walk that collects the writes in "body" to other arrays than "own".
typedef struct collecting {
  arena *a;
  const ir_region *body;
  const ir_val *own;
  VEC(ir_op *) writes;
} collecting;

// ir_walk_fn: collects the writes.
static bool
collect_write(void *user, ir_op *op) {
  collecting *c = user;
  if (ir_writes_element(op) &&
      ir_storage_root(op->ins.at[0], c->body) != c->own)
    vec_push(c->a, &c->writes, op);
  return true;
}

void
rec_drop_writes(ir_region *body, const ir_val *own) {
  ir_func *f = body->func;
  collecting c = {.a = f->module->arena, .body = body, .own = own};
  ir_walk(body, collect_write, &c);
  for (int i = 0; i < c.writes.n; i++) {
    ir_op *op = c.writes.at[i];
    ir_replace_uses(f, op->outs.at[0], op->ins.at[0]);
    ir_remove(op);
  }
}

ir_val *
rec_carried_last(const ir_region *body, const ir_region *in) {
  while (in != body && in->parent_op->code == IR_OP_IF)
    in = in->parent_op->parent;
  return in->params.at[in->params.n - 1];
}

void
rec_carry_out(const ir_region *body, ir_region *in, ir_val *v) {
  for (; in != body; in = in->parent_op->parent) {
    ir_op *up = in->parent_op;
    ir_val *old = rec_carried_last(body, up->parent);
    for (int k = 0; k < up->n_regions; k++)
      ir_add_in(up->regions[k]->last, up->regions[k] == in ? v : old);
    v = up->code == IR_OP_LOOP ? up->outs.at[up->outs.n - 1]
                               : ir_add_out(up, v->type, old->name);
  }
  ir_add_in(in->last, v);
}

ir_op *
rec_start_folds(rec_keying *r, map *subst) {
  const ir_loop *l = &r->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, l->extent, l->i->name);
  ir_region *body = op->regions[0];
  map_put(subst, l->i, body->params.at[0]);
  ir_val *h = ir_add_carried(op, l->inits[r->k], l->outs[r->k]->name,
                             l->carried[r->k]->name);
  for (int k = 0; k < l->n_carried; k++)
    map_put(subst, l->carried[k], k == r->k ? h : l->inits[k]);
  ir_builder in = ir_at_end(body);
  ir_val **yields = NEW_ARRAY(r->a, ir_val *, l->n_carried);
  ir_clone_region_ops(&in, l->body, subst, yields);
  ir_build_yield(&in, &yields[r->k], 1);
  rec_drop_writes(body, h);
  return op;
}

// Lets loop "op" keep, in an array of its own named "name", "v" of each
// iteration, which "at" is behind.
static void
keep_value(rec_keying *r, ir_op *op, ir_op *at, ir_val *v, const char *name) {
  ir_region *body = op->regions[0];
  ir_builder b = ir_before(op);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *n = ir_build2(&b, IR_OP_MAX, r->l.extent, zero);
  ir_val *all = ir_build_alloc(&b, v->type.elem, n, IR_SPACE_GLOBAL, name);
  all = ir_add_carried(op, all, name, name);
  b = ir_before(at);
  ir_val *kept = ir_build_update(&b, all, body->params.at[0], v);
  rec_carry_out(body, at->parent, kept);
}

// The loop in front of the loop that folds, and keeps what was read.
static ir_op *
build_folds(rec_keying *r) {
  map *subst = map_new(r->a);
  ir_op *op = rec_start_folds(r, subst);
  ir_val *read = ir_substituted(subst, r->read->outs.at[0]);
  keep_value(r, op, read->def->next, read, "was");
  rec_remove_unused(op->regions[0]);
  return op;
}

// Lets the loop read what loop "folds" kept, and leave the array to it.
static void
drop_array(rec_keying *r, const ir_op *folds) {
  r->read->ins.at[0] = folds->outs.at[1];
  r->read->ins.at[1] = r->l.i;
  ir_replace_uses(r->f, r->update->outs.at[0], r->update->ins.at[0]);
  ir_replace_uses(r->f, r->l.outs[r->k], folds->outs.at[0]);
  ir_remove(r->update);
  rec_drop_unchanged(r->f, r->l.op);
}

ir_op *
rec_build_keyed(ir_func *f, ir_op *op) {
  rec_keying r = {.a = f->module->arena, .f = f};
  if (!ir_match_loop(op, &r.l) || !r.l.extent || op->has_while)
    return NULL;
  int k = 0;
  while (k < r.l.n_carried && !match_array(&r, k))
    k++;
  if (k == r.l.n_carried || !ir_is_under_ifs(r.read, r.l.body))
    return NULL;
  an_keyed keyed;
  ir_op *folds = build_folds(&r);
  if (!an_match_keyed(folds, &keyed))
    return NULL;
  drop_array(&r, folds);
  return folds;
}

// -- Exchanges ----------------------------------------------------------------
// An exchange being built.
typedef struct exchange {
  rec_keying r;
  ir_scalar stamp;
  ir_val *begin;
  ir_val *found;  // what the elements were at first, by iteration
  ir_val *stored; // what is stored; NULL: that is computed again
} exchange;

// Finds an array that the loop exchanges elements of.
static bool
match_exchange(exchange *x) {
  rec_keying *r = &x->r;
  for (int k = 0; k < r->l.n_carried; k++)
    if (r->l.carried[k]->type.array && rec_match_keying(r, k) &&
        ir_is_under_ifs(r->read, r->l.body) &&
        ir_is_under_ifs(r->update, r->l.body) &&
        ir_ancestor_in(r->update, r->read->parent) &&
        rec_follows_index(r->a, &r->l, r->update->ins.at[2], NULL))
      return true;
  return false;
}

// Stamps at "b" that say that no iteration stored, made by a loop that goes to
// *out.
static ir_val *
build_unset(exchange *x, ir_builder *b, rec_ahead *out) {
  ir_val *end = ir_build_bound(b, IR_OP_END, x->r.l.inits[x->r.k]);
  ir_val *n = ir_build2(b, IR_OP_SUB, end, x->begin);
  ir_val *all = ir_build_alloc(b, x->stamp, n, IR_SPACE_GLOBAL, "stamps");
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, "x");
  ir_region *body = op->regions[0];
  ir_val *i = body->params.at[0];
  ir_val *w = ir_add_carried(op, all, "stamps", "stamps");
  ir_builder in = ir_at_end(body);
  w = ir_build_update(&in, w, i, ir_build_int(&in, x->stamp, -1));
  ir_build_yield(&in, &w, 1);
  vec_push(x->r.a, &out->ahead, op);
  return op->outs.at[0];
}

// The loop in front of the loop that keeps what the elements were, and what is
// stored where that is not simple.
static ir_op *
build_front(exchange *x) {
  rec_keying *r = &x->r;
  map *subst = map_new(r->a);
  ir_op *op = rec_start_folds(r, subst);
  ir_val *read = ir_substituted(subst, r->read->outs.at[0]);
  ir_op *update = ir_substituted(subst, r->update->outs.at[0])->def;
  bool keeps = !an_is_recomputable(r->update->ins.at[2], r->l.body);
  keep_value(r, op, read->def->next, read, "found");
  if (keeps)
    keep_value(r, op, update, update->ins.at[2], "stored");
  ir_replace_uses(r->f, update->outs.at[0], update->ins.at[0]);
  ir_remove(update);
  rec_remove_unused(op->regions[0]);
  rec_drop_unchanged(r->f, op);
  x->found = op->outs.at[0];
  x->stored = keeps ? op->outs.at[1] : NULL;
  return op;
}

// What the iteration whose stamp is "s" stored, or what the element was where
// there is none, at "b".
static ir_val *
build_found(exchange *x, ir_builder *b, ir_val *s) {
  const ir_loop *l = &x->r.l;
  ir_val *stored = x->r.update->ins.at[2];
  ir_val *any = ir_build2(b, IR_OP_GE, s, ir_build_int(b, s->type.elem, 0));
  ir_builder yes, no;
  ir_build_if(b, any, &yes, &no);
  ir_val *i = ir_build_convert(&yes, s, IR_I64), *v;
  map *subst = map_new(x->r.a);
  map_put(subst, l->i, i);
  v = x->stored ? ir_build_index(&yes, x->stored, i)
                : an_copy_slice(&yes, stored, l->body, subst);
  ir_val *w = ir_build_index(&no, x->found, l->i);
  return ir_end_if(&yes, v, &no, w, x->r.read->outs.at[0]->name);
}

// Lets the loop leave its stamps in "stamps", and find by them what it reads.
static void
build_stamping(exchange *x, ir_val *stamps) {
  rec_keying *r = &x->r;
  ir_builder b = ir_before(r->read);
  ir_val *w = ir_add_carried(r->l.op, stamps, "stamps", "stamps");
  ir_val *own = r->l.body->params.at[r->l.body->params.n - 1];
  ir_val *at = ir_build2(&b, IR_OP_SUB, r->read->ins.at[1], x->begin);
  ir_val *s = ir_build_index(&b, own, at);
  ir_replace_uses(r->f, r->read->outs.at[0], build_found(x, &b, s));
  ir_remove(r->read);
  b = ir_before(r->update);
  at = ir_build2(&b, IR_OP_SUB, r->update->ins.at[1], x->begin);
  ir_val *i = ir_build_convert(&b, r->l.i, x->stamp);
  w = ir_build_update(&b, own, at, ir_build2(&b, IR_OP_MAX, s, i));
  rec_carry_out(r->l.body, r->update->parent, w);
}

// Lets the iteration store only where it is the last that does, which "stamps"
// tell.
static void
guard_update(exchange *x, ir_val *stamps) {
  ir_op *op = x->r.update;
  ir_builder b = ir_before(op);
  ir_val *at = ir_build2(&b, IR_OP_SUB, op->ins.at[1], x->begin);
  ir_val *i = ir_build_convert(&b, x->r.l.i, x->stamp);
  ir_val *s = ir_build_index(&b, stamps, at);
  rec_guard_write(x->r.f, op, ir_build2(&b, IR_OP_EQ, s, i));
}

bool
rec_build_exchange(ir_func *f, ir_op *op, rec_ahead *out) {
  exchange x = {.r = {.a = f->module->arena, .f = f}};
  if (!ir_match_loop(op, &x.r.l) || !x.r.l.extent || op->has_while ||
      !match_exchange(&x))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  x.stamp = an_fits_i32(x.r.l.extent) ? IR_I32 : IR_I64;
  x.begin = ir_build_bound(&b, IR_OP_BEGIN, x.r.l.inits[x.r.k]);
  ir_val *unset = build_unset(&x, &b, out);
  vec_push(x.r.a, &out->ahead, build_front(&x));
  build_stamping(&x, unset);
  ir_op *folds = rec_build_keyed(f, op);
  if (!folds)
    return false;
  guard_update(&x, folds->outs.at[0]);
  return true;
}

bool
rec_goes_by_chunks(ir_op *op) {
  an_keyed keyed;
  return an_match_keyed(op, &keyed);
}
