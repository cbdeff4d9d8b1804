// recognizer/shapes/kept.c: appends that look at what was appended last.
//
//   for (i ..)                                 last = out[k - 1];
//     if (!k || x[i] != out[k - 1])      =>    for (i ..) {
//       out[k++] = x[i];                         if (first || x[i] != last)
//                                                  out[k++] = x[i];
//                                                last = x[i];
//                                              }
//
// An element that is not appended equals the last one that was: so that is
// always what the iteration before looked at. Where nothing is appended yet is
// the first iteration. Integers alone: zeros of two signs are equal, too.
//
// Where elements are appended that are greater, or less, the last one is the
// greatest of all: last = x[i] > last ? x[i] : last. Where nothing is appended
// yet it starts as the first element, which is not greater than itself.
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/scalars.h"

// An append, and the look at the one before.
typedef struct kept {
  arena *a;
  ir_func *f;
  ir_loop l;
  int k, array;   // of what the loop carries: the counter, and the array
  ir_op *choice;  // the if that appends
  ir_op *store;   // ... a value
  ir_op *read;    // of the last one
  ir_op *compare; // of both: not equal, or an order
  ir_op *empty;   // asks whether nothing was appended yet; NULL: nothing does
} kept;

// -- Matching -----------------------------------------------------------------
// True when "v" is the counter plus *by.
static bool
is_counter(const kept *z, const ir_val *v, int64_t *by) {
  int64_t c;
  *by = 0;
  v = rec_unconverted(v);
  while (v->def && v->def->code == IR_OP_ADD &&
         ir_match_int(v->def->ins.at[1], &c)) {
    *by += c;
    v = rec_unconverted(v->def->ins.at[0]);
  }
  return v == z->l.carried[z->k];
}

// Finds the if that stores one value and counts it, in "op".
static bool
match_append(kept *z, ir_op *op) {
  if (op->code != IR_OP_IF)
    return false;
  for (int i = 0; i < op->outs.n; i++) {
    ir_op *store = op->regions[0]->last->ins.at[i]->def;
    if (!op->outs.at[i]->type.array || !store || store->code != IR_OP_UPDATE ||
        store->parent != op->regions[0])
      continue;
    for (int k = 0; k < z->l.n_carried; k++)
      if (z->l.carried[k] == store->ins.at[0])
        z->array = k;
    z->choice = op;
    z->store = store;
    return z->array >= 0 && z->l.yields[z->array] == op->outs.at[i] &&
           op->regions[1]->last->ins.at[i] == store->ins.at[0];
  }
  return false;
}

// Finds the counter of the append: one more where it is made.
static bool
match_counter(kept *z) {
  for (z->k = 0; z->k < z->l.n_carried; z->k++) {
    const ir_val *p = z->l.carried[z->k], *next = z->l.yields[z->k];
    int64_t by, at;
    if (!p->type.array && next->def == z->choice &&
        is_counter(z, z->choice->regions[0]->last->ins.at[next->index], &by) &&
        by == 1 && z->choice->regions[1]->last->ins.at[next->index] == p &&
        is_counter(z, z->store->ins.at[1], &at))
      return true;
  }
  return false;
}

// ir_walk_fn: finds the read of what was appended last; stops at a second one,
// and at a second store.
static bool
find_read(void *user, ir_op *op) {
  kept *z = user;
  int64_t at, by;
  bool accesses = ir_accesses_element(op);
  if (!accesses || op == z->store ||
      ir_storage_root(op->ins.at[0], z->l.body) != z->l.carried[z->array])
    return true;
  if (op->code != IR_OP_INDEX)
    return false;
  if (!is_counter(z, op->ins.at[1], &by))
    return true; // by the index: the array is compacted in place
  is_counter(z, z->store->ins.at[1], &at);
  bool ok = !z->read && by == at - 1 && op->ins.at[0] == z->l.carried[z->array];
  z->read = op;
  return ok;
}

// True for comparisons that order their operands.
static bool
is_order(ir_opcode code) {
  return code == IR_OP_LT || code == IR_OP_LE || code == IR_OP_GT ||
         code == IR_OP_GE;
}

// Sees bool "v" as one that holds where the value to append is not the last
// one, or where nothing was appended yet.
static bool
match_question(kept *z, const ir_val *v) {
  ir_op *op = v->def;
  ir_val *both[2];
  int64_t by, c;
  if (an_match_both(v, true, both)) {
    z->empty = both[0]->def;
    return z->empty && z->empty->code == IR_OP_EQ &&
           is_counter(z, z->empty->ins.at[0], &by) && !by &&
           ir_match_int(z->empty->ins.at[1], &c) && match_question(z, both[1]);
  }
  z->compare = op;
  if (!op || !(op->code == IR_OP_NE || is_order(op->code)))
    return false;
  const ir_val *x = rec_unwidened(op->ins.at[0]);
  const ir_val *y = rec_unwidened(op->ins.at[1]);
  const ir_val *other = y->def == z->read ? x : y;
  return (x->def == z->read || y->def == z->read) &&
         (is_order(op->code) || ir_is_int(other->type.elem)) &&
         an_same_value(z->a, other, z->store->ins.at[2]);
}

// True when all that uses the read is the comparison.
static bool
is_read_alone(const kept *z) {
  return z->read->outs.at[0]->n_uses == 1;
}

// Sees "op" as such a loop.
static bool
match(kept *z, ir_op *op) {
  if (!ir_match_loop(op, &z->l) || !z->l.extent || op->has_while)
    return false;
  ir_foreach_op (inner, z->l.body) {
    z->array = -1;
    if (match_append(z, inner) && match_counter(z))
      break;
    z->choice = NULL;
  }
  ir_count_uses(z->f);
  return z->choice && ir_walk(z->l.body, find_read, z) && z->read &&
         match_question(z, z->choice->ins.at[0]) && is_read_alone(z);
}

// -- Building -----------------------------------------------------------------
// The value that the first iteration may append, at "b", in front of the loop,
// if the loop runs; else 0.
static ir_val *
build_first(const kept *z, ir_builder *b) {
  ir_val *v = z->store->ins.at[2], *zero = ir_build_int(b, IR_I64, 0);
  map *subst = map_new(z->a);
  map_put(subst, z->l.i, zero);
  for (int k = 0; k < z->l.n_carried; k++)
    map_put(subst, z->l.carried[k], z->l.inits[k]);
  ir_val *runs = ir_build2(b, IR_OP_GT, z->l.extent, zero);
  ir_builder yes, no;
  ir_build_if(b, runs, &yes, &no);
  ir_val *first = an_copy_slice(&yes, v, z->l.body, subst);
  ir_val *none = ir_build_bits(&no, v->type.elem, 0);
  return ir_end_if(&yes, first, &no, none, "first");
}

// The element that was appended last when the loop starts, in front of it, if
// that is looked at.
static ir_val *
build_last(const kept *z) {
  ir_builder b = ir_before(z->l.op);
  b.loc = z->read->loc;
  ir_val *start = z->l.inits[z->k];
  ir_val *runs =
      ir_build2(&b, IR_OP_GT, z->l.extent, ir_build_int(&b, IR_I64, 0));
  if (z->empty) {
    ir_val *none =
        ir_build_bits(&b, start->type.elem, z->empty->ins.at[1]->def->bits);
    ir_val *some = ir_build2(&b, IR_OP_NE, start, none);
    runs = ir_build2(&b, IR_OP_AND, runs, some);
  }
  ir_builder yes, no;
  ir_build_if(&b, runs, &yes, &no);
  int64_t by;
  is_counter(z, z->read->ins.at[1], &by);
  ir_val *at = ir_build_convert(&yes, start, IR_I64);
  at = ir_build2(&yes, IR_OP_ADD, at, ir_build_int(&yes, IR_I64, by));
  ir_val *v = ir_build_index(&yes, z->l.inits[z->array], at);
  bool starts = z->empty && is_order(z->compare->code);
  ir_val *none =
      starts ? build_first(z, &no) : ir_build_bits(&no, v->type.elem, 0);
  return ir_end_if(&yes, v, &no, none, "last");
}

// Whether the iteration is the first one, with nothing appended before, in
// place of the question.
static void
replace_empty(const kept *z) {
  ir_builder before = ir_before(z->l.op), b = ir_before(z->empty);
  ir_val *start = z->l.inits[z->k];
  ir_val *none =
      ir_build_bits(&before, start->type.elem, z->empty->ins.at[1]->def->bits);
  ir_val *was = ir_build2(&before, IR_OP_EQ, start, none);
  ir_val *first = ir_build2(&b, IR_OP_EQ, z->l.i, ir_build_int(&b, IR_I64, 0));
  ir_replace_uses(z->f, z->empty->outs.at[0],
                  ir_build2(&b, IR_OP_AND, was, first));
}

// What was appended last behind an iteration, at "b", where it was "now" before
// and may append "v".
static ir_val *
build_next(const kept *z, ir_builder *b, ir_val *v, ir_val *now) {
  if (z->compare->code == IR_OP_NE)
    return v;
  const ir_op *op = z->compare;
  bool read_first = rec_unwidened(op->ins.at[0])->def == z->read;
  ir_val *x =
      ir_build_convert(b, read_first ? now : v, op->ins.at[0]->type.elem);
  ir_val *y =
      ir_build_convert(b, read_first ? v : now, op->ins.at[1]->type.elem);
  ir_val *takes = ir_build2(b, op->code, x, y);
  return ir_build3(b, IR_OP_SELECT, takes, v, now);
}

ir_op *
rec_carry_kept(loft_cx *cx, ir_func *f, ir_op *op) {
  kept z = {.a = cx->arena, .f = f};
  int64_t none;
  if (!match(&z, op) ||
      (z.empty &&
       !(ir_match_int(z.empty->ins.at[1], &none) &&
         rec_guard_between(cx, f, &z.l, z.l.inits[z.k], none, INT64_MAX))))
    return NULL;
  ir_val *last = build_last(&z);
  if (z.empty)
    replace_empty(&z);
  ir_builder b = ir_before(z.choice);
  ir_val *v =
      an_copy_slice(&b, z.store->ins.at[2], z.choice->regions[0], map_new(z.a));
  ir_add_carried(op, last, "last", "last");
  ir_val *now = z.l.body->params.at[z.l.body->params.n - 1];
  ir_add_in(z.l.body->last, build_next(&z, &b, v, now));
  ir_replace_uses(f, z.read->outs.at[0], now);
  rec_remove_unused(z.l.body);
  return op;
}
