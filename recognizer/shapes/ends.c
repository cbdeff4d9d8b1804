// recognizer/shapes/ends.c: why nobody knows how often a loop runs, as a
// reason.
//
// Loops that run until a value has grown by factors, that go on in one of
// several sequences, that follow a list, or that fill gaps from the end have
// ways of their own to be written with a count, as have walks whose steps data
// say. One that only looks where
// something ends has nothing left for a loop that knows the count.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/growth.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/scalars.h"

// "v" before conversions and a constant that is added or taken.
static ir_val *
without_constant(ir_val *v) {
  int64_t c;
  v = ir_before_converts(v);
  const ir_op *op = v->def;
  bool sum = op && (op->code == IR_OP_ADD || op->code == IR_OP_SUB);
  return sum && ir_match_int(op->ins.at[1], &c)
             ? ir_before_converts(op->ins.at[0])
             : v;
}

// True when carried scalar "k" of "l" is multiplied or divided by an invariant
// in each iteration, but for a constant, or loses its lowest bit.
static bool
is_scaled(const ir_loop *l, int k) {
  const ir_op *op = without_constant(l->yields[k])->def;
  const ir_val *p = l->carried[k];
  if (!op || ir_is_float(p->type.elem))
    return false;
  bool bits = op->code == IR_OP_AND;
  bool left = op->code == IR_OP_MUL || op->code == IR_OP_DIV ||
              op->code == IR_OP_SHL || op->code == IR_OP_SHR || bits;
  for (int side = 0; side < (op->code == IR_OP_MUL || bits ? 2 : 1) && left;
       side++) {
    const ir_val *by = op->ins.at[1 - side];
    if (without_constant(op->ins.at[side]) == p &&
        (bits ? by == p : an_is_invariant(by, l->body)))
      return true;
  }
  return false;
}

// True when carried scalar "k" of "l" goes on in some iterations alone.
static bool
is_chosen(const ir_loop *l, int k) {
  const ir_op *op = l->yields[k]->def;
  return op && (op->code == IR_OP_IF || op->code == IR_OP_SELECT);
}

// ir_walk_fn: stops at a read.
static bool
is_no_read(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_INDEX;
}

// The conditions that hold, and that fail, where a loop goes on.
typedef struct going {
  VEC(const ir_val *) holds, fails;
} going;

// Notes the consequences of bool "v" being "value", where a loop goes on.
static void
note(arena *a, going *g, const ir_val *v, bool value) {
  const ir_op *op = v->def;
  int64_t c;
  if (value)
    vec_push(a, &g->holds, v);
  else
    vec_push(a, &g->fails, v);
  if (!op)
    return;
  if (op->code == IR_OP_NOT)
    note(a, g, op->ins.at[0], !value);
  for (int i = 0; i < 2 && op->code == (value ? IR_OP_AND : IR_OP_OR); i++)
    note(a, g, op->ins.at[i], value);
  if (op->code != IR_OP_IF && op->code != IR_OP_SELECT)
    return;
  for (int side = 0; side < 2; side++)
    if (ir_match_int(an_side_of(op, v, !side), &c) && (c != 0) != value) {
      note(a, g, op->ins.at[0], side);
      note(a, g, an_side_of(op, v, side), value);
    }
}

// True when "x" is the contrary of "y": == and != of the same values.
static bool
is_contrary(const ir_val *x, const ir_val *y) {
  const ir_op *p = x->def, *q = y->def;
  bool both = p && q &&
              ((p->code == IR_OP_EQ && q->code == IR_OP_NE) ||
               (p->code == IR_OP_NE && q->code == IR_OP_EQ));
  return both && p->ins.at[0] == q->ins.at[0] &&
         an_same_value(p->parent->func->module->arena, p->ins.at[1],
                       q->ins.at[1]);
}

// rec_knows_fn: a condition that follows from that the loop goes on.
static bool
knows(void *user, const ir_val *cond, bool *holds) {
  const going *g = user;
  for (int i = 0; i < g->holds.n; i++) {
    *holds = g->holds.at[i] == cond;
    if (*holds || is_contrary(g->holds.at[i], cond))
      return true;
  }
  for (int i = 0; i < g->fails.n; i++) {
    *holds = g->fails.at[i] != cond;
    if (!*holds || is_contrary(g->fails.at[i], cond))
      return true;
  }
  return false;
}

// True when "l", which has no bound, does no more than to step until what it
// reads ends it.
static bool
only_looks(arena *a, const ir_loop *l) {
  going g = {0};
  int64_t step;
  bool flag;
  if (!l->op->has_while || l->extent)
    return false;
  note(a, &g, l->yields[0], true);
  for (int k = 1; k < l->n_carried; k++) {
    ir_scalar t = l->carried[k]->type.elem;
    bool steps = !l->carried[k]->type.array && ir_is_int(t) &&
                 rec_constant_step(l, k, knows, &g, &step);
    if (!steps && (t != IR_BOOL || !knows(&g, l->yields[k], &flag)))
      return false;
  }
  return !ir_walk(l->body, is_no_read, NULL);
}

// True when "v" is "own" and what is added to it; *data: that, or which it is,
// follows from what is in "needs".
static bool
is_moved(const map *needs, const ir_val *v, const ir_val *own, bool *data) {
  const ir_op *op = v->def;
  an_choice c;
  if (v == own)
    return true;
  if (an_match_either(v, &c)) {
    *data |= map_has(needs, c.c);
    return is_moved(needs, c.y, own, data) && is_moved(needs, c.z, own, data);
  }
  for (int i = 0; op && op->code == IR_OP_ADD && i < 2; i++)
    if (is_moved(needs, op->ins.at[i], own, data)) {
      *data |= map_has(needs, op->ins.at[1 - i]);
      return true;
    }
  return false;
}

// True when carried scalar "k" of "l" decides where it ends, and goes on by
// steps that follow from where it is. How it leaves the loop is no step.
static bool
is_stride(arena *a, const ir_loop *l, int k) {
  bool data = false;
  going g = {0};
  int64_t step;
  if (l->op->has_while)
    note(a, &g, l->yields[0], true);
  if (rec_constant_step(l, k, knows, &g, &step))
    return false;
  return ir_is_int(l->carried[k]->type.elem) &&
         is_moved(rec_find_needs(a, l, k), l->yields[k], l->carried[k],
                  &data) &&
         data && rec_decides_end(a, l, k);
}

// True when integer "v", in "needs", is a half of such ones, moved or not.
static bool
is_half(const map *needs, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  int64_t by;
  if (!op || !map_has(needs, v) || depth == 0)
    return false;
  bool shift = op->code == IR_OP_SHR, div = op->code == IR_OP_DIV;
  if ((shift || div) && map_has(needs, op->ins.at[0]) &&
      ir_match_int(op->ins.at[1], &by) && by == (shift ? 1 : 2))
    return true;
  bool any = false;
  for (int i = 0; i < op->ins.n && !any; i++)
    any = (op->code == IR_OP_ADD || op->code == IR_OP_SUB ||
           op->code == IR_OP_CONVERT) &&
          is_half(needs, op->ins.at[i], depth - 1);
  return any;
}

// True when "v" is "own" or a half, as conditions in "needs" say; *half: it may
// be a half.
static bool
is_own_or_half(const map *needs, const ir_val *v, const ir_val *own,
               bool *half) {
  enum { DEPTH = 8 };
  an_choice c;
  if (v == own)
    return true;
  if (an_match_either(v, &c))
    return map_has(needs, c.c) && is_own_or_half(needs, c.y, own, half) &&
           is_own_or_half(needs, c.z, own, half);
  *half |= is_half(needs, v, DEPTH);
  return *half;
}

// True when carried scalar "k" of "l" decides where it ends, and is one end of
// a range that is halved, by what is read in its middle.
static bool
is_halved(arena *a, const ir_loop *l, int k) {
  bool half = false;
  an_choice c;
  const ir_val *own = l->carried[k];
  return ir_is_int(own->type.elem) && an_match_either(l->yields[k], &c) &&
         is_own_or_half(rec_find_needs(a, l, k), l->yields[k], own, &half) &&
         half && rec_decides_end(a, l, k);
}

// A search for an element of an array that takes the place of another one, by
// counters that go towards each other.
typedef struct refilling {
  const ir_loop *l;
  const char *name; // of the array
} refilling;

// The carried value of "l" that subscript "v" is by constants; -1: none.
static int
subscript_of(const ir_loop *l, const ir_val *v) {
  int64_t c;
  for (const ir_op *op = v->def; op && op->ins.n; op = v->def) {
    if (op->code != IR_OP_CONVERT &&
        ((op->code != IR_OP_ADD && op->code != IR_OP_MUL) ||
         !ir_match_int(op->ins.at[1], &c)))
      return -1;
    v = op->ins.at[0];
  }
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k] == v)
      return k;
  return -1;
}

// 1 where subscript "v" follows a counter of "l" that goes up, by constants, -1
// of one that goes down; else 0.
static int
direction_of(const ir_loop *l, const ir_val *v) {
  rec_counter own;
  int k = subscript_of(l, v);
  return k >= 0 && rec_match_counter(l, k, &own) ? own.sign : 0;
}

// ir_walk_fn: stops where an element is replaced by another.
static bool
is_no_refill(void *user, ir_op *op) {
  refilling *r = user;
  const ir_val *array =
      ir_writes_element(op) ? ir_storage_root(op->ins.at[0], r->l->body) : NULL;
  const ir_op *read = array ? rec_unconverted(op->ins.at[2])->def : NULL;
  if (!read || read->code != IR_OP_INDEX ||
      ir_storage_root(read->ins.at[0], r->l->body) != array ||
      direction_of(r->l, read->ins.at[1]) * direction_of(r->l, op->ins.at[1]) >=
          0)
    return true;
  r->name = rec_array_name(array);
  return false;
}

// A carried value at which elements may be read.
typedef struct reading {
  const ir_loop *l;
  int k;
} reading;

// ir_walk_fn: stops at a read of an element there.
static bool
is_no_read_at(void *user, ir_op *op) {
  const reading *r = user;
  return op->code != IR_OP_INDEX || subscript_of(r->l, op->ins.at[1]) != r->k;
}

// True when carried place "k" is one in a sequence, from which an iteration
// takes an element or not.
static bool
is_taken(const ir_loop *l, int k) {
  reading r = {l, k};
  return is_chosen(l, k) && !ir_walk(l->body, is_no_read_at, &r);
}

rec_reason
rec_end_reason(arena *a, const ir_loop *l, const char **what) {
  int taken = 0, strides = 0, halved = 0;
  const char *place = NULL;
  for (int k = l->op->has_while; k < l->n_carried && !l->extent; k++) {
    if (l->carried[k]->type.array)
      continue;
    *what = l->carried[k]->name;
    if (is_scaled(l, k) && rec_decides_end(a, l, k))
      return REC_LOOP_SCALED;
    rec_reason reason = rec_carried_reason(a, l, k);
    if (reason == REC_CARRIED_LIST)
      return reason;
    taken += reason == REC_CARRIED_PLACE && is_taken(l, k);
    halved += is_halved(a, l, k);
    bool stride = is_stride(a, l, k);
    place = stride ? *what : place;
    strides += stride;
  }
  *what = NULL;
  if (only_looks(a, l))
    return REC_LOOP_ENDLESS;
  refilling refills = {l, NULL};
  if (taken > 1 || strides)
    ir_walk(l->body, is_no_refill, &refills);
  *what = refills.name;
  if (refills.name)
    return REC_LOOP_REFILLS;
  if (taken > 1)
    return REC_LOOP_MERGES;
  if (halved)
    return REC_LOOP_HALVES;
  *what = strides == 1 ? place : NULL;
  return strides == 1 ? REC_LOOP_STRIDES : REC_LOOP_EXIT;
}
