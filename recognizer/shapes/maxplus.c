// recognizer/shapes/maxplus.c: carried integers that are the best of sums.
//
//   p = max(a + x, b + y);  b = max(a + z, b + w);  a = p;      Viterbi's
//
// With max (or min) in place of sums and sums in place of products an iteration
// applies a matrix to the scalars, and matrices are folded: op(l, r) is r after
// l (linear.c has the same for sums of products).
//
//   (r l)[i][j] = max over m of (r[i][m] + l[m][j])
//
// Each scalar must follow from all of them, since there is no number for minus
// infinity. What they start as is a matrix of equal columns in front of all. An
// entry is the best sum along some way through the iterations, of MOST_TERMS
// numbers of 32 bits in each of at most 2^27 (scan.c asks), so that 64 bits
// hold it.
#include "recognizer/shapes/folds.h"

enum { MOST_TERMS = 16 };

typedef struct reader {
  const ir_loop *l;
  const map *needs; // the values that follow from carried scalars: themselves
  ir_opcode best;   // IR_OP_MAX or IR_OP_MIN; IR_OP__COUNT: not known yet
  rec_system s;     // the scalars
  int n_terms;
} reader;

// A value as the best of c[k] + scalar number k; NULL: it is not made of that.
typedef struct form {
  ir_val *c[REC_MAX_STATES];
} form;

static bool read(reader *r, ir_val *v, form *f);

// "v" at the end of the body as an i64.
static ir_val *
widened(const reader *r, ir_val *v) {
  ir_builder b = ir_before(r->l->body->last);
  return ir_build_convert(&b, v, IR_I64);
}

// The sum, or difference, "op".
static bool
read_sum(reader *r, const ir_op *op, form *f) {
  bool minus = op->code == IR_OP_SUB, swap = map_has(r->needs, op->ins.at[1]);
  ir_val *by = op->ins.at[!swap];
  if (map_has(r->needs, by) || (swap && minus) || !read(r, op->ins.at[swap], f))
    return false;
  by = widened(r, by);
  ir_builder b = ir_before(r->l->body->last);
  for (int k = 0; k < r->s.n; k++)
    if (f->c[k])
      f->c[k] = ir_build2(&b, op->code, f->c[k], by);
  return true;
}

// The best of "x" and "y" by "best".
static bool
read_best(reader *r, ir_opcode best, ir_val *x, ir_val *y, form *f) {
  form g;
  if (r->best != IR_OP__COUNT && r->best != best)
    return false;
  r->best = best;
  if (!read(r, x, f) || !read(r, y, &g))
    return false;
  ir_builder b = ir_before(r->l->body->last);
  for (int k = 0; k < r->s.n; k++)
    f->c[k] = f->c[k] && g.c[k] ? ir_build2(&b, best, f->c[k], g.c[k])
              : f->c[k]         ? f->c[k]
                                : g.c[k];
  return true;
}

// The choice "op" of two values that it compares.
static bool
read_choice(reader *r, const ir_op *op, form *f) {
  const ir_op *c = op->ins.at[0]->def;
  ir_val *x = op->ins.at[1], *y = op->ins.at[2];
  bool greater = c && (c->code == IR_OP_GT || c->code == IR_OP_GE);
  bool less = c && (c->code == IR_OP_LT || c->code == IR_OP_LE);
  bool same = (greater || less) && c->ins.at[0] == x && c->ins.at[1] == y;
  bool other = (greater || less) && c->ins.at[0] == y && c->ins.at[1] == x;
  return (same || other) &&
         read_best(r, greater == same ? IR_OP_MAX : IR_OP_MIN, x, y, f);
}

// The form of "v". False: it has none.
static bool
read(reader *r, ir_val *v, form *f) {
  const ir_op *op = v->def;
  *f = (form){0};
  if (!map_has(r->needs, v))
    return false;
  for (int k = 0; k < r->s.n; k++)
    if (r->l->carried[r->s.k[k]] == v) {
      ir_builder b = ir_before(r->l->body->last);
      f->c[k] = ir_build_int(&b, IR_I64, 0);
      return true;
    }
  if (!op || op->parent != r->l->body || v->type.elem == IR_I64)
    return false;
  switch ((int)op->code) {
  case IR_OP_ADD:
  case IR_OP_SUB:
    return read_sum(r, op, f);
  case IR_OP_MAX:
  case IR_OP_MIN:
    return read_best(r, op->code, op->ins.at[0], op->ins.at[1], f);
  case IR_OP_SELECT:
    return read_choice(r, op, f);
  default:
    return false;
  }
}

// The scalars that "l" carries as a system without maps. False unless they are
// signed integers of at most 32 bits, as many as a tuple has room for.
static bool
find_scalars(const ir_loop *l, rec_system *s) {
  for (int k = 0; k < l->n_carried; k++) {
    ir_type t = l->carried[k]->type;
    if (t.array)
      continue;
    if (s->n == REC_MAX_STATES || !ir_is_int(t.elem) || !ir_is_signed(t.elem) ||
        ir_size(t.elem) > 4)
      return false;
    s->k[s->n++] = k;
  }
  return s->n > 1 && s->n * s->n * ir_size(s->type) <= IR_MAX_TUPLE;
}

void
rec_add_maxplus(arena *a, const ir_loop *l, rec_tuple *t) {
  reader r = {.l = l, .best = IR_OP__COUNT, .s = {.type = IR_I64}};
  form f[REC_MAX_STATES];
  if (t->columns.n || !find_scalars(l, &r.s))
    return;
  r.needs = rec_find_all_needs(a, l);
  for (int i = 0; i < r.s.n; i++) {
    if (!read(&r, l->yields[r.s.k[i]], &f[i]))
      return;
    for (int j = 0; j < r.s.n; j++)
      if (!f[i].c[j])
        return;
  }
  r.s.best = r.best;
  vec_push(a, &t->systems, r.s);
  for (int i = 0; i < r.s.n; i++)
    for (int j = 0; j < r.s.n; j++)
      rec_add_entry(a, t, i, j, j == 0, f[i].c[j]);
}

ir_val *
rec_build_maxplus_fold(ir_builder *b, const rec_system *s, const rec_column *c,
                       ir_val *const *left, ir_val *const *right) {
  ir_val *best = NULL;
  for (int m = 0; m < s->n; m++) {
    ir_val *sum = ir_build2(b, IR_OP_ADD, right[s->column[c->row][m]],
                            left[s->column[m][c->part]]);
    best = best ? ir_build2(b, s->best, best, sum) : sum;
  }
  return best;
}
