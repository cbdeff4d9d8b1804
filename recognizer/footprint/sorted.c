// recognizer/footprint/sorted.c: the places of a sort by counting.
//
//   for (i < n) c[key(i)]++;                     counts
//   for (k < m) { s = c[k]; c[k] = sum; sum += s; }
//   for (i < n) out[c[key(i)]++] = x[i];         hands out places
//
// Of n keys, as many as count(k) are k. Where element k starts as the sum of
// the counts before it, it goes through that sum and the count(k) - 1 numbers
// behind it, so through numbers from 0 to below n. Where it starts as the sum
// with its own count, and goes down, it goes through 1 to n. That is so of any
// data, and known without counting; it takes that
//  - the loop which hands out has the keys that were counted, all of them once
//    at most, from the first to the last or the other way;
//  - counts were 0 before, and each key adds 1;
//  - each element that it starts from is a sum from the first count on, or a
//    copy of one.
// All of that is seen by the values that arrays have at each point (their
// names in SSA form): what a loop in between could change has another name.
#include "recognizer/footprint/footprint.h"

// A loop that hands out places, and those before it.
typedef struct sorted {
  rec_emit *e;
  arena *a;
  an_keyed places; // the loop
  int64_t step;    // of its elements: 1 or -1
  ir_soac sums;    // the scan that makes what they start as
  int64_t upto;    // element k is the sum of the counts up to number k + upto
  int64_t first;   // the first element that is one
  int64_t to;      // the one that the scan stores first
  ir_soac copy;    // the map that copies them; its op is NULL: there is none
  ir_val *counts;  // the array of counts, as it is summed up
  ir_soac map;     // that counts
  ir_op *count;    // its combine
  int64_t shift;   // key k is counted by element k + shift
  int64_t most;    // the largest number that all of these can hold
} sorted;

// -- Subscripts -----------------------------------------------------------
// The polynomial of "v" where "op" is executed.
static an_poly
read_at(const sorted *s, ir_op *op, ir_val *v) {
  rec_dom *d = rec_dom_new(s->e->an, op, false);
  return rec_read(d, v);
}

// True when the subscript of access "op" is index "i" and *c.
static bool
is_index_plus(const sorted *s, ir_op *op, ir_val *i, int64_t *c) {
  an_poly at = read_at(s, op, op->ins.at[1]);
  an_poly index = an_poly_atom(s->a, rec_an_atom(s->e->an, i));
  at = an_poly_add(s->a, &at, &index, -1);
  return !at.bad && an_poly_is_const(&at, c);
}

// "v" without a constant that is added to it, which goes to *c, and without
// conversions that change nothing.
static ir_val *
without_constant(ir_val *v, int64_t *c) {
  *c = 0;
  for (;;) {
    const ir_op *op = rec_unwidened(v)->def;
    int64_t add, min, max;
    if (!op || (op->code != IR_OP_ADD && op->code != IR_OP_SUB) ||
        !ir_match_int(op->ins.at[1], &add))
      return (ir_val *)(uintptr_t)rec_unwidened(v);
    an_range r = an_range_of(op->ins.at[0]);
    rec_type_range(op->outs.at[0]->type.elem, &min, &max);
    add = op->code == IR_OP_SUB ? -add : add;
    bool fits = llabs(add) < INT32_MAX && r.lo >= INT32_MIN &&
                r.hi <= UINT32_MAX && r.lo + add >= min && r.hi + add <= max;
    if (!fits && !ir_is_signed(op->outs.at[0]->type.elem))
      return (ir_val *)(uintptr_t)rec_unwidened(v);
    *c += add;
    v = op->ins.at[0];
  }
}

// "v" before conversions between integers; s->most becomes what all of them
// hold.
static ir_val *
before_converts(sorted *s, ir_val *v) {
  v = rec_within(v, &s->most, NULL);
  if (!ir_is_int(v->type.elem))
    s->most = -1;
  return v;
}

// -- Counts ---------------------------------------------------------------
// ir_walk_fn: takes the only combine into an array, which is s->count's.
static bool
find_count(void *user, ir_op *op) {
  sorted *s = user;
  bool own = ir_writes_element(op) && ir_dest_of(&s->map, op->ins.at[0]) ==
                                          ir_dest_of(&s->map, s->counts);
  if (!own)
    return true;
  bool only = !s->count;
  s->count = op;
  return only;
}

// Checks that the first "end" elements of parameter "v" are 0.
static bool
check_zeros(const sorted *s, ir_val *v, const an_poly *end) {
  rec_emit *e = s->e;
  ir_builder *b = e->b;
  ir_val *n = rec_emit_poly(e, end), *array = map_get(e->subst, v);
  if (!n || !array || !e->may_look || !ir_is_int(v->type.elem))
    return false;
  ir_val *zero = ir_build_int(b, IR_I64, 0), *x[2];
  n = ir_build2(b, IR_OP_MAX, n, zero);
  rec_emit_check(e, ir_build_readable(b, array, zero, n));
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, e->ok, &yes, &no);
  ir_region *r = rec_build_extremes(&yes, &n, 1, false, x);
  ir_builder in = ir_at_end(r);
  ir_val *count = ir_build_index(&in, array, r->params.at[0]);
  count = ir_build_convert(&in, count, IR_I64);
  ir_build_yield(&in, (ir_val *[]){count, count}, 2);
  ir_build_yield(&yes, x, 2);
  ir_build_yield(&no, (ir_val *[]){zero, zero}, 2);
  for (int k = 0; k < 2; k++)
    x[k] = ir_add_out(choice, ir_ty(IR_I64), NULL);
  rec_emit_check(e, ir_build2(b, IR_OP_GE, x[0], zero));
  rec_emit_check(e, ir_build2(b, IR_OP_LE, x[1], zero));
  e->n_passes++;
  return true;
}

// "v" before stores of 0 in single elements; *n: all from the first up to below
// that one became 0 by them.
static ir_val *
before_zeros(ir_val *v, int *n) {
  uint64_t seen = 0;
  int64_t zero, at;
  for (ir_op *op = v->def; op && op->code == IR_OP_UPDATE &&
                           ir_match_int(op->ins.at[2], &zero) && zero == 0;
       op = v->def) {
    if (ir_match_int(op->ins.at[1], &at) && at >= 0 && at < 63)
      seen |= UINT64_C(1) << at;
    v = op->ins.at[0];
  }
  *n = __builtin_ctzll(~seen);
  return v;
}

// True when the first "end" elements of array "v" are 0, or that is checked.
static bool
is_zeroed(const sorted *s, ir_val *v, const an_poly *end) {
  int64_t zero, c;
  int n_single;
  v = before_zeros(v, &n_single);
  if (rec_emit_is_input(s->e, v))
    return check_zeros(s, v, end);
  ir_op *op = v->def;
  ir_soac m;
  if (op && op->code == IR_OP_ALLOC) {
    an_poly room = an_poly_scale(s->a, end, -1);
    room = an_poly_plus(s->a, &room, n_single);
    return rec_emit_from_zero(s->e, &room);
  }
  if (!op || !ir_match_soac(op, &m) || m.n_dims != 1)
    return false;
  for (int k = 0; k < m.n_dests; k++) {
    ir_op *store = m.dest_yields[k]->def;
    if (m.dest_outs[k] != v || !store || store->code != IR_OP_UPDATE ||
        store->parent != m.body || store->ins.at[0] != m.dest_params[k] ||
        !ir_match_int(store->ins.at[2], &zero) || zero != 0 ||
        !is_index_plus(s, store, m.idx[0], &c) || c > 0)
      continue;
    an_poly n = read_at(s, op, m.extents[0]);
    n = an_poly_plus(s->a, &n, c);
    n = an_poly_add(s->a, &n, end, -1);
    return !n.bad && rec_emit_from_zero(s->e, &n);
  }
  return false;
}

// Finds the loop that makes s->counts: each iteration adds 1 to an element. The
// first "end" of them were 0.
static bool
match_counts(sorted *s, const an_poly *end) {
  ir_op *op = s->counts->def;
  int64_t one;
  if (!op || !ir_match_soac(op, &s->map) || s->map.n_dims != 1)
    return false;
  int k = 0;
  while (k < s->map.n_dests && s->map.dest_outs[k] != s->counts)
    k++;
  if (k == s->map.n_dests)
    return false;
  s->counts = s->map.dest_params[k];
  if (!ir_walk(s->map.body, find_count, s) || !s->count ||
      s->count->code != IR_OP_COMBINE || s->count->combiner != IR_OP_ADD ||
      s->count->parent != s->map.body ||
      !ir_match_int(s->count->ins.at[2], &one) || one != 1)
    return false;
  return !end->bad && is_zeroed(s, s->map.dests[k], end);
}

// -- Sums -----------------------------------------------------------------
// True when element 0 of array "v" has just become 0.
static bool
stores_zero(const ir_val *v) {
  const ir_op *op = v->def;
  int64_t at, zero;
  return op && op->code == IR_OP_UPDATE && ir_match_int(op->ins.at[1], &at) &&
         at == 0 && ir_match_int(op->ins.at[2], &zero) && zero == 0;
}

// True when bool "v" is whether the scan has any iterations.
static bool
asks_runs(const sorted *s, const ir_val *v) {
  const ir_op *op = v->def;
  int64_t zero;
  return op && op->code == IR_OP_GT &&
         an_same_value(s->a, op->ins.at[0], s->sums.extents[0]) &&
         ir_match_int(op->ins.at[1], &zero) && zero == 0;
}

// True when the scan starts from "v" as the sum of the counts before number
// "from".
static bool
starts_sum(const sorted *s, ir_val *v, int64_t from) {
  int64_t c;
  const ir_op *op = v->def;
  if (op && op->code == IR_OP_IF && asks_runs(s, op->ins.at[0]))
    op = op->regions[0]->last->ins.at[v->index]->def;
  bool is_first = op && op->code == IR_OP_INDEX &&
                  ir_match_int(op->ins.at[1], &c) && c == 0;
  if (is_first && from == 1)
    return op->ins.at[0] == s->counts;
  return from == 0 && (is_first ? stores_zero(op->ins.at[0])
                                : ir_match_int(v, &c) && c == 0);
}

// The array that map s->copy makes "v" of, element by element from the first
// one on; "v" itself where there is no such map.
static ir_val *
before_copy(sorted *s, ir_val *v) {
  ir_soac m;
  ir_op *op = v->def;
  int64_t from, to;
  if (!op || !ir_match_soac(op, &m) || m.n_dims != 1)
    return v;
  for (int k = 0; k < m.n_dests; k++) {
    ir_op *store = m.dest_outs[k] == v ? m.dest_yields[k]->def : NULL;
    if (!store || store->code != IR_OP_UPDATE || store->parent != m.body ||
        store->ins.at[0] != m.dest_params[k])
      continue;
    ir_op *read = before_converts(s, store->ins.at[2])->def;
    if (!read || read->code != IR_OP_INDEX ||
        !ir_is_outside(read->ins.at[0], m.body) ||
        !is_index_plus(s, read, m.idx[0], &from) || from ||
        !is_index_plus(s, store, m.idx[0], &to) || to)
      return v;
    s->copy = m;
    return read->ins.at[0];
  }
  return v;
}

// Finds the scan that makes array "v", and what it sums up.
static bool
match_sums(sorted *s, ir_val *v) {
  ir_op *op = v->def;
  int k = 0;
  if (!op || op->code != IR_OP_SCAN || !ir_match_fold(op, &s->sums) ||
      s->sums.combine || s->sums.n_red != 1 || s->sums.n_dims != 1 ||
      s->sums.red_ops[0] != IR_OP_ADD)
    return false;
  while (k < s->sums.n_dests && s->sums.dest_outs[k] != v)
    k++;
  ir_op *read = before_converts(s, s->sums.values[0])->def;
  ir_op *store = k < s->sums.n_dests ? s->sums.dest_yields[k]->def : NULL;
  int64_t from, to;
  if (!read || read->code != IR_OP_INDEX || !store ||
      store->code != IR_OP_UPDATE || store->parent != s->sums.then ||
      store->ins.at[0] != s->sums.then_dests[k] ||
      !is_index_plus(s, read, s->sums.idx[0], &from) ||
      !is_index_plus(s, store, s->sums.then_idx[0], &to))
    return false;
  ir_val *sum = before_converts(s, store->ins.at[2]);
  bool after = sum == s->sums.after[0];
  if (!after && sum != s->sums.before[0])
    return false;
  s->counts = read->ins.at[0];
  bool in_place = s->counts == s->sums.dest_params[k];
  for (int i = 0; i < s->sums.n_dests; i++)
    if (s->counts == s->sums.dest_params[i])
      s->counts = s->sums.dests[i];
  s->upto = from - to - !after;
  bool has_first =
      in_place ? s->upto == 0 : s->upto == -1 && stores_zero(s->sums.dests[k]);
  s->to = to;
  s->first = has_first && to == 1 ? 0 : to;
  return to >= 0 && (!in_place || from == to) &&
         starts_sum(s, s->sums.inits[0], from);
}

// -- Keys -----------------------------------------------------------------
// Adds the loads that "v", made of scalars in "body", takes to "out", where it
// is not among "seen".
static void
add_loads(arena *a, ir_val *v, const ir_region *body, map *seen, ir_vals *out) {
  const ir_op *op = v->def;
  if (!op || ir_is_outside(v, body) || map_has(seen, v))
    return;
  map_put(seen, v, v);
  if (op->code == IR_OP_INDEX)
    vec_push(a, out, v);
  for (int k = 0; k < op->ins.n && ir_is_scalar_op(op->code); k++)
    add_loads(a, op->ins.at[k], body, seen, out);
}

// Adds the loads that "v", made of scalars in "body", takes to "out".
static void
find_loads(arena *a, ir_val *v, const ir_region *body, ir_vals *out) {
  add_loads(a, v, body, map_new(a), out);
}

// True when load "x" of the counting loop and "y" of the other one are of one
// element, where the other one is in the iteration that comes first as the
// counting loop is in that which comes last.
static bool
is_mirrored(const sorted *s, ir_val *x, ir_val *y) {
  const ir_loop *l = &s->places.l;
  if (x->def->ins.at[0] != y->def->ins.at[0])
    return false;
  an_poly at = read_at(s, x->def, x->def->ins.at[1]);
  an_poly other = read_at(s, y->def, y->def->ins.at[1]);
  an_poly last = read_at(s, l->op, l->extent);
  an_poly i = an_poly_atom(s->a, rec_an_atom(s->e->an, l->i));
  last = an_poly_plus(s->a, &last, -1);
  last = an_poly_add(s->a, &last, &i, -1);
  at = an_poly_replace(s->a, &at, rec_an_atom(s->e->an, s->map.idx[0]), &last);
  return !at.bad && !other.bad && an_poly_eq(&at, &other);
}

// True when both loops have the same keys, in one order or the other; s->shift
// is set.
static bool
has_same_keys(sorted *s) {
  const ir_loop *l = &s->places.l;
  int64_t added, plus;
  ir_val *x = without_constant(s->count->ins.at[1], &plus);
  ir_val *y = without_constant(s->places.read->ins.at[1], &added);
  s->shift = plus - added;
  if (!an_same_value(s->a, s->map.extents[0], l->extent))
    return false;
  ir_vals same = {0}, xs = {0}, ys = {0};
  vec_push(s->a, &same, s->map.idx[0]);
  vec_push(s->a, &same, l->i);
  if (an_same_value_given(s->a, x, y, &same))
    return true;
  same.n = 0;
  find_loads(s->a, x, s->map.body, &xs);
  find_loads(s->a, y, l->body, &ys);
  for (int i = 0; i < xs.n; i++)
    for (int k = 0; k < ys.n; k++)
      if (is_mirrored(s, xs.at[i], ys.at[k])) {
        vec_push(s->a, &same, xs.at[i]);
        vec_push(s->a, &same, ys.at[k]);
      }
  return an_same_value_given(s->a, x, y, &same);
}

// -- Places ---------------------------------------------------------------
// Whether a largest key, "most", is below the number of elements that the map
// s->copy copies; NULL: it is not known how many there are.
static ir_val *
is_copied(const sorted *s, ir_val *most) {
  rec_emit *e = s->e;
  rec_bounds n;
  if (!s->copy.op)
    return ir_build_int(e->b, IR_BOOL, 1);
  rec_dom *d = rec_dom_new(e->an, s->copy.op, false);
  an_poly p = rec_read_exact(d, s->copy.extents[0]);
  if (!rec_emit_bounds(e, d, &p, &n))
    return NULL;
  ir_val *less = ir_build2(e->b, IR_OP_LT, most, n.lo);
  return ir_build2(e->b, IR_OP_AND, less, n.some);
}

// Checks that the keys are of elements that are sums, and that the places fit
// their types. False where it is not known which keys there are.
static bool
check_keys(sorted *s, ir_val *n) {
  ir_builder *b = s->e->b;
  ir_op *op = s->places.read;
  rec_dom *d = rec_dom_new(s->e->an, op, true);
  an_poly p = rec_read(d, op->ins.at[1]);
  rec_dom *at = rec_dom_new(s->e->an, s->sums.op, false);
  an_poly end = rec_read_exact(at, s->sums.extents[0]);
  rec_bounds x, ends;
  if (!rec_emit_bounds(s->e, d, &p, &x) ||
      !rec_emit_bounds(s->e, at, &end, &ends))
    return false;
  ir_val *low = ir_build2(b, IR_OP_GE, x.lo, ir_build_int(b, IR_I64, s->first));
  ir_val *last = ir_build_int(b, IR_I64, s->to);
  last = ir_build2(b, IR_OP_ADD, ends.lo, last);
  ir_val *high = ir_build2(b, IR_OP_LT, x.hi, last);
  ir_val *none = ir_build1(b, IR_OP_NOT, x.some);
  ir_val *in = ir_build2(b, IR_OP_AND, low, high);
  in = ir_build2(b, IR_OP_AND, in, ends.some);
  ir_val *copied = is_copied(s, x.hi);
  if (!copied)
    return false;
  in = ir_build2(b, IR_OP_AND, in, copied);
  rec_emit_check(s->e, ir_build2(b, IR_OP_OR, none, in));
  ir_val *most = ir_build_int(b, IR_I64, s->most);
  rec_emit_check(s->e, ir_build2(b, IR_OP_LE, n, most));
  return true;
}

// Notes what the places in "places" are, where the region has counted their
// keys.
static bool
know_places(sorted *s, ir_val *places) {
  rec_emit *e = s->e;
  ir_val *starts = before_copy(s, s->places.l.inits[s->places.h]);
  before_converts(s, s->places.read->outs.at[0]);
  if ((s->step != 1 && s->step != -1) || !match_sums(s, starts))
    return false;
  an_poly end = read_at(s, s->sums.op, s->sums.extents[0]);
  end = an_poly_plus(s->a, &end, s->to + s->upto);
  if (!match_counts(s, &end) || !has_same_keys(s) ||
      s->upto - s->shift != (s->step > 0 ? -1 : 0))
    return false;
  ir_builder *b = e->b;
  rec_dom *d = rec_dom_new(e->an, s->places.l.op, false);
  an_poly n = rec_read_exact(d, s->places.l.extent);
  rec_bounds x;
  if (!rec_emit_bounds(e, d, &n, &x))
    return false;
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *all = ir_build3(b, IR_OP_SELECT, x.some, x.hi, zero);
  if (!check_keys(s, all))
    return false;
  ir_val *bounds[] = {s->step > 0 ? zero : one,
                      s->step > 0 ? ir_build2(b, IR_OP_SUB, all, one) : all};
  rec_emit_know_range(e, places, bounds);
  return true;
}

// Notes what load "v" gives, if it is of places: what others of them do.
static bool
know_load(rec_emit *e, ir_val *v) {
  sorted s = {.e = e, .a = e->an->a, .most = INT64_MAX};
  ir_val *all = v->def->ins.at[0];
  ir_op *from = all->def;
  if (!from || !an_match_keyed(from, &s.places) ||
      all != s.places.l.outs[1 - s.places.h] ||
      !an_keyed_step(&s.places, &s.step))
    return false;
  int *known = map_get(e->ranges, rec_range_key(all));
  if (!known &&
      (know_places(&s, all) || rec_emit_tally(e, all, &s.places, s.step)))
    known = map_get(e->ranges, rec_range_key(all));
  if (!known)
    return false;
  ir_val *bounds[] = {e->an->atoms.at[known[1]].val,
                      e->an->atoms.at[known[2]].val};
  rec_emit_know_range(e, v, bounds);
  return true;
}

bool
rec_emit_sorted(rec_emit *e, ir_val *place) {
  ir_vals loads = {0};
  bool any = false;
  find_loads(e->an->a, place, e->an->f->body, &loads);
  for (int k = 0; k < loads.n; k++)
    any |= know_load(e, loads.at[k]);
  return any;
}

ir_val *
rec_emit_count_of_all(rec_emit *e, ir_val *v) {
  sorted s = {.e = e, .a = e->an->a, .most = INT64_MAX};
  ir_op *read = before_converts(&s, v)->def;
  ir_op *up = read ? read->parent->parent_op : NULL;
  int64_t from;
  if (!up || up->n_dims != 1 || up->parent != e->an->f->body ||
      read->code != IR_OP_INDEX ||
      !is_index_plus(&s, read, up->regions[0]->params.at[0], &from) || from < 0)
    return NULL;
  s.counts = read->ins.at[0];
  an_poly end = read_at(&s, up, up->ins.at[0]);
  end = an_poly_plus(s.a, &end, from);
  if (!match_counts(&s, &end))
    return NULL;
  rec_dom *d = rec_dom_new(e->an, s.map.op, false);
  an_poly n = rec_read_exact(d, s.map.extents[0]);
  rec_bounds x;
  if (!rec_emit_bounds(e, d, &n, &x))
    return NULL;
  return ir_build3(e->b, IR_OP_SELECT, x.some, x.hi,
                   ir_build_int(e->b, IR_I64, 0));
}
