// recognizer/footprint/rounds.c: how often loops over growing chunks run.
//
// A search goes through its range in rounds, each a chunk that is a multiple of
// the one before, up to a largest one (Note [Searching]). The elements of all
// rounds are those of the range, and rounds are few.
#include "recognizer/footprint/footprint.h"

typedef struct growth {
  const ir_val *size;          // of the chunk, as the loop carries it
  int64_t first, most, factor; // its first and largest value, and their ratio
} growth;

// The largest value of the size that "k" carries, and its factor, where it
// grows: what the loop yields for it is "min(size * factor, most)".
static bool
match_growth(const ir_loop *l, int k, growth *out) {
  const ir_op *least = l->yields[k]->def;
  const ir_op *grown =
      least && least->code == IR_OP_MIN ? least->ins.at[0]->def : NULL;
  *out = (growth){.size = l->carried[k]};
  return grown && grown->code == IR_OP_MUL && grown->ins.at[0] == out->size &&
         ir_match_int(l->inits[k], &out->first) &&
         ir_match_int(least->ins.at[1], &out->most) &&
         ir_match_int(grown->ins.at[1], &out->factor) && out->first > 0 &&
         out->factor > 1;
}

// True when while loop "op" carries the size of a chunk that grows.
static bool
find_growth(ir_op *op, growth *out) {
  ir_loop l;
  if (!op || op->code != IR_OP_LOOP || op->n_dims || !ir_match_loop(op, &l))
    return false;
  for (int k = 0; k < l.n_carried; k++)
    if (match_growth(&l, k, out))
      return true;
  return false;
}

// The range whose next chunk is "v": "min(size, range - begin)"; or NULL.
static ir_val *
match_range(const growth *g, const ir_val *v) {
  const ir_op *op = v->def;
  if (!op || op->code != IR_OP_MIN || op->ins.at[0] != g->size)
    return NULL;
  const ir_op *left = op->ins.at[1]->def;
  return left && left->code == IR_OP_SUB ? left->ins.at[0] : NULL;
}

// The range that the rounds of "op" go through; or NULL.
static ir_val *
find_range(const growth *g, const ir_op *op) {
  ir_foreach_op (x, op->regions[0]) {
    ir_val *range = x->outs.n ? match_range(g, x->outs.at[0]) : NULL;
    if (range)
      return range;
  }
  return NULL;
}

// Chunks that are smaller than the largest one.
static int
count_small(const growth *g) {
  int n = 0;
  for (int64_t size = g->first; size < g->most; n++)
    if (__builtin_mul_overflow(size, g->factor, &size))
      break;
  return n;
}

// 1 + "n" / "size" rounds, of f64 "n".
static ir_val *
build_rounds(ir_builder *b, ir_val *n, int64_t size, int more) {
  ir_val *share = ir_build_float(b, IR_F64, 1.0 / (double)size);
  return ir_build2(b, IR_OP_ADD, ir_build2(b, IR_OP_MUL, n, share),
                   ir_build_float(b, IR_F64, 1.0 + more));
}

// The range's elements, not negative, as f64; NULL when that is not known
// before the region runs.
static ir_val *
emit_range(rec_emit *e, ir_val *range) {
  ir_val *n = rec_emit_value(e, range);
  if (!n)
    return NULL;
  n = ir_build2(e->b, IR_OP_MAX, n, ir_build_int(e->b, IR_I64, 0));
  return ir_build_convert(e->b, n, IR_F64);
}

ir_val *
rec_emit_rounds(rec_emit *e, ir_op *op) {
  growth g;
  ir_val *range = find_growth(op, &g) ? find_range(&g, op) : NULL;
  ir_val *n = range ? emit_range(e, range) : NULL;
  if (!n)
    return NULL;
  return ir_build2(e->b, IR_OP_MIN, build_rounds(e->b, n, g.first, 0),
                   build_rounds(e->b, n, g.most, count_small(&g)));
}

ir_val *
rec_emit_chunk(rec_emit *e, const ir_op *op, const ir_val *extent) {
  growth g;
  ir_op *up = op->parent->parent_op;
  ir_val *range = find_growth(up, &g) ? match_range(&g, extent) : NULL;
  ir_val *n = range ? emit_range(e, range) : NULL;
  ir_val *rounds = n ? rec_emit_rounds(e, up) : NULL;
  return rounds ? ir_build2(e->b, IR_OP_DIV, n, rounds) : NULL;
}
