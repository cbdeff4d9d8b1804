// recognizer/footprint/special.c: special cases that are left to the original
// loop.
//
//   for (i < n) {                         lifted without it, where
//     .. at[i * m + t] = .. at[i * m + t - 1] ..   t % 10 is not 0
//     if (t % 10 == 0) row[i] = at[..], .. frame[row[i]] ..
//   }
//
// Where a region cannot be lifted as it is, it may be without what it does in a
// case that is the same in all of its iterations, and that is known when it
// starts: its guard asks for the other case then. Such a case is that two
// numbers are equal. The smallest arms of ifs go first; one of half of the loop
// or more is no special case.
#include "recognizer/footprint/footprint.h"

enum { MAX_ARMS = 16 };

// An arm of an if.
typedef struct arm {
  ir_op *op;
  int k;      // the number of its region
  int n;      // how many ops it has
  bool taken; // it has been left out, or the other one
} arm;

// The arms in a function that may be left out.
typedef struct arms {
  ir_func *f;
  arm at[MAX_ARMS];
  int n;
} arms;

// ir_walk_fn: counts ops in *user.
static bool
count(void *user, ir_op *op) {
  *(int *)user += op->code != IR_OP_CONST;
  return true;
}

// ir_walk_fn: stops at an op that touches an element.
static bool
touches_nothing(void *user, ir_op *op) {
  (void)user;
  return !ir_accesses_element(op);
}

// True when two numbers are equal where "v" "holds", or does not.
static bool
is_equality(const ir_val *v, bool holds) {
  const ir_op *op = v->def;
  if (!op)
    return false;
  if (op->code == IR_OP_NOT)
    return is_equality(op->ins.at[0], !holds);
  if (op->code == (holds ? IR_OP_AND : IR_OP_OR))
    return is_equality(op->ins.at[0], holds) ||
           is_equality(op->ins.at[1], holds);
  return op->code == (holds ? IR_OP_EQ : IR_OP_NE);
}

// ir_walk_fn: notes the arms of "op", an if in a loop of at least twice as many
// ops.
static bool
note_arms(void *user, ir_op *op) {
  arms *all = user;
  ir_op *top = ir_ancestor_in(op, all->f->body);
  int around = 0;
  if (op->code != IR_OP_IF || top->code != IR_OP_LOOP ||
      !an_is_computed_from(op->ins.at[0], all->f->body, &all->f->body->params))
    return true;
  ir_walk(top->regions[0], count, &around);
  for (int k = 0; k < 2 && all->n < MAX_ARMS; k++) {
    arm x = {.op = op, .k = k};
    ir_walk(op->regions[k], count, &x.n);
    if (is_equality(op->ins.at[0], k == 0) && 2 * x.n < around &&
        !ir_walk(op->regions[k], touches_nothing, NULL))
      all->at[all->n++] = x;
  }
  return true;
}

// The smallest of "all" that is left; NULL: there is none.
static arm *
find_smallest(arms *all) {
  arm *found = NULL;
  for (int i = 0; i < all->n; i++)
    if (!all->at[i].taken && (!found || all->at[i].n < found->n))
      found = &all->at[i];
  return found;
}

// Puts what is done in the other case than arm "x" in the place of its if.
static void
keep_other(ir_func *f, const arm *x) {
  ir_region *kept = x->op->regions[!x->k];
  for (int k = 0; k < x->op->outs.n; k++)
    ir_replace_uses(f, x->op->outs.at[k], kept->last->ins.at[k]);
  while (kept->first != kept->last)
    ir_move(kept->first, x->op->parent, x->op);
  ir_remove(x->op);
}

// Leaves out "x" of the function of "r", whose guard asks for the other case.
static void
leave_out(loft_cx *cx, rec_region *r, const arm *x) {
  ir_func *f = r->func;
  ir_op *top = ir_ancestor_in(x->op, f->body);
  ir_builder before = ir_before(top);
  map *subst = map_new(cx->arena);
  ir_val *cond =
      an_copy_slice(&before, x->op->ins.at[0], top->regions[0], subst);
  if (x->k == 0)
    cond = ir_build1(&before, IR_OP_NOT, cond);
  rec_guard_holds(cx, f, cond);
  int line = x->op->loc.line;
  keep_other(f, x);
  r->special = r->special ? arena_printf(cx->arena, "%s, %d", r->special, line)
                          : arena_printf(cx->arena, "%d", line);
}

// Lets arrays that "f" does not write any more be only read.
static void
drop_writes(arena *a, ir_func *f) {
  an_classes *c = an_classes_new(a, f, NULL);
  rec_accesses all = {0};
  rec_find_accesses(a, c, f->body, &all);
  for (int i = 0; i < f->body->params.n; i++) {
    bool written = false;
    const ir_val *cls = an_class_of(c, f->body->params.at[i]);
    for (int k = 0; k < all.n && f->body->params.at[i]->type.array; k++)
      written |= all.at[k].write && all.at[k].cls == cls;
    if (!written)
      f->param_mode[i] &= ~IR_WRITE;
  }
}

bool
rec_leave_out(loft_cx *cx, rec_region *r, int n) {
  arms all = {.f = r->func};
  ir_walk(r->func->body, note_arms, &all);
  for (int i = 0; i < n; i++) {
    arm *x = find_smallest(&all);
    if (!x)
      return false;
    leave_out(cx, r, x);
    for (int k = 0; k < all.n; k++)
      all.at[k].taken |= all.at[k].op == x->op;
  }
  rec_clean(cx, r->func);
  drop_writes(cx->arena, r->func);
  r->guard = rec_guard_find(cx->arena, r->func);
  return true;
}
