// recognizer/front/lower_dead_end.c: calls that only the original loop makes.
//
//   if (bad) { fprintf(stderr, "no\n"); exit(1); }    =>  { exit(1); }
//   if (bad) { fprintf(stderr, "no\n"); return -1; }  =>  { fprintf(..); }
//   void die(..) { fprintf(stderr, ..); exit(1); }     =>  does not return
//
// Where a call is reached that does not return, or that is left to the original
// loop, the original loop runs, from the region's start (common/trap.c). So
// what else a block does that surely gets there need not be read.
//
// Left to it are calls as statements, in an arm of a condition, of functions
// that cannot be lifted, where iterations hardly get there: a message is
// written, the loop is left behind it, or the region as a whole does so or does
// not.
#include "recognizer/front/lower_flow.h"

// Where a visit is.
typedef struct place {
  arena *a;
  map *seen;              // the functions visited
  const rec_effects *all; // of the region
  bool conditional;       // it depends on a condition whether C gets there
  bool uniform;           // ... on one that is the same in the whole region
  bool in_switch;         // break leaves a switch
} place;

static void visit_stmt(const place *p, lt_stmt *s);

// The call that statement "s" is, through a pointer too; NULL: it is none.
static lt_expr *
call_of(const lt_stmt *s) {
  const lt_expr *bare =
      s->kind == LT_EXPR ? rec_lower_without_void(s->expr) : NULL;
  lt_expr *e = (lt_expr *)(uintptr_t)bare; // it is to be marked
  return e && (e->kind == LT_CALL || rec_lower_is_indirect(e)) ? e : NULL;
}

// True when control does not go on behind "s", once it gets to its end, or does
// so in the original loop alone.
static bool
is_dead_end(const lt_stmt *s) {
  const lt_expr *call = call_of(s);
  return (call && (call->is_left || (call->func && call->func->is_noreturn))) ||
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

// Puts back what was cut out of "s" when it was read before.
static void
mend_block(lt_stmt *s) {
  for (int k = 0; k < s->n_whole; k++)
    s->body[k] = s->whole[k];
  if (s->whole)
    s->n_body = s->n_whole;
}

// Leaves of block "s" the dead end alone that it surely gets to, if any.
static void
cut_block(arena *a, lt_stmt *s) {
  for (int k = 0; k < s->n_body; k++) {
    lt_stmt *last = s->body[k];
    if (is_dead_end(last) && !has_entries(s)) {
      s->n_whole = s->n_body;
      s->whole = NEW_ARRAY(a, lt_stmt *, s->n_body);
      memcpy(s->whole, s->body, sizeof *s->whole * (size_t)s->n_body);
      s->body[0] = last;
      s->n_body = 1;
      return;
    }
    if (rec_lower_exits(last) || last->kind == LT_STMT_UNSUPPORTED)
      return;
  }
}

// -- Calls that are left to the original loop -----------------------------

// The first call of a function that cannot be lifted which "s" surely gets to;
// NULL: there is none.
static const lt_expr *
find_foreign(const lt_stmt *s) {
  const lt_expr *call = call_of(s);
  if (call)
    return rec_lower_foreign(call);
  for (int k = 0; s->kind == LT_BLOCK && k < s->n_body; k++) {
    call = find_foreign(s->body[k]);
    if (call || rec_lower_exits(s->body[k]))
      return call;
  }
  return NULL;
}

// A call in "e" of a function that cannot be lifted, and is not left to the
// original loop; NULL: there is none.
static const lt_expr *
find_unlifted_in(const lt_expr *e) {
  if (!e || e->is_left)
    return NULL;
  bool is_call = e->kind == LT_CALL || rec_lower_is_indirect(e);
  const lt_expr *found = is_call ? rec_lower_foreign(e) : NULL;
  found = found ? found : find_unlifted_in(e->a);
  found = found ? found : find_unlifted_in(e->b);
  found = found ? found : find_unlifted_in(e->c);
  for (int k = 0; k < e->n_args && !found; k++)
    found = find_unlifted_in(e->args[k]);
  return found;
}

// The same of "s".
static const lt_expr *
find_unlifted(const lt_stmt *s) {
  if (!s)
    return NULL;
  const lt_expr *found = find_unlifted_in(s->expr);
  found = found ? found : find_unlifted_in(s->step);
  found = found ? found : find_unlifted(s->init);
  for (int k = 0; k < s->n_body && !found; k++)
    found = find_unlifted(s->body[k]);
  return found;
}

// Whether the condition "e" is made of variables and members that the region
// does not assign.
static bool
is_uniform(const place *p, const lt_expr *e) {
  if (!e)
    return true;
  switch ((int)e->kind) {
  case LT_VAR:
    return !map_has(p->all->assigned, e->var);
  case LT_INT:
  case LT_UNARY:
  case LT_BINARY:
  case LT_CAST:
  case LT_MEMBER:
  case LT_DEREF:
    return is_uniform(p, e->a) && is_uniform(p, e->b);
  default:
    return false;
  }
}

// Whether one of the last "n" statements of a block leaves the loop that it is
// in.
static bool
leaves_loop(const place *p, lt_stmt *const *list, int n) {
  for (int k = 0; k < n; k++)
    if (list[k]->kind == LT_RETURN || list[k]->kind == LT_GOTO ||
        (list[k]->kind == LT_BREAK && !p->in_switch))
      return true;
  return false;
}

// Notes that the call that part "k" of "s" is, if it is one, is left to the
// original loop, where it is.
static void
note_left(const place *p, const lt_stmt *s, int k) {
  lt_expr *call = s->body[k] ? call_of(s->body[k]) : NULL;
  int n = s->kind == LT_BLOCK ? s->n_body - k - 1 : 0;
  const lt_expr *foreign = call ? rec_lower_foreign(call) : NULL;
  if (call)
    call->is_left = foreign && p->conditional &&
                    (p->uniform || rec_lower_has_text(call) ||
                     rec_lower_has_text(foreign) ||
                     rec_lower_call_reason(foreign) == REC_CALL_IO ||
                     leaves_loop(p, s->body + k + 1, n));
}

// -- Visits ---------------------------------------------------------------

// Visits the functions that "e" calls, other than those seen.
static void
visit_expr(const place *p, const lt_expr *e) {
  if (!e)
    return;
  lt_func *f = e->kind == LT_CALL ? e->func : NULL;
  if (f && f->body && !map_has(p->seen, f)) {
    map_put(p->seen, f, f);
    visit_stmt(&(place){.a = p->a, .seen = p->seen, .all = p->all}, f->body);
    f->is_noreturn |= is_dead_end(f->body);
    f->foreign = find_foreign(f->body);
    f->is_foreign = f->foreign != NULL;
    f->foreign = f->foreign ? f->foreign : find_unlifted(f->body);
  }
  visit_expr(p, e->a);
  visit_expr(p, e->b);
  visit_expr(p, e->c);
  for (int k = 0; k < e->n_args; k++)
    visit_expr(p, e->args[k]);
}

// The place in the arms of "s".
static place
enter(const place *p, const lt_stmt *s) {
  place in = *p;
  bool is_arm = s->kind == LT_IF || s->kind == LT_SWITCH;
  if (is_arm)
    in.uniform |= is_uniform(p, s->expr);
  in.conditional |= is_arm;
  if (s->kind != LT_IF && s->kind != LT_BLOCK)
    in.in_switch = s->kind == LT_SWITCH;
  return in;
}

// Cuts the blocks in "s", inner ones first.
static void
visit_stmt(const place *p, lt_stmt *s) {
  if (!s)
    return;
  place in = enter(p, s);
  mend_block(s);
  visit_stmt(p, s->init);
  visit_expr(p, s->expr);
  visit_expr(p, s->step);
  for (int k = 0; k < s->n_body; k++) {
    visit_stmt(&in, s->body[k]);
    note_left(&in, s, k);
    in.conditional |= s->body[k] && rec_lower_exits(s->body[k]) != 0;
  }
  if (s->kind == LT_BLOCK)
    cut_block(p->a, s);
}

void
rec_lower_cut_dead_ends(rec_lower *lower) {
  rec_effects all;
  rec_effects_init(lower->a, &all);
  rec_lower_stmt_effects(&all, lower->src->stmt);
  place start = {.a = lower->a, .seen = map_new(lower->a), .all = &all};
  visit_stmt(&start, lower->src->stmt);
}
