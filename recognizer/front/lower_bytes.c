// recognizer/front/lower_bytes.c: memset, memcpy, memmove, memcmp of arrays.
//
// They are loops over elements; how many that are is read off the count of
// bytes, n * sizeof *p, or the region checks that it is a multiple of a size.
// A scalar that is copied from an array or into one is made of its elements, or
// divided into them: the target is little-endian.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

const lt_expr *
rec_lower_uncast_pointer(const lt_expr *arg) {
  while (arg->kind == LT_CAST && rec_lower_is_pointer(arg->type) &&
         (rec_lower_is_pointer(arg->a->type) ||
          arg->a->type->kind == LT_TYPE_ARRAY))
    arg = arg->a;
  return arg;
}

bool
rec_lower_find_bytes(rec_lower *lower, const lt_expr *arg, rec_bytes *out) {
  arg = rec_lower_uncast_pointer(arg);
  const lt_type *to =
      rec_lower_is_pointer(arg->type) ? arg->type->to : arg->type;
  ir_scalar elem;
  bool is_void = to->kind == LT_TYPE_VOID; // elements are of what it points to
  if (!is_void && !rec_lower_elem(to, &elem))
    return false;
  out->at = rec_lower_pointer(lower, arg);
  const rec_obj *o = out->at.obj;
  if (!o || o->kind != REC_OBJ_ARRAY ||
      (!is_void && !rec_lower_is_alike(o->elem, elem)) ||
      o->elem == IR_F80) // of which not all bytes are its value's
    return false;
  out->elem = o->elem;
  if (!out->at.off)
    out->at.off = rec_lower_int(lower, IR_I64, 0);
  return true;
}

// True when arithmetic of "type" does not wrap: what overflows is undefined, or
// more than there is memory.
static bool
is_exact(const rec_lower *lower, const lt_type *type) {
  bool is_signed = type->kind == LT_TYPE_SCALAR && ir_is_signed(type->elem);
  return type->size == 8 || (is_signed && !lower->src->wrapv);
}

// True when "e" is a multiple of "size" as it is written.
static bool
is_multiple(const rec_lower *lower, const lt_expr *e, int size) {
  if (e->kind == LT_INT)
    return e->bits % (uint64_t)size == 0;
  if (e->kind == LT_CAST)
    return e->a->type->kind == LT_TYPE_SCALAR &&
           !ir_is_float(e->a->type->elem) &&
           e->type->size >= e->a->type->size && is_multiple(lower, e->a, size);
  if (e->kind != LT_BINARY || !is_exact(lower, e->type))
    return false;
  bool x = is_multiple(lower, e->a, size), y = is_multiple(lower, e->b, size);
  if (e->op == LT_MUL)
    return x || y;
  return (e->op == LT_ADD || e->op == LT_SUB) && x && y;
}

// "e" divided by "size", which it is a multiple of as it is written.
static ir_val *
divide(rec_lower *lower, const lt_expr *e, int size) {
  if (rec_lower_is_type_check(lower, e))
    return rec_lower_int(lower, IR_I64, 0);
  if (e->kind == LT_INT)
    return rec_lower_int(lower, IR_I64, (int64_t)e->bits / size);
  if (e->kind == LT_CAST)
    return divide(lower, e->a, size);
  if (e->op == LT_MUL) {
    bool first = is_multiple(lower, e->a, size);
    ir_val *x = divide(lower, first ? e->a : e->b, size);
    ir_val *y =
        rec_lower_widen(lower, rec_lower_expr(lower, first ? e->b : e->a));
    return rec_lower_op2(lower, IR_OP_MUL, x, y);
  }
  ir_val *x = divide(lower, e->a, size), *y = divide(lower, e->b, size);
  return rec_lower_op2(lower, e->op == LT_ADD ? IR_OP_ADD : IR_OP_SUB, x, y);
}

ir_val *
rec_lower_elements(rec_lower *lower, const lt_expr *e, int size) {
  if (is_multiple(lower, e, size))
    return divide(lower, e, size);
  ir_val *n = rec_lower_widen(lower, rec_lower_expr(lower, e));
  if (size == 1)
    return n;
  ir_val *by = rec_lower_int(lower, IR_I64, size);
  ir_val *rest = rec_lower_op2(lower, IR_OP_REM, n, by);
  ir_val *none =
      rec_lower_op2(lower, IR_OP_EQ, rest, rec_lower_int(lower, IR_I64, 0));
  return rec_lower_require(lower, none) ? rec_lower_op2(lower, IR_OP_DIV, n, by)
                                        : NULL;
}

ir_val *
rec_lower_repeat_byte(rec_lower *lower, ir_val *v, ir_scalar elem) {
  v = rec_lower_convert(lower, rec_lower_convert(lower, v, IR_U8), IR_U64);
  v = rec_lower_op2(
      lower, IR_OP_MUL, v,
      rec_lower_bits(lower, IR_U64, UINT64_C(0x0101010101010101)));
  if (elem == IR_BOOL)
    return rec_lower_convert(lower, v, IR_BOOL);
  return rec_lower_same_bits(
      lower, rec_lower_convert(lower, v, ir_unsigned(ir_size(elem))), elem);
}

// The place "i" elements behind "p".
static rec_ptr
place_behind(rec_lower *lower, rec_ptr p, ir_val *i) {
  return (rec_ptr){.obj = p.obj,
                   .off = rec_lower_op2(lower, IR_OP_ADD, p.off, i)};
}

rec_frame *
rec_lower_begin_elements(rec_lower *lower, ir_val *n, ir_val **i) {
  rec_effects *fx = NEW(lower->a, rec_effects);
  rec_effects_init(lower->a, fx);
  fx->stores = true;
  return rec_lower_begin_loop(lower, fx, n, NULL, "b", i);
}

// memset(to, v, n)
static bool
lower_set(rec_lower *lower, const lt_expr *e, const rec_bytes *to) {
  ir_val *v =
      rec_lower_repeat_byte(lower, rec_lower_expr(lower, e->args[1]), to->elem);
  ir_val *n = rec_lower_elements(lower, e->args[2], ir_size(to->elem)), *i;
  if (!n)
    return false;
  rec_frame *fr = rec_lower_begin_elements(lower, n, &i);
  rec_lower_store(lower, place_behind(lower, to->at, i), v, e->loc);
  rec_lower_end_loop(lower, fr, NULL);
  return true;
}

// The same of elements of different sizes: each of the larger ones is several
// of the smaller ones.
static bool
copy_parts(rec_lower *lower, const lt_expr *e, const rec_bytes *to,
           const rec_bytes *from) {
  bool joins = ir_size(to->elem) > ir_size(from->elem);
  const rec_bytes *large = joins ? to : from, *small = joins ? from : to;
  int parts = ir_size(large->elem) / ir_size(small->elem);
  const lt_type *type = lt_scalar_type(large->elem);
  rec_ptr first = small->at;
  first.in_parts = true;
  if (rec_lower_parts_at(first, type) != parts)
    return false;
  ir_val *n = rec_lower_elements(lower, e->args[2], ir_size(large->elem)), *i;
  if (!n)
    return false;
  rec_frame *fr = rec_lower_begin_elements(lower, n, &i);
  ir_val *off =
      rec_lower_op2(lower, IR_OP_MUL, i, rec_lower_int(lower, IR_I64, parts));
  rec_ptr x = place_behind(lower, large->at, i),
          y = place_behind(lower, small->at, off);
  y.in_parts = true;
  ir_val *v = rec_lower_load(lower, joins ? y : x, type, e->loc);
  rec_lower_store(lower, joins ? x : y, v, e->loc);
  rec_lower_end_loop(lower, fr, NULL);
  return true;
}

// memcpy(to, from, n), or memmove: from the last element on where a copy from
// the first one on would read what it wrote.
static bool
lower_copy(rec_lower *lower, const lt_expr *e, const rec_bytes *to,
           bool moves) {
  rec_bytes from;
  if (!rec_lower_find_bytes(lower, e->args[1], &from) ||
      (from.elem == IR_BOOL) != (to->elem == IR_BOOL))
    return false;
  if (ir_size(from.elem) != ir_size(to->elem))
    return copy_parts(lower, e, to, &from);
  ir_val *n = rec_lower_elements(lower, e->args[2], ir_size(to->elem)), *i;
  if (!n)
    return false;
  rec_frame *fr = rec_lower_begin_elements(lower, n, &i);
  if (moves && from.at.obj == to->at.obj) {
    ir_val *last =
        rec_lower_op2(lower, IR_OP_SUB, n, rec_lower_int(lower, IR_I64, 1));
    ir_val *up = rec_lower_op2(lower, IR_OP_LE, to->at.off, from.at.off);
    i = rec_lower_op3(lower, IR_OP_SELECT, up, i,
                      rec_lower_op2(lower, IR_OP_SUB, last, i));
  }
  const lt_type *type = lt_scalar_type(from.elem);
  ir_val *v =
      rec_lower_load(lower, place_behind(lower, from.at, i), type, e->loc);
  rec_lower_store(lower, place_behind(lower, to->at, i),
                  rec_lower_same_bits(lower, v, to->elem), e->loc);
  rec_lower_end_loop(lower, fr, NULL);
  return true;
}

// -- One scalar -----------------------------------------------------------

// The scalar lvalue, of type *elem and as large as "size" says, that "arg" is
// the address of; NULL when it is no such address.
static const lt_expr *
addressed_scalar(const lt_expr *arg, const lt_expr *size, ir_scalar *elem) {
  while (arg->kind == LT_CAST && rec_lower_is_pointer(arg->type))
    arg = arg->a;
  if (arg->kind != LT_ADDR || arg->a->type->kind != LT_TYPE_SCALAR ||
      !rec_lower_elem(arg->a->type, elem) || *elem == IR_BOOL ||
      size->kind != LT_INT || size->bits != (uint64_t)ir_size(*elem))
    return NULL;
  return arg->a;
}

ir_val *
rec_lower_load_word(rec_lower *lower, const rec_bytes *from, ir_val *k,
                    loft_loc loc) {
  rec_ptr at = place_behind(lower, from->at, k);
  ir_val *v = rec_lower_load(lower, at, lt_scalar_type(from->elem), loc);
  return rec_lower_same_bits(lower, v, ir_unsigned(ir_size(from->elem)));
}

// The same of a constant.
static ir_val *
load_word(rec_lower *lower, const rec_bytes *from, int64_t k, loft_loc loc) {
  return rec_lower_load_word(lower, from, rec_lower_int(lower, IR_I64, k), loc);
}

// memcpy(&x, from, size): the elements as digits of one number.
static void
join_scalar(rec_lower *lower, const lt_expr *e, const lt_expr *x,
            const rec_bytes *from) {
  rec_ptr at = from->at;
  at.in_parts = true;
  ir_val *v = rec_lower_load(lower, at, x->type, e->loc);
  rec_lower_store(lower, rec_lower_place(lower, x), v, e->loc);
}

// memcpy(to, &x, size)
static void
split_scalar(rec_lower *lower, const lt_expr *e, const lt_expr *x,
             const rec_bytes *to) {
  rec_ptr at = to->at;
  at.in_parts = true;
  ir_val *v = rec_lower_load(lower, rec_lower_place(lower, x), x->type, x->loc);
  rec_lower_store(lower, at, v, e->loc);
}

// memcpy, or memmove, of one scalar to or from another one of its size, or
// elements of an array. False when it is none.
static bool
lower_scalar(rec_lower *lower, const lt_expr *e) {
  ir_scalar to, from;
  rec_bytes array;
  const lt_expr *x = addressed_scalar(e->args[0], e->args[2], &to);
  const lt_expr *y = addressed_scalar(e->args[1], e->args[2], &from);
  if (!x && !y)
    return false;
  if (x && y) {
    ir_val *v =
        rec_lower_load(lower, rec_lower_place(lower, y), y->type, y->loc);
    rec_lower_store(lower, rec_lower_place(lower, x),
                    rec_lower_same_bits(lower, v, to), e->loc);
    return true;
  }
  if (!rec_lower_find_bytes(lower, e->args[x ? 1 : 0], &array) ||
      array.elem == IR_BOOL || ir_size(array.elem) > ir_size(x ? to : from))
    return false;
  if (x)
    join_scalar(lower, e, x, &array);
  else
    split_scalar(lower, e, y, &array);
  return true;
}

// -- memcmp ---------------------------------------------------------------

ir_val *
rec_lower_sign_of(rec_lower *lower, ir_val *x, ir_val *y, bool ordered) {
  ir_val *one = rec_lower_int(lower, IR_I32, 1),
         *less = rec_lower_int(lower, IR_I32, -1);
  if (!ordered)
    return one;
  return rec_lower_op3(lower, IR_OP_SELECT,
                       rec_lower_op2(lower, IR_OP_LT, x, y), less, one);
}

// Whether any of "n" elements at "x" and "y" differ, an i32: all are compared,
// since C has as many.
static ir_val *
compare_all(rec_lower *lower, const rec_bytes *x, const rec_bytes *y, ir_val *n,
            loft_loc loc) {
  lt_var *var = NEW(lower->a, lt_var);
  *var = (lt_var){.name = "differs", .type = lt_scalar_type(IR_I32)};
  int before = lower->locals.n;
  rec_obj *o = rec_lower_local(lower, REC_OBJ_SCALAR, var->name, var->type);
  o->var = var;
  o->now.val = rec_lower_int(lower, IR_I32, 0);
  rec_effects *fx = NEW(lower->a, rec_effects);
  rec_effects_init(lower->a, fx);
  map_put(fx->assigned, var, var);
  ir_val *k, *one = rec_lower_int(lower, IR_I32, 1);
  rec_frame *fr = rec_lower_begin_loop(lower, fx, n, NULL, "z", &k);
  ir_val *p = rec_lower_load_word(lower, x, k, loc),
         *q = rec_lower_load_word(lower, y, k, loc);
  o->now.val =
      rec_lower_op3(lower, IR_OP_SELECT, rec_lower_op2(lower, IR_OP_EQ, p, q),
                    o->now.val, one);
  rec_lower_end_loop(lower, fr, NULL);
  ir_val *all = o->now.val;
  rec_lower_drop_locals(lower, before);
  return all;
}

const lt_expr *
rec_lower_find_memcmp(const lt_expr *e) {
  while (e->kind == LT_CAST && e->type->kind == LT_TYPE_SCALAR &&
         e->type->size >= 4)
    e = e->a;
  bool is_call = e->kind == LT_CALL && e->is_library &&
                 !strcmp(e->func->name, "memcmp") && e->n_args == 3;
  return is_call ? e : NULL;
}

ir_val *
rec_lower_memcmp(rec_lower *lower, const lt_expr *e, bool ordered) {
  enum { MOST = 64 };
  rec_bytes x, y;
  e = rec_lower_find_memcmp(e);
  if (!e || !rec_lower_find_bytes(lower, e->args[0], &x) ||
      !rec_lower_find_bytes(lower, e->args[1], &y))
    return NULL;
  const lt_expr *length = e->args[2];
  bool is_short = length->kind == LT_INT && length->bits <= MOST;
  int size = ir_size(x.elem), n = is_short ? (int)length->bits / size : 0;
  if (size != ir_size(y.elem) || (ordered && (size > 1 || !is_short)) ||
      x.elem == IR_BOOL || y.elem == IR_BOOL ||
      (is_short && length->bits % (uint64_t)size))
    return NULL;
  if (!is_short) {
    ir_val *all = rec_lower_elements(lower, length, size);
    return all ? compare_all(lower, &x, &y, all, e->loc) : NULL;
  }
  ir_val *sign = rec_lower_int(lower, IR_I32, 0);
  for (int k = n - 1; k >= 0; k--) {
    ir_val *p = load_word(lower, &x, k, e->loc),
           *q = load_word(lower, &y, k, e->loc);
    ir_val *same = rec_lower_op2(lower, IR_OP_EQ, p, q);
    sign = rec_lower_op3(lower, IR_OP_SELECT, same, sign,
                         rec_lower_sign_of(lower, p, q, ordered));
  }
  return sign;
}

bool
rec_lower_bytes(rec_lower *lower, const lt_expr *e, rec_ptr *p) {
  const char *name = e->func->name;
  bool copies = !strcmp(name, "memcpy") || !strcmp(name, "memmove");
  if (copies && e->n_args == 3 && lower_scalar(lower, e))
    return true; // its result is never used
  bool sets = !strcmp(name, "memset"), moves = !strcmp(name, "memmove");
  rec_bytes to;
  if ((!sets && !moves && strcmp(name, "memcpy")) || e->n_args != 3 ||
      !rec_lower_find_bytes(lower, e->args[0], &to))
    return false;
  if (p)
    *p = to.at;
  return sets ? lower_set(lower, e, &to) : lower_copy(lower, e, &to, moves);
}
