// recognizer/shapes/limit.c: counters that stop at a limit.
//
//   if (p && k < cap) out[k++] = x;
//
//   loop (%i < %n) (%k = %k0) {
//     %t = lt %k, %cap
//     %c = and %p, %t
//     %k1 = select %c, %k + 1, %k ... yield %k1
//   }
//   => %room = max %cap - %k0, 0
//      loop (%i < %n) (%q = 0) {
//        %t = lt %q, %room
//        %c = and %p, %t          %k, where it is used, is %k0 + %q if %t is
//        known %s = select %p, 1, 0     to hold, else %k0 + min(%q, %room)
//        ... yield %q + %s
//      }
//      %k = %k0 + min(%q, %room)
//
// A counter that only moves while it is below a limit, by one, has moved as
// often as it would without the limit, or as often as it can. So the loop
// counts on, and the test becomes whether there was room. Where it moves by
// two, or by any other number that is always the same (k + 2 <= cap), the room
// is rounded up to so many; what is compared may be the counter plus a
// constant. What the iteration would do if there was must not depend on the
// counter. Reads behind the test are made although C may not make them: the
// runtime looks at them before.
#include "analysis/analysis.h"
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/growth.h"
#include "recognizer/shapes/scalars.h"

typedef struct limit {
  ir_func *f;
  ir_loop l;
  int k; // the carried counter
  rec_counter c;
  int64_t step;  // that it moves by, where it does, as a number above 0
  ir_op *test;   // compares it, ...
  int64_t ahead; // ... plus this, with ...
  ir_val *bound; // ... this
  ir_opcode cmp; // the counter moves where cmp(counter, bound) alone
  bool holds;    // what the test is there
  map *needs;    // what follows from the counter
  bool truth;    // of the test, as it is supposed
  int steps;     // left
} limit;

// -- Suppositions -------------------------------------------------------------
static ir_val *suppose(limit *s, ir_op *before, ir_val *v);
static ir_val *suppose_moves(limit *s, ir_op *before, ir_val *v);

// A builder of a value in front of an op: suppose, or suppose_moves.
typedef ir_val *supposing(limit *s, ir_op *before, ir_val *v);

// "c" ? x : y in front of "before", of what "next" gives for both; "op" is that
// choice of the loop's body, "k" its result.
static ir_val *
suppose_choice(limit *s, ir_op *before, const ir_op *op, int k,
               supposing *next) {
  ir_val *of[2], *sides[2];
  int64_t x, y;
  for (int r = 0; r < 2; r++)
    of[r] = op->code == IR_OP_IF ? op->regions[r]->last->ins.at[k]
                                 : op->ins.at[1 + r];
  ir_val *cond = suppose(s, before, op->ins.at[0]);
  if (!cond || ir_match_int(cond, &x))
    return cond ? next(s, before, of[!x]) : NULL;
  ir_builder b = ir_before(before);
  ir_op *choice = ir_start_if(&b, cond);
  for (int r = 0; r < 2; r++) {
    ir_builder in = ir_at_end(ir_add_region(choice));
    ir_build_yield(&in, NULL, 0);
    ir_op *yield = choice->regions[r]->last;
    sides[r] = next(s, yield, of[r]);
    if (!sides[r])
      return NULL;
    ir_add_in(yield, sides[r]);
  }
  ir_val *out = ir_add_out(choice, sides[0]->type, op->outs.at[k]->name);
  if (!ir_match_int(sides[0], &x) || !ir_match_int(sides[1], &y))
    return out;
  b = ir_before(before);
  if (x == y)
    return ir_build_int(&b, out->type.elem, x);
  return out->type.elem == IR_BOOL && x ? cond : out;
}

// A read, in front of "before".
static ir_val *
suppose_read(limit *s, ir_op *before, const ir_op *op) {
  ir_val *array = op->ins.at[0], *root = ir_storage_root(array, NULL);
  ir_val *at = suppose(s, before, op->ins.at[1]);
  bool asked = rec_known_at(op, s->l.body, s->test->outs.at[0]) >= 0;
  if (!at || !ir_is_outside(array, s->l.body) ||
      (asked && (root->def || root->param_of->parent_op)))
    return NULL;
  if (asked)
    s->f->param_mode[root->index] |= IR_PROBE;
  ir_builder b = ir_before(before);
  b.loc = op->loc;
  return ir_build_index(&b, array, at);
}

// "v", which has just become another value by a law of scalar ops, by as many
// more as apply.
static ir_val *
simplify_more(ir_maker *make, ir_val *v) {
  enum { LAWS = 4 };
  int law;
  for (int n = 0; n < LAWS && v->def && ir_is_computed(v->def->code); n++) {
    const ir_op *op = v->def;
    ir_val *more =
        ir_simplify(make, op->code, v->type.elem, op->ins.n, op->ins.at, &law);
    if (!more)
      break;
    v = more;
  }
  return v;
}

// The scalar op "op", in front of "before".
static ir_val *
suppose_scalar(limit *s, ir_op *before, ir_op *op) {
  ir_val *in[3];
  int law;
  for (int i = 0; i < op->ins.n; i++) {
    in[i] = suppose(s, before, op->ins.at[i]);
    if (!in[i])
      return NULL;
  }
  ir_scalar out = op->outs.at[0]->type.elem;
  ir_maker make = ir_maker_before(before, false);
  ir_val *v = ir_is_computed(op->code)
                  ? ir_simplify(&make, op->code, out, op->ins.n, in, &law)
                  : NULL;
  if (v)
    return simplify_more(&make, v);
  map *subst = map_new(s->f->module->arena);
  for (int i = 0; i < op->ins.n; i++)
    map_put(subst, op->ins.at[i], in[i]);
  ir_builder b = ir_before(before);
  return ir_clone_op(&b, op, subst)->outs.at[0];
}

// "v", of the loop's body, where the test is s->truth, in front of "before", an
// op in the body or in an if built there; NULL: it needs the counter, or what
// cannot be computed twice.
static ir_val *
suppose(limit *s, ir_op *before, ir_val *v) {
  ir_op *op = v->def;
  ir_builder b = ir_before(before);
  bool here = op ? op->parent == s->l.body : v->param_of == s->l.body;
  if (op == s->test)
    return ir_build_int(&b, IR_BOOL, s->truth);
  if (ir_is_outside(v, s->l.body) || (here && !map_has(s->needs, v)))
    return v;
  if (!op || s->steps-- <= 0 || v->type.array)
    return NULL;
  if (op->code == IR_OP_INDEX)
    return suppose_read(s, before, op);
  if (op->code == IR_OP_IF)
    return suppose_choice(s, before, op, v->index, suppose);
  return ir_is_scalar_op(op->code) ? suppose_scalar(s, before, op) : NULL;
}

// The distance, an i64, of "v", a value of the counter, from the one that the
// iteration starts with, where the test is s->truth; NULL as of suppose.
static ir_val *
suppose_moves(limit *s, ir_op *before, ir_val *v) {
  ir_op *op = v->def;
  ir_builder b = ir_before(before);
  int64_t x, y;
  if (v == s->l.carried[s->k])
    return ir_build_int(&b, IR_I64, 0);
  if (!op || ir_is_outside(v, s->l.body) || s->steps-- <= 0)
    return NULL;
  if (op->code == IR_OP_IF || op->code == IR_OP_SELECT)
    return suppose_choice(s, before, op, v->index, suppose_moves);
  if (op->code == IR_OP_CONVERT)
    return suppose_moves(s, before, op->ins.at[0]);
  if (op->code != IR_OP_ADD && op->code != IR_OP_SUB)
    return NULL;
  int side = op->code == IR_OP_ADD && !map_has(s->needs, op->ins.at[0]);
  ir_val *from = suppose_moves(s, before, op->ins.at[side]);
  ir_val *by = from ? suppose(s, before, op->ins.at[1 - side]) : NULL;
  if (!by)
    return NULL;
  if (ir_match_int(from, &x) && ir_match_int(by, &y))
    return ir_build_int(&b, IR_I64, op->code == IR_OP_ADD ? x + y : x - y);
  by = ir_build_convert(&b, by, IR_I64);
  return op->code == IR_OP_ADD && ir_match_int(from, &x) && !x
             ? by
             : ir_build2(&b, op->code, from, by);
}

// The step of the counter in an iteration whose test is "truth".
static ir_val *
suppose_step(limit *s, bool truth) {
  s->truth = truth;
  return suppose_moves(s, s->l.body->last, s->l.yields[s->k]);
}

// -- Matching -----------------------------------------------------------------
// The read that gives "v", of an element of the caller's at a fixed place that
// the loop does not write; NULL: it is none.
static ir_op *
fixed_read(const limit *s, const ir_val *v) {
  ir_op *op = rec_unwidened(v)->def;
  const ir_val *array = op && op->code == IR_OP_INDEX ? op->ins.at[0] : NULL;
  return array && array->param_of == s->f->body &&
                 an_is_invariant(op->ins.at[1], s->l.body)
             ? op
             : NULL;
}

// True when "v" is the counter plus a constant, *ahead, in a type that C does
// not let it wrap in.
static bool
match_ahead(const limit *s, const ir_val *v, int64_t *ahead) {
  const ir_val *k = s->l.carried[s->k];
  const ir_op *op = rec_unwidened(v)->def;
  ir_scalar t = k->type.elem;
  *ahead = 0;
  if (rec_unwidened(v) == k)
    return true;
  if (!op || (op->code != IR_OP_ADD && op->code != IR_OP_SUB) ||
      rec_unwidened(op->ins.at[0]) != k ||
      !ir_match_int(op->ins.at[1], ahead) || llabs(*ahead) > INT32_MAX ||
      !(ir_is_signed(t) || ir_size(t) == 8))
    return false;
  *ahead = op->code == IR_OP_SUB ? -*ahead : *ahead;
  return *ahead > 0 || ir_is_signed(t);
}

// Takes comparison "op" as the test, if it is one of the counter with something
// that does not change; n_uses of the test's result may be any.
static bool
match_test(limit *s, ir_op *op) {
  for (int side = 0; side < 2; side++) {
    const ir_val *x = op->ins.at[side];
    ir_val *bound = op->ins.at[1 - side];
    if (!match_ahead(s, x, &s->ahead) ||
        (!an_is_invariant(bound, s->l.body) && !fixed_read(s, bound)))
      continue;
    s->test = op;
    s->bound = bound;
    s->cmp = side ? ir_exchanged(op->code) : op->code;
    return true;
  }
  return false;
}

// True when "moves", how far an iteration moves the counter, is 0 or by the
// step of "s".
static bool
moves_by_step(const limit *s, const ir_val *moves) {
  int64_t by;
  an_choice c;
  if (ir_match_int(moves, &by))
    return by == 0 || by == s->c.sign * s->step;
  return an_match_either(moves, &c) && moves_by_step(s, c.y) &&
         moves_by_step(s, c.z);
}

// True when the counter stands where the test is not s->holds, and moves by its
// step, if at all, where it is.
static bool
is_limit(limit *s) {
  int64_t step;
  ir_val *moves;
  ir_opcode towards = s->c.sign > 0 ? IR_OP_LT : IR_OP_GT;
  ir_opcode upto = s->c.sign > 0 ? IR_OP_LE : IR_OP_GE;
  for (int holds = 0; holds < 2; holds++) {
    ir_opcode cmp = holds ? s->cmp : ir_negated(s->cmp, s->bound->type.elem);
    bool exact = cmp == IR_OP_NE && s->step == 1 && !s->ahead;
    if ((cmp != towards && cmp != upto && !exact) ||
        !(moves = suppose_step(s, !holds)) || !ir_match_int(moves, &step) ||
        step)
      continue;
    if (s->step > 1 &&
        (!(moves = suppose_step(s, holds)) || !moves_by_step(s, moves)))
      continue;
    s->cmp = cmp;
    s->holds = holds;
    return true;
  }
  return false;
}

// ir_walk_fn: stops at a test that limits the counter.
static bool
find_test(void *user, ir_op *op) {
  limit *s = user;
  return ir_op_table[op->code].cls != IR_CLASS_CMP ||
         !ir_is_int(op->ins.at[0]->type.elem) || !match_test(s, op) ||
         !is_limit(s);
}

// Takes carried scalar "k" of s->l as a counter with a limit.
static bool
match(limit *s, int k) {
  enum { MOST_STEP = 64 };
  s->k = k;
  if (!rec_match_counter(&s->l, k, &s->c))
    return false;
  s->step = rec_growth(&s->c, s->l.yields[k], s->l.carried[k], NULL, true);
  if (s->step < 1 || s->step > MOST_STEP)
    return false;
  s->needs = rec_find_needs(s->f->module->arena, &s->l, k);
  return !ir_walk(s->l.body, find_test, s);
}

// -- Building -----------------------------------------------------------------
enum { FAR_BITS = 50 };

// "v" as i64, where no more than 2^50 if it has 64 bits.
static ir_val *
build_wide(ir_builder *b, ir_val *v) {
  if (ir_size(v->type.elem) == 8) {
    int64_t far = INT64_C(1) << FAR_BITS;
    v = ir_build2(b, IR_OP_MIN, v, ir_build_int(b, v->type.elem, far));
    if (ir_is_signed(v->type.elem))
      v = ir_build2(b, IR_OP_MAX, v, ir_build_int(b, v->type.elem, -far));
  }
  return ir_build_convert(b, v, IR_I64);
}

// The bound before the loop, as i64.
static ir_val *
build_bound(const limit *s, ir_builder *b) {
  ir_op *read = fixed_read(s, s->bound);
  ir_val *v;
  if (read) {
    ir_val *array = read->ins.at[0], *zero = ir_build_int(b, IR_I64, 0);
    ir_val *runs = ir_build2(b, IR_OP_GT, s->l.extent, zero);
    v = rec_build_load(b, runs, array,
                       an_copy_invariant(b, read->ins.at[1], s->l.body));
    s->f->param_mode[array->index] |= IR_PROBE;
  } else {
    v = an_copy_invariant(b, s->bound, s->l.body);
  }
  return build_wide(b, v);
}

// "room", rounded away from 0 to whole steps, at "b".
static ir_val *
build_steps(const limit *s, ir_builder *b, ir_val *room) {
  if (s->step == 1)
    return room;
  ir_val *step = ir_build_int(b, IR_I64, s->step);
  ir_val *more = ir_build_int(b, IR_I64, s->c.sign * (s->step - 1));
  room = ir_build2(b, IR_OP_ADD, room, more);
  return ir_build2(b, IR_OP_MUL, ir_build2(b, IR_OP_DIV, room, step), step);
}

// The distance from "start" to the limit, negative where the counter goes down,
// before the loop.
static ir_val *
build_room(const limit *s, ir_builder *b, ir_val *start) {
  bool up = s->c.sign > 0;
  ir_val *bound = build_bound(s, b);
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *room = ir_build2(b, IR_OP_SUB, bound, start);
  int64_t less =
      s->ahead - (s->cmp == IR_OP_LE || s->cmp == IR_OP_GE ? s->c.sign : 0);
  if (less)
    room = ir_build2(b, IR_OP_SUB, room, ir_build_int(b, IR_I64, less));
  if (s->cmp != IR_OP_NE)
    return build_steps(s, b,
                       ir_build2(b, up ? IR_OP_MAX : IR_OP_MIN, room, zero));
  ir_val *far = ir_build_int(b, IR_I64, s->c.sign * (INT64_C(1) << FAR_BITS));
  ir_val *ahead = ir_build2(b, up ? IR_OP_GE : IR_OP_LE, room, zero);
  return ir_build3(b, IR_OP_SELECT, ahead, room, far);
}

// The counter after "moves", as the type it has.
static ir_val *
build_counter(const limit *s, ir_builder *b, ir_val *start, ir_val *moves) {
  ir_val *at = ir_build2(b, IR_OP_ADD, start, moves);
  return ir_build_convert(b, at, s->l.carried[s->k]->type.elem);
}

// The moves "q", of no more than "room".
static ir_val *
build_moved(const limit *s, ir_builder *b, ir_val *q, ir_val *room) {
  return ir_build2(b, s->c.sign > 0 ? IR_OP_MIN : IR_OP_MAX, q, room);
}

// A walk that lets ops use the counter without its limit.
typedef struct using {
  const limit *s;
  const ir_val *limited;
  ir_val *free;         // without it, ...
  ir_val *start, *move; // ... the sum of these
} using;

// The counter plus or minus a number, "v", without the limit, at "b"; NULL: "v"
// is something else.
static ir_val *
build_next(const using *u, ir_builder *b, const ir_val *v) {
  const ir_op *op = v->def;
  int64_t c;
  if ((op->code != IR_OP_ADD && op->code != IR_OP_SUB) ||
      (op->ins.at[0] != u->limited && op->ins.at[0] != u->free) ||
      !ir_match_int(op->ins.at[1], &c))
    return NULL;
  ir_val *by = ir_build_int(b, IR_I64, op->code == IR_OP_SUB ? -c : c);
  return build_counter(u->s, b, u->start, ir_build2(b, IR_OP_ADD, u->move, by));
}

// "v", computed by scalar ops from the counter, from that without limit, at
// "b"; other values stay.
static ir_val *
build_free(const using *u, ir_builder *b, ir_val *v) {
  if (v == u->limited)
    return u->free;
  if (!v->def || !ir_is_scalar_op(v->def->code) ||
      ir_is_outside(v, u->s->l.body))
    return v;
  ir_val *next = build_next(u, b, v);
  if (next)
    return next;
  map *subst = map_new(u->s->f->module->arena);
  bool same = true;
  for (int i = 0; i < v->def->ins.n; i++) {
    ir_val *x = v->def->ins.at[i], *y = build_free(u, b, x);
    same &= x == y;
    map_put(subst, x, y);
  }
  return same ? v : ir_clone_op(b, v->def, subst)->outs.at[0];
}

// ir_walk_fn: lets "op" use it if that is known to be executed where the test
// holds.
static bool
use_free(void *user, ir_op *op) {
  const using *u = user;
  if (rec_known_at(op, u->s->l.body, u->s->test->outs.at[0]) != u->s->holds)
    return true;
  ir_builder b = ir_before(op);
  for (int i = 0; i < op->ins.n; i++)
    op->ins.at[i] = build_free(u, &b, op->ins.at[i]);
  return true;
}

// Lets the region run only where the counter starts within 2^50, which is not
// asked of shorter types. False when that cannot be checked.
static bool
guard_start(loft_cx *cx, const limit *s) {
  ir_val *init = s->l.inits[s->k];
  if (ir_size(init->type.elem) < 8)
    return true;
  rec_an *an = rec_an_new(cx, s->f, s->l.body);
  rec_dom *d = rec_dom_new(an, s->l.op, false);
  an_poly x = rec_read_exact(d, init);
  int64_t far = INT64_C(1) << FAR_BITS;
  an_poly low =
      an_poly_plus(an->a, &x, ir_is_signed(init->type.elem) ? far : 0);
  an_poly high = an_poly_scale(an->a, &x, -1);
  high = an_poly_plus(an->a, &high, far);
  vec_push(an->a, &an->assumes, ((rec_assume){.at = s->l.op, .poly = low}));
  vec_push(an->a, &an->assumes, ((rec_assume){.at = s->l.op, .poly = high}));
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, s->f, an);
}

// Takes a counter that moves while it is not the bound for one that moves until
// it gets there, where the region can check that it starts on that side.
static void
guard_side(loft_cx *cx, limit *s) {
  if (s->cmp != IR_OP_NE || s->l.op->parent != s->f->body ||
      fixed_read(s, s->bound))
    return;
  rec_an *an = rec_an_new(cx, s->f, s->l.body);
  rec_dom *d = rec_dom_new(an, s->l.op, false);
  an_poly start = rec_read_exact(d, s->l.inits[s->k]);
  an_poly room = rec_read_exact(d, s->bound);
  room = an_poly_add(an->a, &room, &start, -1);
  room = an_poly_scale(an->a, &room, s->c.sign);
  vec_push(an->a, &an->assumes, ((rec_assume){.at = s->l.op, .poly = room}));
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  if (ok && rec_emit_guards(cx, s->f, an))
    s->cmp = s->c.sign > 0 ? IR_OP_LT : IR_OP_GT;
}

// A walk over what asks as the test does.
typedef struct sharing {
  const limit *s;
  ir_val *test; // in its place
} sharing;

// ir_walk_fn: lets the uses of "op" be of the test, if it compares the same.
static bool
share_test(void *user, ir_op *op) {
  const sharing *x = user;
  const ir_op *test = x->s->test;
  arena *a = x->s->f->module->arena;
  if (op->code == test->code &&
      an_same_value(a, op->ins.at[0], test->ins.at[0]) &&
      an_same_value(a, op->ins.at[1], test->ins.at[1]))
    ir_replace_uses(x->s->f, op->outs.at[0], x->test);
  return true;
}

// Lets the loop count "step" an iteration in place of the counter.
static void
build(limit *s, ir_val *step) {
  ir_op *op = s->l.op, *yield = s->l.body->last;
  ir_val *k = s->l.carried[s->k], *out = s->l.outs[s->k], *test;
  ir_builder b = ir_before(op), in = ir_before(s->l.body->first);
  ir_builder end = ir_before(yield), after = ir_before(op->next);
  ir_val *start = ir_build_convert(&b, s->l.inits[s->k], IR_I64);
  ir_val *room = build_room(s, &b, start);
  ir_val *q = ir_add_carried(op, ir_build_int(&b, IR_I64, 0), "moves", k->name);
  ir_add_in(yield, ir_build2(&end, IR_OP_ADD, q, step));
  ir_val *free = build_counter(s, &in, start, q);
  ir_val *limited = build_counter(s, &in, start, build_moved(s, &in, q, room));
  test = ir_build2(&in, s->c.sign > 0 ? IR_OP_LT : IR_OP_GT, q, room);
  if (!s->holds)
    test = ir_build1(&in, IR_OP_NOT, test);
  ir_walk(s->l.body, share_test, &(sharing){s, test});
  s->test = test->def;
  ir_replace_uses(s->f, k, limited);
  yield->ins.at[s->k] = k;
  using u = {s, limited, free, start, q};
  ir_walk(s->l.body, use_free, &u);
  ir_val *moved = build_moved(s, &after, vec_last(&op->outs), room);
  ir_replace_uses(s->f, out, build_counter(s, &after, start, moved));
  ir_drop_result(op, s->k);
}

ir_op *
rec_lift_limits(loft_cx *cx, ir_func *f, ir_op *op) {
  bool any = false;
  for (int k = op->outs.n - 1; k >= 0; k--) {
    limit s = {.f = f, .steps = 500};
    ir_val *step;
    if (!ir_match_loop(op, &s.l) || op->has_while || !match(&s, k) ||
        !(step = suppose_step(&s, s.holds)) || !guard_start(cx, &s))
      continue;
    guard_side(cx, &s);
    build(&s, step);
    any = true;
  }
  if (any)
    rec_remove_unused(op->regions[0]);
  return any ? op : NULL;
}
