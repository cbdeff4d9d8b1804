// recognizer/front/lower_frame.c: states, and `if` and `loop` under
// construction.
//
// A state is the slot of every live object. An `if` saves the state before,
// and after its first arm; where the two arms end differently, the `if` gets a
// result. A loop makes everything its body may change a carried value, and
// takes back those that turned out not to change.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

enum { SELECT_OPS = 8 };

// -- States -----------------------------------------------------------------

// Makes "s" the slots of "objs", in room that was released, if there is any.
static void
save_slots(rec_lower *lower, const rec_objs *objs, rec_slots *s) {
  int size = sizeof *s->at;
  *s = (rec_slots){0};
  if (lower->spare.n)
    *s = lower->spare.at[--lower->spare.n];
  s->n = 0;
  vec_grow(lower->a, (void **)&s->at, &s->cap, objs->n, size);
  for (int i = 0; i < objs->n; i++)
    s->at[s->n++] = objs->at[i]->now;
}

void
rec_lower_save(rec_lower *lower, rec_state *s) {
  save_slots(lower, &lower->caps, &s->caps);
  save_slots(lower, &lower->locals, &s->locals);
}

// Releases the room of "s", which is no longer needed.
static void
release(rec_lower *lower, rec_state *s) {
  vec_push(lower->a, &lower->spare, s->locals);
  vec_push(lower->a, &lower->spare, s->caps);
  *s = (rec_state){0};
}

void
rec_lower_restore(rec_lower *lower, const rec_state *s) {
  for (int i = 0; i < s->caps.n; i++)
    lower->caps.at[i]->now = s->caps.at[i];
  for (int i = 0; i < s->locals.n; i++)
    lower->locals.at[i]->now = s->locals.at[i];
}

bool
rec_lower_is_part(const rec_obj *o, const rec_obj *of) {
  return o == of || (of->memory && o->memory == of->memory);
}

// Whether a pointer among the captured objects and the first "n" locals points
// into "o".
static bool
is_pointed_to(const rec_lower *lower, const rec_obj *o, int n) {
  for (int i = 0; i < lower->caps.n + n; i++) {
    const rec_obj *p = rec_lower_object_at(lower, lower->caps.n, i);
    const rec_obj *to = p->kind == REC_OBJ_POINTER ? p->now.target : NULL;
    if (to && rec_lower_is_part(to, o))
      return true;
  }
  return false;
}

void
rec_lower_drop_locals(rec_lower *lower, int n) {
  while (lower->heap.n && vec_last(&lower->heap).born >= n) {
    const rec_heap *h = &vec_last(&lower->heap);
    if (!h->freed || is_pointed_to(lower, h->obj, n))
      rec_lower_refuse(lower, h->call->loc, REC_CALL_MEMORY,
                       rec_lower_callee(lower->a, h->call));
    lower->heap.n--;
  }
  lower->locals.n = n;
}

void
rec_lower_check_leaks(rec_lower *lower, const rec_obj *flag) {
  int at = lower->locals.n;
  while (at > 0 && lower->locals.at[at - 1] != flag)
    at--;
  for (int k = lower->heap.n - 1; k >= 0 && lower->heap.at[k].born >= at; k--) {
    const rec_heap *h = &lower->heap.at[k];
    if (is_pointed_to(lower, h->obj, lower->locals.n))
      rec_lower_refuse(lower, h->call->loc, REC_CALL_MEMORY,
                       rec_lower_callee(lower->a, h->call));
  }
}

rec_obj *
rec_lower_object_at(const rec_lower *lower, int n_caps, int i) {
  return i < n_caps ? lower->caps.at[i] : lower->locals.at[i - n_caps];
}

// The i-th slot of "s".
static rec_slot *
slot_at(const rec_state *s, int i) {
  return i < s->caps.n ? &s->caps.at[i] : &s->locals.at[i - s->caps.n];
}

ir_type
rec_lower_carried_type(const rec_obj *o) {
  if (o->kind == REC_OBJ_POINTER)
    return ir_ty(IR_I64);
  return (ir_type){o->elem, o->kind == REC_OBJ_ARRAY};
}

ir_val *
rec_lower_slot_value(rec_lower *lower, const rec_obj *o, const rec_slot *s) {
  return s->val ? s->val
                : rec_lower_zero(lower, rec_lower_carried_type(o).elem);
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
    int64_t c;
    bool by_number = op->ins.n == 2 && rec_lower_is_int(op->ins.at[1], &c);
    ir_weight w = ir_weight_of(op->code);
    if (!ir_is_scalar_op(op->code) || w == IR_WEIGHT_MATH ||
        (w == IR_WEIGHT_DIVISION && !by_number))
      return false;
    n += op->code != IR_OP_CONST;
  }
  return n <= SELECT_OPS;
}

// The variable that the path "e" begins at.
static const lt_var *
root_of(const lt_expr *e) {
  while (e->kind != LT_VAR && e->a)
    e = e->a;
  return e->var;
}

bool
rec_lower_same_path(rec_lower *lower, lt_expr *x, lt_expr *y) {
  return x == y ||
         (x && y && root_of(x) == root_of(y) &&
          !strcmp(rec_lower_text(lower->a, x), rec_lower_text(lower->a, y)));
}

// One object that the two arms leave different.
typedef struct join {
  rec_obj *obj;
  rec_slot x, y;
} join;
typedef VEC(join) joins;

// The objects that differ; false in *scalar when an array is among them.
static joins
find_joins(rec_lower *lower, const rec_frame *fr, bool *scalar) {
  joins out = {0};
  *scalar = true;
  int n = lower->caps.n + fr->n_locals;
  for (int i = 0; i < n; i++) {
    rec_obj *o = rec_lower_object_at(lower, lower->caps.n, i);
    join j = {o, *slot_at(&fr->then, i), o->now};
    if (j.x.val == j.y.val && j.x.target == j.y.target &&
        j.x.unknown == j.y.unknown && j.x.may_be_null == j.y.may_be_null &&
        rec_lower_same_path(lower, j.x.path, j.y.path))
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
  } else if (x->target != y->target ||
             !rec_lower_same_path(lower, x->path, y->path)) {
    const rec_slot *moved = x->target == j->obj->entry.target ? y : x;
    rec_lower_note_join(lower, j->obj, moved->target, moved->val);
    *s = (rec_slot){.unknown = true};
  } else {
    s->target = x->target;
    s->path = x->path;
  }
  s->may_be_null = x->may_be_null || y->may_be_null;
}

// Replaces the if by selects.
static void
end_as_selects(rec_lower *lower, rec_frame *fr, const joins *js) {
  ir_val *cond = fr->op->ins.at[0];
  ir_splice_before(fr->op->regions[0], fr->op);
  ir_splice_before(fr->op->regions[1], fr->op);
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
    vec_push(lower->a, &vals,
             rec_lower_slot_value(lower, js->at[i].obj,
                                  first ? &js->at[i].x : &js->at[i].y));
  ir_build_yield(&lower->b, vals.at, vals.n);
}

void
rec_lower_end_if(rec_lower *lower, rec_frame *fr) {
  bool scalar;
  ir_op *op = fr->op;
  rec_lower_drop_locals(lower, fr->n_locals);
  joins js = find_joins(lower, fr, &scalar);
  lower->frame = fr->outer;
  release(lower, &fr->before);
  release(lower, &fr->then);
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
    o->now.val = ir_add_out(op, rec_lower_carried_type(o), o->name);
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
  bool is_field = o->by_address && o->lvalue->kind == LT_MEMBER;
  return (o->var && map_has(fx->assigned, o->var)) ||
         ((o->exposed || o->in_memory || is_field) && fx->stores);
}

// Makes "o" carried by "fr", starting from "init"; its parameter.
static ir_val *
add_carried(rec_lower *lower, rec_frame *fr, rec_obj *o, ir_val *init,
            rec_slot start) {
  ir_add_in(fr->op, init);
  ir_val *param = ir_region_add_param(fr->op->regions[0],
                                      rec_lower_carried_type(o), o->name);
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
    rec_obj *o = rec_lower_object_at(lower, lower->caps.n, i);
    vec_push(lower->a, &fr->reads, o->n_reads);
  }
  for (int i = 0; i < n; i++) {
    rec_obj *o = rec_lower_object_at(lower, lower->caps.n, i);
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
  ir_val *init = rec_lower_slot_value(lower, o, &o->now);
  lower->b = saved;
  rec_slot start = o->now;
  o->now.val = add_carried(lower, fr, o, init, start);
}

int
rec_lower_carried_at(const rec_frame *fr, const rec_obj *o) {
  for (int k = 0; k < fr->carried.n; k++)
    if (fr->carried.at[k].obj == o)
      return k;
  return -1;
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
    int k = rec_lower_carried_at(fr, o);
    if (k < 0)
      continue;
    rec_carried *c = &fr->carried.at[k];
    if (c->param != v)
      return;
    c->used = true;
    v = c->init;
  }
}
