// recognizer/front/lower_call.c: calls: <math.h> (lower_math.c), the rest
// inlined.
//
// An inlined function's parameters are fresh locals; `return` sets a value and
// a flag, and what follows it is guarded. Recursion is refused, so a function
// is inlined at most once at a time and its variables need no renaming.
#include "recognizer/front/lower_private.h"

enum { INLINE_DEPTH = 24 };

// -- Refusals -------------------------------------------------------------

// True when "name" is one of the NULL-ended "list".
static bool
is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(name, *list))
      return true;
  return false;
}

// Why a function without body, a library's if "is_library", cannot be called.
static rec_reason
reason_for(const lt_func *f, bool is_library) {
  static const char *const io[] = {
      "printf",   "fprintf", "sprintf", "snprintf", "puts",   "putchar",
      "fputs",    "fputc",   "putc",    "scanf",    "fscanf", "getchar",
      "fgetc",    "getc",    "fgets",   "fopen",    "fclose", "fread",
      "fwrite",   "fflush",  "perror",  "read",     "write",  "vprintf",
      "vfprintf", NULL};
  static const char *const memory[] = {
      "malloc",        "calloc", "realloc", "free",
      "aligned_alloc", "alloca", "strdup",  NULL};
  static const char *const control[] = {"exit",
                                        "abort",
                                        "_Exit",
                                        "longjmp",
                                        "setjmp",
                                        "_setjmp",
                                        "quick_exit",
                                        "__assert_fail",
                                        "raise",
                                        "pthread_mutex_lock",
                                        "pthread_mutex_unlock",
                                        "trap",
                                        "unreachable",
                                        NULL};
  if (is_one_of(f->name, io))
    return REC_CALL_IO;
  if (is_one_of(f->name, memory))
    return REC_CALL_MEMORY;
  if (is_one_of(f->name, control))
    return REC_CALL_CONTROL;
  if (f->is_recursive)
    return REC_CALL_RECURSIVE;
  if (f->is_variadic)
    return REC_CALL_VARIADIC;
  bool gives = is_library && f->result->kind == LT_TYPE_SCALAR;
  return gives ? REC_CALL_LIBRARY : REC_CALL_UNKNOWN;
}

// True when "f" can be inlined now; else refuses.
static bool
check_inline(rec_low *lx, const lt_expr *e) {
  const lt_func *f = e->func;
  rec_reason reason = REC__COUNT;
  if (!f->body)
    reason = reason_for(f, e->is_library);
  else if (f->has_library_name && !e->is_library)
    reason = REC_CALL_OWN;
  else if (f->is_variadic || e->n_args != f->n_params)
    reason = REC_CALL_VARIADIC;
  else if (f->is_recursive)
    reason = REC_CALL_RECURSIVE;
  else if (lx->inlining.n >= INLINE_DEPTH)
    reason = REC_CALL_DEPTH;
  for (int i = 0; i < lx->inlining.n; i++)
    if (lx->inlining.at[i] == f)
      reason = REC_CALL_RECURSIVE;
  if (reason == REC__COUNT)
    return true;
  rec_low_refuse(lx, e->loc, reason, f->name);
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
value_local(rec_low *lx, const char *name, const lt_type *type) {
  if (rec_low_is_pointer(type))
    return rec_low_local(lx, REC_OBJ_POINTER, name, type);
  if (type->kind != LT_TYPE_SCALAR)
    return NULL;
  return rec_low_local(lx, REC_OBJ_SCALAR, name, type);
}

void
rec_low_begin_return(rec_low *lx, const char *name, const lt_type *type) {
  lx->ret = rec_low_flag(lx, "returned", false);
  lx->ret->is_return = true;
  lx->retval = value_local(lx, name, type);
  if (lx->retval)
    lx->retval->is_return = true;
}

// Evaluates the arguments in the caller's scope.
static argument *
evaluate_args(rec_low *lx, const lt_expr *e) {
  argument *args = NEW_ARRAY(lx->a, argument, e->n_args);
  for (int i = 0; i < e->n_args; i++) {
    const lt_type *t = e->args[i]->type;
    if (rec_low_is_pointer(t) || t->kind == LT_TYPE_ARRAY)
      args[i].p = rec_low_pointer(lx, e->args[i]);
    else if (t->kind == LT_TYPE_STRUCT)
      args[i].x = rec_low_load_struct(lx, rec_low_struct(lx, e->args[i]), t,
                                      e->args[i]);
    else
      args[i].v = rec_low_expr(lx, e->args[i]);
  }
  return args;
}

// Declares the parameters with their values.
static void
bind_params(rec_low *lx, const lt_func *f, const argument *args,
            const lt_expr *e) {
  for (int i = 0; i < f->n_params; i++) {
    lt_var *var = f->params[i];
    if (args[i].x) {
      rec_ptr place = rec_low_declare_struct(lx, var, var->loc);
      rec_low_store_struct(lx, place, var->type, args[i].x, e->args[i]);
      continue;
    }
    rec_obj *o = value_local(lx, var->name, var->type);
    if (!o) {
      rec_low_refuse(lx, e->args[i]->loc, rec_low_type_reason(var->type),
                     var->name);
      continue;
    }
    o->var = var;
    if (o->kind == REC_OBJ_POINTER)
      rec_low_set_pointer(o, args[i].p);
    else
      o->now.val = args[i].v;
    map_put(lx->vars, var, o);
  }
}

// Makes what the function "f" returns its value in.
static void
declare_result(rec_low *lx, const lt_func *f) {
  int n = lx->locals.n;
  lx->retstruct = (rec_ptr){0};
  rec_low_begin_return(lx, f->name, f->result);
  if (f->result->kind == LT_TYPE_STRUCT)
    lx->retstruct = rec_low_new_struct(lx, f->name, f->result, f->loc);
  for (int k = n; k < lx->locals.n; k++)
    lx->locals.at[k]->is_return = true;
}

// The pointer that the call "e" returned.
static rec_ptr
returned_pointer(rec_low *lx, const lt_expr *e) {
  const rec_slot *s = &lx->retval->now;
  if (s->unknown)
    rec_low_refuse(lx, e->loc, REC_POINTER_MERGE, e->func->name);
  return (rec_ptr){.obj = s->target,
                   .off = s->val,
                   .path = s->path,
                   .may_be_null = s->may_be_null};
}

// Runs the body of e->func, whose parameters are bound; its result as value or
// in *p, or in *x.
static ir_val *
inline_body(rec_low *lx, const lt_expr *e, rec_ptr *p, rec_leaves **x) {
  const lt_func *f = e->func;
  rec_obj *brk = lx->brk, *cont = lx->cont, *ret = lx->ret, *val = lx->retval;
  rec_ptr retstruct = lx->retstruct;
  rec_obj *labels[LT_LABELS];
  memcpy(labels, lx->labels, sizeof labels);
  memset(lx->labels, 0, sizeof labels);
  lx->brk = lx->cont = NULL;
  declare_result(lx, f);
  loft_loc outer = lx->system_call;
  if (f->in_system_header && !outer.raw)
    lx->system_call = e->loc;
  vec_push(lx->a, &lx->inlining, f);
  rec_low_stmt(lx, f->body);
  lx->inlining.n--;
  lx->system_call = outer;
  ir_val *v = lx->retval ? lx->retval->now.val : NULL;
  if (lx->retval && lx->retval->kind == REC_OBJ_POINTER) {
    *p = returned_pointer(lx, e);
    v = NULL;
  }
  if (f->result->kind == LT_TYPE_STRUCT)
    *x = rec_low_load_struct(lx, lx->retstruct, f->result, e);
  lx->brk = brk;
  lx->cont = cont;
  lx->ret = ret;
  lx->retval = val;
  lx->retstruct = retstruct;
  memcpy(lx->labels, labels, sizeof labels);
  return v;
}

// Inlines the call "e"; its result as value or in *p.
static ir_val *
inline_call(rec_low *lx, const lt_expr *e, rec_ptr *p) {
  const lt_func *f = e->func;
  rec_leaves *x = NULL;
  rec_ptr unused;
  argument *args = evaluate_args(lx, e);
  int n = lx->locals.n;
  bind_params(lx, f, args, e);
  ir_val *v = inline_body(lx, e, p ? p : &unused, &x);
  rec_low_drop_locals(lx, n);
  if (p && x) {
    *p = rec_low_new_struct(lx, f->name, f->result, e->loc);
    rec_low_store_struct(lx, *p, f->result, x, e);
  }
  return v;
}

ir_val *
rec_low_call(rec_low *lx, const lt_expr *e, rec_ptr *p) {
  if (rec_low_trap(lx, e))
    return NULL;
  if (e->is_library && !rec_low_check_state(lx, e))
    return NULL;
  ir_val *v = e->is_library ? rec_low_math(lx, e) : NULL;
  if (v)
    return v;
  if (e->is_library && rec_low_bytes(lx, e, p))
    return NULL;
  return check_inline(lx, e) ? inline_call(lx, e, p) : NULL;
}
