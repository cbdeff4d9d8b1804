// recognizer/shapes/counted.c: loops that run for as long as memory says.
//
//   loop (%go = %go0, %p = %p0, %w = %w0) while %go {
//     ... %go1 = ne (index %w1, %p1), 0
//     yield %go1, %p1, %w1
//   }
//   => %n = loop (%go = %go0, %p = %p0, %n = 0) while %go {
//        %go1 = ne (index %w0, %p1), 0
//        yield %go1, %p1, %n + 1
//      }
//      loop (%i < %n) (%p = %p0, %w = %w0) { ... yield %p1, %w1 }
//
// A string ends where it holds a zero. The condition alone, with the scalars
// that it needs, runs first, in order, and counts; it reads what C reads, no
// more and in no other order, so that nothing has to be looked at before. The
// loop that counts up to that number is then tried as any other. Footprints run
// the first loop too (domain/given.c): how often the second one runs is known
// when the region starts.
//
// The loop may write in the array that its condition reads (upper case in
// place), where no iteration reads what was written before: reads and writes
// move upwards with one counter, and reads are ahead. Integers alone decide,
// since devices may compute with floats as the host does not.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/scalars.h"
#include "recognizer/shapes/search.h"

// A loop of unknown length, and the ops that its condition needs.
typedef struct counted {
  arena *a;
  ir_func *f;
  ir_loop l;
  map *seen;    // values that the condition needs
  bool *needed; // per carried value
  VEC(const ir_op *) reads;
} counted;

// A place that is carried value "k" plus a constant.
typedef struct place {
  int k;
  int64_t offset;
} place;

// -- What the condition needs -------------------------------------------------
static bool need(counted *c, const ir_val *v);

// Notes what result "v" of "op" is made of; false where that may not be
// computed twice.
static bool
need_op(counted *c, const ir_op *op, const ir_val *v) {
  if (op->code == IR_OP_INDEX) {
    vec_push(c->a, &c->reads, op);
    return need(c, op->ins.at[1]);
  }
  if (op->code == IR_OP_IF)
    return need(c, op->ins.at[0]) &&
           need(c, op->regions[0]->last->ins.at[v->index]) &&
           need(c, op->regions[1]->last->ins.at[v->index]);
  bool ok = ir_is_scalar_op(op->code);
  for (int i = 0; i < op->ins.n && ok; i++)
    ok = need(c, op->ins.at[i]);
  return ok;
}

// Notes "v" and all that it is made of, in this iteration and those before;
// false where there are floats, arrays or loops among that.
static bool
need(counted *c, const ir_val *v) {
  if (v->type.array || ir_is_float(v->type.elem))
    return false;
  if (ir_is_outside(v, c->l.body) || map_has(c->seen, v))
    return true;
  map_put(c->seen, v, c);
  if (v->def)
    return need_op(c, v->def, v);
  if (v->param_of != c->l.body)
    return false;
  c->needed[v->index] = true;
  return need(c, c->l.yields[v->index]);
}

// -- Reads --------------------------------------------------------------------
// True when C does not wrap integers of type "s" that count elements.
static bool
is_unwrapped(ir_scalar s) {
  return ir_is_signed(s) ? ir_size(s) >= 4 : ir_size(s) == 8;
}

// Fills *at for "v"; false where it is no such place.
static bool
match_place(const counted *c, const ir_val *v, place *at) {
  int64_t k;
  at->offset = 0;
  while (v->def && is_unwrapped(v->type.elem)) {
    const ir_op *op = v->def;
    bool add = op->code == IR_OP_ADD;
    if (op->code == IR_OP_CONVERT) {
      v = op->ins.at[0];
      continue;
    }
    int side = add && ir_match_int(op->ins.at[0], &k) ? 0 : 1;
    if ((!add && op->code != IR_OP_SUB) ||
        !ir_match_int(op->ins.at[side], &k) || llabs(k) > INT32_MAX)
      return false;
    at->offset += add ? k : -k;
    v = op->ins.at[1 - side];
  }
  at->k = v->index;
  return v->param_of == c->l.body && is_unwrapped(v->type.elem);
}

// True when the carried value of "at" only grows.
static bool
moves_up(const counted *c, const place *at) {
  place next;
  return match_place(c, c->l.yields[at->k], &next) && next.k == at->k &&
         next.offset > 0;
}

// A walk over the writes of a loop that a read of it must not see.
typedef struct ahead {
  const counted *c;
  const ir_op *read;
  const ir_val *array; // the body's parameter
  place at;
} ahead;

// ir_walk_fn: stops at a write of the array at the read's place or ahead of it.
static bool
is_behind(void *user, ir_op *op) {
  const ahead *x = user;
  place at;
  if (!ir_writes_element(op) ||
      ir_storage_root(op->ins.at[0], x->c->l.body) != x->array)
    return true;
  bool before = x->read->ins.at[0] == x->array;
  return match_place(x->c, op->ins.at[1], &at) && at.k == x->at.k &&
         at.offset < x->at.offset + before;
}

// True when "read" gets what the array held before the loop, in all iterations.
static bool
reads_input(const counted *c, const ir_op *read) {
  ahead x = {c, read, ir_storage_root(read->ins.at[0], c->l.body), {0}};
  if (ir_is_outside(x.array, c->l.body))
    return true;
  if (x.array->param_of != c->l.body)
    return false;
  if (c->l.yields[x.array->index] == x.array)
    return true;
  return match_place(c, read->ins.at[1], &x.at) && moves_up(c, &x.at) &&
         ir_walk(c->l.body, is_behind, &x);
}

// Fills *c for loop "op"; false where its condition may not be asked first.
static bool
match(ir_func *f, ir_op *op, counted *c) {
  *c = (counted){.a = f->module->arena, .f = f};
  if (!ir_match_loop(op, &c->l) || c->l.extent || !op->has_while ||
      op->parent != f->body)
    return false;
  c->seen = map_new(c->a);
  c->needed = NEW_ARRAY(c->a, bool, c->l.n_carried);
  if (!need(c, c->l.yields[0]) || !c->reads.n)
    return false;
  for (int i = 0; i < c->reads.n; i++)
    if (!reads_input(c, c->reads.at[i]))
      return false;
  return true;
}

// -- Building -----------------------------------------------------------------
// A copy of a loop's body that is to read what was there before the loop.
typedef struct early {
  const ir_loop *l;
  const ir_region *body;
} early;

// ir_walk_fn: lets reads in the copy be of the arrays from before the loop,
// behind what other loops have written.
static bool
restore_read(void *user, ir_op *op) {
  const early *x = user;
  if (op->code != IR_OP_INDEX || ir_is_outside(op->ins.at[0], x->body))
    return true;
  const ir_val *root = ir_storage_root(op->ins.at[0], x->body);
  op->ins.at[0] = (ir_val *)root;
  for (int k = 0; k < x->l->n_carried; k++)
    if (x->l->inits[k]->type.array &&
        ir_storage_root(x->l->inits[k], x->body) == root)
      op->ins.at[0] = x->l->inits[k];
  return true;
}

// True when the loop that counts carries "k": the condition needs it, and it
// does not follow from the count.
static bool
is_state(const counted *c, int k) {
  place next;
  return k == 0 || (c->needed[k] &&
                    (!match_place(c, c->l.yields[k], &next) || next.k != k));
}

// The loop that counts, in front of the old one: how often that runs.
static ir_val *
build_count(const counted *c) {
  const ir_loop *l = &c->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_op *op = ir_build_raw(&b, IR_OP_LOOP);
  op->has_while = true;
  ir_region *r = ir_add_region(op);
  map *subst = map_new(c->a);
  ir_vals yields = {0};
  for (int k = 0; k < l->n_carried; k++)
    map_put(subst, l->carried[k],
            is_state(c, k) ? ir_add_carried(op, l->inits[k], l->outs[k]->name,
                                            l->carried[k]->name)
                           : l->inits[k]);
  ir_val *n = ir_add_carried(op, zero, "count", "count");
  ir_builder in = ir_at_end(r);
  for (int k = 0; k < l->n_carried; k++)
    if (c->needed[k] && !is_state(c, k))
      map_put(subst, l->carried[k], rec_value_before(&in, l, k, n));
  ir_val **next = NEW_ARRAY(c->a, ir_val *, l->n_carried);
  ir_clone_region_ops(&in, l->body, subst, next);
  for (int k = 0; k < l->n_carried; k++)
    if (is_state(c, k))
      vec_push(c->a, &yields, next[k]);
  n = ir_build2(&in, IR_OP_ADD, n, ir_build_int(&in, IR_I64, 1));
  vec_push(c->a, &yields, n);
  ir_build_yield(&in, yields.at, yields.n);
  ir_move(op, l->op->parent, l->op); // behind the steps of what the count tells
  ir_walk(r, restore_read, &(early){l, r});
  rec_remove_unused(r);
  return vec_last(&op->outs);
}

// The loop over "n" iterations in front of the old one.
static ir_op *
build_counting(const counted *c, ir_val *n, ir_val **outs) {
  const ir_loop *l = &c->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, n, "i");
  ir_region *r = op->regions[0];
  map *subst = map_new(c->a);
  ir_builder in = ir_at_end(r);
  map_put(subst, l->carried[0], ir_build_int(&in, IR_BOOL, 1));
  for (int k = 1; k < l->n_carried; k++)
    map_put(
        subst, l->carried[k],
        ir_add_carried(op, l->inits[k], l->outs[k]->name, l->carried[k]->name));
  ir_val **next = NEW_ARRAY(c->a, ir_val *, l->n_carried);
  ir_clone_region_ops(&in, l->body, subst, next);
  ir_build_yield(&in, next + 1, l->n_carried - 1);
  rec_remove_unused(r);
  outs[0] = ir_build_int(&b, IR_BOOL, 0);
  for (int k = 1; k < l->n_carried; k++)
    outs[k] = op->outs.at[k - 1];
  return op;
}

bool
rec_is_measured(const rec_driver *d, const ir_val *v) {
  rec_an *an = rec_an_new(d->cx, d->f, d->f->body);
  bool given = rec_is_given(an, v);
  rec_an_free(an);
  return given;
}

// The most iterations that the loop makes: those that an int counts from 0 or
// above, which C does not let wrap; else fewer than footprints let a region run
// with (REC_BIG_BITS).
static int64_t
find_most(const counted *c) {
  int64_t by;
  for (int k = 1; k < c->l.n_carried; k++) {
    const ir_val *i = c->l.carried[k];
    const ir_op *step = c->l.yields[k]->def;
    if (!i->type.array && i->type.elem == IR_I32 && step &&
        step->code == IR_OP_ADD && step->ins.at[0] == i &&
        ir_match_int(step->ins.at[1], &by) && by > 0 &&
        an_range_of(c->l.inits[k]).lo >= 0)
      return INT32_MAX;
  }
  return INT64_C(1) << REC_BIG_BITS;
}

// "n", how often the loop runs, as a number that no int wraps in which counts,
// nor a counter of 64 bits.
static ir_val *
build_small(const counted *c, ir_val *n) {
  ir_builder b = ir_before(c->l.op);
  ir_val *most = ir_build_int(&b, IR_I64, find_most(c));
  return ir_build2(&b, IR_OP_MIN, n, most);
}

ir_op *
rec_try_counted(rec_driver *d, ir_op *op, rec_why *why) {
  counted c;
  if (!match(d->f, op, &c))
    return NULL;
  rec_trial t = rec_start(d, op);
  ir_val **outs = NEW_ARRAY(c.a, ir_val *, c.l.n_carried);
  ir_op *going = NULL;
  ir_val *n = build_count(&c);
  if (rec_is_measured(d, n)) {
    going = build_counting(&c, build_small(&c, n), outs);
    rec_use_instead(&t, outs);
    rec_close_loop(d->f, going);
  }
  ir_op *done = going && going->outs.n ? rec_try_loop(d, going, why) : NULL;
  return rec_finish(&t, done && !done->exact ? done : NULL);
}

// -- Searches -----------------------------------------------------------------
// A loop that counts, of a function that has a footprint, as a search.
typedef struct counter {
  arena *a;
  ir_func *f;
  ir_loop l;
  ir_val *room; // how many iterations may be made, as far as reads go
} counter;

// True when "v" is the count, plus what the loop does not change, where C does
// not wrap it.
static bool
is_one_by_one(const counter *c, const ir_val *v) {
  const ir_op *op = v->def;
  if (v == c->l.carried[1])
    return true;
  if (!op || !ir_is_int(v->type.elem) || !is_unwrapped(v->type.elem) ||
      ir_is_outside(v, c->l.body))
    return false;
  if (op->code == IR_OP_CONVERT)
    return is_one_by_one(c, op->ins.at[0]);
  if (op->code == IR_OP_ADD && an_is_invariant(op->ins.at[0], c->l.body))
    return is_one_by_one(c, op->ins.at[1]);
  return (op->code == IR_OP_ADD || op->code == IR_OP_SUB) &&
         an_is_invariant(op->ins.at[1], c->l.body) &&
         is_one_by_one(c, op->ins.at[0]);
}

// Leaves room for no more iterations than "v" is below "end" in, at "b".
static void
bound_room(counter *c, ir_builder *b, ir_val *v, ir_val *end) {
  map *subst = map_new(c->a);
  map_put(subst, c->l.carried[1], ir_build_int(b, IR_I64, 0));
  ir_val *first = an_copy_slice(b, v, c->l.body, subst);
  first = ir_build_convert(b, first, IR_I64);
  ir_val *n = ir_build2(b, IR_OP_SUB, end, first);
  c->room = c->room ? ir_build2(b, IR_OP_MIN, c->room, n) : n;
}

// Leaves room for iterations in which no value of less than 64 bits that "v" is
// made of wraps.
static void
bound_narrow(counter *c, ir_builder *b, ir_val *v) {
  for (ir_op *op = v->def; op && v != c->l.carried[1]; op = v->def) {
    int side =
        op->code == IR_OP_ADD && an_is_invariant(op->ins.at[0], c->l.body);
    ir_val *from = op->ins.at[side];
    bool widens = op->code == IR_OP_CONVERT && ir_size(from->type.elem) < 8;
    if (widens)
      bound_room(c, b, from, ir_build_int(b, IR_I64, INT64_C(1) << 31));
    v = from;
  }
}

// ir_walk_fn: stops at a read of other places than one behind another.
static bool
reads_one_by_one(void *user, ir_op *op) {
  const counter *c = user;
  return op->code != IR_OP_INDEX || (op->ins.at[0]->param_of == c->f->body &&
                                     is_one_by_one(c, op->ins.at[1]));
}

// ir_walk_fn: leaves room for reads within the footprints of their arrays.
static bool
bound_read(void *user, ir_op *op) {
  counter *c = user;
  if (op->code != IR_OP_INDEX)
    return true;
  ir_builder b = ir_before(c->l.op);
  bound_room(c, &b, op->ins.at[1],
             ir_build_bound(&b, IR_OP_END, op->ins.at[0]));
  bound_narrow(c, &b, op->ins.at[1]);
  c->f->param_mode[op->ins.at[0]->index] |= IR_PROBE;
  return true;
}

// True when "op" is a loop whose condition follows from its count alone.
static bool
match_counter(counter *c, ir_op *op) {
  int64_t first;
  if (op->code != IR_OP_LOOP || !op->has_while || op->n_dims ||
      !ir_match_loop(op, &c->l) || c->l.n_carried != 2 ||
      c->l.carried[1]->type.elem != IR_I64 ||
      !ir_match_int(c->l.inits[1], &first) || first)
    return false;
  const ir_op *step = c->l.yields[1]->def;
  int64_t by;
  return step && step->code == IR_OP_ADD &&
         step->ins.at[0] == c->l.carried[1] &&
         ir_match_int(step->ins.at[1], &by) && by == 1 &&
         ir_walk(c->l.body, reads_one_by_one, c);
}

// Makes the loop of "c" one that searches in the footprint.
static void
build_search(counter *c) {
  const ir_loop *l = &c->l;
  ir_walk(l->body, bound_read, c);
  if (!c->room)
    return;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, c->room, "i");
  op->has_while = true;
  ir_region *r = op->regions[0];
  map *subst = map_new(c->a);
  map_put(subst, l->carried[1], r->params.at[0]);
  map_put(subst, l->carried[0], ir_add_carried(op, l->inits[0], "go", "go"));
  ir_add_carried(op, l->inits[1], "count", "count");
  ir_builder in = ir_at_end(r);
  ir_val *next[2];
  ir_clone_region_ops(&in, l->body, subst, next);
  ir_build_yield(&in, next, 2);
  for (int k = 0; k < 2; k++)
    ir_replace_uses(c->f, l->outs[k], op->outs.at[k]);
  ir_remove(l->op);
  rec_search s;
  if (rec_build_search(c->f, op, REC_END_BY_INDEX, &s))
    rec_keep_search(&s);
}

void
rec_search_counts(loft_cx *cx, ir_func *f) {
  ir_foreach_op_safe (op, f->body) {
    counter c = {.a = cx->arena, .f = f};
    if (match_counter(&c, op))
      build_search(&c);
  }
  rec_clean(cx, f);
}

// A walk over the values that decide how often loops run.
typedef struct deciding {
  rec_decides_fn *fn;
  void *user;
} deciding;

// ir_walk_fn: calls the function with the array that "op" reads.
static bool
visit_read(void *user, ir_op *op) {
  const deciding *x = user;
  return op->code != IR_OP_INDEX || x->fn(x->user, op);
}

bool
rec_each_deciding(loft_cx *cx, ir_func *f, rec_decides_fn *fn, void *user) {
  rec_an *an = rec_an_new(cx, f, f->body);
  deciding x = {fn, user};
  bool ok = true;
  ir_foreach_op (op, f->body)
    if (op->code == IR_OP_LOOP && op->has_while && ok &&
        rec_is_given(an, op->outs.at[0]))
      ok = ir_walk(op->regions[0], visit_read, &x);
  rec_an_free(an);
  return ok;
}
