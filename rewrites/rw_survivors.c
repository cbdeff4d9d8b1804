// rewrites/rw_survivors.c: the iterations that a scan counts.
//
// A filter stores what survives at the count before it. Iterations that count
// are known by conditions: that of the counted number in the scan's body, and
// all that it implies. The same conditions, computed again behind "then", tell
// which stores these iterations make.
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
