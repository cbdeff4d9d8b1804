// rewrites/pass_simplify.c: all local rules to a fixed point.
//
// One walk in program order: operands are resolved first (a replaced value
// points to its successor in "user"), then the op's rules are tried, then CSE,
// then its regions. Uses follow definitions, so one walk resolves all. DCE ends
// each round. Rules lower the op count or move converts towards leaves.
#include "rewrites/rw_private.h"

bool pass_simplify(loft_cx *cx, ir_func *f, rw_options *o);

enum { MAX_ROUNDS = 12 };

// The first rule of the table that applies to "op" gives its replacement.
static ir_val *
try_rules(rw_simp *s, ir_op *op, const rw_scalar_rule *rules, int n) {
  for (int k = 0; k < n; k++) {
    ir_val *v = rules[k].fn(s, op);
    if (v)
      return rw_fired(s->o, rules[k].id) ? v : NULL;
  }
  return NULL;
}

// The value that a law of ir/algebra.def replaces "op" by, or NULL.
static ir_val *
try_laws(rw_simp *s, ir_op *op) {
  static const rw_rule_id rules[] = {
#define LAW(rule, OP, operands, result, types) RW_RULE_##rule,
#define CODE(rule, OP, apply) RW_RULE_##rule,
#include "ir/algebra.def"
#undef LAW
#undef CODE
  };
  ir_maker make = ir_maker_before(op, true);
  int law;
  ir_val *v = ir_simplify(&make, op->code, rw_out_elem(op), op->ins.n,
                          op->ins.at, &law);
  return v && rw_fired(s->o, rules[law]) ? v : NULL;
}

// The replacement of the only result of "op", or NULL.
static ir_val *
find_replacement(rw_simp *s, const rw_scope *scope, ir_op *op) {
  ir_val *v = NULL;
  if (ir_is_scalar_op(op->code) && op->code != IR_OP_CONST) {
    v = try_laws(s, op);
    if (!v)
      v = try_rules(s, op, rw_algebra_rules, rw_n_algebra_rules);
    if (!v)
      v = try_rules(s, op, rw_divide_rules, rw_n_divide_rules);
    if (!v)
      v = try_rules(s, op, rw_convert_rules, rw_n_convert_rules);
  } else if (!op->n_regions) {
    v = rw_simplify_memory(s, scope, op);
  }
  if (v)
    return v;
  // cse: the same op on the same operands gives the same value
  v = rw_scope_find(scope, op);
  return v && rw_fired(s->o, RW_RULE_cse) ? v : NULL;
}

// Simplifies "r" and the regions nested in it.
static void
visit_region(rw_simp *s, ir_region *r, const rw_scope *outer) {
  const rw_scope *scope = rw_scope_new(s->scratch, r, outer);
  ir_op *next;
  for (ir_op *op = r->first; op; op = next) {
    ir_op *before = op->prev;
    for (int k = 0; k < op->ins.n; k++)
      op->ins.at[k] = rw_resolve(op->ins.at[k]);
    if (rw_simplify_control(s, op)) {
      s->changed = true;
      next = before ? before->next : r->first;
      continue;
    }
    ir_val *v = find_replacement(s, scope, op);
    if (v) {
      op->outs.at[0]->user = v;
      ir_remove(op);
      s->changed = true;
      next = before ? before->next : r->first;
      continue;
    }
    for (int k = 0; k < op->n_regions; k++)
      visit_region(s, op->regions[k], scope);
    next = op->next;
  }
}

bool
pass_simplify(loft_cx *cx, ir_func *f, rw_options *o) {
  bool any = false;
  for (int round = 0; round < MAX_ROUNDS; round++) {
    rw_simp s = {.cx = cx, .f = f, .o = o, .a = cx->arena};
    s.scratch = arena_create();
    rw_clear_user(f);
    visit_region(&s, f->body, NULL);
    rw_clear_user(f);
    arena_destroy(s.scratch);
    s.changed |= rw_dce(f, o);
    any |= s.changed;
    if (!s.changed)
      break;
  }
  return any;
}
