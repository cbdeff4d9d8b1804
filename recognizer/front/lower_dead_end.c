// recognizer/front/lower_dead_end.c: blocks that end in a call that does not
// return.
//
//   if (bad) { fprintf(stderr, "no\n"); exit(1); }    =>  { exit(1); }
//   void die(..) { fprintf(stderr, ..); exit(1); }     =>  does not return
//
// Where such a call is reached, the original loop runs, from the region's start
// (common/trap.c). So what else a block does that surely gets there need not be
// read.
#include "recognizer/front/lower_flow.h"

static void visit_stmt(map *seen, lt_stmt *s);

// The call that statement "s" is; NULL: it is none.
static lt_expr *
call_of(const lt_stmt *s) {
  lt_expr *e = s->kind == LT_EXPR ? s->expr : NULL;
  while (e && e->kind == LT_CAST && e->type->kind == LT_TYPE_VOID)
    e = e->a;
  return e && e->kind == LT_CALL ? e : NULL;
}

// True when control does not go on behind "s", once it gets to its end.
static bool
is_dead_end(const lt_stmt *s) {
  const lt_expr *call = call_of(s);
  return (call && call->func->is_noreturn) ||
         (s->kind == LT_BLOCK && s->n_body == 1 && is_dead_end(s->body[0]));
}

// True when "s" has places that control may enter it at.
static bool
has_entries(const lt_stmt *s) {
  bool any =
      s && (s->kind == LT_LABEL || s->kind == LT_CASE || s->kind == LT_DEFAULT);
  for (int k = 0; s && k < s->n_body; k++)
    any |= has_entries(s->body[k]);
  return any;
}

// Leaves of block "s" the dead end alone that it surely gets to, if any.
static void
cut_block(lt_stmt *s) {
  for (int k = 0; k < s->n_body; k++) {
    lt_stmt *last = s->body[k];
    if (is_dead_end(last) && !has_entries(s)) {
      s->body[0] = last;
      s->n_body = 1;
      return;
    }
    if (rec_lower_exits(last) || last->kind == LT_STMT_UNSUPPORTED)
      return;
  }
}

// Visits the functions that "e" calls, other than those "seen".
static void
visit_expr(map *seen, const lt_expr *e) {
  if (!e)
    return;
  lt_func *f = e->kind == LT_CALL ? e->func : NULL;
  if (f && f->body && !map_has(seen, f)) {
    map_put(seen, f, f);
    visit_stmt(seen, f->body);
    f->is_noreturn |= is_dead_end(f->body);
  }
  visit_expr(seen, e->a);
  visit_expr(seen, e->b);
  visit_expr(seen, e->c);
  for (int k = 0; k < e->n_args; k++)
    visit_expr(seen, e->args[k]);
}

// Cuts the blocks in "s", inner ones first.
static void
visit_stmt(map *seen, lt_stmt *s) {
  if (!s)
    return;
  visit_stmt(seen, s->init);
  visit_expr(seen, s->expr);
  visit_expr(seen, s->step);
  for (int k = 0; k < s->n_body; k++)
    visit_stmt(seen, s->body[k]);
  if (s->kind == LT_BLOCK)
    cut_block(s);
}

void
rec_lower_cut_dead_ends(rec_lower *lower) {
  visit_stmt(map_new(lower->a), lower->src->stmt);
}
