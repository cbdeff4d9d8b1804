// recognizer/footprint/cut.c: a loop in order for some of its iterations alone,
// so that arrays larger than a device go through it in chunks.
//
// A function qualifies that is one counting loop, as it was lowered, beside
// scalar ops and loads: its chunks in order are the same as the whole, and what
// a chunk starts from is what the one before has left. Whether they gain
// anything is known once the loop's body was lifted. (Note [Chunks] in
// docs/design-notes.md)
#include "recognizer/footprint/chunk.h"

// The loop that function "f", as it was lowered, consists of beside scalar ops
// and loads, which stay the same until it has ended; NULL: it is more.
static ir_op *
find_only_loop(const ir_func *f) {
  ir_op *loop = NULL;
  ir_foreach_op (op, f->body) {
    if (op->code == IR_OP_LOOP && !loop)
      loop = op;
    else if (op->code == IR_OP_INDEX
                 ? loop || op->ins.at[0]->param_of != f->body
                 : op->code != IR_OP_YIELD && !ir_is_scalar_op(op->code))
      return NULL;
    else if (loop && op->code != IR_OP_YIELD && !ir_is_speculatable(op))
      return NULL;
  }
  return loop;
}

// Whether "l" counts and carries arrays of the caller's alone.
static bool
may_cut(const ir_loop *l) {
  for (int k = 0; k < l->n_carried; k++)
    if (l->inits[k]->type.array && !l->inits[k]->param_of)
      return false;
  return l->extent != NULL;
}

// Whether "f", of which "l" is the loop, loads in front of it from no array
// that it carries.
static bool
loads_unchanged(const ir_func *f, const ir_loop *l) {
  ir_foreach_op (op, f->body)
    for (int k = 0; k < l->n_carried && op->code == IR_OP_INDEX; k++)
      if (op->ins.at[0] == l->inits[k])
        return false;
  return true;
}

// Makes "f", a copy, a function of how many iterations its loop has, and of the
// scalars that this starts from.
static void
leave_loop_range(ir_func *f) {
  ir_vals out = {0};
  ir_loop l;
  ir_match_loop(find_only_loop(f), &l);
  vec_push(f->module->arena, &out, l.extent);
  for (int k = 0; k < l.n_carried; k++)
    if (!l.inits[k]->type.array)
      vec_push(f->module->arena, &out, l.inits[k]);
  f->body->last->ins = out;
  rec_chunk_settle(f);
}

// Restricts the loop of "f", a copy, to iterations "first" up to below "end",
// from scalars that are parameters; what these are in the end are its last
// results. Gives how many there are; -1: it cannot be.
static int
restrict_loop(ir_func *f) {
  int n = 0;
  ir_loop l;
  ir_op *op = find_only_loop(f);
  ir_match_loop(op, &l);
  ir_val *first = ir_func_add_param(f, ir_ty(IR_I64), "first", 0);
  ir_val *end = ir_func_add_param(f, ir_ty(IR_I64), "end", 0);
  ir_builder b = ir_before(op);
  op->ins.at[0] = ir_build2(&b, IR_OP_SUB, end, first);
  ir_shift_index(f, l.body, first);
  for (int k = 0; k < l.n_carried; k++)
    if (!l.inits[k]->type.array) {
      op->ins.at[1 + k] = ir_func_add_param(f, l.inits[k]->type, "start", 0);
      vec_push(f->module->arena, &f->body->last->ins, l.outs[k]);
      n++;
    }
  rec_remove_unused(f->body);
  ir_match_loop(op, &l);
  return loads_unchanged(f, &l) ? n : -1;
}

// ir_walk_fn: false at a read of an array.
static bool
is_no_read(void *user, ir_op *op) {
  (void)user;
  return !ir_reads_element(op);
}

// Gives "g", of some iterations of "f", the conditions of the guard of that.
// False: they are about what is in arrays, which chunks before may change.
static bool
copy_guard(const ir_func *f, ir_func *g) {
  arena *a = g->module->arena;
  ir_func *guard = rec_guard_find(a, f);
  if (!guard)
    return true;
  guard = ir_clone_func(g->module, guard, rec_guard_name(a, g));
  for (int k = guard->body->params.n; k < g->body->params.n; k++) {
    const ir_val *p = g->body->params.at[k];
    ir_func_add_param(guard, p->type, p->name, 0);
  }
  return ir_walk(guard->body, is_no_read, NULL);
}

// The ops of the guard of "f".
static int
count_conditions(const ir_func *f) {
  ir_func *guard = rec_guard_find(f->module->arena, f);
  int n = 0;
  if (guard)
    ir_foreach_op (op, guard->body)
      n++;
  return n;
}

bool
rec_cut_loop(const ir_func *lowered, const ir_func *f, rec_cut *out) {
  arena *a = f->module->arena;
  ir_op *op = find_only_loop(lowered);
  ir_loop l;
  if (!op || !ir_match_loop(op, &l) || !may_cut(&l))
    return false;
  ir_module *m = ir_module_new(a);
  rec_chunk *c = &out->chunk;
  *c = (rec_chunk){.waits = true, .until = op->has_while};
  c->range = ir_clone_func(m, lowered, arena_printf(a, "%s_range", f->name));
  leave_loop_range(c->range);
  c->func = ir_clone_func(m, lowered, arena_printf(a, "%s_chunk", f->name));
  c->n_folds = restrict_loop(c->func);
  if (c->n_folds < 0 || !copy_guard(f, c->func))
    return false;
  out->loop = find_only_loop(c->func);
  out->n_conditions = count_conditions(c->func);
  return true;
}

// ir_walk_fn: false at a sum of floats that depends on which iterations there
// are.
static bool
is_same_if_cut(void *user, ir_op *op) {
  (void)user;
  bool outer = true;
  for (const ir_op *o = op->parent->parent_op; o; o = o->parent->parent_op)
    outer &= !ir_is_soac(o);
  return !ir_combines_floats(op) &&
         !(outer && ir_is_soac(op) && rec_has_pieces(op));
}

// Whether the loop of "cut" is still one, which runs in order.
static bool
is_loop_still(const rec_cut *cut) {
  ir_foreach_op (op, cut->chunk.func->body)
    if (op == cut->loop && op->code == IR_OP_LOOP)
      return true;
  return false;
}

// A walk over the body of a loop that may be one of rows.
typedef struct row_walk {
  arena *a;
  ir_val *index; // of the loop
  bool any;      // something in it runs at once
} row_walk;

// ir_walk_fn: false at a store whose place does not move with the loop, and at
// a SOAC of which it decides how many iterations there are.
static bool
is_of_row(void *user, ir_op *op) {
  row_walk *w = user;
  int64_t stride;
  if (ir_writes_element(op)) {
    an_affine at = an_affine_of(w->a, op->ins.at[1]);
    return an_affine_stride(&at, w->index, &stride) > 0;
  }
  w->any |= ir_is_soac(op);
  for (int d = 0; ir_is_soac(op) && d < op->n_dims; d++) {
    an_affine n = an_affine_of(w->a, op->ins.at[d]);
    if (an_affine_stride(&n, w->index, &stride) != 0)
      return false;
  }
  return true;
}

// Whether the iterations of the loop of "cut" are rows: each needs those before
// it, and runs at once. So a chunk may have several.
static bool
is_of_rows(arena *a, const rec_cut *cut) {
  ir_loop l;
  row_walk w = {.a = a};
  if (!ir_match_loop(cut->loop, &l) || !l.i)
    return false;
  w.index = l.i;
  return ir_walk(l.body, is_of_row, &w) && w.any;
}

bool
rec_settle_cut(loft_cx *cx, const ir_func *f, const rec_told *told,
               rec_cut *cut) {
  loft_cx quiet = {.arena = cx->arena};
  rec_chunk *c = &cut->chunk;
  ir_func *estimate, *guard = rec_guard_find(cx->arena, c->func);
  c->rows = is_loop_still(cut);
  if ((c->rows && !is_of_rows(cx->arena, cut)) ||
      !ir_walk(c->func->body, is_same_if_cut, NULL) ||
      !rec_has_plain_arrays(c->func) ||
      count_conditions(c->func) != cut->n_conditions)
    return false;
  if (guard) // it held for the whole region, as its arrays were then
    guard->name = arena_printf(cx->arena, "%s_whole", guard->name);
  const rec_told *all =
      rec_tell_all(cx->arena, c->func, told, f->body->params.n);
  c->footprint = rec_build_footprint(&quiet, c->func, all, &estimate);
  return c->footprint != NULL;
}
