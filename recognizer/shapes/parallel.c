// recognizer/shapes/parallel.c: loops that are parallel as they are.
//
// A loop is parallel when its iterations are independent (domain/deps.c) and
// its carried scalars are reductions or last values. A perfect rectangular nest
// around a reduction becomes one reduce over all its indices. Inside a map or
// reduce, reductions are folded in order ("seq").
//
//   %s, %y = loop (%i < %n) (%s = %s0, %y = %y0) {..., yield %s + %e, %y2}
//   => %s, %y = reduce (%i < %n) [add %s0] (%y = %y0) {..., yield %e, %y2}
//
// Where floats must not be reassociated, their folds are in order outside of
// maps too; what is around them may still be parallel (order.c).
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/winner.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/keyed.h"
#include "recognizer/shapes/nests.h"
#include "recognizer/shapes/parts.h"
#include "recognizer/shapes/scalars.h"

enum { MAX_NEST = 6 };

// The parallel form of one loop, or of a nest of them.
typedef struct parallel {
  ir_loop nest[MAX_NEST]; // outermost first
  int n;
  rec_red *reds; // scalars of the innermost loop
  bool *is_last; // those whose last value alone matters
  int n_carried;
  int *place[MAX_NEST]; // number of the innermost loop's carried value k in
                        // each loop of the nest
  bool in_order;        // folds floats that must not be reassociated
} parallel;

// -- Nests ----------------------------------------------------------------
// The number of "v" among the carried values of "l", or -1.
static int
carried_index(const ir_loop *l, const ir_val *v) {
  return v->param_of == l->body ? v->index - 1 : -1;
}

// True when "op" can be done again in each iteration of an inner loop.
static bool
can_sink(const ir_loop *l, const ir_op *op) {
  if (ir_is_scalar_op(op->code))
    return true;
  return op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], l->body);
}

// The only loop in the body of "l", when all else there can be sunk into it.
static ir_op *
inner_loop(const ir_loop *l) {
  ir_op *inner = ir_only_loop(l->body);
  ir_foreach_op (op, l->body)
    if (op != inner && op->code != IR_OP_YIELD && !can_sink(l, op))
      return NULL;
  return inner;
}

// True when "l" does nothing but run "m" with all it carries, as often in all
// iterations of the nest from "outermost" inwards.
static bool
is_perfect(const ir_loop *outermost, const ir_loop *l, const ir_loop *m) {
  if (!m->extent || m->op->has_while || m->n_carried != l->n_carried ||
      !an_is_invariant(m->extent, outermost->body))
    return false;
  for (int k = 0; k < m->n_carried; k++) {
    int j = carried_index(l, m->inits[k]);
    if (j < 0 || l->yields[j] != m->outs[k] || l->carried[j]->n_uses != 1 ||
        m->outs[k]->n_uses != 1)
      return false;
  }
  return true;
}

// The nest of perfect loops from "op" inwards; n_uses must be valid in "op".
static void
find_nest(ir_op *op, parallel *p) {
  ir_match_loop(op, &p->nest[0]);
  p->n = 1;
  while (p->n < MAX_NEST) {
    ir_op *inner = inner_loop(&p->nest[p->n - 1]);
    if (!inner || !ir_match_loop(inner, &p->nest[p->n]) ||
        !is_perfect(&p->nest[0], &p->nest[p->n - 1], &p->nest[p->n]))
      return;
    p->n++;
  }
}

// Fills p->place.
static void
find_places(arena *a, parallel *p) {
  int n = p->nest[p->n - 1].n_carried;
  for (int level = p->n - 1; level >= 0; level--) {
    p->place[level] = NEW_ARRAY(a, int, n);
    for (int k = 0; k < n; k++)
      p->place[level][k] =
          level == p->n - 1
              ? k
              : carried_index(&p->nest[level],
                              p->nest[level + 1].inits[p->place[level + 1][k]]);
  }
}

// -- Scalars --------------------------------------------------------------
// True when reduction "r" may be folded at its place.
static bool
is_permitted(const rec_driver *d, const rec_red *r, bool inside) {
  bool fp = ir_is_float(r->type), changes = r->reorders || r->ties;
  if (r->resets)
    return false;
  if (inside)
    return r->speculated.n == 0 && !(fp && changes);
  return !fp || d->assoc || !changes;
}

// True when scalar "k" of the innermost loop is a reduction over the whole
// nest; sets p->reds[k]. What a search sets must not tell iterations of outer
// loops apart.
static bool
find_reduction(parallel *p, int k) {
  rec_red *r = &p->reds[k];
  return rec_match_reduction(&p->nest[p->n - 1], k, r) &&
         (r->kind != REC_RED_SET || an_is_invariant(r->set, p->nest[0].body));
}

// True when it must be checked that scalar "k" starts as 0 or 1.
static bool
needs_guard(const parallel *p, int k) {
  an_range r = an_range_of(p->nest[0].inits[p->place[0][k]]);
  return p->reds[k].is_flag && (r.lo < 0 || r.hi > 1);
}

void
rec_blame_scalar(const loft_cx *cx, const ir_loop *l, int k, rec_reason reason,
                 rec_why *why) {
  const ir_op *def = l->yields[k]->def;
  const char *name = l->carried[k]->name;
  loft_loc loc = rec_assigned_at(cx, name, l->op->loc);
  if (!loc.line)
    loc = def && def->loc.line ? def->loc : l->op->loc;
  rec_why_set(why, reason, loc, name ? name : "a scalar");
}

// Sorts out the carried values of the innermost loop of "p". False: *why.
static bool
classify(rec_driver *d, parallel *p, bool inside, rec_why *why) {
  const ir_loop *l = &p->nest[p->n - 1];
  p->n_carried = l->n_carried;
  find_places(d->cx->arena, p);
  p->reds = NEW_ARRAY(d->cx->arena, rec_red, l->n_carried);
  p->is_last = NEW_ARRAY(d->cx->arena, bool, l->n_carried);
  for (int k = 0; k < l->n_carried; k++) {
    if (l->carried[k]->type.array)
      continue;
    bool found = find_reduction(p, k) && !(inside && needs_guard(p, k));
    if (found && is_permitted(d, &p->reds[k], inside)) {
      p->in_order |= !inside && !d->assoc && ir_is_float(p->reds[k].type);
      continue;
    }
    p->is_last[k] = !inside && rec_is_last_value(&p->nest[0], p->place[0][k]);
    if (!p->is_last[k]) {
      rec_blame_scalar(d->cx, l, k,
                       found && !d->assoc ? REC_EXACT_REDUCTION
                                          : REC_LOOP_CARRIED_SCALAR,
                       why);
      return false;
    }
  }
  return true;
}

// Names the first fold of "p" that is in order.
static void
blame_order(const loft_cx *cx, const parallel *p, rec_why *why) {
  for (int k = 0; k < p->n_carried; k++)
    if (p->reds[k].plan && !p->is_last[k] && ir_is_float(p->reds[k].type))
      rec_blame_scalar(cx, &p->nest[p->n - 1], k, REC_EXACT_REDUCTION, why);
}

// True when "p", whose scalars are classified, reduces something.
static bool
has_reduction(const parallel *p) {
  for (int k = 0; k < p->n_carried && p->reds; k++)
    if (p->reds[k].plan && !p->is_last[k])
      return true;
  return false;
}

// -- Building -------------------------------------------------------------
// The dests of the new op and what becomes of them.
typedef struct building {
  rec_driver *d;
  parallel *p;
  const ir_loop *outer, *inner;
  ir_op *op; // the map or reduce
  ir_builder before, after;
  VEC(int) folds, arrays; // numbers in the innermost loop
  ir_vals values;         // contributions
} building;

// Sorts the carried values; contributions are built into the body.
static void
prepare(building *g) {
  arena *a = g->d->cx->arena;
  for (int k = 0; k < g->p->n_carried; k++)
    if (g->inner->carried[k]->type.array) {
      vec_push(a, &g->arrays, k);
    } else {
      vec_push(a, &g->folds, k);
      vec_push(a, &g->values, rec_contribution(g->inner, &g->p->reds[k]));
      rec_red *r = &g->p->reds[k];
      if (r->kind == REC_RED_SET)
        r->set = an_copy_invariant(&g->before, r->set, g->outer->body);
    }
}

// Whether the integer or bool "v" is not 0, as a bool.
static ir_val *
truth(ir_builder *b, ir_val *v) {
  if (v->type.elem == IR_BOOL)
    return v;
  return ir_build2(b, IR_OP_NE, v, ir_build_int(b, v->type.elem, 0));
}

// Where fold "r" of the value that starts as "init" begins.
static ir_val *
fold_init(building *g, const rec_red *r, ir_val *init) {
  if (r->kind == REC_RED_FOLD)
    return ir_build_convert(&g->before, init, r->type);
  return r->kind == REC_RED_TRUTH ? truth(&g->before, init)
                                  : ir_build_int(&g->before, IR_BOOL, 0);
}

// The operands of the new op, and its region with parameters.
static void
build_operands(building *g) {
  parallel *p = g->p;
  ir_vals extents = {0}, inits = {0}, dests = {0};
  arena *a = g->d->cx->arena;
  for (int i = 0; i < p->n; i++)
    vec_push(a, &extents,
             an_copy_invariant(&g->before, p->nest[i].extent, g->outer->body));
  for (int i = 0; i < g->folds.n; i++)
    vec_push(a, &inits,
             fold_init(g, &p->reds[g->folds.at[i]],
                       g->outer->inits[p->place[0][g->folds.at[i]]]));
  for (int i = 0; i < g->arrays.n; i++)
    vec_push(a, &dests, g->outer->inits[p->place[0][g->arrays.at[i]]]);
  g->op = ir_build_raw(&g->before, inits.n ? IR_OP_REDUCE : IR_OP_MAP);
  g->op->n_dims = p->n;
  ir_vals *lists[] = {&extents, &inits, &dests};
  for (int i = 0; i < LOFT_COUNT(lists); i++)
    for (int k = 0; k < lists[i]->n; k++)
      ir_add_in(g->op, lists[i]->at[k]);
}

// The region's parameters stand for the loops' indices and arrays.
static void
build_params(building *g) {
  parallel *p = g->p;
  ir_func *f = g->d->f;
  ir_region *r = ir_add_region(g->op);
  for (int i = 0; i < p->n; i++) {
    ir_val *old = p->nest[i].i;
    ir_val *param = ir_region_add_param(r, old->type, old->name);
    ir_replace_uses(f, old, param);
    for (int k = 0; k < g->values.n; k++) // "values" are no uses yet
      if (g->values.at[k] == old)
        g->values.at[k] = param;
  }
  for (int i = 0; i < g->arrays.n; i++) {
    int k = g->arrays.at[i];
    ir_val *old = g->inner->carried[k];
    ir_val *param = ir_region_add_param(r, old->type, old->name);
    for (int level = 0; level < p->n; level++)
      ir_replace_uses(f, p->nest[level].carried[p->place[level][k]], param);
  }
}

// Scalars carried by the nest have no uses any more but in dead code.
static void
detach_scalars(building *g) {
  const parallel *p = g->p;
  for (int k = 0; k < p->n_carried; k++)
    for (int level = 0; level < p->n; level++) {
      ir_val *v = p->nest[level].carried[p->place[level][k]];
      if (!v->type.array)
        ir_replace_uses(g->d->f, v, g->outer->inits[p->place[0][k]]);
    }
}

// Moves the bodies of the nest into the new region.
static void
move_bodies(building *g) {
  ir_region *r = g->op->regions[0];
  for (int level = 0; level < g->p->n; level++) {
    ir_op *inner = level + 1 < g->p->n ? g->p->nest[level + 1].op : NULL;
    ir_foreach_op_safe (op, g->p->nest[level].body)
      if (op != inner && op->code != IR_OP_YIELD)
        ir_move(op, r, NULL);
  }
}

// The region's yield.
static void
build_yields(building *g) {
  ir_builder b = ir_at_end(g->op->regions[0]);
  arena *a = g->d->cx->arena;
  ir_vals out = {0};
  for (int i = 0; i < g->values.n; i++)
    vec_push(a, &out, g->values.at[i]);
  for (int i = 0; i < g->arrays.n; i++)
    vec_push(a, &out, g->inner->yields[g->arrays.at[i]]);
  ir_build_yield(&b, out.at, out.n);
}

// True when the nest runs at all.
static ir_val *
build_some(building *g) {
  ir_builder *b = &g->after;
  ir_val *all = NULL;
  for (int i = 0; i < g->p->n; i++) {
    ir_val *one =
        ir_build2(b, IR_OP_GT, g->op->ins.at[i], ir_build_int(b, IR_I64, 0));
    all = all ? ir_build2(b, IR_OP_AND, all, one) : one;
  }
  return all;
}

// The value behind the loop of a scalar that folded to "r".
static ir_val *
build_result(building *g, const rec_red *red, ir_val *init, ir_val *r) {
  ir_builder *b = &g->after;
  if (red->kind == REC_RED_FOLD)
    return ir_build_convert(b, r, init->type.elem);
  ir_val *yes = red->kind == REC_RED_SET ? red->set : r;
  ir_val *c = red->kind == REC_RED_SET ? r : build_some(g);
  yes = ir_build_convert(b, yes, init->type.elem);
  return ir_build3(b, IR_OP_SELECT, c, yes, init);
}

// The results of the new op take the place of the loop's.
static void
build_results(building *g) {
  parallel *p = g->p;
  ir_func *f = g->d->f;
  for (int i = 0; i < g->folds.n; i++) {
    int k = g->folds.at[i], j = p->place[0][k];
    ir_val *old = g->outer->outs[j];
    ir_val *r = ir_add_out(g->op, ir_ty(p->reds[k].type), old->name);
    g->op->red_ops[i] = p->reds[k].op;
    ir_replace_uses(f, old,
                    build_result(g, &p->reds[k], g->outer->inits[j], r));
  }
  for (int i = 0; i < g->arrays.n; i++) {
    ir_val *old = g->outer->outs[p->place[0][g->arrays.at[i]]];
    ir_replace_uses(f, old, ir_add_out(g->op, old->type, old->name));
  }
}

// Builds the map or reduce of "p" in place of its outermost loop.
static ir_op *
build_parallel(rec_driver *d, parallel *p, bool inside) {
  building g = {
      .d = d, .p = p, .outer = &p->nest[0], .inner = &p->nest[p->n - 1]};
  ir_op *old = g.outer->op;
  g.before = ir_before(old);
  prepare(&g);
  build_operands(&g);
  g.after = ir_before(old->next);
  g.after.loc = old->loc;
  build_params(&g);
  g.op->n_red = g.folds.n;
  g.op->seq = (inside || p->in_order) && g.folds.n > 0;
  g.op->exact = p->in_order;
  g.op->red_ops = NEW_ARRAY(d->f->module->arena, ir_opcode, g.folds.n);
  detach_scalars(&g);
  move_bodies(&g);
  build_yields(&g);
  build_results(&g);
  ir_remove(old);
  return g.op;
}

// -- Trying ---------------------------------------------------------------
// The name of the first array that "l" carries; NULL: none.
static const char *
first_array(const ir_loop *l) {
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->type.array)
      return rec_array_name(l->inits[k]);
  return NULL;
}

// True when every loop of "p" is independent, by what is assumed in "an".
static bool
is_independent(rec_driver *d, const parallel *p, bool inside,
               rec_changes changes[MAX_NEST], rec_an *an[MAX_NEST],
               rec_why *why) {
  for (int i = 0; i < p->n; i++) {
    an[i] = rec_loop_independent(d->cx, d->f, p->nest[i].op, inside,
                                 &changes[i], why);
    if (!an[i] || ((changes[i].work.n || changes[i].scatters.n) && p->n > 1))
      return false;
    // floats that iterations combine get their order in a map alone
    bool loses = changes[i].reorders && !d->assoc;
    if (loses || (changes[i].floats && has_reduction(p))) {
      rec_why_set(why, loses ? REC_EXACT_REDUCTION : REC_LOOP_CARRIED,
                  p->nest[i].op->loc, first_array(&p->nest[i]));
      return false;
    }
  }
  return true;
}

// Lets the region run only where the flags of "p" start as 0 or 1. False: it
// cannot be checked.
static bool
guard_flags(rec_driver *d, const parallel *p) {
  rec_an *an = rec_an_new(d->cx, d->f, p->nest[0].body);
  rec_dom *at = rec_dom_new(an, p->nest[0].op, false);
  for (int k = 0; k < p->n_carried && p->reds; k++)
    if (p->reds[k].plan && !p->is_last[k] && needs_guard(p, k))
      rec_assume_within(at, p->nest[0].inits[p->place[0][k]], 0, 1);
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return !an->assumes.n || (ok && rec_emit_guards(d->cx, d->f, an));
}

// Adds the assumptions of "an" about the loops of "p" to the guard. False: it
// cannot.
static bool
emit_guards(rec_driver *d, const parallel *p, rec_an *const *an, rec_why *why) {
  bool ok = guard_flags(d, p);
  for (int i = 0; i < p->n; i++)
    if (!ok || !rec_emit_guards(d->cx, d->f, an[i])) {
      rec_why_set(why, REC_SIZES, p->nest[0].op->loc, first_array(&p->nest[0]));
      return false;
    }
  return true;
}

// Notes the arrays that reductions read by speculation.
static void
note_speculation(rec_driver *d, const parallel *p) {
  for (int k = 0; k < p->n_carried; k++)
    for (int i = 0; i < p->reds[k].speculated.n && !p->is_last[k]; i++)
      rec_note_probes(d->cx, d->f, p->reds[k].speculated.at[i]);
}

// Turns what each iteration must have for itself, or the last one leaves
// behind, into arrays of their own, and updates of shared elements into
// combines. True when something changed.
static bool
rearrange(rec_driver *d, const parallel *p, ir_op *op,
          const rec_changes changes[MAX_NEST]) {
  const rec_work_arrays *work = &changes[0].work;
  bool changed = work->n > 0 || changes[0].scatters.n > 0;
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < changes[i].combines.n; k++) {
      rec_build_combines(d->f, &p->nest[i], changes[i].combines.at[k]);
      changed = true;
    }
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < changes[i].stores.n; k++) {
      rec_build_stores(d->f, &p->nest[i], changes[i].stores.at[k]);
      changed = true;
    }
  for (int k = 0; k < p->n_carried; k++)
    if (p->is_last[k]) {
      ir_count_uses(d->f);
      rec_keep_last_value(d->f, op, p->place[0][k]);
      changed = true;
    }
  for (int k = 0; k < changes[0].scatters.n; k++)
    rec_build_scatter(d->f, op, changes[0].scatters.at[k]);
  for (int i = work->n - 1; i >= 0; i--)
    rec_privatise(d->f, op, &work->at[i]);
  if (changes[0].scatters.n)
    rec_drop_unchanged(d->f, op);
  return changed;
}

// The nest of depth "n" from "op" with its scalars; false: *why.
static bool
look_at(rec_driver *d, ir_op *op, int n, bool inside, parallel *p,
        rec_why *why) {
  *p = (parallel){0};
  ir_count_uses_in(op->regions[0]);
  find_nest(op, p);
  bool deep = p->n >= n;
  p->n = n;
  return deep && classify(d, p, inside, why);
}

// Makes the nest of depth "n" from "op" parallel, if it is. Else NULL.
static ir_op *
try_nest(rec_driver *d, ir_op *op, int n, bool inside, rec_why *why) {
  parallel p;
  rec_an *an[MAX_NEST];
  rec_changes changes[MAX_NEST] = {0};
  if (!look_at(d, op, n, inside, &p, why) || (n > 1 && !has_reduction(&p)) ||
      !is_independent(d, &p, inside, changes, an, why) ||
      !emit_guards(d, &p, an, why))
    return NULL;
  note_speculation(d, &p);
  if (rearrange(d, &p, op, changes) && !look_at(d, op, n, inside, &p, why))
    return NULL;
  if (p.in_order)
    blame_order(d->cx, &p, why);
  ir_op *done = build_parallel(d, &p, inside);
  ir_op *rest = done->exact ? rec_split_order(d->f, done) : NULL;
  return rest ? rest : done;
}

// The same with as many perfect inner loops as possible.
static ir_op *
try_depths(rec_driver *d, ir_op *op, bool inside, rec_why *why) {
  for (int n = MAX_NEST; n > 0; n--) {
    rec_mark mark = rec_mark_driver(d);
    rec_why own = {0};
    ir_op *done = try_nest(d, op, n, inside, &own);
    if (done || n == 1)
      *why = own;
    if (done)
      return done;
    rec_reset_driver(d, &mark);
  }
  return NULL;
}

ir_op *
rec_try_nest(rec_driver *d, ir_op *op, rec_why *why) {
  return try_depths(d, op, false, why);
}

ir_op *
rec_try_inside(rec_driver *d, ir_op *op, rec_why *why) {
  ir_loop l;
  if (ir_match_loop(op, &l) && l.extent && !op->has_while)
    return try_depths(d, op, true, why);
  rec_why_set(why, REC_LOOP_EXIT, op->loc, NULL);
  return NULL;
}

// -- Scans ----------------------------------------------------------------
// True when every fold of "s" may be in another order; choices always may.
static bool
may_reorder(const rec_driver *d, const rec_scan *s, rec_why *why) {
  for (int c = 0; c < s->tuple.columns.n; c++) {
    const rec_column *col = &s->tuple.columns.at[c];
    if (d->assoc || col->choice >= 0 || col->k < 0 || !ir_is_float(col->type))
      continue;
    rec_blame_scalar(d->cx, &s->old, col->k, REC_EXACT_REDUCTION, why);
    return false;
  }
  return true;
}

ir_op *
rec_try_scan(rec_driver *d, ir_op *op, rec_why *why) {
  rec_scan s;
  rec_changes changes = {0};
  rec_an *an = rec_loop_independent(d->cx, d->f, op, false, &changes, why);
  if (!an || changes.work.n || changes.combines.n || changes.stores.n ||
      changes.scatters.n || !rec_match_scan(d->f, op, &s))
    return NULL;
  if (may_reorder(d, &s, why) && rec_guard_scan(d->cx, &s) &&
      rec_emit_guards(d->cx, d->f, an))
    return rec_build_scan(&s);
  rec_forget_scan(&s);
  return NULL;
}

// True when the iterations of the nest "p" are independent but for the folds of
// "s", which may be reordered; "is_one": of its one loop.
static bool
is_scan_nest(rec_driver *d, const parallel *p, const rec_scan *s, bool is_one,
             rec_why *why) {
  rec_changes changes[MAX_NEST] = {0};
  rec_an *an[MAX_NEST];
  rec_nest nest = {p->nest, p->n, p->place};
  if (!may_reorder(d, s, why) || !is_independent(d, p, false, changes, an, why))
    return false;
  for (int i = 0; i < p->n; i++)
    if (changes[i].combines.n || changes[i].stores.n || changes[i].scatters.n)
      return false;
  return (!is_one || rec_guard_flat(d->cx, d->f, &nest)) &&
         rec_guard_scan(d->cx, s) && emit_guards(d, p, an, why);
}

// Makes the nest of depth "n" from "op" a scan or a fold of several values
// together if it is one; "wins": in the form of contests. Else NULL.
static ir_op *
try_scan_nest(rec_driver *d, ir_op *op, int n, bool wins, rec_why *why) {
  parallel p = {0};
  rec_scan s;
  rec_flat flat;
  ir_count_uses_in(op->regions[0]);
  find_nest(op, &p);
  if (p.n < n)
    return NULL;
  p.n = n;
  find_places(d->cx->arena, &p);
  p.n_carried = p.nest[n - 1].n_carried;
  ir_op *one = rec_flatten(&(rec_nest){p.nest, n, p.place}, &flat);
  rec_contests all = {0};
  bool ok = !wins || rec_build_contests(d->cx, d->f, one, &flat, &all);
  ok = ok && !all.odd.n && rec_match_scan(d->f, one, &s);
  if (ok && !is_scan_nest(d, &p, &s, flat.is_one || all.counts, why)) {
    rec_forget_scan(&s);
    ok = false;
  }
  for (int i = 0; i < all.ahead.n && ok; i++)
    rec_note_probes(d->cx, d->f, all.ahead.at[i]);
  s.flat = flat.is_one ? NULL : &flat;
  for (int k = 0; k < p.n_carried && ok; k++)
    ir_replace_uses(d->f, p.nest[0].outs[p.place[0][k]], one->outs.at[k]);
  ir_op *done = ok ? rec_build_scan(&s) : NULL;
  ir_remove(ok ? op : one);
  return done;
}

ir_op *
rec_try_scan_nests(rec_driver *d, ir_op *op, rec_why *why) {
  ir_op *done = NULL;
  for (int n = MAX_NEST; n > 1 && !done; n--) {
    done = try_scan_nest(d, op, n, false, why);
    if (!done)
      done = try_scan_nest(d, op, n, true, why);
  }
  return done;
}

ir_op *
rec_try_alone(rec_driver *d, ir_op *op, rec_why *why) {
  rec_why nest = {0}, scan = {0};
  ir_op *done = try_nest(d, op, 1, false, &nest);
  if (done) {
    *why = nest;
    return done;
  }
  done = rec_try_scan(d, op, &scan);
  if (!done)
    *why = nest.reason == REC_EXACT_REDUCTION ? nest : scan;
  return done;
}
