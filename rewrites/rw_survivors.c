// rewrites/rw_survivors.c: the iterations that a scan counts, and what they
// append.
//
// A filter stores what survives at the count before it. Iterations that count
// are known by conditions: that of the counted number in the scan's body, and
// all that it implies. The same conditions, computed again behind "then", tell
// which stores these iterations make.
//
//   %k, %t1 = scan (i < n) [add 0] (w = %t) { max(c(i), 0) } then (before, w) {
//     map (j < c(i)) (v = w) { update v, before + j, e(i, j) }
//   }
//
// Rows of c(i) elements are appended likewise: each element has one iteration
// of the map, which may stand in an if, where other iterations have no row.
#include "rewrites/rw_private.h"

bool
rw_is_number(const ir_val *v, const ir_val *x) {
  while (v != x) {
    const ir_op *op = v->def;
    if (!op || op->code != IR_OP_CONVERT)
      return false;
    ir_scalar to = v->type.elem, from = op->ins.at[0]->type.elem;
    bool wide = ir_is_int(to) && ir_is_int(from) && ir_size(to) == 8 &&
                ir_size(from) == 8;
    if (!wide && !ir_holds(to, from))
      return false;
    v = op->ins.at[0];
  }
  return true;
}

bool
rw_is_count(const ir_val *extent, const ir_val *k) {
  an_choice c;
  int64_t zero, none;
  if (!an_match_either(extent, &c))
    return rw_is_number(extent, k);
  const ir_op *test = c.c->def;
  return test && test->code == IR_OP_GT && rw_is_number(test->ins.at[0], k) &&
         ir_match_int(test->ins.at[1], &zero) && !zero &&
         rw_is_number(c.y, k) && ir_match_int(c.z, &none) && !none;
}

// Adds that "v" is 0 or false, or not ("truth"), and the consequences.
static void
add_facts(arena *a, rw_survivors *v, const ir_val *x, bool truth) {
  const ir_op *op = x->def;
  an_choice c;
  int64_t k;
  vec_push(a, &v->facts, ((rw_fact){x, truth}));
  if (!op)
    return;
  bool is_bool = x->type.elem == IR_BOOL;
  if (an_match_either(x, &c)) {
    bool no = ir_match_int(c.y, &k) && (k != 0) != truth;
    bool yes = !no && ir_match_int(c.z, &k) && (k != 0) != truth;
    if (no || yes) {
      add_facts(a, v, c.c, yes);
      add_facts(a, v, yes ? c.y : c.z, truth);
    }
  } else if (op->code == IR_OP_NE && truth && ir_match_int(op->ins.at[1], &k) &&
             !k) {
    add_facts(a, v, op->ins.at[0], true);
  } else if ((op->code == IR_OP_AND && is_bool && truth) ||
             (op->code == IR_OP_OR && is_bool && !truth)) {
    add_facts(a, v, op->ins.at[0], truth);
    add_facts(a, v, op->ins.at[1], truth);
  } else if (op->code == IR_OP_NOT && is_bool) {
    add_facts(a, v, op->ins.at[0], !truth);
  } else if (op->code == IR_OP_CONVERT && op->ins.at[0]->type.elem == IR_BOOL) {
    add_facts(a, v, op->ins.at[0], truth);
  }
}

// True when the count of all iterations of "s" has the type "type"; "zero": it
// starts from 0.
static bool
is_countable(const ir_soac *s, ir_scalar type, bool zero) {
  __int128 n = 1;
  for (int d = 0; d < s->n_dims && zero; d++) {
    an_range r = an_range_of(s->extents[d]);
    n *= r.hi > 0 ? r.hi : 0;
    if (n > INT64_MAX)
      return ir_size(type) == 8;
  }
  int bits = 8 * ir_size(type) - ir_is_signed(type);
  return bits >= 63 || (ir_is_signed(type) && bits >= 31) ||
         (zero && n < (__int128)1 << bits);
}

bool
rw_match_survivors(arena *a, const ir_soac *s, int c, rw_survivors *v) {
  int64_t init;
  ir_val *one = s->values[c];
  *v = (rw_survivors){
      .s = *s, .c = c, .before = s->before[c], .after = s->after[c]};
  if (s->op->red_ops[c] != IR_OP_ADD || !ir_is_int(one->type.elem))
    return false;
  an_range r = an_range_of(one);
  v->from_zero = ir_match_int(s->inits[c], &init) && !init;
  if (r.lo < 0 || r.hi > 1 || !is_countable(s, one->type.elem, v->from_zero))
    return false;
  add_facts(a, v, one, true);
  return true;
}

// -- Rows -----------------------------------------------------------------

// The bits of a count of "type" that C does not let overflow.
static int
count_bits(ir_scalar type) {
  return 8 * ir_size(type) - ir_is_signed(type);
}

// The integer that conversions make "v" of. None of them loses anything, but
// that to the type of a signed count may lose what C does not let it count: one
// bit, of a difference of such numbers.
static const ir_val *
strip(const ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT) {
    const ir_val *x = v->def->ins.at[0];
    an_range r = an_range_of(x), t = an_type_range(v->type.elem);
    int bits = count_bits(v->type.elem);
    bool counts = ir_is_signed(v->type.elem) && bits == 31 && r.lo >= 0 &&
                  r.hi < INT64_C(2) << bits;
    if (!ir_is_int(x->type.elem) || (!counts && (r.lo < t.lo || r.hi > t.hi)))
      return v;
    v = x;
  }
  return v;
}

// True when the count "n" of an iteration of "v" is how many iterations its row
// has, none where its guard does not hold.
static bool
is_length(arena *a, const rw_survivors *v, const ir_val *n) {
  const ir_region *body = v->s.body, *then = v->s.then;
  an_choice c;
  n = strip(n);
  if (v->guard) {
    if (!an_match_either(n, &c) || !rw_is_int(c.z, 0) ||
        !an_same_value_in(a, c.c, body, v->guard->ins.at[0], then))
      return false;
    n = strip(c.y);
  }
  const ir_val *extent = strip(v->row.extents[0]);
  if (n->def && n->def->code == IR_OP_MAX && rw_is_int(n->def->ins.at[1], 0))
    n = strip(n->def->ins.at[0]);
  else if (an_range_of(n).lo < 0)
    return false;
  return an_same_value_in(a, n, body, extent, then);
}

// True when the other branch of the if "op" does nothing but hand arrays on.
static bool
is_guard(const ir_op *op) {
  bool all = op->code == IR_OP_IF && op->regions[1]->first->code == IR_OP_YIELD;
  for (int k = 0; k < op->outs.n; k++)
    all &= op->outs.at[k]->type.array;
  return all;
}

// The map or guard that is all that "r", the second region of "s" or a guard in
// it, does but for what can be computed again; or NULL.
static ir_op *
find_row(const ir_soac *s, const ir_region *r) {
  ir_op *row = NULL;
  ir_foreach_op (op, r)
    if (!row && ((op->code == IR_OP_MAP && op->n_dims == 1) ||
                 (is_guard(op) && r == s->then)))
      row = op;
    else if (op->code == IR_OP_INDEX
                 ? !ir_is_outside(op->ins.at[0], s->then)
                 : !ir_is_scalar_op(op->code) && op->code != IR_OP_YIELD)
      return NULL;
  return row;
}

// What is left for the dest "dest" where the row of "v" runs; "x" is what the
// scan yields for it. NULL where it changes without the row, too.
static const ir_val *
in_row(const rw_survivors *v, const ir_val *x, const ir_val *dest) {
  if (!v->guard || x->def != v->guard)
    return x;
  const ir_val *other = v->guard->regions[1]->last->ins.at[x->index];
  return other == dest ? v->guard->regions[0]->last->ins.at[x->index] : NULL;
}

// True when the second region of the scan leaves its dests as the row of "v"
// does.
static bool
hands_on(const rw_survivors *v) {
  for (int k = 0; k < v->s.n_dests; k++) {
    const ir_val *dest = v->s.then_dests[k];
    const ir_val *x = in_row(v, v->s.dest_yields[k], dest);
    if (x && x->def == v->row.op)
      x = v->row.dests[x->index];
    if (x != dest)
      return false;
  }
  return true;
}

// True when the elements that the rows of "v" store can be counted in the type
// of the count: there are as many in an array that only they write.
static bool
are_countable(const rw_survivors *v) {
  ir_scalar type = v->before->type.elem;
  int bits = count_bits(type);
  if (bits >= 63 || (ir_is_signed(type) && bits >= 31))
    return true;
  for (int k = 0; k < v->s.n_dests; k++) {
    const ir_op *made = v->s.dests[k]->def;
    ir_val *stored = NULL;
    if (v->from_zero && made && made->code == IR_OP_ALLOC &&
        an_range_of(made->ins.at[0]).hi < INT64_C(1) << bits &&
        rw_find_stored(NULL, v, v->s.dest_yields[k], &stored))
      return true;
  }
  return false;
}

bool
rw_match_appended(arena *a, const ir_soac *s, int c, rw_survivors *v) {
  int64_t init;
  ir_op *row = find_row(s, s->then);
  *v = (rw_survivors){
      .s = *s, .c = c, .before = s->before[c], .after = s->after[c]};
  v->from_zero = ir_match_int(s->inits[c], &init) && !init;
  if (row && row->code == IR_OP_IF) {
    v->guard = row;
    row = find_row(s, row->regions[0]);
  }
  return row && s->op->red_ops[c] == IR_OP_ADD &&
         ir_is_int(v->before->type.elem) && ir_match_soac(row, &v->row) &&
         hands_on(v) && is_length(a, v, s->values[c]) && are_countable(v);
}

bool
rw_is_place(const rw_survivors *v, const ir_val *x) {
  if (!v->row.op)
    return rw_is_number(x, v->before);
  const ir_op *op = x->def;
  if (!op || op->code != IR_OP_ADD || ir_size(x->type.elem) != 8)
    return false;
  for (int k = 0; k < 2; k++)
    if (rw_is_number(op->ins.at[k], v->before) &&
        strip(op->ins.at[1 - k]) == v->row.idx[0])
      return true;
  return false;
}

// The value that the rows of "v" store in the array that "x", yielded by the
// scan, is a later state of: one an element; or NULL.
static ir_val *
stored_in_row(const rw_survivors *v, const ir_val *x) {
  if (v->guard && x->def == v->guard)
    x = v->guard->regions[0]->last->ins.at[x->index];
  if (x->def != v->row.op)
    return NULL;
  const ir_op *op = v->row.dest_yields[x->index]->def;
  return op && op->code == IR_OP_UPDATE &&
                 op->ins.at[0] == v->row.dest_params[x->index] &&
                 rw_is_place(v, op->ins.at[1])
             ? op->ins.at[2]
             : NULL;
}

// -- Stores ---------------------------------------------------------------

// True when "x" is known to be "truth" of survivors.
static bool
is_fact(const rw_survivors *v, const ir_val *x, bool truth) {
  for (int k = 0; k < v->facts.n; k++)
    if (v->facts.at[k].v == x && v->facts.at[k].truth == truth)
      return true;
  return false;
}

// True when "c" says that a count grows which does so with survivors.
static bool
is_growth(const rw_survivors *v, const ir_val *c) {
  const ir_op *op = c->def;
  if (!op || (op->code != IR_OP_NE && op->code != IR_OP_GT))
    return false;
  for (int k = 0; k < v->s.n_red; k++)
    if (op->ins.at[0] == v->s.after[k] && op->ins.at[1] == v->s.before[k])
      return is_fact(v, v->s.values[k], true);
  return false;
}

// Whether the bool "c" of the scan's second region holds for survivors: 1, it
// does, -1, it does not, 0: not known.
static int
holds(arena *a, const rw_survivors *v, const ir_val *c) {
  for (int k = 0; k < v->facts.n; k++) {
    const rw_fact *f = &v->facts.at[k];
    if (an_same_value_in(a, f->v, v->s.body, c, v->s.then))
      return f->truth ? 1 : -1;
  }
  if (c->def && c->def->code == IR_OP_NOT)
    return -holds(a, v, c->def->ins.at[0]);
  return is_growth(v, c);
}

bool
rw_find_stored(arena *a, const rw_survivors *v, const ir_val *x,
               ir_val **stored) {
  const ir_op *op = x->def;
  an_choice c;
  if (v->row.op)
    return (*stored = stored_in_row(v, x));
  if (op && op->code == IR_OP_UPDATE) {
    bool other = *stored && *stored != op->ins.at[2];
    *stored = op->ins.at[2];
    return !other && rw_is_number(op->ins.at[1], v->before);
  }
  if (!op || op->code != IR_OP_IF || !an_match_either(x, &c))
    return false;
  int known = holds(a, v, c.c);
  return (known < 0 || rw_find_stored(a, v, c.y, stored)) &&
         (known > 0 || rw_find_stored(a, v, c.z, stored));
}
