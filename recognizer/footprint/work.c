// recognizer/footprint/work.c: how much a region does, about.
//
// Scalar operations, those of them that run in order even when lifted, and
// kernels, as values of the footprint function: each loop runs as often as can
// be told before (docs/choice.md). And those of the original, which are fewer
// where lifted code first settles whether or how it may run.
#include "recognizer/footprint/footprint.h"

// Loops of one region that are parts of the same one of the original.
typedef struct whole {
  const ir_op *first; // the first of them
  smap *ops; // the place and code of an op -> the part that it was counted in
} whole;

typedef struct working {
  rec_emit *e;
  const ir_func *f;
  const rec_extent *touched; // per parameter; NULL: not known
  rec_work sum;
  bool of_original, of_lifted; // whose operations are added up
  VEC(whole) wholes;
  smap *ops;         // of the whole at hand; NULL: there are no parts
  const ir_op *part; // of it
} working;

enum { WHILE_TRIPS = 100, UNKNOWN_TRIPS = 16 };

// Scalar operations of one execution of "r", without nested regions.
static int64_t
count_ops(const ir_region *r) {
  int64_t n = 0;
  ir_foreach_op (op, r)
    n += an_work(op);
  return n;
}

// The same of the original, which executes what several parts of a loop do
// once.
static int64_t
count_original_ops(working *w, const ir_region *r) {
  int64_t n = 0;
  if (!w->ops)
    return count_ops(r);
  ir_foreach_op (op, r) {
    const char *key = arena_printf(w->e->an->a, "%u %d %d %d", op->loc.raw,
                                   op->loc.line, op->loc.col, (int)op->code);
    const ir_op *part = smap_get(w->ops, key);
    if (!part)
      smap_put(w->ops, key, (void *)w->part);
    if (!part || part == w->part)
      n += an_work(op);
  }
  return n;
}

// Whether "x" and "y" are loops of the same place.
static bool
is_same_loop(const ir_op *x, const ir_op *y) {
  return x->n_regions > 0 && y->n_regions > 0 && x->code != IR_OP_IF &&
         y->code != IR_OP_IF && x->loc.line > 0 && x->loc.raw == y->loc.raw &&
         x->loc.line == y->loc.line && x->loc.col == y->loc.col;
}

// Begins "op" of "r", if that is a part of a loop of the original, of which "r"
// has other ones. False: it is none, or in one.
static bool
begin_part(working *w, const ir_region *r, const ir_op *op) {
  bool several = false;
  for (const ir_op *p = r->first; p && !several && !w->ops; p = p->next)
    several = p != op && is_same_loop(p, op);
  if (!several)
    return false;
  w->part = op;
  for (int k = 0; k < w->wholes.n; k++)
    if (w->wholes.at[k].first->parent == r &&
        is_same_loop(w->wholes.at[k].first, op))
      w->ops = w->wholes.at[k].ops;
  if (!w->ops) {
    w->ops = smap_new(w->e->an->a);
    vec_push(w->e->an->a, &w->wholes, ((whole){op, w->ops}));
  }
  return true;
}

// Of how many places the original visits one, about, in the loop that "op" of
// "r" is a part of; 0: of each.
static int
find_stride(const ir_region *r, const ir_op *op) {
  ir_foreach_op (p, r)
    if (p->stride && (p == op || is_same_loop(p, op)))
      return p->stride;
  return 0;
}

// "v" (i64), but not negative, as f64.
static ir_val *
as_trips(ir_builder *b, ir_val *v) {
  v = ir_build2(b, IR_OP_MAX, v, ir_build_int(b, IR_I64, 0));
  return ir_build_convert(b, v, IR_F64);
}

// How many elements of "array" may be touched, as f64; NULL: nobody knows.
static ir_val *
count_touched(working *w, ir_val *array) {
  ir_builder *b = w->e->b;
  const ir_val *root = ir_storage_root(array, NULL);
  ir_val *n = NULL;
  if (root->param_of == w->f->body && w->touched)
    n = ir_build2(b, IR_OP_SUB, w->touched[root->index].hi,
                  w->touched[root->index].lo);
  else if (root->def && root->def->code == IR_OP_ALLOC)
    n = rec_emit_value(w->e, root->def->ins.at[0]);
  return n ? ir_build_convert(b, n, IR_F64) : NULL;
}

// The array that "n" is the number of touched elements of, or NULL.
static ir_val *
array_touched(const ir_val *n) {
  const ir_op *op = n->def;
  const ir_op *end = op && op->code == IR_OP_SUB ? op->ins.at[0]->def : NULL;
  const ir_op *begin = end ? op->ins.at[1]->def : NULL;
  return begin && end->code == IR_OP_END && begin->code == IR_OP_BEGIN
             ? end->ins.at[0]
             : NULL;
}

// True when "extent" is a known number of iterations, or less at the end of a
// range (shapes/strips.c).
static bool
is_of_strip(const working *w, const ir_val *extent) {
  const ir_op *op = extent->def;
  return op && op->code == IR_OP_MIN &&
         (rec_is_given(w->e->an, op->ins.at[0]) ||
          rec_is_given(w->e->an, op->ins.at[1]));
}

// Iterations of dimension "k" of "op" for one execution of it, on average;
// *total is set instead when the sum over all executions is known.
static ir_val *
find_trips(working *w, ir_op *op, int k, ir_val **total) {
  ir_builder *b = w->e->b;
  ir_val *n = rec_emit_value(w->e, op->ins.at[k]);
  if (n)
    return as_trips(b, n);
  n = rec_emit_chunk(w->e, op, op->ins.at[k]);
  if (n)
    return n;
  ir_val *array = array_touched(op->ins.at[k]);
  if (array) {
    n = count_touched(w, array);
    return n ? n : ir_build_float(b, IR_F64, UNKNOWN_TRIPS);
  }
  rec_dom *d = rec_dom_new(w->e->an, op, false);
  an_poly p = rec_read(d, op->ins.at[k]);
  rec_bounds x;
  if (rec_emit_bounds(w->e, d, &p, &x)) {
    ir_val *lo = as_trips(b, x.lo), *hi = as_trips(b, x.hi);
    ir_val *half = ir_build_float(b, IR_F64, 0.5);
    ir_val *mid =
        ir_build2(b, IR_OP_MUL, ir_build2(b, IR_OP_ADD, lo, hi), half);
    mid = is_of_strip(w, op->ins.at[k]) ? hi : mid;
    ir_val *none = ir_build_float(b, IR_F64, 0.0);
    ir_val *most = ir_build_int(b, IR_I64, INT32_MAX); // its type says no more
    ir_val *vague = ir_build2(b, IR_OP_GE, x.hi, most);
    ir_val *some = ir_build_float(b, IR_F64, UNKNOWN_TRIPS);
    mid = ir_build3(b, IR_OP_SELECT, vague, some, mid);
    return ir_build3(b, IR_OP_SELECT, x.some, mid, none);
  }
  *total = op->n_dims == 1 ? rec_emit_trip_sum(w->e, op, k) : NULL;
  return ir_build_float(b, IR_F64, UNKNOWN_TRIPS);
}

// ir_walk_fn's argument: the loop, and how it goes along a row.
typedef struct along {
  rec_an *an;
  ir_op *loop;
  rec_ended row;
} along;

// ir_walk_fn: stops at a read along a row to its end.
static bool
find_ended(void *user, ir_op *op) {
  along *x = user;
  return !rec_match_ended(x->an, op, &x->row) || x->row.loop != x->loop;
}

// How often while loop "op" runs, if it goes along rows that end with a 0, of
// which the longest is known: half as often. NULL: it does not.
static ir_val *
count_ended(working *w, ir_op *op) {
  along x = {.an = w->e->an, .loop = op};
  ir_builder *b = w->e->b;
  if (ir_walk(op->regions[0], find_ended, &x))
    return NULL;
  ir_val *n = rec_emit_value(w->e, x.row.stride);
  ir_val *half = ir_build_float(b, IR_F64, 0.5);
  return n ? ir_build2(b, IR_OP_MUL, as_trips(b, n), half) : NULL;
}

// How often the body of "op" runs when "op" runs "times" times.
static ir_val *
multiply_trips(working *w, ir_op *op, ir_val *times) {
  ir_builder *b = w->e->b;
  ir_val *limit = ir_build_float(b, IR_F64, WHILE_TRIPS);
  ir_val *rounds = rec_emit_rounds(w->e, op);
  if (rounds)
    return ir_build2(b, IR_OP_MUL, times, rounds);
  if (op->code == IR_OP_LOOP && !op->n_dims) {
    ir_val *n = op->outs.n ? rec_count_of(w->e->an, op, op->outs.n - 1) : NULL;
    n = n ? rec_emit_value(w->e, n) : NULL;
    n = n ? as_trips(b, n) : count_ended(w, op);
    return ir_build2(b, IR_OP_MUL, times, n ? n : limit);
  }
  for (int k = 0; k < op->n_dims; k++) {
    ir_val *total = NULL;
    ir_val *n = find_trips(w, op, k, &total);
    if (op->has_while)
      n = ir_build2(b, IR_OP_MIN, n, limit);
    times = total ? total : ir_build2(b, IR_OP_MUL, times, n);
  }
  return times;
}

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
count_by_key(working *w, ir_val *before) {
  ir_builder *b = w->e->b;
  ir_val *all = ir_build2(b, IR_OP_SUB, w->sum.all, before);
  ir_val *n =
      ir_build2(b, IR_OP_MUL, all, ir_build_float(b, IR_F64, BY_KEY_SHARE));
  n = ir_build2(b, IR_OP_ADD, n, ir_build_float(b, IR_F64, BY_KEY_START));
  n = ir_build2(b, IR_OP_MIN, n, all);
  w->sum.in_order = ir_build2(b, IR_OP_ADD, w->sum.in_order, n);
}

// *sum += n, if that counts.
static void
add_if(working *w, bool counts, ir_val **sum, ir_val *n) {
  if (counts)
    *sum = ir_build2(w->e->b, IR_OP_ADD, *sum, n);
}

// Adds what lifted code alone does for a scan that runs "times" times: the
// groups' folds and their array take as long as so many operations (Zen 4:
// 1000 running sums of f32 in 2.4 us for 1.04, 20,000 in 20.7 for 21).
static void
add_scan_start(working *w, ir_val *times) {
  const double start = 2e3;
  ir_builder *b = w->e->b;
  ir_val *n = ir_build2(b, IR_OP_MUL, times, ir_build_float(b, IR_F64, start));
  add_if(w, w->of_lifted, &w->sum.all, n);
}

// ir_walk_fn: false when "op" has iterations at once.
static bool
is_no_soac(void *user, ir_op *op) {
  (void)user;
  return !ir_is_soac(op);
}

// ir_walk_fn: false when "op" chooses between versions of a loop.
static bool
has_no_versions(void *user, ir_op *op) {
  (void)user;
  return !op->versions;
}

// True when region "k" of the if "op" does in order what the other one does at
// once, for the case that this cannot be: it counts for nothing.
static bool
is_fallback(const ir_op *op, int k) {
  return k == 1 && !ir_walk(op->regions[0], is_no_soac, NULL) &&
         ir_walk(op->regions[1], is_no_soac, NULL);
}

// "from" plus a share of 1 / "stride" of the difference to "to", at "b".
static ir_val *
build_share(ir_builder *b, ir_val *from, ir_val *to, int stride) {
  ir_val *share = ir_build_float(b, IR_F64, 1.0 / stride);
  ir_val *more = ir_build2(b, IR_OP_SUB, to, from);
  return ir_build2(b, IR_OP_ADD, from, ir_build2(b, IR_OP_MUL, more, share));
}

static void add_work(working *w, ir_region *r, ir_val *times, bool parallel,
                     bool in_order);

// add_work for region "k" of "op", which runs "times" times in the original,
// and "runs" times in lifted code.
static void
add_region(working *w, ir_op *op, int k, ir_val *times, ir_val *runs) {
  bool original = w->of_original, lifted = w->of_lifted;
  if (times != runs) {
    w->of_lifted = false;
    if (w->of_original)
      add_work(w, op->regions[k], times, false, false);
    w->of_original = false;
    w->of_lifted = lifted;
  }
  if (w->of_original || w->of_lifted)
    add_work(w, op->regions[k], runs, false, false);
  w->of_original = original;
}

// add_work for the regions of the if "op", which runs "times" times. Of two
// versions of a loop, the original is the one that is in order, or else the
// first. Where the condition is not known, lifted code is the version that is
// at once, or of which there are versions again; of another if, what is in
// order where it could be at once counts for nothing.
static void
add_choice(working *w, ir_op *op, ir_val *times) {
  bool original = w->of_original, lifted = w->of_lifted;
  ir_builder *b = w->e->b;
  ir_val *hold = rec_emit_value(w->e, op->ins.at[0]);
  ir_val *none = ir_build_float(b, IR_F64, 0.0);
  bool in_order = ir_walk(op->regions[1], is_no_soac, NULL);
  bool again = !ir_walk(op->regions[1], has_no_versions, NULL);
  for (int k = 0; k < 2; k++) {
    ir_val *runs = times;
    bool counts = hold || (op->versions ? k == again : !is_fallback(op, k));
    if (hold)
      runs =
          ir_build3(b, IR_OP_SELECT, hold, k ? none : times, k ? times : none);
    w->of_original = original && (op->versions ? k == in_order : counts);
    w->of_lifted = lifted && counts;
    add_region(w, op, k, op->versions ? times : runs, runs);
  }
  w->of_original = original;
  w->of_lifted = lifted;
}

// add_work for the regions of "op", which run "times" times.
static void
add_regions(working *w, ir_op *op, ir_val *times, bool parallel,
            bool in_order) {
  bool original = w->of_original;
  if (op->code == IR_OP_IF && !parallel && !in_order) {
    add_choice(w, op, times);
    return;
  }
  for (int k = 0; k < op->n_regions; k++) {
    w->of_original = original && (!op->versions || k == 1);
    if (w->of_original || w->of_lifted)
      add_work(w, op->regions[k], times, parallel, in_order);
  }
  w->of_original = original;
}

// Adds the work of running folds by key, "r", executed "times" times: they take
// kernels that go through the iterations twice, but stay in order where there
// are few for each element (rewrites/pass_keyed.c).
static void
add_keyed(working *w, const an_keyed *r, ir_val *times) {
  enum { KERNELS = 5, LEAST_WORK = 64 };
  ir_builder *b = w->e->b;
  ir_val *one = ir_build_float(b, IR_F64, 1.0), *before = w->sum.all;
  ir_val *n = multiply_trips(w, r->l.op, one);
  ir_val *all = ir_build2(b, IR_OP_MUL, n, times);
  add_work(w, r->l.body, all, true, false);
  bool original = w->of_original;
  w->of_original = false;
  add_work(w, r->l.body, all, true, false);
  w->of_original = original;
  ir_val *kernels =
      ir_build2(b, IR_OP_MUL, times, ir_build_float(b, IR_F64, KERNELS));
  add_if(w, w->of_lifted, &w->sum.launches, kernels);
  ir_val *bins = count_touched(w, r->l.inits[r->h]);
  if (!bins)
    return;
  bins = ir_build2(b, IR_OP_MUL, bins, ir_build_float(b, IR_F64, LEAST_WORK));
  ir_val *few = ir_build2(b, IR_OP_LT, n, bins);
  ir_val *own = ir_build2(b, IR_OP_SUB, w->sum.all, before);
  own = ir_build3(b, IR_OP_SELECT, few, own, ir_build_float(b, IR_F64, 0.0));
  w->sum.in_order = ir_build2(b, IR_OP_ADD, w->sum.in_order, own);
}

// Adds the work of "r", executed "times" times, as part of what is parallel, in
// order, or neither yet. What becomes either is a kernel.
static void
add_work(working *w, ir_region *r, ir_val *times, bool parallel,
         bool in_order) {
  ir_builder *b = w->e->b;
  int64_t own = w->of_original ? count_original_ops(w, r) : 0;
  ir_val *n = ir_build_float(b, IR_F64, (double)own);
  n = ir_build2(b, IR_OP_MUL, times, n);
  add_if(w, w->of_original, &w->sum.original, n);
  n = ir_build_float(b, IR_F64, (double)count_ops(r));
  n = ir_build2(b, IR_OP_MUL, times, n);
  add_if(w, w->of_lifted, &w->sum.all, n);
  add_if(w, w->of_lifted && in_order, &w->sum.in_order, n);
  ir_foreach_op (op, r) {
    an_keyed keyed;
    if (!op->n_regions)
      continue;
    if (!parallel && !in_order && an_match_keyed(op, &keyed)) {
      add_keyed(w, &keyed, times);
      continue;
    }
    ir_val *inner = op->code == IR_OP_IF ? times : multiply_trips(w, op, times);
    bool order = in_order || (!parallel && is_in_order(op));
    bool apart = parallel || (!order && ir_is_soac(op));
    add_if(w, w->of_lifted && !parallel && !in_order && (order || apart),
           &w->sum.launches, times);
    if (apart && !parallel && op->code == IR_OP_SCAN)
      add_scan_start(w, times);
    ir_val *before = w->sum.all, *original = w->sum.original;
    bool part = begin_part(w, r, op);
    add_regions(w, op, inner, apart, order);
    if (part)
      w->ops = NULL;
    int stride = find_stride(r, op);
    if (stride)
      w->sum.original = build_share(b, original, w->sum.original, stride);
    if (!parallel && !order && ir_is_soac(op) &&
        !ir_walk(op->regions[0], is_not_by_key, NULL))
      count_by_key(w, before);
  }
}

// -- The region ---------------------------------------------------------------
ir_val *
rec_emit_executions(rec_emit *e, const ir_op *op) {
  working w = {.e = e};
  ir_op *up = op->parent->parent_op;
  if (!up)
    return ir_build_float(e->b, IR_F64, 1.0);
  ir_val *times = rec_emit_executions(e, up);
  return up->code == IR_OP_IF ? times : multiply_trips(&w, up, times);
}

rec_work
rec_emit_work(rec_emit *e, const ir_func *f, const rec_extent *touched) {
  ir_val *none = ir_build_float(e->b, IR_F64, 0.0);
  working w = {.e = e,
               .f = f,
               .touched = touched,
               .sum = {none, none, none, none},
               .of_original = true,
               .of_lifted = true};
  add_work(&w, f->body, ir_build_float(e->b, IR_F64, 1.0), false, false);
  return w.sum;
}
