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
// a line there is nothing to gain. They are read so where a region is refused
// for them otherwise (recognizer.c).
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
  return is_text(e)     ? REC_SAID_TEXT
         : is_stream(e) ? REC_SAID_STREAM
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
    n += kind == REC_SAID_NUMBER;
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

// Whether there is a loop in "s".
static bool
has_loop(const lt_stmt *s) {
  bool any = false;
  lt_stmt *const *list;
  int n = parts_of(s, &list);
  for (int k = 0; k < n && !any; k++) {
    const lt_stmt *part = list[k];
    any = part && (part->kind == LT_FOR || part->kind == LT_WHILE ||
                   part->kind == LT_DO || has_loop(part));
  }
  return any;
}

// Marks the messages in "s"; "sparse": not each iteration of the innermost loop
// around gets there, or it has loops inside. Whether there are any.
static bool
mark(const lt_stmt *s, bool sparse) {
  bool any = false;
  if (s->kind == LT_FOR || s->kind == LT_WHILE || s->kind == LT_DO)
    sparse = has_loop(s);
  sparse |= s->kind == LT_IF || s->kind == LT_SWITCH;
  if (s->kind == LT_EXPR && sparse) {
    const lt_expr *e = rec_lower_without_void(s->expr);
    if (is_message(e))
      any = ((lt_expr *)(uintptr_t)e)->is_said = true;
  }
  lt_stmt *const *list;
  int n = parts_of(s, &list);
  for (int k = 0; k < n; k++)
    any |= list[k] && mark(list[k], sparse);
  return any;
}

bool
rec_lower_mark_said(const lt_region *region) {
  return mark(region->stmt, false);
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

ir_val *
rec_lower_say(rec_lower *lower, const lt_expr *e) {
  if (!e->is_said || !lower->said)
    return NULL;
  ir_val *v[REC_SAID_SLOTS] = {
      rec_lower_int(lower, IR_I64, number_of(lower, e))};
  int n = 1;
  for (int k = 0; k < e->n_args; k++) {
    if (rec_lower_said_kind(e->args[k]) != REC_SAID_NUMBER)
      continue;
    ir_val *x = rec_lower_expr(lower, e->args[k]);
    v[n++] = e->args[k]->type->elem == IR_F64
                 ? rec_lower_same_bits(lower, x, IR_I64)
                 : rec_lower_convert(lower, x, IR_I64);
  }
  rec_obj *o = messages_of(lower, e), *said = lower->said;
  for (int k = 0; k < n; k++)
    keep(lower, o, k, v[k], e->loc);
  said->now.val = rec_lower_op2(lower, IR_OP_ADD, said->now.val,
                                rec_lower_int(lower, IR_I64, 1));
  return rec_lower_zero(lower, e->type->elem);
}
