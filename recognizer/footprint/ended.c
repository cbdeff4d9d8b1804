// recognizer/footprint/ended.c: rows behind pointers that end at a zero.
//
//   for i { for (k = 0; w[i][k] != 0; k++) .. w[i][k] .. }
//
// How long such rows are is nowhere but in them, and they are found, and
// measured, by the runtime, which lays them out at a distance of the longest
// one. A loop that goes on from the beginning of a row, element by element,
// only where the last one that it looked at is not 0, stays in it. So its
// subscripts are from where it begins to one stride further on.
#include "recognizer/footprint/footprint.h"

// A loop along a row.
typedef struct walk {
  rec_an *an;
  const rec_told *told; // of the array
  const ir_val *array;
  ir_loop l;
} walk;

// The value of "cond" where bool "all" is true; -1: unknown.
static int
tells(arena *a, const ir_val *all, const ir_val *cond) {
  ir_val *both[2];
  if (all == cond)
    return 1;
  if (an_are_opposite(a, all, cond))
    return 0;
  if (!an_match_both(all, false, both))
    return -1;
  int first = tells(a, both[0], cond);
  return first >= 0 ? first : tells(a, both[1], cond);
}

// Carried value "k" where another iteration follows.
static ir_val *
next_of(const walk *w, int k) {
  ir_val *v = w->l.yields[k];
  an_choice c;
  while (an_match_either(v, &c)) {
    int holds = tells(w->an->a, w->l.yields[0], c.c);
    if (holds < 0)
      break;
    v = holds ? c.y : c.z;
  }
  return v;
}

// Replaces carried value "k" in *p, the subscript of a load, by its initial
// value, and counts it in *n if it occurs. False when the subscript does not go
// up by 1 with it.
static bool
start_carried(const walk *w, int k, an_poly *p, int *n) {
  arena *a = w->an->a;
  int f = rec_an_atom(w->an, w->l.carried[k]);
  if (!an_poly_has(p, f))
    return true;
  ++*n;
  an_poly one = an_poly_atom(a, f), rest = an_poly_add(a, p, &one, -1);
  rec_dom *before = rec_dom_new(w->an, w->l.op, false);
  ir_val *to = next_of(w, k);
  rec_dom *end = rec_dom_new(w->an, to->def ? to->def : w->l.op, false);
  an_poly init = rec_read_exact(before, w->l.inits[k]);
  an_poly next = rec_read_exact(end, to);
  an_poly step = an_poly_add(a, &next, &one, -1);
  int64_t by;
  if (init.bad || next.bad || an_poly_has(&rest, f) ||
      !an_poly_is_const(&step, &by) || by != 1)
    return false;
  *p = an_poly_add(a, &rest, &init, 1);
  return true;
}

// The subscript of "load" in the first iteration, if it is of the array, and
// either goes up by 1 with each iteration or stands outside of the loop; else
// bad.
static an_poly
first_place(const walk *w, ir_op *load) {
  an_poly bad = {.bad = true};
  int n = 0;
  if (load->code != IR_OP_INDEX || load->ins.at[0] != w->array)
    return bad;
  an_poly p = rec_read(rec_dom_new(w->an, load, false), load->ins.at[1]);
  for (int k = 1; k < w->l.n_carried && !p.bad; k++)
    if (!w->l.carried[k]->type.array && !start_carried(w, k, &p, &n))
      return bad;
  return n == !ir_is_outside(load->outs.at[0], w->l.body) ? p : bad;
}

// Takes the pointers' part out of "p"; *at is the place in the row. False when
// that is no constant.
static bool
take_row(const walk *w, const an_poly *p, an_poly *row, int64_t *at) {
  *at = 0;
  if (p->bad)
    return false;
  *row = *p;
  for (int i = 0; i < p->t.n; i++)
    if (p->t.at[i].n == 0)
      *at += p->t.at[i].coef;
  *row = an_poly_plus(w->an->a, p, -*at);
  int f = rec_an_atom(
      w->an, w->an->f->body->params.at[w->told->stride[w->told->n_levels - 1]]);
  an_mono stride = {.coef = 1, .n = 1, .f = {f}}, times;
  for (int i = 0; i < row->t.n; i++)
    if (!an_mono_divide(&row->t.at[i], &stride, &times))
      return false;
  return true;
}

// The op that gives "v" before conversions that only a 0 is 0 after.
static ir_op *
unconverted_load(const ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT &&
         ir_is_int(v->def->ins.at[0]->type.elem) &&
         ir_size(v->type.elem) >= ir_size(v->def->ins.at[0]->type.elem))
    v = v->def->ins.at[0];
  return v->def;
}

// True when "v" is so only where the element at place *at of the row at "row"
// is not 0, in the first iteration.
static bool
asks_nonzero(const walk *w, const ir_val *v, const an_poly *row, int64_t *at) {
  const ir_op *op = v->def;
  ir_val *both[2];
  int64_t zero;
  an_poly other;
  if (an_match_both(v, false, both))
    return asks_nonzero(w, both[0], row, at) ||
           asks_nonzero(w, both[1], row, at);
  if (!op || op->code != IR_OP_NE || !ir_match_int(op->ins.at[1], &zero) ||
      zero)
    return false;
  ir_op *load = unconverted_load(op->ins.at[0]);
  if (!load)
    return false;
  an_poly p = first_place(w, load);
  return take_row(w, &p, &other, at) && an_poly_eq(&other, row);
}

bool
rec_match_ended(rec_an *an, ir_op *op, rec_ended *out) {
  walk w = {.an = an};
  if (!an->told || op->code != IR_OP_INDEX)
    return false;
  w.array = op->ins.at[0];
  if (w.array->param_of != an->f->body || !rec_match_while(op, &w.l))
    return false;
  w.told = &an->told[w.array->index];
  an_poly p, row;
  int64_t at, last, before;
  if (!w.told->n_levels || w.told->scale ||
      w.told->stride[w.told->n_levels - 1] < 0 ||
      (an->f->param_mode[w.array->index] & IR_WRITE))
    return false;
  p = first_place(&w, op);
  bool ok = take_row(&w, &p, &row, &at) &&
            asks_nonzero(&w, w.l.yields[0], &row, &last) && at >= 0 &&
            at <= last;
  if (!ok || last > 1 ||
      (last == 1 &&
       (!asks_nonzero(&w, w.l.inits[0], &row, &before) || before != 0)))
    return false;
  *out = (rec_ended){
      w.l.op, p, an->f->body->params.at[w.told->stride[w.told->n_levels - 1]]};
  return true;
}

// Bounds of the subscripts of the rows that "x" walks along; "range": also of
// rows whose numbers are data.
static bool
find_bounds(rec_emit *e, const rec_ended *x, bool range, rec_bounds *out) {
  int n_checked = e->an->assumes.n;
  rec_bounds far;
  arena *a = e->an->a;
  an_poly stride = an_poly_atom(a, rec_an_atom(e->an, x->stride));
  an_poly last = an_poly_add(a, &x->first, &stride, 1);
  last = an_poly_plus(a, &last, -1);
  rec_dom *d = rec_dom_new(e->an, x->loop, range);
  if (!rec_emit_bounds(e, d, &x->first, out) ||
      !rec_emit_bounds(e, d, &last, &far) ||
      !rec_emit_assumptions(e, &n_checked))
    return false;
  out->hi = far.hi;
  return true;
}

bool
rec_emit_ended(rec_emit *e, ir_op *op, rec_bounds *out) {
  rec_ended x;
  return rec_match_ended(e->an, op, &x) &&
         (find_bounds(e, &x, false, out) || find_bounds(e, &x, true, out));
}
