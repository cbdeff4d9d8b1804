// rewrites/pass_math.c: expands the <math.h> ops into plain arithmetic.
//
//   %y: f64 = exp %x   =>   the body of @exp_f64 in mathlib/math.loft
//
// The functions are C (mathlib/math.c), lifted by loft itself into math.loft
// (scripts/update_math.sh), so that the CPU, every GPU and the evaluator
// compute the same bits. Those of f80, which runs on CPUs alone, stay: the back
// end calls the C library's.
// requires: nothing.  breaks: "no scalar code after mapping"; run before it.
#include "mathlib/mathlib.h"
#include "rewrites/rw_private.h"

bool pass_math(loft_cx *cx, ir_func *f, rw_options *o);

// Arrays of an inlined body belong to the iteration they are computed in.
static bool
make_private(void *user, ir_op *op) {
  (void)user;
  if (op->code == IR_OP_ALLOC)
    op->space = IR_SPACE_PRIVATE;
  return true;
}

// The function "name" of math.loft, parsed alone: a kernel pays for what it
// calls. NULL after a report when there is none.
static ir_func *
find_body(loft_cx *cx, const char *name, loft_loc loc) {
  const char *head = arena_printf(cx->arena, "\nfunc @%s(", name);
  const char *start = strstr(mathlib_text, head);
  const char *end = start ? strstr(start, "\n}\n") : NULL;
  if (!end) {
    diag_report(cx, DIAG_INTERNAL, loc, NULL, "math.loft has no @%s", name);
    return NULL;
  }
  int length = (int)(end + 3 - start);
  const char *text = arena_printf(cx->arena, "%.*s", length, start);
  ir_module *math = ir_parse(cx, "math.loft", text);
  return math ? ir_func_find(math, name) : NULL;
}

// The body that "op" stands for, from "bodies" when it is there already.
static ir_func *
body_of(loft_cx *cx, smap *bodies, const ir_op *op) {
  const char *name =
      arena_printf(cx->arena, "%s_%s", ir_op_table[op->code].mnemonic,
                   ir_scalar_name(op->outs.at[0]->type.elem));
  ir_func *body = smap_get(bodies, name);
  if (!body && (body = find_body(cx, name, op->loc)))
    smap_put(bodies, name, body);
  return body;
}

// Replaces "op" by the body of its function.
static bool
expand(loft_cx *cx, ir_func *f, smap *bodies, ir_op *op) {
  ir_func *body = body_of(cx, bodies, op);
  if (!body)
    return false;
  if (rw_in_soac(op->parent))
    ir_walk(body->body, make_private, NULL);
  map *subst = map_new(cx->arena);
  for (int i = 0; i < op->ins.n; i++)
    map_put(subst, body->body->params.at[i], op->ins.at[i]);
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *result;
  ir_clone_region_ops(&b, body->body, subst, &result);
  ir_replace_uses(f, op->outs.at[0], result);
  ir_remove(op);
  return true;
}

typedef VEC(ir_op *) op_list;
typedef struct collector {
  arena *a;
  op_list found;
} collector;

// Collects the math ops of a function.
static bool
collect(void *user, ir_op *op) {
  collector *c = user;
  if (op->outs.n && ir_is_in_mathlib(op->code, op->outs.at[0]->type.elem))
    vec_push(c->a, &c->found, op);
  return true;
}

bool
pass_math(loft_cx *cx, ir_func *f, rw_options *o) {
  collector c = {.a = cx->arena};
  ir_walk(f->body, collect, &c);
  if (!c.found.n)
    return false;
  smap *bodies = smap_new(cx->arena);
  bool changed = false;
  for (int i = 0; i < c.found.n && rw_fired(o, RW_RULE_math_inline); i++)
    changed |= expand(cx, f, bodies, c.found.at[i]);
  return changed;
}
