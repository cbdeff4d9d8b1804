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
#include "recognizer/shapes/shapes.h"

// The accesses of a loop to an array that it folds into and reads.
typedef struct keying {
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;         // the carried array
  ir_op *read;   // of the element, before ...
  ir_op *update; // ... this one replaces it
  VEC(ir_op *) reads;
} keying;

// -- Accesses -----------------------------------------------------------------
// ir_walk_fn: collects the accesses to the array, stops at a second write.
static bool
add_access(void *user, ir_op *op) {
  keying *r = user;
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
find_read(keying *r) {
  for (int i = 0; i < r->reads.n; i++) {
    ir_op *read = r->reads.at[i];
    bool behind = read->ins.at[0] == r->update->outs.at[0];
    if (!rec_same_value(r->a, read->ins.at[1], r->update->ins.at[1]) ||
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

// Finds the accesses to carried array "k", which the iterations may fold into;
// false: they do anything else.
static bool
match_array(keying *r, int k) {
  const ir_val *array = r->l.carried[k];
  r->k = k;
  r->read = r->update = NULL;
  r->reads.n = 0;
  if (!array->type.array || !ir_is_int(array->type.elem) ||
      !rec_has_bounds(r->l.inits[k]) ||
      ir_storage_root(r->l.yields[k], r->l.body) != array ||
      !ir_walk(r->l.body, add_access, r) || !r->update || !find_read(r))
    return false;
  return rec_is_data(r->update->ins.at[1]) &&
         rec_is_place_given(r->a, &r->l, r->read, NULL) &&
         rec_is_place_given(r->a, &r->l, r->update, NULL) &&
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

// Removes the writes in loop body "body" to other arrays than "own".
static void
drop_writes(keying *r, ir_region *body, const ir_val *own) {
  collecting c = {.a = r->a, .body = body, .own = own};
  ir_walk(body, collect_write, &c);
  for (int i = 0; i < c.writes.n; i++) {
    ir_op *op = c.writes.at[i];
    ir_replace_uses(r->f, op->outs.at[0], op->ins.at[0]);
    ir_remove(op);
  }
}

// True when nothing but ifs is around the read in the loop.
static bool
is_in_ifs(const keying *r) {
  const ir_region *in = r->read->parent;
  while (in != r->l.body && in->parent_op->code == IR_OP_IF)
    in = in->parent_op->parent;
  return in == r->l.body;
}

// Array "v", made in region "in", at the end of loop body "body", which "in" is
// in by ifs; it is "old" where that is not executed.
static ir_val *
pass_out(const ir_region *body, const ir_region *in, ir_val *v, ir_val *old) {
  while (in != body) {
    ir_op *up = in->parent_op;
    for (int k = 0; k < up->n_regions; k++)
      ir_add_in(up->regions[k]->last, up->regions[k] == in ? v : old);
    v = ir_add_out(up, old->type, old->name);
    in = up->parent;
  }
  return v;
}

// A loop in front of the loop that does what that does to the array, and
// nothing else; values of the loop's body go to "subst".
static ir_op *
start_folds(keying *r, map *subst) {
  const ir_loop *l = &r->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_op *op = ir_build_raw(&b, IR_OP_LOOP);
  ir_region *body = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, l->extent);
  map_put(subst, l->i, ir_region_add_param(body, ir_ty(IR_I64), l->i->name));
  ir_val *h = ir_add_carried(op, l->inits[r->k], l->outs[r->k]->name,
                             l->carried[r->k]->name);
  for (int k = 0; k < l->n_carried; k++)
    map_put(subst, l->carried[k], k == r->k ? h : l->inits[k]);
  ir_builder in = ir_at_end(body);
  ir_val **yields = NEW_ARRAY(r->a, ir_val *, l->n_carried);
  ir_clone_region_ops(&in, l->body, subst, yields);
  ir_build_yield(&in, &yields[r->k], 1);
  drop_writes(r, body, h);
  return op;
}

// The loop in front of the loop that folds, and keeps what was read.
static ir_op *
build_folds(keying *r) {
  map *subst = map_new(r->a);
  ir_op *op = start_folds(r, subst);
  ir_region *body = op->regions[0];
  ir_builder b = ir_before(op);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *n = ir_build2(&b, IR_OP_MAX, r->l.extent, zero);
  ir_scalar elem = r->l.carried[r->k]->type.elem;
  ir_val *was = ir_build_alloc(&b, elem, n, IR_SPACE_GLOBAL, "was");
  was = ir_add_carried(op, was, "was", "was");
  ir_op *read = ir_substituted(subst, r->read->outs.at[0])->def;
  b = ir_before(read->next);
  ir_val *kept = ir_build_update(&b, was, body->params.at[0], read->outs.at[0]);
  ir_add_in(body->last, pass_out(body, read->parent, kept, was));
  rec_remove_unused(body);
  return op;
}

// Lets the loop read what loop "folds" kept, and leave the array to it.
static void
drop_array(keying *r, const ir_op *folds) {
  r->read->ins.at[0] = folds->outs.at[1];
  r->read->ins.at[1] = r->l.i;
  ir_replace_uses(r->f, r->update->outs.at[0], r->update->ins.at[0]);
  ir_replace_uses(r->f, r->l.outs[r->k], folds->outs.at[0]);
  ir_remove(r->update);
  rec_drop_unchanged(r->f, r->l.op);
}

ir_op *
rec_build_keyed(ir_func *f, ir_op *op) {
  keying r = {.a = f->module->arena, .f = f};
  if (!ir_match_loop(op, &r.l) || !r.l.extent || op->has_while)
    return NULL;
  int k = 0;
  while (k < r.l.n_carried && !match_array(&r, k))
    k++;
  if (k == r.l.n_carried || !is_in_ifs(&r))
    return NULL;
  an_keyed keyed;
  ir_op *folds = build_folds(&r);
  if (!an_match_keyed(folds, &keyed))
    return NULL;
  drop_array(&r, folds);
  return folds;
}

bool
rec_goes_by_chunks(ir_op *op) {
  an_keyed keyed;
  return an_match_keyed(op, &keyed);
}
