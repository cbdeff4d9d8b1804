// recognizer/shapes/visits.c: the places that a walk visits.
//
//   while (i < n) {                     for (i < n) next[i] = i + f(s, i);
//     ..                                for (each block of places)
//     i += f(s, i);               =>      for (i in it, the last one first)
//   }                                       to[i] = next[i] is in the block
//                                                     ? to[next[i]] : next[i];
//                                       for (each block)
//                                         entry[block] = i, if (i is in it)
//                                                             i = to[i];
//                                       for (each block)
//                                         for (i = entry[block]; i is in it;
//                                              i = next[i])
//                                           visited[i] = 1;
//
// Where each place leads follows from the index and from arrays alone, so all
// places tell at once where they lead to; and all those of a block, behind it.
// Then the walk hops from block to block, and all blocks are walked through at
// once (pointer jumping in blocks: list ranking as in Reid-Miller 1994, List
// Ranking and List Scan on the Cray C90). Places that C does not get to may
// lead anywhere: those that do not lead on lead behind all.
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/nests.h"
#include "recognizer/shapes/scalars.h"

// Places of a block: a block's arrays stay in a cache, and hops are few.
enum { BLOCK = 4096 };

// What is built.
typedef struct visiting {
  ir_scalar type;         // of places
  ir_val *first, *n;      // places, from this one on
  ir_val *block, *blocks; // places of a block; how many blocks there are
} visiting;

// -- Matching -----------------------------------------------------------------
// Reduces loop "op", a copy, to what carried value "k" becomes. False where
// that follows from others, or may not be computed at places that C does not
// get to.
static bool
keep_place(ir_op *op, int k, ir_loop *l) {
  ir_match_loop(op, l);
  for (int j = 0; j < l->n_carried; j++)
    if (j != k)
      l->body->last->ins.at[j] = l->carried[j];
  rec_remove_unused(l->body);
  ir_match_loop(op, l);
  ir_count_uses_in(l->body);
  for (int j = 0; j < l->n_carried; j++)
    if (j != k && l->carried[j]->n_uses > 1)
      return false;
  return ir_walk(l->body, rec_is_harmless, l->body);
}

// -- Building -----------------------------------------------------------------
// A map at "b" over "n", named "index", with dest "t"; the dest in its body.
static ir_op *
start_map(ir_builder *b, ir_val *n, const char *index, ir_val *t,
          ir_val **dest) {
  ir_op *op = ir_start_loop(b, IR_OP_MAP, n, index);
  *dest = ir_add_carried(op, t, t->name, t->name);
  return op;
}

// The number of place "i" from the first one on, at "b".
static ir_val *
build_number(const visiting *z, ir_builder *b, ir_val *i) {
  return ir_build2(b, IR_OP_SUB, ir_build_convert(b, i, IR_I64), z->first);
}

// Whether place "i" is before place number "end", at "b".
static ir_val *
build_before(const visiting *z, ir_builder *b, ir_val *i, ir_val *end) {
  return ir_build2(b, IR_OP_LT, build_number(z, b, i), end);
}

// The number behind the last place of a block, at "b"; *count is how many
// places it has.
static ir_val *
build_block(const visiting *z, ir_builder *b, ir_val *block, ir_val **count) {
  ir_val *first = ir_build2(b, IR_OP_MUL, block, z->block);
  ir_val *left = ir_build2(b, IR_OP_SUB, z->n, first);
  *count = ir_build2(b, IR_OP_MIN, left, z->block);
  return ir_build2(b, IR_OP_ADD, first, *count);
}

// What place "i" leads to by "to" if it is before place number "end", or else
// itself, at "b".
static ir_val *
build_step(const visiting *z, ir_builder *b, ir_val *i, ir_val *end,
           ir_val *to) {
  ir_val *is_in = build_before(z, b, i, end);
  ir_builder yes, no;
  ir_build_if(b, is_in, &yes, &no);
  ir_val *v = ir_build_index(&yes, to, build_number(z, &yes, i));
  return ir_end_if(&yes, v, &no, i, i->name);
}

// A place of "type" behind all: far enough from the largest i64 that no
// distance from it overflows.
static ir_bits
behind_all(ir_scalar type) {
  return ir_size(type) == 8 ? (ir_bits)1 << 62
                            : ir_red_identity(IR_OP_MIN, type);
}

// Where each place leads to, by what carried value "k" of "l" becomes.
static ir_val *
build_next(const visiting *z, ir_builder *b, const ir_loop *l, int k) {
  arena *a = b->func->module->arena;
  map *subst = map_new(a);
  ir_val **yields = NEW_ARRAY(a, ir_val *, l->n_carried), *next;
  ir_val *all = ir_build_alloc(b, z->type, z->n, IR_SPACE_GLOBAL, "next");
  ir_op *op = start_map(b, z->n, "at", all, &next);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *j = op->regions[0]->params.at[0];
  ir_val *at = ir_build2(&in, IR_OP_ADD, j, z->first);
  map_put(subst, l->carried[k], ir_build_convert(&in, at, z->type));
  ir_clone_region_ops(&in, l->body, subst, yields);
  ir_val *to = ir_build_convert(&in, yields[k], IR_I64);
  ir_val *goes_on = ir_build2(&in, IR_OP_GT, to, at);
  ir_val *behind = ir_build_bits(&in, z->type, behind_all(z->type));
  to = ir_build3(&in, IR_OP_SELECT, goes_on, yields[k], behind);
  to = ir_build_update(&in, next, j, to);
  ir_build_yield(&in, &to, 1);
  return op->outs.at[0];
}

// Where each place leads to out of its block.
static ir_val *
build_exits(const visiting *z, ir_builder *b, ir_val *next) {
  ir_val *to, *count;
  ir_val *all = ir_build_alloc(b, z->type, z->n, IR_SPACE_GLOBAL, "exits");
  ir_op *op = start_map(b, z->blocks, "block", all, &to);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *end = build_block(z, &in, op->regions[0]->params.at[0], &count);
  ir_op *loop = ir_start_loop(&in, IR_OP_LOOP, count, "back");
  ir_val *w = ir_add_carried(loop, to, "exits", "exits");
  ir_builder each = ir_at_end(loop->regions[0]);
  ir_val *one = ir_build_int(&each, IR_I64, 1);
  ir_val *j = ir_build2(&each, IR_OP_SUB, end, loop->regions[0]->params.at[0]);
  j = ir_build2(&each, IR_OP_SUB, j, one);
  ir_val *i = build_step(z, &each, ir_build_index(&each, next, j), end, w);
  w = ir_build_update(&each, w, j, i);
  ir_build_yield(&each, &w, 1);
  ir_build_yield(&in, loop->outs.at, 1);
  return op->outs.at[0];
}

// Where the walk from "start" on enters each block, if it does; *last is where
// it ends.
static ir_val *
build_entries(const visiting *z, ir_builder *b, ir_val *start, ir_val *exits,
              ir_val **last) {
  ir_val *count;
  ir_val *all =
      ir_build_alloc(b, z->type, z->blocks, IR_SPACE_GLOBAL, "entries");
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, z->blocks, "block");
  ir_val *i = ir_add_carried(op, start, "place", "place");
  ir_val *w = ir_add_carried(op, all, "entries", "entries");
  ir_region *r = op->regions[0];
  ir_builder in = ir_at_end(r);
  ir_val *end = build_block(z, &in, r->params.at[0], &count);
  ir_val *out[2];
  out[0] = build_step(z, &in, i, end, exits);
  out[1] = ir_build_update(&in, w, r->params.at[0], i);
  ir_build_yield(&in, out, 2);
  *last = op->outs.at[0];
  return op->outs.at[1];
}

// Marks of none of the places.
static ir_val *
build_none(const visiting *z, ir_builder *b) {
  ir_val *w;
  ir_val *all = ir_build_alloc(b, IR_U8, z->n, IR_SPACE_GLOBAL, "visited");
  ir_op *op = start_map(b, z->n, "at", all, &w);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *no = ir_build_int(&in, IR_U8, 0);
  w = ir_build_update(&in, w, op->regions[0]->params.at[0], no);
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// The marks "all" with those that the walk gets to in each block.
static ir_val *
build_marks(const visiting *z, ir_builder *b, ir_val *next, ir_val *entries,
            ir_val *all) {
  ir_val *marks, *count;
  ir_op *op = start_map(b, z->blocks, "block", all, &marks);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *block = op->regions[0]->params.at[0];
  ir_val *end = build_block(z, &in, block, &count);
  ir_val *entry = ir_build_index(&in, entries, block);
  ir_val *enters = build_before(z, &in, entry, end);
  ir_op *walk = ir_start_loop(&in, IR_OP_LOOP, count, "steps");
  walk->has_while = true;
  ir_add_carried(walk, enters, "go", "go");
  ir_val *i = ir_add_carried(walk, entry, "place", "place");
  ir_val *w = ir_add_carried(walk, marks, "visited", "visited"), *out[3];
  ir_builder each = ir_at_end(walk->regions[0]);
  ir_val *j = build_number(z, &each, i);
  out[1] = ir_build_index(&each, next, j);
  out[2] = ir_build_update(&each, w, j, ir_build_int(&each, IR_U8, 1));
  out[0] = build_before(z, &each, out[1], end);
  ir_build_yield(&each, out, 3);
  ir_build_yield(&in, &walk->outs.at[2], 1);
  return op->outs.at[0];
}

bool
rec_build_visits(loft_cx *cx, ir_builder *b, const ir_loop *l, int k,
                 ir_val *first, ir_val *n, int stride, rec_visits *out) {
  visiting z = {.type = l->carried[k]->type.elem, .first = first, .n = n};
  ir_op *copy = ir_clone_op(b, l->op, map_new(cx->arena));
  ir_loop place;
  bool ok = keep_place(copy, k, &place);
  if (ok) {
    ir_val *one = ir_build_int(b, IR_I64, 1);
    z.block = ir_build_int(b, IR_I64, BLOCK);
    ir_val *more = ir_build2(b, IR_OP_SUB, z.block, one);
    z.blocks = ir_build2(b, IR_OP_ADD, n, more);
    z.blocks = ir_build2(b, IR_OP_DIV, z.blocks, z.block);
    ir_val *next = build_next(&z, b, &place, k);
    next->def->stride = stride;
    rec_note_probes(cx, b->func, next->def->regions[0]);
    ir_val *exits = build_exits(&z, b, next);
    ir_val *entries = build_entries(&z, b, l->inits[k], exits, &out->end);
    ir_val *none = build_none(&z, b);
    out->marks = build_marks(&z, b, next, entries, none);
  }
  ir_remove(copy);
  return ok;
}
