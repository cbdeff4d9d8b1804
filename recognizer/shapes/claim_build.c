// recognizer/shapes/claim_build.c: the question whether a loop can do without
// reading the elements that it claims, and the loop that does.
#include "analysis/analysis.h"
#include "recognizer/shapes/claim.h"
#include "recognizer/shapes/keyed.h"

// -- The question -------------------------------------------------------------
// The meaning of a comparison with a number.
typedef struct range {
  ir_opcode cmp;
  ir_val *side; // i64
} range;

// "v", invariant in the loop, as i64 in front of it.
static ir_val *
hoisted(const rec_claim *c, ir_builder *b, ir_val *v) {
  return ir_build_convert(b, an_copy_invariant(b, v, c->l.body), IR_I64);
}

// The last number of "r" upwards, or the first ("down"); NULL: none.
static ir_val *
end_of(ir_builder *b, const range *r, bool down) {
  ir_opcode strict = down ? IR_OP_GT : IR_OP_LT;
  ir_val *one = ir_build_int(b, IR_I64, 1);
  if (r->cmp == strict)
    return ir_build2(b, down ? IR_OP_ADD : IR_OP_SUB, r->side, one);
  return r->cmp == (down ? IR_OP_GE : IR_OP_LE) ? r->side : NULL;
}

// Whether no number is in both "x" and "y".
static ir_val *
build_apart(ir_builder *b, const range *x, const range *y) {
  if (y->cmp == IR_OP_EQ) {
    const range *t = x;
    x = y;
    y = t;
  }
  if (x->cmp == IR_OP_EQ)
    return ir_build1(b, IR_OP_NOT, ir_build2(b, y->cmp, x->side, y->side));
  for (int k = 0; k < 2; k++) {
    ir_val *last = end_of(b, k ? y : x, false);
    ir_val *first = end_of(b, k ? x : y, true);
    if (last && first)
      return ir_build2(b, IR_OP_LT, last, first);
  }
  return ir_build_int(b, IR_BOOL, 0);
}

// Whether test "t" says the same of the elements of "old" as of "stored".
static ir_val *
build_stable(const rec_claim *c, ir_builder *b, const rec_claim_test *t,
             const range *old, ir_val *stored) {
  ir_scalar type = t->side->type.elem;
  range yes = {t->cmp, hoisted(c, b, t->side)};
  range no = {ir_negated(t->cmp, type), yes.side};
  ir_val *after = ir_build2(b, t->cmp, stored, yes.side);
  ir_val *never = build_apart(b, old, &yes), *always = build_apart(b, old, &no);
  return ir_build3(b, IR_OP_SELECT, after, always, never);
}

ir_val *
rec_build_numbers_fit(ir_builder *b, const ir_loop *l, bool nested,
                      ir_val *all) {
  if (!nested || an_fits_i32(l->extent))
    return all;
  ir_val *n = an_copy_invariant(b, l->extent, l->body);
  ir_val *most = ir_build_int(b, IR_I64, INT32_MAX);
  return ir_build2(b, IR_OP_AND, all, ir_build2(b, IR_OP_LE, n, most));
}

ir_val *
rec_build_truth(ir_builder *b, const ir_loop *l, int k) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *n = an_copy_invariant(b, l->extent, l->body);
  ir_val *from = l->inits[k];
  int64_t known;
  if (!ir_match_int(n, &known))
    return ir_build2(b, IR_OP_LE, ir_build2(b, IR_OP_MIN, n, zero), zero);
  return ir_build2(b, IR_OP_LE, ir_build_bound(b, IR_OP_BEGIN, from),
                   ir_build_bound(b, IR_OP_END, from));
}

// -- What iterations find ----------------------------------------------------
// "all" and whether "v" does not pass the test that "old" is of.
static ir_val *
build_fails(rec_survey *s, const range *old, ir_val *all, ir_val *v) {
  ir_builder *b = &s->in;
  v = ir_build_convert(b, v, IR_I64);
  ir_val *passes = ir_build2(b, old->cmp, v, old->side);
  return ir_build2(b, IR_OP_AND, all, ir_build1(b, IR_OP_NOT, passes));
}

// True when C computes "v", which is settled, from what it reads further inside
// than at the top of the body: it may not read that.
static bool
reads_late(const rec_claim *c, const ir_val *v) {
  const ir_op *op = v->def;
  if (!op || ir_is_outside(v, c->l.body))
    return false;
  bool late = op->code == IR_OP_INDEX && op->parent != c->l.body;
  for (int k = op->code == IR_OP_INDEX; k < op->ins.n && !late; k++)
    late = reads_late(c, op->ins.at[k]);
  return late;
}

// Whether no iteration stores what others may claim, and none reads, untested,
// what one may.
static ir_val *
build_settled(const rec_claim *c, ir_builder *b, const range *old,
              rec_ahead *out) {
  ir_val *yes = ir_build_int(b, IR_BOOL, 1);
  rec_survey s = rec_start_survey(&c->l, b, yes, "settled");
  ir_val *all = s.op->regions[0]->params.at[1];
  for (int k = 0; k < c->others.n; k++) {
    ir_val *from = c->l.inits[c->array->index - 1];
    ir_val *at = rec_survey_value(&s, c->others.at[k]->ins.at[1]);
    ir_val *v = ir_build_index(&s.in, from, at);
    map_put(s.subst, c->others.at[k]->outs.at[0], v);
    all = build_fails(&s, old, all, v);
  }
  all = build_fails(&s, old, all, rec_survey_value(&s, c->store->ins.at[2]));
  ir_build_yield(&s.in, &all, 1);
  vec_push(c->a, &out->ahead, s.op);
  if (reads_late(c, c->store->ins.at[2]))
    vec_push(c->a, &out->probes, s.op);
  return s.op->outs.at[0];
}

ir_val *
rec_build_claims(ir_func *f, ir_op *op, rec_ahead *out) {
  rec_claim c;
  if (!rec_match_claim(f, op, &c))
    return NULL;
  for (int i = 0; i < c.behind.n; i++)
    vec_push(c.a, &out->probes, c.behind.at[i]);
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *all = rec_build_truth(&b, &c.l, c.array->index - 1);
  all = rec_build_numbers_fit(&b, &c.l, c.first && c.nested, all);
  if (c.extremum != IR_OP_UPDATE)
    return all;
  const rec_claim_test *guard = &c.tests.at[c.guard];
  ir_opcode cmp =
      c.side ? ir_negated(guard->cmp, guard->side->type.elem) : guard->cmp;
  range old = {cmp, hoisted(&c, &b, guard->side)};
  for (int k = 0; k < c.others.n; k++)
    rec_build_gather(&c.l, &b, c.others.at[k], out);
  if (!an_is_invariant(c.store->ins.at[2], c.l.body) || c.others.n)
    return ir_build2(&b, IR_OP_AND, all, build_settled(&c, &b, &old, out));
  ir_val *stored = hoisted(&c, &b, c.store->ins.at[2]);
  if (c.first)
    all = ir_build2(
        &b, IR_OP_AND, all,
        ir_build1(&b, IR_OP_NOT, ir_build2(&b, cmp, stored, old.side)));
  for (int k = 0; k < c.tests.n; k++)
    if (k != c.guard && !rec_reads_own(&c, c.tests.at[k].read))
      all = ir_build2(&b, IR_OP_AND, all,
                      build_stable(&c, &b, &c.tests.at[k], &old, stored));
  return all;
}

// -- The copy -----------------------------------------------------------------
ir_op *
rec_copy_claimed(ir_func *f, ir_op *op, const rec_ahead *with) {
  rec_claim c;
  if (!rec_match_claim(f, op, &c))
    return NULL;
  if (c.first) {
    for (int k = 0; k < c.others.n; k++)
      rec_read_gathered(&c.l, c.others.at[k], with->ahead.at[k]);
    rec_asks asks = {0};
    for (int k = 0; k < c.guards.n; k++) {
      const rec_claim_test *t = &c.tests.at[c.guards.at[k]];
      rec_ask ask = {t->op->outs.at[0], t->read->ins.at[1]};
      vec_push(c.a, &asks, ask);
    }
    rec_build_one(f, op, c.array->index - 1, &asks, true);
    return NULL;
  }
  ir_val *from = c.l.inits[c.array->index - 1];
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_op *copy = rec_read_copy(&b, from, c.reads.at, c.reads.n);
  if (c.extremum != IR_OP_UPDATE) {
    c.store->code = IR_OP_COMBINE;
    c.store->combiner = c.extremum;
  }
  return copy;
}
