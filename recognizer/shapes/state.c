// recognizer/shapes/state.c: states that an iteration sets whatever they were.
//
//   if (c == ' ') in = 0;                        in = c != ' ';
//   else if (!in) { in = 1; words++; }     =>    if (c != ' ' && !in) words++;
//
// A scalar that is only compared with 0 has two states. Where an iteration
// leaves the same in either case, which the body shows once one and then the
// other is put in its place, the new state does not depend on the old one; so
// the next iteration can compute it again (look_back in soac.c).
#include "recognizer/shapes/scalars.h"

typedef struct state {
  arena *a;
  const ir_region *body;
  VEC(const ir_val *) values; // that are the state, at some place
} state;

// -- Matching -----------------------------------------------------------------
// ir_walk_fn: adds choices of the state, stops at other uses than asking
// whether it is 0.
static bool
check_use(void *user, ir_op *op) {
  state *s = user;
  int64_t c;
  for (int i = 0; i < op->ins.n; i++) {
    bool is_state = false;
    for (int k = 0; k < s->values.n && !is_state; k++)
      is_state = s->values.at[k] == op->ins.at[i];
    if (!is_state)
      continue;
    bool asks = (op->code == IR_OP_EQ || op->code == IR_OP_NE) && i == 0 &&
                ir_match_int(op->ins.at[1], &c) && c == 0;
    const ir_op *up = op->parent->parent_op;
    if (op->code == IR_OP_SELECT && i > 0)
      vec_push(s->a, &s->values, op->outs.at[0]);
    else if (op->code == IR_OP_YIELD && up->code == IR_OP_IF)
      vec_push(s->a, &s->values, up->outs.at[i]);
    else if (!asks && (op->code != IR_OP_YIELD || op->parent != s->body))
      return false;
  }
  return true;
}

// True when carried value "k" of "l" is an integer of which only whether it is
// 0 matters, and not behind the loop. n_uses must be valid.
static bool
is_state(arena *a, const ir_loop *l, int k) {
  const ir_val *p = l->carried[k];
  state s = {.a = a, .body = l->body};
  vec_push(a, &s.values, p);
  return !p->type.array && ir_is_int(p->type.elem) && p->n_uses &&
         !l->outs[k]->n_uses && ir_walk(l->body, check_use, &s);
}

// True when "x" and "y" are the same value, if perhaps by opposite conditions.
static bool
are_same(arena *a, const ir_val *x, const ir_val *y) {
  an_choice c, d;
  if (an_same_value(a, x, y))
    return true;
  if (!an_match_either(x, &c) || !an_match_either(y, &d))
    return false;
  if (an_same_value(a, c.c, d.c))
    return are_same(a, c.y, d.y) && are_same(a, c.z, d.z);
  return an_are_opposite(a, c.c, d.c) && are_same(a, c.y, d.z) &&
         are_same(a, c.z, d.y);
}

// -- Rewriting ----------------------------------------------------------------
ir_val **
rec_move_to_end(const ir_loop *l, ir_op *copy) {
  ir_region *r = copy->regions[0];
  arena *a = r->func->module->arena;
  map *subst = map_new(a);
  ir_val **yields = NEW_ARRAY(a, ir_val *, r->last->ins.n);
  ir_builder end = ir_before(l->body->last);
  for (int i = 0; i < r->params.n; i++)
    map_put(subst, r->params.at[i], l->body->params.at[i]);
  ir_clone_region_ops(&end, r, subst, yields);
  ir_remove(copy);
  return yields;
}

ir_val **
rec_yields_where(ir_func *f, const ir_loop *l, const ir_op *like, const int *k,
                 const int64_t *was, int n) {
  ir_builder before = ir_before(l->op);
  ir_op *copy = ir_clone_op(&before, like, map_new(f->module->arena));
  ir_region *r = copy->regions[0];
  ir_builder in = ir_before(r->first);
  for (int i = 0; i < n; i++) {
    ir_val *p = r->params.at[l->op->n_dims + k[i]];
    ir_replace_uses(f, p, ir_build_int(&in, p->type.elem, was[i]));
  }
  rec_assume_true(f, r, ir_build_int(&in, IR_BOOL, 1));
  return rec_move_to_end(l, copy);
}

// "v", a value of the body of "l" at its end, by selects; NULL where it takes
// more than choices of constants.
static ir_val *
build_plain(ir_builder *b, const ir_loop *l, ir_val *v) {
  const ir_region *home = ir_home_of(v);
  an_choice c;
  int64_t number;
  if (an_match_either(v, &c)) {
    ir_val *cond = build_plain(b, l, c.c);
    ir_val *yes = cond ? build_plain(b, l, c.y) : NULL;
    ir_val *no = yes ? build_plain(b, l, c.z) : NULL;
    return no ? ir_build3(b, IR_OP_SELECT, cond, yes, no) : NULL;
  }
  if (ir_match_int(v, &number))
    return ir_build_int(b, v->type.elem, number);
  return home == l->body || ir_is_outside(v, l->body) ? v : NULL;
}

void
rec_settle_states(ir_func *f, ir_op *op) {
  arena *a = f->module->arena;
  ir_loop l;
  ir_match_loop(op, &l);
  for (int k = 0; k < l.n_carried; k++) {
    ir_count_uses(f);
    if (!is_state(a, &l, k))
      continue;
    ir_val *zero = rec_yields_where(f, &l, op, &k, &(int64_t){0}, 1)[k];
    ir_val *one = rec_yields_where(f, &l, op, &k, &(int64_t){1}, 1)[k];
    ir_builder end = ir_before(l.body->last);
    zero = are_same(a, zero, one) ? build_plain(&end, &l, zero) : NULL;
    if (zero)
      l.body->last->ins.at[k] = zero;
    rec_remove_unused(l.body);
  }
}
