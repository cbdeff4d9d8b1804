// recognizer/footprint/work.c: how much a region does, estimated.
//
// Scalar operations, those of them that run one after the other, and launches
// of kernels, of lifted code; and what the original does, which is less where
// lifted code first settles whether or how it may run.
#include "recognizer/footprint/footprint.h"

enum { MATH_COST = 20, WHILE_TRIPS = 100, UNKNOWN_TRIPS = 16 };

// Scalar operations of one execution of "r", without nested regions.
static int64_t
count_ops(const ir_region *r) {
  int64_t n = 0;
  ir_foreach_op (op, r) {
    ir_weight w = ir_weight_of(op->code);
    n += w == IR_WEIGHT_MATH ? MATH_COST
                             : w != IR_WEIGHT_NONE && op->code != IR_OP_YIELD;
  }
  return n;
}

// "v" (i64), but not negative, as f64.
static ir_val *
as_trips(ir_builder *b, ir_val *v) {
  v = ir_build2(b, IR_OP_MAX, v, ir_build_int(b, IR_I64, 0));
  return ir_build_convert(b, v, IR_F64);
}

// Iterations of dimension "k" of "op" for one execution of it, on average;
// *total is set instead when the sum over all executions is known.
static ir_val *
find_trips(rec_emit *e, ir_op *op, int k, ir_val **total) {
  ir_builder *b = e->b;
  ir_val *n = rec_emit_value(e, op->ins.at[k]);
  if (n)
    return as_trips(b, n);
  n = rec_emit_chunk(e, op, op->ins.at[k]);
  if (n)
    return n;
  rec_dom *d = rec_dom_new(e->an, op, false);
  rec_poly p = rec_read(d, op->ins.at[k]);
  rec_bounds x;
  if (rec_emit_bounds(e, d, &p, &x)) {
    ir_val *lo = as_trips(b, x.lo), *hi = as_trips(b, x.hi);
    ir_val *half = ir_build_float(b, IR_F64, 0.5);
    ir_val *mid =
        ir_build2(b, IR_OP_MUL, ir_build2(b, IR_OP_ADD, lo, hi), half);
    ir_val *none = ir_build_float(b, IR_F64, 0.0);
    return ir_build3(b, IR_OP_SELECT, x.some, mid, none);
  }
  *total = op->n_dims == 1 ? rec_emit_trip_sum(e, op, k) : NULL;
  return ir_build_float(b, IR_F64, UNKNOWN_TRIPS);
}

// How often the body of "op" runs when "op" runs "times" times.
static ir_val *
multiply_trips(rec_emit *e, ir_op *op, ir_val *times) {
  ir_builder *b = e->b;
  ir_val *limit = ir_build_float(b, IR_F64, WHILE_TRIPS);
  ir_val *rounds = rec_emit_rounds(e, op);
  if (rounds)
    return ir_build2(b, IR_OP_MUL, times, rounds);
  if (op->code == IR_OP_LOOP && !op->n_dims) {
    ir_val *n = op->outs.n ? rec_count_of(e->an, op, op->outs.n - 1) : NULL;
    n = n ? rec_emit_value(e, n) : NULL;
    return ir_build2(b, IR_OP_MUL, times, n ? as_trips(b, n) : limit);
  }
  for (int k = 0; k < op->n_dims; k++) {
    ir_val *total = NULL;
    ir_val *n = find_trips(e, op, k, &total);
    if (op->has_while)
      n = ir_build2(b, IR_OP_MIN, n, limit);
    times = total ? total : ir_build2(b, IR_OP_MUL, times, n);
  }
  return times;
}

ir_val *
rec_emit_executions(rec_emit *e, const ir_op *op) {
  ir_op *up = op->parent->parent_op;
  if (!up)
    return ir_build_float(e->b, IR_F64, 1.0);
  ir_val *times = rec_emit_executions(e, up);
  return up->code == IR_OP_IF ? times : multiply_trips(e, up, times);
}

// The work of a region so far, of type f64.
typedef struct work {
  rec_emit *e;
  ir_builder *b; // of e
  ir_val *work, *in_order, *launches, *original;
  bool of_original, of_lifted; // whose work is added up
} work;

// ir_walk_fn: false when "op" is parallel.
static bool
check_order(void *user, ir_op *op) {
  (void)user;
  return !ir_is_soac(op) || (op->n_red > 0 && op->seq);
}

// True when all iterations of "op" run one after the other, in all of it.
static bool
is_in_order(ir_op *op) {
  if (ir_is_soac(op) && op->n_red > 0)
    return op->seq;
  return op->code == IR_OP_LOOP && ir_walk(op->regions[0], check_order, NULL);
}

// ir_walk_fn: stops at a sum of floats that iterations share.
static bool
is_not_by_key(void *user, ir_op *op) {
  (void)user;
  return !ir_combines_floats(op);
}

static const double BY_KEY_SHARE = 0.95, BY_KEY_START = 1e6;

// Of the work since "before", of a map that sums floats by key, most counts as
// in order, and all of it where it is little: the pass over the keys, filling
// and folding copies take about what two threads gain (2^24 sums: 0.64 to 0.78
// of the original's time; 10^5: 2.2 times), and the original, which has other
// bits, is no alternative that the runtime could time.
static void
count_by_key(work *w, ir_val *before) {
  ir_builder *b = w->b;
  ir_val *all = ir_build2(b, IR_OP_SUB, w->work, before);
  ir_val *n =
      ir_build2(b, IR_OP_MUL, all, ir_build_float(b, IR_F64, BY_KEY_SHARE));
  n = ir_build2(b, IR_OP_ADD, n, ir_build_float(b, IR_F64, BY_KEY_START));
  n = ir_build2(b, IR_OP_MIN, n, all);
  w->in_order = ir_build2(b, IR_OP_ADD, w->in_order, n);
}

// ir_walk_fn: false when "op" has iterations at once.
static bool
is_no_soac(void *user, ir_op *op) {
  (void)user;
  return !ir_is_soac(op);
}

// True when region "k" of "op" does in order what the other one does at once,
// for the case that this cannot be: it counts for nothing.
static bool
is_fallback(const ir_op *op, int k) {
  return op->code == IR_OP_IF && k == 1 &&
         (op->versions || (!ir_walk(op->regions[0], is_no_soac, NULL) &&
                           ir_walk(op->regions[1], is_no_soac, NULL)));
}

// *sum += n, if that counts.
static void
add_if(work *w, bool counts, ir_val **sum, ir_val *n) {
  if (counts)
    *sum = ir_build2(w->b, IR_OP_ADD, *sum, n);
}

static void add_work(work *w, ir_region *r, ir_val *times, bool parallel,
                     bool in_order);

// add_work for the regions of "op", which run "times" times. Of two versions of
// a loop, the original is one alone, and lifted code the other.
static void
add_regions(work *w, ir_op *op, ir_val *times, bool parallel, bool in_order) {
  bool original = w->of_original, lifted = w->of_lifted;
  for (int k = 0; k < op->n_regions; k++) {
    bool left_out = !parallel && !in_order && is_fallback(op, k);
    w->of_original = original && (op->versions ? k == 1 : !left_out);
    w->of_lifted = lifted && !left_out;
    if (w->of_original || w->of_lifted)
      add_work(w, op->regions[k], times, parallel, in_order);
  }
  w->of_original = original;
  w->of_lifted = lifted;
}

// Adds the work of "r", executed "times" times, as part of what is parallel, in
// order, or neither yet. What becomes either is a kernel.
static void
add_work(work *w, ir_region *r, ir_val *times, bool parallel, bool in_order) {
  ir_builder *b = w->b;
  ir_val *n = ir_build_float(b, IR_F64, (double)count_ops(r));
  n = ir_build2(b, IR_OP_MUL, times, n);
  add_if(w, w->of_original, &w->original, n);
  add_if(w, w->of_lifted, &w->work, n);
  add_if(w, w->of_lifted && in_order, &w->in_order, n);
  ir_foreach_op (op, r) {
    if (!op->n_regions)
      continue;
    ir_val *inner =
        op->code == IR_OP_IF ? times : multiply_trips(w->e, op, times);
    bool order = in_order || (!parallel && is_in_order(op));
    bool apart = parallel || (!order && ir_is_soac(op));
    add_if(w, w->of_lifted && !parallel && !in_order && (order || apart),
           &w->launches, times);
    ir_val *before = w->work;
    add_regions(w, op, inner, apart, order);
    if (!parallel && !order && ir_is_soac(op) &&
        !ir_walk(op->regions[0], is_not_by_key, NULL))
      count_by_key(w, before);
  }
}

void
rec_emit_work(rec_emit *e, ir_val **out) {
  work w = {.e = e, .b = e->b, .of_original = true, .of_lifted = true};
  w.work = ir_build_float(w.b, IR_F64, 0.0);
  w.in_order = w.launches = w.original = w.work;
  add_work(&w, e->an->f->body, ir_build_float(w.b, IR_F64, 1.0), false, false);
  out[0] = w.work;
  out[1] = w.in_order;
  out[2] = w.launches;
  out[3] = w.original;
}
