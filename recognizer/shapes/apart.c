// recognizer/shapes/apart.c: accesses that are apart for some sizes.
//
//   for (i = 0; i < n; i++) a[i + k] = f(a[i]);
//   => if (n - 1 < k || k + n - 1 < 0) the loop; else the loop
//
// Where two accesses move on alike, at a distance that is no constant, a test
// in front of the loop tells whether all of one are before all of the other:
// the loop's first copy is independent by that condition, which domains know
// from the if around it. The other is tried as it is.
#include "recognizer/shapes/parts.h"

// The elements that an access reaches, from one iteration to the next by
// "step", not 0.
typedef struct reach {
  ir_val *lo, *hi;
  int64_t step;
} reach;

typedef struct pairing {
  ir_loop l;
  rec_an *an;
  ir_builder b;
  ir_val *first, *last; // the iterations
  rec_separation *out;
} pairing;

// The elements that "x" reaches; false where it does not move by a constant.
static bool
find_reach(pairing *p, const rec_access *x, reach *out) {
  ir_val *at = x->op->ins.at[1];
  int64_t step = rec_an_step(p->an, p->l.i, &x->poly);
  if (!step || !an_is_recomputable(at, p->l.body))
    return false;
  ir_val *from = an_recompute(&p->b, at, p->l.body, p->first);
  ir_val *way =
      ir_build2(&p->b, IR_OP_MUL, p->last, ir_build_int(&p->b, IR_I64, step));
  ir_val *to = ir_build2(&p->b, IR_OP_ADD, from, way);
  *out = step < 0 ? (reach){to, from, step} : (reach){from, to, step};
  return true;
}

// True when "x" and "y" are as far apart in every iteration, by a constant.
static bool
is_at_constant_distance(const rec_an *an, const rec_access *x,
                        const rec_access *y) {
  int64_t c;
  an_poly d = an_poly_add(an->a, &x->poly, &y->poly, -1);
  return !d.bad && an_poly_is_const(&d, &c);
}

// True when a pair of accesses like "x" and "y" was separated before.
static bool
is_repeated(const rec_accesses *xs, int x, int y) {
  for (int i = 0; i <= x; i++)
    for (int j = 0; j < (i == x ? y : xs->n); j++)
      if (xs->at[i].write && an_poly_eq(&xs->at[i].poly, &xs->at[x].poly) &&
          an_poly_eq(&xs->at[j].poly, &xs->at[y].poly))
        return true;
  return false;
}

// Adds what separates the accesses "xs" to one array, where they are at other
// than constant distances. False where that is not known, or the distances
// change from iteration to iteration.
static bool
separate(pairing *p, const rec_accesses *xs) {
  enum { MOST = 8 };
  for (int x = 0; x < xs->n; x++)
    for (int y = 0; y < xs->n && xs->at[x].write; y++) {
      reach rx, ry;
      if (is_at_constant_distance(p->an, &xs->at[x], &xs->at[y]) ||
          is_repeated(xs, x, y))
        continue;
      if (p->out->before.n == MOST || !find_reach(p, &xs->at[x], &rx) ||
          !find_reach(p, &xs->at[y], &ry) || rx.step != ry.step)
        return false;
      ir_val *one = ir_build2(&p->b, IR_OP_SUB, ry.lo, rx.hi);
      ir_val *other = ir_build2(&p->b, IR_OP_SUB, rx.lo, ry.hi);
      vec_push(p->an->a, &p->out->before, one);
      vec_push(p->an->a, &p->out->behind, other);
    }
  return true;
}

ir_val *
rec_build_apart(loft_cx *cx, ir_func *f, ir_op *op, rec_separation *out) {
  pairing p = {.b = ir_before(op), .out = out};
  rec_accesses all = {0};
  ir_match_loop(op, &p.l);
  an_classes *classes = an_classes_new(cx->arena, f, op);
  p.an = rec_an_new(cx, f, p.l.body);
  p.first = ir_build_int(&p.b, IR_I64, 0);
  p.last =
      ir_build2(&p.b, IR_OP_SUB, p.l.extent, ir_build_int(&p.b, IR_I64, 1));
  rec_find_accesses(cx->arena, classes, p.l.body, &all);
  bool ok = true;
  for (int k = 0; k < p.l.n_carried && ok; k++) {
    if (!p.l.carried[k]->type.array)
      continue;
    rec_accesses xs =
        rec_read_class(p.an, &all, an_class_of(classes, p.l.carried[k]));
    ok = separate(&p, &xs);
  }
  rec_an_free(p.an);
  ir_val *zero = ir_build_int(&p.b, IR_I64, 0), *hold = NULL;
  for (int i = 0; i < out->before.n && ok; i++) {
    ir_val *x = ir_build2(&p.b, IR_OP_GT, out->before.at[i], zero);
    ir_val *y = ir_build2(&p.b, IR_OP_GT, out->behind.at[i], zero);
    x = ir_build2(&p.b, IR_OP_OR, x, y);
    hold = hold ? ir_build2(&p.b, IR_OP_AND, hold, x) : x;
  }
  return ok ? hold : NULL;
}

ir_op *
rec_loop_around(const ir_op *op) {
  ir_op *up = op->parent->parent_op;
  while (up && up->code != IR_OP_LOOP)
    up = up->parent->parent_op;
  return up;
}

bool
rec_guard_apart(loft_cx *cx, ir_func *f, ir_op *op, const rec_separation *s) {
  rec_an *an = rec_an_new(cx, f, f->body);
  rec_dom *d = rec_dom_new(an, op, false);
  for (int i = 0; i < s->before.n; i++) {
    an_poly x = rec_read_exact(d, s->before.at[i]);
    an_poly y = rec_read_exact(d, s->behind.at[i]);
    an_poly *behind = NEW(an->a, an_poly);
    *behind = an_poly_plus(an->a, &y, -1);
    rec_assume a = {
        .at = op, .poly = an_poly_plus(an->a, &x, -1), .other = behind};
    vec_push(an->a, &an->assumes, a);
  }
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}
