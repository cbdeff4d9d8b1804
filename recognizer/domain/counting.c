// recognizer/domain/counting.c: the constraints of counters that loops carry.
//
//   loop (%i < %n) (%k = %k0) {          k0 + lo * i <= k <= k0 + hi * i
//     ... loop (%j < %m) (%l = %k) {     k0 <= k <= k0 + the sum of all m, and
//       .. %l + 0 or 1 } }               in the inner loop m less before it
//
// A counter that grows by constants is bounded by how often it may have grown:
// once an iteration, or as often as an inner loop runs, the sum of which a pass
// over data may know.
#include "recognizer/domain/domain.h"

enum { STEPS = 8 }; // ops that are looked through

// The least and the most that "v" is greater than "from", which it is made of
// by adding constants, on any way. False: it is made of more.
static bool
find_growth(const ir_val *v, const ir_val *from, int steps, int64_t *lo,
            int64_t *hi) {
  const ir_op *op = v->def;
  int64_t c, low, high;
  *lo = *hi = 0;
  if (v == from)
    return true;
  if (!op || steps <= 0)
    return false;
  bool chooses = op->code == IR_OP_SELECT, is_if = op->code == IR_OP_IF;
  if (chooses || is_if) {
    const ir_val *yes =
        is_if ? op->regions[0]->last->ins.at[v->index] : op->ins.at[1];
    const ir_val *no =
        is_if ? op->regions[1]->last->ins.at[v->index] : op->ins.at[2];
    if (!find_growth(yes, from, steps - 1, &low, &high) ||
        !find_growth(no, from, steps - 1, lo, hi))
      return false;
    *lo = low < *lo ? low : *lo;
    *hi = high > *hi ? high : *hi;
    return true;
  }
  if (op->code != IR_OP_ADD || !ir_match_int(op->ins.at[1], &c) ||
      llabs(c) > INT32_MAX ||
      !find_growth(op->ins.at[0], from, steps - 1, lo, hi))
    return false;
  *lo += c;
  *hi += c;
  return true;
}

// The counting loop that makes "v" of "from" on one way, as its result number
// *at; "v" is "from" on the others. NULL: there is none.
static ir_op *
find_growing(const ir_val *v, const ir_val *from, int steps, int *at) {
  ir_op *op = v->def, *found = NULL;
  *at = op ? v->index : 0;
  if (!op || !op->n_regions || !steps)
    return NULL;
  if (op->code == IR_OP_LOOP)
    return op->n_dims == 1 && !op->has_while && op->ins.at[1 + *at] == from
               ? op
               : NULL;
  for (int k = 0; k < op->n_regions && op->code == IR_OP_IF; k++) {
    const ir_val *way = op->regions[k]->last->ins.at[v->index];
    if (way == from)
      continue;
    ir_op *own = found ? NULL : find_growing(way, from, steps - 1, at);
    if (!own)
      return NULL;
    found = own;
  }
  return found;
}

// True when "d" is of ops executed in loop "op".
static bool
is_inside(const rec_dom *d, const ir_op *op) {
  const ir_op *up = d->at->parent->parent_op;
  while (up && up != op)
    up = up->parent->parent_op;
  return up != NULL;
}

// x is a counter that grows by "lo" to "hi" whenever the loop "inner" of an
// iteration runs, from "init" on.
static void
add_growth_of_all(rec_dom *d, const an_poly *x, ir_op *inner, int64_t lo,
                  int64_t hi, const an_poly *init) {
  rec_an *an = d->an;
  int atom;
  if (lo >= 0)
    rec_dom_add(d, rec_form_ge2(an, x, init, 0));
  if (hi <= 0)
    rec_dom_add(d, rec_form_ge2(an, init, x, 0));
  if (!an->emit ||
      !an->inspector->total(an->emit, inner, inner->ins.at[0], &atom))
    return;
  an_poly total = an_poly_atom(an->a, atom);
  an_poly least = an_poly_scale(an->a, &total, lo < 0 ? lo : 0);
  an_poly most = an_poly_scale(an->a, &total, hi > 0 ? hi : 0);
  least = an_poly_add(an->a, &least, init, 1);
  most = an_poly_add(an->a, &most, init, 1);
  rec_dom_add_between(d, x, &least, &most);
  if (hi <= 0 || !is_inside(d, inner))
    return;
  an_poly n = rec_read_exact(d, inner->ins.at[0]);
  n = an_poly_scale(an->a, &n, hi);
  n = an_poly_add(an->a, &n, x, 1);
  rec_dom_add(d, rec_form_ge2(an, &most, &n, 0));
}

void
rec_add_growth(rec_dom *d, const an_poly *x, const ir_op *op, int k,
               const an_poly *init) {
  rec_an *an = d->an;
  const ir_region *body = op->regions[0];
  ir_val *v = body->params.at[op->n_dims + k];
  const ir_val *next = body->last->ins.at[k];
  int64_t lo, hi;
  if (op->n_dims != 1 || rec_may_wrap(v->type.elem))
    return;
  if (find_growth(next, v, STEPS, &lo, &hi)) {
    an_poly index = an_poly_atom(an->a, rec_an_atom(an, body->params.at[0]));
    an_poly least = an_poly_scale(an->a, &index, lo);
    an_poly most = an_poly_scale(an->a, &index, hi);
    least = an_poly_add(an->a, &least, init, 1);
    most = an_poly_add(an->a, &most, init, 1);
    rec_dom_add_between(d, x, &least, &most);
    return;
  }
  int at;
  ir_op *inner = find_growing(next, v, STEPS, &at);
  const ir_region *r = inner ? inner->regions[0] : NULL;
  if (r &&
      find_growth(r->last->ins.at[at], r->params.at[1 + at], STEPS, &lo, &hi))
    add_growth_of_all(d, x, inner, lo, hi, init);
}
