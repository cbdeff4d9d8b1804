// recognizer/shapes/strides.c: walks whose steps data say.
//
//   while (i < n) {                    skip = 0;
//     if (s[i] == '\\') {              for (at = i; at < n; at++)
//       ..; i += 2;                        if (skip == 0) {
//     } else {                     =>        if (s[at] == '\\') ..; else ..;
//       ..; i++;                             skip = s[at] == '\\' ? 1 : 0;
//     }                                    } else
//   }                                        skip--;
//                                        i = n + skip;
//
// Where each step is from 1 to 16 the number of places yet to be skipped is a
// state of few values (machine.c), and a loop over all places does the work of
// an iteration at those where nothing is to be skipped. It ends early where
// that does, for another reason than that there are no more places: tests of
// the place where the next iteration would start are made there instead. Larger
// steps do not make a state: which places the walk visits is found before
// (visits.c).
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/nests.h"
#include "recognizer/shapes/scalars.h"

// The greatest step that is counted down, and the greatest one at all.
enum { MOST_STEP = 16 };
static const int64_t MOST_JUMP = INT64_C(1) << 33;

// A while loop over places.
typedef struct walk {
  loft_cx *cx;
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;                // the carried scalar that is the place
  const ir_val *next;   // what it becomes where another iteration follows
  ir_vals places;       // what is that as an i64
  int64_t more;         // whether that, and this more, ...
  ir_val *n;            // ... is below this is asked, ...
  bool is_in;           // ... or is this
  bool runs_once;       // at least
  ir_vals heads, tails; // what is asked besides as an iteration starts; ends
  bool asks_first;      // and as the loop does, more than that
  int64_t most, mean;   // steps
  rec_visits visits;    // of greater steps than MOST_STEP
} walk;

// The loop over all places.
typedef struct flat {
  const walk *z;
  ir_op *op;
  bool ends;    // early
  ir_val *skip; // what it carries at first, in its body; NULL: there are marks
  ir_vals was;  // what it carries besides, of the while loop's values "of"
  VEC(int) of;
  ir_val *at, *i; // the place; in its own type
} flat;

// -- Conditions ---------------------------------------------------------------
// True when "v" is "part", or a choice of that among others.
static bool
may_be(const ir_val *v, const ir_val *part) {
  an_choice c;
  return v == part ||
         (an_match_either(v, &c) && (may_be(c.y, part) || may_be(c.z, part)));
}

// A walk over the ops of an iteration.
typedef struct placing {
  walk *z;
  rec_an *an;
  an_poly next;
} placing;

// ir_walk_fn: collects the result of "op", if it is the next place.
static bool
collect_place(void *user, ir_op *op) {
  placing *x = user;
  ir_val *v = op->outs.n ? op->outs.at[0] : NULL;
  if (!v || !ir_is_scalar_op(op->code) || v->type.elem != IR_I64)
    return true;
  rec_dom *d = rec_dom_new(x->an, op, false);
  an_poly p = rec_read(d, v);
  if (!p.bad && an_poly_eq(&p, &x->next))
    vec_push(x->z->a, &x->z->places, v);
  return true;
}

// Finds the values that are the next place.
static void
find_places(walk *z) {
  placing x = {.z = z, .an = rec_an_new(z->cx, z->f, z->l.body)};
  rec_dom *d = rec_dom_new(x.an, z->l.body->last, false);
  x.next = rec_read_exact(d, (ir_val *)(uintptr_t)z->next);
  if (!x.next.bad)
    ir_walk(z->l.body, collect_place, &x);
  rec_an_free(x.an);
}

// "v" before a constant, *more, was added that is small and not negative.
static const ir_val *
before_sum(const ir_val *v, int64_t *more) {
  const ir_op *op = v->def;
  bool adds = op && op->code == IR_OP_ADD &&
              ir_match_int(op->ins.at[1], more) && *more >= 0 &&
              *more <= INT16_MAX;
  *more = adds ? *more : 0;
  return adds ? op->ins.at[0] : v;
}

// The number of the carried value that may become "v"; 0: there is none.
static int
find_carried(const walk *z, const ir_val *v) {
  int k = z->l.n_carried - 1;
  while (k > 0 && !may_be(z->l.yields[k], v))
    k--;
  return k;
}

// True when "v" is a comparison of what the place becomes, or a constant more,
// with a bound, and the first one; finds both.
static bool
match_test(walk *z, const ir_val *v) {
  rec_comparison c;
  if (z->next || !rec_match_comparison(v, &c) ||
      !ir_is_outside(c.hi, z->l.body) || !ir_is_int(c.lo->type.elem) ||
      ir_size(c.lo->type.elem) < 4)
    return false;
  const ir_val *next = c.lo;
  int k = find_carried(z, next);
  if (!k)
    k = find_carried(z, next = before_sum(c.lo, &z->more));
  if (!k)
    return false;
  z->k = k;
  z->next = next;
  z->n = c.hi;
  z->is_in = !c.strict;
  find_places(z);
  return true;
}

// True when "v" follows from what an iteration leaves, which the next one
// starts with; *loads: by memory.
static bool
is_of_next(const walk *z, const ir_val *v, bool *loads) {
  for (int k = 1; k < z->l.n_carried; k++)
    if (v == z->l.yields[k])
      return true;
  for (int i = 0; i < z->places.n; i++)
    if (v == z->places.at[i])
      return true;
  if (v == z->next || ir_is_outside(v, z->l.body))
    return true;
  const ir_op *op = v->def;
  bool load = op && op->code == IR_OP_INDEX;
  bool ok = load || (op && ir_is_scalar_op(op->code));
  *loads |= load;
  for (int i = 0; ok && i < op->ins.n; i++)
    ok = is_of_next(z, op->ins.at[i], loads);
  return ok;
}

// Adds the conditions that bool "v", a part of the loop's own, is made of to
// z->heads, if they load at the next place, or else to z->tails; not the test
// of the place itself. False where a tail is computed in an inner region.
static bool
split_condition(walk *z, ir_val *v) {
  int64_t yes;
  ir_val *both[2];
  if ((ir_match_int(v, &yes) && yes) || match_test(z, v))
    return true;
  if (an_match_both(v, false, both))
    return split_condition(z, both[0]) && split_condition(z, both[1]);
  bool loads = false, head = is_of_next(z, v, &loads) && loads;
  vec_push(z->a, head ? &z->heads : &z->tails, v);
  return head || ir_home_of(v) == z->l.body;
}

// Adds to *given that the next place equals what "v" is made of that is where
// the loop starts, as an i64.
static void
pair_starts(const walk *z, const ir_val *v, ir_vals *given) {
  const ir_val *init = z->l.inits[z->k];
  int64_t c, first;
  bool is_start =
      (ir_match_int(v, &c) && ir_match_int(init, &first) && c == first) ||
      rec_unwidened(v) == init;
  for (int i = 0; i < z->places.n && is_start && v->type.elem == IR_I64; i++) {
    vec_push(z->a, given, z->places.at[i]);
    vec_push(z->a, given, (ir_val *)(uintptr_t)v);
  }
  for (int i = 0; v->def && !is_start && i < v->def->ins.n; i++)
    pair_starts(z, v->def->ins.at[i], given);
}

// True when "v" asks of what the loop starts with what "of" asks of what an
// iteration leaves.
static bool
asks_same(const walk *z, const ir_val *of, const ir_val *v) {
  ir_vals given = {0};
  for (int k = 1; k < z->l.n_carried; k++) {
    vec_push(z->a, &given, z->l.yields[k]);
    vec_push(z->a, &given, z->l.inits[k]);
  }
  vec_push(z->a, &given, (ir_val *)(uintptr_t)z->next);
  vec_push(z->a, &given, z->l.inits[z->k]);
  pair_starts(z, v, &given);
  return an_same_value_given(z->a, of, v, &given);
}

// True when "v" is what the loop compares with the bound as it starts.
static bool
is_first_place(const walk *z, const ir_val *v) {
  const ir_val *init = z->l.inits[z->k];
  int64_t x, y, more;
  if (ir_match_int(v, &x) && ir_match_int(init, &y))
    return x == y + z->more;
  const ir_val *from = z->more ? before_sum(v, &more) : v;
  return an_same_value(z->a, from, init) && (!z->more || more == z->more);
}

// True when "v", a part of what the loop's start asks, asks for the test;
// counts the heads that it asks for in *heads.
static bool
find_first(walk *z, ir_val *v, int *heads) {
  rec_comparison c;
  ir_val *both[2];
  if (rec_match_comparison(v, &c) && c.strict == !z->is_in &&
      is_first_place(z, c.lo) && an_same_value(z->a, c.hi, z->n))
    return true;
  if (*heads < z->heads.n && asks_same(z, z->heads.at[*heads], v))
    ++*heads;
  else if (an_match_both(v, false, both)) {
    bool test = find_first(z, both[0], heads);
    return find_first(z, both[1], heads) || test;
  } else
    z->asks_first = true;
  return false;
}

// True when the loop starts where the test and the heads hold, or in any case,
// where it has no heads.
static bool
match_first(walk *z) {
  int64_t yes;
  int heads = 0;
  z->runs_once = ir_match_int(z->l.inits[0], &yes) && yes;
  return (z->runs_once || find_first(z, z->l.inits[0], &heads)) &&
         heads == z->heads.n;
}

// -- Steps --------------------------------------------------------------------
enum { MOST_FACTS = 24, MOST_PATHS = 1000 };

// An integer or bool that is equal to a constant, or not.
typedef struct fact {
  const ir_val *v;
  int64_t is;
  bool equal;
} fact;

// The next place as the choices of a path give it.
typedef struct path {
  const ir_val *v;        // the place, but for ...
  an_range more;          // ... this, which is added
  int64_t limit;          // of steps and of parts of them
  fact facts[MOST_FACTS]; // what is so on the path if another iteration follows
  int n;
  bool is_next; // the place is, or was, what the test asks for
} path;

// A walk over the paths of an iteration.
typedef struct paths {
  const loft_cx *cx;
  const ir_val *own, *next; // the place as the iteration starts, and the next
  an_range all;             // steps
  int left;                 // paths that may yet be looked at
} paths;

// The fact that "x" is about the operand which it compares with a constant.
static fact
settle(fact x) {
  int64_t c;
  for (const ir_op *op; (op = x.v->def); x.v = op->ins.at[0]) {
    bool compares = (op->code == IR_OP_EQ || op->code == IR_OP_NE) &&
                    ir_match_int(op->ins.at[1], &c);
    bool is_not = op->code == IR_OP_NOT && op->outs.at[0]->type.elem == IR_BOOL;
    if (!compares && !is_not)
      break;
    x.equal ^= !x.is != (is_not || op->code == IR_OP_NE);
    x.is = compares ? c : 1;
  }
  return x;
}

// True when "x" cannot be where "y" is so, as far as they show.
static bool
contradict(arena *a, const fact *x, const fact *y) {
  bool equal = x->is == y->is ? x->equal : !x->equal; // of opposite bools
  if (an_are_opposite(a, x->v, y->v))
    return equal == y->equal;
  return x->v == y->v && x->is == y->is && x->equal != y->equal;
}

// True when "x" is not so.
static bool
is_false(const fact *x) {
  int64_t c;
  return ir_match_int(x->v, &c) && (c == x->is) != x->equal;
}

// "v" where the choice "op" is made by its condition, which is "holds".
static const ir_val *
take_side(const ir_val *v, const ir_op *op, bool holds) {
  const ir_op *own = v->def;
  bool is_choice = own && (own->code == IR_OP_IF || own->code == IR_OP_SELECT);
  return is_choice && own->ins.at[0] == op->ins.at[0]
             ? an_side_of(own, v, holds)
             : v;
}

// Adds "x" to the facts of "p", and the parts that it tells of a condition, as
// far as there is room. False: it is not so.
static bool
add_fact(path *p, fact x) {
  ir_val *both[2];
  x = settle(x);
  bool holds = x.is == x.equal;
  if (is_false(&x))
    return false;
  if (p->n < MOST_FACTS)
    p->facts[p->n++] = x;
  return x.v->type.elem != IR_BOOL || !an_match_both(x.v, !holds, both) ||
         (add_fact(p, (fact){both[0], 1, holds}) &&
          add_fact(p, (fact){both[1], 1, holds}));
}

// True when "x" cannot be where what "p" knows is so.
static bool
contradicts(arena *a, const fact *x, const path *p) {
  for (int i = 0; i < p->n; i++)
    if (contradict(a, x, &p->facts[i]))
      return true;
  return false;
}

// The path "p" further on, on one side of the choice that the place is; false
// where no iteration follows.
static bool
follow(const path *p, bool holds, path *out) {
  const ir_op *op = p->v->def;
  arena *a = op->parent->func->module->arena;
  path known = {0};
  if (!add_fact(&known, (fact){op->ins.at[0], 1, holds}))
    return false;
  *out = *p;
  out->n = 0;
  out->v = take_side(p->v, op, holds);
  for (int i = 0; i < p->n; i++) {
    fact x = p->facts[i];
    if (contradicts(a, &x, &known))
      return false;
    x.v = take_side(x.v, op, holds);
    if (!add_fact(out, x))
      return false;
  }
  for (int i = 0; i < out->n; i++)
    if (contradicts(a, &out->facts[i], &known))
      return false;
  for (int i = 0; i < known.n && out->n < MOST_FACTS; i++)
    out->facts[out->n++] = known.facts[i];
  return true;
}

static an_range step_range(const loft_cx *cx, const path *p, const ir_val *v,
                           an_range in);

// The bounds "r" of "v" where "x" is so, which may be a comparison of "v" with
// a constant.
static an_range
bound_by(const fact *x, const ir_val *v, an_range r) {
  rec_comparison c;
  int64_t k;
  bool holds = x->is == x->equal;
  if (!rec_match_comparison(x->v, &c) || c.lo->type.elem != c.hi->type.elem ||
      !ir_is_signed(c.lo->type.elem))
    return r;
  bool above = c.hi == v;
  if ((!above && c.lo != v) || !ir_match_int(above ? c.lo : c.hi, &k) ||
      k < INT32_MIN || k > INT32_MAX)
    return r;
  if (above == holds) {
    k += c.strict == holds;
    r.lo = k > r.lo ? k : r.lo;
  } else {
    k -= c.strict == holds;
    r.hi = k < r.hi ? k : r.hi;
  }
  return r;
}

// The bounds "r" of "v" in those that the path "p" and "in" give it.
static an_range
narrow(const path *p, const ir_val *v, an_range r, an_range in) {
  for (int i = 0; i < p->n; i++)
    r = bound_by(&p->facts[i], v, r);
  r.lo = in.lo > r.lo ? in.lo : r.lo;
  r.hi = in.hi < r.hi ? in.hi : r.hi;
  return r;
}

// step_range of "v", a choice, by the sides that may be in "in".
static an_range
range_of_sides(const loft_cx *cx, const path *p, const an_choice *c,
               an_range in) {
  an_range x = step_range(cx, p, c->y, in), y = step_range(cx, p, c->z, in);
  if (x.lo > x.hi)
    return y;
  if (y.lo > y.hi)
    return x;
  return (an_range){x.lo < y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi};
}

// step_range of "v", which is a sum, a choice or a conversion, by its parts,
// where these are small and not negative, and fit into its type; else "own".
static an_range
range_of_parts(const loft_cx *cx, const path *p, const ir_val *v,
               an_range own) {
  const an_range any = {INT64_MIN, INT64_MAX};
  const ir_op *op = v->def;
  int64_t min, most;
  an_choice c;
  an_range r = own;
  if (op && op->code == IR_OP_ADD) {
    an_range x = step_range(cx, p, op->ins.at[0], any);
    an_range y = step_range(cx, p, op->ins.at[1], any);
    bool small = x.lo >= 0 && y.lo >= 0 && x.hi <= p->limit;
    if (small && y.hi <= p->limit)
      r = (an_range){x.lo + y.lo, x.hi + y.hi};
  } else if (op && op->code == IR_OP_CONVERT &&
             ir_is_int(op->ins.at[0]->type.elem))
    r = step_range(cx, p, op->ins.at[0], any);
  else if (an_match_either(v, &c))
    r = range_of_sides(cx, p, &c, own);
  rec_type_range(v->type.elem, &min, &most);
  return r.lo < 0 || r.hi > p->limit || r.hi > most ? own : r;
}

// Bounds of "v", a step or a part of one, on the path "p", where it is in "in".
static an_range
step_range(const loft_cx *cx, const path *p, const ir_val *v, an_range in) {
  an_range own = narrow(p, v, rec_told_range(cx, v), in);
  bool small = own.lo >= 0 && own.hi <= p->limit;
  return small && own.lo ? own : range_of_parts(cx, p, v, own);
}

static bool find_steps(paths *x, const path *p);

// Adds the steps of the paths of "p", where the place is a sum, to x->all.
// False when these are not known.
static bool
find_sums(paths *x, const path *p) {
  const ir_op *op = p->v->def;
  for (int i = 0; op && op->code == IR_OP_ADD && i < 2; i++) {
    an_range r = step_range(x->cx, p, op->ins.at[1 - i],
                            (an_range){INT64_MIN, INT64_MAX});
    an_range before = x->all;
    if (r.lo < -p->limit || r.hi > p->limit)
      continue;
    path next = *p;
    next.v = op->ins.at[i];
    next.more = (an_range){p->more.lo + r.lo, p->more.hi + r.hi};
    if (find_steps(x, &next))
      return true;
    x->all = before;
  }
  return false;
}

// Adds the steps of "from" and the paths that go on from it to x->all. False
// when these are not known.
static bool
find_steps(paths *x, const path *from) {
  path own = *from, next, *p = &own;
  an_choice c;
  if (x->left-- <= 0)
    return false;
  p->is_next |= p->v == x->next;
  if (p->v == x->own && p->is_next) {
    x->all.lo = p->more.lo < x->all.lo ? p->more.lo : x->all.lo;
    x->all.hi = p->more.hi > x->all.hi ? p->more.hi : x->all.hi;
    return true;
  }
  if (an_match_either(p->v, &c))
    return (!follow(p, true, &next) || find_steps(x, &next)) &&
           (!follow(p, false, &next) || find_steps(x, &next));
  return find_sums(x, p);
}

// Finds the greatest step; false when there may be one below 1, or above
// "limit", before another iteration.
static bool
match_steps(walk *z, int64_t limit) {
  path p = {.v = z->l.yields[z->k], .limit = limit};
  paths x = {
      z->cx, z->l.carried[z->k], z->next, {INT64_MAX, INT64_MIN}, MOST_PATHS};
  for (int i = 0; i < z->tails.n; i++)
    if (!add_fact(&p, (fact){z->tails.at[i], 1, true}))
      return false;
  if (!find_steps(&x, &p))
    return false;
  z->most = x.all.hi;
  z->mean = x.all.lo / 2 + x.all.hi / 2;
  return x.all.lo >= 1 && x.all.hi <= limit;
}

// Lets the region run only where "v" is from "least" to "most".
static bool
guard_between(const walk *z, ir_val *v, int64_t least, int64_t most) {
  an_range r = an_range_of(v);
  return (r.lo >= least && r.hi <= most) ||
         rec_guard_between(z->cx, z->f, &z->l, v, least, most);
}

// Lets the region run only where the place cannot wrap, nor a number of places.
static bool
guard_bounds(const walk *z) {
  if (z->n->type.elem == IR_U32)
    return z->most <= INT32_MAX &&
           guard_between(z, z->n, 0, UINT32_MAX - z->most - z->more) &&
           guard_between(z, z->l.inits[z->k], 0, UINT32_MAX - z->more);
  return rec_guard_near(z->cx, z->f, &z->l, z->n) &&
         rec_guard_near(z->cx, z->f, &z->l, z->l.inits[z->k]);
}

// -- Building -----------------------------------------------------------------
// Ends region "r" of an if with the flat loop's next values: whether it goes
// on, "skip", and "next" of the others.
static void
build_next(const flat *x, ir_region *r, ir_val *go, ir_val *skip,
           const ir_vals *next) {
  ir_builder b = ir_at_end(r);
  ir_vals all = {0};
  if (x->ends)
    vec_push(x->z->a, &all, go);
  if (x->skip)
    vec_push(x->z->a, &all, skip);
  for (int i = 0; i < next->n; i++)
    vec_push(x->z->a, &all, next->at[i]);
  ir_build_yield(&b, all.at, all.n);
}

// The other values that the flat loop carries, where an iteration would start
// at "place" (NULL: it carries that).
static ir_vals
stay(const flat *x, ir_val *place) {
  ir_vals out = {0};
  for (int i = 0; i < x->was.n; i++) {
    bool moves = place && x->of.at[i] == x->z->k;
    vec_push(x->z->a, &out, moves ? place : x->was.at[i]);
  }
  return out;
}

// An if of "c" at "b", with the results of the flat loop, without regions.
static ir_op *
start_if(const flat *x, ir_builder *b, ir_val *c) {
  ir_op *choice = ir_build_raw(b, IR_OP_IF);
  ir_add_in(choice, c);
  for (int i = 0; i < x->op->outs.n; i++)
    ir_add_out(choice, x->op->outs.at[i]->type, x->op->outs.at[i]->name);
  return choice;
}

// How many places are skipped where an iteration that starts at the place leads
// to "next", at "b".
static ir_val *
build_rest(const flat *x, ir_builder *b, ir_val *next) {
  ir_val *one = ir_build_int(b, IR_I32, 1), *zero = ir_build_int(b, IR_I32, 0);
  ir_val *skip = ir_build2(b, IR_OP_SUB, next, x->i);
  skip = ir_build_convert(b, skip, IR_I32);
  skip = ir_build2(b, IR_OP_SUB, skip, one);
  skip = ir_build2(b, IR_OP_MAX, skip, zero);
  return ir_build2(b, IR_OP_MIN, skip, ir_build_int(b, IR_I32, x->z->most - 1));
}

// Gives region "r" the ops of an iteration that starts at the place.
static void
build_iteration(const flat *x, ir_region *r, map *subst) {
  const walk *z = x->z;
  ir_builder b = ir_at_end(r);
  ir_val **yields = NEW_ARRAY(z->a, ir_val *, z->l.n_carried);
  ir_val *go = ir_build_int(&b, IR_BOOL, 1);
  map_put(subst, z->l.carried[0], go);
  ir_clone_region_ops(&b, z->l.body, subst, yields);
  for (int i = 0; i < z->tails.n; i++)
    go = ir_build2(&b, IR_OP_AND, go, ir_substituted(subst, z->tails.at[i]));
  ir_val *skip = x->skip ? build_rest(x, &b, yields[z->k]) : NULL;
  ir_vals next = {0};
  for (int i = 0; i < x->of.n; i++)
    vec_push(z->a, &next, yields[x->of.at[i]]);
  build_next(x, r, go, skip, &next);
}

// Gives region "r" the iteration that starts at the place where heads from
// number "h" on hold; else the loop ends.
static void
build_start(const flat *x, ir_region *r, map *subst, int h) {
  const walk *z = x->z;
  if (h == z->heads.n) {
    build_iteration(x, r, subst);
    return;
  }
  ir_builder b = ir_at_end(r);
  map *now = map_new(z->a);
  for (int k = 1; k < z->l.n_carried; k++)
    map_put(now, z->l.yields[k], ir_substituted(subst, z->l.carried[k]));
  map_put(now, z->next, x->i);
  for (int i = 0; i < z->places.n; i++)
    map_put(now, z->places.at[i], x->at);
  ir_val *holds = an_copy_slice(&b, z->heads.at[h], z->l.body, now);
  ir_op *choice = start_if(x, &b, holds);
  build_start(x, ir_add_region(choice), subst, h + 1);
  ir_region *other = ir_add_region(choice);
  ir_builder no = ir_at_end(other);
  ir_vals out = stay(x, x->i);
  build_next(x, other, ir_build_int(&no, IR_BOOL, 0),
             ir_build_int(&no, IR_I32, 0), &out);
  ir_build_yield(&b, choice->outs.at, choice->outs.n);
}

// Gives region "r" the ops at a place that is skipped.
static void
build_skip(const flat *x, ir_region *r) {
  ir_builder b = ir_at_end(r);
  ir_val *go = ir_build_int(&b, IR_BOOL, 1);
  if (!x->skip) {
    ir_vals same = stay(x, NULL);
    build_next(x, r, go, NULL, &same);
    return;
  }
  ir_val *left = ir_build2(&b, IR_OP_SUB, x->skip, ir_build_int(&b, IR_I32, 1));
  ir_val *next = ir_build_convert(&b, x->skip, IR_I64);
  next = ir_build2(&b, IR_OP_ADD, x->at, next);
  ir_vals out = stay(x, ir_build_convert(&b, next, x->i->type.elem));
  build_next(x, r, go, left, &out);
}

// ir_walk_fn: lets what is computed from the place as an i64 be so directly.
static bool
widen_place(void *user, ir_op *op) {
  const flat *x = user;
  if (op->code == IR_OP_CONVERT && op->ins.at[0] == x->i &&
      op->outs.at[0]->type.elem == IR_I64)
    ir_replace_uses(x->z->f, op->outs.at[0], x->at);
  return true;
}

// Lets the flat loop carry value "k" of the while loop.
static void
carry(flat *x, int k) {
  const ir_loop *l = &x->z->l;
  vec_push(x->z->a, &x->of, k);
  vec_push(x->z->a, &x->was,
           ir_add_carried(x->op, l->inits[k], l->outs[k]->name,
                          l->carried[k]->name));
}

// Gives the flat loop its body, for places from "first" on.
static void
build_body(flat *x, ir_val *first) {
  const walk *z = x->z;
  ir_region *r = x->op->regions[0];
  ir_builder in = ir_at_end(r);
  map *subst = map_new(z->a);
  x->at = ir_build2(&in, IR_OP_ADD, r->params.at[0], first);
  x->i = ir_build_convert(&in, x->at, z->l.carried[z->k]->type.elem);
  for (int i = 0; i < x->of.n; i++)
    map_put(subst, z->l.carried[x->of.at[i]], x->was.at[i]);
  map_put(subst, z->l.carried[z->k], x->i);
  ir_val *starts =
      x->skip ? ir_build2(&in, IR_OP_EQ, x->skip, ir_build_int(&in, IR_I32, 0))
              : ir_build2(&in, IR_OP_NE,
                          ir_build_index(&in, z->visits.marks, r->params.at[0]),
                          ir_build_int(&in, IR_U8, 0));
  ir_op *choice = start_if(x, &in, starts);
  build_start(x, ir_add_region(choice), subst, 0);
  build_skip(x, ir_add_region(choice));
  ir_build_yield(&in, choice->outs.at, choice->outs.n);
  ir_walk(r, widen_place, x);
}

// The number of places from "first" on, at "b".
static ir_val *
build_extent(const walk *z, ir_builder *b, ir_val *first) {
  ir_val *n = ir_build_convert(b, z->n, IR_I64);
  ir_val *one = ir_build_int(b, IR_I64, 1);
  int64_t behind = z->is_in - z->more;
  if (behind)
    n = ir_build2(b, IR_OP_ADD, n, ir_build_int(b, IR_I64, behind));
  n = ir_build2(b, IR_OP_SUB, n, first);
  return ir_build2(b, IR_OP_MAX, n,
                   z->runs_once ? one : ir_build_int(b, IR_I64, 0));
}

// Where the walk ends, behind the flat loop.
static ir_val *
build_end(const flat *x, ir_builder *b, ir_val *first, ir_val *extent) {
  if (!x->skip)
    return x->z->visits.end;
  ir_val *end = ir_build2(b, IR_OP_ADD, first, extent);
  ir_val *skip = ir_build_convert(b, x->op->outs.at[0], IR_I64);
  end = ir_build2(b, IR_OP_ADD, end, skip);
  return ir_build_convert(b, end, x->z->l.carried[x->z->k]->type.elem);
}

// The loop over all places, in front of the while loop, whose results it
// replaces; NULL: what it visits cannot be told before.
static ir_op *
build_flat(walk *z) {
  const ir_loop *l = &z->l;
  flat x = {.z = z, .ends = z->heads.n || z->tails.n || z->asks_first};
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_val *first = ir_build_convert(&b, l->inits[z->k], IR_I64);
  ir_val *extent = build_extent(z, &b, first);
  int mean = z->mean < INT32_MAX ? (int)z->mean : INT32_MAX;
  if (z->most > MOST_STEP &&
      !rec_build_visits(z->cx, &b, l, z->k, first, extent, mean, &z->visits))
    return NULL;
  ir_val *yes = ir_build_int(&b, IR_BOOL, 1),
         *none = ir_build_int(&b, IR_I32, 0);
  x.op = ir_start_loop(&b, IR_OP_LOOP, extent, "at");
  x.op->has_while = x.ends;
  if (x.ends)
    ir_add_carried(x.op, z->asks_first ? l->inits[0] : yes, "go", "go");
  if (!z->visits.marks)
    x.skip = ir_add_carried(x.op, none, "skip", "skip");
  for (int k = 1; k < l->n_carried; k++)
    if (k != z->k || (x.ends && l->outs[k]->n_uses))
      carry(&x, k);
  build_body(&x, first);
  int before = x.op->outs.n - x.of.n;
  for (int i = 0; i < x.of.n; i++)
    ir_replace_uses(z->f, l->outs[x.of.at[i]], x.op->outs.at[before + i]);
  if (!x.ends)
    ir_replace_uses(z->f, l->outs[z->k], build_end(&x, &b, first, extent));
  return x.op;
}

// True when the steps are known, counted down if they are small.
static bool
find_most(walk *z) {
  return match_steps(z, MOST_STEP) || match_steps(z, MOST_JUMP);
}

bool
rec_has_small_steps(loft_cx *cx, ir_func *f, ir_op *op) {
  walk z = {.cx = cx, .a = cx->arena, .f = f};
  return ir_match_loop(op, &z.l) && split_condition(&z, z.l.yields[0]) &&
         z.next && match_steps(&z, MOST_STEP);
}

ir_op *
rec_build_strides(loft_cx *cx, ir_func *f, ir_op *op) {
  walk z = {.cx = cx, .a = cx->arena, .f = f};
  if (!op->has_while || op->n_dims)
    return NULL;
  rec_unroll_inside(f, op->regions[0]);
  if (!ir_match_loop(op, &z.l) || !split_condition(&z, z.l.yields[0]) ||
      !z.next || !match_first(&z) || !find_most(&z) || !guard_bounds(&z))
    return NULL;
  ir_count_uses(f);
  if (z.l.outs[0]->n_uses)
    return NULL;
  ir_op *flat = build_flat(&z);
  if (flat)
    ir_remove(op);
  return flat;
}
