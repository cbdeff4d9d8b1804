// rewrites/rw_winner.c: loops that keep what wins a comparison, and others with
// it: the least element of a row and its place.
#include "rewrites/rw_private.h"

// The comparison that decides about "v", of type bool: itself, or what "and"
// joins with conditions that need no op of "late".
static const ir_op *
find_compare(const ir_val *v, const map *late) {
  const ir_op *op = v->def;
  while (op && op->code == IR_OP_AND) {
    const ir_op *l = op->ins.at[0]->def, *r = op->ins.at[1]->def;
    bool left = l && map_has(late, l), right = r && map_has(late, r);
    if (left == right)
      return NULL;
    op = left ? l : r;
  }
  return op;
}

// True when "v" is none of the states of "fold", and needs no op of "late".
static bool
is_new(const rw_fold *fold, const ir_val *v, const map *late) {
  for (int k = 0; k < fold->s.n_red; k++)
    if (v == fold->carried[k])
      return false;
  return !v->def || !map_has(late, v->def);
}

// True when scalar "k" of the loop is a choice by *cond (NULL: by any) between
// its state and *value, a new one; *holds: that where the condition does.
static bool
match_choice(const rw_fold *fold, int k, const map *late, const ir_val **cond,
             const ir_val **value, bool *holds) {
  an_choice x;
  if (!an_match_either(fold->s.values[k], &x) || (*cond && x.c != *cond))
    return false;
  bool then = x.z == fold->carried[k];
  *value = then ? x.y : x.z;
  if ((!then && x.y != fold->carried[k]) || (*cond && then != *holds) ||
      !is_new(fold, *value, late))
    return false;
  *cond = x.c;
  *holds = then;
  return true;
}

// True when only a strictly better value wins.
static bool
is_strict(const rw_winner *w) {
  ir_opcode code = w->op->code;
  return w->holds ? code == IR_OP_LT || code == IR_OP_GT
                  : code == IR_OP_LE || code == IR_OP_GE;
}

// True when a loser never wins: comparisons are strict, and no NaN can have
// won; or where one that is as good wins, of integers, there is always a new
// one, since "cond" is nothing but the comparison.
static bool
is_decided(const rw_winner *w, const ir_val *cond, ir_scalar type) {
  ir_opcode code = w->op->code;
  bool alone = cond->def == w->op;
  if (code != IR_OP_LT && code != IR_OP_LE && code != IR_OP_GT &&
      code != IR_OP_GE)
    return false;
  if (ir_is_float(type))
    return w->strict && w->holds;
  return alone || (w->strict && w->holds);
}

bool
rw_match_winner(arena *a, const rw_fold *fold, rw_winner *w) {
  const ir_soac *s = &fold->s;
  const ir_val *cond = NULL;
  bool holds = false;
  if (!fold->carried || !s->n_red)
    return false;
  map *late = an_ops_needing(a, s->body, fold->carried, s->n_red);
  const ir_val **news = NEW_ARRAY(a, const ir_val *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    if (!match_choice(fold, k, late, &cond, &news[k], &holds))
      return false;
  const ir_op *op = find_compare(cond, late);
  for (int k = 0; op && op->ins.n == 2 && k < s->n_red; k++) {
    const ir_val *old = fold->carried[k];
    bool left = op->ins.at[0] == news[k] && op->ins.at[1] == old;
    if (!left && (op->ins.at[0] != old || op->ins.at[1] != news[k]))
      continue;
    *w = (rw_winner){.rival = k, .op = op, .is_left = left, .holds = holds};
    w->strict = is_strict(w);
    return is_decided(w, cond, old->type.elem);
  }
  return false;
}

ir_val *
rw_build_none(ir_builder *b, const rw_fold *fold, const rw_winner *w, int k) {
  ir_scalar type = fold->s.results[k]->type.elem;
  if (!w->op)
    return ir_build_bits(b, type,
                         ir_red_identity(fold->s.op->red_ops[k], type));
  bool less = w->op->code == IR_OP_LT || w->op->code == IR_OP_LE;
  less = (less == w->is_left) == w->holds;
  if (k != w->rival)
    return ir_build_bits(b, type, 0);
  return ir_build_bits(b, type,
                       ir_red_identity(less ? IR_OP_CMIN : IR_OP_CMAX, type));
}

ir_val *
rw_build_wins(ir_builder *b, const rw_winner *w, ir_val *new, ir_val *old) {
  ir_val *c =
      ir_build2(b, w->op->code, w->is_left ? new : old, w->is_left ? old : new);
  return w->holds ? c : ir_build1(b, IR_OP_NOT, c);
}

void
rw_build_winner(ir_builder *b, const rw_winner *w, ir_val **values,
                ir_val *const *states, int n) {
  ir_val *wins = rw_build_wins(b, w, values[w->rival], states[w->rival]);
  for (int k = 0; k < n; k++)
    values[k] = ir_build3(b, IR_OP_SELECT, wins, values[k], states[k]);
}
