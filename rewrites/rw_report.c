// rewrites/rw_report.c: which rules fired, and which were refused.
#include "rewrites/rw_private.h"

const rw_rule_info rw_rule_table[RW_RULE__COUNT] = {
#define RW_RULE(ID, pass, equation) {#ID, pass, equation},
#include "rewrites/rules.def"
#undef RW_RULE
};

bool
rw_fired(rw_options *o, rw_rule_id rule) {
  if (o->budget < 0)
    return false;
  if (o->budget <= 1) {
    o->budget = -1;
    return false;
  }
  o->budget--;
  o->fired[rule]++;
  return true;
}

void
rw_tiled(rw_options *o, int rows, int columns) {
  if (rows * columns > o->tile[0] * o->tile[1]) {
    o->tile[0] = rows;
    o->tile[1] = columns;
  }
}

bool
rw_refused(rw_options *o, rw_rule_id rule, const ir_op *op, const char *why) {
  rw_refusals *all = o->refusals;
  for (int k = 0; all && k < all->list.n; k++) {
    const rw_refusal *r = &all->list.at[k];
    if (r->rule == rule && r->why == why && r->loc.line == op->loc.line)
      return false;
  }
  if (all)
    vec_push(all->a, &all->list, ((rw_refusal){rule, op->loc, why}));
  return false;
}
