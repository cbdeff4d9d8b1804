// recognizer/front/lower_exits.c: how control leaves a statement.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_number.h"

bool
rec_lower_is_constant(const lt_expr *e, bool on) {
  while (e->kind == LT_CAST)
    e = e->a;
  return e->kind == LT_INT && !e->bits == !on;
}

bool
rec_lower_is_once(const lt_stmt *s) {
  return s->kind == LT_DO && rec_lower_is_constant(s->expr, false);
}

unsigned
rec_lower_label_bit(const lt_stmt *s) {
  return (unsigned)REC_EXIT_LABEL << s->low;
}

unsigned
rec_lower_list_exits(lt_stmt *const *list, int n) {
  unsigned x = 0;
  for (int i = 0; i < n; i++) {
    if (list[i]->kind == LT_LABEL && (x & rec_lower_label_bit(list[i])))
      x = (x & ~rec_lower_label_bit(list[i])) | REC_EXIT_SKIPS;
    x |= rec_lower_exits(list[i]);
  }
  return x;
}

unsigned
rec_lower_exits(const lt_stmt *s) {
  unsigned x = 0;
  if (!s)
    return 0;
  if (s->kind == LT_BLOCK)
    return rec_lower_list_exits(s->body, s->n_body);
  for (int i = 0; i < s->n_body; i++)
    x |= rec_lower_exits(s->body[i]);
  switch (s->kind) {
  case LT_BREAK:
    return REC_EXIT_BREAK;
  case LT_CONTINUE:
    return REC_EXIT_CONTINUE;
  case LT_RETURN:
    return REC_EXIT_RETURN;
  case LT_GOTO:
    return rec_lower_label_bit(s);
  case LT_FOR:
  case LT_WHILE:
  case LT_DO:
    return x & REC_EXIT_ENDS & ~(unsigned)REC_EXIT_BREAK;
  case LT_SWITCH:
    return x & ~(unsigned)REC_EXIT_BREAK;
  case LT_LABEL:
  case LT_EXPR:
  case LT_DECL:
  case LT_BLOCK:
  case LT_IF:
  case LT_CASE:
  case LT_DEFAULT:
  case LT_NULL:
  case LT_ASSUME:
  case LT_STMT_UNSUPPORTED:
    break;
  }
  return x;
}

ir_val *
rec_lower_stopped(rec_lower *lower, unsigned exits) {
  rec_obj *flags[3] = {exits & REC_EXIT_BREAK ? lower->brk : NULL,
                       exits & REC_EXIT_CONTINUE ? lower->cont : NULL,
                       exits & REC_EXIT_RETURN ? lower->ret : NULL};
  ir_val *v = NULL;
  for (int i = 0; i < 3 + LT_LABELS; i++) {
    bool is_label = i >= 3 && (exits & (unsigned)REC_EXIT_LABEL << (i - 3));
    rec_obj *flag = i < 3 ? flags[i] : is_label ? lower->labels[i - 3] : NULL;
    if (flag)
      v = v ? rec_lower_op2(lower, IR_OP_OR, v, flag->now.val) : flag->now.val;
  }
  return v;
}
