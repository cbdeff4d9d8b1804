// recognizer/shapes/search.c: loops that end at the first hit.
//
//   loop (%i < %n) (%go = true, %s = %s0) while %go {
//     ... yield %stays, %t
//   }
//   => loop (%go, %at = 0, %hit = %n, %size = 16384) while %go {
//        %h = reduce (%j < min(%size, %n - %at)) [min MAX] {
//          ... yield %stays ? MAX : %j
//        }
//        yield %h == MAX && more, %at + %size, %h < MAX ? %at + %h : %n,
//              4 * %size
//      }
//      %s1 = if %hit < %n { the body at %hit } else { what %s is at %n }
//
// So whether an iteration is the last must follow from its index, and so must
// the scalars of those before it. Each round is a reduction to the least index
// over a chunk, counted in i32; chunks grow, so that early hits stay cheap and
// late ones take few rounds. What is behind the hit is read ahead: arrays are
// probed before.
#include "recognizer/shapes/shapes.h"

enum { FIRST_CHUNK = 1 << 14, MOST_CHUNK = 1 << 22, GROWTH = 4 };

typedef struct search {
  ir_func *f;
  ir_loop l, copy; // the copy's body yields whether the loop goes on
  ir_val *
      *going; // each scalar after an iteration that goes on; NULL: as before
} search;

// -- Scalars --------------------------------------------------------------
// Whether the loop goes on where "c" holds (1), where it does not (0), or
// neither is known (-1).
static int
implied(const search *s, const ir_val *c) {
  const ir_val *go = s->l.yields[0];
  const ir_op *p = c->def, *q = go->def;
  if (c == go)
    return 1;
  if (!p || !q)
    return -1;
  if ((p->code == IR_OP_NOT && p->ins.at[0] == go) ||
      (q->code == IR_OP_NOT && q->ins.at[0] == c))
    return 0;
  if (ir_op_table[p->code].cls != IR_CLASS_CMP || p->ins.n != q->ins.n ||
      p->ins.at[0] != q->ins.at[0] || p->ins.at[1] != q->ins.at[1])
    return -1;
  ir_scalar type = p->ins.at[0]->type.elem;
  return p->code == q->code ? 1 : ir_negated(p->code, type) == q->code ? 0 : -1;
}

// The branch that if "op" takes when the loop goes on, by the other one's
// ending it; -1: not known.
static int
going_branch(const search *s, const ir_op *op) {
  const ir_val *go = s->l.yields[0];
  int64_t c, ends = 0;
  if (go->def && go->def->code == IR_OP_NOT) {
    go = go->def->ins.at[0];
    ends = 1;
  }
  if (go->def != op)
    return -1;
  for (int b = 0; b < 2; b++)
    if (ir_match_int(op->regions[b]->last->ins.at[go->index], &c) && c == ends)
      return 1 - b;
  return -1;
}

// The value of "v", of scalar "k", in iterations that go on; *same: it is the
// scalar as it was. False when it does not follow from the index.
static bool
find_going(search *s, int k, ir_val *v) {
  for (;;) {
    s->going[k] = v == s->l.carried[k] ? NULL : v;
    if (v == s->l.carried[k] || rec_is_recomputable(v, s->l.body))
      return true;
    ir_op *op = v->def;
    if (!op || (op->code != IR_OP_SELECT && op->code != IR_OP_IF))
      return false;
    int on = implied(s, op->ins.at[0]), b = on < 0 ? -1 : 1 - on;
    if (b < 0 && op->code == IR_OP_IF)
      b = going_branch(s, op);
    if (b < 0)
      return false;
    v = op->code == IR_OP_SELECT ? op->ins.at[1 + b]
                                 : op->regions[b]->last->ins.at[v->index];
  }
}

// -- Matching -------------------------------------------------------------
// ir_walk_fn: stops at what may not be evaluated where C would not have, or
// reads what cannot be looked at before.
static bool
is_harmless(void *user, ir_op *op) {
  (void)user;
  if (op->code == IR_OP_INDEX)
    return rec_may_probe(op);
  return op->code == IR_OP_YIELD || op->code == IR_OP_IF ||
         ir_is_scalar_op(op->code);
}

// Reduces the copy's body to whether the loop goes on. False when that needs a
// carried scalar, or something that may not be done ahead.
static bool
keep_condition(search *s) {
  ir_loop *l = &s->copy;
  l->body->last->ins.n = 1;
  rec_remove_unused(l->body);
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->n_uses)
      return false;
  return ir_walk(l->body, is_harmless, NULL);
}

// True when "op" carries nothing but scalars that allow a search. Fills *s.
static bool
match(search *s, ir_func *f, ir_op *op) {
  *s = (search){.f = f};
  if (!ir_match_loop(op, &s->l) || !s->l.extent || !op->has_while)
    return false;
  s->going = NEW_ARRAY(f->module->arena, ir_val *, s->l.n_carried);
  for (int k = 0; k < s->l.n_carried; k++)
    if (s->l.carried[k]->type.array || (k && !find_going(s, k, s->l.yields[k])))
      return false;
  return true;
}

// -- Building -------------------------------------------------------------
// reduce (j < m) [min none] { goes on at base + j ? none : j }
static ir_val *
build_round(search *s, ir_builder *b, ir_val *m, ir_val *none, ir_val *base) {
  ir_op *op = ir_build_raw(b, IR_OP_REDUCE);
  ir_region *r = ir_add_region(op);
  op->n_dims = op->n_red = 1;
  op->red_ops = NEW_ARRAY(s->f->module->arena, ir_opcode, 1);
  op->red_ops[0] = IR_OP_MIN;
  ir_add_in(op, m);
  ir_add_in(op, none);
  ir_val *j = ir_region_add_param(r, ir_ty(IR_I64), "j");
  ir_builder in = ir_at_end(r);
  map *subst = map_new(s->f->module->arena);
  ir_val *i = ir_build2(&in, IR_OP_ADD, base, j), *go;
  map_put(subst, s->copy.i, i);
  ir_clone_region_ops(&in, s->copy.body, subst, &go);
  ir_val *at = ir_build_convert(&in, j, IR_I32);
  at = ir_build3(&in, IR_OP_SELECT, go, none, at);
  ir_build_yield(&in, &at, 1);
  return ir_add_out(op, ir_ty(IR_I32), "first");
}

// The loop over chunks of "n" iterations: the index of the first hit, or n.
// Where a chunk begins is not negative, which footprints see of the max alone.
static ir_val *
build_rounds(search *s, ir_builder *b, ir_val *n, ir_op **loop) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *inits[] = {ir_build2(b, IR_OP_GT, n, zero), zero, n,
                     ir_build_int(b, IR_I64, FIRST_CHUNK)};
  static const char *const names[] = {"go", "base", "hit", "size"};
  ir_op *op = *loop = ir_build_raw(b, IR_OP_LOOP);
  ir_region *r = ir_add_region(op);
  op->has_while = true;
  for (int k = 0; k < LOFT_COUNT(inits); k++)
    ir_add_carried(op, inits[k], names[k], names[k]);
  ir_builder in = ir_at_end(r);
  ir_val *base =
      ir_build2(&in, IR_OP_MAX, r->params.at[1], ir_build_int(&in, IR_I64, 0));
  ir_val *size = r->params.at[3];
  ir_val *left = ir_build2(&in, IR_OP_SUB, n, base);
  ir_val *m = ir_build2(&in, IR_OP_MIN, size, left);
  ir_val *none = ir_build_int(&in, IR_I32, INT32_MAX);
  ir_val *first = build_round(s, &in, m, none, base);
  ir_val *next = ir_build2(&in, IR_OP_ADD, base, m);
  ir_val *miss = ir_build2(&in, IR_OP_EQ, first, none);
  ir_val *hit =
      ir_build2(&in, IR_OP_ADD, base, ir_build_convert(&in, first, IR_I64));
  ir_val *grown =
      ir_build2(&in, IR_OP_MUL, size, ir_build_int(&in, IR_I64, GROWTH));
  ir_val *more = ir_build2(&in, IR_OP_LT, next, n);
  ir_val *yields[] = {
      ir_build2(&in, IR_OP_AND, miss, more), next,
      ir_build3(&in, IR_OP_SELECT, miss, n, hit),
      ir_build2(&in, IR_OP_MIN, grown, ir_build_int(&in, IR_I64, MOST_CHUNK))};
  ir_build_yield(&in, yields, LOFT_COUNT(yields));
  return op->outs.at[2];
}

// Scalar "k" when iteration "at" starts and all before it went on.
static ir_val *
build_before(search *s, ir_builder *b, int k, ir_val *at) {
  ir_val *init = s->l.inits[k];
  if (!s->going[k])
    return init;
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *last = ir_build2(b, IR_OP_SUB, at, one);
  ir_val *v = rec_recompute(b, s->going[k], s->l.body, last);
  return ir_build3(b, IR_OP_SELECT,
                   ir_build2(b, IR_OP_GE, last, ir_build_int(b, IR_I64, 0)), v,
                   init);
}

// The body at iteration "hit", at the end of "r", which yields its scalars.
static void
build_last(search *s, ir_region *r, ir_val *hit) {
  const ir_loop *l = &s->l;
  ir_builder b = ir_at_end(r);
  map *subst = map_new(s->f->module->arena);
  ir_val **yields = NEW_ARRAY(s->f->module->arena, ir_val *, l->n_carried);
  map_put(subst, l->i, hit);
  map_put(subst, l->carried[0], ir_build_int(&b, IR_BOOL, 1));
  for (int k = 1; k < l->n_carried; k++)
    map_put(subst, l->carried[k], build_before(s, &b, k, hit));
  ir_clone_region_ops(&b, l->body, subst, yields);
  ir_build_yield(&b, yields + 1, l->n_carried - 1);
}

// What the scalars are without a hit, at the end of "r", which yields them.
static void
build_miss(search *s, ir_region *r, ir_val *n) {
  int n_scalars = s->l.n_carried - 1;
  ir_builder b = ir_at_end(r);
  ir_val **yields = NEW_ARRAY(s->f->module->arena, ir_val *, n_scalars);
  for (int k = 0; k < n_scalars; k++)
    yields[k] = build_before(s, &b, k + 1, n);
  ir_build_yield(&b, yields, n_scalars);
}

// The search in place of the loop: the loop over chunks.
static ir_op *
build(search *s) {
  const ir_loop *l = &s->l;
  ir_builder b = ir_before(l->op);
  b.loc = l->op->loc;
  ir_op *rounds;
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *n = ir_build2(&b, IR_OP_MAX, l->extent, zero);
  n = ir_build3(&b, IR_OP_SELECT, l->inits[0], n, zero);
  ir_val *at = build_rounds(s, &b, n, &rounds);
  ir_val *hit = ir_build2(&b, IR_OP_AND, ir_build2(&b, IR_OP_GE, at, zero),
                          ir_build2(&b, IR_OP_LT, at, n));
  ir_val *never = ir_build_int(&b, IR_BOOL, 0);
  ir_replace_uses(s->f, l->outs[0],
                  ir_build3(&b, IR_OP_SELECT, hit, never, l->inits[0]));
  ir_op *end = ir_build_raw(&b, IR_OP_IF);
  ir_add_in(end, hit);
  build_last(s, ir_add_region(end), at);
  build_miss(s, ir_add_region(end), n);
  for (int k = 1; k < l->n_carried; k++)
    ir_replace_uses(s->f, l->outs[k],
                    ir_add_out(end, l->outs[k]->type, l->outs[k]->name));
  ir_remove(s->copy.op);
  ir_remove(l->op);
  return rounds;
}

ir_op *
rec_build_search(ir_func *f, ir_op *op, ir_region **ahead) {
  search s;
  if (!match(&s, f, op))
    return NULL;
  ir_builder b = ir_before(op);
  ir_match_loop(ir_clone_op(&b, op, map_new(f->module->arena)), &s.copy);
  if (!keep_condition(&s)) {
    ir_remove(s.copy.op);
    return NULL;
  }
  ir_op *rounds = build(&s);
  ir_foreach_op (inner, rounds->regions[0])
    if (inner->code == IR_OP_REDUCE)
      *ahead = inner->regions[0];
  return rounds;
}
