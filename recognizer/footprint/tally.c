// recognizer/footprint/tally.c: the places that a loop hands out by key, found
// by counting its keys.
//
//   for (i < n) out[start[key(i)]++] = x[i];
//
// An element that starts as s, and c iterations have its key, goes through s to
// s + c - 1, or down by as many. Where the region does not make the starts
// itself (sorted.c), the keys are counted before it runs: in an array of the
// footprint's own, which has a length that is fixed. Keys in a wider range are
// the original loop's. One thread does it, and takes about what the counting
// loop of such a sort takes.
#include "recognizer/footprint/footprint.h"

enum { MOST_KEYS = 4096, MOST_IFS = 8 };

typedef struct tally {
  rec_emit *e;
  const an_keyed *r;
  int64_t step;
  rec_slicer s;
  ir_op *ifs[MOST_IFS]; // around the read in the loop, outermost first
  int n_ifs;
  ir_val *first, *keys; // the least key, and how many there may be up to the
                        // greatest
} tally;

// Finds what is around the read, which must be known before the region runs.
static bool
match_path(tally *t) {
  const ir_loop *l = &t->r->l;
  ir_op *op = t->r->read->parent->parent_op;
  for (; op != l->op && t->n_ifs < MOST_IFS; op = op->parent->parent_op)
    t->n_ifs++;
  if (op != l->op)
    return false;
  op = t->r->read->parent->parent_op;
  for (int k = t->n_ifs; k-- > 0; op = op->parent->parent_op)
    t->ifs[k] = op;
  bool ok = rec_can_slice(&t->s, l->extent);
  for (int k = 0; k < t->n_ifs && ok; k++)
    ok = rec_can_slice(&t->s, t->ifs[k]->ins.at[0]);
  return ok && rec_can_slice(&t->s, t->r->read->ins.at[1]);
}

// A loop at "b" over "n" iterations that carries "array"; *w: in it.
static ir_op *
start_loop(ir_builder *b, ir_val *n, ir_val *array, ir_val **w) {
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, "i");
  *w = ir_add_carried(op, array, "counts", "counts");
  return op;
}

// Counts the key of the iteration in "counts", in region "in", below
// t->ifs[k], if there is one.
static ir_val *
build_count(tally *t, ir_builder *in, int k, ir_val *counts) {
  if (k == t->n_ifs) {
    ir_val *key = rec_build_slice(&t->s, in, t->r->read->ins.at[1]);
    key = ir_build2(in, IR_OP_SUB, key, t->first);
    ir_val *n = ir_build_index(in, counts, key);
    n = ir_build2(in, IR_OP_ADD, n, ir_build_int(in, IR_I32, 1));
    return ir_build_update(in, counts, key, n);
  }
  const ir_op *inner = k + 1 < t->n_ifs ? t->ifs[k + 1] : t->r->read;
  bool other = rec_is_in_else(t->ifs[k], inner);
  ir_val *c = rec_build_slice(&t->s, in, t->ifs[k]->ins.at[0]);
  ir_builder side[2];
  ir_build_if(in, c, &side[0], &side[1]);
  ir_val *v = build_count(t, &side[other], k + 1, counts);
  return ir_end_if(&side[other], v, &side[!other], counts, "counts");
}

// How often each key is there, at "b".
static ir_val *
build_counts(tally *t, ir_builder *b) {
  ir_val *most = ir_build_int(b, IR_I64, MOST_KEYS), *w;
  ir_val *all = ir_build_alloc(b, IR_I32, most, IR_SPACE_PRIVATE, "counts");
  ir_op *zeros = start_loop(b, t->keys, all, &w);
  ir_builder in = ir_at_end(zeros->regions[0]);
  ir_val *i = zeros->regions[0]->params.at[0];
  w = ir_build_update(&in, w, i, ir_build_int(&in, IR_I32, 0));
  ir_build_yield(&in, &w, 1);
  ir_val *n = rec_build_slice(&t->s, b, t->r->l.extent);
  ir_op *loop = start_loop(b, n, zeros->outs.at[0], &w);
  in = ir_at_end(loop->regions[0]);
  map_put(t->s.subst, t->r->l.i, loop->regions[0]->params.at[0]);
  w = build_count(t, &in, 0, w);
  ir_build_yield(&in, &w, 1);
  return loop->outs.at[0];
}

// The least and the greatest number that elements of "h" go through, by
// "counts", at "b".
static void
build_ends(const tally *t, ir_builder *b, ir_val *h, ir_val *counts,
           ir_val **out) {
  ir_region *r = rec_build_extremes(b, &t->keys, 1, true, out);
  ir_builder in = ir_at_end(r);
  ir_val *n = ir_build_index(&in, counts, r->params.at[0]);
  ir_val *zero = ir_build_int(&in, IR_I32, 0);
  ir_builder yes = rec_start_where(&in, ir_build2(&in, IR_OP_GT, n, zero));
  ir_val *at = ir_build2(&yes, IR_OP_ADD, r->params.at[0], t->first);
  ir_val *from = ir_build_index(&yes, h, at);
  from = ir_build_convert(&yes, from, IR_I64);
  n = ir_build_convert(&yes, n, IR_I64);
  n = ir_build2(&yes, IR_OP_SUB, n, ir_build_int(&yes, IR_I64, 1));
  n = ir_build2(&yes, IR_OP_MUL, n, ir_build_int(&yes, IR_I64, t->step));
  ir_val *to = ir_build2(&yes, IR_OP_ADD, from, n);
  ir_val *ends[] = {ir_build2(&yes, IR_OP_MIN, from, to),
                    ir_build2(&yes, IR_OP_MAX, from, to)};
  rec_end_where(&yes, ends);
  ir_build_yield(&in, ends, 2);
}

// Finds the keys' range, and lets the region run only where it is no wider than
// the footprint's array, and the iterations are no more than that counts.
static bool
find_keys(tally *t) {
  rec_emit *e = t->e;
  ir_builder *b = e->b;
  rec_dom *d = rec_dom_new(e->an, t->r->read, true);
  an_poly p = rec_read(d, t->r->read->ins.at[1]);
  ir_val *n = rec_emit_value(e, t->r->l.extent);
  rec_bounds x;
  if (!n || !rec_emit_bounds(e, d, &p, &x))
    return false;
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  t->first = ir_build3(b, IR_OP_SELECT, x.some, x.lo, zero);
  ir_val *end = ir_build2(b, IR_OP_ADD, x.hi, one);
  end = ir_build2(b, IR_OP_SUB, end, t->first);
  t->keys = ir_build3(b, IR_OP_SELECT, x.some, end, zero);
  ir_val *most = ir_build_int(b, IR_I64, MOST_KEYS);
  rec_emit_check(e, ir_build2(b, IR_OP_LE, t->keys, most));
  most = ir_build_int(b, IR_I64, INT32_MAX);
  rec_emit_check(e, ir_build2(b, IR_OP_LE, n, most));
  return true;
}

// Lets the footprint read the elements of "h" that keys may name, where C may
// not read some in between.
static void
check_readable(const tally *t, const ir_val *h) {
  rec_emit *e = t->e;
  if (!(e->an->f->param_mode[h->index] & IR_PROBE))
    return;
  ir_val *end = ir_build2(e->b, IR_OP_ADD, t->first, t->keys);
  ir_val *array = map_get(e->subst, h);
  rec_emit_check(e, ir_build_readable(e->b, array, t->first, end));
}

// Lets the region run only where "x", which the elements of "h" go through, is
// what their type holds.
static void
check_type(rec_emit *e, const ir_val *h, ir_val **x) {
  ir_builder *b = e->b;
  int64_t min, max;
  rec_type_range(h->type.elem, &min, &max);
  ir_val *none = ir_build2(b, IR_OP_GT, x[0], x[1]);
  ir_val *low = ir_build2(b, IR_OP_GE, x[0], ir_build_int(b, IR_I64, min));
  ir_val *high = ir_build2(b, IR_OP_LE, x[1], ir_build_int(b, IR_I64, max));
  ir_val *fits = ir_build2(b, IR_OP_AND, low, high);
  rec_emit_check(e, ir_build2(b, IR_OP_OR, none, fits));
}

bool
rec_emit_tally(rec_emit *e, ir_val *v, const an_keyed *r, int64_t step) {
  enum { MOST_STEP = 1024 };
  tally t = {.e = e, .r = r, .step = step, .s = rec_slicer_new(e)};
  ir_val *h = r->l.inits[r->h], *x[2];
  if (!e->may_look || r->l.op->parent != e->an->f->body ||
      llabs(step) > MOST_STEP || !rec_emit_is_input(e, h) || !match_path(&t) ||
      !find_keys(&t))
    return false;
  check_readable(&t, h);
  ir_builder yes = rec_start_where(e->b, e->ok);
  build_ends(&t, &yes, map_get(e->subst, h), build_counts(&t, &yes), x);
  rec_end_where(&yes, x);
  check_type(e, h, x);
  rec_emit_know_range(e, v, x);
  e->n_passes++;
  return true;
}
