// plugin/tree_stmt.c: statements as loop_tree.h.
#include "plugin/tree.h"

typedef VEC(lt_stmt *) stmts;

static lt_stmt *put_stmt(tree *t, const ast_node *s);

// Node of "kind" for "s".
static lt_stmt *
new_stmt(tree *t, lt_stmt_kind kind, const ast_node *s) {
  lt_stmt *out = NEW(t->a, lt_stmt);
  out->kind = kind;
  out->loc = ast_begin(t->ast, s);
  return out;
}

// What has no loop tree; "what" NULL: as it is written.
static lt_stmt *
unsupported(tree *t, const ast_node *s, const char *reason, const char *what) {
  lt_stmt *out = new_stmt(t, LT_STMT_UNSUPPORTED, s);
  out->reason = reason;
  out->text = what ? what : ast_text(t->ast, s);
  return out;
}

// "s" without its attributes.
static const ast_node *
plain(const ast_node *s) {
  while (s->kind == AST_ATTRIBUTED)
    s = s->x;
  return s;
}

// Gives "out" the statements of "list".
static void
set_body(lt_stmt *out, const stmts *list) {
  out->body = list->at;
  out->n_body = list->n;
}

// Gives "out" one statement.
static lt_stmt *
with_body(tree *t, lt_stmt *out, lt_stmt *body) {
  stmts list = {0};
  vec_push(t->a, &list, body);
  set_body(out, &list);
  return out;
}

// The expression "e", or NULL for none.
static lt_expr *
put_expr(tree *t, ast_node *e) {
  return e ? t->expr(t, e) : NULL;
}

// The condition "e", or NULL for none.
static lt_expr *
put_condition(tree *t, ast_node *e) {
  return e ? tree_condition(t, e) : NULL;
}

// -- Labels -------------------------------------------------------------------
// The number that "key" has in "m"; "first" for a new one.
static int *
number_of(tree *t, map *m, const void *key, int first) {
  int *n = map_get(m, key);
  if (!n) {
    n = NEW(t->a, int);
    *n = first;
    map_put(m, key, n);
  }
  return n;
}

// The GOTO or LABEL "s"; a label more than can be told apart is none.
static lt_stmt *
put_label(tree *t, const ast_node *s) {
  lt_stmt *out = new_stmt(t, s->kind == AST_GOTO ? LT_GOTO : LT_LABEL, s);
  int *count = number_of(t, t->counts, s->decl->function, 0);
  if (!map_get(t->labels, s->decl))
    number_of(t, t->labels, s->decl, (*count)++);
  out->low = *number_of(t, t->labels, s->decl, 0);
  out->text = s->decl->name;
  out->origin = s;
  if (out->low < LT_LABELS)
    return out;
  out->kind = LT_STMT_UNSUPPORTED;
  out->reason = "GOTO";
  return out;
}

lt_stmt *
tree_site(tree *t, const ast_node *s, const ast_node *behind) {
  lt_stmt *out = put_stmt(t, s);
  stmts list = {0};
  vec_push(t->a, &list, out);
  for (; behind; behind = behind->x) {
    behind = plain(behind);
    if (behind->kind != AST_LABEL)
      break;
    vec_push(t->a, &list,
             with_body(t, put_label(t, behind), new_stmt(t, LT_NULL, behind)));
  }
  if (list.n == 1)
    return out;
  lt_stmt *all = NEW(t->a, lt_stmt);
  all->kind = LT_BLOCK;
  all->loc = out->loc;
  set_body(all, &list);
  return all;
}

// -- Jumps out of the statement -----------------------------------------------
// The jumps in a statement.
typedef struct jumps {
  VEC(lt_stmt *) gotos;
  bool has_label[LT_LABELS], has_return;
} jumps;

// Adds those in "s" to "out".
static void
find_jumps(arena *a, lt_stmt *s, jumps *out) {
  if (!s)
    return;
  if (s->kind == LT_GOTO)
    vec_push(a, &out->gotos, s);
  if (s->kind == LT_LABEL)
    out->has_label[s->low] = true;
  out->has_return |= s->kind == LT_RETURN;
  find_jumps(a, s->init, out);
  for (int k = 0; k < s->n_body; k++)
    find_jumps(a, s->body[k], out);
}

// The number of the exit in "exits" to the label that "jump" goes to, from 1; a
// new one is added.
static int
exit_number(tree *t, stmts *exits, lt_stmt *jump) {
  for (int k = 0; k < exits->n; k++)
    if (exits->at[k]->low == jump->low)
      return k + 1;
  lt_stmt *copy = NEW(t->a, lt_stmt);
  *copy = *jump;
  vec_push(t->a, exits, copy);
  return exits->n;
}

void
tree_leave(tree *t, lt_region *r) {
  jumps all = {0};
  stmts exits = {0};
  find_jumps(t->a, r->stmt, &all);
  for (int k = 0; k < all.gotos.n; k++) {
    lt_stmt *jump = all.gotos.at[k];
    if (all.has_label[jump->low])
      continue;
    int number = exit_number(t, &exits, jump);
    jump->kind = LT_RETURN;
    jump->low = number;
  }
  r->exits = (const lt_stmt *const *)exits.at;
  r->n_exits = exits.n;
  r->returns = all.has_return;
  r->exits_differ = exits.n + all.has_return > 1;
}

// -- Lists --------------------------------------------------------------------
// The statements of braces, in one list with the variables they declare.
static lt_stmt *
put_block(tree *t, const ast_node *s) {
  stmts list = {0};
  for (int k = 0; k < s->n_parts; k++) {
    lt_stmt *one = put_stmt(t, s->parts[k]);
    bool is_decl = plain(s->parts[k])->kind == AST_DECL;
    if (!is_decl || one->kind != LT_BLOCK)
      vec_push(t->a, &list, one);
    for (int j = 0; is_decl && j < one->n_body; j++)
      vec_push(t->a, &list, one->body[j]);
  }
  lt_stmt *out = new_stmt(t, LT_BLOCK, s);
  set_body(out, &list);
  return out;
}

// The declaration "d" in the statement "s"; NULL: it does nothing. A static
// constant of an inlined function is a table like any other.
static lt_stmt *
put_decl(tree *t, const ast_node *s, const ast_decl *d) {
  if (d->kind == AST_SIZED_TYPE)
    return unsupported(t, s, "STMT_OTHER", NULL);
  if (d->kind != AST_VARIABLE || (d->is_static && !d->is_static_local))
    return NULL;
  if (d->is_static_local) {
    lt_var *fixed = tree_var(t, d);
    return fixed->is_const_data
               ? new_stmt(t, LT_NULL, s)
               : unsupported(t, s, "STATIC_LOCAL", fixed->name);
  }
  if (d->has_cleanup || d->is_block)
    return unsupported(t, s, "STMT_OTHER", NULL);
  lt_stmt *out = new_stmt(t, LT_DECL, s);
  out->loc = d->loc;
  out->var = tree_var(t, d);
  out->var->is_local = true;
  if (!d->init)
    return out;
  const ast_node *bare = ast_bare(d->init);
  bool is_string =
      bare->kind == AST_STRING && ast_decl_type(t->ast, d)->kind == AST_ARRAY;
  out->expr = is_string ? tree_characters(t, bare) : t->expr(t, d->init);
  return out;
}

// One node per variable: the node itself, or a block of several.
static lt_stmt *
put_decls(tree *t, const ast_node *s) {
  stmts list = {0};
  for (int k = 0; k < s->n_decls; k++) {
    lt_stmt *one = put_decl(t, s, s->decls[k]);
    if (one)
      vec_push(t->a, &list, one);
  }
  if (list.n == 1)
    return list.at[0];
  lt_stmt *out = new_stmt(t, LT_BLOCK, s);
  set_body(out, &list);
  return out;
}

// -- Control ------------------------------------------------------------------
// Gives "out" the statement "inside", which break ends, and continue goes on in
// if it is a loop.
static lt_stmt *
put_inside(tree *t, lt_stmt *out, const ast_node *inside) {
  bool is_loop = out->kind != LT_SWITCH;
  t->n_loops += is_loop;
  t->n_breakables++;
  with_body(t, out, put_stmt(t, inside));
  t->n_loops -= is_loop;
  t->n_breakables--;
  return out;
}

// A for, whose parts are read in the order in which they stand.
static lt_stmt *
put_for(tree *t, const ast_node *s) {
  lt_stmt *out = new_stmt(t, LT_FOR, s);
  if (s->parts[0])
    out->init = put_stmt(t, s->parts[0]);
  out->expr = put_condition(t, s->parts[2]);
  out->step = put_expr(t, s->parts[3]);
  return put_inside(t, out, s->parts[4]);
}

// A do, whose condition stands last.
static lt_stmt *
put_do(tree *t, const ast_node *s) {
  lt_stmt *out = put_inside(t, new_stmt(t, LT_DO, s), s->x);
  out->expr = put_condition(t, s->y);
  return out;
}

// An if; the second statement may be NULL.
static lt_stmt *
put_if(tree *t, const ast_node *s) {
  lt_stmt *out = new_stmt(t, LT_IF, s);
  stmts list = {0};
  out->expr = put_condition(t, s->x);
  vec_push(t->a, &list, put_stmt(t, s->y));
  vec_push(t->a, &list, s->z ? put_stmt(t, s->z) : NULL);
  set_body(out, &list);
  return out;
}

// A break or continue, which may name the loop that it leaves.
static lt_stmt *
put_break(tree *t, const ast_node *s) {
  bool is_break = s->kind == AST_BREAK;
  if (s->decl)
    return unsupported(t, s, "LABEL", s->decl->name);
  if (is_break ? !t->n_breakables : !t->n_loops)
    return unsupported(t, s, "BREAK_OUT", is_break ? "break" : "continue");
  return new_stmt(t, is_break ? LT_BREAK : LT_CONTINUE, s);
}

// A label, a jump to one, or a return.
static lt_stmt *
put_jump(tree *t, const ast_node *s) {
  if (t->in_expr)
    return unsupported(t, s, "STMT_EXPR", NULL);
  if (s->kind == AST_GOTO)
    return put_label(t, s);
  if (s->kind == AST_LABEL)
    return with_body(t, put_label(t, s), put_stmt(t, s->x));
  lt_stmt *out = new_stmt(t, LT_RETURN, s);
  out->expr = put_expr(t, s->x);
  return out;
}

// A case, or the default.
static lt_stmt *
put_case(tree *t, const ast_node *s) {
  lt_stmt *out = new_stmt(t, s->kind == AST_CASE ? LT_CASE : LT_DEFAULT, s);
  out->low = s->low;
  out->high = s->high;
  return with_body(t, out, put_stmt(t, s->x));
}

// A while or switch.
static lt_stmt *
put_headed(tree *t, const ast_node *s) {
  lt_stmt *out = new_stmt(t, s->kind == AST_WHILE ? LT_WHILE : LT_SWITCH, s);
  out->expr = put_condition(t, s->x);
  return put_inside(t, out, s->y);
}

// What is no expression.
static lt_stmt *
put_kind(tree *t, const ast_node *s) {
  switch ((int)s->kind) {
  case AST_NULL:
    return new_stmt(t, LT_NULL, s);
  case AST_BRACES:
    return put_block(t, s);
  case AST_DECL:
    return put_decls(t, s);
  case AST_IF:
    return put_if(t, s);
  case AST_FOR:
    return put_for(t, s);
  case AST_DO:
    return put_do(t, s);
  case AST_WHILE:
  case AST_SWITCH:
    return put_headed(t, s);
  case AST_CASE:
  case AST_DEFAULT:
    return put_case(t, s);
  case AST_BREAK:
  case AST_CONTINUE:
    return put_break(t, s);
  case AST_RETURN:
  case AST_GOTO:
  case AST_LABEL:
    return put_jump(t, s);
  case AST_GOTO_VALUE:
    return unsupported(t, s, "LABEL", NULL);
  case AST_ASM:
    return unsupported(t, s, "ASM", NULL);
  case AST_OPENMP:
    return unsupported(t, s, "OPENMP", NULL);
  default: // has no loop tree
    return unsupported(t, s, "STMT_OTHER", NULL);
  }
}

// The tree of a statement.
static lt_stmt *
put_stmt(tree *t, const ast_node *stmt) {
  const ast_node *s = plain(stmt);
  if (s->is_odd)
    return unsupported(t, s, "STMT_OTHER", NULL);
  ast_node *assumed = tree_assumed(t, s);
  if (assumed) {
    lt_stmt *out = new_stmt(t, LT_ASSUME, s);
    out->expr = t->expr(t, assumed);
    return out;
  }
  if (!s->is_expr)
    return put_kind(t, s);
  lt_stmt *out = new_stmt(t, LT_EXPR, s);
  out->expr = t->expr(t, (ast_node *)s);
  return out;
}

lt_stmt *
tree_body(tree *t, const ast_node *s, bool in_expr) {
  tree was = *t;
  t->n_loops = t->n_breakables = 0;
  t->in_expr = in_expr;
  lt_stmt *out = put_stmt(t, s);
  t->n_loops = was.n_loops;
  t->n_breakables = was.n_breakables;
  t->in_expr = was.in_expr;
  return out;
}
