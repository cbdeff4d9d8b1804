// recognizer/front/lower_strings.c: strlen and strcmp of arrays of bytes.
//
// They are loops that go on for as long as memory says. What strcmp gives is
// known by its sign alone.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// A loop over the places of texts, from 0 on.
typedef struct walk {
  rec_lower *lower;
  rec_obj *place; // i64
  rec_frame *loop;
  int n_locals; // before it
} walk;

// Begins one, where "go" holds.
static void
begin_walk(walk *w, rec_lower *lower, ir_val *go) {
  lt_var *var = NEW(lower->a, lt_var);
  *var = (lt_var){.name = "length", .type = lt_scalar_type(IR_I64)};
  *w = (walk){.lower = lower, .n_locals = lower->locals.n};
  w->place = rec_lower_local(lower, REC_OBJ_SCALAR, var->name, var->type);
  w->place->var = var;
  w->place->now.val = rec_lower_int(lower, IR_I64, 0);
  rec_effects *fx = NEW(lower->a, rec_effects);
  rec_effects_init(lower->a, fx);
  map_put(fx->assigned, var, var);
  w->loop = rec_lower_begin_loop(lower, fx, NULL, go, NULL, NULL);
  w->place->now.val = rec_lower_op2(lower, IR_OP_ADD, w->place->now.val,
                                    rec_lower_int(lower, IR_I64, 1));
}

// Ends it, unless "go" holds; the place where it ended.
static ir_val *
end_walk(walk *w, ir_val *go) {
  rec_lower_end_loop(w->lower, w->loop, go);
  ir_val *place = w->place->now.val;
  rec_lower_drop_locals(w->lower, w->n_locals);
  return place;
}

bool
rec_lower_find_text(rec_lower *lower, const lt_expr *arg, rec_bytes *out) {
  return rec_lower_find_bytes(lower, arg, out) && ir_size(out->elem) == 1 &&
         out->elem != IR_BOOL;
}

// Whether the byte at "place" of "x", and the same one of "y" (may be NULL), do
// not end the walk.
static ir_val *
goes_on(rec_lower *lower, const rec_bytes *x, const rec_bytes *y, ir_val *place,
        loft_loc loc) {
  ir_val *p = rec_lower_load_word(lower, x, place, loc);
  ir_val *some =
      rec_lower_op2(lower, IR_OP_NE, p, rec_lower_int(lower, IR_U8, 0));
  if (!y)
    return some;
  ir_val *q = rec_lower_load_word(lower, y, place, loc);
  return rec_lower_op2(lower, IR_OP_AND, some,
                       rec_lower_op2(lower, IR_OP_EQ, p, q));
}

// How many bytes of "x" are before its end, or, if "y" is not NULL, before what
// differs from "y".
static ir_val *
walk_texts(rec_lower *lower, const rec_bytes *x, const rec_bytes *y,
           loft_loc loc) {
  walk w;
  ir_val *first = rec_lower_int(lower, IR_I64, 0);
  begin_walk(&w, lower, goes_on(lower, x, y, first, loc));
  return end_walk(&w, goes_on(lower, x, y, w.place->now.val, loc));
}

// True when "e" is a call of the library's function "name" of "n" arguments.
static bool
is_call(const lt_expr *e, const char *name, int n) {
  return e->kind == LT_CALL && e->is_library && e->n_args == n &&
         !strcmp(e->func->name, name);
}

ir_val *
rec_lower_strlen(rec_lower *lower, const lt_expr *e) {
  rec_bytes x;
  if (!is_call(e, "strlen", 1) || !rec_lower_find_text(lower, e->args[0], &x))
    return NULL;
  ir_val *n = walk_texts(lower, &x, NULL, e->loc);
  return rec_lower_convert(lower, n, e->type->elem);
}

ir_val *
rec_lower_compare(rec_lower *lower, const lt_expr *e, bool ordered) {
  rec_bytes x, y;
  ir_val *sign = ordered ? NULL : rec_lower_compare_blocks(lower, e);
  sign = sign ? sign : rec_lower_memcmp(lower, e, ordered);
  if (sign)
    return sign;
  while (e->kind == LT_CAST && e->type->kind == LT_TYPE_SCALAR &&
         e->type->size >= 4)
    e = e->a;
  if (!is_call(e, "strcmp", 2) || !rec_lower_find_text(lower, e->args[0], &x) ||
      !rec_lower_find_text(lower, e->args[1], &y))
    return NULL;
  ir_val *at = walk_texts(lower, &x, &y, e->loc);
  ir_val *p = rec_lower_load_word(lower, &x, at, e->loc),
         *q = rec_lower_load_word(lower, &y, at, e->loc);
  ir_val *same = rec_lower_op2(lower, IR_OP_EQ, p, q);
  return rec_lower_op3(lower, IR_OP_SELECT, same,
                       rec_lower_int(lower, IR_I32, 0),
                       rec_lower_sign_of(lower, p, q, ordered));
}
