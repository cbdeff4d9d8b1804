// recognizer/shapes/search.c: loops that end at the first hit.
//
//   loop (%i < %n) (%go = true, %s = %s0) while %go {
//     ... yield %stays, %t
//   }
//   => loop (%go, %at = 0, %hit = %n, %size = 16384) while %go {
//        %h = reduce (%j < min(%size, %n - %at)) [min MAX] {
//          ... yield %stays ? MAX : %j
//        }
//        yield %h == MAX && more, %at + %size, %h < MAX ? %at + %h : %n,
//              4 * %size
//      }
//      %s1 = loop (%i < %hit) (%s = %s0) { ... yield %t given that %stays }
//      %s2 = if %hit < %n { the body at %hit } else { %s1 }
//
// So whether an iteration is the last must follow from its index, and so must
// the scalars of those before it that this depends on. Each round is a
// reduction to the least index over a chunk, counted in i32; chunks grow, so
// that early hits stay cheap and late ones take few rounds. What is behind the
// hit is read ahead: arrays are probed before. The loop up to the hit is one of
// those without early end, and vanishes where the index alone tells what it
// leaves. An iteration may have loops itself, which look where a text is found
// or add up a row, where their counts are bounded without reading memory:
// behind the hit that may hold anything. Fewer such iterations are run ahead at
// first.
//
//   if (p && ++k == q) break;
//   => %k1, %stops = loop (%j < ...) (%k2 = %k, %stops = alloc) {
//        ... update %stops, %j, not %stays; yield %k3, ...
//      }
//      %h = reduce (%j < ...) [min MAX] { index %stops, %j ? %j : MAX }
//
// Or it depends on integers that the iterations before have left: then a round
// goes through its chunk as if none ended it, by a loop that must become a scan
// and says which iterations would; the rounds carry these integers.
#include "analysis/analysis.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/scalars.h"
#include "recognizer/shapes/search.h"

enum {
  FIRST_CHUNK = 1 << 14,
  FIRST_CHUNK_OF_LOOPS =
      1 << 4, // where iterations have loops: rows may be long
  MOST_CHUNK = 1 << 25,
  GROWTH = 4
};

// -- Matching -------------------------------------------------------------
// ir_walk_fn: stops at what may not be done ahead in the body of a chunk, but
// for where it stops.
static bool
may_run_ahead(void *user, ir_op *op) {
  return op->code == IR_OP_UPDATE || rec_is_harmless(user, op);
}

// The loop s->going, without a body, and with its parameters in "subst".
static ir_region *
start_going(rec_search *s, map *subst) {
  const ir_loop *l = &s->old;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_op *op = s->going.op =
      ir_start_loop(&b, IR_OP_LOOP, l->extent, l->i->name);
  map_put(subst, l->i, op->regions[0]->params.at[0]);
  for (int k = 1; k < l->n_carried; k++)
    map_put(
        subst, l->carried[k],
        ir_add_carried(op, l->inits[k], l->outs[k]->name, l->carried[k]->name));
  return op->regions[0];
}

// Builds s->going: the old loop's body where it goes on, as often as that may
// run.
static void
build_going(rec_search *s) {
  const ir_loop *l = &s->old;
  map *subst = map_new(s->f->module->arena);
  ir_region *r = start_going(s, subst);
  ir_builder b = ir_at_end(r);
  map_put(subst, l->carried[0], ir_build_int(&b, IR_BOOL, 1));
  ir_val **yields = NEW_ARRAY(s->f->module->arena, ir_val *, l->n_carried);
  ir_clone_region_ops(&b, l->body, subst, yields);
  ir_build_yield(&b, yields + 1, l->n_carried - 1);
  rec_assume_true(s->f, r, yields[0]);
  rec_remove_unused(r);
  rec_close_lags(s->f, s->going.op);
  rec_close_inside(s->f, s->going.op);
  ir_match_loop(s->going.op, &s->going);
}

// -- Limits -------------------------------------------------------------------
// True when the old loop goes on by what an iteration leaves of carried scalars
// alone: by what the next one starts with.
static bool
goes_on_by_next(const rec_search *s) {
  ir_vals next = {.at = s->old.yields + 1, .n = s->old.n_carried - 1};
  return an_is_computed_from(s->old.yields[0], s->old.body, &next);
}

// Whether the loop goes on with the scalars "now", at "b".
static ir_val *
build_goes_on(const rec_search *s, ir_builder *b, ir_val *const *now) {
  map *subst = map_new(s->f->module->arena);
  for (int k = 1; k < s->old.n_carried; k++)
    map_put(subst, s->old.yields[k], now[k - 1]);
  return an_copy_slice(b, s->old.yields[0], s->old.body, subst);
}

// The condition that each iteration starts with, at "b", of the scalars "now";
// NULL: it is none of these alone.
static ir_val *
build_head(rec_search *s, ir_builder *b, ir_val *const *now) {
  if (!goes_on_by_next(s))
    return NULL;
  ir_builder before = ir_before(s->old.op);
  ir_val *first = build_goes_on(s, &before, s->old.inits + 1);
  return an_same_value(s->f->module->arena, first, s->old.inits[0])
             ? build_goes_on(s, b, now)
             : NULL;
}

// Lets loop s->going change, of the scalars that it carries, those alone which
// "plain", the same loop where its conditions are known to hold, changes.
static void
keep_unchanged(const rec_search *s, const ir_loop *plain) {
  ir_op *yield = s->going.body->last;
  ir_builder b = ir_before(yield);
  for (int k = 0; k < plain->n_carried; k++) {
    ir_val *v = plain->yields[k];
    int64_t c;
    if (v->type.array)
      continue;
    if (ir_match_int(v, &c))
      yield->ins.at[k] = ir_build_int(&b, v->type.elem, c);
    else if (rec_constant_step(plain, k, NULL, NULL, &c) && !c)
      yield->ins.at[k] = s->going.carried[k];
  }
}

// The same as build_going, with all conditions of the old loop, although they
// hold: they tell how far counters get.
static void
build_limited(rec_search *s) {
  arena *a = s->f->module->arena;
  const ir_loop *l = &s->old, plain = s->going;
  map *subst = map_new(a);
  ir_remove(s->going.op);
  ir_region *r = start_going(s, subst), *in = r;
  ir_builder b = ir_at_end(r);
  ir_val **yields = NEW_ARRAY(a, ir_val *, l->n_carried);
  map_put(subst, l->carried[0], ir_build_int(&b, IR_BOOL, 1));
  ir_val **now = r->params.at + 1;
  ir_val *head = build_head(s, &b, now);
  ir_op *choice = head ? ir_start_if(&b, head) : NULL;
  if (choice)
    in = ir_add_region(choice);
  ir_builder body = ir_at_end(in);
  ir_clone_region_ops(&body, l->body, subst, yields);
  ir_build_yield(&body, yields + 1, l->n_carried - 1);
  if (choice) {
    ir_builder no = ir_at_end(ir_add_region(choice));
    ir_build_yield(&no, now, l->n_carried - 1);
    ir_add_outs(choice, l->outs + 1, l->n_carried - 1);
    ir_build_yield(&b, choice->outs.at, l->n_carried - 1);
  }
  ir_match_loop(s->going.op, &s->going);
  keep_unchanged(s, &plain);
  rec_remove_unused(r);
  ir_match_loop(s->going.op, &s->going);
}

// Adds carried scalar "k" of s->going to the running ones, with those that its
// next value needs. False when it is no integer.
static bool
add_running(rec_search *s, int k) {
  arena *a = s->f->module->arena;
  const ir_loop *l = &s->going;
  for (int i = 0; i < s->running.n; i++)
    if (s->running.at[i] == k)
      return true;
  ir_scalar type = l->carried[k]->type.elem;
  bool ok = !l->carried[k]->type.array && (ir_is_int(type) || type == IR_BOOL);
  vec_push(a, &s->running, k);
  for (int j = 0; j < l->n_carried && ok; j++)
    if (map_has(rec_find_needs(a, l, j), l->yields[k]))
      ok = add_running(s, j);
  return ok;
}

// Reduces the body of s->ask to whether the loop goes on, told by the index and
// what s->running gets. False when that needs something that may not be done
// ahead.
static bool
keep_condition(rec_search *s) {
  ir_loop *l = &s->ask;
  l->body->last->ins.n = 1;
  rec_remove_unused(l->body);
  ir_builder b = ir_before(l->body->first);
  ir_replace_uses(s->f, l->carried[0], ir_build_int(&b, IR_BOOL, 1));
  for (int k = 1; k < l->n_carried; k++) {
    ir_val *p = l->carried[k];
    if (!p->n_uses)
      continue;
    ir_val *v =
        p->type.array ? NULL : rec_value_before(&b, &s->going, k - 1, l->i);
    if (v)
      ir_replace_uses(s->f, p, v);
    else if (s->ending == REC_END_BY_INDEX || !add_running(s, k - 1))
      return false;
  }
  return ir_walk(l->body, rec_is_harmless, l->body);
}

// -- Building -------------------------------------------------------------

// reduce (j < m) [min none] { goes on at base + j ? none : j }
static ir_val *
build_round(rec_search *s, ir_builder *b, ir_val *m, ir_val *none,
            ir_val *base) {
  ir_val *j, *go;
  ir_region *r = s->ahead =
      ir_start_fold(b, IR_OP_MIN, m, none, false, "j", &j);
  ir_builder in = ir_at_end(r);
  map *subst = map_new(s->f->module->arena);
  map_put(subst, s->ask.i, ir_build2(&in, IR_OP_ADD, base, j));
  ir_clone_region_ops(&in, s->ask.body, subst, &go);
  ir_val *at = ir_build_convert(&in, j, IR_I32);
  return ir_end_fold(&in, ir_build3(&in, IR_OP_SELECT, go, none, at), "first");
}

// reduce (j < m) [min none] { stops at j ? j : none }
static ir_val *
build_first(ir_builder *b, ir_val *m, ir_val *none, ir_val *stops) {
  ir_val *j;
  ir_region *r = ir_start_fold(b, IR_OP_MIN, m, none, false, "j", &j);
  ir_builder in = ir_at_end(r);
  ir_val *stop = ir_build_index(&in, stops, j);
  stop = ir_build2(&in, IR_OP_NE, stop, ir_build_int(&in, IR_U8, 0));
  ir_val *at = ir_build_convert(&in, j, IR_I32);
  return ir_end_fold(&in, ir_build3(&in, IR_OP_SELECT, stop, at, none),
                     "first");
}

// The body of s->chunk: iteration base + j, with the running scalars.
static void
build_chunk_body(rec_search *s, ir_val *base) {
  arena *a = s->f->module->arena;
  ir_region *r = s->chunk->regions[0];
  ir_builder in = ir_at_end(r);
  map *ask = map_new(a), *going = map_new(a);
  ir_val *j = r->params.at[0];
  ir_val *i = ir_build2(&in, IR_OP_ADD, base, j), *go;
  map_put(ask, s->ask.i, i);
  map_put(going, s->going.i, i);
  for (int k = 0; k < s->going.n_carried; k++)
    map_put(going, s->going.carried[k], s->going.inits[k]); // not needed
  for (int c = 0; c < s->running.n; c++) {
    int k = s->running.at[c];
    map_put(ask, s->ask.carried[k + 1], r->params.at[1 + c]);
    map_put(going, s->going.carried[k], r->params.at[1 + c]);
  }
  ir_val **next = NEW_ARRAY(a, ir_val *, s->going.n_carried);
  ir_clone_region_ops(&in, s->going.body, going, next);
  ir_clone_region_ops(&in, s->ask.body, ask, &go);
  ir_val *stop = ir_build_convert(&in, ir_build1(&in, IR_OP_NOT, go), IR_U8);
  ir_vals yields = {0};
  for (int c = 0; c < s->running.n; c++)
    vec_push(a, &yields, next[s->running.at[c]]);
  vec_push(a, &yields, ir_build_update(&in, vec_last(&r->params), j, stop));
  ir_build_yield(&in, yields.at, yields.n);
}

// The same as build_round where the condition needs running scalars: "now" as
// the chunk starts, which become what they are behind it.
static ir_val *
build_running_round(rec_search *s, ir_builder *b, ir_val *m, ir_val *none,
                    ir_val *base, ir_val **now) {
  ir_val *room = ir_build2(b, IR_OP_MAX, m, ir_build_int(b, IR_I64, 0));
  ir_val *stops = ir_build_alloc(b, IR_U8, room, IR_SPACE_GLOBAL, "stops");
  ir_op *op = s->chunk = ir_start_loop(b, IR_OP_LOOP, m, "j");
  for (int c = 0; c < s->running.n; c++) {
    const char *name = s->going.carried[s->running.at[c]]->name;
    ir_add_carried(op, now[c], name, name);
  }
  ir_add_carried(op, stops, "stops", "stops");
  s->ahead = op->regions[0];
  build_chunk_body(s, base);
  for (int c = 0; c < s->running.n; c++)
    now[c] = op->outs.at[c];
  return build_first(b, m, none, vec_last(&op->outs));
}

// ir_walk_fn: stops at a loop.
static bool
is_no_loop(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_LOOP;
}

enum { GO, BASE, HIT, SIZE, RUNNING }; // what the loop over chunks carries

// The loop over chunks of "n" iterations: the index of the first hit, or n.
// Where a chunk begins is not negative, which footprints see of the max alone.
static ir_val *
build_rounds(rec_search *s, ir_builder *b, ir_val *n) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  bool nest = !ir_walk(s->ask.body, is_no_loop, NULL);
  int64_t size0 = nest ? FIRST_CHUNK_OF_LOOPS : FIRST_CHUNK;
  ir_val *inits[] = {ir_build2(b, IR_OP_GT, n, zero), zero, n,
                     ir_build_int(b, IR_I64, size0)};
  static const char *const names[] = {"go", "base", "hit", "size"};
  ir_op *op = s->rounds = ir_build_raw(b, IR_OP_LOOP);
  ir_region *r = ir_add_region(op);
  op->has_while = true;
  for (int k = 0; k < LOFT_COUNT(inits); k++)
    ir_add_carried(op, inits[k], names[k], names[k]);
  for (int c = 0; c < s->running.n; c++) {
    int k = s->running.at[c];
    const char *name = s->going.carried[k]->name;
    ir_add_carried(op, s->going.inits[k], name, name);
  }
  ir_builder in = ir_at_end(r);
  ir_val *base = ir_build2(&in, IR_OP_MAX, r->params.at[BASE],
                           ir_build_int(&in, IR_I64, 0));
  ir_val *size = r->params.at[SIZE];
  ir_val *left = ir_build2(&in, IR_OP_SUB, n, base);
  ir_val *m = ir_build2(&in, IR_OP_MIN, size, left);
  ir_val *none = ir_build_int(&in, IR_I32, INT32_MAX);
  arena *a = s->f->module->arena;
  ir_val **now = NEW_ARRAY(a, ir_val *, s->running.n);
  for (int c = 0; c < s->running.n; c++)
    now[c] = r->params.at[RUNNING + c];
  ir_val *first = s->running.n ? build_running_round(s, &in, m, none, base, now)
                               : build_round(s, &in, m, none, base);
  ir_val *next = ir_build2(&in, IR_OP_ADD, base, m);
  ir_val *miss = ir_build2(&in, IR_OP_EQ, first, none);
  ir_val *hit =
      ir_build2(&in, IR_OP_ADD, base, ir_build_convert(&in, first, IR_I64));
  ir_val *grown =
      ir_build2(&in, IR_OP_MUL, size, ir_build_int(&in, IR_I64, GROWTH));
  ir_val *more = ir_build2(&in, IR_OP_LT, next, n);
  ir_val *yields[] = {
      ir_build2(&in, IR_OP_AND, miss, more), next,
      ir_build3(&in, IR_OP_SELECT, miss, n, hit),
      ir_build2(&in, IR_OP_MIN, grown, ir_build_int(&in, IR_I64, MOST_CHUNK))};
  ir_build_yield(&in, yields, LOFT_COUNT(yields));
  for (int c = 0; c < s->running.n; c++)
    ir_add_in(r->last, now[c]);
  if (s->chunk)
    rec_remove_unused(s->ahead);
  return op->outs.at[HIT];
}

// The body at iteration "hit", at the end of "r", which yields what it carries.
static void
build_last(rec_search *s, ir_region *r, ir_val *hit) {
  const ir_loop *l = &s->old;
  ir_builder b = ir_at_end(r);
  map *subst = map_new(s->f->module->arena);
  ir_val **yields = NEW_ARRAY(s->f->module->arena, ir_val *, l->n_carried);
  map_put(subst, l->i, hit);
  map_put(subst, l->carried[0], ir_build_int(&b, IR_BOOL, 1));
  for (int k = 1; k < l->n_carried; k++)
    map_put(subst, l->carried[k], s->going.outs[k - 1]);
  ir_clone_region_ops(&b, l->body, subst, yields);
  ir_build_yield(&b, yields + 1, l->n_carried - 1);
}

// Builds s->end: what the loop leaves, and whether it went on to the end.
static void
build_end(rec_search *s, ir_builder *b, ir_val *hit, ir_val *at) {
  const ir_loop *l = &s->old;
  ir_op *end = s->end = ir_start_if(b, hit);
  build_last(s, ir_add_region(end), at);
  ir_builder in = ir_at_end(ir_add_region(end));
  ir_build_yield(&in, s->going.outs, l->n_carried - 1);
  ir_add_outs(end, l->outs + 1, l->n_carried - 1);
}

// Scalars of s->going that do not change are what they start as; others
// follow from the index, as far as they do.
static void
close_going(rec_search *s) {
  const ir_loop *l = &s->going;
  for (int k = l->n_carried - 1; k >= 0; k--)
    if (l->yields[k] == l->carried[k]) {
      ir_replace_uses(s->f, l->carried[k], l->inits[k]);
      ir_replace_uses(s->f, l->outs[k], l->inits[k]);
      ir_drop_result(l->op, k);
    }
  rec_close_loop(s->f, l->op);
  if (!l->op->outs.n) {
    ir_remove(l->op);
    s->going.op = NULL;
  }
}

// The search in front of the loop.
static void
build(rec_search *s) {
  const ir_loop *l = &s->old;
  ir_builder b = ir_before(s->going.op);
  b.loc = l->op->loc;
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *n = ir_build2(&b, IR_OP_MAX, l->extent, zero);
  n = ir_build3(&b, IR_OP_SELECT, l->inits[0], n, zero);
  ir_val *at = build_rounds(s, &b, n);
  ir_remove(s->ask.op);
  if (s->ending == REC_END_BY_LIMIT && s->running.n)
    build_limited(s);
  b = ir_before(s->going.op);
  b.loc = l->op->loc;
  ir_val *hit = ir_build2(&b, IR_OP_AND, ir_build2(&b, IR_OP_GE, at, zero),
                          ir_build2(&b, IR_OP_LT, at, n));
  ir_val *some = ir_build2(&b, IR_OP_MAX, at, zero);
  s->going.op->ins.at[0] = ir_build2(&b, IR_OP_MIN, some, n);
  b = ir_before(l->op);
  b.loc = l->op->loc;
  build_end(s, &b, hit, at);
  close_going(s);
}

bool
rec_build_search(ir_func *f, ir_op *op, rec_ending ending, rec_search *s) {
  *s = (rec_search){.f = f, .ending = ending};
  if (!ir_match_loop(op, &s->old) || !s->old.extent || !op->has_while)
    return false;
  build_going(s);
  ir_builder b = ir_before(s->going.op);
  ir_match_loop(ir_clone_op(&b, op, map_new(f->module->arena)), &s->ask);
  if (keep_condition(s)) {
    build(s);
    return !s->chunk || ir_walk(s->ahead, may_run_ahead, s->ahead);
  }
  ir_remove(s->going.op);
  ir_remove(s->ask.op);
  return false;
}

void
rec_keep_search(rec_search *s) {
  const ir_loop *l = &s->old;
  ir_builder b = ir_before(l->op);
  ir_val *never = ir_build_int(&b, IR_BOOL, 0);
  ir_replace_uses(
      s->f, l->outs[0],
      ir_build3(&b, IR_OP_SELECT, s->end->ins.at[0], never, l->inits[0]));
  for (int k = 1; k < l->n_carried; k++)
    ir_replace_uses(s->f, l->outs[k], s->end->outs.at[k - 1]);
  ir_remove(l->op);
}
