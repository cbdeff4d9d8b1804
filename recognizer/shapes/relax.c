// recognizer/shapes/relax.c: values that are lowered until nothing changes.
//
//   do {                                          do {
//     changed = 0;                                  t = copy of d;
//     for (e ..)                                    changed = 0;
//       if (d[u[e]] + w[e] < d[v[e]]) {      =>     for (e ..)
//         d[v[e]] = d[u[e]] + w[e];                   if (t[u[e]] + w[e] <
//         d[v[e]]) { changed = 1;                                  d[v[e]] =
//         t[u[e]] + w[e];
//       }                                               changed = 1;
//   } while (changed);                                }
//                                                 } while (changed);
//
// Shortest paths, labels of components, distances: iterations read what others
// lower, in C's order. But what is stored is a monotone function of what is
// read, so the values that are left are the greatest that no iteration would
// lower, in whatever order they come (chaotic iteration: Cousot and Cousot
// 1977, Abstract Interpretation, section 9). So a round may read the values
// that it starts with; it is one of a loop that claims by a least value
// (claim.c). More rounds may be needed, which nobody sees.
#include "recognizer/common/common.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/nests.h"

// A store that lowers an element.
typedef struct lowering {
  ir_op *compare;  // of the value with the element, which is greater
  int value;       // which operand of it the value is
  ir_val *element; // the other one
} lowering;

// A loop of rounds that lower elements of an array.
typedef struct relaxation {
  arena *a;
  ir_func *f;
  ir_loop rounds, round; // the while loop, and the only loop in it
  int k;                 // of what "round" carries: the array
  int flag;              // ... and whether something was lowered
  VEC(lowering) all;
  map *known;               // whether a value depends on elements
  VEC(ir_op *) reads, sums; // of elements
} relaxation;

// -- Questions ----------------------------------------------------------------
// True when "v" is an element of the array.
static bool
is_element(const relaxation *x, const ir_val *v) {
  return v->def && v->def->code == IR_OP_INDEX &&
         ir_storage_root(v->def->ins.at[0], x->round.body) ==
             x->round.carried[x->k];
}

static bool depends(relaxation *x, const ir_val *v);

// depends() of a value of the round not seen before.
static bool
depends_fresh(relaxation *x, const ir_val *v) {
  if (v->type.array || is_element(x, v))
    return true;
  if (ir_is_index(v))
    return false;
  const ir_op *op = v->def;
  if (!op || op->n_regions)
    return true; // carried by, or chosen in, a region: not looked into
  for (int i = 0; i < op->ins.n; i++)
    if (!(op->code == IR_OP_INDEX && i == 0) && depends(x, op->ins.at[i]))
      return true;
  return op->code == IR_OP_INDEX &&
         !ir_is_outside(op->ins.at[0], x->rounds.body);
}

// True when "v" may depend on elements of the array.
static bool
depends(relaxation *x, const ir_val *v) {
  if (ir_is_outside(v, x->rounds.body) ||
      (v->def && v->def->code == IR_OP_CONST))
    return false;
  if (!map_has(x->known, v))
    map_put(x->known, v, depends_fresh(x, v) ? (void *)x : NULL);
  return map_get(x->known, v) != NULL;
}

static bool is_monotone(relaxation *x, const ir_val *v);

// True when the choice "op" is the lesser, or the greater, of two values that
// are monotone.
static bool
is_extremum(relaxation *x, const ir_op *op) {
  rec_comparison c;
  ir_val *y = op->ins.at[1], *z = op->ins.at[2];
  if (!rec_match_comparison(op->ins.at[0], &c))
    return false;
  bool first = an_same_value(x->a, c.lo, y) && an_same_value(x->a, c.hi, z);
  bool second = an_same_value(x->a, c.lo, z) && an_same_value(x->a, c.hi, y);
  return (first || second) && is_monotone(x, y) && is_monotone(x, z);
}

// True when "v" grows, or stays, where elements of the array do.
static bool
is_monotone(relaxation *x, const ir_val *v) {
  const ir_op *op = v->def;
  if (!depends(x, v))
    return true;
  if (is_element(x, v))
    return !depends(x, op->ins.at[1]);
  if (!op)
    return false;
  switch ((int)op->code) {
  case IR_OP_CONVERT:
    return rec_is_widening(op->ins.at[0]->type.elem, v->type.elem) &&
           is_monotone(x, op->ins.at[0]);
  case IR_OP_ADD:
    return v->type.elem == IR_I32 && is_monotone(x, op->ins.at[0]) &&
           is_monotone(x, op->ins.at[1]);
  case IR_OP_MIN:
  case IR_OP_MAX:
    return is_monotone(x, op->ins.at[0]) && is_monotone(x, op->ins.at[1]);
  case IR_OP_SELECT:
    return is_extremum(x, op);
  default:
    return false;
  }
}

// True when "v" is the greatest number of its type.
static bool
is_greatest(const ir_val *v) {
  int64_t c;
  int bits = 8 * ir_size(v->type.elem) - ir_is_signed(v->type.elem);
  return ir_match_int(v, &c) && bits < 63 && c == (INT64_C(1) << bits) - 1;
}

// True when bool "v" being "holds" goes on to do so where elements of the array
// are lowered.
static bool
stays_so(relaxation *x, const ir_val *v, bool holds) {
  const ir_op *op = v->def;
  ir_val *both[2];
  if (!depends(x, v))
    return true;
  if (an_match_both(v, !holds, both))
    return stays_so(x, both[0], holds) && stays_so(x, both[1], holds);
  if (!op || op->ins.n != 2 || !is_monotone(x, op->ins.at[0]) ||
      depends(x, op->ins.at[1]))
    return false;
  ir_opcode code = op->code;
  if (code == IR_OP_EQ || code == IR_OP_NE)
    return (code == IR_OP_NE) == holds && is_greatest(op->ins.at[1]) &&
           is_element(x, op->ins.at[0]);
  return holds ? code == IR_OP_LT || code == IR_OP_LE
               : code == IR_OP_GT || code == IR_OP_GE;
}

// -- Matching -----------------------------------------------------------------
// Sees bool "v" as one that compares a value with the element that "store"
// overwrites, which is greater, and may ask more that stays so.
static bool
match_compare(relaxation *x, ir_val *v, ir_op *store, lowering *out) {
  rec_comparison c;
  ir_val *both[2];
  if (an_match_both(v, false, both))
    for (int k = 0; k < 2; k++)
      if (match_compare(x, both[k], store, out))
        return stays_so(x, both[1 - k], true);
  if (!rec_match_comparison(v, &c) || !c.strict ||
      !an_same_value(x->a, c.lo, store->ins.at[2]) || !is_element(x, c.hi) ||
      c.hi->def->ins.at[0] != store->ins.at[0] ||
      !an_same_value(x->a, c.hi->def->ins.at[1], store->ins.at[1]))
    return false;
  *out = (lowering){c.op, c.op->ins.at[0] != c.lo, c.hi};
  return true;
}

// True when "v" is the comparison of a store that is known.
static bool
is_compare(const relaxation *x, const ir_val *v) {
  for (int i = 0; i < x->all.n; i++)
    if (v->def == x->all.at[i].compare)
      return true;
  return false;
}

// True when the ifs around "op", up to the round, stay so, or say that another
// store did not lower an element.
static bool
is_reached_so(relaxation *x, const ir_op *op) {
  for (const ir_region *r = op->parent; r != x->round.body;
       r = r->parent_op->parent) {
    const ir_op *up = r->parent_op;
    bool holds = up->code != IR_OP_IF || r == up->regions[0];
    for (int i = 0; i < (up->code == IR_OP_IF ? 1 : up->n_dims); i++)
      if (!stays_so(x, up->ins.at[i], holds) &&
          (holds || !is_compare(x, up->ins.at[i])))
        return false;
  }
  return true;
}

// ir_walk_fn: adds a store that lowers an element; stops at any other effect.
static bool
add_store(void *user, ir_op *op) {
  relaxation *x = user;
  lowering low;
  if (op->code == IR_OP_LOOP ? op->has_while : ir_is_soac(op))
    return false;
  if (!ir_writes_element(op))
    return true;
  const ir_op *up = op->parent->parent_op;
  if (op->code != IR_OP_UPDATE || up->code != IR_OP_IF ||
      op->parent != up->regions[0] ||
      ir_storage_root(op->ins.at[0], x->round.body) != x->round.carried[x->k] ||
      !match_compare(x, up->ins.at[0], op, &low) ||
      !is_monotone(x, op->ins.at[2]) || depends(x, op->ins.at[1]) ||
      !is_reached_so(x, up))
    return false;
  vec_push(x->a, &x->all, low);
  return true;
}

// True when "v" is the flag as it was, or set, wherever "array", the array that
// is handed on beside it, was stored to.
static bool
is_flag(const relaxation *x, const ir_val *v, const ir_val *array) {
  const ir_op *op = v->def, *up = op ? op : v->param_of->parent_op;
  int64_t c;
  if (ir_match_int(v, &c))
    return c != 0;
  if (up->code != IR_OP_IF && up->code != IR_OP_LOOP)
    return false;
  if (v == x->round.carried[x->flag])
    return array == x->round.carried[x->k];
  if (!op) // of an inner loop
    return up->code == IR_OP_LOOP && array->param_of == v->param_of &&
           is_flag(x, up->ins.at[v->index], up->ins.at[array->index]);
  if (array->def != op)
    return false;
  for (int k = 0; k < op->n_regions; k++)
    if (!is_flag(x, op->regions[k]->last->ins.at[v->index],
                 op->regions[k]->last->ins.at[array->index]))
      return false;
  return true;
}

// Sees the round: one array is lowered, which a flag of 0 at first tells. The
// loop carries that array, and perhaps the flag, which is 0 behind it.
static bool
match_round(relaxation *x) {
  const ir_loop *all = &x->rounds, *one = &x->round;
  int64_t zero;
  const ir_val *flag = all->yields[0];
  const ir_op *test = flag->def;
  if (test && test->code == IR_OP_NE && ir_match_int(test->ins.at[1], &zero) &&
      !zero)
    flag = test->ins.at[0]; // it is no bool
  if (flag->def != one->op)
    return false;
  x->flag = flag->index;
  x->k = 1 - x->flag;
  ir_val *array = one->inits[x->k];
  bool has_array = false;
  for (int k = 1; k < all->n_carried; k++) {
    bool is_array = all->carried[k] == array;
    if (all->yields[k] != one->outs[is_array ? x->k : x->flag])
      return false;
    has_array |= is_array && ir_has_bounds(all->inits[k]);
  }
  return has_array && ir_is_int(array->type.elem) &&
         ir_match_int(one->inits[x->flag], &zero) && !zero &&
         is_flag(x, one->yields[x->flag], one->yields[x->k]) &&
         ir_walk(one->body, add_store, x) && x->all.n;
}

// Sees "op" as such a loop.
static bool
match(relaxation *x, ir_op *op) {
  if (!ir_match_loop(op, &x->rounds) || !op->has_while || x->rounds.extent)
    return false;
  ir_op *only = NULL;
  ir_foreach_op (inner, x->rounds.body) {
    if (inner->n_regions && only)
      return false;
    only = inner->n_regions ? inner : only;
  }
  return only && ir_match_loop(only, &x->round) && !only->has_while &&
         x->round.n_carried == 2 && match_round(x);
}

// -- Building -----------------------------------------------------------------
// ir_walk_fn: adds elements that are read, and sums of them.
static bool
add_read(void *user, ir_op *op) {
  relaxation *x = user;
  if (op->outs.n == 1 && is_element(x, op->outs.at[0]))
    vec_push(x->a, &x->reads, op);
  if (op->code == IR_OP_ADD && depends(x, op->outs.at[0]))
    vec_push(x->a, &x->sums, op);
  return true;
}

// Lets the sum "op" be no more than its type holds: what is that great lowers
// nothing, while C may have lowered before what is added to here.
static void
saturate(const relaxation *x, ir_op *op) {
  ir_builder b = ir_before(op->next);
  b.loc = op->loc;
  ir_val *sum = op->outs.at[0];
  ir_val *p = ir_build_convert(&b, op->ins.at[0], IR_I64);
  ir_val *q = ir_build_convert(&b, op->ins.at[1], IR_I64);
  ir_val *v = ir_build2(&b, IR_OP_ADD, p, q);
  v = ir_build2(&b, IR_OP_MIN, v, ir_build_int(&b, IR_I64, INT32_MAX));
  ir_replace_uses(x->f, sum, ir_build_convert(&b, v, sum->type.elem));
}

// Lets the round read a copy of the array, but for what is compared and stored;
// the loop that copies it.
static ir_op *
build(relaxation *x) {
  ir_builder b = ir_before(x->round.op);
  b.loc = x->round.op->loc;
  ir_val *array = x->round.inits[x->k];
  ir_val *lo = ir_build_bound(&b, IR_OP_BEGIN, array);
  ir_val *hi = ir_build_bound(&b, IR_OP_END, array);
  ir_op *copy;
  ir_val *old =
      rec_build_copy(&b, array, lo, ir_build2(&b, IR_OP_SUB, hi, lo), &copy);
  ir_walk(x->round.body, add_read, x);
  for (int i = 0; i < x->sums.n; i++)
    saturate(x, x->sums.at[i]);
  for (int i = 0; i < x->reads.n; i++) {
    ir_op *read = x->reads.at[i];
    ir_builder at = ir_before(read);
    at.loc = read->loc;
    ir_val *place = ir_build2(&at, IR_OP_SUB, read->ins.at[1], lo);
    ir_replace_uses(x->f, read->outs.at[0], ir_build_index(&at, old, place));
  }
  for (int i = 0; i < x->all.n; i++) {
    const lowering *low = &x->all.at[i];
    low->compare->ins.at[1 - low->value] = low->element;
  }
  rec_remove_unused(x->round.body);
  return copy;
}

ir_op *
rec_build_relax(ir_func *f, ir_op *op, ir_op **copy) {
  arena *a = f->module->arena;
  relaxation x = {.a = a, .f = f, .known = map_new(a)};
  if (!match(&x, op))
    return NULL;
  *copy = build(&x);
  return x.round.op;
}
