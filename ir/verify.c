// ir/verify.c: the rules of valid modules.
//
// One walk in program order keeps, per value, whether it is visible and
// whether an op has consumed it. Arrays are linear: each array value is
// consumed at most once on any path, so no alias analysis is needed, except
// for what a region hands back: there storage is followed (`root_of`).
// Everything found is collected as notes; the walk never stops early.
#include "ir/verify_private.h"

// -- Links --------------------------------------------------------------------

// Results and parameters know where they come from; lists are doubly linked.
static void
verify_links(verifier *v, const ir_op *op, const ir_region *r) {
  if (op->parent != r)
    ir_report(v, op, "the op does not know its region");
  if (op->next ? op->next->prev != op : r->last != op)
    ir_report(v, op, "broken list of ops");
  for (int k = 0; k < op->outs.n; k++)
    if (op->outs.at[k]->def != op || op->outs.at[k]->index != k)
      ir_report(v, op, "result %d does not know its op", k);
  for (int k = 0; k < op->n_regions; k++)
    if (op->regions[k]->parent_op != op || op->regions[k]->func != v->func)
      ir_report(v, op, "region %d does not know its op", k);
}

// -- Visibility and uniqueness --------------------------------------------

// Starts the life of "val".
static void
define(verifier *v, const ir_op *op, const ir_val *val) {
  if (map_has(v->states, val)) {
    ir_report(v, op, "%%%s is defined twice", ir_report_name(v, val));
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
      ir_report(v, op,
                "%%%s is a dest of the %s around, use its region parameter",
                ir_report_name(v, val), by);
      return;
    }
    if (!r->parent_op)
      break;
  }
  ir_report(v, op, "%%%s is used after %s consumed it", ir_report_name(v, val),
            by);
}

// "op" uses "val": it must be visible and not consumed. Returns its state, or
// NULL (reported).
static val_state *
use(verifier *v, const ir_op *op, const ir_val *val) {
  val_state *state = map_get(v->states, val);
  if (!state || !state->visible) {
    ir_report(v, op, "%%%s is not visible here", ir_report_name(v, val));
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
    ir_report(v, op, "%%%s comes from outside the loop that consumes it",
              ir_report_name(v, val));
  state->consumer = op;
  vec_push(v->arena, &v->consumed, state);
}

// True when "op" consumes its array operands.
static bool
is_consumer(const ir_op *op) {
  return ir_writes_element(op) || ir_iterates(op) || op->code == IR_OP_YIELD;
}

// -- Storage ------------------------------------------------------------------

static const ir_val *root_of(verifier *v, const ir_val *val,
                             const ir_region *stop);

// The array operand result "k" of a map, reduce or loop was made from; NULL
// when a loop permutes it.
static const ir_val *
input_of(verifier *v, const ir_op *op, int k) {
  const ir_region *r = op->regions[0];
  const ir_vals *yields = ir_yields_of(r);
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
  const ir_vals *yields = ir_yields_of(r);
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
  if (ir_writes_element(op))
    return op->ins.at[0];
  if (op->code == IR_OP_IF)
    return source_of_branches(v, op, val->index);
  if (ir_iterates(op))
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

// Each dest a SOAC yields is the storage of its dest parameter.
static void
verify_dests(verifier *v, const ir_op *op) {
  bool is_scan = op->code == IR_OP_SCAN;
  const ir_region *r = op->regions[is_scan];
  const ir_vals *yields = ir_yields_of(r);
  int first = op->n_dims + (is_scan ? 2 * op->n_red : 0);
  for (int k = first; yields && k < r->params.n; k++) {
    int at = k - first + (is_scan ? 0 : op->n_red);
    if (at < yields->n && root_of(v, yields->at[at], r) != r->params.at[k])
      ir_report(v, r->last, "yielded dest %%%s is not the storage of %%%s",
                ir_report_name(v, yields->at[at]),
                ir_report_name(v, r->params.at[k]));
  }
}

// Adds the arrays that "val", a result, may have its storage from.
static void
push_inputs(verifier *v, const ir_val *val, ir_vals *out) {
  const ir_op *op = val->def;
  int n_red = op->n_red, at = op->n_dims + val->index;
  if (ir_writes_element(op) && op->ins.n)
    vec_push(v->arena, out, op->ins.at[0]);
  if (op->code != IR_OP_IF && op->n_regions && val->index >= n_red &&
      at < op->ins.n)
    vec_push(v->arena, out, op->ins.at[at]);
  for (int k = 0; k < op->n_regions && val->index >= n_red; k++) {
    const ir_vals *yields = ir_yields_of(op->regions[k]);
    int from = val->index - (k && op->code == IR_OP_SCAN ? n_red : 0);
    if (yields && from < yields->n)
      vec_push(v->arena, out, yields->at[from]);
  }
}

// Adds the arrays that "val", a parameter of a region, may have its storage
// from.
static void
push_passed(verifier *v, const ir_val *val, ir_vals *out) {
  const ir_op *op = val->param_of->parent_op;
  const ir_vals *yields = ir_yields_of(val->param_of);
  bool is_then = op->code == IR_OP_SCAN && val->param_of == op->regions[1];
  int k = val->index - op->n_dims - (is_then ? 2 * op->n_red : 0);
  int at = op->n_dims + op->n_red + k;
  if (k >= 0 && at < op->ins.n)
    vec_push(v->arena, out, op->ins.at[at]);
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
  const ir_vals *yields = ir_yields_of(r);
  map *known = map_new(v->arena);
  for (int k = 0; yields && k < yields->n; k++) {
    ir_vals all = all_sources(v, yields->at[k], r, known);
    for (int i = 0; i < all.n; i++)
      if (all.at[i]->def && all.at[i]->def->code == IR_OP_ALLOC &&
          all.at[i]->def->space == IR_SPACE_PRIVATE &&
          !ir_is_outside(all.at[i], r))
        ir_report(v, r->last,
                  "private array %%%s does not outlive the iteration",
                  ir_report_name(v, all.at[i]));
  }
}

// ir_walk_fn: an update of what may be a function's parameter needs IR_WRITE in
// its mode.
static bool
verify_mode(void *user, ir_op *op) {
  verifier *v = user;
  if (!ir_writes_element(op))
    return true;
  ir_vals all = all_sources(v, op->ins.at[0], NULL, v->written);
  for (int k = 0; k < all.n; k++)
    if (all.at[k]->param_of == v->func->body &&
        !(v->func->param_mode[all.at[k]->index] & IR_WRITE))
      ir_report(v, op, "parameter %%%s is written, its mode does not say so",
                ir_report_name(v, all.at[k]));
  return true;
}

// -- The walk -------------------------------------------------------------

static void verify_region(verifier *v, const ir_op *op, ir_region *r);

// Forgets (or with "on" restores) the arrays consumed since "from".
static void
set_consumed(verifier *v, int from, const ir_op *consumer) {
  for (int k = from; k < v->consumed.n; k++)
    v->consumed.at[k]->consumer = consumer;
}

// True when branch "r" hands on the storage of "val", from outside of it.
static bool
is_handed_on(verifier *v, const ir_region *r, const ir_val *val) {
  const ir_vals *yields = ir_yields_of(r);
  for (int k = 0; yields && k < yields->n; k++) {
    const ir_val *root = yields->at[k]->type.array
                             ? root_of(v, yields->at[k], r)
                             : yields->at[k];
    if (!root || root == val)
      return true;
  }
  return false;
}

// True when "state" is among those consumed, from "from" up to "to".
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
      ir_report(v, r->last, "%%%s is consumed in this branch and not handed on",
                ir_report_name(v, v->consumed.at[k]->val));
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
      ir_report(v, op, "%%%s is one array or another, by the branch taken",
                ir_report_name(v, op->outs.at[k]));
  }
}

// Both branches start from the same state; arrays that either consumed are
// consumed.
static void
verify_branches(verifier *v, ir_op *op) {
  int before = v->consumed.n;
  verify_branch(v, op, op->regions[0]);
  set_consumed(v, before, NULL);
  verify_branch(v, op, op->regions[1]);
  set_consumed(v, before, op);
  verify_joined(v, op);
}

// The first region of scan "op" writes none of its dests.
static void
verify_values(verifier *v, const ir_op *op) {
  const ir_region *r = op->regions[0];
  for (int k = op->n_dims; k < r->params.n; k++) {
    const val_state *state = map_get(v->states, r->params.at[k]);
    if (state && state->consumer)
      ir_report(v, state->consumer, "%%%s is written before 'then'",
                ir_report_name(v, r->params.at[k]));
  }
}

// The regions of a loop-like op: nothing from outside may be consumed in them.
static void
verify_body(verifier *v, ir_op *op) {
  v->nest++;
  for (int k = 0; k < op->n_regions; k++)
    verify_region(v, op, op->regions[k]);
  v->nest--;
  if (op->code == IR_OP_SCAN)
    verify_values(v, op);
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
  if (!ir_verify_regions(v, op))
    return;
  ir_verify_shape(v, op);
  if (cls == IR_CLASS_IF)
    verify_branches(v, op);
  else if (op->n_regions)
    verify_body(v, op);
  for (int k = 0; k < op->outs.n; k++)
    define(v, op, op->outs.at[k]);
}

// Ends the life of the values that "r" defines.
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
      ir_report(v, op, "parameter %d does not know its region", k);
    define(v, op, param);
  }
  ir_foreach_op (inner, r) {
    if ((inner->code == IR_OP_YIELD) != (inner == r->last))
      ir_report(v, inner, "a region ends with its only yield");
    verify_op(v, inner, r);
  }
  if (!r->last)
    ir_report(v, op, "a region ends with a yield");
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
    ir_report(v, end, "a guard has the parameters of @%s", named->name);
  for (int k = 0; k < n; k++)
    if (g->param_mode[k] & IR_WRITE)
      ir_report(v, end, "a guard does not write: parameter %d", k);
  if (end && (end->ins.n != 1 || end->ins.at[0]->type.array ||
              end->ins.at[0]->type.elem != IR_BOOL))
    ir_report(v, end, "a guard returns a bool");
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
