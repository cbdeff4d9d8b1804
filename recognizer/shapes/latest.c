// recognizer/shapes/latest.c: stores at a counter, of which the latest stays.
//
//   if (p) out[k] = v;  if (q) k++;
//   =>  if (p) { s = v; set = 1; }         %s, %set: carried
//       if (q) k1 = k + 1;
//       if (k1 != k) if (set) out[k] = s;
//       if (i + 1 >= n) if (set) out[k] = s;
//       if (k1 != k) set = 0;
//
// Until the counter moves, each store overwrites the one before. So what is
// stored waits as a scalar until it moves, or until the last iteration, which
// is an append. Stores at where the counter stands behind its steps wait until
// the next ones:
//
//   if (q) k++;  if (p) out[k - 1] = v;
//   =>  if (q) k1 = k + 1;
//       if (k1 != k) if (set) out[k - 1] = s;
//       if (k1 != k) set = 0;
//       if (p) { s = v; set = 1; }
//       if (i + 1 >= n) if (set) out[k1 - 1] = s;
//
// A store that every iteration makes in the first way, as that of a filter
// without branches, needs no scalars. Nothing else touches these elements: what
// the loop does with others of the array leaves another remainder, as the
// members of a structure do.
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/growth.h"
#include "recognizer/shapes/scalars.h"

// The stores of a loop at one place by a counter.
typedef struct latest {
  arena *a;
  ir_func *f;
  ir_loop l;
  int array; // of what the loop carries
  rec_counter c;
  bool behind; // the place is where the counter stands behind its steps
  VEC(ir_op *) stores;
  rec_place at; // of the first one
  bool leaves;  // they are ahead of where the counter starts
  // What was asked of values of the array and of the counter.
  map *sets, *values, *moved, *followed, *stepped;
} latest;

// -- Matching -----------------------------------------------------------------
// True when the stores leave the same remainder as subscript "x".
static bool
may_meet(const latest *s, const rec_place *x) {
  return (x->offset - s->at.offset) % s->at.scale == 0;
}

// True when the counter at "x", in iterations that reach "op", has made all of
// its steps, or, if "behind" is false, none.
static bool
stands(latest *s, const rec_place *x, const ir_op *op, bool behind) {
  const ir_val *was = s->l.carried[s->c.k], *left = s->l.yields[s->c.k];
  return behind ? rec_growth(&s->c, left, x->counter, op, true) == 0
                : rec_growth(&s->c, x->counter, was, op, true) == 0;
}

// Takes "x", the place of "op", for one of those of "s"; false when it may be
// an element that these store, and is none of them.
static bool
take(latest *s, const rec_place *x, ir_op *op) {
  bool same_base = x->base == s->at.base && x->base_scale == s->at.base_scale;
  if (x->trips || x->scale != s->at.scale || (x->base && !same_base))
    return false;
  if (!may_meet(s, x))
    return true;
  vec_push(s->a, &s->stores, op);
  return op->code == IR_OP_UPDATE && x->offset == s->at.offset &&
         rec_same_number(x->counter)->type.elem ==
             s->l.carried[s->c.k]->type.elem &&
         stands(s, x, op, s->behind) && ir_is_under_ifs(op, s->l.body) &&
         !rec_is_in_last(&s->l, op);
}

// True when all accesses "xs" to the array are by the counter, and those that
// may be where "first" stores are such stores, too; a counter that C may wrap
// is where they store, as what the last iteration appends must be (append.c).
static bool
match_stores(latest *s, const rec_accesses *xs, ir_op *first) {
  bool wraps = rec_counter_may_wrap(&s->c);
  bool ok = rec_match_place(&s->c, first, &s->at) && !(wraps && s->at.offset);
  s->stores.n = 0;
  for (int i = 0; i < xs->n && ok; i++) {
    rec_place x;
    ok = rec_match_place(&s->c, xs->at[i].op, &x) && take(s, &x, xs->at[i].op);
  }
  return ok;
}

// True when stores of the array where the counter stands, before its steps or
// behind them, are no appends; *s gets them.
static bool
match(latest *s, const rec_accesses *xs) {
  for (int i = 0; i < xs->n; i++) {
    ir_op *op = xs->at[i].op;
    rec_place x;
    if (!rec_match_place(&s->c, op, &x) || x.trips)
      continue;
    for (int behind = 0; behind < 2; behind++) {
      s->behind = behind;
      if ((behind ? x.before : x.after) == 0 && match_stores(s, xs, op))
        return true;
    }
  }
  return false;
}

static bool is_followed(latest *s, const ir_val *v);
static bool has_steps(latest *s, const ir_val *v);

// is_followed of a value not seen before.
static bool
is_followed_fresh(latest *s, const ir_val *v) {
  const ir_op *op = v->def;
  if (v == s->l.carried[s->array])
    return true;
  if (!op || ir_is_outside(v, s->l.body))
    return false;
  if (ir_writes_element(op))
    return is_followed(s, op->ins.at[0]);
  return op->code == IR_OP_IF &&
         is_followed(s, op->regions[0]->last->ins.at[v->index]) &&
         is_followed(s, op->regions[1]->last->ins.at[v->index]);
}

// has_steps of a value not seen before.
static bool
has_steps_fresh(latest *s, const ir_val *v) {
  const ir_op *op = v->def;
  an_choice c;
  if (v == s->l.carried[s->c.k])
    return true;
  if (an_match_either(v, &c))
    return has_steps(s, c.y) && has_steps(s, c.z);
  if (!op || ir_is_outside(v, s->l.body))
    return false;
  bool sum = op->code == IR_OP_ADD;
  if (!sum && op->code != IR_OP_SUB && op->code != IR_OP_CONVERT)
    return false;
  return has_steps(s, op->ins.at[0]) || (sum && has_steps(s, op->ins.at[1]));
}

// "test" of "v", which "known" has where it was asked before.
static bool
ask_once(latest *s, map *known, const ir_val *v,
         bool test(latest *s, const ir_val *v)) {
  if (!map_has(known, v))
    map_put(known, v, test(s, v) ? s : NULL);
  return map_get(known, v) != NULL;
}

// True when it is seen of array "v" of the body which stores made it.
static bool
is_followed(latest *s, const ir_val *v) {
  return ask_once(s, s->followed, v, is_followed_fresh);
}

// True when it is seen of "v" that it is a value of the counter, and whether
// that has moved.
static bool
has_steps(latest *s, const ir_val *v) {
  return ask_once(s, s->stepped, v, has_steps_fresh);
}

// -- Rewriting ----------------------------------------------------------------
// 0 of type "s".
static ir_val *
build_zero(ir_builder *b, ir_scalar s) {
  return ir_is_float(s) ? ir_build_float(b, s, 0) : ir_build_int(b, s, 0);
}

// A builder behind the op that defines "v".
static ir_builder
behind(const ir_val *v) {
  return ir_before(v->def->next);
}

static ir_val *build_moved(latest *s, ir_val *v);
static ir_val *build_set(latest *s, ir_val *v);
static ir_val *build_value(latest *s, ir_val *v);

// The further result of if "op" that yields what "build" makes of its result
// "k".
static ir_val *
build_beside(latest *s, ir_op *op, int k, ir_type type, const char *name,
             ir_val *build(latest *s, ir_val *v)) {
  for (int r = 0; r < 2; r++) {
    ir_op *yield = op->regions[r]->last;
    ir_add_in(yield, build(s, yield->ins.at[k]));
  }
  return ir_add_out(op, type, name);
}

// build_moved of the result of an op of the body.
static ir_val *
build_moved_by(latest *s, ir_val *v) {
  ir_op *op = v->def;
  if (op->code == IR_OP_IF)
    return build_beside(s, op, v->index, ir_ty(IR_BOOL), "moved", build_moved);
  if (op->code == IR_OP_CONVERT)
    return build_moved(s, op->ins.at[0]);
  if (op->code == IR_OP_SELECT) {
    ir_val *yes = build_moved(s, op->ins.at[1]);
    ir_val *no = build_moved(s, op->ins.at[2]);
    ir_builder b = behind(v);
    return ir_build3(&b, IR_OP_SELECT, op->ins.at[0], yes, no);
  }
  int side = !has_steps(s, op->ins.at[0]);
  ir_val *before = build_moved(s, op->ins.at[side]);
  ir_val *step = op->ins.at[1 - side];
  ir_builder b = behind(v);
  ir_val *zero = ir_build_int(&b, step->type.elem, 0);
  return ir_build2(&b, IR_OP_OR, before, ir_build2(&b, IR_OP_NE, step, zero));
}

// Whether the counter has moved when it is "v", behind that.
static ir_val *
build_moved(latest *s, ir_val *v) {
  if (!map_has(s->moved, v))
    map_put(s->moved, v, build_moved_by(s, v));
  return map_get(s->moved, v);
}

// True when "op" is one of the stores.
static bool
is_store(const latest *s, const ir_op *op) {
  for (int i = 0; i < s->stores.n; i++)
    if (s->stores.at[i] == op)
      return true;
  return false;
}

// Whether an iteration has made one of the stores when the array is "v", behind
// that.
static ir_val *
build_set(latest *s, ir_val *v) {
  ir_op *op = v->def;
  if (map_has(s->sets, v))
    return map_get(s->sets, v);
  ir_builder b = behind(v);
  ir_val *out =
      is_store(s, op) ? ir_build_int(&b, IR_BOOL, 1)
      : op->code == IR_OP_IF
          ? build_beside(s, op, v->index, ir_ty(IR_BOOL), "set", build_set)
          : build_set(s, op->ins.at[0]);
  map_put(s->sets, v, out);
  return out;
}

// What it has stored then; 0 where that is nothing.
static ir_val *
build_value(latest *s, ir_val *v) {
  ir_op *op = v->def;
  if (map_has(s->values, v))
    return map_get(s->values, v);
  ir_val *out = is_store(s, op) ? op->ins.at[2]
                : op->code == IR_OP_IF
                    ? build_beside(s, op, v->index, ir_ty(v->type.elem),
                                   "value", build_value)
                    : build_value(s, op->ins.at[0]);
  map_put(s->values, v, out);
  return out;
}

// Notes what the iteration starts with: no store, and no step.
static void
start(latest *s) {
  ir_builder b = ir_before(s->l.body->first);
  ir_val *array = s->l.carried[s->array], *no = ir_build_int(&b, IR_BOOL, 0);
  map_put(s->sets, array, no);
  map_put(s->values, array, build_zero(&b, array->type.elem));
  map_put(s->moved, s->l.carried[s->c.k], no);
}

// Whether bool "v" holds in the first iteration: 1, 0, or -1 where that is not
// seen.
static int
holds_first(const latest *s, const ir_val *v) {
  const ir_op *op = v->def;
  an_choice c;
  ir_val *both[2];
  int64_t n;
  if (ir_match_int(v, &n))
    return n != 0;
  if (op && op->code == IR_OP_EQ && ir_match_int(op->ins.at[1], &n) && !n)
    return rec_same_number(rec_unconverted(op->ins.at[0])) == s->l.i ? 1 : -1;
  for (int any = 0; any < 2; any++) {
    if (!an_match_both(v, any, both))
      continue;
    int x = holds_first(s, both[0]), y = holds_first(s, both[1]);
    return x == any || y == any ? any : x < 0 || y < 0 ? -1 : !any;
  }
  if (!an_match_either(v, &c))
    return -1;
  int which = holds_first(s, c.c);
  int yes = holds_first(s, c.y), no = holds_first(s, c.z);
  return which >= 0 ? (which ? yes : no) : yes == no ? yes : -1;
}

// Stores "v" where the counter is "at", at the end of the body, if "when" and,
// unless that is NULL, "set" hold.
static void
build_store(const latest *s, ir_val *at, ir_val *v, ir_val *when, ir_val *set) {
  ir_op *yield = s->l.body->last;
  const ir_op *old = s->stores.at[0];
  ir_builder b = ir_before(yield);
  b.loc = old->loc;
  map *subst = map_new(s->a);
  ir_opcode beyond = s->c.sign > 0 ? IR_OP_GT : IR_OP_LT;
  ir_val *ahead = s->leaves ? ir_build2(&b, beyond, at, s->l.inits[s->c.k])
                            : NULL; // bounds what is stored
  at = ir_build_convert(&b, at, s->at.counter->type.elem);
  map_put(subst, s->at.counter, at);
  ir_val *place = an_copy_slice(&b, old->ins.at[1], s->l.body, subst);
  ir_val *w = ir_build_update(&b, yield->ins.at[s->array], place, v);
  yield->ins.at[s->array] = w;
  rec_guard_write(s->f, w->def, when);
  if (set)
    rec_guard_write(s->f, w->def, set);
  if (ahead)
    rec_guard_write(s->f, w->def, ahead);
}

// What waits in an iteration of the loop.
typedef struct waiting {
  ir_val *set, *v; // whether something is stored, and what
  ir_val *moves;   // whether the counter does, as a comparison
  ir_val *moved;   // ... and by its steps
  ir_val *last;    // whether the iteration is the last one
  ir_val *left;    // the counter behind its steps
} waiting;

// Lets what every iteration stores before its steps be stored where these move
// the counter, and in the last iteration.
static void
store_at_once(const latest *s, const waiting *w) {
  ir_val *was = s->l.carried[s->c.k];
  build_store(s, was, w->v, w->moves, NULL);
  build_store(s, was, w->v, w->last, NULL);
}

// Lets what is stored wait in scalars until the counter moves.
static void
store_later(const latest *s, const waiting *w) {
  ir_op *op = s->l.op, *yield = s->l.body->last;
  ir_builder before = ir_before(op), b = ir_before(yield);
  ir_val *was = s->l.carried[s->c.k];
  ir_val *zero = build_zero(&before, w->v->type.elem);
  ir_val *none = ir_build_int(&before, IR_BOOL, 0);
  ir_val *v = ir_add_carried(op, zero, "latest", "latest");
  ir_val *set = ir_add_carried(op, none, "set", "set");
  ir_val *now = ir_build3(&b, IR_OP_SELECT, w->set, w->v, v);
  ir_val *any = ir_build2(&b, IR_OP_OR, set, w->set);
  ir_val *changes = ir_build2(&b, IR_OP_OR, w->set, w->moved);
  ir_val *stays = ir_build1(&b, IR_OP_NOT, w->moved);
  stays = s->behind ? w->set : ir_build2(&b, IR_OP_AND, w->set, stays);
  ir_val *next = ir_build3(&b, IR_OP_SELECT, changes, stays, set);
  build_store(s, was, s->behind ? v : now, w->moves, s->behind ? set : any);
  build_store(s, s->behind ? w->left : was, now, w->last,
              s->behind ? next : any);
  ir_add_in(yield, now);
  ir_add_in(yield, next);
}

// Rewrites the loop of "s".
static void
rewrite(latest *s) {
  ir_op *yield = s->l.body->last;
  start(s);
  waiting w = {.left = yield->ins.at[s->c.k]};
  w.set = build_set(s, yield->ins.at[s->array]);
  w.v = build_value(s, yield->ins.at[s->array]);
  w.moved = build_moved(s, w.left);
  s->leaves =
      s->behind && holds_first(s, w.moved) == 1 && !rec_counter_may_wrap(&s->c);
  ir_builder b = ir_before(yield);
  w.moves = ir_build2(&b, IR_OP_NE, w.left, s->l.carried[s->c.k]);
  w.last = rec_build_is_last(&b, &s->l, NULL);
  int64_t yes;
  for (int i = 0; i < s->stores.n; i++)
    ir_replace_uses(s->f, s->stores.at[i]->outs.at[0],
                    s->stores.at[i]->ins.at[0]);
  if (!s->behind && ir_match_int(w.set, &yes) && yes)
    store_at_once(s, &w);
  else
    store_later(s, &w);
  for (int i = 0; i < s->stores.n; i++)
    ir_remove(s->stores.at[i]);
  b = ir_before(s->l.body->first);
  rec_assume_true(s->f, s->l.body, ir_build_int(&b, IR_BOOL, 1));
}

// Finds stores of loop "op" to the array it carries as "k" by counter "c".
static bool
find(latest *s, loft_cx *cx, ir_op *op, int k, int c) {
  *s = (latest){.a = cx->arena, .f = s->f, .array = k};
  ir_match_loop(op, &s->l);
  if (!rec_match_modular_counter(&s->l, c, &s->c) ||
      s->l.yields[c] == s->l.carried[c])
    return false;
  s->sets = map_new(s->a);
  s->values = map_new(s->a);
  s->moved = map_new(s->a);
  s->followed = map_new(s->a);
  s->stepped = map_new(s->a);
  an_classes *classes = an_classes_new(s->a, s->f, op);
  rec_an *an = rec_an_new(cx, s->f, s->l.body);
  rec_accesses xs = rec_carried_accesses(an, classes, &s->l, k);
  bool ok = rec_is_own_storage(classes, &s->l, k) && match(s, &xs) &&
            is_followed(s, s->l.yields[k]) && has_steps(s, s->l.yields[c]);
  rec_an_free(an);
  return ok;
}

ir_op *
rec_keep_latest(loft_cx *cx, ir_func *f, ir_op *op) {
  bool any = false;
  for (int k = 0; k < op->outs.n; k++)
    for (int c = 0; c < op->outs.n && op->outs.at[k]->type.array; c++) {
      latest s = {.f = f};
      while (find(&s, cx, op, k, c)) {
        rewrite(&s);
        any = true;
      }
    }
  return any ? op : NULL;
}
