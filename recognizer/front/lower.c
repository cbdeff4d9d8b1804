// recognizer/front/lower.c: a loop tree as IR with `loop`s.
//
// The functional reading of the annotated statement: its parameters are what
// it captures, its results the arrays it changes, then the scalars, then the
// offsets of pointers. See lower_private.h for how it works.
#include "recognizer/front/lower_private.h"
#include "recognizer/shapes/shapes.h"

enum { MAX_STEPS = 200000, MAX_DEPTH = 300, MAX_REFUSALS = 32 };

// -- Reasons --------------------------------------------------------------

void
rec_low_refuse(rec_low *lx, loft_loc loc, rec_reason reason, const char *what) {
  for (int i = 0; i < lx->refusals.n; i++)
    if (lx->refusals.at[i].reason == reason &&
        lx->refusals.at[i].loc.line == loc.line &&
        lx->refusals.at[i].loc.col == loc.col)
      return;
  rec_refusal r = {.reason = reason, .loc = loc, .what = what};
  if (lx->system_call.raw) {
    r.loc = lx->system_call;
    r.inner = loc;
  }
  if (lx->refusals.n < MAX_REFUSALS)
    vec_push(lx->a, &lx->refusals, r);
}

loft_loc
rec_low_loc(const rec_low *lx, loft_loc loc) {
  return lx->system_call.raw ? lx->system_call : loc;
}

bool
rec_low_step(rec_low *lx, loft_loc loc) {
  if (++lx->n_steps <= MAX_STEPS && lx->depth < MAX_DEPTH)
    return true;
  lx->n_steps = MAX_STEPS; // stays exhausted
  for (int i = 0; i < lx->refusals.n; i++)
    if (lx->refusals.at[i].reason == REC_BUDGET)
      return false;
  rec_low_refuse(lx, loc, REC_BUDGET, NULL);
  return false;
}

// Reports all reasons found.
static void
report_refusals(const rec_low *lx) {
  for (int i = 0; i < lx->refusals.n; i++) {
    const rec_refusal *r = &lx->refusals.at[i];
    rec_refuse(lx->cx, lx->src->required, r->loc, r->reason, r->what);
    if (r->inner.raw)
      diag_report(lx->cx, DIAG_NOTE, r->inner, NULL,
                  "the reason is here, in a system header");
  }
}

// -- Results --------------------------------------------------------------

// The values the function yields, and what they are.
typedef struct outcome {
  ir_vals yields;
  VEC(rec_result) results;
} outcome;

// The index of "v" among the yields; appended when it is not there.
static int
yield_index(rec_low *lx, outcome *out, ir_val *v) {
  for (int i = 0; i < out->yields.n; i++)
    if (out->yields.at[i] == v)
      return i;
  vec_push(lx->a, &out->yields, v);
  return out->yields.n - 1;
}

// Stores changed scalars that pointers may see back through their address.
static void
store_homes(rec_low *lx) {
  for (int i = 0; i < lx->caps.n; i++) {
    rec_obj *o = lx->caps.at[i];
    if (!o->by_address || o->now.val == o->entry.val)
      continue;
    rec_obj *home = o->home;
    home->written = true;
    home->now.val = ir_build_update(&lx->b, home->now.val,
                                    rec_low_int(lx, IR_I64, 0), o->now.val);
  }
}

// Yields the arrays that changed; sets every parameter's mode.
static void
yield_arrays(rec_low *lx, outcome *out) {
  for (int k = 0; k < lx->capture_objs.n; k++) {
    rec_obj *o = lx->capture_objs.at[k];
    if (o->kind != REC_OBJ_ARRAY)
      continue;
    lx->captures.at[k].is_bound = o->is_bound;
    bool changed = o->now.val != o->entry.val;
    lx->f->param_mode[k] = (o->read || o->permuted ? IR_READ : 0) |
                           (o->written || changed ? IR_WRITE : 0);
    if (changed)
      yield_index(lx, out, o->now.val);
  }
}

// Yields what pointer "o" points to as "r": the array and the offset in it; of
// structures an array that they can be seen as. Refuses what points to no array
// of outside, for "reason" unless it may be one of several.
static void
yield_target(rec_low *lx, outcome *out, const rec_obj *o, rec_reason reason,
             rec_result r) {
  rec_obj *target = o->now.target;
  // a null pointer that is returned was refused there
  bool one = !o->now.unknown && (!o->now.may_be_null || o == lx->retval);
  if (!one || !target || target->kind == REC_OBJ_SCALAR ||
      target->kind == REC_OBJ_TABLE || target->capture < 0) {
    rec_low_refuse(lx, lx->src->stmt->loc, one ? reason : REC_POINTER_MERGE,
                   o->name);
    return;
  }
  ir_val *off = o->now.val ? o->now.val : rec_low_int(lx, IR_I64, 0);
  if (target->table)
    target->table->in_place = true;
  if (target->kind == REC_OBJ_RECORD) {
    int unit = target->record->unit;
    target = target->memory->views.n ? target->memory->views.at[0]
                                     : rec_low_view(lx, target->memory, IR_U8);
    off = rec_low_op2(lx, IR_OP_MUL, off,
                      rec_low_int(lx, IR_I64, unit / ir_size(target->elem)));
  }
  r.value = yield_index(lx, out, target->now.val);
  r.offset = out->yields.n;
  vec_push(lx->a, &out->yields, off);
  vec_push(lx->a, &out->results, r);
}

// A pointer variable that points elsewhere now.
static void
yield_pointer(rec_low *lx, outcome *out, const rec_obj *o) {
  const rec_obj *target = o->now.target;
  bool moved = o->now.val != o->entry.val || target != o->entry.target ||
               (target && target->permuted) || o->now.unknown ||
               o->now.path != o->entry.path;
  if (moved && map_has(lx->region_effects->assigned, o->var))
    yield_target(lx, out, o, REC_POINTER_ESCAPE,
                 (rec_result){.target = o->lvalue});
}

// Scalars and pointers that changed; without "all" not those that nothing
// reads afterwards.
static void
yield_variables(rec_low *lx, outcome *out, bool all) {
  for (int i = 0; i < lx->caps.n; i++) {
    rec_obj *o = lx->caps.at[i];
    if (!all && o->var && o->var->is_dead)
      continue;
    if (o->kind == REC_OBJ_POINTER)
      yield_pointer(lx, out, o);
    if (o->kind != REC_OBJ_SCALAR || o->capture < 0 || o->by_address ||
        o->now.val == o->entry.val)
      continue;
    rec_result r = {.target = o->lvalue, .value = out->yields.n, .offset = -1};
    vec_push(lx->a, &out->yields, o->now.val);
    vec_push(lx->a, &out->results, r);
  }
}

// Whether the region returns from the function around, and what.
static void
yield_return(rec_low *lx, outcome *out) {
  int64_t known;
  if (!lx->ret || (rec_low_is_int(lx->ret->now.val, &known) && !known))
    return;
  rec_result r = {.kind = REC_RETURNS, .value = out->yields.n, .offset = -1};
  vec_push(lx->a, &out->yields, lx->ret->now.val);
  vec_push(lx->a, &out->results, r);
  rec_obj *val = lx->retval;
  if (!val)
    return;
  r.kind = REC_RETURNED;
  r.value = out->yields.n;
  if (val->kind == REC_OBJ_POINTER) {
    yield_target(lx, out, val, REC_POINTER_MERGE, r);
    return;
  }
  vec_push(lx->a, &out->yields,
           val->now.val ? val->now.val : rec_low_zero(lx, val->elem));
  vec_push(lx->a, &out->results, r);
}

// Whether a call that does not return is reached: its number among the yields,
// or -1 where it never is.
static int
yield_trap(rec_low *lx, outcome *out) {
  int64_t known;
  if (!lx->trap_call)
    return -1;
  if (rec_low_is_int(lx->trap->now.val, &known)) {
    if (known)
      rec_low_refuse(lx, lx->trap_call->loc, REC_CALL_CONTROL,
                     lx->trap_call->func->name);
    return -1;
  }
  rec_result r = {.kind = REC_TRAPPED, .value = out->yields.n, .offset = -1};
  vec_push(lx->a, &out->yields, lx->trap->now.val);
  vec_push(lx->a, &out->results, r);
  return r.value;
}

// All guards in one bool, at the region's start; NULL when there are none.
static ir_val *
join_guards(rec_low *lx) {
  ir_builder saved = lx->b;
  lx->b = ir_before(lx->entry_end);
  ir_val *all = NULL;
  for (int k = 0; k < lx->assumptions.n + lx->guards.n; k++) {
    ir_val *g = k < lx->assumptions.n ? lx->assumptions.at[k]
                                      : lx->guards.at[k - lx->assumptions.n];
    all = all ? rec_low_op2(lx, IR_OP_AND, all, g) : g;
  }
  lx->b = saved;
  return all;
}

// -- The finished function ------------------------------------------------

// Removes parameters nothing uses.
static void
drop_params(rec_low *lx) {
  ir_vals *ps = &lx->f->body->params;
  int n = 0;
  ir_count_uses(lx->f);
  for (int k = 0; k < ps->n; k++) {
    if (!ps->at[k]->n_uses)
      continue;
    ps->at[n] = ps->at[k];
    ps->at[n]->index = n;
    lx->f->param_mode[n] = lx->f->param_mode[k];
    lx->captures.at[n] = lx->captures.at[k];
    n++;
  }
  ps->n = n;
  lx->captures.n = n;
}

// "v" and all it is computed from, copied to "b".
static ir_val *
copy_value(ir_builder *b, ir_val *v, map *subst) {
  ir_val *done = map_get(subst, v);
  if (done)
    return done;
  for (int i = 0; i < v->def->ins.n; i++)
    copy_value(b, v->def->ins.at[i], subst);
  return ir_clone_op(b, v->def, subst)->outs.at[0];
}

// The function NAME_guard that computes "guard", which the last yield of the
// region's function holds; that yield is removed.
static void
split_guard(rec_low *lx) {
  ir_func *f = lx->f;
  ir_op *yield = f->body->last;
  ir_val *guard = vec_last(&yield->ins);
  yield->ins.n--;
  ir_func *g = ir_func_new(f->module, rec_guard_name(lx->a, f));
  map *subst = map_new(lx->a);
  for (int k = 0; k < f->body->params.n; k++) {
    ir_val *p = f->body->params.at[k];
    map_put(
        subst, p,
        ir_func_add_param(g, p->type, p->name, p->type.array ? IR_READ : 0));
  }
  ir_builder b = ir_at_end(g->body);
  ir_val *v = copy_value(&b, guard, subst);
  ir_build_yield(&b, &v, 1);
  lx->out->guard = g;
  rec_clean(lx->cx, f);
}

// Ends the function and fills in lx->out.
static void
finish(rec_low *lx) {
  outcome out = {0};
  store_homes(lx);
  yield_arrays(lx, &out);
  yield_variables(lx, &out, false);
  yield_return(lx, &out);
  if (out.yields.n == 0) // a region for nothing does it all the same
    yield_variables(lx, &out, true);
  int trap = yield_trap(lx, &out);
  ir_val *guard = join_guards(lx);
  if (guard)
    vec_push(lx->a, &out.yields, guard);
  if (lx->refusals.n)
    return;
  lx->b = ir_at_end(lx->f->body);
  ir_build_yield(&lx->b, out.yields.at, out.yields.n);
  ir_remove(lx->entry_end);
  rec_clean(lx->cx, lx->f);
  drop_params(lx);
  if (guard)
    split_guard(lx);
  if (trap >= 0)
    rec_low_split_trap(lx, trap);
  lx->out->captures = lx->captures.at;
  lx->out->n_captures = lx->captures.n;
  lx->out->results = out.results.at;
  lx->out->n_results = out.results.n;
}

// -- Driver ---------------------------------------------------------------

// The first return in "s", or NULL.
static const lt_stmt *
find_return(const lt_stmt *s) {
  if (!s || s->kind == LT_RETURN)
    return s;
  const lt_stmt *found = NULL;
  for (int k = 0; k < s->n_body && !found; k++)
    found = find_return(s->body[k]);
  return found;
}

// A fresh context for "region".
static rec_low *
begin(loft_cx *cx, const lt_region *region, smap *indexed) {
  arena *a = cx->arena;
  rec_low *lx = NEW(a, rec_low);
  lx->cx = cx;
  lx->a = a;
  lx->src = region;
  lx->out = NEW(a, rec_region);
  lx->out->source = region;
  lx->out->module = ir_module_new(a);
  lx->f = ir_func_new(lx->out->module, region->name ? region->name : "region");
  lx->out->func = lx->f;
  lx->vars = map_new(a);
  lx->related = map_new(a);
  lx->fields = smap_new(a);
  lx->indexed = indexed;
  lx->cse = map_new(a);
  lx->entry_cse = smap_new(a);
  lx->exact = map_new(a);
  lx->ranges = map_new(a);
  lx->trips = map_new(a);
  lx->assumed = map_new(a);
  lx->out->loose =
      region->is_multiversion || !lt_is_known_target(region->target);
  lx->region_effects = NEW(a, rec_effects);
  rec_effects_init(lx, lx->region_effects);
  rec_low_stmt_effects(lx->region_effects, region->stmt);
  lx->combined = NEW_ARRAY(a, bool, region->n_combines);
  lx->b = ir_at_end(lx->f->body);
  ir_val *mark = ir_build_bits(&lx->b, IR_BOOL, 0);
  lx->entry_end = mark->def;
  rec_low_find_related(lx);
  if (lx->region_effects->traps) {
    lx->trap = rec_low_flag(lx, "out", false);
    lx->trap->is_trap = true;
  }
  const lt_stmt *s = find_return(region->stmt);
  static const lt_type none = {.kind = LT_TYPE_VOID};
  if (s)
    rec_low_begin_return(lx, "result", s->expr ? s->expr->type : &none);
  return lx;
}

// rec_lower; "apart": pointers made of others are arrays of their own. "plain":
// with every read.
static rec_region *
lower(loft_cx *cx, const lt_region *region, bool apart, bool plain) {
  smap *indexed = smap_new(cx->arena);
  rec_low *lx;
  do {
    lx = begin(cx, region, indexed);
    lx->apart = apart;
    lx->every_read = plain;
    rec_low_stmt(lx, region->stmt);
  } while (lx->again);
  rec_low_check_combines(lx);
  finish(lx);
  if (lx->refusals.n) {
    report_refusals(lx);
    return NULL;
  }
  return ir_check(cx, lx->out->module, "lower") ? lx->out : NULL;
}

rec_region *
rec_lower(loft_cx *cx, const lt_region *region) {
  return lower(cx, region, false, false);
}

rec_region *
rec_lower_apart(loft_cx *cx, const lt_region *region) {
  return lower(cx, region, true, false);
}

rec_region *
rec_lower_plain(loft_cx *cx, const lt_region *region, bool apart) {
  return lower(cx, region, apart, true);
}
