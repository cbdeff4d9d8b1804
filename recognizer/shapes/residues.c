// recognizer/shapes/residues.c: recurrences of a constant distance, one after
// the other.
//
//   for (i < n) y[i + 4] = y[i] + x[i];
//   => for (r < min(n, 4))
//        for (j < ceil((n - r) / 4)) { i = j * 4 + r; ... }
//
// Iterations whose numbers have different remainders by the distance do not
// need one another: those of one remainder are a recurrence of distance 1,
// which may be a scan. That iterations of the outer loop are independent, so
// that theirs may be exchanged, is proven as for all loops.
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/nests.h"

enum { MOST = 15 }; // from 16 on there are strips (strips.c)

// The greatest common divisor of both, which are not negative; 0 is a multiple
// of all.
static int64_t
common_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// How many iterations are between two that touch one element of the array of
// accesses "xs", of which one is a write: a divisor of all that are known to
// be so, and of "m".
static int64_t
divide_distances(rec_an *an, const ir_loop *l, const rec_accesses *xs,
                 int64_t m) {
  for (int w = 0; w < xs->n; w++) {
    int64_t step = rec_an_step(an, l->i, &xs->at[w].poly), c;
    for (int x = 0; x < xs->n && xs->at[w].write && step; x++) {
      an_poly by = an_poly_add(an->a, &xs->at[w].poly, &xs->at[x].poly, -1);
      if (!by.bad && an_poly_is_const(&by, &c) && c % step == 0)
        m = common_divisor(m, llabs(c / step));
    }
  }
  return m;
}

// The number of residues of loop "l"; 0: not known, or all of its iterations
// need one another.
static int64_t
count_residues(loft_cx *cx, ir_func *f, const ir_loop *l) {
  int64_t m = 0;
  rec_an *an = rec_an_new(cx, f, l->body);
  an_classes *classes = an_classes_new(cx->arena, f, l->op);
  for (int k = 0; k < l->n_carried; k++) {
    rec_accesses xs = rec_carried_accesses(an, classes, l, k);
    m = divide_distances(an, l, &xs, m);
  }
  bool ok = rec_an_ok(an) && m > 1 && m <= MOST;
  rec_an_free(an);
  return ok ? m : 0;
}

// True when all that "l" carries are arrays.
static bool
carries_arrays(const ir_loop *l) {
  for (int k = 0; k < l->n_carried; k++)
    if (!l->carried[k]->type.array)
      return false;
  return l->n_carried > 0;
}

// Puts a loop over "m" residues in place of "l"; *inner: the one over the
// iterations of a residue.
static ir_op *
build_residues(ir_func *f, const ir_loop *l, int64_t m, ir_op **inner) {
  ir_builder b = ir_before(l->op);
  ir_val *r, *j;
  b.loc = l->op->loc;
  ir_val *n = ir_build2(&b, IR_OP_MIN, l->extent, ir_build_int(&b, IR_I64, m));
  ir_op *outer = rec_build_loop(&b, l, n, l->inits, "residue", &r);
  ir_builder in = ir_at_end(outer->regions[0]);
  ir_val *one = ir_build_int(&in, IR_I64, 1);
  ir_val *by = ir_build_int(&in, IR_I64, m);
  ir_val *left = ir_build2(&in, IR_OP_SUB, l->extent, one);
  left = ir_build2(&in, IR_OP_SUB, left, r);
  left = ir_build2(&in, IR_OP_ADD, ir_build2(&in, IR_OP_DIV, left, by), one);
  *inner =
      rec_build_loop(&in, l, left, outer->regions[0]->params.at + 1, "j", &j);
  ir_build_yield(&in, (*inner)->outs.at, (*inner)->outs.n);
  ir_builder body = ir_at_end((*inner)->regions[0]);
  ir_val *at = ir_build2(&body, IR_OP_MUL, j, ir_build_int(&body, IR_I64, m));
  at = ir_build2(&body, IR_OP_ADD, at, r);
  rec_replace_loop(f, l, outer, (*inner)->regions[0], at);
  return outer;
}

// True when iterations of "outer" are independent as they are, with nothing
// assumed: of distances that the run gives, hardly any are multiples.
static bool
is_independent(loft_cx *cx, ir_func *f, ir_op *outer) {
  rec_changes changes = {0};
  rec_why unused = {0};
  rec_an *an = rec_loop_independent(cx, f, outer, false, &changes, &unused);
  return an && !an->assumes.n && !changes.work.n && !changes.combines.n &&
         !changes.stores.n && !changes.scatters.n;
}

ir_op *
rec_build_residues(loft_cx *cx, ir_func *f, ir_op *op) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while ||
      !carries_arrays(&l))
    return NULL;
  int64_t m = count_residues(cx, f, &l);
  if (!m)
    return NULL;
  ir_op *inner, *outer = build_residues(f, &l, m, &inner);
  return is_independent(cx, f, outer) ? inner : NULL;
}
