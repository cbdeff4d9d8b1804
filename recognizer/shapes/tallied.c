// recognizer/shapes/tallied.c: elements that are appended, and combined into
// until the next ones are.
//
//   for (..) {                       for (..)
//     if (c) { n[k] = 0; k++; }        if (c) { n[k] = 0; k++; }
//     n[k - 1] += x;            =>   for (..) {
//   }                                  if (c) k++;
//                                      n[k - 1] += x; }
//
// Elements that are combined into are below the counter, and those that are
// appended are not, now or later; or both are so many places ahead of that. So
// no append stores where something was combined into, and all may be made
// first.
#include "recognizer/shapes/growth.h"
#include "recognizer/shapes/parts.h"

typedef struct tallied {
  arena *a;
  ir_func *f;
  ir_loop l;
  int array, k; // of what the loop carries: the array, and the counter
  rec_counter c;
  VEC(ir_op *) appends, tallies;
  int n_reads; // of the array
} tallied;

// -- Matching -----------------------------------------------------------------
// The op of which "v" is the only use, but for conversions that have no other
// one either; NULL: it is used elsewhere.
static const ir_op *
sole_source(const ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT && v->n_uses == 1)
    v = v->def->ins.at[0];
  return v->n_uses == 1 ? v->def : NULL;
}

// True when "op" combines something with the element that it stores to.
static bool
is_tally(const ir_op *op) {
  const ir_op *v = op->code == IR_OP_UPDATE ? sole_source(op->ins.at[2]) : NULL;
  if (!v || !ir_is_fold(v->code) || !ir_is_int(v->outs.at[0]->type.elem))
    return false;
  for (int i = 0; i < 2; i++) {
    const ir_op *read = sole_source(v->ins.at[i]);
    if (read && read->code == IR_OP_INDEX && read->ins.at[0] == op->ins.at[0] &&
        read->ins.at[1] == op->ins.at[1])
      return true;
  }
  return false;
}

// ir_walk_fn: notes accesses to the array; stops at those in inner loops.
static bool
note_access(void *user, ir_op *op) {
  tallied *t = user;
  bool is_access = ir_accesses_element(op);
  if (!is_access ||
      ir_storage_root(op->ins.at[0], t->l.body) != t->l.carried[t->array])
    return true;
  for (const ir_region *r = op->parent; r != t->l.body;
       r = r->parent_op->parent)
    if (r->parent_op->code != IR_OP_IF)
      return false;
  t->n_reads += op->code == IR_OP_INDEX;
  if (is_tally(op))
    vec_push(t->a, &t->tallies, op);
  else if (op->code == IR_OP_UPDATE)
    vec_push(t->a, &t->appends, op);
  return op->code != IR_OP_COMBINE;
}

// True when array "v" of the body has nothing combined into it yet.
static bool
is_before_tallies(const tallied *t, const ir_val *v) {
  const ir_op *op = v->def;
  if (v == t->l.carried[t->array])
    return true;
  if (op && op->code == IR_OP_UPDATE)
    return !is_tally(op) && is_before_tallies(t, op->ins.at[0]);
  return op && op->code == IR_OP_IF &&
         is_before_tallies(t, op->regions[0]->last->ins.at[v->index]) &&
         is_before_tallies(t, op->regions[1]->last->ins.at[v->index]);
}

// "v" without what is added to it, *by.
static const ir_val *
split_sum(const ir_val *v, int64_t *by) {
  int64_t c;
  *by = 0;
  v = rec_unconverted(v);
  while (v->def && v->def->code == IR_OP_ADD &&
         ir_match_int(v->def->ins.at[1], &c)) {
    *by += c;
    v = rec_unconverted(v->def->ins.at[0]);
  }
  return v;
}

// True when "op" appends before anything is combined; *ahead: at a place that
// is no less than that ahead of the counter where the iteration starts.
static bool
stores_ahead(tallied *t, const ir_op *op, int64_t *ahead) {
  int64_t by;
  const ir_val *v = split_sum(op->ins.at[1], &by);
  int64_t grown = rec_growth(&t->c, v, t->l.carried[t->k], op, false);
  *ahead = grown + by;
  return grown != REC_UNKNOWN && is_before_tallies(t, op->ins.at[0]);
}

// True when "op" stores to a place below that which is "ahead" of the counter
// where the iteration ends.
static bool
stores_behind(tallied *t, const ir_op *op, int64_t ahead) {
  int64_t by;
  const ir_val *v = split_sum(op->ins.at[1], &by);
  int64_t left = rec_growth(&t->c, t->l.yields[t->k], v, op, false);
  return left != REC_UNKNOWN && left + ahead - by >= 1;
}

// Takes carried array t->array and scalar "k" for elements that are appended
// and combined into, and their counter.
static bool
match(tallied *t, int k) {
  ir_scalar type = t->l.carried[k]->type.elem;
  int64_t ahead, least = INT32_MAX;
  t->k = k;
  bool ok = rec_match_counter(&t->l, k, &t->c) && t->c.sign > 0 &&
            (ir_is_signed(type) || ir_size(type) == 8);
  for (int i = 0; i < t->appends.n && ok; i++) {
    ok = stores_ahead(t, t->appends.at[i], &ahead);
    least = ahead < least ? ahead : least;
  }
  for (int i = 0; i < t->tallies.n && ok; i++)
    ok = stores_behind(t, t->tallies.at[i], least);
  return ok;
}

// Finds array and counter.
static bool
find(tallied *t) {
  ir_count_uses_in(t->l.body);
  for (int k = 0; k < t->l.n_carried; k++) {
    t->array = k;
    t->appends.n = t->tallies.n = t->n_reads = 0;
    if (!t->l.carried[k]->type.array || !ir_walk(t->l.body, note_access, t) ||
        !t->appends.n || !t->tallies.n || t->n_reads != t->tallies.n)
      continue;
    for (int j = 0; j < t->l.n_carried; j++)
      if (match(t, j))
        return true;
  }
  return false;
}

// -- Building -----------------------------------------------------------------
// A copy of the loop at "b" without "n" of its stores.
static ir_op *
build_without(const tallied *t, ir_builder *b, ir_op *const *stores, int n) {
  map *subst = map_new(t->a);
  ir_op *copy = ir_clone_op(b, t->l.op, subst);
  for (int i = 0; i < n; i++) {
    ir_op *store = ((ir_val *)map_get(subst, stores[i]->outs.at[0]))->def;
    ir_replace_uses(t->f, store->outs.at[0], store->ins.at[0]);
    ir_remove(store);
  }
  return copy;
}

// ir_walk_fn: stops at a read of an array that *user, the loop as it was,
// changes.
static bool
reads_unchanged(void *user, ir_op *op) {
  const tallied *t = user;
  const ir_val *root =
      op->code == IR_OP_INDEX ? ir_storage_root(op->ins.at[0], NULL) : NULL;
  for (int k = 0; root && k < t->l.n_carried; k++)
    if (k != t->array && t->l.carried[k]->type.array &&
        t->l.yields[k] != t->l.carried[k] &&
        ir_storage_root(t->l.inits[k], NULL) == root)
      return false;
  return true;
}

// Leaves to "op", a copy of the loop, the array alone, and the scalars.
static void
keep_array(const tallied *t, ir_op *op) {
  ir_region *r = op->regions[0];
  for (int k = 0; k < t->l.n_carried; k++)
    if (k != t->array && t->l.carried[k]->type.array)
      r->last->ins.at[k] = r->params.at[op->n_dims + k];
  rec_remove_unused(r);
}

void
rec_tally_apart(loft_cx *cx, ir_func *f, ir_op *op, rec_parts *p) {
  tallied t = {.a = cx->arena, .f = f};
  if (!ir_match_loop(op, &t.l) || !t.l.extent || op->has_while ||
      t.l.n_carried > REC_MAX_PARTS || !find(&t))
    return;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_op *first = build_without(&t, &b, t.tallies.at, t.tallies.n);
  ir_op *rest = build_without(&t, &b, t.appends.at, t.appends.n);
  keep_array(&t, rest);
  rest->ins.at[rest->n_dims + t.array] = first->outs.at[t.array];
  if (!ir_walk(rest->regions[0], reads_unchanged, &t))
    return;
  p->at[p->n++] = first;
  p->at[p->n++] = rest;
  for (int k = 0; k < t.l.n_carried; k++)
    p->outs[k] = (k == t.array ? rest : first)->outs.at[k];
}
