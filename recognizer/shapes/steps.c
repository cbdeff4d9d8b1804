// recognizer/shapes/steps.c: loops that step several counters together.
//
//   while (i < n && x[i] == c && len < m) {      for (j = 0; j < min(n - i, m -
//   len)
//     i++;                                  =>        && x[i + j] == c; j++)
//     len++;                                       ;
//   }                                          i += j; len += j;
//
// The front end counts such a loop by one of its tests, and steps the other
// counters where it goes on. As all of them step together, one number tells
// what each is, and a test of one against a bound is another limit of the
// count. A do loop is one step, and a while loop behind it.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/scalars.h"

enum { MOST_PARTS = 4, MOST_COUNTERS = 4 };

// A counter of the loop. That of a do loop steps in any case.
typedef struct counter {
  ir_val *stop, *on; // what it becomes where the loop ends, or goes on
  int64_t step;
} counter;

// A while loop that steps counters.
typedef struct stepping {
  arena *a;
  ir_func *f;
  ir_loop l;
  ir_val *parts[MOST_PARTS]; // of what it goes on by
  int n_parts;
  ir_val *on;    // the part that says whether counters step
  ir_val *bound; // that counter number "bounded" and "more" is to be below;
  int bounded;   // NULL: none is
  int64_t more;
  counter counters[MOST_COUNTERS]; // by the number of the carried value
  bool is_do;                      // it steps before it tests
} stepping;

// -- Matching -----------------------------------------------------------------
// Finds the parts that bool "v" is the conjunction of.
static bool
split(stepping *s, ir_val *v) {
  ir_val *both[2];
  if (an_match_both(v, false, both))
    return split(s, both[0]) && split(s, both[1]);
  if (s->n_parts == MOST_PARTS)
    return false;
  s->parts[s->n_parts++] = v;
  return true;
}

// What "v" is where the counters step, or do not, as far as that chooses it.
static ir_val *
side_of(const stepping *s, ir_val *v, bool steps) {
  an_choice c;
  while (an_match_either(v, &c)) {
    bool swapped = an_are_opposite(s->a, c.c, s->on);
    if (!swapped && !an_same_value(s->a, c.c, s->on))
      break;
    v = swapped == steps ? c.z : c.y;
  }
  return v;
}

// Finds what carried value "k" becomes, which is to be chosen by the part that
// says so of all of them.
static bool
match_choice(stepping *s, int k) {
  an_choice c;
  const ir_type *type = &s->l.carried[k]->type;
  if (!ir_is_int(type->elem) || type->array ||
      !an_match_either(s->l.yields[k], &c))
    return false;
  for (int i = 0; i < s->n_parts && !s->on; i++)
    if (an_same_value(s->a, c.c, s->parts[i]) ||
        an_are_opposite(s->a, c.c, s->parts[i]))
      s->on = s->parts[i];
  if (!s->on)
    return false;
  s->counters[k].on = side_of(s, s->l.yields[k], true);
  s->counters[k].stop = side_of(s, s->l.yields[k], false);
  return s->counters[k].on != s->l.yields[k];
}

// True when carried value "k" is a counter: where the loop goes on it is a
// constant more.
static bool
match_counter(stepping *s, rec_dom *d, int k) {
  counter *x = &s->counters[k];
  ir_val *p = s->l.carried[k];
  an_poly stop = rec_read_modulo(d, x->stop), on = rec_read_modulo(d, x->on);
  an_poly own = an_poly_atom(s->a, rec_an_atom(d->an, p));
  an_poly init = rec_read(d, s->l.inits[k]);
  an_poly step = an_poly_add(s->a, &on, &stop, -1);
  if (stop.bad || on.bad || init.bad || !an_poly_is_const(&step, &x->step))
    return false;
  if (an_poly_eq(&stop, &own) || !s->l.i)
    return an_poly_eq(&stop, &own);
  an_poly index = an_poly_atom(s->a, rec_an_atom(d->an, s->l.i));
  init = an_poly_add(s->a, &init, &index, x->step);
  return an_poly_eq(&stop, &init);
}

// True when "v" is what counter "k" becomes where the loop goes on.
static bool
is_next(const stepping *s, const ir_val *v, int k) {
  return v == s->l.yields[k] || v == s->counters[k].on;
}

// "v" before a constant, *more, was added to it.
static const ir_val *
before_sum(const ir_val *v, int64_t *more) {
  const ir_op *op = v->def;
  *more = 0;
  bool adds = op && op->code == IR_OP_ADD && ir_match_int(op->ins.at[1], more);
  return adds ? op->ins.at[0] : v;
}

// True when the loop starts only if counter "k", and "more", is below "bound"
// then.
static bool
starts_below(const stepping *s, int k, int64_t more, const ir_val *bound) {
  rec_comparison c;
  const ir_val *init = s->l.inits[k];
  int64_t x, y, yes, sum;
  if (ir_match_int(s->l.inits[0], &yes) && yes)
    return !more && ir_match_int(init, &x) && ir_match_int(bound, &y) && x < y;
  if (!rec_match_comparison(s->l.inits[0], &c) || !c.strict ||
      !an_same_value(s->a, c.hi, bound))
    return false;
  if (!more)
    return an_same_value(s->a, c.lo, init);
  return an_same_value(s->a, before_sum(c.lo, &sum), init) && sum == more;
}

// Finds the counter that part "v" compares with a bound, as the loop's start
// does, too.
static bool
match_bound(stepping *s, const ir_val *v) {
  rec_comparison c;
  int64_t more;
  if (s->bound || !rec_match_comparison(v, &c) || !c.strict ||
      !ir_is_outside(c.hi, s->l.body))
    return false;
  for (int k = 1; k < s->l.n_carried; k++) {
    const ir_val *of = is_next(s, c.lo, k) ? c.lo : before_sum(c.lo, &more);
    more = of == c.lo ? 0 : more;
    if (is_next(s, of, k) && s->counters[k].step == 1 &&
        starts_below(s, k, more, c.hi)) {
      s->bound = c.hi;
      s->bounded = k;
      s->more = more;
    }
  }
  return s->bound;
}

// True when the loop goes on where its counters step, and one is below a bound.
static bool
match(stepping *s, loft_cx *cx) {
  int64_t yes;
  bool ok = s->l.n_carried <= MOST_COUNTERS && split(s, s->l.yields[0]);
  for (int k = 1; k < s->l.n_carried && ok; k++)
    ok = match_choice(s, k);
  rec_an *an = rec_an_new(cx, s->f, s->l.body);
  rec_dom *d = rec_dom_new(an, s->l.body->last, false);
  for (int k = 1; k < s->l.n_carried && ok; k++)
    ok = match_counter(s, d, k);
  rec_an_free(an);
  for (int i = 0; i < s->n_parts && ok; i++)
    ok = an_same_value(s->a, s->parts[i], s->on) || match_bound(s, s->parts[i]);
  return ok && (s->bound || (ir_match_int(s->l.inits[0], &yes) && yes));
}

// True when "v" asks whether an iteration behind this one is within the extent
// of a do loop.
static bool
is_within_extent(const stepping *s, const ir_val *v) {
  rec_comparison c;
  int64_t more;
  return s->l.i && rec_match_comparison(v, &c) && c.strict &&
         an_same_value(s->a, c.hi, s->l.extent) &&
         before_sum(c.lo, &more) == s->l.i && more == 1;
}

// True when "v" asks whether a counter that steps by 1 is below a bound, which
// is noted.
static bool
match_do_bound(stepping *s, const ir_val *v) {
  rec_comparison c;
  if (s->bound || !rec_match_comparison(v, &c) || !c.strict ||
      !an_is_invariant(c.hi, s->l.body))
    return false;
  for (int k = 1; k < s->l.n_carried; k++)
    if (c.lo == s->l.yields[k] && s->counters[k].step == 1) {
      s->bound = c.hi;
      s->bounded = k;
      s->more = 1;
    }
  return s->bound;
}

// True when carried value "k" of a do loop is a counter.
static bool
match_do_counter(stepping *s, rec_dom *d, int k) {
  counter *x = &s->counters[k];
  if (match_counter(s, d, k) || !s->l.i)
    return s->counters[k].step != 0;
  an_poly on = rec_read_modulo(d, x->on), init = rec_read(d, s->l.inits[k]);
  an_poly index = an_poly_atom(s->a, rec_an_atom(d->an, s->l.i));
  on = an_poly_add(s->a, &on, &index, -1);
  init = an_poly_plus(s->a, &init, 1);
  x->step = 1;
  return !on.bad && !init.bad && an_poly_eq(&on, &init);
}

// True when a do loop steps its counters, and goes on by one test within its
// extent and a bound.
static bool
match_do(stepping *s, loft_cx *cx) {
  int64_t yes;
  bool ok = s->l.n_carried <= MOST_COUNTERS && split(s, s->l.yields[0]) &&
            ir_match_int(s->l.inits[0], &yes) && yes;
  rec_an *an = rec_an_new(cx, s->f, s->l.body);
  rec_dom *d = rec_dom_new(an, s->l.body->last, false);
  for (int k = 1; k < s->l.n_carried && ok; k++) {
    const ir_type *type = &s->l.carried[k]->type;
    s->counters[k] = (counter){.stop = s->l.carried[k], .on = s->l.yields[k]};
    ok = ir_is_int(type->elem) && !type->array && match_do_counter(s, d, k);
  }
  rec_an_free(an);
  bool within = false;
  for (int i = 0; i < s->n_parts && ok; i++) {
    ir_val *v = s->parts[i];
    if (!within && is_within_extent(s, v)) {
      within = true;
    } else if (!match_do_bound(s, v)) {
      ok = !s->on;
      s->on = v;
    }
  }
  s->is_do = ok && (within || (!s->l.i && s->bound)) && s->on;
  return s->is_do;
}

// -- Building -----------------------------------------------------------------
// What counter "k" is after "n" steps, at "b".
static ir_val *
build_counter(const stepping *s, ir_builder *b, int k, ir_val *n) {
  ir_scalar type = s->l.carried[k]->type.elem;
  ir_val *by = ir_build_int(b, IR_I64, s->counters[k].step);
  by = ir_build_convert(b, ir_build2(b, IR_OP_MUL, n, by), type);
  ir_val *v = ir_build2(b, IR_OP_ADD, s->l.inits[k], by);
  v->name = s->l.carried[k]->name;
  return v;
}

// How often the loop may go on, in front of it, but for a bound; NULL: that
// alone says so.
static ir_val *
build_most(const stepping *s, ir_builder *b) {
  ir_val *n = s->l.extent, *one;
  int64_t least;
  if (!s->is_do || !n)
    return n;
  const ir_op *op = n->def;
  if (op && op->code == IR_OP_MAX && ir_match_int(op->ins.at[1], &least) &&
      least == 1)
    n = op->ins.at[0];
  one = ir_build_int(b, IR_I64, 1);
  return ir_build2(b, IR_OP_SUB, n, one);
}

// How often the loop may go on, in front of it.
static ir_val *
build_extent(const stepping *s, ir_builder *b) {
  ir_val *most = build_most(s, b);
  if (!s->bound)
    return most;
  ir_val *n = an_copy_invariant(b, s->bound, s->l.body);
  n = ir_build_convert(b, n, IR_I64);
  ir_val *first = ir_build_convert(b, s->l.inits[s->bounded], IR_I64);
  n = ir_build2(b, IR_OP_SUB, n, first);
  if (s->more)
    n = ir_build2(b, IR_OP_SUB, n, ir_build_int(b, IR_I64, s->more));
  return most ? ir_build2(b, IR_OP_MIN, n, most) : n;
}

// Whether the counters step on, in the loop's body at "in", for the values in
// "subst".
static ir_val *
build_on(const stepping *s, ir_builder *in, map *subst) {
  ir_val **yields = NEW_ARRAY(s->a, ir_val *, s->l.n_carried);
  if (s->is_do)
    return an_copy_slice(in, s->on, s->l.body, subst);
  ir_clone_region_ops(in, s->l.body, subst, yields);
  return ir_substituted(subst, s->on);
}

ir_op *
rec_join_counters(loft_cx *cx, ir_func *f, ir_op *op) {
  stepping s = {.a = cx->arena, .f = f};
  if (!op->has_while || op->n_dims > 1 || !ir_match_loop(op, &s.l) ||
      s.l.n_carried < 2)
    return NULL;
  stepping again = s;
  if (!s.l.i || !match(&s, cx)) {
    s = again;
    if (!match_do(&s, cx))
      return NULL;
  }
  ir_builder b = ir_before(op), after = ir_before(op->next);
  b.loc = op->loc;
  ir_op *flat = ir_start_loop(&b, IR_OP_LOOP, build_extent(&s, &b), "step");
  ir_region *r = flat->regions[0];
  flat->has_while = true;
  ir_add_carried(flat, ir_build_int(&b, IR_BOOL, 1), "go", "go");
  ir_add_carried(flat, ir_build_int(&b, IR_I64, 0), "steps", "steps");
  ir_move(flat, op->parent, op);
  ir_builder in = ir_at_end(r);
  ir_val *i = r->params.at[0], *one = ir_build_int(&in, IR_I64, 1);
  map *subst = map_new(s.a);
  if (s.l.i)
    map_put(subst, s.l.i, i);
  map_put(subst, s.l.carried[0], ir_build_int(&in, IR_BOOL, 1));
  for (int k = 1; k < s.l.n_carried; k++)
    map_put(subst, s.l.carried[k], build_counter(&s, &in, k, i));
  ir_val *on = build_on(&s, &in, subst);
  ir_val *next = ir_build2(&in, IR_OP_ADD, i, one);
  ir_val *both[2] = {on, ir_build3(&in, IR_OP_SELECT, on, next, i)};
  ir_build_yield(&in, both, 2);
  ir_val *steps = flat->outs.at[1];
  if (s.is_do)
    steps =
        ir_build2(&after, IR_OP_ADD, steps, ir_build_int(&after, IR_I64, 1));
  for (int k = 1; k < s.l.n_carried; k++)
    ir_replace_uses(f, s.l.outs[k], build_counter(&s, &after, k, steps));
  ir_remove(op);
  rec_remove_unused(r);
  return flat;
}
