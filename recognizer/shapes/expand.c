// recognizer/shapes/expand.c: running values that other folds need, as arrays.
//
//   loop (%i < %n) (%s = %s0, %t = %t0) { %s1 = add %s, %x
//     %t1 = max %t, %s1  yield %s1, %t1 }
//   => %s, %v = loop (%i < %n) (%s = %s0, %v = alloc) { ... update %v, %i, %s1
//   }
//      %t = loop (%i < %n) (%t = %t0) { %s1 = index %v, %i ... }
//
// One loop cannot fold what it scans. The scalars that depend on no other ones,
// but those that depend on them in turn, get a loop of their own, which stores
// what each iteration leaves of those that the rest needs; the rest reads it.
// Arrays that are written at places by these scalars are written by that loop,
// too, where nothing else reads them.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/keyed.h"
#include "recognizer/shapes/parts.h"

typedef struct expansion {
  ir_func *f;
  ir_loop l;
  bool ahead[REC_MAX_PARTS];  // of each carried value: it goes first
  bool stored[REC_MAX_PARTS]; // and others need it
} expansion;

// Lets loop "l" carry without changing it all but number "k" or, where "k" is
// -1, but what "ahead" says; what is not needed then goes.
static void
keep(const ir_loop *l, int k, const bool *ahead) {
  for (int j = 0; j < l->n_carried; j++)
    if (k >= 0 ? j != k : !ahead[j])
      l->body->last->ins.at[j] = l->carried[j];
  rec_remove_unused(l->body);
}

// True when carried value "k" is computed without the others, but those that
// go first.
static bool
is_alone(const expansion *e, int k) {
  ir_builder b = ir_before(e->l.op);
  ir_loop l;
  ir_match_loop(ir_clone_op(&b, e->l.op, map_new(e->f->module->arena)), &l);
  keep(&l, k, NULL);
  bool alone = true;
  for (int j = 0; j < l.n_carried; j++)
    alone &= j == k || e->ahead[j] || l.carried[j]->n_uses == 1;
  ir_remove(l.op);
  return alone;
}

// Sets needs[j] where carried value "k" is computed with value j, by itself or
// by way of others.
typedef bool rec_needs[REC_MAX_PARTS];
static void
find_all_needs(const expansion *e, rec_needs *needs) {
  int n = e->l.n_carried;
  for (int k = 0; k < n; k++) {
    ir_builder b = ir_before(e->l.op);
    ir_loop l;
    ir_match_loop(ir_clone_op(&b, e->l.op, map_new(e->f->module->arena)), &l);
    keep(&l, k, NULL);
    for (int j = 0; j < n; j++)
      needs[k][j] = j == k || l.carried[j]->n_uses > 1;
    ir_remove(l.op);
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        needs[k][j] |= needs[k][i] && needs[i][j];
}

// True when scalar "k" is computed without others, but scalars that need it in
// turn, as of a recurrence of two terms.
static bool
is_closed(const expansion *e, const rec_needs *needs, int k) {
  bool closed = e->l.yields[k] != e->l.carried[k];
  for (int j = 0; j < e->l.n_carried; j++)
    closed &= !needs[k][j] || (needs[j][k] && !e->l.carried[j]->type.array);
  return closed;
}

// True when value "k", which goes first, is needed by others: by any or,
// without "arrays", by scalars.
static bool
is_needed(const expansion *e, int k, bool arrays) {
  bool rest[REC_MAX_PARTS];
  for (int j = 0; j < e->l.n_carried; j++)
    rest[j] = !e->ahead[j] && (arrays || !e->l.carried[j]->type.array);
  ir_builder b = ir_before(e->l.op);
  ir_loop l;
  ir_match_loop(ir_clone_op(&b, e->l.op, map_new(e->f->module->arena)), &l);
  keep(&l, -1, rest);
  bool needed = l.carried[k]->n_uses > 1;
  ir_remove(l.op);
  return needed;
}

// ir_walk_fn: stops at an access whose subscript is in the set *user.
static bool
is_elsewhere(void *user, ir_op *op) {
  bool access = ir_accesses_element(op);
  return !access || !map_has(user, op->ins.at[1]);
}

// True when arrays need value "k" for what is stored, not for where that is:
// the footprint could not tell.
static bool
is_stored(const expansion *e, int k) {
  map *needs = rec_find_needs(e->f->module->arena, &e->l, k);
  return ir_walk(e->l.body, is_elsewhere, needs);
}

// True when elements at places that need value "k" are combined with something:
// the places are data then, as those of any such loop.
static bool
is_combined(const expansion *e, int k) {
  map *needs = rec_find_needs(e->f->module->arena, &e->l, k);
  bool combines = false;
  for (int j = 0; j < e->l.n_carried; j++)
    combines |= e->l.carried[j]->type.array &&
                rec_combines(e->f->module->arena, &e->l, j, NULL);
  return combines && !ir_walk(e->l.body, is_elsewhere, needs);
}

// A walk over the accesses to a carried array.
typedef struct placing {
  const expansion *e;
  const ir_val *array;
  map *needs; // what follows from a scalar
} placing;

// ir_walk_fn: stops at a write to the array at a place that needs the scalar.
static bool
is_placed_elsewhere(void *user, ir_op *op) {
  const placing *p = user;
  return !ir_writes_element(op) || !map_has(p->needs, op->ins.at[1]) ||
         ir_storage_root(op->ins.at[0], p->e->l.body) != p->array;
}

// True when array "k" is written at places by scalars that go first, and can
// be written by their loop.
static bool
goes_with_scalars(const expansion *e, int k) {
  arena *a = e->f->module->arena;
  placing p = {.e = e, .array = e->l.carried[k]};
  bool placed = false;
  if (!p.array->type.array || e->l.yields[k] == p.array ||
      rec_combines(a, &e->l, k, NULL))
    return false;
  for (int j = 0; j < e->l.n_carried && !placed; j++) {
    if (!e->stored[j] || !is_needed(e, j, false))
      continue;
    p.needs = rec_find_needs(a, &e->l, j);
    placed = !ir_walk(e->l.body, is_placed_elsewhere, &p);
  }
  return placed && is_alone(e, k);
}

// True when arrays alone need value "k", which goes first, for where something
// is stored: so it may stay with them.
static bool
is_place(const expansion *e, int k) {
  return e->stored[k] && !is_needed(e, k, false) && !is_stored(e, k) &&
         !is_combined(e, k);
}

// Decides what goes first; false: nothing that a fold of the rest needs.
static bool
choose(expansion *e) {
  bool any = false, alone[REC_MAX_PARTS] = {0};
  rec_needs needs[REC_MAX_PARTS];
  int n = e->l.n_carried;
  find_all_needs(e, needs);
  for (int k = 0; k < n; k++)
    e->ahead[k] = is_closed(e, needs, k);
  for (int k = 0; k < n; k++) {
    e->stored[k] = e->ahead[k] && is_needed(e, k, true);
    any |= e->stored[k] &&
           (is_needed(e, k, false) || is_stored(e, k) || is_combined(e, k));
  }
  for (int k = 0; k < n; k++)
    alone[k] = e->ahead[k] && is_place(e, k);
  for (int k = 0; k < n; k++)
    if (alone[k])
      e->ahead[k] = e->stored[k] = false;
  for (int k = 0; k < n; k++)
    alone[k] = goes_with_scalars(e, k);
  for (int k = 0; k < n; k++)
    e->ahead[k] |= alone[k];
  for (int k = 0; k < n; k++) // what the rest reads stays with it
    e->ahead[k] &= !alone[k] || !is_needed(e, k, true);
  return any;
}

// The loop of what goes first; "arrays" gets what it stored of each value.
static ir_op *
build_ahead(const expansion *e, ir_builder *b, ir_val **arrays) {
  ir_op *op = ir_clone_op(b, e->l.op, map_new(e->f->module->arena));
  ir_builder before = ir_before(op);
  ir_loop l;
  ir_match_loop(op, &l);
  ir_val *n =
      ir_build2(&before, IR_OP_MAX, l.extent, ir_build_int(&before, IR_I64, 0));
  for (int k = 0; k < e->l.n_carried; k++)
    if (!e->ahead[k])
      op->regions[0]->last->ins.at[k] = l.carried[k];
  for (int k = 0; k < e->l.n_carried; k++) {
    if (!e->stored[k])
      continue;
    const char *name = e->l.carried[k]->name;
    ir_val *room = ir_build_alloc(&before, l.carried[k]->type.elem, n,
                                  IR_SPACE_GLOBAL, name);
    ir_val *param = ir_add_carried(op, room, name, name);
    ir_builder in = ir_before(l.body->last);
    ir_add_in(l.body->last, ir_build_update(&in, param, l.i, l.yields[k]));
    arrays[k] = op->outs.at[op->outs.n - 1];
  }
  return op;
}

// Value "k" at the start of iteration "i" of "l", from "array", which has
// what the iterations left.
static ir_val *
build_before(ir_builder *b, const ir_loop *l, int k, ir_val *array) {
  ir_val *init = l->inits[k], *one = ir_build_int(b, IR_I64, 1);
  ir_val *later = ir_build2(b, IR_OP_GE, l->i, one);
  ir_builder yes, no;
  ir_build_if(b, later, &yes, &no);
  ir_val *before = ir_build2(&yes, IR_OP_SUB, l->i, one);
  ir_val *v = ir_build_index(&yes, array, before);
  return ir_end_if(&yes, v, &no, init, l->carried[k]->name);
}

// The loop of the rest, which reads "arrays".
static ir_op *
build_rest(const expansion *e, ir_builder *b, ir_val *const *arrays) {
  ir_op *op = ir_clone_op(b, e->l.op, map_new(e->f->module->arena));
  ir_loop l;
  ir_match_loop(op, &l);
  ir_builder in = ir_before(l.body->first);
  for (int k = 0; k < l.n_carried; k++) {
    if (!e->ahead[k])
      continue;
    ir_val *left = l.yields[k];
    l.body->last->ins.at[k] = l.carried[k];
    if (!e->stored[k])
      continue;
    ir_replace_uses(e->f, left, ir_build_index(&in, arrays[k], l.i));
    ir_val *before = build_before(&in, &l, k, arrays[k]);
    ir_replace_uses(e->f, l.carried[k], before);
    l.body->last->ins.at[k] = l.carried[k];
  }
  return op;
}

void
rec_expand(ir_func *f, ir_op *op, rec_parts *p) {
  expansion e = {.f = f};
  ir_val *arrays[REC_MAX_PARTS] = {0};
  if (!ir_match_loop(op, &e.l) || !e.l.extent || op->has_while ||
      e.l.n_carried < 2 || e.l.n_carried > REC_MAX_PARTS || !choose(&e))
    return;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  p->at[p->n++] = build_ahead(&e, &b, arrays);
  p->at[p->n++] = build_rest(&e, &b, arrays);
  for (int k = 0; k < e.l.n_carried; k++)
    p->outs[k] = p->at[e.ahead[k] ? 0 : 1]->outs.at[k];
}
