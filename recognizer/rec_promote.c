// recognizer/rec_promote.c: an array element that a loop works on as a scalar.
//
//   %y = loop (%k < %n) (%y = %y0) { ... index %y, %i ... update %y, %i, %v }
//   => %s0 = index %y0, %i                  (if the loop runs)
//      %s = loop (%k < %n) (%s = %s0) { ... yield %v }
//      %y = update %y0, %i, %s              (if the loop runs)
// when every access of the loop to the array is at one place that does not
// change. So C[i][j] += a * b, y[i] += ..., *sum += ... are reductions like
// those of a local variable. Where the element was assigned just before the
// loop (y[i] = 0), it is not even loaded.
#include "recognizer/rec_soac_private.h"

typedef struct promotion {
  ir_func *f;
  ir_loop l;
  int k;
  rec_classes *classes;
  ir_val *cls;
  rec_accesses xs;
  rec_an *an;
  ir_op *sure; // an update that happens in every iteration, given its loops run
  bool is_set; // the element was assigned just before
} promotion;

// -- Matching -------------------------------------------------------------
// True when "op" happens whenever the loops around it, up to the body of
// "outer", run; and their counts are known before.
static bool
is_sure(const ir_op *op, const ir_loop *outer) {
  for (const ir_region *r = op->parent; r != outer->body;
       r = r->parent_op->parent) {
    const ir_op *up = r->parent_op;
    if (up->code != IR_OP_LOOP || !up->n_dims || up->has_while ||
        !rec_is_invariant(up->ins.at[0], outer->body))
      return false;
  }
  return true;
}

// True when no factor of "p" varies.
static bool
is_fixed(const rec_an *an, const rec_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++)
      if (an->atoms.at[p->t.at[i].f[k]].is_dim)
        return false;
  return !p->bad;
}

// True when "op" lies in "r", however deep.
static bool
is_within(const ir_op *op, const ir_region *r) {
  const ir_region *at = op->parent;
  while (at && at != r)
    at = at->parent_op ? at->parent_op->parent : NULL;
  return at != NULL;
}

// True when all accesses are at one fixed place, one of them a sure write
// without which none of the others happens.
static bool
is_one_place(promotion *p) {
  for (int i = 0; i < p->xs.n; i++) {
    const rec_access *x = &p->xs.at[i];
    if (!is_fixed(p->an, &x->poly) || !rec_poly_eq(&x->poly, &p->xs.at[0].poly))
      return false;
    if ((!p->sure || is_within(p->sure, x->op->parent)) && x->write &&
        is_sure(x->op, &p->l) && rec_is_invariant(x->op->ins.at[1], p->l.body))
      p->sure = x->op;
  }
  for (int i = 0; p->sure && i < p->xs.n; i++)
    if (!is_within(p->xs.at[i].op, p->sure->parent))
      return false;
  return p->sure != NULL;
}

// True when the loop, which runs on the host, holds at most one loop, and so
// on inwards: the scalar does not go back and forth.
static bool
is_simple(const ir_region *r) {
  const ir_op *inner = NULL;
  ir_foreach_op (op, r) {
    if (op->n_regions && inner)
      return false;
    if (op->n_regions)
      inner = op;
  }
  return !inner || (is_simple(inner->regions[0]) &&
                    (inner->n_regions < 2 || is_simple(inner->regions[1])));
}

// True when array "k" stays in its storage, which no other carried array
// shares, and which is no array of the body.
static bool
is_own_storage(promotion *p) {
  const ir_loop *l = &p->l;
  if (rec_class_of(p->classes, l->yields[p->k]) != p->cls)
    return false;
  for (int j = 0; j < l->n_carried; j++)
    if (j != p->k && l->carried[j]->type.array &&
        rec_class_of(p->classes, l->carried[j]) == p->cls)
      return false;
  return true;
}

// True when the carried array's initial value is an update of the element,
// needed by the loop alone; n_uses must be valid.
static bool
is_set_before(promotion *p) {
  ir_val *init = p->l.inits[p->k];
  if (!init->def || init->def->code != IR_OP_UPDATE || init->n_uses != 1 ||
      init->def->parent != p->l.op->parent)
    return false;
  rec_dom *d = rec_dom_new(p->an, p->l.op, false);
  rec_poly at = rec_read(d, init->def->ins.at[1]);
  return rec_poly_eq(&at, &p->xs.at[0].poly);
}

// True when carried array "k" of loop "op" can be a scalar.
static bool
match_promotion(loft_cx *cx, ir_func *f, ir_op *op, int k, promotion *p) {
  *p = (promotion){.f = f, .k = k};
  if (!ir_match_loop(op, &p->l) || !p->l.extent || op->has_while ||
      !p->l.carried[k]->type.array ||
      (!op->parent->parent_op && !is_simple(p->l.body)))
    return false;
  rec_accesses all = {0};
  p->classes = rec_classes_new(cx->arena, f, op);
  p->cls = rec_class_of(p->classes, p->l.carried[k]);
  p->an = rec_an_new(cx, f, p->l.body);
  rec_find_accesses(cx->arena, p->classes, p->l.body, &all);
  p->xs = rec_read_class(p->an, &all, p->cls);
  ir_count_uses(f);
  bool ok = p->xs.n > 0 && is_own_storage(p) && is_one_place(p);
  p->is_set = ok && is_set_before(p);
  ok = ok && rec_an_ok(p->an);
  rec_an_free(p->an);
  return ok;
}

// -- Rewriting ------------------------------------------------------------
// Makes every array of the class in "vals" a scalar.
static void
retype(const promotion *p, const ir_vals *vals) {
  for (int i = 0; i < vals->n; i++)
    if (vals->at[i]->type.array &&
        rec_class_of(p->classes, vals->at[i]) == p->cls)
      vals->at[i]->type.array = false;
}

// ir_walk_fn: retypes what "op" defines.
static bool
retype_op(void *user, ir_op *op) {
  const promotion *p = user;
  retype(p, &op->outs);
  for (int k = 0; k < op->n_regions; k++)
    retype(p, &op->regions[k]->params);
  return true;
}

// The element's value when the loop starts; *runs: whether it does.
static ir_val *
build_start(promotion *p, ir_builder *b, ir_val *runs, ir_val *at) {
  ir_val *array = p->l.inits[p->k];
  if (p->is_set)
    return array->def->ins.at[2];
  if (!runs)
    return ir_build_index(b, array, at);
  ir_op *choice = ir_build_raw(b, IR_OP_IF);
  ir_add_in(choice, runs);
  ir_builder yes = ir_at_end(ir_add_region(choice));
  ir_builder no = ir_at_end(ir_add_region(choice));
  ir_val *v = ir_build_index(&yes, array, at);
  ir_val *none = ir_build_int(&no, array->type.elem, 0);
  ir_build_yield(&yes, &v, 1);
  ir_build_yield(&no, &none, 1);
  return ir_add_out(choice, v->type, array->name);
}

// The array behind the loop, with "v" in its element.
static ir_val *
build_end(promotion *p, ir_builder *b, ir_val *runs, ir_val *at, ir_val *v) {
  ir_val *array = p->l.inits[p->k];
  if (p->is_set)
    return ir_build_update(b, array->def->ins.at[0], at, v);
  if (!runs)
    return ir_build_update(b, array, at, v);
  ir_op *choice = ir_build_raw(b, IR_OP_IF);
  ir_add_in(choice, runs);
  ir_builder yes = ir_at_end(ir_add_region(choice));
  ir_builder no = ir_at_end(ir_add_region(choice));
  ir_val *w = ir_build_update(&yes, array, at, v);
  ir_build_yield(&yes, &w, 1);
  ir_build_yield(&no, &array, 1);
  return ir_add_out(choice, array->type, array->name);
}

// Replaces accesses by the scalar.
static void
drop_accesses(promotion *p) {
  for (int i = 0; i < p->xs.n; i++) {
    ir_op *op = p->xs.at[i].op;
    ir_replace_uses(p->f, op->outs.at[0], op->ins.at[op->ins.n == 3 ? 2 : 0]);
    ir_remove(op);
  }
}

// Turns the carried array into a scalar.
static void
promote(promotion *p) {
  ir_op *op = p->l.op;
  ir_builder b = ir_before(op), after = ir_before(op->next);
  after.loc = op->loc;
  ir_val *runs = rec_build_runs(&b, p->sure, op);
  ir_val *at = rec_hoist(&b, p->sure->ins.at[1], p->l.body);
  ir_val *start = build_start(p, &b, runs, at);
  ir_val *out = p->l.outs[p->k];
  ir_val *end = build_end(p, &after, runs, at, out);
  ir_op *update =
      end->def->code == IR_OP_IF ? end->def->regions[0]->first : end->def;
  ir_replace_uses(p->f, out, end);
  update->ins.at[2] = out;
  ir_op *before = p->is_set ? p->l.inits[p->k]->def : NULL;
  op->ins.at[op->n_dims + p->k] = start;
  ir_walk(p->l.body, retype_op, p);
  p->l.carried[p->k]->type.array = false;
  out->type.array = false;
  drop_accesses(p);
  if (before)
    ir_remove(before);
}

// Promotes in the loops of "r", outer ones first.
static void
promote_region(loft_cx *cx, ir_func *f, ir_region *r) {
  for (ir_op *op = r->first; op; op = op->next) {
    for (int k = 0; op->code == IR_OP_LOOP && k < op->outs.n; k++) {
      promotion p;
      if (match_promotion(cx, f, op, k, &p))
        promote(&p);
    }
    for (int k = 0; k < op->n_regions; k++)
      promote_region(cx, f, op->regions[k]);
  }
}

void
rec_promote(loft_cx *cx, ir_func *f) {
  promote_region(cx, f, f->body);
  rec_clean(cx, f);
}
