// recognizer/shapes/lengths.c: counters that go on by the lengths of rows.
//
//   memcpy(out + k, x + start[i], length[i]);  k += length[i];
//   for (j < n[i]) out[k + j] = ...;           k += n[i];
//
// A counter that goes one way appends (append.c), so a length must not be below
// 0. Nobody knows that of data, but a pass over them does. Where it holds, the
// length is the number of the row's elements, max(length, 0), and so is written
// as that.
#include "analysis/analysis.h"
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/scalars.h"

typedef struct lengths {
  loft_cx *cx;
  ir_func *f;
  ir_loop l;
  rec_an *an;
  const ir_op *sum;     // that adds ...
  const ir_val *length; // ... this, looked for as the extent of a row
  int n_found;
} lengths;

// ir_walk_fn: stops at a loop that runs as often as the length says. One of 64
// bits without a sign is none below 0 as it is a row's: it must be that of a
// row whenever it is added.
static bool
is_no_row(void *user, ir_op *op) {
  const lengths *s = user;
  bool row = ir_iterates(op) && op->n_dims == 1 && !op->has_while &&
             rec_same_number(op->ins.at[0]) == s->length;
  return !row || (ir_is_unsigned(s->length->type.elem) &&
                  !ir_ancestor_in(s->sum, op->parent));
}

// True when "v", which "sum" adds, is loaded as the length of a row, and may be
// below 0 for all that is known.
static bool
is_length(lengths *s, const ir_op *sum, const ir_val *v) {
  s->sum = sum;
  s->length = rec_same_number(v);
  const ir_op *load = s->length->def;
  return load && load->code == IR_OP_INDEX &&
         !ir_is_outside(s->length, s->l.body) &&
         an_range_of(s->length).lo < 0 && !ir_walk(s->l.body, is_no_row, s);
}

// ir_walk_fn: takes lengths that sums add for numbers of elements.
static bool
replace_lengths(void *user, ir_op *op) {
  lengths *s = user;
  for (int k = 0; k < 2 && op->code == IR_OP_ADD; k++) {
    ir_val *v = op->ins.at[k];
    if (!is_length(s, op, v))
      continue;
    ir_builder b = ir_before(op);
    b.loc = op->loc;
    ir_val *wide = ir_build_convert(&b, (ir_val *)(uintptr_t)s->length, IR_I64);
    ir_val *n = ir_build2(&b, IR_OP_MAX, wide, ir_build_int(&b, IR_I64, 0));
    op->ins.at[k] = ir_build_convert(&b, n, v->type.elem);
    rec_dom *d = rec_dom_new(s->an, op, false);
    an_poly p = rec_read_exact(d, v);
    vec_push(s->an->a, &s->an->assumes, ((rec_assume){.at = op, .poly = p}));
    s->n_found++;
  }
  return true;
}

// True when the loop carries an integer that a sum in it may be.
static bool
may_count(const ir_loop *l) {
  bool any = false;
  for (int k = 0; k < l->n_carried && !any; k++)
    any = !l->carried[k]->type.array && ir_is_int(l->carried[k]->type.elem) &&
          l->yields[k] != l->carried[k];
  return any;
}

ir_op *
rec_take_lengths(loft_cx *cx, ir_func *f, ir_op *op) {
  lengths s = {.cx = cx, .f = f};
  if (!ir_match_loop(op, &s.l) || !s.l.extent || op->has_while ||
      !may_count(&s.l))
    return NULL;
  s.an = rec_an_new(cx, f, s.l.body);
  ir_walk(s.l.body, replace_lengths, &s);
  bool ok = s.n_found && rec_an_ok(s.an);
  rec_an_free(s.an);
  return ok && rec_emit_guards(cx, f, s.an) ? op : NULL;
}
