// recognizer/front/lower_stmt.c: statements other than loops.
//
// break, continue, return and goto set bool flags; the statements after one
// that may have set a flag are guarded, those after a goto as far as its label.
// `if (c) break; rest` becomes `if (c) {..} else {rest}`, so most flags are
// never tested and vanish.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

enum { MAX_SINGLE_INIT = 16 };

// True when control never reaches the end of "s".
static bool
always_exits(const lt_stmt *s) {
  if (!s)
    return false;
  if (s->kind == LT_BREAK || s->kind == LT_CONTINUE || s->kind == LT_RETURN ||
      s->kind == LT_GOTO)
    return true;
  if (s->kind == LT_IF)
    return always_exits(s->body[0]) && always_exits(s->body[1]);
  bool exits = s->kind == LT_LABEL && always_exits(s->body[0]);
  for (int i = 0; s->kind == LT_BLOCK && i < s->n_body; i++)
    exits = (exits && s->body[i]->kind != LT_LABEL) || always_exits(s->body[i]);
  return exits;
}

// -- Lists ----------------------------------------------------------------

static void lower_list(rec_lower *lower, lt_stmt *const *list, int n);

// An if whose condition is "c": "then" and "rest" in the arms.
static void
lower_arms(rec_lower *lower, ir_val *c, lt_stmt *const *then, int n_then,
           lt_stmt *const *other, int n_other) {
  int64_t known;
  if (rec_lower_is_int(c, &known)) {
    lower_list(lower, known ? then : other, known ? n_then : n_other);
    return;
  }
  rec_frame *fr = rec_lower_begin_if(lower, c);
  lower_list(lower, then, n_then);
  rec_lower_else(lower, fr);
  lower_list(lower, other, n_other);
  rec_lower_end_if(lower, fr);
}

// "first" followed by the "n" statements at "rest", as one list.
static lt_stmt **
join_lists(rec_lower *lower, lt_stmt *first, lt_stmt *const *rest, int n,
           int *n_out) {
  lt_stmt **out = NEW_ARRAY(lower->a, lt_stmt *, n + 1);
  *n_out = 0;
  if (first)
    out[(*n_out)++] = first;
  for (int i = 0; i < n; i++)
    out[(*n_out)++] = rest[i];
  return out;
}

// `if` statement "s", one arm of which always leaves, with all that follows it.
static void
lower_if_with_rest(rec_lower *lower, const lt_stmt *s, lt_stmt *const *rest,
                   int n) {
  bool in_else = always_exits(s->body[0]);
  int n_then, n_other;
  ir_val *c = rec_lower_cond(lower, s->expr);
  lt_stmt **then =
      join_lists(lower, s->body[0], rest, in_else ? 0 : n, &n_then);
  lt_stmt **other =
      join_lists(lower, s->body[1], rest, in_else ? n : 0, &n_other);
  lower_arms(lower, c, then, n_then, other, n_other);
}

// The statements at "rest", unless one of "exits" has happened.
static void
lower_unless(rec_lower *lower, unsigned exits, lt_stmt *const *rest, int n) {
  ir_val *stopped = rec_lower_stopped(lower, exits);
  if (!stopped)
    lower_list(lower, rest, n);
  else
    lower_arms(lower, rec_lower_op1(lower, IR_OP_NOT, stopped), rest, n, NULL,
               0);
}

// The last label of the list that a statement before it goes to, or -1.
static int
find_label(lt_stmt *const *list, int n) {
  for (int k = n - 1; k > 0; k--)
    if (list[k]->kind == LT_LABEL &&
        (rec_lower_list_exits(list, k) & rec_lower_label_bit(list[k])))
      return k;
  return -1;
}

// Statements in order, of which number "k" is a label that those before it may
// go to.
static void
lower_to_label(rec_lower *lower, lt_stmt *const *list, int n, int k) {
  rec_obj **at = &lower->labels[list[k]->low];
  *at = rec_lower_flag(lower, list[k]->text, false);
  (*at)->is_return = true;
  lower_list(lower, list, k);
  *at = NULL;
  lower_unless(lower,
               rec_lower_list_exits(list, k) & ~rec_lower_label_bit(list[k]),
               list + k, n - k);
}

// Statements in order.
static void
lower_list(rec_lower *lower, lt_stmt *const *list, int n) {
  int label = find_label(list, n);
  if (label > 0) {
    lower_to_label(lower, list, n, label);
    return;
  }
  for (int i = 0; i < n; i++) {
    const lt_stmt *s = list[i];
    unsigned exits = rec_lower_exits(s);
    bool last = i + 1 == n;
    bool splits = s->kind == LT_IF && !last &&
                  (always_exits(s->body[0]) || always_exits(s->body[1]));
    if (splits && !always_exits(s)) {
      lower_if_with_rest(lower, s, list + i + 1, n - i - 1);
      return;
    }
    rec_lower_stmt(lower, s);
    if (last || always_exits(s))
      return;
    if (exits) {
      lower_unless(lower, exits, list + i + 1, n - i - 1);
      return;
    }
  }
}

// -- Declarations ---------------------------------------------------------

// Stores "v" into element "i" of array "o".
static void
init_element(rec_lower *lower, rec_obj *o, int64_t i, ir_val *v, loft_loc loc) {
  rec_ptr place = {.obj = o, .off = rec_lower_int(lower, IR_I64, i)};
  rec_lower_store(lower, place, v, loc);
}

// Stores the values of initializer "e" of an array or scalar of "type" from
// element "at" on; marks them in "set".
static void
init_values(rec_lower *lower, rec_obj *o, const lt_expr *e, const lt_type *type,
            int64_t at, bool *set, int64_t n_set) {
  int64_t step;
  const lt_type *part = type->kind == LT_TYPE_ARRAY ? type->to : type;
  if (!rec_lower_is_int(rec_lower_count(lower, part, e->loc), &step))
    return;
  if (type->kind != LT_TYPE_ARRAY) {
    rec_ptr place = {.obj = o, .off = rec_lower_int(lower, IR_I64, at)};
    rec_lower_init(lower, place, type, e);
    for (int64_t i = at; i < at + step && i < n_set; i++)
      set[i] = true;
    return;
  }
  for (int i = 0; i < e->n_args && i < type->count; i++)
    init_values(lower, o, e->args[i], type->to, at + i * step, set, n_set);
}

// How many scalars initializer "e" gives.
static int64_t
count_given(const lt_expr *e) {
  int64_t n = e->kind != LT_INIT_LIST;
  for (int i = 0; e->kind == LT_INIT_LIST && i < e->n_args; i++)
    n += count_given(e->args[i]);
  return n;
}

// The initializer of local array "o" with "n" elements: what it does not give
// is zero.
static void
init_array(rec_lower *lower, rec_obj *o, const lt_stmt *s, int64_t n) {
  bool is_record = o->kind == REC_OBJ_RECORD;
  bool fill = is_record || n - count_given(s->expr) > MAX_SINGLE_INIT;
  bool *set = NEW_ARRAY(lower->a, bool, n);
  if (fill)
    rec_lower_fill_zero(lower, o, rec_lower_int(lower, IR_I64, n), s->loc);
  init_values(lower, o, s->expr, s->var->type, 0, set, n);
  for (int64_t i = 0; i < n && !fill; i++)
    if (!set[i])
      init_element(lower, o, i, rec_lower_zero(lower, o->elem), s->loc);
}

// A local array.
static void
declare_array(rec_lower *lower, const lt_stmt *s) {
  lt_var *var = s->var;
  int64_t n;
  rec_obj *o = rec_lower_local_array(lower, var, var->name, var->type, s->loc);
  map_put(lower->vars, var, o);
  if (o && s->expr &&
      rec_lower_is_int(rec_lower_count(lower, var->type, s->loc), &n) &&
      n >= 0 && !lower->refusals.n)
    init_array(lower, o, s, n);
}

// The declaration "s" of one variable.
static void
lower_decl(rec_lower *lower, const lt_stmt *s) {
  lt_var *var = s->var;
  ir_scalar elem;
  if (var->type->is_volatile) {
    rec_lower_refuse(lower, s->loc, REC_VOLATILE, var->name);
    return;
  }
  if (var->type->kind == LT_TYPE_ARRAY) {
    declare_array(lower, s);
    return;
  }
  if (var->type->kind == LT_TYPE_STRUCT) {
    rec_ptr place = rec_lower_declare_struct(lower, var, s->loc);
    if (s->expr)
      rec_lower_init(lower, place, var->type, s->expr);
    return;
  }
  bool is_pointer = rec_lower_is_pointer(var->type);
  if (!is_pointer && !rec_lower_elem(var->type, &elem)) {
    rec_lower_refuse(lower, s->loc, rec_lower_type_reason(var->type),
                     var->name);
    return;
  }
  rec_obj *o =
      rec_lower_local(lower, is_pointer ? REC_OBJ_POINTER : REC_OBJ_SCALAR,
                      var->name, var->type);
  o->var = var;
  map_put(lower->vars, var, o);
  if (is_pointer)
    rec_lower_join_local(lower, o);
  if (s->expr && is_pointer && rec_lower_allocation(lower, s->expr))
    rec_lower_allocate(lower, o, s->expr);
  else if (s->expr && is_pointer)
    rec_lower_set_pointer(lower, o, rec_lower_pointer(lower, s->expr));
  else if (s->expr)
    rec_lower_store(lower, (rec_ptr){.obj = o}, rec_lower_expr(lower, s->expr),
                    s->loc);
}

// -- switch ---------------------------------------------------------------

// The statements behind one or more labels, up to the next label.
typedef struct segment {
  VEC(const lt_stmt *) labels; // LT_CASE
  bool is_default;
  VEC(lt_stmt *) list;
} segment;
typedef VEC(segment) segments;

// True when a label of the switch around is somewhere inside "s".
static bool
has_label(const lt_stmt *s) {
  if (!s || s->kind == LT_SWITCH)
    return false;
  if (s->kind == LT_CASE || s->kind == LT_DEFAULT)
    return true;
  for (int i = 0; i < s->n_body; i++)
    if (has_label(s->body[i]))
      return true;
  return false;
}

// Adds the labelled statement "s" as a new segment.
static void
add_segment(rec_lower *lower, segments *out, lt_stmt *s) {
  segment g = {0};
  while (s && (s->kind == LT_CASE || s->kind == LT_DEFAULT)) {
    if (s->kind == LT_CASE)
      vec_push(lower->a, &g.labels, s);
    else
      g.is_default = true;
    s = s->body[0];
  }
  if (s)
    vec_push(lower->a, &g.list, s);
  vec_push(lower->a, out, g);
}

// A declaration among the labels of a switch: its variable lives throughout,
// so it is declared before all segments; what remains is an assignment. NULL
// when nothing remains.
static lt_stmt *
hoist_decl(rec_lower *lower, const lt_stmt *s) {
  lt_stmt *bare = NEW(lower->a, lt_stmt);
  *bare = *s;
  bare->expr = NULL;
  rec_lower_stmt(lower, bare);
  if (!s->expr)
    return NULL;
  if (s->var->type->kind == LT_TYPE_ARRAY) {
    rec_lower_refuse(lower, s->loc, REC_SWITCH_SHAPE, s->var->name);
    return NULL;
  }
  lt_expr *var = NEW(lower->a, lt_expr), *set = NEW(lower->a, lt_expr);
  *var = (lt_expr){.kind = LT_VAR, .type = s->var->type, .var = s->var};
  *set = (lt_expr){
      .kind = LT_ASSIGN, .type = s->var->type, .a = var, .b = s->expr};
  var->loc = set->loc = s->loc;
  lt_stmt *out = NEW(lower->a, lt_stmt);
  *out = (lt_stmt){.kind = LT_EXPR, .loc = s->loc, .expr = set};
  return out;
}

// The body of a switch as segments.
static segments
split_switch(rec_lower *lower, const lt_stmt *s) {
  segments out = {0};
  lt_stmt *body = s->body[0];
  bool is_block = body->kind == LT_BLOCK;
  int n = is_block ? body->n_body : 1;
  for (int i = 0; i < n; i++) {
    lt_stmt *one = is_block ? body->body[i] : body;
    if (one->kind == LT_CASE || one->kind == LT_DEFAULT)
      add_segment(lower, &out, one);
    else if (has_label(one))
      rec_lower_refuse(lower, one->loc, REC_SWITCH_SHAPE, NULL);
    else {
      lt_stmt *rest = one->kind == LT_DECL ? hoist_decl(lower, one) : one;
      if (rest && out.n)
        vec_push(lower->a, &vec_last(&out).list, rest);
    }
  }
  return out;
}

// True when "v" is one of the segment's labels.
static ir_val *
match_labels(rec_lower *lower, ir_val *v, const segment *g) {
  ir_scalar t = v->type.elem;
  ir_val *any = rec_lower_int(lower, IR_BOOL, 0);
  for (int i = 0; i < g->labels.n; i++) {
    const lt_stmt *l = g->labels.at[i];
    ir_val *lo = rec_lower_int(lower, t, l->low),
           *hi = rec_lower_int(lower, t, l->high);
    ir_val *m = lo == hi ? rec_lower_op2(lower, IR_OP_EQ, v, lo)
                         : rec_lower_op2(lower, IR_OP_AND,
                                         rec_lower_op2(lower, IR_OP_GE, v, lo),
                                         rec_lower_op2(lower, IR_OP_LE, v, hi));
    any = rec_lower_op2(lower, IR_OP_OR, any, m);
  }
  return any;
}

// Which segment is entered: one bool each.
static ir_val **
match_segments(rec_lower *lower, ir_val *v, const segments *gs) {
  ir_val **m = NEW_ARRAY(lower->a, ir_val *, gs->n);
  ir_val *any = rec_lower_int(lower, IR_BOOL, 0);
  for (int i = 0; i < gs->n; i++) {
    m[i] = match_labels(lower, v, &gs->at[i]);
    any = rec_lower_op2(lower, IR_OP_OR, any, m[i]);
  }
  for (int i = 0; i < gs->n; i++)
    if (gs->at[i].is_default)
      m[i] = rec_lower_op2(lower, IR_OP_OR, m[i],
                           rec_lower_op1(lower, IR_OP_NOT, any));
  return m;
}

// True when control never runs from one segment into the next.
static bool
falls_through(const segments *gs) {
  for (int i = 0; i + 1 < gs->n; i++) {
    bool exits = false;
    for (int k = 0; k < gs->at[i].list.n; k++)
      exits |= always_exits(gs->at[i].list.at[k]);
    if (!exits)
      return true;
  }
  return false;
}

// The segments one after another, each under its own condition; with
// fall-through also when the one before ran to its end.
static void
lower_segments(rec_lower *lower, const segments *gs, ir_val **m) {
  bool through = falls_through(gs);
  rec_obj *on = rec_lower_flag(lower, "on", false);
  unsigned exits = REC_EXIT_BREAK;
  for (int i = 0; i < gs->n; i++) {
    const segment *g = &gs->at[i];
    ir_val *c = m[i];
    if (through) {
      on->now.val = rec_lower_op2(lower, IR_OP_OR, on->now.val, m[i]);
      c = rec_lower_op2(
          lower, IR_OP_AND, on->now.val,
          rec_lower_op1(lower, IR_OP_NOT, rec_lower_stopped(lower, exits)));
    }
    lower_arms(lower, c, g->list.at, g->list.n, NULL, 0);
    for (int k = 0; k < g->list.n; k++)
      exits |= rec_lower_exits(g->list.at[k]);
  }
}

// The switch "s": its segments, guarded by which case it jumps to.
static void
lower_switch(rec_lower *lower, const lt_stmt *s) {
  int n = lower->locals.n;
  rec_obj *brk = lower->brk;
  if (rec_lower_is_wide(s->expr->type))
    rec_lower_refuse(lower, s->expr->loc, REC_EXPR_OTHER,
                     rec_lower_text(lower->a, s->expr));
  ir_val *v = rec_lower_expr(lower, s->expr);
  segments gs = split_switch(lower, s);
  lower->brk = rec_lower_flag(lower, "broke", false);
  lower_segments(lower, &gs, match_segments(lower, v, &gs));
  lower->brk = brk;
  rec_lower_drop_locals(lower, n);
}

// -- Statements -----------------------------------------------------------

// Sets flag "o"; without one the jump leaves the annotated statement.
static void
set_flag(rec_lower *lower, rec_obj *o, const lt_stmt *s) {
  rec_lower_check_leaks(lower, o);
  if (o)
    o->now.val = rec_lower_int(lower, IR_BOOL, 1);
  else
    rec_lower_refuse(lower, s->loc, REC_BREAK_OUT,
                     s->kind == LT_BREAK ? "break" : "continue");
}

// Jumps forwards, to where a list that "s" is in goes on.
static void
lower_goto(rec_lower *lower, const lt_stmt *s) {
  rec_obj *flag = lower->labels[s->low];
  rec_lower_check_leaks(lower, flag);
  if (flag)
    flag->now.val = rec_lower_int(lower, IR_BOOL, 1);
  else
    rec_lower_refuse(lower, s->loc, REC_GOTO, s->text);
}

// Sets the value that is returned. From the function around the region only
// what a region can give back: no structure, no null pointer.
static void
lower_return(rec_lower *lower, const lt_stmt *s) {
  rec_obj *val = lower->retval;
  bool leaves = !lower->inlining.n;
  if (s->expr && s->expr->type->kind == LT_TYPE_STRUCT &&
      (lower->retstruct.path || lower->retstruct.obj))
    rec_lower_init(lower, lower->retstruct, s->expr->type, s->expr);
  else if (leaves && s->expr && !val && s->expr->type->kind != LT_TYPE_VOID)
    rec_lower_refuse(lower, s->loc, REC_RETURN, NULL);
  else if (s->expr && val && val->kind == REC_OBJ_POINTER) {
    rec_lower_set_pointer(lower, val, rec_lower_pointer(lower, s->expr));
    if (leaves && val->now.may_be_null)
      rec_lower_refuse(lower, s->loc, REC_RETURN, NULL);
  } else if (s->expr && val)
    val->now.val = rec_lower_expr(lower, s->expr);
  else if (s->expr)
    rec_lower_effect(lower, s->expr);
  if (leaves && lower->exit)
    lower->exit->now.val = rec_lower_int(lower, IR_I32, s->low);
  set_flag(lower, lower->ret, s);
}

// A statement the shim could not translate.
static void
refuse_stmt(rec_lower *lower, const lt_stmt *s) {
  rec_reason reason = REC_STMT_OTHER;
  rec_reason_from_id(s->reason, &reason);
  rec_lower_refuse(lower, s->loc, reason, s->text);
}

// The expression "e" as a statement.
static void
lower_effect(rec_lower *lower, const lt_expr *e) {
  const lt_expr *call = rec_lower_without_void(e);
  if (call->is_left && rec_lower_trap(lower, call))
    return;
  bool allocates = e->kind == LT_ASSIGN && e->a->kind == LT_VAR &&
                   rec_lower_allocation(lower, e->b);
  rec_obj *o = allocates ? rec_lower_place(lower, e->a).obj : NULL;
  if (o && o->kind == REC_OBJ_POINTER)
    rec_lower_allocate(lower, o, e->b);
  else
    rec_lower_effect(lower, e);
}

void
rec_lower_kind_stmt(rec_lower *lower, const lt_stmt *s) {
  int n = lower->locals.n;
  switch (s->kind) {
  case LT_EXPR:
    lower_effect(lower, s->expr);
    break;
  case LT_DECL:
    lower_decl(lower, s);
    break;
  case LT_BLOCK:
    lower_list(lower, s->body, s->n_body);
    rec_lower_drop_locals(lower, n);
    break;
  case LT_IF:
    lower_arms(lower, rec_lower_cond(lower, s->expr), &s->body[0], 1,
               &s->body[1], s->body[1] != NULL);
    break;
  case LT_FOR:
  case LT_WHILE:
  case LT_DO:
    rec_lower_loop(lower, s);
    rec_lower_drop_locals(lower, n);
    break;
  case LT_SWITCH:
    lower_switch(lower, s);
    break;
  case LT_CASE:
  case LT_DEFAULT:
    rec_lower_refuse(lower, s->loc, REC_SWITCH_SHAPE, NULL);
    break;
  case LT_BREAK:
    set_flag(lower, lower->brk, s);
    break;
  case LT_CONTINUE:
    set_flag(lower, lower->cont, s);
    break;
  case LT_RETURN:
    lower_return(lower, s);
    break;
  case LT_GOTO:
    lower_goto(lower, s);
    break;
  case LT_LABEL:
    rec_lower_stmt(lower, s->body[0]);
    break;
  case LT_ASSUME:
    rec_lower_assume(lower, s->expr);
    break;
  case LT_NULL:
    break;
  case LT_STMT_UNSUPPORTED:
    refuse_stmt(lower, s);
    break;
  }
}
