// recognizer/shapes/chosen.c: elements at fixed places that a condition sets,
// as scalars.
//
//   %p = loop (%i < %n) (%w = %p0) {         if (x[i] < *p) *p = x[i];
//     %b = index %w, %at
//     %c = lt %e, %b
//     %w1 = if %c { update %w, %at, %e } else { %w }
//     yield %w1
//   }
//   => %s, %f = loop (%i < %n) (%s = index %p0, %at, %f = false) {
//        %c = lt %e, %s
//        yield select %c, %e, %s; select %c, true, %f
//      }
//      %p = if %f { update %p0, %at, %s } else { %p0 }
//
// Memory that C may not write is written only where it did. What else the
// condition sets (*at = i;) goes with it, and need not be read. So these are
// choices like those of local variables (compound.c). In loops outside of
// others.
#include "recognizer/shapes/elements.h"

typedef struct chosen {
  ir_func *f;
  ir_loop l;
  ir_op *choice; // the if
  int side;      // whose branch sets
  an_classes *classes;
  rec_accesses all;
} chosen;

// -- Matching -------------------------------------------------------------
// The update that the if makes of carried array "k", or NULL; *out: which
// result that is.
static ir_op *
update_of(const chosen *z, int k, int *out) {
  ir_val *y = z->l.yields[k];
  if (y->def != z->choice)
    return NULL;
  *out = y->index;
  ir_val *set = z->choice->regions[z->side]->last->ins.at[*out];
  ir_val *kept = z->choice->regions[1 - z->side]->last->ins.at[*out];
  return kept == z->l.carried[k] && set->def &&
                 set->def->code == IR_OP_UPDATE &&
                 set->def->ins.at[0] == z->l.carried[k] &&
                 set->def->parent == z->choice->regions[z->side]
             ? set->def
             : NULL;
}

// True when the loop touches array "k" by that update and by reads of the same
// element in its body alone.
static bool
is_one_element(const chosen *z, int k, const ir_op *update) {
  const ir_val *cls = an_class_of(z->classes, z->l.carried[k]);
  arena *a = z->classes->a;
  if (!rec_is_own_storage(z->classes, &z->l, k) ||
      !an_is_invariant(update->ins.at[1], z->l.body))
    return false;
  for (int i = 0; i < z->all.n; i++) {
    const ir_op *op = z->all.at[i].op;
    if (z->all.at[i].cls == cls && op != update &&
        (op->code != IR_OP_INDEX || op->parent != z->l.body ||
         op->ins.at[0] != z->l.carried[k] ||
         !an_same_value(a, op->ins.at[1], update->ins.at[1])))
      return false;
  }
  return true;
}

// True when the branches of the if do nothing but compute scalars and update.
static bool
is_plain(const chosen *z) {
  for (int side = 0; side < 2; side++)
    ir_foreach_op (op, z->choice->regions[side])
      if (!ir_is_scalar_op(op->code) && op->code != IR_OP_YIELD &&
          (op->code != IR_OP_UPDATE || side != z->side))
        return false;
  return true;
}

// True when all results of the if are elements that it sets, one of which is
// read.
static bool
match_choice(chosen *z) {
  int n = 0, out;
  bool reads = false;
  for (int k = 0; k < z->l.n_carried; k++) {
    ir_op *update = update_of(z, k, &out);
    if (!update)
      continue;
    if (!is_one_element(z, k, update))
      return false;
    n++;
    ir_foreach_op (op, z->l.body)
      reads |= op->code == IR_OP_INDEX && op->ins.at[0] == z->l.carried[k];
  }
  return reads && n == z->choice->outs.n && is_plain(z);
}

// -- Rewriting ------------------------------------------------------------
// The branch's scalar ops go in front of the if.
static void
move_scalars(const chosen *z) {
  for (int side = 0; side < 2; side++)
    ir_foreach_op_safe (op, z->choice->regions[side])
      if (ir_is_scalar_op(op->code))
        ir_move(op, z->l.body, z->choice);
}

// The choice of the loop's body: "v" where the condition sets, else "kept".
static ir_val *
build_select(const chosen *z, ir_val *v, ir_val *kept) {
  ir_builder b = ir_before(z->choice);
  return ir_build3(&b, IR_OP_SELECT, z->choice->ins.at[0], z->side ? kept : v,
                   z->side ? v : kept);
}

// Makes the element that "update" sets a scalar that the loop carries; its
// value behind the loop.
static ir_val *
carry_element(const chosen *z, int k, ir_op *update, ir_val *at) {
  ir_op *op = z->l.op;
  ir_val *array = op->ins.at[op->n_dims + k];
  ir_val *param = op->regions[0]->params.at[op->n_dims + k];
  ir_builder b = ir_before(op);
  ir_val *start = NULL, *s;
  ir_foreach_op (read, z->l.body)
    if (read->code == IR_OP_INDEX && read->ins.at[0] == param && !start)
      start = rec_build_load(&b, rec_build_runs(&b, read, op), array, at);
  if (!start)
    start = ir_build_int(&b, array->type.elem, 0);
  s = ir_add_carried(op, start, array->name, array->name);
  ir_foreach_op_safe (read, z->l.body)
    if (read->code == IR_OP_INDEX && read->ins.at[0] == param) {
      ir_replace_uses(z->f, read->outs.at[0], s);
      ir_remove(read);
    }
  ir_add_in(z->l.body->last, build_select(z, update->ins.at[2], s));
  return vec_last(&op->outs);
}

// "array" behind the loop: "v" is in the element if "set".
static ir_val *
build_end(const chosen *z, ir_val *set, ir_val *array, ir_val *at, ir_val *v) {
  ir_builder b = ir_before(z->l.op->next);
  b.loc = z->l.op->loc;
  ir_builder yes, no;
  ir_build_if(&b, set, &yes, &no);
  ir_val *w = ir_build_update(&yes, array, at, v);
  return ir_end_if(&yes, w, &no, array, array->name);
}

// Makes the elements that the if sets scalars.
static void
take_elements(chosen *z) {
  ir_op *op = z->l.op;
  ir_builder b = ir_before(op), in = ir_before(z->l.body->first);
  move_scalars(z);
  ir_val *flag = ir_add_carried(op, ir_build_int(&b, IR_BOOL, 0), "set", "set");
  ir_add_in(z->l.body->last,
            build_select(z, ir_build_int(&in, IR_BOOL, 1), flag));
  ir_val *set = vec_last(&op->outs);
  int out;
  for (int k = z->l.n_carried - 1; k >= 0; k--) {
    ir_match_loop(op, &z->l);
    ir_op *update = update_of(z, k, &out);
    if (!update)
      continue;
    b = ir_before(op);
    ir_val *at = an_copy_invariant(&b, update->ins.at[1], z->l.body);
    ir_val *v = carry_element(z, k, update, at), *old = op->outs.at[k];
    ir_val *array = op->ins.at[op->n_dims + k];
    ir_replace_uses(z->f, old, build_end(z, set, array, at, v));
  }
  for (int k = op->outs.n - 1; k >= 0; k--) {
    ir_match_loop(op, &z->l);
    if (update_of(z, k, &out))
      ir_drop_result(op, k);
  }
  ir_remove(z->choice);
}

void
rec_take_chosen(loft_cx *cx, ir_func *f) {
  ir_foreach_op_safe (op, f->body) {
    chosen z = {.f = f};
    if (op->has_while || !ir_match_loop(op, &z.l) || !z.l.extent)
      continue;
    z.classes = an_classes_new(cx->arena, f, op);
    rec_find_accesses(cx->arena, z.classes, z.l.body, &z.all);
    bool found = false;
    for (ir_op *c = z.l.body->first; c && !found; c = c->next)
      for (z.side = 0; z.side < 2 && !found && c->code == IR_OP_IF; z.side++) {
        z.choice = c;
        found = c->outs.n > 0 && match_choice(&z);
        if (found)
          break;
      }
    if (found)
      take_elements(&z);
  }
  rec_clean(cx, f);
}
