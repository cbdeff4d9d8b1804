// recognizer/footprint/defined.c: reads of elements that a loop stored before,
// but for those that are there when it starts.
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
//
// Behind a counting loop that appends, or a scan that it has become, elements
// below what the counter is then are read: those below where it started are not
// the loop's.
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

// A scan, and the count and the array that an iteration finds.
typedef struct appending {
  arena *a;
  const ir_soac *scan;
  const ir_val *before, *array;
} appending;

// True when an iteration counts "n" up by one and stores the element that is
// number "before" of its array, leaving "array", or neither.
static bool
appends(const appending *p, const ir_val *n, const ir_val *array) {
  const ir_op *op = array->def;
  int64_t k;
  an_choice c;
  if (ir_match_int(n, &k))
    return k == 0 ? array == p->array
                  : k == 1 && op && op->code == IR_OP_UPDATE &&
                        op->ins.at[0] == p->array &&
                        rec_unwidened(op->ins.at[1]) == p->before;
  if (!op || op->code != IR_OP_IF || !an_match_either(n, &c) ||
      !an_same_value_in(p->a, c.c, p->scan->body, op->ins.at[0], p->scan->then))
    return false;
  return appends(p, c.y, op->regions[0]->last->ins.at[array->index]) &&
         appends(p, c.z, op->regions[1]->last->ins.at[array->index]);
}

// follow where both are results of scan "op".
static bool
follow_scan(const filled *from, ir_op *op, const ir_val *array,
            const ir_val *counter, bool *anew) {
  ir_soac s;
  int k = counter->index, n = array->index;
  if (!ir_match_fold(op, &s) || s.combine || k >= s.n_red ||
      s.red_ops[k] != IR_OP_ADD)
    return false;
  n -= s.n_red;
  appending p = {op->parent->func->module->arena, &s, s.before[k],
                 s.then_dests[n]};
  return appends(&p, s.values[k], s.dest_yields[n]) &&
         follow(from, s.dests[n], s.inits[k], anew);
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
  if (op && op == last && op->code == IR_OP_SCAN)
    return follow_scan(from, op, array, counter, anew);
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

// True when "v" is an index of a loop as long as "counter" says.
static bool
counts_to(const ir_val *v, const ir_val *counter) {
  return ir_is_index(v) &&
         rec_unwidened(v->param_of->parent_op->ins.at[v->index]) == counter;
}

// True when "load" reads elements below "counter" alone; from 0 on if "anew".
static bool
reads_below(rec_an *an, ir_op *load, ir_val *counter, bool anew) {
  if (counts_to(load->ins.at[1], counter))
    return true;
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

// The initial value of result "v" of loop or scan "op"; NULL: it has none.
static ir_val *
find_start(ir_op *op, const ir_val *v) {
  ir_loop l;
  ir_soac s;
  if (op->code == IR_OP_SCAN && ir_match_fold(op, &s))
    return v->index < s.n_red ? s.inits[v->index] : s.dests[v->index - s.n_red];
  for (int k = 0; ir_match_loop(op, &l) && k < l.n_carried; k++)
    if (l.outs[k] == v)
      return l.inits[k];
  return NULL;
}

// Goes back from "array" and its "counter", which a loop or scan leaves, to
// what these are before it, and before the like in front of that: *out. False:
// it does not append.
static bool
go_back(rec_an *an, ir_val *array, ir_val *counter, rec_defined *out) {
  bool any = false, anew;
  for (ir_op *op = array->def; op && op == counter->def; op = array->def) {
    if (op->parent != an->f->body)
      return any;
    filled from = {find_start(op, array), find_start(op, counter)};
    if (!from.array || !from.counter || !follow(&from, array, counter, &anew) ||
        anew)
      return any;
    array = find_start(op, array);
    counter = find_start(op, counter);
    *out = (rec_defined){op, array, counter};
    any = true;
  }
  return any;
}

// rec_find_defined of a read behind the loop, or scan, that stored.
static bool
find_appended(rec_an *an, ir_op *load, rec_defined *out) {
  ir_val *array = load->ins.at[0];
  ir_op *op = array->def;
  for (int k = 0; op && k < op->outs.n; k++) {
    ir_val *c = op->outs.at[k];
    if (!c->type.array && ir_is_int(c->type.elem) &&
        go_back(an, array, c, out) && reads_below(an, load, c, false))
      return true;
  }
  return false;
}

bool
rec_find_defined(rec_an *an, ir_op *load, rec_defined *out) {
  ir_op *op = ir_ancestor_in(load, an->f->body);
  if (find_appended(an, load, out))
    return true;
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
