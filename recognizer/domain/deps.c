// recognizer/domain/deps.c: dependences by emptiness.
//
// A loop is independent when, for every array it writes, no element written in
// iteration i is touched in an iteration i' != i. Each access is an isl map
// from the loop's index to elements (tuples, shape.c); the composition of a
// write with the inverse of another access relates dependent iterations, and
// must be empty outside the diagonal. Arrays that are only read, and arrays
// allocated in the body, need no test.
#include "recognizer/domain/domain.h"

#include <isl/space.h>

// -- Reasons --------------------------------------------------------------
void
rec_why_set(rec_why *w, rec_reason reason, loft_loc loc, const char *what) {
  if (!w->any)
    *w = (rec_why){.any = true, .reason = reason, .loc = loc, .what = what};
}

const char *
rec_array_name(const ir_val *v) {
  return v->name ? v->name : "array";
}

// True when no two values that vary are multiplied in "p".
static bool
is_linear(const rec_an *an, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++) {
    int n = 0;
    for (int k = 0; k < p->t.at[i].n; k++)
      n += an->atoms.at[p->t.at[i].f[k]].is_dim;
    if (n > 1)
      return false;
  }
  return !p->bad;
}

bool
rec_is_known_subscript(const rec_an *an, const rec_access *x) {
  for (int i = 0; i < x->poly.t.n; i++)
    for (int k = 0; k < x->poly.t.at[i].n; k++) {
      const rec_atom *at = &an->atoms.at[x->poly.t.at[i].f[k]];
      bool index = at->val && ir_is_index(at->val);
      bool derived =
          at->val && at->val->def && at->val->def->code != IR_OP_INDEX;
      if (at->is_dim && at->val && !index && !derived)
        return false;
    }
  return is_linear(an, &x->poly);
}

// Says that write "w" meets an access of another iteration.
static void
blame(const rec_an *an, const rec_access *w, rec_why *why) {
  rec_why_set(why,
              rec_is_known_subscript(an, w) ? REC_LOOP_CARRIED : REC_NON_AFFINE,
              w->op->loc, rec_array_name(w->op->ins.at[0]));
}

// -- Shapes of one class --------------------------------------------------
// One attempt: the subscripts of a class as tuples.
typedef struct attempt {
  rec_an *an;
  const rec_accesses *xs, *whole; // the same in order, with all offsets
  int i;                          // the atom of the loop's index
  bool moved;                     // xs has no offsets
  bool may_assume;                // what cannot be proven
  rec_shape shape;
  an_poly (*tuples)[REC_DIMS];
  rec_assumes assumes;
  VEC(rec_dom *) doms; // of the assumptions
} attempt;

// True when p >= 0 is assumed already where "x" is executed: in its region.
static bool
is_assumed(const attempt *t, const rec_access *x, const an_poly *p) {
  for (int i = 0; i < t->assumes.n; i++)
    if (!t->assumes.at[i].composed &&
        t->assumes.at[i].at->parent == x->op->parent &&
        an_poly_eq(&t->assumes.at[i].poly, p))
      return true;
  return false;
}

// Shows p >= 0 over the domain of "x", or notes it as assumption.
static bool
show_ge(attempt *t, const rec_access *x, const an_poly *p) {
  if (p->bad)
    return false;
  if (is_assumed(t, x, p))
    return true;
  if (rec_prove_ge(x->dom, p))
    return true;
  if (!t->may_assume || !rec_may_hold(x->dom, p))
    return false;
  vec_push(t->an->a, &t->assumes, ((rec_assume){.at = x->op, .poly = *p}));
  vec_push(t->an->a, &t->doms, x->dom);
  return true;
}

// True when "p" has a term that is subtracted.
static bool
has_negative(const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    if (p->t.at[i].coef < 0)
      return true;
  return false;
}

// Borrows a row for each component of access "i" that is negative everywhere:
// (x + 1)*h - 1 - y is row x, not row x + 1.
static void
borrow_rows(attempt *t, int i) {
  rec_an *an = t->an;
  for (int k = 0; k + 1 < t->shape.n; k++) {
    an_poly *c = &t->tuples[i][t->shape.n - 1 - k], *row = c - 1;
    an_poly below = an_poly_scale(an->a, c, -1);
    below = an_poly_plus(an->a, &below, -1);
    if (c->bad || !has_negative(c) || !rec_shape_divides(&t->shape, k) ||
        !rec_prove_ge(t->xs->at[i].dom, &below))
      continue;
    an_poly extent = rec_shape_extent(an, &t->shape, k);
    *c = an_poly_add(an->a, c, &extent, 1);
    *row = an_poly_plus(an->a, row, -1);
  }
}

// True when what varies in component "k" of all accesses is subtracted.
static bool
is_mirrored(const attempt *t, int k) {
  bool any = false;
  for (int i = 0; i < t->xs->n; i++) {
    const an_poly *c = &t->tuples[i][t->shape.n - 1 - k];
    for (int j = 0; j < c->t.n; j++) {
      bool varies = rec_mono_varies(t->an, &c->t.at[j]);
      if (varies && c->t.at[j].coef > 0)
        return false;
      any |= varies;
    }
  }
  return any;
}

// Counts components that only go down from the end of a row: -y becomes
// h - 1 - y. All accesses move by the same amount, so that they meet where they
// did.
static void
mirror(attempt *t) {
  rec_an *an = t->an;
  for (int k = 0; k + 1 < t->shape.n; k++) {
    if (!is_mirrored(t, k) || !rec_shape_divides(&t->shape, k))
      continue;
    an_poly last = rec_shape_extent(an, &t->shape, k);
    last = an_poly_plus(an->a, &last, -1);
    for (int i = 0; i < t->xs->n; i++) {
      an_poly *c = &t->tuples[i][t->shape.n - 1 - k];
      *c = an_poly_add(an->a, c, &last, 1);
    }
  }
}

// True when what varies is subtracted in "p", and nothing that does not is
// added.
static bool
is_below_zero(const rec_an *an, const an_poly *p) {
  bool down = false;
  for (int k = 0; k < p->t.n; k++) {
    bool varies = rec_mono_varies(an, &p->t.at[k]);
    if (!varies && p->t.at[k].coef > 0)
      return false;
    down |= varies && p->t.at[k].coef < 0;
  }
  return down;
}

// Shows that the components of access "i" up to "k" together stay below stride
// k + 1, which stride k does not divide. Never assumes of a place that moves
// down from 0 that it stays above.
static bool
show_sum_in_bounds(attempt *t, int i, int k) {
  arena *a = t->an->a;
  an_poly sum = {0}, stride = {0};
  for (int l = 0; l <= k; l++) {
    an_poly one = {0};
    an_poly_push(a, &one, &t->shape.stride[l]);
    one = an_poly_mul(a, &one, &t->tuples[i][t->shape.n - 1 - l]);
    sum = an_poly_add(a, &sum, &one, 1);
  }
  an_poly_push(a, &stride, &t->shape.stride[k + 1]);
  an_poly room = an_poly_add(a, &stride, &sum, -1);
  room = an_poly_plus(a, &room, -1);
  return !is_below_zero(t->an, &sum) && show_ge(t, &t->xs->at[i], &sum) &&
         show_ge(t, &t->xs->at[i], &room);
}

// Shows that every component of access "i" but the outermost is in bounds.
// Never assumes that the loop's own extent is tiny (<= FEW): the guard would
// almost always fail; nor that an invariant is, where others are to be tried
// first.
static bool
show_in_bounds(attempt *t, int i) {
  enum { FEW = 8 };
  rec_an *an = t->an;
  for (int k = 0; k + 1 < t->shape.n; k++) {
    int64_t values;
    if (!rec_shape_divides(&t->shape, k)) {
      if (!show_sum_in_bounds(t, i, k))
        return false;
      continue;
    }
    const an_poly *c = &t->tuples[i][t->shape.n - 1 - k];
    an_poly extent = rec_shape_extent(an, &t->shape, k);
    int n_assumed = t->assumes.n;
    an_poly room = an_poly_add(an->a, &extent, c, -1);
    room = an_poly_plus(an->a, &room, -1);
    if (!show_ge(t, &t->xs->at[i], c) || !show_ge(t, &t->xs->at[i], &room))
      return false;
    bool tiny = t->assumes.n > n_assumed &&
                an_poly_is_const(&extent, &values) && values <= FEW;
    bool near = tiny && an->wants_far && !rec_poly_varies(an, c);
    if (near)
      an->cx->offsets = REC_OFFSETS_MET;
    if (near || (tiny && an_poly_has(c, t->i)))
      return false;
  }
  return true;
}

// Splits all subscripts by "mode"; false when they do not fit.
static bool
split_all(attempt *t, int mode) {
  arena *a = t->an->a;
  int n = t->xs->n;
  an_poly *polys = NEW_ARRAY(a, an_poly, n);
  an_poly *whole = NEW_ARRAY(a, an_poly, n);
  t->tuples = arena_alloc(a, sizeof *t->tuples * (size_t)n);
  t->assumes.n = 0;
  for (int i = 0; i < n; i++) {
    polys[i] = t->xs->at[i].poly;
    whole[i] = t->whole->at[i].poly;
  }
  if (!rec_shape_of(t->an, polys, whole, n, mode, &t->shape))
    return false;
  for (int i = 0; i < n; i++)
    if (!rec_shape_split(t->an, &t->shape, &polys[i], t->tuples[i]))
      return false;
  if (t->moved)
    mirror(t);
  for (int i = 0; i < n; i++)
    borrow_rows(t, i);
  return true;
}

// True when every component of all subscripts but the outermost is in bounds.
static bool
all_in_bounds(attempt *t) {
  for (int i = 0; i < t->xs->n; i++)
    if (!show_in_bounds(t, i))
      return false;
  return true;
}

// Attempts at one class.
typedef VEC(attempt) attempts;

// True when "x" and "y" have the same shape and tuples, and so come out alike.
static bool
is_same_attempt(const attempt *x, const attempt *y) {
  if (x->xs->n != y->xs->n || x->shape.n != y->shape.n || x->shape.loose ||
      y->shape.loose)
    return false;
  for (int k = 0; k + 1 < x->shape.n; k++) {
    an_poly one = rec_shape_extent(x->an, &x->shape, k);
    an_poly other = rec_shape_extent(y->an, &y->shape, k);
    if (!an_poly_eq(&one, &other))
      return false;
  }
  for (int i = 0; i < x->xs->n; i++)
    for (int k = 0; k < x->shape.n; k++)
      if (x->xs->at[i].dom != y->xs->at[i].dom ||
          !an_poly_eq(&x->tuples[i][k], &y->tuples[i][k]))
        return false;
  return true;
}

// True when "t" by "mode" splits all subscripts as none of "tried" has; it is
// one of these then.
static bool
is_new(attempt *t, int mode, attempts *tried) {
  if (!t->xs->n || !split_all(t, mode))
    return false;
  for (int k = 0; k < tried->n; k++)
    if (is_same_attempt(t, &tried->at[k]))
      return false;
  vec_push(t->an->a, tried, *t);
  return true;
}

// The relation of an access of an attempt: from the loop's index to elements.
typedef struct relation {
  const rec_plan *plan;
  int number;   // of the plan
  isl_map *map; // once asked for
} relation;

// The relation of access "k" of "t", one of "all", planned; NULL: isl gives up.
static relation *
relate(attempt *t, relation *all, int k) {
  relation *r = &all[k];
  if (!r->plan) {
    rec_query_begin(t->an);
    r->plan = rec_plan_map(t->xs->at[k].dom, &t->i, 1, t->tuples[k], t->shape.n,
                           false);
    r->number = r->plan ? rec_plan_number(r->plan) : 0;
  }
  return rec_query_ok(t->an) && r->plan ? r : NULL;
}

// The map of "r", which keeps it; NULL: isl gives up. It has a budget of its
// own.
static isl_map *
map_of(rec_an *an, relation *r) {
  if (!r->map) {
    isl_ctx_reset_operations(an->isl);
    r->map = rec_plan_build(r->plan);
    isl_ctx_reset_operations(an->isl);
  }
  return isl_map_copy(r->map);
}

// True when iterations related by "w" and "x" exist.
static bool
are_related(rec_an *an, relation *w, relation *x) {
  isl_map *both =
      isl_map_apply_range(map_of(an, w), isl_map_reverse(map_of(an, x)));
  if (!both)
    return true;
  isl_space *s = isl_space_domain(isl_map_get_space(both));
  isl_map *off =
      isl_map_union(isl_map_lex_lt(isl_space_copy(s)), isl_map_lex_gt(s));
  both = isl_map_intersect(both, off);
  bool empty = isl_map_is_empty(both) == isl_bool_true;
  isl_map_free(both);
  return !empty;
}

// True when iterations related by "w" and "x" may exist.
static bool
conflict(rec_an *an, relation *w, relation *x) {
  char question[48];
  bool yes;
  rec_query_begin(an);
  snprintf(question, sizeof question, "meet %d %d", w->number, x->number);
  if (!rec_recall(an, question, &yes))
    yes = rec_remember(an, question, are_related(an, w, x));
  return !rec_query_ok(an) || yes;
}

// True when iterations meet in accesses "w" and "x" of attempt "t".
static bool
meet(attempt *t, relation *all, int w, int x, rec_why *why) {
  relation *one = relate(t, all, w), *other = one ? relate(t, all, x) : NULL;
  if (other && !conflict(t->an, one, other))
    return false;
  blame(t->an, &t->xs->at[w], why);
  return true;
}

// True when no two iterations of the loop meet in attempt "t".
static bool
no_conflict(attempt *t, rec_why *why) {
  int n = t->xs->n;
  bool ok = true;
  relation *all = NEW_ARRAY(t->an->a, relation, n);
  for (int w = 0; w < n && ok; w++)
    for (int x = 0; x < n && ok && t->xs->at[w].write; x++)
      ok = (t->xs->at[x].write && x < w) || !meet(t, all, w, x, why);
  for (int k = 0; k < n; k++)
    isl_map_free(all[k].map);
  return ok && rec_an_ok(t->an);
}

// The attempt at way "k" for a loop with index "i"; "relies": it may assume
// what cannot be proven.
static attempt
attempt_of(rec_an *an, const rec_origins *all, int k, int i, bool relies) {
  const rec_way *w = &all->ways[k / REC_WAYS][k % REC_WAYS];
  return (attempt){.an = an,
                   .xs = &w->xs,
                   .whole = &all->whole[k / REC_WAYS],
                   .i = i,
                   .moved = w->moved,
                   .may_assume = relies};
}

bool
rec_holds_in_a_shape(rec_an *an, const rec_accesses *all, rec_shape_test *test,
                     void *user) {
  rec_origins w;
  rec_find_origins(an, all, &w);
  for (int relies = 0; relies <= an->may_assume; relies++) {
    attempts tried = {0};
    for (int mode = 0; mode < REC_SHAPE__COUNT; mode++)
      for (int k = 0; k < 2 * REC_WAYS; k++) {
        attempt t = attempt_of(an, &w, k, -1, relies);
        if (!is_new(&t, mode, &tried) || t.shape.down || !all_in_bounds(&t) ||
            (t.assumes.n > 0) != relies ||
            !test(user, t.xs, t.tuples, t.shape.n) || !rec_an_ok(an))
          continue;
        for (int i = 0; i < t.assumes.n; i++)
          vec_push(an->a, &an->assumes, t.assumes.at[i]);
        return true;
      }
  }
  return false;
}

// True when comparison "f", or one in it, is of atom "i".
static bool
mentions(const rec_form *f, int i) {
  if (f->kind == REC_FORM_AND || f->kind == REC_FORM_OR)
    return mentions(f->a, i) || mentions(f->b, i);
  return an_poly_has(&f->p, i);
}

// True when "v" is computed from loads and indices of inner loops alone, at
// most "depth" ops back, so that two iterations may find the same.
static bool
follows_from_loads(rec_an *an, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (!rec_varies(an, v) || (op && op->code == IR_OP_INDEX))
    return true;
  if (!op)
    return v->param_of != an->scope && ir_is_index(v);
  bool follows = depth > 0 && ir_is_scalar_op(op->code);
  for (int k = 0; k < op->ins.n && follows; k++)
    follows = follows_from_loads(an, op->ins.at[k], depth - 1);
  return follows;
}

// True when nothing tells the places of store "x" in two iterations of index
// "i" apart: they are computed from loads, which no condition ties to "i".
static bool
may_repeat(rec_an *an, const rec_access *x, int i) {
  enum { DEPTH = 12 };
  bool varies = false;
  for (int t = 0; t < x->poly.t.n; t++)
    for (int k = 0; k < x->poly.t.at[t].n; k++) {
      const rec_atom *at = &an->atoms.at[x->poly.t.at[t].f[k]];
      if (!at->is_dim)
        continue;
      varies = true;
      if (!at->val || !at->val->def || !follows_from_loads(an, at->val, DEPTH))
        return false;
    }
  for (int k = 0; k < x->dom->forms.n; k++)
    if (x->dom->owners.at[k] < 0 && mentions(x->dom->forms.at[k], i))
      return false;
  return varies && !x->poly.bad;
}

// What is known of two iterations: they may meet, or do not by what an attempt
// assumes, or by nothing but what the program says.
typedef enum outcome { MEET, ASSUMED, PROVEN } outcome;

// True when the accesses in one of the ways "w", in the modes from "from" to
// below "to", are independent over index "i", with nothing assumed.
static bool
are_proven(rec_an *an, const rec_origins *w, int i, int from, int to) {
  attempts tried = {0};
  rec_why unsaid = {0};
  for (int mode = from; mode < to; mode++)
    for (int k = 0; k < 2 * REC_WAYS; k++) {
      attempt t = attempt_of(an, w, k, i, false);
      if (is_new(&t, mode, &tried) && all_in_bounds(&t) &&
          no_conflict(&t, &unsaid))
        return true;
    }
  return false;
}

// True when no two iterations meet in attempt "t", by what it may assume; else
// *why. Where a reason is there already, the question that takes less time
// comes first.
static bool
holds(attempt *t, rec_why *why) {
  return why->any ? no_conflict(t, why) && all_in_bounds(t)
                  : all_in_bounds(t) && no_conflict(t, why);
}

// The attempt at one of the ways "w", in the modes from "from" to below "to",
// to make accesses independent over index "i" that assumes what is best to
// assume; without accesses: there is none, *why.
static attempt
assume_best(rec_an *an, const rec_origins *w, int i, int from, int to,
            rec_why *why) {
  enum { SOME = 8 };
  attempts tried = {0};
  attempt best = {0}, large = {0};
  for (int mode = from; mode < to; mode++)
    for (int k = 0; k < 2 * REC_WAYS; k++) {
      attempt t = attempt_of(an, w, k, i, an->may_assume);
      if (!is_new(&t, mode, &tried))
        continue;
      bool for_large = !large.xs || t.shape.down > large.shape.down;
      bool for_best = !best.xs && !t.shape.down;
      if ((for_large || for_best) && holds(&t, why)) {
        if (for_large && rec_is_plausible(an, &t.assumes, t.doms.at, SOME))
          large = t;
        if (for_best && rec_is_plausible(an, &t.assumes, t.doms.at, 0))
          best = t;
      }
    }
  return large.xs ? large : best;
}

// Whether iterations of index "i" meet in the accesses "xs", by attempts in the
// modes from "from" to below "to"; and the attempt *best when that assumes.
static outcome
try_modes(rec_an *an, const rec_accesses *xs, int i, int from, int to,
          rec_why *why, attempt *best) {
  rec_origins *w = NEW(an->a, rec_origins); // of *best, too
  rec_find_origins(an, xs, w);
  long steps = an->cx->n_steps;
  if (are_proven(an, w, i, from, to))
    return PROVEN;
  an->cx->n_steps = steps; // the same is asked again, and charged
  rec_query_ok(an);
  *best = assume_best(an, w, i, from, to, why);
  return !best->xs ? MEET : best->assumes.n ? ASSUMED : PROVEN;
}

// Adds to "out" that all that one of "ways" says holds.
static void
assume_one_of(rec_an *an, const rec_ways *ways, rec_assumes *out) {
  const rec_assumes *first = &ways->at[0];
  rec_assume one = {.at = first->at[0].at, .composed = true, .instead = *ways};
  if (ways->n > 1)
    vec_push(an->a, out, one);
  for (int k = 0; k < first->n && ways->n == 1; k++)
    vec_push(an->a, out, first->at[k]);
}

// Whether no two iterations of index "i" meet in the accesses "xs", a group, by
// what goes to "out"; *loose when that takes a shape of loose strides.
static bool
is_independent_group(rec_an *an, const rec_accesses *xs, int i,
                     rec_assumes *out, bool *loose) {
  attempt best = {0};
  rec_why why = {0};
  rec_ways ways = {0};
  outcome o = try_modes(an, xs, i, 0, REC_SHAPE__COUNT, &why, &best);
  if (o == ASSUMED)
    vec_push(an->a, &ways, best.assumes);
  for (int m = REC_SHAPE_LOOSE; m < REC_SHAPE__ALL && o == MEET; m++) {
    attempt own = {0};
    outcome one = try_modes(an, xs, i, m, m + 1, &why, &own);
    if (one == PROVEN)
      return true;
    if (one == ASSUMED)
      vec_push(an->a, &ways, own.assumes);
    *loose |= one == ASSUMED;
  }
  if (ways.n)
    assume_one_of(an, &ways, out);
  return ways.n || o == PROVEN;
}

// True when the accesses "xs" move alike, by no constant, from one iteration of
// index "i" to the next.
static bool
move_alike(rec_an *an, const rec_accesses *xs, int i) {
  bool alike = true;
  for (int k = 0; k < xs->n && alike; k++) {
    const an_poly *p = &xs->at[k].poly;
    an_poly d = an_poly_add(an->a, p, &xs->at[0].poly, -1);
    alike = !d.bad && !rec_poly_varies(an, &d) &&
            !rec_an_step(an, an->atoms.at[i].val, p);
  }
  return alike;
}

// Whether no two iterations of index "i" meet in the accesses "xs", by what
// goes to "out": groups of accesses are independent each, and apart. Where that
// is "needed", for want of a shape of all together, they have loose strides or
// move alike, but by no constant: others are told apart in front of the loop
// (shapes/apart.c), or have other shapes.
static bool
are_independent_groups(rec_an *an, const rec_accesses *xs, int i, bool needed,
                       rec_assumes *out) {
  rec_apart *apart = NEW(an->a, rec_apart);
  bool loose = false, ok = rec_find_groups(an, xs, apart);
  for (int g = 0; g < apart->groups.n && ok; g++) {
    rec_accesses own = {0};
    for (int k = 0; k < apart->groups.at[g].n; k++)
      vec_push(an->a, &own, apart->groups.at[g].at[k]);
    ok = !rec_group_writes(&own) ||
         is_independent_group(an, &own, i, out, &loose);
  }
  bool fits = needed ? loose || move_alike(an, xs, i) : apart->groups.n > 1;
  if (!ok || !fits)
    return false;
  if (apart->groups.n > 1)
    vec_push(
        an->a, out,
        ((rec_assume){.at = xs->at[0].op, .composed = true, .apart = apart}));
  return true;
}

// True when attempt "t" has what two accesses are apart in a row: a symbolic
// offset that not all have.
static bool
has_distance_in_row(const attempt *t) {
  for (int i = 0; i < t->xs->n; i++)
    for (int k = 0; k + 1 < t->shape.n; k++) {
      const an_poly *c = &t->tuples[i][t->shape.n - 1 - k];
      for (int j = 0; j < c->t.n; j++) {
        const an_mono *m = &c->t.at[j];
        if (m->n && !rec_mono_varies(t->an, m) &&
            rec_common_coef(t->xs, m) != m->coef)
          return true;
      }
    }
  return false;
}

bool
rec_class_independent(rec_an *an, const rec_accesses *all, int i,
                      rec_why *why) {
  rec_accesses own = rec_without_repeated(an, all);
  for (int k = 0; k < own.n; k++)
    if (own.at[k].write && may_repeat(an, &own.at[k], i)) {
      blame(an, &own.at[k], why);
      return false;
    }
  if (rec_meet_in_no_pair(an, &own, i))
    return true;
  attempt best = {0};
  outcome o = try_modes(an, &own, i, 0, REC_SHAPE__COUNT, why, &best);
  if (o == PROVEN)
    return true;
  rec_ways ways = {0};
  rec_assumes groups = {0};
  if (o == ASSUMED)
    vec_push(an->a, &ways, best.assumes);
  if (an->may_assume && (o == MEET || has_distance_in_row(&best)) &&
      are_independent_groups(an, &own, i, o == MEET, &groups))
    vec_push(an->a, &ways, groups);
  if (ways.n)
    assume_one_of(an, &ways, &an->assumes);
  for (int k = 0; k < own.n && !ways.n; k++)
    if (own.at[k].write)
      blame(an, &own.at[k], why);
  return ways.n;
}

// rec_allow_single of the assumptions "all" from "n" on. One that is composed
// does not say where the loop may have one iteration; those that it is made of
// do.
static void
allow_single(rec_an *an, ir_val *extent, const rec_assumes *all, int n) {
  for (; n < all->n; n++) {
    rec_assume *as = &all->at[n];
    for (int k = 0; k < as->instead.n; k++)
      allow_single(an, extent, &as->instead.at[k], 0);
    if (as->composed || as->other)
      continue;
    an_poly p = rec_read_exact(rec_dom_new(an, as->at, false), extent);
    p = an_poly_scale(an->a, &p, -1);
    if (p.bad)
      continue;
    an_poly *single = NEW(an->a, an_poly);
    *single = an_poly_plus(an->a, &p, 1);
    as->other = single;
  }
}

void
rec_allow_single(rec_an *an, ir_val *extent, int n) {
  allow_single(an, extent, &an->assumes, n);
}

// rec_is_data, at most "depth" ops back.
static bool
is_data(const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (!op || depth == 0)
    return false;
  if (op->code == IR_OP_INDEX)
    return true;
  if (op->code == IR_OP_IF)
    return is_data(op->regions[0]->last->ins.at[v->index], depth - 1) ||
           is_data(op->regions[1]->last->ins.at[v->index], depth - 1);
  for (int k = 0; k < op->ins.n && ir_is_scalar_op(op->code); k++)
    if (is_data(op->ins.at[k], depth - 1))
      return true;
  return false;
}

bool
rec_is_data(const ir_val *v) {
  enum { DEPTH = 12 };
  return is_data(v, DEPTH);
}
