// recognizer/front/lower_loop_end.c: the end of a loop under construction.
//
// Carried values that never changed are taken back. Pointers that end an
// iteration in another array than they began it, as buffers that a loop swaps
// do, let these arrays take each other's places.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// True when carried value "k" stays as it started, given which others do.
static bool
stays(arena *a, const rec_carrieds *cs, const bool *fixed, int k) {
  const rec_carried *c = &cs->at[k];
  ir_val *y = c->obj->now.val;
  if (!y || y == c->param || an_same_value(a, y, c->init))
    return y != NULL;
  for (int j = 0; j < cs->n; j++)
    if (fixed[j] && y == cs->at[j].param && c->obj->kind != REC_OBJ_ARRAY &&
        an_same_value(a, cs->at[j].init, c->init))
      return true;
  return false;
}

// Which carried values never change: the largest consistent set.
static bool *
find_fixed(rec_lower *lower, const rec_frame *fr) {
  int n = fr->carried.n;
  bool *fixed = NEW_ARRAY(lower->a, bool, n);
  for (int k = 0; k < n; k++)
    fixed[k] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (int k = 0; k < n; k++)
      if (fixed[k] && !stays(lower->a, &fr->carried, fixed, k)) {
        fixed[k] = false;
        changed = true;
      }
  }
  return fixed;
}

// The final replacement of "v".
static ir_val *
resolve(const map *subst, ir_val *v) {
  for (ir_val *to; v && (to = map_get(subst, v));)
    v = to;
  return v;
}

// ir_walk: replaces operands by what "user" maps them to.
static bool
substitute(void *user, ir_op *op) {
  for (int i = 0; i < op->ins.n; i++)
    op->ins.at[i] = resolve(user, op->ins.at[i]);
  return true;
}

// Folds again ops of "r" whose operands became constant.
static void
refold(rec_lower *lower, ir_region *r, map *subst) {
  ir_foreach_op_safe (op, r) {
    for (int i = 0; i < op->n_regions; i++)
      refold(lower, op->regions[i], subst);
    substitute(subst, op);
    ir_val *v = rec_lower_refold(lower, op);
    if (v && v != op->outs.at[0])
      map_put(subst, op->outs.at[0], v);
  }
}

// After the loop: a pointer whose start was not used and that ends elsewhere
// is known only if it was not initialised before (the loop then ran).
static void
leave_pointer(rec_lower *lower, const rec_carried *c) {
  rec_slot *s = &c->obj->now;
  bool was_set = c->start.target || c->start.path;
  s->may_be_null |= c->start.may_be_null;
  if (was_set && (s->target != c->start.target ||
                  !rec_lower_same_path(lower, s->path, c->start.path)))
    *s = (rec_slot){.unknown = true};
}

// The object of a carried value that never changed, after the loop.
static void
leave_fixed(rec_lower *lower, const rec_carried *c) {
  bool is_pointer = c->obj->kind == REC_OBJ_POINTER;
  c->obj->now.val = c->start.val || !is_pointer ? c->start.val : c->init;
  if (is_pointer)
    leave_pointer(lower, c);
}

// Takes back the carried values that never change. Returns what replaces them.
static map *
prune(rec_lower *lower, rec_frame *fr) {
  bool *fixed = find_fixed(lower, fr);
  map *subst = map_new(lower->a);
  rec_carrieds kept = {0};
  bool scalars = false;
  int first = fr->op->n_dims + fr->op->has_while;
  for (int k = fr->carried.n - 1; k >= 0; k--)
    if (fixed[k]) {
      rec_carried *c = &fr->carried.at[k];
      map_put(subst, c->param, c->init);
      scalars |= c->obj->kind != REC_OBJ_ARRAY;
      ir_remove_param(fr->op->regions[0], first + k);
      ir_vals_remove(&fr->op->ins, first + k);
    }
  for (int k = 0; k < fr->carried.n; k++)
    if (!fixed[k])
      vec_push(lower->a, &kept, fr->carried.at[k]);
  if (scalars)
    refold(lower, fr->op->regions[0], subst);
  else
    ir_walk(fr->op->regions[0], substitute, subst);
  for (int i = 0; i < lower->caps.n + lower->locals.n; i++) {
    rec_slot *s = &rec_lower_object_at(lower, lower->caps.n, i)->now;
    s->val = resolve(subst, s->val);
  }
  for (int k = 0; k < fr->carried.n; k++)
    if (fixed[k])
      leave_fixed(lower, &fr->carried.at[k]);
  fr->carried = kept;
  return subst;
}

// How often "o" had been reached by name when the loop began.
static int
reads_before(const rec_lower *lower, const rec_frame *fr, const rec_obj *o) {
  int n_caps = fr->reads.n - fr->n_locals;
  for (int i = 0; i < fr->reads.n; i++)
    if (rec_lower_object_at(lower, n_caps, i) == o)
      return fr->reads.at[i];
  return 0;
}

// Objects that pointers moved between: role[k] becomes becomes[k].
typedef struct renaming {
  VEC(rec_obj *) role, becomes;
} renaming;

// Adds "role becomes b"; false when it contradicts what is there.
static bool
add_renaming(rec_lower *lower, renaming *r, rec_obj *role, rec_obj *b) {
  for (int i = 0; i < r->role.n; i++)
    if (r->role.at[i] == role || r->becomes.at[i] == b)
      return r->role.at[i] == role && r->becomes.at[i] == b;
  vec_push(lower->a, &r->role, role);
  vec_push(lower->a, &r->becomes, b);
  return true;
}

// The new object of "role", or NULL when it is not renamed.
static rec_obj *
renamed(const renaming *r, const rec_obj *role) {
  for (int i = 0; i < r->role.n; i++)
    if (r->role.at[i] == role)
      return r->becomes.at[i];
  return NULL;
}

// True when "e" is read through pointer variable "v".
static bool
is_behind(const lt_expr *e, const lt_var *v) {
  bool reads = false;
  for (; e; e = e->a) {
    if (e->kind == LT_VAR)
      return reads && e->var == v;
    reads |= (e->kind == LT_MEMBER && e->arrow) || e->kind == LT_INDEX ||
             e->kind == LT_DEREF;
  }
  return false;
}

// True when "e" is the place of an element, a row, or a pointer that moves
// along an array in loop "fr".
static bool
is_element(rec_lower *lower, const rec_frame *fr, const lt_expr *e) {
  if (e->kind == LT_ADDR || e->kind == LT_BINARY || e->kind == LT_INDEX)
    return true;
  const rec_obj *o = e->kind == LT_VAR ? map_get(lower->vars, e->var) : NULL;
  int k = o ? rec_lower_carried_at(fr, o) : -1;
  return o && o->kind == REC_OBJ_POINTER && o->now.target &&
         (k < 0 ? o->now.val != o->entry.val
                : fr->carried.at[k].start.target == o->now.target);
}

// Refuses that pointer "o" ends an iteration of "fr" elsewhere than loft can
// follow.
static void
refuse_swap(rec_lower *lower, const rec_frame *fr, const rec_obj *o) {
  const lt_expr *e = o->kind == REC_OBJ_POINTER ? o->set : NULL;
  while (e && e->kind == LT_CAST)
    e = e->a;
  bool list = e && o->var && is_behind(e, o->var);
  bool place = e && !list && is_element(lower, fr, e);
  rec_lower_refuse(lower, list || place ? o->set->loc : fr->op->loc,
                   list    ? REC_POINTER_LIST
                   : place ? REC_POINTER_PLACE
                           : REC_POINTER_SWAP,
                   o->name);
}

// Adds that structures "from" become "to": so do all arrays they are seen as.
static bool
add_records(rec_lower *lower, renaming *r, rec_obj *from, rec_obj *to) {
  rec_memory *m = from->memory, *n = to->memory;
  if (from->record != to->record || !rec_lower_complete(lower, m) ||
      !rec_lower_complete(lower, n))
    return false;
  bool ok = true;
  for (int k = 0; k < m->records.n; k++) {
    rec_obj *one = m->records.at[k];
    ok = ok &&
         add_renaming(lower, r, one, rec_lower_structs(lower, n, one->record));
  }
  for (int k = 0; k < m->views.n; k++)
    for (int j = 0; j < n->views.n; j++)
      if (rec_lower_is_alike(m->views.at[k]->elem, n->views.at[j]->elem))
        ok = ok && add_renaming(lower, r, m->views.at[k], n->views.at[j]);
  return ok;
}

// Asks whether a pointer that loop "fr" sets to a place of the array of "c",
// which stays in it, started there.
static void
note_follower(rec_lower *lower, const rec_frame *fr, const rec_carried *c) {
  for (int k = 0; k < fr->carried.n; k++) {
    const rec_carried *d = &fr->carried.at[k];
    rec_obj *to = d->obj->now.target;
    if (d->obj->kind == REC_OBJ_POINTER && d->used && to == c->start.target &&
        d->start.target != to)
      rec_lower_note_join(lower, d->obj, to, d->obj->now.val);
  }
}

// Collects which arrays changed places: from pointers whose value at the start
// of an iteration matters.
static bool
find_renaming(rec_lower *lower, rec_frame *fr, renaming *r) {
  for (int k = 0; k < fr->carried.n; k++) {
    rec_carried *c = &fr->carried.at[k];
    if (c->obj->kind != REC_OBJ_POINTER || !c->used)
      continue;
    rec_obj *from = c->start.target, *to = c->obj->now.target;
    if (c->obj == lower->retval &&
        !lower->inlining.n) // read where it was set alone
      continue;
    bool ok = from && to && from->kind == REC_OBJ_ARRAY &&
              to->kind == REC_OBJ_ARRAY && from->elem == to->elem;
    if (from == to &&
        rec_lower_same_path(lower, c->start.path, c->obj->now.path)) {
      if (!from)
        continue;
      ok = true;
    }
    bool is_record = from && to && from != to && from->kind == REC_OBJ_RECORD &&
                     to->kind == REC_OBJ_RECORD;
    ok = is_record ? add_records(lower, r, from, to)
                   : ok && add_renaming(lower, r, from, to);
    if (!ok) {
      if (from == to)
        note_follower(lower, fr, c);
      else
        rec_lower_note_join(lower, c->obj, to, c->obj->now.val);
      refuse_swap(lower, fr, c->obj);
      return false;
    }
  }
  return true;
}

// True when the arrays moved are a permutation of themselves.
static bool
is_permutation(const renaming *r) {
  for (int i = 0; i < r->becomes.n; i++)
    if (!renamed(r, r->becomes.at[i]))
      return false;
  return true;
}

// Names that did not follow the renaming: fine when the loop did not use them,
// useless afterwards.
static bool
check_names(rec_lower *lower, rec_frame *fr, const renaming *r) {
  for (int i = 0; i < lower->caps.n + lower->locals.n; i++) {
    rec_obj *o = rec_lower_object_at(lower, lower->caps.n, i);
    bool is_pointer = o->kind == REC_OBJ_POINTER;
    if (is_pointer && rec_lower_carried_at(fr, o) >= 0)
      continue;
    rec_obj *target = is_pointer ? o->now.target : o;
    rec_obj *to = target ? renamed(r, target) : NULL;
    if (!to || to == target)
      continue;
    if (o->n_reads > reads_before(lower, fr, o)) {
      refuse_swap(lower, fr, o);
      return false;
    }
    o->lost = true;
  }
  return true;
}

// Gives each role the array that holds it at the end of an iteration.
static void
apply_renaming(rec_lower *lower, rec_frame *fr, const renaming *r) {
  ir_vals after = {0};
  for (int i = 0; i < r->role.n; i++)
    vec_push(lower->a, &after, r->becomes.at[i]->now.val);
  for (int i = 0; i < r->role.n; i++) {
    r->role.at[i]->now.val = after.at[i];
    r->role.at[i]->permuted |= r->role.at[i] != r->becomes.at[i];
  }
  for (int k = 0; k < fr->carried.n; k++) {
    rec_carried *c = &fr->carried.at[k];
    rec_obj *to = c->start.target ? renamed(r, c->start.target) : NULL;
    if (c->obj->kind == REC_OBJ_POINTER && to && c->obj->now.target == to)
      c->obj->now.target = c->start.target;
  }
}

// The pointer that loop "fr" starts with in array "role"; the array itself
// where there is none.
static const rec_obj *
pointer_into(const rec_frame *fr, const rec_obj *role) {
  for (int k = 0; k < fr->carried.n; k++) {
    const rec_carried *c = &fr->carried.at[k];
    if (c->obj->kind == REC_OBJ_POINTER && c->used && c->start.target == role)
      return c->obj;
  }
  return role;
}

// Pointers that end an iteration in another array than they began it.
static void
settle_pointers(rec_lower *lower, rec_frame *fr) {
  renaming r = {0};
  bool moved = false;
  if (!find_renaming(lower, fr, &r))
    return;
  for (int i = 0; i < r.role.n; i++)
    moved |= r.role.at[i] != r.becomes.at[i];
  if (moved && !is_permutation(&r))
    refuse_swap(lower, fr, pointer_into(fr, r.role.at[0]));
  else if (moved && check_names(lower, fr, &r))
    apply_renaming(lower, fr, &r);
}

void
rec_lower_end_loop(rec_lower *lower, rec_frame *fr, ir_val *go) {
  ir_op *op = fr->op;
  ir_vals yields = {0};
  rec_lower_drop_locals(lower, fr->n_locals);
  settle_pointers(lower, fr);
  map *subst = prune(lower, fr);
  if (go)
    vec_push(lower->a, &yields, resolve(subst, go));
  for (int k = 0; k < fr->carried.n; k++) {
    rec_obj *o = fr->carried.at[k].obj;
    vec_push(lower->a, &yields, rec_lower_slot_value(lower, o, &o->now));
  }
  lower->b.before = NULL;
  lower->b.region = op->regions[0];
  ir_build_yield(&lower->b, yields.at, yields.n);
  if (go)
    ir_add_out(op, ir_ty(IR_BOOL), "go");
  lower->b.region = op->parent;
  lower->frame = fr->outer;
  for (int k = 0; k < fr->carried.n; k++) {
    rec_carried *c = &fr->carried.at[k];
    c->obj->now.val =
        ir_add_out(op, rec_lower_carried_type(c->obj), c->obj->name);
    if (c->obj->kind == REC_OBJ_POINTER) {
      leave_pointer(lower, c);
      if (!c->obj->now.unknown) // else it is not read before it is set
        rec_lower_use_pointer(lower, c->obj, c->init);
    }
  }
}
