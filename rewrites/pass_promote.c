// rewrites/pass_promote.c: an element that a loop updates becomes a scalar.
//
//   loop (k < n) (w = c) {             s0 = index c, e
//     v = index w, e                   s = loop (k < n) (t = s0) {
//     w1 = update w, e, v + f(k)   =>    yield t + f(k) }
//     yield w1 }                       c1 = update c, e, s
// and then
//   s = loop (k < n) (t = s0) { yield t + f(k) }
// =>
//   s = reduce (k < n) [add s0] { yield f(k) } {seq}
//
// So `y[i] += a[i][j] * x[j]` is a fold like any other. Loops as C writes them
// are promoted by proofs over isl before they are lifted, whatever else they
// touch in the array (recognizer/shapes/promote.c); this pass is for loops that
// fusion and interchange leave, where equal index forms are enough.
// requires: hoist (the index e stands outside the loop). Inner loops first.
#include "rewrites/rw_private.h"

bool pass_promote(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct promoter {
  arena *a;
  ir_func *f;
  rw_options *o;
  bool changed;
} promoter;

// -- Conditions ---------------------------------------------------------

// How the array carried by a loop is used.
typedef struct element {
  ir_val *index;   // the one index, from outside the loop
  bool read_first; // the first access of an iteration reads
  bool written;    // each iteration surely writes
  int n_accesses;
} element;

// Notes the access "op"; false when it is to another element.
static bool
note_access(const ir_op *op, const ir_region *body, bool sure, element *e) {
  ir_val *i = op->ins.at[1];
  bool write = op->code == IR_OP_UPDATE;
  if (!ir_is_outside(i, body))
    return false;
  if (!e->n_accesses++) {
    if (!sure)
      return false;
    e->index = i;
    e->read_first = !write;
  }
  e->written |= write && sure;
  return rw_same_index(i, e->index);
}

// Follows the array "root" through "r"; false when anything but reads and
// writes of one element, directly or in ifs, happens to it.
static bool
scan(promoter *z, ir_region *r, const ir_val *root, const ir_region *body,
     bool sure, element *e) {
  ir_foreach_op (op, r) {
    bool access = op->code == IR_OP_INDEX || op->code == IR_OP_UPDATE;
    if (access && ir_storage_root(op->ins.at[0], body) == root) {
      if (!note_access(op, body, sure, e))
        return false;
      continue;
    }
    if (op->code == IR_OP_IF) {
      if (!scan(z, op->regions[0], root, body, false, e) ||
          !scan(z, op->regions[1], root, body, false, e))
        return false;
      continue;
    }
    an_uses t = an_uses_of(z->a, op);
    for (int k = 0; op->code != IR_OP_YIELD && k < t.uses.n; k++)
      if (t.uses.at[k]->type.array &&
          ir_storage_root(t.uses.at[k], body) == root)
        return false;
  }
  return true;
}

// True when the element is surely written before the loop, in its region: so it
// may be once more.
static bool
is_written_before(const ir_op *loop, ir_val *array, ir_val *index) {
  ir_val *root = ir_storage_root(array, NULL);
  for (const ir_op *op = loop->prev; op; op = op->prev)
    if (op->code == IR_OP_UPDATE &&
        ir_storage_root(op->ins.at[0], NULL) == root &&
        rw_same_index(op->ins.at[1], index))
      return true;
  return false;
}

// -- Array to scalar ------------------------------------------------------

static ir_val *scalar_of(ir_val *array);

// Gives the if that makes the array "v" a scalar result beside it.
static ir_val *
scalar_of_if(ir_val *v) {
  ir_op *op = v->def;
  arena *a = op->parent->func->module->arena;
  for (int b = 0; b < 2; b++) {
    ir_op *yield = op->regions[b]->last;
    vec_push(a, &yield->ins, scalar_of(yield->ins.at[v->index]));
  }
  return ir_add_out(op, ir_ty(v->type.elem), v->name);
}

// The element's value in the array value "array" (noted in "user").
static ir_val *
scalar_of(ir_val *array) {
  if (!array->user) {
    ir_op *op = array->def;
    array->user =
        op->code == IR_OP_UPDATE ? op->ins.at[2] : scalar_of_if(array);
  }
  return array->user;
}

// Replaces the reads of the element in "r" by its scalar values.
static void
replace_reads(promoter *z, ir_region *r, const ir_val *root,
              const ir_region *body) {
  ir_foreach_op_safe (op, r) {
    for (int k = 0; k < op->n_regions && op->code == IR_OP_IF; k++)
      replace_reads(z, op->regions[k], root, body);
    if (op->code != IR_OP_INDEX || ir_storage_root(op->ins.at[0], body) != root)
      continue;
    ir_replace_uses(z->f, op->outs.at[0], scalar_of(op->ins.at[0]));
    ir_remove(op);
  }
}

// Removes the writes to the array "root" in "r", whose values are scalars now.
static void
remove_writes(promoter *z, ir_region *r, ir_val *root, const ir_region *body) {
  ir_foreach_op_safe (op, r) {
    bool choice = op->code == IR_OP_IF;
    for (int k = 0; choice && k < op->n_regions; k++)
      remove_writes(z, op->regions[k], root, body);
    for (int k = op->outs.n - 1; k >= 0; k--) {
      ir_val *v = op->outs.at[k];
      if ((!choice && op->code != IR_OP_UPDATE) || !v->type.array ||
          ir_storage_root(v, body) != root)
        continue;
      ir_replace_uses(z->f, v, root);
      if (choice)
        ir_drop_result(op, k);
      else
        ir_remove(op);
    }
  }
}

// Adds the scalar "init" to what the loop carries beside array "k".
static ir_val *
carry_scalar(promoter *z, ir_op *op, int k, ir_val *init) {
  ir_region *r = op->regions[0];
  ir_val *array = r->params.at[op->n_dims + k];
  ir_val *yielded = r->last->ins.at[k];
  ir_add_in(op, init);
  array->user = ir_region_add_param(r, init->type, array->name);
  ir_val *out = ir_add_out(op, init->type, array->name);
  replace_reads(z, r, array, r);
  vec_push(z->f->module->arena, &r->last->ins, scalar_of(yielded));
  remove_writes(z, r, array, r);
  return out;
}

// Writes "value" back after the loop, in place of its array result "k".
static void
write_back(promoter *z, ir_op *op, int k, ir_val *index, ir_val *value) {
  ir_builder after = ir_before(op->next);
  ir_val *array = op->ins.at[op->n_dims + k], *old = op->outs.at[k];
  ir_drop_result(op, k);
  ir_replace_uses(z->f, old, ir_build_update(&after, array, index, value));
}

// Puts "op" into an if that its extent is positive; its results are the if's.
static ir_op *
guard(promoter *z, ir_op *op) {
  ir_builder b = ir_before(op);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *some = ir_build2(&b, IR_OP_GT, op->ins.at[0], zero);
  ir_builder then, other;
  ir_op *outer = ir_build_if(&b, some, &then, &other);
  ir_build_yield(&other, op->ins.at + op->n_dims, op->outs.n);
  for (int k = 0; k < op->outs.n; k++) {
    ir_val *out = ir_add_out(outer, op->outs.at[k]->type, op->outs.at[k]->name);
    ir_replace_uses(z->f, op->outs.at[k], out);
  }
  ir_move(op, then.region, NULL);
  ir_build_yield(&then, op->outs.at, op->outs.n);
  return outer;
}

// loop (k) (w = c) { .. index w e .. update w e v } =>
//   loop (k) (s = index c e) { .. s .. v }; update c e s
// when: e does not change; nothing else is done with the array in the loop;
//       each iteration surely writes it; the loop surely runs or the element is
//       written before it, else all of it goes under `if n > 0`.
// why:  a register instead of memory, and the loop shows itself as a fold.
// src:  scalar promotion, folklore; Note [In-place arrays]
static bool
try_promote(promoter *z, ir_op *op) {
  ir_loop l;
  if (op->level != IR_LEVEL_NONE || !ir_match_loop(op, &l) || op->has_while)
    return false;
  for (int k = 0; k < l.n_carried; k++) {
    element e = {0};
    if (!l.carried[k]->type.array ||
        ir_storage_root(l.yields[k], l.body) != l.carried[k] ||
        !scan(z, l.body, l.carried[k], l.body, true, &e) || !e.written ||
        !rw_fired(z->o, RW_RULE_promote))
      continue;
    bool runs = an_is_positive_at(z->a, l.extent, op);
    if (!runs && !is_written_before(op, l.inits[k], e.index)) {
      guard(z, op);
      runs = true;
    }
    ir_builder b = ir_before(op);
    ir_val *array = op->ins.at[op->n_dims + k];
    bool shows = e.read_first || !runs; // what the element had before
    ir_val *init = shows ? ir_build_index(&b, array, e.index)
                         : ir_build_int(&b, array->type.elem, 0);
    ir_val *value = carry_scalar(z, op, k, init);
    write_back(z, op, k, e.index, value);
    rw_clear_user(z->f);
    return true;
  }
  return false;
}

// -- Loop to fold ---------------------------------------------------------

// Turns the loop, whose carried values fold "values" by "codes", into a reduce.
static void
make_reduce(ir_op *op, ir_opcode *codes, ir_val **values) {
  ir_region *r = op->regions[0];
  int n = op->outs.n;
  for (int k = 0; k < n; k++) {
    ir_op *step = r->last->ins.at[k]->def;
    ir_builder b = ir_before(step);
    r->last->ins.at[k] = step->code == IR_OP_SUB
                             ? ir_build1(&b, IR_OP_NEG, values[k])
                             : values[k];
    ir_remove(step);
  }
  for (int k = n; k > 0; k--)
    ir_remove_param(r, op->n_dims + k - 1);
  op->code = IR_OP_REDUCE;
  op->seq = true;
  op->n_red = n;
  op->red_ops = codes;
}

// s = loop (k < n) (t = s0) { yield op(t, v) } =>
//   s = reduce (k < n) [op s0] { yield v } {seq}
// when: all carried values are such; v does not depend on them; op may fold; no
//       arrays change places in the body, which kernels cannot do.
// why:  folds take part in fusion and interchange.
// src:  Note [Reduction tree]: in order, so not a bit changes
static bool
try_fold(promoter *z, ir_op *op) {
  ir_loop l;
  if (op->level != IR_LEVEL_NONE || !ir_match_loop(op, &l) || op->has_while ||
      !l.extent || !l.n_carried)
    return false;
  arena *a = z->f->module->arena;
  ir_opcode *codes = NEW_ARRAY(a, ir_opcode, l.n_carried);
  ir_val **values = NEW_ARRAY(a, ir_val *, l.n_carried);
  for (int k = 0; k < l.n_carried; k++) {
    if (l.carried[k]->type.array || rw_n_uses(l.carried[k]) != 1)
      return false;
    values[k] = rw_folded_value(l.yields[k], l.carried[k], &codes[k]);
    if (!values[k] || rw_n_uses(l.yields[k]) != 1)
      return false;
  }
  if (ir_moved_inside(l.body) || !rw_fired(z->o, RW_RULE_loop_fold))
    return false;
  make_reduce(op, codes, values);
  return true;
}

// Inner loops of "r" first; a promoted loop is looked at again.
static void
visit_region(promoter *z, ir_region *r) {
  for (ir_op *op = r->first; op; op = op->next) {
    for (int k = 0; k < op->n_regions; k++)
      visit_region(z, op->regions[k]);
    if (op->code != IR_OP_LOOP)
      continue;
    bool changed = false;
    while (try_promote(z, op))
      changed = true;
    changed |= try_fold(z, op);
    z->changed |= changed;
    // a guard may stand around the loop now: go on behind it
    op = ir_ancestor_in(op, r);
  }
}

bool
pass_promote(loft_cx *cx, ir_func *f, rw_options *o) {
  promoter z = {.a = cx->arena, .f = f, .o = o};
  rw_clear_user(f);
  visit_region(&z, f->body);
  if (z.changed)
    rw_dce(f, o);
  return z.changed;
}
