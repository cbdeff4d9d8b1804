// plugin/tree_stmt.c: statements as loop_tree.h.
#include "plugin/tree.h"

typedef VEC(lt_stmt *) stmts;

static lt_stmt *put_stmt(tree_reader *t, const void *s);

void
tree_init(tree_reader *t, arena *a, void *shim) {
  t->a = a;
  t->shim = shim;
  t->labels = map_new(a);
  t->counts = map_new(a);
}

lt_stmt *
tree_node(tree_reader *t, lt_stmt_kind kind, const tree_stmt *s) {
  lt_stmt *out = NEW(t->a, lt_stmt);
  out->kind = kind;
  out->loc = s->loc;
  return out;
}

lt_stmt *
tree_unsupported(tree_reader *t, const tree_stmt *s, const char *reason,
                 const char *what) {
  lt_stmt *out = tree_node(t, LT_STMT_UNSUPPORTED, s);
  out->reason = reason;
  out->text = what ? what : t->text(t->shim, s->origin);
  return out;
}

// Gives "out" the statements of "list".
static void
set_body(lt_stmt *out, const stmts *list) {
  out->body = list->at;
  out->n_body = list->n;
}

// Gives "out" one statement.
static lt_stmt *
with_body(tree_reader *t, lt_stmt *out, lt_stmt *body) {
  stmts list = {0};
  vec_push(t->a, &list, body);
  set_body(out, &list);
  return out;
}

// The expression "e", or NULL for none.
static lt_expr *
put_expr(tree_reader *t, const void *e) {
  return e ? t->expr(t->shim, e) : NULL;
}

// -- Labels -------------------------------------------------------------------
// The number that "key" has in "m"; "first" for a new one.
static int *
number_of(tree_reader *t, map *m, const void *key, int first) {
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
put_label(tree_reader *t, const tree_stmt *s) {
  lt_stmt *out = tree_node(t, s->kind, s);
  int *count = number_of(t, t->counts, s->function, 0);
  if (!map_get(t->labels, s->label))
    number_of(t, t->labels, s->label, (*count)++);
  out->low = *number_of(t, t->labels, s->label, 0);
  out->text = s->what;
  if (out->low < LT_LABELS)
    return out;
  out->kind = LT_STMT_UNSUPPORTED;
  out->reason = "GOTO";
  return out;
}

lt_stmt *
tree_site(tree_reader *t, const void *s, const void *behind) {
  lt_stmt *out = put_stmt(t, s);
  stmts list = {0};
  vec_push(t->a, &list, out);
  while (behind) {
    tree_stmt next;
    t->read(t->shim, behind, &next);
    if (next.kind != LT_LABEL)
      break;
    vec_push(t->a, &list,
             with_body(t, put_label(t, &next), tree_node(t, LT_NULL, &next)));
    behind = next.body[0];
  }
  if (list.n == 1)
    return out;
  lt_stmt *all = NEW(t->a, lt_stmt);
  all->kind = LT_BLOCK;
  all->loc = out->loc;
  set_body(all, &list);
  return all;
}

// -- Lists --------------------------------------------------------------------
// The statements of braces, in one list with the variables they declare.
static lt_stmt *
put_block(tree_reader *t, const tree_stmt *s) {
  stmts list = {0};
  for (int k = 0; k < s->n_body; k++) {
    lt_stmt *one = put_stmt(t, s->body[k]);
    tree_stmt from;
    t->read(t->shim, s->body[k], &from);
    if (from.kind != LT_DECL || one->kind != LT_BLOCK)
      vec_push(t->a, &list, one);
    for (int j = 0; from.kind == LT_DECL && j < one->n_body; j++)
      vec_push(t->a, &list, one->body[j]);
  }
  lt_stmt *out = tree_node(t, LT_BLOCK, s);
  set_body(out, &list);
  return out;
}

// One node per variable: the node itself, or a block of several.
static lt_stmt *
put_decls(tree_reader *t, const tree_stmt *s) {
  stmts list = {0};
  for (int k = 0; k < s->n_body; k++) {
    lt_stmt *one = t->decl(t->shim, s, s->body[k]);
    if (one)
      vec_push(t->a, &list, one);
  }
  if (list.n == 1)
    return list.at[0];
  lt_stmt *out = tree_node(t, LT_BLOCK, s);
  set_body(out, &list);
  return out;
}

// -- Control ------------------------------------------------------------------
// Fills in the statement inside of "s", which break ends, and continue goes on
// in if it is a loop.
static lt_stmt *
put_inside(tree_reader *t, lt_stmt *out, const tree_stmt *s) {
  bool is_loop = s->kind != LT_SWITCH;
  t->n_loops += is_loop;
  t->n_breakables++;
  with_body(t, out, put_stmt(t, s->body[0]));
  t->n_loops -= is_loop;
  t->n_breakables--;
  return out;
}

// A loop, whose parts are read in the order in which they stand.
static lt_stmt *
put_loop(tree_reader *t, const tree_stmt *s) {
  lt_stmt *out = tree_node(t, s->kind, s);
  if (s->kind == LT_DO) {
    put_inside(t, out, s);
    out->expr = put_expr(t, s->expr);
    return out;
  }
  if (s->init)
    out->init = put_stmt(t, s->init);
  out->expr = put_expr(t, s->expr);
  out->step = put_expr(t, s->step);
  return put_inside(t, out, s);
}

// An if; the second statement may be NULL.
static lt_stmt *
put_if(tree_reader *t, const tree_stmt *s) {
  lt_stmt *out = tree_node(t, LT_IF, s);
  stmts list = {0};
  out->expr = put_expr(t, s->expr);
  vec_push(t->a, &list, put_stmt(t, s->body[0]));
  vec_push(t->a, &list, s->body[1] ? put_stmt(t, s->body[1]) : NULL);
  set_body(out, &list);
  return out;
}

// What goes elsewhere, and where it goes.
static lt_stmt *
put_jump(tree_reader *t, const tree_stmt *s) {
  if (s->kind == LT_BREAK && !t->n_breakables)
    return tree_unsupported(t, s, "BREAK_OUT", "break");
  if (s->kind == LT_CONTINUE && !t->n_loops)
    return tree_unsupported(t, s, "BREAK_OUT", "continue");
  if (s->kind == LT_BREAK || s->kind == LT_CONTINUE)
    return tree_node(t, s->kind, s);
  if (t->in_expr)
    return tree_unsupported(t, s, "STMT_EXPR", NULL);
  if (s->kind == LT_GOTO)
    return put_label(t, s);
  if (s->kind == LT_LABEL)
    return with_body(t, put_label(t, s), put_stmt(t, s->body[0]));
  lt_stmt *out = tree_node(t, LT_RETURN, s);
  out->expr = put_expr(t, s->expr);
  return out;
}

// A case, or the default.
static lt_stmt *
put_case(tree_reader *t, const tree_stmt *s) {
  lt_stmt *out = tree_node(t, s->kind, s);
  out->low = s->low;
  out->high = s->high;
  return with_body(t, out, put_stmt(t, s->body[0]));
}

// The tree of a statement.
static lt_stmt *
put_stmt(tree_reader *t, const void *stmt) {
  tree_stmt s;
  lt_stmt *out;
  t->read(t->shim, stmt, &s);
  switch (s.kind) {
  case LT_EXPR:
  case LT_SWITCH:
    out = tree_node(t, s.kind, &s);
    out->expr = put_expr(t, s.expr);
    return s.kind == LT_EXPR ? out : put_inside(t, out, &s);
  case LT_DECL:
    return put_decls(t, &s);
  case LT_BLOCK:
    return put_block(t, &s);
  case LT_IF:
    return put_if(t, &s);
  case LT_FOR:
  case LT_WHILE:
  case LT_DO:
    return put_loop(t, &s);
  case LT_CASE:
  case LT_DEFAULT:
    return put_case(t, &s);
  case LT_BREAK:
  case LT_CONTINUE:
  case LT_RETURN:
  case LT_GOTO:
  case LT_LABEL:
    return put_jump(t, &s);
  case LT_NULL:
    return tree_node(t, LT_NULL, &s);
  case LT_STMT_UNSUPPORTED:
    break;
  }
  return tree_unsupported(t, &s, s.reason, s.what);
}

lt_stmt *
tree_body(tree_reader *t, const void *s, bool in_expr) {
  tree_reader was = *t;
  t->n_loops = t->n_breakables = 0;
  t->in_expr = in_expr;
  lt_stmt *out = put_stmt(t, s);
  t->n_loops = was.n_loops;
  t->n_breakables = was.n_breakables;
  t->in_expr = was.in_expr;
  return out;
}
