// recognizer/footprint/defined.c: reads of elements that a while loop stored
// before, but for those that are there when it starts.
//
//   loop (%k = %k0, %q = %q0) while .. {    of %q0, only elements below %k0 are
//     ... index %q, (less than %k) ...      read: the others up to %k were
//     %q1, %k1: %q, with elements           stored
//               %k up to %k1 stored
//     yield %k1, %q1 }
//
// The elements below the counter are defined whenever an iteration starts: at
// first those that C has there; then those that it appends, one each time that
// the counter grows, or all from 0 on where the iteration starts the counter
// anew (two lists that take turns, or of which one is copied back). What lies
// above, which C leaves as it is, need not hold values that could be used as
// subscripts.
#include "recognizer/footprint/footprint.h"

// An array whose elements below a counter are defined.
typedef struct filled {
  const ir_val *array, *counter;
} filled;

static bool follow(const filled *from, ir_val *array, ir_val *counter,
                   bool *anew);

// True when one of the updates in region "home" that "array" was made by stores
// element "at".
static bool
stores_at(const ir_val *array, const ir_val *at, const ir_region *home) {
  for (const ir_op *op = array->def;
       op && op->code == IR_OP_UPDATE && op->parent == home;
       op = op->ins.at[0]->def)
    if (rec_unconverted(op->ins.at[1]) == rec_unconverted(at))
      return true;
  return false;
}

// follow where the counter is the sum "op".
static bool
follow_sum(const filled *from, ir_val *array, ir_op *op, bool *anew) {
  int64_t by;
  return op->code == IR_OP_ADD && ir_match_int(op->ins.at[1], &by) && by == 1 &&
         stores_at(array, op->ins.at[0], op->parent) &&
         follow(from, array, op->ins.at[0], anew);
}

// follow where result "k" of loop "op" is the counter, "n" the array.
static bool
follow_loop(const filled *from, ir_op *op, int n, int k, bool *anew) {
  const ir_region *r = op->regions[0];
  filled each = {r->params.at[op->n_dims + n], r->params.at[op->n_dims + k]};
  bool starts_anew;
  return follow(&each, r->last->ins.at[n], r->last->ins.at[k], &starts_anew) &&
         !starts_anew &&
         follow(from, op->ins.at[op->n_dims + n], op->ins.at[op->n_dims + k],
                anew);
}

// follow where both are results of the if "op".
static bool
follow_if(const filled *from, const ir_op *op, int n, int k, bool *anew) {
  *anew = false;
  for (int i = op->versions; i < 2; i++) {
    const ir_vals *yields = &op->regions[i]->last->ins;
    bool side;
    if (!follow(from, yields->at[n], yields->at[k], &side))
      return false;
    *anew |= side;
  }
  return true;
}

// True when "array" has all elements below "counter" defined if from->array has
// those below from->counter, or, if *anew, from 0 on whatever that has.
static bool
follow(const filled *from, ir_val *array, ir_val *counter, bool *anew) {
  ir_op *op = counter->def, *last = array->def;
  int64_t zero;
  *anew = ir_match_int(counter, &zero) && zero == 0;
  if (*anew || (array == from->array && counter == from->counter))
    return true;
  if (op && op == last && op->code == IR_OP_LOOP)
    return follow_loop(from, op, array->index, counter->index, anew);
  if (op && op == last && op->code == IR_OP_IF)
    return follow_if(from, op, array->index, counter->index, anew);
  if (op && follow_sum(from, array, op, anew))
    return true;
  if (last && last->code == IR_OP_UPDATE)
    return follow(from, last->ins.at[0], counter, anew);
  return last && last->code == IR_OP_LOOP &&
         follow(from, last->ins.at[last->n_dims + array->index], counter, anew);
}

// True when "array" is what a loop leaves that stores all elements from 0 up to
// "counter".
static bool
is_copied(ir_val *array, const ir_val *counter) {
  ir_op *op = array->def;
  bool loops = op && (op->code == IR_OP_LOOP || op->code == IR_OP_MAP);
  if (!loops || op->n_dims != 1 || op->has_while ||
      rec_unconverted(op->ins.at[0]) != rec_unconverted(counter))
    return false;
  const ir_region *r = op->regions[0];
  return stores_at(r->last->ins.at[array->index], r->params.at[0], r);
}

// True when each iteration of loop "op" leaves its carried array "n" with all
// elements below carried scalar "k" defined, if it found it so; *anew: the
// least of them is number 0.
static bool
keeps_defined(ir_op *op, int n, int k, bool *anew) {
  const ir_region *r = op->regions[0];
  ir_val *array = r->last->ins.at[n], *counter = r->last->ins.at[k];
  filled from = {r->params.at[op->n_dims + n], r->params.at[op->n_dims + k]};
  *anew = true;
  return is_copied(array, counter) || follow(&from, array, counter, anew);
}

// True when "load" reads elements below "counter" alone; from 0 on if "anew".
static bool
reads_below(rec_an *an, ir_op *load, ir_val *counter, bool anew) {
  rec_dom *d = rec_dom_new(an, load, false);
  an_poly p = rec_read(d, load->ins.at[1]);
  an_poly end = rec_read(d, counter);
  an_poly room = an_poly_add(an->a, &end, &p, -1);
  room = an_poly_plus(an->a, &room, -1);
  return !p.bad && !end.bad && rec_prove_ge(d, &room) &&
         (!anew || rec_prove_ge(d, &p));
}

// True when the region stores all elements of def->array below where the
// counter starts, one by one.
static bool
is_stored_before(const rec_defined *def) {
  enum { MOST = 64 };
  uint64_t stored = 0;
  int64_t n, at;
  if (!ir_match_int(def->end, &n) || n <= 0 || n > MOST)
    return false;
  for (const ir_op *op = def->array->def; op && op->code == IR_OP_UPDATE;
       op = op->ins.at[0]->def)
    if (ir_match_int(op->ins.at[1], &at) && at >= 0 && at < n)
      stored |= UINT64_C(1) << at;
  return stored == UINT64_MAX >> (MOST - n);
}

bool
rec_is_filled(rec_an *an, ir_op *load) {
  rec_defined def;
  if (rec_find_defined(an, load, &def) && is_stored_before(&def))
    return true;
  ir_op *op = load->ins.at[0]->def;
  filled none = {0};
  for (int k = 0; op && k < op->outs.n; k++) {
    ir_val *c = op->outs.at[k];
    bool anew;
    if (!c->type.array && ir_is_int(c->type.elem) &&
        follow(&none, load->ins.at[0], c, &anew) && anew &&
        reads_below(an, load, c, true))
      return true;
  }
  return false;
}

bool
rec_find_defined(rec_an *an, ir_op *load, rec_defined *out) {
  ir_op *op = ir_ancestor_in(load, an->f->body);
  if (!op || op->code != IR_OP_LOOP || !op->has_while)
    return false;
  const ir_region *r = op->regions[0];
  ir_val *root = ir_storage_root(load->ins.at[0], r);
  if (root->param_of != r || root->index < op->n_dims)
    return false;
  for (int k = 0; k < op->outs.n; k++) {
    ir_val *c = r->params.at[op->n_dims + k];
    bool anew;
    if (c->type.array || !ir_is_int(c->type.elem) ||
        !keeps_defined(op, root->index - op->n_dims, k, &anew) ||
        !reads_below(an, load, c, anew))
      continue;
    out->loop = op;
    out->array = op->ins.at[root->index];
    out->end = op->ins.at[op->n_dims + k];
    return true;
  }
  return false;
}
