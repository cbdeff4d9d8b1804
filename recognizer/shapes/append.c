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
// scale * k + first to scale * k' + first - 1 of the array alone; a counter
// goes one way; so no two iterations touch the same element. "first" is a
// constant: 0 for out[k++], 1 for out[++k]. That is shown access by access: the
// subscript is scale * c + e, where c is the counter at some point of the
// iteration, which up to there has grown by g at least and from there on grows
// by d at least, and e - scale * d < first <= e + scale * g. The last iteration
// may touch more, further on. Of a counter that goes down, its negative grows,
// and so do negative subscripts.
//
//   if (p) { if (k > 0) r[k - 1].end = i; r[k++].start = i; }
//
// Subscripts that differ modulo the scale, as those of the members of a
// structure do, never meet: each class has a "first" of its own.
//
//   if (p) out[a++] = e; else out[--b] = e;
//
// Several counters append to one array where their ranges do not meet. Those
// that move towards each other must start as far apart as they can come in all
// iterations together, which the region checks.
//
//   for (j < m) out[k + j] = e;  k += max(m, 0);
//
// So are rows, which inner loops write: what for (j < m) out[k++] = e; is where
// the index of that loop gives the counter in it. The end of such a row is a
// value of the counter behind each of its elements.
#include "analysis/analysis.h"
#include "recognizer/shapes/growth.h"

// The subscripts that leave one remainder, divided by the scale.
typedef struct class {
  int64_t remainder;
  int64_t least; // of what "first" may be after the subscripts seen
  int64_t last;  // the most of it
} class;

// The appends by one counter.
typedef struct appending {
  rec_counter c;
  int64_t scale; // of all subscripts; 0: none was seen
  VEC(class) classes;
  bool is_open; // the last iteration may touch more
  ir_val *base; // of all subscripts
  int64_t base_scale;
} appending;
typedef VEC(appending) appendings;

// -- Subscripts -----------------------------------------------------------
#define FURTHEST (INT64_C(1) << 40)

// Takes operand "side" of the sum "op" into at->base; false when it changes in
// the loop, or there is a base already.
static bool
take_base(rec_place *at, const ir_op *op, int side, const ir_region *body) {
  ir_val *v = op->ins.at[side];
  if (at->base || ir_size(v->type.elem) < 8 || !an_is_invariant(v, body))
    return false;
  at->base = v;
  at->base_scale = at->scale;
  at->counter = op->ins.at[1 - side];
  return true;
}

// Takes operand "side" of the sum "op", the index of a loop in the loop's body,
// for the place in a row that starts at the other operand; false when it is
// none, or elements of the row are not neighbours.
static bool
take_row(rec_place *at, const ir_op *op, int side, const ir_region *body) {
  const ir_val *j = rec_counted_number(op->ins.at[side]);
  if (at->trips || at->scale != 1 || !ir_is_index(j) ||
      ir_is_outside(j, body) || j->param_of == body)
    return false;
  at->trips = j->param_of->parent_op->ins.at[j->index];
  at->counter = op->ins.at[1 - side];
  return true;
}

// Takes the op that defines at->counter, in a loop's body, into scale, base
// and offset; false when it is none of those known.
static bool
unfold(rec_place *at, const ir_region *body) {
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
    return op->code == IR_OP_ADD &&
           (take_row(at, op, 0, body) || take_row(at, op, 1, body) ||
            take_base(at, op, 0, body) || take_base(at, op, 1, body));
  if (op->code == IR_OP_ADD)
    at->offset += at->scale * c;
  else if (op->code == IR_OP_MUL ? c > 0 : c < 20)
    at->scale *= op->code == IR_OP_MUL ? c : INT64_C(1) << c;
  else
    return false;
  at->counter = op->ins.at[left];
  return at->scale <= 1 << 20 && llabs(at->offset) <= FURTHEST;
}

// True when at->counter is the counter at some point of iterations that reach
// "op"; sets how much it grows at least before and after that.
static bool
is_counted(rec_counter *c, rec_place *at, const ir_op *op) {
  const ir_loop *l = c->l;
  at->counter = rec_uncounted(c, at->counter);
  at->before = rec_growth(c, at->counter, l->carried[c->k], op, false);
  const ir_val *end = l->yields[c->k];
  at->after = at->trips
                  ? rec_growth_behind_row(c, end, at->counter, at->trips, op)
                  : rec_growth(c, end, at->counter, op, false);
  bool scaled = at->trips && at->scale != 1;
  return at->before >= 0 && at->after >= 0 && !scaled;
}

bool
rec_is_in_last(const ir_loop *l, const ir_op *op) {
  int64_t one;
  for (const ir_region *r = op->parent; r != l->body;
       r = r->parent_op->parent) {
    const ir_op *up = r->parent_op;
    const ir_op *asks = up->code == IR_OP_IF ? up->ins.at[0]->def : NULL;
    bool is_end = asks && (asks->code == IR_OP_GE || asks->code == IR_OP_EQ);
    const ir_op *next = is_end ? asks->ins.at[0]->def : NULL;
    if (next && r == up->regions[0] && asks->ins.at[1] == l->extent &&
        next->code == IR_OP_ADD && next->ins.at[0] == l->i &&
        ir_match_int(next->ins.at[1], &one) && one == 1)
      return true;
  }
  return false;
}

// True when "at" has the base that the accesses before have.
static bool
same_base(const appending *p, const rec_place *at) {
  arena *a = p->c.l->body->func->module->arena;
  if (!p->base || !at->base)
    return p->base == at->base;
  return p->base_scale == at->base_scale && an_same_value(a, p->base, at->base);
}

// The class of "p" that a subscript with "offset" is in; NULL: none seen yet
// is.
static class *
class_of(appending *p, int64_t offset) {
  for (int i = 0; i < p->classes.n; i++)
    if ((offset - p->classes.at[i].remainder) % p->scale == 0)
      return &p->classes.at[i];
  return NULL;
}

// True when some place to append from suits "at" and all accesses before, which
// it then joins; "is_last": it is made by the last iteration alone.
static bool
has_first(appending *p, const rec_place *at, bool is_last) {
  arena *a = p->c.l->body->func->module->arena;
  int64_t offset = p->c.sign * at->offset;
  if (p->scale && (p->scale != at->scale || !same_base(p, at)))
    return false;
  class own = {offset % at->scale,
               is_last ? -FURTHEST : offset - at->scale * at->after + 1,
               offset + at->scale * at->before};
  class *seen = class_of(p, offset);
  if (seen && seen->least > own.least)
    own.least = seen->least;
  if (seen && seen->last < own.last)
    own.last = seen->last;
  bool wraps = offset && rec_counter_may_wrap(&p->c);
  if (own.least > own.last || (wraps && (is_last || own.least > 0)))
    return false;
  p->scale = at->scale;
  p->is_open |= is_last;
  p->base = at->base;
  p->base_scale = at->base_scale;
  if (seen)
    *seen = own;
  else
    vec_push(a, &p->classes, own);
  return true;
}

bool
rec_match_place(rec_counter *c, const ir_op *op, rec_place *at) {
  const ir_loop *l = c->l;
  *at = (rec_place){.counter = op->ins.at[1], .scale = 1};
  while (!is_counted(c, at, op))
    if (!at->counter->def || at->counter->def->n_regions ||
        ir_is_outside(at->counter, l->body) || !unfold(at, l->body))
      return false;
  return true;
}

// True when the access "op" touches only elements its iteration appends.
static bool
is_append(appending *p, const ir_op *op) {
  rec_place at;
  return rec_match_place(&p->c, op, &at) &&
         has_first(p, &at, rec_is_in_last(p->c.l, op));
}

// -- Counters -----------------------------------------------------------------
// Fills "all" with the counters of "l".
static void
find_counters(arena *a, const ir_loop *l, appendings *all) {
  for (int k = 0; k < l->n_carried; k++) {
    appending p = {0};
    if (rec_match_modular_counter(l, k, &p.c))
      vec_push(a, all, p);
  }
}

// True when each of "xs" appends by one of "all", which then are those that are
// used.
static bool
assign(appendings *all, const rec_accesses *xs) {
  for (int i = 0; i < xs->n; i++) {
    bool found = false;
    for (int j = 0; j < all->n && !found; j++)
      found = is_append(&all->at[j], xs->at[i].op);
    if (!found)
      return false;
  }
  int n = 0;
  for (int j = 0; j < all->n; j++)
    if (all->at[j].scale)
      all->at[n++] = all->at[j];
  all->n = n;
  return true;
}

// True when the counter does not wrap in the iterations "d".
static bool
is_within(appending *p, rec_dom *d) {
  const ir_loop *l = p->c.l;
  const ir_val *v = l->carried[p->c.k];
  if (!rec_counter_may_wrap(&p->c))
    return true;
  int64_t step = rec_growth(&p->c, l->yields[p->c.k], v, NULL, true);
  return step >= 0 && rec_count_fits(d, d->at, l->inits[p->c.k], l->extent,
                                     p->c.sign * step);
}

// Where "p" starts to append: the first element, or behind it where it goes
// down.
static an_poly
start_of(const appending *p, rec_dom *d) {
  an_poly at = rec_read_exact(d, p->c.l->inits[p->c.k]);
  at = an_poly_scale(d->an->a, &at, p->scale);
  if (p->base) {
    an_poly base = rec_read_exact(d, p->base);
    at = an_poly_add(d->an->a, &at, &base, p->base_scale);
  }
  int64_t least = p->classes.at[0].least;
  return an_poly_plus(d->an->a, &at, p->c.sign > 0 ? least : 1 - least);
}

// The least number of elements between those that "low" appends and those that
// "high" appends above them; bad: not known.
static an_poly
room_between(appending *low, appending *high, rec_dom *d) {
  arena *a = d->an->a;
  bool rises = low->c.sign > 0, sinks = high->c.sign < 0;
  const ir_loop *l = low->c.l;
  an_poly from = start_of(low, d), to = start_of(high, d);
  an_poly room = an_poly_add(a, &to, &from, -1);
  an_poly n = rec_read_exact(d, l->extent);
  int64_t step = 0;
  if (rises && sinks)
    step = rec_joint_growth(&low->c, &high->c);
  else if (rises)
    step = rec_growth(&low->c, l->yields[low->c.k], l->carried[low->c.k], NULL,
                      true);
  else if (sinks)
    step = rec_growth(&high->c, l->yields[high->c.k], l->carried[high->c.k],
                      NULL, true);
  room = an_poly_add(a, &room, &n, -step * low->scale);
  room.bad |= step < 0 || low->scale != high->scale;
  return room;
}

// True when what "p" and "q" append does not meet. Of two that go different
// ways that may be assumed; of others, where the one would have to end before
// the other begins, it is too rarely so.
static bool
is_apart(appending *p, appending *q, rec_dom *d) {
  an_poly above = room_between(p, q, d), below = room_between(q, p, d);
  if (p->is_open || q->is_open || p->classes.n > 1 || q->classes.n > 1 ||
      above.bad || below.bad)
    return false;
  if (rec_prove_ge(d, &above) || rec_prove_ge(d, &below))
    return true;
  bool assume = d->an->may_assume && p->c.sign != q->c.sign;
  an_poly *other = NEW(d->an->a, an_poly);
  *other = below;
  if (assume)
    vec_push(d->an->a, &d->an->assumes,
             ((rec_assume){.at = d->at, .poly = above, .other = other}));
  return assume;
}

// True when no two of "all" append the same element.
static bool
are_apart(appendings *all, rec_dom *d) {
  for (int i = 0; i < all->n; i++)
    for (int j = 0; j < i; j++)
      if (!is_apart(&all->at[i], &all->at[j], d))
        return false;
  return true;
}

bool
rec_match_reach(const ir_loop *l, const rec_accesses *xs, const ir_op *op,
                rec_reach *out) {
  appendings all = {0};
  rec_place at;
  if (!xs->n)
    return false;
  find_counters(xs->at[0].dom->an->a, l, &all);
  if (!assign(&all, xs) || all.n != 1 ||
      !rec_match_place(&all.at[0].c, op, &at))
    return false;
  appending *p = &all.at[0];
  const ir_val *v = l->carried[p->c.k];
  int64_t step = rec_growth(&p->c, l->yields[p->c.k], v, NULL, true);
  int64_t before = rec_growth(&p->c, at.counter, v, op, true);
  *out = (rec_reach){l->inits[p->c.k],
                     at.scale,
                     p->c.sign * at.scale * step,
                     at.offset + p->c.sign * at.scale * before,
                     at.base,
                     at.base_scale};
  return step > 0 && before >= 0 && !at.trips && !p->is_open &&
         !rec_counter_may_wrap(&p->c);
}

bool
rec_appends(const ir_loop *l, const rec_accesses *xs) {
  appendings all = {0};
  rec_an *an = xs->at[0].dom->an;
  find_counters(an->a, l, &all);
  if (all.n && assign(&all, xs)) {
    rec_dom *d = rec_dom_new(an, l->body->last, false);
    bool ok = are_apart(&all, d);
    for (int i = 0; i < all.n && ok; i++)
      ok = is_within(&all.at[i], d);
    if (ok)
      return true;
  }
  return false;
}
