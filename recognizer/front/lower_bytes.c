// recognizer/front/lower_bytes.c: memset, memcpy and memmove of arrays.
//
// They are loops over elements; how many that are is read off the count of
// bytes, n * sizeof *p, or the region checks that it is a multiple of a size.
#include "recognizer/front/lower_private.h"

// What an argument points to.
typedef struct bytes {
  rec_ptr at;
  ir_scalar elem;
} bytes;

// The elements of an array that "arg" points to. False when it does not.
static bool
find_array(rec_low *lx, const lt_expr *arg, bytes *out) {
  while (
      arg->kind == LT_CAST && rec_low_is_pointer(arg->type) &&
      (rec_low_is_pointer(arg->a->type) || arg->a->type->kind == LT_TYPE_ARRAY))
    arg = arg->a;
  const lt_type *to = rec_low_is_pointer(arg->type) ? arg->type->to : arg->type;
  ir_scalar elem;
  if (!rec_low_elem(to, &elem))
    return false;
  out->at = rec_low_pointer(lx, arg);
  const rec_obj *o = out->at.obj;
  if (!o || o->kind != REC_OBJ_ARRAY || !rec_low_is_alike(o->elem, elem))
    return false;
  out->elem = o->elem;
  if (!out->at.off)
    out->at.off = rec_low_int(lx, IR_I64, 0);
  return true;
}

// True when arithmetic of "type" does not wrap: what overflows is undefined, or
// more than there is memory.
static bool
is_exact(const rec_low *lx, const lt_type *type) {
  bool is_signed = type->kind == LT_TYPE_SCALAR && ir_is_signed(type->elem);
  return type->size == 8 || (is_signed && !lx->src->wrapv);
}

// True when "e" is a multiple of "size" as it is written.
static bool
is_multiple(const rec_low *lx, const lt_expr *e, int size) {
  if (e->kind == LT_INT)
    return e->bits % (uint64_t)size == 0;
  if (e->kind == LT_CAST)
    return e->a->type->kind == LT_TYPE_SCALAR &&
           !ir_is_float(e->a->type->elem) &&
           e->type->size >= e->a->type->size && is_multiple(lx, e->a, size);
  if (e->kind != LT_BINARY || !is_exact(lx, e->type))
    return false;
  bool x = is_multiple(lx, e->a, size), y = is_multiple(lx, e->b, size);
  if (e->op == LT_MUL)
    return x || y;
  return (e->op == LT_ADD || e->op == LT_SUB) && x && y;
}

// "e" divided by "size", which it is a multiple of as it is written.
static ir_val *
divide(rec_low *lx, const lt_expr *e, int size) {
  if (e->kind == LT_INT)
    return rec_low_int(lx, IR_I64, (int64_t)e->bits / size);
  if (e->kind == LT_CAST)
    return divide(lx, e->a, size);
  if (e->op == LT_MUL) {
    bool first = is_multiple(lx, e->a, size);
    ir_val *x = divide(lx, first ? e->a : e->b, size);
    ir_val *y = rec_low_widen(lx, rec_low_expr(lx, first ? e->b : e->a));
    return rec_low_op2(lx, IR_OP_MUL, x, y);
  }
  ir_val *x = divide(lx, e->a, size), *y = divide(lx, e->b, size);
  return rec_low_op2(lx, e->op == LT_ADD ? IR_OP_ADD : IR_OP_SUB, x, y);
}

// How many elements of "size" bytes "e" bytes are; NULL when the region cannot
// check that there is such a number.
static ir_val *
count_elements(rec_low *lx, const lt_expr *e, int size) {
  if (is_multiple(lx, e, size))
    return divide(lx, e, size);
  ir_val *n = rec_low_widen(lx, rec_low_expr(lx, e));
  if (size == 1)
    return n;
  ir_val *by = rec_low_int(lx, IR_I64, size);
  ir_val *rest = rec_low_op2(lx, IR_OP_REM, n, by);
  ir_val *none = rec_low_op2(lx, IR_OP_EQ, rest, rec_low_int(lx, IR_I64, 0));
  return rec_low_require(lx, none) ? rec_low_op2(lx, IR_OP_DIV, n, by) : NULL;
}

// The value of type "elem" whose bytes are all that of integer "v".
static ir_val *
repeat_byte(rec_low *lx, ir_val *v, ir_scalar elem) {
  static const ir_scalar words[] = {
      [1] = IR_U8, [2] = IR_U16, [4] = IR_U32, [8] = IR_U64};
  v = rec_low_convert(lx, rec_low_convert(lx, v, IR_U8), IR_U64);
  v = rec_low_op2(lx, IR_OP_MUL, v,
                  rec_low_bits(lx, IR_U64, UINT64_C(0x0101010101010101)));
  if (elem == IR_BOOL)
    return rec_low_convert(lx, v, IR_BOOL);
  return rec_low_same_bits(lx, rec_low_convert(lx, v, words[ir_size(elem)]),
                           elem);
}

// The place "i" elements behind "p".
static rec_ptr
place_behind(rec_low *lx, rec_ptr p, ir_val *i) {
  return (rec_ptr){.obj = p.obj, .off = rec_low_op2(lx, IR_OP_ADD, p.off, i)};
}

// A loop over "n" elements; "i" gets its index.
static rec_frame *
begin_elements(rec_low *lx, ir_val *n, ir_val **i) {
  rec_effects *fx = NEW(lx->a, rec_effects);
  rec_effects_init(lx, fx);
  fx->stores = true;
  return rec_low_begin_loop(lx, fx, n, NULL, "b", i);
}

// memset(to, v, n)
static bool
lower_set(rec_low *lx, const lt_expr *e, const bytes *to) {
  ir_val *v = repeat_byte(lx, rec_low_expr(lx, e->args[1]), to->elem);
  ir_val *n = count_elements(lx, e->args[2], ir_size(to->elem)), *i;
  if (!n)
    return false;
  rec_frame *fr = begin_elements(lx, n, &i);
  rec_low_store(lx, place_behind(lx, to->at, i), v, e->loc);
  rec_low_end_loop(lx, fr, NULL);
  return true;
}

// memcpy(to, from, n), or memmove: from the last element on where a copy from
// the first one on would read what it wrote.
static bool
lower_copy(rec_low *lx, const lt_expr *e, const bytes *to, bool moves) {
  bytes from;
  if (!find_array(lx, e->args[1], &from) ||
      ir_size(from.elem) != ir_size(to->elem) ||
      (from.elem == IR_BOOL) != (to->elem == IR_BOOL))
    return false;
  ir_val *n = count_elements(lx, e->args[2], ir_size(to->elem)), *i;
  if (!n)
    return false;
  rec_frame *fr = begin_elements(lx, n, &i);
  if (moves && from.at.obj == to->at.obj) {
    ir_val *last = rec_low_op2(lx, IR_OP_SUB, n, rec_low_int(lx, IR_I64, 1));
    ir_val *up = rec_low_op2(lx, IR_OP_LE, to->at.off, from.at.off);
    i = rec_low_op3(lx, IR_OP_SELECT, up, i,
                    rec_low_op2(lx, IR_OP_SUB, last, i));
  }
  const lt_type *type = lt_scalar_type(from.elem);
  ir_val *v = rec_low_load(lx, place_behind(lx, from.at, i), type, e->loc);
  rec_low_store(lx, place_behind(lx, to->at, i),
                rec_low_same_bits(lx, v, to->elem), e->loc);
  rec_low_end_loop(lx, fr, NULL);
  return true;
}

bool
rec_low_bytes(rec_low *lx, const lt_expr *e, rec_ptr *p) {
  const char *name = e->func->name;
  bool sets = !strcmp(name, "memset"), moves = !strcmp(name, "memmove");
  bytes to;
  if ((!sets && !moves && strcmp(name, "memcpy")) || e->n_args != 3 ||
      !find_array(lx, e->args[0], &to))
    return false;
  if (p)
    *p = to.at;
  return sets ? lower_set(lx, e, &to) : lower_copy(lx, e, &to, moves);
}
