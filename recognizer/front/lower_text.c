// recognizer/front/lower_text.c: expressions as C writes them.
#include "recognizer/front/lower_private.h"

// "op" as C writes it.
static const char *
op_text(lt_op op) {
  static const char *const text[] = {
      [LT_ADD] = "+", [LT_SUB] = "-",  [LT_MUL] = "*",   [LT_DIV] = "/",
      [LT_REM] = "%", [LT_SHL] = "<<", [LT_SHR] = ">>",  [LT_AND] = "&",
      [LT_OR] = "|",  [LT_XOR] = "^",  [LT_LAND] = "&&", [LT_LOR] = "||",
      [LT_EQ] = "==", [LT_NE] = "!=",  [LT_LT] = "<",    [LT_LE] = "<=",
      [LT_GT] = ">",  [LT_GE] = ">=",  [LT_NEG] = "-",   [LT_BITNOT] = "~",
      [LT_NOT] = "!", [LT_PLUS] = "+"};
  return text[op];
}

// The text of an operand.
static const char *
operand_text(arena *a, const lt_expr *e) {
  const char *text = rec_lower_text(a, e);
  while (e->kind == LT_CAST)
    e = e->a;
  return e->kind == LT_BINARY ? arena_printf(a, "(%s)", text) : text;
}

const lt_expr *
rec_lower_without_void(const lt_expr *e) {
  while (e && e->kind == LT_CAST && e->type->kind == LT_TYPE_VOID)
    e = e->a;
  return e;
}

const char *
rec_lower_callee(arena *a, const lt_expr *e) {
  if (!e->text)
    return e->func->written ? e->func->written : e->func->name;
  if (e->kind != LT_CALL)
    return e->text;
  return arena_printf(a, "%.*s", (int)strcspn(e->text, " ("), e->text);
}

const char *
rec_lower_text(arena *a, const lt_expr *e) {
  switch ((int)e->kind) {
  case LT_VAR:
    return e->var->name;
  case LT_MEMBER:
    return arena_printf(a, "%s%s%s", rec_lower_text(a, e->a),
                        e->arrow ? "->" : ".", e->member->name);
  case LT_DEREF:
    return arena_printf(a, "*%s", rec_lower_text(a, e->a));
  case LT_ADDR:
    return arena_printf(a, "&%s", rec_lower_text(a, e->a));
  case LT_INDEX:
    return arena_printf(a, "%s[%s]", rec_lower_text(a, e->a),
                        rec_lower_text(a, e->b));
  case LT_INT:
    return arena_printf(a, "%lld", (long long)e->bits);
  case LT_CAST:
    return rec_lower_text(a, e->a);
  case LT_CALL:
    return arena_printf(a, "%s(...)", rec_lower_callee(a, e));
  case LT_BINARY:
    return arena_printf(a, "%s %s %s", operand_text(a, e->a), op_text(e->op),
                        operand_text(a, e->b));
  case LT_COND:
    return arena_printf(a, "%s ? %s : %s", rec_lower_text(a, e->a),
                        rec_lower_text(a, e->b), rec_lower_text(a, e->c));
  case LT_UNARY:
    if (e->op == LT_FROM_HALF || e->op == LT_TO_HALF)
      return rec_lower_text(a, e->a);
    return arena_printf(a, "%s%s", op_text(e->op), operand_text(a, e->a));
  case LT_EXPR_UNSUPPORTED:
    return e->text ? e->text : "?";
  default:
    return "...";
  }
}

bool
rec_lower_is_named(const char *name, const char *base, ir_scalar type) {
  size_t n = strlen(base);
  if (strncmp(name, base, n))
    return false;
  static const char *const suffixes[IR_SCALAR__COUNT] = {
      [IR_F32] = "f", [IR_F64] = "", [IR_F80] = "l"};
  return suffixes[type] && !strcmp(name + n, suffixes[type]);
}

bool
rec_lower_is_any(const char *name, const char *base) {
  return rec_lower_is_named(name, base, IR_F64) ||
         rec_lower_is_named(name, base, IR_F32) ||
         rec_lower_is_named(name, base, IR_F80);
}
