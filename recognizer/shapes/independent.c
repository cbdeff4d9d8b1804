// recognizer/shapes/independent.c: loops of which no iteration touches an array
// element that another one writes, after changes to some arrays.
#include "recognizer/shapes/growth.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/keyed.h"
#include "recognizer/shapes/parts.h"

// True when "xs" writes.
static bool
has_write(const rec_accesses *xs) {
  for (int i = 0; i < xs->n; i++)
    if (xs->at[i].write)
      return true;
  return false;
}

// True when "v" is the index of a loop in the body of "l" that goes through
// more than a block of elements.
static bool
goes_far(const ir_loop *l, const ir_val *v) {
  enum { BLOCK = 64 };
  int64_t n;
  return ir_is_index(v) && !ir_is_outside(v, l->body) && v != l->i &&
         !(ir_match_int(v->param_of->parent_op->ins.at[v->index], &n) &&
           n <= BLOCK);
}

// True when "v" is made of what a loop, or fold, in an iteration of "l" comes
// to, at most "depth" ops back.
static bool
is_looped(const ir_loop *l, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (!op || depth == 0 || ir_is_outside(v, l->body))
    return false;
  if (op->code == IR_OP_LOOP || op->code == IR_OP_REDUCE)
    return true;
  for (int k = 0; k < op->ins.n && ir_is_scalar_op(op->code); k++)
    if (is_looped(l, op->ins.at[k], depth - 1))
      return true;
  return false;
}

// True when subscript "p" is data, or what inner loops compute, and no place in
// a row, which an inner loop goes through.
static bool
is_data_alone(const rec_an *an, const ir_loop *l, const an_poly *p) {
  enum { DEPTH = 6 };
  bool data = false;
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++) {
      const rec_atom *at = &an->atoms.at[p->t.at[i].f[k]];
      if (at->val && goes_far(l, at->val))
        return false;
      data |= at->is_dim && at->val &&
              (rec_is_data(at->val) || is_looped(l, at->val, DEPTH));
    }
  return data;
}

// True when a subscript of "xs" is data alone.
static bool
has_data_subscript(const rec_an *an, const ir_loop *l, const rec_accesses *xs) {
  for (int i = 0; i < xs->n; i++)
    if (is_data_alone(an, l, &xs->at[i].poly))
      return true;
  return false;
}

// Each carried array must stay in its own storage.
static bool
keeps_arrays(const an_classes *c, const ir_loop *l, rec_why *why) {
  for (int k = 0; k < l->n_carried; k++) {
    if (!l->carried[k]->type.array)
      continue;
    const ir_val *cls = an_class_of(c, l->carried[k]);
    bool own = ir_storage_root(l->yields[k], l->body) == l->carried[k];
    for (int j = 0; j < k && own; j++)
      own = !l->carried[j]->type.array || an_class_of(c, l->carried[j]) != cls;
    if (!own) {
      rec_why_set(why, REC_LOOP_CARRIED, l->op->loc,
                  rec_array_name(l->carried[k]));
      return false;
    }
  }
  return true;
}

// No arrays may change places within an iteration: kernels, which iterations
// become, hold no handles of arrays to exchange.
static bool
keeps_places(const ir_loop *l, rec_why *why) {
  ir_val *moved = ir_moved_inside(l->body);
  if (moved)
    rec_why_set(why, REC_POINTER_SWAP, moved->param_of->parent_op->loc,
                rec_array_name(moved));
  return !moved;
}

// rec_class_independent; where C says that the loop is independent, that is
// taken for true rather than anything that a guard would have to check.
static bool
class_independent(rec_an *an, const ir_loop *l, const rec_accesses *xs,
                  rec_why *why) {
  int n = an->assumes.n;
  bool proven = rec_class_independent(an, xs, rec_an_atom(an, l->i), why);
  if (!l->op->independent || (proven && an->assumes.n == n)) {
    rec_allow_single(an, l->extent, n);
    return proven;
  }
  an->assumes.n = n;
  an->cx->trusts = true;
  return true;
}

// True when the accesses "xs" of loop "l" to carried array "k" are independent,
// after "changes", which are added. What needs no look at data comes first.
static bool
array_independent(rec_an *an, const ir_loop *l, int k, const rec_accesses *xs,
                  bool inside, rec_changes *changes, rec_why *why) {
  bool is_float = ir_is_float(l->carried[k]->type.elem);
  bool one_value = rec_stores_one_value(an->a, l, k);
  rec_why own = {0};
  rec_rows rows;
  rec_work_array work;
  if (l->op->independent &&
      rec_match_work_array(an->cx, an->f, l->op, k, !inside, &work)) {
    vec_push(an->a, &changes->work, work);
    return true;
  }
  if (class_independent(an, l, xs, &own) || rec_appends(l, xs))
    return true;
  rec_meeting taken = an->cx->rows;
  bool outside = !inside && !one_value;
  bool may_meet = outside && taken != REC_ROWS_GUARDED &&
                  rec_has_rows(an, l, xs, &rows) &&
                  rec_rows_may_meet(an, l, k, &rows);
  if (may_meet && taken == REC_ROWS_OPEN) {
    *why = own;
    return false;
  }
  if (may_meet && taken == REC_ROWS_ORDERED)
    return true;
  if (outside && !may_meet && rec_match_rows(an, l, xs, &rows)) {
    vec_push(an->a, &an->rows, rows);
  } else if (!(inside && is_float) &&
             rec_combines(an->a, l, k, &changes->reorders)) {
    vec_push(an->a, &changes->combines, k);
    changes->floats |= is_float;
  } else if (one_value) {
    vec_push(an->a, &changes->stores, k);
  } else if (!l->op->independent &&
             rec_match_work_array(an->cx, an->f, l->op, k, !inside, &work)) {
    vec_push(an->a, &changes->work, work);
  } else if (!inside && has_data_subscript(an, l, xs) &&
             rec_scatters(an->a, l, k, xs)) {
    vec_push(an->a, &changes->scatters, k);
  } else {
    *why = own;
    return false;
  }
  return true;
}

// Tests every array loop "l" carries.
static bool
arrays_independent(rec_an *an, const an_classes *c, const ir_loop *l,
                   bool inside, rec_changes *changes, rec_why *why) {
  rec_accesses all = {0};
  rec_find_accesses(an->a, c, l->body, &all);
  for (int k = 0; k < l->n_carried; k++) {
    if (!l->carried[k]->type.array)
      continue;
    rec_accesses xs = rec_read_class(an, &all, an_class_of(c, l->carried[k]));
    if (has_write(&xs) &&
        !array_independent(an, l, k, &xs, inside, changes, why))
      return false;
  }
  return true;
}

rec_an *
rec_loop_independent(loft_cx *cx, ir_func *f, ir_op *op, bool inside,
                     rec_changes *changes, rec_why *why) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while) {
    rec_why_set(why, REC_LOOP_EXIT, op->loc, NULL);
    return NULL;
  }
  an_classes *c = an_classes_new(cx->arena, f, op);
  rec_an *an = rec_an_new(cx, f, l.body);
  an->may_assume = true;
  an->wants_far = !inside && cx->offsets != REC_OFFSETS_NEAR;
  bool ok = keeps_arrays(c, &l, why) && keeps_places(&l, why) &&
            arrays_independent(an, c, &l, inside, changes, why);
  if (!rec_an_ok(an)) {
    *why = (rec_why){.any = true, .reason = REC_BUDGET, .loc = op->loc};
    ok = false;
  }
  rec_an_free(an);
  return ok ? an : NULL;
}
