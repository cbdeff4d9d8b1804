// analysis/same.c: computations that give the same value.
#include "analysis/analysis.h"

// A comparison of two computations.
typedef struct sameness {
  arena *a;
  VEC(const ir_region *) paired; // regions of equal ops: one, other, ...
  const ir_vals *given;          // equal values: one, other, ...; or NULL
  int steps;                     // left
} sameness;

static bool equal(sameness *s, const ir_val *x, const ir_val *y);

// True when "x" and "y" are the same parameter of equal regions.
static bool
equal_params(const sameness *s, const ir_val *x, const ir_val *y) {
  for (int i = 0; i < s->paired.n; i += 2)
    if (s->paired.at[i] == x->param_of && s->paired.at[i + 1] == y->param_of)
      return x->index == y->index;
  return false;
}

// True when "x" and "y" are given as equal.
static bool
are_given(const sameness *s, const ir_val *x, const ir_val *y) {
  for (int i = 0; s->given && i < s->given->n; i += 2)
    if (s->given->at[i] == x && (s->given->at[i + 1] == y ||
                                 an_same_value(s->a, s->given->at[i + 1], y)))
      return true;
  return false;
}

// True when the regions of "p" and "q" yield the same; of an if, result "k".
static bool
equal_regions(sameness *s, const ir_op *p, const ir_op *q, int k) {
  bool one = p->code == IR_OP_IF;
  for (int r = 0; r < p->n_regions; r++) {
    const ir_vals *x = &p->regions[r]->last->ins;
    const ir_vals *y = &q->regions[r]->last->ins;
    vec_push(s->a, &s->paired, p->regions[r]);
    vec_push(s->a, &s->paired, q->regions[r]);
    for (int i = one ? k : 0; i < (one ? k + 1 : x->n); i++)
      if (!equal(s, x->at[i], y->at[i]))
        return false;
  }
  return true;
}

// True when ops "p" and "q" have the same attributes, and nothing hidden.
static bool
equal_ops(const ir_op *p, const ir_op *q) {
  if (p->code != q->code || p->ins.n != q->ins.n || p->outs.n != q->outs.n ||
      p->bits != q->bits || p->n_regions != q->n_regions ||
      p->n_dims != q->n_dims || p->n_red != q->n_red ||
      p->has_while != q->has_while || p->seq != q->seq ||
      (p->callee && strcmp(p->callee, q->callee) != 0) ||
      (p->n_red && (!p->red_ops || !q->red_ops)) || p->code == IR_OP_ALLOC ||
      ir_writes_element(p))
    return false;
  for (int i = 0; i < p->n_red; i++)
    if (p->red_ops[i] != q->red_ops[i])
      return false;
  return true;
}

// same_value in "s".
static bool
equal(sameness *s, const ir_val *x, const ir_val *y) {
  const ir_op *p = x->def, *q = y->def;
  if (x == y || are_given(s, x, y))
    return true;
  if (s->steps-- <= 0 || !ir_type_eq(x->type, y->type))
    return false;
  if (!p && !q)
    return equal_params(s, x, y);
  if (!p || !q || x->index != y->index || !equal_ops(p, q))
    return false;
  for (int i = 0; i < p->ins.n; i++)
    if (!equal(s, p->ins.at[i], q->ins.at[i]))
      return false;
  return equal_regions(s, p, q, x->index);
}

bool
an_same_value(arena *a, const ir_val *x, const ir_val *y) {
  enum { STEPS = 3000 };
  sameness s = {.a = a, .steps = STEPS};
  return equal(&s, x, y);
}

bool
an_same_value_in(arena *a, const ir_val *x, const ir_region *r, const ir_val *y,
                 const ir_region *s) {
  enum { STEPS = 3000 };
  sameness same = {.a = a, .steps = STEPS};
  vec_push(a, &same.paired, r);
  vec_push(a, &same.paired, s);
  return equal(&same, x, y);
}

bool
an_same_value_given(arena *a, const ir_val *x, const ir_val *y,
                    const ir_vals *given) {
  enum { STEPS = 3000 };
  sameness s = {.a = a, .steps = STEPS, .given = given};
  return equal(&s, x, y);
}

// True when "x" is the negation of "y".
static bool
negates(arena *a, const ir_val *x, const ir_val *y) {
  return x->def->code == IR_OP_NOT && x->type.elem == IR_BOOL &&
         an_same_value(a, x->def->ins.at[0], y);
}

bool
an_are_opposite(arena *a, const ir_val *x, const ir_val *y) {
  const ir_op *p = x->def, *q = y->def;
  if (!p || !q)
    return false;
  if (negates(a, x, y) || negates(a, y, x))
    return true;
  return ir_op_table[p->code].cls == IR_CLASS_CMP &&
         ir_negated(p->code, p->ins.at[0]->type.elem) == q->code &&
         an_same_value(a, p->ins.at[0], q->ins.at[0]) &&
         an_same_value(a, p->ins.at[1], q->ins.at[1]);
}
