// recognizer/shapes/merge.c: carried scalars that a function of the program's
// combines.
//
//   loop (%i < %n) (%s = %s0, %t = %t0) {
//     ...
//     %s1, %t1 = reduce (%j < 1) [%s, %t by R] {seq} { yield %v, %w }
//     yield %s1, %t1
//   }
//   => reduce (%i < %n) [%s0, %t0 by R] { ... yield %v, %w }
//
// lower_combine.c makes the inner fold where the pragma says that R is
// associative. R need not have a neutral element: where an iteration may leave
// the scalars alone, a flag beside its values says whether there are any, and
// the fold of two tuples of which one has none is the other.
#include "recognizer/shapes/folds.h"

// True when "op" is a fold of one tuple by a region.
static bool
folds_one(const ir_op *op) {
  int64_t n;
  return op->code == IR_OP_REDUCE && ir_operator_region(op) &&
         op->n_dims == 1 && op->outs.n == op->n_red &&
         ir_match_int(op->ins.at[0], &n) && n == 1;
}

// -- Matching -------------------------------------------------------------
// The fold of one tuple that "v" comes from, through ifs of "body"; or NULL.
static ir_op *
find_fold(const ir_val *v, const ir_region *body) {
  if (!v->def || ir_is_outside(v, body))
    return NULL;
  if (v->def->code != IR_OP_IF)
    return folds_one(v->def) ? v->def : NULL;
  for (int side = 0; side < 2; side++) {
    ir_op *yield = v->def->regions[side]->last;
    ir_op *found = find_fold(yield->ins.at[v->index], body);
    if (found)
      return found;
  }
  return NULL;
}

// True when "v" is result "i" of "fold", or "kept" where that does not run:
// then *some.
static bool
match_part(const ir_val *v, const ir_op *fold, int i, const ir_val *kept,
           bool *some) {
  if (v == fold->outs.at[i])
    return true;
  if (v == kept)
    return *some = true;
  return v->def && v->def->code == IR_OP_IF &&
         match_part(v->def->regions[0]->last->ins.at[v->index], fold, i, kept,
                    some) &&
         match_part(v->def->regions[1]->last->ins.at[v->index], fold, i, kept,
                    some);
}

// The carried scalars that "fold" goes on with in "l", in m->k; *some as above.
static bool
match_parts(const ir_loop *l, const ir_op *fold, rec_merge *m, bool *some) {
  for (int i = 0; i < fold->n_red; i++) {
    m->k[i] = -1;
    for (int k = 0; k < l->n_carried; k++)
      if (l->carried[k] == fold->ins.at[1 + i])
        m->k[i] = k;
    if (m->k[i] < 0 ||
        !match_part(l->yields[m->k[i]], fold, i, l->carried[m->k[i]], some))
      return false;
  }
  return true;
}

// Lets the operator of a fold use values of a loop's body by copies in front of
// the loop.
typedef struct closing {
  const ir_loop *l;
  const ir_region *r;
  ir_builder before;
} closing;

// ir_walk_fn: false when "op" needs a value that changes.
static bool
close_op(void *user, ir_op *op) {
  closing *c = user;
  for (int i = 0; i < op->ins.n; i++) {
    ir_val *v = op->ins.at[i];
    if (!ir_is_outside(v, c->r) || ir_is_outside(v, c->l->body))
      continue;
    if (!an_is_invariant(v, c->l->body))
      return false;
    op->ins.at[i] = an_copy_invariant(&c->before, v, c->l->body);
  }
  return true;
}

// -- Values ---------------------------------------------------------------
// What an iteration gives for part "i" of "fold" where a carried scalar becomes
// "v", of type "t", at "b"; part -1: whether it gives any.
static ir_val *
contribute(ir_builder *b, ir_val *v, ir_type t, const ir_op *fold, int i) {
  if (v->def == fold)
    return i < 0 ? ir_build_int(b, IR_BOOL, 1)
                 : fold->regions[0]->last->ins.at[i];
  if (!v->def || v->def->code != IR_OP_IF)
    return ir_build_bits(b, t.elem, 0);
  ir_op *op = v->def;
  for (int side = 0; side < 2; side++) {
    ir_op *yield = op->regions[side]->last;
    ir_builder in = ir_before(yield);
    ir_add_in(yield, contribute(&in, yield->ins.at[v->index], t, fold, i));
  }
  return ir_add_out(op, t, v->name);
}

// Adds a column of "m" for carried scalar "k", or the flag.
static void
add_column(arena *a, rec_tuple *t, int k, ir_val *value) {
  rec_column c = {.k = k,
                  .type = value->type.elem,
                  .op = IR_OP_OR,
                  .choice = -1,
                  .system = -1,
                  .clamp = -1,
                  .merge = t->merges.n,
                  .reset = -1};
  vec_push(a, &t->columns, c);
  vec_push(a, &t->values, value);
}

// Adds the scalars that "fold" goes on with, if that is all it does.
static void
add_merge(arena *a, rec_tuple *t, const ir_loop *l, ir_op *fold) {
  rec_merge m = {.fold = fold,
                 .k = NEW_ARRAY(a, int, fold->n_red),
                 .first = t->columns.n,
                 .flag = -1};
  ir_region *r = ir_operator_region(fold);
  closing c = {l, r, ir_before(l->op)};
  bool some = false;
  if (!match_parts(l, fold, &m, &some) || !ir_walk(r, close_op, &c))
    return;
  ir_builder b = ir_before(l->body->last);
  ir_val *y = l->yields[m.k[0]];
  ir_val *flag = some ? contribute(&b, y, ir_ty(IR_BOOL), fold, -1) : NULL;
  for (int i = 0; i < fold->n_red; i++) {
    y = l->yields[m.k[i]];
    add_column(a, t, m.k[i], contribute(&b, y, y->type, fold, i));
  }
  m.flag = some ? t->columns.n : -1;
  if (some)
    add_column(a, t, -1, flag);
  vec_push(a, &t->merges, m);
}

bool
rec_is_merged(const rec_tuple *t, int k) {
  for (int c = 0; c < t->columns.n; c++)
    if (t->columns.at[c].merge >= 0 && t->columns.at[c].k == k)
      return true;
  return false;
}

void
rec_add_merges(arena *a, const ir_loop *l, rec_tuple *t) {
  for (int k = 0; k < l->n_carried; k++) {
    ir_op *fold = l->carried[k]->type.array || rec_is_merged(t, k)
                      ? NULL
                      : find_fold(l->yields[k], l->body);
    if (fold)
      add_merge(a, t, l, fold);
  }
}

// -- Building -------------------------------------------------------------
// Copies the operator of "fold" on "left" and "right" to "b"; its results.
static ir_vals
build_operator(ir_builder *b, const ir_op *fold, ir_val *const *left,
               ir_val *const *right) {
  arena *a = b->func->module->arena;
  const ir_region *r = ir_operator_region(fold);
  map *subst = map_new(a);
  ir_vals out = {0};
  for (int i = 0; i < fold->n_red; i++) {
    map_put(subst, r->params.at[i], left[i]);
    map_put(subst, r->params.at[fold->n_red + i], right[i]);
  }
  ir_foreach_op (op, r)
    if (op->code != IR_OP_YIELD)
      ir_clone_op(b, op, subst);
  for (int i = 0; i < fold->n_red; i++)
    vec_push(a, &out, ir_substituted(subst, r->last->ins.at[i]));
  return out;
}

// The fold of two tuples of "m", each of which may be none.
static ir_vals
build_flagged(ir_builder *b, const rec_merge *m, ir_val *const *left,
              ir_val *const *right) {
  ir_val *const *l = left + m->first, *const *r = right + m->first;
  ir_val *cond = ir_build2(b, IR_OP_AND, left[m->flag], right[m->flag]);
  ir_builder both, one;
  ir_op *op = ir_build_if(b, cond, &both, &one);
  ir_vals out = {0};
  ir_vals merged = build_operator(&both, m->fold, l, r);
  ir_build_yield(&both, merged.at, merged.n);
  for (int i = 0; i < merged.n; i++)
    vec_push(b->func->module->arena, &out,
             ir_build3(&one, IR_OP_SELECT, right[m->flag], r[i], l[i]));
  ir_build_yield(&one, out.at, out.n);
  ir_add_outs(op, r, merged.n);
  return op->outs;
}

void
rec_build_merge(ir_builder *b, const rec_merge *m, ir_val *const *left,
                ir_val *const *right, ir_val **out) {
  ir_vals folds = m->flag < 0 ? build_operator(b, m->fold, left + m->first,
                                               right + m->first)
                              : build_flagged(b, m, left, right);
  for (int i = 0; i < folds.n; i++)
    out[m->first + i] = folds.at[i];
}

// -- Folds that stay ------------------------------------------------------
// Puts the operator of "op", which folds one tuple and writes nothing, in its
// place.
static void
inline_fold(ir_func *f, ir_op *op) {
  ir_builder b = ir_before(op);
  ir_region *body = op->regions[0];
  ir_replace_uses(f, body->params.at[0], ir_build_int(&b, IR_I64, 0));
  ir_foreach_op_safe (inner, body)
    if (inner->code != IR_OP_YIELD)
      ir_move(inner, op->parent, op);
  ir_vals out = build_operator(&b, op, op->ins.at + 1, body->last->ins.at);
  for (int i = 0; i < out.n; i++)
    ir_replace_uses(f, op->outs.at[i], out.at[i]);
  ir_remove(op);
}

void
rec_inline_folds(ir_func *f, ir_region *r) {
  ir_foreach_op_safe (op, r) {
    for (int k = 0; k < op->n_regions; k++)
      rec_inline_folds(f, op->regions[k]);
    if (folds_one(op))
      inline_fold(f, op);
  }
}
