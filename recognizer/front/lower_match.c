// recognizer/front/lower_match.c: which loops have the shape of counting.
//
// A loop counts when its variable moves by an invariant step and is compared
// with an invariant bound. How often it runs: lower_count.c.
#include "recognizer/front/lower_count.h"
#include "recognizer/front/lower_flow.h"

// True when "t" is an integer type (not bool).
static bool
is_integer(const lt_type *t) {
  return t->kind == LT_TYPE_SCALAR && ir_is_int(t->elem);
}

// "e" without conversions between integers.
static const lt_expr *
strip_casts(const lt_expr *e) {
  while (e->kind == LT_CAST && is_integer(e->type) && is_integer(e->a->type))
    e = e->a;
  return e;
}

lt_var *
rec_count_variable(const lt_expr *e) {
  e = strip_casts(e);
  bool ok = e->kind == LT_VAR &&
            (is_integer(e->type) || e->type->kind == LT_TYPE_POINTER);
  return ok ? e->var : NULL;
}

// var = var + amount, or with -, or amount + var.
static bool
match_step_assign(const lt_expr *e, rec_count *c) {
  const lt_expr *sum = strip_casts(e->b);
  if (e->a->kind != LT_VAR || sum->kind != LT_BINARY ||
      (sum->op != LT_ADD && sum->op != LT_SUB))
    return false;
  c->var = e->a->var;
  c->negative = sum->op == LT_SUB;
  c->amount = sum->b;
  if (rec_count_variable(sum->a) == c->var)
    return true;
  c->amount = sum->a;
  return sum->op == LT_ADD && rec_count_variable(sum->b) == c->var;
}

// "e" as a step of some variable by an amount (NULL: one).
static bool
match_step(const lt_expr *e, rec_count *c) {
  c->amount = NULL;
  if (e->kind == LT_ASSIGN)
    return match_step_assign(e, c);
  if (e->kind != LT_INCDEC && e->kind != LT_ASSIGN_OP)
    return false;
  if (e->a->kind != LT_VAR || (e->op != LT_ADD && e->op != LT_SUB))
    return false;
  if (e->kind == LT_ASSIGN_OP) {
    bool is_int = rec_lower_is_pointer(e->a->type) || is_integer(e->compute);
    if (!is_int)
      return false;
    c->amount = e->b;
  }
  c->var = e->a->var;
  c->negative = e->op == LT_SUB;
  return true;
}

// i-- or i++, converted perhaps; else NULL.
static const lt_expr *
stepping(const lt_expr *e) {
  e = strip_casts(e);
  return e->kind == LT_INCDEC && e->post && is_integer(e->type) ? e : NULL;
}

// True when "e" is c->var, converted perhaps; if the test steps it, as it does.
static bool
is_counted(const lt_expr *e, const rec_count *c) {
  if (!c->in_test)
    return rec_count_variable(e) == c->var;
  e = stepping(e);
  return e && rec_count_variable(e->a) == c->var;
}

// "e" as c->var times itself.
static bool
match_square(const lt_expr *e, rec_count *c) {
  e = strip_casts(e);
  c->square = e->kind == LT_BINARY && e->op == LT_MUL && is_integer(e->type) &&
              rec_count_variable(e->a) == c->var &&
              rec_count_variable(e->b) == c->var;
  c->product = e;
  return c->square;
}

// "e" as c->var, or as an int that is a constant multiple of it.
static bool
match_multiple(const lt_expr *e, rec_count *c) {
  enum { MOST = 1 << 20 };
  if (rec_count_variable(e) == c->var)
    return true;
  e = strip_casts(e);
  if (e->kind != LT_BINARY || e->op != LT_MUL || e->type->elem != IR_I32)
    return false;
  const lt_expr *x = strip_casts(e->a), *y = strip_casts(e->b);
  const lt_expr *k = x->kind == LT_INT ? x : y;
  if (k->kind != LT_INT || k->bits < 1 || k->bits > MOST ||
      rec_count_variable(k == x ? y : x) != c->var)
    return false;
  c->factor = (int64_t)k->bits;
  c->product = e;
  return true;
}

// One side of the comparison: the variable, perhaps converted, perhaps times a
// constant, perhaps plus an addend; or its square.
static bool
match_side(const lt_expr *e, rec_count *c) {
  c->side = e;
  c->addend = NULL;
  c->factor = 1;
  c->square = false;
  if (is_counted(e, c))
    return true;
  if (c->in_test)
    return false;
  if (match_multiple(e, c) || match_square(e, c))
    return true;
  const lt_expr *sum = strip_casts(e);
  if (sum->kind != LT_BINARY || (sum->op != LT_ADD && sum->op != LT_SUB) ||
      !is_integer(sum->type))
    return false;
  c->sum = sum;
  c->subtract = sum->op == LT_SUB;
  if (match_multiple(sum->a, c)) {
    c->addend = sum->b;
    return true;
  }
  c->addend = sum->a;
  return sum->op == LT_ADD && match_multiple(sum->b, c);
}

// a < b as b > a.
static lt_op
flip(lt_op op) {
  return op == LT_LT   ? LT_GT
         : op == LT_GT ? LT_LT
         : op == LT_LE ? LT_GE
         : op == LT_GE ? LT_LE
                       : op;
}

// "e" without what makes a truth value of it, or of a comparison.
static const lt_expr *
strip_truth(const lt_expr *e) {
  while (e->kind == LT_CAST && e->type->kind == LT_TYPE_SCALAR &&
         (e->type->elem == IR_BOOL || e->a->kind == LT_BINARY))
    e = e->a;
  return e;
}

bool
rec_count_match_test(const lt_expr *e, rec_count *c) {
  e = strip_truth(e);
  if (is_counted(e, c) && is_integer(e->type)) {
    c->rel = LT_NE;
    c->side = e;
    c->bound = NULL;
    c->addend = NULL;
    c->factor = 1;
    c->square = false;
    return true;
  }
  bool compares = e->kind == LT_BINARY &&
                  (e->op == LT_LT || e->op == LT_LE || e->op == LT_GT ||
                   e->op == LT_GE || e->op == LT_NE);
  if (!compares)
    return false;
  c->rel = e->op;
  c->bound = e->b;
  if (match_side(e->a, c))
    return true;
  c->rel = flip(e->op);
  c->bound = e->a;
  return match_side(e->b, c);
}

// The binary expression "like" with "op" and operands "a" and "b", of "type".
static lt_expr *
build_binary(rec_lower *lower, const lt_expr *like, lt_op op, lt_expr *a,
             lt_expr *b, const lt_type *type) {
  lt_expr *e = NEW(lower->a, lt_expr);
  *e = *like;
  e->op = op;
  e->a = a;
  e->b = b;
  e->type = type;
  return e;
}

// The comparison "e" with "d", one of its operands, and "k", the other one,
// turned so that the variable is at one side: p + k < end and end - p > k are
// p < end - k, and n - i > k is i + k < n, where that does not wrap. NULL: "d"
// is none of these.
static lt_expr *
turn_side(rec_lower *lower, const lt_expr *e, const lt_expr *d, lt_expr *k,
          lt_op rel) {
  if (d->kind != LT_BINARY || (d->op != LT_ADD && d->op != LT_SUB))
    return NULL;
  lt_expr *a = d->a, *b = d->b;
  bool is_pointer = rec_lower_is_pointer(a->type);
  if (d->op == LT_ADD && is_pointer && rec_lower_is_pointer(k->type)) {
    lt_expr *end = build_binary(lower, d, LT_SUB, k, b, k->type);
    return build_binary(lower, e, rel, a, end, e->type);
  }
  if (d->op == LT_ADD || !is_integer(k->type) || !ir_is_signed(k->type->elem))
    return NULL;
  if (is_pointer && rec_lower_is_pointer(b->type)) {
    lt_expr *end = build_binary(lower, d, LT_SUB, a, k, a->type);
    return build_binary(lower, e, flip(rel), b, end, e->type);
  }
  if (is_pointer || lower->src->wrapv || !is_integer(d->type) ||
      k->type->elem != d->type->elem || !rec_count_variable(b))
    return NULL;
  lt_expr *sum = build_binary(lower, d, LT_ADD, b, k, d->type);
  return build_binary(lower, e, flip(rel), sum, a, e->type);
}

// "e", a condition, with the variable at one side if it compares a distance.
static const lt_expr *
turn_distance(rec_lower *lower, const lt_expr *e) {
  const lt_expr *c = strip_truth(e);
  if (c->kind != LT_BINARY ||
      (c->op != LT_LT && c->op != LT_LE && c->op != LT_GT && c->op != LT_GE))
    return e;
  lt_expr *turned = turn_side(lower, c, c->a, c->b, c->op);
  if (!turned)
    turned = turn_side(lower, c, c->b, c->a, flip(c->op));
  return turned ? turned : e;
}

// The conjuncts of "e", in order.
static void
split_and(rec_lower *lower, const lt_expr *e, rec_exprs *out) {
  if (e->kind == LT_BINARY && e->op == LT_LAND) {
    split_and(lower, e->a, out);
    split_and(lower, e->b, out);
  } else
    vec_push(lower->a, out, e);
}

// "e", i++ or ++i converted perhaps, as i alone.
static lt_expr *
without_step(rec_lower *lower, lt_expr *e) {
  if (e->kind == LT_INCDEC)
    return e->a;
  lt_expr *cast = NEW(lower->a, lt_expr);
  *cast = *e;
  cast->a = without_step(lower, e->a);
  return cast;
}

// Adds j = i++ to "out" as j = i and i++, in the order in which they happen.
// False: it is no such.
static bool
split_assignment(rec_lower *lower, const lt_expr *e, rec_exprs *out) {
  const lt_expr *step = e->kind == LT_ASSIGN ? strip_casts(e->b) : e;
  if (step == e || step->kind != LT_INCDEC || e->a->kind != LT_VAR ||
      step->a->kind != LT_VAR || e->a->var == step->a->var)
    return false;
  lt_expr *rest = NEW(lower->a, lt_expr);
  *rest = *e;
  rest->b = without_step(lower, e->b);
  vec_push(lower->a, out, step->post ? rest : step);
  vec_push(lower->a, out, step->post ? step : rest);
  return true;
}

// The parts of a comma expression, in order.
static void
split_comma(rec_lower *lower, const lt_expr *e, rec_exprs *out) {
  e = rec_lower_without_void(e);
  if (e->kind == LT_COMMA) {
    split_comma(lower, e->a, out);
    split_comma(lower, e->b, out);
  } else if (!split_assignment(lower, e, out))
    vec_push(lower->a, out, e);
}

// True when the call "e" only reads memory that a pointer leads to.
static bool
is_reading_call(const lt_expr *e) {
  return e->kind == LT_CALL && e->is_library &&
         !strcmp(e->func->name, "strlen");
}

// True when evaluating "e" changes nothing.
static bool
is_pure(const lt_expr *e) {
  if (!e)
    return true;
  if (e->kind == LT_ASSIGN || e->kind == LT_ASSIGN_OP || e->kind == LT_INCDEC ||
      (e->kind == LT_CALL && !e->is_library) || e->kind == LT_EXPR_UNSUPPORTED)
    return false;
  for (int i = 0; i < e->n_args; i++)
    if (!is_pure(e->args[i]) ||
        (rec_lower_is_pointer(e->args[i]->type) && !is_reading_call(e)))
      return false;
  return is_pure(e->a) && is_pure(e->b) && is_pure(e->c);
}

// True when "e" mentions a variable of "assigned" or "var".
static bool
mentions(const lt_expr *e, const map *assigned, const lt_var *var) {
  if (!e)
    return false;
  if (e->kind == LT_VAR && (e->var == var || map_has(assigned, e->var)))
    return true;
  for (int i = 0; i < e->n_args; i++)
    if (mentions(e->args[i], assigned, var))
      return true;
  return mentions(e->a, assigned, var) || mentions(e->b, assigned, var) ||
         mentions(e->c, assigned, var);
}

// True when evaluating "e" reads a field of the structure that "p" points to,
// whatever values it has.
static bool
reads_field(const lt_expr *e, const lt_var *p) {
  if (!e)
    return false;
  if (e->kind == LT_MEMBER && e->arrow && e->a->kind == LT_VAR)
    return e->a->var == p;
  if (e->kind == LT_COND ||
      (e->kind == LT_BINARY && (e->op == LT_LAND || e->op == LT_LOR)))
    return reads_field(e->a, p);
  return reads_field(e->a, p) || reads_field(e->b, p) || reads_field(e->c, p);
}

// True when evaluating "e" reads memory that C may not read where this would:
// other than fields of structures that "known" reads before.
static bool
reads_memory(const lt_expr *e, const lt_expr *known) {
  if (!e)
    return false;
  if (e->kind == LT_INDEX || e->kind == LT_DEREF || is_reading_call(e))
    return true;
  if (e->kind == LT_MEMBER && e->arrow)
    return e->a->kind != LT_VAR || !reads_field(known, e->a->var);
  for (int i = 0; i < e->n_args; i++)
    if (reads_memory(e->args[i], known))
      return true;
  return reads_memory(e->a, known) || reads_memory(e->b, known) ||
         reads_memory(e->c, known);
}

// True when "e" computes with floats, other than to compare them.
static bool
computes_floats(const lt_expr *e) {
  if (!e)
    return false;
  bool computes = e->kind == LT_BINARY || e->kind == LT_UNARY ||
                  e->kind == LT_CALL || e->kind == LT_COND;
  return (computes && e->type->kind == LT_TYPE_SCALAR &&
          ir_is_float(e->type->elem)) ||
         computes_floats(e->a) || computes_floats(e->b) ||
         computes_floats(e->c);
}

// Picks the conjunct of "cond" that counts c->var; the rest goes to c->tests.
// A test before it that is not pure must stay before it, and one before a bound
// in memory may be the test that makes reading the bound safe.
static bool
pick_test(rec_lower *lower, const lt_expr *cond, rec_count *c) {
  rec_exprs all = {0};
  split_and(lower, cond, &all);
  for (int k = 0; k < all.n; k++) {
    const lt_expr *test = all.at[k];
    bool counts = rec_count_match_test(test, c);
    if (!counts) {
      test = turn_distance(lower, test);
      counts = rec_count_match_test(test, c);
    }
    if (counts && (k == 0 || !(reads_memory(c->bound, NULL) ||
                               reads_memory(c->addend, NULL)))) {
      c->test = test;
      c->tests = (rec_exprs){0};
      for (int i = 0; i < all.n; i++)
        if (i != k)
          vec_push(lower->a, &c->tests, all.at[i]);
      return true;
    }
    if (!is_pure(all.at[k]))
      return false;
  }
  return false;
}

// True when "c", with the given effects, compares c->var with the same value
// each time.
static bool
is_steady(const rec_count *c, const map *assigned) {
  return is_pure(c->bound) && is_pure(c->addend) &&
         !mentions(c->bound, assigned, c->var) &&
         !mentions(c->addend, assigned, c->var);
}

// Moves tests that compare c->var with another bound to c->also: with a bound
// that may be computed where C would not do it. Those that scalars decide which
// the loop changes go to c->ends: not those that compute with floats, which
// share products with the iteration they start.
static void
split_tests(rec_lower *lower, rec_count *c) {
  rec_exprs all = c->tests;
  c->tests = (rec_exprs){0};
  for (int i = 0; i < all.n; i++) {
    rec_count other = *c;
    bool ends = is_pure(all.at[i]) && !reads_memory(all.at[i], NULL) &&
                !computes_floats(all.at[i]) &&
                mentions(all.at[i], c->fx.assigned, NULL);
    bool counts = c->var->type->kind == LT_TYPE_SCALAR && !c->in_test &&
                  rec_count_match_test(all.at[i], &other) &&
                  other.rel != LT_NE && is_steady(&other, c->fx.assigned) &&
                  !reads_memory(other.bound, NULL) &&
                  !reads_memory(other.addend, NULL);
    if (counts)
      vec_push(lower->a, &c->also, all.at[i]);
    else if (ends)
      vec_push(lower->a, &c->ends, all.at[i]);
    else
      vec_push(lower->a, &c->tests, all.at[i]);
  }
}

// Adds to "out" what "e" steps whenever it is evaluated.
static void
add_steps(rec_lower *lower, const lt_expr *e, rec_exprs *out) {
  if (!e)
    return;
  bool branches = e->kind == LT_COND || (e->kind == LT_BINARY &&
                                         (e->op == LT_LAND || e->op == LT_LOR));
  if (e->kind == LT_INCDEC)
    vec_push(lower->a, out, e);
  add_steps(lower, e->a, out);
  if (branches)
    return;
  add_steps(lower, e->b, out);
  add_steps(lower, e->c, out);
  for (int i = 0; i < e->n_args; i++)
    add_steps(lower, e->args[i], out);
}

void
rec_count_steps(rec_lower *lower, const lt_stmt *body, rec_exprs *out) {
  const lt_expr *e = body->expr;
  bool is_whole = rec_lower_is_once(body) &&
                  !(rec_lower_exits(body->body[0]) &
                    (REC_EXIT_BREAK | REC_EXIT_CONTINUE | REC_EXIT_SKIPS));
  if (body->kind == LT_BLOCK || is_whole)
    for (int i = 0; i < body->n_body; i++)
      rec_count_steps(lower, body->body[i], out);
  if (body->kind == LT_EXPR || body->kind == LT_DECL || body->kind == LT_IF)
    add_steps(lower, e, out);
  if (body->kind == LT_EXPR &&
      (e->kind == LT_ASSIGN || e->kind == LT_ASSIGN_OP))
    vec_push(lower->a, out, e);
}

// Collects the effects of the loop "s", but for those of counting, and of
// "without" (or NULL).
static rec_effects
collect_effects(rec_lower *lower, const lt_stmt *s, const rec_count *c,
                const lt_expr *without) {
  rec_effects fx;
  rec_effects_init(lower->a, &fx);
  for (int i = 0; i < c->inside.exprs.n; i++)
    vec_push(lower->a, &fx.without, c->inside.exprs.at[i]);
  vec_push(lower->a, &fx.without, without);
  rec_lower_stmt_effects(&fx, s->body[0]);
  for (int i = 0; i < c->steps.n; i++)
    rec_lower_expr_effects(&fx, c->steps.at[i]);
  for (int i = 0; i < c->tests.n; i++)
    rec_lower_expr_effects(&fx, c->tests.at[i]);
  return fx;
}

// By what constant "e" steps "var"; 0: by none.
static int64_t
constant_step(const lt_expr *e, const lt_var *var) {
  enum { MOST = 1 << 20 };
  rec_count o = {0};
  if (!match_step(e, &o) || o.var != var)
    return 0;
  const lt_expr *amount = o.amount ? strip_casts(o.amount) : NULL;
  if (amount &&
      (amount->kind != LT_INT || amount->bits < 1 || amount->bits > MOST))
    return 0;
  int64_t by = amount ? (int64_t)amount->bits : 1;
  return o.negative ? -by : by;
}

lt_expr *
rec_count_join(rec_lower *lower, const rec_exprs *steps, int last,
               rec_inside *inside) {
  static const lt_type type = {
      .kind = LT_TYPE_SCALAR, .elem = IR_I32, .size = 4, .text = "int"};
  rec_count c = {0};
  *inside = (rec_inside){0};
  if (!match_step(steps->at[last], &c))
    return NULL;
  for (int i = 0; i <= last; i++) {
    int64_t by = constant_step(steps->at[i], c.var);
    if (!by)
      continue;
    if (inside->all && (by > 0) != (inside->all > 0))
      return NULL;
    inside->all += by;
    vec_push(lower->a, &inside->exprs, steps->at[i]);
    vec_push(lower->a, &inside->at, inside->all);
  }
  if (inside->exprs.n < 2)
    return NULL;
  lt_expr *amount = NEW(lower->a, lt_expr), *step = NEW(lower->a, lt_expr);
  int64_t by = inside->all > 0 ? inside->all : -inside->all;
  *amount = (lt_expr){.kind = LT_INT, .type = &type, .bits = (uint64_t)by};
  *step = *steps->at[last];
  step->kind = LT_ASSIGN_OP;
  step->op = inside->all > 0 ? LT_ADD : LT_SUB;
  step->compute = step->a->type;
  step->b = amount;
  return step;
}

// True when "e" steps c->bound by a constant; sets c->closing.
static bool
steps_bound(const lt_expr *e, rec_count *c) {
  c->closing = constant_step(e, c->bound->var);
  return c->closing != 0;
}

// True when the bound is a variable that each iteration of "s" steps once:
// i < j with i++ and j--. Sets c->other.
static bool
match_other(rec_lower *lower, const lt_stmt *s, rec_count *c) {
  const lt_stmt *body = s->body[0];
  const lt_expr *step = NULL;
  rec_exprs steps = {0};
  if (!c->bound || c->bound->kind != LT_VAR || c->side->kind != LT_VAR ||
      c->in_test || c->bound->var == c->var || c->bound->var->address_taken ||
      c->var->address_taken || c->bound->type->kind != c->side->type->kind)
    return false;
  for (int i = 0; i < c->steps.n && !step; i++)
    if (steps_bound(c->steps.at[i], c))
      step = c->steps.at[i];
  if (!(rec_lower_exits(body) & (REC_EXIT_CONTINUE | REC_EXIT_SKIPS)))
    rec_count_steps(lower, body, &steps);
  for (int i = 0; i < steps.n && !step; i++)
    if (steps_bound(steps.at[i], c))
      step = steps.at[i];
  if (!step ||
      map_has(collect_effects(lower, s, c, step).assigned, c->bound->var))
    return false;
  c->other = c->bound->var;
  return true;
}

// True when the loop "s" leaves alone what counts; collects its other effects.
static bool
leaves_count(rec_lower *lower, const lt_stmt *s, rec_count *c) {
  c->fx = collect_effects(lower, s, c, NULL);
  const map *assigned = c->fx.assigned;
  if (map_has(assigned, c->var) ||
      !(is_steady(c, assigned) || match_other(lower, s, c)) ||
      !is_pure(c->amount) || mentions(c->amount, assigned, c->var) ||
      reads_memory(c->amount, c->test)) // not read if the loop never runs
    return false;
  if (!c->at_end)
    split_tests(lower, c);
  return true;
}

// A loop whose first test steps its variable: `i-- > 0`, `i--`, `n > i++`.
static bool
match_stepping_test(rec_lower *lower, const lt_expr *cond, rec_count *c) {
  rec_exprs all = {0};
  split_and(lower, cond, &all);
  const lt_expr *test = strip_truth(all.at[0]);
  const lt_expr *step = stepping(test);
  if (!step && test->kind == LT_BINARY)
    step = stepping(test->a) ? stepping(test->a) : stepping(test->b);
  if (!step || !match_step(step, c))
    return false;
  c->in_test = true;
  for (int i = 1; i < all.n; i++)
    vec_push(lower->a, &c->tests, all.at[i]);
  return rec_count_match_test(test, c);
}

bool
rec_count_steps_in_test(rec_lower *lower, const lt_stmt *s) {
  rec_count c = {0};
  return s->expr && match_stepping_test(lower, s->expr, &c);
}

// True when the do loop "s" has one step, and nothing is read for the
// comparison that C would not read, were the body left.
static bool
fits_at_end(const lt_stmt *s, const rec_count *c) {
  bool reads = reads_memory(c->bound, NULL) || reads_memory(c->addend, NULL) ||
               reads_memory(c->amount, NULL);
  bool leaves = rec_lower_exits(s->body[0]) & (unsigned)REC_EXIT_ENDS;
  return !c->steps.n && !(reads && (leaves || c->tests.n));
}

// Sets the other parts of "steps", of which number "k" counts.
static void
set_steps(rec_lower *lower, const rec_exprs *steps, int k, rec_count *c) {
  map *none = map_new(lower->a);
  c->n_before = steps->n - 1;
  for (int i = 0; i < steps->n; i++) {
    if (i != k)
      vec_push(lower->a, &c->steps, steps->at[i]);
    if (i > k && mentions(steps->at[i], none, c->var))
      c->n_before = k;
  }
}

bool
rec_count_match(rec_lower *lower, const lt_stmt *s, const rec_inside *inside,
                rec_count *c) {
  rec_exprs steps = {0};
  bool at_end = s->kind == LT_DO;
  if ((s->kind != LT_FOR && s->kind != LT_WHILE && !at_end) || !s->expr)
    return false;
  if (s->step)
    split_comma(lower, s->step, &steps);
  for (int k = 0; k < steps.n; k++) {
    *c = (rec_count){.inside = *inside, .at_end = at_end};
    if (!match_step(steps.at[k], c) || !pick_test(lower, s->expr, c))
      continue;
    set_steps(lower, &steps, k, c);
    return leaves_count(lower, s, c) && (!at_end || fits_at_end(s, c));
  }
  if (at_end || inside->exprs.n)
    return false;
  *c = (rec_count){.steps = steps, .n_before = steps.n};
  return match_stepping_test(lower, s->expr, c) && leaves_count(lower, s, c);
}
