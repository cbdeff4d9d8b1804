// recognizer/shapes/growth.c: how far an iteration moves a counter.
//
//   if (p) k++;   k -= 2;   k += c > 0;   for (j < m) if (q) k++;
//
// A counter is a carried integer that goes one way, up or down. Its values in
// an iteration are a chain of sums, through ifs and the loops inside, from the
// one that the iteration starts with to the one that it leaves. How far one of
// them is behind another is known at least, and mostly at most, for iterations
// that reach a certain op: the ifs around that tell which ways they take.
#include "analysis/analysis.h"
#include "recognizer/shapes/growth.h"
#include "recognizer/shapes/scalars.h"

enum { MOST_STEP = 1 << 20, STEPS = 2000, SAME_DEPTH = 4 };

// A question: how far "from" is behind a value of the counter.
typedef struct asking {
  rec_counter *c;
  const ir_val *from;
  const ir_op *at; // of iterations that reach this; NULL: of all
  bool most;       // at most, else at least
  // Where this is not NULL, it is asked of an element of the row that starts at
  // "from": of any that an inner loop of so many iterations gets to.
  const ir_val *trips;
} asking;

static int64_t growth(const asking *q, const ir_val *v);

// The branch of if "op" that leads to "at", or -1.
static int
branch_of(const ir_op *op, const ir_op *at) {
  for (const ir_region *r = at->parent; r->parent_op; r = r->parent_op->parent)
    if (r->parent_op == op)
      return r == op->regions[1];
  return -1;
}

// The side of the choice "op" that iterations which reach q->at take, or -1.
static int
side_taken(const asking *q, const ir_op *op) {
  int taken = q->at ? branch_of(op, q->at) : -1;
  if (taken >= 0 || !q->at)
    return taken;
  int holds = rec_known_at(q->at, q->c->l->body, op->ins.at[0]);
  return holds < 0 ? -1 : !holds;
}

// growth of the choice "v" of an if or select.
static int64_t
growth_of_choice(const asking *q, const ir_val *v) {
  const ir_op *op = v->def;
  bool is_if = op->code == IR_OP_IF;
  int taken = side_taken(q, op);
  int64_t sides[2];
  for (int side = 0; side < 2; side++) {
    if (side == 1 - taken)
      continue;
    sides[side] = growth(q, is_if ? op->regions[side]->last->ins.at[v->index]
                                  : op->ins.at[1 + side]);
    if (sides[side] < 0)
      return REC_UNKNOWN;
  }
  if (taken >= 0)
    return sides[taken];
  return (sides[0] < sides[1]) != q->most ? sides[0] : sides[1];
}

// growth of what loop "op" inside carries as number "k": its result, or, if
// "inside", its parameter.
static int64_t
growth_of_loop(const asking *q, ir_op *op, int k, bool inside) {
  ir_loop m;
  if (!ir_match_loop(op, &m))
    return REC_UNKNOWN;
  asking each = {q->c, m.carried[k], NULL, q->most, NULL};
  int64_t one = growth(&each, m.yields[k]);
  if (one < 0 || (q->most && (!m.extent || inside)))
    return REC_UNKNOWN;
  if (!inside && !ir_is_outside(q->from, m.body))
    return q->most ? REC_UNKNOWN : growth(q, m.yields[k]);
  int64_t before = growth(q, m.inits[k]);
  int64_t times = q->most ? an_range_of(m.extent).hi : 0;
  if (before < 0 || before > MOST_STEP || one > MOST_STEP || times > MOST_STEP)
    return REC_UNKNOWN;
  return before + (times > 0 ? times * one : 0);
}

// True when conversion "op" keeps values of a counter that is narrower than
// int, as long as it does not wrap.
static bool
keeps_counter(const rec_counter *c, const ir_op *op) {
  ir_scalar s = c->l->carried[c->k]->type.elem;
  ir_scalar from = op->ins.at[0]->type.elem, to = op->outs.at[0]->type.elem;
  bool sign = ir_is_unsigned(s) || (ir_is_signed(from) && ir_is_signed(to));
  return ir_size(s) < 4 && sign && ir_is_int(from) && ir_is_int(to) &&
         ir_size(from) >= ir_size(s) && ir_size(to) >= ir_size(s);
}

const ir_val *
rec_uncounted(const rec_counter *c, const ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT && keeps_counter(c, v->def))
    v = v->def->ins.at[0];
  return v;
}

// Bounds of the addend "v", in iterations that reach q->at.
static an_range
range_of_addend(const asking *q, const ir_val *v) {
  const ir_op *op = v->def;
  an_choice c;
  bool truth =
      op && op->code == IR_OP_CONVERT && op->ins.at[0]->type.elem == IR_BOOL;
  bool chooses = rec_match_choice(v, &c);
  const ir_val *trips = rec_trips_in(v);
  if (trips) {
    int64_t most = an_range_of(trips).hi;
    return (an_range){0, most > 0 ? most : 0};
  }
  if (!q->at || (!truth && !chooses))
    return an_range_of(v);
  int holds = rec_known_at(q->at, q->c->l->body, truth ? op->ins.at[0] : c.c);
  if (holds < 0)
    return an_range_of(v);
  return truth ? (an_range){holds, holds}
               : range_of_addend(q, holds ? c.y : c.z);
}

// True when the op that defines "v" does not wrap, or does modulo 2^64.
static bool
is_number(const ir_val *v) {
  return ir_is_signed(v->type.elem) || ir_size(v->type.elem) == 8;
}

// True when "v" and "w" are the same sum, of numbers of any width. "depth" more
// ops are looked at.
static bool
is_same(const ir_val *v, const ir_val *w, int depth) {
  int64_t c, d;
  v = rec_same_number(v);
  w = rec_same_number(w);
  if (v == w)
    return true;
  if (ir_match_int(v, &c) && ir_match_int(w, &d))
    return c == d;
  if (!depth || !v->def || !w->def || v->def->code != w->def->code ||
      (v->def->code != IR_OP_ADD && v->def->code != IR_OP_MAX) ||
      !is_number(v) || !is_number(w))
    return false;
  ir_val *const *x = v->def->ins.at, *const *y = w->def->ins.at;
  return (is_same(x[0], y[0], depth - 1) && is_same(x[1], y[1], depth - 1)) ||
         (is_same(x[0], y[1], depth - 1) && is_same(x[1], y[0], depth - 1));
}

// True when sum "op" is the end of the row asked of: its start, operand "side",
// and the number of its elements, which the counter's type holds.
static bool
is_row_end(const asking *q, const ir_op *op, int side) {
  const ir_val *v = op->ins.at[side], *n = op->ins.at[1 - side];
  if (!q->trips || q->c->sign < 0 || op->code != IR_OP_ADD ||
      !is_same(v, q->from, SAME_DEPTH))
    return false;
  an_range r = an_range_of(q->trips);
  bool fits = r.lo >= -(INT64_C(1) << 33) && r.hi <= INT64_C(1) << 33;
  const ir_val *added = rec_trips_in(n);
  return added && rec_same_number(added) == rec_same_number(q->trips) &&
         (fits || ir_size(n->type.elem) == 8);
}

// growth of the sum or difference "op", operand "side" of which is the value of
// the counter.
static int64_t
growth_of_sum(const asking *q, const ir_op *op, int side) {
  if (is_row_end(q, op, side))
    return q->most ? REC_UNKNOWN : 1;
  an_range r = range_of_addend(q, op->ins.at[1 - side]);
  bool minus = (op->code == IR_OP_SUB) != (q->c->sign < 0);
  int64_t step = q->most != minus ? r.hi : r.lo;
  if (minus ? r.hi > 0 : r.lo < 0)
    return REC_UNKNOWN;
  if (step < -MOST_STEP || step > MOST_STEP)
    return REC_UNKNOWN;
  int64_t before = growth(q, op->ins.at[side]);
  return before < 0 || before > MOST_STEP ? REC_UNKNOWN : before + llabs(step);
}

// growth of "v", an i32 or narrower, where that is a sum without a sign of
// such, as -fwrapv has them. What does not wrap is the sum itself.
static int64_t
growth_of_modular(const asking *q, const ir_val *v) {
  const ir_op *sum = v->def->ins.at[0]->def;
  bool adds = sum && (sum->code == IR_OP_ADD || sum->code == IR_OP_SUB);
  const ir_op *from = adds ? sum->ins.at[0]->def : NULL;
  if (!q->c->modular || !from || !rec_is_widening(v->type.elem, IR_I32) ||
      sum->outs.at[0]->type.elem != IR_U32 || from->code != IR_OP_CONVERT ||
      !rec_is_widening(from->ins.at[0]->type.elem, IR_I32))
    return REC_UNKNOWN;
  q->c->wraps = true;
  an_range r = range_of_addend(q, sum->ins.at[1]);
  bool minus = (sum->code == IR_OP_SUB) != (q->c->sign < 0);
  if (minus ? r.hi > 0 : r.hi > MOST_STEP)
    return REC_UNKNOWN;
  int64_t before = growth(q, from->ins.at[0]);
  return before < 0 || before > MOST_STEP ? REC_UNKNOWN
         : minus                          ? before
                                          : before + (q->most ? r.hi : r.lo);
}

// growth of "v", which "op" computes in the loop.
static int64_t
growth_of_op(const asking *q, const ir_val *v) {
  const ir_op *op = v->def;
  int64_t far = REC_UNKNOWN;
  if (op->code == IR_OP_IF || op->code == IR_OP_SELECT)
    return growth_of_choice(q, v);
  if (op->code == IR_OP_CONVERT &&
      (keeps_counter(q->c, op) || rec_same_number(v) != v))
    return growth(q, op->ins.at[0]);
  if (op->code == IR_OP_CONVERT)
    return growth_of_modular(q, v);
  for (int side = 0; side < 2 && far < 0; side++)
    if (op->code == IR_OP_ADD || (op->code == IR_OP_SUB && side == 0))
      far = growth_of_sum(q, op, side);
  return far;
}

// The distance from q->from to "v", both values of the counter; REC_UNKNOWN
// where "v" is not made of q->from by steps that go the counter's way.
static int64_t
growth(const asking *q, const ir_val *v) {
  const ir_loop *l = q->c->l;
  int64_t far;
  if (is_same(v, q->from, SAME_DEPTH))
    return q->trips ? REC_UNKNOWN : 0;
  if (q->c->steps-- <= 0 || ir_is_outside(v, l->body) || v->param_of == l->body)
    return REC_UNKNOWN;
  if (v->def && v->def->code != IR_OP_LOOP) {
    far = growth_of_op(q, v);
  } else {
    ir_op *loop = v->def ? v->def : v->param_of->parent_op;
    int k = v->index - (v->def ? 0 : loop->n_dims);
    bool counts = loop->code == IR_OP_LOOP && k >= 0;
    far = counts ? growth_of_loop(q, loop, k, !v->def) : REC_UNKNOWN;
  }
  if (far == 0 && !q->most && q->at &&
      rec_known_to_differ(q->at, l->body, v, q->from))
    return 1;
  return far;
}

int64_t
rec_growth(rec_counter *c, const ir_val *v, const ir_val *from, const ir_op *at,
           bool most) {
  asking q = {c, rec_same_number(from), at, most, NULL};
  return growth(&q, v);
}

int64_t
rec_growth_behind_row(rec_counter *c, const ir_val *v, const ir_val *from,
                      const ir_val *trips, const ir_op *at) {
  asking q = {c, rec_same_number(from), at, false, trips};
  return growth(&q, v);
}

// Carried scalar "k" of "l" as a counter, which may wrap by its sums if
// "modular".
static bool
match_counter(const ir_loop *l, int k, bool modular, rec_counter *out) {
  const ir_val *v = l->carried[k];
  if (v->type.array || !ir_is_int(v->type.elem))
    return false;
  for (int sign = 1; sign >= -1; sign -= 2) {
    *out = (rec_counter){
        .l = l, .k = k, .sign = sign, .steps = STEPS, .modular = modular};
    if (rec_growth(out, l->yields[k], v, NULL, false) >= 0)
      return true;
  }
  return false;
}

bool
rec_match_counter(const ir_loop *l, int k, rec_counter *out) {
  return match_counter(l, k, false, out);
}

bool
rec_match_modular_counter(const ir_loop *l, int k, rec_counter *out) {
  return match_counter(l, k, true, out);
}

bool
rec_counter_may_wrap(const rec_counter *c) {
  return c->wraps || rec_may_wrap(c->l->carried[c->k]->type.elem);
}

// The most that values "x" and "y" of two counters are ahead of where an
// iteration starts, together; "depth" choices are looked at by their sides.
static int64_t
joint_growth(rec_counter *p, ir_val *x, rec_counter *q, ir_val *y, int depth) {
  an_choice a, b;
  bool is_a = rec_match_choice(x, &a), is_b = rec_match_choice(y, &b);
  if (!depth || (!is_a && !is_b)) {
    int64_t one = rec_growth(p, x, p->l->carried[p->k], NULL, true);
    int64_t other = rec_growth(q, y, q->l->carried[q->k], NULL, true);
    return one < 0 || other < 0 ? REC_UNKNOWN : one + other;
  }
  bool same = is_a && is_b && a.c == b.c;
  if (!same && is_a)
    b = (an_choice){a.c, y, y};
  else if (!same)
    a = (an_choice){b.c, x, x};
  int64_t yes = joint_growth(p, a.y, q, b.y, depth - 1);
  int64_t no = yes < 0 ? yes : joint_growth(p, a.z, q, b.z, depth - 1);
  return no < 0 || no > yes ? no : yes;
}

int64_t
rec_joint_growth(rec_counter *p, rec_counter *q) {
  enum { DEPTH = 6 };
  return joint_growth(p, p->l->yields[p->k], q, q->l->yields[q->k], DEPTH);
}
