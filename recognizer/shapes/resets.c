// recognizer/shapes/resets.c: extrema of floats that take a NaN, and let it go.
//
//   loop (%i < %n) (%m = %m0) {          // m = m < x[i] ? m : x[i]
//     %c = lt %m, %x
//     %m1 = select %c, %m, %x
//     yield %m1
//   }
//   => %m1, %any = loop (%i < %n) (%m = %m0, %a = false) {
//        yield min %m, %x; or %a, (ne %x, %x)
//      }
//      %r = if %any { the loop } else { %m1 }
//
// After a NaN C goes on with the next value, so what it leaves is an extremum
// of the values behind the last NaN. There is none as a rule: then the fold of
// numbers is right, and fast. The other loop is tried as a fold of several
// values (compound.c). It runs behind the first one, so neither may write.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/folds.h"

// A choice between two numbers that is an extremum of them.
typedef struct reset {
  ir_opcode op; // MIN, MAX
  ir_val *e;    // that which comes from the iteration
} reset;

// A walk over a loop's body.
typedef struct walk {
  arena *a;
  bool any;     // such choices
  bool refused; // something is written, or a choice has no place
} walk;

// Whether "op" in the body of "l" lets a NaN of *r reset the carried value.
static bool
match_reset(arena *a, const ir_loop *l, const ir_op *op, reset *r) {
  rec_comparison c;
  if (op->code != IR_OP_SELECT || op->parent != l->body ||
      !ir_is_float(op->outs.at[0]->type.elem) ||
      !rec_match_comparison(op->ins.at[0], &c))
    return false;
  ir_val *then = op->ins.at[1], *other = op->ins.at[2];
  bool least = c.lo == then && c.hi == other;
  if (!least && !(c.hi == then && c.lo == other))
    return false;
  map *late = an_ops_needing(a, l->body, l->carried, l->n_carried);
  bool keeps = then->def ? map_has(late, then->def)
                         : then->param_of == l->body && then != l->i;
  bool taken = other->def ? !map_has(late, other->def)
                          : other->param_of != l->body || other == l->i;
  *r = (reset){least ? IR_OP_MIN : IR_OP_MAX, other};
  return keeps && taken;
}

// ir_walk_fn: looks for such choices, and for writes.
static bool
look(void *user, ir_op *op) {
  walk *w = user;
  ir_loop l;
  reset r;
  ir_op *around = op->parent->parent_op;
  w->refused |= ir_writes_element(op) || op->code == IR_OP_ALLOC;
  w->any |=
      around && ir_match_loop(around, &l) && match_reset(w->a, &l, op, &r);
  return !w->refused;
}

// Whether "op" is a loop with such choices.
static bool
has_resets(arena *a, ir_op *op) {
  walk w = {.a = a};
  return op->code == IR_OP_LOOP && op->n_dims && !op->has_while &&
         ir_walk(op->regions[0], look, &w) && w.any;
}

// Lets loop "op" fold numbers alone, and also carry whether there were others:
// "any" before it, the value behind it.
static ir_val *
build_numbers(ir_func *f, ir_op *op, ir_val *any) {
  arena *a = f->module->arena;
  ir_loop l;
  reset r;
  ir_match_loop(op, &l);
  any = ir_add_carried(op, any, "any", "any");
  ir_foreach_op_safe (in, l.body) {
    if (has_resets(a, in)) {
      any = build_numbers(f, in, any);
      continue;
    }
    if (!match_reset(a, &l, in, &r))
      continue;
    ir_builder b = ir_before(in);
    ir_val *chain = in->ins.at[1];
    ir_val *nan = ir_build2(&b, IR_OP_NE, r.e, r.e);
    any = ir_build2(&b, IR_OP_OR, any, nan);
    ir_replace_uses(f, in->outs.at[0], ir_build2(&b, r.op, chain, r.e));
    ir_remove(in);
  }
  ir_add_in(l.body->last, any);
  return vec_last(&op->outs);
}

ir_op *
rec_try_resets(rec_driver *d, ir_op *op, rec_why *why) {
  if (!has_resets(d->cx->arena, op))
    return NULL;
  rec_trial t = rec_start(d, op);
  ir_builder b = ir_before(op);
  ir_val *none = ir_build_int(&b, IR_BOOL, 0);
  ir_op *numbers = ir_clone_op(&b, op, map_new(d->cx->arena));
  ir_val *any = build_numbers(d->f, numbers, none);
  rec_remove_unused(numbers->regions[0]);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(&b, any, &yes, &no);
  ir_op *again = ir_clone_op(&yes, op, map_new(d->cx->arena));
  ir_build_yield(&yes, again->outs.at, again->outs.n);
  ir_build_yield(&no, numbers->outs.at, op->outs.n);
  ir_add_outs(choice, op->outs.at, op->outs.n);
  rec_use_instead(&t, choice->outs.at);
  ir_op *done = rec_try_nest(d, numbers, why);
  rec_why unused = {0};
  if (done && !rec_try_scan_nests(d, again, &unused))
    rec_try_scan(d, again, &unused);
  return rec_finish(&t, done);
}
