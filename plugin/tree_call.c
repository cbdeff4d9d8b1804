// plugin/tree_call.c: calls, and the bodies of callees, as loop_tree.h.
#include "plugin/tree.h"

// Whether no argument of "n" has side effects.
static bool
are_plain(tree *t, const ast_node *n) {
  for (int k = 1; k < n->n_parts; k++)
    if (ast_has_side_effects(t->ast, n->parts[k]))
      return false;
  return true;
}

// Nothing, as the value of "n".
static lt_expr *
put_nothing(tree *t, const ast_node *n) {
  lt_expr *zero = tree_expr_node(t, LT_INT, n->parts[1]);
  zero->type = tree_type(t, ast_int_type(t->ast));
  lt_expr *out = tree_expr_node(t, LT_CAST, n);
  out->a = zero;
  return out;
}

// A call that the compiler itself understands; NULL: it is none.
static lt_expr *
put_builtin(tree *t, ast_node *n, ast_builtin builtin) {
  ir_bits bits;
  if (builtin == AST_EXPECT)
    return ast_has_side_effects(t->ast, n->parts[2]) ? NULL
                                                     : t->expr(t, n->parts[1]);
  if (builtin == AST_HINT || builtin == AST_ASSUME)
    return are_plain(t, n) ? put_nothing(t, n) : NULL;
  if (builtin == AST_NO_BUILTIN || ast_has_side_effects(t->ast, n) ||
      !ast_is_library(t->ast, n->decl, t->here))
    return NULL;
  if (ast_float(t->ast, n, &bits))
    return tree_constant(t, LT_FLOAT, n, bits);
  if (builtin == AST_CONSTANT_P && ast_folded(t->ast, n, &bits))
    return tree_constant(t, LT_INT, n, bits);
  return NULL;
}

// The arguments of the call "n" of "f", which is defined with its parameters'
// types behind their names: they come promoted. False when they do not fit.
static bool
convert_arguments(tree *t, lt_expr *out, const ast_node *n,
                  const ast_function *f) {
  if (n->is_typed || !f->body)
    return true;
  for (int k = 0; k < f->n_params && k < out->n_args; k++) {
    const ast_node *from = n->parts[k + 1];
    if (tree_type(t, ast_parameter_type(t->ast, f->params[k]))->half)
      return false;
    if (!ast_is_promoted(t->ast, from, f->params[k]))
      return false;
    lt_expr *arg = tree_expr_node(t, LT_CAST, from);
    arg->type = tree_type(t, ast_parameter_type(t->ast, f->params[k]));
    arg->a = out->args[k];
    if (arg->type->kind == LT_TYPE_SCALAR)
      out->args[k] = arg;
  }
  return true;
}

// -- Functions as arguments ---------------------------------------------------
// The function that "e", an argument or what is called, surely points to; NULL:
// it is not known.
static ast_decl *
pointed_function(tree *t, const ast_node *e) {
  e = ast_bare((ast_node *)(uintptr_t)e);
  while ((e->kind == AST_CAST && e->is_implicit) || e->kind == AST_ADDRESS ||
         e->kind == AST_DEREF)
    e = ast_bare(e->x);
  ast_decl *d = e->kind == AST_REF ? e->decl : NULL;
  if (!d || d->kind == AST_FUNCTION)
    return d;
  if (d->kind != AST_VARIABLE || !tree_is_kept(t->ast, d))
    return NULL;
  return d->is_parameter ? map_get(t->given, d) : pointed_function(t, d->init);
}

// The functions that the arguments of call "n" of "d" are, one a parameter that
// keeps it, or NULL. NULL: none is, or "d" is not read.
static ast_decl **
functions_given(tree *t, const ast_node *n, ast_decl *d,
                const ast_function *f) {
  if (!f->body || !n->is_typed || f->is_variadic ||
      f->n_params != n->n_parts - 1)
    return NULL;
  ast_decl **out = NEW_ARRAY(t->a, ast_decl *, f->n_params);
  bool any = false;
  tree_scan(t->ast, d);
  for (int k = 0; k < f->n_params; k++) {
    const ast_type *type = ast_parameter_type(t->ast, f->params[k]);
    bool keeps = type->kind == AST_POINTER && type->to->is_function &&
                 tree_is_kept(t->ast, f->params[k]);
    out[k] = keeps ? pointed_function(t, n->parts[k + 1]) : NULL;
    any |= out[k] != NULL;
  }
  return any ? out : NULL;
}

// Lets the parameters of "f" be what is "given" in the body that is translated
// next, and *was what they were.
static void
give_functions(tree *t, const ast_function *f, ast_decl *const *given,
               ast_decl **was) {
  for (int k = 0; k < f->n_params; k++) {
    was[k] = map_get(t->given, f->params[k]);
    map_put(t->given, f->params[k], given ? given[k] : NULL);
  }
}

// -- Bodies -------------------------------------------------------------------
// Fills in parameters and body of "d" from its definition; parameters that are
// functions "given" to it are none.
static void
set_body(tree *t, lt_func *out, ast_decl *d, const ast_function *f,
         ast_decl *const *given) {
  tree was = *t;
  t->uses_errno |= tree_scan(t->ast, d);
  out->target = ast_target_of(t->ast, d);
  out->in_system_header = f->in_system_header;
  vec_push(t->a, &t->stack, out);
  t->here = d;
  t->inlining = true;
  out->params = NEW_ARRAY(t->a, lt_var *, f->n_params);
  for (int k = 0; k < f->n_params; k++) {
    if (given && given[k])
      continue;
    lt_var *v = tree_var(t, f->params[k]);
    v->is_local = v->is_param = true;
    out->params[out->n_params++] = v;
  }
  ast_decl **outer = NEW_ARRAY(t->a, ast_decl *, f->n_params);
  give_functions(t, f, given, outer);
  out->body = tree_body(t, f->body, false);
  give_functions(t, f, outer, outer);
  if (out->is_recursive)
    out->body = NULL;
  t->inlining = was.inlining;
  t->here = was.here;
  t->stack.n--;
}

// The functions from "f" on that are being translated call themselves.
static void
note_recursion(tree *t, const lt_func *f) {
  bool on = false;
  for (int k = 0; k < t->stack.n; k++) {
    on |= t->stack.at[k] == f;
    t->stack.at[k]->is_recursive |= on;
  }
}

// The place for "d" where it is "given" these functions (NULL: none).
static lt_func **
find_function(tree *t, ast_decl *d, int n_params, ast_decl *const *given) {
  for (int k = 0; k < t->variants.n; k++) {
    tree_variant *v = t->variants.at[k];
    if (v->d == d && !v->given == !given &&
        (!given || !memcmp(v->given, given, sizeof *given * (size_t)n_params)))
      return &v->f;
  }
  tree_variant *v = NEW(t->a, tree_variant);
  *v = (tree_variant){.d = d, .given = given};
  vec_push(t->a, &t->variants, v);
  return &v->f;
}

// The function "d" with its body as far as it is visible, where it is "given"
// these functions (NULL: none).
static lt_func *
put_function(tree *t, ast_decl *d, const ast_function *f,
             ast_decl *const *given) {
  lt_func **place = find_function(t, d, f->n_params, given), *out = *place;
  if (out) {
    note_recursion(t, out);
    return out;
  }
  out = *place = NEW(t->a, lt_func);
  out->origin = d;
  out->written = d->name;
  out->name = plugin_plain_name(out->written);
  out->loc = d->loc;
  out->result = tree_type(t, f->result);
  out->is_variadic = f->is_variadic;
  out->is_noreturn = f->is_noreturn;
  out->is_const = f->is_const && !f->is_overloadable && !f->is_weak;
  out->has_library_name = f->has_library_name;
  bool may_inline = f->in_system_header || !ast_is_library(t->ast, d, t->here);
  if (f->body && !f->is_weak && may_inline && !ast_has_errors(f->body))
    set_body(t, out, d, f, given);
  return out;
}

// Whether "d" is the intrinsic that the processor's header defines as "name".
static bool
is_intrinsic(tree *t, const ast_decl *d, const char *name) {
  return !strcmp(d->name, name) && ast_function_of(t->ast, d).in_system_header;
}

// The number that the call "n" puts into a vector, otherwise of zeros: x of
// _mm_set_ss(x), *p of _mm_load_ss(p), of which "ending" is the last letter's
// type; NULL: it is none.
static lt_expr *
put_lone_number(tree *t, ast_node *n, char ending) {
  n = ast_bare(n);
  if (n->kind != AST_CALL || !n->decl || n->n_parts != 2)
    return NULL;
  bool loads =
      is_intrinsic(t, n->decl, ending == 's' ? "_mm_load_ss" : "_mm_load_sd");
  if (!loads &&
      !is_intrinsic(t, n->decl, ending == 's' ? "_mm_set_ss" : "_mm_set_sd"))
    return NULL;
  const ast_type *type =
      ast_parameter_type(t->ast, ast_function_of(t->ast, n->decl).params[0]);
  lt_expr *out = tree_expr_node(t, loads ? LT_DEREF : LT_CAST, n);
  out->type = tree_type(t, loads ? type->to : type);
  out->a = t->expr(t, n->parts[1]);
  return out;
}

// The call "n" of "f", an intrinsic that converts the first number of a vector
// to an integer, as a call with that number; NULL: it is none.
static lt_expr *
put_conversion(tree *t, ast_node *n, const ast_function *f) {
  static const char *const names[] = {
      "_mm_cvtss_si32",  "_mm_cvtss_si64", "_mm_cvt_ss2si",  "_mm_cvttss_si32",
      "_mm_cvttss_si64", "_mm_cvtt_ss2si", "_mm_cvtsd_si32", "_mm_cvtsd_si64",
      "_mm_cvttsd_si32", "_mm_cvttsd_si64"};
  bool found = false;
  for (int k = 0; k < LOFT_COUNT(names); k++)
    found |= !strcmp(n->decl->name, names[k]);
  if (!found || !f->in_system_header || n->n_parts != 2)
    return NULL;
  lt_expr *x =
      put_lone_number(t, n->parts[1], strstr(n->decl->name, "ss") ? 's' : 'd');
  if (!x)
    return NULL;
  lt_expr *out = tree_expr_node(t, LT_CALL, n);
  lt_func *g = out->func = NEW(t->a, lt_func);
  g->name = g->written = n->decl->name;
  g->loc = n->decl->loc;
  g->result = out->type;
  g->target = ast_target_of(t->ast, t->here);
  out->is_library = true;
  out->args = NEW_ARRAY(t->a, lt_expr *, 1);
  out->args[out->n_args++] = x;
  return out;
}

// The call "n" through a pointer, as one of the function that it points to; "n"
// itself where that is not known.
static ast_node *
direct_call(tree *t, ast_node *n) {
  ast_decl *d = n->decl ? NULL : pointed_function(t, n->x);
  if (!d)
    return n;
  ast_node *out = NEW(t->a, ast_node);
  *out = *n;
  out->decl = d;
  return out;
}

lt_expr *
tree_call(tree *t, ast_node *n) {
  n = direct_call(t, n);
  if (!n->decl)
    return tree_unsupported_expr(t, "CALL_INDIRECT", n->x);
  ast_function f = ast_function_of(t->ast, n->decl);
  ast_decl **given = functions_given(t, n, n->decl, &f);
  lt_expr *out = put_builtin(t, n, f.builtin);
  if (!out)
    out = put_conversion(t, n, &f);
  if (out)
    return out;
  out = tree_expr_node(t, LT_CALL, n);
  out->loc = ast_begin(t->ast, n);
  out->func = put_function(t, n->decl, &f, given);
  if (ast_is_system_macro(t->ast, n))
    out->text = ast_text(t->ast, n);
  bool is_prefixed = out->func->name != out->func->written;
  out->is_library = ast_is_library(t->ast, n->decl, t->here) &&
                    (is_prefixed || !ast_is_no_builtin(n->decl, t->here));
  out->args = NEW_ARRAY(t->a, lt_expr *, n->n_parts);
  bool in_half = tree_is_half(t, n);
  for (int k = 1; k < n->n_parts; k++) {
    if (given && given[k - 1])
      continue;
    out->args[out->n_args++] = t->expr(t, n->parts[k]);
    in_half |= tree_is_half(t, n->parts[k]);
  }
  if (in_half && out->is_library)
    return tree_unsupported_expr(t, "HALF", n);
  bool plain = out->is_library || out->func->is_variadic ||
               out->func->n_params == out->n_args;
  plain = plain && (out->is_library || convert_arguments(t, out, n, &f));
  if (!plain || f.is_overloadable)
    out->func->body = NULL;
  return out;
}

lt_expr *
tree_statements(tree *t, const ast_node *n) {
  lt_expr *out = tree_expr_node(t, LT_CALL, n);
  lt_func *f = out->func = NEW(t->a, lt_func);
  f->name = f->written = "block";
  f->loc = out->loc;
  f->result = out->type;
  f->target = ast_target_of(t->ast, t->here);
  f->body = tree_body(t, n->x, true);
  if (f->result->kind == LT_TYPE_VOID)
    return out;
  lt_stmt *last = f->body->n_body ? f->body->body[f->body->n_body - 1] : NULL;
  if (!last || last->kind != LT_EXPR)
    return tree_unsupported_expr(t, "STMT_EXPR", n);
  last->kind = LT_RETURN;
  return out;
}
