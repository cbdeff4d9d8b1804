// recognizer/front/lower_foreign.c: functions that cannot be lifted.
#include "recognizer/front/lower_flow.h"

// True when "name" is one of the NULL-ended "list".
static bool
is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(name, *list))
      return true;
  return false;
}

// Why a function without body, a library's if "is_library", cannot be called.
static rec_reason
reason_for(const lt_func *f, bool is_library) {
  static const char *const io[] = {
      "printf",  "fprintf",  "puts",    "putchar", "fputs",  "fputc", "putc",
      "scanf",   "fscanf",   "getchar", "fgetc",   "getc",   "fgets", "fopen",
      "fclose",  "fread",    "fwrite",  "fflush",  "perror", "read",  "write",
      "vprintf", "vfprintf", "ungetc",  "ferror",  "feof",   "fseek", "ftell",
      "rewind",  "getline",  NULL};
  static const char *const memory[] = {
      "malloc",        "calloc", "realloc", "free",
      "aligned_alloc", "alloca", "strdup",  NULL};
  static const char *const bytes[] = {"memcpy", "memmove", "memset", "memcmp",
                                      NULL};
  static const char *const control[] = {"longjmp",
                                        "setjmp",
                                        "_setjmp",
                                        "raise",
                                        "pthread_mutex_lock",
                                        "pthread_mutex_unlock",
                                        NULL};
  if (is_one_of(f->name, io))
    return REC_CALL_IO;
  if (is_one_of(f->name, memory))
    return REC_CALL_MEMORY;
  if (is_library && is_one_of(f->name, bytes))
    return REC_CALL_BYTES;
  if (f->is_noreturn)
    return REC_CALL_TRAP;
  if (is_one_of(f->name, control))
    return REC_CALL_CONTROL;
  if (f->is_recursive)
    return REC_CALL_RECURSIVE;
  if (f->written && strcmp(f->written, f->name) != 0)
    return REC_CALL_BUILTIN;
  if (is_library)
    return REC_CALL_LIBRARY;
  return f->is_variadic ? REC_CALL_VARIADIC : REC_CALL_UNKNOWN;
}

bool
rec_lower_is_indirect(const lt_expr *e) {
  return e->kind == LT_EXPR_UNSUPPORTED && !strcmp(e->reason, "CALL_INDIRECT");
}

bool
rec_lower_has_body(const lt_expr *call) {
  const lt_func *f = call->func;
  return f->body && (!call->is_library || f->is_noreturn ||
                     reason_for(f, true) == REC_CALL_LIBRARY);
}

rec_reason
rec_lower_call_reason(const lt_expr *e) {
  const lt_func *f = e->func;
  if (rec_lower_is_indirect(e))
    return REC_CALL_INDIRECT;
  if (!rec_lower_has_body(e) || f->is_noreturn)
    return f->is_noreturn ? REC_CALL_TRAP : reason_for(f, e->is_library);
  return f->is_variadic ? REC_CALL_VARIADIC : rec_lower_call_reason(f->foreign);
}

bool
rec_lower_has_text(const lt_expr *call) {
  for (int k = 0; k < call->n_args; k++) {
    const lt_expr *e = call->args[k];
    while (e->kind == LT_CAST)
      e = e->a;
    if (e->kind == LT_VAR && e->var->is_const_data &&
        e->var->type->kind == LT_TYPE_ARRAY && e->var->type->to->size == 1)
      return true;
  }
  return false;
}

const lt_expr *
rec_lower_foreign(const lt_expr *e) {
  const lt_func *f = e->func;
  if (rec_lower_is_indirect(e))
    return e;
  if (f->is_noreturn || f->is_const || e->is_said)
    return NULL;
  bool has_body = rec_lower_has_body(e);
  if (has_body && f->is_variadic)
    return e;
  if (has_body)
    return f->is_foreign || rec_lower_has_text(e) ? f->foreign : NULL;
  rec_reason reason = reason_for(f, e->is_library);
  bool is_foreign = reason == REC_CALL_IO || reason == REC_CALL_UNKNOWN ||
                    reason == REC_CALL_VARIADIC ||
                    (reason == REC_CALL_LIBRARY && rec_lower_has_text(e));
  return is_foreign ? e : NULL;
}
