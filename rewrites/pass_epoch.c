// rewrites/pass_epoch.c: stamps that a loop's rounds share.
//
//   loop (..) {                         s0 = alloc n
//     s0 = alloc n                      loop (..) (s = s0, e = 0) {
//     s = map (x < n) { none }            full = e < m
//     t = map (i < m) (s) {               s1 = map (x < full ? n : 0) { none }
//           s[p(i)] min= i }       =>     e' = (full ? MOST : e) - m
//     .. t[q] == j ..                     t = map (i < m) (s1) {
//   }                                           s[p(i)] min= e' + i }
//                                         .. t[q] == e' + j ..
//                                       }
//
// Iterations leave their numbers in elements, and the least stays, or with max
// the greatest. Numbers that go on from round to round, downwards or upwards,
// win against those of the rounds before, and are equal to none of them: so the
// array is filled again only when the numbers run out. A work list's rounds are
// many, and most of them short.
#include "rewrites/rw_private.h"

bool pass_epoch(loft_cx *cx, ir_func *f, rw_options *o);

// As many numbers as there are between two fills, where they have 31 bits, or
// more.
#define MOST_31 ((int64_t)INT32_MAX)
#define MOST_62 ((int64_t)1 << 62)

// Stamps of one round, made anew in each.
typedef struct epoch {
  arena *a;
  ir_func *f;
  ir_loop loop;
  ir_op *alloc;
  ir_soac fill, leave; // the maps that fill them, and leave numbers in them
  ir_opcode op;        // of what is left: MIN or MAX
  bool half;           // numbers are the upper halves of what is left
  VEC(ir_op *) asks;   // the combines and comparisons with a number
} epoch;

// -- Conditions ---------------------------------------------------------------
// The array before the loop that "v" of its body is an update of in each round;
// NULL: there is none.
static ir_val *
find_init(const epoch *z, ir_val *v) {
  const ir_region *body = z->loop.body;
  for (int k = 0; k < z->loop.n_carried; k++)
    if (ir_storage_root(v, body) == z->loop.carried[k] &&
        ir_storage_root(z->loop.yields[k], body) == z->loop.carried[k])
      return z->loop.inits[k];
  return NULL;
}

// True when "v" is the same in all rounds: made of values from before the loop
// and of the bounds of arrays that it updates.
static bool
is_fixed(const epoch *z, const ir_val *v) {
  const ir_op *op = v->def;
  if (ir_is_outside(v, z->loop.body))
    return true;
  if (op && (op->code == IR_OP_BEGIN || op->code == IR_OP_END))
    return find_init(z, op->ins.at[0]) != NULL;
  bool ok = op && ir_is_scalar_op(op->code);
  for (int k = 0; ok && k < op->ins.n; k++)
    ok = is_fixed(z, op->ins.at[k]);
  return ok;
}

// True when "v" is an index, or a number, that fits into 32 bits.
static bool
is_half(const ir_val *v) {
  int64_t c;
  if (ir_match_int(v, &c))
    return c >= 0 && c <= UINT32_MAX;
  return ir_is_index(v) &&
         an_range_of(v->param_of->parent_op->ins.at[v->index]).hi <= UINT32_MAX;
}

// The number in the stamp "v": itself, or its upper half; *half: which.
static ir_val *
find_number(ir_val *v, bool *half) {
  const ir_op *op = v->def;
  int64_t bits;
  *half = op && op->code == IR_OP_OR && op->ins.at[0]->def &&
          op->ins.at[0]->def->code == IR_OP_SHL &&
          ir_match_int(op->ins.at[0]->def->ins.at[1], &bits) && bits == 32;
  return *half ? op->ins.at[0]->def->ins.at[0] : v;
}

// True when "v" is a stamp of this round: an index below the extent of what
// leaves them, or such an index and that of an inner loop, as is the first one
// that was seen.
static bool
is_stamp(epoch *z, ir_val *v) {
  bool half;
  const ir_val *at = ir_before_converts(find_number(v, &half));
  if (!z->asks.n)
    z->half = half;
  return half == z->half && (!half || is_half(v->def->ins.at[1])) &&
         ir_is_index(at) &&
         at->param_of->parent_op->ins.at[at->index] == z->leave.extents[0];
}

// Sees "op" as the map of one constant into all of the stamps.
static bool
match_fill(epoch *z, ir_op *op) {
  ir_soac *s = &z->fill;
  if (op->code != IR_OP_MAP || !ir_match_soac(op, s) || s->n_dims != 1 ||
      s->n_dests != 1 || s->dests[0] != z->alloc->outs.at[0] ||
      s->extents[0] != z->alloc->ins.at[0])
    return false;
  const ir_op *write = s->dest_yields[0]->def;
  int64_t none;
  if (!write || write->code != IR_OP_UPDATE ||
      write->ins.at[0] != s->dest_params[0] || write->ins.at[1] != s->idx[0] ||
      !ir_match_int(write->ins.at[2], &none))
    return false;
  ir_scalar elem = s->dests[0]->type.elem;
  z->op = none < 0 ? IR_OP_MAX : IR_OP_MIN;
  return elem == IR_I32 ? none == -1 || none == INT32_MAX
                        : none == -1 || none == INT64_MAX;
}

// ir_walk_fn: stops at an op that uses the stamps before numbers are left in
// them, but for those that are known.
static bool
is_known(void *user, ir_op *op) {
  const epoch *z = user;
  for (int k = 0; k < op->ins.n; k++)
    if ((op->ins.at[k] == z->fill.dests[0] && op != z->fill.op) ||
        (op->ins.at[k] == z->leave.dests[0] && op != z->leave.op))
      return false;
  return true;
}

// ir_walk_fn: adds a combine of the stamps; stops at any other access to them.
static bool
add_combine(void *user, ir_op *op) {
  epoch *z = user;
  if ((op->code != IR_OP_INDEX && !ir_writes_element(op)) ||
      ir_storage_root(op->ins.at[0], z->leave.body) != z->leave.dest_params[0])
    return true;
  if (op->code != IR_OP_COMBINE || op->combiner != z->op ||
      !is_stamp(z, op->ins.at[2]))
    return false;
  vec_push(z->a, &z->asks, op);
  return true;
}

// Sees "op" as the map that leaves numbers in the stamps.
static bool
match_leave(epoch *z, ir_op *op) {
  ir_soac *s = &z->leave;
  if (op->code != IR_OP_MAP || !ir_match_soac(op, s) || s->n_dims != 1 ||
      s->n_dests != 1 || s->dests[0] != z->fill.dest_outs[0])
    return false;
  z->asks.n = 0;
  return ir_walk(s->body, add_combine, z) && z->asks.n;
}

// ir_walk_fn: adds a comparison with an element of the stamps; stops where an
// element is used otherwise, or the array but to be read.
static bool
add_compare(void *user, ir_op *op) {
  epoch *z = user;
  const ir_val *stamps = z->leave.dest_outs[0];
  for (int k = 0; k < op->ins.n; k++) {
    const ir_val *v = op->ins.at[k];
    if (v == stamps && op->code != IR_OP_INDEX)
      return false;
    if (!v->def || v->def->code != IR_OP_INDEX || v->def->ins.at[0] != stamps)
      continue;
    if (op->code != IR_OP_EQ || k || !is_stamp(z, op->ins.at[1]))
      return false;
    vec_push(z->a, &z->asks, op);
  }
  return true;
}

// The op behind "op" in its region that "match" accepts, or NULL.
static ir_op *
find_behind(epoch *z, ir_op *op, bool (*match)(epoch *, ir_op *)) {
  while ((op = op->next) && !match(z, op))
    ;
  return op;
}

// Sees "op", in the loop of *z at host level, as the memory of such stamps.
static bool
match_epoch(epoch *z, ir_op *op) {
  z->alloc = op;
  if (op->code != IR_OP_ALLOC || !is_fixed(z, op->ins.at[0]))
    return false;
  ir_op *fill = find_behind(z, op, match_fill);
  return fill && find_behind(z, fill, match_leave) &&
         ir_walk(z->loop.body, is_known, z) &&
         ir_walk(z->loop.body, add_compare, z);
}

// -- Rewriting ----------------------------------------------------------------
// The greatest number, of which stamps are less.
static int64_t
find_most(const epoch *z) {
  bool all = z->fill.dests[0]->type.elem == IR_I64 && !z->half;
  return all ? MOST_62 : MOST_31;
}

// Gives "subst", for the bounds of arrays that the fixed "v" is made of, those
// before the loop, at "b".
static void
bring_bounds(const epoch *z, ir_builder *b, map *subst, ir_val *v) {
  const ir_op *op = v->def;
  if (ir_is_outside(v, z->loop.body))
    return;
  if (op->code == IR_OP_BEGIN || op->code == IR_OP_END)
    map_put(subst, v, ir_build_bound(b, op->code, find_init(z, op->ins.at[0])));
  else
    for (int k = 0; k < op->ins.n; k++)
      bring_bounds(z, b, subst, op->ins.at[k]);
}

// Lets the loop carry a value that is "init" at first: what it is in a round.
static ir_val *
add_carried(epoch *z, ir_val *init, const char *name) {
  ir_add_carried(z->loop.op, init, name, name);
  return z->loop.body->params.at[z->loop.body->params.n - 1];
}

// Hands "v", made in region "r" of a round, on to the next one; where that
// region does not run it is "old".
static void
hand_on(const epoch *z, ir_region *r, ir_val *v, ir_val *old) {
  for (; r != z->loop.body; r = r->parent_op->parent) {
    ir_op *choice = r->parent_op;
    for (int k = 0; k < 2; k++)
      ir_add_in(choice->regions[k]->last, choice->regions[k] == r ? v : old);
    v = ir_add_out(choice, v->type, v->name);
  }
  ir_add_in(r->last, v);
}

// Lets the stamp that is operand "k" of "op" have the numbers from "first" on.
static void
renumber(ir_op *op, int k, ir_val *first) {
  ir_val *v = op->ins.at[k];
  bool half;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *at = ir_before_converts(find_number(v, &half));
  ir_val *number = ir_build2(&b, IR_OP_ADD, first, at);
  if (half) {
    ir_op *both = v->def;
    ir_val *bits = ir_build_int(&b, IR_I64, 32);
    number = ir_build2(&b, IR_OP_SHL, number, bits);
    number = ir_build2(&b, IR_OP_OR, number, both->ins.at[1]);
  }
  op->ins.at[k] = ir_build_convert(&b, number, v->type.elem);
}

// The first number of this round, in front of the fill; *full: whether the
// array has to be filled, *next: what the round after starts from. "start" is
// what this one does.
static ir_val *
build_first(const epoch *z, ir_builder *b, ir_val *start, ir_val **full,
            ir_val **next) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *most = ir_build_int(b, IR_I64, find_most(z));
  ir_val *n = ir_build2(b, IR_OP_MAX, z->leave.extents[0], zero);
  if (z->op == IR_OP_MIN) {
    *full = ir_build2(b, IR_OP_LT, start, n);
    start = ir_build3(b, IR_OP_SELECT, *full, most, start);
    return *next = ir_build2(b, IR_OP_SUB, start, n);
  }
  *full = ir_build2(b, IR_OP_LT, ir_build2(b, IR_OP_SUB, most, start), n);
  start = ir_build3(b, IR_OP_SELECT, *full, zero, start);
  *next = ir_build2(b, IR_OP_ADD, start, n);
  return start;
}

// Rewrites the stamps of *z.
static void
share(epoch *z) {
  ir_builder before = ir_before(z->loop.op);
  before.loc = z->alloc->loc;
  map *subst = map_new(z->a);
  ir_val *size = z->alloc->ins.at[0], *array = z->alloc->outs.at[0];
  bring_bounds(z, &before, subst, size);
  ir_val *n = an_copy_slice(&before, size, z->loop.body, subst);
  ir_val *all = ir_build_alloc(&before, array->type.elem, n, IR_SPACE_GLOBAL,
                               array->name);
  // No numbers are left at first.
  ir_val *none =
      ir_build_int(&before, IR_I64, z->op == IR_OP_MIN ? 0 : find_most(z));
  ir_val *stamps = add_carried(z, all, array->name);
  ir_val *start = add_carried(z, none, "epoch"), *full, *next;
  ir_builder b = ir_before(z->fill.op);
  b.loc = z->fill.op->loc;
  ir_val *first = build_first(z, &b, start, &full, &next);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  z->fill.op->ins.at[0] = ir_build3(&b, IR_OP_SELECT, full, size, zero);
  z->fill.op->ins.at[1] = stamps;
  for (int k = 0; k < z->asks.n; k++)
    renumber(z->asks.at[k], z->asks.at[k]->code == IR_OP_EQ ? 1 : 2, first);
  rw_make_at_need(all->def, z->loop.op);
  hand_on(z, z->fill.op->parent, z->leave.dest_outs[0], stamps);
  hand_on(z, z->fill.op->parent, next, start);
  ir_remove(z->alloc);
}

// loop { s = fill (alloc n); map (i < m) { s[p] min= i } } =>
//     loop (s, e) { s = fill unless e >= m; map (i < m) { s[p] min= e - m + i
//     }}
// when: at host level; s is no longer than it is in any round, and is compared
//       with numbers of its round alone
// why:  a round goes through the elements that it stamps, not through all
// src:  none
static bool
try_region(epoch *z, rw_options *o, ir_region *r) {
  ir_foreach_op (op, r) {
    if (match_epoch(z, op) && rw_fired(o, RW_RULE_epoch)) {
      share(z);
      return true;
    }
    for (int k = 0; k < 2 && op->code == IR_OP_IF; k++)
      if (try_region(z, o, op->regions[k]))
        return true;
  }
  return false;
}

// rw_try_fn: shares all stamps of the rounds of "op".
static bool
try_loop(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  bool changed = false;
  epoch z = {.a = cx->arena, .f = f};
  while (op->code == IR_OP_LOOP && ir_match_loop(op, &z.loop) &&
         try_region(&z, o, z.loop.body))
    changed = true;
  return changed;
}

bool
pass_epoch(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_loop);
}
