// rewrites/rw_dce.c: dead code, dead results, dead arrays.
//
// Array values that share storage form a class (analysis/classes.c). A class is
// live when the caller can see it (parameters, results) or a live op reads it;
// a write is live when its class is. So a temporary that is only written
// disappears with its writes, however they are nested. Marking starts from live
// classes and the yield of the function and goes backwards; the sweep drops
// results one by one. (Of loops that are not lifted yet dead scalars alone are
// dropped: recognizer/common/clean.c.)
#include "rewrites/rw_private.h"

// The facts about one value, at its "user".
typedef struct info {
  bool live; // scalars: needed; arrays: see the class
  // of the representative of a class:
  bool class_live;
  VEC(ir_op *) writers; // updates, allocs, ops that permute or choose arrays
} info;

typedef struct dce {
  arena *a;
  rw_options *o;
  an_classes *classes;
  map *live_ops;
  ir_vals todo; // scalars to mark
  VEC(info *) todo_classes;
  VEC(ir_op *) scans; // live ones
  int dropped;
} dce;

// The facts about "v".
static info *
info_of(const ir_val *v) {
  return v->user;
}

// Facts about v's class.
static info *
class_of(const dce *d, const ir_val *v) {
  return info_of(an_class_of(d->classes, v));
}

// -- Classes ----------------------------------------------------------

// Gives "vals" their infos.
static void
add_infos(dce *d, const ir_vals *vals) {
  for (int k = 0; k < vals->n; k++)
    vals->at[k]->user = NEW(d->a, info);
}

// Gives every value in "r" its info.
static void
init_region(dce *d, ir_region *r) {
  add_infos(d, &r->params);
  ir_foreach_op (op, r) {
    add_infos(d, &op->outs);
    for (int k = 0; k < op->n_regions; k++)
      init_region(d, op->regions[k]);
  }
}

// "op" writes, permutes or chooses the array "v".
static void
add_writer(dce *d, const ir_val *v, ir_op *op) {
  vec_push(d->a, &class_of(d, v)->writers, op);
}

// ir_walk_fn: notes "op" if it writes arrays, or makes one. A loop that swaps
// its arrays counts as writing them, and so does an if that chooses between
// two.
static bool
note_writer(void *user, ir_op *op) {
  dce *d = user;
  ir_loop l;
  bool loops = ir_match_loop(op, &l);
  if (op->code == IR_OP_ALLOC)
    add_writer(d, op->outs.at[0], op);
  else if (ir_writes_element(op))
    add_writer(d, op->ins.at[0], op);
  for (int k = 0; op->code == IR_OP_IF && k < op->outs.n; k++)
    if (op->outs.at[k]->type.array && !ir_storage_source(op->outs.at[k]))
      add_writer(d, op->outs.at[k], op);
  for (int k = 0; loops && k < l.n_carried; k++)
    if (l.inits[k]->type.array &&
        ir_storage_root(l.yields[k], l.body) != l.carried[k])
      add_writer(d, l.inits[k], op);
  return true;
}

// -- Marking ----------------------------------------------------------

// True when "op" itself is needed.
static bool
is_live_op(const dce *d, const ir_op *op) {
  return map_has(d->live_ops, op);
}

// "v" is needed.
static void
mark_val(dce *d, ir_val *v) {
  if (v->type.array) {
    info *c = class_of(d, v);
    if (!c->class_live)
      vec_push(d->a, &d->todo_classes, c);
    c->class_live = true;
  } else if (!info_of(v)->live) {
    info_of(v)->live = true;
    vec_push(d->a, &d->todo, v);
  }
}

// All that the folds of "op" by its region "combine", which are kept or dropped
// together, are made from.
static void
mark_whole(dce *d, const ir_op *op, const ir_region *combine) {
  for (int k = 0; k < op->n_red; k++) {
    mark_val(d, op->ins.at[op->n_dims + k]);
    mark_val(d, op->regions[0]->last->ins.at[k]);
    mark_val(d, combine->last->ins.at[k]);
  }
}

// "op" must run, and so must the ops around it.
static void
mark_op(dce *d, ir_op *op) {
  for (; op && !is_live_op(d, op); op = op->parent->parent_op) {
    map_put(d->live_ops, op, NULL);
    const ir_region *combine = ir_operator_region(op);
    if (combine)
      mark_whole(d, op, combine);
    if (op->code == IR_OP_SCAN)
      vec_push(d->a, &d->scans, op);
    int n = op->n_regions ? ir_n_controls(op) : op->ins.n;
    for (int k = 0; k < n && op->code != IR_OP_YIELD; k++)
      mark_val(d, op->ins.at[k]);
    if (op->code == IR_OP_LOOP && op->has_while)
      mark_val(d, op->outs.at[0]);
  }
}

// Marks the values inside "op" that its result "k", a scalar, is made of; none
// of folds by an operator region, which mark_whole has marked.
static void
mark_sources(dce *d, ir_op *op, int k) {
  if (ir_operator_region(op))
    return;
  int n = op->code == IR_OP_SCAN ? 1 : op->n_regions; // the other one writes
  for (int b = 0; b < n; b++)
    mark_val(d, op->regions[b]->last->ins.at[k]);
  if (op->code != IR_OP_IF && op->n_regions)
    mark_val(d, op->ins.at[op->n_dims + k]);
  if (op->code == IR_OP_LOOP)
    mark_val(d, op->regions[0]->params.at[op->n_dims + k]);
}

// Everything the needed scalar "v" needs.
static void
visit_scalar(dce *d, ir_val *v) {
  ir_op *op = v->def ? v->def : v->param_of->parent_op;
  if (!op)
    return;
  mark_op(d, op);
  if (v->def)
    mark_sources(d, op, v->index);
  else if (op->code == IR_OP_LOOP && v->index >= op->n_dims)
    mark_val(d, op->outs.at[v->index - op->n_dims]);
  else if (op->code == IR_OP_SCAN && v->index >= op->n_dims)
    mark_val(d, op->outs.at[(v->index - op->n_dims) % op->n_red]);
}

// All writes to a class that is read.
static void
visit_class(dce *d, info *c) {
  for (int k = 0; k < c->writers.n; k++)
    mark_op(d, c->writers.at[k]);
}

// Marks the operands of the marked values.
static void
mark_needed(dce *d) {
  while (d->todo.n || d->todo_classes.n)
    if (d->todo.n)
      visit_scalar(d, d->todo.at[--d->todo.n]);
    else
      visit_class(d, d->todo_classes.at[--d->todo_classes.n]);
}

// True when the scan "op" has dests, and none is needed.
static bool
has_dead_dests(const dce *d, const ir_op *op) {
  for (int k = op->n_red; k < op->outs.n; k++)
    if (class_of(d, op->outs.at[k])->class_live)
      return false;
  return op->outs.n > op->n_red;
}

// True when a reduce folds to the bits that the scan "op" folds to.
static bool
folds_alike(const ir_op *op) {
  for (int k = 0; k < op->n_red && op->red_ops && !op->seq; k++)
    if (ir_is_float(op->outs.at[k]->type.elem))
      return false;
  return true;
}

// Marks from the function's results and visible arrays backwards. A live scan
// that cannot be a reduce keeps a dest: kernels of scans write.
static void
mark_all(dce *d, ir_func *f) {
  for (int k = 0; k < f->body->params.n; k++)
    if (f->body->params.at[k]->type.array)
      mark_val(d, f->body->params.at[k]);
  for (int k = 0; k < f->body->last->ins.n; k++)
    mark_val(d, f->body->last->ins.at[k]);
  mark_needed(d);
  while (d->scans.n) {
    const ir_op *op = d->scans.at[--d->scans.n];
    if (has_dead_dests(d, op) && !folds_alike(op))
      mark_val(d, op->outs.at[op->n_red]);
    mark_needed(d);
  }
}

// -- Sweeping ---------------------------------------------------------
// From here "user" of a dropped array means its replacement, so "keep" is
// decided before: is_kept reads infos, and values drop in a second walk.

// True when "v" is needed; an array: one of its class.
static bool
is_kept(const dce *d, const ir_val *v) {
  return v->type.array ? class_of(d, v)->class_live : info_of(v)->live;
}

// The replacement of array result "k" of the dead op "op"; a value inside the
// dead op itself is replaced further by the ops swept there.
static ir_val *
passed_through(const ir_op *op, int k) {
  if (ir_writes_element(op))
    return op->ins.at[0];
  if (op->code == IR_OP_IF)
    return op->regions[0]->last->ins.at[k];
  return op->ins.at[op->n_dims + k];
}

typedef struct replacement {
  ir_val *from, *to;
} replacement;
typedef VEC(replacement) replacements;

// Notes the replacements of the dead op's live arrays.
static void
pass_arrays(dce *d, const ir_op *op, replacements *out) {
  for (int k = 0; k < op->outs.n; k++)
    if (op->outs.at[k]->type.array && op->code != IR_OP_ALLOC &&
        is_kept(d, op->outs.at[k])) {
      replacement r = {op->outs.at[k], passed_through(op, k)};
      vec_push(d->a, out, r);
    }
}

// scan (i) [op s] {A} then {B} => reduce (i) [op s] {A}
// when: B writes nothing that is needed; the folds are of no floats, in order,
//       or by an operator region.
// why:  one pass over the data, where running values take two; and what counts
//       survivors fuses with other reductions.
// src:  Henriksen et al., section 4.1 (a reduce needs no running values)
static void
make_reduce(dce *d, ir_op *op) {
  if (op->code != IR_OP_SCAN || op->outs.n > op->n_red || !folds_alike(op))
    return;
  op->code = IR_OP_REDUCE;
  op->regions[1] = op->regions[2];
  op->n_regions--;
  d->o->fired[RW_RULE_scan_result]++;
  d->dropped++;
}

// Drops the unneeded results of the live op "op"; of the folds by an operator
// region none.
static void
drop_results(dce *d, ir_op *op) {
  int n_fixed = ir_operator_region(op) ? op->n_red : 0;
  for (int k = op->outs.n - 1; k >= n_fixed; k--) {
    if (is_kept(d, op->outs.at[k]))
      continue;
    if (op->code == IR_OP_IF || op->code == IR_OP_LOOP)
      ir_drop_result(op, k);
    else if (k < op->n_red)
      rw_drop_red(op, k);
    else
      rw_drop_dest(op, k - op->n_red);
    d->dropped++;
  }
}

// Removes dead ops of "r"; inner regions first, so that yields shrink with
// what they belong to.
static void
sweep(dce *d, ir_region *r, replacements *out) {
  ir_foreach_op_safe (op, r) {
    if (op->code == IR_OP_YIELD)
      continue;
    for (int k = 0; k < op->n_regions; k++)
      sweep(d, op->regions[k], out);
    if (is_live_op(d, op)) {
      if (op->n_regions)
        drop_results(d, op);
      make_reduce(d, op);
      continue;
    }
    pass_arrays(d, op, out);
    ir_remove(op);
    d->dropped++;
  }
}

bool
rw_dce(ir_func *f, rw_options *o) {
  arena *scratch = arena_create();
  dce d = {.a = scratch,
           .o = o,
           .classes = an_classes_new(scratch, f, NULL),
           .live_ops = map_new(scratch)};
  replacements out = {0};
  init_region(&d, f->body);
  ir_walk(f->body, note_writer, &d);
  mark_all(&d, f);
  sweep(&d, f->body, &out);
  rw_clear_user(f);
  for (int k = 0; k < out.n; k++)
    out.at[k].from->user = out.at[k].to;
  rw_resolve_all(f);
  arena_destroy(scratch);
  o->fired[RW_RULE_dce] += d.dropped;
  return d.dropped > 0;
}
