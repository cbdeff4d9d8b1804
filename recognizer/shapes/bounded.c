// recognizer/shapes/bounded.c: carried floats that grow, or decay, within
// bounds.
//
//   m = m + x > x ? m + x : x;          largest sums of neighbours
//   e = fmaxf(fabsf(x), e * d);         decaying peaks
//   s += x; if (s < lo) s = lo; if (s > hi) s = hi;
//
// An iteration maps the scalar to min(max(s * f + a, lo), hi), f being above 0.
// Such maps are closed under composition; op(l, r) is r after l:
//
//   f = l.f * r.f    a = l.a * r.f + r.a    lo = max(l.lo * r.f + r.a, r.lo)
//   hi = min(max(l.hi * r.f + r.a, r.lo), r.hi)
//
// Whatever is always the same has no column: a sum of 0, a factor of 1. Bounds
// are compared as the C does, so that they win over a NaN where they do in C.
// The initial value is a map to that value in front of all, so its last bound
// is the scalar's final value. Factors that are no constants are asked
// when the region starts whether they are above 0.
#include "recognizer/shapes/folds.h"
#include "analysis/analysis.h"

#include <math.h>

typedef struct form {
  ir_val *part[REC_CLAMP_PARTS]; // NULL: always the same, or no such bound
  rec_clamp_bound bound[REC_CLAMP_PARTS];
  ir_vals factors;    // to be asked about
  rec_orders ordered; // the same
} form;

typedef struct reader {
  arena *a;
  const ir_loop *l;
  ir_val *p;        // the scalar
  const map *needs; // what follows from it: itself
} reader;

static bool read(const reader *r, ir_val *v, form *f);

// Changes all parts of "f" by "by" at "b": its sum and bounds, and where they
// are scaled its factor.
static void
change(ir_builder *b, form *f, ir_opcode code, ir_val *by) {
  bool scales = code == IR_OP_MUL;
  int own = scales ? REC_CLAMP_FACTOR : REC_CLAMP_ADDEND;
  bool had = f->part[own];
  for (int k = 0; k < REC_CLAMP_PARTS; k++)
    if (f->part[k] && (scales || k != REC_CLAMP_FACTOR))
      f->part[k] = ir_build2(b, code, f->part[k], by);
  if (!had)
    f->part[own] = code == IR_OP_SUB ? ir_build1(b, IR_OP_NEG, by) : by;
}

// "v" as "how" bounds it by "t".
static ir_val *
build_bound(ir_builder *b, const rec_clamp_bound *how, ir_val *v, ir_val *t) {
  if (how->op == IR_OP_MAX || how->op == IR_OP_MIN)
    return ir_build2(b, how->op, v, t);
  ir_val *c =
      how->first ? ir_build2(b, how->op, v, t) : ir_build2(b, how->op, t, v);
  return ir_build3(b, IR_OP_SELECT, c, how->taken ? v : t, how->taken ? t : v);
}

// Bounds "f" by "t", as "how" does. False where it has such a bound.
static bool
limit(ir_builder *b, form *f, const rec_clamp_bound *how, ir_val *t) {
  int own = how->greater ? REC_CLAMP_LEAST : REC_CLAMP_MOST;
  if (f->part[own])
    return false;
  if (how->greater && f->part[REC_CLAMP_MOST])
    f->part[REC_CLAMP_MOST] = build_bound(b, how, f->part[REC_CLAMP_MOST], t);
  f->part[own] = t;
  f->bound[own] = *how;
  return true;
}

// True when "v", a bounded "q", is "t" where that is.
static bool
keeps(const reader *r, const ir_val *v, const ir_val *q, const ir_val *t) {
  const ir_op *op = v->def, *c;
  double at, limit;
  if (an_same_value(r->a, v, q))
    return true;
  c = op && op->code == IR_OP_SELECT ? op->ins.at[0]->def : NULL;
  if (!c || ir_op_table[c->code].cls != IR_CLASS_CMP || !ir_match_float(t, &at))
    return false;
  bool first = an_same_value(r->a, c->ins.at[0], q);
  if (!ir_match_float(c->ins.at[first], &limit) ||
      (!first && !an_same_value(r->a, c->ins.at[1], q)))
    return false;
  double x = first ? at : limit, y = first ? limit : at;
  bool less = c->code == IR_OP_LT || c->code == IR_OP_LE;
  bool equal = c->code == IR_OP_LE || c->code == IR_OP_GE;
  bool holds = x == y ? equal : less == (x < y);
  const ir_val *taken = op->ins.at[holds ? 1 : 2];
  return c->code != IR_OP_EQ && c->code != IR_OP_NE &&
         (keeps(r, taken, q, t) ||
          (ir_match_float(taken, &limit) && limit == at));
}

// "op", which chooses "x" or "y" by a comparison of what follows from the
// scalar with what does not: the greater of them, or the lesser, with another
// bound or not; or with 0 whether the scalar is added to what is taken
// otherwise.
static bool
read_choice(const reader *r, ir_op *op, ir_val *x, ir_val *y, form *f) {
  const ir_op *c = op->ins.at[0]->def;
  bool greater = c && (c->code == IR_OP_GT || c->code == IR_OP_GE);
  if (!greater && (!c || (c->code != IR_OP_LT && c->code != IR_OP_LE)))
    return false;
  rec_clamp_bound how = {.op = c->code,
                         .first = map_has(r->needs, c->ins.at[0]),
                         .taken = map_has(r->needs, x)};
  how.greater = greater == (how.first == how.taken);
  ir_val *q = c->ins.at[!how.first], *t = c->ins.at[how.first];
  ir_val *moves = how.taken ? x : y, *stays = how.taken ? y : x;
  if (map_has(r->needs, t) || map_has(r->needs, stays) || !map_has(r->needs, q))
    return false;
  ir_builder b = ir_before(op->next);
  double zero;
  rec_ordered order = {0};
  if (an_same_value(r->a, stays, t)) {
    bool ok = (keeps(r, moves, q, t) ||
               rec_keeps_if(r->a, r->l->body, moves, q, t, &order)) &&
              read(r, moves, f) && limit(&b, f, &how, t);
    if (order.low)
      vec_push(r->a, &f->ordered, order);
    return ok;
  }
  bool adds = ir_match_float(t, &zero) && zero == 0;
  ir_val *d = adds ? rec_added_to(r->a, moves, q) : NULL;
  ir_val *by = d && an_same_value(r->a, stays, d) ? rec_lift(op, d) : NULL;
  t = ir_build_float(&b, r->p->type.elem, -0.0); // that and d is d
  if (!by || !read(r, q, f) || !limit(&b, f, &how, t))
    return false;
  change(&b, f, IR_OP_ADD, by);
  return true;
}

// Whether the maps of "f" scaled by "t" are such: it is above 0, or is to be
// asked about.
static bool
may_scale(const reader *r, form *f, ir_val *t) {
  double c;
  if (ir_match_float(t, &c))
    return c > 0 && c < HUGE_VAL;
  bool fixed = an_is_invariant(t, r->l->body);
  if (fixed)
    vec_push(r->a, &f->factors, t);
  return fixed;
}

// The form of the result of "op", of two operands.
static bool
read_op(const reader *r, ir_op *op, form *f) {
  bool swap = map_has(r->needs, op->ins.at[1]);
  ir_val *t = op->ins.at[!swap];
  if (map_has(r->needs, t) || (swap && op->code == IR_OP_SUB) ||
      !read(r, op->ins.at[swap], f))
    return false;
  ir_builder b = ir_before(op->next);
  if (op->code == IR_OP_MAX || op->code == IR_OP_MIN) {
    rec_clamp_bound how = {.op = op->code, .greater = op->code == IR_OP_MAX};
    return limit(&b, f, &how, t);
  }
  if (op->code == IR_OP_MUL && !may_scale(r, f, t))
    return false;
  change(&b, f, op->code, t);
  return true;
}

// The form of "v", which follows from the scalar. False: it has none.
static bool
read(const reader *r, ir_val *v, form *f) {
  ir_op *op = v->def;
  an_choice c;
  *f = (form){0};
  if (v == r->p)
    return true;
  if (!op || v->type.elem != r->p->type.elem || !map_has(r->needs, v))
    return false;
  if (an_match_either(v, &c))
    return read_choice(r, op, c.y, c.z, f);
  bool is_op = op->code == IR_OP_ADD || op->code == IR_OP_SUB ||
               op->code == IR_OP_MUL || op->code == IR_OP_MAX ||
               op->code == IR_OP_MIN;
  return is_op && read_op(r, op, f);
}

// Adds carried float "k" of "l" to "t", if it grows or decays within bounds.
static void
add_float(arena *a, const ir_loop *l, rec_tuple *t, int k) {
  ir_val *p = l->carried[k];
  reader r = {.a = a, .l = l, .p = p, .needs = rec_find_needs(a, l, k)};
  form f;
  if (!read(&r, l->yields[k], &f) ||
      (!f.part[REC_CLAMP_ADDEND] && !f.part[REC_CLAMP_FACTOR]) ||
      (!f.part[REC_CLAMP_LEAST] && !f.part[REC_CLAMP_MOST]))
    return;
  rec_add_clamp(a, t, k, p->type.elem, f.part);
  rec_clamp *c = &vec_last(&t->clamps);
  memcpy(c->bound, f.bound, sizeof c->bound);
  c->factors = f.factors;
  c->ordered = f.ordered;
}

void
rec_add_bounded(arena *a, const ir_loop *l, rec_tuple *t) {
  for (int k = 0; k < l->n_carried; k++) {
    ir_type type = l->carried[k]->type;
    if (!type.array && ir_is_float(type.elem) && !rec_is_in_system(t, k) &&
        !rec_is_merged(t, k))
      add_float(a, l, t, k);
  }
}

ir_val *
rec_build_bounded_fold(ir_builder *b, const rec_clamp *m, const rec_column *c,
                       ir_val *const *left, ir_val *const *right) {
  int own = m->column[c->part], by = m->column[REC_CLAMP_ADDEND];
  int factor = m->column[REC_CLAMP_FACTOR], least = m->column[REC_CLAMP_LEAST];
  ir_val *v = left[own];
  if (factor >= 0)
    v = ir_build2(b, IR_OP_MUL, v, right[factor]);
  if (c->part == REC_CLAMP_FACTOR)
    return v;
  if (by >= 0)
    v = ir_build2(b, IR_OP_ADD, v, right[by]);
  if (c->part == REC_CLAMP_ADDEND)
    return v;
  if (least >= 0)
    v = build_bound(b, &m->bound[REC_CLAMP_LEAST], v, right[least]);
  return c->part == REC_CLAMP_MOST
             ? build_bound(b, &m->bound[REC_CLAMP_MOST], v, right[own])
             : v;
}
