// recognizer/common/companion.c: functions beside that of a region, of the same
// parameters; among them its guard.
#include "recognizer/common/common.h"

#include "analysis/analysis.h"

ir_func *
rec_new_companion(ir_func *f, const char *name, map *subst) {
  ir_func *g = ir_func_new(f->module, name);
  for (int i = 0; i < f->body->params.n; i++) {
    ir_val *p = f->body->params.at[i];
    int mode = p->type.array ? IR_READ : 0;
    map_put(subst, p, ir_func_add_param(g, p->type, p->name, mode));
  }
  return g;
}

void
rec_settle_companion(loft_cx *cx, ir_func *g) {
  rec_remove_unused(g->body);
  ir_note_reads(g);
  rec_clean(cx, g);
}

void
rec_drop_companion(ir_func *g) {
  ir_func **at = &g->module->funcs;
  while (*at != g)
    at = &(*at)->next;
  *at = g->next;
}

const char *
rec_guard_name(arena *a, const ir_func *f) {
  return arena_printf(a, "%s_guard", f->name);
}

ir_func *
rec_guard_find(arena *a, const ir_func *f) {
  return ir_func_find(f->module, rec_guard_name(a, f));
}

const char *
rec_assumed_name(arena *a, const ir_func *f) {
  return arena_printf(a, "%s_assumed", f->name);
}

ir_func *
rec_assumed_find(arena *a, const ir_func *f) {
  return ir_func_find(f->module, rec_assumed_name(a, f));
}

// "v" before a conversion to an integer with a sign of more bits.
static const ir_val *
before_widening(const ir_val *v) {
  const ir_op *op = v->def;
  bool widens = op && op->code == IR_OP_CONVERT && ir_is_signed(v->type.elem) &&
                ir_is_int(op->ins.at[0]->type.elem) &&
                ir_size(op->ins.at[0]->type.elem) < ir_size(v->type.elem);
  return widens ? op->ins.at[0] : v;
}

// Narrows "lo" and "hi" by what comparison "op", which holds, says about
// parameter "index".
static void
narrow(const ir_op *op, int index, int64_t *lo, int64_t *hi) {
  int64_t c;
  if (op->code != IR_OP_LE && op->code != IR_OP_GE)
    return;
  const ir_val *x = before_widening(op->ins.at[0]);
  if (x->param_of != op->parent || x->index != index ||
      !ir_match_int(op->ins.at[1], &c) ||
      (c < 0 && !ir_is_signed(x->type.elem)))
    return;
  if (op->code == IR_OP_LE && c < *hi)
    *hi = c;
  if (op->code == IR_OP_GE && c > *lo)
    *lo = c;
}

void
rec_guard_bounds(arena *a, const ir_func *guard, int index, int64_t *lo,
                 int64_t *hi) {
  const ir_op *end = guard ? guard->body->last : NULL;
  if (!end)
    return;
  map *held = map_new(a); // a set: each is looked at once
  map_put(held, end->ins.at[0], held);
  for (const ir_op *op = end->prev; op; op = op->prev) {
    if (op->outs.n != 1 || !map_has(held, op->outs.at[0]))
      continue;
    for (int k = 0; k < 2 && op->code == IR_OP_AND; k++)
      map_put(held, op->ins.at[k], held);
    narrow(op, index, lo, hi);
  }
}

// rec_guard_split, but for what is in "seen".
static void
split(arena *a, map *seen, ir_val *v, ir_vals *out) {
  if (map_has(seen, v))
    return;
  map_put(seen, v, v);
  if (v->def && v->def->code == IR_OP_AND) {
    split(a, seen, v->def->ins.at[0], out);
    split(a, seen, v->def->ins.at[1], out);
  } else
    vec_push(a, out, v);
}

void
rec_guard_split(arena *a, ir_val *v, ir_vals *out) {
  split(a, map_new(a), v, out);
}

bool
rec_guard_covers(arena *a, const ir_func *guard, const ir_func *other) {
  ir_vals held = {0}, asked = {0};
  if (guard)
    rec_guard_split(a, guard->body->last->ins.at[0], &held);
  if (other)
    rec_guard_split(a, other->body->last->ins.at[0], &asked);
  for (int i = 0; i < asked.n; i++) {
    bool found = false;
    for (int k = 0; k < held.n && !found; k++)
      found = an_same_value_in(a, asked.at[i], other->body, held.at[k],
                               guard->body);
    if (!found)
      return false;
  }
  return true;
}
