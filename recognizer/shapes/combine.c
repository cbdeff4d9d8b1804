// recognizer/shapes/combine.c: elements that iterations combine into.
//
//   %e = index %h, %k                      %h1 = combine add %h, %k, %x
//   %s = add %e, %x                  =>
//   %h1 = update %h, %k, %s
//
// Where every access of a loop to an array is of this kind, by one operator
// that is associative, the loop's iterations may share its elements:
// histograms, sums by key. What becomes of the element is matched like the
// chain of a reduction (reduce.c), from the read to the update.
//
//   %e = index %h, %k
//   %c = gt %x, %e                         %c = const true
//   if %c { %h1 = update %h, %k, %x }  =>  if %c { %h1 = combine max %h, %k, %x
//   }
//
// An update under a comparison of the element with the new value is an extremum
// as well: where the comparison does not hold, the combine changes nothing. Of
// floats it is cmin or cmax: an element that is a NaN stays, and so does the
// first of two zeros.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/keyed.h"

// An update of an element by a greater value, or a lesser one, if that is so.
typedef struct guarded {
  ir_op *update;
  ir_opcode op; // min, max, cmin or cmax
  ir_val *test; // the comparison
  bool strict;  // it does not hold of equal values
  bool holds;   // whether it does where the update is made
  const ir_op *read;
} guarded;

// The accesses of a loop's body to an array it carries, as combines.
typedef struct combining {
  arena *a;
  const ir_region *body;
  const ir_val *array; // the body's parameter
  bool any;
  bool reorders; // floats, of which another order may leave other bits
  ir_opcode op;  // of all of them
  VEC(ir_op *) updates;
  VEC(rec_red) folds;   // one an update
  VEC(guarded) guarded; // further updates
  VEC(const ir_op *) reads;
} combining;

// Whether "op" touches the array.
static bool
is_access(const combining *c, const ir_op *op) {
  return ir_accesses_element(op) &&
         ir_storage_root(op->ins.at[0], c->body) == c->array;
}

// A search for the read of the element that an update replaces.
typedef struct reading {
  arena *a;
  const ir_op *update;
  ir_op *found;
} reading;

// True when "op" reads the element that "update" replaces.
static bool
reads_element_of(arena *a, const ir_op *op, const ir_op *update) {
  return op->code == IR_OP_INDEX && op->ins.at[0] == update->ins.at[0] &&
         an_same_value(a, op->ins.at[1], update->ins.at[1]);
}

// ir_walk_fn: stops at the read.
static bool
is_no_read(void *user, ir_op *op) {
  reading *r = user;
  if (reads_element_of(r->a, op, r->update) &&
      ir_ancestor_in(r->update, op->parent)) // not in another branch
    r->found = op;
  return !r->found;
}

// Makes "op" the operator of all; false when it is another already.
static bool
agree(combining *c, ir_opcode op) {
  bool same = !c->any || c->op == op;
  c->any = true;
  c->op = op;
  return same;
}

// True when "x" and "y" are the same number, if perhaps of different types.
static bool
same_number(const combining *c, const ir_val *x, const ir_val *y) {
  return an_same_value(c->a, rec_unwidened(x), rec_unwidened(y));
}

// The op that keeps the greater of two values of type "t", or the lesser one,
// as a comparison does.
static ir_opcode
extremum_of(ir_scalar t, bool greater) {
  if (ir_is_float(t))
    return greater ? IR_OP_CMAX : IR_OP_CMIN;
  return greater ? IR_OP_MAX : IR_OP_MIN;
}

// Takes comparison "v" of the element that g->update replaces with the value
// that it stores. False when it is none, or used for more than that. n_uses
// must be valid.
static bool
match_test(const combining *c, ir_val *v, guarded *g) {
  rec_comparison cmp;
  if (!rec_match_comparison(v, &cmp))
    return false;
  for (int k = 0; k < 2; k++) {
    const ir_val *side = k ? cmp.hi : cmp.lo, *x = k ? cmp.lo : cmp.hi;
    const ir_val *e = rec_unwidened(side);
    if (!e->def || e->n_uses != 1 || side->n_uses != 1 ||
        !reads_element_of(c->a, e->def, g->update) ||
        !same_number(c, x, g->update->ins.at[2]))
      continue;
    bool greater = (k == 0) == g->holds;
    g->op = extremum_of(c->array->type.elem, greater);
    g->strict = cmp.strict;
    g->test = v;
    g->read = e->def;
    return true;
  }
  return false;
}

// Looks for the test among the conditions that must all hold for bool "v" to.
static bool
find_test(const combining *c, ir_val *v, guarded *g) {
  int64_t other;
  const ir_op *op = v->def;
  if (!op || v->n_uses != 1 || ir_is_outside(v, c->body))
    return false;
  if (match_test(c, v, g))
    return true;
  if (op->code == IR_OP_AND && g->holds)
    return find_test(c, op->ins.at[0], g) || find_test(c, op->ins.at[1], g);
  return op->code == IR_OP_IF && g->holds && op->outs.n == 1 &&
         ir_match_int(op->regions[1]->last->ins.at[0], &other) && !other &&
         find_test(c, op->regions[0]->last->ins.at[0], g);
}

// True when branch "r" of an if does nothing but update "op". It may read what
// the value and the subscript are made of: the test reads that, too.
static bool
updates_alone(const ir_region *r, const ir_op *op) {
  const ir_op *choice = r->parent_op;
  const ir_region *other = choice->regions[r == choice->regions[0]];
  ir_foreach_op (each, r)
    if (each != op && each->code != IR_OP_YIELD && each->code != IR_OP_INDEX &&
        !ir_is_scalar_op(each->code))
      return false;
  return choice->outs.n == 1 && r->last->ins.at[0] == op->outs.at[0] &&
         other->last->ins.at[0] == op->ins.at[0];
}

// Adds update "op" as an extremum under a condition; of floats, one that holds,
// as a NaN makes none hold.
static bool
add_guarded(combining *c, ir_op *op) {
  const ir_region *r = op->parent;
  const ir_op *choice = r->parent_op;
  if (r == c->body || choice->code != IR_OP_IF || !updates_alone(r, op))
    return false;
  guarded g = {.update = op, .holds = r == choice->regions[0]};
  ir_scalar t = c->array->type.elem;
  if ((ir_is_float(t) && !g.holds) || !find_test(c, choice->ins.at[0], &g) ||
      !ir_may_combine(g.op, t) || !agree(c, g.op))
    return false;
  c->reorders |= ir_is_float(t) && !g.strict;
  vec_push(c->a, &c->guarded, g);
  vec_push(c->a, &c->reads, g.read);
  return true;
}

// Adds update "op" of the array; false when it is none of an element by itself
// and something else. n_uses must be valid.
static bool
add_update(combining *c, ir_op *op) {
  rec_red red;
  reading r = {.a = c->a, .update = op};
  if (op->code == IR_OP_COMBINE) {
    c->reorders |= ir_combines_floats(op);
    return op->combiner != IR_OP_UPDATE && agree(c, op->combiner);
  }
  ir_walk((ir_region *)c->body, is_no_read, &r);
  if (add_guarded(c, op))
    return true;
  if (!r.found || !rec_match_element(c->body, r.found->outs.at[0], op, &red) ||
      red.resets || !ir_may_combine(red.op, red.type) || !agree(c, red.op))
    return false;
  bool rounds = red.op == IR_OP_ADD || red.op == IR_OP_MUL;
  c->reorders |= ir_is_float(red.type) && (rounds || red.ties || red.reorders);
  vec_push(c->a, &c->updates, op);
  vec_push(c->a, &c->folds, red);
  vec_push(c->a, &c->reads, r.found);
  return true;
}

// ir_walk_fn: adds the updates of the array, stops at one that is no combine.
static bool
add_updates(void *user, ir_op *op) {
  combining *c = user;
  return !ir_writes_element(op) || !is_access(c, op) || add_update(c, op);
}

// ir_walk_fn: stops at a read of the array that belongs to no update.
static bool
is_matched(void *user, ir_op *op) {
  const combining *c = user;
  bool known = op->code != IR_OP_INDEX || !is_access(c, op);
  for (int k = 0; k < c->reads.n && !known; k++)
    known = c->reads.at[k] == op;
  return known;
}

// Fills *c for carried array "k" of "l"; false when not all accesses to it are
// combines by one operator.
static bool
match_combines(arena *a, const ir_loop *l, int k, combining *c) {
  *c = (combining){.a = a, .body = l->body, .array = l->carried[k]};
  ir_count_uses_in(l->body);
  return ir_walk(l->body, add_updates, c) && c->any &&
         ir_walk(l->body, is_matched, c);
}

bool
rec_combines(arena *a, const ir_loop *l, int k, bool *reorders) {
  combining c;
  if (!match_combines(a, l, k, &c))
    return false;
  if (reorders)
    *reorders |= c.reorders;
  return true;
}

// Makes update "op" a combine of "value" by "code".
static void
build_combine(ir_func *f, ir_op *op, ir_opcode code, ir_val *value) {
  ir_builder b = ir_before(op);
  ir_val *out = ir_build_combine(&b, code, op->ins.at[0], op->ins.at[1], value);
  out->name = op->outs.at[0]->name;
  ir_replace_uses(f, op->outs.at[0], out);
  ir_remove(op);
}

void
rec_build_combines(ir_func *f, const ir_loop *l, int k) {
  combining c;
  arena *a = f->module->arena;
  if (!match_combines(a, l, k, &c))
    return;
  for (int i = 0; i < c.updates.n; i++) {
    ir_op *op = c.updates.at[i];
    ir_val *value = rec_element_contribution(&c.folds.at[i], op);
    build_combine(f, op, c.op, value);
  }
  for (int i = 0; i < c.guarded.n; i++) {
    const guarded *g = &c.guarded.at[i];
    ir_builder b = ir_before(g->test->def);
    ir_replace_uses(f, g->test, ir_build_int(&b, IR_BOOL, g->holds));
    build_combine(f, g->update, c.op, g->update->ins.at[2]);
  }
  rec_remove_unused(l->body);
}
