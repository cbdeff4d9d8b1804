// recognizer/front/lower_frame.c: states, and `if` and `loop` under
// construction.
//
// A state is the slot of every live object. An `if` saves the state before,
// and after its first arm; where the two arms end differently, the `if` gets a
// result. A loop makes everything its body may change a carried value, and
// takes back those that turned out not to change.
#include "recognizer/front/lower_private.h"

enum { SELECT_OPS = 8 };

// -- States -----------------------------------------------------------------

void
rec_lower_save(rec_lower *lower, rec_state *s) {
  *s = (rec_state){0};
  for (int i = 0; i < lower->caps.n; i++)
    vec_push(lower->a, &s->caps, lower->caps.at[i]->now);
  for (int i = 0; i < lower->locals.n; i++)
    vec_push(lower->a, &s->locals, lower->locals.at[i]->now);
}

void
rec_lower_restore(rec_lower *lower, const rec_state *s) {
  for (int i = 0; i < s->caps.n; i++)
    lower->caps.at[i]->now = s->caps.at[i];
  for (int i = 0; i < s->locals.n; i++)
    lower->locals.at[i]->now = s->locals.at[i];
}

void
rec_lower_drop_locals(rec_lower *lower, int n) {
  lower->locals.n = n;
}

// The i-th live object: captured ones first.
static rec_obj *
object_at(const rec_lower *lower, int n_caps, int i) {
  return i < n_caps ? lower->caps.at[i] : lower->locals.at[i - n_caps];
}

// The i-th slot of "s".
static rec_slot *
slot_at(const rec_state *s, int i) {
  return i < s->caps.n ? &s->caps.at[i] : &s->locals.at[i - s->caps.n];
}

// The IR type of what an object carries.
static ir_type
carried_type(const rec_obj *o) {
  if (o->kind == REC_OBJ_POINTER)
    return ir_ty(IR_I64);
  return (ir_type){o->elem, o->kind == REC_OBJ_ARRAY};
}

// The value in a slot; zero when there is none yet.
static ir_val *
value_of(rec_lower *lower, const rec_obj *o, const rec_slot *s) {
  return s->val ? s->val : rec_lower_zero(lower, carried_type(o).elem);
}

// -- if -----------------------------------------------------------------------

// Pushes a frame.
static rec_frame *
push_frame(rec_lower *lower, ir_op *op, bool is_loop) {
  rec_frame *fr = NEW(lower->a, rec_frame);
  fr->outer = lower->frame;
  fr->op = op;
  fr->is_loop = is_loop;
  fr->n_locals = lower->locals.n;
  lower->frame = fr;
  return fr;
}

rec_frame *
rec_lower_begin_if(rec_lower *lower, ir_val *cond) {
  ir_op *op = ir_build_raw(&lower->b, IR_OP_IF);
  ir_add_in(op, cond);
  rec_frame *fr = push_frame(lower, op, false);
  rec_lower_save(lower, &fr->before);
  loft_loc loc = lower->b.loc;
  lower->b = ir_at_end(ir_add_region(op));
  lower->b.loc = loc;
  return fr;
}

void
rec_lower_else(rec_lower *lower, rec_frame *fr) {
  rec_lower_drop_locals(lower, fr->n_locals);
  rec_lower_save(lower, &fr->then);
  fr->has_then = true;
  rec_lower_restore(lower, &fr->before);
  loft_loc loc = lower->b.loc;
  lower->b = ir_at_end(ir_add_region(fr->op));
  lower->b.loc = loc;
}

// True when an arm can be evaluated where C would not.
static bool
is_cheap(const ir_region *r) {
  int n = 0;
  ir_foreach_op (op, r) {
    ir_class cls = ir_op_table[op->code].cls;
    int64_t c;
    bool divides = op->code == IR_OP_DIV || op->code == IR_OP_REM;
    bool heavy = (divides && !rec_lower_is_int(op->ins.at[1], &c)) ||
                 op->code == IR_OP_SQRT || cls == IR_CLASS_MATH1 ||
                 cls == IR_CLASS_MATH2;
    if (!ir_is_scalar_op(op->code) || heavy)
      return false;
    n += op->code != IR_OP_CONST;
  }
  return n <= SELECT_OPS;
}

// True when two pointer values are the same.
static bool
same_path(rec_lower *lower, lt_expr *x, lt_expr *y) {
  return x == y ||
         (x && y &&
          !strcmp(rec_lower_text(lower->a, x), rec_lower_text(lower->a, y)));
}

// One object that the two arms leave different.
typedef struct join {
  rec_obj *obj;
  rec_slot x, y;
} join;
typedef VEC(join) joins;

// What differs; false in *scalar when an array is among it.
static joins
find_joins(rec_lower *lower, const rec_frame *fr, bool *scalar) {
  joins out = {0};
  *scalar = true;
  int n = lower->caps.n + fr->n_locals;
  for (int i = 0; i < n; i++) {
    rec_obj *o = object_at(lower, lower->caps.n, i);
    join j = {o, *slot_at(&fr->then, i), o->now};
    if (j.x.val == j.y.val && j.x.target == j.y.target &&
        j.x.unknown == j.y.unknown && j.x.may_be_null == j.y.may_be_null &&
        same_path(lower, j.x.path, j.y.path))
      continue;
    vec_push(lower->a, &out, j);
    *scalar &= o->kind != REC_OBJ_ARRAY;
  }
  return out;
}

// Sets what a pointer points into after an if: unknown when the arms differ,
// unless one of them left it uninitialised.
static void
join_targets(rec_lower *lower, const join *j) {
  rec_slot *s = &j->obj->now;
  const rec_slot *x = &j->x, *y = &j->y;
  bool x_set = x->target || x->path, y_set = y->target || y->path;
  if (x->unknown || y->unknown) {
    *s = (rec_slot){.unknown = true};
  } else if (!x_set || !y_set) {
    s->target = x_set ? x->target : y->target;
    s->path = x_set ? x->path : y->path;
  } else if (x->target != y->target || !same_path(lower, x->path, y->path)) {
    *s = (rec_slot){.unknown = true};
  } else {
    s->target = x->target;
    s->path = x->path;
  }
  s->may_be_null = x->may_be_null || y->may_be_null;
}

// Moves the ops of "r" before "op".
static void
move_out(ir_region *r, ir_op *op) {
  ir_foreach_op_safe (inner, r)
    ir_move(inner, op->parent, op);
}

// Replaces the if by selects.
static void
end_as_selects(rec_lower *lower, rec_frame *fr, const joins *js) {
  ir_val *cond = fr->op->ins.at[0];
  move_out(fr->op->regions[0], fr->op);
  move_out(fr->op->regions[1], fr->op);
  lower->b.region = fr->op->parent;
  lower->b.before = NULL;
  for (int i = 0; i < js->n; i++) {
    const join *j = &js->at[i];
    rec_obj *o = j->obj;
    ir_val *x = j->x.val, *y = j->y.val;
    o->now.val =
        !x || !y ? (x ? x : y) : rec_lower_op3(lower, IR_OP_SELECT, cond, x, y);
    if (o->kind == REC_OBJ_POINTER)
      join_targets(lower, j);
  }
  ir_remove(fr->op);
}

// Yields of one arm, given in *vals.
static void
yield_arm(rec_lower *lower, ir_region *r, const joins *js, bool first) {
  ir_vals vals = {0};
  lower->b.region = r;
  lower->b.before = NULL;
  for (int i = 0; i < js->n; i++)
    vec_push(
        lower->a, &vals,
        value_of(lower, js->at[i].obj, first ? &js->at[i].x : &js->at[i].y));
  ir_build_yield(&lower->b, vals.at, vals.n);
}

void
rec_lower_end_if(rec_lower *lower, rec_frame *fr) {
  bool scalar;
  ir_op *op = fr->op;
  rec_lower_drop_locals(lower, fr->n_locals);
  joins js = find_joins(lower, fr, &scalar);
  lower->frame = fr->outer;
  for (int i = 0; i < js.n; i++)
    if (js.at[i].obj->kind == REC_OBJ_POINTER) {
      rec_lower_use_pointer(lower, js.at[i].obj, js.at[i].x.val);
      rec_lower_use_pointer(lower, js.at[i].obj, js.at[i].y.val);
    }
  if (scalar && is_cheap(op->regions[0]) && is_cheap(op->regions[1])) {
    end_as_selects(lower, fr, &js);
    return;
  }
  yield_arm(lower, op->regions[0], &js, true);
  yield_arm(lower, op->regions[1], &js, false);
  lower->b.region = op->parent;
  lower->b.before = NULL;
  for (int i = 0; i < js.n; i++) {
    rec_obj *o = js.at[i].obj;
    o->now.val = ir_add_out(op, carried_type(o), o->name);
    if (o->kind == REC_OBJ_POINTER)
      join_targets(lower, &js.at[i]);
  }
}

// -- loop -----------------------------------------------------------------

// True when the code behind "fx" may change "o".
static bool
may_change(const rec_effects *fx, const rec_obj *o) {
  if (o->kind == REC_OBJ_ARRAY)
    return fx->stores || fx->pointers;
  if (o->is_return)
    return fx->returns;
  if (o->is_trap)
    return fx->traps;
  return (o->var && map_has(fx->assigned, o->var)) ||
         (o->exposed && fx->stores);
}

// Makes "o" carried by "fr", starting from "init"; its parameter.
static ir_val *
add_carried(rec_lower *lower, rec_frame *fr, rec_obj *o, ir_val *init,
            rec_slot start) {
  ir_add_in(fr->op, init);
  ir_val *param =
      ir_region_add_param(fr->op->regions[0], carried_type(o), o->name);
  rec_carried c = {.obj = o, .init = init, .param = param, .start = start};
  vec_push(lower->a, &fr->carried, c);
  return param;
}

rec_frame *
rec_lower_begin_loop(rec_lower *lower, const rec_effects *effects,
                     ir_val *extent, ir_val *go, const char *name,
                     ir_val **index) {
  ir_op *op = ir_build_raw(&lower->b, IR_OP_LOOP);
  ir_region *r = ir_add_region(op);
  op->n_dims = extent != NULL;
  op->has_while = go != NULL;
  if (extent) {
    ir_add_in(op, extent);
    *index = ir_region_add_param(r, ir_ty(IR_I64), name);
  }
  if (go) {
    ir_add_in(op, go);
    ir_region_add_param(r, ir_ty(IR_BOOL), "go");
  }
  rec_frame *fr = push_frame(lower, op, true);
  fr->effects = effects;
  rec_lower_save(lower, &fr->before);
  int n = lower->caps.n + lower->locals.n;
  for (int i = 0; i < n; i++) {
    rec_obj *o = object_at(lower, lower->caps.n, i);
    vec_push(lower->a, &fr->reads, o->n_reads);
  }
  for (int i = 0; i < n; i++) {
    rec_obj *o = object_at(lower, lower->caps.n, i);
    if (may_change(effects, o))
      rec_lower_carry(lower, fr, o);
  }
  loft_loc loc = lower->b.loc;
  lower->b = ir_at_end(r);
  lower->b.loc = loc;
  return fr;
}

void
rec_lower_carry(rec_lower *lower, rec_frame *fr, rec_obj *o) {
  for (int i = 0; i < fr->carried.n; i++)
    if (fr->carried.at[i].obj == o)
      return;
  ir_builder saved = lower->b;
  lower->b = ir_before(fr->op);
  ir_val *init = value_of(lower, o, &o->now);
  lower->b = saved;
  rec_slot start = o->now;
  o->now.val = add_carried(lower, fr, o, init, start);
}

// True when "x" and "y" are certain to be equal.
static bool
same_value(const ir_val *x, const ir_val *y) {
  if (x == y)
    return true;
  return x->def && y->def && x->def->code == IR_OP_CONST &&
         y->def->code == IR_OP_CONST && x->def->bits == y->def->bits &&
         ir_type_eq(x->type, y->type);
}

// True when carried value "k" stays as it started, given which others do.
static bool
stays(const rec_carrieds *cs, const bool *fixed, int k) {
  const rec_carried *c = &cs->at[k];
  ir_val *y = c->obj->now.val;
  if (!y || y == c->param || same_value(y, c->init))
    return y != NULL;
  for (int j = 0; j < cs->n; j++)
    if (fixed[j] && y == cs->at[j].param && c->obj->kind != REC_OBJ_ARRAY &&
        same_value(cs->at[j].init, c->init))
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
      if (fixed[k] && !stays(&fr->carried, fixed, k)) {
        fixed[k] = false;
        changed = true;
      }
  }
  return fixed;
}

// What "v" is replaced by in the end.
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

// Folds again what became constant in "r".
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

// Removes region parameter "k" of the loop, and its initial value.
static void
remove_param(ir_op *op, int k) {
  ir_vals *ps = &op->regions[0]->params;
  for (int i = k; i + 1 < ps->n; i++) {
    ps->at[i] = ps->at[i + 1];
    ps->at[i]->index = i;
  }
  ps->n--;
  for (int i = k; i + 1 < op->ins.n; i++)
    op->ins.at[i] = op->ins.at[i + 1];
  op->ins.n--;
}

// After the loop: a pointer whose start was not used and that ends elsewhere
// is known only if it was not initialised before (the loop then ran).
static void
leave_pointer(rec_lower *lower, const rec_carried *c) {
  rec_slot *s = &c->obj->now;
  bool was_set = c->start.target || c->start.path;
  s->may_be_null |= c->start.may_be_null;
  if (was_set && (s->target != c->start.target ||
                  !same_path(lower, s->path, c->start.path)))
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
      remove_param(fr->op, first + k);
    }
  for (int k = 0; k < fr->carried.n; k++)
    if (!fixed[k])
      vec_push(lower->a, &kept, fr->carried.at[k]);
  if (scalars)
    refold(lower, fr->op->regions[0], subst);
  else
    ir_walk(fr->op->regions[0], substitute, subst);
  for (int i = 0; i < lower->caps.n + lower->locals.n; i++) {
    rec_slot *s = &object_at(lower, lower->caps.n, i)->now;
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
    if (object_at(lower, n_caps, i) == o)
      return fr->reads.at[i];
  return 0;
}

// Where "o" points at the end of an iteration that it pointed into at the
// start: -1 when it is not carried by "fr".
static int
carried_at(const rec_frame *fr, const rec_obj *o) {
  for (int k = 0; k < fr->carried.n; k++)
    if (fr->carried.at[k].obj == o)
      return k;
  return -1;
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

// What "role" becomes, or NULL when it is not renamed.
static rec_obj *
renamed(const renaming *r, const rec_obj *role) {
  for (int i = 0; i < r->role.n; i++)
    if (r->role.at[i] == role)
      return r->becomes.at[i];
  return NULL;
}

// Refuses a swap loft cannot follow.
static void
refuse_swap(rec_lower *lower, const rec_frame *fr, const rec_obj *o) {
  rec_lower_refuse(lower, fr->op->loc, REC_POINTER_SWAP, o->name);
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
    if (from == to && same_path(lower, c->start.path, c->obj->now.path)) {
      if (!from)
        continue;
      ok = true;
    }
    bool is_record = from && to && from != to && from->kind == REC_OBJ_RECORD &&
                     to->kind == REC_OBJ_RECORD;
    ok = is_record ? add_records(lower, r, from, to)
                   : ok && add_renaming(lower, r, from, to);
    if (!ok) {
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
    rec_obj *o = object_at(lower, lower->caps.n, i);
    bool is_pointer = o->kind == REC_OBJ_POINTER;
    if (is_pointer && carried_at(fr, o) >= 0)
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
    refuse_swap(lower, fr, r.role.at[0]);
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
    vec_push(lower->a, &yields, value_of(lower, o, &o->now));
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
    c->obj->now.val = ir_add_out(op, carried_type(c->obj), c->obj->name);
    if (c->obj->kind == REC_OBJ_POINTER) {
      leave_pointer(lower, c);
      if (!c->obj->now.unknown) // else it is not read before it is set
        rec_lower_use_pointer(lower, c->obj, c->init);
    }
  }
}

void
rec_lower_abandon_loop(rec_lower *lower, rec_frame *fr) {
  rec_lower_drop_locals(lower, fr->n_locals);
  rec_lower_restore(lower, &fr->before);
  lower->frame = fr->outer;
  lower->b.region = fr->op->parent;
  lower->b.before = NULL;
  ir_remove(fr->op);
}

// -- Objects met late -----------------------------------------------------

void
rec_lower_adopt(rec_lower *lower, rec_obj *o) {
  VEC(rec_frame *) open = {0};
  for (rec_frame *fr = lower->frame; fr; fr = fr->outer)
    vec_push(lower->a, &open, fr);
  for (int i = open.n - 1; i >= 0; i--) {
    rec_frame *fr = open.at[i];
    vec_push(lower->a, &fr->before.caps, o->now);
    if (fr->has_then)
      vec_push(lower->a, &fr->then.caps, o->now);
    if (fr->is_loop && may_change(fr->effects, o))
      o->now.val = add_carried(lower, fr, o, o->now.val, o->now);
  }
  vec_push(lower->a, &lower->caps, o);
}

void
rec_lower_use_pointer(rec_lower *lower, const rec_obj *o, const ir_val *v) {
  for (rec_frame *fr = lower->frame; fr; fr = fr->outer) {
    int k = carried_at(fr, o);
    if (k < 0)
      continue;
    rec_carried *c = &fr->carried.at[k];
    if (c->param != v)
      return;
    c->used = true;
    v = c->init;
  }
}
