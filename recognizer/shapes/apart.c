// recognizer/shapes/apart.c: accesses that are apart for some sizes.
//
//   for (i = 0; i < n; i++) a[i + k] = f(a[i]);
//   => if (n - 1 < k || k + n - 1 < 0) the loop; else the loop
//
// Where accesses move on alike, at distances that are no constants, as the real
// and imaginary parts at the places of a butterfly, a test in front of the loop
// tells whether all at one place are before all at the other:
// the loop's first copy is independent by that condition, which domains know
// from the if around it. The other is tried as it is.
#include "recognizer/shapes/parts.h"

// How far computations of subscripts are gone through, and sizes in them that
// let them be apart.
enum { SIZE_DEPTH = 12 };
static const int64_t most_size = INT64_C(1) << 48;

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
  ir_vals sizes;        // without sign, of 64 bits, that subscripts have
  rec_separation *out;
} pairing;

// Adds what the computation of "v" makes signed that is the same in all
// iterations: an index of 64 bits, which might wrap.
static void
add_sizes(pairing *p, ir_val *v, int depth) {
  const ir_op *op = ir_is_outside(v, p->l.body) ? NULL : v->def;
  if (!op || depth <= 0 || !ir_is_scalar_op(op->code))
    return;
  ir_val *x = op->ins.n ? op->ins.at[0] : NULL;
  bool is_size = op->code == IR_OP_CONVERT && x->type.elem == IR_U64 &&
                 an_is_invariant(x, p->l.body);
  for (int k = 0; k < p->sizes.n && is_size; k++)
    is_size = !an_same_value(p->an->a, p->sizes.at[k], x);
  if (is_size)
    vec_push(p->an->a, &p->sizes, x);
  for (int k = 0; k < op->ins.n; k++)
    add_sizes(p, op->ins.at[k], depth - 1);
}

// The elements that "x" reaches; false where it does not move by a constant.
static bool
find_reach(pairing *p, const rec_access *x, reach *out) {
  ir_val *at = x->op->ins.at[1];
  int64_t step = rec_an_step(p->an, p->l.i, &x->poly);
  if (!step || !an_is_recomputable(at, p->l.body))
    return false;
  add_sizes(p, at, SIZE_DEPTH);
  ir_val *from = an_recompute(&p->b, at, p->l.body, p->first);
  ir_val *way =
      ir_build2(&p->b, IR_OP_MUL, p->last, ir_build_int(&p->b, IR_I64, step));
  ir_val *to = ir_build2(&p->b, IR_OP_ADD, from, way);
  *out = step < 0 ? (reach){to, from, step} : (reach){from, to, step};
  return true;
}

// Accesses at constant distances from one of them, "x".
typedef struct group {
  const rec_access *x;
  int64_t least, most; // these distances
  bool writes;
} group;
typedef VEC(group) groups;

// The group of "gs" that "x" is at a constant distance from, *c; NULL: none.
static group *
find_group(const rec_an *an, groups *gs, const rec_access *x, int64_t *c) {
  for (int k = 0; k < gs->n; k++) {
    an_poly d = an_poly_add(an->a, &x->poly, &gs->at[k].x->poly, -1);
    if (!d.bad && an_poly_is_const(&d, c))
      return &gs->at[k];
  }
  return NULL;
}

// The groups of the accesses "xs" to one array.
static groups
group_accesses(const rec_an *an, const rec_accesses *xs) {
  groups gs = {0};
  for (int k = 0; k < xs->n; k++) {
    const rec_access *x = &xs->at[k];
    int64_t c = 0;
    group *g = find_group(an, &gs, x, &c);
    if (g) {
      g->least = c < g->least ? c : g->least;
      g->most = c > g->most ? c : g->most;
      g->writes |= x->write;
    } else {
      vec_push(an->a, &gs, ((group){.x = x, .writes = x->write}));
    }
  }
  return gs;
}

// How far all of "to", which goes up to "y", is behind all of "from".
static ir_val *
distance(pairing *p, const group *from, const reach *x, const group *to,
         const reach *y) {
  ir_val *d = ir_build2(&p->b, IR_OP_SUB, y->lo, x->hi);
  int64_t more = to->least - from->most;
  ir_val *c = more ? ir_build_int(&p->b, IR_I64, more) : NULL;
  return c ? ir_build2(&p->b, IR_OP_ADD, d, c) : d;
}

// Adds what separates groups "x" and "y": x is before y, or, where it "may" be,
// behind it. False where that is not known, or the distance changes from
// iteration to iteration.
static bool
separate_two(pairing *p, const group *x, const group *y, bool may) {
  enum { MOST = 10 };
  reach rx, ry;
  if (p->out->before.n == MOST || !find_reach(p, x->x, &rx) ||
      !find_reach(p, y->x, &ry) || rx.step != ry.step)
    return false;
  vec_push(p->an->a, &p->out->before, distance(p, x, &rx, y, &ry));
  vec_push(p->an->a, &p->out->behind, may ? distance(p, y, &ry, x, &rx) : NULL);
  return true;
}

// Adds what separates the accesses "xs" to one array, where they are at other
// than constant distances. Of many groups, as of a butterfly of four places,
// each is before the next: that any is before or behind any other is too much
// to reason about.
static bool
separate(pairing *p, const rec_accesses *xs) {
  enum { FEW = 3 };
  groups gs = group_accesses(p->an, xs);
  int n = 0;
  for (int i = 0; i < gs.n; i++)
    for (int j = 0; j < i; j++)
      n += gs.at[i].writes || gs.at[j].writes;
  bool ok = true;
  for (int i = 1; i < gs.n && ok; i++) {
    if (n > FEW)
      ok = separate_two(p, &gs.at[i - 1], &gs.at[i], false);
    for (int j = 0; j < i && n <= FEW && ok; j++)
      ok = (!gs.at[i].writes && !gs.at[j].writes) ||
           separate_two(p, &gs.at[i], &gs.at[j], true);
  }
  return ok;
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
    if (out->behind.at[i])
      x = ir_build2(&p.b, IR_OP_OR, x,
                    ir_build2(&p.b, IR_OP_GT, out->behind.at[i], zero));
    hold = hold ? ir_build2(&p.b, IR_OP_AND, hold, x) : x;
  }
  for (int k = 0; k < p.sizes.n && ok && hold; k++) {
    ir_val *x = an_copy_invariant(&p.b, p.sizes.at[k], p.l.body);
    ir_val *most = ir_build_int(&p.b, IR_U64, most_size);
    hold = ir_build2(&p.b, IR_OP_AND, ir_build2(&p.b, IR_OP_LE, x, most), hold);
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
    rec_assume a = {.at = op, .poly = an_poly_plus(an->a, &x, -1)};
    if (s->behind.at[i]) {
      an_poly y = rec_read_exact(d, s->behind.at[i]);
      an_poly *behind = NEW(an->a, an_poly);
      *behind = an_poly_plus(an->a, &y, -1);
      a.other = behind;
    }
    vec_push(an->a, &an->assumes, a);
  }
  bool ok = rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}
