// recognizer/footprint/rounds.c: how often loops over growing chunks run.
//
// A search goes through its range in rounds, each a chunk that is a multiple of
// the one before, up to a largest one (Note [Searching]). The elements of all
// rounds are those of the range, and rounds are few.
#include "recognizer/footprint/footprint.h"

// Chunks that are smaller than the largest one.
static int
count_small(const an_growth *g) {
  int n = 0;
  for (int64_t size = g->first; size < g->most; n++)
    if (__builtin_mul_overflow(size, g->factor, &size))
      break;
  return n;
}

// 1 + "more" + "n" / "size" rounds, of f64 "n".
static ir_val *
build_rounds_of(ir_builder *b, ir_val *n, int64_t size, int more) {
  ir_val *share = ir_build_float(b, IR_F64, 1.0 / (double)size);
  return ir_build2(b, IR_OP_ADD, ir_build2(b, IR_OP_MUL, n, share),
                   ir_build_float(b, IR_F64, 1.0 + more));
}

// The rounds in which chunks "g" go through "n" elements, as f64.
static ir_val *
build_rounds(ir_builder *b, const an_growth *g, ir_val *n) {
  return ir_build2(b, IR_OP_MIN, build_rounds_of(b, n, g->first, 0),
                   build_rounds_of(b, n, g->most, count_small(g)));
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
  an_growth g;
  ir_val *n = an_match_growth(op, &g) ? emit_range(e, g.range) : NULL;
  return n ? build_rounds(e->b, &g, n) : NULL;
}

ir_val *
rec_emit_chunk(rec_emit *e, const ir_op *op, const ir_val *extent) {
  an_growth g;
  ir_op *up = op->parent->parent_op;
  ir_val *range =
      an_match_growth(up, &g) ? an_range_of_chunk(&g, extent) : NULL;
  ir_val *n = range ? emit_range(e, range) : NULL;
  return n ? ir_build2(e->b, IR_OP_DIV, n, build_rounds(e->b, &g, n)) : NULL;
}
