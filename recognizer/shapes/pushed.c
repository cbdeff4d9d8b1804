// recognizer/shapes/pushed.c: folds over what earlier iterations stored, as
// combines that each iteration makes ahead.
//
//   loop (%j < %m) (%w = %y) {             %f = alloc %m, all identity
//     A(%j, %w)                            loop (%j < %m) (%w = %y, %f) {
//     %s = loop (%k < %j) (%t = %s0) {       A(%j, %w)
//       op %t, E(%k, %j, %w)         =>      %s = op %s0, %f[%j]
//     }                                      B(%j, %s)
//     B(%j, %s)                              loop (%q = %j + 1 .. %m)
//   }                                          %f[%q] op= E(%j, %q, %w) }
//
// Where the inner loop has an iteration more, the first one reads what none
// stored, so %f begins with E(0, %j, %y), and k reads what iteration k - 1 did.
// As in triangular systems by columns in place of rows: the inner iterations,
// which fold, become such as touch an element each. E may read what iteration k
// stored, and elements that no iteration stores; so it gives the same when
// iteration k has stored. Interval recurrences (t[i][k] + t[k + 1][j]) read
// columns that way, and rows this way.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"

typedef struct pushing {
  arena *a;
  ir_func *f;
  ir_loop l, in;   // the loop, and the one in it
  rec_red red;     // what that folds
  an_accesses all; // of the loop
  an_affine place; // where each iteration stores
  int64_t lag;     // the inner iteration k reads what iteration k - lag stored
} pushing;

// -- Matching -----------------------------------------------------------------
// ir_walk_fn: counts the loops.
static bool
count_loop(void *user, ir_op *op) {
  *(int *)user += op->code == IR_OP_LOOP;
  return true;
}

// The one loop in the body of "l", at its top; else NULL.
static ir_op *
find_inner(const ir_loop *l) {
  ir_op *in = NULL;
  int n = 0;
  ir_walk(l->body, count_loop, &n);
  ir_foreach_op (op, l->body)
    if (op->code == IR_OP_LOOP)
      in = op;
  return n == 1 ? in : NULL;
}

// True when "x" is an access of the inner loop.
static bool
is_inside(const pushing *z, const an_access *x) {
  return ir_is_within(x->op->outs.at[0], z->in.op);
}

// True when "x" reads what the iteration stored whose number the inner loop's
// index is, or with z->lag that before it.
static bool
reads_stored(const pushing *z, const an_access *x) {
  an_affine then, apart;
  int64_t stride = 0;
  if (z->lag && an_affine_stride(&z->place, z->l.i, &stride) != 1)
    return false;
  return is_inside(z, x) &&
         an_form_rename(z->a, &z->place, z->l.i, z->in.i, &then) &&
         an_form_minus(z->a, &x->at, &then, &apart) && !apart.terms.n &&
         apart.constant == -z->lag * stride;
}

// True when the inner loop has as many iterations as the outer one had before,
// or one more; fills z->lag.
static bool
match_extent(pushing *z) {
  an_affine n = an_affine_of(z->a, z->in.extent), apart;
  an_affine i = an_affine_of(z->a, z->l.i);
  bool ok = an_form_minus(z->a, &n, &i, &apart) && !apart.terms.n;
  z->lag = apart.constant;
  return ok && (z->lag == 0 || z->lag == 1);
}

// True when all stores of an iteration are in one place, not in the inner loop;
// fills z->place.
static bool
match_stores(pushing *z) {
  bool any = false;
  for (int k = 0; k < z->all.n; k++) {
    const an_access *x = &z->all.at[k];
    if (!x->is_write)
      continue;
    if (x->op->code != IR_OP_UPDATE || is_inside(z, x) ||
        (any && !an_affine_eq(z->a, &z->place, &x->at)))
      return false;
    z->place = x->at;
    any = true;
  }
  return any;
}

// True when the inner loop reads along its index by strides, and all that it
// reads is in neighbours, or one element, for the outer one's.
static bool
is_worthwhile(const pushing *z) {
  int along_k = 0, along_j = 0;
  for (int k = 0; k < z->all.n; k++) {
    const an_access *x = &z->all.at[k];
    if (!is_inside(z, x))
      continue;
    along_k += !an_affine_is_near(&x->at, z->in.i);
    along_j += !an_affine_is_near(&x->at, z->l.i);
  }
  return along_k > 0 && along_j == 0;
}

// True when what the inner loop reads of an iteration, the first one too, is
// from before it stores, where it reads ahead of all iterations.
static bool
reads_old(const pushing *z) {
  bool old = true;
  for (int k = 0; k < z->all.n && z->lag; k++) {
    const an_access *x = &z->all.at[k];
    const ir_val *array = x->op->ins.at[0];
    old &= !is_inside(z, x) || array == z->l.carried[0] ||
           ir_is_outside(array, z->l.body);
  }
  return old;
}

// True when any order of the folds of z->red gives the same bits.
static bool
is_exact(const rec_red *red) {
  return red->kind == REC_RED_FOLD && !red->reorders && !red->resets &&
         !red->ties && !red->speculated.n &&
         !ir_fold_rounds(red->op, red->type);
}

// True when loop "op" of "f" has the form, but for what E reads.
static bool
match_pushing(arena *a, ir_func *f, ir_op *op, pushing *z) {
  *z = (pushing){.a = a, .f = f};
  if (!ir_match_loop(op, &z->l) || !z->l.extent || op->has_while ||
      z->l.n_carried != 1 || !z->l.carried[0]->type.array)
    return false;
  ir_op *in = find_inner(&z->l);
  return in && ir_match_loop(in, &z->in) && z->in.extent && !in->has_while &&
         match_extent(z) && z->in.n_carried == 1 &&
         !z->in.carried[0]->type.array &&
         rec_match_reduction(&z->in, 0, &z->red) && is_exact(&z->red) &&
         z->red.type == z->in.carried[0]->type.elem &&
         an_accesses_of(a, op, &z->all) && match_stores(z) && reads_old(z) &&
         is_worthwhile(z);
}

// -- What the inner loop reads ------------------------------------------------
// Replaces the read "x" by a 0.
static void
drop_read(const pushing *z, const an_access *x) {
  ir_builder b = ir_before(x->op);
  ir_val *v = x->op->outs.at[0];
  ir_replace_uses(z->f, v, ir_build_bits(&b, v->type.elem, 0));
  ir_remove(x->op);
}

// Lets the inner loop of "z" read what it does for the next iteration.
static void
read_ahead(const pushing *z) {
  ir_builder b = ir_before(z->l.body->first), out = ir_before(z->l.op);
  ir_val *next = ir_build2(&b, IR_OP_ADD, z->l.i, ir_build_int(&b, IR_I64, 1));
  for (int k = 0; k < z->all.n; k++) {
    const an_access *x = &z->all.at[k];
    if (x->is_write || !is_inside(z, x) || reads_stored(z, x))
      continue;
    map *subst = map_new(z->a);
    map_put(subst, z->l.i, next);
    map_put(subst, z->in.i, z->in.i);
    ir_builder at = ir_before(x->op);
    x->op->ins.at[1] = an_copy_slice(&at, x->op->ins.at[1], z->l.body, subst);
  }
  map *subst = map_new(z->a);
  map_put(subst, z->l.i, next);
  ir_builder at = ir_before(z->in.op);
  z->in.op->ins.at[0] = an_copy_slice(&at, z->in.extent, z->l.body, subst);
  z->l.op->ins.at[0] =
      ir_build2(&out, IR_OP_SUB, z->l.extent, ir_build_int(&out, IR_I64, 1));
}

// True when what "an" assumes holds whenever the region runs as it is.
static bool
holds_anyway(rec_driver *d, const rec_an *an) {
  arena *a = d->cx->arena;
  rec_guard_mark before = rec_mark_guard(a, d->f);
  bool ok = rec_emit_guards(d->cx, d->f, an);
  rec_guard_mark now = rec_mark_guard(a, d->f);
  bool same = now.guard == before.guard && now.ok == before.ok;
  if (!same)
    rec_reset_guard(a, d->f, &before);
  return ok && same;
}

// True when no iteration stores what the inner loop of another one, or with
// "ahead" of the next one, reads, but what was stored by its index. Nothing
// more is assumed for it: the region would run less often.
static bool
is_apart(rec_driver *d, ir_op *op, bool ahead) {
  ir_builder b = ir_before(op);
  ir_op *copy = ir_clone_op(&b, op, map_new(d->cx->arena));
  ir_op *before = copy->prev;
  pushing z;
  rec_changes changes = {0};
  rec_why unused = {0};
  if (!match_pushing(d->cx->arena, d->f, copy, &z))
    return false;
  if (ahead)
    read_ahead(&z);
  const ir_val *root = ir_storage_root(z.l.carried[0], NULL);
  for (int k = 0; k < z.all.n; k++) {
    const an_access *x = &z.all.at[k];
    if (!x->is_write && x->root == root &&
        (!is_inside(&z, x) || reads_stored(&z, x)))
      drop_read(&z, x);
  }
  rec_remove_unused(z.l.body);
  rec_an *an =
      rec_loop_independent(d->cx, d->f, copy, false, &changes, &unused);
  bool ok = an && !changes.work.n && !changes.combines.n && !changes.stores.n &&
            !changes.scatters.n && holds_anyway(d, an);
  while (op->prev != before)
    ir_remove(op->prev);
  return ok;
}

// -- Building -----------------------------------------------------------------
// "value", of the inner loop, at "b" in iteration "j" and inner iteration "k",
// where "array" is what the outer loop carries.
static ir_val *
copy_value(const pushing *z, ir_builder *b, ir_val *value, ir_val *j, ir_val *k,
           ir_val *array) {
  map *subst = map_new(z->a);
  map_put(subst, z->l.i, j);
  map_put(subst, z->in.i, k);
  for (int i = 0; i < z->all.n; i++) {
    const an_access *x = &z->all.at[i];
    if (is_inside(z, x) && !ir_is_outside(x->op->ins.at[0], z->l.body))
      map_put(subst, x->op->ins.at[0], array);
  }
  return an_copy_slice(b, value, z->l.body, subst);
}

// The folds of all iterations before any stored, at "b"; *fill fills them.
static ir_val *
build_folds(const pushing *z, ir_builder *b, ir_val *value, ir_op **fill) {
  ir_scalar type = z->red.type;
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *n = ir_build2(b, IR_OP_MAX, z->l.extent, zero);
  ir_val *folds = ir_build_alloc(b, type, n, IR_SPACE_GLOBAL, "folds");
  ir_op *op = *fill = ir_start_loop(b, IR_OP_LOOP, n, z->l.i->name);
  ir_val *w = ir_add_carried(op, folds, "folds", "folds");
  ir_val *j = op->regions[0]->params.at[0];
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *first =
      z->lag ? copy_value(z, &in, value, j, zero, z->l.inits[0])
             : ir_build_bits(&in, type, ir_red_identity(z->red.op, type));
  w = ir_build_update(&in, w, j, first);
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// The loop over the iterations behind this one, at the end of the body, that
// combines "value", of the inner loop, into "folds".
static ir_op *
build_push(const pushing *z, ir_val *value, ir_val *folds) {
  ir_builder b = ir_before(z->l.body->last);
  ir_val *one = ir_build_int(&b, IR_I64, 1);
  ir_val *next = ir_build2(&b, IR_OP_ADD, z->l.i, one);
  ir_val *n = ir_build2(&b, IR_OP_SUB, z->l.extent, next);
  ir_op *op = ir_start_loop(&b, IR_OP_LOOP, n, "q");
  op->loc = z->in.op->loc;
  ir_val *w = ir_add_carried(op, folds, "folds", "folds");
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *q = ir_build2(&in, IR_OP_ADD, op->regions[0]->params.at[0], next);
  ir_val *v =
      copy_value(z, &in, value, q, z->lag ? next : z->l.i, z->l.yields[0]);
  ir_val *old = ir_build_index(&in, w, q);
  w = ir_build_update(&in, w, q, ir_build2(&in, z->red.op, old, v));
  ir_build_yield(&in, &w, 1);
  return op;
}

// Lets "op", which has the form, combine ahead: the loop that does, and *fill,
// which fills what it combines into.
static ir_op *
push(pushing *z, ir_op **fill) {
  ir_op *op = z->l.op;
  ir_builder b = ir_before(op);
  ir_val *value = rec_contribution(&z->in, &z->red);
  ir_val *folds =
      ir_add_carried(op, build_folds(z, &b, value, fill), "folds", "folds");
  ir_op *ahead = build_push(z, value, folds);
  ir_add_in(z->l.body->last, ahead->outs.at[0]);
  ir_builder at = ir_before(z->in.op);
  ir_val *own = ir_build_index(&at, folds, z->l.i);
  ir_replace_uses(z->f, z->in.outs[0],
                  ir_build2(&at, z->red.op, z->in.inits[0], own));
  ir_remove(z->in.op);
  return ahead;
}

ir_op *
rec_try_pushed(rec_driver *d, ir_op *op, rec_why *why) {
  pushing z;
  if (!match_pushing(d->cx->arena, d->f, op, &z) || !is_apart(d, op, false) ||
      !is_apart(d, op, true))
    return NULL;
  rec_trial t = rec_start(d, op);
  ir_op *fill, *copy = rec_copy_to_try(&t), *done = NULL;
  rec_why unused = {0};
  if (match_pushing(d->cx->arena, d->f, copy, &z))
    done = rec_try_nest(d, push(&z, &fill), why);
  if (done)
    rec_try_loop(d, fill, &unused);
  return rec_finish(&t, done);
}
