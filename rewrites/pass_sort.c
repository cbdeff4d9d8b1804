// rewrites/pass_sort.c: accumulations by key in order, on a GPU, by sorting.
//
//   loop (i < n) (w = h) { w[k(i)] = op(w[k(i)], v(i)) }
// =>
//   map (i < n) { keys[i] = k(i) - begin h; values[i] = v(i) }
//   sort both by keys, stably
//   map (b < cells) (w = h) { w[begin h + b] = fold of b's values }
//
// Each element's values are folded in the order of their iterations, so that
// the bits are those of the loop. It may stand alone, or be the chunk of each
// iteration of a map, which the iterations then share (rw_privatise.c makes
// such maps of sums by key of floats; where elements are many, chunks are few,
// and a GPU has nothing to do). The sort is sort.loft. One-shot.
#include <string.h>

#include "rewrites/rw_private.h"
#include "rewrites/sort.h"

bool pass_sort(loft_cx *cx, ir_func *f, rw_options *o);

// Fewer iterations are not worth the launches, more do not fit 32 bits; chunks
// that keep a GPU busy enough; elements that may be idle for each iteration.
enum { LEAST = 4096, MOST = 1 << 30, MOST_CHUNKS = 2048, MOST_IDLE = 64 };

// The loop, alone or in a map over chunks of "size" of its "n" iterations.
typedef struct sorter {
  loft_cx *cx;
  ir_func *f;
  ir_soac map; // map.op NULL: alone
  ir_loop loop;
  const ir_op *index, *update; // of the element
  const ir_op *fold;           // its new value
  ir_val *n, *size;
} sorter;

// -- Conditions -----------------------------------------------------------
// True when the body of the loop accumulates: w[k] = op(w[k], v), where nothing
// else is done to arrays. Fills z->index, update and fold.
static bool
match_body(sorter *z) {
  const ir_loop *l = &z->loop;
  const ir_op *u = l->n_carried == 1 ? l->yields[0]->def : NULL;
  if (!u || u->parent != l->body || u->code != IR_OP_UPDATE ||
      u->ins.at[0] != l->carried[0] || !u->ins.at[2]->def)
    return false;
  const ir_op *fold = u->ins.at[2]->def;
  const ir_op *old = fold->ins.n == 2 ? fold->ins.at[0]->def : NULL;
  if (fold->parent != l->body ||
      !ir_may_combine(fold->code, l->carried[0]->type.elem) || !old ||
      old->parent != l->body || old->code != IR_OP_INDEX ||
      old->ins.at[0] != l->carried[0] || old->ins.at[1] != u->ins.at[1] ||
      fold->ins.at[1] == old->outs.at[0])
    return false;
  z->index = old, z->update = u, z->fold = fold;
  ir_foreach_op (op, l->body) {
    bool reads =
        op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], l->body);
    if (op != old && op != u && op != l->body->last && !reads &&
        !ir_is_scalar_op(op->code))
      return false;
    for (int k = 0; k < op->ins.n; k++) {
      const ir_val *x = op->ins.at[k];
      if ((x == l->carried[0] && op != old && op != u) ||
          (x == old->outs.at[0] && op != fold) ||
          (x == fold->outs.at[0] && op != u))
        return false;
    }
  }
  return ir_is_float(l->carried[0]->type.elem);
}

// True when "op" is a counted loop that accumulates in an array whose footprint
// is known.
static bool
match_loop(sorter *z, ir_op *op) {
  return op->code == IR_OP_LOOP && op->level == IR_LEVEL_NONE &&
         !op->has_while && op->n_dims == 1 && ir_match_loop(op, &z->loop) &&
         match_body(z) && ir_has_bounds(z->loop.inits[0]);
}

// The operand of the binary "code" that computes "v" which is not "x"; NULL:
// it is not computed so.
static ir_val *
other_operand(const ir_val *v, ir_opcode code, const ir_val *x) {
  const ir_op *op = v->def;
  if (!op || op->code != code)
    return NULL;
  return op->ins.at[0] == x   ? op->ins.at[1]
         : op->ins.at[1] == x ? op->ins.at[0]
                              : NULL;
}

// Matches the extent of a chunk, min(n - r * size, size) in iteration "r" of
// the map; sets z->n and z->size.
static bool
match_chunk(sorter *z, const ir_val *r) {
  const ir_op *min = z->loop.extent->def;
  if (!min || min->code != IR_OP_MIN)
    return false;
  for (int k = 0; k < 2; k++) {
    const ir_op *left = min->ins.at[k]->def;
    ir_val *size = min->ins.at[1 - k];
    if (!left || left->code != IR_OP_SUB || !ir_is_outside(size, z->map.body) ||
        !ir_is_outside(left->ins.at[0], z->map.body) ||
        other_operand(left->ins.at[1], IR_OP_MUL, r) != size)
      continue;
    z->n = left->ins.at[0];
    z->size = size;
    return true;
  }
  return false;
}

// True when "op" is a map over chunks of an accumulation, in which nothing else
// but scalars is computed.
static bool
match_map(sorter *z, ir_op *op) {
  ir_op *loop = NULL;
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z->map) || z->map.n_dims != 1 || z->map.n_dests != 1)
    return false;
  ir_foreach_op (inner, z->map.body) {
    if (inner->code == IR_OP_LOOP && !loop)
      loop = inner;
    else if (inner != z->map.body->last && !ir_is_scalar_op(inner->code))
      return false;
  }
  return loop && match_loop(z, loop) &&
         z->loop.inits[0] == z->map.dest_params[0] &&
         z->map.body->last->ins.at[0] == z->loop.outs[0] &&
         match_chunk(z, z->map.idx[0]);
}

// -- The sort -----------------------------------------------------------------
// "text" with each "from" as "to".
static const char *
replace(arena *a, const char *text, const char *from, const char *to) {
  sb out;
  sb_init(&out, a);
  for (const char *at; (at = strstr(text, from)); text = at + strlen(from)) {
    sb_printf(&out, "%.*s%s", (int)(at - text), text, to);
  }
  sb_add(&out, text);
  return sb_str(&out);
}

// The function of sort.loft for values of type "t" that are folded by "op".
static ir_func *
parse_sort(loft_cx *cx, ir_scalar t, ir_opcode op) {
  const char *fold =
      arena_printf(cx->arena, "[%s %%old]", ir_op_table[op].mnemonic);
  const char *text = replace(cx->arena, rw_sort_text, "[add %old]", fold);
  text = replace(cx->arena, text, "f32", ir_scalar_name(t));
  ir_module *m = ir_parse(cx, "sort.loft", text);
  return m ? ir_func_find(m, "sums") : NULL;
}

// -- Building -----------------------------------------------------------------
// The array the accumulation is in, at host level.
static ir_val *
dest_of(const sorter *z) {
  return z->map.op ? z->map.dests[0] : z->loop.inits[0];
}

// keys[i] and values[i] in the body "r" of a map, which it ends.
static void
build_pair(const sorter *z, ir_region *r, ir_val *begin) {
  ir_builder in = ir_at_end(r);
  ir_val *i = r->params.at[0], *w[2] = {r->params.at[1], r->params.at[2]};
  map *subst = map_new(z->cx->arena);
  map_put(subst, z->loop.i, i);
  if (z->map.op) {
    ir_val *chunk = ir_build2(&in, IR_OP_DIV, i, z->size);
    ir_val *first = ir_build2(&in, IR_OP_MUL, chunk, z->size);
    map_put(subst, z->map.idx[0], chunk);
    map_put(subst, z->loop.i, ir_build2(&in, IR_OP_SUB, i, first));
    ir_foreach_op (op, z->map.body)
      if (op != z->loop.op && op != z->map.body->last)
        ir_clone_op(&in, op, subst);
  }
  ir_foreach_op (op, z->loop.body)
    if (op != z->index && op != z->update && op != z->fold &&
        op != z->loop.body->last)
      ir_clone_op(&in, op, subst);
  ir_val *at = ir_substituted(subst, z->update->ins.at[1]);
  ir_val *v = ir_substituted(subst, z->fold->ins.at[1]);
  ir_val *key =
      ir_build_convert(&in, ir_build2(&in, IR_OP_SUB, at, begin), IR_I32);
  w[0] = ir_build_update(&in, w[0], i, key);
  w[1] = ir_build_update(&in, w[1], i, v);
  ir_build_yield(&in, w, 2);
}

// The map that fills the keys and values of "n" iterations.
static ir_op *
build_pairs(const sorter *z, ir_builder *b, ir_val *n, ir_val *begin) {
  ir_scalar elem = dest_of(z)->type.elem;
  ir_val *keys = ir_build_alloc(b, IR_I32, n, IR_SPACE_GLOBAL, "keys");
  ir_val *values = ir_build_alloc(b, elem, n, IR_SPACE_GLOBAL, "values");
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, n);
  ir_region_add_param(r, ir_ty(IR_I64), "i");
  rw_add_dest(op, keys);
  rw_add_dest(op, values);
  build_pair(z, r, begin);
  return op;
}

// The array after the accumulation by "sort", at "b".
static ir_val *
build_sorted(const sorter *z, ir_builder *b, const ir_func *sort, ir_val *cells,
             ir_val *begin) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *out;
  ir_val *n = ir_build2(b, IR_OP_MAX, z->n, zero);
  const ir_op *pairs = build_pairs(z, b, n, begin);
  ir_val *args[] = {
      n, cells, begin, pairs->outs.at[0], pairs->outs.at[1], dest_of(z)};
  map *subst = map_new(z->cx->arena);
  for (int k = 0; k < LOFT_COUNT(args); k++)
    map_put(subst, sort->body->params.at[k], args[k]);
  ir_clone_region_ops(b, sort->body, subst, &out);
  return out;
}

// Whether sorting pays: enough iterations, not too many elements, few chunks.
static ir_val *
build_condition(const sorter *z, ir_builder *b, ir_val *cells) {
  ir_val *enough = ir_build2(b, IR_OP_GE, z->n, ir_build_int(b, IR_I64, LEAST));
  ir_val *fits = ir_build2(b, IR_OP_LE, z->n, ir_build_int(b, IR_I64, MOST));
  ir_val *most =
      ir_build2(b, IR_OP_MUL, z->n, ir_build_int(b, IR_I64, MOST_IDLE));
  most = ir_build2(b, IR_OP_MIN, most, ir_build_int(b, IR_I64, MOST));
  ir_val *pays = ir_build2(b, IR_OP_AND, enough, fits);
  pays = ir_build2(b, IR_OP_AND, pays, ir_build2(b, IR_OP_LE, cells, most));
  if (!z->map.op)
    return pays;
  ir_val *few = ir_build2(b, IR_OP_LE, z->map.extents[0],
                          ir_build_int(b, IR_I64, MOST_CHUNKS));
  return ir_build2(b, IR_OP_AND, pays, few);
}

// loop (i < n) { w[k] op= v } => if many { sort; fold } else { the loop }
// when: floats, at host level, alone or in chunks, not few by their count;
//       nothing else is done to arrays; the footprint of w is known.
// why:  the loop is one work-item's: 128M sums of 1M keys took 8 s on an H200;
//       1024 chunks of 128M sums of 4096 keys 51 ms, sorted 10.
// src:  Harris, Mark and others, radix sort by split; Henriksen et al.,
//       Compositional deep flattening: histograms by sorting
static bool
build_choice(sorter *z, rw_options *o, ir_op *op) {
  int64_t n;
  if ((ir_match_int(z->n, &n) && n < LEAST) || !rw_fired(o, RW_RULE_sort))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *dest = dest_of(z);
  ir_func *sort = parse_sort(z->cx, dest->type.elem, z->fold->code);
  if (!sort)
    return false;
  ir_val *begin = ir_build_bound(&b, IR_OP_BEGIN, dest);
  ir_val *end = ir_build_bound(&b, IR_OP_END, dest);
  ir_val *cells = ir_build2(&b, IR_OP_SUB, end, begin);
  ir_op *choice = ir_start_if(&b, build_condition(z, &b, cells));
  ir_builder in = ir_at_end(ir_add_region(choice));
  ir_val *out = build_sorted(z, &in, sort, cells, begin);
  ir_build_yield(&in, &out, 1);
  rw_add_else(z->f, choice, op);
  return true;
}

// Sorts the values of "op" where it is an accumulation, in chunks or alone.
static bool
try_sort(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  sorter z = {.cx = cx, .f = f};
  if (match_map(&z, op))
    return build_choice(&z, o, op);
  z = (sorter){.cx = cx, .f = f};
  if (!match_loop(&z, op))
    return false;
  z.n = z.loop.extent;
  return build_choice(&z, o, op);
}

bool
pass_sort(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_sort);
}
