// recognizer/front/lower.c: a loop tree as IR with `loop`s.
//
// The functional reading of the annotated statement: its parameters are what
// it captures, its results the arrays it changes, then the scalars, then the
// offsets of pointers. See lower_private.h for how it works.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"
#include "analysis/analysis.h"

// -- Reasons --------------------------------------------------------------

// How much of the text of "r" says which array, variable or function it is
// about: a[i].x is in a, u.x in the union u.
static int
name_length(const rec_refusal *r) {
  if (!r->what)
    return 0;
  size_t n = strcspn(r->what, r->reason == REC_UNION ? "[.-" : "[");
  return (int)(n ? n : strlen(r->what));
}

// True when refusals number "i" and "k" are for one reason, about one thing.
static bool
is_alike(const rec_lower *lower, int i, int k) {
  const rec_refusal *x = &lower->refusals.at[i], *y = &lower->refusals.at[k];
  int n = name_length(x);
  return x->reason == y->reason && n == name_length(y) &&
         (!n || !strncmp(x->what, y->what, (size_t)n));
}

// True when another reason says more of the pointer that number "i" is about:
// it follows a list, or is the place of what was found.
static bool
is_explained(const rec_lower *lower, int i) {
  const rec_refusal *r = &lower->refusals.at[i];
  if (r->reason != REC_POINTER_NULL && r->reason != REC_POINTER_MERGE &&
      r->reason != REC_POINTER_SWAP)
    return false;
  for (int k = 0; k < lower->refusals.n; k++) {
    const rec_refusal *o = &lower->refusals.at[k];
    if ((o->reason == REC_POINTER_LIST || o->reason == REC_POINTER_PLACE) &&
        !strcmp(o->what, r->what))
      return true;
  }
  return false;
}

// Reports reason number "i", if it is the first of its kind, and in how many
// other places it is found.
static void
report_refusal(const rec_lower *lower, int i) {
  const rec_refusal *r = &lower->refusals.at[i];
  int other = 0, more = 0;
  if (is_explained(lower, i))
    return;
  for (int k = 0; k < i; k++)
    if (is_alike(lower, k, i))
      return;
  for (int k = lower->refusals.n - 1; k > i; k--)
    if (is_alike(lower, i, k)) {
      more += other > 0;
      other = k;
    }
  rec_refuse(lower->cx, lower->src->required, r->loc, r->reason, r->what);
  if (r->inner.raw)
    diag_report(lower->cx, DIAG_NOTE, r->inner, NULL,
                "the reason is here, in a system header");
  if (other)
    rec_note_more(lower->cx, lower->refusals.at[other].loc, more);
}

// Reports all reasons found.
static void
report_refusals(const rec_lower *lower) {
  for (int i = 0; i < lower->refusals.n; i++)
    report_refusal(lower, i);
}

// -- Results --------------------------------------------------------------

// The values the function yields, and their kinds.
typedef struct outcome {
  ir_vals yields;
  VEC(rec_result) results;
} outcome;

// The index of "v" among the yields; appended when it is not there.
static int
yield_index(rec_lower *lower, outcome *out, ir_val *v) {
  for (int i = 0; i < out->yields.n; i++)
    if (out->yields.at[i] == v)
      return i;
  vec_push(lower->a, &out->yields, v);
  return out->yields.n - 1;
}

// Stores changed scalars that pointers may see back through their address.
static void
store_homes(rec_lower *lower) {
  for (int i = 0; i < lower->caps.n; i++) {
    rec_obj *o = lower->caps.at[i];
    if (!o->by_address || o->now.val == o->entry.val)
      continue;
    rec_obj *home = o->home;
    home->written = true;
    home->now.val = ir_build_update(
        &lower->b, home->now.val, rec_lower_int(lower, IR_I64, 0), o->now.val);
  }
}

// The mode of "c", a scalar: whether it is the distance of rows behind
// pointers, and of how many bytes.
static int
stride_mode(const rec_lower *lower, const rec_capture *c) {
  const rec_table *t = c->table;
  if (c->kind != REC_VALUE || !t || c->level != t->n_levels - 1)
    return 0;
  int unit = t->unit;
  for (int k = 0; k < lower->captures.n && !unit; k++)
    if (lower->captures.at[k].table == t &&
        lower->captures.at[k].kind != REC_VALUE)
      unit = ir_size(lower->captures.at[k].elem);
  return unit && unit <= IR_MAX_UNIT ? IR_ROWS | unit << IR_UNIT : 0;
}

// Yields the arrays that changed; sets every parameter's mode.
static void
yield_arrays(rec_lower *lower, outcome *out) {
  for (int k = 0; k < lower->capture_objs.n; k++) {
    rec_obj *o = lower->capture_objs.at[k];
    if (o->kind != REC_OBJ_ARRAY) {
      lower->f->param_mode[k] = stride_mode(lower, &lower->captures.at[k]);
      continue;
    }
    lower->captures.at[k].is_bound = o->is_bound;
    bool changed = o->now.val != o->entry.val;
    lower->f->param_mode[k] = (o->read || o->permuted ? IR_READ : 0) |
                              (o->written || changed ? IR_WRITE : 0);
    if (changed)
      yield_index(lower, out, o->now.val);
  }
}

// Yields what pointer "o" points to as "r": the array and the offset in it; of
// structures an array that they can be seen as. Refuses what points to no array
// of outside, or to a row behind pointers, for "reason" unless it may be one of
// several.
static void
yield_target(rec_lower *lower, outcome *out, const rec_obj *o,
             rec_reason reason, rec_result r) {
  rec_obj *target = o->now.target;
  // a null pointer that is returned was refused there
  bool one = !o->now.unknown && (!o->now.may_be_null || o == lower->retval);
  if (!one || !target || target->kind == REC_OBJ_SCALAR ||
      target->kind == REC_OBJ_TABLE || target->table || target->capture < 0) {
    rec_lower_refuse(lower, lower->src->stmt->loc,
                     one ? reason : REC_POINTER_MERGE, o->name);
    return;
  }
  ir_val *off = o->now.val ? o->now.val : rec_lower_int(lower, IR_I64, 0);
  if (target->kind == REC_OBJ_RECORD) {
    int unit = target->record->unit;
    target = target->memory->views.n
                 ? target->memory->views.at[0]
                 : rec_lower_view(lower, target->memory, IR_U8);
    off = rec_lower_op2(
        lower, IR_OP_MUL, off,
        rec_lower_int(lower, IR_I64, unit / ir_size(target->elem)));
  }
  r.value = yield_index(lower, out, target->now.val);
  r.offset = out->yields.n;
  vec_push(lower->a, &out->yields, off);
  vec_push(lower->a, &out->results, r);
}

// A pointer in memory that is elsewhere in its array now.
static void
yield_in_memory(rec_lower *lower, outcome *out, const rec_obj *o) {
  const rec_obj *target = o->now.target;
  rec_result r = {.target = o->lvalue};
  if (target != o->entry.target || target->permuted || o->now.unknown) {
    rec_lower_refuse(lower, o->set ? o->set->loc : lower->src->stmt->loc,
                     REC_POINTER_KEPT, rec_lower_text(lower->a, o->lvalue));
    return;
  }
  if (lower->captures.at[target->capture].is_moved)
    r.kind = REC_MOVED;
  yield_target(lower, out, o, REC_POINTER_KEPT, r);
}

// A joined pointer: it stays unless it is a place now that it was not before.
static void
yield_joined(rec_lower *lower, outcome *out, const rec_obj *o) {
  if (o->may_become_null) {
    rec_lower_refuse(lower, lower->src->stmt->loc, REC_POINTER_MERGE, o->name);
    return;
  }
  rec_result r = {.kind = REC_KEPT, .target = o->lvalue};
  const rec_obj *is_set = o->is_set;
  int n = out->results.n;
  yield_target(lower, out, o, REC_POINTER_ESCAPE, r);
  if (out->results.n == n || !o->now.val)
    return;
  ir_val *same = rec_lower_op2(lower, IR_OP_EQ, o->now.val, o->entry.val);
  if (is_set) {
    same = rec_lower_op2(lower, IR_OP_AND, same, is_set->entry.val);
    same = rec_lower_op2(lower, IR_OP_OR, same,
                         rec_lower_op1(lower, IR_OP_NOT, is_set->now.val));
  }
  vec_last(&out->yields) = rec_lower_op3(
      lower, IR_OP_SELECT, same, rec_lower_int(lower, IR_I64, INT64_MIN),
      vec_last(&out->yields));
}

// A pointer variable that points elsewhere now.
static void
yield_pointer(rec_lower *lower, outcome *out, const rec_obj *o) {
  const rec_obj *target = o->now.target;
  bool moved = o->now.val != o->entry.val || target != o->entry.target ||
               (target && target->permuted) || o->now.unknown ||
               o->now.path != o->entry.path || o->may_become_null;
  if (moved && o->in_memory)
    yield_in_memory(lower, out, o);
  else if (moved && o->is_joined)
    yield_joined(lower, out, o);
  else if (moved && map_has(lower->region_effects->assigned, o->var))
    yield_target(lower, out, o, REC_POINTER_ESCAPE,
                 (rec_result){.target = o->lvalue});
}

// Scalars and pointers that changed; without "all" not those that nothing
// reads afterwards.
static void
yield_variables(rec_lower *lower, outcome *out, bool all) {
  for (int i = 0; i < lower->caps.n; i++) {
    rec_obj *o = lower->caps.at[i];
    if (!all && o->var && o->var->is_dead)
      continue;
    if (o->kind == REC_OBJ_POINTER)
      yield_pointer(lower, out, o);
    if (o->kind != REC_OBJ_SCALAR || o->capture < 0 || o->by_address ||
        o->now.val == o->entry.val)
      continue;
    rec_result r = {.target = o->lvalue, .value = out->yields.n, .offset = -1};
    vec_push(lower->a, &out->yields, o->now.val);
    vec_push(lower->a, &out->results, r);
  }
}

// Whether the region returns from the function around, and the value.
static void
yield_return(rec_lower *lower, outcome *out) {
  int64_t known;
  if (!lower->ret || (rec_lower_is_int(lower->ret->now.val, &known) && !known))
    return;
  rec_result r = {.kind = REC_RETURNS, .value = out->yields.n, .offset = -1};
  vec_push(lower->a, &out->yields, lower->ret->now.val);
  vec_push(lower->a, &out->results, r);
  if (lower->exit) {
    r.kind = REC_EXITED;
    r.value = out->yields.n;
    vec_push(lower->a, &out->yields, lower->exit->now.val);
    vec_push(lower->a, &out->results, r);
  }
  rec_obj *val = lower->retval;
  if (!val)
    return;
  r.kind = REC_RETURNED;
  r.value = out->yields.n;
  if (val->kind == REC_OBJ_POINTER) {
    yield_target(lower, out, val, REC_POINTER_MERGE, r);
    return;
  }
  vec_push(lower->a, &out->yields,
           val->now.val ? val->now.val : rec_lower_zero(lower, val->elem));
  vec_push(lower->a, &out->results, r);
}

// The count "o" as a result of "kind", unless it is NULL, or 0.
static void
yield_count(rec_lower *lower, outcome *out, const rec_obj *o,
            rec_result_kind kind) {
  rec_result r = {.kind = kind, .value = out->yields.n, .offset = -1};
  int64_t known;
  if (!o || (rec_lower_is_int(o->now.val, &known) && !known))
    return;
  vec_push(lower->a, &out->yields, o->now.val);
  vec_push(lower->a, &out->results, r);
}

// Whether a call that only the original loop makes is reached: its number among
// the yields, or -1 where it never is. Refuses a region that gets there in its
// first iteration, or does nothing else.
static int
yield_trap(rec_lower *lower, outcome *out) {
  const lt_expr *call = lower->trap_call;
  int64_t known;
  if (!call)
    return -1;
  bool is_known = rec_lower_is_int(lower->trap->now.val, &known);
  if (is_known && !known)
    return -1;
  if (is_known || (call->is_left &&
                   (out->yields.n == 0 || rec_lower_traps_at_once(lower)))) {
    rec_lower_refuse(lower, call->loc, rec_lower_call_reason(call),
                     rec_lower_callee(lower->a, call));
    return -1;
  }
  rec_result r = {.kind = REC_TRAPPED, .value = out->yields.n, .offset = -1};
  vec_push(lower->a, &out->yields, lower->trap->now.val);
  vec_push(lower->a, &out->results, r);
  return r.value;
}

// "all", or NULL, and "conditions" in one bool, at the region's start; NULL
// when there are none.
static ir_val *
join(rec_lower *lower, ir_val *all, const ir_vals *conditions) {
  ir_builder saved = lower->b;
  lower->b = ir_before(lower->entry_end);
  for (int k = 0; k < conditions->n; k++)
    all = all ? rec_lower_op2(lower, IR_OP_AND, all, conditions->at[k])
              : conditions->at[k];
  lower->b = saved;
  return all;
}

// -- The finished function ------------------------------------------------

// Removes parameters nothing uses.
static void
drop_params(rec_lower *lower) {
  ir_vals *ps = &lower->f->body->params;
  int n = 0;
  ir_count_uses(lower->f);
  for (int k = 0; k < ps->n; k++) {
    if (!ps->at[k]->n_uses)
      continue;
    ps->at[n] = ps->at[k];
    ps->at[n]->index = n;
    lower->f->param_mode[n] = lower->f->param_mode[k];
    lower->captures.at[n] = lower->captures.at[k];
    n++;
  }
  ps->n = n;
  lower->captures.n = n;
}

// The function "name" that computes the last value which the yield of the
// region's function has; the yield loses it.
static ir_func *
split_last(rec_lower *lower, const char *name) {
  ir_func *f = lower->f;
  ir_op *yield = f->body->last;
  ir_val *last = vec_last(&yield->ins);
  yield->ins.n--;
  map *subst = map_new(lower->a);
  ir_func *g = rec_new_companion(f, name, subst);
  ir_builder b = ir_at_end(g->body);
  ir_val *v = an_copy_slice(&b, last, f->body, subst);
  ir_build_yield(&b, &v, 1);
  return g;
}

// Ends the function and fills in lower->out.
static void
finish(rec_lower *lower) {
  outcome out = {0};
  store_homes(lower);
  yield_arrays(lower, &out);
  yield_variables(lower, &out, false);
  yield_return(lower, &out);
  if (out.yields.n == 0) // no live result: keep them all
    yield_variables(lower, &out, true);
  yield_count(lower, &out, lower->drawn, REC_DRAWN);
  yield_count(lower, &out, lower->said, REC_SAID);
  int trap = yield_trap(lower, &out);
  ir_val *assumed = join(lower, NULL, &lower->told);
  ir_val *guard = join(lower, NULL, &lower->assumptions);
  guard = join(lower, guard, &lower->guards);
  guard = join(lower, guard, &lower->told);
  if (assumed)
    vec_push(lower->a, &out.yields, assumed);
  if (guard)
    vec_push(lower->a, &out.yields, guard);
  if (lower->refusals.n)
    return;
  lower->b = ir_at_end(lower->f->body);
  ir_build_yield(&lower->b, out.yields.at, out.yields.n);
  ir_remove(lower->entry_end);
  rec_clean(lower->cx, lower->f);
  drop_params(lower);
  if (guard)
    lower->out->guard = split_last(lower, rec_guard_name(lower->a, lower->f));
  if (assumed)
    split_last(lower, rec_assumed_name(lower->a, lower->f));
  if (guard)
    rec_clean(lower->cx, lower->f);
  if (trap >= 0) {
    rec_lower_note_trap(lower, &out.yields, trap);
    rec_split_trap(lower->cx, lower->out, rec_ask_trap(lower->out));
  }
  lower->out->captures = lower->captures.at;
  lower->out->n_captures = lower->captures.n;
  lower->out->says = lower->says.at;
  lower->out->n_says = lower->says.n;
  lower->out->texts = lower->texts.at;
  lower->out->n_texts = lower->texts.n;
  lower->out->results = out.results.at;
  lower->out->n_results = out.results.n;
}

// -- Driver ---------------------------------------------------------------

// The first return in "s" that is no exit to a label, or NULL.
static const lt_stmt *
find_return(const lt_stmt *s) {
  if (!s || (s->kind == LT_RETURN && !s->low))
    return s;
  const lt_stmt *found = NULL;
  for (int k = 0; k < s->n_body && !found; k++)
    found = find_return(s->body[k]);
  return found;
}

// The functions that know the kinds of nodes.
static const rec_walk kinds = {.value = rec_lower_kind_expr,
                               .cond = rec_lower_kind_cond,
                               .pointer = rec_lower_kind_pointer,
                               .structure = rec_lower_kind_struct,
                               .complex_value = rec_lower_complex,
                               .wide_value = rec_lower_wide,
                               .call = rec_lower_kind_call,
                               .combine = rec_lower_combine,
                               .stmt = rec_lower_kind_stmt};

// A fresh context for "region"; "last": that of a reading which found that
// captures were wrong, or NULL.
static rec_lower *
begin(loft_cx *cx, const lt_region *region, const rec_lower *last,
      map *joined) {
  arena *a = cx->arena;
  rec_lower *lower = NEW(a, rec_lower);
  cx->written = smap_new(a);
  cx->assigned = smap_new(a);
  lower->walk = &kinds;
  lower->cx = cx;
  lower->a = a;
  lower->src = region;
  lower->out = NEW(a, rec_region);
  lower->out->source = region;
  lower->out->module = ir_module_new(a);
  lower->f =
      ir_func_new(lower->out->module, region->name ? region->name : "region");
  lower->out->func = lower->f;
  lower->vars = map_new(a);
  lower->related = map_new(a);
  lower->joined = joined;
  lower->joins = map_new(a);
  lower->tested = last ? last->tested : map_new(a);
  lower->fields = smap_new(a);
  lower->indexed = last ? last->indexed : smap_new(a);
  lower->chained = last ? last->chained : smap_new(a);
  lower->moved = last ? last->moved : smap_new(a);
  lower->copied = last ? last->copied : map_new(a);
  lower->needed = last ? last->missing : map_new(a);
  lower->missing = map_copy(a, lower->needed);
  lower->work = last ? last->work : map_new(a);
  lower->padded = last ? last->padded : map_new(a);
  lower->smaller = last ? last->smaller : smap_new(a);
  lower->cse = an_values_new(a);
  lower->entry_cse = an_values_new(a);
  lower->exact = map_new(a);
  lower->ranges = map_new(a);
  lower->trips = map_new(a);
  lower->assumed = map_new(a);
  lower->out->loose =
      region->is_multiversion || !lt_is_known_target(region->target);
  rec_lower_cut_dead_ends(lower);
  lower->region_effects = NEW(a, rec_effects);
  rec_effects_init(lower->a, lower->region_effects);
  rec_lower_stmt_effects(lower->region_effects, region->stmt);
  lower->combined = NEW_ARRAY(a, bool, region->n_combines);
  lower->b = ir_at_end(lower->f->body);
  ir_val *mark = ir_build_bits(&lower->b, IR_BOOL, 0);
  lower->entry_end = mark->def;
  rec_lower_find_related(lower);
  lower->drawn = rec_lower_start_count(lower, &rec_lower_drawn);
  lower->said = rec_lower_start_count(lower, &rec_lower_said);
  if (lower->region_effects->traps) {
    lower->trap = rec_lower_flag(lower, "out", false);
    lower->trap->is_trap = true;
  }
  for (int k = 0; k < region->n_assumed; k++)
    rec_lower_assume(lower, region->assumed[k]);
  const lt_stmt *s = find_return(region->stmt);
  static const lt_type none = {.kind = LT_TYPE_VOID};
  if (s || region->n_exits)
    rec_lower_begin_return(lower, "result",
                           s && s->expr ? s->expr->type : &none);
  if (region->exits_differ) {
    lower->exit =
        rec_lower_local(lower, REC_OBJ_SCALAR, "exit", lt_scalar_type(IR_I32));
    lower->exit->now.val = rec_lower_int(lower, IR_I32, 0);
    lower->exit->is_return = true;
  }
  return lower;
}

// The finished reading of "region". "apart": pointers made of others are arrays
// of their own, but for those in "joined"; "plain": with every read.
static rec_lower *
read_region(loft_cx *cx, const lt_region *region, bool apart, bool plain,
            map *joined) {
  rec_lower *lower = NULL;
  do {
    lower = begin(cx, region, lower, joined);
    lower->apart = apart;
    lower->every_read = plain;
    rec_lower_stmt(lower, region->stmt);
    rec_lower_find_work(lower);
  } while (lower->again);
  rec_lower_check_combines(lower);
  finish(lower);
  return lower;
}

// rec_lower_region; "apart" and "plain" as for read_region. Pointers that are
// set to places in arrays of others are only taken for such where that is the
// one way to read the region.
static rec_region *
lower_region(loft_cx *cx, const lt_region *region, bool apart, bool plain) {
  map *none = map_new(cx->arena);
  rec_lower *lower = read_region(cx, region, apart, plain, none);
  if (lower->refusals.n && map_count(lower->joins)) {
    rec_lower *other = read_region(cx, region, apart, plain, lower->joins);
    lower = other->refusals.n ? lower : other;
  }
  if (lower->refusals.n) {
    report_refusals(lower);
    return NULL;
  }
  return ir_check(cx, lower->out->module, "lower") ? lower->out : NULL;
}

rec_region *
rec_lower_region(loft_cx *cx, const lt_region *region) {
  return lower_region(cx, region, false, false);
}

rec_region *
rec_lower_region_apart(loft_cx *cx, const lt_region *region) {
  return lower_region(cx, region, true, false);
}

rec_region *
rec_lower_region_plain(loft_cx *cx, const lt_region *region, bool apart) {
  return lower_region(cx, region, apart, true);
}
