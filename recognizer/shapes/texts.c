// recognizer/shapes/texts.c: walks through texts up to their end.
//
//   while (*p) {                              n = p + strlen(p);
//     while (*p == ' ') p++;                  while (p < n) {
//     if (!*p) break;                    =>     while (p < n && *p == ' ') p++;
//     while (*p && *p != ' ') p++;              if (p >= n) break;
//   }                                           while (p < n && *p != ' ') p++;
//                                             }
//
// A place goes on one by one from where a text starts, by steps from elements
// that are not 0 and by inner loops that stop at 0. So it gets no further than
// to the first 0, which a loop that does nothing else finds before: a loop that
// counts, which runs before the region (counted.c). There an element is 0 where
// the place is the end, and nowhere before. An inner loop then counts the
// places that are left, and ends early. Where that
// stopped, a mark that it stops at is no 0, so that comparing with the mark
// asks for the end, too.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/nests.h"
#include "recognizer/shapes/scalars.h"
#include "recognizer/shapes/search.h"

// A place in the text.
typedef struct place {
  const ir_val *v;
  bool below; // the end; else it may be that
} place;

// A test of an element for 0, at a place.
typedef struct test {
  ir_op *op; // a comparison
  const ir_val *place;
  bool below; // the end
  bool more;  // it holds where the element is not 0, not where it is
} test;

// A place at which an inner loop stopped.
typedef struct stop {
  const ir_val *at;
  bool by[256]; // bytes at which it does
} stop;

// A while loop that walks through a text.
typedef struct text {
  loft_cx *cx;
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;           // the carried scalar that is the place
  ir_val *next;    // what it becomes, if that is computed apart from it
  const ir_val *s; // the array
  ir_val *n;       // where it ends, in the place's type
  VEC(place) places;
  VEC(test) tests;
  bool breaks;    // the loop goes on until it breaks
  bool lands;     // the guard asks whether steps lead over the end
  bool has_walks; // an inner loop goes on through it
  VEC(stop) stops;
} text;

// -- Tests --------------------------------------------------------------------
// The load, the element of which "op" compares with 0; NULL: it does not.
static const ir_op *
tested_load(const ir_op *op) {
  int64_t zero;
  if ((op->code != IR_OP_EQ && op->code != IR_OP_NE) ||
      !ir_match_int(op->ins.at[1], &zero) || zero)
    return NULL;
  const ir_op *load = rec_unwidened(op->ins.at[0])->def;
  return load && load->code == IR_OP_INDEX ? load : NULL;
}

// True when bool "v" holds only where the comparison *with of an element of an
// array outside does, which says that it is not 0.
static bool
asks_for_more(const text *z, ir_val *v, const ir_op **with) {
  const ir_op *op = v->def, *load = op ? tested_load(op) : NULL;
  ir_val *both[2];
  *with = op;
  if (load)
    return op->code == IR_OP_NE && ir_is_outside(load->ins.at[0], z->l.body);
  return an_match_both(v, false, both) &&
         (asks_for_more(z, both[0], with) || asks_for_more(z, both[1], with));
}

// True when carried scalar "k" may be a place.
static bool
is_placed(const text *z, int k) {
  ir_type type = z->l.carried[k]->type;
  return !type.array && ir_is_int(type.elem) &&
         (type.elem == IR_I32 || ir_size(type.elem) == 8);
}

// The number of the carried scalar that becomes "next", an i64 that is computed
// apart from it, and behind it; 0: there is none.
static int
find_equal(text *z, ir_val *next) {
  ir_op *op = next->def, *in = op ? ir_ancestor_in(op, z->l.body) : NULL;
  if (!in)
    return 0;
  rec_an *an = rec_an_new(z->cx, z->f, z->l.body);
  rec_dom *d = rec_dom_new(an, op, false);
  an_poly at = rec_read_modulo(d, next);
  int found = 0;
  for (int k = 1; k < z->l.n_carried && !found && !at.bad; k++) {
    ir_val *v = z->l.yields[k];
    if (!is_placed(z, k) || ir_home_of(v) != z->l.body || !v->def ||
        !ir_comes_before(v->def, in))
      continue;
    bool wide = ir_size(v->type.elem) == 8;
    an_poly own = wide ? rec_read_modulo(d, v) : rec_read_exact(d, v);
    found = !own.bad && an_poly_eq(&own, &at) ? k : 0;
  }
  rec_an_free(an);
  z->next = found ? next : NULL;
  return found;
}

// The number of the carried scalar that the place is, given that the loop goes
// on by the element at "next"; 0: there is none.
static int
find_carried(text *z, ir_val *next) {
  int64_t more, own;
  const ir_val *from = rec_before_added(next, &more);
  for (int k = 1; k < z->l.n_carried; k++)
    if (is_placed(z, k) && rec_before_added(z->l.yields[k], &own) == from &&
        own == more)
      return k;
  return find_equal(z, next);
}

// ir_walk_fn: stops at a comparison of an element of array "user" with 0.
static bool
is_no_test(void *user, ir_op *op) {
  const ir_op *load = op->ins.n == 2 ? tested_load(op) : NULL;
  return !load || load->ins.at[0] != user;
}

// Finds the text and the place by the first inner loop, where the loop goes on
// until it breaks.
static bool
match_breaks(text *z) {
  int64_t yes, more;
  const ir_op *first = z->l.body->first;
  if (!ir_match_int(z->l.inits[0], &yes) || !yes)
    return false;
  while (first && first->code != IR_OP_LOOP)
    first = first->next;
  for (int i = 0; first && i < first->ins.n; i++)
    for (int k = 1; k < z->l.n_carried; k++)
      if (rec_before_added(first->ins.at[i], &more) == z->l.carried[k] && !more)
        z->k = k;
  if (!z->k)
    return false;
  ir_foreach_op (op, first->regions[0])
    if (!z->s && op->code == IR_OP_INDEX &&
        ir_is_outside(op->ins.at[0], z->l.body))
      z->s = op->ins.at[0];
  z->breaks = z->s && !ir_walk(z->l.body, is_no_test, (void *)(uintptr_t)z->s);
  return z->breaks;
}

// Finds the parts of loop "op".
static bool
match(text *z, ir_op *op) {
  const ir_op *test;
  z->s = NULL;
  z->next = NULL;
  z->k = 0;
  if (!op->has_while || op->n_dims || op->parent != z->f->body ||
      !ir_match_loop(op, &z->l))
    return false;
  if (asks_for_more(z, z->l.yields[0], &test)) {
    const ir_op *load = tested_load(test);
    z->s = load->ins.at[0];
    z->k = find_carried(z, load->ins.at[1]);
  } else if (!match_breaks(z))
    return false;
  return z->k && !z->l.outs[0]->n_uses && !z->l.carried[0]->n_uses;
}

// -- Places -------------------------------------------------------------------
// 1 when "more" places behind "from" there is known to be a place below the
// end, 0 when it may be that, -1 when neither is known. It may be where it is
// one more than a place below it.
static int
is_place_behind(const text *z, const ir_val *from, int64_t more) {
  int found = -1;
  int64_t own;
  for (int i = 0; i < z->places.n && found < 1; i++) {
    const place *p = &z->places.at[i];
    bool like = rec_before_added(p->v, &own) == from;
    if (like && own == more)
      found = p->below;
    else if (like && own == more - 1 && p->below)
      found = 0;
  }
  return found;
}

// is_place_behind of "v".
static int
is_place(const text *z, const ir_val *v) {
  int64_t more;
  const ir_val *from = rec_before_added(v, &more);
  return is_place_behind(z, from, more);
}

// Notes "v" as a place, which is below the end or may be that.
static void
add_place(text *z, const ir_val *v, bool below) {
  place p = {v, below};
  vec_push(z->a, &z->places, p);
}

// The place of the element that "op" compares with 0; NULL: it does not.
static const ir_val *
tested_place(const text *z, const ir_op *op) {
  const ir_op *load = tested_load(op);
  const ir_val *at = load && load->ins.at[0] == z->s ? load->ins.at[1] : NULL;
  return at && is_place(z, at) >= 0 ? at : NULL;
}

// Notes the places of the elements in "part" of bool "v", as far as "depth" ops
// back, that are not 0 where that is "holds".
static void
note_elements(text *z, const ir_val *part, int depth, const ir_val *v,
              bool holds) {
  const ir_op *op = part->def;
  ir_bits bits;
  if (!op || !depth || ir_is_outside(part, z->l.body))
    return;
  if (op->code == IR_OP_INDEX && op->ins.at[0] == z->s &&
      is_place(z, op->ins.at[1]) == 0 &&
      an_value_given(v, z->l.body, part, 0, &bits) && (bits != 0) != holds)
    add_place(z, op->ins.at[1], true);
  for (int i = 0; i < op->ins.n && ir_is_scalar_op(op->code); i++)
    note_elements(z, op->ins.at[i], depth - 1, v, holds);
}

// Notes the places that are below the end where bool "v" is "holds".
static void
note_below(text *z, ir_val *v, bool holds) {
  enum { DEPTH = 8 };
  ir_val *both[2];
  note_elements(z, v, DEPTH, v, holds);
  if (v->def && v->def->code == IR_OP_NOT)
    note_below(z, v->def->ins.at[0], !holds);
  else if (an_match_both(v, !holds, both)) {
    note_below(z, both[0], holds);
    note_below(z, both[1], holds);
  }
}

// -- Inner loops --------------------------------------------------------------
// A walk over the loads of the array in a condition.
typedef struct ending {
  const text *z;
  const rec_walk *in;
  const ir_val *go;
} ending;

// ir_walk_fn: stops at a load of the element at the next place which is enough
// for the loop to end, if it is 0.
static bool
goes_past(void *user, ir_op *op) {
  const ending *x = user;
  ir_bits go;
  return op->code != IR_OP_INDEX || op->ins.at[0] != x->z->s ||
         !ir_vals_has(&x->in->next, op->ins.at[1]) ||
         !an_value_given(x->go, x->in->l.body, op->outs.at[0], 0, &go) || go;
}

// True when bool "go", a part of the inner loop's condition, does not hold
// where the element at the next place is 0.
static bool
stops_at_end(const text *z, const rec_walk *in, ir_val *go) {
  ending x = {z, in, go};
  ir_val *both[2];
  return !ir_walk(in->l.body, goes_past, &x) ||
         (an_match_both(go, false, both) &&
          (stops_at_end(z, in, both[0]) || stops_at_end(z, in, both[1])));
}

// True when "v" of the inner loop's body is made of elements of the array at
// the next place, for which "subst" gets 0, by scalar ops and loads of what is
// outside.
static bool
is_of_element(const text *z, const rec_walk *in, ir_builder *b, const ir_val *v,
              map *subst) {
  const ir_op *op = v->def;
  if (ir_is_outside(v, z->l.body))
    return true;
  bool load = op && op->code == IR_OP_INDEX;
  if (load && op->ins.at[0] == z->s && ir_vals_has(&in->next, op->ins.at[1])) {
    map_put(subst, (void *)(uintptr_t)v, ir_build_int(b, v->type.elem, 0));
    return true;
  }
  bool ok = load || (op && ir_is_scalar_op(op->code));
  for (int i = 0; ok && i < op->ins.n; i++)
    ok = is_of_element(z, in, b, op->ins.at[i], subst);
  return ok;
}

// Lets the region run only where the inner loop stops at a 0, which data say,
// as tables of classes of characters do. False when that cannot be checked.
static bool
guard_end(const text *z, const rec_walk *in) {
  ir_builder b = ir_before(z->l.op);
  map *subst = map_new(z->a);
  ir_val *go = in->l.yields[0];
  if (!is_of_element(z, in, &b, go, subst))
    return false;
  go = an_copy_slice(&b, go, z->l.body, subst);
  return rec_guard_between(z->cx, z->f, &z->l, ir_build_convert(&b, go, IR_I64),
                           0, 0);
}

// Finds the parts of loop "op" in the walk.
static bool
match_inner(const text *z, ir_op *op, rec_walk *in) {
  *in = (rec_walk){0};
  if (!op->has_while || op->n_dims || !ir_match_loop(op, &in->l) ||
      in->l.outs[0]->n_uses || in->l.carried[0]->n_uses)
    return false;
  for (int k = 1; k < in->l.n_carried; k++)
    if (!in->l.carried[k]->type.array && is_place(z, in->l.inits[k]) >= 0 &&
        rec_match_walk(z->cx, z->f, z->l.body, k, in))
      break;
  ir_vals own = {0};
  if (in->k)
    vec_push(z->a, &own, in->l.carried[in->k]);
  if (!in->k || !an_is_made_of(z->a, in->l.yields[0], in->l.body, &own))
    return false;
  return (stops_at_end(z, in, in->l.yields[0]) || guard_end(z, in)) &&
         rec_walk_asks_first(z->a, in);
}

// -- The walk -----------------------------------------------------------------
static void visit(text *z, ir_region *r);

// Fills *out for loop "in", which stops at place "at", if bytes alone decide.
static bool
find_stop(const text *z, const rec_walk *in, const ir_val *at, stop *out) {
  const ir_op *load = NULL;
  ir_foreach_op (op, in->l.body)
    if (!load && op->code == IR_OP_INDEX && op->ins.at[0] == z->s &&
        ir_vals_has(&in->next, op->ins.at[1]))
      load = op;
  *out = (stop){.at = at};
  for (ir_bits e = 0; load && e < 256; e++) {
    ir_bits go;
    if (ir_size(z->s->type.elem) != 1 ||
        !an_value_given(in->l.yields[0], in->l.body, load->outs.at[0], e, &go))
      return false;
    out->by[e] = !go;
  }
  return load;
}

// True when bool "op" compares an element, at a place where an inner loop
// stopped, with something that is so for all elements at which it does but 0,
// or for 0 alone; *at is the place, *more which of both.
static bool
is_stop_test(const text *z, const ir_op *op, const ir_val **at, bool *more) {
  const ir_op *load = op->ins.n ? rec_unwidened(op->ins.at[0])->def : NULL;
  ir_bits bits;
  if (!load || op->outs.at[0]->type.elem != IR_BOOL ||
      load->code != IR_OP_INDEX || load->ins.at[0] != z->s)
    return false;
  const stop *s = NULL;
  int64_t behind;
  *at = load->ins.at[1];
  const ir_val *from = rec_before_added(*at, &behind);
  for (int i = 0; i < z->stops.n && !behind; i++)
    if (z->stops.at[i].at == from)
      s = &z->stops.at[i];
  if (!s || is_place(z, *at) < 0)
    return false;
  for (ir_bits e = 0; e < 256; e++) {
    if (!s->by[e])
      continue;
    if (!an_value_given(op->outs.at[0], z->l.body, load->outs.at[0], e, &bits))
      return false;
    if (!e)
      *more = !bits;
    else if ((bits != 0) != *more)
      return false;
  }
  return s->by[0];
}

// rec_do_starts: an element that is not 0.
static bool
starts_below(const void *user, const ir_val *from) {
  return is_place(user, from) > 0;
}

// Finds the parts of do loop "op" in the walk.
static bool
match_do(const text *z, ir_op *op, rec_walk *in) {
  return rec_match_do(z->cx, z->f, z->l.body, op, starts_below, z, in) &&
         !in->l.i && (stops_at_end(z, in, in->go) || guard_end(z, in));
}

// Puts a loop that counts in place of "op", if it goes on through the text; the
// loop that is there then.
static ir_op *
visit_loop(text *z, ir_op *op) {
  rec_walk in;
  bool is_do = match_do(z, op, &in);
  if (!is_do && !match_inner(z, op, &in))
    return op;
  z->has_walks = true;
  ir_val *at[2];
  ir_op *counting = is_do ? rec_count_do(z->a, &in, z->n, at)
                          : rec_count_walk(z->a, &in, z->n, at);
  add_place(z, at[0], true);
  add_place(z, at[1], true);
  stop end;
  if (find_stop(z, &in, counting->outs.at[in.k], &end))
    vec_push(z->a, &z->stops, end);
  for (int k = 0; k < in.l.n_carried; k++)
    ir_replace_uses(z->f, in.l.outs[k], counting->outs.at[k]);
  ir_remove(op);
  visit(z, counting->regions[0]);
  add_place(z, counting->outs.at[in.k], false);
  return counting;
}

// Visits the regions of the if "op"; what both leave as a place is one, below
// the end if both are.
static void
visit_if(text *z, ir_op *op) {
  int n = z->places.n;
  int *both = NEW_ARRAY(z->a, int, op->outs.n);
  for (int r = 0; r < 2; r++) {
    note_below(z, op->ins.at[0], r == 0);
    visit(z, op->regions[r]);
    for (int i = 0; i < op->outs.n; i++) {
      int one = is_place(z, op->regions[r]->last->ins.at[i]);
      both[i] = r == 0 || one < both[i] ? one : both[i];
    }
    z->places.n = n;
  }
  for (int i = 0; i < op->outs.n; i++)
    if (both[i] >= 0)
      add_place(z, op->outs.at[i], both[i] > 0);
}

static int find_place(text *z, const ir_val *v, int64_t more, int depth);

// is_place of the value that "c" chooses, plus "by", if any, and "more", by
// what both are where they are chosen: steps are not negative, so that
// conversions that lose no bits keep them.
static int
find_chosen(text *z, const an_choice *c, const ir_val *by, int64_t more,
            int depth) {
  int both = 1, n = z->places.n;
  for (int side = 0; side < 2 && both >= 0; side++) {
    an_choice inner;
    int64_t step;
    const ir_val *v = side ? c->y : c->z;
    int one = -1;
    v = by ? rec_all_bits(v) : rec_unwidened(v);
    note_below(z, (ir_val *)(uintptr_t)c->c, side);
    if (!by)
      one = find_place(z, v, more, depth);
    else if (ir_match_int(v, &step) && step >= 0 && step <= INT16_MAX)
      one = find_place(z, by, more + step, depth);
    else if (depth && an_match_either(v, &inner))
      one = find_chosen(z, &inner, by, more, depth - 1);
    both = one < both ? one : both;
    z->places.n = n;
  }
  return both;
}

// is_place of "v" plus "more", by the choices that it is made of, "depth" of
// them.
static int
find_place(text *z, const ir_val *v, int64_t more, int depth) {
  int64_t own;
  an_choice c;
  const ir_val *from = rec_before_added(v, &own);
  const ir_op *op = from->def;
  int found = is_place_behind(z, from, more += own);
  if (found >= 0 || !op || !depth || ir_is_outside(from, z->l.body))
    return found;
  if (an_match_either(from, &c))
    return find_chosen(z, &c, NULL, more, depth - 1);
  bool sum =
      op->code == IR_OP_ADD && an_match_either(rec_all_bits(op->ins.at[1]), &c);
  return sum ? find_chosen(z, &c, op->ins.at[0], more, depth - 1) : -1;
}

// Notes the result of scalar "op", if it is a place, and a test.
static void
visit_scalar(text *z, const ir_op *op) {
  enum { DEPTH = 8 };
  bool may = op->code == IR_OP_SELECT || op->code == IR_OP_ADD;
  int chosen = may ? find_place(z, op->outs.at[0], 0, DEPTH) : -1;
  if (chosen >= 0)
    add_place(z, op->outs.at[0], chosen > 0);
  test t = {(ir_op *)(uintptr_t)op, tested_place(z, op), false,
            op->code == IR_OP_NE};
  if (t.place || is_stop_test(z, op, &t.place, &t.more)) {
    t.below = is_place(z, t.place) > 0;
    vec_push(z->a, &z->tests, t);
  }
}

// Finds the places and tests among the ops of "r", and lets its loops count.
static void
visit(text *z, ir_region *r) {
  for (ir_op *op = r->first; op; op = op->next) {
    if (op->code == IR_OP_LOOP)
      op = visit_loop(z, op);
    else if (op->code == IR_OP_IF)
      visit_if(z, op);
    else if (ir_is_scalar_op(op->code))
      visit_scalar(z, op);
  }
}

// The place of the test "t": what the next iteration starts with, if it is that
// and computed before.
static const ir_val *
place_of(const text *z, const test *t) {
  const ir_val *next = z->l.yields[z->k];
  int64_t more, own;
  if (rec_before_added(t->place, &more) != rec_before_added(next, &own) ||
      more != own)
    return t->place;
  const ir_op *op = t->op;
  while (op && op != next->def)
    op = op->prev;
  return op ? next : t->place;
}

// Lets the tests ask where the text ends.
static void
replace_tests(const text *z) {
  for (int i = 0; i < z->tests.n; i++) {
    const test *t = &z->tests.at[i];
    bool more = t->more;
    ir_builder b = ir_before(t->op);
    ir_val *v =
        t->below ? ir_build_int(&b, IR_BOOL, more)
                 : ir_build2(
                       &b, more ? IR_OP_LT : IR_OP_GE,
                       ir_build_convert(&b, (ir_val *)(uintptr_t)place_of(z, t),
                                        z->n->type.elem),
                       z->n);
    ir_replace_uses(z->f, t->op->outs.at[0], v);
  }
}

// "v", a condition at the end of the loop's body, without ifs, which guard
// loads, around comparisons of the place with its end.
static ir_val *
without_ifs(const text *z, ir_builder *b, ir_val *v) {
  const ir_op *op = v->def;
  ir_val *both[2];
  if (!op || op->code != IR_OP_IF || !an_match_both(v, false, both))
    return v;
  const ir_op *test = both[1]->def;
  if (!test || test->code != IR_OP_LT || test->ins.at[1] != z->n ||
      ir_home_of(test->ins.at[0]) != z->l.body)
    return v;
  ir_val *below = ir_build2(b, IR_OP_LT, test->ins.at[0], z->n);
  return ir_build2(b, IR_OP_AND, both[0], below);
}

// -- Building -----------------------------------------------------------------
// The loop in front of the walk that counts the elements up to the first 0.
static ir_val *
build_length(const text *z) {
  const ir_loop *l = &z->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_val *from = ir_build_convert(&b, l->inits[z->k], IR_I64);
  ir_val *s = (ir_val *)(uintptr_t)z->s, *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *none = ir_build_int(&b, s->type.elem, 0);
  ir_val *some = ir_build2(&b, IR_OP_NE, ir_build_index(&b, s, from), none);
  ir_op *op = ir_build_raw(&b, IR_OP_LOOP);
  ir_region *r = ir_add_region(op);
  op->has_while = true;
  ir_add_carried(op, some, "go", "go");
  ir_val *n = ir_add_carried(op, zero, "length", "length");
  ir_builder in = ir_at_end(r);
  ir_val *next = ir_build2(&in, IR_OP_ADD, n, ir_build_int(&in, IR_I64, 1));
  ir_val *at = ir_build2(&in, IR_OP_ADD, from, next);
  ir_val *more = ir_build2(&in, IR_OP_NE, ir_build_index(&in, s, at), none);
  ir_build_yield(&in, (ir_val *[]){more, next}, 2);
  return op->outs.at[1];
}

// Where the text of "length" elements ends, in the type of the place: C lets no
// int wrap that is one, and footprints no region run with more elements. A
// place without a sign is seen to be far from wrapping, which the guard asks of
// it.
static ir_val *
build_end(const text *z, ir_val *length) {
  ir_builder b = ir_before(z->l.op);
  ir_scalar type = z->l.carried[z->k]->type.elem;
  ir_val *most = ir_build_int(&b, IR_I64, INT64_C(1) << REC_BIG_BITS);
  ir_val *first = z->l.inits[z->k];
  ir_val *n = ir_build2(&b, IR_OP_MIN, length, most);
  if (type == IR_U64) {
    ir_val *far = ir_build_int(&b, type, INT64_C(1) << 48);
    n = ir_build2(&b, IR_OP_MAX, n, ir_build_int(&b, IR_I64, 0));
    first = ir_build2(&b, IR_OP_MIN, first, far);
  }
  if (ir_size(type) == 8)
    return ir_build2(&b, IR_OP_ADD, first, ir_build_convert(&b, n, type));
  ir_val *end =
      ir_build2(&b, IR_OP_ADD, ir_build_convert(&b, first, IR_I64), n);
  end = ir_build2(&b, IR_OP_MIN, end, ir_build_int(&b, IR_I64, INT32_MAX));
  return ir_build_convert(&b, end, type);
}

// Lets the region run only where the walk, by steps that data say, does not
// step over the end of the text. False when that cannot be checked.
static bool
guard_landing(const text *z) {
  rec_landing of = {z->cx, &z->l, z->k, z->s, z->n};
  const ir_op *before = z->l.op->prev;
  ir_val *missed = rec_build_missed(&of);
  bool ok = missed && rec_guard_between(z->cx, z->f, &z->l, missed, 0, 0);
  while (z->l.op->prev != before)
    ir_remove(z->l.op->prev);
  return ok;
}

// True when the loop starts where the element at the place is not 0.
static bool
asks_first(const text *z) {
  const ir_val *init = z->l.inits[z->k];
  const ir_op *first = z->l.inits[0]->def;
  const ir_op *load = first ? tested_load(first) : NULL;
  int64_t more, own, x, y;
  if (!load || first->code != IR_OP_NE || load->ins.at[0] != z->s)
    return false;
  if (ir_match_int(load->ins.at[1], &x) && ir_match_int(init, &y))
    return x == y;
  const ir_val *at = rec_before_added(load->ins.at[1], &more);
  return an_same_value(z->a, at, rec_before_added(init, &own)) && own == more;
}

// Lets the next place be computed once.
static void
join_next(const text *z) {
  if (!z->next)
    return;
  ir_val *own = z->l.yields[z->k];
  ir_builder b = ir_before(own->def->next);
  ir_replace_uses(z->f, z->next, ir_build_convert(&b, own, IR_I64));
}

// Bounds the walk and its inner loops by the end of the text. False: it may go
// on behind that.
static bool
bound_walk(text *z) {
  ir_val *init = z->l.inits[z->k], *next;
  ir_op *last = z->l.body->last;
  if ((!z->breaks && !asks_first(z)) ||
      !rec_guard_near(z->cx, z->f, &z->l, init))
    return false;
  join_next(z);
  add_place(z, z->l.carried[z->k], !z->breaks);
  visit(z, z->l.body);
  ir_match_loop(z->l.op, &z->l);
  next = z->l.yields[z->k];
  if (is_place(z, next) < 0) {
    if (z->has_walks || !guard_landing(z))
      return false;
    z->tests.n = 0;
    z->lands = true;
    add_place(z, next, false);
    visit(z, z->l.body);
  }
  replace_tests(z);
  ir_builder b = ir_before(z->l.op), end = ir_before(last);
  if (!z->breaks)
    z->l.op->ins.at[0] = ir_build2(&b, IR_OP_LT, init, z->n);
  rec_assume_true(z->f, z->l.body, ir_build_int(&b, IR_BOOL, 1));
  last->ins.at[0] = without_ifs(z, &end, last->ins.at[0]);
  rec_remove_unused(z->l.body);
  return !z->lands || rec_has_small_steps(z->cx, z->f, z->l.op);
}

ir_op *
rec_try_text(rec_driver *d, ir_op *op, rec_why *why) {
  text z = {.cx = d->cx, .a = d->cx->arena, .f = d->f};
  ir_count_uses(d->f);
  if (!match(&z, op))
    return NULL;
  rec_trial t = rec_start(d, op);
  ir_val *length = build_length(&z);
  ir_op *copy = NULL, *done = NULL;
  if (rec_is_measured(d, length)) {
    z.n = build_end(&z, length);
    copy = rec_copy_to_try(&t);
    ir_count_uses(d->f);
  }
  if (copy && match(&z, copy) && bound_walk(&z))
    done = rec_try_loop(d, copy, why);
  return rec_finish(&t, done && !done->exact ? done : NULL);
}
