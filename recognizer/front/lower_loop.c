// recognizer/front/lower_loop.c: for, while and do as IR loops.
//
// A loop that counts (lower_match.c) becomes `loop (%i < trip)`, with the
// C variable a function of %i; one that may also be left early gets a while
// flag besides. All others become `loop while`: the condition is evaluated
// before the loop and at the end of each iteration.
#include "recognizer/front/lower_count.h"
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// The state to go back to when a loop turns out not to count.
typedef struct checkpoint {
  rec_state state;
  int n_guards, n_refusals, n_log, n_locals;
  rec_obj *brk, *cont;
} checkpoint;

// Notes the state at hand in "k".
static void
take_checkpoint(rec_lower *lower, checkpoint *k) {
  rec_lower_save(lower, &k->state);
  k->n_guards = lower->guards.n;
  k->n_refusals = lower->refusals.n;
  k->n_log = lower->log.n;
  k->n_locals = lower->locals.n;
  k->brk = lower->brk;
  k->cont = lower->cont;
}

// Everything since is forgotten, but for objects captured meanwhile.
static void
go_back(rec_lower *lower, const checkpoint *k) {
  rec_lower_drop_locals(lower, k->n_locals);
  rec_lower_restore(lower, &k->state);
  lower->guards.n = k->n_guards;
  lower->refusals.n = k->n_refusals;
  lower->log.n = k->n_log;
  lower->brk = k->brk;
  lower->cont = k->cont;
}

// The value of the loop variable as a value of its own type.
static ir_val *
narrow(rec_lower *lower, const rec_count *c, ir_val *wide) {
  if (c->obj->kind == REC_OBJ_POINTER)
    return wide;
  ir_val *v = rec_lower_convert(lower, wide, c->obj->elem);
  if (v != wide && v->def && v->def->code == IR_OP_CONVERT &&
      v->def->ins.at[0] == wide)
    map_put(lower->exact, v, wide);
  return v;
}

// The loop variable in iteration "n", lo + n * step, or one step further.
static ir_val *
position(rec_lower *lower, const rec_count *c, ir_val *n) {
  ir_val *at = rec_lower_op2(
      lower, IR_OP_ADD, rec_lower_op2(lower, IR_OP_MUL, n, c->step), c->lo);
  return c->in_test ? rec_lower_op2(lower, IR_OP_ADD, at, c->step) : at;
}

// Notes the facts about loop index "i".
static void
describe_index(rec_lower *lower, const rec_count *c, ir_val *i) {
  an_range *r = NEW(lower->a, an_range);
  an_range trip = rec_lower_range(lower, c->trip);
  r->lo = 0;
  r->hi = trip.hi == INT64_MAX ? INT64_MAX - 1 : trip.hi > 0 ? trip.hi - 1 : 0;
  map_put(lower->ranges, i, r);
  map_put(lower->trips, i, c->trip);
}

// Fresh flags of a loop's body.
static void
begin_body(rec_lower *lower, const rec_effects *fx) {
  lower->brk = rec_lower_flag(lower, "broke", false);
  lower->cont = rec_lower_flag(lower, "continued", false);
  if (!fx->returns)
    return;
  if (lower->ret)
    lower->ret->now.val = rec_lower_int(lower, IR_BOOL, 0);
  for (int k = 0; k < LT_LABELS; k++)
    if (lower->labels[k])
      lower->labels[k]->now.val = rec_lower_int(lower, IR_BOOL, 0);
}

// Lowers c->steps, those behind the step of the variable for what it then is.
static void
lower_steps(rec_lower *lower, const rec_count *c) {
  ir_val *now = c->obj->now.val;
  for (int i = 0; i < c->steps.n; i++) {
    if (i == c->n_before)
      c->obj->now.val = c->next;
    rec_lower_effect(lower, c->steps.at[i]);
  }
  if (c->n_before < c->steps.n)
    c->obj->now.val = now;
}

// Lowers "body" and then, unless it was left, the other steps.
static void
lower_body(rec_lower *lower, const rec_count *c, const lt_stmt *body,
           unsigned exits) {
  rec_lower_stmt(lower, body);
  if (!c->steps.n)
    return;
  ir_val *stopped = rec_lower_stopped(lower, exits);
  int64_t known = 0;
  if (stopped && rec_lower_is_int(stopped, &known) && known)
    return;
  rec_frame *fr = NULL;
  if (stopped && !rec_lower_is_int(stopped, &known))
    fr = rec_lower_begin_if(lower, rec_lower_op1(lower, IR_OP_NOT, stopped));
  lower_steps(lower, c);
  if (fr) {
    rec_lower_else(lower, fr);
    rec_lower_end_if(lower, fr);
  }
}

// The tests of the condition that do not count, one inside the other, then the
// body; a failing test breaks.
static void
lower_tests(rec_lower *lower, const rec_count *c, int k, const lt_stmt *body,
            unsigned exits) {
  if (k == c->tests.n) {
    lower_body(lower, c, body, exits);
    return;
  }
  ir_val *go = rec_lower_cond(lower, c->tests.at[k]);
  rec_frame *fr = rec_lower_begin_if(lower, go);
  lower_tests(lower, c, k + 1, body, exits);
  rec_lower_else(lower, fr);
  lower->brk->now.val = rec_lower_int(lower, IR_BOOL, 1);
  rec_lower_end_if(lower, fr);
}

// True when the objects logged since "from" still have the values "at".
static bool
is_unchanged(const rec_lower *lower, int from, const ir_vals *at) {
  for (int i = 0; i < at->n; i++)
    if (lower->log.at[from + i]->now.val != at->at[i])
      return false;
  return true;
}

// Keeps the loop variable's value for after a loop that may be left early.
static void
keep_last(rec_lower *lower, const rec_count *c, ir_val *wide, ir_val *stopped) {
  ir_val *next = rec_lower_op2(lower, IR_OP_ADD, wide, c->step);
  if (c->obj->kind == REC_OBJ_SCALAR)
    next = rec_lower_convert(lower, next, c->obj->elem);
  c->obj->now.val = stopped ? rec_lower_op3(lower, IR_OP_SELECT, stopped,
                                            c->obj->now.val, next)
                            : next;
}

// The loop variable after all iterations. The step of a test that fails may
// wrap, as may the last one of a loop that counts on it.
static void
set_final(rec_lower *lower, const rec_count *c) {
  ir_val *n =
      rec_lower_op2(lower, IR_OP_MAX, c->trip, rec_lower_int(lower, IR_I64, 0));
  if (rec_lower_range(lower, c->trip).lo >= 0)
    n = c->trip;
  ir_val *wide = position(lower, c, n);
  c->obj->now.val = c->in_test || c->wraps || c->old
                        ? rec_lower_convert(lower, wide, c->obj->elem)
                        : narrow(lower, c, wide);
}

// Sets "go" to whether all of "tests" from number "k" on hold.
static void
ask_tests(rec_lower *lower, const rec_exprs *tests, int k, rec_obj *go) {
  if (k == tests->n) {
    go->now.val = rec_lower_int(lower, IR_BOOL, 1);
    return;
  }
  rec_frame *fr =
      rec_lower_begin_if(lower, rec_lower_cond(lower, tests->at[k]));
  ask_tests(lower, tests, k + 1, go);
  rec_lower_else(lower, fr);
  rec_lower_end_if(lower, fr);
}

// "go", and what c->ends say of the next iteration.
static ir_val *
ask_ends(rec_lower *lower, const rec_count *c, ir_val *go) {
  for (int k = 0; k < c->ends.n; k++)
    go = rec_lower_op2(lower, IR_OP_AND, go,
                       rec_lower_cond(lower, c->ends.at[k]));
  return go;
}

// Whether another iteration follows number "i", as far as the count does not
// tell; the tests of a do loop are evaluated here.
static ir_val *
goes_on(rec_lower *lower, const rec_count *c, ir_val *i, ir_val *stopped) {
  ir_val *on = stopped ? rec_lower_op1(lower, IR_OP_NOT, stopped)
                       : rec_lower_int(lower, IR_BOOL, 1);
  if (!c->at_end || !c->tests.n)
    return ask_ends(lower, c, on);
  ir_val *next =
      rec_lower_op2(lower, IR_OP_ADD, i, rec_lower_int(lower, IR_I64, 1));
  on = rec_lower_op2(lower, IR_OP_AND, on,
                     rec_lower_op2(lower, IR_OP_LT, next, c->trip));
  rec_obj *go = rec_lower_flag(lower, "go", false);
  rec_frame *fr = rec_lower_begin_if(lower, on);
  ask_tests(lower, &c->tests, 0, go);
  rec_lower_else(lower, fr);
  rec_lower_end_if(lower, fr);
  return go->now.val;
}

// Sets lower->stepping to the steps inside the body, for the variable at
// "wide".
static void
note_steps(rec_lower *lower, const rec_count *c, ir_val *wide) {
  const rec_inside *in = &c->inside;
  int64_t whole = 0;
  rec_lower_is_int(c->step, &whole);
  lower->stepping = (rec_stepping){.obj = c->obj};
  for (int i = 0; i < in->exprs.n; i++) {
    ir_val *by = c->step;
    if (i < in->exprs.n - 1)
      by = rec_lower_int(lower, IR_I64, whole / in->all * in->at.at[i]);
    ir_val *next = rec_lower_op2(lower, IR_OP_ADD, wide, by);
    rec_step s = {in->exprs.at[i], narrow(lower, c, next)};
    vec_push(lower->a, &lower->stepping.steps, s);
  }
}

// Lowers the body of "s", with the tests before it, for the variable at "wide",
// which is "now". False when it changes the variable other than by its step.
static bool
lower_iteration(rec_lower *lower, const lt_stmt *s, const rec_count *c,
                ir_val *wide, ir_val *now, unsigned exits) {
  begin_body(lower, &c->fx);
  rec_count own = *c;
  if (c->inside.exprs.n)
    note_steps(lower, c, wide);
  if (c->n_before < c->steps.n) {
    own.next = rec_lower_op2(lower, IR_OP_ADD, wide, c->step);
    own.next = c->wraps ? rec_lower_convert(lower, own.next, c->obj->elem)
                        : narrow(lower, c, own.next);
  }
  lower_tests(lower, &own, c->at_end ? c->tests.n : 0, s->body[0], exits);
  return c->inside.exprs.n ? !c->obj->exposed : c->obj->now.val == now;
}

// Builds the counted loop; false (all undone) when its body changes what the
// count depends on.
static bool
build_counted(rec_lower *lower, const lt_stmt *s, const rec_count *c,
              const checkpoint *k) {
  unsigned exits = rec_lower_exits(s->body[0]) & (unsigned)REC_EXIT_ENDS;
  bool leaves = exits || c->tests.n || c->ends.n;
  if (c->tests.n && !c->at_end)
    exits |= REC_EXIT_BREAK;
  if (leaves && c->in_test) // what it is after no iteration
    c->obj->now.val = rec_lower_convert(
        lower, rec_lower_op2(lower, IR_OP_ADD, c->lo, c->step), c->obj->elem);
  ir_val *i, *go = leaves ? ask_ends(lower, c, rec_lower_int(lower, IR_BOOL, 1))
                          : NULL;
  rec_frame *fr =
      rec_lower_begin_loop(lower, &c->fx, c->trip, go, c->obj->name, &i);
  fr->op->independent = lower->src->independent && s == lower->src->stmt;
  describe_index(lower, c, i);
  if (leaves)
    rec_lower_carry(lower, fr, c->obj);
  ir_val *wide = position(lower, c, i);
  ir_val *now = narrow(lower, c, wide);
  c->obj->now.val = now;
  ir_vals start = {0};
  for (int j = k->n_log; j < lower->log.n; j++)
    vec_push(lower->a, &start, lower->log.at[j]->now.val);
  bool counts = lower_iteration(lower, s, c, wide, now, exits);
  if (leaves) {
    ir_val *stopped = rec_lower_stopped(lower, exits);
    keep_last(lower, c, wide, stopped);
    go = goes_on(lower, c, i, stopped);
  }
  if (!counts || !is_unchanged(lower, k->n_log, &start)) {
    rec_lower_abandon_loop(lower, fr);
    return false;
  }
  rec_lower_end_loop(lower, fr, go);
  if (!leaves)
    set_final(lower, c);
  return true;
}

// Lowers "s" as a counted loop if it is one, by the steps "inside" its body;
// "old": a do loop tests what the variable was before its step.
static bool
lower_counted(rec_lower *lower, const lt_stmt *s, const rec_inside *inside,
              bool old) {
  rec_count c;
  checkpoint k;
  if (!rec_count_match(lower, s, inside, &c))
    return false;
  c.old = old;
  take_checkpoint(lower, &k);
  if (!map_has(lower->vars, c.var)) {
    lt_expr var = {
        .kind = LT_VAR, .type = c.var->type, .var = c.var, .loc = s->loc};
    if (!rec_lower_var(lower, &var))
      return false;
    take_checkpoint(lower, &k);
  }
  bool exits = c.tests.n || c.ends.n || c.also.n ||
               (rec_lower_exits(s->body[0]) & (unsigned)REC_EXIT_ENDS);
  rec_stepping stepping = lower->stepping;
  int64_t whole;
  bool ok = rec_count_evaluate(lower, &c, exits) &&
            (c.inside.exprs.n < 2 || rec_lower_is_int(c.step, &whole)) &&
            build_counted(lower, s, &c, &k);
  lower->stepping = stepping;
  if (ok) {
    lower->brk = k.brk;
    lower->cont = k.cont;
    lower->log.n = lower->logging ? lower->log.n : k.n_log;
  } else
    go_back(lower, &k);
  return ok;
}

static const rec_inside none;

// The condition for the next iteration: step, then test, unless left.
static ir_val *
lower_next(rec_lower *lower, const lt_stmt *s, unsigned exits) {
  ir_val *stopped = rec_lower_stopped(lower, exits);
  int64_t known;
  bool is_known = stopped && rec_lower_is_int(stopped, &known);
  if (is_known && known)
    return rec_lower_int(lower, IR_BOOL, 0);
  rec_obj *go = rec_lower_flag(lower, "go", false);
  rec_frame *fr = NULL;
  if (stopped && !is_known)
    fr = rec_lower_begin_if(lower, rec_lower_op1(lower, IR_OP_NOT, stopped));
  if (s->step)
    rec_lower_effect(lower, s->step);
  go->now.val = s->expr ? rec_lower_cond(lower, s->expr)
                        : rec_lower_int(lower, IR_BOOL, 1);
  if (fr) {
    rec_lower_else(lower, fr);
    rec_lower_end_if(lower, fr);
  }
  return go->now.val;
}

// Lowers "s" as a loop of unknown length.
static void
lower_while(rec_lower *lower, const lt_stmt *s) {
  rec_effects *fx = NEW(lower->a, rec_effects);
  rec_obj *brk = lower->brk, *cont = lower->cont;
  int64_t known;
  rec_effects_init(lower->a, fx);
  rec_lower_stmt_effects(fx, s->body[0]);
  rec_lower_expr_effects(fx, s->expr);
  rec_lower_expr_effects(fx, s->step);
  ir_val *go = s->kind == LT_DO || !s->expr ? rec_lower_int(lower, IR_BOOL, 1)
                                            : rec_lower_cond(lower, s->expr);
  if (rec_lower_is_int(go, &known) && !known)
    return;
  unsigned exits = rec_lower_exits(s->body[0]) & (unsigned)REC_EXIT_ENDS;
  rec_frame *fr = rec_lower_begin_loop(lower, fx, NULL, go, NULL, NULL);
  rec_lower_bound_scaled(lower, fr, s);
  begin_body(lower, fx);
  rec_lower_stmt(lower, s->body[0]);
  go = lower_next(lower, s, exits);
  rec_lower_end_loop(lower, fr, go);
  lower->brk = brk;
  lower->cont = cont;
}

// Lowers "s", a loop without a step of its own, in its test either, or jumps
// over one, as a counted loop by a step in its body, the last one that can be.
static bool
lower_by_statement(rec_lower *lower, const lt_stmt *s) {
  lt_stmt *body = s->body[0];
  rec_exprs steps = {0};
  if (s->step ||
      (rec_lower_exits(body) & (REC_EXIT_CONTINUE | REC_EXIT_SKIPS)) ||
      (s->kind != LT_DO && rec_count_steps_in_test(lower, s)))
    return false;
  rec_count_steps(lower, body, &steps);
  lt_stmt f = *s, *rest = NEW(lower->a, lt_stmt);
  *rest = (lt_stmt){.kind = LT_BLOCK,
                    .loc = body->loc,
                    .body = body->kind == LT_BLOCK ? body->body : s->body,
                    .n_body = body->kind == LT_BLOCK ? body->n_body : 1};
  f.kind = s->kind == LT_DO ? LT_DO : LT_FOR;
  f.body = &rest;
  int n = rest->n_body;
  for (int k = steps.n - 1; k >= 0; k--) {
    f.step = (lt_expr *)steps.at[k];
    bool last =
        rest->body[n - 1]->kind == LT_EXPR && rest->body[n - 1]->expr == f.step;
    rest->n_body = n - last;
    rec_inside inside = {0};
    if (!last)
      vec_push(lower->a, &inside.exprs, f.step);
    if (lower_counted(lower, &f, &inside, false))
      return true;
  }
  rest->n_body = n;
  for (int k = steps.n - 1; k >= 0; k--) {
    rec_inside inside;
    f.step = rec_count_join(lower, &steps, k, &inside);
    if (f.step && lower_counted(lower, &f, &inside, false))
      return true;
  }
  return false;
}

// The step in the test "e", i++ or ++i or i += n compared with something, or in
// the first of several: *rest gets the test without. NULL when there is none.
static lt_expr *
split_step(rec_lower *lower, lt_expr *e, lt_expr **rest) {
  bool joins = e->kind == LT_BINARY && e->op == LT_LAND;
  bool compares = e->kind == LT_BINARY && e->op != LT_LAND && e->op != LT_LOR;
  if ((e->kind == LT_INCDEC || e->kind == LT_ASSIGN_OP) &&
      e->a->kind == LT_VAR && !rec_lower_is_pointer(e->type)) {
    *rest = e->a;
    return e;
  }
  if (e->kind != LT_CAST && !compares && !joins)
    return NULL;
  lt_expr *a, *step = split_step(lower, e->a, &a),
              *copy = NEW(lower->a, lt_expr);
  *copy = *e;
  if (step)
    copy->a = a;
  else if (compares && (step = split_step(lower, e->b, &a)))
    copy->b = a;
  *rest = copy;
  return step;
}

// Lowers the loop "s", whose condition steps its variable first, with that as
// its step: before the first test too, but for do. False, and nothing is done,
// when there is no such step.
static bool
lower_by_test(rec_lower *lower, const lt_stmt *s) {
  lt_stmt f = *s;
  f.step = s->expr && !s->step ? split_step(lower, s->expr, &f.expr) : NULL;
  bool old = f.step && f.step->kind == LT_INCDEC && f.step->post;
  if (!f.step || (old && s->kind != LT_DO))
    return false;
  if (s->kind == LT_DO)
    return lower_counted(lower, &f, &none, old);
  f.kind = LT_FOR;
  rec_lower_effect(lower, f.step);
  if (!lower_counted(lower, &f, &none, false))
    lower_while(lower, &f);
  return true;
}

// The comparison that holds where "op" of integers or pointers does not; "op"
// itself when it is none.
static lt_op
negated(lt_op op) {
  return op == LT_LT   ? LT_GE
         : op == LT_GE ? LT_LT
         : op == LT_GT ? LT_LE
         : op == LT_LE ? LT_GT
         : op == LT_EQ ? LT_NE
         : op == LT_NE ? LT_EQ
                       : op;
}

// Condition "e" as its opposite.
static lt_expr *
negate(rec_lower *lower, lt_expr *e) {
  static const lt_type truth = {
      .kind = LT_TYPE_SCALAR, .elem = IR_I32, .size = 4, .text = "int"};
  lt_expr *out = NEW(lower->a, lt_expr);
  *out = *e;
  bool compares = e->kind == LT_BINARY && negated(e->op) != e->op;
  const lt_type *t = compares ? e->a->type : NULL;
  bool is_float = t && t->kind == LT_TYPE_SCALAR && ir_is_float(t->elem);
  if (e->kind == LT_BINARY && e->op == LT_LOR) {
    out->op = LT_LAND;
    out->a = negate(lower, e->a);
    out->b = negate(lower, e->b);
  } else if (compares && !is_float)
    out->op = negated(e->op);
  else
    *out = (lt_expr){
        .kind = LT_UNARY, .op = LT_NOT, .type = &truth, .loc = e->loc, .a = e};
  return out;
}

// True when "s" does nothing but break.
static bool
only_breaks(const lt_stmt *s) {
  while (s && s->kind == LT_BLOCK && s->n_body == 1)
    s = s->body[0];
  return s && s->kind == LT_BREAK;
}

// Lowers `for (;;) { if (c) break; ... }` as a counted loop while c does not
// hold. False when "s" is none.
static bool
lower_endless(rec_lower *lower, const lt_stmt *s) {
  const lt_stmt *body = s->body[0];
  if (s->kind == LT_DO || (s->expr && !rec_lower_is_constant(s->expr, true)) ||
      body->kind != LT_BLOCK || !body->n_body)
    return false;
  const lt_stmt *first = body->body[0];
  if (first->kind != LT_IF || first->body[1] || !only_breaks(first->body[0]))
    return false;
  lt_stmt f = *s, *rest = NEW(lower->a, lt_stmt);
  *rest = *body;
  rest->body++;
  rest->n_body--;
  f.expr = negate(lower, first->expr);
  f.body = &rest;
  return lower_by_statement(lower, &f) ||
         lower_counted(lower, &f, &none, false);
}

// Unrolls "s", where that is wanted, as long as its condition is a constant.
// True when no iterations are left.
static bool
lower_unrolled(rec_lower *lower, const lt_stmt *s) {
  enum { MAX_COPIES = 64 };
  if (!lower->unrolls || s->kind != LT_FOR || !s->expr || !s->step ||
      rec_lower_exits(s->body[0]))
    return false;
  for (int k = 0; k < MAX_COPIES; k++) {
    int64_t go;
    if (!rec_lower_is_int(rec_lower_cond(lower, s->expr), &go))
      return false;
    if (!go)
      return true;
    rec_lower_stmt(lower, s->body[0]);
    rec_lower_effect(lower, s->step);
  }
  return false;
}

// Lowers "s", a loop of one iteration: break and continue skip the rest of it.
static void
lower_once(rec_lower *lower, const lt_stmt *s) {
  rec_obj *brk = lower->brk, *cont = lower->cont;
  lower->brk = rec_lower_flag(lower, "broke", false);
  lower->cont = rec_lower_flag(lower, "continued", false);
  rec_lower_stmt(lower, s->body[0]);
  lower->brk = brk;
  lower->cont = cont;
}

void
rec_lower_loop(rec_lower *lower, const lt_stmt *s) {
  const lt_stmt *init = s->init;
  if (rec_lower_hold(lower, s))
    return;
  if (rec_lower_is_once(s)) {
    lower_once(lower, s);
    return;
  }
  bool list = init && init->kind == LT_BLOCK;
  if (list)
    for (int i = 0; i < init->n_body; i++)
      rec_lower_stmt(lower, init->body[i]);
  else
    rec_lower_stmt(lower, init);
  if (!lower_unrolled(lower, s) && !lower_endless(lower, s) &&
      !lower_by_test(lower, s) && !lower_by_statement(lower, s) &&
      (s->kind == LT_DO || !lower_counted(lower, s, &none, false)))
    lower_while(lower, s);
}
