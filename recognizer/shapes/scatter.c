// recognizer/shapes/scatter.c: elements that iterations write at places that
// are data.
//
//   %h1 = update %h, %k, %v        =>      %h1 = combine update %h, %k, %v
//
// Where every access of a loop to an array stores one value, which is the same
// in all iterations, it does not matter which of them comes last: marks, flags,
// the multiples of primes.
//
//   loop (%i < %n) (%h = %h0) {            %s = map (%i < %n) (%w = stamps) {
//     %k = index %idx, %i                    %k = index %idx, %i
//     %h1 = update %h, %k, %v                %w1 = combine max %w, %k, %i
//     yield %h1                              yield %w1
//   }                               =>     }
//                                          loop (%i < %n) (%h = %h0) {
//                                            %k = index %idx, %i
//                                            %last = eq (index %s, %k), %i
//                                            if %last { update %h, %k, %v } ...
//
// Else the last iteration that writes an element wins: each iteration leaves
// its number there as a stamp, the greatest one stays, and only the iteration
// whose stamp it is writes. What places are written must not depend on what the
// loop writes: it is computed twice.
//
// The run may see that no two places are the same (distinct.c); then there are
// no stamps. Nor are there where the write is made by the first iteration alone
// already.
//
// The same with the least number tells who is first (claim.c).
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/keyed.h"

// The writes of a loop's body to an array it carries.
typedef struct stores {
  arena *a;
  const ir_region *body;
  const ir_val *array; // the body's parameter
  VEC(ir_op *) writes;
} stores;

// True when "op" stores the value of the writes seen before.
static bool
stores_the_same(const stores *s, const ir_op *op) {
  const ir_val *v = op->ins.at[2];
  if (op->code == IR_OP_COMBINE)
    return op->combiner == IR_OP_UPDATE;
  return an_is_invariant(v, s->body) &&
         (!s->writes.n || an_same_value(s->a, s->writes.at[0]->ins.at[2], v));
}

// ir_walk_fn: adds the writes of the array, stops at any other access.
static bool
add_write(void *user, ir_op *op) {
  stores *s = user;
  bool writes = ir_writes_element(op);
  if ((op->code != IR_OP_INDEX && !writes) ||
      ir_storage_root(op->ins.at[0], s->body) != s->array)
    return true;
  if (!writes || !stores_the_same(s, op))
    return false;
  vec_push(s->a, &s->writes, op);
  return true;
}

// Fills *s for carried array "k" of "l"; false when it is not stored in alone.
static bool
match_stores(arena *a, const ir_loop *l, int k, stores *s) {
  *s = (stores){.a = a, .body = l->body, .array = l->carried[k]};
  return ir_walk(l->body, add_write, s) && s->writes.n;
}

bool
rec_stores_one_value(arena *a, const ir_loop *l, int k) {
  stores s;
  return match_stores(a, l, k, &s);
}

void
rec_build_stores(ir_func *f, const ir_loop *l, int k) {
  stores s;
  if (!match_stores(f->module->arena, l, k, &s))
    return;
  for (int i = 0; i < s.writes.n; i++) {
    s.writes.at[i]->code = IR_OP_COMBINE;
    s.writes.at[i]->combiner = IR_OP_UPDATE;
  }
}

// -- The last one wins ------------------------------------------------------
// The values of a loop's body that its places are made of.
typedef struct places {
  arena *a;
  const ir_loop *l;
  map *known;        // values seen: themselves; refused ones: NULL
  const ir_op *read; // of what the loop writes: taken for given; or NULL
} places;

static bool is_given(places *p, const ir_val *v);

// Whether how often, or whether, the regions of "op" run is given.
static bool
is_control_given(places *p, const ir_op *op) {
  bool ok = op->code == IR_OP_IF || op->code == IR_OP_LOOP;
  for (int i = 0; i < ir_n_controls(op) && ok; i++)
    ok = is_given(p, op->ins.at[i]);
  return ok && (!op->has_while || is_given(p, op->regions[0]->last->ins.at[0]));
}

// Whether result (or carried value) "k" of the if or loop "op" is given.
static bool
is_result_given(places *p, const ir_op *op, int k) {
  bool ok = is_control_given(p, op);
  if (op->code == IR_OP_LOOP)
    ok = ok && is_given(p, op->ins.at[op->n_dims + k]);
  for (int r = 0; r < op->n_regions && ok; r++)
    ok = is_given(p, op->regions[r]->last->ins.at[k]);
  return ok;
}

// is_given of a value in the body not seen before.
static bool
is_given_fresh(places *p, const ir_val *v) {
  const ir_op *op = v->def;
  if (!op) {
    const ir_op *up = v->param_of->parent_op;
    if (v->param_of == p->l->body || ir_is_index(v))
      return ir_is_index(v);
    return is_result_given(p, up, v->index - up->n_dims);
  }
  if (op->n_regions)
    return is_result_given(p, op, v->index);
  if (op->code == IR_OP_INDEX)
    return (op == p->read || rec_reads_own_first(p->a, p->l, op) ||
            ir_is_outside(ir_storage_root(op->ins.at[0], p->l->body),
                          p->l->body)) &&
           is_given(p, op->ins.at[1]);
  bool ok = ir_is_scalar_op(op->code);
  for (int i = 0; i < op->ins.n && ok; i++)
    ok = is_given(p, op->ins.at[i]);
  return ok;
}

// True when "v" follows from the loop's index, what the loop does not change,
// and elements that an iteration finds as they were.
static bool
is_given(places *p, const ir_val *v) {
  if (ir_is_outside(v, p->l->body))
    return true;
  if (!map_has(p->known, v)) {
    map_put(p->known, v, (void *)(uintptr_t)v); // until shown otherwise
    if (!is_given_fresh(p, v))
      map_put(p->known, v, NULL);
  }
  return map_get(p->known, v) != NULL;
}

// True when it is given which element "op" writes, and whether it does.
static bool
is_place_given(places *p, const ir_op *op) {
  bool ok = is_given(p, op->ins.at[1]);
  for (const ir_op *up = op->parent->parent_op; up != p->l->op && ok;
       up = up->parent->parent_op)
    ok = is_control_given(p, up);
  return ok;
}

// True when "array" changes places with others in a loop around, *l.
static bool
match_places(ir_val *array, ir_loop *l) {
  ir_val *root = ir_storage_root(array, NULL);
  return !root->def && root->param_of->parent_op &&
         ir_match_loop(root->param_of->parent_op, l);
}

// True when "l" carries array number "k", which may be in the place of another
// one like "array" in the next iteration.
static bool
changes_place(const ir_loop *l, int k, const ir_val *array) {
  return l->carried[k]->type.array &&
         l->carried[k]->type.elem == array->type.elem &&
         ir_storage_root(l->yields[k], l->body) != l->carried[k];
}

// True when it is known at host level which elements of "array", and of those
// that it changes places with, there are.
static bool
has_hull(ir_val *array) {
  ir_loop l;
  if (!match_places(array, &l))
    return ir_has_bounds(array);
  for (int k = 0; k < l.n_carried; k++)
    if (changes_place(&l, k, array) && !has_hull(l.inits[k]))
      return false;
  return true;
}

// The first element of them, or the one behind the last, at "b" or in front of
// the loop in which they change places.
static ir_val *
build_hull(ir_builder *b, ir_opcode code, ir_val *array) {
  ir_loop l;
  if (!match_places(array, &l))
    return ir_build_bound(b, code, array);
  ir_builder before = ir_before(l.op);
  ir_val *all = NULL;
  for (int k = 0; k < l.n_carried; k++) {
    if (!changes_place(&l, k, array))
      continue;
    ir_val *one = build_hull(&before, code, l.inits[k]);
    ir_opcode hull = code == IR_OP_BEGIN ? IR_OP_MIN : IR_OP_MAX;
    all = all ? ir_build2(&before, hull, all, one) : one;
  }
  return all;
}

bool
rec_scatters(arena *a, const ir_loop *l, int k, const rec_accesses *xs) {
  places p = {a, l, map_new(a), NULL};
  bool ok = has_hull(l->inits[k]);
  for (int i = 0; i < xs->n && ok; i++)
    ok = xs->at[i].op->code == IR_OP_UPDATE && is_place_given(&p, xs->at[i].op);
  return ok;
}

bool
rec_is_place_given(arena *a, const ir_loop *l, const ir_op *op,
                   const ir_op *read) {
  places p = {a, l, map_new(a), read};
  return is_place_given(&p, op);
}

bool
rec_follows_index(arena *a, const ir_loop *l, const ir_val *v,
                  const ir_op *read) {
  places p = {a, l, map_new(a), read};
  return is_given(&p, v);
}

// A scatter being built.
typedef struct scatter {
  arena *a;
  ir_func *f;
  ir_loop l;
  int k;
  bool first;           // the first iteration wins, else the last
  bool nested;          // ... of an inner loop
  bool several;         // ... or of several writes of an iteration
  ir_scalar stamp;      // the type of stamps
  ir_val *begin, *size; // of the footprint of all that the array may be
  ir_val *distinct;     // whether no two places are the same; NULL: not known
  ir_val *stamps;
  VEC(ir_op *) writes;
} scatter;

// "n" where stamps are needed, else 0, at "b".
static ir_val *
where_needed(const scatter *s, ir_builder *b, ir_val *n) {
  if (!s->distinct)
    return n;
  return ir_build3(b, IR_OP_SELECT, s->distinct, ir_build_int(b, IR_I64, 0), n);
}

// A map over "extent" in front of the loop, with dest "array".
static ir_op *
start_map(scatter *s, ir_val *extent, const char *index, ir_val *array) {
  ir_builder b = ir_before(s->l.op);
  b.loc = s->l.op->loc;
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, extent);
  ir_region_add_param(r, ir_ty(IR_I64), index);
  ir_add_carried(op, array, "stamps", "stamps");
  return op;
}

// Stamps that say that no iteration writes.
static ir_val *
build_none(scatter *s) {
  ir_builder b = ir_before(s->l.op);
  ir_val *size = where_needed(s, &b, s->size);
  ir_val *all = ir_build_alloc(&b, s->stamp, size, IR_SPACE_GLOBAL, "stamps");
  ir_op *op = start_map(s, size, "x", all);
  ir_region *r = op->regions[0];
  ir_builder in = ir_at_end(r);
  int64_t most = s->stamp == IR_I32 ? INT32_MAX : INT64_MAX;
  ir_val *none = ir_build_int(&in, s->stamp, s->first ? most : -1);
  ir_val *w = ir_build_update(&in, r->params.at[1], r->params.at[0], none);
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// ir_walk_fn: collects the writes.
static bool
collect_write(void *user, ir_op *op) {
  scatter *s = user;
  if (ir_writes_element(op))
    vec_push(s->a, &s->writes, op);
  return true;
}

// The stamp's place for index "at" of the array.
static ir_val *
build_place(const scatter *s, ir_builder *b, ir_val *at) {
  return ir_build2(b, IR_OP_SUB, at, s->begin);
}

// The number of the iteration that region "home", in body "r", is in, at "b":
// of the loop's, and where one of them wins of the inner loop's as well, or of
// write "k".
static ir_val *
build_stamp(const scatter *s, ir_builder *b, const ir_region *home,
            const ir_region *r, int k) {
  ir_val *i = ir_build_convert(b, r->params.at[0], s->stamp), *low = NULL;
  for (; s->nested && home != r && !low; home = home->parent_op->parent)
    if (home->parent_op->code == IR_OP_LOOP)
      low = home->params.at[0];
  if (s->several)
    low = ir_build_int(b, IR_I64, k);
  if (!low)
    return i;
  i = ir_build2(b, IR_OP_SHL, i, ir_build_int(b, IR_I64, 32));
  return ir_build2(b, IR_OP_OR, i, low);
}

// A walk that gives the arrays of one storage the type of stamps.
typedef struct retyping {
  const scatter *s;
  const ir_region *r;
  const ir_val *root;
} retyping;

// Gives the values "v" of the stamps' storage their type.
static void
retype(const retyping *t, const ir_vals *v) {
  for (int k = 0; k < v->n; k++)
    if (v->at[k]->type.array && ir_storage_root(v->at[k], t->r) == t->root)
      v->at[k]->type.elem = t->s->stamp;
}

// ir_walk_fn: retypes the arrays that "op" makes.
static bool
retype_op(void *user, ir_op *op) {
  const retyping *t = user;
  retype(t, &op->outs);
  for (int k = 0; k < op->n_regions; k++)
    retype(t, &op->regions[k]->params);
  return true;
}

// Makes the writes in "r", a copy of the loop's body, leave stamps in "w";
// other arrays stay as they are.
static void
stamp_writes(scatter *s, ir_region *r, ir_val *w) {
  int n = 0;
  s->writes.n = 0;
  ir_walk(r, collect_write, s);
  for (int i = 0; i < s->writes.n; i++) {
    ir_op *op = s->writes.at[i];
    ir_builder b = ir_before(op);
    ir_val *out = op->ins.at[0];
    if (ir_storage_root(out, r) == w) {
      ir_val *stamp = build_stamp(s, &b, op->parent, r, n++);
      ir_val *at = build_place(s, &b, op->ins.at[1]);
      ir_opcode code = s->first ? IR_OP_MIN : IR_OP_MAX;
      out = ir_build_combine(&b, code, out, at, stamp);
    }
    ir_replace_uses(s->f, op->outs.at[0], out);
    ir_remove(op);
  }
  retyping t = {s, r, w};
  ir_walk(r, retype_op, &t);
}

// A walk that lets reads of the stamps be of the array as it was.
typedef struct restoring {
  const ir_region *r;
  const ir_val *stamps;
  ir_val *array;
} restoring;

// ir_walk_fn: lets "op", if it reads the stamps, read the array.
static bool
restore_read(void *user, ir_op *op) {
  const restoring *t = user;
  if (op->code == IR_OP_INDEX &&
      ir_storage_root(op->ins.at[0], t->r) == t->stamps)
    op->ins.at[0] = t->array;
  return true;
}

// The stamps that the iterations leave.
static ir_val *
build_stamps(scatter *s) {
  const ir_loop *l = &s->l;
  ir_val *none = build_none(s);
  ir_builder b = ir_before(l->op);
  ir_op *op = start_map(s, where_needed(s, &b, l->extent), l->i->name, none);
  ir_region *r = op->regions[0];
  ir_builder in = ir_at_end(r);
  map *subst = map_new(s->a);
  ir_val **yields = NEW_ARRAY(s->a, ir_val *, l->n_carried);
  map_put(subst, l->i, r->params.at[0]);
  for (int k = 0; k < l->n_carried; k++)
    map_put(subst, l->carried[k], k == s->k ? r->params.at[1] : l->inits[k]);
  ir_clone_region_ops(&in, l->body, subst, yields);
  ir_build_yield(&in, &yields[s->k], 1);
  restoring t = {r, r->params.at[1], l->inits[s->k]};
  ir_walk(r, restore_read, &t);
  stamp_writes(s, r, r->params.at[1]);
  rec_remove_unused(r);
  return op->outs.at[0];
}

// Whether the loop's iteration, by write "k", is the one that the stamp of
// element "at" is of, at "b".
static ir_val *
build_wins(scatter *s, ir_builder *b, ir_val *at, const ir_region *home,
           int k) {
  ir_val *stamp = build_stamp(s, b, home, s->l.body, k);
  ir_val *best = ir_build_index(b, s->stamps, build_place(s, b, at));
  return ir_build2(b, IR_OP_EQ, best, stamp);
}

// Whether the loop's iteration makes write "op", at "b": where places are not
// distinct, if its stamp is the last.
static ir_val *
build_writes(scatter *s, ir_builder *b, const ir_op *op) {
  if (!s->distinct)
    return build_wins(s, b, op->ins.at[1], op->parent, 0);
  ir_builder yes, no;
  ir_build_if(b, s->distinct, &yes, &no);
  no.loc = op->loc;
  ir_val *all = ir_build_int(&yes, IR_BOOL, 1);
  ir_val *v = build_wins(s, &no, op->ins.at[1], op->parent, 0);
  return ir_end_if(&yes, all, &no, v, "wins");
}

// Lets the loop's iteration make write "op" only where its stamp is the last.
static void
guard_by_stamp(scatter *s, ir_op *op) {
  ir_builder b = ir_before(op);
  rec_guard_write(s->f, op, build_writes(s, &b, op));
}

// A scatter into carried array "k" of loop "op", without stamps yet.
static scatter
start_scatter(ir_func *f, ir_op *op, int k, bool first, bool nested) {
  scatter s = {
      .a = f->module->arena, .f = f, .k = k, .first = first, .nested = nested};
  ir_match_loop(op, &s.l);
  ir_builder b = ir_before(op);
  s.stamp = an_fits_i32(s.l.extent) && !nested ? IR_I32 : IR_I64;
  s.begin = build_hull(&b, IR_OP_BEGIN, s.l.inits[k]);
  ir_val *end = build_hull(&b, IR_OP_END, s.l.inits[k]);
  s.size = ir_build2(&b, IR_OP_SUB, end, s.begin);
  return s;
}

ir_val *
rec_build_first_writes(ir_func *f, ir_op *op, int k, ir_val **begin,
                       ir_val **size) {
  scatter s = start_scatter(f, op, k, true, false);
  *begin = s.begin;
  *size = s.size;
  return build_stamps(&s);
}

void
rec_build_one(ir_func *f, ir_op *op, int k, const rec_asks *asks, bool first) {
  bool nested = false, several = asks->n > 1;
  for (const ir_region *r = asks->at[0].test->def->parent; r->parent_op != op;
       r = r->parent_op->parent)
    nested |= r->parent_op->code == IR_OP_LOOP;
  scatter s = start_scatter(f, op, k, first, nested || several);
  s.several = several;
  s.stamps = build_stamps(&s);
  for (int i = 0; i < asks->n; i++) {
    const rec_ask *a = &asks->at[i];
    ir_builder b = ir_before(a->test->def);
    ir_replace_uses(f, a->test,
                    build_wins(&s, &b, a->at, a->test->def->parent, i));
  }
  rec_remove_unused(s.l.body);
}

// Keeps the writes to the scatter's array alone among those of its loop.
static void
find_writes(scatter *s) {
  int n = 0;
  s->writes.n = 0;
  ir_walk(s->l.body, collect_write, s);
  for (int i = 0; i < s->writes.n; i++)
    if (ir_storage_root(s->writes.at[i]->ins.at[0], s->l.body) ==
        s->l.carried[s->k])
      s->writes.at[n++] = s->writes.at[i];
  s->writes.n = n;
}

// True when "v" is another number in each iteration of loop "l", or of it and
// the loop in it around "op", or of several writes in it: their indices, or
// write's number *which, the inner one in the lower half.
static bool
is_number(const ir_loop *l, const ir_val *v, const ir_op *op, int64_t *which) {
  int64_t bits;
  *which = -1;
  if (an_fits_i32(l->extent))
    v = rec_unconverted(v);
  v = rec_unwidened(v);
  if (v == l->i || !v->def || v->def->code != IR_OP_OR)
    return v == l->i;
  const ir_op *high = v->def->ins.at[0]->def;
  const ir_val *low = v->def->ins.at[1];
  const ir_op *inner = low->def ? NULL : low->param_of->parent_op;
  if (!high || high->code != IR_OP_SHL ||
      rec_unwidened(high->ins.at[0]) != l->i ||
      !ir_match_int(high->ins.at[1], &bits) || bits != 32)
    return false;
  if (ir_match_int(low, which))
    return *which >= 0 && *which <= UINT32_MAX;
  return inner && inner->code == IR_OP_LOOP && inner->n_dims == 1 &&
         ir_is_index(low) && ir_ancestor_in(op, inner->regions[0]) &&
         an_range_of(inner->ins.at[0]).hi <= UINT32_MAX;
}

// The test of a write that one iteration at most may make.
typedef struct winning {
  int64_t which;
  const ir_val *stamps;
} winning;

// True when bool "v" holds in at most one of the iterations that make "write",
// for each of its places: it asks, among others, that an element of another
// array, w->stamps, at the same place, is the iteration's number, by write
// w->which if that is not -1.
static bool
asks_number(const scatter *s, const ir_val *v, const ir_op *write, winning *w) {
  const ir_op *test = v->def;
  ir_val *both[2];
  if (an_match_both(v, false, both))
    return asks_number(s, both[0], write, w) ||
           asks_number(s, both[1], write, w);
  if (!test || test->code != IR_OP_EQ)
    return false;
  const ir_op *read = test->ins.at[0]->def;
  if (!read || read->code != IR_OP_INDEX ||
      !ir_is_outside(read->ins.at[0], s->l.body) ||
      !is_number(&s->l, test->ins.at[1], write, &w->which))
    return false;
  w->stamps = read->ins.at[0];
  const ir_op *place = read->ins.at[1]->def;
  return place && place->code == IR_OP_SUB &&
         an_same_value(s->a, place->ins.at[0], write->ins.at[1]) &&
         an_is_invariant(place->ins.at[1], s->l.body);
}

// True when no two iterations make "write": the ifs around it let one at most,
// by what *w says.
static bool
is_won(const scatter *s, const ir_op *write, winning *w) {
  for (const ir_region *r = write->parent; r != s->l.body;
       r = r->parent_op->parent) {
    const ir_op *up = r->parent_op;
    if (up->code == IR_OP_IF && r == up->regions[0] &&
        asks_number(s, up->ins.at[0], write, w))
      return true;
  }
  return false;
}

// True when no element is written twice: each write is won, by numbers that
// grow where there are several.
static bool
are_won(const scatter *s) {
  winning last = {-1, NULL}, w;
  for (int i = 0; i < s->writes.n; i++, last = w)
    if (!is_won(s, s->writes.at[i], &w) ||
        (s->writes.n > 1 && w.which <= last.which) ||
        (i && w.stamps != last.stamps))
      return false;
  return true;
}

void
rec_build_scatter(ir_func *f, ir_op *op, int k) {
  scatter s = start_scatter(f, op, k, false, false);
  find_writes(&s);
  if (are_won(&s))
    return;
  if (s.writes.n == 1)
    s.distinct = rec_build_distinct(&s.l, s.writes.at[0]->ins.at[1]);
  s.stamps = build_stamps(&s);
  find_writes(&s);
  for (int i = 0; i < s.writes.n; i++)
    guard_by_stamp(&s, s.writes.at[i]);
}
