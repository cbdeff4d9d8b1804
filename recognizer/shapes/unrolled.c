// recognizer/shapes/unrolled.c: inner loops of few iterations, unrolled.
//
//   for (k = 0; k < m && go; k++)        if (0 < m && go) {
//     x = e(k, x);                =>       x = e(0, x);
//                                          if (1 < m && go) { x = e(1, x); .. }
//                                        }
//
// A count of at most 8, by the bounds of the values that it is made of, gives
// so many copies, each under the condition that C gets there. Then what an
// iteration of the loop around reads, and where it goes on, are choices of
// constants, as walks need them (strides.c).
#include "recognizer/shapes/nests.h"

enum { MOST_COPIES = 8, MOST_UNROLLED = 400 };

// A loop that is unrolled.
typedef struct unrolling {
  arena *a;
  ir_loop l;
  an_range count; // of its iterations
} unrolling;

// ir_walk_fn: counts ops in *left down; stops at 0, and at loops.
static bool
count_plain(void *user, ir_op *op) {
  int *left = user;
  return !ir_iterates(op) && --*left > 0;
}

// True when loop "op" has few iterations, of few ops, and no loop inside.
static bool
match(unrolling *u, ir_op *op) {
  if (op->code != IR_OP_LOOP || op->n_dims != 1 || !ir_match_loop(op, &u->l))
    return false;
  u->count = an_range_of(u->l.extent);
  if (u->count.hi < 0 || u->count.hi > MOST_COPIES)
    return false;
  int left = MOST_UNROLLED / (u->count.hi ? (int)u->count.hi : 1);
  return ir_walk(u->l.body, count_plain, &left);
}

// Whether iteration "k" follows at "b", where the loop has carried "was"; NULL:
// in any case.
static ir_val *
build_follows(const unrolling *u, ir_builder *b, int64_t k,
              ir_val *const *was) {
  ir_val *go = u->l.op->has_while ? was[0] : NULL;
  int64_t yes;
  if (go && ir_match_int(go, &yes) && yes)
    go = NULL;
  if (k < u->count.lo)
    return go;
  ir_val *at = ir_build_int(b, IR_I64, k);
  ir_val *in = ir_build2(b, IR_OP_LT, at, u->l.extent);
  return go ? ir_build2(b, IR_OP_AND, go, in) : in;
}

// Builds the iterations from "k" on at "b", where the loop has carried "was";
// gives its results in "outs".
static void
build_from(const unrolling *u, ir_builder *b, int64_t k, ir_val **was,
           ir_val **outs) {
  int n = u->l.n_carried;
  for (int j = 0; j < n; j++)
    outs[j] = was[j];
  if (k >= u->count.hi)
    return;
  ir_val *follows = build_follows(u, b, k, was);
  ir_op *choice = NULL;
  ir_builder in = *b, *at = b;
  if (follows) {
    choice = ir_start_if(b, follows);
    in = ir_at_end(ir_add_region(choice));
    at = &in;
  }
  map *subst = map_new(u->a);
  ir_val **next = NEW_ARRAY(u->a, ir_val *, n);
  map_put(subst, u->l.i, ir_build_int(at, IR_I64, k));
  for (int j = 0; j < n; j++)
    map_put(subst, u->l.carried[j], was[j]);
  ir_clone_region_ops(at, u->l.body, subst, next);
  build_from(u, at, k + 1, next, outs);
  if (!follows)
    return;
  ir_build_yield(at, outs, n);
  ir_builder no = ir_at_end(ir_add_region(choice));
  ir_build_yield(&no, was, n);
  for (int j = 0; j < n; j++)
    outs[j] = ir_add_out(choice, was[j]->type, u->l.outs[j]->name);
}

// A walk that unrolls loops.
typedef struct search {
  arena *a;
  VEC(ir_op *) loops;
} search;

// ir_walk_fn: notes "op" if it can be unrolled.
static bool
note_loop(void *user, ir_op *op) {
  search *s = user;
  unrolling u;
  if (match(&u, op))
    vec_push(s->a, &s->loops, op);
  return true;
}

void
rec_unroll_inside(ir_func *f, ir_region *r) {
  search s = {.a = f->module->arena};
  ir_walk(r, note_loop, &s);
  for (int i = 0; i < s.loops.n; i++) {
    unrolling u = {.a = s.a};
    if (!match(&u, s.loops.at[i]))
      continue;
    ir_builder b = ir_before(u.l.op);
    b.loc = u.l.op->loc;
    ir_val **outs = NEW_ARRAY(s.a, ir_val *, u.l.n_carried);
    build_from(&u, &b, 0, u.l.inits, outs);
    for (int j = 0; j < u.l.n_carried; j++)
      ir_replace_uses(f, u.l.outs[j], outs[j]);
    ir_remove(u.l.op);
  }
}
