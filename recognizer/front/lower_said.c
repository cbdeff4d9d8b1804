// recognizer/front/lower_said.c: texts that a loop writes, behind the region.
//
//   if (i % 100 == 0) printf("%d %g\n", i, err);
//   => messages[8 * said] = 0; .. = i; .. = bits of err; said++;
//
// A call that writes a text, whose value nobody uses, is made when the region
// has succeeded, with the numbers that were kept for it, and in C's order: of
// all such calls of the region there is one list. What it writes comes later
// than in C, but before anything that the program does next. Only calls under a
// condition, or beside loops inside: where each of a million iterations writes
// a line there is nothing to gain. Those in iterations at regular distances are
// read so at once, since the original loop would make them in every call of the
// region; others where a region is refused for them otherwise (recognizer.c).
// Of a text that is chosen, and of one that a function gets as an argument, the
// number is kept, of a stream that is no constant its address.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// Whether "e" is the stream stdout or stderr.
static bool
is_stream(const lt_expr *e) {
  return e->kind == LT_VAR && e->var->is_static && !e->var->is_static_local &&
         (!strcmp(e->var->name, "stdout") || !strcmp(e->var->name, "stderr"));
}

// Whether "e" is a constant text.
static bool
is_text(const lt_expr *e) {
  return e->kind == LT_VAR && e->var->is_const_data && e->var->init &&
         e->var->type->kind == LT_TYPE_ARRAY && e->var->type->to->size == 1;
}

// Whether "e" has a text that is known when it is reached: a choice of such, or
// the argument of a function that is inlined.
static bool
is_chosen_text(const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  if (e->kind == LT_COND)
    return is_chosen_text(e->b) && is_chosen_text(e->c);
  return is_text(e) ||
         (e->kind == LT_VAR && e->var->is_param &&
          rec_lower_is_pointer(e->type) && e->type->to->size == 1);
}

rec_said_kind
rec_lower_said_kind(const lt_expr *e) {
  const lt_type *t = e->type;
  bool is_number =
      t->kind == LT_TYPE_SCALAR && !t->half &&
      (t->elem == IR_F64 || t->elem == IR_I32 || t->elem == IR_U32 ||
       t->elem == IR_I64 || t->elem == IR_U64);
  if (is_number)
    return REC_SAID_NUMBER;
  while (e->kind == LT_CAST)
    e = e->a;
  bool is_place = e->kind == LT_VAR || e->kind == LT_MEMBER;
  return is_text(e)          ? REC_SAID_TEXT
         : is_stream(e)      ? REC_SAID_STREAM
         : is_chosen_text(e) ? REC_SAID_CHOSEN
         : is_place && rec_lower_is_pointer(e->type) &&
                 e->type->to->kind == LT_TYPE_STRUCT
             ? REC_SAID_ADDRESS
             : REC_SAID_OTHER;
}

int
rec_lower_said_fixed(const lt_expr *e) {
  static const struct {
    const char *name;
    int fixed; // arguments up to the format; 0: all
  } writers[] = {{"printf", 1},        {"fprintf", 2}, {"__printf_chk", 2},
                 {"__fprintf_chk", 3}, {"puts", 0},    {"putchar", 0},
                 {"fputs", 0},         {"fputc", 0},   {"putc", 0},
                 {"fflush", 0}};
  for (int k = 0; k < LOFT_COUNT(writers); k++)
    if (!strcmp(e->func->written, writers[k].name))
      return writers[k].fixed ? writers[k].fixed : e->n_args;
  return -1;
}

// Whether "e" calls a function that writes a text, with numbers that a message
// has room for.
static bool
is_message(const lt_expr *e) {
  if (e->kind != LT_CALL || !e->func ||
      !(e->is_library || e->func->in_system_header) ||
      e->type->kind != LT_TYPE_SCALAR || rec_lower_said_fixed(e) < 0)
    return false;
  int n = 1;
  for (int k = 0; k < e->n_args; k++) {
    rec_said_kind kind = rec_lower_said_kind(e->args[k]);
    n += kind != REC_SAID_TEXT && kind != REC_SAID_STREAM;
    if (kind == REC_SAID_OTHER)
      return false;
  }
  return n <= REC_SAID_SLOTS;
}

// The statements of "s", as C has them: how many.
static int
parts_of(const lt_stmt *s, lt_stmt *const **list) {
  *list = s->whole ? s->whole : s->body;
  return s->whole ? s->n_whole : s->n_body;
}

static bool has_loop(const lt_stmt *s);

// Whether "e", which may be NULL, calls a function with a loop.
static bool
calls_loop(const lt_expr *e) {
  if (!e)
    return false;
  const lt_func *f = e->kind == LT_CALL ? e->func : NULL;
  bool any = f && f->body && !f->is_recursive && has_loop(f->body);
  for (int k = 0; k < e->n_args && !any; k++)
    any = calls_loop(e->args[k]);
  return any || calls_loop(e->a) || calls_loop(e->b) || calls_loop(e->c);
}

// Whether there is a loop in "s".
static bool
has_loop(const lt_stmt *s) {
  bool any = calls_loop(s->expr);
  lt_stmt *const *list;
  int n = parts_of(s, &list);
  for (int k = 0; k < n && !any; k++) {
    const lt_stmt *part = list[k];
    any = part && (part->kind == LT_FOR || part->kind == LT_WHILE ||
                   part->kind == LT_DO || has_loop(part));
  }
  return any;
}

// Which messages are marked, and where a visit of a region is.
typedef struct marking {
  rec_said_which which;
  const rec_effects *all; // of the region
  map *seen[4];           // functions visited, by the two below
  bool sparse;   // not each iteration of the innermost loop around gets there,
                 // or it has loops inside
  bool periodic; // iterations at regular distances do
} marking;

static bool mark_stmt(marking m, const lt_stmt *s);

// Whether "e" is a variable that the region changes, moved by constants.
static bool
is_counter(const marking *m, const lt_expr *e) {
  while (e->kind == LT_CAST || e->kind == LT_INCDEC ||
         (e->kind == LT_BINARY && (e->op == LT_ADD || e->op == LT_SUB) &&
          e->b->kind == LT_INT))
    e = e->a;
  return e->kind == LT_VAR && e->type->kind == LT_TYPE_SCALAR &&
         map_has(m->all->assigned, e->var);
}

// Whether "e" is the remainder of such a counter.
static bool
is_remainder(const marking *m, const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  return e->kind == LT_BINARY &&
         (e->op == LT_REM || (e->op == LT_AND && e->b->kind == LT_INT)) &&
         is_counter(m, e->a);
}

// Whether condition "e" holds at regular distances, perhaps among others.
static bool
is_periodic(const marking *m, const lt_expr *e) {
  while (e->kind == LT_CAST || (e->kind == LT_UNARY && e->op == LT_NOT))
    e = e->a;
  if (e->kind != LT_BINARY)
    return false;
  if (e->op == LT_LAND || e->op == LT_LOR)
    return is_periodic(m, e->a) || is_periodic(m, e->b);
  bool compares = e->op == LT_EQ || e->op == LT_NE;
  return is_remainder(m, e) ||
         (compares && (is_remainder(m, e->a) || is_remainder(m, e->b)));
}

// Marks the messages in the functions that "e", which may be NULL, calls.
static bool
mark_expr(const marking *m, const lt_expr *e) {
  if (!e)
    return false;
  bool any = false;
  const lt_func *f = e->kind == LT_CALL ? e->func : NULL;
  map *seen = m->seen[m->sparse + 2 * m->periodic];
  if (f && f->body && !map_has(seen, f)) {
    map_put(seen, f, (void *)(uintptr_t)f);
    any = mark_stmt(*m, f->body);
  }
  any |= mark_expr(m, e->a);
  any |= mark_expr(m, e->b);
  any |= mark_expr(m, e->c);
  for (int k = 0; k < e->n_args; k++)
    any |= mark_expr(m, e->args[k]);
  return any;
}

// Marks those of the calls that statement "e" is which are messages.
static bool
mark_calls(const marking *m, const lt_expr *e) {
  e = rec_lower_without_void(e);
  if (e->kind == LT_COMMA) {
    bool any = mark_calls(m, e->a);
    return mark_calls(m, e->b) || any;
  }
  if (e->kind != LT_CALL)
    return false;
  bool wanted = m->which == REC_SAID_ALL
                    ? m->sparse
                    : m->which == REC_SAID_PERIODIC && m->sparse && m->periodic;
  return ((lt_expr *)(uintptr_t)e)->is_said = wanted && is_message(e);
}

// Marks the messages in "s". Whether there are any.
static bool
mark_stmt(marking m, const lt_stmt *s) {
  bool any = mark_expr(&m, s->expr);
  if (s->kind == LT_FOR || s->kind == LT_WHILE || s->kind == LT_DO) {
    m.sparse = has_loop(s);
    m.periodic = false;
  }
  m.sparse |= s->kind == LT_IF || s->kind == LT_SWITCH;
  m.periodic |= s->kind == LT_IF && is_periodic(&m, s->expr);
  if (s->kind == LT_EXPR)
    any |= mark_calls(&m, s->expr);
  any |= s->init && mark_stmt(m, s->init);
  lt_stmt *const *list;
  int n = parts_of(s, &list);
  for (int k = 0; k < n; k++)
    any |= list[k] && mark_stmt(m, list[k]);
  return any;
}

bool
rec_lower_mark_said(arena *a, const lt_region *region, rec_said_which which) {
  rec_effects all;
  rec_effects_init(a, &all);
  rec_lower_stmt_effects(&all, region->stmt);
  marking m = {.which = which, .all = &all};
  for (int k = 0; k < LOFT_COUNT(m.seen); k++)
    m.seen[k] = map_new(a);
  return mark_stmt(m, region->stmt);
}

// The array of the messages, of which "e" is one.
static rec_obj *
messages_of(rec_lower *lower, const lt_expr *e) {
  rec_obj *o = lower->messages;
  if (o)
    return o;
  o = rec_lower_capture_hidden(lower, REC_MESSAGES, IR_I64, "messages", e);
  vec_last(&lower->captures).name = rec_lower_callee(lower->a, e);
  return lower->messages = o;
}

// The number of the call "e" among those of the region.
static int
number_of(rec_lower *lower, const lt_expr *e) {
  int k = 0;
  while (k < lower->says.n && lower->says.at[k] != e)
    k++;
  if (k == lower->says.n)
    vec_push(lower->a, &lower->says, e);
  return k;
}

// Stores "v" to slot "k" of the next message.
static void
keep(rec_lower *lower, rec_obj *o, int k, ir_val *v, loft_loc loc) {
  ir_val *at = rec_lower_op2(lower, IR_OP_MUL, lower->said->now.val,
                             rec_lower_int(lower, IR_I64, REC_SAID_SLOTS));
  at = rec_lower_op2(lower, IR_OP_ADD, at, rec_lower_int(lower, IR_I64, k));
  rec_lower_store(lower, (rec_ptr){.obj = o, .off = at}, v, loc);
}

// The number, among those of the region, of the text that is at "e" now, which
// is one of is_chosen_text; NULL: none is there.
static ir_val *
text_number(rec_lower *lower, const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  if (e->kind == LT_COND) {
    ir_val *c = rec_lower_cond(lower, e->a), *x = text_number(lower, e->b),
           *y = text_number(lower, e->c);
    return x && y ? rec_lower_op3(lower, IR_OP_SELECT, c, x, y) : NULL;
  }
  int64_t off = 0;
  if (!is_text(e)) {
    rec_ptr p = rec_lower_pointer(lower, e);
    bool is_whole = p.obj && p.obj->capture >= 0 &&
                    p.obj->kind == REC_OBJ_ARRAY && p.off &&
                    rec_lower_is_int(p.off, &off) && !off;
    e = is_whole ? lower->captures.at[p.obj->capture].expr : NULL;
  }
  if (!e || !is_text(e))
    return NULL;
  int k = 0;
  while (k < lower->texts.n && lower->texts.at[k] != e->var)
    k++;
  if (k == lower->texts.n)
    vec_push(lower->a, &lower->texts, e->var);
  return rec_lower_int(lower, IR_I64, k);
}

// The address in the pointer "e", a variable or a member; NULL where it is not
// known, or may change.
static ir_val *
address_of(rec_lower *lower, const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  if (e->kind == LT_VAR)
    return rec_lower_address(lower, rec_lower_pointer(lower, e));
  rec_ptr p = {.path = rec_lower_place(lower, e).path};
  return p.path && rec_lower_stays_in_place(lower, p.path)
             ? rec_lower_address(lower, p)
             : NULL;
}

// What is kept of argument "e", of "kind"; NULL: that cannot be had.
static ir_val *
kept_value(rec_lower *lower, const lt_expr *e, rec_said_kind kind) {
  if (kind == REC_SAID_CHOSEN)
    return text_number(lower, e);
  if (kind == REC_SAID_ADDRESS)
    return address_of(lower, e);
  ir_val *x = rec_lower_expr(lower, e);
  return e->type->elem == IR_F64 ? rec_lower_same_bits(lower, x, IR_I64)
                                 : rec_lower_convert(lower, x, IR_I64);
}

ir_val *
rec_lower_say(rec_lower *lower, const lt_expr *e) {
  if (!e->is_said || !lower->said)
    return NULL;
  ir_val *v[REC_SAID_SLOTS] = {
      rec_lower_int(lower, IR_I64, number_of(lower, e))};
  int n = 1;
  for (int k = 0; k < e->n_args; k++) {
    rec_said_kind kind = rec_lower_said_kind(e->args[k]);
    if (kind == REC_SAID_TEXT || kind == REC_SAID_STREAM)
      continue;
    v[n] = kept_value(lower, e->args[k], kind);
    if (!v[n++]) {
      rec_lower_refuse(lower, e->loc, REC_CALL_IO,
                       rec_lower_callee(lower->a, e));
      return rec_lower_zero(lower, e->type->elem);
    }
  }
  rec_obj *o = messages_of(lower, e), *said = lower->said;
  for (int k = 0; k < n; k++)
    keep(lower, o, k, v[k], e->loc);
  said->now.val = rec_lower_op2(lower, IR_OP_ADD, said->now.val,
                                rec_lower_int(lower, IR_I64, 1));
  return rec_lower_zero(lower, e->type->elem);
}
