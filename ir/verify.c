// ir/verify.c: what every valid module satisfies.
//
// One walk in program order keeps, per value, whether it is visible and
// whether an op has consumed it. Arrays are linear: each array value is
// consumed at most once on any path, so no alias analysis is needed, except
// for what a region hands back: there storage is followed (`root_of`).
// Everything found is collected as notes; the walk never stops early.
#include "ir/ir.h"

// What the walk knows about one value.
typedef struct val_state {
  const ir_val *val;
  bool visible;
  int nest; // how many map/reduce/loop regions surround its definition
  const ir_op *consumer;
} val_state;

typedef struct verifier {
  arena *arena;
  ir_notes *notes; // may be NULL
  int n_errors;
  map *states;
  ir_func *func;
  bool named; // the function's values have printable names
  int nest;
  VEC(val_state *) consumed; // in order, so that an `if` can undo and redo
  map *roots;                // array -> root_in_home, once known
  map *written;              // arrays that may be written, once known
} verifier;

// -- Reporting ---------------------------------------------------------------

// Adds a note under "op".
static void
LOFT_PRINTF(3, 4) report(verifier *v, const ir_op *op, const char *fmt, ...) {
  va_list ap;
  v->n_errors++;
  if (!v->notes)
    return;
  va_start(ap, fmt);
  ir_note note = {op, arena_vprintf(v->arena, fmt, ap)};
  va_end(ap);
  vec_push(v->arena, v->notes, note);
}

// How messages call "val"; names the function's values on first use.
static const char *
name_of(verifier *v, const ir_val *val) {
  if (!v->named)
    ir_name_values(v->func);
  v->named = true;
  return val->name ? val->name : "?";
}

// The type as the text form writes it.
static const char *
type_text(verifier *v, ir_type t) {
  return arena_printf(v->arena, "%s%s", t.array ? "[]" : "",
                      ir_scalar_name(t.elem));
}

// Reports when "val" (called "what") does not have type "want".
static void
expect_type(verifier *v, const ir_op *op, const ir_val *val, ir_type want,
            const char *what) {
  if (!ir_type_eq(val->type, want))
    report(v, op, "%s %%%s has type %s, expected %s", what, name_of(v, val),
           type_text(v, val->type), type_text(v, want));
}

// Reports when "op" does not have "n_ins" operands and "n_outs" results;
// returns false then.
static bool
expect_arity(verifier *v, const ir_op *op, int n_ins, int n_outs) {
  if (op->ins.n == n_ins && op->outs.n == n_outs)
    return true;
  report(v, op, "expected %d operands and %d results, found %d and %d", n_ins,
         n_outs, op->ins.n, op->outs.n);
  return false;
}

// Reports when the lists differ in length or types.
static void
expect_same_types(verifier *v, const ir_op *op, const ir_vals *got,
                  ir_val *const *want, int n_want, const char *what) {
  if (got->n != n_want) {
    report(v, op, "expected %d %s, found %d", n_want, what, got->n);
    return;
  }
  for (int k = 0; k < n_want; k++)
    expect_type(v, op, got->at[k], want[k]->type, what);
}

// -- Types of scalar ops --------------------------------------------------

// True when the table allows the op on "type".
static bool
is_allowed(unsigned flags, ir_scalar type) {
  if (ir_is_float(type))
    return flags & (IR_F_FLT | IR_F_ANYT);
  if (type == IR_BOOL)
    return flags & IR_F_LOGIC;
  return flags & (IR_F_INT | IR_F_LOGIC | IR_F_ANYT);
}

// All operands from "first" on have one allowed scalar type; the result has
// type "*out", or theirs when NULL.
static void
verify_uniform(verifier *v, const ir_op *op, int first, int n_ins,
               const ir_scalar *out) {
  const ir_op_info *info = &ir_op_table[op->code];
  if (!expect_arity(v, op, n_ins, 1))
    return;
  ir_scalar type = op->ins.at[first]->type.elem;
  if (!is_allowed(info->flags, type))
    report(v, op, "%s is not defined on %s", info->mnemonic,
           ir_scalar_name(type));
  for (int k = first; k < n_ins; k++)
    expect_type(v, op, op->ins.at[k], ir_ty(type), "operand");
  expect_type(v, op, op->outs.at[0], ir_ty(out ? *out : type), "result");
}

// CONST: bits fit the type.
static void
verify_const(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 0, 1))
    return;
  ir_type type = op->outs.at[0]->type;
  int width = type.elem == IR_BOOL ? 1 : 8 * ir_size(type.elem);
  if (type.array)
    report(v, op, "a constant is a scalar");
  if (width < 64 && op->bits >> width)
    report(v, op, "the bits of the constant do not fit %s",
           ir_scalar_name(type.elem));
}

// CONV: scalars; a bitcast keeps the width.
static void
verify_conv(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 1, 1))
    return;
  ir_type from = op->ins.at[0]->type, to = op->outs.at[0]->type;
  if (from.array || to.array)
    report(v, op, "arrays cannot be converted");
  else if (op->code == IR_OP_BITCAST &&
           (ir_size(from.elem) != ir_size(to.elem) || from.elem == IR_BOOL ||
            to.elem == IR_BOOL))
    report(v, op, "bitcast from %s to %s", ir_scalar_name(from.elem),
           ir_scalar_name(to.elem));
}

// SELECT: a bool and two of the result's type.
static void
verify_select(verifier *v, const ir_op *op) {
  if (op->ins.n == 3)
    expect_type(v, op, op->ins.at[0], ir_ty(IR_BOOL), "condition");
  verify_uniform(v, op, 1, 3, NULL);
}

// -- Array ops ------------------------------------------------------------

// Reports when "val" is no array.
static bool
expect_array(verifier *v, const ir_op *op, const ir_val *val) {
  if (val->type.array)
    return true;
  report(v, op, "%%%s is no array", name_of(v, val));
  return false;
}

// ALLOC: an i64 count, constant and not large for private arrays.
static void
verify_alloc(verifier *v, const ir_op *op) {
  int64_t count;
  if (!expect_arity(v, op, 1, 1))
    return;
  expect_type(v, op, op->ins.at[0], ir_ty(IR_I64), "count");
  expect_array(v, op, op->outs.at[0]);
  if (op->space != IR_SPACE_PRIVATE)
    return;
  if (!ir_match_int(op->ins.at[0], &count) || count < 0)
    report(v, op, "a private array needs a constant size");
  else if (count > IR_MAX_PRIVATE / ir_size(op->outs.at[0]->type.elem))
    report(v, op, "a private array has at most %d bytes", IR_MAX_PRIVATE);
}

// INDEX: array and i64 to element.
static void
verify_index(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 2, 1) || !expect_array(v, op, op->ins.at[0]))
    return;
  expect_type(v, op, op->ins.at[1], ir_ty(IR_I64), "index");
  expect_type(v, op, op->outs.at[0], ir_ty(op->ins.at[0]->type.elem),
              "element");
}

// UPDATE: array, i64, element to array.
static void
verify_update(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 3, 1) || !expect_array(v, op, op->ins.at[0]))
    return;
  ir_type type = op->ins.at[0]->type;
  expect_type(v, op, op->ins.at[1], ir_ty(IR_I64), "index");
  expect_type(v, op, op->ins.at[2], ir_ty(type.elem), "value");
  expect_type(v, op, op->outs.at[0], type, "result");
}

// -- Ops with regions -----------------------------------------------------

// The yielded values of "r", or NULL when it has no yield.
static const ir_vals *
yields_of(const ir_region *r) {
  return r->last && r->last->code == IR_OP_YIELD ? &r->last->ins : NULL;
}

// Reports when region 0 does not yield values of the types given.
static void
expect_yields(verifier *v, const ir_op *op, const ir_region *r,
              ir_val *const *want, int n) {
  const ir_vals *yields = yields_of(r);
  if (yields)
    expect_same_types(v, op, yields, want, n, "yielded values");
}

// IF: a bool; both regions have no parameters and yield the results.
static void
verify_if(verifier *v, const ir_op *op) {
  if (op->ins.n != 1)
    report(v, op, "if takes one condition");
  else
    expect_type(v, op, op->ins.at[0], ir_ty(IR_BOOL), "condition");
  for (int k = 0; k < op->n_regions; k++) {
    if (op->regions[k]->params.n)
      report(v, op, "the regions of an if take no parameters");
    expect_yields(v, op, op->regions[k], op->outs.at, op->outs.n);
  }
}

// Extents are i64, and so are the first "n" region parameters.
static void
verify_extents(verifier *v, const ir_op *op, int n) {
  const ir_region *r = op->regions[0];
  for (int k = 0; k < n; k++) {
    expect_type(v, op, op->ins.at[k], ir_ty(IR_I64), "extent");
    if (k < r->params.n)
      expect_type(v, op, r->params.at[k], ir_ty(IR_I64), "loop index");
  }
}

// LOOP: extent? inits; params i? carried; yields and results as the inits.
static void
verify_loop(verifier *v, const ir_op *op) {
  const ir_region *r = op->regions[0];
  if (op->n_dims < 0 || op->n_dims > 1 || op->ins.n < op->n_dims) {
    report(v, op, "a loop has one extent or none");
    return;
  }
  ir_val **inits = op->ins.at + op->n_dims;
  int n = op->ins.n - op->n_dims;
  verify_extents(v, op, op->n_dims);
  if (!op->n_dims && !op->has_while)
    report(v, op, "a loop without extent needs a while condition");
  if (op->has_while && (n < 1 || !ir_type_eq(inits[0]->type, ir_ty(IR_BOOL))))
    report(v, op, "the first carried value of a while loop is a bool");
  if (r->params.n != op->n_dims + n)
    report(v, op, "expected %d region parameters, found %d", op->n_dims + n,
           r->params.n);
  else
    for (int k = 0; k < n; k++)
      expect_type(v, op, r->params.at[op->n_dims + k], inits[k]->type,
                  "carried parameter");
  expect_yields(v, op, r, inits, n);
  expect_same_types(v, op, &op->outs, inits, n, "results");
}

// The operators of a reduction exist on the types they fold.
static void
verify_operators(verifier *v, const ir_op *op) {
  if (op->exact && !op->seq)
    report(v, op, "an exact reduction is seq");
  if (op->n_red < 1 || !op->red_ops) {
    report(v, op, "a reduce has at least one operator");
    return;
  }
  for (int k = 0; k < op->n_red; k++) {
    const ir_op_info *info = &ir_op_table[op->red_ops[k]];
    ir_type type = op->ins.at[op->n_dims + k]->type;
    if (!(info->flags & IR_F_RED))
      report(v, op, "%s is no reduction operator", info->mnemonic);
    else if (type.array || !is_allowed(info->flags, type.elem))
      report(v, op, "%s cannot reduce %s", info->mnemonic, type_text(v, type));
  }
}

// MAP, REDUCE: extents inits dests; params idx dests; yields and results
// values dests.
static void
verify_soac(verifier *v, const ir_op *op) {
  const ir_region *r = op->regions[0];
  bool is_reduce = op->code == IR_OP_REDUCE;
  int n_red = is_reduce ? op->n_red : 0, skip = op->n_dims + n_red;
  if (op->n_dims < 1 || n_red < 0 || op->ins.n < skip) {
    report(v, op, "too few operands for %d extents and %d initial values",
           op->n_dims, n_red);
    return;
  }
  verify_extents(v, op, op->n_dims);
  if (is_reduce)
    verify_operators(v, op);
  else if (op->n_red || op->seq || op->exact)
    report(v, op, "a map has no operators");
  for (int k = skip; k < op->ins.n; k++)
    expect_array(v, op, op->ins.at[k]);
  if (r->params.n != op->n_dims + op->ins.n - skip)
    report(v, op, "expected %d region parameters, found %d",
           op->n_dims + op->ins.n - skip, r->params.n);
  else
    for (int k = skip; k < op->ins.n; k++)
      expect_type(v, op, r->params.at[k - n_red], op->ins.at[k]->type,
                  "dest parameter");
  expect_yields(v, op, r, op->ins.at + op->n_dims, op->ins.n - op->n_dims);
  expect_same_types(v, op, &op->outs, op->ins.at + op->n_dims,
                    op->ins.n - op->n_dims, "results");
}

// How many regions an op of class "cls" has.
static int
n_regions_of(ir_class cls) {
  if (cls == IR_CLASS_IF)
    return 2;
  return cls == IR_CLASS_LOOP || cls == IR_CLASS_SOAC;
}

// Types and shape of one op by its class; its regions exist.
static void
verify_shape(verifier *v, const ir_op *op) {
  const ir_scalar boolean = IR_BOOL;
  switch (ir_op_table[op->code].cls) {
  case IR_CLASS_CONST:
    verify_const(v, op);
    break;
  case IR_CLASS_CONV:
    verify_conv(v, op);
    break;
  case IR_CLASS_UN:
  case IR_CLASS_MATH1:
    verify_uniform(v, op, 0, 1, NULL);
    break;
  case IR_CLASS_BIN:
  case IR_CLASS_MATH2:
    verify_uniform(v, op, 0, 2, NULL);
    break;
  case IR_CLASS_TERN:
    verify_uniform(v, op, 0, 3, NULL);
    break;
  case IR_CLASS_CMP:
    verify_uniform(v, op, 0, 2, &boolean);
    break;
  case IR_CLASS_SELECT:
    verify_select(v, op);
    break;
  case IR_CLASS_IF:
    verify_if(v, op);
    break;
  case IR_CLASS_LOOP:
    verify_loop(v, op);
    break;
  case IR_CLASS_YIELD:
    if (op->outs.n)
      report(v, op, "a yield has no results");
    break;
  case IR_CLASS_ALLOC:
    verify_alloc(v, op);
    break;
  case IR_CLASS_INDEX:
    verify_index(v, op);
    break;
  case IR_CLASS_UPDATE:
    verify_update(v, op);
    break;
  case IR_CLASS_SOAC:
    verify_soac(v, op);
    break;
  }
}

// Levels make sense on the op.
static void
verify_level(verifier *v, const ir_op *op) {
  bool is_loop = op->code == IR_OP_LOOP;
  bool is_soac = op->code == IR_OP_MAP || op->code == IR_OP_REDUCE;
  bool ok = op->level == IR_LEVEL_NONE;
  ok |= is_loop && (op->level == IR_LEVEL_SEQ || op->level == IR_LEVEL_HOST);
  ok |= is_soac && op->level != IR_LEVEL_HOST;
  if (!ok)
    report(v, op, "%s cannot have this level", ir_op_table[op->code].mnemonic);
}

// -- Links --------------------------------------------------------------------

// Results and parameters know where they come from; lists are doubly linked.
static void
verify_links(verifier *v, const ir_op *op, const ir_region *r) {
  if (op->parent != r)
    report(v, op, "the op does not know its region");
  if (op->next ? op->next->prev != op : r->last != op)
    report(v, op, "broken list of ops");
  for (int k = 0; k < op->outs.n; k++)
    if (op->outs.at[k]->def != op || op->outs.at[k]->index != k)
      report(v, op, "result %d does not know its op", k);
  for (int k = 0; k < op->n_regions; k++)
    if (op->regions[k]->parent_op != op || op->regions[k]->func != v->func)
      report(v, op, "region %d does not know its op", k);
}

// -- Visibility and uniqueness --------------------------------------------

// Starts the life of "val".
static void
define(verifier *v, const ir_op *op, const ir_val *val) {
  if (map_has(v->states, val)) {
    report(v, op, "%%%s is defined twice", name_of(v, val));
    return;
  }
  val_state *state = NEW(v->arena, val_state);
  state->val = val;
  state->visible = true;
  state->nest = v->nest;
  map_put(v->states, val, state);
}

// Reports a use of "val" that "consumer" forbids.
static void
report_consumed(verifier *v, const ir_op *op, const ir_val *val,
                const ir_op *consumer) {
  const char *by = ir_op_table[consumer->code].mnemonic;
  for (const ir_region *r = op->parent; r; r = r->parent_op->parent) {
    if (r->parent_op == consumer && op != consumer) {
      report(v, op, "%%%s is a dest of the %s around, use its region parameter",
             name_of(v, val), by);
      return;
    }
    if (!r->parent_op)
      break;
  }
  report(v, op, "%%%s is used after %s consumed it", name_of(v, val), by);
}

// "op" uses "val": it must be visible and not consumed. Returns its state, or
// NULL (reported).
static val_state *
use(verifier *v, const ir_op *op, const ir_val *val) {
  val_state *state = map_get(v->states, val);
  if (!state || !state->visible) {
    report(v, op, "%%%s is not visible here", name_of(v, val));
    return NULL;
  }
  if (state->consumer) {
    report_consumed(v, op, val, state->consumer);
    return NULL;
  }
  return state;
}

// "op" consumes the array "val".
static void
consume(verifier *v, const ir_op *op, const ir_val *val) {
  val_state *state = use(v, op, val);
  if (!state)
    return;
  if (state->nest != v->nest)
    report(v, op, "%%%s comes from outside the loop that consumes it",
           name_of(v, val));
  state->consumer = op;
  vec_push(v->arena, &v->consumed, state);
}

// True when "op" consumes its array operands.
static bool
is_consumer(const ir_op *op) {
  return op->code == IR_OP_UPDATE || op->code == IR_OP_MAP ||
         op->code == IR_OP_REDUCE || op->code == IR_OP_LOOP ||
         op->code == IR_OP_YIELD;
}

// -- Storage ------------------------------------------------------------------

static const ir_val *root_of(verifier *v, const ir_val *val,
                             const ir_region *stop);

// The array operand result "k" of a map, reduce or loop was made from; NULL
// when a loop permutes it.
static const ir_val *
input_of(verifier *v, const ir_op *op, int k) {
  const ir_region *r = op->regions[0];
  const ir_vals *yields = yields_of(r);
  int at = k + op->n_dims;
  if (at >= op->ins.n)
    return NULL;
  if (op->code == IR_OP_LOOP &&
      (!yields || k >= yields->n || at >= r->params.n ||
       root_of(v, yields->at[k], r) != r->params.at[at]))
    return NULL;
  return op->ins.at[at];
}

// The array from outside that branch "r" of an if hands on as result "k"; NULL
// when it may be one of several. Branches that agree do so on the value right
// before the if, so each is followed no further than that, else ifs in a row
// would take exponential time.
static const ir_val *
source_of_branch(verifier *v, const ir_region *r, int k) {
  const ir_vals *yields = yields_of(r);
  return yields && k < yields->n ? root_of(v, yields->at[k], r) : NULL;
}

// The array that both branches of an if hand on as result "k", or NULL.
static const ir_val *
source_of_branches(verifier *v, const ir_op *op, int k) {
  const ir_val *first = source_of_branch(v, op->regions[0], k);
  return first == source_of_branch(v, op->regions[1], k) ? first : NULL;
}

// The array that "val" is after one op; "val" when that is none that hands its
// storage on, NULL when it may be one of several.
static const ir_val *
source_of(verifier *v, const ir_val *val) {
  const ir_op *op = val->def;
  if (op->code == IR_OP_UPDATE)
    return op->ins.at[0];
  if (op->code == IR_OP_IF)
    return source_of_branches(v, op, val->index);
  if (op->code == IR_OP_MAP || op->code == IR_OP_REDUCE ||
      op->code == IR_OP_LOOP)
    return input_of(v, op, val->index);
  return val;
}

// What "val", a result, was in the beginning of its region: a result or
// parameter of it, or a value from outside; NULL when one of several. Every
// value on the way is remembered, so that rows of updates and nested ifs are
// walked once.
static const ir_val *
root_in_home(verifier *v, const ir_val *val) {
  const ir_region *home = val->def->parent;
  const ir_val *at = val, *root = NULL;
  while (at && at->def && at->def->parent == home && !map_has(v->roots, at)) {
    const ir_val *from = source_of(v, at);
    if (from == at)
      break;
    at = from;
  }
  if (at)
    root = at->def && at->def->parent == home && map_has(v->roots, at)
               ? map_get(v->roots, at)
               : at;
  for (; val && val != at; val = source_of(v, val))
    map_put(v->roots, val, (void *)root);
  return root;
}

// The alloc result or parameter whose storage "val" is, not looking outside
// "stop"; NULL when it may be one of several.
static const ir_val *
root_of(verifier *v, const ir_val *val, const ir_region *stop) {
  while (val && val->def && !(stop && ir_is_outside(val, stop))) {
    const ir_val *root = root_in_home(v, val);
    if (root == val)
      break;
    val = root;
  }
  return val;
}

// Each dest a map or reduce yields is the storage of its dest parameter.
static void
verify_dests(verifier *v, const ir_op *op) {
  const ir_region *r = op->regions[0];
  const ir_vals *yields = yields_of(r);
  int n_red = op->code == IR_OP_REDUCE ? op->n_red : 0;
  for (int k = op->n_dims; yields && k < r->params.n; k++) {
    int at = k - op->n_dims + n_red;
    if (at < yields->n && root_of(v, yields->at[at], r) != r->params.at[k])
      report(v, r->last, "yielded dest %%%s is not the storage of %%%s",
             name_of(v, yields->at[at]), name_of(v, r->params.at[k]));
  }
}

// Adds the arrays that "val", a result, may have its storage from.
static void
push_inputs(verifier *v, const ir_val *val, ir_vals *out) {
  const ir_op *op = val->def;
  int n_red = op->code == IR_OP_REDUCE ? op->n_red : 0;
  int at = op->n_dims + val->index;
  if (op->code == IR_OP_UPDATE && op->ins.n)
    vec_push(v->arena, out, op->ins.at[0]);
  if (op->code != IR_OP_IF && op->n_regions && val->index >= n_red &&
      at < op->ins.n)
    vec_push(v->arena, out, op->ins.at[at]);
  for (int k = 0; k < op->n_regions && val->index >= n_red; k++) {
    const ir_vals *yields = yields_of(op->regions[k]);
    if (yields && val->index < yields->n)
      vec_push(v->arena, out, yields->at[val->index]);
  }
}

// Adds the arrays that "val", a parameter of a region, may have its storage
// from.
static void
push_passed(verifier *v, const ir_val *val, ir_vals *out) {
  const ir_op *op = val->param_of->parent_op;
  const ir_vals *yields = yields_of(val->param_of);
  int n_red = op->code == IR_OP_REDUCE ? op->n_red : 0;
  int k = val->index - op->n_dims;
  if (k >= 0 && val->index + n_red < op->ins.n)
    vec_push(v->arena, out, op->ins.at[val->index + n_red]);
  if (op->code == IR_OP_LOOP && yields && k >= 0 && k < yields->n)
    vec_push(v->arena, out, yields->at[k]);
}

// Every array that may have the storage of "val", which is one of them; those
// of "known" and what is behind them left out. Nothing outside of "stop" (may
// be NULL) is looked through.
static ir_vals
all_sources(verifier *v, ir_val *val, const ir_region *stop, map *known) {
  ir_vals all = {0};
  vec_push(v->arena, &all, val);
  for (int done = 0; done < all.n; done++) {
    ir_val *x = all.at[done];
    if (map_has(known, x)) {
      all.at[done--] = vec_last(&all);
      all.n--;
      continue;
    }
    map_put(known, x, x);
    if (!x->type.array || (stop && ir_is_outside(x, stop)))
      continue;
    if (x->def)
      push_inputs(v, x, &all);
    else if (x->param_of->parent_op && x->param_of != stop)
      push_passed(v, x, &all);
  }
  return all;
}

// A private array does not outlive the iteration of a loop that made it.
static void
verify_loop_yields(verifier *v, const ir_op *op) {
  const ir_region *r = op->regions[0];
  const ir_vals *yields = yields_of(r);
  map *known = map_new(v->arena);
  for (int k = 0; yields && k < yields->n; k++) {
    ir_vals all = all_sources(v, yields->at[k], r, known);
    for (int i = 0; i < all.n; i++)
      if (all.at[i]->def && all.at[i]->def->code == IR_OP_ALLOC &&
          all.at[i]->def->space == IR_SPACE_PRIVATE &&
          !ir_is_outside(all.at[i], r))
        report(v, r->last, "private array %%%s does not outlive the iteration",
               name_of(v, all.at[i]));
  }
}

// ir_walk_fn: an update of what may be a function's parameter needs IR_WRITE in
// its mode.
static bool
verify_mode(void *user, ir_op *op) {
  verifier *v = user;
  if (op->code != IR_OP_UPDATE)
    return true;
  ir_vals all = all_sources(v, op->ins.at[0], NULL, v->written);
  for (int k = 0; k < all.n; k++)
    if (all.at[k]->param_of == v->func->body &&
        !(v->func->param_mode[all.at[k]->index] & IR_WRITE))
      report(v, op, "parameter %%%s is written, its mode does not say so",
             name_of(v, all.at[k]));
  return true;
}

// -- The walk -------------------------------------------------------------

static void verify_region(verifier *v, const ir_op *op, ir_region *r);

// Forgets (or with "on" restores) what was consumed since "from".
static void
set_consumed(verifier *v, int from, const ir_op *consumer) {
  for (int k = from; k < v->consumed.n; k++)
    v->consumed.at[k]->consumer = consumer;
}

// True when branch "r" hands on the storage of "val", from outside of it.
static bool
is_handed_on(verifier *v, const ir_region *r, const ir_val *val) {
  const ir_vals *yields = yields_of(r);
  for (int k = 0; yields && k < yields->n; k++) {
    const ir_val *root = yields->at[k]->type.array
                             ? root_of(v, yields->at[k], r)
                             : yields->at[k];
    if (!root || root == val)
      return true;
  }
  return false;
}

// True when "state" is among what was consumed, from "from" up to "to".
static bool
is_listed(const verifier *v, int from, int to, const val_state *state) {
  for (int k = from; k < to; k++)
    if (v->consumed.at[k] == state)
      return true;
  return false;
}

// A branch; what it consumed of outside, and nothing else, stays consumed and
// comes out of it again.
static void
verify_branch(verifier *v, const ir_op *op, ir_region *r) {
  int before = v->consumed.n;
  verify_region(v, op, r);
  int n = before;
  for (int k = before; k < v->consumed.n; k++) {
    val_state *state = v->consumed.at[k];
    if (ir_is_outside(state->val, r) && !is_listed(v, before, n, state))
      v->consumed.at[n++] = state;
  }
  v->consumed.n = n;
  for (int k = before; r->last && k < n; k++)
    if (!is_handed_on(v, r, v->consumed.at[k]->val))
      report(v, r->last, "%%%s is consumed in this branch and not handed on",
             name_of(v, v->consumed.at[k]->val));
}

// An array that comes out of an if is the same one whichever branch was taken,
// so that what a branch wrote to it is not lost; loops may permute theirs.
static void
verify_joined(verifier *v, const ir_op *op) {
  for (int k = 0; k < op->outs.n; k++) {
    if (!op->outs.at[k]->type.array)
      continue;
    const ir_val *x = source_of_branch(v, op->regions[0], k);
    const ir_val *y = source_of_branch(v, op->regions[1], k);
    if (x && y && x != y)
      report(v, op, "%%%s is one array or another, by the branch taken",
             name_of(v, op->outs.at[k]));
  }
}

// Both branches start from the same state; what either consumed is consumed.
static void
verify_branches(verifier *v, ir_op *op) {
  int before = v->consumed.n;
  verify_branch(v, op, op->regions[0]);
  set_consumed(v, before, NULL);
  verify_branch(v, op, op->regions[1]);
  set_consumed(v, before, op);
  verify_joined(v, op);
}

// The body of a loop-like op: nothing from outside may be consumed in it.
static void
verify_body(verifier *v, ir_op *op) {
  v->nest++;
  verify_region(v, op, op->regions[0]);
  v->nest--;
  if (op->code == IR_OP_LOOP)
    verify_loop_yields(v, op);
  else
    verify_dests(v, op);
}

// One op, its operands before its regions, its regions before its results.
static void
verify_op(verifier *v, ir_op *op, const ir_region *r) {
  ir_class cls = ir_op_table[op->code].cls;
  verify_links(v, op, r);
  for (int k = 0; k < op->ins.n; k++)
    if (op->ins.at[k]->type.array && is_consumer(op))
      consume(v, op, op->ins.at[k]);
    else
      use(v, op, op->ins.at[k]);
  if (op->n_regions != n_regions_of(cls)) {
    report(v, op, "expected %d regions, found %d", n_regions_of(cls),
           op->n_regions);
    return;
  }
  verify_shape(v, op);
  verify_level(v, op);
  if (cls == IR_CLASS_IF)
    verify_branches(v, op);
  else if (op->n_regions)
    verify_body(v, op);
  for (int k = 0; k < op->outs.n; k++)
    define(v, op, op->outs.at[k]);
}

// Ends the life of what "r" defines.
static void
hide(verifier *v, const ir_val *val) {
  val_state *state = map_get(v->states, val);
  if (state)
    state->visible = false;
}

// One region of "op" (NULL: the function's body).
static void
verify_region(verifier *v, const ir_op *op, ir_region *r) {
  for (int k = 0; k < r->params.n; k++) {
    ir_val *param = r->params.at[k];
    if (param->param_of != r || param->index != k)
      report(v, op, "parameter %d does not know its region", k);
    define(v, op, param);
  }
  ir_foreach_op (inner, r) {
    if ((inner->code == IR_OP_YIELD) != (inner == r->last))
      report(v, inner, "a region ends with its only yield");
    verify_op(v, inner, r);
  }
  if (!r->last)
    report(v, op, "a region ends with a yield");
  ir_foreach_op (inner, r)
    for (int k = 0; k < inner->outs.n; k++)
      hide(v, inner->outs.at[k]);
  for (int k = 0; k < r->params.n; k++)
    hide(v, r->params.at[k]);
}

// The function NAME_guard, beside NAME, takes its arguments, returns whether
// NAME may run, and writes nothing of the caller's.
static void
verify_guard(verifier *v, const ir_func *named) {
  const ir_func *g = v->func;
  const ir_op *end = g->body->last;
  int n = g->body->params.n;
  bool same = n == named->body->params.n;
  for (int k = 0; k < n && same; k++)
    same = ir_type_eq(g->body->params.at[k]->type,
                      named->body->params.at[k]->type);
  if (!same)
    report(v, end, "a guard has the parameters of @%s", named->name);
  for (int k = 0; k < n; k++)
    if (g->param_mode[k] & IR_WRITE)
      report(v, end, "a guard does not write: parameter %d", k);
  if (end && (end->ins.n != 1 || end->ins.at[0]->type.array ||
              end->ins.at[0]->type.elem != IR_BOOL))
    report(v, end, "a guard returns a bool");
}

// The function that "f" is the guard of, by its name; NULL: it is none.
static const ir_func *
guarded_by(arena *a, const ir_module *m, const ir_func *f) {
  size_t n = strlen(f->name), tail = strlen("_guard");
  if (n <= tail || strcmp(f->name + n - tail, "_guard") != 0)
    return NULL;
  return ir_func_find(m, arena_printf(a, "%.*s", (int)(n - tail), f->name));
}

int
ir_verify(arena *a, ir_module *m, ir_notes *notes) {
  int n_errors = 0;
  for (ir_func *f = m->funcs; f; f = f->next) {
    verifier v = {.arena = a, .notes = notes, .func = f};
    v.states = map_new(a);
    v.roots = map_new(a);
    v.written = map_new(a);
    verify_region(&v, NULL, f->body);
    if (!v.n_errors)
      ir_walk(f->body, verify_mode, &v);
    const ir_func *named = guarded_by(a, m, f);
    if (named)
      verify_guard(&v, named);
    n_errors += v.n_errors;
  }
  return n_errors;
}

bool
ir_check(loft_cx *cx, ir_module *m, const char *when) {
  ir_notes notes = {0};
  arena *scratch = arena_create();
  bool ok = !ir_verify(scratch, m, &notes);
  if (!ok) {
    sb text;
    sb_init(&text, scratch);
    ir_print_module(&text, m, &notes);
    diag_report(cx, DIAG_INTERNAL, (loft_loc){0}, NULL,
                "invalid IR after %s\n%s", when, sb_str(&text));
  }
  arena_destroy(scratch);
  return ok;
}
