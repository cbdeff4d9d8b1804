// plugin/scan.c: the uses of variables and errno in functions, and which values
// never change.
#include "plugin/tree.h"

// The variable that is changed, or has its address taken, where the place "n"
// is; NULL: none, or something behind a pointer.
static ast_decl *
target_of(ast_node *n) {
  n = ast_bare(n);
  while (n && n->kind == AST_MEMBER && !n->is_arrow)
    n = ast_bare(n->x);
  return n && n->kind == AST_REF && n->decl->kind == AST_VARIABLE ? n->decl
                                                                  : NULL;
}

// Notes that the address of the place "n" is taken.
static void
take(ast_node *n) {
  ast_decl *v = target_of(n);
  if (v)
    v->is_taken = true;
}

// Notes that the place "n" is moved, or is assigned to.
static void
change(ast_node *n, bool is_step) {
  ast_decl *v = target_of(n);
  if (v && is_step)
    v->is_stepped = true;
  else if (v)
    v->is_stored = true;
}

// The array variable that the place, or address, "n" is within; NULL: none.
static ast_decl *
array_around(ast_node *n) {
  for (n = ast_bare(n); n; n = ast_bare(n->x)) {
    if (n->kind == AST_REF)
      return n->decl->kind == AST_VARIABLE ? n->decl : NULL;
    if (n->kind != AST_INDEX && n->kind != AST_MEMBER && n->kind != AST_CAST)
      return NULL;
    if (n->kind == AST_MEMBER ? n->is_arrow
                              : n->kind == AST_CAST && n->cast != AST_DECAY)
      return NULL;
  }
  return NULL;
}

// Counts "by" for each use of an array's address in "n" itself that may keep
// it: an array decays, and is not subscripted there.
static void
count_decays(const ast_node *n, int by) {
  bool decays = n->kind == AST_CAST && n->cast == AST_DECAY;
  const ast_node *base = n->kind == AST_INDEX ? ast_bare(n->x) : NULL;
  bool names = base && base->kind == AST_CAST && base->cast == AST_DECAY;
  ast_decl *v =
      decays || names || n->kind == AST_ADDRESS ? array_around(n->x) : NULL;
  if (v)
    v->n_decays += names ? -by : by;
}

// Notes the uses of variables by the node "n" itself.
static void
note(const ast_node *n) {
  count_decays(n, 1);
  if (n->kind == AST_ADDRESS)
    take(n->x);
  else if (n->kind == AST_ASSIGN)
    change(n->x, false);
  else if (n->kind == AST_ASSIGN_OP || n->kind == AST_STEP)
    change(n->x, true);
  for (int k = 0; n->kind == AST_ASM && k < n->n_parts; k++)
    take(n->parts[k]);
  for (int k = 0; k < n->n_decls; k++)
    if (n->kind == AST_BLOCK_EXPR || n->decls[k]->has_cleanup)
      n->decls[k]->is_taken = true;
}

// Notes what "n", which may be NULL, does; whether it uses errno.
static bool
visit(const ast_node *n) {
  if (!n)
    return false;
  note(n);
  bool any = n->kind == AST_REF && n->decl->kind == AST_FUNCTION &&
             plugin_is_errno(n->decl->name);
  if (n->kind == AST_BLOCK_EXPR || n->kind == AST_CAPTURED)
    any |= visit(n->x);
  for (int k = 0; k < n->n_parts; k++)
    any |= visit(n->parts[k]);
  return any;
}

bool
tree_scan(ast *t, ast_decl *f) {
  if (!f->is_scanned) {
    f->is_scanned = true;
    f->uses_errno = visit(ast_function_of(t, f).body);
  }
  return f->uses_errno;
}

void
tree_count_decays(const ast_node *n, int by) {
  if (!n)
    return;
  count_decays(n, by);
  for (int k = 0; k < n->n_parts; k++)
    tree_count_decays(n->parts[k], by);
}

bool
tree_is_kept(ast *t, const ast_decl *v) {
  return v->kind == AST_VARIABLE && !v->is_static &&
         !ast_decl_type(t, v)->is_volatile && !v->is_block && !v->is_taken &&
         !v->is_stepped && !v->is_stored && (v->is_parameter || v->init);
}

bool
tree_is_stable(ast *t, ast_node *n) {
  n = ast_bare(n);
  switch ((int)n->kind) {
  case AST_REF:
    return n->decl->kind == AST_CONSTANT || tree_is_kept(t, n->decl);
  case AST_INTEGER:
    return true;
  case AST_CAST:
  case AST_UNARY:
    return tree_is_stable(t, n->x);
  case AST_BINARY:
    return tree_is_stable(t, n->x) && tree_is_stable(t, n->y);
  default: // the others may change
    return false;
  }
}

// Whether "n" is an integer constant expression.
static bool
is_constant(ast *t, const ast_node *n) {
  ir_bits value;
  return ast_integer(t, n, &value);
}

// Whether the cast "n" of a fixed address is one.
static bool
is_fixed_cast(ast *t, const ast_node *n) {
  bool known =
      n->cast == AST_DECAY || n->cast == AST_SAME ||
      (n->cast == AST_CONVERT && ast_type_of(t, n)->kind == AST_POINTER &&
       ast_type_of(t, n->x)->kind == AST_POINTER);
  if (n->cast == AST_LOAD)
    known = ast_bare(n->x)->kind == AST_REF;
  return known && tree_is_fixed(t, n->x);
}

bool
tree_is_fixed(ast *t, ast_node *n) {
  n = ast_bare(n);
  switch ((int)n->kind) {
  case AST_REF:
    return n->decl->kind == AST_VARIABLE &&
           (ast_decl_type(t, n->decl)->kind == AST_ARRAY ||
            tree_is_kept(t, n->decl));
  case AST_INDEX:
    return tree_is_fixed(t, n->x) && is_constant(t, n->y);
  case AST_ADDRESS:
  case AST_DEREF:
    return tree_is_fixed(t, n->x);
  case AST_CAST:
    return is_fixed_cast(t, n);
  case AST_BINARY:
    if (n->op != LT_ADD && n->op != LT_SUB)
      return false;
    if (ast_type_of(t, n->y)->kind == AST_POINTER)
      return tree_is_fixed(t, n->y) && tree_is_stable(t, n->x);
    return tree_is_fixed(t, n->x) && tree_is_stable(t, n->y);
  default: // of the others nothing is known
    return false;
  }
}
