// recognizer/front/lower_call.c: calls: <math.h> (lower_math.c), the rest
// inlined.
//
// An inlined function's parameters are fresh locals; `return` sets a value and
// a flag, and what follows it is guarded. Recursion is refused, so a function
// is inlined at most once at a time and its variables need no renaming.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

enum { INLINE_DEPTH = 24 };

// -- Refusals -------------------------------------------------------------

// Refuses the call "e" of a library function or builtin for the type of an
// argument, where loft has no values of that type; false where it has of all.
static bool
refuse_argument(rec_lower *lower, const lt_expr *e) {
  for (int i = 0; i < e->n_args; i++) {
    const lt_expr *arg = e->args[i];
    rec_reason reason = rec_lower_type_reason(arg->type);
    if (!arg->type->reason || reason == REC_TYPE_OTHER)
      continue;
    rec_lower_refuse(lower, arg->loc, reason, rec_lower_text(lower->a, arg));
    return true;
  }
  return false;
}

// True when "f" can be inlined now; else refuses.
static bool
check_inline(rec_lower *lower, const lt_expr *e) {
  const lt_func *f = e->func;
  rec_reason reason = REC__COUNT;
  if (!rec_lower_has_body(e))
    reason = rec_lower_call_reason(e);
  else if (f->has_library_name && !e->is_library)
    reason = REC_CALL_OWN;
  else if (f->is_variadic || e->n_args != f->n_params)
    reason = REC_CALL_VARIADIC;
  else if (f->is_recursive)
    reason = REC_CALL_RECURSIVE;
  else if (lower->inlining.n >= INLINE_DEPTH)
    reason = REC_CALL_DEPTH;
  for (int i = 0; i < lower->inlining.n; i++)
    if (lower->inlining.at[i] == f ||
        (f->origin && lower->inlining.at[i]->origin == f->origin))
      reason = REC_CALL_RECURSIVE;
  if (reason == REC__COUNT)
    return true;
  const lt_expr *outer = lower->system_call;
  if (reason == REC_CALL_BUILTIN && outer && outer->is_library)
    reason = REC_CALL_LIBRARY; // __builtin___strcpy_chk, of a checked strcpy
  bool is_missing = reason == REC_CALL_LIBRARY || reason == REC_CALL_BUILTIN;
  if (is_missing && refuse_argument(lower, e))
    return false;
  rec_lower_refuse(lower, e->loc, reason, rec_lower_callee(lower->a, e));
  return false;
}

// -- Inlining -------------------------------------------------------------

// One argument's value.
typedef struct argument {
  ir_val *v;
  rec_ptr p;
  rec_leaves *x; // of a structure
} argument;

// A local for a value of C type "type"; NULL when there is no such (void).
static rec_obj *
value_local(rec_lower *lower, const char *name, const lt_type *type) {
  if (rec_lower_is_pointer(type))
    return rec_lower_local(lower, REC_OBJ_POINTER, name, type);
  if (type->kind != LT_TYPE_SCALAR)
    return NULL;
  return rec_lower_local(lower, REC_OBJ_SCALAR, name, type);
}

void
rec_lower_begin_return(rec_lower *lower, const char *name,
                       const lt_type *type) {
  lower->ret = rec_lower_flag(lower, "returned", false);
  lower->ret->is_return = true;
  lower->retval = value_local(lower, name, type);
  if (lower->retval)
    lower->retval->is_return = true;
}

// Evaluates the arguments in the caller's scope.
static argument *
evaluate_args(rec_lower *lower, const lt_expr *e) {
  argument *args = NEW_ARRAY(lower->a, argument, e->n_args);
  for (int i = 0; i < e->n_args; i++) {
    const lt_type *t = e->args[i]->type;
    if (rec_lower_is_pointer(t) || t->kind == LT_TYPE_ARRAY)
      args[i].p = rec_lower_pointer(lower, e->args[i]);
    else if (t->kind == LT_TYPE_STRUCT)
      args[i].x = rec_lower_load_struct(
          lower, rec_lower_struct(lower, e->args[i]), t, e->args[i]);
    else
      args[i].v = rec_lower_expr(lower, e->args[i]);
  }
  return args;
}

// Declares the parameters with their values.
static void
bind_params(rec_lower *lower, const lt_func *f, const argument *args,
            const lt_expr *e) {
  for (int i = 0; i < f->n_params; i++) {
    lt_var *var = f->params[i];
    if (args[i].x || var->type->kind == LT_TYPE_STRUCT) { // else it is refused
      rec_ptr place = rec_lower_declare_struct(lower, var, var->loc);
      rec_lower_store_struct(lower, place, var->type, args[i].x, e->args[i]);
      continue;
    }
    rec_obj *o = value_local(lower, var->name, var->type);
    if (!o) {
      rec_lower_refuse(lower, e->args[i]->loc, rec_lower_type_reason(var->type),
                       var->name);
      continue;
    }
    o->var = var;
    if (o->kind == REC_OBJ_POINTER)
      rec_lower_set_pointer(lower, o, args[i].p);
    else
      o->now.val = args[i].v;
    map_put(lower->vars, var, o);
  }
}

// Makes the object in which the function "f" returns its value.
static void
declare_result(rec_lower *lower, const lt_func *f) {
  int n = lower->locals.n;
  lower->retstruct = (rec_ptr){0};
  rec_lower_begin_return(lower, f->name, f->result);
  if (f->result->kind == LT_TYPE_STRUCT)
    lower->retstruct = rec_lower_new_struct(lower, f->name, f->result, f->loc);
  for (int k = n; k < lower->locals.n; k++)
    lower->locals.at[k]->is_return = true;
}

// The pointer that the call "e" returned.
static rec_ptr
returned_pointer(rec_lower *lower, const lt_expr *e) {
  const rec_slot *s = &lower->retval->now;
  if (s->unknown)
    rec_lower_refuse(lower, e->loc, REC_POINTER_MERGE,
                     rec_lower_callee(lower->a, e));
  return (rec_ptr){.obj = s->target,
                   .off = s->val,
                   .path = s->path,
                   .may_be_null = s->may_be_null};
}

// Runs the body of e->func, whose parameters are bound; its result as value or
// in *p, or in *x.
static ir_val *
inline_body(rec_lower *lower, const lt_expr *e, rec_ptr *p, rec_leaves **x) {
  const lt_func *f = e->func;
  rec_obj *brk = lower->brk, *cont = lower->cont, *ret = lower->ret,
          *val = lower->retval;
  rec_ptr retstruct = lower->retstruct;
  rec_obj *labels[LT_LABELS];
  memcpy(labels, lower->labels, sizeof labels);
  memset(lower->labels, 0, sizeof labels);
  lower->brk = lower->cont = NULL;
  declare_result(lower, f);
  const lt_expr *outer = lower->system_call;
  if (f->in_system_header && !outer)
    lower->system_call = e;
  vec_push(lower->a, &lower->inlining, f);
  rec_lower_stmt(lower, f->body);
  lower->inlining.n--;
  lower->system_call = outer;
  ir_val *v = lower->retval ? lower->retval->now.val : NULL;
  if (lower->retval && lower->retval->kind == REC_OBJ_POINTER) {
    *p = returned_pointer(lower, e);
    v = NULL;
  }
  if (f->result->kind == LT_TYPE_STRUCT)
    *x = rec_lower_load_struct(lower, lower->retstruct, f->result, e);
  lower->brk = brk;
  lower->cont = cont;
  lower->ret = ret;
  lower->retval = val;
  lower->retstruct = retstruct;
  memcpy(lower->labels, labels, sizeof labels);
  return v;
}

// Inlines the call "e"; its result as value or in *p.
static ir_val *
inline_call(rec_lower *lower, const lt_expr *e, rec_ptr *p) {
  const lt_func *f = e->func;
  rec_leaves *x = NULL;
  rec_ptr unused;
  argument *args = evaluate_args(lower, e);
  int n = lower->locals.n;
  bind_params(lower, f, args, e);
  ir_val *v = inline_body(lower, e, p ? p : &unused, &x);
  rec_lower_drop_locals(lower, n);
  if (p && x) {
    *p = rec_lower_new_struct(lower, f->name, f->result, e->loc);
    rec_lower_store_struct(lower, *p, f->result, x, e);
  }
  return v;
}

// True when values of "t" are passed in a register as they are.
static bool
is_passed_plain(const lt_type *t) {
  return t->kind == LT_TYPE_SCALAR && !t->half && t->elem != IR_BOOL &&
         ir_size(t->elem) >= 4;
}

// The call "e" of a function without body here that is declared const, so that
// any thread may make it; NULL where it is none, takes no arguments, as those
// do that tell threads apart, or takes or gives anything but plain numbers.
static ir_val *
lower_const(rec_lower *lower, const lt_expr *e) {
  const lt_func *f = e->func;
  bool ok = f->is_const && !f->body && !f->is_noreturn && !f->is_variadic &&
            !strcmp(f->name, f->written) && is_passed_plain(e->type) &&
            e->n_args > 0 && e->n_args <= IR_MAX_CALL;
  for (int k = 0; k < e->n_args && ok; k++)
    ok = is_passed_plain(e->args[k]->type);
  if (!ok)
    return NULL;
  ir_val *in[IR_MAX_CALL];
  for (int k = 0; k < e->n_args; k++)
    in[k] = rec_lower_expr(lower, e->args[k]);
  return ir_build_call(&lower->b, f->name, e->type->elem, e->n_args, in);
}

ir_val *
rec_lower_kind_call(rec_lower *lower, const lt_expr *e, rec_ptr *p) {
  if (rec_lower_trap(lower, e))
    return NULL;
  ir_val *said = rec_lower_say(lower, e);
  if (said)
    return said;
  if (e->is_library && !rec_lower_check_state(lower, e))
    return NULL;
  ir_val *v = e->is_library ? rec_lower_math(lower, e) : NULL;
  v = v || !e->is_library ? v : rec_lower_strlen(lower, e);
  v = v || !e->is_library ? v : rec_lower_numeral(lower, e);
  v = v || !e->is_library ? v : rec_lower_rand_r(lower, e);
  v = v || !e->is_library ? v : rec_lower_rand_48(lower, e);
  v = v ? v : rec_lower_rand(lower, e);
  if (v)
    return v;
  if (e->is_library && rec_lower_division(lower, e, p))
    return NULL;
  if (e->is_library &&
      (rec_lower_block(lower, e, p) || rec_lower_bytes(lower, e, p) ||
       rec_lower_free(lower, e)))
    return NULL;
  v = lower_const(lower, e);
  if (v)
    return v;
  return check_inline(lower, e) ? inline_call(lower, e, p) : NULL;
}
