// recognizer/shapes/append.c: elements that iterations append.
//
//   if (p(x[i])) out[k++] = x[i];            filter, partition, run lengths
//
//   %out3, %k3 = if %c {
//     %out4 = update %out2, %k2, %v           the counter is a chain of sums
//     %k4 = add %k2, 1                        from one iteration to the next
//     yield %out4, %k4
//   } else { yield %out2, %k2 }
//
// An iteration that starts with counter k and ends with k' touches elements
// scale * k + first to scale * k' + first - 1 of the array alone; counters
// never go down; so no two iterations touch the same element. "first" is a
// constant: 0 for out[k++], 1 for out[++k]. That is shown access by access: the
// subscript is scale * c + e, where c is the counter at some point of the
// iteration, which up to there has grown by g at least and from there on grows
// by d at least, and e - scale * d < first <= e + scale * g.
//
//   for (j < m) out[k + j] = e;  k += max(m, 0);
//
// So are rows, which inner loops write: what for (j < m) out[k++] = e; is where
// the index of that loop gives the counter in it.
#include "analysis/analysis.h"
#include "recognizer/shapes/shapes.h"

typedef struct appending {
  const ir_loop *l;
  int k;         // the carried counter
  int64_t scale; // of all subscripts; 0: none was seen
  int64_t least; // of what "first" may be after the subscripts seen
  int64_t last;  // the most of it
  bool most;     // growth is looked for at most, else at least
  int steps;     // left
} appending;

enum { UNKNOWN = -1 };

// -- The counter ----------------------------------------------------------
// The branch of if "op" that leads to "at", or -1.
static int
branch_of(const ir_op *op, const ir_op *at) {
  for (const ir_region *r = at->parent; r->parent_op; r = r->parent_op->parent)
    if (r->parent_op == op)
      return r == op->regions[1];
  return -1;
}

static int64_t growth(appending *p, const ir_val *v, const ir_val *from,
                      const ir_op *at);

// growth of one of two values, whichever.
static int64_t
either_growth(appending *p, const ir_val *x, const ir_val *y,
              const ir_val *from, const ir_op *at) {
  int64_t a = growth(p, x, from, at);
  int64_t b = a < 0 ? UNKNOWN : growth(p, y, from, at);
  if (a < 0 || b < 0)
    return UNKNOWN;
  return (a < b) != p->most ? a : b;
}

// growth of result "v" of if "op".
static int64_t
growth_of_if(appending *p, const ir_val *v, const ir_val *from,
             const ir_op *at) {
  const ir_op *op = v->def;
  int taken = at ? branch_of(op, at) : -1;
  if (taken >= 0)
    return growth(p, op->regions[taken]->last->ins.at[v->index], from, at);
  return either_growth(p, op->regions[0]->last->ins.at[v->index],
                       op->regions[1]->last->ins.at[v->index], from, at);
}

// growth of what loop "op" inside carries as number "k": its result, or, if
// "inside", its parameter. At most: not known.
static int64_t
growth_of_loop(appending *p, ir_op *op, int k, bool inside, const ir_val *from,
               const ir_op *at) {
  ir_loop m;
  if (p->most || !ir_match_loop(op, &m) ||
      growth(p, m.yields[k], m.carried[k], NULL) < 0)
    return UNKNOWN;
  bool within = !inside && !ir_is_outside(from, m.body);
  return growth(p, within ? m.yields[k] : m.inits[k], from, at);
}

// True when conversion "op" keeps values of a counter that is narrower than
// int, which is_within looks at.
static bool
keeps_counter(const appending *p, const ir_op *op) {
  ir_scalar s = p->l->carried[p->k]->type.elem;
  ir_scalar from = op->ins.at[0]->type.elem, to = op->outs.at[0]->type.elem;
  bool sign = ir_is_unsigned(s) || (ir_is_signed(from) && ir_is_signed(to));
  return ir_size(s) < 4 && sign && ir_is_int(from) && ir_is_int(to) &&
         ir_size(from) >= ir_size(s) && ir_size(to) >= ir_size(s);
}

// growth of the sum "op".
static int64_t
growth_of_sum(appending *p, const ir_op *op, const ir_val *from,
              const ir_op *at) {
  enum { MOST = 1 << 20 };
  int64_t c, before;
  int left = ir_match_int(op->ins.at[0], &c) ? 1 : 0;
  if (!ir_match_int(op->ins.at[1 - left], &c) || c < 0 || c > MOST)
    return UNKNOWN;
  before = growth(p, op->ins.at[left], from, at);
  return before < 0 || before > MOST ? UNKNOWN : before + c;
}

// How much "v" is greater than "from", both values of the counter, at least (or
// at most), in iterations that reach "at" (NULL: in all); UNKNOWN where "v" is
// not made of "from" by adding constants.
static int64_t
growth(appending *p, const ir_val *v, const ir_val *from, const ir_op *at) {
  const ir_op *op = v->def;
  if (v == from)
    return 0;
  if (p->steps-- <= 0 || ir_is_outside(v, p->l->body) ||
      v->param_of == p->l->body)
    return UNKNOWN;
  if (!op || op->code == IR_OP_LOOP) {
    ir_op *loop = op ? v->def : v->param_of->parent_op;
    int k = v->index - (op ? 0 : loop->n_dims);
    bool counts = loop->code == IR_OP_LOOP && k >= 0;
    return counts ? growth_of_loop(p, loop, k, !op, from, at) : UNKNOWN;
  }
  if (op->code == IR_OP_IF)
    return growth_of_if(p, v, from, at);
  if (op->code == IR_OP_CONVERT && keeps_counter(p, op))
    return growth(p, op->ins.at[0], from, at);
  if (op->code == IR_OP_SELECT)
    return either_growth(p, op->ins.at[1], op->ins.at[2], from, at);
  return op->code == IR_OP_ADD ? growth_of_sum(p, op, from, at) : UNKNOWN;
}

// -- Subscripts -----------------------------------------------------------
// A subscript as scale * counter + offset.
typedef struct place {
  const ir_val *counter;
  int64_t scale, offset;
  int64_t before, after; // growth of the counter, at least
} place;

// Takes the op that defines place->counter into scale and offset; false when it
// is none of those known.
static bool
unfold(place *at) {
  const ir_op *op = at->counter->def;
  int64_t c;
  if (op->code == IR_OP_CONVERT) {
    ir_scalar from = op->ins.at[0]->type.elem;
    if (from != IR_I32 && from != IR_U32 && ir_size(from) != 8)
      return false;
    at->counter = op->ins.at[0];
    return true;
  }
  if (op->code != IR_OP_ADD && op->code != IR_OP_MUL && op->code != IR_OP_SHL)
    return false;
  int left = op->code != IR_OP_SHL && ir_match_int(op->ins.at[0], &c);
  bool wide = ir_size(op->outs.at[0]->type.elem) == 8;
  if (!ir_match_int(op->ins.at[1 - left], &c) || c > 1 << 20 ||
      c < (wide && op->code == IR_OP_ADD ? -(1 << 20) : 0))
    return false;
  if (op->code == IR_OP_ADD)
    at->offset += at->scale * c;
  else if (op->code == IR_OP_MUL ? c > 0 : c < 20)
    at->scale *= op->code == IR_OP_MUL ? c : INT64_C(1) << c;
  else
    return false;
  at->counter = op->ins.at[left];
  return at->scale <= 1 << 20 && llabs(at->offset) <= INT64_C(1) << 40;
}

// True when at->counter is the counter at some point of iterations that reach
// "op"; sets how much it grows at least before and after that.
static bool
is_counted(appending *p, place *at, const ir_op *op) {
  while (at->counter->def && at->counter->def->code == IR_OP_CONVERT &&
         keeps_counter(p, at->counter->def))
    at->counter = at->counter->def->ins.at[0];
  at->before = growth(p, at->counter, p->l->carried[p->k], op);
  at->after = growth(p, p->l->yields[p->k], at->counter, op);
  return at->before >= 0 && at->after >= 0;
}

// True when some place to append from suits "at" and all accesses before.
static bool
has_first(appending *p, const place *at) {
  bool seen = p->scale, same = !seen || p->scale == at->scale;
  int64_t least = at->offset - at->scale * at->after + 1;
  int64_t last = at->offset + at->scale * at->before;
  p->scale = at->scale;
  p->least = seen && p->least > least ? p->least : least;
  p->last = seen && p->last < last ? p->last : last;
  bool wraps = at->offset && rec_may_wrap(p->l->carried[p->k]->type.elem);
  return same && p->least <= p->last && (!wraps || p->least <= 0);
}

// True when the access "op" touches only what its iteration appends.
static bool
is_append(appending *p, const ir_op *op) {
  place at = {op->ins.at[1], 1, 0, 0, 0};
  while (!is_counted(p, &at, op))
    if (!at.counter->def || at.counter->def->n_regions ||
        ir_is_outside(at.counter, p->l->body) || !unfold(&at))
      return false;
  return has_first(p, &at);
}

// True when "k" is a counter that the loop only adds to.
static bool
is_counter(appending *p) {
  const ir_val *v = p->l->carried[p->k];
  ir_scalar s = v->type.elem;
  return !v->type.array && ir_is_int(s) &&
         growth(p, p->l->yields[p->k], v, NULL) >= 0;
}

// True when the counter does not wrap.
static bool
is_within(appending *p, rec_dom *d) {
  const ir_val *v = p->l->carried[p->k];
  if (!rec_may_wrap(v->type.elem))
    return true;
  p->most = true;
  int64_t step = growth(p, p->l->yields[p->k], v, NULL);
  return step >= 0 && rec_count_fits(d, p->l->inits[p->k], p->l->extent, step);
}

// -- Rows -------------------------------------------------------------------

// The other operand of "v", a sum with "to"; NULL: it is none.
static const ir_val *
added_to(const ir_val *v, const ir_val *to) {
  const ir_op *op = rec_unconverted(v)->def;
  if (!op || op->code != IR_OP_ADD)
    return NULL;
  for (int k = 0; k < 2; k++)
    if (rec_unconverted(op->ins.at[k]) == to)
      return rec_unconverted(op->ins.at[1 - k]);
  return NULL;
}

// True when "v" is a difference of ints, or less: what an int that counts up to
// it holds, since C overflows none.
static bool
is_small(const ir_val *v) {
  an_range r = an_range_of(v);
  return r.lo >= -(INT64_C(1) << 33) && r.hi <= INT64_C(1) << 33;
}

// True when each of "xs" goes with an inner loop's index from counter "k" of
// "l" on, which the number of that loop's iterations is added to.
static bool
appends_rows(const ir_loop *l, int k, const rec_accesses *xs) {
  const ir_val *counter = l->carried[k];
  if (counter->type.array || !ir_is_int(counter->type.elem) ||
      rec_may_wrap(counter->type.elem))
    return false;
  const ir_val *added = added_to(l->yields[k], counter);
  const ir_val *trips = added ? rec_trips_in(added) : NULL;
  if (trips && ir_size(counter->type.elem) < 8 && !is_small(trips))
    return false;
  for (int i = 0; i < xs->n && trips; i++) {
    const ir_val *j = added_to(xs->at[i].op->ins.at[1], counter);
    if (!j || !ir_is_index(j) || ir_is_outside(j, l->body) ||
        j->param_of->parent_op->ins.at[j->index] != trips)
      return false;
  }
  return trips;
}

enum { STEPS = 2000 };

ir_val *
rec_appends_singly(const ir_loop *l, const rec_accesses *xs) {
  for (int k = 0; k < l->n_carried; k++) {
    appending p = {.l = l, .k = k, .steps = STEPS};
    bool all = is_counter(&p) && !rec_may_wrap(l->carried[k]->type.elem);
    for (int i = 0; i < xs->n && all; i++)
      all = is_append(&p, xs->at[i].op);
    p.most = true;
    if (all && p.scale == 1 && p.least <= 0 && p.last >= 0 &&
        growth(&p, l->yields[k], l->carried[k], NULL) == 1)
      return l->inits[k];
  }
  return NULL;
}

bool
rec_appends(const ir_loop *l, const rec_accesses *xs) {
  for (int k = 0; k < l->n_carried; k++) {
    appending p = {.l = l, .k = k, .steps = STEPS};
    bool all = is_counter(&p);
    for (int i = 0; i < xs->n && all; i++)
      all = is_append(&p, xs->at[i].op);
    if ((all && is_within(&p, xs->at[0].dom)) || appends_rows(l, k, xs))
      return true;
  }
  return false;
}
