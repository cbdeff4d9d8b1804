// ir/eval.c: the reference evaluator, which gives every stage its meaning.
//
// Arrays are shared objects changed in place. It also proves what it runs:
// every access is checked against the bounds, against elements never written,
// and, for each map and reduce around it, against what other iterations of the
// same execution touched (`check_race`). One environment slot a value is
// enough, for nothing is recursive.
#include "ir/ir.h"

enum { NOBODY = -1, SEVERAL = -2 }; // special iterations in a race_cell

// Who touched an element during one execution of a map or reduce.
typedef struct race_cell {
  int64_t epoch; // the execution; older contents are stale
  int64_t writer, reader, combiner;
  ir_opcode operator; // of the combiners
} race_cell;

typedef struct race_shadow {
  race_cell *cells; // one an element
} race_shadow;

// An array object.
typedef struct array_obj {
  ir_array *array;
  bool *defined;            // per element; NULL: all
  int64_t born;             // number of frames executed before it was made
  VEC(race_shadow) shadows; // one per depth of enclosing maps
} array_obj;

typedef struct slot {
  ir_bits bits;
  array_obj *array;
} slot;

// One running map or reduce.
typedef struct frame {
  const ir_op *op;
  int64_t epoch;     // unique number of this execution
  int64_t iteration; // row-major linear index
} frame;

typedef VEC(ir_bits) buffer; // the values of one fold, reused

typedef struct machine {
  loft_cx *cx;
  arena *arena; // dies with the evaluation
  slot *env;
  VEC(frame) frames;
  int64_t epoch, steps, max_steps;
  bool no_overflow;
  map *sites; // private alloc -> its array_obj; reduce -> its buffers
} machine;

static bool run_region(machine *m, const ir_region *r);

// -- Environment ----------------------------------------------------------

// The slot of "v".
static slot *
slot_of(machine *m, const ir_val *v) {
  return &m->env[(intptr_t)v->user];
}

// The scalar bits of "v".
static ir_bits
bits_of(machine *m, const ir_val *v) {
  return slot_of(m, v)->bits;
}

// Gives every value of "r" the next slot number.
static void
number_region(ir_region *r, intptr_t *next) {
  for (int k = 0; k < r->params.n; k++)
    r->params.at[k]->user = (void *)(*next)++;
  ir_foreach_op (op, r) {
    for (int k = 0; k < op->outs.n; k++)
      op->outs.at[k]->user = (void *)(*next)++;
    for (int k = 0; k < op->n_regions; k++)
      number_region(op->regions[k], next);
  }
}

// Reports an error at "op"; always false.
static bool
LOFT_PRINTF(3, 4) fail(machine *m, const ir_op *op, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = arena_vprintf(m->arena, fmt, ap);
  va_end(ap);
  const char *name = op->outs.n ? op->outs.at[0]->name : NULL;
  diag_report(m->cx, DIAG_ERROR, op->loc, NULL, "evaluating %s%s%s: %s",
              name ? "%" : "",
              name ? arena_printf(m->arena, "%s = ", name) : "",
              ir_op_table[op->code].mnemonic, text);
  return false;
}

// -- Arrays ---------------------------------------------------------------

// An array object around "array"; "defined" false: contents undefined.
static array_obj *
wrap_array(machine *m, ir_array *array, bool defined) {
  array_obj *obj = NEW(m->arena, array_obj);
  obj->array = array;
  obj->born = m->epoch;
  if (!defined)
    obj->defined = NEW_ARRAY(m->arena, bool, array->n);
  return obj;
}

// The cells of "obj" for the frame at "depth".
static race_cell *
cells_of(machine *m, array_obj *obj, int depth) {
  while (obj->shadows.n <= depth)
    vec_push(m->arena, &obj->shadows, (race_shadow){0});
  race_shadow *shadow = &obj->shadows.at[depth];
  if (!shadow->cells)
    shadow->cells = NEW_ARRAY(m->arena, race_cell, obj->array->n);
  return shadow->cells;
}

// Whether "who" is another iteration than "i".
static bool
is_other(int64_t who, int64_t i) {
  return who != NOBODY && who != i;
}

// Those who did something, with iteration "i" among them.
static int64_t
joined(int64_t who, int64_t i) {
  return is_other(who, i) ? SEVERAL : i;
}

// Records that "op", in the iteration of "f", touches a cell; false when
// another iteration did and one of the two writes, unless both combine by the
// same operator: by update, what the element is already ("again").
static bool
touch(race_cell *c, const frame *f, const ir_op *op, bool again) {
  int64_t i = f->iteration;
  if (c->epoch != f->epoch)
    *c = (race_cell){f->epoch, NOBODY, NOBODY, NOBODY, IR_OP__COUNT};
  if (op->code == IR_OP_INDEX) {
    c->reader = joined(c->reader, i);
    return !is_other(c->writer, i) && !is_other(c->combiner, i);
  }
  bool same = op->code == IR_OP_COMBINE && op->combiner == c->operator &&
              (again || op->combiner != IR_OP_UPDATE);
  bool alone = !is_other(c->writer, i) && !is_other(c->reader, i) &&
               (same || !is_other(c->combiner, i));
  if (op->code == IR_OP_COMBINE && c->writer == NOBODY) {
    c->combiner = joined(c->combiner, i);
    c->operator = op->combiner;
  } else {
    c->writer = i;
  }
  return alone;
}

// How "op" accesses an element, for messages.
static const char *
verb_of(const ir_op *op) {
  return op->code == IR_OP_INDEX     ? "read"
         : op->code == IR_OP_COMBINE ? "combined into"
                                     : "written";
}

// The access of another iteration than "i" to a cell.
static const char *
verb_of_other(const race_cell *c, int64_t i) {
  return is_other(c->writer, i)     ? "written"
         : is_other(c->combiner, i) ? "combined into"
                                    : "read";
}

// Checks an access against the other iterations of every map around it that
// is younger than the array.
static bool
check_race(machine *m, const ir_op *op, array_obj *obj, int64_t i) {
  bool again = op->code == IR_OP_COMBINE &&
               ir_array_get(obj->array, i) == bits_of(m, op->ins.at[2]);
  for (int d = 0; d < m->frames.n; d++) {
    frame *f = &m->frames.at[d];
    if (f->epoch <= obj->born)
      continue;
    race_cell *c = &cells_of(m, obj, d)[i - obj->array->base];
    race_cell before = *c;
    if (!touch(c, f, op, again))
      return fail(
          m, op,
          IR_EVAL_RACE "element %lld of %%%s is %s by iteration %lld of "
                       "%s and %s by another",
          (long long)i, ir_storage_root(op->ins.at[0], NULL)->name, verb_of(op),
          (long long)f->iteration, ir_op_table[f->op->code].mnemonic,
          verb_of_other(&before, f->iteration));
  }
  return true;
}

// Checks bounds and races of an access by "op", whose operands begin with
// array and index; gives both.
static bool
check_access(machine *m, const ir_op *op, array_obj **obj, int64_t *i) {
  *obj = slot_of(m, op->ins.at[0])->array;
  *i = (int64_t)bits_of(m, op->ins.at[1]);
  const ir_array *a = (*obj)->array;
  if (!ir_array_has(a, *i))
    return fail(m, op, "index %lld of %%%s is outside [%lld, %lld)",
                (long long)*i, op->ins.at[0]->name, (long long)a->base,
                (long long)(a->base + a->n));
  return check_race(m, op, *obj, *i);
}

// Checks that element "i" of "obj", which "op" reads, was written.
static bool
check_defined(machine *m, const ir_op *op, const array_obj *obj, int64_t i) {
  if (!obj->defined || obj->defined[i - obj->array->base])
    return true;
  return fail(m, op, "element %lld of %%%s was never written", (long long)i,
              op->ins.at[0]->name);
}

// index: one element.
static bool
run_index(machine *m, const ir_op *op) {
  array_obj *obj;
  int64_t i;
  if (!check_access(m, op, &obj, &i) || !check_defined(m, op, obj, i))
    return false;
  slot_of(m, op->outs.at[0])->bits = ir_array_get(obj->array, i);
  return true;
}

// update, combine: one element replaced, in place.
static bool
run_update(machine *m, const ir_op *op) {
  array_obj *obj;
  int64_t i;
  if (!check_access(m, op, &obj, &i))
    return false;
  ir_bits value = bits_of(m, op->ins.at[2]);
  if (ir_reads_element(op)) {
    if (!check_defined(m, op, obj, i))
      return false;
    ir_scalar type = obj->array->elem;
    ir_bits old = ir_array_get(obj->array, i);
    value = ir_eval_scalar(op->combiner, type, type, (ir_bits[]){old, value});
  }
  if (obj->defined)
    obj->defined[i - obj->array->base] = true;
  ir_array_set(obj->array, i, value);
  slot_of(m, op->outs.at[0])->array = obj;
  return true;
}

// begin, end: where the elements of an array that exist start, and end.
static bool
run_bound(machine *m, const ir_op *op) {
  const ir_array *a = slot_of(m, op->ins.at[0])->array->array;
  int64_t n = op->code == IR_OP_END ? a->n : 0;
  slot_of(m, op->outs.at[0])->bits = (uint64_t)(a->base + n);
  return true;
}

// readable: elements of an array are where it exists.
static bool
run_readable(machine *m, const ir_op *op) {
  const ir_array *a = slot_of(m, op->ins.at[0])->array->array;
  int64_t lo = (int64_t)bits_of(m, op->ins.at[1]);
  int64_t hi = (int64_t)bits_of(m, op->ins.at[2]);
  bool within = lo >= a->base && hi <= a->base + a->n;
  slot_of(m, op->outs.at[0])->bits = lo >= hi || within;
  return true;
}

// Counts "n" steps of "op"; false when there were too many.
static bool
count_steps(machine *m, const ir_op *op, int64_t n) {
  m->steps += n;
  if (m->max_steps && m->steps > m->max_steps)
    return fail(m, op, "gave up after %lld steps", (long long)m->max_steps);
  return true;
}

// alloc: a fresh array. A private one reuses the memory of the last
// execution, which it cannot outlive.
static bool
run_alloc(machine *m, const ir_op *op) {
  ir_scalar elem = op->outs.at[0]->type.elem;
  int64_t n = (int64_t)bits_of(m, op->ins.at[0]);
  bool reuse = op->space == IR_SPACE_PRIVATE;
  array_obj *obj = reuse ? map_get(m->sites, op) : NULL;
  if (n < 0)
    n = 0;
  if (n > IR_EVAL_MAX_ALLOC)
    return fail(m, op, "%lld elements are too many", (long long)n);
  if (!count_steps(m, op, n))
    return false;
  if (!obj || obj->array->n != n) {
    ir_array *array = NEW(m->cx->arena, ir_array);
    *array = (ir_array){.elem = elem, .n = n};
    array->data = arena_alloc(m->cx->arena, (size_t)n * (size_t)ir_size(elem));
    obj = wrap_array(m, array, false);
    map_put(m->sites, op, obj);
  }
  if (n)
    memset(obj->defined, 0, (size_t)n * sizeof *obj->defined);
  obj->born = m->epoch;
  slot_of(m, op->outs.at[0])->array = obj;
  return true;
}

// -- Control --------------------------------------------------------------

// Copies "n" values to others, as if all at once.
static void
copy_slots(machine *m, ir_val *const *to, ir_val *const *from, int n) {
  slot few[8];
  slot *all = n <= LOFT_COUNT(few) ? few : NEW_ARRAY(m->arena, slot, n);
  for (int k = 0; k < n; k++)
    all[k] = *slot_of(m, from[k]);
  for (int k = 0; k < n; k++)
    *slot_of(m, to[k]) = all[k];
}

// if: one of two regions.
static bool
run_if(machine *m, const ir_op *op) {
  const ir_region *r = op->regions[bits_of(m, op->ins.at[0]) ? 0 : 1];
  if (!run_region(m, r))
    return false;
  copy_slots(m, op->outs.at, r->last->ins.at, op->outs.n);
  return true;
}

// loop: while (i < extent && first carried value).
static bool
run_loop(machine *m, const ir_op *op) {
  const ir_region *r = op->regions[0];
  ir_val **carried = r->params.at + op->n_dims;
  int n = op->outs.n;
  copy_slots(m, carried, op->ins.at + op->n_dims, n);
  int64_t extent = op->n_dims ? (int64_t)bits_of(m, op->ins.at[0]) : INT64_MAX;
  for (int64_t i = 0; i < extent; i++) {
    if (op->has_while && !bits_of(m, carried[0]))
      break;
    if (op->n_dims)
      slot_of(m, r->params.at[0])->bits = (uint64_t)i;
    if (!run_region(m, r))
      return false;
    copy_slots(m, carried, r->last->ins.at, n);
  }
  copy_slots(m, op->outs.at, carried, n);
  return true;
}

// -- Maps and reductions --------------------------------------------------

// The buffers that collect the values of the tree reductions of "s".
static buffer *
buffers_of(machine *m, const ir_soac *s) {
  buffer *all = map_get(m->sites, s->op);
  if (!all)
    all = NEW_ARRAY(m->arena, buffer, s->n_red);
  map_put(m->sites, s->op, all);
  for (int k = 0; k < s->n_red; k++)
    all[k].n = 0;
  return all;
}

// The operator of a fold on tuples of bits, as "ir_operator.user".
typedef struct folder {
  machine *m;
  const ir_soac *s;
} folder;

// ir_operator.apply: the operators of the SOAC.
static bool
apply_operators(void *user, ir_bits *into, const ir_bits *right) {
  folder *f = user;
  const ir_soac *s = f->s;
  int n = s->n_red;
  for (int k = 0; k < n && !s->combine; k++) {
    ir_scalar type = s->results[k]->type.elem;
    into[k] = ir_eval_scalar(s->op->red_ops[k], type, type,
                             (ir_bits[]){into[k], right[k]});
  }
  if (!s->combine)
    return true;
  for (int k = 0; k < n; k++) {
    slot_of(f->m, s->combine->params.at[k])->bits = into[k];
    slot_of(f->m, s->combine->params.at[n + k])->bits = right[k];
  }
  if (!run_region(f->m, s->combine))
    return false;
  for (int k = 0; k < n; k++)
    into[k] = bits_of(f->m, s->combine->last->ins.at[k]);
  return true;
}

// The "n" scalars as a tuple.
static void
get_tuple(machine *m, ir_val *const *vals, ir_bits *tuple, int n) {
  for (int k = 0; k < n; k++)
    tuple[k] = bits_of(m, vals[k]);
}

// Sets the "n" scalars to the tuple.
static void
set_tuple(machine *m, ir_val *const *vals, const ir_bits *tuple, int n) {
  for (int k = 0; k < n; k++)
    slot_of(m, vals[k])->bits = tuple[k];
}

// Sets the index parameters to the next iteration, last dimension fastest;
// false after the last one.
static bool
advance(machine *m, const ir_soac *s) {
  for (int d = s->n_dims - 1; d >= 0; d--) {
    ir_bits *i = &slot_of(m, s->idx[d])->bits;
    if ((int64_t)++*i < (int64_t)bits_of(m, s->extents[d]))
      return true;
    *i = 0;
  }
  return false;
}

// The work of iteration "k" besides running its region.
typedef bool (*iteration_fn)(machine *m, const ir_soac *s, buffer *values,
                             int64_t k);

// Keeps the values of an iteration: one buffer a fold, or tuples in the first
// where they are folded together.
static bool
keep_values(machine *m, const ir_soac *s, buffer *values, int64_t k) {
  (void)k;
  for (int i = 0; i < s->n_red; i++)
    vec_push(m->arena, &values[s->then || s->combine ? 0 : i],
             bits_of(m, s->values[i]));
  return true;
}

// Folds the values of an iteration into the results, in order.
static bool
fold_values(machine *m, const ir_soac *s, buffer *values, int64_t k) {
  (void)values, (void)k;
  folder f = {m, s};
  ir_bits few[2][8], *into = few[0], *right = few[1];
  if (s->n_red > LOFT_COUNT(few[0])) {
    into = NEW_ARRAY(m->arena, ir_bits, s->n_red);
    right = NEW_ARRAY(m->arena, ir_bits, s->n_red);
  }
  get_tuple(m, s->results, into, s->n_red);
  get_tuple(m, s->values, right, s->n_red);
  if (!apply_operators(&f, into, right))
    return false;
  set_tuple(m, s->results, into, s->n_red);
  return true;
}

// Gives iteration "k" of a scan its running values.
static bool
give_running(machine *m, const ir_soac *s, buffer *values, int64_t k) {
  int n = s->n_red;
  const ir_bits *after = values->at + k * n;
  copy_slots(m, s->then_idx, s->idx, s->n_dims);
  set_tuple(m, s->after, after, n);
  if (k)
    set_tuple(m, s->before, after - n, n);
  else
    copy_slots(m, s->before, s->inits, n);
  return run_region(m, s->then);
}

// Runs every iteration of "s": the body unless "skip_body", then "fn".
static bool
run_iterations(machine *m, const ir_soac *s, int64_t epoch, bool skip_body,
               iteration_fn fn, buffer *values) {
  int64_t iteration = 0;
  for (int d = 0; d < s->n_dims; d++) {
    slot_of(m, s->idx[d])->bits = 0;
    if ((int64_t)bits_of(m, s->extents[d]) <= 0)
      return true;
  }
  do {
    vec_push(m->arena, &m->frames, ((frame){s->op, epoch, iteration}));
    bool ok = (skip_body || run_region(m, s->body)) &&
              (!fn || fn(m, s, values, iteration));
    m->frames.n--;
    if (!ok)
      return false;
    iteration++;
  } while (advance(m, s));
  return true;
}

// The running folds of "values", by the fixed scan or in order, in place; the
// results are the last.
static bool
scan_values(machine *m, const ir_soac *s, buffer *values) {
  int n = s->n_red, count = values->n / n;
  folder f = {m, s};
  ir_operator op = {apply_operators, &f, n};
  ir_bits *init = NEW_ARRAY(m->arena, ir_bits, n);
  ir_bits *fold = NEW_ARRAY(m->arena, ir_bits, n);
  get_tuple(m, s->inits, init, n);
  get_tuple(m, s->inits, fold, n);
  if (!s->op->seq && !ir_scan_fold(m->arena, &op, init, values->at, count))
    return false;
  for (int i = 0; i < count && s->op->seq; i++) {
    if (!apply_operators(&f, fold, values->at + i * n))
      return false;
    memcpy(values->at + i * n, fold, sizeof *fold * (size_t)n);
  }
  set_tuple(m, s->results, count ? values->at + (count - 1) * n : init, n);
  return true;
}

// reduce by opcodes and the tree: each fold on its own.
static bool
run_tree(machine *m, const ir_soac *s, int64_t epoch) {
  buffer *values = buffers_of(m, s);
  if (!run_iterations(m, s, epoch, false, keep_values, values))
    return false;
  for (int k = 0; k < s->n_red; k++)
    slot_of(m, s->results[k])->bits =
        ir_tree_fold(s->op->red_ops[k], s->results[k]->type.elem,
                     bits_of(m, s->inits[k]), values[k].at, values[k].n);
  return true;
}

// map, reduce, scan: the iterations and the folds.
static bool
run_soac(machine *m, ir_op *op) {
  ir_soac s;
  if (!ir_match_fold(op, &s))
    return fail(m, op, "malformed");
  int64_t epoch = ++m->epoch;
  copy_slots(m, s.dest_params, s.dests, s.n_dests);
  copy_slots(m, s.results, s.inits, s.n_red);
  bool ok;
  if (s.then || (s.combine && !op->seq)) {
    buffer *values = buffers_of(m, &s);
    if (s.then)
      copy_slots(m, s.then_dests, s.dests, s.n_dests);
    ok = run_iterations(m, &s, epoch, false, keep_values, values) &&
         scan_values(m, &s, values) &&
         (!s.then || run_iterations(m, &s, epoch, true, give_running, values));
  } else if (s.n_red && !op->seq)
    ok = run_tree(m, &s, epoch);
  else
    ok =
        run_iterations(m, &s, epoch, false, s.n_red ? fold_values : NULL, NULL);
  copy_slots(m, s.dest_outs, s.dests, s.n_dests);
  return ok;
}

// -- Dispatch -------------------------------------------------------------

// True when "op" on signed "args" gives a value outside of its type.
static bool
overflows(const ir_op *op, const ir_bits *args) {
  ir_scalar type = op->outs.at[0]->type.elem;
  if (!ir_is_signed(type))
    return false;
  int drop = 64 - 8 * ir_size(type);
  int64_t x = (int64_t)(args[0] << drop) >> drop, wide = 0;
  int64_t y = op->ins.n > 1 ? (int64_t)(args[1] << drop) >> drop : 0;
  bool over = op->code == IR_OP_ADD   ? __builtin_add_overflow(x, y, &wide)
              : op->code == IR_OP_SUB ? __builtin_sub_overflow(x, y, &wide)
              : op->code == IR_OP_MUL ? __builtin_mul_overflow(x, y, &wide)
              : op->code == IR_OP_NEG ? __builtin_sub_overflow(0, x, &wide)
                                      : false;
  return over || wide != (int64_t)((uint64_t)wide << drop) >> drop;
}

// Any scalar op.
static bool
run_scalar(machine *m, const ir_op *op) {
  ir_bits args[3];
  ir_bits *out = &slot_of(m, op->outs.at[0])->bits;
  if (op->code == IR_OP_CONST) {
    *out = op->bits;
    return true;
  }
  for (int k = 0; k < op->ins.n; k++)
    args[k] = bits_of(m, op->ins.at[k]);
  // the operand type of a select is that of what it selects: the last one's
  ir_scalar in = op->ins.at[op->ins.n - 1]->type.elem;
  *out = ir_eval_scalar(op->code, in, op->outs.at[0]->type.elem, args);
  if (m->no_overflow && overflows(op, args))
    return fail(m, op, "signed overflow");
  return true;
}

// A call.
static bool
run_call(machine *m, const ir_op *op) {
  ir_bits args[IR_MAX_CALL];
  ir_scalar in[IR_MAX_CALL];
  for (int k = 0; k < op->ins.n; k++) {
    args[k] = bits_of(m, op->ins.at[k]);
    in[k] = op->ins.at[k]->type.elem;
  }
  return ir_eval_call(op->callee, op->ins.n, in, args,
                      op->outs.at[0]->type.elem,
                      &slot_of(m, op->outs.at[0])->bits) ||
         fail(m, op,
              "@%s is in another file, where the evaluator has no way to "
              "call it",
              op->callee);
}

// One op.
static bool
run_op(machine *m, ir_op *op) {
  if (!count_steps(m, op, 1))
    return false;
  switch (ir_op_table[op->code].cls) {
  case IR_CLASS_CONST:
  case IR_CLASS_CONV:
  case IR_CLASS_BIN:
  case IR_CLASS_UN:
  case IR_CLASS_TERN:
  case IR_CLASS_CMP:
  case IR_CLASS_SELECT:
  case IR_CLASS_MATH1:
  case IR_CLASS_MATH2:
    return run_scalar(m, op);
  case IR_CLASS_IF:
    return run_if(m, op);
  case IR_CLASS_LOOP:
    return run_loop(m, op);
  case IR_CLASS_YIELD:
    return true;
  case IR_CLASS_ALLOC:
    return run_alloc(m, op);
  case IR_CLASS_INDEX:
    return run_index(m, op);
  case IR_CLASS_UPDATE:
    return run_update(m, op);
  case IR_CLASS_BOUND:
    return run_bound(m, op);
  case IR_CLASS_READABLE:
    return run_readable(m, op);
  case IR_CLASS_CALL:
    return run_call(m, op);
  case IR_CLASS_SOAC:
    return run_soac(m, op);
  }
  return false;
}

// The ops of "r" in order; its yielded values are then in the slots.
static bool
run_region(machine *m, const ir_region *r) {
  ir_foreach_op (op, r)
    if (!run_op(m, op))
      return false;
  return true;
}

// Binds the arguments; the same ir_array twice is the same object.
static void
bind_args(machine *m, const ir_func *f, const ir_datum *args) {
  map *known = map_new(m->arena);
  for (int k = 0; k < f->body->params.n; k++) {
    slot *s = slot_of(m, f->body->params.at[k]);
    s->bits = args[k].bits;
    if (!args[k].type.array)
      continue;
    s->array = map_get(known, args[k].array);
    if (!s->array)
      s->array = wrap_array(m, args[k].array, true);
    map_put(known, args[k].array, s->array);
  }
}

bool
ir_eval(loft_cx *cx, ir_func *f, const ir_datum *args, ir_datum *results,
        const ir_eval_opts *opts) {
  machine m = {.cx = cx, .arena = arena_create()};
  intptr_t n_slots = 0;
  ir_name_values(f);
  number_region(f->body, &n_slots);
  m.env = NEW_ARRAY(m.arena, slot, n_slots);
  m.sites = map_new(m.arena);
  m.max_steps = opts ? opts->max_steps : 0;
  m.no_overflow = opts && opts->no_overflow;
  bind_args(&m, f, args);
  bool ok = run_region(&m, f->body);
  const ir_vals *yields = &f->body->last->ins;
  for (int k = 0; ok && k < yields->n; k++) {
    slot *s = slot_of(&m, yields->at[k]);
    ir_type type = yields->at[k]->type;
    results[k] = (ir_datum){type, s->bits, type.array ? s->array->array : NULL};
  }
  arena_destroy(m.arena);
  return ok;
}
