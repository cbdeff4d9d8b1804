// recognizer/front/lower_alloc.c: functions that return what malloc gives them.
//
//   void *xmalloc(size_t n) {
//     void *p = malloc(n);
//     if (!p)
//       die("no memory");
//     return p;
//   }
//
// A call of such a function is the call of malloc in it, with the arguments in
// the places of the parameters: memory that a region allocates is never null,
// so what the function does about that is not reached.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"

enum { MOST_NESTED = 8 };

// A function under inspection.
typedef struct allocator {
  const lt_var *p;     // the variable that is returned; NULL: none yet
  const lt_expr *call; // what "p" was set to; NULL: nothing yet
} allocator;

// True when "e" is a null pointer.
static bool
is_null(const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  return e->kind == LT_INT && !e->bits;
}

// Notes that "v" (NULL: the result) is set to what the call behind "e" returns.
// False where it is no call, or the second one, or others may see "v".
static bool
note_set(allocator *f, const lt_var *v, const lt_expr *e) {
  e = rec_lower_bare_pointer(e);
  if (f->call || e->kind != LT_CALL || (v && (!v->is_local || v->is_static)))
    return false;
  f->p = v;
  f->call = e;
  return true;
}

// True when "e" is the variable of "f", which is set here perhaps.
static bool
is_result(allocator *f, const lt_expr *e) {
  e = rec_lower_bare_pointer(e);
  if (e->kind == LT_ASSIGN && e->a->kind == LT_VAR)
    return note_set(f, e->a->var, e->b);
  return f->call && e->kind == LT_VAR && e->var == f->p;
}

// True when "e" asks whether the variable of "f" is null, *is_set: is not null.
static bool
is_null_test(allocator *f, const lt_expr *e, bool *is_set) {
  *is_set = true;
  for (; e->kind == LT_UNARY && e->op == LT_NOT; e = e->a)
    *is_set = !*is_set;
  if (e->kind == LT_BINARY && (e->op == LT_EQ || e->op == LT_NE)) {
    *is_set ^= e->op == LT_EQ;
    e = is_null(e->b) ? e->a : is_null(e->a) ? e->b : e;
  }
  return is_result(f, e);
}

// True when "s" returns the result of the call, if it is not null.
static bool
returns_result(allocator *f, const lt_stmt *s) {
  while (s && s->kind == LT_BLOCK && s->n_body == 1)
    s = s->body[0];
  if (!s || s->kind != LT_RETURN || !s->expr)
    return false;
  return is_result(f, s->expr) || note_set(f, NULL, s->expr);
}

// Reads the test "s" of whether the call gave null. False where it is none;
// *done: it returns what is not null.
static bool
read_test(allocator *f, const lt_stmt *s, bool *done) {
  bool is_set;
  if (!is_null_test(f, s->expr, &is_set))
    return false;
  const lt_stmt *taken = s->body[!is_set];
  *done = taken && returns_result(f, taken);
  return *done || !taken;
}

// The call whose result "body" returns, unless that is null; NULL: there is
// none, or the body does more.
static const lt_expr *
returned_call(const lt_stmt *body) {
  allocator f = {0};
  for (int k = 0; k < body->n_body; k++) {
    const lt_stmt *s = body->body[k];
    bool done = false;
    if (returns_result(&f, s))
      return f.call;
    bool fits = s->kind == LT_DECL ? !s->expr || note_set(&f, s->var, s->expr)
                : s->kind == LT_EXPR
                    ? is_result(&f, s->expr)
                    : s->kind == LT_IF && read_test(&f, s, &done);
    if (done)
      return f.call;
    if (!fits)
      return NULL;
  }
  return NULL;
}

// "e" of the function that "call" calls, with its arguments in the places of
// the parameters.
static lt_expr *
bind(rec_lower *lower, const lt_expr *e, const lt_expr *call) {
  if (!e)
    return NULL;
  for (int k = 0; e->kind == LT_VAR && k < call->n_args; k++)
    if (call->func->params[k] == e->var)
      return call->args[k];
  lt_expr *out = NEW(lower->a, lt_expr);
  *out = *e;
  out->a = bind(lower, e->a, call);
  out->b = bind(lower, e->b, call);
  out->c = bind(lower, e->c, call);
  out->args = NEW_ARRAY(lower->a, lt_expr *, e->n_args);
  for (int k = 0; k < e->n_args; k++)
    out->args[k] = bind(lower, e->args[k], call);
  return out;
}

// True when the arguments of "call" have no effects, however often they are
// evaluated.
static bool
has_plain_arguments(rec_lower *lower, const lt_expr *call) {
  rec_effects fx;
  rec_effects_init(lower->a, &fx);
  for (int k = 0; k < call->n_args; k++)
    rec_lower_expr_effects(&fx, call->args[k]);
  return !map_count(fx.assigned) && !fx.stores && !fx.traps;
}

// True when "e" calls the C library's function "name" with "n" arguments.
static bool
is_call(const lt_expr *e, const char *name, int n) {
  return e->is_library && e->n_args == n && !strcmp(e->func->name, name);
}

const lt_expr *
rec_lower_allocation(rec_lower *lower, const lt_expr *e) {
  e = rec_lower_bare_pointer(e);
  for (int k = 0; k < MOST_NESTED && e->kind == LT_CALL; k++) {
    const lt_func *f = e->func;
    if (is_call(e, "malloc", 1) || is_call(e, "calloc", 2))
      return e;
    bool fits = f->body && !e->is_library && !f->has_library_name &&
                !f->is_variadic && e->n_args == f->n_params &&
                has_plain_arguments(lower, e);
    const lt_expr *inner = fits ? returned_call(f->body) : NULL;
    if (!inner || !has_plain_arguments(lower, inner))
      return NULL;
    e = bind(lower, inner, e);
  }
  return NULL;
}
