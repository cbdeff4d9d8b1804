// recognizer/front/lower_heap.c: memory that the region allocates and frees.
//
// What malloc or calloc returns is a local array, of constant length or of one
// that is known before the loops around it, from the call to free
// (Note [Lengths of local arrays]). The call does not fail: a region that has
// no memory does not run.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

static const int64_t MOST_ELEMENTS = INT64_C(1) << 40;

// True when "e" calls the C library's function "name" with "n" arguments.
static bool
is_call(const lt_expr *e, const char *name, int n) {
  return e->kind == LT_CALL && e->is_library && e->n_args == n &&
         !strcmp(e->func->name, name);
}

// The innermost loop around the builder, or NULL.
static const rec_frame *
innermost_loop(const rec_lower *lower) {
  const rec_frame *fr = lower->frame;
  while (fr && !fr->is_loop)
    fr = fr->outer;
  return fr;
}

// How many elements of "size" bytes "call" allocates, which the region checks
// to be some; NULL where it cannot.
static ir_val *
count_allocated(rec_lower *lower, const lt_expr *call, int size) {
  static const an_range some = {0, MOST_ELEMENTS};
  lt_expr *const *args = call->args;
  ir_val *n, *times = rec_lower_int(lower, IR_I64, 1);
  if (call->n_args == 1) {
    n = rec_lower_elements(lower, args[0], size);
  } else {
    int whole = args[1]->kind == LT_INT;
    if (args[whole]->kind != LT_INT ||
        args[whole]->bits > (uint64_t)MOST_ELEMENTS ||
        args[whole]->bits % (uint64_t)size)
      return NULL;
    times = rec_lower_int(lower, IR_I64, (int64_t)args[whole]->bits / size);
    n = rec_lower_widen(lower, rec_lower_expr(lower, args[1 - whole]));
  }
  if (!n || !rec_lower_require_in(lower, n, some))
    return NULL;
  return rec_lower_op2(lower, IR_OP_MUL, n, times);
}

void
rec_lower_fill_zero(rec_lower *lower, rec_obj *o, ir_val *n, loft_loc loc) {
  if (o->kind == REC_OBJ_RECORD) {
    for (int k = 0; k < o->memory->views.n; k++) {
      rec_obj *view = o->memory->views.at[k];
      int64_t each = o->record->unit / ir_size(view->elem);
      ir_val *all = rec_lower_op2(lower, IR_OP_MUL, n,
                                  rec_lower_int(lower, IR_I64, each));
      rec_lower_fill_zero(lower, view, all, loc);
    }
    return;
  }
  rec_effects *fx = NEW(lower->a, rec_effects);
  rec_effects_init(lower->a, fx);
  fx->stores = true;
  ir_val *i;
  rec_frame *fr = rec_lower_begin_loop(lower, fx, n, NULL, "z", &i);
  if (o->base)
    i = rec_lower_op2(lower, IR_OP_ADD, o->base, i);
  rec_lower_store(lower, (rec_ptr){.obj = o, .off = i},
                  rec_lower_zero(lower, o->elem), loc);
  rec_lower_end_loop(lower, fr, NULL);
}

void
rec_lower_allocate(rec_lower *lower, rec_obj *o, const lt_expr *e) {
  const lt_expr *call = rec_lower_bare_pointer(e),
                *inner = rec_lower_allocation(lower, e);
  const lt_type *to = o->type->to;
  const lt_struct *mixed = rec_lower_mixed(to);
  ir_scalar elem;
  bool known = mixed || rec_lower_elem(to, &elem);
  int size = mixed ? mixed->unit : known ? ir_size(elem) : 0;
  ir_val *count = known ? count_allocated(lower, inner, size) : NULL;
  rec_heap h = {
      .call = call, .loop = innermost_loop(lower), .born = lower->locals.n};
  if (!count) {
    rec_lower_refuse(lower, e->loc, REC_CALL_MEMORY,
                     rec_lower_callee(lower->a, call));
    return;
  }
  lt_var *var = NEW(lower->a, lt_var);
  *var = (lt_var){.name = o->name, .type = to, .loc = e->loc, .is_local = true};
  rec_lower_flag(lower, o->name, true); // what tells scopes apart
  int n = lower->refusals.n;
  h.obj = rec_lower_new_array(lower, var, count, e->loc);
  for (; n < lower->refusals.n; n++) {
    lower->refusals.at[n].reason = REC_CALL_MEMORY;
    lower->refusals.at[n].what = rec_lower_callee(lower->a, call);
  }
  if (inner->n_args == 2)
    rec_lower_fill_zero(lower, h.obj, count, e->loc);
  ir_val *at = h.obj->base;
  rec_lower_set_pointer(
      lower, o,
      (rec_ptr){.obj = h.obj,
                .off = at ? at : rec_lower_int(lower, IR_I64, 0)});
  vec_push(lower->a, &lower->heap, h);
}

bool
rec_lower_free(rec_lower *lower, const lt_expr *e) {
  if (!is_call(e, "free", 1))
    return false;
  const lt_expr *arg = rec_lower_bare_pointer(e->args[0]);
  if (arg->kind != LT_VAR)
    return false;
  rec_obj *o = rec_lower_place(lower, arg).obj;
  for (int k = 0; o && o->kind == REC_OBJ_POINTER && k < lower->heap.n; k++) {
    rec_heap *h = &lower->heap.at[k];
    if (o->now.unknown || o->now.target != h->obj ||
        h->loop != innermost_loop(lower))
      continue;
    h->freed = true;
    for (int i = 0; i < lower->caps.n + lower->locals.n; i++) {
      rec_obj *p = rec_lower_object_at(lower, lower->caps.n, i);
      if (p->kind == REC_OBJ_POINTER && p->now.target &&
          rec_lower_is_part(p->now.target, h->obj))
        p->now = (rec_slot){0};
    }
    return true;
  }
  return false;
}
