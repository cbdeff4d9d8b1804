// recognizer/shapes/trimmed.c: loops whose first or last iterations do nothing.
//
//   loop (%i < %n) (%w = %y) {
//     if %i >= %d { ... yield %v } else { yield %w }
//   }
//   => loop (%j < %n - max(%d, 0)) (%w = %y) { %i = %j + max(%d, 0) ... }
//
// What an iteration reads and writes under a condition of its number is then at
// the same distance from the first iteration on, without one. Conditions are
// comparisons of integers, of which the difference grows, or shrinks, by one.
#include "recognizer/shapes/elements.h"

typedef struct trim {
  ir_func *f;
  ir_loop l;
  ir_op *choice; // the if
  int arm;       // which of its regions does something
  ir_op *order;  // the comparison, of its condition or a part of that
  int64_t step;  // the difference of its operands goes up or down by this, ...
  bool swaps;    // ... the second one less the first one
  bool strict;   // and is above 0; else not below
} trim;

// True when "op", an if, leaves in arm "k" all that loop "l" carries as it was.
static bool
leaves_all(const ir_loop *l, const ir_op *op, int k) {
  const ir_region *r = op->regions[k];
  if (r->first != r->last)
    return false;
  for (int i = 0; i < l->n_carried; i++) {
    const ir_val *v = l->yields[i];
    if (v->def == op)
      v = r->last->ins.at[v->index];
    if (v != l->carried[i])
      return false;
  }
  return true;
}

// Finds the if that does all that the loop does.
static bool
find_choice(trim *t) {
  for (ir_op *op = t->l.body->first; op != t->l.body->last; op = op->next) {
    if (op->code != IR_OP_IF || op->versions)
      continue;
    for (t->arm = 0; t->arm < 2; t->arm++)
      if (leaves_all(&t->l, op, 1 - t->arm)) {
        t->choice = op;
        return true;
      }
  }
  return false;
}

// True when "v", or "v" does not hold unless "holds", is such a comparison.
static bool
match_order(trim *t, rec_an *an, rec_dom *d, ir_val *v, bool holds) {
  ir_op *op = v->def;
  if (!op || (op->code != IR_OP_LT && op->code != IR_OP_LE &&
              op->code != IR_OP_GT && op->code != IR_OP_GE))
    return false;
  ir_val *x = op->ins.at[0], *y = op->ins.at[1];
  if (!ir_is_int(x->type.elem) || !an_is_recomputable(x, t->l.body) ||
      !an_is_recomputable(y, t->l.body))
    return false;
  ir_opcode code = holds ? op->code : ir_negated(op->code, x->type.elem);
  t->order = op;
  t->swaps = code == IR_OP_LT || code == IR_OP_LE;
  t->strict = code == IR_OP_LT || code == IR_OP_GT;
  an_poly p = rec_read_exact(d, x), q = rec_read_exact(d, y);
  an_poly r = an_poly_add(an->a, &p, &q, -1);
  an_poly i = an_poly_atom(an->a, rec_an_atom(an, t->l.i));
  int64_t step = rec_an_step(an, t->l.i, &r);
  an_poly rest = an_poly_add(an->a, &r, &i, -step);
  t->step = t->swaps ? -step : step;
  return llabs(step) == 1 && !rest.bad && !rec_poly_varies(an, &rest);
}

// True when "op" has the result "v" only where its condition holds: x && y.
static bool
is_conjunction(const ir_op *op, const ir_val *v) {
  int64_t c;
  return op->code == IR_OP_IF && !op->versions &&
         ir_match_int(op->regions[1]->last->ins.at[v->index], &c) && !c;
}

// The same of a part of "v", all of which hold. Several hold of a condition
// that is true, not of one that is false.
static bool
find_order(trim *t, rec_an *an, rec_dom *d, ir_val *v) {
  bool holds = !t->arm;
  if (holds && v->def && v->def->code == IR_OP_AND)
    return find_order(t, an, d, v->def->ins.at[0]) ||
           find_order(t, an, d, v->def->ins.at[1]);
  if (holds && v->def && is_conjunction(v->def, v))
    return find_order(t, an, d, v->def->ins.at[0]);
  return match_order(t, an, d, v, holds);
}

// True when the loop has such an if, given what the analysis assumes.
static bool
match(loft_cx *cx, ir_func *f, ir_op *op, trim *t) {
  *t = (trim){.f = f};
  if (!ir_match_loop(op, &t->l) || !t->l.extent || op->has_while ||
      !find_choice(t))
    return false;
  rec_an *an = rec_an_new(cx, f, t->l.body);
  rec_dom *d = rec_dom_new(an, t->choice, true);
  bool ok = find_order(t, an, d, t->choice->ins.at[0]) && rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}

// By how much the comparison holds, or fails, in iteration 0, at "b": not below
// 0 where it holds.
static ir_val *
build_margin(const trim *t, ir_builder *b) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *x = an_recompute(b, t->order->ins.at[t->swaps], t->l.body, zero);
  ir_val *y = an_recompute(b, t->order->ins.at[!t->swaps], t->l.body, zero);
  x = ir_build_convert(b, x, IR_I64);
  y = ir_build_convert(b, y, IR_I64);
  ir_val *margin = ir_build2(b, IR_OP_SUB, x, y);
  return t->strict ? ir_build2(b, IR_OP_SUB, margin, ir_build_int(b, IR_I64, 1))
                   : margin;
}

// Takes the iterations in which the comparison fails from the loop.
static void
cut_range(const trim *t, ir_op *op) {
  ir_builder b = ir_before(op), in = ir_before(t->l.body->first);
  b.loc = op->loc;
  ir_val *margin = build_margin(t, &b), *n = t->l.extent;
  if (t->step < 0) { // it holds as long as it did not sink below 0
    margin = ir_build2(&b, IR_OP_ADD, margin, ir_build_int(&b, IR_I64, 1));
    op->ins.at[0] = ir_build2(&b, IR_OP_MIN, n, margin);
    return;
  }
  ir_val *first = ir_build2(&b, IR_OP_SUB, ir_build_int(&b, IR_I64, 0), margin);
  first = ir_build2(&b, IR_OP_MAX, first, ir_build_int(&b, IR_I64, 0));
  op->ins.at[0] = ir_build2(&b, IR_OP_SUB, n, first);
  ir_op *sum = ir_build_raw(&in, IR_OP_ADD);
  ir_replace_uses(t->f, t->l.i, ir_add_out(sum, ir_ty(IR_I64), t->l.i->name));
  ir_add_in(sum, t->l.i);
  ir_add_in(sum, first);
}

// Puts what the if does in its place, where the comparison is all of its
// condition; else that is true in it.
static void
drop_condition(const trim *t) {
  ir_op *choice = t->choice;
  ir_val *c = t->order->outs.at[0];
  ir_builder b = ir_before(t->l.body->first);
  if (choice->ins.at[0] != c) {
    ir_replace_uses(t->f, c, ir_build_int(&b, IR_BOOL, 1));
    return;
  }
  ir_region *r = choice->regions[t->arm];
  ir_op *yield = r->last;
  for (int k = 0; k < choice->outs.n; k++)
    ir_replace_uses(t->f, choice->outs.at[k], yield->ins.at[k]);
  ir_splice_before(r, choice);
  ir_remove(choice);
}

ir_op *
rec_trim(loft_cx *cx, ir_func *f, ir_op *op) {
  trim t;
  bool any = false;
  while (match(cx, f, op, &t)) {
    cut_range(&t, op);
    drop_condition(&t);
    any = true;
  }
  return any ? op : NULL;
}
