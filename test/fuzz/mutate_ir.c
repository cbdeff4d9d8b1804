// test/fuzz/mutate_ir.c: random changes of IR.
//
// Each change is made on the data structure and kept when the verifier accepts
// the result. Changes need not look after uniqueness of arrays, types or
// visibility more than makes success likely.
#include "fuzz.h"

enum { TRIES = 12 };

// One try: a module and what is in it.
typedef struct mutation {
  arena *arena;
  ir_module *m;
  ir_func *f;
  VEC(ir_op *) ops; // of f, yields too
  fuzz_random *r;
} mutation;

int
fuzz_below(fuzz_random *r, int n) {
  *r ^= *r << 13;
  *r ^= *r >> 7;
  *r ^= *r << 17;
  return n > 0 ? (int)((*r >> 16) % (unsigned)n) : 0;
}

// diag_fn: messages are formatted, not shown.
static void
ignore(void *user, diag_level level, loft_loc loc, const char *id,
       const char *message) {
  (void)user, (void)level, (void)loc, (void)id, (void)message;
}

loft_cx
fuzz_context(void) {
  return (loft_cx){.arena = arena_create(), .diag = ignore};
}

// Read by ASan: stacks of allocations in arenas say little.
const char *__asan_default_options(void);
const char *
__asan_default_options(void) {
  return "malloc_context_size=1:quarantine_size_mb=16:detect_leaks=1";
}

// -- Choosing -----------------------------------------------------------------
// ir_walk_fn: collects all ops.
static bool
collect(void *user, ir_op *op) {
  mutation *mu = user;
  vec_push(mu->arena, &mu->ops, op);
  return true;
}

// Begins a try on a function of "m".
static mutation
begin(arena *a, ir_module *m, fuzz_random *r) {
  mutation mu = {.arena = a, .m = m, .r = r};
  int n = 0;
  for (ir_func *f = m->funcs; f; f = f->next)
    if (fuzz_below(r, ++n) == 0)
      mu.f = f;
  if (mu.f)
    ir_walk(mu.f->body, collect, &mu);
  return mu;
}

// Some op of the function.
static ir_op *
any_op(mutation *mu) {
  return mu->ops.at[fuzz_below(mu->r, mu->ops.n)];
}

// Adds those of "vals" that have type "type" to "found".
static void
add_typed(mutation *mu, const ir_vals *vals, ir_type type, ir_vals *found) {
  for (int k = 0; k < vals->n; k++)
    if (ir_type_eq(vals->at[k]->type, type))
      vec_push(mu->arena, found, vals->at[k]);
}

// A value of type "type" visible in front of "op", or NULL.
static ir_val *
any_visible(mutation *mu, ir_op *op, ir_type type) {
  ir_vals found = {0};
  while (op) {
    ir_region *region = op->parent;
    for (ir_op *o = region->first; o != op; o = o->next)
      add_typed(mu, &o->outs, type, &found);
    add_typed(mu, &region->params, type, &found);
    op = region->parent_op;
  }
  return found.n ? found.at[fuzz_below(mu->r, found.n)] : NULL;
}

// Bits of type "s" that are at some border.
static ir_bits
any_bits(mutation *mu, ir_scalar s) {
  static const int64_t ints[] = {0,   1,   2,    3,         -1,       -2, 4,
                                 7,   8,   16,   31,        32,       63, 64,
                                 100, 255, 4096, INT32_MAX, INT32_MIN};
  static const double floats[] = {0.0,
                                  -0.0,
                                  1.0,
                                  -1.0,
                                  0.5,
                                  3.0,
                                  1e30,
                                  -1e30,
                                  1e-40,
                                  __builtin_inf(),
                                  __builtin_nan("")};
  ir_bits bits = (uint64_t)ints[fuzz_below(mu->r, LOFT_COUNT(ints))];
  double d = floats[fuzz_below(mu->r, LOFT_COUNT(floats))];
  if (!ir_is_float(s))
    return bits & (((ir_bits)1 << ir_width(s)) - 1);
  return ir_float_bits(s, d);
}

// A visible value of scalar type "s" or a new constant, in front of "op".
static ir_val *
any_scalar(mutation *mu, ir_op *op, ir_scalar s) {
  ir_val *v = any_visible(mu, op, ir_ty(s));
  ir_builder b = ir_before(op);
  if (v && fuzz_below(mu->r, 5))
    return v;
  return ir_build_bits(&b, s, any_bits(mu, s));
}

// Makes some operand of "type" behind "after", in its region, be "v".
static void
use_somewhere(mutation *mu, ir_op *after, ir_val *v) {
  ir_op *user = NULL;
  int operand = 0, n = 0;
  for (int i = 0; i < mu->ops.n; i++) {
    ir_op *op = mu->ops.at[i], *around = op;
    while (around && around->parent != after->parent)
      around = around->parent->parent_op;
    for (; around && around != after; around = around->prev)
      continue;
    for (int k = 0; around && k < op->ins.n; k++)
      if (ir_type_eq(op->ins.at[k]->type, v->type) &&
          fuzz_below(mu->r, ++n) == 0)
        user = op, operand = k;
  }
  if (user)
    user->ins.at[operand] = v;
}

// -- Changes ------------------------------------------------------------------
// An operand becomes another value.
static void
change_operand(mutation *mu) {
  ir_op *op = any_op(mu);
  if (!op->ins.n)
    return;
  int k = fuzz_below(mu->r, op->ins.n);
  ir_type type = op->ins.at[k]->type;
  ir_val *v =
      type.array ? any_visible(mu, op, type) : any_scalar(mu, op, type.elem);
  if (v)
    op->ins.at[k] = v;
}

// An op of one class becomes another of it; a constant another constant.
static void
change_op(mutation *mu) {
  ir_op *op = any_op(mu);
  if (op->code == IR_OP_CONST)
    op->bits = any_bits(mu, op->outs.at[0]->type.elem);
  for (int n = 0; n < 20 && op->code != IR_OP_CONST; n++) {
    ir_opcode code = (ir_opcode)fuzz_below(mu->r, IR_OP__COUNT);
    if (ir_op_table[code].cls != ir_op_table[op->code].cls ||
        ir_op_table[code].cls == IR_CLASS_SOAC)
      continue;
    op->code = code;
    return;
  }
}

// A new scalar op on what is visible, used somewhere behind.
static void
insert_scalar(mutation *mu) {
  ir_op *op = any_op(mu);
  ir_scalar s = (ir_scalar)fuzz_below(mu->r, IR_SCALAR__COUNT);
  ir_opcode code = (ir_opcode)fuzz_below(mu->r, IR_OP__COUNT);
  ir_val *x = any_scalar(mu, op, s), *y = any_scalar(mu, op, s);
  ir_val *c = any_scalar(mu, op, IR_BOOL), *v = NULL;
  ir_builder b = ir_before(op);
  switch ((int)ir_op_table[code].cls) {
  case IR_CLASS_BIN:
  case IR_CLASS_CMP:
    v = ir_build2(&b, code, x, y);
    break;
  case IR_CLASS_UN:
    v = ir_build1(&b, code, x);
    break;
  case IR_CLASS_SELECT:
    v = ir_build3(&b, code, c, x, y);
    break;
  case IR_CLASS_CONV:
    v = ir_build_convert(&b, x, (ir_scalar)fuzz_below(mu->r, IR_SCALAR__COUNT));
    break;
  default:
    return;
  }
  use_somewhere(mu, v->def ? v->def : op, v);
}

// An element is read, or an array updated in front of its later uses.
static void
insert_access(mutation *mu) {
  ir_op *op = any_op(mu);
  ir_scalar s = (ir_scalar)fuzz_below(mu->r, IR_SCALAR__COUNT);
  ir_val *array = any_visible(mu, op, ir_array_ty(s));
  if (!array)
    return;
  ir_val *i = any_scalar(mu, op, IR_I64), *v = any_scalar(mu, op, s);
  ir_builder b = ir_before(op);
  if (fuzz_below(mu->r, 2)) {
    v = ir_build_index(&b, array, i);
    use_somewhere(mu, v->def, v);
    return;
  }
  ir_val *updated = ir_build_update(&b, array, i, v);
  ir_replace_uses(mu->f, array, updated);
  updated->def->ins.at[0] = array;
}

// For each result of "op" a value of its type that is there without it: for an
// array the one it was made from. False when one has none.
static bool
replacements(mutation *mu, ir_op *op, ir_vals *found) {
  for (int k = 0; k < op->outs.n; k++) {
    ir_type type = op->outs.at[k]->type;
    ir_val *v = any_visible(mu, op, type);
    for (int i = 0; i < op->ins.n && type.array; i++)
      if (ir_type_eq(op->ins.at[i]->type, type))
        v = op->ins.at[i];
    if (!v)
      return false;
    vec_push(mu->arena, found, v);
  }
  return true;
}

// An op goes; for its results others stand in.
static void
drop_op(mutation *mu) {
  ir_op *op = any_op(mu);
  ir_vals others = {0};
  if (op->code == IR_OP_YIELD || !replacements(mu, op, &others))
    return;
  for (int k = 0; k < others.n; k++)
    ir_replace_uses(mu->f, op->outs.at[k], others.at[k]);
  ir_remove(op);
}

// An op moves in front of another.
static void
move_op(mutation *mu) {
  ir_op *op = any_op(mu), *before = any_op(mu);
  for (ir_op *o = before; o; o = o->parent->parent_op)
    if (o == op)
      return;
  if (op->code != IR_OP_YIELD)
    ir_move(op, before->parent, before);
}

// An op happens again behind itself, on the arrays it gave.
static void
repeat_op(mutation *mu) {
  ir_op *op = any_op(mu);
  map *subst = map_new(mu->arena);
  int k = op->outs.n;
  if (op->code == IR_OP_YIELD)
    return;
  for (int i = op->ins.n - 1; i >= 0; i--) {
    if (!op->ins.at[i]->type.array || op->code == IR_OP_INDEX)
      continue;
    while (k > 0 && !op->outs.at[k - 1]->type.array)
      k--;
    if (k > 0)
      map_put(subst, op->ins.at[i], op->outs.at[--k]);
  }
  ir_builder b = ir_before(op->next);
  ir_op *again = ir_clone_op(&b, op, subst);
  for (int j = 0; j < again->outs.n; j++) {
    if (!again->outs.at[j]->type.array) {
      use_somewhere(mu, again, again->outs.at[j]);
      continue;
    }
    ir_replace_uses(mu->f, op->outs.at[j], again->outs.at[j]);
    for (int i = 0; i < again->ins.n; i++)
      if (again->ins.at[i] == again->outs.at[j])
        again->ins.at[i] = op->outs.at[j];
  }
}

// An op is done in one branch of an if; else "others" are its results.
static void
wrap_in_if(mutation *mu, ir_op *op, ir_vals *others) {
  ir_val *cond = any_scalar(mu, op, IR_BOOL);
  ir_builder b = ir_before(op);
  ir_op *outer = ir_build_raw(&b, IR_OP_IF);
  ir_add_in(outer, cond);
  ir_builder in = ir_at_end(ir_add_region(outer));
  ir_op *copy = ir_clone_op(&in, op, map_new(mu->arena));
  ir_build_yield(&in, copy->outs.at, copy->outs.n);
  in = ir_at_end(ir_add_region(outer));
  ir_build_yield(&in, others->at, others->n);
  for (int k = 0; k < others->n; k++)
    ir_replace_uses(mu->f, op->outs.at[k],
                    ir_add_out(outer, others->at[k]->type, "w"));
}

// An op is done some times in a loop, which begins with "others".
static void
wrap_in_loop(mutation *mu, ir_op *op, ir_vals *others) {
  ir_val *extent = any_scalar(mu, op, IR_I64);
  ir_builder b = ir_before(op);
  ir_op *outer = ir_build_raw(&b, IR_OP_LOOP);
  ir_region *body = ir_add_region(outer);
  map *subst = map_new(mu->arena);
  outer->n_dims = 1;
  ir_add_in(outer, extent);
  ir_region_add_param(body, ir_ty(IR_I64), "i");
  for (int k = 0; k < others->n; k++) {
    ir_type type = others->at[k]->type;
    ir_add_in(outer, others->at[k]);
    map_put(subst, others->at[k], ir_region_add_param(body, type, "c"));
    ir_replace_uses(mu->f, op->outs.at[k], ir_add_out(outer, type, "w"));
  }
  ir_builder in = ir_at_end(body);
  ir_op *copy = ir_clone_op(&in, op, subst);
  ir_build_yield(&in, copy->outs.at, copy->outs.n);
}

// An op goes into an if or a loop.
static void
wrap_op(mutation *mu) {
  ir_op *op = any_op(mu);
  ir_vals others = {0};
  if (op->code == IR_OP_YIELD || !op->outs.n || !replacements(mu, op, &others))
    return;
  if (fuzz_below(mu->r, 2))
    wrap_in_loop(mu, op, &others);
  else
    wrap_in_if(mu, op, &others);
  ir_remove(op);
}

// Those of "vals" that have element type "from" get "to".
static void
retype(ir_vals *vals, ir_scalar from, ir_scalar to) {
  for (int k = 0; k < vals->n; k++)
    if (vals->at[k]->type.elem == from)
      vals->at[k]->type.elem = to;
}

// What is f32 becomes f64, say: all values of one type another.
static void
change_type(mutation *mu) {
  ir_scalar from = (ir_scalar)fuzz_below(mu->r, IR_SCALAR__COUNT);
  ir_scalar to = (ir_scalar)fuzz_below(mu->r, IR_SCALAR__COUNT);
  retype(&mu->f->body->params, from, to);
  for (int i = 0; i < mu->ops.n; i++) {
    ir_op *op = mu->ops.at[i];
    retype(&op->outs, from, to);
    for (int r = 0; r < op->n_regions; r++)
      retype(&op->regions[r]->params, from, to);
    if (op->code == IR_OP_CONST && op->outs.at[0]->type.elem == to)
      op->bits = any_bits(mu, to);
  }
}

// An attribute flips.
static void
change_attribute(mutation *mu) {
  ir_op *op = any_op(mu);
  if (op->code == IR_OP_REDUCE && op->n_red) {
    int k = fuzz_below(mu->r, op->n_red);
    if (fuzz_below(mu->r, 3) == 0)
      op->seq = !op->seq;
    else if (fuzz_below(mu->r, 3) == 0)
      op->exact = op->seq = true;
    else
      op->red_ops[k] = (ir_opcode)fuzz_below(mu->r, IR_OP__COUNT);
  }
  if (op->code == IR_OP_ALLOC)
    op->space = op->space ? IR_SPACE_GLOBAL : IR_SPACE_PRIVATE;
}

// -- Trying -------------------------------------------------------------------
typedef void change_fn(mutation *mu);

static change_fn *const changes[] = {
    change_operand, change_operand, change_operand, change_op,        change_op,
    insert_scalar,  insert_scalar,  insert_access,  drop_op,          move_op,
    repeat_op,      wrap_op,        change_type,    change_attribute,
};

// The text of "mu" when it is valid, else NULL.
static const char *
finish(mutation *mu) {
  sb out;
  if (!mu->f || ir_verify(mu->arena, mu->m, NULL))
    return NULL;
  sb_init(&out, mu->arena);
  ir_print_module(&out, mu->m, NULL);
  return sb_str(&out);
}

const char *
fuzz_change(loft_cx *cx, const char *text, fuzz_random *r) {
  bool changed = false;
  int left = 1 + fuzz_below(r, 3);
  for (int n = 0; n < TRIES && left > 0; n++) {
    ir_module *m = ir_parse(cx, "fuzz", text);
    if (!m || !m->funcs)
      return NULL;
    mutation mu = begin(cx->arena, m, r);
    changes[fuzz_below(r, LOFT_COUNT(changes))](&mu);
    const char *next = finish(&mu);
    if (!next || strcmp(next, text) == 0)
      continue;
    text = next;
    changed = true;
    left--;
  }
  return changed ? text : NULL;
}

// -- Grafting -----------------------------------------------------------------
// What "top", an op of another function, uses of outside gets stand-ins in front
// of "before".
typedef struct graft {
  mutation *mu;
  ir_op *top, *before;
  map *subst;
} graft;

// A stand-in for "v" of another function, in front of g->before: arrays become
// parameters half of the time.
static ir_val *
stand_in(graft *g, const ir_val *v) {
  if (!v->type.array)
    return any_scalar(g->mu, g->before, v->type.elem);
  ir_val *seen = any_visible(g->mu, g->before, v->type);
  if (seen && fuzz_below(g->mu->r, 2))
    return seen;
  return ir_func_add_param(g->mu->f, v->type, "g", IR_READ | IR_WRITE);
}

// ir_walk_fn: gives what "op" uses of outside stand-ins.
static bool
replace_outside(void *user, ir_op *op) {
  graft *g = user;
  for (int k = 0; k < op->ins.n; k++) {
    ir_val *v = op->ins.at[k];
    bool inside = false;
    for (ir_region *r = ir_home_of(v); r;
         r = r->parent_op ? r->parent_op->parent : NULL)
      inside = inside || r->parent_op == g->top;
    if (!inside && !map_get(g->subst, v))
      map_put(g->subst, v, stand_in(g, v));
  }
  return true;
}

const char *
fuzz_graft(loft_cx *cx, const char *text, const char *other, fuzz_random *r) {
  for (int n = 0; n < TRIES; n++) {
    ir_module *m = ir_parse(cx, "one", text);
    ir_module *from = ir_parse(cx, "two", other);
    if (!m || !m->funcs || !from || !from->funcs)
      return NULL;
    mutation mu = begin(cx->arena, m, r), source = begin(cx->arena, from, r);
    graft g = {&mu, any_op(&source), any_op(&mu), map_new(cx->arena)};
    if (g.top->code == IR_OP_YIELD || g.top->code == IR_OP_CONST)
      continue;
    replace_outside(&g, g.top);
    for (int k = 0; k < g.top->n_regions; k++)
      ir_walk(g.top->regions[k], replace_outside, &g);
    ir_builder b = ir_before(g.before);
    ir_op *copy = ir_clone_op(&b, g.top, g.subst);
    for (int k = 0; k < copy->outs.n; k++)
      use_somewhere(&mu, copy, copy->outs.at[k]);
    const char *next = finish(&mu);
    if (next)
      return next;
  }
  return NULL;
}
