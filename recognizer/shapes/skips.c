// recognizer/shapes/skips.c: loops that skip elements and walk through others.
//
//   while (i < n) {                            while (i < n) {
//     while (i < n && x[i] == c) i++;            j = i + 1;
//     if (i == n) break;                         while (j < n && x[j - 1] != c
//     { b = i;                              =>          && x[j] != c)
//       while (i < n && x[i] != c) i++;            j++;
//       use(b, i); }                             if (x[j - 1] != c) use(i, j);
//   }                                            i = j;
//                                              }
//
// What the second inner loop walks through is what the first one skips, turned
// round. So an element that is skipped is a run of its own, and the last
// element of any run tells which kind it is: all of a run are alike. An if that
// skips an element is the same, also where the element behind a run is passed
// over with it, and skipped elements do nothing: that is one of them. Where the
// loop walks without asking whether there is something left, what it does then,
// of no elements, is done behind it, if the last element is skipped. Runs are
// flattened then (runs.c).
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/scalars.h"

// A while loop that skips elements.
typedef struct skipping {
  loft_cx *cx;
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;          // the carried place
  ir_val *n;      // what it is to be below
  bool breaks;    // the loop goes on until the choice breaks
  ir_op *choice;  // skips an element, or walks; or does the latter or nothing
  int rest;       // in which of its regions is walked
  ir_loop in;     // the loop that walks
  int at;         // what it carries of the place; others are folds
  int64_t ahead;  // it begins so many places, 0 or 1, behind "from"
  ir_loop skip;   // the loop that skips; no op: the choice does
  ir_val *from;   // where the walk begins
  ir_vals places; // values that are the place that is looked at
  ir_val *test;   // whether an element is skipped ...
  bool opposite;  // ... or is not
} skipping;

// -- Matching -----------------------------------------------------------------
// True when "x" is "y", converted to no less bits.
static bool
is_converted(const skipping *z, const ir_val *x, const ir_val *y) {
  const ir_op *op = x->def;
  return an_same_value(z->a, x, y) ||
         (op && op->code == IR_OP_CONVERT &&
          an_same_value(z->a, op->ins.at[0], y) &&
          ir_size(x->type.elem) >= ir_size(y->type.elem));
}

// True when bool "v" is x < z->n, for "x" or any if NULL; "opposite" to it.
static bool
is_below(const skipping *z, const ir_val *v, const ir_val *x, bool opposite) {
  const ir_op *op = v->def;
  ir_opcode yes = opposite ? IR_OP_GE : IR_OP_LT;
  ir_opcode turned = opposite ? IR_OP_LE : IR_OP_GT;
  if (!op || (op->code != yes && op->code != turned))
    return false;
  int first = op->code == turned;
  return (!x || op->ins.at[first] == x) &&
         an_same_value(z->a, op->ins.at[1 - first], z->n);
}

// True when "v" is how many places there are from "from", which is "more" than
// another one, to z->n, if any.
static bool
is_distance(const skipping *z, const ir_val *v, const ir_val *from,
            int64_t more) {
  an_choice c;
  int64_t none, own;
  if (an_match_either(v, &c) && ir_match_int(c.z, &none) && !none &&
      is_below(z, c.c, from, false))
    v = c.y;
  const ir_op *op = v->def;
  if (!op || op->code != IR_OP_SUB || !is_converted(z, op->ins.at[0], z->n))
    return false;
  const ir_val *place = rec_before_added(from, &own);
  return is_converted(z, op->ins.at[1], from) ||
         (more == own && rec_before_added(op->ins.at[1], &own) == place &&
          own == more);
}

// "v" before 1 was added to it; NULL: it was not.
static ir_val *
before_one(const ir_val *v) {
  const ir_op *op = v->def;
  int64_t one = 0;
  bool adds = op && op->code == IR_OP_ADD &&
              ir_match_int(op->ins.at[1], &one) && one == 1;
  return adds ? op->ins.at[0] : NULL;
}

// True when "v" is "from", or one more if *ahead says that it may be, which
// says then whether it is.
static bool
is_begin(const ir_val *v, const ir_val *from, int64_t *ahead) {
  bool is = v == from;
  if (!is && (!*ahead || before_one(v) != from))
    return false;
  *ahead = !is;
  return true;
}

// Finds loop "op" in *in, which looks at one place after the other from "from"
// on, or *ahead, as far as z->n, and leaves the one at which it stops as
// carried value *at_k.
static bool
match_scan(skipping *z, ir_op *op, ir_val *from, ir_loop *in, int *at_k,
           int64_t *ahead) {
  int64_t yes, step;
  if (!op->has_while || op->n_dims != 1 || !ir_match_loop(op, in) ||
      !ir_match_int(in->inits[0], &yes) || !yes)
    return false;
  for (*at_k = in->n_carried - 1;
       *at_k > 0 && !is_begin(in->inits[*at_k], from, ahead);)
    --*at_k;
  if (!*at_k || !is_distance(z, in->extent, in->inits[*at_k], *ahead))
    return false;
  ir_val *go = in->yields[0], *next = in->yields[*at_k];
  ir_val *where[2] = {rec_value_where(z->a, next, go, false),
                      rec_value_where(z->a, next, go, true)};
  if (!where[0] || !where[1])
    return false;
  rec_an *an = rec_an_new(z->cx, z->f, z->l.body);
  rec_dom *d = rec_dom_new(an, in->body->last, false);
  an_poly stop = rec_read_modulo(d, where[0]);
  an_poly on = rec_read_modulo(d, where[1]);
  an_poly at = an_poly_atom(z->a, rec_an_atom(an, from));
  an_poly begin = rec_read_exact(d, in->inits[*at_k]);
  an_poly index = an_poly_atom(z->a, rec_an_atom(an, in->i));
  at = an_poly_plus(z->a, &at, *ahead);
  at = an_poly_add(z->a, &at, &index, 1);
  begin = an_poly_add(z->a, &begin, &index, 1);
  at =
      an_poly_eq(&stop, &begin) ? begin : at; // unsigned sums read as one value
  on = an_poly_add(z->a, &on, &stop, -1);
  ir_foreach_op (each, in->body) {
    ir_val *v = each->outs.n ? each->outs.at[0] : NULL;
    if (!v || !ir_is_scalar_op(each->code) || !ir_is_int(v->type.elem))
      continue;
    an_poly own = rec_read_modulo(d, v);
    if (!own.bad && an_poly_eq(&own, &at))
      vec_push(z->a, &z->places, v);
  }
  bool ok = !stop.bad && !on.bad && an_poly_eq(&stop, &at) &&
            an_poly_is_const(&on, &step) && step == 1;
  rec_an_free(an);
  return ok;
}

// True when "v" of the loop's body is made of scalars, and of elements that the
// loop does not write.
static bool
is_test(const skipping *z, const ir_val *v) {
  const ir_op *op = v->def;
  if (v == z->from || ir_is_outside(v, z->l.body))
    return true;
  if (!op)
    return v->param_of == z->l.body || v->index == 0; // no fold of the walk
  bool ok =
      ir_is_scalar_op(op->code) ||
      (op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], z->l.body));
  for (int i = 0; i < op->ins.n && ok; i++)
    ok = is_test(z, op->ins.at[i]);
  return ok;
}

// What the choice gives for "v", one of its results, in region "r"; else "v".
static ir_val *
in_region(const skipping *z, ir_val *v, int r) {
  return v->def == z->choice ? z->choice->regions[r]->last->ins.at[v->index]
                             : v;
}

// Takes carried value "next" for the place, and "n" for the bound.
static bool
take_bound(skipping *z, const ir_val *next, ir_val *const *of, ir_val *n) {
  z->n = n;
  for (z->k = 1; z->k < z->l.n_carried; z->k++)
    if (of[z->k] == next)
      return ir_is_outside(n, z->l.body);
  return false;
}

// Finds the bound and the carried place that the loop goes on below it by.
static bool
match_bound(skipping *z) {
  ir_val *go = z->l.yields[0], *both[2] = {go, NULL};
  an_match_both(go, false, both);
  for (int i = 0; i < 2; i++) {
    const ir_op *op = both[i] ? both[i]->def : NULL;
    bool less = op && op->code == IR_OP_LT;
    if (less || (op && op->code == IR_OP_GT))
      return take_bound(z, op->ins.at[!less], z->l.yields, op->ins.at[less]);
  }
  return false;
}

// Finds them where the loop goes on until it breaks: by what a choice asks of
// the place that a loop before it leaves.
static bool
match_break(skipping *z) {
  ir_loop skip;
  ir_op *first = NULL;
  int64_t yes;
  ir_foreach_op (op, z->l.body) {
    if (op->code == IR_OP_LOOP && !first)
      first = op;
    const ir_op *c = op->code == IR_OP_IF ? op->ins.at[0]->def : NULL;
    if (!c || c->ins.n != 2 || !first)
      continue;
    int at = c->ins.at[1]->def == first;
    z->breaks = true;
    return ir_match_loop(first, &skip) && skip.n_carried == 2 &&
           c->ins.at[at] == skip.outs[1] && ir_match_int(z->l.inits[0], &yes) &&
           yes && take_bound(z, skip.inits[1], z->l.carried, c->ins.at[!at]);
  }
  return false;
}

// "v", which is asked of a place, for place "at" at "b".
static ir_val *
build_asked(const skipping *z, ir_builder *b, ir_val *v, ir_val *at) {
  map *subst = map_new(z->a);
  for (int i = 0; i < z->places.n; i++)
    map_put(subst, z->places.at[i],
            ir_build_convert(b, at, z->places.at[i]->type.elem));
  return an_copy_slice(b, v, z->l.body, subst);
}

// -- Bounded walks
// -------------------------------------------------------------- Lets loop
// "op", if it walks up to the bound and no front end counted it, count the
// places that are left.
static void
count_walk(const skipping *z, ir_op *op) {
  rec_walk w = {0};
  ir_val *places[2];
  int64_t yes;
  if (op->code != IR_OP_LOOP || op->n_dims || !op->has_while ||
      !ir_match_loop(op, &w.l) || ir_match_int(w.l.inits[0], &yes) ||
      w.l.carried[0]->n_uses || w.l.outs[0]->n_uses)
    return;
  for (int k = 1; k < w.l.n_carried && !w.k; k++)
    if (!w.l.carried[k]->type.array && ir_is_int(w.l.carried[k]->type.elem))
      rec_match_walk(z->cx, z->f, z->l.body, k, &w);
  if (!w.k || !rec_walk_asks_first(z->a, &w) || !rec_drop_bound(z->a, &w, z->n))
    return;
  ir_op *counting = rec_count_walk(z->a, &w, z->n, places);
  for (int k = 0; k < w.l.n_carried; k++)
    ir_replace_uses(z->f, w.l.outs[k], counting->outs.at[k]);
  ir_remove(op);
}

// The same with all walks of the loop's body and its ifs.
static void
count_walks(skipping *z) {
  ir_foreach_op_safe (op, z->l.body) {
    for (int r = 0; r < op->n_regions && op->code == IR_OP_IF; r++)
      ir_foreach_op_safe (each, op->regions[r])
        count_walk(z, each);
    count_walk(z, op);
  }
  ir_count_uses(z->f);
  rec_remove_unused(z->l.body);
  ir_match_loop(z->l.op, &z->l);
  ir_count_uses(z->f);
}

// -- A walk of nothing
// ---------------------------------------------------------- ir_walk_fn: stops
// at a loop.
static bool
is_no_loop(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_LOOP;
}

// The loop that walks, if the loop's body has it behind the one that skips,
// *skip, and no others; else NULL.
static ir_op *
find_both(const skipping *z, ir_op **skip) {
  ir_op *walk = NULL;
  *skip = NULL;
  ir_foreach_op (op, z->l.body) {
    bool nested = false;
    for (int r = 0; r < op->n_regions; r++)
      nested = nested || !ir_walk(op->regions[r], is_no_loop, NULL);
    if (nested || (op->code == IR_OP_LOOP && walk))
      return NULL;
    if (op->code == IR_OP_LOOP && *skip)
      walk = op;
    else if (op->code == IR_OP_LOOP)
      *skip = op;
  }
  return walk;
}

// Moves what is behind the loop that skips into region "r" of if "choice", the
// results of which the loop goes on with.
static void
move_rest(const skipping *z, ir_op *choice, ir_region *r) {
  ir_op *last = z->l.body->last;
  ir_vals outs = {0};
  for (ir_op *op = z->skip.op->next, *next; op != last; op = next) {
    next = op->next;
    if (op != choice && op != choice->ins.at[0]->def)
      ir_move(op, r, NULL);
  }
  for (int k = 1; k < z->l.n_carried; k++)
    vec_push(z->a, &outs, z->l.yields[k]);
  ir_builder b = ir_at_end(r);
  ir_build_yield(&b, outs.at, outs.n);
}

// What region "r", behind the loop that skips, does with no elements in front
// of the bound, behind the loop, where the last element is skipped: what that
// leaves takes the place of the loop's results.
static void
build_none(const skipping *z, const ir_region *r, ir_op *inner) {
  const ir_loop *l = &z->l;
  ir_loop walk;
  ir_match_loop(inner, &walk);
  ir_builder b = ir_before(l->op->next);
  ir_builder yes, no;
  ir_build_if(&b, l->inits[0], &yes, &no);
  ir_val *last = ir_build_convert(&yes, z->n, IR_I64);
  last = ir_build2(&yes, IR_OP_SUB, last, ir_build_int(&yes, IR_I64, 1));
  ir_val *skipped = build_asked(z, &yes, z->skip.yields[0], last);
  ir_val *none = ir_build_int(&no, IR_BOOL, 0);
  skipped = ir_end_if(&yes, skipped, &no, none, "skipped");
  ir_builder in, other;
  ir_op *choice = ir_build_if(&b, skipped, &in, &other);
  for (int k = 1; k < l->n_carried; k++)
    ir_replace_uses(z->f, l->outs[k],
                    ir_add_out(choice, l->outs[k]->type, l->outs[k]->name));
  map *subst = map_new(z->a);
  for (int k = 1; k < l->n_carried; k++)
    map_put(subst, l->carried[k], l->outs[k]);
  map_put(subst, z->skip.outs[1], z->n);
  for (const ir_op *op = l->body->first; op != z->skip.op; op = op->next)
    ir_clone_op(&in, op, subst);
  for (const ir_op *op = r->first; op != r->last; op = op->next)
    if (op != walk.op)
      ir_clone_op(&in, op, subst);
    else
      for (int k = 0; k < walk.n_carried; k++)
        map_put(subst, walk.outs[k], ir_substituted(subst, walk.inits[k]));
  ir_vals outs = {0};
  for (int k = 0; k < r->last->ins.n; k++)
    vec_push(z->a, &outs, ir_substituted(subst, r->last->ins.at[k]));
  ir_build_yield(&in, outs.at, outs.n);
  ir_build_yield(&other, l->outs + 1, l->n_carried - 1);
}

// Lets the loop ask whether there is something left behind what it skips,
// before it walks, if it does not.
static void
ask_before_walk(skipping *z) {
  int at;
  int64_t none = 0;
  ir_op *op, *walk = find_both(z, &op), *last = z->l.body->last;
  if (!walk || z->breaks ||
      !match_scan(z, op, z->l.carried[z->k], &z->skip, &at, &none) ||
      z->skip.n_carried != 2 || !is_test(z, z->skip.yields[0]) ||
      !is_below(z, z->l.yields[0], z->l.yields[z->k], false))
    return;
  ir_builder b = ir_before(op->next);
  ir_val *left = ir_build2(&b, IR_OP_LT, z->skip.outs[1], z->n);
  ir_op *choice = ir_start_if(&b, left);
  ir_region *r = ir_add_region(choice);
  move_rest(z, choice, r);
  ir_builder no = ir_at_end(ir_add_region(choice));
  ir_vals stay = {0};
  for (int k = 1; k < z->l.n_carried; k++)
    vec_push(z->a, &stay, k == z->k ? z->skip.outs[1] : z->l.carried[k]);
  ir_build_yield(&no, stay.at, stay.n);
  build_none(z, r, walk);
  for (int k = 1; k < z->l.n_carried; k++)
    last->ins.at[k] =
        ir_add_out(choice, z->l.carried[k]->type, z->l.carried[k]->name);
  ir_builder end = ir_before(last);
  last->ins.at[0] = ir_build2(&end, IR_OP_LT, last->ins.at[z->k], z->n);
  z->skip = (ir_loop){0};
  ir_match_loop(z->l.op, &z->l);
  ir_count_uses(z->f);
}

// -- Matching -----------------------------------------------------------------
// Finds the choice in the loop's body, and the loop that skips before it.
static bool
match_parts(skipping *z) {
  ir_op *skip = NULL;
  int at;
  int64_t none = 0;
  ir_foreach_op (op, z->l.body) {
    if (op->code == IR_OP_LOOP && !skip && !z->choice)
      skip = op;
    else if (op->code == IR_OP_IF && !z->choice)
      z->choice = op;
    else if (op != z->l.body->last && !ir_is_scalar_op(op->code) &&
             op->code != IR_OP_INDEX)
      return false;
  }
  z->from = z->l.carried[z->k];
  if (!z->choice || z->choice->n_regions != 2 ||
      (skip && (!match_scan(z, skip, z->from, &z->skip, &at, &none) ||
                z->skip.n_carried != 2)))
    return false;
  z->from = skip ? z->skip.outs[1] : z->from;
  return !skip || !z->skip.op || z->skip.op == skip;
}

// ir_walk_fn: stops at an op of the loop that walks which changes or reads what
// the loops write.
static bool
is_pure_inside(void *user, ir_op *op) {
  const skipping *z = user;
  return ir_is_scalar_op(op->code) || op->code == IR_OP_IF ||
         op->code == IR_OP_YIELD ||
         (op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], z->l.body));
}

// True when what the loop that walks carries besides the place are scalars that
// start as a walk does.
static bool
has_folds(const skipping *z) {
  const ir_loop *in = &z->in;
  bool ok = in->n_carried == 2 ||
            ir_walk(in->body, is_pure_inside, (void *)(uintptr_t)z);
  ir_vals start = {0};
  vec_push(z->a, &start, z->from);
  for (int k = 1; k < in->n_carried && ok; k++)
    ok = k == z->at || (!in->carried[k]->type.array &&
                        an_is_made_of(z->a, in->inits[k], z->l.body, &start));
  return ok;
}

// rec_do_starts: where what is not skipped begins.
static bool
starts_walk(const void *user, const ir_val *from) {
  const skipping *z = user;
  return from == z->from;
}

// Lets do loop "w" go on by what it asks besides for the bound. False where it
// does not ask for that.
static bool
drop_bound(const skipping *z, rec_walk *w) {
  if (w->l.i) {
    const ir_op *op = w->l.extent->def;
    int64_t least;
    bool max = op && op->code == IR_OP_MAX &&
               ir_match_int(op->ins.at[1], &least) && least == 1;
    return max && is_distance(z, op->ins.at[0], z->from, 0);
  }
  return rec_drop_bound(z->a, w, z->n);
}

// The loop that walks in place of do loop "op", from the second place on; "op"
// if it is none.
static ir_op *
count_do(const skipping *z, ir_op *op) {
  rec_walk w;
  ir_val *places[2];
  if (!rec_match_do(z->cx, z->f, z->l.body, op, starts_walk, z, &w) ||
      !drop_bound(z, &w))
    return op;
  ir_op *counting = rec_count_do(z->a, &w, z->n, places);
  for (int k = 0; k < w.l.n_carried; k++)
    ir_replace_uses(z->f, w.l.outs[k], counting->outs.at[k]);
  ir_remove(op);
  ir_count_uses(z->f);
  return counting;
}

// Finds the loop that walks, in a region of the choice.
static bool
match_walk(skipping *z) {
  for (int r = 0; r < 2; r++)
    ir_foreach_op (op, z->choice->regions[r]) {
      if (op->code != IR_OP_LOOP)
        continue;
      op = count_do(z, op);
      z->ahead = 1;
      if (z->in.op || !match_scan(z, op, z->from, &z->in, &z->at, &z->ahead))
        return false;
      z->rest = r;
    }
  return z->in.op && has_folds(z);
}

// True when nothing but the place changes where the choice does not walk.
static bool
does_nothing(const skipping *z) {
  bool nothing = true;
  for (int k = 1; k < z->l.n_carried && nothing; k++)
    nothing =
        k == z->k || in_region(z, z->l.yields[k], !z->rest) == z->l.carried[k];
  return nothing;
}

// True when "v" is whether the choice did not break, which it does where it
// does not walk, or where "may".
static bool
is_unbroken(const skipping *z, const ir_val *v, bool may) {
  const ir_op *op = v->def;
  int64_t on, off = 1;
  if (!op || op->code != IR_OP_NOT || op->ins.at[0]->def != z->choice)
    return false;
  ir_val *broke = op->ins.at[0];
  return ir_match_int(in_region(z, broke, z->rest), &on) && !on &&
         (may || (ir_match_int(in_region(z, broke, !z->rest), &off) && off));
}

// True when the loop goes on below the bound, and may break only where a loop
// skipped all that is left.
static bool
goes_on(const skipping *z) {
  ir_val *go = z->l.yields[0], *next = z->l.yields[z->k], *both[2];
  if (z->breaks)
    return is_unbroken(z, go, false);
  if (is_below(z, go, next, false))
    return true;
  return z->skip.op && an_match_both(go, false, both) &&
         ((is_unbroken(z, both[0], true) &&
           is_below(z, both[1], next, false)) ||
          (is_unbroken(z, both[1], true) && is_below(z, both[0], next, false)));
}

// True when only the loop that skips, if there is one, uses the place that it
// begins at: a run of what is walked through begins where it ends.
static bool
skips_unseen(const skipping *z) {
  ir_vals before = {0};
  bool behind = false, unseen = true;
  vec_push(z->a, &before, z->l.carried[z->k]);
  ir_foreach_op (op, z->l.body) {
    an_uses u = an_uses_of(z->a, op);
    bool uses = false;
    for (int i = 0; i < before.n && !uses; i++)
      uses = ir_vals_has(&u.uses, before.at[i]);
    unseen = unseen && !(uses && behind);
    behind |= op == z->skip.op;
    for (int k = 0; k < op->outs.n && uses && !behind; k++)
      vec_push(z->a, &before, op->outs.at[k]);
  }
  return unseen;
}

// True when what the loop goes on with, but for the place, is what it had or
// what the choice gives, and nothing else asks where the inner loops ended.
static bool
is_private(const skipping *z) {
  bool own =
      !z->in.outs[0]->n_uses && (!z->skip.op || !z->skip.outs[0]->n_uses);
  for (int k = 1; k < z->l.n_carried && own; k++) {
    const ir_val *v = z->l.yields[k];
    own = k == z->k || v->def == z->choice || !v->def;
  }
  return own;
}

// True when the next place is where the walk stops, or one that is skipped, and
// the one behind in either case. Behind a walk it may be the one behind, too:
// what is passed over with it is skipped as others are, if that does nothing.
static bool
match_next(const skipping *z) {
  ir_val *next = z->l.yields[z->k], *before = before_one(next);
  bool behind = before && next->def->parent == z->l.body;
  next = behind ? before : next;
  ir_val *skipped = in_region(z, next, !z->rest);
  ir_val *walked = in_region(z, next, z->rest);
  bool passes = walked != z->in.outs[z->at];
  if (passes && (behind || before_one(walked) != z->in.outs[z->at]))
    return false;
  if ((behind || passes) && (!does_nothing(z) || z->l.outs[z->k]->n_uses))
    return false;
  if (z->skip.op)
    return !behind && skipped == z->from;
  return (behind ? skipped : before_one(skipped)) == z->from;
}

// Finds what is asked of an element that may be skipped.
static bool
match_test(skipping *z) {
  ir_val *c = z->choice->ins.at[0];
  z->test = z->skip.op ? z->skip.yields[0] : c;
  z->opposite = !z->skip.op && z->rest == 0;
  if (!is_test(z, z->test) || !is_test(z, z->in.yields[0]))
    return false;
  if (!z->skip.op)
    return true;
  const ir_op *op = c->def;
  bool at_end =
      !z->breaks && op && (op->code == IR_OP_EQ || op->code == IR_OP_NE) &&
      op->ins.at[0] == z->from && an_same_value(z->a, op->ins.at[1], z->n);
  if (at_end)
    at_end = (op->code == IR_OP_EQ) == (z->rest == 1);
  return does_nothing(z) && (at_end || is_below(z, c, z->from, z->rest == 1));
}

// Finds the parts of loop "op".
static bool
match(skipping *z, ir_op *op) {
  if (!op->has_while || op->n_dims || !ir_match_loop(op, &z->l))
    return false;
  ir_count_uses(z->f);
  bool bounded =
      match_bound(z) && is_below(z, z->l.inits[0], z->l.inits[z->k], false);
  if (!bounded && !match_break(z))
    return false;
  count_walks(z);
  if (bounded)
    ask_before_walk(z);
  return !z->l.carried[0]->n_uses && !z->l.outs[0]->n_uses && match_parts(z) &&
         match_walk(z) && goes_on(z) && match_next(z) && is_private(z) &&
         skips_unseen(z) && match_test(z);
}

// -- Building -----------------------------------------------------------------
// ir_walk_fn: collects the place that "op" widens, if it does.
static bool
collect_place(void *user, ir_op *op) {
  skipping *z = user;
  if (op->code == IR_OP_CONVERT &&
      (op->ins.at[0] == z->from || op->ins.at[0] == z->l.carried[z->k]))
    vec_push(z->a, &z->places, op->outs.at[0]);
  return true;
}

// Whether place "at" is walked through, at "b".
static ir_val *
build_walks(const skipping *z, ir_builder *b, ir_val *at) {
  ir_val *v = build_asked(z, b, z->test, at);
  return z->opposite ? v : ir_build1(b, IR_OP_NOT, v);
}

// True when bools "x" and "y" are each other's opposites, by De Morgan's laws.
static bool
are_opposite(arena *a, const ir_val *x, const ir_val *y) {
  ir_val *p[2], *q[2];
  if (an_are_opposite(a, x, y))
    return true;
  for (int any = 0; any < 2; any++)
    if (an_match_both(x, any, p) && an_match_both(y, !any, q))
      return (are_opposite(a, p[0], q[0]) && are_opposite(a, p[1], q[1])) ||
             (are_opposite(a, p[0], q[1]) && are_opposite(a, p[1], q[0]));
  return false;
}

// True when bools "x" and "y" are the same, by these laws.
static bool
are_alike(arena *a, const ir_val *x, const ir_val *y) {
  const ir_op *p = x->def, *q = y->def;
  return an_same_value(a, x, y) ||
         (p && p->code == IR_OP_NOT && are_opposite(a, p->ins.at[0], y)) ||
         (q && q->code == IR_OP_NOT && are_opposite(a, x, q->ins.at[0]));
}

// What the folds "was" of the walk that begins at "start" become at place "at",
// where "c" holds, at "b"; else they stay.
static void
build_folds(const skipping *z, ir_builder *b, ir_val *c, ir_val *start,
            ir_val *at, const ir_vals *was, ir_vals *out) {
  const ir_loop *in = &z->in;
  if (!was->n)
    return;
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, c, &yes, &no);
  ir_vals rest = {0};
  map *subst = map_new(z->a);
  map_put(subst, z->from, start);
  for (int i = 0; i < z->places.n; i++) {
    ir_val *p = z->places.at[i];
    if (p->def && p->def->parent == in->body)
      map_put(subst, p, ir_build_convert(&yes, at, p->type.elem));
  }
  ir_val *wide = ir_build_convert(&yes, start, IR_I64);
  if (z->ahead)
    wide = ir_build2(&yes, IR_OP_ADD, wide, ir_build_int(&yes, IR_I64, 1));
  map_put(subst, in->i, ir_build2(&yes, IR_OP_SUB, at, wide));
  map_put(subst, in->carried[0], c);
  map_put(subst, in->carried[z->at],
          ir_build_convert(&yes, at, in->carried[z->at]->type.elem));
  for (int k = 1, i = 0; k < in->n_carried; k++)
    if (k != z->at)
      map_put(subst, in->carried[k], was->at[i++]);
  for (int k = 1; k < in->n_carried; k++)
    if (k != z->at)
      vec_push(z->a, &rest,
               an_copy_slice(&yes, in->yields[k], z->l.body, subst));
  ir_build_yield(&yes, rest.at, rest.n);
  ir_build_yield(&no, was->at, was->n);
  for (int i = 0; i < was->n; i++)
    vec_push(z->a, out, ir_add_out(choice, was->at[i]->type, was->at[i]->name));
}

// What the folds of a walk that begins at "from" start with, at "b".
static ir_vals
build_starts(const skipping *z, ir_builder *b, ir_val *from) {
  ir_vals out = {0};
  map *subst = map_new(z->a);
  map_put(subst, z->from, from);
  for (int k = 1; k < z->in.n_carried; k++)
    if (k != z->at)
      vec_push(z->a, &out, an_copy_slice(b, z->in.inits[k], z->l.body, subst));
  return out;
}

// The loop at "b" that looks for the end of the run that begins at the carried
// place. NULL: what is skipped may be walked through, too.
static ir_op *
build_inner(const skipping *z, ir_builder *b) {
  ir_val *from = z->l.carried[z->k], *one = ir_build_int(b, IR_I64, 1);
  ir_val *start = ir_build_convert(b, from, IR_I64);
  start = ir_build2(b, IR_OP_ADD, start, one);
  ir_val *n = ir_build_convert(b, z->n, IR_I64);
  ir_val *extent = ir_build2(b, IR_OP_SUB, n, start);
  ir_val *yes = ir_build_int(b, IR_BOOL, 1), *first;
  first = ir_build_int(b, from->type.elem, 1);
  first = ir_build2(b, IR_OP_ADD, from, first);
  ir_vals starts = build_starts(z, b, from), begun = {0}, folds = {0},
          outs = {0};
  ir_val *wide = ir_build_convert(b, from, IR_I64);
  if (starts.n && z->ahead)
    begun = starts;
  else if (starts.n)
    build_folds(z, b, build_walks(z, b, wide), from, wide, &starts, &begun);
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, extent, "at");
  op->has_while = true;
  ir_add_carried(op, yes, "go", "go");
  ir_add_carried(op, first, from->name, from->name);
  for (int i = 0; i < begun.n; i++)
    vec_push(z->a, &folds, ir_add_carried(op, begun.at[i], "fold", "fold"));
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *at = ir_build2(&in, IR_OP_ADD, op->regions[0]->params.at[0], start);
  ir_val *next = ir_build2(&in, IR_OP_ADD, at, ir_build_int(&in, IR_I64, 1));
  ir_val *last = ir_build2(&in, IR_OP_SUB, at, ir_build_int(&in, IR_I64, 1));
  ir_val *was = build_walks(z, &in, last), *is = build_walks(z, &in, at);
  ir_val *on = build_asked(z, &in, z->in.yields[0], at);
  const ir_val *not_is = is->def->ins.at[0];
  bool ok =
      z->opposite ? are_alike(z->a, is, on) : are_opposite(z->a, not_is, on);
  ir_val *go = ir_build2(&in, IR_OP_AND, was, is);
  ir_val *stop = ir_build_convert(&in, at, from->type.elem);
  next = ir_build_convert(&in, next, from->type.elem);
  next = ir_build3(&in, IR_OP_SELECT, go, next, stop);
  vec_push(z->a, &outs, go);
  vec_push(z->a, &outs, next);
  build_folds(z, &in, go, from, at, &folds, &outs);
  ir_build_yield(&in, outs.at, outs.n);
  return ok ? op : NULL;
}

// What is done with a run, which loop "inner" finds, in region "into", where C
// does it in region "r" of the choice. One that is skipped is one element.
static void
build_run(const skipping *z, ir_region *into, int r, const ir_op *inner) {
  ir_builder b = ir_at_end(into);
  ir_val *end = inner->outs.at[1];
  map *subst = map_new(z->a);
  ir_vals outs = {0};
  ir_val *from = z->l.carried[z->k], *one;
  if (r != z->rest) {
    one = ir_build_int(&b, from->type.elem, 1);
    from = ir_build2(&b, IR_OP_SUB, end, one);
  }
  map_put(subst, z->l.carried[z->k], from);
  map_put(subst, z->from, from);
  map_put(subst, z->in.outs[z->at], end);
  for (int k = 1, i = 2; k < z->in.n_carried; k++)
    if (k != z->at)
      map_put(subst, z->in.outs[k], inner->outs.at[i++]);
  ir_foreach_op (op, z->l.body)
    if (op != z->l.body->last && ir_comes_before(op, z->choice) &&
        op != z->skip.op)
      ir_clone_op(&b, op, subst);
  ir_foreach_op (op, z->choice->regions[r])
    if (op != z->choice->regions[r]->last && op != z->in.op)
      ir_clone_op(&b, op, subst);
  for (int k = 1; k < z->l.n_carried; k++)
    if (k != z->k)
      vec_push(z->a, &outs,
               ir_substituted(subst, in_region(z, z->l.yields[k], r)));
  ir_build_yield(&b, outs.at, outs.n);
}

// Puts runs in place of the loop's body. False: it may skip what it walks
// through, and what was built is not used.
static bool
build_body(skipping *z) {
  ir_op *last = z->l.body->last, *was = last->prev;
  vec_push(z->a, &z->places, z->l.carried[z->k]);
  vec_push(z->a, &z->places, z->from);
  ir_walk(z->l.body, collect_place, z);
  ir_builder b = ir_before(last);
  b.loc = z->l.op->loc;
  ir_op *inner = build_inner(z, &b);
  if (!inner)
    return false;
  ir_val *end = inner->outs.at[1], *one = ir_build_int(&b, IR_I64, 1);
  ir_val *behind = ir_build_convert(&b, end, IR_I64);
  behind = ir_build2(&b, IR_OP_SUB, behind, one);
  ir_val *walks = build_walks(z, &b, behind);
  ir_op *choice = ir_start_if(&b, walks);
  ir_region *yes = ir_add_region(choice), *no = ir_add_region(choice);
  build_run(z, yes, z->rest, inner);
  build_run(z, no, !z->rest, inner);
  ir_val *go = ir_build2(&b, IR_OP_LT, end, z->n);
  if (z->breaks) {
    ir_builder before = ir_before(z->l.op);
    z->l.op->ins.at[0] = ir_build2(&before, IR_OP_LT, z->l.inits[z->k], z->n);
  }
  last->ins.at[0] = go;
  for (int k = 1; k < z->l.n_carried; k++) {
    const ir_val *p = z->l.carried[k];
    last->ins.at[k] = k == z->k ? end : ir_add_out(choice, p->type, p->name);
  }
  for (ir_op *op = was, *before; op; op = before) {
    before = op->prev;
    ir_remove(op);
  }
  return true;
}

bool
rec_join_skips(loft_cx *cx, ir_func *f, ir_op *op) {
  skipping z = {.cx = cx, .a = cx->arena, .f = f};
  return match(&z, op) && build_body(&z);
}
